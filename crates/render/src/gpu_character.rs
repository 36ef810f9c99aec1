//! A character that is skinned on the graphics device: as `deform`, without the processor computing any vertex.

use character::{Character, Primitive};
use rig::{BlendMap, Influences, InfluencesBuilder, MatrixPalette, Palette, Weighting};
use scene::deform::{DeformedPrimitive, morph};
use scene::placed::{PlacedPrimitive, placed_primitives};
use scene::posed_character::{Mover, PosedCharacter};
use scene::winding::{Winding, Windings};
use skin_gpu::{
    InstancePose, MeshData, MorphTarget, SkinGpuError, SkinInstances, SkinMesh, Skinner, Vertices,
};
use thiserror::Error;

/// Why a primitive cannot be skinned on the device.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("mesh {mesh}, primitive {primitive}: {source}")]
pub struct GpuFault {
    /// Index of the mesh's instance.
    pub instance: usize,
    /// Index of the mesh.
    pub mesh: usize,
    /// Index of the primitive in its mesh.
    pub primitive: usize,
    /// The reason.
    pub source: SkinGpuError,
}

/// A device with its compiled kernels.
#[derive(Clone, Copy, Debug)]
pub struct SkinMachine<'a> {
    /// The compiled kernels.
    pub skinner: &'a Skinner,
    /// The device that they were compiled for.
    pub device: &'a wgpu::Device,
    /// The queue of the device.
    pub queue: &'a wgpu::Queue,
}

/// The parts of a character on the device that do not depend on the pose: one mesh per primitive and instance, in the
/// order of [`deform`](scene::deform::deform).
#[derive(Debug)]
pub struct GpuCharacter {
    primitives: Vec<GpuPrimitive>,
    windings: Windings,
}

#[derive(Debug)]
struct GpuPrimitive {
    mesh: SkinMesh,
    /// The weights on the device; none where the primitive follows its node.
    weights: Option<Weights>,
    /// The morph weights of the shape on the device, if the file gives no normals: morphing changes these, so the shape
    /// is computed on the processor and written when its weights change.
    reshaped: Option<Vec<f32>>,
}

/// A primitive's weights and its blend map.
#[derive(Debug)]
struct Weights {
    influences: Influences,
    blend: Option<BlendMap>,
}

impl Weights {
    /// Cheap: the lists are shared.
    fn of(weighting: Weighting<'_>) -> Self {
        Self {
            influences: weighting.influences.clone(),
            blend: weighting.blend.cloned(),
        }
    }

    const fn weighting(&self) -> Weighting<'_> {
        Weighting {
            influences: &self.influences,
            blend: self.blend.as_ref(),
        }
    }

    fn are_those_of(&self, now: Weighting<'_>) -> bool {
        let same_map = match (&self.blend, now.blend) {
            (None, None) => true,
            (Some(before), Some(now)) => now.changed_since(before).is_empty(),
            _ => false,
        };
        same_map && now.influences.changed_since(&self.influences).is_empty()
    }
}

/// The effect of new weights on a primitive's buffers.
enum Change {
    None,
    Written,
    Anew,
}

/// One pose of a [`GpuCharacter`], as each pane has one.
#[derive(Debug)]
pub struct GpuPose {
    primitives: Vec<SkinInstances>,
}

