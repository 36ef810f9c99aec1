// Gives mutated FBX files to ufbx with the sanitizers of the C compiler, which those of Rust do not replace: in this process there is no
// other code.
//
//   cc -O1 -g -DUFBX_UBSAN -fsanitize=address,undefined -fno-sanitize-recover=all -I UFBX fuzz/fbx_sanitized.c UFBX/ufbx.c -lm -o fbx_sanitized
//   ./fbx_sanitized SECONDS SEED FOUND FILE...
//
// UFBX_UBSAN has ufbx mask shifts, which it leaves to the processor otherwise. UFBX is the folder `ufbx` of the crate of that name. Each case is loaded with the options of crates/formats/src/fbx/mod.rs, and used as
// there: faces are triangulated, clips baked and evaluated. The case in work lies in FOUND/case.fbx; what it ends is found there.

#include "ufbx.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_FILES 256
#define MOST_BYTES (4u << 20)

typedef struct {
    unsigned char *bytes;
    size_t size;
} File;

static uint64_t state;

// xorshift64*
static uint32_t next(void) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (uint32_t)((state * 2685821657736338717ull) >> 32);
}

static size_t below(size_t count) { return count ? next() % count : 0; }

static File read_file(const char *path) {
    File file = {NULL, 0};
    FILE *from = fopen(path, "rb");
    if (!from) return file;
    fseek(from, 0, SEEK_END);
    long size = ftell(from);
    rewind(from);
    if (0 < size && size <= (long)MOST_BYTES) {
        file.bytes = malloc((size_t)size);
        file.size = fread(file.bytes, 1, (size_t)size, from);
    }
    fclose(from);
    return file;
}

static const uint32_t words[] = {0,          1,          0x7F,       0xFF,       0xFFFF,     0x7FFFFFFF,
                                 0x80000000, 0xFFFFFFFF, 0x7FC00000, 0x7F800000, 0x7F7FFFFF, 16777216};
static const char *tokens[] = {"{", "}", ":", ",", "*", "\"", "a:", "-1", "0", "1e400", "NaN", "4294967296", "*99999999", "\n", ";", "Model:"};

static size_t grow(unsigned char *bytes, size_t size, size_t at, const void *piece, size_t length) {
    if (MOST_BYTES < size + length) return size;
    memmove(bytes + at + length, bytes + at, size - at);
    memcpy(bytes + at, piece, length);
    return size + length;
}

// Changes the case in place; gives its new size.
static size_t mutate(unsigned char *bytes, size_t size, const File *other) {
    size_t changes = 1 + below(8);
    for (size_t change = 0; change < changes && size > 8; change++) {
        size_t at = below(size);
        switch (below(9)) {
        case 0: bytes[at] ^= (unsigned char)(1u << below(8)); break;
        case 1: bytes[at] = (unsigned char)next(); break;
        case 2: {
            uint32_t word = words[below(sizeof words / sizeof *words)];
            size_t length = 1 + below(4);
            if (at + length <= size) memcpy(bytes + at, &word, length);
            break;
        }
        case 3: {
            size_t length = below(size - at < 64 ? size - at : 64);
            memmove(bytes + at, bytes + at + length, size - at - length);
            size -= length;
            break;
        }
        case 4: {
            unsigned char piece[64];
            size_t length = below(size - at < 64 ? size - at : 64);
            memcpy(piece, bytes + at, length);
            size = grow(bytes, size, below(size), piece, length);
            break;
        }
        case 5: {
            const char *token = tokens[below(sizeof tokens / sizeof *tokens)];
            size = grow(bytes, size, at, token, strlen(token));
            break;
        }
        case 6: {
            size_t from = below(other->size);
            size_t length = below(other->size - from < 256 ? other->size - from : 256);
            if (at + length <= size) memcpy(bytes + at, other->bytes + from, length);
            break;
        }
        case 7: {
            uint64_t number = 0;
            if (at + 8 > size) break;
            memcpy(&number, bytes + at, 8);
            number += (uint64_t)below(5) - 2;
            memcpy(bytes + at, &number, 8);
            break;
        }
        default:
            if (below(8) == 0) size = at + 1;
        }
    }
    return size;
}

static double sink;

static void use_faces(const ufbx_mesh *mesh) {
    size_t count = mesh->max_face_triangles * 3;
    uint32_t *corners = malloc((count ? count : 1) * sizeof *corners);
    for (size_t face = 0; face < mesh->faces.count; face++) {
        uint32_t triangles = ufbx_triangulate_face(corners, count, mesh, mesh->faces.data[face]);
        for (uint32_t corner = 0; corner < 3 * triangles; corner++) {
            uint32_t index = corners[corner];
            sink += ufbx_get_vertex_vec3(&mesh->vertex_position, index).x;
            if (mesh->vertex_normal.exists) sink += ufbx_get_vertex_vec3(&mesh->vertex_normal, index).x;
            if (mesh->vertex_uv.exists) sink += ufbx_get_vertex_vec2(&mesh->vertex_uv, index).x;
        }
    }
    free(corners);
}

