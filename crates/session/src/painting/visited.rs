//! Primitives that several skins move have one set of weights: what goes over all skins meets them once.

use std::collections::BTreeSet;

use super::PaintMesh;

/// The primitives of surfaces that others have met before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VisitedPrimitives(BTreeSet<(usize, usize)>);

impl VisitedPrimitives {
    /// What a surface has of those met before; nothing if that is all of it. Its primitives are met from then on.
    pub fn visit(&mut self, mesh: &PaintMesh) -> Option<Self> {
        let before = self.clone();
        let new = mesh
            .primitives()
            .filter(|&primitive| self.0.insert(primitive));
        (new.count() > 0).then_some(before)
    }

    /// Whether nothing was met before.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether all vertices of a point are of primitives met before.
    #[must_use]
    pub fn has(&self, mesh: &PaintMesh, point: u32) -> bool {
        !self.is_empty()
            && mesh
                .primitives_at(point)
                .all(|place| self.0.contains(&place))
    }

    /// The points of a surface that are not.
    #[must_use]
    pub fn others(&self, mesh: &PaintMesh) -> Vec<u32> {
        let all = 0..mesh.point_count();
        all.filter(|&point| !self.has(mesh, point)).collect()
    }
}
