"""Pipeline files that say only how they differ from another."""

from __future__ import annotations

from pathlib import Path

import pytest

from przepis.errors import PipelineError
from przepis.library import Library
from przepis.pipelines.loader import candidate_lists, load_pipeline, parse_pipeline
from przepis.records import Question
from przepis.retrieve.analysis import QueryAnalysis
from przepis.retrieve.cascade import CascadeStep
from przepis.retrieve.dense import DenseStep
from przepis.retrieve.step import State
from przepis.settings import Settings


def test_a_variant_changes_drops_and_adds_steps() -> None:
    text = """
about = "a trial"
extends = "przepis"
drop = ["read_closely"]
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
