//! The action that opens the dialog.

use crate::commands::actions::ClipToolAction;
use crate::features::actions::conditions::{character_open, unless};
use crate::features::actions::menus::CLIP;
use crate::features::actions::row::{ActionInfo, WhyNot, row};
use crate::features::view::View;

pub(crate) fn rows() -> Vec<ActionInfo> {
    vec![
        row(ClipToolAction::BringInMotion, CLIP, "Bring in motion…")
            .tooltip("Brings the clips of another file to this skeleton, whatever its joints are called: glTF, VRM, FBX, BVH")
            .when([character_open, has_joints])
            .run(|cx| cx.ask_for_motion()),
    ]
}

fn has_joints(view: &View<'_>) -> WhyNot {
    let is_empty = view.document.character.rig.skeleton.is_empty();
    unless(!is_empty, "there are no joints")
}
