//! Heat from cell to cell.

use rig::JointSlot;

use super::super::watch::Canceled;
use super::solid::{FACES, NONE, Solid};
use super::spread::Spread;

/// Joints that are solved for at once.
pub(super) const LANES: usize = 8;

/// A number for each of them.
type Lanes = [f64; LANES];

/// What is left of a right-hand side when it is solved.
const LEFT: f64 = 1e-5;

/// Never more steps than this: what is left then is smaller than what pruning takes.
const MOST_STEPS: usize = 600;

/// `(−Δ + H) w = H p` on cubes: with h the side of a cell, `Σ (w_i − w_k) + h² H_i w_i = h² H_i p_i` over the full cells k beside
/// cell i. `H = c k / (d² + h²/4)` for a cell that k joints are nearest to, at distance d.
///
/// Solved by conjugate gradients, divided by the diagonal, several right-hand sides in step.
pub(super) struct Conduction {
    beside: Vec<[u32; 6]>,
    heats: Vec<f64>,
    diagonal: Vec<f64>,
}

impl Conduction {
    pub(super) fn new(solid: &Solid, spread: &Spread, firmness: f64) -> Self {
        let place = |cell| {
            let place = solid.place(cell).map(u32::try_from);
            place.and_then(Result::ok).unwrap_or(NONE)
        };
        let beside: Vec<[u32; 6]> = solid
            .cells()
            .map(|cell| FACES.map(|face| place(cell + face)))
            .collect();
        let reaches = spread.distances.iter().zip(&spread.joints);
        let heats: Vec<f64> = reaches
            .map(|(&distance, joints)| {
                // h² H, as in the equation: only the ratio of distance and cell is left.
                let ratio = distance / solid.grid.cell;
                #[expect(clippy::cast_precision_loss, reason = "a handful")]
                let count = joints.len() as f64;
                // Far cells keep a trace, so that the matrix is never singular.
                (firmness * count / (ratio * ratio + 0.25)).clamp(1e-6, 1e6)
            })
            .collect();
        let diagonal = beside.iter().zip(&heats).map(|(beside, heat)| {
            let sides = beside.iter().filter(|&&cell| cell != NONE);
            sides.fold(*heat, |sum, _| sum + 1.0)
        });
        Self {
            diagonal: diagonal.collect(),
            beside,
            heats,
        }
    }

    /// The weights of some joints in every cell. `check` is asked before every step.
    pub(super) fn solve(
        &self,
        spread: &Spread,
        joints: &[JointSlot],
        check: impl Fn() -> Result<(), Canceled>,
    ) -> Result<Vec<Lanes>, Canceled> {
        let given: Vec<Lanes> = spread
            .joints
            .iter()
            .map(|near| shares(near, joints))
            .collect();
        // Begin with the shares themselves: right near the bones.
        let mut weights = given.clone();
        let hot: Vec<Lanes> = given
            .iter()
            .zip(&self.heats)
            .map(|(given, heat)| given.map(|share| heat * share))
            .collect();
        let enough = dot(&hot, &hot).map(|squares| squares * LEFT * LEFT);
        let mut left = hot;
        add(&mut left, &self.times(&weights), [-1.0; LANES]);
        let mut scaled = self.divide_by_diagonal(&left);
        let mut way = scaled.clone();
        let mut energy = dot(&left, &scaled);
        for _ in 0..MOST_STEPS {
            check()?;
            let squares = dot(&left, &left);
            // All lanes go on until the last is done: one pass over the cells serves all.
            if (0..LANES).all(|lane| squares[lane] <= enough[lane]) {
                break;
            }
            let led = self.times(&way);
            let step = ratio(energy, dot(&way, &led));
            add(&mut weights, &way, step);
            add(&mut left, &led, step.map(|step| -step));
            scaled = self.divide_by_diagonal(&left);
            let next = dot(&left, &scaled);
            let turn = ratio(next, energy);
            for (way, &scaled) in way.iter_mut().zip(&scaled) {
                *way = with(scaled, *way, turn);
            }
            energy = next;
        }
        Ok(weights)
    }

    fn times(&self, weights: &[Lanes]) -> Vec<Lanes> {
        let rows = self.beside.iter().zip(&self.diagonal).zip(weights);
        rows.map(|((beside, diagonal), own)| {
            let mut sum = own.map(|own| diagonal * own);
            // NONE is beyond every list, so faces without a full cell drop out.
            let others = beside.iter().filter_map(|&cell| weights.get(cell as usize));
            for &other in others {
                sum = with(sum, other, [-1.0; LANES]);
            }
            sum
        })
        .collect()
    }

    fn divide_by_diagonal(&self, left: &[Lanes]) -> Vec<Lanes> {
        let rows = left.iter().zip(&self.diagonal);
        rows.map(|(left, diagonal)| left.map(|left| left / diagonal))
            .collect()
    }
}

/// `p`: equal shares of the joints that are nearest.
fn shares(near: &[JointSlot], joints: &[JointSlot]) -> Lanes {
    let mut shares = [0.0; LANES];
    #[expect(clippy::cast_precision_loss, reason = "a handful")]
    let share = 1.0 / near.len().max(1) as f64;
    for (slot, joint) in shares.iter_mut().zip(joints) {
        if near.contains(joint) {
            *slot = share;
        }
    }
    shares
}

fn dot(a: &[Lanes], b: &[Lanes]) -> Lanes {
    let pairs = a.iter().zip(b);
    pairs.fold([0.0; LANES], |sums, (&a, &b)| with(sums, a, b))
}

/// `own + other · share`, lane by lane.
fn with(own: Lanes, other: Lanes, share: Lanes) -> Lanes {
    let mut sums = own;
    for lane in 0..LANES {
        sums[lane] += other[lane] * share[lane];
    }
    sums
}

/// Zero where there is nothing to divide by: a lane that is solved stands still.
fn ratio(above: Lanes, below: Lanes) -> Lanes {
    let mut ratios = [0.0; LANES];
    for lane in 0..LANES {
        if below[lane] > 0.0 {
            ratios[lane] = above[lane] / below[lane];
        }
    }
    ratios
}

fn add(to: &mut [Lanes], from: &[Lanes], share: Lanes) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to = with(*to, from, share);
    }
}
