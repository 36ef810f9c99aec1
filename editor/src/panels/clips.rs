//! The clip library: cards of the clips in a folder of files, as they are on the open character.

use eframe::egui::{Align, Label, Layout, RichText, TextEdit, Ui};
use scene::report::pluralize;
use session::commands::actions::{Action, ClipLibraryAction};
use session::commands::command::{Input, Intent, Sink};
use session::features::view::View;
use session::state::clip_library::ClipLibraryIntent;
use session::state::pose_library::FolderState;

use crate::panels::widgets::action_buttons::{action_as, action_row};
use crate::panes::Panes;

mod cards;
pub mod folder_dialog;

use cards::cards;

const ADD: Action = Action::ClipLibrary(ClipLibraryAction::AddLibraryClip);
const OPTIONS: Action = Action::ClipLibrary(ClipLibraryAction::OpenLibraryClip);
const CHOOSE_FOLDER: Action = Action::ClipLibrary(ClipLibraryAction::ChooseClipFolder);
const TYPE_FOLDER: Action = Action::ClipLibrary(ClipLibraryAction::TypeClipFolder);

/// Draws the search, what is done with the chosen clip, and the cards.
pub fn clips(ui: &mut Ui, view: &View<'_>, panes: &mut Panes, sink: &mut Sink) {
    let library = &view.session.clip_library;
    head(ui, view, sink);
    ui.horizontal(|ui| {
        action_as(ui, "Add", ADD, view, sink);
        action_as(ui, "With options…", OPTIONS, view, sink);
    });
    ui.add_space(4.0);
    match &library.standing {
        FolderState::Nowhere => nowhere(ui, view, sink),
        FolderState::Unreadable(why) => {
            ui.add(Label::new(RichText::new(why).color(ui.visuals().warn_fg_color)).wrap());
            nowhere(ui, view, sink);
        }
        FolderState::Reading if library.files.is_empty() => {
            ui.weak("Reading …");
        }
        FolderState::Read if library.files.is_empty() => empty(ui, view, sink),
        FolderState::Reading | FolderState::Read => {
            return cards(ui, view, panes, sink);
        }
    }
    see(Vec::new(), view, sink);
}

/// Tells which files are in sight, if they are others than before.
fn see(files: Vec<std::path::PathBuf>, view: &View<'_>, sink: &mut Sink) {
    if view.session.clip_library.seen != files {
        sink.send(Input::SeeClips(files));
    }
}

fn head(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.menu_button("More", |ui| more(ui, view, sink))
                .response
                .accessible_name("More about clips")
                .on_hover_text("The folder of the library");
            search(ui, view, sink);
        });
    });
}

fn search(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let library = &view.session.clip_library;
    let mut words = library.search.clone();
    let field = TextEdit::singleline(&mut words)
        .hint_text("Search clips")
        .desired_width(ui.available_width());
    let found = pluralize(library.files.len(), "file");
    let response = ui
        .add(field)
        .on_hover_text(format!(
            "Shows only clips whose name or file fits; {found} in all"
        ))
        .accessible_name("Search clips of the library");
    if response.changed() {
        let intent = ClipLibraryIntent::Search(words);
        sink.send(Intent::ClipLibrary(intent));
    }
}

fn more(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    ui.set_min_width(200.0);
    for action in [CHOOSE_FOLDER, TYPE_FOLDER] {
        action_row(ui, action, view, sink);
    }
    if let Some(folder) = &view.session.clip_library.folder {
        let path = folder.display().to_string();
        let copy = ui.button("Copy path of folder").on_hover_text(&path);
        if copy.clicked() {
            ui.ctx().copy_text(path);
            ui.close();
        }
    }
}

fn nowhere(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let text = "Clips come from files in a folder. Choose one:";
    ui.add(Label::new(RichText::new(text).weak()).wrap());
    folder_buttons(ui, view, sink);
}

fn folder_buttons(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    ui.horizontal_wrapped(|ui| {
        action_as(ui, "Folder…", CHOOSE_FOLDER, view, sink);
        action_as(ui, "Path…", TYPE_FOLDER, view, sink);
    });
}

fn empty(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let text = "No file with motion yet. Put .fbx, .bvh, .glb, .gltf, .vrm or .vrma files into the folder, or choose another:";
    ui.add(Label::new(RichText::new(text).weak()).wrap());
    folder_buttons(ui, view, sink);
    if let Some(folder) = &view.session.clip_library.folder {
        let path = folder.display().to_string();
        ui.add(Label::new(RichText::new(&path).small().weak()).truncate())
            .on_hover_text(path);
    }
}
