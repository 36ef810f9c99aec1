//! One drawn primitive on the GPU.

use glam::{Vec2, Vec3};
use thiserror::Error;

use skin_gpu::SkinVertex;

use super::edges::{edges, lengths_about};
use super::layouts::MaterialUniform;
use super::upload::buffer_of;
use scene::view::bounds::Bounds;
use scene::winding::Winding;

use super::{AlphaMode, Material, Renderer};

/// A primitive as it lies in memory; borrowed only while it is uploaded.
#[derive(Clone, Copy, Debug)]
pub struct MeshData<'a> {
    /// Where the vertices are, world space; shown until the first [`MeshBuffers::write_vertices`].
    pub positions: &'a [Vec3],
    /// As many as `positions`, or empty: then facets show.
    pub normals: &'a [Vec3],
    /// As many as `positions`, or empty.
    pub tex_coords: &'a [Vec2],
    /// Indices into `positions`, counter-clockwise from outside.
    pub triangles: &'a [[u32; 3]],
}

/// Why a primitive cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MeshError {
    /// Two lists that go together differ in length.
    #[error("expected {expected} {what}, one per vertex, found {found}")]
    Length {
        /// Which list.
        what: &'static str,
        /// The number of vertices.
        expected: usize,
        /// The list's length.
        found: usize,
    },
    /// A triangle names a vertex that is not there.
    #[error("triangle {triangle} names vertex {vertex}; there are {n_vertices}")]
    Index {
        /// Which triangle.
        triangle: usize,
        /// What it names.
        vertex: u32,
        /// How many there are.
        n_vertices: usize,
    },
    /// The device has no buffer of this size.
    #[error(
        "the primitive needs a buffer of {needed} bytes; this graphics device allows {allowed}"
    )]
    TooLarge {
        /// The largest of its buffers.
        needed: u64,
        /// The device's limit.
        allowed: u64,
    },
}

/// One drawn primitive: what stays (triangles, texture coordinates, material) and what moves (positions, normals, one
/// number or colour per vertex).
#[derive(Debug)]
pub struct MeshBuffers {
    fixed: FixedBuffers,
    skinned: wgpu::Buffer,
    /// Drawn from instead of `skinned`.
    skinned_elsewhere: Option<wgpu::Buffer>,
    /// Four bytes a vertex: a number or a colour.
    channel: wgpu::Buffer,
    /// A number a vertex, 0 where it is not marked.
    marks: wgpu::Buffer,
    n_vertices: usize,
    /// Kept from frame to frame for its memory.
    scratch: Vec<SkinVertex>,
    /// How the last vertices leave the triangles.
    pub winding: Winding,
}

/// Clones share the buffers.
#[derive(Clone, Debug)]
pub(super) struct FixedBuffers {
    pub indices: wgpu::Buffer,
    /// Pairs of vertices.
    pub edges: wgpu::Buffer,
    /// Per vertex, how long the edges about it are, where the primitive was made.
    pub edge_lengths: wgpu::Buffer,
    pub tex_coords: wgpu::Buffer,
    /// Per vertex, 1 where it lies free, 0 where it lies covered.
    pub openness: wgpu::Buffer,
    pub material: wgpu::BindGroup,
    pub n_indices: u32,
    pub n_edge_indices: u32,
    /// Of the box around the vertices that it was made with.
    pub center: Vec3,
    pub double_sided: bool,
    pub blended: bool,
}

impl MeshBuffers {
    /// Uploads a primitive. An empty one is fine and draws nothing. The channel is zero.
    ///
    /// # Errors
    ///
    /// Lists of different lengths, a triangle with a vertex that is not there, or a size the device does not allow.
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

    /// The same primitive once more, for another pane: shares what stays, has its own positions, normals and channel.
    ///
    /// They are zero until written.
    #[must_use]
    pub fn sharing(&self, device: &wgpu::Device) -> Self {
        Self::with_fixed(device, self.fixed.clone(), self.n_vertices)
    }

    /// Replaces positions and normals, world space; normals need no unit length, and may be empty: then facets show.
    ///
    /// The write takes effect at the next submission: once per frame and pane.
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
        // A zero normal asks the shader for the facet's.
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

    /// Draws from a buffer that somebody else writes, until the next [`write_vertices`](Self::write_vertices): as many
    /// [`SkinVertex`] as vertices, world space, from its beginning.
    ///
    /// # Errors
    ///
    /// A buffer that is too short; then all stays as it was.
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

    /// Replaces the number per vertex that [`SurfaceMode`](super::SurfaceMode) shows: a signed difference or a weight.
    ///
    /// What is not finite counts as 0.
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

    /// Replaces the channel by a colour per vertex, sRGB, for [`SurfaceMode::VertexColors`](super::SurfaceMode::VertexColors).
    ///
    /// Numbers and colours share their place: what is written last counts.
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

    /// Marks vertices, whose dots stand out: 1 where one is marked, else 0.
    ///
    /// # Errors
    ///
    /// A list that is not one per vertex; then nothing is written.
    pub fn write_marks(&mut self, queue: &wgpu::Queue, marks: &[u32]) -> Result<(), MeshError> {
        check_length("marks", self.n_vertices, marks.len())?;
        queue.write_buffer(&self.marks, 0, bytemuck::cast_slice(marks));
        Ok(())
    }

    /// Sets how open the surface lies at each vertex, 1 free, 0 covered, for all that [`share`](Self::sharing) this
    /// primitive; 1 until then. [`Scene::contact`](super::Scene::contact) shows it.
    ///
    /// # Errors
    ///
    /// A list that is not one per vertex; then nothing is written.
    pub fn write_openness(&self, queue: &wgpu::Queue, values: &[f32]) -> Result<(), MeshError> {
        check_length("numbers of openness", self.n_vertices, values.len())?;
        queue.write_buffer(&self.fixed.openness, 0, bytemuck::cast_slice(values));
        Ok(())
    }

    /// How many vertices each write must give.
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
            // `check` has seen that three per triangle fit a buffer that holds less than 2³² of them.
            n_indices: u32::try_from(3 * mesh.triangles.len()).unwrap_or(0),
            // `check` has seen that they fit.
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
    // At most three edges a triangle, of two vertices each.
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
