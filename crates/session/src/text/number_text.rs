//! Evaluation of numbers as people type them: sums, products, brackets and units.

use thiserror::Error;

/// Largest number of letters that is read.
const MOST_LETTERS: usize = 1000;
/// Deepest nesting of brackets, which bounds the recursion.
const MOST_BRACKETS: usize = 64;

/// What a field holds: decides which units are allowed, and the unit of a number without one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Quantity {
    /// An angle in degrees.
    Degrees,
    /// A length, in the field's unit.
    Length {
        /// Number of the field's units in a meter; above zero.
        per_meter: f64,
    },
    /// A time, in frames or in seconds.
    Time {
        /// Number of the field's units in a second; above zero.
        per_second: f64,
    },
    /// A number without a unit: factors, shears, weights.
    Number,
}

/// Why a text is not a number. Positions count letters from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NumberTextError {
    /// The text is empty.
    #[error("there is no number")]
    Empty,
    /// A number is missing at the end, such as after a sign.
    #[error("a number is missing at the end")]
    Unfinished,
    /// A letter at a place where none is allowed.
    #[error(
        "can't read `{found}` at place {place}; write a number or a sum, such as 10+5 or 3*(2-1)"
    )]
    Unexpected {
        /// The first character that does not fit.
        found: char,
        /// Its position, from 1.
        place: usize,
    },
    /// Digits that do not form a number, such as `1..2`.
    #[error("`{text}` is no number")]
    NoNumber {
        /// The digits and points as they were typed.
        text: String,
    },
    /// A bracket is not closed.
    #[error("a bracket is not closed")]
    Open,
    /// Letters that are not a unit.
    #[error("`{unit}` is no unit that is known; there are {known}")]
    UnknownUnit {
        /// The letters as they were typed.
        unit: String,
        /// The units that the field allows.
        known: &'static str,
    },
    /// A unit of another quantity.
    #[error("`{unit}` does not fit here; there are {known}")]
    WrongUnit {
        /// The symbol of the unit as it was typed.
        unit: String,
        /// The units that the field allows.
        known: &'static str,
    },
    /// A product of two units or division by one, such as `2 cm * 3 cm` or `1 / 2 cm`.
    #[error("two units cannot be multiplied, and nothing but the same can be divided by one")]
    Units,
    /// A number is divided by exactly zero.
    #[error("nothing can be divided by zero")]
    ByZero,
    /// A number beyond the range of f32.
    #[error("the number is too large")]
    TooLarge,
    /// Too long a text, or brackets nested too deeply.
    #[error("this is too long to be read")]
    TooLong,
}

/// The value of a text in the field's own unit.
///
/// ```text
/// sum     = product { (+ | -) product }
/// product = signed { (* | / | ×) signed }
/// signed  = { + | - } value
/// value   = (number | "(" sum ")") [unit]
/// ```
///
/// Numbers have a point or a comma, and powers of ten as `1e-3`; `−` is a minus too, `·` and `×` between numbers multiply.
/// Blanks count for nothing. Units: `°`, `deg`, `rad` for angles; `m`, `cm`, `mm`, `µm` or `um`, `in`, `ft` for lengths; `s`, `ms` for
/// times; `%` and `×` or `x` after a number everywhere. A number without a unit is in the field's.
///
/// # Errors
///
/// [`NumberTextError`] says what is wrong and where: a text that is no number, a division by zero, and what an f32
/// cannot hold.
///
/// # Examples
///
/// ```
/// use session::text::number_text::{Quantity, evaluate};
///
/// assert_eq!(evaluate("3*(2-1)", Quantity::Number), Ok(3.0));
/// let centimeters = Quantity::Length { per_meter: 100.0 };
/// assert_eq!(evaluate("1.2m + 5", centimeters), Ok(125.0));
/// assert!(evaluate("1/0", Quantity::Number).is_err());
/// ```
pub fn evaluate(text: &str, quantity: Quantity) -> Result<f64, NumberTextError> {
    // One more than is read tells that there are more, however long the text is.
    let letters: Vec<char> = text.chars().take(MOST_LETTERS + 1).collect();
    if letters.len() > MOST_LETTERS {
        return Err(NumberTextError::TooLong);
    }
    let mut reader = Reader {
        letters,
        place: 0,
        quantity,
        brackets: 0,
    };
    if reader.peek().is_none() {
        return Err(NumberTextError::Empty);
    }
    let value = reader.sum()?;
    match reader.peek() {
        Some(found) => Err(reader.unexpected(found)),
        // Fields hold f32.
        None if value.number.abs() <= f64::from(f32::MAX) => Ok(value.number),
        None => Err(NumberTextError::TooLarge),
    }
}

