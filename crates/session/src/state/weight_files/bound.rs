//! A mesh as weight files see it: one list of vertices over all its primitives.

use character::{Character, Primitive};
use glam::Vec3;
use mesh::{Adjacency, PointIndex};
use rig::{Addresses, InfluenceRow, Influences, JointIndex};
use scene::combined_surface::{CombinedSurface, VertexRanges};
use weights::{Rows, WeightFormat, write_weights};

/// A mesh of the character's file with a skin.
///
/// Its vertices are those of its primitives with weights, one primitive after another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundMesh {
    /// Index of the mesh in [`Character::meshes`].
    pub mesh: usize,
    /// The first skin that an instance of the mesh has, an index into the rig's binds.
    pub skin: usize,
    /// Name in the character's file, or `mesh 0`.
    pub name: String,
    /// Number of vertices in primitives with weights.
    pub vertices: usize,
}

impl BoundMesh {
    /// All meshes of a character with weights, in the order of the file.
    #[must_use]
    pub fn all(character: &Character) -> Vec<Self> {
        let meshes = character.meshes.iter().enumerate();
        let bound = meshes.filter_map(|(mesh, found)| {
            let mut instances = character.instances.iter();
            let skin = instances.find_map(|it| it.skin.filter(|_| it.mesh == mesh))?;
            character.rig.binds.get(skin)?;
            let primitives = found.primitives.iter();
            let bound = primitives.filter(|primitive| primitive.influences.is_some());
            let vertices = bound.map(|primitive| primitive.positions.len()).sum();
            let name = found.name.as_deref().map(str::trim).unwrap_or_default();
            let name = match name {
                "" => format!("mesh {mesh}"),
                name => name.to_owned(),
            };
            (vertices > 0).then_some(Self {
                mesh,
                skin,
                name,
                vertices,
            })
        });
        bound.collect()
    }

    /// A mesh with weights, by its index in the character's file.
    #[must_use]
    pub fn of_mesh(character: &Character, mesh: usize) -> Option<Self> {
        let mut all = Self::all(character).into_iter();
        all.find(|bound| bound.mesh == mesh)
    }

    /// Addresses of the skin's joints, in the order of the slots of rows.
    #[must_use]
    pub fn joints(&self, character: &Character) -> Vec<String> {
        let addresses = Addresses::new(&character.rig.skeleton);
        let bind = character.rig.binds.get(self.skin);
        let joints = bind.map_or(&[][..], |bind| bind.joints());
        joints.iter().map(|&joint| addresses.of(joint)).collect()
    }

    /// Primitives with weights, each with its index in the mesh.
    pub fn primitives<'a>(
        &self,
        character: &'a Character,
    ) -> impl Iterator<Item = (usize, &'a Primitive)> + use<'a> {
        let mesh = character.meshes.get(self.mesh);
        let primitives = mesh.map_or(&[][..], |mesh| &mesh.primitives);
        let primitives = primitives.iter().enumerate();
        primitives.filter(|(_, primitive)| primitive.influences.is_some())
    }

    /// Positions of its vertices, in the mesh's space.
    #[must_use]
    pub fn positions(&self, character: &Character) -> Vec<Vec3> {
        let primitives = self.primitives(character);
        let positions = primitives.flat_map(|(_, primitive)| primitive.positions.iter());
        positions.copied().collect()
    }

    /// Its primitives as one surface.
    pub(super) fn combined_surface(&self, character: &Character) -> CombinedSurface {
        let primitives = self.primitives(character);
        let primitives: Vec<&Primitive> = primitives.map(|(_, primitive)| primitive).collect();
        CombinedSurface::new(&primitives)
    }

    /// Adjacency of its points: vertices at one position are one point.
    #[must_use]
    pub fn surface(&self, character: &Character) -> Adjacency {
        let combined = self.combined_surface(character);
        Adjacency::new(&self.positions(character), combined.triangles())
    }

    /// Weights of its vertices.
    pub(super) fn rows<'a>(&self, character: &'a Character) -> VertexRows<'a> {
        let bind = character.rig.binds.get(self.skin);
        let primitives = self.primitives(character);
        VertexRows {
            ranges: self.combined_surface(character).into_ranges(),
            influences: primitives
                .filter_map(|(_, primitive)| primitive.influences.as_ref())
                .collect(),
            vertex_count: self.vertices,
            joint_count: bind.map_or(0, |bind| bind.joints().len()),
        }
    }
}

/// Weights of a mesh's vertices over all its primitives.
#[derive(Debug)]
pub(super) struct VertexRows<'a> {
    ranges: VertexRanges,
    /// Influences of the primitives with weights, in the order of `ranges`.
    influences: Vec<&'a Influences>,
    vertex_count: usize,
    joint_count: usize,
}

impl Rows for VertexRows<'_> {
    fn point_count(&self) -> usize {
        self.vertex_count
    }

    fn joint_count(&self) -> usize {
        self.joint_count
    }

    fn slices(&self, vertex: PointIndex) -> InfluenceRow<'_> {
        // To a file of weights every vertex is a point.
        let row = self.ranges.place(vertex.0).and_then(|(primitive, vertex)| {
            let influences = *self.influences.get(primitive)?;
            Some(Rows::slices(influences, PointIndex(vertex)))
        });
        row.unwrap_or_default()
    }
}

/// The text of a mesh's weights. With positions, it can be matched to another mesh by them.
#[must_use]
pub fn export_text(
    character: &Character,
    bound: &BoundMesh,
    format: WeightFormat,
    with_places: bool,
) -> String {
    let joints = bound.joints(character);
    let joints: Vec<&str> = joints.iter().map(String::as_str).collect();
    let places = with_places.then(|| bound.positions(character));
    write_weights(format, &bound.rows(character), &joints, places.as_deref())
}

/// The first mesh that this joint moves, else the first that has weights.
#[must_use]
pub fn mesh_at_work(character: &Character, active: Option<JointIndex>) -> usize {
    let all = BoundMesh::all(character);
    let is_of_joint = |bound: &&BoundMesh| {
        let bind = character.rig.binds.get(bound.skin);
        bind.zip(active)
            .is_some_and(|(bind, active)| bind.joints().contains(&active))
    };
    let of_joint = all.iter().find(is_of_joint);
    of_joint.or_else(|| all.first()).map_or(0, |it| it.mesh)
}
