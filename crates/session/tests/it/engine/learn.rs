//! Figures of the papers in place of the user's work: what they show, and that the work comes back as it was.

use std::path::Path;
use std::sync::Arc;

use figures::book;
use figures::render_scene::RenderScene;
use figures::scenes;
use glam::Vec2;
use scene::asked_method::AskedMethod;
use scene::surface_cache::SurfaceCache;
use session::commands::actions::{
    Action, CompareAction, EditAction, FileAction, LearnAction, PoseAction, ViewAction,
    WeightJobAction, WindowAction,
};
use session::commands::command::{CameraMove, Input as Event, Intent, Panel};
use session::document::Document;
use session::engine::{Input, WindowEffect};
use session::session::Session;
use session::settings::{SettingChange, Sharing};
use session::state::projects::ProjectDialog;
use session::state::projects::command::ProjectAnswer;
use session::state::weight_operations::weight_request::RigCommand;

use super::{Driven, kept, text_of};

const WRAPPER: LearnAction = LearnAction::ShowFigure("k08-04");
const BACK: LearnAction = LearnAction::BackToWork;

fn show(editor: &mut Driven, figure: &'static str) {
    editor.run(LearnAction::ShowFigure(figure));
    editor.wait_until_opened();
    assert_eq!(editor.session().figure(), Some(figure), "{}", editor.said());
}

/// An arm that is saved and turned since, in three panes of which one has its own camera, in Weights mode, with a clip.
fn busy_work(folder: &Path) -> Driven {
    let mut editor = Driven::open("builtin:arm");
    editor.turn(30.0);
    editor.save_to(&folder.join("mine.dualskin"));
    editor.turn(50.0);
    editor.turn(60.0);
    editor.run(EditAction::Undo);
    editor.select("hand");
    editor.toggle("forearm");
    editor.run(CompareAction::AddPane);
    editor.run(CompareAction::ToggleOwnCamera);
    let turned = CameraMove::Orbit {
        drag: Vec2::new(30.0, 12.0),
        height: 400.0,
    };
    editor.send(Event::Camera(0, turned));
    editor.run(CompareAction::CompareWipe);
    editor.run(WindowAction::WeightsMode);
    editor.run(ViewAction::ToggleGrid);
    let clip = editor.character().clips[0].id();
    editor.send(Intent::ShowClip(Some(clip)));
    editor.send(Intent::Seek(0.25));
    // What follows the document in the background is there.
    editor.wait_until("problems are looked for", |editor| {
        editor.session().character.problems.list.is_some()
    });
    editor.frames(3);
    editor
}

/// Work as it is: the document, and all of the session but for notices and the count of characters.
struct Before {
    document: Document,
    steps: (usize, Option<String>, Option<String>),
    session: String,
    title: String,
    is_dirty: bool,
}

impl Before {
    fn of(editor: &Driven) -> Self {
        let history = editor.history();
        let name = |name: Option<&str>| name.map(str::to_owned);
        Self {
            document: editor.document().clone(),
            steps: (
                history.len(),
                name(history.undo_name()),
                name(history.redo_name()),
            ),
            session: told(editor.session()),
            title: editor.editor.title(),
            is_dirty: editor.is_dirty(),
        }
    }

    fn assert_back(&self, editor: &Driven, after: &str) {
        let now = Self::of(editor);
        assert!(editor.session().work_aside.is_none(), "{after}");
        let (one, two) = (&self.document, &now.document);
        let same = [
            Arc::ptr_eq(&one.original, &two.original),
            Arc::ptr_eq(&one.character, &two.character),
            Arc::ptr_eq(&one.pose, &two.pose),
            Arc::ptr_eq(&one.scale_inheritance, &two.scale_inheritance),
            Arc::ptr_eq(&one.pending, &two.pending),
            Arc::ptr_eq(&one.axis_locks, &two.axis_locks),
            Arc::ptr_eq(&one.layers, &two.layers),
            one.is_same_work(two),
        ];
        assert_eq!(same, [true; 8], "{after}");
        assert_eq!(self.steps, now.steps, "{after}");
        assert_eq!((&self.title, self.is_dirty), (&now.title, now.is_dirty));
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        if self.session != now.session {
            let (one, two) = (words(&self.session), words(&now.session));
            let place = one.iter().zip(&two).position(|(one, two)| one != two);
            let around = place.unwrap_or(0).saturating_sub(20);
            let around = around..(around + 40).min(one.len()).min(two.len());
            assert_eq!(one[around.clone()], two[around], "{after}");
            panic!("{after}: one session is longer");
        }
    }
}

