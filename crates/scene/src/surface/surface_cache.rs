//! The joined surface of the open character, computed once for all users.

use std::cell::RefCell;
use std::sync::Arc;

use character::Character;

use crate::pose::corrective_smooth::CorrectiveSmooth;
use crate::pose::same_surface::has_same_surface;
use crate::pose::smoothed::SmoothSurfaces;
use crate::pose::weight_gradients::{CharacterGradients, GradientCache};
use crate::surface::combined_surface::CombinedSurface;

/// Caches the surface of one character, as long as characters differ from it only in their weights.
///
/// It is computed on request, so no one has to report a change of character.
#[derive(Clone, Debug, Default)]
pub struct SurfaceCache {
    known: RefCell<Option<(Arc<Character>, Arc<CombinedSurface>)>>,
    gradients: RefCell<GradientCache>,
    /// The last asked for at the end.
    smooth: RefCell<Vec<Arc<SmoothSurfaces>>>,
}

/// Surfaces for corrective smooth that are kept: as many as there are panes at most.
const MOST_SMOOTH: usize = 4;

impl SurfaceCache {
    /// The gradients of the weights over the surface, for exact normals: of the last few versions of the weights that were asked
    /// for, and of a new one computed only near what changed.
    #[must_use]
    pub fn gradients(&self, character: &Arc<Character>) -> Arc<CharacterGradients> {
        self.gradients.borrow_mut().of(character)
    }

    /// The surfaces for corrective smooth: those of the last few settings that were asked for are kept. The amount does not count.
    #[must_use]
    pub fn smooth(&self, character: &Character, smooth: CorrectiveSmooth) -> Arc<SmoothSurfaces> {
        let mut kept = self.smooth.borrow_mut();
        let found = kept.iter().position(|kept| kept.fits(character, smooth));
        let surfaces = match found {
            Some(place) => kept.remove(place),
            None => Arc::new(SmoothSurfaces::new(character, smooth)),
        };
        if kept.len() >= MOST_SMOOTH {
            kept.remove(0);
        }
        kept.push(Arc::clone(&surfaces));
        surfaces
    }

    /// All placed primitives, joined.
    #[must_use]
    pub fn of(&self, character: &Arc<Character>) -> Arc<CombinedSurface> {
        let mut known = self.known.borrow_mut();
        if let Some((of, surface)) = known.as_mut()
            && has_same_surface(of, character)
        {
            // Replaces the older character, so that its memory can be freed.
            *of = Arc::clone(character);
            return Arc::clone(surface);
        }
        let surface = Arc::new(CombinedSurface::of(character));
        *known = Some((Arc::clone(character), Arc::clone(&surface)));
        surface
    }
}
