//! Commands without a window: history, apply, and the table of actions.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::HashMap;
use std::sync::Arc;

use editor::actions::{Action, actions, info};
use editor::apply::apply;
use editor::command::{Channel, Command, Field};
use editor::compare::Bands;
use editor::deform::deform;
use editor::document::Document;
use editor::history::{History, STEPS_KEPT, Snapshot};
use editor::load::load;
use editor::pane_shows::PaneShows;
use editor::playback::{Moment, Playback};
use editor::pose_edit;
use editor::posed_character::Look;
use editor::session::Session;
use editor::shown::Shown;
use glam::{Quat, Vec3};
use rig::{JointIndex, Method, ScaleInheritance};

struct Desk {
    document: Document,
    history: History,
    session: Session,
}

impl Desk {
    fn new() -> Self {
        let character = Box::new(load("builtin:arm").unwrap());
        let mut desk = Self {
            document: Document::empty(),
            history: History::default(),
            session: Session::default(),
        };
        desk.run(Command::Opened {
            file: "builtin:arm".to_owned(),
            character,
        });
        desk
    }

    fn run(&mut self, command: Command) {
        apply(
            command,
            &mut self.document,
            &mut self.history,
            &mut self.session,
        );
    }

    fn set(&mut self, (joint, channel, axis): (u16, Channel, usize), value: f32, dragging: bool) {
        let field = Field {
            joint: JointIndex(joint),
            channel,
            axis,
        };
        self.run(Command::SetField {
            field,
            value,
            dragging,
        });
    }

    fn scale(&self, joint: usize) -> Vec3 {
        self.document.pose.stretch[joint].scale
    }
}

#[test]
fn a_drag_is_one_step_and_the_next_is_another() {
    let mut desk = Desk::new();
    for value in [1.1, 1.2, 1.3] {
        desk.set((1, Channel::Scale, 0), value, true);
    }
    desk.run(Command::EndGesture);
    assert_eq!(desk.history.len(), 1);
    for value in [1.4, 1.5] {
        desk.set((1, Channel::Scale, 0), value, true);
    }
    assert_eq!(desk.history.len(), 2);
    desk.run(Command::Run(Action::Undo));
    assert_eq!(desk.scale(1).x, 1.3);
    desk.run(Command::Run(Action::Undo));
    assert_eq!(desk.scale(1).x, 1.0);
    desk.run(Command::Run(Action::Redo));
    assert_eq!(desk.scale(1).x, 1.3);
    desk.set((1, Channel::Scale, 1), 2.0, false);
    assert_eq!(desk.history.redo_name(), None, "a new step ends redo");
}

#[test]
fn what_changes_nothing_is_no_step() {
    let mut desk = Desk::new();
    desk.set((1, Channel::Scale, 0), 1.0, false);
    desk.set((1, Channel::Scale, 0), f32::NAN, false);
    desk.set((9999, Channel::Scale, 0), 2.0, false);
    desk.run(Command::SetReach(JointIndex(1), ScaleInheritance::Children));
    desk.run(Command::SetReach(JointIndex(9999), ScaleInheritance::Joint));
    desk.run(Command::Run(Action::ReachChildrenAll));
    desk.run(Command::Run(Action::ResetJoint));
    desk.run(Command::Run(Action::ResetPose));
    desk.run(Command::Run(Action::Undo));
    desk.run(Command::Run(Action::Redo));
    assert!(desk.history.is_empty());
}

#[test]
fn the_camera_and_the_selection_are_not_undone() {
    let mut desk = Desk::new();
    desk.set((1, Channel::Translation, 2), 0.5, false);
    desk.run(Command::Select(Some(JointIndex(3))));
    desk.run(Command::Run(Action::ViewTop));
    let camera = desk.session.camera;
    desk.run(Command::Run(Action::Undo));
    assert_eq!(
        (desk.session.camera, desk.session.selection.active()),
        (camera, Some(JointIndex(3)))
    );
}

