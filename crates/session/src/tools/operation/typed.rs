//! Numbers that are typed while a tool works.

use glam::Vec3;

use crate::tools::tool::{Axis, Part};

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

/// Numbers of several axes, typed one after another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Several {
    /// What was typed for each; none where nothing was.
    numbers: [Option<f32>; 3],
    /// The axis whose number is typed now.
    pub at: Axis,
}

impl Several {
    /// Begins at the first axis of what is held.
    #[must_use]
    pub const fn of(part: Part) -> Self {
        Self {
            numbers: [None; 3],
            at: part.first(),
        }
    }

    /// Keeps the number that was typed, if one was, and goes on to the next axis.
    pub fn go_on(&mut self, typed: &Typed) {
        if let (Some(number), Some(slot)) = (typed.value(), self.numbers.get_mut(self.at.index())) {
            *slot = Some(number);
        }
        self.at = self.at.next();
    }

    /// All three, with the one that is being typed; `otherwise` where there is none. None as long as there is no number.
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
