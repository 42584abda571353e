"""How often a question is told that its answer lies beyond the corpus: of those of which it is true, and of others.

    python -m benchmarks.beyond --home HOME [--data ../shared/data] [--near 0.66,0.68,0.7] [--lead -0.05,-0.04]
        [--unlike 0,0.02]

``held back``: a wording of each need that the index does not have (``beyond.jsonl`` beside this file). ``sound
alike``: questions held back likewise that a provision does answer, written beside the needs. Of the sets that
``benchmarks.people`` reads, each question has a provision that answers it, and to be told is wrong; those of
``unanswerable`` have none, but few are needs of the bank. "told right": of the need that it was written for. "sure"
before and after: share of the questions whose first hit is shown as sure without the bank and with it. "first right":
among the told. Several values of ``--near``, ``--lead`` and
``--unlike`` print what the choice between them rests on.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.people import SETS, Asked, groups
from benchmarks.table import print_table
from przepis.artifact import read_jsonl
from przepis.library import Library
from przepis.records import Question, Run
from przepis.retrieve import beyond
from przepis.settings import load_settings

HELD_BACK = "held back"
SOUND_ALIKE = "sound alike"


@dataclass(frozen=True, slots=True)
class Seen:
    """One question, asked without the bank and with it."""

    told: bool
    told_right: bool
    sure_before: bool
    sure: bool
    first_right: bool
    spent_ms: float


def held_back(answered: bool) -> Asked:
    rows = read_jsonl(Path(__file__).with_name("beyond.jsonl"))
    return [(Question(row["id"], row["text"]), ()) for row in rows if row.get("answered", False) is answered]


def sets_of(data: Path, library: Library) -> Iterator[tuple[str, Asked]]:
    """Of questions with options, which are not compared, none."""
    yield HELD_BACK, held_back(False)
    yield SOUND_ALIKE, held_back(True)
    for name, asked in groups(data, library, SETS):
        plain = [(question, gold) for question, gold in asked if not question.options]
        if plain:
            yield name, plain


def see(library: Library, asked: Asked, before: list[Run]) -> list[Seen]:
    found = []
    for (question, gold), old in zip(asked, before, strict=True):
        run = library.run(question.text, k=1, units=0)
        needs = [dict(note.values)["need"] for note in run.notes if note.key.startswith("note_beyond")]
        right = bool(run.hits) and run.hits[0].article_id in gold
        spent = run.stage_ms.get("beyond", 0.0)
        own = question.question_id in needs
        found.append(Seen(bool(needs), own, old.sure is True, run.sure is True, right, spent))
    return found


def without_bank(library: Library, sets: list[tuple[str, Asked]]) -> list[list[Run]]:
    bank, library.index.beyond = library.index.beyond, None
    if bank is None:
        raise SystemExit("this index has no needs beyond the corpus; run `przepis index build`")
    runs = [[library.run(question.text, k=1, units=0) for question, _ in asked] for _, asked in sets]
    library.index.beyond = bank
    return runs


def row_of(name: str, seen: list[Seen]) -> list[object]:
    told = [one for one in seen if one.told]
    shares = [np.mean([one.told for one in seen]), np.mean([one.told_right for one in seen])]
    shares += [np.mean([one.sure_before for one in seen]), np.mean([one.sure for one in seen])]
    spent = float(np.median([one.spent_ms for one in seen]))
    first_right = sum(one.first_right for one in told)
    return [name, len(seen), len(told), *(f"{100 * share:.1f}" for share in shares), first_right, f"{spent:.2f}"]


def rows_of(found: list[tuple[str, list[Seen]]]) -> Iterator[list[object]]:
    answerable: list[Seen] = []
    for name, seen in found:
        yield row_of(name, seen)
        if name == HELD_BACK:
            yield row_of("- sure before", [one for one in seen if one.sure_before])
        elif name not in (SOUND_ALIKE, "unanswerable"):
            answerable += seen
    yield row_of("all that are answered", answerable)


def _numbers(text: str) -> list[float]:
    return [float(part) for part in text.split(",")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--near", type=_numbers, default=[beyond.NEAR])
    parser.add_argument("--lead", type=_numbers, default=[beyond.LEAD])
    parser.add_argument("--unlike", type=_numbers, default=[beyond.UNLIKE])
    given = parser.parse_args()
    head = ["set", "n", "told", "told %", "told right %", "sure before %", "sure %", "first right", "ms"]
    with Library(settings=load_settings(given.home)) as library:
        sets = list(sets_of(given.data, library))
        before = without_bank(library, sets)
        for near, lead, unlike in itertools.product(given.near, given.lead, given.unlike):
            beyond.NEAR, beyond.LEAD, beyond.UNLIKE = near, lead, unlike
            found = [(name, see(library, asked, old)) for (name, asked), old in zip(sets, before, strict=True)]
            print(f"near {near}, lead {lead}, unlike {unlike}\n")
            print_table(head, rows_of(found))


if __name__ == "__main__":
    main()
