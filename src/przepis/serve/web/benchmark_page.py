"""Evaluation reports of the home folder: listed, shown inside a frame that can do nothing but show."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

REPORT = "report.html"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".csv": "text/csv; charset=utf-8",
    ".md": "text/plain; charset=utf-8",
    ".css": "text/css; charset=utf-8",
}
FRAME_SECURITY = (
    "sandbox; default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'"
)


@dataclass(frozen=True, slots=True)
class Report:
    name: str
    day: str
    href: str
    n_bytes: int


def reports(home: Path) -> list[Report]:
    """Newest first."""
    root = home / "reports"
    found = sorted(root.glob(f"**/{REPORT}"), key=lambda p: p.stat().st_mtime, reverse=True) if root.is_dir() else []
    return [_report(root, path) for path in found[:50]]


def _report(root: Path, path: Path) -> Report:
    facts = path.stat()
    name = path.parent.relative_to(root).as_posix()
    day = dt.datetime.fromtimestamp(facts.st_mtime, dt.UTC).date().isoformat()
    inside = path.relative_to(root).as_posix()
    return Report("" if name == "." else name, day, f"/benchmark/{quote(inside)}", facts.st_size)


def report_file(home: Path, name: str) -> Path | None:
    """A file of a report; None for anything outside the folder or of another type."""
    root = (home / "reports").resolve()
    try:
        path = (root / name).resolve()
        inside = path.is_relative_to(root) and path.suffix in TYPES and path.is_file()
    except (OSError, ValueError):  # a name the file system cannot have
        return None
    return path if inside else None
