"""The report: every form, the paper's numbers marked as theirs, figures that parse, bad input refused."""

from __future__ import annotations

import csv
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import tests.evaluate.fake_run as fake_run
from przepis.errors import LabelError
from przepis.evaluate.report.failures import failure_lines, failures
from przepis.evaluate.report.figures import svg
from przepis.evaluate.report.figures.ablation import ablation_figure
from przepis.evaluate.report.figures.cost_quality import cost_quality_figure
from przepis.evaluate.report.figures.depth import depth_figure
from przepis.evaluate.report.figures.hit_at_1 import hit_at_1_figure
from przepis.evaluate.report.figures.reliability import reliability_figure
from przepis.evaluate.report.tables.ablation import ablation_table
from przepis.evaluate.report.tables.citations import citation_table, fault_table, rank_table
from przepis.evaluate.report.tables.main import main_table
from przepis.evaluate.report.tables.paired import family_table
from przepis.evaluate.report.tables.render import to_csv, to_html, to_latex, to_markdown, to_text
from przepis.evaluate.report.tables.repeats import repeats_table
from przepis.evaluate.report.tables.table import Cell, Column, Table, number, p_value, percent, text
from przepis.evaluate.report.writing import build_section, write_report
from przepis.evaluate.runs.citation_scoring import AnswerScores
from przepis.evaluate.runs.cost import Cost
from przepis.evaluate.runs.files import Ranking
from przepis.evaluate.runs.results import Results, load_results
from przepis.evaluate.runs.scores import Scores, score_run
from przepis.evaluate.statistics.calibration import reliability_bins
from przepis.records import LabelSet


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    out = tmp_path_factory.mktemp("runs")
    fake_run.main(str(out), "0", "1")
    return load_results(out)


def scores_of(**hits: int) -> dict[str, Scores]:
    """Systems that are right at rank one for so many of 100 questions."""
    questions = [f"q{i}" for i in range(100)]
    labels = LabelSet("key", dict.fromkeys(questions, ("A#1",)))
    return {
        name.replace("_", "-"): score_run(
            {q: Ranking(q, ("A#1",) if i < n else ("A#2", "A#1")) for i, q in enumerate(questions)}, labels
        )
        for name, n in hits.items()
    }


def test_writes_every_form(results: Results, tmp_path: Path) -> None:
    written = write_report([results], tmp_path)
    names = {p.relative_to(tmp_path).as_posix() for p in written}
    assert {"report.html", "report.md", "report.tex", "csv/fake-key-main.csv", "csv/fake-key-by-year.csv"} <= names
    assert {"figures/fake-key-hit-1.svg", "figures/fake-key-hit-k-against-depth.svg"} <= names
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert not re.search(r"(?:src|href)=[\"']?(?:https?:)?//", page)  # self-contained
    assert page.count("<svg") == 2  # the fake systems take no time, so there is no cost figure
    with (tmp_path / "csv/fake-key-main.csv").open() as stream:
        rows = list(csv.DictReader(stream))
    # q07 failed; of the other 39 the first system is right on all, the second on none at rank one
    assert {row["system"]: float(row["hit@1"]) for row in rows} == {"first": 97.5, "second": 0.0}
    assert {row["failed"] for row in rows} == {"1.0"}


def test_two_reports_of_the_same_runs_are_the_same(results: Results, tmp_path: Path) -> None:
    write_report([results], tmp_path / "a")
    write_report([results], tmp_path / "b")
    assert (tmp_path / "a/report.html").read_bytes() == (tmp_path / "b/report.html").read_bytes()


def test_repeated_runs_have_a_table(results: Results) -> None:
    runs = {"first": results.runs["first"], "first@2": results.runs["first"], "second": results.runs["second"]}
    again = Results(results.path, results.manifest, results.questions, results.label_sets, runs)
    table = repeats_table(again, again.labels(), "s")
    assert table is not None
    assert [[c.shown for c in row] for row in table.rows] == [["first", "2", "97.5", "0.00", "100.0", "100.0", "100.0"]]
    assert repeats_table(results, results.labels(), "s") is None


