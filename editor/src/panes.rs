//! The two panes' pictures: what is on the GPU, and when it is drawn anew.

use eframe::egui::TextureId;
use eframe::egui_wgpu::RenderState;
use rig::JointIndex;
use shaders::Sources;
use skin_gpu::Skinner;

use crate::document::Document;
use crate::drawable::{Drawable, Machine};
use crate::pane_skins::{PaneSkins, SkinnedBy};
use crate::render::{
    BoneBuffers, Camera, Emphasis, Ground, JointMark, MeshBuffers, PaneTarget, Renderer, Scene,
    ShaderError, SurfaceMode, Theme, compiled,
};
use crate::session::{Background, Session, Switches};
use crate::shown::Shown;
use crate::view::View;
use crate::winding::Windings;

/// Pictures of both panes. Without a graphics device there is none.
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

/// What draws, and what was drawn last.
struct Studio {
    state: RenderState,
    renderer: Renderer,
    bones: BoneBuffers,
    panes: [Pane; 2],
    opened: Option<u64>,
    /// Why what is open cannot be shown.
    refused: Option<String>,
    vertices: Option<VerticesKey>,
    windings: Windings,
    skins: PaneSkins,
    skinned_by: SkinnedBy,
    marks: Option<MarksKey>,
}

struct Pane {
    target: PaneTarget,
    texture: Option<TextureId>,
    drawable: Option<Drawable>,
    drawn: Option<PictureKey>,
}

/// What the vertices depend on: the revision, whether the device is to skin them, whether their difference is drawn.
type VerticesKey = (u64, bool, bool);

/// What the drawn skeleton depends on.
type MarksKey = (u64, Option<JointIndex>, Option<JointIndex>, bool);

/// What a picture depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PictureKey {
    size: [u32; 2],
    revision: u64,
    marks: MarksKey,
    camera: Camera,
    switches: Switches,
}

impl Panes {
    /// Compiles what draws. A fault is kept and shown in the panes' place.
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

    /// No pictures, and why.
    #[must_use]
    pub const fn without(fault: String) -> Self {
        Self {
            studio: None,
            fault: Some(fault),
        }
    }

    /// Whether there is something to draw with.
    #[must_use]
    pub const fn is_ready(&self) -> bool {
        self.studio.is_some()
    }

    /// Why nothing can be drawn.
    #[must_use]
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// By what the panes' vertices are skinned.
    #[must_use]
    pub fn skinned_by(&self) -> SkinnedBy {
        let studio = self.studio.as_ref();
        studio.map_or_else(SkinnedBy::default, |studio| studio.skinned_by.clone())
    }

    /// Draws both panes anew with other shaders.
    ///
    /// # Errors
    ///
    /// The first text that the device refuses, with file and line; the pictures then stay as they are.
    pub fn reload(&mut self, sources: &Sources) -> Result<(), ShaderError> {
        self.studio
            .as_mut()
            .map_or(Ok(()), |studio| studio.reload(sources))
    }

    /// The picture of a pane, 0 or 1, in exactly this many pixels; nothing for an empty one.
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

/// The floor under the character at rest, shaded where the left pane's vertices stand on it now.
fn floor(shown: &Shown) -> Ground {
    let bounds = &shown.rest_bounds;
    Ground::under(bounds).shaded_by(bounds, shown.scattered.iter().copied())
}

/// The colours of the pictures.
#[must_use]
pub fn theme(switches: &Switches) -> &'static Theme {
    match (switches.background, switches.light) {
        (Background::Light, _) | (Background::Studio, true) => &Theme::LIGHT,
        (Background::Dark, _) | (Background::Studio, false) => &Theme::DARK,
    }
}

impl Studio {
    fn new(state: RenderState, renderer: Renderer) -> Self {
        let pane = || Pane {
            target: PaneTarget::new(&renderer, &state.device, [0, 0]),
            texture: None,
            drawable: None,
            drawn: None,
        };
        let panes = [pane(), pane()];
        let bones = BoneBuffers::new(&state.device);
        Self {
            skins: PaneSkins::new(&state.device),
            skinned_by: SkinnedBy::default(),
            state,
            renderer,
            bones,
            panes,
            opened: None,
            refused: None,
            vertices: None,
            windings: Windings::default(),
            marks: None,
        }
    }

    fn reload(&mut self, sources: &Sources) -> Result<(), ShaderError> {
        let device = &self.state.device;
        // First the kernels, then the pictures: a fault in either leaves both as they were.
        let kernels = if self.skins.has_kernels() {
            let make = || Skinner::with_sources(device, sources);
            compiled(device, sources, &shaders::SKIN, make)?.ok()
        } else {
            None
        };
        self.renderer.reload(device, sources)?;
        if let Some(kernels) = kernels {
            self.skins.replace_kernels(kernels);
            self.vertices = None;
        }
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
        let key = PictureKey {
            size,
            revision: view.shown.revision,
            marks: marks_key(view.session, view.shown),
            camera: view.session.camera,
            switches: view.session.switches,
        };
        let Some(slot) = self.panes.get_mut(pane) else {
            return Ok(None);
        };
        if slot.drawn != Some(key) {
            slot.resize(&self.state, size);
            slot.draw(&self.state, &self.renderer, &self.bones, (pane, view));
            slot.drawn = Some(key);
        }
        Ok(slot.texture.filter(|_| slot.target.view().is_some()))
    }

