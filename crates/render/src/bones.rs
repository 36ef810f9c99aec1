//! The buffers of a drawn skeleton.

use std::ops::Range;

use scene::view::joint_mark::{BoneStyle, JointMark};

use super::Theme;
use super::bone_shapes::{axis_instances, ball_instances, bone_instances};
use super::layouts::BoneInstance;

/// How a skeleton is drawn.
#[derive(Clone, Copy, Debug)]
pub struct BoneLook<'a> {
    /// The shape of bones.
    pub style: BoneStyle,
    /// Whether each joint shows its axes: x red, y green, z blue.
    pub axes: bool,
    /// The colors of bones and axes.
    pub theme: &'a Theme,
}

impl<'a> BoneLook<'a> {
    /// Octahedra without axes, in the theme's colors.
    #[must_use]
    pub const fn of(theme: &'a Theme) -> Self {
        Self {
            style: BoneStyle::Octahedral,
            axes: false,
            theme,
        }
    }
}

/// The drawn skeleton of one pane.
#[derive(Debug)]
pub struct BoneBuffers {
    instances: wgpu::Buffer,
    style: BoneStyle,
    n_bones: u32,
    n_balls: u32,
    n_axes: u32,
}

impl BoneBuffers {
    /// Buffers without any joint.
    pub fn new(device: &wgpu::Device) -> Self {
        Self {
            instances: instance_buffer(device, 256),
            style: BoneStyle::default(),
            n_bones: 0,
            n_balls: 0,
            n_axes: 0,
        }
    }

    /// Replaces the skeleton; the buffer grows if necessary.
    pub fn write(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        joints: &[JointMark],
        look: BoneLook<'_>,
    ) {
        let bones = bone_instances(joints, look);
        let balls = ball_instances(joints, look.theme);
        let axes = if look.axes {
            axis_instances(joints, look.theme)
        } else {
            Vec::new()
        };
        let needed = (bones.len() + balls.len() + axes.len()) as u64;
        // Powers of two, so that a skeleton that grows joint by joint does not make a buffer each time.
        if needed > self.capacity() {
            self.instances = instance_buffer(device, needed.next_power_of_two());
        }
        self.style = look.style;
        self.n_bones = u32::try_from(bones.len()).unwrap_or(0);
        self.n_balls = u32::try_from(balls.len()).unwrap_or(0);
        self.n_axes = u32::try_from(axes.len()).unwrap_or(0);
        // One buffer for all three, told apart by ranges: one write a frame.
        let all: Vec<BoneInstance> = bones.into_iter().chain(balls).chain(axes).collect();
        queue.write_buffer(&self.instances, 0, bytemuck::cast_slice(&all));
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.n_bones + self.n_balls == 0
    }

    pub(super) fn instances(&self) -> &wgpu::Buffer {
        &self.instances
    }

    pub(super) fn style(&self) -> BoneStyle {
        self.style
    }

    pub(super) fn bones(&self) -> Range<u32> {
        0..self.n_bones
    }

    pub(super) fn balls(&self) -> Range<u32> {
        self.n_bones..self.n_bones + self.n_balls
    }

    pub(super) fn axes(&self) -> Range<u32> {
        let first = self.n_bones + self.n_balls;
        first..first + self.n_axes
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
