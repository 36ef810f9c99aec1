//! Rests as little stretched as they came, as far as skins and clips allow: programs whose bones know no scale at rest, such as Blender, show another one.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{Mat3, Vec3};
use rig::{JointIndex, Rig};

use super::by_key;
use super::nodes::idle;
use crate::model::character::Character;

/// Stretches that differ by less, relative to their size, are the same but for rounding.
const SAME: f32 = 1e-5;

/// The character with rigid rests where an edit has stretched them and nothing shows it but skins, which take it up in their inverse
/// bind matrices; and the names of joints that keep a stretch. None where there is nothing to do.
pub(super) fn with_rigid_rests(character: &Character) -> (Option<Character>, Vec<String>) {
    let skeleton = &character.rig.skeleton;
    let stretched = stretched_joints(character);
    if stretched.is_empty() {
        return (None, Vec::new());
    }
    let idle = idle(character);
    let is_free = |joint: JointIndex| {
        let carried = character.joint_content(joint, skeleton.key(joint));
        idle.contains(&joint) || carried.is_none()
    };
    let asked = stretched.iter().filter(|(joint, _)| is_free(**joint));
    let asked: BTreeMap<JointIndex, f32> = asked
        .filter_map(|(&joint, wanted)| Some((joint, (*wanted)?)))
        .collect();
    // Without rigid rests the file shows the same in programs that know scale at rest.
    let Ok(rests) = skeleton.with_rigid_rests(&asked, &character.clips) else {
        return (None, Vec::new());
    };
    let not_asked = stretched.keys().filter(|joint| !asked.contains_key(joint));
    let left = not_asked.chain(rests.stretched_joints());
    let names = left.map(|&joint| skeleton.name(joint).to_owned()).collect();
    let clips = character.clips.iter().map(|clip| rests.clip(clip));
    let clips: Vec<rig::Clip> = clips.collect();
    let mut rigid = character.with_clips(clips);
    rigid.rig = Arc::new(Rig {
        skeleton: rests.skeleton().clone(),
        ..Rig::clone(&character.rig)
    });
    (Some(rigid), names)
}

/// Joints that rest stretched otherwise than in the file, with the factor that they had there; an added joint with that of the first
/// joint above it that was there. None where that was no one factor.
fn stretched_joints(character: &Character) -> BTreeMap<JointIndex, Option<f32>> {
    let skeleton = &character.rig.skeleton;
    let read = &character.source.as_read.rig.skeleton;
    let before = by_key(read);
    let mut stretched = BTreeMap::new();
    for joint in skeleton.joints() {
        let mut above = std::iter::successors(Some(joint), |&above| skeleton.parent(above));
        let came = above.find_map(|above| before.get(&skeleton.key(above)));
        let wanted = came.map_or(Some(1.0), |&came| read.uniform_rest_scale(came));
        let stretch = skeleton.rest_stretch(joint);
        let own = before.get(&skeleton.key(joint));
        let own = own.map(|&came| read.rest_stretch(came));
        let is_near = |other: Mat3| {
            let size = other.x_axis.abs().max_element();
            stretch.abs_diff_eq(other, SAME * size.max(f32::MIN_POSITIVE))
        };
        let is_as_it_was = own.is_some_and(is_near);
        let is_wanted =
            wanted.is_some_and(|factor| is_near(Mat3::from_diagonal(Vec3::splat(factor))));
        if !is_as_it_was && !is_wanted {
            stretched.insert(joint, wanted);
        }
    }
    stretched
}
