//! Draws a scene into a target.

use std::ops::Range;

use scene::view::joint_mark::BoneStyle;
use shaders::Sources;

use super::bones::BoneBuffers;
use super::compile::ShaderError;
use super::copier::Copier;
use super::onion::{OnionBuffers, depth_of, holds};
use super::pipelines::{BindLayouts, Pipelines};
use super::target::{Images, PaneTarget};
use super::texture::TEXTURE_FORMAT;
use super::upload::buffer_of;
use super::{Backdrop, Material, MeshBuffers, Scene, Texture, solids};

/// The pipelines and the resources that all pictures share. One per device.
#[derive(Debug)]
pub struct Renderer {
    layouts: BindLayouts,
    pipelines: Pipelines,
    copier: Copier,
    white: Texture,
    octahedron: Solid,
    stick: Solid,
    ball: Solid,
}

#[derive(Debug)]
struct Solid {
    vertices: wgpu::Buffer,
    n_vertices: u32,
}

/// Subdivisions of the joints' balls: 128 faces, which look round at the few pixels that a joint has.
const BALL_SPLITS: u32 = 2;
/// Vertices of the strip along a circle: keep in sync with `CORNERS` in rings.wgsl.
const RING_CORNERS: u32 = 146;
/// Vertices of the square around a dot.
const DOT_CORNERS: u32 = 4;
/// Three circles of the ball, three of the ellipsoid.
const N_RINGS: u32 = 6;

impl Renderer {
    /// Compiles the built-in shaders.
    ///
    /// # Errors
    ///
    /// The device refuses a shader: an error of this program.
    pub fn new(device: &wgpu::Device, queue: &wgpu::Queue) -> Result<Self, ShaderError> {
        Self::with_sources(device, queue, &Sources::built_in())
    }

    /// Compiles all shaders from these texts.
    ///
    /// # Errors
    ///
    /// The first text that the device refuses, with file and line.
    pub fn with_sources(
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        sources: &Sources,
    ) -> Result<Self, ShaderError> {
        let layouts = BindLayouts::new(device);
        Ok(Self {
            pipelines: Pipelines::new(device, &layouts, sources)?,
            copier: Copier::new(device, TEXTURE_FORMAT, sources)?,
            white: Texture::white(device, queue),
            octahedron: Solid::new(device, &solids::octahedron()),
            stick: Solid::new(device, &solids::stick()),
            ball: Solid::new(device, &solids::ball(BALL_SPLITS)),
            layouts,
        })
    }

    /// Compiles all shaders again from other texts, for all pictures drawn from now on.
    ///
    /// Buffers and targets are kept, and so are the mip levels of textures.
    ///
    /// # Errors
    ///
    /// The first text that the device refuses, with file and line; all shaders then stay as they were.
    pub fn reload(&mut self, device: &wgpu::Device, sources: &Sources) -> Result<(), ShaderError> {
        // Both are compiled before either takes its place, so that a fault leaves all as it was.
        let pipelines = Pipelines::new(device, &self.layouts, sources)?;
        self.copier = Copier::new(device, TEXTURE_FORMAT, sources)?;
        self.pipelines = pipelines;
        Ok(())
    }

    /// Records one picture. The scene's values are read now, the buffers when the encoder is submitted.
    ///
    /// One picture per target and submission: only the uniforms of the last `draw` before it count. An empty target is
    /// skipped.
    pub fn draw(
        &self,
        queue: &wgpu::Queue,
        encoder: &mut wgpu::CommandEncoder,
        target: &PaneTarget,
        scene: &Scene<'_>,
    ) {
        let Some(images) = &target.images else {
            return;
        };
        let frame = scene.frame_uniform(target.size());
        queue.write_buffer(&target.frame, 0, bytemuck::bytes_of(&frame));
        queue.write_buffer(&target.grid, 0, bytemuck::bytes_of(&scene.grid_uniform()));
        queue.write_buffer(&target.rings, 0, bytemuck::bytes_of(&scene.rings_uniform()));
        self.draw_surfaces(encoder, target, images, scene);
        self.draw_marks(encoder, target, images, scene);
        // The same bytes in a format without sRGB, for readers that must not decode them.
        let (from, to) = (
            images.resolved.as_image_copy(),
            images.picture.as_image_copy(),
        );
        encoder.copy_texture_to_texture(from, to, images.picture.size());
    }

