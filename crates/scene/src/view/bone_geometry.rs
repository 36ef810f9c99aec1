//! Geometry of the drawn skeleton, shared by drawing and picking: positions and widths of bones, radii of joint balls.

use glam::{Mat3, Vec3};

use super::bounds::Bounds;
use super::joint_mark::{BoneStyle, JointMark};

/// Half the width of an octahedral bone at its waist, relative to its length.
const WIDTH_OVER_LENGTH: f32 = 0.095;
/// Half the width of a stick, relative to the median bone.
const STICK_OVER_MEDIAN: f32 = 0.02;
/// Bones longer than this many median bones (mostly those of roots) are not drawn wider.
const WIDEST_IN_MEDIANS: f32 = 1.6;
/// Radius of a joint's ball, relative to the shortest bone at the joint.
const BALL_OVER_LENGTH: f32 = 0.055;
/// Length of the bone of a joint without children, relative to that of its parent.
const LEAF_OVER_LENGTH: f32 = 0.4;
/// Length of the bone of a joint without parent and children, relative to the radius of the skeleton.
const LONE_OVER_RADIUS: f32 = 0.15;
/// Radius of such a joint's ball, relative to the radius of the skeleton.
const LONE_BALL_OVER_RADIUS: f32 = 0.03;
/// The position of the waist along a bone, from its head 0 to its tail 1.
pub const WAIST: f32 = 0.13;

/// The corners of each of a joint's bones as drawn, in world space.
///
/// Empty for an index beyond the list, for a joint whose position is not finite, and for bones without a length.
#[must_use]
pub fn bone_corners(joints: &[JointMark], place: usize, style: BoneStyle) -> Vec<Vec<Vec3>> {
    let Some(joint) = joints.get(place) else {
        return Vec::new();
    };
    let width = bone_width(joints, style);
    let corners = |segment: BoneSegment<'_>| {
        let frame = segment.frame(width(segment.length()));
        let solid = corners(style).into_iter();
        solid
            .map(|corner| segment.head.position + frame * corner)
            .collect()
    };
    bone_segments(joints)
        .into_iter()
        .filter(|segment| std::ptr::eq(segment.head, joint))
        .map(corners)
        .collect()
}

/// One bone; both ends are finite and differ.
#[derive(Clone, Copy, Debug)]
pub struct BoneSegment<'a> {
    /// The joint that moves it.
    pub head: &'a JointMark,
    /// Its end, world space.
    pub tail: Vec3,
}

impl BoneSegment<'_> {
    /// The length in meters.
    #[must_use]
    pub fn length(&self) -> f32 {
        self.head.position.distance(self.tail)
    }

    /// The linear map that lays a solid from the origin to (0, 1, 0) along the bone, `width` times as wide.
    #[must_use]
    pub fn frame(&self, width: f32) -> Mat3 {
        let head = self.head;
        let (along, length) = (self.tail - head.position, self.length());
        let axis = along / length;
        // Perpendicular to the bone, as close to the joint's own axis as possible.
        let side = head
            .axes
            .x_axis
            .reject_from_normalized(axis)
            .normalize_or(axis.any_orthonormal_vector());
        solid_frame(axis, side, length, width)
    }
}

/// The bones between joints, then those of joints without children.
#[must_use]
pub fn bone_segments(joints: &[JointMark]) -> Vec<BoneSegment<'_>> {
    let mut has_child = vec![false; joints.len()];
    let mut segments = Vec::with_capacity(joints.len());
    for tail in joints {
        let Some(head) = head_of(joints, tail) else {
            continue;
        };
        if let Some(has_child) = tail.parent.and_then(|parent| has_child.get_mut(parent)) {
            *has_child = true;
        }
        segments.push(BoneSegment {
            head,
            tail: tail.position,
        });
    }
    let lone = LONE_OVER_RADIUS * radius_of(joints);
    let is_leaf = |(joint, has_child): &(&JointMark, bool)| !has_child && !joint.is_point;
    let leaves = joints.iter().zip(has_child).filter(is_leaf);
    segments.extend(leaves.filter_map(|(leaf, _)| leaf_segment(joints, leaf, lone)));
    segments
}

