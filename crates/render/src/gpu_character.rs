//! A character that is skinned on the graphics device: as `deform`, without the processor computing any vertex.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use character::{Character, Primitive};
use rig::{
    BoneSegment, ByMap, Influences, InfluencesBuilder, MapKind, MatrixPalette, Palette, VertexMap,
    Weighting,
};
use scene::deform::{DeformedPrimitive, morph};
use scene::placed::{PlacedPrimitive, placed_primitives};
use scene::posed_character::{Mover, PosedCharacter};
use scene::weight_gradients::CharacterGradients;
use scene::winding::{Winding, Windings};
use skin_gpu::{
    InstancePose, MeshData, MorphTarget, SkinGpuError, SkinInstances, SkinMesh, SkinnedVertices,
    Skinner, Vertices,
};
use thiserror::Error;

use crate::gpu_targets::{UploadedTargets, of_device};

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
    /// The first list or number that does not fit, or the device's limit.
    pub source: SkinGpuError,
}

impl GpuFault {
    pub(crate) const fn of(placed: &PlacedPrimitive<'_>, source: SkinGpuError) -> Self {
        Self {
            instance: placed.instance_index,
            mesh: placed.instance.mesh,
            primitive: placed.primitive_index,
            source,
        }
    }
}

/// A device with its compiled kernels.
#[derive(Clone, Copy, Debug)]
pub struct SkinMachine<'a> {
    /// The compiled kernels, made for the same device.
    pub skinner: &'a Skinner,
    /// The device that they were compiled for.
    pub device: &'a wgpu::Device,
    /// The queue of the device.
    pub queue: &'a wgpu::Queue,
}

/// The parts of a character on the device that do not depend on the pose. Places that show the same primitive share its
/// mesh, and their vertices are skinned together.
#[derive(Debug)]
pub struct GpuCharacter {
    pub(crate) primitives: Vec<GpuPrimitive>,
    /// Per placed primitive, in the order of [`deform`](scene::deform::deform): index into `primitives`, and which of
    /// its instances it is.
    places: Vec<(usize, usize)>,
    windings: Windings,
}

/// The size of a buffer that instances of a primitive share; an instance with more vertices has one of its own.
const BLOCK: u64 = 8 << 20;

#[derive(Debug)]
pub(crate) struct GpuPrimitive {
    pub(crate) mesh: SkinMesh,
    /// The placed primitives that are instances of this one, by index; there is one at least.
    pub(crate) placed: Vec<usize>,
    /// The most of them.
    capacity: usize,
    /// The weights on the device; none where the primitive follows its node.
    pub(crate) weights: Option<Weights>,
    /// The morph targets on the device, or of the shapes that are written there.
    targets: UploadedTargets,
    /// The gradients on the device are this primitive's of these; none where no pane asked for any.
    pub(crate) gradients: Option<Arc<CharacterGradients>>,
    /// The morph weights of the shape on the device, if the file gives no normals: morphing changes these, so the shape
    /// is computed on the processor and written when its weights change.
    reshaped: Option<Vec<f32>>,
}

/// A primitive's weights and its maps.
#[derive(Debug)]
pub(crate) struct Weights {
    influences: Influences,
    maps: ByMap<Option<VertexMap>>,
}

impl Weights {
    /// Cheap: the lists are shared.
    fn of(weighting: Weighting<'_>) -> Self {
        Self {
            influences: weighting.influences.clone(),
            maps: ByMap::new(|kind| weighting.maps()[kind].cloned()),
        }
    }

    fn weighting(&self) -> Weighting<'_> {
        let maps = ByMap::new(|kind| self.maps[kind].as_ref());
        Weighting::from(&self.influences).with_maps(maps)
    }

    fn are_those_of(&self, now: Weighting<'_>) -> bool {
        let same_map = |kind: MapKind| match (&self.maps[kind], now.maps()[kind]) {
            (None, None) => true,
            (Some(before), Some(now)) => now.changed_since(before).is_empty(),
            _ => false,
        };
        MapKind::ALL.into_iter().all(same_map)
            && now.influences.changed_since(&self.influences).is_empty()
    }
}

/// The effect of new weights on a primitive's buffers.
pub(crate) enum BufferChange {
    None,
    Written,
    Anew,
}

