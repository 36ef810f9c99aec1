//! Words of the palette: what they find, and in which order.

use std::collections::BTreeSet;

use session::commands::actions::{
    Action, ClipToolAction, EditAction, MotionAction, PoseAction, ProblemAction, PropAction,
    ReferenceAction, ViewAction, WindowAction,
};
use session::commands::command::Panel;
use session::commands::later::LATER;
use session::commands::other_names::OTHER_NAMES;
use session::features::actions::palette_rows::{Rank, rank, rank_of_later};
use session::features::actions::{ActionInfo, actions, info};
use session::settings::window_layout::Tile;

/// The lines in their order, as if every command could be done.
fn titles(typed: &str, text: impl Fn(&ActionInfo) -> String) -> Vec<String> {
    titles_of(typed, actions().iter(), text)
}

/// As [`titles`], of these commands alone.
fn titles_of<'a>(
    typed: &str,
    infos: impl Iterator<Item = &'a ActionInfo>,
    text: impl Fn(&ActionInfo) -> String,
) -> Vec<String> {
    let rows = infos.filter_map(|info| {
        let text = text(info);
        let (rank, _) = rank(typed, info, &text)?;
        Some(((rank, false), text))
    });
    let later = LATER
        .iter()
        .filter_map(|later| Some(((rank_of_later(typed, later)?, true), later.title.to_owned())));
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
        ("fbx export", "Writing FBX files"),
        ("normalize", "Normalizing weights"),
        ("normalise", "Normalizing weights"),
        ("graph editor", "Curves"),
        ("insert keyframe", "Key selected joints"),
        ("retarget", "Bring in motion…"),
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
        ("pin", "Pin joint"),
        ("pin foot", "Pin joint"),
        ("ghost", "Onion skins"),
        ("lbs", "Method: Linear blend"),
        ("dqs", "Method: Dual quaternion"),
        ("onion skin", "Onion skins"),
        ("weight paint", "Weights mode"),
        ("outliner", "Show Joints"),
        ("python", "Scripting"),
        ("weighted tangents", "Weighted tangents"),
        ("euler filter", "Euler curves XYZ"),
        ("cycle with offset", "Extrapolation: Cycle with offset"),
        ("insert key on curve", "Insert keys"),
        ("butterworth", "Smooth keys"),
        ("mp4", "MP4 movies"),
        ("camera animation", "Look through camera"),
        ("editable motion trail", "Motion trails"),
        ("key color", "Kind of key: Extreme"),
        ("weapon", "Attach prop…"),
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
        Panel::MethodCards => WindowAction::MethodCards.into(),
        Panel::History => WindowAction::History.into(),
        Panel::Preferences => WindowAction::Preferences.into(),
        Panel::PasteAmount => PoseAction::PasteAmount.into(),
        Panel::Welcome => WindowAction::Welcome.into(),
        Panel::Report => ProblemAction::ToggleReport.into(),
        Panel::Advice => ProblemAction::ToggleAdvice.into(),
        Panel::Crowd => WindowAction::Crowd.into(),
        Panel::OnionSkins => MotionAction::OnionSkinOptions.into(),
        Panel::AnimationLayers => ClipToolAction::AnimationLayers.into(),
        Panel::MixPad => ClipToolAction::MixPad.into(),
        Panel::Reference => ReferenceAction::ReferenceOptions.into(),
        Panel::Props => PropAction::Props.into(),
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
    let is_history = |info: &ActionInfo| {
        matches!(
            info.action,
            Action::Edit(EditAction::Undo | EditAction::Redo)
        )
    };
    for named in actions() {
        let with_step = |info: &ActionInfo| {
            if is_history(info) {
                format!("{} {}", info.text, named.text)
            } else {
                plain(info)
            }
        };
        if is_history(named) {
            continue;
        }
        let words: Vec<&str> = named.text.split_whitespace().collect();
        for count in 1..=words.len() {
            let typed = words.iter().take(count).copied().collect::<Vec<_>>();
            // Other commands stand between these or not: the order of these is the same.
            let infos = actions().iter();
            let compared = infos.filter(|info| is_history(info) || info.id == named.id);
            let found = titles_of(&typed.join(" "), compared, with_step);
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

/// How well an action fits, by its text in the table.
fn rank_of(typed: &str, action: impl Into<Action>) -> Option<Rank> {
    let info = info(action).unwrap();
    rank(typed, info, &info.text).map(|(rank, _)| rank)
}

/// Verbs of showing are left out only where something is left, and only where there are any: else they are words as all others.
#[test]
fn verbs_of_showing_alone_are_words() {
    for typed in ["show", "open the panel"] {
        assert_eq!(rank_of(typed, ViewAction::ViewTop), None, "{typed}");
    }
    let joints = WindowAction::ToggleTile(Tile::Joints);
    let [bare, shown] = ["joints", "joints panel"].map(|typed| rank_of(typed, joints).unwrap());
    assert!(shown < bare, "{shown:?} {bare:?}");
}

#[test]
fn what_is_said_to_do_instead_exists() {
    for later in LATER {
        let quoted = later.instead.split('“').skip(1);
        let quoted = quoted.filter_map(|rest| rest.split('”').next());
        for name in quoted {
            let is_action = actions().iter().any(|row| row.text == name);
            assert!(is_action, "{}: no command is called {name:?}", later.title);
        }
        assert!(later.instead.ends_with('.'), "{}", later.title);
        assert!(later.names().all(|name| name == name.to_lowercase()));
    }
}

#[test]
fn every_row_is_about_an_action_and_says_something_new() {
    let mut seen = BTreeSet::new();
    for (id, names) in OTHER_NAMES {
        let row = actions().iter().find(|row| row.id == *id);
        let row = row.unwrap_or_else(|| panic!("no action is called {id}"));
        assert!(seen.insert(id), "{id} stands twice");
        for name in names.split(',').map(str::trim) {
            assert!(
                !name.is_empty() && name == name.to_lowercase(),
                "{id}: {name:?}"
            );
            let own = row.text.trim_end_matches('…').to_lowercase();
            assert!(name != own, "{id}: {name} is its own name");
        }
    }
}
