//! Opening, saving, exporting and recovering files.

use std::path::Path;

use crate::commands::actions::FileAction;
use crate::features::actions::conditions::{character_open, unless};
use crate::features::actions::menus::{
    BUILTIN, BY_PATH, EXPORT, OPEN, QUIT, RECENT, RECOVERY, SAVE,
};
use crate::features::actions::row::{ActionInfo, WhyNot, row};
use crate::features::view::View;
use crate::files::builtin;
use crate::session::{DialogFor, Request};
use crate::settings::{MOST_RECENT, SettingChange, short_name};
use crate::state::export::dialog::ExportAsked;
use crate::state::pictures::dialog::PictureAsked;
use crate::state::projects::{Next, SavePath};
use crate::state::share::dialog::{ShareAsked, shared_methods};

#[expect(clippy::too_many_lines, reason = "a table: a row for each action")]
pub(crate) fn rows() -> Vec<ActionInfo> {
    let recent = (0..MOST_RECENT).map(|place| {
        row(
            FileAction::OpenRecent(place),
            RECENT,
            format!("Recent file {}", place + 1),
        )
        .tooltip("Opens a file that was open before")
        .requires(
            move |view| is_recent_there(place, view),
            "the file is not there",
        )
        .text_now(move |_, view| Some(recent_text(place, view)))
        .offered(move |view| view.session.settings.recent.get(place).is_some())
        .run(move |cx| cx.open_recent(place))
    });
    let builtins = builtin::ALL.iter().map(|builtin| {
        let action = FileAction::OpenBuiltin(builtin.name);
        row(action, BUILTIN, format!("Built-in {}", builtin.title))
            .tooltip(builtin.about)
            .run(|cx| cx.load(&format!("{}{}", builtin::PREFIX, builtin.name)))
    });
    let mut rows: Vec<ActionInfo> = recent.chain(builtins).collect();
    rows.extend([
        row(FileAction::OpenDialog, OPEN, "Open…")
            .tooltip("Opens a character or a motion (.glb, .gltf, .vrm, .fbx, .pmx, .bvh), or a .dualskin project")
            .run(|cx| cx.session.requests.push(Request::Dialog(DialogFor::Open))),
        row(FileAction::Reload, OPEN, "Reload")
            .tooltip("Reads the file again, as it is on disk now; view and pose stay")
            .requires(|view| !view.session.character.file.is_empty(), "nothing is open")
            .run(|cx| cx.reload()),
        row(FileAction::CancelOpening, OPEN, "Cancel opening")
            .tooltip("Stops opening the file; nothing changes")
            .requires(|view| view.opening.is_some(), "nothing is being opened")
            .run(|cx| cx.session.requests.push(Request::CancelLoading)),
        row(FileAction::ForgetRecent, RECENT, "Clear recent")
            .tooltip("Forgets the files that were open; the files stay")
            .requires(|view| !view.session.settings.recent.is_empty(), "there are no recent files")
            .run(|cx| cx.session.settings.change(SettingChange::ForgetRecent)),
        row(FileAction::Save, SAVE, "Save project")
            .tooltip("Saves your work as a project beside the model; the model is not modified")
            .when([character_open, work_shown, not_saving])
            .run(|cx| cx.save_project()),
        row(FileAction::SaveAs, SAVE, "Save project as…")
            .tooltip("Saves the project under another name, and goes on with that")
            .when([character_open, work_shown, not_saving])
            .run(|cx| cx.session.requests.push(Request::Dialog(DialogFor::Save))),
        row(FileAction::ExportCharacter, EXPORT, "Export glTF…")
            .tooltip("Writes the character for other programs: edited skeleton, weights and painted maps, at rest; the model that you opened is not modified")
            .when([character_open, not_exporting])
            .run(|cx| cx.browse_file::<ExportAsked>()),
        row(FileAction::ExportCharacterWithOptions, EXPORT, "Export glTF with options…")
            .tooltip("Asks for the format, influences per vertex, the size of numbers and unused joints, as the program needs that the file is for")
            .when([character_open, not_exporting])
            .run(|cx| cx.ask_file::<ExportAsked>()),
        row(FileAction::BakeCharacter, EXPORT, "Bake to linear blending…")
            .tooltip("Writes what a skinning method makes of the clips so that every engine shows it, by helper joints that have keys or follow every pose, and measures the error")
            .when([bakeable])
            .run(|cx| cx.ask_bake()),
        row(FileAction::SharePage, EXPORT, "Share as web page…")
            .tooltip("Writes the comparison of the panes as one HTML file that anybody can open in a browser: panes to turn, clips, wipe and differences")
            .when([character_open])
            .requires(|view| view.session.file_dialogs.share.busy.is_none(), "it is being written")
            .when([several_methods])
            .run(|cx| cx.ask_file::<ShareAsked>()),
        row(FileAction::SavePicture, EXPORT, "Save picture…")
            .tooltip("Saves what the panes show as a picture: a still, once around the character, or a clip, as PNG, GIF or a file a picture")
            .when([character_open])
            .requires(|view| view.session.file_dialogs.picture.busy.is_none(), "a picture is being saved")
            .run(|cx| cx.ask_file::<PictureAsked>()),
        row(FileAction::CancelPicture, EXPORT, "Cancel picture")
            .tooltip("Stops drawing the pictures that are being saved; no file is written")
            .requires(|view| view.session.file_dialogs.picture.busy.is_some(), "no picture is being saved")
            .run(|cx| cx.session.file_dialogs.picture.stop()),
        row(FileAction::RecoverWork, RECOVERY, "Recover unsaved work")
            .tooltip("Opens work that was not saved when the program or the computer stopped; the newest unless you choose another one")
            .when([work_left])
            .run(|cx| cx.recover_work()),
        row(FileAction::DiscardLeftWork, RECOVERY, "Discard unsaved work")
            .tooltip("Deletes work that was not saved when the program or the computer stopped; the newest unless you choose another one")
            .when([work_left])
            .run(|cx| cx.discard_left_work()),
        row(FileAction::NextLeftWork, RECOVERY, "Choose next unsaved work")
            .tooltip("Chooses the next of several works that were not saved, to recover or to discard it")
            .requires(
                |view| view.session.project.left.len() > 1,
                "there are not several unsaved works",
            )
            .run(|cx| {
                let project = &mut cx.session.project;
                project.chosen_left = (project.chosen_left + 1) % project.left.len().max(1);
            }),
        row(FileAction::RecoverLater, RECOVERY, "Recover later")
            .tooltip("Closes the offer; the work is kept, and offered again at the next start")
            .requires(|view| view.session.project.offers, "nothing is offered")
            .run(|cx| cx.session.project.offers = false),
        row(FileAction::OpenPath, BY_PATH, "Open path…")
            .tooltip("Opens a file whose path you type or paste")
            .run(|cx| cx.session.windows.path = Some(String::new())),
        row(FileAction::SaveToPath, BY_PATH, "Save project to path…")
            .tooltip("Saves the project under a path that you type or paste")
            .when([character_open, work_shown, not_saving])
            .run(|cx| {
                let suggested = cx.session.suggested_name();
                cx.session.windows.save_path = Some(SavePath::with_text(suggested));
            }),
        row(FileAction::ExportCharacterToPath, BY_PATH, "Export glTF to path…")
            .tooltip("Writes the character under a path that you type or paste")
            .when([character_open, not_exporting])
            .run(|cx| cx.ask_file::<ExportAsked>()),
        row(FileAction::Quit, QUIT, "Quit")
            .tooltip("Closes the window")
            .run(|cx| cx.go(Next::Quit)),
    ]);
    rows
}

