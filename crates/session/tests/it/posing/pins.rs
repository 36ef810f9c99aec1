//! Pins: what they hold while joints are posed, and what becomes of them, without a window.

use std::sync::Arc;

use character::{SaveOptions, SkeletonEdit, open_bytes, to_glb_with};
use glam::{Quat, Vec2, Vec3};
use rig::{
    DrivenChannel, DrivenCombine, DrivenCurve, DrivenTarget, DriverAngle, DriverMeasure,
    JointChannel, JointIndex, JointLimits, LimitAxes, Target,
};
use scene::vertex_facts::{VertexFacts, VertexPlace};
use session::commands::actions::{
    Action, AnimateAction, ClipToolAction, EditAction, PinAction, PosingAction, SkeletonAction,
};
use session::commands::command::{Command, Input, Intent};
use session::document::Document;
use session::document::channel::{Channel, JointField};
use session::document::pins::{JointFrames, JointPin};
use session::mode::Mode;
use session::shown::{joint_frames, shown_pose, visible_pose};
use session::state::export::options::{kept_extras, left_behind_text};
use session::state::gizmo::operation::Event;
use session::state::gizmo::tool::{Axis, Tool};
use session::state::posing::command::PoseIntent;
use session::state::posing::driven::DrivenIntent;
use session::state::posing::limb::{LimbEvent, Pointer};
use session::state::projects::{restore_project, work_of};
use session::state::selection::Choose;

use crate::support::work::Work;

fn biped() -> Work {
    let mut work = Work::on("builtin:biped");
    work.session.mode = Mode::Pose;
    work
}

fn joint(work: &Work, name: &str) -> JointIndex {
    work.document.character.rig.skeleton.find(name).unwrap()
}

fn select(work: &mut Work, names: &[&str]) {
    let joints = names.iter().map(|name| joint(work, name)).collect();
    work.send(Intent::SelectAll(joints, Choose::Alone).into());
}

fn pin(work: &mut Work, names: &[&str]) {
    select(work, names);
    work.run(Action::Pins(PinAction::PinJoint));
}

fn frames(work: &Work) -> JointFrames {
    let pose = visible_pose(&work.document, &work.session);
    let skeleton = &work.document.character.rig.skeleton;
    JointFrames::of(skeleton, &pose, &work.document.scale_inheritance).unwrap()
}

fn place(work: &Work, name: &str) -> Vec3 {
    frames(work).point(joint(work, name), Vec3::ZERO).unwrap()
}

fn set(work: &mut Work, name: &str, channel: Channel, values: [f32; 3]) {
    for (axis, value) in values.into_iter().enumerate() {
        let field = JointField {
            joint: joint(work, name),
            channel,
            axis,
        };
        let set = PoseIntent::SetField {
            field,
            value,
            dragging: false,
        };
        work.send(Intent::Pose(set).into());
    }
}

fn tell(work: &mut Work, event: Event) {
    work.send(Command::Input(Input::Tool(event)));
}

/// Does a tool along an axis of the model by a typed number.
fn operate(work: &mut Work, (tool, axis): (Tool, Axis), number: &str) {
    work.run(Action::Tool(
        session::commands::actions::ToolAction::Operate(tool),
    ));
    tell(work, Event::Axis(axis));
    for sign in number.chars() {
        tell(work, Event::Sign(sign));
    }
    tell(work, Event::Confirm);
}

fn said(work: &Work, words: &str) -> bool {
    let mut all = work.session.notices.all().iter();
    all.any(|notice| notice.text.contains(words))
}

