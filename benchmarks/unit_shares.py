"""How often the unit chosen in the right article is right, by how likely it is: from what share on is it worth marking.

    python -m benchmarks.unit_shares --home HOME [--shared ../shared]

Examinations of the year of choice, with their options and without, the article given. What stands inside it
or around it counts with it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.table import print_table
from przepis.library import Library
from przepis.rerank.units import match_units, near_chunks
from przepis.settings import load_settings
from train.folds import CHOICE_YEAR
from train.units import AskedUnit, asked_units

SHARES = (0.0, 0.3, 0.4, 0.5, 0.6, 0.7)


def shares(library: Library, asked: list[AskedUnit], least: float) -> tuple[str, str, str]:
    """Of all questions those with a unit marked; of these, and of all, those with the right one."""
    index = library.index
    marked = right = 0
    for one in asked:
        text, options, row = one.question.text, one.question.options, index.row(one.article.article_id)
        near = None if row is None else near_chunks(index, library.encoder.encode_queries([text])[0], [row])
        unit = match_units(index, [one.article], text, options, near=near, least_share=least)[0]
        marked += unit is not None
        right += unit is not None and one.is_right(unit)
    return f"{marked / len(asked):.1%}", f"{right / max(1, marked):.1%}", f"{right / len(asked):.1%}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    given = parser.parse_args()
    rows = []
    with Library(settings=load_settings(given.home)) as library:
        asked = list(asked_units(library, given.shared, CHOICE_YEAR, CHOICE_YEAR))
        forms = {
            "with options": [a for a in asked if a.question.options],
            "stem alone": [a for a in asked if not a.question.options],
        }
        for least in SHARES:
            rows += [(least, name, len(own), *shares(library, own, least)) for name, own in forms.items()]
    print_table(("least share", "asked", "n", "marked", "right of these", "right of all"), rows)


if __name__ == "__main__":
    main()
