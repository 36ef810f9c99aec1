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

/// Poses of the figures of the papers, by item: `k08-04-candy-wrapper`.
pub static FIGURES: &[Shipped] = shipped! {
    "figures": "k05-02-shoulder", "k05-03-arc", "k08-01-log-matrix", "k08-04-candy-wrapper", "k08-05-elbow", "k08-06-elbow-knee", "k08-07-nearest", "k08-08-third", "k08-12-phase-one", "k08-12-phases", "k08-13-scaled-arms", "k08-14-collapse", "k08-15-cracks", "k08-16-long-way", "k08-17-cloth", "k08-17-clusters", "k08-20-twist-179", "k08-20-twist-181", "k08-20-twist-270", "k08-20-twist-90", "k08-21-screw", "k08-22-long", "k08-22-short", "lecture-elbow-135", "lecture-elbow-90", "v16-second-to-last";
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

/// A pose by the name of its file without ending, of the figures or of the characters' own; none of another name. Names of several
/// characters' poses mean the first whose skeleton `fits`.
pub fn find_shipped(file: &str, fits: impl Fn(&PresetFile) -> bool) -> Option<PresetFile> {
    let all = FIGURES.iter().chain(SHIPPED);
    let named = all.filter(|shipped| shipped.file.strip_suffix(".ron") == Some(file));
    named
        .filter_map(|shipped| shipped.read().ok())
        .find(|preset| fits(preset))
}
