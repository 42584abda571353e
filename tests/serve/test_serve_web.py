"""The page as HTML: what it says, that it escapes, that it stays small."""

from __future__ import annotations

import dataclasses
import re
import shutil

import pytest
from markupsafe import Markup
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from przepis import library
from przepis.corpus.outline import Entry, Section
from przepis.library import Library
from przepis.messages import Messages, message_keys
from przepis.serve.web.act_page import split_sections
from przepis.serve.web.article_text import Line, raised, split_parts

PAGES = (
    "/",
    "/search?q=zwrot+kaucji",
    "/search?q=zwrot+kaucji&lang=en",
    "/search?q=DU/2091/145%2310",
    "/search?q=qqqqq",
    "/DU/2091/145",
    "/DU/2091/145?on=2091-09-01&lang=en",
    "/DU/2091/145/art/10",
    "/DU/2091/145/art/5^2?lang=en",
    "/DU/2091/101/art/7?on=2091-06-01",
    "/DU/2091/101/art/7/diff?older=DU/2091/101&newer=DU/2093/57",
    "/benchmark",
    "/api",
    "/help?lang=en",
)


FORMAL = "art. 10 ustawy z dnia 6 czerwca 2091 r. – Kodeks najmu łodzi (t.j. Dz.U. 2095 poz. 210)"


def page(site, address):
    found = site.get(address)
    assert found.status_code == 200, found.text[:500]
    return HTMLParser(found.text)


@pytest.mark.parametrize("address", PAGES)
def test_pages_are_small_and_load_nothing_from_elsewhere(site, address):
    found = site.get(address)
    assert found.status_code == 200
    assert len(found.content) < 100_000
    tree = HTMLParser(found.text)
    for node in tree.css("script, link, img, iframe"):
        source = node.attributes.get("src") or node.attributes.get("href")
        assert source.startswith("/")
    assert not tree.css("[style], [onclick]")
    assert tree.css_first("html").attributes["lang"] == ("en" if "lang=en" in address else "pl")


def test_static_files_are_small_and_kept_for_ever(site):
    tree = page(site, "/")
    style = site.get(tree.css_first("link[rel=stylesheet]").attributes["href"])
    assert style.headers["content-type"].startswith("text/css")
    assert "immutable" in style.headers["cache-control"]
    script = tree.css_first("script").attributes["src"]
    names = ("app.js", "copy.js", "keys.js", "suggest.js", "answer.js")
    sizes = [len(site.get(script.replace("app.js", name)).content) for name in names]
    assert all(sizes)
    assert sum(sizes) + len(style.content) < 40_000
    assert site.get("/static/other/app.js").status_code == 404


def test_results_mark_unit_and_words_and_say_why(site):
    tree = page(site, "/search?q=zwrot+kaucji")
    first = tree.css_first(".result")
    assert first.css_first("a.open").attributes["href"].startswith("/DU/20")
    assert "kaucj" in first.css_first("mark").text().lower()
    assert first.css_first(".summary").text()
    assert "stan na" in first.css_first(".facts").text()
    assert first.css_first("details.why table th")
    assert "nie szacuje pewności" in tree.css_first(".note").text()


def test_filters_show_counts_that_hold(site):
    tree = page(site, "/search?q=opłata")
    facet = tree.css_first(".facets li")
    shown = int(facet.css_first(".n").text())
    narrowed = page(site, facet.css_first("a").attributes["href"])
    assert narrowed.css_first(".count").text() == f"({shown})"


def test_a_filtered_page_searches_once(site, monkeypatch):
    asked, search = [], Library.run

    def listen(library, *args, **options):
        asked.append(options)
        return search(library, *args, **options)

    monkeypatch.setattr(Library, "run", listen)
    narrowed = page(site, "/search?q=opłata&kind=statute")
    assert narrowed.css(".result")
    assert [options["kind"] for options in asked] == ["statute"]


def test_a_citation_is_shown_whole(site):
    tree = page(site, "/search?q=art.+10+Kodeksu+najmu+łodzi")
    assert len(tree.css(".result")) == 1
    assert "§ 2. Stan łodzi sprawdza się" in tree.css_first("blockquote").text()
    assert "wskazany wprost" in tree.css_first(".note").text()


