//! Actions on the problem list, with their rows. `apply/run/problems.rs` runs them.

use super::{Menu, Row, row};
use crate::files::settings::Check;

/// Group of the weights menu: visits and repairs of problems.
pub const PROBLEMS_GROUP: u8 = 8;
/// Group of the weights menu: the kinds of problems that are searched for.
pub const CHECKS_GROUP: u8 = 9;

/// Actions on the problem list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProblemAction {
    /// Selects and frames the next problem.
    NextProblem,
    /// Selects and frames the previous problem.
    PreviousProblem,
    /// Selects the vertices that have no partner on the other side.
    SelectUnpairedVertices,
    /// Repairs the problem visited last.
    FixProblem,
    /// Repairs all listed problems as one step.
    FixAllProblems,
    /// Whether places are listed where test poses lose volume or balloon.
    ToggleVolumeCheck,
    /// Shows the next of these places.
    NextVolumePlace,
    /// Smooths the weights at the shown place.
    SmoothVolumePlace,
    /// Changes the blend map at the shown place.
    BlendVolumePlace,
    /// Whether the report on the character is open.
    ToggleReport,
    /// Whether a kind of problem is searched for.
    ToggleCheck(Check),
}

impl ProblemAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Weights,
            PROBLEMS_GROUP,
            Self::NextProblem,
            "Next problem",
            "Goes to the next problem of the weights: selects its vertices and its joint, and shows them",
        ),
        row(
            Menu::Weights,
            PROBLEMS_GROUP,
            Self::PreviousProblem,
            "Previous problem",
            "Goes to the previous problem of the weights",
        ),
        row(
            Menu::Weights,
            PROBLEMS_GROUP,
            Self::SelectUnpairedVertices,
            "Select vertices without partner",
            "Selects the vertices that have no mirror image on the other side; mirroring does not change them",
        ),
        row(
            Menu::Weights,
            PROBLEMS_GROUP,
            Self::FixProblem,
            "Fix problem",
            "Fixes the problem that is shown, as one step; kept only if the weights are better then",
        ),
        row(
            Menu::Weights,
            PROBLEMS_GROUP,
            Self::FixAllProblems,
            "Fix all problems",
            "Fixes all listed problems of the weights, as one step, kept only if they are better then; locked joints keep their weights",
        ),
        row(
            Menu::Weights,
            PROBLEMS_GROUP,
            Self::ToggleVolumeCheck,
            "Volume in test poses",
            "Measures all test poses in the background; Problems lists where volume is lost or bulges",
        ),
        row(
            Menu::Weights,
            PROBLEMS_GROUP,
            Self::NextVolumePlace,
            "Next volume problem",
            "Shows the next place where a test pose loses volume or bulges, in that pose",
        ),
        row(
            Menu::Weights,
            PROBLEMS_GROUP,
            Self::SmoothVolumePlace,
            "Smooth volume problem",
            "Tries smoother weights at the place of a test pose that is shown, and keeps what helps there and harms less elsewhere",
        ),
        row(
            Menu::Weights,
            PROBLEMS_GROUP,
            Self::BlendVolumePlace,
            "Set blend map at volume problem",
            "Tries dual quaternions and linear blending at the place of a test pose that is shown, and keeps what helps there and harms less elsewhere",
        ),
        row(
            Menu::Weights,
            PROBLEMS_GROUP,
            Self::ToggleReport,
            "Report on character",
            "Measures weights, volume, stretch, normals, flips and differences over all clips and a range of motion; lists the worst places",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        let checks = Check::ALL.into_iter().map(|check| {
            let text = match check {
                Check::Sum => "Check: Sums",
                Check::Unbound => "Check: Unbound vertices",
                Check::Seam => "Check: Open seams",
                Check::Limit => "Check: Limit of joints",
                Check::Stray => "Check: Stray influence",
                Check::Island => "Check: Islands",
                Check::Asymmetry => "Check: Asymmetry",
            };
            let action = Self::ToggleCheck(check);
            row(Menu::Weights, CHECKS_GROUP, action, text, check.tooltip())
        });
        Self::ROWS.iter().cloned().chain(checks)
    }
}
