"""A Ray cluster of two workers over 200 characters and three hostile files, with a worker killed on the way.

    pip install "dualskin[ray]" && python python/tests/cluster.py

No test of pytest: it needs Ray, and half a minute. What it says last stands in docs/batch.md.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter

import ray
from batch_files import outputs, servers, write_characters, write_hostile
from dualskin import batch

CHARACTERS = 200


def main():
    """Raises where anything is not as it must be."""
    with tempfile.TemporaryDirectory() as folder:
        names = write_characters(folder, CHARACTERS)
        files = names[:70] + write_hostile(folder) + names[70:]
        began = time.monotonic()
        batch.run(files, "skin", os.path.join(folder, "alone"), workers=1)
        alone = time.monotonic() - began
        expected = outputs(os.path.join(folder, "alone"))
        assert len(expected) == CHARACTERS
        # Otherwise Ray makes packages of the working folder.
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
        killed = []
        began = time.monotonic()
        done = batch.run(
            files, "skin", os.path.join(folder, "ray"), backend="ray", on_row=lambda row: kill(row, killed)
        )
        ray_seconds = time.monotonic() - began
        ray.shutdown()
        rows = batch.table(os.path.join(folder, "ray")).to_pylist()
        assert Counter(row["file"] for row in rows) == Counter(files), "every file once"
        assert outputs(os.path.join(folder, "ray")) == expected, "the same bytes"
        assert (done.done, done.failed, len(killed)) == (CHARACTERS, 3, 2), (done, killed)
        for row in rows:
            if row["status"] == "failed":
                print(f"{row['kind']}: {row['sentence'].replace(folder + os.sep, '')}")
        again = batch.run(files, "skin", os.path.join(folder, "ray"), workers=1)
        assert (again.done, again.skipped) == (0, len(files)), "nothing twice"
        print(
            f"{CHARACTERS} characters and 3 hostile files: one process {alone:.1f} s, Ray with two workers, "
            f"one of them killed, {ray_seconds:.1f} s; same bytes in {len(expected)} outputs"
        )


def kill(row, killed):
    """Kills a worker of Ray that has just begun another task, with the server that forks for it, once."""
    if killed or not row["file"].endswith("_0050.glb"):
        return
    for server in servers_of_ray()[:1]:
        worker = int(subprocess.check_output(["ps", "-o", "ppid=", "-p", str(server)]))
        for process in (worker, server):
            os.kill(process, signal.SIGKILL)
            killed.append(process)


def servers_of_ray():
    """Servers are children of Ray's workers, which are children of its daemons."""
    return servers(os.getpid())


if __name__ == "__main__":
    sys.exit(main())
