// How long a character takes to be skinned here, as examples/native.rs measures it by the processor's own instructions.
//
//   node tools/speed.mjs FILE NATIVE [FACTOR]
//
// NATIVE has lines `METHOD MILLISECONDS`. Prints a table; ends with exit status 1 if two-phase takes more than FACTOR times as long.

import { readFileSync } from 'node:fs';
import { methods, open, ready } from '../js/index.js';
import { posed } from './same.mjs';

const [file, native, factor = '2'] = process.argv.slice(2);
const lines = readFileSync(native, 'utf8').trim().split('\n').map((line) => line.split(' '));
const expected = new Map(lines.map(([method, milliseconds]) => [method, Number(milliseconds)]));

await ready;
const character = open(readFileSync(file));
const pose = posed(character, 1);
const positions = new Float32Array(3 * character.vertexCount);
let worst = 0;
for (const method of methods()) {
  const times = [];
  for (const begun = performance.now(); performance.now() < begun + 1000 || times.length < 5; ) {
    const start = performance.now();
    character.skin(method, pose, { positions });
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const [here, there] = [times[times.length >> 1], expected.get(method)];
  console.log(`${method.padEnd(28)} ${there.toFixed(2)} ms by SSE, ${here.toFixed(2)} ms here, ${(here / there).toFixed(2)} times as long`);
  if (method === 'two-phase') worst = here / there;
}
process.exit(worst <= Number(factor) ? 0 : 1);
