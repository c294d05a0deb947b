#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures one training step of small networks in PyTorch 1.13 and exports them: tests/data/framework.

    framework_measure.py FOLDER

Writes NAME.onnx and NAME.json for each network below, and for the sequential one NAME.seq.onnx and NAME.ckpt.json.
Saved bytes: distinct storages seen by saved-tensor hooks, without parameters, buffers and inputs. Peaks: the
running sum of the CPU allocator's events; "no workspace" leaves out what is allocated and freed inside one aten
operator, "no param grads" the storages that end as a parameter's .grad. Gradients of the outputs are allocated
before measuring; there is no loss.
"""

import gc
import json
import pathlib
import sys

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch._C._profiler import _EventType
from torch.profiler import ProfilerActivity, profile, record_function
from torch.utils.checkpoint import checkpoint_sequential


def storage(t):
    return t.storage().data_ptr()


def tensors(value):
    return [value] if isinstance(value, torch.Tensor) else [t for v in value for t in tensors(v)]


def saved_bytes(model, inputs, run):
    known = {storage(t) for t in [*model.parameters(), *model.buffers(), *inputs]}
    saved, alive = {}, []

    def pack(t):
        alive.append(t)
        saved[storage(t)] = t.storage().nbytes()
        return t

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        run()
    return sum(b for s, b in saved.items() if s not in known)


def allocations(tree):
    """Allocator events by time: (pointer, bytes, in the forward pass, the outermost aten operator)."""
    events, todo = [], [(e, ()) for e in tree]
    while todo:
        event, path = todo.pop()
        if event.tag == _EventType.Allocation:
            outer = next((i for n, i in path if n.startswith("aten::")), None)
            events.append((event.start_time_ns, event.extra_fields.ptr, event.extra_fields.alloc_size,
                           any(n == "##forward" for n, _ in path), outer))
        inner = path + ((event.name, event.id),) if event.tag == _EventType.TorchOp else path
        todo += [(child, inner) for child in event.children]
    return [e[1:] for e in sorted(events, key=lambda e: e[0])]


def measure(model, inputs, run):
    saved = saved_bytes(model, inputs, run)
    model.zero_grad(set_to_none=True)
    seeds = [torch.ones_like(t) for t in tensors(run())]
    gc.collect()
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as profiler:
        with record_function("##forward"):
            outputs = tensors(run())
        with record_function("##backward"):
            torch.autograd.backward(outputs, seeds)
    gradients = {storage(p.grad) for p in model.parameters() if p.grad is not None}
    events = allocations(profiler.profiler.kineto_results.experimental_event_tree())
    live, lives = {}, []
    for k, (pointer, size, _, outer) in enumerate(events):
        if size > 0:
            live[pointer] = len(lives)
            lives.append([k, None, size, outer, None, pointer])
        elif pointer in live:
            life = lives[live.pop(pointer)]
            life[1], life[4] = k, outer
    ends = set(live.values())

    def running(counts):
        change = [0] * (len(events) + 1)
        for i, (start, end, size, *_) in enumerate(lives):
            if counts(i):
                change[start] += size
                change[len(events) if end is None else end] -= size
        total, sums = 0, []
        for c in change[:-1]:
            total += c
            sums.append(total)
        return sums

    def lasting(i):
        return lives[i][1] is None or lives[i][3] is None or lives[i][3] != lives[i][4]

    def activation(i):
        return lasting(i) and not (i in ends and lives[i][5] in gradients)

    forward_end = max(k for k, e in enumerate(events) if e[2])
    return {"saved_activation_bytes": saved,
            "peak": {"peak_bytes_no_workspace": max(running(lasting)),
                     "peak_bytes_no_workspace_no_param_grads": max(running(activation)),
                     "live_bytes_at_forward_end": running(activation)[forward_end]}}


class Cnn(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
                                      nn.Conv2d(8, 12, 3, padding=1), nn.BatchNorm2d(12), nn.ReLU6(), nn.AvgPool2d(2))
        self.head = nn.Linear(12 * 16, 10)

    def forward(self, x):
        return self.head(self.features(x).flatten(1))


class CroppingUNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner, self.down = nn.Conv2d(3, 8, 3), nn.Conv2d(8, 16, 2, 2)
        self.up, self.head = nn.ConvTranspose2d(16, 8, 2, 2), nn.Conv2d(16, 2, 3)

    def forward(self, x):
        skip = F.relu(self.inner(x))
        y = self.up(F.relu(self.down(skip)))
        size = y.shape[2] - 4
        return self.head(torch.cat([skip[:, :, 2:2 + size, 2:2 + size], y[:, :, :size, :size]], 1))


class DecoderLayer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.wide, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        b, t, d = x.shape
        q, k, v = (y.view(b, t, self.heads, -1).transpose(1, 2) for y in self.qkv(self.before(x)).chunk(3, -1))
        weights = ((q @ k.transpose(-2, -1)) / (d // self.heads) ** 0.5).softmax(-1)
        x = x + self.out((weights @ v).transpose(1, 2).reshape(b, t, d))
        return x + self.narrow(F.gelu(self.wide(self.between(x))))


class TiedDecoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens, self.places = nn.Embedding(60, 16), nn.Parameter(torch.randn(1, 12, 16))
        self.layers, self.norm = nn.Sequential(*[DecoderLayer(16, 2) for _ in range(2)]), nn.LayerNorm(16)
        self.head = nn.Linear(16, 60, bias=False)
        self.head.weight = self.tokens.weight

    def forward(self, tokens):
        return self.head(self.norm(self.layers(self.tokens(tokens) + self.places)))


class Gates(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem, self.body = nn.Conv2d(3, 12, 3, padding=1), nn.Conv2d(12, 12, 3, padding=1, groups=12)
        self.squeeze, self.excite, self.head = nn.Linear(12, 4), nn.Linear(4, 12), nn.Linear(12, 5)

    def forward(self, x):
        x = self.stem(x)
        y = F.elu(self.body(x))
        gate = torch.sigmoid(self.excite(F.relu(self.squeeze(y.mean((2, 3))))))
        x = F.relu(x - y * gate[:, :, None, None])
        return self.head(x.sum((2, 3))), x.flatten(1)[:, 1:]


NETWORKS = {
    "cnn": (Cnn, lambda: torch.randn(2, 3, 16, 16)),
    "cropping_unet": (CroppingUNet, lambda: torch.randn(1, 3, 34, 34)),
    "tied_decoder": (TiedDecoder, lambda: torch.randint(0, 60, (2, 12))),
    "gates": (Gates, lambda: torch.randn(2, 3, 10, 10)),
}


def export(model, x, path):
    torch.onnx.export(model, (x,), str(path), opset_version=15, training=torch.onnx.TrainingMode.TRAINING,
                      do_constant_folding=False)


def main(folder):
    torch.manual_seed(0)
    torch.set_num_threads(1)
    for name, (make, example) in NETWORKS.items():
        model, x = make().train(), example()
        step = measure(model, [x], lambda: model(x))
        (folder / f"{name}.json").write_text(json.dumps({"net": name, "torch": torch.__version__, "out_of_place": step}, indent=1))
        export(model, x, folder / f"{name}.onnx")
    layers = [layer for i in range(6) for layer in (nn.Conv2d(4, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU())]
    model, x = nn.Sequential(*layers, nn.Flatten(), nn.Linear(4 * 64, 5)).train(), torch.randn(3, 4, 8, 8)
    x.requires_grad_()
    ranges, variants = {}, {"vanilla": measure(model, [x], lambda: model(x))}
    for count in (2, 4):
        size = len(model) // count
        ranges[f"segments_{count}"] = [[k * size, (k + 1) * size if k + 1 < count else len(model)] for k in range(count)]
        variants[f"segments_{count}"] = measure(model, [x], lambda: checkpoint_sequential(model, count, x, preserve_rng_state=False))
    (folder / "chain.ckpt.json").write_text(json.dumps({"net": "chain", "torch": torch.__version__, "variants": variants,
                                                        "segment_ranges": ranges}, indent=1))
    export(model, x.detach(), folder / "chain.seq.onnx")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
