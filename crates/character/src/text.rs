//! From the bytes of the JSON part to a value: strict about what a later save could not write back.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::map::Entry;
use serde_json::{Map, Number, Value};

use crate::error::{Fault, Place, Read};
use crate::json::shorten;
use crate::warning::{Warning, WarningKind, Warnings};

/// Parses the text. Of two equal members of an object nobody knows which one is meant (RFC 8259, section 4): an error.
/// Half a surrogate pair, which the grammar allows but no text can hold, becomes U+FFFD with a warning.
///
/// `serde_json` refuses values nested more than 128 deep, so that its recursion is bounded.
pub(crate) fn parse(text: &[u8], warnings: &mut Warnings) -> Read<Value> {
    let error = match parse_strictly(text) {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    let (repaired, n_repaired) = repair_surrogates(text);
    let value = if n_repaired == 0 {
        Err(error)
    } else {
        parse_strictly(&repaired)
    };
    let place = || Place::Json(String::new());
    let value = value.map_err(|error| {
        let reason = error.to_string();
        Fault::Json { reason }.at(place())
    })?;
    warnings.push(Warning::new(
        WarningKind::LoneSurrogate,
        place(),
        n_repaired,
    ));
    Ok(value)
}

fn parse_strictly(text: &[u8]) -> serde_json::Result<Value> {
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let value = Unique.deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

/// Builds a [`Value`] as `serde_json` does, but refuses an object that has a member twice.
struct Unique;

impl<'de> DeserializeSeed<'de> for Unique {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Unique {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = access.next_element_seed(Self)? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while let Some(key) = access.next_key::<String>()? {
            match members.entry(key) {
                Entry::Vacant(entry) => _ = entry.insert(access.next_value_seed(Self)?),
                Entry::Occupied(entry) => {
                    let key = shorten(entry.key());
                    let text = format!("an object has the member {key:?} twice");
                    return Err(A::Error::custom(text));
                }
            }
        }
        Ok(Value::Object(members))
    }
}

/// Replaces escapes of half a surrogate pair by `\uFFFD`, which is as long, so that errors keep their places. A backslash
/// stands in strings only, hence no string needs to be recognised.
fn repair_surrogates(text: &[u8]) -> (Cow<'_, [u8]>, usize) {
    let mut repaired = Cow::Borrowed(text);
    let mut n_repaired = 0;
    let mut at = 0;
    while let Some(next) = find_backslash(text, at) {
        let (unit, after) = (escaped_unit(text, next), escaped_unit(text, next + ESCAPE));
        let lone = match (unit, after) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => {
                at = next + 2 * ESCAPE;
                continue;
            }
            (Some(0xD800..=0xDFFF), _) => repaired.to_mut().get_mut(next + 2..next + ESCAPE),
            // An escape of one letter: the letter may itself be a backslash.
            _ => None,
        };
        at = next + 2;
        if let Some(lone) = lone {
            lone.copy_from_slice(b"FFFD");
            n_repaired += 1;
        }
    }
    (repaired, n_repaired)
}

/// Bytes of `\u` and four digits.
const ESCAPE: usize = 6;

fn find_backslash(text: &[u8], from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    Some(from + rest.iter().position(|&byte| byte == b'\\')?)
}

/// The number of an escape, `\u` and four digits, at `at`.
fn escaped_unit(text: &[u8], at: usize) -> Option<u16> {
    let digits = text.get(at..at + ESCAPE)?.strip_prefix(b"\\u")?;
    u16::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()
}
