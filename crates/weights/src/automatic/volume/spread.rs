//! How far it is from the bones to each cell, within the volume.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use glam::{DVec3, IVec3, ivec3};
use rig::JointSlot;
use smallvec::SmallVec;

use crate::Bone;

use super::super::nearest::{TIE, nearest_row};
use super::super::reach;
use super::solid::Solid;

/// Joints of one cell.
pub(super) type CellJoints = SmallVec<[JointSlot; 4]>;

/// Sums of the same steps in another order, from bones whose ends are rounded, differ by less than this share.
const ROUNDING: f64 = 1e-5;

/// For each full cell the distance to its nearest bones by a way through full cells, and their joints.
///
/// A way goes from middle to middle of cells that touch, also across edges and corners; it is at most a tenth longer than the
/// shortest one. Cells that no such way leads to, in a part beside its bones, take the bones that are nearest in a straight line.
#[derive(Debug)]
pub(super) struct Spread {
    pub(super) distances: Vec<f64>,
    pub(super) joints: Vec<CellJoints>,
}

/// A cell on the way, the nearest first; of equals the first cell.
#[derive(PartialEq)]
struct QueuedCell {
    distance: f64,
    cell: usize,
}

impl Eq for QueuedCell {}

impl Ord for QueuedCell {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_distance = self.distance.total_cmp(&other.distance);
        by_distance.then(self.cell.cmp(&other.cell))
    }
}

impl PartialOrd for QueuedCell {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Spread {
    pub(super) fn of(solid: &Solid, bones: &[Bone]) -> Self {
        let mut spread = Self {
            distances: vec![f64::INFINITY; solid.len()],
            joints: vec![CellJoints::new(); solid.len()],
        };
        let mut open: BinaryHeap<Reverse<QueuedCell>> = BinaryHeap::new();
        for bone in bones {
            spread.seed(solid, bone);
        }
        let seeds = spread.distances.iter().enumerate();
        open.extend(
            seeds
                .filter(|(_, distance)| distance.is_finite())
                .map(|(cell, &distance)| Reverse(QueuedCell { distance, cell })),
        );
        let steps = steps(solid.grid.cell);
        while let Some(Reverse(next)) = open.pop() {
            // An entry of the heap that a shorter way has overtaken is passed over here.
            if next.distance <= spread.distances[next.cell] {
                spread.pass_on(solid, &next, &steps, &mut open);
            }
        }
        spread.take_nearest(solid, bones);
        spread
    }

    /// All joints that a cell is nearest to, in rising order.
    pub(super) fn joints(&self) -> Vec<JointSlot> {
        let mut joints: Vec<JointSlot> = self.joints.iter().flatten().copied().collect();
        joints.sort_unstable();
        joints.dedup();
        joints
    }

    /// Begins in the cells that a bone runs through.
    fn seed(&mut self, solid: &Solid, bone: &Bone) {
        let (head, tail) = (bone.head.as_dvec3(), bone.tail.as_dvec3());
        let Some((from, to)) = within(solid, head, tail) else {
            return;
        };
        // Four steps to the side of a cell, so that its run of cells has no gap.
        let count = (4.0 * (to - from).abs() * head.distance(tail) / solid.grid.cell).ceil();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "saturates; a bone within the box is at most some thousand cells long"
        )]
        let count = (count as u32).clamp(1, 100_000);
        for step in 0..=count {
            let share = from + (to - from) * f64::from(step) / f64::from(count);
            for cell in solid.grid.cells_at(head.lerp(tail, share)) {
                self.offer_at(solid, cell, bone);
            }
        }
    }

    fn offer_at(&mut self, solid: &Solid, cell: IVec3, bone: &Bone) {
        if let Some(place) = solid.place(cell) {
            let distance = reach(bone, solid.grid.middle(cell).as_vec3());
            self.offer(place, distance, &[bone.joint], TIE);
        }
    }

    /// A cell at a distance from joints: nearer than before, as near as before, or neither.
    fn offer(&mut self, cell: usize, distance: f64, joints: &[JointSlot], tie: f64) -> bool {
        let before = self.distances[cell];
        let is_nearer = distance < before * (1.0 - tie);
        if is_nearer || before.is_infinite() {
            self.joints[cell].clear();
            self.distances[cell] = distance;
        }
        if distance <= before * (1.0 + tie) {
            let own = &mut self.joints[cell];
            own.extend(joints.iter().copied());
            own.sort_unstable();
            own.dedup();
        }
        is_nearer
    }

    fn pass_on(
        &mut self,
        solid: &Solid,
        next: &QueuedCell,
        steps: &[(IVec3, f64)],
        open: &mut BinaryHeap<Reverse<QueuedCell>>,
    ) {
        let cell = solid.cell(next.cell);
        let joints = self.joints[next.cell].clone();
        for &(step, length) in steps {
            let Some(beside) = solid.place(cell + step) else {
                continue;
            };
            let distance = next.distance + length;
            if self.offer(beside, distance, &joints, ROUNDING) {
                open.push(Reverse(QueuedCell {
                    distance,
                    cell: beside,
                }));
            }
        }
    }

    fn take_nearest(&mut self, solid: &Solid, bones: &[Bone]) {
        for (place, cell) in solid.cells().enumerate() {
            if self.distances[place].is_infinite() {
                let middle = solid.grid.middle(cell).as_vec3();
                let distances = bones.iter().map(|bone| reach(bone, middle));
                self.distances[place] = distances.fold(f64::INFINITY, f64::min);
                let nearest = nearest_row(bones, middle);
                self.joints[place] = nearest.iter().map(|&(joint, _)| joint).collect();
            }
        }
    }
}

/// The 26 cells around one, with their distances.
fn steps(cell: f64) -> Vec<(IVec3, f64)> {
    (0..27)
        .map(|number| ivec3(number % 3, number / 3 % 3, number / 9) - 1)
        .filter(|&step| step != IVec3::ZERO)
        .map(|step| (step, step.as_dvec3().length() * cell))
        .collect()
}

/// From which to which share of itself a segment is in the box; nothing if never.
fn within(solid: &Solid, head: DVec3, tail: DVec3) -> Option<(f64, f64)> {
    let low = solid.grid.middle(IVec3::ZERO) - solid.grid.cell;
    let high = solid.grid.middle(solid.grid.size);
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for axis in 0..3 {
        let along = tail[axis] - head[axis];
        let [a, b] = [low, high].map(|side| (side[axis] - head[axis]) / along);
        // Parallel to these sides: the quotients are infinite or NaN, and not looked at.
        if along == 0.0 {
            if head[axis] < low[axis] || high[axis] < head[axis] {
                return None;
            }
        } else {
            from = from.max(a.min(b));
            to = to.min(a.max(b));
        }
    }
    (from <= to).then_some((from, to))
}
