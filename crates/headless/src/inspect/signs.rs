//! The signs of rotations in the pose or over the clip that was asked for.

use dq_math::SignRule;
use rig::{Method, NormalRule, RigidBlend};
use scene::names::decimal;
use scene::posed_character::Look;
use scene::report::{CharacterReport, SignReport, seconds, thousands};
use scene::valid_signs::{FRAME_RATE, NEAR, clip_sign_count, sign_count};

use super::InspectJob;
use super::table::{WIDTH, facts};
use crate::Failure;
use crate::source::opened::OpenedCharacter;
use crate::source::pose::{Hardware, MomentArgument, RequestedPose, Skinning, find_clip};
use crate::terminal::printable::name;

/// Signs that follow how joints were turned; of all methods that have signs the rotations are these, but for stretch.
const METHOD: Method = Method::rigid(RigidBlend::DualQuaternion);

/// The report on what was asked for; empty if nothing was.
pub(super) fn sign_reports(
    job: &InspectJob,
    opened: &OpenedCharacter,
) -> Result<Vec<SignReport>, Failure> {
    let character = &opened.character;
    let look = Look {
        method: METHOD,
        signs: SignRule::Followed,
        per_mesh: false,
        first_phase: false,
        twist: false,
        smooth: None,
    };
    if let (Some(clip), None, None) = (&job.clip, job.time, &job.preset) {
        let (index, clip) = find_clip(character, clip)?;
        let own = opened.own.as_ref().map(|own| &own.scale_inheritance);
        let inheritance = own.unwrap_or(&character.rig.scale_inheritance);
        let count = clip_sign_count(character, clip, inheritance, look);
        let count = count.map_err(|error| Failure::Data(error.to_string()))?;
        let name = clip.name().map(ToOwned::to_owned);
        return Ok(vec![SignReport::of_clip(index, name, count)]);
    }
    let moment = job.clip.as_ref().zip(job.time);
    let moment = moment.map(|(clip, time)| MomentArgument {
        clip: clip.clone(),
        time,
    });
    let is_asked = moment.is_some() || job.preset.is_some();
    if !is_asked && opened.own.is_none() {
        return Ok(Vec::new());
    }
    let posed = RequestedPose::from_opened(opened, moment.as_ref(), SKINNING)?;
    let posed = posed.with_preset(character, job.preset.as_ref())?;
    let count = sign_count(character, &posed.palettes(character, METHOD)?);
    let name = posed.preset.clone().or_else(|| posed.project.clone());
    Ok(vec![SignReport::of_pose(posed.moment, name, count)])
}

const SKINNING: Skinning = Skinning {
    signs: SignRule::Followed,
    scale_inheritance: None,
    normals: NormalRule::Usual,
    first_phase: false,
    hardware: Hardware::Processor { threads: 1 },
};

/// The lines of the page.
pub(super) fn lines(report: &CharacterReport) -> Vec<String> {
    report.signs.iter().flat_map(of_one).collect()
}

fn of_one(signs: &SignReport) -> Vec<String> {
    let found = &signs.any_frame;
    let what = match (signs.clip, signs.time) {
        (Some(clip), Some(time)) => format!("clip {clip} at {} s", seconds(time)),
        (Some(clip), None) if signs.is_thinned => format!(
            "clip {clip}, {} frames evenly over it: too long for {FRAME_RATE} a second",
            thousands(signs.frames)
        ),
        (Some(clip), None) => format!(
            "clip {clip}, {} frames, {FRAME_RATE} a second",
            thousands(signs.frames)
        ),
        (None, _) => "pose".to_owned(),
    };
    let title = match &signs.name {
        Some(own) => format!("  {what}: {}", name(Some(own), WIDTH - 4 - what.len())),
        None => format!("  {what}"),
    };
    let in_frames = |frames: usize| match signs.frames {
        1 => String::new(),
        _ => format!("in {} frames", thousands(frames)),
    };
    let rows = [
        (
            "shared vertices",
            found.vertices,
            "that two joints or more move".to_owned(),
        ),
        (
            "no valid signs",
            found.without_valid,
            in_frames(signs.frames_without_valid),
        ),
        (
            "turned too far",
            found.invalid,
            in_frames(signs.frames_invalid),
        ),
        ("near a flip", found.near, {
            let within = format!("within {NEAR}°");
            let frames = in_frames(signs.frames_near);
            [within, frames].join(" ").trim_end().to_owned()
        }),
    ];
    let rows = rows.map(|(label, count, remark)| (label, thousands(count), remark));
    let furthest = (
        "furthest",
        format!("{}°", decimal(found.furthest, 1)),
        "between two joints of a vertex".to_owned(),
    );
    let rows: Vec<_> = rows.into_iter().chain([furthest]).collect();
    std::iter::once(title).chain(facts(&rows)).collect()
}