impl GpuCharacter {
    /// Uploads rest shapes, morph targets and influences of all primitives.
    ///
    /// # Errors
    ///
    /// The first primitive that does not fit on the device, with the limit.
    pub fn new(machine: SkinMachine<'_>, character: &Character) -> Result<Self, GpuFault> {
        let upload = |placed: PlacedPrimitive<'_>| {
            GpuPrimitive::new(machine, &placed).map_err(|source| fault(&placed, source))
        };
        let primitives = placed_primitives(character).map(upload);
        Ok(Self {
            primitives: primitives.collect::<Result<_, _>>()?,
            windings: Windings::new(character),
        })
    }

    /// Writes the weights and blend maps of a character that differs from the uploaded one only in these. Returns the
    /// indices of primitives that had to be uploaded again, for lack of space or because a blend map was added or
    /// removed: existing poses have to take them up ([`GpuPose::renew`]).
    ///
    /// # Errors
    ///
    /// The character is not the uploaded one, or does not fit on the device any more.
    pub fn reweigh(
        &mut self,
        machine: SkinMachine<'_>,
        character: &Character,
    ) -> Result<Vec<usize>, GpuFault> {
        let (mut renewed, mut is_other) = (Vec::new(), false);
        let all = self.primitives.iter_mut().zip(placed_primitives(character));
        for (place, (uploaded, placed)) in all.enumerate() {
            let change = uploaded.reweigh(machine, &placed);
            match change.map_err(|source| fault(&placed, source))? {
                Change::None => continue,
                Change::Written => {}
                Change::Anew => renewed.push(place),
            }
            is_other = true;
        }
        if is_other {
            self.windings = Windings::new(character);
        }
        Ok(renewed)
    }

    /// Writes the morphed shapes that only the processor can compute. To be called before any pose is written.
    ///
    /// # Errors
    ///
    /// The character is not the uploaded one.
    pub fn reshape(
        &mut self,
        queue: &wgpu::Queue,
        character: &Character,
        posed: &PosedCharacter,
    ) -> Result<(), GpuFault> {
        for (uploaded, placed) in self.primitives.iter_mut().zip(placed_primitives(character)) {
            let weights = posed.morph_weights(placed.instance);
            uploaded
                .reshape(queue, placed.primitive, weights)
                .map_err(|source| fault(&placed, source))?;
        }
        Ok(())
    }
}

impl GpuPrimitive {
    fn new(machine: SkinMachine<'_>, placed: &PlacedPrimitive<'_>) -> Result<Self, SkinGpuError> {
        let primitive = placed.primitive;
        let is_skinned = placed.instance.skin.is_some();
        let own = primitive.weighting().filter(|_| is_skinned);
        let of_node;
        let weighting = match own {
            Some(own) => own,
            None => {
                of_node = follow_node(primitive.positions.len());
                Weighting::from(&of_node)
            }
        };
        let has_targets = !primitive.morph_targets.is_empty();
        let is_reshaped = has_targets && !primitive.normals_given;
        let vertices = Vertices {
            positions: &primitive.positions,
            normals: &primitive.normals,
        };
        let targets: Vec<MorphTarget<'_>> = if is_reshaped {
            Vec::new()
        } else {
            primitive.morph_targets.iter().map(morph_target).collect()
        };
        let data = MeshData::new(vertices, weighting, &targets)?;
        Ok(Self {
            mesh: SkinMesh::new(machine.device, machine.queue, &data)?,
            weights: own.map(Weights::of),
            reshaped: is_reshaped.then(Vec::new),
        })
    }

    fn reweigh(
        &mut self,
        machine: SkinMachine<'_>,
        placed: &PlacedPrimitive<'_>,
    ) -> Result<Change, SkinGpuError> {
        let (Some(before), Some(after)) = (&self.weights, placed.primitive.weighting()) else {
            return Ok(Change::None);
        };
        if before.are_those_of(after) {
            return Ok(Change::None);
        }
        let (queue, before) = (machine.queue, before.weighting());
        if self.mesh.write_influences(queue, before, after)? {
            self.weights = Some(Weights::of(after));
            return Ok(Change::Written);
        }
        *self = Self::new(machine, placed)?;
        Ok(Change::Anew)
    }

    fn reshape(
        &mut self,
        queue: &wgpu::Queue,
        primitive: &Primitive,
        weights: &[f32],
    ) -> Result<(), SkinGpuError> {
        let Some(written) = self.reshaped.as_mut().filter(|written| *written != weights) else {
            return Ok(());
        };
        let morphed = morph(primitive, weights);
        let (positions, normals) = match &morphed {
            Some(morphed) => (&morphed.positions[..], &morphed.normals[..]),
            None => (&primitive.positions[..], &primitive.normals[..]),
        };
        self.mesh
            .write_vertices(queue, Vertices { positions, normals })?;
        weights.clone_into(written);
        Ok(())
    }
}

impl GpuPose {
    /// Buffers for one pose of a character.
    ///
    /// # Errors
    ///
    /// The first primitive that does not fit on the device, with the limit.
    pub fn new(
        machine: SkinMachine<'_>,
        character: &Character,
        meshes: &GpuCharacter,
    ) -> Result<Self, GpuFault> {
        let buffers = |(uploaded, placed): (&GpuPrimitive, PlacedPrimitive<'_>)| {
            SkinInstances::new(machine.skinner, machine.device, &uploaded.mesh, 1)
                .map_err(|source| fault(&placed, source))
        };
        let uploaded = meshes.primitives.iter().zip(placed_primitives(character));
        Ok(Self {
            primitives: uploaded.map(buffers).collect::<Result<_, _>>()?,
        })
    }

