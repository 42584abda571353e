"""Batch files out and in, surrogates as files, the seed."""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path

import pytest
import zstandard

from przepis.corpus.importing import import_markdown
from przepis.corpus.store import Store
from przepis.surrogates.batch_export import EXPECTED_TOKENS_OUT, estimate, export_batch
from przepis.surrogates.coverage import coverage
from przepis.surrogates.import_ import import_batch, import_surrogates, surrogate_lines
from przepis.surrogates.plan import pending
from przepis.surrogates.seed import import_seed, is_seed
from tests.llm.fake_server import ANNOTATION, ENGLISH
from tests.llm.synthetic_law import ACT_ID, make_store

SEED_FILES = {f"DU-{n}.md" for n in ("2023-1465", "2023-2809", "2024-581", "2024-323", "2023-725", "2024-1796")}


def answered(request, data, **changes):
    body = {"model": "m-1", "choices": [{"message": {"content": json.dumps(data)}}]}
    line = {"custom_id": request["custom_id"], "response": {"status_code": 200, "body": body}, "error": None}
    return json.dumps({**line, **changes})


def test_export_answer_import(tmp_path):
    with make_store(tmp_path / "home", 6) as store:
        export = export_batch(pending(store), tmp_path / "requests.jsonl", "m-1")
        assert (export.n_requests, len(export.files)) == (6, 1)
        assert export.tokens_out == 6 * EXPECTED_TOKENS_OUT
        requests = [json.loads(line) for line in export.files[0].path.read_text().splitlines()]
        assert len({r["custom_id"] for r in requests}) == 6
        lines = [answered(r, ANNOTATION) for r in requests[:3]]
        lines += [answered(requests[0], ANNOTATION), answered(requests[3], ENGLISH)]
        lines += [answered(requests[4], {}, error={"message": "expired"})]
        lines += [answered({"custom_id": "a-unknown"}, ANNOTATION), '{"cut']
        out = tmp_path / "out.jsonl"
        out.write_text("\n".join(reversed(lines)))
        report = import_batch(store, [out])
        assert (report.n_imported, report.n_repeated, report.n_unknown) == (3, 1, 1)
        assert [a for a, _ in report.unfit] == [f"{ACT_ID}#4"]
        assert sorted(e.split(":")[0] for e in report.errors) == [f"{ACT_ID}#5", "out.jsonl, line 1"]
        assert store.surrogate(f"{ACT_ID}#1").annotator == "m-1"
        assert [t.article.label for t in pending(store)] == ["4", "5", "6"]


def test_an_answer_for_an_older_wording_is_not_taken(tmp_path):
    with make_store(tmp_path / "home", 1) as store:
        export = export_batch(pending(store), tmp_path / "requests.jsonl", "m-1")
        request = json.loads(export.files[0].path.read_text())
        out = tmp_path / "out.jsonl"
        out.write_text(answered(request, ANNOTATION))
        with store.transaction():
            store.db.execute("UPDATE texts SET text_hash = 'changed'")
        report = import_batch(store, [out])
        assert (report.n_imported, report.n_unknown) == (0, 1)


def test_surrogates_travel_as_files(tmp_path):
    with make_store(tmp_path / "a", 2) as store:
        export_batch(pending(store), tmp_path / "r.jsonl", "m")
        request = json.loads((tmp_path / "r-001.jsonl").read_text().splitlines()[0])
        (tmp_path / "out.jsonl").write_text(answered(request, ANNOTATION))
        import_batch(store, [tmp_path / "out.jsonl"])
        lines = list(surrogate_lines(store.surrogates()))
        original = store.surrogate(f"{ACT_ID}#1")
    file = tmp_path / "surrogates.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in [*lines, {**lines[0], "article_id": "DU/1/1#1"}]))
    assert not is_seed(file)
    with make_store(tmp_path / "b", 2) as store:
        report = import_surrogates(store, file)
        assert (report.n_imported, report.n_unknown) == (1, 1)
        assert store.surrogate(f"{ACT_ID}#1") == original


def test_price_estimates():
    lines = {e.model: e for e in estimate(1_000_000, 1_000_000)}
    paper = lines["gemini-3.1-flash-lite"]
    assert (paper.preset, paper.usd_online) == ("gemini", pytest.approx(0.25 + 1.5))
    assert paper.usd_batch == pytest.approx(1.75 / 2)
    assert {e.preset for e in lines.values()} == {"gemini", "openai", "anthropic"}


@pytest.fixture(scope="module")
def seed_acts(tmp_path_factory, shared) -> Path:
    """The six acts of the seed, out of the archive."""
    folder = tmp_path_factory.mktemp("acts")
    archive = shared / "data" / "statutes-current.tar.zst"
    with archive.open("rb") as packed:
        stream = zstandard.ZstdDecompressor(max_window_size=2**27).stream_reader(packed)
        with tarfile.open(fileobj=io.BufferedReader(stream, 1 << 20), mode="r|") as tar:
            for member in tar:
                if Path(member.name).name in SEED_FILES:
                    (folder / Path(member.name).name).write_bytes(tar.extractfile(member).read())
    return folder


@pytest.mark.shared
def test_the_seed_annotates_1003_articles(tmp_path, shared, seed_acts):
    seed = shared / "data" / "surrogates-seed.jsonl"
    assert is_seed(seed)
    with Store(tmp_path, create=True) as store:
        import_markdown(store, seed_acts, workers=1)
        report = import_seed(store, seed)
        assert report.missing == []
        copied = [words for _, words in report.notes if "kolejnych słów" in words]
        addressed = [words for _, words in report.notes if "numer przepisu" in words]
        assert (len(copied), len(addressed), len(report.notes)) == (32, 8, 40)
        assert (report.n_imported, report.n_partial, report.n_stale) == (1003, 58, 0)
        total = coverage(store).total()
        assert (total.n_model, total.n_stale) == (1003, 0)
        one = store.surrogate("DU/1974/141#3^1")
        assert one.theme == "reprezentacja pracodawcy"
        assert len(one.practitioner) == len(one.keywords) == 1
        assert len(one.lay) == 3