/// The joint's parent, if a bone leads from it that has a length.
fn head_of<'a>(joints: &'a [JointMark], tail: &JointMark) -> Option<&'a JointMark> {
    let head = joints.get(tail.parent?).filter(|_| !tail.is_point)?;
    let length_2 = head.position.distance_squared(tail.position);
    (length_2 > 0.0 && length_2.is_finite()).then_some(head)
}

fn leaf_segment<'a>(
    joints: &[JointMark],
    leaf: &'a JointMark,
    lone: f32,
) -> Option<BoneSegment<'a>> {
    let along = head_of(joints, leaf).map_or_else(
        || lone * leaf.axes.y_axis.normalize_or_zero(),
        |head| {
            let onward = leaf.position - head.position;
            let turned = (leaf.axes * leaf.leaf).try_normalize();
            let onward = turned.map_or(onward, |turned| turned * onward.length());
            LEAF_OVER_LENGTH * onward
        },
    );
    let tail = leaf.position + along;
    (tail.is_finite() && tail != leaf.position).then_some(BoneSegment { head: leaf, tail })
}

/// Half the width of a bone as a function of its length: from the median bone of the skeleton, so that no bone is a wall.
pub fn bone_width(joints: &[JointMark], style: BoneStyle) -> impl Fn(f32) -> f32 {
    let median = median_length(joints);
    move |length: f32| match style {
        BoneStyle::Octahedral => WIDTH_OVER_LENGTH * length.min(WIDEST_IN_MEDIANS * median),
        BoneStyle::Stick => STICK_OVER_MEDIAN * median,
    }
}

/// The linear map that lays a solid along y along `axis`; `side` is a unit vector perpendicular to it.
#[must_use]
pub fn solid_frame(axis: Vec3, side: Vec3, length: f32, width: f32) -> Mat3 {
    // Right-handed, so that faces of the solid go on facing outwards.
    Mat3::from_cols(side * width, axis * length, side.cross(axis) * width)
}

fn median_length(joints: &[JointMark]) -> f32 {
    let between = |tail: &JointMark| Some(head_of(joints, tail)?.position.distance(tail.position));
    let mut lengths: Vec<f32> = joints.iter().filter_map(between).collect();
    lengths.sort_by(f32::total_cmp);
    let lone = LONE_OVER_RADIUS * radius_of(joints);
    lengths.get(lengths.len() / 2).copied().unwrap_or(lone)
}

/// The radius of the sphere around all joints; 1 if that is a point.
fn radius_of(joints: &[JointMark]) -> f32 {
    let radius = Bounds::from_points(joints.iter().map(|joint| joint.position)).radius();
    if radius > 0.0 { radius } else { 1.0 }
}

/// The radius of each joint's ball: a share of the shortest bone at the joint.
#[must_use]
pub fn ball_radii(joints: &[JointMark]) -> Vec<f32> {
    let lone = LONE_BALL_OVER_RADIUS * radius_of(joints);
    let median = median_length(joints);
    let widest = WIDEST_IN_MEDIANS * median;
    let mut shortest = vec![f32::INFINITY; joints.len()];
    for (index, tail) in joints.iter().enumerate() {
        let Some(head) = head_of(joints, tail) else {
            continue;
        };
        // Like bones, balls do not grow with the longest ones.
        let length = head.position.distance(tail.position).min(widest);
        for end in [Some(index), tail.parent].into_iter().flatten() {
            if let Some(shortest) = shortest.get_mut(end) {
                *shortest = shortest.min(length);
            }
        }
    }
    let radius = |(joint, length): (&JointMark, f32)| {
        if joint.is_point {
            BALL_OVER_LENGTH * median
        } else if length.is_finite() {
            BALL_OVER_LENGTH * length
        } else {
            lone
        }
    };
    joints.iter().zip(shortest).map(radius).collect()
}

/// The corners of a style's solid, approximately as drawn.
fn corners(style: BoneStyle) -> Vec<Vec3> {
    let around = [Vec3::X, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Z];
    match style {
        BoneStyle::Octahedral => {
            let waist = around.map(|corner| corner + WAIST * Vec3::Y);
            [Vec3::ZERO, Vec3::Y].into_iter().chain(waist).collect()
        }
        BoneStyle::Stick => {
            let above = around.map(|corner| corner + Vec3::Y);
            around.into_iter().chain(above).collect()
        }
    }
}
