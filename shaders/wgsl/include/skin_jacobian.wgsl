#import skin_maps
#import skin_rows

// Jacobians: how the skinned surface lies, the change of the weights over it included. The formulas are in
// crates/skin-cpu/src/jacobian.rs. A Jacobian is the linear part of an Affine; what its map carries the origin to does not count.

// The gradients of a vertex: those from `first` to before `end`.
struct GradientRow {
    first: u32,
    end: u32,
}

// A joint, and how its weight changes over the surface.
struct Gradient {
    joint: u32,
    slope: vec4<f32>,
}

fn load_gradients(vertex: u32) -> GradientRow {
    // Vertex shaders get indices beyond the mesh: drivers fill up their groups.
    if vertex >= skin.n_vertices {
        return GradientRow(0u, 0u);
    }
    return GradientRow(load_influence(skin.gradients + vertex), load_influence(skin.gradients + vertex + 1u));
}

fn load_gradient(place: u32) -> Gradient {
    let at = skin.gradient_rows + 4u * place;
    return Gradient(load_influence(at), load_gradient_at(at + 1u));
}

fn load_gradient_at(at: u32) -> vec4<f32> {
    let x = bitcast<f32>(load_influence(at));
    let y = bitcast<f32>(load_influence(at + 1u));
    return vec4<f32>(x, y, bitcast<f32>(load_influence(at + 2u)), 0.0);
}

// The gradient of the blend map, for a mesh that has one.
fn load_gradient_of_blend(vertex: u32) -> vec4<f32> {
    return load_gradient_at(skin.gradients + skin.n_vertices + 1u + 3u * vertex);
}

// The gradient of the bulge map, for a mesh that has one: behind that of the blend map, if there is one.
fn load_gradient_of_bulge(vertex: u32) -> vec4<f32> {
    let before = select(0u, skin.n_vertices, skin.blend != 0u);
    return load_gradient_at(skin.gradients + skin.n_vertices + 1u + 3u * (before + vertex));
}

// The sign of any joint's rotation at a vertex. One that has no influence there goes against what the vertex's own do.
fn sign_of(start: Against, row: Row, entries: Entries, joint: u32) -> f32 {
    var signs = start;
    if signs.running {
        for (var pair = row.first; pair < row.end; pair++) {
            let own = load_joint(pair);
            let weight = load_weight(pair);
            let with_sign = apply_sign(&signs, load_rotation(entries, own), weight);
            if own == joint {
                return select(1.0, -1.0, with_sign * weight < 0.0);
            }
        }
    }
    return toward(signs.rotation, load_rotation(entries, joint));
}

// The Jacobian of `Σ w M v`, of which `map` is the blended map.
fn blend_of_matrices(row: Row, gradients: GradientRow, entries: Entries, map: Affine, position: vec3<f32>) -> Affine {
    var jacobian = map.rows;
    if row.first != row.end {
        let point = move_point(map, position);
        for (var place = gradients.first; place < gradients.end; place++) {
            let gradient = load_gradient(place);
            let image = move_point(load_affine(entries.first + gradient.joint * entries.size), position);
            add_outer(&jacobian, image - point, gradient.slope);
        }
    }
    return Affine(jacobian);
}

fn linear_jacobian_vertex(row: Row, gradients: GradientRow, pose: u32, map: Affine, position: vec3<f32>) -> Affine {
    return blend_of_matrices(row, gradients, Entries(pose + JOINTS_AT, LINEAR_SIZE), map, position);
}

// How each joint pulls at a blend of quaternions `q = Σ ±w q`; no blend where the rotations cancel.
struct Turns {
    is_blend: bool,
    start: Against,
    row: Row,
    entries: Entries,
    // `q* / |q|²`
    unblend: vec4<f32>,
}

fn blend_turns(row: Row, entries: Entries) -> Turns {
    let start = against(row, entries);
    var signs = start;
    var sum = vec4<f32>(0.0);
    for (var pair = row.first; pair < row.end; pair++) {
        let rotation = load_rotation(entries, load_joint(pair));
        sum += rotation * apply_sign(&signs, rotation, load_weight(pair));
    }
    let length_squared = dot(sum, sum);
    if length_squared < CANCELLED {
        return Turns(false, start, row, entries, vec4<f32>(0.0));
    }
    return Turns(true, start, row, entries, vec4<f32>(-sum.xyz, sum.w) / length_squared);
}

// `q_k q* / |q|²` times a factor.
fn part(turns: Turns, joint: u32, factor: f32) -> vec4<f32> {
    return quaternion_product(load_rotation(turns.entries, joint), turns.unblend) * factor;
}

// `σ x + x × b`, `(b, σ) = ±q_k q* / |q|²`.
fn turn(turns: Turns, joint: u32, x: vec3<f32>) -> vec3<f32> {
    let own = part(turns, joint, sign_of(turns.start, turns.row, turns.entries, joint));
    return x * own.w + cross(x, own.xyz);
}

// What a joint alone makes of a point.
struct Images {
    entries: Entries,
    are_motions: bool,
    point: vec3<f32>,
}

fn transform_by_joint(images: Images, joint: u32) -> vec3<f32> {
    let at = images.entries.first + joint * images.entries.size;
    if images.are_motions {
        return transform_point3(load_motion(at), images.point);
    }
    return move_point(load_affine(at), images.point);
}

// The slopes of a blend of points, which has come to `blended`.
fn add_blend(jacobian: ptr<function, mat3x4<f32>>, gradients: GradientRow, turns: Turns, images: Images, blended: vec3<f32>) {
    var signs = turns.start;
    var dropped = 0.0;
    for (var pair = turns.row.first; pair < turns.row.end; pair++) {
        let joint = load_joint(pair);
        let weight = apply_sign(&signs, load_rotation(turns.entries, joint), load_weight(pair));
        dropped -= dot(transform_by_joint(images, joint) - blended, part(turns, joint, weight).xyz);
    }
    for (var place = gradients.first; place < gradients.end; place++) {
        let gradient = load_gradient(place);
        let own = part(turns, gradient.joint, sign_of(turns.start, turns.row, turns.entries, gradient.joint));
        let x = transform_by_joint(images, gradient.joint) - blended;
        add_outer(jacobian, x * own.w + cross(x, own.xyz) - own.xyz * dropped, gradient.slope);
    }
}

// As in Rust; `motion` is the blend, not normalized.
fn dual_quat_jacobian_vertex(row: Row, gradients: GradientRow, pose: u32, motion: DualQuat, position: vec3<f32>) -> Affine {
    if row.first == row.end {
        return IDENTITY;
    }
    let rest_from_bind = load_affine(pose);
    let at_rest = move_point(rest_from_bind, position);
    let motions = Entries(pose + JOINTS_AT, DUAL_QUAT_SIZE);
    var jacobian = after(to_affine3a(motion), rest_from_bind).rows;
    let turns = blend_turns(row, motions);
    if turns.is_blend {
        let images = Images(motions, true, at_rest);
        add_blend(&jacobian, gradients, turns, images, transform_point3(motion, at_rest));
    }
    return Affine(jacobian);
}

fn affine_jacobian_vertex(row: Row, gradients: GradientRow, pose: u32, map: Affine, position: vec3<f32>) -> Affine {
    var jacobian = map.rows;
    let first = pose + JOINTS_AT;
    let turns = blend_turns(row, Entries(first + AFFINE_ROTATION_AT, AFFINE_SIZE));
    if turns.is_blend {
        let images = Images(Entries(first, AFFINE_SIZE), false, position);
        add_blend(&jacobian, gradients, turns, images, move_point(map, position));
    }
    return Affine(jacobian);
}
