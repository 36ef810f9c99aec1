//! Poses in between by channel: rotation and translation each by itself, as the tracks of a clip have them.

use crate::posing::blend::{number, straight};
use crate::{JointIndex, Pose, Rigid};
use glam::Vec3;

impl Rigid {
    /// From this motion towards another, channel by channel: the rotation at constant speed, the way round that the signs
    /// say (slerp), the translation straight.
    ///
    /// As tracks with linear keys have it, where [`interpolate`](Self::interpolate) follows one screw. Exact at 0 and 1; `t` outside goes
    /// on the same way; a `t` that is not finite counts as 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use glam::{Quat, Vec3};
    /// use rig::Rigid;
    ///
    /// let half = Rigid::new(Quat::from_rotation_z(1.0), Vec3::X * 2.0);
    /// let middle = Rigid::IDENTITY.interpolate_channels(half, 0.5);
    /// assert!(middle.rotation.abs_diff_eq(Quat::from_rotation_z(0.5), 1e-6));
    /// assert_eq!(middle.translation, Vec3::X, "no arc");
    /// ```
    #[must_use]
    pub fn interpolate_channels(self, other: Self, t: f32) -> Self {
        let turn = |motion: Self| Self::new(motion.rotation, Vec3::ZERO);
        let t = if t.is_finite() { t } else { 0.0 };
        Self {
            rotation: turn(self).interpolate(turn(other), t).rotation,
            translation: straight(self.translation, other.translation, t),
        }
    }
}

impl Pose {
    /// Some joints from this pose towards another: [`Rigid::interpolate_channels`], and [`Stretch::interpolate`](crate::Stretch::interpolate),
    /// log-Euclidean where that is possible. All others, and morph weights, stay as they are; without a list all joints are mixed, and
    /// morph weights linearly.
    #[must_use]
    pub fn interpolate_channels(
        &self,
        other: &Self,
        t: f32,
        joints: Option<&[JointIndex]>,
    ) -> Self {
        let mut pose = self.clone();
        let places: Vec<usize> = match joints {
            Some(joints) => joints.iter().map(|joint| joint.index()).collect(),
            None => (0..self.len()).collect(),
        };
        for joint in places {
            if let (Some(rigid), Some(&other)) = (pose.rigid.get_mut(joint), other.rigid.get(joint))
            {
                *rigid = rigid.interpolate_channels(other, t);
            }
            if let (Some(stretch), Some(&other)) =
                (pose.stretch.get_mut(joint), other.stretch.get(joint))
            {
                *stretch = stretch.interpolate(other, t);
            }
        }
        if joints.is_none() {
            for (weight, &other) in pose.morph_weights.iter_mut().zip(&other.morph_weights) {
                *weight = number(*weight, other, t);
            }
        }
        pose
    }
}
