//! Mirror partners that were chosen by hand: for every mirror, undone, and kept by the project.

use std::sync::Arc;

use character::{Character, Partner, SkeletonEdit};
use glam::{Quat, Vec3, vec3};
use rig::{JointIndex, JointPairs, LocalTransform, PairedBy, Rig, SkeletonBuilder, Trs};
use scene::judge::{MotionChoice, PoseSource, Range, TurnName, choose_poses};
use session::commands::actions::{
    Action, ClipToolAction, EditAction, PoseAction, PosingAction, SkeletonAction,
};
use session::commands::command::{Command, Intent};
use session::document::channel::{Channel, JointField};
use session::features::painting::whole::WholeTask;
use session::mode::Mode;
use session::state::painting::brush_work::Whole;
use session::state::posing::command::PoseIntent;
use session::state::projects::{read, restore_project, work_of, write};
use session::state::selection::Choose;
use weights::Direction;

use crate::support::work::Work;

fn joint(work: &Work, name: &str) -> JointIndex {
    let skeleton = &work.document.character.rig.skeleton;
    skeleton.find(name).unwrap()
}

fn key(work: &Work, name: &str) -> u32 {
    let skeleton = &work.document.character.rig.skeleton;
    skeleton.key(joint(work, name))
}

fn pairs(work: &Work) -> JointPairs {
    let patterns = work.session.settings.mirror.patterns();
    work.document.character.joint_pairs(patterns)
}

fn partner(work: &Work, name: &str) -> Option<String> {
    let partner = pairs(work).partner(joint(work, name))?;
    let skeleton = &work.document.character.rig.skeleton;
    Some(skeleton.name(partner).to_owned())
}

fn select(work: &mut Work, names: &[&str]) {
    let joints = names.iter().map(|name| joint(work, name)).collect();
    work.send(Intent::SelectAll(joints, Choose::Alone).into());
}

fn said(work: &Work) -> String {
    let last = work.session.notices.all().last();
    last.map(|notice| notice.text.clone()).unwrap_or_default()
}

/// The biped with the left forearm and the right hand paired by command.
fn paired() -> Work {
    let mut work = Work::on("builtin:biped");
    select(&mut work, &["forearm.L", "hand.R"]);
    work.run(Action::Skeleton(SkeletonAction::PairJoints));
    work
}

fn turn(work: &mut Work, name: &str, degrees: f32) {
    let field = JointField {
        joint: joint(work, name),
        channel: Channel::Rotation,
        axis: 2,
    };
    let set = PoseIntent::SetField {
        field,
        value: degrees,
        dragging: false,
    };
    work.send(Command::from(Intent::Pose(set)));
}

/// Whether it is turned by more than rounding.
fn turned(work: &Work, name: &str) -> bool {
    let rotation = work.document.pose.rigid[joint(work, name).index()].rotation;
    rotation.angle_between(Quat::IDENTITY) > 0.01
}

#[test]
fn every_mirror_goes_by_the_pair() {
    let mut work = paired();
    assert_eq!(partner(&work, "hand.R").as_deref(), Some("forearm.L"));
    let found = pairs(&work)
        .find_pairing(joint(&work, "forearm.L"))
        .unwrap();
    assert_eq!((found.by, found.sureness), (PairedBy::Hand, 1.0));
    let text = said(&work);
    assert!(text.contains(", by hand"), "{text}");
    assert!(
        text.contains("2 other joints have no partner now"),
        "{text}"
    );

    // Weights.
    let whole = Whole::Mirror(Direction::LeftToRight);
    let task = WholeTask::of_document(whole, &work.document, &work.session).unwrap();
    let done = task.run(&|_| std::ops::ControlFlow::Continue(())).unwrap();
    let report = done.mirror.unwrap();
    let by_hand = report.pairs.iter().filter(|pair| pair.by == PairedBy::Hand);
    let names: Vec<[&str; 2]> = by_hand
        .map(|pair| [0, 1].map(|side| pair.joints[side].as_str()))
        .collect();
    assert_eq!(names.len(), 1, "{names:?}");
    assert!(names[0].contains(&"forearm.L") && names[0].contains(&"hand.R"));
    assert!(report.unpaired.iter().any(|name| name == "hand.L"));

    // Poses.
    work.session.mode = Mode::Pose;
    select(&mut work, &["forearm.L"]);
    turn(&mut work, "forearm.L", 30.0);
    work.run(Action::Pose(PoseAction::MirrorPose));
    assert!(turned(&work, "hand.R") && !turned(&work, "forearm.R"));

    // Live.
    work.run(Action::Edit(EditAction::Undo));
    assert!(!turned(&work, "hand.R"));
    work.run(Action::Posing(PosingAction::ToggleMirrorPosing));
    turn(&mut work, "forearm.L", 40.0);
    assert!(turned(&work, "hand.R") && !turned(&work, "forearm.R"));

    // What has no partner stays as it is, and is not said to be symmetric.
    select(&mut work, &["hand.L"]);
    work.run(Action::Pose(PoseAction::MirrorPose));
    let text = said(&work);
    assert!(text.starts_with("No partner"), "{text}");
}

