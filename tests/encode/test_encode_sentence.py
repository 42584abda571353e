"""Public models' architectures with small random weights; needs the extra ``st``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from przepis.encode.known import KnownEncoder, known_encoder
from przepis.encode.sentence import SentenceEncoder, load_model
from przepis.errors import StoreError

WORDS = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "[MASK]",
    "query",
    "passage",
    ":",
    "[",
    "]",
    "najem",
    "czynsz",
    "urlop",
    "a",
]


@pytest.fixture(scope="module")
def libraries() -> tuple[Any, Any]:
    pytest.importorskip("sentence_transformers", reason="the extra `st` is not installed")
    import tokenizers
    import transformers

    return transformers, tokenizers


def write_model(folder: Path, name: str, libraries: tuple[Any, Any]) -> Path:
    """A transformer folder of the same architecture as the named public model, a few kilobytes of random weights."""
    transformers, tokenizers = libraries
    sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 24}
    if "qwen" in name.lower():
        config = transformers.Qwen3Config(
            vocab_size=len(WORDS), head_dim=8, num_key_value_heads=1, max_position_embeddings=64, **sizes
        )
        model = transformers.Qwen3Model(config)
    else:  # e5, mmlw, bge-m3 are XLM-RoBERTa or RoBERTa
        config = transformers.XLMRobertaConfig(
            vocab_size=len(WORDS), max_position_embeddings=66, pad_token_id=0, type_vocab_size=1, **sizes
        )
        model = transformers.XLMRobertaModel(config)
    target = folder / name
    model.save_pretrained(target)
    words = {word: i for i, word in enumerate(WORDS)}
    raw = tokenizers.Tokenizer(tokenizers.models.WordLevel(words, unk_token="[UNK]"))
    raw.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    fast = transformers.PreTrainedTokenizerFast(tokenizer_object=raw, pad_token="[PAD]", unk_token="[UNK]")
    fast.save_pretrained(target)
    return target


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "name", ["multilingual-e5-large", "mmlw-retrieval-roberta-large-v2", "bge-m3", "qwen3-embedding-0.6b"]
)
def test_known_architectures_encode(name: str, tmp_path: Path, libraries: tuple[Any, Any]) -> None:
    folder = write_model(tmp_path, name, libraries)
    known = known_encoder(str(folder))
    assert known is not None
    encoder = SentenceEncoder(str(folder), known)
    vectors = encoder.encode_queries(["najem czynsz", "urlop"])
    assert vectors.shape == (2, 16) == (2, encoder.dim)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    same = np.allclose(vectors, encoder.encode_passages(["najem czynsz", "urlop"]), atol=1e-4)
    assert same is (known.query_prefix == known.passage_prefix)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("pooling", ["cls", "mean", "last"])
def test_pooling_takes_the_token_it_names(pooling: str, tmp_path: Path, libraries: tuple[Any, Any]) -> None:
    folder = write_model(tmp_path, "bge-m3", libraries)
    model = load_model(str(folder), KnownEncoder("bge-m3", pooling=pooling))  # type: ignore[arg-type]
    tokens = model.encode(["najem czynsz urlop"], output_value="token_embeddings")[0].cpu().numpy()
    expected = {"cls": tokens[0], "last": tokens[-1], "mean": tokens.mean(axis=0)}[pooling]
    assert np.allclose(model.encode(["najem czynsz urlop"])[0], expected, atol=1e-5)


@pytest.mark.filterwarnings("ignore")
def test_an_unknown_folder_uses_its_own_prompts(tmp_path: Path, libraries: tuple[Any, Any]) -> None:
    model = load_model(str(write_model(tmp_path, "bge-m3", libraries)), known_encoder("bge-m3"))
    model.save(str(tmp_path / "own"))
    settings = tmp_path / "own" / "config_sentence_transformers.json"
    data = json.loads(settings.read_text(encoding="utf-8"))
    data["prompts"] = {"query": "query : ", "document": ""}
    settings.write_text(json.dumps(data), encoding="utf-8")
    encoder = SentenceEncoder(str(tmp_path / "own"))
    assert encoder.prefix("query") == "query : "
    assert encoder.prefix("passage") == ""
    assert not np.allclose(encoder.encode_queries(["najem"]), encoder.encode_passages(["najem"]))


def test_without_the_extra_the_message_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "sentence_transformers", None)
    with pytest.raises(StoreError, match=r"przepis\[st\]"):
        SentenceEncoder("BAAI/bge-m3").encode_queries(["najem"])
