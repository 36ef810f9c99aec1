// Writes a tube as a file.
//
//   node tools/write_tube.mjs FILE [RINGS]

import { writeFileSync } from 'node:fs';
import { tube } from './tube.mjs';

const [file, rings] = process.argv.slice(2);
writeFileSync(file, tube(rings === undefined ? {} : { rings: Number(rings), around: 64, joints: 32 }));
