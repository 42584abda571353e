"""Amending acts applied from one official consolidated text to the next, and compared with it article by article.

``python -m benchmarks.amending LAW`` where LAW holds the unpacked archives ``statutes-history``, ``statutes-current``
and ``statutes-as-published``. Acts with an even Journal position are for tuning (``--tuning``), odd ones are reported.
They come in an order that a fixed seed decides, so that a run that is interrupted (Ctrl-C) reports a random sample.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path

from benchmarks.amending.pairs import NEARLY, Verdict, run_series
from benchmarks.amending.reading import print_reading
from benchmarks.amending.texts import Series, read_series
from benchmarks.table import print_table
from przepis.corpus.amend.acts import read_amending_act
from przepis.corpus.amend.schedule import Archive
from przepis.corpus.amend.targets import Targets
from przepis.law.base_acts import base_acts
from przepis.sources.legalize import read_documents


class Tally:
    """Counts of changed articles: all, exact, nearly; and of unchanged ones: all, altered."""

    def __init__(self) -> None:
        self.n: Counter[str] = Counter()

    def add(self, verdict: Verdict) -> None:
        if not verdict.differs:
            self.n["same"] += 1
            self.n["altered"] += not verdict.exact
            return
        self.n["differ"] += 1
        self.n["exact"] += verdict.exact
        self.n["nearly"] += verdict.similarity >= NEARLY

    def row(self, name: object) -> tuple[object, ...]:
        n = self.n
        return (
            name,
            n["differ"],
            _share(n["exact"], n["differ"]),
            _share(n["nearly"], n["differ"]),
            n["same"],
            f"{n['altered']} ({_share(n['altered'], n['same'], 3)})",
        )


_HEAD = ("", "articles that differ", "exact", "at least 99 % alike", "that do not differ", "of these altered")


def _share(part: int, whole: int, digits: int = 1) -> str:
    return f"{100 * part / whole:.{digits}f} %" if whole else "-"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("law", type=Path, help="folder with the three unpacked archives")
    parser.add_argument("--tuning", action="store_true", help="the acts with an even position instead of the odd ones")
    parser.add_argument("--sample", type=int, default=0, help="so many acts, chosen at random with a fixed seed")
    parser.add_argument("--seed", type=int, default=1, help="another order of the acts")
    args = parser.parse_args()
    started = time.monotonic()
    everything = read_series([args.law / "statutes-history", args.law / "statutes-current"])
    archive = _archive(args.law / "statutes-as-published", everything)
    print_reading(archive, {s.act_id for s in everything})
    chosen = [s for s in everything if s.even == args.tuning]
    n_all = len(chosen)
    chosen = random.Random(args.seed).sample(chosen, min(args.sample or n_all, n_all))
    n_done = measure(chosen, archive)
    which = "an even" if args.tuning else "an odd"
    took = f"{time.monotonic() - started:.0f} s, {time.process_time():.0f} s of processor time"
    print(f"{n_done} of {n_all} acts with {which} position, {took}")


def _archive(path: Path, everything: list[Series]) -> Archive:
    targets = Targets()
    for act in base_acts():
        targets.add(act.act_id, act.date, act.title)
    for series in everything:
        for title in series.titles:
            targets.add(series.act_id, series.date, title)
    return Archive((read_amending_act(d.text(), d.name) for d in read_documents(path)), targets)


def measure(chosen: list[Series], archive: Archive) -> int:
    """Every pair of the chosen acts, then the tables; returns how many acts were done."""
    total, years, kinds, operations = Tally(), {}, {}, {}
    causes: Counter[str] = Counter()
    applied: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    n_pairs = n_skipped = n_advance = 0
    n_done = 0
    try:
        for series in chosen:
            for pair in run_series(series, archive):
                n_pairs += 1
                if pair.missing:
                    n_skipped += 1
                    continue
                n_advance += pair.n_advance
                applied += pair.applied
                refused += pair.refused
                for verdict in pair.verdicts:
                    total.add(verdict)
                    years.setdefault(pair.newer.year, Tally()).add(verdict)
                    if verdict.differs:
                        kinds.setdefault(_touched_by(verdict), Tally()).add(verdict)
                        operations.setdefault(_how_many(verdict), Tally()).add(verdict)
                        if not verdict.exact:
                            causes[_cause(verdict)] += 1
            n_done += 1
            if n_done % 20 == 0:
                print(f"{n_done} acts", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("interrupted: what follows is a random sample", file=sys.stderr)
    print(f"{n_pairs} pairs of consecutive texts, {n_skipped} of them left out: an amending act is not at hand\n")
    print(
        f"{n_advance} articles are printed, unmarked, in the wording of a later day; they count as they come out then\n"
    )
    print_table(_HEAD, [total.row("all")])
    print_table(_HEAD, [years[year].row(year) for year in sorted(years)])
    ordered = sorted(kinds.items(), key=lambda item: -item[1].n["differ"])
    print_table(_HEAD, [tally.row(kind) for kind, tally in ordered])
    print_table(_HEAD, [operations[n].row(n) for n in sorted(operations)])
    rows = [(kind, applied[kind], refused[kind]) for kind, _ in (applied + refused).most_common()]
    print_table(("operation", "applied", "refused"), rows)
    print_table(("commonest causes of failure", "articles"), causes.most_common(20))
    return n_done


def _touched_by(verdict: Verdict) -> str:
    if not verdict.kinds:
        return "refused" if verdict.reasons else "nothing"
    return verdict.kinds[0] if len(set(verdict.kinds)) == 1 else "several kinds"


def _how_many(verdict: Verdict) -> str:
    n = len(verdict.kinds)
    return f"{n} operations" if n < 6 else "6 and more operations"


def _cause(verdict: Verdict) -> str:
    if verdict.reasons:
        kind, _, reason = verdict.reasons[0].partition(": ")
        words = [w for w in reason.split() if w.isalpha() and w.islower()]
        return f"{kind}: {' '.join(words[:7])}"
    if verdict.kinds:
        return f"another wording after: {_touched_by(verdict)}"
    if not verdict.expected:
        return "no operation; gone from the newer text"
    if not verdict.before:
        return "no operation; new in the newer text"
    return "no operation; a silent correction" if _small(verdict) else "no operation; changed otherwise"


def _small(verdict: Verdict) -> bool:
    return verdict.similarity >= NEARLY


if __name__ == "__main__":
    main()
