//! The gradients of a character's weights over its surface, for exact normals.

use std::collections::HashMap;
use std::sync::Arc;

use character::{Character, Mesh, Primitive};
use mesh::GradientStencils;
use rig::{StencilSum, WeightGradients, WeightedTerm};

use crate::pose::placed::PlacedPrimitive;
use crate::pose::same_surface::has_same_surface;

/// The gradients of the weights of every primitive, at rest.
///
/// The primitives of a mesh are one surface, so a border of materials is none here.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CharacterGradients {
    /// By mesh, then by primitive; none of primitives without joints.
    of_meshes: Vec<MeshGradients>,
}

/// By primitive; none of those that no joints move.
type MeshGradients = Vec<Option<WeightGradients>>;

impl CharacterGradients {
    /// Computes the gradients of all primitives with joints, over their surface at rest.
    #[must_use]
    pub fn new(character: &Character) -> Self {
        Self::on(&Stencils::new(character), character)
    }

    fn on(stencils: &Stencils, character: &Character) -> Self {
        Self::of_each(stencils, character, |mesh, _, stencils| {
            stencils.gradients(mesh, None)
        })
    }

    /// Those of a character from those of an older one with the same surface: only rows near changed weights are computed.
    fn since(&self, older: &Character, stencils: &Stencils, character: &Character) -> Self {
        Self::of_each(stencils, character, |mesh, place, stencils| {
            let older = older.meshes.get(place).zip(self.of_meshes.get(place));
            stencils.gradients(mesh, older)
        })
    }

    fn of_each(
        stencils: &Stencils,
        character: &Character,
        of: impl Fn(&Mesh, usize, &MeshStencils) -> MeshGradients,
    ) -> Self {
        let meshes = character.meshes.iter().zip(&stencils.of_meshes).enumerate();
        Self {
            of_meshes: meshes
                .map(|(place, (mesh, stencils))| of(mesh, place, stencils))
                .collect(),
        }
    }

    /// Those of a primitive.
    #[must_use]
    pub fn of(&self, placed: &PlacedPrimitive<'_>) -> Option<&WeightGradients> {
        let of_mesh = self.of_meshes.get(placed.instance.mesh)?;
        of_mesh.get(placed.primitive_index)?.as_ref()
    }
}

/// What follows from the surface alone.
#[derive(Debug)]
struct Stencils {
    of_meshes: Vec<MeshStencils>,
}

#[derive(Debug)]
struct MeshStencils {
    /// The first vertex of each primitive in the joined list of all.
    firsts: Vec<u32>,
    /// The primitive of each joined vertex, and the vertex in it.
    places: Vec<(usize, u32)>,
    of_vertices: GradientStencils,
}

impl Stencils {
    fn new(character: &Character) -> Self {
        let of_mesh = |mesh: &Mesh| {
            let (mut firsts, mut places) = (Vec::new(), Vec::new());
            let (mut positions, mut triangles) = (Vec::new(), Vec::new());
            for (place, primitive) in mesh.primitives.iter().enumerate() {
                let first = u32::try_from(positions.len()).unwrap_or(u32::MAX);
                let joined = |vertex: u32| vertex.saturating_add(first);
                firsts.push(first);
                places.extend(vertices(primitive).map(|vertex| (place, vertex)));
                positions.extend_from_slice(&primitive.positions);
                triangles.extend(primitive.triangles.iter().map(|of| of.map(joined)));
            }
            MeshStencils {
                of_vertices: GradientStencils::new(&positions, &triangles),
                firsts,
                places,
            }
        };
        Self {
            of_meshes: character.meshes.iter().map(of_mesh).collect(),
        }
    }
}

impl MeshStencils {
    /// What the stencil of a vertex comes to, by its place in the joined list.
    fn sum(&self, mesh: &Mesh, joined: u32) -> StencilSum {
        let weighting = |place: usize| mesh.primitives.get(place)?.weighting();
        let around = self.of_vertices.of(joined).iter();
        StencilSum::new(around.filter_map(|term| {
            let (place, vertex) = *self.places.get(term.vertex as usize)?;
            Some(WeightedTerm {
                weighting: weighting(place),
                vertex,
                factor: term.factor,
            })
        }))
    }

    /// A primitive's vertex in the joined list.
    fn joined_index(&self, primitive: usize, vertex: u32) -> u32 {
        let first = self.firsts.get(primitive).copied();
        first.unwrap_or(u32::MAX).saturating_add(vertex)
    }

    /// The gradients of a mesh; where an older one with its gradients is given, only those near what changed are computed.
    fn gradients(&self, mesh: &Mesh, older: Option<(&Mesh, &MeshGradients)>) -> MeshGradients {
        let changed = older.map(|(older, _)| self.changed_mask(mesh, older));
        let known = |place: usize| older.and_then(|(_, known)| known.get(place)?.as_ref());
        let mut sums = OncePerPlace::new(self);
        let mut near = OncePerPlace::new(self);
        let of = |(place, primitive): (usize, &Primitive)| {
            let weighting = primitive.weighting()?;
            let sum = |vertex| {
                let joined = self.joined_index(place, vertex);
                sums.of(joined, || Arc::new(self.sum(mesh, joined)))
            };
            Some(match (known(place), &changed) {
                (Some(known), Some(changed)) if changed.is_empty() => known.clone(),
                (Some(known), Some(changed)) => {
                    let is_stale = |vertex| self.is_stale((place, vertex), changed, &mut near);
                    known.recompute(weighting, is_stale, sum)
                }
                _ => WeightGradients::new(weighting, sum),
            })
        };
        mesh.primitives.iter().enumerate().map(of).collect()
    }

