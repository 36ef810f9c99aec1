//! The rig's skeleton from the file's nodes.

use std::collections::{BTreeMap, BTreeSet};

use glam::{Affine3A, Mat4, Quat, Vec3};
use rig::{JointIndex, LocalTransform, MAX_JOINTS, Skeleton, SkeletonBuilder, Trs};

use crate::bytes::reader::Reader;
use crate::fault::error::{Fault, ReadResult};
use crate::fault::warning::WarningKind;
use crate::json::value::At;
use crate::nodes::forest::Nodes;
use crate::nodes::two_nodes::{TwoNodes, kept_rest, rest_of_both};

/// A rotation further than this from unit length is worth a warning; exporters round to a few digits.
const UNIT_TOLERANCE: f32 = 1e-3;
/// Cosine between two matrix columns that counts as shear.
const SHEAR_TOLERANCE: f32 = 1e-3;
/// A last row further than this from 0, 0, 0, 1 is worth a warning.
const ROW_TOLERANCE: f32 = 1e-5;

/// The skeleton, and which joint stands for which node.
#[derive(Debug)]
pub(crate) struct Joints {
    pub(crate) skeleton: Skeleton,
    pub(crate) of_node: BTreeMap<usize, JointIndex>,
}

/// Builds the skeleton of `nodes.skeleton`. Decomposes the matrices of nodes that clips move.
pub(crate) fn build_skeleton(
    reader: &Reader<'_>,
    nodes: &Nodes,
    animated: &BTreeSet<usize>,
    two_nodes: &TwoNodes,
) -> ReadResult<Joints> {
    let all = reader.root.items("nodes")?;
    check_count(reader, nodes.skeleton.len())?;
    let mut repairs = Repairs::default();
    let mut builder = SkeletonBuilder::new();
    let all_above = two_nodes.all_above();
    let stand = nodes.skeleton.iter().copied();
    for node in stand.filter(|node| !all_above.contains(node)) {
        let Some(at) = all.at(node) else { continue };
        let mut local = read_local(&at, &mut repairs)?;
        if animated.contains(&node) {
            // glTF allows no matrix at a node that channels move, since they would replace parts of it.
            local = repairs.decompose(local);
        }
        let above = two_nodes.above(node);
        if let Some(at) = above.and_then(|above| all.at(above)) {
            let of_above = read_local(&at, &mut repairs)?;
            local = rest_of_both(&of_above, local, kept_rest(at.value));
        }
        let outer = above.unwrap_or(node);
        let parent = nodes.parents.get(outer).copied().flatten();
        let name = at.name("name").unwrap_or_default();
        builder = builder.joint(key(node), parent.map(key), &name, local);
    }
    if let Some(nodes) = reader.root.get("nodes") {
        reader.warn_of_each(&nodes, repairs.counts());
    }
    let skeleton = builder.build().map_err(|error| {
        let reason = error.to_string();
        reader.root.flaw(Fault::Rig { reason })
    })?;
    let of_node = skeleton
        .joints()
        .map(|joint| (skeleton.key(joint) as usize, joint))
        .collect();
    Ok(Joints { skeleton, of_node })
}

/// A matrix whose last row is set to 0, 0, 0, 1; tells whether it was something else.
pub(crate) fn affine(columns: &[f32; 16]) -> (Affine3A, bool) {
    let matrix = Mat4::from_cols_array(columns);
    let row = matrix.row(3) - glam::Vec4::W;
    (
        Affine3A::from_mat4(matrix),
        ROW_TOLERANCE < row.abs().max_element(),
    )
}

fn check_count(reader: &Reader<'_>, found: usize) -> ReadResult<()> {
    if found <= MAX_JOINTS {
        return Ok(());
    }
    Err(reader.root.flaw(Fault::TooMany {
        what: "nodes in the scene",
        found,
        limit: MAX_JOINTS,
    }))
}

/// Node indices are keys; a file of four thousand million nodes does not fit the memory that its JSON was read into.
fn key(node: usize) -> u32 {
    u32::try_from(node).unwrap_or(u32::MAX)
}

/// Counts of what was repaired in node transforms.
#[derive(Default)]
struct Repairs {
    rotations: usize,
    sheared: usize,
    animated: usize,
    rows: usize,
}

impl Repairs {
    fn counts(&self) -> [(WarningKind, usize); 4] {
        [
            (WarningKind::RotationsNotUnit, self.rotations),
            (WarningKind::ShearedMatrices, self.sheared),
            (WarningKind::AnimatedMatrices, self.animated),
            (WarningKind::LastRow, self.rows),
        ]
    }

    /// The transform of a node that clips move.
    fn decompose(&mut self, local: LocalTransform) -> LocalTransform {
        match local {
            LocalTransform::Trs(_) => local,
            LocalTransform::Matrix(_) => {
                self.animated += 1;
                LocalTransform::Trs(local.to_trs())
            }
        }
    }
}

fn read_local(at: &At<'_>, repairs: &mut Repairs) -> ReadResult<LocalTransform> {
    let (translation, rotation, scale) =
        (at.get("translation"), at.get("rotation"), at.get("scale"));
    if let Some(matrix) = at.get("matrix") {
        if translation.or(rotation).or(scale).is_some() {
            return Err(at.flaw(Fault::Value {
                expected: "a matrix, or translation, rotation and scale",
                found: "both".to_owned(),
            }));
        }
        return read_matrix(&matrix, repairs);
    }
    let translation = translation.map_or(Ok([0.0; 3]), |at| at.numbers())?;
    let scale = scale.map_or(Ok([1.0; 3]), |at| at.numbers())?;
    let rotation = rotation.map_or(Ok([0.0, 0.0, 0.0, 1.0]), |at| at.numbers())?;
    let (rotation, was_unit) = unit(Quat::from_array(rotation));
    repairs.rotations += usize::from(!was_unit);
    Ok(LocalTransform::Trs(Trs {
        translation: Vec3::from_array(translation),
        rotation,
        scale: Vec3::from_array(scale),
    }))
}

fn read_matrix(at: &At<'_>, repairs: &mut Repairs) -> ReadResult<LocalTransform> {
    let (matrix, row_repaired) = affine(&at.numbers()?);
    repairs.rows += usize::from(row_repaired);
    let [x, y, z] = [
        matrix.matrix3.x_axis,
        matrix.matrix3.y_axis,
        matrix.matrix3.z_axis,
    ]
    // An axis of length zero is orthogonal to all.
    .map(|axis| axis.normalize_or_zero());
    let cosine = x.dot(y).abs().max(y.dot(z).abs()).max(z.dot(x).abs());
    repairs.sheared += usize::from(SHEAR_TOLERANCE < cosine);
    Ok(LocalTransform::Matrix(matrix))
}

/// The unit quaternion, and whether it was one; the identity for length zero.
fn unit(rotation: Quat) -> (Quat, bool) {
    let length = rotation.length();
    if length.is_normal() {
        (rotation / length, (length - 1.0).abs() <= UNIT_TOLERANCE)
    } else {
        // Squares of components may leave the range of f32 where the components do not.
        let largest = rotation
            .to_array()
            .into_iter()
            .fold(0.0, |a: f32, b| a.max(b.abs()));
        let scaled = if largest == 0.0 {
            Quat::IDENTITY
        } else {
            (rotation * largest.recip()).normalize()
        };
        (
            if scaled.is_finite() {
                scaled
            } else {
                Quat::IDENTITY
            },
            false,
        )
    }
}
