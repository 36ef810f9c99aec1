//! The buffers of one drawn primitive.

use glam::{Vec2, Vec3};
use scene::view::bounds::Bounds;
use scene::winding::Winding;
use skin_gpu::SkinVertex;
use thiserror::Error;

use super::edges::{edges, lengths_about};
use super::layouts::MaterialUniform;
use super::upload::buffer_of;
use super::{AlphaMode, Material, Renderer};

/// The input of a primitive's buffers, borrowed while it is uploaded.
#[derive(Clone, Copy, Debug)]
pub struct MeshData<'a> {
    /// Positions, world space; shown until the first [`MeshBuffers::write_vertices`].
    pub positions: &'a [Vec3],
    /// As many as `positions`, or empty for flat shading.
    pub normals: &'a [Vec3],
    /// As many as `positions`, or empty.
    pub tex_coords: &'a [Vec2],
    /// Indices into `positions`, counter-clockwise from outside.
    pub triangles: &'a [[u32; 3]],
}

/// Why a primitive cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MeshError {
    /// A list has another length than the number of vertices.
    #[error("expected {expected} {what}, one per vertex, found {found}")]
    Length {
        /// The name of the list.
        what: &'static str,
        /// The number of vertices.
        expected: usize,
        /// The length of the list.
        found: usize,
    },
    /// A triangle refers to a missing vertex.
    #[error("triangle {triangle} names vertex {vertex}; there are {n_vertices}")]
    Index {
        /// The index of the triangle.
        triangle: usize,
        /// The missing vertex.
        vertex: u32,
        /// The number of vertices.
        n_vertices: usize,
    },
    /// A buffer would be larger than the device allows.
    #[error(
        "the primitive needs a buffer of {needed} bytes; this graphics device allows {allowed}"
    )]
    TooLarge {
        /// The size of the largest buffer, in bytes.
        needed: u64,
        /// The device's limit, in bytes.
        allowed: u64,
    },
}

/// One drawn primitive: constant buffers (triangles, texture coordinates, material) and changing ones (positions,
/// normals, one number or colour per vertex).
#[derive(Debug)]
pub struct MeshBuffers {
    fixed: FixedBuffers,
    skinned: wgpu::Buffer,
    /// A buffer of another owner that is drawn instead of `skinned`.
    skinned_elsewhere: Option<wgpu::Buffer>,
    /// Four bytes per vertex: a number or a colour.
    channel: wgpu::Buffer,
    /// One number per vertex, 0 where it is not marked.
    marks: wgpu::Buffer,
    n_vertices: usize,
    /// Reused from frame to frame.
    scratch: Vec<SkinVertex>,
    /// The winding of triangles for the last vertices.
    pub winding: Winding,
}

