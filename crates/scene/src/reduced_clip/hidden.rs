//! Motion that is scaled to nothing as long as a clip lasts: nothing measures what its keys do.

use std::collections::BTreeSet;

use glam::{Affine3A, Mat3};
use rig::{
    JointBox, JointChannel, JointIndex, Pose, PosedSkeleton, ScaleInheritance, Skeleton, Target,
    forward, singular_values, times_to_measure,
};

use super::ClipReduction;

/// A frame that shortens some length so much more than others, or all of them where no vertex follows, shows nothing along it.
const NOTHING: f32 = 1e-5;

/// Joints with frames that are flat at all times that are measured.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Hidden {
    /// The frame that its moves and its scale are seen in.
    above: BTreeSet<JointIndex>,
    /// Its own frame, in which it is seen to turn.
    own: BTreeSet<JointIndex>,
}

impl Hidden {
    /// The boxes are of the joints that vertices follow.
    pub(super) fn new(of: &ClipReduction<'_>, base: &Pose, boxes: &[JointBox]) -> Self {
        let skeleton = &of.character.rig.skeleton;
        let joints = of.targets.iter().filter_map(|target| match target {
            Target::Joint(joint, _) => Some(*joint).filter(|joint| joint.index() < skeleton.len()),
            Target::Morph(_) => None,
        });
        let joints: BTreeSet<JointIndex> = joints.collect();
        let carrying = above_vertices(skeleton, boxes);
        let is_flat = |joint, frame| is_flat(frame, carrying.contains(&joint));
        let mut hidden = Self {
            above: joints.clone(),
            own: joints,
        };
        for time in times_to_measure(of.clip, of.targets) {
            // Mostly so after the first.
            if hidden.above.is_empty() && hidden.own.is_empty() {
                break;
            }
            let pose = of.clip.sample(skeleton, base, time);
            let Ok(posed) = forward(skeleton, pose.user_transforms(), of.scale_inheritance) else {
                break;
            };
            let of_parent = |joint: JointIndex| {
                let above = skeleton.parent(joint)?;
                Some(inherited_frame(&posed, above, of.scale_inheritance))
            };
            let is_flat_above =
                |&joint: &JointIndex| of_parent(joint).is_some_and(|frame| is_flat(joint, frame));
            // One time at which it is not flat is enough to show its keys.
            hidden.above.retain(is_flat_above);
            hidden
                .own
                .retain(|&joint| is_flat(joint, posed.model_from_node(joint)));
        }
        hidden
    }

    /// Whether nothing shows what a track does.
    pub(super) fn has(&self, target: Target) -> bool {
        match target {
            Target::Joint(joint, JointChannel::Rotation) => self.own.contains(&joint),
            Target::Joint(joint, _) => self.above.contains(&joint),
            Target::Morph(_) => false,
        }
    }
}

/// The frame of a joint that its children move in, in units of the file.
fn inherited_frame(
    posed: &PosedSkeleton<'_>,
    joint: JointIndex,
    scale_inheritance: &[ScaleInheritance],
) -> Affine3A {
    match scale_inheritance.get(joint.index()) {
        Some(ScaleInheritance::Joint | ScaleInheritance::Segment) => {
            let rest = Affine3A::from_mat3(posed.skeleton().rest_stretch(joint));
            posed.model_from_posed_frame(joint) * rest
        }
        Some(ScaleInheritance::Children) | None => posed.model_from_node(joint),
        // Places and axes of children come from frames of their own: nothing is called hidden.
        Some(
            ScaleInheritance::Unscaled | ScaleInheritance::Average | ScaleInheritance::Aligned,
        ) => Affine3A::IDENTITY,
    }
}

/// The joints that vertices follow, and all above them.
fn above_vertices(skeleton: &Skeleton, boxes: &[JointBox]) -> BTreeSet<JointIndex> {
    let mut found = BTreeSet::new();
    for one in boxes {
        let mut above = Some(one.joint);
        while let Some(joint) = above.filter(|&joint| found.insert(joint)) {
            above = skeleton.parent(joint);
        }
    }
    found
}

/// Whether a frame shows nothing along an axis. That vertices are in small units, which their binds may undo, hides none of them.
fn is_flat(frame: Affine3A, carries_vertices: bool) -> bool {
    let values = singular_values(Mat3::from(frame.matrix3)).values.abs();
    let most = if carries_vertices {
        values.max_element()
    } else {
        1.0
    };
    values.min_element() <= NOTHING * most
}
