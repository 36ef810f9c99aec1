//! Which joints move which vertices, and how much.

use thiserror::Error;

/// Influences of every vertex of a mesh: any number of `(joint, weight)` pairs each, in the order they were given.
///
/// A *joint* here is an index into the joint list of a [`BindPose`](crate::BindPose), hence into a palette. For every vertex
/// the weights sum to one and none is zero, or the vertex is **unbound**: no influence at all, it stays at rest. The order
/// matters: the first influence is the pivot of the papers' sign rule. Negative weights are kept.
///
/// Rows lie one after another (compressed sparse rows): memory is 6 bytes an influence and 4 a vertex.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Influences {
    /// `vertex_count + 1` numbers: row v is `starts[v] .. starts[v + 1]`.
    starts: Vec<u32>,
    joints: Vec<u16>,
    weights: Vec<f32>,
    joint_count: usize,
}

impl Influences {
    /// Number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Number of joints a palette must have: every index is below it.
    #[must_use]
    pub const fn joint_count(&self) -> usize {
        self.joint_count
    }

    /// Joints and weights of a vertex, two slices of one length; both empty when the vertex is unbound.
    ///
    /// # Panics
    ///
    /// If `vertex` is not below [`vertex_count`](Self::vertex_count).
    #[must_use]
    pub fn row(&self, vertex: usize) -> (&[u16], &[f32]) {
        let range = self.starts[vertex] as usize..self.starts[vertex + 1] as usize;
        (&self.joints[range.clone()], &self.weights[range])
    }

    /// Rows of all vertices in order.
    #[must_use]
    pub fn rows(&self) -> impl ExactSizeIterator<Item = (&[u16], &[f32])> {
        self.starts.windows(2).map(|pair| {
            let range = pair[0] as usize..pair[1] as usize;
            (&self.joints[range.clone()], &self.weights[range])
        })
    }

    /// The same influences for another list of joints: `places[joint]` is a joint's place in the new list, which has
    /// `joint_count`. Joints that come to one place are added up there, at the first of their influences; what adds up to zero
    /// is left out. Weights are else what they were, bit for bit.
    ///
    /// # Errors
    ///
    /// A joint that `places` lacks, or whose place is not below `joint_count`.
    pub fn carried(&self, places: &[u16], joint_count: usize) -> Result<Self, InfluenceError> {
        let mut carried = Self {
            starts: vec![0],
            joint_count,
            ..Self::default()
        };
        for (vertex, (joints, weights)) in self.rows().enumerate() {
            let start = carried.joints.len();
            for (&joint, &weight) in joints.iter().zip(weights) {
                let place = places.get(usize::from(joint)).copied();
                let place = place.filter(|&place| usize::from(place) < joint_count);
                let place = place.ok_or(InfluenceError::JointOutOfRange {
                    vertex,
                    joint,
                    joint_count,
                })?;
                carried.add_after(start, place, weight);
            }
            carried.drop_zeros_after(start);
            // Not above what this mesh has.
            let end = u32::try_from(carried.joints.len()).unwrap_or(u32::MAX);
            carried.starts.push(end);
        }
        Ok(carried)
    }

    fn add_after(&mut self, start: usize, joint: u16, weight: f32) {
        let row = self.joints.iter().skip(start);
        if let Some(place) = row.clone().position(|&other| other == joint) {
            self.weights[start + place] += weight;
        } else {
            self.joints.push(joint);
            self.weights.push(weight);
        }
    }

    fn drop_zeros_after(&mut self, start: usize) {
        let zero = |weights: &[f32]| weights.iter().position(|&weight| weight == 0.0);
        while let Some(place) = zero(&self.weights[start..]) {
            self.joints.remove(start + place);
            self.weights.remove(start + place);
        }
    }

    /// The largest number of influences of one vertex; 0 for a mesh without bound vertices.
    #[must_use]
    pub fn max_per_vertex(&self) -> usize {
        self.rows()
            .map(|(joints, _)| joints.len())
            .max()
            .unwrap_or(0)
    }

    /// Number of vertices without an influence.
    #[must_use]
    pub fn unbound_count(&self) -> usize {
        self.rows().filter(|(joints, _)| joints.is_empty()).count()
    }
}

/// Why a vertex's influences cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum InfluenceError {
    /// A joint beyond the skin's list.
    #[error(
        "vertex {vertex} is influenced by joint {joint}, but the skin has {joint_count} joints"
    )]
    JointOutOfRange {
        /// The vertex.
        vertex: usize,
        /// The index found.
        joint: u16,
        /// Indices must be below this.
        joint_count: usize,
    },
    /// NaN or infinity.
    #[error("the weight of joint {joint} on vertex {vertex} is {weight}, not a finite number")]
    NotFinite {
        /// The vertex.
        vertex: usize,
        /// The joint.
        joint: u16,
        /// The weight found.
        weight: f32,
    },
    /// Weights that cannot be divided by their sum.
    #[error("the weights of vertex {vertex} sum to zero; give it a weight, or declare it unbound")]
    ZeroSum {
        /// The vertex.
        vertex: usize,
    },
    /// More influences than a 32-bit offset can count.
    #[error("more than {} influences in one mesh, at vertex {vertex}", u32::MAX)]
    TooMany {
        /// The vertex.
        vertex: usize,
    },
}

