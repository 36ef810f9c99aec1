//! Commands without a window: history, apply, and the table of actions.

use std::collections::HashMap;
use std::sync::Arc;

use glam::{Quat, Vec3};
use rig::{ClipId, JointIndex, Method, Repeat, ScaleInheritance};
use scene::compare::Bands;
use scene::deform::deform;
use scene::posed_character::Look;
use scene::view::pane_shows::PaneShows;
use session::commands::actions::{Action, AnimateAction, EditAction, PoseAction, ViewAction};
use session::commands::command::{Command, Input, Intent};
use session::document::Document;
use session::document::channel::{Channel, JointField};
use session::document::history::{History, STEPS_KEPT, Snapshot};
use session::document::moment::Moment;
use session::features::actions::{actions, info};
use session::features::posing::pose_edit;
use session::shown::ShownPanes;
use session::state::playback::clock::{Playback, Region};
use session::state::posing::command::PoseIntent;
use session::state::selection::Choose;
use session::text::euler::single::{degrees, rotation};

use crate::support::work::Work;

struct Fixture {
    work: Work,
}

impl Fixture {
    fn new() -> Self {
        Self {
            work: Work::on("builtin:arm"),
        }
    }

    fn set(&mut self, (joint, channel, axis): (u16, Channel, usize), value: f32, dragging: bool) {
        let field = JointField {
            joint: JointIndex(joint),
            channel,
            axis,
        };
        self.work
            .send(Command::Intent(Intent::Pose(PoseIntent::SetField {
                field,
                value,
                dragging,
            })));
    }

    fn scale(&self, joint: usize) -> Vec3 {
        self.work.document.pose.stretch[joint].scale
    }
}

#[test]
fn a_drag_is_one_step_and_the_next_is_another() {
    let mut fixture = Fixture::new();
    for value in [1.1, 1.2, 1.3] {
        fixture.set((1, Channel::Scale, 0), value, true);
    }
    fixture.work.send(Command::Input(Input::EndGesture));
    assert_eq!(fixture.work.history.len(), 1);
    for value in [1.4, 1.5] {
        fixture.set((1, Channel::Scale, 0), value, true);
    }
    assert_eq!(fixture.work.history.len(), 2);
    fixture.work.run(Action::Edit(EditAction::Undo));
    assert_eq!(fixture.scale(1).x, 1.3);
    fixture.work.run(Action::Edit(EditAction::Undo));
    assert_eq!(fixture.scale(1).x, 1.0);
    fixture.work.run(Action::Edit(EditAction::Redo));
    assert_eq!(fixture.scale(1).x, 1.3);
    fixture.set((1, Channel::Scale, 1), 2.0, false);
    assert_eq!(
        fixture.work.history.redo_name(),
        None,
        "a new step ends redo"
    );
}

#[test]
fn what_changes_nothing_is_no_step() {
    let mut fixture = Fixture::new();
    fixture.set((1, Channel::Scale, 0), 1.0, false);
    fixture.set((1, Channel::Scale, 0), f32::NAN, false);
    fixture.set((9999, Channel::Scale, 0), 2.0, false);
    fixture
        .work
        .send(Command::Intent(Intent::SetScaleInheritance(
            JointIndex(1),
            ScaleInheritance::Children,
        )));
    fixture
        .work
        .send(Command::Intent(Intent::SetScaleInheritance(
            JointIndex(9999),
            ScaleInheritance::Joint,
        )));
    fixture
        .work
        .run(Action::Pose(PoseAction::ScaleInheritanceChildrenAll));
    fixture.work.run(Action::Pose(PoseAction::ResetJoint));
    fixture.work.run(Action::Pose(PoseAction::ResetPose));
    fixture.work.run(Action::Edit(EditAction::Undo));
    fixture.work.run(Action::Edit(EditAction::Redo));
    assert!(fixture.work.history.is_empty());
}

#[test]
fn the_camera_and_the_selection_are_not_undone() {
    let mut fixture = Fixture::new();
    fixture.set((1, Channel::Translation, 2), 0.5, false);
    fixture
        .work
        .send(Command::Intent(Intent::Select(Some(JointIndex(3)))));
    fixture.work.run(Action::View(ViewAction::ViewTop));
    let camera = fixture.work.session.camera;
    fixture.work.run(Action::Edit(EditAction::Undo));
    assert_eq!(
        (
            fixture.work.session.camera,
            fixture.work.session.character.selection.active()
        ),
        (camera, Some(JointIndex(3)))
    );
}

