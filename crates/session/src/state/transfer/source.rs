//! The source of a transfer: one or several meshes as one surface.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use character::{Character, Primitive};
use glam::Vec3;
use mesh::{Adjacency, PointIndex};
use rig::{Addresses, InfluenceRow, JointIndex, JointSlot};
use scene::combined_surface::CombinedSurface;
use scene::placed::{PlacedPrimitive, placed_primitives};
use weights::Rows;

use super::TransferRefused;
use super::places::places_at_rest;
use crate::state::weight_files::BoundMesh;

/// The source meshes of a transfer.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name of the source, for messages.
    pub name: String,
    pub(super) character: Arc<Character>,
    pub(super) meshes: Vec<BoundMesh>,
}

impl Source {
    /// One mesh of a character, by its index in the character's file, or all meshes with weights; `name` is used for
    /// all of them together.
    ///
    /// # Errors
    ///
    /// There is no such mesh with weights.
    pub fn new(
        character: &Arc<Character>,
        mesh: Option<usize>,
        name: &str,
    ) -> Result<Self, TransferRefused> {
        let mut meshes = BoundMesh::all(character);
        meshes.retain(|bound| mesh.is_none_or(|mesh| bound.mesh == mesh));
        let name = match (mesh, meshes.as_slice()) {
            (Some(_), [only]) => only.name.clone(),
            (_, []) => {
                let source_name = name.to_owned();
                return Err(TransferRefused::NoSkin { source_name });
            }
            _ => name.to_owned(),
        };
        Ok(Self {
            name,
            character: Arc::clone(character),
            meshes,
        })
    }

    /// Its primitives, each in its first placement, by the index in [`placed_primitives`].
    pub(super) fn primitives(&self) -> impl Iterator<Item = (usize, PlacedPrimitive<'_>)> {
        let mut known = HashSet::new();
        let all = placed_primitives(&self.character).enumerate();
        all.filter(move |(_, placed)| {
            let is_meant = self.meshes.iter().any(|bound| {
                (bound.mesh, Some(bound.skin)) == (placed.instance.mesh, placed.instance.skin)
            });
            let key = (placed.instance.mesh, placed.primitive_index);
            is_meant && placed.primitive.influences.is_some() && known.insert(key)
        })
    }

    /// The joints with weight anywhere on the source, in the order of the skeleton.
    fn moving_joints(&self) -> BTreeSet<JointIndex> {
        let binds = &self.character.rig.binds;
        let mut moving = BTreeSet::new();
        for (_, placed) in self.primitives() {
            let bind = placed.instance.skin.and_then(|skin| binds.get(skin));
            let rows = placed
                .primitive
                .influences
                .iter()
                .flat_map(|it| it.bound_rows());
            let listed: BTreeSet<JointSlot> = rows.flat_map(|row| row.joints).copied().collect();
            let joints = listed
                .into_iter()
                .filter_map(|place| bind.and_then(|bind| bind.joint_at(place)));
            moving.extend(joints);
        }
        moving
    }

    /// The addresses of those joints.
    pub(super) fn moving_addresses(&self) -> Vec<String> {
        let addresses = Addresses::new(&self.character.rig.skeleton);
        self.moving_joints()
            .into_iter()
            .map(|joint| addresses.of(joint))
            .collect()
    }

    /// The joints that move the source whose names joints of these meshes of a character have too, though none has the address, since
    /// several joints of the source or of the target have the name: by address, the name.
    pub(super) fn ambiguous_joints(
        &self,
        target: &Character,
        meshes: &[BoundMesh],
    ) -> BTreeMap<String, String> {
        let own = meshes.iter().flat_map(|bound| bound.joints(target));
        let own: HashSet<String> = own.collect();
        let listed = meshes
            .iter()
            .filter_map(|bound| Some(target.rig.binds.get(bound.skin)?.joints()));
        let here: HashSet<&str> = listed
            .flatten()
            .map(|&joint| target.rig.skeleton.name(joint))
            .collect();
        let skeleton = &self.character.rig.skeleton;
        let addresses = Addresses::new(skeleton);
        let moving = self.moving_joints().into_iter();
        let named = moving.map(|joint| (addresses.of(joint), skeleton.name(joint)));
        let ambiguous = named.filter(|(address, name)| {
            !name.is_empty() && here.contains(name) && !own.contains(address)
        });
        let owned = |(address, name): (String, &str)| (address, name.to_owned());
        ambiguous.map(owned).collect()
    }

