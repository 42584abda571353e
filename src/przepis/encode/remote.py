"""Any OpenAI-compatible ``/embeddings`` endpoint, written ``https://host/v1#model``.

The key, where one is needed, is read from PRZEPIS_ENCODER_KEY and is never stored. Prefixes are those of a known model.
"""

from __future__ import annotations

import os
import random
import time
from typing import Any

import httpx
import numpy as np

from przepis.encode.hashing import unit_rows
from przepis.encode.known import known_encoder
from przepis.errors import InputError, ModelError
from przepis.retrying import RETRIED_STATUS, RetryPolicy, retry_after_s

KEY_VARIABLE = "PRZEPIS_ENCODER_KEY"


class RemoteEncoder:
    centred = False  # a model may be; nothing says so

    def __init__(
        self,
        place: str,
        *,
        batch: int = 64,
        retries: int = 4,
        timeout_s: float = 60.0,
        transport: httpx.BaseTransport | None = None,
        wait_s: float = 1.0,
    ) -> None:
        url, _, model = place.partition("#")
        if not model:
            raise InputError(f"{place!r} names no model; write the endpoint as https://host/v1#model")
        self.name = place
        self.url = url.rstrip("/") + "/embeddings"
        self.model_name = model
        self.known = known_encoder(model)
        self.batch = batch
        self.policy = RetryPolicy(retries, wait_s)
        self._rng = random.Random()
        key = os.environ.get(KEY_VARIABLE)
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._client = httpx.Client(timeout=timeout_s, transport=transport, headers=headers)
        self._dim = 0

    @property
    def dim(self) -> int:
        if not self._dim:
            self._dim = int(self._encode(["wymiar"]).shape[1])
        return self._dim

    def close(self) -> None:
        self._client.close()

    def begin_query(self, text: str) -> None:
        """Begins nothing."""

    def encode_queries(self, texts: list[str]) -> np.ndarray:
        prefix = self.known.query_prefix if self.known else ""
        return self._encode([prefix + t for t in texts])

    def forget(self) -> None:
        """Keeps nothing of the questions asked."""

    def encode_passages(self, texts: list[str]) -> np.ndarray:
        prefix = self.known.passage_prefix if self.known else ""
        return self._encode([prefix + t for t in texts])

    def _encode(self, texts: list[str]) -> np.ndarray:
        if not texts:
            return np.zeros((0, self.dim), dtype=np.float32)
        parts = [self._request(texts[at : at + self.batch]) for at in range(0, len(texts), self.batch)]
        return unit_rows(np.concatenate(parts))

    def _request(self, texts: list[str]) -> np.ndarray:
        payload = {"model": self.model_name, "input": texts, "encoding_format": "float"}
        for attempt in range(1, self.policy.retries + 2):
            after_s = None
            try:
                answer = self._client.post(self.url, json=payload)
            except httpx.HTTPError as error:
                reason = str(error) or type(error).__name__
            else:
                if answer.status_code == 200:
                    return self._vectors(answer.json(), len(texts))
                reason = f"status {answer.status_code}: {answer.text[:200]}"
                after_s = retry_after_s(answer.headers, time.time())
                if answer.status_code not in RETRIED_STATUS or (after_s or 0) > self.policy.max_retry_after_s:
                    break
            if attempt <= self.policy.retries:
                time.sleep(self.policy.wait_s(attempt, after_s, self._rng))
        raise ModelError(f"the encoder's endpoint {self.url} failed: {reason}")

    def _vectors(self, data: Any, expected: int) -> np.ndarray:
        try:
            rows = sorted(data["data"], key=lambda row: row["index"])
            vectors = np.asarray([row["embedding"] for row in rows], dtype=np.float32)
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(f"{self.url} answered with no list of embeddings ({error!r})") from error
        if vectors.ndim != 2 or len(vectors) != expected:
            raise ModelError(f"{self.url} gave {len(vectors)} vectors for {expected} texts")
        if self._dim and vectors.shape[1] != self._dim:
            raise ModelError(f"{self.url} changed its vectors from {self._dim} to {vectors.shape[1]} dimensions")
        self._dim = int(vectors.shape[1])
        return vectors
