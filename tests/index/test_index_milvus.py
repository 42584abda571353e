"""The Milvus engine where things go wrong: a killed loader; an engine that is down, slow, old, or has another index.

TEST_KILLS=10 kills the loader ten times; TEST_HOME names another home than the sample's for it.
"""

from __future__ import annotations

import os
import random
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pymilvus", reason="pymilvus is not installed (extra `milvus`)")
pytest.importorskip("milvus_lite", reason="milvus-lite is not installed (extra `milvus`)")

from przepis.corpus.corpus_file import FILE_NAME
from przepis.corpus.store import Store
from przepis.errors import EngineError, InputError, PipelineError
from przepis.index.build import build_index
from przepis.index.engine import Filter
from przepis.index.local.index import LocalIndex
from przepis.index.local.lexical import Bm25Settings
from przepis.index.milvus.connection import Connection
from przepis.index.milvus.generations import Generations
from przepis.index.milvus.load import copy_index, item_rows
from przepis.index.milvus.schema import LexicalPart, collection_name, filter_expression, fingerprint, parts_of
from przepis.index.milvus.searcher import MilvusSearcher
from przepis.index.milvus.verify import check_items, compare, sample_queries
from przepis.index.open_searcher import open_searcher
from przepis.settings import EngineSettings

COPY_BATCH = 40  # as in copy_process.py


def settings_for(uri: str, timeout_s: float = 10.0) -> EngineSettings:
    return EngineSettings(name="milvus", uri=uri, timeout_s=timeout_s)


def start_copy(home: Path, uri: str) -> subprocess.Popen[str]:
    script = str(Path(__file__).with_name("copy_process.py"))
    return subprocess.Popen([sys.executable, script, str(home), uri], stdout=subprocess.PIPE, text=True)


def kill_after(home: Path, uri: str, n_lines: int) -> bool:
    """Run the loader and kill it when it has printed so many lines; True when it finished before that."""
    with start_copy(home, uri) as process:
        assert process.stdout is not None
        for n, line in enumerate(process.stdout, start=1):
            if line.strip() == "done":
                process.wait()
                return True
            if n >= n_lines:
                process.kill()
                return False
    raise AssertionError(f"the loader failed with {process.returncode}")


