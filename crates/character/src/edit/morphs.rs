//! Morph targets that are added to a mesh, shaped, renamed and taken away.

use std::ops::Range;
use std::sync::Arc;

use glam::Vec3;
use rig::{Clip, MorphTrack};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::morph_ground::MorphGround;
use super::{EditError, Edited};
use crate::model::character::{Character, Mesh, MeshInstance, MorphTarget};
use crate::model::expression::MorphShare;

/// Displacements of a morph target may not be larger than poses move joints.
const FARTHEST: f32 = 1e6;
/// The most morph targets that a mesh is given.
const MOST_TARGETS: usize = 1024;

/// What becomes of the morph targets of a mesh.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum MorphChange {
    /// A target more behind all others, which displaces nothing yet. Its weight is zero in every pose.
    Add {
        /// What it is called; it may be that of another.
        name: String,
    },
    /// A target gets other displacements. Its normals follow, as the surface turns at each vertex.
    Shape {
        /// The target.
        target: MorphPlace,
        /// All displacements; parts that are not named have none.
        shape: MorphShape,
    },
    /// A target gets another name.
    Rename {
        /// The target.
        target: MorphPlace,
        /// What it is called from now on.
        name: String,
    },
    /// A target goes, with its weights in poses and its keys in clips. Those behind it move up.
    Remove {
        /// The target.
        target: MorphPlace,
    },
}

/// A morph target of a mesh. Where another version of the file has others at its place, it is found by its name.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MorphPlace {
    /// Its place among the targets of the mesh.
    pub place: usize,
    /// Its name; empty where it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
}

impl MorphPlace {
    /// The target at a place, with the name that it has.
    #[must_use]
    pub fn of(mesh: &Mesh, place: usize) -> Self {
        let name = mesh.target_names.get(place).cloned();
        Self {
            place,
            name: name.unwrap_or_default(),
        }
    }

    /// Where a mesh has it; none where it has no target of this name, or no such place.
    #[must_use]
    pub fn find(&self, mesh: &Mesh) -> Option<usize> {
        let count = mesh.target_count();
        let names = &mesh.target_names;
        let is_here = self.place < count
            && (self.name.is_empty() || names.get(self.place) == Some(&self.name));
        if is_here {
            return Some(self.place);
        }
        let named = names.iter().position(|name| *name == self.name)?;
        (named < count && !self.name.is_empty()).then_some(named)
    }
}

impl Mesh {
    /// How many morph targets it has.
    #[must_use]
    pub fn target_count(&self) -> usize {
        let counts = self.primitives.iter();
        let counts = counts.map(|primitive| primitive.morph_targets.len());
        counts.max().unwrap_or(0)
    }
}

/// The displacements of a morph target, where there are any.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MorphShape {
    /// By primitive of the mesh, rising.
    pub parts: Vec<MorphPart>,
}

/// The displacements of a morph target in one primitive.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MorphPart {
    /// The place of the primitive in the mesh.
    pub primitive: usize,
    /// How many vertices it has, by which a changed file is noticed.
    pub vertices: usize,
    /// Displacements in the mesh's space by vertex, rising.
    #[serde(with = "super::packed_vectors")]
    pub displacements: Vec<(u32, Vec3)>,
}

/// Why a morph target cannot be changed. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MorphError {
    /// A node without a mesh.
    #[error("no mesh stands at {node:?}, so that it has no morph targets; select a mesh")]
    NoMesh {
        /// The name of the node.
        node: String,
    },
    /// A target that the mesh does not have.
    #[error(
        "{mesh} has {count} morph targets, and none at place {target}; it was removed, or the file has changed"
    )]
    NoTarget {
        /// The name of the mesh.
        mesh: String,
        /// The place as given, from 0.
        target: usize,
        /// How many there are.
        count: usize,
    },
    /// A mesh with so many targets that it gets no more.
    #[error("{mesh} has {count} morph targets, and gets no more; remove some")]
    TooMany {
        /// The name of the mesh.
        mesh: String,
        /// How many there are.
        count: usize,
    },
    /// A mesh of which parts were not read.
    #[error(
        "{mesh} has parts without triangles, which can have no morph target; remove them in the program that made the file"
    )]
    NotOnlyTriangles {
        /// The name of the mesh.
        mesh: String,
    },
    /// A target that expressions of an avatar name, or one before such.
    #[error(
        "expressions of the avatar name this morph target of {mesh}, or those behind it, by their numbers; remove it in the program that made the file"
    )]
    Expressions {
        /// The name of the mesh.
        mesh: String,
    },
    /// Displacements for another mesh.
    #[error(
        "the shape was made for {expected} vertices, and {mesh} has {found} there: it is that of another mesh, or the file has changed; shape it again"
    )]
    Vertices {
        /// The name of the mesh.
        mesh: String,
        /// How many it was made for.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A displacement that is none.
    #[error(
        "the displacement of vertex {vertex} of {mesh} is not finite or far out of range; shape it again"
    )]
    NotFinite {
        /// The name of the mesh.
        mesh: String,
        /// The vertex.
        vertex: u32,
    },
}

