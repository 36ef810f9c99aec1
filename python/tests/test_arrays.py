"""What arrays may be, and what becomes of those that may not."""

import gc
import threading

import dualskin
import numpy as np
import pytest


def kind(call):
    with pytest.raises(dualskin.DualskinError) as found:
        call()
    return found.value.kind


def test_linear_is_the_weighted_sum_of_matrices(arm):
    """Linear blending in float64 by the arrays that are handed out alone."""
    pose = arm.pose()
    joint = arm.skeleton.index("forearm")
    pose[joint].rotate("x", 60)
    turn = np.eye(4)
    cosine, sine = np.cos(np.pi / 3), np.sin(np.pi / 3)
    turn[1:3, 1:3] = [[cosine, -sine], [sine, cosine]]
    rest = arm.skeleton.rest.astype(np.float64)
    local = [np.linalg.inv(rest[parent]) @ own if parent >= 0 else own for own, parent in zip(rest, arm.skeleton.parents)]
    model = []
    for place, parent in enumerate(arm.skeleton.parents):
        own = local[place] @ (turn if place == joint else np.eye(4))
        model.append(model[parent] @ own if parent >= 0 else own)
    moves = np.array([posed @ np.linalg.inv(own) for posed, own in zip(model, rest)])
    skinned = arm.skin(pose, "linear")
    for mesh in arm.meshes:
        blended = np.einsum("vk,vkij->vij", mesh.weights.astype(np.float64), moves[mesh.joints])
        wanted = np.einsum("vij,vj->vi", blended, np.c_[mesh.positions, np.ones(len(mesh))])[:, :3]
        np.testing.assert_allclose(skinned[mesh.vertices], wanted, rtol=0, atol=1e-6)


def test_views_are_read_only_and_outlive_their_character():
    mesh = dualskin.open("builtin:hand").meshes[0]
    views = [mesh.positions, mesh.normals, mesh.triangles, mesh.joints, mesh.weights]
    copies = [view.copy() for view in views]
    del mesh
    gc.collect()
    for view, copy in zip(views, copies):
        assert np.array_equal(view, copy)
        assert not view.flags.owndata
        with pytest.raises(ValueError):
            view[0] = 0
        with pytest.raises(ValueError):
            view.setflags(write=True)


def test_out_is_written_as_it_is(arm):
    pose = arm.pose()
    out = np.full((arm.vertex_count, 3), np.nan, dtype=np.float32)
    assert arm.skin(pose, "linear", out=out) is out
    assert np.array_equal(out, arm.skin(pose, "linear"))
    read_only = out.copy()
    read_only.setflags(write=False)
    wrong = [
        np.empty((arm.vertex_count, 3)),
        np.empty((arm.vertex_count - 1, 3), dtype=np.float32),
        np.empty((3, arm.vertex_count), dtype=np.float32).T,
        np.empty((arm.vertex_count, 6), dtype=np.float32)[:, ::2],
        read_only,
        [[0.0] * 3] * arm.vertex_count,
    ]
    for array in wrong:
        assert kind(lambda: arm.skin(pose, "linear", out=array)) == "bad-array"
    assert kind(lambda: arm.skin(pose, "linear", out=out, normals=out)) == "bad-array"


def test_poses_and_numbers_of_others_are_refused(arm):
    pose = arm.pose()
    hand = dualskin.open("builtin:hand")
    assert kind(lambda: arm.skin(hand.pose())) == "bad-array"
    assert kind(lambda: arm.skin([1])) == "bad-array"
    assert kind(lambda: arm.skin(pose, mesh=99)) == "out-of-range"
    assert kind(lambda: arm.skin(pose, threads=0)) == "out-of-range"
    assert kind(lambda: pose["forearm"].rotate("x", float("nan"))) == "bad-array"
    assert kind(lambda: pose["forearm"].rotate_by([0, 0, 1])) == "bad-array"
    assert kind(lambda: pose[1.5]) == "unknown-name"
    assert kind(lambda: pose[-99]) == "out-of-range"
    assert arm.skin([], "linear").shape == (0, arm.vertex_count, 3)


def test_threads_give_what_one_gives(arm):
    poses = []
    for angle in range(24):
        pose = arm.pose()
        pose["forearm"].rotate("x", 5 * angle)
        poses.append(pose)
    wanted = arm.skin(poses, "two-phase")
    found = [None] * len(poses)

    def work(place):
        found[place] = arm.skin(poses[place], "two-phase", threads=1 + place % 2)

    threads = [threading.Thread(target=work, args=(place,)) for place in range(len(poses))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(one, other) for one, other in zip(found, wanted))


TRIANGLES = [[0, 1, 2], [2, 1, 3]]
CORNERS = np.float32([[0, 0, 0], [1, 0, 0], [0, 0.2, 0], [1, 0.2, 0]])
HEADS = [[0, 0.1, 0.1], [0.9, 0.1, 0.1]]


def test_automatic_weights_of_any_order_and_dtype():
    wanted = dualskin.automatic_weights(CORNERS, TRIANGLES, HEADS)
    np.testing.assert_allclose(wanted.sum(axis=1), 1, atol=1e-6)
    others = [
        (CORNERS.astype(np.float64), np.array(TRIANGLES, dtype=np.uint8)),
        (np.asfortranarray(CORNERS), np.asfortranarray(TRIANGLES)),
        (np.repeat(CORNERS, 2, axis=0)[::2], TRIANGLES),
    ]
    for vertices, triangles in others:
        assert np.array_equal(dualskin.automatic_weights(vertices, triangles, HEADS), wanted)
    bad = [
        (CORNERS[:, :2], TRIANGLES, HEADS, None),
        (CORNERS * np.nan, TRIANGLES, HEADS, None),
        (CORNERS.astype(str), TRIANGLES, HEADS, None),
        (CORNERS, [[0, 1, 4]], HEADS, None),
        (CORNERS, [[0, 1, -1]], HEADS, None),
        (CORNERS, np.float32(TRIANGLES), HEADS, None),
        (CORNERS, TRIANGLES, [], None),
        (CORNERS, TRIANGLES, HEADS, [1, 0]),
        (CORNERS, TRIANGLES, HEADS, [-1]),
        ([[0, 0, 0], [1, 1]], TRIANGLES, HEADS, None),
    ]
    for vertices, triangles, heads, parents in bad:
        assert kind(lambda: dualskin.automatic_weights(vertices, triangles, heads, parents=parents)) == "bad-array"
