//! Rows with nothing to keep them right, and surfaces to put them on.

use glam::{Vec3, vec3};
use mesh::{Adjacency, PointIndex};
use rig::{InfluenceRow, JointSlot, JointWeight};
use weights::{Edit, Rows};

/// Slots by their numbers.
pub(crate) fn slots<const N: usize>(numbers: [u16; N]) -> Vec<JointSlot> {
    numbers.map(JointSlot).to_vec()
}

/// Rows as they may stand in a file: any weights.
#[derive(Clone, Debug, Default)]
pub(crate) struct Raw {
    pub(crate) joints: Vec<Vec<JointSlot>>,
    pub(crate) weights: Vec<Vec<f32>>,
    pub(crate) joint_count: usize,
}

impl Raw {
    pub(crate) fn new(joint_count: usize, rows: &[&[impl Copy + Into<JointWeight>]]) -> Self {
        let rows = rows.iter().map(|row| row.iter().map(|&pair| pair.into()));
        let joints = rows.clone().map(|row| row.map(|pair| pair.joint).collect());
        Self {
            joints: joints.collect(),
            weights: rows
                .map(|row| row.map(|pair| pair.weight).collect())
                .collect(),
            joint_count,
        }
    }

    /// No row at so many points.
    pub(crate) fn unbound(joint_count: usize, points: usize) -> Self {
        Self::same(joint_count, points, &[(0, 0.0); 0])
    }

    /// The same row at so many points.
    pub(crate) fn same(
        joint_count: usize,
        points: usize,
        row: &[impl Copy + Into<JointWeight>],
    ) -> Self {
        Self::new(joint_count, &vec![row; points])
    }

    /// The rows with an edit written.
    pub(crate) fn with(&self, edit: &Edit) -> Self {
        let mut written = self.clone();
        for (point, row) in &edit.rows {
            let point = point.index();
            (written.joints[point], written.weights[point]) = row.pairs().unzip();
        }
        written
    }
}

impl Rows for Raw {
    fn point_count(&self) -> usize {
        self.joints.len()
    }

    fn joint_count(&self) -> usize {
        self.joint_count
    }

    fn slices(&self, point: PointIndex) -> InfluenceRow<'_> {
        let point = point.index();
        let joints = self.joints.get(point).map_or(&[][..], |row| row);
        InfluenceRow {
            joints,
            weights: self.weights.get(point).map_or(&[], |row| row),
        }
    }
}

/// A flat strip of `columns` × 3 points along x, one apart, the middle of it at x = 0: point `3 column + row`.
pub(crate) fn strip(columns: u16) -> Adjacency {
    let middle = (f32::from(columns) - 1.0) / 2.0;
    let place = |column: u16, row: u16| vec3(f32::from(column) - middle, f32::from(row), 0.0);
    let positions: Vec<Vec3> = (0..columns)
        .flat_map(|column| (0..3).map(move |row| place(column, row)))
        .collect();
    let mut triangles = Vec::new();
    for column in 0..u32::from(columns) - 1 {
        for row in 0..2 {
            let a = 3 * column + row;
            // Diagonals that go down on one side go up on the other, so that the strip is symmetric.
            if 2 * column + 2 > u32::from(columns) {
                triangles.extend([[a, a + 3, a + 1], [a + 1, a + 3, a + 4]]);
            } else {
                triangles.extend([[a, a + 3, a + 4], [a, a + 4, a + 1]]);
            }
        }
    }
    Adjacency::new(&positions, &triangles)
}

/// A body of squares around the x axis' middle: a grid of quads bent over, cut into triangles at random.
pub(crate) fn body(columns: u32, rows: u32, cuts: u64) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let mut positions = Vec::new();
    for row in 0..=rows {
        for column in 0..=2 * columns {
            let side = f32::from(i16::try_from(i64::from(column) - i64::from(columns)).unwrap());
            let up = f32::from(u16::try_from(row).unwrap());
            // Rows of different widths, so that only one symmetry is left.
            positions.push(vec3(side * (1.0 + 0.1 * up), up * 1.1, 0.2 * up * up));
        }
    }
    let mut triangles = Vec::new();
    let width = 2 * columns + 1;
    for row in 0..rows {
        for column in 0..2 * columns {
            let a = row * width + column;
            let (b, c, d) = (a + 1, a + width + 1, a + width);
            if cuts >> ((row * 7 + column * 3) % 64) & 1 == 0 {
                triangles.extend([[a, b, c], [a, c, d]]);
            } else {
                triangles.extend([[a, b, d], [b, c, d]]);
            }
        }
    }
    (positions, triangles)
}
