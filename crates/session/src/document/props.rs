//! Props: other files that are shown with the character, held by its joints or standing in the world, always or from a time of a clip on.
//!
//! A prop is named by its file and is no part of the character. Projects keep it, and an export may take it along.

use std::path::Path;
use std::sync::Arc;

use character::Character;
use glam::{Affine3A, Quat, Vec3};
use rig::{ClipId, JointIndex, LayeredClip, Trs};

use super::joint_mapping::map_clip;
use super::pins::Skeletons;
use crate::document::limits::LARGEST_NUMBER;
use crate::document::moment::Moment;
use crate::document::pending::SAME_TIME;
use crate::files::working_folder::file_name;
use crate::text::euler::single::{degrees, rotation};

mod hold;

pub use hold::{Aim, Hold, HoldWay, Holder, HolderFrames};

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
    /// What it takes of the frame of that.
    pub way: HoldWay,
    /// Where it is there, before it is aimed.
    pub place: PropPlace,
    /// Toward what it turns there.
    pub aim: Option<Aim>,
    /// From when on it is held otherwise, by rising time; of several clips.
    pub switches: Arc<[HolderSwitch]>,
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

/// From a time of a clip on, a prop is held otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HolderSwitch {
    /// The clip.
    pub clip: ClipId,
    /// Seconds from the clip's beginning.
    pub time: f32,
    /// How it is held from then on.
    pub hold: Hold,
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

impl Prop {
    /// A prop of a file, held at a place.
    #[must_use]
    pub fn new(file: String, holder: Holder, place: PropPlace) -> Self {
        Self {
            file,
            hidden: false,
            holder,
            way: HoldWay::Parent,
            place,
            aim: None,
            switches: Arc::default(),
        }
    }

    /// Its name for people: that of the file.
    #[must_use]
    pub fn name(&self) -> String {
        file_name(Path::new(&self.file))
    }

    /// How it is held where no clip says otherwise.
    #[must_use]
    pub fn own_hold(&self) -> Hold {
        Hold {
            holder: self.holder,
            way: self.way,
            place: self.place.to_affine(),
            aim: self.aim,
        }
    }

    /// The same, held otherwise where no clip says how. A place that is sheared or mirrored becomes the nearest that is not.
    #[must_use]
    pub fn with_own_hold(&self, hold: Hold) -> Self {
        let is_same = hold.place == self.place.to_affine();
        Self {
            holder: hold.holder,
            way: hold.way,
            aim: hold.aim,
            place: match is_same {
                true => self.place,
                false => PropPlace::of(&hold.place),
            },
            ..self.clone()
        }
    }

    /// How it is held at a moment; without a moment how it is held by itself.
    #[must_use]
    pub fn held_at(&self, moment: Option<Moment>) -> Hold {
        let switch = self.switch_at(moment);
        switch.map_or_else(|| self.own_hold(), |switch| switch.hold)
    }

    /// The switch that holds at a moment; none before the first one of the clip.
    #[must_use]
    pub fn switch_at(&self, moment: Option<Moment>) -> Option<&HolderSwitch> {
        let moment = moment?;
        let begun = self.switches_in(moment.clip);
        begun
            .take_while(|switch| switch.time <= moment.time + SAME_TIME)
            .last()
    }

    /// The switches in a clip, by rising time.
    pub fn switches_in(&self, clip: ClipId) -> impl Iterator<Item = &HolderSwitch> {
        self.switches.iter().filter(move |own| own.clip == clip)
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

    /// How it is held by itself, then from each switch on.
    pub fn holds(&self) -> impl Iterator<Item = Hold> + '_ {
        let switches = self.switches.iter().map(|switch| switch.hold);
        std::iter::once(self.own_hold()).chain(switches)
    }

