//! The hand: a raised left hand on a forearm that ends in a flat cut, thumb to the left, palm to the viewer.

use glam::{DMat3, DVec3, dvec3};

use super::implicit::{
    Body, Group, Join, Mirror, SkinPlan, Solid, Territory, ball, cone, ramp, skin,
};
use super::palm::{DIGITS, Placement};
use super::poses::{Sketch, Timing, motion};
use super::shape::{Motion, Paint, Shape, ease};
use super::skeleton::{Bone, Skeleton};

const WRIST: DVec3 = dvec3(0.0, 0.205, 0.0);
/// Heights of the forearm's joints above the cut, in meters.
const FOREARM: [(&str, f64); 3] = [
    ("forearm", 0.0),
    ("forearm_twist_1", 0.075),
    ("forearm_twist_2", 0.140),
];
const ARM: usize = 0;
const PALM: usize = 1;

const PLACE: Placement = Placement {
    wrist: WRIST,
    axes: DMat3::IDENTITY,
    scale: 1.0,
    edges: [0.0060, 0.0046, 0.0039],
    zone: PALM,
};

/// The hand with its skeleton, skin and clips.
pub(super) fn left_hand() -> Shape {
    let skeleton = skeleton();
    let plan = SkinPlan {
        body: body(),
        regions: vec![|_, point| PLACE.nails(point)],
        territories: territories(&skeleton),
        cell: 0.0022,
        scale: 1.0,
        steepest: f64::INFINITY,
    };
    let itself = Mirror((0..skeleton.joints.len()).collect());
    Shape {
        name: "hand",
        surface: skin(&plan, &itself),
        paints: vec![
            Paint {
                name: "nails",
                base_color: [0.78, 0.50, 0.42, 1.0],
            },
            Paint {
                name: "skin",
                base_color: [0.62, 0.33, 0.21, 1.0],
            },
        ],
        motions: motions(&skeleton),
        joints: skeleton.joints,
    }
}

fn body() -> Body {
    let mut groups = vec![Group {
        join: Join::Melt(0.0),
        solids: forearm(),
    }];
    groups.extend(PLACE.groups(0.022));
    let ground = ball(dvec3(0.0, -50.0, 0.0), 50.0).edge(0.0102);
    groups.push(Group {
        join: Join::Carve(0.024),
        solids: vec![ground],
    });
    let mut body = Body::new(
        groups,
        false,
        [dvec3(-0.13, -0.03, -0.08), dvec3(0.10, 0.45, 0.09)],
    );
    // Nails stand out a little, with a rim.
    body.dressing = |_, point| 0.0007 * ramp(-PLACE.nails(point), -0.0006, 0.0006);
    body
}

#[rustfmt::skip]
fn forearm() -> Vec<Solid> {
    let at = dvec3;
    let solids = vec![
        cone(at(0.0, -0.03, -0.002), 0.046, at(0.0, 0.190, -0.001), 0.027).flat(DVec3::Z, 1.15),
        // muscles on both sides, the bone at the little finger's side of the wrist
        cone(at(-0.012, -0.02, 0.004), 0.038, at(-0.010, 0.160, 0.001), 0.0195).blend(0.03),
        cone(at(0.012, -0.02, 0.002), 0.036, at(0.009, 0.160, 0.001), 0.0190).blend(0.03),
        ball(at(0.021, 0.188, -0.010), 0.0130).blend(0.012),
    ];
    solids.into_iter().map(|solid| solid.zone(ARM).edge(0.0102)).collect()
}

fn skeleton() -> Skeleton {
    let mut bones: Vec<Bone> = Vec::new();
    let heights = FOREARM.iter().map(|joint| joint.1).chain([WRIST.y]);
    let tops: Vec<f64> = heights.skip(1).collect();
    for (k, (name, y)) in FOREARM.into_iter().enumerate() {
        let parent = if k == 0 { "" } else { FOREARM[k - 1].0 };
        bones.push(bone(
            name,
            parent,
            [DVec3::Y * y, DVec3::Y * tops[k]],
            DVec3::Z,
        ));
    }
    bones.push(bone(
        "hand",
        FOREARM[2].0,
        [WRIST, PLACE.point(DIGITS[2].points[0])],
        DVec3::Z,
    ));
    for (index, digit) in DIGITS.iter().enumerate() {
        let points = digit.points.map(|p| PLACE.point(p));
        let mut parent = "hand".to_owned();
        if index > 0 {
            let name = format!("{}_metacarpal", digit.name);
            bones.push(bone(
                &name,
                &parent,
                [PLACE.point(Placement::carpal(index)), points[0]],
                DVec3::Z,
            ));
            parent = name;
        }
        for phalanx in 0..3 {
            let name = format!("{}_{}", digit.name, phalanx + 1);
            bones.push(bone(
                &name,
                &parent,
                [points[phalanx], points[phalanx + 1]],
                digit.flesh,
            ));
            parent = name;
        }
    }
    Skeleton::new(&bones)
}

fn bone(name: &str, parent: &str, [head, tail]: [DVec3; 2], front: DVec3) -> Bone {
    Bone {
        name: name.to_owned(),
        parent: Some(parent.to_owned()).filter(|parent| !parent.is_empty()),
        head,
        tail,
        front,
    }
}

