"""The parts that a search needs, each opened when first asked for: index, engine, encoder, model, pipelines."""

from __future__ import annotations

import functools
import threading
from pathlib import Path
from typing import Self

from przepis.answer.asked import as_text
from przepis.corpus.store import Store
from przepis.encode.protocol import Encoder
from przepis.encode.registry import open_encoder
from przepis.index.engine import Searcher
from przepis.index.local.index import LocalIndex
from przepis.index.open_searcher import open_searcher
from przepis.law.scope import ActScope
from przepis.llm.client import Client
from przepis.llm.open import is_configured, open_client
from przepis.lookups import Lookups
from przepis.pipelines.loader import Pipeline, load_pipeline
from przepis.retrieve.on_day import PastLaw
from przepis.retrieve.step import Tools
from przepis.settings import Settings, load_settings


class Opened(Lookups):
    """A corpus with its index. Cheap to make; the index, the encoder and a model open at first use."""

    def __init__(self, home: Path | None = None, settings: Settings | None = None) -> None:
        self.settings = settings or load_settings(home)
        self.home = self.settings.home
        super().__init__(Store(self.home), self.settings.language)
        self._index: LocalIndex | None = None
        self._searcher: Searcher | None = None
        self._encoder: Encoder | None = None
        self._client: Client | None = None
        self._tools: Tools | None = None
        self._pipelines: dict[tuple[str, Path], Pipeline] = {}
        self.past = PastLaw(self.home, self.store)
        self._lock = threading.RLock()

    def close(self) -> None:
        self.past.close()
        if self._searcher is not None:
            self._searcher.close()
        if self._index is not None:
            self._index.close()
        if self._client is not None:
            self._client.close()
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def index(self) -> LocalIndex:
        with self._lock:
            if self._index is None:
                self._index = LocalIndex(self.home, self.store.fingerprint())
            return self._index

    @property
    def searcher(self) -> Searcher:
        with self._lock:
            if self._searcher is None:
                self._searcher = open_searcher(self.index, self.settings.engine)
            return self._searcher

    @property
    def encoder(self) -> Encoder:
        with self._lock:
            if self._encoder is None:
                self._encoder = open_encoder(self.index.encoder_name or self.settings.encoder)
            return self._encoder

    @property
    def client(self) -> Client:
        with self._lock:
            if self._client is None:
                self._client = open_client(self.settings)
            return self._client

    def tools(self) -> Tools:
        with self._lock:
            if self._tools is None:
                self._tools = self._tools_of(self.index, self.searcher)
            return self._tools

    def _tools_of(self, index: LocalIndex, searcher: Searcher) -> Tools:
        return Tools(
            index=index,
            searcher=searcher,
            store=self.store,
            names=self.names,
            resolver=self.resolver,
            scope=self._scope,
            titles=self._titles,
            encoder=lambda: self.encoder,
            client=lambda: self.client,
        )

    @functools.cached_property
    def _titles(self) -> dict[str, str]:
        return {act_id: self.names.title(act_id) for act_id in sorted(self.names.in_corpus)}

    @functools.cached_property
    def _scope(self) -> ActScope:
        return ActScope(self._titles, self.names)

    def pipeline(self, name: str | None = None) -> Pipeline:
        """A pipeline checked against this index and these settings; its stand-in while there are no vectors."""
        return self._pipeline_for(self.index, as_text(name, "a pipeline") if name else self.settings.pipeline)

    def _pipeline_for(self, index: LocalIndex, wanted: str) -> Pipeline:
        key = (wanted, index.folder)
        if key not in self._pipelines:
            pipeline = load_pipeline(wanted)
            if pipeline.until_vectors and not index.dense_fields:
                pipeline = load_pipeline(pipeline.until_vectors)
            pipeline.check(index, is_configured(self.settings.llm))
            self._pipelines[key] = pipeline
        return self._pipelines[key]
