// Prints how large a file is: whole, by gzip, by brotli.
//
//   node tools/size.mjs FILE

import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const bytes = readFileSync(process.argv[2]);
console.log(bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length);