/// All of a session that has to come back, in words.
fn told(session: &Session) -> String {
    let session = Session {
        last_opened: 0,
        // Made of the character, when it is asked for.
        surface: SurfaceCache::default(),
        notices: Session::default().notices,
        ..session.clone()
    };
    format!("{session:?}")
}

/// Whether the camera sees every vertex of every pane.
fn is_whole_in_view(editor: &Driven) -> bool {
    let session = editor.session();
    let clip_from_world = session.camera.clip_from_world(session.pane_aspect);
    let panes = editor.shown().deformed_panes().iter().flatten();
    let mut places = panes.flat_map(|primitive| &primitive.positions);
    places.all(|place| {
        let clip = clip_from_world * place.extend(1.0);
        clip.w > 0.0 && clip.x.abs() <= clip.w && clip.y.abs() <= clip.w
    })
}

/// What is shown is what the picture of the figure shows.
fn assert_shown(editor: &Driven, id: &str, scene: &RenderScene) {
    let session = editor.session();
    assert_eq!(session.character.file, scene.character, "{id}");
    let panes = session.comparing.panes.iter().copied();
    let panes: Vec<AskedMethod> = panes.map(AskedMethod::from).collect();
    let told = scene.methods.iter().map(|method| {
        let asked: AskedMethod = method.parse().unwrap();
        let signs = asked.signs.unwrap_or_default();
        AskedMethod {
            signs: None,
            ..asked
        }
        .or(signs, None)
    });
    let told = told.flat_map(|asked| vec![asked; 1 + usize::from(scene.with_first_phase)]);
    assert_eq!(panes, told.collect::<Vec<_>>(), "{id}");
    let first = session.comparing.panes[0].look.shows_first_phase();
    assert_eq!(first, scene.with_first_phase, "{id}");
    assert!((1..=4).contains(&panes.len()), "{id}");
    assert_eq!(session.shading, scene.shading, "{id}");
    assert_eq!(session.switches.heatmap, scene.difference, "{id}");
    let rest = editor.character().file_pose();
    assert!(*editor.shown().pose != rest, "{id} is at rest");
    assert!(
        !scene.framed.is_empty() || is_whole_in_view(editor),
        "{id} is cut off"
    );
}

#[test]
fn every_figure_is_shown_as_its_picture_and_the_work_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = busy_work(folder.path());
    let before = Before::of(&editor);
    assert!(before.is_dirty && before.title.contains("mine"));
    let shown = editor.document().pose.clone();
    for (id, scene) in scenes::ALL {
        assert!(book::find(id).is_some(), "{id} has no item");
        show(&mut editor, id);
        assert_shown(&editor, id, scene);
        // The work is what saving and closing are about, and a figure is none.
        assert_eq!(editor.editor.title(), before.title, "{id}");
        assert!(editor.is_dirty() && editor.history().is_empty(), "{id}");
        assert!(editor.why_not(FileAction::Save).is_some(), "{id}");
        if scene.rows.len() > 1 {
            editor.run(BACK);
            before.assert_back(&editor, id);
        }
    }
    // One after another, and changed: what is put aside is the work, not the figure before.
    show(&mut editor, "k08-14");
    editor.turn(10.0);
    assert!(editor.history().len() == 1);
    show(&mut editor, "k08-16");
    editor.run(LearnAction::NextFigure);
    editor.wait_until_opened();
    editor.run(LearnAction::PreviousFigure);
    editor.wait_until_opened();
    assert_eq!(editor.session().figure(), Some("k08-16"));
    editor.run(BACK);
    before.assert_back(&editor, "several");
    assert!(Arc::ptr_eq(&shown, &editor.document().pose));
    // Undo goes on where it was.
    editor.redo();
    editor.send(Intent::ShowClip(None));
    assert!(editor.is_turned_by(60.0));
    editor.undo();
    editor.undo();
    assert!(editor.is_turned_by(30.0) && !editor.is_dirty());
    assert!(editor.why_not(BACK).is_some());
}

