"""Our own encoder: two small towers in ONNX, int8, run text by text on the CPU.

Its files lie packed (zstd): a tenth of the bytes less, for ten milliseconds when it is opened.

Texts are not batched. One text of two hundred tokens keeps its activations in the core's cache and needs no padding, so
running many at once, one a thread, is as fast as batches; and a vector never depends on which texts stood beside it.

Example:
    >>> encoder = OnnxEncoder(Path("src/przepis/encode/model"))      # doctest: +SKIP
    >>> encoder.encode_queries(["Czy sąsiad może wyciąć moje drzewo?"]).shape
    (1, 384)
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from przepis.artifact import read_json
from przepis.encode.ahead import Ahead
from przepis.encode.hashing import unit_rows
from przepis.errors import StoreError

CARD_FILE = "card.json"
TOKENIZER_FILE = "tokenizer.json.zst"
EMBEDDING_FILE = "embedding.bin.zst"  # the table that both towers share
CACHED_QUERIES = 1024
LEAST_CENTRED = 256  # the signs of fewer dimensions tell too little
_TASK = 16  # texts handed to a thread at a time


class OnnxEncoder:
    """Opens nothing until first asked; safe to use from several threads."""

    def __init__(self, folder: Path, *, dim: int | None = None, threads: int | None = None) -> None:
        self.folder = folder
        self._check_files()
        self.card: dict[str, Any] = read_json(folder / CARD_FILE)
        self.full_dim = int(self.card["dim"])
        self.dim = dim or self.full_dim
        if not 1 <= self.dim <= self.full_dim:
            raise StoreError(f"{folder} gives vectors of {self.full_dim} dimensions; {self.dim} were asked for")
        self.centred = self.dim >= LEAST_CENTRED
        self.threads = threads or max(1, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1)
        cut = "" if self.dim == self.full_dim else f":{self.dim}"
        self.name = f"{self.card['name']}@{self.card['revision']}{cut}"
        self._lock = threading.Lock()
        self._sessions: dict[str, Any] = {}
        self._tokenizer: Any = None
        self._table: Any = None
        self._cache: OrderedDict[str, np.ndarray] = OrderedDict()
        self._ahead: Ahead | None = None

    def _check_files(self) -> None:
        if not (self.folder / CARD_FILE).is_file():
            raise StoreError(
                f"no encoder in {self.folder}: {CARD_FILE} is missing; install a release that ships the model, train "
                "one (train/README.md), or choose another encoder, e.g. `hashing:256` or a sentence-transformers folder"
            )
        card = read_json(self.folder / CARD_FILE)
        for name in (TOKENIZER_FILE, EMBEDDING_FILE, *card.get("files", ())):
            if not (self.folder / name).is_file():
                raise StoreError(f"{self.folder / name} is missing; the encoder is incomplete, install it again")

    def begin_query(self, text: str) -> None:
        """Not the first of all: it would wait for a second session."""
        if self.threads < 2 or text in self._cache or "query" not in self._sessions:
            return
        _, tokenizer = self._load("query")
        with self._lock:
            if self._ahead is None:
                self._ahead = Ahead(self._open_session("query", threads=2))
        self._ahead.begin(text, self._ids("query", tokenizer.encode_batch_fast([text])[0]))

    def encode_queries(self, texts: list[str]) -> np.ndarray:
        """A few texts at a time, as asked: the vectors of the latest are kept."""
        if len(texts) > CACHED_QUERIES // 2:
            return self._encode("query", texts)
        with self._lock:  # another thread may let go of one meanwhile
            known = {t: self._cache[t] for t in texts if t in self._cache}
        missing = [t for t in dict.fromkeys(texts) if t not in known]
        fresh = self._begun(missing)
        missing = [t for t in missing if t not in fresh]
        fresh |= dict(zip(missing, self._encode("query", missing), strict=True)) if missing else {}
        with self._lock:
            for text, row in fresh.items():
                self._cache[text] = row
            while len(self._cache) > CACHED_QUERIES:
                self._cache.popitem(last=False)
        rows = [fresh[t] if t in fresh else known[t] for t in texts]
        return np.stack(rows) if rows else np.zeros((0, self.dim), dtype=np.float32)

    def _begun(self, texts: list[str]) -> dict[str, np.ndarray]:
        rows = {text: row for text in texts if self._ahead is not None and (row := self._ahead.take(text)) is not None}
        return {text: unit_rows(row[None, : self.dim])[0] for text, row in rows.items()}

    def forget(self) -> None:
        with self._lock:
            self._cache.clear()

    def encode_passages(self, texts: list[str]) -> np.ndarray:
        return self._encode("passage", texts)

    def _encode(self, side: str, texts: list[str]) -> np.ndarray:
        session, tokenizer = self._load(side)
        out = np.zeros((len(texts), self.full_dim), dtype=np.float32)

        def run(start: int) -> None:
            encodings = tokenizer.encode_batch_fast(texts[start : start + _TASK])
            for row, encoding in enumerate(encodings, start=start):
                out[row] = session.run(None, {"ids": self._ids(side, encoding)})[0][0]

        starts = range(0, len(texts), _TASK)
        if len(starts) > 1 and self.threads > 1:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(run, starts))
        else:
            for start in starts:
                run(start)
        return unit_rows(out[:, : self.dim])

    def _ids(self, side: str, encoding: Any) -> np.ndarray:
        return np.asarray(encoding.ids[: int(self.card[f"max_{side}_tokens"])], dtype=np.int64)[None, :]

    def _load(self, side: str) -> tuple[Any, Any]:
        with self._lock:
            if self._tokenizer is None:
                from tokenizers import Tokenizer

                self._tokenizer = _loaded(
                    self.folder / TOKENIZER_FILE, lambda data: Tokenizer.from_str(data.decode("utf-8"))
                )
            if side not in self._sessions:
                self._sessions[side] = self._open_session(side)
            return self._sessions[side], self._tokenizer

    def _open_session(self, side: str, threads: int = 1) -> Any:
        """One thread a text: threads run texts side by side instead. The table is in memory once for all sessions."""
        import onnxruntime

        if self._table is None:
            rows = int(self.card["config"]["vocab"])
            self._table = _loaded(
                self.folder / EMBEDDING_FILE,
                lambda data: onnxruntime.OrtValue.ortvalue_from_numpy(np.frombuffer(data, np.int8).reshape(rows, -1)),
            )
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.inter_op_num_threads = 1
        options.add_external_initializers(["embedding"], [self._table])
        return _loaded(
            self.folder / self.card[f"{side}_model"],
            lambda data: onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"]),
        )


def _loaded(path: Path, load: Callable[[bytes], Any]) -> Any:
    """What ``load`` makes of the unpacked file."""
    import zstandard

    try:
        return load(zstandard.ZstdDecompressor().decompress(path.read_bytes()))
    except Exception as error:  # onnxruntime and tokenizers raise many kinds; each means the file cannot be used
        raise StoreError(f"{path} cannot be loaded ({error}); install the package again") from error
