//! Pictures of the panes: their resources on the GPU, and when they are drawn again.

use std::sync::Arc;

use eframe::egui::TextureId;
use eframe::egui_wgpu::RenderState;
use headless::picture::PropDrawables;
use render::drawable::{Drawable, Machine};
use render::pane_skins::{PaneSkin, PaneSkins};
use render::{
    Backdrop, BoneBuffers, BoneLook, Ground, MeshBuffers, OnionBuffers, PaneTarget, Renderer,
    Scene, ShaderError, Theme, compile_shader,
};
use scene::hidden::HiddenSurfaces;
use scene::view::ellipsoid::Ellipsoid;
use scene::view::graphics::SkinnedBy;
use scene::view::pane_shows::Normals;
use scene::view::shading::Shading;
use scene::view::stretch_mark::stretch_mark;
use scene::view::surface_mode::SurfaceMode;
use session::document::Document;
use session::features::view::View;
use session::session::Session;
use session::settings::Background;
use session::shown::{PanePose, ShownPanes};
use session::state::comparing::PaneLayout;
use shaders::Sources;
use skin_gpu::Skinner;

use crate::panes::pane_paint::PanePaint;
use crate::panes::place_pictures::PlacePictures;
use crate::panes::pose_thumbnails::PoseThumbnails;

mod contact;
pub mod crowd;
mod faces;
mod marks;
mod onion;
pub mod pane_paint;
mod picture_key;
pub mod picture_queue;
pub mod place_pictures;
pub mod pose_thumbnails;
mod small_picture;
mod thumbnails;
mod windings;

use contact::contact_shown;
use marks::MarksKey;
use onion::{OnionKey, onion_key};
use picture_key::PictureKey;
use windings::PaneWindings;

/// Pictures of all panes; none without a graphics device.
#[derive(Default)]
pub struct Panes {
    studio: Option<Studio>,
    fault: Option<String>,
}

impl std::fmt::Debug for Panes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Panes")
            .field("ready", &self.studio.is_some())
            .field("fault", &self.fault)
            .finish()
    }
}

/// The renderer, its resources, and keys of what was drawn last.
struct Studio {
    state: RenderState,
    renderer: Renderer,
    /// The texts that renderer and kernels are compiled from.
    sources: Sources,
    /// Whether pictures stay as they are, whatever changes.
    holds: bool,
    /// One per pane, A first, hidden ones included.
    panes: Vec<Pane>,
    /// Every pane's drawable shares its textures.
    drawable: Option<Drawable>,
    opened: Option<u64>,
    /// Why the open character cannot be shown.
    refused: Option<String>,
    vertices: Option<VerticesKey>,
    /// Number of the ambient occlusion result that is on the device.
    contact: Option<u64>,
    windings: PaneWindings,
    props: PropDrawables,
    skins: PaneSkins,
    skinned_by: SkinnedBy,
    thumbnails: PoseThumbnails,
    place_pictures: PlacePictures,
    crowd: crowd::CrowdPicture,
}

struct Pane {
    target: PaneTarget,
    texture: Option<TextureId>,
    drawable: Option<Drawable>,
    bones: BoneBuffers,
    /// Key of the bones that were written last.
    marks: Option<MarksKey>,
    onion: OnionBuffers,
    /// Key of the onion skins that were written last.
    onion_written: Option<OnionKey>,
    /// Values that the vertices were written with.
    paint: PanePaint,
    /// What the faces that are drawn leave out.
    faces: Option<Arc<HiddenSurfaces>>,
    /// Number of the selection of vertices that is marked.
    vertex_marks: Option<u64>,
    drawn: Option<PictureKey>,
}

/// Key of the vertices: the revision, whether the device skins them, and the number of panes.
type VerticesKey = (u64, bool, usize);

impl Panes {
    /// Compiles the shaders. An error is kept and shown in place of the panes.
    #[must_use]
    pub fn new(state: Option<&RenderState>) -> Self {
        let Some(state) = state else {
            return Self::without("There is no graphics device to draw the panes with.".to_owned());
        };
        match Renderer::new(&state.device, &state.queue) {
            Ok(renderer) => Self {
                studio: Some(Studio::new(state.clone(), renderer)),
                fault: None,
            },
            Err(error) => Self {
                studio: None,
                fault: Some(format!("The panes cannot be drawn: {error}.")),
            },
        }
    }