/// Where the weights of morph targets are after an edit that adds or takes away some.
#[derive(Clone, Debug, PartialEq, Default)]
pub(super) struct MorphPlaces {
    /// By the place before; none for those that are gone.
    to: Vec<Option<usize>>,
    /// How many there are now.
    count: usize,
}

impl MorphPlaces {
    pub(super) fn of(&self, weight: usize) -> Option<usize> {
        self.to.get(weight).copied().flatten()
    }

    /// Gives the weights of a mesh the next places, where they are these of those that began at a place before.
    fn add(&mut self, before: usize, own: &[Option<usize>]) -> Range<usize> {
        let first = self.count;
        for (new, old) in own.iter().enumerate() {
            let old = old.and_then(|old| self.to.get_mut(before + old));
            if let Some(to) = old {
                *to = Some(first + new);
            }
        }
        self.count += own.len();
        first..self.count
    }

    /// Weights of a pose; those of new targets are zero.
    pub(super) fn weights(&self, before: &[f32]) -> Vec<f32> {
        let mut weights = vec![0.0; self.count];
        for (own, to) in before.iter().zip(&self.to) {
            if let Some(weight) = to.and_then(|to| weights.get_mut(to)) {
                *weight = *own;
            }
        }
        weights
    }
}

impl MorphShape {
    /// The displacements that a target of a mesh has.
    #[must_use]
    pub fn of(mesh: &Mesh, target: usize) -> Self {
        let parts = mesh.primitives.iter().enumerate();
        let parts = parts.filter_map(|(primitive, own)| {
            let target = own.morph_targets.get(target)?;
            let displaced = (0_u32..).zip(target.positions.iter().copied());
            let displacements: Vec<(u32, Vec3)> =
                displaced.filter(|(_, by)| *by != Vec3::ZERO).collect();
            (!displacements.is_empty()).then_some(MorphPart {
                primitive,
                vertices: own.positions.len(),
                displacements,
            })
        });
        Self {
            parts: parts.collect(),
        }
    }

    /// Whether it displaces nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.iter().all(|part| part.displacements.is_empty())
    }
}

impl Character {
    /// The place among the meshes of the one that stands at a node.
    pub(super) fn morphed_mesh(&self, node: u32) -> Result<usize, EditError> {
        let joint = self.joint(node)?;
        let mut instances = self.instances.iter();
        let instance = instances.find(|instance| instance.node == joint);
        let no_mesh = || MorphError::NoMesh {
            node: self.rig.skeleton.name(joint).to_owned(),
        };
        Ok(instance.ok_or_else(no_mesh)?.mesh)
    }

    pub(super) fn with_morph_change(
        &self,
        node: u32,
        change: &MorphChange,
    ) -> Result<Edited, EditError> {
        let number = self.morphed_mesh(node)?;
        let mut character = self.clone();
        let mut morphs = None;
        match change {
            MorphChange::Add { name } => morphs = Some(character.add_target(number, name)?),
            MorphChange::Shape { target, shape } => {
                let target = self.find_target(number, target)?;
                character.shape_target((number, target), shape, None)?;
            }
            MorphChange::Rename { target, name } => {
                let target = self.find_target(number, target)?;
                character.name_target(number, target, name);
            }
            MorphChange::Remove { target } => {
                let target = self.find_target(number, target)?;
                self.check_expressions(number, target)?;
                morphs = Some(character.remove_target(number, target));
            }
        }
        let remap = self.rig.skeleton.draft().build()?;
        let mut edited = Edited::with_same_joints(character, remap);
        edited.morphs = morphs;
        Ok(edited)
    }

