//! What the application does with its graphics device: draws with another one, and reports a lost one and what it
//! cannot skin.

use eframe::egui;
use eframe::egui_wgpu::RenderState;
use scene::view::graphics::SkinnedBy;
use session::notices::Severity;

use super::{App, NO_DEVICE};
use crate::app::graphics::{Graphics, Loss};
use crate::panes::Panes;

const RESTARTED: &str =
    "The graphics device was restarted, and the window was set up anew. Nothing is lost.";

/// Messages about skinning that were shown.
#[derive(Debug, Default)]
pub(super) struct SkinningNotices {
    /// The value of `Session::opened` that they belong to.
    opened: u64,
    told: Vec<String>,
}

impl App {
    /// Draws with another device from now on, or with none; only what was on the device is made again.
    ///
    /// Reports a lost or missing device.
    pub fn set_render_state(&mut self, state: Option<&RenderState>, ctx: &egui::Context) {
        let loss = self.graphics.loss();
        self.draw_with(state, ctx);
        let (severity, text) = match (state, loss) {
            (None, _) => (Severity::Warning, NO_DEVICE.to_owned()),
            (Some(_), None) => return,
            (Some(_), Some(Loss::Asked)) => (Severity::Note, RESTARTED.to_owned()),
            (Some(_), Some(loss)) => (
                Severity::Warning,
                format!(
                    "The graphics device was lost ({loss}); the window was set up anew. Nothing is lost."
                ),
            ),
        };
        self.notify(severity, text);
    }

    /// Whether the panes' pictures stay as they are from now on; gives what was so before.
    ///
    /// For tests, which look at few of many frames, on a device that takes its time for each pixel. Vertices are skinned; what is written
    /// for pictures alone, as marks and colors of weights, waits, with its errors, until they go on. The pictures of another device do
    /// not stay.
    pub fn hold_pictures(&mut self, holds: bool) -> bool {
        self.panes.hold(holds)
    }

    pub(super) fn draw_with(&mut self, state: Option<&RenderState>, ctx: &egui::Context) {
        self.graphics = Graphics::new(state, ctx);
        self.panes = Panes::new(state);
        self.watch_shaders();
    }

    /// Moves the application into a new window, after the old one's device was lost.
    pub(super) fn move_into(&mut self, cc: &eframe::CreationContext<'_>) {
        self.set_render_state(cc.wgpu_render_state.as_ref(), &cc.egui_ctx);
        self.title = String::new();
        // Their release events went to the old window: without this, keys and buttons would stay down.
        cc.egui_ctx.input_mut(|input| {
            input.pointer = egui::PointerState::default();
            input.keys_down.clear();
            input.modifiers = egui::Modifiers::NONE;
        });
        cc.egui_ctx.stop_dragging();
    }

    /// Ends the work of a window that closes, and drops the device; the reason of its loss stays.
    ///
    /// Work on the project ends only if it does not go on in another window.
    pub(super) fn finish(&mut self) {
        if self.graphics.loss().is_none() {
            self.editor.finish_project();
        }
        self.editor.finish_settings();
        self.graphics.release();
        self.panes = Panes::default();
    }

    /// Reports errors of the device; on a lost device, replaces the panes by the reason.
    pub(super) fn poll_graphics(&mut self) {
        for fault in self.graphics.take_faults() {
            self.notify(Severity::Error, fault);
        }
        if let Some(loss) = self.graphics.loss().filter(|_| self.panes.is_ready()) {
            self.panes = Panes::without(format!("The graphics device was lost ({loss})."));
        }
    }

    /// Reports when the device cannot skin what is open, and when it can again.
    ///
    /// Each message is shown once per opened character: a clip may reach a pose that the device cannot skin in every
    /// cycle.
    pub(super) fn poll_skinning(&mut self) {
        let skinned_by = self.panes.skinned_by();
        if skinned_by == self.skinned_by {
            return;
        }
        let asked_anew = matches!(skinned_by, SkinnedBy::Nothing | SkinnedBy::Processor(None));
        let opened = self.view().session.opened;
        if asked_anew || self.skinning_notices.opened != opened {
            self.skinning_notices = SkinningNotices {
                opened,
                told: Vec::new(),
            };
        }
        let notice = match (&self.skinned_by, &skinned_by) {
            (_, SkinnedBy::Processor(Some(why))) => Some((
                Severity::Warning,
                format!(
                    "Skinned on the processor: {why}. All looks the same; large characters move slower."
                ),
            )),
            (SkinnedBy::Processor(Some(_)), SkinnedBy::Device) => Some((
                Severity::Note,
                "Skinned on the graphics device again.".to_owned(),
            )),
            _ => None,
        };
        self.skinned_by = skinned_by;
        let told = &mut self.skinning_notices.told;
        if let Some((severity, text)) = notice.filter(|(_, text)| !told.contains(text)) {
            told.push(text.clone());
            self.notify(severity, text);
        }
    }
}
