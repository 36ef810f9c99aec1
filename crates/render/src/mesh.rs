//! The buffers of one drawn primitive.

use std::iter;
use std::ops::Range;

use glam::{Vec2, Vec3};
use scene::view::bounds::Bounds;
use scene::winding::Winding;
use skin_gpu::SkinVertex;

use super::edges::{edges, lengths_about};
use super::layouts::MaterialUniform;
use super::mesh_data::{MeshData, MeshError, check_length, check_mesh};
use super::span::{Batch, Packing, Span};
use super::upload::buffer_of;
use super::visible_faces::{FaceBuffers, VisibleFaces};
use super::{AlphaMode, Material, Renderer};

/// One drawn primitive: constant buffers (triangles, texture coordinates, material) and changing ones (positions,
/// normals, one number or color per vertex).
///
/// Those of the primitives of a character are parts of few buffers. Clones share all of them.
#[derive(Clone, Debug)]
pub struct MeshBuffers {
    fixed: FixedBuffers,
    skinned: Span,
    /// A buffer of another owner that is drawn instead of `skinned`.
    skinned_elsewhere: Option<Span>,
    /// Four bytes per vertex: a number or a color.
    channel: Span,
    /// One number per vertex, 0 where it is not marked.
    marks: Span,
    n_vertices: usize,
    /// What is drawn of the faces; none for all of them.
    visible: Option<VisibleFaces>,
    /// The winding of triangles for the last vertices.
    pub winding: Winding,
}

/// The constant buffers. Clones share them.
#[derive(Clone, Debug)]
pub(super) struct FixedBuffers {
    pub faces: FaceBuffers,
    /// Per vertex, the mean length of its edges in the positions of the upload.
    pub edge_lengths: Span,
    pub tex_coords: Span,
    /// Per vertex, 1 where it is open, 0 where it is occluded.
    pub openness: Span,
    pub surface: Surface,
    /// The center of the bounding box of the uploaded positions.
    pub center: Vec3,
}

/// A material on the device. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct Surface {
    pub material: wgpu::BindGroup,
    pub double_sided: bool,
    pub blended: bool,
}

impl Surface {
    pub(super) fn new(renderer: &Renderer, device: &wgpu::Device, material: &Material<'_>) -> Self {
        let uniform = uniform(material);
        let contents = bytemuck::bytes_of(&uniform);
        let usage = wgpu::BufferUsages::UNIFORM;
        let buffer = buffer_of(device, "material", contents, usage);
        Self {
            material: renderer.material_bind_group(device, &buffer, material),
            double_sided: material.double_sided,
            blended: material.alpha == AlphaMode::Blend,
        }
    }
}

impl MeshBuffers {
    /// Uploads a primitive. An empty one is allowed and draws nothing. The channel is zero.
    ///
    /// # Errors
    ///
    /// Lists of different lengths, a triangle with a missing vertex, or a size that the device does not allow.
    pub fn new(
        renderer: &Renderer,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        mesh: &MeshData<'_>,
        material: &Material<'_>,
    ) -> Result<Self, MeshError> {
        let mut packing = MeshPacking::new(device);
        packing.push(mesh, Surface::new(renderer, device, material))?;
        let mut made = packing.finish();
        let mut buffers = made.pop().ok_or(MeshError::Length {
            what: "primitives",
            expected: 1,
            found: 0,
        })?;
        buffers.write_vertices(queue, mesh.positions, mesh.normals)?;
        Ok(buffers)
    }

    /// The same primitive for another pane: shares the constant buffers, has its own positions, normals and channel.
    ///
    /// They are zero until written.
    #[must_use]
    pub fn sharing(&self, device: &wgpu::Device) -> Option<Self> {
        Self::all_sharing(device, [self]).pop()
    }

