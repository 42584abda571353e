"""Questions that were asked before, as vectors beside the articles that answered them; no wording is kept.

Examinations come back to the same provisions year after year, so the likeness of a question to one whose answer is
known is evidence of its own. The vectors belong to one encoder and one revision of it; with any other there is nothing
to remember.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from przepis.encode.registry import model_folder

FILE_NAME = "remembered.npz"


@dataclass(frozen=True, slots=True)
class Remembered:
    article_ids: np.ndarray  # text; a question that several articles answer stands once for each
    vectors: np.ndarray  # int8
    scales: np.ndarray
    years: np.ndarray  # first asked, as far as is known

    def before(self, year: int) -> Remembered:
        """Only what was asked in earlier years."""
        kept = self.years < year
        return Remembered(self.article_ids[kept], self.vectors[kept], self.scales[kept], self.years[kept])


def asked_articles() -> frozenset[str]:
    """Articles that examinations to 2022 and LQAD-PL ask about, whatever the encoder."""
    path = model_folder() / FILE_NAME
    if not path.is_file():
        return frozenset()
    with np.load(path, allow_pickle=False) as data:
        return frozenset(data["article_ids"].tolist())


def remembered(encoder_name: str, dim: int, folder: Path | None = None) -> Remembered:
    """What is shipped for this encoder; nothing, where that is for another."""
    path = (folder or model_folder()) / FILE_NAME
    if path.is_file():
        with np.load(path, allow_pickle=False) as data:
            if str(data["encoder"]) == encoder_name:
                return Remembered(data["article_ids"], data["vectors"], data["scales"], data["years"])
    none = np.zeros(0, dtype=np.float32)
    return Remembered(none.astype("<U1"), np.zeros((0, dim), dtype=np.int8), none, none.astype(np.int16))
