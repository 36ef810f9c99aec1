//! Onion skins in the panes' pictures.

use eframe::egui_wgpu::RenderState;
use headless::picture::onion_skins;
use session::features::view::View;
use session::settings::OnionSettings;

use super::{Pane, theme};

/// Everything that the drawn skins depend on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct OnionKey {
    revision: u64,
    look: OnionSettings,
    is_light: bool,
}

/// The key for the current state; none while there are no skins to draw.
pub(super) fn onion_key(view: &View<'_>) -> Option<OnionKey> {
    let onion = &view.motion.onion;
    (!onion.skins().is_empty()).then(|| OnionKey {
        revision: onion.revision(),
        look: view.session.settings.onion,
        is_light: theme(view.session).is_light(),
    })
}

impl Pane {
    /// Uploads other skins. While a clip plays the last ones stay on the device; switched off, they are freed.
    pub(super) fn write_onion(
        &mut self,
        state: &RenderState,
        key: Option<OnionKey>,
        pane: usize,
        view: &View<'_>,
    ) {
        let (device, queue) = (&state.device, &state.queue);
        let Some(key) = key else {
            if !view.session.motion.onion && self.onion_written.take().is_some() {
                self.onion.write(device, queue, &[]);
            }
            return;
        };
        if self.onion_written == Some(key) {
            return;
        }
        let look = (key.look, key.is_light);
        let skins = onion_skins(&view.motion.onion, pane, look);
        self.onion.write(device, queue, &skins);
        self.onion_written = Some(key);
    }
}
