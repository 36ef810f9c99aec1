//! The ready biped: names and axes are those of the built-in biped, so that its poses fit.

use super::face::{eye, jaw};
use super::hand::{FINGER_MARKERS, Fingers, KNUCKLE_MARKERS};
use super::{
    Bend, BodyAxes, LEFT, MarkerWeights, SkeletonTemplate, TemplateJoint, TemplateKind,
    TemplateOptions, TwistJoints, both_sides,
};

const MIDDLE: [&str; 4] = ["Top of head", "Chin", "Groin", "Jaw tip"];
const SIDE: [&str; 17] = [
    "Shoulder",
    "Elbow",
    "Wrist",
    FINGER_MARKERS[0],
    FINGER_MARKERS[1],
    FINGER_MARKERS[2],
    FINGER_MARKERS[3],
    FINGER_MARKERS[4],
    "Knee",
    "Ankle",
    "Toes",
    KNUCKLE_MARKERS[0],
    KNUCKLE_MARKERS[1],
    KNUCKLE_MARKERS[2],
    KNUCKLE_MARKERS[3],
    KNUCKLE_MARKERS[4],
    "Eye",
];

// Places in `SIDE`.
const SHOULDER: usize = 0;
const ELBOW: usize = 1;
const WRIST: usize = 2;
const FIRST_FINGER: usize = 3;
const KNEE: usize = 8;
const ANKLE: usize = 9;
const TOES: usize = 10;
const FIRST_KNUCKLE: usize = 11;
const EYE: usize = 16;

/// The hinge of the jaw on the way from the chin to the top of the head.
const HINGE: f64 = 0.3;

const ARM: usize = 0;
const LEG: usize = 1;

pub(super) fn biped(options: TemplateOptions) -> SkeletonTemplate {
    let markers = both_sides(&MIDDLE, &SIDE);
    let n = markers.len();
    let [top, chin, groin, jaw_tip] = [0, 1, 2, 3].map(|marker| MarkerWeights::of(marker, n));
    let left = |place: usize| MarkerWeights::of(MIDDLE.len() + place, n);
    let right = |place: usize| MarkerWeights::of(MIDDLE.len() + SIDE.len() + place, n);
    let shoulders = MarkerWeights::between(&left(SHOULDER), &right(SHOULDER));
    let hips = groin.toward(&shoulders, 0.25);
    let neck = shoulders.toward(&chin, 0.4);
    let head = chin.toward(&top, 0.1);
    let fingers = Fingers {
        wrist: left(WRIST),
        tips: [0, 1, 2, 3, 4].map(|finger| left(FIRST_FINGER + finger)),
        knuckles: [0, 1, 2, 3, 4].map(|finger| left(FIRST_KNUCKLE + finger)),
        count: options.fingers,
        suffix: LEFT,
        left: true,
    };

    let mut joints = spine(&hips, &neck, options.spine, Bend::Front);
    let chest = joints.last().map(|joint| joint.name.clone());
    let chest = chest.unwrap_or_default();
    let joint = TemplateJoint::new;
    joints.extend([
        joint("neck", &chest, (&neck, &head), Bend::Front),
        joint("head", "neck", (&head, &top), Bend::Front),
    ]);
    let clavicle = shoulders
        .toward(&left(SHOULDER), 0.16)
        .offset_by(&shoulders, &chin, 0.05);
    joints.extend(arm(&clavicle, [SHOULDER, ELBOW, WRIST].map(left), &chest));
    let end = (&fingers.wrist, &fingers.end_of_hand());
    joints.push(joint("hand.L", "forearm.L", end, Bend::Palm(0)));
    // Beside the middle as far as half of knees and shoulders say: the legs may stand apart.
    let knees = MarkerWeights::between(&left(KNEE), &right(KNEE));
    let thigh = groin
        .toward(&shoulders, 0.19)
        .offset_by(&knees, &left(KNEE), 0.45)
        .offset_by(&shoulders, &left(SHOULDER), 0.26);
    joints.extend(leg(&thigh, [KNEE, ANKLE, TOES].map(left)));
    joints.extend(fingers.joints("hand.L", 0));
    let twists = twist_joints(&joints, options.twist);
    joints.extend(twists);
    if options.face.eyes {
        joints.push(eye(&left(EYE), &right(EYE)));
    }
    if options.face.jaw {
        joints.push(jaw(&chin.toward(&top, HINGE), &jaw_tip));
    }
    SkeletonTemplate {
        kind: TemplateKind::Biped,
        markers,
        joints,
        hands: vec![fingers.axes()],
        body: BodyAxes {
            left: (right(SHOULDER), left(SHOULDER)),
            other: (groin, shoulders),
            is_up: true,
        },
    }
    .with_right_side()
}

