//! Text in a number's field that is no number, and why.

use std::cell::RefCell;

use eframe::egui::{Id, Ui};
use session::commands::command::{Outcome, Sink};
use session::notices::Severity;
use session::text::number_text::{Quantity, evaluate};

/// The reason why a typed text is refused, kept because a field's parser cannot report it.
#[derive(Debug, Default)]
pub struct Refused(RefCell<Option<String>>);

impl Refused {
    /// The number in the text; keeps the reason where there is none.
    #[must_use]
    pub fn read(&self, text: &str, quantity: Quantity) -> Option<f64> {
        match evaluate(text, quantity) {
            Ok(number) => Some(number),
            Err(error) => {
                *self.0.borrow_mut() = Some(error.to_string());
                None
            }
        }
    }

    /// Reports the kept reason, if any, for the field of this name. A field that is left reads its text in two frames, as
    /// one that ends and as one that has ended; the second time is not reported.
    pub fn report(&self, name: &str, ui: &Ui, sink: &mut Sink) {
        let Some(reason) = self.0.borrow_mut().take() else {
            return;
        };
        let id = Id::unique(("refused", name));
        let now = ui.ctx().cumulative_frame_nr();
        let before: Option<u64> = ui.data(|data| data.get_temp(id));
        ui.data_mut(|data| data.insert_temp(id, now));
        if before.is_none_or(|before| now > before + 1) {
            let text = format!("{name} stays as it was: {reason}.");
            sink.send(Outcome::Notify(Severity::Warning, text));
        }
    }
}