#[test]
fn angles_typed_before_an_undo_are_forgotten() {
    let mut fixture = Fixture::new();
    let shown = |fixture: &Fixture| {
        let typed = fixture.work.session.character.typed_angles.as_ref();
        pose_edit::shown_values(&fixture.work.document.pose, 1, Channel::Rotation, typed).z
    };
    fixture.set((1, Channel::Rotation, 2), 30.0, false);
    fixture.set((1, Channel::Rotation, 2), 30.1, false);
    assert_eq!(shown(&fixture), 30.1);
    let typed = fixture.work.session.character.typed_angles;
    fixture.work.run(Action::Edit(EditAction::Undo));
    assert_eq!(fixture.work.session.character.typed_angles, None);
    assert!((shown(&fixture) - 30.0).abs() < 1e-3, "{}", shown(&fixture));
    // Angles that are still about stand for no rotation but their own.
    fixture.work.session.character.typed_angles = typed;
    assert!((shown(&fixture) - 30.0).abs() < 1e-3, "{}", shown(&fixture));
}

#[test]
fn what_is_edited_is_what_is_seen() {
    let mut fixture = Fixture::new();
    fixture.set((1, Channel::Rotation, 2), 90.0, false);
    let own = Arc::clone(&fixture.work.document.pose);
    fixture.work.run(Action::Pose(PoseAction::ToggleRest));
    let rest = session::shown::visible_pose(&fixture.work.document, &fixture.work.session);
    assert_eq!(*rest, fixture.work.document.character.file_pose());
    fixture.work.run(Action::View(ViewAction::FrameAll));
    let framed = fixture.work.session.camera;
    fixture.set((2, Channel::Scale, 0), 2.0, false);
    assert!(
        !fixture.work.session.switches.rest,
        "the edited pose is shown"
    );
    assert_eq!(
        fixture.work.document.pose.rigid, rest.rigid,
        "the hidden turn is gone"
    );
    assert_eq!(fixture.scale(2).x, 2.0);
    fixture.work.run(Action::Edit(EditAction::Undo));
    assert_eq!(fixture.work.document.pose, own);
    fixture.work.run(Action::View(ViewAction::FrameAll));
    assert_ne!(
        fixture.work.session.camera, framed,
        "framed was the pose of rest"
    );

    fixture.work.run(Action::Pose(PoseAction::ToggleRest));
    fixture.work.run(Action::Pose(PoseAction::ResetPose));
    assert_eq!(*fixture.work.document.pose, *rest);
}

#[test]
fn each_pane_shows_its_own_method_and_their_difference_is_of_now() {
    let mut fixture = Fixture::new();
    let methods = [Method::Linear, Method::DualQuaternion, Method::Affine];
    let looks = methods.map(Look::new);
    fixture.work.session.comparing.panes = looks
        .map(|look| PaneShows {
            look,
            ..PaneShows::default()
        })
        .into();
    let mut shown = ShownPanes::default();
    let mut ranges = Vec::new();
    for angle in [60.0, 120.0] {
        fixture.set((1, Channel::Rotation, 2), angle, false);
        shown.refresh(&fixture.work.document, &fixture.work.session, false);
        let Document {
            character,
            pose,
            scale_inheritance,
            ..
        } = &fixture.work.document;
        for (found, look) in shown.deformed_panes().iter().zip(looks) {
            let expected = deform(character, pose, scale_inheritance, look).unwrap();
            assert!(*found == expected, "{} at {angle}°", look.method);
        }
        let compared = &shown.comparison().panes;
        assert_eq!(compared.len(), 3);
        assert_eq!(compared[0].difference.range, 0.0);
        ranges.push(compared[1].difference.range);
    }
    assert!(0.0 < ranges[0] && ranges[0] < ranges[1], "{ranges:?}");
}

