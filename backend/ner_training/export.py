"""Export the trained weights: ONNX, int8, word lists, and a spaCy pipeline around them."""

import gzip
import json
import tempfile
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import onnx
import spacy
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.shape_inference import quant_pre_process
from torch import Tensor, nn

from backend.detection.names.component import FACTORY, GAZETTEER_FILE, MODEL_FILE, TOKENIZER_FILE
from backend.detection.names.word_features import Gazetteer
from backend.ner_training.cutting import blank

_OPSET = 17
META: Mapping[str, str] = MappingProxyType(
    {
        "name": "unsaid_ner",
        "version": "1.1.0",
        "description": "Names and what else singles people out, in English; told of in README.md",
        "author": "Unsaid",
        "license": "Apache-2.0, data as in README.md",
    }
)


class _Probabilities(nn.Module):
    """The encoder with the last step that learning does without."""

    def __init__(self, encoder: nn.Module) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, pieces: Tensor, shapes: Tensor, lists: Tensor) -> Tensor:
        """Probabilities of shape (windows, pieces, tags)."""
        return torch.softmax(self.encoder(pieces, shapes, lists), dim=-1)


def export(
    encoder: nn.Module, tokenizer: Path, gazetteer: Gazetteer, folder: Path, thresholds: Mapping[str, float]
) -> None:
    """Write a spaCy pipeline to `folder`, whole."""
    nlp = blank(meta=dict(META))
    nlp.add_pipe(FACTORY, config={"thresholds": dict(thresholds)})
    nlp.to_disk(folder)
    inside = folder / FACTORY
    inside.mkdir(exist_ok=True)
    _write_model(encoder, inside / MODEL_FILE)
    (inside / TOKENIZER_FILE).write_bytes(tokenizer.read_bytes())
    write_gazetteer(gazetteer, inside / GAZETTEER_FILE)


def write_thresholds(folder: Path, thresholds: Mapping[str, float]) -> None:
    """Put thresholds into the config of a written pipeline."""
    config = spacy.util.load_config(folder / "config.cfg")
    config["components"][FACTORY]["thresholds"] = dict(thresholds)
    config.to_disk(folder / "config.cfg")


def write_gazetteer(gazetteer: Gazetteer, path: Path) -> None:
    """Write the lists: per combination of lists its words, sorted; the same lists give the same bytes."""
    by_lists: dict[int, list[str]] = defaultdict(list)
    for word, lists in gazetteer.items():
        by_lists[lists].append(word)
    made = {str(lists): " ".join(sorted(words)) for lists, words in sorted(by_lists.items())}
    with path.open("wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb", mtime=0, filename="") as packed:
        packed.write(json.dumps(made, ensure_ascii=False).encode())


def _write_model(encoder: nn.Module, path: Path) -> None:
    sample = tuple(torch.ones((2, 8), dtype=torch.long) for _ in range(3))
    names = ("pieces", "shapes", "lists")
    with tempfile.TemporaryDirectory() as work:
        plain, prepared = Path(work) / "plain.onnx", Path(work) / "prepared.onnx"
        torch.onnx.export(
            _Probabilities(encoder).eval(),
            sample,
            str(plain),
            input_names=list(names),
            output_names=["probabilities"],
            dynamic_axes={name: {0: "windows", 1: "pieces"} for name in (*names, "probabilities")},
            opset_version=_OPSET,
            dynamo=False,
        )
        quant_pre_process(str(plain), str(prepared), skip_symbolic_shape=True)
        quantize_dynamic(str(prepared), str(path), per_channel=True, weight_type=QuantType.QInt8)
    onnx.checker.check_model(str(path))
