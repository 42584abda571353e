"""Close reading: the reader tells articles apart, and the step reads only where the ranker is undecided."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from przepis.errors import StoreError
from przepis.index.engine import Ranked
from przepis.library import Library
from przepis.pipelines.loader import load_pipeline
from przepis.records import Question
from przepis.rerank.close_reading import ReadCloselyStep
from przepis.rerank.cross_encoder import CrossEncoder, shipped_cross_encoder
from przepis.rerank.learned import RankStep
from przepis.retrieve.step import State
from przepis.settings import Settings

QUESTION = "Ile czasu mam na zwrot kaucji za wynajętą łódź?"
RIGHT = "Ustawa o najmie łodzi. Rozdział 2. Kaucja. Wypożyczający zwraca kaucję w terminie 7 dni od dnia oddania łodzi."
WRONG = "Ustawa o najmie łodzi. Rozdział 4. Żegluga nocna. Po zachodzie słońca łódź prowadzi się z zapalonym światłem."


@pytest.fixture(scope="module")
def library(sample_home: Path) -> Iterator[Library]:
    with Library(settings=Settings(home=sample_home, encoder="hashing")) as opened:
        yield opened


@pytest.fixture
def state(library: Library) -> State:
    state = State(Question("", "zwrot kaucji za łódź po zakończeniu najmu"), library.tools())
    load_pipeline("przepis").steps[0].run(state)
    RankStep().run(state)
    return state


def _with_scores(state: State, scores: list[float]) -> None:
    rest = scores[-1] - 5.0 - np.arange(len(state.ranked) - len(scores))
    state.ranked = Ranked(state.ranked.rows, np.concatenate([scores, rest]))


def test_the_reader_prefers_the_article_that_answers() -> None:
    reader = shipped_cross_encoder()
    assert reader.score(QUESTION, "", RIGHT) > reader.score(QUESTION, "", WRONG) + 1


def test_a_summary_in_plain_words_speaks_for_an_article() -> None:
    reader = shipped_cross_encoder()
    wording = "Ustawa o przystaniach. Świadczenie zabezpieczające podlega restytucji w terminie wskazanym w umowie."
    assert reader.score(QUESTION, "Kiedy trzeba oddać kaucję za łódź", wording) > reader.score(QUESTION, "", wording)


def test_texts_of_any_length_can_be_read() -> None:
    reader = shipped_cross_encoder()
    scores = [reader.score(q * n, s * n, p * n) for n in (1, 500) for q, s, p in [("łódź ", "kaucja ", "zwrot ")]]
    assert np.isfinite(scores).all()


def test_a_missing_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"reader\.json is missing"):
        CrossEncoder(tmp_path)


def test_a_clear_lead_is_not_read(state: State) -> None:
    _with_scores(state, [9.0, 7.9, 7.8])
    before = state.ranked
    ReadCloselyStep().run(state)
    assert state.ranked is before
    assert "reading" not in state.stage_ms


def test_those_near_the_best_are_read_and_ordered_anew(state: State) -> None:
    _with_scores(state, [9.0, 8.9, 8.5, 8.4])
    first = state.ranked.rows[:3].tolist()
    ReadCloselyStep(weight=100.0).run(state)  # the reader alone decides among the three
    read = {row: state.signals[row]["reader"] for row in first}
    assert state.ranked.rows[0] == max(first, key=read.__getitem__)
    assert sum("reader" in own for own in state.signals.values()) == 3  # and no more than that
    assert (np.diff(state.ranked.scores) <= 0).all()
    assert sorted(state.ranked.rows.tolist()) == sorted(set(state.ranked.rows.tolist()))


def test_only_those_within_the_margin_are_read(state: State) -> None:
    _with_scores(state, [9.0, 8.9, 7.0])
    ReadCloselyStep().run(state)
    assert sum("reader" in own for own in state.signals.values()) == 2


def test_confidence_follows_the_new_order(state: State) -> None:
    _with_scores(state, [9.0, 8.99])
    ReadCloselyStep(weight=100.0).run(state)
    close = state.signals[int(state.ranked.rows[0])]["confidence"]
    _with_scores(state, [9.0, 8.99])
    ReadCloselyStep(weight=0.001).run(state)
    assert close > state.signals[int(state.ranked.rows[0])]["confidence"]  # a lead of the reader's makes sure


def test_nothing_found_is_nothing_read(library: Library) -> None:
    empty = State(Question("", "?"), library.tools())
    ReadCloselyStep().run(empty)
    assert not len(empty.ranked)


def test_every_article_can_be_read_repealed_ones_too(library: Library) -> None:
    state = State(Question("", "zwrot kaucji"), library.tools())
    step = ReadCloselyStep()
    for row in range(len(library.index.article_ids)):
        summary, passage = step._article(state, row)
        assert passage
        assert isinstance(summary, str)


def test_without_summaries_only_the_wording_is_read(library: Library) -> None:
    state = State(Question("", "zwrot kaucji"), library.tools())
    annotated = int(np.flatnonzero(library.index.columns["annotated"])[0])
    assert ReadCloselyStep()._article(state, annotated)[0]
    assert ReadCloselyStep(summaries=False)._article(state, annotated)[0] == ""


def test_a_server_has_the_reader_before_the_first_question(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[bool] = []
    monkeypatch.setattr("przepis.rerank.close_reading.shipped_cross_encoder", lambda: loaded.append(True))
    for step in load_pipeline("przepis-reading").steps:
        step.prepare()
    assert loaded