/// One pose of a [`GpuCharacter`], as each pane has one.
#[derive(Debug)]
pub struct GpuPose {
    /// One per primitive of the character on the device.
    pub(crate) primitives: Vec<SkinInstances>,
    /// As those of the character.
    places: Vec<(usize, usize)>,
}

/// The skinned vertices of a placed primitive.
#[derive(Clone, Copy, Debug)]
pub struct SkinnedPart<'a> {
    instances: &'a SkinInstances,
    instance: usize,
}

impl<'a> SkinnedPart<'a> {
    /// The buffer that they are in, with those of others.
    #[must_use]
    pub const fn buffer(&self) -> &'a wgpu::Buffer {
        self.instances.buffer()
    }

    /// Their part of the buffer.
    #[must_use]
    pub fn bytes(&self) -> Range<u64> {
        self.instances.bytes_of(self.instance)
    }

    /// Copies them to the processor's memory. Waits for the device, so not for use in the window.
    ///
    /// # Errors
    ///
    /// The device is lost.
    pub fn read(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
    ) -> Result<SkinnedVertices, SkinGpuError> {
        self.instances.read(device, queue, self.instance)
    }
}

impl GpuCharacter {
    /// Uploads rest shapes, morph targets and influences of all primitives.
    ///
    /// # Errors
    ///
    /// The first primitive that does not fit on the device, with the limit.
    pub fn new(machine: SkinMachine<'_>, character: &Character) -> Result<Self, GpuFault> {
        let mut primitives: Vec<GpuPrimitive> = Vec::new();
        let mut places = Vec::new();
        // By mesh, primitive and skin: the last one that may have room for another instance.
        let mut known = BTreeMap::new();
        for (place, placed) in placed_primitives(character).enumerate() {
            let instance = placed.instance;
            // Another skin has other palettes and other influences, so it cannot share the mesh.
            let key = (instance.mesh, placed.primitive_index, instance.skin);
            let shared = known.get(&key).copied().unwrap_or(usize::MAX);
            if let Some(shares) = primitives.get_mut(shared).filter(|it| it.has_room()) {
                places.push((shared, shares.placed.len()));
                shares.placed.push(place);
                continue;
            }
            let own = GpuPrimitive::new(machine, &placed, vec![place], None);
            known.insert(key, primitives.len());
            places.push((primitives.len(), 0));
            primitives.push(own.map_err(|source| GpuFault::of(&placed, source))?);
        }
        Ok(Self {
            primitives,
            places,
            windings: Windings::new(character),
        })
    }

    /// Writes the weights and maps of a character that differs from the uploaded one only in these and in the displacements
    /// of morph targets. Returns the indices, as the device counts, of primitives that had to be uploaded again, for lack
    /// of space, because a map was added or removed or a target has another shape: existing poses have to take them up ([`GpuPose::renew`]).
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
        let placed: Vec<PlacedPrimitive<'_>> = placed_primitives(character).collect();
        for (place, uploaded) in self.primitives.iter_mut().enumerate() {
            let Some(placed) = uploaded.first(&placed) else {
                continue;
            };
            let change = uploaded.reweigh(machine, &placed);
            match change.map_err(|source| GpuFault::of(&placed, source))? {
                BufferChange::None => continue,
                BufferChange::Written => {}
                BufferChange::Anew => renewed.push(place),
            }
            is_other = true;
        }
        // Weights say which joints mirror a vertex, and so which way triangles wind.
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
        let placed: Vec<PlacedPrimitive<'_>> = placed_primitives(character).collect();
        for uploaded in &mut self.primitives {
            let Some(placed) = uploaded.first(&placed) else {
                continue;
            };
            let weights = posed.morph_weights(placed.instance);
            uploaded
                .reshape(queue, placed.primitive, weights)
                .map_err(|source| GpuFault::of(&placed, source))?;
        }
        Ok(())
    }
}

impl GpuPrimitive {
    /// Whether another instance may share it.
    fn has_room(&self) -> bool {
        self.placed.len() < self.capacity
    }

