//! A character prepared for corrective smooth, and skinned vertices smoothed by it.

use std::sync::Arc;

use character::{Character, MeshInstance, Primitive};
use glam::{Mat3, Quat, Vec3, Vec4};
use mesh::{Adjacency, SmoothDetail, SmoothPose, Smoother};

use crate::pose::corrective_smooth::CorrectiveSmooth;
use crate::pose::deform::{DeformedPrimitive, morph};
use crate::pose::posed_character::PosedCharacter;

/// The surfaces of a character with what smoothing takes from them at rest.
///
/// The primitives of a mesh are one surface, so that a border of materials is none here, and neither are seams: vertices at one place of
/// the mesh move together. Meshes without a skin are left out: they keep their shape anyway. Lengths are those of the skeleton where a mesh
/// has units of its own.
#[derive(Clone, Debug)]
pub struct SmoothSurfaces {
    smooth: CorrectiveSmooth,
    /// Per instance; none of those without a skin.
    of_instances: Vec<Option<Arc<SkinSurface>>>,
}

/// The surface of a mesh that a skin moves.
#[derive(Debug)]
struct SkinSurface {
    mesh: usize,
    skin: usize,
    /// Whose surface it is: primitives that share these have the same.
    sources: Vec<Source>,
    /// V⁻¹ of the skin: takes the mesh's units to the skeleton's.
    rest_from_bind: Mat3,
    smoother: Smoother,
    detail: SmoothDetail,
}

#[derive(Debug)]
struct Source {
    positions: Arc<[Vec3]>,
    triangles: Arc<[[u32; 3]]>,
}

impl Source {
    fn is_of(&self, primitive: &Primitive) -> bool {
        Arc::ptr_eq(&self.positions, &primitive.positions)
            && Arc::ptr_eq(&self.triangles, &primitive.triangles)
    }
}

impl SmoothSurfaces {
    /// Prepares a character: finds what lies beside what, and smooths it at rest.
    #[must_use]
    pub fn new(character: &Character, smooth: CorrectiveSmooth) -> Self {
        let mut of_instances: Vec<Option<Arc<SkinSurface>>> = Vec::new();
        for instance in &character.instances {
            let mut known = of_instances.iter().flatten();
            let same = known
                .find(|known| known.mesh == instance.mesh && Some(known.skin) == instance.skin);
            let surface = match same {
                Some(same) => Some(Arc::clone(same)),
                None => SkinSurface::new(character, instance, smooth).map(Arc::new),
            };
            of_instances.push(surface);
        }
        Self {
            smooth,
            of_instances,
        }
    }

    /// Whether they are of this character, or of one with other weights, clips or joints, and by these settings but for the amount.
    ///
    /// Cheap: it compares pointers, and the units of skins.
    #[must_use]
    pub fn fits(&self, character: &Character, smooth: CorrectiveSmooth) -> bool {
        let is_same = CorrectiveSmooth {
            amount: self.smooth.amount,
            ..smooth
        } == self.smooth;
        let mut instances = self.of_instances.iter().zip(&character.instances);
        is_same
            && self.of_instances.len() == character.instances.len()
            && instances.all(|(surface, instance)| match surface {
                Some(surface) => surface.is_of(character, instance),
                None => !is_skinned(character, instance),
            })
    }

    /// Smooths the skinned vertices of this character in a pose. Normals and tangents are turned as the surface turns.
    pub(crate) fn apply(
        &self,
        character: &Character,
        posed: &PosedCharacter,
        amount: u8,
        deformed: &mut [DeformedPrimitive],
    ) {
        for own in deformed.chunk_by_mut(|one, other| one.instance == other.instance) {
            let Some(index) = own.first().map(|primitive| primitive.instance) else {
                continue;
            };
            let surface = self.of_instances.get(index).and_then(Option::as_ref);
            let instance = character.instances.get(index);
            let (Some(surface), Some(instance)) = (surface, instance) else {
                continue;
            };
            let mirrors = posed.mirrors(surface.skin, index, surface.rest_from_bind);
            let pose = SmoothPose {
                amount: f64::from(amount) / 100.0,
                mirrors,
            };
            let weights = posed.morph_weights(instance);
            let morphed = surface.morphed_detail(character, weights);
            surface.apply(morphed.as_ref().unwrap_or(&surface.detail), pose, own);
        }
    }
}

impl SkinSurface {
    /// None of an instance without a skin.
    fn new(
        character: &Character,
        instance: &MeshInstance,
        smooth: CorrectiveSmooth,
    ) -> Option<Self> {
        let skin = instance.skin.filter(|_| is_skinned(character, instance))?;
        let bind = character.rig.binds.get(skin)?;
        let primitives = &character.meshes.get(instance.mesh)?.primitives;
        let (mut places, mut triangles) = (Vec::new(), Vec::new());
        for primitive in primitives {
            let first = u32::try_from(places.len()).unwrap_or(u32::MAX);
            let joined = |vertex: u32| vertex.saturating_add(first);
            places.extend_from_slice(&primitive.positions);
            triangles.extend(primitive.triangles.iter().map(|of| of.map(joined)));
        }
        let smoother = Smoother::new(Adjacency::new(&places, &triangles), smooth.rule());
        let rest_from_bind = bind.rest_from_bind();
        let detail = smoother.detail(&at_rest(places, rest_from_bind));
        let source = |primitive: &Primitive| Source {
            positions: Arc::clone(&primitive.positions),
            triangles: Arc::clone(&primitive.triangles),
        };
        Some(Self {
            mesh: instance.mesh,
            skin,
            sources: primitives.iter().map(source).collect(),
            rest_from_bind,
            smoother,
            detail,
        })
    }

