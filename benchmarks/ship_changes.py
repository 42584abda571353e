"""Write the facts of later changes that come with the package: ``python -m benchmarks.ship_changes HOME ARCHIVE``.

HOME has the acts that are changed, ARCHIVE the statutes as published. Kept: which article of which act is changed by
which article of which act, from what day; none of the text.
"""

from __future__ import annotations

import sys
from importlib import resources
from pathlib import Path

from przepis.corpus.store import Store
from przepis.corpus.validity.changes import SHIPPED, write_shipped
from przepis.corpus.validity.read_changes import read_changes
from przepis.sources.legalize import read_documents


def main(home: Path, archive: Path) -> None:
    target = Path(str(resources.files("przepis.corpus.validity").joinpath(SHIPPED)))
    documents = ((document.text(), document.name) for document in read_documents(archive))
    with Store(home) as store:
        n_changes = write_shipped(read_changes(documents, store), target)
    print(f"{n_changes} changes of articles: {target}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
