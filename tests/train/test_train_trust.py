"""A ranker's trust in vectors."""

from __future__ import annotations

from train.trust import trusting


def test_weights_that_rest_on_vectors_are_multiplied_and_no_others() -> None:
    facts = {"features": ["chunks:score", "all-p:score", "meant:of_best"], "weights": {"short": [2.0, 3.0, 0.5]}}
    once = trusting(facts, 1.2)
    assert once["weights"] == {"short": [2.4, 3.0, 0.6]}  # 2 x 1.2, as it was, 0.5 x 1.2
    assert trusting(once, 0.5)["trust"] == 0.6  # 1.2 x 0.5
    assert facts["weights"] == {"short": [2.0, 3.0, 0.5]}
