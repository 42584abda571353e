"""The page of steps: current, its worked example runs; a misspelt key names the right one."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.step_reference import WORKED, step_reference
from przepis.errors import InputError, PipelineError
from przepis.pipelines.loader import parse_pipeline, step_kinds
from przepis.settings import load_settings

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_is_what_the_code_says() -> None:
    written = (ROOT / "docs" / "steps.md").read_text(encoding="utf-8")
    assert written == step_reference(), "run `python -m benchmarks.step_reference`"
    assert all(f"## {name}\n" in written for name in step_kinds())


def test_the_worked_example_is_a_pipeline() -> None:
    pipeline = parse_pipeline("mine", WORKED, "file")
    assert [step.use for step in pipeline.steps] == ["bm25", "dense", "fuse_rrf", "scope"]


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ('about = "x"\n[[step]]\nuse = "bm25"\nfeild = "text"', "'field'"),
        ('about = "x"\n[[step]]\nuse = "bm25"\ndepht = 5', "'depth'"),
        ('about = "x"\n[[step]]\nuse = "bm52"', "'bm25'"),
        ('abuot = "x"\n[[step]]\nuse = "bm25"', "about"),
        ('about = "x"\nsteps = 1\n[[step]]\nuse = "bm25"', "'step'"),
        (
            'about = "x"\n[[step]]\nuse = "candidates"\nlist = [{ name = "a", feild = "b", field = "text", take = 1 }]',
            "'field'",
        ),
    ],
)
def test_a_misspelt_key_names_the_right_one(wrong: str, right: str) -> None:
    with pytest.raises(PipelineError) as refused:
        parse_pipeline("mine", wrong, "file")
    assert right in str(refused.value)


def test_a_misspelt_setting_names_the_right_one(tmp_path: Path) -> None:
    (tmp_path / "przepis.toml").write_text('langauge = "en"\n', encoding="utf-8")
    with pytest.raises(InputError, match="perhaps 'language'"):
        load_settings(tmp_path)
