#import skin_rigid

// Two-phase skinning with exact averages behind the first phase, which are found in steps. As many as in Rust at most, and
// to the same precision: crates/skin-cpu/src/spherical.rs and iterative.rs.

const AVERAGE_STEPS = 16u;
const AVERAGE_PRECISION = 1e-6;
const ITERATIVE_STEPS = 20u;
const ITERATIVE_PRECISION = 1e-6;
const NEAR_WHOLE_TURN = -0.99;

// Spherical blending with the spherical average of the rotations: `Σ w log(Q* ±q) = 0`.
fn spherical_average_blend_vertex(row: Row, pose: u32, center: vec3<f32>) -> TwoPhase {
    let motions = Entries(pose + MOTIONS_AT, TWO_PHASE_SIZE);
    var rotation = blend_rotations(row, motions);
    if dot(rotation, rotation) >= CANCELLED {
        rotation = average_rotation(row, motions, rotation);
    }
    return behind_stretch(row, pose, about_center(row, motions, rotation, center));
}

// The unit quaternion Q with `Σ w log(Q* ±q) = 0`, from the linear blend on.
fn average_rotation(row: Row, motions: Entries, start: vec4<f32>) -> vec4<f32> {
    var average = normalize(start);
    for (var steps = 0u; steps < AVERAGE_STEPS; steps++) {
        let back = vec4<f32>(-average.xyz, average.w);
        var signs = against(row, motions);
        var change = vec3<f32>(0.0);
        for (var pair = row.first; pair < row.end; pair++) {
            let rotation = load_rotation(motions, load_joint(pair));
            let weight = apply_sign(&signs, rotation, load_weight(pair));
            // A negative weight is a positive one of the quaternion of the other sign.
            let ahead = quaternion_product(back, select(rotation, -rotation, weight < 0.0));
            change += quaternion_log(ahead) * abs(weight);
        }
        // Rounding takes products off unit length, and the logarithm reads its argument as unit.
        average = normalize(quaternion_product(average, quaternion_exp(change)));
        if length(change) < AVERAGE_PRECISION {
            break;
        }
    }
    return average;
}

// Iterative blending: the motion b with `Σ w log(b* ±G) = 0`. The identity for an empty row, the first motion where the
// rotations cancel.
fn iterative_blend_vertex(row: Row, pose: u32) -> TwoPhase {
    let motions = Entries(pose + MOTIONS_AT, TWO_PHASE_SIZE);
    let sum = sum_motions(row, motions);
    if dot(sum.real, sum.real) < CANCELLED {
        return behind_stretch(row, pose, first_motion(row, motions));
    }
    // A single motion is its own average.
    if row.end - row.first < 2u {
        return behind_stretch(row, pose, sum);
    }
    return behind_stretch(row, pose, average_motion(row, motions, unit_motion(sum)));
}

// The average of the motions from a first guess on, which is unit. The guess where a motion is nearly a whole turn away.
fn average_motion(row: Row, motions: Entries, start: DualQuat) -> DualQuat {
    var average = start;
    for (var steps = 0u; steps < ITERATIVE_STEPS; steps++) {
        let back = conjugate_quaternion(average);
        var signs = against(row, motions);
        var change = DualVec3(vec3<f32>(0.0), vec3<f32>(0.0));
        for (var pair = row.first; pair < row.end; pair++) {
            let motion = load_motion(motions.first + load_joint(pair) * motions.size);
            let weight = apply_sign(&signs, motion.real, load_weight(pair));
            let side = select(1.0, -1.0, weight < 0.0);
            let ahead = motion_product(back, DualQuat(motion.real * side, motion.dual * side));
            if ahead.real.w < NEAR_WHOLE_TURN {
                return start;
            }
            let toward = motion_log(ahead);
            change.real += toward.real * abs(weight);
            change.dual += toward.dual * abs(weight);
        }
        average = unit_motion(motion_product(average, motion_exp(change)));
        let unit = max(length(average.dual), 1.0);
        if length(change.real) < ITERATIVE_PRECISION && length(change.dual) < ITERATIVE_PRECISION * unit {
            break;
        }
    }
    return average;
}
