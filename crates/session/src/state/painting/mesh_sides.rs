//! Between which sides a mesh is mirrored: the plane, which way its left is, and which point is whose image.

use character::Character;
use glam::Vec3;
use rig::{BindPose, JointIndex, JointPairs, NamePatterns, PairPlane};
use weights::{Plane, Symmetry};

use super::PaintMesh;

/// Beyond this cosine between their normals two planes have one left.
const SAME_PLANE: f32 = 0.9;
/// From this cosine on with the normal of a plane the direction from the joints of the right to those of the left tells its left.
const TELLS_LEFT: f32 = 0.5;
/// How far from a plane joints in it may be, as a share of the mesh's extent across the plane.
const IN_THE_MIDDLE: f32 = 0.1;

/// What tells the left: the marks of sides in names, and the pairs that were found by them.
pub(crate) type Sides<'a> = (&'a NamePatterns, &'a JointPairs);

/// The mirror images of a mesh's points: by topology, or by place and for what has no partner there on the surface; none where the
/// mesh has no skin.
pub(crate) fn symmetry_of(
    mesh: &PaintMesh,
    character: &Character,
    names: Sides<'_>,
    by_topology: bool,
) -> Option<Symmetry> {
    if by_topology {
        let plane = plane_of(mesh, character, names)?;
        return Some(Symmetry::by_topology(mesh.surface(), &plane));
    }
    let surface = mesh.surface();
    let by_vertex = symmetry_by_vertex(mesh, character, names)?;
    Some(by_vertex.on_surface(surface, Symmetry::usual_reach(surface)))
}

/// Which vertex is whose mirror image by place; none where the mesh has no skin.
pub(crate) fn symmetry_by_vertex(
    mesh: &PaintMesh,
    character: &Character,
    names: Sides<'_>,
) -> Option<Symmetry> {
    let plane = plane_of(mesh, character, names)?;
    let tolerance = Symmetry::usual_tolerance(mesh.surface());
    Some(Symmetry::by_position(mesh.surface(), &plane, tolerance))
}

/// The plane in which a mesh is symmetric, with its normal to the left: [that of its joints](usual_plane), or, where joints show none, that of
/// the mesh, if it [holds the joints of the middle](holds_middle); none where it has no skin.
fn plane_of(mesh: &PaintMesh, character: &Character, names: Sides<'_>) -> Option<Plane> {
    let bind = character.rig.binds.get(mesh.skin)?;
    let by_mesh = || {
        let usual = without_pairs(mesh, character, names.0)?;
        let (surface, center) = (mesh.surface(), center(bind));
        let may_be = |plane: &Plane| holds_middle(plane, &usual, mesh, bind, names.1);
        Some(Plane::of_symmetry_where(surface, usual, center, may_be))
    };
    let plane = by_joints(mesh, character, names.1).or_else(by_mesh)?;
    Some(towards_left(plane, mesh, character, names))
}

/// Whether joints of a skin that are their own images stand in a plane of the mesh, so that they are that in it too.
///
/// Those of a snake that is symmetric from end to end stand on both sides of the plane between its ends. Planes along the usual one, beside
/// which a mesh may stand as a whole, hold them as that does.
fn holds_middle(
    plane: &Plane,
    usual: &Plane,
    mesh: &PaintMesh,
    bind: &BindPose,
    pairs: &JointPairs,
) -> bool {
    if plane.normal.dot(usual.normal).abs() > SAME_PLANE {
        return true;
    }
    let places = mesh.surface().positions().iter();
    let heights = places.map(|place| plane.height(*place));
    let nothing = (f32::INFINITY, f32::NEG_INFINITY);
    let (least, most) = heights.fold(nothing, |(least, most), height| {
        (least.min(height), most.max(height))
    });
    let reach = IN_THE_MIDDLE * (most - least);
    let own = |joint: &&JointIndex| pairs.partner(**joint) == Some(**joint);
    let place = |joint: JointIndex| bind.model_from_joint(joint).translation;
    let mut own = bind.joints().iter().filter(own);
    own.all(|&joint| plane.height(place(joint)).abs() <= reach)
}

/// The plane between left and right by the joints: that in which partners of the figure of the mesh's skin show each other, where there
/// are some; else x = 0 of the model, or that of the skin's joints, where the mesh stands beside x = 0 as a whole, as the second figure of a
/// scene. None where it has no skin.
pub(crate) fn usual_plane(
    mesh: &PaintMesh,
    character: &Character,
    (patterns, pairs): Sides<'_>,
) -> Option<Plane> {
    let by_pairs = by_joints(mesh, character, pairs);
    by_pairs.or_else(|| without_pairs(mesh, character, patterns))
}

/// The plane of the mesh in which joints of its figure that are partners show each other, at rest or in the bind pose of the skin, moved to
/// where the mesh is symmetric beside it; none where no two do. The mesh turns it a little at most: joints change sides with their weights, and
/// these are the sides that the joints have.
fn by_joints(mesh: &PaintMesh, character: &Character, pairs: &JointPairs) -> Option<Plane> {
    let skeleton = &character.rig.skeleton;
    let bind = character.rig.binds.get(mesh.skin)?;
    let plane = plane_shown(mesh, character, pairs)?;
    let usual = Plane::of_skin(skeleton, bind);
    let refined = plane.refined(mesh.surface(), usual, center(bind));
    Some(along_axis(refined, &usual))
}

