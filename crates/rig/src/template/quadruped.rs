//! The ready quadruped.

use super::biped::spine;
use super::face::{ear, eye, jaw};
use super::{
    Bend, BodyAxes, MarkerWeights, SkeletonTemplate, TemplateJoint, TemplateKind, TemplateOptions,
    both_sides,
};

const MIDDLE: [&str; 7] = [
    "Nose",
    "Back of head",
    "Withers",
    "Pelvis",
    "Tail base",
    "Tail tip",
    "Jaw tip",
];
const SIDE: [&str; 13] = [
    "Shoulder",
    "Elbow",
    "Wrist",
    "Front paw",
    "Hip",
    "Knee",
    "Hock",
    "Hind paw",
    "Front toes",
    "Hind toes",
    "Eye",
    "Ear",
    "Ear tip",
];

// Places in `SIDE` of what only some have.
const FRONT_TOES: usize = 8;
const HIND_TOES: usize = 9;
const EYE: usize = 10;
const EAR: usize = 11;
const EAR_TIP: usize = 12;

/// The hinge of the jaw on the way from the back of the head to the tip of the jaw.
const HINGE: f64 = 0.3;

const FRONT_LEG: usize = 0;
const HIND_LEG: usize = 1;

pub(super) fn quadruped(options: TemplateOptions) -> SkeletonTemplate {
    let markers = both_sides(&MIDDLE, &SIDE);
    let n = markers.len();
    let place = |marker: usize| MarkerWeights::of(marker, n);
    let [nose, head, withers, pelvis, tail, tip, jaw_tip] = [0, 1, 2, 3, 4, 5, 6].map(place);
    let left = |marker: usize| place(MIDDLE.len() + marker);
    let [shoulder, elbow, wrist, paw] = [0, 1, 2, 3].map(left);
    let [hip, knee, hock, hind] = [4, 5, 6, 7].map(left);
    let right = |marker: usize| place(MIDDLE.len() + SIDE.len() + marker);
    let [right_shoulder, right_hip] = [0, 4].map(right);

    let mut joints = spine(&pelvis, &withers, options.spine, Bend::Up);
    let chest = joints.last().map(|joint| joint.name.clone());
    let chest = chest.unwrap_or_default();
    let joint = TemplateJoint::new;
    let throat = withers.toward(&head, 0.5);
    joints.extend([
        joint("neck", &chest, (&withers, &throat), Bend::Up),
        joint("neck_2", "neck", (&throat, &head), Bend::Up),
        joint("head", "neck_2", (&head, &nose), Bend::Up),
    ]);
    joints.extend(tail_joints(&tail, &tip, options.tail));
    // The shoulder blade lies between the withers and the shoulder, beside the ribs.
    let shoulders = MarkerWeights::between(&shoulder, &right_shoulder);
    let blade = withers.offset_by(&shoulders, &shoulder, 0.5);
    let (front, back) = (Bend::Limb(FRONT_LEG), Bend::Limb(HIND_LEG));
    joints.extend([
        joint("scapula.L", &chest, (&blade, &shoulder), Bend::Front),
        joint("upper_arm.L", "scapula.L", (&shoulder, &elbow), front),
        joint("forearm.L", "upper_arm.L", (&elbow, &wrist), front),
        joint("hand.L", "forearm.L", (&wrist, &paw), front),
        joint("thigh.L", "hips", (&hip, &knee), back),
        joint("shin.L", "thigh.L", (&knee, &hock), back),
        joint("foot.L", "shin.L", (&hock, &hind), back),
    ]);
    if options.toes {
        let [front, back] = [FRONT_TOES, HIND_TOES].map(left);
        joints.extend(toes((&paw, &front), (&hind, &back)));
    }
    let face = options.face;
    if face.eyes {
        joints.push(eye(&left(EYE), &right(EYE)));
    }
    if face.jaw {
        joints.push(jaw(&head.toward(&jaw_tip, HINGE), &jaw_tip));
    }
    if face.ears {
        joints.push(ear(&left(EAR), &left(EAR_TIP)));
    }
    SkeletonTemplate {
        kind: TemplateKind::Quadruped,
        markers,
        joints,
        hands: Vec::new(),
        body: BodyAxes {
            left: (right_hip, hip),
            other: (pelvis, withers),
            is_up: false,
        },
    }
    .with_right_side()
}

fn toes(
    front: (&MarkerWeights, &MarkerWeights),
    back: (&MarkerWeights, &MarkerWeights),
) -> [TemplateJoint; 2] {
    let joint = TemplateJoint::new;
    [
        joint("front_toes.L", "hand.L", front, Bend::Up),
        joint("hind_toes.L", "foot.L", back, Bend::Up),
    ]
}

fn tail_joints(base: &MarkerWeights, tip: &MarkerWeights, count: u8) -> Vec<TemplateJoint> {
    let share = |joint: u8| f64::from(joint) / f64::from(count);
    let joint = |number: u8| {
        let parent = match number {
            1 => "hips".to_owned(),
            number => format!("tail_{}", number - 1),
        };
        let [head, end] = [number - 1, number].map(|joint| base.toward(tip, share(joint)));
        TemplateJoint::new(&format!("tail_{number}"), &parent, (&head, &end), Bend::Up)
    };
    (1..=count).map(joint).collect()
}
