//! Props as project data.

use std::collections::BTreeSet;
use std::sync::Arc;

use character::Character;
use glam::{Affine3A, Vec3};
use rig::Addresses;
use serde::{Deserialize, Serialize};

use super::restore::{Finder, is_usable};
use super::shape::{ClipMoment, Project};
use crate::document::Document;
use crate::document::moment::Moment;
use crate::document::props::{
    Aim, Hold, HoldWay, Holder, HolderSwitch, MOST_PROPS, MOST_SWITCHES, Prop, PropPlace, hangs_on,
};
use crate::document::waiting_poses::clip_named;

/// A file that is shown with the character.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PropShape {
    /// A path, relative to the project's folder or absolute.
    pub file: String,
    /// Whether it is neither shown nor exported.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// The address of the joint that holds it; none for the world or another prop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joint: Option<String>,
    /// The prop that holds it, by its place in the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prop: Option<usize>,
    /// What it takes of the frame of that.
    #[serde(skip_serializing_if = "WayShape::is_parent")]
    pub way: WayShape,
    /// Toward what it turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aim: Option<AimShape>,
    /// Where it is in the frame of that, meters.
    pub translation: [f32; 3],
    /// Rotations about X, Y and Z, in this order about fixed axes, degrees.
    pub rotation: [f32; 3],
    /// Its size; 1 is that of its file.
    pub scale: f32,
    /// From when on something else holds it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub switches: Vec<HolderSwitchShape>,
}

/// From a time of a clip on, something else holds a prop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HolderSwitchShape {
    /// The clip and the time.
    pub at: ClipMoment,
    /// The address of the joint that holds it from then on; none for the world or another prop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joint: Option<String>,
    /// The prop that holds it from then on, by its place in the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prop: Option<usize>,
    /// What it takes of the frame of that.
    #[serde(default, skip_serializing_if = "WayShape::is_parent")]
    pub way: WayShape,
    /// Toward what it turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aim: Option<AimShape>,
    /// Where it is in the frame of that: three columns of a matrix, then the place, meters.
    pub place: [f32; 12],
}

/// What a prop takes of the frame of what holds it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WayShape {
    /// All of it.
    #[default]
    Parent,
    /// Where it is.
    Position,
    /// How it is turned.
    Rotation,
    /// Both of these.
    PositionAndRotation,
}

/// Toward what a prop turns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AimShape {
    /// The address of the joint that it is aimed at; none for a point of the world or of another prop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joint: Option<String>,
    /// The prop that it is aimed at, by its place in the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prop: Option<usize>,
    /// The point in the frame of that, meters.
    pub point: [f32; 3],
    /// What points there, in the prop's own frame.
    pub axis: [f32; 3],
}

impl WayShape {
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde asks for a reference"
    )]
    fn is_parent(&self) -> bool {
        *self == Self::Parent
    }

    const fn of(way: HoldWay) -> Self {
        match way {
            HoldWay::Parent => Self::Parent,
            HoldWay::Position => Self::Position,
            HoldWay::Rotation => Self::Rotation,
            HoldWay::PositionAndRotation => Self::PositionAndRotation,
        }
    }

    const fn way(self) -> HoldWay {
        match self {
            Self::Parent => HoldWay::Parent,
            Self::Position => HoldWay::Position,
            Self::Rotation => HoldWay::Rotation,
            Self::PositionAndRotation => HoldWay::PositionAndRotation,
        }
    }
}

impl Default for PropShape {
    fn default() -> Self {
        Self {
            file: String::new(),
            hidden: false,
            joint: None,
            prop: None,
            way: WayShape::Parent,
            aim: None,
            translation: [0.0; 3],
            rotation: [0.0; 3],
            scale: 1.0,
            switches: Vec::new(),
        }
    }
}

/// All props of a document.
pub(super) fn props_of(document: &Document, addresses: &Addresses<'_>) -> Vec<PropShape> {
    let joint = |holder: Holder| holder.joint().map(|joint| addresses.of(joint));
    let aim = |aim: Option<Aim>| {
        aim.map(|aim| AimShape {
            joint: joint(aim.at),
            prop: aim.at.prop(),
            point: aim.point.to_array(),
            axis: aim.axis.to_array(),
        })
    };
    let switch = |switch: &HolderSwitch| HolderSwitchShape {
        at: ClipMoment::of(
            document,
            Moment {
                clip: switch.clip,
                time: switch.time,
            },
        ),
        joint: joint(switch.hold.holder),
        prop: switch.hold.holder.prop(),
        way: WayShape::of(switch.hold.way),
        aim: aim(switch.hold.aim),
        place: switch.hold.place.to_cols_array(),
    };
    let shape = |prop: &Prop| PropShape {
        file: prop.file.clone(),
        hidden: prop.hidden,
        joint: joint(prop.holder),
        prop: prop.holder.prop(),
        way: WayShape::of(prop.way),
        aim: aim(prop.aim),
        translation: prop.place.translation.to_array(),
        rotation: prop.place.angles.to_array(),
        scale: prop.place.scale,
        switches: prop.switches.iter().map(switch).collect(),
    };
    document.props.iter().map(shape).collect()
}

/// The props of a project. What is held by a joint that the character lacks is in the world, and switches in clips that it lacks are left
/// out; both are told.
pub(super) fn restore_props(
    character: &Character,
    project: &Project,
    finder: &mut Finder<'_>,
) -> Arc<[Prop]> {
    let n_more = project.props.len().saturating_sub(MOST_PROPS);
    if n_more > 0 {
        finder.tell(format!(
            "the project has {} props, and at most {MOST_PROPS} are shown; the last {n_more} are left out",
            project.props.len()
        ));
    }
    let shapes = project.props.iter().take(MOST_PROPS);
    let props: Vec<Prop> = shapes
        .map(|shape| restored(character, shape, finder))
        .collect();
    without_rings(props, finder).into()
}