#[test]
fn feet_stay_while_hips_go_down_turn_and_sway_and_knees_go_forwards() {
    let mut work = biped();
    pin(&mut work, &["foot.L", "foot.R"]);
    assert!(work.document.pins.iter().all(|pin| pin.holds_orientation));
    let feet = ["foot.L", "foot.R"];
    let before = feet.map(|foot| place(&work, foot));
    let turned = feet.map(|foot| frames(&work).rotation(joint(&work, foot)).unwrap());
    select(&mut work, &["hips"]);
    let ways = [[0.0, -0.2, 0.0], [0.1, -0.25, 0.05], [-0.08, -0.3, -0.1]];
    for way in ways {
        set(&mut work, "hips", Channel::Translation, way);
        operate(&mut work, (Tool::Rotate, Axis::Y), "15");
        for (foot, (before, turned)) in feet.iter().zip(before.iter().zip(turned)) {
            let off = place(&work, foot).distance(*before);
            assert!(off < 2e-5, "{foot} at {way:?}: {off}");
            let now = frames(&work).rotation(joint(&work, foot)).unwrap();
            assert!(now.angle_between(turned) < 1e-3, "{foot} is turned");
        }
        let [hip, knee, foot] = ["thigh.L", "shin.L", "foot.L"].map(|name| place(&work, name));
        let bend = (knee - hip).reject_from_normalized((foot - hip).normalize());
        assert!(bend.z > 0.05, "the knee goes forwards: {bend}");
    }
    assert!(!said(&work, "out of reach"));
    let posed = work.document.pose.clone();
    work.run(Action::Edit(EditAction::Undo));
    assert_ne!(work.document.pose, posed, "one step");
    work.run(Action::Edit(EditAction::Redo));
    assert_eq!(work.document.pose, posed);
    // Neither pinning nor letting go moves anything.
    select(&mut work, &feet);
    work.run(Action::Pins(PinAction::UnpinJoints));
    assert!(work.document.pins.is_empty());
    assert_eq!(work.document.pose, posed);
    work.run(Action::Pins(PinAction::PinJoint));
    assert_eq!(work.document.pose, posed);
    operate(&mut work, (Tool::Move, Axis::X), "0.01");
    assert_ne!(
        work.document.pose, posed,
        "a pinned joint can be moved itself"
    );
    let left = |pin: &JointPin| pin.residual(&frames(&work)).unwrap();
    assert!(
        work.document.pins.iter().map(left).all(|off| off < 1e-6),
        "its pin goes along"
    );
}

#[test]
fn what_cannot_be_reached_is_approached_and_told() {
    let mut work = biped();
    pin(&mut work, &["foot.L"]);
    let before = place(&work, "foot.L");
    select(&mut work, &["hips"]);
    set(&mut work, "hips", Channel::Translation, [0.0, 0.5, 0.0]);
    assert!(said(&work, "out of reach: foot.L"));
    let (hip, foot) = (place(&work, "thigh.L"), place(&work, "foot.L"));
    let off = foot.distance(before);
    assert!(off > 0.2 && off < 0.5 + 1e-4, "{off}");
    let straight = (foot - hip).normalize().dot((before - hip).normalize());
    assert!(straight > 0.999, "the leg points at its pin: {straight}");
    // Back in reach it is held again.
    set(&mut work, "hips", Channel::Translation, [0.0, -0.1, 0.0]);
    assert!(place(&work, "foot.L").distance(before) < 2e-5);
}

/// The way from one rotation to the other, whatever their signs.
fn chord(one: Quat, other: Quat) -> f32 {
    (one - other).length().min((one + other).length())
}

#[test]
fn a_pinned_foot_is_reached_only_as_far_as_the_knee_may_bend() {
    let mut work = biped();
    let shin = joint(&work, "shin.L");
    let hinge = JointLimits {
        axes: LimitAxes::of_two(Vec3::Y, Vec3::X),
        twist: [0.0; 2],
        swing: [[0.3; 2], [0.0; 2]],
    };
    let mut limits = work.document.joint_limits.to_vec();
    limits[shin.index()] = Some(hinge);
    work.document.joint_limits = limits.into();
    pin(&mut work, &["foot.L"]);
    let before = place(&work, "foot.L");
    select(&mut work, &["hips"]);
    set(&mut work, "hips", Channel::Translation, [0.0, -0.25, 0.0]);
    let turned = work.document.pose.rigid[shin.index()].rotation;
    let out = chord(hinge.clamp(turned, 0.0), turned);
    assert!(out < 1e-4, "the knee is out of its limits by {out}");
    let off = place(&work, "foot.L").distance(before);
    assert!(off > 0.02, "{off}");
    assert!(said(&work, "out of reach: foot.L"));
    work.run(Action::Posing(PosingAction::ToggleObeyLimits));
    set(&mut work, "hips", Channel::Translation, [0.0, -0.24, 0.0]);
    let off = place(&work, "foot.L").distance(before);
    assert!(off < 2e-5, "{off}");
}

