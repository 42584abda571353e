"""Acts of one day that contradict each other: neither is carried out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from przepis.corpus.amend.operations import Place, Repeal, Replace
from przepis.corpus.amend.quoted import tidy_quote
from przepis.corpus.amend.schedule import Change


def contradictions(changes: Sequence[Change]) -> dict[int, tuple[str, str]]:
    """id of a change -> (article, reason), for changes of one day that give one place two wordings by two acts."""
    by_place: dict[Place, list[tuple[Change, str]]] = defaultdict(list)
    for change in changes:
        operation = change.operation
        if isinstance(operation, Replace):
            for place in operation.places:
                by_place[place].append((change, tidy_quote(operation.quote)))
        elif isinstance(operation, Repeal):
            for place in operation.places:
                by_place[place].append((change, ""))
    found: dict[int, tuple[str, str]] = {}
    for place, rivals in by_place.items():
        acts = {change.eli for change, _ in rivals}
        if len(acts) < 2 or len({wording for _, wording in rivals}) < 2:
            continue
        reason = f"{place.describe()} is changed otherwise on the same day by {', '.join(sorted(acts))}"
        article = place.article[1] if place.article else ""
        found.update({id(change): (article, reason) for change, _ in rivals})
    return found