/// Takes vertices one after another and builds [`Influences`].
///
/// # Examples
///
/// ```
/// let mut builder = rig::InfluencesBuilder::new(3);
/// let sum = builder.vertex([(2, 1.0), (0, 3.0), (1, 0.0)])?;
/// builder.unbound();
/// let influences = builder.build();
/// assert_eq!(sum, 4.0);
/// assert_eq!(influences.row(0), (&[2, 0][..], &[0.25, 0.75][..]));
/// assert_eq!(influences.unbound_count(), 1);
/// # Ok::<(), rig::InfluenceError>(())
/// ```
#[derive(Clone, Debug)]
pub struct InfluencesBuilder {
    built: Influences,
    /// The vertex being taken, in f64: denormal and huge weights still have a sum to be divided by.
    row: Vec<(u16, f64)>,
}

impl InfluencesBuilder {
    /// For a skin of `joint_count` joints.
    #[must_use]
    pub fn new(joint_count: usize) -> Self {
        Self {
            built: Influences {
                starts: vec![0],
                joint_count,
                ..Influences::default()
            },
            row: Vec::new(),
        }
    }

    /// Appends a vertex: weights are divided by their sum, zero weights dropped (whatever their joint), a joint named twice
    /// gets both weights at its first place. Returns the sum before the division, infinite when f32 cannot hold it.
    ///
    /// # Errors
    ///
    /// A joint out of range, a weight that is not finite, or a sum of zero: none but zero weights, or weights of both signs
    /// that cancel to less than a millionth of their sizes. Nothing is appended then.
    pub fn vertex(
        &mut self,
        influences: impl IntoIterator<Item = (u16, f32)>,
    ) -> Result<f32, InfluenceError> {
        let vertex = self.built.vertex_count();
        self.row.clear();
        let (mut sum, mut size) = (0.0_f64, 0.0_f64);
        for (joint, weight) in influences {
            self.check(vertex, joint, weight)?;
            sum += f64::from(weight);
            size += f64::from(weight).abs();
            self.add_weight(joint, f64::from(weight));
        }
        if sum.abs() <= size * CANCELLED {
            return Err(InfluenceError::ZeroSum { vertex });
        }
        self.append_row(vertex, sum)?;
        Ok(narrow(sum))
    }

    /// Appends a vertex that no joint moves.
    pub fn unbound(&mut self) {
        let end = self.built.starts.last().copied().unwrap_or(0);
        self.built.starts.push(end);
    }

    /// The influences of all vertices appended.
    #[must_use]
    pub fn build(self) -> Influences {
        self.built
    }

    fn check(&self, vertex: usize, joint: u16, weight: f32) -> Result<(), InfluenceError> {
        let joint_count = self.built.joint_count;
        if usize::from(joint) >= joint_count && weight != 0.0 {
            return Err(InfluenceError::JointOutOfRange {
                vertex,
                joint,
                joint_count,
            });
        }
        if !weight.is_finite() {
            return Err(InfluenceError::NotFinite {
                vertex,
                joint,
                weight,
            });
        }
        Ok(())
    }

    fn add_weight(&mut self, joint: u16, weight: f64) {
        match self.row.iter_mut().find(|(other, _)| *other == joint) {
            Some((_, total)) => *total += weight,
            None if weight == 0.0 => {}
            None => self.row.push((joint, weight)),
        }
    }

    /// Appends the row divided by its sum, without what duplicates of opposite sign or underflow have made zero.
    fn append_row(&mut self, vertex: usize, sum: f64) -> Result<(), InfluenceError> {
        let end = self.built.joints.len() + self.row.len();
        u32::try_from(end).map_err(|_too_large| InfluenceError::TooMany { vertex })?;
        let normalised = self
            .row
            .iter()
            .map(|&(joint, weight)| (joint, narrow(weight / sum)));
        for (joint, weight) in normalised.filter(|&(_, weight)| weight != 0.0) {
            self.built.joints.push(joint);
            self.built.weights.push(weight);
        }
        // Not above the end checked.
        self.built
            .starts
            .push(u32::try_from(self.built.joints.len()).unwrap_or(u32::MAX));
        Ok(())
    }
}

/// Weights of both signs whose sum is below this fraction of their sizes say nothing but rounding.
const CANCELLED: f64 = 1e-6;

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to f32 is the purpose; f64 to f32 saturates to infinity"
)]
fn narrow(value: f64) -> f32 {
    value as f32
}
