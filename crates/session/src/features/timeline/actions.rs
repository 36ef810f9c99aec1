//! Keys in the dope sheet, and what it shows.

use rig::{KeyAdjustment, KeyKind, Repeat, Segment, Tangents};

use crate::commands::actions::SheetAction;
use crate::features::actions::conditions::{clip_shown, clip_shown_or_left, keys_selected, unless};
use crate::features::actions::menus::{INTERPOLATION, KEY_KIND, KEYS, REPETITION, TIMELINE};
use crate::features::actions::row::{ActionInfo, WhyNot, flag, row};
use crate::features::timeline::key_copies::KeyPaste;
use crate::features::view::View;
use crate::state::clips::key_selection::KeySelection;
use crate::state::timeline::extrapolation::Extrapolation;
use crate::state::timeline::sheet::Sheet;

#[expect(clippy::too_many_lines, reason = "a table: a row for each action")]
pub(crate) fn rows() -> Vec<ActionInfo> {
    vec![
        row(SheetAction::TogglePingPong, REPETITION, "Ping-pong")
            .tooltip("Plays the clip back from its end, and on from its beginning")
            .when([clip_shown_or_left])
            .checked(|session| matches!(session.playback.repeat, Repeat::PingPong))
            .run(|cx| cx.toggle_repeat(Repeat::PingPong)),
        row(SheetAction::MoveKeys, KEYS, "Move keys")
            .tooltip("The selected keys follow the pointer until a click; Ctrl leaves the frames")
            .when([clip_shown, keys_selected, sheet_in_sight])
            .run(|cx| cx.move_keys()),
        row(SheetAction::ScaleKeys, KEYS, "Scale keys about the current time")
            .tooltip("The selected keys move away from the current time, or towards it, until a click")
            .when([clip_shown, keys_selected, sheet_in_sight])
            .run(|cx| cx.scale_keys_about_now()),
        row(SheetAction::ScaleKeysFromFirst, KEYS, "Scale keys about the first")
            .tooltip("The selected keys move away from the first of them, or towards it, until a click")
            .when([clip_shown, keys_selected, sheet_in_sight])
            .run(|cx| cx.scale_keys_from_first()),
        row(SheetAction::DuplicateKeys, KEYS, "Duplicate keys")
            .tooltip("Copies of the selected keys follow the pointer until a click")
            .when([clip_shown, keys_selected, sheet_in_sight])
            .run(|cx| cx.duplicate_keys()),
        row(SheetAction::SnapKeys, KEYS, "Snap keys to frames")
            .tooltip("Moves each selected key to the frame nearest to it")
            .when([clip_shown, keys_selected])
            .requires(
                |view| view.session.character.sheet.unit().rate().is_some(),
                "time is counted in seconds, not in frames",
            )
            .run(|cx| cx.snap_keys()),
        row(SheetAction::DeleteKeys, KEYS, "Delete keys")
            .tooltip("Deletes the selected keys; a channel without keys keeps the pose of the file")
            .when([clip_shown, keys_selected])
            .run(|cx| cx.delete_keys("Delete keys")),
        row(SheetAction::InsertKeys, KEYS, "Insert keys")
            .tooltip("Sets keys at the current time on the curves of the selected joints, which stay as they are")
            .when([clip_shown])
            .run(|cx| cx.insert_keys_now()),
        row(SheetAction::SmoothKeys, KEYS, "Smooth keys")
            .tooltip("Brings the selected keys towards a line through those around them, by the pointer sideways or a number")
            .when([clip_shown, keys_selected, sheet_in_sight])
            .run(|cx| cx.adjust_keys(KeyAdjustment::Smooth)),
        row(SheetAction::EaseKeys, KEYS, "Ease keys")
            .tooltip("Brings the selected keys towards a slow beginning and a slow end between their neighbors")
            .when([clip_shown, keys_selected, sheet_in_sight])
            .run(|cx| cx.adjust_keys(KeyAdjustment::Ease)),
        row(SheetAction::PushKeys, KEYS, "Push keys")
            .tooltip("Exaggerates the selected keys away from the line between their neighbors, or flattens them, to the left")
            .when([clip_shown, keys_selected, sheet_in_sight])
            .run(|cx| cx.adjust_keys(KeyAdjustment::Push)),
        row(SheetAction::BlendKeys, KEYS, "Blend keys to neighbor")
            .tooltip("Brings the selected keys towards the key after them, or to the left towards the key before")
            .when([clip_shown, keys_selected, sheet_in_sight])
            .run(|cx| cx.adjust_keys(KeyAdjustment::Blend)),
        row(SheetAction::RepeatKeys, KEYS, "Repeat keys…")
            .tooltip("Copies the selected keys behind themselves, as often as is asked for, with or without an offset of values")
            .when([clip_shown, keys_selected])
            .run(|cx| cx.ask_to_repeat_keys()),
        row(SheetAction::CopyKeys, KEYS, "Copy keys")
            .tooltip("Copies the selected keys, to be pasted at another time, clip or character")
            .when([clip_shown, keys_selected])
            .run(|cx| cx.copy_keys()),
        row(SheetAction::CutKeys, KEYS, "Cut keys")
            .tooltip("Copies the selected keys and deletes them")
            .when([clip_shown, keys_selected])
            .run(|cx| {
                cx.copy_keys();
                cx.delete_keys("Cut keys");
            }),
        row(SheetAction::PasteKeys, KEYS, "Paste keys")
            .tooltip("Puts the copied keys on the joints of the same names, the first at the current time")
            .when([clip_shown, keys_copied])
            .run(|cx| cx.paste_keys(KeyPaste::SameNames)),
        row(SheetAction::PasteKeysMirrored, KEYS, "Paste keys mirrored")
            .tooltip("Puts the copied keys on the joints of the other side, seen in a mirror")
            .when([clip_shown, keys_copied])
            .run(|cx| cx.paste_keys(KeyPaste::Mirrored)),
        row(SheetAction::PasteKeysToSelected, KEYS, "Paste keys to selected joint")
            .tooltip("Puts the copied keys of one joint on the selected joint, whatever its name")
            .when([clip_shown, keys_of_one_joint])
            .run(|cx| cx.paste_keys(KeyPaste::Selected)),
        row(SheetAction::SelectAllKeys, KEYS, "Select all keys")
            .tooltip("Selects the keys of all rows of the dope sheet")
            .when([clip_shown])
            .run(|cx| cx.select_all_keys()),
        row(SheetAction::SelectNoKeys, KEYS, "Select no keys")
            .tooltip("Takes all keys out of the selection")
            .when([keys_selected])
            .run(|cx| cx.session.character.keys = KeySelection::default()),
        row(SheetAction::KeyModes, INTERPOLATION, "Interpolation of keys…")
            .tooltip("Lists the ways to pass from the selected keys to the next")
            .when([clip_shown, keys_selected, sheet_in_sight])
            .run(|cx| cx.session.character.sheet.menu ^= true),
        row(SheetAction::HoldKeys, INTERPOLATION, "Interpolation: Hold")
            .tooltip("Holds the value of the selected keys until the next")
            .when([clip_shown, keys_selected])
            .run(|cx| cx.set_key_modes("Interpolation: Hold", Some(Segment::Hold), None)),
        row(SheetAction::StraightKeys, INTERPOLATION, "Interpolation: Linear")
            .tooltip("Goes straight from the selected keys to the next")
            .when([clip_shown, keys_selected])
            .run(|cx| cx.set_key_modes("Interpolation: Linear", Some(Segment::Linear), None)),
        row(SheetAction::CubicKeys, INTERPOLATION, "Interpolation: Cubic")
            .tooltip("Follows a curve from the selected keys to the next")
            .when([clip_shown, keys_selected])
            .run(|cx| cx.set_key_modes("Interpolation: Cubic", Some(Segment::Cubic), None)),
        row(SheetAction::AutomaticTangents, INTERPOLATION, "Automatic tangents")
            .tooltip("The curve runs smoothly through the selected keys and never overshoots")
            .when([clip_shown, keys_selected])
            .run(|cx| cx.set_tangents_of_keys(Tangents::Auto)),
        row(SheetAction::FlatTangents, INTERPOLATION, "Flat tangents")
            .tooltip("The curve stands still at the selected keys")
            .when([clip_shown, keys_selected])
            .run(|cx| cx.set_tangents_of_keys(Tangents::Flat)),
        row(SheetAction::AlignedTangents, INTERPOLATION, "Aligned tangents")
            .tooltip("The tangents of the selected keys are set by hand, both alike")
            .when([clip_shown, keys_selected])
            .run(|cx| cx.set_tangents_of_keys(Tangents::Aligned)),
        row(SheetAction::FreeTangents, INTERPOLATION, "Free tangents")
            .tooltip("The tangents of the selected keys are set by hand, each for itself")
            .when([clip_shown, keys_selected])
            .run(|cx| cx.set_tangents_of_keys(Tangents::Free)),
        row(SheetAction::ResetTangentLengths, INTERPOLATION, "Reset tangent lengths")
            .tooltip("Makes the tangents of the selected keys as long as those of plain curves")
            .when([clip_shown, keys_selected])
            .run(|cx| cx.reset_tangent_lengths()),
        row(SheetAction::PlainKeys, KEY_KIND, "Kind of key: Key")
            .tooltip("Takes the mark off the selected keys, or off those at the current time")
            .when([clip_shown])
            .run(|cx| cx.set_kind_of_keys(KeyKind::Key)),
        row(SheetAction::BreakdownKeys, KEY_KIND, "Kind of key: Breakdown")
            .tooltip("Marks the selected keys, or those at the current time, as passing between others")
            .when([clip_shown])
            .run(|cx| cx.set_kind_of_keys(KeyKind::Breakdown)),
        row(SheetAction::ExtremeKeys, KEY_KIND, "Kind of key: Extreme")
            .tooltip("Marks the selected keys, or those at the current time, as where the motion turns back")
            .when([clip_shown])
            .run(|cx| cx.set_kind_of_keys(KeyKind::Extreme)),
        row(SheetAction::FrameKeys, TIMELINE, "Frame selected keys")
            .tooltip("Shows the time of the selected keys, and in the curve view their numbers")
            .when([clip_shown, keys_selected])
            .run(|cx| cx.frame_keys()),
        row(SheetAction::FrameAllKeys, TIMELINE, "Frame the clip")
            .tooltip("Shows the whole clip in the dope sheet, and all numbers of its curves")
            .when([clip_shown])
            .run(|cx| cx.session.character.sheet.see_all()),
        row(SheetAction::ToggleRowsOfSelection, TIMELINE, "Rows of selected joints only")
            .tooltip("Shows only the rows of the selected joints in the dope sheet")
            .toggles(flag!(character.sheet.only_selected)),
        row(SheetAction::ToggleCurves, TIMELINE, "Curves")
            .tooltip("Shows the curves of the selected joints in place of rows of keys")
            .toggles(flag!(character.sheet.curves)),
        row(SheetAction::ToggleNormalized, TIMELINE, "Normalize curves")
            .tooltip("Draws each curve over the whole height, so that small and large numbers can be compared")
            .toggles(flag!(character.sheet.is_normalized)),
        row(SheetAction::ToggleValueSnap, TIMELINE, "Snap values of keys")
            .tooltip("Keys that are dragged in the curves come to whole degrees, or hundredths; Ctrl+Shift turns it round")
            .toggles(flag!(character.sheet.snaps_values)),
        row(SheetAction::ToggleWeightedTangents, TIMELINE, "Weighted tangents")
            .tooltip("Tangents that are dragged in the curves change their length too: longer ones hold the curve to their slope")
            .toggles(flag!(character.sheet.has_weighted_tangents)),
        row(SheetAction::ZoomCurvesIn, TIMELINE, "Zoom in on curves")
            .tooltip("Shows fewer numbers over the height of the curves; Ctrl and the wheel do so about the pointer")
            .when([clip_shown, curves_shown])
            .run(|cx| cx.zoom_curves(true)),
        row(SheetAction::ZoomCurvesOut, TIMELINE, "Zoom out of curves")
            .tooltip("Shows more numbers over the height of the curves; Ctrl and the wheel do so about the pointer")
            .when([clip_shown, curves_shown])
            .run(|cx| cx.zoom_curves(false)),
        extrapolation(SheetAction::ExtrapolateHold, Extrapolation::Hold, "Extrapolation: Hold"),
        extrapolation(SheetAction::ExtrapolateLinear, Extrapolation::Linear, "Extrapolation: Linear"),
        extrapolation(SheetAction::ExtrapolateCycle, Extrapolation::Cycle, "Extrapolation: Cycle"),
        extrapolation(
            SheetAction::ExtrapolateCycleOffset,
            Extrapolation::CycleWithOffset,
            "Extrapolation: Cycle with offset",
        ),
        row(SheetAction::HideCurves, TIMELINE, "Hide chosen curves")
            .tooltip("Leaves out the curves that are chosen in the list, until their eyes are clicked")
            .when([clip_shown, curves_shown, curve_chosen])
            .run(|cx| cx.hide_chosen_curves()),
        row(SheetAction::ShowAllCurves, TIMELINE, "Show all curves")
            .tooltip("Draws hidden curves again")
            .when([clip_shown, curves_shown])
            .run(|cx| cx.show_all_curves()),
        row(SheetAction::LockCurves, TIMELINE, "Lock or unlock curves")
            .tooltip("Holds the numbers of the chosen curves, or of all, against changes by their curves")
            .when([clip_shown, curves_shown])
            .run(|cx| cx.toggle_curve_locks()),
    ]
}