#[test]
fn a_figure_leaves_files_alone_and_unsaved_work_is_still_kept() {
    let settings = tempfile::tempdir().unwrap();
    let mut editor = Driven::with_settings(settings.path(), "builtin:arm");
    let recent = editor.session().settings.recent.clone();
    show(&mut editor, "k08-14");
    editor.turn(20.0);
    editor.let_pass(0.1);
    editor.let_pass(6.0);
    assert!(!editor.is_dirty() && kept(settings.path()).is_empty());
    editor.run(BACK);
    editor.turn(45.0);
    editor.let_pass(0.1);
    // Not kept yet when the figure is shown, and kept while it is.
    let mine = editor.document().clone();
    show(&mut editor, "k08-04");
    editor.let_pass(6.0);
    editor.wait_until("it is kept", |editor| {
        editor.session().project.autosaved_at.is_some()
    });
    assert!(text_of(&kept(settings.path())[0]).contains("builtin:arm"));
    assert_eq!(editor.session().settings.recent, recent);
    // As a crash.
    drop(editor);
    let mut editor = Driven::with_settings(settings.path(), "builtin:cylinder");
    editor.wait_until("it is offered", |editor| editor.session().project.offers);
    // It is taken up while another figure is shown, too.
    show(&mut editor, "k08-05");
    editor.run(FileAction::RecoverWork);
    editor.wait_until_opened();
    assert!(editor.document().is_same_work(&mine) && editor.session().work_aside.is_none());
    assert!(editor.is_dirty());
}

#[test]
fn quitting_with_a_figure_shown_asks_about_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.dualskin");
    let mut editor = Driven::open("builtin:arm");
    show(&mut editor, "k08-04");
    assert!(editor.close(), "nothing was changed");
    editor.run(BACK);
    editor.turn(30.0);
    show(&mut editor, "k08-04");
    assert!(!editor.close());
    assert!(matches!(editor.asked(), Some(ProjectDialog::Unsaved(_))));
    assert!(editor.session().work_aside.is_none() && editor.is_turned_by(30.0));
    editor.answer(ProjectAnswer::Cancel);
    editor.save_to(&path);
    editor.turn(40.0);
    show(&mut editor, "k08-04");
    editor.run(FileAction::Quit);
    editor.answer(ProjectAnswer::Save);
    editor.wait_until_saved();
    assert!(text_of(&path).contains("40.0") && text_of(&path).contains("builtin:arm"));
    // The program is ended from outside: what is not saved is kept, and it is the work.
    let settings = tempfile::tempdir().unwrap();
    let mut editor = Driven::with_settings(settings.path(), "builtin:arm");
    editor.turn(70.0);
    show(&mut editor, "k08-20");
    editor.editor.finish_project();
    let kept = kept(settings.path());
    assert!(text_of(&kept[0]).contains("70.0"), "{kept:?}");
}

