//! A character on a graphics device, skinned there: the same hops as `deform`, without the processor touching a vertex.

use character::{Character, Primitive};
use rig::{BlendMap, Influences, InfluencesBuilder, MatrixPalette, Palette, Weighting};
use skin_gpu::{
    InstancePose, MeshData, MorphTarget, SkinGpuError, SkinInstances, SkinMesh, Skinner, Vertices,
};
use thiserror::Error;

use scene::deform::{DeformedPrimitive, morph};
use scene::placed::{PlacedPrimitive, placed_primitives};
use scene::posed_character::{Mover, PosedCharacter};
use scene::winding::Winding;
use scene::winding::Windings;

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
    /// Why.
    pub source: SkinGpuError,
}

/// A device with its kernels.
#[derive(Clone, Copy, Debug)]
pub struct SkinMachine<'a> {
    /// The kernels.
    pub skinner: &'a Skinner,
    /// The device that they are made for.
    pub device: &'a wgpu::Device,
    /// Its queue.
    pub queue: &'a wgpu::Queue,
}

/// What of a character stays on the device while it is posed: one mesh per primitive and instance, in the order of
/// [`deform`](scene::deform::deform).
#[derive(Debug)]
pub struct GpuCharacter {
    primitives: Vec<GpuPrimitive>,
    windings: Windings,
}

#[derive(Debug)]
struct GpuPrimitive {
    mesh: SkinMesh,
    /// What is on the device; none where the primitive follows its node.
    weights: Option<Weights>,
    /// Morph targets change normals that the file leaves to us: the shape is made on the processor, and written when its
    /// weights change. These are the weights of the shape that is there.
    reshaped: Option<Vec<f32>>,
}

/// The weights of a primitive, and its blend map.
#[derive(Debug)]
struct Weights {
    influences: Influences,
    blend: Option<BlendMap>,
}

impl Weights {
    /// Cheap: all that is large is shared.
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

/// What became of a primitive's weights on the device.
enum Change {
    None,
    Written,
    Anew,
}

/// One posed copy of a [`GpuCharacter`]; a pane has one.
#[derive(Debug)]
pub struct GpuPose {
    primitives: Vec<SkinInstances>,
}

impl GpuCharacter {
    /// Uploads the meshes.
    ///
    /// # Errors
    ///
    /// The first primitive that the device has no room for, with the limit.
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

    /// Writes the weights and blend maps of a character that differs from the one uploaded in nothing else. Gives the primitives that were
    /// uploaded anew, for lack of room or because a map came or went, by their places: copies posed before have to take them up ([`GpuPose::renew`]).
    ///
    /// # Errors
    ///
    /// A character other than the one uploaded, or a device that has no more room.
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

    /// Writes what the pose's morph weights make of the shapes that only the processor can make. Before any copy is posed.
    ///
    /// # Errors
    ///
    /// A character other than the one uploaded.
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
    /// Memory for one copy of a character.
    ///
    /// # Errors
    ///
    /// The first primitive that the device has no room for, with the limit.
    pub fn new(
        machine: SkinMachine<'_>,
        character: &Character,
        meshes: &GpuCharacter,
    ) -> Result<Self, GpuFault> {
        let room = |(uploaded, placed): (&GpuPrimitive, PlacedPrimitive<'_>)| {
            SkinInstances::new(machine.skinner, machine.device, &uploaded.mesh, 1)
                .map_err(|source| fault(&placed, source))
        };
        let uploaded = meshes.primitives.iter().zip(placed_primitives(character));
        Ok(Self {
            primitives: uploaded.map(room).collect::<Result<_, _>>()?,
        })
    }

    /// Takes up primitives that were uploaded anew, by their places.
    ///
    /// # Errors
    ///
    /// The first primitive that the device has no room for, with the limit.
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

    /// Poses the copy; gives back, per primitive, whether the pose winds all of its triangles the other way round than they
    /// are given. Takes effect at the next submission, when [`instances`](Self::instances) are skinned in it.
    ///
    /// # Errors
    ///
    /// A pose of another character, or one that is not finite.
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

    /// To be skinned, and drawn from: one per primitive.
    #[must_use]
    pub fn instances(&self) -> &[SkinInstances] {
        &self.primitives
    }

    /// The skinned vertices in the processor's memory. Waits for the device: not for the window.
    ///
    /// # Errors
    ///
    /// A lost device.
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

/// Every vertex moved by one joint: the node.
fn follow_node(n_vertices: usize) -> Influences {
    let mut builder = InfluencesBuilder::new(1);
    for _ in 0..n_vertices {
        // A weight of one is never refused.
        let _sum = builder.vertex([(0, 1.0)]);
    }
    builder.build()
}
