//! Curves of angles as part of a clip: what edits of their keys do, and which of them still hold.

use super::{Axis, EulerCurves, SAME_KEY};
use crate::clip::keys_edit::{KeysEdit, edit_track, track_of};
use crate::{
    Channel, Clip, ClipError, JointChannel, JointIndex, JointTrack, KeyValue, Keys, NewKey, Target,
};
use glam::DVec3;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Angles below this, in degrees, of an axis that has no keys need none.
const STILL: f64 = 1e-3;

impl Clip {
    /// The curves of angles that the rotation of a joint follows from; none for one that has quaternion keys of its own.
    #[must_use]
    pub fn euler(&self, joint: JointIndex) -> Option<&EulerCurves> {
        self.euler.get(&joint)
    }

    /// All curves of angles, by joint.
    pub fn euler_curves(&self) -> impl Iterator<Item = (JointIndex, &EulerCurves)> {
        self.euler.iter().map(|(joint, curves)| (*joint, curves))
    }

    /// The clip with a rotation that follows from curves of angles, in place of whatever turned the joint; or without these curves: then the
    /// quaternion keys that they were baked to stay, marked as theirs were.
    #[must_use]
    pub fn with_euler(mut self, joint: JointIndex, curves: Option<EulerCurves>) -> Self {
        let all = Arc::make_mut(&mut self.euler);
        let Some(curves) = curves else {
            if let Some(own) = all.remove(&joint)
                && self.follows(joint, &own)
            {
                let marked = own.baked.with_kinds(|time| own.kind_at(time));
                self.set_rotation(joint, marked);
            }
            return self;
        };
        let baked = curves.baked.clone();
        all.insert(joint, curves);
        let known = self.last_key();
        self.set_rotation(joint, baked);
        // Only what reaches further than before makes the clip longer: keys may stand after an end that was set.
        if self.last_key() > known {
            self.duration = self.duration.max(self.last_key());
        }
        self
    }

    /// The clip with those of the curves that its rotation tracks still follow from: these have exactly the keys that the curves are baked to.
    /// For clips that are put together anew, where joints may have other numbers.
    #[must_use]
    pub fn with_euler_where_baked(
        mut self,
        curves: impl IntoIterator<Item = (JointIndex, EulerCurves)>,
    ) -> Self {
        self.euler = Arc::new(curves.into_iter().collect());
        self.drop_stale_euler();
        self
    }

