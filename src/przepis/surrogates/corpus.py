"""What annotation needs of a corpus; ``corpus.store.Store`` has it, and so has a handful of articles in a
test.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from przepis.records import Act, Article, Surrogate


class AnnotatedCorpus(Protocol):
    def acts(self) -> Sequence[Act]: ...

    def articles(self, act_id: str | None = None, on: dt.date | None = None) -> Iterator[Article]: ...

    def surrogates(self) -> Iterable[Surrogate]: ...

    def put_surrogates(self, surrogates: Iterable[Surrogate]) -> int: ...