    /// The character with other displacements of a target of the mesh at a node, as [`MorphChange::Shape`] makes it, on a ground that was
    /// made of that mesh before: for strokes, which shape it again and again. A ground of another mesh is made anew.
    ///
    /// # Errors
    ///
    /// As [`apply_edit`](Self::apply_edit).
    pub fn with_morph_shape(
        &self,
        node: u32,
        target: &MorphPlace,
        shape: &MorphShape,
        ground: &MorphGround,
    ) -> Result<Self, EditError> {
        let number = self.morphed_mesh(node)?;
        let target = self.find_target(number, target)?;
        let mut character = self.clone();
        character.shape_target((number, target), shape, Some(ground))?;
        Ok(character)
    }

    fn target_count(&self, mesh: usize) -> usize {
        self.meshes.get(mesh).map_or(0, Mesh::target_count)
    }

    fn find_target(&self, mesh: usize, target: &MorphPlace) -> Result<usize, MorphError> {
        let found = self.meshes.get(mesh).and_then(|mesh| target.find(mesh));
        found.ok_or_else(|| MorphError::NoTarget {
            mesh: self.mesh_name(mesh),
            target: target.place,
            count: self.target_count(mesh),
        })
    }

    /// Files name the targets of expressions by numbers, which edits leave as they came: none of them may become another.
    fn check_expressions(&self, mesh: usize, target: usize) -> Result<(), MorphError> {
        let shares = self.expressions.iter().flat_map(|own| &own.shares);
        let mut shares = shares.filter_map(|share| {
            let mut instances = self.instances.iter();
            let own = instances.find(|own| own.morph.contains(&share.weight))?;
            (own.mesh == mesh).then_some(share.weight - own.morph.start)
        });
        match shares.any(|place| place >= target) {
            false => Ok(()),
            true => Err(MorphError::Expressions {
                mesh: self.mesh_name(mesh),
            }),
        }
    }

    fn add_target(&mut self, number: usize, name: &str) -> Result<MorphPlaces, MorphError> {
        let count = self.target_count(number);
        if count >= MOST_TARGETS {
            return Err(MorphError::TooMany {
                mesh: self.mesh_name(number),
                count,
            });
        }
        if self.unread_primitives(number) > 0 {
            return Err(MorphError::NotOnlyTriangles {
                mesh: self.mesh_name(number),
            });
        }
        if let Some(mesh) = self.meshes.get_mut(number) {
            for primitive in &mut mesh.primitives {
                let still = MorphTarget {
                    // Zeros and not nothing: a target of a file has displacements of something.
                    positions: vec![Vec3::ZERO; primitive.positions.len()].into(),
                    ..MorphTarget::default()
                };
                primitive.morph_targets.resize(count, still.clone());
                primitive.morph_targets.push(still);
            }
        }
        self.name_target(number, count, name);
        let kept: Vec<Option<usize>> = (0..count).map(Some).chain([None]).collect();
        Ok(self.number_weights(number, &kept))
    }

    fn name_target(&mut self, number: usize, target: usize, name: &str) {
        if let Some(mesh) = self.meshes.get_mut(number) {
            let length = mesh.target_names.len().max(target + 1);
            mesh.target_names.resize(length, String::new());
            if let Some(own) = mesh.target_names.get_mut(target) {
                name.clone_into(own);
            }
        }
    }

    fn remove_target(&mut self, number: usize, target: usize) -> MorphPlaces {
        let count = self.target_count(number);
        if let Some(mesh) = self.meshes.get_mut(number) {
            for primitive in &mut mesh.primitives {
                remove(&mut primitive.morph_targets, target);
            }
            remove(&mut mesh.target_names, target);
        }
        let kept: Vec<Option<usize>> = (0..count)
            .filter(|place| *place != target)
            .map(Some)
            .collect();
        self.number_weights(number, &kept)
    }

    /// Gives all weights their places again, where the targets of one mesh are these of those before. Clips and expressions go along.
    fn number_weights(&mut self, mesh: usize, kept: &[Option<usize>]) -> MorphPlaces {
        let mut order: Vec<usize> = (0..self.instances.len()).collect();
        let range = |instance: &MeshInstance| (instance.morph.start, instance.morph.end);
        order.sort_by_key(|&place| self.instances.get(place).map(range));
        let ends = self.instances.iter().map(|instance| instance.morph.end);
        let mut places = MorphPlaces {
            to: vec![None; ends.max().unwrap_or(0)],
            count: 0,
        };
        for place in order {
            let Some(instance) = self.instances.get_mut(place) else {
                continue;
            };
            let before = instance.morph.clone();
            let as_before: Vec<Option<usize>> =
                before.clone().enumerate().map(|of| Some(of.0)).collect();
            let own = if instance.mesh == mesh {
                kept
            } else {
                &as_before
            };
            let weights = own.iter().map(|old| {
                let weight = old.and_then(|old| instance.morph_weights.get(old));
                weight.copied().unwrap_or(0.0)
            });
            instance.morph_weights = weights.collect();
            instance.morph = places.add(before.start, own);
        }
        self.move_weights(&places);
        places
    }