/// The constant buffers. Clones share them.
#[derive(Clone, Debug)]
pub(super) struct FixedBuffers {
    pub indices: wgpu::Buffer,
    /// Two vertex indices per edge.
    pub edges: wgpu::Buffer,
    /// Per vertex, the mean length of its edges in the positions of the upload.
    pub edge_lengths: wgpu::Buffer,
    pub tex_coords: wgpu::Buffer,
    /// Per vertex, 1 where it is open, 0 where it is occluded.
    pub openness: wgpu::Buffer,
    pub material: wgpu::BindGroup,
    pub n_indices: u32,
    pub n_edge_indices: u32,
    /// The centre of the bounding box of the uploaded positions.
    pub center: Vec3,
    pub double_sided: bool,
    pub blended: bool,
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
        check(mesh, device.limits().max_buffer_size)?;
        let fixed = FixedBuffers::new(renderer, device, mesh, material);
        let mut buffers = Self::with_fixed(device, fixed, mesh.positions.len());
        buffers.write_vertices(queue, mesh.positions, mesh.normals)?;
        Ok(buffers)
    }

    /// The same primitive for another pane: shares the constant buffers, has its own positions, normals and channel.
    ///
    /// They are zero until written.
    #[must_use]
    pub fn sharing(&self, device: &wgpu::Device) -> Self {
        Self::with_fixed(device, self.fixed.clone(), self.n_vertices)
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
        check_length("positions", self.n_vertices, positions.len())?;
        if !normals.is_empty() {
            check_length("normals", self.n_vertices, normals.len())?;
        }
        // For a zero normal the shader computes the facet's.
        let normals = normals.iter().copied().chain(std::iter::repeat(Vec3::ZERO));
        let vertex = |(position, normal): (&Vec3, Vec3)| SkinVertex {
            position: position.to_array(),
            normal: normal.to_array(),
        };
        self.skinned_elsewhere = None;
        self.scratch.clear();
        self.scratch
            .extend(positions.iter().zip(normals).map(vertex));
        queue.write_buffer(&self.skinned, 0, bytemuck::cast_slice(&self.scratch));
        Ok(())
    }

    /// Draws from another owner's buffer, until the next [`write_vertices`](Self::write_vertices): as many
    /// [`SkinVertex`] as vertices, world space, from its beginning.
    ///
    /// # Errors
    ///
    /// The buffer is too short; nothing is changed then.
    pub fn draw_from(&mut self, skinned: &wgpu::Buffer) -> Result<(), MeshError> {
        let found = usize::try_from(skinned.size()).unwrap_or(usize::MAX) / size_of::<SkinVertex>();
        check_length(
            "skinned vertices",
            self.n_vertices,
            found.min(self.n_vertices),
        )?;
        self.skinned_elsewhere = Some(skinned.clone());
        Ok(())
    }

    /// Replaces the number per vertex that `SurfaceMode` shows: a signed difference or a weight.
    ///
    /// Values that are not finite count as 0.
    ///
    /// # Errors
    ///
    /// A list that is not one per vertex; then nothing is written.
    pub fn write_channel(&mut self, queue: &wgpu::Queue, values: &[f32]) -> Result<(), MeshError> {
        check_length("channel values", self.n_vertices, values.len())?;
        let finite: Vec<f32> = values
            .iter()
            .map(|&v| if v.is_finite() { v } else { 0.0 })
            .collect();
        queue.write_buffer(&self.channel, 0, bytemuck::cast_slice(&finite));
        Ok(())
    }

    /// Replaces the channel by a colour per vertex, sRGB, for `SurfaceMode::VertexColors`.
    ///
    /// Numbers and colours share a buffer: the last write counts.
    ///
    /// # Errors
    ///
    /// A list that is not one per vertex; then nothing is written.
    pub fn write_colors(
        &mut self,
        queue: &wgpu::Queue,
        colors: &[[u8; 4]],
    ) -> Result<(), MeshError> {
        check_length("colors", self.n_vertices, colors.len())?;
        queue.write_buffer(&self.channel, 0, colors.as_flattened());
        Ok(())
    }

    /// Marks vertices, which get a different dot: 1 where one is marked, else 0.
    ///
    /// # Errors
    ///
    /// A list that is not one per vertex; then nothing is written.
    pub fn write_marks(&mut self, queue: &wgpu::Queue, marks: &[u32]) -> Result<(), MeshError> {
        check_length("marks", self.n_vertices, marks.len())?;
        queue.write_buffer(&self.marks, 0, bytemuck::cast_slice(marks));
        Ok(())
    }

    /// Writes the openness per vertex, 1 open, 0 occluded, for all that [`share`](Self::sharing) this primitive; 1
    /// before the first call. [`Scene::contact`](super::Scene::contact) shows it.
    ///
    /// # Errors
    ///
    /// A list that is not one per vertex; then nothing is written.
    pub fn write_openness(&self, queue: &wgpu::Queue, values: &[f32]) -> Result<(), MeshError> {
        check_length("numbers of openness", self.n_vertices, values.len())?;
        queue.write_buffer(&self.fixed.openness, 0, bytemuck::cast_slice(values));
        Ok(())
    }

    /// The number of vertices, which every list must have.
    pub fn n_vertices(&self) -> usize {
        self.n_vertices
    }

    pub(super) fn fixed(&self) -> &FixedBuffers {
        &self.fixed
    }

    pub(super) fn skinned(&self) -> &wgpu::Buffer {
        self.skinned_elsewhere.as_ref().unwrap_or(&self.skinned)
    }

    pub(super) fn channel(&self) -> &wgpu::Buffer {
        &self.channel
    }

    pub(super) fn marks(&self) -> &wgpu::Buffer {
        &self.marks
    }

    fn with_fixed(device: &wgpu::Device, fixed: FixedBuffers, n_vertices: usize) -> Self {
        let buffer = |label: &str, bytes_per_vertex: usize| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: (n_vertices.max(1) * bytes_per_vertex) as u64,
                usage: wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })
        };
        Self {
            fixed,
            skinned: buffer("skinned vertices", size_of::<SkinVertex>()),
            skinned_elsewhere: None,
            channel: buffer("vertex channel", size_of::<f32>()),
            marks: buffer("vertex marks", size_of::<u32>()),
            n_vertices,
            scratch: Vec::new(),
            winding: Winding::AsGiven,
        }
    }
}

