//! The keys of each action in each mode, found once for a map: windows ask for hundreds of them in every frame.

use std::collections::HashMap;

use super::{Binding, Section, Shortcut};
use crate::commands::actions::Action;
use crate::mode::Mode;

/// For each of [`Mode::ALL`], the keys of the actions that have any, in the order in which they are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct KeysByAction([HashMap<Action, Vec<Shortcut>>; Mode::ALL.len()]);

impl KeysByAction {
    pub(super) fn of(bindings: &[Binding]) -> Self {
        Self(Mode::ALL.map(|mode| in_mode(bindings, mode)))
    }

    pub(super) fn keys(&self, action: Action, mode: Mode) -> &[Shortcut] {
        let place = Mode::ALL.iter().position(|other| *other == mode);
        let of_mode = place.and_then(|place| self.0.get(place));
        let keys = of_mode.and_then(|keys| keys.get(&action));
        keys.map_or(&[], Vec::as_slice)
    }
}

fn in_mode(bindings: &[Binding], mode: Mode) -> HashMap<Action, Vec<Shortcut>> {
    let mut keys: HashMap<Action, Vec<Shortcut>> = HashMap::new();
    let mut take = |is_listed: &dyn Fn(Section) -> bool, is_rival: &dyn Fn(Section) -> bool| {
        let owners = owners(bindings, is_rival);
        let listed = bindings.iter().filter(|line| is_listed(line.section));
        for (line, shortcut) in listed.flat_map(pairs) {
            if owners.get(&shortcut) == Some(&line.action) {
                keys.entry(line.action).or_default().push(shortcut);
            }
        }
    };
    let holds = |section: Section| section.holds_in(mode);
    let is_own = |section: Section| section != Section::All && section.holds_in(mode);
    let is_sheet = |section: Section| section == Section::Timeline;
    take(&is_own, &holds);
    take(&|section| section == Section::All, &holds);
    take(&is_sheet, &is_sheet);
    keys
}

/// Which action has each key, in these sections: the first that claims it.
fn owners(bindings: &[Binding], holds: &dyn Fn(Section) -> bool) -> HashMap<Shortcut, Action> {
    let mut owners = HashMap::new();
    let meant = bindings.iter().filter(|line| holds(line.section));
    for (line, shortcut) in meant.flat_map(pairs) {
        owners.entry(shortcut).or_insert(line.action);
    }
    owners
}

fn pairs(line: &Binding) -> impl Iterator<Item = (&Binding, Shortcut)> {
    (line.shortcuts.iter()).map(move |shortcut| (line, *shortcut))
}
