"""Writes the numbers of § that come with the package.

    python -m benchmarks.ship_numbers HOME [--check]

HOME has the newest texts of all acts, the older ones of those divided into §, references resolved, and the amending
acts (``corpus import legalize`` of ``statutes-current`` and ``statutes-history``, ``corpus amend``). Kept: of every
wording a hash and the numbers of its §; none of the text. ``--check`` measures instead: it says how many numbers each
kind of evidence gives, and how many come out right where the words of a § are withheld.
"""

from __future__ import annotations

import argparse
from importlib import resources
from pathlib import Path

from benchmarks.numbering.checking import print_checks
from benchmarks.numbering.labelling import Labelled, label_acts
from przepis.corpus.numbering import SHIPPED, Told, differs_from_count, wording_key, write_shipped
from przepis.corpus.store import Store


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("home", type=Path)
    parser.add_argument("--check", action="store_true", help="measure, and write nothing")
    args = parser.parse_args()
    with Store(args.home) as store:
        labelled = label_acts(store)
    if args.check:
        print_checks(labelled)
        return
    facts = facts_of(labelled)
    target = Path(str(resources.files("przepis.corpus").joinpath(SHIPPED)))
    size = write_shipped(facts, target)
    print(f"{len(facts)} wordings, {size} bytes: {target}")


def facts_of(labelled: list[Labelled]) -> dict[str, Told]:
    """Wording -> its numbers, where more is known than their order; none where articles contradict each other."""
    found: dict[str, dict[str, Told]] = {}  # key -> article -> numbers; the newest text of an article counts
    for article in labelled:
        for text, told in zip(article.texts, article.told, strict=True):
            found.setdefault(wording_key(text.whole), {})[article.article_id] = told
    agreed = {key: set(by_article.values()) for key, by_article in found.items()}
    return {key: told for key, (told, *others) in agreed.items() if not others and differs_from_count(told)}


if __name__ == "__main__":
    main()
