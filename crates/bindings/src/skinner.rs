//! From poses to vertices, into memory of the caller.

use std::num::NonZero;

use glam::Vec3;
use rig::{DrivenMemory, ScaleInheritance};
use scene::deform::{DeformedPrimitive, deform_posed};
use scene::deformer::Deformer;
use scene::placed::{PlacedPrimitive, placed_primitives};
use scene::posed_character::Look;
use skin_cpu::SkinOutput;

use crate::numbers::vectors_mut;
use crate::{Character, Error, ErrorKind, GoOn, Method, Pose};

/// Which meshes are skinned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Meshes {
    /// All, one after another, as [`Character::meshes`] lists them.
    #[default]
    All,
    /// One, by its place in that list.
    One(usize),
}

/// Memory of the caller for skinned vertices: three numbers a vertex, in the space of the scene.
#[derive(Debug)]
pub struct SkinOut<'a> {
    /// Positions.
    pub positions: &'a mut [f32],
    /// Normals of length one, or zero where the pose leaves no direction; an empty slice where none are asked for.
    pub normals: &'a mut [f32],
}

/// Skinned vertices, three numbers each, in the space of the scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skinned {
    /// Positions.
    pub positions: Vec<f32>,
    /// Normals, as many.
    pub normals: Vec<f32>,
}

/// Skins one character by one method, pose after pose, in memory that it keeps.
#[derive(Clone, Debug)]
pub struct Skinner {
    character: Character,
    look: Look,
    scale_inheritance: Vec<ScaleInheritance>,
    deformer: Deformer,
    driven: DrivenMemory,
    pose: rig::Pose,
    smoothed: Vec<DeformedPrimitive>,
}

impl Skinner {
    /// A skinner on one thread, the caller's own.
    #[must_use]
    pub fn new(character: &Character, method: Method) -> Self {
        let model = &character.model;
        let as_in_file = &model.rig.scale_inheritance;
        let asked = method.0.scale_inheritance;
        Self {
            character: character.clone(),
            look: method.0.look(model, rig::SignRule::default()),
            scale_inheritance: asked
                .map_or_else(|| as_in_file.clone(), |asked| vec![asked; as_in_file.len()]),
            deformer: Deformer::default(),
            driven: DrivenMemory::default(),
            pose: rig::Pose::default(),
            smoothed: Vec::new(),
        }
    }

    /// The same on so many threads, fewer where meshes are small. They live as long as the skinner.
    #[must_use]
    pub fn with_threads(mut self, threads: NonZero<usize>) -> Self {
        self.deformer = self.deformer.with_threads(threads);
        self
    }

    /// How many vertices a choice of meshes has.
    ///
    /// # Errors
    ///
    /// There is no such mesh.
    pub fn vertex_count(&self, meshes: Meshes) -> Result<usize, Error> {
        match meshes {
            Meshes::All => Ok(self.character.vertex_count()),
            Meshes::One(place) => {
                let all = self.character.meshes();
                let found = all.get(place).map(crate::Mesh::vertex_count);
                found.ok_or_else(|| self.character.out_of_range("mesh", place, all.len()))
            }
        }
    }

    /// Skins into memory of its own.
    ///
    /// # Errors
    ///
    /// As [`skin_into`](Self::skin_into).
    pub fn skin(&mut self, pose: &Pose, meshes: Meshes) -> Result<Skinned, Error> {
        let count = 3 * self.vertex_count(meshes)?;
        let (mut positions, mut normals) = (vec![0.0; count], vec![0.0; count]);
        let out = SkinOut {
            positions: &mut positions,
            normals: &mut normals,
        };
        self.skin_into(pose, meshes, out)?;
        Ok(Skinned { positions, normals })
    }

    /// Skins into memory of the caller.
    ///
    /// # Errors
    ///
    /// There is no such mesh, an array has another length, or the pose is of a character with other joints; nothing is written then.
    pub fn skin_into(
        &mut self,
        pose: &Pose,
        meshes: Meshes,
        out: SkinOut<'_>,
    ) -> Result<(), Error> {
        let count = self.vertex_count(meshes)?;
        let out = checked(out, count)?;
        self.take_pose(pose)?;
        self.write(meshes, out)
    }

