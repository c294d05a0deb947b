#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds everything and runs all tests: tests/run.sh [further arguments of ctest, e.g. -R core]
# With CI=true warnings are errors, and core with its tests runs a second time under the address and
# undefined behaviour sanitizers, the fuzz targets among them. Benchmarks (tests/bench) are built, not run.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
further=()
[[ ${CI:-} == true ]] && further=("$top/cmake/packages-ci.txt")
bash "$top/cmake/install-packages.sh" "${further[@]}"
cd "$top"
jobs=$(nproc)

check() {
    local preset=$1
    shift
    cmake --preset "$preset" "${settings[@]}"
    cmake --build --preset "$preset"
    ctest --preset "$preset" --parallel "$jobs" "$@"
}

if [[ ${CI:-} == true ]]; then
    settings=(-DREFORWARD_WERROR=ON)
    check asan "$@"
else
    settings=()
fi
check release "$@"
