"""The encoder's training, the part with torch (extra ``train``): model, loss, optimiser, checkpoints, export."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra `train` is not installed")

from train.checkpoint import load_parts, save_parts  # noqa: E402
from train.model import MaskedLM, ModelConfig, Tower  # noqa: E402
from train.optimiser import Muon, orthogonalise  # noqa: E402
from train.pool import Cuts, PassagePool  # noqa: E402
from train.pretrain import Windows, mask_tokens  # noqa: E402
from train.retriever import Retriever, allowed_pairs, info_nce, matryoshka_dims  # noqa: E402

SMALL = ModelConfig(vocab=50, dim=32, layers=3, heads=2, ffn=40, max_len=64)


def test_padding_does_not_change_a_vector() -> None:
    tower = Tower(SMALL).eval()
    ids = torch.randint(5, 50, (1, 9))
    padded = torch.cat([ids, torch.zeros(1, 7, dtype=torch.long)], dim=1)
    alone = tower(ids, torch.ones_like(ids))
    assert torch.allclose(alone, tower(padded, padded != 0), atol=1e-5)


def test_order_of_words_matters() -> None:
    tower = Tower(SMALL).eval()
    for weight in tower.parameters():
        if weight.ndim == 2:
            weight.data *= 5
    ids = torch.tensor([[2, 10, 11, 12, 13]])
    turned = torch.tensor([[2, 13, 12, 11, 10]])
    assert not torch.allclose(tower(ids, ids > 0), tower(turned, turned > 0), atol=1e-3)


def test_the_passage_tower_starts_from_the_lowest_layers() -> None:
    pretrained = MaskedLM(SMALL, exit_layer=2)
    model = Retriever(SMALL, doc_layers=2)
    model.load_pretrained(dict(pretrained.state_dict()), exit_layer=2)
    ids = torch.randint(5, 50, (2, 6))
    _, early = pretrained.trunk(ids, None, exit_layer=2)
    last, _ = model.passage.trunk(ids)
    assert torch.allclose(early, last)
    assert model.passage.trunk.embed.weight is model.query.trunk.embed.weight


def test_a_checkpoint_in_parts_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("train.checkpoint.PART_BYTES", 1000)
    model = Retriever(SMALL, doc_layers=1)
    save_parts(tmp_path, "r", model.trainable_state(), {"note": 1})
    state, facts = load_parts(tmp_path, "r")
    assert facts["n_parts"] > 5
    again = Retriever(SMALL, doc_layers=1)
    again.load_trained(state)
    assert torch.allclose(again.query.trunk.embed.weight, model.query.trunk.embed.weight, atol=1e-4)
    (tmp_path / "r.part-01").write_bytes(b"")
    with pytest.raises(ValueError, match="checksum"):
        load_parts(tmp_path, "r")


def test_masking_takes_the_same_number_in_every_window() -> None:
    ids = torch.randint(5, 50, (4, 20))
    masked, positions, targets = mask_tokens(ids, 0.3, 50)
    assert torch.equal(targets, ids.flatten()[positions])
    assert torch.equal(positions.view(4, 6) // 20, torch.arange(4)[:, None].expand(4, 6))
    untouched = torch.ones(80, dtype=torch.bool)
    untouched[positions] = False
    assert torch.equal(masked.flatten()[untouched], ids.flatten()[untouched])


def test_windows_go_through_the_whole_stream() -> None:
    windows = Windows([torch.arange(105)], length=5, batch=4, seed=1)
    seen = torch.cat([windows.next() for _ in range(5)])
    assert windows.epoch == 0
    assert len(seen[:, 0].unique()) == 20


def test_the_orthogonalised_update_has_singular_values_near_one() -> None:
    values = torch.linalg.svdvals(orthogonalise(torch.randn(2, 24, 60)))
    assert values.min() > 0.5
    assert values.max() < 1.35


def test_muon_goes_downhill() -> None:
    weight = torch.nn.Parameter(torch.randn(8, 8))
    target = torch.randn(8, 8)
    optimiser = Muon([weight], lr=0.2, weight_decay=0.0)
    losses = []
    for _ in range(100):
        loss = ((weight - target) ** 2).mean()
        losses.append(float(loss.detach()))
        loss.backward()
        optimiser.step()
        optimiser.zero_grad()
    assert losses[-1] < 0.2 * losses[0]


def test_the_loss_of_equal_scores_is_the_logarithm_of_their_number() -> None:
    same = torch.ones(4, 32)
    allowed = torch.ones(4, 4, dtype=torch.bool)
    assert float(info_nce(same, (same,), allowed, 0.05)) == pytest.approx(math.log(4), abs=1e-5)


def test_a_passage_that_may_be_right_is_left_out_of_the_loss() -> None:
    articles = torch.tensor([7, 8, 7])
    allowed = allowed_pairs([articles], [torch.tensor([7, 8, 7, 8])])
    expected = [[True, True, False, True], [True, True, True, False], [False, True, True, True]]
    assert allowed.tolist() == expected


def test_weights_of_the_prefixes_sum_to_one() -> None:
    assert matryoshka_dims(384).keys() == {64, 128, 256, 384}
    assert matryoshka_dims(32) == {32: 1.0}
    assert sum(matryoshka_dims(384).values()) == pytest.approx(1.0)


class TwoChunks:
    """One article of ten tokens (10…19) in two chunks, with a place line of two tokens (90, 91)."""

    tokens = np.array([*range(10, 20), 90, 91], dtype=np.uint16)
    article = np.array([0, 0])
    text_start, text_len = np.array([0, 6]), np.array([6, 4])
    place_start, place_len = np.array([10, 10]), np.array([2, 2])
    text_of, first_chunk = np.array([0]), np.array([0, 2])
    n_chunks, n_articles = 2, 1


def test_a_passage_is_its_place_line_and_its_chunk() -> None:
    pool = PassagePool(TwoChunks(), torch.device("cpu"), max_tokens=16, step=4)  # type: ignore[arg-type]
    ids, mask = pool.assemble(torch.tensor([0, 1]))
    assert ids.tolist() == [[2, 90, 91, 10, 11, 12, 13, 14, 15, 0, 0, 0], [2, 90, 91, 16, 17, 18, 19, 0, 0, 0, 0, 0]]
    assert mask.sum(1).tolist() == [9, 7]


def test_a_span_can_be_cut_out_of_a_passage() -> None:
    pool = PassagePool(TwoChunks(), torch.device("cpu"), max_tokens=16, step=4)  # type: ignore[arg-type]
    ids, _ = pool.assemble(torch.tensor([0]), Cuts(torch.tensor([1]), torch.tensor([3])))
    assert ids.tolist() == [[2, 90, 91, 10, 14, 15, 0, 0]]


def _strong(model: torch.nn.Module) -> dict[str, np.ndarray]:
    """Weights large enough that a wrong graph shows."""
    for weight in model.parameters():
        if weight.ndim == 2:
            weight.data *= 5
    return {name: value.numpy() for name, value in model.state_dict().items()}


@pytest.mark.parametrize("int8", [False, True])
def test_the_written_graph_computes_what_the_model_does(tmp_path: Path, int8: bool) -> None:
    onnx = pytest.importorskip("onnx", reason="the extra `train` is not installed")
    import onnxruntime

    from train.onnx_graph import tower_graph

    torch.manual_seed(3)
    ids = torch.randint(5, 50, (1, 17))
    model = Tower(SMALL).eval()
    weights = _strong(model)
    expected = torch.nn.functional.normalize(model(ids, torch.ones_like(ids)), dim=-1)
    onnx.save(tower_graph(weights, SMALL.heads, model.trunk.rope.numpy(), int8=int8), str(tmp_path / "model.onnx"))
    session = onnxruntime.InferenceSession(str(tmp_path / "model.onnx"), providers=["CPUExecutionProvider"])
    found = session.run(None, {"ids": ids.numpy()})[0]
    allowed = 0.05 if int8 else 1e-5
    assert np.abs(found - expected.detach().numpy()).max() < allowed


def test_a_blend_lies_between_its_ends_and_refuses_other_models() -> None:
    from train.blend import between

    old, new = {"w": torch.tensor([0.0, 2.0])}, {"w": torch.tensor([4.0, 2.0])}
    assert between(old, new, 0.25)["w"].tolist() == [1.0, 2.0]
    with pytest.raises(ValueError, match="different models: v, w"):
        between(old, {"v": torch.zeros(2)}, 0.5)
