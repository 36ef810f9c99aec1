//! Why an action cannot be done now, for those who wonder at its grey letters.

use crate::command::Action;
use crate::view::View;

/// In a few words, for an action that cannot be done.
pub(super) fn why_not(action: Action, view: &View<'_>) -> &'static str {
    if let Some(why) = super::blend_layer::reason(action, view).flatten() {
        return why;
    }
    let nothing_selected = view.session.selection.active().is_none();
    match action {
        Action::Undo => "nothing to undo",
        Action::Redo => "nothing to redo",
        Action::OpenRecent(_) => "the file is not there",
        Action::ForgetRecent => "there are no recent files",
        Action::ResetLayout => "all panels stand there",
        Action::Reload => "nothing is open",
        Action::CancelOpening => "nothing is being opened",
        Action::SelectParent if !nothing_selected => "no selected joint has a parent",
        Action::SelectionBack => "nothing was selected before",
        Action::SelectionForth => "nothing was selected after that",
        Action::SelectAll
        | Action::InvertSelection
        | Action::BoxSelect
        | Action::CopyPose
        | Action::PastePose
        | Action::PastePoseMirrored
        | Action::MirrorPose => "there are no joints",
        Action::Save | Action::SaveAs | Action::SaveToPath if view.is_empty() => "nothing is open",
        Action::Save | Action::SaveAs | Action::SaveToPath => "it is being saved",
        Action::RecoverWork | Action::DiscardLeftWork => "all work was saved",
        Action::RecoverLater => "nothing is offered",
        Action::PinVertex => "the pointer is not on the surface",
        Action::UnpinVertex => "no vertex is pinned",
        Action::ShowAllJoints => "no joint is hidden",
        Action::HideJoint
        | Action::HideOthers
        | Action::SelectNone
        | Action::SelectParent
        | Action::SelectChildren
        | Action::SelectMirrored
        | Action::FrameSelection
        | Action::ResetRotation
        | Action::ResetTranslation
        | Action::ResetScale
        | Action::ResetShear
        | Action::ResetJoint => "no joint is selected",
        Action::Operate(_) if !view.session.mode.poses() => {
            "joints are posed in Pose and Animate mode"
        }
        Action::Operate(_) => "no joint is selected",
        Action::BackToClip => "no clip was left",
        Action::PreviousClip | Action::NextClip if !view.document.character.clips.is_empty() => {
            "there is no other clip"
        }
        Action::PlayPause
        | Action::FirstFrame
        | Action::LastFrame
        | Action::PreviousKey
        | Action::NextKey
        | Action::PreviousClip
        | Action::NextClip => "there are no clips",
        Action::AddPane => "there are four panes",
        Action::RemovePane
        | Action::NextPane
        | Action::SwapPanes
        | Action::CompareSide
        | Action::CompareWipe
        | Action::CompareOverlay
        | Action::NextSpot
        | Action::PreviousSpot => "there is one pane",
        Action::NextTestPose | Action::PreviousTestPose => "the character has none",
        Action::RestartGraphics => "there is no graphics device",
        other => super::skeleton::why_not(other, view)
            .or_else(|| super::jobs::why_not(other, view))
            .or_else(|| super::weights::reason(other, view).flatten())
            .or_else(|| super::brush::reason(other, view).flatten())
            .or_else(|| super::weight_files::why_not(other, view))
            .or_else(|| super::export::why_not(other, view))
            .unwrap_or_else(|| super::library::why_not(other, view)),
    }
}
