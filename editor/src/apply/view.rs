//! The camera that all panes share.

use glam::Vec3;
use rig::Pose;

use super::Bench;
use crate::command::CameraMove;
use crate::deform::{deform, deform_posed};
use crate::posed_character::Look;
use crate::render::{Bounds, Camera, Viewpoint};
use crate::shown::{PanePose, bounds_around, bounds_of, joint_frames, pane_pose, visible_pose};

impl Bench<'_> {
    pub(super) fn move_camera(&mut self, movement: CameraMove) {
        let camera = self.session.camera;
        self.session.camera = match movement {
            CameraMove::Orbit { drag, height } => camera.orbited(drag, height),
            CameraMove::Pan { drag, height } => camera.panned(drag, height),
            CameraMove::Zoom {
                factor,
                cursor,
                viewport,
            } => camera.zoomed(factor, cursor, viewport),
        };
    }

    pub(super) fn view_from(&mut self, viewpoint: Viewpoint) {
        self.session.camera = self.session.camera.viewed_from(viewpoint);
    }

    /// Frames a character that was just opened: with some room for what its clips will do, unless they lead it far away.
    pub(super) fn frame_opened(&mut self) {
        let character = &self.document.character;
        let at_rest = deform(
            character,
            &self.document.pose,
            &self.document.reach,
            Look::default(),
        )
        .unwrap_or_default();
        let surface = bounds_of(&at_rest);
        let bounds = self.poses_of_clips().iter().fold(surface, |bounds, pose| {
            let frames = joint_frames(character, pose, &self.document.reach);
            let joints = character.rig.skeleton.joints().zip(&frames);
            let drawn = joints.filter(|(joint, _)| self.session.facts.is_drawn(*joint));
            bounds.union(Bounds::from_points(
                drawn.map(|(_, frame)| frame.translation.into()),
            ))
        });
        if surface.is_empty() || bounds.radius() > ROAMING * surface.radius() {
            self.frame_all();
        } else {
            let room = ROOM * surface.radius();
            self.frame(&Bounds {
                min: bounds.min.max(surface.min - room),
                max: bounds.max.min(surface.max + room),
            });
        }
    }

    fn poses_of_clips(&self) -> Vec<Pose> {
        let character = &self.document.character;
        let base = character.file_pose();
        let clips = character.clips.iter().take(MOST_CLIPS);
        let moments = clips.flat_map(|clip| {
            (0..=SAMPLES)
                .map(move |step| (clip, clip.duration * f32::from(step) / f32::from(SAMPLES)))
        });
        moments
            .map(|(clip, time)| clip.sample(&character.rig.skeleton, &base, time))
            .collect()
    }

    pub(super) fn frame_all(&mut self) {
        let mut deformed = Vec::new();
        if let Some(pane) = self.active_pane() {
            let _fits = deform_posed(&self.document.character, &pane.posed, &mut deformed);
        }
        let mut bounds = bounds_of(&deformed);
        if bounds.is_empty() {
            bounds =
                Bounds::from_points(self.frames().iter().map(|frame| frame.translation.into()));
        }
        self.frame(&bounds);
    }

    pub(super) fn frame_selection(&mut self) {
        match self.session.selection.active() {
            Some(joint) => {
                let bounds = bounds_around(&self.document.character, &self.frames(), joint);
                self.frame(&bounds);
            }
            None => self.frame_all(),
        }
    }

    fn frames(&self) -> Vec<glam::Affine3A> {
        self.active_pane().map_or_else(Vec::new, |pane| pane.frames)
    }

    /// What the pane shows that was clicked last.
    fn active_pane(&self) -> Option<PanePose> {
        let comparing = &self.session.comparing;
        let shows = comparing.panes.get(comparing.active).copied();
        let pose = visible_pose(self.document, self.session);
        pane_pose(self.document, &pose, shows.unwrap_or_default()).ok()
    }

    fn frame(&mut self, bounds: &Bounds) {
        let aspect = self.session.pane_aspect;
        self.session.camera = tightened(self.session.camera.framed(bounds, aspect), bounds, aspect);
    }
}

/// Clips and moments of each that are looked at.
const MOST_CLIPS: usize = 8;
const SAMPLES: u8 = 6;
/// Of the character's radius, the room around it that is left for its clips: more would make it small.
const ROOM: f32 = 0.12;
/// A clip that takes the character this many times its size away is not framed.
const ROAMING: f32 = 1.8;

/// How much of the picture a framed box fills.
const FILLED: f32 = 0.86;

/// Comes nearer until the box fills the picture: the sphere that [`Camera::framed`] frames leaves much room about what is
/// long and thin. The picture's extent goes with 1/distance only far away, hence a few rounds.
fn tightened(camera: Camera, bounds: &Bounds, aspect: f32) -> Camera {
    const ROUNDS: usize = 4;
    let (min, max) = (bounds.min, bounds.max);
    let nearest = 0.3 * camera.distance;
    let mut camera = camera;
    for _ in 0..ROUNDS {
        let clip_from_world = camera.clip_from_world(aspect);
        let corners = (0..8_u8).map(|corner| {
            let pick = |bit: u8, low: f32, high: f32| if corner & bit == 0 { low } else { high };
            Vec3::new(
                pick(1, min.x, max.x),
                pick(2, min.y, max.y),
                pick(4, min.z, max.z),
            )
        });
        let extent = corners
            .map(|corner| clip_from_world.project_point3(corner))
            .fold(0.0_f32, |extent, place| {
                extent.max(place.x.abs()).max(place.y.abs())
            });
        if !(extent.is_finite() && extent > 0.0) {
            return camera;
        }
        camera.distance = (camera.distance * extent / FILLED).max(nearest);
    }
    camera
}
