"""Articles of a consolidated text that have lost their headings."""

from __future__ import annotations

from przepis.sources.articles import is_repealed
from przepis.sources.glued import part_glued


def test_an_article_glued_to_the_line_before_gets_its_heading() -> None:
    lines = [
        "##### Art. 7.",
        "",
        "Łódź ma nazwę. **Art. 8.** 1. Nazwę wpisuje się. **Art. 8a.**(uchylony)",
        "##### Art. 9.",
    ]
    assert part_glued(lines) == [
        "##### Art. 7.",
        "",
        "Łódź ma nazwę.",
        "##### Art. 8.",
        "1. Nazwę wpisuje się.",
        "##### Art. 8a.",
        "(uchylony)",
        "##### Art. 9.",
    ]


def test_a_number_that_does_not_run_on_is_left_in_the_text() -> None:
    before = ["##### Art. 7.", "Łódź ma nazwę. **Art. 5.** stosuje się.", "##### Art. 8."]
    beyond = ["##### Art. 7.", "Łódź ma nazwę. **Art. 8.** stosuje się.", "##### Art. 8."]
    coming = ["##### Art. 7.", "**Art. 7a. Łódź ma nazwę.**", "##### Art. 8."]
    quoted = ["##### Art. 7.", "> **Art. 7a.** Łódź ma nazwę.", "##### Art. 8."]
    for lines in (before, beyond, coming, quoted):
        assert part_glued(lines) == lines


def test_an_article_in_the_line_of_its_chapter_gets_its_heading() -> None:
    lines = ["##### Art. 30.", "Tekst.", "### Rozdział 7. Art. 31. Najemca płaci.", "##### Art. 32.", "Tekst."]
    assert part_glued(lines)[2:5] == ["### Rozdział 7", "##### Art. 31.", "Najemca płaci."]
    assert part_glued(["### Rozdział 4. Art. 32-36. (pominięte)"])[1:] == ["##### Art. 32-36.", "(pominięte)"]
    named = ["##### Art. 30.", "Tekst.", "### Rozdział 7. Płatności", "##### Art. 31.", "Tekst."]
    assert part_glued(named) == named


def test_the_end_of_a_range_goes_back_to_its_heading() -> None:
    assert part_glued(["##### Art. 99.", "", "**- 111.** (pominięte)"]) == ["##### Art. 99-111.", "(pominięte)"]
    assert part_glued(["##### Art. 33.", "", "-**36.** (pominięte)"]) == ["##### Art. 33-36.", "(pominięte)"]
    assert part_glued(["##### Art. 60", "", "**i 61.** (pominięte)"]) == ["##### Art. 60-61.", "(pominięte)"]
    backwards = ["##### Art. 60.", "**- 12.** (pominięte)"]
    assert part_glued(backwards) == backwards


def test_a_note_of_repeal_may_bear_the_mark_of_a_footnote() -> None:
    assert is_repealed("(uchylony)^65)^")
