//! The folders that are surveyed, and the figures of other codebases that they are compared with.

use std::collections::BTreeSet;

use super::place::Place;

/// Figures of another codebase, as far as they were measured.
#[derive(Debug)]
pub(super) struct Anchor {
    /// Name of the codebase.
    pub(super) project: &'static str,
    /// Median lines of a file.
    pub(super) file_median: usize,
    /// Median lines of a function.
    pub(super) function_median: usize,
    /// Functions in a hundred with bodies of more than [`LONG`] lines.
    pub(super) long_functions: f64,
}

/// A function whose body has more lines is long.
pub(super) const LONG: usize = 40;

/// Files of well-regarded codebases run from 150 to this many lines.
pub(super) const FILE_LINES: usize = 500;

/// Least percentage of documented public items there.
pub(super) const DOCUMENTED: f64 = 94.0;

/// Usual percentages of comment lines there, from and to.
pub(super) const COMMENTED: (f64, f64) = (15.0, 25.0);

/// Figures of kurbo; comments as measured by this survey in its version 0.13.1, without tests.
pub(super) mod kurbo {
    /// Parameters of a function: the median, and the 90th percentile.
    pub(in super::super) const PARAMETERS: (usize, usize) = (2, 3);
    /// Percentage of public items that are documented.
    pub(in super::super) const DOCUMENTED: usize = 95;
    /// Percentage of nonblank lines that are comments of either kind.
    pub(in super::super) const ALL_COMMENTS: f64 = 27.1;
    /// Lines of comments, without doc comments, per hundred lines of code.
    pub(in super::super) const COMMENTS: f64 = 6.0;
    /// Lines of doc comments per hundred lines of code.
    pub(in super::super) const DOCS: f64 = 31.2;
}

const PRAISED: Anchor = Anchor {
    project: "praised crates",
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

/// The codebase that each folder is compared with; other folders are compared with the figures of several.
const ANCHORS: &[(&str, &Anchor)] = &[
    ("crates/dq-math", &KURBO),
    ("crates/mesh", &KURBO),
    ("crates/render", &RE_RENDERER),
    ("crates/rig", &KURBO),
    ("crates/skin-cpu", &KURBO),
    ("crates/skin-gpu", &RE_RENDERER),
    ("editor", &RE_VIEWER),
    ("editor/src/panels", &PANELS),
];

/// Folders inside crates that are also measured on their own.
const INNER_FOLDERS: &[&str] = &["editor/src/panels"];

/// Whether the code in `folder` exists for tests only.
pub(super) fn is_for_tests(folder: &str) -> bool {
    folder == "crates/testkit"
}

/// The figures that `folder` is compared with.
pub(super) fn anchor(folder: &str) -> &'static Anchor {
    ANCHORS
        .iter()
        .find(|(name, _)| *name == folder)
        .map_or(&PRAISED, |(_, anchor)| anchor)
}

/// The folder of every crate that has something at `places`, and those of its inner folders that are measured, sorted.
pub(super) fn folders<'a>(places: impl IntoIterator<Item = &'a Place>) -> Vec<&'a str> {
    let mut folders = BTreeSet::new();
    for place in places {
        folders.insert(place.crate_folder());
        folders.extend(INNER_FOLDERS.iter().filter(|folder| place.is_in(folder)));
    }
    folders.into_iter().collect()
}
