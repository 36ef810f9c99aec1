//! Props: other files that are shown with the character, held by its joints or standing in the world, always or from a time of a clip on.
//!
//! A prop is named by its file and is no part of the character. Projects keep it, and an export may take it along.

use std::path::Path;
use std::sync::Arc;

use character::Character;
use glam::{Affine3A, Quat, Vec3};
use rig::{ClipId, JointIndex, LayeredClip, Skeleton, Trs};

use super::joint_mapping::map_clip;
use super::pins::Skeletons;
use crate::document::limits::LARGEST_NUMBER;
use crate::document::moment::Moment;
use crate::document::pending::SAME_TIME;
use crate::files::working_folder::file_name;
use crate::text::euler::single::{degrees, rotation};

/// The most props of a document.
pub const MOST_PROPS: usize = 16;
/// The most times at which what holds a prop changes, over all clips.
pub const MOST_SWITCHES: usize = 1000;
/// The smallest factor between a prop as its file has it and as it is shown; the largest is its reciprocal.
pub const LEAST_SCALE: f32 = 1e-4;

/// A file that is shown with the character.
#[derive(Clone, Debug, PartialEq)]
pub struct Prop {
    /// Absolute path of its file.
    pub file: String,
    /// Whether it is neither shown nor exported.
    pub hidden: bool,
    /// What holds it, where no clip says otherwise.
    pub holder: Holder,
    /// Where it is there.
    pub place: PropPlace,
    /// From when on something else holds it, by rising time; of several clips.
    pub switches: Arc<[HolderSwitch]>,
}

/// What a prop goes along with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Holder {
    /// Nothing: it stays where it is.
    #[default]
    World,
    /// A joint: it goes along with the joint's posed frame, scale and shear included.
    Joint(JointIndex),
}

/// Where a prop is, in the frame of what holds it: `x → t + s R x`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PropPlace {
    /// `t`, meters.
    pub translation: Vec3,
    /// The rotations about X, Y and Z that make `R = R_z R_y R_x`, degrees.
    pub angles: Vec3,
    /// `s`, above zero.
    pub scale: f32,
}

/// From a time of a clip on, something else holds a prop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HolderSwitch {
    /// The clip.
    pub clip: ClipId,
    /// Seconds from the clip's beginning.
    pub time: f32,
    /// What holds it from then on.
    pub holder: Holder,
    /// Where it is in the frame of that.
    pub place: Affine3A,
}

impl Default for PropPlace {
    fn default() -> Self {
        Self {
            translation: Vec3::ZERO,
            angles: Vec3::ZERO,
            scale: 1.0,
        }
    }
}

impl PropPlace {
    /// The map from the prop's own frame to that of what holds it.
    #[must_use]
    pub fn to_affine(&self) -> Affine3A {
        let scale = Vec3::splat(self.scale);
        Affine3A::from_scale_rotation_translation(scale, rotation(self.angles), self.translation)
    }

    /// The same as translation, rotation and scale.
    #[must_use]
    pub fn to_trs(&self) -> Trs {
        Trs {
            translation: self.translation,
            rotation: rotation(self.angles),
            scale: Vec3::splat(self.scale),
        }
    }

    /// The place of a map; `s` is the cube root of its determinant's size. What is sheared or mirrored is told by the nearest that is not;
    /// a map that is flat, or not finite, gives the place where nothing is changed.
    #[must_use]
    pub fn of(map: &Affine3A) -> Self {
        let (_, turn, translation) = map.to_scale_rotation_translation();
        let scale = map.matrix3.determinant().abs().cbrt();
        let is_place = translation.is_finite() && turn.is_finite() && scale > 0.0;
        match is_place && scale.is_finite() {
            true => Self {
                translation,
                angles: degrees(Quat::normalize(turn)),
                scale,
            }
            .within_limits(),
            false => Self::default(),
        }
    }

    /// The same within what can be shown; what is no number is that of a new place.
    #[must_use]
    pub fn within_limits(self) -> Self {
        let within = |vector: Vec3| match vector.is_finite() {
            true => vector.clamp(Vec3::splat(-LARGEST_NUMBER), Vec3::splat(LARGEST_NUMBER)),
            false => Vec3::ZERO,
        };
        Self {
            translation: within(self.translation),
            angles: within(self.angles),
            scale: match self.scale.is_finite() {
                true => self.scale.clamp(LEAST_SCALE, LEAST_SCALE.recip()),
                false => 1.0,
            },
        }
    }
}

impl Holder {
    /// The joint, if it is one.
    #[must_use]
    pub const fn joint(self) -> Option<JointIndex> {
        match self {
            Self::World => None,
            Self::Joint(joint) => Some(joint),
        }
    }

    /// Its frame in the model; none of a joint that is not there.
    fn frame(self, frame_of: &impl Fn(JointIndex) -> Option<Affine3A>) -> Option<Affine3A> {
        match self {
            Self::World => Some(Affine3A::IDENTITY),
            Self::Joint(joint) => frame_of(joint),
        }
    }

