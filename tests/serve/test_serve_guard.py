"""Keys, limits, headers, host names, logs, reloads."""

from __future__ import annotations

import json
import logging
import shutil
import stat
import threading
import time
import weakref

import pytest
from starlette.testclient import TestClient

from przepis.corpus.store import Store
from przepis.encode.registry import open_encoder
from przepis.errors import InputError
from przepis.index.build import build_index
from przepis.serve.http.app import create_app
from przepis.serve.http.keys import KeyFile
from przepis.serve.http.limits import RateLimiter
from przepis.serve.http.live import Live
from przepis.serve.http.logs import JsonLines
from przepis.serve.http.options import ServeOptions, check_exposure
from tests.serve.served import BASE, settings_for

EXPOSED = ServeOptions(host="0.0.0.0", keys_required=True)


@pytest.fixture
def home(sample_home, tmp_path):
    shutil.copytree(sample_home, tmp_path / "home")
    return tmp_path / "home"


def serve(home, options):
    return TestClient(create_app(settings_for(home), options), base_url=BASE)


def test_a_key_is_kept_as_a_hash_only(tmp_path):
    keys = KeyFile(tmp_path)
    secret = keys.add("kancelaria", per_minute=60)
    text = keys.path.read_text(encoding="utf-8")
    assert secret not in text
    assert secret.removeprefix("prz_") not in text
    assert stat.S_IMODE(keys.path.stat().st_mode) == 0o600
    assert keys.match(secret).name == "kancelaria"
    assert keys.match(secret + "x") is None
    with pytest.raises(InputError, match="kancelaria"):
        keys.add("kancelaria")
    keys.remove("kancelaria")
    assert keys.match(secret) is None


@pytest.mark.parametrize("how", ["bearer", "header", "basic"])
def test_exposed_means_a_key(home, how):
    secret = KeyFile(home).add("one")
    with serve(home, EXPOSED) as client:
        refused = client.get("/v1/status")
        assert refused.status_code == 401
        assert refused.json()["status"] == 401
        assert client.get("/").status_code == 401
        assert client.get("/v1/health").status_code == 200
        asked = {
            "bearer": {"headers": {"authorization": f"Bearer {secret}"}},
            "header": {"headers": {"x-api-key": secret}},
        }
        request = asked.get(how, {"auth": ("kto", secret)})
        assert client.get("/v1/status", **request).status_code == 200
        KeyFile(home).remove("one")
        assert client.get("/v1/status", **request).status_code == 401


def test_open_web_leaves_the_api_locked(home):
    KeyFile(home).add("one")
    with serve(home, ServeOptions(host="0.0.0.0", keys_required=True, open_web=True)) as client:
        assert client.get("/").status_code == 200
        assert client.get("/v1/status").status_code == 401


def test_exposure_without_keys_is_refused():
    with pytest.raises(InputError, match="keys add"):
        check_exposure(EXPOSED, 0, keys_waived=False)
    check_exposure(EXPOSED, 1, keys_waived=False)
    check_exposure(EXPOSED, 0, keys_waived=True)
    check_exposure(ServeOptions(), 0, keys_waived=False)


def test_rate_limit_is_arithmetic():
    now = [0.0]
    limiter = RateLimiter(lambda: now[0])
    assert [limiter.wait_s("a", 60) for _ in range(11)] == [0.0] * 10 + [1.0]  # 60/6 at once, then one a second
    assert limiter.wait_s("b", 60) == 0.0
    now[0] = 0.5
    assert limiter.wait_s("a", 60) == pytest.approx(0.5)
    now[0] = 1.0
    assert limiter.wait_s("a", 60) == 0.0


def test_a_key_over_its_limit_waits(home):
    secret = KeyFile(home).add("slow", per_minute=6)
    with serve(home, EXPOSED) as client:
        codes = [client.get("/v1/pipelines", headers={"x-api-key": secret}) for _ in range(2)]
    assert [c.status_code for c in codes] == [200, 429]
    assert 9 <= int(codes[1].headers["retry-after"]) <= 10


def test_every_answer_has_security_headers(site):
    for address in ("/", "/v1/status", "/nic", "/v1/nic"):
        headers = site.get(address).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "set-cookie" not in headers


def test_a_foreign_host_name_is_refused(site):
    assert site.get("/v1/health", headers={"host": "zly.example"}).status_code == 421
    assert site.get("/v1/health", headers={"host": "127.0.0.1:8017"}).status_code == 200
    assert site.get("/v1/health", headers={"host": "[::1]:8017"}).status_code == 200


