"""What hit@1 loses when one component is taken out; a diamond marks the paper's own change."""

from __future__ import annotations

from collections.abc import Mapping

from przepis.evaluate import paper_numbers as paper
from przepis.evaluate.figures import svg
from przepis.evaluate.scores import Scores
from przepis.evaluate.tables.ablation import ablations_of

_ROW, _LEFT, _WIDTH, _TOP = 30.0, 190.0, 860.0, 40.0


def ablation_figure(scores: Mapping[str, Scores], whole: str) -> str | None:
    parts_out = ablations_of(scores, whole)
    if whole not in scores or not parts_out:
        return None
    base = 100 * scores[whole].mean("hit@1")
    changes = {name: 100 * scores[name].mean("hit@1") - base for name in parts_out}
    printed = {}
    if whole == paper.ABLATION_OF:
        printed = {name: paper.MAIN[name].hit[0] - paper.MAIN[whole].hit[0] for name in parts_out}
    values = [0.0, *changes.values(), *printed.values()]
    low, high = min(values) * 1.15 - 1, max(max(values) * 1.15, 1.0)
    right, bottom = _WIDTH - 60, _TOP + _ROW * len(changes)
    parts = []
    for tick in svg.ticks(low, high, 6):
        x = svg.linear(tick, low, high, _LEFT, right)
        parts.append(svg.line(x, _TOP - 6, x, bottom, svg.FAINT if tick == 0 else svg.GRID))
        parts.append(svg.text(x, bottom + 18, f"{tick:+.0f}".replace("-", "−"), anchor="middle", fill=svg.FAINT))
    zero = svg.linear(0, low, high, _LEFT, right)
    for place, name in enumerate(sorted(changes, key=changes.__getitem__)):
        y, x = _TOP + place * _ROW, svg.linear(changes[name], low, high, _LEFT, right)
        parts.append(svg.text(_LEFT - 10, y + 18, f"without {parts_out[name]}", anchor="end", size=12.5))
        parts.append(svg.rect(min(x, zero), y + 4, abs(x - zero), _ROW - 10, svg.OURS, "rx='2'"))
        edge = min(x, zero)
        if name in printed:
            x_paper = svg.linear(printed[name], low, high, _LEFT, right)
            parts.append(svg.diamond(x_paper, y + 14, 5, svg.THEIRS, f"in the paper: {printed[name]:+.1f}"))
            edge = min(edge, x_paper - 5)
        parts.append(svg.text(edge - 6, y + 18, f"{changes[name]:+.1f}".replace("-", "−"), anchor="end"))
    parts.append(
        svg.text(
            (_LEFT + right) / 2, bottom + 36, f"change of hit@1 of {whole}, points", anchor="middle", fill=svg.FAINT
        )
    )
    if printed:
        parts += [
            svg.diamond(_LEFT + 5, 16, 5, svg.THEIRS),
            svg.text(_LEFT + 16, 20, "printed in the paper", size=11.5),
        ]
    return svg.document(_WIDTH, bottom + 48, f"components of {whole}", parts)
