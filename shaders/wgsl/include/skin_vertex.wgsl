#import skin_average

// Skinning of one vertex: morph targets, then the method.

struct SkinVertex {
    position: vec3<f32>,
    normal: vec3<f32>,
}

// Vertex `index` of the rest list: the rest shape, then one shape of displacements per morph target.
fn load_vertex(index: u32) -> SkinVertex {
    let at = VERTEX_SIZE * index;
    return SkinVertex(
        vec3<f32>(load_rest(at), load_rest(at + 1u), load_rest(at + 2u)),
        vec3<f32>(load_rest(at + 3u), load_rest(at + 4u), load_rest(at + 5u)),
    );
}

// The rest shape with its morph targets added. Targets of weight zero are not read.
fn morphed_vertex(vertex: u32, pose: u32) -> SkinVertex {
    var sum = load_vertex(vertex);
    for (var target_index = 0u; target_index < skin.n_targets; target_index++) {
        let weight = load_pose(pose + skin.morph_weights + target_index / 4u)[target_index % 4u];
        if weight != 0.0 {
            let displacement = load_vertex((target_index + 1u) * skin.n_vertices + vertex);
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
    let pose = instance * skin.pose_size;
    let row = load_row(vertex);
    let in_units = moved_by_affine(units(row, pose), morphed_vertex(vertex, pose));
    return moved_by_motion(dual_quat_blend_vertex(row, pose), in_units);
}

fn two_phase_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let pose = instance * skin.pose_size;
    return moved_by_both(two_phase_blend_vertex(load_row(vertex), pose), morphed_vertex(vertex, pose));
}

fn affine_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let pose = instance * skin.pose_size;
    let map = mapped_blend_vertex(load_row(vertex), pose, load_blend(vertex));
    return moved_by_affine(map, morphed_vertex(vertex, pose));
}

fn spherical_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let pose = instance * skin.pose_size;
    let map = spherical_blend_vertex(load_row(vertex), pose, load_centre(vertex, pose));
    return moved_by_both(map, morphed_vertex(vertex, pose));
}

fn spherical_average_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let pose = instance * skin.pose_size;
    let map = spherical_average_blend_vertex(load_row(vertex), pose, load_centre(vertex, pose));
    return moved_by_both(map, morphed_vertex(vertex, pose));
}

fn log_matrix_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let pose = instance * skin.pose_size;
    return moved_by_both(log_matrix_blend_vertex(load_row(vertex), pose), morphed_vertex(vertex, pose));
}

fn direct_quaternion_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let pose = instance * skin.pose_size;
    let morphed = morphed_vertex(vertex, pose);
    return moved_by_both(direct_quaternion_blend_vertex(load_row(vertex), pose, morphed.position), morphed);
}

fn iterative_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let pose = instance * skin.pose_size;
    return moved_by_both(iterative_blend_vertex(load_row(vertex), pose), morphed_vertex(vertex, pose));
}

fn quaternion_translation_vertex(vertex: u32, instance: u32) -> SkinVertex {
    let pose = instance * skin.pose_size;
    return moved_by_both(quaternion_translation_blend_vertex(load_row(vertex), pose), morphed_vertex(vertex, pose));
}

// The stretch, then the motion.
fn moved_by_both(map: TwoPhase, vertex: SkinVertex) -> SkinVertex {
    return moved_by_motion(map.posed_from_stretched, moved_by_affine(map.stretched_from_bind, vertex));
}

fn moved_by_affine(map: Affine, vertex: SkinVertex) -> SkinVertex {
    return SkinVertex(move_point(map, vertex.position), normal_of_linear(map, vertex.normal));
}

fn moved_by_motion(motion: DualQuat, vertex: SkinVertex) -> SkinVertex {
    return SkinVertex(
        transform_point3(motion, vertex.position),
        unit_or_zero(transform_vector3(motion, vertex.normal)),
    );
}
