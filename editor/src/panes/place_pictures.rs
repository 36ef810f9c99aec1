//! Small pictures of the places of a report, each in its pose and by its method.
//!
//! They are seen from where the place is visible, so far off that the part of the body is seen, and kept until there is another report.

use std::sync::Arc;

use character::Character;
use eframe::egui;
use eframe::egui::TextureId;
use eframe::egui_wgpu::RenderState;
use glam::Vec3;
use render::Theme;
use scene::combined_surface::CombinedSurface;
use scene::deform::{DeformedPrimitive, base_pose, deform_posed, posed_character};
use scene::view::bounds::Bounds;
use scene::view::camera::{Camera, Viewpoint};
use scene::view::facing::viewpoint_camera;
use scene::view::sight::{SeenPlace, better_direction};
use scene::view::surface_mode::SurfaceMode;
use scene::winding::Windings;
use session::document::driven::drive;
use session::shown::joint_frames;
use session::state::judging::{CheckedPlace, Findings};

use super::picture_queue::{PictureKind, PictureQueue, PictureRequest, PictureView, Studio};

/// Radius of what a picture shows around its place, as a share of the character's radius: at least, and at most.
const REACH: [f32; 2] = [0.08, 0.45];
/// The same for a place that concerns no joint.
const WITHOUT_JOINT: f32 = 0.25;
/// How much more is shown than the joint and its neighbors.
const ROOM: f32 = 1.15;
/// How far the camera is turned from the surface's normal towards the front of the character: 0 not at all, 1 by half.
const TURNED: f32 = 0.6;

const KIND: PictureKind = PictureKind {
    thread: "place picture",
    what: "A picture of a place",
    again: "when the character is measured again",
    surface: SurfaceMode::Clay,
};

/// What the pictures of a report are drawn from.
#[derive(Clone, Copy, Debug)]
pub struct PlaceSubject<'a> {
    /// Results of the checks whose places are drawn.
    pub found: &'a Arc<Findings>,
    /// The number of a check in it, and of a place of that.
    pub place: [usize; 2],
    /// All primitives of the character that was judged as one surface.
    pub surface: &'a Arc<CombinedSurface>,
    /// The radius of the character at rest in scene units.
    pub size: f32,
    /// Colors of the pictures.
    pub theme: Theme,
    /// Whether a gesture goes on: no picture is begun until it ends.
    pub is_at_work: bool,
}

/// The pictures of one report by check and place.
pub struct PlacePictures {
    pictures: PictureQueue<[usize; 2]>,
    drawn_with: Option<DrawnWith>,
}

impl Default for PlacePictures {
    fn default() -> Self {
        Self {
            pictures: PictureQueue::new(&KIND),
            drawn_with: None,
        }
    }
}

impl std::fmt::Debug for PlacePictures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PlacePictures")
            .field("pictures", &self.pictures.len())
            .finish_non_exhaustive()
    }
}

/// Everything that all pictures depend on. The document is no part of it: a report shows what was judged.
struct DrawnWith {
    found: Arc<Findings>,
    theme: Theme,
}

impl PlacePictures {
    /// The picture of a place, if it is drawn, with the place in its middle; else starts its drawing.
    pub fn picture(
        &mut self,
        subject: &PlaceSubject<'_>,
        studio: Studio<'_>,
        ctx: &egui::Context,
    ) -> Option<TextureId> {
        self.follow(subject, studio.state);
        let frame = ctx.cumulative_frame_nr();
        let pictures = &mut self.pictures;
        pictures.draw_what_is_ready(subject.theme, studio, frame);
        let asked = PictureRequest {
            key: &subject.place,
            // A report never changes.
            revision: 0,
            frame,
            is_at_work: subject.is_at_work,
        };
        pictures.picture(&asked, &subject.found.of, studio, |windings| {
            let worker = Worker {
                found: Arc::clone(subject.found),
                place: subject.place,
                surface: Arc::clone(subject.surface),
                windings,
                size: subject.size,
            };
            move || worker.find_view()
        })
    }

