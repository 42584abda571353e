"""Quality at rank one against median latency; systems on the frontier are joined."""

from __future__ import annotations

from collections.abc import Mapping

from przepis.evaluate.report.figures import roles, svg
from przepis.evaluate.report.tables.main import CONTROLS
from przepis.evaluate.runs.cost import Cost
from przepis.evaluate.runs.scores import Scores

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 860.0, 480.0, 62.0, 820.0, 44.0, 424.0


def cost_quality_figure(scores: Mapping[str, Scores], costs: Mapping[str, Cost]) -> str | None:
    names = [n for n in scores if n in costs and n not in CONTROLS and costs[n].p50_ms > 0]
    if not names:
        return None
    points = {n: (costs[n].p50_ms, 100 * scores[n].mean("hit@1")) for n in names}
    low, high = min(p[0] for p in points.values()) / 1.6, max(p[0] for p in points.values()) * 2.2
    values = [p[1] for p in points.values()]
    floor, top = max(0.0, min(values) - 8), min(100.0, max(values) + 8)
    places = {
        n: (svg.log_scale(ms, low, high, _LEFT, _RIGHT), svg.linear(share, floor, top, _BOTTOM, _TOP))
        for n, (ms, share) in points.items()
    }
    parts = _axes(low, high, floor, top) + roles.legend(names, _LEFT, 20, with_paper=False)
    best = frontier(points)
    parts.append(svg.polyline([places[n] for n in best], svg.FAINT, 1.2, "stroke-dasharray='4 4'"))
    parts += [_dot(n, places[n], points[n]) for n in names]
    parts += _labels(names, places)
    return svg.document(_WIDTH, _HEIGHT, "hit@1 against median latency", parts)


def frontier(points: Mapping[str, tuple[float, float]]) -> list[str]:
    """Systems that no other beats in both time and quality, fastest first."""
    best: list[str] = []
    for name in sorted(points, key=lambda n: (points[n][0], -points[n][1])):
        if not best or points[name][1] > points[best[-1]][1]:
            best.append(name)
    return best


def _dot(name: str, place: tuple[float, float], point: tuple[float, float]) -> str:
    title = f"{name}: {point[1]:.1f} % at {point[0]:.1f} ms"
    return svg.circle(*place, 5, roles.colour(name), title, "stroke='#fff' stroke-width='1'")


def _labels(names: list[str], places: Mapping[str, tuple[float, float]]) -> list[str]:
    """Right of the dot, else left, above or below: the first place that covers no other label and no dot."""
    taken = [(x - 6, y - 6, x + 6, y + 6) for x, y in places.values()]
    parts = []
    for name in sorted(names, key=lambda n: places[n][1]):
        x, y = places[name]
        width = 7.2 * len(name)
        spots = [(x + 9, y + 4), (x - 9 - width, y + 4)]
        spots += [(x - width / 2, y + step) for step in (-11, 20, -25, 34)]
        spots += [(x + 9, y + step) for step in (18, -12, 32, -26, 46, -40)]
        free = [s for s in spots if s[0] >= _LEFT and s[0] + width <= _RIGHT + 30 and not _covered(s, width, taken)]
        chosen = free[0] if free else spots[0]
        taken.append((chosen[0], chosen[1] - 10, chosen[0] + width, chosen[1] + 2))
        if abs(chosen[1] - 4 - y) > 16:
            parts.append(svg.line(x, y, chosen[0] + (0 if chosen[0] > x else width / 2), chosen[1] - 4, svg.FAINT, 0.6))
        left = chosen[0] + width <= x
        parts.append(svg.text(chosen[0] + (width if left else 0), chosen[1], name, anchor="end" if left else "start"))
    return parts


def _covered(spot: tuple[float, float], width: float, taken: list[tuple[float, float, float, float]]) -> bool:
    left, top, right, bottom = spot[0], spot[1] - 10, spot[0] + width, spot[1] + 2
    return any(left < r and right > le and top < b and bottom > t for le, t, r, b in taken)


def _axes(low: float, high: float, floor: float, top: float) -> list[str]:
    parts = []
    for tick in svg.ticks(floor, top, 6):
        y = svg.linear(tick, floor, top, _BOTTOM, _TOP)
        parts += [
            svg.line(_LEFT, y, _RIGHT, y),
            svg.text(_LEFT - 8, y + 4, f"{tick:.0f}", anchor="end", fill=svg.FAINT),
        ]
    for power in range(-2, 6):
        for step in (1, 2, 5):
            ms = step * 10.0**power
            if low <= ms <= high:
                x = svg.log_scale(ms, low, high, _LEFT, _RIGHT)
                parts.append(svg.line(x, _TOP, x, _BOTTOM, svg.GRID, 0.7))
                parts.append(svg.text(x, _BOTTOM + 18, f"{ms:g}", anchor="middle", fill=svg.FAINT))
    words = "median latency of retrieval, ms (log scale)"
    parts.append(svg.text((_LEFT + _RIGHT) / 2, _BOTTOM + 40, words, anchor="middle", fill=svg.FAINT))
    turn = f"transform='rotate(-90 16 {svg.f((_TOP + _BOTTOM) / 2)})'"
    parts.append(svg.text(16, (_TOP + _BOTTOM) / 2, "hit@1, %", anchor="middle", fill=svg.FAINT, extra=turn))
    return parts
