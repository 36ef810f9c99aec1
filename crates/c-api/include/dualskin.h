#ifndef DUALSKIN_H
#define DUALSKIN_H

#include <stddef.h>
#include <stdint.h>

/*
 * Dualskin for C: open a rigged glTF file, pose it, skin it into memory of the caller, bake it.
 *
 * - Every function returns a status, zero where it has done what it was asked for. dualskin_last_error says in words what went wrong.
 * - Handles are numbers. One that was freed, made up, or is of another kind is an error, never a crash.
 * - Space is that of glTF: right-handed, Y up, meters, seconds. Angles are degrees, quaternions x, y, z, w, matrices column by column.
 * - Every function may be called from every thread. Threads that pose and skin at once take a pose and a skinner each.
 * - Contract of all functions: texts end with zero and are UTF-8; arrays are as long as the number beside them says; nothing that a call
 *   was given is written or freed by another thread during the call. Null, alignment, counts and strides are checked.
 */

/**
 * In the place of a mesh's number: all meshes, one after another.
 */
#define DUALSKIN_ALL_MESHES SIZE_MAX

/**
 * What a call returns: zero where it has done what it was asked for.
 */
typedef enum {
  /**
   * Done.
   */
  DUALSKIN_STATUS_OK = 0,
  /**
   * A file, or a built-in character, that is to be read is not there.
   */
  DUALSKIN_STATUS_MISSING_FILE = 1,
  /**
   * A file is there and cannot be read.
   */
  DUALSKIN_STATUS_UNREADABLE_FILE = 2,
  /**
   * A file is of no format that is read, or its content is broken.
   */
  DUALSKIN_STATUS_NOT_A_CHARACTER = 3,
  /**
   * A text has a fault.
   */
  DUALSKIN_STATUS_BAD_TEXT = 4,
  /**
   * The file to write cannot be written.
   */
  DUALSKIN_STATUS_NOT_WRITTEN = 5,
  /**
   * No mesh has a skin, and so no weights.
   */
  DUALSKIN_STATUS_NOT_SKINNED = 6,
  /**
   * There is no clip.
   */
  DUALSKIN_STATUS_NO_CLIPS = 7,
  /**
   * Two skeletons share no bone.
   */
  DUALSKIN_STATUS_NO_MATCH = 8,
  /**
   * A name is of nothing that there is: a joint, a mesh, a clip, a method.
   */
  DUALSKIN_STATUS_UNKNOWN_NAME = 9,
  /**
   * A number of a joint, mesh or clip is too large.
   */
  DUALSKIN_STATUS_OUT_OF_RANGE = 10,
  /**
   * An array has another length or form than it must have, or numbers that are not finite.
   */
  DUALSKIN_STATUS_BAD_ARRAY = 11,
  /**
   * The caller wanted to stop.
   */
  DUALSKIN_STATUS_CANCELED = 12,
  /**
   * All other data that cannot be used; the message says why.
   */
  DUALSKIN_STATUS_REFUSED = 13,
  /**
   * A handle is of nothing: it was freed, made up, or is of another kind.
   */
  DUALSKIN_STATUS_BAD_HANDLE = 20,
  /**
   * A pointer is null that must not be.
   */
  DUALSKIN_STATUS_NULL_POINTER = 21,
  /**
   * A text is not UTF-8.
   */
  DUALSKIN_STATUS_NOT_UTF8 = 22,
  /**
   * A fault of this library. What took part must be freed, and the file is worth a report.
   */
  DUALSKIN_STATUS_PANICKED = 23,
} DualskinStatus;

/**
 * Why a call has failed, as texts that end with zero.
 *
 * They live until the next call of this library on the same thread; copy what is to stay. None is null.
 */
typedef struct {
  /**
   * What the call returned.
   */
  DualskinStatus status;
  /**
   * The whole sentence, for people.
   */
  const char *message;
  /**
   * What it is about: a file with the place in it, or a parameter.
   */
  const char *place;
  /**
   * What to do; empty where nothing is known.
   */
  const char *remedy;
} DualskinError;

