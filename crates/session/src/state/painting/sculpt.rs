//! A stroke that shapes a corrective in a pose: what is done to the surface that is seen, brought to rest.
//!
//! With its weights held, every method takes a vertex by an affine map, whose linear part J is exact. So a displacement d of the pose is
//! `J⁻¹ d / w` of the corrective, w being how much of it is there in this pose.

use std::collections::{BTreeMap, BTreeSet};

use character::{Character, MorphGround, MorphPart, MorphShape};
use glam::{Mat3A, Vec3};
use mesh::PointIndex;
use scene::deform::morph;
use scene::placed::placed_primitives;
use scene::posed_character::PosedCharacter;
use scene::rest_deltas::{REST_DELTA_THRESHOLD, rest_delta, vertex_map};
use weights::{PointValue, Symmetry};

use super::brush_work::BrushModifiers;
use super::{Mask, PaintMesh};
use crate::document::correctives::Corrective;

/// Correctives that are there by less than this share cannot be shaped: what is pulled here would be far larger in their own pose.
pub const LEAST_SHARE: f32 = 0.2;
/// What is missing of a displacement is nothing below this share of the character's size: rounding.
const STILL: f32 = 1e-5;

/// What the brush does to a corrective.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SculptTool {
    /// Takes the surface along with the pointer.
    #[default]
    Grab,
    /// Evens out the surface.
    Smooth,
    /// Leads the surface back to what weights alone make of it.
    Erase,
}

impl SculptTool {
    /// All of them, in the order of their buttons.
    pub const ALL: [Self; 3] = [Self::Grab, Self::Smooth, Self::Erase];

    /// As its button says.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Grab => "Grab",
            Self::Smooth => "Smooth",
            Self::Erase => "Erase",
        }
    }

    /// What keys make of it: Shift smooths, Ctrl erases.
    #[must_use]
    pub const fn with_keys(self, held: BrushModifiers) -> Self {
        match (held.smooths, held.inverts) {
            (true, _) => Self::Smooth,
            (false, true) => Self::Erase,
            (false, false) => self,
        }
    }

    /// What it does, one sentence.
    #[must_use]
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::Grab => {
                "Sculpts the chosen corrective in the pose that is shown: takes the surface along with the pointer. Shift smooths, Ctrl erases"
            }
            Self::Smooth => {
                "Sculpts the chosen corrective in the pose that is shown: evens out the surface under the brush"
            }
            Self::Erase => {
                "Sculpts the chosen corrective in the pose that is shown: leads the surface under the brush back to what weights alone make of it"
            }
        }
    }
}

/// What a stroke shapes, and in which pose.
#[derive(Clone, Debug)]
pub struct Sculpting {
    /// What the brush does.
    pub tool: SculptTool,
    /// The corrective.
    pub corrective: Corrective,
    /// How much of it is there in the pose.
    pub share: f32,
    /// The pose as the pane shows it.
    pub posed: PosedCharacter,
    /// The shape before the stroke.
    pub before: MorphShape,
    /// What the mesh is at rest: joined once, and not in every frame.
    pub ground: MorphGround,
}

/// A point of the mesh in the pose.
#[derive(Clone, Copy, Debug)]
struct PosedPoint {
    /// Where it is seen, with the corrective as it was before the stroke.
    place: Vec3,
    /// The linear part of the map that takes it there.
    jacobian: Mat3A,
    /// Its displacement before the stroke.
    before: Vec3,
    /// Its displacement now.
    now: Vec3,
}

/// A stroke that shapes a corrective, from the press of the button to its release.
#[derive(Clone, Debug)]
pub struct SculptStroke {
    tool: SculptTool,
    share: f32,
    corrective: Corrective,
    /// By point; none for those of other meshes.
    points: Vec<Option<PosedPoint>>,
    /// Which points may change, those of the other side too.
    mask: Mask,
    /// What was grabbed, with how much it goes along.
    grabbed: Vec<PointValue>,
    /// The largest of what the pose could not be given.
    remainder: f32,
    /// The points of which something is missing: their map is nearly singular.
    damped: BTreeSet<PointIndex>,
    still: f32,
}

/// The pose in which a corrective is shaped.
#[derive(Clone, Copy, Debug)]
pub struct SculptPose<'a> {
    /// The character with the corrective as it is before the stroke.
    pub character: &'a Character,
    /// Its pose as the pane shows it.
    pub posed: &'a PosedCharacter,
    /// The corrective.
    pub corrective: Corrective,
    /// How much of it is there.
    pub share: f32,
    /// The radius of the character at rest.
    pub size: f32,
}