/// A number in the field's unit, and whether a unit was written.
#[derive(Clone, Copy)]
struct Value {
    number: f64,
    has_unit: bool,
}

struct Reader {
    letters: Vec<char>,
    place: usize,
    quantity: Quantity,
    brackets: usize,
}

impl Reader {
    /// The next letter after white space.
    fn peek(&mut self) -> Option<char> {
        while self.at(0).is_some_and(char::is_whitespace) {
            self.place += 1;
        }
        self.at(0)
    }

    fn at(&self, ahead: usize) -> Option<char> {
        self.letters.get(self.place + ahead).copied()
    }

    fn unexpected(&self, found: char) -> NumberTextError {
        NumberTextError::Unexpected {
            found,
            place: self.place + 1,
        }
    }

    fn sum(&mut self) -> Result<Value, NumberTextError> {
        let mut sum = self.product()?;
        while let Some(sign) = self.peek().and_then(sign) {
            self.place += 1;
            let next = self.product()?;
            sum = Value {
                number: sum.number + sign * next.number,
                has_unit: sum.has_unit || next.has_unit,
            };
        }
        Ok(sum)
    }

    fn product(&mut self) -> Result<Value, NumberTextError> {
        let mut product = self.signed_value()?;
        while let Some(letter @ ('*' | '/' | '·' | '×')) = self.peek() {
            self.place += 1;
            let next = self.signed_value()?;
            product = if letter == '/' {
                divide(product, next)?
            } else {
                multiply(product, next)?
            };
        }
        Ok(product)
    }

    fn signed_value(&mut self) -> Result<Value, NumberTextError> {
        let mut factor = 1.0;
        while let Some(sign) = self.peek().and_then(sign) {
            self.place += 1;
            factor *= sign;
        }
        let value = self.value()?;
        Ok(Value {
            number: factor * value.number,
            ..value
        })
    }

    fn value(&mut self) -> Result<Value, NumberTextError> {
        let bare = match self.peek() {
            None => return Err(NumberTextError::Unfinished),
            Some('(') => self.bracket()?,
            Some(letter) if letter.is_ascii_digit() || is_point(letter) => Value {
                number: self.number()?,
                has_unit: false,
            },
            Some(other) => return Err(self.unexpected(other)),
        };
        self.with_unit(bare)
    }

    fn bracket(&mut self) -> Result<Value, NumberTextError> {
        if self.brackets == MOST_BRACKETS {
            return Err(NumberTextError::TooLong);
        }
        self.brackets += 1;
        self.place += 1;
        let value = self.sum()?;
        match self.peek() {
            Some(')') => self.place += 1,
            Some(found) => return Err(self.unexpected(found)),
            None => return Err(NumberTextError::Open),
        }
        self.brackets -= 1;
        Ok(value)
    }

    fn number(&mut self) -> Result<f64, NumberTextError> {
        let mut text = String::new();
        while let Some(letter) = self.at(0) {
            let is_part = letter.is_ascii_digit() || is_point(letter) || self.begins_power(letter);
            if !is_part {
                break;
            }
            text.push(if letter == ',' { '.' } else { letter });
            self.place += 1;
            if matches!(letter, 'e' | 'E')
                && let Some(sign) = self.at(0).and_then(sign_of_power)
            {
                text.push(sign);
                self.place += 1;
            }
        }
        let number: Option<f64> = text.parse().ok();
        let number = number.ok_or(NumberTextError::NoNumber { text })?;
        if number.is_finite() {
            Ok(number)
        } else {
            Err(NumberTextError::TooLarge)
        }
    }

