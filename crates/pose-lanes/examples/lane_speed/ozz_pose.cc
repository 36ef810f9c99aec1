// Nanoseconds a joint of ozz-animation: sampling, local to model and times inverse bind, one character after another, in one loop.
//
// ozz_pose CHARACTERS ROUNDS < text, which is: joints and clips; a joint a line, its parent (-1 for none) and its rest; for every clip keys and seconds,
// times, and joint by joint, key by key, its transform. Ten numbers a transform: translation, rotation (x y z w), scale.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "ozz/animation/offline/animation_builder.h"
#include "ozz/animation/offline/raw_animation.h"
#include "ozz/animation/offline/raw_skeleton.h"
#include "ozz/animation/offline/skeleton_builder.h"
#include "ozz/animation/runtime/animation.h"
#include "ozz/animation/runtime/local_to_model_job.h"
#include "ozz/animation/runtime/sampling_job.h"
#include "ozz/animation/runtime/skeleton.h"
#include "ozz/base/maths/simd_math.h"
#include "ozz/base/maths/soa_transform.h"

using namespace ozz::animation;
using namespace ozz::animation::offline;
using ozz::math::Float4x4;
using ozz::math::Transform;

struct Ten {
  float v[10];
};

static Transform transform(const Ten& t) {
  Transform r;
  r.translation = ozz::math::Float3(t.v[0], t.v[1], t.v[2]);
  r.rotation = ozz::math::Quaternion(t.v[3], t.v[4], t.v[5], t.v[6]);
  r.scale = ozz::math::Float3(t.v[7], t.v[8], t.v[9]);
  return r;
}

static Ten ten() {
  Ten t;
  for (float& x : t.v) std::cin >> x;
  return t;
}

struct Source {
  std::vector<std::vector<int>> children;
  std::vector<Ten> rest;
};

static void add(const Source& source, RawSkeleton::Joint& joint, int i) {
  joint.name = std::to_string(i).c_str();
  joint.transform = transform(source.rest[i]);
  const auto& children = source.children[i];
  joint.children.resize(children.size());
  for (size_t k = 0; k < children.size(); ++k) add(source, joint.children[k], children[k]);
}

// A channel that stands still has one key.
static bool is_still(const std::vector<Ten>& keys, int from, int to) {
  for (const Ten& key : keys)
    for (int x = from; x < to; ++x)
      if (key.v[x] != keys[0].v[x]) return false;
  return true;
}

static ozz::unique_ptr<Animation> clip(const Skeleton& skeleton, int joints, float& seconds) {
  int count;
  std::cin >> count >> seconds;
  std::vector<float> times(count);
  for (float& t : times) std::cin >> t;
  std::vector<std::vector<Ten>> keys(joints, std::vector<Ten>(count));
  for (auto& of_joint : keys)
    for (Ten& key : of_joint) key = ten();
  RawAnimation raw;
  raw.duration = seconds;
  raw.tracks.resize(joints);
  for (int j = 0; j < joints; ++j) {
    const auto& own = keys[atoi(skeleton.joint_names()[j])];
    auto& track = raw.tracks[j];
    const int moved = is_still(own, 0, 3) ? 1 : count, turned = is_still(own, 3, 7) ? 1 : count;
    const int scaled = is_still(own, 7, 10) ? 1 : count;
    for (int k = 0; k < moved; ++k) track.translations.push_back({times[k], transform(own[k]).translation});
    for (int k = 0; k < turned; ++k) track.rotations.push_back({times[k], transform(own[k]).rotation});
    for (int k = 0; k < scaled; ++k) track.scales.push_back({times[k], transform(own[k]).scale});
  }
  return AnimationBuilder()(raw);
}

struct Character {
  std::unique_ptr<SamplingJob::Context> context;
  std::vector<ozz::math::SoaTransform> locals;
  std::vector<Float4x4> models, palette;
  float time;
  int clip;
};

static double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

int main(int, char** arguments) {
  const int size = atoi(arguments[1]), rounds = atoi(arguments[2]);
  int joints, clips;
  std::cin >> joints >> clips;
  Source source;
  source.children.resize(joints);
  for (int i = 0; i < joints; ++i) {
    int parent;
    std::cin >> parent;
    if (parent >= 0) source.children[parent].push_back(i);
    source.rest.push_back(ten());
  }
  RawSkeleton raw;
  raw.roots.resize(1);
  add(source, raw.roots[0], 0);
  const auto skeleton = SkeletonBuilder()(raw);
  std::vector<float> seconds(clips);
  std::vector<ozz::unique_ptr<Animation>> animations;
  for (float& s : seconds) animations.push_back(clip(*skeleton, joints, s));

  std::vector<Character> crowd(size);
  const std::vector<Float4x4> inverse(joints, Float4x4::identity());
  for (int i = 0; i < size; ++i) {
    Character& c = crowd[i];
    c.clip = i % clips;
    c.context.reset(new SamplingJob::Context(joints));
    c.locals.resize(skeleton->num_soa_joints());
    c.models.resize(joints);
    c.palette.resize(joints);
    c.time = seconds[c.clip] * i / size;
  }
  const int repeat = size >= 200 ? 1 : 200 / size;
  double best = 1e30;
  for (int round = 0; round < rounds; ++round) {
    const double begin = now();
    for (int k = 0; k < repeat; ++k) {
      for (Character& c : crowd) {
        c.time += 1 / 60.f;
        if (c.time > seconds[c.clip]) c.time -= seconds[c.clip];
        SamplingJob sample;
        sample.animation = animations[c.clip].get();
        sample.context = c.context.get();
        sample.ratio = c.time / seconds[c.clip];
        sample.output = ozz::make_span(c.locals);
        LocalToModelJob model;
        model.skeleton = skeleton.get();
        model.input = ozz::make_span(c.locals);
        model.output = ozz::make_span(c.models);
        if (!sample.Run() || !model.Run()) return 1;
        for (int j = 0; j < joints; ++j) c.palette[j] = c.models[j] * inverse[j];
      }
    }
    best = std::min(best, now() - begin);
  }
  printf("%.4f\n", best * 1e9 / size / joints / repeat);
}
