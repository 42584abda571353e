"""Hashed letters: the same everywhere, deaf to case and diacritics, and near for words of one stem."""

from __future__ import annotations

import numpy as np

from przepis.encode.hashing import HashingEncoder, letter_runs, unit_rows


def test_runs_of_a_word_are_those_between_its_borders() -> None:
    # "^kot$": three of length 3, two of length 4, one of length 5
    assert sorted(letter_runs("Kot")) == ["^ko", "^kot", "^kot$", "kot", "kot$", "ot$"]


def test_case_diacritics_and_punctuation_do_not_matter() -> None:
    encoder = HashingEncoder(64)
    first, second = encoder.encode_queries(["Żółta ŁÓDŹ!", "zolta lodz"])
    assert np.array_equal(first, second)


def test_rows_have_unit_length_and_an_empty_text_has_none() -> None:
    vectors = HashingEncoder(32).encode_passages(["najem lokalu", ""])
    assert np.isclose(np.linalg.norm(vectors[0]), 1.0)
    assert np.linalg.norm(vectors[1]) == 0.0


def test_words_of_one_stem_are_nearer_than_strangers() -> None:
    question, near, far = HashingEncoder(512).encode_queries(["pracownik", "pracownika", "wodociąg"])
    assert question @ near > 0.6 > question @ far


def test_a_vector_is_the_same_on_every_machine() -> None:
    # crc32 is fixed by its standard, so this literal may only change when the encoder's name does
    vector = HashingEncoder(8).encode_queries(["art"])[0]
    expected = np.zeros(8, dtype=np.float32)
    import zlib

    for run in ("^ar", "art", "rt$", "^art", "art$", "^art$"):
        place = zlib.crc32(run.encode())
        expected[place % 8] += (1.0 if place >= 2**31 else -1.0) * len(run)
    assert np.allclose(vector, expected / np.linalg.norm(expected))


def test_unit_rows_of_three_four_is_three_fifths_four_fifths() -> None:
    assert np.allclose(unit_rows(np.array([[3.0, 4.0]])), [[0.6, 0.8]])
