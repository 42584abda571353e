"""The searcher that the settings name."""

from __future__ import annotations

from przepis.index.embedded.searcher import EmbeddedSearcher
from przepis.index.engine import Searcher
from przepis.index.local.index import LocalIndex
from przepis.settings import EngineSettings


def open_searcher(index: LocalIndex, settings: EngineSettings) -> Searcher:
    """Searches this index where the settings say."""
    if settings.name == "milvus":
        from przepis.index.milvus.searcher import MilvusSearcher

        return MilvusSearcher(index, settings)
    return EmbeddedSearcher(index)