    /// What keys can be set on and named by: targets of tracks, but with the axes that have keys in place of a rotation that follows from
    /// curves of angles.
    pub fn keyed_targets(&self) -> impl Iterator<Item = Target> + '_ {
        self.targets().flat_map(|target| {
            let curves = match target {
                Target::Joint(joint, JointChannel::Rotation) => {
                    self.euler(joint).map(|curves| (joint, curves))
                }
                Target::Joint(..) | Target::Morph(_) => None,
            };
            let axes = curves.into_iter().flat_map(|(joint, curves)| {
                let keyed = Axis::ALL
                    .into_iter()
                    .filter(|axis| curves.axis(*axis).is_some());
                keyed.map(move |axis| Target::Joint(joint, JointChannel::Angle(axis)))
            });
            curves.is_none().then_some(target).into_iter().chain(axes)
        })
    }

    /// The keys of an axis.
    pub(in crate::clip) fn angle_keys(&self, joint: JointIndex, axis: Axis) -> Option<Keys<'_>> {
        self.euler(joint)?.axis(axis).map(Keys::Number)
    }

    /// Drops curves whose joint turns otherwise by now.
    pub(in crate::clip) fn drop_stale_euler(&mut self) {
        let stale: Vec<JointIndex> = self
            .euler_curves()
            .filter(|(joint, curves)| !self.follows(*joint, curves))
            .map(|(joint, _)| joint)
            .collect();
        if !stale.is_empty() {
            let all = Arc::make_mut(&mut self.euler);
            all.retain(|joint, _| !stale.contains(joint));
        }
    }

    fn follows(&self, joint: JointIndex, curves: &EulerCurves) -> bool {
        let own = self.keys(Target::Joint(joint, JointChannel::Rotation));
        matches!(own, Some(Keys::Rotation(track)) if *track == curves.baked)
    }

    /// Edits the keys of an axis; the quaternion keys follow in [`settle_euler`](Self::settle_euler). A joint without curves has no such keys.
    pub(in crate::clip) fn with_angles_of(
        &mut self,
        (joint, axis): (JointIndex, Axis),
        edit: &mut impl KeysEdit,
    ) -> Result<(), ClipError> {
        let cycle = self.cycle();
        let Some(track) = self.euler(joint).and_then(|curves| curves.axis(axis)) else {
            return Ok(());
        };
        let edited = edit_track(track, edit, cycle)?;
        if edited.as_ref() != Some(track) {
            self.set_axis((joint, axis), edited);
        }
        Ok(())
    }

    /// Keys of an axis that has none.
    ///
    /// # Errors
    ///
    /// [`ClipError::Value`] where the joint has no curves.
    pub(in crate::clip) fn begin_angles(
        &mut self,
        (joint, axis): (JointIndex, Axis),
        keys: &[NewKey],
    ) -> Result<(), ClipError> {
        if self.euler(joint).is_none() {
            return Err(ClipError::Value);
        }
        let track = track_of(keys, self.cycle())?;
        self.set_axis((joint, axis), Some(track));
        Ok(())
    }

    fn set_axis(&mut self, (joint, axis): (JointIndex, Axis), track: Option<crate::Track<f32>>) {
        let curves = Arc::make_mut(&mut self.euler).get_mut(&joint);
        if let Some(slot) = curves.and_then(|curves| curves.axes.get_mut(axis.index())) {
            *slot = track;
        }
    }

    /// Bakes the curves whose keys are others than in the clip before, and drops those whose joint turns otherwise.
    pub(in crate::clip) fn settle_euler(&mut self, before: &Self) -> Result<(), ClipError> {
        if Arc::ptr_eq(&self.euler, &before.euler) && self.euler.is_empty() {
            return Ok(());
        }
        let is_other = |(joint, curves): &(JointIndex, &EulerCurves)| {
            let old = before.euler(*joint);
            old.is_none_or(|old| old.axes != curves.axes)
        };
        let changed: Vec<(JointIndex, EulerCurves)> = self
            .euler_curves()
            .filter(is_other)
            .map(|(joint, curves)| (joint, curves.clone()))
            .collect();
        for (joint, curves) in changed {
            if curves.axes.iter().all(Option::is_none) {
                Arc::make_mut(&mut self.euler).remove(&joint);
                self.remove_rotation(joint);
                continue;
            }
            // A drag of a key changes a few segments of many: only these are made anew.
            let old = before.euler(joint).filter(|old| {
                old.order == curves.order && old.rest == curves.rest && old.baked == curves.baked
            });
            let baked = match old {
                Some(old) => old.with_axes(curves.axes)?,
                None => EulerCurves::new(curves.order, curves.rest, curves.axes)?,
            };
            self.set_rotation(joint, baked.baked.clone());
            Arc::make_mut(&mut self.euler).insert(joint, baked);
        }
        self.drop_stale_euler();
        Ok(())
    }

    fn place_of_rotation(&self, joint: JointIndex) -> Result<usize, usize> {
        let target = Target::Joint(joint, JointChannel::Rotation);
        self.tracks
            .binary_search_by_key(&target, JointTrack::target)
    }

    fn set_rotation(&mut self, joint: JointIndex, track: crate::Track<glam::Quat>) {
        let channel = Channel::Rotation(track);
        match self.place_of_rotation(joint) {
            Ok(place) => self.tracks[place].channel = channel,
            Err(place) => self.tracks.insert(place, JointTrack { joint, channel }),
        }
    }

    fn remove_rotation(&mut self, joint: JointIndex) {
        if let Ok(place) = self.place_of_rotation(joint) {
            self.tracks.remove(place);
        }
    }

    /// New keys with those of rotations that follow from curves as keys of the three axes. What is no rotation stays, to be refused.
    pub(in crate::clip) fn as_angle_keys(&self, keys: &[NewKey]) -> Vec<NewKey> {
        if self.euler.is_empty() {
            return keys.to_vec();
        }
        let mut sorted: Vec<&NewKey> = keys.iter().collect();
        sorted.sort_by(|one, other| one.time.total_cmp(&other.time));
        let mut new = Vec::with_capacity(keys.len());
        let mut turned: BTreeMap<JointIndex, Vec<TurnKey>> = BTreeMap::new();
        for key in sorted {
            match self.turn_key(key, &turned) {
                Some((joint, key)) => turned.entry(joint).or_default().push(key),
                None => new.push(*key),
            }
        }
        for (joint, keys) in &turned {
            if let Some(curves) = self.euler(*joint) {
                let of_axis = |axis| axis_keys(curves, (*joint, axis), keys);
                new.extend(Axis::ALL.into_iter().flat_map(of_axis));
            }
        }
        new
    }

    /// The angles of a key of a rotation that follows from curves. Those after the end go on from the one before, else a turn that is keyed
    /// step by step would not run on.
    fn turn_key(
        &self,
        key: &NewKey,
        earlier: &BTreeMap<JointIndex, Vec<TurnKey>>,
    ) -> Option<(JointIndex, TurnKey)> {
        let (Target::Joint(joint, JointChannel::Rotation), KeyValue::Rotation(rotation)) =
            (key.target, key.value)
        else {
            return None;
        };
        let curves = self.euler(joint)?;
        if !rotation.length().is_normal() {
            return None;
        }
        let last = earlier.get(&joint).and_then(|keys| keys.last());
        let angles = match last.filter(|last| curves.last_time() < last.key.time) {
            Some(last) => curves.angles_nearest(rotation.normalize(), last.angles),
            None => curves.angles_near(rotation.normalize(), key.time),
        };
        Some((joint, TurnKey { key: *key, angles }))
    }
}

/// A new key of a rotation, as angles.
struct TurnKey {
    key: NewKey,
    angles: DVec3,
}

impl EulerCurves {
    fn last_time(&self) -> f32 {
        self.baked.end()
    }
}

/// The keys of an axis for some of the rotation, in order of time. An axis without keys that stays at 0 needs none, and one that does not is 0 at
/// the beginning.
fn axis_keys(
    curves: &EulerCurves,
    (joint, axis): (JointIndex, Axis),
    turned: &[TurnKey],
) -> Vec<NewKey> {
    let angle = |of: &TurnKey| of.angles[axis.index()];
    let is_new = curves.axis(axis).is_none();
    if is_new && turned.iter().all(|of| angle(of).abs() <= STILL) {
        return Vec::new();
    }
    #[expect(clippy::cast_possible_truncation, reason = "angles are f32 in tracks")]
    let own = |of: &TurnKey| NewKey {
        target: Target::Joint(joint, JointChannel::Angle(axis)),
        value: KeyValue::Number(angle(of) as f32),
        tangents: None,
        ..of.key
    };
    let first = turned
        .first()
        .filter(|of| is_new && of.key.time > SAME_KEY)
        .map(|of| NewKey {
            time: 0.0,
            value: KeyValue::Number(0.0),
            ..own(of)
        });
    first.into_iter().chain(turned.iter().map(own)).collect()
}
