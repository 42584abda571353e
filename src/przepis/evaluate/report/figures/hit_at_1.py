"""hit@1 of every system with its 95 % Wilson interval; a diamond marks what the paper printed."""

from __future__ import annotations

from collections.abc import Mapping

from przepis.evaluate.report import paper_numbers as paper
from przepis.evaluate.report.figures import roles, svg
from przepis.evaluate.report.tables.main import ranked
from przepis.evaluate.runs.scores import Scores

_ROW, _LEFT, _WIDTH, _TOP = 24.0, 190.0, 860.0, 46.0


def hit_at_1_figure(scores: Mapping[str, Scores], with_paper: bool) -> str:
    names = ranked(scores)
    height = _TOP + _ROW * len(names) + 46
    right = _WIDTH - 60
    bottom = _TOP + _ROW * len(names)
    parts: list[str] = []
    for tick in range(0, 101, 20):
        x = svg.linear(tick, 0, 100, _LEFT, right)
        parts += [
            svg.line(x, _TOP - 6, x, bottom),
            svg.text(x, bottom + 18, str(tick), anchor="middle", fill=svg.FAINT),
        ]
    for place, name in enumerate(names):
        parts += _bar(name, scores[name], _TOP + place * _ROW, right, with_paper)
    shown = with_paper and any(name in paper.MAIN for name in names)
    parts += roles.legend(names, _LEFT, 20, shown)
    parts.append(svg.text((_LEFT + right) / 2, bottom + 36, "hit@1, %", anchor="middle", fill=svg.FAINT))
    return svg.document(_WIDTH, height, "hit@1 with 95 % Wilson intervals", parts)


def _bar(name: str, scores: Scores, y: float, right: float, with_paper: bool) -> list[str]:
    share = 100 * scores.mean("hit@1")
    low, high = (100 * bound for bound in scores.interval("hit@1"))
    middle = y + _ROW / 2 - 1
    x, x_low, x_high = (svg.linear(v, 0, 100, _LEFT, right) for v in (share, low, high))
    parts = [
        svg.text(_LEFT - 10, middle + 4, name, anchor="end", size=12.5),
        svg.rect(_LEFT, y + 3, x - _LEFT, _ROW - 8, roles.colour(name), "rx='2'"),
        svg.line(x_low, middle, x_high, middle, svg.INK, 1.2),
        svg.line(x_low, middle - 4, x_low, middle + 4, svg.INK, 1.2),
        svg.line(x_high, middle - 4, x_high, middle + 4, svg.INK, 1.2),
    ]
    edge = x_high
    if with_paper and name in paper.MAIN:
        printed = paper.MAIN[name].hit[0]
        x_paper = svg.linear(printed, 0, 100, _LEFT, right)
        parts.append(svg.diamond(x_paper, middle, 5, svg.THEIRS, f"{name} in the paper: {printed:.1f}"))
        edge = max(edge, x_paper + 5)
    parts.append(svg.text(edge + 8, middle + 4, f"{share:.1f}", size=12))
    return parts
