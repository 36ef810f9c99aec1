//! Jobs on all weights: the choices in their dialogs, and one undo step for a result.

use std::sync::Arc;

use glam::Vec3;
use rig::Method;
use scene::deform::deform;
use scene::method_choice::MethodChoice;

use crate::document::Document;
use crate::features::Context;
use crate::notices::{Offer, Severity};
use crate::session::Request;
use crate::shown::{at_rest, rest_bounds, shown_pose};
use crate::state::weight_fit::{FitPoses, FitSource, PullKeep};
use crate::state::weight_operations::weight_request::{
    Finished, NotDone, PullChoice, PullDrag, RigCommand, RigDialog, WeightRequest,
};

impl Context<'_> {
    pub(in crate::features) fn on_rig(&mut self, command: RigCommand) {
        let rigging = &mut self.session.rigging;
        match command {
            RigCommand::Ask(dialog) => rigging.dialog = dialog,
            RigCommand::Automatic(request) => rigging.automatic = request,
            RigCommand::Bind(request) => rigging.bind = request,
            RigCommand::Bulge(request) => rigging.bulge = request,
            RigCommand::Fit(choice) => rigging.fit = choice,
            RigCommand::Pull(choice) => {
                let is_own_radius =
                    rigging.pull.is_own_radius || choice.radius != rigging.pull.radius;
                rigging.pull = PullChoice {
                    is_own_radius,
                    ..choice
                };
            }
            RigCommand::Drag(drag) => rigging.drag = drag,
            RigCommand::Dropped(drag) => {
                rigging.drag = None;
                self.pull_as_dragged(drag);
            }
            RigCommand::Begin => {
                let refusal = self.layer_refusal();
                let rigging = &mut self.session.rigging;
                if let Some(refusal) = refusal.filter(|_| rigging.dialog != Some(RigDialog::Bind)) {
                    return self.say(&refusal);
                }
                let request = match rigging.dialog.take() {
                    None => return,
                    Some(RigDialog::Automatic) => WeightRequest::Automatic(rigging.automatic),
                    Some(RigDialog::Bind) => WeightRequest::Bind(rigging.bind),
                    Some(RigDialog::Bulge) => WeightRequest::Bulge(rigging.bulge),
                    Some(RigDialog::Fit) => WeightRequest::Fit(rigging.fit.clone()),
                    Some(RigDialog::Pull) => WeightRequest::Pull(rigging.pull),
                };
                self.session.requests.push(Request::Weights(request));
            }
        }
    }

    /// Opens the dialog about fitting or pulling, with the method of the active pane.
    pub(in crate::features) fn ask_fit(&mut self, dialog: RigDialog) {
        if let Some(refusal) = self.layer_refusal() {
            return self.say(&refusal);
        }
        let look = self.session.comparing.active_look().whole();
        let fit = &mut self.session.rigging.fit;
        fit.look = look;
        fit.mesh = None;
        if let FitSource::Method(MethodChoice::PerMesh(others)) = &mut fit.source {
            *others = Some(look.method);
        }
        if fit.source == FitSource::Method(look.into()) {
            let is_linear = look.method == Method::Linear && !look.per_mesh;
            let other = match is_linear {
                true => Method::DualQuaternion,
                false => Method::Linear,
            };
            fit.source = FitSource::Method(other.into());
        }
        self.forget_lost_clips();
        self.pull_as_wide_as_the_brush();
        self.on_rig(RigCommand::Ask(Some(dialog)));
    }

    /// A falloff that nobody has chosen is the brush's: a single vertex that is pulled alone leaves a spike.
    fn pull_as_wide_as_the_brush(&mut self) {
        let character = &self.document.character;
        let size = rest_bounds(character, &at_rest(character)).radius();
        let pull = &mut self.session.rigging.pull;
        if !pull.is_own_radius && size.is_finite() {
            pull.radius = self.session.settings.brush.radius * size;
        }
    }

    /// Leaves clips that are no more: their choices are kept while the window is open.
    fn forget_lost_clips(&mut self) {
        let clips = self.document.character.clips.len();
        let rigging = &mut self.session.rigging;
        if matches!(rigging.fit.poses, FitPoses::Clip(clip) if clip >= clips) {
            rigging.fit.poses = FitPoses::Tests;
        }
        if matches!(rigging.pull.keep, PullKeep::Clip(clip) if clip >= clips) {
            rigging.pull.keep = PullKeep::Tests;
        }
    }

    /// Pulls the selected vertices by as much as the pointer was dragged, as far from the eye as the last of them is.
    fn pull_as_dragged(&mut self, drag: PullDrag) {
        if let Some(refusal) = self.layer_refusal() {
            return self.say(&refusal);
        }
        let PullDrag { from, to } = drag;
        self.activate_pane(from.pane);
        // A motion of the vertex there is not the one that its place in both phases makes.
        if self.session.comparing.active_look().shows_first_phase() {
            return self.say(
                "Pull vertices: this pane shows the first phase alone; show both, and try again.",
            );
        }
        let Some(vertex) = self.place_of_active_vertex() else {
            return self.say("Pull vertices: no vertex is selected; select one, and try again.");
        };
        let (camera, size) = (from.camera, from.viewport);
        let towards = camera.ray(size * 0.5, size).direction;
        // The place under a pixel in the plane through the vertex that is parallel to the picture.
        let beside = |pixel| {
            let ray = camera.ray(pixel, size);
            let along = (vertex - ray.origin).dot(towards) / ray.direction.dot(towards);
            ray.origin + ray.direction * along
        };
        let by = beside(to) - beside(from.pixel);
        if !by.is_finite() {
            return self
                .say("Pull vertices: the vertex is beside the eye; look at it, and try again.");
        }
        self.forget_lost_clips();
        self.pull_as_wide_as_the_brush();
        let pull = &mut self.session.rigging.pull;
        pull.by = by.to_array();
        let request = WeightRequest::Pull(*pull);
        self.session.requests.push(Request::Weights(request));
    }

    /// In the shown pose, as the active pane shows it.
    fn place_of_active_vertex(&self) -> Option<Vec3> {
        let vertices = &self.session.character.weights.vertices;
        let place = vertices.active().or(vertices.all().first().copied())?;
        let pose = shown_pose(self.document, self.session);
        let look = self.session.comparing.active_look();
        let (character, inheritance) = (&self.document.character, &self.document.scale_inheritance);
        let deformed = deform(character, &pose, inheritance, look).ok()?;
        let primitive = deformed.get(place.primitive)?;
        primitive.positions.get(place.vertex).copied()
    }

    /// Records a result as one step if character, layers and locks are those that the job began with. Poses changed since
    /// then are kept, also those that wait for keys.
    pub(in crate::features) fn finish_weights(&mut self, finished: Finished) {
        if let Some(order) = self.session.character.weights.folding.pop_front() {
            return self.finish_layers(&order, finished);
        }
        let title = finished.title;
        let refused = &mut self.session.character.volume.refused;
        refused.end(&title, matches!(finished.result, Err(NotDone::Refused(_))));
        let done = match finished.result {
            Ok(done) => done,
            Err(why) => {
                let notices = &mut self.session.notices;
                return notices.push(Severity::Note, why.into_text());
            }
        };
        let locks_changed = finished.locked != self.session.character.weights.locked;
        let changed = find_change(&finished.began, self.document)
            .or_else(|| locks_changed.then_some("the locks were"));
        if let Some(what) = changed {
            let text = format!(
                "{title}: {what} changed meanwhile, so that the result was dropped. Run it again."
            );
            return self.session.notices.push(Severity::Warning, text);
        }
        let before = self.document.clone();
        let layers = &done.after.layers;
        let layers = Arc::new(layers.with_active(before.layers.active()));
        let same_joints = done.after.pose.rigid.len() == before.pose.rigid.len();
        // Poses and scale inheritance may have changed since the job began; a result with other joints brings its own.
        let after = if same_joints {
            Document {
                layers,
                ..done.after.with_pose_of(&before)
            }
        } else {
            done.after
        };
        self.commit(&done.name, None, after);
        self.follow_counted(&before, finished.facts);
        if let Some(look) = done.shows {
            self.show_method_of_step(&before.character, look);
        }
        let offer = if done.is_fresh && !self.session.character.volume.wanted {
            Some(Offer::TestPoses)
        } else {
            (done.is_compared && done.report.changed > 0).then_some(Offer::Compare)
        };
        let notices = &mut self.session.notices;
        notices.push_done(&done.name, done.said, offer);
    }
}

/// What of a document is not as it was when a job on its weights began, and matters to the result.
pub(in crate::features) fn find_change(began: &Document, now: &Document) -> Option<&'static str> {
    if !Arc::ptr_eq(&began.character, &now.character) {
        Some("the character was")
    } else if !began.has_same_layers(now) {
        Some("layers of weights were")
    } else {
        None
    }
}
