"""A sentence left open goes on in the unit that has its end: in order, in one unit, with an option behind it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from przepis.library import Library
from przepis.pipelines.loader import candidate_lists
from przepis.records import Question
from przepis.retrieve.candidates import gather
from przepis.retrieve.continuing import begins_with, continued, going_on
from przepis.retrieve.features import compute, feature_names
from przepis.retrieve.step import WORDING, State
from przepis.settings import Settings

# two units of one wording, and one of another: 1 2 3 4 | 9 2 3 | 2 3 5
TERMS = np.array([1, 2, 3, 4, 9, 2, 3, 2, 3, 5])
UNIT_OF = np.array([0, 0, 0, 0, 1, 1, 1, 2, 2, 2])
STARTS = np.array([0, 4, 7])


@pytest.fixture
def library(sample_home: Path) -> Iterator[Library]:
    with Library(settings=Settings(home=sample_home, encoder="hashing")) as opened:
        yield opened


def test_the_last_terms_count_as_far_as_they_stand_in_one_unit() -> None:
    places, n_before = going_on(TERMS, UNIT_OF, STARTS, np.array([8, 1, 2, 3]))
    assert places.tolist() == [2, 6, 8]
    assert n_before.tolist() == [3, 2, 2]  # 1 2 3; 2 3, before it stands 9; 2 3, before it another unit ends


@pytest.mark.parametrize(
    ("asked", "begun"),
    [
        ([1, 2, 3], [True, False, False]),
        ([2, 3], [True, True, True]),  # one term may stand before: the unit's number
        ([3], [False, False, True]),  # the third of its unit, the third, the second
        ([2, 3, 5, 6], [False, False, False]),  # longer than what is left
        ([], [False, False, False]),
    ],
)
def test_a_unit_begins_with_all_that_is_said(asked: list[int], begun: list[bool]) -> None:
    assert begins_with(TERMS, STARTS, np.array([4, 7, 10]), np.array(asked, dtype=np.int64)).tolist() == begun


@pytest.mark.parametrize("asked", [[], [77]])
def test_what_no_wording_has_goes_on_nowhere(asked: list[int]) -> None:
    places, n_before = going_on(TERMS, UNIT_OF, STARTS, np.array(asked, dtype=np.int64))
    assert len(places) == len(n_before) == 0


def test_an_option_goes_on_in_the_same_unit() -> None:
    places = np.array([2, 6, 8, 9])
    assert continued(TERMS, UNIT_OF, places, np.array([4, 9])).tolist() == [1, 0, 0, 0]  # 9 is of the next unit
    assert continued(TERMS, UNIT_OF, places, np.array([5])).tolist() == [0, 0, 1, 0]
    assert continued(TERMS, UNIT_OF, places, np.array([], dtype=np.int64)).tolist() == [0, 0, 0, 0]


def test_the_unit_that_begins_so_has_the_most(library: Library) -> None:
    """An article's own beginning, cut: it alone has every term of it, at its start, and the next word as an option."""
    index = library.index
    row = next(r for r in range(len(index.article_ids)) if len(index.forward.segments(r)[0]) > 12)
    article = library.store.article(index.article_ids[row])
    words = article.text.split()
    stem, option = " ".join(words[:6]) + ":", " ".join(words[6:10])
    state = State(Question("", stem, (option, "zupełnie co innego")), library.tools())
    pool = gather(state, candidate_lists())
    names = feature_names(pool.sources)
    found = compute(state, pool)
    own = pool.rows.tolist().index(row)
    asked, told = (index.field(WORDING).idf(index.terms(WORDING, text)).sum() for text in (stem, option))
    for name, most in (("goes_on", asked), ("begins", 1.0), ("completed", asked + told)):
        column = found[:, names.index(name)]
        assert column[own] == pytest.approx(most, rel=1e-5)
        assert column.argmax() == own
    plain = State(Question("", stem.rstrip(":")), library.tools())
    plain_pool = gather(plain, pool.sources)
    columns = compute(plain, plain_pool)
    assert np.isnan(columns[:, names.index("goes_on")]).all()
    own = plain_pool.rows.tolist().index(row)
    for name in ("begins", "quoted", "in_order"):  # the very words are met as such in a question, too
        assert columns[own, names.index(name)] == 1.0


def test_one_that_has_all_the_words_is_meant(library: Library) -> None:
    index = library.index
    row = next(r for r in range(len(index.article_ids)) if len(np.unique(index.forward.segments(r)[0])) > 20)
    words = list(dict.fromkeys(library.store.article(index.article_ids[row]).text.split()))
    state = State(Question("", " ".join(words[3:18:2])), library.tools())
    pool = gather(state, candidate_lists())
    names = feature_names(pool.sources)
    found = compute(state, pool)
    covered, alone = found[:, names.index("stem_covered")], found[:, names.index("alone_covers")]
    n_as_well = int((covered >= covered.max() - 1e-9).sum())
    assert covered[pool.rows.tolist().index(row)] == pytest.approx(1.0)
    assert alone[pool.rows.tolist().index(row)] == pytest.approx(1 / n_as_well)
    assert alone[covered < 0.9].max(initial=0.0) == 0.0
