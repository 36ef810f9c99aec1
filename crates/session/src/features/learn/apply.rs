//! Shows figures, and goes back to the user's work.

use std::mem::take;
use std::sync::Arc;

use character::Character;
use figures::render_scene::RenderScene;
use figures::scenes;
use glam::Vec3;
use scene::deform::deform_posed;
use scene::facts::Facts;
use scene::view::bounds::Bounds;
use scene::view::camera::Camera;
use scene::view::facing::viewpoint_camera;

use crate::commands::command::{Outcome, Panel};
use crate::document::Document;
use crate::document::history::History;
use crate::features::Context;
use crate::features::viewport::frame_selection::moved_places;
use crate::features::weight_operations::worker::JobProgress;
use crate::mode::Mode;
use crate::notices::Severity;
use crate::session::{CameraFraming, Request, Session, WorkAside};
use crate::shown::{PanePose, shown_pose};
use crate::state::comparing::Comparing;
use crate::state::learn::figure_view::FigureView;
use crate::state::opening::open_request::OpenRequest;
use crate::state::playback::motion::MotionShown;

/// Why no figure is shown while the character is being baked.
const BAKES: &str = "the character is being baked; close that first";
/// Why no figure is shown while a job changes weights, which would be lost.
const WEIGHTS_CHANGE: &str = "weights are being changed";

impl Context<'_> {
    /// Reads the character of a figure, which is then shown.
    pub(in crate::features) fn show_figure(&mut self, id: &'static str) {
        if let Some(scene) = scenes::find(id) {
            self.session.requests.push(Request::Load(OpenRequest {
                file: scene.character.to_owned(),
                figure: Some(id),
                ..OpenRequest::default()
            }));
        }
    }

    /// Shows the figure after the one that is shown, or the one before it, around the ends; without one, the first or the last.
    pub(in crate::features) fn show_figure_beside(&mut self, forward: bool) {
        let shown = self.session.figure();
        let shown = shown.and_then(|id| scenes::ALL.iter().position(|(of, _)| *of == id));
        let last = scenes::ALL.len().saturating_sub(1);
        let place = match (shown, forward) {
            (None, true) => 0,
            (None, false) => last,
            (Some(place), true) => (place + 1) % scenes::ALL.len().max(1),
            (Some(place), false) => place.checked_sub(1).unwrap_or(last),
        };
        if let Some((id, _)) = scenes::ALL.get(place) {
            self.show_figure(id);
        }
    }

    /// Puts the user's work aside, unless a figure is shown already, and shows this one with its character, which was just read.
    pub(in crate::features) fn take_figure(&mut self, id: &'static str, character: Character) {
        let Some(scene) = scenes::find(id) else {
            return;
        };
        let view = match FigureView::of(scene, &character) {
            Ok(view) => view,
            Err(why) => return self.session.notices.push(Severity::Error, why),
        };
        self.end_gesture();
        self.put_work_aside(id);
        let session = &mut *self.session;
        session.change_character(scene.character.to_owned(), Facts::of(&character));
        session.requests.push(Request::CancelWeights);
        *self.history = History::default();
        *self.document = Document {
            pose: Arc::new(view.pose),
            ..Document::new(Arc::new(character))
        };
        self.begin_versions();
        let session = &mut *self.session;
        session
            .windows
            .open
            .retain(|&panel| panel != Panel::Welcome);
        session.playback.moment = view.moment;
        session.comparing = Comparing::default();
        session.comparing.active = session
            .comparing
            .active
            .min(view.panes.len().saturating_sub(1));
        session.comparing.panes = view.panes;
        look_as(session, scene);
        session.camera = viewpoint_camera(&self.document.character, Camera::default(), scene.view);
    }

    fn put_work_aside(&mut self, figure: &'static str) {
        if let Some(aside) = &mut self.session.work_aside {
            aside.figure = figure;
            return;
        }
        self.session.work_aside = Some(Box::new(WorkAside {
            figure,
            document: self.document.clone(),
            history: take(self.history),
            session: self.session.put_aside(),
        }));
    }

    /// Goes back from a figure to the user's work, as it was put aside; without a figure, nothing changes.
    pub(in crate::features) fn back_to_work(&mut self) {
        let Some(aside) = self.session.work_aside.take() else {
            return;
        };
        // Dialogs about the figure's character go with it.
        let (file, facts) = Default::default();
        self.session.change_character(file, facts);
        let WorkAside {
            document,
            history,
            session,
            ..
        } = *aside;
        (*self.document, *self.history) = (document, history);
        self.session.take_back(session);
        let requests = &mut self.session.requests;
        requests.extend([Request::CancelWeights, Request::KeepCameras]);
    }

    /// Frames the figure that is shown, as all panes show it: the whole character, or what its picture is close to. Whether there is one.
    pub(in crate::features) fn frame_figure(&mut self) -> bool {
        let scene = self.session.figure().and_then(scenes::find);
        let Some(scene) = scene else {
            return false;
        };
        let pose = shown_pose(self.document, self.session);
        let shown = self.session.comparing.panes.iter();
        let panes = shown.filter_map(|shows| self.pane_of(&pose, *shows));
        let seen: Vec<Vec3> = panes
            .flat_map(|pane| self.framed_places(scene, &pane))
            .collect();
        if seen.is_empty() {
            self.frame_all();
        } else {
            let bounds = Bounds::from_points(seen.iter().copied());
            self.frame(&bounds, seen, Some(CameraFraming::Opened));
        }
        true
    }

    /// The vertices of a pane that a picture frames: those that its joints move, or all of one that names none.
    fn framed_places(&self, scene: &RenderScene, pane: &PanePose) -> Vec<Vec3> {
        let character = pane.character(&self.document.character);
        let skeleton = &character.rig.skeleton;
        let is_framed = |name: &str| scene.framed.contains(&name);
        let joints = skeleton
            .joints()
            .filter(|&joint| is_framed(skeleton.name(joint)));
        let joints: Vec<_> = joints.collect();
        let mut posed = Vec::new();
        // A pose that does not fit leaves no vertices; panes say why themselves.
        let _fits = deform_posed(character, &pane.posed, &mut posed);
        if scene.framed.is_empty() {
            let all = posed.iter().flat_map(|primitive| &primitive.positions);
            return all.copied().filter(|place| place.is_finite()).collect();
        }
        moved_places(character, &joints, &posed, HALF)
    }
}

/// Smallest weight of the joints that a picture is close to.
const HALF: f32 = 0.5;

/// Why no figure takes the place of the work now, with the job that changes weights, if there is one; none if one can. What works on a
/// figure ends with it.
pub(crate) fn work_is_busy(
    session: &Session,
    working: Option<JobProgress<'_>>,
) -> Option<&'static str> {
    let bakes = session.baked.is_some() || session.file_dialogs.bake.busy.is_some();
    let why = bakes
        .then_some(BAKES)
        .or_else(|| working.map(|_| WEIGHTS_CHANGE));
    why.filter(|_| session.work_aside.is_none())
}

/// Says that a figure that was asked for is not shown.
pub(crate) fn not_shown(why: &str) -> Outcome {
    Outcome::Notify(Severity::Note, format!("The figure is not shown: {why}."))
}

/// What surfaces show, and what would stand over it.
fn look_as(session: &mut Session, scene: &RenderScene) {
    session.mode = Mode::Pose;
    session.shading = scene.shading;
    session.shading_before_weights = None;
    session.switches.heatmap = scene.difference;
    session.switches.wireframe = false;
    session.motion = MotionShown::default();
}
