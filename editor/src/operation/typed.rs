//! A number that is typed while a tool works.

/// Signs that make it, without its minus.
const MOST: usize = 10;

/// A number as far as it has been typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typed {
    digits: String,
    minus: bool,
}

impl Typed {
    /// A digit, a decimal point or comma, or a minus, which turns the sign about wherever it is typed. Anything else, a
    /// second point and more than ten signs are passed over.
    pub fn push(&mut self, sign: char) {
        let has_point = self.digits.contains('.');
        let has_room = self.digits.len() < MOST;
        match sign {
            '-' | '−' => self.minus = !self.minus,
            '.' | ',' if has_room && !has_point => self.digits.push('.'),
            '0'..='9' if has_room => self.digits.push(sign),
            _ => {}
        }
    }

    /// Takes the last sign away, at the end the minus.
    pub fn pop(&mut self) {
        if self.digits.pop().is_none() {
            self.minus = false;
        }
    }

    /// Whether nothing has been typed.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.digits.is_empty() && !self.minus
    }

    /// The number; none as long as it has no digit.
    #[must_use]
    pub fn value(&self) -> Option<f32> {
        let size: f32 = self.digits.parse().ok()?;
        Some(if self.minus { -size } else { size })
    }

    /// As it was typed.
    #[must_use]
    pub fn text(&self) -> String {
        let minus = if self.minus { "-" } else { "" };
        format!("{minus}{}", self.digits)
    }
}
