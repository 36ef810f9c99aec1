//! Influences read from a vertex buffer, where they lie.

use super::{InfluenceError, Influences, InfluencesBuilder};
use crate::JointSlot;

/// How a vertex buffer has its joints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JointFormat {
    /// One byte each.
    U8,
    /// Two bytes each, the lower one first.
    U16,
}

/// How a vertex buffer has its weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WeightFormat {
    /// Four bytes each, the lowest one first.
    F32,
    /// One byte each, 255 for one.
    Unorm8,
    /// Two bytes each, the lower one first, 65,535 for one.
    Unorm16,
}

/// Where joints and weights of a vertex lie in a vertex buffer, in bytes from the vertex's first one; aligned or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InfluenceLayout {
    /// Bytes from one vertex to the next.
    pub stride: usize,
    /// Influences of every vertex; those of weight zero are none.
    pub count: usize,
    /// The first joint.
    pub joints: usize,
    /// How joints are written.
    pub joint_format: JointFormat,
    /// The first weight.
    pub weights: usize,
    /// How weights are written.
    pub weight_format: WeightFormat,
}

impl JointFormat {
    const fn bytes(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::U16 => 2,
        }
    }
}

impl WeightFormat {
    const fn bytes(self) -> usize {
        match self {
            Self::F32 => 4,
            Self::Unorm8 => 1,
            Self::Unorm16 => 2,
        }
    }
}

impl InfluenceLayout {
    /// Bytes that so many vertices ask for; none where they cannot be counted.
    fn bytes(&self, vertex_count: usize) -> Option<usize> {
        let end = |first: usize, size: usize| first.checked_add(self.count.checked_mul(size)?);
        let joints = end(self.joints, self.joint_format.bytes())?;
        let weights = end(self.weights, self.weight_format.bytes())?;
        let Some(last) = vertex_count.checked_sub(1) else {
            return Some(0);
        };
        last.checked_mul(self.stride)?
            .checked_add(joints.max(weights))
    }
}

impl Influences {
    /// Reads influences from a vertex buffer, for a skin of `joint_count` joints, without copies of its columns.
    ///
    /// Weights are divided by their sum as by [`InfluencesBuilder::vertex`], which rounding of 8 or 16 bits may ask for. A vertex whose
    /// weights are all zero has a [row of zeros](Self::zero_rows) with its first joint, as of a file; with a `count` of zero it is unbound.
    ///
    /// # Errors
    ///
    /// [`InfluenceError`]: a buffer that is too short, or a row that [`InfluencesBuilder`] refuses.
    ///
    /// # Examples
    ///
    /// A position, two joints of one byte and two weights of one byte each:
    ///
    /// ```
    /// use rig::{InfluenceLayout, Influences, JointFormat, JointSlot, WeightFormat};
    ///
    /// let layout = InfluenceLayout {
    ///     stride: 16,
    ///     count: 2,
    ///     joints: 12,
    ///     joint_format: JointFormat::U8,
    ///     weights: 14,
    ///     weight_format: WeightFormat::Unorm8,
    /// };
    /// let mut buffer = [0; 32];
    /// buffer[12..16].copy_from_slice(&[3, 1, 204, 51]);
    /// buffer[28..32].copy_from_slice(&[2, 0, 255, 0]);
    /// let influences = Influences::from_interleaved(&buffer, 2, &layout, 4)?;
    /// assert_eq!(influences.row(0).joints, [JointSlot(3), JointSlot(1)]);
    /// assert_eq!(influences.row(0).weights, [0.8, 0.2]);
    /// assert_eq!(influences.row(1).joints, [JointSlot(2)]);
    /// # Ok::<(), rig::InfluenceError>(())
    /// ```
    pub fn from_interleaved(
        buffer: &[u8],
        vertex_count: usize,
        layout: &InfluenceLayout,
        joint_count: usize,
    ) -> Result<Self, InfluenceError> {
        let needed = layout.bytes(vertex_count).unwrap_or(usize::MAX);
        if buffer.len() < needed {
            return Err(InfluenceError::BufferTooShort {
                needed,
                found: buffer.len(),
            });
        }
        let mut builder = InfluencesBuilder::new(joint_count);
        for vertex in 0..vertex_count {
            let of_vertex = &buffer[vertex * layout.stride..];
            let joint = |place| read_joint(&of_vertex[layout.joints..], layout.joint_format, place);
            let weight =
                |place| read_weight(&of_vertex[layout.weights..], layout.weight_format, place);
            let mut weights = (0..layout.count).map(weight);
            if layout.count == 0 {
                builder.unbound();
            } else if weights.all(|weight| weight == 0.0) {
                builder.zeros(joint(0))?;
            } else {
                builder.vertex((0..layout.count).map(|place| (joint(place), weight(place))))?;
            }
        }
        Ok(builder.build())
    }
}

fn read_joint(joints: &[u8], format: JointFormat, place: usize) -> JointSlot {
    JointSlot(match format {
        JointFormat::U8 => u16::from(joints[place]),
        JointFormat::U16 => u16::from_le_bytes(number(joints, place)),
    })
}

fn read_weight(weights: &[u8], format: WeightFormat, place: usize) -> f32 {
    match format {
        WeightFormat::F32 => f32::from_le_bytes(number(weights, place)),
        WeightFormat::Unorm8 => f32::from(weights[place]) / 255.0,
        WeightFormat::Unorm16 => f32::from(u16::from_le_bytes(number(weights, place))) / 65_535.0,
    }
}

/// The bytes of a number of a list, which is long enough.
fn number<const N: usize>(list: &[u8], place: usize) -> [u8; N] {
    list.as_chunks().0[place]
}
