//! Numbers that are typed while a tool runs.

use glam::Vec3;

use crate::state::gizmo::tool::{Axis, GizmoPart};
use crate::text::number_text::{Quantity, evaluate};

/// The largest number of characters without the minus and the unit.
const MOST: usize = 10;

/// The units that can be typed; none has a letter that chooses an axis.
const UNITS: [&str; 14] = [
    "m", "cm", "mm", "µm", "μm", "um", "in", "ft", "°", "deg", "rad", "%", "s", "ms",
];

/// A number being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typed {
    digits: String,
    unit: String,
    minus: bool,
}

impl Typed {
    /// Adds a digit, a decimal point or comma, or after them a letter of a unit; a minus changes the sign wherever it is
    /// typed. Other characters, a second point and more than ten digits are ignored.
    pub fn push(&mut self, sign: char) {
        let has_point = self.digits.contains('.');
        let has_room = self.digits.len() < MOST && self.unit.is_empty();
        match sign {
            '-' | '−' => self.minus = !self.minus,
            '.' | ',' if has_room && !has_point => self.digits.push('.'),
            '0'..='9' if has_room => self.digits.push(sign),
            _ if !self.digits.is_empty() => self.push_unit(sign),
            _ => {}
        }
    }

    /// Adds a letter, if a unit begins so.
    fn push_unit(&mut self, letter: char) {
        let longer = format!("{}{letter}", self.unit);
        if UNITS.iter().any(|unit| unit.starts_with(longer.as_str())) {
            self.unit = longer;
        }
    }

    /// Deletes the last character, at the end the minus.
    pub fn pop(&mut self) {
        if self.unit.pop().is_none() && self.digits.pop().is_none() {
            self.minus = false;
        }
    }

    /// Whether nothing has been typed.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.digits.is_empty() && !self.minus
    }

    /// Whether a unit was begun.
    #[must_use]
    pub const fn has_unit(&self) -> bool {
        !self.unit.is_empty()
    }

    /// The number in the unit of the quantity; none as long as it has no digit, half a unit, or a unit of another quantity.
    #[must_use]
    pub fn value(&self, quantity: Quantity) -> Option<f32> {
        let value = evaluate(&self.text(), quantity).ok()?;
        #[expect(clippy::cast_possible_truncation, reason = "at most ten digits")]
        let value = value as f32;
        Some(value)
    }

    /// The text as typed, with a decimal point.
    #[must_use]
    pub fn text(&self) -> String {
        let minus = if self.minus { "-" } else { "" };
        format!("{minus}{}{}", self.digits, self.unit)
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
    pub const fn of(part: GizmoPart) -> Self {
        Self {
            numbers: [None; 3],
            at: part.first(),
        }
    }

    /// Stores the typed number, if there is one, and continues with the next axis.
    pub fn go_on(&mut self, typed: &Typed, quantity: Quantity) {
        let slot = self.numbers.get_mut(self.at.index());
        if let (Some(number), Some(slot)) = (typed.value(quantity), slot) {
            *slot = Some(number);
        }
        self.at = self.at.next();
    }

    /// All three numbers, with the one being typed, if any; `otherwise` where there is none. None if no number was
    /// typed at all.
    #[must_use]
    pub fn numbers(&self, typed: Option<f32>, otherwise: f32) -> Option<Vec3> {
        let mut numbers = self.numbers;
        if let Some(slot) = numbers.get_mut(self.at.index()) {
            *slot = typed.or(*slot);
        }
        let is_any = numbers.iter().any(Option::is_some);
        is_any.then(|| Vec3::from_array(numbers.map(|number| number.unwrap_or(otherwise))))
    }
}
