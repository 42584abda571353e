"""The questions that a system did not answer: what was asked, what is right, what was found instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from przepis.errors import LabelError
from przepis.evaluate.metrics.hit import first_rank
from przepis.evaluate.runs.files import RunFile
from przepis.records import LabelSet


@dataclass(frozen=True, slots=True)
class Failure:
    question_id: str
    text: str
    right: tuple[str, ...]  # article_ids
    rank: int | None  # of the first right article; None: not found at all
    found: tuple[str, ...]  # the first article_ids
    confidence: float | None


def failures(run: RunFile, labels: LabelSet, texts: Mapping[str, str], k: int = 1, n_found: int = 3) -> list[Failure]:
    """Questions without a right article among the first ``k``, the surest mistakes first."""
    if not run.keys() & texts.keys():
        raise LabelError("none of the run's questions is in this question file; give the one that was run")
    found = []
    for question_id, ranking in run.items():
        right = labels.articles.get(question_id, ())
        rank = first_rank(ranking.article_ids, right)
        if right and (rank is None or rank > k):
            first = ranking.article_ids[:n_found]
            text = texts.get(question_id, "")
            found.append(Failure(question_id, text, right, rank, first, ranking.confidence))
    return sorted(found, key=lambda f: (-(f.confidence or 0.0), f.question_id))


def failure_lines(found: Failure, name_of: Callable[[str], str]) -> Iterator[str]:
    """For a terminal."""
    sure = "" if found.confidence is None else f"  ({found.confidence:.0%})"
    yield f"{found.question_id}{sure}  {found.text}"
    place = "not found" if found.rank is None else f"at {found.rank}"
    yield f"  right: {'; '.join(name_of(each) for each in found.right)}  [{place}]"
    yield f"  found: {'; '.join(name_of(each) for each in found.found) or 'nothing'}"