    /// Drops all pictures, and the one in progress.
    pub fn forget(&mut self, state: &RenderState) {
        self.pictures.clear(state);
        self.drawn_with = None;
    }

    /// What has failed since the last call.
    pub fn take_fault(&mut self) -> Option<String> {
        self.pictures.take_fault()
    }

    fn follow(&mut self, subject: &PlaceSubject<'_>, state: &RenderState) {
        let fits = |with: &DrawnWith| {
            Arc::ptr_eq(&with.found, subject.found) && with.theme == subject.theme
        };
        if !self.drawn_with.as_ref().is_some_and(fits) {
            self.forget(state);
            self.drawn_with = Some(DrawnWith {
                found: Arc::clone(subject.found),
                theme: subject.theme,
            });
        }
    }
}

/// Everything that the worker needs to skin the vertices and to find a camera.
struct Worker {
    found: Arc<Findings>,
    place: [usize; 2],
    surface: Arc<CombinedSurface>,
    windings: Arc<Windings>,
    size: f32,
}

impl Worker {
    fn find_view(&self) -> Option<PictureView> {
        let Findings {
            of: character,
            scale_inheritance,
            joint_limits: _,
            driven,
            verdict,
        } = &*self.found;
        let [check, place] = self.place;
        let checked = verdict.checks.get(check)?;
        let place = checked.places.get(place)?;
        let rest = base_pose(character);
        let mut pose = place.pose.as_ref().map_or(&rest, |(_, pose)| pose).clone();
        drive(driven, &mut pose);
        let look = checked.look.unwrap_or_default();
        let posed = posed_character(character, &pose, scale_inheritance, look).ok()?;
        let mut deformed = Vec::new();
        deform_posed(character, &posed, &mut deformed).ok()?;
        let windings = self.windings.of(character, &posed).collect();
        let frames = joint_frames(character, &pose, scale_inheritance);
        let joints: Vec<Vec3> = frames
            .iter()
            .map(|frame| frame.translation.into())
            .collect();
        let reach = reach(character, place, &joints, self.size);
        Some(PictureView {
            camera: self.camera(place, reach, &deformed),
            posed: (deformed, windings),
        })
    }

    /// Looks at the place from where it is visible, rather from the front than from behind.
    fn camera(&self, place: &CheckedPlace, reach: f32, deformed: &[DeformedPrimitive]) -> Camera {
        // The half edge of the cube in a sphere of that radius, which the camera frames.
        let half = Vec3::splat(reach / 3.0_f32.sqrt());
        let around = Bounds::from_points([place.at - half, place.at + half]);
        let camera = viewpoint_camera(&self.found.of, Camera::default(), Viewpoint::ThreeQuarter);
        let front = (camera.eye() - camera.target).normalize_or_zero();
        let primitive = deformed.get(place.vertex.primitive);
        let normal = primitive.and_then(|of| of.normals.get(place.vertex.vertex));
        let normal = normal.copied().filter(|normal| normal.is_finite());
        let Some(normal) = normal.filter(|normal| *normal != Vec3::ZERO) else {
            return camera.framed(&around, 1.0);
        };
        let before = (normal + TURNED * front).normalize_or(normal);
        let seen = [SeenPlace {
            position: place.at,
            normal,
        }];
        let better = better_direction(before, &seen, self.size, &self.surface, deformed);
        let camera = camera.facing_normal(better.unwrap_or(before));
        camera.framed(&around, 1.0)
    }
}

/// The radius of what is shown around a place: its joint with its parent and its children, given where joints are in the pose.
fn reach(character: &Character, place: &CheckedPlace, joints: &[Vec3], size: f32) -> f32 {
    let skeleton = &character.rig.skeleton;
    let [least, most] = REACH;
    let Some(joint) = place.joint_index else {
        return WITHOUT_JOINT * size;
    };
    let near = skeleton.children(joint).chain(skeleton.parent(joint));
    let near = near.chain([joint]);
    let away = near.filter_map(|joint| Some(joints.get(joint.index())?.distance(place.at)));
    let farthest = away.filter(|away| away.is_finite()).fold(0.0, f32::max);
    (ROOM * farthest).max(least * size).min(most * size)
}
