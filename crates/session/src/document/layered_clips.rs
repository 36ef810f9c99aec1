//! Clips as they are seen: with the layers over them.

use std::sync::Arc;

use character::Character;
use rig::{Clip, ConstrainedPoses, LayeredClip, MergeError, Pose};
use scene::deform::base_pose;

use super::Document;

/// Frames a second of what is merged where nobody says how many.
pub const MERGE_RATE: f64 = 30.0;

/// What is seen of a clip at a time: with its layers, and of a layer with what lies below it.
#[must_use]
pub fn seen_at(character: &Character, clip: &Clip, base: &Pose, time: f32) -> Pose {
    let seen = LayeredClip::of(clip, &character.clips);
    seen.sample(&character.rig.skeleton, base, time)
}

/// Whether any clip of a character is a layer over another one.
#[must_use]
pub fn has_layers(character: &Character) -> bool {
    character.clips.iter().any(|clip| clip.layer().is_some())
}

/// The clips as they are seen: those with layers merged into one each, at so many frames a second, and no layers beside them. A layer over
/// a clip that is gone is a clip of its own.
///
/// # Errors
///
/// Clips that are too long to have a key on each frame.
pub fn merged_clips(character: &Character, rate: f64) -> Result<Vec<Clip>, MergeError> {
    let base = base_pose(character);
    let clips = &character.clips;
    let own = clips.iter().filter_map(|clip| {
        let seen = LayeredClip::of(clip, clips);
        if seen.below().id() != clip.id() {
            return None;
        }
        Some(if seen.is_bare() {
            Ok(clip.clone().with_layer(None))
        } else {
            seen.merged(&character.rig.skeleton, &base, rate)
        })
    });
    own.collect()
}

/// Whether clips are seen otherwise than they are keyed: by layers, by what follows the angles of joints, or by constraints.
#[must_use]
pub fn has_seen_clips(document: &Document) -> bool {
    has_layers(&document.character)
        || !document.driven.is_empty()
        || !document.character.constraints.is_empty()
}

/// The clips of a document as they are seen.
///
/// They are [`merged_clips`], with keys for what follows the angles of joints ([`Clip::with_driven`]) and
/// then for joints with constraints ([`Clip::with_constraints`]).
///
/// # Errors
///
/// As [`merged_clips`].
pub fn seen_clips(document: &Document, rate: f64) -> Result<Vec<Clip>, MergeError> {
    let character = &document.character;
    let merged = match has_layers(character) {
        true => merged_clips(character, rate)?,
        false => character.clips.to_vec(),
    };
    if document.driven.is_empty() && character.constraints.is_empty() {
        return Ok(merged);
    }
    let (skeleton, base) = (&character.rig.skeleton, base_pose(character));
    let driven = &document.driven;
    let constrained = ConstrainedPoses {
        constraints: &character.constraints,
        scale_inheritance: &document.scale_inheritance,
    };
    let keyed = merged.iter().map(|clip| {
        let driven = clip.with_driven(skeleton, &base, driven, rate)?;
        driven.with_constraints(skeleton, &base, &constrained, rate)
    });
    keyed.collect()
}

/// The character whose clips are what is seen of them ([`seen_clips`]), for programs that know neither layers nor driven joints; itself
/// where they are that.
///
/// # Errors
///
/// As [`merged_clips`].
pub fn with_seen_clips(document: &Document, rate: f64) -> Result<Arc<Character>, MergeError> {
    let character = &document.character;
    if !has_seen_clips(document) {
        return Ok(Arc::clone(character));
    }
    let clips = seen_clips(document, rate)?;
    Ok(Arc::new(character.with_clips(clips)))
}

/// The document with layers merged, as [`merged_clips`]. What follows the angles of joints goes on doing so.
///
/// Poses without keys over layers are gone with them: key them before.
///
/// # Errors
///
/// As [`merged_clips`].
pub fn merged_document(document: &Document, rate: f64) -> Result<Document, MergeError> {
    if !has_layers(&document.character) {
        return Ok(document.clone());
    }
    Ok(with_clips(
        document,
        merged_clips(&document.character, rate)?,
    ))
}

/// The document as it is written, with clips as they are seen ([`seen_clips`]). It is not to be shown: what is added would be added to
/// clips again.
///
/// # Errors
///
/// As [`merged_document`].
pub fn seen_document(document: &Document, rate: f64) -> Result<Document, MergeError> {
    if !has_seen_clips(document) {
        return Ok(document.clone());
    }
    Ok(with_clips(document, seen_clips(document, rate)?))
}

fn with_clips(document: &Document, clips: Vec<Clip>) -> Document {
    let is_left = |of| clips.iter().any(|clip| clip.id() == of);
    let pending = document
        .pending
        .filter_map(|pending| is_left(pending.moment.clip).then(|| pending.clone()));
    Document {
        pending: Arc::new(pending),
        ..document.with_clips(clips)
    }
}

/// Why layers cannot be merged, in a sentence.
#[must_use]
pub fn layers_not_merged(error: &MergeError) -> String {
    format!("Layers of clips cannot be merged: {error}.")
}
