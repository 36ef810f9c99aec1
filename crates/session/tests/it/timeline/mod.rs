//! The dope sheet as data.

mod copies;
mod curve_tools;
mod curves;
mod drags;
mod euler_curves;
mod frozen;
mod key_kinds;
mod keys;
mod landing;
mod time;
mod weighted;
mod work;

use std::collections::BTreeSet;

use glam::{Quat, Vec3};
use rig::{
    Channel, Clip, ClipId, Interpolation, JointChannel, JointIndex, JointTrack, KeyAt,
    LocalTransform, Skeleton, SkeletonBuilder, Target, Track, Trs,
};

/// Hips with an arm on each side.
/// The skeleton alone.
fn character() -> character::Character {
    character::Character {
        rig: std::sync::Arc::new(rig::Rig {
            skeleton: skeleton(),
            ..rig::Rig::default()
        }),
        ..character::Character::default()
    }
}

fn skeleton() -> Skeleton {
    let at = |x: f32, y: f32| {
        LocalTransform::Trs(Trs {
            translation: Vec3::new(x, y, 0.0),
            ..Trs::default()
        })
    };
    SkeletonBuilder::new()
        .joint(0, None, "hips", at(0.0, 1.0))
        .joint(1, Some(0), "arm.L", at(0.5, 0.5))
        .joint(2, Some(0), "arm.R", at(-0.5, 0.5))
        .build()
        .unwrap()
}

const HIPS: Target = Target::Joint(JointIndex(0), JointChannel::Translation);
const ARM: Target = Target::Joint(JointIndex(1), JointChannel::Rotation);

fn joint(number: u16) -> JointIndex {
    JointIndex(number)
}

fn moving(of: u16, times: &[f32], interpolation: Interpolation) -> JointTrack {
    let per_key = if interpolation == Interpolation::CubicSpline {
        3
    } else {
        1
    };
    let values = (0..times.len() * per_key).map(|_| Vec3::Y).collect();
    JointTrack {
        joint: joint(of),
        channel: Channel::Translation(Track::new(times.to_vec(), values, interpolation).unwrap()),
    }
}

fn turning(of: u16, times: &[f32]) -> JointTrack {
    let values = times.iter().map(|time| Quat::from_rotation_z(*time));
    let track = Track::new(times.to_vec(), values.collect(), Interpolation::Linear);
    JointTrack {
        joint: joint(of),
        channel: Channel::Rotation(track.unwrap()),
    }
}

fn clip(tracks: Vec<JointTrack>) -> Clip {
    Clip::new(ClipId(1), Some("walk".to_owned()), 0.0).with_tracks(tracks, Vec::new())
}

fn key(target: Target, time: f32) -> KeyAt {
    KeyAt { target, time }
}

fn all_keys(clip: &Clip) -> BTreeSet<KeyAt> {
    let keys = clip.targets().flat_map(|target| {
        let times = clip.keys(target).unwrap().times();
        times.iter().map(move |&time| KeyAt { target, time })
    });
    keys.collect()
}
