"""All metrics of one run against one label set: a value a question first, means and intervals from those."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from przepis.errors import LabelError
from przepis.evaluate.metrics.document_hit import document_hit_at
from przepis.evaluate.metrics.hit import hit_at
from przepis.evaluate.metrics.mrr import reciprocal_rank
from przepis.evaluate.metrics.ndcg import ndcg_at, ndcg_of_best
from przepis.evaluate.metrics.recall import recall_at
from przepis.evaluate.metrics.unit_hit import unit_hit
from przepis.evaluate.runs.files import Ranking, RunFile
from przepis.evaluate.statistics.bootstrap import bootstrap_mean
from przepis.evaluate.statistics.wilson import wilson
from przepis.records import LabelSet

CUTOFFS = (1, 5, 10, 20, 50, 100)
HITS = tuple(f"hit@{k}" for k in CUTOFFS)
MEANS = ("mrr", "ndcg@10", "ndcg_best@10", "recall@10", "recall@100")
YES_NO = frozenset({*HITS, "doc@10", "unit@1", "citation", "answer"})


@dataclass(frozen=True)
class Scores:
    """``values[metric][question_id]`` over the questions that have a label; ``n_all`` counts those without too."""

    values: Mapping[str, Mapping[str, float]]
    n: int
    n_all: int
    n_failed: int = 0

    def mean(self, metric: str) -> float:
        values = self.values[metric]
        return sum(values.values()) / len(values) if values else 0.0

    def mean_over_all(self, metric: str) -> float:
        """A question without a label in the corpus cannot be solved: it counts as missed."""
        return sum(self.values[metric].values()) / self.n_all if self.n_all else 0.0

    def count(self, metric: str) -> int:
        return int(sum(self.values[metric].values()))

    def interval(self, metric: str) -> tuple[float, float]:
        """Wilson for shares, bootstrap for means; (0, 0) where there is no question."""
        values = self.values[metric]
        if not values:
            return 0.0, 0.0
        if metric in YES_NO:
            return wilson(self.count(metric), len(values))
        return bootstrap_mean(list(values.values()))

    def outcomes(self, metric: str) -> dict[str, bool]:
        return {q: bool(v) for q, v in self.values[metric].items()}


def score_run(run: RunFile, labels: LabelSet, only: Collection[str] | None = None) -> Scores:
    """``only``: the questions of a subset (a year, a register, those without near duplicates)."""
    if not run:
        raise LabelError("an empty run cannot be scored")
    chosen = [q for q in run if only is None or q in only]
    labelled = [q for q in chosen if labels.articles.get(q)]
    rows = {q: score_ranking(run[q], labels.articles[q], labels.units.get(q, ())) for q in labelled}
    metrics = dict.fromkeys(m for row in rows.values() for m in row)
    values = {m: {q: row[m] for q, row in rows.items() if m in row} for m in (*HITS, *MEANS, "doc@10", *metrics)}
    n_failed = sum(1 for q in chosen if run[q].error)
    return Scores(values, len(labelled), len(chosen), n_failed)


def score_ranking(ranking: Ranking, right: Collection[str], right_units: Collection[str] = ()) -> dict[str, float]:
    ids = ranking.article_ids
    row = {f"hit@{k}": float(hit_at(k, ids, right)) for k in CUTOFFS}
    row["mrr"] = reciprocal_rank(ids, right)
    row["ndcg@10"] = ndcg_at(10, ids, right)
    row["ndcg_best@10"] = ndcg_of_best(10, ids, right)
    row["recall@10"] = recall_at(10, ids, right)
    row["recall@100"] = recall_at(100, ids, right)
    row["doc@10"] = float(document_hit_at(10, ids, right))
    if right_units:
        first = ids[0] if ids else ""
        row["unit@1"] = float(unit_hit(first, ranking.units.get(first, ""), right_units))
    return row
