//! Blend shapes as morph targets.

use std::collections::HashMap;

use character::AuthoredMorph;
use glam::Vec3;
use ufbx::{BlendChannel, BlendShape, Mesh};

use super::Notes;
use super::nodes::{f32_of, vec3};

/// The most displacements of all targets of a mesh, 64 million: files keep only vertices that move, glTF all.
const MOST: usize = 1 << 26;

/// The morph targets of a mesh, with where their channels stand in the file.
#[derive(Default)]
pub(super) struct Targets<'a> {
    pub(super) names: Vec<String>,
    pub(super) weights: Vec<f32>,
    /// Ids of the channels' elements.
    pub(super) channels: Vec<u32>,
    shapes: Vec<Offsets<'a>>,
}

/// Displacements of a shape by vertex.
struct Offsets<'a> {
    shape: &'a BlendShape,
    places: HashMap<u32, usize>,
}

impl<'a> Targets<'a> {
    pub(super) fn of(mesh: &'a Mesh, notes: &mut Notes) -> Self {
        let mut targets = Self::default();
        let channels = (&mesh.blend_deformers)
            .into_iter()
            .flat_map(|of| &of.channels);
        for channel in channels {
            if targets.names.len().saturating_mul(mesh.num_indices) > MOST {
                notes.push("blend shapes beyond 64 million displacements were left out");
                break;
            }
            targets.take(channel, notes);
        }
        targets
    }

    /// The shape at full weight of a channel.
    fn take(&mut self, channel: &'a BlendChannel, notes: &mut Notes) {
        let Some(shape) = channel.target_shape.as_ref() else {
            return;
        };
        if channel.keyframes.len() > 1 {
            notes.push("of blend shapes with others between, the last was taken");
        }
        let shape: &BlendShape = shape;
        let vertices = shape.offset_vertices.iter().copied();
        let name: &str = &channel.element.name;
        let weight = f32_of(channel.weight);
        self.names.push(name.to_owned());
        self.weights
            .push(if weight.is_finite() { weight } else { 0.0 });
        self.channels.push(channel.element.element_id);
        self.shapes.push(Offsets {
            shape,
            places: vertices.zip(0..).collect(),
        });
    }

    /// For vertices of a primitive, by their numbers in the mesh.
    pub(super) fn of_vertices(&self, vertices: &[u32]) -> Vec<AuthoredMorph> {
        let of = |offsets: &Offsets<'_>| {
            let normals: &[ufbx::Vec3] = &offsets.shape.normal_offsets;
            let has_normals = normals.iter().any(|normal| vec3(normal) != Vec3::ZERO);
            let with_normals = if has_normals { vertices } else { &[] };
            AuthoredMorph {
                positions: offsets.of(vertices, &offsets.shape.position_offsets),
                normals: offsets.of(with_normals, normals),
            }
        };
        self.shapes.iter().map(of).collect()
    }
}

impl Offsets<'_> {
    /// Of each vertex, zero where the shape moves it not.
    fn of(&self, vertices: &[u32], list: &[ufbx::Vec3]) -> Vec<Vec3> {
        let offset = |vertex: &u32| {
            let offset = self.places.get(vertex).and_then(|&place| list.get(place));
            let offset = offset.map_or(Vec3::ZERO, vec3);
            if offset.is_finite() {
                offset
            } else {
                Vec3::ZERO
            }
        };
        vertices.iter().map(offset).collect()
    }
}
