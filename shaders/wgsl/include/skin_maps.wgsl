#import skin_methods

// What the maps of a mesh do to a method: the blend map mixes it with linear blending, the bulge map draws back what stands
// out. The formulas are in crates/skin-cpu/src/mapped.rs and bulge.rs.

// What a method makes of a row as one affine map, with a value λ of the blend map: `(1 − λ) Σ w T + λ A`.
fn mapped_blend_vertex(row: Row, pose: u32, blend: f32, method: Affine) -> Affine {
    if blend >= 1.0 || row.first == row.end {
        return method;
    }
    let linear = blend_matrices(row, Entries(pose + skin.own_joints, OWN_SIZE));
    return Affine(method.rows * blend + linear.rows * (1.0 - blend));
}

// The rows of a motion of any length.
fn to_affine3a(motion: DualQuat) -> Affine {
    let x = transform_vector3(motion, vec3<f32>(1.0, 0.0, 0.0));
    let y = transform_vector3(motion, vec3<f32>(0.0, 1.0, 0.0));
    let z = transform_vector3(motion, vec3<f32>(0.0, 0.0, 1.0));
    let t = transform_point3(motion, vec3<f32>(0.0));
    return Affine(mat3x4<f32>(
        vec4<f32>(x.x, y.x, z.x, t.x),
        vec4<f32>(x.y, y.y, z.y, t.y),
        vec4<f32>(x.z, y.z, z.z, t.z),
    ));
}

// The second map, then the first.
fn after(outer: Affine, inner: Affine) -> Affine {
    return Affine(mat3x4<f32>(
        row_after(outer.rows[0], inner),
        row_after(outer.rows[1], inner),
        row_after(outer.rows[2], inner),
    ));
}

fn row_after(outer: vec4<f32>, inner: Affine) -> vec4<f32> {
    return inner.rows * outer.xyz + vec4<f32>(0.0, 0.0, 0.0, outer.w);
}

// What a joint says to a vertex; see `Reach` in bulge.rs.
struct Reach {
    closest: vec3<f32>,
    distance: f32,
    along: vec3<f32>,
    along_at_rest: vec3<f32>,
    rising: vec3<f32>,
}

fn reach(pose: u32, joint: u32, at_rest: vec3<f32>, posed: vec3<f32>) -> Reach {
    let at = pose + skin.own_joints + joint * OWN_SIZE;
    let map = load_affine(at);
    let head_at_rest = load_pose(at + OWN_HEAD_AT).xyz;
    let tail_at_rest = load_pose(at + OWN_TAIL_AT).xyz;
    let head = move_point(map, head_at_rest);
    let tail = move_point(map, tail_at_rest);
    let here = share(head, tail, posed);
    let there = share(head_at_rest, tail_at_rest, at_rest);
    let from_bone = at_rest - (head_at_rest + (tail_at_rest - head_at_rest) * there);
    let stretched = vec4<f32>(from_bone, 0.0) * map.rows;
    return Reach(
        head + (tail - head) * here,
        length(stretched),
        free_direction(tail - head, here),
        free_direction(tail_at_rest - head_at_rest, there),
        (map.rows * unit_or_zero(stretched)).xyz,
    );
}

// How far along a segment the place closest to a point is; 0 on a segment without length.
fn share(head: vec3<f32>, tail: vec3<f32>, point: vec3<f32>) -> f32 {
    let along = tail - head;
    let length_squared = dot(along, along);
    if length_squared > 0.0 {
        return clamp(dot(point - head, along) / length_squared, 0.0, 1.0);
    }
    return 0.0;
}

// The direction in which the closest place moves along; zero at an end.
fn free_direction(along: vec3<f32>, at: f32) -> vec3<f32> {
    if at > 0.0 && at < 1.0 {
        return unit_or_zero(along);
    }
    return vec3<f32>(0.0);
}

struct Bulge {
    center: vec3<f32>,
    radius: f32,
    away: vec3<f32>,
    // Not above the radius where nothing stands out.
    distance: f32,
}

fn find_bulge(row: Row, pose: u32, at_rest: vec3<f32>, posed: vec3<f32>) -> Bulge {
    var center = vec3<f32>(0.0);
    var radius = 0.0;
    for (var pair = row.first; pair < row.end; pair++) {
        let weight = load_weight(pair);
        let of_joint = reach(pose, load_joint(pair), at_rest, posed);
        center += of_joint.closest * weight;
        radius += of_joint.distance * weight;
    }
    let away = posed - center;
    return Bulge(center, max(radius, 0.0), away, length(away));
}

// `c̄ + (v' − c̄) (1 − β + β r̄/|v' − c̄|)`.
fn draw_back(bulge: Bulge, strength: f32) -> vec3<f32> {
    return bulge.center + bulge.away * (1.0 - strength + strength * (bulge.radius / bulge.distance));
}

// The derivative of the place above by that at the bind, weights and strength held constant, from that of the vertex's map.
fn draw_back_linear(row: Row, pose: u32, bulge: Bulge, strength: f32, at_rest: vec3<f32>, map: Affine) -> Affine {
    let posed = bulge.center + bulge.away;
    // Rows, as all matrices here.
    var of_center = mat3x4<f32>();
    var of_radius = vec4<f32>(0.0);
    for (var pair = row.first; pair < row.end; pair++) {
        let weight = load_weight(pair);
        let of_joint = reach(pose, load_joint(pair), at_rest, posed);
        add_outer(&of_center, of_joint.along * weight, map.rows * of_joint.along);
        let along = of_joint.along_at_rest;
        let across = of_joint.rising - along * dot(along, of_joint.rising);
        of_radius += vec4<f32>(across * weight, 0.0);
    }
    let out = bulge.away / bulge.distance;
    let of_away = map.rows - of_center;
    let shrunk = bulge.radius / bulge.distance;
    var sum = of_center + of_away * (1.0 - strength + strength * shrunk);
    add_outer(&sum, out * strength, of_radius - (of_away * out) * shrunk);
    return Affine(sum);
}

// `M += a bᵀ` for a matrix by its rows.
fn add_outer(matrix: ptr<function, mat3x4<f32>>, a: vec3<f32>, b: vec4<f32>) {
    *matrix += mat3x4<f32>(b * a.x, b * a.y, b * a.z);
}