    /// The surface at rest with its weights.
    pub(super) fn surface(
        &self,
        together: Option<usize>,
    ) -> Result<SourceSurface, TransferRefused> {
        let places = places_at_rest(&self.character, together)?;
        let mut built = Built::default();
        for (index, placed) in self.primitives() {
            let positions = places.get(index).map_or(&[][..], |places| places);
            built
                .add(self, &placed, positions)
                .ok_or_else(|| TransferRefused::TooManyJoints {
                    source_name: self.name.clone(),
                })?;
        }
        if built.rows.joints.is_empty() {
            let source_name = self.name.clone();
            return Err(TransferRefused::Unbound { source_name });
        }
        let addresses = Addresses::new(&self.character.rig.skeleton);
        let primitives: Vec<&Primitive> = self
            .primitives()
            .map(|(_, placed)| placed.primitive)
            .collect();
        let combined = CombinedSurface::new(&primitives);
        let surface = Adjacency::new(&built.positions, combined.triangles());
        Ok(SourceSurface {
            surface,
            rows: built.rows,
            names: built
                .joints
                .iter()
                .map(|&joint| addresses.of(joint))
                .collect(),
        })
    }
}

/// The input of `weights::Transfer`.
#[derive(Debug)]
pub(super) struct SourceSurface {
    pub(super) surface: Adjacency,
    pub(super) rows: VertexRows,
    /// Addresses of the joints by their index in rows.
    pub(super) names: Vec<String>,
}

#[derive(Default)]
struct Built {
    positions: Vec<Vec3>,
    rows: VertexRows,
    joints: Vec<JointIndex>,
    places: HashMap<JointIndex, JointSlot>,
}

impl Built {
    /// None where there are more vertices or joints than their integer types can count.
    fn add(&mut self, source: &Source, placed: &PlacedPrimitive<'_>, at: &[Vec3]) -> Option<()> {
        let bind = source.character.rig.binds.get(placed.instance.skin?)?;
        let influences = placed.primitive.influences.as_ref()?;
        let mut own = Vec::new();
        for &joint in bind.joints() {
            own.push(self.place_of(joint)?);
        }
        self.positions.extend_from_slice(at);
        // Triangles count vertices in u32.
        u32::try_from(self.positions.len()).ok()?;
        for InfluenceRow { joints, weights } in influences.bound_rows() {
            let places = joints
                .iter()
                .filter_map(|&joint| own.get(usize::from(joint)));
            self.rows.push(places.copied().zip(weights.iter().copied()));
        }
        Some(())
    }

    fn place_of(&mut self, joint: JointIndex) -> Option<JointSlot> {
        if let Some(&place) = self.places.get(&joint) {
            return Some(place);
        }
        let place = JointSlot::try_from(self.joints.len()).ok()?;
        self.joints.push(joint);
        self.rows.joint_count = self.joints.len();
        self.places.insert(joint, place);
        Some(place)
    }
}

/// The weights of vertices, one row after another.
#[derive(Debug, Default)]
pub(super) struct VertexRows {
    /// The end of each vertex's row in the lists.
    ends: Vec<usize>,
    joints: Vec<JointSlot>,
    weights: Vec<f32>,
    joint_count: usize,
}

impl VertexRows {
    fn push(&mut self, row: impl Iterator<Item = (JointSlot, f32)>) {
        for (joint, weight) in row {
            self.joints.push(joint);
            self.weights.push(weight);
        }
        self.ends.push(self.joints.len());
    }
}

impl Rows for VertexRows {
    fn point_count(&self) -> usize {
        self.ends.len()
    }

    fn joint_count(&self) -> usize {
        self.joint_count
    }

    fn slices(&self, vertex: PointIndex) -> InfluenceRow<'_> {
        let vertex = vertex.index();
        let begin = match vertex.checked_sub(1) {
            None => Some(0),
            Some(before) => self.ends.get(before).copied(),
        };
        let row = begin.zip(self.ends.get(vertex)).and_then(|(begin, &end)| {
            Some(InfluenceRow {
                joints: self.joints.get(begin..end)?,
                weights: self.weights.get(begin..end)?,
            })
        });
        row.unwrap_or_default()
    }
}
