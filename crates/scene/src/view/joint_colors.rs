//! A color for every joint, and the blend of its joints' colors for every vertex.

use std::f32::consts::TAU;

use character::{Character, Primitive};
use glam::Vec3;
use rig::{InfluenceRow, JointIndex, Skeleton};

use crate::measure::weight_channel::weights_of_joint;
use crate::pose::deform::DeformedPrimitive;
use crate::view::ramps::{linear_from_encoded, srgb_from_linear};
use crate::view::weight_ramps::WeightRamp;

/// One turn times the golden ratio: steps of hue by this angle fill the circle evenly for any number of joints.
const GOLDEN_TURN: f32 = 0.618_034;
/// Chroma in Oklab, available for all hues at the lightnesses below.
const CHROMA: f32 = 0.125;
/// Lightness in Oklab, cycled: the hues of joints five or eight numbers apart are similar, their lightness is not.
const LIGHTNESS: [f32; 3] = [0.80, 0.63, 0.715];

/// Unbound vertices have this ramp's mark, whatever ramp is used for weights.
pub const UNBOUND_RAMP: WeightRamp = WeightRamp::Perceptual;

/// The color of a joint, as sRGB bytes: always the same for the same file, and different from those of related joints.
///
/// It goes with the joint's [key](Skeleton::key): joints that are added, removed, renamed or hung elsewhere change no color of others.
#[must_use]
pub fn joint_color(skeleton: &Skeleton, joint: JointIndex) -> [u8; 3] {
    key_color(skeleton.key(joint))
}

/// The color of the joint with this key.
#[must_use]
pub fn key_color(key: u32) -> [u8; 3] {
    bytes(linear_color(key))
}

fn linear_color(key: u32) -> Vec3 {
    // In double precision: keys may be large.
    let turns = (f64::from(key) * f64::from(GOLDEN_TURN)).fract();
    #[expect(clippy::cast_possible_truncation, reason = "0 to 1")]
    let hue = turns as f32;
    linear_from_hue(hue, LIGHTNESS[key as usize % LIGHTNESS.len()])
}

/// Per primitive and vertex, its joints' colors blended by weight, as sRGB bytes; unbound vertices have a color of
/// their own. A primitive without a skin has the color of its node.
#[must_use]
pub fn vertex_colors(character: &Character, shown: &[DeformedPrimitive]) -> Vec<Vec<[u8; 4]>> {
    let opaque = |[r, g, b]: [u8; 3]| [r, g, b, 255];
    shown
        .iter()
        .map(|found| colors_in_primitive(character, found))
        .map(|colors| colors.into_iter().map(opaque).collect())
        .collect()
}

/// The same, transparent where `joint` has no weight.
#[must_use]
pub fn vertex_colors_of(
    character: &Character,
    shown: &[DeformedPrimitive],
    joint: JointIndex,
) -> Vec<Vec<[u8; 4]>> {
    let mut colors = vertex_colors(character, shown);
    let weights = weights_of_joint(character, shown, joint);
    let pairs = colors.iter_mut().flatten().zip(weights.iter().flatten());
    for (color, &weight) in pairs {
        let [_, _, _, alpha] = color;
        *alpha = if weight > 0.0 { 255 } else { 0 };
    }
    colors
}

fn colors_in_primitive(character: &Character, shown: &DeformedPrimitive) -> Vec<[u8; 3]> {
    let n_vertices = shown.positions.len();
    let Some(instance) = character.instances.get(shown.instance) else {
        return vec![bytes(Vec3::ONE); n_vertices];
    };
    let bind = instance.skin.and_then(|skin| character.rig.binds.get(skin));
    let influences = primitive(character, shown).and_then(|found| found.influences.as_ref());
    let (Some(bind), Some(influences)) = (bind, influences) else {
        return vec![joint_color(&character.rig.skeleton, instance.node); n_vertices];
    };
    // In linear light: encoded colors blend to something darker.
    let joints: Vec<Vec3> = bind
        .joints()
        .iter()
        .map(|&joint| linear_color(character.rig.skeleton.key(joint)))
        .collect();
    let blend = |row: InfluenceRow<'_>| {
        let (places, shares) = (row.joints, row.weights);
        if places.is_empty() {
            return unbound();
        }
        let parts = places.iter().zip(shares);
        let blended =
            parts.filter_map(|(&place, &share)| Some(share * *joints.get(usize::from(place))?));
        bytes(blended.sum())
    };
    let mut blended: Vec<[u8; 3]> = influences.bound_rows().map(blend).collect();
    blended.resize(n_vertices, unbound());
    blended
}

fn primitive<'a>(character: &'a Character, shown: &DeformedPrimitive) -> Option<&'a Primitive> {
    let mesh = character.instances.get(shown.instance)?.mesh;
    character.meshes.get(mesh)?.primitives.get(shown.primitive)
}

fn unbound() -> [u8; 3] {
    bytes(linear_from_encoded(UNBOUND_RAMP.marks().unbound))
}

/// sRGB bytes of a linear color.
fn bytes(linear: Vec3) -> [u8; 3] {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to a byte"
    )]
    let byte = |channel: f32| (channel.clamp(0.0, 1.0) * 255.0).round() as u8;
    srgb_from_linear(linear).to_array().map(byte)
}

/// Linear sRGB of a hue in turns, by Ottosson's Oklab (2020).
fn linear_from_hue(hue: f32, lightness: f32) -> Vec3 {
    let (sine, cosine) = (TAU * hue).sin_cos();
    let (a, b) = (CHROMA * cosine, CHROMA * sine);
    let l = (lightness + 0.396_337_78 * a + 0.215_803_76 * b).powi(3);
    let m = (lightness - 0.105_561_346 * a - 0.063_854_17 * b).powi(3);
    let s = (lightness - 0.089_484_18 * a - 1.291_485_5 * b).powi(3);
    let linear = Vec3::new(
        4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s,
        -1.268_438 * l + 2.609_757_4 * m - 0.341_319_4 * s,
        -0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s,
    );
    linear.clamp(Vec3::ZERO, Vec3::ONE)
}
