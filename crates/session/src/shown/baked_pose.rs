//! A pose as the baked file shows it.

use std::collections::HashMap;
use std::sync::Arc;

use rig::{ForwardError, JointIndex, forward};
use scene::drawn_joints::drawn_joints;
use scene::helper_rows::with_helper_rows;
use scene::posed_character::{Look, PosedCharacter};
use scene::view::joint_mark::{JointMark, joint_marks};

use super::pane_pose::{PanePose, PoseShown};
use crate::document::Document;
use crate::document::baked::BakedVersion;

impl PanePose {
    /// The same as the baked file shows it: its own joints move its vertices, and helpers are drawn beside the joints of
    /// the document, which tools work on.
    pub(super) fn into_baked(
        self,
        document: &Document,
        shown: PoseShown<'_>,
        look: Look,
        baked: &Arc<BakedVersion>,
    ) -> Result<Self, ForwardError> {
        let current = &*document.character;
        let found = baked.pose(current, shown.pose, shown.clip);
        let character = &**baked.character();
        let pose = with_helper_rows(character, &found.pose, baked.scale_inheritance())?;
        let posed = forward(
            &character.rig.skeleton,
            pose.user_transforms(),
            baked.scale_inheritance(),
        )?;
        let own = joint_marks(character, &posed, None);
        Ok(Self {
            posed: PosedCharacter::new(character, &pose, &posed, look)?,
            centers: None,
            marks: with_helpers(self.marks, &own, document, baked),
            baked: Some(Arc::clone(baked)),
            lacks: found.lacks,
            ..self
        })
    }
}

/// The marks of the document's joints, then those of helpers.
fn with_helpers(
    mut marks: Vec<JointMark>,
    own: &[JointMark],
    document: &Document,
    baked: &BakedVersion,
) -> Vec<JointMark> {
    let drawn = |of: &character::Character| -> Vec<JointIndex> {
        let joints = of.rig.skeleton.joints().zip(drawn_joints(of));
        joints
            .filter_map(|(joint, is)| is.then_some(joint))
            .collect()
    };
    let current = drawn(&document.character).into_iter().enumerate();
    let current = current.filter_map(|(place, joint)| Some((baked.joint(joint)?, place)));
    let current: HashMap<JointIndex, usize> = current.collect();
    let mut places: Vec<usize> = Vec::with_capacity(own.len());
    for (mark, joint) in own.iter().zip(drawn(baked.character())) {
        if let Some(place) = current.get(&joint) {
            places.push(*place);
            continue;
        }
        let parent = mark.parent.and_then(|parent| places.get(parent).copied());
        places.push(marks.len());
        // A helper stands among its vertices: a bone to it would mean nothing.
        marks.push(JointMark {
            parent,
            is_point: true,
            ..*mark
        });
    }
    marks
}
