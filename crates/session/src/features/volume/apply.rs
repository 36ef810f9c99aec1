//! The check of volume in test poses: visits of its places, and what helps there.

use std::sync::Arc;

use character::Character;
use scene::posed_character::Look;
use scene::vertex_facts::VertexPlace;
use scene::view::pane_shows::PaneShows;
use scene::view::shading::Shading;

use crate::features::Context;
use crate::mode::Mode;
use crate::session::Request;
use crate::settings::window_layout::Tile;
use crate::settings::{PaneBars, SettingChange};
use crate::shown::visible_pose;
use crate::state::selection::Choose;
use crate::state::test_poses::strip::StripEvent;
use crate::state::volume::remedy::{Remedy, RemedyOrder};
use crate::state::volume::volume_list::{
    MethodStep, VolumeIntent, VolumeList, VolumeOutcome, VolumePlace,
};
use crate::state::weight_operations::weight_request::WeightRequest;

/// Pane A, whose method is measured.
const PANE_A: usize = 0;

impl Context<'_> {
    /// Begins the check, with its list and the strip in sight, or ends it.
    pub(in crate::features) fn toggle_volume_check(&mut self) {
        let session = &mut *self.session;
        let volume = &mut session.character.volume;
        volume.wanted ^= true;
        if volume.wanted {
            session.settings.layout.show(Tile::Problems);
            let bars = PaneBars {
                test_poses: true,
                ..session.settings.bars(session.mode)
            };
            let settings = &mut session.settings;
            settings.change(SettingChange::Bars(session.mode, bars));
        } else {
            (volume.list, volume.visited) = (None, None);
        }
    }

    pub(in crate::features) fn on_volume_intent(&mut self, intent: VolumeIntent) {
        match intent {
            VolumeIntent::Visit(list, index) => {
                self.visit_volume(&list, index);
            }
            VolumeIntent::Smooth(list, index) => {
                self.try_at(list, index, Remedy::Smooth);
            }
            VolumeIntent::Blend(list, index) => {
                self.try_at(list, index, Remedy::Blend);
            }
        }
    }

    pub(in crate::features) fn on_volume_outcome(&mut self, outcome: VolumeOutcome) {
        let volume = &mut self.session.character.volume;
        match outcome {
            VolumeOutcome::Found(list) => {
                // What was measured when the check ended comes too late.
                if volume.wanted {
                    volume.list = Some(list);
                }
            }
        }
    }

    /// Visits the place after the visited one; the first one where none is.
    pub(in crate::features) fn next_volume_place(&mut self) {
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
    pub(in crate::features) fn at_volume_place(
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
        let look = self.session.comparing.first_look().whole();
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

    /// Shows a place, and starts a trial of what may help there.
    fn try_at(&mut self, list: Arc<VolumeList>, index: usize, remedy: Remedy) {
        if self.visit_volume(&list, index).is_none() {
            return;
        }
        if let Some(refusal) = self.layer_refusal() {
            return self.say(&refusal);
        }
        let mut order = RemedyOrder {
            list,
            index,
            remedy,
            refused: Vec::new(),
        };
        let session = &mut *self.session;
        let locked = session.character.weights.locked.clone();
        let kept = (locked, session.settings.brush.limit);
        order.refused = session.character.volume.refused.begin(&order, kept);
        let request = WeightRequest::Remedy(order);
        session.requests.push(Request::Weights(request));
    }

    /// Pane A shows another method from now on, as part of the step that was just made from a character.
    pub(in crate::features) fn show_method_of_step(&mut self, before: &Arc<Character>, look: Look) {
        let Some(shows) = self.session.comparing.panes.get(PANE_A).copied() else {
            return;
        };
        let looks = [shows.look, look];
        self.set_pane(PANE_A, PaneShows { look, ..shows });
        // Weak: the history alone decides how long a character is kept.
        let characters = [before, &self.document.character].map(Arc::downgrade);
        let methods = &mut self.session.character.volume.methods;
        methods.retain(|step| !step.is_over());
        methods.push(MethodStep { characters, looks });
    }

    /// Takes the method of pane A along when a step is undone, or done again: from one character to another.
    pub(in crate::features) fn follow_method_of_step(&mut self, from: &Arc<Character>) {
        let now = &self.document.character;
        let steps = self.session.character.volume.methods.iter();
        let looks = steps.rev().find_map(|step| step.looks_between(from, now));
        let shows = self.session.comparing.panes.get(PANE_A).copied();
        if let Some(([was, look], shows)) = looks.zip(shows)
            // A method that was chosen since the step stays.
            && shows.look == was
        {
            self.set_pane(PANE_A, PaneShows { look, ..shows });
        }
    }
}
