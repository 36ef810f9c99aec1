//! Morph targets that follow poses of joints, in the `extras` of the node of the first of these joints.

use glam::Quat;
use rig::{MOST_POSE_JOINTS, MOST_POSES, PoseKernel};

use super::{any_numbers, is_unit};
use crate::json::tree::Node;
use crate::json::tree::draft::{Draft, NewMembers};

/// The most interpolators of a joint that are read.
const MOST: usize = 64;

/// Poses of some joints that each drive a morph target, as a file has them: whether they fit each other is not checked.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptInterpolator {
    /// The keys of the joints; one at least.
    pub joints: Vec<u32>,
    /// How much of a pose is left at a distance from it.
    pub kernel: PoseKernel,
    /// The poses.
    pub poses: Vec<KeptInterpolatedPose>,
}

/// A pose of an interpolator.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptInterpolatedPose {
    /// The rotation of each joint relative to its rest.
    pub rotations: Vec<Quat>,
    /// The key of the joint that shows the mesh.
    pub joint: u32,
    /// The place of the morph target in the mesh.
    pub morph: usize,
}

const GAUSSIAN: &str = "gaussian";
const LINEAR: &str = "linear";

/// The interpolators whose first joint a node is; those in which something is missing are left out.
pub(super) fn read_all(own: Node<'_>, first: u32) -> Vec<KeptInterpolator> {
    let list = own.items("interpolators").iter().take(MOST);
    let read = list.filter_map(read);
    read.filter(|own| own.joints.first() == Some(&first))
        .collect()
}

fn read(own: Node<'_>) -> Option<KeptInterpolator> {
    let joints = own.items("joints").iter().take(MOST_POSE_JOINTS + 1);
    let joint = |number: Node<'_>| u32::try_from(number.as_u64()?).ok();
    let joints: Option<Vec<u32>> = joints.map(joint).collect();
    let poses = own.items("poses").iter().take(MOST_POSES);
    Some(KeptInterpolator {
        joints: joints?,
        kernel: match own.get("kernel").and_then(Node::as_str)? {
            GAUSSIAN => PoseKernel::Gaussian,
            LINEAR => PoseKernel::Linear,
            _ => return None,
        },
        poses: poses.filter_map(read_pose).collect(),
    })
}

fn read_pose(own: Node<'_>) -> Option<KeptInterpolatedPose> {
    let numbers = any_numbers(own.items("rotations"))?;
    let (rotations, rest) = numbers.as_chunks::<4>();
    let rotations: Vec<Quat> = rotations.iter().copied().map(Quat::from_array).collect();
    let are_rotations = rest.is_empty() && rotations.iter().all(|own| is_unit(*own));
    are_rotations.then_some(())?;
    Some(KeptInterpolatedPose {
        rotations,
        joint: u32::try_from(own.get("joint")?.as_u64()?).ok()?,
        morph: usize::try_from(own.get("morph")?.as_u64()?).ok()?,
    })
}

/// What a node says of the poses of its joint. `node_of` gives the number of the node of a joint's key; what names one without is left
/// out.
pub(crate) fn value<'a>(
    all: &[&KeptInterpolator],
    node_of: impl Fn(u32) -> Option<usize>,
) -> Option<Draft<'a>> {
    let pose = |own: &KeptInterpolatedPose| {
        let numbers = own.rotations.iter().flat_map(Quat::to_array);
        let members: NewMembers<'a> = vec![
            ("rotations", numbers.map(Draft::from).collect()),
            ("joint", node_of(own.joint)?.into()),
            ("morph", own.morph.into()),
        ];
        Some(Draft::from(members))
    };
    let value = |own: &&KeptInterpolator| {
        let joints: Option<Vec<usize>> = own.joints.iter().map(|key| node_of(*key)).collect();
        let kernel = match own.kernel {
            PoseKernel::Gaussian => GAUSSIAN,
            PoseKernel::Linear => LINEAR,
        };
        let members: NewMembers<'a> = vec![
            ("joints", joints?.into_iter().map(Draft::from).collect()),
            ("kernel", kernel.into()),
            ("poses", own.poses.iter().filter_map(pose).collect()),
        ];
        Some(Draft::from(members))
    };
    let drafts: Vec<Draft<'a>> = all.iter().filter_map(value).collect();
    (!drafts.is_empty()).then(|| drafts.into_iter().collect())
}
