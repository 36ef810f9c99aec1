//! The pipelines of a picture.

use scene::winding::Winding;
use shaders::Sources;
use skin_gpu::SKINNED_LAYOUT;

use super::compile::{Program, ShaderError};
use super::layouts::{
    BoneInstance, FrameUniform, GridUniform, MaterialUniform, RingsUniform, SolidVertex,
};
use super::target::{COLOR_FORMAT, DEPTH_FORMAT, SAMPLES};

/// Layouts of the bind groups: 0 per picture, 1 per primitive.
#[derive(Debug)]
pub(super) struct BindLayouts {
    pub frame: wgpu::BindGroupLayout,
    pub material: wgpu::BindGroupLayout,
}

/// All pipelines of a picture.
#[derive(Debug)]
pub(super) struct Pipelines {
    pub background: wgpu::RenderPipeline,
    pub meshes: MeshPipelines,
    pub grid: wgpu::RenderPipeline,
    pub onion: wgpu::RenderPipeline,
    pub bones: wgpu::RenderPipeline,
    /// As bones, drawn over everything.
    pub axes: wgpu::RenderPipeline,
    pub wire: wgpu::RenderPipeline,
    pub rings: wgpu::RenderPipeline,
    pub dots: wgpu::RenderPipeline,
}

/// One pipeline per way of culling faces, for opaque and for blended surfaces.
#[derive(Debug)]
pub(super) struct MeshPipelines {
    solid: [wgpu::RenderPipeline; 3],
    blended: [wgpu::RenderPipeline; 3],
}

impl MeshPipelines {
    pub(super) fn get(
        &self,
        blended: bool,
        double_sided: bool,
        winding: Winding,
    ) -> &wgpu::RenderPipeline {
        let group = if blended { &self.blended } else { &self.solid };
        // In the order of `FACES`.
        match (double_sided, winding) {
            (true, _) | (false, Winding::Mixed) => &group[0],
            (false, Winding::AsGiven) => &group[1],
            (false, Winding::Reversed) => &group[2],
        }
    }
}

/// No culling; back faces; front faces (for mirrored primitives).
const FACES: [Option<wgpu::Face>; 3] = [None, Some(wgpu::Face::Back), Some(wgpu::Face::Front)];

/// Color replaces color where samples are covered. Alpha means coverage there and must not blend with what is behind.
const COVERED: wgpu::BlendState = wgpu::BlendState {
    color: wgpu::BlendComponent::REPLACE,
    alpha: wgpu::BlendComponent {
        src_factor: wgpu::BlendFactor::One,
        dst_factor: wgpu::BlendFactor::One,
        operation: wgpu::BlendOperation::Max,
    },
};

const TEX_COORD_ATTRIBUTES: [wgpu::VertexAttribute; 1] = wgpu::vertex_attr_array![2 => Float32x2];
/// The same bytes twice: as a number and as a color.
const CHANNEL_ATTRIBUTES: [wgpu::VertexAttribute; 2] = [
    wgpu::VertexAttribute {
        format: wgpu::VertexFormat::Float32,
        offset: 0,
        shader_location: 3,
    },
    wgpu::VertexAttribute {
        format: wgpu::VertexFormat::Unorm8x4,
        offset: 0,
        shader_location: 4,
    },
];
const OPENNESS_ATTRIBUTES: [wgpu::VertexAttribute; 1] = wgpu::vertex_attr_array![5 => Float32];
const EDGE_LENGTH_ATTRIBUTES: [wgpu::VertexAttribute; 1] = wgpu::vertex_attr_array![5 => Float32];
const MARK_ATTRIBUTES: [wgpu::VertexAttribute; 1] = wgpu::vertex_attr_array![6 => Float32];
const ONION_POSITION_ATTRIBUTES: [wgpu::VertexAttribute; 1] =
    wgpu::vertex_attr_array![0 => Float32x3];
