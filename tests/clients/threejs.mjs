// three.js: where it puts the vertices of skinned meshes, at rest and in moments of clips.

import { VRMNodeConstraintLoaderPlugin } from "@pixiv/three-vrm-node-constraint";
import { AnimationMixer, LoopOnce, Vector3, Vector4 } from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { shapesOnly } from "./files.mjs";

// What three.js takes for granted, and node has not.
globalThis.self ??= globalThis;
globalThis.ProgressEvent ??= class extends Event {};

/** A file as three.js loads it. */
export async function loaded(path) {
  const json = await shapesOnly(path);
  // It warns of every extras that is no object.
  console.warn = () => {};
  const gltf = await new GLTFLoader().parseAsync(JSON.stringify(json), "");
  return { gltf, json, meshes: skinnedMeshes(gltf) };
}

/** Skinned meshes by node and primitive of the file. */
function skinnedMeshes(gltf) {
  const meshes = new Map();
  const { associations } = gltf.parser;
  gltf.scene.traverse((object) => {
    if (!object.isSkinnedMesh) return;
    const primitive = associations.get(object)?.primitives ?? 0;
    for (let node = object; node !== null; node = node.parent) {
      const number = associations.get(node)?.nodes;
      if (number === undefined) continue;
      meshes.set(`${number}/${primitive}`, object);
      return;
    }
  });
  return meshes;
}

/** Puts a scene into a moment of a clip; at rest without one. */
function pose({ gltf }, clip, time) {
  if (clip !== null) {
    const mixer = new AnimationMixer(gltf.scene);
    const action = mixer.clipAction(gltf.animations[clip]);
    action.setLoop(LoopOnce);
    action.clampWhenFinished = true;
    action.play();
    mixer.setTime(time);
  }
  gltf.scene.updateMatrixWorld(true);
}

/** Positions of a skinned mesh in the scene: sums over four joints, with morph targets before. */
function positionsOf(mesh) {
  mesh.skeleton.update();
  const { position, skinIndex, skinWeight } = mesh.geometry.attributes;
  const targets = mesh.geometry.morphAttributes.position ?? [];
  const matrices = mesh.skeleton.boneMatrices;
  const [at, shift, joints, weights] = [new Vector3(), new Vector3(), new Vector4(), new Vector4()];
  const positions = new Float64Array(3 * position.count);
  for (let vertex = 0; vertex < position.count; vertex += 1) {
    at.fromBufferAttribute(position, vertex);
    targets.forEach((target, index) => {
      at.addScaledVector(shift.fromBufferAttribute(target, vertex), mesh.morphTargetInfluences[index]);
    });
    joints.fromBufferAttribute(skinIndex, vertex);
    weights.fromBufferAttribute(skinWeight, vertex);
    for (let slot = 0; slot < 4; slot += 1) {
      const [weight, matrix] = [weights.getComponent(slot), 16 * joints.getComponent(slot)];
      if (weight === 0) continue;
      for (let row = 0; row < 3; row += 1) {
        const of = (column) => matrices[matrix + 4 * column + row];
        positions[3 * vertex + row] += weight * (of(0) * at.x + of(1) * at.y + of(2) * at.z + of(3));
      }
    }
  }
  return positions;
}

/** The file of the moment before, which is loaded anew for another clip: the tracks of one may leave out what another moved. */
let last = { path: null, clip: null, file: null };

async function loadedFor(path, clip) {
  if (last.path !== path || last.clip !== clip) last = { path, clip, file: await loaded(path) };
  return last.file;
}

/**
 * Whether three.js leaves morph weights of a node still that a clip moves: GLTFLoader looks for them at the node's object and, if that
 * is a group, at its children. Of a node that is a joint too the object is a bone, and the meshes below it are not found.
 */
function leavesWeights(json, clip, node) {
  if (clip === null) return false;
  const isJoint = (json.skins ?? []).some(({ joints }) => joints.includes(node));
  const { channels } = json.animations[clip];
  return isJoint && channels.some(({ target }) => target.node === node && target.path === "weights");
}

/**
 * How far three.js is from each of some lists of positions in one moment: the largest distance of a vertex, the sum of squares, and how
 * many vertices were compared. Primitives that it does not read as glTF has them are passed over.
 */
export async function compared(path, sample, expected) {
  const file = await loadedFor(path, sample.clip);
  pose(file, sample.clip, sample.time);
  const results = expected.map(() => ({ worst: 0, squares: 0, vertices: 0 }));
  let from = 0;
  for (const { node, mesh, primitive, count } of sample.primitives) {
    const found = file.meshes.get(`${node}/${primitive}`);
    const { attributes, targets } = file.json.meshes[mesh].primitives[primitive];
    // It takes the base for the displacement where a target has none, and reads four influences.
    const isRead =
      attributes.JOINTS_1 === undefined &&
      (targets ?? []).every((of) => of.POSITION !== undefined) &&
      !leavesWeights(file.json, sample.clip, node);
    if (found === undefined) throw new Error(`node ${node}, primitive ${primitive}: three.js shows no skinned mesh`);
    if (isRead) {
      const positions = positionsOf(found);
      if (positions.length !== 3 * count) throw new Error(`node ${node}: ${positions.length / 3} vertices for ${count}`);
      expected.forEach((list, number) => add(results[number], positions, list.subarray(from, from + 3 * count)));
    }
    from += 3 * count;
  }
  return results;
}

/** A file as three.js loads it with the constraints of three-vrm, and the object of each node. */
export async function loadedWithConstraints(path) {
  const loader = new GLTFLoader().register((parser) => new VRMNodeConstraintLoaderPlugin(parser));
  const gltf = await loader.parseAsync(JSON.stringify(await shapesOnly(path)), "");
  const manager = gltf.userData.vrmNodeConstraintManager;
  if (!manager) throw new Error("three-vrm finds no constraint");
  const nodes = await gltf.parser.getDependencies("node");
  return { gltf, manager, nodes, meshes: skinnedMeshes(gltf) };
}

/** How far it is from a list of positions in a pose whose nodes have these rotations, at most, and how many vertices were compared. */
export function comparedWithConstraints({ gltf, manager, nodes, meshes }, { turns, primitives }, expected) {
  for (const { node, rotation } of turns) nodes[node].quaternion.fromArray(rotation);
  gltf.scene.updateMatrixWorld(true);
  manager.update();
  gltf.scene.updateMatrixWorld(true);
  const result = { worst: 0, squares: 0, vertices: 0 };
  let from = 0;
  for (const { node, primitive, count } of primitives) {
    const found = meshes.get(`${node}/${primitive}`);
    if (found === undefined) throw new Error(`node ${node}, primitive ${primitive}: three.js shows no skinned mesh`);
    add(result, positionsOf(found), expected.subarray(from, from + 3 * count));
    from += 3 * count;
  }
  return result;
}

function add(result, positions, expected) {
  for (let at = 0; at < positions.length; at += 3) {
    const apart = (axis) => positions[at + axis] - expected[at + axis];
    const distance = Math.hypot(apart(0), apart(1), apart(2));
    // A number that is none is no small distance.
    if (!(distance <= result.worst)) result.worst = distance;
    result.squares += distance * distance;
    result.vertices += 1;
  }
}
