//! Whole clips of a document changed, with what was posed over them and has no keys yet.

use rig::{AnyTrack, Clip, ClipEdit, ClipId, JointPairs, TrackError};

use crate::document::Document;
use crate::document::keyed::clip_pose;
use crate::document::pending::{Pending, PendingPoses, mirror_changes};
use crate::document::pins;
use crate::document::props;
use crate::state::clips::clip_tools::{LoopChoice, LoopWay};

/// Seconds over which a loop is closed at first, and the share of the clip that it is at most.
const CLOSING: f32 = 0.5;
const CLOSING_SHARE: f32 = 0.5;
/// With keys at more than this share of its frames a clip counts as captured.
const CAPTURED: f64 = 0.5;
/// Frames a second where time is not counted in frames.
const SEEN: f64 = 24.0;

/// The document without a clip, and without pins in it, switches of props, and what was posed over it.
#[must_use]
pub fn without_clip(document: &Document, clip: ClipId) -> Document {
    let clips = document.character.clips.iter();
    let left = clips.filter(|own| own.id() != clip).map(|own| {
        // What lay over it is a clip of its own.
        let is_layer = own.layer().is_some_and(|layer| layer.over == clip);
        if is_layer {
            own.clone().with_layer(None)
        } else {
            own.clone()
        }
    });
    let left = left.collect();
    Document {
        pending: document.pending.without_clip(clip).into(),
        pins: pins::without_clip(&document.pins, clip),
        props: props::without_clip(&document.props, clip),
        ..document.with_clips(left)
    }
}

/// The document with these clips alone, and without what was posed over others; how many of these poses there were.
#[must_use]
pub fn with_only_clips(document: &Document, clips: Vec<Clip>) -> (Document, usize) {
    let is_left = |of: ClipId| clips.iter().any(|clip| clip.id() == of);
    let own = document.character.clips.iter().map(Clip::id);
    let gone: Vec<ClipId> = own.filter(|id| !is_left(*id)).collect();
    let poses = gone.iter().map(|&id| document.pending.of_clip(id).count());
    let count = poses.sum();
    let left = gone
        .iter()
        .fold(document.clone(), |left, &id| without_clip(&left, id));
    (left.with_clips(clips), count)
}

/// The document with a clip in place of the one of its identity.
#[must_use]
pub fn with_clip(document: &Document, clip: &Clip) -> Document {
    let clips = document.character.clips.iter();
    let replaced = |own: &Clip| {
        let is_meant = own.id() == clip.id();
        if is_meant { clip.clone() } else { own.clone() }
    };
    document.with_clips(clips.map(replaced).collect())
}

/// The tracks of joints that are others after a change of a clip, as an edit; none where all are the same.
#[must_use]
pub fn tracks_edit(before: &Clip, after: &Clip) -> Option<ClipEdit> {
    let tracks = after.tracks().iter();
    let changed = tracks.filter(|track| !before.tracks().contains(track));
    let set: Vec<AnyTrack> = changed.cloned().map(AnyTrack::Joint).collect();
    let remove = Vec::new();
    (!set.is_empty()).then_some(ClipEdit::SetTracks { set, remove })
}

/// The document with a clip in place of its own, whose time runs otherwise: what was posed over it, and its pins, go where `moved` has their times.
#[must_use]
pub fn with_warped(document: &Document, clip: &Clip, moved: impl Fn(f32) -> f32) -> Document {
    let after = with_clip(document, clip);
    let pending = after.pending.filter_map(|pending| {
        let mut pending = pending.clone();
        if pending.moment.clip == clip.id() {
            pending.moment.time = moved(pending.moment.time);
        }
        Some(pending)
    });
    Document {
        pending: pending.into(),
        pins: pins::with_times(&document.pins, clip.id(), &moved),
        props: props::with_times(&document.props, clip.id(), moved),
        ..after
    }
}

/// What was posed over a clip and is not keyed, as the mirrored clip has it. Such poses stay at their times.
#[must_use]
pub fn mirrored_pending(document: &Document, clip: ClipId, pairs: &JointPairs) -> PendingPoses {
    let of = (&document.character.rig.skeleton, pairs);
    document.pending.filter_map(|pending: &Pending| {
        let poses = [false, true].map(|with| clip_pose(document, pending.moment, with));
        let mut pending = pending.clone();
        if let ([Some(clip_alone), Some(posed)], true) = (&poses, pending.moment.clip == clip) {
            pending.changes = mirror_changes(&pending.changes, [clip_alone, posed], of);
        }
        Some(pending)
    })
}

/// How the loop of a clip is closed where nothing is said.
///
/// By its last keys if it was keyed by hand. Baked over its last half second, and half of it at most, if it was captured. `rate` are the
/// frames a second, where time is counted in them.
#[must_use]
pub fn usual_loop(clip: &Clip, rate: Option<f64>) -> LoopChoice {
    let is_captured = clip.key_density(rate.unwrap_or(SEEN)) > CAPTURED;
    LoopChoice {
        way: match is_captured {
            true => LoopWay::Bake,
            false => LoopWay::LastKeys,
        },
        seconds: CLOSING.min(CLOSING_SHARE * clip.duration()),
    }
}

/// The edit that makes a clip end as it begins; none if it does. Baked keys stand on frames where `rate` says how many there are a second.
///
/// # Errors
///
/// Keys that make no track.
pub fn loop_edit(
    clip: &Clip,
    choice: LoopChoice,
    rate: Option<f64>,
) -> Result<Option<ClipEdit>, TrackError> {
    let set = match (choice.way, rate) {
        (LoopWay::LastKeys, _) => clip.last_keys_as_first()?,
        (LoopWay::Bake, Some(rate)) => clip.loop_closed_on_frames(choice.seconds, rate)?,
        (LoopWay::Bake, None) => clip.loop_closed(choice.seconds)?,
    };
    let remove = Vec::new();
    Ok((!set.is_empty()).then_some(ClipEdit::SetTracks { set, remove }))
}
