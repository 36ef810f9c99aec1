#import skin_average
#import skin_jacobian
#import skin_slopes

// Jacobians behind the first phase: `J = R J1 + Σ (∂G/∂w_k) ∇w_kᵀ`, J1 that of the first phase and R the blended rotation. The
// formulas are in crates/skin-cpu/src/jacobian_rigid.rs. What a blend turns about counts as constant.

// A two-phase blend at a vertex: where what lies in the palette, the vertex, and what has become of it.
struct RigidBlend {
    row: Row,
    gradients: GradientRow,
    stretches: Entries,
    motions: Entries,
    map: TwoPhase,
    // The vertex that the first phase has stretched.
    stretched: vec3<f32>,
    posed: vec3<f32>,
    // `R J1`
    turned: mat3x4<f32>,
}

fn rigid_blend_at(row: Row, vertex: u32, first: u32, size: u32, map: TwoPhase, position: vec3<f32>) -> RigidBlend {
    let gradients = load_gradients(vertex);
    let stretches = Entries(first, size);
    let motions = Entries(first + TWO_PHASE_MOTION_AT, size);
    let stretched = move_point(map.stretched_from_bind, position);
    let posed = transform_point3(map.posed_from_stretched, stretched);
    let first_phase = blend_of_matrices(row, gradients, stretches, map.stretched_from_bind, position);
    let turned = after(to_affine3a(map.posed_from_stretched), first_phase).rows;
    return RigidBlend(row, gradients, stretches, motions, map, stretched, posed, turned);
}

fn two_phase_jacobian_vertex(blend: RigidBlend) -> Affine {
    var jacobian = blend.turned;
    let turns = blend_turns(blend.row, blend.motions);
    if turns.is_blend {
        let images = Images(blend.motions, true, blend.stretched);
        add_blend(&jacobian, blend.gradients, turns, images, blend.posed);
    }
    return Affine(jacobian);
}

// Of blends that turn about a pivot and carry it along.
fn about_pivot_jacobian_vertex(blend: RigidBlend, pivot: vec3<f32>) -> Affine {
    var jacobian = blend.turned;
    let turns = blend_turns(blend.row, blend.motions);
    if turns.is_blend {
        let motion = blend.map.posed_from_stretched;
        let arm = blend.stretched - pivot;
        for (var place = blend.gradients.first; place < blend.gradients.end; place++) {
            let gradient = load_gradient(place);
            let own = load_motion(blend.motions.first + gradient.joint * blend.motions.size);
            let swing = transform_vector3(own, arm) - transform_vector3(motion, arm);
            let shift = transform_point3(own, pivot) - transform_point3(motion, pivot);
            add_outer(&jacobian, turn(turns, gradient.joint, swing) + shift, gradient.slope);
        }
    }
    return Affine(jacobian);
}

// `exp(Σ w l)` moves what it has moved by `2 φ0 × v' + 2 φε`, `φ = D(X) (l_k − X)`, D the left differential of exp at the sum X.
fn log_matrix_jacobian_vertex(blend: RigidBlend) -> Affine {
    var jacobian = blend.turned;
    let logs = blend.motions;
    var sum = DualVec3(vec3<f32>(0.0), vec3<f32>(0.0));
    for (var pair = blend.row.first; pair < blend.row.end; pair++) {
        let own = load_log(logs, load_joint(pair));
        let weight = load_weight(pair);
        sum.real += own.real * weight;
        sum.dual += own.dual * weight;
    }
    let differential = exp_differential(sum);
    for (var place = blend.gradients.first; place < blend.gradients.end; place++) {
        let gradient = load_gradient(place);
        let own = load_log(logs, gradient.joint);
        let step = apply(differential, DualVec3(own.real - sum.real, own.dual - sum.dual));
        add_outer(&jacobian, 2.0 * (cross(step.real, blend.posed) + step.dual), gradient.slope);
    }
    return Affine(jacobian);
}

fn load_log(logs: Entries, joint: u32) -> DualVec3 {
    let at = logs.first + joint * logs.size;
    return DualVec3(load_pose(at).xyz, load_pose(at + 1u).xyz);
}

