"""Costs against the number of articles, both on log scales: a straight line's slope is the exponent."""

from __future__ import annotations

import math

from przepis.evaluate.report.figures import svg

_PANELS = (
    ("milliseconds, p50", (("bm25_p50", "BM25"), ("dense_p50", "dense, exact"), ("default_p50", "default pipeline"))),
    ("build: seconds; disk and memory: MB", (("build_s", "build s"), ("disk_mb", "disk"), ("own_mb", "own memory"))),
)
_WIDTH, _HEIGHT, _TOP, _BOTTOM, _PANEL, _GAP, _LEFT = 1120.0, 420.0, 40.0, 360.0, 300.0, 250.0, 60.0


def growth_figure(rows: list[dict[str, float]], slopes: dict[str, float]) -> str:
    parts: list[str] = []
    sizes = [r["n"] for r in rows]
    low, high = min(sizes) / 1.3, max(sizes) * 1.3
    for place, (title, series) in enumerate(_PANELS):
        left = _LEFT + place * (_PANEL + _GAP)
        values = [r[key] for r in rows for key, _ in series if r.get(key, 0) > 0]
        bottom, top = 10 ** math.floor(math.log10(min(values))), 10 ** math.ceil(math.log10(max(values)))
        parts += _axes(title, left, low, high, bottom, top, sizes)
        ends: list[float] = []
        for colour, (key, _) in zip(svg.PALETTE, series, strict=False):
            points = [
                (
                    svg.log_scale(r["n"], low, high, left, left + _PANEL),
                    svg.log_scale(r[key], bottom, top, _BOTTOM, _TOP),
                )
                for r in rows
                if r.get(key, 0) > 0
            ]
            parts.append(svg.polyline(points, colour))
            parts += [svg.circle(x, y, 3.2, colour) for x, y in points]
            ends.append(points[-1][1])
        for colour, (key, name), y in zip(svg.PALETTE, series, svg.spread(ends, 16, _TOP, _BOTTOM), strict=False):
            slope = f" ~ n^{slopes[key]:.2f}" if key in slopes else ""
            parts.append(svg.text(left + _PANEL + 8, y + 4, f"{name}{slope}", fill=colour))
    parts.append(svg.text(_WIDTH / 2, _HEIGHT - 14, "articles (log scale)", anchor="middle", fill=svg.FAINT))
    return svg.document(_WIDTH, _HEIGHT, "The cost of growth on the embedded engine", parts)


def _axes(title: str, left: float, low: float, high: float, bottom: float, top: float, sizes: list[float]) -> list[str]:
    parts = [svg.text(left, _TOP - 16, title, size=13)]
    for power in range(round(math.log10(bottom)), round(math.log10(top)) + 1):
        y = svg.log_scale(10.0**power, bottom, top, _BOTTOM, _TOP)
        parts += [
            svg.line(left, y, left + _PANEL, y),
            svg.text(left - 8, y + 4, f"{10.0**power:g}", anchor="end", fill=svg.FAINT),
        ]
    for n in sizes:
        x = svg.log_scale(n, low, high, left, left + _PANEL)
        parts += [
            svg.line(x, _TOP, x, _BOTTOM, svg.GRID, 0.7),
            svg.text(x, _BOTTOM + 18, f"{n / 1e6:g} M", anchor="middle", fill=svg.FAINT),
        ]
    return parts