/**
 * A character that was opened. All zero is none.
 */
typedef struct {
  /**
   * Only for this library.
   */
  uint64_t id;
} DualskinCharacter;

/**
 * A pose of a character. All zero is none.
 */
typedef struct {
  /**
   * Only for this library.
   */
  uint64_t id;
} DualskinPose;

/**
 * What skins a character by one method. All zero is none.
 */
typedef struct {
  /**
   * Only for this library.
   */
  uint64_t id;
} DualskinSkinner;

/**
 * What a mesh has. A mesh is what the scene shows at one place with one material.
 */
typedef struct {
  /**
   * Its vertices.
   */
  size_t vertex_count;
  /**
   * Its triangles, of three vertices each.
   */
  size_t triangle_count;
  /**
   * Its first vertex among those of all meshes.
   */
  size_t first_vertex;
  /**
   * Joints and weights a vertex; zero where no joint moves it.
   */
  size_t influences_per_vertex;
} DualskinMeshInfo;

/**
 * Memory of the caller for vectors of three numbers, one a vertex.
 *
 * Vertices may be members of a larger struct: `data` is then that of the first, and `stride` the size of the struct.
 */
typedef struct {
  /**
   * The first number of the first vertex, or null for nothing to be written.
   */
  float *data;
  /**
   * So many vertices.
   */
  size_t count;
  /**
   * Bytes from one vertex to the next: a multiple of four, at least twelve. Zero stands for twelve.
   */
  size_t stride;
} DualskinVertices;

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Why the last call of this thread has failed; status OK and empty texts where it has not.
 *
 * The texts live until the next call on the same thread.
 */
DualskinError dualskin_last_error(void);

/**
 * Opens a file (glTF, GLB, VRM; FBX where the library has it), or a character that is built in, as `builtin:arm`.
 *
 * `*out` gets the character, to be freed by `dualskin_character_free`; it is left alone where the call fails.
 *
 * # Safety
 *
 * `source` is null or a text; `out` is null or has room for a handle.
 */
DualskinStatus dualskin_open(const char *source, DualskinCharacter *out);

/**
 * Opens a file that is in memory. Files beside it are none, so that buffers and pictures must be inside.
 *
 * # Safety
 *
 * `name` is null or a text, what messages call the file; `bytes` is null or has `length` bytes; `out` is null or has room for a handle.
 */
DualskinStatus dualskin_open_bytes(const char *name,
                                   const uint8_t *bytes,
                                   size_t length,
                                   DualskinCharacter *out);

/**
 * Frees a character. Poses and skinners of it go on: they keep what they need. All zero is no failure; a handle that was freed is one.
 */
DualskinStatus dualskin_character_free(DualskinCharacter character);

/**
 * Writes the file to a path that ends in `.glb`, `.vrm` or `.gltf`, whole or not at all. A file that is there is replaced.
 *
 * # Safety
 *
 * `path` is null or a text.
 */
DualskinStatus dualskin_save(DualskinCharacter character, const char *path);

/**
 * Bakes a character with all its clips by a method into joints and helpers that every program blends linearly; `tolerance` is the largest
 * error in percent of the character's size.
 *
 * `*out` gets the baked character, to be saved and freed. A library without the feature `session` refuses.
 *
 * # Safety
 *
 * `method` is null or a text, as `two-phase`; `out` is null or has room for a handle.
 */
DualskinStatus dualskin_bake(DualskinCharacter character,
                             const char *method,
                             float tolerance,
                             DualskinCharacter *out);

/**
 * How many joints there are, parents before children.
 *
 * # Safety
 *
 * `out` is null or has room for a number.
 */
DualskinStatus dualskin_joint_count(DualskinCharacter character, size_t *out);

/**
 * The first joint of a name; the remedy of the error names one that is called nearly so.
 *
 * # Safety
 *
 * `name` is null or a text; `out` is null or has room for a number.
 */
