//! Where a flood goes.

use mesh::{Adjacency, PointIndex};

/// The points that an operation on a whole mesh reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Region<'a> {
    /// All points of the surface.
    #[default]
    All,
    /// The points listed, in any order; one listed twice counts once.
    Points(&'a [PointIndex]),
    /// All that hang together with this point through sides of triangles.
    PartOf(PointIndex),
}

impl Region<'_> {
    /// Its points, in rising order, each once. A point that the surface does not have is among them if it was named: whoever works on
    /// it says that there is none.
    #[must_use]
    pub fn points(self, surface: &Adjacency) -> Vec<PointIndex> {
        match self {
            Self::All => surface.all_points().collect(),
            Self::Points(points) => {
                let mut points = points.to_vec();
                points.sort_unstable();
                points.dedup();
                points
            }
            Self::PartOf(point) => match surface.parts().get(point.index()) {
                Some(part) => {
                    let parts = PointIndex::all().zip(surface.parts());
                    let of_part = parts.filter(|(_, other)| *other == part);
                    of_part.map(|(point, _)| point).collect()
                }
                None => vec![point],
            },
        }
    }
}
