//! The picture of a crowd: the open character many times, or the built-in figure where none is open that has joints.

use std::sync::Arc;
use std::time::{Duration, Instant};

use character::Character;
use eframe::egui::TextureId;
use eframe::egui_wgpu::RenderState;
use render::crowd::CrowdBuffers;
use render::gpu_character::SkinMachine;
use render::{Ground, PaneTarget, Renderer, Scene, attempt};
use scene::crowd::{Crowd, CrowdMesh};
use scene::parallel::processors;
use scene::posed_character::Look;
use session::features::view::View;
use session::files::builtin;
use skin_gpu::Skinner;

use super::{Panes, theme};

/// The crowd on the device, made anew for another character, another method or another number of members.
#[derive(Default)]
pub(super) struct CrowdPicture {
    made: Option<BuiltCrowd>,
    target: Option<PaneTarget>,
    texture: Option<TextureId>,
    /// The built-in figure, once it was asked for.
    figure: Option<Arc<Character>>,
}

struct BuiltCrowd {
    of: Arc<Character>,
    look: Look,
    count: usize,
    mesh: CrowdMesh,
    buffers: CrowdBuffers,
}

/// What a picture of a crowd took, and what is in it.
#[derive(Clone, Debug, PartialEq)]
pub struct CrowdFacts {
    /// The name of the character.
    pub name: String,
    /// Vertices of all members.
    pub vertices: usize,
    /// Triangles of all members.
    pub triangles: usize,
    /// The processor's part: clips sampled, palettes, and what it tells the device.
    pub palettes: Duration,
}

impl Panes {
    /// Draws a crowd of so many at a time in seconds, seen as pane A sees its character.
    ///
    /// # Errors
    ///
    /// Why it cannot be shown, in words.
    pub fn crowd(
        &mut self,
        view: &View<'_>,
        (count, time): (usize, f32),
        size: [u32; 2],
    ) -> Result<(TextureId, CrowdFacts), String> {
        let studio = self
            .studio
            .as_mut()
            .ok_or("There is no graphics device to draw the crowd with.")?;
        let skinner = studio.skins.kernels()?;
        let machine = SkinMachine {
            skinner,
            device: &studio.state.device,
            queue: &studio.state.queue,
        };
        let picture = &mut studio.crowd;
        let facts = picture.write(machine, &studio.renderer, view, (count, time))?;
        if !studio.holds || picture.texture.is_none() {
            picture.draw(&studio.state, &studio.renderer, skinner, view, size);
        }
        let texture = picture
            .texture
            .ok_or("The window is too small for a picture.")?;
        Ok((texture, facts))
    }

    /// Frees the crowd's memory, when its window is closed.
    pub fn forget_crowd(&mut self) {
        if let Some(studio) = &mut self.studio {
            studio.crowd.made = None;
        }
    }
}

/// What pane A skins by.
fn look_of(view: &View<'_>) -> Look {
    let first = view.session.comparing.panes.first();
    first.map(|shows| shows.look).unwrap_or_default()
}

impl CrowdPicture {
    /// The open character if joints move it, else the built-in figure.
    fn character(&mut self, view: &View<'_>) -> Result<Arc<Character>, String> {
        let open = &view.document.character;
        if let Some(made) = &self.made
            && Arc::ptr_eq(&made.of, open)
        {
            return Ok(Arc::clone(open));
        }
        if !view.is_empty() && CrowdMesh::new(open, look_of(view)).is_some() {
            return Ok(Arc::clone(open));
        }
        if let Some(figure) = &self.figure {
            return Ok(Arc::clone(figure));
        }
        let name = builtin::DEFAULT
            .strip_prefix(builtin::PREFIX)
            .unwrap_or_default();
        let builtin = builtin::find(name).ok_or("There is no built-in figure.")?;
        let figure = Arc::new(builtin.open().map_err(|error| error.to_string())?);
        self.figure = Some(Arc::clone(&figure));
        Ok(figure)
    }

    fn write(
        &mut self,
        machine: SkinMachine<'_>,
        renderer: &Renderer,
        view: &View<'_>,
        (count, time): (usize, f32),
    ) -> Result<CrowdFacts, String> {
        let character = self.character(view)?;
        let look = look_of(view);
        let is_same = |made: &BuiltCrowd| {
            made.count == count && made.look == look && Arc::ptr_eq(&made.of, &character)
        };
        if !self.made.as_ref().is_some_and(is_same) {
            // Before others are made, so that both need not fit.
            self.made = None;
            let mesh = CrowdMesh::new(&character, look).ok_or("No joint moves this character.")?;
            let make = || CrowdBuffers::new(machine, renderer, &mesh, count);
            let buffers = attempt(machine.device, make).map_err(|error| error.to_string())?;
            let buffers = buffers.map_err(|error| format!("{error}; choose fewer."))?;
            self.made = Some(BuiltCrowd {
                of: Arc::clone(&character),
                look,
                count,
                mesh,
                buffers,
            });
        }
        let made = self.made.as_mut().ok_or("The crowd was not made.")?;
        // Before the samples of the clip: the time that is told is what the processor does for a frame.
        let start = Instant::now();
        let crowd = Crowd::new(&made.of, &made.mesh, count);
        let crowd = crowd.ok_or("No joint moves this character.")?;
        let palettes = crowd
            .palettes(time, processors())
            .map_err(|error| error.to_string())?;
        made.buffers
            .write(machine.queue, &palettes)
            .map_err(|error| error.to_string())?;
        Ok(CrowdFacts {
            name: made.of.name.clone(),
            vertices: made.buffers.vertex_count(),
            triangles: made.buffers.triangle_count(),
            palettes: start.elapsed(),
        })
    }

    fn draw(
        &mut self,
        state: &RenderState,
        renderer: &Renderer,
        skinner: &Skinner,
        view: &View<'_>,
        size: [u32; 2],
    ) {
        let Some(made) = &self.made else { return };
        let Some(crowd) = Crowd::new(&made.of, &made.mesh, made.count) else {
            return;
        };
        let target = self
            .target
            .get_or_insert_with(|| PaneTarget::new(renderer, &state.device, size));
        let is_other = target.size() != size;
        if is_other {
            target.resize(&state.device, size);
        }
        let camera = view.session.camera.framed(crowd.bounds(), target.aspect());
        let theme = theme(view.session);
        let members = made.buffers.members();
        let scene = Scene {
            ground: view
                .session
                .switches
                .grid
                .then(|| Ground::under(crowd.bounds())),
            wireframe: view.session.switches.wireframe,
            ..Scene::of(&camera, &theme, &members)
        };
        let mut encoder = state
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("crowd"),
            });
        made.buffers.skin(skinner, &mut encoder);
        renderer.draw(&state.queue, &mut encoder, target, &scene);
        state.queue.submit([encoder.finish()]);
        let Some(picture) = target.view() else { return };
        let filter = wgpu::FilterMode::Nearest;
        let mut textures = state.renderer.write();
        match self.texture {
            Some(texture) if is_other => {
                textures.update_egui_texture_from_wgpu_texture(
                    &state.device,
                    picture,
                    filter,
                    texture,
                );
            }
            Some(_) => {}
            None => {
                self.texture =
                    Some(textures.register_native_texture(&state.device, picture, filter));
            }
        }
    }
}
