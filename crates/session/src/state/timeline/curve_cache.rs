//! Curves of a clip that is looked at again and again: the numbers of its keys are followed once, and anew only where keys change.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::DVec3;
use rig::{Clip, JointChannel, KeyAt, Keys, Rig, Target};

use super::clipboard::place_of;
use super::columns::are_same;
use super::curves::{Curve, Number, Wanted, curves_of_run};
use super::numbers::{is_turn, next_numbers, numbers_at, numbers_of_keys, part};

/// The numbers of the keys of a clip, by track.
#[derive(Clone, Debug, Default)]
pub struct CurveCache {
    of: Option<(Arc<Rig>, Clip)>,
    runs: BTreeMap<Target, Vec<DVec3>>,
}

impl CurveCache {
    /// Looks at another state of a clip, or at another clip. What is known of tracks that are the same stays.
    pub fn follow(&mut self, rig: &Arc<Rig>, clip: &Clip) {
        let before = self.of.take();
        let before = before.filter(|(known, old)| Arc::ptr_eq(known, rig) && old.id() == clip.id());
        match before {
            Some((_, old)) => {
                let runs = std::mem::take(&mut self.runs).into_iter();
                self.runs = runs
                    .filter_map(|(target, run)| Some((target, kept(rig, &old, clip, target, run)?)))
                    .collect();
            }
            None => self.runs.clear(),
        }
        self.of = Some((Arc::clone(rig), clip.clone()));
    }

    /// The curves of a target between two times, as [`curves`](super::curves::curves) makes them; only wanted keys have slopes.
    pub fn curves(
        &mut self,
        target: Target,
        range: (f32, f32),
        points: u16,
        has_slopes: impl Fn(&KeyAt) -> bool,
    ) -> Vec<Curve> {
        let Some((rig, clip)) = &self.of else {
            return Vec::new();
        };
        let Some(keys) = clip.keys(target) else {
            return Vec::new();
        };
        let skeleton = &rig.skeleton;
        let all = || numbers_of_keys(skeleton, clip, (target, keys), keys.times().len());
        let run = self.runs.entry(target).or_insert_with(all);
        let wanted = Wanted {
            range,
            points,
            has_slopes: &has_slopes,
        };
        curves_of_run(skeleton, clip, target, keys, run, wanted)
    }

    /// The numbers of a key as its curves have them; none of one that the clip lacks.
    pub(crate) fn numbers(&mut self, at: KeyAt) -> Option<DVec3> {
        let (rig, clip) = self.of.as_ref()?;
        let keys = clip.keys(at.target)?;
        let place = place_of(keys.times(), at.time)?;
        let skeleton = &rig.skeleton;
        if !is_turn(at.target) {
            return Some(numbers_at(skeleton, clip, at.target, at.time));
        }
        let all = || numbers_of_keys(skeleton, clip, (at.target, keys), keys.times().len());
        let run = self.runs.entry(at.target).or_insert_with(all);
        run.get(place).copied()
    }

    /// The keys of a curve between two times whose number is between two others; none of a track that was not looked at.
    #[must_use]
    pub fn keys_within(&self, number: Number, times: [f32; 2], values: [f32; 2]) -> Vec<KeyAt> {
        let Number { target, axis } = number;
        let clip = self.of.as_ref().map(|(_, clip)| clip);
        let keys = clip.and_then(|clip| clip.keys(target));
        let (Some(keys), Some(run)) = (keys, self.runs.get(&target)) else {
            return Vec::new();
        };
        let all = keys.times();
        let first = all.partition_point(|time| *time < times[0]);
        let last = all.partition_point(|time| *time <= times[1]).max(first);
        let found = all.get(first..last).unwrap_or_default().iter();
        let found = found.zip(run.get(first..last).unwrap_or_default());
        let is_inside = |value: &DVec3| {
            let value = part(value.as_vec3(), axis);
            (values[0]..=values[1]).contains(&value)
        };
        found
            .filter(|(_, value)| is_inside(value))
            .map(|(&time, _)| KeyAt { target, time })
            .collect()
    }
}

/// What is known of a track after a change of its clip: all if it is the same; of one with keys that changed what comes before them,
/// and what comes after, if the numbers there are as before. None if it has to be followed anew.
fn kept(rig: &Rig, old: &Clip, new: &Clip, target: Target, run: Vec<DVec3>) -> Option<Vec<DVec3>> {
    let (before, after) = (old.keys(target)?, new.keys(target)?);
    // On an uneven rest a channel's numbers depend on the other channels.
    let is_alone = match target {
        Target::Joint(_, JointChannel::Angle(_)) | Target::Morph(_) => true,
        Target::Joint(joint, _) => rig.skeleton.has_even_rest(joint),
    };
    if !is_alone {
        let of_joint = |clip: &Clip| -> Vec<Target> {
            let same = |other: &Target| matches!((*other, target), (Target::Joint(one, _), Target::Joint(two, _)) if one == two);
            clip.targets().filter(same).collect()
        };
        let targets = of_joint(old);
        let is_same = |target: &Target| {
            let both = old.keys(*target).zip(new.keys(*target));
            both.is_some_and(|(old, new)| are_same(old, new))
        };
        return (targets == of_joint(new) && targets.iter().all(is_same)).then_some(run);
    }
    if are_same(before, after) {
        return Some(run);
    }
    Some(continued(rig, new, (target, before, after), &run))
}

/// The numbers of changed keys. Keys up to the first that differs keep theirs, and so do all from the first on that is the same and comes
/// to the same number: angles run on from there as before.
fn continued(
    rig: &Rig,
    clip: &Clip,
    (target, before, after): (Target, Keys<'_>, Keys<'_>),
    run: &[DVec3],
) -> Vec<DVec3> {
    let (old, new) = (before.times(), after.times());
    // The curve between two keys decides about whole turns: a key beside one that changed counts as changed.
    let same = |place: usize, other: usize| before.is_same_key(place, after, other);
    let same_front = (0..old.len().min(new.len()))
        .take_while(|&place| same(place, place))
        .count()
        .saturating_sub(1)
        .min(run.len());
    let shift = |other: usize| (other + old.len()).checked_sub(new.len());
    let same_back = (0..old.len().min(new.len()))
        .take_while(|back| {
            let ends = [old.len(), new.len()].map(|len| len.checked_sub(back + 1));
            matches!(ends, [Some(place), Some(other)] if same(place, other))
        })
        .count()
        .saturating_sub(1);
    let mut numbers = run.get(..same_front).unwrap_or_default().to_vec();
    let mut last = numbers
        .last()
        .copied()
        .zip(new.get(same_front.wrapping_sub(1)).copied());
    for (place, &time) in new.iter().enumerate().skip(same_front) {
        let from = last.map(|(value, time)| (time, value));
        let value = next_numbers(&rig.skeleton, clip, (target, time), from);
        numbers.push(value);
        last = Some((value, time));
        let known = shift(place).and_then(|old| Some((old, *run.get(old)?)));
        if place + same_back >= new.len()
            && let Some((old, known)) = known
            && known.abs_diff_eq(value, 1e-9)
        {
            numbers.extend(run.iter().skip(old + 1));
            break;
        }
    }
    numbers.truncate(new.len());
    numbers
}
