//! What the snippets compute, on the software device, against skin-cpu.

use dq_math::SignRule;
use glam::{Affine3A, Quat, Vec3, Vec4};
use rig::{
    BindPose, InfluenceRow, Influences, InfluencesBuilder, LocalTransform, Method, Palette, Pose,
    PosedSkin, ScaleInheritance, SkeletonBuilder, Trs, Vertices, forward,
};
use shader_text::{Target, snippet};
use skin_cpu::SkinOutput;
use skin_gpu::{InstancePose, MeshData, SkinnedVertices};
use testkit::say;
use wgpu::util::DeviceExt as _;

const N_VERTICES: usize = 300;
const TOLERANCE: f32 = 1e-5;

/// Reads a vertex, skins it, and writes position, normal and tangent.
const KERNEL: &str = "
@group(1) @binding(0) var<storage, read> at_rest: array<vec4<f32>>;
@group(1) @binding(1) var<storage, read> rows: array<vec4<u32>>;
@group(1) @binding(2) var<storage, read_write> skinned: array<vec4<f32>>;

@compute @workgroup_size(64)
fn run_all(@builtin(global_invocation_id) id: vec3<u32>) {
    let index = id.x;
    if index >= arrayLength(&skinned) / 3u {
        return;
    }
    vertex_joints = rows[3u * index];
    vertex_weights = bitcast<vec4<f32>>(rows[3u * index + 1u]);
    CENTER
    let at = 3u * index;
    let vertex = FUNCTION(SkinVertex(at_rest[at].xyz, at_rest[at + 1u].xyz, at_rest[at + 2u]));
    skinned[at] = vec4<f32>(vertex.position, 0.0);
    skinned[at + 1u] = vec4<f32>(vertex.normal, 0.0);
    skinned[at + 2u] = vertex.tangent;
}
";

#[test]
fn the_functions_skin_as_the_processor_does() {
    let Some((device, queue)) = device() else {
        return;
    };
    let mesh = Mesh::new();
    let mut worst = 0.0_f32;
    for method in Method::ALL {
        for signs in signs_of(method) {
            let palette = palette(method, signs);
            let vertices = mesh.vertices();
            let expected = on_processor(vertices, &mesh.influences, &palette);
            let found = on_device(&device, &queue, &mesh, (method, signs, &palette));
            for vertex in 0..N_VERTICES {
                let at = format!("{method} {signs}, vertex {vertex}");
                let [position, normal, tangent] = [0, 1, 2].map(|part| found[3 * vertex + part]);
                let moved = position.truncate().distance(expected.positions[vertex]);
                assert!(moved <= 3.0 * TOLERANCE, "{at}: {moved}");
                let turned = normal.truncate().distance(expected.normals[vertex]);
                assert!(turned <= 1e-4, "{at}: normal {turned}");
                let turned = tangent.distance(expected.tangents[vertex]);
                assert!(turned <= 1e-4, "{at}: tangent {turned}");
                worst = worst.max(moved);
            }
        }
    }
    say(&format!("snippets: worst position {worst:.1e}"));
}

/// The rules are the same functions for all: every one for a single method, and one for each of the others.
fn signs_of(method: Method) -> Vec<SignRule> {
    if method == Method::DualQuaternion {
        return [
            SignRule::First,
            SignRule::Largest,
            SignRule::Hierarchical,
            SignRule::Running,
        ]
        .into();
    }
    vec![SignRule::Running]
}

/// None, said out loud, where there is no driver; a failure with `DUALSKIN_REQUIRE_GPU=1`.
fn device() -> Option<(wgpu::Device, wgpu::Queue)> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = instance.request_adapter(&wgpu::RequestAdapterOptions::default());
    match pollster::block_on(adapter) {
        Ok(adapter) => {
            let asked = adapter.request_device(&wgpu::DeviceDescriptor::default());
            Some(pollster::block_on(asked).unwrap())
        }
        Err(error) => {
            let required = std::env::var("DUALSKIN_REQUIRE_GPU").is_ok_and(|value| value == "1");
            assert!(!required, "DUALSKIN_REQUIRE_GPU=1, but {error}");
            say(&format!("skipped: {error}"));
            None
        }
    }
}

