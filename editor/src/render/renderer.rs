//! Draws a scene into a target.

use shaders::Sources;

use super::bones::BoneBuffers;
use super::compile::ShaderError;
use super::copier::Copier;
use super::pipelines::{BindLayouts, Pipelines};
use super::target::{Images, PaneTarget};
use super::texture::TEXTURE_FORMAT;
use super::upload::buffer_of;
use super::{Material, MeshBuffers, Scene, Texture, solids};

/// The programs and the few things all pictures share. One per device, for as long as the device.
#[derive(Debug)]
pub struct Renderer {
    layouts: BindLayouts,
    pipelines: Pipelines,
    copier: Copier,
    white: Texture,
    octahedron: Solid,
    ball: Solid,
}

#[derive(Debug)]
struct Solid {
    vertices: wgpu::Buffer,
    n_vertices: u32,
}

/// Of the joints' balls: 128 faces.
const BALL_SPLITS: u32 = 2;

impl Renderer {
    /// Compiles all programs as they are built in.
    ///
    /// # Errors
    ///
    /// A shader that the device refuses; a fault of the build.
    pub fn new(device: &wgpu::Device, queue: &wgpu::Queue) -> Result<Self, ShaderError> {
        Self::with_sources(device, queue, &Sources::built_in())
    }

    /// Compiles all programs from these texts.
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
            ball: Solid::new(device, &solids::ball(BALL_SPLITS)),
            layouts,
        })
    }

    /// Compiles all programs anew from other texts: pictures drawn from now on come from them.
    ///
    /// Buffers and targets stay as they are, and so do the mip levels of textures.
    ///
    /// # Errors
    ///
    /// The first text that the device refuses, with file and line; all programs then stay as they were.
    pub fn reload(&mut self, device: &wgpu::Device, sources: &Sources) -> Result<(), ShaderError> {
        let pipelines = Pipelines::new(device, &self.layouts, sources)?;
        self.copier = Copier::new(device, TEXTURE_FORMAT, sources)?;
        self.pipelines = pipelines;
        Ok(())
    }

    /// Records one picture. The scene's numbers are read now, the buffers when the encoder is submitted.
    ///
    /// A target takes one picture per submission: its uniforms are those of the last `draw` before it. An empty target is
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
        queue.write_buffer(
            &target.frame,
            0,
            bytemuck::bytes_of(&scene.frame_uniform(target.aspect())),
        );
        queue.write_buffer(&target.grid, 0, bytemuck::bytes_of(&scene.grid_uniform()));

        let bones = scene.bones.filter(|bones| !bones.is_empty());
        self.draw_surfaces(encoder, target, images, scene);
        self.draw_bones(encoder, target, images, bones);
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
        let mut pass = begin_pass(
            encoder,
            images,
            wgpu::LoadOp::Clear(wgpu::Color::BLACK),
            None,
        );
        pass.set_bind_group(0, &target.bind_group, &[]);
        pass.set_pipeline(&self.pipelines.background);
        pass.draw(0..3, 0..1);
        self.draw_meshes(&mut pass, scene.meshes, false);
        if scene.ground.is_some() {
            pass.set_pipeline(&self.pipelines.grid);
            pass.draw(0..6, 0..1);
        }
        self.draw_meshes(&mut pass, scene.meshes, true);
    }

    fn draw_meshes(&self, pass: &mut wgpu::RenderPass<'_>, meshes: &[&MeshBuffers], blended: bool) {
        for mesh in meshes {
            let fixed = mesh.fixed();
            if fixed.blended != blended || fixed.n_indices == 0 {
                continue;
            }
            pass.set_pipeline(
                self.pipelines
                    .meshes
                    .get(blended, fixed.double_sided, mesh.winding),
            );
            pass.set_bind_group(1, &fixed.material, &[]);
            pass.set_vertex_buffer(0, mesh.skinned().slice(..));
            pass.set_vertex_buffer(1, fixed.tex_coords.slice(..));
            pass.set_vertex_buffer(2, mesh.channel().slice(..));
            pass.set_index_buffer(fixed.indices.slice(..), wgpu::IndexFormat::Uint32);
            pass.draw_indexed(0..fixed.n_indices, 0, 0..1);
        }
    }

    /// Over the colours of the surfaces, with a depth of their own: in front of the mesh, yet hiding one another. Also
    /// resolves the samples, so it runs without bones too.
    fn draw_bones(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        target: &PaneTarget,
        images: &Images,
        bones: Option<&BoneBuffers>,
    ) {
        let mut pass = begin_pass(
            encoder,
            images,
            wgpu::LoadOp::Load,
            Some(&images.resolved_view),
        );
        let Some(bones) = bones else {
            return;
        };
        pass.set_bind_group(0, &target.bind_group, &[]);
        pass.set_pipeline(&self.pipelines.bones);
        pass.set_vertex_buffer(1, bones.instances().slice(..));
        for (solid, instances) in [
            (&self.octahedron, bones.bones()),
            (&self.ball, bones.balls()),
        ] {
            pass.set_vertex_buffer(0, solid.vertices.slice(..));
            pass.draw(0..solid.n_vertices, instances);
        }
    }

    pub(super) fn copier(&self) -> &Copier {
        &self.copier
    }

    pub(super) fn frame_bind_group(
        &self,
        device: &wgpu::Device,
        frame: &wgpu::Buffer,
        grid: &wgpu::Buffer,
    ) -> wgpu::BindGroup {
        device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("frame"),
            layout: &self.layouts.frame,
            entries: &[
                wgpu::BindGroupEntry {
                    binding: 0,
                    resource: frame.as_entire_binding(),
                },
                wgpu::BindGroupEntry {
                    binding: 1,
                    resource: grid.as_entire_binding(),
                },
            ],
        })
    }

    pub(super) fn material_bind_group(
        &self,
        device: &wgpu::Device,
        uniform: &wgpu::Buffer,
        material: &Material<'_>,
    ) -> wgpu::BindGroup {
        let view = material.texture.unwrap_or(&self.white).view();
        let sampler = material_sampler(device, material);
        device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("material"),
            layout: &self.layouts.material,
            entries: &[
                wgpu::BindGroupEntry {
                    binding: 0,
                    resource: uniform.as_entire_binding(),
                },
                wgpu::BindGroupEntry {
                    binding: 1,
                    resource: wgpu::BindingResource::TextureView(view),
                },
                wgpu::BindGroupEntry {
                    binding: 2,
                    resource: wgpu::BindingResource::Sampler(&sampler),
                },
            ],
        })
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

/// With depth cleared to infinitely far.
fn begin_pass<'a>(
    encoder: &'a mut wgpu::CommandEncoder,
    images: &Images,
    load: wgpu::LoadOp<wgpu::Color>,
    resolve_target: Option<&wgpu::TextureView>,
) -> wgpu::RenderPass<'a> {
    // The samples are of no use once they are resolved.
    let store = if resolve_target.is_some() {
        wgpu::StoreOp::Discard
    } else {
        wgpu::StoreOp::Store
    };
    let color = wgpu::RenderPassColorAttachment {
        view: &images.samples,
        depth_slice: None,
        resolve_target,
        ops: wgpu::Operations { load, store },
    };
    let depth = wgpu::RenderPassDepthStencilAttachment {
        view: &images.depth,
        depth_ops: Some(wgpu::Operations {
            load: wgpu::LoadOp::Clear(0.0),
            store: wgpu::StoreOp::Discard,
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

/// Without a texture there is one white pixel, of which every filter makes white; a software device spends seconds on
/// filtering it eight times over slivers of triangles.
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
