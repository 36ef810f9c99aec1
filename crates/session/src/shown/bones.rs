//! The bones of a pane: as they are drawn, and while rest frames are dragged.

use std::collections::HashSet;

use rig::{JointIndex, ScaleInheritance, forward};
use scene::view::joint_colors::joint_color;
use scene::view::joint_mark::{Emphasis, JointMark, joint_marks_resting, mark_of};
use scene::view::pane_shows::PaneShows;
use scene::view::shading::Shading;

use super::{PanePose, ShownPanes, frames};
use crate::document::Document;
use crate::session::Session;
use crate::state::skeleton::rest_drag::Ghost;

impl ShownPanes {
    /// The marks of a pane's joints as they are drawn: selected, pointed at, hidden and colored ones.
    #[must_use]
    pub fn joint_marks(
        &self,
        pane: usize,
        document: &Document,
        session: &Session,
    ) -> Vec<JointMark> {
        let pose = self.panes.get(pane);
        let mut marks = pose.map_or_else(Vec::new, |pose| pose.marks.clone());
        let own = &session.character;
        let skeleton = &document.character.rig.skeleton;
        let drawn = skeleton.joints().filter(|&joint| own.facts.is_drawn(joint));
        let selected: HashSet<JointIndex> = own.selection.joints().iter().copied().collect();
        let has_colors = session.bones.colors || session.shading == Shading::JointColors;
        for (mark, joint) in marks.iter_mut().zip(drawn) {
            mark.emphasis = match joint {
                _ if own.selection.active() == Some(joint) => Emphasis::Selected,
                _ if selected.contains(&joint) => Emphasis::Beside,
                _ if own.hovered == Some(joint) => Emphasis::Hovered,
                _ => Emphasis::Normal,
            };
            mark.hidden = own.hidden.contains(&joint);
            mark.color = has_colors.then(|| joint_color(skeleton, joint));
        }
        marks
    }
}

impl PanePose {
    /// Shows the bones as a drag of rest frames has them; a pose that does not fit leaves them.
    pub(super) fn take_bones(&mut self, document: &Document, ghost: &Ghost, shows: PaneShows) {
        let character = &*document.character;
        let skeleton = &character.rig.skeleton;
        let flags = document.scale_inheritance.iter();
        let flags: Vec<ScaleInheritance> =
            flags.map(|&set| shows.scale_inheritance.of(set)).collect();
        let Ok(posed) = forward(skeleton, ghost.pose.user_transforms(), &flags) else {
            return;
        };
        self.frames = frames(character, &posed);
        let joints = skeleton.joints();
        self.frames_before_stretch = joints
            .map(|joint| posed.model_from_posed_frame(joint))
            .collect();
        let rest = |joint: JointIndex| {
            let rest = ghost.rest.get(joint.index()).copied();
            rest.unwrap_or_default()
        };
        self.marks = joint_marks_resting(character, &posed, None, &rest);
        let tips = ghost.tips.iter().map(|&(parent, place)| {
            let frame = self.frames.get(parent.index()).copied().unwrap_or_default();
            JointMark {
                emphasis: Emphasis::Selected,
                ..JointMark::at(place, frame.matrix3.into(), mark_of(character, parent))
            }
        });
        self.marks.extend(tips);
    }
}
