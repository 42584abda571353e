"""A question that names its act is answered from it: articles of other acts come after."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from przepis.index.engine import Filter, Ranked
from przepis.library import Library
from przepis.pipelines.loader import candidate_lists
from przepis.records import Question
from przepis.retrieve.candidates import NAMED, _outside_named_acts, _ranks, gather
from przepis.retrieve.scope import scope_of_acts
from przepis.retrieve.step import State
from przepis.settings import Settings

SOURCES = candidate_lists()


@pytest.mark.parametrize(
    ("scope", "outside"),
    [
        ([1.0, 0.0], [False, True]),
        ([1.0, 1.0], [False, False]),
        ([0.6, 0.0], [False, False]),
        ([0.0, 0.0], [False, False]),
    ],
)
def test_only_an_act_named_for_certain_leaves_others_outside(scope: list[float], outside: list[bool]) -> None:
    assert _outside_named_acts(np.array(scope), np.array([0, 1])).tolist() == outside


def test_ranks_count_the_inside_first_and_ties_share_one() -> None:
    scores = np.array([9.0, 5.0, 7.0, 5.0, 8.0], dtype=np.float32)
    assert _ranks(scores, np.zeros(5, dtype=bool)).tolist() == [0, 3, 2, 3, 1]
    assert _ranks(scores, np.array([True, False, False, False, True])).tolist() == [3, 1, 0, 1, 4]


def test_vectors_of_other_acts_are_not_compared_where_the_act_is_named(
    sample_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, bool]] = []
    with Library(settings=Settings(home=sample_home, encoder="hashing")) as library:
        search = library.searcher.dense

        def listen(field: str, vector: np.ndarray, k: int, where: Filter | None = None) -> Ranked:
            asked.append((field, where is not None and where.acts is not None))
            return search(field, vector, k, where)

        monkeypatch.setattr(library.searcher, "dense", listen)
        act = library.store.acts()[0]
        dense = tuple(s for s in SOURCES if s.dense and s.query == "stem")
        for text, named in ((f"Zgodnie z ustawą {act.title}, zwrot kaucji:", True), ("zwrot kaucji", False)):
            asked.clear()
            state = State(Question("", text), library.tools())
            assert (scope_of_acts(state).max() >= NAMED) == named
            gather(state, dense)
            assert {field for field, _ in asked} == {s.field for s in dense}
            assert all(inside == named for _, inside in asked)