const ONION_COLOR_ATTRIBUTES: [wgpu::VertexAttribute; 1] = wgpu::vertex_attr_array![1 => Float32x4];
const SOLID_ATTRIBUTES: [wgpu::VertexAttribute; 3] =
    wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3, 2 => Float32x3];
const BONE_ATTRIBUTES: [wgpu::VertexAttribute; 4] =
    wgpu::vertex_attr_array![3 => Float32x4, 4 => Float32x4, 5 => Float32x4, 6 => Float32x4];

impl BindLayouts {
    pub(super) fn new(device: &wgpu::Device) -> Self {
        let layout = |label: &str, entries: &[wgpu::BindGroupLayoutEntry]| {
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: Some(label),
                entries,
            })
        };
        Self {
            frame: layout(
                "frame",
                &[
                    entry(0, uniform::<FrameUniform>()),
                    entry(1, uniform::<GridUniform>()),
                    entry(2, uniform::<RingsUniform>()),
                ],
            ),
            material: layout(
                "material",
                &[
                    entry(0, uniform::<MaterialUniform>()),
                    entry(1, TEXTURE),
                    entry(2, SAMPLER),
                ],
            ),
        }
    }
}

/// A 2D texture that can be filtered.
pub(super) const TEXTURE: wgpu::BindingType = wgpu::BindingType::Texture {
    sample_type: wgpu::TextureSampleType::Float { filterable: true },
    view_dimension: wgpu::TextureViewDimension::D2,
    multisampled: false,
};

/// A sampler that may filter, as `TEXTURE` allows it.
pub(super) const SAMPLER: wgpu::BindingType =
    wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);

/// The size is stated so that a shader that reads beyond it is refused when it is compiled, not when it draws.
const fn uniform<T>() -> wgpu::BindingType {
    wgpu::BindingType::Buffer {
        ty: wgpu::BufferBindingType::Uniform,
        has_dynamic_offset: false,
        min_binding_size: wgpu::BufferSize::new(size_of::<T>() as u64),
    }
}

/// An entry of a layout, visible to both stages.
pub(super) fn entry(binding: u32, ty: wgpu::BindingType) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
        ty,
        count: None,
    }
}

/// The options in which the pipelines of a picture differ.
#[derive(Clone, Copy)]
struct Recipe<'a> {
    program: &'a Program,
    buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
    topology: wgpu::PrimitiveTopology,
    cull_mode: Option<wgpu::Face>,
    depth: Depth,
    blend: Option<wgpu::BlendState>,
    alpha_to_coverage: bool,
}

impl<'a> Recipe<'a> {
    /// Opaque triangles without vertex buffers, over what is there.
    const fn plain(program: &'a Program) -> Self {
        Self {
            program,
            buffers: &[],
            topology: wgpu::PrimitiveTopology::TriangleList,
            cull_mode: None,
            depth: Depth::Ignored,
            blend: None,
            alpha_to_coverage: false,
        }
    }
}

/// What a pipeline does with depth.
#[derive(Clone, Copy)]
enum Depth {
    Ignored,
    Tested,
    Written,
}

