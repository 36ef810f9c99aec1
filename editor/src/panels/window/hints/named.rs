//! Actions with their keys, as hints.

use session::commands::actions::{Action, AnimateAction};
use session::commands::keymap::KeyMap;
use session::mode::Mode;

use super::{Hint, said};

pub(super) const SETS_KEYS: &[Action] = &[
    Action::Animate(AnimateAction::KeySelected),
    Action::Animate(AnimateAction::KeyMenu),
];

/// The keys of these actions with their names, of those that are possible.
pub(super) fn action_hints(
    keymap: &KeyMap,
    mode: Mode,
    actions: &[Action],
    is_possible: impl Fn(Action) -> bool,
) -> Vec<Hint> {
    let possible = actions.iter().filter(|&&action| is_possible(action));
    let hints = possible.filter_map(|&action| {
        let keys = keymap.text_of(action, mode)?;
        Some(Hint::new(keys, said(action)?))
    });
    hints.collect()
}
