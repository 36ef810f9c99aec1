//! Keys that are put on frames.

use std::collections::{BTreeMap, BTreeSet};

use rig::{Clip, ClipEdit, KeyAt, SAME_KEY, Target};

use super::frames::FrameRate;

/// Each key on the frame nearest to it. Of keys of one track that are nearest to one frame only the closest goes there, and
/// none where another key stands already: these stay, and are counted.
#[must_use]
pub fn snap_keys(clip: &Clip, keys: &BTreeSet<KeyAt>, rate: FrameRate) -> (ClipEdit, usize) {
    let mut by_frame: BTreeMap<(Target, u32), Vec<KeyAt>> = BTreeMap::new();
    for key in keys {
        let frame = rate.snap(f64::from(key.time)).max(0.0);
        by_frame
            .entry((key.target, frame.to_bits()))
            .or_default()
            .push(*key);
    }
    let mut moved = Vec::new();
    let mut stay = 0;
    for ((target, frame), near) in by_frame {
        let frame = f32::from_bits(frame);
        let away = |key: &&KeyAt| (key.time - frame).abs();
        let times = clip.keys(target).map_or(&[][..], |keys| keys.times());
        let closest = near.iter().min_by(|a, b| away(a).total_cmp(&away(b)));
        let already = near.iter().any(|key| key.time == frame);
        stay += near.len() - 1;
        match closest {
            Some(_) if already => {}
            Some(key) if is_taken(times, frame, key.time) => stay += 1,
            Some(key) => moved.push((*key, frame)),
            None => {}
        }
    }
    let edit = ClipEdit::Retime {
        keys: moved,
        tangent_factor: 1.0,
    };
    (edit, stay)
}

/// Whether another key than this one is on the frame, be it by a rounding beside it: the one that comes there would overwrite it.
fn is_taken(times: &[f32], frame: f32, own: f32) -> bool {
    let first = times.partition_point(|time| *time < frame - SAME_KEY);
    let from_there = times.get(first..).unwrap_or_default().iter();
    let mut there = from_there.take_while(|time| **time <= frame + SAME_KEY);
    there.any(|time| *time != own)
}
