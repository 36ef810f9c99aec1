// node --test: poses with scale that children inherit in six ways against the golden vectors, and rows of helpers.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { BONE_TEXELS, polar, skinned, turned, writeSplit } from '../src/math.js';
import { JointRig, blendedMatrix } from '../src/rig.js';

const golden = (topic) => JSON.parse(readFileSync(new URL(`../../../testdata/golden/${topic}.json`, import.meta.url)));

/** What the vectors call what the words mean. */
const WORDS = { full: 'full', none: 'joint', segment: 'segment', none_all: 'none', average: 'average', aligned: 'aligned' };
const UNIT = [1, 0, 0, 0, 1, 0, 0, 0, 1];

const elements = ({ q, t }, stretch = UNIT) => {
  const columns = [0, 3, 6].flatMap((at) => [...turned(q, stretch.slice(at, at + 3)), 0]);
  return [...columns, ...t, 1];
};

const multiplied = (a, b) => Array.from({ length: 16 }, (_, n) => {
  const [column, row] = [Math.floor(n / 4), n % 4];
  return [0, 1, 2, 3].reduce((sum, k) => sum + a[4 * k + row] * b[4 * column + k], 0);
});

const inverseRigid = ({ q, t }) => {
  const back = [-q[0], -q[1], -q[2], q[3]];
  return { q: back, t: turned(back, t).map((x) => -x) };
};

const unit = ({ q, t }) => ({ q: q.map((x) => x / Math.hypot(...q)), t });

/** Bones as three.js has them, at rest, and what puts them into the pose. */
function skeletonOf({ parents, rest, user, scale }, words) {
  const frames = [];
  const bones = parents.map((parent, n) => {
    const own = unit(rest[n]);
    const local = elements(own);
    frames.push(parent < 0 ? local : multiplied(frames[parent], local));
    return { matrixAutoUpdate: false, matrix: { elements: local }, userData: { skinMethod: { inherit: words?.[n] } }, own };
  });
  bones.forEach((bone, n) => (bone.parent = bones[parents[n]] ?? null));
  const boneInverses = frames.map((frame) => {
    const { rotation } = polar([0, 4, 8].flatMap((at) => frame.slice(at, at + 3)));
    return { elements: elements(inverseRigid({ q: rotation, t: frame.slice(12, 15) })) };
  });
  const posed = () => bones.forEach((bone, n) => {
    bone.matrix.elements = multiplied(elements(bone.own), elements(unit(user[n]), scale[n]));
  });
  return { skeleton: { bones, boneInverses }, posed };
}

const isSymmetric = (m) => [[1, 3], [2, 6], [5, 7]].every(([a, b]) => Math.abs(m[a] - m[b]) < 1e-12);

test('frames and vertices are the golden ones, in all six ways of scale', () => {
  const seen = new Set();
  for (const { name, input, expected } of golden('scale_inheritance').cases) {
    if (!input.skeleton.scale.every(isSymmetric)) continue;
    const words = input.inherit.map((word) => WORDS[word]);
    words.forEach((word) => seen.add(word));
    const { skeleton, posed } = skeletonOf(input.skeleton, words);
    const rig = new JointRig(skeleton, null);
    posed();
    const pose = rig.pose();
    pose.forEach(({ w }, n) => {
      const found = [...w.m.slice(0, 3), ...w.m.slice(3, 6), ...w.m.slice(6), ...w.t];
      const wanted = [0, 4, 8, 12].flatMap((at) => expected.W[n].slice(at, at + 3));
      found.forEach((x, i) => assert.ok(Math.abs(x - wanted[i]) < 1e-9, `${name}: joint ${n}, number ${i}: ${x}, expected ${wanted[i]}`));
    });
    const matrices = rig.matrices(pose);
    const palette = new Float64Array(4 * BONE_TEXELS * matrices.length);
    matrices.forEach((matrix, bone) => {
      const split = rig.split(pose, matrix, bone, { method: 'two-phase', split: 'rest', signs: 'first' });
      writeSplit(palette, 4 * BONE_TEXELS * bone, split, matrix, rig.ends[bone]);
    });
    input.vertices.forEach(({ p, joints, weights }, n) => {
      for (const [isLinear, wanted] of [[false, expected.positions_two_phase[n]], [true, expected.positions_lbs[n]]]) {
        const found = skinned(palette, joints, weights, p, 1, 0, isLinear);
        found.forEach((x, i) => assert.ok(Math.abs(x - wanted[i]) < 1e-9, `${name}: vertex ${n}: ${found}, expected ${wanted}`));
      }
    });
  }
  assert.deepEqual([...seen].sort(), Object.values(WORDS).sort());
});

test('a row of one bone is that bone, and a row of two twisted ones keeps its radius', () => {
  const rest = [0, 1].map((n) => ({ q: [0, 0, 0, 1], t: [0, n, 0] }));
  const twist = { q: [0, Math.sin(1.4), 0, Math.cos(1.4)], t: [0, 0, 0] };
  const user = [{ q: [0, 0, 0, 1], t: [0, 0, 0] }, twist];
  const { skeleton, posed } = skeletonOf({ parents: [-1, 0], rest, user, scale: [UNIT, UNIT] });
  const rig = new JointRig(skeleton, null);
  posed();
  const pose = rig.pose();
  const matrices = rig.matrices(pose);
  const parts = matrices.map((matrix, bone) => rig.split(pose, matrix, bone, { method: 'two-phase', split: 'rest', signs: 'first' }));
  blendedMatrix([parts[1]], [1]).forEach((x, n) => assert.ok(Math.abs(x - matrices[1][n]) < 1e-12));
  const half = blendedMatrix(parts, [0.5, 0.5]);
  assert.ok(Math.abs(Math.hypot(half[0], half[2]) - 1) < 1e-12);
  assert.deepEqual(rig.ends[0], [[0, 0, 0], [0, 1, 0]]);
  assert.deepEqual(rig.ends[1], [[0, 1, 0], [0, 2, 0]]);
});
