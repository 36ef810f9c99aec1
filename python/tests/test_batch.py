"""Batches over lists of files: whole, in spite of hostile files, deaths and limits."""

import hashlib
import os
import pathlib
import signal
import subprocess
import sys
import time

import dualskin
import pytest

pytest.importorskip("pyarrow")
if not hasattr(os, "fork"):
    pytest.skip("this system forks no processes", allow_module_level=True)

from batch_files import outputs, servers, write_characters, write_hostile
from dualskin import batch


@pytest.fixture(scope="module")
def characters(tmp_path_factory):
    return write_characters(tmp_path_factory.mktemp("characters"), 8)


@pytest.fixture(scope="module")
def alone(characters, tmp_path_factory):
    """What one process makes of them, one after another."""
    out = tmp_path_factory.mktemp("alone") / "out"
    done = batch.run(characters, "skin", out, workers=1)
    assert (done.done, done.failed) == (len(characters), 0)
    return out


def test_outputs_are_what_the_package_makes_under_their_hash(characters, alone):
    made = outputs(alone)
    assert len(made) == len(characters), "characters in different places have different outputs"
    assert all(name == hashlib.sha256(data).hexdigest() + ".npz" for name, data in made.items())
    rows = batch.table(alone).to_pylist()
    assert [row["file"] for row in rows] == characters
    for row in rows:
        assert row["hash"] == hashlib.sha256(pathlib.Path(row["file"]).read_bytes()).hexdigest()
        assert row["seconds"] > 0 and row["processor_seconds"] > 0 and row["peak_memory"] > 1 << 20 and row["attempts"] == 1
    import numpy as np

    character = dualskin.open(characters[3])
    found = np.load(alone / rows[3]["output"])
    moment = found["positions"][1]
    pose = character.pose(int(found["clips"][1]), found["times"][1]) if character.clips else character.pose()
    assert np.array_equal(moment, character.skin(pose))


def test_hostile_files_are_rows_and_nothing_is_done_twice(characters, alone, tmp_path):
    hostile = write_hostile(tmp_path)
    files = [*hostile, *characters, characters[0], str(tmp_path / "nobody.glb")]
    limits = batch.Limits(seconds=60)
    first = batch.run(files, "skin", tmp_path / "out", workers=2, limits=limits)
    assert (first.done, first.failed, first.skipped, first.repeated) == (len(characters), 4, 0, 1)
    assert outputs(tmp_path / "out") == outputs(alone)
    rows = batch.table(tmp_path / "out").to_pylist()
    failed = {os.path.basename(row["file"]): row for row in rows if row["status"] == "failed"}
    assert set(failed) == {"noise.glb", "cut.glb", "pipe.glb", "nobody.glb"}
    assert failed["nobody.glb"]["kind"] == "missing-file"
    assert failed["noise.glb"]["kind"] == "not-a-character"
    assert failed["pipe.glb"]["kind"] == "unreadable-file"
    assert all(row["file"] in row["sentence"] for row in failed.values())
    again = batch.run(files, "skin", tmp_path / "out", workers=1)
    assert (again.done, again.failed, again.skipped) == (0, 0, len(files) - 1)
    # A file that is there now, and a failure that is to be tried again.
    os.replace(hostile[1], tmp_path / "nobody.glb")
    third = batch.run(files, "skin", tmp_path / "out", workers=1, retry=["unreadable-file"])
    assert third.failed == 3 and third.done == 0


def test_killed_workers_lose_nothing(characters, alone, tmp_path):
    killed = []

    def kill(_row):
        if not killed:
            killed.extend(servers(os.getpid()))
            for process in killed:
                os.kill(process, signal.SIGKILL)

    if not os.path.isdir("/proc/self"):
        pytest.skip("there is no list of processes")
    done = batch.run(characters, "skin", tmp_path / "out", workers=2, on_row=kill)
    assert killed and (done.done, done.failed) == (len(characters), 0)
    assert outputs(tmp_path / "out") == outputs(alone)


