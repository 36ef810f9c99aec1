//! Instances of solids for bones, joint balls and axes of joints.

use glam::{Affine3A, Mat3, Mat4, Vec3};
use scene::view::bone_geometry::{BoneSegment, ball_radii, bone_segments, bone_width, solid_frame};
use scene::view::bounds::Bounds;
use scene::view::joint_mark::{Emphasis, JointMark};

use super::layouts::BoneInstance;
use super::shader_colors::linear;
use super::{BoneLook, Theme};

/// Length of a joint's axes, relative to the radius of its ball: long enough to stand out of it on all sides.
const AXIS_OVER_BALL: f32 = 6.0;
/// Least length of axes, relative to the radius of the skeleton: where bones are short, directions are told at a whole figure too.
const AXIS_OVER_SKELETON: f32 = 0.05;
/// Half the width of an axis, relative to its length.
const AXIS_WIDTH: f32 = 0.035;

/// One instance per bone, for the solid of the style, which reaches from the origin to (0, 1, 0).
pub(super) fn bone_instances(joints: &[JointMark], look: BoneLook<'_>) -> Vec<BoneInstance> {
    let width = bone_width(joints, look.style);
    let segments = bone_segments(joints);
    let shown = segments.iter().filter(|segment| !segment.head.hidden);
    shown
        .map(|s| bone(s, width(s.length()), look.theme))
        .collect()
}

/// One instance per joint, for the unit ball.
pub(super) fn ball_instances(joints: &[JointMark], theme: &Theme) -> Vec<BoneInstance> {
    visible_joints(joints)
        .map(|(joint, radius)| {
            let shape = Mat3::from_diagonal(Vec3::splat(radius));
            instance(shape, joint.position, color(joint, theme))
        })
        .collect()
}

/// Three instances per joint, for the stick.
pub(super) fn axis_instances(joints: &[JointMark], theme: &Theme) -> Vec<BoneInstance> {
    let places = joints.iter().map(|joint| joint.position);
    let size = Bounds::from_points(places.filter(|place| place.is_finite())).radius();
    let least = AXIS_OVER_SKELETON * size;
    visible_joints(joints)
        .flat_map(|(joint, radius)| {
            let length = (AXIS_OVER_BALL * radius).max(least);
            let axes = joint.axes.to_cols_array_2d().map(Vec3::from);
            let sticks = axes.into_iter().zip(theme.axes);
            sticks.filter_map(move |(axis, rgb)| {
                // A joint scaled flat has an axis without direction, which is left out.
                let axis = axis.try_normalize()?;
                let frame = solid_frame(
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

fn bone(segment: &BoneSegment<'_>, width: f32, theme: &Theme) -> BoneInstance {
    let frame = segment.frame(width);
    instance(frame, segment.head.position, color(segment.head, theme))
}

fn instance(world_from_solid: Mat3, origin: Vec3, color: [f32; 4]) -> BoneInstance {
    let matrix = Affine3A::from_mat3_translation(world_from_solid, origin);
    // By rows, as attributes of an instance: three of four numbers, and the fourth row is always (0, 0, 0, 1).
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

/// The mean of two colors that is closer to the first.
fn between(first: [u8; 3], second: [u8; 3]) -> [u8; 3] {
    let ([r, g, b], [s, h, c]) = (first, second);
    [(r, s), (g, h), (b, c)].map(|(first, second)| first / 3 * 2 + second / 3)
}

/// Visible joints with a finite position, and the radii of their balls.
fn visible_joints(joints: &[JointMark]) -> impl Iterator<Item = (&JointMark, f32)> {
    joints
        .iter()
        .zip(ball_radii(joints))
        .filter(|(joint, _)| joint.position.is_finite() && !joint.hidden)
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
    fn the_bone_of_a_last_joint_turns_with_it() {
        let mut joints = [joint(Vec3::ZERO, None), joint(2.0 * Vec3::Y, Some(0))];
        joints[1].leaf = 2.0 * Vec3::Y;
        let on = |joints: &[JointMark]| tail(&bones(joints)[1]) - joints[1].position;
        let straight = on(&joints);
        assert!(straight.y > 0.5 && straight.x == 0.0, "{straight}");
        joints[1].axes = Mat3::from_rotation_z(std::f32::consts::FRAC_PI_2);
        let turned = on(&joints);
        let expected = -straight.y * Vec3::X;
        assert!(turned.abs_diff_eq(expected, 1e-5), "{turned} {expected}");
        joints[1].axes = Mat3::ZERO;
        assert_eq!(on(&joints), straight, "a flat joint has no direction");
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
    fn a_point_is_a_ball_without_bones() {
        let mut joints = [
            joint(Vec3::ZERO, None),
            joint(Vec3::Y, Some(0)),
            joint(9.0 * Vec3::Y, Some(1)),
        ];
        joints[2].is_point = true;
        let without = bones(&joints[..2]);
        assert_eq!(bones(&joints), without);
        let balls = ball_instances(&joints, &Theme::DARK);
        assert_eq!(balls[2].row_x[0], balls[0].row_x[0]);
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
