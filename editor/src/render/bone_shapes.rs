//! Bones, joint balls and axes of joints, as instances of solids.

use glam::{Affine3A, Mat3, Mat4, Vec3};

use super::bones::{BoneLook, BoneStyle, Emphasis, JointMark};
use super::layouts::BoneInstance;
use super::scene::linear;
use super::solids::corners;
use super::{Bounds, Theme};

/// Half the width of an octahedral bone at its waist, over its length.
const WIDTH_OVER_LENGTH: f32 = 0.095;
/// Half the width of a stick over the median bone.
const STICK_OVER_MEDIAN: f32 = 0.02;
/// A bone longer than this many median bones (a root's, mostly) grows no wider.
const WIDEST_IN_MEDIANS: f32 = 1.6;
/// Radius of a joint's ball over the shortest bone that meets there.
const BALL_OVER_LENGTH: f32 = 0.055;
/// Length of the bone of a joint without children over that of its parent's.
const LEAF_OVER_LENGTH: f32 = 0.4;
/// Length of the bone of a joint without relations over the radius of the skeleton.
const LONE_OVER_RADIUS: f32 = 0.15;
/// Radius of a lone joint's ball over the radius of the skeleton.
const LONE_BALL_OVER_RADIUS: f32 = 0.03;
/// Length of a joint's axes over the radius of its ball.
const AXIS_OVER_BALL: f32 = 6.0;
/// Half the width of an axis over its length.
const AXIS_WIDTH: f32 = 0.035;

/// Bones of the solid that the style takes, from the origin to (0, 1, 0).
pub(super) fn bone_instances(joints: &[JointMark], look: BoneLook<'_>) -> Vec<BoneInstance> {
    let width = bone_width(joints, look);
    let segments = segments(joints);
    let shown = segments.iter().filter(|segment| !segment.head.hidden);
    shown
        .map(|s| bone(s, width(s.length()), look.theme))
        .collect()
}

/// The corners of each of a joint's bones as [`BoneBuffers`](super::BoneBuffers) draws them, in the world.
///
/// None for a place beyond the list, for a joint that is nowhere, and for bones without a length.
#[must_use]
pub fn bone_corners(joints: &[JointMark], place: usize, style: BoneStyle) -> Vec<Vec<Vec3>> {
    let Some(joint) = joints.get(place) else {
        return Vec::new();
    };
    let look = BoneLook {
        style,
        ..BoneLook::of(&Theme::DARK)
    };
    let width = bone_width(joints, look);
    let corners = |segment: Segment<'_>| {
        let frame = bone_frame(&segment, width(segment.length()));
        let solid = corners(style).into_iter();
        solid
            .map(|corner| segment.head.position + frame * corner)
            .collect()
    };
    segments(joints)
        .into_iter()
        .filter(|segment| std::ptr::eq(segment.head, joint))
        .map(corners)
        .collect()
}

/// Balls of the unit ball.
pub(super) fn ball_instances(joints: &[JointMark], theme: &Theme) -> Vec<BoneInstance> {
    placed(joints)
        .map(|(joint, radius)| {
            let shape = Mat3::from_diagonal(Vec3::splat(radius));
            instance(shape, joint.position, color(joint, theme))
        })
        .collect()
}

/// Three sticks a joint.
pub(super) fn axis_instances(joints: &[JointMark], theme: &Theme) -> Vec<BoneInstance> {
    placed(joints)
        .flat_map(|(joint, radius)| {
            let length = AXIS_OVER_BALL * radius;
            let axes = joint.axes.to_cols_array_2d().map(Vec3::from);
            let sticks = axes.into_iter().zip(theme.axes);
            sticks.filter_map(move |(axis, rgb)| {
                let axis = axis.try_normalize()?;
                let frame = frame(
                    axis,
                    axis.any_orthonormal_vector(),
                    length,
                    AXIS_WIDTH * length,
                );
                Some(instance(frame, joint.position, linear(rgb, 255)))
            })
        })
        .collect()
}

/// One bone.
struct Segment<'a> {
    head: &'a JointMark,
    tail: Vec3,
}

impl Segment<'_> {
    fn length(&self) -> f32 {
        self.head.position.distance(self.tail)
    }
}

/// The bones between joints, then those of joints without children.
fn segments(joints: &[JointMark]) -> Vec<Segment<'_>> {
    let mut has_child = vec![false; joints.len()];
    let mut segments = Vec::with_capacity(joints.len());
    for tail in joints {
        let Some(head) = head_of(joints, tail) else {
            continue;
        };
        if let Some(has_child) = tail.parent.and_then(|parent| has_child.get_mut(parent)) {
            *has_child = true;
        }
        segments.push(Segment {
            head,
            tail: tail.position,
        });
    }
    let lone = LONE_OVER_RADIUS * radius_of(joints);
    let leaves = joints.iter().zip(has_child).filter(|(_, has)| !has);
    segments.extend(leaves.filter_map(|(leaf, _)| leaf_segment(joints, leaf, lone)));
    segments
}

