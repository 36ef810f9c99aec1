//! The ready quadruped.

use super::biped::spine;
use super::{
    Bend, BodyAxes, Place, SkeletonTemplate, TemplateJoint, TemplateKind, TemplateOptions,
    both_sides,
};

const MIDDLE: [&str; 6] = [
    "Nose",
    "Back of head",
    "Withers",
    "Pelvis",
    "Tail base",
    "Tail tip",
];
const SIDE: [&str; 8] = [
    "Shoulder",
    "Elbow",
    "Wrist",
    "Front paw",
    "Hip",
    "Knee",
    "Hock",
    "Hind paw",
];

const FRONT_LEG: usize = 0;
const HIND_LEG: usize = 1;

pub(super) fn quadruped(options: TemplateOptions) -> SkeletonTemplate {
    let markers = both_sides(&MIDDLE, &SIDE);
    let n = markers.len();
    let place = |marker: usize| Place::of(marker, n);
    let [nose, head, withers, pelvis, tail, tip] = [0, 1, 2, 3, 4, 5].map(place);
    let left = |marker: usize| place(MIDDLE.len() + marker);
    let [shoulder, elbow, wrist, paw] = [0, 1, 2, 3].map(left);
    let [hip, knee, hock, hind] = [4, 5, 6, 7].map(left);
    let right_hip = place(MIDDLE.len() + SIDE.len() + 4);
    let right_shoulder = place(MIDDLE.len() + SIDE.len());

    let mut joints = spine((&pelvis, &withers), options.spine, Bend::Up);
    let chest = joints.last().map(|joint| joint.name.clone());
    let chest = chest.unwrap_or_default();
    let joint = TemplateJoint::new;
    let throat = withers.toward(&head, 0.5);
    joints.extend([
        joint("neck", &chest, (&withers, &throat), Bend::Up),
        joint("neck_2", "neck", (&throat, &head), Bend::Up),
        joint("head", "neck_2", (&head, &nose), Bend::Up),
    ]);
    joints.extend(tail_joints((&tail, &tip), options.tail));
    // The shoulder blade lies between the withers and the shoulder, beside the ribs.
    let shoulders = Place::between(&shoulder, &right_shoulder);
    let blade = withers.moved((&shoulders, &shoulder), 0.5);
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

fn tail_joints((base, tip): (&Place, &Place), count: u8) -> Vec<TemplateJoint> {
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
