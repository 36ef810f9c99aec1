//! Golden vectors of motion: two bones, and motion over the ground.

use crate::support::key;
use glam::{Quat, Vec3};
use rig::{
    JointIndex, Limb, LimbGoal, LocalTransform, Pose, Rigid, ScaleInheritance, SkeletonBuilder,
    Trs, TwoBoneGoal, TwoBones, forward, ground_motion, solve_two_bone_ik,
};
use testkit::golden::{self, Case};

#[test]
fn golden_two_bone_ik() {
    golden::run("two_bone_ik", &[], |case| {
        let place = |key: &str| case.input().get(key).vec3();
        let rotation = |key: &str| case.input().get(key).quat().normalize();
        let bones = TwoBones {
            root: place("a"),
            middle: place("b"),
            end: place("c"),
            root_rotation: rotation("q_a"),
            middle_rotation: rotation("q_b"),
        };
        let goal = TwoBoneGoal {
            target: place("target"),
            pole: case.input().find("pole").map(|pole| pole.vec3()),
            preferred_bend: place("bend"),
        };
        let reach = bones.reach(&goal);
        case.check("mid", &reach.middle);
        case.check("end", &reach.end);
        case.check("q_a", &reach.root_rotation);
        case.check("q_b", &reach.middle_rotation);
        case.check("reached", &reach.is_reached);
        if goal.pole.is_some() && case.name().starts_with("random") {
            check_posed(case, &bones, &goal);
        }
    });
}

/// The same by the solver that takes a pose: where a pole is given both rules are one.
fn check_posed(case: &Case<'_>, bones: &TwoBones, goal: &TwoBoneGoal) {
    let frames = [
        Rigid::new(bones.root_rotation, bones.root),
        Rigid::new(bones.middle_rotation, bones.middle),
        Rigid::new(Quat::IDENTITY, bones.end),
    ];
    let mut builder = SkeletonBuilder::new();
    let mut above = Rigid::IDENTITY;
    for (place, frame) in frames.into_iter().enumerate() {
        let Rigid {
            rotation,
            translation,
        } = above.inverse() * frame;
        let local = Trs {
            translation,
            rotation,
            scale: Vec3::ONE,
        };
        let parent = place.checked_sub(1).map(key);
        builder = builder.joint(key(place), parent, "", LocalTransform::Trs(local));
        above = frame;
    }
    let skeleton = builder.build().unwrap();
    let [root, middle, end] = [0, 1, 2].map(JointIndex);
    let limb = Limb { root, middle, end };
    let wanted = LimbGoal {
        target: goal.target,
        pole: goal.pole,
        hinge: None,
        keeps_orientation: false,
    };
    let flags = vec![ScaleInheritance::Children; 3];
    let pose = Pose::rest(&skeleton);
    let pose = solve_two_bone_ik(&skeleton, &pose, &flags, limb, &wanted).unwrap();
    let posed = forward(&skeleton, pose.user_transforms(), &flags).unwrap();
    let frame = |joint| posed.model_from_posed_frame(joint);
    case.check("mid", &Vec3::from(frame(middle).translation));
    case.check("end", &Vec3::from(frame(end).translation));
    let rotation = |joint| Quat::from_mat3a(&frame(joint).matrix3);
    case.check("q_a", &rotation(root));
    case.check("q_b", &rotation(middle));
}

#[test]
fn golden_root_motion() {
    golden::run("root_motion", &[], |case| {
        let keys = case.input().get("keys").list(|key| {
            let key = key.rigid();
            Rigid::new(key.rotation.normalize(), key.translation)
        });
        let rest = case.input().get("rest_q").quat();
        let motions = ground_motion(&keys, rest, case.input().get("up").vec3());
        let pair = |rigid: Rigid| {
            let motion = rigid.to_dual_quat();
            (motion.real, motion.dual)
        };
        let yaws: Vec<f32> = motions.iter().map(|motion| motion.yaw).collect();
        let grounds: Vec<_> = motions.iter().map(|motion| pair(motion.ground)).collect();
        let remainders = motions.iter().map(|motion| pair(motion.remainder));
        case.check("yaw", &yaws);
        case.check("ground", &grounds);
        case.check("rest_of_motion", &remainders.collect::<Vec<_>>());
    });
}
