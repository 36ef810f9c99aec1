//! Test poses of the built-in characters: the ends of their ranges of motion, scaled and sheared.

use text_files::FileFault;

use super::{PresetFile, read};

/// A file inside the program.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// The built-in character that it is made for.
    pub character: &'static str,
    /// The file's name.
    pub file: &'static str,
    /// What is written there.
    pub text: &'static str,
}

macro_rules! shipped {
    ($($character:literal: $($file:literal),+;)+) => {
        &[$($(Shipped {
            character: $character,
            file: concat!($file, ".ron"),
            text: include_str!(concat!("../../../../../assets/poses/", $character, "/", $file, ".ron")),
        }),+),+]
    };
}

/// All of them, in the order in which to offer them.
pub static SHIPPED: &[Shipped] = shipped! {
    "biped": "t-pose", "arms-up", "squat", "elbow-knee", "wrist-twist", "bend-turn", "scaled", "sheared";
    "hand": "fist", "point", "spread", "wrist-twist";
    "creature": "wings-up", "curl", "hover", "scaled-sheared";
    "cloth": "wind", "gathered", "rolled", "scaled-sheared";
    "arm": "elbow", "wrist-twist", "fist", "scaled-sheared";
    "cylinder": "bend", "twist", "scaled", "sheared";
};

impl Shipped {
    /// Reads it, through the same door as any file.
    ///
    /// # Errors
    ///
    /// None with the files that are built in; a test reads them all.
    pub fn read(&self) -> Result<PresetFile, FileFault> {
        read(self.text, self.file)
    }
}

/// The test poses of a built-in character, by its name without the prefix; none for others.
#[must_use]
pub fn shipped_for(character: &str) -> Vec<PresetFile> {
    let of_it = SHIPPED
        .iter()
        .filter(|shipped| shipped.character == character);
    of_it.filter_map(|shipped| shipped.read().ok()).collect()
}
