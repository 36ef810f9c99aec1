//! Rows by the hundred: what snapshots share.

use std::ops::Range;
use std::sync::Arc;

use crate::{InfluenceRow, JointSlot};

/// Rows of a page. A clone with other rows copies the pages they are in, 28 bytes a vertex of four influences, and 8 for each of
/// all pages: small enough for a brush, and few enough for a list.
pub(crate) const ROWS: usize = 128;

/// The page that holds a slot, and the place there.
#[inline]
pub(crate) const fn page_and_place(slot: usize) -> (usize, usize) {
    (slot / ROWS, slot % ROWS)
}

/// The rows of [`ROWS`] slots, one after another; those beyond the last vertex are empty.
#[derive(Debug, PartialEq)]
pub(crate) struct Page {
    /// Row p is `starts[p] .. starts[p + 1]`.
    starts: [u32; ROWS + 1],
    joints: Box<[JointSlot]>,
    weights: Box<[f32]>,
}

impl Page {
    /// The page of at most [`ROWS`] rows, which have no zeros.
    pub(crate) fn of<'r>(rows: impl Iterator<Item = InfluenceRow<'r>> + Clone) -> Self {
        let mut starts = [0; ROWS + 1];
        let mut end = 0;
        for (place, row) in rows.clone().enumerate() {
            starts[place] = end;
            // Not more than 2²³, as the writer says.
            end += u32::try_from(row.joints.len()).unwrap_or(0);
        }
        let count = rows.clone().count();
        starts[count..].fill(end);
        let mut joints = Vec::with_capacity(end as usize);
        let mut weights = Vec::with_capacity(end as usize);
        for row in rows {
            joints.extend_from_slice(row.joints);
            weights.extend_from_slice(row.weights);
        }
        Self {
            starts,
            joints: joints.into(),
            weights: weights.into(),
        }
    }

    /// Joints and weights of the row at a place, which is below [`ROWS`].
    #[inline]
    pub(crate) fn row(&self, place: usize) -> InfluenceRow<'_> {
        let range = self.starts[place] as usize..self.starts[place + 1] as usize;
        InfluenceRow {
            joints: &self.joints[range.clone()],
            weights: &self.weights[range],
        }
    }

    /// Where rows at places below [`ROWS`] begin, and where the last of them ends, in [`lists`](Self::lists).
    #[inline]
    pub(crate) fn starts(&self, places: Range<usize>) -> &[u32] {
        self.starts.get(places.start..=places.end).unwrap_or(&[])
    }

    /// Joints and weights of all rows, one after another.
    #[inline]
    pub(crate) fn lists(&self) -> (&[JointSlot], &[f32]) {
        (&self.joints, &self.weights)
    }

    /// All rows, the empty ones at the end too.
    pub(crate) fn rows(&self) -> impl Iterator<Item = InfluenceRow<'_>> {
        (0..ROWS).map(|place| self.row(place))
    }

    /// The places of rows that are not empty.
    pub(crate) fn bound_places(&self) -> impl Iterator<Item = usize> {
        let places = if self.joints.is_empty() { 0 } else { ROWS };
        (0..places).filter(|&place| self.starts[place] < self.starts[place + 1])
    }

    /// Joints of all rows.
    pub(crate) fn joints(&self) -> &[JointSlot] {
        &self.joints
    }

    /// Number of influences of all its rows.
    pub(crate) fn pair_count(&self) -> usize {
        self.joints.len()
    }

    /// Bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self) + size_of_val(&*self.joints) + size_of_val(&*self.weights)
    }
}

/// Takes from lists of joints and weights what is zero from a place on.
pub(super) fn drop_zeros(start: usize, joints: &mut Vec<JointSlot>, weights: &mut Vec<f32>) {
    if weights[start..].iter().all(|weight| *weight != 0.0) {
        return;
    }
    let mut kept = start;
    for place in start..joints.len() {
        // Exchanged with what is kept: the zeros gather at the end, and the others keep their order.
        if weights[place] != 0.0 {
            weights.swap(kept, place);
            joints.swap(kept, place);
            kept += 1;
        }
    }
    joints.truncate(kept);
    weights.truncate(kept);
}

/// Takes rows one after another, and makes pages of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct PageWriter {
    done: Vec<Arc<Page>>,
    /// Where the rows of the page in hand end.
    ends: Vec<u32>,
    joints: Vec<JointSlot>,
    weights: Vec<f32>,
    /// Influences of the pages that are done.
    pairs: usize,
}

impl PageWriter {
    /// Number of rows that were ended.
    pub(crate) const fn row_count(&self) -> usize {
        self.done.len() * ROWS + self.ends.len()
    }

    /// Number of influences taken, those of the row in hand too.
    pub(crate) const fn pair_count(&self) -> usize {
        self.pairs + self.joints.len()
    }

    /// Adds an influence to the row in hand, which [`end_row`](Self::end_row) ends.
    pub(crate) fn push(&mut self, joint: JointSlot, weight: f32) {
        self.joints.push(joint);
        self.weights.push(weight);
    }

    /// The row in hand as it is: joints, and weights to be changed.
    pub(crate) fn row_in_hand(&mut self) -> (&[JointSlot], &mut [f32]) {
        let start = self.ends.last().copied().unwrap_or(0) as usize;
        (&self.joints[start..], &mut self.weights[start..])
    }

    /// Ends the row in hand, without what is zero in it.
    pub(crate) fn end_row(&mut self) {
        let start = self.ends.last().copied().unwrap_or(0) as usize;
        drop_zeros(start, &mut self.joints, &mut self.weights);
        let kept = self.joints.len();
        // A row names a joint once at the most, and there are 65,536 joints: a page has no more than 2²³ influences.
        self.ends.push(u32::try_from(kept).unwrap_or(u32::MAX));
        if self.ends.len() == ROWS {
            self.end_page();
        }
    }

    /// Adds a row as it is.
    pub(crate) fn row(&mut self, InfluenceRow { joints, weights }: InfluenceRow<'_>) {
        self.joints.extend_from_slice(joints);
        self.weights.extend_from_slice(weights);
        self.end_row();
    }

    /// Adds a whole page at the end of another.
    pub(crate) fn page(&mut self, page: &Arc<Page>) {
        self.pairs += page.pair_count();
        self.done.push(Arc::clone(page));
    }

    fn end_page(&mut self) {
        // Rows beyond the last begin and end where that ends.
        let mut starts = [self.ends.last().copied().unwrap_or(0); ROWS + 1];
        starts[0] = 0;
        for (start, &end) in starts.iter_mut().skip(1).zip(&self.ends) {
            *start = end;
        }
        self.pairs += self.joints.len();
        self.done.push(Arc::new(Page {
            starts,
            joints: self.joints.as_slice().into(),
            weights: self.weights.as_slice().into(),
        }));
        self.ends.clear();
        self.joints.clear();
        self.weights.clear();
    }

    /// Ends the page in hand and gives all of them.
    pub(crate) fn finish(mut self) -> Arc<[Arc<Page>]> {
        if !self.ends.is_empty() {
            self.end_page();
        }
        self.done.into()
    }
}