fn arm(
    clavicle: &MarkerWeights,
    [shoulder, elbow, wrist]: [MarkerWeights; 3],
    chest: &str,
) -> [TemplateJoint; 3] {
    let (joint, bend) = (TemplateJoint::new, Bend::Limb(ARM));
    [
        joint("clavicle.L", chest, (clavicle, &shoulder), Bend::Front),
        joint("upper_arm.L", "clavicle.L", (&shoulder, &elbow), bend),
        joint("forearm.L", "upper_arm.L", (&elbow, &wrist), bend),
    ]
}

fn leg(thigh: &MarkerWeights, [knee, ankle, toes]: [MarkerWeights; 3]) -> [TemplateJoint; 4] {
    let ball = ankle.toward(&toes, 0.57);
    let (joint, bend) = (TemplateJoint::new, Bend::Limb(LEG));
    [
        joint("thigh.L", "hips", (thigh, &knee), bend),
        joint("shin.L", "thigh.L", (&knee, &ankle), bend),
        joint("foot.L", "shin.L", (&ankle, &ball), Bend::Up),
        joint("toes.L", "foot.L", (&ball, &toes), Bend::Up),
    ]
}

/// The twist joints of the limbs of the left: at equal parts of the bone, each as long as such a part.
fn twist_joints(joints: &[TemplateJoint], twist: TwistJoints) -> Vec<TemplateJoint> {
    let mut twists = Vec::new();
    for (limb, count, chain) in [
        ("upper_arm", twist.upper_arm, ARM),
        ("forearm", twist.forearm, ARM),
        ("thigh", twist.thigh, LEG),
    ] {
        let parent = format!("{limb}{LEFT}");
        let Some(bone) = joints.iter().find(|joint| joint.name == parent) else {
            continue;
        };
        // The limb's own joint turns the first part.
        let parts = f64::from(count) + 1.0;
        for number in 1..=count {
            let [head, tail] = [0.0, 1.0].map(|further| {
                bone.head
                    .toward(&bone.tail, (f64::from(number) + further) / parts)
            });
            let name = format!("{limb}_twist_{number}{LEFT}");
            let ends = (&head, &tail);
            twists.push(TemplateJoint::new(&name, &parent, ends, Bend::Twist(chain)));
        }
    }
    twists
}

/// Hips, and the joints between them and the neck; the last one is the chest if there are several.
pub(super) fn spine(
    hips: &MarkerWeights,
    neck: &MarkerWeights,
    count: u8,
    bend: Bend,
) -> Vec<TemplateJoint> {
    let share = |joint: u8| match joint {
        0 => 0.0,
        joint if joint > count => 1.0,
        joint => 0.22 + 0.66 * f64::from(joint - 1) / f64::from(count),
    };
    let name = |joint: u8| match joint {
        0 => "hips".to_owned(),
        1 => "spine".to_owned(),
        joint if joint == count => "chest".to_owned(),
        joint => format!("spine_{joint}"),
    };
    let joint = |joint: u8| TemplateJoint {
        name: name(joint),
        parent: joint.checked_sub(1).map(name),
        head: hips.toward(neck, share(joint)),
        tail: hips.toward(neck, share(joint + 1)),
        bend,
    };
    (0..=count).map(joint).collect()
}
