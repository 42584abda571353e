"""One way in: whatever the source, texts are stored, our annotations are added, references are resolved.

Every command that imports, the demonstration and the tests go through here, so that no source misses a stage.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from przepis.corpus.importing import ImportReport, import_markdown
from przepis.corpus.linking import link_references
from przepis.corpus.store import Store
from przepis.sources.sample import acts_dir, read_surrogates
from przepis.surrogates.asked import import_asked
from przepis.surrogates.clauses import annotate_clauses
from przepis.surrogates.shipped import import_shipped

Progress = Callable[[int, str], None]


@dataclass(frozen=True, slots=True)
class IntakeOptions:
    surrogates: bool = True  # add the shipped annotations, the questions that people ask, final clauses by rule
    link: bool = True  # resolve cross-references
    workers: int = 2


def take_in(store: Store, options: IntakeOptions, progress: Progress | None = None) -> None:
    """What follows every import, once its texts are stored."""
    if options.surrogates:
        import_shipped(store)
        import_asked(store)
        annotate_clauses(store)
    if options.link:

        def tell(n: int, total: int) -> None:
            if progress is not None:
                progress(n, f"of {total} acts")

        link_references(store, workers=options.workers, progress=tell)


def take_in_sample(store: Store) -> ImportReport:
    """The bundled acts with their own annotations."""
    report = import_markdown(store, acts_dir(), workers=1)
    store.put_surrogates(read_surrogates())
    take_in(store, IntakeOptions(surrogates=False, workers=1))
    return report
