//! How far the usual normals are from the surface's own.

use crate::measure::weight_channel::UNBOUND;
use crate::pose::deform::{DeformError, DeformedPrimitive, SkinnedNormals, deform_posed_by};
use crate::pose::placed::placed_primitives;
use crate::pose::posed_character::PosedCharacter;
use crate::pose::weight_gradients::CharacterGradients;
use character::Character;
use glam::Vec3;

/// The angle at which a scale of colors ends: 30°, in radians.
pub const FULL_NORMAL_ERROR: f32 = std::f32::consts::FRAC_PI_6;

/// How near shares come to 0 and 1.
const LEAST: f32 = 1e-6;

/// The angles between usual and exact normals of a pose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NormalError {
    /// Per deformed primitive, the angle at each vertex as a share of [`FULL_NORMAL_ERROR`], between 0 and 1 without these two, which
    /// have colors of their own as weights; [`UNBOUND`] where no joints move the primitive.
    pub shares: Vec<Vec<f32>>,
    /// The largest angle, in radians.
    pub most: f32,
    /// The mean over the vertices that joints move, in radians; zero without any.
    pub mean: f32,
}

/// Skins with usual and with exact normals, and takes the angles between them: `acos(n · n')`.
///
/// Usual normals take each vertex's blended map for that of the surface around it, which it is only where weights do not change;
/// exact ones follow the skinned surface. A vertex whose pose leaves no direction counts as zero.
///
/// # Errors
///
/// The pose is of another character.
pub fn normal_error(
    character: &Character,
    posed: &PosedCharacter,
    gradients: &CharacterGradients,
) -> Result<NormalError, DeformError> {
    let angles = normal_angles(character, posed, gradients)?;
    let all = || angles.iter().flatten().flatten().copied();
    let count = all().count().max(1);
    let sum: f64 = all().map(f64::from).sum();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "a mean to be read"
    )]
    let mean = (sum / count as f64) as f32;
    let most = all().fold(0.0, f32::max);
    // Neither 0 nor 1, which have colors of their own.
    let share = |angle: f32| (angle / FULL_NORMAL_ERROR).clamp(LEAST, 1.0 - LEAST);
    let placed = placed_primitives(character);
    let shares = angles.into_iter().zip(placed).map(|(angles, placed)| {
        angles.map_or_else(
            || vec![UNBOUND; placed.primitive.positions.len()],
            |angles| angles.into_iter().map(share).collect(),
        )
    });
    Ok(NormalError {
        shares: shares.collect(),
        most,
        mean,
    })
}

/// The angle at each vertex of each placed primitive, in radians; none of those that no joints move.
///
/// # Errors
///
/// The pose is of another character.
pub fn normal_angles(
    character: &Character,
    posed: &PosedCharacter,
    gradients: &CharacterGradients,
) -> Result<Vec<Option<Vec<f32>>>, DeformError> {
    let (mut usual, mut exact) = (Vec::new(), Vec::new());
    deform_posed_by(character, posed, SkinnedNormals::Usual, &mut usual)?;
    deform_posed_by(
        character,
        posed,
        SkinnedNormals::Exact(gradients),
        &mut exact,
    )?;
    let pairs = usual.iter().zip(&exact).zip(placed_primitives(character));
    let of = |((usual, exact), placed)| gradients.of(&placed).map(|_| angles(usual, exact));
    Ok(pairs.map(of).collect())
}

fn angles(usual: &DeformedPrimitive, exact: &DeformedPrimitive) -> Vec<f32> {
    let pairs = usual.normals.iter().zip(&exact.normals);
    pairs.map(|(one, other)| angle(*one, *other)).collect()
}

/// From sine and cosine, which keeps small angles; zero where a direction is missing.
fn angle(one: Vec3, other: Vec3) -> f32 {
    one.cross(other).length().atan2(one.dot(other))
}
