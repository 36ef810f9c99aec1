"""Automatic weights of plain arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native
from ._arrays import error, indices, rows


def automatic_weights(
    vertices: Any,
    triangles: Any,
    heads: Any,
    tails: Any = None,
    parents: Any = None,
    *,
    limit: int | None = 4,
) -> npt.NDArray[np.float32]:
    """Weights of every vertex by the joints that are to move it, an array of vertices by joints whose rows sum to one.

    ``heads`` are the places of the joints and ``tails`` the ends of their bones, in the space of the vertices. Without ``tails`` bones end
    at the joints below, by ``parents`` (-1 for none); without these too the joints are a chain. ``limit`` is the number of joints that
    may move a vertex, ``None`` for any.

    >>> import numpy as np, dualskin
    >>> corners = np.float32([[0, 0, 0], [1, 0, 0], [0, 0.2, 0], [1, 0.2, 0]])
    >>> made = dualskin.automatic_weights(
    ...     corners, [[0, 1, 2], [2, 1, 3]], heads=[[0, 0.1, 0.1], [0.9, 0.1, 0.1]], tails=[[0.1, 0.1, 0.1], [1, 0.1, 0.1]]
    ... )
    >>> made.argmax(axis=1).tolist()
    [0, 1, 0, 1]
    """
    own_vertices = rows(vertices, "vertices", 3)
    own_triangles = indices(triangles, "triangles", (None, 3), np.uint32)
    own_heads = rows(heads, "heads", 3)
    own_tails = None if tails is None else rows(tails, "tails", 3)
    own_parents = indices([] if parents is None else parents, "parents", (None,), np.int32)
    if limit is not None and limit < 1:
        raise error("bad-array", "limit", f"{limit} joints move nothing", "give at least 1, or None")
    joints, weights, width = _native.automatic_weights(
        own_vertices, own_triangles, own_heads, own_tails, own_parents, limit or 0
    )
    made = np.zeros((len(own_vertices), len(own_heads)), dtype=np.float32)
    if width:
        each = np.arange(len(own_vertices))[:, None]
        # Padding names joint 0 with a weight of zero: it adds nothing.
        np.add.at(made, (each, joints.reshape(-1, width)), weights.reshape(-1, width))
    return made
