//! Random rotations, motions and weights, the same in every run.

use core::f64::consts::TAU;

use dq_math::DualQuat;
use glam::{DQuat, DVec3, Quat, Vec3};

use crate::motions::narrow;

/// Draws from a fixed beginning: xorshift64*, whose 53 upper bits make a number.
///
/// Reference: S. Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled", 2016.
#[derive(Clone, Debug)]
pub(crate) struct Draws(u64);

impl Draws {
    /// Draws that are another row for each subject.
    pub(crate) const fn new(subject: u64) -> Self {
        Self(0x9e37_79b9_7f4a_7c15 ^ subject)
    }

    /// A number of [0, 1).
    pub(crate) fn fraction(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let bits = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d);
        // Two halves, each of which f64 takes whole.
        let [high, low] =
            [bits >> 32, bits & 0xffff_ffff].map(|half| u32::try_from(half).unwrap_or(0));
        (f64::from(high) + f64::from(low) * 2_f64.powi(-32)) * 2_f64.powi(-32)
    }

    /// A number between two others.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.fraction()
    }

    /// A direction, all alike.
    pub(crate) fn direction(&mut self) -> DVec3 {
        let height = self.between(-1.0, 1.0);
        let around = self.between(0.0, TAU);
        let across = (1.0 - height * height).max(0.0).sqrt();
        DVec3::new(across * around.cos(), across * around.sin(), height)
    }

    /// A point of the box from −2 to 2.
    pub(crate) fn point(&mut self) -> DVec3 {
        DVec3::from_array([(); 3].map(|()| self.between(-2.0, 2.0)))
    }

    /// A turn by at most `most` radians about any axis.
    pub(crate) fn rotation(&mut self, most: f64) -> Quat {
        let axis = self.direction();
        DQuat::from_axis_angle(axis, self.between(0.0, most)).as_quat()
    }

    /// Such a turn, with a translation of at most 2 along each axis.
    pub(crate) fn motion(&mut self, most: f64) -> DualQuat {
        let rotation = self.rotation(most);
        DualQuat::from_rotation_translation(rotation, self.point().as_vec3())
    }

    /// Motions that are at most `most` radians from one in their middle, which is any.
    pub(crate) fn near_motions<const N: usize>(&mut self, most: f64) -> [DualQuat; N] {
        let middle = self.motion(TAU);
        [(); N].map(|()| middle * self.motion(0.5 * most))
    }

    /// Weights that sum to one.
    pub(crate) fn weights<const N: usize>(&mut self) -> [f32; N] {
        let drawn = [(); N].map(|()| self.between(0.05, 1.0));
        let sum: f64 = drawn.iter().sum();
        drawn.map(|weight| narrow(weight / sum))
    }

    /// A point of the box from −2 to 2, as the program has it.
    pub(crate) fn narrow_point(&mut self) -> Vec3 {
        self.point().as_vec3()
    }
}
