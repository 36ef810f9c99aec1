//! When actions on weights and maps can be done, and which are switched on.

use character::Character;
use rig::MapKind;
use scene::vertex_maps::has_map;

use super::{no_joints_to_paint, nothing_selected, unpaintable};
use crate::commands::actions::WeightAction;
use crate::commands::view::View;
use crate::file_dialogs::list::FileKind;
use crate::session::Session;
use crate::tools::comparing::{Comparing, PaneLayout};

impl WeightAction {
    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        let session = view.session;
        let weights = &session.character.weights;
        match self {
            Self::UsePaintLayer(_) | Self::TogglePaintLayer => {
                view.is_empty().then_some("nothing is open")
            }
            Self::ClearBlendMap => {
                let has_none = !has_map(&view.document.character, MapKind::Blend);
                has_none.then_some("there is no blend map")
            }
            Self::ClearBulgeMap => {
                let has_none = !has_map(&view.document.character, MapKind::Bulge);
                has_none.then_some("there is no bulge map")
            }
            Self::ShowAffineBlending => {
                let is_shown = shows_maps(&session.comparing, &view.document.character);
                is_shown.then_some("a pane shows a method that follows maps already")
            }
            Self::UseRamp(_)
            | Self::NextRamp
            | Self::UseIsolines(_)
            | Self::ToggleVertexDots
            | Self::ToggleVertexTool => None,
            Self::ToggleIsolated => no_joints_to_paint(session),
            Self::ExportWeights | Self::ImportWeights => no_file(view),
            Self::LockJoints | Self::LockOthers => {
                no_joints_to_paint(session).or_else(|| nothing_selected(session))
            }
            Self::UnlockAll => no_joints_to_paint(session)
                .or_else(|| weights.locked.is_empty().then_some("no joint is locked")),
            Self::SelectVerticesOfJoint => nothing_selected(session),
            Self::SelectNoVertices => no_vertex(session),
            Self::GrowMask
            | Self::ShrinkMask
            | Self::SelectEdgeLoop
            | Self::SelectConnectedVertices
            | Self::InvertMask => no_vertex(session).or_else(|| unpaintable(view)),
            Self::CopyVertexWeights => {
                let nothing = session.vertex_at_work().is_none();
                nothing.then_some("no vertex is selected or pinned")
            }
            Self::PasteVertexWeights => {
                let nothing = weights.copied.is_none();
                let nothing = nothing.then_some("no weights are copied");
                nothing.or_else(|| no_vertex(session))
            }
        }
    }

    pub(super) fn checked(self, session: &Session) -> Option<bool> {
        let look = &session.settings.weights;
        match self {
            Self::UsePaintLayer(layer) => Some(session.character.weights.layer == layer),
            Self::UseRamp(ramp) => Some(look.ramp == ramp),
            Self::UseIsolines(isolines) => Some(look.isolines == isolines),
            Self::ToggleVertexDots => Some(look.dots),
            Self::ToggleVertexTool => Some(session.character.weights.selecting),
            Self::ToggleIsolated => Some(session.character.weights.isolated),
            Self::TogglePaintLayer
            | Self::ClearBlendMap
            | Self::ClearBulgeMap
            | Self::ShowAffineBlending
            | Self::NextRamp
            | Self::ExportWeights
            | Self::ImportWeights
            | Self::LockJoints
            | Self::LockOthers
            | Self::UnlockAll
            | Self::SelectVerticesOfJoint
            | Self::GrowMask
            | Self::ShrinkMask
            | Self::SelectEdgeLoop
            | Self::SelectConnectedVertices
            | Self::InvertMask
            | Self::SelectNoVertices
            | Self::CopyVertexWeights
            | Self::PasteVertexWeights => None,
        }
    }
}

fn no_vertex(session: &Session) -> Option<&'static str> {
    let is_empty = session.character.weights.vertices.all().is_empty();
    is_empty.then_some("no vertex is selected")
}

fn no_file(view: &View<'_>) -> Option<&'static str> {
    let meshes = view.document.character.meshes.iter();
    let mut primitives = meshes.flat_map(|mesh| &mesh.primitives);
    let is_bound = primitives.any(|primitive| primitive.influences.is_some());
    if view.session.file_dialogs.is_busy(FileKind::ExportWeights) {
        Some("a file of weights is being written or read")
    } else if is_bound {
        None
    } else {
        Some("nothing is bound to a skeleton")
    }
}

/// Whether a visible pane shows a mesh by a method that looks at maps.
#[must_use]
pub fn shows_maps(comparing: &Comparing, character: &Character) -> bool {
    let follows = |pane: usize| {
        let shows = comparing.panes.get(pane);
        shows.is_some_and(|shows| shows.look.follows_maps(&character.meshes))
    };
    match comparing.visible_layout() {
        PaneLayout::One => follows(comparing.active),
        PaneLayout::Side => (0..comparing.panes.len()).any(follows),
        PaneLayout::Wipe | PaneLayout::Overlay => {
            follows(0) || comparing.other().is_some_and(follows)
        }
    }
}
