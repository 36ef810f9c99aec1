//! The library of poses: cards to choose from, and how a pose is applied.

use eframe::egui::{Align, Label, Layout, RichText, Slider, TextEdit, Ui};
use scene::names::count;
use session::commands::actions::{Action, LibraryAction};
use session::commands::command::{Intent, Sink};
use session::features::actions::info;
use session::features::view::View;
use session::state::pose_library::{AMOUNTS, FolderState, LibraryIntent};

use crate::panels::widgets::action_buttons::{action_as, action_row};
use crate::panels::widgets::{tooltip, with_tooltip};
use crate::panes::Panes;

mod cards;
mod chosen_fault;

use cards::cards;

/// Actions on the chosen pose, in groups.
const WITH_CHOSEN: [&[Action]; 2] = [
    &[
        Action::Library(LibraryAction::ReplaceInLibrary),
        Action::Library(LibraryAction::AddToLibraryPose),
        Action::Library(LibraryAction::RemoveFromLibraryPose),
    ],
    &[
        Action::Library(LibraryAction::RenamePose),
        Action::Library(LibraryAction::DeletePose),
    ],
];

/// Draws the search, the options for applying a pose, and the cards.
pub fn poses(ui: &mut Ui, view: &View<'_>, panes: &mut Panes, sink: &mut Sink) {
    let library = &view.session.library;
    head(ui, view, sink);
    how(ui, view, sink);
    ui.add_space(4.0);
    match &library.standing {
        FolderState::Nowhere => nowhere(ui, view, sink),
        FolderState::Unreadable(why) => {
            ui.add(Label::new(RichText::new(why).color(ui.visuals().warn_fg_color)).wrap());
            nowhere(ui, view, sink);
        }
        FolderState::Reading if library.entries.is_empty() => {
            ui.weak("Reading …");
        }
        FolderState::Read if library.entries.is_empty() => empty(ui, view, sink),
        FolderState::Reading | FolderState::Read => cards(ui, view, panes, sink),
    }
}

/// The search, with buttons to save a pose and for more to its right.
fn head(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            search(ui, view, sink);
        });
    });
}

fn search(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    ui.menu_button("More", |ui| more(ui, view, sink))
        .response
        .accessible_name("More about poses")
        .on_hover_text("Change the chosen pose, or the folder");
    action_as(
        ui,
        "Save…",
        Action::Library(LibraryAction::SavePose),
        view,
        sink,
    );
    let library = &view.session.library;
    let mut words = library.search.clone();
    let field = TextEdit::singleline(&mut words)
        .hint_text("Search poses")
        .desired_width(ui.available_width());
    let found = match library.entries.len() {
        0 => "no pose".to_owned(),
        1 => "1 pose".to_owned(),
        poses => format!("{} poses", count(poses)),
    };
    let response = ui
        .add(field)
        .on_hover_text(format!("Shows only poses whose name fits; {found} in all"))
        .accessible_name("Search poses");
    if response.changed() {
        sink.send(Intent::Library(LibraryIntent::Search(words)));
    }
}

fn more(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    ui.set_min_width(200.0);
    with_chosen(ui, view, sink);
    ui.separator();
    for action in [
        Action::Library(LibraryAction::ChoosePoseFolder),
        Action::Library(LibraryAction::TypePoseFolder),
    ] {
        action_row(ui, action, view, sink);
    }
    if let Some(folder) = &view.session.library.folder {
        let path = folder.display().to_string();
        let copy = ui.button("Copy path of folder").on_hover_text(&path);
        if copy.clicked() {
            ui.ctx().copy_text(path);
            ui.close();
        }
    }
}

/// The menu of actions on the chosen pose.
fn with_chosen(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    for (place, group) in WITH_CHOSEN.iter().enumerate() {
        if place > 0 {
            ui.separator();
        }
        for &action in *group {
            action_row(ui, action, view, sink);
        }
    }
}

/// Amount, mirroring and joints with which a pose is applied.
fn how(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    ui.horizontal(|ui| {
        action_as(
            ui,
            "Apply",
            Action::Library(LibraryAction::ApplyPose),
            view,
            sink,
        );
        amount(ui, view, sink);
    });
    ui.horizontal_wrapped(|ui| {
        let library = &view.session.library;
        let switches = [
            (
                "Mirrored",
                library.mirrored,
                Action::Library(LibraryAction::TogglePoseMirrored),
            ),
            (
                "Selected joints only",
                library.selected_only,
                Action::Library(LibraryAction::TogglePoseSelectedOnly),
            ),
        ];
        for (text, mut is_on, action) in switches {
            let tip = info(action).map(|row| tooltip(row, view));
            let response = ui.checkbox(&mut is_on, text);
            if with_tooltip(response, &tip.unwrap_or_default()).changed() {
                sink.run(action);
            }
        }
    });
}

fn amount(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let mut percent = 100.0 * view.session.library.amount;
    ui.spacing_mut().slider_width = (ui.available_width() - 64.0).max(40.0);
    let slider = Slider::new(
        &mut percent,
        100.0 * AMOUNTS.start()..=100.0 * AMOUNTS.end(),
    )
    .step_by(1.0)
    .fixed_decimals(0)
    .suffix(" %");
    let response = ui.add(slider).accessible_name("Amount").on_hover_text(
        "How much of the pose: 100 % is the pose, −100 % its opposite, 200 % twice the pose. \
         The chosen pose is blended in while you drag.",
    );
    if response.changed() {
        let amount = LibraryIntent::SetAmount {
            amount: percent / 100.0,
            dragging: response.dragged(),
        };
        sink.send(Intent::Library(amount));
    }
}

fn nowhere(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    ui.add(Label::new(RichText::new("Poses are files in a folder. Choose one:").weak()).wrap());
    ui.horizontal_wrapped(|ui| {
        action_as(
            ui,
            "Folder…",
            Action::Library(LibraryAction::ChoosePoseFolder),
            view,
            sink,
        );
        action_as(
            ui,
            "Path…",
            Action::Library(LibraryAction::TypePoseFolder),
            view,
            sink,
        );
    });
}

fn empty(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let text = "No pose yet. Pose the character, then save the pose here.";
    ui.add(Label::new(RichText::new(text).weak()).wrap());
    ui.horizontal_wrapped(|ui| {
        action_as(
            ui,
            "Another folder…",
            Action::Library(LibraryAction::ChoosePoseFolder),
            view,
            sink,
        );
    });
    if let Some(folder) = &view.session.library.folder {
        let path = folder.display().to_string();
        ui.add(Label::new(RichText::new(&path).small().weak()).truncate())
            .on_hover_text(path);
    }
}
