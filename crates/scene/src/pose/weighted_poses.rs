//! Vertices of one skin in some poses, with any weights: what fitting weights to poses asks for.

use character::Character;
use glam::Vec3;
use rig::{InfluenceRow, JointSlot, Palette, Weighting};
use skin_cpu::{WeightedVertex, skinned_vertex, weight_slopes_vertex};

use crate::pose::deform::morph;
use crate::pose::placed::{PlacedPrimitive, placed_primitives};
use crate::pose::posed_character::{Look, Mover, PosedCharacter};

/// Vertices of one skin in poses, each wherever weights may take it.
#[derive(Clone, Debug, Default)]
pub struct WeightedPoses {
    /// Those of all poses, for each of the looks by which the vertices are skinned: mostly one.
    palettes: Vec<Vec<Palette>>,
    /// By vertex, which of these are its own.
    looks: Vec<usize>,
    /// At the bind, by vertex; for each pose where morph targets change them, else once.
    positions: Vec<Vec<Vec3>>,
    /// By vertex; none without a blend map.
    blend: Vec<Option<f32>>,
}

impl WeightedPoses {
    /// `vertices` are placed primitives, as [`placed_primitives`] counts, with the vertex in each; all are moved by one skin, each by
    /// what its mesh is skinned by. Those that no skin moves are nowhere.
    #[must_use]
    pub fn new(
        character: &Character,
        poses: &[PosedCharacter],
        vertices: &[Option<(usize, u32)>],
    ) -> Self {
        let placed: Vec<PlacedPrimitive<'_>> = placed_primitives(character).collect();
        let of = |vertex: &Option<(usize, u32)>| {
            let (primitive, vertex) = (*vertex)?;
            Some((placed.get(primitive)?, vertex as usize))
        };
        let mut known: Vec<(Look, &PlacedPrimitive<'_>)> = Vec::new();
        let look = |vertex: &Option<(usize, u32)>| {
            let found = of(vertex).zip(poses.first());
            let Some(((placed, _), posed)) = found else {
                // No look has this number, so that the vertex is nowhere.
                return usize::MAX;
            };
            let look = posed.look_of(placed.instance_index);
            let place = known.iter().position(|(other, _)| *other == look);
            place.unwrap_or_else(|| {
                known.push((look, placed));
                known.len() - 1
            })
        };
        let looks = vertices.iter().map(look).collect();
        let palette =
            |posed: &PosedCharacter, placed: &PlacedPrimitive<'_>| match posed.mover(placed) {
                Mover::Skin(palette, _) => Some(palette.clone()),
                Mover::Node(_) => None,
            };
        let palettes = known.iter().map(|(_, placed)| {
            let of_poses = poses.iter().map(|posed| palette(posed, placed));
            // What a node moves has no palette, and is nowhere in all poses alike.
            of_poses.collect::<Option<_>>().unwrap_or_default()
        });
        let is_morphed = placed
            .iter()
            .any(|placed| !placed.primitive.morph_targets.is_empty());
        let at_rest = |vertex: &Option<(usize, u32)>| {
            let found =
                of(vertex).and_then(|(placed, vertex)| placed.primitive.positions.get(vertex));
            found.copied().unwrap_or(Vec3::NAN)
        };
        let positions = match is_morphed {
            // All poses share one list.
            false => vec![vertices.iter().map(at_rest).collect()],
            true => poses
                .iter()
                .map(|posed| morphed_positions(&placed, posed, vertices))
                .collect(),
        };
        let blend = |vertex: &Option<(usize, u32)>| {
            let (placed, vertex) = of(vertex)?;
            let map: Weighting<'_> = placed.primitive.weighting()?;
            Some(map.blend?.value(vertex))
        };
        Self {
            palettes: palettes.collect(),
            looks,
            positions,
            blend: vertices.iter().map(blend).collect(),
        }
    }

    /// Where a row of joints and weights takes a vertex in a pose, in scene space; not finite for a pose, vertex or joint that there
    /// is not.
    #[must_use]
    pub fn place(&self, pose: usize, vertex: usize, row: InfluenceRow<'_>) -> Vec3 {
        self.vertex(pose, vertex, row)
            .map_or(Vec3::NAN, |(palette, vertex)| {
                skinned_vertex(palette, vertex)
            })
    }

    /// The same, with `∂v'/∂w` of each of `joints` written to `slopes`: see [`weight_slopes_vertex`].
    pub fn slopes(
        &self,
        (pose, vertex): (usize, usize),
        row: InfluenceRow<'_>,
        joints: &[JointSlot],
        slopes: &mut [Vec3],
    ) -> Vec3 {
        let found = self.vertex(pose, vertex, row);
        let is_there = |(palette, _): &(&Palette, WeightedVertex<'_>)| {
            joints
                .iter()
                .all(|&joint| usize::from(joint) < palette.len())
        };
        match found.filter(is_there) {
            Some((palette, vertex)) => weight_slopes_vertex(palette, vertex, joints, slopes),
            None => {
                slopes.fill(Vec3::NAN);
                Vec3::NAN
            }
        }
    }

    fn vertex<'a>(
        &'a self,
        pose: usize,
        vertex: usize,
        row: InfluenceRow<'a>,
    ) -> Option<(&'a Palette, WeightedVertex<'a>)> {
        let palette = self.palettes.get(*self.looks.get(vertex)?)?.get(pose)?;
        let positions = self
            .positions
            .get(pose)
            .or_else(|| self.positions.first())?;
        let is_there = row
            .joints
            .iter()
            .all(|&joint| usize::from(joint) < palette.len());
        let vertex = WeightedVertex {
            position: *positions.get(vertex)?,
            row,
            blend: self.blend.get(vertex).copied().flatten(),
        };
        is_there.then_some((palette, vertex))
    }
}

/// Positions with the morph targets of a pose.
fn morphed_positions(
    placed: &[PlacedPrimitive<'_>],
    posed: &PosedCharacter,
    vertices: &[Option<(usize, u32)>],
) -> Vec<Vec3> {
    let morphed: Vec<_> = placed
        .iter()
        .map(|placed| morph(placed.primitive, posed.morph_weights(placed.instance)))
        .collect();
    let position = |vertex: &Option<(usize, u32)>| {
        let (primitive, vertex) = (*vertex)?;
        let positions = match morphed.get(primitive)? {
            Some(morphed) => &morphed.positions[..],
            None => &placed.get(primitive)?.primitive.positions[..],
        };
        positions.get(vertex as usize).copied()
    };
    vertices
        .iter()
        .map(|vertex| position(vertex).unwrap_or(Vec3::NAN))
        .collect()
}
