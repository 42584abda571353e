"""The store: versions, wordings in time, imports that can be killed, bad input that changes nothing."""

from __future__ import annotations

import datetime as dt
import os
import signal
import sqlite3
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

from przepis.corpus.checks import corpus_stats, verify_corpus
from przepis.corpus.corpus_file import FILE_NAME
from przepis.corpus.diff import diff_wordings, word_pieces
from przepis.corpus.importing import import_markdown
from przepis.corpus.prepare import text_hash
from przepis.corpus.store import Store
from przepis.errors import CitationError, SourceError, StoreError
from przepis.sources.sample import acts_dir

BOATS = "DU/2091/101"  # three texts: the original, 2093 and 2096


def test_the_sample_is_sound(sample_home: Path) -> None:
    with Store(sample_home) as store:
        assert verify_corpus(store) == []
        facts = corpus_stats(store)
    assert facts["acts"] == 12
    assert facts["versions"] == 16
    assert facts["articles"] >= 240
    assert facts["references_resolved"] > 0.9 * facts["references"]


def test_announcements_join_their_base_act_in_order(sample_home: Path) -> None:
    with Store(sample_home) as store:
        versions = store.versions(BOATS)
    assert [v.version_id for v in versions] == [BOATS, "DU/2093/57", "DU/2096/18"]
    assert [v.consolidated for v in versions] == [False, True, True]


def test_a_wording_holds_until_the_next_that_differs(sample_home: Path) -> None:
    with Store(sample_home) as store:
        changed = [w for label in store.labels(BOATS) if len(w := store.wordings(f"{BOATS}#{label}")) > 1]
        assert changed
        for wordings in changed:
            for older, newer in pairwise(wordings):
                assert older.valid_to is not None
                assert older.valid_to <= (newer.valid_from or dt.date.max)
                assert older.text_hash != newer.text_hash
            assert wordings[-1].valid_to is None
            first = wordings[0]
            assert store.article(first.article_id, first.valid_from).text == first.text
            assert store.article(first.article_id).text == wordings[-1].text


def test_a_date_before_the_act_names_the_earliest_text(sample_home: Path) -> None:
    with Store(sample_home) as store, pytest.raises(CitationError, match="earliest in the corpus"):
        store.article(f"{BOATS}#1", dt.date(1999, 1, 1))


def test_an_unknown_article_is_told_what_there_is(sample_home: Path) -> None:
    with Store(sample_home) as store, pytest.raises(CitationError, match=r"has no article 9999.*it has 1 to"):
        store.article(f"{BOATS}#9999")


def test_importing_the_same_again_changes_nothing(sample_corpus: Path) -> None:
    with Store(sample_corpus) as store:
        before = store.fingerprint(), corpus_stats(store)
        report = import_markdown(store, acts_dir(), workers=1)
        assert (report.n_stored, report.n_unchanged) == (0, 16)
        assert (store.fingerprint(), corpus_stats(store)) == before


def test_one_process_and_two_give_the_same_store(tmp_path: Path) -> None:
    rows = []
    for workers in (1, 2):
        home = tmp_path / str(workers)
        with Store(home, create=True) as store:
            import_markdown(store, acts_dir(), workers=workers)
            rows.append(store.db.execute("SELECT * FROM articles ORDER BY act_id, label, first_version").fetchall())
    assert rows[0] == rows[1]


def test_a_killed_import_leaves_a_sound_store_and_goes_on(tmp_path: Path) -> None:
    script = (
        "import sys, time; from pathlib import Path\n"
        "from przepis.corpus.store import Store; from przepis.corpus.importing import import_markdown\n"
        "store = Store(Path(sys.argv[1]), create=True)\n"
        "def tell(n, name):\n    print(n, flush=True)\n    time.sleep(0.05)\n"
        "import_markdown(store, Path(sys.argv[2]), workers=1, progress=tell)\n"
    )
    for stop_after in (3, 9):
        child = subprocess.Popen(
            [sys.executable, "-c", script, str(tmp_path), str(acts_dir())], stdout=subprocess.PIPE, text=True
        )
        assert child.stdout is not None
        for line in child.stdout:
            if int(line) >= stop_after:
                os.kill(child.pid, signal.SIGKILL)
                break
        child.wait()
        child.stdout.close()
        with Store(tmp_path) as store:
            assert verify_corpus(store) == []
    with Store(tmp_path) as store:
        report = import_markdown(store, acts_dir(), workers=1)
        assert report.n_unchanged >= 8
        assert corpus_stats(store)["versions"] == 16


def test_text_hash_ignores_markers_spacing_and_case() -> None:
    assert text_hash("§ 1. Najem łodzi.\n§ 2. Kaucja.") == text_hash("Najem  łodzi.\nKaucja.")
    assert text_hash("Najem łodzi.") != text_hash("Najem tratwy.")