impl FixedBuffers {
    fn new(
        renderer: &Renderer,
        device: &wgpu::Device,
        mesh: &MeshData<'_>,
        material: &Material<'_>,
    ) -> Self {
        let buffer = |label: &str, contents: &[u8], usage: wgpu::BufferUsages| {
            buffer_of(device, label, contents, usage)
        };
        let mut tex_coords: Vec<[f32; 2]> = mesh.tex_coords.iter().map(Vec2::to_array).collect();
        tex_coords.resize(mesh.positions.len(), [0.0; 2]);
        let edges = edges(mesh.triangles, mesh.positions.len());
        let uniform = buffer(
            "material",
            bytemuck::bytes_of(&uniform(material)),
            wgpu::BufferUsages::UNIFORM,
        );
        Self {
            edges: buffer(
                "edges",
                bytemuck::cast_slice(&edges),
                wgpu::BufferUsages::INDEX,
            ),
            edge_lengths: buffer(
                "edge lengths",
                bytemuck::cast_slice(&lengths_about(mesh.positions, &edges)),
                wgpu::BufferUsages::VERTEX,
            ),
            indices: buffer(
                "triangles",
                bytemuck::cast_slice(mesh.triangles),
                wgpu::BufferUsages::INDEX,
            ),
            tex_coords: buffer(
                "texture coordinates",
                bytemuck::cast_slice(&tex_coords),
                wgpu::BufferUsages::VERTEX,
            ),
            openness: buffer(
                "openness",
                bytemuck::cast_slice(&vec![1.0_f32; mesh.positions.len()]),
                wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST,
            ),
            material: renderer.material_bind_group(device, &uniform, material),
            // Cannot fail: `check` has limited the bytes of this buffer, and so its indices, to less than 2³².
            n_indices: u32::try_from(3 * mesh.triangles.len()).unwrap_or(0),
            // Cannot fail, for the same reason.
            n_edge_indices: u32::try_from(2 * edges.len()).unwrap_or(0),
            center: Bounds::from_points(mesh.positions.iter().copied()).center(),
            double_sided: material.double_sided,
            blended: material.alpha == AlphaMode::Blend,
        }
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

fn check(mesh: &MeshData<'_>, allowed: u64) -> Result<(), MeshError> {
    let n_vertices = mesh.positions.len();
    if !mesh.normals.is_empty() {
        check_length("normals", n_vertices, mesh.normals.len())?;
    }
    if !mesh.tex_coords.is_empty() {
        check_length("texture coordinates", n_vertices, mesh.tex_coords.len())?;
    }
    for (triangle, &corners) in mesh.triangles.iter().enumerate() {
        if let Some(&vertex) = corners
            .iter()
            .find(|&&corner| corner as usize >= n_vertices)
        {
            return Err(MeshError::Index {
                triangle,
                vertex,
                n_vertices,
            });
        }
    }
    // At most three edges per triangle, of two vertices each.
    let edges = 2 * size_of_val(mesh.triangles);
    let needed = edges.max(n_vertices * size_of::<SkinVertex>()) as u64;
    let allowed = allowed.min(u64::from(u32::MAX));
    if needed > allowed {
        return Err(MeshError::TooLarge { needed, allowed });
    }
    Ok(())
}

fn check_length(what: &'static str, expected: usize, found: usize) -> Result<(), MeshError> {
    if expected == found {
        Ok(())
    } else {
        Err(MeshError::Length {
            what,
            expected,
            found,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::too_many_lines, reason = "one table of cases")]
    fn every_way_to_be_invalid() {
        let points = [Vec3::ZERO; 3];
        let whole = MeshData {
            positions: &points,
            normals: &[],
            tex_coords: &[],
            triangles: &[[0, 1, 2]],
        };
        let length = |what, found| {
            Err(MeshError::Length {
                what,
                expected: 3,
                found,
            })
        };
        let cases = [
            (whole, 1 << 20, Ok(())),
            (
                MeshData {
                    positions: &[],
                    triangles: &[],
                    ..whole
                },
                1 << 20,
                Ok(()),
            ),
            (
                MeshData {
                    normals: &points[..2],
                    ..whole
                },
                1 << 20,
                length("normals", 2),
            ),
            (
                MeshData {
                    tex_coords: &[Vec2::ZERO],
                    ..whole
                },
                1 << 20,
                length("texture coordinates", 1),
            ),
            (
                MeshData {
                    triangles: &[[0, 1, 2], [0, 3, 1]],
                    ..whole
                },
                1 << 20,
                Err(MeshError::Index {
                    triangle: 1,
                    vertex: 3,
                    n_vertices: 3,
                }),
            ),
            (
                whole,
                71,
                Err(MeshError::TooLarge {
                    needed: 72,
                    allowed: 71,
                }),
            ),
        ];
        for (mesh, allowed, expected) in cases {
            assert_eq!(check(&mesh, allowed), expected);
        }
    }
}
