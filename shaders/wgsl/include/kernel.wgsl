// What all skinning kernels have in common: parameters, threads, and the list that skinned vertices are written to. To be
// imported behind skin_lists and skin_vertex.

// The parameters are the first of two, at an index that only the dispatch knows. Some software drivers (Mesa's lavapipe of
// 2022) compile a kernel anew for the values of uniforms that its branches depend on, in every submission, and keep each;
// they do not where they cannot know which uniforms these are. crates/skin-gpu/examples/uniform_branches.rs shows it.
@group(0) @binding(0) var<uniform> params: array<SkinParams, 2>;
var<private> skin: SkinParams;

// Position and normal of each SkinVertex, tightly packed, instance after instance, to be used as a vertex buffer; behind them the
// tangents, in the same order, to be used as another.
@group(0) @binding(4) var<storage, read_write> skinned: array<u32>;

struct Thread {
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
}

const GROUP_SIZE = 64u;

// Workgroups are counted along x, then y, since a single dimension is limited to 65,535.
fn thread_index(thread: Thread) -> u32 {
    return (thread.group.y * thread.groups.x + thread.group.x) * GROUP_SIZE + thread.lane;
}

// There is one workgroup along z.
fn read_params(thread: Thread) {
    skin = params[thread.groups.z - 1u];
}

fn is_beyond(index: u32) -> bool {
    return index >= skin.n_vertices * skin.n_instances;
}

fn store(index: u32, vertex: SkinVertex) {
    let at = select(VERTEX_SIZE, PACKED_VERTEX_SIZE, OCTAHEDRAL_SKINNED) * index;
    store_three(at, vertex.position);
    if OCTAHEDRAL_SKINNED {
        skinned[at + 3u] = octahedral_from_normal(vertex.normal);
    } else {
        store_three(at + 3u, vertex.normal);
    }
    if HAS_TANGENTS && skin.skinned_tangents != 0u {
        let tangent_at = skin.skinned_tangents + TANGENT_SIZE * index;
        store_three(tangent_at, vertex.tangent.xyz);
        skinned[tangent_at + 3u] = bitcast<u32>(vertex.tangent.w);
    }
}

fn store_three(at: u32, numbers: vec3<f32>) {
    let bits = bitcast<vec3<u32>>(numbers);
    skinned[at] = bits.x;
    skinned[at + 1u] = bits.y;
    skinned[at + 2u] = bits.z;
}
