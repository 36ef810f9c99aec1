//! Directions in 32 bits, as `shaders/wgsl/include/skin_packed.wgsl` has them.

use glam::{Vec2, Vec3};

/// Where there is no direction: the number −32,768, which the square does not have, twice.
const NO_DIRECTION: u32 = 0x8000_8000;
/// The largest of the signed 16-bit numbers that stand for −1 to 1.
const LARGEST: f32 = 32_767.0;

/// How a unit vector lies in memory: three numbers, or a point of a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NormalFormat {
    /// 12 bytes: three f32.
    #[default]
    Full,
    /// 4 bytes: [`octahedral_from_normal`]; at most 0.0037° off.
    Octahedral,
}

impl NormalFormat {
    pub(crate) const fn is_octahedral(self) -> bool {
        matches!(self, Self::Octahedral)
    }

    /// Words of a vertex, position and normal.
    pub(crate) const fn vertex_words(self) -> usize {
        match self {
            Self::Full => 6,
            Self::Octahedral => 4,
        }
    }
}

/// A direction as two signed 16-bit numbers, x in the low half.
///
/// They are where it meets the octahedron `|x| + |y| + |z| = 1`, whose lower half is folded onto the corners of a square. Any
/// length but zero; zero and what is not finite is no direction. At most 0.0037° off. Reference: Cigolle et al. 2014, "A Survey of Efficient Representations for Independent Unit Vectors".
///
/// # Examples
///
/// ```
/// use glam::Vec3;
/// use skin_gpu::{normal_from_octahedral, octahedral_from_normal};
///
/// let normal = Vec3::new(0.6, 0.0, -0.8);
/// assert!(normal_from_octahedral(octahedral_from_normal(normal)).abs_diff_eq(normal, 1e-4));
/// assert_eq!(normal_from_octahedral(octahedral_from_normal(Vec3::ZERO)), Vec3::ZERO);
/// ```
#[must_use]
pub fn octahedral_from_normal(normal: Vec3) -> u32 {
    let size = normal.x.abs() + normal.y.abs() + normal.z.abs();
    if !(size > 0.0 && size.is_finite()) {
        return NO_DIRECTION;
    }
    // By the sum of the components, not the length: onto the octahedron, not the sphere.
    let mut square = normal.truncate() / size;
    if normal.z < 0.0 {
        square = fold_corners(square);
    }
    let [x, y] = [square.x, square.y].map(|number| {
        #[expect(clippy::cast_possible_truncation, reason = "within ±32,767")]
        let whole = (number.clamp(-1.0, 1.0) * LARGEST).round() as i16;
        u32::from(whole.cast_unsigned())
    });
    x | y << 16
}

/// The unit vector of two signed 16-bit numbers; zero where [`octahedral_from_normal`] found no direction.
#[must_use]
pub fn normal_from_octahedral(bits: u32) -> Vec3 {
    if bits == NO_DIRECTION {
        return Vec3::ZERO;
    }
    let [a, b, c, d] = bits.to_le_bytes();
    let [x, y] = [[a, b], [c, d]].map(|half| f32::from(i16::from_le_bytes(half)) / LARGEST);
    // As devices read signed numbers: −32,768 is −1, too.
    let mut square = Vec2::new(x, y).max(Vec2::NEG_ONE);
    let z = 1.0 - square.x.abs() - square.y.abs();
    if z < 0.0 {
        square = fold_corners(square);
    }
    square.extend(z).normalize()
}

/// The corners of the square are the half of the octahedron that faces away.
fn fold_corners(square: Vec2) -> Vec2 {
    // Not `signum`: a fold of zero must go to one side, and −0 to the same one.
    let side = |number: f32| if number >= 0.0 { 1.0 } else { -1.0 };
    let sides = Vec2::new(side(square.x), side(square.y));
    (Vec2::ONE - Vec2::new(square.y, square.x).abs()) * sides
}
