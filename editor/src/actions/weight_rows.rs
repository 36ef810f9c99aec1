//! The rows about how weights are shown.

use super::rows::row;
use super::{Action, ActionInfo, Menu};
use crate::settings::{HeatRamp, Isolines};

/// The group of the menu of weights that holds their colours.
pub(crate) const RAMPS_GROUP: u8 = 10;
/// The group of the menu of weights that holds lines of equal weight.
pub(crate) const ISOLINES_GROUP: u8 = 11;
/// What else of weights is shown.
const SHOWN_GROUP: u8 = 12;
/// The group of the menu of weights that holds locks.
pub(crate) const LOCKS_GROUP: u8 = 14;
/// The group of the menu of weights that is about selected vertices.
pub(crate) const VERTICES_GROUP: u8 = 15;

/// The rows of all ramps, in their order.
pub(super) fn ramps() -> impl Iterator<Item = ActionInfo> {
    HeatRamp::ALL.into_iter().map(|ramp| {
        let text = match ramp {
            HeatRamp::Classic => "Heat ramp: Classic",
            HeatRamp::Perceptual => "Heat ramp: Perceptual",
            HeatRamp::Grey => "Heat ramp: Grey",
            HeatRamp::Safe => "Heat ramp: Colour-vision-safe",
        };
        let action = Action::UseRamp(ramp);
        row(Menu::Weights, RAMPS_GROUP, action, text, ramp.tooltip())
    })
}

/// The rows of all isolines, in their order.
pub(super) fn isolines() -> impl Iterator<Item = ActionInfo> {
    Isolines::ALL.into_iter().map(|lines| {
        let text = match lines {
            Isolines::Off => "Isolines: None",
            Isolines::Half => "Isolines: At 0.5",
            Isolines::Quarters => "Isolines: Every 0.25",
            Isolines::Tenths => "Isolines: Every 0.1",
            Isolines::Twentieths => "Isolines: Every 0.05",
        };
        let action = Action::UseIsolines(lines);
        let about = "Lines of equal weight over the surface; the one at 0.5 is thicker";
        row(Menu::Weights, ISOLINES_GROUP, action, text, about)
    })
}

/// The others.
pub(super) const ALL: &[ActionInfo] = &[
    row(
        Menu::Weights,
        LOCKS_GROUP,
        Action::LockJoints,
        "Lock joint",
        "Keeps the weights of the selected joints as they are, whatever is painted; again to let them go",
    ),
    row(
        Menu::Weights,
        LOCKS_GROUP,
        Action::LockOthers,
        "Lock all but selected",
        "Keeps the weights of all joints but the selected ones; again to let them go",
    ),
    row(
        Menu::Weights,
        LOCKS_GROUP,
        Action::UnlockAll,
        "Unlock all joints",
        "Lets the weights of all joints go",
    ),
    row(
        Menu::Weights,
        VERTICES_GROUP,
        Action::ToggleVertexTool,
        "Select vertices",
        "In Weights mode, clicks and drags in panes select vertices, whose weights the inspector lists",
    ),
    row(
        Menu::Weights,
        VERTICES_GROUP,
        Action::SelectVerticesOfJoint,
        "Select vertices of joint",
        "Selects all vertices that the active joint moves",
    ),
    row(
        Menu::Weights,
        VERTICES_GROUP,
        Action::SelectNoVertices,
        "Select no vertices",
        "Selects no vertex any more",
    ),
    row(
        Menu::Weights,
        VERTICES_GROUP,
        Action::CopyVertexWeights,
        "Copy weights of vertex",
        "Copies the weights of the vertex that is marked in the list, the one chosen last, or of the pinned one",
    ),
    row(
        Menu::Weights,
        VERTICES_GROUP,
        Action::PasteVertexWeights,
        "Paste weights to vertices",
        "Gives all selected vertices the copied weights; locked joints keep theirs",
    ),
    row(
        Menu::Weights,
        SHOWN_GROUP,
        Action::ToggleIsolated,
        "Isolate joint",
        "Where surfaces show weights, shows only what the active joint moves",
    ),
    row(
        Menu::Weights,
        RAMPS_GROUP,
        Action::NextRamp,
        "Next heat ramp",
        "Goes on to the next colours of weights",
    ),
    row(
        Menu::Weights,
        SHOWN_GROUP,
        Action::ToggleVertexDots,
        "Vertex dots",
        "A dot at every vertex in the colour of its weight, where surfaces show weights",
    ),
];
