//! Golden vectors of poses: limits, means, what is added, layers, loops and pins.

use crate::support::key;
use glam::{Affine3A, Mat3, Quat, Vec3};
use rig::{
    JointIndex, JointLimits, LayerMode, LimitAxes, LocalTransform, Mixed, Pin, PinGoal, Pose,
    PoseLayer, Rigid, ScaleInheritance, Skeleton, SkeletonBuilder, Stretch, Trs, forward,
    pin_jacobian, pin_step, solve_pins,
};
use testkit::golden::{self, Case};
use testkit::json::{Json, RigidInput};

fn pair(rigid: Rigid) -> (Quat, Quat) {
    let motion = rigid.to_dual_quat();
    (motion.real, motion.dual)
}

fn rigid_of(json: &Json<'_>) -> Rigid {
    let rigid = json.rigid();
    Rigid::new(rigid.rotation.normalize(), rigid.translation)
}

fn stretch_of(json: &Json<'_>) -> Stretch {
    Stretch::from_symmetric(json.mat3())
}

fn affine(rigid: Rigid, stretch: Stretch) -> Affine3A {
    rigid.to_affine() * Affine3A::from_mat3(stretch.to_mat3())
}

fn limits_of(json: &Json<'_>) -> JointLimits {
    let swing_axes = json.get("swing_axes").list(Json::vec3);
    let swing = match json.find("swing_quadrants") {
        Some(quadrants) => {
            let [x0, x1, y0, y1] = quadrants.array();
            [[x0, x1], [y0, y1]]
        }
        None => json.get("swing").array::<2>().map(|half| [half; 2]),
    };
    JointLimits {
        axes: LimitAxes {
            twist: json.get("axis").vec3(),
            swing: [swing_axes[0], swing_axes[1]],
        },
        twist: json.get("twist").array(),
        swing,
    }
}

#[test]
fn golden_swing_twist_limits() {
    golden::run("swing_twist_limits", &[], |case| {
        let input = case.input();
        let limits = limits_of(input);
        let last = input.find("last_twist").map_or(0.0, |last| last.f32());
        let rotation = input.get("q").quat().normalize();
        let from = input.find("from").map(|from| from.quat().normalize());
        let parts = limits.axes.part(rotation, last);
        case.check("twist", &parts.twist);
        case.check("swing", &parts.swing.to_array());
        let clamped = limits.clamped_parts(rotation, last, from);
        case.check("twist_clamped", &clamped.twist);
        case.check("swing_clamped", &clamped.swing.to_array());
        let turned = match from {
            Some(from) => limits.clamp_from(rotation, from, last),
            None => limits.clamp(rotation, last),
        };
        case.check("clamped", &turned);
        let is_inside = (parts.twist - clamped.twist).abs() <= 1e-5
            && parts.swing.abs_diff_eq(clamped.swing, 1e-5);
        case.check("inside", &is_inside);
    });
}

#[test]
fn golden_motion_mix() {
    golden::run("motion_mix", &["signs"], |case| {
        let input = case.input();
        let (weights, ids) = (input.get("weights").f32s(), input.get("ids").usizes());
        let id = |place: usize| u32::try_from(ids[place]).unwrap();
        let rigids = input.get("transforms").list(rigid_of);
        let stretches = input.get("stretch").list(stretch_of);
        let rigid = Rigid::mean(&mixed(rigids, &weights, id));
        let stretch = Stretch::mean(&mixed(stretches, &weights, id));
        case.check("mix", &pair(rigid));
        case.check("stretch", &stretch.to_mat3());
        case.check("mix_mat4", &affine(rigid, stretch));
    });
}

fn mixed<T>(all: Vec<T>, weights: &[f32], id: impl Fn(usize) -> u32) -> Vec<Mixed<T>> {
    let all = all.into_iter().enumerate();
    all.map(|(place, what)| Mixed {
        what,
        weight: weights[place],
        id: id(place),
    })
    .collect()
}

#[test]
fn golden_motion_additive() {
    golden::run("motion_additive", &[], |case| {
        let [base, reference, add] = ["base", "reference", "add"].map(|key| {
            let json = case.input().get(key);
            (rigid_of(&json), stretch_of(&json.get("stretch")))
        });
        let w = case.input().get("w").f32();
        let rigid = base.0.with_added(reference.0, add.0, w);
        let stretch = base.1.with_added(reference.1, add.1, w);
        case.check("out", &pair(rigid));
        case.check("stretch", &stretch.to_mat3());
        case.check("out_mat4", &affine(rigid, stretch));
        assert!(w != 0.0 || (rigid, stretch) == base, "to the bit");
    });
}

fn pose_of(json: &Json<'_>) -> Pose {
    Pose {
        rigid: json.list(rigid_of),
        stretch: json.list(|joint| stretch_of(&joint.get("stretch"))),
        morph_weights: Vec::new(),
    }
}

struct LayerInput {
    pose: Pose,
    reference: Option<Pose>,
    weight: f32,
    mask: Vec<f32>,
}

#[test]
fn golden_layers() {
    golden::run("layers", &[], |case| {
        let base = pose_of(&case.input().get("base"));
        let inputs = case.input().get("layers").list(|layer| LayerInput {
            pose: pose_of(&layer.get("pose")),
            reference: layer.find("reference").map(|json| pose_of(&json)),
            weight: layer.get("weight").f32(),
            mask: layer.get("mask").f32s(),
        });
        let layers = inputs.iter().map(|input| PoseLayer {
            mode: input
                .reference
                .as_ref()
                .map_or(LayerMode::Override, LayerMode::Additive),
            pose: &input.pose,
            weight: input.weight,
            mask: &input.mask,
            morphs: true,
        });
        let posed = base.with_layers(&layers.collect::<Vec<_>>());
        let motions: Vec<_> = posed.rigid.iter().map(|&rigid| pair(rigid)).collect();
        case.check("out", &motions);
        let stretches: Vec<Mat3> = posed.stretch.iter().map(|own| own.to_mat3()).collect();
        case.check("stretch", &stretches);
    });
}

