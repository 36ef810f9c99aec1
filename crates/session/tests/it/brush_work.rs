//! What the brush hears, and what becomes of it, without a window.

use std::sync::Arc;

use character::WeightEdit;
use glam::Vec2;
use rig::JointIndex;
use scene::view::camera::Camera;
use session::commands::actions::{Action, BrushAction, EditAction, SkeletonAction, WindowAction};
use session::commands::command::{Command, Input, Intent, Outcome};
use session::commands::project_command::ProjectOutcome;
use session::document::Document;
use session::files::load::load;
use session::mode::Mode;
use session::tools::brush_work::{Adjusted, BrushEvent, By, Held, Painted, Sample};

use crate::support::work::Work;

struct Bench {
    work: Work,
}

const HERE: Vec2 = Vec2::new(100.0, 80.0);

fn sample(pixel: Vec2) -> Sample {
    Sample {
        pane: 0,
        pixel,
        viewport: Vec2::new(300.0, 200.0),
        camera: Camera::default(),
    }
}

impl Bench {
    /// The built-in arm in weights mode, its last joint selected.
    fn new() -> Self {
        let mut bench = Self {
            work: Work::on("builtin:arm"),
        };
        bench.work.run(Action::Window(WindowAction::WeightsMode));
        let joint = bench.joint();
        bench
            .work
            .send(Command::Intent(Intent::Select(Some(joint))));
        bench
    }

    fn joint(&self) -> JointIndex {
        let bind = &self.work.document.character.rig.binds[0];
        *bind.joints().last().unwrap()
    }

    fn hear(&mut self, event: BrushEvent) {
        self.work.send(Command::Input(Input::Brush(event)));
    }

    /// What the desk would have made of it: the first vertex follows the selected joint alone.
    fn paint(&mut self, is_last: bool) {
        let stroke = self.work.session.painting.stroke.as_ref().unwrap().number;
        let mut edit = WeightEdit::default();
        let bind = &self.work.document.character.rig.binds[0];
        let last = u16::try_from(bind.joints().len() - 1).unwrap();
        edit.rows.push(0, [(last, 1.0)]);
        self.hear(BrushEvent::Painted(Box::new(Painted {
            stroke,
            edits: vec![edit],
            has_met: true,
            is_last,
            ..Painted::default()
        })));
    }

    /// A stroke that has painted something, the button still down.
    fn begin(&mut self) -> Document {
        let before = self.work.document.clone();
        self.hear(BrushEvent::Press(sample(HERE), Held::default()));
        self.hear(BrushEvent::Follow(sample(HERE + Vec2::X)));
        self.paint(false);
        assert!(!self.work.document.same_as(&before), "seen at once");
        assert!(
            self.work.history.is_empty(),
            "the history knows nothing of it"
        );
        before
    }
}

#[test]
fn escape_restores_and_what_comes_late_is_passed_over() {
    let mut bench = Bench::new();
    let before = bench.begin();
    let stroke = bench.work.session.painting.stroke.as_ref().unwrap().number;
    bench.hear(BrushEvent::Cancel);
    assert!(Arc::ptr_eq(
        &bench.work.document.character,
        &before.character
    ));
    let mut edit = WeightEdit::default();
    edit.rows.push(0, [(0, 1.0)]);
    bench.hear(BrushEvent::Painted(Box::new(Painted {
        stroke,
        edits: vec![edit],
        ..Painted::default()
    })));
    for event in [BrushEvent::Follow(sample(HERE)), BrushEvent::Release] {
        bench.hear(event);
    }
    assert!(Arc::ptr_eq(
        &bench.work.document.character,
        &before.character
    ));
    assert!(bench.work.history.is_empty() && bench.work.session.painting.stroke.is_none());
}

