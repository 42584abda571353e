"""How the application is served: where it listens, who may ask, and how much."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

from przepis.errors import InputError


@dataclass(frozen=True, slots=True)
class ServeOptions:
    host: str = "127.0.0.1"
    port: int = 8017
    keys_required: bool = False  # True whenever the address is reachable from elsewhere, unless switched off
    open_web: bool = False  # with keys required: the page itself needs none, only the API
    allowed_hosts: tuple[str, ...] = ()  # more values of the Host header, for a proxy's name
    threads: int = 2
    workers: int = 1  # processes; each counts a caller's requests for itself, against its share of the limit
    request_s: float = 20.0
    answer_s: float = 120.0
    max_body: int = 128 * 1024
    max_url: int = 60_000
    max_in_flight: int = 512
    open_per_minute: int = 600  # requests a minute from one address where no key is asked for
    watch_s: float = 1.0  # how often a new index is looked for

    @property
    def loopback(self) -> bool:
        return is_loopback(self.host)

    @property
    def hosts(self) -> frozenset[str] | None:
        """Names that the Host header may have; None: any. On loopback a foreign name is DNS rebinding."""
        if not self.loopback:
            return frozenset(self.allowed_hosts) or None
        return frozenset({"localhost", "127.0.0.1", "[::1]", self.host, *self.allowed_hosts})


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def check_exposure(options: ServeOptions, n_keys: int, *, keys_waived: bool) -> None:
    """Refuses to listen to the network with nobody asked who they are, unless that was said on purpose."""
    if options.loopback or keys_waived or n_keys:
        return
    raise InputError(
        f"{options.host} can be reached from other machines and there is no API key; make one with "
        "`przepis serve keys add NAME`, or say --no-key where a proxy in front asks who comes"
    )
