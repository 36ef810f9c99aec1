// node --test: the splits against the golden vectors of the repository, and what comes of them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { BONE_TEXELS, motion, polar, product, skinned, turned, writeBone } from '../src/math.js';
import { withTwoPhases } from '../src/shader.js';

const golden = (topic) => JSON.parse(readFileSync(new URL(`../../../testdata/golden/${topic}.json`, import.meta.url)));

const near = (found, expected, tolerance, what) =>
  [...expected].forEach((x, n) => assert.ok(Math.abs(found[n] - x) <= tolerance, `${what}: number ${n} is ${found[n]}, expected ${x}`));

const mat4 = (rotation, stretch, translation) => {
  const out = Array(16).fill(0);
  for (let column = 0; column < 3; column++) {
    const image = turned(rotation, stretch.slice(3 * column, 3 * column + 3));
    image.forEach((x, row) => (out[4 * column + row] = x));
  }
  translation.forEach((x, row) => (out[12 + row] = x));
  out[15] = 1;
  return out;
};

const applied = (m, p) => [0, 1, 2].map((row) => m[row] * p[0] + m[4 + row] * p[1] + m[8 + row] * p[2] + m[12 + row]);

const palette = (...bones) => {
  const numbers = new Float64Array(4 * BONE_TEXELS * bones.length);
  bones.forEach(([matrix, head], n) => writeBone(numbers, 4 * BONE_TEXELS * n, matrix, head));
  return numbers;
};

const about = (axis, angle) => [...axis.map((x) => x * Math.sin(angle / 2)), Math.cos(angle / 2)];

test('polar decompositions are the golden ones', () => {
  let compared = 0;
  for (const { name, input, expected } of golden('polar').cases) {
    const { rotation, stretch } = polar(input.mat3);
    assert.ok([...rotation, ...stretch].every(Number.isFinite), name);
    if (!expected.unique) continue;
    const size = Math.max(...input.mat3.map(Math.abs), 1e-30);
    near(stretch, expected.stretch, 1e-6 * size, name);
    const alike = rotation.reduce((sum, x, n) => sum + x * expected.quat[n], 0);
    assert.ok(Math.abs(alike) > 1 - 1e-6, `${name}: ${rotation}`);
    compared++;
  }
  assert.ok(compared > 10);
});

test('a vertex with one bone goes where its matrix takes it, stretched, sheared or mirrored', () => {
  for (const stretch of [[1, 0, 0, 0, 1, 0, 0, 0, 1], [2, 0.3, 0, 0.3, 0.5, 0.1, 0, 0.1, 1], [-1, 0, 0, 0, 1, 0, 0, 0, 1]]) {
    const matrix = mat4(about([0, 0.6, 0.8], 2), stretch, [1, -2, 0.5]);
    const p = [0.3, 0.7, -1.1];
    near(skinned(palette([matrix, [0.5, 0.25, 1]]), [0], [1], p), applied(matrix, p), 1e-9, `stretch ${stretch}`);
  }
});

test('half a twist keeps the radius that matrices lose, and the blend map mixes both', () => {
  const still = mat4([0, 0, 0, 1], [1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0, 0]);
  const twisted = mat4(about([0, 1, 0], 3), [1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0, 0]);
  const numbers = palette([still, [0, 0, 0]], [twisted, [0, 1, 0]]);
  const radius = (blend) => {
    const [x, , z] = skinned(numbers, [0, 1], [0.5, 0.5], [1, 0.5, 0], blend);
    return Math.hypot(x, z);
  };
  assert.ok(Math.abs(radius(1) - 1) < 1e-9);
  assert.ok(Math.abs(radius(0) - Math.cos(1.5)) < 1e-9);
  assert.ok(Math.abs(radius(0.5) - 0.5 * (1 + Math.cos(1.5))) < 1e-9);
});

test('the sign of a dual quaternion does not matter', () => {
  const [a, b] = [about([1, 0, 0], 0.4), about([1, 0, 0], 1.4)];
  const unit = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const numbers = palette([mat4(a, unit, [0, 1, 0]), [0, 0, 0]], [mat4(b, unit, [0, 2, 0]), [0, 0, 0]]);
  const expected = skinned(numbers, [0, 1], [0.5, 0.5], [0, 1, 0]);
  for (let i = 4 * BONE_TEXELS + 12; i < 4 * BONE_TEXELS + 20; i++) numbers[i] *= -1;
  near(skinned(numbers, [0, 1], [0.5, 0.5], [0, 1, 0]), expected, 1e-12, 'turned over');
});

test('products and motions are those of the conventions', () => {
  const [a, b] = [about([1, 0, 0], 0.7), about([0, 0, 1], 1.9)];
  near(turned(product(a, b), [1, 2, 3]), turned(a, turned(b, [1, 2, 3])), 1e-12, 'product');
  const dq = motion(a, [3, 2, 1]);
  near(dq.slice(4), product([1.5, 1, 0.5, 0], a), 1e-12, 'dual part');
});

test('every part of a vertex shader that skins is replaced', () => {
  const parts = ['skinning_pars_vertex', 'skinbase_vertex', 'skinnormal_vertex', 'skinning_vertex'];
  const shader = parts.map((part) => `#include <${part}>`).join('\n');
  const replaced = withTwoPhases(`${shader}\n#include <project_vertex>`);
  for (const part of parts) assert.ok(!replaced.includes(part), part);
  assert.ok(replaced.includes('dualskinPoint(dualskin') && replaced.includes('#include <project_vertex>'));
});

test('the parts are there in three.js', { skip: process.env.DUALSKIN_THREEJS ? false : 'DUALSKIN_THREEJS names no folder' }, async () => {
  const { ShaderLib } = await import(`${process.env.DUALSKIN_THREEJS}/node_modules/three/build/three.module.js`);
  for (const kind of ['standard', 'physical', 'phong', 'lambert', 'basic', 'toon', 'depth']) {
    const { vertexShader } = ShaderLib[kind];
    for (const part of ['skinning_pars_vertex', 'skinbase_vertex', 'skinning_vertex']) {
      assert.ok(vertexShader.includes(`#include <${part}>`), `${kind} lacks ${part}`);
    }
  }
});
