//! Key maps: the actions of keys and the camera movements of drags, from two shipped maps with the user's own keys over
//! one of them.
//!
//! A map is a RON file (`keymaps/` of the crate, and `keys.ron` in the user's configuration folder). Its section `all`
//! holds in every mode, those of modes in theirs, and `timeline` while the pointer is over the dope sheet, before all others.
//! If two actions claim one key in a mode, the first in the list has it; the user's lines stand before the shipped ones.
//!
//! Menus, tooltips, hints and the list of keys all ask the map, so none of them can be wrong. Drags that move the
//! camera are lines of it too.

use crate::commands::actions::Action;
use crate::mode::Mode;

mod by_action;
mod conflicts;
mod copy;
mod file;
mod key;
mod navigation;
mod own_keys;
mod press;
mod section;
mod shipped;
mod shortcut;

use by_action::KeysByAction;
pub use conflicts::Conflict;
pub use file::{KeyMapError, KeyMapFile};
pub use key::Key;
pub use navigation::{Drag, MouseButton, Navigation};
pub use own_keys::KeysIntent;
pub use press::KeyPress;
pub use section::Section;
pub use shipped::Preset;
pub use shortcut::{Modifiers, Shortcut, modifiers_text, parse_shortcut, shortcut_text};

/// File name of the user's own map, in the configuration folder.
pub const FILE: &str = "keys.ron";

/// The keys of an action, in one section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// Where the keys hold.
    pub section: Section,
    /// The action that the keys run.
    pub action: Action,
    /// The keys; an empty list removes the keys that the shipped map gives.
    pub shortcuts: Vec<Shortcut>,
}

/// The keys of actions and the drags of camera movements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyMap {
    preset: Preset,
    name: String,
    bindings: Vec<Binding>,
    /// What [`keys_of`](Self::keys_of) finds in the bindings.
    keys: KeysByAction,
    drags: Vec<(Navigation, Vec<Drag>)>,
}

impl KeyMap {
    /// The shipped map that it is, or is based on.
    #[must_use]
    pub const fn preset(&self) -> Preset {
        self.preset
    }

    /// Name that the map gives itself.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All bindings, in order of precedence.
    #[must_use]
    pub fn bindings(&self) -> &[Binding] {
        &self.bindings
    }

    /// The keys that run an action in a mode, the mode's own first, those over the dope sheet last; without keys that another
    /// action has there.
    pub fn keys_of(&self, action: Action, mode: Mode) -> impl Iterator<Item = Shortcut> {
        self.keys.keys(action, mode).iter().copied()
    }

    /// The first key of an action, as menus show it.
    #[must_use]
    pub fn text_of(&self, action: Action, mode: Mode) -> Option<String> {
        self.keys_of(action, mode)
            .next()
            .map(|shortcut| shortcut_text(&shortcut))
    }

    /// The action of a pressed key in a mode, with the shortcut that matched.
    #[must_use]
    pub fn action_of(&self, press: &KeyPress, mode: Mode) -> Option<(Action, Shortcut)> {
        KeyPress::RULES.into_iter().find_map(|is_meant| {
            self.in_mode(mode)
                .find(|(_, shortcut)| is_meant(press, shortcut))
                .map(|(binding, shortcut)| (binding.action, shortcut))
        })
    }

    /// The action of a key pressed while the pointer is over the dope sheet; none if it is no other than elsewhere.
    #[must_use]
    pub fn action_over_timeline(&self, press: &KeyPress) -> Option<(Action, Shortcut)> {
        KeyPress::RULES.into_iter().find_map(|is_meant| {
            self.over_timeline()
                .find(|(_, shortcut)| is_meant(press, shortcut))
                .map(|(binding, shortcut)| (binding.action, shortcut))
        })
    }

    /// The camera movement of a drag in a pane.
    #[must_use]
    pub fn navigation(&self, drag: Drag) -> Option<Navigation> {
        let does = |(_, drags): &&(Navigation, Vec<Drag>)| drags.contains(&drag);
        self.drags.iter().find(does).map(|(way, _)| *way)
    }

    /// The drags of a camera movement, without those that another movement has.
    pub fn drags_of(&self, way: Navigation) -> impl Iterator<Item = Drag> {
        let of = self.drags.iter().filter(move |(other, _)| *other == way);
        of.flat_map(|(_, drags)| drags.iter().copied())
            .filter(move |drag| self.navigation(*drag) == Some(way))
    }

    /// This map with the user's lines before its own; a line replaces the shipped one for the same action and mode.
    #[must_use]
    pub fn with(mut self, user: KeyMapFile) -> Self {
        let replaced = |binding: &Binding| {
            let same = |other: &Binding| {
                (other.section, other.action) == (binding.section, binding.action)
            };
            user.bindings.iter().any(same)
        };
        self.bindings.retain(|binding| !replaced(binding));
        // In front, since the first binding of a key has it.
        self.bindings.splice(..0, user.bindings);
        self.keys = KeysByAction::of(&self.bindings);
        self.drags
            .retain(|(way, _)| user.drags.iter().all(|(other, _)| other != way));
        self.drags.splice(..0, user.drags);
        self.name = user.name.unwrap_or(self.name);
        self
    }

    /// Keys and drags that two actions claim in one mode.
    #[must_use]
    pub fn conflicts(&self) -> Vec<Conflict> {
        conflicts::conflicts(&self.bindings, &self.drags)
    }

    /// The keys of other sections in a mode that do something else over the dope sheet: what each does elsewhere, and there.
    #[must_use]
    pub fn shadowed_keys(&self, mode: Mode) -> Vec<(Shortcut, Action, Action)> {
        let over = self.over_timeline();
        let both = over.filter_map(|(binding, shortcut)| {
            let below = self.in_mode(mode).find(|(_, other)| *other == shortcut)?;
            Some((shortcut, below.0.action, binding.action))
        });
        both.collect()
    }

    fn in_mode(&self, mode: Mode) -> impl Iterator<Item = (&Binding, Shortcut)> {
        self.with_section(move |section| section.holds_in(mode))
    }

    fn over_timeline(&self) -> impl Iterator<Item = (&Binding, Shortcut)> {
        self.with_section(|section| section == Section::Timeline)
    }

    fn with_section(
        &self,
        holds: impl Fn(Section) -> bool,
    ) -> impl Iterator<Item = (&Binding, Shortcut)> {
        let bindings = self.bindings.iter();
        let meant = bindings.filter(move |binding| holds(binding.section));
        meant.flat_map(|binding| {
            let shortcuts = binding.shortcuts.iter();
            shortcuts.map(move |shortcut| (binding, *shortcut))
        })
    }
}
