"""hit@k against k: what a system finds at all, beside what it puts first."""

from __future__ import annotations

from collections.abc import Mapping

from przepis.evaluate.report.figures import svg
from przepis.evaluate.report.tables.main import CONTROLS, ranked
from przepis.evaluate.runs.scores import CUTOFFS, Scores

SHOWN = 8
PAPERS_CURVES = ("ascr-h", "dtf", "rrf", "bm25-raw", "dense")
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 860.0, 460.0, 62.0, 650.0, 24.0, 408.0


def depth_figure(scores: Mapping[str, Scores]) -> str:
    """The paper's five curves, then the best systems by hit@1; more lines than eight cannot be told apart."""
    found = [name for name in ranked(scores) if name not in CONTROLS and scores[name].mean("hit@100") > 0]
    always = [name for name in found if name in PAPERS_CURVES]
    chosen = {*always, *[name for name in found if name not in always][: SHOWN - len(always)]}
    names = [name for name in found if name in chosen]
    curves = {name: [100 * scores[name].mean(f"hit@{k}") for k in CUTOFFS] for name in names}
    low = min((min(curve) for curve in curves.values()), default=0.0)
    floor = max(0.0, 10 * (low // 10) - (10 if low % 10 < 3 else 0))
    parts = _axes(floor)
    ends = []
    for place, (name, curve) in enumerate(curves.items()):
        stroke = svg.PALETTE[place % len(svg.PALETTE)]
        points = [(_x(k), _y(v, floor)) for k, v in zip(CUTOFFS, curve, strict=True)]
        parts.append(svg.polyline(points, stroke, 2.4 if place == 0 else 1.7))
        for (x, y), k, value in zip(points, CUTOFFS, curve, strict=True):
            parts.append(svg.circle(x, y, 3.2, stroke, f"{name}, hit@{k}: {value:.1f}"))
        ends.append(points[-1][1])
    for place, (name, y) in enumerate(zip(curves, svg.spread(ends, 16, _TOP, _BOTTOM), strict=True)):
        stroke = svg.PALETTE[place % len(svg.PALETTE)]
        parts.append(svg.line(_RIGHT + 5, ends[place], _RIGHT + 20, y, stroke, 1))
        parts.append(svg.text(_RIGHT + 24, y + 4, f"{name}  {curves[name][-1]:.1f}", fill=stroke, size=12.5))
    return svg.document(_WIDTH, _HEIGHT, "hit@k against depth", parts)


def _axes(floor: float) -> list[str]:
    parts = []
    for tick in svg.ticks(floor, 100, 6):
        y = _y(tick, floor)
        parts += [
            svg.line(_LEFT, y, _RIGHT, y),
            svg.text(_LEFT - 8, y + 4, f"{tick:.0f}", anchor="end", fill=svg.FAINT),
        ]
    for k in CUTOFFS:
        parts.append(svg.line(_x(k), _TOP, _x(k), _BOTTOM, svg.GRID, 0.7))
        parts.append(svg.text(_x(k), _BOTTOM + 18, str(k), anchor="middle", fill=svg.FAINT))
    parts.append(svg.text((_LEFT + _RIGHT) / 2, _BOTTOM + 38, "k (log scale)", anchor="middle", fill=svg.FAINT))
    turn = f"transform='rotate(-90 16 {svg.f((_TOP + _BOTTOM) / 2)})'"
    parts.append(svg.text(16, (_TOP + _BOTTOM) / 2, "hit@k, %", anchor="middle", fill=svg.FAINT, extra=turn))
    return parts


def _x(k: int) -> float:
    return svg.log_scale(k, 1, 100, _LEFT + 10, _RIGHT)


def _y(value: float, floor: float) -> float:
    return svg.linear(value, floor, 100, _BOTTOM, _TOP)
