"""Writes the facts of judgments that come with the package.

    python -m benchmarks.ship_rulings ARCHIVE

Kept: the case, the days, which provision of which act is contrary to what. The words of scopes are not.
"""

from __future__ import annotations

import argparse
from importlib import resources
from pathlib import Path

from przepis.corpus.validity.read_rulings import parse_ruling
from przepis.corpus.validity.rulings import SHIPPED, write_shipped
from przepis.errors import SourceError
from przepis.sources.legalize import read_documents


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive", type=Path)
    options = parser.parse_args()
    rulings = []
    for document in read_documents(options.archive):
        try:
            ruling = parse_ruling(document.text(), document.name)
        except SourceError as error:
            print(f"left out: {error}")
            continue
        if ruling.verdicts:
            rulings.append(ruling)
    target = Path(str(resources.files("przepis.corpus.validity").joinpath(SHIPPED)))
    n_rulings = write_shipped(sorted(rulings, key=lambda r: r.eli), target)
    print(f"{n_rulings} judgments, {sum(len(r.verdicts) for r in rulings)} verdicts: {target}")


if __name__ == "__main__":
    main()
