"""Of what newest texts print as coming, how much has a sure day.

    python -m benchmarks.coming_days HOME [--list]

Only articles of acts in force count, and not those left out of a text. With ``--list`` each provision is named.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from benchmarks.table import print_table
from przepis.corpus.store import Store
from przepis.corpus.validity.coming import Coming
from przepis.corpus.validity.coming_days import line_days, line_key
from przepis.corpus.validity.standing import standing_of

_NEWEST = """SELECT a.act_id, a.label FROM coming c JOIN articles a USING (version_id, label)
    WHERE a.newest ORDER BY a.act_id, a.label"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("home", type=Path)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    kinds: Counter[str] = Counter()
    with Store(options.home) as store:
        for act_id, label in store.db.execute(_NEWEST).fetchall():
            standing = standing_of(store, store.article(f"{act_id}#{label}"))
            if standing.coming is None or standing.act.in_force_on(standing.on) is False:
                continue
            kind = _kind(store, act_id, label, standing.coming)
            kinds[kind] += 1
            if options.list:
                days = ", ".join(str(part.day or "?") for part in standing.coming.parts)
                print(f"{act_id}#{label}\t{standing.coming.since}\t{kind}\t{days}")
    print_table(("coming wording", "provisions"), kinds.most_common())


def _kind(store: Store, act_id: str, label: str, coming: Coming) -> str:
    parts = coming.parts
    if coming.day is not None:
        return "one day, by the words" if all(part.by_eli for part in parts) else "one day, all changes have it"
    if all(part.day for part in parts):
        return "a day for each part"
    if any(part.day for part in parts):
        return "a day for some of the parts"
    if any(part.waits for part in parts):
        return "no day: an event"
    if store.act(act_id).kind != "statute":
        return "no day: a regulation, of which no amending act is read"
    facts = line_days(store, act_id, label)
    if any(line_key(line) in facts for line in coming.text.split("\n")):
        return "no day: the act read contradicts the text, or itself"
    return "no day: the act that makes it was not found, or not its words"


if __name__ == "__main__":
    main()