/// Only the sheet that is drawn takes what ends a drag or its list.
fn sheet_in_sight(view: &View<'_>) -> WhyNot {
    unless(
        view.session.character.sheet.is_shown,
        "the dope sheet is not in sight; Animate mode shows it",
    )
}

fn curves_shown(view: &View<'_>) -> WhyNot {
    let curves = view.session.character.sheet.curves;
    unless(curves, "the timeline shows no curves")
}

fn extrapolation(
    action: SheetAction,
    extrapolation: Extrapolation,
    text: &'static str,
) -> ActionInfo {
    let of_shown = |sheet: &Sheet| sheet.of.map(|clip| sheet.extrapolation_of(clip));
    row(action, TIMELINE, text)
        .tooltip("What curves show before their first key and after their last, dashed; the clip stays as it is")
        .when([clip_shown, curves_shown])
        .checked(move |session| of_shown(&session.character.sheet).unwrap_or_default() == extrapolation)
        .run(move |cx| cx.show_extrapolation(extrapolation))
}

fn curve_chosen(view: &View<'_>) -> WhyNot {
    let chosen = &view.session.character.sheet.switches.chosen;
    unless(
        !chosen.is_empty(),
        "no curve is chosen; click its name in the list",
    )
}

fn keys_copied(view: &View<'_>) -> WhyNot {
    unless(!view.session.key_clipboard.is_empty(), "no key was copied")
}

/// Keys of one joint can go to the selected one, whatever its name.
fn keys_of_one_joint(view: &View<'_>) -> WhyNot {
    match view.session.key_clipboard.joint_count() {
        0 => Some("no key of a joint was copied"),
        1 => {
            let active = view.session.character.selection.active();
            unless(active.is_some(), "no joint is selected")
        }
        _ => Some("keys of several joints were copied; they go to joints of their names"),
    }
}