def test_unknown_baseline_and_labels(results: Results, tmp_path: Path) -> None:
    with pytest.raises(LabelError, match="no run of the baseline 'x'"):
        write_report([results], tmp_path, baseline="x")
    with pytest.raises(LabelError, match="no label set 'x'"):
        write_report([results], tmp_path, labels="x")
    empty = Results(results.path, results.manifest, results.questions, results.label_sets, {})
    with pytest.raises(LabelError, match="no finished run"):
        build_section(empty, results.labels())
    with pytest.raises(LabelError, match="no question has a label"):
        build_section(results, LabelSet("none", {}))
    with pytest.raises(LabelError, match="has no run of 'x'; it has first, second"):
        results.run("x")


def test_paper_numbers_stand_beside_and_are_marked() -> None:
    table = main_table(scores_of(ascr_h=70, mine=80), "Main", with_paper=True)
    assert [c.name for c in table.columns if c.theirs] == ["hit@1", "hit@10", "hit@100", "mrr", "ndcg@10"]
    place = next(i for i, c in enumerate(table.columns) if c.theirs)
    by_name = {row[0].shown: row for row in table.rows}
    assert by_name["ascr-h"][place].shown == "72.3"
    assert by_name["mine"][place].shown == ""
    assert by_name["mine"][1].best
    assert "hit@1 (paper)" in to_markdown(table)
    assert not any(c.theirs for c in main_table(scores_of(mine=80), "Main", with_paper=False).columns)


def test_ablation() -> None:
    scores = scores_of(ascr_h=72, no_rerank=45, other=10)
    table = ablation_table(scores, "ascr-h", "s", papers_questions=True)
    assert table is not None
    assert [[c.shown for c in row] for row in table.rows] == [
        ["nothing", "72.0", "100.0", "0.860", "", "72.3", ""],
        ["reranker", "45.0", "100.0", "0.725", "−27.0", "44.7", "−27.6"],
    ]
    assert ablation_table(scores, "przepis", "s") is None
    assert ablation_figure(scores, "przepis") is None


def test_citation_table() -> None:
    def answers(n: int) -> AnswerScores:
        return AnswerScores({f"q{i}": i < n for i in range(300)}, {}, {"q1": True, "q2": False})

    found = {"closed-book": answers(141), "oracle": answers(211), "dtf": answers(211)}
    table = citation_table(found, True, "s")
    assert table is not None
    place = [c.name for c in table.columns].index("G")
    bands = {row[0].shown: row[place].shown for row in table.rows}
    assert bands == {"closed-book": "0.00", "oracle": "1.00", "dtf": "1.00"}
    assert any(c.theirs for c in table.columns)
    others = citation_table(found, False, "s")
    assert others is not None
    assert not any(c.theirs for c in others.columns)  # not on other questions than the paper's
    assert citation_table({}, True, "s") is None


def test_citations_are_tested_in_pairs_by_question() -> None:
    one = AnswerScores({f"q{i}": i < 30 for i in range(100)}, {}, {})
    other = AnswerScores({f"q{i}": i >= 80 for i in range(100)}, {}, {})
    scores = {"ascr-h": one.as_scores(), "dtf": other.as_scores()}
    (row,) = family_table("ascr-h", scores, "citation", "s").rows
    assert [cell.shown for cell in row[:5]] == ["dtf", "20.0", "+10.0", "30", "20"]


def test_citations_by_rank_of_the_reference_and_faults() -> None:
    runs = {
        "x": {
            "q1": Ranking("q1", ("A#1", "A#2"), faults={"rerank: short list": 1}),
            "q2": Ranking("q2", ("A#2", "A#1"), faults={"rerank: short list": 1, "answer: missing": 1}),
            "q3": Ranking("q3", ("A#2",)),
        }
    }
    right = dict.fromkeys(runs["x"], ("A#1",))
    found = {"x": AnswerScores({"q1": True, "q2": False, "q3": False}, {}, {})}
    table = rank_table(found, runs, right, "s")
    assert table is not None
    assert [cell.shown for cell in table.rows[0]] == ["x", "100.0 (1)", "0.0 (1)", "", "0.0 (1)"]
    faults = fault_table(runs, "s")
    assert faults is not None
    assert [c.name for c in faults.columns] == ["system", "answer: missing", "rerank: short list"]
    assert [cell.shown for cell in faults.rows[0]] == ["x", "1", "2"]
    assert fault_table({"x": {"q3": runs["x"]["q3"]}}, "s") is None


