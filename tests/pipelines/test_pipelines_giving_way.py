"""Hits that give way: behind the others, with no more articles looked at than are needed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from przepis.index.engine import Ranked
from przepis.library import Library
from przepis.pipelines.loader import Pipeline
from przepis.pipelines.run import _behind, run_pipeline
from przepis.records import Question
from przepis.retrieve.step import State, Step
from przepis.settings import Settings


@pytest.mark.parametrize(
    ("giving_way", "order", "n_looked_at"),
    [
        ((), [0, 1, 2], 3),
        ((1,), [0, 2, 3], 4),
        ((0, 1, 2, 4), [3, 5, 6], 7),
        (range(40), [0, 1, 2], 23),
    ],
)
def test_those_that_give_way_stand_last(
    sample_home: Path, giving_way: Sequence[int], order: list[int], n_looked_at: int
) -> None:
    with Library(settings=Settings(home=sample_home, encoder="hashing")) as library:
        ids, looked_at = library.index.article_ids, []

        def gives_way(names: Sequence[str]) -> frozenset[str]:
            looked_at.extend(names)
            return frozenset(ids[row] for row in giving_way) & frozenset(names)

        state = State(Question("", "najem"), library.tools())
        state.ranked = Ranked(np.arange(40), np.arange(40, 0, -1.0))
        first = _behind(state, 3, gives_way)
    assert first.rows.tolist() == order
    assert first.scores.tolist() == [40.0 - row for row in order]
    assert len(looked_at) == n_looked_at


class _Judged(Step):
    """Three articles in order, of which the first was judged."""

    use: str = "judged"
    judged: bool | None

    def run(self, state: State) -> None:
        state.ranked = Ranked(np.arange(3), np.array([3.0, 2.0, 1.0]))
        state.note("confidence", state.ranked.rows, np.array([0.7, 0.04, 0.6]))
        state.sure, state.enough = self.judged, 0.5


@pytest.mark.parametrize(
    ("judged", "giving_way", "sure"),
    [(True, 0, True), (True, 1, False), (True, 2, True), (True, 3, True), (False, 2, False), (None, 1, None)],
)
def test_what_takes_the_first_place_is_sure_only_by_its_own_confidence(
    sample_home: Path, judged: bool | None, giving_way: int, sure: bool | None
) -> None:
    with Library(settings=Settings(home=sample_home, encoder="hashing")) as library:
        later = frozenset(library.index.article_ids[:giving_way])
        run = run_pipeline(
            Pipeline("judged", "", (_Judged(judged=judged),)),
            Question("", "najem"),
            library.tools(),
            gives_way=lambda names: later & frozenset(names),
        )
    assert run.sure is sure
