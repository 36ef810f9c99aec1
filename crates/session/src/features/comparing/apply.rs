//! Commands about panes and their comparison, and the visit of the places that differ most.

use std::sync::Arc;

use scene::compare::{Comparison, Hotspot, Hull, worst_spots};
use scene::deform::DeformedPrimitive;
use scene::view::bounds::Bounds;
use scene::view::pane_shows::{PaneShows, PaneWeights};

use crate::features::Context;
use crate::features::problems::asymmetry::SEEN;
use crate::session::Request;
use crate::shown::{at_rest, bounds_of, deform_pane, rest_bounds, rounding, shown_pose};
use crate::state::comparing::command::CompareIntent;
use crate::state::comparing::{AsymmetricSpots, PANES, Visited};

/// Smallest distance between two visited places, as a share of the character's size.
const SPACING: f32 = 0.08;
/// Radius framed around a visited place, as a share of the character's size.
const AROUND: f32 = 0.07;
/// Smallest cosine between the surface normal and the direction to the camera; below it the camera moves to the side
/// that the normal faces.
/// That of 81°: flatter views show little of a place.
const FACING: f32 = 0.15;

impl Context<'_> {
    pub(in crate::features) fn on_compare_intent(&mut self, intent: CompareIntent) {
        match intent {
            CompareIntent::SetPane(pane, shows) => self.set_pane(pane, shows),
            CompareIntent::RemovePane(pane) => self.session.comparing.remove(pane),
            CompareIntent::SetWipe(share) => self.set_wipe(share),
            CompareIntent::SetGhost(opacity) => self.set_ghost(opacity),
            CompareIntent::WeightsOfStep(step) => self.compare_with_step(step),
            CompareIntent::ForgetWeights(number) => self.forget_weights(number),
            CompareIntent::VisitSkin(visit) => self.visit_skin(&visit),
            CompareIntent::PinRange(range) => self.pin_range(range),
            CompareIntent::SetOwnCamera(pane, is_own) => self.set_own_camera(pane, is_own),
        }
    }

    pub(in crate::features) fn set_pane(&mut self, pane: usize, shows: PaneShows) {
        if let Some(slot) = self.session.comparing.panes.get_mut(pane) {
            let is_baked = slot.weights == PaneWeights::Baked;
            let method = |shows: &PaneShows| (shows.look.method, shows.look.per_mesh);
            let leaves_baked = is_baked && method(&shows) != method(slot);
            *slot = match leaves_baked {
                // Another method is one of the current weights: what was baked blends linearly.
                true => PaneShows {
                    weights: PaneWeights::Current,
                    ..shows
                },
                false => shows.as_baked(),
            };
            self.session.comparing.active = pane;
            self.forget_unseen_weights();
        }
    }

    pub(in crate::features) fn activate_pane(&mut self, pane: usize) {
        let comparing = &mut self.session.comparing;
        if pane < comparing.panes.len() {
            comparing.active = pane;
        }
    }

    pub(in crate::features) fn next_pane(&mut self) {
        let comparing = &mut self.session.comparing;
        comparing.active = (comparing.active + 1) % comparing.panes.len().max(1);
    }

    pub(in crate::features) fn set_wipe(&mut self, share: f32) {
        if share.is_finite() {
            self.session.comparing.wipe = share.clamp(0.0, 1.0);
        }
    }

    pub(in crate::features) fn set_ghost(&mut self, opacity: f32) {
        if opacity.is_finite() {
            self.session.comparing.ghost = opacity.clamp(0.0, 1.0);
        }
    }

    pub(in crate::features) fn pin_range(&mut self, range: Option<f32>) {
        let is_range = |range: &f32| range.is_finite() && *range > 0.0;
        self.session.comparing.pinned_range = range.filter(is_range);
    }

    /// Pins the current range of the heat map, or unpins it.
    pub(in crate::features) fn toggle_range_pinned(&mut self) {
        let pinned = match self.session.comparing.pinned_range {
            Some(_) => None,
            None => {
                let character = &self.document.character;
                let at_rest = at_rest(character);
                let hull = Hull::new(self.session.surface.of(character), &at_rest);
                let range = Comparison::of(&hull, &self.deformed_panes(&hull)).range();
                Some(range.max(rounding(&rest_bounds(character, &at_rest))))
            }
        };
        self.pin_range(pinned);
    }

    /// Goes to the next or previous of the places where the panes differ most, and frames it.
    ///
    /// Where they differ by rounding alone, it says so. Where surfaces show the asymmetry of weights, the window, which knows it, tells
    /// the places.
    pub(in crate::features) fn visit_spot(&mut self, forward: bool) {
        if self.session.visits_asymmetry() {
            let asked = Request::AsymmetricSpots(forward);
            return self.session.requests.push(asked);
        }
        let Some(pane) = self.session.comparing.other() else {
            return;
        };
        let character = &self.document.character;
        let at_rest = at_rest(character);
        let surface = self.session.surface.of(character);
        let panes = self.deformed_panes(&Hull::new(surface, &at_rest));
        let (Some(reference), Some(other)) = (panes.first(), panes.get(pane)) else {
            return;
        };
        let size = 2.0 * bounds_of(reference).radius();
        let least = rounding(&rest_bounds(character, &at_rest));
        let mut spots = worst_spots(reference, other, SPACING * size);
        if spots.first().is_none_or(|worst| worst.amount < least) {
            spots.clear();
            let name = PANES.get(pane).copied().unwrap_or_default();
            self.say(&format!(
                "No difference: pane {name} shows what pane A shows."
            ));
        }
        self.visit((pane, None), &spots, other, size, forward);
    }

    /// Goes to the next or previous of the places where weights differ most from those of the mirror image.
    pub(in crate::features) fn visit_asymmetric(&mut self, found: &AsymmetricSpots) {
        let AsymmetricSpots {
            map,
            spots,
            forward,
        } = found;
        if spots.is_empty() {
            let text = format!("Weights are symmetric: no vertex differs by {SEEN} or more.");
            self.say(&text);
        }
        let character = &self.document.character;
        let surface = self.session.surface.of(character);
        let panes = self.deformed_panes(&Hull::new(surface, &at_rest(character)));
        let pane = self.session.comparing.active;
        if let Some(deformed) = panes.get(pane) {
            let size = 2.0 * bounds_of(deformed).radius();
            self.visit((pane, Some(*map)), spots, deformed, size, *forward);
        }
    }

    /// Frames the spot after or before the visited one in a pane of these vertices.
    fn visit(
        &mut self,
        (pane, asymmetry): (usize, Option<u64>),
        spots: &[Hotspot],
        deformed: &[DeformedPrimitive],
        size: f32,
        forward: bool,
    ) {
        let rank = self.next_rank((pane, asymmetry), spots.len(), forward);
        let Some(&spot) = spots.get(rank) else {
            self.session.comparing.visited = None;
            return;
        };
        self.look_at(&spot, pane, deformed, AROUND * size);
        let shown = &self.session.comparing.panes;
        self.session.comparing.visited = Some(Visited {
            pane,
            rank,
            of: spots.len(),
            spot,
            asymmetry,
            pose: shown_pose(self.document, self.session),
            panes: shown.clone(),
            scale_inheritance: Arc::clone(&self.document.scale_inheritance),
        });
    }

    /// Starts with the worst place; counts on only while pane, pose, scale inheritance and what is looked for are those of the last
    /// visit.
    fn next_rank(
        &self,
        (pane, asymmetry): (usize, Option<u64>),
        n_spots: usize,
        forward: bool,
    ) -> usize {
        let comparing = &self.session.comparing;
        let pose = shown_pose(self.document, self.session);
        let is_of_now = |visited: &&Visited| {
            visited.pane == pane
                && visited.asymmetry == asymmetry
                && visited.of == n_spots
                && visited.panes == comparing.panes
                && visited.pose == pose
                && visited.scale_inheritance == self.document.scale_inheritance
        };
        let Some(visited) = comparing.visited.as_ref().filter(is_of_now) else {
            return if forward {
                0
            } else {
                n_spots.saturating_sub(1)
            };
        };
        // There is at least one place, since the last visit was of one of so many. One less than all is one back.
        let step = if forward { 1 } else { n_spots - 1 };
        (visited.rank + step) % n_spots.max(1)
    }

    /// Frames a place in a pane and in A.
    fn look_at(
        &mut self,
        spot: &Hotspot,
        pane: usize,
        deformed: &[DeformedPrimitive],
        around: f32,
    ) {
        self.begin_visit();
        let normals = deformed.get(spot.primitive).map(|found| &found.normals);
        let normal = normals.and_then(|normals| normals.get(spot.vertex).copied());
        let bounds = Bounds::from_points([spot.position - around, spot.position + around]);
        let mut camera = self.session.camera_of(pane);
        let to_eye = (camera.eye() - spot.position).normalize_or_zero();
        if let Some(normal) = normal.filter(|normal| normal.dot(to_eye) < FACING) {
            camera = camera.facing_normal(normal);
        }
        let camera = camera.framed(&bounds, self.session.pane_aspect);
        for pane in [0, pane] {
            self.session.set_camera_of(pane, camera);
        }
    }

    /// Gives a pane a camera of its own, at first as the shared one stands, or takes it away.
    pub(in crate::features) fn set_own_camera(&mut self, pane: usize, is_own: bool) {
        let now = self.session.camera_of(pane);
        let comparing = &mut self.session.comparing;
        comparing.through.take_if(|through| through.pane == pane);
        if let Some(own) = comparing.own_cameras.get_mut(pane)
            && pane < comparing.panes.len()
        {
            *own = is_own.then_some(now);
            comparing.active = pane;
        }
    }

    /// The vertices of every pane at this moment, skinned on the CPU.
    fn deformed_panes(&self, hull: &Hull) -> Vec<Vec<DeformedPrimitive>> {
        let character = &self.document.character;
        let pose = shown_pose(self.document, self.session);
        let panes = self.session.comparing.panes.iter().map(|&shows| {
            let mut out = Vec::new();
            if let Some(posed) = self.pane_of(&pose, shows) {
                deform_pane((character, hull), &posed, &mut out);
            }
            out
        });
        panes.collect()
    }
}