def test_the_depth_figure_always_has_the_papers_curves() -> None:
    better = {f"better_{i}": 90 + i for i in range(9)}
    drawn = depth_figure(scores_of(bm25_raw=1, dtf=2, ascr_h=3, **better))
    assert all(f">{name} " in drawn for name in ("bm25-raw", "dtf", "ascr-h", "better-8"))
    assert ">better-0 " not in drawn


def test_every_figure_is_well_formed() -> None:
    scores = scores_of(**{"ascr_h": 72, "ascr": 67, "no_rerank": 45, "mine": 80, "a<b": 3, "oracle": 100})
    costs = {name: Cost(1, 2.0 + i, 3.0, {}, 0, 0, 0, 0) for i, name in enumerate(scores)}
    drawn = [
        hit_at_1_figure(scores, with_paper=True),
        depth_figure(scores),
        ablation_figure(scores, "ascr-h"),
        cost_quality_figure(scores, costs),
        reliability_figure("mine", reliability_bins([0.1, 0.9, 0.95], [False, True, True])),
    ]
    for figure in drawn:
        assert figure is not None
        root = ET.fromstring(figure)
        assert root.attrib["role"] == "img"
        for element in root.iter():
            for value in element.attrib.values():
                assert "nan" not in value.lower()
    assert cost_quality_figure(scores, {}) is None


def test_labels_are_spread_apart() -> None:
    moved = svg.spread([10.0, 12.0, 11.0, 100.0], 5, 0, 102)
    assert sorted(moved) == [10.0, 15.0, 20.0, 100.0]
    assert svg.spread([100.0, 101.0], 5, 0, 102) == [97.0, 102.0]
    assert svg.ticks(0, 100, 5) == [0, 20, 40, 60, 80, 100]


ODD = Table("T_1", (Column("a|b", "left"), Column("x & y")), ((text("50 % <i>"), number(1234.5, 1)),), "c", "slug")


def test_forms_escape_what_they_must() -> None:
    assert "a\\|b" in to_markdown(ODD)
    assert r"x \& y" in to_latex(ODD)
    assert r"50 \% $<$i$>$" in to_latex(ODD)
    assert "&lt;i&gt;" in to_html(ODD)
    assert 'data-value="1234.5"' in to_html(ODD)
    assert to_csv(ODD).splitlines() == ["a|b,x & y", "50 % <i>,1234.5"]
    assert to_text(ODD).splitlines()[3] == "50 % <i>  1,234.5"


def test_cells() -> None:
    assert percent(191 / 264, interval=(0.667, 0.774)).note == "95 %: 66.7–77.4"
    assert (p_value(0.0004).shown, p_value(0.0815).shown) == ("<0.001", "0.082")
    assert Cell("x").raw == "x"


def test_markdown_prints_intervals() -> None:
    row = (text("a"), percent(0.5, interval=(0.4, 0.6)))
    table = Table("T", (Column("system", "left"), Column("hit@1")), (row,))
    assert "50.0 (40.0–60.0)" in to_markdown(table)


def test_failures_are_listed_with_the_question_the_surest_first() -> None:
    labels = LabelSet("l", {"q1": ("a#1",), "q2": ("a#2",), "q3": ("a#3",)})
    run = {
        "q1": Ranking("q1", ("a#1", "a#2"), confidence=0.9),
        "q2": Ranking("q2", ("a#9", "a#2"), confidence=0.3),
        "q3": Ranking("q3", ("a#8",), confidence=0.8),
    }
    found = failures(run, labels, {"q1": "pierwsze?", "q2": "drugie?", "q3": "trzecie?"})
    assert [(f.question_id, f.text, f.rank) for f in found] == [("q3", "trzecie?", None), ("q2", "drugie?", 2)]
    assert [f.question_id for f in failures(run, labels, {"q1": "x"}, k=2)] == ["q3"]
    lines = list(failure_lines(found[1], str.upper))
    assert lines == ["q2  (30%)  drugie?", "  right: A#2  [at 2]", "  found: A#9; A#2"]
    with pytest.raises(LabelError, match="none of the run's questions"):
        failures(run, labels, {"other": "x"})
