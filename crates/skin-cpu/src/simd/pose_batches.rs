//! Which pages of a mesh are blended by batches in a pose, and the palette entries of joints there.

use dq_math::SignRule;
use dq_math::signs::TIE;
use glam::Quat;
use rig::{BATCH_PAGE, InfluenceBatches, PackedInfluences, WeightGradients};

use super::batches::Batches;
use super::pose::{CLEARLY, Kind, PosedRows, joint_at};

/// The batches of a mesh, and those of the slopes of its weights where exact normals are wanted.
pub(super) struct MeshBatches<'a> {
    pub(super) weights: &'a InfluenceBatches,
    pub(super) slopes: Option<(&'a WeightGradients, &'a InfluenceBatches)>,
}

/// Pages that go row by row. Kept between calls, it asks for no memory again.
#[derive(Clone, Debug, Default)]
pub(super) struct BatchedPages {
    /// By page; empty where none does.
    by_rows: Vec<bool>,
}

/// Rotations of joints with signs by which those that meet agree, as far as there are such signs.
#[derive(Clone, Debug, Default)]
pub(super) struct AlignedSigns {
    /// Of each joint another one that it is aligned with, and whether it has the other sign than that; joints that lead to the same one
    /// are aligned with each other.
    toward: Vec<(u16, bool)>,
    turned: Vec<bool>,
    /// Of the joints that move a vertex; and of these with joints whose weight changes there.
    own: Disagreeing,
    beside: Disagreeing,
}

/// Pairs that do not agree.
#[derive(Clone, Debug, Default)]
struct Disagreeing {
    of_pairs: Vec<bool>,
    has_any: bool,
}

impl BatchedPages {
    pub(super) fn clear(&mut self) {
        self.by_rows.clear();
    }

    /// Whether any page goes row by row.
    pub(super) fn has_rows(&self) -> bool {
        self.by_rows.contains(&true)
    }

    pub(super) fn of<'a>(&'a self, batches: &'a InfluenceBatches, shift: u32) -> Batches<'a> {
        Batches {
            of_mesh: batches,
            by_rows: &self.by_rows,
            shift,
        }
    }
}

/// More joints of a page's batches than these, and rows are quicker.
///
/// Rows take as long for each influence of each vertex, and turning into columns; batches for each joint. Measured on linear and dual
/// quaternion blending of a character with neighbors in order, in disorder and between: with 8 and 16 lanes both take as long where a batch
/// has three joints for each influence of a row, with 4 lanes where it has five for four.
fn most_joints(lanes: usize, width: usize, vertices: usize) -> usize {
    let batches = vertices.div_ceil(lanes);
    if lanes > 4 {
        3 * width * batches
    } else {
        5 * width * batches / 4
    }
}

/// The same of slopes, of so many joints in all rows. Three sums of each take batches further: on linear blending both take as long where a
/// batch has two, three or four joints for each of a row with 4, 8 or 16 lanes, on dual quaternions where it has more.
const fn most_slope_joints(lanes: usize, pairs: usize) -> usize {
    lanes.ilog2() as usize * pairs / lanes
}

impl PosedRows {
    /// Comes after the rotations and the joints' own maps.
    pub(super) fn choose_batches(&mut self, packed: &PackedInfluences, mesh: &MeshBatches<'_>) {
        let batches = mesh.weights;
        let most = |vertices| most_joints(batches.lanes(), packed.width(), vertices);
        let counts = batches.joint_counts();
        let most_of_page = most(BATCH_PAGE);
        // All but the last page are full.
        let most_of_last = most(packed.vertex_count() - (counts.len() - 1) * BATCH_PAGE);
        let mixed = |(page, &joints): (usize, &u32)| {
            let is_last = page + 1 == counts.len();
            joints as usize > if is_last { most_of_last } else { most_of_page }
        };
        // Not ended at the first one, so that many are compared at once.
        let has_mixed = counts
            .iter()
            .enumerate()
            .fold(false, |any, count| any | mixed(count));
        let are_finite = self.are_joint_maps_finite();
        let counts = counts.iter().enumerate();
        if !self.joint_maps.is_empty() && (has_mixed || !are_finite) {
            let by_rows = counts.clone().map(|count| !are_finite || mixed(count));
            self.linear.by_rows.extend(by_rows);
        }
        let is_by_rows = !self.is_finite() || !self.align(packed, mesh);
        if is_by_rows {
            self.batched.by_rows.resize(counts.len(), true);
        } else {
            self.turn_rows();
            if has_mixed || self.aligned.own.has_any {
                let by_rows = batches
                    .pages()
                    .zip(counts)
                    .map(|(page, count)| mixed(count) || self.aligned.own.are_on(page.pairs()));
                self.batched.by_rows.extend(by_rows);
            }
        }
        if mesh.slopes.is_some() {
            self.choose_slope_batches(mesh, (is_by_rows, !are_finite));
        }
    }

