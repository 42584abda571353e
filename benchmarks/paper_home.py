"""The home on which the paper's tables are printed: statutes alone, annotated in the paper's form.

    python -m benchmarks.paper_home --data ../shared/data --home build/paper-home

Regulations and the short annotations of the rest of the law are left out: neither is in the paper, and the recorded
answers of the language model belong to exactly these texts.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from pathlib import Path

from przepis.corpus.importing import import_markdown
from przepis.corpus.store import Store
from przepis.encode.registry import open_encoder
from przepis.index.build import build_index
from przepis.intake import IntakeOptions, take_in
from przepis.surrogates.asked import import_asked
from przepis.surrogates.shipped import fitted, read_shipped

SHORT_FORMS = frozenset({"short-1", "brief-1", "brief-2", "brief-3"})
ARCHIVE = "statutes-current.tar.zst"


def build(archive: Path, home: Path) -> None:
    with Store(home, create=True) as store:
        report = import_markdown(store, archive, workers=2)
        take_in(store, IntakeOptions(surrogates=False))
        in_full = (
            dataclasses.replace(s, more=())
            for s in fitted(store, read_shipped())
            if s is not None and s.prompt_version not in SHORT_FORMS
        )
        print(f"{report.n_read} texts, {store.put_surrogates(in_full)} articles annotated", file=sys.stderr)
        import_asked(store)
        # With the vectors that come with the encoder, as people's own indexes have them: a newcomer waits minutes. They
        # are too few for cells (index/local/cells.py), so that lists are the same on every machine.
        build_index(store, home, open_encoder("przepis"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--home", type=Path, required=True)
    options = parser.parse_args()
    archive = options.data / ARCHIVE
    if not archive.is_file():
        parser.error(f"{archive} is not there: --data must be the folder with {ARCHIVE}")
    build(archive, options.home)


if __name__ == "__main__":
    main()
