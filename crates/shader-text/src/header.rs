//! The comment at the head of a snippet: what the shader reads, and how that is laid out.

use dq_math::SignRule;
use rig::{Method, RigidBlend};

use crate::snippet::Target;

/// Lines of comment, each ended.
pub(crate) fn header(method: Method, signs: SignRule, target: Target) -> String {
    let mut lines = vec![
        format!(
            "Skinning by the method {method}, as a vertex shader in {}.",
            target.title()
        ),
        format!(
            "Written by Dualskin {} with naga; to be used under the MIT license or the Apache License 2.0, as Dualskin.",
            env!("CARGO_PKG_VERSION")
        ),
        String::new(),
        format!(
            "Take all functions over and call skin_{} from a shader of your own; the entry point is an example.",
            method.entry_point()
        ),
        "Vertex attributes: position, normal, tangent (w: handedness), four joints and four weights. Weights sum to one; slots that"
            .to_owned(),
        "are not used have weight 0 and stand last. A vertex without weights is not moved.".to_owned(),
        String::new(),
        "The palette is a texture of 32-bit floats (RGBA), 2048 texels a row, which goes on in the next row. Texels 0, 1, 2:"
            .to_owned(),
        first_texels(method).to_owned(),
        "Then for each joint, one after the other:".to_owned(),
    ];
    lines.extend(entry(method).iter().map(|line| format!("  {line}")));
    lines.push("A matrix is its three rows [M | t]. A quaternion is (x, y, z, w).".to_owned());
    lines.push(
        "What a joint does takes points of the bind pose, in model space, to the pose.".to_owned(),
    );
    if method.has_signs() {
        lines.push(format!("Signs of rotations: {}.", signs_in_words(signs)));
    }
    if has_centers(method) {
        lines.push(
            "Attribute 5, `center`, is the texel of the palette that holds the rotation center of the vertex's set of joints:"
                .to_owned(),
        );
        lines.push(
            "(x, y, z, 0), behind the joints, one for each set of joints that meets at a vertex, new in every pose.".to_owned(),
        );
    }
    let comment = |line: &String| format!("// {line}").trim_end().to_owned() + "\n";
    lines.iter().map(comment).collect()
}

const fn has_centers(method: Method) -> bool {
    matches!(method, Method::TwoPhase(_, blend) if blend.has_centers())
}

const fn first_texels(method: Method) -> &'static str {
    match method {
        Method::DualQuaternion => {
            "the linear map that goes before all motions, as rows: the scale between the units of mesh and skeleton, or the identity."
        }
        _ => "not read here.",
    }
}

const STRETCH: &str = "3 texels: the first phase, a stretch about the joint (a matrix).";
const MOTION: &str =
    "2 texels: the second phase, a motion (a dual quaternion: real part, dual part).";

const fn entry(method: Method) -> &'static [&'static str] {
    match method {
        Method::Linear => &["3 texels: what the joint does (a matrix)."],
        Method::DualQuaternion => {
            &["2 texels: what the joint does (a unit dual quaternion: real part, dual part)."]
        }
        Method::Affine => &[
            "3 texels: what the joint does (a matrix).",
            "1 texel: its rotation (a quaternion).",
        ],
        Method::TwoPhase(_, RigidBlend::LogMatrix) => &[
            STRETCH,
            "2 texels: the logarithm of the second phase, a motion: (x, y, z, 0) of the real part, then of the dual part.",
        ],
        Method::TwoPhase(_, RigidBlend::DirectQuaternion) => &[
            STRETCH,
            MOTION,
            "1 texel: the joint's head at the bind (x, y, z, 0).",
        ],
        Method::TwoPhase(..) => &[STRETCH, MOTION],
    }
}

const fn signs_in_words(signs: SignRule) -> &'static str {
    match signs {
        SignRule::First => "towards the vertex's first influence",
        SignRule::Largest => "towards the vertex's largest influence",
        SignRule::Hierarchical | SignRule::Followed => {
            "as in the palette, where each joint's is chosen towards its parent's"
        }
        SignRule::Running => "towards the sum of the influences before",
    }
}