fn territories(skeleton: &Skeleton) -> Vec<Territory> {
    let claim = |zone, name: &str, bone: [DVec3; 2], hold| Territory {
        zone,
        joint: skeleton.index(name),
        bone,
        hold,
    };
    let up = |from: f64, to: f64| [DVec3::Y * from, DVec3::Y * to];
    let mut all = vec![
        claim(ARM, "forearm", up(0.0, 0.050), 0.4),
        claim(ARM, "forearm_twist_1", up(0.085, 0.115), 0.4),
        claim(ARM, "forearm_twist_2", up(0.155, 0.195), 0.4),
        claim(ARM, "hand", up(0.215, 0.23), 0.4),
        claim(
            PALM,
            "hand",
            [
                PLACE.point(dvec3(0.0, 0.0, 0.0)),
                PLACE.point(dvec3(0.0, 0.045, 0.0)),
            ],
            0.2,
        ),
    ];
    for (index, digit) in DIGITS.iter().enumerate() {
        let zone = PALM + 1 + index;
        let points = digit.points.map(|p| PLACE.point(p));
        for phalanx in 0..3 {
            let name = format!("{}_{}", digit.name, phalanx + 1);
            all.push(claim(
                zone,
                &name,
                [points[phalanx], points[phalanx + 1]],
                0.24,
            ));
        }
        if index == 0 {
            all.push(claim(
                PALM,
                "thumb_1",
                [points[0].lerp(points[1], 0.35), points[1]],
                0.2,
            ));
        } else {
            // A metacarpal moves the palm below its finger, and the root of the finger.
            let name = format!("{}_metacarpal", digit.name);
            let base = PLACE.point(Placement::carpal(index));
            all.push(claim(
                PALM,
                &name,
                [base.lerp(points[0], 0.45), points[0]],
                0.15,
            ));
            all.push(claim(
                zone,
                &name,
                [points[0], points[0].lerp(points[1], 0.12)],
                0.18,
            ));
        }
    }
    all
}

/// The hand at one moment: how far each digit from the thumb is closed (1: a fist), how far the fingers are spread, and
/// the degrees by which the forearm is twisted and the wrist bent to the palm.
#[derive(Clone, Copy)]
struct Gesture {
    closed: [f64; 5],
    spread: f64,
    twist: f64,
    bend: f64,
}

const REST: Gesture = Gesture {
    closed: [0.0; 5],
    spread: 0.0,
    twist: 0.0,
    bend: 0.0,
};

fn motions(skeleton: &Skeleton) -> Vec<Motion> {
    let timing = Timing {
        keys: 48,
        keys_per_second: 12,
        looped: false,
    };
    let clip = |name, gesture: fn(f64) -> Gesture| {
        motion(name, &skeleton.joints, timing, |time, sketch| {
            pose(gesture(time), sketch);
        })
    };
    vec![
        clip("fist", fist),
        clip("spread", |time| Gesture {
            spread: ease(
                &[(0.0, 0.0), (1.0, 1.0), (2.0, -0.7), (3.0, 1.0), (4.0, 0.0)],
                time,
            ),
            ..REST
        }),
        clip("point", point),
        clip("twist wrist", |time| Gesture {
            twist: ease(
                &[
                    (0.0, 0.0),
                    (1.0, 120.0),
                    (2.0, 0.0),
                    (3.0, -120.0),
                    (4.0, 0.0),
                ],
                time,
            ),
            ..REST
        }),
    ]
}

/// The fingers close one after the other, the thumb last.
fn fist(time: f64) -> Gesture {
    let finger = |late: f64| {
        ease(
            &[
                (0.2 + late, 0.0),
                (1.4 + late, 1.0),
                (2.4 + late, 1.0),
                (3.6, 0.0),
            ],
            time,
        )
    };
    Gesture {
        closed: [0.3, 0.15, 0.1, 0.05, 0.0].map(finger),
        ..REST
    }
}

/// The index finger stays straight, and nods with the wrist.
fn point(time: f64) -> Gesture {
    let closed = ease(&[(0.0, 0.0), (1.0, 1.0), (3.0, 1.0), (4.0, 0.0)], time);
    let bend = ease(
        &[
            (1.0, 0.0),
            (1.5, 35.0),
            (2.0, -10.0),
            (2.5, 35.0),
            (3.0, 0.0),
        ],
        time,
    );
    Gesture {
        closed: [0.8 * closed, 0.0, closed, closed, closed],
        bend,
        ..REST
    }
}

fn pose(gesture: Gesture, sketch: &mut Sketch<'_>) {
    for (joint, part) in [
        ("forearm_twist_1", 0.35),
        ("forearm_twist_2", 0.45),
        ("hand", 0.20),
    ] {
        sketch.turn(joint, DVec3::Y, part * gesture.twist);
    }
    sketch.turn("hand", DVec3::X, gesture.bend);
    let closing = [[30.0, 35.0, 60.0], [85.0, 100.0, 65.0]];
    for (index, digit) in DIGITS.iter().enumerate() {
        let most = closing[index.min(1)];
        for (phalanx, degrees) in most.into_iter().enumerate() {
            let name = format!("{}_{}", digit.name, phalanx + 1);
            if phalanx == 0 {
                let fan = [-14.0, -9.0, -2.5, 4.5, 12.0][index];
                sketch.turn(&name, DVec3::NEG_Z, fan * gesture.spread);
            }
            sketch.turn_own(&name, DVec3::X, degrees * gesture.closed[index]);
        }
        // The edge of the hand folds a little when the fingers close.
        if index > 2 {
            let fold = 5.0 * f64::from(u32::from(index == 4) + 1);
            sketch.turn(
                &format!("{}_metacarpal", digit.name),
                DVec3::X,
                fold * gesture.closed[index],
            );
        }
    }
}