    /// No pictures, with the reason that is shown instead.
    #[must_use]
    pub const fn without(fault: String) -> Self {
        Self {
            studio: None,
            fault: Some(fault),
        }
    }

    /// Whether there is a renderer.
    #[must_use]
    pub const fn is_ready(&self) -> bool {
        self.studio.is_some()
    }

    /// Why nothing can be drawn.
    #[must_use]
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// What skins the vertices of the panes.
    #[must_use]
    pub fn skinned_by(&self) -> SkinnedBy {
        let studio = self.studio.as_ref();
        studio.map_or_else(SkinnedBy::default, |studio| studio.skinned_by.clone())
    }

    /// Whether pictures stay as they are from now on; gives what was so before.
    ///
    /// What they show is uploaded and skinned all the same. The pictures of another device do not stay.
    pub fn hold(&mut self, holds: bool) -> bool {
        let studio = self.studio.as_mut();
        studio.is_some_and(|studio| std::mem::replace(&mut studio.holds, holds))
    }

    /// Draws all panes again with other shaders.
    ///
    /// # Errors
    ///
    /// The first source that the device refuses, with file and line; the pictures then stay as they are.
    pub fn reload(&mut self, sources: &Sources) -> Result<(), ShaderError> {
        self.studio
            .as_mut()
            .map_or(Ok(()), |studio| studio.reload(sources))
    }

    /// The picture of a pane, A being 0, in exactly this many pixels; `None` for an empty one.
    pub fn picture(&mut self, pane: usize, size: [u32; 2], view: &View<'_>) -> Option<TextureId> {
        let studio = self.studio.as_mut()?;
        match studio.picture(pane, size, view) {
            Ok(texture) => {
                self.fault = None;
                texture
            }
            Err(fault) => {
                self.fault = Some(fault);
                None
            }
        }
    }
}

/// What the kernels with usual and with exact normals are compiled from; none if an import has no text.
fn kernel_texts(sources: &Sources) -> Option<[String; 2]> {
    let text = |program| Some(sources.resolve(program).ok()?.text);
    Some([text(&shaders::SKIN)?, text(&shaders::SKIN_EXACT)?])
}

/// The floor under the character at rest, shaded where vertices of pane A touch it now.
fn floor(shown: &ShownPanes) -> Ground {
    let bounds = &shown.rest_bounds;
    Ground::under(bounds).with_shade(bounds, shown.scattered.iter().copied())
}

/// Colors of the pictures. Where surfaces show weights, the selection has a color that no weight has.
#[must_use]
pub fn theme(session: &Session) -> Theme {
    let colors = &session.settings.colors;
    let base = match (colors.background, session.switches.light) {
        (Background::Light, _) | (Background::Studio, true) => Theme::LIGHT,
        (Background::Dark, _) | (Background::Studio, false) => Theme::DARK,
        (Background::Own, _) => Theme::before(colors.own_background),
    };
    let selected = match session.shading {
        Shading::Weights | Shading::Asymmetry | Shading::NormalError | Shading::NearFlip => {
            colors.selected.off_the_ramp(session.settings.weights.ramp)
        }
        _ => colors.selected,
    };
    Theme {
        bone_selected: selected.color(base.is_light()),
        ..base
    }
}

impl Studio {
    fn new(state: RenderState, renderer: Renderer) -> Self {
        Self {
            skins: PaneSkins::new(&state.device),
            skinned_by: SkinnedBy::default(),
            state,
            renderer,
            sources: Sources::built_in(),
            holds: false,
            panes: Vec::new(),
            drawable: None,
            opened: None,
            refused: None,
            vertices: None,
            contact: None,
            windings: PaneWindings::default(),
            props: PropDrawables::default(),
            thumbnails: PoseThumbnails::default(),
            place_pictures: PlacePictures::default(),
            crowd: crowd::CrowdPicture::default(),
        }
    }

