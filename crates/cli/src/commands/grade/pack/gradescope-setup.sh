#!/usr/bin/env bash
# Gradescope runs this once, when it builds the image: it installs what submissions need.
set -euo pipefail
missing=()
command -v python3 >/dev/null || missing+=(python3)
command -v g++ >/dev/null || missing+=(g++)
command -v javac >/dev/null || missing+=(default-jdk-headless)
if ((${#missing[@]})); then
    apt-get update
    apt-get install -y --no-install-recommends "${missing[@]}"
fi
chmod +x /autograder/source/fruitrage
# If this fails, the program does not fit the image; better now than with the first student.
/autograder/source/fruitrage --version