/// The props without holders that are no other prop, or one that hangs on them itself: they are in the world then, which is told.
fn without_rings(props: Vec<Prop>, finder: &mut Finder<'_>) -> Vec<Prop> {
    let n_props = props.len();
    let mut kept: Vec<Prop> = props.iter().map(|prop| prop.with_holds(in_world)).collect();
    for (number, prop) in props.into_iter().enumerate() {
        // Each once, for all holds of all props are gone through for it.
        let others: BTreeSet<usize> = prop.holders().filter_map(Holder::prop).collect();
        let mut others = others.into_iter();
        let is_bad = |other: usize| other >= n_props || hangs_on(&kept, other, number);
        let bad = others.find(|other| is_bad(*other));
        if let Some(bad) = bad {
            let by = kept
                .get(bad)
                .map_or_else(|| format!("prop {bad}"), Prop::name);
            finder.tell(format!(
                "{}: it cannot hang on {by}, which is no other prop, or hangs on it; it is in the world",
                prop.file
            ));
        } else if let Some(own) = kept.get_mut(number) {
            *own = prop;
        }
    }
    kept
}

/// A hold without other props.
fn in_world(hold: &Hold) -> Hold {
    let aim = hold.aim.filter(|aim| aim.at.prop().is_none());
    match hold.holder {
        Holder::Prop(_) => Hold {
            aim,
            ..Hold::by(Holder::World, hold.place)
        },
        Holder::World | Holder::Joint(_) => Hold { aim, ..*hold },
    }
}

fn restored(character: &Character, shape: &PropShape, finder: &mut Finder<'_>) -> Prop {
    let place = PropPlace {
        translation: Vec3::from_array(shape.translation),
        angles: Vec3::from_array(shape.rotation),
        scale: shape.scale,
    };
    let usable = place.within_limits();
    if usable != place {
        finder.tell(format!(
            "{}: the prop's place holds numbers that are no place; those are left out",
            shape.file
        ));
    }
    let holder = holder_of(shape.joint.as_deref(), shape.prop, finder);
    let prop = Prop {
        hidden: shape.hidden,
        way: shape.way.way(),
        aim: aim_of(shape.aim.as_ref(), &shape.file, finder),
        ..Prop::new(shape.file.clone(), holder, usable)
    };
    let n_more = shape.switches.len().saturating_sub(MOST_SWITCHES);
    if n_more > 0 {
        finder.tell(format!(
            "{}: what holds the prop changes more than {MOST_SWITCHES} times; the last {n_more} are left out",
            shape.file
        ));
    }
    let switches = shape.switches.iter().take(MOST_SWITCHES);
    let switches: Vec<HolderSwitch> = switches
        .filter_map(|switch| switch_of(character, &shape.file, switch, finder))
        .collect();
    switches
        .into_iter()
        .fold(prop, |prop, switch| prop.with_switch(switch))
}

fn holder_of(joint: Option<&str>, prop: Option<usize>, finder: &mut Finder<'_>) -> Holder {
    let Some(joint) = joint else {
        return prop.map_or(Holder::World, Holder::Prop);
    };
    let found = finder.find(joint, "the prop that it holds is in the world");
    found.map_or(Holder::World, Holder::Joint)
}

/// What a prop is aimed at; none, and told, of a joint that is not there, or of numbers that are no direction.
fn aim_of(shape: Option<&AimShape>, file: &str, finder: &mut Finder<'_>) -> Option<Aim> {
    let shape = shape?;
    let at = match shape.joint.as_deref() {
        None => shape.prop.map_or(Holder::World, Holder::Prop),
        Some(joint) => {
            let found = finder.find(joint, "the prop that is aimed at it is not");
            Holder::Joint(found?)
        }
    };
    let axis = Vec3::from_array(shape.axis);
    if !is_usable(&shape.point) || !is_usable(&shape.axis) || axis == Vec3::ZERO {
        finder.tell(format!(
            "{file}: what the prop is aimed at holds numbers that are no point or no direction; it is not aimed"
        ));
        return None;
    }
    // A direction that is read back as it was written keeps its bits.
    let axis = if axis.is_normalized() {
        axis
    } else {
        axis.normalize_or(Vec3::Z)
    };
    Some(Aim {
        at,
        point: Vec3::from_array(shape.point),
        axis,
    })
}

fn switch_of(
    character: &Character,
    file: &str,
    shape: &HolderSwitchShape,
    finder: &mut Finder<'_>,
) -> Option<HolderSwitch> {
    let name = shape.at.name.as_deref();
    let Some(clip) = clip_named(character, shape.at.clip, name) else {
        let name = name.map_or_else(|| shape.at.clip.to_string(), str::to_owned);
        finder.tell(format!(
            "{file}: there is no clip {name}; what holds the prop in that is left out"
        ));
        return None;
    };
    let is_time = (0.0..=1e6).contains(&shape.at.time);
    if !is_time || !is_usable(&shape.place) {
        finder.tell(format!(
            "{file}: at {} s the prop's place holds numbers that are no place; it is left out",
            shape.at.time
        ));
        return None;
    }
    Some(HolderSwitch {
        clip: clip.id(),
        time: shape.at.time,
        hold: Hold {
            holder: holder_of(shape.joint.as_deref(), shape.prop, finder),
            way: shape.way.way(),
            place: Affine3A::from_cols_array(&shape.place),
            aim: aim_of(shape.aim.as_ref(), file, finder),
        },
    })
}
