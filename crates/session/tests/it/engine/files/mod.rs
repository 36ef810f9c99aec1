//! Files that are read and written: by dialogs, from folders that are watched, and what others have laid there.

mod avatars;
mod bake;
mod bone_maps;
mod brought;
mod camera;
mod clip_library;
mod export;
mod hostile;
mod library;
mod library_follow;
mod motions;
mod opening;
mod prop_ways;
mod props;
mod reference;
mod reload;
mod save_path;
mod settings;
mod sound;
mod weight_files;

use std::path::Path;

use session::state::file_dialogs::dialog::{FileAsked, FileDialogIntent, FileDialogWork};
use session::state::file_dialogs::list::Listed;

use super::driven::Driven;

const ARM: &[u8] = include_bytes!("../../../../../../assets/arm.glb");
const CYLINDER: &[u8] = include_bytes!("../../../../../../assets/cylinder.glb");

/// Dialogs for files, as the window's act on them.
impl Driven {
    fn file_work<O: Listed>(&self) -> &FileDialogWork<O> {
        O::of(&self.session().file_dialogs)
    }

    fn asks_for_file<O: Listed>(&self) -> bool {
        self.file_work::<O>().dialog.is_some()
    }

    fn offered_path<O: Listed>(&self) -> String {
        let dialog = self.file_work::<O>().dialog.as_ref();
        dialog.unwrap().path.clone()
    }

    fn file_fault<O: Listed>(&self) -> String {
        let dialog = self.file_work::<O>().dialog.as_ref();
        let fault = dialog.and_then(|dialog| dialog.fault.clone());
        fault.unwrap_or_default()
    }

    fn ask_for_file<O: Listed>(&mut self) {
        self.send(FileDialogIntent::<O>::Ask);
    }

    /// What is typed takes the error away.
    fn type_path<O: Listed>(&mut self, path: &Path) {
        let dialog = self.file_work::<O>().dialog.clone().unwrap();
        let typed = FileAsked {
            path: path.display().to_string(),
            fault: None,
            ..dialog
        };
        self.send(FileDialogIntent::<O>::Type(typed));
    }

    fn choose_options<O: Listed>(&mut self, choose: impl FnOnce(&mut O)) {
        let mut options = self.file_work::<O>().options.clone();
        choose(&mut options);
        self.send(FileDialogIntent::Options(options));
    }

    fn wait_for_file<O: Listed>(&mut self) {
        self.wait_until("the file is done", |editor| {
            let session = editor.session();
            !session.file_dialogs.is_busy(O::KIND) && session.requests.is_empty()
        });
        self.frames(2);
    }

    /// Begins what the dialog asks, and waits for its end.
    fn go<O: Listed>(&mut self) {
        self.send(FileDialogIntent::<O>::Go);
        self.wait_for_file::<O>();
    }

    fn close_dialog<O: Listed>(&mut self) {
        self.send(FileDialogIntent::<O>::Cancel);
    }
}
