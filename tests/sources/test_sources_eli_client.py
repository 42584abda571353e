"""The client against a server that misbehaves: patience, politeness, the cache, and errors that say what happened."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from przepis.errors import InputError, MissingTextError, RemoteError
from przepis.sources.eli.cache import Cache, Cached
from przepis.sources.eli.client import EliClient, check_eli
from przepis.sources.eli.pace import Pace, Politeness
from tests.sources.fake_sejm import BASE, FERRY, NEW_TEXT, FakeSejm

QUICK = Politeness(per_second=500.0, retries=3, wait_s=0.01, read_s=0.3, connect_s=1.0)
ACT = f"/acts/{BASE}"
PAGE = f"/acts/{NEW_TEXT}/text.html"


@pytest.fixture
def sejm() -> Iterator[FakeSejm]:
    with FakeSejm() as server:
        yield server


@pytest.fixture
def client(sejm: FakeSejm, tmp_path: Path) -> Iterator[EliClient]:
    with EliClient(tmp_path, sejm.url, QUICK) as found:
        yield found


@pytest.mark.parametrize("fault", ["503", "500", "429:0", "reset", "truncated", "hang:0.6"])
def test_what_may_pass_is_tried_again(sejm: FakeSejm, client: EliClient, fault: str) -> None:
    sejm.faults[ACT] = [fault, fault]
    assert client.act(BASE)["ELI"] == BASE
    assert sejm.requests == [ACT] * 3


@pytest.mark.parametrize(
    ("fault", "why"), [("503", "503"), ("reset", "connection failed"), ("hang:0.6", "no answer in time")]
)
def test_what_does_not_pass_is_an_error_that_says_so(sejm: FakeSejm, client: EliClient, fault: str, why: str) -> None:
    sejm.faults[ACT] = [fault] * 10
    with pytest.raises(RemoteError, match=why) as caught:
        client.act(BASE)
    assert "4 times in a row" in str(caught.value)
    assert len(sejm.requests) == 1 + QUICK.retries
    assert caught.value.exit_code == 4


def test_retry_after_is_honoured_by_every_thread(sejm: FakeSejm, client: EliClient) -> None:
    sejm.faults[ACT] = ["429:0.4"]
    started = time.monotonic()
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(client.act, BASE)
        time.sleep(0.1)  # the first was told to wait by now
        second = pool.submit(client.act, FERRY)
        assert first.result()["ELI"] == BASE
        assert second.result()["ELI"] == FERRY
    assert [t - started >= 0.4 for t in sejm.times] == [False, True, True]


def test_a_server_that_asks_for_an_hour_is_reported_not_waited_for(sejm: FakeSejm, client: EliClient) -> None:
    sejm.faults[ACT] = ["503:3600"]
    with pytest.raises(RemoteError, match="come back in 3600 s"):
        client.act(BASE)


def test_the_page_of_zero_bytes(sejm: FakeSejm, client: EliClient) -> None:
    sejm.texts[f"{NEW_TEXT}/text.html"] = b""
    with pytest.raises(MissingTextError, match="zero bytes"):
        client.html(NEW_TEXT)


def test_the_page_request_rejected(sejm: FakeSejm, client: EliClient) -> None:
    sejm.faults[PAGE] = ["rejected"]
    with pytest.raises(RemoteError, match="Request Rejected"):
        client.html(NEW_TEXT)
    assert sejm.requests == [PAGE]  # asking a firewall again makes it angrier


def test_the_firewall_refuses_what_it_refuses_in_truth(client: EliClient) -> None:
    with pytest.raises(RemoteError, match="Request Rejected"):
        client.get(PAGE, "application/json")
    with pytest.raises(RemoteError, match="Request Rejected"):
        client.get(ACT, "application/json", {"colour": "red"})


def test_an_error_is_never_cached(sejm: FakeSejm, client: EliClient) -> None:
    sejm.faults[PAGE] = ["rejected", "empty"]
    for _ in range(2):
        with pytest.raises(RemoteError):
            client.html(NEW_TEXT)
    assert b"unit_arti" in client.html(NEW_TEXT)


def test_an_act_that_is_not_there(client: EliClient) -> None:
    with pytest.raises(MissingTextError, match="404"):
        client.act("DU/2090/9999")


def test_json_that_is_not(sejm: FakeSejm, client: EliClient) -> None:
    sejm.faults[ACT] = ["garbage"]
    with pytest.raises(RemoteError, match="not JSON"):
        client.act(BASE)


def test_a_fresh_answer_is_not_asked_for_again(sejm: FakeSejm, client: EliClient) -> None:
    assert client.act(BASE) == client.act(BASE)
    assert sejm.requests == [ACT]


def test_an_old_answer_is_asked_for_by_its_etag(sejm: FakeSejm, client: EliClient) -> None:
    first = client.act(BASE, fresh_s=0.0)
    assert client.act(BASE, fresh_s=0.0) == first
    assert sejm.not_modified[ACT] == 1
    sejm.acts[BASE]["title"] = "Ustawa zmieniona"
    assert client.act(BASE, fresh_s=0.0)["title"] == "Ustawa zmieniona"
    assert sejm.not_modified[ACT] == 1


def test_without_etags_the_answer_is_fetched_whole(sejm: FakeSejm, client: EliClient) -> None:
    sejm.with_etags = False
    client.act(BASE, fresh_s=0.0)
    sejm.acts[BASE]["title"] = "Ustawa zmieniona"
    assert client.act(BASE, fresh_s=0.0)["title"] == "Ustawa zmieniona"


def test_a_damaged_cache_is_fetched_again(sejm: FakeSejm, client: EliClient, tmp_path: Path) -> None:
    client.act(BASE)
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-5])
    assert client.act(BASE)["ELI"] == BASE
    assert sejm.requests == [ACT, ACT]


def test_the_cache_keeps_addresses_apart(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put(Cached("http://x/eli/a?b", b"one", etag="e"))
    cache.put(Cached("http://x/eli/a/b", b"two"))
    found = cache.get("http://x/eli/a?b")
    assert found is not None
    assert (found.body, found.validators) == (b"one", {"If-None-Match": "e"})
    assert cache.get("http://x/eli/c") is None


def test_pages_are_read_to_the_end(client: EliClient, sejm: FakeSejm) -> None:
    found = [act["ELI"] for act in client.search(publisher="DU", dateFrom="2090-01-01")]
    assert sorted(found) == sorted(sejm.acts)  # two a page
    assert sejm.requests == ["/acts/search"] * 4


def test_no_more_than_four_at_once_and_no_faster_than_told(sejm: FakeSejm, tmp_path: Path) -> None:
    polite = Politeness(per_second=50.0, parallel=4)
    sejm.faults[ACT] = ["hang:0.15"] * 12
    with EliClient(tmp_path, sejm.url, polite) as client, ThreadPoolExecutor(12) as pool:
        for future in [pool.submit(client.act, BASE, 0.0) for _ in range(12)]:
            future.result()
    assert 1 < sejm.most_at_once <= 4
    times = sorted(sejm.times)
    assert times[-1] - times[0] >= 11 / 50 * 0.9


def test_the_default_pace_is_two_a_second() -> None:
    now, slept = [0.0], []

    def sleep(seconds: float) -> None:
        slept.append(round(seconds, 6))
        now[0] += seconds

    pace = Pace(Politeness(), clock=lambda: now[0], sleep=sleep)
    for _ in range(3):
        with pace.turn():
            pass
    pace.pause(5.0)
    with pace.turn():
        pass
    assert slept == [0.5, 0.5, 5.0]


def test_addresses() -> None:
    assert check_eli("du/1964/93") == check_eli("DU-1964-93") == "DU/1964/93"
    assert check_eli("https://api.sejm.gov.pl/eli/acts/DU/1964/93") == "DU/1964/93"
    for wrong in ("1964/93", "DU/64/93", "DU/1964/../93", "k.c."):
        with pytest.raises(InputError, match="right would be DU/1964/93"):
            check_eli(wrong)


def test_a_file_name_cannot_lead_elsewhere(client: EliClient) -> None:
    with pytest.raises(RemoteError, match="not a file's name"):
        client.file(BASE, "O", "../../other")


def test_a_base_url_must_be_one(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a web address"):
        EliClient(tmp_path, "file:///etc")
