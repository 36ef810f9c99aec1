// three.js as a client of the suite: GLTFLoader, AnimationMixer and SkinnedMesh.applyBoneTransform.

import { AnimationMixer, LoopOnce, REVISION, Vector3 } from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { buffer, run } from "./suite.mjs";

// What three.js takes for granted, and node has not.
globalThis.self ??= globalThis;
globalThis.ProgressEvent ??= class extends Event {};
console.warn = () => {};

async function load(bytes, answers) {
  const gltf = await new GLTFLoader().parseAsync(buffer(bytes), "");
  const meshes = new Map();
  gltf.scene.traverse((object) => {
    if (!object.isSkinnedMesh) return;
    const primitive = gltf.parser.associations.get(object)?.primitives ?? 0;
    for (let holder = object; holder !== null; holder = holder.parent) {
      const node = gltf.parser.associations.get(holder)?.nodes;
      if (node === undefined) continue;
      meshes.set(`${node}/${primitive}`, object);
      return;
    }
  });
  return { gltf, meshes, primitives: answers.primitives };
}

function positions({ gltf, meshes, primitives }, { animation, time }) {
  if (animation !== null) {
    const mixer = new AnimationMixer(gltf.scene);
    const action = mixer.clipAction(gltf.animations[animation]);
    action.setLoop(LoopOnce);
    action.clampWhenFinished = true;
    action.play();
    mixer.setTime(time);
  }
  gltf.scene.updateMatrixWorld(true);
  const out = [];
  for (const { node, primitive, vertices } of primitives) {
    const mesh = meshes.get(`${node}/${primitive}`);
    if (mesh === undefined) throw new Error("shows no skinned mesh");
    mesh.skeleton.update();
    const at = new Vector3();
    for (let vertex = 0; vertex < vertices; vertex += 1) {
      // Morph targets, then the four joints.
      mesh.getVertexPosition(vertex, at);
      out.push(...at.applyMatrix4(mesh.matrixWorld).toArray());
    }
  }
  return out;
}

await run({ client: "three.js", version: REVISION, load, positions });
