"""Every error that przepis raises on purpose.

PrzepisError
├── InputError            what the user gave cannot be used (exit code 2)
│   ├── CitationError     a citation that does not parse, or names what the corpus does not have
│   ├── SourceError       a file, archive, page or PDF that is not the act it should be
│   ├── PipelineError     a pipeline file that is wrong, or asks for what the index lacks
│   └── LabelError        questions, labels or runs that do not fit together
├── StoreError            the corpus or index on disk is missing, older, or damaged (exit code 3)
├── RemoteError           an outside service failed or refused (exit code 4)
│   ├── ModelError        a language model's endpoint
│   │   ├── ModelRefusedError   key, model or quota refused: no further call can succeed
│   │   ├── ModelOutputError    an answer that does not fit its schema even after one repair
│   │   ├── ReplayMissError     a request that the replay file has no answer for
│   │   └── BatchPendingError   a request written to a batch file instead of being answered
│   ├── EngineError       a search engine's endpoint
│   └── MissingTextError  the Journal's service has no text in the form asked for
└── BudgetError           a limit on money, tokens or time was reached; what was done is kept (exit code 5)

A message says what was wrong, where, and what would be right.
"""

from __future__ import annotations

from przepis.records import NO_USAGE, Note


class PrzepisError(Exception):
    """Root of all errors raised on purpose.

    The message is for a program and a log. ``note`` says the same to a person, by a key of the message catalogue, and
    ``more`` what else must be said with it.
    """

    exit_code = 1

    def __init__(self, message: str = "", note: Note | None = None, more: tuple[Note, ...] = ()) -> None:
        super().__init__(message)
        self.note = note
        self.more = more


class InputError(PrzepisError):
    exit_code = 2


class CitationError(InputError):
    pass


class SourceError(InputError):
    pass


class PipelineError(InputError):
    pass


class LabelError(InputError):
    pass


class StoreError(PrzepisError):
    exit_code = 3


class RemoteError(PrzepisError):
    exit_code = 4


class ModelError(RemoteError):
    pass


class ModelRefusedError(ModelError):
    pass


class ModelOutputError(ModelError):
    usage = NO_USAGE  # what the refused answers took
    fault = "malformed"  # or "missing", "too long"


class ReplayMissError(ModelError):
    pass


class BatchPendingError(ModelError):
    pass


class EngineError(RemoteError):
    pass


class MissingTextError(RemoteError):
    pass


class BudgetError(PrzepisError):
    exit_code = 5


def choices(valid: object) -> str:
    """A readable list of what would be right, for the end of a message."""
    names = sorted(str(v) for v in valid)  # type: ignore[attr-defined]
    return ", ".join(names) if len(names) <= 40 else ", ".join(names[:40]) + f", … ({len(names)} in all)"
