"""The Journal as PDF: printed by us in its layout, parsed, and compared with the same act from HTML."""

from __future__ import annotations

import builtins
import datetime as dt
import io
import random
from pathlib import Path
from typing import Any

import pytest
from reportlab.pdfgen.canvas import Canvas

from przepis.corpus.delegation import find_grounds
from przepis.corpus.ingest import ingest
from przepis.corpus.store import Store
from przepis.corpus.units import parse_units
from przepis.errors import SourceError
from przepis.sources.eli.html import parse_html
from przepis.sources.pdf.act import parse_pdf, parse_pdf_act
from przepis.sources.pdf.lines import Line
from przepis.sources.pdf.wordings import Joiner, current_wording, raise_brackets
from tests.sources.invented_act import FERRIES, KITES, Article, Heading, InventedAct, as_html
from tests.sources.print_journal import as_pdf

LAYOUTS = ("journal", "announcement", "unified")


@pytest.mark.parametrize("height", [770.0, 470.0, 330.0])  # where pages break, sentences break
@pytest.mark.parametrize("layout", LAYOUTS)
def test_pdf_and_html_of_one_act_are_equal(layout: Any, height: float) -> None:
    from_html, _ = parse_html(as_html(KITES).encode(), "html")
    from_pdf, warnings, _ = parse_pdf(as_pdf(KITES, layout, height=height), "pdf")
    assert [a.label for a in from_pdf] == [a.label for a in from_html]
    for printed, page in zip(from_pdf, from_html, strict=True):
        assert printed == page  # text, headings, repealed
        assert parse_units(printed.text, "para") == parse_units(page.text, "para")
    assert warnings == []


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_regulation(layout: Any) -> None:
    text = parse_pdf(as_pdf(FERRIES, layout), "pdf")
    assert text.articles == parse_html(as_html(FERRIES).encode(), "html")[0]
    assert find_grounds(text.preamble) == "art. 4 ust. 2 ustawy z dnia 14 marca 2090 r. o wypożyczaniu latawców"


WORDS = (
    "wypożyczający latawiec przystań nabrzeże ewidencja prowadzący opłata sezonowa nieodpłatnie rozstrzygnięcie "
    "niezwłocznie przewodniczący zgromadzenia w z na do oraz albo jeżeli gmina urządzenie wiatr postanowienie przed po"
).split()


def _random_act(seed: int) -> InventedAct:
    rng = random.Random(seed)

    def sentence(end: str) -> str:
        words = [rng.choice(WORDS) for _ in range(rng.randint(4, 30))]
        for place in range(3, len(words), 6):
            words[place] = rng.choice(("art. 3^1", "§ 2", "ust. 4", "pkt 12", "art. 10a", "5 m^2", "–"))
        return " ".join(words).capitalize() + " dnia" + end

    parts: list[Heading | Article] = []
    number = 0
    for chapter in range(1, rng.randint(2, 4)):
        parts.append(Heading(f"Rozdział {chapter}", sentence("")[:60].rstrip(" –,.")))
        for _ in range(rng.randint(2, 5)):
            number += rng.choice((1, 1, 1, 2))
            mark = rng.choice(("", "", "a", "^1", "^12"))
            lines: list[str] = []
            for unit in range(1, rng.randint(2, 5)):
                lines.append(f"§ {unit}. {sentence(':' if rng.random() < 0.4 else '.')}")
                if lines[-1].endswith(":"):
                    n_points = rng.randint(2, 4)
                    lines += [f"{p}) {sentence(';' if p < n_points else '.').lower()}" for p in range(1, n_points + 1)]
            parts.append(Article(f"{number}{mark}", tuple(lines)))
    return InventedAct("o rzeczach przypadkowych", "1 maja 2091 r.", tuple(parts))


@pytest.mark.parametrize("seed", range(8))
def test_random_acts_survive_printing(seed: int) -> None:
    act = _random_act(seed)
    expected = [(a.number, "\n".join(a.plain)) for a in act.articles]
    layout: Any = LAYOUTS[seed % 3]
    assert [(a.label, a.text) for a in parse_pdf(as_pdf(act, layout), "pdf")[0]] == expected


def test_many_footnotes() -> None:
    """Marks of three digits: neither they nor the notes may leave anything in the text."""
    parts = tuple(Article(str(n), (f"Przepis numer {n} obowiązuje⟦Objaśnienie.⟧.",)) for n in range(1, 121))
    articles, warnings, _ = parse_pdf(as_pdf(InventedAct("o objaśnieniach", "1 maja 2091 r.", parts)), "pdf")
    assert [(a.label, a.text) for a in articles] == [(str(n), f"Przepis numer {n} obowiązuje.") for n in range(1, 121)]
    assert warnings == []