    fn reload(&mut self, sources: &Sources) -> Result<(), ShaderError> {
        let device = &self.state.device;
        // First the kernels, then the pictures: a fault in either leaves both as they were. Kernels take longest to compile, and are kept
        // where their text is what it was.
        let texts = kernel_texts(sources);
        let is_known = texts.is_some() && texts == kernel_texts(&self.sources);
        let kernels = if self.skins.has_kernels() && !is_known {
            let make = || Skinner::with_sources(device, sources);
            let kernels = compile_shader(device, sources, &shaders::SKIN, make)?.ok();
            if let Some(kernels) = &kernels {
                let load = || kernels.load_exact();
                compile_shader(device, sources, &shaders::SKIN_EXACT, load)?;
            }
            kernels
        } else {
            None
        };
        self.renderer.reload(device, sources)?;
        self.sources = sources.clone();
        if let Some(kernels) = kernels {
            self.skins.replace_kernels(kernels);
            self.vertices = None;
        }
        self.thumbnails.forget();
        self.place_pictures.forget(&self.state);
        for pane in &mut self.panes {
            pane.drawn = None;
        }
        Ok(())
    }

    fn picture(
        &mut self,
        pane: usize,
        size: [u32; 2],
        view: &View<'_>,
    ) -> Result<Option<TextureId>, String> {
        self.bring_up_to_date(view)?;
        let paint = PanePaint::of(pane, view);
        let key = PictureKey::of(pane, size, paint, view);
        let Some(slot) = self.panes.get_mut(pane) else {
            return Ok(None);
        };
        if !self.holds && slot.drawn.as_ref() != Some(&key) {
            slot.resize(&self.state, size);
            slot.write_marks(&self.state, &key.marks, pane, view);
            slot.write_onion(&self.state, key.onion, pane, view);
            slot.write_paint(&self.state, key.paint, pane, view)?;
            slot.write_vertex_marks(&self.state, key.vertex_marks, view)?;
            let machine = Machine {
                renderer: &self.renderer,
                device: &self.state.device,
                queue: &self.state.queue,
            };
            let is_colored = paint.surface(view) == SurfaceMode::VertexColors;
            self.props.write(machine, pane, &key.props, is_colored)?;
            slot.draw(&self.state, &self.renderer, pane, &self.props, view);
            slot.drawn = Some(key);
        }
        Ok(slot.texture.filter(|_| slot.target.view().is_some()))
    }

    /// Uploads what has changed since the last picture.
    fn bring_up_to_date(&mut self, view: &View<'_>) -> Result<(), String> {
        if self.opened != Some(view.session.opened) {
            self.refused = self.upload(view.document, view.shown).err();
            self.opened = Some(view.session.opened);
            self.vertices = None;
        }
        self.set_number_of_panes(view.session.comparing.panes.len());
        if let Some(why) = &self.refused {
            self.skinned_by = SkinnedBy::Nothing;
            return Err(why.clone());
        }
        let switches = &view.session.switches;
        let vertices = (
            view.shown.revision,
            switches.skin_on_device,
            self.panes.len(),
        );
        if self.vertices != Some(vertices) {
            self.windings.follow(view);
            self.skinned_by = self.skin(view)?;
            self.vertices = Some(vertices);
        }
        self.write_contact(view);
        self.choose_faces(view);
        Ok(())
    }

    fn set_number_of_panes(&mut self, n_panes: usize) {
        while self.panes.len() < n_panes {
            let device = &self.state.device;
            let drawable = self.drawable.as_ref();
            self.panes.push(Pane {
                target: PaneTarget::new(&self.renderer, device, [0, 0]),
                texture: None,
                drawable: drawable.map(|drawable| drawable.sharing(device)),
                bones: BoneBuffers::new(device),
                marks: None,
                onion: OnionBuffers::new(device),
                onion_written: None,
                paint: PanePaint::Nothing,
                faces: None,
                vertex_marks: None,
                drawn: None,
            });
        }
        for pane in self.panes.drain(n_panes..) {
            if let Some(texture) = pane.texture {
                self.state.renderer.write().free_texture(&texture);
            }
        }
    }

