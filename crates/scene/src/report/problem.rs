//! One problem of a file.

use serde::Serialize;

/// How much a [`Problem`] matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The picture may differ from what the artist meant, here or in other programs.
    Problem,
    /// For information; the picture is right.
    Note,
}

/// Something about a file that its user should know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// An identifier that is stable between versions: lower case and hyphens.
    pub code: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// The number of things that `what` names.
    pub count: usize,
    /// The finding: one sentence that begins with a capital letter and has no full stop.
    pub what: String,
    /// The meaning for the artist, and which method handles it: one line of at most [`MEANING_WIDTH`] columns.
    pub meaning: String,
    /// All names of the joints, clips or meshes concerned, or places in the file as in
    /// [`WarningReport`](super::WarningReport).
    pub which: Vec<String>,
}

/// The largest width of [`Problem::meaning`] in columns, so that it fits on a line.
pub const MEANING_WIDTH: usize = 76;

impl Problem {
    pub(super) fn new(
        code: &'static str,
        severity: Severity,
        count: usize,
        what: impl Into<String>,
        meaning: impl Into<String>,
    ) -> Self {
        Self {
            code,
            severity,
            count,
            what: what.into(),
            meaning: meaning.into(),
            which: Vec::new(),
        }
    }

    /// A problem about these names, which are counted; none for an empty list.
    pub(super) fn about(
        code: &'static str,
        severity: Severity,
        what: impl Into<String>,
        meaning: impl Into<String>,
        which: Vec<String>,
    ) -> Option<Self> {
        let some = Self::new(code, severity, which.len(), what, meaning);
        (!which.is_empty()).then_some(Self { which, ..some })
    }

    pub(super) fn with(self, which: impl IntoIterator<Item = String>) -> Self {
        Self {
            which: which.into_iter().collect(),
            ..self
        }
    }
}

/// A count with its noun: `1 joint`, `1,024 vertices`.
#[must_use]
pub fn pluralize(number: usize, noun: &str) -> String {
    let noun = match (number, noun) {
        (1, _) => noun.to_owned(),
        (_, "vertex") => "vertices".to_owned(),
        (_, "mesh") => "meshes".to_owned(),
        _ => format!("{noun}s"),
    };
    format!("{} {noun}", thousands(number))
}

/// What joints are counted among: `in 1 skin, of 20 nodes`, or `no skin, 2 nodes` where none is a joint, since no skin lists it.
#[must_use]
pub fn among_nodes(n_skins: usize, n_nodes: usize) -> String {
    let nodes = pluralize(n_nodes, "node");
    match n_skins {
        0 => format!("no skin, {nodes}"),
        skins => format!("in {}, of {nodes}", pluralize(skins, "skin")),
    }
}

/// A count with commas between thousands.
#[must_use]
pub fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time in seconds, to hundredths.
#[must_use]
pub fn seconds(time: f32) -> String {
    if time < 1e5 {
        format!("{time:.2}")
    } else {
        format!("{time:.1e}")
    }
}

/// A number with three or four significant digits: `0.012`, `1.5`, `173`, `2.50e12`.
#[must_use]
pub fn measure(value: f32) -> String {
    let size = value.abs();
    // Scientific notation for numbers that would round to zero or be all digits.
    let decimals = match size {
        size if size < 5e-7 => return "0".to_owned(),
        size if !size.is_finite() || 1e6 <= size => return format!("{value:.2e}"),
        size if size < 1e-3 => return format!("{value:.1e}"),
        size if size < 0.1 => 4,
        size if size < 1.0 => 3,
        size if size < 100.0 => 2,
        size if size < 1000.0 => 1,
        _ => 0,
    };
    let text = format!("{value:.decimals$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}
