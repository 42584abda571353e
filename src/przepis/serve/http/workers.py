"""Several processes behind one port: each opens the library for itself, the index's pages are shared by the system.

A worker is started by import, so what it serves is handed over in the environment. No secret is in it: settings name
the variable of a model's key, never the key.
"""

from __future__ import annotations

import json
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from przepis.serve.http.logs import set_up
from przepis.serve.http.metrics import share_between_workers
from przepis.serve.http.options import ServeOptions
from przepis.settings import Settings

if TYPE_CHECKING:
    from przepis.serve.http.guard import Guard

VARIABLE = "PRZEPIS_SERVE"
FACTORY = "przepis.serve.http.workers:create_worker"


def check_elsewhere(settings: Settings, options: ServeOptions) -> None:
    """What cannot be served is told before workers start; by a process that ends, and its memory with it."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        pool.submit(_open_and_close, settings, options).result()


def _open_and_close(settings: Settings, options: ServeOptions) -> None:
    from przepis.serve.http.app import create_app

    app: Any = create_app(settings, options).app
    app.state.service.close()


def hand_over(settings: Settings, options: ServeOptions, log_level: str) -> None:
    """For the processes that this one will start."""
    handed = {"settings": settings.model_dump(mode="json"), "options": asdict(options), "log_level": log_level}
    os.environ[VARIABLE] = json.dumps(handed)
    share_between_workers()


def create_worker() -> Guard:
    from przepis.serve.http.app import create_app  # here: the parent of the workers has no need of it

    handed = json.loads(os.environ[VARIABLE])
    set_up(handed["log_level"].upper())
    options = handed["options"] | {"allowed_hosts": tuple(handed["options"]["allowed_hosts"])}
    return create_app(Settings.model_validate(handed["settings"]), ServeOptions(**options))
