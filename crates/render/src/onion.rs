//! Onion skins: silhouettes of the character at other times, see-through and behind everything.

use glam::Vec3;

use super::shader_colors::linear;
use super::upload::buffer_of;

/// The largest number of skins in one picture; of more the last ones are drawn.
pub const MOST_ONION_SKINS: usize = 64;

/// A silhouette to be uploaded.
#[derive(Clone, Copy, Debug)]
pub struct OnionSkin<'a> {
    /// Vertices in world space: one list for each mesh of the picture, as long as the mesh.
    pub positions: &'a [Vec<Vec3>],
    /// Color of the whole silhouette, as sRGB bytes.
    pub color: [u8; 3],
    /// Opacity of the whole silhouette, from 0 to 1; more counts as 1.
    pub opacity: f32,
}

/// The skins of one pane.
#[derive(Debug)]
pub struct OnionBuffers {
    /// Per skin, per mesh: positions.
    skins: Vec<Vec<wgpu::Buffer>>,
    /// One color for each skin.
    colors: wgpu::Buffer,
}

impl OnionBuffers {
    /// Buffers without any skin, which draw nothing.
    #[must_use]
    pub fn new(device: &wgpu::Device) -> Self {
        Self {
            skins: Vec::new(),
            colors: color_buffer(device, &[]),
        }
    }

    /// Uploads skins in the order of drawing: a later one is drawn over an earlier one.
    ///
    /// Takes effect at the next submission. Lists that do not fit the meshes of a picture are not drawn in it.
    pub fn write(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, skins: &[OnionSkin<'_>]) {
        // The last ones, since they are drawn over the others.
        let first = skins.len().saturating_sub(MOST_ONION_SKINS);
        let skins = skins.get(first..).unwrap_or_default();
        let colors = skins.iter().map(|skin| {
            let [r, g, b, _] = linear(skin.color, 255);
            [r, g, b, skin.opacity.clamp(0.0, 1.0)]
        });
        self.colors = color_buffer(device, &colors.collect::<Vec<_>>());
        self.skins.resize_with(skins.len(), Vec::new);
        for (buffers, skin) in self.skins.iter_mut().zip(skins) {
            buffers.truncate(skin.positions.len());
            for (place, positions) in skin.positions.iter().enumerate() {
                write_positions(device, queue, buffers, place, positions);
            }
        }
    }

    /// Whether there is nothing to draw.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.skins.is_empty()
    }

    pub(super) fn colors(&self) -> &wgpu::Buffer {
        &self.colors
    }

    /// Per skin, in the order of drawing: the positions of each mesh.
    pub(super) fn skins(&self) -> &[Vec<wgpu::Buffer>] {
        &self.skins
    }
}

/// Whether a buffer holds the positions of a mesh with so many vertices.
pub(super) fn holds(positions: &wgpu::Buffer, n_vertices: usize) -> bool {
    positions.size() == (n_vertices * size_of::<[f32; 3]>()) as u64
}

/// The depth of a skin: those that are drawn later are nearer, and all are farther away than any surface, whose depth is
/// the near distance over its own.
pub(super) fn depth_of(place: usize) -> f32 {
    // Exact in steps, and no denormal number, which some devices take for zero.
    let step = 2.0_f32.powi(-80);
    step * (1 + place.min(MOST_ONION_SKINS)) as f32
}

/// Writes into the buffer at this place, or makes another one: another time of the same mesh has as many bytes.
fn write_positions(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    buffers: &mut Vec<wgpu::Buffer>,
    place: usize,
    positions: &[Vec3],
) {
    let positions: Vec<[f32; 3]> = positions.iter().map(Vec3::to_array).collect();
    let bytes: &[u8] = bytemuck::cast_slice(&positions);
    let usage = wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST;
    let made = || buffer_of(device, "onion skin", bytes, usage);
    match buffers.get_mut(place) {
        Some(known) if known.size() == bytes.len() as u64 => queue.write_buffer(known, 0, bytes),
        Some(other) => *other = made(),
        None => buffers.push(made()),
    }
}

fn color_buffer(device: &wgpu::Device, colors: &[[f32; 4]]) -> wgpu::Buffer {
    let bytes = bytemuck::cast_slice(colors);
    buffer_of(device, "onion colors", bytes, wgpu::BufferUsages::VERTEX)
}
