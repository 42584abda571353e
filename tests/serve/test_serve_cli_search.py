"""The commands a person types first: search, show, corpus, index; and what bad input gets."""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path

import pytest

from przepis.records import Provision
from przepis.serve.cli.main import main


@pytest.fixture
def przepis(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], sample_home: Path):  # type: ignore[no-untyped-def]
    """``przepis("show", "…")`` -> (exit code, standard output, standard error)."""

    def run(*arguments: str, home: Path | None = None) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["przepis", "--home", str(home or sample_home), *arguments])
        try:
            main()
            code = 0
        except SystemExit as stop:
            code = int(stop.code or 0)
        out = capsys.readouterr()
        return code, out.out, out.err

    return run


def test_search_prints_article_unit_and_address(przepis) -> None:  # type: ignore[no-untyped-def]
    code, out, _ = przepis("search", "pies przewodnik w tramwaju", "--pipeline", "lexical", "--k", "2")
    assert code == 0
    assert "o psach przewodnikach miejskich" in out
    assert "Dz.U. 2097 poz. 33" in out
    assert "DU/2092/88#" in out


def test_search_in_json_has_the_records_fields(przepis) -> None:  # type: ignore[no-untyped-def]
    code, out, _ = przepis("search", "kaucja za łódź", "--pipeline", "lexical", "--json", "--k", "3")
    assert code == 0
    hits = json.loads(out)["hits"]
    assert [h["rank"] for h in hits] == [1, 2, 3]
    assert set(hits[0]) == {field.name for field in dataclasses.fields(Provision)}
    assert hits[0]["signals"] == {}  # only when they are asked for
    _, out, _ = przepis("search", "kaucja za łódź", "--pipeline", "lexical", "--json", "--explain", "--k", "1")
    assert json.loads(out)["hits"][0]["signals"]


def test_show_takes_a_date(przepis) -> None:  # type: ignore[no-untyped-def]
    code, out, _ = przepis("show", "DU/2091/101#1", "--on", "2092-01-01", "--json")
    assert code == 0
    assert json.loads(out)["version"]["version_id"] == "DU/2091/101"


def test_english_at_an_option(przepis) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = przepis("--lang", "en", "search", "tramwaj pies", "--pipeline", "lexical", "--k", "1")
    assert "Our summary:" in out


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("search", ""), 2, "query is empty"),
        (("search", "x" * 100_000), 2, "at most"),
        (("search", "pies", "--pipeline", "nonsense"), 2, "no pipeline"),
        (("search", "pies", "--act", "ustawa o miotłach"), 2, "no act"),
        (("search", "pies", "--on", "kiedyś"), 2, "not a date"),
        (("search", "pies", "--pipeline", "lexical", "--k", "0"), 2, "Between 1 and 100"),
        (("show", "art. 5"), 2, "without an act"),
        (("show", "coś"), 2, "Write it like"),
        (("show", "art. 9999 ustawy o ogrodach dachowych"), 2, "9999"),
        (("show", "DU/2091/101#1", "--on", "1950-01-01"), 2, "oldest"),
        (("corpus", "import", "legalize", "/nonexistent"), 2, "does not exist"),
        (("search", "pies", "--pipeline", "ascr"), 2, "a language model"),
    ],
)
def test_bad_input_says_what_would_be_right(  # type: ignore[no-untyped-def]
    przepis, arguments: tuple[str, ...], code: int, words: str
) -> None:
    found, _, err = przepis("--lang", "en", *arguments)
    assert found == code
    assert words in err


def test_a_home_without_a_corpus_or_an_index(przepis, tmp_path: Path, sample_corpus: Path) -> None:  # type: ignore[no-untyped-def]
    code, _, err = przepis("search", "pies", home=tmp_path / "empty")
    assert (code, "nie ma zbioru" in err) == (3, True)
    code, _, err = przepis("search", "pies", home=sample_corpus)
    assert (code, "index build" in err) == (3, True)


def test_references_and_differences_are_printed(przepis) -> None:  # type: ignore[no-untyped-def]
    code, out, _ = przepis("corpus", "refs-rate", "--json")
    assert code == 0
    assert json.loads(out)[-1]["rate"] > 0.9
    code, out, _ = przepis("corpus", "diff", "DU/2091/101#1", "--from", "2092-01-01", "--to", "2097-01-01")
    assert code == 0
    assert out.strip()


def test_pipelines_are_listed_and_drawn(przepis) -> None:  # type: ignore[no-untyped-def]
    code, out, _ = przepis("pipelines")
    assert code == 0
    assert "ascr-h" in out
    _, out, _ = przepis("pipelines", "show", "dtf")
    assert "fuse_rrf" in out
    assert "rescore" in out
