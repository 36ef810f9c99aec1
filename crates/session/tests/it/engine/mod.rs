//! The whole editor without its window: what it does frame by frame, on files, with the work in the background done.

mod disks;
mod projects;
mod recovery;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rig::JointIndex;
use session::commands::actions::{Action, FileAction};
use session::commands::command::{Command, Intent};
use session::document::Document;
use session::document::channel::{Channel, JointField};
use session::engine::{Editor, Input, Output, WindowEffect, World};
use session::features::view::View;
use session::session::Session;
use session::state::posing::command::PoseIntent;
use session::state::projects::ProjectDialog;
use session::state::projects::command::{ProjectAnswer, ProjectIntent};

/// An editor with its clock.
struct Driven {
    editor: Editor,
    now: f64,
}

impl Driven {
    /// With this file open, without settings.
    fn open(file: &str) -> Self {
        Self::begin(World::default(), file)
    }

    /// As the program begins, with its settings in this folder.
    fn with_settings(settings: &Path, file: &str) -> Self {
        let world = World {
            settings: Some(settings.to_owned()),
            ..World::default()
        };
        Self::begin(world, file)
    }

    fn begin(world: World, file: &str) -> Self {
        let mut driven = Self {
            editor: Editor::new(world, Some(file), true),
            now: 0.0,
        };
        driven.wait_until_opened();
        driven
    }

    fn view(&self) -> View<'_> {
        self.editor.view_undrawn()
    }

    fn document(&self) -> &Document {
        self.view().document
    }

    fn session(&self) -> &Session {
        self.view().session
    }

    /// A frame at the present time.
    fn frame(&mut self, input: Input) -> Output {
        self.now += 0.001;
        self.editor.frame(Input {
            now: self.now,
            ..input
        })
    }

    fn send(&mut self, command: impl Into<Command>) -> Output {
        let output = self.frame(Input {
            commands: vec![command.into()],
            ..Input::default()
        });
        self.frame(Input::default());
        output
    }

    fn run(&mut self, action: impl Into<Action>) -> Output {
        self.send(Intent::Run(action.into()))
    }

    fn let_pass(&mut self, seconds: f64) {
        self.now += seconds;
        self.frame(Input::default());
        self.frame(Input::default());
    }

    /// Lets frames pass until something is so; fails if that takes very long.
    fn wait_until(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        self.frame(Input::default());
        while !is_so(self) {
            assert!(start.elapsed() < Duration::from_secs(60), "never: {what}");
            std::thread::sleep(Duration::from_millis(2));
            self.frame(Input::default());
        }
    }

    fn wait_until_opened(&mut self) {
        self.frame(Input::default());
        self.wait_until("the file is read", |driven| {
            driven.view().opening.is_none() && driven.session().requests.is_empty()
        });
        self.frame(Input::default());
    }

    fn open_path(&mut self, path: &str) {
        self.send(Intent::Open(path.to_owned()));
        self.wait_until_opened();
    }

    fn wait_until_saved(&mut self) {
        self.wait_until("it is saved, or asks", |driven| {
            let session = driven.session();
            !session.project.saving && session.requests.is_empty()
        });
        self.frame(Input::default());
    }

    fn save_to(&mut self, file: &Path) {
        let file = file.to_owned();
        self.send(Intent::Project(ProjectIntent::SaveTo {
            file,
            replaces: false,
        }));
        self.wait_until_saved();
    }

    fn save(&mut self) {
        self.run(Action::File(FileAction::Save));
        self.wait_until_saved();
    }

    fn answer(&mut self, answer: ProjectAnswer) -> Output {
        self.send(Intent::Project(ProjectIntent::Answer(answer)))
    }

    fn joint(&self, name: &str) -> JointIndex {
        self.document().character.rig.skeleton.find(name).unwrap()
    }

    /// Types an angle of the forearm about z.
    fn turn(&mut self, degrees: f32) {
        let field = JointField {
            joint: self.joint("forearm"),
            channel: Channel::Rotation,
            axis: 2,
        };
        self.send(Intent::Pose(PoseIntent::SetField {
            field,
            value: degrees,
            dragging: false,
        }));
    }

    /// The angle, in degrees, by which the forearm is turned.
    fn turned(&self) -> f32 {
        let rotation = self.document().pose.rigid[self.joint("forearm").index()].rotation;
        2.0 * rotation.w.abs().min(1.0).acos().to_degrees()
    }

    fn is_turned_by(&self, degrees: f32) -> bool {
        (self.turned() - degrees).abs() < 0.01
    }

    fn is_dirty(&self) -> bool {
        self.session().has_changes(self.document())
    }

    fn asked(&self) -> Option<&ProjectDialog> {
        self.session().project.asked.as_ref()
    }

    fn notices(&self) -> Vec<String> {
        let all = self.session().notices.all();
        all.iter().map(|notice| notice.text.clone()).collect()
    }

    fn said(&self) -> String {
        self.notices().pop().unwrap_or_default()
    }

    /// The window is asked to close; whether it may.
    fn close(&mut self) -> bool {
        let output = self.frame(Input {
            close_asked: true,
            ..Input::default()
        });
        self.frame(Input::default());
        !output.effects.contains(&WindowEffect::StayOpen)
    }
}

fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

fn write(path: &Path, text: &str) {
    whole_file::write_whole(path, text.as_bytes()).unwrap();
}

/// The files of unsaved work in a folder of settings.
fn kept(settings: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(settings.join("recovery")) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .filter(|path| path.extension().is_some_and(|end| end == "ron"))
        .collect()
}
