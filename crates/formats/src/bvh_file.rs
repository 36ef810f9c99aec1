//! A motion capture as a skeleton with one clip.
//!
//! Joints rest with the axes of the model, their offsets from their parents; the end of a bone becomes a joint, so that the last bone of a
//! limb has a length. A root without an offset rests where the figure stands on the ground.

use bvh::{Bvh, BvhNote, Channel as BvhChannel, ChannelKind};
use character::{Authored, AuthoredClip, AuthoredJoint, write_glb};
use glam::{Quat, Vec3};
use rig::{Channel, Interpolation, JointIndex, JointTrack, Track, TrackError, Trs};

use crate::bvh_figure::{Conventions, guess, places};
use crate::error::FormatError;
use crate::format::Converted;

/// What a capture begins with, but for comments and blanks.
pub(crate) fn begins(head: &[u8]) -> bool {
    const WORD: &[u8] = b"HIERARCHY";
    let mut lines = head
        .split(|byte| matches!(byte, b'\n' | b'\r'))
        .map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#"));
    first
        .and_then(|line| line.get(..WORD.len()))
        .is_some_and(|word| word.eq_ignore_ascii_case(WORD))
}

pub(crate) fn convert(name: &str, bytes: &[u8]) -> Result<Converted, FormatError> {
    let (bvh, mended) = Bvh::read(bytes).map_err(|error| FormatError::content(name, &error))?;
    let guess = guess(&bvh);
    let stem = stem(name);
    let clip = clip(&bvh, guess.conventions, stem.clone()).map_err(|error| {
        FormatError::content(
            name,
            &format!("{error}; export fewer frames, or with another time between them"),
        )
    })?;
    let authored = Authored {
        name: stem,
        joints: joints(&bvh, guess.conventions),
        clips: vec![clip],
        ..Authored::default()
    };
    let glb = write_glb(&authored).map_err(|error| FormatError::authored(name, &error))?;
    let mended = mended.iter().map(BvhNote::to_string);
    Ok(Converted {
        glb,
        notes: guess.notes.into_iter().chain(mended).collect(),
    })
}

/// The name of a file without folders and ending.
fn stem(name: &str) -> String {
    let path = std::path::Path::new(name);
    path.file_stem().map_or_else(
        || name.to_owned(),
        |stem| stem.to_string_lossy().into_owned(),
    )
}

/// The joints of the file in their order, then the ends of bones.
fn joints(bvh: &Bvh, by: Conventions) -> Vec<AuthoredJoint> {
    let at = |translation| Trs {
        translation,
        ..Trs::IDENTITY
    };
    let name = |name: &str, number: usize| match name {
        "" => format!("joint {number}"),
        name => name.to_owned(),
    };
    let ground = lift(bvh, by);
    let joint = |(number, joint): (usize, &bvh::Joint)| {
        let offset = by.vector(joint.offset.as_dvec3());
        let is_lifted = joint.parent.is_none() && offset == Vec3::ZERO;
        AuthoredJoint {
            name: name(&joint.name, number),
            parent: joint.parent,
            local: at(if is_lifted { ground * Vec3::Y } else { offset }),
        }
    };
    let end = |(number, joint): (usize, &bvh::Joint)| {
        let offset = joint.end.filter(|end| *end != Vec3::ZERO)?;
        Some(AuthoredJoint {
            name: format!("{} end", name(&joint.name, number)),
            parent: Some(number),
            local: at(by.vector(offset.as_dvec3())),
        })
    };
    let numbered = || bvh.joints().iter().enumerate();
    numbered()
        .map(joint)
        .chain(numbered().filter_map(end))
        .collect()
}

/// How far a root without an offset is above the lowest place of the figure at rest, in meters.
fn lift(bvh: &Bvh, by: Conventions) -> f32 {
    let heights = places(bvh, None)
        .into_iter()
        .map(|place| by.vector(place).y);
    -heights.fold(0.0, f32::min)
}

fn clip(bvh: &Bvh, by: Conventions, name: String) -> Result<AuthoredClip, TrackError> {
    let mut tracks = Vec::new();
    for number in 0..bvh.joints().len() {
        let joint = JointIndex(u16::try_from(number).unwrap_or(u16::MAX));
        if has(bvh, number, ChannelKind::Position) {
            let places = values(bvh, number, |local| by.vector(local.translation));
            let rest = by.vector(bvh.joints()[number].offset.as_dvec3());
            let is_root = bvh.joints()[number].parent.is_none();
            if is_root || places.iter().any(|place| *place != rest) {
                let channel = Channel::Translation(track(bvh, places)?);
                tracks.push(JointTrack { joint, channel });
            }
        }
        if has(bvh, number, ChannelKind::Rotation) {
            let mut turns = values(bvh, number, |local| by.rotation(local.rotation.as_quat()));
            continue_signs(&mut turns);
            let channel = Channel::Rotation(track(bvh, turns)?);
            tracks.push(JointTrack { joint, channel });
        }
    }
    Ok(AuthoredClip { name, tracks })
}

fn has(bvh: &Bvh, joint: usize, kind: ChannelKind) -> bool {
    let is_kind = |channel: &BvhChannel| channel.kind == kind;
    bvh.joints()[joint].channels.iter().any(is_kind)
}

fn values<T>(bvh: &Bvh, joint: usize, of: impl Fn(bvh::LocalTransform) -> T) -> Vec<T> {
    let frames = 0..bvh.frame_count();
    frames.map(|frame| of(bvh.local(frame, joint))).collect()
}

/// Each on the side of the one before, so that programs which do not choose the shorter way turn as we do.
fn continue_signs(turns: &mut [Quat]) {
    let mut before = Quat::IDENTITY;
    for turn in turns {
        if before.dot(*turn) < 0.0 {
            *turn = -*turn;
        }
        before = *turn;
    }
}

/// One key where nothing changes.
fn track<T: PartialEq + rig::Keyed>(bvh: &Bvh, mut values: Vec<T>) -> Result<Track<T>, TrackError> {
    if values
        .iter()
        .skip(1)
        .all(|value| Some(value) == values.first())
    {
        values.truncate(1);
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "times of keys are f32"
    )]
    let time = |frame: usize| (frame as f64 * bvh.frame_time()) as f32;
    let times: Vec<f32> = (0..values.len()).map(time).collect();
    Track::new(times, values, Interpolation::Linear)
}
