//! What the command palette lists for typed words, the best first.

use crate::commands::action_state::{ActionState, action_state, is_offered};
use crate::commands::actions::{Action, ActionInfo, EditAction, actions};
use crate::commands::later::{LATER, Later};
use crate::commands::other_names::other_names;
use crate::commands::view::View;
use crate::text::fuzzy::{Fit, fit};

/// A line of the palette.
#[derive(Clone, Debug)]
pub enum PaletteRow {
    /// A command.
    Action {
        /// The row of the table of actions.
        info: &'static ActionInfo,
        /// How it is now.
        state: ActionState,
        /// The name of other programs by which it was found; none where its own name fits as well.
        other_name: Option<&'static str>,
    },
    /// What is no command, with what to do instead.
    Later(&'static Later),
}

/// How well a line fits what was typed: its own name goes before other names that fit as well, and all that was typed before what is
/// left of it without words of showing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    fit: Fit,
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
pub fn found(typed: &str, view: &View<'_>) -> Vec<PaletteRow> {
    let before = &view.session.settings.commands;
    let age = |id: &str| {
        let place = before.iter().position(|other| other == id);
        place
            .filter(|_| typed.trim().is_empty())
            .unwrap_or(before.len())
    };
    let offered = actions().iter().filter(|row| is_offered(row.action, view));
    let of_action = |info: &'static ActionInfo| {
        let state = action_state(info, view);
        let (rank, other_name) = rank(typed, info, &state.text)?;
        let order = (rank, !state.enabled, age(&info.id));
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
    let names = other_names(info.action, &info.id);
    let own = fit(typed, name, &around).map(|fit| (Rank::of(fit), None));
    let all = [own, best_of_names(typed, names.iter().copied())];
    let left = without_showing(typed);
    let left = left.map_or([None, None], |typed| {
        let own = fit(&typed, without_show(info, name), "").filter(|fit| *fit <= Fit::Word);
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
pub fn rank_of_later(typed: &str, later: &Later) -> Option<Rank> {
    let all = best_of_names(typed, later.names()).map(|(rank, _)| rank);
    let left = without_showing(typed);
    let left = left.and_then(|typed| best_of_names(&typed, later.names()));
    let left = left.map(|(rank, _)| rank.without_showing());
    all.into_iter().chain(left).min()
}

impl Rank {
    /// Of a line's own name.
    const fn of(fit: Fit) -> Self {
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
    let close = fits.filter(|(fit, _)| *fit <= Fit::Word);
    let (fit, name) = close.min_by_key(|(fit, name)| (*fit, name.len()))?;
    let rank = Rank {
        is_other_name: true,
        ..Rank::of(fit)
    };
    Some((rank, Some(name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::actions::{MotionAction, PoseAction, ProblemAction, WindowAction, info};
    use crate::commands::command::Panel;
    use crate::files::window_layout::Tile;

    /// The lines in their order, as if every command could be done.
    fn titles(typed: &str, text: impl Fn(&ActionInfo) -> String) -> Vec<String> {
        let rows = actions().iter();
        let rows = rows.filter_map(|info| {
            let text = text(info);
            let (rank, _) = rank(typed, info, &text)?;
            Some(((rank, false), text))
        });
        let later = LATER.iter().filter_map(|later| {
            Some(((rank_of_later(typed, later)?, true), later.title.to_owned()))
        });
        let mut all: Vec<_> = rows.chain(later).collect();
        all.sort_by_key(|(order, _)| *order);
        all.into_iter().map(|(_, title)| title).collect()
    }

    fn plain(info: &ActionInfo) -> String {
        info.text.to_string()
    }

    #[test]
    fn words_of_other_programs_find_what_they_mean() {
        for (typed, first) in [
            ("fbx", "FBX files"),
            ("normalize", "Normalizing weights"),
            ("normalise", "Normalizing weights"),
            ("graph editor", "Curves"),
            ("insert keyframe", "Key selected joints"),
            ("retarget", "Retargeting motion to another skeleton"),
            ("constraint", "Constraints and control rigs"),
            ("x-ray", "Bones through surfaces"),
            ("screenshot", "Save picture…"),
            ("playblast", "Save picture…"),
            ("zero pose", "Reset whole pose"),
            ("freeze transform", "Apply pose as rest"),
            ("hotkey", "Keyboard shortcuts"),
            ("envelope", "Automatic weights…"),
            ("hammer weights", "Smooth all weights"),
            ("blend shape", "Blend shapes (morph targets)"),
            ("auto rig", "New skeleton: biped…"),
            ("symmetrize", "Mirror joints"),
            ("subdivide", "Insert joint"),
            ("rig", "New skeleton: biped…"),
            ("ik", "Limb tool"),
            ("IK", "Limb tool"),
            ("skin", "Bind mesh to skeleton…"),
            ("pin", "Pin vertex"),
            ("ghost", "Onion skins"),
            ("lbs", "Method: Linear blend"),
            ("dqs", "Method: Dual quaternion"),
            ("onion skin", "Onion skins"),
            ("weight paint", "Weights mode"),
            ("outliner", "Show Joints"),
            ("python", "Scripting"),
            ("weighted tangents", "Curves axis by axis"),
            (
                "cycle with offset",
                "Curves that go on before and after their keys",
            ),
            ("editable motion trail", "Trails that can be dragged"),
            ("key color", "Kinds and colors of keys"),
            ("mp4", "Movie files"),
            ("camera animation", "Animated cameras"),
            ("prop", "Props in hands"),
            ("picker", "Pickers for joints"),
            ("center of mass", "Physics and jiggle"),
        ] {
            let found = titles(typed, plain);
            assert_eq!(
                found.first().map(String::as_str),
                Some(first),
                "{typed}: {found:?}"
            );
        }
    }

    /// The command that opens and closes a window over the panes.
    fn opener(panel: Panel) -> Action {
        match panel {
            Panel::Notices => WindowAction::ToggleNotices.into(),
            Panel::Shortcuts => WindowAction::Shortcuts.into(),
            Panel::About => WindowAction::About.into(),
            Panel::History => WindowAction::History.into(),
            Panel::Preferences => WindowAction::Preferences.into(),
            Panel::PasteAmount => PoseAction::PasteAmount.into(),
            Panel::Welcome => WindowAction::Welcome.into(),
            Panel::Report => ProblemAction::ToggleReport.into(),
            Panel::Crowd => WindowAction::Crowd.into(),
            Panel::OnionSkins => MotionAction::OnionSkinOptions.into(),
        }
    }

    /// What a panel or a switch is called, as a part of what is typed.
    fn shown(info: &ActionInfo) -> &str {
        let name = info.text.trim_end_matches('…');
        name.strip_prefix("Show ").unwrap_or(name)
    }

    #[test]
    fn panels_and_switches_are_found_by_any_verb_of_showing() {
        const PHRASES: [&str; 9] = [
            "show {}",
            "hide {}",
            "open {}",
            "toggle {}",
            "Display the {}",
            "panel {}",
            "{} panel",
            "close {} window",
            "show the {} tab",
        ];
        let check = |info: &ActionInfo, phrase: &str| {
            let typed = phrase.replace("{}", shown(info));
            let found = titles(&typed, plain);
            assert_eq!(found.first(), Some(&plain(info)), "{typed}: {found:?}");
        };
        let docked = Tile::ALL
            .into_iter()
            .filter(|tile| *tile != Tile::Panes)
            .map(|tile| Action::from(WindowAction::ToggleTile(tile)));
        for action in Panel::ALL.map(opener).into_iter().chain(docked) {
            let info = info(action).unwrap();
            for phrase in PHRASES {
                check(info, phrase);
            }
        }
        let switches = actions().iter();
        let switches = switches.filter(|info| info.id.starts_with("toggle-"));
        for (info, phrase) in switches.zip(PHRASES.iter().take(4).cycle()) {
            check(info, phrase);
        }
    }

    #[test]
    fn verbs_of_showing_take_nothing_from_names_that_have_them() {
        for (typed, first) in [
            ("show report", "Report on character"),
            ("show about", "About Dualskin"),
            ("open dope sheet", "Show Timeline"),
            ("show graph editor", "Curves"),
            ("view top", "Top"),
            ("top view", "Top"),
            // What they are words of themselves.
            ("close loop", "Close loop…"),
            ("open path", "Open path…"),
            ("hide joint", "Hide joint"),
            ("show all joints", "Show all joints"),
            ("open file", "Open…"),
            ("split view", "Wipe"),
        ] {
            let found = titles(typed, plain);
            assert_eq!(
                found.first().map(String::as_str),
                Some(first),
                "{typed}: {found:?}"
            );
        }
        assert_eq!(without_showing("show"), None);
        assert_eq!(without_showing("open the panel"), None);
        assert_eq!(without_showing("joints"), None);
    }

    #[test]
    fn own_names_stay_first() {
        for info in actions() {
            let found = titles(&info.text, plain);
            assert_eq!(found.first(), Some(&plain(info)), "{}", info.id);
        }
    }

    /// Whether what takes a command back stands behind the command, if it is there.
    fn undo_is_behind(found: &[String], named: &str) -> bool {
        let place = |text: &str| found.iter().position(|other| other == text);
        let own = place(named).unwrap_or(usize::MAX);
        let mut history = ["Undo", "Redo"].into_iter();
        history.all(|history| place(&format!("{history} {named}")).is_none_or(|place| own < place))
    }

    #[test]
    fn undo_never_stands_before_what_it_names() {
        for named in actions() {
            let with_step = |info: &ActionInfo| match info.action {
                Action::Edit(EditAction::Undo | EditAction::Redo) => {
                    format!("{} {}", info.text, named.text)
                }
                _ => plain(info),
            };
            if matches!(
                named.action,
                Action::Edit(EditAction::Undo | EditAction::Redo)
            ) {
                continue;
            }
            let words: Vec<&str> = named.text.split_whitespace().collect();
            for count in 1..=words.len() {
                let typed = words.iter().take(count).copied().collect::<Vec<_>>();
                let found = titles(&typed.join(" "), with_step);
                assert!(undo_is_behind(&found, &named.text), "{typed:?}: {found:?}");
            }
        }
        assert_eq!(
            titles("undo", plain).first().map(String::as_str),
            Some("Undo")
        );
    }

    #[test]
    fn nothing_typed_lists_commands_alone() {
        assert_eq!(titles("", plain).len(), actions().len());
    }
}
