//! Menus over the keys: what can be done with them, and the ways to pass on from them.

use eframe::egui::{Area, Frame, Id, Key, Modifiers, Order, Pos2, Ui};
use session::commands::actions::SheetAction;
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::timeline::command::SheetIntent;

use super::sheet::persistent_state;
use crate::panels::widgets::context_menu::item;
use crate::panels::widgets::menu_lines;

/// Width of the list of ways to pass on.
const WIDTH: f32 = 250.0;

const EDITS: &[SheetAction] = &[
    SheetAction::MoveKeys,
    SheetAction::ScaleKeys,
    SheetAction::ScaleKeysFromFirst,
    SheetAction::DuplicateKeys,
    SheetAction::SnapKeys,
    SheetAction::DeleteKeys,
];

const ADJUSTMENTS: &[SheetAction] = &[
    SheetAction::SmoothKeys,
    SheetAction::EaseKeys,
    SheetAction::PushKeys,
    SheetAction::BlendKeys,
    SheetAction::RepeatKeys,
    SheetAction::InsertKeys,
];

const CURVES: &[SheetAction] = &[
    SheetAction::HideCurves,
    SheetAction::ShowAllCurves,
    SheetAction::LockCurves,
    SheetAction::EulerXyz,
    SheetAction::QuaternionKeys,
    SheetAction::ExtrapolateHold,
    SheetAction::ExtrapolateLinear,
    SheetAction::ExtrapolateCycle,
    SheetAction::ExtrapolateCycleOffset,
];

const COPIES: &[SheetAction] = &[
    SheetAction::CopyKeys,
    SheetAction::CutKeys,
    SheetAction::PasteKeys,
    SheetAction::PasteKeysMirrored,
    SheetAction::PasteKeysToSelected,
];

const MODES: &[SheetAction] = &[
    SheetAction::HoldKeys,
    SheetAction::StraightKeys,
    SheetAction::CubicKeys,
];

const TANGENTS: &[SheetAction] = &[
    SheetAction::AutomaticTangents,
    SheetAction::FlatTangents,
    SheetAction::AlignedTangents,
    SheetAction::FreeTangents,
    SheetAction::ResetTangentLengths,
    SheetAction::ToggleWeightedTangents,
];

const KINDS: &[SheetAction] = &[
    SheetAction::PlainKeys,
    SheetAction::BreakdownKeys,
    SheetAction::ExtremeKeys,
];

const VIEW: &[SheetAction] = &[
    SheetAction::SelectAllKeys,
    SheetAction::SelectNoKeys,
    SheetAction::FrameKeys,
    SheetAction::FrameAllKeys,
];

/// The menu of the right button.
pub(super) fn of_keys(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    for group in [EDITS, COPIES, VIEW] {
        if group != EDITS {
            ui.separator();
        }
        for &action in group {
            item(ui, action.into(), view, sink);
        }
    }
    ui.separator();
    let mut menus = vec![
        ("Adjust", ADJUSTMENTS),
        ("Interpolation", MODES),
        ("Tangents", TANGENTS),
        ("Kind of key", KINDS),
    ];
    if view.session.character.sheet.curves {
        menus.push(("Curves", CURVES));
    }
    for (title, group) in menus {
        ui.menu_button(title, |ui| {
            for &action in group {
                item(ui, action.into(), view, sink);
            }
        });
    }
}

/// The list of ways to pass on from the selected keys, at the pointer, while it is open.
pub(super) fn modes(ui: &Ui, view: &View<'_>, sink: &mut Sink) {
    let place = persistent_state::<Option<Pos2>>(ui, "list of ways to pass on");
    let mut place = place.lock();
    if !view.session.character.sheet.menu {
        *place = None;
        return;
    }
    let ctx = ui.ctx();
    let pointer = ctx.input(|input| input.pointer.latest_pos());
    let is_new = place.is_none();
    let at = *place.get_or_insert(pointer.unwrap_or(ui.max_rect().center()));
    let area = Area::new(Id::unique("ways to pass on from keys"))
        .order(Order::Foreground)
        .fixed_pos(at)
        .constrain(true)
        .show(ctx, |ui| {
            let lines = |ui: &mut Ui| {
                ui.weak("Interpolation after the selected keys");
                for &action in MODES.iter().chain(TANGENTS) {
                    if action == SheetAction::AutomaticTangents {
                        ui.separator();
                    }
                    item(ui, action.into(), view, sink);
                }
            };
            Frame::menu(ui.style()).show(ui, |ui| menu_lines(ui, WIDTH, lines))
        });
    let is_pressed = ctx.input(|input| input.pointer.any_pressed());
    let is_beside = pointer.is_some_and(|at| !area.response.rect.contains(at));
    let is_left = ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    if is_left || (is_pressed && is_beside && !is_new) {
        sink.send(Intent::Sheet(SheetIntent::ShowModes(false)));
    }
}