/// Released outside the window, or lost with the keyboard: the stroke is kept either way, and later presses begin another.
#[test]
fn a_release_anywhere_keeps_one_step() {
    let mut bench = Bench::new();
    let before = bench.begin();
    bench.hear(BrushEvent::Follow(sample(Vec2::new(-5000.0, 9000.0))));
    bench.hear(BrushEvent::Release);
    bench.hear(BrushEvent::Release);
    bench.paint(true);
    assert_eq!(bench.work.history.len(), 1);
    assert!(bench.work.session.painting.stroke.is_none());
    bench.work.run(Action::Edit(EditAction::Undo));
    assert!(bench.work.document.same_as(&before));
}

#[test]
fn a_second_press_is_no_second_stroke() {
    let mut bench = Bench::new();
    bench.begin();
    let number = bench.work.session.painting.stroke.as_ref().unwrap().number;
    bench.hear(BrushEvent::Press(sample(HERE), Held::default()));
    assert_eq!(
        bench.work.session.painting.stroke.as_ref().unwrap().number,
        number
    );
}

#[test]
fn another_mode_keeps_what_was_painted() {
    let mut bench = Bench::new();
    let before = bench.begin();
    bench.work.run(Action::Window(WindowAction::PoseMode));
    assert!(bench.work.session.painting.stroke.is_none());
    assert_eq!(bench.work.history.len(), 1);
    assert_eq!(bench.work.session.mode, Mode::Pose);
    bench.hear(BrushEvent::Press(sample(HERE), Held::default()));
    assert!(
        bench.work.session.painting.stroke.is_none(),
        "no brush elsewhere"
    );
    bench.work.run(Action::Edit(EditAction::Undo));
    assert!(bench.work.document.same_as(&before));
}

#[test]
fn undo_in_the_middle_takes_the_stroke_back() {
    let mut bench = Bench::new();
    let before = bench.begin();
    bench.work.run(Action::Edit(EditAction::Undo));
    assert!(bench.work.document.same_as(&before));
    assert!(bench.work.session.painting.stroke.is_none());
    bench.work.run(Action::Edit(EditAction::Redo));
    assert!(
        !bench.work.document.same_as(&before),
        "and it can be done again"
    );
}

#[test]
fn a_joint_that_goes_in_the_middle_ends_the_stroke_first() {
    let mut bench = Bench::new();
    bench.begin();
    bench
        .work
        .run(Action::Skeleton(SkeletonAction::DissolveJoints));
    assert!(bench.work.session.painting.stroke.is_none());
    assert!(!bench.work.history.is_empty());
    while !bench.work.history.undo_name().is_none_or(str::is_empty) {
        bench.work.run(Action::Edit(EditAction::Undo));
    }
    assert!(bench.work.document.journal.is_empty());
}

#[test]
fn another_character_drops_the_stroke() {
    let mut bench = Bench::new();
    bench.begin();
    let character = load("builtin:arm").unwrap();
    bench.work.send(Command::Outcome(Outcome::Opened {
        file: "builtin:arm".to_owned(),
        character: Box::new(character),
    }));
    assert!(bench.work.session.painting.stroke.is_none());
    assert!(bench.work.document.journal.is_empty());
}

#[test]
fn drags_set_a_number_as_long_as_the_key_is_held() {
    let mut bench = Bench::new();
    let strength = |bench: &Bench| bench.work.session.settings.brush.strength;
    let first = strength(&bench);
    bench
        .work
        .run(Action::Brush(BrushAction::DragBrush(Adjusted::Strength)));
    bench.hear(BrushEvent::Held(10.0));
    for x in [0.0, 40.0] {
        bench.hear(BrushEvent::Aim(Vec2::new(x, 0.0), 20.0));
    }
    bench.hear(BrushEvent::Keep);
    let second = strength(&bench);
    assert!(second > first);
    // Another drag begins where it is pressed.
    for x in [300.0, 320.0] {
        bench.hear(BrushEvent::Aim(Vec2::new(x, 0.0), 20.0));
    }
    bench.hear(BrushEvent::Keep);
    let third = strength(&bench);
    assert!((third - second - 0.1).abs() < 1e-5, "{second} {third}");
    bench.hear(BrushEvent::Aim(Vec2::new(0.0, 0.0), 20.0));
    bench.hear(BrushEvent::Aim(Vec2::new(-90.0, 0.0), 20.0));
    bench.hear(BrushEvent::Cancel);
    assert_eq!(strength(&bench), third, "the drag that was given up");
    assert!(bench.work.session.painting.adjusting.is_none());
    assert!(bench.work.history.is_empty(), "a brush is no document");
}

