//! Skeletons from tables: a row for each joint, and mirror images of those on the left.

use glam::{DMat3, DQuat, DVec3};

use super::implicit::Mirror;
use super::shape::Joint;

/// Suffix of names on the left, and the one that replaces it on the right.
const LEFT: &str = ".L";
const RIGHT: &str = ".R";

/// A row of a skeleton's table: a joint in the middle or, if its name ends in `.L`, one on each side.
#[derive(Clone, Debug)]
pub(super) struct Bone {
    pub(super) name: String,
    pub(super) parent: Option<String>,
    pub(super) head: DVec3,
    /// End of its bone, to which its Y axis points.
    pub(super) tail: DVec3,
    /// Direction of its Z axis, as nearly as Y allows; X = Y × Z.
    pub(super) front: DVec3,
}

/// Joints of a character, and the mirror image of each.
#[derive(Clone, Debug)]
pub(super) struct Skeleton {
    pub(super) joints: Vec<Joint>,
    pub(super) mirror: Mirror,
}

impl Skeleton {
    /// Joints of the middle and the left as given, parents first; then mirror images of those on the left.
    pub(super) fn new(bones: &[Bone]) -> Self {
        let mut joints: Vec<Joint> = Vec::new();
        // Mirrored rows, not mirrored rotations: a mirrored frame would be left-handed.
        let right = bones
            .iter()
            .filter(|bone| bone.name.ends_with(LEFT))
            .map(mirror_bone);
        for bone in bones.iter().cloned().chain(right) {
            let parent = bone.parent.as_deref();
            joints.push(Joint {
                parent: parent.and_then(|name| joints.iter().position(|j| j.name == name)),
                rotation: frame(bone.tail - bone.head, bone.front),
                head: bone.head,
                name: bone.name,
            });
        }
        let image = |joint: &Joint| {
            let name = other_side(&joint.name);
            joints
                .iter()
                .position(|j| j.name == name)
                .unwrap_or_default()
        };
        let mirror = Mirror(joints.iter().map(image).collect());
        Self { joints, mirror }
    }

    /// The joint of this name; the first one if there is none.
    pub(super) fn index(&self, name: &str) -> usize {
        self.joints
            .iter()
            .position(|joint| joint.name == name)
            .unwrap_or_default()
    }
}

fn mirror_bone(bone: &Bone) -> Bone {
    let flip = |v: DVec3| DVec3::new(-v.x, v.y, v.z);
    Bone {
        name: other_side(&bone.name),
        parent: bone.parent.as_deref().map(other_side),
        head: flip(bone.head),
        tail: flip(bone.tail),
        front: flip(bone.front),
    }
}

fn other_side(name: &str) -> String {
    match (name.strip_suffix(LEFT), name.strip_suffix(RIGHT)) {
        (Some(stem), _) => format!("{stem}{RIGHT}"),
        (_, Some(stem)) => format!("{stem}{LEFT}"),
        _ => name.to_owned(),
    }
}

fn frame(along: DVec3, front: DVec3) -> DQuat {
    let y = along.normalize();
    let z = front.reject_from_normalized(y).normalize();
    DQuat::from_mat3(&DMat3::from_cols(y.cross(z), y, z))
}
