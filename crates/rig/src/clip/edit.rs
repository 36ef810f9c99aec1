//! Edits of a clip: pure functions from a clip to the clip after.

use super::keys_edit::{
    KeyFilter, KeyRetimer, KeySetter, KeysEdit, KindSetter, ModeSetter, TangentSetter,
    TangentUpdate, by_target, check_time, edit_channel, edit_track, new_track,
};
use super::{
    AnimationLayer, Clip, ClipMarker, JointTrack, KeyAt, KeyValue, MorphTrack, Repeat, Target,
};
use crate::{EulerError, JointChannel, KeyKind, KeyMode, Segment, Tangents, TrackError};
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;

/// An edit of a clip. Keys that it names and the clip lacks are passed over.
#[derive(Clone, Debug, PartialEq)]
pub enum ClipEdit {
    /// Keys more, or in place of those at their times; a target without a track gets one. The clip becomes as long as the last of
    /// them, if it was shorter. Where they part a curve, tangents of keys that are given no mode have the [lengths](crate::HandleLength) of its
    /// parts.
    SetKeys(Vec<NewKey>),
    /// Keys at other times: the one primitive of moving, scaling in time, snapping and warping. The end of the clip stays where it
    /// is, also if a key goes beyond it.
    Retime {
        /// Keys, and the times at which they stand afterwards. Other keys of the same track at those times are overwritten.
        keys: Vec<(KeyAt, f32)>,
        /// By how much time is stretched at them: slopes are divided by it. A negative factor turns time round, and swaps the
        /// tangents of a key.
        tangent_factor: f32,
    },
    /// Keys fewer. A track without keys goes.
    DeleteKeys(Vec<KeyAt>),
    /// How tracks pass on from keys, where their tangents come from.
    SetModes {
        /// Keys by target and time; those that the clip lacks are passed over.
        keys: Vec<KeyAt>,
        /// From each of them to the next; none leaves that as it is.
        out: Option<Segment>,
        /// None leaves that as it is.
        tangents: Option<Tangents>,
    },
    /// What keys are to the animator: marks that change no curve.
    SetKinds {
        /// Keys by target and time; those that the clip lacks are passed over.
        keys: Vec<KeyAt>,
        /// What they are from now on.
        kind: KeyKind,
    },
    /// The tangents of a key.
    SetTangents {
        /// The key whose tangents are set.
        key: KeyAt,
        /// Slopes per second towards it and away from it.
        tangents: [KeyValue; 2],
        /// Where they come from now: aligned or free, else they would be computed anew.
        mode: Tangents,
    },
    /// Whole tracks: set in place of those of their targets, and removed.
    SetTracks {
        /// Tracks that come in, each in place of the one over its target.
        set: Vec<AnyTrack>,
        /// Targets whose tracks go, before the others come in.
        remove: Vec<Target>,
    },
    /// Seconds to the end. Keys after it stay.
    SetDuration(f32),
    /// What happens at the end. Automatic tangents of equal ends go through where the clip begins again.
    SetRepeat(Repeat),
    /// All markers of the clip, in place of those that it has.
    SetMarkers(Vec<ClipMarker>),
    /// What makes the clip a layer over another one; none makes it a clip of its own.
    SetLayer(Option<Box<AnimationLayer>>),
    /// Another name, or none.
    Rename(Option<String>),
}

/// A key to be set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewKey {
    /// The joint's channel or the morph weight that the key is of.
    pub target: Target,
    /// Seconds from the clip's beginning, finite and not negative.
    pub time: f32,
    /// The value, of the target's kind.
    pub value: KeyValue,
    /// Slopes per second towards it and away from it; none keeps the curve's own, where it is free.
    pub tangents: Option<[KeyValue; 2]>,
    /// None keeps that of the key before it in time; cubic and automatic in a new track.
    pub mode: Option<KeyMode>,
}

/// A whole track, whatever its target is.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyTrack {
    /// Keys of one channel of a joint.
    Joint(JointTrack),
    /// Keys of one morph weight.
    Morph(MorphTrack),
}

/// A key that stands at another time of its track than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovedKey {
    /// Where it was, or was asked to be.
    pub from: KeyAt,
    /// Where it stands after the edit, in the same track.
    pub to: KeyAt,
}

/// What became of keys by an edit: what a selection of keys has to follow.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct KeyChanges {
    /// Keys that stand at another time now: moved, or set so near to one that was there that they took its place.
    pub moved: Vec<MovedKey>,
    /// Keys that are gone: deleted, or overwritten by others.
    pub gone: Vec<KeyAt>,
}

