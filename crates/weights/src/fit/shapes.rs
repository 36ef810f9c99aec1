//! Displacements of a vertex at rest, each of which is there by a share of its own in every pose, fitted to what poses lack.
//!
//! With its weights held, linear blending takes a vertex by an affine map, so that displacements `d_k` of the rest with the shares `s_k` come
//! to `J Σ s_k d_k` in the pose. Sought is the least `Σ_p u_p |J_p Σ_k s_kp d_k − g_p|² + ε Σ |d_k|²`, with `g_p` what the pose lacks.

use glam::{DMat3, DVec3, Mat3, Vec3};

/// ε as a part of the mean of the diagonal, but for this smallest number.
const RIDGE: f64 = 1e-5;
const LEAST: f64 = 1e-12;

/// How often poses get other weights u, so that the largest of what is left falls, and the part of a weight that stays in any case.
const ROUNDS: usize = 4;
const KEPT: f64 = 0.15;

/// A vertex in poses, and by how much each of its displacements is there.
#[derive(Clone, Copy, Debug)]
pub struct ShapeFit<'a> {
    /// By pose the linear part of the vertex's map, from rest to the pose.
    pub maps: &'a [Mat3],
    /// By pose what is lacking there: from where the vertex is to where it should be.
    pub gaps: &'a [Vec3],
    /// By displacement and pose its share, 0 to 1; each as long as the other two.
    pub shares: &'a [&'a [f32]],
}

impl ShapeFit<'_> {
    /// The displacements, in the order of their shares: those with the least squares, or with a small largest distance where
    /// `is_even` says so, by Lawson's weights of poses. Zero where nothing is known.
    ///
    /// Poses that are not finite are left out; so are those beyond the shortest of the lists.
    ///
    /// Reference: C. L. Lawson 1961, as J. R. Rice and K. H. Usow, "The Lawson algorithm and extensions", 1968, have it.
    #[must_use]
    pub fn displacements(&self, is_even: bool) -> Vec<Vec3> {
        let pairs = self.maps.iter().zip(self.gaps);
        let poses: Vec<Posed> = pairs.map(|(map, gap)| Posed::new(*map, *gap)).collect();
        let mut weights = vec![1.0; poses.len()];
        let mut best = self.solved(&poses, &weights);
        let mut least = largest(&self.left(&poses, &best));
        let rounds = match is_even {
            true => ROUNDS,
            false => 0,
        };
        for _ in 0..rounds {
            let left = self.left(&poses, &best);
            let most = largest(&left);
            if most <= 0.0 {
                break;
            }
            for (weight, left) in weights.iter_mut().zip(&left) {
                *weight *= KEPT + (1.0 - KEPT) * left / most;
            }
            let next = self.solved(&poses, &weights);
            let reached = largest(&self.left(&poses, &next));
            if reached >= least {
                break;
            }
            (best, least) = (next, reached);
        }
        let narrow = best.into_iter().map(|by| by.as_vec3());
        narrow
            .map(|by| if by.is_finite() { by } else { Vec3::ZERO })
            .collect()
    }

    fn share(&self, place: usize, pose: usize) -> f64 {
        let shares = self.shares.get(place);
        f64::from(shares.and_then(|own| own.get(pose)).copied().unwrap_or(0.0))
    }

    /// By pose how far the vertex is from where it should be.
    fn left(&self, poses: &[Posed], displacements: &[DVec3]) -> Vec<f64> {
        let of_pose = |(pose, posed): (usize, &Posed)| {
            let parts = displacements.iter().enumerate();
            let sum: DVec3 = parts.map(|(place, by)| *by * self.share(place, pose)).sum();
            (posed.map * sum - posed.gap).length()
        };
        poses.iter().enumerate().map(of_pose).collect()
    }

    /// The least squares with these weights of poses.
    fn solved(&self, poses: &[Posed], weights: &[f64]) -> Vec<DVec3> {
        let count = self.shares.len();
        let mut normal = Normal::new(3 * count);
        for (pose, (posed, weight)) in poses.iter().zip(weights).enumerate() {
            let shares = (0..count).map(|place| self.share(place, pose));
            let shares: Vec<f64> = shares.collect();
            normal.add_pose(posed, &shares, *weight);
        }
        normal.solved()
    }
}

/// The largest of some numbers; 0 of none.
fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().copied().fold(0.0, f64::max)
}

/// A pose: `J`, `g`, `JᵀJ` and `Jᵀg`.
struct Posed {
    map: DMat3,
    gap: DVec3,
    square: DMat3,
    right: DVec3,
}

