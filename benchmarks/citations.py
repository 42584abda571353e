"""How citations are read: spellings that must open the right provision, or be refused, and numbers that are none.

    python -m benchmarks.citations            the rates, and every spelling that was missed or read wrong

Three sets: spellings of a query that is nothing but a citation (made by hand, and generated from the forms people mix),
citations in odd spellings inside sentences, and sentences whose numbers are sums, measures and dates. A reading is
*wrong* where it opens what was not meant, *missed* where a true citation opens nothing.
"""

from __future__ import annotations

import argparse
import datetime as dt
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.table import print_table
from przepis.law.base_acts import base_acts, namings
from przepis.law.citations import CitationResolver, ResolvedCite
from przepis.law.names import ActNames
from przepis.law.reading import CitationReader
from przepis.records import Act

FOLDER = Path(__file__).parent / "citation_corpus"
ACT_IDS = {
    "kc": "DU/1964/93", "kpc": "DU/1964/296", "kro": "DU/1964/59", "kp": "DU/1974/141", "kk": "DU/1997/553",
    "kpk": "DU/1997/555", "kpa": "DU/1960/168", "ksh": "DU/2000/1037", "kw": "DU/1971/114", "km": "DU/2001/1545",
    "op": "DU/1997/926", "vat": "DU/2004/535", "pb": "DU/1994/414", "urp": "DU/1982/145", "rp": "DU/1997/483",
    "usg": "DU/1990/95", "prd": "DU/1997/602", "kn": "DU/1982/19", "lok": "DU/2001/733", "zw": "DU/1997/724",
}  # fmt: skip
LABELS = {
    "kc": "1-1088 22^1 385^1 385^2 385^3 417^1", "kpc": "1-1217", "kro": "1-184", "kp": "1-305 94^1 94^2 94^3",
    "kk": "1-363 178a 178b", "kpk": "1-682", "kpa": "1-196", "ksh": "1-633", "kw": "1-166", "km": "1-390",
    "op": "1-344", "vat": "1-176", "pb": "1-108", "urp": "1-75", "rp": "1-243", "usg": "1-103", "prd": "1-152",
    "kn": "1-103", "lok": "1-35", "zw": "1-45",
}  # fmt: skip
PUBLISHED = {"DU/2024/1061": ACT_IDS["kc"]}


@dataclass(frozen=True, slots=True)
class Outcome:
    text: str
    expected: str
    got: str

    @property
    def right(self) -> bool:
        return self.got == self.expected

    @property
    def wrong(self) -> bool:
        """Something else was opened than what was meant; a refusal is no wrong reading."""
        return not self.right and ("#" in self.got or self.got.startswith("act "))


def reader() -> CitationReader:
    """Names of the acts shipped with the grammar; articles of twenty of them."""
    known = {act.act_id: Act(act.act_id, act.title, date=act.date) for act in base_acts()}
    for naming in namings():
        if naming.act_id not in known and naming.kind == "statute":
            known[naming.act_id] = Act(naming.act_id, naming.title, date=naming.date or dt.date(1900, 1, 1))
    labels = {ACT_IDS[short]: list(_expand(written)) for short, written in LABELS.items()}
    resolver = CitationResolver(ActNames(known.values()), lambda act_id: labels.get(act_id, []))
    return CitationReader(resolver, PUBLISHED.get)


def _expand(written: str) -> Iterator[str]:
    for part in written.split():
        first, _, last = part.partition("-")
        yield from (str(n) for n in range(int(first), int(last) + 1)) if last else (part,)


def spellings() -> list[tuple[str, str]]:
    """Made by hand."""
    return [(text, expected) for text, _, expected in (line.partition("\t") for line in _lines("spellings.tsv"))]


def generated(n: int = 400, seed: int = 17) -> list[tuple[str, str]]:
    """Forms that people mix, drawn at random: sign, label, units, act, and their order."""
    chance = random.Random(seed)
    found: dict[str, str] = {}
    while len(found) < n:
        short, (label, labels), (unit, units) = (chance.choice(c) for c in (list(_ACTS), _LABELS, _UNITS))
        if label.strip("0123456789") and short not in _OWN_LABELS.get(label, ()):
            continue
        act, order = chance.choice(_ACTS[short]), chance.randrange(4)
        bare = f"{chance.choice(labels)} {chance.choice(units)}".strip()
        signed = f"{chance.choice(_SIGNS)}{bare}"
        text = (f"{signed} {act}", f"{act} {signed}", f"{bare} {act}", f"{act} {bare}")[order]
        if order > 1 and short in _SIGN_NEEDED:
            continue
        found[text] = f"{short}#{label}{unit}"
    return list(found.items())


