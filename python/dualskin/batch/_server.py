"""The process that forks a child for every task: the package is imported once, and a task can take no other along when it dies.

It reads a request a line from standard input and writes an answer a line to standard output. The end of its input ends it and its child.
It has one thread, for children of a process with several may hang.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import select
import signal
import sys
import time
from typing import Any

from ._task import Row, failure, perform

#: Seconds after its time at which a child ends itself, whose server is gone.
_ORPHANED = 60
#: Bytes of what a child said last that are kept.
_LAST_WORDS = 4000


class _InputEnded(Exception):
    """Nobody waits for answers any more."""


def main() -> None:
    """Answers until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.dup(1)
    # Whatever prints goes where it cannot be taken for an answer.
    os.dup2(2, 1)
    _say(answers, {"ready": True})
    pending = b""
    while True:
        line, found, pending = pending.partition(b"\n")
        if found:
            try:
                _say(answers, _answer(json.loads(line), answers))
            except _InputEnded:
                return
            continue
        block = os.read(0, 1 << 16)
        if not block:
            return
        pending = line + block


def _say(answers: int, row: Row) -> None:
    line = memoryview(json.dumps(row).encode() + b"\n")
    while line:
        line = line[os.write(answers, line) :]


def _answer(request: Row, answers: int) -> Row:
    """The row of a task, whatever becomes of the child."""
    began = time.monotonic()
    result, result_of_child = os.pipe()
    words, words_of_child = os.pipe()
    child = os.fork()
    if child == 0:
        # Held open, it would keep the death of this process from whoever waits.
        os.close(answers)
        _in_child(request, result_of_child, words_of_child)
    os.close(result_of_child)
    os.close(words_of_child)
    try:
        texts, in_time = _read_until_end({result: b"", words: b""}, began + request["seconds"])
    except _InputEnded:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        raise
    if not in_time:
        os.kill(child, signal.SIGKILL)
    os.close(result)
    os.close(words)
    _pid, status, usage = os.wait4(child, 0)
    row = _row_of(request, texts[result], texts[words], in_time, status)
    # Linux counts kilobytes, macOS bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    took = {"seconds": time.monotonic() - began, "processor_seconds": usage.ru_utime + usage.ru_stime}
    return row | took | {"peak_memory": usage.ru_maxrss * unit}


def _read_until_end(pipes: dict[int, bytes], deadline: float) -> tuple[dict[int, bytes], bool]:
    """What comes from pipes until both end, and whether they did in time."""
    still = set(pipes)
    while still:
        left = deadline - time.monotonic()
        if left <= 0:
            return pipes, False
        ready, _, _ = select.select([0, *still], [], [], left)
        # No second request comes while one is worked on: this is the end of the input.
        if 0 in ready:
            raise _InputEnded
        for pipe in ready:
            block = os.read(pipe, 1 << 16)
            pipes[pipe] += block
            if not block:
                still.discard(pipe)
    return pipes, True


def _row_of(request: Row, result: bytes, words: bytes, in_time: bool, status: int) -> Row:
    file = request["file"]
    if not in_time:
        return failure("time", f"{file}: it took more than {request['seconds']:g} s; give more seconds.")
    if os.WIFEXITED(status) and result:
        row: Row = json.loads(result)
        return row
    last = words[-_LAST_WORDS:].decode(errors="replace").strip()
    ended_by = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    if "memory allocation of" in last or ended_by == signal.SIGKILL:
        limit = request["memory"] / (1 << 20)
        return failure("memory", f"{file}: {limit:.0f} MiB of memory were not enough; give more.")
    how = f"signal {ended_by}" if ended_by else f"status {status}"
    return failure("crashed", f"{file}: the task ended with {how}; report this file. {last}".rstrip())


def _in_child(request: Row, result: int, words: int) -> None:
    """Does the task in the child, which ends here."""
    status = 1
    try:
        os.dup2(words, 2)
        os.dup2(words, 1)
        # The child must not take requests that follow.
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        _limit(request)
        _say(result, _survived(request))
        status = 0
    finally:
        # Nothing of the parent is to be cleaned up twice.
        os._exit(status)


def _survived(request: Row) -> Row:
    try:
        return perform(request)
    except BaseException as problem:  # noqa: BLE001 - a panic of the engine is none of Exception
        return failure("crashed", f"{request['file']}: {type(problem).__name__}: {problem}.")


def _limit(request: Row) -> None:
    """Limits of the child: memory beyond what the package itself takes, and an end though nobody waits for it."""
    if sys.platform == "linux":
        # Option 1: a signal when the parent dies.
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, request["seconds"] + _ORPHANED)
    own: Any = 0
    try:
        with open("/proc/self/statm", encoding="ascii") as sizes:
            own = int(sizes.read().split()[0]) * resource.getpagesize()
        # Where the machine itself runs out, the system is to end this process and no other.
        with open("/proc/self/oom_score_adj", "w", encoding="ascii") as score:
            score.write("800")
    except OSError:
        pass
    wanted = own + request["memory"]
    _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
