// node --test: the compiled package.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as dualskin from '../js/index.js';
import { tube } from '../tools/tube.mjs';

const { DualskinError, automaticWeights, instructions, methods, open, ready } = dualskin;
const asset = (name) => readFileSync(new URL(`../../../assets/${name}.glb`, import.meta.url));

const near = (found, expected, tolerance, what) => {
  assert.equal(found.length, expected.length, what);
  found.forEach((x, n) => assert.ok(Math.abs(x - expected[n]) <= tolerance, `${what}: number ${n} is ${x}, expected ${expected[n]}`));
};

function refused(call, kind) {
  assert.throws(call, (error) => {
    assert.ok(error instanceof DualskinError, String(error));
    assert.equal(error.kind, kind, error.message);
    assert.ok(error.message.length > 20 && error.place.length > 0, error.message);
    return true;
  });
}

test('nothing is called before the module is there', () => {
  refused(() => open(tube()), 'refused');
});

test('a tube is read, and stands still at rest', async () => {
  await ready;
  assert.equal(instructions(), 'simd128');
  const character = open(tube({ joints: 3, rings: 5, around: 8 }), 'tube.glb');
  assert.equal(character.name, 'tube.glb');
  // Nodes that hold meshes are joints, too.
  assert.deepEqual([...character.parents], [-1, 0, 1, -1]);
  assert.deepEqual([...character.joints], ['joint0', 'joint1', 'joint2', 'tube']);
  assert.deepEqual([...character.restMatrices.slice(44, 47)], [0, 2, 0]);
  const [mesh] = character.meshes;
  assert.deepEqual([mesh.name, mesh.vertexCount, mesh.triangles.length], ['tube', 40, 192]);
  const sums = Array.from({ length: 40 }, (_, n) => {
    const own = mesh.weights.slice(n * mesh.influencesPerVertex, (n + 1) * mesh.influencesPerVertex);
    return own.reduce((a, b) => a + b, 0);
  });
  near(sums, sums.map(() => 1), 1e-6, 'weights');
  for (const method of methods()) {
    const { positions, normals } = character.skin(method, character.pose(), { normals: true });
    near(positions, mesh.positions, 1e-5, method);
    near(normals, mesh.normals, 1e-5, method);
  }
});

test('a joint moves what hangs on it', async () => {
  await ready;
  const character = open(tube({ joints: 3, rings: 5, around: 8 }));
  const rest = character.skin('linear', character.pose()).positions;
  const up = character.pose().joint('joint0').translate([0, 2, 0]);
  assert.ok(up instanceof dualskin.JointPose);
  const pose = character.pose();
  pose.joint(0).translate([0, 2, 0]);
  near(character.skin('two-phase', pose).positions, rest.map((x, n) => (n % 3 === 1 ? x + 2 : x)), 1e-5, 'moved');
  pose.reset().joint('joint0').rotate('y', 90);
  near(character.skin('two-phase', pose).positions, rest.map((_, n) => {
    const [x, y, z] = rest.slice(n - (n % 3), n - (n % 3) + 3);
    return [z, y, -x][n % 3];
  }), 1e-5, 'turned');
  // A twist by half a turn: linear blending closes the tube, two phases keep its radius.
  pose.reset().joint('joint1').rotate('y', 180);
  const thinnest = (method) => {
    const { positions } = character.skin(method, pose);
    let least = Infinity;
    for (let n = 0; n < positions.length; n += 3) least = Math.min(least, Math.hypot(positions[n], positions[n + 2]));
    return least;
  };
  assert.ok(thinnest('linear') < 0.2 && thinnest('two-phase') > 0.299, `${thinnest('linear')} ${thinnest('two-phase')}`);
});

