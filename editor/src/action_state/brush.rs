//! Painting weights.

use crate::brush_work::{Held, operation_of};
use crate::command::Action;
use crate::mode::Mode;
use crate::session::Session;
use crate::settings::BrushTool;
use crate::view::View;

/// Whether such a choice is made; none of other actions.
pub(super) fn checked(action: Action, session: &Session) -> Option<bool> {
    let brush = &session.settings.brush;
    match action {
        Action::UseBrush(tool) => Some(brush.tool == tool && !session.selects_vertices()),
        Action::UseGradient(kind) => {
            let is_drawn = brush.tool == BrushTool::Gradient && !session.selects_vertices();
            Some(is_drawn && brush.gradient.kind == kind)
        }
        Action::ToggleGradientBeyond => Some(brush.gradient.beyond),
        Action::ToggleGradientLimb => Some(brush.gradient.limb),
        Action::ToggleGradientWhole => Some(brush.gradient.whole),
        Action::UseBrushShape(shape) => Some(brush.shape == shape),
        Action::UseBrushReach(reach) => Some(brush.reach == reach),
        Action::UseSharing(sharing) => Some(brush.sharing == sharing),
        Action::PickPartner => Some(session.picks_donor()),
        Action::ToggleBrushThrough => Some(brush.through),
        Action::ToggleBrushBuildsUp => Some(brush.builds_up),
        Action::ToggleBrushGhost => Some(brush.ghost),
        Action::ToggleBrushPreview => Some(brush.preview),
        Action::ToggleBrushMirror => Some(brush.mirror),
        Action::ToggleBrushTopology => Some(brush.topology),
        other => super::blend_layer::checked(other, session),
    }
}

/// Why an action of the brush cannot be done, in a few words, if so; none for all others.
pub(super) fn reason(action: Action, view: &View<'_>) -> Option<Option<&'static str>> {
    let session = view.session;
    let does_as_brush = matches!(action, Action::FloodWeights | Action::FillPart);
    let needs_joint = match action {
        Action::FloodWeights | Action::FillPart => {
            !session.settings.brush.tool.is_of_all_joints() && !session.paints_blend()
        }
        Action::PickPartner
        | Action::AdjustBrush(_)
        | Action::DragBrush(_)
        | Action::SmoothWeights
        | Action::PruneWeights
        | Action::LimitWeights
        | Action::MirrorWeightsToRight
        | Action::MirrorWeightsToLeft => false,
        _ => return None,
    };
    Some(if session.mode != Mode::Weights {
        Some("weights are painted in Weights mode")
    } else if view.desk.meshes().is_empty() {
        Some("nothing is bound to a skeleton")
    } else if does_as_brush && operation_of(&session.settings.brush, Held::default()).is_none() {
        Some("choose a brush first")
    } else if needs_joint && session.selection.is_empty() {
        Some("no joint is selected")
    } else {
        None
    })
}
