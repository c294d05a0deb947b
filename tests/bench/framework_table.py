#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Saved bytes and peaks of a folder of ONNX models beside what a framework measured.

    framework_table.py --cli build/release/bin/reforward-cli MODELS TRUTH [--only NAME]

MODELS holds NAME.onnx, TRUTH the measured steps as NAME.json (tests/data/framework/README.md says how they are
measured). NAME.seq.onnx with NAME.ckpt.json are sequential networks whose segments were checkpointed: the same
segments are written as a plan and replayed. Exit 1 where a peak is off by more than --tolerance percent.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile


class Cli:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def json(self, *arguments):
        done = subprocess.run([self.program, *map(str, arguments), "--json", "-q"], capture_output=True, text=True)
        if not done.stdout.strip():
            raise RuntimeError(done.stderr.strip())
        return json.loads(done.stdout)

    def file(self, name, *arguments):
        path = self.folder / name
        done = subprocess.run([self.program, *map(str, arguments), "-o", str(path), "-q"], capture_output=True, text=True)
        if not path.exists():
            raise RuntimeError(done.stderr.strip())
        return path


class Truth:
    """One measured step; the long form of the shared data and the short one of tests/data."""

    def __init__(self, step):
        peak = step["peak"]
        self.saved = step["saved_activation_bytes"]
        self.peak = peak["peak_bytes_no_workspace_no_param_grads"]
        self.with_parameters = peak["peak_bytes_no_workspace"]
        self.forward_end = peak["live_bytes_at_forward_end"]


def percent(ours, theirs):
    return 100 * (ours / theirs - 1)


def segment_schedule(graph, ranges):
    """The steps of a checkpointed run: the last segment keeps what its backward reads, the others only their
    input, and run again as a whole before their backward, with their output's gradient held throughout."""
    nodes = {n["id"]: n for n in graph["nodes"]}
    order = [i for i in graph["graph"].get("order", nodes) if not nodes[i].get("fixed")]
    inputs = {i: [] for i in nodes}
    for link in graph.get("links", graph.get("edges")):
        inputs[link["target"]].append((link["source"], link.get("output", 0)))

    def layer(vertex):
        return int(vertex.strip("/").split("/")[0])

    segment = {v: next(k for k, (a, b) in enumerate(ranges) if a <= layer(v) < b) for v in order}
    parts = [[v for v in order if segment[v] == k] for k in range(len(ranges))]
    last = len(parts) - 1

    def outputs(v):
        return nodes[v].get("outputs", [{"memory": nodes[v].get("memory", 0)}])

    def saves(v):
        if "saves" not in nodes[v]:
            return inputs[v]
        return [(s["vertex"], s.get("output", 0)) if isinstance(s, dict) else (s, 0) for s in nodes[v]["saves"]]

    def differentiable(v):
        return nodes[v].get("differentiable", True)

    inputs_later = {x for v in order for x in inputs[v] if x[0] in segment and segment[x[0]] != segment[v]}
    # The last one is not checkpointed: of its inputs only those stay that its backward reads.
    checkpoint_inputs = {x for v in order for x in inputs[v]
                         if x[0] in segment and segment[x[0]] != segment[v] and segment[v] != last}
    live, steps = set(), []

    def forward(part, keep):
        for k, v in enumerate(part):
            made = [(v, o) for o in range(len(outputs(v)))]
            if all(x in live for x in made):
                continue
            steps.append({"op": "forward", "vertex": v})
            live.update(made)
            ahead = {x for w in part[k + 1 :] for x in inputs[w]}
            for x in sorted(set(made + [x for x in inputs[v] if x[0] in segment])):
                if x in live and x not in ahead and x not in keep:
                    free(x)

    def free(x):
        live.discard(x)
        steps.append({"op": "free", "vertex": x[0], **({"output": x[1]} if x[1] else {})})

    def read_by_backward(part):
        return {x for v in part if differentiable(v) for x in saves(v)}

    for k, part in enumerate(parts):
        # Between the passes a checkpointed segment leaves only what another one reads.
        forward(part, inputs_later if k != last else checkpoint_inputs | read_by_backward(part))
    for k in range(last, -1, -1):
        part = parts[k]
        ends = {x for v in part for x in [(v, o) for o in range(len(outputs(v)))] if x in inputs_later}
        entry = {x for v in part for x in inputs[v] if x[0] in segment and segment[x[0]] != k}
        if k != last:
            for x in ends & live:
                free(x)
            forward(part, read_by_backward(part) | ends | entry)
        for v in reversed(part):
            if differentiable(v):
                steps.append({"op": "backward", "vertex": v})
            ahead = read_by_backward([w for w in part if order.index(w) < order.index(v)])
            held = set() if k == last else ends | entry
            for x in sorted(x for x in saves(v) if x in live and x not in ahead and x not in held):
                free(x)
            for o, output in enumerate(outputs(v)):
                hasgradient = output.get("differentiable", True) and differentiable(v)
                if hasgradient and (k == last or (v, o) not in ends):
                    steps.append({"op": "free_gradient", "vertex": v, **({"output": o} if o else {})})
        if k != last:
            for x in sorted(x for x in live if segment[x[0]] == k or x in entry):
                free(x)
            for v, o in sorted(ends):
                steps.append({"op": "free_gradient", "vertex": v, **({"output": o} if o else {})})
    return steps