#[test]
#[expect(
    clippy::too_many_lines,
    reason = "one drag from its beginning to its end"
)]
fn numbers_of_a_drag_come_from_the_background_and_at_its_end_at_once() {
    let mut fixture = Fixture::new();
    let looks = [Method::Linear, Method::DualQuaternion].map(Look::new);
    fixture.work.session.comparing.panes = looks
        .map(|look| PaneShows {
            look,
            ..PaneShows::default()
        })
        .into();
    let mut shown = ShownPanes::default();
    let mut refresh = |fixture: &Fixture, is_dragged| {
        shown.refresh(&fixture.work.document, &fixture.work.session, is_dragged);
        let range = shown.comparison().panes[1].difference.range;
        (
            shown.is_measuring(),
            range,
            shown.comparison_revision(),
            shown.revision,
        )
    };
    let range_at = |angle: f32| {
        let mut other = Fixture::new();
        other.work.session.comparing.panes = fixture.work.session.comparing.panes.clone();
        other.set((1, Channel::Rotation, 2), angle, false);
        let mut fresh = ShownPanes::default();
        fresh.refresh(&other.work.document, &other.work.session, false);
        fresh.comparison().panes[1].difference.range
    };
    let expected = [60.0, 120.0, 150.0].map(range_at);
    assert!(expected[0] < expected[1] && expected[1] != expected[2]);
    fixture.set((1, Channel::Rotation, 2), 60.0, true);
    let (_, first, ..) = refresh(&fixture, true);
    assert_eq!(
        first, expected[0],
        "a character just opened is measured at once"
    );
    fixture.set((1, Channel::Rotation, 2), 120.0, true);
    let (is_measuring, during, before, revision) = refresh(&fixture, true);
    assert!(is_measuring, "the numbers are on their way");
    assert_eq!(during, first, "no frame waits for them");
    // They come though the pointer rests, and no more come after them.
    let start = std::time::Instant::now();
    let (range, measured) = loop {
        let (is_measuring, range, measured, same) = refresh(&fixture, true);
        assert_eq!(same, revision, "nothing else changes");
        if !is_measuring {
            break (range, measured);
        }
        assert!(start.elapsed().as_secs() < 20);
        std::thread::yield_now();
    };
    assert_eq!(range, expected[1]);
    assert_eq!(
        measured,
        before + 1,
        "pictures that show them are drawn anew"
    );
    fixture.set((1, Channel::Rotation, 2), 150.0, true);
    refresh(&fixture, true);
    let (is_measuring, last, ..) = refresh(&fixture, false);
    assert!(!is_measuring);
    assert_eq!(
        last, expected[2],
        "at the end of the drag they are of its pose"
    );
}

#[test]
fn bands_are_of_the_range_that_is_asked_for() {
    let mut fixture = Fixture::new();
    let looks = [Method::Linear, Method::DualQuaternion].map(Look::new);
    let shows = |look| PaneShows {
        look,
        ..PaneShows::default()
    };
    fixture.work.session.comparing.panes = looks.map(shows).into();
    fixture.set((1, Channel::Rotation, 2), 100.0, false);
    let mut shown = ShownPanes::default();
    shown.refresh(&fixture.work.document, &fixture.work.session, false);
    let difference = &shown.comparison().panes[1].difference;
    for range in [
        difference.range,
        0.5 * difference.range,
        0.5 * difference.range,
        0.0,
    ] {
        assert_eq!(shown.bands(1, range), Some(Bands::of(difference, range)));
    }
    assert_eq!(shown.bands(2, 1.0), None);
}

#[test]
fn a_clip_is_shown_over_the_file_and_not_over_the_pose() {
    let mut fixture = Fixture::new();
    // The first clip bends the elbow; nothing in it moves the upper arm.
    fixture.set((0, Channel::Scale, 0), 2.0, false);
    fixture
        .work
        .send(Command::Intent(Intent::ShowClip(Some(ClipId(0)))));
    let shown = session::shown::current_pose(&fixture.work.document, &fixture.work.session);
    assert_eq!(shown.stretch[0].scale, Vec3::ONE);
}

#[test]
fn drags_of_two_fields_are_two_steps() {
    let mut fixture = Fixture::new();
    fixture.set((1, Channel::Scale, 0), 1.1, true);
    fixture.set((1, Channel::Scale, 1), 1.2, true);
    assert_eq!(fixture.work.history.len(), 2);
}

