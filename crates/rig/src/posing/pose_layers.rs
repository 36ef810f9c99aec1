//! Layers of poses over a pose: each mixed in, or added.

use crate::{Mixed, Pose, Rigid, Stretch};

/// How a layer changes what lies below it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LayerMode<'a> {
    /// The mean of what lies below and the layer, with the weights 1 − w and w: at 1 the layer alone.
    Override,
    /// What the layer adds to this pose of reference, a share w of it.
    Additive(&'a Pose),
}

/// One layer of a stack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoseLayer<'a> {
    /// How it changes what lies below.
    pub mode: LayerMode<'a>,
    /// The pose of the layer.
    pub pose: &'a Pose,
    /// Its weight: 0 to 1 for one that overrides, any number for one that adds.
    pub weight: f32,
    /// A factor of the weight for each joint, 0 to 1; joints beyond it have 1, so that an empty one is no mask.
    pub mask: &'a [f32],
    /// Whether morph weights take part, with the weight of the layer.
    pub morphs: bool,
}

impl Pose {
    /// The pose with layers over it, from the bottom to the top.
    ///
    /// ```text
    /// w = weight · mask of the joint
    /// override   mean of (so far, layer) with (1 − w, w)              Rigid::mean, Stretch::mean
    /// additive   T (T_ref⁻¹ T_layer)ʷ,  S likewise                     Rigid::with_added, Stretch::with_added
    /// ```
    ///
    /// `w = 0` changes no bit, and `w = 1` of an override is the layer, bit for bit. Order matters. Morph weights go linearly, and without
    /// masks, which are of joints. As long as this pose: what a layer lacks it leaves as it is.
    ///
    /// # Examples
    ///
    /// ```
    /// use glam::{Quat, Vec3};
    /// use rig::{LayerMode, Pose, PoseLayer, Rigid, Stretch};
    ///
    /// let turned = |angle: f32| Pose {
    ///     rigid: vec![Rigid::new(Quat::from_rotation_z(angle), Vec3::ZERO)],
    ///     stretch: vec![Stretch::IDENTITY],
    ///     morph_weights: Vec::new(),
    /// };
    /// let (base, reference, leaning) = (turned(0.5), turned(0.0), turned(0.2));
    /// let lean = PoseLayer {
    ///     mode: LayerMode::Additive(&reference),
    ///     pose: &leaning,
    ///     weight: 0.5,
    ///     mask: &[],
    ///     morphs: true,
    /// };
    /// let posed = base.with_layers(&[lean]);
    /// assert!(posed.rigid[0].rotation.abs_diff_eq(Quat::from_rotation_z(0.6), 1e-6));
    /// ```
    #[must_use]
    pub fn with_layers(&self, layers: &[PoseLayer<'_>]) -> Self {
        let mut pose = self.clone();
        for layer in layers {
            pose.lay(layer);
        }
        pose
    }

    fn lay(&mut self, layer: &PoseLayer<'_>) {
        for (joint, rigid) in self.rigid.iter_mut().enumerate() {
            if let Some(&own) = layer.pose.rigid.get(joint) {
                *rigid = layer.rigid(joint, *rigid, own);
            }
        }
        for (joint, stretch) in self.stretch.iter_mut().enumerate() {
            if let Some(&own) = layer.pose.stretch.get(joint) {
                *stretch = layer.stretch(joint, *stretch, own);
            }
        }
        let morphs = self.morph_weights.iter_mut().enumerate();
        for (place, weight) in morphs.filter(|_| layer.morphs) {
            if let Some(&own) = layer.pose.morph_weights.get(place) {
                *weight = layer.morph(place, *weight, own);
            }
        }
    }
}

impl PoseLayer<'_> {
    /// Its weight on a joint. What is not finite counts as 0.
    pub(super) fn weight_of(&self, joint: usize) -> f32 {
        let weight = self.weight * self.mask.get(joint).copied().unwrap_or(1.0);
        if weight.is_finite() { weight } else { 0.0 }
    }

    fn rigid(&self, joint: usize, below: Rigid, own: Rigid) -> Rigid {
        let weight = self.weight_of(joint);
        match self.mode {
            LayerMode::Override => {
                let mixed = override_by(below, own, weight, Rigid::mean);
                // The sign of what lies below goes on: it says which way round.
                if weight < 1.0 {
                    mixed.with_sign_near(below.rotation)
                } else {
                    mixed
                }
            }
            LayerMode::Additive(reference) => {
                let reference = reference.rigid.get(joint).copied().unwrap_or_default();
                below.with_added(reference, own, weight)
            }
        }
    }

    fn stretch(&self, joint: usize, below: Stretch, own: Stretch) -> Stretch {
        let weight = self.weight_of(joint);
        match self.mode {
            LayerMode::Override => override_by(below, own, weight, Stretch::mean),
            LayerMode::Additive(reference) => {
                let reference = reference.stretch.get(joint).copied().unwrap_or_default();
                below.with_added(reference, own, weight)
            }
        }
    }

    fn morph(&self, place: usize, below: f32, own: f32) -> f32 {
        let weight = if self.weight.is_finite() {
            self.weight
        } else {
            0.0
        };
        let moved = match self.mode {
            LayerMode::Override => below + weight.clamp(0.0, 1.0) * (own - below),
            LayerMode::Additive(reference) => {
                let from = reference.morph_weights.get(place).copied().unwrap_or(0.0);
                below + weight * (own - from)
            }
        };
        if moved.is_finite() { moved } else { below }
    }
}

/// The mean of two; the ends of the weight bit for bit.
pub(super) fn override_by<T: Copy>(
    below: T,
    own: T,
    weight: f32,
    mean: impl Fn(&[Mixed<T>]) -> T,
) -> T {
    if weight <= 0.0 {
        return below;
    }
    if weight >= 1.0 {
        return own;
    }
    let part = |what, weight, id| Mixed { what, weight, id };
    mean(&[part(below, 1.0 - weight, 0), part(own, weight, 1)])
}