#[test]
fn a_clip_goes_by_the_pair() {
    let mut work = paired();
    work.session.mode = Mode::Animate;
    let clip = work.document.character.clips[0].clone();
    work.send(Intent::ShowClip(Some(clip.id())).into());
    let time = 0.4 * clip.duration();
    let pose = |work: &Work| {
        let character = &work.document.character;
        let clip = character.clip(clip.id()).unwrap();
        clip.sample(&character.rig.skeleton, &character.file_pose(), time)
    };
    let was = pose(&work);
    work.run(Action::ClipTool(ClipToolAction::MirrorClip));
    let skeleton = work.document.character.rig.skeleton.clone();
    let seen = rig::mirror_pose(&skeleton, &was, &pairs(&work));
    for name in ["forearm.L", "hand.R", "forearm.R"] {
        let joint = joint(&work, name).index();
        let [is, wanted] = [&pose(&work), &seen].map(|pose| pose.rigid[joint].rotation);
        assert!(is.dot(wanted).abs() > 1.0 - 1e-5, "{name}");
    }
}

/// What is made on the other side hangs on the partner, also when the project is opened again; what is to have no partner gets none.
#[test]
fn mirrored_joints_go_by_the_pair() {
    let mut work = paired();
    let extrude = SkeletonEdit::Extrude {
        joint: key(&work, "forearm.L"),
        by: [0.0, 0.1, 0.05],
    };
    work.send(Intent::EditSkeleton(extrude).into());
    work.run(Action::Skeleton(SkeletonAction::MirrorJoints));
    let project = read(write(&work_of(&work.document)).unwrap().as_bytes()).unwrap();
    let again = restore_project(&work.document.original, &project);
    for character in [&work.document.character, &again.document.character] {
        let skeleton = &character.rig.skeleton;
        let parent = skeleton.parent(skeleton.find("forearm_1.R").unwrap());
        assert_eq!(parent, skeleton.find("hand.R"));
    }
    let steps = work.history.len();
    select(&mut work, &["forearm_1.L"]);
    work.run(Action::Skeleton(SkeletonAction::LeaveUnpaired));
    work.run(Action::Skeleton(SkeletonAction::MirrorJoints));
    assert_eq!(work.history.len(), steps + 1);
    let text = said(&work);
    assert!(text.contains("is to have no partner"), "{text}");
}

/// Two legs of a figure that looks askew are partners for nobody but whoever says so; then their motions go forward where it looks.
#[test]
fn judged_motions_go_by_the_pair() {
    let joints: [(&str, Option<u32>, Vec3); 5] = [
        ("hips", None, vec3(0.0, 1.0, 0.0)),
        ("thigh_one", Some(0), vec3(0.1, -0.05, -0.1)),
        ("shin_one", Some(1), vec3(0.0, -0.4, 0.0)),
        ("thigh_two", Some(0), vec3(-0.1, -0.05, 0.1)),
        ("shin_two", Some(3), vec3(0.0, -0.4, 0.0)),
    ];
    let mut builder = SkeletonBuilder::new();
    for (key, (name, parent, translation)) in (0..).zip(joints) {
        let local = LocalTransform::Trs(Trs {
            translation,
            ..Trs::IDENTITY
        });
        builder = builder.joint(key, parent, name, local);
    }
    let figure = Character {
        rig: Arc::new(Rig::new(builder.build().unwrap(), Vec::new())),
        ..Character::default()
    };
    let axis = |character: &Character| {
        let thigh = character.rig.skeleton.find("thigh_one").unwrap();
        let turned = [thigh];
        let choice = MotionChoice {
            clips: &[],
            moments: 1,
            joints: Some(&turned),
            range: Range::ByName { unnamed: 0.0 },
            joint_limits: &[],
            driven: &rig::DrivenSet::default(),
        };
        let motion = choose_poses(character, &choice);
        let turns = motion.sources.iter().filter_map(|source| match source {
            PoseSource::Turned(movement) => Some(movement.turn),
            PoseSource::Clip { .. } => None,
        });
        let mut forward = turns.filter(|turn| turn.name == TurnName::Motion("swing forward"));
        forward.next().unwrap().axis
    };
    let across = vec3(1.0, 0.0, -1.0).normalize();
    assert!(axis(&figure).dot(across).abs() < 0.9);
    let paired = SkeletonEdit::SetPartners {
        joints: vec![(1, Partner::Joint(3))],
    };
    let paired = figure.apply_edit(&paired).unwrap().character;
    let axis = axis(&paired);
    assert!(axis.dot(across).abs() > 0.999, "{axis}");
}