    /// Where something is in its frame that is at `model_from_prop` in the model; none of a frame that is not there, or flat.
    #[must_use]
    pub fn place_of(
        self,
        model_from_prop: Affine3A,
        frame_of: impl Fn(JointIndex) -> Option<Affine3A>,
    ) -> Option<Affine3A> {
        let place = self.frame(&frame_of)?.inverse() * model_from_prop;
        place.is_finite().then_some(place)
    }

    /// The same on another skeleton, with what brings a place in its frame there. A joint that is gone becomes the world, where what it
    /// held stays as it rested.
    fn carried(
        self,
        skeletons: &Skeletons<'_>,
        of: &impl Fn(JointIndex) -> Option<JointIndex>,
    ) -> (Self, Affine3A) {
        let Self::Joint(old) = self else {
            return (self, Affine3A::IDENTITY);
        };
        let at_rest =
            |skeleton: &Skeleton, joint| skeleton.rest_model_from_joint(joint).to_affine();
        let before = at_rest(skeletons.before, old);
        let Some(new) = of(old) else {
            return (Self::World, before);
        };
        let after = at_rest(skeletons.after, new);
        let change = after.inverse() * before;
        match after == before || !change.is_finite() {
            true => (Self::Joint(new), Affine3A::IDENTITY),
            false => (Self::Joint(new), change),
        }
    }
}

impl Prop {
    /// A prop of a file, held at a place.
    #[must_use]
    pub fn new(file: String, holder: Holder, place: PropPlace) -> Self {
        Self {
            file,
            hidden: false,
            holder,
            place,
            switches: Arc::default(),
        }
    }

    /// Its name for people: that of the file.
    #[must_use]
    pub fn name(&self) -> String {
        file_name(Path::new(&self.file))
    }

    /// What holds it at a moment, and where it is in the frame of that; without a moment what holds it by itself.
    #[must_use]
    pub fn held_at(&self, moment: Option<Moment>) -> (Holder, Affine3A) {
        let switch = moment.and_then(|moment| {
            let begun = self.switches_in(moment.clip);
            begun
                .take_while(|switch| switch.time <= moment.time + SAME_TIME)
                .last()
        });
        match switch {
            Some(switch) => (switch.holder, switch.place),
            None => (self.holder, self.place.to_affine()),
        }
    }

    /// The switches in a clip, by rising time.
    pub fn switches_in(&self, clip: ClipId) -> impl Iterator<Item = &HolderSwitch> {
        self.switches.iter().filter(move |own| own.clip == clip)
    }

    /// Where it is in the model at a moment, by the posed frames of the joints. One that is held by a joint which is not there is at its
    /// place in the world.
    #[must_use]
    pub fn model_from_prop(
        &self,
        moment: Option<Moment>,
        frame_of: impl Fn(JointIndex) -> Option<Affine3A>,
    ) -> Affine3A {
        let (holder, place) = self.held_at(moment);
        holder.frame(&frame_of).map_or(place, |frame| frame * place)
    }

    /// The same with one more switch, in place of one at its time.
    #[must_use]
    pub fn with_switch(&self, switch: HolderSwitch) -> Self {
        let is_other = |own: &&HolderSwitch| {
            own.clip != switch.clip || (own.time - switch.time).abs() > SAME_TIME
        };
        let others = self.switches.iter().filter(is_other).copied();
        let mut switches: Vec<HolderSwitch> = others.chain([switch]).collect();
        switches.sort_by(|one, other| one.time.total_cmp(&other.time));
        Self {
            switches: switches.into(),
            ..self.clone()
        }
    }

    /// The same without the switches for which that is so.
    #[must_use]
    pub fn without_switches(&self, is_meant: impl Fn(&HolderSwitch) -> bool) -> Self {
        let left = self.switches.iter().filter(|own| !is_meant(own)).copied();
        Self {
            switches: left.collect(),
            ..self.clone()
        }
    }

    /// The joints that hold it at some time.
    pub fn joints(&self) -> impl Iterator<Item = JointIndex> {
        let switches = self.switches.iter().map(|switch| switch.holder);
        std::iter::once(self.holder)
            .chain(switches)
            .filter_map(Holder::joint)
    }

    /// The prop on another version of the skeleton.
    fn carried(
        &self,
        skeletons: &Skeletons<'_>,
        of: &impl Fn(JointIndex) -> Option<JointIndex>,
    ) -> Self {
        let (holder, change) = self.holder.carried(skeletons, of);
        let place = match change == Affine3A::IDENTITY {
            true => self.place,
            false => PropPlace::of(&(change * self.place.to_affine())),
        };
        let switches = self.switches.iter().map(|switch| {
            let (holder, change) = switch.holder.carried(skeletons, of);
            HolderSwitch {
                holder,
                place: change * switch.place,
                ..*switch
            }
        });
        Self {
            holder,
            place,
            switches: switches.collect(),
            ..self.clone()
        }
    }
}