def test_a_killed_loader_resumes_with_nothing_missing_and_nothing_doubled(sample_home: Path, tmp_path: Path) -> None:
    home, n_kills = Path(os.environ.get("TEST_HOME", sample_home)), int(os.environ.get("TEST_KILLS", 3))
    local, uri, chance = LocalIndex(home), str(tmp_path / "killed.db"), random.Random(3)
    n_batches = sum(-(-len(item_rows(local, part)) // COPY_BATCH) for part in parts_of(local))
    for _ in range(n_kills):
        assert not kill_after(home, uri, chance.randint(2, n_batches // n_kills - 1))
        with pytest.raises(EngineError, match="no whole copy"):
            MilvusSearcher(LocalIndex(home), settings_for(uri))
    assert kill_after(home, uri, 10 * n_batches)
    searcher = MilvusSearcher(LocalIndex(home), settings_for(uri))
    try:
        assert check_items(searcher) == []
        with Store(home) as store:
            queries = sample_queries(store, 20)
        found = compare(searcher, queries, None)
        assert all(c.n_same == c.n_lists for c in found.values())
        assert sum(c.n_lists for c in found.values()) == 11 * 20  # lexical fields in Milvus, queries
    finally:
        searcher.close()


@pytest.fixture(scope="module")
def copied(sample_home: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    uri = str(tmp_path_factory.mktemp("copied") / "copy.db")
    connection = Connection(settings_for(uri))
    copy_index(LocalIndex(sample_home), connection)
    connection.close()
    return uri


def test_a_second_copy_changes_nothing(sample_home: Path, copied: str) -> None:
    connection = Connection(settings_for(copied))
    before = Generations(connection).manifest(fingerprint(LocalIndex(sample_home).folder))
    told: list[Any] = []
    after = copy_index(LocalIndex(sample_home), connection, progress=lambda *facts: told.append(facts))
    connection.close()
    assert told == []  # not a single batch was sent
    assert before is not None
    assert after["parts"] == before["parts"]


def test_a_missing_and_a_wrong_item_are_found(sample_home: Path, copied: str, tmp_path: Path) -> None:
    shutil.copy(copied, tmp_path / "damaged.db")
    searcher = MilvusSearcher(LocalIndex(sample_home), settings_for(str(tmp_path / "damaged.db")))
    name = collection_name(searcher.prefix, searcher.generation, LexicalPart("text", Bm25Settings()).key)
    searcher.connection.call("load_collection", name)
    searcher.connection.call("delete", name, filter="place in [3, 4]")
    problems = check_items(searcher)
    searcher.close()
    n_text = len(np.flatnonzero(LocalIndex(sample_home).field("text").lengths))
    assert problems == [
        f"text_k1_2_b0_75: {n_text - 2} items, {n_text} expected",
        f"text_k1_2_b0_75: 2 of the items from place 0 to {n_text} are missing or wrong",
    ]


def test_generations_switch_and_old_ones_go(sample_home: Path, tmp_path: Path) -> None:
    """Three indexes one after the other: the current one and the one before it stay."""
    uri = str(tmp_path / "generations.db")
    connection = Connection(settings_for(uri))
    names = []
    for n, label in enumerate(("a", "b", "c")):
        home = tmp_path / label
        home.mkdir()
        shutil.copy(sample_home / FILE_NAME, home / FILE_NAME)
        with Store(home) as store:
            for act in sorted(a.act_id for a in store.acts())[: 9 + n]:
                store.db.execute("DELETE FROM articles WHERE act_id = ?", (act,))
            build_index(store, home, None)
        index = LocalIndex(home)
        names.append(fingerprint(index.folder))
        copy_index(index, connection, prefix="law")
    generations = Generations(connection, "law")
    assert len(set(names)) == 3
    assert generations.current() == names[2]
    assert sorted(generations.names()) == sorted(names[1:])
    assert not [c for c in generations.collections() if names[0] in c]
    with pytest.raises(EngineError, match="not whole"):
        generations.switch("000000000000")
    assert generations.current() == names[2]
    connection.close()


def test_an_index_that_was_not_copied_is_refused(sample_home: Path, tmp_path: Path) -> None:
    with pytest.raises(EngineError, match=r"no whole copy of this index .*przepis engine copy --to"):
        open_searcher(LocalIndex(sample_home), settings_for(str(tmp_path / "empty.db")))
    assert open_searcher(LocalIndex(sample_home), EngineSettings()).name == "embedded"


def test_settings_of_bm25_that_were_not_copied_are_refused(sample_home: Path, copied: str) -> None:
    searcher = MilvusSearcher(LocalIndex(sample_home), settings_for(copied))
    with pytest.raises(PipelineError, match=r"k1 3 and b 0.1; run .*--bm25 text:3:0.1"):
        searcher.lexical("text", "kara", 10, Bm25Settings(3.0, 0.1))
    assert searcher.health().n_articles == len(searcher.index.article_ids)
    searcher.close()


# -- down, slow, old ------------------------------------------------------------------------------------------


@pytest.fixture
def port() -> Iterator[socket.socket]:
    """A port that is bound but does not answer; until ``listen`` it refuses."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield bound


@pytest.mark.parametrize("listening", [False, True], ids=["down", "silent"])
def test_an_engine_that_does_not_answer_is_an_error_in_time(
    sample_home: Path, port: socket.socket, listening: bool
) -> None:
    if listening:
        port.listen(8)
    started = time.monotonic()
    with pytest.raises(EngineError, match=r"did not answer .* within 1 s"):
        MilvusSearcher(LocalIndex(sample_home), settings_for(f"http://127.0.0.1:{port.getsockname()[1]}", timeout_s=1))
    assert time.monotonic() - started < 3


class FakeClient:
    """Answers as a server would, after failing as often as it is told."""

    def __init__(self, version: str = "2.5.4", failures: int = 0, error: str = "server unavailable") -> None:
        self.version, self.failures, self.error = version, failures, error
        self.n_calls = 0
        self.aliases: dict[str, str] = {}

    def get_server_version(self, timeout: float) -> str:
        self.n_calls += 1
        if self.n_calls <= self.failures:
            raise RuntimeError(self.error)
        return self.version

    def close(self) -> None:
        pass


def connect(monkeypatch: pytest.MonkeyPatch, client: FakeClient, timeout_s: float = 2.0) -> Connection:
    monkeypatch.setattr("przepis.index.milvus.connection._client", lambda uri, token, timeout: client)
    return Connection(settings_for("http://milvus:19530", timeout_s))


def test_an_old_server_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EngineError, match=r"is version v2.3.9; 2.4 or newer"):
        connect(monkeypatch, FakeClient("v2.3.9")).check_version()
    assert connect(monkeypatch, FakeClient("v2.6.0")).check_version() == "v2.6.0"


def test_a_passing_failure_is_retried(monkeypatch: pytest.MonkeyPatch) -> None:
    client = FakeClient(failures=2)
    assert connect(monkeypatch, client).version() == "2.5.4"
    assert client.n_calls == 3


def test_a_lasting_failure_is_not_retried(monkeypatch: pytest.MonkeyPatch) -> None:
    client = FakeClient(failures=9, error="field vector not found")
    with pytest.raises(EngineError, match="failed at get_server_version: field vector not found"):
        connect(monkeypatch, client).version()
    assert client.n_calls == 1


def test_refused_credentials_name_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    client = FakeClient(failures=9, error="auth check failure, please check api key")
    with pytest.raises(EngineError, match="put the token into PRZEPIS_MILVUS_TOKEN"):
        connect(monkeypatch, client).version()


def test_the_token_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def client(uri: str, token: str, timeout: float) -> FakeClient:
        seen.append(token)
        return FakeClient()

    monkeypatch.setattr("przepis.index.milvus.connection._client", client)
    monkeypatch.setenv("LAW_TOKEN", "root:secret")
    settings = EngineSettings(name="milvus", uri="http://milvus:19530", token_env="LAW_TOKEN")
    connection = Connection(settings)
    connection.version()
    assert seen == ["root:secret"]
    assert "secret" not in repr(settings) + repr(vars(connection))


class FakeServer(FakeClient):
    """Aliases and one-row collections, as a server has them."""

    def __init__(self, collections: dict[str, str]) -> None:
        super().__init__()
        self.facts = collections

    def has_collection(self, name: str, timeout: float) -> bool:
        return name in self.facts

    def list_indexes(self, name: str, timeout: float) -> list[str]:
        return ["vector"]

    def load_collection(self, name: str, timeout: float) -> None:
        pass

    def query(self, name: str, timeout: float, **_: Any) -> list[dict[str, str]]:
        return [{"facts": self.facts[name]}]

    def describe_alias(self, alias: str, timeout: float) -> dict[str, str]:
        if alias not in self.aliases:
            raise RuntimeError(f"alias not found[database=default][alias={alias}]")
        return {"alias": alias, "collection_name": self.aliases[alias]}

    def create_alias(self, name: str, alias: str, timeout: float) -> None:
        if alias in self.aliases:
            raise RuntimeError(f"{alias} is alias to another collection")
        self.aliases[alias] = name

    def alter_alias(self, name: str, alias: str, timeout: float) -> None:
        if alias not in self.aliases:
            raise RuntimeError(f"alias not found[alias={alias}]")
        self.aliases[alias] = name


def test_a_server_switches_by_alias(monkeypatch: pytest.MonkeyPatch) -> None:
    server = FakeServer({"law_aaaa_manifest": '{"n_articles": 3}', "law_bbbb_manifest": '{"n_articles": 4}'})
    generations = Generations(connect(monkeypatch, server), "law")
    assert generations.current() is None
    for name in ("aaaa", "bbbb", "bbbb"):
        generations.switch(name)
        assert generations.current() == name
    assert server.aliases == {"law_current": "law_bbbb_manifest"}
    with pytest.raises(EngineError, match="not whole"):
        generations.switch("cccc")


def test_it_recovers_by_itself(sample_home: Path, copied: str) -> None:
    """The in-process server is killed under an open engine; a later search finds it started anew."""
    searcher = MilvusSearcher(LocalIndex(sample_home), settings_for(copied, timeout_s=5))
    wanted = searcher.lexical("text", "kara pieniężna", 5).rows.tolist()
    from milvus_lite.server_manager import server_manager_instance

    server_manager_instance.release_server(copied)
    found: list[int] = []
    for _ in range(3):  # the first call may find the old connection broken
        try:
            found = searcher.lexical("text", "kara pieniężna", 5).rows.tolist()
            break
        except EngineError:
            continue
    assert found == wanted
    searcher.close()


def test_an_address_is_needed() -> None:
    with pytest.raises(InputError, match="needs a URI"):
        Connection(EngineSettings(name="milvus"))
    with pytest.raises(InputError, match=r"ending in \.db"):
        Connection(settings_for("/tmp/not-a-database")).call("list_collections")


# -- names and expressions ------------------------------------------------------------------------------------


def test_names_of_collections_are_plain_and_distinct(sample_home: Path) -> None:
    index = LocalIndex(sample_home)
    extra = (LexicalPart("text", Bm25Settings(0.9, 0.4)), LexicalPart("theme", Bm25Settings(0.9, 0.4)))
    keys = [p.key for p in parts_of(index, extra)]
    assert len(set(keys)) == len(keys) == 11 + 1 + 3  # lexical fields, one more setting, dense; themes stay local
    assert all(k.isidentifier() for k in keys)
    assert "text_k0_9_b0_4" in keys


def test_filters_as_expressions(sample_home: Path) -> None:
    index = LocalIndex(sample_home)
    assert filter_expression(index, None) == filter_expression(index, Filter()) == ""
    assert filter_expression(index, Filter(acts=frozenset({index.act_ids[2]}))) == "act in [2]"
    assert filter_expression(index, Filter(acts=frozenset({"no such act"}))) == "row < 0"
    assert filter_expression(index, Filter(annotated=True, repealed=False)) == "annotated == true and repealed == false"
