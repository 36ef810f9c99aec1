#import skin_lists
#import skin_vertex
#import kernel

// Skins all vertices of all instances, one thread each, with one entry point per method.

#each_method
@compute @workgroup_size(GROUP_SIZE)
fn METHOD(thread: Thread) {
    read_params(thread);
    let index = thread_index(thread);
    if !is_beyond(index) {
        store(index, BLEND_vertex(index % skin.n_vertices, index / skin.n_vertices));
    }
}

#end