DualskinStatus dualskin_joint_find(DualskinCharacter character, const char *name, size_t *out);

/**
 * The name of a joint with a zero at its end. `*needed` gets the bytes for that; where `capacity` is less, nothing else is written.
 *
 * # Safety
 *
 * `buffer` is null or has room for `capacity` bytes; `needed` is null or has room for a number.
 */
DualskinStatus dualskin_joint_name(DualskinCharacter character,
                                   size_t joint,
                                   char *buffer,
                                   size_t capacity,
                                   size_t *needed);

/**
 * The parent of a joint, −1 for none.
 *
 * # Safety
 *
 * `out` is null or has room for a number.
 */
DualskinStatus dualskin_joint_parent(DualskinCharacter character, size_t joint, int64_t *out);

/**
 * The rest frame of a joint in the space of the scene: sixteen numbers, column by column.
 *
 * # Safety
 *
 * `out` is null or has room for sixteen numbers.
 */
DualskinStatus dualskin_joint_rest(DualskinCharacter character, size_t joint, float *out);

/**
 * How many meshes there are.
 *
 * # Safety
 *
 * `out` is null or has room for a number.
 */
DualskinStatus dualskin_mesh_count(DualskinCharacter character, size_t *out);

/**
 * What a mesh has.
 *
 * # Safety
 *
 * `out` is null or has room for the struct.
 */
DualskinStatus dualskin_mesh_info(DualskinCharacter character,
                                  size_t mesh_index,
                                  DualskinMeshInfo *out);

/**
 * The name of a mesh, as `dualskin_joint_name` gives that of a joint.
 *
 * # Safety
 *
 * `buffer` is null or has room for `capacity` bytes; `needed` is null or has room for a number.
 */
DualskinStatus dualskin_mesh_name(DualskinCharacter character,
                                  size_t mesh_index,
                                  char *buffer,
                                  size_t capacity,
                                  size_t *needed);

/**
 * Positions of a mesh at rest in its own space. `length` is three times its vertices.
 *
 * # Safety
 *
 * `out` is null or has room for `length` numbers.
 */
DualskinStatus dualskin_mesh_positions(DualskinCharacter character,
                                       size_t mesh_index,
                                       float *out,
                                       size_t length);

/**
 * Triangles of a mesh, three of its vertices each. `length` is three times their number.
 *
 * # Safety
 *
 * `out` is null or has room for `length` numbers.
 */
DualskinStatus dualskin_mesh_triangles(DualskinCharacter character,
                                       size_t mesh_index,
                                       uint32_t *out,
                                       size_t length);

/**
 * How many clips there are.
 *
 * # Safety
 *
 * `out` is null or has room for a number.
 */
DualskinStatus dualskin_clip_count(DualskinCharacter character, size_t *out);

/**
 * The first clip of a name.
 *
 * # Safety
 *
 * `name` is null or a text; `out` is null or has room for a number.
 */
DualskinStatus dualskin_clip_find(DualskinCharacter character, const char *name, size_t *out);

/**
 * The name of a clip, as `dualskin_joint_name` gives that of a joint.
 *
 * # Safety
 *
 * `buffer` is null or has room for `capacity` bytes; `needed` is null or has room for a number.
 */
DualskinStatus dualskin_clip_name(DualskinCharacter character,
                                  size_t clip,
                                  char *buffer,
                                  size_t capacity,
                                  size_t *needed);

/**
 * How long a clip is, in seconds.
 *
 * # Safety
 *
 * `out` is null or has room for a number.
 */
DualskinStatus dualskin_clip_seconds(DualskinCharacter character, size_t clip, float *out);

/**
 * The pose that the file shows when no clip plays, to be freed by `dualskin_pose_free`.
 *
 * # Safety
 *
 * `out` is null or has room for a handle.
 */
DualskinStatus dualskin_pose_new(DualskinCharacter character, DualskinPose *out);

