//! The rooms of the house, and what the codebases they are modelled on measure.

use std::collections::BTreeSet;

use super::place::Place;

/// What a model codebase measures, as far as somebody measured it.
#[derive(Debug)]
pub(super) struct Anchor {
    /// Its name.
    pub(super) project: &'static str,
    /// Median lines of a file.
    pub(super) file_median: usize,
    /// Median lines of a function.
    pub(super) function_median: usize,
    /// How many of a hundred functions have bodies of more than [`LONG`] lines.
    pub(super) long_functions: f64,
}

/// A function whose body has more lines is long.
pub(super) const LONG: usize = 40;

/// Files of codebases that people praise run from 150 to this many lines.
pub(super) const FILE_LINES: usize = 500;

/// At least so many of a hundred public items are documented there.
pub(super) const DOCUMENTED: f64 = 94.0;

/// From so many to so many of a hundred lines are comments there.
pub(super) const COMMENTED: (f64, f64) = (15.0, 25.0);

/// What kurbo measures; comments by this very survey of its version 0.13.1, tests apart.
pub(super) mod kurbo {
    /// Parameters of a function: the median, and what nine in ten do not exceed.
    pub(in super::super) const PARAMETERS: (usize, usize) = (2, 3);
    /// Of a hundred public items so many are documented.
    pub(in super::super) const DOCUMENTED: usize = 95;
    /// Of a hundred lines that are not blank so many are comments of either kind.
    pub(in super::super) const ALL_COMMENTS: f64 = 27.1;
    /// Lines of comments, doc comments apart, for a hundred lines of code.
    pub(in super::super) const COMMENTS: f64 = 6.0;
    /// Lines of doc comments for a hundred lines of code.
    pub(in super::super) const DOCS: f64 = 31.2;
}

const PRAISED: Anchor = Anchor {
    project: "praised rooms",
    file_median: 500,
    function_median: 8,
    long_functions: 6.0,
};
const KURBO: Anchor = Anchor {
    project: "kurbo",
    file_median: 489,
    function_median: 4,
    long_functions: 4.8,
};
const RE_RENDERER: Anchor = Anchor {
    project: "re_renderer",
    file_median: 219,
    function_median: 8,
    long_functions: 13.6,
};
const RE_VIEWER: Anchor = Anchor {
    project: "re_viewer",
    file_median: 213,
    function_median: 8,
    long_functions: 19.0,
};
const PANELS: Anchor = Anchor {
    project: "rerun's panels",
    file_median: 213,
    function_median: 8,
    long_functions: 29.0,
};

/// Which folder is held against which codebase; the others against what people praise.
const ANCHORS: &[(&str, &Anchor)] = &[
    ("crates/dq-math", &KURBO),
    ("crates/mesh", &KURBO),
    ("crates/rig", &KURBO),
    ("crates/skin-cpu", &KURBO),
    ("crates/skin-gpu", &RE_RENDERER),
    ("editor", &RE_VIEWER),
    ("editor/src/panels", &PANELS),
    ("editor/src/render", &RE_RENDERER),
];

/// Folders inside crates that are looked at apart as well.
const INNER_FOLDERS: &[&str] = &["editor/src/panels", "editor/src/render"];

/// Whether what lies in `folder` exists for tests only.
pub(super) fn is_for_tests(folder: &str) -> bool {
    folder == "crates/testkit"
}

/// What `folder` is held against.
pub(super) fn anchor(folder: &str) -> &'static Anchor {
    ANCHORS
        .iter()
        .find(|(name, _)| *name == folder)
        .map_or(&PRAISED, |(_, anchor)| anchor)
}

/// The folder of every crate that has something at `places`, and the folders inside that count as rooms, sorted.
pub(super) fn folders<'a>(places: impl IntoIterator<Item = &'a Place>) -> Vec<&'a str> {
    let mut folders = BTreeSet::new();
    for place in places {
        folders.insert(place.crate_folder());
        folders.extend(INNER_FOLDERS.iter().filter(|folder| place.is_in(folder)));
    }
    folders.into_iter().collect()
}
