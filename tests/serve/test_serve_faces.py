"""The page and the command line, line by line as their users meet them."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import pytest

from przepis.errors import CitationError
from przepis.law.names import ActNames
from przepis.library import Library
from przepis.records import Act
from przepis.serve.cli.language import all_commands, first_sentence, language_of_person, polish_help, speak
from przepis.serve.cli.main import cli, main
from przepis.settings import Settings

BOATS = "DU/2091/145"


@pytest.fixture
def przepis(monkeypatch, capsys, sample_home):
    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["przepis", "--home", str(sample_home), *arguments])
        try:
            main()
            code = 0
        except SystemExit as stop:
            code = int(stop.code or 0)
        out = capsys.readouterr()
        return code, " ".join(out.out.split()), " ".join(out.err.split())

    return run


# -- the command line ------------------------------------------------------------------------------------------


def test_help_is_polish_by_default_and_english_when_asked(przepis):
    assert "Użycie:" in przepis("--help")[1]
    assert "Opcje:" in przepis("search", "--help")[1]
    assert "Znajduje artykuł" in przepis("search", "--help")[1]
    english = przepis("--lang", "en", "search", "--help")[1]
    assert "Usage:" in english
    assert "Find the article" in english


def test_help_is_not_cut_at_an_abbreviation(przepis):
    assert "art. 22¹ k.c." in przepis("--help")[1]
    assert first_sentence("Print `art. 22¹ k.c.` or np. more. And then.") == "Print `art. 22¹ k.c.` or np. more"


def test_every_help_text_has_its_polish():
    speak(cli, "en")
    missing: set[str] = set()
    for _, command in all_commands(cli):
        texts = [command.help or "", *(p.help or "" for p in command.params if isinstance(p, click.Option))]
        missing |= {" ".join(text.split()) for text in texts if text} - set(polish_help())
    assert not missing


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("szukaj",), "nie ma polecenia „szukaj”; listę pokaże przepis --help"),
        (("pipelines", "list"), "nie ma polecenia „list”; listę pokaże przepis pipelines --help"),
        (("show", "DU/9999/1"), "W zbiorze nie ma aktu „DU/9999/1”."),
        (("show", "DU/9999/1#5"), "DU/9999/1: tego aktu nie ma w zbiorze."),
        (("corpus", "status", "DU/9999/1"), "W zbiorze nie ma aktu „DU/9999/1”."),
        (("search", "--hepl"), "nie ma opcji --hepl"),
        (("corpus", "stats", "--lang", "pl"), "opcja --lang stoi przed poleceniem: przepis --lang … corpus stats …"),
        (("search",), "brakuje"),
        (("search", "pies", "--act", "ustawa o miotłach"), "W zbiorze nie ma aktu „ustawa o miotłach”"),
        (("search", "pies", "--on", "kiedyś"), "to nie data"),
        (("search", ""), "Zapytanie jest puste"),
        (("show", "DU/2091/145#999"), "nie ma art. 999"),
        (("show", "coś"), "nie jest przepisem"),
        (("show", "DU/2091/101#1", "--on", "1950-01-01"), "W zbiorze nie ma tekstu tego aktu na 1950-01-01"),
        (("pipelines", "show", "zzz"), "Szczegóły (po angielsku)"),
    ],
)
def test_errors_are_polish_by_default(przepis, arguments, said):
    code, _, err = przepis(*arguments)
    assert code == 2
    assert said in err
    assert "Traceback" not in err


def test_an_option_of_all_commands_is_told_where_it_stands(przepis):
    code, _, err = przepis("search", "x", "--lang", "en")
    assert code == 2
    assert "--lang stands before the command: przepis --lang … search …" in err


def test_no_line_of_polish_help_ends_in_an_english_default(przepis):
    code, said, _ = przepis("serve", "--help")
    assert code == 0
    assert "[domyślnie:" in said
    assert "[default:" not in said


def test_the_language_is_told_before_anything_runs():
    assert language_of_person(["--lang", "en", "search"]).language == "en"
    assert language_of_person(["--lang=en"]).language == "en"
    assert language_of_person([]).language == "pl"


def test_acts_are_listed(przepis):
    code, out, _ = przepis("acts", "łodzi")
    assert code == 0
    assert "Kodeks najmu łodzi" in out
    assert "Żaden akt nie pasuje" in przepis("acts", "smok")[1]
    assert '"total": 12' in przepis("acts", "--json")[1]
    assert "Jeszcze" in przepis("acts", "--limit", "2")[1]


def test_show_marks_the_cited_unit_and_prints_ranges(przepis):
    _, out, _ = przepis("show", "art. 10 § 2 Kodeksu najmu łodzi")
    assert "► § 2. Stan łodzi" in out
    _, out, _ = przepis("show", "art. 9-11 Kodeksu najmu łodzi")
    assert all(f"art. {n} " in out for n in (9, 10, 11))
    _, out, _ = przepis("show", "Kodeks najmu łodzi")
    assert "art. 1 – " in out


def test_references_of_a_range_each_once(przepis):
    code, out, _ = przepis("corpus", "refs", "art. 28-30 Kodeksu najmu łodzi")
    assert code == 0
    lines = out.split("→")[1:]
    assert len(lines) == len(set(lines))
    assert "DU/2093/31#11" in out


def test_search_says_what_is_no_question(przepis):
    assert "nie ma tu słów" in przepis("search", "???")[1]
    assert "The law is in Polish" in przepis("search", "how do I get the deposit back from my landlord")[1]


# -- the page --------------------------------------------------------------------------------------------------


def test_acts_page(site):
    page = site.get("/acts")
    assert page.status_code == 200
    assert "Kodeks najmu łodzi" in page.text
    one = site.get("/acts", params={"name": "lodzi", "year": "2091", "kind": "statute", "status": "in_force"}).text
    assert "Kodeks najmu łodzi" in one
    assert "o psach" not in one
    wrong = site.get("/acts", params={"year": "dawno", "name": "łodzi"})
    assert wrong.status_code == 400
    assert 'value="łodzi"' in wrong.text  # the form stays as it was filled in
    assert "cztery cyfry" in wrong.text
    assert "No act fits" in site.get("/acts", params={"name": "smok", "lang": "en"}).text


def test_act_page_has_headings_first_words_and_a_search_within(site):
    page = site.get(f"/{BOATS}").text
    assert 'action="/search"' in page
    assert f'name="act" value="{BOATS}"' in page
    assert "Stan łodzi" in page or "łodzi" in page
    assert f"/{BOATS}/text" in page


def test_the_whole_act_can_be_read_and_printed(site):
    page = site.get(f"/{BOATS}/text")
    assert page.status_code == 200
    assert page.text.count('class="article') >= 25
    assert "Stan łodzi sprawdza się wspólnie" in page.text
    assert "Ctrl+P" in page.text


def test_the_address_of_a_consolidated_text_opens_its_act(site):
    found = site.get("/DU/2093/57", follow_redirects=False)
    assert found.status_code == 303
    assert found.headers["location"].startswith("/DU/2091/101?on=")
    assert site.get("/DU/2093/57").status_code == 200


@pytest.mark.parametrize(
    ("params", "kept"),
    [
        ({"q": "kaucja", "on": "kiedyś"}, "to nie data"),
        ({"q": "kaucja", "act": "ustawa o smokach"}, "nie ma aktu"),
        ({"q": "kaucja", "kind": "treaty"}, "nie ma aktów rodzaju"),
    ],
)
def test_a_wrong_filter_keeps_the_form(site, params, kept):
    page = site.get("/search", params=params)
    assert page.status_code == 400
    assert kept in page.text
    assert 'value="kaucja"' in page.text
    assert '<form class="filters"' in page.text


def test_filters_come_before_the_results(site):
    page = site.get("/search", params={"q": "kaucja"}).text
    assert page.index('class="filters"') < page.index('class="results"')


def test_the_summary_is_ours_and_stands_under_the_wording(site):
    page = site.get("/search", params={"q": "zwrot kaucji"}).text
    assert "Nasze streszczenie, nie tekst prawa" in page
    assert page.index("<blockquote") < page.index("Nasze streszczenie")
    article = site.get(f"/{BOATS}/art/10").text
    assert article.index('class="law text"') < article.index("Nasze streszczenie")


def test_what_is_not_there_is_said_with_a_link_to_the_nearest(site):
    page = site.get("/search", params={"q": "art. 999 Kodeksu najmu łodzi"}).text
    assert "nie ma art. 999" in page
    assert f'href="/{BOATS}/art/30"' in page
    unit = site.get("/search", params={"q": "art. 10 § 9 Kodeksu najmu łodzi"}).text
    assert "nie ma § 9" in unit


def test_an_act_named_alone_is_shown(site):
    page = site.get("/search", params={"q": "Kodeks najmu łodzi"}).text
    assert 'class="actcard"' in page
    assert f'href="/{BOATS}"' in page


def test_nonsense_and_english(site):
    assert "nie ma tu słów" in site.get("/search", params={"q": "x"}).text
    english = site.get("/search", params={"q": "how to get my deposit back"}).text
    assert "The law is in Polish" in english
    assert "/search?q=kaucja" in english
    assert 'class="result"' not in english


def test_errors_of_the_page_are_polish(site):
    page = site.get(f"/{BOATS}/art/999").text
    assert "nie ma art. 999" in page
    assert 'lang="en"' not in page.split("<main")[1].split("</main>")[0]


def test_the_page_of_the_api_is_polish(site):
    page = site.get("/api").text
    assert "Artykuły, które rozstrzygają pytanie" in page
    assert "The articles that govern a question" in site.get("/api", params={"lang": "en"}).text


def test_a_slip_of_the_pen_is_asked_about(site):
    page = site.get("/search", params={"q": "zwrot kuacji za wypożyczenie"}).text
    assert "Czy chodziło o: „zwrot kaucji za wypożyczenie”?" in page
    assert "Czy chodziło o" not in site.get("/search", params={"q": "zwrot kaucji za wypożyczenie"}).text


@pytest.mark.parametrize(
    ("words", "key"),
    [("DU/9999/1", "error_no_act"), ("Dz.U. 2031 poz. 4", "note_act_not_in_corpus"), ("lat", "error_no_act")],
)
def test_no_act_is_offered_for_words_that_say_too_little(sample_home: Path, words: str, key: str) -> None:
    with Library(settings=Settings(home=sample_home)) as library:
        library.names = ActNames([*library.store.acts(), Act("DU/2099/7", "o dużych latawcach z działami")])
        assert library.names.suggest("lat")
        with pytest.raises(CitationError) as raised:
            library.act_id(words)
        assert raised.value.note is not None
        assert raised.value.note.key == key


def test_an_act_is_offered_for_the_beginning_of_a_title_with_short_words(sample_home: Path) -> None:
    with Library(settings=Settings(home=sample_home)) as library:
        boats = Act("DU/2099/7", "o dużych latawcach z działami oraz o łodziach")
        library.names = ActNames([*library.store.acts(), boats])
        with pytest.raises(CitationError) as raised:
            library.act_id("o latawcach z dział")
        assert raised.value.note is not None
        assert raised.value.note.key == "error_no_act_near"
        assert dict(raised.value.note.values)["choices"] == boats.title
