"""Writes the facts of statutes as published that come with the package.

    python -m benchmarks.ship_published ARCHIVE

ARCHIVE holds statutes as published (Markdown). What is kept of each is its title, status and days, and which acts its
clauses end; none of its text.
"""

from __future__ import annotations

import argparse
from importlib import resources
from pathlib import Path

from przepis.corpus.validity.published import SHIPPED, PublishedReport, read_published, write_shipped


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive", type=Path)
    options = parser.parse_args()
    report = PublishedReport()
    target = Path(str(resources.files("przepis.corpus.validity").joinpath(SHIPPED)))
    n_acts = write_shipped(read_published(options.archive, report), target)
    print(f"{n_acts} statutes, {report.n_clauses} clauses of repeal, {len(report.failed)} refused: {target}")


if __name__ == "__main__":
    main()
