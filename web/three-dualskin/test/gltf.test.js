// node --test: what the loader's plugin takes from a file, and what it passes over.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SkinMethodPlugin, inheritanceIn, rowsIn, wordsIn } from '../src/gltf.js';
import { wordsOf } from '../src/palette.js';

const inherit = (word) => ({ extensions: { EXT_node_scale_inheritance: { inherit: word } } });
const quietly = (run) => {
  const { warn } = console;
  const told = [];
  console.warn = (text) => told.push(text);
  try {
    return [run(), told];
  } finally {
    console.warn = warn;
  }
};

test('the extension counts before extras, and a word that is none is told with its node', () => {
  const scaled = (children, word) => ({ children, extras: { dualskin: { scale_inheritance: word } } });
  const nodes = [scaled([1, 2], 'segment'), inherit('joint'), {}, scaled([4], 'average'), {}, { children: [6, 7] }, inherit('half'), inherit('none')];
  const [words, told] = quietly(() => inheritanceIn({ nodes }));
  // A child of a parent whose other child speaks inherits all.
  assert.deepEqual([...words], [[1, 'joint'], [4, 'average'], [7, 'none']]);
  assert.equal(told.length, 1);
  assert.match(told[0], /\/nodes\/6.*half/);
});

test('methods need a name and a known split, and what is none is told with its place', () => {
  assert.deepEqual(wordsIn({ method: 'two-phase', split: 'head', signs: 'followed' }), { method: 'two-phase', split: 'head', signs: 'followed' });
  assert.deepEqual(wordsIn({ method: 'linear' }), { method: 'linear', split: 'rest', signs: 'first' });
  for (const silent of [undefined, null, {}]) assert.deepEqual(quietly(() => wordsIn(silent, '/skins/0')), [null, []]);
  for (const wrong of [{ method: 3 }, { method: 'two-phase', split: 'side' }, { method: 'linear', split: 'head' }]) {
    const [words, told] = quietly(() => wordsIn(wrong, '/skins/0'));
    assert.equal(words, null);
    assert.match(told[0], /\/skins\/0/);
  }
});

test('rows come from the extension or from extras; what is no row is told and passed over', () => {
  const row = { method: 'two-phase', joints: [0, 1], weights: [0.25, 0.75] };
  const said = (own) => ({ extensions: { EXT_skin_method: { row: own } } });
  const wrong = [
    { ...row, weights: [1] }, { ...row, joints: [0, 99] }, { ...row, joints: ['0', 1] }, { ...row, weights: [1, 1] }, { method: 'two-phase' },
  ];
  const nodes = [
    {}, {},
    said(row),
    { extras: { dualskin: { row: { ...row, method: 'two-phase-head', signs: 'first' } } } },
    ...wrong.map(said),
  ];
  const [found, told] = quietly(() => rowsIn({ nodes }));
  assert.deepEqual(found.map(({ node, split }) => [node, split]), [[2, 'rest'], [3, 'head']]);
  assert.equal(told.length, wrong.length);
});

test('methods and splits that no shader knows are told and replaced', () => {
  const mesh = { userData: { skinMethod: { words: { method: 'affine', split: 'rest', signs: 'first' } } } };
  const [words, told] = quietly(() => wordsOf(mesh, { split: 'side' }));
  assert.deepEqual([words.method, words.split, told.length], ['two-phase', 'head', 2]);
});

test('a file with maps that are not there loads, and a skin that says nothing is linear beside one that speaks', async () => {
  const extension = (own) => ({ extensions: { EXT_skin_method: own } });
  const json = {
    nodes: [{ mesh: 0, skin: 0 }, { mesh: 0, skin: 1 }],
    skins: [{ joints: [], ...extension({ method: 'two-phase' }) }, { joints: [] }],
    meshes: [{ primitives: [extension({ blend: 7, bulge: 'x' })] }],
  };
  const mesh = () => ({ isSkinnedMesh: true, userData: {}, parent: null, skeleton: { bones: [] }, geometry: {} });
  const meshes = [mesh(), mesh()];
  const associations = new Map(meshes.map((of, nodes) => [of, { nodes, meshes: 0, primitives: 0 }]));
  const scene = { traverse: (visit) => meshes.forEach(visit) };
  const told = [];
  const { warn } = console;
  console.warn = (text) => told.push(text);
  try {
    const getDependency = () => Promise.reject(new Error('nothing is there'));
    await new SkinMethodPlugin({ json, associations, getDependency }).afterRoot({ scenes: [scene] });
  } finally {
    console.warn = warn;
  }
  assert.deepEqual(meshes.map((of) => of.userData.skinMethod.words.method), ['two-phase', 'linear']);
  assert.equal(told.length, 4);
});
