"""One file: opened, worked on, its output kept under its hash, and the row about it."""

from __future__ import annotations

import hashlib
import os
import uuid
from typing import Any

from .. import _native
from .._character import open
from ._sources import content_hash, stamp
from ._works import work_named

#: Where outputs are, below the folder of a run.
OUTPUTS = "outputs"

Row = dict[str, Any]


def failure(kind: str, sentence: str) -> Row:
    """What a row says of a failure."""
    return {"status": "failed", "kind": kind, "sentence": sentence}


def perform(request: Row) -> Row:
    """Does the task; what a row says of it. Nothing is raised but what ends a process."""
    row: Row = {"size": -1, "modified": -1, "hash": ""}
    try:
        os.chdir(request["folder"])
        row |= _performed(request, row)
    except _native.DualskinError as problem:
        row |= failure(getattr(problem, "kind", "refused"), str(problem))
    except MemoryError as problem:
        row |= failure("memory", f"{request['file']}: memory ran out; give more. {problem}".rstrip())
    except OSError as problem:
        row |= failure("not-written", f"{request['file']}: {problem}.")
    except Exception as problem:
        row |= failure("crashed", f"{request['file']}: {type(problem).__name__}: {problem}.")
    return row


def _performed(request: Row, row: Row) -> Row:
    name = request["file"]
    row["size"], row["modified"] = stamp(name)
    row["hash"] = content_hash(name)
    work = work_named(request["work"], request["options"])
    character = open(name)
    made = work.do(character)
    if stamp(name) != (row["size"], row["modified"]):
        return failure("file-changed", f"{name}: it changed while it was worked on; run again.")
    common = {
        "vertices": float(character.vertex_count),
        "joints": float(len(character.skeleton)),
        "warnings": float(len(character.warnings)),
        "output bytes": float(len(made.data)),
    }
    output = _keep(request["out"], request["temporary"], made.data, made.ending)
    return {"status": "done", "output": output, "measures": common | made.measures}


def _keep(out: str, temporary: str, data: bytes, ending: str) -> str:
    """Writes an output once and whole under its hash; its name below ``out``."""
    digest = hashlib.sha256(data).hexdigest()
    relative = f"{OUTPUTS}/{digest[:2]}/{digest}{ending}"
    final = os.path.join(out, relative)
    if stamp(final)[0] == len(data):
        return relative
    os.makedirs(os.path.dirname(final), exist_ok=True)
    unfinished = os.path.join(temporary, uuid.uuid4().hex)
    try:
        with _written(unfinished) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, final)
    except OSError:
        if os.path.exists(unfinished):
            os.unlink(unfinished)
        raise
    return relative


def _written(path: str) -> Any:
    # The name `open` is that of characters here.
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644), "wb")
