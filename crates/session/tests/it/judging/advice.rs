//! What should I use: the cheapest set-up that holds, what is done with it, and no worse than a plain grid.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use character::{Character, WeightEdit};
use dq_math::SignRule;
use glam::{Quat, Vec3};
use rig::{Channel, Clip, ClipId, GoOn, Interpolation, JointTrack, Method, Track};
use scene::deform::base_pose;
use scene::posed_character::Look;
use session::document::Document;
use session::document::correctives::correctives;
use session::features::advice::grid::{GridChoice, excess, grid};
use session::features::advice::search::{AdviceJob, advise};
use session::features::advice::steps::with_steps;
use session::state::advice::{
    Advice, AdviceMotion, AdvicePlan, AdviceStep, NoAdvice, SetUp, SkinnedDocument, Target, size_of,
};
use session::state::motion_in::kept_maps::FoundBones;
use session::state::opening::load::load;
use session::state::weight_table::weights_work::WeightsWork;
use whole_file::Files;

use crate::support::tube::tube;

/// Enough to tell set-ups apart: every further pose costs as much again.
const POSES: usize = 60;

const ON: &GoOn<'_> = &|_| ControlFlow::Continue(());

fn document(source: &str) -> Document {
    Document::new(Arc::new(load(source).unwrap()))
}

fn bones(document: &Document) -> FoundBones {
    FoundBones::of(&document.character, None, &Files::default())
}

