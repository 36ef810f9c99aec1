//! Numbers that are typed while a tool runs.

use glam::Vec3;

use crate::tools::tool::{Axis, Part};

/// The largest number of characters without the minus.
const MOST: usize = 10;

/// A number being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typed {
    digits: String,
    minus: bool,
}

impl Typed {
    /// Adds a digit, or a decimal point or comma; a minus changes the sign wherever it is typed. Other characters, a
    /// second point and more than ten characters are ignored.
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

    /// Deletes the last character, at the end the minus.
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

    /// The text as typed, with a decimal point.
    #[must_use]
    pub fn text(&self) -> String {
        let minus = if self.minus { "-" } else { "" };
        format!("{minus}{}", self.digits)
    }
}

/// Numbers of several axes, typed one after another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Several {
    /// The number typed for each axis; none where nothing was typed.
    numbers: [Option<f32>; 3],
    /// The axis whose number is being typed.
    pub at: Axis,
}

impl Several {
    /// Starts at the first axis of a part.
    #[must_use]
    pub const fn of(part: Part) -> Self {
        Self {
            numbers: [None; 3],
            at: part.first(),
        }
    }

    /// Stores the typed number, if there is one, and continues with the next axis.
    pub fn go_on(&mut self, typed: &Typed) {
        if let (Some(number), Some(slot)) = (typed.value(), self.numbers.get_mut(self.at.index())) {
            *slot = Some(number);
        }
        self.at = self.at.next();
    }

    /// All three numbers, with the one being typed; `otherwise` where there is none. None if no number was typed at
    /// all.
    #[must_use]
    pub fn numbers(&self, typed: &Typed, otherwise: f32) -> Option<Vec3> {
        let mut numbers = self.numbers;
        if let Some(slot) = numbers.get_mut(self.at.index()) {
            *slot = typed.value().or(*slot);
        }
        let is_any = numbers.iter().any(Option::is_some);
        is_any.then(|| Vec3::from_array(numbers.map(|number| number.unwrap_or(otherwise))))
    }
}