def plain_rows(cli, models, truths, only):
    for model in sorted(models.glob("*.onnx")):
        truth_file = truths / (model.stem + ".json")
        if not truth_file.exists() or model.stem.endswith(".seq") or (only and model.stem not in only):
            continue
        truth = Truth(json.loads(truth_file.read_text())["out_of_place"])
        ours = cli.json("info", model, "--accounting", "pytorch")
        step = cli.json("info", model)
        yield model.stem, truth, ours, step


def segment_rows(cli, models, truths, only):
    for truth_file in sorted(truths.glob("*.ckpt.json")):
        name = truth_file.name[: -len(".ckpt.json")]
        model = models / (name + ".seq.onnx")
        if not model.exists() or (only and name not in only):
            continue
        measured = json.loads(truth_file.read_text())
        graph = json.loads(cli.file(name + ".graph.json", "convert", model).read_text())
        plan_file = cli.file(name + ".plan.json", "solve", model, "--strategy", "keep-all", "--budget", "100%")
        plan = json.loads(plan_file.read_text())
        for variant, step in measured["variants"].items():
            if "peak" not in step:
                continue
            if variant != "vanilla":
                plan["schedule"] = segment_schedule(graph, measured["segment_ranges"][variant])
            path = cli.folder / f"{name}.{variant}.json"
            path.write_text(json.dumps(plan))
            yield f"{name} {variant}", Truth(step), [
                cli.json("check", model, path, "--accounting", accounting) for accounting in ("pytorch", "step")
            ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", default="build/release/bin/reforward-cli")
    parser.add_argument("models", type=pathlib.Path)
    parser.add_argument("truth", type=pathlib.Path)
    parser.add_argument("--only", action="append")
    parser.add_argument("--tolerance", type=float, default=2.0, help="of peaks, in percent")
    options = parser.parse_args()
    off = []
    with tempfile.TemporaryDirectory() as folder:
        cli = Cli(options.cli, pathlib.Path(folder))
        print(f"{'network':26} {'saved ours':>12} {'theirs':>12} {'diff':>9} {'end diff':>9} {'peak pytorch':>13} "
              f"{'theirs':>12} {'%':>7} {'with par. %':>11} {'step %':>7}")
        for name, truth, ours, step in plain_rows(cli, options.models, options.truth, options.only):
            peak = ours["baseline_peak_bytes"]
            step_peak = step["baseline_peak_bytes"] - ours["input_bytes"]
            if abs(percent(peak, truth.peak)) > options.tolerance:
                off.append(name)
            print(f"{name:26} {ours['saved_bytes']:12} {truth.saved:12} {ours['saved_bytes'] - truth.saved:9} "
                  f"{ours['forward_end_bytes'] - truth.forward_end:9} {peak:13} {truth.peak:12} "
                  f"{percent(peak, truth.peak):7.2f} "
                  f"{percent(ours['baseline_with_parameter_gradients_bytes'], truth.with_parameters):11.2f} "
                  f"{percent(step_peak, truth.peak):7.2f}", flush=True)
        heading = True
        for name, truth, (ours, step) in segment_rows(cli, options.models, options.truth, options.only):
            if heading:
                print(f"\n{'checkpointed':26} {'end ours':>12} {'theirs':>12} {'diff':>9} {'peak pytorch':>13} {'theirs':>12} "
                      f"{'diff':>9} {'%':>7} {'step model':>12}")
                heading = False
            if not ours["valid"]:
                print(f"{name:26} the segments make no valid plan: {ours['wrong'][0]}")
                off.append(name)
                continue
            if abs(percent(ours["peak_bytes"], truth.peak)) > options.tolerance:
                off.append(name)
            print(f"{name:26} {ours['forward_end_bytes']:12} {truth.forward_end:12} "
                  f"{ours['forward_end_bytes'] - truth.forward_end:9} {ours['peak_bytes']:13} {truth.peak:12} "
                  f"{ours['peak_bytes'] - truth.peak:9} {percent(ours['peak_bytes'], truth.peak):7.2f} "
                  f"{step['peak_bytes']:12}", flush=True)
    if off:
        print("off by more than the tolerance: " + ", ".join(off))
    return 1 if off else 0


if __name__ == "__main__":
    sys.exit(main())
