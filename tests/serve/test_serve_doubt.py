"""Every face says in the same words that no hit is sure, or that one of two governs."""

from __future__ import annotations

import dataclasses

from click.testing import CliRunner

from przepis import library as library_module
from przepis.library import Library
from przepis.serve.cli.main import cli
from tests.serve.served import settings_for


def test_every_face_says_it(sample_home, site, monkeypatch) -> None:
    run = library_module.run_pipeline

    def shared(*args, **kwargs):
        done = run(*args, **kwargs)
        hits = tuple(dataclasses.replace(h, confidence=0.48 if h.rank < 3 else 0.01) for h in done.hits)
        return dataclasses.replace(done, hits=hits, sure=False, enough=0.4969)

    monkeypatch.setattr(library_module, "run_pipeline", shared)
    with Library(settings=settings_for(sample_home)) as library:
        found = library.find("zwrot kaucji", k=3)
    one, other = (hit.citation.partition(" ")[0] for hit in found.hits[:2])
    told = found.notes[-1].text
    assert found.sure is False
    assert told.startswith(f"Rozstrzyga zapewne {one} ")
    assert f" albo {other} " in told
    assert "48%" in told
    page = site.get("/search", params={"q": "zwrot kaucji"}).text
    answer = site.get("/v1/search", params={"text": "zwrot kaucji"}).json()
    printed = CliRunner().invoke(
        cli, ["--home", str(sample_home), "search", "zwrot kaucji", "--pipeline", "lexical"], env={"COLUMNS": "900"}
    )
    assert told in page
    assert [note["text"] for note in answer["notes"]] == [told]
    assert told in printed.output
    assert "Żaden przepis nie jest pewny" not in page + printed.output
