//! The twists that joints of a pose spread over their bones, for all skins of a character.

use std::sync::Arc;

use rig::{BindPose, BoneTwist, Pose, Rig, TwistSpread};
use skin_cpu::{TwistedMesh, Vertices, Weighting};

use crate::pose::placed::PlacedPrimitive;

/// The word behind a method that spreads twists, as it is typed.
pub const TWIST: &str = "twist";

/// The twists of a pose.
#[derive(Clone, Debug, Default)]
pub(crate) struct PosedTwist {
    /// Whose joints they are, so that they need not be looked at again for the next pose; none where no twist is asked for.
    of: Option<Arc<Rig>>,
    /// By skin.
    spreads: Vec<TwistSpread>,
    /// By skin, one for each place of its list.
    twists: Vec<Vec<BoneTwist>>,
}

/// By the twists: two rigs may have the same.
impl PartialEq for PosedTwist {
    fn eq(&self, other: &Self) -> bool {
        self.twists == other.twists
    }
}

/// How a skin is bound, and what its joints spread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SkinTwists<'a> {
    bind: &'a BindPose,
    twists: &'a [BoneTwist],
}

impl PosedTwist {
    /// Becomes those of a pose; none where they are not asked for.
    pub(crate) fn set(&mut self, rig: &Arc<Rig>, pose: &Pose, is_asked: bool) {
        if !is_asked {
            *self = Self::default();
            return;
        }
        if !(self.of.as_ref()).is_some_and(|of| Arc::ptr_eq(of, rig)) {
            let of_skin = |bind| TwistSpread::new(&rig.skeleton, bind);
            self.spreads = rig.binds.iter().map(of_skin).collect();
            self.of = Some(Arc::clone(rig));
        }
        self.twists.resize_with(self.spreads.len(), Vec::new);
        for (spread, twists) in self.spreads.iter().zip(&mut self.twists) {
            spread.twists_into(pose, twists);
        }
    }

    pub(crate) fn is_some(&self) -> bool {
        let mut all = self.twists.iter().flatten();
        all.any(|twist| !twist.is_none())
    }

    /// Those of a skin; none where it spreads none.
    pub(crate) fn of_skin(&self, skin: usize) -> Option<SkinTwists<'_>> {
        let twists = self.twists.get(skin)?;
        let bind = self.of.as_ref()?.binds.get(skin)?;
        let is_some = twists.iter().any(|twist| !twist.is_none());
        is_some.then_some(SkinTwists { bind, twists })
    }
}

impl<'a> SkinTwists<'a> {
    /// A primitive with its vertices at rest, morph targets added.
    pub(crate) fn mesh<'m>(
        &self,
        placed: &PlacedPrimitive<'m>,
        vertices: Vertices<'m>,
        weighting: Weighting<'m>,
    ) -> TwistedMesh<'m>
    where
        'a: 'm,
    {
        TwistedMesh {
            vertices,
            weighting,
            places: &placed.primitive.positions,
            bind: self.bind,
            twists: self.twists,
        }
    }
}
