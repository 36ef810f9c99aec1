//! Pending poses over clips, or of joints, that the character lacks: kept by names until there are such.

use character::Character;
use rig::{AddressMatch, Addresses, Clip, ClipId, JointChannel, JointIndex, KeyValue, Target};

use super::joint_mapping::{JointMapping, map_clip};
use super::pending::{Changes, Pending, PendingPoses};
use crate::document::moment::Moment;

/// What was posed over a clip, as far as it finds no place.
#[derive(Clone, Debug, PartialEq)]
pub struct WaitingPose {
    /// The clip: by identity where the character has it, else by place and name.
    pub clip: WaitingClip,
    /// Seconds from its beginning.
    pub time: f32,
    /// Values of channels, by the addresses of joints.
    pub joints: Vec<(String, JointChannel, KeyValue)>,
    /// Morph weights: the address of the mesh's node, the place among its weights, the value.
    pub morphs: Vec<(String, usize, f32)>,
}

/// The clip of a pose that waits.
#[derive(Clone, Debug, PartialEq)]
pub enum WaitingClip {
    /// One of the character's: it lacks joints.
    There(ClipId),
    /// It lacks the clip too, which had this place and name.
    Gone {
        /// Place in the list.
        place: usize,
        /// Its name in the file; none for a clip without one.
        name: Option<String>,
    },
}

impl WaitingClip {
    /// The clip's name where it was.
    fn from_deleted(character: &Character, clip: ClipId) -> Self {
        let mut clips = character.clips.iter().enumerate();
        let found = clips.find(|(_, own)| own.id() == clip);
        Self::Gone {
            // A place that no list has, so that only the name can find it.
            place: found.map_or(usize::MAX, |(place, _)| place),
            name: found.and_then(|(_, own)| own.name().map(str::to_owned)),
        }
    }

    /// The clip of a character that is meant; none if it has no such clip.
    #[must_use]
    pub fn of(&self, character: &Character) -> Option<ClipId> {
        match self {
            Self::There(clip) => Some(character.clip(*clip)?.id()),
            Self::Gone { place, name } => {
                Some(clip_named(character, *place, name.as_deref())?.id())
            }
        }
    }
}

/// The clip at the place if it has the name, else the first one of that name.
#[must_use]
pub fn clip_named<'a>(
    character: &'a Character,
    place: usize,
    name: Option<&str>,
) -> Option<&'a Clip> {
    let has_name = |clip: &&Clip| clip.name() == name;
    let same_place = character.clips.get(place).filter(has_name);
    let by_name = || {
        let mut clips = character.clips.iter();
        clips.find(|clip| clip.name().is_some() && has_name(clip))
    };
    same_place.or_else(by_name)
}

/// The node of a morph weight, and the weight's place among that node's.
#[must_use]
pub fn node_of_weight(character: &Character, weight: usize) -> Option<(JointIndex, usize)> {
    let mut instances = character.instances.iter();
    let instance = instances.find(|instance| instance.morph.contains(&weight))?;
    Some((instance.node, weight - instance.morph.start))
}

/// The way back from [`node_of_weight`].
#[must_use]
pub fn weight_of_node(character: &Character, node: JointIndex, place: usize) -> Option<usize> {
    let mut instances = character.instances.iter();
    let instance = instances.find(|instance| instance.node == node)?;
    let weight = instance.morph.start.checked_add(place)?;
    instance.morph.contains(&weight).then_some(weight)
}

impl PendingPoses {
    /// With a pose that waits put where it belongs in a character; what finds no place waits on. What is pending there already goes
    /// before it.
    #[must_use]
    pub fn placing(
        &self,
        pose: &WaitingPose,
        character: &Character,
        addresses: &Addresses<'_>,
    ) -> Self {
        let Some(clip) = pose.clip.of(character) else {
            return self.clone().with_waiting(pose.clone());
        };
        let joint_at = |address: &str| match addresses.find(address) {
            AddressMatch::One(joint) => Some(joint),
            AddressMatch::Several | AddressMatch::None => None,
        };
        let mut left = WaitingPose {
            clip: WaitingClip::There(clip),
            time: pose.time,
            joints: Vec::new(),
            morphs: Vec::new(),
        };
        let mut changes = Changes::new();
        for (address, channel, value) in &pose.joints {
            match joint_at(address) {
                Some(joint) => {
                    changes.insert(Target::Joint(joint, *channel), *value);
                }
                None => left.joints.push((address.clone(), *channel, *value)),
            }
        }
        for (address, place, value) in &pose.morphs {
            let node = joint_at(address);
            match node.and_then(|node| weight_of_node(character, node, *place)) {
                Some(weight) => {
                    changes.insert(Target::Morph(weight), KeyValue::Number(*value));
                }
                None => left.morphs.push((address.clone(), *place, *value)),
            }
        }
        let time = pose.time;
        self.with_more(Moment { clip, time }, changes)
            .with_waiting(left)
    }

