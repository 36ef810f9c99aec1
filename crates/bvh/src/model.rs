//! A file in memory: joints, channels, and the numbers of all frames.

use glam::{DQuat, DVec3, Vec3};

/// An axis of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// The first.
    X,
    /// The second, which points up in most files.
    Y,
    /// The third.
    Z,
}

/// What a number of a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChannelKind {
    /// A coordinate of the joint's head.
    Position,
    /// A turn in degrees, about an axis of the joint.
    Rotation,
}

/// One number of a joint in every row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Channel {
    /// Whether it moves or turns.
    pub kind: ChannelKind,
    /// Along or about which axis.
    pub axis: Axis,
}

/// A joint with its place at rest.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Joint {
    /// As the file has it, without blanks at its ends; several joints may have one, and it may be empty.
    pub name: String,
    /// An earlier joint; none of a root.
    pub parent: Option<usize>,
    /// From the parent's head to its own, in the axes of the file; from the origin for a root.
    pub offset: Vec3,
    /// In the order of the row and of multiplication.
    pub channels: Vec<Channel>,
    /// From its head to the end of its bone, where the file gives one (`End Site`).
    pub end: Option<Vec3>,
    /// Whether positions are added to the offset: see [`Bvh::local`].
    pub adds_position: bool,
}

/// Where a joint is in its parent, in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalTransform {
    /// The product of its channels of rotation, of length one; the identity if it has none.
    pub rotation: DQuat,
    /// Its head, in the unit of the file.
    pub translation: DVec3,
}

/// A motion capture: parents come before their children, and rows have the channels of all joints in order.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Bvh {
    pub(crate) joints: Vec<Joint>,
    pub(crate) frame_time: f64,
    /// Frame by frame, `channel_count` numbers each.
    pub(crate) numbers: Vec<f32>,
    /// Where each joint's channels begin in a row, and the length of a row.
    pub(crate) starts: Vec<usize>,
}

impl Bvh {
    /// The most joints of a file.
    pub const MOST_JOINTS: usize = 32_768;

    /// A capture without frames. Parents that are not earlier joints become none.
    #[must_use]
    pub fn new(mut joints: Vec<Joint>, frame_time: f64) -> Self {
        joints.truncate(Self::MOST_JOINTS);
        for (place, joint) in joints.iter_mut().enumerate() {
            joint.parent = joint.parent.filter(|&parent| parent < place);
        }
        let mut bvh = Self {
            joints,
            frame_time,
            ..Self::default()
        };
        bvh.find_starts();
        bvh
    }

    pub(crate) fn find_starts(&mut self) {
        let mut start = 0;
        self.starts.clear();
        self.starts.push(0);
        for joint in &self.joints {
            start += joint.channels.len();
            self.starts.push(start);
        }
    }

    /// Appends a frame of [`channel_count`](Self::channel_count) numbers; a shorter one is filled up with zeros, a longer one cut.
    pub fn push_frame(&mut self, numbers: &[f32]) {
        let count = self.channel_count();
        let given = numbers.iter().copied().chain(std::iter::repeat(0.0));
        self.numbers.extend(given.take(count));
    }

    /// Parents before their children.
    #[must_use]
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// Seconds from a frame to the next; finite and above zero in files that were read.
    #[must_use]
    pub const fn frame_time(&self) -> f64 {
        self.frame_time
    }

    /// The numbers of a row.
    #[must_use]
    pub fn channel_count(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    /// The number of complete rows.
    #[must_use]
    pub fn frame_count(&self) -> usize {
        self.numbers.len() / self.channel_count().max(1)
    }

    /// The numbers of a frame; none beyond the last.
    #[must_use]
    pub fn frame(&self, frame: usize) -> &[f32] {
        let count = self.channel_count();
        let start = frame.saturating_mul(count);
        self.numbers
            .get(start..start.saturating_add(count))
            .unwrap_or(&[])
    }

    /// Where a joint is in its parent in a frame; at rest beyond the last frame or joint.
    ///
    /// `R = Π R_axis(angle)` in the order of the channels. Its head lies where its channels of position say, the coordinates without a
    /// channel as its offset has them. Programs differ here. Most write the place itself (Blender, `MotionBuilder`; what a root has is
    /// always that); files whose first row has zeros there for a joint with an offset mean what is added to it
    /// ([`Joint::adds_position`]).
    #[must_use]
    pub fn local(&self, frame: usize, joint: usize) -> LocalTransform {
        let Some(of_joint) = self.joints.get(joint) else {
            return LocalTransform {
                rotation: DQuat::IDENTITY,
                translation: DVec3::ZERO,
            };
        };
        let start = self.starts.get(joint).copied().unwrap_or(0);
        let numbers = self.frame(frame).get(start..).unwrap_or(&[]);
        let offset = of_joint.offset.as_dvec3();
        let mut local = LocalTransform {
            rotation: DQuat::IDENTITY,
            translation: offset,
        };
        for (channel, &number) in of_joint.channels.iter().zip(numbers) {
            let number = f64::from(number);
            match channel.kind {
                ChannelKind::Rotation => local.rotation *= turn(channel.axis, number),
                ChannelKind::Position if of_joint.adds_position => {
                    *coordinate(&mut local.translation, channel.axis) += number;
                }
                ChannelKind::Position => *coordinate(&mut local.translation, channel.axis) = number,
            }
        }
        // Products of many turns drift.
        local.rotation = local.rotation.normalize();
        local
    }
}

fn turn(axis: Axis, degrees: f64) -> DQuat {
    let angle = degrees.to_radians();
    match axis {
        Axis::X => DQuat::from_rotation_x(angle),
        Axis::Y => DQuat::from_rotation_y(angle),
        Axis::Z => DQuat::from_rotation_z(angle),
    }
}

const fn coordinate(of: &mut DVec3, axis: Axis) -> &mut f64 {
    match axis {
        Axis::X => &mut of.x,
        Axis::Y => &mut of.y,
        Axis::Z => &mut of.z,
    }
}
