"""Citations as people, examinations, statutes and PDF write them."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from przepis.answer.cited import why_not
from przepis.law.citations import (
    CitationResolver,
    Cite,
    format_citation,
    parse_citations,
    rejoin_bases,
)
from przepis.law.labels import Label
from przepis.law.names import ActNames
from przepis.law.printing import format_units
from przepis.law.reading import CitationReader
from przepis.records import Act

KC, KP, KPK, KRO, KPC = "DU/1964/93", "DU/1974/141", "DU/1997/555", "DU/1964/59", "DU/1964/296"
URP, UKWH, RPO = "DU/1982/145", "DU/1982/147", "DU/1987/123"
KITES = "DU/2099/1"
ACTS = [
    Act(KC, "Kodeks cywilny", date=dt.date(1964, 4, 23)),
    Act(KP, "Kodeks pracy", date=dt.date(1974, 6, 26)),
    Act(KPK, "Kodeks postępowania karnego", date=dt.date(1997, 6, 6)),
    Act(KRO, "Kodeks rodzinny i opiekuńczy", date=dt.date(1964, 2, 25)),
    Act(KPC, "Kodeks postępowania cywilnego", date=dt.date(1964, 11, 17)),
    Act(URP, "o radcach prawnych", date=dt.date(1982, 7, 6)),
    Act(UKWH, "o księgach wieczystych i hipotece", date=dt.date(1982, 7, 6)),
    Act(RPO, "o Rzeczniku Praw Obywatelskich", date=dt.date(1987, 7, 15)),
    Act(KITES, "o wypożyczalniach latawców", date=dt.date(2099, 1, 2), aliases=("u.w.lat.",)),
    Act("DU/1997/483", "Konstytucja Rzeczypospolitej Polskiej", kind="constitution", date=dt.date(1997, 4, 2)),
]
NAMES = ActNames(ACTS)
LABELS = {
    KC: ["5", "22", "22^1", "22^1a", "22^2", "23", "24", "415", "416", "417", "417^1", "418", "421", "454", "454^1"],
    KP: ["5", "63", "63^1", "67", "67^19", "94", "183", "183^15"],
    KPK: ["437", "439", "554"],
    KRO: ["47", "83", "113", "113^3"],
    KPC: ["126", "126^2", "394", "394^1", "394^2"],
    URP: ["8", "10", "22", "22^1", "35", "35^1"],
    UKWH: ["69", "77"],
    RPO: ["5", "7"],
    KITES: ["1", "2", "3", "3a"],
    "DU/1997/483": ["4", "30"],
}


def labels_of(act_id: str) -> list[str]:
    return LABELS.get(act_id, [])


RESOLVER = CitationResolver(NAMES, labels_of)
READER = CitationReader(RESOLVER)


def ids(text: str, default_act: str | None = None) -> list[str | None]:
    return [each.article_id for each in RESOLVER.resolve(text, default_act)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("art. 22¹ § 1 pkt 2 lit. a k.c.", [f"{KC}#22^1"]),
        ("art. 22[1] kc", [f"{KC}#22^1"]),
        ("Art. 22<SUP>1</SUP>a Kodeksu cywilnego", [f"{KC}#22^1a"]),
        ("415 k.c.", [f"{KC}#415"]),
        ("k.c. art. 415", [f"{KC}#415"]),
        ("Kodeks cywilny art. 415", [f"{KC}#415"]),
        ("art. 415 i 417-418 k.c.", [f"{KC}#415", f"{KC}#417", f"{KC}#417^1", f"{KC}#418"]),
        ("art. 10 ustawy z dnia 6 lipca 1982 r. o radcach prawnych", [f"{URP}#10"]),
        ("art. 10 u.r.p.", [f"{URP}#10"]),
        ("art. 10 ustawy o radcach prawnych", [f"{URP}#10"]),
        ("art. 94 k.p. i art. 5 k.c.", [f"{KP}#94", f"{KC}#5"]),
        ("art. 437 § 2 w zw. z art. 439 § 1 pkt 5 k.p.k.", [f"{KPK}#437", f"{KPK}#439"]),
        ("art. 554 § 1 i § 2 k.p.k.", [f"{KPK}#554"]),
        ("art. 30 Konstytucji Rzeczypospolitej Polskiej", ["DU/1997/483#30"]),
        ("Konstytucja art. 30", ["DU/1997/483#30"]),
        ("art. 3a u.w.lat.", [f"{KITES}#3a"]),
        # broken by PDF
        ("a rt. 415 § 1 k.c.", [f"{KC}#415"]),
        ("art. 47 § 1 k. r. i o.", [f"{KRO}#47"]),
        ("art. 83 § 1 a k.r. i o.", [f"{KRO}#83"]),
        ("art. 5 ust. 2 u stawy z d nia 15 lip ca 19 87 r. o Rzecz niku Praw Obywatelskich", [f"{RPO}#5"]),
        ("1 art. 22 ustawy z dnia 6 lipca 1982 r. o radcach prawnych", [f"{URP}#22^1"]),
        ("19 art. 67 § 1 pkt 1 i 2 k.p.", [f"{KP}#67^19"]),
        ("2 1 art. 394 § 1 pkt 1 k.p.c.", [f"{KPC}#394^2"]),
        # superscripts flattened or set off by a space
        ("art. 18315 k.p.", [f"{KP}#183^15"]),
        ("art. 1133 k.r. i o.", [f"{KRO}#113^3"]),
        ("art. 22 1 § 1 k.c.", [f"{KC}#22^1"]),
        ("art. 69 i art. 77 zd. 2 ustawy o księgach wieczystych i hipotece", [f"{UKWH}#69", f"{UKWH}#77"]),
    ],
)  # fmt: skip
def test_resolves(text: str, expected: list[str]) -> None:
    assert ids(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("zgodnie z art. 5 ust. 2 i art. 22", [f"{KC}#5", f"{KC}#22"]),
        ("przepisów art. 22-23 nie stosuje się", [f"{KC}#22", f"{KC}#22^1", f"{KC}#22^1a", f"{KC}#22^2", f"{KC}#23"]),
        ("art. 10 ustawy z dnia 6 lipca 1982 r. o radcach prawnych, a art. 8 tej ustawy", [f"{URP}#10", f"{URP}#8"]),
        ("art. 5 ustawy, o której mowa w ust. 1", [None]),
        ("przepis § 2 stosuje się odpowiednio", []),
        ("o których mowa w art. 415, 2 lata od dnia", [f"{KC}#415"]),
        ("w art. 415, 416 i 421 jest mowa", [f"{KC}#415", f"{KC}#416", f"{KC}#421"]),
        ("art. 5 prawa do lokalu", [f"{KC}#5"]),
        ("Przepisy art. 22^1stosuje się odpowiednio", [f"{KC}#22^1"]),
    ],
)  # fmt: skip
def test_cites_inside_a_statute(text: str, expected: list[str | None]) -> None:
    assert ids(text, default_act=KC) == expected


def test_units() -> None:
    (cite,) = parse_citations("art. 7 ust. 1 pkt 1-3 i ust. 4 lit. a i b ustawy o czymś")
    assert cite.paths == (
        ("pass:1", "point:1"),
        ("pass:1", "point:2"),
        ("pass:1", "point:3"),
        ("pass:4", "letter:a"),
        ("pass:4", "letter:b"),
    )


@pytest.mark.parametrize(
    "raised", ["ust. 8g^3 pkt 1^1 lit. d^1", "ust. 8g³ pkt 1¹ lit. d¹", "ust. 8g^3^ pkt 1[1] lit. d^1^"]
)
def test_units_have_raised_numbers_also_behind_letters(raised: str) -> None:
    (cite,) = parse_citations(f"art. 7 {raised} ustawy o czymś")
    assert cite.paths == (("pass:8g^3", "point:1^1", "letter:d^1"),)


def test_displaced_superscript_goes_to_the_paragraph_when_the_article_has_none() -> None:
    (resolved,) = RESOLVER.resolve("2 1 art. 394 § 1 pkt 1 k.p.c.")
    assert resolved.units == (("para:1^1", "point:1"),)


def test_abbreviation_never_matches_inside_a_longer_one() -> None:
    assert [cite.act_words for cite in parse_citations("art. 5 k.p.k.")] == ["k.p.k."]
    assert [cite.act_words for cite in parse_citations("art. 5 k.p.")] == ["k.p."]
    assert [cite.act_words for cite in parse_citations("art. 5 k.p.q.")] == [""]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("art. 999 k.c.", "no article 999 in k.c."),
        ("art. 10 ust. 1 Traktatu z dnia 7 lutego 1992 r. o Unii Europejskiej", "treaty, not in the corpus"),
        ("art. 267 TFUE", "treaty, not in the corpus"),
        ("art. 6 RODO", "regulation, not in the corpus"),
        ("art. 148 k.k.", "act not in the corpus: Kodeks karny"),
        ("art. 5 ustawy z dnia 1 stycznia 1901 r. o niczym", "act not known"),
        ("art. 5", "no act named"),
    ],
)
def test_says_why_not(text: str, reason: str) -> None:
    (resolved,) = RESOLVER.resolve(text)
    assert resolved.article_id is None
    assert resolved.reason.startswith(reason)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("art. 415 k.c.", [f"{KC}#415"]),
        ("415 kc", [f"{KC}#415"]),
        ("art 415 kodeksu cywilnego", [f"{KC}#415"]),
        ("art. 415 i art. 5 k.c.?", [f"{KC}#415", f"{KC}#5"]),
        ("art. 999 k.c.", []),
        ("czy art. 415 k.c. dotyczy szkody", None),
        ("art. 415 kodeksu cywilnego a zwrot kosztów leczenia psa", None),
        ("odszkodowanie za zalanie", None),
        ("PIT 37", None),
        ("", None),
    ],
)
def test_whole_query_is_a_citation(query: str, expected: list[str] | None) -> None:
    reading = READER.read(query)
    assert (None if reading is None else list(reading.article_ids)) == expected


def test_formats_article_ids() -> None:
    assert format_citation(f"{KC}#22^1", NAMES) == "art. 22¹ k.c."
    assert format_citation(f"{KC}#22^1", NAMES, ("para:1", "point:2")) == "art. 22¹ § 1 pkt 2 k.c."
    assert format_citation(f"{RPO}#5", NAMES) == "art. 5 ustawy z dnia 15 lipca 1987 r. o Rzeczniku Praw Obywatelskich"
    assert format_citation("DU/1997/483#30", NAMES) == "art. 30 Konstytucji RP"
    assert format_units([("para:1^1",), ("para:2", "letter:a")]) == "§ 1¹ i § 2 lit. a"


def test_every_formatted_article_id_resolves_to_itself() -> None:
    resolver = CitationResolver(NAMES, labels_of)
    for act_id, labels in LABELS.items():
        for label in labels:
            article_id = f"{act_id}#{label}"
            assert [r.article_id for r in resolver.resolve(format_citation(article_id, NAMES))] == [article_id]


def test_spans_cover_what_was_read() -> None:
    text = "Zgodnie z art. 415 k.c. oraz art. 94 § 1 k.p. należy…"
    assert [text[cite.start : cite.end] for cite in parse_citations(text)] == ["art. 415", "art. 94 § 1"]


def test_rejoins_a_basis_that_ran_into_the_one_before() -> None:
    broken = ["art. 5 k.c.", "art. 69 u.k.w.h. art. 7 ustawy z dnia 15 lipca 1987 r.", "o Rzeczniku Praw Obywatelskich"]
    assert rejoin_bases(broken) == [
        "art. 5 k.c.",
        "art. 69 u.k.w.h.",
        "art. 7 ustawy z dnia 15 lipca 1987 r. o Rzeczniku Praw Obywatelskich",
    ]


numbers = st.integers(1, 60).map(str)
suffixed = st.builds(lambda n, s: f"{n}{s}", numbers, st.sampled_from(["", "", "a", "b"]))
units = st.one_of(
    st.just(()),
    st.tuples(suffixed.map("para:{}".format)),
    st.tuples(suffixed.map("pass:{}".format), suffixed.map("point:{}".format)),
    st.tuples(suffixed.map("para:{}".format), numbers.map("point:{}".format), st.just("letter:b")),
)
labels = st.builds(
    lambda n, letter, sup: Label(n, letter, sup).canonical,
    st.integers(1, 1300),
    st.sampled_from(["", "", "a", "ł", "zb"]),
    st.integers(0, 19),
)
cites = st.builds(
    lambda label, last, unit, act: Cite(
        label=label,
        to_label=last if not unit else "",
        units=unit,
        act_words=act,
    ),
    labels,
    st.one_of(st.just(""), labels),
    units,
    st.sampled_from(["k.c.", "k.p.k.", "k.r.o.", "Konstytucji RP", "TFUE", "ustawy o radcach prawnych", ""]),
)


@given(cites)
def test_parse_of_format_is_identity(cite: Cite) -> None:
    (parsed,) = parse_citations(format_citation(cite))
    same = ("label", "to_label", "units", "more_units", "act_words", "act_date", "loose", "displaced")
    assert [getattr(parsed, name) for name in same] == [getattr(cite, name) for name in same]


@given(st.text(max_size=200))
def test_never_fails_on_any_text(text: str) -> None:
    RESOLVER.resolve(text)
    READER.read(text)


@pytest.mark.parametrize(
    ("text", "article_id"),
    [
        ("art. 5 kc z 1964", f"{KC}#5"),
        ("art. 5 kodeksu cywilnego z 1964 r.", f"{KC}#5"),
        ("art. 5 Kodeksu cywilnego (Dz. U. z 2024 r. poz. 1061)", f"{KC}#5"),
        ("art. 5 k.c. (Dz.U. z 2024 poz. 1061)", f"{KC}#5"),
        ("art. 5 kc z 1933", None),
        ("art. 5 kodeksu cywilnego z 1933 r.", None),
        ("art. 5 k.c. z roku 1933", None),
    ],
)
def test_an_act_of_another_year_is_not_the_one_of_that_name(text: str, article_id: str | None) -> None:
    found = CitationResolver(NAMES, labels_of).resolve(text)
    assert [c.article_id for c in found] == [article_id]
    if article_id is None:
        assert found[0].problem == "another_time"
        assert "1933" in found[0].cite.act_words


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("art 415 kc ust 7", ("pass:7",)),
        ("art. 415 kc ust. 5", ("pass:5",)),
        ("art. 415 k.c., § 2 pkt 3", ("para:2", "point:3")),
        ("415 kc par 2", ("para:2",)),
        ("art. 415 kodeksu cywilnego ust. 5", ("pass:5",)),
        ("kodeks cywilny 415 ust 5", ("pass:5",)),
        ("art. 415 § 1 kc pkt 2 lit. a", ("para:1", "point:2", "letter:a")),
    ],
)
def test_units_after_the_acts_name_are_the_articles(text: str, units: tuple[str, ...]) -> None:
    reading = READER.read(text)
    assert reading is not None
    assert [(cite.article_id, cite.units) for cite in reading.cites] == [(f"{KC}#415", (units,))]


def test_units_after_a_list_are_the_last_articles() -> None:
    reading = READER.read("art. 415 i 417 kc § 2")
    assert reading is not None
    assert [cite.units for cite in reading.cites] == [(), (("para:2",),)]


def test_units_on_both_sides_of_the_acts_name_are_two() -> None:
    reading = READER.read("art. 415 § 1 kc § 2")
    assert reading is not None
    assert [cite.units for cite in reading.cites] == [(("para:1",), ("para:2",))]


def test_units_after_a_range_are_of_each_article() -> None:
    before, after = READER.read("art. 416-417 ust. 2 kc"), READER.read("art. 416-417 kc ust. 2")
    assert before is not None
    assert after is not None
    assert [(c.article_id, c.units) for c in after.cites] == [(c.article_id, c.units) for c in before.cites]


@pytest.mark.parametrize("text", ["kodeks cywilny ust. 5", "zasiłek ust. 5", "art. 415 kc i ust. 5 umowy"])
def test_units_of_no_article_are_no_citation(text: str) -> None:
    assert READER.read(text) is None


@pytest.mark.parametrize(
    ("text", "article_id"),
    [
        ("k.c. art 22 1", f"{KC}#22^1"),
        ("art. 22 k.c. 1", f"{KC}#22^1"),
        ("kodeks cywilny art. 22 1a", f"{KC}#22^1a"),
        ("art. 22 ze zn. 1 kc", f"{KC}#22^1"),
        ("kpc art. 394 2", f"{KPC}#394^2"),
    ],
)
def test_a_superscript_left_over_at_the_end_is_not_dropped(text: str, article_id: str) -> None:
    reading = READER.read(text)
    assert reading is not None
    assert reading.article_ids == (article_id,)
    assert not reading.guess


@pytest.mark.parametrize(
    ("text", "article_id", "read_as"),
    [
        ("kpc art 126 1", f"{KPC}#126", "art. 126 k.p.c."),
        ("kpc 126 1", f"{KPC}#126", "art. 126 k.p.c."),
        ("k.c. art. 415 1", f"{KC}#415", "art. 415 k.c."),
        ("kp art 94 26", f"{KP}#94", "art. 94 k.p."),
        ("ustawa o radcach prawnych art. 22 30", f"{URP}#22", "art. 22 u.r.p."),
    ],
)
def test_a_number_left_over_that_is_no_superscript_does_not_deny_the_article(text, article_id, read_as) -> None:
    reading = READER.read(text)
    assert reading is not None
    assert (reading.article_ids, reading.missing, reading.guess) == ((article_id,), (), read_as)


def test_what_is_denied_is_the_label_with_its_mark() -> None:
    reading = READER.read("art. 126 7 § 1 kpc")
    assert reading is not None
    (missing,) = reading.missing
    told = why_not("", reading, reading.cites, NAMES, None, dt.date(2099, 1, 1)).note  # type: ignore[arg-type]
    assert told is not None
    assert (missing.problem, dict(told.values)["label"]) == ("no_article", "art. 126⁷ § 1")


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("art. 415 kodeksu cywilnego § 2", ("para:2",)),  # "§" has no letters: the name could hold it
        ("art. 415 kodeksu cywilnego § 2 i 3", ("para:2",)),
        ("art. 22 ustawy o radcach prawnych ust. 1", ("pass:1",)),
    ],
)
def test_units_are_not_swallowed_by_the_name_before_them(text: str, units: tuple[str, ...]) -> None:
    reading = READER.read(text)
    assert reading is not None
    assert reading.cites[0].units[0] == units


@pytest.mark.parametrize("text", ["art. 415 kc w brzmieniu z 2010", "art. 415 kc w wersji z 2010 r."])
def test_the_preposition_before_a_wording_is_no_letter_of_the_abbreviation(text: str) -> None:
    reading = READER.read(text)
    assert reading is not None
    assert reading.article_ids == (f"{KC}#415",)


@pytest.mark.parametrize(
    "text", ["ust o radcach prawnych art 22", "art. 22 ust. o radcach prawnych", "22 ust o radcach prawnych"]
)
def test_a_statute_cut_to_three_letters_is_no_unit(text: str) -> None:
    reading = READER.read(text)
    assert reading is not None
    assert (reading.article_ids, reading.cites[0].units) == ((f"{URP}#22",), ())


@pytest.mark.parametrize(
    "text", ["art. 12 ustawy o kotach", "ustawa o kotach art. 12", "art. 12 ustawy z dnia 1 maja 2003 r. o kotach"]
)
def test_an_act_that_nobody_knows_is_said_to_be_unknown(text: str) -> None:
    reading = READER.read(text)
    assert reading is not None
    assert [cite.problem for cite in reading.cites] == ["unknown_act"]


@pytest.mark.parametrize("text", ["Dz.U. 2098 poz. 5", "Dz. U. z 2098 r. poz. 5 art. 415"])
def test_an_address_that_is_not_here_is_not_searched_for_as_words(text: str) -> None:
    reading = READER.read(text)
    assert reading is not None
    assert reading.absent is not None
    assert (reading.absent.problem, reading.to_search) == ("not_in_corpus", False)


@pytest.mark.parametrize(
    ("text", "article_id"),
    [
        ("art. 415 kodeksu cywilnego Niemiec", None),
        ("co mówi art. 415 kodeksu cywilnego niemieckiego o szkodzie", None),
        ("art. 415 k.c. Ukrainy", None),
        ("art. 415 k.c. w Niemczech", f"{KC}#415"),  # our code, and a matter abroad
        ("art. 415 kodeksu cywilnego a szkoda w Niemczech", f"{KC}#415"),
        ("art. 415 kodeksu cywilnego", f"{KC}#415"),
    ],
)
def test_law_of_another_state_is_not_ours(text: str, article_id: str | None) -> None:
    (found,) = CitationResolver(NAMES, labels_of).resolve(text)
    assert found.article_id == article_id
