#import skin_jacobian_rigid
#import skin_vertex

// As skin_vertex, with normals and tangents by the Jacobian of the skinned surface, for meshes with gradients.

// The vertex where it has come to, normal and tangent by the Jacobian.
fn moved_exactly(jacobian: Affine, to: vec3<f32>, vertex: SkinVertex) -> SkinVertex {
    let moved = moved_by_affine(jacobian, vertex);
    return SkinVertex(to, moved.normal, moved.tangent);
}

// The same by the maps of the mesh: `own` is what the method makes of the vertex, `to` where it carries it.
fn exact_by_maps(own: Affine, to: vec3<f32>, of_method: Affine, at: VertexAt, vertex: u32) -> SkinVertex {
    var jacobian = of_method;
    var point = to;
    if HAS_MAPS && skin.blend != 0u {
        jacobian = mapped_jacobian_vertex(at, vertex, of_method, to);
        if at.blend < 1.0 {
            point = move_point(mapped_blend_vertex(at.row, at.pose, at.blend, own), at.morphed.position);
        }
    }
    if HAS_MAPS && at.bulge > 0.0 && at.row.first != at.row.end {
        let bulge = find_bulge(at.row, at.pose, at.morphed.position, point);
        // The upper bound leaves out infinite distances; see LARGEST.
        if bulge.distance > bulge.radius && bulge.distance <= LARGEST {
            jacobian = bulge_jacobian_vertex(at, vertex, bulge, jacobian);
            point = draw_back(bulge, at.bulge);
        }
    }
    return moved_exactly(jacobian, point, at.morphed);
}

// `(1 − λ) J_L + λ J_A + (A v − L v) ∇λᵀ`, A the method and L linear blending of the joints' own maps.
fn mapped_jacobian_vertex(at: VertexAt, vertex: u32, method: Affine, to: vec3<f32>) -> Affine {
    let entries = Entries(at.pose + skin.own_joints, OWN_SIZE);
    let map = blend_matrices(at.row, entries);
    let linear = blend_of_matrices(at.row, load_gradients(vertex), entries, map, at.morphed.position);
    var jacobian = linear.rows * (1.0 - at.blend) + method.rows * at.blend;
    add_outer(&jacobian, to - move_point(map, at.morphed.position), load_gradient_of_blend(vertex));
    return Affine(jacobian);
}

// The Jacobian of the place that a vertex is drawn back to, from that of its map: what weights and strength held constant give, and
// what their gradients add.
fn bulge_jacobian_vertex(at: VertexAt, vertex: u32, bulge: Bulge, map: Affine) -> Affine {
    let posed = bulge.center + bulge.away;
    let strength = at.bulge;
    var of_center = mat3x4<f32>();
    var of_radius = vec4<f32>(0.0);
    let gradients = load_gradients(vertex);
    for (var place = gradients.first; place < gradients.end; place++) {
        let gradient = load_gradient(place);
        let of_joint = reach(at.pose, gradient.joint, at.morphed.position, posed);
        add_outer(&of_center, of_joint.closest - bulge.center, gradient.slope);
        of_radius += gradient.slope * of_joint.distance;
    }
    let out = bulge.away / bulge.distance;
    let shrunk = bulge.radius / bulge.distance;
    var sum = draw_back_linear(at.row, at.pose, bulge, strength, at.morphed.position, map).rows;
    sum += of_center * (strength * (1.0 - shrunk));
    add_outer(&sum, out * strength, of_radius + (of_center * out) * shrunk);
    add_outer(&sum, out * bulge.radius - bulge.away, load_gradient_of_bulge(vertex));
    return Affine(sum);
}

fn exact_by_both(method: TwoPhase, jacobian: Affine, at: VertexAt, vertex: u32) -> SkinVertex {
    let stretched = move_point(method.stretched_from_bind, at.morphed.position);
    let to = transform_point3(method.posed_from_stretched, stretched);
    if !HAS_MAPS {
        return moved_exactly(jacobian, to, at.morphed);
    }
    let own = after(to_affine3a(method.posed_from_stretched), method.stretched_from_bind);
    return exact_by_maps(own, to, jacobian, at, vertex);
}

