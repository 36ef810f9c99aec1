//! A card for each method: its formula, what it costs, where it fails, and the item that shows it.

use rig::{Method, RigidBlend};

/// What there is to know of a method in a few lines. What it does is [`method_tooltip`](scene::names::method_tooltip).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MethodCard {
    /// Where a vertex v goes; letters as in docs/mathematics.md, section 6.
    pub formula: &'static str,
    /// What lies in memory for a joint.
    pub memory: &'static str,
    /// The least and the most time over that of linear blending, with unit normals, without scale, by AVX-512, on 100,000 and 1,000,000
    /// vertices: as docs/performance.md has it.
    pub time: [f64; 2],
    /// What else there is to say of the time; empty for nothing.
    pub time_note: &'static str,
    /// What goes wrong, and when.
    pub fails: &'static str,
    /// The id of an item whose scene shows that by this method, or by one that does the same there.
    pub shows: &'static str,
}

impl MethodCard {
    /// The time in words.
    #[must_use]
    pub fn time_text(&self) -> String {
        let [least, most] = self.time;
        let compared = match least == most {
            true => "The others are told over its time.".to_owned(),
            false => format!("{least:.2} to {most:.2} of the time of linear blending."),
        };
        format!("{compared} {}", self.time_note)
            .trim_end()
            .to_owned()
    }
}

/// The card of a method; splits of one blend share theirs.
#[must_use]
pub const fn method_card(method: Method) -> MethodCard {
    match method {
        Method::Linear => MethodCard {
            formula: "v' = Σ w C v",
            memory: "12 numbers",
            time: [1.0, 1.0],
            time_note: "",
            fails: "Twists collapse to a point at half a turn, bends lose volume: maps that turn apart shrink when they are averaged.",
            shows: "k08-04",
        },
        Method::DualQuaternion => MethodCard {
            formula: "v' = b v with b = Σ ±w q̂ / |Σ ±w q|, q̂ the rigid part of C",
            memory: "8 numbers",
            time: [0.95, 0.97],
            time_note: "",
            fails: "Scale and shear are left out. The outside of a bend stands out by a fifth of the radius, and past half a turn signs decide the way.",
            shows: "lecture-artifacts",
        },
        Method::Affine => MethodCard {
            formula: "v' = vec(Σ w (C v) q q̄*) / |q̄|² with q̄ = Σ ±w q, q the rotation of C",
            memory: "16 numbers",
            time: [1.07, 1.46],
            time_note: "Scale costs nothing.",
            fails: "The outside of a bend stands out as with dual quaternions.",
            shows: "lecture-artifacts",
        },
        Method::TwoPhase(_, blend) => two_phase_card(blend),
    }
}

const fn two_phase_card(blend: RigidBlend) -> MethodCard {
    match blend {
        RigidBlend::DualQuaternion => MethodCard {
            formula: "v' = b (Σ w N v) with C = G N, N stretch, G rigid, and b the blend of the G as dual quaternions",
            memory: "20 numbers",
            time: [0.95, 0.97],
            time_note: "With scale 1.12 to 1.44.",
            fails: "The outside of a bend stands out by a fifth of the radius: the bulge map draws it back.",
            shows: "lecture-artifacts",
        },
        RigidBlend::Spherical => MethodCard {
            formula: "v' = Q (v₁ − r) + Σ w G r with v₁ = Σ w N v, Q the blend of the rotations and r the center of the vertex's set of joints",
            memory: "20 numbers, and 3 for each set of joints that share vertices",
            time: [1.08, 1.43],
            time_note: "",
            fails: "Where sets of joints meet the center jumps: joints that move apart, or a little weight of a third one, break the surface.",
            shows: "k08-17",
        },
        RigidBlend::SphericalAverage => MethodCard {
            formula: "as spherical, with Q where Σ w log(Q* ±g) = 0, g the rotations of G",
            memory: "20 numbers, and 3 for each set of joints that share vertices",
            time: [2.41, 4.05],
            time_note: "",
            fails: "As spherical. It turns evenly along the way, which hardly shows: by at most 8.1° for two joints.",
            shows: "k08-17",
        },
        RigidBlend::LogMatrix => MethodCard {
            formula: "v' = exp(Σ w log G) v₁ with v₁ = Σ w N v",
            memory: "20 numbers",
            time: [1.02, 1.16],
            time_note: "Logarithms are taken once for each joint and pose.",
            fails: "More than half a turn apart it goes the long way round and tears the skin, and the result is another one where the model stands elsewhere.",
            shows: "k08-16",
        },
        RigidBlend::DirectQuaternion => MethodCard {
            formula: "v' = Q (v₁ − h) + Σ w G h with v₁ = Σ w N v, h the head of the vertex's nearest joint",
            memory: "24 numbers",
            time: [1.15, 1.67],
            time_note: "",
            fails: "Cracks open where another joint becomes the nearest one.",
            shows: "k08-15",
        },
        RigidBlend::Iterative => MethodCard {
            formula: "v' = b v₁ where Σ w log(b* ±G) = 0 and v₁ = Σ w N v",
            memory: "20 numbers",
            time: [2.67, 4.73],
            time_note: "",
            fails: "A bend stands out a little more than with dual quaternions, of which this is the exact average.",
            shows: "lecture-artifacts",
        },
        RigidBlend::QuaternionTranslation => MethodCard {
            formula: "v' = Q v₁ + Σ w t with v₁ = Σ w N v, t where G takes the model's origin",
            memory: "20 numbers",
            time: [1.12, 1.56],
            time_note: "",
            fails: "It turns about the origin of the model: limbs far from there are torn off.",
            shows: "k08-06",
        },
    }
}
