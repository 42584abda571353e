"""The files of facts that come with the package and lie beside this one."""

from __future__ import annotations

from importlib import resources


def shipped_bytes(name: str) -> bytes:
    return resources.files("przepis.corpus.validity").joinpath(name).read_bytes()
