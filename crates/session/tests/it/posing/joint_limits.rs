//! Limits of joints: set, obeyed, found in clips, copied, and kept through projects, exports and edits of the skeleton.

use std::sync::Arc;

use character::{Character, JointAxes, SaveOptions, SkeletonEdit, open_bytes, to_glb_with};
use glam::{BVec2, Quat, Vec2, Vec3};
use rig::{JointIndex, JointLimits, LimitAxes, joint_motions, mirror_pose};
use session::commands::actions::{Action, EditAction, PoseAction, PosingAction, ToolAction};
use session::commands::command::{Command, Input, Intent};
use session::document::Document;
use session::document::channel::{Channel, JointField};
use session::features::posing::pose_edit::values;
use session::mode::Mode;
use session::state::export::options::kept_extras;
use session::state::gizmo::operation::Event;
use session::state::gizmo::tool::{Axis, Tool};
use session::state::posing::command::PoseIntent;
use session::state::posing::joint_limits::{LimitField, LimitPart};
use session::state::projects::{StoredLimits, restore_project, work_of};

use crate::support::work::Work;

const ELBOW: JointIndex = JointIndex(1);

/// The arm with its second joint selected and limited: about Z from −20° to 40°, else 90° each way.
fn limited() -> Work {
    let mut work = Work::on("builtin:arm");
    work.session.mode = Mode::Pose;
    work.send(Intent::Select(Some(ELBOW)).into());
    work.run(Action::Posing(PosingAction::ToggleLimits));
    set(&mut work, 'Z', false, -20.0);
    set(&mut work, 'Z', true, 40.0);
    work
}

fn limits(document: &Document, joint: JointIndex) -> JointLimits {
    document.joint_limits[joint.index()].unwrap()
}

/// Sets an end of the range about an axis of the joint.
fn set(work: &mut Work, axis: char, is_end: bool, degrees: f32) {
    let axes = limits(&work.document, ELBOW).axes;
    let mut parts = LimitPart::ALL.into_iter();
    let part = parts.find(|part| part.axis_name(&axes) == axis.to_string());
    let field = LimitField {
        part: part.unwrap(),
        is_end,
    };
    let joint = ELBOW;
    work.send(Command::from(Intent::Pose(PoseIntent::SetLimit {
        joint,
        field,
        degrees,
        dragging: false,
    })));
}

fn typed(work: &mut Work, joint: JointIndex, axis: usize, value: f32) {
    let channel = Channel::Rotation;
    let field = JointField {
        joint,
        channel,
        axis,
    };
    work.send(Command::from(Intent::Pose(PoseIntent::SetField {
        field,
        value,
        dragging: false,
    })));
}

fn turn_by_tool(work: &mut Work, text: &str) {
    work.run(Action::Tool(ToolAction::Operate(Tool::Rotate)));
    work.send(Command::Input(Input::Tool(Event::Axis(Axis::Z))));
    work.send(Command::Input(Input::Tool(Event::Axis(Axis::Z))));
    for sign in text.chars() {
        work.send(Command::Input(Input::Tool(Event::Sign(sign))));
    }
    work.send(Command::Input(Input::Tool(Event::Confirm)));
}

fn angles(work: &Work) -> Vec3 {
    values(&work.document.pose, ELBOW.index(), Channel::Rotation)
}

fn said(work: &Work) -> String {
    let notices = work.session.notices.all().iter();
    notices.map(|it| it.text.clone() + "\n").collect()
}

