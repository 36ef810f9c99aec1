"""Where tasks are done: processes of this machine, or a Ray cluster."""

from __future__ import annotations

import concurrent.futures
import os
import threading
from collections.abc import Iterator
from typing import Any, Protocol

from .._arrays import error
from ._task import Row
from ._worker import Worker, lost, row_of


class Backend(Protocol):
    """Does requests, in any order."""

    def rows(self, requests: Iterator[Row]) -> Iterator[Row]:
        """The row of each request, as they come; only a few requests are taken ahead."""
        ...

    def close(self, whole: bool) -> None:
        """Ends it; what still runs too, unless the whole is done."""
        ...


class Processes:
    """Workers of this machine, a thread each that waits for its server."""

    def __init__(self, workers: int | None) -> None:
        count = workers if workers is not None else _processors()
        self._ahead = 2 * count
        self._threads = concurrent.futures.ThreadPoolExecutor(count)
        self._own = threading.local()
        self._all: list[Worker] = []

    def rows(self, requests: Iterator[Row]) -> Iterator[Row]:
        """As the protocol says."""
        waiting = set()
        for request in requests:
            waiting.add(self._threads.submit(self._perform, request))
            if len(waiting) >= self._ahead:
                done, waiting = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
                yield from (one.result() for one in done)
        for one in concurrent.futures.as_completed(waiting):
            yield one.result()

    def close(self, whole: bool) -> None:
        """As the protocol says."""
        self._threads.shutdown(wait=whole, cancel_futures=True)
        for worker in self._all:
            worker.close()

    def _perform(self, request: Row) -> Row:
        worker = getattr(self._own, "worker", None)
        if worker is None:
            worker = self._own.worker = Worker()
            self._all.append(worker)
        answer: Row = worker.perform(request)
        return answer


class Ray:
    """Tasks of the Ray cluster that is there (``RAY_ADDRESS``, or the one that was connected to), else of one on this machine."""

    def __init__(self, workers: int | None) -> None:
        try:
            import ray
        except ImportError:
            raise error("refused", "dualskin.batch", "Ray is missing", "pip install dualskin[ray]") from None
        self._ray: Any = ray
        self._is_own = not ray.is_initialized()
        if self._is_own:
            ray.init(num_cpus=workers if "RAY_ADDRESS" not in os.environ else None, log_to_driver=False)
        self._ahead = 2 * (workers or max(1, int(self._ray.cluster_resources().get("CPU", 1))))
        # A worker that dies takes the attempts that the task has here, and none of what it had done.
        self._task = ray.remote(num_cpus=1, max_retries=5)(_perform_in_worker)

    def rows(self, requests: Iterator[Row]) -> Iterator[Row]:
        """As the protocol says."""
        waiting: dict[Any, Row] = {}
        for request in requests:
            waiting[self._task.remote(request)] = request
            if len(waiting) >= self._ahead:
                yield from self._next(waiting)
        while waiting:
            yield from self._next(waiting)

    def close(self, whole: bool) -> None:
        """As the protocol says."""
        if self._is_own:
            self._ray.shutdown()

    def _next(self, waiting: dict[Any, Row]) -> Iterator[Row]:
        done, _ = self._ray.wait(list(waiting), num_returns=1)
        for one in done:
            request = waiting.pop(one)
            try:
                row: Row = self._ray.get(one)
            except self._ray.exceptions.RayError as problem:
                row = _missing(request, problem)
            yield row


def _missing(request: Row, problem: Exception) -> Row:
    """The row of a task that Ray gave up."""
    row = row_of(request, lost(request["file"]))
    words = str(problem).strip().splitlines()
    return row | {"sentence": f"{row['sentence']} {words[0] if words else ''}".rstrip()}


#: The worker of this process, where it is one of Ray's: they do one task after another.
_worker: Worker | None = None


def _perform_in_worker(request: Row) -> Row:
    global _worker
    if _worker is None:
        _worker = Worker()
    return _worker.perform(request)


def backend_named(name: str, workers: int | None) -> Backend:
    """The backend of a name."""
    if workers is not None and workers < 1:
        raise error("out-of-range", "workers", f"{workers} workers do nothing", "give at least 1")
    if name == "processes":
        return Processes(workers)
    if name == "ray":
        return Ray(workers)
    raise error("unknown-name", "backend", f"{name!r} is none", "take 'processes' or 'ray'")


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
