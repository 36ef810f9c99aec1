//! How weights change over the surface, which exact normals ask for.

use std::borrow::Borrow;
use std::ops::Range;
use std::sync::Arc;

use glam::{DVec3, Vec3};

use super::gradient_batches::KeptBatches;
use crate::influences::slots;
use crate::{
    BATCH_PAGE, ByMap, GradientRow, InfluenceBatches, InfluenceRow, JointSlot, MapKind,
    PackedInfluences, Weighting,
};

/// The gradients of the weights at every vertex, `∇w_k` by joint k, and of the maps, `∇λ` and `∇β`.
///
/// A row has the joints of the vertex and those that only its neighbors have, ascending: a weight of zero may be on its way up. `Σ ∇w_k = 0`
/// at a vertex that is bound, but for rounding; the row of an unbound one is empty, and to its neighbors it counts as weighted
/// as they are themselves.
///
/// What the surface is, and what a gradient on it, the caller says by stencils: for each vertex the vertices around with the
/// numbers that their values are multiplied with (`mesh::GradientStencils`). It is the surface at rest, in the model space of
/// the bind. Vertices at one place have one stencil, whose terms are added up once ([`StencilSum`]), however many they are.
///
/// # Examples
///
/// Along x from one joint to the other:
///
/// ```
/// use glam::Vec3;
/// use rig::{InfluencesBuilder, JointSlot, StencilSum, WeightGradients, WeightedTerm};
///
/// let mut builder = InfluencesBuilder::new(2);
/// builder.vertex([(0, 1.0)])?;
/// builder.vertex([(1, 1.0)])?;
/// let influences = builder.build();
/// let difference = [(0, -Vec3::X), (1, Vec3::X)];
/// let weighting = (&influences).into();
/// let term = |(vertex, factor)| WeightedTerm { weighting: Some(weighting), vertex, factor };
/// let gradients = WeightGradients::new(weighting, |_| StencilSum::new(difference.map(term)));
/// assert_eq!(gradients.row(0).joints, [0, 1].map(JointSlot));
/// assert_eq!(gradients.row(0).gradients, [-Vec3::X, Vec3::X]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeightGradients {
    /// Where each row ends in the lists.
    ends: Vec<u32>,
    joints: Vec<JointSlot>,
    gradients: Vec<Vec3>,
    /// Empty where there is no such map.
    of_maps: ByMap<Vec<Vec3>>,
    joint_count: usize,
    /// Beside what they are.
    batches: KeptBatches,
}

/// One term of a stencil: a vertex near another, and the number that its weights are multiplied with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightedTerm<'a> {
    /// What has the vertex's row, so that a surface may go on in another mesh of the same joints. Without one the vertex counts as
    /// weighted like the one whose gradient is computed.
    pub weighting: Option<Weighting<'a>>,
    /// The vertex, as the weighting counts.
    pub vertex: u32,
    /// Its number, in one over the unit of the positions.
    pub factor: Vec3,
}

/// What the terms of a stencil come to, whichever vertex of a place asks: vertices at one place share it.
///
/// ```text
/// S_k = Σ_i g_i w_ik over the vertices i that joints move,    u = Σ_i g_i over those that none moves
/// ∇w_k = S_k + u w_k,    with w_k of the vertex that asks
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StencilSum {
    /// `S_k`, by rising joint.
    joints: Vec<(JointSlot, DVec3)>,
    /// The factors of vertices that no joint moves.
    unbound: DVec3,
    /// Of these, of vertices without a weighting: their maps count as those of the vertex that asks, too.
    unweighted: DVec3,
    of_maps: ByMap<DVec3>,
}

impl StencilSum {
    /// Adds the terms up; a vertex that its weighting lacks is passed over.
    #[must_use]
    pub fn new<'a>(terms: impl IntoIterator<Item = WeightedTerm<'a>>) -> Self {
        let mut sum = Self::default();
        for term in terms {
            sum.add(term);
        }
        // Stable, so that terms of a joint are added in their order.
        sum.joints.sort_by_key(|(joint, _)| *joint);
        sum.joints.dedup_by(|later, earlier| {
            let is_same = later.0 == earlier.0;
            if is_same {
                earlier.1 += later.1;
            }
            is_same
        });
        sum
    }

    fn add(&mut self, term: WeightedTerm<'_>) {
        let factor = term.factor.as_dvec3();
        let Some(around) = term.weighting else {
            self.unbound += factor;
            self.unweighted += factor;
            return;
        };
        let vertex = term.vertex as usize;
        if vertex >= around.influences.vertex_count() {
            return;
        }
        for (kind, map) in around.maps().iter() {
            let number = map.map_or(kind.default_value(), |map| map.value(vertex));
            self.of_maps[kind] += factor * f64::from(number);
        }
        let InfluenceRow { joints, weights } = around.influences.row(vertex);
        if joints.is_empty() {
            // It counts as weighted like the vertex that asks, u of the formula.
            self.unbound += factor;
        }
        let changes = weights.iter().map(|&weight| factor * f64::from(weight));
        self.joints.extend(joints.iter().copied().zip(changes));
    }
}

