//! Text in a number's field that is no number, and why.

use std::cell::RefCell;

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

    /// Reports the kept reason, if any, for the field of this name.
    pub fn report(&self, name: &str, sink: &mut Sink) {
        if let Some(reason) = self.0.borrow_mut().take() {
            let text = format!("{name} stays as it was: {reason}.");
            sink.send(Outcome::Notify(Severity::Warning, text));
        }
    }
}
