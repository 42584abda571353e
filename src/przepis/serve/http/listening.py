"""The sockets that a server listens on: one for every address of its host."""

from __future__ import annotations

import contextlib
import errno
import socket

from przepis.errors import InputError
from przepis.records import note

_BACKLOG = 2048  # connections that may wait
_NOT_HERE = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)  # the name has an address of a kind that this machine lacks


def listen(host: str, port: int) -> list[socket.socket]:
    """Bound before an address is printed. A name may have several addresses: ``localhost`` is often 127.0.0.1 and ::1,
    and clients differ in which they try. ``port`` 0: any free one, the same on all."""
    bare = host.strip("[]")
    with contextlib.ExitStack() as opened:
        listening: list[socket.socket] = []
        try:
            found = socket.getaddrinfo(bare, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
            addresses = list(dict.fromkeys((family, address[0]) for family, *_, address in found))
            for at, (family, address) in enumerate(addresses):
                try:
                    one = _bound(family, str(address), port, alone=len(addresses) == 1)
                except OSError as error:
                    if error.errno in _NOT_HERE and (listening or at + 1 < len(addresses)):
                        continue
                    raise
                opened.callback(one.close)
                listening.append(one)
                port = one.getsockname()[1]
        except OSError as error:
            asked, why = url_of(host, port).removeprefix("http://"), error.strerror or str(error)
            raise InputError(
                f"cannot listen on {asked} ({why}); name another with --port, or 0 for any free one",
                note("error_cannot_listen", address=asked, why=why),
            ) from error
        opened.pop_all()
    for one in listening:
        one.listen(_BACKLOG)
    return listening


def url_of(host: str, port: int) -> str:
    """An IPv6 address stands in brackets, or its last part would be read as the port."""
    bare = host.strip("[]")
    return f"http://[{bare}]:{port}" if ":" in bare else f"http://{bare}:{port}"


def _bound(family: int, address: str, port: int, *, alone: bool) -> socket.socket:
    """Without TCP_NODELAY every answer would wait 40 ms for the kernel."""
    one = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if family == socket.AF_INET6 and not alone:
            one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)  # the IPv4 address has a socket of its own
        one.bind((address, port))
    except OSError:
        one.close()
        raise
    return one
