//! Commands of the problem list: visits of problems, and repairs.

use std::sync::Arc;

use scene::vertex_facts::VertexPlace;
use scene::view::camera::Camera;
use scene::view::shading::Shading;

use crate::features::Context;
use crate::mode::Mode;
use crate::notices::Severity;
use crate::settings::window_layout::Tile;
use crate::state::problems::problem_list::{
    FixOrder, Fixed, ProblemIntent, ProblemList, ProblemOutcome, Step, pluralize,
};
use crate::state::problems::problem_sight::{NEAR, ProblemSight};
use crate::state::selection::Choose;

impl Context<'_> {
    pub(in crate::features) fn on_problem_intent(&mut self, intent: ProblemIntent) {
        match intent {
            ProblemIntent::Visit(list, place) => {
                let now = self.session.character.problems.list.as_ref();
                if now.is_some_and(|now| Arc::ptr_eq(now, &list)) {
                    self.visit_problem(&list, place);
                }
            }
            ProblemIntent::Fix(order) => self.order_fix(order),
            ProblemIntent::CancelFix => self.session.character.problems.order = None,
        }
    }

    pub(in crate::features) fn on_problem_outcome(&mut self, outcome: ProblemOutcome) {
        match outcome {
            ProblemOutcome::Found(list) => {
                self.session.character.problems.take(list);
                if let Some(step) = self.session.character.problems.step.take() {
                    self.step_problems(step);
                }
            }
            ProblemOutcome::GiveUpFix(why) => {
                if let Some(order) = self.session.character.problems.order.take() {
                    let text = format!("{}: {why}.", order.name);
                    self.session.notices.push(Severity::Note, text);
                }
            }
            ProblemOutcome::Fixed(fixed) => self.take_fixed(*fixed),
            ProblemOutcome::Seen(sight, camera) => self.take_sight(&sight, camera),
        }
    }

    /// Visits a problem of the current list; if there is none yet, waits until it is found.
    pub(in crate::features) fn step_problems(&mut self, step: Step) {
        let problems = &mut self.session.character.problems;
        let checks = &self.session.settings.checks;
        let Some(list) = problems.list_of(&self.document.character, checks).cloned() else {
            problems.step = Some(step);
            return;
        };
        if step == Step::Alone {
            return self.visit_alone(&list);
        }
        match problems.after(step, list.entries.len()) {
            Some(place) => self.visit_problem(&list, place),
            None => {
                let text = list.nothing_wrong();
                self.session.notices.push(Severity::Note, text);
            }
        }
    }

    /// Selects what a problem is about, and frames it, in Weights mode, where selected vertices are marked.
    fn visit_problem(&mut self, list: &Arc<ProblemList>, place: usize) {
        let Some(entry) = list.entries.get(place) else {
            return;
        };
        if self.session.mode != Mode::Weights {
            self.change_mode(Mode::Weights);
        }
        self.choose_vertices(&entry.places, Choose::Alone);
        if entry.joint.is_some() {
            self.select(entry.joint);
            self.session.shading = Shading::Weights;
        }
        self.frame_vertices(&entry.places);
        let problems = &mut self.session.character.problems;
        (problems.current, problems.next) = (Some(place), place + 1);
        if !self.session.settings.layout.is_in_sight(Tile::Problems) {
            let units = self.session.settings.units;
            let text = format!(
                "Problem {} of {}: {}; {}.",
                place + 1,
                list.entries.len(),
                entry.problem.kind.words(),
                entry.line(list, units)
            );
            self.session.notices.push(Severity::Note, text);
        }
    }

    /// Selects the vertices without a mirror partner.
    fn visit_alone(&mut self, list: &ProblemList) {
        let (count, places) = (list.alone.len(), &list.alone);
        let text = match count {
            _ if list.points == 0 => list.nothing_wrong(),
            _ if !list.has_sides => "The mesh is not symmetric: most of its vertices have no partner. Checks in the panel of problems chooses another plane.".to_owned(),
            0 => "All vertices have a partner on the other side.".to_owned(),
            _ => format!("{} without a partner on the other side.", pluralize(count, "vertex", "vertices")),
        };
        if count > 0 {
            if self.session.mode != Mode::Weights {
                self.change_mode(Mode::Weights);
            }
            self.choose_vertices(places, Choose::Alone);
            self.frame_vertices(places);
        }
        self.session.notices.push(Severity::Note, text);
    }

    /// Frames the vertices as the active pane shows them, from where most are visible. Large meshes are looked at in
    /// the background.
    pub(in crate::features) fn frame_vertices(&mut self, chosen: &[VertexPlace]) {
        self.frame_around(chosen, NEAR);
    }

    /// The same with so much around them, as a share of the character's size.
    pub(in crate::features) fn frame_around(&mut self, chosen: &[VertexPlace], around: f32) {
        let Some(pane) = self.active_pane() else {
            return;
        };
        self.begin_visit();
        let current = &self.document.character;
        let sight = ProblemSight {
            character: Arc::clone(pane.character(current)),
            current: Arc::clone(current),
            surface: self.session.surface.of(current),
            posed: pane.posed,
            places: chosen.to_vec(),
            around,
            camera: (self.session.active_camera(), self.session.pane_aspect),
        };
        if sight.is_small() {
            self.session.character.problems.sight = None;
            if let Some(camera) = sight.find_camera() {
                self.session.set_active_camera(camera);
            }
        } else {
            self.session.character.problems.sight = Some(Arc::new(sight));
        }
    }

    /// Takes the camera found in the background, unless mode, camera, character or selection changed since.
    fn take_sight(&mut self, sight: &Arc<ProblemSight>, camera: Option<Camera>) {
        let awaited = self.session.character.problems.sight.as_ref();
        if !awaited.is_some_and(|awaited| Arc::ptr_eq(awaited, sight)) {
            return;
        }
        self.session.character.problems.sight = None;
        let session = &*self.session;
        let is_at_work =
            session.operates() || session.limb.is_some() || session.painting.stroke.is_some();
        let is_as_it_was = session.mode == Mode::Weights
            && session.active_camera() == sight.camera.0
            && Arc::ptr_eq(&self.document.character, &sight.current)
            && sight.is_of(session.character.weights.vertices.all());
        if let Some(camera) = camera.filter(|_| is_as_it_was && !is_at_work) {
            self.session.set_active_camera(camera);
        }
    }

    /// Orders a repair: one at a time, and only from a list that is up to date.
    pub(in crate::features) fn order_fix(&mut self, order: FixOrder) {
        let list = &order.list;
        let checks = &self.session.settings.checks;
        let is_of_now = list.is_of(&self.document.character, checks);
        if is_of_now && self.session.character.problems.order.is_none() && !order.entries.is_empty()
        {
            self.session.character.problems.order = Some(order);
        }
    }

    /// Records a repair as one undo step and reports it. If the weights changed since the order, nothing happens.
    fn take_fixed(&mut self, fixed: Fixed) {
        if self.session.character.problems.order.take().is_none() {
            return;
        }
        let Fixed {
            of,
            name,
            edits,
            said,
        } = fixed;
        if !Arc::ptr_eq(&of, &self.document.character) {
            let text = format!("{name}: the weights have changed meanwhile. Try again.");
            self.session.notices.push(Severity::Note, text);
            return;
        }
        if !edits.is_empty() {
            self.edit_weights(&name, None, &edits);
        }
        let text = format!("{name}: {said}.");
        self.session.notices.push(Severity::Note, text);
    }
}