/// Why a clip cannot be edited so. The clip is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ClipError {
    /// A time that is not finite or before the clip's beginning.
    #[error("a key cannot stand at {time} s: a clip begins at 0")]
    Time {
        /// The time asked for, in seconds.
        time: f32,
    },
    /// Two keys of one track at one time.
    #[error("two keys of one track would stand at {time} s; move them by less, or fewer of them")]
    Collision {
        /// The time that both would have, in seconds.
        time: f32,
    },
    /// A value or a tangent of another kind than the target's, a rotation without direction, a factor of zero.
    #[error("a key's value does not fit what it moves")]
    Value,
    /// Keys that make no track.
    #[error(transparent)]
    Track(#[from] TrackError),
    /// Curves of angles that cannot be.
    #[error(transparent)]
    Euler(#[from] EulerError),
}

impl KeyChanges {
    /// The selection after the edit.
    #[must_use]
    pub fn selection_after(&self, selected: &BTreeSet<KeyAt>) -> BTreeSet<KeyAt> {
        let moved: BTreeMap<KeyAt, KeyAt> =
            self.moved.iter().map(|key| (key.from, key.to)).collect();
        let gone: BTreeSet<KeyAt> = self.gone.iter().copied().collect();
        let kept = selected.iter().filter(|key| !gone.contains(key));
        kept.map(|key| moved.get(key).copied().unwrap_or(*key))
            .collect()
    }
}

impl AnyTrack {
    /// The joint's channel or the morph weight that its keys move.
    #[must_use]
    pub const fn target(&self) -> Target {
        match self {
            Self::Joint(track) => track.target(),
            Self::Morph(morph) => Target::Morph(morph.weight),
        }
    }
}

impl Clip {
    /// The clip after an edit, and what became of its keys. Tracks that the edit does not name keep their memory.
    ///
    /// # Errors
    ///
    /// [`ClipError`]; nothing is done by half.
    pub fn with_edit(&self, edit: &ClipEdit) -> Result<(Self, KeyChanges), ClipError> {
        let mut after = self.clone();
        let mut carried = KeyChanges::default();
        match edit {
            ClipEdit::SetKeys(keys) => carried = after.set_keys(keys)?,
            ClipEdit::Retime {
                keys,
                tangent_factor,
            } => {
                carried = after.retime(keys, *tangent_factor)?;
            }
            ClipEdit::DeleteKeys(keys) => {
                for (target, times) in by_target(keys.iter().map(|key| (*key, ()))) {
                    after.with_keys_of(target, &mut KeyFilter { gone: &times })?;
                }
                carried.gone.clone_from(keys);
            }
            ClipEdit::SetModes {
                keys,
                out,
                tangents,
            } => {
                after.set_modes(keys, *out, *tangents)?;
            }
            ClipEdit::SetKinds { keys, kind } => after.set_kinds(keys, *kind)?,
            ClipEdit::SetTangents {
                key,
                tangents,
                mode,
            } => {
                let mut edit = TangentSetter {
                    time: key.time,
                    tangents: *tangents,
                    mode: *mode,
                };
                after.with_keys_of(key.target, &mut edit)?;
            }
            ClipEdit::SetTracks { set, remove } => after.set_tracks(set, remove),
            ClipEdit::SetDuration(duration) => {
                check_time(*duration)?;
                // A negative zero becomes zero, for the bits of durations are compared.
                after.duration = duration + 0.0;
            }
            ClipEdit::SetRepeat(repeat) => after.set_repeat(*repeat)?,
            ClipEdit::SetMarkers(markers) => after.set_markers(markers)?,
            ClipEdit::SetLayer(layer) => {
                after = after.with_layer(layer.as_deref().cloned());
            }
            ClipEdit::Rename(name) => after.name.clone_from(name),
        }
        after.settle_euler(self)?;
        if let ClipEdit::SetKeys(keys) = edit {
            // A key that took the place of one a rounding beside it stands where that was.
            let latest = keys.iter().map(|key| key.time).fold(0.0, f32::max);
            after.duration = after.duration.max(latest.min(after.last_key()));
        }
        if after.duration.to_bits() != self.duration.to_bits() && after.cycle().is_some() {
            // Whose ends meet is another matter now.
            let before = after.clone();
            after.tangents_anew()?;
            after.settle_euler(&before)?;
        }
        Ok((after, carried))
    }

    fn set_modes(
        &mut self,
        keys: &[KeyAt],
        out: Option<Segment>,
        tangents: Option<Tangents>,
    ) -> Result<(), ClipError> {
        // A track is put together once, however many of its keys change.
        for (target, times) in by_target(keys.iter().map(|key| (*key, ()))) {
            let mut edit = ModeSetter {
                times: &times,
                out,
                tangents,
            };
            self.with_keys_of(target, &mut edit)?;
        }
        Ok(())
    }

    fn set_kinds(&mut self, keys: &[KeyAt], kind: KeyKind) -> Result<(), ClipError> {
        for (target, times) in by_target(keys.iter().map(|key| (*key, ()))) {
            let mut edit = KindSetter {
                times: &times,
                kind,
            };
            self.with_keys_of(target, &mut edit)?;
        }
        Ok(())
    }

    /// Tangents that are automatic are computed anew.
    fn set_repeat(&mut self, repeat: Repeat) -> Result<(), ClipError> {
        self.repeat = repeat;
        self.tangents_anew()
    }

    /// Computes tangents that are automatic anew.
    fn tangents_anew(&mut self) -> Result<(), ClipError> {
        let targets: Vec<Target> = self.keyed_targets().collect();
        let mut targets = targets.into_iter();
        targets.try_for_each(|target| self.with_keys_of(target, &mut TangentUpdate))
    }

    fn set_markers(&mut self, markers: &[ClipMarker]) -> Result<(), ClipError> {
        let mut times = markers.iter().map(|marker| marker.time);
        times.try_for_each(check_time)?;
        let mut markers = markers.to_vec();
        markers.sort_by(|one, other| one.time.total_cmp(&other.time));
        self.markers = markers.into();
        Ok(())
    }

    fn set_keys(&mut self, keys: &[NewKey]) -> Result<KeyChanges, ClipError> {
        let mut new: BTreeMap<Target, Vec<NewKey>> = BTreeMap::new();
        for key in self.as_angle_keys(keys) {
            check_time(key.time)?;
            new.entry(key.target).or_default().push(key);
        }
        let mut carried = KeyChanges::default();
        for (target, keys) in new {
            if self.keys(target).is_some() {
                let mut edit = KeySetter {
                    new: &keys,
                    moved: Vec::new(),
                };
                self.with_keys_of(target, &mut edit)?;
                let at = |time| KeyAt { target, time };
                let moved = edit.moved.iter().map(|[asked, there]| MovedKey {
                    from: at(*asked),
                    to: at(*there),
                });
                carried.moved.extend(moved);
            } else if let Target::Joint(joint, JointChannel::Angle(axis)) = target {
                self.begin_angles((joint, axis), &keys)?;
            } else {
                let track = new_track(target, &keys, self.cycle())?;
                self.insert_track(track);
            }
        }
        Ok(carried)
    }

    fn retime(&mut self, keys: &[(KeyAt, f32)], factor: f32) -> Result<KeyChanges, ClipError> {
        if !factor.is_finite() || factor == 0.0 {
            return Err(ClipError::Value);
        }
        // Files may hold keys before the beginning: they may stay, and come nearer to it.
        let is_no_earlier = |key: &KeyAt, time: f32| key.time < 0.0 && time >= key.time;
        let mut checked = keys.iter().filter(|(key, time)| !is_no_earlier(key, *time));
        checked.try_for_each(|(_, time)| check_time(*time))?;
        let mut carried = KeyChanges::default();
        for (target, times) in by_target(keys.iter().copied()) {
            let mut edit = KeyRetimer {
                times: &times,
                factor,
                gone: Vec::new(),
            };
            self.with_keys_of(target, &mut edit)?;
            let gone = edit.gone.iter().map(|&time| KeyAt { target, time });
            carried.gone.extend(gone);
        }
        let moved = keys
            .iter()
            .filter(|(key, time)| key.time.to_bits() != time.to_bits());
        carried.moved = moved
            .map(|&(from, time)| MovedKey {
                from,
                to: KeyAt { time, ..from },
            })
            .collect();
        Ok(carried)
    }

    fn set_tracks(&mut self, set: &[AnyTrack], remove: &[Target]) {
        let gone: BTreeSet<Target> = remove.iter().copied().collect();
        let (mut tracks, mut morphs) = (self.tracks.clone(), self.morphs.clone());
        tracks.retain(|track| !gone.contains(&track.target()));
        morphs.retain(|morph| !gone.contains(&Target::Morph(morph.weight)));
        for track in set {
            match track {
                AnyTrack::Joint(track) => tracks.push(track.clone()),
                AnyTrack::Morph(morph) => morphs.push(morph.clone()),
            }
        }
        // The new ones come later in the lists, and the later of two over one target counts.
        *self = std::mem::take(self).with_tracks(tracks, morphs);
    }

    /// Adds the track of a target that has none.
    fn insert_track(&mut self, track: AnyTrack) {
        match track {
            AnyTrack::Joint(track) => {
                let place = self
                    .tracks
                    .partition_point(|other| other.target() < track.target());
                self.tracks.insert(place, track);
            }
            AnyTrack::Morph(morph) => {
                let place = self
                    .morphs
                    .partition_point(|other| other.weight < morph.weight);
                self.morphs.insert(place, morph);
            }
        }
    }

    /// Edits the keys of one track, if there is one; without keys it goes.
    fn with_keys_of(&mut self, target: Target, edit: &mut impl KeysEdit) -> Result<(), ClipError> {
        let cycle = self.cycle();
        match target {
            Target::Joint(joint, JointChannel::Angle(axis)) => {
                self.with_angles_of((joint, axis), edit)?;
            }
            Target::Joint(..) => {
                let place = self
                    .tracks
                    .binary_search_by_key(&target, JointTrack::target);
                let Ok(place) = place else {
                    return Ok(());
                };
                match edit_channel(&self.tracks[place].channel, edit, cycle)? {
                    Some(channel) => self.tracks[place].channel = channel,
                    None => drop(self.tracks.remove(place)),
                }
            }
            Target::Morph(weight) => {
                let place = self
                    .morphs
                    .binary_search_by_key(&weight, |morph| morph.weight);
                let Ok(place) = place else {
                    return Ok(());
                };
                match edit_track(&self.morphs[place].track, edit, cycle)? {
                    Some(track) => self.morphs[place].track = track,
                    None => drop(self.morphs.remove(place)),
                }
            }
        }
        Ok(())
    }
}