#[test]
fn editing_over_a_clip_takes_its_pose() {
    let mut desk = Desk::new();
    desk.run(Command::ShowClip(Some(0)));
    desk.run(Command::Seek(0.7));
    let moment = Some(Moment { clip: 0, time: 0.7 });
    assert_eq!(desk.session.playback.moment, moment);
    let shown = editor::shown::current_pose(&desk.document, &desk.session);
    desk.set((2, Channel::Shear, 1), 0.25, false);
    assert_eq!(desk.document.pose.rigid, shown.rigid);
    assert_eq!(
        (desk.session.playback.moment, desk.session.playback.left),
        (None, moment)
    );
    desk.run(Command::Run(Action::BackToClip));
    assert_eq!(desk.session.playback.moment, moment);
    desk.run(Command::ShowClip(None));
    assert_eq!(
        desk.document.pose.stretch[2].shear.y, 0.25,
        "the user's pose is still there"
    );
    desk.run(Command::Run(Action::Undo));
    assert_eq!(
        desk.session.playback.moment, moment,
        "undo shows the clip again"
    );
}

#[test]
fn angles_typed_before_an_undo_are_forgotten() {
    let mut desk = Desk::new();
    let shown = |desk: &Desk| {
        let typed = desk.session.typed_angles.as_ref();
        pose_edit::shown_values(&desk.document.pose, 1, Channel::Rotation, typed).z
    };
    desk.set((1, Channel::Rotation, 2), 30.0, false);
    desk.set((1, Channel::Rotation, 2), 30.1, false);
    assert_eq!(shown(&desk), 30.1);
    let typed = desk.session.typed_angles;
    desk.run(Command::Run(Action::Undo));
    assert_eq!(desk.session.typed_angles, None);
    assert!((shown(&desk) - 30.0).abs() < 1e-3, "{}", shown(&desk));
    // Angles that are still about stand for no rotation but their own.
    desk.session.typed_angles = typed;
    assert!((shown(&desk) - 30.0).abs() < 1e-3, "{}", shown(&desk));
}

#[test]
fn what_is_edited_is_what_is_seen() {
    let mut desk = Desk::new();
    desk.set((1, Channel::Rotation, 2), 90.0, false);
    let own = Arc::clone(&desk.document.pose);
    desk.run(Command::Run(Action::ToggleRest));
    let rest = editor::shown::visible_pose(&desk.document, &desk.session);
    assert_eq!(*rest, desk.document.character.file_pose());
    desk.run(Command::Run(Action::FrameAll));
    let framed = desk.session.camera;
    desk.set((2, Channel::Scale, 0), 2.0, false);
    assert!(!desk.session.switches.rest, "the edited pose is shown");
    assert_eq!(
        desk.document.pose.rigid, rest.rigid,
        "the hidden turn is gone"
    );
    assert_eq!(desk.scale(2).x, 2.0);
    desk.run(Command::Run(Action::Undo));
    assert_eq!(desk.document.pose, own);
    desk.run(Command::Run(Action::FrameAll));
    assert_ne!(desk.session.camera, framed, "framed was the pose of rest");

    desk.run(Command::Run(Action::ToggleRest));
    desk.run(Command::Run(Action::ResetPose));
    assert_eq!(*desk.document.pose, *rest);
}