    /// As [`sharing`](Self::sharing), for all primitives of a character.
    pub(super) fn all_sharing<'a>(
        device: &wgpu::Device,
        meshes: impl IntoIterator<Item = &'a Self>,
    ) -> Vec<Self> {
        let meshes = meshes.into_iter();
        let fixed = meshes.map(|mesh| (mesh.fixed.clone(), mesh.n_vertices));
        Self::with_fixed(device, fixed.collect())
    }

    /// Writes positions and normals, world space; normals need no unit length, and may be empty for flat shading.
    ///
    /// The write takes effect at the next submission, so only once per frame and pane.
    ///
    /// # Errors
    ///
    /// Lists that are not one per vertex; then nothing is written.
    pub fn write_vertices(
        &mut self,
        queue: &wgpu::Queue,
        positions: &[Vec3],
        normals: &[Vec3],
    ) -> Result<(), MeshError> {
        let mut batch = Batch::default();
        self.batch_vertices(queue, &mut batch, positions, normals)?;
        batch.write(queue);
        Ok(())
    }

    /// As [`write_vertices`](Self::write_vertices), together with neighbors.
    pub(super) fn batch_vertices(
        &mut self,
        queue: &wgpu::Queue,
        batch: &mut Batch<SkinVertex>,
        positions: &[Vec3],
        normals: &[Vec3],
    ) -> Result<(), MeshError> {
        check_length("positions", self.n_vertices, positions.len())?;
        if !normals.is_empty() {
            check_length("normals", self.n_vertices, normals.len())?;
        }
        // For a zero normal the shader computes the facet's.
        let normals = normals.iter().copied().chain(iter::repeat(Vec3::ZERO));
        let vertex = |(position, normal): (&Vec3, Vec3)| SkinVertex {
            position: position.to_array(),
            normal: normal.to_array(),
        };
        // What was written last is drawn, be it from here or from elsewhere.
        self.skinned_elsewhere = None;
        batch.push(
            queue,
            &self.skinned,
            positions.iter().zip(normals).map(vertex),
        );
        Ok(())
    }

    /// Draws from another owner's buffer, until vertices are written: as many [`SkinVertex`] as vertices, world space,
    /// in this part of it.
    ///
    /// # Errors
    ///
    /// The part has another size; nothing is changed then.
    pub fn draw_from(
        &mut self,
        skinned: &wgpu::Buffer,
        bytes: Range<u64>,
    ) -> Result<(), MeshError> {
        let size = bytes.end.saturating_sub(bytes.start);
        let found = usize::try_from(size).unwrap_or(usize::MAX) / size_of::<SkinVertex>();
        check_length("skinned vertices", self.n_vertices, found)?;
        self.skinned_elsewhere = Some(Span::part_of(skinned, bytes));
        Ok(())
    }

    /// Replaces the number per vertex that `SurfaceMode` shows: a signed difference or a weight.
    ///
    /// Values that are not finite count as 0.
    ///
    /// # Errors
    ///
    /// A list that is not one per vertex; then nothing is written.
    pub fn write_channel(&self, queue: &wgpu::Queue, values: &[f32]) -> Result<(), MeshError> {
        let mut batch = Batch::default();
        self.batch_channel(queue, &mut batch, values)?;
        batch.write(queue);
        Ok(())
    }

    /// As [`write_channel`](Self::write_channel), together with neighbors.
    pub(super) fn batch_channel(
        &self,
        queue: &wgpu::Queue,
        batch: &mut Batch<f32>,
        values: &[f32],
    ) -> Result<(), MeshError> {
        check_length("channel values", self.n_vertices, values.len())?;
        // One such number would spread over all triangles around its vertex.
        let finite = |&value: &f32| if value.is_finite() { value } else { 0.0 };
        batch.push(queue, &self.channel, values.iter().map(finite));
        Ok(())
    }

    /// Replaces the channel by a color per vertex, sRGB, for `SurfaceMode::VertexColors`.
    ///
    /// Numbers and colors share a buffer: the last write counts.
    ///
    /// # Errors
    ///
    /// A list that is not one per vertex; then nothing is written.
    pub fn write_colors(&self, queue: &wgpu::Queue, colors: &[[u8; 4]]) -> Result<(), MeshError> {
        let mut batch = Batch::default();
        self.batch_colors(queue, &mut batch, colors)?;
        batch.write(queue);
        Ok(())
    }

    /// As [`write_colors`](Self::write_colors), together with neighbors.
    pub(super) fn batch_colors(
        &self,
        queue: &wgpu::Queue,
        batch: &mut Batch<[u8; 4]>,
        colors: &[[u8; 4]],
    ) -> Result<(), MeshError> {
        check_length("colors", self.n_vertices, colors.len())?;
        batch.push(queue, &self.channel, colors.iter().copied());
        Ok(())
    }

    /// Marks vertices, which get a different dot: above 0 where one is marked, how far apart dots may be without it.
    ///
    /// # Errors
    ///
    /// A list that is not one per vertex; then nothing is written.
    pub(super) fn batch_marks(
        &self,
        queue: &wgpu::Queue,
        batch: &mut Batch<f32>,
        marks: &[f32],
    ) -> Result<(), MeshError> {
        check_length("marks", self.n_vertices, marks.len())?;
        batch.push(queue, &self.marks, marks.iter().copied());
        Ok(())
    }

    /// Writes the openness per vertex, 1 open, 0 occluded, for all that share this primitive; 1 before the first call.
    /// [`Scene::contact`](super::Scene::contact) shows it.
    ///
    /// # Errors
    ///
    /// A list that is not one per vertex; then nothing is written.
    pub(super) fn batch_openness(
        &self,
        queue: &wgpu::Queue,
        batch: &mut Batch<f32>,
        values: &[f32],
    ) -> Result<(), MeshError> {
        check_length("numbers of openness", self.n_vertices, values.len())?;
        batch.push(queue, &self.fixed.openness, values.iter().copied());
        Ok(())
    }

    /// From now on draws these faces alone, or all of them.
    pub fn draw_faces(&mut self, visible: Option<VisibleFaces>) {
        self.visible = visible;
    }

    /// The triangles and edges that are drawn.
    pub(super) fn drawn_faces(&self) -> &FaceBuffers {
        let visible = self.visible.as_ref().map(VisibleFaces::faces);
        visible.unwrap_or(&self.fixed.faces)
    }

    /// The vertices that may have dots, as runs.
    pub(super) fn dots(&self) -> Vec<Range<u32>> {
        match &self.visible {
            None => iter::once(0..u32::try_from(self.n_vertices).unwrap_or(0)).collect(),
            Some(visible) => visible.dots().to_vec(),
        }
    }

    /// The number of vertices, which every list must have.
    pub fn n_vertices(&self) -> usize {
        self.n_vertices
    }

    pub(super) fn fixed_buffers(&self) -> &FixedBuffers {
        &self.fixed
    }

    pub(super) fn skinned_span(&self) -> &Span {
        self.skinned_elsewhere.as_ref().unwrap_or(&self.skinned)
    }

    pub(super) fn channel(&self) -> &Span {
        &self.channel
    }

    pub(super) fn marks(&self) -> &Span {
        &self.marks
    }

    /// Constant buffers, each with its number of vertices.
    fn with_fixed(device: &wgpu::Device, fixed: Vec<(FixedBuffers, usize)>) -> Vec<Self> {
        let usage = wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST;
        let spans = |label: &str, bytes_per_vertex: usize| {
            let size = |(_, n_vertices): &(_, usize)| (n_vertices * bytes_per_vertex) as u64;
            Span::zeroed(device, label, usage, fixed.iter().map(size))
        };
        let skinned = spans("skinned vertices", size_of::<SkinVertex>());
        let channel = spans("vertex channel", size_of::<f32>());
        let marks = spans("vertex marks", size_of::<u32>());
        let changing = skinned.into_iter().zip(channel).zip(marks);
        let whole = fixed.into_iter().zip(changing);
        let mesh = |((fixed, n_vertices), ((skinned, channel), marks))| Self {
            fixed,
            skinned,
            skinned_elsewhere: None,
            channel,
            marks,
            n_vertices,
            visible: None,
            winding: Winding::AsGiven,
        };
        whole.map(mesh).collect()
    }
}

