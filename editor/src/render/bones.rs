//! A skeleton as octahedral bones and joint balls: the shapes (pure) and their buffer.

use std::ops::Range;

use glam::{Mat3, Vec3};

use super::Theme;
use super::layouts::BoneInstance;
use super::scene::linear;

/// One joint to draw. The bone of a joint is the segment from it to each of its children.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointMark {
    /// Where the joint is, world space. A joint that is nowhere (not finite) is left out, and so are its bones.
    pub position: Vec3,
    /// Any axis that turns with the joint, world space: keeps the bone's edges from spinning about it while the joint
    /// moves. Zero is allowed.
    pub side: Vec3,
    /// The parent's place in the list; `None` for roots. A place outside the list counts as `None`.
    pub parent: Option<usize>,
    /// How the joint and its bones stand out.
    pub emphasis: Emphasis,
}

/// How a joint stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Emphasis {
    /// Not at all.
    #[default]
    Normal,
    /// The cursor is over it.
    Hovered,
    /// It is selected.
    Selected,
}

/// The drawn skeleton of one pane.
#[derive(Debug)]
pub struct BoneBuffers {
    instances: wgpu::Buffer,
    n_bones: u32,
    n_balls: u32,
}

impl BoneBuffers {
    /// No joint yet.
    pub fn new(device: &wgpu::Device) -> Self {
        Self {
            instances: instance_buffer(device, 256),
            n_bones: 0,
            n_balls: 0,
        }
    }

    /// Replaces the skeleton; the buffer grows when it must.
    pub fn write(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        joints: &[JointMark],
        theme: &Theme,
    ) {
        let bones = bone_instances(joints, theme);
        let balls = ball_instances(joints, theme);
        let needed = (bones.len() + balls.len()) as u64;
        if needed > self.capacity() {
            self.instances = instance_buffer(device, needed.next_power_of_two());
        }
        self.n_bones = u32::try_from(bones.len()).unwrap_or(0);
        self.n_balls = u32::try_from(balls.len()).unwrap_or(0);
        let all: Vec<BoneInstance> = bones.into_iter().chain(balls).collect();
        queue.write_buffer(&self.instances, 0, bytemuck::cast_slice(&all));
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.n_bones + self.n_balls == 0
    }

    pub(super) fn instances(&self) -> &wgpu::Buffer {
        &self.instances
    }

    pub(super) fn bones(&self) -> Range<u32> {
        0..self.n_bones
    }

    pub(super) fn balls(&self) -> Range<u32> {
        self.n_bones..self.n_bones + self.n_balls
    }

    fn capacity(&self) -> u64 {
        self.instances.size() / size_of::<BoneInstance>() as u64
    }
}

fn instance_buffer(device: &wgpu::Device, capacity: u64) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("bone instances"),
        size: capacity * size_of::<BoneInstance>() as u64,
        usage: wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}

/// Half the width of a bone at its waist, over its length.
const WIDTH_OVER_LENGTH: f32 = 0.095;
/// A bone longer than this many median bones (a root's, mostly) grows no wider.
const WIDEST_IN_MEDIANS: f32 = 1.6;
/// Radius of a joint's ball over the shortest bone that meets there.
const BALL_OVER_LENGTH: f32 = 0.055;
/// Radius of a lone joint's ball over the radius of the skeleton.
const LONE_BALL_OVER_RADIUS: f32 = 0.03;

fn bone_instances(joints: &[JointMark], theme: &Theme) -> Vec<BoneInstance> {
    let widest = WIDEST_IN_MEDIANS * median_length(joints);
    let segments = joints.iter().filter_map(|tail| segment(joints, tail));
    segments
        .map(|(head, tail)| bone(head, tail.position, widest, theme))
        .collect()
}

fn ball_instances(joints: &[JointMark], theme: &Theme) -> Vec<BoneInstance> {
    let radii = ball_radii(joints);
    let placed = joints
        .iter()
        .zip(radii)
        .filter(|(joint, _)| joint.position.is_finite());
    placed
        .map(|(joint, radius)| {
            instance(
                Mat3::from_diagonal(Vec3::splat(radius)),
                joint.position,
                joint,
                theme,
            )
        })
        .collect()
}

/// Head and tail of the bone that ends in `tail`, if it has a length.
fn segment<'a>(
    joints: &'a [JointMark],
    tail: &'a JointMark,
) -> Option<(&'a JointMark, &'a JointMark)> {
    let head = joints.get(tail.parent?)?;
    let length_2 = head.position.distance_squared(tail.position);
    (length_2 > 0.0 && length_2.is_finite()).then_some((head, tail))
}

