//! What is asked of a bake to linear blending, and what came of it.

use std::collections::BTreeSet;
use std::sync::Arc;

use bake::{Goal, MOST_JOINTS, USUAL_TOLERANCE};
use rig::{ClipId, Method};
use scene::posed_character::Look;

use crate::document::Document;
use crate::document::baked::{BakedFrom, BakedVersion};
use crate::document::moment::Moment;

pub use bake::{BakeReport, Baked, LivingKind, LivingReport, SkinErrors, WorstVertex};

/// Tolerances that can be asked for, in percent of the size.
pub const TOLERANCES: std::ops::RangeInclusive<f32> = 0.01..=20.0;

/// Helper joints that can be asked for.
pub const HELPERS: std::ops::RangeInclusive<usize> = 0..=1024;

/// Joints that a target may allow in a skin.
pub const LIMITS: std::ops::RangeInclusive<usize> = 16..=4096;

/// What is asked of a bake.
#[derive(Clone, Debug, PartialEq)]
pub struct BakeAsked {
    /// The method and its signs.
    pub look: Look,
    /// What helpers are that follow every pose; none of those that have keys in clips alone.
    pub living: Option<LivingKind>,
    /// Whether a tolerance is to be held; else a number of helpers is made.
    pub by_tolerance: bool,
    /// In percent of the size.
    pub tolerance: f32,
    /// Helper joints at most, where no tolerance is to be held.
    pub helpers: usize,
    /// Joints that a skin may list.
    pub most_joints: usize,
    /// Clips that are not baked.
    pub left_out: BTreeSet<ClipId>,
    /// Whether props stay out of the file. What is baked is the same.
    pub leaves_props: bool,
}

impl BakeAsked {
    /// What is offered at first.
    #[must_use]
    pub fn offering(look: Look) -> Self {
        let method = match look.method {
            // Nobody bakes what files show anyway.
            Method::Linear if !look.per_mesh => Method::TWO_PHASE,
            method => method,
        };
        Self {
            look: Look {
                method,
                ..look.whole()
            },
            living: None,
            by_tolerance: true,
            tolerance: USUAL_TOLERANCE,
            helpers: 10,
            most_joints: MOST_JOINTS,
            left_out: BTreeSet::new(),
            leaves_props: false,
        }
    }

    /// Asks for helpers that follow every pose, or have keys alone; a tolerance that is the usual one of these becomes that of those.
    pub fn follow_poses(&mut self, living: Option<LivingKind>) {
        let usual = |living: Option<LivingKind>| {
            living.map_or(USUAL_TOLERANCE, LivingKind::usual_tolerance)
        };
        if self.tolerance.to_bits() == usual(self.living).to_bits() {
            self.tolerance = usual(living);
        }
        self.living = living;
    }

    /// Whether helpers follow every pose; else they have keys in clips alone.
    #[must_use]
    pub const fn follows_poses(&self) -> bool {
        self.living.is_some()
    }

    /// What ends the bake: a tolerance in percent of the size, or a number of helpers.
    #[must_use]
    pub fn goal(&self) -> Goal {
        match self.by_tolerance {
            true => Goal::Tolerance(self.tolerance),
            false => Goal::Helpers(self.helpers),
        }
    }
}

impl Default for BakeAsked {
    fn default() -> Self {
        Self::offering(Look::default())
    }
}

/// A bake that ended, with what was asked of it.
#[derive(Clone, Debug)]
pub struct BakeFound {
    /// The choices of the dialog when it began.
    pub asked: BakeAsked,
    /// What came of it.
    pub baked: Arc<Baked>,
    /// What it was baked from.
    pub from: BakedFrom,
    /// What panes show of it; none if they cannot.
    pub version: Option<Arc<BakedVersion>>,
}

impl BakeFound {
    /// A bake that has ended.
    #[must_use]
    pub fn new(asked: BakeAsked, baked: Arc<Baked>, from: BakedFrom) -> Self {
        let character = Arc::new(baked.character.clone());
        let clips = from.clips().filter(|clip| !asked.left_out.contains(clip));
        let version = BakedVersion::new(character, from.clone(), asked.look, clips);
        Self {
            version: version.map(Arc::new),
            asked,
            baked,
            from,
        }
    }

    /// The moment at which a vertex is farthest off; none where none is.
    #[must_use]
    pub fn worst_moment(&self) -> Option<Moment> {
        let worst = self.baked.report.worst.first()?.moment;
        Some(Moment {
            clip: self.from.clips().nth(worst.clip?)?,
            time: worst.time,
        })
    }

    /// The bake, if this is what it was asked for.
    #[must_use]
    pub fn of(&self, asked: &BakeAsked) -> Option<&Arc<Baked>> {
        let asked = BakeAsked {
            leaves_props: self.asked.leaves_props,
            ..asked.clone()
        };
        (self.asked == asked).then_some(&self.baked)
    }

    /// Whether the document was edited after the bake, so that another would come of it now.
    #[must_use]
    pub fn is_old(&self, document: &Document) -> bool {
        !self.from.is(document)
    }
}
