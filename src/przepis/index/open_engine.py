"""The engine that the settings name."""

from __future__ import annotations

from przepis.index.embedded.engine import EmbeddedEngine
from przepis.settings import Settings


def open_engine(settings: Settings, corpus_fingerprint: str | None = None) -> EmbeddedEngine:
    """The index of a home, searched where the settings say. ``corpus_fingerprint``: refuse one of another corpus."""
    if settings.engine.name == "milvus":
        from przepis.index.milvus.engine import MilvusEngine

        return MilvusEngine(settings.home, settings.engine, corpus_fingerprint)
    return EmbeddedEngine(settings.home, corpus_fingerprint)
