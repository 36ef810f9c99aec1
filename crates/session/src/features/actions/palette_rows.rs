//! What the command palette lists for typed words, the best first.

use super::{ActionInfo, ActionState, action_state, actions};
use crate::commands::actions::{Action, EditAction};
use crate::commands::later::{LATER, PaletteHint};
use crate::commands::other_names::other_names;
use crate::features::view::View;
use crate::text::fuzzy::{WordMatch, fit};

/// A line of the palette.
#[derive(Clone, Debug)]
pub enum PaletteRow {
    /// A command that the user can run or is told why not.
    Action {
        /// The row of the table of actions.
        info: &'static ActionInfo,
        /// How it is now.
        state: ActionState,
        /// The name of other programs by which it was found; none where its own name fits as well.
        other_name: Option<&'static str>,
    },
    /// What is no command, with what to do instead.
    Later(&'static PaletteHint),
}

/// How well a line fits what was typed: its own name goes before other names that fit as well, and all that was typed before what is
/// left of it without words of showing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    fit: WordMatch,
    is_other_name: bool,
    is_without_showing: bool,
}

/// Verbs of showing and hiding. Commands that open a panel or switch a view are named by what they show, so that in front of such a name
/// any of these means the command.
const SHOWING: [&str; 9] = [
    "show", "hide", "unhide", "open", "close", "toggle", "display", "view", "reveal",
];

/// What is shown, as people call it.
const SHOWN: [&str; 5] = ["panel", "window", "dialog", "tab", "view"];

/// The lines that match the typed words, the best first; of equal matches, commands that can be done first. With no text, the
/// commands that were run last come first.
#[must_use]
pub fn find_rows(typed: &str, view: &View<'_>) -> Vec<PaletteRow> {
    let before = &view.session.settings.commands;
    let age = |id: &str| {
        let place = before.iter().position(|other| other == id);
        place
            .filter(|_| typed.trim().is_empty())
            .unwrap_or(before.len())
    };
    let offered = actions().iter().filter(|row| row.is_offered(view));
    let of_action = |info: &'static ActionInfo| {
        let state = action_state(info, view);
        let (rank, other_name) = rank(typed, info, &state.text)?;
        let order = (rank, !state.enabled, age(info.id));
        let row = PaletteRow::Action {
            info,
            state,
            other_name,
        };
        Some((order, row))
    };
    let later = LATER.iter().filter_map(|later| {
        let order = (rank_of_later(typed, later)?, true, usize::MAX);
        Some((order, PaletteRow::Later(later)))
    });
    let mut found: Vec<_> = offered.filter_map(of_action).chain(later).collect();
    // The sort is stable: equal rows stay in the order of the menus.
    found.sort_by_key(|(order, _)| *order);
    found.into_iter().map(|(_, row)| row).collect()
}

/// How well an action fits, by the text that it has now, and the other name that fits better than that text.
///
/// *Undo* and *Redo* are found by what they undo as well, but by the text around a name alone: a command that is done twice goes before
/// the command that takes it back.
#[must_use]
pub fn rank(typed: &str, info: &ActionInfo, text: &str) -> Option<(Rank, Option<&'static str>)> {
    let is_history = matches!(
        info.action,
        Action::Edit(EditAction::Undo | EditAction::Redo)
    );
    let (name, step) = match is_history {
        true => (&*info.text, text),
        false => (text, ""),
    };
    let around = format!("{} {} {step}", info.menu.title(), info.tooltip);
    let names = other_names(info.action, info.id);
    let own = fit(typed, name, &around).map(|fit| (Rank::of(fit), None));
    let all = [own, best_of_names(typed, names.iter().copied())];
    let left = without_showing(typed);
    let left = left.map_or([None, None], |typed| {
        let own = fit(&typed, without_show(info, name), "").filter(|fit| *fit <= WordMatch::Word);
        let own = own.map(|fit| (Rank::of(fit), None));
        [own, best_of_names(&typed, names)].map(|found| {
            let (rank, name) = found?;
            Some((rank.without_showing(), name))
        })
    });
    let found = all.into_iter().chain(left).flatten();
    found.min_by_key(|(rank, _)| *rank)
}

/// How well a line that is no command fits; none before anything is typed.
#[must_use]
pub fn rank_of_later(typed: &str, later: &PaletteHint) -> Option<Rank> {
    let all = best_of_names(typed, later.names()).map(|(rank, _)| rank);
    let left = without_showing(typed);
    let left = left.and_then(|typed| best_of_names(&typed, later.names()));
    let left = left.map(|(rank, _)| rank.without_showing());
    all.into_iter().chain(left).min()
}

impl Rank {
    /// Of a line's own name.
    const fn of(fit: WordMatch) -> Self {
        Self {
            fit,
            is_other_name: false,
            is_without_showing: false,
        }
    }

    const fn without_showing(self) -> Self {
        Self {
            is_without_showing: true,
            ..self
        }
    }
}

/// What was typed without verbs of showing before it and without words for what is shown; none where nothing is left or nothing goes.
fn without_showing(typed: &str) -> Option<String> {
    let typed = typed.to_lowercase();
    let all: Vec<&str> = typed.split_whitespace().collect();
    let mut words = all.as_slice();
    while let Some((first, others)) = words.split_first()
        && (SHOWING.contains(first) || SHOWN.contains(first) || *first == "the")
    {
        words = others;
    }
    while let Some((last, others)) = words.split_last()
        && SHOWN.contains(last)
    {
        words = others;
    }
    (!words.is_empty() && words.len() < all.len()).then(|| words.join(" "))
}

/// The name of a switch without the verb that some begin with: the verb holds for one of its two states.
fn without_show<'a>(info: &ActionInfo, name: &'a str) -> &'a str {
    let is_switch = info.id.starts_with("toggle-");
    let bare = name.strip_prefix("Show ").filter(|_| is_switch);
    bare.unwrap_or(name)
}

/// The best of other names that begin with what was typed, or have words that do, with its rank; none before anything is typed.
fn best_of_names(
    typed: &str,
    names: impl IntoIterator<Item = &'static str>,
) -> Option<(Rank, Option<&'static str>)> {
    if typed.trim().is_empty() {
        return None;
    }
    let fits = names
        .into_iter()
        .filter_map(|name| Some((fit(typed, name, "")?, name)));
    let close = fits.filter(|(fit, _)| *fit <= WordMatch::Word);
    let (fit, name) = close.min_by_key(|(fit, name)| (*fit, name.len()))?;
    let rank = Rank {
        is_other_name: true,
        ..Rank::of(fit)
    };
    Some((rank, Some(name)))
}
