//! The check of volume in test poses: visits of its places, and what helps there.

use std::sync::Arc;

use character::WeightEdit;
use rig::{ByMap, MapKind, Method, RowList};
use scene::placed::placed_primitives;
use scene::posed_character::Look;
use scene::vertex_facts::VertexPlace;
use scene::view::pane_shows::PaneShows;
use scene::view::shading::Shading;

use super::Context;
use crate::files::settings::Change;
use crate::files::strip::StripEvent;
use crate::files::window_layout::Tile;
use crate::jobs::shown::visible_pose;
use crate::mode::Mode;
use crate::notices::Severity;
use crate::tools::brush_work::Whole;
use crate::tools::selection::Choose;
use crate::weighting::volume_list::{VolumeIntent, VolumeList, VolumeOutcome, VolumePlace};
use crate::weighting::weights_work::PaintLayer;

/// Pane A, whose method is measured.
const PANE_A: usize = 0;

impl Context<'_> {
    /// Begins the check, with its list and the strip in sight, or ends it.
    pub(super) fn toggle_volume_check(&mut self) {
        let session = &mut *self.session;
        let volume = &mut session.character.volume;
        volume.wanted ^= true;
        volume.smooths = false;
        if volume.wanted {
            session.settings.layout.show(Tile::Problems);
            if !session.settings.test_poses {
                session.settings.change(Change::TestPoses(true));
            }
        } else {
            (volume.list, volume.visited) = (None, None);
        }
    }

    pub(super) fn on_volume_intent(&mut self, intent: VolumeIntent) {
        match intent {
            VolumeIntent::Visit(list, index) => {
                self.visit_volume(&list, index);
            }
            VolumeIntent::Smooth(list, index) => {
                if self.visit_volume(&list, index).is_some() {
                    self.session.character.weights.layer = PaintLayer::Joints;
                    self.session.character.volume.smooths = true;
                }
            }
            VolumeIntent::Blend(list, index) => {
                if let Some(place) = self.visit_volume(&list, index) {
                    self.blend_at(&place, list.look);
                }
            }
        }
    }

    pub(super) fn on_volume_outcome(&mut self, outcome: VolumeOutcome) {
        let volume = &mut self.session.character.volume;
        match outcome {
            VolumeOutcome::Found(list) => {
                if volume.wanted {
                    volume.list = Some(list);
                }
            }
            VolumeOutcome::Ready => {
                if std::mem::take(&mut volume.smooths) {
                    self.ask_whole(Whole::Smooth);
                }
            }
        }
    }

    /// Visits the place after the visited one; the first one where none is.
    pub(super) fn next_volume_place(&mut self) {
        let volume = &self.session.character.volume;
        let Some(list) = volume.list.clone() else {
            return;
        };
        let next = volume.current().map_or(0, |current| current + 1);
        if let Some(next) = next.checked_rem(list.places.len()) {
            self.visit_volume(&list, next);
        }
    }

    /// Does something at the visited place.
    pub(super) fn at_volume_place(
        &mut self,
        intent: impl FnOnce(Arc<VolumeList>, usize) -> VolumeIntent,
    ) {
        let volume = &self.session.character.volume;
        if let Some((list, current)) = volume.list.clone().zip(volume.current()) {
            self.on_volume_intent(intent(list, current));
        }
    }

    /// Takes the test pose of a place and selects what is there; none if the list is out of date.
    fn visit_volume(&mut self, list: &Arc<VolumeList>, index: usize) -> Option<VolumePlace> {
        let character = &self.session.character;
        let look = self.session.comparing.first_look();
        let poses = &character.test_poses.poses;
        let is_shown = (character.volume.list.as_ref()).is_some_and(|it| Arc::ptr_eq(it, list));
        if !is_shown || !list.is_of(&self.document.character, poses, look) {
            return None;
        }
        let place = list.places.get(index)?.clone();
        if self.session.mode != Mode::Weights {
            self.change_mode(Mode::Weights);
        }
        self.show_test_pose(place.pose);
        let places: Vec<VertexPlace> = place.vertices.iter().map(|(place, _)| *place).collect();
        self.choose_vertices(&places, Choose::Alone);
        self.select(Some(place.joint));
        self.session.shading = Shading::Weights;
        self.frame_vertices(&places);
        self.session.character.volume.visited = Some((place.joint, place.pose));
        Some(place)
    }

    /// Applies a test pose in full, unless it is applied so already.
    fn show_test_pose(&mut self, pose: usize) {
        let seen = visible_pose(self.document, self.session);
        let on = self.session.strip.on(&seen).map(|on| on.place);
        if on != Some(pose) {
            self.session.strip.amount = 1.0;
            self.on_test_poses(StripEvent::Take(pose));
        } else if self.session.strip.amount != 1.0 {
            self.on_test_poses(StripEvent::Amount {
                amount: 1.0,
                dragging: false,
            });
        }
    }

    /// Blends as dual quaternions do where volume is lost, as linear blending does where it balloons, most in the midst of
    /// the place; and shows it in pane A.
    fn blend_at(&mut self, place: &VolumePlace, look: Look) {
        let goal = if place.change < 0.0 { 1.0 } else { 0.0 };
        let edits = self.blend_edits(place, goal, look);
        let name = format!("Blend map at {}", self.joint_name(place.joint));
        let shows = self.session.comparing.panes.get(PANE_A).copied();
        let is_new = edits.iter().any(|edit| !edit.has_no_numbers());
        let follows = look.follows_maps(&self.document.character.meshes);
        if !is_new && follows {
            let text = format!(
                "{name}: it is {goal:.0} there already. Smooth the weights instead, or paint them."
            );
            return self.session.notices.push(Severity::Note, text);
        }
        if is_new {
            self.edit_weights(&name, None, &edits);
        }
        if let Some(shows) = shows.filter(|_| !follows) {
            let look = Look {
                method: Method::Affine,
                ..shows.look.for_all()
            };
            self.set_pane(PANE_A, PaneShows { look, ..shows });
            let text = format!("{name}: pane A shows affine blending now, which follows the map.");
            self.session.notices.push(Severity::Note, text);
        }
    }

    /// Numbers of the blend map that change. Where pane A blended a mesh linearly and there is no map yet, all its other vertices
    /// go on so: they get 0.
    fn blend_edits(&self, place: &VolumePlace, goal: f32, look: Look) -> Vec<WeightEdit> {
        let character = &self.document.character;
        let mut edits: Vec<WeightEdit> = Vec::new();
        for (index, placed) in placed_primitives(character).enumerate() {
            let of_primitive = (placed.instance.mesh, placed.primitive_index);
            let is_known = |edit: &WeightEdit| (edit.mesh, edit.primitive) == of_primitive;
            if placed.primitive.influences.is_none() || edits.iter().any(is_known) {
                continue;
            }
            let map = placed.primitive.maps.blend.as_ref();
            let count = placed.primitive.positions.len();
            let before = |vertex: usize| map.map_or(1.0, |map| map.value(vertex));
            let mesh = character.meshes.get(placed.instance.mesh);
            let own = mesh.map_or(look, |mesh| look.of_mesh(mesh));
            let starts_at_zero = map.is_none() && own.method == Method::Linear;
            let mut wanted: Vec<f32> = (0..count)
                .map(|vertex| if starts_at_zero { 0.0 } else { before(vertex) })
                .collect();
            blend_towards(goal, &mut wanted, (place, index));
            let numbers = (0_u32..).zip(wanted).enumerate();
            let changed = numbers
                .filter(|(vertex, (_, number))| (number - before(*vertex)).abs() > f32::EPSILON);
            edits.push(WeightEdit {
                mesh: of_primitive.0,
                primitive: of_primitive.1,
                rows: RowList::default(),
                maps: ByMap::only(MapKind::Blend, changed.map(|(_, number)| number).collect()),
            });
        }
        edits.retain(|edit| !edit.has_no_numbers());
        edits
    }
}

/// Takes the numbers of a primitive's vertices towards a goal, as far as they are in the midst of a place.
fn blend_towards(goal: f32, numbers: &mut [f32], (place, primitive): (&VolumePlace, usize)) {
    let here = place.vertices.iter();
    for (at, midst) in here.filter(|(at, _)| at.primitive == primitive) {
        if let Some(number) = numbers.get_mut(at.vertex) {
            *number += (goal - *number) * midst;
        }
    }
}
