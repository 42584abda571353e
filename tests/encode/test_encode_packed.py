"""Vectors shipped with the encoder: near the whole ones, found by their texts, ignored where they are not its own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from przepis.artifact import atomic_write_json
from przepis.encode import packed as packed_module
from przepis.encode.hashing import HashingEncoder, unit_rows
from przepis.encode.keys import as_bytes, as_numbers, short_keys, text_keys
from przepis.encode.listed import NO_KEY, Listed, shipped_keys
from przepis.encode.packed import PACKED_FILE, PackedVectors, packed_vectors
from przepis.encode.ranks import from_ranks, neighbours, to_ranks
from przepis.encode.registry import open_encoder
from przepis.errors import StoreError
from przepis.index.vector_cache import VectorCache
from przepis.surrogates.asked import read_asked
from train.pack_vectors import added, coded, pack
from train.product_code import dealt_out

DIM, N = 64, 3000
TEXTS = [f"pytanie numer {n}" for n in range(N)]


@pytest.fixture(scope="module")
def whole() -> np.ndarray:
    """Vectors that vary along a few axes, as those of an encoder do."""
    random = np.random.default_rng(5)
    few = random.normal(size=(N, 8)) @ random.normal(size=(8, DIM))
    return unit_rows((few + 0.1 * random.normal(size=(N, DIM)) + 0.5).astype(np.float32))


@pytest.fixture(scope="module")
def packed(whole: np.ndarray) -> PackedVectors:
    return pack(text_keys("questions", TEXTS), whole, 10)


@pytest.fixture
def folder(packed: PackedVectors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installation whose hashing encoder came with vectors of questions."""
    packed.write(tmp_path / "q.npz")
    atomic_write_json(tmp_path / PACKED_FILE, {"encoder": HashingEncoder(DIM).name, "files": {"questions": "q.npz"}})
    monkeypatch.setattr(packed_module, "model_folder", lambda: tmp_path)
    return tmp_path


def test_a_packed_vector_is_near_the_whole_one(packed: PackedVectors, whole: np.ndarray) -> None:
    found = packed.decode(packed.places(text_keys("questions", TEXTS)))
    cosines = (found * whole).sum(1)
    assert cosines.mean() > 0.97
    assert cosines.min() > 0.85
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-5)
    assert packed.codes.shape == (N, 10)


def test_a_text_that_was_not_packed_has_no_place(packed: PackedVectors) -> None:
    assert packed.places(text_keys("questions", ["coś innego", TEXTS[7]]))[0] == -1
    assert (packed.places(text_keys("chunks", TEXTS[:20])) == -1).all()  # the same words as law are another text
    none = PackedVectors(packed.keys[:0], packed.codes[:0], packed.centroids, packed.bounds, packed.axes, packed.mean)
    assert none.places(text_keys("questions", TEXTS[:3])).tolist() == [-1, -1, -1]


def test_groups_get_every_axis_once_and_vary_about_equally() -> None:
    variances = np.array([64.0, 32.0, 16.0, 8.0, 4.0, 2.0, 1.0, 0.5])
    groups = dealt_out(variances, 4)
    assert sorted(axis for group in groups for axis in group) == list(range(8))
    products = [np.prod(variances[group]) for group in groups]
    assert products == [32.0] * 4


def test_what_was_packed_keeps_its_bytes_when_more_is_added(packed: PackedVectors, whole: np.ndarray) -> None:
    keys = text_keys("questions", [*TEXTS[:200], "nowe pytanie"])
    more = coded(keys, np.concatenate([whole[:200], whole[:1]]), packed)
    before, after = packed.places(keys[:200]), more.places(keys[:200])
    assert np.array_equal(more.codes[after], packed.codes[before])
    assert more.places(keys[200:])[0] >= 0


