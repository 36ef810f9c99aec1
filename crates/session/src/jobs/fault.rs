//! What is said of work that fails, again and again perhaps.

/// Why something is not there, told once until it is another reason, or there is none any more.
#[derive(Debug, Default)]
pub struct Fault {
    text: Option<String>,
    is_told: bool,
}

impl Fault {
    /// It has failed: one sentence about what was not done, and what to do.
    pub fn set(&mut self, text: String) {
        if self.text.as_ref() != Some(&text) {
            *self = Self {
                text: Some(text),
                is_told: false,
            };
        }
    }

    /// It has gone well.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Why it is not there.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// What is to be told now.
    pub fn take_news(&mut self) -> Option<String> {
        let is_told = std::mem::replace(&mut self.is_told, true);
        self.text.clone().filter(|_| !is_told)
    }
}
