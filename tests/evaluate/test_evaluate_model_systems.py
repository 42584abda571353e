"""The driver of systems that call a model: rounds of files to the end, then the same figures from a recording."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "llm"))
from benchmarks import model_systems
from przepis.artifact import read_jsonl
from przepis.corpus.store import Store
from przepis.errors import LabelError
from przepis.evaluate.questions.question_set import drawn
from przepis.evaluate.questions.sets import read_questions
from tests.llm.answer_files import answer_files

ONLY = "exam/closed-book,exam/ascr,exam/oracle,exam/ascr-no-rerank"


def command(name: str, home: Path, *more: str) -> None:
    model_systems.main([name, "--home", str(home), "--data", "sample", "--share", "0.2", "--only", ONLY, *more])


def test_rounds_lead_to_figures_that_a_recording_repeats(
    sample_home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    work, out = tmp_path / "work", tmp_path / "out"
    asked = []
    for _ in range(4):
        command("export", sample_home, "--work", str(work))
        asked.append(answer_files(work))
    assert asked[0] == 16 * 3  # closed-book, analysis, oracle
    assert asked[1] == 16  # reranking
    assert 0 < asked[2] <= 16  # answers; a context that oracle had too is not asked again
    assert asked[3] == 0
    recording = tmp_path / "recording.jsonl"
    command("run", sample_home, "--work", str(work), "--out", str(out), "--replay", str(recording))
    command("run", sample_home, "--recording", str(recording), "--out", str(tmp_path / "again"))
    runs = sorted(path.name for path in (out / "exam" / "runs").glob("*.jsonl"))
    assert runs == ["ascr-no-rerank.jsonl", "ascr.jsonl", "closed-book.jsonl", "oracle.jsonl"]
    for name in runs:
        assert (out / "exam/runs" / name).read_bytes() == (tmp_path / "again/exam/runs" / name).read_bytes()
    costs = list(read_jsonl(out / "exam/costs/ascr.jsonl"))
    assert {(row["n_calls"], row["n_cached"]) for row in costs} == {(3, 3)}
    assert all(row["cost_usd"] > 0 for row in costs)
    assert "Citations and answers" in (out / "report/report.md").read_text(encoding="utf-8")
    capsys.readouterr()


def test_a_system_that_waits_is_left_out_and_one_missing_answer_is_a_fault(
    sample_home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    work, out = tmp_path / "work", tmp_path / "out"
    command("export", sample_home, "--work", str(work))
    answer_files(work)
    (path,) = (work / "answers").glob("*.jsonl")
    asked = {row["id"]: row["name"] for row in read_jsonl(work / "asked.jsonl")}
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    gone = next(line for line in lines if asked[json.loads(line)["id"]] == "exam/closed-book")
    path.write_text("".join(line for line in lines if line != gone), encoding="utf-8")
    model_systems.ENOUGH, before = 0.1, model_systems.ENOUGH
    try:
        command("run", sample_home, "--work", str(work), "--out", str(out))
    finally:
        model_systems.ENOUGH = before
    assert "exam/ascr: left out, 16 of 16 questions wait" in capsys.readouterr().err
    rows = list(read_jsonl(out / "exam/runs/closed-book.jsonl"))
    assert [row["faults"] for row in rows if "faults" in row] == [{"answer: missing": 1}]
    command("status", sample_home, "--work", str(work))
    assert "47 answered; 1 files wait" in capsys.readouterr().out


def test_a_drawn_share_is_the_same_for_the_same_seed(sample_home: Path) -> None:
    with Store(sample_home) as store:
        found = read_questions("sample", store)
    half = drawn(found, 0.5, 7)
    assert half == drawn(found, 0.5, 7)
    assert len(half.questions) == round(len(found.questions) / 2)
    assert {q.question_id for q in half.questions} != {q.question_id for q in drawn(found, 0.5, 8).questions}
    assert set(half.labels["sample"].articles) == {q.question_id for q in half.questions}
    with pytest.raises(LabelError, match="share"):
        drawn(found, 0.0)