    fn upload(&mut self, document: &Document, shown: &ShownPanes) -> Result<(), String> {
        let machine = Machine {
            renderer: &self.renderer,
            device: &self.state.device,
            queue: &self.state.queue,
        };
        self.skins.forget();
        self.thumbnails.forget();
        self.place_pictures.forget(&self.state);
        self.windings.clear();
        (self.drawable, self.contact) = (None, None);
        for pane in &mut self.panes {
            (pane.drawable, pane.marks, pane.faces) = (None, None, None);
        }
        let drawable = Drawable::new(machine, &document.character, &shown.at_rest)
            .map_err(|error| format!("The character cannot be shown: {error}."))?;
        for pane in &mut self.panes {
            pane.drawable = Some(drawable.sharing(&self.state.device));
            (pane.paint, pane.vertex_marks) = (PanePaint::Nothing, None);
        }
        self.drawable = Some(drawable);
        Ok(())
    }
}

impl Studio {
    /// Skins on the device if it is asked for and possible, else on the processor.
    fn skin(&mut self, view: &View<'_>) -> Result<SkinnedBy, String> {
        if view.is_empty() {
            return Ok(SkinnedBy::Nothing);
        }
        if !view.session.switches.skin_on_device {
            self.skin_on_processor(view, |_| true)?;
            return Ok(SkinnedBy::Processor(None));
        }
        let (device, queue) = (&self.state.device, &self.state.queue);
        let character = &view.document.character;
        let poses = &view.shown.panes;
        let shown = poses.iter().map(|pose| PaneSkin {
            posed: &pose.posed,
            weights: pose.weights.as_ref(),
            gradients: pose.gradients.as_ref(),
            has_own_shape: pose.weakened,
        });
        let shown: Vec<PaneSkin<'_>> = shown.collect();
        match self.skins.skin_versions(device, queue, character, &shown) {
            Ok(panes) => {
                let all = self.panes.iter_mut().zip(panes).zip(poses).enumerate();
                for (place, ((pane, skinned), pose)) in all {
                    let known = self.windings.of(place, view.shown);
                    if let (Some(drawable), Some(known)) = (&mut pane.drawable, known) {
                        let windings = known.of(pose.character(character), &pose.posed);
                        drawable
                            .draw_skinned(skinned.into_iter().zip(windings))
                            .map_err(|error| error.to_string())?;
                    }
                }
                // The kernels have usual and exact normals; all others, and what is smoothed, are computed on the processor.
                if poses.iter().any(PanePose::is_of_processor) {
                    self.skin_on_processor(view, PanePose::is_of_processor)?;
                }
                Ok(SkinnedBy::Device)
            }
            Err(why) => {
                self.skin_on_processor(view, |_| true)?;
                Ok(SkinnedBy::Processor(Some(why)))
            }
        }
    }

    fn skin_on_processor(
        &mut self,
        view: &View<'_>,
        which: impl Fn(&PanePose) -> bool,
    ) -> Result<(), String> {
        let (queue, character) = (&self.state.queue, &view.document.character);
        let shown = view.shown.deformed_panes().iter().zip(&view.shown.panes);
        let panes = self.panes.iter_mut().zip(shown).enumerate();
        for (place, (pane, (deformed, pose))) in panes.filter(|(_, (_, (_, pose)))| which(pose)) {
            let known = self.windings.of(place, view.shown);
            if let (Some(drawable), Some(known)) = (&mut pane.drawable, known) {
                let windings = known.of(pose.character(character), &pose.posed);
                drawable
                    .write_wound(queue, deformed, windings)
                    .map_err(|error| error.to_string())?;
            }
        }
        Ok(())
    }
}

impl Pane {
    fn resize(&mut self, state: &RenderState, size: [u32; 2]) {
        if self.target.size() == size && self.texture.is_some() {
            return;
        }
        self.target.resize(&state.device, size);
        let Some(view) = self.target.view() else {
            return;
        };
        let mut egui_renderer = state.renderer.write();
        // The picture has exactly as many pixels as the pane.
        let filter = wgpu::FilterMode::Nearest;
        match self.texture {
            Some(texture) => egui_renderer.update_egui_texture_from_wgpu_texture(
                &state.device,
                view,
                filter,
                texture,
            ),
            None => {
                self.texture =
                    Some(egui_renderer.register_native_texture(&state.device, view, filter));
            }
        }
    }

