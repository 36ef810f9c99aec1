// Dualskin on typed arrays: open a character, pose it, skin it, and what else its commands do.

import { bytes, floats, integers, memory, number, place, text, words } from './arguments.js';
import { badArgument, called } from './errors.js';
import { module, ready } from './module.js';
import { Pose } from './pose.js';

export { DualskinError } from './errors.js';
export { JointPose, Pose } from './pose.js';
export { ready };

/** The names of all methods; each may have more words behind it, as on the command line: `two-phase:largest`. */
export const methods = () => module().methods();

/** The instructions that skinning uses: `simd128` or `scalar`. */
export const instructions = () => module().instructions();

/** Opens GLB, or glTF with its buffers inside. `name` stands for it in messages. */
export function open(content, name = 'character.glb') {
  const { CharacterHandle } = module();
  return new Character(called(() => new CharacterHandle(text(name, 'name'), bytes(content))));
}

/**
 * Weights for every vertex of a mesh from the joints alone that are to move it. Bones end at `tails`, or where there are none at the
 * joints below by `parents`.
 */
export function automaticWeights({ positions, triangles, heads, tails = [], parents = [], mostJoints = 4 }) {
  const lists = [
    floats(positions, 'positions'), words(triangles, 'triangles'), floats(heads, 'heads'), floats(tails, 'tails'),
    integers(parents, 'parents'),
  ];
  const handle = called(() => module().automatic_weights(...lists, place(mostJoints, 'mostJoints')));
  const weights = {
    influencesPerVertex: handle.influences_per_vertex(), joints: handle.joints(), weights: handle.weights(),
  };
  handle.free();
  return weights;
}

/** A character that was opened. It never changes. */
export class Character {
  #handle;
  #joints;
  #meshes;
  #skinners = new Map();

  /** @private */
  constructor(handle) {
    this.#handle = handle;
  }

  /** The name that it was opened by. */
  get name() {
    return this.#handle.name();
  }

  /** What was repaired or left out while the file was read. */
  get warnings() {
    return this.#handle.warnings();
  }