    /// Whether each vertex of the joined list may have another row or blend value than before; empty if none has.
    fn changed_mask(&self, mesh: &Mesh, older: &Mesh) -> Vec<bool> {
        let primitives = mesh.primitives.iter().zip(&older.primitives).enumerate();
        let of_each = primitives.flat_map(|(place, (now, before))| {
            let rows = changed_rows(now, before).into_iter();
            rows.map(move |vertex| self.joined_index(place, vertex))
        });
        let mut changed = Vec::new();
        for joined in of_each {
            // Made with the first change, so that an empty list says that there is none.
            changed.resize(self.places.len(), false);
            if let Some(changed) = changed.get_mut(joined as usize) {
                *changed = true;
            }
        }
        changed
    }

    /// Whether a primitive's vertex, or one that its stencil has, changed.
    fn is_stale(
        &self,
        (primitive, vertex): (usize, u32),
        changed: &[bool],
        near: &mut OncePerPlace<'_, bool>,
    ) -> bool {
        let joined = self.joined_index(primitive, vertex);
        is_changed(changed, joined) || near.of(joined, || self.is_near(joined, changed))
    }

    /// Whether the stencil of a vertex has one that changed.
    fn is_near(&self, joined: u32, changed: &[bool]) -> bool {
        let mut around = self.of_vertices.of(joined).iter();
        around.any(|term| is_changed(changed, term.vertex))
    }
}

fn is_changed(changed: &[bool], joined: u32) -> bool {
    // What is not known counts as changed.
    changed.get(joined as usize).copied().unwrap_or(true)
}

/// What all vertices of a place share, made once where there are several: primitives that list the same vertices with triangles of
/// their own make stencils as long as they are many.
struct OncePerPlace<'a, T> {
    stencils: &'a GradientStencils,
    /// By the first vertex of the place; none of places with a single vertex.
    made: HashMap<u32, Option<T>>,
}

impl<'a, T: Clone> OncePerPlace<'a, T> {
    fn new(of: &'a MeshStencils) -> Self {
        let stencils = &of.of_vertices;
        let count = u32::try_from(stencils.vertex_count()).unwrap_or(u32::MAX);
        let later = (0..count).filter_map(|vertex| {
            let first = stencils.first_at_place(vertex)?;
            (first != vertex).then_some((first, None))
        });
        Self {
            stencils,
            made: later.collect(),
        }
    }

    fn of(&mut self, joined: u32, make: impl FnOnce() -> T) -> T {
        let first = self.stencils.first_at_place(joined);
        let kept = first.and_then(|first| self.made.get_mut(&first));
        match kept {
            Some(kept) => kept.get_or_insert_with(make).clone(),
            None => make(),
        }
    }
}

fn vertices(primitive: &Primitive) -> std::ops::Range<u32> {
    0..u32::try_from(primitive.positions.len()).unwrap_or(u32::MAX)
}

fn changed_rows(now: &Primitive, before: &Primitive) -> Vec<u32> {
    let all = || vertices(now).collect();
    let mut changed = match (&now.influences, &before.influences) {
        (Some(now), Some(before)) => now.changed_since(before),
        (None, None) => Vec::new(),
        _ => all(),
    };
    for (kind, now) in now.maps.iter() {
        match (now, &before.maps[kind]) {
            (Some(now), Some(before)) => changed.extend(now.changed_since(before)),
            (None, None) => {}
            _ => changed = all(),
        }
    }
    changed
}

/// The gradients of the weights that are shown, computed when they are asked for, and again only near what changed.
///
/// Several versions of the weights are kept, as panes show them side by side.
#[derive(Clone, Debug, Default)]
pub(crate) struct GradientCache {
    stencils: Option<(Arc<Character>, Arc<Stencils>)>,
    /// The last asked for at the end.
    versions: Vec<(Arc<Character>, Arc<CharacterGradients>)>,
}

/// As many as there are panes at most.
const MOST_VERSIONS: usize = 4;

impl GradientCache {
    /// The gradients of a character's weights.
    pub(crate) fn of(&mut self, character: &Arc<Character>) -> Arc<CharacterGradients> {
        let is_this = |(of, _): &(Arc<Character>, _)| Arc::ptr_eq(of, character);
        if let Some(place) = self.versions.iter().position(is_this) {
            let found = self.versions.remove(place);
            let gradients = Arc::clone(&found.1);
            self.versions.push(found);
            return gradients;
        }
        let stencils = self.stencils(character);
        // From the version asked for last: only what differs from it is computed.
        let older = self.versions.last();
        let gradients = Arc::new(match older {
            Some((older, known)) => known.since(older, &stencils, character),
            None => CharacterGradients::on(&stencils, character),
        });
        // The first in the list was not asked for the longest.
        if self.versions.len() >= MOST_VERSIONS {
            self.versions.remove(0);
        }
        self.versions
            .push((Arc::clone(character), Arc::clone(&gradients)));
        gradients
    }

    /// Versions of another surface go with its stencils.
    fn stencils(&mut self, character: &Arc<Character>) -> Arc<Stencils> {
        if let Some((of, stencils)) = &mut self.stencils
            && has_same_surface(of, character)
        {
            // Replaces the older character, so that its memory can be freed.
            *of = Arc::clone(character);
            return Arc::clone(stencils);
        }
        self.versions.clear();
        let stencils = Arc::new(Stencils::new(character));
        self.stencils = Some((Arc::clone(character), Arc::clone(&stencils)));
        stencils
    }
}
