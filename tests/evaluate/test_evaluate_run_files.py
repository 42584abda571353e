"""Run files: TREC order, cut and empty files, duplicates."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from przepis.errors import LabelError
from przepis.evaluate.runs.files import Ranking, read_run, run_row, to_line, trec_lines
from przepis.records import Hit, Run, Unit, Usage


def row(question_id: str, *article_ids: str) -> str:
    hits = tuple(Hit(a, 1.0 / (i + 1), i + 1) for i, a in enumerate(article_ids))
    return to_line(run_row(Run(question_id, hits), frozenset({"A#1"})))


def test_a_row_keeps_what_repeats_and_no_times() -> None:
    unit = Unit(("para:1", "point:2"), "point", "2", "…")
    nan = float("nan")
    hit = Hit("A#1", 1 / 3, 1, unit, 0.75, {"bm25": 12.3456789, "odd": nan})
    found = run_row(Run("q", (hit,), stage_ms={"bm25": 3.0}, usage=Usage(cost_usd=1.0)), frozenset({"A#1"}))
    assert found == {
        "question_id": "q",
        "error": "",
        "hits": [
            {
                "article_id": "A#1",
                "rank": 1,
                "score": 0.3333333,
                "annotated": True,
                "unit": "para:1/point:2",
                "confidence": 0.75,
                "signals": {"bm25": 12.34568},
            }
        ],
    }


def test_reads_back(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(row("q1", "A#1", "A#2") + row("q2"))
    run = read_run(path)
    assert run["q1"].article_ids == ("A#1", "A#2")
    assert run["q1"].annotated == (True, False)
    assert run["q2"].article_ids == ()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "empty run"),
        (row("q1", "A#1")[:-1], "cut short"),
        (row("q1", "A#1")[:20] + "\n", "line 1: not JSON"),
        (row("q1") + row("q1"), "line 2: question q1 appears twice"),
        (row("q1", "A#1", "A#1"), "an article twice"),
        ('{"question_id": "q1"}\n', "line 1: not a result"),
    ],
)
def test_bad_runs_are_named(text: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(text)
    with pytest.raises(LabelError, match=complaint):
        read_run(path)


def test_missing_run() -> None:
    with pytest.raises(LabelError, match="no run file"):
        read_run(Path("/nowhere/r.jsonl"))


def test_trec_keeps_the_order_even_where_scores_would_not() -> None:
    plain = Ranking("q1", ("A#2", "A#1"), (2.0, 1.0))
    reranked = Ranking("q2", ("A#1", "A#2", "A#3"), (0.1, 0.9, 0.5))  # a reranker moved A#1 up
    assert list(trec_lines({"q1": plain, "q2": reranked}, "tag")) == [
        "q1 Q0 A#2 1 2 tag\n",
        "q1 Q0 A#1 2 1 tag\n",
        "q2 Q0 A#1 1 3 tag\n",
        "q2 Q0 A#2 2 2 tag\n",
        "q2 Q0 A#3 3 1 tag\n",
    ]


def test_signals_are_kept_for_the_first_hits_only() -> None:
    hits = tuple(Hit(f"A#{i}", 1.0, i, signals={"s": 1.0}) for i in range(1, 13))
    found = json.loads(to_line(run_row(Run("q", hits), frozenset())))["hits"]
    assert [("signals" in hit) for hit in found] == [True] * 10 + [False] * 2


def test_edited_code_makes_another_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A benchmark run is kept under the code that decided it: after an edit nothing cached is returned."""
    from przepis.evaluate.runs import systems

    (tmp_path / "retrieve").mkdir()
    monkeypatch.setattr(systems.resources, "files", lambda _: tmp_path)
    seen = []
    for name, text in (("dense.py", "k = 1"), ("dense.py", "k = 2"), ("dense.pyc", "x"), ("list.toml", "take = 3")):
        (tmp_path / "retrieve" / name).write_text(text)
        seen.append(systems.files_fingerprint.__wrapped__("retrieve"))
    assert seen[0] != seen[1] == seen[2] != seen[3]
