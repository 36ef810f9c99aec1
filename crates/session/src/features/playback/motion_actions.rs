//! What panes show of other times: onion skins and motion trails.

use crate::commands::actions::MotionAction;
use crate::commands::command::Panel;
use crate::features::actions::conditions::{SHOW_CLIP_FIRST, has_clips, joint_selected, unless};
use crate::features::actions::menus::TIMELINE;
use crate::features::actions::row::{ActionInfo, WhyNot, flag, row};
use crate::features::view::View;

pub(crate) fn rows() -> Vec<ActionInfo> {
    vec![
        row(MotionAction::ToggleOnionSkins, TIMELINE, "Onion skins")
            .tooltip("Shows poses before and after the current time behind the character")
            .test(|view| to_show(view.session.motion.onion, view))
            .toggles(flag!(motion.onion)),
        row(MotionAction::OnionSkinOptions, TIMELINE, "Onion skin options")
            .tooltip("Sets how many onion skins there are and how far apart, and the colors of skins and motion trails")
            .checked(|session| session.is_open(Panel::OnionSkins))
            .run(|cx| cx.toggle(Panel::OnionSkins)),
        row(MotionAction::ToggleMotionTrails, TIMELINE, "Motion trails")
            .tooltip("Shows the paths of the selected joints over the clip, with their frames and keys")
            .test(|view| to_show(view.session.motion.trails, view))
            .toggles(flag!(motion.trails)),
        row(MotionAction::KeepMotionTrails, TIMELINE, "Keep motion trails")
            .tooltip("Keeps the trails of the selected joints while other joints are selected")
            .when([joint_selected])
            .checked(|session| session.keeps_trails_of_selected())
            .run(|cx| cx.keep_trails()),
        row(MotionAction::ToggleStepped, TIMELINE, "Stepped preview")
            .tooltip("Shows and plays the clip held from key to key, as poses are blocked out; no key changes, and no export")
            .test(|view| to_show(view.session.motion.stepped, view))
            .toggles(flag!(motion.stepped)),
        row(MotionAction::ForgetMotionTrails, TIMELINE, "Remove kept trails")
            .tooltip("Shows the trails of the selected joints only")
            .requires(|view| !view.session.character.trails_kept.is_empty(), "no trail is kept")
            .run(|cx| cx.session.character.trails_kept.clear()),
    ]
}

/// Switching off is always possible.
fn to_show(is_shown: bool, view: &View<'_>) -> WhyNot {
    if is_shown {
        return None;
    }
    let session = view.session;
    has_clips(view)
        .or_else(|| {
            unless(
                session.mode.poses(),
                "they are shown in Pose and Animate mode",
            )
        })
        .or_else(|| unless(session.playback.moment.is_some(), SHOW_CLIP_FIRST))
}
