//! Influences by batches of vertices: the joints of a batch once, and its weights in columns. Slopes of weights in the same way.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use bytemuck::{Pod, Zeroable};

/// Vertices of a page of batches. Pages are made anew by what is edited, and chosen one by one by kernels.
pub const BATCH_PAGE: usize = 128;

/// Pages of a run that lie in one piece of memory: pages one by one would be as many places to wait for where the mesh is out of cache.
const RUN: usize = 64;

/// Influences of as many vertices at a time as a vector has lanes: the union of their joints, and for each joint of it a column with one
/// weight a vertex, zero where the vertex does not have the joint.
///
/// Neighbors of a mesh share joints, so the union is mostly little larger than the list of one vertex, and a palette number is read once
/// for all of them: `Σ w_j m_j` of a batch is one product and sum for each joint and number, without turning rows into columns. Joints of
/// a batch ascend, as those of packed rows do: the sum of a vertex does not depend on its neighbors, and is that of its row. Places beyond the last vertex have the row of the last one.
///
/// The slopes of weights ([`WeightGradients::batches`](crate::WeightGradients::batches)) are kept in the same form, with three columns
/// for each joint in the place of one ([`columns`](Self::columns)).
///
/// Shapes: batch b has the vertices from `lanes · b` on; a page has [`BATCH_PAGE`] vertices. Memory is `4 · lanes · columns + 2` bytes for
/// each joint of a batch, of weights about 14 bytes a vertex of usual meshes.
#[derive(Clone, Debug)]
pub struct InfluenceBatches {
    lanes: usize,
    columns: usize,
    pages: Vec<PageOfRun>,
    joint_counts: Vec<u32>,
    pairs: Vec<[u16; 2]>,
    known: HashMap<[u16; 2], u32>,
}

/// What batches are made of, vertex by vertex.
pub(crate) trait BatchSource {
    /// Numbers that a joint has at a vertex: one weight, or three slopes.
    const COLUMNS: usize;

    fn vertex_count(&self) -> usize;

    /// Joints are below this.
    fn joint_limit(&self) -> usize;

    /// The joints of a vertex with their numbers, of which the first [`COLUMNS`](Self::COLUMNS) count; those of a joint that comes
    /// again are added.
    fn joints(&self, vertex: usize) -> impl Iterator<Item = (u16, [f32; 3])>;

    /// Pairs of joints whose signs must agree at these vertices, and whether some were left out because a list is long.
    fn pairs(&mut self, vertices: Range<usize>) -> (Vec<[u16; 2]>, bool);
}

/// Batches of several pages in one piece.
#[derive(Debug, Default)]
struct BatchRun {
    starts: Vec<u32>,
    joints: Vec<u16>,
    lines: Vec<WeightLine>,
    pairs: Vec<u32>,
}

/// Where a page lies.
#[derive(Clone, Debug)]
struct PageOfRun {
    run: Arc<BatchRun>,
    starts: Range<usize>,
    pairs: Range<usize>,
    has_long_lists: bool,
}

/// The batches of [`BATCH_PAGE`] vertices.
#[derive(Clone, Copy, Debug)]
pub struct BatchPage<'a> {
    starts: &'a [u32],
    joints: &'a [u16],
    weights: &'a [f32],
    pairs: &'a [u32],
    has_long_lists: bool,
}

/// Sixteen weights in one cache line: one column of sixteen, two of eight or four of four vertices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C, align(64))]
struct WeightLine([f32; 16]);

/// Lists up to so long have all their pairs noted; of longer ones those with the first and the largest.
pub(crate) const LONGEST: usize = 8;

impl InfluenceBatches {
    /// The lanes that batches are made for.
    pub const LANES: [usize; 3] = [4, 8, 16];

