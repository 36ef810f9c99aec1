"""The package as a whole: what writes and judges, Ctrl+C, doctests, stubs."""

import ast
import doctest
import importlib
import inspect
import pathlib
import subprocess
import sys
import textwrap

import dualskin
import dualskin._native as native
import numpy as np
import pytest


def test_what_is_written_opens_again(arm, tmp_path):
    path = tmp_path / "arm.glb"
    arm.export(path)
    assert path.read_bytes() == arm.to_glb()
    again = dualskin.open(path)
    assert np.array_equal(again.skin(again.pose()), arm.skin(arm.pose()))
    with pytest.raises(dualskin.DualskinError) as found:
        arm.export(tmp_path / "arm.png")
    assert found.value.kind == "not-written"


def test_check_bake_and_retarget_give_what_commands_give():
    sheet = dualskin.open("builtin:two_joints")
    checked = sheet.check(["linear"])
    assert checked["format"] == "dualskin-check/1"
    assert isinstance(checked["good"], bool)
    arm = dualskin.open("builtin:arm")
    baked = arm.bake("two-phase", helpers=2, clips=[0], rate=10)
    assert len(baked.helpers) <= 2
    assert baked.error[0] <= baked.linear_error[0]
    biped = dualskin.open("builtin:biped")
    brought = dualskin.open("builtin:woman").retarget(biped, clips=[biped.clips[0]], replace=True)
    assert len(brought.character.clips) == 1
    assert brought.character.seconds(0) == biped.seconds(0)


def test_ctrl_c_stops_a_batch():
    script = textwrap.dedent(
        """
        import os, signal, threading
        import dualskin
        biped = dualskin.open("builtin:biped")
        poses = [biped.pose()] * 200
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        try:
            while True:
                biped.skin(poses, "iterative")
        except KeyboardInterrupt:
            print("stopped")
        """
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "stopped", done.stderr


@pytest.mark.parametrize("name", ["dualskin", "dualskin._character", "dualskin._pose", "dualskin._weights"])
def test_examples_of_the_documentation_run(name):
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    result = doctest.testmod(importlib.import_module(name), optionflags=flags)
    assert result.attempted and not result.failed


def test_stubs_name_what_there_is():
    folder = pathlib.Path(dualskin.__file__).parent
    assert (folder / "py.typed").exists()
    stubs = ast.parse((folder / "_native.pyi").read_text())
    named = {node.name: node for node in stubs.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    there = {name for name in dir(native) if not name.startswith("_")}
    assert set(named) == there
    for name, node in named.items():
        if not isinstance(node, ast.ClassDef) or name == "DualskinError":
            continue
        members = {part.name for part in node.body if isinstance(part, ast.FunctionDef)} - {"__new__"}
        own = {name for name in vars(getattr(native, name)) if not name.startswith("_")}
        assert members == own


def test_everything_public_says_what_it_is():
    for name in dualskin.__all__:
        assert name == "METHODS" or inspect.getdoc(getattr(dualskin, name)), name
    assert "two-phase" in dualskin.METHODS
