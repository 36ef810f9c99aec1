//! Copied keys: pasted at another time, on another character, or on the other side.
//!
//! They are kept with the skeleton that they come from. A joint of the same rest gets the very numbers; any other what the user
//! would see: the same transform relative to its own rest.

use std::collections::{BTreeMap, BTreeSet};

use glam::{Mat3, Quat, Vec3};
use rig::{
    Clip, EulerOrder, Interpolation, JointChannel, JointIndex, JointPairs, KeyAt, KeyMode,
    KeyValue, Keyed, Keys, LocalKeys, NewKey, Pose, Rigid, Skeleton, Stretch, Target, Track,
    UserTransform, mirror_pose,
};
use scene::names::joint_name;

/// Keys that were copied.
#[derive(Clone, Debug, Default)]
pub struct KeyClipboard {
    skeleton: Option<Skeleton>,
    keys: Vec<Copied>,
    /// Whether keys of a single joint go to the chosen one, whatever its name.
    to_chosen: bool,
    /// Joints that take keys of single angles, in this order of axes; others get keys of the whole rotation.
    takers_of_angles: BTreeMap<JointIndex, EulerOrder>,
}

#[derive(Clone, Copy, Debug)]
struct Copied {
    target: Target,
    /// Seconds after the first of the copied keys.
    after: f64,
    value: KeyValue,
    tangents: [KeyValue; 2],
    mode: KeyMode,
    /// All channels of the joint at this time.
    local: LocalKeys,
    /// In which order the joint turns, for the key of an angle.
    order: Option<EulerOrder>,
}

/// Which joints copied keys go to.
#[derive(Clone, Copy, Debug)]
pub enum PasteSide<'a> {
    /// Those of the same names.
    Same,
    /// The partners of those.
    Other(&'a JointPairs),
}

/// What pasting comes to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pasted {
    /// The keys to set.
    pub keys: Vec<NewKey>,
    /// Names of joints that the copy has and the skeleton lacks, or that have no partner.
    pub missing: Vec<String>,
}

impl KeyClipboard {
    /// The keys of a clip with these places.
    #[must_use]
    pub fn copy(skeleton: &Skeleton, clip: &Clip, chosen: &BTreeSet<KeyAt>) -> Self {
        let first = chosen.iter().map(|key| key.time).reduce(f32::min);
        // In f64, so that times are rounded once, when they are pasted.
        let first = f64::from(first.unwrap_or_default());
        let copied = |key: &KeyAt| {
            let new = key_at(clip, *key)?;
            Some(Copied {
                target: key.target,
                after: f64::from(key.time) - first,
                value: new.value,
                tangents: new.tangents?,
                mode: new.mode?,
                local: local_at(skeleton, clip, *key),
                order: order_of(clip, key.target),
            })
        };
        Self {
            skeleton: Some(skeleton.clone()),
            keys: chosen.iter().filter_map(copied).collect(),
            to_chosen: false,
            takers_of_angles: BTreeMap::new(),
        }
    }

    /// The same keys for a clip: where a joint of it has Euler curves, keys of single angles stay such.
    #[must_use]
    pub fn for_clip(&self, clip: &Clip) -> Self {
        let curves = clip.euler_curves();
        Self {
            takers_of_angles: curves.map(|(joint, own)| (joint, own.order())).collect(),
            ..self.clone()
        }
    }

    /// The same keys, for the joint that is chosen where they are of a single joint, also if that is there.
    #[must_use]
    pub fn for_chosen(&self) -> Self {
        Self {
            to_chosen: true,
            ..self.clone()
        }
    }

    /// Number of joints that keys were copied of.
    #[must_use]
    pub fn joint_count(&self) -> usize {
        self.joints().len()
    }

    fn joints(&self) -> BTreeSet<JointIndex> {
        let joint = |key: &Copied| match key.target {
            Target::Joint(joint, _) => Some(joint),
            Target::Morph(_) => None,
        };
        self.keys.iter().filter_map(joint).collect()
    }

