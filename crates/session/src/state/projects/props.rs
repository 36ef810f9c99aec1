//! Props as project data.

use std::sync::Arc;

use character::Character;
use glam::{Affine3A, Vec3};
use rig::Addresses;
use serde::{Deserialize, Serialize};

use super::restore::{Finder, is_usable};
use super::shape::{ClipMoment, Project};
use crate::document::Document;
use crate::document::moment::Moment;
use crate::document::props::{Holder, HolderSwitch, MOST_PROPS, MOST_SWITCHES, Prop, PropPlace};
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
    /// The address of the joint that holds it; none for the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joint: Option<String>,
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
    /// The address of the joint that holds it from then on; none for the world.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joint: Option<String>,
    /// Where it is in the frame of that: three columns of a matrix, then the place, meters.
    pub place: [f32; 12],
}

impl Default for PropShape {
    fn default() -> Self {
        Self {
            file: String::new(),
            hidden: false,
            joint: None,
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
    let switch = |switch: &HolderSwitch| HolderSwitchShape {
        at: ClipMoment::of(
            document,
            Moment {
                clip: switch.clip,
                time: switch.time,
            },
        ),
        joint: joint(switch.holder),
        place: switch.place.to_cols_array(),
    };
    let shape = |prop: &Prop| PropShape {
        file: prop.file.clone(),
        hidden: prop.hidden,
        joint: joint(prop.holder),
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
    let props = shapes.map(|shape| restored(character, shape, finder));
    props.collect()
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
    let holder = holder_of(shape.joint.as_deref(), finder);
    let prop = Prop {
        hidden: shape.hidden,
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

fn holder_of(joint: Option<&str>, finder: &mut Finder<'_>) -> Holder {
    let found =
        joint.and_then(|joint| finder.find(joint, "the prop that it holds is in the world"));
    found.map_or(Holder::World, Holder::Joint)
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
        holder: holder_of(shape.joint.as_deref(), finder),
        place: Affine3A::from_cols_array(&shape.place),
    })
}