_SIGNS = ("art. ", "art.", "art ", "Art. ", "ART. ", "artykuł ", "artykul ", "artykułu ")
_ACTS = {
    "kc": ("k.c.", "kc", "KC", "Kodeksu cywilnego", "kodeks cywilny", "kodeksu cywilnego", "kod. cyw."),
    "kk": ("k.k.", "kk", "KK", "Kodeksu karnego", "kodeks karny"),
    "kp": ("k.p.", "kp", "Kodeksu pracy", "kodeks pracy"),
    "kpc": ("k.p.c.", "kpc", "KPC", "kodeksu postępowania cywilnego", "kodeks postepowania cywilnego"),
    "kpa": ("k.p.a.", "kpa", "kodeksu postępowania administracyjnego", "kodeksu postepowania administracyjnego"),
    "ksh": ("k.s.h.", "ksh", "KSH", "kodeksu spółek handlowych", "kodeks spolek handlowych"),
    "vat": ("ustawy o VAT", "ustawy o vat", "ustawa o podatku od towarów i usług"),
    "pb": ("prawa budowlanego", "Prawo budowlane", "prawo budowlane"),
    "rp": ("Konstytucji RP", "Konstytucja RP"),
    "op": ("ordynacji podatkowej", "Ordynacja podatkowa"),
    "kw": ("kw", "k.w.", "Kodeksu wykroczeń", "kodeks wykroczen"),
    "km": ("Kodeksu morskiego", "kodeks morski"),
}
_SIGN_NEEDED = frozenset({"kw", "km"})
_LABELS = (
    ("12", ("12",)), ("43", ("43",)), ("101", ("101",)), ("28", ("28",)),
    ("385^1", ("385¹", "385^1", "385[1]", "385(1)", "385 (1)", "385 indeks 1", "385 z indeksem 1", "385<sup>1</sup>")),
    ("94^3", ("94³", "94^3", "94(3)", "94 ze znaczkiem 3", "94[3]")),
    ("178a", ("178a", "178A")),
)  # fmt: skip
_OWN_LABELS = {"385^1": ("kc",), "94^3": ("kp",), "178a": ("kk",)}
_UNITS = (
    ("", ("",)),
    ("/para:1", ("§ 1", "§1", "par 1", "par. 1", "paragraf 1")),
    ("/pass:2", ("ust. 2", "ust 2", "ust.2", "ustęp 2", "ustep 2")),
    ("/pass:2/point:3", ("ust. 2 pkt 3", "ust 2 pkt 3", "ust.2 pkt.3", "ustęp 2 punkt 3", "ust. 2 p. 3")),
    ("/para:2/point:1", ("§ 2 pkt 1", "§2 pkt1", "par. 2 pkt. 1", "paragraf 2 punkt 1")),
    ("/pass:1/point:2/letter:a", ("ust. 1 pkt 2 lit. a", "ust 1 pkt 2 lit a", "ust. 1 pkt 2 lit. a)")),
)


def odd_citations() -> list[tuple[str, str]]:
    """Sentences with a citation in an odd spelling."""
    frames = _lines("sentence_frames.tsv")
    forms = [line.split("\t") for line in _lines("odd_citations.tsv")]
    return [(frame.format(c=form), expected) for form, expected in forms for frame in frames]


def quantities() -> list[str]:
    """Sentences whose numbers are no articles."""
    framed = (line.partition("\t")[2] for line in _lines("quantity_frames.tsv"))
    return [*_lines("quantities.txt"), *(frame.format(n=n) for frame in framed for n in (5, 30, 100, 148, 415))]


def _lines(name: str) -> list[str]:
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


def read_whole(read: CitationReader, text: str) -> str:
    """What a query that may be a citation is read as, in the corpus' own notation."""
    reading = read.read(text)
    if reading is None:
        return "-"
    if reading.act_id:
        return f"act {_short(reading.act_id)}"
    if reading.article_ids:
        return _notation(reading.cites)
    if not reading.cites:
        return "-"  # an act that is not here, and no provision of it
    first = reading.cites[0]
    if first.problem == "no_article":
        return f"none {_short(first.act_id or '')}"
    return "no-act" if first.problem == "no_act" else "-"


def read_sentence(read: CitationReader, text: str) -> str:
    found = [cite for cite in read.resolve(text) if cite.article_id]
    return _notation(found) if found else "-"


def _notation(cites: tuple[ResolvedCite, ...] | list[ResolvedCite]) -> str:
    named = ((cite, *cite.article_id.split("#")) for cite in cites if cite.article_id)
    return " ".join(
        "/".join((f"{_short(act_id)}#{label}", *next(iter(cite.units), ()))) for cite, act_id, label in named
    )


def _short(act_id: str) -> str:
    return next((short for short, own in ACT_IDS.items() if own == act_id), act_id)


def outcomes() -> dict[str, list[Outcome]]:
    read = reader()
    whole = {"spellings, by hand": spellings(), "spellings, generated": generated()}
    found = {name: [Outcome(t, e, read_whole(read, t)) for t, e in cases] for name, cases in whole.items()}
    found["odd citations in sentences"] = [Outcome(t, e, read_sentence(read, t)) for t, e in odd_citations()]
    found["numbers that are none"] = [Outcome(t, "-", read_sentence(read, t)) for t in quantities()]
    return found


def main() -> int:
    found = outcomes()
    rows = []
    for name, cases in found.items():
        n_wrong = sum(case.wrong for case in cases)
        n_missed = sum(not case.right and not case.wrong for case in cases)
        rows.append((name, len(cases), n_wrong, n_missed, f"{100 * n_missed / len(cases):.1f} %"))
    print_table(("set", "texts", "wrong", "missed", "missed, share"), rows)
    for name, cases in found.items():
        for case in cases:
            if not case.right:
                print(f"{'WRONG' if case.wrong else 'missed'}\t{name}\t{case.text}\t{case.expected}\tread: {case.got}")
    return 1 if any(case.wrong for cases in found.values() for case in cases) else 0


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    sys.exit(main())
