"""Structured logs: one JSON object a line on standard error. What people ask is never in them, only how long it was."""

from __future__ import annotations

import datetime as dt
import json
import logging
import sys
import traceback


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": dt.datetime.fromtimestamp(record.created, dt.UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info and record.exc_info[1]:
            line |= where_it_broke(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False, default=str)


def where_it_broke(error: BaseException) -> dict[str, object]:
    """The kind of error and the places it passed, without its message, which may quote what a person typed."""
    frames = traceback.extract_tb(error.__traceback__)
    return {"error": type(error).__name__, "frames": [f"{f.filename}:{f.lineno} {f.name}" for f in frames[-8:]]}


def set_up(level: str = "INFO") -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("przepis", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False
