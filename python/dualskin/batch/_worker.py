"""Who has tasks done: by a server of its own, which is started anew when it dies, with more where the first limits were too small."""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import sys
import time

from .._arrays import error
from ._task import Row, failure

#: Kinds of failure that more memory or time may mend.
_MENDED_BY_MORE = ("memory", "time", "crashed")
#: How often a task may lose its server.
_MOST_LOSSES = 3
#: Seconds that a server has beyond the limit of the task, until it is held to hang.
_GRACE = 60.0
#: Seconds that a server has to start.
_START = 120.0


class Worker:
    """Does one task after another."""

    def __init__(self) -> None:
        self._server: subprocess.Popen[bytes] | None = None
        self._closed = False

    def perform(self, request: Row) -> Row:
        """The row of a task. A task that memory or time ended is done once more with ``more`` times both."""
        factor = 1.0
        attempts = losses = 0
        while True:
            attempts += 1
            limits = {"memory": int(request["memory"] * factor), "seconds": request["seconds"] * factor}
            answer = self._ask(request | limits)
            if answer is None:
                losses += 1
                if losses < _MOST_LOSSES and not self._closed:
                    continue
                answer = lost(request["file"])
            elif answer.get("kind") in _MENDED_BY_MORE and factor < request["more"]:
                factor = request["more"]
                continue
            return row_of(request, answer | {"attempts": attempts})

    def close(self) -> None:
        """Ends the server and its child, from any thread; a task that is in work comes back as lost."""
        self._closed = True
        if self._server is not None:
            _end(self._server)

    def _ask(self, request: Row) -> Row | None:
        """The answer of the server; none if it died or hangs."""
        if self._closed:
            return None
        try:
            server = self._running()
            assert server.stdin is not None
            server.stdin.write(json.dumps(request).encode() + b"\n")
            server.stdin.flush()
            line = _line(server, request["seconds"] + _GRACE)
            if line:
                answer: Row = json.loads(line)
                return answer
        except (OSError, ValueError):
            pass
        self._drop()
        return None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._server is not None and self._server.poll() is None:
            return self._server
        self._drop()
        # Not by -m: the working folder would come before the package.
        package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        program = (
            f"import sys; sys.path[0:1] = [{package!r}]; from dualskin.batch import _server; _server.main()"
        )
        # Threads of libraries before the fork, and arenas that count as memory of the task, are of no use.
        one = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2"}
        server = self._server = subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | one,
            start_new_session=True,
        )
        if not _line(server, _START):
            self._drop()
            # Killed while it starts, it is lost as it would be later.
            if server.returncode <= 0:
                raise ChildProcessError("the server died")
            problem = f"{sys.executable} cannot import it"
            raise error("refused", "dualskin.batch", problem, "install the package for this Python")
        return server

    def _drop(self) -> None:
        server, self._server = self._server, None
        if server is None:
            return
        _end(server)
        if server.stdout is not None:
            server.stdout.close()


def _end(server: subprocess.Popen[bytes]) -> None:
    """Ends a server by its input, and so its child; one that hangs, by force."""
    if server.stdin is not None:
        with contextlib.suppress(OSError):
            server.stdin.close()
    try:
        server.wait(5)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


def row_of(request: Row, answer: Row) -> Row:
    """A whole row, with what the answer does not say."""
    nothing: Row = {"hash": "", "size": -1, "modified": -1, "kind": None, "sentence": None}
    nothing |= {"output": None, "measures": {}, "attempts": 1}
    nothing |= {"seconds": 0.0, "processor_seconds": 0.0, "peak_memory": 0}
    return nothing | answer | {name: request[name] for name in ("file", "work", "version")}


def lost(file: str) -> Row:
    """What is said of a task whose worker died again and again."""
    return failure("worker-lost", f"{file}: its worker died {_MOST_LOSSES} times; run again.")


def _line(server: subprocess.Popen[bytes], seconds: float) -> bytes:
    """A line of the server without its end; nothing if it ends or none comes in time."""
    assert server.stdout is not None
    pipe = server.stdout.fileno()
    deadline = time.monotonic() + seconds
    found = b""
    while not found.endswith(b"\n"):
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([pipe], [], [], left)[0]:
            return b""
        block = os.read(pipe, 1 << 16)
        if not block:
            return b""
        found += block
    return found[:-1]