#[test]
fn pins_hold_the_same_places_after_the_pose_became_the_rest() {
    let mut work = biped();
    pin_foot_bent(&mut work);
    set(&mut work, "forearm.L", Channel::Rotation, [0.0, 0.0, 60.0]);
    select(&mut work, &["hand.R", "hand.L"]);
    work.run(Action::Pins(PinAction::PinToJoint));
    let before = work.document.pins.to_vec();
    let rest = work.document.character.rig.skeleton.clone();
    work.session.mode = Mode::Skeleton;
    work.run(Action::Skeleton(SkeletonAction::TakePoseAsRest));
    let skeleton = &work.document.character.rig.skeleton;
    assert_ne!(*skeleton, rest, "the pose is the rest now");
    let after = &work.document.pins;
    assert_eq!((before.len(), after.len()), (2, 2));
    let now = frames(&work);
    for (was, is) in before.iter().zip(after.iter()) {
        let left = is.residual(&now).unwrap();
        assert!(left < 1e-5, "{is:?} is off by {left}");
        assert_eq!((was.joint, was.to), (is.joint, is.to));
        assert!(was.place.distance(is.place) < 1e-5, "{was:?} {is:?}");
        assert!(chord(was.rotation, is.rotation) < 1e-4, "{was:?} {is:?}");
    }
}

#[test]
fn a_head_stays_where_it_is_while_the_hips_go_down_for_the_back_bends() {
    let mut work = biped();
    pin(&mut work, &["head"]);
    let before = place(&work, "head");
    select(&mut work, &["hips"]);
    for way in [[0.0, 0.0, 0.06], [0.03, 0.03, 0.0], [0.0, 0.05, 0.0]] {
        set(&mut work, "hips", Channel::Translation, way);
        let off = place(&work, "head").distance(before);
        assert!(off < 1e-3, "{way:?}: {off}");
    }
}

#[test]
fn pins_that_contradict_each_other_leave_a_pose_that_is_finite() {
    let mut work = biped();
    pin(&mut work, &["hand.L", "hand.R", "head"]);
    for [to, own] in [["hand.L", "hand.R"], ["hand.R", "hand.L"]] {
        select(&mut work, &[to, own]);
        work.run(Action::Pins(PinAction::PinToJoint));
    }
    let hands = |work: &Work| place(work, "hand.L").distance(place(work, "hand.R"));
    let apart = hands(&work);
    select(&mut work, &["spine"]);
    for angle in ["40", "170", "-300"] {
        operate(&mut work, (Tool::Rotate, Axis::Z), angle);
        let is_finite = |rigid: &rig::Rigid| rigid.rotation.is_finite();
        assert!(work.document.pose.rigid.iter().all(is_finite));
    }
    assert!((hands(&work) - apart).abs() < 2.0);
    work.run(Action::Pins(PinAction::RemoveAllPins));
    assert!(work.document.pins.is_empty());
}