    /// Number of copied keys.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether nothing was copied.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The keys as those of a skeleton with so many morph weights, the first of them at a time.
    ///
    /// Keys of a single joint that the skeleton lacks go to `chosen`, the joint that is selected, if there is one.
    #[must_use]
    pub fn paste(
        &self,
        (skeleton, morphs): (&Skeleton, usize),
        at: f32,
        side: PasteSide<'_>,
        chosen: Option<JointIndex>,
    ) -> Pasted {
        let Some(own) = &self.skeleton else {
            return Pasted::default();
        };
        let mut pasted = Pasted::default();
        let takers = self.takers(own, skeleton, chosen, &mut pasted.missing);
        let goals: BTreeMap<JointIndex, (JointIndex, JointIndex)> = takers
            .into_iter()
            .filter_map(|(from, taker)| {
                let goal = match side {
                    PasteSide::Same => Some(taker),
                    PasteSide::Other(pairs) => pairs.partner(taker),
                };
                if goal.is_none() {
                    pasted.missing.push(joint_name(skeleton, taker));
                }
                Some((from, (taker, goal?)))
            })
            .collect();
        let way = PasteMap {
            own,
            skeleton,
            side,
            goals: &goals,
            takers_of_angles: &self.takers_of_angles,
        };
        let mut groups: BTreeMap<u64, Vec<&Copied>> = BTreeMap::new();
        for key in &self.keys {
            // By bits: times after the first are never negative, so that groups lie in the order of time.
            groups.entry(key.after.to_bits()).or_default().push(key);
        }
        for group in groups.values() {
            let seen = MappedKeys::new(way, group);
            let new = group.iter().filter_map(|key| match key.target {
                Target::Morph(weight) if weight >= morphs => None,
                Target::Morph(_) => Some((key, plain(key, key.target))),
                Target::Joint(from, channel) => Some((key, seen.new_key(key, (from, channel))?)),
            });
            pasted.keys.extend(new.map(|(key, new)| NewKey {
                time: single(f64::from(at) + key.after),
                ..new
            }));
        }
        pasted.missing.sort();
        pasted.missing.dedup();
        pasted
    }

    /// The joint of the skeleton for each copied one, by name.
    fn takers(
        &self,
        own: &Skeleton,
        skeleton: &Skeleton,
        chosen: Option<JointIndex>,
        missing: &mut Vec<String>,
    ) -> BTreeMap<JointIndex, JointIndex> {
        let joints = self.joints();
        // Of several joints none can be meant by the one that is chosen.
        let only = joints.len() == 1;
        let mut takers = BTreeMap::new();
        for joint in joints {
            let of_name = || skeleton.find(own.name(joint));
            let forced = chosen.filter(|_| only && self.to_chosen);
            let taker = forced.or_else(of_name);
            match taker.or_else(|| chosen.filter(|_| only)) {
                Some(taker) => {
                    takers.insert(joint, taker);
                }
                None => missing.push(joint_name(own, joint)),
            }
        }
        takers
    }
}

/// Where a key stands among rising times; none if it is not there to the bit.
pub(super) fn place_of(times: &[f32], time: f32) -> Option<usize> {
    let place = times.partition_point(|other| *other < time);
    let found = times.get(place)?;
    (found.to_bits() == time.to_bits()).then_some(place)
}

/// A key of a clip as it would be set; none if the clip lacks it.
#[must_use]
pub fn key_at(clip: &Clip, at: KeyAt) -> Option<NewKey> {
    fn of<T: Keyed>(track: &Track<T>, time: f32) -> Option<(T, [T; 2], KeyMode)> {
        let place = place_of(track.times(), time)?;
        let values = track.values();
        let (value, tangents) = if track.interpolation() == Interpolation::CubicSpline {
            let at = |offset: usize| values.get(3 * place + offset).copied();
            (at(1)?, [at(0)?, at(2)?])
        } else {
            (*values.get(place)?, [T::STILL; 2])
        };
        Some((value, tangents, track.mode(place)))
    }
    let (value, tangents, mode) = match clip.keys(at.target)? {
        Keys::Vector(track) => {
            let (value, tangents, mode) = of(track, at.time)?;
            (
                KeyValue::Vector(value),
                tangents.map(KeyValue::Vector),
                mode,
            )
        }
        Keys::Rotation(track) => {
            let (value, tangents, mode) = of(track, at.time)?;
            (
                KeyValue::Rotation(value),
                tangents.map(KeyValue::Rotation),
                mode,
            )
        }
        Keys::Number(track) => {
            let (value, tangents, mode) = of(track, at.time)?;
            (
                KeyValue::Number(value),
                tangents.map(KeyValue::Number),
                mode,
            )
        }
    };
    Some(NewKey {
        target: at.target,
        time: at.time,
        value,
        tangents: Some(tangents),
        mode: Some(mode),
    })
}

