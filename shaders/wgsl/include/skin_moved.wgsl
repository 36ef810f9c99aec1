#import skin_methods

// What a blended map does to a vertex: its position, its normal and its tangent.

struct SkinVertex {
    position: vec3<f32>,
    normal: vec3<f32>,
    // The fourth number is the handedness of the bitangent. Zero for meshes without tangents.
    tangent: vec4<f32>,
}

// The stretch, then the motion.
fn moved_by_both(map: TwoPhase, vertex: SkinVertex) -> SkinVertex {
    return moved_by_motion(map.posed_from_stretched, moved_by_affine(map.stretched_from_bind, vertex));
}

fn moved_by_affine(map: Affine, vertex: SkinVertex) -> SkinVertex {
    let normal = normal_of_linear(map, vertex.normal);
    var tangent = vertex.tangent;
    if HAS_TANGENTS && skin.tangents != 0u {
        let moved = vec4<f32>(tangent.xyz, 0.0) * map.rows;
        tangent = vec4<f32>(tangent_across(moved, normal), select(tangent.w, -tangent.w, mirrors(map)));
    }
    return SkinVertex(move_point(map, vertex.position), normal, tangent);
}

fn moved_by_motion(motion: DualQuat, vertex: SkinVertex) -> SkinVertex {
    let normal = unit_or_zero(transform_vector3(motion, vertex.normal));
    var tangent = vertex.tangent;
    if HAS_TANGENTS && skin.tangents != 0u {
        tangent = vec4<f32>(tangent_across(transform_vector3(motion, tangent.xyz), normal), tangent.w);
    }
    return SkinVertex(transform_point3(motion, vertex.position), normal, tangent);
}
