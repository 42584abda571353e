"""The Journal's HTML: an invented act printed in its shape, and the real pages where they are at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from przepis.corpus.delegation import find_grounds
from przepis.corpus.prepare import text_hash
from przepis.corpus.units import parse_units, unit_style
from przepis.errors import SourceError
from przepis.sources.articles import is_repealed, labels_of
from przepis.sources.eli.html import html_preamble, parse_html
from tests.sources.invented_act import FERRIES, KITES, Article, InventedAct, as_html

CHAPTER_1 = (
    "Dział I. Przepisy ogólne",
    "Rozdział 1. Zakres stosowania i podstawowe określenia używane w całej ustawie o wypożyczaniu",
)


def expected(act: InventedAct) -> list[tuple[str, str]]:
    return [(label.canonical, "\n".join(a.plain)) for a in act.articles for label in labels_of(a.number)]


@pytest.mark.parametrize("announced", [False, True])
def test_every_article_comes_out_as_it_was_put_in(announced: bool) -> None:
    articles, warnings = parse_html(as_html(KITES, announced=announced).encode(), "x", announcement=announced)
    assert [(a.label, a.text) for a in articles] == expected(KITES)
    assert [a.label for a in articles] == ["1", "2", "3", "3^1", "3^2", "4", "5", "6a", "7", "8", "9", "10"]
    assert warnings == []


def test_headings_and_repealed_articles() -> None:
    articles, _ = parse_html(as_html(KITES).encode(), "x")
    by_label = {a.label: a for a in articles}
    assert by_label["3^1"].headings == CHAPTER_1
    assert by_label["4"].headings == ("Dział I. Przepisy ogólne", "Rozdział 2. Opłaty")
    assert by_label["10"].headings == ("Dział II. Przepis końcowy",)
    assert [a.label for a in articles if a.repealed] == ["5", "7", "8", "9"]


def test_units_of_an_article() -> None:
    article = next(a for a in parse_html(as_html(KITES).encode(), "x")[0] if a.label == "3")
    assert unit_style(article.text) == "para"
    assert [span.path for span in parse_units(article.text, "para")] == [
        ("para:1",),
        ("para:2",),
        ("para:2", "point:1"),
        ("para:2", "point:2"),
        ("para:2", "point:2", "letter:a"),
        ("para:2", "point:2", "letter:b"),
        ("para:2^1",),
        ("para:3",),
    ]


def test_paragraphs_are_the_articles_of_a_regulation() -> None:
    articles, _ = parse_html(as_html(FERRIES).encode(), "x")
    assert [(a.label, a.text) for a in articles] == expected(FERRIES)


def test_a_quoted_amendment_is_one_line_and_no_unit() -> None:
    act = InventedAct(
        "o zmianie", "1 maja 2091 r.", (Article("1", ("W ustawie zmienia się art. 5, który otrzymuje brzmienie:",)),)
    )
    quote = (
        '<DIV CLASS="cite-box pro-rplc-text"><DIV class="qmark-opn">„</DIV><DIV class="cite-body">'
        '<div class="unit unit_arti pro-rplc-text false" id="arti_1-arti_5"><h3>Art.&nbsp;5.</h3>'
        '<div class="unit-inner"><div data-template="xText">Nowe brzmienie.</div></div></div></DIV>'
        '<DIV class="qmark-cls">”</DIV></DIV>'
    )
    page = as_html(act).replace("brzmienie:</div>", f"brzmienie:</div>{quote}")
    articles, _ = parse_html(page.encode(), "x")
    assert [(a.label, a.text) for a in articles] == [
        ("1", "W ustawie zmienia się art. 5, który otrzymuje brzmienie:\n> Art. 5. Nowe brzmienie.")
    ]


@pytest.mark.parametrize(
    ("page", "why"),
    [
        (b"", "an empty page"),
        (b"  \n", "an empty page"),
        (b"<html><body><p>Witaj na stronie.</p></body></html>", "not an act"),
        (as_html(KITES).encode("iso-8859-2", errors="replace"), "not UTF-8"),
        (as_html(KITES).encode("utf-16"), "not UTF-8"),
    ],
)
def test_what_is_not_an_act_is_refused(page: bytes, why: str) -> None:
    with pytest.raises(SourceError, match=why) as caught:
        parse_html(page, "DU/2090/1")
    assert "DU/2090/1" in str(caught.value)
    assert caught.value.exit_code == 2


def test_an_announcement_without_the_law_is_refused() -> None:
    page = as_html(KITES, announced=True).replace("<span class='   '>Załącznik</span>", "<span>Dodatek</span>")
    with pytest.raises(SourceError, match="carries no law"):
        parse_html(page.encode(), "x", announcement=True)


def test_ranges_of_labels() -> None:
    assert [label.canonical for label in labels_of("38-40")] == ["38", "39", "40"]
    assert [label.canonical for label in labels_of("22^1–22^3.")] == ["22^1", "22^2", "22^3"]
    assert [label.canonical for label in labels_of("5a-5c")] == ["5a", "5c"]
    assert labels_of("pierwszy") == []


@pytest.mark.parametrize("text", ["", "(uchylony)", "(pominięty).", "(utracił moc)", "(uchylone)", "(skreślony)"])
def test_repealed(text: str) -> None:
    assert is_repealed(text)


def test_an_article_with_words_is_not_repealed() -> None:
    assert not is_repealed("§ 1. (uchylony)\n§ 2. Sąd orzeka.")
    assert not is_repealed("Uchylony przepis stosuje się nadal.")


# -- the real pages ---------------------------------------------------------------------------------------------


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "n_articles"),
    [
        ("sample-ustawa-2024-1976", 2),
        ("sample-ustawa-odra-2023-1963", 27),
        ("sample-ustawa-protection-2024-1907", 212),
        ("sample-rozporzadzenie-simple-2024-1984", 2),
        ("sample-rozporzadzenie-tables-2024-1977", 2),
    ],
)
def test_real_pages_have_the_articles_of_their_structure(shared: Path, name: str, n_articles: int) -> None:
    folder = shared / "data" / "eli"
    articles, warnings = parse_html((folder / f"{name}.html").read_bytes(), name)
    structure = json.loads((folder / f"{name}.struct.json").read_text(encoding="utf-8"))
    assert [a.label for a in articles] == _labels(structure[:1])
    assert len(articles) == n_articles
    assert warnings == []
    assert all(a.text for a in articles)


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "grounds"),
    [
        ("sample-rozporzadzenie-simple-2024-1984", "art. 48 ust. 2 ustawy z dnia 27 sierpnia 1997 r."),
        ("sample-rozporzadzenie-tables-2024-1977", "art. 31d ustawy z dnia 27 sierpnia 2004 r."),
        ("sample-ustawa-odra-2023-1963", ""),
    ],
)
def test_real_regulations_say_what_authorises_them(shared: Path, name: str, grounds: str) -> None:
    page = (shared / "data" / "eli" / f"{name}.html").read_bytes()
    found = find_grounds(html_preamble(page, name))
    assert found.startswith(grounds) if grounds else found == ""


def test_the_preamble_ends_where_the_first_unit_begins() -> None:
    page = """<html><body><div class="parts"><section><div class="block">
    <div class="pro-text">Na podstawie art. 4 ust. 2 ustawy z dnia 1 maja 2090 r. o latawcach zarządza się:</div>
    <div class="unit unit_para" id="para_1"><h3>§ 1.</h3><div class="unit-inner">
    <div class="pro-text">Na podstawie wniosku.</div></div></div></div></section></div></body></html>"""
    assert find_grounds(html_preamble(page.encode(), "x")) == "art. 4 ust. 2 ustawy z dnia 1 maja 2090 r. o latawcach"


def _labels(nodes: list[dict[str, Any]]) -> list[str]:
    """Top units of the structure: articles, or paragraphs that stand in no article."""
    found: list[str] = []
    for node in nodes:
        if node["type"] in ("arti", "para"):
            found.append(node["name"])
        else:
            found += _labels(node.get("children", []))
    return found


@pytest.mark.shared
def test_the_real_excerpt_of_a_code(shared: Path) -> None:
    page = (shared / "data" / "eli" / "sejm-mcp" / "eli-du-2024-1061-wycinek.html").read_bytes()
    articles = {a.label: a for a in parse_html(page, "excerpt")[0]}
    assert list(articles) == ["117", "117^1", "764^4", "764^5", "1088"]
    assert articles["1088"].repealed
    assert "art. 764^3 i art. 764^4" in articles["764^5"].text
    assert [line.split()[1] for line in articles["117"].text.split("\n")] == ["1.", "2.", "2^1.", "3."]


@pytest.mark.shared
@pytest.mark.parametrize("eli", ["DU-2023-1963", "DU-2024-1907"])
def test_html_and_markdown_of_one_act_are_one_wording(shared: Path, eli: str) -> None:
    """All but three "m³" that the Markdown glued to the next word, in one article."""
    from przepis.sources.legalize import read_documents
    from przepis.sources.markdown import parse_markdown

    archive = shared / "data" / "statutes-current.tar.zst"
    if not archive.is_file():
        pytest.skip(f"{archive} is not there")
    document = next(d for d in read_documents(archive) if d.name == f"{eli}.md")
    markdown = {a.label: text_hash(a.text) for a in parse_markdown(document.text(), eli).articles}
    names = {"DU-2023-1963": "sample-ustawa-odra-2023-1963", "DU-2024-1907": "sample-ustawa-protection-2024-1907"}
    page = (shared / "data" / "eli" / f"{names[eli]}.html").read_bytes()
    differing = [a.label for a in parse_html(page, eli)[0] if text_hash(a.text) != markdown.get(a.label)]
    assert differing == (["13"] if eli == "DU-2023-1963" else [])
