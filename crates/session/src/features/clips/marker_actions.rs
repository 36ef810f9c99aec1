//! Markers of clips.

use rig::ClipMarker;

use crate::commands::actions::MarkerAction;
use crate::features::actions::conditions::{SHOW_CLIP_FIRST, unless};
use crate::features::actions::menus::MARKERS;
use crate::features::actions::row::{ActionInfo, WhyNot, row};
use crate::features::view::View;
use crate::state::clips::markers::{marker_at, marker_beside};

pub(crate) fn rows() -> Vec<ActionInfo> {
    vec![
        row(MarkerAction::AddMarker, MARKERS, "Add marker")
            .tooltip("Marks the current time of the clip; type its name")
            .when([clip_to_mark])
            .run(|cx| cx.add_marker()),
        row(MarkerAction::RenameMarker, MARKERS, "Rename marker")
            .tooltip("Types another name for the marker at the current time")
            .when([clip_to_mark, marker_here])
            .run(|cx| cx.rename_marker_here()),
        row(MarkerAction::DeleteMarker, MARKERS, "Delete marker")
            .tooltip("Deletes the marker at the current time")
            .when([clip_to_mark, marker_here])
            .run(|cx| cx.delete_marker_here()),
        row(MarkerAction::PreviousMarker, MARKERS, "Previous marker")
            .tooltip("Moves to the marker before")
            .when([clip_to_mark, marker_before])
            .run(|cx| cx.jump_to_marker(false)),
        row(MarkerAction::NextMarker, MARKERS, "Next marker")
            .tooltip("Moves to the marker after")
            .when([clip_to_mark, marker_after])
            .run(|cx| cx.jump_to_marker(true)),
    ]
}

/// The markers of the clip shown, and the time in it.
fn markers<'a>(view: &View<'a>) -> Option<(&'a [ClipMarker], f32)> {
    let moment = view.session.playback.moment?;
    let clip = view.document.character.clip(moment.clip)?;
    Some((clip.markers(), moment.time))
}

fn clip_to_mark(view: &View<'_>) -> WhyNot {
    unless(markers(view).is_some(), SHOW_CLIP_FIRST)
}

fn marker_here(view: &View<'_>) -> WhyNot {
    let here = markers(view).and_then(|(markers, now)| marker_at(markers, now));
    unless(here.is_some(), "there is no marker at the current time")
}

fn marker_before(view: &View<'_>) -> WhyNot {
    other_marker(view, false)
}

fn marker_after(view: &View<'_>) -> WhyNot {
    other_marker(view, true)
}

fn other_marker(view: &View<'_>, after: bool) -> WhyNot {
    let other = markers(view).and_then(|(markers, now)| marker_beside(markers, now, after));
    unless(other.is_some(), "there is no other marker")
}
