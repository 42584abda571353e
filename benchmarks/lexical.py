"""BM25 beside bm25s and tantivy; DTF and the cascade beside straightforward implementations with the same results.

    python -m benchmarks.lexical --home HOME --questions FILE.jsonl

Every figure is from this one run on this one machine. Latencies are of single queries, one thread, warm.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import resource
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from benchmarks.table import print_table
from przepis.index.analyser import split_words
from przepis.index.engine import Ranked
from przepis.library import Library
from przepis.pipelines.loader import load_pipeline
from przepis.pipelines.run import run_pipeline
from przepis.records import Question, Surrogate
from przepis.retrieve.cascade import CascadeStep
from przepis.retrieve.domains import first_tier
from przepis.retrieve.step import State
from przepis.settings import load_settings


def timed(action: Callable[[str], object], queries: list[str]) -> tuple[float, float]:
    """p50 and p95 in milliseconds, after a warm-up over a third of the queries."""
    for query in queries[: len(queries) // 3]:
        action(query)
    spent = []
    for query in queries:
        started = time.perf_counter()
        action(query)
        spent.append((time.perf_counter() - started) * 1000)
    return float(np.percentile(spent, 50)), float(np.percentile(spent, 95))


Ask = Callable[[str], int]
"""The row of the first hit; -1 where there is none."""


def compare_bm25(library: Library, queries: list[str]) -> None:
    """All answer the same query one after the other, so that a busy machine is busy for each."""
    searcher = library.searcher
    texts = [split_words(a.text) for a in library.store.articles()]
    asked: dict[str, Ask] = {
        "przepis, words": lambda q: _first(searcher.lexical("text", q, 100)),
        "przepis, prefixes": lambda q: _first(searcher.lexical("text-prefix", q, 100)),
        "bm25s (numpy)": _bm25s(texts),
    }
    if importlib.util.find_spec("tantivy"):
        asked["tantivy"] = _tantivy(texts)
    else:
        print("tantivy is not installed")
    wall: dict[str, list[float]] = {name: [] for name in asked}
    processor: dict[str, list[float]] = {name: [] for name in asked}
    first: dict[str, list[int]] = {name: [] for name in asked}
    for n, query in enumerate((*queries[: len(queries) // 3], *queries)):
        for name, ask in asked.items():
            began, spent = time.perf_counter(), time.process_time()
            found = ask(query)
            if n >= len(queries) // 3:  # what comes before warms up
                processor[name].append(1000 * (time.process_time() - spent))
                wall[name].append(1000 * (time.perf_counter() - began))
                first[name].append(found)
    rows = []
    for name in asked:
        times = (np.percentile(own, q) for own in (wall[name], processor[name]) for q in (50, 95))
        same = np.mean([a == b for a, b in zip(first[name], first["przepis, words"], strict=True)])
        rows.append((name, *times, f"{same:.1%}"))
    heads = ("BM25 top 100", "p50 ms", "p95 ms", "processor p50 ms", "processor p95 ms", "same first hit as the first")
    print_table(heads, rows)


def _first(ranked: Ranked) -> int:
    return int(ranked.rows[0]) if len(ranked) else -1


def _bm25s(texts: list[list[str]]) -> Ask:
    import bm25s

    peer = bm25s.BM25(k1=1.2, b=0.75, method="lucene")
    peer.index(texts, show_progress=False)

    def ask(query: str) -> int:
        docs, _ = peer.retrieve([split_words(query)], k=100, show_progress=False)
        return int(docs[0][0])

    return ask


def _tantivy(texts: list[list[str]]) -> Ask:
    import tantivy

    schema = tantivy.SchemaBuilder()
    schema.add_text_field("body", tokenizer_name="whitespace")
    schema.add_integer_field("row", stored=True)
    index = tantivy.Index(schema.build())
    writer = index.writer(256_000_000)
    for row, words in enumerate(texts):
        writer.add_document(tantivy.Document(body=[" ".join(w.replace("^", "x") for w in words)], row=row))
    writer.commit()
    index.reload()
    searcher = index.searcher()

    def ask(query: str) -> int:
        terms = [
            (tantivy.Occur.Should, tantivy.Query.term_query(index.schema, "body", w.replace("^", "x"), "freq"))
            for w in split_words(query)
        ]
        found = searcher.search(tantivy.Query.boolean_query(terms), 100).hits
        return int(searcher.doc(found[0][1])["row"][0]) if found else -1

    return ask


class PlainCascade:
    """The cascade's equations, article by article, over sets of terms."""

    def __init__(self, library: Library) -> None:
        self.index = library.index
        self.titles = library.tools().titles
        self.articles = [(self.index.row(s.article_id), s, self._fields(s)) for s in library.store.surrogates()]
        self.acts: dict[str, tuple[set[int], set[int]]] = {a: (set(), set()) for a in self.index.act_ids}
        for _, surrogate, (_, concepts, summary, _) in self.articles:
            act = self.acts[surrogate.article_id.partition("#")[0]]
            act[0].update(concepts)
            act[1].update(summary)

    def terms(self, text: str) -> set[int]:
        return set(self.index.terms("theme", text).tolist())

    def _fields(self, s: Surrogate) -> tuple[set[int], set[int], set[int], list[set[int]]]:
        concepts = set().union(*(self.terms(c) for c in s.concepts))
        return self.terms(s.theme), concepts, self.terms(s.summary), [self.terms(q) for q in s.questions]

    def search(self, query: str) -> list[int]:
        asked = self.terms(query)
        share = 1 / max(1, len(asked))
        by_act = {
            act: 3 * len(asked & concepts)
            + 2 * share * len(asked & self.terms(self.titles[act]))
            + 2 * share * len(asked & summary)
            + 10 * first_tier(self.titles[act])
            for act, (concepts, summary) in self.acts.items()
        }
        positive = [a for a in by_act if by_act[a] > 0]
        kept = set(sorted(positive, key=lambda a: (-np.float32(by_act[a]), _reversed(a)))[:40])
        scored = []
        for row, surrogate, (theme, concepts, summary, questions) in self.articles:
            if row is None or surrogate.article_id.partition("#")[0] not in kept:
                continue
            covers = max((len(asked & q) for q in questions), default=0) * share
            score = 3 * len(asked & theme) + 2 * len(asked & concepts) + 20 * covers + 2 * share * len(asked & summary)
            if score > 0:
                scored.append((score, surrogate.article_id, row))
        scored.sort(key=lambda item: (-np.float32(item[0]), _reversed(item[1])))
        return [row for _, _, row in scored[:100]]


