//! Feet of a clip held where they stand, on the character that it is of.

use rig::{Clip, GoOn, JointIndex, Skeleton};
use thiserror::Error;

use super::report::FootSlide;
use super::stands::{ContactOptions, Stand, legs};
use crate::map::bone_map::BoneMap;
use crate::map::fault::MapError;
use crate::transfer::clip::RetargetError;
use crate::transfer::retargeter::{MappedSkeleton, RetargetOptions, Retargeter};

/// A foot that slides by no more than this share of its stride is held.
const HELD: f32 = 1e-5;

/// A clip whose feet stay where they stand.
#[derive(Clone, Debug, PartialEq)]
pub struct PlantedFeet {
    /// The clip; as it was where no foot stands, or none slides.
    pub clip: Clip,
    /// When feet stand, by the time at which they begin to.
    pub stands: Vec<Stand>,
    /// How far each foot that stands slides in the clip as it was.
    pub before: Vec<FootSlide>,
    /// And how far now, over the same times.
    pub after: Vec<FootSlide>,
}

/// Why feet cannot be held.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PlantError {
    /// The map does not fit the skeleton.
    #[error(transparent)]
    Map(#[from] MapError),
    /// Keys that would not be finite, or that it was stopped.
    #[error(transparent)]
    Clip(#[from] RetargetError),
}

/// A foot of a character, and when it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct StandingFoot {
    /// The joint of the foot.
    pub foot: JointIndex,
    /// What stands on the ground: the toes, of a foot without toes the foot.
    pub sole: JointIndex,
    /// When it stands, in the order of time.
    pub stands: Vec<Stand>,
}

/// Finds when the feet of a clip stand, those of each leg that a map has whole; feet that never stand are left out.
///
/// # Errors
///
/// A map that does not fit the skeleton, and `go_on` that said no.
pub fn standing_feet(
    skeleton: &Skeleton,
    map: &BoneMap,
    clip: &Clip,
    options: &ContactOptions,
    go_on: &GoOn<'_>,
) -> Result<Vec<StandingFoot>, PlantError> {
    let own = MappedSkeleton {
        skeleton,
        map,
        reference: None,
    };
    let retargeter = Retargeter::new(own, own, &RetargetOptions::default())?;
    if legs(map).iter().all(Option::is_none) {
        return Ok(Vec::new());
    }
    let footage = retargeter.footage(clip, None, options, go_on)?;
    let feet = footage.legs.iter().filter_map(|leg| {
        let [foot, sole] = [leg.target.end, leg.target.tip].map(JointIndex::try_from);
        Some(StandingFoot {
            foot: foot.ok()?,
            sole: sole.ok()?,
            stands: leg.stands(&footage.times),
        })
    });
    Ok(feet.filter(|foot| !foot.stands.is_empty()).collect())
}

/// Holds the feet of a clip where they stand: [`Retargeter::pin_feet`] of a clip onto itself.
///
/// A foot stands while it moves by less than [`ContactOptions::slowest`] and is near its least height. Meanwhile its toes, or a foot without
/// toes, stay at the mean of their places; thigh and shin reach for it, the foot keeps its orientation, and where a leg is too short the hips
/// come down. Rotations of legs, and where they come down the hips' translation, get keys 30 a second at least; all else keeps its keys.
///
/// # Errors
///
/// A map that does not fit the skeleton, keys that would not be finite, and `go_on` that said no.
pub fn plant_feet(
    skeleton: &Skeleton,
    map: &BoneMap,
    clip: &Clip,
    options: &ContactOptions,
    go_on: &GoOn<'_>,
) -> Result<PlantedFeet, PlantError> {
    let own = MappedSkeleton {
        skeleton,
        map,
        reference: None,
    };
    let retargeter = Retargeter::new(own, own, &RetargetOptions::default())?;
    let slides = |moved: &Clip| {
        let footage = retargeter.footage(clip, Some(moved), options, go_on)?;
        Ok::<_, RetargetError>(retargeter.slides(&footage))
    };
    let (stands, before) = (retargeter.stands(clip, options), slides(clip)?);
    // Keys on each frame are for feet that need them.
    let planted = match before.iter().any(|slide| slide.of_stride > HELD) {
        true => retargeter.pin_feet(clip, clip, options, go_on)?,
        false => clip.clone(),
    };
    Ok(PlantedFeet {
        stands,
        after: slides(&planted)?,
        before,
        clip: planted,
    })
}
