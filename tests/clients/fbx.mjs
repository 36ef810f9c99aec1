// FBX: where three.js' FBXLoader puts vertices, beside the glTF that was made of the same file.
//
//   node fbx.mjs FOLDER
//
// The folder has pairs of NAME.fbx and NAME.glb, as `client_files` writes them, and `DUALSKIN_FBX` may name one of more files, with the
// glTF of each made by `dualskin convert`. Every vertex has to have one of the other file near it, both ways, at rest and in moments of
// each clip. Exit status 1 if one of our own files (`strip…`) has none within 1e-4 of the size, at rest or at keys; of others, and between
// keys, the distance is told.

import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { AnimationMixer, Box3, LoopOnce, Vector3 } from "three";
import { FBXLoader } from "three/examples/jsm/loaders/FBXLoader.js";
import { loaded } from "./threejs.mjs";

/** What a vertex of our own files may be off, as a share of the size. */
const TOLERANCE = 1e-4;
/**
 * Moments of a clip, as shares of its length: where `strip.fbx` has keys, and between. FBXLoader makes quaternions of the angles at keys
 * and turns evenly between them, where FBX has the angles change evenly, so that it is right at keys alone.
 */
const KEYS = [0, 0.5, 1];
const BETWEEN = [0.1, 0.25, 0.8];

// Pictures are not looked at.
const picture = { addEventListener() {}, removeEventListener() {}, style: {} };
globalThis.document ??= { createElementNS: () => picture };
globalThis.window ??= { innerWidth: 1, innerHeight: 1, URL };
console.warn = () => {};

/** A file as FBXLoader has it, in meters. */
async function ofFbx(path) {
  const bytes = await readFile(path);
  const content = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const scene = new FBXLoader().parse(content, "");
  // It leaves lengths in the unit of the file.
  scene.scale.multiplyScalar((scene.userData.unitScaleFactor ?? 1) / 100);
  return { scene, animations: scene.animations };
}

/** Places of all vertices in the scene, as far as a triangle uses them. */
function placesOf(scene) {
  scene.updateMatrixWorld(true);
  const places = [];
  scene.traverse((object) => {
    if (!object.isMesh) return;
    object.skeleton?.update();
    const { position } = object.geometry.attributes;
    const { index } = object.geometry;
    const used = index === null ? null : new Set(index.array);
    for (let vertex = 0; vertex < position.count; vertex += 1) {
      if (used !== null && !used.has(vertex)) continue;
      const place = object.getVertexPosition(vertex, new Vector3());
      places.push(place.applyMatrix4(object.matrixWorld));
    }
  });
  return places;
}

/** The largest distance of a place of one list from the nearest of the other. */
function farthest(from, to) {
  let worst = 0;
  for (const place of from) {
    let least = Infinity;
    for (const other of to) {
      least = Math.min(least, place.distanceToSquared(other));
      if (least <= worst) break;
    }
    worst = Math.max(worst, least);
  }
  return Math.sqrt(worst);
}

function pose({ scene, animations }, name, time) {
  const clip = animations.find((clip) => clip.name === name);
  if (clip === undefined) return false;
  const mixer = new AnimationMixer(scene);
  const action = mixer.clipAction(clip);
  action.setLoop(LoopOnce);
  action.clampWhenFinished = true;
  action.play();
  mixer.setTime(time);
  return true;
}

/** How far two files are apart at rest and in moments of the clips that both have, as a share of the size. */
async function compared(fbx, glb) {
  const theirs = await ofFbx(fbx);
  const { gltf } = await loaded(glb);
  const ours = { scene: gltf.scene, animations: gltf.animations };
  const [one, other] = [placesOf(ours.scene), placesOf(theirs.scene)];
  const size = new Box3().setFromPoints(one).getSize(new Vector3()).length() || 1;
  const apart = (a, b) => Math.max(farthest(a, b), farthest(b, a)) / size;
  const result = { vertices: one.length, rest: one.length && other.length ? apart(one, other) : 0, moments: 0, keys: 0, between: 0 };
  for (const clip of ours.animations) {
    for (const share of [...KEYS, ...BETWEEN]) {
      const time = share * clip.duration;
      // Loaded anew, since a clip leaves what it moved.
      const [again, { gltf: mine }] = [await ofFbx(fbx), await loaded(glb)];
      const is = pose({ scene: mine.scene, animations: mine.animations }, clip.name, time) && pose(again, clip.name, time);
      if (!is) continue;
      result.moments += 1;
      const kind = KEYS.includes(share) ? "keys" : "between";
      result[kind] = Math.max(result[kind], apart(placesOf(mine.scene), placesOf(again.scene)));
    }
  }
  return result;
}

const folder = process.argv[2];
if (folder === undefined) {
  console.error("usage: node fbx.mjs FOLDER");
  process.exit(2);
}
const folders = [folder, process.env.DUALSKIN_FBX].filter((folder) => folder);
const faults = [];
for (const folder of folders) {
  for (const file of (await readdir(folder)).sort()) {
    if (!file.toLowerCase().endsWith(".fbx")) continue;
    const [fbx, name] = [join(folder, file), basename(file).replace(/\.fbx$/i, "")];
    try {
      const { vertices, rest, moments, keys, between } = await compared(fbx, join(folder, `${name}.glb`));
      const [a, b, c] = [rest, keys, between].map((apart) => apart.toExponential(1));
      const moving = moments === 0 ? "no clip" : `at the beginning, half and end of clips ${b}, between ${c}`;
      const line = `${file}: ${vertices} vertices, at rest ${a} of the size, ${moving}`;
      console.log(line);
      if (name.startsWith("strip") && (moments === 0 || !(Math.max(rest, keys) <= TOLERANCE))) faults.push(line);
    } catch (error) {
      console.log(`${file}: not compared, ${error.message}`);
      if (name.startsWith("strip")) faults.push(`${file}: ${error.message}`);
    }
  }
}
if (faults.length > 0) {
  console.error(`FAULTS\n${faults.join("\n")}`);
  process.exit(1);
}
