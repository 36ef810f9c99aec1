// EXT_skin_method and EXT_node_scale_inheritance of glTF files, and the `extras` of older files, for GLTFLoader.

import { INHERIT_WORDS } from './rig.js';

const METHOD = 'EXT_skin_method';
const SCALE = 'EXT_node_scale_inheritance';
const SPLITS = ['rest', 'head', 'origin'];

const said = (object, extension) => object?.extensions?.[extension];
const kept = (object) => object?.extras?.dualskin;

/** The words of a skin, a primitive or a row; null where it names no method. */
export function wordsIn(own) {
  if (typeof own?.method !== 'string') return null;
  const { method, split = 'rest', signs = 'first' } = own;
  if (!SPLITS.includes(split) || typeof signs !== 'string') return null;
  return { method, split, signs };
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
  const fault = (number, text) => console.warn(`three-dualskin: /nodes/${number}: ${text}`);
  nodes.forEach((node, number) => {
    const children = node.children ?? [];
    const own = (child) => said(nodes[child], SCALE)?.inherit;
    const isSaid = children.some((child) => INHERIT_WORDS.includes(own(child)));
    const before = kept(node)?.scale_inheritance;
    for (const child of children) {
      const word = isSaid ? own(child) ?? 'full' : before === 'children' ? 'full' : before ?? own(child) ?? 'full';
      if (!INHERIT_WORDS.includes(word)) fault(child, `passed over ${JSON.stringify(word)}, which is no scale inheritance`);
      else if (word !== 'full') words.set(child, word);
    }
  });
  return words;
}

/** Rows of helpers by the numbers of nodes. */
export function rowsIn(json) {
  const rows = [];
  (json.nodes ?? []).forEach((node, number) => {
    const own = said(node, METHOD)?.row;
    const row = own ?? kept(node)?.row;
    const words = own === undefined ? wordsKept(row) : wordsIn(row);
    const { joints, weights } = row ?? {};
    if (words === null || !Array.isArray(joints) || !Array.isArray(weights)) return;
    if (joints.length === 0 || joints.length !== weights.length) return;
    rows.push({ node: number, joints, weights, signs: 'first', ...words });
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
    for (const scene of gltf.scenes) await this.#meshes(scene, rows, bones);
  }

  async #meshes(scene, rows, bones) {
    const { associations, json } = this.parser;
    const meshes = [];
    scene.traverse((object) => object.isSkinnedMesh && meshes.push(object));
    for (const mesh of meshes) {
      const { meshes: number, primitives = 0 } = associations.get(mesh) ?? {};
      const primitive = json.meshes?.[number]?.primitives?.[primitives];
      if (primitive === undefined) continue;
      const skin = json.skins?.[json.nodes[nodeOf(mesh, associations)]?.skin];
      const words =
        wordsIn(said(primitive, METHOD)) ?? wordsKept(kept(json.meshes[number])) ?? wordsIn(said(skin, METHOD)) ?? wordsKept(kept(json));
      const own = rows.map((row) => inSkeleton(mesh.skeleton, row, bones)).filter((row) => row !== null);
      mesh.userData.skinMethod = { ...mesh.userData.skinMethod, ...(words && { words }), rows: own };
      await this.#maps(mesh, said(primitive, METHOD) ?? {});
    }
  }

  async #maps({ geometry }, own) {
    for (const [member, name] of [['blend', '_dq_blend'], ['bulge', '_dq_bulge']]) {
      if (!Number.isInteger(own[member])) continue;
      const attribute = await this.parser.getDependency('accessor', own[member]);
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
