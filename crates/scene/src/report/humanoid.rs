//! The humanoid map and the expressions of an avatar in the report.

use std::collections::BTreeMap;

use character::{Character, Expression};
use rig::JointIndex;
use serde::Serialize;

/// Which joints are which bones of a person, as the file says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HumanoidReport {
    /// The specification: `VRM 0.x`, `VRM 1.0`, `VRM animation 1.0`.
    pub format: &'static str,
    /// Whether the character looks along −Z instead of +Z.
    pub looks_along_negative_z: bool,
    /// The bones that have a joint, in the order of the body.
    pub bones: Vec<HumanoidBoneReport>,
    /// The faces that it can make, in the order of the file.
    pub expressions: Vec<ExpressionReport>,
}

/// An expression of an avatar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExpressionReport {
    /// Its name in VRM 1.0, or that of the file.
    pub expression: String,
    /// Whether it is there or not, and nothing between.
    pub is_binary: bool,
    /// Number of morph targets that it sets.
    pub morph_targets: usize,
    /// Number of changes of materials that it makes, which are not shown.
    pub material_changes: usize,
}

/// A bone of the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HumanoidBoneReport {
    /// The bone's name in VRM 1.0, as `leftUpperArm`.
    pub role: &'static str,
    /// The node's index in the file.
    pub node: u32,
    /// The node's name; empty where the file gives none.
    pub name: String,
}

fn expression(of: &Expression) -> ExpressionReport {
    ExpressionReport {
        expression: of.name.clone(),
        is_binary: of.is_binary,
        morph_targets: of.shares.len(),
        material_changes: of.n_materials,
    }
}

/// The report on the map; none where the file has none.
pub(super) fn humanoid_report(character: &Character) -> Option<HumanoidReport> {
    let humanoid = character.humanoid.as_ref()?;
    let skeleton = &character.rig.skeleton;
    let joints = skeleton.joints();
    let by_key: BTreeMap<u32, JointIndex> =
        joints.map(|joint| (skeleton.key(joint), joint)).collect();
    // Joints that an edit has dissolved have no name any more, and no place in the map.
    let bones = humanoid.bones.iter().filter_map(|bone| {
        let joint = *by_key.get(&bone.joint)?;
        Some(HumanoidBoneReport {
            role: bone.role,
            node: bone.joint,
            name: skeleton.name(joint).to_owned(),
        })
    });
    Some(HumanoidReport {
        format: humanoid.format.name(),
        looks_along_negative_z: humanoid.format.looks_along_negative_z(),
        bones: bones.collect(),
        expressions: character.expressions.iter().map(expression).collect(),
    })
}
