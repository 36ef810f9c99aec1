// What three.js makes of the animations of a GLB: node play.mjs THREE FILE MOMENTS, where THREE is a folder into which
// `npm install three@0.187` has put it, and MOMENTS is JSON, a list of [animation, seconds]. Prints JSON: for each moment and each
// mesh the places of its vertices, as [[[x, y, z, ...], ...], ...], meshes in the order of the scene.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import path from 'node:path';

const [, , folder, file, moments] = process.argv;
const from = (name) => import(pathToFileURL(path.join(path.resolve(folder), 'node_modules/three', name)));
globalThis.self = globalThis;
const THREE = await from('build/three.module.js');
const { GLTFLoader } = await from('examples/jsm/loaders/GLTFLoader.js');

const bytes = readFileSync(file);
const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
const gltf = await new Promise((resolve, reject) => new GLTFLoader().parse(buffer, '', resolve, reject));
const meshes = [];
gltf.scene.traverse((node) => { if (node.isMesh) meshes.push(node); });

const played = JSON.parse(moments).map(([animation, seconds]) => {
  const mixer = new THREE.AnimationMixer(gltf.scene);
  const action = mixer.clipAction(gltf.animations[animation]);
  action.setLoop(THREE.LoopOnce);
  action.clampWhenFinished = true;
  action.play();
  action.time = seconds;
  mixer.update(0);
  gltf.scene.updateMatrixWorld(true);
  const places = meshes.map((mesh) => {
    mesh.skeleton?.update();
    const place = new THREE.Vector3();
    const numbers = [];
    for (let vertex = 0; vertex < mesh.geometry.attributes.position.count; vertex++) {
      mesh.getVertexPosition(vertex, place).applyMatrix4(mesh.matrixWorld);
      numbers.push(place.x, place.y, place.z);
    }
    return numbers;
  });
  mixer.stopAllAction();
  return places;
});
console.log(JSON.stringify(played));
