//! What the ends of limbs do while these are dragged.

use character::SkeletonEdit;
use glam::{Mat3, Vec2, Vec3};
use rig::{
    DrivenChannel, DrivenCombine, DrivenCurve, DrivenTarget, DriverAngle, DriverMeasure, Limb,
};
use session::commands::actions::{Action, EditAction, PosingAction, ToolAction};
use session::commands::command::{Command, Input, Intent};
use session::mode::Mode;
use session::shown::joint_frames;
use session::state::posing::driven::DrivenIntent;
use session::state::posing::limb::{LimbEvent, Pointer};

use crate::support::work::Work;

fn keeps(work: &Work, name: &str) -> bool {
    let skeleton = &work.document.character.rig.skeleton;
    let limb = Limb::find_for_drag(skeleton, skeleton.find(name).unwrap()).unwrap();
    work.session.character.limb_ends.keeps(skeleton, limb)
}

#[test]
fn hands_follow_and_feet_keep_their_orientation_unless_they_are_told_otherwise() {
    let mut work = Work::on("builtin:biped");
    assert!(!keeps(&work, "hand.L"));
    assert!(keeps(&work, "foot.L"));
    work.run(Action::Tool(ToolAction::ToggleLimbEnd));
    assert!(
        work.session.character.limb_ends.keeps.is_empty(),
        "nothing is selected"
    );
    let hand = work.document.character.rig.skeleton.find("hand.L").unwrap();
    work.send(Command::Intent(Intent::Select(Some(hand))));
    work.run(Action::Tool(ToolAction::ToggleLimbEnd));
    assert!(keeps(&work, "hand.L"));
    assert!(!keeps(&work, "hand.R"), "each limb has its own");
    let rename = SkeletonEdit::Rename {
        joint: work.document.character.rig.skeleton.key(hand),
        name: "claw.L".to_owned(),
    };
    work.send(Command::Intent(Intent::EditSkeleton(rename)));
    assert!(keeps(&work, "claw.L"), "it follows a new name");
}

fn frame(work: &Work, name: &str) -> (Mat3, Vec3) {
    let document = &work.document;
    let frames = joint_frames(
        &document.character,
        &document.pose,
        &document.scale_inheritance,
    );
    let joint = document.character.rig.skeleton.find(name).unwrap();
    let frame = frames[joint.index()];
    (Mat3::from(frame.matrix3), frame.translation.into())
}

/// Drags a joint upwards in the picture, by an eighth of it.
fn drag(work: &mut Work, name: &str) {
    let viewport = Vec2::splat(800.0);
    let camera = work.session.camera;
    let at = camera.pixel(frame(work, name).1, viewport).unwrap();
    let pointer = |pixel| Pointer {
        pixel,
        viewport,
        camera,
        moves_pole: false,
    };
    let joint = work.document.character.rig.skeleton.find(name).unwrap();
    let up = pointer(at + Vec2::new(0.0, -100.0));
    let events = [
        LimbEvent::Take(joint, 0, pointer(at)),
        LimbEvent::Follow(up),
        LimbEvent::Release,
    ];
    for event in events {
        work.send(Command::Input(Input::Limb(event)));
    }
}

#[test]
fn toes_drag_the_foot_which_keeps_its_orientation_until_it_is_told_to_follow() {
    let mut work = Work::on("builtin:biped");
    work.session.mode = Mode::Pose;
    let before = frame(&work, "foot.L");
    drag(&mut work, "toes.L");
    assert_eq!(work.history.undo_name(), Some("Reach with foot.L"));
    let kept = frame(&work, "foot.L");
    assert!(kept.1.distance(before.1) > 0.05, "it went along");
    assert!(kept.0.abs_diff_eq(before.0, 1e-4));
    work.run(Action::Edit(EditAction::Undo));
    work.run(Action::Tool(ToolAction::ToggleLimbEnd));
    drag(&mut work, "foot.L");
    assert!(!frame(&work, "foot.L").0.abs_diff_eq(before.0, 1e-2));
}

/// While drivers are muted, the panes show what is posed, and that is what the pointer gets.
#[test]
fn a_limb_reaches_the_pointer_while_drivers_are_muted() {
    let mut work = Work::on("builtin:biped");
    work.session.mode = Mode::Pose;
    let skeleton = &work.document.character.rig.skeleton;
    let [thigh, shin] = ["thigh.L", "shin.L"].map(|name| skeleton.find(name).unwrap());
    let channel = DrivenChannel {
        driver: DriverAngle {
            joint: thigh,
            measure: DriverMeasure::Twist { axis: Vec3::X },
        },
        target: DrivenTarget::Translation {
            joint: shin,
            axis: Vec3::Y,
        },
        curve: DrivenCurve::proportional(0.1).unwrap(),
        combine: DrivenCombine::Adds,
        muted: false,
    };
    work.send(Command::Intent(Intent::Driven(DrivenIntent::Add(channel))));
    work.run(Action::Posing(PosingAction::ToggleMuteDrivers));
    let pixel = |work: &Work| {
        let place = frame(work, "foot.L").1;
        work.session
            .camera
            .pixel(place, Vec2::splat(800.0))
            .unwrap()
    };
    let wanted = pixel(&work) + Vec2::new(0.0, -100.0);
    drag(&mut work, "foot.L");
    let off = pixel(&work).distance(wanted);
    assert!(off < 1.0, "{off}");
    let turn = work.document.pose.rigid[thigh.index()].rotation;
    assert!(turn.x.abs() > 0.1, "it drives something: {turn}");
}
