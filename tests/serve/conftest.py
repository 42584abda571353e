"""The fixtures of the served sample."""

from served import running, site

__all__ = ["running", "site"]
