"""How many points of amending acts become operations, and what the rest look like."""

from __future__ import annotations

import re
from collections import Counter

from benchmarks.table import print_table
from przepis.corpus.amend.operations import kind_of
from przepis.corpus.amend.schedule import Archive

FROM_YEAR = 2012


def print_reading(archive: Archive, act_ids: set[str]) -> None:
    """Points of acts published from FROM_YEAR on that target a statute with consolidated texts."""
    n_points = n_read = 0
    kinds: Counter[str] = Counter()
    patterns: Counter[str] = Counter()
    for act_id in sorted(act_ids):
        for read in archive.instructions(act_id):
            if read.since.year > 1 or int(read.author.eli.split("/")[1]) < FROM_YEAR:
                continue
            n_points += 1
            n_read += not read.instruction.unread
            kinds.update(kind_of(operation) for operation in read.instruction.operations)
            if read.instruction.unread:
                patterns[_pattern(read.instruction.unread)] += 1
    share = f"{100 * n_read / n_points:.2f} %"
    print(f"{n_points} points of acts since {FROM_YEAR}; {n_read} ({share}) read into operations\n")
    print_table(("operation", "read"), kinds.most_common())
    print_table(("not read, from where reading stopped", "points"), patterns.most_common(20))


def _pattern(words: str) -> str:
    words = re.sub(r"[„\"].*", "…", words)
    return re.sub(r"\d+\w*(?:\^\w+)?", "N", words)[:50].replace("|", " ")