#[test]
fn fields_and_tools_go_as_far_as_the_limits_and_setting_them_moves_nothing() {
    let mut work = Work::on("builtin:arm");
    work.session.mode = Mode::Pose;
    work.send(Intent::Select(Some(ELBOW)).into());
    typed(&mut work, ELBOW, 2, 60.0);
    let before = Arc::clone(&work.document.pose);
    work.run(Action::Posing(PosingAction::ToggleLimits));
    set(&mut work, 'Z', true, 40.0);
    assert_eq!(work.document.pose, before, "limits move nothing");
    let name = work.document.character.rig.skeleton.name(ELBOW).to_owned();
    assert_eq!(work.history.undo_name(), Some(&*format!("Limit {name}")));
    // It is out: no further out, but back, and then not out again.
    typed(&mut work, ELBOW, 2, 70.0);
    assert!((angles(&work).z - 60.0).abs() < 1e-3, "{}", angles(&work));
    typed(&mut work, ELBOW, 2, 50.0);
    assert!((angles(&work).z - 50.0).abs() < 1e-3, "{}", angles(&work));
    typed(&mut work, ELBOW, 2, 10.0);
    typed(&mut work, ELBOW, 2, 70.0);
    assert!((angles(&work).z - 40.0).abs() < 1e-3, "{}", angles(&work));
    assert!(
        said(&work).contains("40.0° about Z is the limit"),
        "{}",
        said(&work)
    );
    // Tools the same, and doing it again changes nothing more.
    typed(&mut work, ELBOW, 2, 0.0);
    turn_by_tool(&mut work, "70");
    let once = Arc::clone(&work.document.pose);
    assert!((angles(&work).z - 40.0).abs() < 1e-2, "{}", angles(&work));
    turn_by_tool(&mut work, "70");
    let again = work.document.pose.rigid[1].rotation;
    assert!(again.abs_diff_eq(once.rigid[1].rotation, 1e-5));
    // Resets and poses that say what they mean go where they say; so does all while limits are not obeyed.
    set(&mut work, 'Z', false, -20.0);
    work.run(Action::Pose(PoseAction::ResetRotation));
    assert_eq!(angles(&work), Vec3::ZERO);
    work.run(Action::Posing(PosingAction::ToggleObeyLimits));
    typed(&mut work, ELBOW, 2, 70.0);
    assert!((angles(&work).z - 70.0).abs() < 1e-3);
    // Off again, in one step.
    work.run(Action::Posing(PosingAction::ToggleLimits));
    assert_eq!(work.document.joint_limits[1], None);
    work.run(Action::Edit(EditAction::Undo));
    assert!(work.document.joint_limits[1].is_some());
}

#[test]
fn what_is_locked_stays_locked_at_the_limit() {
    let mut work = limited();
    set(&mut work, 'X', true, 30.0);
    typed(&mut work, ELBOW, 0, 20.0);
    let held = angles(&work);
    let lock = |axis| {
        Command::from(Intent::Pose(PoseIntent::SetLock {
            channel: Some(Channel::Rotation),
            axis: Some(axis),
            locked: true,
        }))
    };
    work.send(lock(0));
    work.send(lock(1));
    turn_by_tool(&mut work, "80");
    let now = angles(&work);
    assert!((now - held).truncate().abs().max_element() < 1e-2, "{now}");
    assert!(
        now.z > 20.0 && now.z < 40.0,
        "as far as the ellipse goes: {now}"
    );
    let limits = limits(&work.document, ELBOW);
    let parts = limits.clamped_parts(work.document.pose.rigid[1].rotation, 0.0, None);
    let own = limits.axes.part(work.document.pose.rigid[1].rotation, 0.0);
    assert!(parts.swing.abs_diff_eq(own.swing, 1e-3));
}

