// three-dualskin in node: where its plain code puts the vertices of characters that GLTFLoader loads, and where `dualskin skin` does.
//
//   node skinning.mjs DUALSKIN [FILE…]
//
// Before that, where it puts those of testdata/extension, whose answers are of double precision and by another program.
//
// DUALSKIN is the program. Without files three built-in characters are taken, and all where `DUALSKIN_CLIENTS=all`. Ends with exit status 1 if a vertex is farther than 1e-5 of
// the size from where it is here.

import { execFile } from "node:child_process";
import { access, readFile, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { AnimationMixer, Box3, DataTexture, FloatType, LoopOnce, Matrix4, RGBAFormat, Vector3, Vector4 } from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { SkinMethodPlugin } from "../../web/three-dualskin/src/gltf.js";
import { skinned } from "../../web/three-dualskin/src/math.js";
import { paletteOf, skinnedMeshes, wordsOf } from "../../web/three-dualskin/src/palette.js";
import { shapesOnly } from "./files.mjs";
import "./threejs.mjs";

const run = promisify(execFile);
const TOLERANCE = 1e-5;
const THREE = { DataTexture, FloatType, Matrix4, RGBAFormat };
const assets = fileURLToPath(new URL("../../assets/", import.meta.url));
/** What is compared, in the words of the module. */
const METHODS = [
  { method: "linear", split: "rest", signs: "first" },
  { method: "dual-quaternion", split: "rest", signs: "first" },
  { method: "two-phase", split: "rest", signs: "first" },
  { method: "two-phase", split: "head", signs: "first" },
  { method: "two-phase", split: "rest", signs: "followed" },
];

const samples = new URL("../../testdata/extension/", import.meta.url);

/** How far files with the extensions are from their answers, by the words that they have themselves. */
async function comparedWithAnswers() {
  const { time, tolerance, files } = JSON.parse(await readFile(new URL("manifest.json", samples), "utf8"));
  let passes = files.length > 0;
  for (const { file, two_phase: shown, linear } of files) {
    const path = fileURLToPath(new URL(file, samples));
    for (const [asked, expected] of [[{}, shown], [{ method: "linear" }, linear]]) {
      const [own] = await loaded(path, asked, 0, time);
      const found = positionsOf(own, own.palette.words);
      const worst = found.reduce((most, place, n) => Math.max(most, Math.hypot(...place.map((x, axis) => x - expected[n][axis]))), 0);
      console.log(`three-dualskin, ${file}, ${own.palette.words.method}: ${found.length} vertices, ${worst.toExponential(1)} off`);
      if (!(worst <= tolerance && found.length === expected.length)) passes = false;
    }
  }
  return passes;
}

const [program, ...asked] = process.argv.slice(2);
const fits = await comparedWithAnswers();
const isThere = program !== undefined && (await access(program).then(() => true, () => false));
if (!isThere) {
  console.log("SKIPPED: there is no program that skins, so that nothing compares web/three-dualskin with it");
  process.exit(fits ? 0 : 1);
}

/** What the program says of all primitives. */
async function said(path, words, clip, time) {
  const name = words.split === "rest" ? words.method : `${words.method}-${words.split}`;
  const moment = clip === null ? [] : ["--clip", `${clip}`, "--time", `${time}`];
  const args = ["skin", path, "--method", name, "--signs", words.signs, "-o", "-", "-q", ...moment];
  const { stdout } = await run(program, args, { maxBuffer: 1 << 28 });
  return JSON.parse(stdout).primitives;
}

/** A file with its clip at a time, its skeletons taken at rest before. */
async function loaded(path, asked, clip, time) {
  const loader = new GLTFLoader().register((parser) => new SkinMethodPlugin(parser));
  const gltf = await loader.parseAsync(JSON.stringify(await shapesOnly(path)), "");
  gltf.scene.updateMatrixWorld(true);
  const meshes = skinnedMeshes(gltf.scene).map((mesh) => {
    const palette = paletteOf(THREE, mesh, gltf.scene, wordsOf(mesh, asked), mesh.userData.skinMethod?.rows);
    return { mesh, palette, place: placeOf(gltf.parser.associations, mesh) };
  });
  if (clip !== null) {
    const mixer = new AnimationMixer(gltf.scene);
    const action = mixer.clipAction(gltf.animations[clip]);
    action.setLoop(LoopOnce);
    action.clampWhenFinished = true;
    action.play();
    mixer.setTime(time);
  }
  gltf.scene.updateMatrixWorld(true);
  return meshes;
}

function placeOf(associations, mesh) {
  const primitive = associations.get(mesh)?.primitives ?? 0;
  for (let object = mesh; object !== null; object = object.parent) {
    const node = associations.get(object)?.nodes;
    if (node !== undefined) return `${node}/${primitive}`;
  }
  return "";
}

/** Positions of a mesh in the scene, by what shaders compute. */
function positionsOf({ mesh, palette }, { method }) {
  mesh.skeleton.update();
  const { position, skinIndex, skinWeight, joints_1, weights_1, _dq_blend, _dq_bulge } = mesh.geometry.attributes;
  const sets = [[skinIndex, skinWeight], ...(joints_1 ? [[joints_1, weights_1]] : [])];
  const [at, list] = [new Vector3(), new Vector4()];
  return Array.from({ length: position.count }, (_, vertex) => {
    at.fromBufferAttribute(position, vertex);
    const part = (which) => sets.flatMap((set) => list.fromBufferAttribute(set[which], vertex).toArray());
    const [joints, weights] = [part(0), part(1)];
    const [blend, bulge] = [_dq_blend?.getX(vertex) ?? 1, _dq_bulge?.getX(vertex) ?? 0];
    return skinned(palette.numbers, joints, weights, at.toArray(), blend, bulge, method === "linear");
  });
}

/** How far all vertices are off at most, in parts of the diagonal of the box around them. */
async function compared(path, words, clip, time) {
  const wanted = new Map((await said(path, words, clip, time)).map((own) => [`${own.node}/${own.primitive}`, own.positions]));
  let [worst, count] = [0, 0];
  const box = new Box3();
  for (const own of await loaded(path, words, clip, time)) {
    const expected = wanted.get(own.place);
    if (expected === undefined) throw new Error(`${path}: the program has no primitive ${own.place}`);
    positionsOf(own, words).forEach((place, vertex) => {
      const off = Math.hypot(...place.map((x, n) => x - expected[vertex][n]));
      // A number that is none is no small distance.
      if (!(off <= worst)) worst = off;
      box.expandByPoint(new Vector3(...place));
      count += 1;
    });
  }
  return { worst: worst / box.getSize(new Vector3()).length(), count };
}

const all = (await readdir(assets)).filter((name) => name.endsWith(".glb") && name !== "biped_mesh.glb");
const names = process.env.DUALSKIN_CLIENTS === "all" ? all : ["arm.glb", "creature.glb", "cylinder.glb"];
const files = asked.length > 0 ? asked : names.map((name) => join(assets, name));
let failed = !fits;
for (const path of files) {
  const { animations = [] } = await shapesOnly(path);
  const moments = [[null, 0], ...animations.slice(0, 3).map((_, clip) => [clip, 0.6])];
  for (const words of METHODS) {
    const results = [];
    for (const [clip, time] of moments) results.push(await compared(path, words, clip, time));
    const worst = results.reduce((most, own) => (own.worst <= most ? most : own.worst), 0);
    const { count } = results[0];
    const name = `${words.method}, ${words.split}, ${words.signs}`;
    console.log(`three-dualskin, ${basename(path)}, ${name}: ${results.length} moments of ${count} vertices, ${worst.toExponential(1)} of the size`);
    if (!(worst <= TOLERANCE && count > 0)) failed = true;
  }
}
process.exit(failed ? 1 : 0);
