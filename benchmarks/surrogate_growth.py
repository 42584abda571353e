"""What each further thousand of annotated articles is worth: lexical index alone, whole acts added in ranked order.

    python -m benchmarks.surrogate_growth --home HOME --exams FOLDER --queries dev-queries.jsonl [--sizes 1000,2000,…]

Per register hit@1 / hit@10 / hit@100 over all questions, over those whose article has a surrogate and those whose has
none, and coverage-matched: only annotated articles are searched, so that a surrogate is no advantage over the others.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

from benchmarks.act_ranking import ranking
from benchmarks.table import print_table
from przepis.corpus.corpus_file import FILE_NAME
from przepis.corpus.store import Store
from przepis.evaluate.metrics.hit import hit_at
from przepis.evaluate.questions.sets import read_questions
from przepis.index.build import build_index
from przepis.index.embedded.searcher import EmbeddedSearcher
from przepis.index.engine import Filter
from przepis.index.local.index import LocalIndex
from przepis.library import Library
from przepis.records import REGISTERS, Surrogate
from przepis.settings import load_settings

FIELD = "all-prefix"
DEPTHS = (1, 10, 100)
Case = tuple[str, str, frozenset[str]]  # register, text, right articles


def chosen_surrogates(every: list[Surrogate], order: list[str], size: int) -> list[Surrogate]:
    """Whole acts in ranked order until ``size`` articles are annotated; the last act may pass it."""
    by_act: dict[str, list[Surrogate]] = {}
    for surrogate in every:
        by_act.setdefault(surrogate.article_id.partition("#")[0], []).append(surrogate)
    taken: list[Surrogate] = []
    for act in order:
        if len(taken) >= size:
            break
        taken += by_act.get(act, [])
    return taken


def measure(index: LocalIndex, cases: list[Case], annotated: set[str]) -> dict[str, list[str]]:
    """A column a register: all, with a surrogate, without, coverage-matched."""
    found: dict[str, list[str]] = {}
    for register in REGISTERS:
        mine = [(text, right) for r, text, right in cases if r == register]
        ranks = [(right, _ranked(index, text, None)) for text, right in mine]
        matched = [(right, _ranked(index, text, Filter(annotated=True))) for text, right in mine if right & annotated]
        found[register] = [
            _cell(ranks),
            _cell([r for r in ranks if r[0] & annotated]),
            _cell([r for r in ranks if not r[0] & annotated]),
            _cell(matched),
        ]
    return found


def _ranked(index: LocalIndex, text: str, where: Filter | None) -> list[str]:
    return [index.article_ids[r] for r in EmbeddedSearcher(index).lexical(FIELD, text, 100, where=where).rows]


def _cell(ranks: list[tuple[frozenset[str], list[str]]]) -> str:
    if not ranks:
        return "-"
    hits = [100 * sum(hit_at(k, ids, right) for right, ids in ranks) / len(ranks) for k in DEPTHS]
    return " / ".join(f"{h:.1f}" for h in hits) + f" (n {len(ranks)})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--exams", type=Path, required=True)
    parser.add_argument("--queries", type=Path, required=True)
    parser.add_argument("--sizes", default="0,1000,2000,4000,8000,12000")
    options = parser.parse_args()
    with Library(settings=load_settings(options.home)) as library:
        order = [row[0] for row in ranking(library, options.exams)]
        every = list(library.store.surrogates())
        asked = read_questions(str(options.queries), library.store)
        labels = asked.labels[asked.default_labels].articles
        cases = [(q.register, q.text, frozenset(labels[q.question_id])) for q in asked.questions]
        library.store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    rows = []
    for size in sorted({min(int(s), len(every)) for s in options.sizes.split(",")} | {len(every)}):
        taken = chosen_surrogates(every, order, size)
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(options.home / FILE_NAME, Path(folder) / FILE_NAME)
            with Store(Path(folder)) as store:
                store.db.execute("DELETE FROM surrogates")
                store.put_surrogates(taken)
                build_index(store, Path(folder), None)
            columns = measure(LocalIndex(Path(folder)), cases, {s.article_id for s in taken})
        acts = len({s.article_id.partition("#")[0] for s in taken})
        for n, what in enumerate(("all", "with a surrogate", "without", "coverage-matched")):
            rows.append((len(taken), acts, what, *(columns[r][n] for r in REGISTERS)))
    print_table(("annotated", "acts", "articles asked for", *REGISTERS), rows)


if __name__ == "__main__":
    main()
