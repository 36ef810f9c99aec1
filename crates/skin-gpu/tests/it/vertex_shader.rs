//! Skinning in a vertex shader from textures: each vertex is drawn as a point onto a pixel of its own, so that the picture
//! is the list of skinned vertices. The device has what WebGL 2 has: no compute, no storage buffer.

use std::collections::BTreeMap;

use dq_math::SignRule;
use glam::{Affine3A, Quat, Vec3};
use rig::{
    BindPose, BoneSegment, ByMap, InfluencesBuilder, LocalTransform, MapKind, Method, Palette,
    Pose, PosedSkin, RigidBlend, ScaleInheritance, SkeletonBuilder, Trs, VertexMap, forward,
};
use skin_gpu::{SkinnedVertices, VERTEX_SKIN_GROUP, VertexSkin};
use testkit::say;

use crate::device::limited;
use crate::models::methods;
use crate::parity::{NORMAL, POSITION, Rounding, Subject, instance_poses, mesh_data, on_processor};

const PROGRAM: &str = "
#import skin_textures
#import skin_vertex

struct Varying {
    @builtin(position) pixel: vec4<f32>,
    @location(0) @interpolate(flat) position: vec3<f32>,
    @location(1) @interpolate(flat) normal: vec3<f32>,
}

struct Picture {
    @location(0) position: vec4<f32>,
    @location(1) normal: vec4<f32>,
}

@vertex
fn vertex(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Varying {
    let skinned = FUNCTION(vertex, instance);
    let size = vec2<f32>(f32(skin.n_vertices), f32(skin.n_instances));
    let at = (vec2<f32>(f32(vertex), f32(instance)) + 0.5) / size * 2.0 - 1.0;
    return Varying(vec4<f32>(at.x, -at.y, 0.0, 1.0), skinned.position, skinned.normal);
}

@fragment
fn fragment(in: Varying) -> Picture {
    return Picture(vec4<f32>(in.position, 1.0), vec4<f32>(in.normal, 1.0));
}
";

const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba32Float;
const N_VERTICES: usize = 700;

#[test]
fn a_vertex_shader_skins_as_the_processor_does() {
    let webgl2 = wgpu::Limits {
        // Pictures of full floats are beyond WebGL 2's guarantee; the test looks at them, a renderer has no need to.
        max_color_attachment_bytes_per_sample: 32,
        ..wgpu::Limits::downlevel_webgl2_defaults()
    };
    let Some((device, queue)) = limited(webgl2) else {
        return;
    };
    let mesh = Mesh::new();
    // One for each function: signs are no part of it, and compiling takes longer than all else.
    let mut pipelines = BTreeMap::new();
    let (mut n_cases, mut n_compared, mut worst) = (0, 0, 0.0_f32);
    for (method, signs) in methods() {
        let poses = poses(method, signs);
        let subject = mesh.subject(&poses);
        let mut skin = VertexSkin::new(&device, &queue, &mesh_data(&subject), poses.len()).unwrap();
        skin.write(&queue, &instance_poses(&subject)).unwrap();
        let name = function(method);
        let made = pipelines.entry(name);
        let pipeline = made.or_insert_with(|| pipeline(&device, name));
        let pictures = draw(
            &device,
            &queue,
            (&*pipeline, &skin),
            [N_VERTICES, poses.len()],
        );
        for (instance, pose) in poses.iter().enumerate() {
            let expected = on_processor(&subject, pose);
            let rounding = Rounding::new(&subject, pose);
            let compared =
                (0..N_VERTICES).filter_map(|vertex| Some((vertex, rounding.beside(vertex, 3.0)?)));
            for (vertex, beside) in compared {
                n_compared += 1;
                let texel = instance * N_VERTICES + vertex;
                let distance = pictures.positions[texel].distance(expected.positions[vertex]);
                assert!(
                    distance <= (3.0 + beside) * POSITION,
                    "{method} {signs}, pose {instance}, vertex {vertex}: {distance}"
                );
                worst = worst.max(distance / (3.0 + beside));
                let turned = pictures.normals[texel].distance(expected.normals[vertex]);
                assert!(
                    turned <= NORMAL || !rounding.is_decided(vertex, 3.0),
                    "{method} {signs}, pose {instance}, vertex {vertex}: normal {turned}"
                );
            }
            n_cases += 1;
        }
    }
    say(&format!(
        "vertex shader: {n_cases} cases, worst position {worst:.1e} of the size, {} vertices left out",
        n_cases * N_VERTICES - n_compared
    ));
    assert!(n_cases > 0);
}

/// A tube around Y, three units long, bent by three joints, with more influences than fit into vertex attributes.
struct Mesh {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    displacements: Vec<Vec3>,
    influences: rig::Influences,
    /// Every eighth part of the way from 0 to 1, and every fourth.
    maps: ByMap<VertexMap>,
    bones: Vec<BoneSegment>,
}

impl Mesh {
    fn new() -> Self {
        let mut builder = InfluencesBuilder::new(3);
        let (mut positions, mut normals) = (Vec::new(), Vec::new());
        for vertex in 0..N_VERTICES {
            let part = vertex as f32 / N_VERTICES as f32;
            let around = Quat::from_rotation_y(40.0 * part) * Vec3::X;
            positions.push(around * 0.4 + Vec3::Y * 3.0 * part);
            normals.push(around);
            if vertex % 50 == 7 {
                builder.unbound();
            } else {
                let weight = |joint: u16| (1.0 - (3.0 * part - f32::from(joint)).abs()).max(0.01);
                builder
                    .vertex([0, 1, 2].map(|joint| (joint, weight(joint))))
                    .unwrap();
            }
        }
        Self {
            displacements: normals.iter().map(|normal| *normal * 0.2).collect(),
            positions,
            normals,
            influences: builder.build(),
            maps: ByMap::new(|kind| {
                let parts = match kind {
                    MapKind::Blend => 8,
                    MapKind::Bulge => 4,
                };
                let number = |vertex| (vertex % (parts + 1)) as f32 / parts as f32;
                VertexMap::new((0..N_VERTICES).map(number))
            }),
            bones: [0.0, 1.0, 2.0]
                .map(|y| BoneSegment {
                    head: Vec3::Y * y,
                    tail: Vec3::Y * (y + 1.0),
                })
                .into(),
        }
    }

    fn subject<'a>(&'a self, poses: &'a [(Palette, Vec<f32>)]) -> Subject<'a> {
        Subject {
            positions: &self.positions,
            normals: &self.normals,
            tangents: &[],
            influences: &self.influences,
            maps: ByMap::new(|kind| Some(&self.maps[kind])),
            bones: &self.bones,
            targets: vec![(&self.displacements, &[])],
            poses,
        }
    }
}

fn poses(method: Method, signs: SignRule) -> Vec<(Palette, Vec<f32>)> {
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
    let posed = |angle: f32| {
        let mut pose = Pose::rest(&skeleton);
        pose.rigid[1].rotation = Quat::from_rotation_z(angle);
        pose.rigid[2].rotation = Quat::from_rotation_y(-angle);
        pose.stretch[2].scale = Vec3::new(1.2, 0.8, 1.0);
        pose.stretch[1].shear.x = 0.2;
        let user = pose.user_transforms();
        let posed = forward(&skeleton, &user, &[ScaleInheritance::Children; 3]).unwrap();
        let skin = PosedSkin::new(&posed, &bind).unwrap();
        (Palette::new(method, signs, &skin), vec![angle.sin()])
    };
    [0.0, 0.9, 2.5].map(posed).into()
}

fn draw(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    (pipeline, skin): (&wgpu::RenderPipeline, &VertexSkin),
    [width, height]: [usize; 2],
) -> SkinnedVertices {
    let size = wgpu::Extent3d {
        width: u32::try_from(width).unwrap(),
        height: u32::try_from(height).unwrap(),
        depth_or_array_layers: 1,
    };
    let pictures = [0, 1].map(|_| {
        device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size,
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: FORMAT,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        })
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let views = pictures
        .each_ref()
        .map(|picture| picture.create_view(&wgpu::TextureViewDescriptor::default()));
    let attachments = views.each_ref().map(|view| {
        Some(wgpu::RenderPassColorAttachment {
            view,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations::default(),
        })
    });
    {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &attachments,
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(pipeline);
        pass.set_bind_group(VERTEX_SKIN_GROUP, skin.bind_group(), &[]);
        pass.draw(0..size.width, 0..size.height);
    }
    queue.submit([encoder.finish()]);
    let [positions, normals] = pictures.map(|picture| read(device, queue, &picture));
    SkinnedVertices {
        positions,
        normals,
        ..SkinnedVertices::default()
    }
}

const fn function(method: Method) -> &'static str {
    match method {
        Method::Linear => "linear_vertex",
        Method::DualQuaternion => "dual_quat_vertex",
        Method::TwoPhase(_, blend) => match blend {
            RigidBlend::DualQuaternion => "two_phase_vertex",
            RigidBlend::Spherical => "spherical_vertex",
            RigidBlend::SphericalAverage => "spherical_average_vertex",
            RigidBlend::LogMatrix => "log_matrix_vertex",
            RigidBlend::DirectQuaternion => "direct_quaternion_vertex",
            RigidBlend::Iterative => "iterative_vertex",
            RigidBlend::QuaternionTranslation => "quaternion_translation_vertex",
        },
        Method::Affine => "affine_vertex",
    }
}

