//! Primitives that several skins move: they have one set of weights, so operations over all skins must visit them once.

use std::collections::BTreeSet;

use character::Character;
use mesh::PointIndex;
use weights::Rows as _;

use super::PaintMesh;

/// The primitives that earlier surfaces have visited.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VisitedPrimitives(BTreeSet<(usize, usize)>);

impl VisitedPrimitives {
    /// Marks a surface's primitives as visited. Returns the primitives visited before; none if the surface has no new one.
    pub fn visit(&mut self, mesh: &PaintMesh) -> Option<Self> {
        let before = self.clone();
        let new = mesh
            .primitives()
            .filter(|&primitive| self.0.insert(primitive));
        (new.count() > 0).then_some(before)
    }

    /// Whether no primitive was visited before.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether all vertices of a point belong to visited primitives.
    #[must_use]
    pub fn has(&self, mesh: &PaintMesh, point: PointIndex) -> bool {
        !self.is_empty()
            && mesh
                .primitives_at(point)
                .all(|place| self.0.contains(&place))
    }

    /// The points of a surface with at least one vertex on a primitive that was not visited.
    #[must_use]
    pub fn others(&self, mesh: &PaintMesh) -> Vec<PointIndex> {
        let all = mesh.all_points();
        all.filter(|&point| !self.has(mesh, point)).collect()
    }
}

/// How many points of the surfaces of skins from `first` on, as [`PaintMesh::since`] makes them, nothing binds.
///
/// Meshes that no node of the scene shows have none, and a point that several skins move counts once.
#[must_use]
pub fn unbound_points(character: &Character, first: usize) -> usize {
    let mut visited = VisitedPrimitives::default();
    let mut count = 0;
    for mesh in PaintMesh::since(character, first) {
        let Some(before) = visited.visit(&mesh) else {
            continue;
        };
        let rows = mesh.rows(character);
        let points = before.others(&mesh).into_iter();
        count += points.filter(|&point| rows.row(point).is_unbound()).count();
    }
    count
}
