//! Onion skins in the panes' pictures.

use eframe::egui_wgpu::RenderState;
use render::OnionSkin;
use session::commands::view::View;
use session::files::settings::OnionSettings;

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
        (pane, view): (usize, &View<'_>),
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
        let look = key.look.sane();
        let skins = view.motion.onion.skins().iter().filter_map(|skin| {
            let color = if skin.at.is_later {
                look.after_color
            } else {
                look.before_color
            };
            Some(OnionSkin {
                positions: skin.panes.get(pane)?,
                color,
                opacity: seen(look.opacity_at(skin.at.place), key.is_light),
            })
        });
        let skins: Vec<OnionSkin<'_>> = skins.collect();
        self.onion.write(device, queue, &skins);
        self.onion_written = Some(key);
    }
}

/// The share of light that looks like this opacity: pictures are blended in linear light, in which a colour stands out
/// from a dark background and drowns in a light one.
fn seen(opacity: f32, is_light: bool) -> f32 {
    if is_light {
        1.0 - (1.0 - opacity).powf(2.2)
    } else {
        opacity.powf(1.3)
    }
}
