//! Limits of joints, and what they drive.

use rig::JointIndex;

use crate::commands::actions::PosingAction;
use crate::document::Document;
use crate::features::actions::conditions::{has_clips, has_joints, joint_selected, unless};
use crate::features::actions::menus::{DRIVEN, JOINT_LIMITS};
use crate::features::actions::row::{ActionInfo, WhyNot, flag, row};
use crate::features::view::View;

pub(crate) fn rows() -> Vec<ActionInfo> {
    vec![
        row(PosingAction::ToggleLimits, JOINT_LIMITS, "Limit joint")
            .tooltip("Gives the selected joints limits, which the inspector has numbers for; where all have some, removes them")
            .checked_with(|document, session| {
                let joint = session.character.selection.active()?;
                Some(document.joint_limits.get(joint.index())?.is_some())
            })
            .when([joint_selected])
            .run(|cx| cx.toggle_limits()),
        row(PosingAction::LimitsFromClips, JOINT_LIMITS, "Limits from clips")
            .tooltip("Limits the selected joints, or all where none is selected, to the range that the clips use, with 5° more each way")
            .when([has_joints, has_clips])
            .run(|cx| cx.limits_from_clips()),
        row(PosingAction::LimitsFromNames, JOINT_LIMITS, "Limits from names")
            .tooltip("Gives the selected joints, or all where none is selected, the range that people have, where their names or the shape of the skeleton tell which bones they are")
            .when([has_joints])
            .run(|cx| cx.limits_from_names()),
        row(PosingAction::CopyLimits, JOINT_LIMITS, "Copy limits to the other side")
            .tooltip("Gives the partners of the selected joints, or of all with limits where none is selected, the same limits in the mirror")
            .when([any_limits])
            .run(|cx| cx.copy_limits()),
        row(PosingAction::RemoveLimits, JOINT_LIMITS, "Remove limits")
            .tooltip("Takes the limits off the selected joints, or off all where none is selected; the pose stays")
            .when([any_limits])
            .run(|cx| cx.remove_limits()),
        row(PosingAction::ToggleObeyLimits, JOINT_LIMITS, "Obey joint limits")
            .tooltip("Tools, fields and test poses keep joints within their limits")
            .toggles(flag!(switches.obey_limits)),
        row(PosingAction::ToggleLimitArcs, JOINT_LIMITS, "Show joint limits")
            .tooltip("Draws the limits of the selected joint in the panes: how far its bone swings, how far it twists, and where it is")
            .toggles(flag!(switches.limit_arcs)),
        row(PosingAction::DriveBySelected, DRIVEN, "Drive by selected joint")
            .tooltip("Has the joint selected last twist as the one selected before it does; the inspector has the angle, what follows, and the curve")
            .requires(
                |view| view.session.character.selection.joints().len() == 2,
                "select two joints: the one that drives, and last the one that follows",
            )
            .run(|cx| cx.drive_by_selected()),
        row(PosingAction::ToggleDrivers, DRIVEN, "Switch drivers on or off")
            .tooltip("Switches what drives the selected joints off, or on again where all of it is off: it is kept, and drives nothing meanwhile")
            .when([joint_selected, any_channel])
            .run(|cx| cx.toggle_drivers()),
        row(PosingAction::RemoveDrivers, DRIVEN, "Remove drivers")
            .tooltip("Lets go of the selected joints: they follow no other joints any more, by channels or by constraints of the file")
            .when([joint_selected, any_driver])
            .run(|cx| cx.remove_drivers()),
        row(PosingAction::ToggleMuteDrivers, DRIVEN, "Mute drivers")
            .tooltip("Shows poses in the panes as they are posed and keyed, without what joints drive; exports and measurements have it all the same")
            .toggles(flag!(switches.mute_drivers)),
    ]
}

fn is_driven(document: &Document, joint: JointIndex) -> bool {
    document.driven.drives(joint) || document.character.constraints.of(joint).is_some()
}

/// Constraints have no switch: files say of them how much, and not whether.
fn any_channel(view: &View<'_>) -> WhyNot {
    let mut joints = view.session.character.selection.joints().iter();
    let is_any = joints.any(|&joint| view.document.driven.drives(joint));
    unless(is_any, "no channel drives the selected joints")
}

fn any_driver(view: &View<'_>) -> WhyNot {
    let joints = view.session.character.selection.joints();
    let is_any = joints.iter().any(|&joint| is_driven(view.document, joint));
    unless(is_any, "nothing drives the selected joints")
}

fn any_limits(view: &View<'_>) -> WhyNot {
    let has_some = view.document.joint_limits.iter().any(Option::is_some);
    unless(has_some, "no joint has limits")
}