    fn draw_surfaces(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        target: &PaneTarget,
        images: &Images,
        scene: &Scene<'_>,
    ) {
        let clear = match scene.backdrop {
            Backdrop::Gradient => wgpu::Color::BLACK,
            Backdrop::Transparent => wgpu::Color::TRANSPARENT,
        };
        let mut pass = begin_surfaces(encoder, images, clear);
        pass.set_bind_group(0, &target.bind_group, &[]);
        if scene.backdrop == Backdrop::Gradient {
            pass.set_pipeline(&self.pipelines.background);
            pass.draw(0..3, 0..1);
        }
        // Before the surfaces, so that lines and shade of the floor never cover a foot below it.
        if scene.floor().is_some() {
            pass.set_pipeline(&self.pipelines.grid);
            pass.draw(0..6, 0..1);
        }
        if let Some(onion) = scene.onion {
            self.draw_onion(&mut pass, onion, scene.meshes, target.size());
        }
        let (solid, blended) = in_drawing_order(scene);
        self.draw_meshes(&mut pass, &solid);
        self.draw_meshes(&mut pass, &blended);
        if scene.wireframe {
            self.draw_wires(&mut pass, scene.meshes);
        }
        if scene.weights.has_dots() {
            self.draw_dots(&mut pass, scene.meshes);
        }
    }

    /// Each skin lies in a plane of its own, behind all surfaces: there the first triangle over a pixel colors it.
    fn draw_onion(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        onion: &OnionBuffers,
        meshes: &[&MeshBuffers],
        size: [u32; 2],
    ) {
        if onion.is_empty() {
            return;
        }
        let [width, height] = size.map(|length| length as f32);
        pass.set_pipeline(&self.pipelines.onion);
        pass.set_vertex_buffer(1, onion.colors().slice(..));
        for (instance, (place, skin)) in (0..).zip(onion.skins().iter().enumerate()) {
            let depth = depth_of(place);
            // Nearest and farthest depth the same: the shader's own depth does not count, and the skin lies in its plane.
            pass.set_viewport(0.0, 0.0, width, height, depth, depth);
            let all = meshes.iter().zip(skin);
            let fitting = all.filter(|(mesh, positions)| {
                mesh.drawn_faces().n_indices > 0 && holds(positions, mesh.n_vertices())
            });
            for (mesh, positions) in fitting {
                let faces = mesh.drawn_faces();
                pass.set_vertex_buffer(0, positions.slice(..));
                pass.set_index_buffer(faces.indices.slice(), wgpu::IndexFormat::Uint32);
                pass.draw_indexed(0..faces.n_indices, 0, instance..instance + 1);
            }
        }
        pass.set_viewport(0.0, 0.0, width, height, 0.0, 1.0);
    }

    fn draw_meshes(&self, pass: &mut wgpu::RenderPass<'_>, meshes: &[&MeshBuffers]) {
        for mesh in meshes {
            let fixed = mesh.fixed_buffers();
            pass.set_pipeline(self.pipelines.meshes.get(
                fixed.surface.blended,
                fixed.surface.double_sided,
                mesh.winding,
            ));
            pass.set_bind_group(1, &fixed.surface.material, &[]);
            pass.set_vertex_buffer(0, mesh.skinned_span().slice());
            pass.set_vertex_buffer(1, fixed.tex_coords.slice());
            pass.set_vertex_buffer(2, mesh.channel().slice());
            pass.set_vertex_buffer(3, fixed.openness.slice());
            let faces = mesh.drawn_faces();
            pass.set_index_buffer(faces.indices.slice(), wgpu::IndexFormat::Uint32);
            pass.draw_indexed(0..faces.n_indices, 0, 0..1);
        }
    }

