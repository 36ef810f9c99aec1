//! Filters: numbers in a form that is stored in fewer bits, and back, each in its place.
//!
//! Formulas of appendix B. What it leaves open for bad input gives some number here, as all of them are.

use crate::json::value::narrow;

/// What was done to elements before they were stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Filter {
    None,
    /// Unit vectors on an octahedron, of 8 or 16 bits, and a fourth number as it is.
    Octahedral,
    /// Unit quaternions of 16 bits without their largest number.
    Quaternion,
    /// Floats with an exponent of 8 bits and a mantissa of 24.
    Exponential,
    /// Colors as luma and two differences, of 8 or 16 bits, with opacity.
    Color,
}

impl Filter {
    /// Undoes the filter in all elements.
    pub(super) fn apply(self, elements: &mut [u8], stride: usize) {
        let is_small = stride == 4;
        match self {
            Self::None => {}
            Self::Octahedral if is_small => each_small(elements, |[x, y, one, rest]| {
                let [x, y, one] = [x, y, one].map(|byte| f32::from(byte.cast_signed()));
                let [x, y, z] = octahedral([x, y, one]).map(|number| signed_8(number * 127.0));
                [x, y, z, rest]
            }),
            Self::Octahedral => each_large(elements, |[x, y, one, rest]| {
                let [x, y, one] = [x, y, one].map(|word| f32::from(word.cast_signed()));
                let [x, y, z] = octahedral([x, y, one]).map(|number| signed_16(number * 32767.0));
                [x, y, z, rest]
            }),
            Self::Quaternion => each_large(elements, quaternion),
            Self::Exponential => {
                for place in elements.as_chunks_mut().0 {
                    *place = exponential(u32::from_le_bytes(*place)).to_le_bytes();
                }
            }
            Self::Color if is_small => each_small(elements, |[luma, orange, green, opacity]| {
                let [orange, green] = [orange, green].map(|byte| byte.cast_signed().into());
                let numbers = [luma.into(), orange, green, opacity.into()];
                color(numbers).map(|number| unsigned_8(number * 255.0))
            }),
            Self::Color => each_large(elements, |[luma, orange, green, opacity]| {
                let [orange, green] = [orange, green].map(|word| word.cast_signed().into());
                let numbers = [luma.into(), orange, green, opacity.into()];
                color(numbers).map(|number| unsigned_16(number * 65535.0))
            }),
        }
    }
}

/// Changes all elements of four bytes.
fn each_small(elements: &mut [u8], change: impl Fn([u8; 4]) -> [u8; 4]) {
    for element in elements.as_chunks_mut().0 {
        *element = change(*element);
    }
}

/// Changes all elements of four words.
fn each_large(elements: &mut [u8], change: impl Fn([u16; 4]) -> [u16; 4]) {
    for element in elements.as_chunks_mut::<8>().0 {
        let [a, b, c, d, e, f, g, h] = *element;
        let words = [[a, b], [c, d], [e, f], [g, h]].map(u16::from_le_bytes);
        let [[a, b], [c, d], [e, f], [g, h]] = change(words).map(u16::to_le_bytes);
        *element = [a, b, c, d, e, f, g, h];
    }
}

/// The unit vector of a point of the octahedron |x| + |y| + |z| = 1, whose lower half is folded over the edges of the upper one.
/// `one` is what stands for 1.
fn octahedral([x, y, one]: [f32; 3]) -> [f32; 3] {
    let (x, y) = (x / one, y / one);
    let z = 1.0 - x.abs() - y.abs();
    let fold = z.min(0.0);
    let (x, y) = (x - fold.copysign(x), y - fold.copysign(y));
    let length = (x * x + y * y + z * z).sqrt();
    [x / length, y / length, z / length]
}

/// The quaternion whose largest number was left out; the last word says which that is, and what stands for 1.
fn quaternion(words: [u16; 4]) -> [u16; 4] {
    let [x, y, z, last] = words.map(u16::cast_signed);
    let one = f32::from(last | 3);
    let [x, y, z] =
        [x, y, z].map(|number| f32::from(number) / one * std::f32::consts::FRAC_1_SQRT_2);
    let w = (1.0 - x * x - y * y - z * z).max(0.0).sqrt();
    let mut turned = [w, x, y, z].map(|number| signed_16(number * 32767.0));
    turned.rotate_right(usize::from(last.cast_unsigned() & 3));
    turned
}

/// 2ᵉ · m of an exponent of 8 bits and a mantissa of 24, both signed.
fn exponential(bits: u32) -> f32 {
    let exponent = bits.cast_signed() >> 24;
    let mantissa = (bits << 8).cast_signed() >> 8;
    // Exact in 64 bits, so that it is rounded once.
    narrow(2_f64.powi(exponent) * f64::from(mantissa))
}

/// Red, green, blue and opacity from 0 to 1. The highest bit of the last number tells how many the others have.
fn color([luma, orange, green, opacity]: [i32; 4]) -> [f32; 4] {
    // Of 16 bits at most, so that nothing overflows.
    let n_bits = opacity.checked_ilog2().map_or(0, |highest| highest + 1);
    let one = (1 << n_bits) - 1;
    let opacity = opacity & (one >> 1);
    let opacity = opacity << 1 | opacity & 1;
    let [red, blue] = [luma + orange - green, luma - orange - green];
    [red, luma + green, blue, opacity].map(|number| narrow(f64::from(number) / f64::from(one)))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounded; what does not fit is held to what does, and none becomes zero"
)]
fn signed_8(number: f32) -> u8 {
    (number.round() as i8).cast_unsigned()
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounded; what does not fit is held to what does, and none becomes zero"
)]
fn signed_16(number: f32) -> u16 {
    (number.round() as i16).cast_unsigned()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "rounded; what does not fit is held to what does, and none becomes zero"
)]
fn unsigned_8(number: f32) -> u8 {
    number.round() as u8
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "rounded; what does not fit is held to what does, and none becomes zero"
)]
fn unsigned_16(number: f32) -> u16 {
    number.round() as u16
}
