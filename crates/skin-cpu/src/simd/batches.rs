//! Influences by batches, as a pose blends them: which pages of a mesh go so, and which go row by row.

use fearless_simd::SimdBase as _;
use rig::{BATCH_PAGE, InfluenceBatches};

use super::maps::Xyz;
use lanes::Lanes;

/// The batches of a mesh in a pose, of as many lanes as the vectors have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Batches<'a> {
    pub(super) of_mesh: &'a InfluenceBatches,
    /// Pages that go row by row; none do where there is nothing.
    pub(super) by_rows: &'a [bool],
    /// 1 where the palette's entries count every joint twice: those of batches are the even ones.
    pub(super) shift: u32,
}

/// The joints of a batch, with their weights.
#[derive(Clone, Copy)]
pub(super) struct Batch<'a> {
    joints: &'a [u16],
    /// As many as lanes for each joint.
    weights: &'a [f32],
    shift: u32,
}

impl<'a> Batches<'a> {
    /// The batch that begins with a vertex.
    #[inline(always)]
    pub(super) fn batch<S: Lanes>(&self, vertex: usize) -> Batch<'a> {
        let page = self.of_mesh.page(vertex / BATCH_PAGE);
        let starts = &page.starts()[vertex % BATCH_PAGE / S::LANES..];
        let (first, end) = (starts[0] as usize, starts[1] as usize);
        Batch {
            joints: &page.joints()[first..end],
            weights: &page.weights()[first * S::LANES..end * S::LANES],
            shift: self.shift,
        }
    }

    /// The slopes of weights of the batch that begins with a vertex.
    #[inline(always)]
    pub(super) fn slopes<S: Lanes>(&self, vertex: usize) -> SlopeBatch<'a> {
        let page = self.of_mesh.page(vertex / BATCH_PAGE);
        let starts = &page.starts()[vertex % BATCH_PAGE / S::LANES..];
        let (first, end) = (starts[0] as usize, starts[1] as usize);
        SlopeBatch {
            joints: &page.joints()[first..end],
            slopes: &page.weights()[3 * first * S::LANES..3 * end * S::LANES],
            shift: self.shift,
        }
    }

    /// At most so many batches of one page, from that on which begins with a vertex.
    #[inline(always)]
    pub(super) fn of_page<S: Lanes>(&self, vertex: usize, most: usize) -> PageBatches<'a> {
        let page = self.of_mesh.page(vertex / BATCH_PAGE);
        let starts = &page.starts()[vertex % BATCH_PAGE / S::LANES..];
        let first = starts[0];
        let ends = &starts[1..];
        PageBatches {
            begin: first,
            ends: &ends[..most.min(ends.len())],
            joints: &page.joints()[first as usize..],
            weights: &page.weights()[first as usize * S::LANES..],
            lanes: S::LANES,
            shift: self.shift,
        }
    }

    /// Whether the page of a vertex goes row by row.
    pub(super) fn goes_by_rows(&self, vertex: usize) -> bool {
        let page = vertex / BATCH_PAGE;
        self.by_rows.get(page).copied().unwrap_or(false)
    }

    /// The first vertex after one whose page goes the other way, or `end` if that comes before.
    pub(super) fn end_of_run(&self, vertex: usize, end: usize) -> usize {
        if self.by_rows.is_empty() {
            return end;
        }
        let by_rows = self.goes_by_rows(vertex);
        let pages = vertex / BATCH_PAGE + 1..end.div_ceil(BATCH_PAGE);
        let mut firsts = pages.map(|page| page * BATCH_PAGE);
        let other = firsts.find(|&first| self.goes_by_rows(first) != by_rows);
        other.unwrap_or(end)
    }
}

/// The joints of a batch, with the slopes of their weights along three axes.
#[derive(Clone, Copy)]
pub(super) struct SlopeBatch<'a> {
    joints: &'a [u16],
    /// Of each axis as many as lanes for each joint.
    slopes: &'a [f32],
    shift: u32,
}

impl<'a> SlopeBatch<'a> {
    /// The slopes along an axis in the place of weights.
    #[inline(always)]
    pub(super) fn axis<S: Lanes>(self, axis: usize) -> Batch<'a> {
        let count = self.joints.len() * S::LANES;
        Batch {
            joints: self.joints,
            weights: &self.slopes[axis * count..][..count],
            shift: self.shift,
        }
    }

    /// The sums of the slopes of all weights.
    #[inline(always)]
    pub(super) fn sums<S: Lanes>(self, simd: S) -> Xyz<S> {
        let mut sums = [S::f32s::splat(simd, 0.0); 3];
        let mut axis = 0;
        while axis < 3 {
            for (_, slopes) in self.axis::<S>(axis).columns::<S>() {
                sums[axis] += S::f32s::from_slice(simd, slopes);
            }
            axis += 1;
        }
        sums
    }
}

/// Batches of a page, one after another.
pub(super) struct PageBatches<'a> {
    begin: u32,
    ends: &'a [u32],
    joints: &'a [u16],
    weights: &'a [f32],
    lanes: usize,
    shift: u32,
}

impl<'a> Iterator for PageBatches<'a> {
    type Item = Batch<'a>;

    #[inline(always)]
    fn next(&mut self) -> Option<Batch<'a>> {
        let (&end, ends) = self.ends.split_first()?;
        let count = (end - self.begin) as usize;
        let (joints, more_joints) = self.joints.split_at(count);
        let (weights, more_weights) = self.weights.split_at(count * self.lanes);
        (self.begin, self.ends) = (end, ends);
        (self.joints, self.weights) = (more_joints, more_weights);
        Some(Batch {
            joints,
            weights,
            shift: self.shift,
        })
    }
}

impl<'a> Batch<'a> {
    /// The palette entry and the weights of each joint.
    #[inline(always)]
    pub(super) fn columns<S: Lanes>(self) -> impl Iterator<Item = (usize, &'a [f32])> {
        let columns = self.weights.chunks_exact(S::LANES);
        self.joints.iter().zip(columns).map(
            #[inline(always)]
            move |(&joint, weights)| (usize::from(joint) << self.shift, weights),
        )
    }
}