    fn draw_wires(&self, pass: &mut wgpu::RenderPass<'_>, meshes: &[&MeshBuffers]) {
        pass.set_pipeline(&self.pipelines.wire);
        for mesh in meshes {
            let (fixed, faces) = (mesh.fixed_buffers(), mesh.drawn_faces());
            if faces.n_edge_indices == 0 {
                continue;
            }
            pass.set_vertex_buffer(0, mesh.skinned_span().slice());
            pass.set_vertex_buffer(1, fixed.edge_lengths.slice());
            pass.set_index_buffer(faces.edges.slice(), wgpu::IndexFormat::Uint32);
            pass.draw_indexed(0..faces.n_edge_indices, 0, 0..1);
        }
    }

    fn draw_dots(&self, pass: &mut wgpu::RenderPass<'_>, meshes: &[&MeshBuffers]) {
        pass.set_pipeline(&self.pipelines.dots);
        for mesh in meshes {
            if mesh.n_vertices() == 0 {
                continue;
            }
            pass.set_vertex_buffer(0, mesh.skinned_span().slice());
            pass.set_vertex_buffer(1, mesh.channel().slice());
            pass.set_vertex_buffer(2, mesh.marks().slice());
            for dots in mesh.dots() {
                pass.draw(0..DOT_CORNERS, dots);
            }
        }
    }

    /// Bones over the colors of the surfaces, with a depth of their own unless surfaces hide them: in front of the mesh, yet
    /// hiding one another. Also resolves the samples, so it runs without bones too.
    fn draw_marks(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        target: &PaneTarget,
        images: &Images,
        scene: &Scene<'_>,
    ) {
        let mut pass = begin_marks(encoder, images, scene.bones_hidden);
        pass.set_bind_group(0, &target.bind_group, &[]);
        if let Some(bones) = scene.bones.filter(|bones| !bones.is_empty()) {
            self.draw_bones(&mut pass, bones, scene.bones_hidden);
        }
        if scene.drawn_ellipsoid().is_some() {
            pass.set_pipeline(&self.pipelines.rings);
            pass.draw(0..RING_CORNERS, 0..N_RINGS);
        }
    }

    fn draw_bones(&self, pass: &mut wgpu::RenderPass<'_>, bones: &BoneBuffers, hidden: bool) {
        pass.set_pipeline(&self.pipelines.bones);
        pass.set_vertex_buffer(1, bones.instances().slice(..));
        let bone = match bones.style() {
            BoneStyle::Octahedral => &self.octahedron,
            BoneStyle::Stick => &self.stick,
        };
        let draw = |pass: &mut wgpu::RenderPass<'_>, solid: &Solid, instances: Range<u32>| {
            pass.set_vertex_buffer(0, solid.vertices.slice(..));
            pass.draw(0..solid.n_vertices, instances);
        };
        draw(pass, bone, bones.bones());
        draw(pass, &self.ball, bones.balls());
        if !hidden {
            // An axis along a bone lies inside it, so axes are drawn over the bones.
            pass.set_pipeline(&self.pipelines.axes);
        }
        draw(pass, &self.stick, bones.axes());
    }

    pub(super) fn copier(&self) -> &Copier {
        &self.copier
    }

    pub(super) fn frame_bind_group(
        &self,
        device: &wgpu::Device,
        uniforms: [&wgpu::Buffer; 3],
    ) -> wgpu::BindGroup {
        let bound = uniforms.map(wgpu::Buffer::as_entire_binding);
        bind_group(device, "frame", &self.layouts.frame, bound)
    }

    pub(super) fn material_bind_group(
        &self,
        device: &wgpu::Device,
        uniform: &wgpu::Buffer,
        material: &Material<'_>,
    ) -> wgpu::BindGroup {
        let view = material.texture.unwrap_or(&self.white).view();
        let sampler = material_sampler(device, material);
        let bound = [
            uniform.as_entire_binding(),
            wgpu::BindingResource::TextureView(view),
            wgpu::BindingResource::Sampler(&sampler),
        ];
        bind_group(device, "material", &self.layouts.material, bound)
    }
}

impl Solid {
    fn new(device: &wgpu::Device, vertices: &[super::layouts::SolidVertex]) -> Self {
        let contents = bytemuck::cast_slice(vertices);
        Self {
            vertices: buffer_of(device, "solid", contents, wgpu::BufferUsages::VERTEX),
            n_vertices: u32::try_from(vertices.len()).unwrap_or(0),
        }
    }
}

