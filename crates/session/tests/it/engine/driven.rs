//! An editor that is driven frame by frame, with its clock.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use character::Character;
use glam::Vec2;
use rig::{JointIndex, Skeleton};
use scene::vertex_facts::VertexPlace;
use session::commands::actions::{Action, EditAction, FileAction};
use session::commands::command::{Command, Input as Event, Intent};
use session::document::Document;
use session::document::channel::{Channel, JointField};
use session::document::history::History;
use session::engine::{Editor, Input, Output, WindowEffect, World};
use session::features::opening::loading::Loader;
use session::features::view::View;
use session::session::Session;
use session::shown::ShownPanes;
use session::state::gizmo::operation::Event as ToolEvent;
use session::state::posing::command::PoseIntent;
use session::state::projects::ProjectDialog;
use session::state::projects::command::{ProjectAnswer, ProjectIntent};
use session::state::selection::Choose;
use session::state::test_poses::strip::StripEvent;

/// Size of a pane's picture, in points.
pub(super) const PANE: Vec2 = Vec2::new(560.0, 780.0);

/// An editor with its clock.
pub(super) struct Driven {
    pub(super) editor: Editor,
    now: f64,
    /// Whether a button of the pointer is down.
    pub(super) is_button_down: bool,
    /// Whether surfaces are drawn.
    pub(super) draws: bool,
}

impl Driven {
    /// With this file open, without settings.
    pub(super) fn open(file: &str) -> Self {
        Self::begin(World::default(), file)
    }

    /// As the program begins, with its settings in this folder.
    pub(super) fn with_settings(settings: &Path, file: &str) -> Self {
        let world = World {
            settings: Some(settings.to_owned()),
            ..World::default()
        };
        Self::begin(world, file)
    }

    /// With a file that this function opens.
    pub(super) fn open_with(loader: Loader, file: &str) -> Self {
        let world = World {
            loader,
            ..World::default()
        };
        Self::begin(world, file)
    }

    pub(super) fn begin(world: World, file: &str) -> Self {
        let mut driven = Self::starting(world, Some(file));
        driven.wait_until_opened();
        driven
    }

    /// As the program begins; nothing is read yet.
    pub(super) fn starting(world: World, file: Option<&str>) -> Self {
        Self {
            editor: Editor::new(world, file, true),
            now: 0.0,
            is_button_down: false,
            draws: false,
        }
    }

    // ---- what can be read -----------------------------------------------------------------------------------------

