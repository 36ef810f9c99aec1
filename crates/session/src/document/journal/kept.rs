//! Changed weights without the character that they were changed on: to replay them on a changed file, and for projects.

use std::collections::HashMap;

use character::{Character, WeightEdit};
use rig::{ByMap, JointSlot, JointWeight, RowList};

/// Changed weights of one primitive.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct KeptWeights {
    /// Index of the mesh.
    pub mesh: usize,
    /// Index of the primitive in the mesh.
    pub primitive: usize,
    /// Number of vertices that the primitive had.
    pub vertices: usize,
    /// Keys of the joints, by the slots that rows name.
    pub joints: Vec<u32>,
    /// The changed rows, by vertex.
    pub rows: RowList,
    /// The changed numbers of maps, by vertex.
    pub maps: ByMap<Vec<(u32, f32)>>,
}

impl KeptWeights {
    /// The change as an edit of the character of these joints, whose skin may list them in another order.
    ///
    /// # Errors
    ///
    /// A clause without a full stop: a mesh of another shape, or a joint that its skin does not list.
    pub(crate) fn to_edit(&self, joints: &MeshJoints<'_>) -> Result<WeightEdit, String> {
        let mesh = joints.character.meshes.get(self.mesh);
        let name = mesh.and_then(|mesh| mesh.name.clone());
        let name = name.unwrap_or_else(|| format!("mesh {}", self.mesh));
        let primitive = mesh.and_then(|mesh| mesh.primitives.get(self.primitive));
        let influences = primitive.and_then(|primitive| primitive.influences.as_ref());
        let influences = influences.ok_or_else(|| {
            format!(
                "{name}: what was painted on primitive {} has no skin to go to",
                self.primitive
            )
        })?;
        if influences.vertex_count() != self.vertices {
            return Err(format!(
                "{name}: weights were painted on {} vertices, and there are {} now",
                self.vertices,
                influences.vertex_count()
            ));
        }
        let now = joints.keys(self.mesh);
        // Where the old list is the beginning of the new one, slots mean the same joints.
        let rows = if now.get(..self.joints.len()) == Some(&self.joints[..]) {
            self.rows.clone()
        } else {
            self.remap_rows(&now, &name)?
        };
        Ok(WeightEdit {
            mesh: self.mesh,
            primitive: self.primitive,
            rows,
            maps: self.maps.clone(),
        })
    }

    /// The rows for another order of joints.
    fn remap_rows(&self, now: &[u32], name: &str) -> Result<RowList, String> {
        let places: HashMap<u32, JointSlot> = now.iter().copied().zip(JointSlot::all()).collect();
        let mut remapped = RowList::default();
        for (vertex, row) in self.rows.iter() {
            let pairs = row.iter().map(
                |&JointWeight {
                     joint: place,
                     weight,
                 }| {
                    let key = self.joints.get(usize::from(place));
                    let now = key.and_then(|key| places.get(key));
                    now.map(|&now| (now, weight)).ok_or(key)
                },
            );
            let pairs: Result<Vec<(JointSlot, f32)>, Option<&u32>> = pairs.collect();
            let pairs = pairs.map_err(|key| {
                let key = key.map_or_else(
                    || "a joint".to_owned(),
                    |key| format!("the joint of node {key}"),
                );
                format!("{name}: weights were painted for {key}, which is not in its skin")
            })?;
            remapped.push(vertex, pairs);
        }
        Ok(remapped)
    }
}

/// The joints by the slots that rows of meshes name: those of the first skin that each has.
pub(crate) struct MeshJoints<'a> {
    character: &'a Character,
    /// The first skin of each mesh that has one.
    skins: HashMap<usize, usize>,
}

impl<'a> MeshJoints<'a> {
    /// Goes through the instances once.
    pub(crate) fn new(character: &'a Character) -> Self {
        let mut skins = HashMap::new();
        for instance in &character.instances {
            if let Some(skin) = instance.skin {
                // The first of several: rows of a mesh name slots of one list only.
                skins.entry(instance.mesh).or_insert(skin);
            }
        }
        Self { character, skins }
    }

    /// The character whose joints they are.
    pub(crate) const fn character(&self) -> &'a Character {
        self.character
    }

    /// Keys of the joints that the first skin of a mesh lists; none of a mesh without a skin.
    pub(crate) fn keys(&self, mesh: usize) -> Vec<u32> {
        let skin = self.skins.get(&mesh);
        let bind = skin.and_then(|&skin| self.character.rig.binds.get(skin));
        let joints = bind.map_or(&[][..], |bind| bind.joints());
        let skeleton = &self.character.rig.skeleton;
        joints.iter().map(|&joint| skeleton.key(joint)).collect()
    }
}
