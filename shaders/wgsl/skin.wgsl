#import skin_lists
#import skin_vertex
#import kernel

// Skins all vertices of all instances, one thread each, with one entry point per method.

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
