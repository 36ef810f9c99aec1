//! Reader of key map files: RON, with errors that name file, line and remedy.

use std::fmt;
use std::marker::PhantomData;
use std::path::Path;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use text_files::{FileFault, Format, TextFault, Version, did_you_mean, shorten, text_of};
use thiserror::Error;
use whole_file::{Files, ReadError};

use super::{Binding, Drag, Navigation, Section, Shortcut, parse_shortcut};
use crate::commands::actions::Action;
use crate::mode::Mode;

/// Version of the key map format that is read and written.
pub(super) const VERSION: u32 = 1;

const FORMAT: Format = Format {
    name: "KeyMap",
    version: VERSION,
    ..Format::PLAIN
};

/// The most bytes of a key map that are read: all keys of all actions take a hundredth of it.
const MOST_BYTES: u64 = 1 << 22;

/// Why a key map cannot be used: one sentence with a remedy.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum KeyMapError {
    /// The file system refused to read the file.
    #[error("{path}: the key map cannot be read ({reason}); {}.", reason.remedy())]
    Unreadable {
        /// Path of the file.
        path: String,
        /// What is there instead, or the reason in the system's words.
        reason: ReadError,
    },
    /// The content is not a key map.
    #[error("{0} The keys stay as shipped; mend the line and choose “Reload key map”.")]
    Faulty(FileFault),
}

/// The content of a key map file: bindings and drags in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyMapFile {
    pub(super) name: Option<String>,
    pub(super) bindings: Vec<Binding>,
    pub(super) drags: Vec<(Navigation, Vec<Drag>)>,
}

impl KeyMapFile {
    /// Reads a file; none if it does not exist.
    ///
    /// # Errors
    ///
    /// A file that cannot be read or understood.
    pub fn read(path: &Path, files: &Files) -> Result<Option<Self>, KeyMapError> {
        let file = path.display().to_string();
        match files.read_regular(path, MOST_BYTES) {
            Ok(bytes) => {
                let read = text_of(&bytes).and_then(Self::of_text);
                let read = read.map_err(|fault| FileFault::new(file, fault));
                read.map(Some).map_err(KeyMapError::Faulty)
            }
            Err(error) if error.is_not_found() => Ok(None),
            Err(reason) => Err(KeyMapError::Unreadable { path: file, reason }),
        }
    }

    /// Parses a text; `file` is its name for messages.
    ///
    /// # Errors
    ///
    /// The first thing that cannot be understood, with its line and a remedy.
    pub fn parse(file: &str, text: &str) -> Result<Self, KeyMapError> {
        let read = Self::of_text(text);
        read.map_err(|fault| KeyMapError::Faulty(FileFault::new(file, fault)))
    }

    fn of_text(text: &str) -> Result<Self, TextFault> {
        FORMAT.read(text).map(|document: Document| document.into())
    }
}

/// The file field by field.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "KeyMap")]
struct Document {
    #[serde(rename = "version")]
    _version: Version<VERSION>,
    #[serde(default, deserialize_with = "plain_text")]
    name: Option<String>,
    #[serde(default)]
    navigation: Lines<NavigationText, DragText>,
    #[serde(default)]
    all: Lines<ActionId, KeyText>,
    #[serde(default)]
    skeleton: Lines<ActionId, KeyText>,
    #[serde(default)]
    weights: Lines<ActionId, KeyText>,
    #[serde(default)]
    pose: Lines<ActionId, KeyText>,
    #[serde(default)]
    animate: Lines<ActionId, KeyText>,
    #[serde(default)]
    timeline: Lines<ActionId, KeyText>,
}

