//! The joined surface of the open character, computed once for all users.

use std::cell::RefCell;
use std::sync::Arc;

use character::Character;

use crate::pose::same_surface::has_same_surface;
use crate::pose::weight_gradients::{CharacterGradients, GradientCache};
use crate::surface::combined_surface::CombinedSurface;

/// Caches the surface of one character, as long as characters differ from it only in their weights.
///
/// It is computed on request, so no one has to report a change of character.
#[derive(Clone, Debug, Default)]
pub struct SurfaceCache {
    known: RefCell<Option<(Arc<Character>, Arc<CombinedSurface>)>>,
    gradients: RefCell<GradientCache>,
}

impl SurfaceCache {
    /// The gradients of the weights over the surface, for exact normals: of the last few versions of the weights that were asked
    /// for, and of a new one computed only near what changed.
    #[must_use]
    pub fn gradients(&self, character: &Arc<Character>) -> Arc<CharacterGradients> {
        self.gradients.borrow_mut().of(character)
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
