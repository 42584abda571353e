"""The unit that settles a question: features as arithmetic, and the choice on an invented article."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from przepis.corpus.chunks import CHUNK_WORDS, OVERLAP_WORDS
from przepis.corpus.store import Store
from przepis.corpus.units import build_unit, parse_units
from przepis.encode.registry import open_encoder
from przepis.index.build import build_index
from przepis.library import Library
from przepis.records import Article, Question, Unit
from przepis.rerank.unit_features import FEATURES, UnitTerms, UnitWords, unit_features
from przepis.rerank.units import _likely, best_units, match_units, unit_terms
from przepis.retrieve.step import State
from przepis.settings import Settings

TEXT = "1. Łódź oddaje się o zmroku.\n2. Kaucja podlega:\n1) zwrotowi;\n2) zaliczeniu na najem."


def article() -> Article:
    units = tuple(build_unit(TEXT, span) for span in parse_units(TEXT, "pass"))
    return Article("DU/2091/1#5", "DU/2091/1", "5", 1, TEXT, units=units)


def column(matrix: np.ndarray, name: str) -> list[float]:
    return [round(float(v), 4) for v in matrix[:, FEATURES.index(name)]]


def of_terms(*of_units: tuple[int, ...]) -> UnitTerms:
    """Units that stand one after the other, each with these terms."""
    units = tuple(Unit((f"pass:{i}",), "pass", str(i), "") for i in range(1, len(of_units) + 1))
    ends = np.cumsum([len(terms) for terms in of_units])
    starts = ends - [len(terms) for terms in of_units]
    return UnitTerms(units, np.array([t for terms in of_units for t in terms]), np.column_stack([starts, ends]))


IDF = {1: 3.0, 2: 1.0, 3: 1.0, 5: 2.0}


def idf(terms: np.ndarray) -> np.ndarray:
    return np.array([IDF[t] for t in terms.tolist()])


def test_a_unit_has_the_terms_of_what_stands_inside_it() -> None:
    own = UnitTerms(article().units, np.array([7, 1, 2, 1, 3]), np.array([[0, 1], [1, 5], [2, 4], [4, 5]]))
    words = UnitWords([own])
    asked = [3, 1, 9]
    assert words.has(np.array(asked)).tolist() == [[0, 0, 0], [1, 1, 0], [0, 1, 0], [1, 0, 0]]
    n_terms, sums = words.counted(lambda terms: terms.astype(float))
    assert n_terms.tolist() == [1, 3, 2, 1]  # the repeated term counts once
    assert sums.tolist() == [7, 6, 3, 3]


def test_terms_of_the_index_stand_for_words_looked_up(sample_home: Path) -> None:
    """Where the index has this very wording, the bounds of its units are known; of any other words are looked up."""
    with Library(settings=Settings(home=sample_home, encoder="hashing")) as library:
        index = library.index
        n_units = 0
        for row, article_id in enumerate(index.article_ids):
            own = library.store.article(article_id)
            n_units += len(own.units)
            looked_up, indexed = unit_terms(index, own), unit_terms(index, own, row)
            assert indexed.units == looked_up.units
            for (a, b), (c, d) in zip(indexed.bounds.tolist(), looked_up.bounds.tolist(), strict=True):
                assert indexed.terms[a:b].tolist() == looked_up.terms[c:d].tolist()
        assert n_units > 50


def test_another_wording_than_that_of_the_index_is_looked_up(sample_home: Path) -> None:
    with Library(settings=Settings(home=sample_home, encoder="hashing")) as library:
        read = unit_terms(library.index, article(), 0)
        assert read.units == article().units
        assert read.terms.tolist() == unit_terms(library.index, article()).terms.tolist()


def test_features_are_shares_of_the_weight() -> None:
    matrix = unit_features([of_terms((1, 2, 2), (3,))], {1: 3.0, 3: 1.0}, [{2: 1.0}, {4: 2.0}], idf)
    assert matrix.shape == (2, len(FEATURES))
    assert column(matrix, "stem") == [3 / 4, 1 / 4]
    assert column(matrix, "all") == [round((3 + 1) / (3 + 1 + 1 + 2), 4), round(1 / 7, 4)]
    assert column(matrix, "option_best") == [1.0, 0.0]
    assert column(matrix, "option_mean") == [0.5, 0.0]
    assert column(matrix, "density") == [round((3 + 1) / (3 + 1), 4), 1.0]
    assert column(matrix, "stem:rank") == [0.0, 1.0]
    assert column(matrix, "stem:of_best") == [1.0, round(1 / 3, 4)]


@pytest.mark.parametrize(("asked", "within"), [("o zmroku łódź", "pass:1"), ("co się dzieje z kaucją", "pass:2")])
def test_the_unit_that_has_the_words_is_chosen(sample_home: Path, asked: str, within: str) -> None:
    with Library(settings=Settings(home=sample_home, encoder="hashing")) as library:
        found = match_units(library.index, [article()], asked)[0]
        assert found is not None
        assert found.path[0] == within


def test_nothing_in_common_marks_nothing(sample_home: Path) -> None:
    with Library(settings=Settings(home=sample_home, encoder="hashing")) as library:
        assert match_units(library.index, [article()], "xyzzy qwerty") == [None]


def test_articles_scored_together_are_scored_as_alone() -> None:
    first, other = of_terms((1, 2), (3,)), of_terms((1,), (3, 3), (5,))
    asked = ({1: 3.0, 3: 1.0}, [{2: 1.0}, {5: 2.0}])
    together = unit_features([first, other], *asked, idf)
    alone = np.vstack([unit_features([first], *asked, idf), unit_features([other], *asked, idf)])
    np.testing.assert_array_equal(together, alone)


def test_where_two_units_come_near_none_is_marked() -> None:
    units = tuple(Unit((f"pass:{i}",), "pass", str(i), "") for i in (1, 2))
    point = Unit(("pass:1", "point:1"), "point", "1", "")
    scores = np.log(np.array([3.0, 1.0]))  # shares of 3/4 and 1/4
    assert _likely(units, scores, 0.76) is None
    assert _likely(units, scores, 0.74) is units[0]
    inside = np.log(np.array([3.0, 1.0, 4.0]))  # of 8: what stands around the best counts with it, 7/8
    assert _likely((*units, point), inside, 0.87) is point
    assert _likely((*units, point), inside, 0.88) is None
    assert _likely(units, np.array([2.0, 2.0]), 0.0) is units[0]  # no share asked for: the first of the best


def test_the_nearest_stretch_of_a_long_article_tells_its_units() -> None:
    n_words = 2 * (CHUNK_WORDS - OVERLAP_WORDS) - OVERLAP_WORDS // 2  # of two chunks, to half a word
    cuts = [0, 60, 160, n_words]
    units = tuple(Unit((f"pass:{i}",), "pass", str(i), "") for i in (1, 2, 3))
    own = UnitTerms(units, np.ones(n_words, dtype=np.int64), np.column_stack([cuts[:-1], cuts[1:]]))
    matrix = unit_features([own], {1: 1.0}, [], lambda terms: np.ones(len(terms)), [np.array([0.5, 0.8])])
    second = CHUNK_WORDS - OVERLAP_WORDS  # where the second chunk begins
    assert column(matrix, "chunk_nearest") == [-0.3, 0.0, 0.0]
    assert column(matrix, "chunk_share") == pytest.approx([0.0, (160 - second) / 100, 1.0], abs=0.01)
    in_first, in_second = CHUNK_WORDS - 60, 160 - second
    wanted = [-0.3, -0.3 * in_first / (in_first + in_second)]
    assert column(matrix, "chunk_around")[:2] == pytest.approx(wanted, abs=0.01)


@pytest.mark.parametrize("near", [None, [np.zeros(0)], [np.array([0.4])]])
def test_one_chunk_tells_nothing(near: list[np.ndarray] | None) -> None:
    matrix = unit_features([of_terms((1,), (3,))], {1: 3.0}, [], idf, near)
    assert np.isnan(matrix[:, [FEATURES.index(n) for n in ("chunk_nearest", "chunk_around", "chunk_share")]]).all()


def test_a_question_written_with_its_unit_tells_the_unit(sample_home: Path, tmp_path: Path) -> None:
    """Asked in the very words of a further question, the unit that settles it is marked, whatever words say."""
    home = tmp_path / "home"
    shutil.copytree(sample_home, home)
    asked = "zupełnie inne słowa, pod którymi nikt by tego nie szukał"
    with Store(home) as store:
        several = (a for a in store.articles() if sum(len(u.path) == 1 for u in a.units) > 2)
        article, surrogate = next((a, s) for a in several if (s := store.surrogate(a.article_id)) is not None)
        last = [u for u in article.units if len(u.path) == 1][-1]
        settles = ("",) * len(surrogate.more) + ("/".join(last.path),)
        store.put_surrogates([replace(surrogate, more=(*surrogate.more, asked), settles=settles)])
        build_index(store, home, open_encoder("hashing"))
    with Library(settings=Settings(home=home, encoder="hashing")) as library:
        state = State(Question("", asked), library.tools())
        row = library.index.row(article.article_id)
        assert row is not None
        assert best_units(state, [row], 2.0) == [None]  # nothing is encoded for it alone
        state.vector("stem")
        assert best_units(state, [row], 2.0) == [last]
        with_options = State(Question("", asked, ("tak", "nie")), library.tools())
        with_options.vector("stem")
        assert best_units(with_options, [row], 2.0) == [None]
