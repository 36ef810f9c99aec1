//! Clips that scale joints, which one method leaves out.

use std::collections::BTreeSet;

use character::Character;
use glam::Vec3;
use rig::{Channel, Clip, JointIndex, Skeleton};

use super::problem::{Problem, Severity, measure, pluralize};
use crate::text::names::clip_name;

/// Factors that differ from those at rest by less than this share are rounding.
const SAME: f32 = 1e-3;
/// The least and the largest of no factors.
const NO_FACTORS: [f32; 2] = [f32::INFINITY, f32::NEG_INFINITY];

/// Clips that scale or shear a joint that moves vertices, or one above it, by other factors than those at rest.
pub(super) fn scaled_clips(character: &Character) -> Option<Problem> {
    let carrying = carrying(character);
    let (mut scaled, mut sheared) = (BTreeSet::new(), BTreeSet::new());
    let mut ends = NO_FACTORS;
    let mut names = Vec::new();
    for clip in character.clips.iter() {
        let changed =
            rescaled_joints(character, clip).filter(|(joint, _)| carrying.contains(joint));
        let mut is_any = false;
        for (joint, factors) in changed {
            match factors {
                Some(factors) => {
                    scaled.insert(joint);
                    ends = [ends[0].min(factors[0]), ends[1].max(factors[1])];
                }
                None => {
                    sheared.insert(joint);
                }
            }
            is_any = true;
        }
        if is_any {
            names.push(clip_name(clip));
        }
    }
    let verb = |verb: &str| match names.len() {
        1 => format!("{verb}s"),
        _ => verb.to_owned(),
    };
    let scales = (!scaled.is_empty()).then(|| {
        let joints = pluralize(scaled.len(), "joint");
        let [least, most] = factors_in_words(ends);
        let by = match least == most {
            true => format!("a factor of {least}"),
            false => format!("factors of {least} to {most}"),
        };
        format!("{} {joints}, by {by}", verb("scale"))
    });
    let shears = (!sheared.is_empty())
        .then(|| format!("{} {}", verb("shear"), pluralize(sheared.len(), "joint")));
    let both: Vec<String> = scales.into_iter().chain(shears).collect();
    let what = format!("{} {}", pluralize(names.len(), "clip"), both.join(" and "));
    let meaning = "dual-quaternion leaves this out: another size; all other methods keep it.";
    Problem::about("clips-scale-joints", Severity::Note, what, meaning, names)
}

/// Two factors, with as many digits as it takes to tell them from each other and from 1.
fn factors_in_words(ends: [f32; 2]) -> [String; 2] {
    let short = ends.map(measure);
    let is_told = |(factor, words): (&f32, &String)| *factor == 1.0 || words != "1";
    let are_told = ends.iter().zip(&short).all(is_told);
    if are_told && (ends[0] == ends[1] || short[0] != short[1]) {
        return short;
    }
    // Five decimals show what is more than rounding, and no more of it.
    ends.map(|factor| {
        let text = format!("{factor:.5}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    })
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

/// The joints that are scaled or sheared otherwise than at rest: the least and the largest factor by which each is scaled, or none
/// where it is sheared.
fn rescaled_joints<'a>(
    character: &'a Character,
    clip: &'a Clip,
) -> impl Iterator<Item = (JointIndex, Option<[f32; 2]>)> + 'a {
    let skeleton = &character.rig.skeleton;
    clip.tracks().iter().filter_map(move |track| {
        let rest = skeleton.local_keys(track.joint).stretch;
        match &track.channel {
            Channel::Scale(curve) => {
                let factors = curve.extremes().map(|value| value / rest.scale);
                let finite = factors.filter(|factors| factors.is_finite());
                let ends = finite.fold(NO_FACTORS, |[low, high], factors| {
                    [
                        low.min(factors.min_element()),
                        high.max(factors.max_element()),
                    ]
                });
                let is_same = ends.iter().all(|factor| (factor - 1.0).abs() <= SAME);
                (ends[0].is_finite() && !is_same).then_some((track.joint, Some(ends)))
            }
            Channel::Shear(curve) => {
                let is_off = |value: Vec3| (value - rest.shear).abs().max_element() > SAME;
                curve.extremes().any(is_off).then_some((track.joint, None))
            }
            Channel::Translation(_) | Channel::Rotation(_) => None,
        }
    })
}