#[test]
fn limits_are_kept_in_projects_in_extras_and_through_a_new_export() {
    let work = limited();
    let again = restore_project(&work.document.original, &work_of(&work.document));
    assert_eq!(again.problems, Vec::<String>::new());
    assert_eq!(again.document.joint_limits, work.document.joint_limits);
    let exported = |document: &Document| -> Arc<Character> {
        let options = SaveOptions {
            kept: Some(kept_extras(document, None)),
            ..SaveOptions::default()
        };
        let (bytes, _) = to_glb_with(&document.character, &options).unwrap();
        Arc::new(open_bytes("builtin:arm", &bytes).unwrap())
    };
    let file = exported(&work.document);
    let opened = Document::new(Arc::clone(&file));
    assert_eq!(opened.joint_limits, work.document.joint_limits);
    assert!(
        work_of(&opened).joint_limits.is_empty(),
        "nothing to keep beside the file"
    );

    // What the file says is no work of the user; that it was taken off is, and stays over a new export.
    let mut work = Work::empty();
    work.open_as("arm.glb", (*file).clone());
    work.send(Intent::Select(Some(ELBOW)).into());
    work.run(Action::Posing(PosingAction::RemoveLimits));
    let again = restore_project(&work.document.original, &work_of(&work.document));
    assert_eq!(again.document.joint_limits[1], None);
    work.reload((*file).clone());
    assert_eq!(work.document.joint_limits[1], None);
    work.run(Action::Edit(EditAction::Undo));
    work.run(Action::Edit(EditAction::Undo));
    assert!(
        work.document.joint_limits[1].is_some(),
        "as the file has it"
    );
}

#[test]
fn limits_that_cannot_be_are_told_and_left_out() {
    let work = limited();
    let mut project = work_of(&work.document);
    if let StoredLimits::Limited(shape) = &mut project.joint_limits[0].1 {
        shape.twist = [10.0, -10.0];
    }
    let again = restore_project(&work.document.original, &project);
    assert_eq!(again.document.joint_limits[1], None);
    assert!(again.problems[0].contains("limits"), "{:?}", again.problems);
}

/// The same rotations of the model are let through, whatever axes the joint has; joints below one that is dissolved keep theirs.
#[test]
fn limits_follow_edits_of_the_skeleton() {
    let mut work = Work::on("builtin:biped");
    let skeleton = work.document.character.rig.skeleton.clone();
    let [arm, hand] = ["forearm.L", "hand.L"].map(|name| skeleton.find(name).unwrap());
    let hinge = JointLimits {
        axes: LimitAxes::about(Vec3::Y, Vec3::X),
        twist: [-0.5, 0.8],
        swing: [[0.3, 1.9], [0.0, 0.0]],
    };
    let mut all = work.document.joint_limits.to_vec();
    all[arm.index()] = Some(hinge);
    all[hand.index()] = Some(hinge);
    work.document.joint_limits = all.into();

    let turned = skeleton.rest_model_from_joint(arm).rotation * Quat::from_rotation_z(0.7);
    let edit = SkeletonEdit::Orient {
        axes: vec![JointAxes {
            joint: skeleton.key(arm),
            rotation: turned.to_array(),
        }],
    };
    let (oriented, _) = work.document.with_skeleton_edit(&edit).unwrap();
    let new = limits(&oriented, arm);
    let change = Quat::from_rotation_z(0.7);
    for bend in [-0.4_f32, -0.2, 0.5, 1.8, 2.0] {
        let was = Quat::from_axis_angle(hinge.axes.swing[0], bend);
        let is = change.conjugate() * was * change;
        assert_eq!(new.allows(is, 0.0), hinge.allows(was, 0.0), "{bend}");
    }
    assert_eq!(limits(&oriented, hand), hinge, "its own axes did not turn");

    // A pose that becomes the rest: the same poses are within.
    let mut pose = (*work.document.pose).clone();
    pose.rigid[arm.index()].rotation = Quat::from_axis_angle(hinge.axes.swing[0], 0.6);
    let flags = &work.document.scale_inheritance;
    let edit = SkeletonEdit::take_rest(&work.document.character, &pose, flags).unwrap();
    let (taken, _) = work.document.with_skeleton_edit(&edit).unwrap();
    let [minus, plus] = limits(&taken, arm).swing[0];
    assert!(
        (minus - 0.9).abs() < 1e-5 && (plus - 1.3).abs() < 1e-5,
        "{minus} {plus}"
    );

    let edit = SkeletonEdit::Dissolve {
        joint: skeleton.key(arm),
    };
    let (dissolved, _) = work.document.with_skeleton_edit(&edit).unwrap();
    let now = dissolved.character.rig.skeleton.find("hand.L").unwrap();
    assert_ne!(now, hand);
    assert_eq!(limits(&dissolved, now), hinge);
    let count = dissolved.joint_limits.iter().flatten().count();
    assert_eq!(
        (count, dissolved.joint_limits.len()),
        (1, skeleton.len() - 1)
    );
}

