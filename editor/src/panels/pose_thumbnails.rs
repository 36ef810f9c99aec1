//! Small pictures of the open character in the poses of the library: skinned in the background, drawn at most one a
//! frame.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::task::Poll;

use character::Character;
use eframe::egui;
use eframe::egui::TextureId;
use eframe::egui_wgpu::RenderState;
use render::drawable::Drawable;
use render::{MeshBuffers, PaneTarget, Renderer, Scene, Theme};
use scene::deform::{DeformedPrimitive, base_pose, deform_posed};
use scene::view::bounds::Bounds;
use scene::view::camera::{Camera, Viewpoint};
use scene::view::facing::viewed_of;
use scene::view::framing::{Insets, framed};
use scene::view::pane_shows::PaneShows;
use scene::view::surface_mode::SurfaceMode;
use scene::winding::{Winding, Windings};
use session::document::Document;
use session::files::pose_library::Entry;
use session::files::presets::PresetFile;
use session::jobs::shown::pane_pose;
use session::jobs::{Fault, Spawner, Task};

/// Width and height in pixels: twice what small pictures are shown in, for fine displays.
const SIDE: u32 = 192;

/// Most pictures that are kept; of more, the least recently seen go.
const MOST: usize = 400;

/// Margin around the figure as a share of the picture.
const MARGIN: f32 = 0.05;

/// What is drawn, whatever the pose.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The character, with its skinning options.
    pub document: &'a Document,
    /// Its bounds at rest.
    pub rest_bounds: &'a Bounds,
    /// How it is skinned.
    pub shows: PaneShows,
    /// Colours of the pictures.
    pub theme: Theme,
    /// Whether a gesture is changing it: pictures then stay until it ends.
    pub is_at_work: bool,
}

/// What the pictures are drawn with.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "egui's textures have none")]
pub struct Studio<'a> {
    /// The device, and egui's textures.
    pub state: &'a RenderState,
    /// Shaders and pipelines.
    pub renderer: &'a Renderer,
    /// The character's drawable, whose textures are shared.
    pub drawable: &'a Drawable,
    /// Starts the work that skins the vertices.
    pub spawner: &'a Spawner,
}

/// The pictures by file, and the one in progress.
#[derive(Default)]
pub struct PoseThumbnails {
    pictures: BTreeMap<PathBuf, Picture>,
    drawn_with: Option<DrawnWith>,
    thumbnail_target: Option<ThumbnailTarget>,
    job: Option<Job>,
    fault: Fault,
    /// The last frame in which a picture was drawn.
    drawn_in: Option<u64>,
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
    fn fits(&self, subject: &Subject<'_>) -> bool {
        let [mine, other] = [&self.document, subject.document];
        Arc::ptr_eq(&mine.character, &other.character)
            && (Arc::ptr_eq(&mine.scale_inheritance, &other.scale_inheritance)
                || mine.scale_inheritance == other.scale_inheritance)
            && self.shows == subject.shows
            && self.theme == subject.theme
    }
}

struct Picture {
    texture: Option<TextureId>,
    /// Revision of the file that the picture shows; `None` while it shows another character.
    revision: Option<u64>,
    seen_in: u64,
}

/// Resources to draw one small picture after another.
pub(super) struct ThumbnailTarget {
    target: PaneTarget,
    drawable: Drawable,
    /// Those of the character that is drawn.
    pub(super) windings: Arc<Windings>,
}

/// How a small picture is taken.
pub(super) struct Shot {
    pub(super) camera: Camera,
    pub(super) theme: Theme,
    pub(super) surface: SurfaceMode,
}

/// The pose whose picture is in progress.
struct Job {
    path: PathBuf,
    revision: u64,
    task: Task<Option<Posed>>,
}

/// The vertices of a pose, and how the triangles of each primitive are wound.
pub(super) type Posed = (Vec<DeformedPrimitive>, Vec<Winding>);

impl PoseThumbnails {
    /// The picture of a pose, if it is drawn; else starts its drawing.
    pub fn picture(
        &mut self,
        entry: &Entry,
        subject: &Subject<'_>,
        studio: Studio<'_>,
        ctx: &egui::Context,
    ) -> Option<TextureId> {
        let frame = ctx.cumulative_frame_nr();
        if !subject.is_at_work {
            self.follow(subject);
        }
        self.draw_what_is_ready(subject, studio, frame);
        let preset = entry.preset.as_ref()?;
        let picture = self.pictures.entry(entry.path.clone());
        let picture = picture.or_insert(Picture {
            texture: None,
            revision: None,
            seen_in: frame,
        });
        picture.seen_in = frame;
        let is_of_character = picture.revision.is_some();
        let texture = picture.texture.filter(|_| is_of_character);
        let is_old = picture.revision != Some(entry.revision);
        if is_old && self.job.is_none() && !subject.is_at_work {
            self.start(entry, preset, subject, studio);
        }
        texture
    }

    /// Makes all pictures outdated.
    pub fn forget(&mut self) {
        (self.thumbnail_target, self.job, self.drawn_with) = (None, None, None);
        for picture in self.pictures.values_mut() {
            picture.revision = None;
        }
    }

