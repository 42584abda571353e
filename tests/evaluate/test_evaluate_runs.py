"""Runs: the same bytes however they were made; failures kept; a folder of other questions not mixed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tests.evaluate.fake_run as fake_run
from przepis.errors import BudgetError, LabelError
from przepis.evaluate.questions.question_set import QuestionSet
from przepis.evaluate.runs.journal import Journal
from przepis.evaluate.runs.results import load_results
from przepis.evaluate.runs.running import RunOptions, System, locked, run_systems
from przepis.records import Question, Run

SCRIPT = Path(fake_run.__file__)


def canonical(out: Path) -> dict[str, bytes]:
    """Everything but the cost files, which hold times."""
    return {
        str(p.relative_to(out)): p.read_bytes()
        for p in sorted(out.rglob("*"))
        if p.is_file() and p.parent.name != "costs" and p.name != ".lock"
    }


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    out = tmp_path_factory.mktemp("whole")
    fake_run.main(str(out), "0", "1")
    found = canonical(out)
    assert set(found) == {
        "manifest.json",
        "questions.jsonl",
        *(f"runs/{name}.{kind}" for name in ("first", "second") for kind in ("jsonl", "trec")),
    }
    return found


def n_journalled(out: Path) -> int:
    return sum(n_lines(path) for folder in ("partial", "runs") for path in (out / folder).glob("*.jsonl"))


def n_lines(path: Path) -> int:
    try:
        return path.read_bytes().count(b"\n")
    except FileNotFoundError:  # finished and moved since it was listed
        return 0


def test_killed_at_several_points_and_resumed(tmp_path: Path, whole: dict[str, bytes]) -> None:
    for kill_at in (1, 9, 25, 45):  # the last one in the second system
        child = subprocess.Popen([sys.executable, str(SCRIPT), str(tmp_path), "0.02", "2"])
        deadline = time.monotonic() + 30
        while n_journalled(tmp_path) < kill_at and time.monotonic() < deadline:
            time.sleep(0.005)
        os.kill(child.pid, signal.SIGKILL)
        assert child.wait() == -signal.SIGKILL
    assert not (tmp_path / "runs" / "second.jsonl").exists()
    with (tmp_path / "partial" / "second.jsonl").open("ab") as stream:
        stream.write(b'{"run":{"question_id":"q39","hi')  # what a kill inside a write would leave
    fake_run.main(str(tmp_path), "0", "2")
    assert canonical(tmp_path) == whole


def left_journal(out: Path, error: str) -> Path:
    """What ``first`` would have left, with this error of the one question that fails."""
    left = out / "partial" / "first.jsonl"
    rows = [{"run": {"question_id": q.question_id, "error": ""}} for q in fake_run.questions().questions]
    rows[7]["run"]["error"] = error
    left.write_text("".join(json.dumps(row) + "\n" for row in ({"key": "its own"}, *rows)))
    return left


def test_a_journal_left_by_a_kill_after_the_manifest_is_cleared(tmp_path: Path, whole: dict[str, bytes]) -> None:
    fake_run.main(str(tmp_path), "0", "1")
    left = left_journal(tmp_path, "cannot answer seven")
    fake_run.main(str(tmp_path), "0", "1")
    assert not left.exists()
    assert canonical(tmp_path) == whole


def test_what_a_stopped_retry_has_answered_is_kept(tmp_path: Path) -> None:
    fake_run.main(str(tmp_path), "0", "1")
    left = left_journal(tmp_path, "")
    before = left.read_bytes()
    fake_run.main(str(tmp_path), "0", "1")
    assert left.read_bytes() == before


def test_threads_and_processes_give_the_same_bytes(tmp_path: Path, whole: dict[str, bytes]) -> None:
    fake_run.main(str(tmp_path / "threads"), "0", "4")
    assert canonical(tmp_path / "threads") == whole
    subprocess.run(
        [sys.executable, str(SCRIPT), str(tmp_path / "processes"), "0", "2", "processes"],
        check=True,
        env={**os.environ, "PYTHONPATH": str(SCRIPT.parent)},
    )
    assert canonical(tmp_path / "processes") == whole


def test_a_failed_question_is_recorded_and_counted(tmp_path: Path) -> None:
    fake_run.main(str(tmp_path), "0", "1")
    results = load_results(tmp_path)
    assert results.manifest.systems["first"].n_failed == 1
    assert results.runs["first"]["q07"].error == "ValueError: cannot answer seven (unexpected)"
    assert results.runs["first"]["q07"].article_ids == ()
    assert len(results.runs["first"]) == fake_run.N


def test_finished_runs_are_not_repeated_and_failures_are_on_demand(tmp_path: Path) -> None:
    asked: list[str] = []

    def open_counting() -> object:
        def answer(question: Question) -> Run:
            asked.append(question.question_id)
            return Run(question.question_id, (), error="" if len(asked) > fake_run.N else "down")

        return answer

    system = System("counted", "key", open_counting)  # type: ignore[arg-type]
    run_systems([system], fake_run.questions(), tmp_path)
    assert len(asked) == fake_run.N
    run_systems([system], fake_run.questions(), tmp_path)
    assert len(asked) == fake_run.N
    manifest = run_systems([system], fake_run.questions(), tmp_path, options=RunOptions(retry_failed=True))
    assert len(asked) == 2 * fake_run.N
    assert manifest.systems["counted"].n_failed == 0
    run_systems([System("counted", "another key", open_counting)], fake_run.questions(), tmp_path)  # type: ignore[arg-type]
    assert len(asked) == 3 * fake_run.N


def test_a_spent_budget_stops_the_run_and_keeps_what_was_done(tmp_path: Path) -> None:
    def answer(question: Question) -> Run:
        if question.question_id == "q05":
            raise BudgetError("one dollar is spent")
        return Run(question.question_id, ())

    system = System("paid", "key", lambda: answer)
    with pytest.raises(BudgetError):
        run_systems([system], fake_run.questions(), tmp_path)
    assert len((tmp_path / "partial" / "paid.jsonl").read_text().splitlines()) == 1 + 5


def test_other_questions_are_not_mixed_in(tmp_path: Path) -> None:
    fake_run.main(str(tmp_path), "0", "1")
    own = fake_run.questions()
    other = QuestionSet("other", own.questions, own.labels, "1" * 64, "key")
    with pytest.raises(LabelError, match=r"holds runs of fake .* not of other"):
        run_systems(fake_run.systems(0), other, tmp_path)


def test_two_runs_at_once_are_refused(tmp_path: Path) -> None:
    with locked(tmp_path), pytest.raises(LabelError, match="another run is writing"):
        run_systems(fake_run.systems(0), fake_run.questions(), tmp_path)


@pytest.mark.parametrize("names", [[], ["a", "a"]])
def test_no_system_or_one_twice(names: list[str], tmp_path: Path) -> None:
    with pytest.raises(LabelError, match=r"no pipeline|twice"):
        run_systems([System(n, "k", lambda: answer_nothing) for n in names], fake_run.questions(), tmp_path)


def answer_nothing(question: Question) -> Run:
    return Run(question.question_id, ())


def test_a_name_that_is_no_file_name() -> None:
    with pytest.raises(LabelError, match="cannot be a system's name"):
        System("../evil", "k", lambda: answer_nothing)


def test_damage_inside_a_journal_is_named(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    with Journal(path, "key") as journal:
        journal.add({"question_id": "q1", "hits": [], "error": ""}, {"question_id": "q1"})
    text = path.read_text()
    path.write_text(text.replace('"run"', '"run', 1) + text.splitlines()[1] + "\n")
    with pytest.raises(LabelError, match="line 2 is damaged"):
        Journal(path, "key")
    with Journal(path.with_name("k.jsonl"), "key"):
        pass


def test_a_journal_of_another_key_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    with Journal(path, "old") as journal:
        journal.add({"question_id": "q1", "hits": [], "error": ""}, {})
    with Journal(path, "new") as journal:
        assert journal.done == {}
    assert [json.loads(line) for line in path.read_text().splitlines()] == [{"key": "new"}]


def test_results_of_a_folder_without_runs(tmp_path: Path) -> None:
    with pytest.raises(LabelError, match="holds no runs"):
        load_results(tmp_path)
    (tmp_path / "manifest.json").write_text("{")
    with pytest.raises(LabelError, match="damaged"):
        load_results(tmp_path)