/// The same as the joints show it, wherever the mesh is symmetric.
pub(crate) fn plane_shown(
    mesh: &PaintMesh,
    character: &Character,
    pairs: &JointPairs,
) -> Option<Plane> {
    let skeleton = &character.rig.skeleton;
    let bind = character.rig.binds.get(mesh.skin)?;
    let first = *bind.joints().first()?;
    let in_mesh = |found: PairPlane| {
        let (normal, offset) = (found.normal, found.offset);
        Plane::in_mesh(skeleton, bind, Plane { normal, offset })
    };
    let at_rest = || in_mesh(pairs.find_symmetry_plane(skeleton, Some(first))?);
    let as_bound = || {
        let plane = in_mesh(pairs.plane_of(first))?;
        shows_any(&plane, bind, pairs).then_some(plane)
    };
    at_rest().or_else(as_bound)
}

/// The plane with its normal as that of the usual plane, within 60°, else along the axis of the mesh's space that it is nearest to: its left
/// where nothing else tells it, also where the skeleton is turned against the mesh.
fn along_axis(plane: Plane, usual: &Plane) -> Plane {
    let with_usual = plane.normal.dot(usual.normal);
    // The largest component, whose sign is no matter of rounding.
    let axis = plane.normal.abs().max_position();
    let along = match with_usual.abs() > TELLS_LEFT {
        true => with_usual,
        false => plane.normal[axis],
    };
    match along < 0.0 {
        true => flip_plane(plane),
        false => plane,
    }
}

/// The same plane with its other side as the left.
fn flip_plane(plane: Plane) -> Plane {
    Plane {
        normal: -plane.normal,
        // 0 − 0 is 0; negated it would be −0.
        offset: 0.0 - plane.offset,
    }
}

/// Whether two joints of a skin that are partners are each other's images in a plane, as they stood when it was bound.
fn shows_any(plane: &Plane, bind: &BindPose, pairs: &JointPairs) -> bool {
    let plane = PairPlane {
        normal: plane.normal,
        offset: plane.offset,
        left: None,
    };
    let place = |joint: JointIndex| bind.model_from_joint(joint).translation;
    let is_shown = |joint: &JointIndex| {
        let other = pairs.partner(*joint);
        // Each pair once, by the joint that comes first.
        let other = other.filter(|other| joint < other && bind.slot_of(*other).is_some());
        other.is_some_and(|other| plane.shows([place(*joint), place(other)]))
    };
    bind.joints().iter().any(is_shown)
}

/// The plane with the side above it that joints of the skin are on whose names, or the map of an avatar, say left: that of figures that
/// look along −z is at −x. Where the joints are symmetric in another plane, as where that was chosen, it is the side to which the joints
/// of the left stand from those of the right, within 60°. Where the skin has no sides, as that of a hat, those of its figure count. As it is
/// where nothing tells the left.
pub(crate) fn towards_left(
    plane: Plane,
    mesh: &PaintMesh,
    character: &Character,
    (patterns, pairs): Sides<'_>,
) -> Plane {
    let in_mesh = |normal: Vec3| {
        let bind = character.rig.binds.get(mesh.skin)?;
        let across = Plane {
            normal,
            offset: 0.0,
        };
        Plane::in_mesh(&character.rig.skeleton, bind, across).map(|found| found.normal)
    };
    let in_plane = |left: Option<Vec3>| {
        let left = in_mesh(left?)?;
        (left.dot(plane.normal).abs() > SAME_PLANE).then_some(left)
    };
    let by_plane = || in_plane(character.plane_of_skin(mesh.skin, patterns)?.left);
    let by_joints = || {
        let left = in_mesh(character.to_left(mesh.skin, patterns)?)?;
        (left.dot(plane.normal).abs() >= TELLS_LEFT).then_some(left)
    };
    let by_figure = || {
        let first = character.rig.binds.get(mesh.skin)?.joints().first()?;
        in_plane(pairs.plane_of(*first).left)
    };
    match by_plane().or_else(by_joints).or_else(by_figure) {
        Some(left) if left.dot(plane.normal) < 0.0 => flip_plane(plane),
        _ => plane,
    }
}

/// The plane between left and right by the skin of a mesh alone: x = 0 of the model, or that of its joints, where the mesh stands beside
/// x = 0 as a whole. None where it has no skin.
fn without_pairs(
    mesh: &PaintMesh,
    character: &Character,
    patterns: &NamePatterns,
) -> Option<Plane> {
    let skeleton = &character.rig.skeleton;
    let bind = character.rig.binds.get(mesh.skin)?;
    let usual = Plane::of_skin(skeleton, bind);
    let by_joints = || {
        let found = character.plane_of_skin(mesh.skin, patterns)?;
        let (normal, offset) = (found.normal, found.offset);
        Plane::in_mesh(skeleton, bind, Plane { normal, offset })
    };
    Some(match is_beside(mesh.surface().positions(), &usual) {
        true => by_joints().unwrap_or(usual),
        false => usual,
    })
}

/// Whether all places are on one side of a plane.
fn is_beside(places: &[Vec3], plane: &Plane) -> bool {
    let heights = || places.iter().map(|place| plane.height(*place));
    heights().all(|height| height > 0.0) || heights().all(|height| height < 0.0)
}

/// The mean of the joints' places, in the mesh's space; none without joints.
fn center(bind: &BindPose) -> Option<Vec3> {
    let places = bind.joints().iter();
    let sum: Vec3 = places
        .map(|&joint| bind.model_from_joint(joint).translation)
        .sum();
    #[expect(clippy::cast_precision_loss, reason = "at most 65,536")]
    let count = bind.len() as f32;
    (count > 0.0).then(|| sum / count)
}
