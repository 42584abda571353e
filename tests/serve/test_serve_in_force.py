"""Only law in force is found unless asked otherwise; every face says the same of what is not."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from przepis.corpus.importing import import_markdown
from przepis.corpus.store import Store
from przepis.index.build import build_index
from przepis.law.technical import asks_for_technical, is_technical
from przepis.library import Library
from przepis.messages import Messages, in_words
from przepis.retrieve.gone import gone_notes
from przepis.serve.cli.main import cli
from przepis.serve.http.app import create_app
from przepis.settings import load_settings

OLD, NEW = "DU/1999/3", "DU/2015/8"
HEAD = (
    '---\ntitle: "Ustawa z dnia {title}"\neli: "{eli}"\nstatus_pl: "obowiązujący"\nentry_into_force: "{entry}"\n---\n'
)
DOCUMENTS = {
    "old": HEAD.format(title="3 marca 1999 r. o najmie łodzi", eli=OLD, entry="1999-06-01")
    + "##### Art. 1.\n\n1. Kaucja za łódź wynosi sto złotych.\n\n2. Kaucję zwraca się po rejsie.\n"
    "\n##### Art. 2.\n\n(uchylony)\n",
    "new": HEAD.format(title="5 maja 2015 r. o wynajmie łodzi i tratew", eli=NEW, entry="2015-07-01")
    + "##### Art. 1.\n\nKaucja za łódź lub tratwę wynosi dwieście złotych.\n"
    "\n##### Art. 2.\n\nW ustawie z dnia 1 lutego 2001 r. o portach w art. 5 dodaje się kaucję za łódź w wysokości "
    "stu złotych, kaucja za łódź.\n"
    "\n##### Art. 3.\n\nTraci moc ustawa z dnia 3 marca 1999 r. o najmie łodzi .\n",
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("in-force")
    law = home / "law"
    law.mkdir()
    for name, text in DOCUMENTS.items():
        (law / f"{name}.md").write_text(text, encoding="utf-8")
    with Store(home, create=True) as store:
        import_markdown(store, law, workers=1)
        build_index(store, home, None)
    return home


@pytest.fixture
def library(home: Path) -> Library:
    return Library(settings=load_settings(home, pipeline="lexical"))


def found(library: Library, text: str = "kaucja za łódź", **asked: object) -> list[str]:
    return [hit.article_id for hit in library.search(text, **asked)]  # type: ignore[arg-type]


def test_a_plain_search_finds_only_law_in_force(library: Library) -> None:
    assert found(library)[0] == f"{NEW}#1"
    assert not any(article.startswith(OLD) for article in found(library))


def test_on_a_day_the_law_of_that_day_is_found(library: Library) -> None:
    assert found(library, on=dt.date(2010, 1, 1)) == [f"{OLD}#1"]


def test_all_includes_the_rest_marked(library: Library) -> None:
    hits = library.run("kaucja za łódź", all_law=True).hits
    old = next(shown for shown in library.shown(hits) if shown.act.act_id == OLD)
    assert old.standing.in_force is False
    (words,) = in_words(old.notes)
    assert "2015-07-01" in words
    assert "art. 3" in words
    assert "o wynajmie łodzi i tratew" in words


def test_an_act_named_on_purpose_is_searched_though_it_has_ended(library: Library) -> None:
    assert found(library, act=OLD) == [f"{OLD}#1"]


def test_a_citation_of_ended_law_opens_with_the_warning(library: Library) -> None:
    (hit,) = library.search(f"{OLD}#1")
    assert hit.status == "repealed"
    assert hit.warnings[0].key == "warn_act_ended"
    assert "2015-07-01" in hit.warnings[0].text
    verified = library.verify(f"{OLD}#1")
    assert (verified.verified, verified.exists, verified.in_force) == (False, True, False)
    assert library.verify(f"{OLD}#1", on=dt.date(2010, 1, 1)).verified


def test_provisions_that_only_change_other_law_give_way(library: Library) -> None:
    assert found(library)[:2] == [f"{NEW}#1", f"{NEW}#2"]
    assert found(library, "nowelizacja: kaucja za łódź w wysokości stu złotych")[0] == f"{NEW}#2"


def test_the_command_line_prints_the_warning_in_polish(home: Path) -> None:
    shown = CliRunner().invoke(cli, ["--home", str(home), "show", f"{OLD}#1"])
    assert "Akt nie obowiązuje od 2015-07-01" in " ".join(shown.output.split())
    status = CliRunner().invoke(cli, ["--home", str(home), "corpus", "status", OLD])
    assert "uchylony" in status.output
    listed = CliRunner().invoke(cli, ["--home", str(home), "corpus", "status", "--only", "repealed"])
    assert listed.output.startswith(f"uchylony  {OLD}")
    counted = CliRunner().invoke(cli, ["--home", str(home), "corpus", "status"])
    assert [line.split() for line in counted.output.splitlines()[:2]] == [["1", "uchylony"], ["1", "obowiązuje"]]


@pytest.mark.parametrize(
    ("title", "text", "technical"),
    [
        ("o łodziach", "W ustawie z dnia 1 lutego 2001 r. o portach art. 5 otrzymuje brzmienie:", True),
        ("o łodziach", "Ustawa wchodzi w życie po upływie 14 dni od dnia ogłoszenia.", True),
        ("o łodziach", "Traci moc ustawa z dnia 3 marca 1999 r. o najmie łodzi .", True),
        ("Przepisy wprowadzające ustawę o łodziach", "Łodzie zarejestrowane przed tym dniem …", True),
        ("o łodziach", "W ustawie tej łodzią jest każdy statek.", False),
        ("o łodziach", "Zezwolenie traci moc po roku.", False),
        ("o łodziach", "Umowa najmu wchodzi w życie z dniem podpisania.", False),
    ],
)
def test_technical_provisions(title: str, text: str, technical: bool) -> None:
    assert is_technical(title, text) is technical


def test_questions_about_the_beginning_and_the_end_of_law() -> None:
    assert asks_for_technical("Kiedy ustawa o łodziach wchodzi w życie?")
    assert not asks_for_technical("Kto płaci kaucję za łódź?")


def test_ended_law_offers_what_is_most_alike_in_the_act_that_replaced_it(library: Library) -> None:
    old = library.article(f"{OLD}#1")
    ((article_id, score), *_) = library.corresponding(old)
    assert article_id == f"{NEW}#1"
    assert 0.25 <= score <= 1
    keys = [note.key for note in library.notes(old)]
    assert keys[:2] == ["warn_act_ended", "warn_corresponding"]
    assert f"{NEW}#1" in library.run(f"{OLD}#1").notes[-1].article_ids
    assert library.corresponding(library.article(f"{NEW}#1")) == []


def test_the_page_of_an_ended_act_says_so(home: Path) -> None:
    with TestClient(create_app(load_settings(home, pipeline="lexical")), base_url="http://localhost") as page:
        act, article, found, everything = (
            page.get(address).text
            for address in (f"/{OLD}", f"/{OLD}/art/1", "/search?q=kaucja+za+łódź", "/search?q=kaucja+za+łódź&all=1")
        )
        standing = page.get("/v1/standing", params={"citation": f"{OLD}#1"}).json()
        verdict = page.get("/v1/validity", params={"act": OLD}).json()
    red = '<p class="note bad">Akt nie obowiązuje od 2015-07-01'
    assert red in act
    assert red in article
    assert red not in found
    assert red in everything
    assert standing["standing"]["in_force"] is False
    assert (verdict["until"], verdict["replaced_by"]) == ("2015-07-01", NEW)


def test_every_face_says_up_to_which_day_law_is_known_to_be_in_force(home: Path) -> None:
    known = "obowiązuje według stanu na 2024-12-31"
    printed = [
        " ".join(CliRunner().invoke(cli, ["--home", str(home), *words]).output.split())
        for words in (["search", "kaucja za łódź"], ["corpus", "status", NEW], ["acts", "łodzi"], ["show", NEW])
    ]
    with TestClient(create_app(load_settings(home, pipeline="lexical")), base_url="http://localhost") as page:
        addresses = (f"/{NEW}", f"/{NEW}/art/1", "/search?q=kaucja+za+łódź", "/acts?name=łodzi")
        printed += [page.get(address).text for address in addresses]
        standing = page.get("/v1/standing", params={"citation": f"{NEW}#1"}).json()["standing"]
        verdict, act = (page.get(f"/v1/{name}", params={"act": NEW}).json() for name in ("validity", "act"))
    assert [known in text for text in printed] == [True] * len(printed)
    assert {standing["read_to"], verdict["known_to"], act["status_known_to"]} == {"2024-12-31"}


def test_an_act_that_ended_and_was_not_replaced_is_named_where_it_answers(library: Library) -> None:
    tools, act = library.tools(), frozenset({NEW})
    assert gone_notes(tools, "kaucja za łódź lub tratwę", act) == (), "so few of its articles fit by chance"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("przepis.retrieve.gone.LEAST", 1)
        (told,) = gone_notes(tools, "kaucja za łódź lub tratwę", act)
        assert told.key == "note_best_ended"
        assert "art. 1 ustawy" in Messages("pl").note(told)
        assert gone_notes(tools, "kaucja za łódź", frozenset({OLD})) == (), "its successor is here"
