"""The unit tree of an article."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from przepis.corpus.chunks import chunk_spans
from przepis.corpus.units import bare_text, build_unit, display_path, parse_units, unit_style


def paths(text: str, style: str) -> list[str]:
    return [display_path(span.path) for span in parse_units(text, style)]  # type: ignore[arg-type]


def test_passages_points_and_letters_nest() -> None:
    text = "1. Wolno:\n1) biegać;\n2) skakać:\na) wysoko,\nb) nisko.\n2. Nie wolno."
    assert paths(text, "pass") == [
        "ust. 1",
        "ust. 1 pkt 1",
        "ust. 1 pkt 2",
        "ust. 1 pkt 2 lit. a",
        "ust. 1 pkt 2 lit. b",
        "ust. 2",
    ]


def test_a_parent_covers_its_children() -> None:
    text = "§ 1. Wolno:\n1) biegać;\n2) skakać.\n§ 1^1a. Nie wolno."
    spans = {display_path(s.path): text[s.start : s.end] for s in parse_units(text, "para")}
    assert spans["§ 1"] == "§ 1. Wolno:\n1) biegać;\n2) skakać."
    assert spans["§ 1^1a"] == "§ 1^1a. Nie wolno."


def test_dropped_paragraph_signs_are_counted_and_marked() -> None:
    text = "Kto gra na trąbce w nocy,\npodlega karze grzywny.\nJeżeli gra cicho, nie podlega karze."
    found = parse_units(text, "para")
    assert [(s.path, s.inferred) for s in found] == [(("para:1",), True), (("para:2",), True)]
    assert text[found[0].start : found[0].end].endswith("grzywny.")


def test_an_article_of_one_sentence_has_no_units() -> None:
    assert parse_units("Ustawa nie działa wstecz.", "para") == ()


@pytest.mark.parametrize(("text", "style"), [("§ 1 i § 2, ust. 1", "para"), ("ust. 1, ust. 2 i § 3", "pass")])
def test_the_style_follows_the_acts_own_references(text: str, style: str) -> None:
    assert unit_style(text) == style


@given(st.lists(st.sampled_from(["a", "bb", "ccc"]), max_size=400), st.integers(20, 60), st.integers(1, 9))
def test_chunks_cover_every_word_and_overlap(words: list[str], size: int, overlap: int) -> None:
    text = " ".join(words)
    spans = chunk_spans(text, size, overlap)
    assert bool(spans) == bool(words)
    if spans:
        assert spans[0][0] == 0
        assert spans[-1][1] == len(text)
        for (_, end), (start, _) in pairwise(spans):
            assert start < end  # neighbours share words
        assert all(len(text[a:b].split()) <= size + overlap for a, b in spans)


def test_a_marker_is_not_shown_twice() -> None:
    text = "§ 1. Kto pożycza łódź:\n1) oddaje ją;\n2) myje ją;\n§ 2. Zgubioną odkupuje."
    units = {u.path[-1]: u for u in (build_unit(text, span) for span in parse_units(text, "para"))}
    assert bare_text(units["para:1"]).startswith("Kto pożycza łódź")
    assert bare_text(units["point:2"]) == "myje ją;"
