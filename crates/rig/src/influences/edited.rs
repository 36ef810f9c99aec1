//! Influences from others: with other rows, or laid out elsewhere.

use std::sync::Arc;

use super::Influences;
use super::error::InfluenceError;
use super::layout::{Layout, same_layout};
use super::page::{Page, PageWriter, ROWS, page_and_place};
use super::row::{RowBuffer, check_room};
use super::staged::{StagedRows, in_order};
use crate::{InfluenceRow, JointWeight};

impl Influences {
    /// The same influences but for the rows given, by vertex. An empty row leaves its vertex unbound; where a vertex is given twice, the
    /// later row counts. Any row takes the place of a [row of zeros](Self::zero_rows).
    ///
    /// Rows are taken as by [`InfluencesBuilder::vertex`](crate::InfluencesBuilder::vertex): those that sum to one but for rounding keep
    /// their bits, so that a row that was read here can be put back.
    ///
    /// Costs a copy of the pages that the rows are in, and 8 bytes for each of the others, which are shared. Pages where every row
    /// is what it was are shared too.
    ///
    /// # Errors
    ///
    /// As [`InfluencesBuilder::vertex`](crate::InfluencesBuilder::vertex), and a vertex that there is not.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut builder = rig::InfluencesBuilder::new(2);
    /// builder.vertex([(0, 1.0)])?;
    /// builder.unbound();
    /// let before = builder.build();
    /// let after = before.with_rows([(1, &[(0, 1.0), (1, 3.0)][..])])?;
    /// assert_eq!(after.row(1).joints, [0, 1].map(rig::JointSlot));
    /// assert_eq!(after.row(1).weights, [0.25, 0.75]);
    /// assert_eq!(before.unbound_count(), 1);
    /// # Ok::<(), rig::InfluenceError>(())
    /// ```
    pub fn with_rows<'r, W>(
        &self,
        rows: impl IntoIterator<Item = (u32, &'r [W])>,
    ) -> Result<Self, InfluenceError>
    where
        W: Copy + Into<JointWeight> + 'r,
    {
        let (staged, slots) = self.stage_rows(rows)?;
        let zero_rows = if self.zero_rows().is_empty() {
            self.zero_rows.clone()
        } else {
            let given = slots.iter().map(|of| self.vertex_of(of.0 as usize));
            let mut given: Vec<u32> = given.filter_map(|it| u32::try_from(it).ok()).collect();
            given.sort_unstable();
            self.zero_rows.without(&given)
        };
        let mut pages: Vec<Arc<Page>> = self.pages.to_vec();
        let mut pair_count = self.pair_count;
        let page_of = |of: &(u32, u32)| page_and_place(of.0 as usize).0;
        for of_page in slots.chunk_by(|one, other| page_of(one) == page_of(other)) {
            let Some(page) = of_page.first().and_then(|of| pages.get_mut(page_of(of))) else {
                continue;
            };
            let Some(changed) = changed_page(page, of_page, &staged) else {
                continue;
            };
            pair_count = pair_count - page.pair_count() + changed.pair_count();
            *page = changed;
        }
        if u32::try_from(pair_count).is_err() {
            let vertex = slots.last().map_or(0, |of| self.vertex_of(of.0 as usize));
            return Err(InfluenceError::TooMany { vertex });
        }
        Ok(Self {
            pages: pages.into(),
            pair_count,
            zero_rows,
            joint_sets: Arc::default(),
            joints_used: Arc::default(),
            ..self.clone()
        })
    }

    /// The rows given, and for each of their slots, in order and once, which of those rows it gets.
    fn stage_rows<'r, W>(
        &self,
        rows: impl IntoIterator<Item = (u32, &'r [W])>,
    ) -> Result<(StagedRows, Vec<(u32, u32)>), InfluenceError>
    where
        W: Copy + Into<JointWeight> + 'r,
    {
        let rows = rows.into_iter();
        let mut staged = StagedRows::default();
        let mut slots = Vec::with_capacity(rows.size_hint().0);
        let mut hand = RowBuffer::new(self.joint_count);
        for (vertex, row) in rows {
            let vertex = vertex as usize;
            if vertex >= self.vertex_count {
                return Err(InfluenceError::VertexOutOfRange {
                    vertex,
                    vertex_count: self.vertex_count,
                });
            }
            let pairs = row.iter().map(|&pair| pair.into());
            if row.is_empty() {
                staged.push(std::iter::empty());
            } else if hand.is_sound(&pairs) {
                check_room(vertex, staged.pair_count() + row.len())?;
                staged.push(pairs.map(|JointWeight { joint, weight }| (joint, weight)));
            } else {
                let sums = hand.take(vertex, pairs)?;
                hand.check_room(vertex, staged.pair_count())?;
                staged.push(hand.divide(sums.divisor()));
            }
            // Below the number of vertices, which is that of a list of u32.
            slots.push(u32::try_from(self.slot_of(vertex)).unwrap_or(0));
        }
        let slots = in_order(&slots, self.vertex_count);
        Ok((staged, slots))
    }

