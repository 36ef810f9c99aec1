//! A finished picture onto another target: panes into the window, mip levels from their elders.

use shaders::ImportError;

use super::PaneTarget;
use super::pipelines::module;

/// Puts a pane's picture into a render pass of the window.
///
/// Takes the whole viewport of the pass. When the user interface calls back to paint, it has set a viewport that is cut
/// at the window's edge: set the uncut one first (`set_viewport` with the pane's rectangle in pixels), or a pane partly
/// outside the window is squeezed.
#[derive(Debug)]
pub struct Compositor {
    copier: Copier,
}

/// A pane's picture, ready to be painted. Made anew each frame: a resized pane has a new picture.
#[derive(Clone, Debug)]
pub struct PanePicture {
    bind_group: wgpu::BindGroup,
}

impl Compositor {
    /// For render passes with one colour target of this format, no depth, one sample.
    ///
    /// A target that encodes sRGB itself gets linear values, any other the encoded bytes as they are.
    ///
    /// # Errors
    ///
    /// A shader that does not resolve; a fault of the build.
    pub fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Result<Self, ImportError> {
        let entry = if format.is_srgb() {
            "fragment_decoded"
        } else {
            "fragment"
        };
        Ok(Self {
            copier: Copier::new(device, format, entry, wgpu::FilterMode::Nearest)?,
        })
    }

    /// The picture of `target`, or `None` if its size is zero. Before the render pass.
    pub fn picture(&self, device: &wgpu::Device, target: &PaneTarget) -> Option<PanePicture> {
        let bind_group = |view: &wgpu::TextureView| self.copier.bind_group(device, view);
        target.view().map(|view| PanePicture {
            bind_group: bind_group(view),
        })
    }

    /// Paints a picture over the pass's viewport.
    pub fn paint(&self, pass: &mut wgpu::RenderPass<'_>, picture: &PanePicture) {
        pass.set_pipeline(&self.copier.pipeline);
        pass.set_bind_group(0, &picture.bind_group, &[]);
        pass.draw(0..3, 0..1);
    }
}

/// The program `copy.wgsl` for one target format.
#[derive(Debug)]
pub(super) struct Copier {
    pipeline: wgpu::RenderPipeline,
    sampler: wgpu::Sampler,
}

impl Copier {
    pub(super) fn new(
        device: &wgpu::Device,
        format: wgpu::TextureFormat,
        entry: &str,
        filter: wgpu::FilterMode,
    ) -> Result<Self, ImportError> {
        let module = module(device, &shaders::COPY)?;
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("copy"),
            layout: None,
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some("vertex"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &[],
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: None,
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some(entry),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &[Some(format.into())],
            }),
            multiview_mask: None,
            cache: None,
        });
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("copy"),
            mag_filter: filter,
            min_filter: filter,
            ..wgpu::SamplerDescriptor::default()
        });
        Ok(Self { pipeline, sampler })
    }

    /// Draws all of `from` onto all of `to`.
    pub(super) fn draw(
        &self,
        device: &wgpu::Device,
        encoder: &mut wgpu::CommandEncoder,
        from: &wgpu::TextureView,
        to: &wgpu::TextureView,
    ) {
        let bind_group = self.bind_group(device, from);
        let attachment = wgpu::RenderPassColorAttachment {
            view: to,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations {
                load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                store: wgpu::StoreOp::Store,
            },
        };
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("copy"),
            color_attachments: &[Some(attachment)],
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &bind_group, &[]);
        pass.draw(0..3, 0..1);
    }

    fn bind_group(&self, device: &wgpu::Device, view: &wgpu::TextureView) -> wgpu::BindGroup {
        device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("copy"),
            layout: &self.pipeline.get_bind_group_layout(0),
            entries: &[
                wgpu::BindGroupEntry {
                    binding: 0,
                    resource: wgpu::BindingResource::TextureView(view),
                },
                wgpu::BindGroupEntry {
                    binding: 1,
                    resource: wgpu::BindingResource::Sampler(&self.sampler),
                },
            ],
        })
    }
}