    pub(crate) fn new<R: BatchSource>(lanes: usize, source: R) -> Self {
        let mut batches = Self {
            lanes,
            columns: R::COLUMNS,
            pages: Vec::new(),
            joint_counts: Vec::new(),
            pairs: Vec::new(),
            known: HashMap::new(),
        };
        let pages: Vec<usize> = (0..source.vertex_count().div_ceil(BATCH_PAGE)).collect();
        let mut writer = RunWriter::new(lanes, source);
        for run in pages.chunks(RUN) {
            let made = writer.run(run, &mut batches);
            for (page, joints) in made {
                batches.pages.push(page);
                batches.joint_counts.push(joints);
            }
        }
        batches
    }

    /// The same with these pages made anew, which ascend. Pairs that nothing has any more stay.
    pub(crate) fn with_pages<R: BatchSource>(&self, changed: &[usize], source: R) -> Self {
        let mut batches = self.clone();
        let mut writer = RunWriter::new(self.lanes, source);
        for run in changed.chunks(RUN) {
            let made = writer.run(run, &mut batches);
            for (&number, (page, joints)) in run.iter().zip(made) {
                batches.pages[number] = page;
                batches.joint_counts[number] = joints;
            }
        }
        batches
    }

    /// The number of a pair, which is noted if it is new.
    fn pair_number(&mut self, pair: [u16; 2]) -> u32 {
        *self.known.entry(pair).or_insert_with(|| {
            self.pairs.push(pair);
            // Two joints of 15 bits each: below 2³⁰.
            u32::try_from(self.pairs.len() - 1).unwrap_or(u32::MAX)
        })
    }

    /// Vertices of a batch: 4, 8 or 16.
    #[must_use]
    pub const fn lanes(&self) -> usize {
        self.lanes
    }

    /// Columns for each joint: one of weights, or of the slopes of weights along x, y and z.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// The number of pages of [`BATCH_PAGE`] vertices each, the last of what is left.
    #[must_use]
    pub const fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// A page by its number.
    ///
    /// # Panics
    ///
    /// If `number` is not below [`page_count`](Self::page_count).
    #[must_use]
    #[inline]
    pub fn page(&self, number: usize) -> BatchPage<'_> {
        let PageOfRun {
            run,
            starts,
            pairs,
            has_long_lists,
        } = &self.pages[number];
        BatchPage {
            starts: &run.starts[starts.clone()],
            joints: &run.joints,
            weights: bytemuck::cast_slice(&run.lines),
            pairs: &run.pairs[pairs.clone()],
            has_long_lists: *has_long_lists,
        }
    }

    /// All pages in order.
    #[must_use]
    pub fn pages(&self) -> impl ExactSizeIterator<Item = BatchPage<'_>> {
        (0..self.pages.len()).map(|number| self.page(number))
    }

    /// The number of joints of all batches of each page: what blending it costs.
    #[must_use]
    pub fn joint_counts(&self) -> &[u32] {
        &self.joint_counts
    }

    /// Pairs of joints that meet at a vertex, each once, the lower joint first; of slopes those of a joint that has weight there and one that
    /// has a slope alone. Pairs of edited influences that nothing has any more may be among them.
    #[must_use]
    pub fn pairs(&self) -> &[[u16; 2]] {
        &self.pairs
    }
}

impl<'a> BatchPage<'a> {
    /// Where the joints of each of its batches begin, and where those of the last end, in [`joints`](Self::joints).
    #[must_use]
    #[inline]
    pub const fn starts(&self) -> &'a [u32] {
        self.starts
    }

    /// The joints of its batches, one batch after another, among those of its neighbors.
    #[must_use]
    #[inline]
    pub const fn joints(&self) -> &'a [u16] {
        self.joints
    }

    /// Columns of weights, as many numbers as lanes for each of [`joints`](Self::joints), and zeros up to a multiple of sixteen; the first lies
    /// on a boundary of 64 bytes. Of slopes each batch has the columns along x of all its joints, then those along y and z.
    #[must_use]
    #[inline]
    pub const fn weights(&self) -> &'a [f32] {
        self.weights
    }

    /// The pairs of joints that meet on the page, in [`InfluenceBatches::pairs`].
    #[must_use]
    #[inline]
    pub const fn pairs(&self) -> &'a [u32] {
        self.pairs
    }

    /// Whether vertices have more than eight influences: their pairs are those of the first and the largest alone.
    #[must_use]
    #[inline]
    pub const fn has_long_lists(&self) -> bool {
        self.has_long_lists
    }
}

