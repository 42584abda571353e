"""Does an answer name the provision that the key names? First cited article, act-aware, to the letter.

The authors' scorer rejects letter-suffixed articles and many abbreviations; this one reads citations with the grammar
that reads the keys, so 37b, 126² and p.p.s.a. count as what they are.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from przepis.evaluate.metrics.unit_hit import unit_hit
from przepis.evaluate.questions.labels import provision_key
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


@dataclass(frozen=True, slots=True)
class AnswerScores:
    """Counts over all questions of a run that has answers."""

    n: int
    n_cited: int  # named the reference article first
    n_unit: int
    n_with_unit: int  # questions whose key names a subdivision
    n_option: int  # chose the right option
    n_options: int  # questions that have one
    grounded: float  # share of citations whose article was in the context
    n_abstained: int


def score_answers(
    answers: Mapping[str, Mapping[str, Any] | None],
    provisions: Mapping[str, Collection[str]],
    units: Mapping[str, Collection[str]],
    options: Mapping[str, str],
    resolver: CitationResolver,
) -> AnswerScores:
    """A question without an answer, or with an unreadable citation, is scored wrong."""
    n_cited = n_unit = n_with_unit = n_option = n_options = n_abstained = 0
    grounded: list[bool] = []
    for question_id, answer in answers.items():
        right, right_units = provisions.get(question_id, ()), units.get(question_id, ())
        score = _score_first(_citations(answer), right, right_units, resolver)
        n_cited += score.article_right
        n_with_unit += score.unit_right is not None
        n_unit += bool(score.unit_right)
        if options.get(question_id):
            n_options += 1
            n_option += answer is not None and answer.get("option") == options[question_id]
        n_abstained += answer is not None and bool(answer.get("abstained"))
        grounded += [bool(each["in_context"]) for each in _citations(answer)]
    share = sum(grounded) / len(grounded) if grounded else 0.0
    return AnswerScores(len(answers), n_cited, n_unit, n_with_unit, n_option, n_options, share, n_abstained)


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
