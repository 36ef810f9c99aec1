//! Units and axes of a motion capture, which its format does not name: guessed by the figure.

use bvh::{Bvh, Joint};
use glam::{DAffine3, DVec3, Quat, Vec3};

/// How numbers of a file become meters with Y up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Conventions {
    /// Meters of a unit.
    pub(crate) meters: f32,
    /// Turns the file's axes to those of glTF.
    pub(crate) turn: Quat,
}

/// What was guessed, in words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Guess {
    pub(crate) conventions: Conventions,
    pub(crate) notes: Vec<String>,
}

/// Units that captures are in: the least and the greatest height of a figure, what a unit is, and in words.
const UNITS: [(f64, f64, f32, &str); 4] = [
    (0.4, 4.0, 1.0, "meters"),
    (55.0, 85.0, 0.0254, "inches"),
    (40.0, 400.0, 0.01, "centimeters"),
    (400.0, 4000.0, 0.001, "millimeters"),
];

/// Where no unit fits, a figure is made so tall, in meters.
const USUAL_HEIGHT: f64 = 1.7;

/// Frames looked at, first and last among them.
const LOOKED_AT: usize = 9;

impl Conventions {
    /// A place or way of the file.
    pub(crate) fn vector(&self, vector: DVec3) -> Vec3 {
        self.turn * (vector.as_vec3() * self.meters)
    }

    /// A turn of the file, about the axes of glTF.
    pub(crate) fn rotation(&self, rotation: Quat) -> Quat {
        (self.turn * rotation * self.turn.conjugate()).normalize()
    }
}

/// Guesses by the size of the figure, and by where its feet are.
pub(crate) fn guess(bvh: &Bvh) -> Guess {
    let mut notes = Vec::new();
    let turn = if is_z_up(bvh) {
        notes.push(
            "the file's Z axis is taken for up, since the feet are below the hips along it"
                .to_owned(),
        );
        Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2)
    } else {
        Quat::IDENTITY
    };
    let height = height(bvh, turn);
    let fits = UNITS
        .iter()
        .find(|(least, most, ..)| (*least..=*most).contains(&height));
    let meters = match fits {
        Some(&(_, _, meters, "meters")) => meters,
        Some(&(_, _, meters, unit)) => {
            notes.push(format!(
                "lengths are taken for {unit}, since the figure is {height:.0} units tall"
            ));
            meters
        }
        // A hand or a thing may be of any size.
        None if !bvh.joints().iter().any(is_of_foot) => {
            notes.push("lengths are taken for centimeters, as in most files".to_owned());
            0.01
        }
        None if height > 0.0 && height.is_finite() => {
            notes.push(format!(
                "no usual unit makes a figure of {height:.3} units; it is scaled to {USUAL_HEIGHT} m"
            ));
            to_f32(USUAL_HEIGHT / height)
        }
        None => 1.0,
    };
    Guess {
        conventions: Conventions { meters, turn },
        notes,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "rounded")]
const fn to_f32(number: f64) -> f32 {
    number as f32
}

/// Of the heads of all joints and the ends of bones, the greatest extent upwards of some frames: people stand in one of them.
fn height(bvh: &Bvh, turn: Quat) -> f64 {
    let last = bvh.frame_count().saturating_sub(1);
    let frames = (0..LOOKED_AT).map(|number| last * number / (LOOKED_AT - 1));
    let turn = turn.as_dquat();
    let extent = |frame| {
        let heights = places(bvh, Some(frame))
            .into_iter()
            .map(|place| (turn * place).y);
        extent_of(heights)
    };
    frames.map(extent).fold(0.0, f64::max)
}

/// From the least to the greatest; zero of none.
pub(crate) fn extent_of(numbers: impl Iterator<Item = f64>) -> f64 {
    let (least, most) = numbers.fold(
        (f64::INFINITY, f64::NEG_INFINITY),
        |(least, most), number| (least.min(number), most.max(number)),
    );
    (most - least).max(0.0)
}

/// In the file's unit and axes: heads of joints and ends of bones, in a frame or at rest.
pub(crate) fn places(bvh: &Bvh, frame: Option<usize>) -> Vec<DVec3> {
    let joints = bvh.joints().iter().zip(frames(bvh, frame));
    let places = joints.flat_map(|(joint, of_joint)| {
        let end = joint
            .end
            .map(|end| of_joint.transform_point3(end.as_dvec3()));
        std::iter::once(of_joint.translation).chain(end)
    });
    places.collect()
}

/// The joints' frames in the file, in one of its rows or at rest.
fn frames(bvh: &Bvh, frame: Option<usize>) -> Vec<DAffine3> {
    let mut frames: Vec<DAffine3> = Vec::with_capacity(bvh.joints().len());
    for (number, joint) in bvh.joints().iter().enumerate() {
        let local = match frame {
            Some(frame) => {
                let local = bvh.local(frame, number);
                DAffine3::from_rotation_translation(local.rotation, local.translation)
            }
            None => DAffine3::from_translation(joint.offset.as_dvec3()),
        };
        let parent = joint.parent.and_then(|parent| frames.get(parent));
        frames.push(parent.copied().unwrap_or(DAffine3::IDENTITY) * local);
    }
    frames
}

/// Words for what is below the hips of whoever stands.
const FEET: [&str; 5] = ["foot", "ankle", "toe", "shin", "calf"];

fn is_of_foot(joint: &Joint) -> bool {
    let name = joint.name.to_lowercase();
    FEET.iter().any(|word| name.contains(word))
}

/// Whether feet are below their root along Z and not along Y, in the first frame. Without feet, Y is up.
fn is_z_up(bvh: &Bvh) -> bool {
    let mut roots: Vec<DVec3> = Vec::with_capacity(bvh.joints().len());
    let mut way = DVec3::ZERO;
    for (joint, of_joint) in bvh.joints().iter().zip(frames(bvh, Some(0))) {
        let head = of_joint.translation;
        let root = joint.parent.and_then(|parent| roots.get(parent)).copied();
        let root = root.unwrap_or(head);
        if is_of_foot(joint) {
            way += head - root;
        }
        roots.push(root);
    }
    way.z < 0.0 && -way.z > 2.0 * way.y.abs()
}
