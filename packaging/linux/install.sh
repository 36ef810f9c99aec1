#!/usr/bin/env bash
# Installs a built Dualskin with its entries for the desktop: packaging/linux/install.sh [--uninstall] [PREFIX], /usr/local without one.
#
# The program is that of `cargo build --profile dist -p dualskin`, or the one beside the folder `packaging` of a release.
# With DESTDIR set, files go below it and no cache of this machine is refreshed, as packagers want it.
set -euo pipefail
uninstalls=
if [ "${1:-}" = --uninstall ]; then
    uninstalls=1
    shift
fi
prefix=${DESTDIR:-}${1:-/usr/local}
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
id=org.dualskin.Dualskin
share=$prefix/share

# What desktops look up is remembered by them; each cache is refreshed where its program is.
refresh() {
    [ -z "${DESTDIR:-}" ] || return 0
    if command -v update-mime-database >/dev/null && [ -d "$share/mime/packages" ]; then
        update-mime-database "$share/mime" || true
    fi
    if command -v update-desktop-database >/dev/null; then
        update-desktop-database -q "$share/applications" || true
    fi
    if command -v gtk-update-icon-cache >/dev/null; then
        gtk-update-icon-cache -q -t -f "$share/icons/hicolor" || true
    fi
}

if [ -n "$uninstalls" ]; then
    rm -f "$prefix/bin/dualskin" "$share/applications/$id.desktop" "$share/mime/packages/$id.xml" \
        "$share/metainfo/$id.metainfo.xml" "$share/icons/hicolor/scalable/apps/$id.svg" \
        "$share/icons/hicolor/256x256/apps/$id.png" "$share/bash-completion/completions/dualskin" \
        "$share/zsh/site-functions/_dualskin" "$share/fish/vendor_completions.d/dualskin.fish" \
        "$share/doc/dualskin/THIRD-PARTY.txt" "$share/doc/dualskin/LICENSE-MIT" "$share/doc/dualskin/LICENSE-APACHE"
    rm -f "$share/man/man1/dualskin.1" "$share"/man/man1/dualskin-*.1
    rmdir "$share/doc/dualskin" 2>/dev/null || true
    refresh
    exit 0
fi

program=target/dist/dualskin
[ -x "$program" ] || program=./dualskin
if [ ! -x "$program" ]; then
    echo "install.sh: target/dist/dualskin is not there: run cargo build --profile dist -p dualskin first" >&2
    exit 1
fi
install -D -m 755 "$program" "$prefix/bin/dualskin"
install -D -m 644 "packaging/linux/$id.desktop" "$share/applications/$id.desktop"
install -D -m 644 "packaging/linux/$id.mime.xml" "$share/mime/packages/$id.xml"
install -D -m 644 "packaging/linux/$id.metainfo.xml" "$share/metainfo/$id.metainfo.xml"
install -D -m 644 assets/icon/dualskin.svg "$share/icons/hicolor/scalable/apps/$id.svg"
install -D -m 644 assets/icon/dualskin.png "$share/icons/hicolor/256x256/apps/$id.png"
for text in THIRD-PARTY.txt LICENSE-MIT LICENSE-APACHE; do
    install -D -m 644 "$text" "$share/doc/dualskin/$text"
done
mkdir -p "$share/bash-completion/completions" "$share/zsh/site-functions" "$share/fish/vendor_completions.d" "$share/man/man1"
"$program" completions bash > "$share/bash-completion/completions/dualskin"
"$program" completions zsh > "$share/zsh/site-functions/_dualskin"
"$program" completions fish > "$share/fish/vendor_completions.d/dualskin.fish"
"$program" man -o "$share/man/man1"
refresh
