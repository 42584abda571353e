"""Lines whose level their marker does not tell: the end of a list, and what a unit quotes."""

from __future__ import annotations

import re

from przepis.corpus.amend.lines import Line, is_next

_QUOTE_ENDS = re.compile(r"[”\"“][.;,]*$")


def settle_tails(lines: list[Line]) -> None:
    """A tail after letters closes their list, or that of the points above: points that end with a comma have a tail."""
    for i, line in enumerate(lines):
        if line.kind != "tail" or line.level < 2 or (i + 1 < len(lines) and lines[i + 1].level > 0):
            continue
        points = _points_before(lines, i)
        if len(points) > 1 and lines[points[-1] - 1].text.endswith(","):
            line.level = 1


def _points_before(lines: list[Line], end: int) -> list[int]:
    """The points of the unit in which the line stands."""
    found: list[int] = []
    for i in range(end - 1, -1, -1):
        if lines[i].level == 0:
            break
        if lines[i].kind == "point":
            found.insert(0, i)
    return found


def unnest_statements(lines: list[Line]) -> None:
    """The items of a statement that a point quotes are text of that point, and no points of the article."""
    host: Line | None = None
    point: Line | None = None
    item = ""  # label of the statement's last item
    for i, line in enumerate(lines):
        if line.kind == "text" and line.level > 1 and point is not None:
            host, item = point, ""
        elif host is not None and line.kind == "point":
            follows = bool(item) and is_next(item, line.label)
            if is_next(host.label, line.label) and (not follows or _quote_is_over(lines[i - 1])):
                host = None
            else:
                item = line.label
                line.level, line.kind, line.label, line.text = host.level + 1, "text", "", line.render()
        elif line.level == 0:
            host = None
        if line.kind == "point":
            point = line
        elif line.level == 0:
            point = None


def _quote_is_over(line: Line) -> bool:
    return line.kind == "tail" or _QUOTE_ENDS.search(line.text) is not None
