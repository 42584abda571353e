"""Raised numbers of ust., pkt and lit. that a source prints on the line: 4¹ as "41", 8g³ as "8g3".

Told from the sequence alone, where it leaves no doubt: what stands between 4 and 5, begins with a 4 and counts 1, 2, 3
on is 4¹, 4², 4³. A list ends in no such number, and none is told where the next one does not show it: what is left as
printed is wrong for once, what is raised wrongly would be quoted as another provision.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from przepis.law.labels import raise_display
from przepis.records import Unit

Path = tuple[str, ...]

_PARTS = re.compile(r"(\d+)([a-ząćęłńóśźż]*)(?:\^(\d+)([a-z]*))?")
_MAY_BE_RAISED = re.compile(r"\n(?:§\s*\d|\d+1|\d+[a-ząćęłńóśźż]{1,3}\d|[a-ząćęłńóśźż]{1,2}\d)")
"""Every series of raised numbers begins with a 1, and never on the first line."""
_BEHIND_LETTER = re.compile(r"(\d*[a-ząćęłńóśźż]{1,3})(\d{1,2}[a-z]?)")


def may_be_raised(text: str) -> bool:
    """A quick look: most articles have no line that a raised number printed on the line could begin."""
    return _MAY_BE_RAISED.search(text) is not None


def raised_behind_letter(printed: str, before: str) -> str | None:
    """ "8g3" is 8g³ where it follows 8g, 8g² or 8g²ᵃ; None: it is no number of the list."""
    found = _BEHIND_LETTER.fullmatch(printed)
    if found is None:
        return None
    base, _, last = before.partition("^")
    if base != found[1] or not _counts_on(_superscript(last), _superscript(found[2])):
        return None
    return f"{found[1]}^{found[2]}"


def raised_paths(paths: Sequence[Path]) -> list[Path]:
    """The paths of all units of an article, in reading order, with what the sequence of each list shows."""
    around: list[int] = []  # the place of the unit around each
    latest: dict[int, int] = {}
    lists: dict[tuple[int, str], list[int]] = defaultdict(list)
    for at, path in enumerate(paths):
        around.append(latest.get(len(path) - 1, -1))
        latest[len(path)] = at
        lists[around[at], path[-1].partition(":")[0]].append(at)
    names = [path[-1] for path in paths]
    for (_, kind), members in lists.items():
        labels = [names[at].removeprefix(f"{kind}:") for at in members]
        for at, label in zip(members, raised_labels(labels), strict=True):
            names[at] = f"{kind}:{label}"
    found: list[Path] = []
    for at, path in enumerate(paths):
        outer = found[around[at]] if around[at] >= 0 else path[:-1]
        found.append((*outer, names[at]))
    return found


def raised_labels(labels: Sequence[str]) -> list[str]:
    """The labels of one list as printed -> as they are."""
    found = list(labels)
    at = 1
    while at < len(found):
        series = _series(found, at)
        if series:
            found[at : at + len(series)] = series
        at += max(1, len(series))
    return found


def _series(labels: Sequence[str], at: int) -> list[str]:
    """The raised labels that begin at ``at``; none where the label after them does not show that they are."""
    before = _PARTS.fullmatch(labels[at - 1])
    if before is None:
        return []
    base, last = before[1], (int(before[3] or 0), before[4] or "")
    series: list[str] = []
    for label in labels[at:]:
        raised = _raised(label, base)
        if raised is None or not _counts_on(last, raised):
            break
        last = raised
        series.append(f"{base}^{raised[0]}{raised[1]}")
    rest = labels[at + len(series) :]
    after = _PARTS.fullmatch(rest[0]) if series and rest else None
    if after is None:
        return []
    goes_on = int(after[1]) == int(base) + 1 or (after[1] == base and after[2] and not after[3])
    return series if goes_on else []


def _raised(label: str, base: str) -> tuple[int, str] | None:
    """What is raised above ``base`` if the label, flattened or not, is such a one."""
    number, letters, sup, sup_letters = found.groups() if (found := _PARTS.fullmatch(label)) else ("", "", "", "")
    if sup:
        return (int(sup), sup_letters) if number == base and not letters else None
    rest = number.removeprefix(base) if number.startswith(base) else ""
    return (int(rest), letters) if rest and rest[0] != "0" else None


def _counts_on(last: tuple[int, str], following: tuple[int, str]) -> bool:
    """1, 1a, 1b, 2: by one, or by a letter."""
    number, letters = following
    return letters > last[1] if number == last[0] else number == last[0] + 1 and not letters


def _superscript(written: str) -> tuple[int, str]:
    digits = re.match(r"\d*", written)[0]  # type: ignore[index]
    return int(digits or 0), written[len(digits) :]


def raised_text(text: str, units: Sequence[Unit]) -> str:
    """The text as it is shown, "4¹)" for "41)": of the same length, so that every place in it stays where it was."""
    pieces, position = [], 0
    for unit in units:
        if "^" not in unit.label or unit.inferred or unit.restored:
            continue
        printed = unit.label.replace("^", "")
        start = unit.start + len(re.match(r"(?:§\s*)?", text[unit.start : unit.start + 4])[0])  # type: ignore[index]
        if start >= position and text.startswith(printed, start):
            pieces += [text[position:start], raise_display(unit.label)]
            position = start + len(printed)
    return "".join([*pieces, text[position:]])


def flattened_path(units: Sequence[Unit], path: Sequence[str]) -> Path | None:
    """The unit that a path names as the source prints it: pkt 41 for 4¹, where there is no other pkt 41.

    None where a label fits nothing, or several.
    """
    found: Path = ()
    for part in path:
        members = {unit.path[-1]: unit for unit in units if unit.path[:-1] == found}
        if part not in members:
            flat = [
                name
                for name, unit in members.items()
                if "^" in name and name.replace("^", "") == part and not (unit.inferred or unit.restored)
            ]
            if len(flat) != 1:
                return None
            part = flat[0]
        found = (*found, part)
    return found


def is_read_flattened(unit: Unit, path: Sequence[str]) -> bool:
    """Was the unit asked for by a number without the sign that raises it?"""
    return any("^" in own and "^" not in asked for own, asked in zip(unit.path, path, strict=False))
