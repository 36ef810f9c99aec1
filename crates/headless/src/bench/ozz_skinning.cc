// Times ozz-animation's SkinningJob on a mesh of `dualskin bench --paths`, by turns with it.
//
// ozz_skinning MESH: a file of little-endian numbers, the counts n, joints and influences k as u32, then joints 4x4 matrices by
// columns, n k joints as u16, n (k - 1) weights, n positions and n normals as f32.
// Standard input has a line for each measurement, `0 ROUNDS` of positions or `1 ROUNDS` of normals too; standard output answers with
// the seconds of all rounds.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "ozz/base/maths/simd_math.h"
#include "ozz/base/span.h"
#include "ozz/geometry/runtime/skinning_job.h"

template <typename T>
static bool read(FILE* file, std::vector<T>* numbers, size_t count) {
  numbers->resize(count);
  return count == 0 || fread(numbers->data(), sizeof(T), count, file) == count;
}

int main(int argc, char** argv) {
  FILE* file = argc == 2 ? fopen(argv[1], "rb") : nullptr;
  uint32_t counts[3];
  if (!file || fread(counts, sizeof(uint32_t), 3, file) != 3) return 1;
  const size_t n = counts[0], joint_count = counts[1], k = counts[2];
  std::vector<float> matrices, weights, positions, normals;
  std::vector<uint16_t> joints;
  if (!read(file, &matrices, 16 * joint_count) || !read(file, &joints, n * k) || !read(file, &weights, n * (k - 1)) ||
      !read(file, &positions, 3 * n) || !read(file, &normals, 3 * n)) {
    return 1;
  }
  // Aligned as its SIMD types.
  std::vector<ozz::math::Float4x4> palette(joint_count);
  for (size_t joint = 0; joint < joint_count; ++joint) {
    for (size_t column = 0; column < 4; ++column) {
      palette[joint].cols[column] = ozz::math::simd_float4::LoadPtrU(&matrices[16 * joint + 4 * column]);
    }
  }
  std::vector<float> moved(3 * n), turned(3 * n);
  int with_normals, rounds;
  while (scanf("%d %d", &with_normals, &rounds) == 2) {
    ozz::geometry::SkinningJob job;
    job.vertex_count = static_cast<int>(n);
    job.influences_count = static_cast<int>(k);
    job.joint_matrices = ozz::make_span(palette);
    job.joint_indices = ozz::make_span(joints);
    job.joint_indices_stride = sizeof(uint16_t) * k;
    job.joint_weights = ozz::make_span(weights);
    job.joint_weights_stride = sizeof(float) * (k - 1);
    job.in_positions = ozz::make_span(positions);
    job.in_positions_stride = 3 * sizeof(float);
    job.out_positions = ozz::make_span(moved);
    job.out_positions_stride = 3 * sizeof(float);
    if (with_normals) {
      job.in_normals = ozz::make_span(normals);
      job.in_normals_stride = 3 * sizeof(float);
      job.out_normals = ozz::make_span(turned);
      job.out_normals_stride = 3 * sizeof(float);
    }
    const auto begin = std::chrono::steady_clock::now();
    for (int round = 0; round < rounds; ++round) {
      if (!job.Run()) return 1;
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    printf("%.9f\n", elapsed.count());
    fflush(stdout);
  }
  return 0;
}
