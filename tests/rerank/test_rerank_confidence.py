"""Confidence: inputs as arithmetic, what is left is shared out, a fit that learns what it is shown."""

from __future__ import annotations

import numpy as np
import pytest

from przepis.rerank.confidence import HEAD, SIGNALS, Calibration, confidences, fit, inputs

SCORES = np.array([3.0, 1.0, 0.5])


def test_inputs_are_the_head_of_the_list_and_the_first_hits_signals() -> None:
    found = inputs(SCORES, {"chunks:score": 0.7, "n_terms": 4.0})
    assert [found[name] for name in HEAD[:4]] == [1.0, 3.0, 2.0, 2.5]
    assert found["odds"] == pytest.approx(-np.log(np.exp(-2.0) + np.exp(-2.5)), abs=1e-4)
    assert found["log_terms"] == pytest.approx(np.log(5.0))
    assert found["chunks:score"] == 0.7
    assert found["asked:score"] == 0.0
    assert set(found) == {*HEAD, *SIGNALS}


def test_a_single_hit_leads_by_five() -> None:
    found = inputs(np.array([2.0]), {})
    assert found["lead"] == 5.0
    assert found["odds"] == pytest.approx(6 * np.log(10))  # nothing stands against it but what keeps odds finite


def test_what_the_first_lacks_is_shared_out_by_the_scores() -> None:
    own = confidences(Calibration({"intercept": 0.0, "lead": 1.0}), SCORES, {})
    assert own[0] == pytest.approx(1 / (1 + np.exp(-2.0)))
    assert own.sum() == pytest.approx(1.0)
    assert own[1] / own[2] == pytest.approx(np.exp(0.5))


def test_without_a_calibration_nothing_is_said() -> None:
    assert np.isnan(confidences(None, SCORES, {})).all()


def test_no_later_hit_is_surer_than_the_first() -> None:
    own = confidences(Calibration({"intercept": -3.0}), np.array([2.0, 1.9, 1.8]), {})
    assert own[0] == pytest.approx(1 / (1 + np.e**3))
    assert (own[1:] <= own[0]).all()
    assert Calibration.from_json({}) is None


def test_a_fit_is_as_sure_as_it_was_right() -> None:
    rows = [inputs(np.array([0.0, -lead]), {}) for lead in (1.0, 4.0) for _ in range(100)]
    right = np.array([1.0] * 30 + [0.0] * 70 + [1.0] * 90 + [0.0] * 10)
    fitted = fit(rows, right, ["intercept", "lead"], ridge=1e-6)
    for lead, share in ((1.0, 0.3), (4.0, 0.9)):
        assert fitted.first(np.array([0.0, -lead]), {}) == pytest.approx(share, abs=0.01)