#[test]
fn each_pane_shows_its_own_method_and_their_difference_is_of_now() {
    let mut desk = Desk::new();
    let methods = [Method::Linear, Method::DualQuaternion, Method::Affine];
    let looks = methods.map(Look::new);
    desk.session.comparing.panes = looks
        .map(|look| PaneShows {
            look,
            ..PaneShows::default()
        })
        .into();
    let mut shown = Shown::default();
    let mut ranges = Vec::new();
    for angle in [60.0, 120.0] {
        desk.set((1, Channel::Rotation, 2), angle, false);
        shown.refresh(&desk.document, &desk.session, false);
        let Document {
            character,
            pose,
            reach,
            ..
        } = &desk.document;
        for (found, look) in shown.deformed().iter().zip(looks) {
            let expected = deform(character, pose, reach, look).unwrap();
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
fn numbers_of_a_drag_come_from_aside_and_at_its_end_at_once() {
    let mut desk = Desk::new();
    let looks = [Method::Linear, Method::DualQuaternion].map(Look::new);
    desk.session.comparing.panes = looks
        .map(|look| PaneShows {
            look,
            ..PaneShows::default()
        })
        .into();
    let mut shown = Shown::default();
    let mut refresh = |desk: &Desk, is_dragged| {
        shown.refresh(&desk.document, &desk.session, is_dragged);
        let range = shown.comparison().panes[1].difference.range;
        (
            shown.is_measuring(),
            range,
            shown.measured(),
            shown.revision,
        )
    };
    let range_at = |angle: f32| {
        let mut other = Desk::new();
        other.session.comparing.panes = desk.session.comparing.panes.clone();
        other.set((1, Channel::Rotation, 2), angle, false);
        let mut fresh = Shown::default();
        fresh.refresh(&other.document, &other.session, false);
        fresh.comparison().panes[1].difference.range
    };
    let expected = [60.0, 120.0, 150.0].map(range_at);
    assert!(expected[0] < expected[1] && expected[1] != expected[2]);
    desk.set((1, Channel::Rotation, 2), 60.0, true);
    let (_, first, ..) = refresh(&desk, true);
    assert_eq!(
        first, expected[0],
        "a character just opened is measured at once"
    );
    desk.set((1, Channel::Rotation, 2), 120.0, true);
    let (is_measuring, during, before, revision) = refresh(&desk, true);
    assert!(is_measuring, "the numbers are on their way");
    assert_eq!(during, first, "no frame waits for them");
    // They come though the pointer rests, and no more come after them.
    let start = std::time::Instant::now();
    let (range, measured) = loop {
        let (is_measuring, range, measured, same) = refresh(&desk, true);
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
    desk.set((1, Channel::Rotation, 2), 150.0, true);
    refresh(&desk, true);
    let (is_measuring, last, ..) = refresh(&desk, false);
    assert!(!is_measuring);
    assert_eq!(
        last, expected[2],
        "at the end of the drag they are of its pose"
    );
}

#[test]
fn bands_are_of_the_range_that_is_asked_for() {
    let mut desk = Desk::new();
    let looks = [Method::Linear, Method::DualQuaternion].map(Look::new);
    let shows = |look| PaneShows {
        look,
        ..PaneShows::default()
    };
    desk.session.comparing.panes = looks.map(shows).into();
    desk.set((1, Channel::Rotation, 2), 100.0, false);
    let mut shown = Shown::default();
    shown.refresh(&desk.document, &desk.session, false);
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
    let mut desk = Desk::new();
    // The first clip bends the elbow; nothing in it moves the upper arm.
    desk.set((0, Channel::Scale, 0), 2.0, false);
    desk.run(Command::ShowClip(Some(0)));
    let shown = editor::shown::current_pose(&desk.document, &desk.session);
    assert_eq!(shown.stretch[0].scale, Vec3::ONE);
}

#[test]
fn drags_of_two_fields_are_two_steps() {
    let mut desk = Desk::new();
    desk.set((1, Channel::Scale, 0), 1.1, true);
    desk.set((1, Channel::Scale, 1), 1.2, true);
    assert_eq!(desk.history.len(), 2);
}

#[test]
fn selecting_ends_a_gesture() {
    let mut desk = Desk::new();
    desk.run(Command::Select(Some(JointIndex(1))));
    desk.set((1, Channel::Scale, 0), 1.1, true);
    desk.set((1, Channel::Scale, 0), 1.2, true);
    desk.run(Command::Select(Some(JointIndex(2))));
    desk.set((1, Channel::Scale, 0), 1.3, true);
    assert_eq!(desk.history.len(), 2);
}

#[test]
fn undo_goes_back_into_a_clip_only_if_the_step_left_it() {
    let mut desk = Desk::new();
    desk.run(Command::ShowClip(Some(0)));
    desk.run(Command::SetReach(JointIndex(1), ScaleInheritance::Joint));
    assert!(desk.session.playback.moment.is_some(), "the clip goes on");
    desk.run(Command::ShowClip(None));
    desk.run(Command::Run(Action::Undo));
    assert_eq!(desk.session.playback.moment, None, "left on purpose");
    desk.run(Command::Run(Action::Redo));
    assert_eq!(desk.session.playback.moment, None);

    desk.run(Command::ShowClip(Some(0)));
    desk.set((1, Channel::Scale, 0), 2.0, false);
    assert_eq!(desk.session.playback.moment, None);
    desk.run(Command::Run(Action::Undo));
    assert!(desk.session.playback.moment.is_some());
    desk.run(Command::Run(Action::Redo));
    assert_eq!(desk.session.playback.moment, None, "the edit is seen again");
}

#[test]
fn the_oldest_steps_go_beyond_the_budget_but_never_the_last_fifty() {
    let document = Desk::new().document;
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
        };
        roomy.record(&format!("step {step}"), None, snapshot, &document);
    }
    assert_eq!(roomy.len(), STEPS_KEPT + 30);
}

#[test]
fn snapshots_share_what_is_untouched() {
    let mut desk = Desk::new();
    let before = desk.document.clone();
    desk.run(Command::SetReach(JointIndex(1), ScaleInheritance::Joint));
    assert!(Arc::ptr_eq(&before.pose, &desk.document.pose));
    assert!(Arc::ptr_eq(&before.character, &desk.document.character));
}

#[test]
fn playback_loops_or_stops() {
    let mut playback = Playback {
        moment: Some(Moment { clip: 0, time: 0.9 }),
        playing: true,
        ..Playback::default()
    };
    playback.advance(0.2, 1.0);
    assert!((playback.moment.unwrap().time - 0.1).abs() < 1e-6);
    playback.looping = false;
    playback.advance(5.0, 1.0);
    assert_eq!(
        (playback.moment.unwrap().time, playback.playing),
        (1.0, false)
    );
    playback.playing = true;
    playback.advance(1.0, 0.0);
    assert_eq!(playback.moment.unwrap().time, 0.0, "a clip without length");
    playback.advance(f32::NAN, 1.0);
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
        let back = pose_edit::degrees(pose_edit::rotation(angles));
        assert!(
            (back - angles).abs().max_element() < 0.05,
            "{angles} came back as {back}"
        );
    }
    // X first: the X axis stays, then Y, then Z turn it.
    let turned = pose_edit::rotation(Vec3::new(90.0, 0.0, 90.0)) * Vec3::X;
    assert!((turned - Vec3::Y).length() < 1e-6);
    assert_eq!(pose_edit::degrees(Quat::IDENTITY), Vec3::ZERO);
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
    let mut desk = Desk::new();
    let count = desk.document.character.rig.skeleton.len();
    let gone = JointIndex(u16::try_from(count).unwrap());
    let before = (desk.document.clone(), desk.session.clone());
    let field = Field {
        joint: gone,
        channel: Channel::Rotation,
        axis: 0,
    };
    for command in [
        Command::Hover(Some(gone), editor::selection::HoveredIn::Tree),
        Command::Select(Some(gone)),
        Command::SelectAll(vec![JointIndex(0), gone], editor::selection::Choose::Alone),
        Command::ToggleFold(gone),
        Command::SetRotation(gone, Quat::from_rotation_x(1.0)),
        Command::SetReach(gone, ScaleInheritance::Joint),
        Command::Reparent(vec![JointIndex(0)], Some(gone)),
        Command::SetRest(gone, rig::Rigid::IDENTITY),
        Command::SetField {
            field,
            value: 1.0,
            dragging: true,
        },
    ] {
        desk.run(command);
    }
    assert!(desk.document.same_as(&before.0));
    assert_eq!(desk.session.hovered, None);
    assert_eq!(desk.session.selection.joints(), before.1.selection.joints());
    assert_eq!(desk.history.len(), 0);
}
