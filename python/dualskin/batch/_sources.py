"""The files that are worked on: lists of them, parts of lists, what they hold."""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from collections.abc import Iterable
from typing import Any
from urllib.parse import unquote

from .._arrays import error

#: How the name of a character begins that is no file.
BUILTIN = "builtin:"
_BLOCK = 1 << 20


def read_list(path: str | os.PathLike[str]) -> list[str]:
    """The names of files in a text, one a line, as ``--list`` of the program reads them; empty lines are passed over."""
    place = os.fspath(path)
    try:
        with open(place, encoding="utf-8-sig", newline="\n") as text:
            names = [line.rstrip("\n").removesuffix("\r") for line in text]
    except (OSError, UnicodeDecodeError) as problem:
        raise error("bad-text", place, f"the list cannot be read: {problem}", "list files, one a line") from None
    names = [name for name in names if name.strip()]
    if not names:
        raise error("bad-text", place, "it names no file", "list their names, one a line")
    return names


class Shard:
    """One of N equal parts of a list: every Nth file, so that who takes what follows from the list alone."""

    def __init__(self, number: int, count: int) -> None:
        if not 1 <= number <= count:
            raise error("out-of-range", "shard", f"{number}/{count} is no part", "give I/N with I from 1 to N, as 3/8")
        self.number = number
        self.count = count

    @classmethod
    def of(cls, given: Any) -> Shard:
        """Of ``"3/8"``, of ``(3, 8)``, or of ``None`` for the whole."""
        if given is None:
            return cls(1, 1)
        if isinstance(given, str):
            match = re.fullmatch(r"(\d+)/(\d+)", given)
            given = (int(match[1]), int(match[2])) if match else (0, 0)
        try:
            number, count = given
            return cls(int(number), int(count))
        except (TypeError, ValueError):
            raise error("bad-option", "shard", f"{given!r} is no part", "give one as '3/8'") from None

    def part(self, names: list[str]) -> list[str]:
        """Its own, in their order."""
        return names[self.number - 1 :: self.count]

    def __str__(self) -> str:
        return f"{self.number}-of-{self.count}"


def listed(files: Iterable[str | os.PathLike[str]]) -> tuple[list[str], int]:
    """Names in their order, each once, and how many were named again."""
    if isinstance(files, (str, bytes, os.PathLike)):
        raise error("bad-option", "files", "this is one name", "give a list, as read_list makes it of a text")
    names = [os.fspath(file) for file in files]
    for name in names:
        if not isinstance(name, str) or not name or "\0" in name:
            raise error("bad-option", "files", f"{name!r} names no file", "give names as text")
    once = {name if name.startswith(BUILTIN) else os.path.normpath(name): name for name in reversed(names)}
    kept = list(reversed(once.values()))
    if not kept:
        raise error("empty-list", "files", "there is no file", "name at least one")
    return kept, len(names) - len(kept)


def stamp(name: str) -> tuple[int, int]:
    """Size and time of change in nanoseconds; -1 for both of what is no file, and 0 for both of built-in characters."""
    if name.startswith(BUILTIN):
        return (0, 0)
    try:
        found = os.stat(name)
    except (OSError, ValueError):
        return (-1, -1)
    return (found.st_size, found.st_mtime_ns) if stat.S_ISREG(found.st_mode) else (-1, -1)


def content_hash(name: str) -> str:
    """SHA-256 of what a file holds, with the files beside it that a ``.gltf`` names; empty for what is no file.

    That of a built-in character is of its name.
    """
    found = hashlib.sha256()
    if name.startswith(BUILTIN):
        found.update(name.encode())
        return found.hexdigest()
    if stamp(name)[0] < 0:
        return ""
    try:
        _add(found, name)
        for beside in _beside(name):
            if stamp(beside)[0] >= 0:
                _add(found, beside)
    except OSError:
        return ""
    return found.hexdigest()


def _add(found: Any, name: str) -> None:
    with open(name, "rb") as file:
        while block := file.read(_BLOCK):
            found.update(block)


def _beside(name: str) -> list[str]:
    """The files below the folder of a ``.gltf`` that it names, in its order."""
    if not name.lower().endswith(".gltf"):
        return []
    try:
        with open(name, "rb") as file:
            document = json.load(file)
        parts = [*document.get("buffers", []), *document.get("images", [])]
        names = [unquote(part["uri"]) for part in parts if not part.get("uri", "data:").startswith("data:")]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return []
    folder = os.path.dirname(name)
    inside = [other for other in names if not os.path.isabs(other) and ".." not in other.split("/")]
    return [os.path.join(folder, other) for other in inside if "\0" not in other]
