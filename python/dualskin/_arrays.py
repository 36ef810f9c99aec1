"""Arrays of callers, checked before anything is done with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ._native import DualskinError

Floats = npt.NDArray[np.float32]


def error(kind: str, place: str, problem: str, remedy: str) -> DualskinError:
    """An exception as the native half raises them: ``PLACE: PROBLEM; REMEDY.``"""
    raised = DualskinError(f"{place}: {problem}; {remedy}.")
    raised.kind, raised.place, raised.remedy = kind, place, remedy
    return raised


def rows(array: Any, place: str, width: int) -> Floats:
    """Rows of so many float32, contiguous. What is that already is not copied."""
    numbers = _numbers(array, place)
    if numbers.ndim != 2 or numbers.shape[1] != width:
        raise error("bad-array", place, f"the shape is {numbers.shape}", f"give an array of N by {width}")
    if numbers.dtype.kind not in "fiu":
        raise error("bad-array", place, f"the dtype is {numbers.dtype}", "give numbers, best float32")
    return np.ascontiguousarray(numbers, dtype=np.float32)


def indices(array: Any, place: str, shape: "tuple[int | None, ...]", dtype: Any) -> npt.NDArray[Any]:
    """Whole numbers that fit into a dtype, of a shape in which ``None`` is any length."""
    numbers = _numbers(array, place)
    fits = numbers.ndim == len(shape) and all(
        wanted in (None, found) for wanted, found in zip(shape, numbers.shape)
    )
    if not fits:
        wanted = " by ".join("N" if length is None else str(length) for length in shape)
        raise error("bad-array", place, f"the shape is {numbers.shape}", f"give an array of {wanted}")
    if numbers.size == 0:
        return np.zeros(numbers.shape, dtype=dtype)
    if numbers.dtype.kind not in "iu":
        raise error("bad-array", place, f"the dtype is {numbers.dtype}", "give whole numbers, as int64")
    limits = np.iinfo(dtype)
    if numbers.min() < limits.min or numbers.max() > limits.max:
        raise error("bad-array", place, "a number is out of range", f"give numbers that fit into {np.dtype(dtype)}")
    return np.ascontiguousarray(numbers, dtype=dtype)


def output(array: Any, place: str, shape: "tuple[int, ...]") -> Floats:
    """An array to be written into, just as it is; a new one where there is none."""
    if array is None:
        return np.empty(shape, dtype=np.float32)
    if not isinstance(array, np.ndarray):
        raise error("bad-array", place, f"a {type(array).__name__} cannot be written into", "give a NumPy array")
    if array.dtype != np.float32:
        raise error("bad-array", place, f"the dtype is {array.dtype}", "give an array of float32")
    if array.shape != shape:
        raise error("bad-array", place, f"the shape is {array.shape}", f"give an array of shape {shape}")
    if not array.flags.c_contiguous or not array.flags.aligned:
        raise error("bad-array", place, "its rows do not lie one after another", "give a C-contiguous array")
    if not array.flags.writeable:
        raise error("bad-array", place, "it is read-only", "give an array that can be written")
    return array


def vector(numbers: Any, place: str, length: int) -> "list[float]":
    """So many numbers."""
    try:
        found = [float(number) for number in numbers]
    except (TypeError, ValueError):
        found = []
    if len(found) != length:
        raise error("bad-array", place, f"{numbers!r} is not {length} numbers", f"give {length} numbers")
    return found


def place_of(wanted: "int | str", count: int, find: Any, what: str) -> int:
    """The place of something by its number, from the end where that is below zero, or by its name."""
    if isinstance(wanted, str):
        return int(find(wanted))
    if isinstance(wanted, bool) or not isinstance(wanted, (int, np.integer)):
        raise error("unknown-name", what, f"{wanted!r} is neither name nor number", "give a name or a number")
    place = int(wanted) + count if wanted < 0 else int(wanted)
    if not 0 <= place < count:
        raise error("out-of-range", what, f"there is no {what} {int(wanted)}", f"there are {count}, counted from 0")
    return place


def places_of(wanted: "Sequence[int | str] | None", count: int, find: Any, what: str) -> "list[int]":
    """The places of several; none for all."""
    return [place_of(one, count, find, what) for one in wanted or ()]


def _numbers(array: Any, place: str) -> npt.NDArray[Any]:
    try:
        return np.asarray(array)
    except ValueError:
        raise error("bad-array", place, "rows have different lengths", "give rows of one length") from None
