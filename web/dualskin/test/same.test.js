// node --test: bits of skinned vertices against those of the same program on this processor, where `cargo xtask wasm` has made them.
//
// DUALSKIN_NATIVE_SSE and DUALSKIN_NATIVE_SCALAR name files of lines `METHOD DIGEST`.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { tube } from '../tools/tube.mjs';

const PATHS = { simd128: process.env.DUALSKIN_NATIVE_SSE, scalar: process.env.DUALSKIN_NATIVE_SCALAR };
/** They take logarithms, arcs or sines, which differ from one library of mathematics to the next. */
const TRANSCENDENTAL = new Set((process.env.DUALSKIN_TRANSCENDENTAL ?? '').split(',').filter((name) => name));

for (const [path, file] of Object.entries(PATHS)) {
  test(`the bits of ${path}`, { skip: file === undefined }, async () => {
    const expected = Object.fromEntries(readFileSync(file, 'utf8').trim().split('\n').map((line) => line.split(' ')));
    // A module for each, since its instructions are chosen once.
    const worker = new Worker(new URL('../tools/digests.mjs', import.meta.url), { workerData: { path, bytes: tube() } });
    const found = await new Promise((done, failed) => worker.once('message', done).once('error', failed));
    const others = Object.keys(expected).filter((method) => !TRANSCENDENTAL.has(method) && found[method] !== expected[method]);
    assert.deepEqual(others, []);
  });
}
