//! Small pictures of the open character in poses of the library, and in clips of the clip library.

use std::path::PathBuf;
use std::sync::Arc;

use character::Character;
use eframe::egui;
use eframe::egui::TextureId;
use render::Theme;
use rig::{Clip, Pose};
use scene::deform::{DeformedPrimitive, base_pose, deform_posed};
use scene::view::bounds::Bounds;
use scene::view::camera::{Camera, Viewpoint};
use scene::view::facing::viewpoint_camera;
use scene::view::framing::{Insets, frame_points};
use scene::view::pane_shows::PaneShows;
use scene::view::surface_mode::SurfaceMode;
use scene::winding::Windings;
use session::document::Document;
use session::document::driven::drive;
use session::shown::pane_pose;
use session::state::clip_library::ClipPlace;
use session::state::motion_in::bring::BroughtClip;
use session::state::presets::PresetFile;

use super::picture_queue::{PictureKind, PictureQueue, PictureRequest, PictureView, Studio};

/// Margin around the figure as a share of the picture.
const MARGIN: f32 = 0.05;

/// A clip is looked at from so much nearer than where the sphere around the figure at rest is seen whole, which is mostly empty.
const NEARER: f32 = 0.88;

/// Shares of a clip of which one is drawn.
const MOMENTS: [f32; 7] = [0.15, 0.25, 0.35, 0.5, 0.65, 0.75, 0.85];

const KIND: PictureKind = PictureKind {
    thread: "pose picture",
    what: "A picture of a pose",
    again: "when the pose is saved again",
    surface: SurfaceMode::Material,
};

/// What is drawn, whatever the pose.
#[derive(Clone, Copy, Debug)]
pub struct ThumbnailSubject<'a> {
    /// The character, with its skinning options.
    pub document: &'a Document,
    /// Its bounds at rest.
    pub rest_bounds: &'a Bounds,
    /// How it is skinned.
    pub shows: PaneShows,
    /// Colors of the pictures.
    pub theme: Theme,
    /// Whether a gesture is changing it: pictures then stay until it ends.
    pub is_at_work: bool,
}

/// Whose picture it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ThumbnailOf {
    /// A pose, by its file.
    Pose(PathBuf),
    /// A clip of the clip library, in the moment that is farthest from rest.
    Clip(ClipPlace),
    /// The clip that plays, of which there is one at a time.
    Playing,
}

/// A pose to be drawn small.
#[derive(Clone, Debug)]
pub enum ThumbnailPose {
    /// Of the library.
    Preset(Arc<PresetFile>),
    /// Of a clip, by its place; at a time in seconds, or in the moment that is farthest from rest.
    Clip(Arc<[BroughtClip]>, usize, Option<f32>),
}

/// A picture that is asked for.
#[derive(Clone, Debug)]
pub struct ThumbnailAsked {
    /// Whose it is.
    pub of: ThumbnailOf,
    /// Revision of its pose.
    pub revision: u64,
    /// The pose; none where it cannot be drawn.
    pub pose: Option<ThumbnailPose>,
}

/// The pictures by what they are of.
pub struct PoseThumbnails {
    pictures: PictureQueue<ThumbnailOf>,
    drawn_with: Option<DrawnWith>,
}

impl Default for PoseThumbnails {
    fn default() -> Self {
        Self {
            pictures: PictureQueue::new(&KIND),
            drawn_with: None,
        }
    }
}

impl std::fmt::Debug for PoseThumbnails {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PoseThumbnails")
            .field("pictures", &self.pictures.len())
            .finish_non_exhaustive()
    }
}

/// Everything that all pictures depend on.
struct DrawnWith {
    document: Document,
    shows: PaneShows,
    theme: Theme,
}

impl DrawnWith {
    /// Whether pictures made with this are still right. The current pose does not matter: no picture shows it.
    fn fits(&self, subject: &ThumbnailSubject<'_>) -> bool {
        let [mine, other] = [&self.document, subject.document];
        Arc::ptr_eq(&mine.character, &other.character)
            && (Arc::ptr_eq(&mine.scale_inheritance, &other.scale_inheritance)
                || mine.scale_inheritance == other.scale_inheritance)
            && mine.driven == other.driven
            && self.shows == subject.shows
            && self.theme == subject.theme
    }
}

