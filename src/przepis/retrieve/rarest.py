"""The rarest words of a question: one that few articles have, in wording or surrogate, often decides alone."""

from __future__ import annotations

import numpy as np

from przepis.index.analyser import split_words
from przepis.index.local.index import LocalIndex

EVERYTHING = "all-prefix"  # the field that has every word of an article and of what was written of it
N_RAREST = 3


def rarest_terms(index: LocalIndex, text: str) -> tuple[np.ndarray, np.ndarray]:
    """The three terms with the greatest idf, rarest first, and their idf; words that no article has are left out."""
    terms, weights = index.weighted_terms(EVERYTHING, text)
    order = np.argsort(-weights, kind="stable")[:N_RAREST]
    return terms[order], weights[order]


def rarest_words(index: LocalIndex, text: str) -> str:
    """The words of the text that make the rarest terms, as a query of their own."""
    vocabulary = index.vocabulary(index.field(EVERYTHING).vocabulary)
    rarest = set(rarest_terms(index, text)[0].tolist())
    return " ".join(word for word in dict.fromkeys(split_words(text)) if vocabulary.word_id(word) in rarest)
