//! Soft contact in the panes' pictures.

use super::Studio;
use session::commands::view::View;

/// Which answer about soft contact pictures show, if they do and there is one.
pub(super) fn contact_shown(view: &View<'_>) -> Option<u64> {
    let contact = view.contact;
    let is_shown = view.session.settings.contact && contact.found().is_some();
    is_shown.then(|| contact.revision())
}

impl Studio {
    /// Puts an answer on the device, once.
    pub(super) fn write_contact(&mut self, view: &View<'_>) {
        let contact = contact_shown(view).filter(|_| self.contact != contact_shown(view));
        if let (Some(_), Some(drawable), Some(found)) =
            (contact, &self.drawable, view.contact.found())
        {
            // One that is of another shape is about to be followed by the right one.
            let _fits = drawable.write_openness(&self.state.queue, found);
            self.contact = contact;
        }
    }
}