/// Primitives that are uploaded together, into few buffers.
pub(super) struct MeshPacking<'a> {
    device: &'a wgpu::Device,
    most_bytes: u64,
    indices: Packing<'a>,
    edges: Packing<'a>,
    edge_lengths: Packing<'a>,
    tex_coords: Packing<'a>,
    openness: Packing<'a>,
    parts: Vec<PrimitiveInfo>,
}

/// What is known of a primitive before its buffers are made.
struct PrimitiveInfo {
    surface: Surface,
    n_vertices: usize,
    n_indices: u32,
    n_edge_indices: u32,
    center: Vec3,
}

impl<'a> MeshPacking<'a> {
    pub(super) fn new(device: &'a wgpu::Device) -> Self {
        let (index, vertex) = (wgpu::BufferUsages::INDEX, wgpu::BufferUsages::VERTEX);
        let rewritten = vertex | wgpu::BufferUsages::COPY_DST;
        Self {
            device,
            most_bytes: device.limits().max_buffer_size,
            indices: Packing::new(device, "triangles", index),
            edges: Packing::new(device, "edges", index),
            edge_lengths: Packing::new(device, "edge lengths", vertex),
            tex_coords: Packing::new(device, "texture coordinates", vertex),
            openness: Packing::new(device, "openness", rewritten),
            parts: Vec::new(),
        }
    }

