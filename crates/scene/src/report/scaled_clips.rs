//! Clips that scale joints, which one method leaves out.

use std::collections::BTreeSet;

use character::Character;
use rig::{Channel, Clip, JointIndex, Skeleton};

use super::problem::{Problem, Severity, counted, measure};
use crate::names::clip_name;

/// Factors that differ from those at rest by less than this share are rounding.
const SAME: f32 = 1e-3;

/// Clips that scale or shear a joint that moves vertices, or one above it, by other factors than those at rest.
pub(super) fn scaled_clips(character: &Character) -> Option<Problem> {
    let carrying = carrying(character);
    let mut joints = BTreeSet::new();
    let (mut least, mut most) = (f32::INFINITY, 0.0_f32);
    let mut names = Vec::new();
    for clip in character.clips.iter() {
        let scaled = scaled(character, clip).filter(|(joint, _)| carrying.contains(joint));
        let mut is_any = false;
        for (joint, [low, high]) in scaled {
            joints.insert(joint);
            (least, most) = (least.min(low), most.max(high));
            is_any = true;
        }
        if is_any {
            names.push(clip_name(clip));
        }
    }
    let what = format!(
        "{} {} {}, by factors of {} to {}",
        counted(names.len(), "clip"),
        if names.len() == 1 { "scales" } else { "scale" },
        counted(joints.len(), "joint"),
        measure(least),
        measure(most)
    );
    let meaning = "dual-quaternion leaves this out: another size; all other methods keep it.";
    Problem::about("clips-scale-joints", Severity::Note, what, meaning, names)
}

/// The joints that skins weigh vertices by, and all above them.
fn carrying(character: &Character) -> BTreeSet<JointIndex> {
    let skeleton = &character.rig.skeleton;
    let mut carrying = BTreeSet::new();
    for instance in &character.instances {
        let bind = instance.skin.and_then(|skin| character.rig.binds.get(skin));
        let mesh = character.meshes.get(instance.mesh);
        let (Some(bind), Some(mesh)) = (bind, mesh) else {
            continue;
        };
        let influences = mesh
            .primitives
            .iter()
            .filter_map(|it| it.influences.as_ref());
        let slots: BTreeSet<_> = influences
            .flat_map(|influences| influences.rows().flat_map(|row| row.joints))
            .collect();
        for joint in slots.into_iter().filter_map(|slot| bind.joint_at(*slot)) {
            add_chain(skeleton, joint, &mut carrying);
        }
    }
    carrying
}

/// Adds a joint and all above it to joints that are known with all above them.
fn add_chain(skeleton: &Skeleton, joint: JointIndex, known: &mut BTreeSet<JointIndex>) {
    let chain = std::iter::successors(Some(joint), |&it| skeleton.parent(it));
    for joint in chain {
        // What is above a known joint is known.
        if !known.insert(joint) {
            break;
        }
    }
}

/// The joints with keys of scale or shear beside the rest, and the least and the largest factor by which each is scaled.
fn scaled<'a>(
    character: &'a Character,
    clip: &'a Clip,
) -> impl Iterator<Item = (JointIndex, [f32; 2])> + 'a {
    let skeleton = &character.rig.skeleton;
    clip.tracks().iter().filter_map(move |track| {
        let rest = skeleton.local_keys(track.joint).stretch;
        match &track.channel {
            Channel::Scale(keys) => {
                let factors = keys.values().iter().map(|value| *value / rest.scale);
                let finite = factors.filter(|factors| factors.is_finite());
                let ends = finite.fold([f32::INFINITY, 0.0], |[low, high], factors| {
                    [
                        low.min(factors.min_element()),
                        high.max(factors.max_element()),
                    ]
                });
                let is_same = ends.iter().all(|factor| (factor - 1.0).abs() <= SAME);
                (ends[0].is_finite() && !is_same).then_some((track.joint, ends))
            }
            Channel::Shear(keys) => {
                let is_off = |value: &glam::Vec3| (*value - rest.shear).abs().max_element() > SAME;
                (keys.values().iter().any(is_off)).then_some((track.joint, [1.0; 2]))
            }
            Channel::Translation(_) | Channel::Rotation(_) => None,
        }
    })
}
