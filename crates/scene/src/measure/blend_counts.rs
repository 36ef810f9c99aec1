//! How much work the blends that iterate or solve had with a pose.

use character::Character;
use rig::{InfluenceRow, Palette, RigidBlend, RotationCenters, TwoPhasePalette, Weighting};
use serde::Serialize;
use skin_cpu::iterative_blend_vertex;

use crate::pose::placed::placed_primitives;
use crate::pose::posed_character::{Mover, PosedCharacter};

/// Rotation centers of spherical blending: the figures of Kavan and Žára 2005, Table 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CenterCount {
    /// Distinct sets of two and more joints that meet at a vertex, of every primitive.
    pub sets: usize,
    /// Those of them for whose center a system was solved; the others share a joint's head.
    pub decompositions: usize,
}

/// Steps of iterative blending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StepCount {
    /// Of the vertex that took the most.
    pub most: usize,
    /// Of the vertices that two and more joints move.
    pub mean: f32,
}

/// Counts rotation centers; none where no palette is of a spherical blend.
#[must_use]
pub fn center_count(character: &Character, posed: &PosedCharacter) -> Option<CenterCount> {
    let mut count = CenterCount::default();
    let mut is_spherical = false;
    for (palette, weighting) in two_phase(character, posed) {
        if !palette.blend.has_centers() {
            continue;
        }
        is_spherical = true;
        let sets = weighting.influences.joint_sets();
        count.sets += sets.iter().filter(|set| set.len() > 1).count();
        count.decompositions += RotationCenters::new(palette, sets).decompositions;
    }
    is_spherical.then_some(count)
}

/// Counts steps; none where no palette is of iterative blending.
#[must_use]
pub fn step_count(character: &Character, posed: &PosedCharacter) -> Option<StepCount> {
    let (mut most, mut sum, mut vertices) = (0, 0, 0_u32);
    let mut is_iterative = false;
    for (palette, weighting) in two_phase(character, posed) {
        if palette.blend != RigidBlend::Iterative {
            continue;
        }
        is_iterative = true;
        for InfluenceRow { joints, weights } in weighting.influences.rows() {
            let steps = iterative_blend_vertex(joints, weights, palette).steps;
            if joints.len() > 1 {
                most = most.max(steps);
                sum += steps;
                vertices += 1;
            }
        }
    }
    let mean = sum as f32 / vertices.max(1) as f32;
    is_iterative.then_some(StepCount { most, mean })
}

fn two_phase<'a>(
    character: &'a Character,
    posed: &'a PosedCharacter,
) -> impl Iterator<Item = (&'a TwoPhasePalette, Weighting<'a>)> {
    placed_primitives(character).filter_map(|placed| match posed.mover(&placed) {
        Mover::Skin(Palette::TwoPhase(palette), weighting) => Some((palette, weighting)),
        _ => None,
    })
}