def test_differences_are_shown_word_by_word(sample_home: Path) -> None:
    assert word_pieces("do 3 lat", "do 5 lat") == (("same", "do"), ("removed", "3"), ("added", "5"), ("same", "lat"))
    with Store(sample_home) as store:
        label = next(x for x in store.labels(BOATS) if len(store.wordings(f"{BOATS}#{x}")) > 1)
        older, *_, newer = store.wordings(f"{BOATS}#{label}")
    change = diff_wordings(older, newer, "a", "b")
    assert change.units
    assert not diff_wordings(newer, newer, "b", "b").units


class TestBadInput:
    """Each gets a clear error, and the store stays as it was."""

    @pytest.fixture(autouse=True)
    def _unchanged(self, sample_corpus: Path) -> object:
        self.home = sample_corpus
        with Store(sample_corpus) as store:
            before = store.fingerprint()
        yield
        with Store(sample_corpus) as store:
            assert store.fingerprint() == before

    def refused(self, path: Path) -> str:
        with Store(self.home) as store, pytest.raises(SourceError) as caught:
            import_markdown(store, path, workers=1)
        return str(caught.value)

    def test_not_an_act(self, tmp_path: Path) -> None:
        (tmp_path / "x.md").write_text("Lista zakupów: chleb, mleko.\n", encoding="utf-8")
        assert "front matter" in self.refused(tmp_path / "x.md")

    def test_truncated_archive(self, tmp_path: Path) -> None:
        import io
        import tarfile

        import zstandard

        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w") as archive:
            data = os.urandom(300_000)
            member = tarfile.TarInfo("pl/x.md")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
        path = tmp_path / "acts.tar.zst"
        path.write_bytes(zstandard.compress(buffer.getvalue())[:-100_000])
        assert "cut short" in self.refused(path)

    def test_wrong_encoding(self, tmp_path: Path) -> None:
        (tmp_path / "x.md").write_bytes("---\ntitle: łódź\n".encode("cp1250"))
        assert "not UTF-8" in self.refused(tmp_path / "x.md")

    def test_a_two_gigabyte_line(self, tmp_path: Path) -> None:
        path = tmp_path / "x.md"
        with path.open("wb") as stream:
            stream.truncate(2 * 1024**3)  # sparse: takes no room
        started = time.perf_counter()
        assert "not an act" in self.refused(path)
        assert time.perf_counter() - started < 1.0

    def test_a_missing_path(self, tmp_path: Path) -> None:
        assert "does not exist" in self.refused(tmp_path / "nowhere")

    def test_an_empty_folder(self, tmp_path: Path) -> None:
        (tmp_path / "empty").mkdir()
        assert "no .md file" in self.refused(tmp_path / "empty")


def test_a_store_that_is_not_one(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no corpus"):
        Store(tmp_path)
    (tmp_path / FILE_NAME).write_bytes(b"this is not SQLite" * 100)
    with pytest.raises(StoreError, match="not a corpus"):
        Store(tmp_path)


def test_processes_that_make_the_same_store_at_once_all_get_it(tmp_path: Path) -> None:
    script = (
        "import sys, time; from pathlib import Path; from przepis.corpus.store import Store\n"
        "open(sys.argv[1] + '/ready-' + sys.argv[2], 'w').close()\n"
        "while not (Path(sys.argv[1]) / 'go').exists(): pass\n"
        "with Store(Path(sys.argv[1]) / 'home', create=True) as store: assert store.acts() == []"
    )
    started = [subprocess.Popen([sys.executable, "-c", script, str(tmp_path), str(n)]) for n in range(4)]
    try:
        deadline = time.monotonic() + 60
        while len(list(tmp_path.glob("ready-*"))) < len(started) and time.monotonic() < deadline:
            time.sleep(0.01)
    finally:
        (tmp_path / "go").touch()
        codes = [process.wait(timeout=60) for process in started]
    assert codes == [0] * len(started)


def test_a_text_that_will_be_law_later_counts_by_its_publication(sample_corpus: Path) -> None:
    with Store(sample_corpus) as store:
        (first,) = store.db.execute("SELECT version_id FROM versions LIMIT 1").fetchone()
        store.db.execute(
            "UPDATE versions SET as_of = '2999-01-01', published = '2998-02-03' WHERE version_id = ?", (first,)
        )
        assert store.newest_text() == "2998-02-03"


def test_a_corpus_that_cannot_be_written_is_read(sample_corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mounted image, another user's folder: nothing may be made beside the file, not even SQLite's log."""
    before = sorted(sample_corpus.iterdir())
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with Store(sample_corpus) as store:
        assert store.article(f"{BOATS}#7").text
        assert sorted(sample_corpus.iterdir()) == before
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            store.set_meta("a", "b")


def test_an_older_corpus_that_cannot_be_written_says_what_to_do(
    sample_corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(sample_corpus) as store:
        store.db.execute("PRAGMA user_version = 7")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(StoreError, match="has schema 7 and must be brought to"):
        Store(sample_corpus)
