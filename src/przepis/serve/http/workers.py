"""Several processes behind one port: each opens the library for itself, the index's pages are shared by the system.

A worker is started by import, so what it serves is handed over in the environment. No secret is in it: settings name
the variable of a model's key, never the key.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict

from przepis.serve.http.app import create_app
from przepis.serve.http.guard import Guard
from przepis.serve.http.logs import set_up
from przepis.serve.http.metrics import share_between_workers
from przepis.serve.http.options import ServeOptions
from przepis.settings import Settings

VARIABLE = "PRZEPIS_SERVE"
FACTORY = "przepis.serve.http.workers:create_worker"


def hand_over(settings: Settings, options: ServeOptions, log_level: str) -> None:
    """For the processes that this one will start."""
    handed = {"settings": settings.model_dump(mode="json"), "options": asdict(options), "log_level": log_level}
    os.environ[VARIABLE] = json.dumps(handed)
    share_between_workers()


def create_worker() -> Guard:
    handed = json.loads(os.environ[VARIABLE])
    set_up(handed["log_level"].upper())
    options = handed["options"] | {"allowed_hosts": tuple(handed["options"]["allowed_hosts"])}
    return create_app(Settings.model_validate(handed["settings"]), ServeOptions(**options))
