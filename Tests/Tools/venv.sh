#!/bin/sh
# venv.sh REQUIREMENTS: makes .venv hold the pinned packages of the file. Silent when it already does.
set -eu

requirements=$1
# One stamp a file, holding a copy of it: changed pins install again.
stamp=.venv/installed-$(echo "$requirements" | tr / -)

# An environment whose interpreter is gone (an upgraded or removed python3) is made anew.
if ! .venv/bin/python -c 'import pip' 2>/dev/null; then
    rm -rf .venv
    python3 -m venv .venv || {
        echo 'python3 could not make the virtual environment .venv; Python 3.11 or later with its venv module is needed.' >&2
        exit 1
    }
fi

cmp -s "$requirements" "$stamp" && exit 0
.venv/bin/python -m pip install --quiet --disable-pip-version-check --requirement "$requirements" || {
    echo "pip could not install the packages in $requirements: they need Python 3.11 or later and a package index." >&2
    exit 1
}
cp "$requirements" "$stamp"
