"""Two systems on the same questions; one system against a family of others with Holm's correction; repeated runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from przepis.errors import LabelError
from przepis.evaluate.runs.files import RunFile
from przepis.evaluate.runs.scores import HITS, MEANS, YES_NO, Scores, score_run
from przepis.evaluate.statistics.bootstrap import bootstrap_difference
from przepis.evaluate.statistics.holm import holm
from przepis.evaluate.statistics.mcnemar import Paired, mcnemar
from przepis.records import LabelSet


@dataclass(frozen=True, slots=True)
class Comparison:
    metric: str
    first: float
    second: float
    paired: Paired | None  # for yes/no metrics
    interval: tuple[float, float]  # of the difference
    p_holm: float | None = None

    @property
    def difference(self) -> float:
        return self.first - self.second


def compare_runs(first: RunFile, second: RunFile, labels: LabelSet) -> list[Comparison]:
    """Every metric; refused where the two runs are not of the same questions."""
    if first.keys() != second.keys():
        odd = sorted(first.keys() ^ second.keys())
        raise LabelError(
            f"the two runs do not have the same questions: {len(odd)} are in one only, e.g. {', '.join(odd[:3])}"
        )
    left, right = score_run(first, labels), score_run(second, labels)
    if left.n == 0:
        raise LabelError(f"no question has a label in {labels.name!r}: nothing to compare")
    metrics = [*HITS, "doc@10", *(["unit@1"] if "unit@1" in left.values else []), *MEANS]
    return [compare_scores(left, right, metric) for metric in metrics]


def compare_scores(left: Scores, right: Scores, metric: str) -> Comparison:
    a, b = left.values[metric], right.values[metric]
    paired = mcnemar(left.outcomes(metric), right.outcomes(metric)) if metric in YES_NO else None
    interval = bootstrap_difference(list(a.values()), [b[q] for q in a])
    return Comparison(metric, left.mean(metric), right.mean(metric), paired, interval)


@dataclass(frozen=True, slots=True)
class FamilyRow:
    other: str
    value: float
    difference: float
    paired: Paired
    p_holm: float


def compare_family(baseline: Scores, others: Mapping[str, Scores], metric: str) -> list[FamilyRow]:
    """The paper's Table 3: one system against all others at one cutoff, worst first."""
    found = [(name, scores, compare_scores(baseline, scores, metric)) for name, scores in others.items()]
    pairs = [(name, scores, each.paired) for name, scores, each in found if each.paired is not None]
    adjusted = holm([paired.p for _, _, paired in pairs])
    rows = [
        FamilyRow(name, scores.mean(metric), baseline.mean(metric) - scores.mean(metric), paired, p)
        for (name, scores, paired), p in zip(pairs, adjusted, strict=True)
    ]
    return sorted(rows, key=lambda row: (row.value, row.other))


@dataclass(frozen=True, slots=True)
class Repeats:
    n_runs: int
    hit_at_1: tuple[float, ...]
    deviation: float  # of hit@1 between the runs, sample standard deviation
    same_first: float  # share of questions with the same first article in all runs
    same_ten: float  # … the same first ten in the same order
    same_list: float  # … the same whole permutation


def compare_repeats(runs: Sequence[RunFile], labels: LabelSet) -> Repeats:
    """Does the system give the same order when asked again?"""
    if len(runs) < 2:
        raise LabelError("repeated runs are compared from two on; `bench run --repeat 2` makes them")
    if any(run.keys() != runs[0].keys() for run in runs):
        raise LabelError("repeated runs must have the same questions")
    hits = tuple(score_run(run, labels).mean("hit@1") for run in runs)
    mean = sum(hits) / len(hits)
    deviation = (sum((h - mean) ** 2 for h in hits) / (len(hits) - 1)) ** 0.5
    return Repeats(len(runs), hits, deviation, _same(runs, 1), _same(runs, 10), _same(runs, None))


def _same(runs: Sequence[RunFile], depth: int | None) -> float:
    same = sum(1 for q in runs[0] if len({run[q].article_ids[:depth] for run in runs}) == 1)
    return same / len(runs[0])
