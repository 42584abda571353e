"""Postings are added alike by scipy's kernel and plainly, and plainly where scipy has no such kernel."""

from __future__ import annotations

import types

import numpy as np
import pytest

from przepis.index.local import adding


def postings() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(18)
    docs = np.sort(rng.choice(5000, 900, replace=False)).astype(np.int32)
    return docs, rng.random(900, dtype=np.float32)


def test_the_kernel_gives_the_same_floats() -> None:
    docs, weights = postings()
    totals = [np.full(5000, 0.25, dtype=np.float32) for _ in range(2)]
    for total, add in zip(totals, (adding.kernel_adding(adding._load_kernel()), adding.add_plainly), strict=True):
        add(total, docs, weights, 1.7)
    np.testing.assert_array_equal(*totals)
    assert totals[0][docs[0]] == np.float32(0.25) + np.float32(1.7) * weights[0]


@pytest.mark.parametrize("broken", ["gone", "renamed", "other"])
def test_without_the_kernel_postings_are_added_plainly(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def load() -> object:
        if broken == "gone":
            raise ImportError("no such file")
        return types.SimpleNamespace(**({} if broken == "renamed" else {"csc_matvec": lambda *_: None}))

    monkeypatch.setattr(adding, "_load_kernel", load)
    add = adding.choose_adding()
    assert add is adding.add_plainly
    total = np.zeros(4, dtype=np.float32)
    add(total, np.array([1, 3], dtype=np.int32), np.array([0.5, 2.0], dtype=np.float32), 2.0)
    assert total.tolist() == [0.0, 1.0, 0.0, 4.0]
