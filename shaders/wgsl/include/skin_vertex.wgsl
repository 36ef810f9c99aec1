#import skin_average
#import skin_maps
#import skin_moved
#import skin_packed
#import skin_rows

// Skinning of one vertex: morph targets, then the method.

// A vertex at rest.
fn load_vertex(vertex: u32) -> SkinVertex {
    if OCTAHEDRAL_REST {
        let at = PACKED_VERTEX_SIZE * vertex;
        let position = vec3<f32>(load_rest(at), load_rest(at + 1u), load_rest(at + 2u));
        return SkinVertex(position, normal_from_octahedral(load_rest_bits(at + 3u)), vec4<f32>(0.0));
    }
    return load_shape(VERTEX_SIZE * vertex);
}

// What a morph target adds to a vertex. Displacements are not packed.
fn load_displacement(target_index: u32, vertex: u32) -> SkinVertex {
    let rest_size = select(VERTEX_SIZE, PACKED_VERTEX_SIZE, OCTAHEDRAL_REST);
    return load_shape(rest_size * skin.n_vertices + VERTEX_SIZE * (target_index * skin.n_vertices + vertex));
}

fn load_shape(at: u32) -> SkinVertex {
    return SkinVertex(
        vec3<f32>(load_rest(at), load_rest(at + 1u), load_rest(at + 2u)),
        vec3<f32>(load_rest(at + 3u), load_rest(at + 4u), load_rest(at + 5u)),
        vec4<f32>(0.0),
    );
}

fn load_tangent(vertex: u32) -> vec4<f32> {
    if !HAS_TANGENTS || skin.tangents == 0u {
        return vec4<f32>(0.0);
    }
    let at = skin.tangents + TANGENT_SIZE * vertex;
    return vec4<f32>(load_rest(at), load_rest(at + 1u), load_rest(at + 2u), load_rest(at + 3u));
}

// The rest shape with its morph targets added. Targets of weight zero are not read.
fn morphed_vertex(vertex: u32, pose: u32) -> SkinVertex {
    var sum = load_vertex(vertex);
    sum.tangent = load_tangent(vertex);
    for (var target_index = 0u; target_index < skin.n_targets; target_index++) {
        let weight = load_pose(pose + skin.morph_weights + target_index / 4u)[target_index % 4u];
        if weight != 0.0 {
            let displacement = load_displacement(target_index, vertex);
            sum.position += displacement.position * weight;
            sum.normal += displacement.normal * weight;
        }
    }
    return sum;
}

// One function per method, each for poses written for that method. A single function for all would take some drivers
// minutes to compile.

fn linear_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let pose = instance * skin.pose_size;
    return moved_by_affine(linear_blend_vertex(load_row(vertex), pose), morphed_vertex(vertex, pose));
}

fn dual_quat_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let at = vertex_at(vertex, instance);
    return mapped_by_both(TwoPhase(units(at.row, at.pose), dual_quat_blend_vertex(at.row, at.pose)), at);
}

fn two_phase_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let at = vertex_at(vertex, instance);
    return mapped_by_both(two_phase_blend_vertex(at.row, at.pose), at);
}

fn affine_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let at = vertex_at(vertex, instance);
    var map = affine_blend_vertex(at.row, at.pose);
    if HAS_MAPS {
        map = mapped_blend_vertex(at.row, at.pose, at.blend, map);
    }
    return without_bulge(map, at, moved_by_affine(map, at.morphed));
}

fn spherical_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let at = vertex_at(vertex, instance);
    return mapped_by_both(spherical_blend_vertex(at.row, at.pose, load_center(vertex, at.pose)), at);
}

fn spherical_average_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let at = vertex_at(vertex, instance);
    return mapped_by_both(spherical_average_blend_vertex(at.row, at.pose, load_center(vertex, at.pose)), at);
}

fn log_matrix_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let at = vertex_at(vertex, instance);
    return mapped_by_both(log_matrix_blend_vertex(at.row, at.pose), at);
}

fn direct_quaternion_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let at = vertex_at(vertex, instance);
    return mapped_by_both(direct_quaternion_blend_vertex(at.row, at.pose, at.morphed.position), at);
}

fn iterative_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let at = vertex_at(vertex, instance);
    return mapped_by_both(iterative_blend_vertex(at.row, at.pose), at);
}

fn quaternion_translation_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let at = vertex_at(vertex, instance);
    return mapped_by_both(quaternion_translation_blend_vertex(at.row, at.pose), at);
}

// A vertex of an instance: the start of its pose, its row, its numbers of the maps, and its rest shape with morph targets.
struct VertexAt {
    pose: u32,
    row: Row,
    blend: f32,
    bulge: f32,
    morphed: SkinVertex,
}

fn vertex_at(vertex: u32, instance: u32) -> VertexAt {
    let pose = instance * skin.pose_size;
    return VertexAt(pose, load_row(vertex), load_blend(vertex), load_bulge(vertex), morphed_vertex(vertex, pose));
}

// What a method makes of a vertex, by the maps of the mesh: without them the stretch, then the motion.
fn mapped_by_both(method: TwoPhase, at: VertexAt) -> SkinVertex {
    if !HAS_MAPS || (at.blend >= 1.0 && at.bulge <= 0.0) {
        return moved_by_both(method, at.morphed);
    }
    let own = after(to_affine3a(method.posed_from_stretched), method.stretched_from_bind);
    let map = mapped_blend_vertex(at.row, at.pose, at.blend, own);
    if at.blend >= 1.0 {
        return without_bulge(map, at, moved_by_both(method, at.morphed));
    }
    return without_bulge(map, at, moved_by_affine(map, at.morphed));
}

// A vertex that its map has moved, drawn back if it stands out.
fn without_bulge(map: Affine, at: VertexAt, moved: SkinVertex) -> SkinVertex {
    if !HAS_MAPS || at.bulge <= 0.0 || at.row.first == at.row.end {
        return moved;
    }
    let at_rest = at.morphed.position;
    let bulge = find_bulge(at.row, at.pose, at_rest, moved.position);
    if !(bulge.distance > bulge.radius && bulge.distance <= LARGEST) {
        return moved;
    }
    let linear = draw_back_linear(at.row, at.pose, bulge, at.bulge, at_rest, map);
    var back = moved_by_affine(linear, at.morphed);
    back.position = draw_back(bulge, at.bulge);
    return back;
}