static void use_clips(const ufbx_scene *scene, size_t memory) {
    for (size_t place = 0; place < scene->anim_stacks.count; place++) {
        const ufbx_anim_stack *stack = scene->anim_stacks.data[place];
        ufbx_bake_opts options = {0};
        options.resample_rate = 30;
        options.max_keyframe_segments = 108000;
        options.temp_allocator.memory_limit = options.result_allocator.memory_limit = memory;
        ufbx_baked_anim *baked = ufbx_bake_anim(scene, stack->anim, &options, NULL);
        if (!baked) continue;
        for (size_t node = 0; node < baked->nodes.count; node++) {
            const ufbx_baked_node *of = &baked->nodes.data[node];
            for (size_t key = 0; key < of->rotation_keys.count && key < 20; key++) {
                ufbx_transform at = ufbx_evaluate_transform(stack->anim, scene->nodes.data[of->typed_id], of->rotation_keys.data[key].time + 0.01);
                sink += at.rotation.x;
            }
        }
        ufbx_free_baked_anim(baked);
    }
}

static int give(const unsigned char *bytes, size_t size, ufbx_inherit_mode_handling inheritance) {
    size_t memory = (128u << 20) + 48 * size;
    ufbx_load_opts options = {0};
    options.target_axes = ufbx_axes_right_handed_y_up;
    options.target_unit_meters = 1;
    options.space_conversion = UFBX_SPACE_CONVERSION_MODIFY_GEOMETRY;
    options.geometry_transform_handling = UFBX_GEOMETRY_TRANSFORM_HANDLING_HELPER_NODES;
    options.inherit_mode_handling = inheritance;
    options.node_depth_limit = 4096;
    options.temp_allocator.memory_limit = options.result_allocator.memory_limit = memory / 2;
    ufbx_scene *scene = ufbx_load_memory(bytes, size, &options, NULL);
    if (!scene) return 0;
    for (size_t mesh = 0; mesh < scene->meshes.count; mesh++) use_faces(scene->meshes.data[mesh]);
    for (size_t deformer = 0; deformer < scene->skin_deformers.count; deformer++) {
        const ufbx_skin_deformer *skin = scene->skin_deformers.data[deformer];
        for (size_t vertex = 0; vertex < skin->vertices.count; vertex++) {
            ufbx_skin_vertex of = skin->vertices.data[vertex];
            for (uint32_t weight = 0; weight < of.num_weights; weight++) {
                ufbx_skin_weight one = skin->weights.data[of.weight_begin + weight];
                sink += one.weight + skin->clusters.data[one.cluster_index]->geometry_to_bone.m00;
            }
        }
    }
    use_clips(scene, memory);
    ufbx_free_scene(scene);
    return 1;
}

int main(int count, char **words_of) {
    if (count < 5) return fprintf(stderr, "fbx_sanitized SECONDS SEED FOUND FILE...\n"), 2;
    static File files[MOST_FILES];
    size_t n_files = 0;
    for (int place = 4; place < count && n_files < MOST_FILES; place++) {
        files[n_files] = read_file(words_of[place]);
        n_files += files[n_files].size > 0;
    }
    if (!n_files) return fprintf(stderr, "no file to begin with\n"), 2;
    state = strtoull(words_of[2], NULL, 10) * 2 + 1;
    char path[4096];
    snprintf(path, sizeof path, "%s/case.fbx", words_of[3]);
    unsigned char *bytes = malloc(MOST_BYTES + 4096);
    time_t end = time(NULL) + atol(words_of[1]);
    unsigned long cases = 0, taken = 0;
    while (time(NULL) < end) {
        const File *from = &files[below(n_files)];
        memcpy(bytes, from->bytes, from->size);
        size_t size = mutate(bytes, from->size, &files[below(n_files)]);
        FILE *to = fopen(path, "wb");
        if (!to) return fprintf(stderr, "%s cannot be written\n", path), 2;
        fwrite(bytes, 1, size, to);
        fclose(to);
        // A block of its own size, so that a byte read beyond it is found.
        unsigned char *exact = malloc(size ? size : 1);
        memcpy(exact, bytes, size);
        taken += give(exact, size, UFBX_INHERIT_MODE_HANDLING_PRESERVE);
        if (cases % 4 == 0) give(exact, size, UFBX_INHERIT_MODE_HANDLING_HELPER_NODES);
        free(exact);
        cases++;
    }
    free(bytes);
    for (size_t place = 0; place < n_files; place++) free(files[place].bytes);
    printf("%lu cases, %lu of them read, nothing found (%g)\n", cases, taken, sink != sink ? 0.0 : 1.0);
    return 0;
}
