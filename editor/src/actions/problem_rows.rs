//! The rows about problems of weights.

use super::rows::row;
use super::{Action, ActionInfo, Menu};
use crate::settings::Check;

/// The group of the menu of weights that goes through problems.
pub(crate) const PROBLEMS_GROUP: u8 = 8;
/// The group of the menu of weights that says what is looked for.
pub(crate) const CHECKS_GROUP: u8 = 9;

/// All rows.
pub(super) fn all() -> impl Iterator<Item = ActionInfo> {
    ALL.iter().cloned().chain(checks())
}

fn checks() -> impl Iterator<Item = ActionInfo> {
    Check::ALL.into_iter().map(|check| {
        let text = match check {
            Check::Sum => "Check: Sums",
            Check::Unbound => "Check: Unbound vertices",
            Check::Seam => "Check: Open seams",
            Check::Limit => "Check: Limit of joints",
            Check::Stray => "Check: Stray influence",
            Check::Island => "Check: Islands",
            Check::Asymmetry => "Check: Asymmetry",
        };
        let action = Action::ToggleCheck(check);
        row(Menu::Weights, CHECKS_GROUP, action, text, check.tooltip())
    })
}

const ALL: &[ActionInfo] = &[
    row(
        Menu::Weights,
        PROBLEMS_GROUP,
        Action::NextProblem,
        "Next problem",
        "Goes to the next problem of the weights: selects its vertices and its joint, and shows them",
    ),
    row(
        Menu::Weights,
        PROBLEMS_GROUP,
        Action::PreviousProblem,
        "Previous problem",
        "Goes back to the problem of the weights before",
    ),
    row(
        Menu::Weights,
        PROBLEMS_GROUP,
        Action::SelectLonelyVertices,
        "Select vertices without partner",
        "Selects the vertices that have no mirror image on the other side: mirroring leaves them as they are",
    ),
    row(
        Menu::Weights,
        PROBLEMS_GROUP,
        Action::FixProblem,
        "Fix problem",
        "Mends the problem that is shown, as one step",
    ),
    row(
        Menu::Weights,
        PROBLEMS_GROUP,
        Action::FixAllProblems,
        "Fix all problems",
        "Mends all problems of the weights that are listed, as one step; locked joints keep their weights",
    ),
];