def test_a_run_that_died_goes_on(characters, alone, tmp_path):
    out = tmp_path / "out"
    listed = tmp_path / "files.txt"
    listed.write_text("\n".join(characters) + "\n")
    words = [sys.executable, "-m", "dualskin.batch", "skin", "--list", listed, "--out", out, "--workers", "1"]
    process = subprocess.Popen(words, cwd=tmp_path)
    journal = out / "journal" / "1-of-1.jsonl"
    deadline = time.monotonic() + 30
    while not journal.exists() or journal.read_bytes().count(b"\n") < 3:
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.002)
    process.kill()
    process.wait()
    kept = journal.read_bytes()
    kept = kept[: kept.rindex(b"\n") + 1]
    known = kept.count(b"\n") - 1
    journal.write_bytes(kept + b'{"file": "cut o')
    done = batch.run(batch.read_list(listed), "skin", out, workers=1)
    assert (done.skipped, done.done) == (known, len(characters) - known)
    assert journal.read_bytes().startswith(kept)
    assert outputs(out) == outputs(alone)
    assert not os.listdir(out / "temporary")


def test_limits_are_tried_once_more_then_are_rows(tmp_path):
    files = ["builtin:biped"]
    # Opening it takes a part of this, the vertices of all moments take more.
    little = {"memory": 40 << 20, "seconds": 60.0}
    rate = {"rate": 60.0}
    failed = batch.run(files, "skin", tmp_path / "a", options=rate, workers=1, limits=batch.Limits(**little, more=1.1))
    row = batch.table(tmp_path / "a").to_pylist()[0]
    assert (failed.failed, row["kind"], row["attempts"]) == (1, "memory", 2)
    done = batch.run(files, "skin", tmp_path / "b", options=rate, workers=1, limits=batch.Limits(**little, more=1000))
    row = batch.table(tmp_path / "b").to_pylist()[0]
    assert (done.done, row["attempts"]) == (1, 2)
    short = batch.Limits(seconds=0.02, more=1)
    batch.run(files, "check", tmp_path / "c", workers=1, limits=short)
    row = batch.table(tmp_path / "c").to_pylist()[0]
    assert (row["kind"], row["attempts"]) == ("time", 1)


def test_parts_make_what_the_whole_makes(characters, alone, tmp_path):
    for part in ("1/3", "2/3", (3, 3)):
        batch.run(characters, "skin", tmp_path / "out", workers=1, shard=part)
    assert outputs(tmp_path / "out") == outputs(alone)
    assert sorted(row["file"] for row in batch.table(tmp_path / "out").to_pylist()) == characters
    with pytest.raises(dualskin.DualskinError, match="/3"):
        batch.run(characters, "skin", tmp_path / "out", shard="1/2")


@pytest.mark.parametrize(
    ("work", "options", "measure", "ending"),
    [
        ("check", {"methods": ["linear"]}, "good", ".json"),
        ("automatic-weights", {"limit": 3}, "influences", ".npz"),
        ("bake", {"helpers": 1, "rate": 10}, "helpers", ".glb"),
        ("convert", {}, "clips", ".glb"),
        ("retarget", {"motion": "builtin:biped", "pin_feet": False}, "clips", ".glb"),
    ],
)
def test_every_work(work, options, measure, ending, tmp_path):
    source = {"retarget": "builtin:woman", "bake": "builtin:cylinder"}.get(work, "builtin:two_joints")
    done = batch.run([source], work, tmp_path / "out", options=options, workers=1)
    row = batch.table(tmp_path / "out").to_pylist()[0]
    assert done.done == 1, row["sentence"]
    assert measure in dict(row["measures"]) and row["output"].endswith(ending)
    if ending == ".glb":
        assert len(dualskin.open(tmp_path / "out" / row["output"]).skeleton) > 0


def test_bad_input_is_refused_before_anything_is_done(characters, tmp_path):
    def refused(kind, *args, **more):
        with pytest.raises(dualskin.DualskinError) as found:
            batch.run(*args, **more)
        assert found.value.kind == kind and found.value.remedy

    out = tmp_path / "out"
    refused("empty-list", [], "convert", out)
    refused("bad-option", characters[0], "convert", out)
    refused("unknown-name", characters, "polish", out)
    refused("unknown-name", characters, "bake", out, options={"tolerence": 1.0})
    refused("bad-option", characters, "bake", out, options={"tolerance": "small"})
    refused("unknown-name", characters, "bake", out, options={"method": "best"})
    refused("bad-option", characters, "retarget", out)
    refused("unknown-name", characters, "convert", out, backend="cloud")
    refused("out-of-range", characters, "convert", out, workers=0)
    refused("out-of-range", characters, "convert", out, shard="4/3")
    refused("out-of-range", characters, "convert", out, limits=batch.Limits(seconds=0))
    refused("not-written", characters, "convert", tmp_path / "nowhere" / "out")
    assert not out.exists()
    batch.run(characters[:1], "convert", out, workers=1)
    refused("refused", characters, "bake", out)
