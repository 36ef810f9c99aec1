#import skin_lists
#import skin_exact_vertex
#import kernel

// As skin.wgsl, with exact normals and tangents: entry points of the same names.

#each_method
@compute @workgroup_size(GROUP_SIZE)
fn METHOD(thread: Thread) {
    read_params(thread);
    let index = thread_index(thread);
    if !is_beyond(index) {
        store(index, BLEND_exact_vertex(index % skin.n_vertices, index / skin.n_vertices));
    }
}

#end