/// A figure is no work to be saved, and the work is not seen while one is shown.
fn work_shown(view: &View<'_>) -> WhyNot {
    unless(
        view.session.work_aside.is_none(),
        "go back to your work first",
    )
}

fn not_saving(view: &View<'_>) -> WhyNot {
    unless(!view.session.project.saving, "it is being saved")
}

fn not_exporting(view: &View<'_>) -> WhyNot {
    unless(
        view.session.file_dialogs.export.busy.is_none(),
        "it is being exported",
    )
}

/// The dialog comes back with what it has found, whatever was edited since.
fn bakeable(view: &View<'_>) -> WhyNot {
    if view.session.file_dialogs.bake.is_aside {
        return None;
    }
    let mut instances = view.document.character.instances.iter();
    let has_skin = instances.any(|instance| instance.skin.is_some());
    character_open(view).or_else(|| unless(has_skin, "no mesh has a skin"))
}

fn several_methods(view: &View<'_>) -> WhyNot {
    let methods = shared_methods(&view.session.comparing);
    unless(methods.len() > 1, "all panes show one method; add a pane")
}

fn work_left(view: &View<'_>) -> WhyNot {
    unless(!view.session.project.left.is_empty(), "all work was saved")
}

fn is_recent_there(place: usize, view: &View<'_>) -> bool {
    let file = view.session.settings.recent.get(place);
    file.is_some_and(|file| !view.session.missing.contains(file))
}

/// The file's name, with its folder if another recent file has the same name.
fn recent_text(place: usize, view: &View<'_>) -> String {
    let recent = &view.session.settings.recent;
    let Some(file) = recent.get(place) else {
        return format!("No recent file {}", place + 1);
    };
    let name = short_name(file);
    let of_that_name = recent
        .all()
        .iter()
        .filter(|other| short_name(other) == name);
    let folder = Path::new(file).parent().and_then(Path::file_name);
    let text = match folder.and_then(|folder| folder.to_str()) {
        Some(folder) if of_that_name.count() > 1 => format!("{name} ({folder})"),
        _ => name.to_owned(),
    };
    if view.session.missing.contains(file) {
        format!("{text}, not found")
    } else {
        text
    }
}
