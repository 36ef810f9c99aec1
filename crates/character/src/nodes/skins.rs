//! Skins: the joints they list and their inverse bind matrices.

use std::collections::BTreeSet;

use glam::Affine3A;
use rig::{BindPose, BindWarning, Influences, JointIndex, JointSlot, Rigid, Skeleton};

use crate::bytes::accessor::Component;
use crate::bytes::range::check_range;
use crate::bytes::reader::Reader;
use crate::fault::error::{Fault, ReadResult};
use crate::fault::largest::is_in_range;
use crate::fault::warning::WarningKind;
use crate::json::value::At;
use crate::model::character::{Mesh, MeshInstance};
use crate::nodes::skeleton::{Joints, affine};

/// The nodes that each skin lists.
pub(crate) fn read_skin_joints(reader: &Reader<'_>) -> ReadResult<Vec<Vec<usize>>> {
    let root = &reader.root;
    let mut skins = Vec::new();
    for skin in root.items("skins")? {
        let list = skin.require("joints")?;
        let mut joints = Vec::new();
        for at in list.elements()? {
            joints.push(at.lookup(root, "nodes", "node")?.0);
        }
        if joints.is_empty() {
            return Err(list.value_flaw("at least one joint"));
        }
        let n_distinct = joints.iter().collect::<BTreeSet<_>>().len();
        reader.warn_of(
            WarningKind::RepeatedJoints,
            &skin,
            joints.len() - n_distinct,
        );
        skins.push(joints);
    }
    Ok(skins)
}

/// One bind per skin. `meshes` at `instances` say which joints of a skin move something.
pub(crate) fn read_binds(
    reader: &Reader<'_>,
    skin_joints: &[Vec<usize>],
    joints: &Joints,
    instances: &[MeshInstance],
    meshes: &[Mesh],
) -> ReadResult<Vec<BindPose>> {
    let skins = reader.root.items("skins")?.zip(skin_joints);
    skins
        .enumerate()
        .map(|(skin, (at, nodes))| {
            let places = nodes.len();
            let is_used = used_places((skin, places), instances, meshes);
            read_bind(reader, &at, nodes, joints, &is_used)
        })
        .collect()
}

/// Which places of a skin's list move a vertex of a mesh that is shown with it.
fn used_places(
    (skin, n_places): (usize, usize),
    instances: &[MeshInstance],
    meshes: &[Mesh],
) -> Vec<bool> {
    let mut is_used = vec![false; n_places];
    let shown = instances.iter().filter(|of| of.skin == Some(skin));
    let shown: BTreeSet<usize> = shown.map(|of| of.mesh).collect();
    let shown = shown.into_iter().filter_map(|mesh| meshes.get(mesh));
    for primitive in shown.flat_map(|mesh| &mesh.primitives) {
        let rows = primitive.influences.iter().flat_map(Influences::rows);
        for slot in rows.flat_map(|row| row.joints) {
            is_used
                .get_mut(slot.index())
                .into_iter()
                .for_each(|is_used| *is_used = true);
        }
    }
    is_used
}