def test_a_pack_grows_by_what_it_lacks(packed: PackedVectors, whole: np.ndarray) -> None:
    """Some texts are dropped, one is added: those kept have the vectors they had, wherever their keys now stand."""
    kept, new = packed.places(text_keys("questions", TEXTS[:500])), text_keys("questions", ["nowe pytanie"])
    wanted = np.concatenate([packed.keys[kept], new])
    grown = added(packed, coded(new, whole[7:8], packed)).of(wanted)
    assert np.array_equal(grown.keys, short_keys(wanted))
    before = packed.decode(packed.places(text_keys("questions", TEXTS[:500])))
    assert np.array_equal(grown.decode(grown.places(text_keys("questions", TEXTS[:500]))), before)
    assert grown.places(text_keys("questions", TEXTS[500:510])).tolist() == [-1] * 10
    assert float(grown.decode(grown.places(new))[0] @ whole[7]) > 0.85


def test_written_and_read_again(folder: Path, packed: PackedVectors) -> None:
    again = packed_vectors(HashingEncoder(DIM))["questions"]
    places = again.places(text_keys("questions", TEXTS[:50]))
    assert np.array_equal(again.decode(places), packed.decode(places))
    assert np.array_equal(again.codes, packed.codes)
    assert np.array_equal(again.keys, packed.keys)


def test_a_text_without_a_vector_cannot_be_chosen(packed: PackedVectors) -> None:
    with pytest.raises(ValueError, match="1 of 2 texts have no vector"):
        packed.of(text_keys("questions", ["nowe pytanie", TEXTS[3]]))


@pytest.mark.parametrize(("name", "value"), [("keys", np.zeros((5, 7), np.uint8)), ("format", np.array(1))])
def test_a_file_of_another_form_is_refused(folder: Path, name: str, value: np.ndarray) -> None:
    with np.load(folder / "q.npz") as file:
        arrays = dict(file)
    np.savez_compressed(folder / "q.npz", **(arrays | {name: value}))
    with pytest.raises(StoreError, match="install the package again"):
        packed_vectors(HashingEncoder(DIM))


def test_keys_are_written_in_the_bytes_they_have() -> None:
    keys = short_keys(text_keys("questions", TEXTS))
    assert len(as_bytes(keys)) == 5
    assert np.array_equal(as_numbers(as_bytes(keys)), keys)
    assert len(np.unique(keys)) == N


@pytest.mark.parametrize("n", [0, 1, 63, 64, 65, 200])
def test_ranks_are_codes_again(packed: PackedVectors, n: int) -> None:
    nearest = neighbours(packed.centroids, packed.bounds)
    assert np.array_equal(np.sort(nearest, axis=2), np.broadcast_to(np.arange(256), nearest.shape))
    assert np.array_equal(nearest[:, :, 0], np.broadcast_to(np.arange(256), (10, 256)))  # itself first
    assert np.array_equal(from_ranks(to_ranks(packed.codes[:n], nearest), nearest), packed.codes[:n])


def test_vectors_like_those_before_them_have_small_ranks(packed: PackedVectors) -> None:
    nearest = neighbours(packed.centroids, packed.bounds)
    in_groups = packed.codes[np.argsort(packed.codes[:, 0], kind="stable")]
    assert (to_ranks(in_groups, nearest)[:, 0] == 0).mean() > 0.85  # all but the first of a run and of a centroid


LISTS = tuple(short_keys(text_keys("questions", texts)) for texts in (TEXTS[5:25], ["bez wektora", *TEXTS[30:40]]))