    pub(super) fn view(&self) -> View<'_> {
        self.editor.view_undrawn()
    }

    pub(super) fn document(&self) -> &Document {
        self.view().document
    }

    pub(super) fn character(&self) -> &Arc<Character> {
        &self.document().character
    }

    pub(super) fn skeleton(&self) -> &Skeleton {
        &self.character().rig.skeleton
    }

    pub(super) fn history(&self) -> &History {
        self.view().history
    }

    pub(super) fn session(&self) -> &Session {
        self.view().session
    }

    pub(super) fn shown(&self) -> &ShownPanes {
        self.view().shown
    }

    pub(super) fn notices(&self) -> Vec<String> {
        let all = self.session().notices.all();
        all.iter().map(|notice| notice.text.clone()).collect()
    }

    /// What was told last.
    pub(super) fn said(&self) -> String {
        self.notices().pop().unwrap_or_default()
    }

    /// How many notices have these words.
    pub(super) fn count_told(&self, words: &str) -> usize {
        let notices = self.notices();
        notices.iter().filter(|text| text.contains(words)).count()
    }

    /// Name of the step that undo takes back; empty without one.
    pub(super) fn step(&self) -> String {
        let name = self.history().undo_name();
        name.unwrap_or_default().to_owned()
    }

    /// Why an action cannot be run now.
    pub(super) fn why_not(&self, action: impl Into<Action>) -> Option<&'static str> {
        action.into().why_not(&self.view())
    }

    pub(super) fn is_dirty(&self) -> bool {
        self.session().has_changes(self.document())
    }

    pub(super) fn asked(&self) -> Option<&ProjectDialog> {
        self.session().project.asked.as_ref()
    }

    // ---- frames ---------------------------------------------------------------------------------------------------

    /// A frame at the present time.
    pub(super) fn frame(&mut self, input: Input) -> Output {
        self.now += 0.001;
        self.editor.frame(Input {
            now: self.now,
            pointer_down: self.is_button_down,
            aspect: Some(PANE.x / PANE.y),
            draws: self.draws,
            ..input
        })
    }

    pub(super) fn frames(&mut self, count: usize) {
        for _ in 0..count {
            self.frame(Input::default());
        }
    }

    pub(super) fn send(&mut self, command: impl Into<Command>) -> Output {
        let output = self.frame(Input {
            commands: vec![command.into()],
            ..Input::default()
        });
        self.frame(Input::default());
        output
    }

    /// Runs an action that can be run now.
    pub(super) fn run(&mut self, action: impl Into<Action>) -> Output {
        let action = action.into();
        assert_eq!(self.why_not(action), None, "{action:?}");
        self.send(Intent::Run(action))
    }

    /// Asks for an action as menus and keys do: nothing is done where it cannot be run now.
    pub(super) fn try_run(&mut self, action: impl Into<Action>) {
        let action = action.into();
        if self.why_not(action).is_none() {
            self.send(Intent::Run(action));
        }
    }

    pub(super) fn undo(&mut self) {
        self.run(EditAction::Undo);
    }

    pub(super) fn redo(&mut self) {
        self.run(EditAction::Redo);
    }

    /// So much time passes without a frame.
    pub(super) fn idle(&mut self, seconds: f64) {
        self.now += seconds;
    }

    pub(super) fn let_pass(&mut self, seconds: f64) {
        self.idle(seconds);
        self.frames(2);
    }

    /// Lets frames pass until something is so; fails if that takes very long.
    pub(super) fn wait_until(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        self.frame(Input::default());
        while !is_so(self) {
            assert!(start.elapsed() < Duration::from_secs(60), "never: {what}");
            std::thread::sleep(Duration::from_millis(2));
            self.frame(Input::default());
        }
    }

    /// Waits until something is told with these words, and gives the newest of such notices.
    pub(super) fn wait_for_notice(&mut self, words: &str) -> String {
        self.wait_until(words, |driven| driven.count_told(words) > 0);
        let mut all = self.notices().into_iter().rev();
        all.find(|text| text.contains(words)).unwrap()
    }

    /// Lets a job on all weights come to its end, if one is at work.
    pub(super) fn wait_for_weights(&mut self) {
        self.wait_until("the weights are done", |driven| {
            driven.view().working.is_none() && driven.session().requests.is_empty()
        });
        self.frames(2);
    }

    // ---- files ----------------------------------------------------------------------------------------------------

    pub(super) fn wait_until_opened(&mut self) {
        self.frame(Input::default());
        self.wait_until("the file is read", |driven| {
            driven.view().opening.is_none() && driven.session().requests.is_empty()
        });
        self.frame(Input::default());
    }

    pub(super) fn wait_until_figure(&mut self, id: &str) {
        self.wait_until("the figure is shown", |driven| {
            driven.session().figure() == Some(id)
        });
    }

    pub(super) fn open_path(&mut self, path: &str) {
        self.send(Intent::Open(path.to_owned()));
        self.wait_until_opened();
    }

    /// Opens a file where changes would be lost, and says that they may be.
    pub(super) fn open_path_dropping_changes(&mut self, path: &str) {
        self.open_path(path);
        self.answer(ProjectAnswer::DontSave);
        self.wait_until_opened();
    }

    pub(super) fn wait_until_saved(&mut self) {
        self.wait_until("it is saved, or asks", |driven| {
            let session = driven.session();
            !session.project.saving && session.requests.is_empty()
        });
        self.frame(Input::default());
    }

    pub(super) fn save_to(&mut self, file: &Path) {
        let file = file.to_owned();
        self.send(Intent::Project(ProjectIntent::SaveTo {
            file,
            replaces: false,
        }));
        self.wait_until_saved();
    }

    pub(super) fn save(&mut self) {
        self.run(Action::File(FileAction::Save));
        self.wait_until_saved();
    }

    pub(super) fn answer(&mut self, answer: ProjectAnswer) -> Output {
        self.send(Intent::Project(ProjectIntent::Answer(answer)))
    }

    /// The window is asked to close; whether it may.
    pub(super) fn close(&mut self) -> bool {
        let output = self.frame(Input {
            close_asked: true,
            ..Input::default()
        });
        self.frame(Input::default());
        !output.effects.contains(&WindowEffect::StayOpen)
    }

    // ---- joints and poses -----------------------------------------------------------------------------------------

    pub(super) fn joint(&self, name: &str) -> JointIndex {
        self.skeleton().find(name).unwrap()
    }

    pub(super) fn select(&mut self, name: &str) {
        let joint = self.joint(name);
        self.send(Intent::Select(Some(joint)));
    }

    /// Selects a joint beside those that are selected, or takes it out.
    pub(super) fn toggle(&mut self, name: &str) {
        let joint = self.joint(name);
        self.send(Intent::SelectAll(vec![joint], Choose::Toggle));
    }

    pub(super) fn active(&self) -> Option<JointIndex> {
        self.session().character.selection.active()
    }

    /// The names of the selected joints; the active one is last.
    pub(super) fn selected(&self) -> Vec<String> {
        let joints = self.session().character.selection.joints().iter();
        let name = |joint: &JointIndex| self.skeleton().name(*joint).to_owned();
        joints.map(name).collect()
    }

    pub(super) fn selected_vertices(&self) -> Vec<VertexPlace> {
        let all = self.session().character.weights.vertices.all();
        all.iter().copied().collect()
    }

    /// Applies the test pose of this name, or takes it off.
    pub(super) fn take_test_pose(&mut self, name: &str) {
        let poses = &self.session().character.test_poses.poses;
        let place = poses.iter().position(|pose| pose.name == name);
        self.send(Intent::TestPose(StripEvent::Take(place.unwrap())));
    }

    /// Sets a number of the active joint, as it is typed into its field.
    pub(super) fn set(&mut self, channel: Channel, axis: usize, value: f32) {
        let joint = self.active().unwrap();
        let field = JointField {
            joint,
            channel,
            axis,
        };
        self.send(Intent::Pose(PoseIntent::SetField {
            field,
            value,
            dragging: false,
        }));
    }

    /// Selects a joint and types its angle about an axis, in degrees.
    pub(super) fn rotate(&mut self, name: &str, axis: usize, degrees: f32) {
        self.select(name);
        self.set(Channel::Rotation, axis, degrees);
    }

    /// Types an angle of the forearm about z.
    pub(super) fn turn(&mut self, degrees: f32) {
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

    /// Takes back the tool at work, as Escape does.
    pub(super) fn cancel_tool(&mut self) {
        self.send(Event::Tool(ToolEvent::Cancel));
    }

    /// The angle, in degrees, by which a joint is turned in the document.
    pub(super) fn angle_of(&self, name: &str) -> f32 {
        let rotation = self.document().pose.rigid[self.joint(name).index()].rotation;
        2.0 * rotation.w.abs().min(1.0).acos().to_degrees()
    }

    /// The angle, in degrees, by which the forearm is turned.
    pub(super) fn turned(&self) -> f32 {
        self.angle_of("forearm")
    }

    pub(super) fn is_turned_by(&self, degrees: f32) -> bool {
        (self.turned() - degrees).abs() < 0.01
    }
}
