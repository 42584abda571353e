"""Reliability of the confidence: in each bin, the share right against the mean confidence; the diagonal is perfect."""

from __future__ import annotations

import math
from collections.abc import Sequence

from przepis.evaluate.report.figures import svg
from przepis.evaluate.statistics.calibration import Bin, expected_calibration_error
from przepis.evaluate.statistics.wilson import wilson

_SIDE, _LEFT, _TOP = 380.0, 66.0, 40.0


def reliability_figure(name: str, bins: Sequence[Bin]) -> str:
    parts = [svg.text(_LEFT, 22, f"{name}: ECE {100 * expected_calibration_error(bins):.1f} %", size=13)]
    for tick in range(0, 101, 20):
        x, y = _x(tick / 100), _y(tick / 100)
        parts += [svg.line(x, _TOP, x, _TOP + _SIDE), svg.line(_LEFT, y, _LEFT + _SIDE, y)]
        parts.append(svg.text(x, _TOP + _SIDE + 18, str(tick), anchor="middle", fill=svg.FAINT))
        parts.append(svg.text(_LEFT - 8, y + 4, str(tick), anchor="end", fill=svg.FAINT))
    parts.append(svg.line(_x(0), _y(0), _x(1), _y(1), svg.FAINT, 1.2, "stroke-dasharray='5 4'"))
    largest = max((b.n for b in bins), default=1) or 1
    for each in bins:
        if each.n:
            parts += _dot(each, largest)
    parts.append(svg.text(_LEFT + _SIDE / 2, _TOP + _SIDE + 38, "mean confidence, %", anchor="middle", fill=svg.FAINT))
    middle = _TOP + _SIDE / 2
    turn = f"transform='rotate(-90 18 {svg.f(middle)})'"
    parts.append(svg.text(18, middle, "right at rank one, %", anchor="middle", fill=svg.FAINT, extra=turn))
    return svg.document(_LEFT + _SIDE + 40, _TOP + _SIDE + 52, f"reliability of {name}", parts)


def _dot(each: Bin, largest: int) -> list[str]:
    """Area tells how many questions; the bar is the 95 % interval of the share right."""
    low, high = wilson(each.n_right, each.n)
    x = _x(each.mean_confidence)
    radius = 3 + 9 * math.sqrt(each.n / largest)
    words = f"{each.n} questions, confidence {each.mean_confidence:.0%}, right {each.share_right:.0%}"
    return [
        svg.line(x, _y(low), x, _y(high), svg.OURS, 1.2),
        svg.circle(x, _y(each.share_right), radius, svg.OURS, words, "fill-opacity='0.85'"),
    ]


def _x(share: float) -> float:
    return svg.linear(share, 0, 1, _LEFT, _LEFT + _SIDE)


def _y(share: float) -> float:
    return svg.linear(share, 0, 1, _TOP + _SIDE, _TOP)
