"""`przepis bench …` over the bundled sample, from the import to the report."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from przepis.corpus.corpus_file import FILE_NAME
from przepis.corpus.store import Store
from przepis.errors import LabelError
from przepis.index.build import build_index
from przepis.serve.cli.main import cli


@pytest.fixture(scope="module")
def home(sample_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample with an index of its own, without vectors."""
    home = tmp_path_factory.mktemp("lexical")
    shutil.copy(sample_home / FILE_NAME, home / FILE_NAME)
    with Store(home) as store:
        build_index(store, home, None)
    return home


@pytest.fixture(scope="module")
def runs(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("bench")
    result = call(home, "run", "--pipelines", "bm25-raw,oracle,closed-book", "--questions", "sample", "--out", str(out))
    assert result.exit_code == 0, result.output
    assert "3 systems, 81 questions, 0 failed" in result.output
    return out


def call(home: Path, *arguments: str) -> Result:
    return CliRunner().invoke(cli, ["--home", str(home), "bench", *arguments], catch_exceptions=True)


def test_run_leaves_everything_a_report_needs(runs: Path) -> None:
    manifest = json.loads((runs / "manifest.json").read_text())
    assert set(manifest["systems"]) == {"bm25-raw", "oracle", "closed-book"}
    assert len(manifest["questions_sha256"]) == 64
    assert (runs / "runs/bm25-raw.trec").is_file()
    first = json.loads((runs / "runs/oracle.jsonl").read_text().splitlines()[0])
    assert first["hits"][0]["rank"] == 1


def test_run_with_processes_gives_the_same(home: Path, runs: Path, tmp_path: Path) -> None:
    more = ("--workers", "2", "--processes")
    result = call(home, "run", "--pipelines", "bm25-raw", "--questions", "sample", "--out", str(tmp_path), *more)
    assert result.exit_code == 0, result.output
    assert (tmp_path / "runs/bm25-raw.jsonl").read_bytes() == (runs / "runs/bm25-raw.jsonl").read_bytes()


def test_compare_report_and_repeats(home: Path, runs: Path, tmp_path: Path) -> None:
    text = call(home, "compare", str(runs), "oracle", "bm25-raw").output
    assert text.startswith("oracle against bm25-raw")
    data = json.loads(call(home, "compare", str(runs), "oracle", "bm25-raw", "--json").output)
    assert data[0]["metric"] == "hit@1"
    assert data[0]["first"] == 1.0
    assert json.loads(call(home, "repeats", str(runs), "oracle", "oracle").output)["same_list"] == 1.0
    result = call(home, "report", str(runs), "--out", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert (tmp_path / "report.html").stat().st_size > 10_000


def test_stats_and_export(home: Path, tmp_path: Path) -> None:
    facts = json.loads(call(home, "stats", "sample", "--json").output)
    assert facts["labelled"] == {"sample": 81}
    assert "questions: 81" in call(home, "stats", "sample").output
    assert call(home, "export", "sample", "--format", "beir", "--out", str(tmp_path)).exit_code == 0
    assert (tmp_path / "qrels/test.tsv").is_file()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("run", "--pipelines", "nonsense", "--questions", "sample", "--out", "{tmp}"), "no pipeline 'nonsense'"),
        (("run", "--pipelines", "bm25-raw", "--questions", "/nowhere", "--out", "{tmp}"), "no question file"),
        (
            ("run", "--pipelines", "oracle", "--questions", "sample", "--labels", "x", "--out", "{tmp}"),
            "no label set 'x'",
        ),
        (("run", "--pipelines", "ascr", "--questions", "sample", "--out", "{tmp}"), "language model"),
        (("audit", "{sample}"), "no released labels"),
    ],
)
def test_bad_input_is_one_clear_error(arguments: tuple[str, ...], complaint: str, home: Path, tmp_path: Path) -> None:
    from przepis.sources.sample import questions_path

    filled = [a.replace("{tmp}", str(tmp_path)).replace("{sample}", str(questions_path())) for a in arguments]
    result = call(home, *filled)
    assert result.exit_code != 0
    assert complaint in str(result.exception)


def test_errors_are_our_own(home: Path, tmp_path: Path) -> None:
    result = call(home, "compare", str(tmp_path), "a", "b")
    assert isinstance(result.exception, LabelError)
    assert "holds no runs" in str(result.exception)
