#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Searches for inputs that crash or hang a reader: tests/fuzz/run.sh SECONDS [TARGET...]
# Targets: node_link graphml plan onnx (default: all). Needs the sanitizer build:
#   cmake --preset asan && cmake --build --preset asan
# Findings lie in build/asan/tests/fuzz as found_TARGET.crash-*, one file each.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
seconds=${1:?how many seconds for each target}
shift
targets=("$@")
[[ ${#targets[@]} -gt 0 ]] || targets=(node_link graphml plan onnx)
for target in "${targets[@]}"; do
    found="$top/build/asan/tests/fuzz/found_$target"
    mkdir -p "$found"
    seeds=()
    for folder in "$top/tests/fuzz/corpus/$target" "$top/tests/data/cli" "$top/tests/data/graphs" "$top/tests/data/onnx/odd"; do
        [[ -d $folder ]] && seeds+=("$folder")
    done
    "$top/build/asan/bin/fuzz_$target" "$found" "${seeds[@]}" "-max_total_time=$seconds" -timeout=20 \
        -rss_limit_mb=2048 -max_len=100000 -print_final_stats=1 "-artifact_prefix=$found."
done