#[test]
fn a_file_is_opened_in_place_of_the_work_and_not_of_the_figure() {
    let mut editor = Driven::open("builtin:arm");
    editor.turn(30.0);
    show(&mut editor, "k08-04");
    editor.open_path("builtin:cylinder");
    assert!(matches!(editor.asked(), Some(ProjectDialog::Unsaved(_))));
    assert!(editor.session().work_aside.is_none() && editor.is_turned_by(30.0));
    editor.answer(ProjectAnswer::Cancel);
    show(&mut editor, "k08-04");
    editor.open_path_dropping_changes("builtin:cylinder");
    assert_eq!(editor.character().name, "cylinder");
    assert!(editor.session().work_aside.is_none() && !editor.is_dirty());
    // A figure that is asked for in the same frame, before or after, does not come between.
    for (file, figure_first) in [("builtin:hand", true), ("builtin:cloth", false)] {
        let mut commands = vec![
            Intent::Run(Action::Learn(WRAPPER)).into(),
            Intent::Open(file.to_owned()).into(),
        ];
        if !figure_first {
            commands.reverse();
        }
        editor.frame(Input {
            commands,
            ..Input::default()
        });
        editor.wait_until_opened();
        assert_eq!(format!("builtin:{}", editor.character().name), file);
        assert_eq!(editor.session().figure(), None, "{}", editor.said());
    }
    assert_eq!(editor.count_told("The figure is not shown"), 1);
}

#[test]
fn a_figure_does_not_end_a_job_on_the_weights_that_began_meanwhile() {
    let mut editor = Driven::open("builtin:biped");
    editor.run(WeightJobAction::AutomaticWeights);
    editor.frame(Input {
        commands: vec![
            Intent::Run(Action::Learn(WRAPPER)).into(),
            Intent::Rig(RigCommand::Begin).into(),
        ],
        ..Input::default()
    });
    editor.wait_until_opened();
    editor.wait_for_weights();
    editor.try_run(BACK);
    assert_eq!(editor.history().len(), 1, "{:?}", editor.notices());
    assert_eq!(editor.session().figure(), None);
}

#[test]
fn what_belongs_to_the_window_stays_as_it_was_left_in_a_figure() {
    let mut editor = Driven::painting("builtin:arm", "forearm");
    let mut brush = editor.session().settings.brush.clone();
    (brush.sharing, brush.partner) = (Sharing::Picked, "hand".to_owned());
    editor.send(Intent::Set(SettingChange::Brush(brush)));
    show(&mut editor, "k08-04");
    let mut brush = editor.session().settings.brush.clone();
    assert_eq!(brush.partner, "", "no joint of the figure");
    brush.radius *= 2.0;
    let radius = brush.radius;
    editor.send(Intent::Set(SettingChange::Brush(brush)));
    editor.run(PoseAction::CopyPose);
    let copied = editor.said();
    editor.run(BACK);
    let brush = &editor.session().settings.brush;
    assert_eq!(
        (brush.radius, brush.sharing, &*brush.partner),
        (radius, Sharing::Picked, "hand")
    );
    assert_eq!(editor.why_not(PoseAction::PastePose), None, "{copied}");
}

#[test]
fn a_figure_is_shown_where_nothing_is_open() {
    let mut editor = Driven::open("no such file.glb");
    assert_eq!(editor.session().opened, 0);
    editor.send(Intent::Show(Panel::Welcome));
    show(&mut editor, "k08-04");
    assert!(!editor.session().is_open(Panel::Welcome) && !editor.is_dirty());
    editor.run(BACK);
    assert_eq!(editor.session().opened, 0);
    show(&mut editor, "k08-06");
    let output = editor.run(FileAction::Quit);
    assert!(output.effects.contains(&WindowEffect::Quit));
}

#[test]
fn the_numbers_of_a_figure_are_measured_while_it_is_shown() {
    let mut editor = Driven::open("builtin:arm");
    assert!(editor.view().figure_numbers.of("k08-04").is_none());
    show(&mut editor, "k08-04");
    editor.wait_until("it is measured", |editor| {
        editor.view().figure_numbers.of("k08-04").is_some()
    });
    let found = editor.view().figure_numbers.of("k08-04").unwrap();
    let item = book::find("k08-04").unwrap();
    assert_eq!(item.judge(&found.numbers), found.verdict);
    assert!(!found.numbers.is_empty());
}
