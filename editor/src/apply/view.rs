//! Commands of the view menu.

use glam::Vec3;
use rig::Pose;

use super::Bench;
use crate::command::Action;
use crate::deform::deform;
use crate::posed_character::Look;
use crate::render::{Bounds, Camera, Viewpoint};
use crate::shown::{bounds_around, bounds_of, joint_frames, visible_pose};

impl Bench<'_> {
    /// Says whether the action was one of these.
    pub(super) fn run_view(&mut self, action: Action) -> bool {
        let session = &mut *self.session;
        let switches = &mut session.switches;
        match action {
            Action::ToggleGrid => switches.grid ^= true,
            Action::ToggleBones => switches.bones ^= true,
            Action::ToggleHeatmap => switches.heatmap ^= true,
            Action::ToggleSkinOnDevice => switches.skin_on_device ^= true,
            Action::ToggleRest => switches.rest ^= true,
            Action::ToggleTheme => switches.light ^= true,
            Action::NextBackground => switches.background = switches.background.next(),
            Action::SwapPanes => session.looks.swap(0, 1),
            Action::ViewFront => session.camera = session.camera.viewed_from(Viewpoint::Front),
            Action::ViewSide => session.camera = session.camera.viewed_from(Viewpoint::Side),
            Action::ViewTop => session.camera = session.camera.viewed_from(Viewpoint::Top),
            Action::ViewThreeQuarter => {
                session.camera = session.camera.viewed_from(Viewpoint::ThreeQuarter);
            }
            Action::FrameAll => self.frame_all(),
            Action::FrameSelection => self.frame_selection(),
            _ => return false,
        }
        true
    }

    /// Frames a character that was just opened: with what its clips will do, unless they lead it far away.
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
            let drawn = self
                .session
                .facts
                .drawn_joints()
                .filter_map(|joint| frames.get(joint));
            bounds.union(Bounds::from_points(
                drawn.map(|frame| frame.translation.into()),
            ))
        });
        if surface.is_empty() || bounds.radius() > ROAMING * surface.radius() {
            self.frame_all();
        } else {
            self.frame(&bounds);
        }
    }

    fn poses_of_clips(&self) -> Vec<Pose> {
        let character = &self.document.character;
        let base = character.rest_pose();
        let clips = character.clips.iter().take(MOST_CLIPS);
        let moments = clips.flat_map(|clip| {
            (0..=SAMPLES)
                .map(move |step| (clip, clip.duration * f32::from(step) / f32::from(SAMPLES)))
        });
        moments
            .map(|(clip, time)| clip.sample(&character.rig.skeleton, &base, time))
            .collect()
    }

    fn frame_all(&mut self) {
        let pose = visible_pose(self.document, self.session);
        let character = &self.document.character;
        let deformed =
            deform(character, &pose, &self.document.reach, Look::default()).unwrap_or_default();
        let mut bounds = bounds_of(&deformed);
        if bounds.is_empty() {
            bounds =
                Bounds::from_points(self.frames().iter().map(|frame| frame.translation.into()));
        }
        self.frame(&bounds);
    }

    fn frame_selection(&mut self) {
        match self.session.selected {
            Some(joint) => {
                let bounds = bounds_around(&self.document.character, &self.frames(), joint);
                self.frame(&bounds);
            }
            None => self.frame_all(),
        }
    }

    fn frame(&mut self, bounds: &Bounds) {
        let aspect = self.session.pane_aspect;
        self.session.camera = tightened(self.session.camera.framed(bounds, aspect), bounds, aspect);
    }
}

/// Clips and moments of each that are looked at.
const MOST_CLIPS: usize = 8;
const SAMPLES: u8 = 6;
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
