//! File formats: the properties of a kind of file, and reading it as RON.

use std::cell::Cell;
use std::cmp::Ordering;
use std::fmt;
use std::marker::PhantomData;

use ron::Options;
use ron::error::SpannedError;
use ron::extensions::Extensions;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor,
};

use crate::fault::TextFault;
use crate::place::{TextPlace, place_of};
use crate::words::{in_words, without_middle};

/// A kind of RON file.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The name that may stand before the outermost brackets: `PosePreset(…)`.
    pub name: &'static str,
    /// The only version that is read.
    pub version: u32,
    /// The largest size of a file in bytes; a larger one is refused before it is parsed.
    pub longest: usize,
    /// Whether optional fields are written without `Some(…)`.
    pub implicit_some: bool,
    /// An addition to the message about an error, unless that is a question: an example, or another remedy.
    pub hint: fn(&ron::Error) -> Option<&'static str>,
}

impl Format {
    /// RON files of any length.
    pub const PLAIN: Self = Self {
        name: "",
        version: 1,
        longest: usize::MAX,
        implicit_some: false,
        hint: |_| None,
    };

    /// Reads a text.
    ///
    /// # Errors
    ///
    /// The first error; a wrong version takes precedence over all others.
    pub fn read<'de, T: Deserialize<'de>>(&self, text: &'de str) -> Result<T, TextFault> {
        self.read_seed(text, PhantomData)
    }

    /// As [`read`](Self::read), with a seed, for readers that need context.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    pub fn read_seed<'de, S: DeserializeSeed<'de>>(
        &self,
        text: &'de str,
        seed: S,
    ) -> Result<S::Value, TextFault> {
        if text.len() > self.longest {
            let longest = self.longest;
            return Err(TextFault::of_all(format!(
                "the text has more than {longest} bytes, which such a file never has; take away what is too much"
            )));
        }
        let mut options = Options::default();
        if self.implicit_some {
            options = options.with_default_extension(Extensions::IMPLICIT_SOME);
        }
        // The parser reports a wrong version and the stop after a right one as the same kind of error; this tells them apart.
        let is_other = Cell::new(false);
        let version = VersionSeed {
            format: self,
            is_other: &is_other,
        };
        // A file of another version has other errors as well; its version is the one to report.
        if let Err(error) = options.from_str_seed(text, version)
            && is_other.get()
        {
            return Err(self.fault(&error));
        }
        let read = options.from_str_seed(text, seed);
        read.map_err(|error| self.fault(&error))
    }

    fn fault(&self, error: &SpannedError) -> TextFault {
        let mut what = in_words(&error.code, self.version);
        // A question, as "did you mean", is the remedy already.
        if let Some(hint) = (self.hint)(&error.code).filter(|_| !what.ends_with('?')) {
            what.push_str(hint);
        }
        TextFault {
            line: error.span.start.line,
            column: error.span.start.col,
            what: without_middle(&what),
        }
    }
}

/// The message about a file of version `found` for a program that reads `version`; none if they are equal.
#[must_use]
pub fn version_fault(found: u64, version: u32) -> Option<String> {
    match found.cmp(&version.into()) {
        Ordering::Equal => None,
        Ordering::Greater => Some(format!(
            "this file is of version {found}, and this program reads version {version}; open it with a newer Dualskin"
        )),
        Ordering::Less => Some(format!(
            "this file is of version {found}, and this program reads version {version}; write version {version} \
             if that is what it is"
        )),
    }
}

/// Decodes the bytes of a file as UTF-8.
///
/// # Errors
///
/// The first byte that is not UTF-8.
pub fn text_of(bytes: &[u8]) -> Result<&str, TextFault> {
    std::str::from_utf8(bytes).map_err(|error| {
        // The part before the fault is valid, so that nothing is replaced here.
        let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let valid = String::from_utf8_lossy(valid);
        let TextPlace { line, column } = place_of(&valid, valid.len());
        TextFault {
            line,
            column,
            what: "this is no UTF-8 text; save the file with the encoding UTF-8".to_owned(),
        }
    })
}

/// The text without the byte order mark with which some programs begin it.
#[must_use]
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Reads up to the version, and fails if it is another one.
struct VersionSeed<'a> {
    format: &'a Format,
    is_other: &'a Cell<bool>,
}

impl<'de> DeserializeSeed<'de> for VersionSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_struct(self.format.name, &["version"], self)
    }
}

impl<'de> Visitor<'de> for VersionSeed<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a version")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(IsVersion(is_version)) = map.next_key()? {
            // The version may come after other fields, whose values are passed over unread.
            if !is_version {
                map.next_value::<IgnoredAny>()?;
                continue;
            }
            map.next_value_seed(NumberSeed(&self))?;
            // Stops here, with an error that the caller ignores: the rest is for the actual reader.
            return Err(A::Error::custom("read so far"));
        }
        Ok(())
    }
}

/// The version's number, checked while the parser is still at its position.
struct NumberSeed<'a>(&'a VersionSeed<'a>);

impl<'de> DeserializeSeed<'de> for NumberSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        // In 64 bits, so that a far larger number is another version and no error of range.
        let fault = version_fault(u64::deserialize(from)?, self.0.format.version);
        self.0.is_other.set(fault.is_some());
        fault.map_or(Ok(()), |fault| Err(D::Error::custom(fault)))
    }
}

/// Whether a field is the version.
struct IsVersion(bool);

impl<'de> Deserialize<'de> for IsVersion {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Name;
        impl Visitor<'_> for Name {
            type Value = IsVersion;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a name")
            }

            fn visit_str<E>(self, name: &str) -> Result<IsVersion, E> {
                Ok(IsVersion(name == "version"))
            }
        }
        from.deserialize_identifier(Name)
    }
}

/// A field that accepts only version `N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version<const N: u32>;

impl<'de, const N: u32> Deserialize<'de> for Version<N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match version_fault(u64::deserialize(from)?, N) {
            None => Ok(Self),
            Some(fault) => Err(D::Error::custom(fault)),
        }
    }
}
