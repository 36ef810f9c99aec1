//! Skin weights by heat diffusion: every joint heats the skin nearest to it, and the heat spreads over the surface.
//!
//! For every joint the equilibrium w solves (K + H) w = H p, with K the Laplacian of the surface, p = 1 where the joint
//! owns the skin and 0 elsewhere, and H = s / d² for the distance d from the owner's bone: thick limbs blend over
//! longer stretches than thin ones, in proportion.
//!
//! Baran and Popović 2007, "Automatic rigging and animation of 3D characters", section 4.

use glam::DVec3;

/// Steps of conjugate gradients; a fixed number, so that rounding decides nothing.
const STEPS: usize = 60;
/// Smoothing steps in which every vertex takes half of its value from its neighbors: where skin of two owners meets
/// within a few edges, as between fingers, the equilibrium alone is too steep for the mesh.
const EVENINGS: usize = 8;
/// Heat below this counts as 0.
const LEAST: f64 = 0.012;
/// Most further steps in which vertices take half of their value from their neighbors, at edges that are too steep.
const SOFTENINGS: usize = 24;
/// A weight that exceeds the fifth largest by this share of itself, or more, is left as it is.
const FADES: f64 = 0.8;
/// Influences per vertex that most engines take.
const MOST_INFLUENCES: usize = 4;

/// The owner of a vertex: its joint, and H before the area is counted in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owner {
    pub(crate) joint: usize,
    pub(crate) heat: f64,
}

/// A row of heat per vertex, with a value for each joint; [`limit`] makes weights of them. Along no edge should a weight
/// change by more than `steepest`.
pub(crate) fn weights(
    positions: &[DVec3],
    triangles: &[[usize; 3]],
    owners: &[Owner],
    joint_count: usize,
    steepest: f64,
) -> Vec<Vec<f64>> {
    let system = System::new(positions, triangles, owners);
    let mut rows = vec![vec![0.0; joint_count]; positions.len()];
    for joint in 0..joint_count {
        let heated = owners.iter().zip(&system.heat);
        let right: Vec<f64> = heated
            .map(|(owner, &heat)| if owner.joint == joint { heat } else { 0.0 })
            .collect();
        if right.iter().all(|&value| value == 0.0) {
            continue;
        }
        for (row, warmth) in rows.iter_mut().zip(system.solve(&right)) {
            row[joint] = warmth;
        }
    }
    rows.iter_mut().for_each(|row| sharpen(row));
    for _ in 0..EVENINGS {
        rows = system.smoothed_rows(&rows);
        // Smoothing spreads each weight to the neighbors' joints; limiting every time keeps them few.
        rows.iter_mut().for_each(|row| limit(row));
    }
    for _ in 0..SOFTENINGS {
        let steep = system.steep_vertices(&rows, steepest);
        if steep.is_empty() {
            break;
        }
        let mut smoothed = system.smoothed_rows(&rows);
        for vertex in steep {
            rows[vertex] = std::mem::take(&mut smoothed[vertex]);
        }
        rows.iter_mut().for_each(|row| limit(row));
    }
    rows
}

/// Squares the weights of a row: far joints with little heat lose most, and few of them are left.
fn sharpen(row: &mut [f64]) {
    let sum: f64 = row.iter().map(|weight| weight * weight).sum();
    for weight in row {
        *weight *= *weight / sum.max(1e-12);
    }
}

/// Fades weights that are hardly larger than the fifth largest, or than what counts as 0, and scales the row to a sum
/// of 1: unlike dropping the smallest, this changes smoothly from vertex to vertex.
pub(crate) fn limit(row: &mut [f64]) {
    let mut sorted = row.to_vec();
    sorted.sort_unstable_by(|a, b| b.total_cmp(a));
    let off = sorted
        .get(MOST_INFLUENCES)
        .copied()
        .unwrap_or(0.0)
        .max(LEAST);
    for weight in row.iter_mut() {
        *weight *= ((*weight / off - 1.0) / FADES).clamp(0.0, 1.0);
    }
    let sum: f64 = row.iter().sum();
    if sum > 0.0 {
        for weight in row {
            *weight /= sum;
        }
    }
}

/// K + H, symmetric and positive definite.
struct System {
    /// For each vertex its neighbors with their entries of −K.
    rows: Vec<Vec<(usize, f64)>>,
    diagonal: Vec<f64>,
    heat: Vec<f64>,
}

