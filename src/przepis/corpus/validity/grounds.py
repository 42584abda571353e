"""Regulations end with what authorises them: the statute, or the very article that says „minister określi”."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping

from przepis.corpus.store import Store
from przepis.corpus.validity.record import Validity, Witness

_ENDED = ("repealed", "expired")


def ended_grounds(store: Store, verdicts: Mapping[str, Validity], titles: Mapping[str, str]) -> dict[str, Witness]:
    """Of every act whose grounds have all ended, the one that ended last; one ground in force keeps it alive."""
    repealed = set(store.db.execute("SELECT act_id, label FROM articles WHERE newest = 1 AND repealed = 1"))
    grounds: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for act_id, target, label in store.db.execute(
        "SELECT act_id, target_act, coalesce(target_label, '') FROM refs WHERE kind = 'regulation'"
    ):
        grounds[act_id].append((target, label))
    found: dict[str, Witness] = {}
    for act_id, own in grounds.items():
        ends = [_end(target, label, verdicts, repealed, titles) for target, label in own]
        if all(ends):
            found[act_id] = max((end for end in ends if end), key=lambda end: end.day or dt.date.min)
    return found


def _end(
    target: str | None,
    label: str,
    verdicts: Mapping[str, Validity],
    repealed: set[tuple[str, str]],
    titles: Mapping[str, str],
) -> Witness | None:
    """None where the ground stands, or is not known to have fallen."""
    verdict = verdicts.get(target or "")
    if verdict is None or target is None:
        return None
    if verdict.status in _ENDED:
        return Witness("basis", target, "repealed", titles.get(target, ""), "", verdict.until, verdict.exact)
    if (target, label) in repealed:  # by the newest text at the latest
        return Witness("basis", target, "repealed", titles.get(target, ""), label, verdict.last_text, exact=False)
    return None