#[test]
fn limits_from_clips_hold_what_clips_do_and_their_mirror_images() {
    let mut work = Work::on("builtin:biped");
    work.session.mode = Mode::Pose;
    work.run(Action::Posing(PosingAction::LimitsFromClips));
    let character = Arc::clone(&work.document.character);
    let skeleton = &character.rig.skeleton;
    let set = work.document.joint_limits.iter().flatten().count();
    assert!(set > 10 && set < skeleton.len(), "{set}");
    assert!(
        said(&work).contains(&format!("{set} joints")),
        "{}",
        said(&work)
    );
    assert!(
        said(&work).contains(&format!("{} joints that", skeleton.len() - set)),
        "{}",
        said(&work)
    );
    let poses = |character: &Character| {
        let clips = character.clips.iter().cloned();
        let base = character.file_pose();
        clips
            .flat_map(|clip| {
                let times = (0_u8..=60).map(|step| f32::from(step) / 60.0 * clip.duration());
                times
                    .map(|time| clip.sample(&character.rig.skeleton, &base, time))
                    .collect::<Vec<_>>()
            })
            .collect::<Vec<_>>()
    };
    let poses = poses(&character);
    let is_within = |document: &Document, pose: &rig::Pose| {
        let mut own = document.joint_limits.iter().zip(&pose.rigid);
        own.all(|(limits, rigid)| limits.is_none_or(|limits| limits.allows(rigid.rotation, 0.0)))
    };
    assert!(poses.iter().all(|pose| is_within(&work.document, pose)));
    // Only the left side, then copied: the mirror image of each pose is within.
    let left = |joint: JointIndex| skeleton.name(joint).ends_with(".L");
    let mut all = work.document.joint_limits.to_vec();
    for joint in skeleton.joints() {
        if !left(joint) {
            all[joint.index()] = None;
        }
    }
    work.document.joint_limits = all.into();
    work.run(Action::Posing(PosingAction::CopyLimits));
    let pairs = character.joint_pairs(&rig::NamePatterns::default());
    for pose in &poses {
        assert!(is_within(&work.document, &{
            // The left as in the pose, the right as its mirror image.
            let mut both = pose.clone();
            let seen = mirror_pose(skeleton, pose, &pairs);
            for joint in skeleton.joints().filter(|&joint| !left(joint)) {
                both.rigid[joint.index()] = seen.rigid[joint.index()];
            }
            both
        }));
    }
    let right = skeleton.find("forearm.R").unwrap();
    assert!(work.document.joint_limits[right.index()].is_some());
    work.run(Action::Posing(PosingAction::RemoveLimits));
    assert!(work.document.joint_limits.iter().all(Option::is_none));
}

/// A rotation without the parts of its swing that limits lock, and how much of the swing these are.
fn on_hinge(limits: &JointLimits, turn: Quat) -> (Quat, f32) {
    let mut parts = limits.axes.part(turn, 0.0);
    let locked = BVec2::from_array(limits.swing.map(|half| half == [0.0; 2]));
    let dropped = Vec2::select(locked, parts.swing, Vec2::ZERO);
    parts.swing -= dropped;
    (limits.axes.join(parts), dropped.length())
}

