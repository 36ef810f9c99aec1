//! The ready hand, and the fingers of the biped.

use super::{
    Bend, BodyAxes, HandAxes, LEFT, Marker, MarkerSide, MarkerWeights, RIGHT, SkeletonTemplate,
    TemplateJoint, TemplateKind, TemplateOptions,
};

/// The markers of finger tips, from the thumb on.
pub(super) const FINGER_MARKERS: [&str; 5] = [
    "Thumb tip",
    "Index tip",
    "Middle tip",
    "Ring tip",
    "Little tip",
];
/// The markers of knuckles, in the same order: where a finger leaves the palm, and the second joint of the thumb.
pub(super) const KNUCKLE_MARKERS: [&str; 5] = [
    "Thumb knuckle",
    "Index knuckle",
    "Middle knuckle",
    "Ring knuckle",
    "Little knuckle",
];
/// The names of fingers in joints.
const NAMES: [&str; 5] = ["thumb", "index", "middle", "ring", "little"];
/// Which fingers there are, by their number: one or two are a mitten.
const SETS: [&[usize]; 6] = [
    &[],
    &[2],
    &[0, 2],
    &[0, 1, 2],
    &[0, 1, 2, 3],
    &[0, 1, 2, 3, 4],
];
/// Where the second and the third joint of a finger are, between knuckle and tip.
const FINGER: [f64; 2] = [0.48, 0.76];
/// Where the first joint of a thumb is between wrist and knuckle, and the third between knuckle and tip.
const THUMB: [f64; 2] = [0.38, 0.55];

/// Which fingers there are, counted from the thumb, by their number.
pub(super) fn finger_indices(count: u8) -> &'static [usize] {
    SETS.get(usize::from(count)).copied().unwrap_or_default()
}

/// The fingers of one hand.
pub(super) struct Fingers {
    pub(super) wrist: MarkerWeights,
    pub(super) knuckles: [MarkerWeights; 5],
    pub(super) tips: [MarkerWeights; 5],
    pub(super) count: u8,
    pub(super) suffix: &'static str,
    pub(super) left: bool,
}

impl Fingers {
    /// The knuckle of the middle finger, or its tip where a hand has no fingers.
    pub(super) fn end_of_hand(&self) -> MarkerWeights {
        let of = if self.count == 0 {
            &self.tips
        } else {
            &self.knuckles
        };
        let [_, _, middle, _, _] = of;
        middle.clone()
    }

    /// The three joints of a finger.
    fn places(
        &self,
        finger: usize,
        (knuckle, tip): (&MarkerWeights, &MarkerWeights),
    ) -> [MarkerWeights; 3] {
        if finger == 0 {
            let [first, third] = THUMB;
            let [first, third] = [
                self.wrist.toward(knuckle, first),
                knuckle.toward(tip, third),
            ];
            [first, knuckle.clone(), third]
        } else {
            let [second, third] = FINGER.map(|share| knuckle.toward(tip, share));
            [knuckle.clone(), second, third]
        }
    }

    /// The axes of the hand, from its first and last finger beside the thumb.
    pub(super) fn axes(&self) -> HandAxes {
        let [_, index, middle, ring, little] = &self.tips;
        // With fewer than two fingers beside the thumb nothing says what is across the hand.
        let across = match self.count {
            0..=2 => None,
            3 => Some((middle, index)),
            4 => Some((ring, index)),
            _ => Some((little, index)),
        };
        HandAxes {
            wrist: self.wrist.clone(),
            along: middle.clone(),
            across: across.map(|(from, to)| (from.clone(), to.clone())),
            left: self.left,
        }
    }

    /// Three joints for each finger, under the joint of the hand.
    pub(super) fn joints(&self, hand: &str, axes: usize) -> Vec<TemplateJoint> {
        let mut joints = Vec::new();
        let ends = self.knuckles.iter().zip(&self.tips);
        for (finger, (name, ends)) in NAMES.iter().zip(ends).enumerate() {
            if !finger_indices(self.count).contains(&finger) {
                continue;
            }
            let bend = match finger {
                0 => Bend::Thumb(axes),
                _ => Bend::Palm(axes),
            };
            let [first, second, third] = self.places(finger, ends);
            let (_, tip) = ends;
            let named = |number: u8| format!("{name}_{number}{}", self.suffix);
            let bones = [(&first, &second), (&second, &third), (&third, tip)];
            for (number, (head, tail)) in (1_u8..).zip(bones) {
                joints.push(TemplateJoint {
                    name: named(number),
                    parent: Some(match number {
                        1 => hand.to_owned(),
                        number => named(number - 1),
                    }),
                    head: head.clone(),
                    tail: tail.clone(),
                    bend,
                });
            }
        }
        joints
    }
}

pub(super) fn hand(options: TemplateOptions) -> SkeletonTemplate {
    let (side, suffix) = if options.left {
        (MarkerSide::Left, LEFT)
    } else {
        (MarkerSide::Right, RIGHT)
    };
    let fingers = FINGER_MARKERS.into_iter().chain(KNUCKLE_MARKERS);
    let names = ["Forearm", "Wrist"].into_iter().chain(fingers);
    let markers: Vec<Marker> = names
        .enumerate()
        .map(|(place, name)| Marker {
            name,
            side,
            partner: place,
            is_used: true,
            is_inside: true,
        })
        .collect();
    let n = markers.len();
    let place = |marker: usize| MarkerWeights::of(marker, n);
    let fingers = Fingers {
        wrist: place(1),
        tips: [2, 3, 4, 5, 6].map(place),
        knuckles: [7, 8, 9, 10, 11].map(place),
        // A hand without fingers is no skeleton of its own.
        count: options.fingers.max(1),
        suffix,
        left: options.left,
    };
    let [forearm, hand] = ["forearm", "hand"].map(|name| format!("{name}{suffix}"));
    let mut joints = vec![
        TemplateJoint {
            name: forearm.clone(),
            parent: None,
            head: place(0),
            tail: fingers.wrist.clone(),
            bend: Bend::Palm(0),
        },
        TemplateJoint {
            name: hand.clone(),
            parent: Some(forearm),
            head: fingers.wrist.clone(),
            tail: fingers.end_of_hand(),
            bend: Bend::Palm(0),
        },
    ];
    joints.extend(fingers.joints(&hand, 0));
    // From the last finger to the thumb is the only way across that every hand has.
    let [thumb, last] = [place(2), place(6)];
    SkeletonTemplate {
        kind: TemplateKind::Hand,
        markers,
        joints,
        hands: vec![fingers.axes()],
        body: BodyAxes {
            left: (place(1), place(4)),
            other: (last, thumb),
            is_up: false,
        },
    }
}
