//! Which cells a part fills.

use glam::{DVec3, IVec3, Vec3, ivec3};

use super::grid::{BORDER, Grid};

/// Stands for no full cell in lists of places among the full ones.
pub(super) const NONE: u32 = u32::MAX;

/// The six faces of a cell.
pub(super) const FACES: [IVec3; 6] = [
    IVec3::NEG_X,
    IVec3::X,
    IVec3::NEG_Y,
    IVec3::Y,
    IVec3::NEG_Z,
    IVec3::Z,
];

/// The full cells of a grid: those that a triangle touches, and those that no way leads to from outside.
#[derive(Debug)]
pub(super) struct Solid {
    pub(super) grid: Grid,
    /// For each cell of the grid its place among the full ones.
    places: Vec<u32>,
    /// The full cells, by their numbers in the grid.
    cells: Vec<usize>,
}

/// A triangle is a line when its height is below this share of its first side, squared.
const NARROW: f64 = 1e-12;

/// What a cell is while it is being found out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellState {
    Unknown,
    Surface,
    Outside,
}

impl Solid {
    pub(super) fn of(grid: Grid, positions: &[Vec3], triangles: &[[u32; 3]]) -> Self {
        let mut is = vec![CellState::Unknown; grid.len()];
        for triangle in triangles {
            let corners = triangle.map(|point| positions[point as usize].as_dvec3());
            each_touched(&grid, corners, |number| is[number] = CellState::Surface);
        }
        flood(&grid, &mut is);
        let mut places = vec![NONE; grid.len()];
        // What is still unknown after the flood is within.
        let full = |&number: &usize| is[number] != CellState::Outside;
        let cells: Vec<usize> = (0..grid.len()).filter(full).collect();
        for (place, &number) in (0..).zip(&cells) {
            places[number] = place;
        }
        Self {
            grid,
            places,
            cells,
        }
    }

    /// How many squares of the grid all triangles lie over, at most, each looked at along the axis nearest to its normal: what
    /// [`of`](Self::of) takes time for.
    pub(super) fn squares(grid: &Grid, positions: &[Vec3], triangles: &[[u32; 3]]) -> f64 {
        let over = |triangle: &[u32; 3]| {
            let [a, b, c] =
                triangle.map(|point| grid.place_in(positions[point as usize].as_dvec3()));
            let sides = (a.max(b).max(c) - a.min(b).min(c)).ceil() + 1.0;
            let w = (b - a).cross(c - a).abs().max_position();
            sides[(w + 1) % 3] * sides[(w + 2) % 3]
        };
        // What is not finite fills no cell.
        triangles
            .iter()
            .map(over)
            .filter(|over| over.is_finite())
            .sum()
    }