/// The moment of the clip that lies below all that is seen at a moment: a layer over a clip shares what holds the props there.
#[must_use]
pub fn moment_below(character: &Character, moment: Moment) -> Moment {
    let clip = character.clip(moment.clip);
    let below = clip.map(|clip| LayeredClip::of(clip, &character.clips).below().id());
    Moment {
        clip: below.unwrap_or(moment.clip),
        ..moment
    }
}

/// The props without switches in a clip.
#[must_use]
pub fn without_clip(props: &Arc<[Prop]>, clip: ClipId) -> Arc<[Prop]> {
    let has_any = |prop: &Prop| prop.switches_in(clip).next().is_some();
    if !props.iter().any(has_any) {
        return Arc::clone(props);
    }
    let left = props.iter();
    left.map(|prop| prop.without_switches(|own| own.clip == clip))
        .collect()
}

/// The props with the switches in a clip once more, in a copy of it.
#[must_use]
pub fn with_copied_clip(props: &Arc<[Prop]>, clip: ClipId, copy: ClipId) -> Arc<[Prop]> {
    let copied = props.iter().map(|prop| {
        let room = MOST_SWITCHES.saturating_sub(prop.switches.len());
        let copies = prop
            .switches_in(clip)
            .take(room)
            .map(|switch| HolderSwitch {
                clip: copy,
                ..*switch
            });
        copies.fold(prop.clone(), |prop, switch| prop.with_switch(switch))
    });
    copied.collect()
}

/// The props with the times of a clip's elsewhere.
#[must_use]
pub fn with_times(props: &Arc<[Prop]>, clip: ClipId, moved: impl Fn(f32) -> f32) -> Arc<[Prop]> {
    let moved = props.iter().map(|prop| {
        let elsewhere = prop.switches_in(clip).map(|switch| HolderSwitch {
            time: moved(switch.time),
            ..*switch
        });
        let others = prop.without_switches(|own| own.clip == clip);
        elsewhere.fold(others, |prop, switch| prop.with_switch(switch))
    });
    moved.collect()
}

/// The props after an edit of the skeleton. What was held by a joint that is gone stays in the world where it rested.
#[must_use]
pub(super) fn props_after(
    props: &Arc<[Prop]>,
    skeletons: Skeletons<'_>,
    of: impl Fn(JointIndex) -> Option<JointIndex>,
) -> Arc<[Prop]> {
    if props.is_empty() {
        return Arc::clone(props);
    }
    let carried = props.iter().map(|prop| prop.carried(&skeletons, &of));
    carried.collect()
}

/// The props on another version of the character; switches in clips that it lacks are left out.
#[must_use]
pub(super) fn remapped(
    props: &Arc<[Prop]>,
    characters: [&Character; 2],
    of: impl Fn(JointIndex) -> Option<JointIndex>,
) -> Arc<[Prop]> {
    let [was, is] = characters;
    let skeletons = Skeletons {
        before: &was.rig.skeleton,
        after: &is.rig.skeleton,
    };
    let carried = props_after(props, skeletons, of);
    let mapped = carried.iter().map(|prop| {
        let switches = prop.switches.iter().filter_map(|switch| {
            let clip = map_clip(was, is, switch.clip)?;
            Some(HolderSwitch { clip, ..*switch })
        });
        Prop {
            switches: switches.collect(),
            ..prop.clone()
        }
    });
    mapped.collect()
}

/// What props lost when the character became another one, in sentences: what held them, and times of clips that are gone.
#[must_use]
pub fn losses(before: &[Prop], after: &[Prop]) -> Vec<String> {
    let pairs = before.iter().zip(after);
    let same = pairs.filter(|(before, after)| before.file == after.file);
    let told =
        same.flat_map(|(before, after)| [let_go(before, after), lost_switches(before, after)]);
    told.flatten().collect()
}

fn let_go(before: &Prop, after: &Prop) -> Option<String> {
    let count = |prop: &Prop| prop.joints().count();
    let is_let_go = before.holder.joint().is_some() && after.holder == Holder::World;
    let has_all_times = before.switches.len() == after.switches.len();
    let is_lost = is_let_go || (has_all_times && count(after) < count(before));
    is_lost.then(|| {
        format!(
            "{} stays in the world: what held it is gone.",
            before.name()
        )
    })
}

fn lost_switches(before: &Prop, after: &Prop) -> Option<String> {
    let n_lost = before.switches.len().saturating_sub(after.switches.len());
    (n_lost > 0).then(|| {
        format!(
            "{}: the clips are gone in which what holds it changed, {n_lost} of {} times. Undo brings them back.",
            before.name(),
            before.switches.len()
        )
    })
}
