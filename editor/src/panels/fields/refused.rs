//! Text in a number's field that is no number, and why.

use std::cell::RefCell;

use eframe::egui::{Id, Ui};
use session::commands::command::{Outcome, Sink};
use session::notices::Severity;
use session::text::number_text::{NumberTextError, Quantity, evaluate};

/// Letters of a refused text that a message repeats.
const MOST_LETTERS: usize = 40;

/// The reason why a typed text is refused, kept because a field's parser cannot report it.
#[derive(Debug, Default)]
pub struct RefusedText(RefCell<Option<String>>);

impl RefusedText {
    /// The number in the text; keeps the reason where there is none.
    #[must_use]
    pub fn read(&self, text: &str, quantity: Quantity) -> Option<f64> {
        match evaluate(text, quantity) {
            Ok(number) => Some(number),
            Err(error) => {
                *self.0.borrow_mut() = Some(reason(text, quantity, &error));
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
            let text = format!("{name} unchanged: {reason}.");
            sink.send(Outcome::Notify(Severity::Warning, text));
        }
    }
}

/// What is wrong with the text, and what could stand there.
fn reason(text: &str, quantity: Quantity, error: &NumberTextError) -> String {
    if !matches!(error, NumberTextError::Unexpected { .. }) {
        return error.to_string();
    }
    let text: String = text.trim().chars().take(MOST_LETTERS).collect();
    let examples = match quantity {
        Quantity::Degrees => "45, 10+5 or 0.5rad",
        Quantity::Length { .. } => "12, 10+5 or 3cm",
        Quantity::Time { .. } => "12, 10+5 or 0.5s",
        Quantity::Number => "1.5, 10+5 or 50%",
    };
    format!("can't read “{text}”. Try {examples}")
}