    /// Whether an `e` begins an exponent: digits follow. Otherwise it begins a unit.
    fn begins_power(&self, letter: char) -> bool {
        let digit = |ahead| self.at(ahead).is_some_and(|letter| letter.is_ascii_digit());
        let has_sign = self.at(1).and_then(sign).is_some();
        matches!(letter, 'e' | 'E') && (digit(1) || (has_sign && digit(2)))
    }

    fn with_unit(&mut self, value: Value) -> Result<Value, NumberTextError> {
        match self.peek() {
            Some('%') => {
                self.place += 1;
                return Ok(scale(value, 0.01, value.has_unit));
            }
            // Between two numbers `×` multiplies; after a number it is a unit.
            Some('×') if !self.is_value_next() => {
                self.place += 1;
                return Ok(value);
            }
            _ => {}
        }
        let is_letter = |letter: char| letter.is_alphabetic() || letter == '°';
        let mut unit = String::new();
        while let Some(letter) = self.at(0).filter(|letter| is_letter(*letter)) {
            unit.push(letter);
            self.place += 1;
        }
        match unit.as_str() {
            "" | "x" => Ok(value),
            _ if value.has_unit => Err(NumberTextError::Units),
            _ => Ok(scale(value, factor(unit, self.quantity)?, true)),
        }
    }

    /// Whether a number or a bracket follows the next letter.
    fn is_value_next(&self) -> bool {
        let rest = self.letters.get(self.place + 1..).unwrap_or_default();
        let next = rest.iter().find(|letter| !letter.is_whitespace());
        next.is_some_and(|&letter| {
            letter.is_ascii_digit() || is_point(letter) || letter == '(' || sign(letter).is_some()
        })
    }
}

/// As Rust reads it.
fn sign_of_power(letter: char) -> Option<char> {
    sign(letter).map(|sign| if sign < 0.0 { '-' } else { '+' })
}

fn sign(letter: char) -> Option<f64> {
    match letter {
        '+' => Some(1.0),
        '-' | '−' => Some(-1.0),
        _ => None,
    }
}

const fn is_point(letter: char) -> bool {
    matches!(letter, '.' | ',')
}

fn scale(value: Value, factor: f64, has_unit: bool) -> Value {
    Value {
        number: value.number * factor,
        has_unit,
    }
}

fn multiply(a: Value, b: Value) -> Result<Value, NumberTextError> {
    if a.has_unit && b.has_unit {
        return Err(NumberTextError::Units);
    }
    Ok(scale(a, b.number, a.has_unit || b.has_unit))
}

fn divide(a: Value, b: Value) -> Result<Value, NumberTextError> {
    if b.number == 0.0 {
        return Err(NumberTextError::ByZero);
    }
    if b.has_unit && !a.has_unit {
        return Err(NumberTextError::Units);
    }
    let number = a.number / b.number;
    let has_unit = a.has_unit && !b.has_unit;
    Ok(Value { number, has_unit })
}

/// The value of a unit in the field's unit.
fn factor(unit: String, quantity: Quantity) -> Result<f64, NumberTextError> {
    let meters = match unit.as_str() {
        "m" => Some(1.0),
        "cm" => Some(1e-2),
        "mm" => Some(1e-3),
        "µm" | "μm" | "um" => Some(1e-6),
        "in" => Some(0.0254),
        "ft" => Some(0.3048),
        _ => None,
    };
    let degrees = match unit.as_str() {
        "°" | "deg" => Some(1.0),
        "rad" => Some(1.0_f64.to_degrees()),
        _ => None,
    };
    let seconds = match unit.as_str() {
        "s" => Some(1.0),
        "ms" => Some(1e-3),
        _ => None,
    };
    let (factor, known) = match quantity {
        Quantity::Degrees => (degrees, "°, deg and rad"),
        Quantity::Length { per_meter } => (
            meters.map(|meters| meters * per_meter),
            "m, cm, mm, µm, in and ft",
        ),
        Quantity::Time { per_second } => (seconds.map(|seconds| seconds * per_second), "s and ms"),
        Quantity::Number => (None, "% and ×"),
    };
    factor.ok_or_else(|| {
        if meters.or(degrees).or(seconds).is_some() {
            NumberTextError::WrongUnit { unit, known }
        } else {
            NumberTextError::UnknownUnit { unit, known }
        }
    })
}