    /// Keys and shares of expressions at their new places.
    fn move_weights(&mut self, places: &MorphPlaces) {
        let stays = |weight: usize| places.of(weight) == Some(weight);
        let mut moved = self.clips.iter().flat_map(Clip::morphs);
        if moved.any(|track| !stays(track.weight)) {
            let clips = self.clips.iter().map(|clip| moved_keys(clip, places));
            self.clips = clips.collect();
        }
        let mut shares = self.expressions.iter().flat_map(|of| &of.shares);
        if shares.any(|share| !stays(share.weight)) {
            let stays = |share: &mut MorphShare| {
                let place = places.of(share.weight);
                share.weight = place.unwrap_or(share.weight);
                place.is_some()
            };
            for expression in Arc::make_mut(&mut self.expressions) {
                expression.shares.retain_mut(stays);
            }
        }
    }

    fn shape_target(
        &mut self,
        (number, target): (usize, usize),
        shape: &MorphShape,
        ground: Option<&MorphGround>,
    ) -> Result<(), MorphError> {
        let name = self.mesh_name(number);
        let Some(mesh) = self.meshes.get_mut(number) else {
            return Ok(());
        };
        let lists = displacements_of(mesh, shape, &name)?;
        let normals = match ground.filter(|ground| ground.is_of(mesh)) {
            Some(ground) => ground.normal_displacements(mesh, &lists),
            None => MorphGround::of(mesh).normal_displacements(mesh, &lists),
        };
        let lists = lists.into_iter().zip(normals);
        for (primitive, (positions, normals)) in mesh.primitives.iter_mut().zip(lists) {
            if let Some(own) = primitive.morph_targets.get_mut(target) {
                set(&mut own.positions, positions);
                set(&mut own.normals, normals);
            }
        }
        Ok(())
    }
}

/// What is as it was stays shared.
fn set(own: &mut Arc<[Vec3]>, list: Vec<Vec3>) {
    if **own != *list {
        *own = list.into();
    }
}

fn remove<T>(list: &mut Vec<T>, place: usize) {
    if place < list.len() {
        list.remove(place);
    }
}

fn moved_keys(clip: &Clip, places: &MorphPlaces) -> Clip {
    let morphs = clip.morphs().iter().filter_map(|own| {
        Some(MorphTrack {
            weight: places.of(own.weight)?,
            track: own.track.clone(),
        })
    });
    let morphs: Vec<MorphTrack> = morphs.collect();
    clip.clone().with_tracks(clip.tracks().to_vec(), morphs)
}

/// By primitive the displacements of all its vertices.
fn displacements_of(
    mesh: &Mesh,
    shape: &MorphShape,
    name: &str,
) -> Result<Vec<Vec<Vec3>>, MorphError> {
    let primitives = mesh.primitives.iter();
    let mut lists: Vec<Vec<Vec3>> = primitives
        .map(|primitive| vec![Vec3::ZERO; primitive.positions.len()])
        .collect();
    for part in &shape.parts {
        let found = lists.get(part.primitive).map_or(0, Vec::len);
        let fits = |vertex: u32| usize::try_from(vertex).is_ok_and(|vertex| vertex < found);
        let are_there = part.displacements.iter().all(|(vertex, _)| fits(*vertex));
        if found != part.vertices || !are_there {
            return Err(MorphError::Vertices {
                mesh: name.to_owned(),
                expected: part.vertices,
                found,
            });
        }
        for (vertex, by) in &part.displacements {
            if !(by.is_finite() && by.abs().max_element() <= FARTHEST) {
                return Err(MorphError::NotFinite {
                    mesh: name.to_owned(),
                    vertex: *vertex,
                });
            }
            let list = lists.get_mut(part.primitive);
            if let Some(own) = list.and_then(|list| list.get_mut(*vertex as usize)) {
                *own = *by;
            }
        }
    }
    Ok(lists)
}
