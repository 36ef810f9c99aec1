//! Test poses of the built-in characters: extremes of their ranges of motion, scale and shear.

use text_files::FileFault;

use super::{PresetFile, read};

/// A preset file inside the program.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// The built-in character that it is made for.
    pub character: &'static str,
    /// Name of the file with its ending, for messages.
    pub file: &'static str,
    /// Content of the file, as it was when the program was built.
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

/// All test poses, in the order of the strip.
pub static SHIPPED: &[Shipped] = shipped! {
    "biped": "t-pose", "arms-up", "squat", "elbow-knee", "wrist-twist", "bend-turn", "scaled", "sheared";
    "hand": "fist", "point", "spread", "wrist-twist";
    "creature": "wings-up", "curl", "hover", "scaled-sheared";
    "cloth": "wind", "gathered", "rolled", "scaled-sheared";
    "arm": "elbow", "wrist-twist", "fist", "scaled-sheared";
    "cylinder": "bend", "twist", "scaled", "sheared";
};

impl Shipped {
    /// Parses it with the reader of any preset file.
    ///
    /// # Errors
    ///
    /// None for the built-in files; a test reads them all.
    pub fn read(&self) -> Result<PresetFile, FileFault> {
        read(self.text, self.file)
    }
}

/// The test poses of a built-in character, by its name without the prefix; empty for other names.
#[must_use]
pub fn shipped_presets(character: &str) -> Vec<PresetFile> {
    let of_it = SHIPPED
        .iter()
        .filter(|shipped| shipped.character == character);
    of_it.filter_map(|shipped| shipped.read().ok()).collect()
}
