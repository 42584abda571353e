"""Which colour a system has in every figure: ours, the paper's, its ablations, controls."""

from __future__ import annotations

from przepis.evaluate.report import paper_numbers as paper
from przepis.evaluate.report.figures import svg
from przepis.evaluate.report.tables.main import CONTROLS

LEGEND = (
    ("ours", svg.OURS),
    ("the paper's systems", svg.PAPERS),
    ("ablations", svg.ABLATION),
    ("controls", svg.CONTROL),
)


def colour(name: str) -> str:
    plain = name.split("@")[0].removesuffix("+annotated")
    if plain in CONTROLS:
        return svg.CONTROL
    if plain in paper.ABLATIONS and plain != "ascr":
        return svg.ABLATION
    if plain in paper.MAIN:
        return svg.PAPERS
    return svg.ABLATION if "-no-" in plain else svg.OURS


def legend(names: list[str], x: float, y: float, with_paper: bool) -> list[str]:
    """Only the roles that occur."""
    used = {colour(name) for name in names}
    parts, place = [], x
    for words, fill in LEGEND:
        if fill in used:
            parts += [svg.rect(place, y - 9, 11, 11, fill, "rx='2'"), svg.text(place + 16, y, words, size=11.5)]
            place += 16 + 6.4 * len(words) + 18
    if with_paper:
        parts += [
            svg.diamond(place + 5, y - 4, 5, svg.THEIRS),
            svg.text(place + 16, y, "printed in the paper", size=11.5),
        ]
    return parts
