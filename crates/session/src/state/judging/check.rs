//! What is judged: the checks, their names and how their values are read.

use scene::judge::Measure;

/// One of the things that are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Check {
    /// The largest number of joints that move a vertex.
    Influences,
    /// Points that no joint moves.
    Unbound,
    /// Points with weights below zero, that are no numbers, or that do not sum to one.
    BadWeights,
    /// Points whose vertices have different weights, so that a seam opens.
    Seams,
    /// Points that a joint moves which is far away.
    Stray,
    /// Single points that follow another joint than everything around them.
    Lone,
    /// Points in small patches of a joint's influence, separate from the rest of it.
    Islands,
    /// Points with other weights than their mirror images.
    Asymmetry,
    /// Edges of three or more triangles, or between triangles that face different ways.
    Flaws,
    /// What is measured in poses.
    InPoses(Measure),
    /// How deep clothes are inside the body below them in a pose, where these are known.
    PokeThrough,
}

impl Check {
    /// All of them, in the order of reports.
    pub const ALL: [Self; 15] = [
        Self::Influences,
        Self::Unbound,
        Self::BadWeights,
        Self::Seams,
        Self::Stray,
        Self::Lone,
        Self::Islands,
        Self::Asymmetry,
        Self::Flaws,
        Self::InPoses(Measure::VolumeLoss),
        Self::InPoses(Measure::Stretch),
        Self::InPoses(Measure::NormalError),
        Self::InPoses(Measure::Flips),
        Self::InPoses(Measure::Difference),
        Self::PokeThrough,
    ];

    /// Its name in files of limits and in documents for programs.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Influences => "influences",
            Self::Unbound => "unbound",
            Self::BadWeights => "bad_weights",
            Self::Seams => "seams",
            Self::Stray => "stray",
            Self::Lone => "lone",
            Self::Islands => "islands",
            Self::Asymmetry => "asymmetry",
            Self::Flaws => "flaws",
            Self::InPoses(Measure::VolumeLoss) => "volume_loss",
            Self::InPoses(Measure::Stretch) => "stretch",
            Self::InPoses(Measure::NormalError) => "normal_error",
            Self::InPoses(Measure::Flips) => "flips",
            Self::InPoses(Measure::Difference) => "difference",
            Self::PokeThrough => "poke_through",
        }
    }

    /// Its name for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Influences => "Joints per vertex",
            Self::Unbound => "Unbound points",
            Self::BadWeights => "Bad weights",
            Self::Seams => "Open seams",
            Self::Stray => "Stray weights",
            Self::Lone => "Lone points",
            Self::Islands => "Islands of weights",
            Self::Asymmetry => "Asymmetric points",
            Self::Flaws => "Non-manifold edges",
            Self::InPoses(Measure::VolumeLoss) => "Volume loss",
            Self::InPoses(Measure::Stretch) => "Stretch",
            Self::InPoses(Measure::NormalError) => "Normal error",
            Self::InPoses(Measure::Flips) => "Vertices beyond a flip",
            Self::InPoses(Measure::Difference) => "Difference",
            Self::PokeThrough => "Poke-through",
        }
    }

    /// Whether it counts points, edges or vertices, so that a limit may be a share of all of them.
    #[must_use]
    pub const fn is_count(self) -> bool {
        !matches!(
            self,
            Self::Influences
                | Self::PokeThrough
                | Self::InPoses(
                    Measure::VolumeLoss
                        | Measure::Stretch
                        | Measure::NormalError
                        | Measure::Difference
                )
        )
    }

    /// A value as people read it: `12`, `34 %`, `1.52 ×`, `17°`, `3.1 mm`; `not finite` of what is beyond the range of numbers.
    #[must_use]
    pub fn words(self, value: f64) -> String {
        self.words_to(value, 0)
    }

    /// The same with so many decimals more.
    pub(super) fn words_to(self, value: f64, more: usize) -> String {
        match self {
            _ if !value.is_finite() => "not finite".to_owned(),
            Self::InPoses(Measure::VolumeLoss) => percent(value, more),
            Self::InPoses(Measure::Stretch) => format!("{} ×", rounded_text(value, 2 + more)),
            Self::InPoses(Measure::NormalError) => format!("{}°", rounded_text(value, 1 + more)),
            Self::InPoses(Measure::Difference) | Self::PokeThrough => {
                format!("{} mm", rounded_text(1000.0 * value, 1 + more))
            }
            _ => rounded_text(value, 2 + more),
        }
    }
}

/// `0.5 %`, with one decimal and so many more.
pub(super) fn percent(share: f64, more: usize) -> String {
    format!("{} %", rounded_text(100.0 * share, 1 + more))
}

/// Without zeros at its end.
fn rounded_text(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}
