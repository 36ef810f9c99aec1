//! A box of cubes.

use glam::{DVec3, IVec3, ivec3};

/// Places this near to a border between cells, in units of cells, are in both: rounding decides nothing then, and what is symmetric stays
/// so.
pub(super) const BORDER: f64 = 1e-6;

/// Cubic cells around a box, with a layer of empty ones on all sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    /// The corner of cell (0, 0, 0).
    origin: DVec3,
    pub(super) cell: f64,
    pub(super) size: IVec3,
}

impl Grid {
    /// Cells that lie evenly about the middle of the box, so that a symmetric box has symmetric cells. Nothing if there would be
    /// more than numbers can count.
    pub(super) fn around(low: DVec3, high: DVec3, cell: f64) -> Option<Self> {
        // One more where the box would end at a border: no layer is empty there.
        let counts = ((high - low) / cell + 2.0 * BORDER).floor() + 3.0;
        // Not a number is too large as well.
        let is_small = counts.max_element() < 4096.0;
        if !is_small {
            return None;
        }
        Some(Self {
            origin: low.midpoint(high) - counts * (cell / 2.0),
            cell,
            size: counts.as_ivec3(),
        })
    }

    pub(super) fn len(&self) -> usize {
        let [x, y, z] = self
            .size
            .to_array()
            .map(|count| usize::try_from(count).unwrap_or(0));
        x * y * z
    }

    /// In units of cells, from the corner of the first.
    pub(super) fn place_in(&self, place: DVec3) -> DVec3 {
        (place - self.origin) / self.cell
    }

    /// The cell around a place, or the nearest one.
    pub(super) fn cell_at(&self, place: DVec3) -> IVec3 {
        self.cell_at_units(self.place_in(place))
    }

    /// The cells around a place, or the nearest ones: one, unless it lies on a border.
    pub(super) fn cells_at(&self, place: DVec3) -> impl Iterator<Item = IVec3> + use<> {
        let place = self.place_in(place);
        let low = self.cell_at_units(place - BORDER);
        let high = self.cell_at_units(place + BORDER);
        let along = move |axis: usize| low[axis]..=high[axis];
        along(2)
            .flat_map(move |z| along(1).flat_map(move |y| along(0).map(move |x| ivec3(x, y, z))))
    }

    /// The cell around a place in units of cells, or the nearest one.
    pub(super) fn cell_at_units(&self, place: DVec3) -> IVec3 {
        place.floor().as_ivec3().clamp(IVec3::ZERO, self.size - 1)
    }

    pub(super) fn middle(&self, cell: IVec3) -> DVec3 {
        self.origin + (cell.as_dvec3() + 0.5) * self.cell
    }

    /// The number of a cell; nothing outside.
    pub(super) fn number(&self, cell: IVec3) -> Option<usize> {
        let inside = cell.cmpge(IVec3::ZERO).all() && cell.cmplt(self.size).all();
        // Fits in 32 bits: grids with more than `MOST_IN_BOX` cells are refused before any is numbered.
        let number = (cell.z * self.size.y + cell.y) * self.size.x + cell.x;
        inside.then(|| usize::try_from(number).unwrap_or(0))
    }

    /// The cell of a number.
    pub(super) fn cell_of(&self, number: usize) -> IVec3 {
        let number = i32::try_from(number).unwrap_or(0);
        let (x, rest) = (number % self.size.x, number / self.size.x);
        ivec3(x, rest % self.size.y, rest / self.size.y)
    }
}
