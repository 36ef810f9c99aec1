// Checks a folder of files that `client_files` wrote against the official validator, three.js and glTF-Transform.
//
//   node check.mjs FOLDER
//
// Ends with exit status 1 if a file has a kind of message that its source has none of, if three.js shows a vertex elsewhere than
// linear blending does here (but where it did so before the edit) or farther from the method of a bake than that promised, or if
// glTF-Transform cannot read it.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { compared, comparedWithConstraints, loadedWithConstraints } from "./threejs.mjs";
import { lost } from "./transform.mjs";
import { added, messages } from "./validator.mjs";

/** Distances of vertices relative to the size of the character. */
const TOLERANCE = 1e-5;
/** A file that is that far off before any edit is another one to three.js. */
const ANOTHER = 1e-4;

const folder = process.argv[2];
if (folder === undefined) {
  console.error("usage: node check.mjs FOLDER");
  process.exit(2);
}

const { files, constrained } = JSON.parse(await readFile(join(folder, "index.json"), "utf8"));
const faults = [];
const otherwise = [];
const known = new Map();
const total = { files: 0, moments: 0, vertices: 0, worst: 0, seconds: { validator: 0, threejs: 0, transform: 0 } };

async function timed(client, work) {
  const start = performance.now();
  try {
    return await work();
  } finally {
    total.seconds[client] += (performance.now() - start) / 1000;
  }
}

async function messagesOf(file) {
  if (!known.has(file)) known.set(file, await timed("validator", () => messages(join(folder, file))));
  return known.get(file);
}