    /// The same for the slopes of weights; first whether all those of the method go row by row, and of the joints' own maps.
    fn choose_slope_batches(
        &mut self,
        mesh: &MeshBatches<'_>,
        (is_by_rows, is_linear_by_rows): (bool, bool),
    ) {
        let Some((gradients, batches)) = mesh.slopes else {
            return;
        };
        let aligned = &self.aligned;
        let counts = batches.joint_counts().iter().enumerate();
        for ((page, &joints), own) in counts.zip(mesh.weights.pages()) {
            let pairs = gradients.pair_count(page * BATCH_PAGE..(page + 1) * BATCH_PAGE);
            let is_mixed = joints as usize > most_slope_joints(batches.lanes(), pairs);
            let disagree = aligned.own.are_on(own.pairs())
                || aligned.beside.are_on(batches.page(page).pairs());
            self.slopes.by_rows.push(is_by_rows || is_mixed || disagree);
            if !self.joint_maps.is_empty() {
                let by_rows = &mut self.linear_slopes.by_rows;
                by_rows.push(is_linear_by_rows || is_mixed);
            }
        }
        // Of no page nothing is asked.
        for pages in [&mut self.slopes, &mut self.linear_slopes] {
            if !pages.has_rows() {
                pages.clear();
            }
        }
    }

    /// Aligns the signs of joints that meet, where no rule of the pose has. False where sums may not have them: against a sum all rotations
    /// have to agree by pairs, and with a negative weight it may turn against those that do.
    fn align(&mut self, packed: &PackedInfluences, mesh: &MeshBatches<'_>) -> bool {
        let Some(rule) = self.rule.filter(|rule| !rule.is_per_pose()) else {
            return true;
        };
        let batches = mesh.weights;
        let beside = mesh.slopes.map(|(_, slopes)| slopes.pairs());
        let pairs = [batches.pairs(), beside.unwrap_or(&[])];
        self.aligned.align(rule, &self.rotations, pairs);
        let has_long_lists = || batches.pages().any(|page| page.has_long_lists());
        let is_bad = self.aligned.own.has_any || packed.has_negative_weights() || has_long_lists();
        if rule == SignRule::Running && is_bad {
            self.aligned.clear();
            return false;
        }
        true
    }

    /// Exchanges the two entries of each joint that is turned, so that the even ones agree.
    fn turn_rows(&mut self) {
        let turned = self.aligned.turned();
        swap_turned(&mut self.eight, turned);
        swap_turned(&mut self.four, turned);
        swap_turned(&mut self.posed, turned);
        // Those of other methods have no signs.
        if self.kind == Kind::Affine {
            swap_turned(&mut self.wide, turned);
        }
    }
}

/// Two entries a joint; nothing where there are none.
fn swap_turned<R>(rows: &mut [R], turned: &[bool]) {
    for (both, _) in rows
        .as_chunks_mut::<2>()
        .0
        .iter_mut()
        .zip(turned)
        .filter(|(_, is_turned)| **is_turned)
    {
        both.swap(0, 1);
    }
}

impl AlignedSigns {
    pub(super) fn clear(&mut self) {
        self.turned.clear();
        self.own.clear();
        self.beside.clear();
    }