impl BatchRun {
    fn joint_count(&self) -> u32 {
        // Not above the influences' pairs and the vertices, which 32 bits count.
        u32::try_from(self.joints.len()).unwrap_or(u32::MAX)
    }
}

/// Makes runs of pages, and keeps its memory from one to the next.
struct RunWriter<R> {
    lanes: usize,
    source: R,
    /// By joint: the batch that met it last, and its place there.
    met: Vec<(usize, usize)>,
    batch: usize,
}

impl<R: BatchSource> RunWriter<R> {
    fn new(lanes: usize, source: R) -> Self {
        Self {
            lanes,
            met: vec![(0, 0); source.joint_limit()],
            source,
            batch: 0,
        }
    }

    /// Pages by their numbers, each with the number of its joints.
    fn run(&mut self, numbers: &[usize], batches: &mut InfluenceBatches) -> Vec<(PageOfRun, u32)> {
        let mut run = BatchRun::default();
        let count = self.source.vertex_count();
        let mut pages = Vec::with_capacity(numbers.len());
        for &number in numbers {
            let vertices = number * BATCH_PAGE..count.min((number + 1) * BATCH_PAGE);
            let (first_start, first_pair) = (run.starts.len(), run.pairs.len());
            let before = run.joint_count();
            run.starts.push(before);
            for first in vertices.clone().step_by(self.lanes) {
                self.push_batch(&mut run, first);
                run.starts.push(run.joint_count());
            }
            let (pairs, has_long_lists) = self.source.pairs(vertices);
            run.pairs
                .extend(pairs.into_iter().map(|pair| batches.pair_number(pair)));
            let starts = first_start..run.starts.len();
            let pairs = first_pair..run.pairs.len();
            let joints = run.joint_count() - before;
            pages.push((starts, pairs, has_long_lists, joints));
        }
        let run = Arc::new(run);
        let page = |(starts, pairs, has_long_lists, joints)| {
            let run = Arc::clone(&run);
            let page = PageOfRun {
                run,
                starts,
                pairs,
                has_long_lists,
            };
            (page, joints)
        };
        pages.into_iter().map(page).collect()
    }

    fn push_batch(&mut self, run: &mut BatchRun, first: usize) {
        self.batch += 1;
        let last = self.source.vertex_count() - 1;
        let begin = run.joints.len();
        let vertices = (first..first + self.lanes).map(|vertex| vertex.min(last));
        vertices.clone().for_each(|vertex| self.meet(run, vertex));
        run.joints[begin..].sort_unstable();
        let count = run.joints.len() - begin;
        for (place, &joint) in run.joints[begin..].iter().enumerate() {
            self.met[usize::from(joint)].1 = place;
        }
        let lines = (run.joints.len() * R::COLUMNS * self.lanes).div_ceil(16);
        run.lines.resize(lines, WeightLine::default());
        let first_column = begin * R::COLUMNS;
        for (lane, vertex) in vertices.enumerate() {
            self.write(run, (first_column, count), (lane, vertex));
        }
    }

    /// Appends the joints of a vertex that the batch has not met.
    fn meet(&mut self, run: &mut BatchRun, vertex: usize) {
        for (joint, _) in self.source.joints(vertex) {
            let (batch, _) = &mut self.met[usize::from(joint)];
            if *batch != self.batch {
                *batch = self.batch;
                run.joints.push(joint);
            }
        }
    }

    /// A vertex into its lane of a batch of so many joints.
    fn write(
        &self,
        run: &mut BatchRun,
        (first_column, count): (usize, usize),
        (lane, vertex): (usize, usize),
    ) {
        for (joint, numbers) in self.source.joints(vertex) {
            let (_, place) = self.met[usize::from(joint)];
            for (number_place, number) in numbers.iter().enumerate().take(R::COLUMNS) {
                let column = first_column + number_place * count + place;
                let at = column * self.lanes + lane;
                run.lines[at / 16].0[at % 16] += number;
            }
        }
    }
}
