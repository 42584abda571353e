"""The audit's reasons, near duplicates and marking, on invented acts."""

from __future__ import annotations

import dataclasses

import pytest

from przepis.corpus.store import Store
from przepis.errors import LabelError
from przepis.evaluate.questions import audit
from przepis.evaluate.questions.labels import BasisLabels, LabelMaker, pick
from przepis.evaluate.questions.marking import OTHER, mark_questions
from przepis.evaluate.questions.near_duplicates import near_duplicates
from przepis.evaluate.questions.question_set import QuestionSet
from przepis.evaluate.questions.sets import read_questions
from przepis.evaluate.questions.stems import jaccard, stem_prefixes
from przepis.evaluate.report.tables.audit import audit_summary, audit_table
from przepis.records import LabelSet, Question

KC, KPC, TEU = "DU/1964/93", "DU/1964/296", "TUE"


@pytest.mark.parametrize(
    ("released", "corrected", "reason"),
    [
        ((), (f"{KC}#1",), audit.NOT_READ),
        ((f"{KC}#22^1",), (f"{KC}#22^1",), audit.FLATTENED),
        ((f"{KC}#84", f"{KC}#5"), (f"{KC}#84",), audit.EXTRA),
        ((f"{KC}#758",), (f"{KC}#758^1",), audit.SUPERSCRIPT),
        ((f"{KC}#751",), (f"{KC}#75^1",), audit.MISREAD),
        ((f"{KC}#95",), (f"{KC}#95ł",), audit.LETTER),
        ((f"{KC}#5",), (f"{KPC}#5",), audit.OTHER_ACT),
        ((f"{KC}#22",), (f"{KPC}#22^1",), audit.ACT_AND_SUPERSCRIPT),
        (("DU/1982/147#8",), ("DU/1982/145#8",), audit.WRONG_ACT),
        ((f"{KC}#5",), (f"{KC}#7",), audit.OTHER),
        ((f"{KC}#5",), (), audit.OTHER),
    ],
)
def test_reasons(released: tuple[str, ...], corrected: tuple[str, ...], reason: str, maker: LabelMaker) -> None:
    assert audit._reason(released, BasisLabels((), (), corrected, ()), maker) == reason


def test_treaty(maker: LabelMaker) -> None:
    found = maker.from_basis("art. 10 ust. 1 Traktatu o Unii Europejskiej")
    assert found.articles == ()
    assert audit._reason(("DU/2010/1700#10",), found, maker) == audit.TREATY


def test_an_audit_confirms_by_the_words_of_the_question(store: Store, maker: LabelMaker) -> None:
    right, wrong = list(store.articles("DU/2091/101"))[2:4]
    basis = f"art. {right.label} ustawy z dnia 12 marca 2091 r. o wypożyczalniach narzędzi"
    meta = {
        "legal_basis": basis,
        "released": f"DU/2091/101#arti.{wrong.label}",
        "released_in_corpus": True,
        "correct": "A",
    }
    question = Question("q1", right.text[:80], (right.text[80:160],), meta=meta)
    same = dataclasses.replace(question, question_id="q2", meta={**meta, "released": f"DU/2091/101#arti.{right.label}"})
    found = audit.audit_labels(QuestionSet("s", (question, same), {}, "", ""), maker)
    assert [(d.question_id, d.verdict, d.wrong) for d in found.differences] == [("q1", "confirmed", True)]
    assert found.differences[0].evidence.endswith("by the released")
    assert [len(found.wrong_in_subset()), found.n_subset] == [1, 2]
    assert len(audit_table(found).rows) == 1
    assert "1 of the 2 questions" in audit_summary(found).caption


def test_audit_needs_released_labels(store: Store, maker: LabelMaker) -> None:
    with pytest.raises(LabelError, match="no released labels"):
        audit.audit_labels(read_questions("sample", store), maker)


def test_unknown_label_set() -> None:
    with pytest.raises(LabelError, match="no label set 'x'; there are a"):
        pick({"a": LabelSet("a", {})}, "x")


def test_jaccard_of_six_letter_prefixes() -> None:
    left = stem_prefixes("Zgodnie z Kodeksem karnym, występkiem jest czyn")
    assert left == {"zgodni", "z", "kodeks", "karnym", "występ", "jest", "czyn"}
    # "Kodeksie" and "Kodeksem" share six letters; "karny" differs from "karnym": 6 of 8 are shared
    assert jaccard(left, stem_prefixes("zgodnie z kodeksie karny występki jest czyn")) == 6 / 8
    assert jaccard(frozenset(), frozenset()) == 0.0


def test_near_duplicates() -> None:
    training = [Question("t1", "a b c d e"), Question("t2", "a b c x y z")]
    found = near_duplicates([Question("q1", "a b c d f"), Question("q2", "a b q r s"), Question("q3", "nic")], training)
    assert found == {"q1": ("t1", 4 / 6)}


def test_marking(store: Store, maker: LabelMaker) -> None:
    found = mark_questions(read_questions("sample", store), maker)
    assert all("near_duplicate" not in q.meta for q in found.questions)
    families = {q.meta["family"] for q in found.questions}
    assert OTHER in families or len(families) > 1
