//! The arm's clips, composed of a few gestures.

use glam::DQuat;

use super::arm::{FOREARM, FOREARM_TWIST, HAND, digit_joint};
use super::hand::DIGITS;
use super::shape::{Motion, ease};

/// Keys of a gesture: seconds, and the degrees by which it turns a joint.
type Keys = &'static [(f64, f64)];

/// A joint and its rotation over time.
type JointTurn = (usize, Box<dyn Fn(f64) -> DQuat>);

/// All gestures of the arm, in degrees. An empty list stays at rest.
#[derive(Default)]
struct Gestures {
    /// Bends the elbow towards the biceps.
    elbow: Keys,
    /// Turns the palm away, thumb first.
    twist: Keys,
    /// Bends the wrist towards the thumb.
    wrist_side: Keys,
    /// Bends the wrist towards the palm.
    wrist_palm: Keys,
    /// Bends each joint of the fingers by this angle, times a factor of the joint.
    fist: Keys,
}

/// Share of the forearm's twist that the wrist adds.
const WRIST_ADDS: f64 = 0.15;
/// Factors of the fist's angle for the joints of the thumb, which bend less than those of the fingers.
const THUMB_CLOSES: [f64; 3] = [0.35, 0.45, 0.75];
/// Factors of the fist's angle for the joints of a finger.
const FINGER_CLOSES: [f64; 3] = [0.95, 1.10, 0.75];

/// The clips in the order of the list.
pub(super) fn motions() -> Vec<Motion> {
    vec![
        Gestures {
            elbow: &[
                (0.0, 0.0),
                (1.5, 115.0),
                (2.0, 115.0),
                (3.5, 0.0),
                (4.0, 0.0),
            ],
            fist: &[(0.0, 0.0), (1.5, 35.0), (2.0, 35.0), (3.5, 0.0)],
            ..Gestures::default()
        }
        .over("bend elbow", 4),
        Gestures {
            twist: &[
                (0.0, 0.0),
                (1.0, 110.0),
                (2.0, 0.0),
                (3.0, -110.0),
                (4.0, 0.0),
            ],
            ..Gestures::default()
        }
        .over("twist wrist", 4),
        wave().over("wave", 4),
        range_of_motion().over("range of motion", 12),
    ]
}

fn wave() -> Gestures {
    Gestures {
        elbow: &[
            (0.0, 0.0),
            (0.5, 38.0),
            (1.0, -4.0),
            (1.5, 38.0),
            (2.0, -4.0),
            (2.5, 38.0),
            (3.0, -4.0),
            (4.0, 0.0),
        ],
        wrist_side: &[
            (0.0, 0.0),
            (0.4, 14.0),
            (0.9, -16.0),
            (1.4, 14.0),
            (1.9, -16.0),
            (2.4, 14.0),
            (2.9, -16.0),
            (4.0, 0.0),
        ],
        fist: &[
            (0.0, 0.0),
            (0.5, 6.0),
            (1.0, -4.0),
            (1.5, 6.0),
            (2.0, -4.0),
            (2.5, 6.0),
            (3.0, -4.0),
            (4.0, 0.0),
        ],
        ..Gestures::default()
    }
}

fn range_of_motion() -> Gestures {
    Gestures {
        elbow: &[
            (0.0, 0.0),
            (1.5, 115.0),
            (3.0, 0.0),
            (9.0, 0.0),
            (10.5, 95.0),
            (12.0, 0.0),
        ],
        twist: &[
            (3.0, 0.0),
            (4.0, 110.0),
            (5.0, -70.0),
            (6.0, 0.0),
            (9.0, 0.0),
            (10.5, 100.0),
            (12.0, 0.0),
        ],
        wrist_palm: &[(6.0, 0.0), (6.8, 70.0), (7.6, -60.0), (8.2, 0.0)],
        wrist_side: &[(8.2, 0.0), (8.6, 20.0), (9.0, 0.0)],
        fist: &[(9.0, 0.0), (10.0, 85.0), (11.0, 85.0), (12.0, 0.0)],
    }
}

impl Gestures {
    fn over(&self, name: &'static str, seconds: u32) -> Motion {
        let elbow = |time: f64| turn_z(ease(self.elbow, time));
        // Both joints together turn by the whole angle.
        let twist = |time: f64| turn_y((1.0 - WRIST_ADDS) * ease(self.twist, time));
        let wrist = |time: f64| {
            turn_y(WRIST_ADDS * ease(self.twist, time))
                * turn_z(ease(self.wrist_side, time))
                * turn_x(ease(self.wrist_palm, time))
        };
        let closing = self.closing();
        // Only joints that turn get a track: the others stay at rest without one.
        let mut turns: Vec<(usize, &dyn Fn(f64) -> DQuat)> = Vec::new();
        if !self.elbow.is_empty() {
            turns.push((FOREARM, &elbow));
        }
        if !self.twist.is_empty() {
            turns.push((FOREARM_TWIST, &twist));
        }
        if !(self.twist.is_empty() && self.wrist_side.is_empty() && self.wrist_palm.is_empty()) {
            turns.push((HAND, &wrist));
        }
        turns.extend(closing.iter().map(|(joint, turn)| (*joint, turn.as_ref())));
        Motion::from_functions(name, seconds, &turns)
    }

    fn closing(&self) -> Vec<JointTurn> {
        let fist = self.fist;
        let mut turns: Vec<JointTurn> = Vec::new();
        if fist.is_empty() {
            return turns;
        }
        for digit in 0..DIGITS.len() {
            let closes = if digit == 0 {
                THUMB_CLOSES
            } else {
                FINGER_CLOSES
            };
            for (phalanx, part) in closes.into_iter().enumerate() {
                let turn = move |time| turn_x(part * ease(fist, time));
                turns.push((digit_joint(digit, phalanx), Box::new(turn)));
            }
        }
        turns
    }
}

fn turn_x(degrees: f64) -> DQuat {
    DQuat::from_rotation_x(degrees.to_radians())
}

fn turn_y(degrees: f64) -> DQuat {
    DQuat::from_rotation_y(degrees.to_radians())
}

fn turn_z(degrees: f64) -> DQuat {
    DQuat::from_rotation_z(degrees.to_radians())
}
