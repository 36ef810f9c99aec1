//! Input of the brush and its effects, without a window.

use std::sync::Arc;

use character::WeightEdit;
use glam::Vec2;
use rig::JointIndex;
use scene::view::camera::Camera;
use session::commands::actions::{Action, BrushAction, EditAction, SkeletonAction, WindowAction};
use session::commands::command::{Command, Input, Intent, Outcome};
use session::document::Document;
use session::mode::Mode;
use session::settings::Sharing;
use session::state::opening::load::load;
use session::state::painting::brush_work::{
    Adjusted, Adjusting, BrushEvent, BrushModifiers, By, Sample, StrokeEdits,
};
use session::state::projects::command::ProjectOutcome;

use crate::support::work::Work;

struct Fixture {
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

impl Fixture {
    /// The built-in arm in weights mode, its last joint selected.
    fn new() -> Self {
        let mut fixture = Self {
            work: Work::on("builtin:arm"),
        };
        fixture.work.run(Action::Window(WindowAction::WeightsMode));
        let joint = fixture.joint();
        fixture
            .work
            .send(Command::Intent(Intent::Select(Some(joint))));
        fixture
    }

    fn joint(&self) -> JointIndex {
        let bind = &self.work.document.character.rig.binds[0];
        *bind.joints().last().unwrap()
    }

    fn on_event(&mut self, event: BrushEvent) {
        self.work.send(Command::Input(Input::Brush(event)));
    }

    /// Stands in for the paint engine: the first vertex follows the selected joint alone.
    fn paint(&mut self, is_last: bool) {
        let stroke = self.work.session.painting.stroke.as_ref().unwrap().number;
        let mut edit = WeightEdit::default();
        let bind = &self.work.document.character.rig.binds[0];
        let last = u16::try_from(bind.joints().len() - 1).unwrap();
        edit.rows.push(0, [(last, 1.0)]);
        self.on_event(BrushEvent::Painted(Box::new(StrokeEdits {
            stroke,
            edits: vec![edit],
            has_hit: true,
            is_last,
            ..StrokeEdits::default()
        })));
    }