    /// Skins one pose after another into memory of the caller, that of the first pose first. `go_on` is asked before each.
    ///
    /// # Errors
    ///
    /// As [`skin_into`](Self::skin_into), and [`ErrorKind::Canceled`] if `go_on` breaks; poses before that are written then.
    pub fn skin_batch_into(
        &mut self,
        poses: &[Pose],
        meshes: Meshes,
        out: SkinOut<'_>,
        go_on: &GoOn<'_>,
    ) -> Result<(), Error> {
        let count = self.vertex_count(meshes)?;
        let mut out = checked(out, count * poses.len())?;
        for pose in poses {
            self.check_pose(pose)?;
        }
        for (place, pose) in poses.iter().enumerate() {
            #[expect(clippy::cast_precision_loss, reason = "a share, to be shown")]
            let done = place as f32 / poses.len() as f32;
            if go_on(done).is_break() {
                return Err(Error::canceled("skin"));
            }
            self.take_pose(pose)?;
            let (own, rest) = out.split(count);
            self.write(meshes, own)?;
            out = rest;
        }
        Ok(())
    }

    fn check_pose(&self, pose: &Pose) -> Result<(), Error> {
        let own = self.character.joint_count();
        let found = pose.pose.len();
        if own == found {
            return Ok(());
        }
        Err(Error::new(
            ErrorKind::BadArray,
            "pose",
            &format!("it has {found} joints, and the character has {own}"),
            "take a pose of the same character",
        ))
    }

    /// Palettes of a pose, with what follows the angles of joints.
    fn take_pose(&mut self, pose: &Pose) -> Result<(), Error> {
        self.check_pose(pose)?;
        self.pose.copy_from(&pose.pose);
        let driven = &self.character.driven;
        if !driven.is_empty() {
            driven.apply(&mut self.pose, &mut [], &mut self.driven);
        }
        let model = &self.character.model;
        let posed = (self.deformer).set_pose(model, &self.pose, &self.scale_inheritance, self.look);
        posed.map_err(|error| refused(&error))
    }

    fn write(&mut self, meshes: Meshes, mut out: Vectors<'_>) -> Result<(), Error> {
        let model = &*self.character.model;
        let chosen: &mut dyn Iterator<Item = (usize, PlacedPrimitive<'_>)> = match meshes {
            Meshes::All => &mut placed_primitives(model).enumerate(),
            Meshes::One(place) => &mut placed_primitives(model).enumerate().skip(place).take(1),
        };
        let smooths = self.deformer.posed_character().smooth().is_some();
        if smooths {
            let posed = self.deformer.posed_character();
            deform_posed(model, posed, &mut self.smoothed).map_err(|error| refused(&error))?;
        }
        for (place, placed) in chosen {
            let (own, rest) = out.split(placed.primitive.positions.len());
            out = rest;
            match self.smoothed.get(place).filter(|_| smooths) {
                Some(smoothed) => own.copy_from(smoothed),
                None => {
                    let own = own.into_output();
                    let done = self.deformer.deform_one(placed, own);
                    done.map_err(|error| refused(&error))?;
                }
            }
        }
        Ok(())
    }
}

/// Checked memory of the caller.
struct Vectors<'a> {
    positions: &'a mut [Vec3],
    /// As many, or none.
    normals: &'a mut [Vec3],
}

impl<'a> Vectors<'a> {
    /// Those of so many vertices, and the rest.
    fn split(self, count: usize) -> (Self, Self) {
        let (positions, more_positions) = split(self.positions, count);
        let (normals, more_normals) = split(self.normals, count);
        (
            Self { positions, normals },
            Self {
                positions: more_positions,
                normals: more_normals,
            },
        )
    }

    fn copy_from(self, deformed: &DeformedPrimitive) {
        let positions = self.positions.iter_mut().zip(&deformed.positions);
        positions.for_each(|(own, position)| *own = *position);
        let normals = self.normals.iter_mut().zip(&deformed.normals);
        normals.for_each(|(own, normal)| *own = *normal);
    }

    fn into_output(self) -> SkinOutput<'a> {
        SkinOutput {
            positions: self.positions,
            normals: self.normals,
            tangents: &mut [],
        }
    }
}

fn split(vectors: &mut [Vec3], count: usize) -> (&mut [Vec3], &mut [Vec3]) {
    let count = count.min(vectors.len());
    vectors.split_at_mut(count)
}

fn checked<'a>(
    SkinOut { positions, normals }: SkinOut<'a>,
    count: usize,
) -> Result<Vectors<'a>, Error> {
    let normal_count = match normals.is_empty() {
        true => 0,
        false => count,
    };
    Ok(Vectors {
        positions: vectors_mut(positions, count, "out")?,
        normals: vectors_mut(normals, normal_count, "normals")?,
    })
}

fn refused(error: &dyn std::error::Error) -> Error {
    Error::told(ErrorKind::Refused, "skin", &format!("skin: {error}."))
}
