//! The surface of the character that is open, joined once for all who ask.

use std::cell::RefCell;
use std::sync::Arc;

use character::Character;

use crate::combined_surface::CombinedSurface;
use crate::weights_only::differ_in_weights_only;

/// Keeps the surface of one character as long as characters differ from it in their weights alone.
///
/// It is made when somebody asks, so that nobody has to tell it of another character.
#[derive(Clone, Debug, Default)]
pub struct SurfaceCache {
    known: RefCell<Option<(Arc<Character>, Arc<CombinedSurface>)>>,
}

impl SurfaceCache {
    /// All primitives that the scene shows, joined.
    #[must_use]
    pub fn of(&self, character: &Arc<Character>) -> Arc<CombinedSurface> {
        let mut known = self.known.borrow_mut();
        if let Some((of, surface)) = known.as_mut()
            && differ_in_weights_only(of, character)
        {
            // The older character may go.
            *of = Arc::clone(character);
            return Arc::clone(surface);
        }
        let surface = Arc::new(CombinedSurface::of(character));
        *known = Some((Arc::clone(character), Arc::clone(&surface)));
        surface
    }
}
