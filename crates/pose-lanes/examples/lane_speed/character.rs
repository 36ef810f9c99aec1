//! The character that is measured: a trunk with limbs and three clips, and the same as a text for other programs.

use std::error::Error;
use std::fmt::Write as _;

use glam::{Affine3A, Quat, Vec3};
use rig::{
    BindPose, Channel, Clip, ClipId, Interpolation, JointIndex, JointTrack, LocalTransform, Rig,
    SkeletonBuilder, Track, Trs,
};

pub(crate) const JOINTS: u16 = 54;

/// Keys and frames a second of each clip.
const CLIPS: [(u16, f32); 3] = [(49, 12.0), (34, 30.0), (169, 12.0)];

fn parent(joint: u16) -> Option<u16> {
    match joint {
        0 => None,
        _ if joint.is_multiple_of(6) => Some(joint / 6 - 1),
        _ => Some(joint - 1),
    }
}

fn rest(joint: u16) -> Trs {
    Trs {
        translation: Vec3::new(0.02, 0.1, 0.0),
        rotation: Quat::from_rotation_z(0.1 * f32::from(joint % 5)),
        scale: Vec3::ONE,
    }
}

fn times((keys, a_second): (u16, f32)) -> Vec<f32> {
    (0..keys).map(|key| f32::from(key) / a_second).collect()
}

fn rotation(joint: u16, time: f32) -> Quat {
    let turn = Quat::from_rotation_x((time * 3.0 + f32::from(joint)).sin() * 0.5);
    rest(joint).rotation * turn
}

fn translation(joint: u16, time: f32) -> Vec3 {
    let rest = rest(joint).translation;
    if joint == 0 {
        rest + Vec3::Y * (0.05 * (time * 6.0).sin())
    } else {
        rest
    }
}

/// Bound where it rests.
pub(crate) fn rig() -> Result<Rig, Box<dyn Error>> {
    let mut builder = SkeletonBuilder::new();
    for joint in 0..JOINTS {
        let trs = LocalTransform::Trs(rest(joint));
        builder = builder.joint(joint.into(), parent(joint).map(u32::from), "", trs);
    }
    let skeleton = builder.build()?;
    let joints: Vec<JointIndex> = skeleton.joints().collect();
    let at_rest = |&joint: &JointIndex| skeleton.rest_model_from_joint(joint).inverse().to_affine();
    let matrices: Vec<Affine3A> = joints.iter().map(at_rest).collect();
    let (bind, _warnings) = BindPose::new(&skeleton, &joints, &matrices)?;
    Ok(Rig::new(skeleton, vec![bind]))
}

/// What clips do to the scale of all joints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scales {
    None,
    Constant,
    Keyed,
}

/// How joints are keyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Times {
    Shared,
    /// Of one grid, by each joint other ones, as after keys were taken away.
    Thinned,
    /// By each joint other ones.
    Own,
    /// The same, with tangents.
    Cubic,
}

impl Times {
    /// Rotations of a joint.
    fn rotations(self, joint: u16, times: &[f32]) -> Result<Track<Quat>, Box<dyn Error>> {
        let mut times = times.to_vec();
        if self == Self::Thinned {
            let last = times[times.len() - 1];
            let mut place = joint;
            times.retain(|&time| {
                place += 1;
                time == 0.0 || time == last || place.is_multiple_of(2)
            });
        }
        if matches!(self, Self::Own | Self::Cubic) {
            // All but the first and the last are a little later.
            let later = f32::from(joint + 1) * 1e-4;
            let last = times.len() - 1;
            times[1..last].iter_mut().for_each(|time| *time += later);
        }
        let value = |time: &f32| rotation(joint, *time);
        if self == Self::Cubic {
            let still = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
            let values = times.iter().flat_map(|time| [still, value(time), still]);
            let values = values.collect();
            return Ok(Track::new(times, values, Interpolation::CubicSpline)?);
        }
        let values = times.iter().map(value).collect();
        Ok(Track::new(times, values, Interpolation::Linear)?)
    }
}

/// What every joint is scaled by, in poses and constant clips.
pub(crate) const SCALE: Vec3 = Vec3::new(1.0, 1.05, 0.97);

/// Keys of the scale, if there are any.
fn scale(scales: Scales, times: &[f32]) -> Result<Option<Channel>, Box<dyn Error>> {
    let (times, values) = match scales {
        Scales::None => return Ok(None),
        Scales::Constant => (vec![0.0], vec![SCALE]),
        Scales::Keyed => {
            let at = |time: &f32| Vec3::ONE.lerp(SCALE, (time * 2.0).sin());
            (times.to_vec(), times.iter().map(at).collect())
        }
    };
    let keys = Track::new(times, values, Interpolation::Linear)?;
    Ok(Some(Channel::Scale(keys)))
}

/// Every joint turns, and the root moves.
pub(crate) fn clips(scales: Scales, keyed: Times) -> Result<Vec<Clip>, Box<dyn Error>> {
    let mut clips = Vec::new();
    for kind in CLIPS {
        let times = times(kind);
        let linear = Interpolation::Linear;
        let places = times.iter().map(|&time| translation(0, time)).collect();
        let mut tracks = vec![JointTrack {
            joint: JointIndex(0),
            channel: Channel::Translation(Track::new(times.clone(), places, linear)?),
        }];
        for joint in 0..JOINTS {
            tracks.push(JointTrack {
                joint: JointIndex(joint),
                channel: Channel::Rotation(keyed.rotations(joint, &times)?),
            });
            let joint = JointIndex(joint);
            let scale = scale(scales, &times)?;
            tracks.extend(scale.map(|channel| JointTrack { joint, channel }));
        }
        clips.push(Clip::new(ClipId(0), None, 0.0).with_tracks(tracks, Vec::new()));
    }
    Ok(clips)
}

/// Joints and clips; a joint a line, its parent and its rest; for every clip keys and seconds, times, and joint by joint, key by key, translation,
/// rotation and scale.
pub(crate) fn text(copies: usize) -> Result<String, Box<dyn Error>> {
    let mut text = format!("{JOINTS} {}\n", CLIPS.len() * copies);
    for joint in 0..JOINTS {
        write!(text, "{} ", parent(joint).map_or(-1, i32::from))?;
        let Trs {
            translation,
            rotation,
            ..
        } = rest(joint);
        write_trs(&mut text, translation, rotation)?;
    }
    for kind in [CLIPS].repeat(copies).as_flattened() {
        let times = times(*kind);
        writeln!(text, "{} {}", times.len(), times[times.len() - 1])?;
        for time in &times {
            writeln!(text, "{time}")?;
        }
        for joint in 0..JOINTS {
            for &time in &times {
                write_trs(&mut text, translation(joint, time), rotation(joint, time))?;
            }
        }
    }
    Ok(text)
}

fn write_trs(text: &mut String, translation: Vec3, rotation: Quat) -> Result<(), Box<dyn Error>> {
    let numbers = translation
        .to_array()
        .into_iter()
        .chain(rotation.to_array());
    for number in numbers.chain([1.0; 3]) {
        write!(text, "{number} ")?;
    }
    writeln!(text)?;
    Ok(())
}