    /// By joint, whether its entries are exchanged; nothing where none are.
    pub(super) fn turned(&self) -> &[bool] {
        &self.turned
    }

    pub(super) fn is_turned(&self, joint: usize) -> bool {
        self.turned.get(joint).copied().unwrap_or(false)
    }

    /// Entries of a list as they are exchanged, and all with the other sign where its pivot is: a sum of them has the sign of a batch's.
    pub(super) fn turn_list(&self, pivot: usize, quads: &mut [u64]) {
        if self.turned.is_empty() {
            return;
        }
        let of_all = u64::from(self.is_turned(pivot)) * 0x0001_0001_0001_0001;
        for quad in quads {
            let bit = |place| {
                let joint = joint_at(*quad, place) >> 1;
                u64::from(self.is_turned(joint)) << (16 * place)
            };
            *quad ^= bit(0) ^ bit(1) ^ bit(2) ^ bit(3) ^ of_all;
        }
    }

    /// In one pass over the pairs that meet: the first that joins two groups of joints aligns them, any other tells whether they agree. Those
    /// of joints that only have slopes come after those that move vertices, and align what these leave open.
    fn align(&mut self, rule: SignRule, rotations: &[Quat], [own, beside]: [&[[u16; 2]]; 2]) {
        let itself = (0..=u16::MAX).map(|joint| (joint, false));
        self.toward.clear();
        self.toward.extend(itself.take(rotations.len()));
        // Half a turn apart the order of a list decides, and against a sum rotations have to agree so that no rounding brings one across.
        let clear = if rule == SignRule::Running {
            CLEARLY
        } else {
            TIE
        };
        self.own.clear();
        for &pair in own {
            let disagree = self.disagree(pair, rotations, clear);
            self.own.push(disagree);
        }
        self.beside.clear();
        for &pair in beside {
            let disagree = self.disagree(pair, rotations, clear);
            self.beside.push(disagree);
        }
        let joints = (0..=u16::MAX).take(rotations.len());
        self.turned.clear();
        for joint in joints {
            let (_, is_turned) = self.find(joint);
            self.turned.push(is_turned);
        }
    }

    /// Whether two joints do not agree, or not clearly; aligns those of different groups.
    fn disagree(&mut self, pair: [u16; 2], rotations: &[Quat], clear: f32) -> bool {
        let [a, b] = pair.map(|joint| rotations[usize::from(joint)]);
        let along = a.dot(b);
        if along.abs() > clear {
            self.join(pair, along < 0.0)
        } else {
            true
        }
    }

    /// Aligns two joints of different groups; of one group, whether they do not agree.
    fn join(&mut self, [one, other]: [u16; 2], is_turned: bool) -> bool {
        let (root, turned) = self.find(one);
        let (other_root, other_turned) = self.find(other);
        let is_against = turned ^ other_turned ^ is_turned;
        if root == other_root {
            return is_against;
        }
        self.toward[usize::from(other_root)] = (root, is_against);
        false
    }

    /// The joint that all of a group lead to, and whether this one has the other sign than that.
    fn find(&mut self, joint: u16) -> (u16, bool) {
        let (mut at, mut is_turned) = (joint, false);
        loop {
            let (next, turned) = self.toward[usize::from(at)];
            if next == at {
                break;
            }
            is_turned ^= turned;
            at = next;
        }
        // Straight to the end the next time.
        if at != joint {
            self.toward[usize::from(joint)] = (at, is_turned);
        }
        (at, is_turned)
    }
}

impl Disagreeing {
    fn clear(&mut self) {
        self.of_pairs.clear();
        self.has_any = false;
    }

    fn push(&mut self, disagree: bool) {
        self.of_pairs.push(disagree);
        self.has_any |= disagree;
    }

    /// Whether any of these pairs, by their numbers, are among them.
    fn are_on(&self, pairs: &[u32]) -> bool {
        self.has_any && pairs.iter().any(|&pair| self.of_pairs[pair as usize])
    }
}