impl Pipelines {
    pub(super) fn new(
        device: &wgpu::Device,
        layouts: &BindLayouts,
        sources: &Sources,
    ) -> Result<Self, ShaderError> {
        let compile = |shader| Program::compile(device, sources, shader);
        let scene_layout = pipeline_layout(device, &[Some(&layouts.frame)]);
        let mesh_layout = pipeline_layout(device, &[Some(&layouts.frame), Some(&layouts.material)]);
        let background = compile(&shaders::BACKGROUND)?;
        let grid = compile(&shaders::GRID)?;
        let bones = compile(&shaders::BONES)?;
        let wire = compile(&shaders::WIRE)?;
        let rings = compile(&shaders::RINGS)?;
        let grid_recipe = Recipe {
            blend: Some(wgpu::BlendState::ALPHA_BLENDING),
            ..Recipe::plain(&grid)
        };
        let bone_buffers = [
            buffer::<SolidVertex>(wgpu::VertexStepMode::Vertex, &SOLID_ATTRIBUTES),
            buffer::<BoneInstance>(wgpu::VertexStepMode::Instance, &BONE_ATTRIBUTES),
        ];
        let bone_recipe = Recipe {
            buffers: &bone_buffers,
            cull_mode: Some(wgpu::Face::Back),
            depth: Depth::Written,
            ..Recipe::plain(&bones)
        };
        let axes_recipe = Recipe {
            depth: Depth::Ignored,
            ..bone_recipe
        };
        let wire_buffers = [
            Some(SKINNED_LAYOUT),
            buffer::<f32>(wgpu::VertexStepMode::Vertex, &EDGE_LENGTH_ATTRIBUTES),
        ];
        let wire_recipe = Recipe {
            buffers: &wire_buffers,
            topology: wgpu::PrimitiveTopology::LineList,
            depth: Depth::Tested,
            blend: Some(wgpu::BlendState::ALPHA_BLENDING),
            ..Recipe::plain(&wire)
        };
        let rings_recipe = Recipe {
            topology: wgpu::PrimitiveTopology::TriangleStrip,
            blend: Some(wgpu::BlendState::ALPHA_BLENDING),
            ..Recipe::plain(&rings)
        };
        Ok(Self {
            background: pipeline(device, &scene_layout, &Recipe::plain(&background))?,
            meshes: MeshPipelines::new(device, &mesh_layout, &compile(&shaders::MESH)?)?,
            grid: pipeline(device, &scene_layout, &grid_recipe)?,
            bones: pipeline(device, &scene_layout, &bone_recipe)?,
            axes: pipeline(device, &scene_layout, &axes_recipe)?,
            wire: pipeline(device, &scene_layout, &wire_recipe)?,
            rings: pipeline(device, &scene_layout, &rings_recipe)?,
            onion: onion(device, &scene_layout, &compile(&shaders::ONION)?)?,
            dots: dots(device, &scene_layout, &compile(&shaders::DOTS)?)?,
        })
    }
}

/// One instance per vertex.
fn dots(
    device: &wgpu::Device,
    layout: &wgpu::PipelineLayout,
    program: &Program,
) -> Result<wgpu::RenderPipeline, ShaderError> {
    let instance = wgpu::VertexStepMode::Instance;
    let buffers = [
        Some(wgpu::VertexBufferLayout {
            step_mode: instance,
            ..SKINNED_LAYOUT
        }),
        buffer::<f32>(instance, &CHANNEL_ATTRIBUTES),
        buffer::<f32>(instance, &MARK_ATTRIBUTES),
    ];
    let recipe = Recipe {
        buffers: &buffers,
        topology: wgpu::PrimitiveTopology::TriangleStrip,
        depth: Depth::Tested,
        blend: Some(wgpu::BlendState::ALPHA_BLENDING),
        ..Recipe::plain(program)
    };
    pipeline(device, layout, &recipe)
}

/// One instance per skin.
fn onion(
    device: &wgpu::Device,
    layout: &wgpu::PipelineLayout,
    program: &Program,
) -> Result<wgpu::RenderPipeline, ShaderError> {
    let buffers = [
        buffer::<[f32; 3]>(wgpu::VertexStepMode::Vertex, &ONION_POSITION_ATTRIBUTES),
        buffer::<[f32; 4]>(wgpu::VertexStepMode::Instance, &ONION_COLOR_ATTRIBUTES),
    ];
    let recipe = Recipe {
        buffers: &buffers,
        depth: Depth::Written,
        blend: Some(wgpu::BlendState::ALPHA_BLENDING),
        ..Recipe::plain(program)
    };
    pipeline(device, layout, &recipe)
}

