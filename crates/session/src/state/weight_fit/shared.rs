//! Meshes that several skins move: they have one set of weights, which is fitted, and measured, with one of the skins alone.

use std::collections::{BTreeMap, BTreeSet};

use character::Character;
use mesh::PointIndex;
use scene::names::mesh_name;
use scene::report::pluralize;

use crate::state::painting::PaintMesh;

/// A mesh that is shown with skins of different joints or binds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedMesh {
    /// The name, or `mesh 3` where it has none.
    pub name: String,
    /// The skin with which its weights were fitted, and their errors measured: an index into the rig's binds.
    pub skin: usize,
    /// How many vertices were looked at that other skins move too; those in one place count once.
    pub vertices: usize,
}

impl SharedMesh {
    /// What the errors say nothing of, a sentence.
    #[must_use]
    pub fn words(&self) -> String {
        format!(
            "Of what was looked at, several skins move {} of {}: weights were fitted, and the error measured, with skin {} alone.",
            pluralize(self.vertices, "vertex"),
            self.name,
            self.skin
        )
    }
}

/// The primitives that several surfaces have, by mesh and index in it, each with the skin of the first: weights are fitted with that one.
pub(super) struct SharedPrimitives(BTreeMap<(usize, usize), usize>);

impl SharedPrimitives {
    pub(super) fn of(surfaces: &[PaintMesh]) -> Self {
        let mut first: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        let mut shared = BTreeMap::new();
        let of = |surface: &PaintMesh| {
            let primitives = surface.primitives();
            let of_skin = primitives.map(|primitive| (primitive, surface.skin));
            of_skin.collect::<Vec<_>>()
        };
        for (primitive, skin) in surfaces.iter().flat_map(of) {
            if let Some(&skin) = first.get(&primitive) {
                shared.insert(primitive, skin);
            } else {
                first.insert(primitive, skin);
            }
        }
        Self(shared)
    }

    /// The meshes of these points of a surface, or the one asked for, that are fitted with this surface and have others too.
    pub(super) fn meshes_at(
        &self,
        character: &Character,
        (surface, asked): (&PaintMesh, Option<usize>),
        points: &[PointIndex],
    ) -> Vec<SharedMesh> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let is_meant = |primitive: &(usize, usize)| {
            let is_first = self.0.get(primitive) == Some(&surface.skin);
            is_first && asked.is_none_or(|asked| asked == primitive.0)
        };
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for &point in points {
            let shared = surface.primitives_at(point).filter(is_meant);
            let meshes: BTreeSet<usize> = shared.map(|(mesh, _)| mesh).collect();
            for mesh in meshes {
                *counts.entry(mesh).or_default() += 1;
            }
        }
        let of = |(mesh, vertices)| SharedMesh {
            name: mesh_name(character, mesh),
            skin: surface.skin,
            vertices,
        };
        counts.into_iter().map(of).collect()
    }
}
