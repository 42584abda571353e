"""``przepis bench audit``: every released label that differs from the legal basis, why, and whether that holds up.

The reason comes from comparing the two; the verdict from evidence the comparison did not use: which of the two
articles has the words of the question and of its right option.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from przepis.errors import CitationError, LabelError
from przepis.evaluate.questions.labels import BasisLabels, LabelMaker, asked_words
from przepis.evaluate.questions.question_set import QuestionSet
from przepis.evaluate.questions.stems import stem_prefixes
from przepis.records import Question

FLATTENED = "superscript flattened, same article"
NOT_READ = "the authors read no article"
EXTRA = "another question's basis ran into this one"
TREATY = "treaty labelled as a Polish act"
WRONG_ACT = "another act of the same date"
OTHER_ACT = "another act"
SUPERSCRIPT = "superscript lost"
MISREAD = "flattened superscript taken for another article"
LETTER = "letter lost"
ACT_AND_SUPERSCRIPT = "another act and superscript lost"
OTHER = "differs otherwise"

HARMLESS = frozenset({FLATTENED})
"""Differences of spelling: both sides mean the same article."""


@dataclass(frozen=True, slots=True)
class Difference:
    question_id: str
    legal_basis: str
    released: tuple[str, ...]
    corrected: tuple[str, ...]  # keys: also provisions that the corpus lacks
    reason: str
    in_subset: bool  # the authors scored this question (their 264)
    verdict: str  # confirmed, likely, unclear, harmless
    evidence: str

    @property
    def wrong(self) -> bool:
        return self.reason not in HARMLESS and bool(self.released)

    @property
    def has_right(self) -> bool:
        """An extra article beside the right one: hit@k still credits the right one."""
        return bool(set(self.released) & set(self.corrected))


@dataclass(frozen=True, slots=True)
class Audit:
    n_questions: int
    n_subset: int
    differences: tuple[Difference, ...]

    def wrong_in_subset(self) -> list[Difference]:
        return [d for d in self.differences if d.in_subset and d.wrong]

    def by_reason(self, in_subset: bool | None = None) -> Counter[str]:
        return Counter(d.reason for d in self.differences if in_subset is None or d.in_subset == in_subset)


def audit_labels(found: QuestionSet, maker: LabelMaker) -> Audit:
    questions = [q for q in found.questions if "released" in q.meta]
    if not questions:
        raise LabelError(f"{found.name} has no released labels to audit (a TSV beside the benchmark's questions)")
    differences = [d for q in questions if (d := _difference(q, maker)) is not None]
    n_subset = sum(1 for q in questions if q.meta["released_in_corpus"])
    return Audit(len(questions), n_subset, tuple(differences))


def _difference(question: Question, maker: LabelMaker) -> Difference | None:
    basis = str(question.meta["legal_basis"])
    corrected = maker.from_basis(basis, asked_words(question))
    named = [maker.released_article(each) for each in str(question.meta["released"]).split(";")]
    released = tuple(article for article, _ in named if article)
    if set(released) == set(corrected.keys) and not any(flat for _, flat in named):
        return None
    draft = Difference(
        question_id=question.question_id,
        legal_basis=basis,
        released=released,
        corrected=corrected.keys,
        reason=_reason(released, corrected, maker),
        in_subset=bool(question.meta["released_in_corpus"]),
        verdict="",
        evidence="",
    )
    verdict, evidence = _verdict(draft, question, maker)
    return dataclasses.replace(draft, verdict=verdict, evidence=evidence)


def _reason(released: Sequence[str], corrected: BasisLabels, maker: LabelMaker) -> str:
    if not released:
        return NOT_READ
    if set(released) == set(corrected.keys):
        return FLATTENED
    if set(released) > set(corrected.keys) and corrected.keys:
        return EXTRA
    if not corrected.keys:
        return OTHER
    (act, label), (right_act, right_label) = (each.partition("#")[::2] for each in (released[0], corrected.keys[0]))
    if act != right_act:
        if maker.names.kind(right_act) == "treaty":
            return TREATY
        if label != right_label and _number(label) == _number(right_label):
            return ACT_AND_SUPERSCRIPT
        same_day = maker.names.date(act) is not None and maker.names.date(act) == maker.names.date(right_act)
        return WRONG_ACT if same_day else OTHER_ACT
    if "^" in right_label and right_label.replace("^", "") == label:
        return MISREAD
    if _number(label) == _number(right_label):
        return SUPERSCRIPT if "^" in right_label and "^" not in label else LETTER
    return OTHER


def _number(label: str) -> str:
    digits = ""
    for character in label:
        if not character.isdigit():
            break
        digits += character
    return digits


def _verdict(difference: Difference, question: Question, maker: LabelMaker) -> tuple[str, str]:
    if difference.reason == FLATTENED:
        return "harmless", "one article of the act has this number once its superscript is put back"
    if difference.reason == NOT_READ:
        return "confirmed", "the basis names the provision; the released label is empty"
    if not difference.corrected:
        return "unclear", "our grammar reads no provision either"
    right_act = difference.corrected[0].partition("#")[0]
    if difference.reason == TREATY:
        return "confirmed", f"the basis names {maker.names.title(right_act)}; the corpus has statutes only"
    ours, theirs = (_support(question, each, maker) for each in (difference.corrected, difference.released))
    words = f"words of the question and its right option found: {ours:.0%} by the basis, {theirs:.0%} by the released"
    if difference.reason == EXTRA:
        return "confirmed", f"the basis of this question names {', '.join(difference.corrected)} only; {words}"
    if ours > theirs:
        return "confirmed", words
    return ("likely" if ours == theirs else "unclear"), words


def _support(question: Question, article_ids: Sequence[str], maker: LabelMaker) -> float:
    """The best article's share of the words of the stem and the right option, as six-letter prefixes."""
    wanted = stem_prefixes(asked_words(question))
    shares = [0.0]
    for article_id in article_ids:
        try:
            text = maker.store.article(article_id).text
        except CitationError:
            continue
        shares.append(len(wanted & stem_prefixes(text)) / len(wanted))
    return max(shares)
