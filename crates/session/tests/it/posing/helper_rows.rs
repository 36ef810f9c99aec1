//! Helper joints that follow every pose: seen in panes, not posed by hand, kept in exports, and lost with a joint that they follow.

use std::ops::ControlFlow;

use bake::{
    BakeJob, CHAINS_TOLERANCE, Goal, LIVING_TOLERANCE, LivingJob, LivingKind, MOST_JOINTS,
    USUAL_BYTES, USUAL_RATE, USUAL_TOLERANCE,
};
use character::{Character, SkeletonEdit};
use rig::{JointIndex, JointLimits, LimitAxes, Method};
use scene::deform::deform_posed;
use scene::posed_character::Look;
use scene::view::pane_shows::PaneShows;
use session::commands::actions::{Action, EditAction, ToolAction};
use session::commands::command::Intent;
use session::document::baked::BakedFrom;
use session::document::channel::{Channel, JointField};
use session::mode::Mode;
use session::shown::{joint_frames, pane_pose, visible_pose};
use session::state::bake::baking::BakeAsked;
use session::state::export::options::kept_extras;
use session::state::gizmo::tool::Tool;
use session::state::opening::load::load;
use session::state::posing::command::PoseIntent;
use session::state::selection::Choose;

use crate::support::work::Work;

/// The cylinder with a helper, which few poses chose.
fn living() -> Character {
    let character = load("builtin:cylinder").unwrap();
    let job = LivingJob {
        bake: BakeJob {
            character: &character,
            scale_inheritance: &character.rig.scale_inheritance,
            look: Look::new(Method::TWO_PHASE),
            clips: &[],
            goal: Goal::Helpers(1),
            rate: USUAL_RATE,
            most_joints: MOST_JOINTS,
            most_bytes: USUAL_BYTES,
            threads: 1,
        },
        kind: LivingKind::Rows,
        limits: &[],
        poses: 12,
        unseen: 8,
    };
    let baked = job.run(&|_| ControlFlow::Continue(())).unwrap();
    baked.unwrap().character
}

fn said(work: &Work, words: &str) -> bool {
    let mut all = work.session.notices.all().iter();
    all.any(|notice| notice.text.contains(words))
}

/// Where the visible pose has a joint.
fn frame_of(work: &Work, joint: JointIndex) -> glam::Affine3A {
    let pose = visible_pose(&work.document, &work.session);
    let shows = PaneShows {
        look: Look::new(Method::Linear),
        ..PaneShows::default()
    };
    let pane = pane_pose(&work.document, &pose, shows).unwrap();
    let mut vertices = Vec::new();
    deform_posed(&work.document.character, &pane.posed, &mut vertices).unwrap();
    assert!(
        vertices
            .iter()
            .flat_map(|of| &of.positions)
            .all(|it| it.is_finite())
    );
    pane.frames[joint.index()]
}

#[test]
fn helpers_follow_what_is_posed_and_are_not_posed_themselves() {
    let mut work = Work::empty();
    work.open_as("living.glb", living());
    work.session.mode = Mode::Pose;
    let helper = work.document.character.helper_rows()[0].helper;
    let at_rest = frame_of(&work, helper);
    let upper = work.document.character.rig.skeleton.find("upper").unwrap();
    let turn = |joint| {
        let field = JointField {
            joint,
            channel: Channel::Rotation,
            axis: 0,
        };
        Intent::Pose(PoseIntent::SetField {
            field,
            value: 70.0,
            dragging: false,
        })
    };
    work.send(turn(upper).into());
    let posed = frame_of(&work, helper);
    assert!(!posed.abs_diff_eq(at_rest, 1e-2), "{posed:?}");
    // Trails, props and whoever else asks for joints find it where it is seen.
    let document = &work.document;
    let pose = visible_pose(document, &work.session);
    let frames = joint_frames(&document.character, &pose, &document.scale_inheritance);
    assert!(frames[helper.index()].abs_diff_eq(posed, 1e-6));
    // The helper is posed by nobody, and says what to do instead.
    let before = work.document.clone();
    work.send(turn(helper).into());
    work.send(Intent::SelectAll(vec![helper], Choose::Alone).into());
    work.run(Action::Tool(ToolAction::Operate(Tool::Rotate)));
    assert!(work.session.operation.is_none() && said(&work, "follows other joints"));
    assert_eq!(work.document.pose, before.pose);
    assert_eq!(kept_extras(&work.document, None).rows.len(), 1);
    // With a joint of its row it is a joint like any other, until that is undone.
    let key = work.document.character.rig.skeleton.key(upper);
    work.session.mode = Mode::Skeleton;
    work.send(Intent::EditSkeleton(SkeletonEdit::Dissolve { joint: key }).into());
    assert!(work.document.character.helper_rows().is_empty());
    assert!(said(&work, "still now"));
    assert!(kept_extras(&work.document, None).rows.is_empty());
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(work.document.character.helper_rows().len(), 1);
    assert!(frame_of(&work, helper).abs_diff_eq(posed, 1e-5));
}

/// Limits of joints are fitted within and kept in the file; a bake of keys alone does not ask for them.
#[test]
fn a_bake_that_follows_every_pose_is_old_once_limits_change() {
    let work = Work::on("builtin:cylinder");
    let [living, keyed] = [true, false].map(|follows| BakedFrom::of(&work.document, follows));
    assert!(living.is(&work.document));
    let mut limits = work.document.joint_limits.to_vec();
    limits[0] = Some(JointLimits::free(LimitAxes::about(
        glam::Vec3::Y,
        glam::Vec3::X,
    )));
    let mut changed = work.document.clone();
    changed.joint_limits = limits.into();
    assert!(!living.is(&changed) && keyed.is(&changed));
}

/// The window offers the tolerance that the command takes, and keeps one that was typed.
#[test]
fn the_usual_tolerance_is_that_of_the_kind_of_helpers() {
    let mut asked = BakeAsked::default();
    for (living, usual) in [
        (Some(LivingKind::Rows), LIVING_TOLERANCE),
        (Some(LivingKind::Chains), CHAINS_TOLERANCE),
        (None, USUAL_TOLERANCE),
    ] {
        asked.follow_poses(living);
        assert_eq!(asked.goal(), Goal::Tolerance(usual));
    }
    asked.tolerance = 0.3;
    asked.follow_poses(Some(LivingKind::Rows));
    assert_eq!(asked.goal(), Goal::Tolerance(0.3));
}