def test_paging_without_script(site):
    tree = page(site, "/search?q=miasto")
    assert tree.css_first(".result h2").attributes["id"] == "r1"
    second = page(site, tree.css_first(".pages a").attributes["href"])
    assert second.css_first(".result h2").attributes["id"] == "r11"


def test_article_units_are_linkable(site):
    tree = page(site, "/DU/2091/145/art/10")
    line = tree.css_first("#para2")
    assert line.css_first("a").attributes["href"] == "#para2"
    assert tree.css_first("#formal").text() == FORMAL
    assert tree.css_first("a[rel=prev]").text().strip().endswith("art. 9")
    assert tree.css_first("a[rel=next]").text().strip().startswith("art. 11")


def test_superscripts_and_spellings_of_an_address(site):
    tree = page(site, "/DU/2091/145/art/5^2")
    assert "5²" in tree.css_first("h1").text()
    assert page(site, "/DU/2091/145/art/5²").css_first("h1").text() == tree.css_first("h1").text()


def test_time_line_and_difference(site):
    tree = page(site, "/DU/2091/101/art/7")
    steps = tree.css(".timeline li")
    assert [s.css_first("time").text() for s in steps] == sorted(
        (s.css_first("time").text() for s in steps), reverse=True
    )
    assert len(steps) == 3
    shown = page(site, steps[0].css_first("a.diff").attributes["href"])
    assert shown.css_first("ins, del")
    old = page(site, "/DU/2091/101/art/7?on=2091-06-01")
    assert "późniejsza zmiana znana" in old.css_first(".facts").text()
    assert old.css_first(".law").text() != tree.css_first(".law").text()


def test_references_both_ways(site):
    cites = page(site, "/DU/2091/145/art/30")
    assert cites.css_first('.law a[href="/DU/2093/31/art/11"]')
    assert page(site, "/DU/2093/31/art/11").css_first('.mentions a[href="/DU/2091/145/art/30"]')


def test_contents_list_every_article(site):
    tree = page(site, "/DU/2091/145")
    assert len(tree.css(".entries a")) == 35
    assert tree.css_first('.entries a[href="145/art/5^2"]').text() == "5²"
    assert tree.css_first(".entries a.gone").text() == "21"


def test_languages_keep_the_place(site):
    tree = page(site, "/search?q=kaucja&act=DU/2091/101")
    english = page(site, tree.css_first(".languages a").attributes["href"])
    assert "Results" in english.css_first("h1").text()
    assert english.css_first("input[name=act]").attributes["value"] == "DU/2091/101"
    assert "lang=en" in english.css_first("a.open").attributes["href"]


def test_every_message_has_both_languages():
    for key in message_keys():
        polish, english = (Messages(language).raw(key) for language in ("pl", "en"))
        assert polish
        assert english
        assert set(re.findall(r"{\w*}", polish)) == set(re.findall(r"{\w*}", english)), key


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/DU/2091/145/art/999", 404),
        ("/DU/2091/145/art/%3Cscript%3E", 404),
        ("/XX/2091/145", 404),
        ("/DU/1/1", 404),
        ("/nic", 404),
        ("/search?q=x&on=kiedyś", 400),
        ("/search?q=x&kind=%3Cb%3E", 400),
        ("/search?q=x&act=%3Cb%3E", 400),
        ("/DU/2091/101/art/7/diff", 400),
        ("/benchmark/../keys.json", 404),
        ("/benchmark/%2e%2e/%2e%2e/etc/passwd", 404),
    ],
)
def test_errors_are_pages(site, address, status):
    found = site.get(address)
    assert found.status_code == status
    assert found.headers["content-type"].startswith("text/html")
    assert "<script>" not in found.text
    assert "<b>" not in found.text


def test_empty_query_goes_home(site):
    assert site.get("/search?q=+", follow_redirects=False).headers["location"] == "/"


def test_benchmark_shows_reports_in_a_frame_that_can_do_nothing(site, sample_home):
    folder = sample_home / "reports" / "exam"
    folder.mkdir(parents=True)
    (folder / "report.html").write_text("<h1>hit@1 0.53</h1>", encoding="utf-8")
    (folder / "secret.py").write_text("", encoding="utf-8")
    try:
        frame = page(site, "/benchmark").css_first("iframe")
        assert "sandbox" in frame.attributes
        report = site.get(frame.attributes["src"])
        assert "hit@1 0.53" in report.text
        assert report.headers["content-security-policy"].startswith("sandbox; default-src 'none'")
        assert site.get("/benchmark/exam/secret.py").status_code == 404
    finally:
        shutil.rmtree(sample_home / "reports")


