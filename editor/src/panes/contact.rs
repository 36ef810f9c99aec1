//! Ambient occlusion in the panes' pictures.

use session::features::view::View;

use super::Studio;

/// Number of the ambient occlusion result that pictures show, if they show one.
pub(super) fn contact_shown(view: &View<'_>) -> Option<u64> {
    let contact = view.contact;
    let is_shown = view.session.settings.contact && contact.newest().is_some();
    is_shown.then(|| contact.revision())
}

impl Studio {
    /// Uploads a new result to the drawables.
    pub(super) fn write_contact(&mut self, view: &View<'_>) {
        let contact = contact_shown(view).filter(|_| self.contact != contact_shown(view));
        if let (Some(_), Some(drawable), Some(found)) =
            (contact, &self.drawable, view.contact.newest())
        {
            // A result for another mesh does not fit; the right one follows soon.
            let _fits = drawable.write_openness(&self.state.queue, found);
            self.contact = contact;
        }
    }
}