    /// Takes up primitives that were uploaded again, by index.
    ///
    /// # Errors
    ///
    /// The first primitive that does not fit on the device, with the limit.
    pub fn renew(
        &mut self,
        machine: SkinMachine<'_>,
        (character, meshes): (&Character, &GpuCharacter),
        renewed: &[usize],
    ) -> Result<(), GpuFault> {
        let uploaded = meshes.primitives.iter().zip(placed_primitives(character));
        let own = self.primitives.iter_mut().zip(uploaded).enumerate();
        for (_, (own, (uploaded, placed))) in own.filter(|(place, _)| renewed.contains(place)) {
            *own = SkinInstances::new(machine.skinner, machine.device, &uploaded.mesh, 1)
                .map_err(|source| fault(&placed, source))?;
        }
        Ok(())
    }

    /// Writes a pose; returns, per primitive, the winding of its triangles relative to the given one. Takes effect at
    /// the next submission, in which [`instances`](Self::instances) are skinned.
    ///
    /// # Errors
    ///
    /// The pose is of another character, or not finite.
    pub fn write(
        &mut self,
        queue: &wgpu::Queue,
        meshes: &GpuCharacter,
        (character, posed): (&Character, &PosedCharacter),
    ) -> Result<Vec<bool>, GpuFault> {
        let uploaded = meshes.primitives.iter().zip(placed_primitives(character));
        for (instances, (uploaded, placed)) in self.primitives.iter_mut().zip(uploaded) {
            let of_node;
            let palette = match posed.mover(&placed) {
                Mover::Skin(palette, _) => palette,
                Mover::Node(scene_from_node) => {
                    of_node = Palette::Linear(MatrixPalette {
                        posed_from_bind: vec![scene_from_node],
                    });
                    &of_node
                }
            };
            let morph_weights = match uploaded.reshaped {
                Some(_) => &[],
                None => posed.morph_weights(placed.instance),
            };
            let pose = InstancePose {
                palette,
                morph_weights,
            };
            instances
                .write(queue, &[pose])
                .map_err(|source| fault(&placed, source))?;
        }
        let windings = meshes.windings.of(character, posed);
        Ok(windings
            .map(|winding| winding == Winding::Reversed)
            .collect())
    }

    /// One entry per primitive, to be skinned and drawn.
    #[must_use]
    pub fn instances(&self) -> &[SkinInstances] {
        &self.primitives
    }

    /// Copies the skinned vertices to the processor's memory. Waits for the device, so not for use in the window.
    ///
    /// # Errors
    ///
    /// The device is lost.
    pub fn read(
        &self,
        machine: SkinMachine<'_>,
        character: &Character,
    ) -> Result<Vec<DeformedPrimitive>, GpuFault> {
        let read = |(instances, placed): (&SkinInstances, PlacedPrimitive<'_>)| {
            let skinned = instances
                .read(machine.device, machine.queue, 0)
                .map_err(|source| fault(&placed, source))?;
            Ok(DeformedPrimitive {
                instance: placed.instance_index,
                primitive: placed.primitive_index,
                positions: skinned.positions,
                normals: skinned.normals,
            })
        };
        self.primitives
            .iter()
            .zip(placed_primitives(character))
            .map(read)
            .collect()
    }
}

fn fault(placed: &PlacedPrimitive<'_>, source: SkinGpuError) -> GpuFault {
    GpuFault {
        instance: placed.instance_index,
        mesh: placed.instance.mesh,
        primitive: placed.primitive_index,
        source,
    }
}

fn morph_target(target: &character::MorphTarget) -> MorphTarget<'_> {
    MorphTarget {
        positions: &target.positions,
        normals: &target.normals,
    }
}

/// Every vertex moved by a single joint, the node.
fn follow_node(n_vertices: usize) -> Influences {
    let mut builder = InfluencesBuilder::new(1);
    for _ in 0..n_vertices {
        // A weight of one is always valid.
        let _sum = builder.vertex([(0, 1.0)]);
    }
    builder.build()
}
