//! How far joints are off: their place, and their turn over a length.
//!
//! Each joint carries a cube around it, of half the side `h = L/√2` for a length L, whose corners are measured as vertices are.
//! The middle of the cube is the mean of its corners, so that the joint itself goes no farther than the farthest of them. From any axis
//! through the middle some corner is `√2 h = L` away at least, and `√3 h` at most: a turn by θ takes the farthest corner by
//! `2 L sin (θ/2)` at least, and by 1.23 times as much at most.

use std::f32::consts::SQRT_2;

use character::Character;
use glam::{Affine3A, Vec3};
use rig::{JointBox, JointIndex, PosedSkeleton, Skeleton};

use crate::view::bounds::Bounds;

/// Share of the size of everything, which is the least length for joints that no vertex follows.
const OF_SIZE: f32 = 0.1;

/// The cubes of all joints.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct JointCubes {
    /// By joint, the length L; zero where nothing gives one.
    over: Vec<f32>,
}

impl JointCubes {
    /// Cubes for turns over a length, or over lengths that follow from the skeleton and from what joints carry.
    pub(super) fn new(character: &Character, boxes: &[JointBox], turn_over: Option<f32>) -> Self {
        let skeleton = &character.rig.skeleton;
        if let Some(length) = turn_over {
            return Self {
                over: vec![length.max(0.0); skeleton.len()],
            };
        }
        let least = OF_SIZE * size(skeleton, boxes);
        let carries = carries(skeleton, boxes);
        let bones = bones(skeleton).into_iter().zip(carries);
        let over = bones.map(|(bone, carries)| {
            let over = match carries && bone > 0.0 {
                true => bone,
                false => bone.max(least),
            };
            if over.is_finite() { over } else { 0.0 }
        });
        Self {
            over: over.collect(),
        }
    }

    /// The length over which the turn of a joint is measured.
    pub(super) fn over(&self, joint: JointIndex) -> f32 {
        self.over.get(joint.index()).copied().unwrap_or(0.0)
    }

    /// The cubes as boxes, but for those that lie in one of `known`, which is never less far off.
    pub(super) fn boxes(&self, known: &[JointBox]) -> Vec<JointBox> {
        let mut around = vec![-1.0_f32; self.over.len()];
        for carried in known {
            if let Some(half) = around.get_mut(carried.joint.index()) {
                *half = half.max(room(&carried.corners));
            }
        }
        let cubes = self.over.iter().zip(around).zip(0_u16..);
        let outer = cubes.filter(|((over, around), _)| half(**over) > *around);
        let boxes = outer.map(|((over, _), joint)| JointBox {
            joint: JointIndex(joint),
            corners: corners(*over),
        });
        boxes.collect()
    }

    /// The joint that is farthest off, and how far; none without joints.
    pub(super) fn farthest(&self, frames: [&[Affine3A]; 2]) -> Option<(JointIndex, f32)> {
        let pairs = frames[0].iter().zip(frames[1]).zip(&self.over).zip(0_u16..);
        // What is no number with all keys cannot be measured; with fewer it is as far off as can be.
        let moved = pairs.filter(|(((one, other), _), _)| one != other && one.is_finite());
        let distances = moved.map(|(((one, other), over), joint)| {
            (JointIndex(joint), farthest_corner(*over, [one, other]))
        });
        distances.max_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// The final matrices of all joints.
pub(super) fn frames_into(posed: &PosedSkeleton<'_>, frames: &mut Vec<Affine3A>) {
    let joints = posed.skeleton().joints();
    frames.clear();
    frames.extend(joints.map(|joint| posed.model_from_posed_joint(joint)));
}

fn half(over: f32) -> f32 {
    over / SQRT_2
}

fn corners(over: f32) -> [Vec3; 8] {
    let half = half(over);
    [0_u8, 1, 2, 3, 4, 5, 6, 7].map(|corner| {
        let side = |bit: u8| if corner & bit == 0 { -half } else { half };
        Vec3::new(side(1), side(2), side(4))
    })
}

/// How far the corners of a joint's cube are off at most; infinitely far where that is no number.
fn farthest_corner(over: f32, frames: [&Affine3A; 2]) -> f32 {
    let by = |corner: Vec3| {
        let [from, to] = frames.map(|it| it.transform_point3(corner));
        from.distance_squared(to)
    };
    let squares = corners(over).map(by).into_iter();
    // NaN stays once it is met, where comparisons alone would pass over it.
    let square = squares.fold(0.0, |a, b| if b.is_nan() || b > a { b } else { a });
    let square = if square.is_nan() {
        f32::INFINITY
    } else {
        square
    };
    square.sqrt()
}

/// Half the side of the largest cube around the origin in the box of these corners; negative where the origin is outside.
fn room(corners: &[Vec3; 8]) -> f32 {
    let low = corners.iter().copied().fold(Vec3::INFINITY, Vec3::min);
    let high = corners.iter().copied().fold(Vec3::NEG_INFINITY, Vec3::max);
    (-low).min(high).min_element()
}

/// By joint, the longest bone anywhere below it; where none is, the one from its parent to it.
fn bones(skeleton: &Skeleton) -> Vec<f32> {
    let place = |joint| skeleton.rest_model_from_joint(joint).translation;
    let own = |joint| {
        let parent = skeleton.parent(joint);
        parent.map_or(0.0, |parent| place(joint).distance(place(parent)))
    };
    let mut below = vec![0.0_f32; skeleton.len()];
    let joints: Vec<JointIndex> = skeleton.joints().collect();
    // Parents stand before their children.
    for &joint in joints.iter().rev() {
        let longest = below.get(joint.index()).copied().unwrap_or(0.0);
        let parent = skeleton.parent(joint).map(JointIndex::index);
        if let Some(above) = parent.and_then(|parent| below.get_mut(parent)) {
            *above = above.max(longest).max(own(joint));
        }
    }
    let bones = joints.iter().zip(below);
    bones
        .map(|(&joint, below)| if below > 0.0 { below } else { own(joint) })
        .collect()
}

/// By joint, whether vertices follow it or a joint below it.
fn carries(skeleton: &Skeleton, boxes: &[JointBox]) -> Vec<bool> {
    let mut carries = vec![false; skeleton.len()];
    for carried in boxes {
        let chain = std::iter::successors(Some(carried.joint), |&it| skeleton.parent(it));
        for joint in chain {
            match carries.get_mut(joint.index()) {
                Some(known) if !*known => *known = true,
                _ => break,
            }
        }
    }
    carries
}

/// The diagonal of the box around all joints and what they carry, at rest.
fn size(skeleton: &Skeleton, boxes: &[JointBox]) -> f32 {
    let joints = skeleton.joints();
    let places = joints.map(|joint| skeleton.rest_model_from_joint(joint).translation);
    let carried = boxes.iter().flat_map(|carried| {
        let rest = skeleton.rest_model_from_joint(carried.joint);
        carried.corners.map(|corner| rest.transform_point3(corner))
    });
    2.0 * Bounds::from_points(places.chain(carried)).radius()
}
