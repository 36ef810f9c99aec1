// What the runners of JavaScript clients share: the cases in, the results out.

import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Runs every case and writes the results: `node RUNNER FOLDER RESULTS`.
 *
 * `load` takes the bytes of a file and its answers; `positions` takes what it gave and a moment, and gives the numbers of all
 * vertices in the order of the answers. What either throws is the result of a case.
 */
export async function run({ client, version, load, positions }) {
  const [folder, out] = process.argv.slice(2);
  if (out === undefined) {
    console.error("usage: node RUNNER FOLDER RESULTS");
    process.exit(2);
  }
  const results = [];
  for (const name of (await readdir(join(folder, "answers"))).sort()) {
    const answers = JSON.parse(await readFile(join(folder, "answers", name), "utf8"));
    const result = { case: answers.case, method: "linear" };
    try {
      const bytes = await readFile(join(folder, answers.file));
      result.worst = 0;
      for (const moment of answers.moments) {
        // Loaded anew: what one animation moved must not stay for another.
        const found = await positions(await load(bytes, answers), moment);
        result.worst = Math.max(result.worst, furthest(found, moment.positions.linear) / answers.size);
      }
    } catch (error) {
      delete result.worst;
      result.error = String(error.message ?? error).split("\n")[0];
    }
    results.push(result);
  }
  await writeFile(out, JSON.stringify({ client, version, results }));
}

/** The largest distance of a vertex. */
function furthest(found, expected) {
  if (found.length !== expected.length) throw new Error(`${found.length / 3} vertices, expected ${expected.length / 3}`);
  let worst = 0;
  for (let at = 0; at < found.length; at += 3) {
    const distance = Math.hypot(...[0, 1, 2].map((axis) => found[at + axis] - expected[at + axis]));
    if (Number.isNaN(distance)) throw new Error("a position is not a number");
    worst = Math.max(worst, distance);
  }
  return worst;
}

/** An `ArrayBuffer` with the bytes of a file alone. */
export function buffer(bytes) {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