fn read_bind(
    reader: &Reader<'_>,
    at: &At<'_>,
    nodes: &[usize],
    joints: &Joints,
    is_used: &[bool],
) -> ReadResult<BindPose> {
    // A bind holds two frames for every joint of the skeleton, and matrices for those that the skin lists.
    reader.charge(at, joints.skeleton.len(), 2 * size_of::<Rigid>())?;
    reader.charge(at, nodes.len(), 2 * size_of::<Affine3A>())?;
    let listed: Vec<JointIndex> = nodes
        .iter()
        .filter_map(|node| joints.of_node.get(node).copied())
        .collect();
    // Every entry is told of with its joint's name.
    let names = listed
        .iter()
        .map(|&joint| joints.skeleton.name(joint).len());
    reader.charge(at, names.sum(), 4)?;
    let mut joint_from_model = read_inverse_binds(reader, at, is_used)?;
    let new_bind = |matrices: &[Affine3A]| {
        BindPose::new(&joints.skeleton, &listed, matrices).map_err(|error| {
            at.flaw(Fault::Rig {
                reason: error.to_string(),
            })
        })
    };
    let (mut bind, warnings) = new_bind(&joint_from_model)?;
    let moves = |place: usize| is_used.get(place) == Some(&true);
    let idle: Vec<usize> = singular(&warnings).filter(|&place| !moves(place)).collect();
    // With no joint that moves anything there is no way in which the others were bound, and each rests where it is.
    if is_used.contains(&true) {
        let slots = bind.slots().map(|(slot, _)| slot);
        let is_idle = |slot: &JointSlot| idle.binary_search(&slot.index()).is_ok();
        let slots: Vec<JointSlot> = slots.filter(is_idle).collect();
        bind = bind.with_idle_at_rest(&joints.skeleton, &slots, &|slot| moves(slot.index()));
    } else if !idle.is_empty() {
        for &place in &idle {
            // Each node that a skin lists is a joint, so that `listed` has an entry for every place.
            joint_from_model[place] = inverse_rest(&joints.skeleton, listed[place]);
        }
        (bind, _) = new_bind(&joint_from_model)?;
    }
    reader.warn_of(WarningKind::IdleBind, at, idle.len());
    let used = singular(&warnings).filter(|&place| moves(place));
    reader.warn_of(WarningKind::SingularBind, at, used.count());
    Ok(bind)
}

/// The inverse of where a joint rests, or the identity where that has none.
fn inverse_rest(skeleton: &Skeleton, joint: JointIndex) -> Affine3A {
    let stretch = Affine3A::from_mat3(skeleton.rest_stretch(joint));
    let inverse = (skeleton.rest_model_from_joint(joint).to_affine() * stretch).inverse();
    if inverse.is_finite() {
        inverse
    } else {
        Affine3A::IDENTITY
    }
}

/// The places of a skin's list whose matrices cannot be inverted.
fn singular(warnings: &[BindWarning]) -> impl Iterator<Item = usize> {
    warnings.iter().filter_map(|warning| match warning {
        BindWarning::Singular { place } => Some(*place),
        _ => None,
    })
}

/// A matrix for each place of the list, identities where the file has none; it may have more than it needs.
///
/// What is no number, or beyond the range, is refused where a vertex follows the joint; at other places it is a matrix of zeros,
/// which cannot be inverted.
fn read_inverse_binds(
    reader: &Reader<'_>,
    at: &At<'_>,
    is_used: &[bool],
) -> ReadResult<Vec<Affine3A>> {
    let count = is_used.len();
    let Some(index) = at.get("inverseBindMatrices") else {
        return Ok(vec![Affine3A::IDENTITY; count]);
    };
    let accessor = reader.accessor(&index)?;
    if accessor.component != Component::F32 {
        let found = format!("{:?}", accessor.component);
        return Err(accessor.at.flaw(Fault::Value {
            expected: "32-bit floats",
            found,
        }));
    }
    if accessor.count < count {
        return Err(index.flaw(Fault::Count {
            what: "inverse bind matrices",
            expected: count,
            found: accessor.count,
        }));
    }
    let mut stored = accessor.floats::<16>(reader, "MAT4")?;
    stored.truncate(count);
    let in_range = |columns: &[f32; 16]| columns.iter().all(|&number| is_in_range(number));
    for (columns, is_used) in stored.iter_mut().zip(is_used) {
        if !is_used && !in_range(columns) {
            *columns = NO_MATRIX;
        }
    }
    check_range(
        &accessor.at,
        "a number of an inverse bind matrix that moves vertices",
        &stored,
    )?;
    let mut n_repaired = 0;
    let mut matrices = Vec::with_capacity(count);
    for columns in &stored {
        let (matrix, row_repaired) = affine(columns);
        n_repaired += usize::from(row_repaired);
        matrices.push(matrix);
    }
    reader.warn_of(WarningKind::LastRow, at, n_repaired);
    Ok(matrices)
}

/// Zeros but for the last row, which is that of every affine matrix.
const NO_MATRIX: [f32; 16] = {
    let mut zeros = [0.0; 16];
    zeros[15] = 1.0;
    zeros
};
