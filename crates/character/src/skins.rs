//! Skins: the joints they list and their inverse bind matrices.

use std::collections::BTreeSet;

use glam::Affine3A;
use rig::{BindPose, BindWarning, JointIndex, Rigid};

use crate::accessor::Component;
use crate::error::{Fault, Read};
use crate::json::At;
use crate::range::check_range;
use crate::reader::Reader;
use crate::skeleton::{Joints, affine};
use crate::warning::WarningKind;

/// The nodes that each skin lists.
pub(crate) fn read_skin_joints(reader: &Reader<'_>) -> Read<Vec<Vec<usize>>> {
    let root = &reader.root;
    let mut skins = Vec::new();
    for skin in root.items("skins")? {
        let list = skin.require("joints")?;
        let mut joints = Vec::new();
        for at in list.elements()? {
            joints.push(at.lookup(root, "nodes", "node")?.0);
        }
        if joints.is_empty() {
            return Err(list.expected("at least one joint"));
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

/// One bind per skin.
pub(crate) fn read_binds(
    reader: &Reader<'_>,
    skin_joints: &[Vec<usize>],
    joints: &Joints,
) -> Read<Vec<BindPose>> {
    let skins = reader.root.items("skins")?.zip(skin_joints);
    skins
        .map(|(at, nodes)| read_bind(reader, &at, nodes, joints))
        .collect()
}

fn read_bind(reader: &Reader<'_>, at: &At<'_>, nodes: &[usize], joints: &Joints) -> Read<BindPose> {
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
    let joint_from_model = read_inverse_binds(reader, at, nodes.len())?;
    let bind = BindPose::new(&joints.skeleton, &listed, &joint_from_model);
    let (bind, warnings) = bind.map_err(|error| {
        at.flaw(Fault::Rig {
            reason: error.to_string(),
        })
    })?;
    let n_singular = warnings
        .iter()
        .filter(|warning| matches!(warning, BindWarning::Singular { .. }))
        .count();
    reader.warn_of(WarningKind::SingularBind, at, n_singular);
    Ok(bind)
}

/// `count` matrices, identities where the file has none; it may have more than it needs.
fn read_inverse_binds(reader: &Reader<'_>, at: &At<'_>, count: usize) -> Read<Vec<Affine3A>> {
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
    let stored = accessor.floats::<16>(reader, "MAT4")?;
    let mut n_repaired = 0;
    let mut matrices = Vec::with_capacity(count);
    let stored = stored.get(..count).unwrap_or_default();
    check_range(&accessor.at, "a number of an inverse bind matrix", stored)?;
    for columns in stored {
        let (matrix, row_repaired) = affine(columns);
        n_repaired += usize::from(row_repaired);
        matrices.push(matrix);
    }
    reader.warn_of(WarningKind::LastRow, at, n_repaired);
    Ok(matrices)
}
