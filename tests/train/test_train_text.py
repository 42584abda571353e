"""The encoder's training, the part without a GPU: text, augmentation, tokens, batches."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

from train.augment import as_typed, drop_words, shorten, some_concepts, with_options, with_typo
from train.layout import Layout
from train.mlm_text import new_paragraphs
from train.packing import batches, read_stream, write_stream
from train.prepare import Layout as LayoutWriter
from train.prepare import dev_rows, pair_rows, write_xz
from train.sampling import Sampler
from train.schedule import cosine
from train.texts import fold, sameness_key
from train.tokenizer import CLS, train_tokenizer

TEXT = "Najemca płaci czynsz do dziesiątego dnia miesiąca. Właściciel może wypowiedzieć umowę, gdy najemca nie płaci. "


def test_folding_leaves_plain_letters() -> None:
    assert fold("Zażółć gęślą JAŹŃ – café") == "Zazolc gesla JAZN – cafe"


def test_paragraphs_that_differ_in_numbers_are_the_same() -> None:
    assert sameness_key("Kara  wynosi 100 zł") == sameness_key("kara wynosi 2500 zł")
    assert sameness_key("Kara wynosi 100 zł") != sameness_key("Kara nie wynosi 100 zł")


def test_an_older_text_gives_only_what_is_new() -> None:
    seen: set[bytes] = set()
    newer = "---\ntitle: x\n---\n##### Art. 1.\n\nNajemca płaci czynsz co miesiąc z góry.\n"
    older = newer + "\nWynajmujący wydaje rzecz w stanie przydatnym do użytku.\n"
    assert list(new_paragraphs(newer, seen)) == ["Art. 1. Najemca płaci czynsz co miesiąc z góry."]
    assert list(new_paragraphs(older, seen)) == ["Art. 1. Wynajmujący wydaje rzecz w stanie przydatnym do użytku."]


def test_a_stream_of_tokens_survives_compression(tmp_path: Path) -> None:
    ids = np.array([0, 1, 255, 256, 16383, 65535], dtype=np.uint16)
    write_stream(tmp_path / "x.tok.xz", ids)
    assert read_stream(tmp_path / "x.tok.xz").tolist() == ids.tolist()


def test_batches_keep_every_item() -> None:
    assert list(batches(range(7), 3)) == [[0, 1, 2], [3, 4, 5], [6]]


@pytest.mark.parametrize("seed", range(30))
def test_a_slip_changes_a_word_by_one_letter(seed: int) -> None:
    slipped = with_typo("wypowiedzenie", random.Random(seed))
    assert abs(len(slipped) - 13) <= 1
    assert slipped[0] == "w"


def test_short_words_keep_their_letters() -> None:
    assert with_typo("nie", random.Random(1)) == "nie"


def test_something_is_always_left_of_a_query() -> None:
    dice = random.Random(3)
    assert drop_words(["a", "b"], 1.0, dice) == ["a"]
    assert all(as_typed("Czy mogę?", dice).strip() for _ in range(200))


def test_a_shortened_query_is_a_run_of_it() -> None:
    words = [str(n) for n in range(20)]
    kept = shorten(words, random.Random(5))
    assert 5 <= len(kept) < 20
    assert kept == words[int(kept[0]) : int(kept[0]) + len(kept)]


def test_a_third_of_the_queries_lose_their_diacritics() -> None:
    dice = random.Random(7)
    plain = sum(as_typed("żółć", dice, 0.0).isascii() for _ in range(3000))
    assert 900 < plain < 1080  # 0.33 * 3000 = 990, three standard deviations are 77


def test_an_examination_is_asked_with_and_without_options() -> None:
    dice = random.Random(1)
    asked = [with_options("stem", ["a", "b", "c"], dice) for _ in range(400)]
    assert 140 < asked.count("stem") < 220  # 0.45 * 400 = 180
    assert "stem a b c" in asked
    assert with_options("stem", [], dice) == "stem"


def test_concepts_become_a_query_of_a_few() -> None:
    assert len(some_concepts("najem; czynsz; lokal; umowa", random.Random(2)).split()) in (2, 3)


def test_the_rate_rises_then_falls_to_nothing() -> None:
    assert cosine(0.01, warmup=0.02) == 0.5
    assert cosine(0.02, warmup=0.02) == 1.0
    assert cosine(0.51, warmup=0.02) == pytest.approx(0.5)
    assert cosine(1.0, warmup=0.02) == pytest.approx(0.0)


def test_words_begin_with_their_own_tokens() -> None:
    tokenizer = train_tokenizer([TEXT] * 30, vocab=400)
    first, whole = tokenizer.encode("najemca"), tokenizer.encode("NAJEMCA płaci")
    assert first.ids[0] == CLS
    assert whole.ids[: len(first.ids)] == first.ids
    assert "##" not in tokenizer.decode(whole.ids)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty articles of two acts with a question each, as train.prepare lays them out."""
    export, out = tmp_path_factory.mktemp("export"), tmp_path_factory.mktemp("pairs")
    articles = []
    for n in range(40):
        text = TEXT * (1 + n % 5) + f"Artykuł {n}."
        half = text.index(" ", len(text) // 2) + 1
        spans = [[0, len(text)]] if n % 5 == 0 else [[0, half - 1], [half, len(text)]]
        act = "kodeks" if n < 20 else "ustawa"
        articles.append(
            {"article_id": f"{act}#{n}", "act_id": act, "title": act, "headings": ["Rozdział 1", "Najem"], "text": text,
             "text_hash": str(n), "chunks": spans}
        )  # fmt: skip
    pairs = [{"query": f"pytanie {a['article_id']}", "article_id": a["article_id"], "kind": "lay"} for a in articles]
    pairs += [{**p, "query": p["query"] + " inne", "kind": "keywords"} for p in pairs]
    for name, rows in (("articles", articles), ("pairs", pairs), ("dev", [])):
        (export / f"{name}.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")
    tokenizer = train_tokenizer([TEXT, "pytanie kodeks ustawa rozdział najem artykuł"] * 30, vocab=400)
    tokenizer.save(str(out / "tokenizer.json"))
    layout = LayoutWriter(tokenizer)
    layout.add(articles)
    layout.write(out)
    number = {a: n for n, a in enumerate(layout.ids)}
    assert write_xz(out / "pairs.jsonl.xz", pair_rows(export, number)) == 80
    assert write_xz(out / "dev.jsonl.xz", dev_rows(export, number)) == 0
    return out


def test_chunks_cover_their_articles(prepared: Path) -> None:
    layout = Layout(prepared)
    assert (layout.n_articles, layout.n_chunks) == (40, 8 + 2 * 32)
    first, second = layout.first_chunk[1], layout.first_chunk[1] + 1  # article 1 has two chunks, one after the other
    assert layout.text_start[first] + layout.text_len[first] == layout.text_start[second]


def test_a_batch_holds_right_and_wrong_passages(prepared: Path) -> None:
    sampler = Sampler(prepared, Layout(prepared), batch=64, n_negatives=2, max_query=32, seed=1)
    batch = sampler.draw()
    layout = sampler.layout
    assert batch.negatives.shape == (64, 2)
    own = layout.article[batch.positives]
    near = layout.article[batch.negatives[:, 1]]
    assert (near != own).all()
    assert (layout.act_of[near] == layout.act_of[own]).all()
    assert (batch.query_ids[:, 0] == CLS).all()
    assert (batch.cut_length < layout.text_len[batch.positives]).all()


def test_mined_negatives_are_used_once_they_are_there(prepared: Path) -> None:
    sampler = Sampler(prepared, Layout(prepared), batch=32, n_negatives=2, max_query=32, seed=2)
    sampler.mined[:] = 5
    wrong = [sampler._wrong(pair, 0) for pair in range(10)]
    assert all(row[0] == 5 for row in wrong)


def test_the_same_seed_draws_the_same_batch(prepared: Path) -> None:
    layout = Layout(prepared)
    first, second = (Sampler(prepared, layout, 16, 2, 32, seed=9).draw() for _ in range(2))
    assert np.array_equal(first.query_ids, second.query_ids)
    assert np.array_equal(first.negatives, second.negatives)


def test_more_pairs_follow_the_others_and_have_no_lexical_negatives(prepared: Path, tmp_path: Path) -> None:
    write_xz(tmp_path / "later.jsonl.xz", iter([["exam", 3, "pytanie późniejsze", []]]))
    np.savez(prepared / "negatives.npz", articles=np.full((80, 4), 7))
    sampler = Sampler(prepared, Layout(prepared), 8, 2, 32, 1, {"exam": 1.0}, (tmp_path / "later.jsonl.xz",))
    (prepared / "negatives.npz").unlink()
    assert sampler.lexical is not None
    assert (sampler.lexical[:80] == 7).all()
    assert (sampler.lexical[80] == -1).all()
    assert (sampler.layout.article[sampler.draw().positives] == 3).all()  # only that kind is drawn
