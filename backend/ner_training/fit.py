"""The training loop, with averaged weights."""

import copy
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from backend.ner_training.encoder import Encoder
from backend.ner_training.examples import Example, batches, padded


@dataclass(frozen=True, slots=True)
class Plan:
    """How long and how fast: `shares` says how often each data set is seen per epoch (0.5: every other window)."""

    shares: Mapping[str, float]
    epochs: int = 2
    pieces_per_batch: int = 4096
    rate: float = 3e-4
    warm_up: float = 0.06
    decay: float = 0.01
    averaging: float = 0.995
    lower_case: float = 0.05
    hidden_words: float = 0.08
    as_they_are: int = 0
    """How many layers, from the lowest on, stay as they are, and with them what stands below; half of the layers
    are a third of the time."""


_MASK = 103
"""The piece of BERT's vocabulary that hides a word."""

_TOLD = 25
"""After so many steps one hears how far it is."""

Progress = Callable[[str], None]
Keep = Callable[[nn.Module], None]


def fit(
    encoder: Encoder, examples: Mapping[str, Sequence[Example]], plan: Plan, seed: int, say: Progress, keep: Keep
) -> nn.Module:
    """Learn once, and return the running mean of the weights; `keep` is given it every few steps, too."""
    torch.manual_seed(seed)
    draw = random.Random(seed)
    epochs = [batches(_drawn(examples, plan, draw), plan.pieces_per_batch, draw) for _ in range(plan.epochs)]
    steps = sum(map(len, epochs))
    _hold(encoder, plan.as_they_are)
    optimiser = torch.optim.AdamW(_groups(encoder, plan), lr=plan.rate, fused=True)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: _pace(step / steps, plan.warm_up))
    averaged = torch.optim.swa_utils.AveragedModel(
        encoder, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(plan.averaging)
    )
    encoder.train()
    started, lately, step = time.monotonic(), 0.0, 0
    for epoch in epochs:
        for batch in epoch:
            loss = _loss(encoder, batch, draw, plan)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            averaged.update_parameters(encoder)
            step += 1
            lately = 0.98 * lately + 0.02 * float(loss.detach()) if step > 1 else float(loss.detach())
            if step % _TOLD == 0:
                keep(averaged.module)
                say(f"step {step} of {steps}: loss {lately:.4f}, {time.monotonic() - started:.0f} s")
    return copy.deepcopy(averaged.module).eval()


def mean(encoders: Sequence[nn.Module]) -> nn.Module:
    """The encoder whose weights are the means of those of several, learnt from the same beginning."""
    made = copy.deepcopy(encoders[0])
    states = [encoder.state_dict() for encoder in encoders]
    made.load_state_dict(
        {
            name: torch.stack([state[name] for state in states]).mean(0) if weight.is_floating_point() else weight
            for name, weight in states[0].items()
        }
    )
    return made.eval()


def _drawn(examples: Mapping[str, Sequence[Example]], plan: Plan, draw: random.Random) -> list[Example]:
    drawn: list[Example] = []
    for name, found in examples.items():
        times, part = divmod(plan.shares.get(name, 1.0), 1.0)
        drawn += list(found) * int(times) + draw.sample(list(found), int(part * len(found)))
    return drawn


def _hold(encoder: Encoder, layers: int) -> None:
    if layers:
        below = (encoder.bert.embeddings, encoder.shapes, encoder.lists, *encoder.bert.encoder.layer[:layers])
        for part in below:
            part.requires_grad_(requires_grad=False)


def _groups(encoder: Encoder, plan: Plan) -> list[dict[str, object]]:
    """What was learnt before goes slowly, what is new (shapes, lists, tags) three times as fast."""
    known: list[nn.Parameter] = []
    plain: list[nn.Parameter] = []
    for weight in filter(_is_learnt, encoder.bert.parameters()):
        (known if weight.ndim >= 2 else plain).append(weight)
    parts = (encoder.shapes, encoder.lists, encoder.tags)
    new = [weight for part in parts for weight in part.parameters() if _is_learnt(weight)]
    return [
        {"params": known, "weight_decay": plan.decay},
        {"params": plain, "weight_decay": 0.0},
        {"params": new, "weight_decay": 0.0, "lr": 3 * plan.rate},
    ]


def _is_learnt(weight: nn.Parameter) -> bool:
    return weight.requires_grad


def _pace(done: float, warm_up: float) -> float:
    return done / warm_up if done < warm_up else max(0.02, (1 - done) / (1 - warm_up))


def _loss(encoder: Encoder, batch: Sequence[Example], draw: random.Random, plan: Plan) -> Tensor:
    """Minus the log of what the allowed tags of each word are given together, in nats per word."""
    longest = padded(max(len(example.pieces) for example in batch))
    pieces, shapes, lists = (np.zeros((len(batch), longest), np.int64) for _ in range(3))
    rows, columns, allowed = [], [], []
    for i, example in enumerate(batch):
        many = len(example.pieces)
        pieces[i, :many], lists[i, :many] = example.pieces, example.lists
        shapes[i, :many] = _as_typed(example.shapes, draw, plan.lower_case)
        hidden = example.heads[[draw.random() < plan.hidden_words for _ in example.heads]]
        pieces[i, hidden] = _MASK  # so that a name is told by what stands around it, too
        rows.append(np.full(len(example.heads), i))
        columns.append(example.heads)
        allowed.append(example.allowed)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        scores = encoder(torch.from_numpy(pieces), torch.from_numpy(shapes), torch.from_numpy(lists))
    heads = scores[torch.from_numpy(np.concatenate(rows)), torch.from_numpy(np.concatenate(columns))].float()
    may = torch.from_numpy(np.concatenate(allowed))
    likelihood = torch.logsumexp(heads.masked_fill(~may, float("-inf")), dim=1) - torch.logsumexp(heads, dim=1)
    return -likelihood.mean()


_LOWERED = np.arange(64, dtype=np.int64)
_UPPERED = np.arange(64, dtype=np.int64)
for _half in (0, 10):
    _LOWERED[[_half + 2, _half + 3, _half + 4, _half + 5]] = _half + 1
    _UPPERED[[_half + 1, _half + 2, _half + 4]] = _half + 3


def _as_typed(shapes: np.ndarray, draw: random.Random, share: float) -> np.ndarray:
    """Now and then a window as people type in haste: all lower case, or all capitals."""
    kind = draw.random()
    if kind < share:
        return _LOWERED[shapes]
    return _UPPERED[shapes] if kind < 1.5 * share else shapes