fn pipeline(device: &wgpu::Device, function: &str) -> wgpu::RenderPipeline {
    let program = PROGRAM.replace("FUNCTION", function);
    let source = skin_gpu::resolve("test", &program).unwrap();
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(source.into()),
    });
    let skin_layout = VertexSkin::layout(device);
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[None, None, None, Some(&skin_layout)],
        immediate_size: 0,
    });
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some("vertex"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState {
            topology: wgpu::PrimitiveTopology::PointList,
            ..wgpu::PrimitiveState::default()
        },
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some("fragment"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(FORMAT.into()), Some(FORMAT.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}

fn read(device: &wgpu::Device, queue: &wgpu::Queue, picture: &wgpu::Texture) -> Vec<Vec3> {
    let row = (16 * picture.width()).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: u64::from(row * picture.height()),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let layout = wgpu::TexelCopyBufferLayout {
        offset: 0,
        bytes_per_row: Some(row),
        rows_per_image: None,
    };
    encoder.copy_texture_to_buffer(
        picture.as_image_copy(),
        wgpu::TexelCopyBufferInfo {
            buffer: &buffer,
            layout,
        },
        picture.size(),
    );
    queue.submit([encoder.finish()]);
    buffer.map_async(wgpu::MapMode::Read, .., Result::unwrap);
    device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    let bytes = buffer.get_mapped_range(..).unwrap();
    let texels = |row: &[u8]| -> Vec<Vec3> {
        let texels: &[[f32; 4]] = bytemuck::cast_slice(&row[..16 * picture.width() as usize]);
        texels
            .iter()
            .map(|&[x, y, z, _]| Vec3::new(x, y, z))
            .collect()
    };
    bytes.chunks(row as usize).flat_map(texels).collect()
}
