"""Amending acts that were themselves changed before their points took effect.

The changed act is laid out in lines like any other; the wording that its points quote is set aside under a mark, so
that an operation sees points and letters only, and put back afterwards.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
from collections.abc import Sequence
from itertools import groupby

from przepis.corpus.amend.act_text import ActText, ArticleText
from przepis.corpus.amend.acts import AmendingAct, Provision, read_provision
from przepis.corpus.amend.apply import apply
from przepis.corpus.amend.clause_text import closing_quote
from przepis.corpus.amend.commencement import read_commencement
from przepis.corpus.amend.leaves import ITEM
from przepis.corpus.amend.lines import LEVELS, Line
from przepis.corpus.amend.operations import Insert, Operation, Replace, ReplaceWords
from przepis.corpus.amend.quoted import tidy_quote
from przepis.law.dates import format_date

_MARK = re.compile("\x02(\\d+)\x03")
_QUOTING = re.compile(r"(brzmieni\w+\s*:?)\s*(„)")

Patch = tuple[dt.date, Operation]


@dataclasses.dataclass(slots=True)
class State:
    """The amending act as it stood from a day on."""

    since: dt.date
    act: AmendingAct


def states(act: AmendingAct, patches: Sequence[Patch]) -> list[State]:
    """The act as published, and after each day on which it was changed."""
    found = [State(dt.date.min, act)]
    quotes: list[str] = []
    text = ActText("pass")
    blocks = {p.label: [_head(p), *p.lines] for p in act.provisions}
    blocks.setdefault(act.commencement[0], act.commencement[1])
    for label, lines in blocks.items():
        if label:
            text.add(ArticleText(label, _lay_out(lines, quotes)))
    for day, group in groupby(sorted(patches, key=lambda patch: patch[0]), key=lambda patch: patch[0]):
        changed: set[str] = set()
        for _, operation in group:
            changed |= apply(text, _masked(operation, quotes)).changed
        if changed:
            found.append(State(day, _rebuilt(act, text, quotes, changed)))
            act = found[-1].act
            if act.commencement != found[0].act.commencement:
                # the front matter speaks of the last change; until then the act's own wording held
                found[0].act = dataclasses.replace(found[0].act, notes="", in_force=None)
    return found


def _head(provision: Provision) -> str:
    day = provision.target_date
    return f"W ustawie z dnia {format_date(day)} {provision.target_words}"


def _lay_out(lines: Sequence[str], quotes: list[str]) -> list[Line]:
    found: list[Line] = []
    quoted: list[str] = []
    for raw in [*lines, ""]:
        if raw.startswith(">"):
            quoted.append(raw[1:].strip())
            continue
        if quoted and found:
            found[-1].text += f" \x02{len(quotes)}\x03"
            quotes.append("\n".join(quoted))
        quoted = []
        if not raw:
            continue
        item = ITEM.match(raw)
        if item is None:
            found.append(Line(0, "text", "", raw.strip()))
            continue
        kind = item.lastgroup or "indent"
        label = item[kind] if kind != "indent" else ""
        found.append(Line(LEVELS[kind], kind, label, raw[item.end() :].strip()))  # type: ignore[arg-type]
    return found


def _masked(operation: Operation, quotes: list[str]) -> Operation:
    if isinstance(operation, Replace | Insert):
        return dataclasses.replace(operation, quote=_mask(tidy_quote(operation.quote), quotes))
    if isinstance(operation, ReplaceWords):
        return dataclasses.replace(operation, inflected=False)
    return operation


def _mask(text: str, quotes: list[str]) -> str:
    """Every wording quoted inside a quotation, set aside."""
    out, at = "", 0
    while found := _QUOTING.search(text, at):
        end = closing_quote(text, found.start(2))
        out += text[at : found.start(2)] + f" \x02{len(quotes)}\x03"
        quotes.append(text[found.start(2) + 1 : end].strip())
        at = min(end + 1, len(text))
    return out + text[at:]


def _rebuilt(act: AmendingAct, text: ActText, quotes: list[str], changed: set[str]) -> AmendingAct:
    provisions = []
    for label in text.order:
        lines = [part for line in text.articles[label].lines for part in _printed(line, quotes)]
        provision = read_provision(label, lines)
        if provision is not None:
            provisions.append(provision)
    label = act.commencement[0]
    if label not in changed or label not in text.articles:
        return dataclasses.replace(act, provisions=provisions)
    lines = [part for line in text.articles[label].lines for part in _printed(line, quotes)]
    changed_act = dataclasses.replace(act, provisions=provisions, commencement=(label, lines), notes="", in_force=None)
    if read_commencement(changed_act).default is None:
        # it depends on an event now; the front matter may know the day that came of it
        return dataclasses.replace(changed_act, in_force=act.in_force)
    return changed_act


def _printed(line: Line, quotes: list[str]) -> list[str]:
    rendered = line.render()
    quoted = [quotes[int(found[1])] for found in _MARK.finditer(rendered)]
    return [_MARK.sub("", rendered).strip(), *(f"> {part}" for quote in quoted for part in quote.split("\n"))]
