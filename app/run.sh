#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds Reforward and opens its window: app/run.sh [MODEL]
# Without MODEL a sample network. Without a display it draws the model's plan at 60% of the baseline instead.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
model=${1:-$top/resources/samples/unet.onnx}
if [[ ! -f $model ]]; then
    echo "run.sh: $model: no such file" >&2
    exit 3
fi
model=$(realpath -- "$model")

bash "$top/cmake/install-packages.sh"
cd "$top"
cmake --preset release
cmake --build --preset release --target reforward reforward-cli reforward-layout
bin=$top/build/release/bin

if [[ -n ${DISPLAY:-}${WAYLAND_DISPLAY:-} && ${QT_QPA_PLATFORM:-} != offscreen ]]; then
    exec "$bin/reforward" "$model"
fi

name=$(basename -- "${model%.*}")
plan=$top/build/release/$name-60.json
picture=$top/build/release/$name-60.png
"$bin/reforward-cli" solve "$model" --budget 60% -o "$plan"
"$bin/reforward-cli" render "$model" --plan "$plan" -o "$picture"
echo "There is no display: the plan at 60% of the baseline peak is drawn in $picture"