/// What is known of a body's joints by other means, the range of motion of reports, is within, and knees and elbows go no other way.
#[test]
fn limits_from_names_are_those_of_a_body() {
    let mut work = Work::on("builtin:biped");
    work.run(Action::Posing(PosingAction::LimitsFromNames));
    let character = Arc::clone(&work.document.character);
    let skeleton = &character.rig.skeleton;
    let pairs = character.joint_pairs(&rig::NamePatterns::default());
    let motions = joint_motions(skeleton, &pairs);
    let (mut checked, mut one_way) = (0, 0);
    for (joint, motions) in skeleton.joints().zip(&motions) {
        let Some(limits) = work.document.joint_limits[joint.index()] else {
            continue;
        };
        let name = skeleton.name(joint);
        // Fingers but for the first joint are hinges here, and turned to all sides there.
        let is_finger = ["thumb", "index", "middle", "ring", "little"];
        if is_finger.iter().any(|word| name.contains(word)) {
            continue;
        }
        for motion in motions {
            let turn = |share: f32| {
                let angle = (share * motion.degrees).to_radians();
                Quat::from_axis_angle(motion.axis, angle)
            };
            let (motion, degrees) = (motion.name, motion.degrees);
            // Which arms there go as far down as up, wherever they rest.
            if motion == "lower" || motion == "raise" {
                continue;
            }
            // A hinge goes about an axis of its own, which a knee bent at rest shows: what lies off it is dropped, and all else stays.
            let wanted = turn(0.85);
            let (kept, dropped) = on_hinge(&limits, wanted);
            // Axes within 0.1 of the joint's own become these, and names and shape tell the hinge a little differently.
            let share = dropped / (0.85 * degrees.to_radians());
            assert!(share < 0.15, "{name} {motion}: {share} {limits:?}");
            let clamped = limits.clamp(wanted, 0.0);
            let off = (clamped - kept).length().min((clamped + kept).length());
            assert!(off < 1e-4, "{name} {motion} is off by {off} {limits:?}");
            checked += 1;
            if name.starts_with("shin") || name.starts_with("forearm") && motion == "bend" {
                assert!(
                    !limits.allows(turn(-0.2), 0.0),
                    "{name} {motion} the other way"
                );
                one_way += 1;
            }
        }
    }
    assert!(checked > 40, "{checked}");
    assert!(one_way >= 4, "both knees and both elbows: {one_way}");
    let hips = character.rig.skeleton.joints().next().unwrap();
    assert_eq!(work.document.joint_limits[hips.index()], None);
}

/// Arms that rest lower may be raised further, and lowered less.
#[test]
fn limits_from_names_go_by_the_rest() {
    let mut work = Work::on("builtin:biped");
    work.run(Action::Posing(PosingAction::LimitsFromNames));
    let character = Arc::clone(&work.document.character);
    let skeleton = &character.rig.skeleton;
    let pairs = character.joint_pairs(&rig::NamePatterns::default());
    let motions = joint_motions(skeleton, &pairs);
    let arm = skeleton.find("upper_arm.L").unwrap();
    let raise = motions[arm.index()].iter();
    let raise = raise.clone().find(|motion| motion.name == "raise").unwrap();
    let turn = |degrees: f32| Quat::from_axis_angle(raise.axis, degrees.to_radians());
    let before = limits(&work.document, arm);
    let mut pose = (*work.document.pose).clone();
    pose.rigid[arm.index()].rotation = turn(-20.0);
    let flags = &work.document.scale_inheritance;
    let edit = SkeletonEdit::take_rest(&character, &pose, flags).unwrap();
    let (lower, _) = work.document.with_skeleton_edit(&edit).unwrap();
    let mut lowered = Work::on("builtin:biped");
    lowered.document = lower;
    lowered.run(Action::Posing(PosingAction::LimitsFromNames));
    let after = limits(&lowered.document, arm);
    let reach = |limits: &JointLimits, sign: f32| {
        let mut angles = (0_u16..1750).map(|tenths| f32::from(tenths) / 10.0);
        let last = angles.find(|&angle| !limits.allows(turn(sign * angle), 0.0));
        last.unwrap_or(175.0)
    };
    // Arms rest some 45° below held out: raised by 20° more they are still short of half a turn, beyond which nothing is measured.
    for (sign, more) in [(1.0, 20.0), (-1.0, -20.0)] {
        let [now, then] = [&after, &before].map(|limits| reach(limits, sign));
        assert!(now < 175.0, "{sign} {now}");
        // Both are found to a tenth of a degree.
        assert!((now - then - more).abs() < 0.3, "{sign} {then} {now}");
    }
}