/// A bind group of these resources, at bindings 0, 1, …
fn bind_group<const N: usize>(
    device: &wgpu::Device,
    label: &str,
    layout: &wgpu::BindGroupLayout,
    resources: [wgpu::BindingResource<'_>; N],
) -> wgpu::BindGroup {
    let entries = (0..).zip(resources);
    let entries: Vec<wgpu::BindGroupEntry<'_>> = entries
        .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource })
        .collect();
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some(label),
        layout,
        entries: &entries,
    })
}

/// Opaque meshes in the given order; then blended ones, back to front.
fn in_drawing_order<'a>(scene: &Scene<'a>) -> (Vec<&'a MeshBuffers>, Vec<&'a MeshBuffers>) {
    let eye = scene.camera.eye();
    let drawn = scene.meshes.iter().copied();
    let (mut blended, solid): (Vec<_>, Vec<_>) = drawn
        .filter(|mesh| mesh.drawn_faces().n_indices > 0)
        .partition(|mesh| mesh.fixed_buffers().surface.blended);
    let distance = |mesh: &MeshBuffers| mesh.fixed_buffers().center.distance_squared(eye);
    // By `total_cmp`: a center that is not a number must not make the order contradict itself.
    blended.sort_by(|a, b| distance(b).total_cmp(&distance(a)));
    (solid, blended)
}

/// Begins the pass with depth cleared to infinitely far.
fn begin_surfaces<'a>(
    encoder: &'a mut wgpu::CommandEncoder,
    images: &Images,
    clear: wgpu::Color,
) -> wgpu::RenderPass<'a> {
    let color = wgpu::RenderPassColorAttachment {
        view: &images.samples,
        depth_slice: None,
        resolve_target: None,
        ops: wgpu::Operations {
            load: wgpu::LoadOp::Clear(clear),
            store: wgpu::StoreOp::Store,
        },
    };
    begin_pass(encoder, images, color, wgpu::LoadOp::Clear(0.0))
}

/// Begins the pass with the depth of the surfaces, or cleared.
fn begin_marks<'a>(
    encoder: &'a mut wgpu::CommandEncoder,
    images: &Images,
    keep_depth: bool,
) -> wgpu::RenderPass<'a> {
    let color = wgpu::RenderPassColorAttachment {
        view: &images.samples,
        depth_slice: None,
        resolve_target: Some(&images.resolved_view),
        ops: wgpu::Operations {
            load: wgpu::LoadOp::Load,
            // The samples are not needed after resolving.
            store: wgpu::StoreOp::Discard,
        },
    };
    let depth = if keep_depth {
        wgpu::LoadOp::Load
    } else {
        wgpu::LoadOp::Clear(0.0)
    };
    begin_pass(encoder, images, color, depth)
}

fn begin_pass<'a>(
    encoder: &'a mut wgpu::CommandEncoder,
    images: &Images,
    color: wgpu::RenderPassColorAttachment<'_>,
    load_depth: wgpu::LoadOp<f32>,
) -> wgpu::RenderPass<'a> {
    let depth = wgpu::RenderPassDepthStencilAttachment {
        view: &images.depth,
        depth_ops: Some(wgpu::Operations {
            load: load_depth,
            store: wgpu::StoreOp::Store,
        }),
        stencil_ops: None,
    };
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("pane"),
        color_attachments: &[Some(color)],
        depth_stencil_attachment: Some(depth),
        ..wgpu::RenderPassDescriptor::default()
    })
}

/// The one white pixel of a material without texture needs no anisotropic filter, on which a software renderer would
/// spend seconds.
fn material_sampler(device: &wgpu::Device, material: &Material<'_>) -> wgpu::Sampler {
    let [u, v] = material.wrap;
    device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("base color"),
        address_mode_u: u.address_mode(),
        address_mode_v: v.address_mode(),
        mag_filter: wgpu::FilterMode::Linear,
        min_filter: wgpu::FilterMode::Linear,
        mipmap_filter: wgpu::MipmapFilterMode::Linear,
        anisotropy_clamp: if material.texture.is_some() { 8 } else { 1 },
        ..wgpu::SamplerDescriptor::default()
    })
}
