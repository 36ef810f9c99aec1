//! What came out, part by part, and why.

use std::collections::BTreeMap;
use std::fmt;

use glam::Vec3;
use mesh::PointIndex;
use rig::JointSlot;

use crate::{Edit, Filled};

/// How a part came by its weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AutomaticStage {
    /// Heat along the surface.
    Surface,
    /// Heat through the volume.
    Volume,
    /// The whole weight to the nearest bone's joint, in equal shares where several are equally near.
    Nearest,
    /// None of them: a wall within another part, or the inner wall of one, with the weights of that.
    Wall,
    /// None of them: a garment over another part, whose weights it has.
    Garment,
}

impl AutomaticStage {
    /// The way, in a few words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Surface => "heat on the surface",
            Self::Volume => "heat through the volume",
            Self::Nearest => "the nearest bone",
            Self::Wall => "the surface around it",
            Self::Garment => "the body below it",
        }
    }
}

/// Why a part was not carried by a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Refusal {
    /// Another way was asked for.
    NotAsked,
    /// No triangle: there is nothing that heat could spread along.
    NoSurface,
    /// Fewer than a fifth of the points see a bone.
    OutOfSight,
    /// The equations have no finite solution.
    NotFinite,
    /// The volume is too thin for the cells that there is memory for.
    TooThin,
}

impl Refusal {
    /// The reason, in a few words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::NotAsked => "as asked",
            Self::NoSurface => "no triangles",
            Self::OutOfSight => "too few points see a bone",
            Self::NotFinite => "no finite solution",
            Self::TooThin => "too thin for its cells",
        }
    }
}

/// How one connected part came by its weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartReport {
    /// The part: parts are numbered in the order of their first points, as [`mesh::Adjacency::parts`] does, but with cracks closed and
    /// inner walls cut off.
    pub part: u32,
    /// Number of points of the surface as it was given, before cracks were closed.
    pub points: usize,
    /// The stage that carried it.
    pub stage: AutomaticStage,
    /// Why it was not heat on the surface, if it was not.
    pub not_surface: Option<Refusal>,
    /// Why it was not heat through the volume, if it came to that and was not.
    pub not_volume: Option<Refusal>,
    /// The joint that all of it follows, if it was asked to keep its shape.
    pub rigid: Option<JointSlot>,
    /// Whether it bends and probably should not: a small part that belongs to one joint, see [`RigidParts::Small`](crate::RigidParts::Small).
    pub could_be_rigid: bool,
    /// The part whose weights it has, if it lies over that as a garment and was asked to follow, see [`Clothes::Body`](crate::Clothes::Body).
    pub over: Option<u32>,
    /// Whether it lies over another part as a garment and has weights of its own.
    pub could_follow: bool,
}

/// Where a point of a garment has its weights from: a place between three corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WeightSource {
    pub(super) point: PointIndex,
    pub(super) corners: [PointIndex; 3],
    /// The barycentric coordinates of the place.
    pub(super) shares: Vec3,
}

/// Automatic weights, and how each part came by them.
///
/// As text: `3 parts by heat on the surface; 1 part by the nearest bone (no triangles)`, of garments `2 parts follow the body below them`;
/// of points that were filled alone where from, as [`Filled`] has it.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Automatic {
    /// A row for every point; none if there are no bones.
    pub edit: Edit,
    /// All parts in order; none if there are no bones.
    pub parts: Vec<PartReport>,
    /// How unbound points were filled; none unless they alone were.
    pub filled: Option<Filled>,
    /// Where points of garments have their weights from, the innermost garment first.
    pub(super) taken: Vec<WeightSource>,
    /// The points of parts that keep their shape, in rising order.
    pub(super) of_rigid: Vec<PointIndex>,
    /// The joints of the bones, each once, in rising order: no others get weight.
    pub(super) joints: Vec<JointSlot>,
    /// Of each point whether these bones are far from it, beside those of locked joints; empty where none is known.
    pub(super) is_far: Vec<bool>,
}

impl Automatic {
    /// How many points each stage carried.
    #[must_use]
    pub fn points_by(&self, stage: AutomaticStage) -> usize {
        let handled = self.parts.iter().filter(|part| part.stage == stage);
        handled.map(|part| part.points).sum()
    }

    /// How many parts bend and probably should not.
    #[must_use]
    pub fn could_be_rigid(&self) -> usize {
        self.parts.iter().filter(|part| part.could_be_rigid).count()
    }

    /// The points of parts that keep their shape, as they were [asked](crate::AutomaticOptions::rigid) to, in rising order. What changes
    /// some of a part's points and not the others, as a repair of an asymmetry does, tears it.
    #[must_use]
    pub fn points_of_rigid_parts(&self) -> &[PointIndex] {
        &self.of_rigid
    }

    /// How many parts lie over others as garments and have weights of their own, so that what is below may come through them.
    #[must_use]
    pub fn could_follow(&self) -> usize {
        self.parts.iter().filter(|part| part.could_follow).count()
    }
}

impl fmt::Display for Automatic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.parts.is_empty() {
            return self.edit.report.fmt(f);
        }
        if let Some(filled) = self.filled {
            return filled.fmt(f);
        }
        let mut counts: BTreeMap<(AutomaticStage, Option<Refusal>), usize> = BTreeMap::new();
        for part in &self.parts {
            // The reason of the last stage that was tried.
            let why = part.not_volume.or(part.not_surface);
            *counts.entry((part.stage, why)).or_default() += 1;
        }
        for (place, ((stage, why), count)) in counts.into_iter().enumerate() {
            let between = if place == 0 { "" } else { "; " };
            let ways = match (stage, count) {
                (AutomaticStage::Garment, 1) => "part follows the body below it".to_owned(),
                (AutomaticStage::Garment, _) => "parts follow the body below them".to_owned(),
                (_, 1) => format!("part by {}", stage.words()),
                _ => format!("parts by {}", stage.words()),
            };
            write!(f, "{between}{count} {ways}")?;
            if let Some(why) = why {
                write!(f, " ({})", why.words())?;
            }
        }
        let rigid = self
            .parts
            .iter()
            .filter(|part| part.rigid.is_some())
            .count();
        if rigid > 0 {
            let each = if rigid == 1 {
                "part follows"
            } else {
                "parts each follow"
            };
            write!(f, "; {rigid} {each} one joint")?;
        }
        Ok(())
    }
}