impl System {
    fn new(positions: &[DVec3], triangles: &[[usize; 3]], owners: &[Owner]) -> Self {
        let mut rows: Vec<Vec<(usize, f64)>> = vec![Vec::new(); positions.len()];
        let mut areas = vec![0.0; positions.len()];
        for corners in triangles {
            let [a, b, c] = corners.map(|corner| positions[corner]);
            let area = 0.5 * (b - a).cross(c - a).length();
            for k in 0..3 {
                let [i, j, apex] = [0, 1, 2].map(|step| corners[(k + step) % 3]);
                let (u, v) = (
                    positions[i] - positions[apex],
                    positions[j] - positions[apex],
                );
                // Half the cotangent of the angle at the apex; kept positive, so that no weight can be negative.
                let half_cotangent = (0.25 * u.dot(v) / area.max(1e-12)).clamp(0.02, 20.0);
                add(&mut rows[i], j, half_cotangent);
                add(&mut rows[j], i, half_cotangent);
                areas[corners[k]] += area / 3.0;
            }
        }
        let heat: Vec<f64> = owners
            .iter()
            .zip(&areas)
            .map(|(owner, area)| owner.heat * area)
            .collect();
        let sums = rows
            .iter()
            .map(|row| row.iter().map(|entry| entry.1).sum::<f64>());
        let diagonal = sums.zip(&heat).map(|(sum, heat)| sum + heat).collect();
        Self {
            rows,
            diagonal,
            heat,
        }
    }

    /// The ends of edges along which a weight changes by more than `steepest`, ascending.
    fn steep_vertices(&self, rows: &[Vec<f64>], steepest: f64) -> Vec<usize> {
        let is_steep = |a: &[f64], b: &[f64]| {
            let mut pairs = a.iter().zip(b);
            pairs.any(|(a, b)| (a - b).abs() > steepest)
        };
        let vertices = self.rows.iter().enumerate();
        let steep = vertices.filter(|(vertex, around)| {
            let mut others = around.iter().map(|entry| entry.0);
            others.any(|other| is_steep(&rows[*vertex], &rows[other]))
        });
        steep.map(|(vertex, _)| vertex).collect()
    }

    fn times(&self, vector: &[f64]) -> Vec<f64> {
        let row = |(vertex, row): (usize, &Vec<(usize, f64)>)| {
            let around: f64 = row.iter().map(|&(other, k)| k * vector[other]).sum();
            self.diagonal[vertex] * vector[vertex] - around
        };
        self.rows.iter().enumerate().map(row).collect()
    }

    fn smoothed_rows(&self, rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let mut evened = rows.to_vec();
        for (around, evened) in self.rows.iter().zip(&mut evened) {
            let count: f64 = around.iter().map(|_| 1.0).sum();
            for (joint, weight) in evened.iter_mut().enumerate() {
                let sum: f64 = around.iter().map(|&(other, _)| rows[other][joint]).sum();
                *weight = 0.5 * *weight + 0.5 * sum / count;
            }
        }
        evened
    }

    /// Solves by conjugate gradients, with the diagonal as preconditioner.
    fn solve(&self, right: &[f64]) -> Vec<f64> {
        let scaled =
            |r: &[f64]| -> Vec<f64> { r.iter().zip(&self.diagonal).map(|(r, d)| r / d).collect() };
        let mut x = vec![0.0; right.len()];
        let mut residual = right.to_vec();
        let mut direction = scaled(&residual);
        let mut fall = dot(&residual, &direction);
        for _ in 0..STEPS {
            let image = self.times(&direction);
            let steepness = dot(&direction, &image);
            // The residual is zero: a further step would divide by it.
            if steepness <= 1e-30 {
                break;
            }
            let step = fall / steepness;
            for k in 0..x.len() {
                x[k] += step * direction[k];
                residual[k] -= step * image[k];
            }
            let next = scaled(&residual);
            let fell = dot(&residual, &next);
            let keep = fell / fall;
            fall = fell;
            for (direction, next) in direction.iter_mut().zip(&next) {
                *direction = next + keep * *direction;
            }
        }
        x
    }
}

fn add(row: &mut Vec<(usize, f64)>, column: usize, value: f64) {
    match row.iter_mut().find(|entry| entry.0 == column) {
        Some(entry) => entry.1 += value,
        None => row.push((column, value)),
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