    fn is_of(&self, character: &Character, instance: &MeshInstance) -> bool {
        let mesh = character.meshes.get(instance.mesh);
        let primitives = mesh.map_or(&[][..], |mesh| &mesh.primitives);
        let bind = character.rig.binds.get(self.skin);
        self.mesh == instance.mesh
            && Some(self.skin) == instance.skin
            && bind.is_some_and(|bind| bind.rest_from_bind() == self.rest_from_bind)
            && is_skinned(character, instance)
            && self.sources.len() == primitives.len()
            && (self.sources.iter().zip(primitives)).all(|(source, own)| source.is_of(own))
    }

    /// The detail of the shape that morph targets make; none where all of their weights are zero.
    fn morphed_detail(&self, character: &Character, weights: &[f32]) -> Option<SmoothDetail> {
        let mut is_morphed = false;
        let mut places = Vec::new();
        for primitive in &character.meshes.get(self.mesh)?.primitives {
            match morph(primitive, weights) {
                Some(morphed) => {
                    is_morphed = true;
                    places.extend(morphed.positions);
                }
                None => places.extend_from_slice(&primitive.positions),
            }
        }
        is_morphed.then(|| self.smoother.detail(&at_rest(places, self.rest_from_bind)))
    }

    fn apply(&self, detail: &SmoothDetail, pose: SmoothPose, own: &mut [DeformedPrimitive]) {
        let places: Vec<Vec3> = (own.iter())
            .flat_map(|primitive| primitive.positions.iter().copied())
            .collect();
        let smoothed = self.smoother.correct(detail, &places, pose);
        let turns = self.smoother.turns(&places, &smoothed);
        let mut moved = smoothed.into_iter().zip(turns);
        for primitive in own {
            let count = primitive.positions.len();
            move_vertices(primitive, moved.by_ref().take(count));
        }
    }
}

/// Whether joints move some of what an instance shows.
fn is_skinned(character: &Character, instance: &MeshInstance) -> bool {
    let mesh = character.meshes.get(instance.mesh);
    let mut primitives = mesh.into_iter().flat_map(|mesh| &mesh.primitives);
    instance.skin.is_some() && primitives.any(|primitive| primitive.influences.is_some())
}

/// Takes each vertex to its place, and turns what goes along with it.
fn move_vertices(primitive: &mut DeformedPrimitive, moved: impl Iterator<Item = (Vec3, Quat)>) {
    let positions = primitive.positions.iter_mut().enumerate();
    for ((vertex, position), (place, turn)) in positions.zip(moved) {
        *position = place;
        if turn != Quat::IDENTITY {
            turn_normal(primitive.normals.get_mut(vertex), turn);
            turn_tangent(primitive.tangents.get_mut(vertex), turn);
        }
    }
}

fn turn_normal(normal: Option<&mut Vec3>, turn: Quat) {
    if let Some(normal) = normal {
        *normal = (turn * *normal).normalize_or_zero();
    }
}

/// Its handedness stays.
fn turn_tangent(tangent: Option<&mut Vec4>, turn: Quat) {
    if let Some(tangent) = tangent {
        let turned = (turn * tangent.truncate()).normalize_or_zero();
        *tangent = turned.extend(tangent.w);
    }
}

fn at_rest(mut places: Vec<Vec3>, rest_from_bind: Mat3) -> Vec<Vec3> {
    if rest_from_bind != Mat3::IDENTITY {
        for place in &mut places {
            *place = rest_from_bind * *place;
        }
    }
    places
}

/// Whether all of these maps mirror; those without a volume say nothing. In f64: the determinant of a small scale would underflow in f32.
pub(crate) fn all_mirror(maps: impl Iterator<Item = Mat3>, from: Mat3) -> bool {
    let volume = |map: Mat3| map.as_dmat3().determinant();
    let before = volume(from);
    let mut sides = maps.map(volume).filter(|volume| *volume != 0.0).peekable();
    sides.peek().is_some() && sides.all(|volume| volume * before < 0.0)
}

/// Smooths skinned vertices of a character if its pose asks for it; else they stay as they are, bit for bit.
///
/// Where nothing is prepared ([`PosedCharacter::smoothed_on`]), the character is prepared for this call. `deformed` is as
/// [`deform_posed`](crate::pose::deform::deform_posed) orders it: for vertices that were skinned elsewhere, as on a graphics device.
pub fn smooth_deformed(
    character: &Character,
    posed: &PosedCharacter,
    deformed: &mut [DeformedPrimitive],
) {
    let Some(smooth) = posed.smooth() else {
        return;
    };
    if let Some(surfaces) = posed.smooth_surfaces(character) {
        surfaces.apply(character, posed, smooth.amount, deformed);
    }
}
