//! The loop over all rows.

use std::slice::Windows;

use super::Influences;
use super::page::{Page, ROWS, page_and_place};
use crate::{InfluenceRow, JointSlot};

/// Rows of all vertices in order, run by run: a run lies in one page, as far as slots follow one another there.
#[derive(Clone, Debug)]
pub(super) struct Rows<'a> {
    influences: &'a Influences,
    /// The vertex after the run in hand.
    next: usize,
    /// Where the rows left of the run in hand begin and end, in these lists.
    starts: Windows<'a, u32>,
    joints: &'a [JointSlot],
    weights: &'a [f32],
}

impl<'a> Rows<'a> {
    /// From a vertex on.
    #[inline]
    pub(super) fn starting_at(influences: &'a Influences, vertex: usize) -> Self {
        Self {
            influences,
            next: vertex.min(influences.vertex_count),
            starts: [].windows(2),
            joints: &[],
            weights: &[],
        }
    }

    /// Takes the next run in hand.
    #[inline(never)]
    fn turn_page(&mut self) -> Option<()> {
        let influences = self.influences;
        let left = influences.vertex_count - self.next;
        if left == 0 {
            return None;
        }
        let (page, place) = page_and_place(influences.slot_of(self.next));
        // Laid out elsewhere, the next vertex may lie in any page.
        let longest = if influences.layout.is_some() {
            1
        } else {
            ROWS - place
        };
        let rows = longest.min(left);
        let page: &'a Page = influences.pages.get(page)?;
        self.starts = page.starts(place..place + rows).windows(2);
        (self.joints, self.weights) = page.lists();
        self.next += rows;
        Some(())
    }
}

impl<'a> Iterator for Rows<'a> {
    type Item = InfluenceRow<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.starts.len() == 0 {
            self.turn_page()?;
        }
        let ends = self.starts.next()?;
        let range = ends[0] as usize..ends[1] as usize;
        Some(InfluenceRow {
            joints: self.joints.get(range.clone())?,
            weights: self.weights.get(range)?,
        })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.influences.vertex_count - self.next + self.starts.len();
        (left, Some(left))
    }
}

impl ExactSizeIterator for Rows<'_> {}