    /// A stroke that has painted something, the button still down.
    fn begin(&mut self) -> Document {
        let before = self.work.document.clone();
        self.on_event(BrushEvent::Press(sample(HERE), BrushModifiers::default()));
        self.on_event(BrushEvent::Follow(sample(HERE + Vec2::X)));
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
    let mut fixture = Fixture::new();
    let before = fixture.begin();
    let stroke = fixture
        .work
        .session
        .painting
        .stroke
        .as_ref()
        .unwrap()
        .number;
    fixture.on_event(BrushEvent::Cancel);
    assert!(Arc::ptr_eq(
        &fixture.work.document.character,
        &before.character
    ));
    let mut edit = WeightEdit::default();
    edit.rows.push(0, [(0, 1.0)]);
    fixture.on_event(BrushEvent::Painted(Box::new(StrokeEdits {
        stroke,
        edits: vec![edit],
        ..StrokeEdits::default()
    })));
    for event in [BrushEvent::Follow(sample(HERE)), BrushEvent::Release] {
        fixture.on_event(event);
    }
    assert!(Arc::ptr_eq(
        &fixture.work.document.character,
        &before.character
    ));
    assert!(fixture.work.history.is_empty() && fixture.work.session.painting.stroke.is_none());
}

/// Released outside the window, or lost with the keyboard: the stroke is kept either way, and later presses begin another.
#[test]
fn a_release_anywhere_keeps_one_step() {
    let mut fixture = Fixture::new();
    let before = fixture.begin();
    fixture.on_event(BrushEvent::Follow(sample(Vec2::new(-5000.0, 9000.0))));
    fixture.on_event(BrushEvent::Release);
    fixture.on_event(BrushEvent::Release);
    fixture.paint(true);
    assert_eq!(fixture.work.history.len(), 1);
    assert!(fixture.work.session.painting.stroke.is_none());
    fixture.work.run(Action::Edit(EditAction::Undo));
    assert!(fixture.work.document.same_as(&before));
}

#[test]
fn a_second_press_is_no_second_stroke() {
    let mut fixture = Fixture::new();
    fixture.begin();
    let number = fixture
        .work
        .session
        .painting
        .stroke
        .as_ref()
        .unwrap()
        .number;
    fixture.on_event(BrushEvent::Press(sample(HERE), BrushModifiers::default()));
    assert_eq!(
        fixture
            .work
            .session
            .painting
            .stroke
            .as_ref()
            .unwrap()
            .number,
        number
    );
}

#[test]
fn another_mode_keeps_what_was_painted() {
    let mut fixture = Fixture::new();
    let before = fixture.begin();
    fixture.work.run(Action::Window(WindowAction::PoseMode));
    assert!(fixture.work.session.painting.stroke.is_none());
    assert_eq!(fixture.work.history.len(), 1);
    assert_eq!(fixture.work.session.mode, Mode::Pose);
    fixture.on_event(BrushEvent::Press(sample(HERE), BrushModifiers::default()));
    assert!(
        fixture.work.session.painting.stroke.is_none(),
        "no brush elsewhere"
    );
    fixture.work.run(Action::Edit(EditAction::Undo));
    assert!(fixture.work.document.same_as(&before));
}

#[test]
fn undo_in_the_middle_takes_the_stroke_back() {
    let mut fixture = Fixture::new();
    let before = fixture.begin();
    fixture.work.run(Action::Edit(EditAction::Undo));
    assert!(fixture.work.document.same_as(&before));
    assert!(fixture.work.session.painting.stroke.is_none());
    fixture.work.run(Action::Edit(EditAction::Redo));
    assert!(
        !fixture.work.document.same_as(&before),
        "and it can be done again"
    );
}

#[test]
fn a_joint_that_goes_in_the_middle_ends_the_stroke_first() {
    let mut fixture = Fixture::new();
    fixture.begin();
    fixture
        .work
        .run(Action::Skeleton(SkeletonAction::DissolveJoints));
    assert!(fixture.work.session.painting.stroke.is_none());
    assert!(!fixture.work.history.is_empty());
    while !fixture.work.history.undo_name().is_none_or(str::is_empty) {
        fixture.work.run(Action::Edit(EditAction::Undo));
    }
    assert!(fixture.work.document.journal.is_empty());
}

#[test]
fn another_character_drops_the_stroke() {
    let mut fixture = Fixture::new();
    fixture.begin();
    let character = load("builtin:arm").unwrap();
    fixture.work.send(Command::Outcome(Outcome::Opened {
        file: "builtin:arm".to_owned(),
        character: Box::new(character),
    }));
    assert!(fixture.work.session.painting.stroke.is_none());
    assert!(fixture.work.document.journal.is_empty());
}

#[test]
fn drags_set_a_number_as_long_as_the_key_is_held() {
    let mut fixture = Fixture::new();
    let strength = |fixture: &Fixture| fixture.work.session.settings.brush.strength;
    let first = strength(&fixture);
    fixture
        .work
        .run(Action::Brush(BrushAction::DragBrush(Adjusted::Strength)));
    fixture.on_event(BrushEvent::Held(10.0));
    for x in [0.0, 40.0] {
        fixture.on_event(BrushEvent::Aim(Vec2::new(x, 0.0), 20.0));
    }
    fixture.on_event(BrushEvent::Keep);
    let second = strength(&fixture);
    assert!(second > first);
    // Another drag begins where it is pressed.
    for x in [300.0, 320.0] {
        fixture.on_event(BrushEvent::Aim(Vec2::new(x, 0.0), 20.0));
    }
    fixture.on_event(BrushEvent::Keep);
    let third = strength(&fixture);
    assert!((third - second - 0.1).abs() < 1e-5, "{second} {third}");
    fixture.on_event(BrushEvent::Aim(Vec2::new(0.0, 0.0), 20.0));
    fixture.on_event(BrushEvent::Aim(Vec2::new(-90.0, 0.0), 20.0));
    fixture.on_event(BrushEvent::Cancel);
    assert_eq!(strength(&fixture), third, "the drag that was given up");
    assert!(fixture.work.session.painting.adjusting.is_none());
    assert!(fixture.work.history.is_empty(), "a brush is no document");
}

#[test]
fn a_tap_leaves_it_to_the_pointer_and_a_key_held_long_changes_nothing() {
    let mut fixture = Fixture::new();
    let by = |fixture: &Fixture| {
        fixture
            .work
            .session
            .painting
            .adjusting
            .as_ref()
            .map(|one| one.by)
    };
    fixture
        .work
        .run(Action::Brush(BrushAction::DragBrush(Adjusted::Radius)));
    fixture.on_event(BrushEvent::Held(10.0));
    fixture.on_event(BrushEvent::LetGo(10.1));
    assert_eq!(by(&fixture), Some(By::Moves));
    fixture.on_event(BrushEvent::Keep);
    assert_eq!(by(&fixture), None);
    let brush = fixture.work.session.settings.brush.clone();
    fixture
        .work
        .run(Action::Brush(BrushAction::DragBrush(Adjusted::Radius)));
    fixture.on_event(BrushEvent::Held(20.0));
    fixture.on_event(BrushEvent::LetGo(21.0));
    assert_eq!(by(&fixture), None);
    assert_eq!(fixture.work.session.settings.brush, brush);
}

/// The saver tells what has become of files whenever it likes: so the button stays down.
#[test]
fn what_is_reported_files_ends_no_stroke() {
    let mut fixture = Fixture::new();
    let before = fixture.begin();
    let kept = Box::new(fixture.work.document.clone());
    for command in [
        Command::Outcome(Outcome::Project(ProjectOutcome::Kept(kept, 0, 1.0))),
        Command::Outcome(Outcome::Project(ProjectOutcome::NothingKept)),
        Command::Outcome(Outcome::Project(ProjectOutcome::NotSaved("No.".to_owned()))),
        Command::Outcome(Outcome::Project(ProjectOutcome::Left(Vec::new()))),
        Command::Outcome(Outcome::Project(ProjectOutcome::SourceRead(None))),
        Command::Outcome(Outcome::FrameAgain),
    ] {
        let said = format!("{command:?}");
        fixture.work.send(command);
        assert!(fixture.work.session.painting.stroke.is_some(), "{said}");
    }
    assert!(fixture.work.history.is_empty());
    fixture.on_event(BrushEvent::Cancel);
    assert!(fixture.work.document.same_as(&before));
}

/// One that waits for mirror images says so, can be given up, and is never kept by halves without a word.
#[test]
#[expect(
    clippy::too_many_lines,
    reason = "one stroke from its first dab to its last"
)]
fn a_stroke_with_a_pending_mirror_image_says_so() {
    let mut fixture = Fixture::new();
    let before = fixture.begin();
    let said = |fixture: &Fixture| {
        let notices = fixture.work.session.notices.all().iter();
        notices
            .map(|one| one.text.clone())
            .next_back()
            .unwrap_or_default()
    };
    let leave_pending = |fixture: &mut Fixture| {
        let stroke = fixture
            .work
            .session
            .painting
            .stroke
            .as_ref()
            .unwrap()
            .number;
        fixture.on_event(BrushEvent::Painted(Box::new(StrokeEdits {
            stroke,
            has_hit: true,
            pending_mirror: true,
            ..StrokeEdits::default()
        })));
    };
    leave_pending(&mut fixture);
    fixture.on_event(BrushEvent::Release);
    let stroke = fixture
        .work
        .session
        .painting
        .stroke
        .as_ref()
        .unwrap()
        .number;
    fixture.on_event(BrushEvent::Press(sample(HERE), BrushModifiers::default()));
    assert_eq!(
        fixture
            .work
            .session
            .painting
            .stroke
            .as_ref()
            .unwrap()
            .number,
        stroke
    );
    assert!(
        said(&fixture).contains("mirror images"),
        "{}",
        said(&fixture)
    );
    fixture.on_event(BrushEvent::Cancel);
    assert!(fixture.work.document.same_as(&before) && fixture.work.history.is_empty());

    fixture.begin();
    leave_pending(&mut fixture);
    fixture.on_event(BrushEvent::Release);
    fixture.work.run(Action::Window(WindowAction::PoseMode));
    assert_eq!(fixture.work.history.len(), 1);
    let said = said(&fixture);
    assert!(said.starts_with("The other side is not painted"), "{said}");
}