impl SculptStroke {
    /// A stroke on a surface; none where no vertex of it is of the corrective's mesh.
    #[must_use]
    pub fn new(
        tool: SculptTool,
        pose: &SculptPose<'_>,
        mesh: &PaintMesh,
        mask: Mask,
    ) -> Option<Self> {
        let corrective = pose.corrective;
        let placed: Vec<_> = placed_primitives(pose.character).collect();
        let morphed: Vec<Vec<Vec3>> = placed
            .iter()
            .map(|placed| {
                if placed.instance.mesh != corrective.mesh {
                    return Vec::new();
                }
                let weights = pose.posed.morph_weights(placed.instance);
                let shape = morph(placed.primitive, weights);
                shape.map_or_else(
                    || placed.primitive.positions.to_vec(),
                    |shape| shape.positions,
                )
            })
            .collect();
        let point = |point: PointIndex| {
            let is_own = |place: &usize| {
                let placed = placed.get(*place);
                placed.is_some_and(|placed| placed.instance.mesh == corrective.mesh)
            };
            let mut places = mesh.placements_of(point);
            let (place, vertex) = places.find(|(place, _)| is_own(place))?;
            let vertex = usize::try_from(vertex).ok()?;
            let placed = placed.get(place)?;
            let position = *morphed.get(place)?.get(vertex)?;
            let map = vertex_map(pose.posed, placed, vertex, position);
            let target = placed.primitive.morph_targets.get(corrective.target)?;
            let before = target.positions.get(vertex).copied().unwrap_or(Vec3::ZERO);
            Some(PosedPoint {
                place: map.transform_point3(position),
                jacobian: map.matrix3,
                before,
                now: before,
            })
        };
        let points: Vec<Option<PosedPoint>> = mesh.all_points().map(point).collect();
        points.iter().any(Option::is_some).then_some(Self {
            tool,
            share: pose.share,
            corrective,
            points,
            mask,
            grabbed: Vec::new(),
            remainder: 0.0,
            damped: BTreeSet::new(),
            still: STILL * pose.size,
        })
    }

    /// What it does.
    #[must_use]
    pub const fn tool(&self) -> SculptTool {
        self.tool
    }

    /// Those of the touched points that may change.
    #[must_use]
    pub fn changeable(&self, touched: &[PointValue]) -> Vec<PointValue> {
        let mut touched = self.mask.of_falloffs(touched);
        touched.retain(|own| self.get(own.point).is_some());
        touched
    }

    /// Takes hold of points, each with how much it goes along.
    pub fn grab(&mut self, touched: &[PointValue]) {
        self.grabbed = touched.to_vec();
    }

    /// Takes what was grabbed along, by so much from where it was grabbed, in the scene.
    ///
    /// Counted from the beginning of the stroke, so that a pointer that comes back brings the surface back.
    pub fn drag(&mut self, by: Vec3, symmetry: Option<&Symmetry>) {
        self.remainder = 0.0;
        self.damped.clear();
        for own in self.points.iter_mut().flatten() {
            own.now = own.before;
        }
        let moved: Vec<(PointIndex, Vec3)> = self
            .grabbed
            .clone()
            .into_iter()
            .filter_map(|own| Some((own.point, self.at_rest(own.point, by * own.value)?)))
            .collect();
        self.displace(&moved, symmetry);
    }

    /// One dab of smoothing or erasing on points with their strengths.
    pub fn dab(&mut self, touched: &[PointValue], mesh: &PaintMesh, symmetry: Option<&Symmetry>) {
        match self.tool {
            SculptTool::Grab => {}
            SculptTool::Erase => self.erase(touched, symmetry),
            SculptTool::Smooth => {
                let even = |own: &PointValue| {
                    let by = self.to_neighbors(own.point, mesh)? * own.value.clamp(0.0, 1.0);
                    Some((own.point, by))
                };
                let wanted: Vec<(PointIndex, Vec3)> = touched.iter().filter_map(even).collect();
                let to_rest =
                    |(point, by): (PointIndex, Vec3)| Some((point, self.at_rest(point, by)?));
                let moved: Vec<(PointIndex, Vec3)> =
                    wanted.into_iter().filter_map(to_rest).collect();
                self.displace(&moved, symmetry);
            }
        }
    }

    /// Each side by what itself has: the other one may have another shape.
    fn erase(&mut self, touched: &[PointValue], symmetry: Option<&Symmetry>) {
        let mut strengths: BTreeMap<PointIndex, f32> = BTreeMap::new();
        let images = symmetry.map(|symmetry| symmetry.mirror_values(touched));
        let images = self.mask.of_falloffs(&images.unwrap_or_default());
        for own in touched.iter().chain(&images) {
            let strength = strengths.entry(own.point).or_default();
            *strength = strength.max(own.value.clamp(0.0, 1.0));
        }
        for (point, strength) in strengths {
            if let Some(Some(own)) = self.points.get_mut(point.index()) {
                own.now *= 1.0 - strength;
            }
        }
    }

    fn get(&self, point: PointIndex) -> Option<&PosedPoint> {
        self.points.get(point.index())?.as_ref()
    }

    /// Where a point is seen now.
    fn seen(&self, point: PointIndex) -> Option<Vec3> {
        let own = self.get(point)?;
        let changed = own.jacobian * (own.now - own.before);
        Some(own.place + changed * self.share)
    }

