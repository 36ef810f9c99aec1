#import skin_lists
#import skin_vertex

// Skins all vertices of all instances, one thread each, with one entry point per method.

// The parameters are the first of two, at an index that only the dispatch knows. Some software drivers (Mesa's lavapipe of
// 2022) compile a kernel anew for the values of uniforms that its branches depend on, in every submission, and keep each;
// they do not where they cannot know which uniforms these are. crates/skin-gpu/examples/uniform_branches.rs shows it.
@group(0) @binding(0) var<uniform> params: array<SkinParams, 2>;
var<private> skin: SkinParams;

// Position and normal of each SkinVertex, tightly packed, instance after instance, to be used as a vertex buffer; behind them the
// tangents, in the same order, to be used as another.
@group(0) @binding(4) var<storage, read_write> skinned: array<f32>;

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
    let at = VERTEX_SIZE * index;
    skinned[at] = vertex.position.x;
    skinned[at + 1u] = vertex.position.y;
    skinned[at + 2u] = vertex.position.z;
    skinned[at + 3u] = vertex.normal.x;
    skinned[at + 4u] = vertex.normal.y;
    skinned[at + 5u] = vertex.normal.z;
    if HAS_TANGENTS && skin.skinned_tangents != 0u {
        let tangent_at = skin.skinned_tangents + TANGENT_SIZE * index;
        skinned[tangent_at] = vertex.tangent.x;
        skinned[tangent_at + 1u] = vertex.tangent.y;
        skinned[tangent_at + 2u] = vertex.tangent.z;
        skinned[tangent_at + 3u] = vertex.tangent.w;
    }
}

@compute @workgroup_size(GROUP_SIZE)
fn linear(thread: Thread) {
    read_params(thread);
    let index = thread_index(thread);
    if !is_beyond(index) {
        store(index, linear_vertex(index % skin.n_vertices, index / skin.n_vertices));
    }
}

@compute @workgroup_size(GROUP_SIZE)
fn dual_quaternion(thread: Thread) {
    read_params(thread);
    let index = thread_index(thread);
    if !is_beyond(index) {
        store(index, dual_quat_vertex(index % skin.n_vertices, index / skin.n_vertices));
    }
}

@compute @workgroup_size(GROUP_SIZE)
fn two_phase(thread: Thread) {
    read_params(thread);
    let index = thread_index(thread);
    if !is_beyond(index) {
        store(index, two_phase_vertex(index % skin.n_vertices, index / skin.n_vertices));
    }
}

@compute @workgroup_size(GROUP_SIZE)
fn affine(thread: Thread) {
    read_params(thread);
    let index = thread_index(thread);
    if !is_beyond(index) {
        store(index, affine_vertex(index % skin.n_vertices, index / skin.n_vertices));
    }
}

@compute @workgroup_size(GROUP_SIZE)
fn spherical(thread: Thread) {
    read_params(thread);
    let index = thread_index(thread);
    if !is_beyond(index) {
        store(index, spherical_vertex(index % skin.n_vertices, index / skin.n_vertices));
    }
}

@compute @workgroup_size(GROUP_SIZE)
fn spherical_average(thread: Thread) {
    read_params(thread);
    let index = thread_index(thread);
    if !is_beyond(index) {
        store(index, spherical_average_vertex(index % skin.n_vertices, index / skin.n_vertices));
    }
}

@compute @workgroup_size(GROUP_SIZE)
fn log_matrix(thread: Thread) {
    read_params(thread);
    let index = thread_index(thread);
    if !is_beyond(index) {
        store(index, log_matrix_vertex(index % skin.n_vertices, index / skin.n_vertices));
    }
}

@compute @workgroup_size(GROUP_SIZE)
fn direct_quaternion(thread: Thread) {
    read_params(thread);
    let index = thread_index(thread);
    if !is_beyond(index) {
        store(index, direct_quaternion_vertex(index % skin.n_vertices, index / skin.n_vertices));
    }
}

@compute @workgroup_size(GROUP_SIZE)
fn iterative(thread: Thread) {
    read_params(thread);
    let index = thread_index(thread);
    if !is_beyond(index) {
        store(index, iterative_vertex(index % skin.n_vertices, index / skin.n_vertices));
    }
}

@compute @workgroup_size(GROUP_SIZE)
fn quaternion_translation(thread: Thread) {
    read_params(thread);
    let index = thread_index(thread);
    if !is_beyond(index) {
        store(index, quaternion_translation_vertex(index % skin.n_vertices, index / skin.n_vertices));
    }
}
