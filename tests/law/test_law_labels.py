"""Article labels: every spelling, one order."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from przepis.errors import CitationError
from przepis.law.labels import Label, parse_label, printed_raised, provision_name, raise_marks

POLISH_LETTERS = "aąbcćdeęfghijklłmnńoóprsśtuqvwxyzźż"
letters = st.text(alphabet=POLISH_LETTERS, max_size=3)
labels = st.builds(
    lambda number, suffix, sup, sup_suffix: Label(number, suffix, sup, sup_suffix if sup else ""),
    st.integers(1, 2000),
    letters,
    st.integers(0, 40),
    st.text(alphabet=POLISH_LETTERS, max_size=2),
)


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("22", "22"),
        ("22¹", "22^1"),
        ("22^1", "22^1"),
        ("22^1^", "22^1"),
        ("22^{1}", "22^1"),
        ("22[1]", "22^1"),
        ("22 [1]", "22^1"),
        ("22<SUP>1</SUP>", "22^1"),
        ("22<sup>1a</sup>", "22^1a"),
        ("22 <sup>1</sup>a", "22^1a"),
        ("183(15)", "183^15"),
        ("183¹⁵", "183^15"),
        ("477^1a", "477^1a"),
        ("477¹ᵃ", "477^1a"),
        ("477¹a", "477^1a"),
        ("477[1a]", "477^1a"),
        ("477[1]a", "477^1a"),
        ("95ł", "95ł"),
        ("95Ł", "95ł"),
        ("37b", "37b"),
        ("83 a", "83a"),
        ("1a", "1a"),
        ("15zzs¹", "15zzs^1"),
        ("Art. 22^1a.", "22^1a"),
        ("art.\u00a0117<SUP>1</SUP>.", "117^1"),
        ("Artykuł 5", "5"),
        ("§ 12a.", "12a"),
    ],
)
def test_parses_every_spelling(written: str, canonical: str) -> None:
    assert parse_label(written).canonical == canonical


def test_space_means_superscript_only_when_asked() -> None:
    assert parse_label("22 1", spaced=True) == Label(22, "", 1)
    assert parse_label("477 1a", spaced=True) == Label(477, "", 1, "a")
    with pytest.raises(CitationError, match="22 1"):
        parse_label("22 1")


@pytest.mark.parametrize("written", ["", "abc", "0", "22^0", "22-24", "1.2", "art.", "22^^", "22 a 1"])
def test_refuses_what_is_no_label(written: str) -> None:
    with pytest.raises(CitationError, match="is not an article label"):
        parse_label(written)


def test_display_and_flattened() -> None:
    label = Label(477, "", 1, "a")
    assert label.display == "477¹a"
    assert label.flattened == "4771a"
    assert label.base == Label(477)


def test_order_of_the_statute_book() -> None:
    written = [
        "22",
        "22^1",
        "22^1a",
        "22^2",
        "22^10",
        "22a",
        "22aa",
        "22b",
        "22l",
        "22ł",
        "22m",
        "22z",
        "22za",
        "23",
    ]
    book = [Label.from_canonical(w) for w in written]
    shuffled = [*book[7:], *book[:7]]
    assert sorted(shuffled) == book


def test_marks_inside_running_text() -> None:
    assert raise_marks("art. 22¹ § 1¹ i art. 61[6] k.r.o.") == "art. 22^1 § 1^1 i art. 61^6 k.r.o."


@given(labels)
def test_parse_of_canonical_and_display_is_identity(label: Label) -> None:
    assert Label.from_canonical(label.canonical) == label
    assert parse_label(label.canonical) == label
    assert parse_label(label.display) == label


@given(st.lists(labels, min_size=3, max_size=3))
def test_order_is_total(three: list[Label]) -> None:
    for a, b in itertools.permutations(three, 2):
        assert (a < b) + (a == b) + (b < a) == 1
    a, b, c = sorted(three)
    assert a <= b <= c
    assert a <= c


@pytest.mark.parametrize(
    ("canonical", "display"),
    [
        ("z", "załącznik"),
        ("z2", "załącznik nr 2"),
        ("z1a.3", "załącznik nr 1a pkt 3"),
        ("z2.p3a", "załącznik nr 2 § 3a"),
        ("z.f12", "załącznik fragment 12"),
        ("z1-2.4", "załącznik nr 1 (2) pkt 4"),
        ("zt", "tabele w tekście"),
    ],
)
def test_units_of_annexes_have_labels(canonical: str, display: str) -> None:
    label = Label.from_canonical(canonical)
    assert (label.canonical, label.display) == (canonical, display)
    assert parse_label(canonical) == label


def test_annexes_come_after_the_articles_in_their_own_order() -> None:
    ordered = ["1", "22^1", "900", "z1", "z1.2", "z1.10", "z2", "z10", "z10.p3"]
    assert all(Label.from_canonical(a) < Label.from_canonical(b) for a, b in itertools.pairwise(ordered))


def test_a_provision_is_named_by_what_it_is() -> None:
    assert provision_name("22^1") == "art. 22¹"
    assert provision_name("12", paragraphs=True) == "§ 12"
    assert provision_name("z2.3", paragraphs=True) == "załącznik nr 2 pkt 3"


def test_raised_numbers_are_printed_raised() -> None:
    assert printed_raised("art. 43^1 i 17^4a, 5 mg/dm^3^, d^1") == "art. 43¹ i 17⁴a, 5 mg/dm³, d¹"
    assert printed_raised("^^ nic ^ tu nie") == "^^ nic ^ tu nie"