    /// Adds a primitive.
    ///
    /// # Errors
    ///
    /// As [`MeshBuffers::new`]; nothing is added then.
    pub(super) fn push(&mut self, mesh: &MeshData<'_>, surface: Surface) -> Result<(), MeshError> {
        check_mesh(mesh, self.most_bytes)?;
        let n_vertices = mesh.positions.len();
        let mut tex_coords: Vec<[f32; 2]> = mesh.tex_coords.iter().map(Vec2::to_array).collect();
        // The layout of vertices is one for all: without coordinates the zeros are read and nothing comes of them.
        tex_coords.resize(n_vertices, [0.0; 2]);
        let edges = edges(mesh.triangles, n_vertices);
        self.indices.push(mesh.triangles);
        self.edge_lengths
            .push(&lengths_about(mesh.positions, &edges));
        self.edges.push(&edges);
        self.tex_coords.push(&tex_coords);
        // Open until someone has measured it, so that nothing is dark meanwhile.
        self.openness.push(&vec![1.0_f32; n_vertices]);
        self.parts.push(PrimitiveInfo {
            surface,
            n_vertices,
            // Cannot fail: `check_mesh` has limited the bytes of this buffer, and so its indices, to less than 2³².
            n_indices: u32::try_from(3 * mesh.triangles.len()).unwrap_or(0),
            // Cannot fail, for the same reason.
            n_edge_indices: u32::try_from(2 * edges.len()).unwrap_or(0),
            center: Bounds::from_points(mesh.positions.iter().copied()).center(),
        });
        Ok(())
    }

    /// The primitives in the order in which they came, without their vertices.
    pub(super) fn finish(self) -> Vec<MeshBuffers> {
        let indices = self.indices.finish().into_iter();
        let edges = self.edges.finish().into_iter();
        let vertex_lists = self.edge_lengths.finish().into_iter();
        let vertex_lists = vertex_lists.zip(self.tex_coords.finish());
        let vertex_lists = vertex_lists.zip(self.openness.finish());
        let lists = indices.zip(edges).zip(vertex_lists);
        let fixed = |(part, ((indices, edges), ((edge_lengths, tex_coords), openness)))| {
            let PrimitiveInfo {
                surface,
                n_vertices,
                n_indices,
                n_edge_indices,
                center,
            } = part;
            let fixed = FixedBuffers {
                faces: FaceBuffers {
                    indices,
                    n_indices,
                    edges,
                    n_edge_indices,
                },
                edge_lengths,
                tex_coords,
                openness,
                surface,
                center,
            };
            (fixed, n_vertices)
        };
        let fixed = self.parts.into_iter().zip(lists).map(fixed).collect();
        MeshBuffers::with_fixed(self.device, fixed)
    }
}

fn uniform(material: &Material<'_>) -> MaterialUniform {
    MaterialUniform {
        base_color: material.base_color.unwrap_or(glam::Vec4::ONE).to_array(),
        alpha_cutoff: material.alpha.cutoff(),
        alpha_mode: material.alpha.code(),
        flat_shading: u32::from(material.flat),
        is_clay: u32::from(material.base_color.is_none()),
    }
}
