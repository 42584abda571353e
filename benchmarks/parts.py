"""What each part of the answer to people's questions is worth: the default system with one part taken away at a time.

    python -m benchmarks.parts --home HOME --work FOLDER [--data ../shared/data] [--sets real-needs,other-acts]

The parts: annotations written after the first release (short forms, and further questions of the others), the bank of
people's questions, demand as evidence of the ranker, half of the score from candidates as if nobody had asked, and the
longer list of vectors of wording that the ranker looks at. The first two need an index without them, which is built
under FOLDER (kept, and used again). The ranker is the shipped one throughout: it was fitted with
all parts, so that what a part gives is what its evidence gives, not what a ranker fitted without it could make up for.
"""

from __future__ import annotations

import argparse
import dataclasses
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path

import numpy as np

from benchmarks.paper_home import SHORT_FORMS
from benchmarks.people import SETS, groups, measure
from benchmarks.table import print_table
from przepis.corpus.corpus_file import FILE_NAME
from przepis.corpus.store import Store
from przepis.encode.registry import open_encoder
from przepis.index.build import build_index, index_is_whole
from przepis.library import Library
from przepis.settings import load_settings


def without_later_annotations(store: Store) -> None:
    kept = [
        dataclasses.replace(s, more=(), settles=()) for s in store.surrogates() if s.prompt_version not in SHORT_FORMS
    ]
    store.db.execute("DELETE FROM surrogates")
    store.put_surrogates(kept)


def without_bank(store: Store) -> None:
    store.put_asked(())


def reduced_home(home: Path, folder: Path, take_away: Callable[[Store], None]) -> Path:
    """A copy of the home without a part, indexed; the one made before where there is one."""
    folder.mkdir(parents=True, exist_ok=True)
    with Store(home) as source:
        source.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    if not (folder / "vectors").exists():
        (folder / "vectors").symlink_to((home / "vectors").resolve())
    if not (folder / FILE_NAME).exists():
        partial = folder / f"{FILE_NAME}.partial"
        shutil.copy(home / FILE_NAME, partial)
        partial.replace(folder / FILE_NAME)
    with Store(folder) as store:
        if not index_is_whole(store, folder):
            take_away(store)
            build_index(store, folder, open_encoder("przepis"))
    return folder


def changed_pipeline(work: Path, name: str, before: str, after: str) -> Path:
    """The default pipeline with one setting as it was before."""
    text = resources.files("przepis.pipelines").joinpath("ours/przepis.toml").read_text(encoding="utf-8")
    changed = text.replace(before, after)
    if changed == text:
        raise SystemExit(f"przepis.toml no longer says {before!r}: mend benchmarks/parts.py")
    path = work / f"{name}.toml"
    path.write_text(changed, encoding="utf-8")
    return path


@contextmanager
def opened(home: Path, *, demand: bool = True) -> Iterator[Library]:
    with Library(settings=load_settings(home)) as library:
        if not demand:
            library.index.columns["demand"] = np.zeros_like(library.index.columns["demand"])
        yield library


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True, help="for the reduced indexes")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--sets", default=",".join(SETS))
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    annotations = reduced_home(options.home, options.work / "first-annotations", without_later_annotations)
    bank = reduced_home(options.home, options.work / "no-bank", without_bank)
    shorter = changed_pipeline(options.work, "shorter-list", "take = 50, near = 20,", "take = 30,")
    tried = {
        "all parts": (options.home, True, "przepis"),
        "first release's annotations": (annotations, True, "przepis"),
        "no bank of questions": (bank, True, "przepis"),
        "no demand": (options.home, False, "przepis"),
        "shorter list of vectors": (options.home, True, str(shorter)),
    }
    table: dict[str, list[object]] = {}
    for name, (home, demand, pipeline) in tried.items():
        with opened(home, demand=demand) as library:
            for group, asked in groups(options.data, library, tuple(options.sets.split(","))):
                if asked:
                    _, first, _, ten, *_ = measure(library, pipeline, asked)
                    table.setdefault(group, [group, len(asked)]).append(f"{first} / {ten}")
                    print(name, *table[group][:2], table[group][-1], flush=True)
    print_table(["set (hit@1 / hit@10)", "n", *tried], list(table.values()))


if __name__ == "__main__":
    main()
