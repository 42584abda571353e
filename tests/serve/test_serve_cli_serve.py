"""`przepis serve` and its keys, as a person runs them; a signal stops it gracefully, a kill leaves nothing behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request

import pytest
from click.testing import CliRunner

from przepis.errors import InputError, StoreError
from przepis.serve.cli.context import Context
from przepis.serve.cli.serve import serve

_CODE = """
import sys
from pathlib import Path
from przepis.serve.cli.context import Context
from przepis.serve.cli.serve import serve
serve.main(sys.argv[2:], obj=Context(Path(sys.argv[1]), None, None))
"""


def invoke(home, *args):
    return CliRunner().invoke(serve, args, obj=Context(home, None, None), catch_exceptions=False)


def test_keys_are_made_listed_and_revoked(tmp_path):
    secret = invoke(tmp_path, "keys", "add", "kancelaria", "--per-minute", "30").stdout.strip()
    assert re.fullmatch(r"prz_[\w-]{43}", secret)
    listed = invoke(tmp_path, "keys", "list").stdout
    assert "kancelaria" in listed
    assert "30 a minute" in listed
    assert secret not in listed
    invoke(tmp_path, "keys", "remove", "kancelaria")
    assert invoke(tmp_path, "keys", "list").stdout == ""


def test_the_network_needs_keys(sample_home):
    with pytest.raises(InputError, match="keys add"):
        invoke(sample_home, "--host", "0.0.0.0")


def test_no_corpus_no_server(tmp_path):
    with pytest.raises(StoreError, match="no corpus"):
        invoke(tmp_path)


def start(home, *more):
    """The process, its address, and how long until it was ready."""
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", _CODE, str(home), "--port", "0", "--pipeline", "lexical", *more],
        stderr=subprocess.PIPE,
        text=True,
        env=dict(os.environ),
    )
    for line in process.stderr:
        if found := re.search(r"http://127\.0\.0\.1:\d+", line):
            return process, found[0], time.perf_counter() - began
    raise AssertionError("the server did not start")


def test_a_signal_stops_it_and_a_kill_does_not_hurt(sample_home):
    process, url, _ = start(sample_home)
    assert urllib.request.urlopen(f"{url}/v1/health").status == 200
    process.send_signal(signal.SIGKILL)
    process.communicate()
    process, url, _ = start(sample_home)
    assert urllib.request.urlopen(f"{url}/search?q=kaucja").status == 200
    process.send_signal(signal.SIGTERM)
    log = process.communicate(timeout=20)[1]
    assert process.returncode in (0, -signal.SIGTERM)
    assert '"route": "/search"' in log
    assert "kaucja" not in log


def test_several_processes_behind_one_port(sample_home):
    process, url, _ = start(sample_home, "--workers", "2")
    ready = _answers(f"{url}/v1/health")
    found = ready and [urllib.request.urlopen(f"{url}/v1/search?text=kaucja").status for _ in range(12)]
    counted = ready and urllib.request.urlopen(f"{url}/v1/metrics").read().decode()
    process.send_signal(signal.SIGTERM)
    log = process.communicate(timeout=60)[1]
    assert found == [200] * 12, log
    # whichever worker is asked for figures gives those of both
    assert 'przepis_requests_total{method="GET",route="/v1/search",status="200"} 12.0' in counted
    assert process.returncode in (0, -signal.SIGTERM)


def _answers(url):
    """Workers begin to listen after the supervisor has told the address."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            return urllib.request.urlopen(url, timeout=30).status == 200
        except OSError:
            time.sleep(0.2)
    return False