    /// The same influences with the row of each vertex at a slot of its own: vertices that lie together on the surface should lie
    /// together there. Nothing that can be read changes, only what [`with_rows`](Self::with_rows) copies.
    ///
    /// A list that does not give every vertex a slot below their number, each once, is passed over.
    #[must_use]
    pub fn with_slots(&self, slots: Arc<[u32]>) -> Self {
        let layout = Layout::new(slots).filter(|layout| layout.len() == self.vertex_count);
        let mut pages = PageWriter::default();
        match &layout {
            Some(layout) => {
                let vertices = layout.vertices().iter();
                vertices.for_each(|&vertex| pages.row(self.row(vertex as usize)));
            }
            None if self.layout.is_some() => self.rows().for_each(|row| pages.row(row)),
            None => return self.clone(),
        }
        Self {
            pages: pages.finish(),
            layout: layout.map(Arc::new),
            packed: Arc::default(),
            ..self.clone()
        }
    }

    /// Whether rows lie elsewhere than in the order of the vertices.
    #[must_use]
    pub const fn has_slots(&self) -> bool {
        self.layout.is_some()
    }

    /// Bytes of these influences that `other` does not hold too.
    #[must_use]
    pub fn bytes_beside(&self, other: &Self) -> usize {
        let zeros = self.zero_rows.bytes_beside(&other.zero_rows);
        if Arc::ptr_eq(&self.pages, &other.pages) {
            return zeros;
        }
        let own = self.pages.iter().enumerate().filter(|(number, page)| {
            let shared = other.pages.get(*number);
            shared.is_none_or(|shared| !Arc::ptr_eq(page, shared))
        });
        let layout = self.layout.as_ref().filter(|layout| {
            let shared = other.layout.as_ref();
            shared.is_none_or(|shared| !Arc::ptr_eq(layout, shared))
        });
        own.map(|(_, page)| page.bytes()).sum::<usize>()
            + size_of_val(&*self.pages)
            + zeros
            + layout.map_or(0, |layout| layout.bytes())
    }

    /// The vertices whose rows may differ from those of older influences: all of the pages that are not shared, and those of which one
    /// alone has a [row of zeros](Self::zero_rows), each once. All vertices where the two are laid out differently or differ in number.
    #[must_use]
    pub fn changed_since(&self, older: &Self) -> Vec<u32> {
        let bound_since = self.zero_rows.differing(&older.zero_rows);
        if Arc::ptr_eq(&self.pages, &older.pages) {
            return bound_since;
        }
        // Not more than u32 can count: they come of a list of u32, or of a file's accessor.
        let count = u32::try_from(self.vertex_count).unwrap_or(u32::MAX);
        if self.vertex_count != older.vertex_count
            || !same_layout(self.layout.as_ref(), older.layout.as_ref())
        {
            return (0..count).collect();
        }
        let pages = self.pages.iter().zip(older.pages.iter()).enumerate();
        let differing = pages.filter(|(_, (page, older))| !Arc::ptr_eq(page, older));
        let slots = differing.flat_map(|(number, _)| {
            (number * ROWS..((number + 1) * ROWS).min(self.vertex_count))
                .map(|slot| self.vertex_of(slot))
        });
        let vertices = slots.filter_map(|vertex| u32::try_from(vertex).ok());
        let mut changed: Vec<u32> = vertices.collect();
        if !bound_since.is_empty() {
            changed.extend(bound_since);
            changed.sort_unstable();
            changed.dedup();
        }
        changed
    }
}

/// A page with other rows at some of its slots; none if they are what they were.
fn changed_page(page: &Page, slots: &[(u32, u32)], staged: &StagedRows) -> Option<Arc<Page>> {
    let place_of = |slot: u32| page_and_place(slot as usize).1;
    let is_changed = |&(slot, number): &(u32, u32)| page.row(place_of(slot)) != staged.row(number);
    // Then the page stays shared.
    if !slots.iter().any(is_changed) {
        return None;
    }
    let mut rows: [InfluenceRow<'_>; ROWS] = std::array::from_fn(|place| page.row(place));
    for &(slot, number) in slots {
        rows[place_of(slot)] = staged.row(number);
    }
    Some(Arc::new(Page::of(rows.into_iter())))
}
