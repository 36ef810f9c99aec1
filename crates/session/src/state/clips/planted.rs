//! Feet of a clip held where they stand. For the window and the command line alike.

use std::ops::ControlFlow;
use std::time::Duration;

use character::Character;
use retarget::{
    BoneMap, ContactOptions, FootSlide, PlantError, PlantedFeet, RetargetError, plant_feet,
};
use rig::{BodySide, Clip, ClipEdit, HumanBone};
use web_time::Instant;

use crate::settings::Units;
use crate::state::clips::whole_clip::tracks_edit;

const LEGS: [[HumanBone; 3]; 2] = [
    [
        HumanBone::LeftUpperLeg,
        HumanBone::LeftLowerLeg,
        HumanBone::LeftFoot,
    ],
    [
        HumanBone::RightUpperLeg,
        HumanBone::RightLowerLeg,
        HumanBone::RightFoot,
    ],
];

/// Why the feet of a clip cannot be held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotPlanted {
    /// Nothing tells which joints are a leg.
    NoLegs,
    /// It took longer than it may.
    TooLong,
    /// A clause.
    Other(String),
}

/// A clip with planted feet, as an edit of it.
#[derive(Clone, Debug)]
pub struct Planted {
    /// The edit; none where no foot stands, or none slides.
    pub edit: Option<ClipEdit>,
    /// What became of the feet, a clause each.
    pub told: Vec<String>,
}

/// Holds the feet of a clip where they stand, within a time, if one is given.
///
/// # Errors
///
/// Why they cannot be held.
pub fn planted_edit(
    character: &Character,
    map: &BoneMap,
    clip: &Clip,
    units: Units,
    limit: Option<Duration>,
) -> Result<Planted, NotPlanted> {
    let is_whole = |leg: [HumanBone; 3]| leg.into_iter().all(|bone| map.joint(bone).is_some());
    if !LEGS.into_iter().any(is_whole) {
        return Err(NotPlanted::NoLegs);
    }
    let begun = Instant::now();
    let go_on = |_: f32| match limit.is_some_and(|limit| begun.elapsed() > limit) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let options = ContactOptions::default();
    let planted = plant_feet(&character.rig.skeleton, map, clip, &options, &go_on);
    let planted = planted.map_err(|error| match error {
        PlantError::Clip(RetargetError::Stopped) => NotPlanted::TooLong,
        error => NotPlanted::Other(error.to_string()),
    })?;
    Ok(Planted {
        edit: tracks_edit(clip, &planted.clip),
        told: told(&planted, units),
    })
}

fn told(planted: &PlantedFeet, units: Units) -> Vec<String> {
    let both = planted.before.iter().zip(&planted.after);
    let lines = both.map(|(before, after)| {
        let stands = planted.stands.iter();
        let own =
            stands.filter(|stand| stand.side == before.side && stand.is_front == before.is_front);
        format!(
            "{} stands {} and slid by up to {}, now {}",
            foot(before),
            times(own.count()),
            units.length(before.distance),
            units.length(after.distance)
        )
    });
    lines.collect()
}

fn times(count: usize) -> String {
    match count {
        1 => "once".to_owned(),
        count => format!("{count} times"),
    }
}

fn foot(slide: &FootSlide) -> String {
    let side = match slide.side {
        BodySide::Left => "left",
        BodySide::Right => "right",
    };
    let foot = if slide.is_front { "front paw" } else { "foot" };
    format!("the {side} {foot}")
}
