#import skin_storage
#import skin_vertex

// Skins all vertices of all instances, one thread each, with one entry point per method.

// Tightly packed SkinVertex, instance after instance, to be used as a vertex buffer.
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
}

@compute @workgroup_size(GROUP_SIZE)
fn linear(thread: Thread) {
    let index = thread_index(thread);
    if !is_beyond(index) {
        store(index, linear_vertex(index % skin.n_vertices, index / skin.n_vertices));
    }
}

@compute @workgroup_size(GROUP_SIZE)
fn dual_quaternion(thread: Thread) {
    let index = thread_index(thread);
    if !is_beyond(index) {
        store(index, dual_quat_vertex(index % skin.n_vertices, index / skin.n_vertices));
    }
}

@compute @workgroup_size(GROUP_SIZE)
fn two_phase(thread: Thread) {
    let index = thread_index(thread);
    if !is_beyond(index) {
        store(index, two_phase_vertex(index % skin.n_vertices, index / skin.n_vertices));
    }
}

@compute @workgroup_size(GROUP_SIZE)
fn affine(thread: Thread) {
    let index = thread_index(thread);
    if !is_beyond(index) {
        store(index, affine_vertex(index % skin.n_vertices, index / skin.n_vertices));
    }
}
