//! The message about work that may fail many times in a row.

/// An error that is reported once, until it changes or is cleared.
#[derive(Debug, Default)]
pub struct Fault {
    text: Option<String>,
    is_told: bool,
}

impl Fault {
    /// Sets the error: one sentence about what was not done, and the remedy.
    pub fn set(&mut self, text: String) {
        if self.text.as_ref() != Some(&text) {
            *self = Self {
                text: Some(text),
                is_told: false,
            };
        }
    }

    /// The work has succeeded: removes the error.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// The present error; none after success.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// The error, if it was not reported yet.
    pub fn take_news(&mut self) -> Option<String> {
        let is_told = std::mem::replace(&mut self.is_told, true);
        self.text.clone().filter(|_| !is_told)
    }
}
