//! The bones of a pane while rest frames are dragged.

use rig::{JointIndex, ScaleInheritance, forward};
use scene::view::joint_mark::{Emphasis, JointMark, joint_marks_resting, mark_of};
use scene::view::pane_shows::PaneShows;

use super::{PanePose, frames};
use crate::document::Document;
use crate::tools::rest_drag::Ghost;

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