test('memory of the caller is written, and never half', async () => {
  await ready;
  const character = open(tube());
  const pose = character.pose();
  pose.joint('joint2').rotate('x', 40).scale(1.5);
  const expected = character.skin('two-phase', pose).positions;
  const own = new Float32Array(expected.length + 6).fill(7);
  const part = own.subarray(3, 3 + expected.length);
  assert.equal(character.skin('two-phase', pose, { positions: part }).positions, part);
  assert.deepEqual(part, expected);
  assert.deepEqual([...own.slice(0, 3), ...own.slice(-3)], Array(6).fill(7));
  const batch = character.skinBatch('two-phase', [character.pose(), pose]);
  assert.deepEqual(batch.subarray(expected.length), expected);
  refused(() => character.skin('two-phase', pose, { positions: new Float32Array(5) }), 'bad-array');
  refused(() => character.skin('two-faced', pose), 'unknown-name');
  refused(() => character.skin('linear', open(asset('arm')).pose()), 'bad-array');
  refused(() => character.skin('linear', {}), 'refused');
  refused(() => character.skin('linear', pose, { mesh: 9 }), 'out-of-range');
  refused(() => character.joint('joint7'), 'unknown-name');
  refused(() => pose.joint(99), 'out-of-range');
  refused(() => pose.joint('joint0').rotate('w', 1), 'unknown-name');
  refused(() => pose.joint('joint0').rotate('x', NaN), 'bad-array');
  refused(() => pose.joint('joint0').setRotation([0, 0, 0, 0]), 'bad-array');
  refused(() => open(new Uint8Array(100)), 'not-a-character');
  refused(() => open(asset('arm').subarray(0, 5000)), 'not-a-character');
  assert.deepEqual(character.skin('two-phase', pose).positions, expected, 'what was refused changed nothing');
});

test('weights are found from joints alone', async () => {
  await ready;
  const [mesh] = open(tube({ joints: 2, rings: 17, around: 12 })).meshes;
  const made = automaticWeights({
    positions: mesh.positions, triangles: mesh.triangles, heads: [0, 0, 0, 0, 1, 0], tails: [0, 1, 0, 0, 2, 0],
  });
  const width = made.influencesPerVertex;
  // The lowest ring is moved by the first joint, the highest by the second.
  const of = (vertex, joint) => Array.from({ length: width }, (_, n) => width * vertex + n)
    .reduce((sum, at) => sum + (made.joints[at] === joint ? made.weights[at] : 0), 0);
  assert.ok(of(0, 0) > 0.95 && of(mesh.vertexCount - 1, 1) > 0.95, `${of(0, 0)} ${of(mesh.vertexCount - 1, 1)}`);
  refused(() => automaticWeights({ positions: [0, 0], triangles: [], heads: [0, 0, 0] }), 'bad-array');
  refused(() => automaticWeights({ positions: [0, 0, NaN], triangles: [], heads: [0, 0, 0] }), 'bad-array');
  refused(() => automaticWeights({ positions: mesh.positions, triangles: [0, 1, 999], heads: [0, 0, 0] }), 'bad-array');
});

test('what needs clock, threads and files elsewhere runs here', async () => {
  await ready;
  const arm = open(asset('arm'), 'arm.glb');
  const baked = arm.bake({ helpers: 4, clips: [0], rate: 15 });
  assert.equal(baked.helpers.length, 4);
  assert.ok(baked.error.maximum < baked.linearError.maximum, JSON.stringify([baked.error, baked.linearError]));
  assert.equal(open(baked.glb).joints.length, baked.character.joints.length);
  const verdict = arm.check({ methods: ['two-phase'] });
  assert.equal(verdict.format, 'dualskin-check/1');
  const biped = open(asset('biped'), 'biped.glb');
  const { character: woman } = open(asset('woman'), 'woman.glb').retarget(biped, { clips: ['walk'], replaces: true });
  assert.deepEqual(woman.clips.map(({ seconds }) => seconds), [biped.clips[1].seconds]);
  assert.equal(open(biped.toGlb()).vertexCount, biped.vertexCount);
  refused(() => open(tube()).bake(), 'no-clips');
});

const CASES = new URL('../../../testdata/bindings/cases.json', import.meta.url);

test('the cases of all languages', { skip: !existsSync(CASES) }, async () => {
  await ready;
  const { checkCases } = await import('../tools/cases.mjs');
  assert.ok(checkCases(dualskin, JSON.parse(readFileSync(CASES, 'utf8')), asset) > 0);
});
