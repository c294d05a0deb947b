#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs those packages that this Debian lacks of packages.txt and of the further lists given (packages-ci.txt).
# Root is asked for only where one is missing.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

if ! command -v dpkg-query > /dev/null; then
    echo "This is no Debian: the equivalents of the packages in $here/packages.txt must be there." >&2
    exit 0
fi

missing=()
while read -r package _; do
    case $package in '' | '#'*) continue ;; esac
    state=$(dpkg-query --show --showformat='${db:Status-Status} ' "$package" 2> /dev/null || true)
    [[ " $state" == *' installed '* ]] || missing+=("$package")
done < <(cat "$here/packages.txt" "$@")
[[ ${#missing[@]} -eq 0 ]] && exit 0

as_root=()
if [[ $(id -u) -ne 0 ]]; then
    if ! command -v sudo > /dev/null; then
        echo "Missing packages, to be installed as root: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi
echo "Installing ${missing[*]}" >&2
"${as_root[@]}" apt-get update
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "${missing[@]}"