impl WeightGradients {
    /// The gradients of a mesh. `sum` gives for a vertex what the terms of its gradient come to.
    pub fn new<S: Borrow<StencilSum>>(
        weighting: Weighting<'_>,
        mut sum: impl FnMut(u32) -> S,
    ) -> Self {
        let mut made = Self::default();
        made.reserve(weighting);
        for vertex in vertices(weighting) {
            made.compute(weighting, vertex, sum(vertex).borrow());
        }
        made
    }

    /// [`new`](Self::new), with the rows of vertices that are not `stale` taken over: those with no changed row in their stencil.
    #[must_use]
    pub fn recompute<S: Borrow<StencilSum>>(
        &self,
        weighting: Weighting<'_>,
        mut is_stale: impl FnMut(u32) -> bool,
        mut sum: impl FnMut(u32) -> S,
    ) -> Self {
        let maps = weighting.maps();
        let has_others = |kind: MapKind| self.of_maps[kind].is_empty() == maps[kind].is_some();
        if self.vertex_count() != weighting.influences.vertex_count()
            || MapKind::ALL.into_iter().any(has_others)
        {
            // Of other vertices or maps no row can be taken over.
            return Self::new(weighting, sum);
        }
        let mut made = Self::default();
        made.reserve(weighting);
        let mut stale_pages = Vec::new();
        for vertex in vertices(weighting) {
            if is_stale(vertex) {
                let page = vertex as usize / BATCH_PAGE;
                let is_new = stale_pages.last() != Some(&page);
                stale_pages.extend(is_new.then_some(page));
                made.compute(weighting, vertex, sum(vertex).borrow());
            } else {
                let GradientRow { joints, gradients } = self.row(vertex as usize);
                let row = joints.iter().copied().zip(gradients.iter().copied());
                let of_map = |kind: MapKind| maps[kind].map(|_| self.of_map(kind, vertex as usize));
                made.push(row, ByMap::new(of_map));
            }
        }
        made.batches = self.batches.with_stale(&stale_pages);
        made
    }

    /// Gradients that are known otherwise, one row a vertex, without those of maps.
    pub fn from_rows<R, J>(joint_count: usize, rows: impl IntoIterator<Item = R>) -> Self
    where
        R: IntoIterator<Item = (J, Vec3)>,
        J: Into<JointSlot>,
    {
        let mut made = Self {
            joint_count,
            ..Self::default()
        };
        rows.into_iter()
            .for_each(|row| made.push(slots(row), ByMap::default()));
        made
    }

    /// The same with the gradients of a map, one a vertex; others are zero.
    #[must_use]
    pub fn with_map(mut self, kind: MapKind, of_map: impl IntoIterator<Item = Vec3>) -> Self {
        self.of_maps[kind] = of_map.into_iter().collect();
        self
    }

    /// Number of vertices, each with one row.
    #[must_use]
    pub const fn vertex_count(&self) -> usize {
        self.ends.len()
    }

    /// Number of joints that a palette must have: every slot is below it.
    #[must_use]
    pub const fn joint_count(&self) -> usize {
        self.joint_count
    }

    /// The number of gradients of these vertices' weights.
    #[must_use]
    pub fn pair_count(&self, vertices: Range<usize>) -> usize {
        let last = self.ends.last().copied();
        // Where the rows before a vertex end.
        let end = |vertex: usize| match vertex.checked_sub(1) {
            None => 0,
            Some(before) => self.ends.get(before).copied().or(last).unwrap_or(0),
        };
        end(vertices.end).saturating_sub(end(vertices.start)) as usize
    }

