"""What hit@1 loses when one component is taken out; a diamond marks the paper's own change."""

from __future__ import annotations

from collections.abc import Mapping

from przepis.evaluate.report import paper_numbers as paper
from przepis.evaluate.report.figures import svg
from przepis.evaluate.report.tables.ablation import ablations_of
from przepis.evaluate.runs.scores import Scores

_ROW, _LEFT, _RIGHT, _WIDTH, _TOP = 30.0, 190.0, 790.0, 860.0, 40.0


def ablation_figure(scores: Mapping[str, Scores], whole: str) -> str | None:
    parts_out = ablations_of(scores, whole)
    if whole not in scores or not parts_out:
        return None
    base = 100 * scores[whole].mean("hit@1")
    changes = {name: 100 * scores[name].mean("hit@1") - base for name in parts_out}
    printed: dict[str, float] = {}
    if whole == paper.ABLATION_OF:
        printed = {name: paper.MAIN[name].hit[0] - paper.MAIN[whole].hit[0] for name in parts_out}
    values = [0.0, *changes.values(), *printed.values()]
    bounds = (min(values) * 1.1 - 0.5, max(max(values) * 1.1, 0.5))
    bottom = _TOP + _ROW * len(changes)
    parts = _axis(bounds, bottom, f"change of hit@1 of {whole}, points")
    for place, name in enumerate(sorted(changes, key=changes.__getitem__)):
        y = _TOP + place * _ROW
        parts.append(svg.text(_LEFT - 10, y + 18, f"without {parts_out[name]}", anchor="end", size=12.5))
        parts += _bar(y, changes[name], printed.get(name), bounds)
    if printed:
        parts.append(svg.diamond(_LEFT + 5, 16, 5, svg.THEIRS))
        parts.append(svg.text(_LEFT + 16, 20, "printed in the paper", size=11.5))
    return svg.document(_WIDTH, bottom + 48, f"components of {whole}", parts)


def _bar(y: float, change: float, printed: float | None, bounds: tuple[float, float]) -> list[str]:
    """The value stands right of the axis, so that it cannot be taken for the paper's."""
    x, zero = (svg.linear(v, *bounds, _LEFT, _RIGHT) for v in (change, 0.0))
    parts = [svg.rect(min(x, zero), y + 4, abs(x - zero), _ROW - 10, svg.OURS, "rx='2'")]
    if printed is not None:
        words = f"in the paper: {printed:+.1f}"
        parts.append(svg.diamond(svg.linear(printed, *bounds, _LEFT, _RIGHT), y + 14, 5, svg.THEIRS, words))
    shown = f"{change:+.1f}".replace("-", "−")
    return [*parts, svg.text(max(x, zero) + 8, y + 18, shown)]


def _axis(bounds: tuple[float, float], bottom: float, words: str) -> list[str]:
    parts = []
    for tick in svg.ticks(*bounds, 6):
        x = svg.linear(tick, *bounds, _LEFT, _RIGHT)
        shown = f"{tick:+.0f}".replace("-", "−") if tick else "0"
        parts.append(svg.line(x, _TOP - 6, x, bottom, svg.GRID if tick else svg.FAINT))
        parts.append(svg.text(x, bottom + 18, shown, anchor="middle", fill=svg.FAINT))
    return [*parts, svg.text((_LEFT + _RIGHT) / 2, bottom + 36, words, anchor="middle", fill=svg.FAINT)]