    fn follow(&mut self, subject: &Subject<'_>) {
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

    fn start(
        &mut self,
        entry: &Entry,
        preset: &Arc<PresetFile>,
        subject: &Subject<'_>,
        studio: Studio<'_>,
    ) {
        let thumbnail_target = self
            .thumbnail_target
            .get_or_insert_with(|| ThumbnailTarget::new(&subject.document.character, studio));
        let worker = Worker {
            document: subject.document.clone(),
            preset: Arc::clone(preset),
            shows: subject.shows,
            windings: Arc::clone(&thumbnail_target.windings),
        };
        self.job = Some(Job {
            path: entry.path.clone(),
            revision: entry.revision,
            task: Task::start(studio.spawner, "pose picture", move |_| worker.posed()),
        });
    }

    /// What has failed since the last call.
    pub fn take_fault(&mut self) -> Option<String> {
        self.fault.take_news()
    }

    /// Draws the finished pose, at most one a frame.
    fn draw_what_is_ready(&mut self, subject: &Subject<'_>, studio: Studio<'_>, frame: u64) {
        if self.drawn_in == Some(frame) {
            return;
        }
        let Some(Poll::Ready(answer)) = self.job.as_mut().map(|job| job.task.poll()) else {
            return;
        };
        let Some(job) = self.job.take() else { return };
        match &answer {
            Ok(_) => self.fault.clear(),
            Err(error) => self.fault.set(format!(
                "A picture of a pose was not made, for {error}. It is tried again when the pose is saved again."
            )),
        }
        self.drawn_in = Some(frame);
        let (Some(thumbnail_target), Some(picture)) =
            (&mut self.thumbnail_target, self.pictures.get_mut(&job.path))
        else {
            return;
        };
        picture.revision = Some(job.revision);
        if let Ok(Some(posed)) = answer {
            let character = &subject.document.character;
            let shot = Shot {
                camera: camera(character, subject.rest_bounds, &posed.0),
                theme: subject.theme,
                surface: SurfaceMode::Material,
            };
            let drawn = thumbnail_target.draw(&posed, &shot, studio);
            take_picture(&mut picture.texture, drawn, studio.state);
        }
        self.let_go(studio.state);
    }

    /// Removes the least recently seen picture if there are too many.
    fn let_go(&mut self, state: &RenderState) {
        if self.pictures.len() <= MOST {
            return;
        }
        let oldest = self
            .pictures
            .iter()
            .min_by_key(|(_, picture)| picture.seen_in);
        let Some(path) = oldest.map(|(path, _)| path.clone()) else {
            return;
        };
        if let Some(texture) = self.pictures.remove(&path).and_then(|gone| gone.texture) {
            state.renderer.write().free_texture(&texture);
        }
    }
}

/// Gives egui a picture that was drawn, in the place of the one before it; without one that stays.
pub(super) fn take_picture(
    texture: &mut Option<TextureId>,
    drawn: Option<wgpu::Texture>,
    state: &RenderState,
) {
    let Some(drawn) = drawn else { return };
    let view = drawn.create_view(&wgpu::TextureViewDescriptor::default());
    let mut egui_renderer = state.renderer.write();
    let filter = wgpu::FilterMode::Linear;
    match *texture {
        Some(texture) => egui_renderer.update_egui_texture_from_wgpu_texture(
            &state.device,
            &view,
            filter,
            texture,
        ),
        None => {
            *texture = Some(egui_renderer.register_native_texture(&state.device, &view, filter));
        }
    }
}

impl ThumbnailTarget {
    pub(super) fn new(character: &Character, studio: Studio<'_>) -> Self {
        let device = &studio.state.device;
        Self {
            target: PaneTarget::new(studio.renderer, device, [SIDE, SIDE]),
            drawable: studio.drawable.sharing(device),
            windings: Arc::new(Windings::new(character)),
        }
    }

    /// Draws a pose of the character; nothing if the pose is of another one.
    pub(super) fn draw(
        &mut self,
        (deformed, windings): &Posed,
        shot: &Shot,
        studio: Studio<'_>,
    ) -> Option<wgpu::Texture> {
        let (device, queue) = (&studio.state.device, &studio.state.queue);
        let written = self
            .drawable
            .write_wound(queue, deformed, windings.iter().copied());
        written.ok()?;
        let meshes: Vec<&MeshBuffers> = self.drawable.meshes.iter().collect();
        let scene = Scene {
            surface: shot.surface,
            ..Scene::of(&shot.camera, &shot.theme, &meshes)
        };
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor {
            label: Some("small picture"),
        });
        studio
            .renderer
            .draw(queue, &mut encoder, &self.target, &scene);
        let picture = self.target.copied(device, &mut encoder);
        queue.submit([encoder.finish()]);
        picture
    }
}

/// The camera of a picture: from the front, a little from the side and from above, as near as the pose allows.
fn camera(character: &Character, rest_bounds: &Bounds, deformed: &[DeformedPrimitive]) -> Camera {
    let camera = viewed_of(character, Camera::default(), Viewpoint::ThreeQuarter);
    let camera = camera.framed(rest_bounds, 1.0);
    let seen = deformed
        .iter()
        .flat_map(|primitive| primitive.positions.iter().copied());
    let margins = Insets {
        top: MARGIN,
        bottom: MARGIN,
        sides: MARGIN,
    };
    framed(camera, seen, 1.0, margins)
}

/// Everything that the worker needs to skin the vertices.
struct Worker {
    document: Document,
    preset: Arc<PresetFile>,
    shows: PaneShows,
    windings: Arc<Windings>,
}

impl Worker {
    fn posed(&self) -> Option<Posed> {
        let character = &*self.document.character;
        let rest = base_pose(character);
        let preset = &self.preset.preset;
        let pose = preset.applied(&character.rig.skeleton, &rest, 1.0, None);
        let posed = pane_pose(&self.document, &pose, self.shows).ok()?.posed;
        let mut deformed = Vec::new();
        deform_posed(character, &posed, &mut deformed).ok()?;
        let windings = self.windings.of(character, &posed).collect();
        Some((deformed, windings))
    }
}
