//! The dope sheet and the curves of `dualskin bench --clip`: what they cost in a frame, without drawing them.

use std::sync::Arc;
use std::time::Instant;

use glam::Quat;
use rig::{
    Channel, Clip, ClipEdit, ClipId, Interpolation, JointChannel, JointIndex, JointTrack, KeyAt,
    LocalTransform, Rig, SkeletonBuilder, Target, Track, TrackError,
};
use session::state::timeline::axis::{Axis, TimeRange};
use session::state::timeline::columns::Columns;
use session::state::timeline::curve_cache::CurveCache;
use session::state::timeline::curve_edits::raise_edit;
use session::state::timeline::quads::{Line, quads};
use session::state::timeline::rows::RowOf;

use super::clip::{ClipRow, ms};
use crate::Failure;

/// Joints of the clip, keys of each, and how often each work is done.
const JOINTS: u16 = 100;
const KEYS: u16 = 500;
const TIMES: u16 = 20;
/// Keys of each joint whose curves are made, and the points that each has on a screen of 1,000 points.
const CURVE_KEYS: u16 = 1000;
const CURVE_POINTS: u16 = 166;
/// Width of the sheet and height of a row, in points.
const WIDTH: f32 = 1600.0;
const ROW: f32 = 20.0;

/// All keys laid out as shapes, as when the sheet is zoomed; and one key moved, after which its rows are merged anew.
pub(super) fn sheet_rows() -> Result<[ClipRow; 2], Failure> {
    let refused = |error: &dyn std::error::Error| Failure::Data(format!("{error}."));
    let mut clip = clip().map_err(|error| refused(&error))?;
    let mut columns = Columns::default();
    columns.follow(&clip);
    let begin = Instant::now();
    let mut most = 0;
    for zoom in 0..TIMES {
        // From the whole clip to a quarter of it.
        let length = f64::from(clip.duration()) * (1.0 - f64::from(zoom) / 80.0);
        let axis = Axis::new(0.0, WIDTH, TimeRange::new(0.0, length));
        let lines = (0..JOINTS).map(|joint| Line {
            columns: columns.of(RowOf::Joint(JointIndex(joint))),
            selected: &[],
            pending: &[],
            is_sum: true,
            y: ROW * f32::from(joint),
        });
        let lines: Vec<Line<'_>> = lines.collect();
        most = most.max(quads(&axis, (0.0, WIDTH), &lines).len());
    }
    let laid_out = ms(begin);
    if most == 0 {
        return Err(Failure::Data("the dope sheet shows no keys.".to_owned()));
    }
    let target = Target::Joint(JointIndex(JOINTS / 2), JointChannel::Rotation);
    let begin = Instant::now();
    for step in 1..=TIMES {
        let keys = clip.keys(target).map(|keys| keys.times());
        let Some(&time) = keys.and_then(<[f32]>::last) else {
            break;
        };
        let edit = ClipEdit::Retime {
            keys: vec![(KeyAt { target, time }, time + 0.001 * f32::from(step))],
            tangent_factor: 1.0,
        };
        clip = clip.with_edit(&edit).map_err(|error| refused(&error))?.0;
        columns.follow(&clip);
    }
    let moved = ms(begin);
    let times = usize::from(TIMES);
    Ok([
        ClipRow::new("dope sheet, laid out", times, laid_out),
        ClipRow::new("dope sheet, a key moved", times, moved),
    ])
}

/// Curves of all joints' rotations, as they are looked at: the time in sight changes, and a key moves up and down.
pub(super) fn curve_rows() -> Result<[ClipRow; 3], Failure> {
    let refused = |error: &dyn std::error::Error| Failure::Data(format!("{error}."));
    let clip = turning(CURVE_KEYS).map_err(|error| refused(&error))?;
    let mut builder = SkeletonBuilder::new();
    for joint in 0..JOINTS {
        builder = builder.joint(u32::from(joint), None, "", LocalTransform::default());
    }
    let skeleton = builder.build().map_err(|error| refused(&error))?;
    let rig = Arc::new(Rig {
        skeleton,
        ..Rig::default()
    });
    let targets: Vec<Target> = clip.targets().collect();
    let mut cache = CurveCache::default();
    let begin = Instant::now();
    cache.follow(&rig, &clip);
    let first = made(&mut cache, &targets, clip.duration());
    let followed = ms(begin);
    let begin = Instant::now();
    let mut least = first;
    for zoom in 0..TIMES {
        // From the whole clip to a fiftieth of it.
        let share = 1.0 - 0.98 * f32::from(zoom) / f32::from(TIMES - 1);
        least = least.min(made(&mut cache, &targets, share * clip.duration()));
    }
    let zoomed = ms(begin);
    if least < 3 * usize::from(JOINTS) {
        return Err(Failure::Data("curves are missing.".to_owned()));
    }
    let moved = curve_key_moved(&rig, &mut cache, &clip, &targets)?;
    let times = usize::from(TIMES);
    Ok([
        ClipRow::new("300 curves, first seen", 1, followed),
        ClipRow::new("300 curves, zoomed", times, zoomed),
        ClipRow::new("300 curves, a key moved", times, moved),
    ])
}

/// Milliseconds while a key is dragged up and down, each time with all curves made anew.
fn curve_key_moved(
    rig: &Arc<Rig>,
    cache: &mut CurveCache,
    clip: &Clip,
    targets: &[Target],
) -> Result<f64, Failure> {
    let Some(&target) = targets.get(targets.len() / 2) else {
        return Ok(0.0);
    };
    let times = clip.keys(target).map(|keys| keys.times());
    let Some(&time) = times.and_then(|times| times.get(times.len() / 2)) else {
        return Ok(0.0);
    };
    let begin = Instant::now();
    for step in 0..TIMES {
        let by = (2, f32::from(step));
        let edit = raise_edit(&rig.skeleton, clip, &[KeyAt { target, time }], by);
        let edited = clip.with_edit(&edit);
        let (edited, _) = edited.map_err(|error| Failure::Data(format!("{error}.")))?;
        cache.follow(rig, &edited);
        made(cache, targets, clip.duration());
    }
    Ok(ms(begin))
}

/// Makes all curves from the beginning to a time, over a screen; returns how many.
fn made(cache: &mut CurveCache, targets: &[Target], end: f32) -> usize {
    let curves = |target: &Target| {
        cache
            .curves(*target, (0.0, end), CURVE_POINTS, |_| false)
            .len()
    };
    targets.iter().map(curves).sum()
}

/// Every joint turns, each at times of its own.
fn clip() -> Result<Clip, TrackError> {
    turning(KEYS)
}

fn turning(keys: u16) -> Result<Clip, TrackError> {
    let tracks: Result<Vec<JointTrack>, TrackError> = (0..JOINTS)
        .map(|joint| {
            let late = f32::from(joint) * 1e-3;
            let times: Arc<[f32]> = (0..keys).map(|key| f32::from(key) / 24.0 + late).collect();
            let turns = times.iter().map(|time| Quat::from_rotation_y(time.sin()));
            let track = Track::new(Arc::clone(&times), turns.collect(), Interpolation::Linear);
            Ok(JointTrack {
                joint: JointIndex(joint),
                channel: Channel::Rotation(track?),
            })
        })
        .collect();
    Ok(Clip::new(ClipId(0), None, 0.0).with_tracks(tracks?, Vec::new()))
}
