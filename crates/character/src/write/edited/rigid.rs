//! Rests without stretch, as far as skins and clips allow: programs whose bones know no scale at rest, such as Blender, show another one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::Mat3;
use rig::{JointIndex, Rig};

use super::nodes::idle;
use crate::character::Character;

/// Stretches that differ by less are the same.
const SAME: f32 = 1e-5;

/// The character with rigid rests where an edit has stretched them and nothing shows it but skins, which take it up in their inverse
/// bind matrices; and the names of joints that keep a stretch. None where there is nothing to do.
pub(super) fn with_rigid_rests(character: &Character) -> (Option<Character>, Vec<String>) {
    let skeleton = &character.rig.skeleton;
    let stretched = stretched(character);
    if stretched.is_empty() {
        return (None, Vec::new());
    }
    let idle = idle(character);
    let is_free = |joint: &JointIndex| {
        let carried = character.carried_at(*joint, skeleton.key(*joint));
        idle.contains(joint) || carried.is_none()
    };
    let asked: BTreeSet<JointIndex> = stretched.iter().copied().filter(is_free).collect();
    let Ok(rests) = skeleton.with_rigid_rests(&asked, &character.clips) else {
        return (None, Vec::new());
    };
    let left = stretched.difference(&asked).chain(rests.kept());
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

/// Joints that rest stretched otherwise than in the file.
fn stretched(character: &Character) -> BTreeSet<JointIndex> {
    let skeleton = &character.rig.skeleton;
    let read = &character.source.as_read.rig.skeleton;
    let before: BTreeMap<u32, Mat3> = read
        .joints()
        .map(|joint| (read.key(joint), read.rest_stretch(joint)))
        .collect();
    let is_other = |joint: &JointIndex| {
        let stretch = skeleton.rest_stretch(*joint);
        let came = before.get(&skeleton.key(*joint)).copied();
        !stretch.abs_diff_eq(came.unwrap_or(Mat3::IDENTITY), SAME)
            && !stretch.abs_diff_eq(Mat3::IDENTITY, SAME)
    };
    skeleton.joints().filter(is_other).collect()
}
