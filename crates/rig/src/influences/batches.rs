//! Influences by batches of vertices: the joints of a batch once, and its weights in columns.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use bytemuck::{Pod, Zeroable};

use super::packed::PackedInfluences;

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
/// Shapes: batch b has the vertices from `lanes · b` on; a page has [`BATCH_PAGE`] vertices. Memory is `4 · lanes + 2` bytes for each joint
/// of a batch, about 14 bytes a vertex of usual meshes.
#[derive(Clone, Debug)]
pub struct InfluenceBatches {
    lanes: usize,
    pages: Vec<PageOfRun>,
    joint_counts: Vec<u32>,
    pairs: Vec<[u16; 2]>,
    known: HashMap<[u16; 2], u32>,
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
const LONGEST: usize = 8;

impl InfluenceBatches {
    /// The lanes that batches are made for.
    pub const LANES: [usize; 3] = [4, 8, 16];

    pub(super) fn new(lanes: usize, packed: &PackedInfluences) -> Self {
        let mut batches = Self {
            lanes,
            pages: Vec::new(),
            joint_counts: Vec::new(),
            pairs: Vec::new(),
            known: HashMap::new(),
        };
        let pages: Vec<usize> = (0..packed.vertex_count().div_ceil(BATCH_PAGE)).collect();
        let mut writer = RunWriter::new(lanes, packed);
        for run in pages.chunks(RUN) {
            let made = writer.run(run, &mut batches);
            for (page, joints) in made {
                batches.pages.push(page);
                batches.joint_counts.push(joints);
            }
        }
        batches
    }

    /// The same with the pages of these vertices made anew. Pairs that nothing has any more stay.
    pub(super) fn with_changes(&self, changed: &[u32], packed: &PackedInfluences) -> Self {
        let mut batches = self.clone();
        let mut pages: Vec<usize> = changed
            .iter()
            .map(|&vertex| vertex as usize / BATCH_PAGE)
            .collect();
        pages.sort_unstable();
        pages.dedup();
        let mut writer = RunWriter::new(self.lanes, packed);
        for run in pages.chunks(RUN) {
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

    /// Pairs of joints that meet at a vertex, each once, the lower joint first. Pairs of edited influences that nothing has any more may be
    /// among them.
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
    /// on a boundary of 64 bytes.
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

    /// Whether vertices have more than eight influences: their pairs are those with the first and the largest alone.
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
struct RunWriter<'a> {
    lanes: usize,
    packed: &'a PackedInfluences,
    /// By joint: the batch that met it last, and its place there.
    met: Vec<(usize, usize)>,
    batch: usize,
    /// Lists of the page, by their first quads.
    lists: Vec<u32>,
}

impl<'a> RunWriter<'a> {
    fn new(lanes: usize, packed: &'a PackedInfluences) -> Self {
        Self {
            lanes,
            packed,
            met: vec![(0, 0); packed.unbound_joint() + 1],
            batch: 0,
            lists: Vec::new(),
        }
    }

    /// Pages by their numbers, each with the number of its joints.
    fn run(&mut self, numbers: &[usize], batches: &mut InfluenceBatches) -> Vec<(PageOfRun, u32)> {
        let mut run = BatchRun::default();
        let count = self.packed.vertex_count();
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
            let (pairs, has_long_lists) = self.pairs(vertices);
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
        let last = self.packed.vertex_count() - 1;
        let begin = run.joints.len();
        let vertices = (first..first + self.lanes).map(|vertex| vertex.min(last));
        let packed = self.packed;
        for (joint, _) in vertices
            .clone()
            .flat_map(|vertex| packed.weighted_joints(vertex))
        {
            let (batch, _) = &mut self.met[usize::from(joint)];
            if *batch != self.batch {
                *batch = self.batch;
                run.joints.push(joint);
            }
        }
        run.joints[begin..].sort_unstable();
        for (place, &joint) in run.joints.iter().enumerate().skip(begin) {
            self.met[usize::from(joint)].1 = place;
        }
        let lines = (run.joints.len() * self.lanes).div_ceil(16);
        run.lines.resize(lines, WeightLine::default());
        for (lane, vertex) in vertices.enumerate() {
            for (joint, weight) in self.packed.weighted_joints(vertex) {
                let (_, column) = self.met[usize::from(joint)];
                let at = column * self.lanes + lane;
                run.lines[at / 16].0[at % 16] = weight;
            }
        }
    }

    /// The pairs of joints that meet in the lists of these vertices, and whether a list is long.
    fn pairs(&mut self, vertices: Range<usize>) -> (Vec<[u16; 2]>, bool) {
        self.lists.clear();
        self.lists
            .extend_from_slice(&self.packed.first_quads()[vertices]);
        self.lists.sort_unstable();
        self.lists.dedup();
        let (mut pairs, mut joints) = (Vec::new(), Vec::new());
        let mut has_long_lists = false;
        for &first_quad in &self.lists {
            let pivots = self.packed.joints_of_list(first_quad, &mut joints);
            has_long_lists |= joints.len() > LONGEST;
            push_pairs(&mut pairs, &joints, pivots);
        }
        pairs.sort_unstable();
        pairs.dedup();
        (pairs, has_long_lists)
    }
}

/// `pivots`: the places of the joint named first and of the largest weight.
fn push_pairs(pairs: &mut Vec<[u16; 2]>, list: &[u16], pivots: [usize; 2]) {
    for (place, &one) in list.iter().enumerate() {
        for (before, &other) in list[..place].iter().enumerate() {
            let has_pivot = pivots.contains(&before) || pivots.contains(&place);
            if list.len() <= LONGEST || has_pivot {
                pairs.push([one.min(other), one.max(other)]);
            }
        }
    }
}
