"""Connections dealt to workers in turn, over real sockets; the workers' ends are opened in this process."""

from __future__ import annotations

import signal
import socket
import time
from collections.abc import Iterator

import pytest

from przepis.serve.http.sharing import Dealer, DealtSocket, can_deal

pytestmark = pytest.mark.skipif(not can_deal(), reason="no connections can be handed over on this system")


OPENED: list[socket.socket] = []


@pytest.fixture
def dealer() -> Iterator[Dealer]:
    bound = socket.socket()
    bound.bind(("127.0.0.1", 0))
    dealing = Dealer(bound, 16)
    yield dealing
    dealing.shutdown(socket.SHUT_RDWR)
    for opened in (dealing, *OPENED):
        opened.close()
    OPENED.clear()


def worker(dealer: Dealer, *, ready: bool = True) -> DealtSocket:
    """What a started worker makes of what is pickled for it."""
    made, handed = dealer.__reduce__()
    end: DealtSocket = made(*handed)
    OPENED.append(end)
    if ready:
        end.listen(16)
    end.setblocking(False)
    return end


def taken(end: DealtSocket, wait_s: float = 2.0) -> list[bytes]:
    """What the clients of this worker's connections say first."""
    found, until = [], time.monotonic() + wait_s
    while time.monotonic() < until:
        try:
            connection, address = end.accept()
        except BlockingIOError:
            time.sleep(0.01)
            continue
        assert address[0] == "127.0.0.1"
        connection.setblocking(True)
        with connection:
            found.append(connection.recv(1))
            connection.sendall(b"!")
    return found


def ask(dealer: Dealer, text: bytes) -> socket.socket:
    client = socket.create_connection(dealer.getsockname(), timeout=5)
    OPENED.append(client)
    client.sendall(text)
    return client


def test_workers_take_turns(dealer: Dealer) -> None:
    ends = [worker(dealer), worker(dealer)]
    clients = [ask(dealer, b"%d" % i) for i in range(6)]
    shares = [taken(end, 0.6) for end in ends]
    assert sorted(len(share) for share in shares) == [3, 3]
    assert sorted(shares[0] + shares[1]) == [b"%d" % i for i in range(6)]
    assert [client.recv(1) for client in clients] == [b"!"] * 6


def test_who_is_not_ready_gets_nothing(dealer: Dealer) -> None:
    late, early = worker(dealer, ready=False), worker(dealer)
    for _ in range(3):
        ask(dealer, b"a")
    assert taken(early, 0.6) == [b"a"] * 3
    late.listen(16)
    for _ in range(4):
        ask(dealer, b"b")
    assert len(taken(late, 0.6)) == len(taken(early, 0.6)) == 2


def test_connections_wait_for_the_first_worker(dealer: Dealer) -> None:
    client = ask(dealer, b"w")
    time.sleep(0.2)
    assert taken(worker(dealer), 0.6) == [b"w"]
    assert client.recv(1) == b"!"


def test_another_takes_the_place_of_a_dead_worker(dealer: Dealer) -> None:
    dead, living = worker(dealer), worker(dealer)
    for text in (b"1", b"2"):
        ask(dealer, text)
    taken(dead, 0.3)
    taken(living, 0.3)
    dead.close()
    for _ in range(4):
        ask(dealer, b"x")
    assert taken(living, 0.6) == [b"x"] * 4


def test_without_its_parent_a_worker_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    raised: list[int] = []
    monkeypatch.setattr(signal, "raise_signal", raised.append)
    own, other = socket.socketpair()
    end = DealtSocket(fileno=other.detach())
    own.close()
    with pytest.raises(BlockingIOError):
        end.accept()
    assert raised == [signal.SIGTERM]
    end.close()
