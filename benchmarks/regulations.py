"""How regulations were imported: how many, their §, labels, grounds, annexes. Every figure of docs/lab/regulations.md.

python -m benchmarks.regulations --home HOME
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from benchmarks.table import print_table
from przepis.corpus.annexes import annexes_of
from przepis.corpus.delegation import grounds_of
from przepis.corpus.store import Store
from przepis.law.labels import is_annex
from przepis.records import Act


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    with Store(parser.parse_args().home) as store:
        acts = [act for act in store.acts() if act.kind == "regulation"]
        _print_import(store, acts)
        _print_grounds(store, acts)
        _print_annexes(store, acts)


def _print_import(store: Store, acts: list[Act]) -> None:
    labels = Counter(label for act in acts for label in _kinds_of_labels(store.labels(act.act_id)))
    texts = sum(len(store.versions(act.act_id)) for act in acts)
    doubled = store.db.execute(
        """SELECT count(*) FROM (SELECT 1 FROM entries JOIN versions USING (version_id) JOIN acts USING (act_id)
        WHERE kind = 'regulation' GROUP BY version_id, label HAVING count(*) > 1)"""
    ).fetchone()[0]
    over = Counter(act.status for act in acts)
    print_table(
        ("regulations", "texts", "§", "§ of annexes", "other units of annexes", "labels doubled", "ended"),
        [
            (
                len(acts),
                texts,
                labels["§"],
                labels["annex §"],
                labels["annex"],
                doubled,
                over["repealed"] + over["expired"],
            )
        ],
    )


def _kinds_of_labels(labels: list[str]) -> list[str]:
    return ["§" if not is_annex(label) else "annex §" if ".p" in label else "annex" for label in labels]


def _print_grounds(store: Store, acts: list[Act]) -> None:
    known = {act.act_id for act in store.acts()}
    acts_with, named, in_corpus, resolved = 0, 0, 0, 0
    for act in acts:
        grounds = grounds_of(store, act.act_id)
        acts_with += any(g.resolved for g in grounds)
        named += len(grounds)
        in_corpus += sum(g.target.partition("#")[0] in known for g in grounds)
        resolved += sum(g.resolved for g in grounds)
    print_table(
        ("authorising provisions", "of acts in the corpus", "resolved", "share", "regulations with one resolved"),
        [(named, in_corpus, resolved, f"{resolved / max(1, in_corpus):.1%}", f"{acts_with / max(1, len(acts)):.1%}")],
    )


def _print_annexes(store: Store, acts: list[Act]) -> None:
    found = [annex for act in acts for annex in annexes_of(store, store.version_on(act.act_id, None).version_id)]
    only_named = sum(annex.only_named for annex in found)
    print_table(("annexes", "with text", "only named"), [(len(found), len(found) - only_named, only_named)])


if __name__ == "__main__":
    main()
