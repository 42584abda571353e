"""Pipeline files that say only how they differ from another."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import cast

import pytest

from przepis.errors import PipelineError
from przepis.library import Library
from przepis.llm.calls import Completion
from przepis.llm.client import Client
from przepis.pipelines.loader import candidate_lists, load_pipeline, parse_pipeline
from przepis.records import Question
from przepis.rerank.llm_listwise import RerankLlmStep
from przepis.retrieve.analysis import QueryAnalysis
from przepis.retrieve.cascade import CascadeStep
from przepis.retrieve.dense import DenseStep
from przepis.retrieve.step import State
from przepis.settings import Settings


def test_a_variant_changes_drops_and_adds_steps() -> None:
    text = """
about = "a trial"
extends = "przepis-llm"
drop = ["rerank_llm"]
[change.rank]
near = 20
[[step]]
use = "rerank_llm"
"""
    steps = parse_pipeline("trial", text, "file").steps
    assert [s.use for s in steps] == ["candidates", "rank", "rerank_llm"]
    assert steps[1].model_dump()["near"] == 20
    assert steps[0] == load_pipeline("przepis").steps[0]


def test_lists_left_out_are_left_out_with_options_too() -> None:
    names = {s.name for s in candidate_lists("przepis-no-dense")}
    assert names == {s.name for s in candidate_lists() if not s.dense}
    assert not names & {"chunks", "chunks+o"}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('extends = "przepsi"', "przepis"),
        ('extends = "przepis"\ndrop = ["ranks"]', "'ranks'"),
        ('extends = "przepis"\n[change.rank]\nnaer = 3', "naer"),
    ],
)
def test_a_wrong_variant_is_told_what_there_is(line: str, told: str) -> None:
    with pytest.raises(PipelineError, match=told):
        parse_pipeline("trial", f'about = "x"\n{line}', "file")


def test_the_released_ablations_are_of_ascr_and_say_only_their_difference() -> None:
    whole = {step.use: step.model_dump() for step in load_pipeline("ascr").steps}
    for name, changed in {
        "ascr-no-rerank": {},
        "ascr-no-covers": {"covers": 0.0},
        "ascr-no-concepts": {"concept": 0.0, "doc_concept": 0.0},
        "ascr-no-analysis": {"references": "question"},
        "ascr-refs-question": {"references": "question"},
        "ascr-refs-blind": {"references": "analysis-act-blind"},
        "ascr-terms-concepts": {"terms": "concepts"},
        "ascr-released": {"references": "analysis-act-blind", "terms": "concepts"},
    }.items():
        steps = {step.use: step.model_dump() for step in load_pipeline(name).steps}
        assert steps["cascade"] == whole["cascade"] | changed, name
        gone = {"ascr-no-rerank": {"rerank_llm"}, "ascr-no-analysis": {"analyse"}}.get(name, set())
        assert whole.keys() - steps.keys() == gone, name


def test_overlaps_of_concepts_need_the_analysis(sample_home: Path) -> None:
    with Library(settings=Settings(home=sample_home)) as library:
        tools = library.tools()
        question = Question("q", library.store.article(library.index.article_ids[0]).text[:200])
        step = CascadeStep(covers=0.0, summary=0.0, terms="concepts", references="none")
        state = State(question, tools)
        step.run(state)
        assert len(state.ranked) == 0  # h(.) is 0 everywhere
        state.analysis = QueryAnalysis("", concepts=(question.text,))
        step.run(state)
        told = state.ranked.rows.tolist()
        CascadeStep(covers=0.0, summary=0.0, references="none").run(state)
        assert told == state.ranked.rows.tolist()
        assert told


def test_a_dense_list_can_be_cut_at_chunks(sample_home: Path) -> None:
    with Library(settings=Settings(home=sample_home)) as library:
        state = State(Question("q", "termin zapłaty czynszu"), library.tools())
        DenseStep(depth=100).run(state)
        whole = state.ranked.rows.tolist()
        DenseStep(best_chunks=5).run(state)
        assert 0 < len(state.ranked) <= 5
        assert state.ranked.rows.tolist() == whole[: len(state.ranked)]


def test_shuffled_candidates_keep_their_earlier_order_behind_what_was_picked(sample_home: Path) -> None:
    with Library(settings=Settings(home=sample_home)) as library:
        seen: list[str] = []

        class Picky:
            def complete(self, stage: str, system: str, user: str, *rest: object, **more: object) -> Completion:
                seen.append(user)
                return Completion("", {"ranking": ["K01"]})

        tools = dataclasses.replace(library.tools(), client=lambda: cast(Client, Picky()))
        lists = []
        for seed in (0, 1):
            state = State(Question("q", "termin zapłaty czynszu"), tools)
            DenseStep(depth=20).run(state)
            before = state.ranked.rows.tolist()
            RerankLlmStep(shuffle=seed, show="surrogate").run(state)
            after = state.ranked.rows.tolist()
            assert after[1:] == [row for row in before if row != after[0]]
            lists.append(after)
        assert lists[0] == before
        assert lists[1][0] != before[0]
        assert seen[0] != seen[1]
        assert len(seen[0]) == len(seen[1])  # the same candidates