// An average of motions, and how each joint pulls at it; none where a logarithm is nearly a whole turn wide.
struct Average {
    exists: bool,
    back: DualQuat,
    // `(Σ w L(x))⁻¹`
    inverse: DualMat3,
}

// The motion of a joint with a sign; without its shift if the average is that of the rotations alone.
fn load_toward(motions: Entries, joint: u32, side: f32, is_rotation: bool) -> DualQuat {
    let motion = load_motion(motions.first + joint * motions.size);
    return DualQuat(motion.real * side, select(motion.dual * side, vec4<f32>(0.0), is_rotation));
}

// `motion` is unit, and without a dual part for an average of the rotations alone.
fn average_at(blend: RigidBlend, motion: DualQuat, is_rotation: bool) -> Average {
    let back = conjugate_quaternion(motion);
    var signs = against(blend.row, blend.motions);
    var sum = NO_SLOPES;
    for (var pair = blend.row.first; pair < blend.row.end; pair++) {
        let joint = load_joint(pair);
        let weight = apply_sign(&signs, load_rotation(blend.motions, joint), load_weight(pair));
        let toward = load_toward(blend.motions, joint, select(1.0, -1.0, weight < 0.0), is_rotation);
        let ahead = motion_product(back, toward);
        if ahead.real.w < NEAR_WHOLE_TURN {
            return Average(false, back, sum);
        }
        add_scaled(&sum, log_differential(motion_log(ahead)), abs(weight));
    }
    let inverted = inverse(sum);
    return Average(inverted.exists, back, inverted.matrix);
}

// φ of another weight of a joint.
fn step_of(average: Average, blend: RigidBlend, start: Against, joint: u32, is_rotation: bool) -> DualVec3 {
    // A negative weight pulls towards the quaternion of the other sign, more so the more negative it is.
    var side = 1.0;
    for (var pair = blend.row.first; pair < blend.row.end; pair++) {
        if load_joint(pair) == joint {
            side = select(1.0, -1.0, load_weight(pair) < 0.0);
            break;
        }
    }
    let sign = sign_of(start, blend.row, blend.motions, joint);
    let toward = load_toward(blend.motions, joint, sign * side, is_rotation);
    let ahead = motion_log(motion_product(average.back, toward));
    return apply(average.inverse, DualVec3(ahead.real * side, ahead.dual * side));
}

fn spherical_average_jacobian_vertex(blend: RigidBlend, center: vec3<f32>) -> Affine {
    var jacobian = blend.turned;
    let motion = blend.map.posed_from_stretched;
    let turns = blend_turns(blend.row, blend.motions);
    if turns.is_blend {
        let average = average_at(blend, DualQuat(normalize(motion.real), vec4<f32>(0.0)), true);
        if average.exists {
            let arm = blend.stretched - center;
            for (var place = blend.gradients.first; place < blend.gradients.end; place++) {
                let gradient = load_gradient(place);
                let own = load_motion(blend.motions.first + gradient.joint * blend.motions.size);
                let turned = step_of(average, blend, turns.start, gradient.joint, true).real;
                let swing = transform_vector3(motion, 2.0 * cross(turned, arm));
                let shift = transform_point3(own, center) - transform_point3(motion, center);
                add_outer(&jacobian, swing + shift, gradient.slope);
            }
        }
    }
    return Affine(jacobian);
}

fn iterative_jacobian_vertex(blend: RigidBlend) -> Affine {
    var jacobian = blend.turned;
    let motion = blend.map.posed_from_stretched;
    let turns = blend_turns(blend.row, blend.motions);
    if turns.is_blend {
        let average = average_at(blend, unit_motion(motion), false);
        // The blend itself falls back to dual quaternions there, so its slope does as well.
        if !average.exists {
            return two_phase_jacobian_vertex(blend);
        }
        for (var place = blend.gradients.first; place < blend.gradients.end; place++) {
            let gradient = load_gradient(place);
            let step = step_of(average, blend, turns.start, gradient.joint, false);
            let moved = cross(step.real, blend.stretched) + step.dual;
            add_outer(&jacobian, transform_vector3(motion, 2.0 * moved), gradient.slope);
        }
    }
    return Affine(jacobian);
}