impl PoseThumbnails {
    /// The picture of a pose, if it is drawn; else starts its drawing.
    pub fn picture(
        &mut self,
        wanted: ThumbnailAsked,
        subject: &ThumbnailSubject<'_>,
        studio: Studio<'_>,
        ctx: &egui::Context,
    ) -> Option<TextureId> {
        let frame = ctx.cumulative_frame_nr();
        if !subject.is_at_work {
            self.follow(subject);
        }
        let pictures = &mut self.pictures;
        pictures.draw_what_is_ready(subject.theme, studio, frame);
        let pose = wanted.pose?;
        let asked = PictureRequest {
            key: &wanted.of,
            revision: wanted.revision,
            frame,
            is_at_work: subject.is_at_work,
        };
        let character = &subject.document.character;
        pictures.picture(&asked, character, studio, |windings| {
            let worker = Worker {
                document: subject.document.clone(),
                pose,
                shows: subject.shows,
                rest_bounds: *subject.rest_bounds,
                windings,
            };
            move || worker.find_view()
        })
    }

    /// Makes all pictures outdated.
    pub fn forget(&mut self) {
        self.pictures.outdate();
        self.drawn_with = None;
    }

    /// What has failed since the last call.
    pub fn take_fault(&mut self) -> Option<String> {
        self.pictures.take_fault()
    }

    fn follow(&mut self, subject: &ThumbnailSubject<'_>) {
        let fits = self
            .drawn_with
            .as_ref()
            .is_some_and(|with| with.fits(subject));
        if !fits {
            self.forget();
            self.drawn_with = Some(DrawnWith {
                document: subject.document.clone(),
                shows: subject.shows,
                theme: subject.theme,
            });
        }
    }
}

/// The camera of a picture: from the front, a little from the side and from above, as near as the pose allows.
fn camera(character: &Character, rest_bounds: &Bounds, deformed: &[DeformedPrimitive]) -> Camera {
    let camera = viewpoint_camera(character, Camera::default(), Viewpoint::ThreeQuarter);
    let camera = camera.framed(rest_bounds, 1.0);
    let seen = deformed
        .iter()
        .flat_map(|primitive| primitive.positions.iter().copied());
    let margins = Insets {
        top: MARGIN,
        bottom: MARGIN,
        sides: MARGIN,
    };
    frame_points(camera, seen, 1.0, margins)
}

/// The same at one distance over a whole clip, around the middle of the figure.
fn steady_camera(
    character: &Character,
    rest_bounds: &Bounds,
    deformed: &[DeformedPrimitive],
) -> Camera {
    let camera = viewpoint_camera(character, Camera::default(), Viewpoint::ThreeQuarter);
    let camera = camera.framed(rest_bounds, 1.0);
    let points = deformed
        .iter()
        .flat_map(|primitive| primitive.positions.iter().copied());
    let bounds = Bounds::from_points(points);
    let target = match bounds.is_empty() {
        true => camera.target,
        false => bounds.center(),
    };
    Camera {
        target,
        distance: NEARER * camera.distance,
        ..camera
    }
}

/// Of some moments of a clip the one in which joints are turned farthest from rest.
fn telling_time(character: &Character, clip: &Clip, rest: &Pose) -> f32 {
    let skeleton = &character.rig.skeleton;
    let turned = |time: f32| -> f32 {
        let pose = clip.sample(skeleton, rest, time);
        let joints = pose.rigid.iter().zip(&rest.rigid);
        joints
            .map(|(now, rest)| now.rotation.angle_between(rest.rotation))
            .sum()
    };
    let times = MOMENTS.map(|share| share * clip.duration());
    let most = times
        .into_iter()
        .max_by(|one, other| turned(*one).total_cmp(&turned(*other)));
    most.unwrap_or(0.0)
}

/// Everything that the worker needs to skin the vertices.
struct Worker {
    document: Document,
    pose: ThumbnailPose,
    shows: PaneShows,
    rest_bounds: Bounds,
    windings: Arc<Windings>,
}

impl Worker {
    fn find_view(&self) -> Option<PictureView> {
        let character = &*self.document.character;
        let rest = base_pose(character);
        let mut pose = match &self.pose {
            ThumbnailPose::Preset(file) => {
                let preset = &file.preset;
                preset.apply_to(&character.rig.skeleton, &rest, 1.0, None)
            }
            ThumbnailPose::Clip(clips, place, time) => {
                let clip = &clips.get(*place)?.clip;
                let time = time.unwrap_or_else(|| telling_time(character, clip, &rest));
                clip.sample(&character.rig.skeleton, &rest, time)
            }
        };
        drive(&self.document.driven, &mut pose);
        let posed = pane_pose(&self.document, &pose, self.shows).ok()?.posed;
        let mut deformed = Vec::new();
        deform_posed(character, &posed, &mut deformed).ok()?;
        let windings = self.windings.of(character, &posed).collect();
        Some(PictureView {
            camera: match self.pose {
                ThumbnailPose::Preset(_) => camera(character, &self.rest_bounds, &deformed),
                ThumbnailPose::Clip(..) => steady_camera(character, &self.rest_bounds, &deformed),
            },
            posed: (deformed, windings),
        })
    }
}
