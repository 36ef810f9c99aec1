//! The skeleton as the panes draw it, and the key of what it depends on.

use std::collections::HashSet;

use eframe::egui_wgpu::RenderState;
use render::Theme;
use rig::JointIndex;
use scene::view::bone_display::BoneDisplay;
use scene::view::shading::Shading;
use session::features::view::View;
use session::session::Session;
use session::shown::ShownPanes;
use session::state::selection::Selection;

use super::{Pane, theme};

/// Everything that the drawn skeleton depends on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MarksKey {
    pub revision: u64,
    pub selected: Selection,
    pub hovered: Option<JointIndex>,
    pub hidden: HashSet<JointIndex>,
    pub theme: Theme,
    pub has_colors: bool,
    pub display: BoneDisplay,
}

/// The key for the current state.
pub(super) fn marks_key(session: &Session, shown: &ShownPanes) -> MarksKey {
    MarksKey {
        revision: shown.revision,
        selected: session.character.selection.clone(),
        hovered: session.character.hovered,
        hidden: session.character.hidden.clone(),
        theme: theme(session),
        has_colors: session.bones.colors || session.shading == Shading::JointColors,
        display: session.bone_display(),
    }
}

impl Pane {
    /// Marks the vertices that are selected now.
    pub(super) fn write_vertex_marks(
        &mut self,
        state: &RenderState,
        marks: u64,
        view: &View<'_>,
    ) -> Result<(), String> {
        if let Some(drawable) = &mut self.drawable
            && self.vertex_marks != Some(marks)
        {
            let selected = view.session.character.weights.vertices.all();
            let written = drawable.write_marks(&state.queue, selected, &view.shown.at_rest);
            written.map_err(|error| error.to_string())?;
            self.vertex_marks = Some(marks);
        }
        Ok(())
    }
}
