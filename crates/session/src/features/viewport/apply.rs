//! Commands that move cameras, and frame the character. Panes share a camera unless they have one of their own; what
//! names no pane is about the active one.

use glam::Vec3;
use rig::Pose;
use scene::deform::{DeformedPrimitive, deform, deform_posed};
use scene::posed_character::Look;
use scene::view::bounds::Bounds;
use scene::view::camera::{Camera, Viewpoint};
use scene::view::facing::viewpoint_camera;
use scene::view::framing::{Insets, frame_points};
use scene::view::pane_shows::PaneShows;
use scene::view::shading::Shading;

use crate::commands::command::CameraMove;
use crate::document::driven::drive;
use crate::document::layered_clips::seen_at;
use crate::features::Context;
use crate::mode::Mode;
use crate::session::CameraFraming;
use crate::shown::{
    PanePose, PoseShown, bounds_of, clip_shown, joint_frames, pane_posed, pane_version, shown_pose,
};
use crate::state::comparing::FormerView;

impl Context<'_> {
    /// A running tool depends on the camera, so it is posed again for the same pointer.
    pub(in crate::features) fn move_camera_at_work(&mut self, pane: usize, movement: CameraMove) {
        self.move_camera(pane, movement);
        self.show_operation();
    }

    fn move_camera(&mut self, pane: usize, movement: CameraMove) {
        let camera = self.session.camera_of(pane);
        let moved = match movement {
            CameraMove::Orbit { drag, height } => camera.orbited(drag, height),
            CameraMove::Pan { drag, height } => camera.panned(drag, height),
            CameraMove::Zoom {
                factor,
                cursor,
                viewport,
            } => camera.zoomed(factor, cursor, viewport),
        };
        self.end_visit();
        self.session.set_camera_of(pane, moved);
    }

    /// Keeps where cameras are before a place is visited; of visits one after another, where they were before the first.
    pub(in crate::features) fn begin_visit(&mut self) {
        let session = &mut *self.session;
        let comparing = &mut session.comparing;
        if !comparing.former_view.is_some_and(|former| former.is_visit) {
            comparing.former_view = Some(FormerView {
                shared: session.camera,
                own: comparing.own_cameras,
                is_visit: true,
            });
        }
    }

    /// A camera was moved otherwise: the next visit begins where it is then.
    pub(in crate::features) fn end_visit(&mut self) {
        if let Some(former) = &mut self.session.comparing.former_view {
            former.is_visit = false;
        }
    }

    /// Goes back to before the last visits, and from there to their place again.
    pub(in crate::features) fn previous_view(&mut self) {
        let session = &mut *self.session;
        let comparing = &mut session.comparing;
        let Some(former) = comparing.former_view else {
            return;
        };
        comparing.former_view = Some(FormerView {
            shared: session.camera,
            own: comparing.own_cameras,
            is_visit: false,
        });
        session.camera = former.shared;
        // Of panes that have a camera of their own still.
        let own = comparing.own_cameras.iter_mut().zip(former.own);
        for (own, former) in own.filter(|(own, _)| own.is_some()) {
            *own = former.or(*own);
        }
        // A view of a place that is still looked for would lead away again.
        session.character.problems.sight = None;
    }

    pub(in crate::features) fn view_from(&mut self, viewpoint: Viewpoint) {
        let character = &self.document.character;
        self.look(viewpoint_camera(
            character,
            self.session.active_camera(),
            viewpoint,
        ));
    }

    pub(in crate::features) fn view_opposite(&mut self) {
        self.look(self.session.active_camera().opposite());
    }

    /// Looks from another side. What was framed before is framed from there too: from the front a figure is wider than from half
    /// right. A camera that was moved since keeps its distance.
    fn look(&mut self, camera: Camera) {
        self.end_visit();
        let before = self.session.active_camera();
        let framed = self.session.framed.filter(|(_, framed)| *framed == before);
        self.session.set_active_camera(camera);
        match framed {
            Some((CameraFraming::Opened, _)) => self.frame_opened(),
            Some((CameraFraming::All, _)) => self.frame_all(),
            None => {}
        }
    }

    /// What was framed counts as framed without perspective too, so that it is framed again where the panes change.
    pub(in crate::features) fn toggle_perspective(&mut self) {
        let before = self.session.active_camera();
        let camera = before.perspective_toggled();
        self.session.set_active_camera(camera);
        let framed = self.session.framed.filter(|(_, framed)| *framed == before);
        if let Some((what, _)) = framed {
            self.session.framed = Some((what, camera));
        }
    }

    /// Frames a character that was just opened, with space for its clips unless they lead far away.
    pub(in crate::features) fn frame_opened(&mut self) {
        if self.frame_figure() {
            return;
        }
        self.turn_to_front();
        let character = &self.document.character;
        let at_rest = deform(
            character,
            &self.document.pose,
            &self.document.scale_inheritance,
            Look::default(),
        )
        .unwrap_or_default();
        let surface = bounds_of(&at_rest);
        let mut places: Vec<Vec3> = Vec::new();
        for pose in self.poses_of_clips() {
            let frames = joint_frames(character, &pose, &self.document.scale_inheritance);
            let joints = character.rig.skeleton.joints().zip(&frames);
            let drawn = joints.filter(|(joint, _)| self.session.character.facts.is_drawn(*joint));
            places.extend(drawn.map(|(_, frame)| Vec3::from(frame.translation)));
        }
        let bounds = surface.union(Bounds::from_points(places.iter().copied()));
        if surface.is_empty() || bounds.radius() > ROAMING * surface.radius() {
            self.frame_all();
        } else {
            let margin = MARGIN * surface.radius();
            let (min, max) = (surface.min - margin, surface.max + margin);
            // Joints that leave the margin in a clip count at its border.
            let places = places.into_iter().map(|place| place.clamp(min, max));
            let seen: Vec<Vec3> = vertices(&at_rest).chain(places).collect();
            self.frame(&bounds, seen, Some(CameraFraming::Opened));
        }
    }

    /// Turns a camera that nobody has turned yet to the front of the character.
    fn turn_to_front(&mut self) {
        let untouched = Camera::default();
        let camera = self.session.active_camera();
        if (camera.yaw, camera.pitch) == (untouched.yaw, untouched.pitch) {
            let character = &self.document.character;
            let camera = viewpoint_camera(character, camera, Viewpoint::default());
            self.session.set_active_camera(camera);
        }
    }

    fn poses_of_clips(&self) -> Vec<Pose> {
        let character = &self.document.character;
        let base = character.file_pose();
        let clips = character.clips.iter().take(MOST_CLIPS);
        let moments = clips.flat_map(|clip| {
            (0..=SAMPLES)
                .map(move |step| (clip, clip.duration() * f32::from(step) / f32::from(SAMPLES)))
        });
        moments
            .map(|(clip, time)| {
                let mut pose = seen_at(character, clip, &base, time);
                drive(&self.document.driven, &mut pose);
                pose
            })
            .collect()
    }

    pub(in crate::features) fn frame_all(&mut self) {
        let mut deformed = Vec::new();
        if let Some(pane) = self.active_pane() {
            let character = pane.character(&self.document.character);
            let _fits = deform_posed(character, &pane.posed, &mut deformed);
        }
        let mut seen: Vec<Vec3> = vertices(&deformed).collect();
        if seen.is_empty() {
            seen = self
                .frames()
                .iter()
                .map(|frame| frame.translation.into())
                .collect();
        }
        let bounds = Bounds::from_points(seen.iter().copied());
        self.frame(&bounds, seen, Some(CameraFraming::All));
    }

    fn frames(&self) -> Vec<glam::Affine3A> {
        self.active_pane().map_or_else(Vec::new, |pane| pane.frames)
    }

    /// What the active pane shows.
    pub(in crate::features) fn active_pane(&self) -> Option<PanePose> {
        let comparing = &self.session.comparing;
        let shows = comparing.panes.get(comparing.active).copied();
        let pose = shown_pose(self.document, self.session);
        self.pane_of(&pose, shows.unwrap_or_default())
    }

    /// The pose that is shown, as a pane shows it; none where it does not fit the skeleton.
    pub(in crate::features) fn pane_of(&self, pose: &Pose, shows: PaneShows) -> Option<PanePose> {
        let (document, session) = (&*self.document, &*self.session);
        let version = pane_version(document, session, shows);
        let clip = clip_shown(document, session);
        let shown = PoseShown {
            pose,
            clip: clip.as_ref().map(|(moment, there)| (*moment, there)),
        };
        pane_posed((document, &session.surface), shown, shows, version.as_ref()).ok()
    }

    /// Repeats the last framing after number or layout of the panes changed, unless the camera was moved since.
    pub(in crate::features) fn frame_again(&mut self) {
        let now = self.session.active_camera();
        match self.session.framed {
            Some((CameraFraming::Opened, camera)) if camera == now => self.frame_opened(),
            Some((CameraFraming::All, camera)) if camera == now => self.frame_all(),
            _ => {}
        }
    }

    /// Frames all positions in the active pane, a character that was opened in all panes; if they are fewer than two,
    /// frames the box.
    pub(in crate::features) fn frame(
        &mut self,
        bounds: &Bounds,
        seen: impl IntoIterator<Item = Vec3>,
        what: Option<CameraFraming>,
    ) {
        let aspect = self.session.pane_aspect;
        let seen: Vec<Vec3> = seen.into_iter().collect();
        let fitted = |camera: Camera| {
            let camera = camera.framed(bounds, aspect);
            if bounds.radius() > 0.0 && bounds.radius().is_finite() {
                frame_points(camera, seen.iter().copied(), aspect, FREE)
            } else {
                camera
            }
        };
        if what == Some(CameraFraming::Opened) {
            self.session.camera = fitted(self.session.camera);
            let own = self.session.comparing.own_cameras.iter_mut();
            own.flatten().for_each(|own| *own = fitted(*own));
        } else {
            let camera = fitted(self.session.active_camera());
            self.session.set_active_camera(camera);
        }
        self.session.framed = what.map(|what| (what, self.session.active_camera()));
    }

    /// In Weights mode the key for joint colors toggles between them and weights.
    pub(in crate::features) fn shade(&mut self, shading: Shading) {
        let session = &mut *self.session;
        let shows_colors = session.mode == Mode::Weights && session.shading == Shading::JointColors;
        session.shading = match shading {
            Shading::JointColors if shows_colors => Shading::Weights,
            other => other,
        };
    }
}

fn vertices(deformed: &[DeformedPrimitive]) -> impl Iterator<Item = Vec3> {
    deformed
        .iter()
        .flat_map(|primitive| primitive.positions.iter().copied())
}

/// Clips whose joints are looked at for the first framing.
/// With the times of each that is 56 poses at most.
const MOST_CLIPS: usize = 8;
/// Intervals of each clip between the times that are looked at.
const SAMPLES: u8 = 6;
/// Margin for clips as a share of the character's radius; more would make the character small in the picture.
const MARGIN: f32 = 0.12;
/// Clips are ignored in framing if they need more than this many times the character's radius.
const ROAMING: f32 = 1.8;

/// Margins left around a framed subject, as shares of the picture.
const FREE: Insets = Insets {
    top: 0.07,
    bottom: 0.07,
    sides: 0.06,
};