    /// With more changes at a moment, under those that are there.
    fn with_more(&self, moment: Moment, mut changes: Changes) -> Self {
        let there = self.at(moment);
        changes.extend(there.iter().flat_map(|pending| &pending.changes));
        let moment = there.map_or(moment, |pending| pending.moment);
        self.with(moment, changes)
    }

    /// Those of another version of the character, at the same moments of the same clips; what the new version lacks waits, and what
    /// waited is placed if it can be.
    #[must_use]
    pub fn remap(&self, old: &Character, new: &Character, mapping: &JointMapping) -> Self {
        let names = Addresses::new(&old.rig.skeleton);
        let mut after = Self::default();
        for pending in self.all() {
            after = after.with_remapped(pending, old, new, &names, mapping);
        }
        let addresses = Addresses::new(&new.rig.skeleton);
        for waiting in self.waiting() {
            let clip = match &waiting.clip {
                WaitingClip::There(clip) => map_clip(old, new, *clip)
                    .map_or_else(|| WaitingClip::from_deleted(old, *clip), WaitingClip::There),
                gone @ WaitingClip::Gone { .. } => gone.clone(),
            };
            let waiting = WaitingPose {
                clip,
                ..waiting.clone()
            };
            after = after.placing(&waiting, new, &addresses);
        }
        after
    }

    fn with_remapped(
        &self,
        pending: &Pending,
        old: &Character,
        new: &Character,
        names: &Addresses<'_>,
        mapping: &JointMapping,
    ) -> Self {
        let Moment { clip, time } = pending.moment;
        let now = map_clip(old, new, clip);
        let gone = || WaitingClip::from_deleted(old, clip);
        let mut left = WaitingPose {
            clip: now.map_or_else(gone, WaitingClip::There),
            time,
            joints: Vec::new(),
            morphs: Vec::new(),
        };
        let mut changes = Changes::new();
        for (&target, &value) in &pending.changes {
            // Where the clip is gone nothing is found, so that all of it waits.
            let found = now.and_then(|_| map_target(old, new, target, mapping));
            match found {
                Some(target) => drop(changes.insert(target, value)),
                None => left.push(old, names, (target, value)),
            }
        }
        let after = match now {
            Some(clip) => self.with_more(Moment { clip, time }, changes),
            None => self.clone(),
        };
        after.with_waiting(left)
    }
}

impl WaitingPose {
    /// Adds a value of a character's pose; what moves nothing is passed over.
    fn push(
        &mut self,
        character: &Character,
        names: &Addresses<'_>,
        (target, value): (Target, KeyValue),
    ) {
        match (target, value) {
            (Target::Joint(joint, channel), value) => {
                self.joints.push((names.of(joint), channel, value));
            }
            (Target::Morph(weight), KeyValue::Number(value)) => {
                let node = node_of_weight(character, weight);
                let named = node.map(|(node, place)| (names.of(node), place, value));
                self.morphs.extend(named);
            }
            (Target::Morph(_), KeyValue::Vector(_) | KeyValue::Rotation(_)) => {}
        }
    }
}

/// The same channel or morph weight of another version of the character.
fn map_target(
    old: &Character,
    new: &Character,
    target: Target,
    mapping: &JointMapping,
) -> Option<Target> {
    match target {
        Target::Joint(joint, channel) => Some(Target::Joint(mapping.of(joint)?, channel)),
        Target::Morph(weight) => {
            let (node, place) = node_of_weight(old, weight)?;
            weight_of_node(new, mapping.of(node)?, place).map(Target::Morph)
        }
    }
}