async function positionsIn(file) {
  const bytes = await readFile(join(folder, file));
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

/** Kinds of messages that some edits cannot but bring, by whom. */
const EXPECTED = [
  {
    code: "UNSUPPORTED_EXTENSION",
    of: (_, text) => text.includes("EXT_skin_method") || text.includes("EXT_node_scale_inheritance"),
    why: "the validator does not know our extensions",
  },
  { code: "NODE_EMPTY", of: () => true, why: "a node that is no joint has lost the only joint below it" },
  { code: "UNUSED_OBJECT", of: (source) => source.startsWith("17_"), why: "an unknown extension may name accessors by number" },
  {
    code: "NODE_SKINNED_MESH_NON_ROOT",
    of: (source) => source.startsWith("SimpleSkin"),
    why: "the node of the mesh is above its joints, and joints of two trees need a node above both",
  },
];

/** How far three.js is off in moments of the files as they came, by source and clip. */
const asTheyCame = new Map();

/** Of each bake, how far three.js has it from the method, in percent of the size. */
const bakes = [];

for (const { file, source, title, size, percent, samples } of files) {
  const path = join(folder, file);
  const fault = (text) => faults.push(`${title} (${file}): ${text}`);
  for (const text of added(await messagesOf(source), await messagesOf(file))) {
    const isExpected = ({ code, of }) => text.includes(` ${code} `) && of(source, text);
    if (!EXPECTED.some(isExpected)) fault(text);
  }
  const isFirst = !asTheyCame.has(source);
  if (isFirst) asTheyCame.set(source, new Map());
  const before = asTheyCame.get(source);
  const promised = { most: 0, squares: 0, count: 0 };
  for (const [number, sample] of samples.entries()) {
    const moment = sample.clip === null ? "at rest" : `clip ${sample.clip} at ${sample.time} s`;
    let relative = Infinity;
    let told = "";
    try {
      const expected = [await positionsIn(sample.positions)];
      if (sample.method !== null) expected.push(await positionsIn(sample.method));
      const [{ worst, vertices }, method] = await timed("threejs", () => compared(path, sample, expected));
      if (method !== undefined) {
        promised.most = Math.max(promised.most, method.worst);
        promised.squares += method.squares;
        promised.count += method.vertices;
      }
      relative = worst / size;
      told = `${relative.toExponential(1)} of the size`;
      total.vertices += vertices;
      total.moments += 1;
    } catch (error) {
      told = error.message;
    }
    if (isFirst) {
      before.set(number, relative);
      if (!(relative <= TOLERANCE)) otherwise.push(`${title}, ${moment}: ${told}`);
      continue;
    }
    // What three.js reads otherwise before any edit, it may after one: names that repeat, rotations that are none. In clips
    // bakes are looked at in moments of their own.
    const isTheSame = percent === null || sample.clip === null;
    const came = isTheSame ? (before.get(number) ?? 0) : 0;
    if (came > ANOTHER) continue;
    const allowed = TOLERANCE + (came > TOLERANCE ? came : 0);
    if (!(relative <= allowed)) fault(`three.js, ${moment}: ${told}`);
    if (came <= TOLERANCE) total.worst = Math.max(total.worst, relative);
  }
  if (percent !== null) {
    const of = (distance) => (100 * distance) / size;
    const [most, rms] = [of(promised.most), of(Math.sqrt(promised.squares / promised.count))];
    bakes.push(`${title}: at most ${most.toPrecision(3)} % of the size from the method, ${rms.toPrecision(3)} % on average`);
    if (!(most <= percent)) fault(`three.js is ${most} % of the size from the method, ${percent} % were promised`);
  }
  try {
    for (const text of await timed("transform", () => lost(path))) fault(`glTF-Transform: ${text}`);
  } catch (error) {
    fault(`glTF-Transform: ${error.message}`);
  }
  total.files += 1;
}

/** What three.js with three-vrm makes of constraints, in poses that no clip has. */
const followed = { files: 0, constraints: 0, poses: 0, worst: 0 };
for (const { file, source, title, size, constraints, poses } of constrained) {
  const path = join(folder, file);
  const fault = (text) => faults.push(`${title} (${file}): ${text}`);
  for (const text of added(await messagesOf(source), await messagesOf(file))) {
    // The validator knows no extension of avatars.
    if (!text.includes(" UNSUPPORTED_EXTENSION ")) fault(text);
  }
  try {
    const loaded = await timed("threejs", () => loadedWithConstraints(path));
    const found = loaded.manager.constraints.size;
    if (found !== constraints || found === 0) fault(`three-vrm finds ${found} constraints of ${constraints}`);
    for (const [number, pose] of poses.entries()) {
      const expected = await positionsIn(pose.positions);
      const { worst, vertices } = await timed("threejs", () => comparedWithConstraints(loaded, pose, expected));
      const relative = worst / size;
      followed.worst = Math.max(followed.worst, relative);
      followed.poses += 1;
      if (vertices === 0) fault(`pose ${number}: nothing was compared`);
      if (!(relative <= TOLERANCE)) fault(`three-vrm, pose ${number}: ${relative.toExponential(1)} of the size`);
    }
    followed.files += 1;
    followed.constraints += found;
  } catch (error) {
    fault(`three-vrm: ${error.message}`);
  }
}
console.log(
  `constraints: ${followed.files} files, ${followed.constraints} constraints, ${followed.poses} poses, ` +
    `three-vrm at most ${followed.worst.toExponential(1)} of the size away`,
);

for (const text of otherwise) console.log(`as it came, three.js shows another: ${text}`);
for (const text of bakes) console.log(text);
for (const text of faults) console.error(text);
const seconds = Object.entries(total.seconds).map(([client, value]) => `${client} ${value.toFixed(1)} s`);
console.log(
  `clients: ${total.files} files, ${total.moments} moments, ${total.vertices} vertices, ` +
    `three.js at most ${total.worst.toExponential(1)} of the size away; ${faults.length} faults; ${seconds.join(", ")}`,
);
if (total.files === 0 || total.moments === 0) {
  console.error("nothing was compared");
  process.exit(1);
}
process.exit(faults.length === 0 ? 0 : 1);