  /** The names of all joints, parents before children. */
  get joints() {
    return (this.#joints ??= Object.freeze(this.#handle.joints()));
  }

  /** The parent of each joint, −1 of a root. */
  get parents() {
    return this.#handle.parents();
  }

  /** The rest frames of all joints in the space of the scene, sixteen numbers each, column by column. */
  get restMatrices() {
    return this.#handle.rest_matrices();
  }

  /** The meshes at rest. */
  get meshes() {
    return (this.#meshes ??= Object.freeze(this.#handle.meshes().map((name, n) => new Mesh(this.#handle, n, name))));
  }

  /** The vertices of all meshes. */
  get vertexCount() {
    return this.#handle.vertex_count();
  }

  /** The clips: name and seconds. */
  get clips() {
    return this.#handle.clips().map((name, n) => ({ name, seconds: this.#handle.clip_seconds(n) }));
  }

  /** The number of a joint by its name; a number is only checked. */
  joint(joint) {
    if (typeof joint === 'string') return called(() => this.#handle.joint(joint));
    const count = this.joints.length;
    if (place(joint, 'joint') < count) return joint;
    throw badArgument('out-of-range', this.name, `there is no joint ${joint}`, `there are ${count}, counted from 0`);
  }

  /** The pose that the file shows when no clip plays; or what a clip shows at a time in seconds. */
  pose(clip, seconds = 0) {
    const pose = new Pose(this, this.#handle.pose());
    return clip === undefined ? pose : pose.setFromClip(clip, seconds);
  }

  /** The number of a clip by its name; a number stays what it is. */
  clip(clip) {
    return typeof clip === 'string' ? called(() => this.#handle.clip(clip)) : place(clip, 'clip');
  }

  /**
   * Skins a pose by a method: three numbers a vertex, in the space of the scene. `mesh` is a name or a number, none for all;
   * `positions` and `normals` are memory to write to, `normals: true` asks for new ones.
   */
  skin(method, pose, { mesh, positions, normals } = {}) {
    const place = this.#mesh(mesh);
    const count = 3 * this.#handle.vertex_count(place);
    const out = {
      positions: positions === undefined ? new Float32Array(count) : memory(positions, count, 'positions'),
    };
    if (normals) out.normals = normals === true ? new Float32Array(count) : memory(normals, count, 'normals');
    const skinner = this.#skinner(text(method, 'method'));
    called(() => skinner.skin(handleOf(pose), place, out.positions, out.normals));
    return out;
  }

  /** Skins one pose after another into one array, that of the first pose first. */
  skinBatch(method, poses, { mesh, positions } = {}) {
    const count = 3 * this.#handle.vertex_count(this.#mesh(mesh));
    const all = positions === undefined
      ? new Float32Array(count * poses.length) : memory(positions, count * poses.length, 'positions');
    poses.forEach((pose, n) => this.skin(method, pose, { mesh, positions: all.subarray(count * n, count * (n + 1)) }));
    return all;
  }

  /** Holds the character against limits; the document of the command `check`. */
  check({ methods = [], purpose = '', limits = '' } = {}) {
    const words = methods.map((method) => text(method, 'methods'));
    return JSON.parse(called(() => this.#handle.check(words, text(purpose, 'purpose'), text(limits, 'limits'))));
  }

  /** Bakes the character with its clips by a method into joints and helpers that any program blends linearly. */
  bake({ method = 'two-phase', tolerance, helpers, rate, clips = [] } = {}) {
    const [percent, keys] = [tolerance, rate].map((it) => (it === undefined ? NaN : number(it, 'tolerance and rate')));
    const most = helpers === undefined ? undefined : place(helpers, 'helpers');
    const chosen = Uint32Array.from(clips, (clip) => this.clip(clip));
    const handle = called(() => this.#handle.bake(text(method, 'method'), percent, most, keys, chosen));
    const [maximum, rms, linearMaximum, linearRms] = handle.errors();
    const baked = {
      glb: handle.glb(), character: new Character(handle.character()), helpers: handle.helpers(),
      error: { maximum, rms }, linearError: { maximum: linearMaximum, rms: linearRms },
    };
    handle.free();
    return baked;
  }

  /** Brings clips of another character to this one, by the bones that both have. */
  retarget(source, { clips = [], replaces = false } = {}) {
    if (!(source instanceof Character)) throw badArgument('refused', 'source', 'it is no character', 'open one');
    const chosen = Uint32Array.from(clips, (clip) => source.clip(clip));
    const handle = called(() => this.#handle.retarget(source.#handle, chosen, Boolean(replaces)));
    const brought = { character: new Character(handle.character()), remarks: handle.remarks() };
    handle.free();
    return brought;
  }

  /** The file as binary glTF. */
  toGlb() {
    return called(() => this.#handle.to_glb());
  }

  #mesh(mesh) {
    if (typeof mesh === 'string') return called(() => this.#handle.mesh(mesh));
    if (mesh === undefined) return undefined;
    const count = this.meshes.length;
    if (place(mesh, 'mesh') < count) return mesh;
    throw badArgument('out-of-range', this.name, `there is no mesh ${mesh}`, `there are ${count}, counted from 0`);
  }

  #skinner(method) {
    let skinner = this.#skinners.get(method);
    if (skinner === undefined) this.#skinners.set(method, (skinner = called(() => this.#handle.skinner(method))));
    return skinner;
  }
}

/** A mesh at rest, in its own space. Lists are copied out of the module when they are first asked for. */
export class Mesh {
  #handle;
  #place;
  #lists = new Map();

  /** @private */
  constructor(handle, place, name) {
    this.#handle = handle;
    this.#place = place;
    this.name = name;
    this.vertexCount = handle.vertex_count(place);
    this.firstVertex = handle.first_vertex(place);
    this.influencesPerVertex = handle.influences_per_vertex(place);
  }

  get positions() { return this.#list('positions'); }
  get normals() { return this.#list('normals'); }
  get texCoords() { return this.#list('tex_coords'); }
  get triangles() { return this.#list('triangles'); }
  get joints() { return this.#list('mesh_joints'); }
  get weights() { return this.#list('mesh_weights'); }

  #list(name) {
    if (!this.#lists.has(name)) this.#lists.set(name, this.#handle[name](this.#place));
    return this.#lists.get(name);
  }
}

function handleOf(pose) {
  if (pose instanceof Pose) return pose.handle;
  throw badArgument('refused', 'pose', 'it is no pose', 'take one of character.pose()');
}