impl MeshPipelines {
    fn new(
        device: &wgpu::Device,
        layout: &wgpu::PipelineLayout,
        program: &Program,
    ) -> Result<Self, ShaderError> {
        let vertex = wgpu::VertexStepMode::Vertex;
        let buffers = [
            Some(SKINNED_LAYOUT),
            buffer::<[f32; 2]>(vertex, &TEX_COORD_ATTRIBUTES),
            buffer::<f32>(vertex, &CHANNEL_ATTRIBUTES),
            buffer::<f32>(vertex, &OPENNESS_ATTRIBUTES),
        ];
        let make = |cull_mode: Option<wgpu::Face>, blend: wgpu::BlendState| {
            let recipe = Recipe {
                program,
                buffers: &buffers,
                topology: wgpu::PrimitiveTopology::TriangleList,
                cull_mode,
                // Blended surfaces write depth too: exporters mark whole bodies as blended, and those must not show
                // their insides.
                depth: Depth::Written,
                blend: Some(blend),
                // Not with blending, which would count alpha a second time.
                alpha_to_coverage: blend == COVERED,
            };
            pipeline(device, layout, &recipe)
        };
        let [both, front, back] = FACES;
        let all = |blend| -> Result<_, ShaderError> {
            Ok([make(both, blend)?, make(front, blend)?, make(back, blend)?])
        };
        Ok(Self {
            solid: all(COVERED)?,
            blended: all(wgpu::BlendState::ALPHA_BLENDING)?,
        })
    }
}

fn pipeline_layout(
    device: &wgpu::Device,
    groups: &[Option<&wgpu::BindGroupLayout>],
) -> wgpu::PipelineLayout {
    device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("picture"),
        bind_group_layouts: groups,
        immediate_size: 0,
    })
}

fn buffer<T>(
    step_mode: wgpu::VertexStepMode,
    attributes: &[wgpu::VertexAttribute],
) -> Option<wgpu::VertexBufferLayout<'_>> {
    Some(wgpu::VertexBufferLayout {
        array_stride: size_of::<T>() as u64,
        step_mode,
        attributes,
    })
}

fn pipeline(
    device: &wgpu::Device,
    layout: &wgpu::PipelineLayout,
    recipe: &Recipe<'_>,
) -> Result<wgpu::RenderPipeline, ShaderError> {
    let Program { label, module, .. } = recipe.program;
    let target = wgpu::ColorTargetState {
        format: COLOR_FORMAT,
        blend: recipe.blend,
        // Over the gradient alpha stays 1; over a transparent backdrop colors come out premultiplied.
        write_mask: wgpu::ColorWrites::ALL,
    };
    let descriptor = wgpu::RenderPipelineDescriptor {
        label: Some(label),
        layout: Some(layout),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some("vertex"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: recipe.buffers,
        },
        primitive: wgpu::PrimitiveState {
            topology: recipe.topology,
            cull_mode: recipe.cull_mode,
            ..wgpu::PrimitiveState::default()
        },
        depth_stencil: Some(depth_state(recipe.depth)),
        multisample: wgpu::MultisampleState {
            count: SAMPLES,
            mask: !0,
            alpha_to_coverage_enabled: recipe.alpha_to_coverage,
        },
        fragment: Some(wgpu::FragmentState {
            module,
            entry_point: Some("fragment"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(target)],
        }),
        multiview_mask: None,
        cache: None,
    };
    recipe.program.pipeline(device, &descriptor)
}

/// Depth is reversed: closer points have greater depth.
fn depth_state(depth: Depth) -> wgpu::DepthStencilState {
    let (written, compare) = match depth {
        Depth::Ignored => (false, wgpu::CompareFunction::Always),
        Depth::Tested => (false, wgpu::CompareFunction::Greater),
        Depth::Written => (true, wgpu::CompareFunction::Greater),
    };
    wgpu::DepthStencilState {
        format: DEPTH_FORMAT,
        depth_write_enabled: Some(written),
        depth_compare: Some(compare),
        stencil: wgpu::StencilState::default(),
        bias: wgpu::DepthBiasState::default(),
    }
}
