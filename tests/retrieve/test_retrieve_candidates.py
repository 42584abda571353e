"""Candidates against a plain reading of their definition: the best of every list, each also in the acts hinted at.

Where an act is named for certain, vectors are compared in it alone.
"""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import numpy as np
import pytest

from przepis.index.engine import Filter
from przepis.library import Library
from przepis.pipelines.loader import candidate_lists, load_pipeline
from przepis.records import Question
from przepis.retrieve.candidates import NAMED, CandidatesStep, Source, gather
from przepis.retrieve.scope import scope_of_acts
from przepis.retrieve.step import State
from przepis.settings import Settings

SOURCES = candidate_lists()
SCOPED = 30  # gather's own, where no pipeline says another


def full_scores(state: State, name: str) -> np.ndarray:
    source = next(s for s in SOURCES if s.name == name)
    index = state.tools.index
    if source.dense:
        return index.dense_field(source.field).scores(state.vector(source.query))
    field = index.field(source.field)
    return field.scores(index.terms(source.field, state.text(source.query)), field.prepared)


def best(state: State, scores: np.ndarray, allowed: np.ndarray, k: int) -> set[int]:
    ties = state.tools.index.tie_order
    rows = [r for r in np.flatnonzero(allowed).tolist() if scores[r] > 0]
    return set(sorted(rows, key=lambda r: (-scores[r], ties[r]))[:k])


@pytest.mark.parametrize("prune_from", [0, 10**9], ids=["pruned", "added"])
@pytest.mark.parametrize("options", [(), ("burmistrz", "wojewoda w terminie 14 dni", "sąd")])
@pytest.mark.parametrize("asked", ["kto wydaje zezwolenie według ustawy {title}", "kto wydaje zezwolenie"])
def test_candidates_are_the_best_of_every_list(
    sample_home: Path, monkeypatch: pytest.MonkeyPatch, prune_from: int, options: tuple[str, ...], asked: str
) -> None:
    monkeypatch.setattr("przepis.index.embedded.searcher.PRUNE_FROM", prune_from)
    with Library(settings=Settings(home=sample_home, encoder="hashing")) as library:
        index = library.index
        question = Question("", asked.format(title=library.store.acts()[0].title), options)
        for where in (Filter(), Filter(acts=frozenset(index.act_ids[:3])), Filter(repealed=False)):
            state = State(question, library.tools(), where=where)
            pool = gather(state, SOURCES)
            allowed = index.mask(where)
            scope = scope_of_acts(state)
            inside = allowed & (scope >= 0.5)[index.row_act]
            named = scope.max() >= NAMED
            assert named == ("{title}" in asked)
            wanted = {r for r in state.cited_rows().tolist() if allowed[r]}
            for source in SOURCES:
                scores = full_scores(state, source.name)
                if named and source.dense:
                    wanted |= best(state, scores, inside, source.take)
                    assert pool.best[source.name] == max(0.0, scores[inside].max())
                else:
                    wanted |= best(state, scores, allowed, source.take)
                    if source.scoped:
                        wanted |= best(state, scores, inside, SCOPED)
                    assert pool.best[source.name] == max(0.0, scores.max())
                assert pool.scores[source.name].tolist() == scores[pool.rows].tolist()
            assert set(pool.rows.tolist()) == wanted


def test_a_list_with_k1_near_0_is_led_by_who_has_most_of_the_words(sample_home: Path) -> None:
    """However long: the longest article before a short one that says one of the words again and again."""
    with Library(settings=Settings(home=sample_home, encoder="hashing")) as library:
        index = library.index
        longest = int(index.columns["n_chars"].argmax())
        words = [w for w in library.store.article(index.article_ids[longest]).text.lower().split() if w.isalpha()]
        state = State(Question("", " ".join(dict.fromkeys(w for w in words[::7] if len(w) > 3))), library.tools())
        terms, weights = index.weighted_terms("full-prefix", state.text("stem"))
        covering = Source(name="covering", field="full-prefix", take=1, k1=0.01)
        pool = gather(state, (covering,), besides=(covering.model_copy(update={"name": "also", "take": 5}),))
        held = sum(w * index.field("full-prefix").has_term(t, pool.rows) for t, w in zip(terms, weights, strict=True))
        assert index.article_ids[pool.rows[pool.scores["covering"].argmax()]] == index.article_ids[longest]
        assert longest == pool.rows[np.argmax(held)]
        assert pool.sources == (covering,)  # the other brings candidates, and no evidence
        np.testing.assert_allclose(pool.scores["also"], pool.scores["covering"])
        assert (np.abs(pool.scores["covering"] - held) < 0.05 * held.max()).all()


def test_lists_for_a_day_are_asked_on_a_day_alone(sample_home: Path) -> None:
    steps = load_pipeline("przepis-no-dense").steps
    (step,) = (each for each in steps if isinstance(each, CandidatesStep))
    of_day = {source.name for source in step.list if source.on_day}
    with Library(settings=Settings(home=sample_home, encoder="hashing")) as library:
        for on, asked in ((None, set()), (dt.date(2095, 6, 1), of_day)):
            state = State(Question("", "kto wydaje zezwolenie"), library.tools(), Filter(on=on))
            step.run(state)
            assert state.pool is not None
            assert of_day & set(state.pool.scores) == asked
            assert not of_day & {source.name for source in state.pool.sources}
    assert of_day
