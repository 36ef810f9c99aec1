//! The rows about what the brush paints, and what of it is seen and set in the panes.

use super::brush_rows::BRUSHES_GROUP;
use super::rows::row;
use super::{Action, ActionInfo, Menu};
use crate::brush_work::Adjusted;
use crate::weights_work::PaintLayer;

/// All rows.
pub(super) fn all() -> impl Iterator<Item = ActionInfo> {
    layers().chain(ALL.iter().cloned())
}

fn layers() -> impl Iterator<Item = ActionInfo> {
    PaintLayer::ALL.into_iter().map(|layer| {
        let text = match layer {
            PaintLayer::Joints => "Paint: Joint weights",
            PaintLayer::Blend => "Paint: Blend map",
        };
        let action = Action::UsePaintLayer(layer);
        row(Menu::Weights, BRUSHES_GROUP, action, text, layer.tooltip())
    })
}

const ALL: &[ActionInfo] = &[
    row(
        Menu::Weights,
        BRUSHES_GROUP,
        Action::TogglePaintLayer,
        "Joint weights or blend map",
        "The brush paints the other of the two from now on",
    ),
    row(
        Menu::Weights,
        BRUSHES_GROUP,
        Action::ClearBlendMap,
        "Clear blend map",
        "Takes the blend map away: affine blending is as if it had never been painted",
    ),
    row(
        Menu::Weights,
        BRUSHES_GROUP,
        Action::ShowAffineBlending,
        "Show affine blending in pane B",
        "Affine blending alone follows the blend map; pane B shows it from now on",
    ),
    row(
        Menu::Weights,
        BRUSHES_GROUP,
        Action::ToggleBrushPreview,
        "Show what the brush touches",
        "Dots at the vertices under a brush that rests, the larger the more it would do there",
    ),
    row(
        Menu::Weights,
        BRUSHES_GROUP,
        Action::ToggleBrushGhost,
        "Show whom a stroke takes from",
        "While you paint, rings in the colour of the joint that loses most, the larger the more it loses there",
    ),
    row(
        Menu::Weights,
        BRUSHES_GROUP,
        Action::DragBrush(Adjusted::Radius),
        "Brush radius by a drag",
        "While the key is held, drags set the radius of the brush; Esc puts it back",
    ),
    row(
        Menu::Weights,
        BRUSHES_GROUP,
        Action::DragBrush(Adjusted::Strength),
        "Brush strength by a drag",
        "While the key is held, drags set the strength of the brush; Esc puts it back",
    ),
];
