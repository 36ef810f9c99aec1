//! Expressions of an avatar: morph targets of several meshes under one name.

/// A face that an avatar can make, as VRM has them: a joy, a blink, a vowel.
///
/// It is no state of its own. Its weight v means `v · share` of each of its morph targets, so that poses, keys and files have plain
/// weights of morph targets.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    /// The name in VRM 1.0, as `happy` or `aa`, also where VRM 0.x has another; of those that are not of the specification the file's.
    /// No two names of a character are the same but for case.
    pub name: String,
    /// Whether it is there or not, and nothing between.
    pub is_binary: bool,
    /// What else of the face it holds back.
    pub overrides: ExpressionOverrides,
    /// The morph targets that it sets; each once, none with a share of zero.
    pub shares: Vec<MorphShare>,
    /// How many changes of materials it makes besides, which are not shown.
    pub n_materials: usize,
    /// The key of the joint whose translation along X is the weight, in a clip for avatars (`.vrma`).
    pub weight_joint: Option<u32>,
}

/// How much of a morph target belongs to an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MorphShare {
    /// Place in [`Pose::morph_weights`](rig::Pose::morph_weights).
    pub weight: usize,
    /// The weight of the target when the expression has a weight of one; finite, not zero.
    pub share: f32,
}

/// What an expression holds back of other parts of the face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ExpressionOverrides {
    /// Of blinking.
    pub blink: ExpressionOverride,
    /// Of where the eyes look.
    pub look_at: ExpressionOverride,
    /// Of the mouth as it speaks.
    pub mouth: ExpressionOverride,
}

/// How an expression holds back others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ExpressionOverride {
    /// Not at all.
    #[default]
    None,
    /// Wholly, as soon as it has a weight above zero.
    Block,
    /// By as much as it is there.
    Blend,
}

/// From this weight on an expression that is binary is there.
const BINARY: f32 = 0.5;

impl Expression {
    /// The weight that the expression has where targets have these weights: the largest of which all its targets have their shares,
    /// `min(weight / share)`. Zero without targets.
    ///
    /// Targets that several expressions set may show more of one than was asked for.
    #[must_use]
    pub fn value(&self, weights: &[f32]) -> f32 {
        let of = |share: &MorphShare| Some(weights.get(share.weight)? / share.share);
        let all = self.shares.iter().filter_map(of);
        all.reduce(f32::min).unwrap_or(0.0)
    }

    /// Gives the expression a weight: its targets change by `(value − now) · share`, so that what others have set of them stays. One that
    /// is binary gets 0 or 1. A value that is not finite changes nothing.
    pub fn set_value(&self, weights: &mut [f32], value: f32) {
        let change = self.snapped(value) - self.value(weights);
        if !value.is_finite() || !change.is_finite() {
            return;
        }
        for share in &self.shares {
            if let Some(weight) = weights.get_mut(share.weight) {
                *weight += change * share.share;
            }
        }
    }

    /// The weight that is shown where this one is asked for: that, or 0 or 1 where the expression is binary.
    #[must_use]
    pub fn snapped(&self, value: f32) -> f32 {
        match (self.is_binary, value > BINARY) {
            (false, _) => value,
            (true, true) => 1.0,
            (true, false) => 0.0,
        }
    }
}
