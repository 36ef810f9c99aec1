//! What can be done to a mesh so that it holds its range of motion, from the cheapest on.

use dq_math::SignRule;
use rig::Method;
use scene::names::{method_title, signs_title};
use scene::report::pluralize;

/// A way to skin a mesh for a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetUp {
    /// As the mesh is.
    AsItIs,
    /// The largest weights of each vertex, so many at most.
    FewerJoints(u8),
    /// A method of its own for the mesh, with its signs.
    Method(Method, SignRule),
    /// Dual quaternions with a blend map that was worked out: at each vertex between linear blending and these.
    BlendMap,
    /// Weights fitted to where the reference has the vertices.
    FittedWeights,
    /// So many twist joints on each arm and leg.
    TwistJoints(u8),
    /// The same, and weights fitted with them.
    FittedTwistJoints(u8),
    /// So many corrective shapes: morph targets that follow the angles of joints.
    Shapes(usize),
    /// So many helper joints that follow every pose.
    Helpers(usize),
    /// The same as chains of rotation constraints.
    Chains(usize),
    /// So many helper joints with keys, which are right in the clips alone.
    KeyedHelpers(usize),
}

impl SetUp {
    /// Its name in documents for programs.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::AsItIs => "as-it-is",
            Self::FewerJoints(_) => "fewer-joints",
            Self::Method(..) => "method",
            Self::BlendMap => "blend-map",
            Self::FittedWeights => "fitted-weights",
            Self::TwistJoints(_) => "twist-joints",
            Self::FittedTwistJoints(_) => "fitted-twist-joints",
            Self::Shapes(_) => "corrective-shapes",
            Self::Helpers(_) => "helpers",
            Self::Chains(_) => "chains",
            Self::KeyedHelpers(_) => "keyed-helpers",
        }
    }

    /// Its name for people.
    #[must_use]
    pub fn title(self) -> String {
        let helpers = |count| pluralize(count, "helper joint");
        match self {
            Self::AsItIs => "As it is".to_owned(),
            Self::FewerJoints(most) => format!("At most {most} joints a vertex"),
            Self::Method(Method::Linear, _) => method_title(Method::Linear).to_owned(),
            Self::Method(method, signs) => {
                format!("{}, signs: {}", method_title(method), signs_title(signs))
            }
            Self::BlendMap => "Dual quaternions with a blend map".to_owned(),
            Self::FittedWeights => "Fitted weights".to_owned(),
            Self::TwistJoints(count) => {
                format!("{} a limb", pluralize(usize::from(count), "twist joint"))
            }
            Self::FittedTwistJoints(count) => {
                format!("{}, fitted weights", Self::TwistJoints(count).title())
            }
            Self::Shapes(count) => pluralize(count, "corrective shape"),
            Self::Chains(count) => format!("{} as chains of constraints", helpers(count)),
            Self::Helpers(count) => format!("{} that follow every pose", helpers(count)),
            Self::KeyedHelpers(count) => format!("{} with keys, in clips alone", helpers(count)),
        }
    }

    /// The rank by what it costs: who makes the character, whoever keeps it, and every frame. Less is cheaper.
    ///
    /// Set-ups of one kind are equal, and so are both kinds of helpers, but for methods, of which linear blending is the cheapest, and for twist joints by their number.
    #[must_use]
    pub const fn cost(self) -> u8 {
        match self {
            Self::AsItIs => 0,
            Self::FewerJoints(_) => 10,
            Self::Method(method, _) => match method {
                Method::Linear => 11,
                Method::DualQuaternion => 12,
                Method::TwoPhase(..) => 13,
                Method::Affine => 14,
            },
            Self::BlendMap => 19,
            Self::FittedWeights => 20,
            Self::TwistJoints(count) => 30_u8.saturating_add(count),
            Self::FittedTwistJoints(count) => 40_u8.saturating_add(count),
            Self::Shapes(_) => 47,
            Self::Helpers(_) | Self::Chains(_) => 50,
            Self::KeyedHelpers(_) => 60,
        }
    }

    /// Whether it is right in clips alone, and not in poses that no clip has.
    #[must_use]
    pub const fn is_of_clips_alone(self) -> bool {
        matches!(self, Self::KeyedHelpers(_))
    }
}