# -- parts ------------------------------------------------------------------------------------------------------


def _lines(*texts: str) -> list[Line]:
    return [Line(text, 57.0, 500.0, 1, 595.0, 10.0) for text in texts]


def test_today_is_kept_and_tomorrow_dropped() -> None:
    lines = _lines(
        "[Art. 5. Stare", "brzmienie.]", "<Art. 5. Nowe", "brzmienie.>", "Art. 6. Bez <nowych> [starych] zmian."
    )
    assert [line.text for line in current_wording(lines)] == [
        "Art. 5. Stare",
        "brzmienie.",
        "Art. 6. Bez starych zmian.",
    ]


def test_a_bracketed_number_is_a_superscript_not_a_wording() -> None:
    assert raise_brackets("art. 446[1] § 2 i art. 22a[12]") == "art. 446^1 § 2 i art. 22a^12"
    assert [line.text for line in current_wording(_lines("[Art. 446[1]. Tekst.]"))] == ["Art. 446^1. Tekst."]


def test_a_stray_less_than_sign_drops_nothing() -> None:
    assert [line.text for line in current_wording(_lines("gdy x < 5,", "stosuje się <Y"))] == [
        "gdy x < 5,",
        "stosuje się <Y",
    ]


def test_hyphens_at_line_ends() -> None:
    joiner = Joiner(_lines("ścieki wodno-ściekowe i obowiązek"))
    assert joiner.join("nowy obowią-", "zek gminy") == "nowy obowiązek gminy"
    assert joiner.join("sprawy wodno-", "ściekowe gminy") == "sprawy wodno-ściekowe gminy"
    assert joiner.join("lata 2020-", "2021") == "lata 2020- 2021"
    assert joiner.join("soft\u00ad", "ware") == "software"
    assert joiner.join("koniec.", "Początek") == "koniec. Początek"


# -- bad input --------------------------------------------------------------------------------------------------


def _blank_pdf() -> bytes:
    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    canvas.rect(50, 50, 400, 600)  # a scan: marks, no text
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _prose_pdf() -> bytes:
    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    canvas.drawString(60, 700, "A letter to a friend about nothing in particular, without any provision.")
    canvas.save()
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (_blank_pdf(), "without text"),
        (_prose_pdf(), "not an act"),
        (b"<html></html>", "not a PDF"),
        (b"", "not a PDF"),
        (b"%PDF-1.7\nthis is not what it says", "damaged"),
        (as_pdf(KITES)[:3000], "damaged"),
    ],
    ids=["scan", "prose", "html", "empty", "nonsense", "cut short"],
)
def test_bad_input_is_refused_and_changes_nothing(tmp_path: Path, data: bytes, why: str) -> None:
    path = tmp_path / "bad.pdf"
    path.write_bytes(data)
    with Store(tmp_path / "home", create=True) as store:
        before = store.fingerprint()
        with pytest.raises(SourceError, match=why) as caught:
            ingest(store, parse_pdf_act(path, eli="DU/2090/77", title="o niczym", date=dt.date(2090, 3, 14)))
        assert store.fingerprint() == before
        assert store.acts() == []
    assert caught.value.exit_code == 2
    assert "bad.pdf" in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"no\.pdf cannot be read"):
        parse_pdf_act(tmp_path / "no.pdf", eli="DU/2090/77", title="o niczym", date=dt.date(2090, 3, 14))


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refuse(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.startswith("pdfplumber"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(SourceError, match=r"pip install 'przepis\[pdf\]'"):
        parse_pdf(as_pdf(KITES), "x")


def test_an_act_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "kites.pdf"
    path.write_bytes(as_pdf(KITES, "announcement"))
    act = parse_pdf_act(
        path,
        eli="DU/2095/8",
        title=KITES.title,
        date=dt.date(2090, 3, 14),
        as_of=dt.date(2095, 4, 20),
        base_eli="DU/2090/77",
    )
    assert (act.address, act.consolidated, act.kind) == ("Dz.U. 2095 poz. 8", True, "statute")
    with Store(tmp_path / "home", create=True) as store:
        assert ingest(store, act)
        assert not ingest(store, act)  # the same text changes nothing
        article = store.article("DU/2090/77#3^1")
        assert article.version_id == "DU/2095/8"
        assert [u.path for u in article.units] == [("para:1",), ("para:2",)]