/// All channels of a key's joint at its time.
pub(super) fn local_at(skeleton: &Skeleton, clip: &Clip, key: KeyAt) -> LocalKeys {
    let Target::Joint(joint, _) = key.target else {
        return LocalKeys::IDENTITY;
    };
    let rest = skeleton.local_keys(joint);
    JointChannel::ALL.into_iter().fold(rest, |local, channel| {
        let keys = clip.keys(Target::Joint(joint, channel));
        keys.map_or(local, |keys| {
            with_channel(local, channel, keys.sample(key.time))
        })
    })
}

pub(super) fn with_channel(
    mut local: LocalKeys,
    channel: JointChannel,
    value: KeyValue,
) -> LocalKeys {
    match (channel, value) {
        (JointChannel::Translation, KeyValue::Vector(vector)) => local.translation = vector,
        (JointChannel::Rotation, KeyValue::Rotation(rotation)) => local.rotation = rotation,
        (JointChannel::Scale, KeyValue::Vector(vector)) => local.stretch.scale = vector,
        (JointChannel::Shear, KeyValue::Vector(vector)) => local.stretch.shear = vector,
        _ => {}
    }
    local
}

pub(super) const fn channel_of(local: &LocalKeys, channel: JointChannel) -> KeyValue {
    match channel {
        JointChannel::Translation => KeyValue::Vector(local.translation),
        JointChannel::Rotation | JointChannel::Angle(_) => KeyValue::Rotation(local.rotation),
        JointChannel::Scale => KeyValue::Vector(local.stretch.scale),
        JointChannel::Shear => KeyValue::Vector(local.stretch.shear),
    }
}

/// In which order a joint turns whose angle has keys.
fn order_of(clip: &Clip, target: Target) -> Option<EulerOrder> {
    match target {
        Target::Joint(joint, JointChannel::Angle(_)) => clip.euler(joint).map(|own| own.order()),
        Target::Joint(..) | Target::Morph(_) => None,
    }
}

fn plain(key: &Copied, target: Target) -> NewKey {
    NewKey {
        target,
        time: 0.0,
        value: key.value,
        tangents: Some(key.tangents),
        mode: Some(key.mode),
    }
}

fn has_same_rest(one: &Skeleton, joint: JointIndex, other: &Skeleton, goal: JointIndex) -> bool {
    let rest = |skeleton: &Skeleton, joint: JointIndex| -> (Rigid, Mat3, Option<Mat3>) {
        let above = skeleton.parent(joint);
        (
            skeleton.keyed_rest(joint),
            skeleton.rest_stretch(joint),
            above.map(|above| skeleton.rest_stretch(above)),
        )
    };
    rest(one, joint) == rest(other, goal)
}

/// From which skeleton to which, and to which of its joints.
#[derive(Clone, Copy)]
struct PasteMap<'a> {
    own: &'a Skeleton,
    skeleton: &'a Skeleton,
    side: PasteSide<'a>,
    /// By copied joint: the one of its name, and the one that gets the keys.
    goals: &'a BTreeMap<JointIndex, (JointIndex, JointIndex)>,
    takers_of_angles: &'a BTreeMap<JointIndex, EulerOrder>,
}

impl PasteMap<'_> {
    /// What the user would see of keys of one time, with these values in place of their own.
    fn group_pose(self, group: &[&Copied], value: impl Fn(&Copied) -> Option<KeyValue>) -> Pose {
        let mut locals: BTreeMap<JointIndex, LocalKeys> = BTreeMap::new();
        for key in group {
            let Target::Joint(joint, channel) = key.target else {
                continue;
            };
            let local = locals.entry(joint).or_insert(key.local);
            *local = value(key).map_or(*local, |value| with_channel(*local, channel, value));
        }
        let mut pose = Pose::rest(self.skeleton);
        for (joint, local) in locals {
            let taker = self.goals.get(&joint).map(|(taker, _)| taker.index());
            let user = self.own.user_of_local_keys(joint, &local);
            if let Some(slot) = taker.and_then(|taker| pose.rigid.get_mut(taker)) {
                *slot = user.rigid;
            }
            if let Some(slot) = taker.and_then(|taker| pose.stretch.get_mut(taker)) {
                *slot = Stretch::from_symmetric(user.linear);
            }
        }
        match self.side {
            PasteSide::Same => pose,
            PasteSide::Other(pairs) => mirror_pose(self.skeleton, &pose, pairs),
        }
    }
}

