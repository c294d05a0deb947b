#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs `reforward-cli info` on every model file of some folders and tells what became of each.

usage: open_all.py [--cli PROGRAM] [--seconds S] [--megabytes M] [--all] FOLDER_OR_FILE...

Each file gets a process of its own with a limit of time and memory. The table has one row a file that was not
simply opened (--all: every file); behind it a summary by reason, the slowest and the largest. Exits 1 where a
file crashed the program, ran out of time or memory, or was refused without a reason.
"""
import argparse
import collections
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time

SUFFIXES = (".onnx", ".json", ".graphml", ".dot", ".gv")


def files_of(places):
    for place in places:
        if os.path.isfile(place):
            yield place
        for folder, _, names in sorted(os.walk(place)):
            for name in sorted(names):
                if name.endswith(SUFFIXES):
                    yield os.path.join(folder, name)


def run(options, path):
    """(outcome, reason, vertices, seconds, peak megabytes)"""

    def limit():
        memory = options.megabytes << 20
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    start = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [options.cli, "info", "--json", path], stdout=out, stderr=errors, preexec_fn=limit
        )
        # The child's own peak; wait4 gives it where subprocess does not.
        timed_out = False
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() - start > options.seconds and not timed_out:
                timed_out = True
                process.kill()
            time.sleep(0.002)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - start
        out.seek(0)
        errors.seek(0)
        text, message = out.read().decode(errors="replace"), errors.read().decode(errors="replace")
    peak = usage.ru_maxrss / 1024
    if timed_out:
        return "time", f"not done after {options.seconds} s", None, seconds, peak
    if process.returncode == 0:
        answer = json.loads(text)
        opaque = len(answer["opaque"])
        return "opened", f"{opaque} opaque" if opaque else "", answer["vertices"], seconds, peak
    reason = message.strip().splitlines()[-1] if message.strip() else ""
    if process.returncode == 3 and reason:
        return "refused", reason.replace(path + ": ", "").removeprefix("reforward-cli: "), None, seconds, peak
    return "crashed", f"exit {process.returncode} {reason}", None, seconds, peak


def kind(reason):
    """The reason without names and numbers, to count by."""
    reason = re.sub(r"^(node [^:]*: )?", "", reason)
    return re.sub(r"-?\d+(\.\d+)?", "N", reason)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--cli", default="build/release/bin/reforward-cli")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--megabytes", type=int, default=4096)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("places", nargs="+")
    options = parser.parse_args()

    rows = []
    for path in files_of(options.places):
        rows.append((path, *run(options, path)))
        path, outcome, reason, vertices, seconds, peak = rows[-1]
        if options.all or outcome != "opened":
            shown = "" if vertices is None else vertices
            print(f"{outcome:8} {shown!s:>8} {seconds:7.2f} s {peak:7.0f} MB  {path}  {reason}", flush=True)
    if not rows:
        sys.exit("no model file there")

    print(f"\n{len(rows)} files")
    for outcome, count in collections.Counter(row[1] for row in rows).most_common():
        print(f"{count:6} {outcome}")
    print("\nrefusals by reason")
    for reason, count in collections.Counter(kind(r[2]) for r in rows if r[1] == "refused").most_common():
        print(f"{count:6} {reason}")
    opaque = sum(1 for row in rows if row[1] == "opened" and row[2])
    print(f"\n{opaque} opened with operators that are not understood")
    slowest, largest = max(rows, key=lambda r: r[4]), max(rows, key=lambda r: r[5])
    print(f"slowest {slowest[4]:.2f} s {slowest[0]}\nlargest {largest[5]:.0f} MB {largest[0]}")
    sys.exit(1 if any(row[1] in ("crashed", "time") for row in rows) else 0)


if __name__ == "__main__":
    main()
