// Babylon.js as a client of the suite: its loader, its animation groups, and the matrices of its skeletons, in the engine without a window.

import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { LoadAssetContainerAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/core/Animations/animatable.js";
import "@babylonjs/core/Cameras/freeCamera.js";
import "@babylonjs/loaders/glTF/2.0/index.js";
import "@babylonjs/loaders/glTF/glTFFileLoader.js";
import { readFileSync } from "node:fs";
import { run } from "./suite.mjs";

const { version } = JSON.parse(readFileSync(new URL("node_modules/@babylonjs/core/package.json", import.meta.url)));
globalThis.XMLHttpRequest ??= class {};

async function load(bytes, answers) {
  const engine = new NullEngine();
  const scene = new Scene(engine);
  // As the file has them: the other hand would turn everything about.
  scene.useRightHandedSystem = true;
  const url = `data:model/gltf-binary;base64,${bytes.toString("base64")}`;
  const container = await LoadAssetContainerAsync(url, scene, { pluginExtension: ".glb" });
  container.addAllToScene();
  const json = bytes.subarray(20, 20 + bytes.readUInt32LE(12));
  const names = JSON.parse(json.toString()).nodes.map((node) => node.name);
  return { engine, scene, container, names, primitives: answers.primitives };
}

/** The mesh of a primitive: the loader names meshes after the nodes that show them, with a number where these have several. */
function meshOf(container, name, primitive) {
  const isOfNode = (mesh) => mesh.skeleton && (mesh.name === name || mesh.name === `${name}_primitive${primitive}`);
  return container.meshes.find(isOfNode);
}

function positions({ engine, scene, container, names, primitives }, { animation, time }) {
  for (const group of container.animationGroups) group.stop();
  if (animation !== null) {
    const group = container.animationGroups[animation];
    group.start(false, 1, group.from, group.to);
    // Seconds are frames by the group's own number of them in a second.
    const frames = time * (group.targetedAnimations[0]?.animation.framePerSecond ?? 1);
    group.goToFrame(Math.min(Math.max(frames, group.from), group.to));
    group.pause();
  }
  for (const node of container.transformNodes) node.computeWorldMatrix(true);
  for (const mesh of container.meshes) mesh.computeWorldMatrix(true);
  for (const skeleton of container.skeletons) skeleton.prepare(true);
  const out = [];
  for (const { node, primitive, vertices } of primitives) {
    const mesh = meshOf(container, names[node], primitive);
    if (mesh === undefined) throw new Error("shows no skinned mesh");
    const data = mesh.getPositionData(true, true);
    if (data === null || data.length !== 3 * vertices) throw new Error("has other vertices");
    const m = mesh.computeWorldMatrix(true).m;
    for (let at = 0; at < data.length; at += 3) {
      for (let row = 0; row < 3; row += 1) {
        out.push(m[row] * data[at] + m[4 + row] * data[at + 1] + m[8 + row] * data[at + 2] + m[12 + row]);
      }
    }
  }
  scene.dispose();
  engine.dispose();
  return out;
}

await run({ client: "Babylon.js", version, load, positions });
