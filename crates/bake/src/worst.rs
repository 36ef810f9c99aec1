//! The vertices that are farthest off, and why.

use scene::deform::{DeformedPrimitive, deform_posed};

use crate::BakeError;
use crate::measure::{Comparing, MeasuredErrors};
use crate::moments::Moment;
use crate::motions::MethodCharacter;
use crate::report::{Reason, WorstVertex};

/// Vertices that are told of.
const MOST: usize = 10;

/// Half of the span in which a method is asked whether it jumps, seconds. No motion of a clip goes far in a thousandth of a second.
const INSTANT: f32 = 5e-4;

/// A jump is this much of an error, at least, within an instant, and this much of the size.
const JUMPED: f32 = 0.3;
const FAR: f32 = 0.005;

/// The worst vertices of a measurement, worst first; `allowed` is the error at keys that says that keys are too far apart, in percent.
pub(crate) fn worst(
    comparing: &Comparing<'_>,
    measured: &MeasuredErrors,
    times: &[Vec<f32>],
    allowed: f32,
) -> Result<Vec<WorstVertex>, BakeError> {
    let mut all: Vec<(usize, usize, f32, Moment)> = Vec::new();
    for (primitive, of) in measured.vertices.iter().enumerate() {
        let of = of.iter().enumerate();
        all.extend(of.map(|(vertex, &(error, moment))| (primitive, vertex, error, moment)));
    }
    all.retain(|it| it.2 > 0.0);
    all.sort_by(|one, other| other.2.total_cmp(&one.2));
    all.truncate(MOST);
    let percent = 100.0 / comparing.size;
    let mut found = Vec::with_capacity(all.len());
    for (primitive, vertex, error, moment) in all {
        let at = (primitive, vertex);
        let reason = if jumps(comparing, moment, at, error)? {
            Reason::Jump
        } else if error * percent > allowed
            && at_keys(comparing, moment, at, times)? * percent <= allowed
        {
            Reason::BetweenKeys
        } else {
            Reason::TooFewHelpers
        };
        found.push(WorstVertex {
            primitive,
            vertex,
            error: error * percent,
            moment,
            reason,
        });
    }
    Ok(found)
}

fn jumps(
    comparing: &Comparing<'_>,
    moment: Moment,
    at: (usize, usize),
    error: f32,
) -> Result<bool, BakeError> {
    let beside = [-INSTANT, INSTANT].map(|by| Moment {
        time: moment.time + by,
        ..moment
    });
    // The method is asked, not the baked file: a jump of its own is no fault of the fit.
    let [before, after] = beside.map(|moment| skin_at_moment(comparing.method, moment));
    let pair = place(&before?, at).zip(place(&after?, at));
    let least = (JUMPED * error).max(FAR * comparing.size);
    Ok(pair.is_some_and(|(before, after)| before.distance(after) > least))
}

/// The larger error at the two keys around a moment.
fn at_keys(
    comparing: &Comparing<'_>,
    moment: Moment,
    at: (usize, usize),
    times: &[Vec<f32>],
) -> Result<f32, BakeError> {
    let clip = moment
        .clip
        .and_then(|clip| comparing.clips.iter().position(|own| *own == clip));
    let times = clip.and_then(|clip| times.get(clip));
    let times = times.map_or(&[][..], Vec::as_slice);
    let after = times.partition_point(|time| *time <= moment.time);
    // The first key behind the moment and the one before it: both ends of the interval.
    let around = [after.checked_sub(1), Some(after)];
    let mut largest = 0.0_f32;
    let flags = comparing.baked.rig.scale_inheritance.clone();
    let baked = MethodCharacter {
        character: comparing.baked,
        scale_inheritance: &flags,
        ..*comparing.linear
    };
    for time in around
        .into_iter()
        .flatten()
        .filter_map(|key| times.get(key))
    {
        let at_key = Moment {
            time: *time,
            ..moment
        };
        let reference = skin_at_moment(comparing.method, at_key)?;
        let now = skin_at_moment(&baked, Moment { clip, ..at_key })?;
        if let Some((one, other)) = place(&reference, at).zip(place(&now, at)) {
            largest = largest.max(one.distance(other));
        }
    }
    Ok(largest)
}

fn skin_at_moment(
    subject: &MethodCharacter<'_>,
    moment: Moment,
) -> Result<Vec<DeformedPrimitive>, BakeError> {
    let posed = subject.posed_character(&subject.pose(moment), subject.look)?;
    let mut skin = Vec::new();
    deform_posed(subject.character, &posed, &mut skin)?;
    Ok(skin)
}

fn place(skin: &[DeformedPrimitive], (primitive, vertex): (usize, usize)) -> Option<glam::Vec3> {
    skin.get(primitive)?.positions.get(vertex).copied()
}