#[test]
fn a_hand_goes_along_with_the_other_and_a_turned_thigh_swings_its_knee() {
    let mut work = biped();
    select(&mut work, &["hand.R", "hand.L"]);
    work.run(Action::Pins(PinAction::PinToJoint));
    let pin = work.document.pins[0];
    assert_eq!(
        (pin.joint, pin.to),
        (joint(&work, "hand.L"), Some(joint(&work, "hand.R")))
    );
    // Towards each other first, so that both can reach.
    work.run(Action::Pins(PinAction::RemoveAllPins));
    set(&mut work, "forearm.L", Channel::Rotation, [0.0, 0.0, 60.0]);
    set(&mut work, "forearm.R", Channel::Rotation, [0.0, 0.0, -60.0]);
    select(&mut work, &["hand.R", "hand.L"]);
    work.run(Action::Pins(PinAction::PinToJoint));
    let beside = |work: &Work| {
        let frames = frames(work);
        work.document.pins[0].residual(&frames).unwrap()
    };
    let before = place(&work, "hand.L");
    select(&mut work, &["forearm.R"]);
    operate(&mut work, (Tool::Rotate, Axis::X), "15");
    assert!(
        place(&work, "hand.L").distance(before) > 0.01,
        "it goes along"
    );
    assert!(beside(&work) < 1e-4, "{}", beside(&work));
    // A leg that is bent, and turned about itself.
    set(&mut work, "hips", Channel::Translation, [0.0, -0.2, 0.0]);
    work.run(Action::Pins(PinAction::RemoveAllPins));
    pin_foot_bent(&mut work);
    let (foot, knee) = (place(&work, "foot.L"), place(&work, "shin.L"));
    select(&mut work, &["thigh.L"]);
    operate(&mut work, (Tool::Rotate, Axis::Y), "25");
    assert!(place(&work, "foot.L").distance(foot) < 2e-5);
    assert!(
        place(&work, "shin.L").distance(knee) > 0.02,
        "the knee swings"
    );
}

#[test]
fn a_point_of_the_skin_is_held_where_it_was() {
    let mut work = biped();
    let foot = joint(&work, "foot.L");
    // Of a vertex that the foot moves.
    let mut all = (0..16).flat_map(|primitive| {
        let of_primitive = move |vertex| VertexPlace { primitive, vertex };
        (0..20_000).map(of_primitive)
    });
    let of_foot = |place: &VertexPlace| {
        let facts = VertexFacts::of(&work.document.character, *place);
        facts.and_then(|facts| facts.dominant()) == Some(foot)
    };
    let place = all.find(of_foot).unwrap();
    work.send(Intent::PinVertex(Some(place)).into());
    work.run(Action::Pins(PinAction::PinSkinPoint));
    let pin = work.document.pins[0];
    assert!(pin.joint == foot && pin.offset.length() > 1e-3);
    let at_rest = pin.place;
    for way in [[0.0, -0.1, 0.0], [0.05, -0.15, 0.05]] {
        set(&mut work, "hips", Channel::Translation, way);
        let off = frames(&work)
            .point(foot, pin.offset)
            .unwrap()
            .distance(at_rest);
        assert!(off < 1e-4, "{way:?}: {off}");
    }
}

fn pin_foot_bent(work: &mut Work) {
    set(work, "thigh.L", Channel::Rotation, [30.0, 0.0, 0.0]);
    set(work, "shin.L", Channel::Rotation, [50.0, 0.0, 0.0]);
    pin(work, &["foot.L"]);
}

#[test]
fn a_pinned_hand_that_is_dragged_takes_its_pin_along() {
    let mut work = biped();
    pin(&mut work, &["hand.L"]);
    let before = work.document.pins[0];
    let viewport = Vec2::splat(800.0);
    let camera = work.session.camera;
    let at = camera.pixel(place(&work, "hand.L"), viewport).unwrap();
    let pointer = |pixel| Pointer {
        pixel,
        viewport,
        camera,
        moves_pole: false,
    };
    let hand = joint(&work, "hand.L");
    let events = [
        LimbEvent::Take(hand, 0, pointer(at)),
        LimbEvent::Follow(pointer(at + Vec2::new(-40.0, 30.0))),
        LimbEvent::Release,
    ];
    for event in events {
        work.send(Command::Input(Input::Limb(event)));
    }
    let after = work.document.pins[0];
    assert!(after.place.distance(before.place) > 0.01);
    assert!(after.place.distance(place(&work, "hand.L")) < 1e-6);
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(work.document.pins[0], before, "one step with the drag");
}