fn on_processor(
    vertices: Vertices<'_>,
    influences: &Influences,
    palette: &Palette,
) -> SkinnedVertices {
    let mut out = SkinnedVertices {
        positions: vec![Vec3::NAN; N_VERTICES],
        normals: vec![Vec3::NAN; N_VERTICES],
        tangents: vec![Vec4::NAN; N_VERTICES],
    };
    let written = SkinOutput {
        positions: &mut out.positions,
        normals: &mut out.normals,
        tangents: &mut out.tangents,
    };
    skin_cpu::skin(vertices, influences, palette, written).unwrap();
    out
}

/// A tube around Y, three units long, over three joints.
struct Mesh {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    tangents: Vec<Vec4>,
    influences: Influences,
}

impl Mesh {
    fn new() -> Self {
        let mut builder = InfluencesBuilder::new(3);
        let (mut positions, mut normals, mut tangents) = (Vec::new(), Vec::new(), Vec::new());
        for vertex in 0..N_VERTICES {
            let part = vertex as f32 / N_VERTICES as f32;
            let around = Quat::from_rotation_y(40.0 * part);
            positions.push(around * Vec3::X * 0.4 + Vec3::Y * 3.0 * part);
            normals.push(around * Vec3::X);
            tangents.push((around * Vec3::Z).extend(1.0));
            if vertex % 50 == 7 {
                builder.unbound();
            } else {
                let weight = |joint: u16| (1.0 - (3.0 * part - f32::from(joint)).abs()).max(0.0);
                let row = [0, 1, 2].map(|joint| (joint, weight(joint) + 1e-3));
                let most = [3, 2, 2][vertex % 3];
                builder.vertex(row.into_iter().take(most)).unwrap();
            }
        }
        Self {
            positions,
            normals,
            tangents,
            influences: builder.build(),
        }
    }

    fn vertices(&self) -> Vertices<'_> {
        Vertices {
            positions: &self.positions,
            normals: &self.normals,
            tangents: &self.tangents,
        }
    }
}

/// A bend, a twist, a stretch with shear.
fn palette(method: Method, signs: SignRule) -> Palette {
    let up = LocalTransform::Trs(Trs {
        translation: Vec3::Y,
        ..Trs::IDENTITY
    });
    let skeleton = SkeletonBuilder::new()
        .joint(0, None, "", LocalTransform::default())
        .joint(1, Some(0), "", up)
        .joint(2, Some(1), "", up)
        .build()
        .unwrap();
    let joints: Vec<_> = skeleton.joints().collect();
    let joint_from_model = [0.0, -1.0, -2.0].map(|y| Affine3A::from_translation(Vec3::Y * y));
    let (bind, _) = BindPose::new(&skeleton, &joints, &joint_from_model).unwrap();
    let mut pose = Pose::rest(&skeleton);
    pose.rigid[1].rotation = Quat::from_rotation_z(1.1);
    pose.rigid[2].rotation = Quat::from_rotation_y(-2.2);
    pose.stretch[2].scale = Vec3::new(1.2, 0.8, 1.0);
    pose.stretch[1].shear.x = 0.2;
    let user = pose.user_transforms();
    let posed = forward(&skeleton, &user, &[ScaleInheritance::Children; 3]);
    let posed = posed.unwrap();
    Palette::new(method, signs, &PosedSkin::new(&posed, &bind).unwrap())
}

/// The palette in a texture, and for each vertex joints, weights and the texel of its center.
fn on_device(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    mesh: &Mesh,
    (method, signs, palette): (Method, SignRule, &Palette),
) -> Vec<Vec4> {
    let data = MeshData::new(mesh.vertices(), &mesh.influences, &[]).unwrap();
    let pose = InstancePose {
        influences: Some(&mesh.influences),
        ..InstancePose::from(palette)
    };
    let lists = data.pose_lists(&[pose]).unwrap();
    let centers = has_centers(palette).then(|| {
        // `centers` of SkinParams.
        (lists.params[9], mesh.influences.joint_sets().of_vertices())
    });
    let mut rows: Vec<[u32; 4]> = Vec::new();
    for (vertex, InfluenceRow { joints, weights }) in mesh.influences.rows().enumerate() {
        let joint = |slot: usize| joints.get(slot).map_or(0, |joint| u32::from(*joint));
        let weight = |slot: usize| weights.get(slot).map_or(0, |weight| weight.to_bits());
        rows.push([0, 1, 2, 3].map(joint));
        rows.push([0, 1, 2, 3].map(weight));
        let center = centers.map_or(0, |(first, sets)| first + sets[vertex]);
        rows.push([center, 0, 0, 0]);
    }
    let mut rest: Vec<Vec4> = Vec::new();
    for vertex in 0..N_VERTICES {
        rest.extend([
            mesh.positions[vertex].extend(0.0),
            mesh.normals[vertex].extend(0.0),
            mesh.tangents[vertex],
        ]);
    }
    let name = method.entry_point();
    let kernel = KERNEL.replace("FUNCTION", &format!("skin_{name}"));
    let center = if centers.is_some() {
        "vertex_center = rows[3u * index + 2u].x;"
    } else {
        ""
    };
    let text = snippet(method, signs, Target::Wgsl).unwrap() + &kernel.replace("CENTER", center);
    let bytes = run_kernel(
        device,
        queue,
        &text,
        (
            bytemuck::cast_slice(&lists.poses),
            bytemuck::cast_slice(&floats(&rest)),
            bytemuck::cast_slice(&rows),
        ),
    );
    let numbers: Vec<f32> = bytemuck::pod_collect_to_vec(&bytes);
    numbers.chunks_exact(4).map(Vec4::from_slice).collect()
}