/**
 * Frees a pose. All zero is no failure; a handle that was freed is one.
 */
DualskinStatus dualskin_pose_free(DualskinPose pose);

/**
 * Makes it the pose that the file shows when no clip plays.
 */
DualskinStatus dualskin_pose_reset(DualskinPose pose);

/**
 * Makes it what a clip shows at a time, in seconds from its beginning.
 */
DualskinStatus dualskin_pose_from_clip(DualskinPose pose, size_t clip, float seconds);

/**
 * Turns a joint about an axis of its own, as it stands now: 0 for x, 1 for y, 2 for z.
 */
DualskinStatus dualskin_pose_rotate(DualskinPose pose, size_t joint, uint32_t axis, float degrees);

/**
 * Sets the rotation of a joint from rest, by a quaternion, which is made one of length one.
 *
 * # Safety
 *
 * `rotation` is null or has four numbers.
 */
DualskinStatus dualskin_pose_set_rotation(DualskinPose pose, size_t joint, const float *rotation);

/**
 * The rotation of a joint from rest, as a quaternion.
 *
 * # Safety
 *
 * `out` is null or has room for four numbers.
 */
DualskinStatus dualskin_pose_rotation(DualskinPose pose, size_t joint, float *out);

/**
 * Moves a joint along the axes of its rest frame.
 *
 * # Safety
 *
 * `by` is null or has three numbers.
 */
DualskinStatus dualskin_pose_translate(DualskinPose pose, size_t joint, const float *by);

/**
 * Scales a joint along its own axes, times what it is scaled by already.
 *
 * # Safety
 *
 * `by` is null or has three numbers.
 */
DualskinStatus dualskin_pose_scale(DualskinPose pose, size_t joint, const float *by);

/**
 * Shears a joint: adds to the numbers off the diagonal of its symmetric stretch, `xy`, `yz` and `zx`.
 *
 * # Safety
 *
 * `by` is null or has three numbers.
 */
DualskinStatus dualskin_pose_shear(DualskinPose pose, size_t joint, const float *by);

/**
 * Sets the weight of a morph target; those of all meshes are counted one after another.
 */
DualskinStatus dualskin_pose_set_morph_weight(DualskinPose pose, size_t target, float weight);

/**
 * What skins a character by a method on so many threads, to be freed by `dualskin_skinner_free`. Zero threads are one.
 *
 * A method is a word as on the command line: `linear`, `dual-quaternion`, `two-phase` and so on, with a rule of signs and scale inheritance
 * behind it, as `two-phase:largest`.
 *
 * # Safety
 *
 * `method` is null or a text; `out` is null or has room for a handle.
 */
DualskinStatus dualskin_skinner_new(DualskinCharacter character,
                                    const char *method,
                                    uint32_t threads,
                                    DualskinSkinner *out);

/**
 * Frees a skinner. All zero is no failure; a handle that was freed is one.
 */
DualskinStatus dualskin_skinner_free(DualskinSkinner skinner);

/**
 * How many vertices `dualskin_skin` writes for a mesh, or for `DUALSKIN_ALL_MESHES`.
 *
 * # Safety
 *
 * `out` is null or has room for a number.
 */
DualskinStatus dualskin_skinner_vertex_count(DualskinSkinner skinner, size_t mesh, size_t *out);

/**
 * Skins a pose: positions in the space of the scene, and unit normals (zero where the pose leaves no direction).
 *
 * Counts must be those of `dualskin_skinner_vertex_count`. Normals may be left out by a null pointer. Nothing is written where the call
 * fails. Threads that skin at once take a skinner each.
 *
 * # Safety
 *
 * `data` of both is null or has room for `count` vertices, `stride` bytes apart; no number is of both.
 */
DualskinStatus dualskin_skin(DualskinSkinner skinner,
                             DualskinPose pose,
                             size_t mesh,
                             DualskinVertices positions,
                             DualskinVertices normals);

#ifdef __cplusplus
}
#endif

#endif /* DUALSKIN_H */