#[test]
fn a_donor_is_forgotten_with_its_character() {
    let mut fixture = Fixture::new();
    let brush = &mut fixture.work.session.settings.brush;
    (brush.partner, brush.sharing) = ("forearm".to_owned(), Sharing::Picked);
    fixture.work.open("builtin:biped");
    let brush = &mut fixture.work.session.settings.brush;
    assert_eq!(
        (brush.partner.as_str(), brush.sharing),
        ("", Sharing::Proportional)
    );
    // Another way of sharing needs no joint, and stays.
    brush.sharing = Sharing::Parent;
    fixture.work.open("builtin:arm");
    assert_eq!(fixture.work.session.settings.brush.sharing, Sharing::Parent);
}

#[test]
fn a_radius_in_pixels_is_set_in_pixels() {
    let mut fixture = Fixture::new();
    fixture
        .work
        .run(Action::Brush(BrushAction::ToggleRadiusInPixels));
    let brush = fixture.work.session.settings.brush.clone();
    assert!(brush.in_pixels);
    let adjusting = Adjusting {
        began: Some((Vec2::ZERO, brush.pixels)),
        ..Adjusting::new(Adjusted::Radius, By::Moves, brush.clone())
    };
    let larger = adjusting.brush(Vec2::new(10.0, 3.0));
    assert!((larger.pixels - brush.pixels - 10.0).abs() < 1e-3);
    assert_eq!(larger.radius, brush.radius, "the one in the scene stays");
    fixture
        .work
        .run(Action::Brush(BrushAction::ToggleRadiusInPixels));
    let back = &fixture.work.session.settings.brush;
    assert!(!back.in_pixels && back.radius == brush.radius);
}
