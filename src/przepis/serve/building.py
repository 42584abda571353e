"""What a person is told while the index is still being built."""

from __future__ import annotations

from przepis.library import Library
from przepis.messages import Messages


def building_note(library: Library, say: Messages) -> str:
    """One sentence on what is searched so far; empty where the index is whole."""
    share = library.index.vector_share
    if share >= 1:
        return ""
    return say("index_of_words") if share == 0 else say("index_partly", share=f"{share:.0%}")
