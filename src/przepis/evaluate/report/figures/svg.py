"""The few shapes that the figures need, and scales. Numbers are rounded so that files stay small and stable."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import Literal

INK, FAINT, GRID = "#1f2933", "#66727f", "#e3e7eb"
OURS, PAPERS, ABLATION, CONTROL, THEIRS = "#1d5fa8", "#93a1b0", "#5b6875", "#d9b8a6", "#c2410c"
PALETTE = ("#1d5fa8", "#c2410c", "#2f855a", "#8b5fbf", "#b7791f", "#0e7490", "#9d174d", "#5b6875")
FONT = "font-family='system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif'"
Anchor = Literal["start", "middle", "end"]


def f(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


def text(
    x: float, y: float, words: str, *, size: float = 12, anchor: Anchor = "start", fill: str = INK, extra: str = ""
) -> str:
    return (
        f"<text x='{f(x)}' y='{f(y)}' font-size='{f(size)}' text-anchor='{anchor}' fill='{fill}' {extra}>"
        f"{escape(words)}</text>"
    )


def rect(x: float, y: float, width: float, height: float, fill: str, extra: str = "") -> str:
    return f"<rect x='{f(x)}' y='{f(y)}' width='{f(max(0.0, width))}' height='{f(height)}' fill='{fill}' {extra}/>"


def line(x1: float, y1: float, x2: float, y2: float, stroke: str = GRID, width: float = 1, extra: str = "") -> str:
    return (
        f"<line x1='{f(x1)}' y1='{f(y1)}' x2='{f(x2)}' y2='{f(y2)}' stroke='{stroke}' "
        f"stroke-width='{f(width)}' {extra}/>"
    )


def polyline(points: Sequence[tuple[float, float]], stroke: str, width: float = 2, extra: str = "") -> str:
    joined = " ".join(f"{f(x)},{f(y)}" for x, y in points)
    return f"<polyline points='{joined}' fill='none' stroke='{stroke}' stroke-width='{f(width)}' {extra}/>"


def circle(x: float, y: float, r: float, fill: str, title: str = "", extra: str = "") -> str:
    inside = f"<title>{escape(title)}</title>" if title else ""
    return f"<circle cx='{f(x)}' cy='{f(y)}' r='{f(r)}' fill='{fill}' {extra}>{inside}</circle>"


def diamond(x: float, y: float, r: float, stroke: str, title: str = "") -> str:
    points = f"{f(x)},{f(y - r)} {f(x + r)},{f(y)} {f(x)},{f(y + r)} {f(x - r)},{f(y)}"
    inside = f"<title>{escape(title)}</title>" if title else ""
    return f"<polygon points='{points}' fill='#fff' stroke='{stroke}' stroke-width='1.6'>{inside}</polygon>"


def document(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    """``title`` is read out by a screen reader."""
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {f(width)} {f(height)}' width='{f(width)}' "
        f"height='{f(height)}' role='img' aria-label='{escape(title, quote=True)}' {FONT}>"
        f"<title>{escape(title)}</title><rect width='100%' height='100%' fill='#fff'/>" + "".join(parts) + "</svg>\n"
    )


def spread(places: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Moves labels apart until none is nearer than ``gap`` to the next, keeping their order and the bounds."""
    order = sorted(range(len(places)), key=places.__getitem__)
    moved = [places[i] for i in order]
    for i in range(1, len(moved)):
        moved[i] = max(moved[i], moved[i - 1] + gap)
    if moved and moved[-1] > high:
        moved[-1] = high
        for i in range(len(moved) - 2, -1, -1):
            moved[i] = min(moved[i], moved[i + 1] - gap)
    result = [0.0] * len(places)
    for place, i in enumerate(order):
        result[i] = max(low, moved[place])
    return result


def log_scale(value: float, low: float, high: float, start: float, end: float) -> float:
    share = (math.log10(value) - math.log10(low)) / (math.log10(high) - math.log10(low))
    return start + share * (end - start)


def linear(value: float, low: float, high: float, start: float, end: float) -> float:
    return start + (value - low) / (high - low) * (end - start)


def ticks(low: float, high: float, wanted: int = 6) -> list[float]:
    """Round numbers from low to high."""
    raw = (high - low) / max(1, wanted)
    magnitude = 10 ** math.floor(math.log10(raw))
    step = next(m * magnitude for m in (1, 2, 5, 10) if m * magnitude >= raw)
    first = math.ceil(low / step - 1e-9) * step
    return [first + i * step for i in range(int((high - first) / step + 1e-9) + 1)]
