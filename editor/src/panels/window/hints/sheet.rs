//! Hints while the pointer is over the rows of keys or the curves: what keys of the keyboard and the mouse do there.

use session::commands::actions::{Action, AnimateAction, SheetAction};
use session::commands::keymap::{Modifiers, shortcut_text};
use session::features::actions::{action_state, info};
use session::features::view::View;
use session::state::timeline::drag::DragKind;
use session::state::timeline::frames::TimeUnit;
use session::state::timeline::sheet::SheetDrag;

use super::{Hint, said};

/// The most used actions on keys, and what sets keys, which no key of the sheet hides.
const FAVOURITES: &[Action] = &[
    Action::Sheet(SheetAction::MoveKeys),
    Action::Sheet(SheetAction::ScaleKeys),
    Action::Animate(AnimateAction::KeySelected),
    Action::Animate(AnimateAction::KeyMenu),
    Action::Sheet(SheetAction::KeyModes),
    Action::Sheet(SheetAction::DuplicateKeys),
    Action::Sheet(SheetAction::DeleteKeys),
    Action::Sheet(SheetAction::SelectAllKeys),
    Action::Sheet(SheetAction::FrameKeys),
    Action::Sheet(SheetAction::FrameAllKeys),
    Action::Animate(AnimateAction::PlayPause),
];

/// Hints over the sheet; none while the pointer is elsewhere.
pub(super) fn sheet_hints(view: &View<'_>, held: Modifiers) -> Option<Vec<Hint>> {
    let sheet = &view.session.character.sheet;
    sheet.pointed?;
    let pointer: &[(&str, &str)] = match (held, sheet.curves) {
        (Modifiers::NONE, false) => &[
            ("click", "select key"),
            ("drag", "move keys, or box"),
            ("wheel", "zoom time"),
        ],
        (Modifiers::NONE, true) => &[
            ("click", "select key"),
            ("drag", "move key, or box"),
            ("double click", "insert key on curve"),
            ("wheel", "zoom time"),
            ("Ctrl+wheel", "zoom numbers"),
        ],
        (Modifiers::SHIFT, _) => &[("Shift+click", "add key")],
        (Modifiers::ALT, _) => &[("Alt+drag", "copy keys")],
        (Modifiers::COMMAND, true) => &[
            ("Ctrl+click", "add or remove key, or insert one on a curve"),
            ("Ctrl+wheel", "zoom numbers"),
        ],
        (Modifiers::COMMAND, false) => &[("Ctrl+click", "add or remove key")],
        _ => &[],
    };
    let pointer = pointer.iter().map(|(keys, what)| Hint::new(*keys, *what));
    let keymap = &view.session.keymap;
    let all = keymap.bindings().iter().map(|binding| binding.action);
    let of_sheet = all.filter(|action| matches!(action, Action::Sheet(_)));
    let actions: Vec<Action> = if held == Modifiers::NONE {
        FAVOURITES.to_vec()
    } else {
        of_sheet.collect()
    };
    let mut hints: Vec<Hint> = pointer.collect();
    for action in actions {
        let is_possible = info(action).is_some_and(|row| action_state(row, view).enabled);
        let mut keys = keymap.keys_of(action, view.session.mode);
        let shortcut = keys.find(|key| held == Modifiers::NONE || key.modifiers == held);
        if let (Some(shortcut), Some(what), true) = (shortcut, said(action), is_possible) {
            let hint = Hint::new(shortcut_text(&shortcut), what);
            if !hints.contains(&hint) {
                hints.push(hint);
            }
        }
    }
    Some(hints)
}

/// Keys that follow the pointer: what they do now, with the typed number, and what else can be pressed.
pub(super) fn key_drag_hints(drag: &SheetDrag) -> Vec<Hint> {
    let typed = match (drag.work.kind(), drag.unit) {
        (DragKind::Scale { .. }, _) => "type a factor",
        (DragKind::Shape(_), _) => "type percent",
        (DragKind::Move, TimeUnit::Frames(_)) => "type frames",
        (DragKind::Move, TimeUnit::Seconds) => "type seconds",
    };
    let frees = match drag.work.kind() {
        DragKind::Shape(_) => Some(("Ctrl", "whole steps")),
        _ => (drag.unit != TimeUnit::Seconds).then_some(("Ctrl", "between frames")),
    };
    let others = [("0…9 - .", typed)].into_iter().chain(frees);
    let ends = [
        ("click or Enter", "confirm"),
        ("right click or Esc", "cancel"),
    ];
    let others = others.chain(ends).map(|(keys, what)| Hint::new(keys, what));
    std::iter::once(Hint::new(drag.readout(), ""))
        .chain(others)
        .collect()
}
