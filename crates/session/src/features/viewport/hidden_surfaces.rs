//! Surfaces hidden in the panes, so that the pointer and the brush reach what lies below.

use std::collections::BTreeSet;
use std::sync::Arc;

use scene::placed::placed_primitives;
use scene::vertex_facts::VertexPlace;

use crate::features::Context;
use crate::session::Session;
use crate::state::selection::Choose;

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
        hidden.extend((0..placed.len()).filter(|&primitive| is_meant(primitive)));
        let selected = self.session.character.weights.vertices.all().iter();
        let seen = |at: &&VertexPlace| !hidden.contains(&at.primitive);
        let seen: Vec<VertexPlace> = selected.filter(seen).copied().collect();
        self.session.character.hidden_surfaces = Arc::new(hidden);
        self.choose_vertices(&seen, Choose::Alone);
    }

    /// Shows all surfaces again.
    pub(super) fn show_surfaces(&mut self) {
        self.session.character.hidden_surfaces = Arc::default();
    }
}
