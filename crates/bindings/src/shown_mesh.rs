//! A mesh as the scene shows it, at rest.

use std::sync::{Arc, OnceLock};

use character::Primitive;
use glam::{Vec2, Vec3};
use rig::{Influences, JointIndex, JointSlot};
use scene::names::mesh_name;
use scene::placed::PlacedPrimitive;

/// What the scene shows at one place with one material. Its lists live as long as a clone of it does.
#[derive(Clone, Debug)]
pub struct Mesh {
    name: Arc<str>,
    first_vertex: usize,
    positions: Arc<[Vec3]>,
    normals: Arc<[Vec3]>,
    tex_coords: Arc<[Vec2]>,
    triangles: Arc<[[u32; 3]]>,
    weights: Arc<MeshWeights>,
}

/// Joints and weights, in rows of one length once somebody asks.
#[derive(Debug, Default)]
struct MeshWeights {
    influences: Option<Influences>,
    /// The joints of the slots that rows name.
    joints: Vec<JointIndex>,
    rows: OnceLock<Rows>,
}

#[derive(Debug, Default)]
struct Rows {
    width: usize,
    joints: Vec<u32>,
    weights: Vec<f32>,
}

impl Mesh {
    pub(crate) fn of(
        model: &character::Character,
        placed: &PlacedPrimitive<'_>,
        first_vertex: usize,
    ) -> Self {
        let primitive: &Primitive = placed.primitive;
        let mut name = mesh_name(model, placed.instance.mesh);
        let primitives = model.meshes.get(placed.instance.mesh);
        // Each has a name, and the first one that of the mesh.
        if placed.primitive_index > 0 && primitives.is_some_and(|it| it.primitives.len() > 1) {
            name += &format!(":{}", placed.primitive_index);
        }
        let bind = placed
            .instance
            .skin
            .and_then(|skin| model.rig.binds.get(skin));
        let weights = MeshWeights {
            influences: primitive.influences.clone().filter(|_| bind.is_some()),
            joints: bind.map_or_else(Vec::new, |bind| bind.joints().to_vec()),
            rows: OnceLock::new(),
        };
        Self {
            name: name.into(),
            first_vertex,
            positions: Arc::clone(&primitive.positions),
            normals: Arc::clone(&primitive.normals),
            tex_coords: Arc::clone(&primitive.tex_coords),
            triangles: Arc::clone(&primitive.triangles),
            weights: Arc::new(weights),
        }
    }

    /// The name of the mesh, or its number where it has none; of a mesh with several materials `NAME`, `NAME:1` and so on.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many vertices it has.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.positions.len()
    }

    /// Its first vertex among those of all meshes.
    #[must_use]
    pub const fn first_vertex(&self) -> usize {
        self.first_vertex
    }

    /// Positions at rest in the mesh's own space, three numbers a vertex.
    #[must_use]
    pub fn positions(&self) -> &[f32] {
        bytemuck::cast_slice(&self.positions)
    }

    /// Normals at rest, three numbers a vertex; computed from the triangles where the file has none.
    #[must_use]
    pub fn normals(&self) -> &[f32] {
        bytemuck::cast_slice(&self.normals)
    }

    /// Texture coordinates from the top left, two numbers a vertex; empty where the file has none.
    #[must_use]
    pub fn tex_coords(&self) -> &[f32] {
        bytemuck::cast_slice(&self.tex_coords)
    }

    /// Three vertices each, counter-clockwise seen from outside.
    #[must_use]
    pub fn triangles(&self) -> &[u32] {
        self.triangles.as_flattened()
    }

    /// Whether joints move it; else it follows its node, and has no joints and weights.
    #[must_use]
    pub fn is_skinned(&self) -> bool {
        self.weights.influences.is_some()
    }

    /// How many joints and weights a vertex has in the lists; zero where no joint moves it.
    #[must_use]
    pub fn influences_per_vertex(&self) -> usize {
        self.weights.rows().width
    }

    /// Joints of the skeleton, [`influences_per_vertex`](Self::influences_per_vertex) a vertex; 0 beside a weight of zero.
    #[must_use]
    pub fn joints(&self) -> &[u32] {
        &self.weights.rows().joints
    }

    /// The weights of these joints. Those of a vertex sum to one; all are zero where no joint moves it.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights.rows().weights
    }
}

impl MeshWeights {
    fn rows(&self) -> &Rows {
        self.rows.get_or_init(|| {
            let influences = self.influences.as_ref();
            influences.map_or_else(Rows::default, |it| Rows::of(it, &self.joints))
        })
    }
}

impl Rows {
    fn of(influences: &Influences, joints: &[JointIndex]) -> Self {
        let width = influences.max_per_vertex();
        let mut rows = Self {
            width,
            joints: Vec::with_capacity(width * influences.vertex_count()),
            weights: Vec::with_capacity(width * influences.vertex_count()),
        };
        let joint =
            |slot: JointSlot| -> u32 { joints.get(slot.index()).map_or(0, |&joint| joint.into()) };
        for (vertex, row) in influences.rows().enumerate() {
            for (slot, weight) in row.pairs() {
                rows.joints.push(joint(slot));
                rows.weights.push(weight);
            }
            rows.joints.resize(width * (vertex + 1), 0);
            rows.weights.resize(width * (vertex + 1), 0.0);
        }
        rows
    }
}
