//! Small pictures of a character in poses, by keys of whoever shows them: one at a time is skinned in the background and drawn, at most one
//! a frame, and kept until it is outdated.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::task::Poll;

use character::Character;
use eframe::egui::TextureId;
use eframe::egui_wgpu::RenderState;
use render::drawable::Drawable;
use render::{MeshBuffers, PaneTarget, Renderer, Scene, Theme};
use scene::deform::DeformedPrimitive;
use scene::view::camera::Camera;
use scene::view::surface_mode::SurfaceMode;
use scene::winding::{Winding, Windings};
use session::tasks::{Fault, Spawner, Task};

/// Width and height in pixels: twice what small pictures are shown in, for fine displays.
const SIDE: u32 = 192;

/// Most pictures that are kept; of more, the least recently seen go.
const MOST: usize = 400;

/// What the pictures are drawn with.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "egui's textures have none")]
pub struct Studio<'a> {
    /// The device, and egui's textures.
    pub state: &'a RenderState,
    /// Shaders and pipelines, shared with the panes.
    pub renderer: &'a Renderer,
    /// The character's drawable, whose textures are shared.
    pub drawable: &'a Drawable,
    /// Starts the work that skins the vertices.
    pub spawner: &'a Spawner,
}

/// What the pictures of a queue are of.
pub(crate) struct PictureKind {
    /// Name of the threads that skin.
    pub(crate) thread: &'static str,
    /// What failures are told of, as `A picture of a pose`.
    pub(crate) what: &'static str,
    /// When it is tried again, as `when the pose is saved again`.
    pub(crate) again: &'static str,
    /// How the surface is drawn.
    pub(crate) surface: SurfaceMode,
}

/// What is asked of a queue for one picture.
pub(crate) struct PictureRequest<'a, K> {
    pub(crate) key: &'a K,
    /// Revision of what the picture is of: one of another revision is drawn anew, and shown meanwhile.
    pub(crate) revision: u64,
    /// The number of the frame in which it is seen.
    pub(crate) frame: u64,
    /// Whether a gesture goes on: no picture is begun until it ends.
    pub(crate) is_at_work: bool,
}

/// The vertices of a pose, and how the triangles of each primitive are wound.
pub(crate) type PosedPrimitives = (Vec<DeformedPrimitive>, Vec<Winding>);

/// A pose to be drawn, and from where it is looked at.
pub(crate) struct PictureView {
    pub(crate) posed: PosedPrimitives,
    pub(crate) camera: Camera,
}

/// The pictures by key, and the one in progress.
pub(crate) struct PictureQueue<K> {
    kind: &'static PictureKind,
    pictures: BTreeMap<K, Picture>,
    target: Option<ThumbnailTarget>,
    job: Option<Job<K>>,
    fault: Fault,
    /// The last frame in which a picture was drawn.
    drawn_in: Option<u64>,
}

struct Picture {
    /// None for what cannot be drawn.
    texture: Option<TextureId>,
    /// Revision of what the picture shows; none while it is of another character.
    shows: Option<u64>,
    seen_in: u64,
}

/// The picture in progress.
struct Job<K> {
    key: K,
    revision: u64,
    task: Task<Option<PictureView>>,
}

