// What a vertex reads of the lists of skinning data: its influences, its numbers of maps and its rotation center. To
// be imported with skin_storage or skin_textures, which have the lists.

// A vertex beyond the mesh has no influences. Vertex shaders do get such indices: drivers fill up their groups.
fn load_row(vertex: u32) -> Row {
    if vertex >= skin.n_vertices {
        return Row(0u, 0u);
    }
    return Row(load_influence(vertex), load_influence(vertex + 1u));
}

fn load_joint(pair: u32) -> u32 {
    if INFLUENCE_FORMAT == 1u {
        return load_influence(skin.pairs + pair) & 0xffffu;
    }
    if INFLUENCE_FORMAT == 2u {
        return (load_influence(skin.pairs + 3u * (pair / 4u) + 2u) >> (8u * (pair % 4u))) & 0xffu;
    }
    return load_influence(skin.pairs + 2u * pair);
}

fn load_weight(pair: u32) -> f32 {
    if INFLUENCE_FORMAT == 1u {
        return f32(load_influence(skin.pairs + pair) >> 16u) / 65535.0;
    }
    if INFLUENCE_FORMAT == 2u {
        let two = load_influence(skin.pairs + 3u * (pair / 4u) + (pair % 4u) / 2u);
        return f32((two >> (16u * (pair % 2u))) & 0xffffu) / 65535.0;
    }
    return bitcast<f32>(load_influence(skin.pairs + 1u + 2u * pair));
}

// The value of the blend map: 1 without a map, and for a vertex beyond the mesh.
fn load_blend(vertex: u32) -> f32 {
    if skin.blend == 0u || vertex >= skin.n_vertices {
        return 1.0;
    }
    return bitcast<f32>(load_influence(skin.blend + vertex));
}

// The value of the bulge map: 0 without a map, and for a vertex beyond the mesh.
fn load_bulge(vertex: u32) -> f32 {
    if skin.bulge == 0u || vertex >= skin.n_vertices {
        return 0.0;
    }
    return bitcast<f32>(load_influence(skin.bulge + vertex));
}

// The center about which the joints of a vertex turn: one a set of joints, behind the morph weights of the pose.
fn load_center(vertex: u32, pose: u32) -> vec3<f32> {
    if vertex >= skin.n_vertices {
        return vec3<f32>(0.0);
    }
    // Whole numbers as f32, exact below 2²⁴: bits of integers might be flushed to zero in a texture of floats.
    let number = load_pose(skin.sets + vertex / 4u)[vertex % 4u];
    return load_pose(pose + skin.centers + u32(number)).xyz;
}
