//! The skeleton as the panes draw it, and the key of what it depends on.

use std::collections::HashSet;

use eframe::egui_wgpu::RenderState;
use render::Theme;
use rig::JointIndex;
use scene::view::bone_display::BoneDisplay;
use scene::view::joint_colors::joint_color;
use scene::view::joint_mark::{Emphasis, JointMark};
use scene::view::shading::Shading;
use session::commands::view::View;
use session::jobs::shown::Shown;
use session::session::Session;
use session::tools::selection::Selection;

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
pub(super) fn marks_key(session: &Session, shown: &Shown) -> MarksKey {
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

/// The marks of a pane's joints.
pub(super) fn joint_marks(pane: usize, key: &MarksKey, view: &View<'_>) -> Vec<JointMark> {
    let pose = view.shown.panes.get(pane);
    let mut marks = pose.map_or_else(Vec::new, |pose| pose.marks.clone());
    let skeleton = &view.document.character.rig.skeleton;
    let drawn = skeleton
        .joints()
        .filter(|&joint| view.session.character.facts.is_drawn(joint));
    let selected: HashSet<JointIndex> = key.selected.joints().iter().copied().collect();
    for (mark, joint) in marks.iter_mut().zip(drawn) {
        mark.emphasis = match joint {
            _ if key.selected.active() == Some(joint) => Emphasis::Selected,
            _ if selected.contains(&joint) => Emphasis::Beside,
            _ if key.hovered == Some(joint) => Emphasis::Hovered,
            _ => Emphasis::Normal,
        };
        mark.hidden = key.hidden.contains(&joint);
        mark.color = key.has_colors.then(|| joint_color(skeleton, joint));
    }
    marks
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
            let written = drawable.write_marks(&state.queue, selected);
            written.map_err(|error| error.to_string())?;
            self.vertex_marks = Some(marks);
        }
        Ok(())
    }
}
