//! Bakes, and scale in nodes of its own: what the file shows is promised to be near to what the character shows by its method.

use std::ops::ControlFlow;

use bake::{BakeJob, Goal, MOST_JOINTS, USUAL_BYTES, USUAL_RATE, exact_scale};
use character::{
    Character, SaveOptions, SkeletonEdit, open_as_others_do, open_bytes, to_glb, to_glb_with,
};
use glam::Vec3;
use rig::{Channel, Interpolation, JointTrack, Method, ScaleInheritance, Track};
use scene::parallel::processors;
use scene::posed_character::Look;
use serde_json::json;
use testkit::glb::double_mesh;

use super::Outcome;

/// Percent of the size that a bake may be off.
const TOLERANCE: f32 = 0.5;
/// The same of exact scale: shear is keyed sixty times a second.
const EXACT: f32 = 0.1;
/// Baked unless all are asked for.
const SMALL: [&str; 2] = ["cylinder", "arm"];
/// Baked of the models, if all are asked for.
const MODELS: [&str; 1] = ["cesium_man"];

/// A file that is to show what another character shows by a method.
pub(super) struct BakedFile {
    pub(super) kind: &'static str,
    pub(super) glb: Vec<u8>,
    /// What was promised, in percent of the size.
    pub(super) percent: f32,
    pub(super) from: From,
}

/// What was baked.
pub(super) struct From {
    pub(super) character: Character,
    pub(super) scale_inheritance: Vec<ScaleInheritance>,
    pub(super) look: Look,
}

/// Of a source by its name, nothing of those that are too large.
pub(super) fn made(
    (name, is_own): (&str, bool),
    character: &Character,
    takes_all: bool,
) -> Outcome<Vec<BakedFile>> {
    let is_asked = SMALL.contains(&name) || takes_all && (is_own || MODELS.contains(&name));
    if !is_asked || character.clips.is_empty() {
        return Ok(Vec::new());
    }
    let from = |method| From {
        scale_inheritance: character.rig.scale_inheritance.clone(),
        character: character.clone(),
        look: Look::new(method),
    };
    let mut made = vec![
        baked("baked two-phase", from(Method::TWO_PHASE))?,
        baked("baked affine", from(Method::Affine))?,
    ];
    if name == SMALL[0] {
        made.push(baked("baked per mesh", two_meshes(character)?)?);
    }
    let stretched = |inheritance| stretched(character, inheritance);
    made.push(exact(
        "scale of each joint",
        stretched(ScaleInheritance::Joint)?,
    )?);
    made.push(plain(
        "plain shear",
        stretched(ScaleInheritance::Children)?,
    )?);
    made.push(parted("parted", stretched(ScaleInheritance::Children)?)?);
    Ok(made)
}

fn baked(kind: &'static str, from: From) -> Outcome<BakedFile> {
    let clips: Vec<usize> = (0..from.character.clips.len()).collect();
    let job = BakeJob {
        character: &from.character,
        scale_inheritance: &from.scale_inheritance,
        look: from.look,
        clips: &clips,
        goal: Goal::Tolerance(TOLERANCE),
        rate: USUAL_RATE,
        most_joints: MOST_JOINTS,
        most_bytes: USUAL_BYTES,
        threads: processors(),
    };
    let baked = job.run(&|_| ControlFlow::Continue(()))?;
    let glb = baked.ok_or("a bake that nobody stopped has ended")?.glb;
    Ok(BakedFile {
        kind,
        glb,
        percent: TOLERANCE,
        from,
    })
}

fn exact(kind: &'static str, from: From) -> Outcome<BakedFile> {
    let exact = exact_scale(&from.character, &from.scale_inheritance)?;
    let (glb, _) = to_glb(&exact.character)?;
    Ok(BakedFile {
        kind,
        glb,
        percent: EXACT,
        from,
    })
}

/// Shear as two nodes without a word of ours, of a file that has such words and was not edited.
fn plain(kind: &'static str, from: From) -> Outcome<BakedFile> {
    let (marked, _) = to_glb(&from.character)?;
    let options = SaveOptions {
        plain_shear: true,
        ..SaveOptions::default()
    };
    let (glb, _) = to_glb_with(&open_bytes("marked", &marked)?, &options)?;
    Ok(BakedFile {
        kind,
        glb,
        percent: EXACT,
        from,
    })
}

/// The same of a file whose two nodes were read as two joints, and of which a joint got another name.
fn parted(kind: &'static str, from: From) -> Outcome<BakedFile> {
    let (marked, _) = to_glb(&from.character)?;
    let apart = open_as_others_do("marked", &marked)?;
    let skeleton = &apart.rig.skeleton;
    let joint = skeleton.joints().next().ok_or("no joint")?;
    let edit = SkeletonEdit::Rename {
        joint: skeleton.key(joint),
        name: "another".to_owned(),
    };
    let (glb, _) = to_glb(&apart.apply_edit(&edit)?.character)?;
    Ok(BakedFile {
        kind,
        glb,
        percent: EXACT,
        from,
    })
}

/// The mesh twice in one place, once by two phases and once linearly.
fn two_meshes(character: &Character) -> Outcome<From> {
    let (bytes, _) = to_glb(character)?;
    let kept = ["two-phase", "linear"].map(|method| json!({ "method": method }));
    let character = open_bytes("two meshes", &double_mesh(&bytes, kept))?;
    Ok(From {
        scale_inheritance: character.rig.scale_inheritance.clone(),
        character,
        look: Look {
            per_mesh: true,
            ..Look::new(Method::Affine)
        },
    })
}

/// Two joints of the first skin under uneven scale, one of them under shear too.
fn stretched(character: &Character, inheritance: ScaleInheritance) -> Outcome<From> {
    // As the file has it, so that keys come behind those that it has.
    let (bytes, _) = to_glb(character)?;
    let character = open_bytes("stretched", &bytes)?;
    let joints = character.rig.binds.first().map(|bind| bind.joints());
    let joints = joints.unwrap_or_default();
    let [one, other] = [0, joints.len() / 2].map(|place| joints.get(place).copied());
    let first = character.clips.first().ok_or("no clip")?;
    let end = first.duration();
    let vector = |middle: Vec3, ends: Vec3| {
        let times = vec![0.0, 0.45 * end, end];
        Track::new(times, vec![ends, middle, ends], Interpolation::Linear)
    };
    let scale = vector(Vec3::new(1.3, 0.9, 0.8), Vec3::ONE)?;
    let shear = vector(Vec3::new(0.2, 0.0, -0.1), Vec3::ZERO)?;
    let wanted = [
        (one, Channel::Scale(scale.clone())),
        (other, Channel::Scale(scale)),
        (other, Channel::Shear(shear)),
    ];
    let mut tracks = first.tracks().to_vec();
    for (joint, channel) in wanted {
        let joint = joint.ok_or("a skin without joints")?;
        tracks.retain(|track| {
            track.joint != joint
                || std::mem::discriminant(&track.channel) != std::mem::discriminant(&channel)
        });
        tracks.push(JointTrack { joint, channel });
    }
    let mut clips = character.clips.to_vec();
    if let Some(clip) = clips.first_mut() {
        *clip = clip.clone().with_tracks(tracks, Vec::new());
    }
    Ok(From {
        scale_inheritance: vec![inheritance; character.rig.skeleton.len()],
        character: character.with_clips(clips),
        look: Look::new(Method::Linear),
    })
}