def test_keys_that_the_package_knows_are_not_written(
    packed: PackedVectors, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed.write(folder / "q.npz", LISTS)
    with np.load(folder / "q.npz") as file:
        assert file["keys"].shape == (5, N - 30)
    monkeypatch.setattr(packed_module, "shipped_keys", lambda: LISTS)
    again = packed_vectors(HashingEncoder(DIM))["questions"]
    keys = text_keys("questions", TEXTS)
    assert np.array_equal(again.of(keys).codes, packed.of(keys).codes)
    assert again.places(LISTS[1][:1]).tolist() == [-1]


def test_an_act_whose_questions_have_changed_is_not_found(
    packed: PackedVectors, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others are where they were, in whatever order the acts now stand."""
    packed.write(folder / "q.npz", LISTS)
    new = short_keys(text_keys("questions", ["nowy akt"]))
    monkeypatch.setattr(packed_module, "shipped_keys", lambda: (new, LISTS[1], LISTS[0][:-1]))
    again = packed_vectors(HashingEncoder(DIM))["questions"]
    assert (again.places(LISTS[0]) == -1).all()
    assert again.places(new).tolist() == [-1]
    others = text_keys("questions", [*TEXTS[:5], *TEXTS[25:]])
    assert np.array_equal(again.of(others).codes, packed.of(others).codes)


def test_a_question_of_two_acts_has_one_vector() -> None:
    lists = (LISTS[0], LISTS[0][:3])
    assert np.array_equal(Listed.of(lists, LISTS[0]).keys(lists), np.concatenate(lists))
    assert (Listed.of(lists, LISTS[0]).keys(lists[1:])[:20] == NO_KEY).all()


def test_the_packages_own_questions_are_listed() -> None:
    """Each once in its act, the bank of people's questions among them."""
    lists = shipped_keys()
    assert all(len(np.unique(each)) == len(each) for each in lists)
    asked = text_keys("questions", [question.text for question in read_asked()])
    assert np.isin(short_keys(asked), np.concatenate(lists)).all()


def test_vectors_of_another_encoder_are_left_alone(folder: Path) -> None:
    assert packed_vectors(HashingEncoder(DIM + 1)) == {}
    assert packed_vectors(HashingEncoder(DIM), kinds=("chunks",)) == {}
    (folder / PACKED_FILE).unlink()
    assert packed_vectors(HashingEncoder(DIM)) == {}


def test_a_broken_file_says_what_to_do(folder: Path) -> None:
    whole = (folder / "q.npz").read_bytes()
    (folder / "q.npz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(StoreError, match="install the package again"):
        packed_vectors(HashingEncoder(DIM))


def test_only_the_rest_is_encoded(folder: Path, whole: np.ndarray, tmp_path: Path) -> None:
    asked: list[str] = []

    def encode(texts: list[str]) -> np.ndarray:
        asked.extend(texts)
        return HashingEncoder(DIM).encode_queries(texts)

    texts = [TEXTS[3], "nowe pytanie", TEXTS[5]]
    cache = VectorCache(tmp_path / "home", HashingEncoder(DIM))
    assert cache.n_missing("questions", texts) == 1
    vectors, scales = cache.vectors("questions", texts, encode, lambda what, share: None)
    assert asked == ["nowe pytanie"]
    found = vectors.astype(np.float32) * scales[:, None]
    assert (found[0] * whole[3]).sum() > 0.85
    assert (found[2] * whole[5]).sum() > 0.85
    assert np.allclose(found[1], HashingEncoder(DIM).encode_queries(["nowe pytanie"])[0], atol=0.01)

    exact = VectorCache(tmp_path / "home", HashingEncoder(DIM), packed=())
    assert exact.n_missing("questions", texts) == 2  # the new one is kept from before
    exact.vectors("questions", texts, encode, lambda what, share: None)
    assert asked == ["nowe pytanie", TEXTS[3], TEXTS[5]]
    cache.vectors("questions", texts, encode, lambda what, share: None)
    assert len(asked) == 3
    again, _ = cache.vectors("questions", texts, encode, lambda what, share: None)
    assert np.array_equal(again, vectors)  # what a machine has encoded meanwhile changes nothing


def test_the_shipped_ones_are_of_the_shipped_encoder() -> None:
    """A pack of an earlier encoder would be passed over in silence, and everyone would wait half an hour."""
    encoder = open_encoder("przepis")
    shipped = packed_vectors(encoder)
    assert set(shipped) == {"questions", "chunks"}
    texts = [question.text for question in read_asked()][::400]
    places = shipped["questions"].places(text_keys("questions", texts))
    assert (places >= 0).mean() > 0.99
    known = np.flatnonzero(places >= 0)
    exact = encoder.encode_queries([texts[i] for i in known])
    near = shipped["questions"].decode(places[known]) @ exact.T
    assert near.argmax(1).tolist() == list(range(len(known)))  # every one is nearest to its own text
    assert near.diagonal().mean() > 0.95
