//! The poses of a fit, and where vertices should be in them.

use character::Character;
use rig::{Clip, Pose};
use scene::deform::deform;
use scene::posed_character::Look;

use super::examples::examples;
use super::{FitChoice, FitPoses, FitSource, Places, PoseTargets, without_bulge};
use crate::document::Document;
use crate::files::presets::PresetFile;

/// Most moments of a clip that are looked at.
pub const MOST_FRAMES: u16 = 32;

/// A pose with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedPose {
    /// As a file of it is called.
    pub name: String,
    /// The pose.
    pub pose: Pose,
}

/// The poses to look at: rest and the test poses, or moments of a clip, evenly over it.
///
/// # Errors
///
/// One sentence: there is no such clip, or no test pose.
pub fn poses_of(
    character: &Character,
    which: FitPoses,
    tests: &[PresetFile],
) -> Result<Vec<NamedPose>, String> {
    let skeleton = &character.rig.skeleton;
    let rest = Pose {
        morph_weights: character.file_pose().morph_weights,
        ..Pose::rest(skeleton)
    };
    match which {
        FitPoses::Tests => {
            if tests.is_empty() {
                return Err("no joint moves a vertex, so that there are no test poses; choose a clip, or bind a mesh first.".to_owned());
            }
            let posed = |test: &PresetFile| NamedPose {
                name: test.name.clone(),
                pose: test.preset.applied(skeleton, &rest, 1.0, None),
            };
            let own = NamedPose {
                name: "rest".to_owned(),
                pose: rest.clone(),
            };
            Ok(std::iter::once(own)
                .chain(tests.iter().map(posed))
                .collect())
        }
        FitPoses::Clip(index) => {
            let clip = clip_of(character, index)?;
            Ok(frames(character, clip, MOST_FRAMES))
        }
    }
}

/// A clip by its index.
pub(super) fn clip_of(character: &Character, index: usize) -> Result<&Clip, String> {
    let clip = character.clips.get(index);
    clip.ok_or_else(|| "the clip is no more; choose another.".to_owned())
}

/// So many moments of a clip, the first and the last among them.
pub(super) fn frames(character: &Character, clip: &Clip, count: u16) -> Vec<NamedPose> {
    let base = character.file_pose();
    let last = f32::from(count.max(2) - 1);
    let moment = |frame: u16| {
        let time = clip.duration() * f32::from(frame) / last;
        NamedPose {
            name: (frame + 1).to_string(),
            pose: clip.sample(&character.rig.skeleton, &base, time),
        }
    };
    (0..count).map(moment).collect()
}

/// Where vertices should be in which poses, as is asked for.
///
/// # Errors
///
/// One sentence that names the file, the place in it, and a remedy.
pub fn targets(
    document: &Document,
    choice: &FitChoice,
    tests: &[PresetFile],
) -> Result<Vec<PoseTargets>, String> {
    let document = &*without_bulge(document);
    let character = &*document.character;
    let poses = || poses_of(character, choice.poses, tests);
    match &choice.source {
        FitSource::Itself => Ok(poses()?.into_iter().map(|named| kept(named.pose)).collect()),
        FitSource::Method(method) => {
            let look = Look {
                method: *method,
                signs: choice.look.signs,
            };
            let target = |named: NamedPose| {
                let placed = deform(character, &named.pose, &document.scale_inheritance, look);
                let placed = placed.map_err(|error| format!("{}: {error}.", named.name))?;
                Ok(PoseTargets {
                    places: Some(Places::Placed(placed)),
                    ..kept(named.pose)
                })
            };
            poses()?.into_iter().map(target).collect()
        }
        FitSource::Files(path) => examples(document, choice, tests, path),
    }
}

/// A pose in which vertices stay where they are.
pub(super) const fn kept(pose: Pose) -> PoseTargets {
    PoseTargets {
        pose,
        share: 1.0,
        places: None,
    }
}
