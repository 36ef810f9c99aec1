#!/usr/bin/env bash
# Installs a built Dualskin with its entries for the desktop: packaging/linux/install.sh [PREFIX], /usr/local without one.
set -euo pipefail
prefix=${1:-/usr/local}
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
program=target/dist/dualskin
if [ ! -x "$program" ]; then
    echo "install.sh: $program is not there: run cargo build --profile dist -p dualskin first" >&2
    exit 1
fi
id=org.dualskin.Dualskin
install -D -m 755 "$program" "$prefix/bin/dualskin"
install -D -m 644 "packaging/linux/$id.desktop" "$prefix/share/applications/$id.desktop"
install -D -m 644 "packaging/linux/$id.mime.xml" "$prefix/share/mime/packages/$id.xml"
install -D -m 644 "packaging/linux/$id.metainfo.xml" "$prefix/share/metainfo/$id.metainfo.xml"
install -D -m 644 assets/icon/dualskin.svg "$prefix/share/icons/hicolor/scalable/apps/$id.svg"
install -D -m 644 assets/icon/dualskin.png "$prefix/share/icons/hicolor/256x256/apps/$id.png"
for text in THIRD-PARTY.txt LICENSE-MIT LICENSE-APACHE; do
    install -D -m 644 "$text" "$prefix/share/doc/dualskin/$text"
done
mkdir -p "$prefix/share/bash-completion/completions" "$prefix/share/man/man1"
"$program" completions bash > "$prefix/share/bash-completion/completions/dualskin"
"$program" man -o "$prefix/share/man/man1"
