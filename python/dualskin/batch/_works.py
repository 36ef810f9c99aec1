"""What is done to each file: the works by name, with their options."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar

import numpy as np

from .. import _native
from .._arrays import error
from .._character import Character, open

#: Joints that may move a vertex of written weights where nothing else is asked for.
USUAL_LIMIT = 4


@dataclass(frozen=True)
class Made:
    """What a work made of a file."""

    #: The bytes of the output.
    data: bytes
    #: How the output's name ends, with the dot.
    ending: str
    #: Numbers for the table.
    measures: dict[str, float]


class Work:
    """Something that is done to one character, the same whoever does it and wherever."""

    name: ClassVar[str]

    def prove(self) -> None:
        """Raises what would fail for every file: once, before any is opened."""

    def do(self, character: Character) -> Made:
        """Does it."""
        raise NotImplementedError

    def options(self) -> dict[str, Any]:
        """The options, as JSON has them."""
        given: dict[str, Any] = json.loads(json.dumps(asdict(self)))  # type: ignore[call-overload]
        return given


@dataclass(frozen=True)
class Check(Work):
    """``character.check``: its JSON document."""

    name: ClassVar[str] = "check"
    methods: tuple[str, ...] = ("linear", "two-phase")
    purpose: str = "any"
    limits: str = ""

    def prove(self) -> None:
        _flat().check(list(self.methods), purpose=self.purpose, limits=self.limits)

    def do(self, character: Character) -> Made:
        document = character.check(list(self.methods), purpose=self.purpose, limits=self.limits)
        measures = {"good": float(document["good"])}
        for check in document["checks"]:
            if check["value"] is not None:
                name = check["check"] if check["method"] is None else f"{check['check']} {check['method']}"
                measures[name] = float(check["value"])
        return Made(json.dumps(document, separators=(",", ":")).encode(), ".json", measures)


@dataclass(frozen=True)
class AutomaticWeights(Work):
    """Automatic weights of the rest shape by all joints, as an ``.npz`` of rows that have ``limit`` joints at most.

    ``joints`` and ``weights`` are V by that many, ``names`` the joints; vertices are those of all meshes, one after another.
    """

    name: ClassVar[str] = "automatic-weights"
    limit: int = USUAL_LIMIT

    def prove(self) -> None:
        if self.limit < 1:
            raise error("out-of-range", "limit", f"{self.limit} joints move nothing", "give at least 1")

    def do(self, character: Character) -> Made:
        pose = character.pose()
        for joint in pose:
            joint.reset()
        skeleton = character.skeleton
        if not len(skeleton) or not character.vertex_count:
            raise error("not-skinned", character.name, "there is no joint or no mesh", "give a character with both")
        joints, weights, width = _native.automatic_weights(
            character.skin(pose, "linear"),
            _triangles(character),
            np.ascontiguousarray(skeleton.rest[:, :3, 3]),
            None,
            skeleton.parents.astype(np.int32),
            self.limit,
        )
        own = weights.reshape(-1, max(width, 1))
        arrays = {"joints": joints.reshape(-1, max(width, 1)), "weights": own, "names": np.array(skeleton.names)}
        unbound = float((own.sum(axis=1) == 0).sum())
        return Made(_npz(arrays), ".npz", {"influences": float(width), "unbound": unbound})


@dataclass(frozen=True)
class Retarget(Work):
    """Clips of one file on each character (``motion``), or clips of each file on one character (``onto``); as GLB."""

    name: ClassVar[str] = "retarget"
    motion: str = ""
    onto: str = ""
    replace: bool = True
    pin_feet: bool = True
    hold_hands: bool = False

    def prove(self) -> None:
        if bool(self.motion) == bool(self.onto):
            raise error("bad-option", "retarget", "it needs motion or onto, and not both", "name the one file of all")
        open(self.motion or self.onto)

    def do(self, character: Character) -> Made:
        other = open(self.motion or self.onto)
        wearer, source = (character, other) if self.motion else (other, character)
        brought = wearer.retarget(
            source, replace=self.replace, pin_feet=self.pin_feet, hold_hands=self.hold_hands
        )
        clips = float(len(brought.character.clips))
        return Made(brought.character.to_glb(), ".glb", {"clips": clips, "remarks": float(len(brought.remarks))})


@dataclass(frozen=True)
class Bake(Work):
    """``character.bake``: any method as linear blending, as GLB."""

    name: ClassVar[str] = "bake"
    method: str = "two-phase"
    tolerance: float = 0.5
    helpers: int | None = None
    rate: float = 30.0

    def prove(self) -> None:
        _prove_method(self.method)

    def do(self, character: Character) -> Made:
        baked = character.bake(self.method, tolerance=self.tolerance, helpers=self.helpers, rate=self.rate)
        measures = {
            "helpers": float(len(baked.helpers)),
            "error": baked.error[0],
            "linear error": baked.linear_error[0],
        }
        return Made(baked.character.to_glb(), ".glb", measures)


@dataclass(frozen=True)
class Convert(Work):
    """Any format that is read, as GLB."""

    name: ClassVar[str] = "convert"

    def do(self, character: Character) -> Made:
        return Made(character.to_glb(), ".glb", {"clips": float(len(character.clips))})


@dataclass(frozen=True)
class Skin(Work):
    """Skinned vertices of all moments of all clips as an ``.npz``; of a character without a clip its pose of the file.

    ``positions`` is B by V by 3, and so is ``normals`` if asked for; ``clips`` and ``times`` say which moment each row is, and
    ``triangles`` have the corners.
    """

    name: ClassVar[str] = "skin"
    method: str = "two-phase"
    rate: float = 30.0
    normals: bool = False

    def prove(self) -> None:
        _prove_method(self.method)
        if not 0.0 < self.rate <= 1000.0:
            raise error("out-of-range", "rate", f"{self.rate} moments a second", "give more than 0, up to 1000")

    def do(self, character: Character) -> Made:
        moments = [(-1, 0.0)]
        if character.clips:
            moments = [
                (clip, step / self.rate)
                for clip in range(len(character.clips))
                for step in range(int(character.seconds(clip) * self.rate) + 1)
            ]
        poses = [character.pose(None if clip < 0 else clip, seconds) for clip, seconds in moments]
        arrays: dict[str, Any] = {
            "clips": np.array([clip for clip, _ in moments], dtype=np.int32),
            "times": np.array([seconds for _, seconds in moments], dtype=np.float32),
            "triangles": _triangles(character),
        }
        if self.normals:
            arrays["positions"], arrays["normals"] = character.skin(poses, self.method, normals=True)
        else:
            arrays["positions"] = character.skin(poses, self.method)
        return Made(_npz(arrays), ".npz", {"moments": float(len(moments))})


#: All works by their names.
WORKS: Mapping[str, type[Work]] = {
    work.name: work for work in (Check, AutomaticWeights, Retarget, Bake, Convert, Skin)
}


def work_named(name: str, options: Mapping[str, Any]) -> Work:
    """The work of a name with its options, of which each has a default."""
    kind = WORKS.get(name)
    if kind is None:
        raise error("unknown-name", "work", f"{name!r} is none", f"take one of {', '.join(WORKS)}")
    known = {field.name: field.default for field in fields(kind)}  # type: ignore[arg-type]
    given = {}
    for option, value in options.items():
        if option not in known:
            remedy = f"it takes {', '.join(known)}" if known else "it takes none"
            raise error("unknown-name", name, f"there is no option {option!r}", remedy)
        given[option] = _of_type(name, option, value, known[option])
    return kind(**given)


def _of_type(work: str, option: str, value: Any, usual: Any) -> Any:
    """A value as its default is: a text, a number, yes or no, several texts."""
    if isinstance(usual, bool):
        fits = isinstance(value, bool)
    elif isinstance(usual, float):
        fits = isinstance(value, (int, float)) and not isinstance(value, bool)
        value = float(value) if fits else value
    elif isinstance(usual, int) or usual is None:
        fits = value is None if usual is None else False
        fits = fits or (isinstance(value, int) and not isinstance(value, bool))
    elif isinstance(usual, tuple):
        fits = not isinstance(value, str) and all(isinstance(part, str) for part in value)
        value = tuple(value) if fits else value
    else:
        fits = isinstance(value, str)
    if not fits:
        raise error("bad-option", f"{work}, {option}", f"{value!r} does not fit", f"give one like {usual!r}")
    return value


def _prove_method(method: str) -> None:
    character = _flat()
    character.skin(character.pose(), method)


def _flat() -> Character:
    """The smallest character that there always is."""
    return open("builtin:two_joints")


def _triangles(character: Character) -> Any:
    """The triangles of all meshes, as numbers among the vertices of all."""
    lists = [mesh.triangles + np.uint32(mesh.vertices.start) for mesh in character.meshes]
    return np.concatenate([np.zeros((0, 3), np.uint32), *lists])


def _npz(arrays: Mapping[str, Any]) -> bytes:
    """An archive whose bytes follow from the arrays alone: members have no time of their own."""
    written = io.BytesIO()
    np.savez(written, **arrays)
    return written.getvalue()