def test_pages_elsewhere_cannot_post(site):
    body = {"text": "łódź"}
    assert site.post("/v1/search", json=body, headers={"origin": "http://zly.example"}).status_code == 403
    assert site.post("/v1/search", json=body, headers={"sec-fetch-site": "cross-site"}).status_code == 403
    assert site.post("/v1/search", json=body, headers={"origin": "null"}).status_code == 403
    assert site.post("/v1/search", json=body, headers={"origin": "http://localhost"}).status_code == 200
    same = {"origin": "null", "sec-fetch-site": "same-origin"}
    assert site.post("/v1/search", json=body, headers=same).status_code == 200


def test_bodies_and_addresses_are_bounded(site):
    assert site.post("/v1/search", json={"text": "a" * 200_000}).status_code == 413
    assert site.post("/v1/search", content=iter([b"x" * 100_000] * 3)).status_code == 413
    assert site.get("/v1/search?text=" + "a" * 61_000).status_code == 414
    assert site.get("/search?q=" + "a" * 20_000).status_code == 400


def test_a_request_that_takes_too_long_is_given_up(home, monkeypatch):
    with serve(home, ServeOptions(request_s=0.05)) as client:
        monkeypatch.setattr("przepis.library.Library.run", lambda *_, **__: time.sleep(0.3))
        assert client.get("/v1/search?text=kaucja").status_code == 504
        assert client.get("/search?q=kaucja").status_code == 504


def test_nothing_a_person_typed_is_logged(home, caplog):
    with caplog.at_level(logging.INFO, logger="przepis.serve"), serve(home, ServeOptions()) as client:
        client.get("/v1/search?text=tajemnica-klienta")
        client.get("/search?q=tajemnica-klienta&on=tajemnica-klienta")
    lines = [JsonLines().format(record) for record in caplog.records]
    requests = [json.loads(line) for line in lines if '"request"' in line]
    assert [(r["route"], r["status"]) for r in requests] == [("/v1/search", 200), ("/search", 400)]
    assert requests[0]["query_bytes"] == len("text=tajemnica-klienta")
    assert "tajemnica" not in "".join(lines)


def test_a_crash_is_a_problem_without_its_message(home, caplog, monkeypatch):
    def broken(*_):
        raise RuntimeError("tajemnica-klienta")

    with serve(home, ServeOptions()) as client:
        monkeypatch.setattr("przepis.library.Library.suggest", broken)
        found = client.get("/v1/suggest?typed=ab")
    assert found.status_code == 500
    assert "tajemnica" not in found.text
    lines = [JsonLines().format(record) for record in caplog.records if record.name == "przepis.serve"]
    crash = next(json.loads(line) for line in lines if '"crash"' in line)
    assert crash["error"] == "RuntimeError"
    assert "tajemnica" not in json.dumps(crash)


def test_a_new_index_is_taken_up_without_dropping_a_request(home):
    live = Live(settings_for(home))
    failures: list[Exception] = []
    stop = threading.Event()

    def ask():
        while not stop.is_set():
            try:
                with live.lease() as library:
                    assert library.search("kaucja", k=1)
            except Exception as error:  # any at all is a dropped request
                failures.append(error)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    with live.lease() as old:
        for expected in ("gen-2", "gen-3"):
            with Store(home) as store:
                build_index(store, home, open_encoder("hashing"))
            assert live.refresh()
            assert live.generation == expected
        assert old.search("kaucja", k=1)  # leased before both exchanges, still open
    assert not live.refresh()
    stop.set()
    for thread in threads:
        thread.join()
    live.close()
    assert failures == []
    assert live.n_reloads == 2


def test_a_library_that_was_exchanged_is_let_go(home):
    """Although what is open is kept out of the search for garbage."""
    live = Live(settings_for(home))
    with live.lease() as library:
        before = weakref.ref(library)
        library.search("kaucja", k=1)
    del library
    with Store(home) as store:
        build_index(store, home, open_encoder("hashing"))
    assert live.refresh()
    assert before() is None
    live.close()


def test_an_index_that_does_not_open_leaves_the_old_one(home):
    live = Live(settings_for(home))
    (home / "index" / "CURRENT").write_text("gen-99\n", encoding="utf-8")
    assert not live.refresh()
    assert not live.refresh()
    with live.lease() as library:
        assert library.search("kaucja", k=1)
    live.close()