    /// Puts on the GPU what has changed since the last picture.
    fn bring_up_to_date(&mut self, view: &View<'_>) -> Result<(), String> {
        if self.opened != Some(view.session.opened) {
            self.refused = self.upload(view.document, view.shown).err();
            self.opened = Some(view.session.opened);
            self.vertices = None;
        }
        if let Some(why) = &self.refused {
            self.skinned_by = SkinnedBy::Nothing;
            return Err(why.clone());
        }
        let switches = &view.session.switches;
        let vertices = (
            view.shown.revision,
            switches.skin_on_device,
            switches.heatmap,
        );
        if self.vertices != Some(vertices) {
            self.write_vertices(view)?;
            self.vertices = Some(vertices);
        }
        let marks = marks_key(view.session, view.shown);
        if self.marks != Some(marks) {
            let theme = theme(&view.session.switches);
            self.bones.write(
                &self.state.device,
                &self.state.queue,
                &joint_marks(view),
                theme,
            );
            self.marks = Some(marks);
        }
        Ok(())
    }

    fn upload(&mut self, document: &Document, shown: &Shown) -> Result<(), String> {
        let machine = Machine {
            renderer: &self.renderer,
            device: &self.state.device,
            queue: &self.state.queue,
        };
        self.skins.forget();
        self.windings = Windings::new(&document.character);
        let [left, right] = &mut self.panes;
        (left.drawable, right.drawable) = (None, None);
        let drawable = Drawable::new(machine, &document.character, &shown.at_rest)
            .map_err(|error| format!("The character cannot be shown: {error}."))?;
        right.drawable = Some(drawable.sharing(&self.state.device));
        left.drawable = Some(drawable);
        Ok(())
    }

    fn write_vertices(&mut self, view: &View<'_>) -> Result<(), String> {
        self.skinned_by = self.skin(view)?;
        let queue = &self.state.queue;
        let drawable = self.panes[1].drawable.as_mut();
        if let Some(drawable) = drawable.filter(|_| view.session.switches.heatmap) {
            let channel = &view.shown.difference().along_normal;
            drawable
                .write_channel(queue, channel)
                .map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

impl Studio {
    /// By the device if it is to and can, else by the processor.
    fn skin(&mut self, view: &View<'_>) -> Result<SkinnedBy, String> {
        if view.is_empty() {
            return Ok(SkinnedBy::Nothing);
        }
        if !view.session.switches.skin_on_device {
            self.skin_on_processor(view)?;
            return Ok(SkinnedBy::Processor(None));
        }
        let machine = (&self.state.device, &self.state.queue);
        match self
            .skins
            .skin(machine, &view.document.character, &view.shown.posed)
        {
            Ok(panes) => {
                let character = &view.document.character;
                let posed = &view.shown.posed;
                for ((pane, skinned), posed) in self.panes.iter_mut().zip(panes).zip(posed) {
                    if let Some(drawable) = &mut pane.drawable {
                        let windings = self.windings.of(character, posed);
                        drawable
                            .draw_skinned(skinned.iter().zip(windings))
                            .map_err(|error| error.to_string())?;
                    }
                }
                Ok(SkinnedBy::Device)
            }
            Err(why) => {
                self.skin_on_processor(view)?;
                Ok(SkinnedBy::Processor(Some(why)))
            }
        }
    }

    fn skin_on_processor(&mut self, view: &View<'_>) -> Result<(), String> {
        let (queue, character) = (&self.state.queue, &view.document.character);
        let shown = view.shown.deformed().iter().zip(&view.shown.posed);
        for (pane, (deformed, posed)) in self.panes.iter_mut().zip(shown) {
            if let Some(drawable) = &mut pane.drawable {
                let windings = self.windings.of(character, posed);
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

    fn draw(
        &self,
        state: &RenderState,
        renderer: &Renderer,
        bones: &BoneBuffers,
        (pane, view): (usize, &View<'_>),
    ) {
        let switches = &view.session.switches;
        let meshes: Vec<&MeshBuffers> = self
            .drawable
            .iter()
            .flat_map(|drawable| &drawable.meshes)
            .collect();
        let heat = switches.heatmap && pane == 1;
        let scene = Scene {
            camera: &view.session.camera,
            theme: theme(switches),
            surface: if heat {
                SurfaceMode::Difference {
                    range: view.shown.heat_range(),
                }
            } else {
                SurfaceMode::Material
            },
            meshes: &meshes,
            ground: switches.grid.then(|| floor(view.shown)),
            bones: switches.bones.then_some(bones),
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

fn marks_key(session: &Session, shown: &Shown) -> MarksKey {
    let is_light = *theme(&session.switches) == Theme::LIGHT;
    (shown.revision, session.selected, session.hovered, is_light)
}

fn joint_marks(view: &View<'_>) -> Vec<JointMark> {
    let mut marks = view.shown.marks.clone();
    let joints = view.document.character.rig.skeleton.joints();
    let drawn: Vec<JointIndex> = joints
        .filter(|&joint| view.session.facts.is_drawn(joint))
        .collect();
    let mut emphasize = |joint: Option<JointIndex>, emphasis| {
        let place = drawn.iter().position(|&drawn| Some(drawn) == joint);
        if let Some(mark) = place.and_then(|place| marks.get_mut(place)) {
            mark.emphasis = emphasis;
        }
    };
    emphasize(view.session.hovered, Emphasis::Hovered);
    emphasize(view.session.selected, Emphasis::Selected);
    marks
}