    fn write_marks(&mut self, state: &RenderState, key: &MarksKey, pane: usize, view: &View<'_>) {
        if self.marks.as_ref() != Some(key) {
            let marks = view.shown.joint_marks(pane, view.document, view.session);
            let look = BoneLook {
                style: key.display.style,
                axes: key.display.axes,
                theme: &key.theme,
            };
            self.bones.write(&state.device, &state.queue, &marks, look);
            self.marks = Some(key.clone());
        }
    }

    fn write_paint(
        &mut self,
        state: &RenderState,
        paint: PanePaint,
        pane: usize,
        view: &View<'_>,
    ) -> Result<(), String> {
        // While no values are shown, the last ones stay on the device: they may be shown again.
        let drawable = self.drawable.as_mut().filter(|_| self.paint != paint);
        if let (Some(drawable), true) = (drawable, paint != PanePaint::Nothing) {
            let written = paint.write(&state.queue, drawable, pane, view);
            written.map_err(|error| error.to_string())?;
            self.paint = paint;
        }
        Ok(())
    }

    fn draw(
        &self,
        state: &RenderState,
        renderer: &Renderer,
        pane: usize,
        props: &PropDrawables,
        view: &View<'_>,
    ) {
        let switches = &view.session.switches;
        let hidden = &view.session.character.hidden_surfaces;
        let meshes: Vec<&MeshBuffers> = self
            .drawable
            .iter()
            .flat_map(|drawable| drawable.meshes.iter().enumerate())
            .filter(|(primitive, _)| !hidden.has_primitive(*primitive))
            .map(|(_, mesh)| mesh)
            .chain(props.meshes(pane))
            .collect();
        let shows = view.session.comparing.panes.get(pane);
        let shows = shows.copied().unwrap_or_default();
        let theme = theme(view.session);
        let camera = view.session.camera_of(pane);
        let with_bones = view.session.shows_bones() && !is_ghost(pane, view);
        let paint = PanePaint::of(pane, view);
        let scene = Scene {
            backdrop: if is_ghost(pane, view) || view.has_picture_behind(pane) {
                Backdrop::Transparent
            } else {
                Backdrop::Gradient
            },
            facets: shows.normals == Normals::Facets,
            diverging: view.session.settings.difference.colors(),
            wireframe: switches.wireframe,
            surface: paint.surface(view),
            weights: paint.weights(pane, view),
            contact: contact_shown(view).is_some(),
            onion: onion_key(view).is_some().then_some(&self.onion),
            ground: switches.grid.then(|| floor(view.shown)),
            bones: with_bones.then_some(&self.bones),
            bones_hidden: !view.session.bones_in_front(),
            ellipsoid: stretch_of_selected(pane, view).filter(|_| with_bones),
            ..Scene::of(&camera, &theme, &meshes)
        };
        let mut encoder = state
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("pane"),
            });
        renderer.draw(&state.queue, &mut encoder, &self.target, &scene);
        state.queue.submit([encoder.finish()]);
    }
}

/// Whether a pane is drawn over another one.
fn is_ghost(pane: usize, view: &View<'_>) -> bool {
    let comparing = &view.session.comparing;
    comparing.visible_layout() == PaneLayout::Overlay && comparing.other() == Some(pane)
}

/// The part of the selected joint's final matrix that is not rigid.
fn stretch_of_selected(pane: usize, view: &View<'_>) -> Option<Ellipsoid> {
    let joint = view.session.character.selection.active()?;
    let model_from_joint = view.shown.frames(pane).get(joint.index())?;
    let skeleton = &view.document.character.rig.skeleton;
    let lone = 0.1 * view.shown.rest_bounds.radius();
    Some(stretch_mark(skeleton, joint, model_from_joint, lone))
}
