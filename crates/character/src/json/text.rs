//! From the bytes of the JSON part to a tree: strict about what a later save could not write back.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::fault::error::{Fault, FilePlace, ReadResult};
use crate::fault::warning::{Warning, WarningKind, Warnings};
use crate::json::tree::{BuildError, Tree, TreeBuilder};
use crate::json::value::shorten;

/// Parses the text. Of two equal members of an object nobody knows which one is meant (RFC 8259, section 4): an error.
/// Half a surrogate pair, which the grammar allows but no text can hold, becomes U+FFFD with a warning.
///
/// `serde_json` refuses values nested more than 128 deep, so that its recursion is bounded.
pub(crate) fn parse(text: &[u8], warnings: &mut Warnings) -> ReadResult<Tree> {
    let error = match parse_strictly(text) {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    // Only after an error: nearly all texts are parsed once and never copied.
    let (repaired, n_repaired) = repair_surrogates(text);
    let value = if n_repaired == 0 {
        Err(error)
    } else {
        parse_strictly(&repaired)
    };
    let place = || FilePlace::Json(String::new());
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

fn parse_strictly(text: &[u8]) -> serde_json::Result<Tree> {
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let mut builder = TreeBuilder::with_space(count_cells(text));
    // Visited and not made a `serde_json::Value` first, which takes some ten times the memory.
    ValueSeed(&mut builder).deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(builder.finish())
}

/// Values and names of a text, and lists that are not empty: what grows as it is read takes twice its memory in between.
fn count_cells(text: &[u8]) -> usize {
    // An upper bound: what white space or broken text adds is only reserved, and given back at the end.
    let (mut count, mut before) = (0_usize, b' ');
    let (mut in_text, mut is_escaped) = (false, false);
    for &byte in text {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = in_text,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b',' | b':' => count += 1,
            // The first element, before which there is no comma, and the length of the list.
            b'[' | b'{' => count += 2,
            b']' if before == b'[' => count -= 2,
            b'}' if before == b'{' => count -= 2,
            _ => {}
        }
        before = byte;
    }
    count
}

/// One value, which is added to a tree.
struct ValueSeed<'b>(&'b mut TreeBuilder);

impl ValueSeed<'_> {
    fn part(&mut self) -> ValueSeed<'_> {
        ValueSeed(self.0)
    }
}

impl<'de> DeserializeSeed<'de> for ValueSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ValueSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.0.null();
        Ok(())
    }

    fn visit_bool<E>(self, value: bool) -> Result<(), E> {
        self.0.boolean(value);
        Ok(())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        self.0.unsigned(value).map_err(custom_error)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        self.0.signed(value).map_err(custom_error)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        self.0.float(value).map_err(custom_error)
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<(), E> {
        self.0.text(value).map_err(custom_error)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut access: A) -> Result<(), A::Error> {
        let begin = self.0.begin();
        while access.next_element_seed(self.part())?.is_some() {}
        self.0.end_array(begin).map_err(custom_error)
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut access: A) -> Result<(), A::Error> {
        let begin = self.0.begin();
        // A name is a text like any other.
        while access.next_key_seed(self.part())?.is_some() {
            access.next_value_seed(self.part())?;
        }
        self.0.end_object(begin).map_err(custom_error)
    }
}

fn custom_error<E: Error>(error: BuildError) -> E {
    match error {
        BuildError::Full => E::custom("it has more values than are supported"),
        BuildError::Twice(name) => {
            let name = shorten(&name);
            E::custom(format!("an object has the member {name:?} twice"))
        }
    }
}

/// Replaces escapes of half a surrogate pair by `\uFFFD`, which is as long, so that errors keep their places. A backslash
/// stands in strings only, hence no string needs to be recognized.
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