/// The joint that this one hangs from by a bone that has a length.
fn head_of<'a>(joints: &'a [JointMark], tail: &JointMark) -> Option<&'a JointMark> {
    let head = joints.get(tail.parent?)?;
    let length_2 = head.position.distance_squared(tail.position);
    (length_2 > 0.0 && length_2.is_finite()).then_some(head)
}

fn leaf_segment<'a>(joints: &[JointMark], leaf: &'a JointMark, lone: f32) -> Option<Segment<'a>> {
    let along = head_of(joints, leaf).map_or_else(
        || lone * leaf.axes.y_axis.normalize_or_zero(),
        |head| LEAF_OVER_LENGTH * (leaf.position - head.position),
    );
    let tail = leaf.position + along;
    (tail.is_finite() && tail != leaf.position).then_some(Segment { head: leaf, tail })
}

/// Half the width of a bone of so much length.
fn bone_width(joints: &[JointMark], look: BoneLook<'_>) -> impl Fn(f32) -> f32 {
    let median = median_length(joints);
    move |length: f32| match look.style {
        BoneStyle::Octahedral => WIDTH_OVER_LENGTH * length.min(WIDEST_IN_MEDIANS * median),
        BoneStyle::Stick => STICK_OVER_MEDIAN * median,
    }
}

fn bone(segment: &Segment<'_>, width: f32, theme: &Theme) -> BoneInstance {
    let frame = bone_frame(segment, width);
    instance(frame, segment.head.position, color(segment.head, theme))
}

fn bone_frame(segment: &Segment<'_>, width: f32) -> Mat3 {
    let head = segment.head;
    let (along, length) = (segment.tail - head.position, segment.length());
    let axis = along / length;
    // At right angles to the bone, as near to the joint's own axis as that allows.
    let side = head
        .axes
        .x_axis
        .reject_from_normalized(axis)
        .normalize_or(axis.any_orthonormal_vector());
    frame(axis, side, length, width)
}

/// A solid along y, laid along `axis`; `side` is a unit vector at right angles to it.
fn frame(axis: Vec3, side: Vec3, length: f32, width: f32) -> Mat3 {
    Mat3::from_cols(side * width, axis * length, side.cross(axis) * width)
}

fn instance(world_from_solid: Mat3, origin: Vec3, color: [f32; 4]) -> BoneInstance {
    let matrix = Affine3A::from_mat3_translation(world_from_solid, origin);
    let rows = Mat4::from(matrix).transpose();
    BoneInstance {
        row_x: rows.x_axis.to_array(),
        row_y: rows.y_axis.to_array(),
        row_z: rows.z_axis.to_array(),
        color,
    }
}

fn color(joint: &JointMark, theme: &Theme) -> [f32; 4] {
    let rgb = match joint.emphasis {
        Emphasis::Normal => joint.color.unwrap_or(theme.bone),
        Emphasis::Hovered => theme.bone_hovered,
        Emphasis::Selected => theme.bone_selected,
        Emphasis::Beside => between(theme.bone_selected, theme.bone),
    };
    linear(rgb, 255)
}

/// Nearer to the first colour.
fn between(first: [u8; 3], second: [u8; 3]) -> [u8; 3] {
    let ([r, g, b], [s, h, c]) = (first, second);
    [(r, s), (g, h), (b, c)].map(|(first, second)| first / 3 * 2 + second / 3)
}

/// The joints that are somewhere and shown, with the radii of their balls.
fn placed(joints: &[JointMark]) -> impl Iterator<Item = (&JointMark, f32)> {
    joints
        .iter()
        .zip(ball_radii(joints))
        .filter(|(joint, _)| joint.position.is_finite() && !joint.hidden)
}

fn median_length(joints: &[JointMark]) -> f32 {
    let between = |tail: &JointMark| Some(head_of(joints, tail)?.position.distance(tail.position));
    let mut lengths: Vec<f32> = joints.iter().filter_map(between).collect();
    lengths.sort_by(f32::total_cmp);
    let lone = LONE_OVER_RADIUS * radius_of(joints);
    lengths.get(lengths.len() / 2).copied().unwrap_or(lone)
}

/// Of the ball around all joints; 1 where that is a point.
fn radius_of(joints: &[JointMark]) -> f32 {
    let radius = Bounds::from_points(joints.iter().map(|joint| joint.position)).radius();
    if radius > 0.0 { radius } else { 1.0 }
}

