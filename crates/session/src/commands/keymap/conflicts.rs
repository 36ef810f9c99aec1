//! Keys and drags that two actions claim in one mode.

use std::fmt;

use super::{Binding, Drag, Navigation, Section, shortcut_text};

/// A key or a drag that two actions claim in one mode; the first one has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The key or drag as key maps write it.
    pub keys: String,
    /// Where both claim it.
    pub section: Section,
    /// Name of the action or movement that has it.
    pub first: String,
    /// Name of the action or movement that does not get it.
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
        write!(out, "{}", self.section.place())?;
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
                section: Section::All,
                first: first.id().to_owned(),
                second: second.id().to_owned(),
            }));
        }
    }
    found
}

fn between(first: &Binding, second: &Binding) -> Vec<Conflict> {
    if !first.section.meets(second.section) || first.action == second.action {
        return Vec::new();
    }
    let shortcuts = first.shortcuts.iter();
    let both = shortcuts.filter(|shortcut| second.shortcuts.contains(shortcut));
    both.map(|shortcut| Conflict {
        keys: shortcut_text(shortcut),
        section: first.section.narrower(second.section),
        first: first.action.id().to_owned(),
        second: second.action.id().to_owned(),
    })
    .collect()
}
