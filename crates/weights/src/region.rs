//! Where a flood goes.

use mesh::Adjacency;

/// The points that an operation on a whole mesh reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Region<'a> {
    /// All.
    #[default]
    All,
    /// These.
    Points(&'a [u32]),
    /// All that hang together with this point through sides of triangles.
    PartOf(u32),
}

impl Region<'_> {
    /// Its points, in rising order, each once. A point that the surface does not have is among them if it was named: whoever works on
    /// it says that there is none.
    #[must_use]
    pub fn points(self, surface: &Adjacency) -> Vec<u32> {
        match self {
            Self::All => (0..).take(surface.point_count()).collect(),
            Self::Points(points) => {
                let mut points = points.to_vec();
                points.sort_unstable();
                points.dedup();
                points
            }
            Self::PartOf(point) => match surface.parts().get(point as usize) {
                Some(part) => {
                    let parts = (0..).zip(surface.parts());
                    let of_part = parts.filter(|(_, other)| *other == part);
                    of_part.map(|(point, _)| point).collect()
                }
                None => vec![point],
            },
        }
    }
}