    /// The slopes of weights along x, y and z by batches of as many vertices as a vector has lanes, for influences that are these
    /// gradients'; an unbound vertex has none. None of other lanes than [`InfluenceBatches::LANES`], of no vertex, and where vertices are
    /// not as many, or the influences lack a joint.
    ///
    /// Made when they are first asked for, in one pass over the rows, and kept for the influences that were asked for last; after
    /// [`recompute`](Self::recompute), which hands them on, only the pages that differ are made anew, while the influences that they were
    /// made for are kept. Memory is `12 · lanes + 2` bytes for each
    /// joint of a batch.
    #[must_use]
    pub fn batches(
        &self,
        packed: &Arc<PackedInfluences>,
        lanes: usize,
    ) -> Option<Arc<InfluenceBatches>> {
        self.batches.get(self, packed, lanes)
    }

    /// Joints with the gradients of their weights at a vertex; both empty beyond the last.
    #[must_use]
    #[inline]
    pub fn row(&self, vertex: usize) -> GradientRow<'_> {
        let start = match vertex.checked_sub(1) {
            None => Some(0),
            Some(before) => self.ends.get(before).copied(),
        };
        let (Some(start), Some(&end)) = (start, self.ends.get(vertex)) else {
            return GradientRow::default();
        };
        let range = start as usize..end as usize;
        GradientRow {
            joints: &self.joints[range.clone()],
            gradients: &self.gradients[range],
        }
    }

    /// The gradient of a map at a vertex; zero without one.
    #[must_use]
    #[inline]
    pub fn of_map(&self, kind: MapKind, vertex: usize) -> Vec3 {
        let of_map = self.of_maps[kind].get(vertex);
        of_map.copied().unwrap_or(Vec3::ZERO)
    }

    fn reserve(&mut self, weighting: Weighting<'_>) {
        let influences = weighting.influences;
        self.joint_count = influences.joint_count();
        self.ends.reserve_exact(influences.vertex_count());
        self.joints.reserve(influences.pair_count());
        self.gradients.reserve(influences.pair_count());
    }

    fn compute(&mut self, weighting: Weighting<'_>, vertex: u32, sum: &StencilSum) {
        let vertex = vertex as usize;
        let InfluenceRow { joints, weights } = weighting.influences.row(vertex);
        let of_sum = |joint: JointSlot| {
            let place = sum.joints.binary_search_by_key(&joint, |(known, _)| *known);
            let found = place.ok().and_then(|place| sum.joints.get(place));
            found.map_or(DVec3::ZERO, |(_, change)| *change)
        };
        let own = joints.iter().zip(weights);
        let own =
            own.map(|(&joint, &weight)| (joint, of_sum(joint) + sum.unbound * f64::from(weight)));
        // An unbound vertex has no row, whatever is around it.
        let around = sum
            .joints
            .iter()
            .copied()
            .filter(|(joint, _)| !joints.is_empty() && !joints.contains(joint));
        let row = own
            .chain(around)
            .map(|(joint, sum)| (joint, sum.as_vec3()))
            // A weight that does not change is nothing for a kernel to look at.
            .filter(|&(_, sum)| sum != Vec3::ZERO);
        let maps = weighting.maps();
        let of_map = |kind: MapKind| {
            let own = f64::from(maps[kind]?.value(vertex));
            Some((sum.of_maps[kind] + sum.unweighted * own).as_vec3())
        };
        self.push(row, ByMap::new(of_map));
    }

    fn push(
        &mut self,
        row: impl IntoIterator<Item = (JointSlot, Vec3)>,
        of_maps: ByMap<Option<Vec3>>,
    ) {
        let begin = self.joints.len();
        for (joint, gradient) in row {
            // Rows of the caller may name joints beyond the count.
            self.joint_count = self.joint_count.max(joint.index() + 1);
            // Where it belongs: rows are short, and mostly come in order.
            let place = self.joints[begin..]
                .iter()
                .rposition(|&before| before <= joint);
            let place = begin + place.map_or(0, |place| place + 1);
            self.joints.insert(place, joint);
            self.gradients.insert(place, gradient);
        }
        self.ends
            .push(u32::try_from(self.joints.len()).unwrap_or(u32::MAX));
        for kind in MapKind::ALL {
            self.of_maps[kind].extend(of_maps[kind]);
        }
    }
}

fn vertices(weighting: Weighting<'_>) -> Range<u32> {
    0..u32::try_from(weighting.influences.vertex_count()).unwrap_or(u32::MAX)
}
