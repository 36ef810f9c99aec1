//! Draws one texture onto another, for mip levels.

use shaders::Sources;

use super::compile::{Program, ShaderError};
use super::pipelines::{SAMPLER, TEXTURE, entry};

/// The shader `copy.wgsl` for one target format.
#[derive(Debug)]
pub(super) struct Copier {
    layout: wgpu::BindGroupLayout,
    pipeline: wgpu::RenderPipeline,
    sampler: wgpu::Sampler,
}

impl Copier {
    pub(super) fn new(
        device: &wgpu::Device,
        format: wgpu::TextureFormat,
        sources: &Sources,
    ) -> Result<Self, ShaderError> {
        let program = Program::compile(device, sources, &shaders::COPY)?;
        let layout = bind_layout(device);
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("copy"),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let descriptor = wgpu::RenderPipelineDescriptor {
            label: Some("copy"),
            layout: Some(&pipeline_layout),
            vertex: wgpu::VertexState {
                module: &program.module,
                entry_point: Some("vertex"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &[],
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: None,
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module: &program.module,
                entry_point: Some("fragment"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &[Some(format.into())],
            }),
            multiview_mask: None,
            cache: None,
        };
        let pipeline = program.pipeline(device, &descriptor)?;
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("copy"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            ..wgpu::SamplerDescriptor::default()
        });
        Ok(Self {
            layout,
            pipeline,
            sampler,
        })
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
                // Everything is covered, and clearing costs less than loading what was there.
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
        // One triangle that covers the whole target: its corners lie outside, and no diagonal crosses the picture.
        pass.draw(0..3, 0..1);
    }

    fn bind_group(&self, device: &wgpu::Device, view: &wgpu::TextureView) -> wgpu::BindGroup {
        device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("copy"),
            layout: &self.layout,
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

/// Stated here, not derived from the shader: a shader with other bindings is refused when it is compiled.
fn bind_layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("copy"),
        entries: &[entry(0, TEXTURE), entry(1, SAMPLER)],
    })
}
