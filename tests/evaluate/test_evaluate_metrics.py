"""Metrics, spelled out, and against ranx on random runs."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from przepis.evaluate.metrics.document_hit import document_hit_at
from przepis.evaluate.metrics.hit import first_rank, hit_at
from przepis.evaluate.metrics.mrr import reciprocal_rank
from przepis.evaluate.metrics.ndcg import ndcg_at, ndcg_of_best
from przepis.evaluate.metrics.recall import recall_at
from przepis.evaluate.metrics.unit_hit import split_unit, unit_hit
from przepis.evaluate.runs.files import order_by_score

RANKED = ["A#1", "A#2", "B#1", "C#9"]


def test_hit() -> None:
    assert not hit_at(2, RANKED, {"B#1"})
    assert hit_at(3, RANKED, {"B#1", "Z#1"})
    assert first_rank(RANKED, {"C#9", "B#1"}) == 3
    assert first_rank([], {"A#1"}) is None


def test_recall_counts_every_provision() -> None:
    assert recall_at(1, RANKED, ("A#1", "B#1")) == 1 / 2
    assert recall_at(3, RANKED, ("A#1", "B#1")) == 2 / 2
    assert recall_at(3, RANKED, ()) == 0.0


def test_reciprocal_rank() -> None:
    assert reciprocal_rank(RANKED, {"B#1"}) == 1 / 3
    assert reciprocal_rank(RANKED, {"Z#1"}) == 0.0


def test_ndcg() -> None:
    found = 1 / math.log2(2) + 1 / math.log2(4)
    best = 1 / math.log2(2) + 1 / math.log2(3)
    assert ndcg_at(10, RANKED, {"A#1", "B#1"}) == found / best
    assert ndcg_of_best(10, RANKED, {"B#1", "C#9"}) == 1 / math.log2(4)
    assert ndcg_of_best(2, RANKED, {"B#1"}) == 0.0


def test_document_hit() -> None:
    assert document_hit_at(1, RANKED, {"A#77"})
    assert not document_hit_at(2, RANKED, {"B#77"})


def test_unit_hit() -> None:
    assert split_unit("DU/1964/93#22^1/para:1/point:2") == ("DU/1964/93#22^1", "/", "para:1/point:2")
    key = ["DU/1964/93#8/para:1"]
    assert unit_hit("DU/1964/93#8", "para:1", key)
    assert unit_hit("DU/1964/93#8", "pass:1/point:2", key)
    assert not unit_hit("DU/1964/93#8", "para:10", key)
    assert not unit_hit("DU/1964/93#8", "", key)
    assert not unit_hit("DU/1964/94#8", "para:1", key)


def test_equal_scores_stand_in_descending_order_of_id() -> None:
    assert order_by_score({"A#1": 1.0, "A#2": 2.0, "A#3": 1.0, "A#10": 1.0}) == ["A#2", "A#3", "A#10", "A#1"]


IDS = [f"A#{i}" for i in range(40)]


@pytest.mark.filterwarnings("ignore")  # ranx compiles its metrics and warns of its own types
@settings(max_examples=5, deadline=None)  # each example is a hundred random rankings: one call of ranx is slow
@given(st.randoms(use_true_random=False))
def test_agrees_with_ranx(chance: random.Random) -> None:
    ranx = pytest.importorskip("ranx")
    questions = [f"q{i}" for i in range(100)]
    # ranx leaves the order of equal scores open, so no two scores of a question are equal here
    scored = {
        q: {d: float(place) for place, d in enumerate(chance.sample(IDS, chance.randint(1, 40)))} for q in questions
    }
    right = {q: set(chance.sample(IDS, chance.randint(1, 4))) for q in questions}
    qrels = ranx.Qrels({q: dict.fromkeys(docs, 1) for q, docs in right.items()})
    names = ["hit_rate@1", "hit_rate@5", "recall@5", "mrr", "ndcg@10"]
    expected = ranx.evaluate(qrels, ranx.Run(scored), names)
    ranked = {q: order_by_score(docs) for q, docs in scored.items()}
    ours = {
        "hit_rate@1": [hit_at(1, ranked[q], right[q]) for q in questions],
        "hit_rate@5": [hit_at(5, ranked[q], right[q]) for q in questions],
        "recall@5": [recall_at(5, ranked[q], right[q]) for q in questions],
        "mrr": [reciprocal_rank(ranked[q], right[q]) for q in questions],
        "ndcg@10": [ndcg_at(10, ranked[q], right[q]) for q in questions],
    }
    for name, values in ours.items():
        assert sum(values) / len(values) == pytest.approx(expected[name], abs=1e-6), name
