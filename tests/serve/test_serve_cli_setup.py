"""`przepis setup` from a local server: to a first answer, killed and resumed, and not done twice."""

from __future__ import annotations

import io
import os
import random
import signal
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from przepis.artifact import current_generation, read_json
from przepis.corpus.store import Store
from przepis.errors import InputError, SourceError
from przepis.index.build import index_is_whole, index_root
from przepis.serve.cli.main import cli
from przepis.sources.sample import acts_dir

sys.path.append(str(Path(__file__).resolve().parents[1] / "sources"))
from tests.sources.archive_server import ArchiveServer


def packed(kind: str = "gz") -> bytes:
    """The sample acts as a branch archive has them: below a folder, with a README beside them."""
    out = io.BytesIO()
    files = {f"law-main/pl/{p.name}": p.read_bytes() for p in sorted(acts_dir().glob("*.md"))}
    files["law-main/README.md"] = b"# about\n"
    if kind == "zip":
        with zipfile.ZipFile(out, "w") as archive:
            for name, data in files.items():
                archive.writestr(name, data)
        return out.getvalue()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return out.getvalue()


@pytest.fixture
def server() -> Iterator[ArchiveServer]:
    with ArchiveServer(packed()) as running:
        yield running


def setup(home: Path, *options: str) -> str:
    done = CliRunner().invoke(
        cli, ["--home", str(home), "setup", "--workers", "1", *options], env={"PRZEPIS_ENCODER": "hashing"}
    )
    if done.exception:
        raise done.exception
    return done.output


def test_one_command_ends_in_an_answer(server: ArchiveServer, tmp_path: Path) -> None:
    said = setup(tmp_path, "--from", server.url)
    with Store(tmp_path) as store:
        assert index_is_whole(store, tmp_path)
        n_texts = store.db.execute("SELECT count(*) FROM versions").fetchone()[0]
    assert f"Wczytano {n_texts} tekstów" in said
    assert "Pytanie: sąsiad" in said
    assert "przepis serve" in said
    assert not (tmp_path / "cache" / "setup").exists()
    assert len(list(index_root(tmp_path).glob("gen-*"))) == 2  # words, then vectors


def test_run_again_nothing_is_done_twice(server: ArchiveServer, tmp_path: Path) -> None:
    setup(tmp_path, "--from", server.url)
    before = current_generation(index_root(tmp_path))
    said = setup(tmp_path, "--from", server.url)
    assert "To samo archiwum" in said
    assert current_generation(index_root(tmp_path)) == before
    server.etag = '"two"'  # the archive changed, the acts in it did not
    assert "Wczytano 0 tekstów" in setup(tmp_path, "--from", server.url)


def test_words_can_be_searched_before_there_are_vectors(server: ArchiveServer, tmp_path: Path) -> None:
    setup(tmp_path, "--from", server.url, "--words-only")
    done = CliRunner().invoke(cli, ["--home", str(tmp_path), "search", "zderzenie łodzi termin zawiadomienia"])
    assert done.exit_code == 0
    assert "same słowa" in done.stderr
    assert "art." in done.stdout
    folder = current_generation(index_root(tmp_path))
    assert folder is not None
    assert read_json(folder / "index.json")["dense"] == {}


def test_folders_and_zip_files_are_taken_too(tmp_path: Path) -> None:
    (tmp_path / "law.zip").write_bytes(packed("zip"))
    of_zip = setup(tmp_path / "a", "--from", str(tmp_path / "law.zip"), "--words-only")
    of_folder = setup(tmp_path / "b", "--from", str(acts_dir()), "--words-only")
    assert of_zip.split("3. ")[1].split(".")[0] == of_folder.split("3. ")[1].split(".")[0]


def test_a_damaged_archive_is_named_and_fetched_anew(server: ArchiveServer, tmp_path: Path) -> None:
    whole = server.data
    server.data = whole[: len(whole) // 2]
    with pytest.raises(SourceError, match="damaged or cut short"):
        setup(tmp_path, "--from", server.url)
    server.data = whole
    assert "Gotowe" in setup(tmp_path, "--from", server.url, "--words-only")


def test_options_that_do_not_go_together(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--act"):
        setup(tmp_path, "--source", "eli", "--from", "x.zip")
    with pytest.raises(InputError, match="goes with --source eli"):
        setup(tmp_path, "--act", "DU/1964/93")


def test_killed_at_any_point_it_goes_on(server: ArchiveServer, tmp_path: Path) -> None:
    """Three kills at random moments of the run; what stands in the end is what an undisturbed run makes."""
    command = [sys.executable, "-m", "przepis.serve.cli.main", "--home", str(tmp_path / "killed"), "setup"]
    command += ["--workers", "1", "--from", server.url]
    environment = os.environ | {"PRZEPIS_ENCODER": "hashing"}
    chance = random.Random(18)
    for _ in range(3):
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.8, 3.0))
        process.send_signal(signal.SIGKILL)
        process.wait()
    subprocess.run(command, env=environment, check=True, capture_output=True, timeout=120)
    setup(tmp_path / "quiet", "--from", server.url)
    fingerprints = []
    for home in (tmp_path / "killed", tmp_path / "quiet"):
        with Store(home) as store:
            assert index_is_whole(store, home)
            fingerprints.append(store.fingerprint())
    assert fingerprints[0] == fingerprints[1]
