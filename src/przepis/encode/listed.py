"""Keys of the questions that the package ships, in its own order: vectors that stand in it need none of theirs.

The order is held act by act, under a hash of the act's questions: where annotations of an act were changed after the
vectors were packed, those of this act are not found and its questions are encoded; no other act is touched.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

import numpy as np

from przepis.encode.keys import short_keys, text_keys

NO_KEY = np.uint64(1 << 63)  # of a vector whose text is no longer known; greater than any key


@dataclass(frozen=True)
class Listed:
    """Which of the shipped questions have a vector."""

    acts: np.ndarray  # a hash of the questions of each act, wide enough for no two to have the same
    sizes: np.ndarray  # how many it has
    chosen: np.ndarray  # of all of them, packed bits

    @classmethod
    def of(cls, lists: Collection[np.ndarray], keys: np.ndarray) -> Listed:
        hashes, sizes = [_hash(each) for each in lists], [len(each) for each in lists]
        chosen = np.isin(np.concatenate(list(lists)), keys)
        return cls(np.array(hashes, "<u8"), np.array(sizes, "<u4"), np.packbits(chosen))

    def keys(self, lists: Collection[np.ndarray]) -> np.ndarray:
        """Of each vector in its order."""
        known = {_hash(each): each for each in lists}
        acts = zip(self.acts.tolist(), self.sizes.tolist(), strict=True)
        found = [known[act] if act in known else np.full(size, NO_KEY) for act, size in acts]
        chosen = np.unpackbits(self.chosen, count=int(self.sizes.sum())).astype(bool)
        keys: np.ndarray = np.concatenate(found)[chosen]
        return keys


@cache
def shipped_keys() -> tuple[np.ndarray, ...]:
    """Short keys of the shipped questions, act by act, those of an article together; takes three seconds."""
    from przepis.surrogates.asked import read_asked  # late, like the next: a search opens no packed vectors
    from przepis.surrogates.shipped import read_shipped

    asked: dict[str, list[str]] = defaultdict(list)
    for question in read_asked():
        asked[question.article_id].append(question.text)
    acts: dict[str, dict[str, None]] = defaultdict(dict)
    for s in read_shipped():
        acts[s.article_id.partition("#")[0]] |= dict.fromkeys((*s.spoken, *asked.pop(s.article_id, ())))
    for article_id, texts in asked.items():
        acts[article_id.partition("#")[0]] |= dict.fromkeys(texts)
    return tuple(short_keys(text_keys("questions", list(texts))) for texts in acts.values())


def _hash(keys: np.ndarray) -> int:
    return int.from_bytes(hashlib.blake2b(keys.tobytes(), digest_size=8).digest(), "little")