#[test]
fn selecting_ends_a_gesture() {
    let mut fixture = Fixture::new();
    fixture
        .work
        .send(Command::Intent(Intent::Select(Some(JointIndex(1)))));
    fixture.set((1, Channel::Scale, 0), 1.1, true);
    fixture.set((1, Channel::Scale, 0), 1.2, true);
    fixture
        .work
        .send(Command::Intent(Intent::Select(Some(JointIndex(2)))));
    fixture.set((1, Channel::Scale, 0), 1.3, true);
    assert_eq!(fixture.work.history.len(), 2);
}

#[test]
fn undo_goes_back_into_a_clip_only_if_the_step_left_it() {
    let mut fixture = Fixture::new();
    fixture
        .work
        .send(Command::Intent(Intent::ShowClip(Some(ClipId(0)))));
    fixture
        .work
        .send(Command::Intent(Intent::SetScaleInheritance(
            JointIndex(1),
            ScaleInheritance::Joint,
        )));
    assert!(
        fixture.work.session.playback.moment.is_some(),
        "the clip goes on"
    );
    fixture.work.send(Command::Intent(Intent::ShowClip(None)));
    fixture.work.run(Action::Edit(EditAction::Undo));
    assert_eq!(
        fixture.work.session.playback.moment, None,
        "left on purpose"
    );
    fixture.work.run(Action::Edit(EditAction::Redo));
    assert_eq!(fixture.work.session.playback.moment, None);

    fixture
        .work
        .send(Command::Intent(Intent::ShowClip(Some(ClipId(0)))));
    fixture.set((1, Channel::Scale, 0), 2.0, false);
    fixture
        .work
        .run(Action::Animate(AnimateAction::KeepPending));
    assert_eq!(fixture.work.session.playback.moment, None);
    fixture.work.run(Action::Edit(EditAction::Undo));
    assert!(fixture.work.session.playback.moment.is_some());
    fixture.work.run(Action::Edit(EditAction::Redo));
    assert_eq!(
        fixture.work.session.playback.moment, None,
        "the edit is seen again"
    );
}

#[test]
fn the_oldest_steps_go_beyond_the_budget_but_never_the_last_fifty() {
    let document = Fixture::new().work.document;
    let mut history = History::with_budget(1);
    for step in 0..STEPS_KEPT + 30 {
        let mut pose = (*document.pose).clone();
        pose.rigid[0].translation.x = f32::from(u16::try_from(step).unwrap());
        let before = Document {
            pose: Arc::new(pose),
            ..document.clone()
        };
        history.record(
            &format!("step {step}"),
            None,
            Snapshot {
                document: before,
                moment: None,
                left: None,
            },
            &document,
        );
    }
    assert_eq!(history.len(), STEPS_KEPT);
    assert_eq!(history.undo_name(), Some("step 79"));
    let mut roomy = History::default();
    for step in 0..STEPS_KEPT + 30 {
        let snapshot = Snapshot {
            document: document.clone(),
            moment: None,
            left: None,
        };
        roomy.record(&format!("step {step}"), None, snapshot, &document);
    }
    assert_eq!(roomy.len(), STEPS_KEPT + 30);
}

#[test]
fn snapshots_share_what_is_untouched() {
    let mut fixture = Fixture::new();
    let before = fixture.work.document.clone();
    fixture
        .work
        .send(Command::Intent(Intent::SetScaleInheritance(
            JointIndex(1),
            ScaleInheritance::Joint,
        )));
    assert!(Arc::ptr_eq(&before.pose, &fixture.work.document.pose));
    assert!(Arc::ptr_eq(
        &before.character,
        &fixture.work.document.character
    ));
}

