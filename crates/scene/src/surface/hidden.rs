//! What panes do not show: whole primitives, and single faces of others. Rays and brushes pass through both.

use std::collections::{BTreeMap, BTreeSet};

use character::Primitive;

/// Hidden primitives and faces, by the places of primitives as [`placed_primitives`](crate::pose::placed::placed_primitives) counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HiddenSurfaces {
    primitives: BTreeSet<usize>,
    faces: BTreeMap<usize, HiddenFaces>,
}

/// Hidden faces of one primitive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct HiddenFaces {
    /// By triangle.
    faces: Vec<bool>,
    /// By vertex: whether it is a corner of hidden triangles, and of no others.
    vertices: Vec<bool>,
}

impl HiddenSurfaces {
    /// Whether everything is shown.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.primitives.is_empty() && self.faces.is_empty()
    }

    /// The primitives that are hidden as a whole.
    #[must_use]
    pub const fn primitives(&self) -> &BTreeSet<usize> {
        &self.primitives
    }

    /// Hides whole primitives.
    pub fn hide_primitives(&mut self, primitives: impl IntoIterator<Item = usize>) {
        self.primitives.extend(primitives);
    }

    /// Hides those triangles of a primitive that are meant, beside those that are hidden already; how many are new.
    pub fn hide_faces(
        &mut self,
        placed: usize,
        primitive: &Primitive,
        is_meant: impl Fn(usize) -> bool,
    ) -> usize {
        let before = self.faces.get(&placed);
        let is_known = |face: usize| before.is_some_and(|known| known.has_face(face));
        let all = 0..primitive.triangles.len();
        let added = all
            .clone()
            .filter(|&face| is_meant(face) && !is_known(face));
        let added = added.count();
        if added > 0 {
            let faces: Vec<bool> = all.map(|face| is_known(face) || is_meant(face)).collect();
            let hidden = HiddenFaces::new(faces, primitive);
            self.faces.insert(placed, hidden);
        }
        added
    }

    /// Whether a triangle is hidden, by itself or with its primitive.
    #[must_use]
    pub fn has_face(&self, placed: usize, face: usize) -> bool {
        let of_primitive = || self.faces.get(&placed);
        self.has_primitive(placed) || of_primitive().is_some_and(|known| known.has_face(face))
    }

    /// Whether nothing at a vertex is shown: its primitive is hidden, or all of its triangles are.
    #[must_use]
    pub fn has_vertex(&self, placed: usize, vertex: usize) -> bool {
        let of_primitive = self.vertices_of(placed);
        let is_hidden = of_primitive.is_some_and(|hidden| hidden.get(vertex) == Some(&true));
        self.has_primitive(placed) || is_hidden
    }

    /// Whether a primitive is hidden as a whole.
    #[must_use]
    pub fn has_primitive(&self, placed: usize) -> bool {
        self.primitives.contains(&placed)
    }

    /// Whether each triangle of a primitive is hidden; none where all are shown.
    #[must_use]
    pub fn faces_of(&self, placed: usize) -> Option<&[bool]> {
        let hidden = self.faces.get(&placed)?;
        Some(&hidden.faces)
    }

    /// Whether each vertex of a primitive has hidden triangles alone; none where all are shown.
    #[must_use]
    pub fn vertices_of(&self, placed: usize) -> Option<&[bool]> {
        let hidden = self.faces.get(&placed)?;
        Some(&hidden.vertices)
    }

    /// The hidden triangles of each primitive as runs: the first, and one past the last.
    #[must_use]
    pub fn face_runs(&self) -> BTreeMap<usize, Vec<[usize; 2]>> {
        let all = self.faces.iter();
        all.map(|(&placed, hidden)| (placed, runs(&hidden.faces)))
            .collect()
    }
}

impl HiddenFaces {
    fn new(faces: Vec<bool>, primitive: &Primitive) -> Self {
        let mut is_at = [false, true].map(|_| vec![false; primitive.positions.len()]);
        let triangles = primitive.triangles.iter().zip(&faces);
        let corners =
            triangles.flat_map(|(corners, &hidden)| corners.map(|corner| (corner, hidden)));
        for (corner, hidden) in corners {
            let [shown_at, hidden_at] = &mut is_at;
            let at = if hidden { hidden_at } else { shown_at };
            if let Some(slot) = at.get_mut(corner as usize) {
                *slot = true;
            }
        }
        let [shown_at, hidden_at] = is_at;
        let vertices = hidden_at.into_iter().zip(shown_at);
        Self {
            faces,
            vertices: vertices.map(|(hidden, shown)| hidden && !shown).collect(),
        }
    }

    fn has_face(&self, face: usize) -> bool {
        self.faces.get(face) == Some(&true)
    }
}

/// The places of a list that are true, as runs: the first, and one past the last.
#[must_use]
pub fn runs(flags: &[bool]) -> Vec<[usize; 2]> {
    let mut found: Vec<[usize; 2]> = Vec::new();
    for (place, _) in flags.iter().enumerate().filter(|(_, flag)| **flag) {
        match found.last_mut() {
            Some([_, end]) if *end == place => *end += 1,
            _ => found.push([place, place + 1]),
        }
    }
    found
}