#[test]
fn the_choice_is_undone_and_kept_by_the_project() {
    let mut work = paired();
    select(&mut work, &["spine"]);
    work.run(Action::Skeleton(SkeletonAction::LeaveUnpaired));
    select(&mut work, &["thigh.L"]);
    work.run(Action::Skeleton(SkeletonAction::PairWithItself));
    assert_eq!(partner(&work, "thigh.L").as_deref(), Some("thigh.L"));

    let text = write(&work_of(&work.document)).unwrap();
    let project = read(text.as_bytes()).unwrap();
    let again = restore_project(&work.document.original, &project);
    assert_eq!(again.problems, Vec::<String>::new());
    let now = &work.document.character.pairs_by_hand;
    assert_eq!(&again.document.character.pairs_by_hand, now, "{text}");

    // Joints that are renamed, and made, leave it as it is; of one that goes, the partner is automatic again.
    let rename = SkeletonEdit::Rename {
        joint: key(&work, "hand.R"),
        name: "other".to_owned(),
    };
    work.send(Intent::EditSkeleton(rename).into());
    let extrude = SkeletonEdit::Extrude {
        joint: key(&work, "head"),
        by: [0.0, 0.1, 0.0],
    };
    work.send(Intent::EditSkeleton(extrude).into());
    assert_eq!(partner(&work, "forearm.L").as_deref(), Some("other"));
    let dissolve = SkeletonEdit::Dissolve {
        joint: key(&work, "other"),
    };
    work.send(Intent::EditSkeleton(dissolve).into());
    assert_eq!(partner(&work, "forearm.L").as_deref(), Some("forearm.R"));
    for _ in 0..3 {
        work.run(Action::Edit(EditAction::Undo));
    }
    assert_eq!(partner(&work, "forearm.L").as_deref(), Some("hand.R"));
    for _ in 0..3 {
        work.run(Action::Edit(EditAction::Undo));
    }
    assert_eq!(partner(&work, "forearm.L").as_deref(), Some("forearm.R"));
    assert!(work.document.character.pairs_by_hand.is_empty());
}

#[test]
fn what_is_so_already_is_no_step() {
    let mut work = paired();
    let steps = work.history.len();
    select(&mut work, &["hand.R", "forearm.L"]);
    work.run(Action::Skeleton(SkeletonAction::PairJoints));
    assert_eq!(work.history.len(), steps);
    assert!(said(&work).contains("already"), "{}", said(&work));
    let joints = vec![(key(&work, "neck"), Partner::Automatic)];
    work.send(Intent::EditSkeleton(SkeletonEdit::SetPartners { joints }).into());
    assert_eq!(work.history.len(), steps);
    // A joint that is not there changes nothing, and is told of.
    let joints = vec![(999, Partner::Nobody)];
    work.send(Intent::EditSkeleton(SkeletonEdit::SetPartners { joints }).into());
    assert_eq!(work.history.len(), steps);
    assert!(said(&work).contains("999"), "{}", said(&work));
}

/// Of a pair that neither names nor places bear out each joint is told once to have no partner, when the choice is taken back.
#[test]
fn a_pair_that_is_taken_back_tells_of_each_joint_once() {
    let mut work = Work::on("builtin:biped");
    let names = [[0.31, 0.1, 0.2], [0.15, 0.4, -0.3]].map(|by| {
        let extrude = SkeletonEdit::Extrude {
            joint: key(&work, "head"),
            by,
        };
        work.send(Intent::EditSkeleton(extrude).into());
        let added = work.session.character.selection.active().unwrap();
        work.document.character.rig.skeleton.name(added).to_owned()
    });
    let [one, other] = [names[0].as_str(), names[1].as_str()];
    assert_eq!([one, other].map(|name| partner(&work, name)), [None, None]);
    select(&mut work, &[one, other]);
    work.run(Action::Skeleton(SkeletonAction::PairJoints));
    assert_eq!(partner(&work, one).as_deref(), Some(other));
    select(&mut work, &[one]);
    work.run(Action::Skeleton(SkeletonAction::PairAutomatically));
    let text = said(&work);
    assert!(text.contains(": it has no partner, and "), "{text}");
    let lost = format!(" {other} has no partner now.");
    assert!(text.ends_with(&lost), "{text}");
}
