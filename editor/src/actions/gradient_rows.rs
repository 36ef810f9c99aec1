//! The rows about gradients of weights.

use super::rows::row;
use super::{Action, ActionInfo, Menu};
use crate::settings::GradientKind;

/// The group of the menu of weights that holds the options of gradients.
pub(crate) const GRADIENT_GROUP: u8 = 5;

/// All rows.
pub(super) const ALL: &[ActionInfo] = &[
    row(
        Menu::Weights,
        GRADIENT_GROUP,
        Action::UseGradient(GradientKind::Line),
        "Gradient: Line",
        GradientKind::Line.tooltip(),
    ),
    row(
        Menu::Weights,
        GRADIENT_GROUP,
        Action::UseGradient(GradientKind::Radial),
        "Gradient: Radial",
        GradientKind::Radial.tooltip(),
    ),
    row(
        Menu::Weights,
        GRADIENT_GROUP,
        Action::SwapGradientEnds,
        "Gradient: Swap ends",
        "Exchanges the weights at the start and at the end of a gradient; Ctrl does so for one drag",
    ),
    row(
        Menu::Weights,
        GRADIENT_GROUP,
        Action::ToggleGradientBeyond,
        "Gradient: Past the ends",
        "What lies before the start and past the end gets the weights there; else only what lies between changes",
    ),
    row(
        Menu::Weights,
        GRADIENT_GROUP,
        Action::ToggleGradientLimb,
        "Gradient: Only the limb",
        "A line changes the arm, leg or finger along which it is drawn, and fades out where that meets the body; else all that hangs together between its ends",
    ),
    row(
        Menu::Weights,
        GRADIENT_GROUP,
        Action::ToggleGradientWhole,
        "Gradient: All parts",
        "A gradient changes parts that lie apart too, as a sleeve around the arm, and not only what hangs together with where you press",
    ),
];
