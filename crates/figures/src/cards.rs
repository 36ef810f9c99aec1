//! A card for each method: its formula, what it costs, where it fails, and the item that shows it.

use rig::{Method, RigidBlend};

/// What there is to know of a method in a few lines. What it does is [`method_tooltip`](scene::names::method_tooltip).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodCard {
    /// Where a vertex v goes; letters as in docs/mathematics.md, section 6.
    pub formula: &'static str,
    /// Memory, and time over that of linear blending by the processor's widest instructions on meshes of 100,000 vertices and more without
    /// scale, as docs/performance.md has them.
    pub costs: &'static str,
    /// What goes wrong, and when.
    pub fails: &'static str,
    /// The id of an item whose scene shows that.
    pub shows: &'static str,
}

/// The card of a method; splits of one blend share theirs.
#[must_use]
pub const fn method_card(method: Method) -> MethodCard {
    match method {
        Method::Linear => MethodCard {
            formula: "v' = Σ w C v",
            costs: "12 numbers a joint. The fastest of all.",
            fails: "Twists collapse to a point at half a turn, bends lose volume: maps that turn apart shrink when they are averaged.",
            shows: "k08-04",
        },
        Method::DualQuaternion => MethodCard {
            formula: "v' = b v with b = Σ ±w q̂ / |Σ ±w q|, q̂ the rigid part of C",
            costs: "8 numbers a joint, and as fast as linear blending.",
            fails: "Scale and shear are left out. The outside of a bend stands out by a fifth of the radius, and past half a turn signs decide the way.",
            shows: "lecture-artifacts",
        },
        Method::Affine => MethodCard {
            formula: "v' = vec(Σ w (C v) q q̄*) / |q̄|² with q̄ = Σ ±w q, q the rotation of C",
            costs: "16 numbers a joint, 1.5 to 1.8 times the time of linear blending.",
            fails: "What stands out at bends with dual quaternions stands out here. Nothing is split, so there is no pivot to choose.",
            shows: "k08-14",
        },
        Method::TwoPhase(_, blend) => two_phase_card(blend),
    }
}

const fn two_phase_card(blend: RigidBlend) -> MethodCard {
    match blend {
        RigidBlend::DualQuaternion => MethodCard {
            formula: "v' = b (Σ w N v) with C = G N, N stretch, G rigid, and b the blend of the G as dual quaternions",
            costs: "20 numbers a joint, 1.6 to 1.8 times the time of linear blending; without scale as fast as that.",
            fails: "The outside of a bend stands out by a fifth of the radius: the bulge map draws it back.",
            shows: "k08-12",
        },
        RigidBlend::Spherical => MethodCard {
            formula: "v' = Q (v₁ − r) + Σ w G r with v₁ = Σ w N v, Q the blend of the rotations and r the center of the vertex's set of joints",
            costs: "20 numbers a joint and 3 a set of joints; 1.1 to 1.6 times the time of linear blending.",
            fails: "Where sets of joints meet the center jumps: joints that move apart, or a little weight of a third one, break the surface.",
            shows: "k08-17",
        },
        RigidBlend::SphericalAverage => MethodCard {
            formula: "as spherical, with Q where Σ w log(Q* ±g) = 0, g the rotations of G",
            costs: "20 numbers a joint and 3 a set of joints; 3.3 to 3.8 times the time of linear blending.",
            fails: "As spherical. It turns evenly along the way, which hardly shows: by at most 8.1° for two joints.",
            shows: "k08-17",
        },
        RigidBlend::LogMatrix => MethodCard {
            formula: "v' = exp(Σ w log G) v₁ with v₁ = Σ w N v",
            costs: "20 numbers a joint, and as fast as linear blending: logarithms are taken once a joint and pose.",
            fails: "More than half a turn apart it goes the long way round and tears the skin, and the result is another one where the model stands elsewhere.",
            shows: "k08-16",
        },
        RigidBlend::DirectQuaternion => MethodCard {
            formula: "v' = Q (v₁ − h) + Σ w G h with v₁ = Σ w N v, h the head of the vertex's nearest joint",
            costs: "24 numbers a joint, 1.5 to 1.7 times the time of linear blending.",
            fails: "Cracks open where another joint becomes the nearest one.",
            shows: "k08-15",
        },
        RigidBlend::Iterative => MethodCard {
            formula: "v' = b v₁ where Σ w log(b* ±G) = 0 and v₁ = Σ w N v",
            costs: "20 numbers a joint, 3.6 to 3.8 times the time of linear blending.",
            fails: "A bend stands out a little more than with dual quaternions, of which this is the exact average.",
            shows: "k08-25",
        },
        RigidBlend::QuaternionTranslation => MethodCard {
            formula: "v' = Q v₁ + Σ w t with v₁ = Σ w N v, t where G takes the model's origin",
            costs: "20 numbers a joint, 1.5 to 1.8 times the time of linear blending.",
            fails: "It turns about the origin of the model: limbs far from there are torn off.",
            shows: "k08-06",
        },
    }
}