/// Hands the job of a document to a function.
fn with_job<T>(
    document: &Document,
    target: Target,
    within: f32,
    run: impl FnOnce(&AdviceJob<'_>) -> T,
) -> T {
    let (bones, work) = (bones(document), WeightsWork::default());
    run(&AdviceJob {
        document,
        target,
        within,
        poses: POSES,
        bones: bones.map(),
        work: &work,
        threads: 2,
    })
}

fn found(document: &Document, target: Target, within: f32) -> Advice {
    with_job(document, target, within, |job| advise(job, ON)).unwrap()
}

fn applied(document: &Document, advice: &Advice) -> Document {
    let AdvicePlan::Edit(steps) = &advice.plan else {
        panic!("steps, not {:?}", advice.plan);
    };
    let bones = bones(document);
    with_steps(document, steps, bones.map(), &WeightsWork::default()).unwrap()
}

#[test]
fn the_cheapest_method_that_holds_is_advised_and_asks_for_nothing_once_it_is_there() {
    let document = document("builtin:cylinder");
    let advice = found(&document, Target::Any, 1.0);
    let none = BTreeSet::new();
    assert!(advice.holds() && !advice.is_old(&document, &none));
    // Weights that were spread or fitted with a joint free are not put on it locked.
    assert!(advice.is_old(&document, &BTreeSet::from(["lower".to_owned()])));
    let [mesh] = &advice.meshes[..] else {
        panic!("one mesh");
    };
    // It twists, which linear blending does not survive.
    assert!(mesh.before.maximum > 1.0, "{mesh:?}");
    assert!(mesh.after.maximum <= 1.0, "{mesh:?}");
    let SetUp::Method(method, _) = mesh.set_up else {
        panic!("a method, not {:?}", mesh.set_up);
    };
    assert_ne!(method, Method::Linear);
    for tried in &mesh.tried {
        let is_cheaper = tried.set_up.cost() < mesh.set_up.cost();
        assert!(!is_cheaper || tried.errors.maximum > 1.0, "{tried:?}");
    }
    assert!(mesh.reasons.len() > 1, "why not the cheaper ones: {mesh:?}");
    let after = applied(&document, &advice);
    assert!(advice.is_old(&after, &none));
    assert_eq!(after.character.meshes[0].skinning.unwrap().method, method);
    let again = found(&after, Target::Any, 1.0);
    assert_eq!(again.meshes[0].set_up, SetUp::AsItIs);
    assert!(matches!(again.plan, AdvicePlan::Nothing));
    // The same again, whatever the threads do.
    let twice = found(&document, Target::Any, 1.0);
    assert_eq!(twice.meshes, advice.meshes);
}

#[test]
fn advice_is_no_worse_than_a_plain_grid() {
    for (source, within, smooths) in [
        ("builtin:cylinder", 1.0, true),
        ("builtin:arm", 0.25, false),
    ] {
        let document = document(source);
        with_job(&document, Target::DualQuaternion, within, |job| {
            let advice = advise(job, ON).unwrap();
            let choice = GridChoice {
                smooths,
                ..GridChoice::default()
            };
            let rows = grid(job, choice, ON).unwrap();
            assert!(rows.len() >= 4, "{rows:?}");
            for mesh in &advice.meshes {
                let worse = excess(&advice, mesh, &rows);
                assert!(worse <= 0.05, "{source}: {worse}\n{mesh:?}\n{rows:?}");
            }
        });
    }
}

/// The cylinder with a clip in which its upper joint grows.
fn growing() -> Document {
    let cylinder = load("builtin:cylinder").unwrap();
    let values = vec![Vec3::ONE, Vec3::splat(1.3)];
    let times: &[f32] = &[0.0, 1.0];
    let track = Track::new(times, values, Interpolation::Linear).unwrap();
    let grows = JointTrack {
        joint: cylinder.rig.skeleton.joints().nth(1).unwrap(),
        channel: Channel::Scale(track),
    };
    let clip = Clip::new(ClipId(900), None, 1.0).with_tracks(vec![grows], Vec::new());
    let mut clips = cylinder.clips.to_vec();
    clips.push(clip);
    Document::new(Arc::new(cylinder.with_clips(clips)))
}

#[test]
fn a_blend_map_is_tried_and_taken_where_it_is_nearest() {
    // Linear blending fails where it twists, dual quaternions where it grows.
    let advice = found(&growing(), Target::DualQuaternion, 5.0);
    let mesh = &advice.meshes[0];
    assert!(mesh.tried.iter().any(|it| it.set_up == SetUp::BlendMap));
    for other in &mesh.tried {
        let is_nearer = other.errors.maximum < mesh.after.maximum;
        assert!(mesh.holds || !is_nearer, "{mesh:?}");
    }
}

/// The hand with a vertex that follows six joints, five of them by a hundredth.
fn crowded() -> Character {
    let hand = load("builtin:hand").unwrap();
    let mesh = hand.instances[0].mesh;
    let influences = hand.meshes[mesh].primitives[0].influences.as_ref().unwrap();
    let row = influences.bound_row(0);
    let main = u16::from(row.joints[0]);
    let others = (0..6_u16).filter(|joint| *joint != main).take(5);
    let mut edit = WeightEdit {
        mesh,
        ..WeightEdit::default()
    };
    let joints = [(main, 0.95)]
        .into_iter()
        .chain(others.map(|joint| (joint, 0.01)));
    edit.rows.push(0, joints);
    hand.with_weights(&[edit]).unwrap()
}

fn most_joints(character: &Character) -> usize {
    let primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let influences = primitives.filter_map(|primitive| primitive.influences.as_ref());
    let rows = influences.flat_map(|influences| influences.rows());
    rows.map(|row| row.joints.len()).max().unwrap()
}

#[test]
fn vertices_of_too_many_joints_are_cut_for_a_target_and_others_stay() {
    let plain = document("builtin:hand");
    let advice = found(&plain, Target::Linear4, 20.0);
    assert_eq!(advice.meshes[0].set_up, SetUp::AsItIs);
    assert!(matches!(advice.plan, AdvicePlan::Nothing));
    let crowded = Document::new(Arc::new(crowded()));
    assert_eq!(most_joints(&crowded.character), 6);
    let advice = found(&crowded, Target::Linear4, 20.0);
    assert_eq!(advice.meshes[0].set_up, SetUp::FewerJoints(4));
    assert!(
        matches!(&advice.plan, AdvicePlan::Edit(steps) if matches!(steps[..], [AdviceStep::Weights(_)]))
    );
    assert_eq!(most_joints(&applied(&crowded, &advice).character), 4);
    // The target that takes eight has nothing against it.
    let advice = found(&crowded, Target::Linear8, 20.0);
    assert_eq!(advice.meshes[0].set_up, SetUp::AsItIs);
}

#[test]
fn where_no_weights_hold_helpers_do_and_are_baked_already() {
    let folder = tempfile::tempdir().unwrap();
    // Rings that each have one row of weights: a helper of a row is exact, and a chain nearly where it has two joints. What four joints
    // make together is no sum of what each makes, so that shapes leave much of it.
    for (influences, target, within) in [(4, Target::Linear4, 0.1), (2, Target::Vrm, 0.3)] {
        let document = document(tube(folder.path(), 4, influences).to_str().unwrap());
        let advice = found(&document, target, within);
        let [mesh] = &advice.meshes[..] else {
            panic!("one mesh");
        };
        assert!(mesh.before.maximum > within, "{mesh:?}");
        let count = match (target, mesh.set_up) {
            (Target::Linear4, SetUp::Helpers(count)) | (Target::Vrm, SetUp::Chains(count)) => count,
            (_, other) => panic!("helpers, not {other:?}: {mesh:?}"),
        };
        assert!(mesh.holds && mesh.after.maximum <= within, "{mesh:?}");
        // Programs for avatars drive no morph targets.
        let shapes = mesh.tried.iter();
        let shapes = shapes.filter(|it| matches!(it.set_up, SetUp::Shapes(_)));
        assert_eq!(shapes.count(), usize::from(target == Target::Linear4));
        let AdvicePlan::Bake(plan) = &advice.plan else {
            panic!("a bake");
        };
        assert_eq!(plan.baked.report.helpers.len(), count);
        assert_eq!(plan.asked.living, Some(target.helpers()));
        assert!(plan.asked.by_tolerance);
    }
}

/// How far the farthest vertex of one is from where the other has it, in percent.
fn farthest(motion: &AdviceMotion, right: SkinnedDocument<'_>, own: SkinnedDocument<'_>) -> f32 {
    let (to_right, to_own) = (motion.carrier(right.document), motion.carrier(own.document));
    let mut farthest = 0.0_f32;
    for (_, pose) in &motion.poses {
        let skins = [
            right.skin(&to_right.pose(pose)).unwrap(),
            own.skin(&to_own.pose(pose)).unwrap(),
        ];
        let [right, own] = skins.map(|skin| skin.into_iter().flat_map(|of| of.positions));
        farthest = right
            .zip(own)
            .fold(farthest, |most, (one, other)| most.max(one.distance(other)));
    }
    100.0 * farthest / size_of(right).unwrap()
}

#[test]
fn corrective_shapes_are_found_and_applying_makes_what_was_measured() {
    let folder = tempfile::tempdir().unwrap();
    let document = document(tube(folder.path(), 4, 2).to_str().unwrap());
    // Neighbors that bend at once by as much as they may lack what no shape of one of them has: 1.33 % of this tube.
    let advice = found(&document, Target::Linear4, 1.5);
    let [mesh] = &advice.meshes[..] else {
        panic!("one mesh");
    };
    let SetUp::Shapes(count) = mesh.set_up else {
        panic!("shapes, not {mesh:?}");
    };
    assert!(mesh.holds && mesh.before.maximum > 1.5, "{mesh:?}");
    let after = applied(&document, &advice);
    assert_eq!(after.driven.channels().len(), count);
    assert_eq!(correctives(&after).len(), count);
    let motion = AdviceMotion::measured(&document, 1, POSES).unwrap();
    let right = SkinnedDocument {
        document: &document,
        look: Look {
            method: Method::TWO_PHASE,
            signs: SignRule::Followed,
            ..Look::default()
        },
    };
    let linear = |document| SkinnedDocument {
        document,
        look: Look::new(Method::Linear),
    };
    let [before, now] = [&document, &after].map(|own| farthest(&motion, right, linear(own)));
    assert!(
        (before - mesh.before.maximum).abs() < 1e-3,
        "{before} {mesh:?}"
    );
    assert!((now - mesh.after.maximum).abs() < 1e-3, "{now} {mesh:?}");
    // At rest every angle is zero, and nothing is displaced.
    let rest = motion.carrier(&after).pose(&base_pose(&document.character));
    assert!(rest.morph_weights.len() == count && rest.morph_weights.iter().all(|own| *own == 0.0));
}

#[test]
fn poses_are_brought_to_a_skeleton_with_twist_joints() {
    let document = document("builtin:biped");
    let bones = bones(&document);
    let steps = [AdviceStep::TwistJoints(1)];
    let twisted = with_steps(&document, &steps, bones.map(), &WeightsWork::default()).unwrap();
    let was = &document.character.rig.skeleton;
    let is = &twisted.character.rig.skeleton;
    assert_eq!(is.len(), was.len() + 8, "one on each arm and leg bone");
    let motion = AdviceMotion::measured(&document, 1 << 20, POSES).unwrap();
    assert!(motion.random > 0 && motion.random < motion.poses.len());
    let carrier = motion.carrier(&twisted);
    let mut turned = 0;
    for (name, pose) in &motion.poses {
        let carried = carrier.pose(pose);
        for joint in is.joints() {
            let own = carried.rigid[joint.index()];
            match was.joint_of_key(is.key(joint)) {
                Some(before) => assert_eq!(own, pose.rigid[before.index()], "{name}"),
                None => turned += usize::from(own.rotation.angle_between(Quat::IDENTITY) > 0.1),
            }
        }
    }
    assert!(turned > 0, "twist joints follow what twists");
}

#[test]
fn what_cannot_be_advised_is_refused_and_stops_when_told() {
    let bare = document("builtin:biped_mesh");
    let refused = with_job(&bare, Target::Any, 1.0, |job| advise(job, ON));
    let NoAdvice::Refused(why) = refused.unwrap_err() else {
        panic!("refused");
    };
    assert!(why.contains("bind"), "{why}");
    let cylinder = document("builtin:cylinder");
    let none = with_job(&cylinder, Target::Any, 0.0, |job| advise(job, ON));
    assert!(matches!(none, Err(NoAdvice::Refused(_))));
    let stopped = with_job(&cylinder, Target::Linear4, 1.0, |job| {
        advise(job, &|share: f32| match share < 0.05 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        })
    });
    assert_eq!(stopped.unwrap_err(), NoAdvice::Canceled);
}