def _reversed(name: str) -> tuple[int, ...]:
    return (*(-ord(c) for c in name), 1)


def compare_cascade(library: Library, queries: list[str]) -> None:
    tools, step = library.tools(), CascadeStep(references="question")
    rows: list[tuple[object, ...]] = []
    if library.index.dense_fields:
        dtf, encode = load_pipeline("dtf"), library.encoder.encode_queries
        rows.append(("encoding a question", *timed(lambda q: encode([q]), queries), ""))
        for query in queries:
            encode([query])  # the encoder keeps the latest vectors: what follows is dtf with given vectors
        rows.append(("dtf, vectors given", *timed(lambda q: run_pipeline(dtf, Question("", q), tools), queries), ""))

    def ours(query: str) -> list[int]:
        state = State(Question("", query), tools)
        step.run(state)
        return [int(r) for r in state.ranked.rows]

    fast = timed(ours, queries)
    plain = PlainCascade(library)  # last: its many small objects slow everything after it
    same = np.mean([ours(q)[:10] == plain.search(q)[:10] for q in queries[:30]])
    rows.append(("cascade, vectorised", *fast, f"{same:.1%}"))
    rows.append(("cascade, article by article", *timed(plain.search, queries[:30]), ""))
    print_table(("paper's designs", "p50 ms", "p95 ms", "same top ten"), rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--questions", type=Path, required=True, help="JSONL with a `question` or `text` a line")
    parser.add_argument("--only-bm25", action="store_true", help="leave the paper's designs out")
    options = parser.parse_args()
    lines = [json.loads(line) for line in options.questions.read_text(encoding="utf-8").splitlines()]
    queries = [str(line.get("question") or line["text"]) for line in lines][:150]
    started = time.perf_counter()
    with Library(settings=load_settings(options.home)) as library:
        _ = library.index
        print(f"open: {(time.perf_counter() - started) * 1000:.0f} ms, {len(library.index.article_ids)} articles")
        if not options.only_bm25:
            compare_cascade(library, queries)
        print(f"resident: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
        compare_bm25(library, queries)


if __name__ == "__main__":
    main()
