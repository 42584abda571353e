"""Writes the facts of later changes that come with the package.

    python -m benchmarks.ship_changes HOME ARCHIVE

HOME has the acts that are changed, ARCHIVE the statutes as published. Kept: which article of which act is changed by
which article of which act, from what day; none of the text.
"""

from __future__ import annotations

import argparse
from importlib import resources
from pathlib import Path

from przepis.corpus.store import Store
from przepis.corpus.validity.changes import SHIPPED, write_shipped
from przepis.corpus.validity.coming_days import SHIPPED as SHIPPED_DAYS
from przepis.corpus.validity.coming_days import write_shipped_days
from przepis.corpus.validity.read_changes import open_archive, read_changes
from przepis.corpus.validity.read_coming import read_coming
from przepis.sources.legalize import read_documents


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("home", type=Path)
    parser.add_argument("archive", type=Path)
    options = parser.parse_args()
    folder = Path(str(resources.files("przepis.corpus.validity")))
    documents = ((document.text(), document.name) for document in read_documents(options.archive))
    with Store(options.home) as store:
        archive = open_archive(documents, store)
        n_changes = write_shipped(read_changes(archive), folder / SHIPPED)
        n_lines = write_shipped_days(read_coming(archive, store), folder / SHIPPED_DAYS)
    print(f"{n_changes} changes of articles, days of {n_lines} coming lines: {folder}")


if __name__ == "__main__":
    main()
