"""What is known of validity, and whether searches keep to it: ``python -m benchmarks.validity HOME QUERIES``.

Prints the acts by status and witness, the disagreements, how many ended acts have the clause that ended them, how many
judgments stand with an article, and in how many plain searches law that is not in force stands among the first ten.
QUERIES is a folder with ``dev-queries``, ``other-acts`` and ``real-needs`` (JSON lines); without an index that part is
left out. ``--pipeline lexical`` needs no vectors; ``--every N`` takes every Nth query.
"""

from __future__ import annotations

import argparse
import collections
import json
from collections.abc import Iterator
from pathlib import Path

from benchmarks.table import print_table
from przepis.corpus.store import Store
from przepis.corpus.validity.changes import repealed_since
from przepis.corpus.validity.record import Validity
from przepis.corpus.validity.rulings import Link, ruling_links
from przepis.corpus.validity.settle import validities
from przepis.corpus.validity.standing import ended_acts, present_day
from przepis.library import Library
from przepis.settings import load_settings

SETS = ("dev-queries", "other-acts", "real-needs")
_ENDED = ("repealed", "expired")


def print_statuses(store: Store) -> None:
    every = validities(store)
    today = present_day(store)
    counts: collections.Counter[tuple[str, str]] = collections.Counter()
    for verdict in every.values():
        kinds = "+".join(sorted({w.kind for w in verdict.witnesses})) or "none"
        counts[verdict.status_on(today), kinds] += 1
    print(f"Acts by status on {today} and by the kinds of witness.\n")
    print_table(("status", "witnesses", "acts"), ((s, k, n) for (s, k), n in sorted(counts.items())))
    unknown = sum(v.status == "unknown" for v in every.values())
    since = sum(v.since is not None for v in every.values())
    print(f"unknown: {unknown} of {len(every)} ({unknown / len(every):.1%}); day of entry known: {since}\n")
    rows = [(v.act_id, v.status, v.until or "", v.disagreement) for v in every.values() if v.disagreement]
    print("Disagreements, and what was taken.\n")
    print_table(("act", "taken as", "until", "what"), sorted(rows))
    print_repeals(list(every.values()))


def print_repeals(every: list[Validity]) -> None:
    """Of the acts whose status field says that they have ended: how many have the act that ended them, with the day."""
    stated = [v for v in every if any(w.kind == "status" and w.says in _ENDED for w in v.witnesses)]
    found = [v for v in stated if v.ended_by and v.until]
    share = len(found) / max(1, len(stated))
    print(
        f"ended by their status: {len(stated)}; repealing act found, with the day: {len(found)} ({share:.1%}); ", end=""
    )
    print(f"with a successor: {sum(bool(v.replaced_by) for v in found)}; ended by a clause alone: ", end="")
    print(f"{sum(v.status in _ENDED and v not in stated for v in every)}\n")


def print_rulings(store: Store) -> None:
    """A judgment counts once: as linked where any of its verdicts is."""
    best: dict[str, Link] = {}
    for link in ruling_links(store):
        known = best.get(link.ruling.eli)
        if known is None or _worth(link) > _worth(known):
            best[link.ruling.eli] = link
    counts = collections.Counter(
        ("linked", "article gone", "act not in the corpus")[2 - _worth(k)] for k in best.values()
    )
    in_corpus = counts["linked"] + counts["article gone"]
    print("Judgments that declare a provision of an act contrary.\n")
    print_table(("outcome", "judgments"), sorted(counts.items()))
    print(f"linked of those whose act is in the corpus: {counts['linked'] / max(1, in_corpus):.1%}\n")


def _worth(link: Link) -> int:
    return 2 if link.labels else int(bool(link.act_id))


def print_texts(store: Store) -> None:
    today = present_day(store)
    one = "SELECT count(*) FROM {} c JOIN articles a USING (version_id, label) WHERE a.newest AND c.whole = {}"
    changed = """SELECT count(DISTINCT c.act_id || c.label) FROM later_changes c JOIN articles a
        ON a.act_id = c.act_id AND a.label = c.label JOIN versions v ON v.version_id = a.version_id
        WHERE a.newest AND c.day > v.as_of"""
    count = lambda query: store.db.execute(query).fetchone()[0]  # noqa: E731
    ended = ended_acts(store, today)
    gone = [a for a in repealed_since(store, today) if a.partition("#")[0] not in ended]
    print("Newest texts.\n")
    print_table(
        ("what", "articles"),
        (
            ("with coming wording kept apart", count(one.format("coming", 0))),
            ("wholly to come on the day of the text", count(one.format("coming", 1))),
            ("changed after the text", count(changed)),
            ("repealed after the text, act in force", len(gone)),
        ),
    )


def queries(folder: Path, name: str) -> Iterator[str]:
    with (folder / f"{name}.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            for field in ("query", "lay", "practitioner", "keywords"):
                values = row.get(field) or ()
                yield from [values] if isinstance(values, str) else values


def print_searches(home: Path, folder: Path, pipeline: str, every: int) -> None:
    """Of plain searches, and of the same with --all: the share with ended law among the first ten."""
    rows = []
    with Library(settings=load_settings(home, pipeline=pipeline)) as library:
        today = present_day(library.store)
        ended = ended_acts(library.store, today)
        for name in SETS:
            asked = list(queries(folder, name))[::every]
            n_plain = n_all = 0
            for text in asked:
                n_plain += _any_ended(library, text, ended, False)
                n_all += _any_ended(library, text, ended, True)
            rows.append((name, len(asked), f"{n_plain / len(asked):.1%}", f"{n_all / len(asked):.1%}"))
    print(f"Law not in force among the first ten, pipeline {pipeline}.\n")
    print_table(("set", "queries", "plain", "--all"), rows)


def _any_ended(library: Library, text: str, ended: frozenset[str], all_law: bool) -> bool:
    hits = library.run(text, k=10, units=0, all_law=all_law).hits
    return any(h.article_id.partition("#")[0] in ended or library.store.article(h.article_id).repealed for h in hits)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("home", type=Path)
    parser.add_argument("queries", type=Path)
    parser.add_argument("--pipeline", default="przepis")
    parser.add_argument("--every", type=int, default=1)
    asked = parser.parse_args()
    with Store(asked.home) as store:
        print_statuses(store)
        print_rulings(store)
        print_texts(store)
    if (asked.home / "index").is_dir():
        print_searches(asked.home, asked.queries, asked.pipeline, asked.every)


if __name__ == "__main__":
    main()
