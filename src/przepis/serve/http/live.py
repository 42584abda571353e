"""The library in use, exchanged for a new one when the index changes, without dropping a request.

Each request leases the library it began with; one that was exchanged is closed when its last lease ends.
"""

from __future__ import annotations

import gc
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from przepis.errors import PrzepisError
from przepis.index.build import index_root, past_root
from przepis.index.engine import Health
from przepis.library import Library
from przepis.settings import Settings

log = logging.getLogger("przepis.serve")
_WARM_QUERY = "odpowiedzialność za szkodę"


class _Held:
    def __init__(self, library: Library, pointer: str) -> None:
        self.library = library
        self.pointer = pointer
        self.n_leases = 0
        self.retired = False
        self.status: dict[str, Any] | None = None


class Live:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._refused = ""  # the generation that would not open, so that it is reported once
        self.n_reloads = 0
        self._held = self._open()

    def _pointer(self) -> str:
        """The generation in use, and behind it that of past wordings, where there is one."""
        home = self._settings.home
        found = [_current(root) for root in (index_root(home), past_root(home))]
        return "+".join(name for name in found if name) if found[0] else ""

    def _open(self) -> _Held:
        pointer = self._pointer()
        library = Library(settings=self._settings)
        try:
            _warm(library)
        except BaseException:
            library.close()
            raise
        return _Held(library, pointer)

    @contextmanager
    def lease(self) -> Iterator[Library]:
        with self._lock:
            held = self._held
            held.n_leases += 1
        try:
            yield held.library
        finally:
            with self._lock:
                held.n_leases -= 1
                done = held.retired and held.n_leases == 0
            if done:
                held.library.close()

    def status(self) -> dict[str, Any]:
        """The library's status; counted once for each generation, for counting takes a while."""
        with self.lease() as library:
            held = self._held
            if held.library is not library:
                return library.status()
            if held.status is None:
                held.status = library.status()
            return held.status

    def engine_health(self) -> Health:
        """Raises EngineError, within the engine's time limit, where a remote engine does not answer."""
        with self.lease() as library:
            return library.searcher.health()

    @property
    def vector_share(self) -> float:
        return self._held.library.index.vector_share

    @property
    def generation(self) -> str:
        return self._held.pointer

    def refresh(self) -> bool:
        """Open the index anew where it changed. One that does not open is reported, and the old one stays."""
        pointer = self._pointer()
        if not pointer or pointer == self._held.pointer:
            return False
        try:
            fresh = self._open()
        except PrzepisError as error:
            if pointer != self._refused:
                log.warning("reload refused", extra={"facts": {"generation": pointer, "why": str(error)}})
                self._refused = pointer
            return False
        with self._lock:
            old, self._held = self._held, fresh
            old.retired = True
            done = old.n_leases == 0
            self.n_reloads += 1
        if done:
            old.library.close()
            del old
            _settle()
        log.info("reloaded", extra={"facts": {"generation": fresh.pointer}})
        return True

    def close(self) -> None:
        with self._lock:
            self._held.retired = True
            done = self._held.n_leases == 0
        if done:
            self._held.library.close()


def _current(root: Path) -> str:
    try:
        return (root / "CURRENT").read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def _warm(library: Library) -> None:
    """The first request must not pay for opening; a pipeline that calls a model is only checked."""
    pipeline = library.pipeline()
    library.tools()
    for step in pipeline.steps:
        step.prepare()
    if not pipeline.n_model_calls:
        library.search(_WARM_QUERY, k=1)
    _settle()


def _settle() -> None:
    """What is open now stays, and need not be looked through for garbage again; what was before is let go."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
