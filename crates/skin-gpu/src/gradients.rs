//! The gradients of the weights in the words of the shaders, for exact normals.

use glam::Vec3;
use rig::{GradientRow, MapKind, WeightGradients};

use crate::error::{SkinGpuError, expect_length};
use crate::mesh::SkinMesh;
use crate::mesh_data::{MeshData, MeshSizes, count};
use crate::patches::Patch;

/// Words of a gradient: its joint, and along x, y and z.
const GRADIENT_SIZE: usize = 4;

impl MeshData {
    /// The same mesh with the gradients of its weights and maps, for exact normals and tangents:
    /// [`SkinInstances::use_exact_normals`](crate::SkinInstances::use_exact_normals). They are those of the weighting that the mesh was
    /// made with, computed by [`WeightGradients::new`] over the surface at rest.
    ///
    /// Memory: 4 bytes a vertex, 16 for each joint of its row of gradients, 12 for each map.
    ///
    /// # Errors
    ///
    /// [`SkinGpuError::Length`] for another number of rows than vertices, [`SkinGpuError::TooLarge`] for more numbers than a
    /// shader can count.
    pub fn with_gradients(mut self, gradients: &WeightGradients) -> Result<Self, SkinGpuError> {
        check(self.shape, gradients)?;
        let what = "the list of influences with gradients";
        if self.shape.gradients != 0 {
            // Gradients that were there before go: they stand last, so cutting them off leaves the weighting alone.
            self.influences.truncate(self.shape.gradients as usize);
        }
        // So that weights may grow by some influences before the mesh has to be made anew.
        let n_words = self.influences.len();
        let start = n_words + n_words / 4 + 256;
        self.influences.resize(start, 0);
        self.shape.gradients = count(what, start)?;
        self.shape.gradient_rows = count(what, start + first_gradient(self.shape))?;
        self.shape.palette = self.shape.joints.max(gradients.joint_count());
        self.influences.extend(words(self.shape, gradients));
        count(what, self.influences.len())?;
        Ok(self)
    }

    /// Whether it has gradients.
    #[must_use]
    pub const fn has_gradients(&self) -> bool {
        self.shape.gradients != 0
    }
}

impl SkinMesh {
    /// Whether it was made of a [`MeshData`] with gradients.
    #[must_use]
    pub const fn has_gradients(&self) -> bool {
        self.shape.gradients != 0
    }

    /// Replaces the gradients, of which `before` are on the device. Says whether there was space: with more gradients than the buffer
    /// holds or joints that no palette was asked for, and for a mesh without gradients, nothing is written, and a mesh has to be made anew.
    ///
    /// Rows that keep their joints are written alone; else all are. Takes effect at the next submission, for all instances.
    ///
    /// # Errors
    ///
    /// [`SkinGpuError::Length`] for another number of rows than vertices; nothing is written then.
    pub fn write_gradients(
        &self,
        queue: &wgpu::Queue,
        before: &WeightGradients,
        after: &WeightGradients,
    ) -> Result<bool, SkinGpuError> {
        check(self.shape, after)?;
        if !self.has_gradients() || after.joint_count() > self.shape.palette {
            return Ok(false);
        }
        let write = |word: usize, words: &[u32]| {
            let offset = (word * size_of::<u32>()) as u64;
            queue.write_buffer(&self.influences, offset, bytemuck::cast_slice(words));
        };
        // A stroke of a brush changes few rows: pieces cost less than an upload of all.
        if let Some(patches) = patches(self.shape, before, after) {
            for (word, words) in patches {
                write(word, &words);
            }
            return Ok(true);
        }
        let words = words(self.shape, after);
        let start = self.shape.gradients as usize;
        let end = (start + words.len()) * size_of::<u32>();
        let has_room = end as u64 <= self.influences.size();
        if has_room {
            write(start, &words);
        }
        Ok(has_room)
    }
}

fn check(shape: MeshSizes, gradients: &WeightGradients) -> Result<(), SkinGpuError> {
    let rows = ("rows of gradients", gradients.vertex_count());
    expect_length(rows, ("vertices of the mesh", shape.vertices as usize))
}

/// Words before the gradients: where each row begins and the last ends, then those of each map.
fn first_gradient(shape: MeshSizes) -> usize {
    let n_vertices = shape.vertices as usize;
    let n_maps = MapKind::ALL.into_iter().filter(|&kind| shape.has_map(kind));
    n_vertices + 1 + 3 * n_vertices * n_maps.count()
}

/// Rows, gradients of maps, gradients of weights.
fn words(shape: MeshSizes, gradients: &WeightGradients) -> Vec<u32> {
    let n_vertices = shape.vertices as usize;
    let mut words = Vec::with_capacity(first_gradient(shape) + 4 * GRADIENT_SIZE * n_vertices);
    let mut end = 0_u32;
    words.push(end);
    for vertex in 0..n_vertices {
        let n_joints = u32::try_from(gradients.row(vertex).joints.len());
        // A sum beyond 32 bits stays at its end, and the count of words that follows refuses the mesh.
        end = end.saturating_add(n_joints.unwrap_or(u32::MAX));
        words.push(end);
    }
    for kind in MapKind::ALL.into_iter().filter(|&kind| shape.has_map(kind)) {
        words.extend((0..n_vertices).flat_map(|vertex| bits(gradients.of_map(kind, vertex))));
    }
    words.extend((0..n_vertices).flat_map(|vertex| row_words(gradients.row(vertex))));
    words
}

fn bits(gradient: Vec3) -> [u32; 3] {
    gradient.to_array().map(f32::to_bits)
}

fn row_words<'a>(
    GradientRow { joints, gradients }: GradientRow<'a>,
) -> impl Iterator<Item = u32> + 'a {
    let pairs = joints.iter().zip(gradients);
    pairs.flat_map(|(&joint, &gradient)| {
        let [x, y, z] = bits(gradient);
        [u32::from(joint), x, y, z]
    })
}

/// What differs, piece by piece; none where a row has another length, so that all words behind it move.
fn patches(
    shape: MeshSizes,
    before: &WeightGradients,
    after: &WeightGradients,
) -> Option<Vec<Patch>> {
    let n_vertices = shape.vertices as usize;
    if before.vertex_count() != n_vertices {
        return None;
    }
    let mut patches = Vec::new();
    let mut word = shape.gradients as usize + n_vertices + 1;
    for kind in MapKind::ALL.into_iter().filter(|&kind| shape.has_map(kind)) {
        for vertex in 0..n_vertices {
            let now = after.of_map(kind, vertex);
            if now != before.of_map(kind, vertex) {
                append(&mut patches, word, bits(now));
            }
            word += 3;
        }
    }
    for vertex in 0..n_vertices {
        let (old, new) = (before.row(vertex), after.row(vertex));
        if old.joints.len() != new.joints.len() {
            return None;
        }
        if old != new {
            append(&mut patches, word, row_words(new));
        }
        word += GRADIENT_SIZE * new.joints.len();
    }
    Some(patches)
}

/// Appends words to the last piece, if they follow it.
fn append(patches: &mut Vec<Patch>, word: usize, words: impl IntoIterator<Item = u32>) {
    match patches.last_mut() {
        Some((start, piece)) if *start + piece.len() == word => piece.extend(words),
        _ => patches.push((word, words.into_iter().collect())),
    }
}
