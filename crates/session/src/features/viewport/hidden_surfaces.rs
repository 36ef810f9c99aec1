//! Surfaces and faces hidden in the panes, so that the pointer and the brush reach what lies below.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use character::Character;
use scene::covered::{CoveredAsked, hide_covered};
use scene::deform::{base_pose, deform};
use scene::hidden::HiddenSurfaces;
use scene::names::count;
use scene::placed::placed_primitives;
use scene::posed_character::Look;
use scene::vertex_facts::VertexPlace;

use crate::features::Context;
use crate::notices::Severity;
use crate::session::Session;
use crate::state::projects::Sight;
use crate::state::selection::Choose;

const NO_FACE: &str = "No face is hidden: of none that is shown are all corners selected. Grow the selection, or select more vertices.";
const NONE_COVERED: &str = "No face is hidden: none that is shown lies under clothes that are shown. Show the clothes, or hide faces by selected vertices.";

/// The placed primitives with selected vertices; without a selection the one under the pointer.
pub(super) fn meant_surfaces(session: &Session) -> BTreeSet<usize> {
    let selected = session.character.weights.vertices.all().iter();
    let selected: BTreeSet<usize> = selected.map(|at| at.primitive).collect();
    let pointed = session.character.pointing.found;
    match selected.is_empty() {
        true => pointed
            .map(|found| found.place.primitive)
            .into_iter()
            .collect(),
        false => selected,
    }
}

impl Context<'_> {
    /// Hides what is meant: all of its meshes, or what has its materials alone. Vertices of it are selected no more.
    pub(super) fn hide_surfaces(&mut self, whole: bool) {
        let meant = meant_surfaces(self.session);
        let placed: Vec<_> = placed_primitives(&self.document.character).collect();
        let instances: BTreeSet<usize> = (meant.iter())
            .filter_map(|&primitive| Some(placed.get(primitive)?.instance_index))
            .collect();
        let is_meant = |primitive: usize| {
            let of_mesh = placed
                .get(primitive)
                .is_some_and(|placed| instances.contains(&placed.instance_index));
            meant.contains(&primitive) || (whole && of_mesh)
        };
        let mut hidden = (*self.session.character.hidden_surfaces).clone();
        hidden.hide_primitives((0..placed.len()).filter(|&primitive| is_meant(primitive)));
        let selected = self.session.character.weights.vertices.all().iter();
        let seen = |at: &&VertexPlace| !hidden.has_primitive(at.primitive);
        let seen: Vec<VertexPlace> = selected.filter(seen).copied().collect();
        self.session.character.hidden_surfaces = Arc::new(hidden);
        self.choose_vertices(&seen, Choose::Alone);
    }

    /// Hides the faces all of whose corners are selected; then nothing is selected, so that the rest can be painted.
    pub(super) fn hide_selected_faces(&mut self) {
        let mut hidden = (*self.session.character.hidden_surfaces).clone();
        let selected = self.session.character.weights.vertices.all();
        if hide_faces_between(&self.document.character, selected, &mut hidden) == 0 {
            return self.session.notices.push(Severity::Note, NO_FACE);
        }
        self.session.character.hidden_surfaces = Arc::new(hidden);
        self.choose_vertices(&[], Choose::Alone);
    }

    /// Hides the faces of each body that lie under the clothes that were bound with it.
    pub(super) fn hide_faces_under_clothes(&mut self) {
        let character = &self.document.character;
        let inheritance = &self.document.scale_inheritance;
        let look = Look::default();
        let Ok(at_rest) = deform(character, &base_pose(character), inheritance, look) else {
            return;
        };
        let mut clothes: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for (&cloth, &body) in self.document.worn.iter() {
            clothes.entry(body).or_default().insert(cloth);
        }
        let mut hidden = (*self.session.character.hidden_surfaces).clone();
        // Cloth that goes out of sight by this still covers what is below it.
        let before = hidden.clone();
        let mut added = 0;
        for (&body, clothes) in &clothes {
            let asked = CoveredAsked {
                character,
                at_rest: &at_rest,
                body,
                clothes,
            };
            added += hide_covered(&asked, &before, &mut hidden);
        }
        if added == 0 {
            return self.session.notices.push(Severity::Note, NONE_COVERED);
        }
        let text = format!(
            "{} under clothes are hidden. “Show all meshes” shows them again.",
            faces(added)
        );
        let selected = self.session.character.weights.vertices.all().iter();
        let seen = |at: &&VertexPlace| !hidden.has_vertex(at.primitive, at.vertex);
        let seen: Vec<VertexPlace> = selected.filter(seen).copied().collect();
        self.session.character.hidden_surfaces = Arc::new(hidden);
        self.choose_vertices(&seen, Choose::Alone);
        self.session.notices.push(Severity::Note, text);
    }

    /// Shows all surfaces and faces again.
    pub(super) fn show_surfaces(&mut self) {
        self.session.character.hidden_surfaces = Arc::default();
    }
}

fn faces(number: usize) -> String {
    match number {
        1 => "1 face".to_owned(),
        _ => format!("{} faces", count(number)),
    }
}

/// Hides the faces all of whose corners are at places of selected vertices; how many are new.
fn hide_faces_between(
    character: &Character,
    selected: &BTreeSet<VertexPlace>,
    hidden: &mut HiddenSurfaces,
) -> usize {
    let mut added = 0;
    for (place, placed) in placed_primitives(character).enumerate() {
        let positions = &placed.primitive.positions;
        let bits = |vertex: usize| Some(positions.get(vertex)?.to_array().map(f32::to_bits));
        // They are in the order of primitives.
        let [first, end] = [place, place + 1].map(|primitive| VertexPlace {
            primitive,
            vertex: 0,
        });
        let of_primitive = selected.range(first..end);
        // By places, so that seams part no face from its neighbors.
        let chosen: HashSet<[u32; 3]> = of_primitive.filter_map(|at| bits(at.vertex)).collect();
        if chosen.is_empty() {
            continue;
        }
        let is_chosen =
            |&corner: &u32| bits(corner as usize).is_some_and(|at| chosen.contains(&at));
        added += hidden.hide_faces(place, placed.primitive, |face| {
            let corners = placed.primitive.triangles.get(face);
            corners.is_some_and(|corners| corners.iter().all(is_chosen))
        });
    }
    added
}

/// What a project says is hidden of a character. Places that it does not have are left out.
pub(in crate::features) fn hidden_of(sight: &Sight, character: &Character) -> HiddenSurfaces {
    let mut hidden = HiddenSurfaces::default();
    hidden.hide_primitives(sight.hidden_surfaces.iter().copied());
    for (place, placed) in placed_primitives(character).enumerate() {
        let runs = sight
            .hidden_faces
            .get(&place)
            .map_or(&[][..], Vec::as_slice);
        let mut meant = vec![false; placed.primitive.triangles.len()];
        for &[first, end] in runs {
            let end = end.min(meant.len());
            meant.get_mut(first..end).unwrap_or_default().fill(true);
        }
        hidden.hide_faces(place, placed.primitive, |face| {
            meant.get(face) == Some(&true)
        });
    }
    hidden
}
