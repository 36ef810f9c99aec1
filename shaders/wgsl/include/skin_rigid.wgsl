#import skin_methods
#import skin_motion

// Two-phase skinning with other motions behind the first phase than blended dual quaternions: those that take no steps.
// The formulas are in crates/rig/src/palette/rigid_blend.rs.

const MOTIONS_AT = JOINTS_AT + TWO_PHASE_MOTION_AT;

// The first phase with a motion behind it.
fn behind_stretch(row: Row, pose: u32, motion: DualQuat) -> TwoPhase {
    return TwoPhase(blend_matrices(row, Entries(pose + JOINTS_AT, TWO_PHASE_SIZE)), motion);
}

// `Σ ±w q`, not normalized; zero where the rotations cancel, as for an empty row.
fn blend_rotations(row: Row, motions: Entries) -> vec4<f32> {
    var signs = against(row, motions);
    var sum = vec4<f32>(0.0);
    for (var pair = row.first; pair < row.end; pair++) {
        let rotation = load_rotation(motions, load_joint(pair));
        sum += rotation * apply_sign(&signs, rotation, load_weight(pair));
    }
    if dot(sum, sum) < CANCELLED {
        return vec4<f32>(0.0);
    }
    return sum;
}

// `Σ w G x`.
fn blend_images(row: Row, motions: Entries, point: vec3<f32>) -> vec3<f32> {
    var sum = vec3<f32>(0.0);
    for (var pair = row.first; pair < row.end; pair++) {
        let motion = load_motion(motions.first + load_joint(pair) * motions.size);
        sum += transform_point3(motion, point) * load_weight(pair);
    }
    return sum;
}

// `x → Q (x − center) + image` with Q the rotation of a quaternion of any length.
fn turn_about(rotation: vec4<f32>, center: vec3<f32>, image: vec3<f32>) -> DualQuat {
    let turned = transform_vector3(DualQuat(rotation, vec4<f32>(0.0)), center);
    return from_rotation_translation(rotation, image - turned);
}

// What a blend gives that has no rotation: the identity without influences, else the first motion alone.
fn first_motion(row: Row, motions: Entries) -> DualQuat {
    if row.first == row.end {
        return NO_MOTION;
    }
    return load_motion(motions.first + load_joint(row.first) * motions.size);
}

// `x → Q (x − center) + Σ w G center`; the first motion where Q is zero.
fn about_center(row: Row, motions: Entries, rotation: vec4<f32>, center: vec3<f32>) -> DualQuat {
    if dot(rotation, rotation) < CANCELLED {
        return first_motion(row, motions);
    }
    return turn_about(rotation, center, blend_images(row, motions, center));
}

// Spherical blending: the rotation `Σ ±w q` about the center of the vertex's joints.
fn spherical_blend_vertex(row: Row, pose: u32, center: vec3<f32>) -> TwoPhase {
    let motions = Entries(pose + MOTIONS_AT, TWO_PHASE_SIZE);
    return behind_stretch(row, pose, about_center(row, motions, blend_rotations(row, motions), center));
}

// Quaternion-translation blending: the rotation `Σ ±w q` about the model's origin.
fn quaternion_translation_blend_vertex(row: Row, pose: u32) -> TwoPhase {
    return spherical_blend_vertex(row, pose, vec3<f32>(0.0));
}

// Direct quaternion blending: the rotation `Σ ±w q` about the head that lies nearest to the stretched vertex.
fn direct_quaternion_blend_vertex(row: Row, pose: u32, position: vec3<f32>) -> TwoPhase {
    let first = pose + JOINTS_AT;
    let stretch = blend_matrices(row, Entries(first, DIRECT_QUATERNION_SIZE));
    let motions = Entries(first + DIRECT_QUATERNION_MOTION_AT, DIRECT_QUATERNION_SIZE);
    let heads = Entries(first + DIRECT_QUATERNION_HEAD_AT, DIRECT_QUATERNION_SIZE);
    let head = nearest_head(row, heads, move_point(stretch, position));
    return TwoPhase(stretch, about_center(row, motions, blend_rotations(row, motions), head));
}

// How much smaller the square of a distance has to be for a head to count as nearer: what rounding alone makes smaller is a tie.
const CLEARLY_NEARER = 0.9999;

// The head of the joint nearest to a point, the first of several; the origin for an empty row.
fn nearest_head(row: Row, heads: Entries, point: vec3<f32>) -> vec3<f32> {
    var nearest = vec3<f32>(0.0);
    var shortest = LARGEST;
    for (var pair = row.first; pair < row.end; pair++) {
        let head = load_pose(heads.first + load_joint(pair) * heads.size).xyz;
        let away = head - point;
        let distance_squared = dot(away, away);
        if distance_squared < CLEARLY_NEARER * shortest || pair == row.first {
            nearest = head;
            shortest = distance_squared;
        }
    }
    return nearest;
}

// Log-matrix blending: `exp(Σ w log G)`, with principal logarithms in the palette.
fn log_matrix_blend_vertex(row: Row, pose: u32) -> TwoPhase {
    let first = pose + JOINTS_AT;
    var sum = DualVec3(vec3<f32>(0.0), vec3<f32>(0.0));
    for (var pair = row.first; pair < row.end; pair++) {
        let at = first + LOG_MATRIX_LOG_AT + load_joint(pair) * LOG_MATRIX_SIZE;
        let weight = load_weight(pair);
        sum.real += load_pose(at).xyz * weight;
        sum.dual += load_pose(at + 1u).xyz * weight;
    }
    return TwoPhase(blend_matrices(row, Entries(first, LOG_MATRIX_SIZE)), motion_exp(sum));
}
