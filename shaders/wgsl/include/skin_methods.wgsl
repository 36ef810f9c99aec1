#import skin_signs

// The blend of one vertex, per method. `pose` is the start of its instance's pose.

fn load_affine(at: u32) -> Affine {
    return Affine(mat3x4<f32>(load_pose(at), load_pose(at + 1u), load_pose(at + 2u)));
}

fn load_motion(at: u32) -> DualQuat {
    return DualQuat(load_pose(at), load_pose(at + 1u));
}

// `Σ w M`; the identity for an empty row.
fn blend_matrices(row: Row, entries: Entries) -> Affine {
    if row.first == row.end {
        return IDENTITY;
    }
    var sum = mat3x4<f32>();
    for (var pair = row.first; pair < row.end; pair++) {
        sum += load_affine(entries.first + load_joint(pair) * entries.size).rows * load_weight(pair);
    }
    return Affine(sum);
}

// `Σ ±w q̂`, not normalized; the identity for an empty row, the first motion where the rotations cancel.
fn blend_motions(row: Row, entries: Entries) -> DualQuat {
    if row.first == row.end {
        return NO_MOTION;
    }
    let sum = sum_motions(row, entries);
    if dot(sum.real, sum.real) < CANCELLED {
        return load_motion(entries.first + load_joint(row.first) * entries.size);
    }
    return sum;
}

// `Σ ±w q̂`, whatever comes of it; zero for an empty row.
fn sum_motions(row: Row, entries: Entries) -> DualQuat {
    var signs = against(row, entries);
    var sum = ZERO_MOTION;
    for (var pair = row.first; pair < row.end; pair++) {
        let motion = load_motion(entries.first + load_joint(pair) * entries.size);
        let weight = apply_sign(&signs, motion.real, load_weight(pair));
        sum.real += motion.real * weight;
        sum.dual += motion.dual * weight;
    }
    return sum;
}

// Linear blend skinning: `Σ w C`.
fn linear_blend_vertex(row: Row, pose: u32) -> Affine {
    return blend_matrices(row, Entries(pose + JOINTS_AT, LINEAR_SIZE));
}

// Dual quaternion skinning: `Σ ±w q̂`, applied after `units`.
fn dual_quat_blend_vertex(row: Row, pose: u32) -> DualQuat {
    return blend_motions(row, Entries(pose + JOINTS_AT, DUAL_QUAT_SIZE));
}

// Dual quaternion skinning: the map before the motion, for a vertex with influences.
fn units(row: Row, pose: u32) -> Affine {
    if row.first == row.end {
        return IDENTITY;
    }
    return load_affine(pose);
}

// The stretch is applied first, then the motion.
struct TwoPhase {
    stretched_from_bind: Affine,
    posed_from_stretched: DualQuat,
}

// Two-phase skinning: `Σ w N`, then `Σ ±w G`.
fn two_phase_blend_vertex(row: Row, pose: u32) -> TwoPhase {
    let first = pose + JOINTS_AT;
    return TwoPhase(
        blend_matrices(row, Entries(first, TWO_PHASE_SIZE)),
        blend_motions(row, Entries(first + TWO_PHASE_MOTION_AT, TWO_PHASE_SIZE)),
    );
}

// Affine blending: `Σ w (s 1 − [b]×) C` with `(b, s) = ±q q̄* / |q̄|²`, `q̄ = Σ ±w q`. The identity for an empty row, the
// first joint alone where the rotations cancel.
fn affine_blend_vertex(row: Row, pose: u32) -> Affine {
    if row.first == row.end {
        return IDENTITY;
    }
    let first = pose + JOINTS_AT;
    let rotations = Entries(first + AFFINE_ROTATION_AT, AFFINE_SIZE);
    var signs = against(row, rotations);
    var blended = vec4<f32>(0.0);
    for (var pair = row.first; pair < row.end; pair++) {
        let rotation = load_rotation(rotations, load_joint(pair));
        blended += rotation * apply_sign(&signs, rotation, load_weight(pair));
    }
    let length_squared = dot(blended, blended);
    if length_squared < CANCELLED {
        return load_affine(first + load_joint(row.first) * AFFINE_SIZE);
    }
    let unblend = vec4<f32>(-blended.xyz, blended.w) / length_squared;
    // From the beginning again: the running sum of the first pass must not choose signs of the second.
    signs = against(row, rotations);
    var sum = Affine(mat3x4<f32>());
    for (var pair = row.first; pair < row.end; pair++) {
        let joint = load_joint(pair);
        let rotation = load_rotation(rotations, joint);
        let weight = apply_sign(&signs, rotation, load_weight(pair));
        add_turned(&sum, quaternion_product(rotation, unblend) * weight, load_affine(first + joint * AFFINE_SIZE));
    }
    return sum;
}

// `sum += (s 1 − [b]×) C` with `(b, s)` = `turn`, row by row.
fn add_turned(sum: ptr<function, Affine>, turn: vec4<f32>, map: Affine) {
    let b = turn.xyz;
    let x = map.rows[0];
    let y = map.rows[1];
    let z = map.rows[2];
    (*sum).rows += mat3x4<f32>(
        turn.w * x - (b.y * z - b.z * y),
        turn.w * y - (b.z * x - b.x * z),
        turn.w * z - (b.x * y - b.y * x),
    );
}
