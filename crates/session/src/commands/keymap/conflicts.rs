//! Keys that two actions claim.

use std::fmt;

use super::{Binding, Drag, Navigation, shortcut_text};
use crate::mode::Mode;

/// A key or a drag that two things claim; the first has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The key or drag, as it is written in a key map.
    pub keys: String,
    /// The mode in which both claim it; none: all.
    pub mode: Option<Mode>,
    /// The name of what has it.
    pub first: String,
    /// The name of what does not get it.
    pub second: String,
}

impl fmt::Display for Conflict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            keys,
            first,
            second,
            ..
        } = self;
        write!(out, "{keys} is given to `{first}` and to `{second}`")?;
        if let Some(mode) = self.mode {
            write!(out, " in {} mode", mode.name())?;
        }
        write!(
            out,
            "; `{first}` has it. Give one of them another key, or `{second}` none: []"
        )
    }
}

pub(super) fn conflicts(bindings: &[Binding], drags: &[(Navigation, Vec<Drag>)]) -> Vec<Conflict> {
    let mut found = Vec::new();
    for (place, first) in bindings.iter().enumerate() {
        for second in bindings.iter().skip(place + 1) {
            found.extend(between(first, second));
        }
    }
    for (place, (first, of_first)) in drags.iter().enumerate() {
        for (second, of_second) in drags.iter().skip(place + 1) {
            let both = of_first.iter().filter(|drag| of_second.contains(drag));
            found.extend(both.map(|drag| Conflict {
                keys: drag.to_string(),
                mode: None,
                first: first.id().to_owned(),
                second: second.id().to_owned(),
            }));
        }
    }
    found
}

fn between(first: &Binding, second: &Binding) -> Vec<Conflict> {
    let overlap = first.mode.is_none() || second.mode.is_none() || first.mode == second.mode;
    if !overlap || first.action == second.action {
        return Vec::new();
    }
    let shortcuts = first.shortcuts.iter();
    let both = shortcuts.filter(|shortcut| second.shortcuts.contains(shortcut));
    both.map(|shortcut| Conflict {
        keys: shortcut_text(shortcut),
        mode: first.mode.or(second.mode),
        first: first.action.id().to_owned(),
        second: second.action.id().to_owned(),
    })
    .collect()
}
