"""A sentence left open is a provision cut in two: "Zapis zwykły jest:" goes on in the unit that begins with its words.

How many of a question's words an article has says little of it; that they stand together, in order, where the sentence
breaks off, and that a unit begins with all that was said, says much.

Wordings come as terms end to end, with the places where each unit starts and ends.
"""

from __future__ import annotations

import numpy as np

BEFORE = 1  # terms of a unit that may stand before the sentence: its own number


def begins_with(terms: np.ndarray, starts: np.ndarray, ends: np.ndarray, asked: np.ndarray) -> np.ndarray:
    """Of each unit, whether the terms ``asked`` stand at its start, all of them in their order."""
    found = np.zeros(len(starts), dtype=bool)
    if not len(asked):
        return found
    for before in range(BEFORE + 1):
        alive = np.flatnonzero(starts + before + len(asked) <= ends)
        for place, term in enumerate(asked.tolist(), start=before):
            alive = alive[terms[starts[alive] + place] == term]
        found[alive] = True
    return found


def going_on(
    terms: np.ndarray, unit_of: np.ndarray, starts: np.ndarray, asked: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Where wordings have the last of the terms ``asked``, and how many of the last ones end there.

    ``unit_of``: the unit of each term.
    """
    places = np.flatnonzero(terms == asked[-1]) if len(asked) else np.zeros(0, dtype=np.int64)
    n_before = np.ones(len(places), dtype=np.int64)
    alive = np.arange(len(places))
    for back, term in enumerate(asked[-2::-1].tolist(), start=1):
        earlier = places[alive] - back
        inside = earlier >= starts[unit_of[places[alive]]]
        alive = alive[inside & (terms[earlier] == term)]
        if not len(alive):
            break
        n_before[alive] += 1
    return places, n_before


def continued(terms: np.ndarray, unit_of: np.ndarray, places: np.ndarray, option: np.ndarray) -> np.ndarray:
    """How many of the terms of an option, in order, stand behind each place in its unit."""
    n_after = np.zeros(len(places), dtype=np.int64)
    alive = np.arange(len(places))
    for ahead, term in enumerate(option.tolist(), start=1):
        alive = alive[places[alive] + ahead < len(terms)]
        later = places[alive] + ahead
        alive = alive[(unit_of[later] == unit_of[places[alive]]) & (terms[later] == term)]
        if not len(alive):
            break
        n_after[alive] += 1
    return n_after