    /// What holds it at some time, and what it is aimed at.
    pub fn holders(&self) -> impl Iterator<Item = Holder> + '_ {
        self.holds().flat_map(|hold| hold.holders())
    }

    /// The joints among these.
    pub fn joints(&self) -> impl Iterator<Item = JointIndex> + '_ {
        self.holders().filter_map(Holder::joint)
    }

    /// Whether a joint or another prop can move it.
    #[must_use]
    pub fn is_moved(&self) -> bool {
        self.holders().any(|holder| holder != Holder::World)
    }

    /// The same with each of its holds changed.
    #[must_use]
    pub fn with_holds(&self, change: impl Fn(&Hold) -> Hold) -> Self {
        let switches = self.switches.iter().map(|switch| HolderSwitch {
            hold: change(&switch.hold),
            ..*switch
        });
        Self {
            switches: switches.collect(),
            ..self.with_own_hold(change(&self.own_hold()))
        }
    }
}

/// Whether a prop hangs on another one at some time, directly or by others: that cannot hold it then, nor be what it aims at. It does on itself.
#[must_use]
pub fn hangs_on(props: &[Prop], prop: usize, on: usize) -> bool {
    let (mut seen, mut next) = (vec![prop], vec![prop]);
    while let Some(number) = next.pop() {
        if number == on {
            return true;
        }
        let holders = props.get(number).into_iter().flat_map(Prop::holders);
        for holder in holders.filter_map(Holder::prop) {
            if !seen.contains(&holder) {
                seen.push(holder);
                next.push(holder);
            }
        }
    }
    false
}

/// What carries a prop at a moment, directly or by other props: a joint, or the world.
///
/// None of a prop that copies less than all of a frame, or is aimed, for it moves otherwise; nor of one that is not there.
#[must_use]
pub fn carrier(props: &[Prop], prop: usize, moment: Option<Moment>) -> Option<Holder> {
    let mut number = prop;
    for _ in 0..MOST_PROPS {
        let hold = props.get(number)?.held_at(moment);
        if hold.way != HoldWay::Parent || hold.aim.is_some() {
            return None;
        }
        match hold.holder {
            Holder::Prop(other) => number = other,
            found => return Some(found),
        }
    }
    None
}

/// The props without one. What that held stays in the world where it was with the joints at rest, as whose frames are given.
#[must_use]
pub fn without_prop(
    props: &[Prop],
    gone: usize,
    rest_frame_of: impl Fn(JointIndex) -> Option<Affine3A>,
) -> Arc<[Prop]> {
    let frames = HolderFrames {
        props,
        moment: None,
        joint: rest_frame_of,
    };
    let at_rest = frames.prop(gone).unwrap_or_default();
    let left = props.iter().enumerate();
    let left = left.filter(|(number, _)| *number != gone);
    left.map(|(_, prop)| prop.with_holds(|hold| hold.without_prop(gone, at_rest)))
        .collect()
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
    let carried = props
        .iter()
        .map(|prop| prop.with_holds(|hold| hold.carried(&skeletons, &of)));
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
    let told = same.flat_map(|(before, after)| {
        [
            let_go(before, after),
            lost_aim(before, after),
            lost_switches(before, after),
        ]
    });
    told.flatten().collect()
}

fn let_go(before: &Prop, after: &Prop) -> Option<String> {
    let held = |prop: &Prop| prop.holds().filter_map(|hold| hold.holder.joint()).count();
    let is_let_go = before.holder.joint().is_some() && after.holder == Holder::World;
    let is_lost = is_let_go || has_fewer(before, after, held);
    is_lost.then(|| {
        format!(
            "{} stays in the world: what held it is gone.",
            before.name()
        )
    })
}

fn lost_aim(before: &Prop, after: &Prop) -> Option<String> {
    let aimed = |prop: &Prop| prop.holds().filter_map(|hold| hold.aim?.at.joint()).count();
    has_fewer(before, after, aimed).then(|| {
        format!(
            "{} is aimed at a point in the world: the joint is gone.",
            before.name()
        )
    })
}

/// Whether something was lost while all times are there.
fn has_fewer(before: &Prop, after: &Prop, count: impl Fn(&Prop) -> usize) -> bool {
    before.switches.len() == after.switches.len() && count(after) < count(before)
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