#[test]
fn what_pins_turn_is_keyed_with_what_was_posed() {
    let mut work = biped();
    work.session.mode = Mode::Animate;
    select(&mut work, &["hips"]);
    work.run(Action::Animate(AnimateAction::KeySelected));
    pin(&mut work, &["foot.L"]);
    let range = work.document.pins[0].range.unwrap();
    assert_eq!((range.from, range.to), (0.0, 2.0), "the whole clip");
    let turns = |work: &Work| {
        let clip = work.document.character.clips.last().unwrap();
        let count = |name| {
            let target = Target::Joint(joint(work, name), JointChannel::Rotation);
            clip.keys(target).map_or(0, |keys| keys.times().len())
        };
        ["thigh.L", "shin.L", "thigh.R"].map(count)
    };
    // By Key, with the hips alone selected.
    work.send(Intent::Seek(1.0).into());
    let before = place(&work, "foot.L");
    select(&mut work, &["hips"]);
    set(&mut work, "hips", Channel::Translation, [0.0, -0.15, 0.0]);
    assert_eq!(turns(&work), [0, 0, 0]);
    work.run(Action::Animate(AnimateAction::KeySelected));
    assert_eq!(turns(&work), [2, 2, 0], "one at the beginning, too");
    assert!(work.document.pending.is_empty());
    assert!(place(&work, "foot.L").distance(before) < 2e-5);
    // And by auto-key.
    work.run(Action::Animate(AnimateAction::ToggleAutoKey));
    work.send(Intent::Seek(2.0).into());
    set(&mut work, "hips", Channel::Translation, [0.0, -0.25, 0.0]);
    assert_eq!(turns(&work), [3, 3, 0]);
    assert!(place(&work, "foot.L").distance(before) < 2e-5);
}

#[test]
fn pins_come_back_with_projects_and_follow_edits_of_the_skeleton() {
    let mut work = biped();
    pin(&mut work, &["foot.L", "toes.R"]);
    select(&mut work, &["hand.R", "hand.L"]);
    work.run(Action::Pins(PinAction::PinToJoint));
    work.run(Action::Pins(PinAction::TogglePinOrientation));
    select(&mut work, &["hips"]);
    work.run(Action::Animate(AnimateAction::KeySelected));
    pin(&mut work, &["foot.R"]);
    assert_eq!(work.document.pins.len(), 4);
    let project = work_of(&work.document);
    let again = restore_project(&work.document.original, &project);
    assert!(again.problems.is_empty(), "{:?}", again.problems);
    let pins = &work.document.pins;
    assert_eq!(again.document.pins, *pins);
    // Numbers and names that mean nothing are told, and all else comes back.
    let mut broken = project;
    broken.pins[0].joint = "third foot".to_owned();
    broken.pins[1].place[1] = f32::NAN;
    broken.pins[3].range.as_mut().unwrap().until = -1.0;
    let again = restore_project(&work.document.original, &broken);
    assert_eq!(again.document.pins[..], pins[2..3]);
    assert_eq!(again.problems.len(), 3, "{:?}", again.problems);
    // A new name, and a joint that goes and comes back.
    let skeleton = &work.document.character.rig.skeleton;
    let rename = SkeletonEdit::Rename {
        joint: skeleton.key(joint(&work, "foot.L")),
        name: "club".to_owned(),
    };
    work.send(Intent::EditSkeleton(rename).into());
    assert_eq!(work.document.pins.len(), 4);
    let frames = joint_frames(
        &work.document.character,
        &work.document.pose,
        &work.document.scale_inheritance,
    );
    let [held, wanted] = work.document.pins[0].ends(&frames).unwrap();
    assert!(held.distance(wanted) < 1e-6);
    work.session.mode = Mode::Skeleton;
    select(&mut work, &["toes.R"]);
    work.run(Action::Skeleton(SkeletonAction::DissolveJoints));
    assert_eq!(work.document.pins.len(), 3);
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(work.document.pins.len(), 4);
    work.run(Action::Animate(AnimateAction::DeleteClip));
    assert_eq!(work.document.pins.len(), 3, "pins of a clip go with it");
}