@pytest.mark.parametrize(
    ("query", "confidence", "sure", "note", "shown"),
    [
        ("zwrot+kaucji", 0.31, False, "Żaden przepis nie jest pewny", "31%"),
        ("kaucja", 0.31, False, "Jedno słowo to za mało", "31%"),
        ("kaucja", 0.31, True, "", "31%"),
        ("kaucja", 0.92, True, "", "92%"),
    ],
)
def test_confidence_is_shown_as_it_is(site, monkeypatch, query, confidence, sure, note, shown):
    run = library.run_pipeline

    def confident(*args, **kwargs):
        done = run(*args, **kwargs)
        hits = tuple(dataclasses.replace(h, confidence=confidence) for h in done.hits)
        return dataclasses.replace(done, hits=hits, sure=sure)

    monkeypatch.setattr(library, "run_pipeline", confident)
    tree = page(site, f"/search?q={query}")
    assert f"pewność {shown}" in tree.css_first(".sure").text()
    assert tree.css_first("meter").attributes["value"] == shown.rstrip("%")
    assert (tree.css_first(".note").text().startswith(note) if note else tree.css_first(".note")) in (True, None)


def test_long_contents_come_in_parts():
    sections = [Section((), (), (Entry(str(n), False),) * 3) for n in range(5)]
    assert [len(part) for part in split_sections(sections, 6)] == [2, 2, 1]
    assert [len(part) for part in split_sections(sections, 1)] == [1, 1, 1, 1, 1]


def test_long_articles_come_in_parts():
    lines = [Line((), "", (), n % 2, Markup("x" * 1000)) for n in range(60)]
    parts = split_parts(lines)
    assert [len(part) for part in parts] == [26, 26, 8]
    assert all(part[0].depth == 0 for part in parts)


def test_an_article_and_its_regulation_point_to_each_other(site):
    tree = page(site, "/DU/2092/88/art/12")
    issued = tree.css_first("section[aria-labelledby='issued_on-title']")
    assert [a.attributes["href"] for a in issued.css("a")] == ["/DU/2095/40"]
    assert page(site, "/DU/2095/40").css_first(".acthead").css_first("a[href='/DU/2092/88/art/12']") is not None
    grounds = page(site, "/DU/2095/40/art/3").css_first("section[aria-labelledby='issued_under-title']")
    assert [a.attributes["href"] for a in grounds.css("a")] == ["/DU/2092/88/art/12"]


def test_results_name_what_must_be_read_with_them(site):
    first = page(site, "/search?q=DU/2095/40%233").css_first("li.result")
    assert "/DU/2092/88/art/12" in [a.attributes["href"] for a in first.css("p.fine a")]
    assert first.css_first("h2").text().startswith("§ 3 ")


def test_kinds_are_counted_apart(site):
    figures = page(site, "/").css_first("dl.figures").text()
    assert "artykułów ustaw" in figures
    assert "paragrafów rozporządzeń" in figures


def test_a_noun_beside_a_number_has_the_form_that_the_number_asks_for() -> None:
    forms = {n: Messages("pl").counted("n_acts", n) for n in (1, 2, 4, 5, 12, 14, 21, 22, 112, 6321, 6324)}
    few = [n for n, form in forms.items() if form == "akty"]
    assert (forms[1], few) == ("akt", [2, 4, 22, 6324])
    assert all(form == "aktów" for n, form in forms.items() if n not in (1, *few))
    assert [Messages("en").counted("n_acts", n) for n in (1, 2, 5)] == ["act", "acts", "acts"]


def test_a_regulation_is_not_said_to_have_articles(site):
    page = site.get("/acts", params={"kind": "regulation"}).text
    assert "przepisy z załącznikami: " in page
    assert "artykuły: " not in page


def test_raised_numbers_end_where_the_words_behind_them_begin() -> None:
    told = "za 1 m^3pobranej wody, art. 22^1a i 4^1ust. 2, 5 mg/dm^3^ & x"
    shown = "za 1 m<sup>3</sup>pobranej wody, art. 22<sup>1a</sup> i 4<sup>1</sup>ust. 2, 5 mg/dm<sup>3</sup> &amp; x"
    assert raised(told) == shown
