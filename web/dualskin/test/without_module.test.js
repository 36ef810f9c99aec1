// node --test: what needs no compiled module, and so runs where nothing was built.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as given from '../js/arguments.js';
import { DualskinError, called } from '../js/errors.js';
import { tube } from '../tools/tube.mjs';

const text = (file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

/** A call is refused, with a place and a remedy. */
function refused(call, place) {
  assert.throws(call, (error) => {
    assert.ok(error instanceof DualskinError, String(error));
    assert.equal(error.place, place);
    assert.ok(error.remedy.length > 0 && error.message.includes(error.remedy));
    return true;
  });
}

test('lists of numbers become those of the module, and nothing else does', () => {
  const own = Float32Array.of(1, 2);
  assert.equal(given.floats(own, 'a'), own, 'no copy');
  assert.deepEqual(given.floats([1, 2], 'a'), own);
  assert.deepEqual(given.floats(new Float64Array([1, 2]), 'a'), own);
  assert.deepEqual(given.words(new Uint16Array([3]), 'a'), Uint32Array.of(3));
  assert.deepEqual(given.integers([-1, 0], 'a'), Int32Array.of(-1, 0));
  for (const bad of [undefined, null, 'abc', { length: 2 }, ['1'], [1, undefined], new BigInt64Array(1), new DataView(new ArrayBuffer(4))]) {
    refused(() => given.floats(bad, 'a'), 'a');
    refused(() => given.words(bad, 'a'), 'a');
  }
  for (const bad of [[-1], [0.5], [NaN], [2 ** 32]]) refused(() => given.words(bad, 'a'), 'a');
});

test('what JavaScript would make 0 or NaN of is refused', () => {
  for (const bad of [undefined, null, '1', -1, 0.5, NaN, Infinity, 2 ** 32, 1n]) refused(() => given.place(bad, 'a'), 'a');
  for (const bad of [undefined, null, '1', NaN, -Infinity, 1n]) refused(() => given.number(bad, 'a'), 'a');
  refused(() => given.numbers([1, 2], 3, 'a'), 'a');
  refused(() => given.memory(new Float64Array(3), 3, 'a'), 'a');
  refused(() => given.memory(new Float32Array(4), 3, 'a'), 'a');
  refused(() => given.bytes('glTF'), 'bytes');
  assert.equal(given.bytes(new Uint8Array([0, 1, 2]).subarray(1).buffer).length, 3);
  assert.deepEqual(given.bytes(new DataView(new Uint8Array([7, 8, 9]).buffer, 1)), Uint8Array.of(8, 9));
});

test('errors of the module keep their parts, others stay what they are', () => {
  const thrown = Object.assign(new Error('a: b; c.'), { kind: 'refused', place: 'a', remedy: 'c' });
  refused(() => called(() => { throw thrown; }), 'a');
  assert.throws(() => called(() => { throw new RangeError('d'); }), RangeError);
});

test('all that is exported has a type, and all that has a type is exported', () => {
  const types = [...text('js/index.d.ts').matchAll(/^export (?:class|const|function) (\w+)/gm)].map(([, name]) => name);
  const code = text('js/index.js');
  const listed = [...code.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names]) => names.split(',').map((name) => name.trim()));
  const declared = [...code.matchAll(/^export (?:class|const|function) (\w+)/gm)].map(([, name]) => name);
  // Meshes come from characters alone.
  assert.deepEqual([...listed, ...declared].sort(), types.sort());
});

test('members of classes have a type', () => {
  const types = text('js/index.d.ts');
  for (const [file, name] of [['index', 'Character'], ['index', 'Mesh'], ['pose', 'Pose'], ['pose', 'JointPose']]) {
    const code = text(`js/${file}.js`).split(`export class ${name} {`)[1].split(/^\}/m)[0];
    const members = [...code.matchAll(/^ {2}(?:get )?([a-z]\w*)\(/gm)].map(([, member]) => member);
    const body = types.split(`export class ${name} {`)[1].split(/^\}/m)[0];
    const missing = members.filter((member) => member !== 'constructor' && !new RegExp(`\\b${member}\\b[(:]`).test(body));
    assert.deepEqual(missing, [], name);
  }
});

test('the tube is a whole file', () => {
  const bytes = tube();
  const head = new DataView(bytes.buffer);
  assert.equal(head.getUint32(8, true), bytes.length);
  assert.equal(28 + head.getUint32(12, true) + head.getUint32(20 + head.getUint32(12, true), true), bytes.length);
});