/// Keys of one time as other joints have them: values, and what lies one tangent further on each side. What takes values over is
/// linear in a rotation, and linear but for a constant in the rest, so that tangents are taken over exactly.
struct MappedKeys<'a> {
    way: PasteMap<'a>,
    values: Pose,
    beside: [Pose; 2],
}

impl<'a> MappedKeys<'a> {
    fn new(way: PasteMap<'a>, group: &[&Copied]) -> Self {
        Self {
            way,
            values: way.group_pose(group, |_| None),
            beside: [0, 1].map(|end| way.group_pose(group, |key| beside(key, end))),
        }
    }

    /// The key of another joint; none if there is no such joint. One of the same rest has the very numbers.
    fn new_key(&self, key: &Copied, (from, channel): (JointIndex, JointChannel)) -> Option<NewKey> {
        let (_, goal) = *self.way.goals.get(&from)?;
        let is_same = matches!(self.way.side, PasteSide::Same)
            && has_same_rest(self.way.own, from, self.way.skeleton, goal);
        let is_angle = channel != channel.whole();
        let takes = self.way.takers_of_angles.get(&goal);
        Some(if is_same && (!is_angle || takes == key.order.as_ref()) {
            plain(key, Target::Joint(goal, channel))
        } else {
            self.key(key, goal, channel.whole())
        })
    }

    fn key(&self, key: &Copied, goal: JointIndex, channel: JointChannel) -> NewKey {
        let local = |pose: &Pose| {
            let (rigid, stretch) = (pose.rigid.get(goal.index()), pose.stretch.get(goal.index()));
            let user = UserTransform {
                rigid: rigid.copied().unwrap_or(Rigid::IDENTITY),
                linear: stretch.map_or(Mat3::IDENTITY, |stretch| stretch.to_mat3()),
            };
            channel_of(&self.way.skeleton.local_keys_of_user(goal, &user), channel)
        };
        let value = local(&self.values);
        let is_even = self.way.skeleton.has_even_rest(goal);
        let ends = [0, 1].map(|end| {
            let beside = local(self.beside.get(end)?);
            let own = *key.tangents.get(end)?;
            tangent_of(value, beside, own)
        });
        // Where channels hang together the tangent of one is none of the other's: it is left open.
        let tangents = match ends {
            [Some(before), Some(after)] if is_even => Some([before, after]),
            _ => None,
        };
        NewKey {
            target: Target::Joint(goal, channel),
            time: 0.0,
            value,
            tangents,
            mode: Some(key.mode),
        }
    }
}

/// The value one tangent further; of a rotation the tangent's own direction, since values are of length one.
fn beside(key: &Copied, end: usize) -> Option<KeyValue> {
    match (key.value, *key.tangents.get(end)?) {
        (KeyValue::Vector(value), KeyValue::Vector(slope)) => Some(KeyValue::Vector(value + slope)),
        (KeyValue::Rotation(_), KeyValue::Rotation(slope)) => {
            let length = slope.length();
            (length > 0.0).then(|| KeyValue::Rotation(slope / length))
        }
        _ => None,
    }
}

/// The tangent between a value and what lies one tangent further.
fn tangent_of(value: KeyValue, beside: KeyValue, own: KeyValue) -> Option<KeyValue> {
    match (value, beside, own) {
        (KeyValue::Vector(value), KeyValue::Vector(beside), KeyValue::Vector(slope)) => {
            // A still tangent stays zero: the difference of two roundings would not be.
            let is_still = slope == Vec3::ZERO;
            Some(KeyValue::Vector(if is_still {
                slope
            } else {
                beside - value
            }))
        }
        (KeyValue::Rotation(_), KeyValue::Rotation(beside), KeyValue::Rotation(slope)) => {
            let length = slope.length();
            let still = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
            let turned = if length > 0.0 { beside * length } else { still };
            Some(KeyValue::Rotation(turned))
        }
        _ => None,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounded once, to the precision of keys"
)]
const fn single(number: f64) -> f32 {
    number as f32
}