/// The last seconds of a clip take what its beginning adds to its end.
#[test]
fn golden_loop_closing() {
    golden::run("loop_closing", &[], |case| {
        let keys = case.input().get("keys").list(|key| {
            (
                key.get("time").f64(),
                rigid_of(key),
                stretch_of(&key.get("stretch")),
            )
        });
        let (first, last) = (keys[0], keys[keys.len() - 1]);
        let blend = case.input().get("blend").f64().clamp(0.0, last.0 - first.0);
        #[expect(clippy::cast_possible_truncation, reason = "weights are f32")]
        let weight = |time: f64| {
            let share = match blend > 0.0 {
                true => ((time - (last.0 - blend)) / blend).clamp(0.0, 1.0),
                false => f64::from(u8::from(time >= last.0)),
            };
            (share * share * (3.0 - 2.0 * share)) as f32
        };
        let weights: Vec<f32> = keys.iter().map(|key| weight(key.0)).collect();
        case.check("weight", &weights);
        let closed = keys.iter().zip(&weights).map(|(&(_, rigid, stretch), &w)| {
            let rigid = rigid.with_added(last.1, first.1, w);
            (
                pair(rigid),
                stretch.with_added(last.2, first.2, w).to_mat3(),
            )
        });
        let (motions, stretches): (Vec<_>, Vec<_>) = closed.unzip();
        case.check("out", &motions);
        case.check("stretch", &stretches);
    });
}

/// A skeleton with pins.
struct Pinned {
    skeleton: Skeleton,
    pose: Pose,
    flags: Vec<ScaleInheritance>,
    pins: Vec<Pin>,
    free: Vec<JointIndex>,
}

impl Pinned {
    fn new(case: &Case<'_>) -> Self {
        let input = case.input().get("skeleton").skeleton();
        let mut builder = SkeletonBuilder::new();
        for (place, rest) in input.rest.iter().enumerate() {
            let local = Trs {
                translation: rest.translation,
                rotation: rest.rotation.normalize(),
                scale: Vec3::ONE,
            };
            let parent = input.parents[place].map(key);
            builder = builder.joint(key(place), parent, "", LocalTransform::Trs(local));
        }
        let rigid = |user: &RigidInput| Rigid::new(user.rotation.normalize(), user.translation);
        let skeleton = builder.build().unwrap();
        // The skeleton's order is one of its own.
        let places: Vec<usize> = skeleton
            .joints()
            .map(|joint| skeleton.key(joint) as usize)
            .collect();
        let joint = |json: &Json<'_>| {
            let place = places.iter().position(|place| *place == json.usize());
            JointIndex(u16::try_from(place.unwrap()).unwrap())
        };
        Self {
            pose: Pose {
                rigid: places
                    .iter()
                    .map(|&place| rigid(&input.user[place]))
                    .collect(),
                stretch: places
                    .iter()
                    .map(|&place| Stretch::from_symmetric(input.scale[place]))
                    .collect(),
                morph_weights: Vec::new(),
            },
            flags: places
                .iter()
                .map(|&place| match input.propagate[place] {
                    true => ScaleInheritance::Children,
                    false => ScaleInheritance::Joint,
                })
                .collect(),
            pins: case.input().get("pins").list(|pin| Pin {
                joint: joint(&pin.get("joint")),
                offset: pin.get("offset").vec3(),
                target: pin.get("target").vec3(),
            }),
            free: case.input().get("free").list(joint),
            skeleton,
        }
    }

    fn goal<'a>(&'a self, limits: &'a [Option<JointLimits>]) -> PinGoal<'a> {
        PinGoal {
            pins: &self.pins,
            free: &self.free,
            limits,
        }
    }
}

#[test]
fn golden_pins() {
    golden::run("pins", &[], |case| {
        let pinned = Pinned::new(case);
        let Pinned {
            skeleton,
            pose,
            flags,
            ..
        } = &pinned;
        if case.input().get("kind").str() == "step" {
            let posed = forward(skeleton, pose.user_transforms(), flags).unwrap();
            let places = pinned.pins.iter().map(|pin| {
                posed
                    .model_from_posed_joint(pin.joint)
                    .transform_point3(pin.offset)
            });
            case.check("positions", &places.collect::<Vec<_>>());
            let goal = pinned.goal(&[]);
            let jacobian = pin_jacobian(skeleton, pose, flags, &goal).unwrap();
            case.check("jacobian", &jacobian);
            let damping = case.input().get("mu").f32();
            case.check(
                "step",
                &pin_step(skeleton, pose, flags, &goal, damping).unwrap(),
            );
            return;
        }
        let mut limits = vec![None; skeleton.len()];
        let given = case.input().get("limits").elements();
        for (&joint, given) in pinned.free.iter().zip(given) {
            limits[joint.index()] = (!given.is_null()).then(|| limits_of(&given));
        }
        let held = solve_pins(skeleton, pose, flags, &pinned.goal(&limits)).unwrap();
        let square: f32 = held.residuals.iter().map(|one| one * one).sum();
        println!("{}: {} in {} steps", case.name(), square.sqrt(), held.steps);
        case.check("residual", &square.sqrt());
        let obeys = |joint: &JointIndex| {
            let limits: Option<JointLimits> = limits[joint.index()];
            limits.is_none_or(|limits| limits.allows(held.pose[*joint].rotation, 0.0))
        };
        case.check("limits_obeyed", &pinned.free.iter().all(obeys));
    });
}
