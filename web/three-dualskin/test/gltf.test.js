// node --test: what the loader's plugin takes from a file, and what it passes over.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inheritanceIn, rowsIn, wordsIn } from '../src/gltf.js';

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

test('methods need a name and a known split', () => {
  assert.deepEqual(wordsIn({ method: 'two-phase', split: 'head', signs: 'followed' }), { method: 'two-phase', split: 'head', signs: 'followed' });
  assert.deepEqual(wordsIn({ method: 'linear' }), { method: 'linear', split: 'rest', signs: 'first' });
  for (const wrong of [undefined, {}, { method: 3 }, { method: 'two-phase', split: 'side' }]) assert.equal(wordsIn(wrong), null);
});

test('rows come from the extension or from extras, and need a weight for each joint', () => {
  const row = { method: 'two-phase', joints: [0, 1], weights: [0.25, 0.75] };
  const nodes = [
    {}, {},
    { extensions: { EXT_skin_method: { row } } },
    { extras: { dualskin: { row: { ...row, method: 'two-phase-head', signs: 'first' } } } },
    { extensions: { EXT_skin_method: { row: { ...row, weights: [1] } } } },
  ];
  const found = rowsIn({ nodes });
  assert.deepEqual(found.map(({ node, split }) => [node, split]), [[2, 'rest'], [3, 'head']]);
});