    pub(crate) fn first<'a>(&self, placed: &[PlacedPrimitive<'a>]) -> Option<PlacedPrimitive<'a>> {
        placed.get(*self.placed.first()?).copied()
    }

    pub(crate) fn new(
        machine: SkinMachine<'_>,
        placed: &PlacedPrimitive<'_>,
        places: Vec<usize>,
        gradients: Option<&Arc<CharacterGradients>>,
    ) -> Result<Self, SkinGpuError> {
        let primitive = placed.primitive;
        let is_skinned = placed.instance.skin.is_some();
        // Weights of a mesh that is shown without a skin say nothing: its node carries it as a whole.
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
            ..Vertices::default()
        };
        // The processor morphs these: the device gets the finished shape.
        let targets: Vec<MorphTarget<'_>> = if is_reshaped {
            Vec::new()
        } else {
            primitive.morph_targets.iter().map(of_device).collect()
        };
        let mut data = MeshData::new(vertices, weighting, &targets)?;
        if let Some(own) = gradients.and_then(|all| all.of(placed)) {
            data = data.with_gradients(own)?;
        }
        let mesh = SkinMesh::new(machine.device, machine.queue, &data)?;
        Ok(Self {
            capacity: match is_reshaped {
                // Each instance has a shape of its own.
                true => 1,
                false => SkinInstances::capacity_within(machine.device, &mesh, BLOCK),
            },
            mesh,
            placed: places,
            weights: own.map(Weights::of),
            targets: UploadedTargets::of(primitive),
            gradients: gradients.cloned(),
            reshaped: is_reshaped.then(Vec::new),
        })
    }

    /// Buffers for one pose of all its instances.
    fn instances(
        &self,
        machine: SkinMachine<'_>,
        placed: &[PlacedPrimitive<'_>],
    ) -> Result<SkinInstances, GpuFault> {
        let (skinner, device) = (machine.skinner, machine.device);
        SkinInstances::new(skinner, device, &self.mesh, self.placed.len())
            .map_err(|source| self.fault(placed, source))
    }

    /// A fault of one of its instances, told of the place where that one is.
    fn fault(&self, placed: &[PlacedPrimitive<'_>], mut source: SkinGpuError) -> GpuFault {
        // The device counts instances of the primitive; the message is about a place in the character.
        let at = match &mut source {
            SkinGpuError::PaletteNotFinite { instance, .. }
            | SkinGpuError::WeightNotFinite { instance, .. } => std::mem::take(instance),
            _ => 0,
        };
        let place = self.placed.get(at).and_then(|&place| placed.get(place));
        place.map_or_else(
            || GpuFault {
                instance: 0,
                mesh: 0,
                primitive: 0,
                source: source.clone(),
            },
            |placed| GpuFault::of(placed, source.clone()),
        )
    }

    fn reweigh(
        &mut self,
        machine: SkinMachine<'_>,
        placed: &PlacedPrimitive<'_>,
    ) -> Result<BufferChange, SkinGpuError> {
        if !self.targets.are_those_of(placed.primitive) {
            let places = std::mem::take(&mut self.placed);
            *self = Self::new(machine, placed, places, None)?;
            return Ok(BufferChange::Anew);
        }
        let (Some(before), Some(after)) = (&self.weights, placed.primitive.weighting()) else {
            return Ok(BufferChange::None);
        };
        if before.are_those_of(after) {
            return Ok(BufferChange::None);
        }
        let (queue, before) = (machine.queue, before.weighting());
        if self.mesh.write_influences(queue, before, after)? {
            self.weights = Some(Weights::of(after));
            return Ok(BufferChange::Written);
        }
        // Without gradients: those on the device are of other weights, and are asked for again by panes that show them.
        let places = std::mem::take(&mut self.placed);
        *self = Self::new(machine, placed, places, None)?;
        Ok(BufferChange::Anew)
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
        self.mesh.write_vertices(
            queue,
            Vertices {
                positions,
                normals,
                ..Vertices::default()
            },
        )?;
        // Only after the write: a failed one is tried again with the next pose.
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
        let placed: Vec<PlacedPrimitive<'_>> = placed_primitives(character).collect();
        let buffers = |uploaded: &GpuPrimitive| uploaded.instances(machine, &placed);
        let primitives = meshes.primitives.iter().map(buffers);
        Ok(Self {
            primitives: primitives.collect::<Result<_, _>>()?,
            places: meshes.places.clone(),
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
        character: &Character,
        meshes: &GpuCharacter,
        renewed: &[usize],
    ) -> Result<(), GpuFault> {
        if renewed.is_empty() {
            return Ok(());
        }
        let placed: Vec<PlacedPrimitive<'_>> = placed_primitives(character).collect();
        let own = self.primitives.iter_mut().zip(&meshes.primitives);
        for (_, (own, uploaded)) in own.enumerate().filter(|(place, _)| renewed.contains(place)) {
            *own = uploaded.instances(machine, &placed)?;
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
        character: &Character,
        posed: &PosedCharacter,
    ) -> Result<Vec<bool>, GpuFault> {
        let placed: Vec<PlacedPrimitive<'_>> = placed_primitives(character).collect();
        let palettes: Vec<PlacedPalette<'_>> = placed
            .iter()
            .map(|placed| PlacedPalette::new(posed.mover(placed)))
            .collect();
        for (instances, uploaded) in self.primitives.iter_mut().zip(&meshes.primitives) {
            let pose = |&place: &usize| {
                let morph_weights = match uploaded.reshaped {
                    Some(_) => &[],
                    None => posed.morph_weights(placed.get(place)?.instance),
                };
                let palette = palettes.get(place)?;
                Some(InstancePose {
                    palette: palette.get(),
                    morph_weights,
                    influences: palette.influences(),
                    bones: palette.bones(),
                })
            };
            let poses: Vec<InstancePose<'_>> = uploaded.placed.iter().filter_map(pose).collect();
            instances
                .write(queue, &poses)
                .map_err(|source| uploaded.fault(&placed, source))?;
        }
        let windings = meshes.windings.of(character, posed);
        Ok(windings
            .map(|winding| winding == Winding::Reversed)
            .collect())
    }

    /// What is to be skinned before it is drawn.
    #[must_use]
    pub fn instances(&self) -> &[SkinInstances] {
        &self.primitives
    }

    /// The skinned vertices of each placed primitive, in the order of [`deform`](scene::deform::deform).
    #[must_use]
    pub fn skinned_parts(&self) -> Vec<SkinnedPart<'_>> {
        let part = |&(primitive, instance): &(usize, usize)| {
            let instances = self.primitives.get(primitive)?;
            Some(SkinnedPart {
                instances,
                instance,
            })
        };
        self.places.iter().filter_map(part).collect()
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
        let read = |(part, placed): (SkinnedPart<'_>, PlacedPrimitive<'_>)| {
            let skinned = part
                .read(machine.device, machine.queue)
                .map_err(|source| GpuFault::of(&placed, source))?;
            Ok(DeformedPrimitive {
                instance: placed.instance_index,
                primitive: placed.primitive_index,
                positions: skinned.positions,
                normals: skinned.normals,
                ..DeformedPrimitive::default()
            })
        };
        self.skinned_parts()
            .into_iter()
            .zip(placed_primitives(character))
            .map(read)
            .collect()
    }
}

/// What moves a placed primitive: the palette of its skin, or one made of its node's frame.
enum PlacedPalette<'a> {
    OfSkin(&'a Palette, Weighting<'a>),
    OfNode(Palette),
}

impl<'a> PlacedPalette<'a> {
    fn new(mover: Mover<'a>) -> Self {
        match mover {
            Mover::Skin(palette, weighting) => Self::OfSkin(palette, weighting),
            Mover::Node(scene_from_node) => Self::OfNode(Palette::Linear(MatrixPalette {
                posed_from_bind: vec![scene_from_node],
            })),
        }
    }

    const fn get(&self) -> &Palette {
        match self {
            Self::OfSkin(palette, _) => palette,
            Self::OfNode(palette) => palette,
        }
    }

    /// Those of the buffers, which are written before any pose is.
    const fn influences(&self) -> Option<&Influences> {
        match self {
            Self::OfSkin(_, weighting) => Some(weighting.influences),
            Self::OfNode(_) => None,
        }
    }

    /// For a bulge map.
    const fn bones(&self) -> &[BoneSegment] {
        match self {
            Self::OfSkin(_, weighting) => weighting.bones,
            Self::OfNode(_) => &[],
        }
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
