"""Does an answer name the provision that the key names? First cited article, act-aware, to the letter.

The authors' scorer rejects letter-suffixed articles and many abbreviations; this one reads citations with the grammar
that reads the keys, so 37b, 126² and p.p.s.a. count as what they are.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from przepis.evaluate.metrics.unit_hit import unit_hit
from przepis.evaluate.questions.labels import provision_key
from przepis.evaluate.runs.files import RunFile
from przepis.evaluate.runs.scores import Scores
from przepis.evaluate.runs.strict_scoring import strictly_right
from przepis.law.citations import CitationResolver


@dataclass(frozen=True, slots=True)
class CitationScore:
    """``first`` is the provision cited first, empty where none could be read."""

    first: str
    article_right: bool
    unit_right: bool | None  # None: the key names no subdivision


def score_citation(
    written: str, provisions: Collection[str], units: Collection[str], resolver: CitationResolver
) -> CitationScore:
    """``provisions`` are article ids or, for acts that the corpus lacks, act#label (``BasisLabels.keys``)."""
    found = resolver.resolve(written)
    # Several units of one article are one citation; only the first article counts, so verbosity gains nothing.
    first = provision_key(found[0]) if found else ""
    article_right = bool(first) and first in provisions
    if not units:
        return CitationScore(first, article_right, None)
    paths = ["/".join(path) for path in found[0].units if path] if found else []
    unit_right = article_right and any(unit_hit(first, path, units) for path in paths[:1])
    return CitationScore(first, article_right, unit_right)


@dataclass(frozen=True)
class AnswerScores:
    """Outcomes by question of a run that has answers; a question that is not in a mapping does not count there."""

    cited: Mapping[str, bool]  # named the reference article first
    unit: Mapping[str, bool]  # with its subdivision, where the key names one
    option: Mapping[str, bool]  # chose the right option, where there is one
    in_context: Mapping[str, bool] = field(default_factory=dict)  # the reference article was among those shown
    strict: Mapping[str, bool] = field(default_factory=dict)  # as the authors score, on the released labels
    grounded: float = 0.0  # share of citations whose article was in the context
    n_abstained: int = 0

    @property
    def n(self) -> int:
        return len(self.cited)

    @property
    def n_cited(self) -> int:
        return sum(self.cited.values())

    def as_scores(self) -> Scores:
        """Citations and answers as metrics, for the paired tests."""
        values = {"citation": self.cited, "answer": self.option}
        numbers = {m: {q: float(v) for q, v in own.items()} for m, own in values.items()}
        return Scores(numbers, self.n, self.n)


@dataclass(frozen=True)
class AnswerKey:
    """What answers are scored against, by question."""

    provisions: Mapping[str, Collection[str]]
    units: Mapping[str, Collection[str]]
    options: Mapping[str, str]
    released: Mapping[str, Collection[str]] = field(default_factory=dict)


def score_answers(run: RunFile, key: AnswerKey, resolver: CitationResolver) -> AnswerScores:
    """A question without an answer, or with an unreadable citation, is scored wrong."""
    cited: dict[str, bool] = {}
    unit: dict[str, bool] = {}
    option: dict[str, bool] = {}
    shown: dict[str, bool] = {}
    strict: dict[str, bool] = {}
    grounded: list[bool] = []
    n_abstained = 0
    for question_id, ranking in run.items():
        answer, right = ranking.answer, key.provisions.get(question_id, ())
        citations = _citations(answer)
        score = _score_first(citations, right, key.units.get(question_id, ()), resolver)
        cited[question_id] = score.article_right
        shown[question_id] = any(article_id in right for article_id in ranking.context)
        if score.unit_right is not None:
            unit[question_id] = score.unit_right
        if key.options.get(question_id):
            option[question_id] = answer is not None and answer.get("option") == key.options[question_id]
        if question_id in key.released:
            written = citations[0]["written"] if citations else ""
            strict[question_id] = strictly_right(written, key.released[question_id])
        n_abstained += answer is not None and bool(answer.get("abstained"))
        grounded += [bool(each["in_context"]) for each in citations]
    share = sum(grounded) / len(grounded) if grounded else 0.0
    return AnswerScores(cited, unit, option, shown, strict, share, n_abstained)


def _score_first(
    citations: Sequence[Mapping[str, Any]], right: Collection[str], units: Collection[str], resolver: CitationResolver
) -> CitationScore:
    """A citation that was checked carries its article; one that was not is read again from its words."""
    if not citations:
        return CitationScore("", False, False if units else None)
    first = citations[0]
    if not first.get("article_id"):
        return score_citation(first["written"], right, units, resolver)
    article_id = first["article_id"]
    named = article_id in right
    return CitationScore(article_id, named, (named and unit_hit(article_id, first["unit"], units)) if units else None)


def _citations(answer: Mapping[str, Any] | None) -> Sequence[Mapping[str, Any]]:
    return () if answer is None else answer.get("citations", ())
