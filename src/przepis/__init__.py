"""przepis finds the article of Polish statutory law that governs a question, and proves it."""

from __future__ import annotations

__version__ = "0.1.0"