    /// The number of full cells.
    pub(super) const fn len(&self) -> usize {
        self.cells.len()
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = IVec3> {
        self.cells.iter().map(|&number| self.grid.cell_of(number))
    }

    pub(super) fn cell(&self, place: usize) -> IVec3 {
        self.grid.cell_of(self.cells[place])
    }

    /// A cell's place among the full ones.
    pub(super) fn place(&self, cell: IVec3) -> Option<usize> {
        let place = self.places[self.grid.number(cell)?];
        (place != NONE).then_some(place as usize)
    }

    /// The full ones of the eight cells around a place, with shares that sum to one: linear in each direction.
    pub(super) fn around(&self, place: Vec3) -> Vec<(usize, f64)> {
        let at = self.grid.place_in(place.as_dvec3()) - 0.5;
        let (first, share) = (at.floor(), at - at.floor());
        let mut found: Vec<(usize, f64)> = Vec::with_capacity(8);
        for corner in 0..8 {
            let step = ivec3(corner & 1, (corner >> 1) & 1, corner >> 2);
            let along = DVec3::select(step.cmpeq(IVec3::ONE), share, 1.0 - share);
            if let Some(cell) = self.place(first.as_ivec3() + step) {
                found.push((cell, along.element_product()));
            }
        }
        let sum: f64 = found.iter().map(|&(_, share)| share).sum();
        if sum <= 0.0 {
            let own = self.place(self.grid.cell_at(place.as_dvec3()));
            return own.map(|cell| (cell, 1.0)).into_iter().collect();
        }
        for (_, share) in &mut found {
            *share /= sum;
        }
        found
    }
}

/// Marks what can be reached from the first corner, which the layer of empty cells makes outside.
fn flood(grid: &Grid, is: &mut [CellState]) {
    let mut open = vec![0];
    is[0] = CellState::Outside;
    while let Some(number) = open.pop() {
        let cell = grid.cell_of(number);
        let beside = FACES.iter().filter_map(|&face| grid.number(cell + face));
        for next in beside {
            if is[next] == CellState::Unknown {
                is[next] = CellState::Outside;
                open.push(next);
            }
        }
    }
}

/// Calls `touch` with the number of every cell that a triangle touches, and maybe with a few more than once.
///
/// Looks along the axis nearest to the normal: over each square across it lie only the cells near the triangle's plane.
fn each_touched(grid: &Grid, corners: [DVec3; 3], mut touch: impl FnMut(usize)) {
    let [a, b, c] = corners.map(|corner| grid.place_in(corner));
    let normal = (b - a).cross(c - a);
    if normal.length_squared() <= NARROW * (b - a).length_squared().powi(2) {
        return each_along(grid, [a, b, c], touch);
    }
    let low = grid.cell_at_units(a.min(b).min(c) - BORDER);
    let high = grid.cell_at_units(a.max(b).max(c) + BORDER);
    let w = normal.abs().max_position();
    let (u, v) = ((w + 1) % 3, (w + 2) % 3);
    // How far the plane rises over half a square, and the half cell itself.
    let slope = (normal[u].abs() + normal[v].abs()) / normal[w].abs();
    let rise = if slope.is_finite() {
        0.5 * slope + 0.5
    } else {
        f64::INFINITY
    };
    for i in low[u]..=high[u] {
        for j in low[v]..=high[v] {
            let (x, y) = (f64::from(i) + 0.5 - a[u], f64::from(j) + 0.5 - a[v]);
            let depth = a[w] - (normal[u] * x + normal[v] * y) / normal[w];
            let (from, to) = depths(depth, rise, (low[w], high[w]));
            let cells = (from..=to).map(|k| {
                let mut cell = IVec3::ZERO;
                (cell[u], cell[v], cell[w]) = (i, j, k);
                cell
            });
            let touched = cells.filter(|cell| {
                let middle = cell.as_dvec3() + 0.5;
                is_touched([a - middle, b - middle, c - middle])
            });
            touched
                .filter_map(|cell| grid.number(cell))
                .for_each(&mut touch);
        }
    }
}

/// The sides of a triangle that has next to no area, a quarter of a cell at a time.
fn each_along(grid: &Grid, [a, b, c]: [DVec3; 3], mut touch: impl FnMut(usize)) {
    for (from, to) in [(a, b), (b, c), (c, a)] {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "saturates; no grid has more than 4,096 cells on a side"
        )]
        let count = ((4.0 * from.distance(to)).ceil() as u32).clamp(1, 65_536);
        for step in 0..=count {
            let place = from.lerp(to, f64::from(step) / f64::from(count));
            if let Some(number) = grid.number(grid.cell_at_units(place)) {
                touch(number);
            }
        }
    }
}

/// The cells along an axis that a plane is in.
fn depths(depth: f64, rise: f64, (low, high): (i32, i32)) -> (i32, i32) {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "saturates, and is held within the grid"
    )]
    let cell = |depth: f64| depth.floor() as i32;
    // The middle of cell k is at k + ½.
    (
        cell(depth - rise - 0.5).clamp(low, high),
        cell(depth + rise + 0.5).clamp(low, high),
    )
}

/// Whether a triangle touches the cube of side one about the origin: no plane across any of 13 axes parts them. The box's own three
/// axes too: cells come from the triangle's box, but not all of them.
///
/// Reference: T. Akenine-Möller, "Fast 3D triangle-box overlap testing", 2001.
fn is_touched(corners: [DVec3; 3]) -> bool {
    let [a, b, c] = corners;
    let sides = [b - a, c - b, a - c];
    let units = [DVec3::X, DVec3::Y, DVec3::Z];
    let across = sides
        .iter()
        .flat_map(|side| units.map(|unit| side.cross(unit)));
    let mut axes = units
        .into_iter()
        .chain([sides[0].cross(sides[1])])
        .chain(across);
    axes.all(|axis| {
        // Half of the cube's extent along the axis, a little more so that both cells at a border are touched.
        let reach = 0.5 * axis.abs().element_sum() * (1.0 + 2.0 * BORDER);
        let along = corners.map(|corner| corner.dot(axis));
        let (low, high) = along
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &at| {
                (low.min(at), high.max(at))
            });
        low <= reach && -reach <= high
    })
}