/// An exported file has the pins, with their ranges; what the user took off stays off when the file is read again.
#[test]
fn pins_are_kept_in_exported_files() {
    let mut work = biped();
    pin(&mut work, &["foot.L"]);
    select(&mut work, &["hand.R", "hand.L"]);
    work.run(Action::Pins(PinAction::PinToJoint));
    work.run(Action::Pins(PinAction::TogglePinOrientation));
    select(&mut work, &["hips"]);
    work.run(Action::Animate(AnimateAction::KeySelected));
    pin(&mut work, &["foot.R"]);
    let exported = |document: &Document| {
        let options = SaveOptions {
            kept: Some(kept_extras(document, None)),
            ..SaveOptions::default()
        };
        let (bytes, _) = to_glb_with(&document.character, &options).unwrap();
        open_bytes("biped.glb", &bytes).unwrap()
    };
    let by_joint = |document: &Document| {
        let mut pins = document.pins.to_vec();
        let skeleton = &document.character.rig.skeleton;
        pins.sort_by_key(|pin| skeleton.key(pin.joint));
        pins
    };
    let file = exported(&work.document);
    let opened = Document::new(Arc::new(file.clone()));
    assert_eq!(opened.pins.len(), 3);
    assert_eq!(by_joint(&opened), by_joint(&work.document));

    // Of a layer, which is merged with the clip below it, they are told.
    let before = work.document.clone();
    assert!(!left_behind_text(&before, 0, 0).contains("pin"));
    work.run(Action::ClipTool(ClipToolAction::NewLayer));
    pin(&mut work, &["foot.R"]);
    let told = left_behind_text(&work.document, 0, 0);
    assert!(told.contains("1 pin"), "{told}");
    for _ in 0..2 {
        work.run(Action::Edit(EditAction::Undo));
    }
    assert!(work.document.same_as(&before));

    let mut again = Work::empty();
    again.open_as("biped.glb", file.clone());
    // Untouched, they follow the file.
    work.run(Action::Edit(EditAction::Undo));
    let fewer = exported(&work.document);
    again.reload(fewer);
    assert_eq!(again.document.pins.len(), 2);
    again.document.pins = Arc::default();
    again.reload(file);
    assert!(again.document.pins.is_empty());
}

/// A foot is held where it is seen, though the thigh's bend moves the knee by a driven channel.
#[test]
fn pins_hold_what_is_seen_of_driven_joints() {
    let mut work = biped();
    let [thigh, shin, foot] = ["thigh.L", "shin.L", "foot.L"].map(|name| joint(&work, name));
    let channel = DrivenChannel {
        driver: DriverAngle {
            joint: thigh,
            measure: DriverMeasure::Twist { axis: Vec3::X },
        },
        target: DrivenTarget::Translation {
            joint: shin,
            axis: Vec3::Y,
        },
        curve: DrivenCurve::proportional(0.05).unwrap(),
        combine: DrivenCombine::Adds,
        muted: false,
    };
    work.send(Intent::Driven(DrivenIntent::Add(channel)).into());
    let seen = |work: &Work| {
        let pose = shown_pose(&work.document, &work.session);
        let skeleton = &work.document.character.rig.skeleton;
        let frames = JointFrames::of(skeleton, &pose, &work.document.scale_inheritance).unwrap();
        frames.point(foot, Vec3::ZERO).unwrap()
    };
    pin(&mut work, &["foot.L"]);
    let before = seen(&work);
    set(&mut work, "hips", Channel::Translation, [0.0, -0.25, 0.0]);
    set(&mut work, "hips", Channel::Translation, [0.05, -0.25, 0.0]);
    let off = seen(&work).distance(before);
    let apart = seen(&work).distance(place(&work, "foot.L"));
    // By so much a pose that was solved without the channel would miss.
    assert!(apart > 0.01, "{apart}");
    assert!(off < 2e-4, "{off}");
    assert!(!said(&work, "out of reach"));
}
