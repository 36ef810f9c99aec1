"""``python -m dualskin.batch WORK --list FILES.txt --out FOLDER``: the same from a shell, for schedulers.

0: every file is done · 1: some failed, the table says why · 2: nothing could be done.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from .. import DualskinError
from . import WORKS, Limits, read_list, run


def main() -> int:
    """Does what the words of the command line say; the exit status."""
    usual = Limits()
    words = argparse.ArgumentParser(prog="python -m dualskin.batch", description="One work over a list of files.")
    words.add_argument("work", help=", ".join(WORKS))
    words.add_argument("files", nargs="*", metavar="FILE")
    words.add_argument("--list", metavar="FILES.txt", help="more files, one a line")
    words.add_argument("--out", required=True, metavar="FOLDER", help="where outputs and table go")
    words.add_argument("--shard", metavar="I/N", help="only every Nth file, from the Ith")
    words.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the work")
    words.add_argument("--backend", default="processes", metavar="NAME", help="processes or ray")
    words.add_argument("--workers", type=int, metavar="N")
    words.add_argument("--megabytes", type=int, default=usual.memory >> 20, help="memory of a task, in MiB")
    words.add_argument("--seconds", type=float, default=usual.seconds, help="time of a task")
    words.add_argument("--retry", action="append", default=["worker-lost"], metavar="KIND", help="do failures of this kind again")
    given = words.parse_args()
    try:
        done = run(
            [*given.files, *(read_list(given.list) if given.list else [])],
            given.work,
            given.out,
            options=dict(_option(text) for text in given.option),
            backend=given.backend,
            workers=given.workers,
            limits=Limits(memory=given.megabytes << 20, seconds=given.seconds),
            shard=given.shard,
            retry=given.retry,
            on_row=_tell,
        )
    except DualskinError as problem:
        print(problem, file=sys.stderr)
        return 2
    print(f"done {done.done}, failed {done.failed}, left out {done.skipped}: {done.table}")
    return 1 if done.failed else 0


def _option(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _tell(row: dict[str, Any]) -> None:
    if row["status"] == "failed":
        print(row["sentence"], file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
