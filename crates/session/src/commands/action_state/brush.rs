//! When actions on the brush and gradients can be done, and which are switched on.

use super::{no_joints_to_paint, unpaintable};
use crate::commands::actions::BrushAction;
use crate::commands::view::View;
use crate::files::settings::BrushTool;
use crate::session::Session;

impl BrushAction {
    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        match self {
            Self::UseSharing(_) => no_joints_to_paint(view.session),
            Self::PickPartner => no_joints_to_paint(view.session).or_else(|| unpaintable(view)),
            Self::DragBrush(_) | Self::AdjustBrush(_) => unpaintable(view),
            Self::ToggleBrushPreview
            | Self::ToggleBrushGhost
            | Self::UseBrush(_)
            | Self::ToggleRadiusInPixels
            | Self::ToggleBrushThrough
            | Self::ToggleBrushBuildsUp
            | Self::ToggleBrushGroup
            | Self::ToggleBrushMirror
            | Self::ToggleBrushTopology
            | Self::UseBrushShape(_)
            | Self::UseBrushReach(_)
            | Self::NextBrushReach
            | Self::UseGradient(_)
            | Self::SwapGradientEnds
            | Self::ToggleGradientBefore
            | Self::ToggleGradientBeyond
            | Self::ToggleGradientLimb
            | Self::ToggleGradientWhole => None,
        }
    }

    pub(super) fn checked(self, session: &Session) -> Option<bool> {
        let brush = &session.settings.brush;
        match self {
            Self::ToggleBrushPreview => Some(brush.preview),
            Self::ToggleBrushGhost => Some(brush.ghost),
            Self::UseBrush(tool) => Some(brush.tool == tool && !session.selects_vertices()),
            Self::ToggleRadiusInPixels => Some(brush.in_pixels),
            Self::ToggleBrushThrough => Some(brush.through),
            Self::ToggleBrushBuildsUp => Some(brush.builds_up),
            Self::ToggleBrushGroup => Some(brush.group),
            Self::ToggleBrushMirror => Some(brush.mirror),
            Self::ToggleBrushTopology => Some(brush.topology),
            Self::UseBrushShape(shape) => Some(brush.shape == shape),
            Self::UseBrushReach(reach) => Some(brush.reach == reach),
            Self::UseSharing(sharing) => Some(brush.sharing == sharing),
            Self::PickPartner => Some(session.picks_donor()),
            Self::UseGradient(kind) => {
                let is_drawn = brush.tool == BrushTool::Gradient && !session.selects_vertices();
                Some(is_drawn && brush.gradient.kind == kind)
            }
            Self::ToggleGradientBefore => Some(brush.gradient.before),
            Self::ToggleGradientBeyond => Some(brush.gradient.beyond),
            Self::ToggleGradientLimb => Some(brush.gradient.limb),
            Self::ToggleGradientWhole => Some(brush.gradient.whole),
            Self::DragBrush(_)
            | Self::AdjustBrush(_)
            | Self::NextBrushReach
            | Self::SwapGradientEnds => None,
        }
    }
}
