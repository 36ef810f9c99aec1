//! What was typed into a field of a number and is none.

use std::cell::RefCell;

use session::commands::command::{Outcome, Sink};
use session::notices::Severity;
use session::text::number_text::{Quantity, evaluate};

/// The reason why what was typed is not taken; a field's parser may say nothing itself.
#[derive(Debug, Default)]
pub struct Refused(RefCell<Option<String>>);

impl Refused {
    /// The number, or none and a reason.
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

    /// Tells it, if there is something to be told, of the field of this name.
    pub fn report(&self, name: &str, sink: &mut Sink) {
        if let Some(reason) = self.0.borrow_mut().take() {
            let text = format!("{name} stays as it was: {reason}.");
            sink.send(Outcome::Notify(Severity::Warning, text));
        }
    }
}
