//! Influences from rows that come one after another.

use std::sync::Arc;

use super::Influences;
use super::error::InfluenceError;
use super::page::PageWriter;
use super::row::{RowBuffer, narrow};
use super::zero_rows::ZeroRows;
use crate::{JointSlot, JointWeight};

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
/// assert_eq!(influences.row(0).joints, [2, 0].map(rig::JointSlot));
/// assert_eq!(influences.row(0).weights, [0.25, 0.75]);
/// assert_eq!(influences.unbound_count(), 1);
/// # Ok::<(), rig::InfluenceError>(())
/// ```
#[derive(Clone, Debug)]
pub struct InfluencesBuilder {
    pages: PageWriter,
    row: RowBuffer,
    zero_rows: Vec<u32>,
}

impl InfluencesBuilder {
    /// For a skin of `joint_count` joints.
    #[must_use]
    pub fn new(joint_count: usize) -> Self {
        Self {
            pages: PageWriter::default(),
            row: RowBuffer::new(joint_count),
            zero_rows: Vec::new(),
        }
    }

    /// Appends a vertex: weights are divided by their sum, unless that is one but for rounding: such rows keep their bits, so that what
    /// was written is read as it was. Zero weights are dropped (whatever their joint), a joint named twice gets both weights at its
    /// first place. Returns the sum, infinite when f32 cannot hold it.
    ///
    /// # Errors
    ///
    /// A joint out of range, a weight that is not finite, or a sum of zero: none but zero weights, or weights of both signs
    /// that cancel to less than a millionth of their sizes. Nothing is appended then.
    pub fn vertex(
        &mut self,
        influences: impl IntoIterator<Item = impl Into<JointWeight>>,
    ) -> Result<f32, InfluenceError> {
        let vertex = self.pages.row_count();
        let sums = self
            .row
            .take(vertex, influences.into_iter().map(Into::into))?;
        // Before anything is appended.
        self.row.check_room(vertex, self.pages.pair_count())?;
        self.row
            .divide(sums.divisor())
            .for_each(|(joint, weight)| self.pages.push(joint, weight));
        self.pages.end_row();
        Ok(narrow(sums.sum))
    }

    /// Appends a vertex that no joint moves.
    pub fn unbound(&mut self) {
        self.pages.end_row();
    }

    /// Appends a vertex whose weights are all zero: it is unbound, and skinning moves it by `joint` all the same, see
    /// [`Influences::zero_rows`].
    ///
    /// # Errors
    ///
    /// A joint out of range, or more influences than can be counted. Nothing is appended then.
    pub fn zeros(&mut self, joint: JointSlot) -> Result<(), InfluenceError> {
        let vertex = self.pages.row_count();
        self.vertex([(joint, 1.0)])?;
        // Not more than u32 can count, or the row would have been refused.
        self.zero_rows.extend(u32::try_from(vertex).ok());
        Ok(())
    }

    /// The influences of all vertices appended.
    #[must_use]
    pub fn build(self) -> Influences {
        Influences {
            vertex_count: self.pages.row_count(),
            pair_count: self.pages.pair_count(),
            pages: self.pages.finish(),
            layout: None,
            zero_rows: ZeroRows::new(self.zero_rows),
            joint_count: self.row.joint_count(),
            joint_sets: Arc::default(),
            joints_used: Arc::default(),
            packed: Arc::default(),
        }
    }
}
