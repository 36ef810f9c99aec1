"""One work over a list of files."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .. import __version__
from .._arrays import error
from ._backends import backend_named
from ._journal import FORMAT, Journal, arrow
from ._sources import BUILTIN, Shard, listed, stamp
from ._task import Row
from ._works import Work, work_named


@dataclass(frozen=True)
class Limits:
    """What a task may take before it is ended."""

    #: Bytes of memory, beyond what Python and the package take themselves. Linux holds tasks to it; macOS does not.
    memory: int = 4 << 30
    #: Seconds.
    seconds: float = 600.0
    #: So many times both when a task is done once more that memory or time had ended; 1 for not once more.
    more: float = 3.0

    def prove(self) -> None:
        """Raises what is no limit."""
        for name, value, least in (("memory", self.memory, 1), ("seconds", self.seconds, 1e-3), ("more", self.more, 1)):
            if not least <= value < 1 << 60:
                raise error("out-of-range", name, f"{value!r} is no limit", f"give at least {least:g}")


@dataclass(frozen=True)
class Summary:
    """What a run has done."""

    #: Files that were worked on now, with an output.
    done: int
    #: Files that failed now; the table says why.
    failed: int
    #: Files of the list that an earlier run had done, or had failed on.
    skipped: int
    #: Names that the list had more than once.
    repeated: int
    #: The path of the table: a row for each file, earlier ones too.
    table: str


def run(
    files: Iterable[str | os.PathLike[str]],
    work: str,
    out: str | os.PathLike[str],
    *,
    options: Mapping[str, Any] | None = None,
    backend: str = "processes",
    workers: int | None = None,
    limits: Limits | None = None,
    shard: str | tuple[int, int] | None = None,
    retry: Collection[str] = ("worker-lost",),
    on_row: Callable[[Row], None] | None = None,
) -> Summary:
    """Does one work to each of these files, and writes outputs and a table of what became of them below ``out``.

    ``work`` is one of ``WORKS``: ``"check"``, ``"automatic-weights"``, ``"retarget"``, ``"bake"``, ``"convert"`` or ``"skin"``, with its
    ``options``. ``backend`` is ``"processes"`` of this machine or ``"ray"``, with so many ``workers`` (as many as there are processors).
    ``shard``, as ``"3/8"``, does the third, the eleventh and so on of the files.

    What an earlier call has done is not done again, unless a file's size or time changed since, or its failure is of a kind in ``retry``.
    A file that fails is a row, never an exception: those are for what would fail for all.
    """
    if not hasattr(os, "fork"):
        raise error("refused", "dualskin.batch", "this system forks no processes", "use Linux, WSL or macOS")
    arrow()
    names, repeated = listed(files)
    own = Shard.of(shard)
    task = work_named(work, options or {})
    task.prove()
    held = limits or Limits()
    held.prove()
    doing = backend_named(backend, workers)
    whole = False
    try:
        out = os.path.abspath(os.fspath(out))
        journal = Journal(out, own, {"format": FORMAT, "work": task.name, "options": task.options()})
        try:
            todo = [name for name in own.part(names) if _is_to_do(name, journal.rows.get(name), out, retry)]
            done = 0
            for row in doing.rows(_requests(todo, task, held, out, journal.temporary)):
                journal.add(row)
                done += row["status"] == "done"
                if on_row is not None:
                    on_row(row)
            whole = True
        finally:
            # Of a run that is stopped too: what is done is in the table.
            path = journal.write_table(names)
            journal.close()
    finally:
        doing.close(whole)
    skipped = len(own.part(names)) - len(todo)
    return Summary(done, len(todo) - done, skipped, repeated, path)


def _is_to_do(name: str, row: Row | None, out: str, retry: Collection[str]) -> bool:
    if row is None or row["kind"] in retry:
        return True
    # Built-in characters are of the version.
    if name.startswith(BUILTIN) and row["version"] != __version__:
        return True
    if stamp(name) != (row["size"], row["modified"]):
        return True
    return row["status"] == "done" and stamp(os.path.join(out, row["output"]))[0] < 0


def _requests(names: list[str], work: Work, limits: Limits, out: str, temporary: str) -> Iterator[Row]:
    for_all = {
        "work": work.name,
        "options": work.options(),
        "out": out,
        "temporary": temporary,
        "folder": os.getcwd(),
        "version": __version__,
        "memory": limits.memory,
        "seconds": limits.seconds,
        "more": limits.more,
    }
    for name in names:
        yield for_all | {"file": name}