    /// From a point to the mean of its neighbors, in the scene.
    fn to_neighbors(&self, point: PointIndex, mesh: &PaintMesh) -> Option<Vec3> {
        let around = mesh.surface().neighbors(point).iter();
        let places: Vec<Vec3> = around.filter_map(|&other| self.seen(other)).collect();
        let count = u16::try_from(places.len())
            .ok()
            .filter(|count| *count > 0)?;
        let mean = places.iter().sum::<Vec3>() / f32::from(count);
        Some(mean - self.seen(point)?)
    }

    /// What a displacement in the scene is for the corrective at rest. Notes what cannot be given.
    fn at_rest(&mut self, point: PointIndex, by: Vec3) -> Option<Vec3> {
        let jacobian = self.get(point)?.jacobian;
        let found = rest_delta(jacobian, by, REST_DELTA_THRESHOLD);
        if found.remainder.length() > self.still {
            self.damped.insert(point);
            self.remainder = self.remainder.max(found.remainder.length());
        }
        Some(found.delta / self.share)
    }

    /// Adds displacements at rest, and their mirror images.
    fn displace(&mut self, moved: &[(PointIndex, Vec3)], symmetry: Option<&Symmetry>) {
        let own = moved.iter().map(|&(point, by)| (point, (by, Vec3::ZERO)));
        let mut all: BTreeMap<PointIndex, (Vec3, Vec3)> = own.collect();
        for (point, by) in symmetry.map_or_else(BTreeMap::new, |own| reflected(moved, own)) {
            all.entry(point).or_default().1 = by;
        }
        for (point, (by, image)) in all {
            let own = self.points.get_mut(point.index());
            if let Some(Some(own)) = own.filter(|_| self.mask.has(point)) {
                own.now += of_both_sides(by, image);
            }
        }
    }

    /// How many displacements could not be given wholly, and the largest of what is missing, in the scene.
    #[must_use]
    pub fn missing(&self) -> (usize, f32) {
        (self.damped.len(), self.remainder)
    }

    /// The shape of the corrective now, on the surface that the stroke began on.
    ///
    /// What the surface does not have stays: `before` is the shape before the stroke.
    #[must_use]
    pub fn shape(&self, before: &MorphShape, mesh: &PaintMesh) -> MorphShape {
        let mut parts: BTreeMap<usize, (usize, BTreeMap<u32, Vec3>)> = BTreeMap::new();
        for part in &before.parts {
            let displacements = part.displacements.iter().copied().collect();
            parts.insert(part.primitive, (part.vertices, displacements));
        }
        for (point, own) in mesh.all_points().zip(&self.points) {
            let Some(own) = own.filter(|own| own.now != own.before) else {
                continue;
            };
            let vertices = mesh.vertices_at(point);
            let vertices = vertices.filter(|((mesh, _), _)| *mesh == self.corrective.mesh);
            for ((_, primitive), vertex) in vertices {
                let part = parts.entry(primitive).or_default();
                part.1.insert(vertex, own.now);
            }
        }
        let parts = parts.into_iter();
        let parts = parts.map(|(primitive, (vertices, displacements))| MorphPart {
            primitive,
            vertices,
            displacements: displacements
                .into_iter()
                .filter(|(_, by)| *by != Vec3::ZERO)
                .collect(),
        });
        let parts = parts.filter(|part| !part.displacements.is_empty());
        MorphShape {
            parts: parts.collect(),
        }
    }
}

/// Displacements as the mirror shows them.
pub(crate) fn reflected(
    moved: &[(PointIndex, Vec3)],
    symmetry: &Symmetry,
) -> BTreeMap<PointIndex, Vec3> {
    let normal = symmetry.plane().normal;
    let mut images: BTreeMap<PointIndex, Vec3> = BTreeMap::new();
    for axis in Vec3::AXES {
        let along = axis - normal * (2.0 * axis.dot(normal));
        let numbers = moved.iter();
        let numbers = numbers.map(|(point, by)| PointValue::new(*point, by.dot(axis)));
        for own in symmetry.mirror_values(&numbers.collect::<Vec<_>>()) {
            *images.entry(own.point).or_default() += along * own.value;
        }
    }
    images
}

/// What a point gets that both sides displace: `(a + b) max(|a|, |b|)/(|a| + |b|)`. That is one of them far from the plane, their mean on
/// it, and nothing twice where both sides are under the brush.
fn of_both_sides(own: Vec3, image: Vec3) -> Vec3 {
    let [one, other] = [own.length(), image.length()];
    if one + other > 0.0 {
        (own + image) * (one.max(other) / (one + other))
    } else {
        Vec3::ZERO
    }
}

/// The shape with the counts of vertices that the mesh has.
#[must_use]
pub fn with_counts(mut shape: MorphShape, character: &Character, mesh: usize) -> MorphShape {
    let mesh = character.meshes.get(mesh);
    for part in &mut shape.parts {
        let primitive = mesh.and_then(|mesh| mesh.primitives.get(part.primitive));
        part.vertices = primitive.map_or(part.vertices, |primitive| primitive.positions.len());
    }
    shape
}
