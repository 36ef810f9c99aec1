#!/usr/bin/env bash
# Prints what CHANGELOG.md says about a version: packaging/release-text.sh VERSION. Fails where it says nothing.
set -euo pipefail
version=${1:?"release-text.sh: give a version, as 0.2.0"}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
text=$(awk -v version="$version" '
    /^## / { own = ($2 == version || $2 == "[" version "]"); next }
    own { print }
' CHANGELOG.md)
if [ -z "${text//[[:space:]]/}" ]; then
    echo "release-text.sh: CHANGELOG.md has no text below \"## $version\": give Unreleased that name and a date" >&2
    exit 1
fi
printf '%s\n' "$text"