impl<K: Ord + Clone> PictureQueue<K> {
    pub(crate) fn new(kind: &'static PictureKind) -> Self {
        Self {
            kind,
            pictures: BTreeMap::new(),
            target: None,
            job: None,
            fault: Fault::default(),
            drawn_in: None,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.pictures.len()
    }

    /// The picture of a key, if it is drawn; where it is missing or of another revision, begins it unless another one is in progress.
    /// What `worker` returns skins the vertices in the background; none is what cannot be drawn.
    pub(crate) fn picture<W>(
        &mut self,
        asked: &PictureRequest<'_, K>,
        character: &Character,
        studio: Studio<'_>,
        worker: impl FnOnce(Arc<Windings>) -> W,
    ) -> Option<TextureId>
    where
        W: FnOnce() -> Option<PictureView> + Send + 'static,
    {
        let picture = self.pictures.entry(asked.key.clone()).or_insert(Picture {
            texture: None,
            shows: None,
            seen_in: asked.frame,
        });
        picture.seen_in = asked.frame;
        let is_of_character = picture.shows.is_some();
        let texture = picture.texture.filter(|_| is_of_character);
        let is_old = picture.shows != Some(asked.revision);
        if is_old && self.job.is_none() && !asked.is_at_work {
            let target = self
                .target
                .get_or_insert_with(|| ThumbnailTarget::new(character, studio));
            let work = worker(Arc::clone(&target.windings));
            self.job = Some(Job {
                key: asked.key.clone(),
                revision: asked.revision,
                task: Task::start(studio.spawner, self.kind.thread, move |_| work()),
            });
        }
        texture
    }

    /// Draws what is finished, at most one picture a frame.
    pub(crate) fn draw_what_is_ready(&mut self, theme: Theme, studio: Studio<'_>, frame: u64) {
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
                "{} was not made, for {error}. It is tried again {}.",
                self.kind.what, self.kind.again
            )),
        }
        self.drawn_in = Some(frame);
        let (Some(target), Some(picture)) = (&mut self.target, self.pictures.get_mut(&job.key))
        else {
            return;
        };
        // Also where nothing was drawn: what cannot be drawn is not begun again in every frame.
        picture.shows = Some(job.revision);
        if let Ok(Some(seen)) = answer {
            let shot = Shot {
                camera: seen.camera,
                theme,
                surface: self.kind.surface,
            };
            let drawn = target.draw(&seen.posed, &shot, studio);
            take_picture(&mut picture.texture, drawn, studio.state);
        }
        self.drop_oldest(studio.state);
    }

    /// What has failed since the last call.
    pub(crate) fn take_fault(&mut self) -> Option<String> {
        self.fault.take_news()
    }

    /// Makes all pictures outdated, and gives up the one in progress: none is shown before it is drawn anew.
    pub(crate) fn outdate(&mut self) {
        // The target has the buffers of the character before: another one gets its own.
        (self.target, self.job) = (None, None);
        for picture in self.pictures.values_mut() {
            picture.shows = None;
        }
    }

    /// Drops all pictures, and the one in progress: other keys may follow.
    pub(crate) fn clear(&mut self, state: &RenderState) {
        self.outdate();
        let pictures = std::mem::take(&mut self.pictures).into_values();
        let mut egui_renderer = state.renderer.write();
        for texture in pictures.filter_map(|picture| picture.texture) {
            egui_renderer.free_texture(&texture);
        }
    }

    /// Removes the least recently seen picture if there are too many.
    fn drop_oldest(&mut self, state: &RenderState) {
        if self.pictures.len() <= MOST {
            return;
        }
        let oldest = self
            .pictures
            .iter()
            .min_by_key(|(_, picture)| picture.seen_in);
        let Some(key) = oldest.map(|(key, _)| key.clone()) else {
            return;
        };
        if let Some(texture) = self.pictures.remove(&key).and_then(|gone| gone.texture) {
            state.renderer.write().free_texture(&texture);
        }
    }
}

/// Gives egui a picture that was drawn, in the place of the one before it; without one that stays.
fn take_picture(
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

/// Resources to draw one small picture after another.
struct ThumbnailTarget {
    target: PaneTarget,
    drawable: Drawable,
    /// Those of the character that is drawn.
    windings: Arc<Windings>,
}

/// How a small picture is taken.
struct Shot {
    camera: Camera,
    theme: Theme,
    surface: SurfaceMode,
}

impl ThumbnailTarget {
    fn new(character: &Character, studio: Studio<'_>) -> Self {
        let device = &studio.state.device;
        Self {
            target: PaneTarget::new(studio.renderer, device, [SIDE, SIDE]),
            drawable: studio.drawable.sharing(device),
            windings: Arc::new(Windings::new(character)),
        }
    }

    /// Draws a pose of the character; nothing if the pose is of another one.
    fn draw(
        &mut self,
        (deformed, windings): &PosedPrimitives,
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
        let picture = self.target.copy_picture(device, &mut encoder);
        queue.submit([encoder.finish()]);
        picture
    }
}
