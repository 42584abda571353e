"""What has no vectors stands where words alone would put it: a ranker that trusts vectors knows nothing of it.

Acts that have ended have none in today's index; who asks for all law, asks for them, too.
"""

from __future__ import annotations

import numpy as np

from przepis.retrieve.step import Pool

VECTORS = "chunks"  # of a wording's own; what has none there has none at all
AHEAD = 0.1  # of the score by which it leads what has vectors


def without_vectors(pool: Pool) -> np.ndarray:
    """Which candidates; none, where no vectors are asked."""
    own = pool.scores.get(VECTORS)
    return own <= -1 if own is not None else np.zeros(len(pool.rows), dtype=bool)


def placed_by_words(scores: np.ndarray, by_words: np.ndarray, unseen: np.ndarray) -> np.ndarray:
    """Scores by which the ``unseen`` stand at the places that they have by words among all, the others in their order
    around them."""
    order = [i for i in np.argsort(-scores, kind="stable").tolist() if not unseen[i]]
    for place, i in enumerate(np.argsort(-by_words, kind="stable").tolist()):
        if unseen[i]:
            order.insert(place, i)
    placed = scores.astype(np.float64)
    below = float(scores.min()) - 1.0
    for place in reversed(range(len(order))):  # each between what follows and the next before it that has vectors
        i = order[place]
        if unseen[i]:
            above = next((placed[j] for j in reversed(order[:place]) if not unseen[j]), below + 2 * AHEAD)
            placed[i] = (below + above) / 2
        below = float(placed[i])
    return placed
