"""What is known of files that were worked on: a journal with a line a file while it goes on, a Parquet table of it at the end."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import sys
import uuid
from typing import Any

from .._arrays import error
from ._sources import Shard
from ._task import Row

FORMAT = "dualskin-batch/1"
_JOURNALS = "journal"
_TABLES = "table"
_TEMPORARY = "temporary"

#: The columns of the table, in their order, and what they hold.
COLUMNS = {
    "file": "string",
    "hash": "string",
    "size": "int64",
    "modified": "int64",
    "work": "string",
    "version": "string",
    "status": "string",
    "kind": "string",
    "sentence": "string",
    "seconds": "double",
    "processor_seconds": "double",
    "peak_memory": "int64",
    "attempts": "int32",
    "output": "string",
    "measures": "map",
}


def arrow() -> Any:
    """The library of tables."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise error("refused", "dualskin.batch", "pyarrow is missing", "pip install dualskin[batch]") from None
    return pyarrow


class Journal:
    """The journal of one shard, which one run has at a time."""

    def __init__(self, out: str, shard: Shard, header: dict[str, Any]) -> None:
        self._out = out
        self._shard = shard
        #: The newest row of each file.
        self.rows: dict[str, Row] = {}
        #: Where outputs are before they are whole.
        self.temporary = os.path.join(out, _TEMPORARY, str(shard))
        parent = os.path.dirname(os.path.abspath(out))
        if not os.path.isdir(parent):
            raise error("not-written", out, f"there is no folder {parent}", "make it, or name another folder")
        try:
            for folder in (_JOURNALS, _TABLES, _TEMPORARY):
                os.makedirs(os.path.join(out, folder), exist_ok=True)
            self._refuse_other_split()
            path = os.path.join(out, _JOURNALS, f"{shard}.jsonl")
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as problem:
            raise error("not-written", out, str(problem), "name a folder that can be written") from None
        try:
            self._claim()
            self._read(header)
        except BaseException:
            os.close(self._file)
            raise
        # Of a run that died.
        shutil.rmtree(self.temporary, ignore_errors=True)
        os.makedirs(self.temporary, exist_ok=True)

    def add(self, row: Row) -> None:
        """Keeps a row: after this call the death of any process leaves it."""
        self.rows[row["file"]] = row
        self._write(row)

    def write_table(self, order: list[str]) -> str:
        """Writes the rows as a table, those of these files first and in their order; its path."""
        pa = arrow()
        ordered = {name: self.rows[name] for name in order if name in self.rows} | self.rows
        rows = [ordered[name] for name in ordered]
        columns = {
            name: pa.array([_cell(row.get(name)) for row in rows], _type(pa, kind)) for name, kind in COLUMNS.items()
        }
        path = os.path.join(self._out, _TABLES, f"{self._shard}.parquet")
        unfinished = os.path.join(self.temporary, uuid.uuid4().hex)
        pa.parquet.write_table(pa.table(columns), unfinished, compression="zstd")
        os.replace(unfinished, path)
        return path

    def close(self) -> None:
        """Lets another run have it."""
        os.close(self._file)
        shutil.rmtree(self.temporary, ignore_errors=True)

    def _refuse_other_split(self) -> None:
        names = [name for name in os.listdir(os.path.join(self._out, _JOURNALS)) if name.endswith(".jsonl")]
        for name in names:
            number, _, count = name.removesuffix(".jsonl").partition("-of-")
            if count != str(self._shard.count):
                remedy = f"go on with a shard I/{count}, or name another folder"
                raise error("refused", self._out, f"it has rows of shard {number}/{count}", remedy)

    def _claim(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            problem = f"another run works on shard {self._shard.number}/{self._shard.count}"
            raise error("refused", self._out, problem, "wait for it, or name another folder") from None
        except OSError:
            # Some shared file systems have no locks.
            pass

    def _read(self, header: dict[str, Any]) -> None:
        found: Row | None = None
        whole = 0
        with os.fdopen(os.dup(self._file), "rb") as file:
            file.seek(0)
            for line in file:
                # What a death cut off is done again.
                if not line.endswith(b"\n"):
                    os.ftruncate(self._file, whole)
                    break
                whole += len(line)
                try:
                    row = json.loads(line, object_pairs_hook=_with_shared_names)
                    if found is None:
                        found = dict(row)
                    else:
                        self.rows[row["file"]] = row
                except (ValueError, KeyError, TypeError):
                    problem = f"its journal is broken before byte {whole}"
                    raise error("bad-text", self._out, problem, "name another folder") from None
        if found is None:
            self._write(header)
        elif found != header:
            problem = f"it has rows of other work: {found.get('work')} {json.dumps(found.get('options'))}"
            raise error("refused", self._out, problem, "name another folder")

    def _write(self, row: Row) -> None:
        line = memoryview(json.dumps(row, ensure_ascii=True).encode() + b"\n")
        while line:
            line = line[os.write(self._file, line) :]


def table(out: str | os.PathLike[str]) -> Any:
    """The rows of all shards below a folder, as a table of pyarrow."""
    pa = arrow()
    folder = os.path.join(os.fspath(out), _TABLES)
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    paths = [os.path.join(folder, name) for name in names if name.endswith(".parquet")]
    if not paths:
        raise error("missing-file", os.fspath(out), "it has no table", "run a work with this folder first")
    return pa.concat_tables([pa.parquet.read_table(path) for path in paths])


def _with_shared_names(pairs: list[tuple[str, Any]]) -> Row:
    # A million rows need the names of columns once.
    return {sys.intern(name): value for name, value in pairs}


def _cell(value: Any) -> Any:
    # Names of files may be no Unicode; Parquet's texts are.
    if isinstance(value, str):
        return value.encode(errors="surrogatepass").decode(errors="replace")
    return list(value.items()) if isinstance(value, dict) else value


def _type(pa: Any, kind: str) -> Any:
    if kind == "map":
        return pa.map_(pa.string(), pa.float64())
    return {"string": pa.string(), "int64": pa.int64(), "int32": pa.int32(), "double": pa.float64()}[kind]
