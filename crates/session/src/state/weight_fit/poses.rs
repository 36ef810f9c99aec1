//! The poses of a fit, and where vertices should be in them.

use character::Character;
use glam::Vec3;
use rig::{Clip, GoOn, Pose};
use scene::deform::{DeformedPrimitive, deform};
use whole_file::Files;

use super::examples::{ExampleRequest, examples};
use super::run::share;
use super::{FitChoice, FitPoses, FitSource, PoseTargets, without_bulge};
use crate::document::Document;
use crate::document::driven::drive;
use crate::document::layered_clips::seen_at;
use crate::state::presets::PresetFile;

/// Most moments of a clip that are looked at.
pub const MOST_FRAMES: u16 = 32;

/// A pose with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedPose {
    /// As a file of it is called.
    pub name: String,
    /// The pose, with an entry for each joint of the skeleton.
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
            // As the strip takes them: files may have their joints elsewhere than at rest.
            let base = character.file_pose();
            let posed = |test: &PresetFile| NamedPose {
                name: test.name.clone(),
                pose: test.preset.apply_to(skeleton, &base, 1.0, None),
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
    // Two at least: of a single moment, which is the first, nothing is divided by zero.
    let last = f32::from(count.max(2) - 1);
    let moment = |frame: u16| {
        let time = clip.duration() * f32::from(frame) / last;
        NamedPose {
            name: (frame + 1).to_string(),
            pose: seen_at(character, clip, &base, time),
        }
    };
    (0..count).map(moment).collect()
}

/// Where vertices should be in which poses, as is asked for.
///
/// `go_on` gets the share that is done, 0 to 1, before each pose or file, and decides whether to continue; none if it breaks off.
///
/// # Errors
///
/// One sentence that names the file, the place in it, and a remedy.
pub fn targets(
    document: &Document,
    choice: &FitChoice,
    tests: &[PresetFile],
    files: &Files,
    go_on: &GoOn<'_>,
) -> Option<Result<Vec<PoseTargets>, String>> {
    let FitSource::Files(path) = &choice.source else {
        return pose_targets(document, choice, tests, go_on);
    };
    let request = ExampleRequest {
        choice,
        tests,
        files,
    };
    examples(&without_bulge(document), request, path, go_on)
}

/// As [`targets`], for what is asked for without files.
///
/// # Errors
///
/// One sentence that names the pose.
pub(crate) fn pose_targets(
    document: &Document,
    choice: &FitChoice,
    tests: &[PresetFile],
    go_on: &GoOn<'_>,
) -> Option<Result<Vec<PoseTargets>, String>> {
    let document = &*without_bulge(document);
    let character = &*document.character;
    let poses = match poses_of(character, choice.poses, tests) {
        Ok(poses) => poses,
        Err(why) => return Some(Err(why)),
    };
    let driven = poses.into_iter().map(|mut named| {
        drive(&document.driven, &mut named.pose);
        named
    });
    each(driven, go_on, |named| {
        let places = match &choice.source {
            FitSource::Method(method) => {
                let look = method.look(character, choice.look.signs);
                let placed = deform(character, &named.pose, &document.scale_inheritance, look);
                Some(places(
                    placed.map_err(|error| format!("{}: {error}.", named.name))?,
                ))
            }
            FitSource::Itself | FitSource::Files(_) => None,
        };
        Ok(PoseTargets {
            places,
            ..pose_to_keep(named.pose)
        })
    })
}

/// The targets of one pose or file after another; none if `go_on` breaks off before one.
pub(super) fn each<T>(
    all: impl ExactSizeIterator<Item = T>,
    go_on: &GoOn<'_>,
    target: impl Fn(T) -> Result<PoseTargets, String>,
) -> Option<Result<Vec<PoseTargets>, String>> {
    let count = all.len();
    let mut done = Vec::new();
    for (place, of) in all.enumerate() {
        go_on(share(place, count)).continue_value()?;
        match target(of) {
            Ok(target) => done.push(target),
            Err(why) => return Some(Err(why)),
        }
    }
    Some(Ok(done))
}

/// The positions of all placed vertices, one primitive after another.
pub(super) fn places(placed: Vec<DeformedPrimitive>) -> Vec<Vec3> {
    placed.into_iter().flat_map(|of| of.positions).collect()
}

/// A pose in which vertices stay where they are.
pub(super) const fn pose_to_keep(pose: Pose) -> PoseTargets {
    PoseTargets {
        pose,
        share: 1.0,
        places: None,
    }
}
