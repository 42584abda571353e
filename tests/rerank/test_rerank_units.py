"""The unit that settles a question: features as arithmetic, and the choice on an invented article."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from przepis.corpus.units import build_unit, parse_units
from przepis.index.analyser import AnalyserSettings, Vocabulary, hash_terms
from przepis.library import Library
from przepis.records import Article, Unit
from przepis.rerank.unit_features import FEATURES, unit_features, unit_table, unit_terms
from przepis.rerank.units import match_units
from przepis.settings import Settings

TEXT = "1. Łódź oddaje się o zmroku.\n2. Kaucja podlega:\n1) zwrotowi;\n2) zaliczeniu na najem."


def article() -> Article:
    units = tuple(build_unit(TEXT, span) for span in parse_units(TEXT, "pass"))
    return Article("DU/2091/1#5", "DU/2091/1", "5", 1, TEXT, units=units)


def column(matrix: np.ndarray, name: str) -> list[float]:
    return [round(float(v), 4) for v in matrix[:, FEATURES.index(name)]]


def test_a_unit_has_the_terms_of_what_stands_inside_it() -> None:
    words = sorted({"kaucja", "zwrotowi", "najem", "zmroku"}, key=lambda w: int(hash_terms([w])[0]))
    vocabulary = Vocabulary(AnalyserSettings(), np.sort(hash_terms(words)))
    own = article()
    terms = unit_terms(own, list(own.units), vocabulary)
    named = [sorted(words[i] for i in ids) for ids in terms]
    assert [u.path for u in own.units] == [("pass:1",), ("pass:2",), ("pass:2", "point:1"), ("pass:2", "point:2")]
    assert named == [["zmroku"], ["kaucja", "najem", "zwrotowi"], ["zwrotowi"], ["najem"]]


def test_terms_of_the_index_stand_for_words_looked_up(sample_home: Path) -> None:
    """Where the index has this very wording, its terms are counted off; of any other wording words are looked up."""
    with Library(settings=Settings(home=sample_home, encoder="hashing")) as library:
        index = library.index
        vocabulary = index.vocabulary(index.field("full-prefix").vocabulary)
        n_units = 0
        for row, article_id in enumerate(index.article_ids):
            own, indexed = library.store.article(article_id), index.forward.article(row)
            n_units += len(own.units)
            looked_up = unit_terms(own, own.units, vocabulary)
            assert unit_terms(own, own.units, vocabulary, indexed) == looked_up
            assert unit_terms(own, own.units, vocabulary, indexed[1:]) == looked_up
        assert n_units > 50


def test_features_are_shares_of_the_weight() -> None:
    units = [Unit(("pass:1",), "pass", "1", ""), Unit(("pass:2",), "pass", "2", "")]
    table = unit_table(units, [{1, 2}, {3}], {1: 3.0, 2: 1.0, 3: 1.0})
    matrix = unit_features([table], {1: 3.0, 3: 1.0}, [{2: 1.0}, {4: 2.0}])
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
    first = unit_table(
        [Unit((f"pass:{i}",), "pass", str(i), "") for i in (1, 2)], [{1, 2}, {3}], {1: 3.0, 2: 1.0, 3: 1.0}
    )
    other = unit_table(
        [Unit((f"pass:{i}",), "pass", str(i), "") for i in (1, 2, 3)], [{1}, {3}, {5}], {1: 3.0, 3: 1.0, 5: 2.0}
    )
    asked = ({1: 3.0, 3: 1.0}, [{2: 1.0}, {5: 2.0}])
    together = unit_features([first, other], *asked)
    alone = np.vstack([unit_features([first], *asked), unit_features([other], *asked)])
    np.testing.assert_array_equal(together, alone)