#[test]
fn playback_loops_or_stops() {
    let mut playback = Playback::default();
    playback.show(Moment {
        clip: ClipId(0),
        time: 0.9,
    });
    playback.playing = true;
    for (now, shown) in [(10.0, 0.9), (10.2, 0.1), (14.0, 0.9), (14.15, 0.05)] {
        playback.tell(now, 1.0);
        let time = playback.moment.unwrap().time;
        assert!((time - shown).abs() < 1e-5, "{shown} at {now}, not {time}");
    }
    // A clock that stood still for long, and a jump to another time, begin anew.
    playback.tell(100.0, 1.0);
    assert!((playback.moment.unwrap().time - 0.05).abs() < 1e-5);
    playback.show(Moment {
        clip: ClipId(0),
        time: 0.5,
    });
    playback.tell(100.5, 1.0);
    assert_eq!(playback.moment.unwrap().time, 0.5);
    playback.repeat = Repeat::PingPong;
    playback.tell(100.75, 1.0);
    assert!(!playback.runs_backwards());
    playback.tell(101.25, 1.0);
    assert!((playback.moment.unwrap().time - 0.75).abs() < 1e-5);
    assert!(playback.runs_backwards(), "the way back");
    playback.region = Some(Region {
        clip: ClipId(0),
        start: 0.25,
        end: 0.5,
    });
    playback.tell(101.375, 1.0);
    assert!((playback.moment.unwrap().time - 0.375).abs() < 1e-5);
    playback.region = None;
    playback.repeat = Repeat::Once;
    playback.tell(103.0, 1.0);
    assert_eq!(
        (playback.moment.unwrap().time, playback.playing),
        (1.0, false)
    );
    playback.playing = true;
    playback.tell(104.0, 0.0);
    assert_eq!(playback.moment.unwrap().time, 0.0, "a clip without length");
    playback.tell(f64::NAN, 1.0);
    assert_eq!(playback.moment.unwrap().time, 0.0);
}

#[test]
fn angles_come_back_as_the_smaller_triple() {
    let cases = [
        [0.0, 105.0, 0.0],
        [10.0, 20.0, 30.0],
        [-170.0, 3.0, 0.0],
        [0.0, 0.0, 179.0],
        [0.0, 90.0, 0.0],
    ];
    for angles in cases.map(Vec3::from) {
        let back = degrees(rotation(angles));
        assert!(
            (back - angles).abs().max_element() < 0.05,
            "{angles} came back as {back}"
        );
    }
    // X first: the X axis stays, then Y, then Z turn it.
    let turned = rotation(Vec3::new(90.0, 0.0, 90.0)) * Vec3::X;
    assert!((turned - Vec3::Y).length() < 1e-6);
    assert_eq!(degrees(Quat::IDENTITY), Vec3::ZERO);
}

#[test]
fn each_action_has_one_row() {
    let mut seen = HashMap::new();
    for row in actions() {
        assert!(
            !row.text.is_empty() && !row.tooltip.is_empty(),
            "{:?} needs words",
            row.action
        );
        assert!(
            seen.insert(row.action, &row.text).is_none(),
            "{:?} has two rows",
            row.action
        );
        assert_eq!(info(row.action).map(|row| &row.text), Some(&row.text));
    }
    assert!(seen.len() > 20);
}

/// A frame that was drawn before a file came asks about the joints of another character.
#[test]
fn what_is_asked_about_joints_that_are_gone_is_passed_over() {
    let mut fixture = Fixture::new();
    let count = fixture.work.document.character.rig.skeleton.len();
    let gone = JointIndex(u16::try_from(count).unwrap());
    let before = (fixture.work.document.clone(), fixture.work.session.clone());
    let field = JointField {
        joint: gone,
        channel: Channel::Rotation,
        axis: 0,
    };
    for command in [
        Command::Input(Input::Hover(
            Some(gone),
            session::state::selection::HoveredIn::Tree,
        )),
        Command::Intent(Intent::Select(Some(gone))),
        Command::Intent(Intent::SelectAll(vec![JointIndex(0), gone], Choose::Alone)),
        Command::Intent(Intent::ToggleFold(gone)),
        Command::Intent(Intent::Pose(PoseIntent::SetRotation(
            gone,
            Quat::from_rotation_x(1.0),
        ))),
        Command::Intent(Intent::SetScaleInheritance(gone, ScaleInheritance::Joint)),
        Command::Intent(Intent::Reparent(vec![JointIndex(0)], Some(gone))),
        Command::Intent(Intent::SetRest(gone, rig::Rigid::IDENTITY)),
        Command::Intent(Intent::Pose(PoseIntent::SetField {
            field,
            value: 1.0,
            dragging: true,
        })),
    ] {
        fixture.work.send(command);
    }
    assert!(fixture.work.document.same_as(&before.0));
    assert_eq!(fixture.work.session.character.hovered, None);
    assert_eq!(
        fixture.work.session.character.selection.joints(),
        before.1.character.selection.joints()
    );
    assert_eq!(fixture.work.history.len(), 0);
}