#[test]
fn a_tap_leaves_it_to_the_pointer_and_a_key_held_long_changes_nothing() {
    let mut bench = Bench::new();
    let by = |bench: &Bench| {
        bench
            .work
            .session
            .painting
            .adjusting
            .as_ref()
            .map(|one| one.by)
    };
    bench
        .work
        .run(Action::Brush(BrushAction::DragBrush(Adjusted::Radius)));
    bench.hear(BrushEvent::Held(10.0));
    bench.hear(BrushEvent::LetGo(10.1));
    assert_eq!(by(&bench), Some(By::Moves));
    bench.hear(BrushEvent::Keep);
    assert_eq!(by(&bench), None);
    let brush = bench.work.session.settings.brush.clone();
    bench
        .work
        .run(Action::Brush(BrushAction::DragBrush(Adjusted::Radius)));
    bench.hear(BrushEvent::Held(20.0));
    bench.hear(BrushEvent::LetGo(21.0));
    assert_eq!(by(&bench), None);
    assert_eq!(bench.work.session.settings.brush, brush);
}

/// The saver tells what has become of files whenever it likes: so the button stays down.
#[test]
fn what_is_told_of_files_ends_no_stroke() {
    let mut bench = Bench::new();
    let before = bench.begin();
    let kept = Box::new(bench.work.document.clone());
    for command in [
        Command::Outcome(Outcome::Project(ProjectOutcome::Kept(kept, 1.0))),
        Command::Outcome(Outcome::Project(ProjectOutcome::NothingKept)),
        Command::Outcome(Outcome::Project(ProjectOutcome::NotSaved("No.".to_owned()))),
        Command::Outcome(Outcome::Project(ProjectOutcome::Left(Vec::new()))),
        Command::Outcome(Outcome::Project(ProjectOutcome::SourceRead(None))),
        Command::Outcome(Outcome::FrameAgain),
    ] {
        let said = format!("{command:?}");
        bench.work.send(command);
        assert!(bench.work.session.painting.stroke.is_some(), "{said}");
    }
    assert!(bench.work.history.is_empty());
    bench.hear(BrushEvent::Cancel);
    assert!(bench.work.document.same_as(&before));
}

/// One that waits for mirror images says so, can be given up, and is never kept by halves without a word.
#[test]
fn a_stroke_that_owes_its_other_side_says_so() {
    let mut bench = Bench::new();
    let before = bench.begin();
    let said = |bench: &Bench| {
        let notices = bench.work.session.notices.all().iter();
        notices
            .map(|one| one.text.clone())
            .next_back()
            .unwrap_or_default()
    };
    let owe = |bench: &mut Bench| {
        let stroke = bench.work.session.painting.stroke.as_ref().unwrap().number;
        bench.hear(BrushEvent::Painted(Box::new(Painted {
            stroke,
            has_met: true,
            owes: true,
            ..Painted::default()
        })));
    };
    owe(&mut bench);
    bench.hear(BrushEvent::Release);
    let stroke = bench.work.session.painting.stroke.as_ref().unwrap().number;
    bench.hear(BrushEvent::Press(sample(HERE), Held::default()));
    assert_eq!(
        bench.work.session.painting.stroke.as_ref().unwrap().number,
        stroke
    );
    assert!(said(&bench).contains("mirror images"), "{}", said(&bench));
    bench.hear(BrushEvent::Cancel);
    assert!(bench.work.document.same_as(&before) && bench.work.history.is_empty());

    bench.begin();
    owe(&mut bench);
    bench.hear(BrushEvent::Release);
    bench.work.run(Action::Window(WindowAction::PoseMode));
    assert_eq!(bench.work.history.len(), 1);
    let said = said(&bench);
    assert!(said.starts_with("The other side is not painted"), "{said}");
}