fn ball_radii(joints: &[JointMark]) -> Vec<f32> {
    let lone = LONE_BALL_OVER_RADIUS * radius_of(joints);
    let widest = WIDEST_IN_MEDIANS * median_length(joints);
    let mut shortest = vec![f32::INFINITY; joints.len()];
    for (index, tail) in joints.iter().enumerate() {
        let Some(head) = head_of(joints, tail) else {
            continue;
        };
        let length = head.position.distance(tail.position).min(widest);
        for end in [Some(index), tail.parent].into_iter().flatten() {
            if let Some(shortest) = shortest.get_mut(end) {
                *shortest = shortest.min(length);
            }
        }
    }
    shortest
        .into_iter()
        .map(|length| {
            if length.is_finite() {
                BALL_OVER_LENGTH * length
            } else {
                lone
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joint(position: Vec3, parent: Option<usize>) -> JointMark {
        JointMark::at(position, Mat3::IDENTITY, parent)
    }

    fn bones(joints: &[JointMark]) -> Vec<BoneInstance> {
        bone_instances(joints, BoneLook::of(&Theme::DARK))
    }

    fn tail(bone: &BoneInstance) -> Vec3 {
        Vec3::from([bone.row_x, bone.row_y, bone.row_z].map(|row| row[1] + row[3]))
    }

    #[test]
    fn a_bone_reaches_from_head_to_tail_and_a_last_one_goes_on() {
        let joints = [
            joint(Vec3::new(1.0, 2.0, 3.0), None),
            joint(Vec3::new(1.0, 5.0, 3.0), Some(0)),
        ];
        let found = bones(&joints);
        assert_eq!(found.len(), 2);
        assert_eq!(tail(&found[0]), joints[1].position);
        let on = tail(&found[1]) - joints[1].position;
        assert!(on.y > 0.5 && on.y < 2.0 && on.x == 0.0, "{on}");
        assert_eq!(ball_instances(&joints, &Theme::DARK).len(), 2);
        assert_eq!(axis_instances(&joints, &Theme::DARK).len(), 6);
    }

    #[test]
    fn joints_side_by_side_show_bones_along_their_y() {
        let joints = [joint(Vec3::ZERO, None), joint(4.0 * Vec3::X, None)];
        let found = bones(&joints);
        assert_eq!(found.len(), 2);
        assert!(tail(&found[1]).y > 0.1, "{}", tail(&found[1]));
    }

    #[test]
    fn a_hidden_joint_takes_its_bones_along() {
        let mut joints = [
            joint(Vec3::ZERO, None),
            joint(Vec3::Y, Some(0)),
            joint(2.0 * Vec3::Y, Some(1)),
        ];
        let all = bones(&joints).len();
        joints[1].hidden = true;
        assert_eq!(bones(&joints).len(), all - 1);
        assert_eq!(ball_instances(&joints, &Theme::DARK).len(), 2);
    }

    #[test]
    fn a_joint_has_its_own_color_until_it_stands_out() {
        let own = JointMark {
            color: Some([0, 255, 0]),
            ..joint(Vec3::ZERO, None)
        };
        assert_eq!(color(&own, &Theme::DARK), [0.0, 1.0, 0.0, 1.0]);
        let selected = JointMark {
            emphasis: Emphasis::Selected,
            ..own
        };
        let orange = linear(Theme::DARK.bone_selected, 255);
        assert_eq!(color(&selected, &Theme::DARK), orange);
    }

    #[test]
    fn broken_joints_give_finite_shapes_or_none() {
        let at = Vec3::new(0.0, 1.0, 0.0);
        let nowhere = Vec3::new(f32::NAN, 0.0, 0.0);
        let flat = JointMark {
            axes: Mat3::ZERO,
            ..joint(at, None)
        };
        let cases: [(&str, Vec<JointMark>, usize, usize); 8] = [
            ("nothing", vec![], 0, 0),
            ("a lone joint", vec![joint(at, None)], 1, 1),
            ("a lone joint without axes", vec![flat], 0, 1),
            (
                "a bone without length",
                vec![joint(at, None), joint(at, Some(0))],
                2,
                2,
            ),
            (
                "a joint nowhere",
                vec![joint(nowhere, None), joint(at, Some(0))],
                1,
                1,
            ),
            ("a parent outside the list", vec![joint(at, Some(9))], 1, 1),
            (
                "a joint that is its own parent",
                vec![joint(at, Some(0))],
                1,
                1,
            ),
            (
                "a side along the bone",
                vec![joint(Vec3::ZERO, None), joint(Vec3::X, Some(0))],
                2,
                2,
            ),
        ];
        for (name, joints, n_bones, n_balls) in cases {
            let (bones, balls) = (bones(&joints), ball_instances(&joints, &Theme::DARK));
            assert_eq!((bones.len(), balls.len()), (n_bones, n_balls), "{name}");
            let axes = axis_instances(&joints, &Theme::DARK);
            let finite = |b: &BoneInstance| {
                [b.row_x, b.row_y, b.row_z]
                    .iter()
                    .flatten()
                    .all(|x| x.is_finite())
            };
            let mut all = bones.iter().chain(&balls).chain(&axes);
            assert!(all.all(finite), "{name}");
        }
    }
}
