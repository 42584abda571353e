"""Pipeline files that say only how they differ from another."""

from __future__ import annotations

import pytest

from przepis.errors import PipelineError
from przepis.pipelines.loader import candidate_lists, load_pipeline, parse_pipeline


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