impl From<Document> for KeyMapFile {
    fn from(document: Document) -> Self {
        let sections = [
            (Section::All, document.all),
            (Section::Mode(Mode::Skeleton), document.skeleton),
            (Section::Mode(Mode::Weights), document.weights),
            (Section::Mode(Mode::Pose), document.pose),
            (Section::Mode(Mode::Animate), document.animate),
            (Section::Timeline, document.timeline),
        ];
        let bindings = sections.into_iter().flat_map(|(section, lines)| {
            lines.0.into_iter().map(move |(action, keys)| Binding {
                section,
                action: action.0,
                shortcuts: keys.into_iter().map(|key| key.0).collect(),
            })
        });
        let ways = document.navigation.0.into_iter();
        Self {
            name: document.name,
            bindings: bindings.collect(),
            drags: ways
                .map(|(way, drags)| (way.0, drags.into_iter().map(|drag| drag.0).collect()))
                .collect(),
        }
    }
}

/// Reads an optional text written without the `Some("…")` that RON asks for.
fn plain_text<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    String::deserialize(from).map(Some)
}

/// Text that is parsed while serde still knows its position, so that an error names its line.
trait Word: Sized + PartialEq {
    fn parse(text: &str) -> Result<Self, String>;
}

#[derive(PartialEq)]
struct ActionId(Action);
#[derive(PartialEq)]
struct KeyText(Shortcut);
#[derive(PartialEq)]
struct NavigationText(Navigation);
#[derive(PartialEq)]
struct DragText(Drag);

/// Names that actions had in earlier versions, and those they have now: a key map of then is still read.
const FORMER_IDS: &[(&str, &str)] = &[
    ("select-lonely-vertices", "select-unpaired-vertices"),
    ("reach-joint-all", "scale-inheritance-joint-all"),
    ("reach-children-all", "scale-inheritance-children-all"),
    ("toggle-normalised", "toggle-normalized"),
    ("toggle-joint-centring", "toggle-joint-centering"),
    ("use-ramp-grey", "use-ramp-gray"),
];

impl Word for ActionId {
    fn parse(text: &str) -> Result<Self, String> {
        let former = FORMER_IDS.iter().find(|(former, _)| *former == text);
        let id = former.map_or(text, |(_, id)| id);
        Action::of_id(id).map(Self).ok_or_else(|| {
            let ids = Action::all().map(Action::id);
            let meant = did_you_mean(text, ids, "");
            format!("unknown action `{}`{meant}", shorten(text))
        })
    }
}

impl Word for KeyText {
    fn parse(text: &str) -> Result<Self, String> {
        parse_shortcut(text).map(Self)
    }
}

impl Word for NavigationText {
    fn parse(text: &str) -> Result<Self, String> {
        let found = Navigation::ALL.into_iter().find(|way| way.id() == text);
        found.map(Self).ok_or_else(|| {
            let ids = Navigation::ALL.into_iter().map(Navigation::id);
            let meant = did_you_mean(text, ids, "`orbit`, `pan` and `zoom`");
            format!("unknown movement of the camera `{}`{meant}", shorten(text))
        })
    }
}

impl Word for DragText {
    fn parse(text: &str) -> Result<Self, String> {
        Drag::parse(text).map(Self)
    }
}

/// A [`Word`] for serde to deserialize.
struct Parsed<T>(T);

impl<'de, T: Word> Deserialize<'de> for Parsed<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        T::parse(&text).map(Self).map_err(D::Error::custom)
    }
}

/// The entries of a RON map in the order of the file; a key that stands twice is refused.
struct Lines<K, V>(Vec<(K, Vec<V>)>);

impl<K, V> Default for Lines<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, K: Word, V: Word> Deserialize<'de> for Lines<K, V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(InOrder(PhantomData))
    }
}

struct InOrder<K, V>(PhantomData<(K, V)>);

impl<'de, K: Word, V: Word> Visitor<'de> for InOrder<K, V> {
    type Value = Lines<K, V>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("lines as \"frame-all\": [\"Home\"]")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut lines = Vec::new();
        while let Some((Parsed(word), keys)) = map.next_entry::<Parsed<K>, Vec<Parsed<V>>>()? {
            if lines.iter().any(|(other, _)| *other == word) {
                return Err(A::Error::custom(
                    "this stands twice in its section; make one line of both",
                ));
            }
            lines.push((word, keys.into_iter().map(|key| key.0).collect()));
        }
        Ok(Lines(lines))
    }
}
