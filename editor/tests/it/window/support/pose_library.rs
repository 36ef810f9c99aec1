//! A window with a library of poses, over a folder that others write to.

#![expect(clippy::disallowed_methods, reason = "text editors write as they like")]

use std::path::PathBuf;

use editor::app::Start;
use egui_kittest::kittest::Queryable as _;
use session::state::pose_library::FolderState;

use super::{Window, click, double_click, notices, open_started, wait_until};
use crate::window::support::WindowState as _;

pub(crate) struct LibraryWindow {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) window: Window,
}

/// A window with settings of its own, and so a folder for poses.
pub(crate) fn begin(file: &str, poses: &[(&str, &str)]) -> LibraryWindow {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("poses")).unwrap();
    for (name, text) in poses {
        std::fs::write(folder.path().join("poses").join(name), text).unwrap();
    }
    let start = Start {
        file: Some(file.to_owned()),
        settings: Some(folder.path().to_owned()),
        ..Start::default()
    };
    let mut window = open_started(start);
    click(&mut window, "Poses tab");
    wait_until(&mut window, "the folder is read", |window| {
        window.session().library.standing == FolderState::Read
    });
    window.run_steps(2);
    LibraryWindow { folder, window }
}

impl LibraryWindow {
    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join("poses").join(file)
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let library = &self.window.session().library;
        let names = library.entries.iter().map(|entry| entry.name.clone());
        names.collect()
    }

    pub(crate) fn wait_for_names(&mut self, names: &[&str]) {
        wait_until(&mut self.window, &format!("{names:?}"), |window| {
            let entries = &window.session().library.entries;
            let found = entries.iter().map(|entry| entry.name.as_str());
            found.eq(names.iter().copied())
        });
        self.window.run_steps(2);
    }

    pub(crate) fn wait_for_notice(&mut self, words: &str) -> String {
        wait_until(&mut self.window, words, |window| {
            notices(window).iter().any(|text| text.contains(words))
        });
        self.window.run_steps(2);
        let mut all = notices(&self.window).into_iter().rev();
        all.find(|text| text.contains(words)).unwrap()
    }

    pub(crate) fn double_click(&mut self, name: &str) {
        double_click(&mut self.window, name);
    }

    pub(crate) fn close_toasts(&mut self) {
        while self
            .window
            .query_all_by_label("Close message")
            .next()
            .is_some()
        {
            let first = self.window.query_all_by_label("Close message").next();
            first.unwrap().click();
            self.window.run_steps(3);
        }
    }
}

pub(crate) fn bend(degrees: f32) -> String {
    format!(
        "(version: 1, name: \"Bend\", joints: {{ \"forearm\": (rotation: (0, 0, {degrees})) }})\n"
    )
}
