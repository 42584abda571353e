"""The fixtures of the served sample."""

from tests.serve.served import running, site

__all__ = ["running", "site"]