fn rigid_at(at: VertexAt, vertex: u32, size: u32, map: TwoPhase) -> RigidBlend {
    return rigid_blend_at(at.row, vertex, at.pose + JOINTS_AT, size, map, at.morphed.position);
}

fn linear_exact_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let pose = instance * skin.pose_size;
    let row = load_row(vertex);
    let morphed = morphed_vertex(vertex, pose);
    let map = linear_blend_vertex(row, pose);
    let jacobian = linear_jacobian_vertex(row, load_gradients(vertex), pose, map, morphed.position);
    return moved_exactly(jacobian, move_point(map, morphed.position), morphed);
}

fn dual_quat_exact_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let at = vertex_at(vertex, instance);
    let motion = dual_quat_blend_vertex(at.row, at.pose);
    let jacobian = dual_quat_jacobian_vertex(at.row, load_gradients(vertex), at.pose, motion, at.morphed.position);
    return exact_by_both(TwoPhase(units(at.row, at.pose), motion), jacobian, at, vertex);
}

fn two_phase_exact_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let at = vertex_at(vertex, instance);
    let map = two_phase_blend_vertex(at.row, at.pose);
    let jacobian = two_phase_jacobian_vertex(rigid_at(at, vertex, TWO_PHASE_SIZE, map));
    return exact_by_both(map, jacobian, at, vertex);
}

fn affine_exact_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let at = vertex_at(vertex, instance);
    let map = affine_blend_vertex(at.row, at.pose);
    let jacobian = affine_jacobian_vertex(at.row, load_gradients(vertex), at.pose, map, at.morphed.position);
    return exact_by_maps(map, move_point(map, at.morphed.position), jacobian, at, vertex);
}

fn spherical_exact_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let at = vertex_at(vertex, instance);
    let center = load_center(vertex, at.pose);
    let map = spherical_blend_vertex(at.row, at.pose, center);
    let jacobian = about_pivot_jacobian_vertex(rigid_at(at, vertex, TWO_PHASE_SIZE, map), center);
    return exact_by_both(map, jacobian, at, vertex);
}

fn spherical_average_exact_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let at = vertex_at(vertex, instance);
    let center = load_center(vertex, at.pose);
    let map = spherical_average_blend_vertex(at.row, at.pose, center);
    let jacobian = spherical_average_jacobian_vertex(rigid_at(at, vertex, TWO_PHASE_SIZE, map), center);
    return exact_by_both(map, jacobian, at, vertex);
}

fn log_matrix_exact_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let at = vertex_at(vertex, instance);
    let map = log_matrix_blend_vertex(at.row, at.pose);
    let jacobian = log_matrix_jacobian_vertex(rigid_at(at, vertex, LOG_MATRIX_SIZE, map));
    return exact_by_both(map, jacobian, at, vertex);
}

fn direct_quaternion_exact_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let at = vertex_at(vertex, instance);
    let map = direct_quaternion_blend_vertex(at.row, at.pose, at.morphed.position);
    let blend = rigid_at(at, vertex, DIRECT_QUATERNION_SIZE, map);
    let heads = Entries(at.pose + JOINTS_AT + DIRECT_QUATERNION_HEAD_AT, DIRECT_QUATERNION_SIZE);
    let head = nearest_head(at.row, heads, blend.stretched);
    return exact_by_both(map, about_pivot_jacobian_vertex(blend, head), at, vertex);
}

fn iterative_exact_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let at = vertex_at(vertex, instance);
    let map = iterative_blend_vertex(at.row, at.pose);
    let jacobian = iterative_jacobian_vertex(rigid_at(at, vertex, TWO_PHASE_SIZE, map));
    return exact_by_both(map, jacobian, at, vertex);
}

fn quaternion_translation_exact_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let at = vertex_at(vertex, instance);
    let map = quaternion_translation_blend_vertex(at.row, at.pose);
    let jacobian = about_pivot_jacobian_vertex(rigid_at(at, vertex, TWO_PHASE_SIZE, map), vec3<f32>(0.0));
    return exact_by_both(map, jacobian, at, vertex);
}
