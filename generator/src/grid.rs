//! Thin closed sheets over a grid of quads: a front and a back, which share the vertices of the rim.

use super::surface::{Point, Surface};

/// Quads along the two sides of a sheet. Columns run to the right and rows down, seen from the front.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    pub(super) columns: usize,
    pub(super) rows: usize,
}

/// A side of a sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Face {
    Front,
    Back,
}

impl Face {
    /// Half a thickness towards the viewer: ½ in front, −½ behind.
    pub(super) fn offset(self) -> f64 {
        match self {
            Self::Front => 0.5,
            Self::Back => -0.5,
        }
    }
}

impl Grid {
    /// Steps from a vertex to the nearest side of the grid.
    pub(super) fn steps_to_rim(self, i: usize, j: usize) -> usize {
        i.min(j).min(self.columns - i).min(self.rows - j)
    }

    /// The closed sheet. `point` gives the vertex at a column and a row on a face, and is asked for the front alone along
    /// the rim; `paint` gives the paint of the quad between a column and a row and the next ones.
    pub(super) fn sheet(
        self,
        point: impl Fn(usize, usize, Face) -> Point,
        paint: impl Fn(usize, usize, Face) -> usize,
    ) -> Surface {
        let mut surface = Surface::default();
        // Indices of the vertices of both faces.
        let mut front = Vec::new();
        let mut back = Vec::new();
        for j in 0..=self.rows {
            for i in 0..=self.columns {
                front.push(surface.push(point(i, j, Face::Front)));
                back.push(match self.steps_to_rim(i, j) {
                    0 => front[front.len() - 1],
                    _ => surface.push(point(i, j, Face::Back)),
                });
            }
        }
        let at = |i: usize, j: usize| j * (self.columns + 1) + i;
        for j in 0..self.rows {
            for i in 0..self.columns {
                let quad = [at(i, j + 1), at(i + 1, j + 1), at(i + 1, j), at(i, j)];
                let falling = (2 * i < self.columns) == (2 * j < self.rows);
                let [a, b, c, d] = quad.map(|corner| back[corner]);
                push(
                    &mut surface,
                    quad.map(|corner| front[corner]),
                    falling,
                    paint(i, j, Face::Front),
                );
                push(&mut surface, [a, d, c, b], falling, paint(i, j, Face::Back));
            }
        }
        surface
    }
}

/// Cuts a quad in two triangles. At the corners of the sheet the cut must start at the corner: front and back share the
/// rim, and another cut would give both the same edge.
fn push(surface: &mut Surface, [a, b, c, d]: [usize; 4], falling: bool, paint: usize) {
    surface.triangles.extend(if falling {
        [[a, b, d], [b, c, d]]
    } else {
        [[a, b, c], [a, c, d]]
    });
    surface.triangle_paints.extend([paint; 2]);
}

/// The share `index` / `count`.
pub(super) fn part(index: usize, count: usize) -> f64 {
    let number = |n: usize| u32::try_from(n).map_or(0.0, f64::from);
    number(index) / number(count)
}
