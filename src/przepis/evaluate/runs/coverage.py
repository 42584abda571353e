"""How much of what a system ranks carries a surrogate, and how it does when every candidate does.

The paper's surrogates cover 27 % of its corpus and all of its reference provisions, and it did not measure the
candidates its systems rank. Two measurements bound the effect: the annotated share of the candidates, and every metric
on the coverage-matched subset: questions whose right article is annotated, candidates limited to annotated articles.
Here the others are left out of each finished list; a run made with ``--annotated-only`` limits the search itself.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from przepis.evaluate.runs.files import Ranking, RunFile
from przepis.evaluate.runs.scores import Scores, score_run
from przepis.records import LabelSet


@dataclass(frozen=True, slots=True)
class Coverage:
    """Shares of annotated articles: among the first 10, among all ranked, among those that are not right."""

    share_10: float
    share_all: float
    share_not_right: float
    plain: Scores  # the whole lists, on the matched questions
    matched: Scores  # annotated candidates only, on the same questions


def coverage(run: RunFile, labels: LabelSet, annotated_right: Collection[str]) -> Coverage:
    """``annotated_right``: those of the right articles that carry a surrogate."""
    first, every, wrong = _Count(), _Count(), _Count()
    for question_id, ranking in run.items():
        wanted = labels.articles.get(question_id, ())
        for place, (article_id, flag) in enumerate(zip(ranking.article_ids, ranking.annotated, strict=True)):
            every.add(flag)
            if place < 10:
                first.add(flag)
            if article_id not in wanted:
                wrong.add(flag)
    chosen = matched_questions(labels, annotated_right)
    plain, matched = score_run(run, labels, chosen), score_run(matched_run(run), labels, chosen)
    return Coverage(first.share, every.share, wrong.share, plain, matched)


def matched_questions(labels: LabelSet, annotated_right: Collection[str]) -> set[str]:
    return {q for q, articles in labels.articles.items() if any(a in annotated_right for a in articles)}


def matched_run(run: RunFile) -> dict[str, Ranking]:
    """Each list with the articles that have no surrogate left out."""
    return {q: _annotated_only(ranking) for q, ranking in run.items()}


def _annotated_only(ranking: Ranking) -> Ranking:
    kept = tuple(a for a, flag in zip(ranking.article_ids, ranking.annotated, strict=True) if flag)
    return Ranking(ranking.question_id, kept, (), ranking.units, (True,) * len(kept), None, ranking.error)


@dataclass(slots=True)
class _Count:
    n: int = 0
    n_annotated: int = 0

    def add(self, flag: bool) -> None:
        self.n += 1
        self.n_annotated += flag

    @property
    def share(self) -> float:
        return self.n_annotated / self.n if self.n else 0.0