fn floats(list: &[Vec4]) -> Vec<[f32; 4]> {
    list.iter().map(Vec4::to_array).collect()
}

fn has_centers(palette: &Palette) -> bool {
    matches!(palette, Palette::TwoPhase(palette) if palette.blend.has_centers())
}

/// Poses in rows of 2048 texels, the last filled up with zeros.
fn pose_texture(device: &wgpu::Device, queue: &wgpu::Queue, poses: &[u8]) -> wgpu::Texture {
    let mut texels = poses.to_vec();
    texels.resize(texels.len().next_multiple_of(16 * 2048), 0);
    device.create_texture_with_data(
        queue,
        &wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d {
                width: 2048,
                height: u32::try_from(texels.len() / (16 * 2048)).unwrap(),
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba32Float,
            usage: wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        },
        wgpu::util::TextureDataOrder::LayerMajor,
        &texels,
    )
}

/// `poses`, the vertices at rest and their rows in; as much as the vertices out.
fn run_kernel(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    text: &str,
    (poses, rest, rows): (&[u8], &[u8], &[u8]),
) -> Vec<u8> {
    let texture = pose_texture(device, queue, poses);
    let buffer = |contents, usage| {
        device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: None,
            contents,
            usage,
        })
    };
    let storage = wgpu::BufferUsages::STORAGE;
    let (rest_buffer, rows_buffer) = (buffer(rest, storage), buffer(rows, storage));
    let out = buffer(rest, storage | wgpu::BufferUsages::COPY_SRC);
    let back = buffer(
        rest,
        wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
    );
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(text.into()),
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: Some(&pipeline_layout(device)),
        module: &module,
        entry_point: Some("run_all"),
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    });
    let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
    let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
    let palette = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[entry(0, wgpu::BindingResource::TextureView(&view))],
    });
    let lists = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(1),
        entries: &[
            entry(0, rest_buffer.as_entire_binding()),
            entry(1, rows_buffer.as_entire_binding()),
            entry(2, out.as_entire_binding()),
        ],
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &palette, &[]);
        pass.set_bind_group(1, &lists, &[]);
        pass.dispatch_workgroups(u32::try_from(N_VERTICES.div_ceil(64)).unwrap(), 1, 1);
    }
    encoder.copy_buffer_to_buffer(&out, 0, &back, 0, Some(out.size()));
    queue.submit([encoder.finish()]);
    back.map_async(wgpu::MapMode::Read, .., Result::unwrap);
    device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    back.get_mapped_range(..).unwrap().to_vec()
}

/// Group 0 with the palette alone: the kernel has no use for the matrix of the camera.
fn pipeline_layout(device: &wgpu::Device) -> wgpu::PipelineLayout {
    let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty,
        count: None,
    };
    let texture = wgpu::BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Float { filterable: false },
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    };
    let list = |read_only| wgpu::BindingType::Buffer {
        ty: wgpu::BufferBindingType::Storage { read_only },
        has_dynamic_offset: false,
        min_binding_size: None,
    };
    let layout = |entries: &[wgpu::BindGroupLayoutEntry]| {
        device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: None,
            entries,
        })
    };
    let (palette, lists) = (
        layout(&[entry(0, texture)]),
        layout(&[
            entry(0, list(true)),
            entry(1, list(true)),
            entry(2, list(false)),
        ]),
    );
    device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(&palette), Some(&lists)],
        immediate_size: 0,
    })
}
