//! What is wrong with the chosen pose, under the cards: above them it would move what is about to be clicked.

use eframe::egui::{FontSelection, Label, RichText, ScrollArea, Ui};
use session::features::view::View;

/// Space between the cards and the text.
const GAP: f32 = 6.0;
/// The largest part of the height that the text takes; the rest of a longer one is scrolled to.
const LARGEST: f32 = 0.4;

/// The text where the chosen pose cannot be read, and the height that it takes.
pub(super) struct ChosenFault<'a> {
    text: &'a str,
    height: f32,
}

impl<'a> ChosenFault<'a> {
    /// The text, laid out in the available width; none if the chosen pose can be read.
    pub(super) fn of(ui: &Ui, view: &View<'a>) -> Option<Self> {
        let chosen = view.session.library.chosen_entry()?;
        let text = chosen.fault.as_deref()?;
        let font = FontSelection::Default.resolve(ui.style());
        let color = ui.visuals().warn_fg_color;
        let width = ui.available_width();
        let galley = ui.fonts_mut(|fonts| fonts.layout(text.to_owned(), font, color, width));
        let most = LARGEST * ui.available_height();
        Some(Self {
            text,
            height: (galley.size().y + GAP).min(most).ceil(),
        })
    }

    /// The height with the space over it.
    pub(super) const fn height(&self) -> f32 {
        self.height + GAP
    }

    /// Draws it where the cards end.
    pub(super) fn draw(&self, ui: &mut Ui) {
        ui.add_space(GAP);
        let text = RichText::new(self.text).color(ui.visuals().warn_fg_color);
        ScrollArea::vertical()
            .id_salt("fault of the chosen pose")
            .max_height(self.height)
            .auto_shrink([false, true])
            .show(ui, |ui| ui.add(Label::new(text).wrap().selectable(true)));
    }
}