impl Posed {
    fn new(map: Mat3, gap: Vec3) -> Self {
        let (map, gap) = match map.is_finite() && gap.is_finite() {
            true => (map.as_dmat3(), gap.as_dvec3()),
            false => (DMat3::ZERO, DVec3::ZERO),
        };
        Self {
            map,
            gap,
            square: map.transpose() * map,
            right: map.transpose() * gap,
        }
    }
}

/// Normal equations: the lower triangle of their matrix row by row, and the right side.
struct Normal {
    rows: Vec<Vec<f64>>,
    right: Vec<f64>,
}

impl Normal {
    fn new(count: usize) -> Self {
        Self {
            rows: (1..=count).map(|length| vec![0.0; length]).collect(),
            right: vec![0.0; count],
        }
    }

    fn add_pose(&mut self, posed: &Posed, shares: &[f64], weight: f64) {
        for (row, own) in shares.iter().enumerate() {
            let share = weight * own;
            if share == 0.0 {
                continue;
            }
            self.add_right(row, posed.right * share);
            for (column, other) in shares.iter().enumerate().take(row + 1) {
                self.add_block([row, column], &posed.square, share * other);
            }
        }
    }

    fn add_right(&mut self, place: usize, by: DVec3) {
        let own = self.right.iter_mut().skip(3 * place);
        for (own, by) in own.zip(by.to_array()) {
            *own += by;
        }
    }

    /// Adds a block of three rows and columns. What lies above the diagonal is passed over.
    fn add_block(&mut self, [row, column]: [usize; 2], block: &DMat3, factor: f64) {
        if factor == 0.0 {
            return;
        }
        let rows = self.rows.iter_mut().skip(3 * row).take(3);
        // A symmetric block: its columns are its rows.
        for (own, block) in rows.zip(block.to_cols_array_2d()) {
            for (own, block) in own.iter_mut().skip(3 * column).zip(block) {
                *own += factor * block;
            }
        }
    }

    /// The solution, by Cholesky's rows; zero where there is none.
    fn solved(mut self) -> Vec<DVec3> {
        let count = self.rows.len();
        let diagonal = self.rows.iter().filter_map(|row| row.last());
        let trace: f64 = diagonal.sum();
        #[expect(clippy::cast_precision_loss, reason = "some dozens")]
        let ridge = (RIDGE * trace / count.max(1) as f64).max(LEAST);
        for row in 0..count {
            let (above, own) = self.rows.split_at_mut(row);
            let Some(own) = own.first_mut() else {
                continue;
            };
            reduce(own, above, ridge);
        }
        self.substituted()
    }

    /// Forward and back through the triangle.
    fn substituted(mut self) -> Vec<DVec3> {
        let count = self.rows.len();
        for (place, row) in self.rows.iter().enumerate() {
            let before = dot(row, &self.right, place);
            if let (Some(own), Some(pivot)) = (self.right.get_mut(place), row.last()) {
                *own = (*own - before) / pivot;
            }
        }
        for place in (0..count).rev() {
            let Some(row) = self.rows.get(place) else {
                continue;
            };
            let pivot = row.last().copied().unwrap_or(1.0);
            let own = self.right.get(place).copied().unwrap_or(0.0) / pivot;
            for (right, entry) in self.right.iter_mut().zip(row.iter().take(place)) {
                *right -= entry * own;
            }
            if let Some(right) = self.right.get_mut(place) {
                *right = own;
            }
        }
        let (vectors, _) = self.right.as_chunks::<3>();
        vectors.iter().map(|by| DVec3::from_array(*by)).collect()
    }
}

/// A row of the triangle from one of the matrix, with the rows above it.
fn reduce(own: &mut [f64], above: &[Vec<f64>], ridge: f64) {
    for (column, other) in above.iter().enumerate() {
        let before = dot(own, other, column);
        if let (Some(entry), Some(pivot)) = (own.get_mut(column), other.last()) {
            *entry = (*entry - before) / pivot;
        }
    }
    let left = own.iter().take(above.len());
    let squares: f64 = left.map(|entry| entry * entry).sum();
    if let Some(pivot) = own.last_mut() {
        *pivot = (*pivot + ridge - squares).max(LEAST * LEAST).sqrt();
    }
}

/// The product of the first entries of two rows.
fn dot(one: &[f64], other: &[f64], count: usize) -> f64 {
    let pairs = one.iter().zip(other).take(count);
    pairs.map(|(a, b)| a * b).sum()
}
