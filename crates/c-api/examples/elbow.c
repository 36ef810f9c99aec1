/*
 * Opens a character, bends a joint, and skins it by linear blending and by two phases:
 *
 *   cc -I crates/c-api/include crates/c-api/examples/elbow.c -L target/release -ldualskin_c -lm -o elbow
 *   ./elbow assets/arm.glb forearm 90
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "dualskin.h"

/* A vertex as a renderer has it: the library writes into its members. */
typedef struct {
  float position[3];
  float normal[3];
  float color[4];
} Vertex;

static void check(DualskinStatus status) {
  if (status != DUALSKIN_STATUS_OK) {
    DualskinError error = dualskin_last_error();
    fprintf(stderr, "%s\n", error.message);
    exit(1);
  }
}

/* Skins all meshes of a pose; the vertices are to be freed. */
static Vertex *skin(DualskinCharacter character, DualskinPose pose, const char *method, size_t *count) {
  DualskinSkinner skinner;
  check(dualskin_skinner_new(character, method, 1, &skinner));
  check(dualskin_skinner_vertex_count(skinner, DUALSKIN_ALL_MESHES, count));
  Vertex *vertices = calloc(*count, sizeof(Vertex));
  if (vertices == NULL) exit(1);
  DualskinVertices positions = {vertices->position, *count, sizeof(Vertex)};
  DualskinVertices normals = {vertices->normal, *count, sizeof(Vertex)};
  check(dualskin_skin(skinner, pose, DUALSKIN_ALL_MESHES, positions, normals));
  check(dualskin_skinner_free(skinner));
  return vertices;
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: elbow FILE JOINT DEGREES\n");
    return 2;
  }
  DualskinCharacter character;
  DualskinPose pose;
  size_t joint, count, vertex;
  check(dualskin_open(argv[1], &character));
  check(dualskin_joint_find(character, argv[2], &joint));
  check(dualskin_pose_new(character, &pose));
  check(dualskin_pose_rotate(pose, joint, 2, strtof(argv[3], NULL)));

  Vertex *linear = skin(character, pose, "linear", &count);
  Vertex *two_phase = skin(character, pose, "two-phase", &count);
  double most = 0;
  for (vertex = 0; vertex < count; vertex += 1) {
    const float *a = linear[vertex].position, *b = two_phase[vertex].position;
    double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    most = fmax(most, sqrt(x * x + y * y + z * z));
  }
  printf("%zu vertices; linear blending is at most %.4f from two phases\n", count, most);

  free(linear);
  free(two_phase);
  check(dualskin_pose_free(pose));
  check(dualskin_character_free(character));
  /* A handle that was freed is an error with a name. */
  return dualskin_pose_free(pose) == DUALSKIN_STATUS_BAD_HANDLE ? 0 : 1;
}