fn bone(head: &JointMark, tail: Vec3, widest: f32, theme: &Theme) -> BoneInstance {
    let along = tail - head.position;
    let length = along.length();
    let width = WIDTH_OVER_LENGTH * length.min(widest);
    let axis = along / length;
    // At right angles to the bone, as near to the joint's own axis as that allows.
    let side = head
        .side
        .reject_from_normalized(axis)
        .normalize_or(axis.any_orthonormal_vector());
    let frame = Mat3::from_cols(side * width, along, side.cross(axis) * width);
    instance(frame, head.position, head, theme)
}

fn instance(
    world_from_solid: Mat3,
    origin: Vec3,
    joint: &JointMark,
    theme: &Theme,
) -> BoneInstance {
    let row = |index: usize| world_from_solid.row(index).extend(origin[index]).to_array();
    BoneInstance {
        row_x: row(0),
        row_y: row(1),
        row_z: row(2),
        color: color(joint.emphasis, theme),
    }
}

fn color(emphasis: Emphasis, theme: &Theme) -> [f32; 4] {
    let rgb = match emphasis {
        Emphasis::Normal => theme.bone,
        Emphasis::Hovered => theme.bone_hovered,
        Emphasis::Selected => theme.bone_selected,
    };
    linear(rgb, 255)
}

fn lengths<'a>(joints: &'a [JointMark]) -> impl Iterator<Item = f32> + 'a {
    joints
        .iter()
        .filter_map(|tail| segment(joints, tail))
        .map(|(head, tail)| head.position.distance(tail.position))
}

fn median_length(joints: &[JointMark]) -> f32 {
    let mut lengths: Vec<f32> = lengths(joints).collect();
    lengths.sort_by(f32::total_cmp);
    lengths.get(lengths.len() / 2).copied().unwrap_or(0.0)
}

fn ball_radii(joints: &[JointMark]) -> Vec<f32> {
    let bounds = super::Bounds::from_points(joints.iter().map(|joint| joint.position));
    let lone = LONE_BALL_OVER_RADIUS
        * if bounds.radius() > 0.0 {
            bounds.radius()
        } else {
            1.0
        };
    let widest = WIDEST_IN_MEDIANS * median_length(joints);
    let mut shortest = vec![f32::INFINITY; joints.len()];
    for (index, tail) in joints.iter().enumerate() {
        let Some((head, _)) = segment(joints, tail) else {
            continue;
        };
        let length = head.position.distance(tail.position).min(widest);
        for end in [Some(index), tail.parent].into_iter().flatten() {
            shortest[end] = shortest[end].min(length);
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
        JointMark {
            position,
            side: Vec3::X,
            parent,
            emphasis: Emphasis::Normal,
        }
    }

    #[test]
    fn a_bone_reaches_from_head_to_tail() {
        let joints = [
            joint(Vec3::new(1.0, 2.0, 3.0), None),
            joint(Vec3::new(1.0, 5.0, 3.0), Some(0)),
        ];
        let bones = bone_instances(&joints, &Theme::DARK);
        assert_eq!(bones.len(), 1);
        let tail = [bones[0].row_x, bones[0].row_y, bones[0].row_z].map(|row| row[1] + row[3]);
        assert_eq!(Vec3::from(tail), joints[1].position);
        assert_eq!(ball_instances(&joints, &Theme::DARK).len(), 2);
    }

    #[test]
    fn broken_joints_give_finite_shapes_or_none() {
        let at = Vec3::new(0.0, 1.0, 0.0);
        let nowhere = Vec3::new(f32::NAN, 0.0, 0.0);
        let cases: [(&str, Vec<JointMark>, usize, usize); 7] = [
            ("nothing", vec![], 0, 0),
            ("a lone joint", vec![joint(at, None)], 0, 1),
            (
                "a bone without length",
                vec![joint(at, None), joint(at, Some(0))],
                0,
                2,
            ),
            (
                "a joint nowhere",
                vec![joint(nowhere, None), joint(at, Some(0))],
                0,
                1,
            ),
            ("a parent outside the list", vec![joint(at, Some(9))], 0, 1),
            (
                "a joint that is its own parent",
                vec![joint(at, Some(0))],
                0,
                1,
            ),
            (
                "a side along the bone",
                vec![joint(Vec3::ZERO, None), joint(Vec3::X, Some(0))],
                1,
                2,
            ),
        ];
        for (name, joints, n_bones, n_balls) in cases {
            let (bones, balls) = (
                bone_instances(&joints, &Theme::DARK),
                ball_instances(&joints, &Theme::DARK),
            );
            assert_eq!((bones.len(), balls.len()), (n_bones, n_balls), "{name}");
            let finite = |b: &BoneInstance| {
                [b.row_x, b.row_y, b.row_z]
                    .iter()
                    .flatten()
                    .all(|x| x.is_finite())
            };
            assert!(bones.iter().chain(&balls).all(finite), "{name}");
        }
    }
}
