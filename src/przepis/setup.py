"""From nothing to law that can be searched: get it, choose texts, import them. Any step can be killed and repeated.

What is done is not done again: a fetched archive waits under ``HOME/cache/setup`` until the index is built, imported
documents are known by their bytes, and the store notes which state of an address it has taken in whole.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from przepis.corpus.choosing import Choice, Publication, choose, read_publications
from przepis.corpus.importing import ImportReport, import_markdown
from przepis.corpus.store import Store
from przepis.errors import SourceError
from przepis.intake import IntakeOptions, take_in
from przepis.sources.fetching import fetch_archive, forget_archive, need_space

PUBLIC_ARCHIVE = "https://github.com/legalize-dev/legalize-pl/archive/refs/heads/main.tar.gz"
"""The branch archive of the public Markdown repository of the Journal of Laws."""

BYTES_PER_BYTE = 6  # corpus, vectors and two generations of the index, for a byte of Markdown
_TAKEN = "setup:"  # key of the store's note, before an address

Progress = Callable[[float, float | None, str], None]
"""Called with how much is done, how much there is (None: not known), and what was done last."""


@dataclass(frozen=True, slots=True)
class Source:
    """A folder or archive on this machine; ``url`` says where a fetched one is from."""

    path: Path
    url: str = ""
    stamp: str = ""


def is_address(place: str) -> bool:
    return place.startswith(("http://", "https://"))


def obtain(store: Store, home: Path, places: Sequence[str], progress: Progress) -> list[Source]:
    """Every place as something on this machine. An address whose present state was taken in before is left out."""
    sources: list[Source] = []
    for place in places:
        if not is_address(place):
            path = Path(place).expanduser()
            if not path.exists():
                raise SourceError(f"{path} does not exist; a folder of .md acts, an archive or an address was expected")
            sources.append(Source(path))
            continue
        taken = store.get_meta(_TAKEN + place)
        target = _target(home, place)
        fetched = fetch_archive(place, target, lambda done, total: progress(done, total, ""), known_stamp=taken)
        if fetched is not None and not (taken and fetched.stamp == taken):
            sources.append(Source(fetched.path, place, fetched.stamp))
    return sources


def choose_law(
    sources: Iterable[Source], kinds: Collection[str], *, ended: bool, history: bool, progress: Progress
) -> Choice:
    """The texts to take from all sources together."""
    found: dict[str, Publication] = {}
    n_read = n_others = 0
    for source in sources:
        begun = n_read
        try:
            publications, others = read_publications(
                source.path,
                lambda n, name, begun=begun: progress(begun + n, None, name),  # type: ignore[misc]
            )
        except SourceError:
            if source.url:  # a damaged archive would be found damaged for ever
                forget_archive(source.path)
            raise
        n_read += len(publications) + others
        n_others += others
        found |= {p.name: p for p in publications}
    choice = choose(found.values(), kinds, ended=ended, history=history)
    if not choice.names:
        raise SourceError(f"no text to take in: {n_read} documents read, left out {dict(choice.left_out)}")
    return choice


def space_for(home: Path, choice: Choice) -> tuple[int, int]:
    """(bytes that the corpus and its index will take, bytes free); raises where they do not fit."""
    needed = BYTES_PER_BYTE * choice.n_bytes
    present = sum(p.stat().st_size for p in home.glob("*.sqlite*"))
    need_space(home, max(0, needed - present), "the corpus and its index")
    return needed, shutil.disk_usage(home).free


def import_law(
    store: Store, sources: Iterable[Source], choice: Choice, options: IntakeOptions, progress: Progress
) -> ImportReport:
    """The chosen texts into the store, then annotations and references."""
    whole = ImportReport()
    for source in sources:
        begun = whole.n_read
        report = import_markdown(
            store,
            source.path,
            chosen=choice.names,
            workers=options.workers,
            progress=lambda n, name, begun=begun: progress(begun + n, len(choice.names), name),  # type: ignore[misc]
        )
        whole.n_read += report.n_read
        whole.n_stored += report.n_stored
        whole.n_unchanged += report.n_unchanged
        whole.failed += report.failed
        whole.warnings += report.warnings
    take_in(store, options, lambda n, what: progress(n, None, what))
    for source in sources:
        if source.stamp:
            store.set_meta(_TAKEN + source.url, source.stamp)
    return whole


def tidy(home: Path) -> None:
    """Fetched archives are no longer needed once the index is built."""
    shutil.rmtree(_cache(home), ignore_errors=True)


def _cache(home: Path) -> Path:
    return home / "cache" / "setup"


def _target(home: Path, url: str) -> Path:
    return _cache(home) / f"{hashlib.sha256(url.encode()).hexdigest()[:12]}.archive"
