// EXT_skin_method and EXT_node_scale_inheritance of glTF files, and the `extras` of older files, for GLTFLoader.

import { METHODS, SPLITS } from './palette.js';
import { INHERIT_WORDS } from './rig.js';

const METHOD = 'EXT_skin_method';
const SCALE = 'EXT_node_scale_inheritance';

// Methods without a split.
const PLAIN = ['linear', 'dual-quaternion', 'affine'];

const said = (object, extension) => object?.extensions?.[extension];
const kept = (object) => object?.extras?.dualskin;
const fault = (place, text) => console.warn(`three-dualskin: ${place}: ${text}`);

/** The words of a skin, a primitive or a row; null where it names no method, or a split that is none. `place` is where it stands. */
export function wordsIn(own, place) {
  const { method, split, signs = 'first' } = own ?? {};
  if (method === undefined) return null;
  if (typeof method !== 'string') return (fault(place, `passed over ${JSON.stringify(method)}, which is no method`), null);
  if (split !== undefined && (!SPLITS.includes(split) || PLAIN.includes(method))) {
    fault(place, `passed over ${method}, for ${JSON.stringify(split)} is no split of it`);
    return null;
  }
  return { method, split: split ?? 'rest', signs: typeof signs === 'string' ? signs : 'first' };
}

// The same of `extras`, which have method and split in one name.
function wordsKept(own) {
  if (typeof own?.method !== 'string') return null;
  const [, method, split = 'rest'] = /^(.*?)(?:-(head|origin))?$/.exec(own.method);
  return { method, split, ...(typeof own.signs === 'string' ? { signs: own.signs } : {}) };
}

/** How each node inherits the scale of its parent, by the numbers of nodes: what nodes say, else what `extras` of the parent say. */
export function inheritanceIn(json) {
  const nodes = json.nodes ?? [];
  const words = new Map();
  nodes.forEach((node, number) => {
    const children = node.children ?? [];
    const own = (child) => said(nodes[child], SCALE)?.inherit;
    const isSaid = children.some((child) => INHERIT_WORDS.includes(own(child)));
    const before = kept(node)?.scale_inheritance;
    for (const child of children) {
      const word = isSaid ? own(child) ?? 'full' : before === 'children' ? 'full' : before ?? own(child) ?? 'full';
      if (!INHERIT_WORDS.includes(word)) fault(`/nodes/${child}`, `passed over ${JSON.stringify(word)}, which is no scale inheritance`);
      else if (word !== 'full') words.set(child, word);
    }
  });
  return words;
}

/** Rows of helpers by the numbers of nodes. A row that is none is told and passed over. */
export function rowsIn(json) {
  const rows = [];
  const nodes = json.nodes ?? [];
  nodes.forEach((node, number) => {
    const own = said(node, METHOD)?.row;
    const row = own ?? kept(node)?.row;
    const place = `/nodes/${number}`;
    const words = own === undefined ? wordsKept(row) : wordsIn(row, place);
    if (words === null) return;
    const { joints, weights } = row;
    const isRow =
      Array.isArray(joints) && Array.isArray(weights) && joints.length > 0 && joints.length === weights.length &&
      new Set(joints).size === joints.length &&
      joints.every((joint) => Number.isInteger(joint) && nodes[joint] !== undefined && joint !== number) &&
      weights.every((weight) => weight >= 0) && Math.abs(weights.reduce((sum, weight) => sum + weight, 0) - 1) < 1e-3;
    if (isRow) {
      if (!METHODS.includes(words.method)) fault(place, `shows its row by two-phase, for ${JSON.stringify(words.method)} is not known here`);
      rows.push({ node: number, joints, weights, signs: 'first', ...words });
    } else fault(place, 'passed over its row, which wants as many weights as joints, nodes that are there, and a sum of one');
  });
  return rows;
}

/**
 * A plugin of GLTFLoader: `loader.register((parser) => new SkinMethodPlugin(parser))`. It leaves what a file says at
 * `userData.skinMethod` of meshes and nodes, where `applyDualSkinning` finds it, and blend and bulge maps among the attributes.
 */
export class SkinMethodPlugin {
  constructor(parser) {
    this.parser = parser;
    this.name = METHOD;
  }

  async afterRoot(gltf) {
    const { parser } = this;
    const { json } = parser;
    for (const [number, inherit] of inheritanceIn(json)) {
      const object = await parser.getDependency('node', number);
      object.userData.skinMethod = { ...object.userData.skinMethod, inherit };
    }
    const rows = rowsIn(json);
    const bones = new Map();
    for (const number of new Set(rows.flatMap(({ node, joints }) => [node, ...joints]))) {
      bones.set(number, await parser.getDependency('node', number));
    }
    const skins = (json.skins ?? []).map((skin, number) => wordsIn(said(skin, METHOD), `/skins/${number}`));
    for (const scene of gltf.scenes) await this.#meshes(scene, skins, rows, bones);
  }

  async #meshes(scene, skins, rows, bones) {
    const { associations, json } = this.parser;
    // A skin that says nothing is linear where another one speaks.
    const silent = skins.some((words) => words !== null) ? { method: 'linear', split: 'rest', signs: 'first' } : null;
    const meshes = [];
    scene.traverse((object) => object.isSkinnedMesh && meshes.push(object));
    for (const mesh of meshes) {
      const { meshes: number, primitives = 0 } = associations.get(mesh) ?? {};
      const primitive = json.meshes?.[number]?.primitives?.[primitives];
      if (primitive === undefined) continue;
      const skin = json.nodes[nodeOf(mesh, associations)]?.skin;
      const own = wordsIn(said(primitive, METHOD), `/meshes/${number}/primitives/${primitives}`);
      const words = own ?? wordsKept(kept(json.meshes[number])) ?? skins[skin] ?? silent ?? wordsKept(kept(json));
      const helpers = rows.map((row) => inSkeleton(mesh.skeleton, row, bones)).filter((row) => row !== null);
      mesh.userData.skinMethod = { ...mesh.userData.skinMethod, ...(words && { words }), rows: helpers };
      await this.#maps(mesh, said(primitive, METHOD) ?? {});
    }
  }

  async #maps({ geometry }, own) {
    for (const [member, name] of [['blend', '_dq_blend'], ['bulge', '_dq_bulge']]) {
      if (own[member] === undefined) continue;
      const isThere = this.parser.json.accessors?.[own[member]] !== undefined;
      const attribute = isThere ? await this.parser.getDependency('accessor', own[member]) : null;
      if (attribute?.itemSize === 1 && attribute.count === geometry.attributes.position.count) geometry.setAttribute(name, attribute);
      else console.warn(`three-dualskin: passed over accessor ${own[member]}, which is no ${member} map of its primitive`);
    }
  }
}

function nodeOf(mesh, associations) {
  for (let object = mesh; object !== null; object = object.parent) {
    const number = associations.get(object)?.nodes;
    if (number !== undefined) return number;
  }
  return undefined;
}

// A row by places in the list of a skeleton; null where that lacks one of its joints.
function inSkeleton(skeleton, { node, joints, ...row }, objects) {
  const place = (number) => skeleton.bones.indexOf(objects.get(number));
  const [bone, bones] = [place(node), joints.map(place)];
  return bone < 0 || bones.includes(-1) ? null : { ...row, bone, bones };
}
