// Poses of a skeleton as skinning needs them: matrices of bones with scale that children inherit as their nodes say, and how each
// method splits them. Plain objects with three.js' Matrix4, no renderer. The formulas are in docs/mathematics.md of the repository.

import { motion, polar, product, splitAbout, turned } from './math.js';

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];

function isAbove(root, object) {
  for (let above = object?.parent ?? null; above !== null; above = above.parent) if (above === root) return true;
  return false;
}

/** Words of EXT_node_scale_inheritance. */
export const INHERIT_WORDS = ['full', 'joint', 'segment', 'none', 'average', 'aligned'];

// 3×3 matrices by columns, quaternions x y z w, affine maps { m, t }.
const times = (a, b) => [0, 1, 2].flatMap((column) => apply(a, b.slice(3 * column, 3 * column + 3)));
const apply = (m, p) => [0, 1, 2].map((row) => m[row] * p[0] + m[3 + row] * p[1] + m[6 + row] * p[2]);
const plus = (a, b) => a.map((x, n) => x + b[n]);
const minus = (a, b) => a.map((x, n) => x - b[n]);
const compose = (a, b) => ({ m: times(a.m, b.m), t: plus(apply(a.m, b.t), a.t) });
const linear = (m) => ({ m, t: [0, 0, 0] });
const conjugate = ([x, y, z, w]) => [-x, -y, -z, w];
const dot = (a, b) => a.reduce((sum, x, n) => sum + x * b[n], 0);

function matrixOf([x, y, z, w]) {
  return [
    1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y),
    2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x),
    2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y),
  ];
}

function determinant(m) {
  return m[0] * (m[4] * m[8] - m[7] * m[5]) - m[3] * (m[1] * m[8] - m[7] * m[2]) + m[6] * (m[1] * m[5] - m[4] * m[2]);
}

// Null where there is none.
function inverse(m) {
  const det = determinant(m);
  if (!(Math.abs(det) > 1e-300)) return null;
  const cofactors = [
    m[4] * m[8] - m[7] * m[5], m[7] * m[2] - m[1] * m[8], m[1] * m[5] - m[4] * m[2],
    m[6] * m[5] - m[3] * m[8], m[0] * m[8] - m[6] * m[2], m[3] * m[2] - m[0] * m[5],
    m[3] * m[7] - m[6] * m[4], m[6] * m[1] - m[0] * m[7], m[0] * m[4] - m[3] * m[1],
  ];
  return cofactors.map((x) => x / det);
}

function affine(elements) {
  const e = Array.from(elements);
  return { m: [0, 4, 8].flatMap((at) => e.slice(at, at + 3)), t: e.slice(12, 15) };
}

const elementsOf = ({ m, t }) => [...m.slice(0, 3), 0, ...m.slice(3, 6), 0, ...m.slice(6, 9), 0, ...t, 1];
const rigid = (q, t) => ({ m: matrixOf(q), t, q });
const inverseRigid = ({ q, t }) => rigid(conjugate(q), turned(conjugate(q), t).map((x) => -x));
const composeRigid = (a, b) => rigid(product(a.q, b.q), plus(turned(a.q, b.t), a.t));

// The frame of a child below a parent's frame `above` with its stretch: see INHERIT_WORDS.
function frameBelow(word, { e, s, w, parts }, rest, motionOfUser) {
  const turn = matrixOf(product(rest.q, motionOfUser.q));
  const own = turned(rest.q, motionOfUser.t);
  const place = plus(rest.t, own);
  const head = (by, p) => plus(apply(by.m, p), by.t);
  switch (word) {
    case 'joint':
      return { m: times(e.m, turn), t: plus(head(e, apply(s, rest.t)), apply(e.m, own)) };
    case 'segment':
      return { m: times(e.m, turn), t: head(e, apply(s, place)) };
    case 'none':
    case 'average':
    case 'aligned': {
      const { rotation, stretch } = parts ?? polar(w.m);
      const rigidTurn = times(matrixOf(rotation), turn);
      const size = Math.cbrt(Math.abs(determinant(w.m)));
      const m = word === 'none' ? rigidTurn : word === 'average' ? rigidTurn.map((x) => size * x) : times(rigidTurn, stretch);
      return { m, t: head(w, place) };
    }
    default:
      return { m: times(w.m, turn), t: head(w, place) };
  }
}

/**
 * The bones of a skeleton with all nodes above them, as they rest when this is made.
 *
 * `inherit` of a node is in `userData.skinMethod.inherit`; without one it inherits all, as in glTF.
 */
export class JointRig {
  constructor(skeleton, root) {
    // Where bones hang elsewhere, all nodes above them are taken.
    this.root = isAbove(root, skeleton.bones[0]) ? root : null;
    this.nodes = [];
    this.places = new Map();
    skeleton.bones.forEach((bone) => this.#add(bone));
    this.bones = skeleton.bones.map((bone) => this.places.get(bone));
    this.inverses = skeleton.boneInverses.map((matrix) => affine(matrix.elements));
    this.#rest();
    this.#bind();
    this.ends = this.#ends();
  }

  #add(object) {
    if (object === null || object === undefined || object === this.root || this.places.has(object)) return;
    this.#add(object.parent);
    const parent = this.places.get(object.parent) ?? null;
    this.places.set(object, this.nodes.length);
    this.nodes.push({ object, parent, local: () => this.#local(object) });
  }

  // Files round rotations, and three.js takes them as they are: here they have length one, as glTF means them.
  #local(object) {
    if (!object.matrixAutoUpdate) return affine(object.matrix.elements);
    const { position, quaternion: q, scale } = object;
    const turn = [q.x, q.y, q.z, q.w];
    const size = Math.hypot(...turn);
    const m = size > 0 ? matrixOf(turn.map((x) => x / size)) : IDENTITY;
    const by = [scale.x, scale.y, scale.z];
    return { m: m.map((x, n) => x * by[Math.floor(n / 3)]), t: [position.x, position.y, position.z] };
  }

  // Rest frames: M = B P with B rigid, R = B_p⁻¹ B.
  #rest() {
    for (const node of this.nodes) {
      const above = node.parent === null ? null : this.nodes[node.parent];
      node.global = above === null ? node.local() : compose(above.global, node.local());
      const { rotation, stretch } = polar(node.global.m);
      node.frame = rigid(rotation, node.global.t);
      node.back = inverse(stretch);
      node.stretch = node.back === null ? IDENTITY : stretch;
      node.back ??= IDENTITY;
      node.rest = above === null ? node.frame : composeRigid(inverseRigid(above.frame), node.frame);
    }
  }

  // Of each bone (P X)⁻¹ = A K with A rigid; others take A from a bone below, or else from their parent.
  #bind() {
    this.inverses.forEach((bone, number) => {
      const node = this.nodes[this.bones[number]];
      const whole = compose(linear(node.stretch), bone);
      const back = inverse(whole.m);
      if (back === null || node.bind) return;
      const { rotation } = polar(back);
      const t = apply(back, whole.t).map((x) => 0 - x);
      node.bind = rigid(rotation, t);
    });
    for (let place = this.nodes.length - 1; place >= 0; place--) {
      const { bind, frame, parent } = this.nodes[place];
      if (!bind || parent === null || this.nodes[parent].bind) continue;
      const above = this.nodes[parent];
      above.bind = composeRigid(composeRigid(bind, inverseRigid(frame)), above.frame);
    }
    for (const node of this.nodes) {
      const above = node.parent === null ? null : this.nodes[node.parent];
      node.bind ??= above === null ? node.frame : composeRigid(above.bind, node.rest);
      node.bindRest = above === null ? node.bind : composeRigid(inverseRigid(above.bind), node.bind);
    }
  }

  // Both ends of each bone in the mesh at rest. It ends in the middle of the nearest bones below that are not on the way.
  #ends() {
    const listed = new Set(this.bones);
    const below = new Map(this.bones.map((place) => [place, []]));
    for (const place of listed) {
      let above = this.nodes[place].parent;
      while (above !== null && !listed.has(above)) above = this.nodes[above].parent;
      if (above !== null) below.get(above).push(place);
    }
    const head = (place) => this.nodes[place].bind.t;
    const tail = (place) => {
      const heads = below.get(place).map(head);
      const lengths = heads.map((to) => Math.hypot(...minus(to, head(place))));
      const most = Math.max(0, ...lengths);
      const ends = heads.filter((_, n) => lengths[n] >= 0.75 * most);
      return ends.length === 0 ? null : [0, 1, 2].map((axis) => ends.reduce((sum, end) => sum + end[axis], 0) / ends.length);
    };
    return this.bones.map((place) => {
      const own = tail(place);
      if (own !== null) return [head(place), own];
      let above = this.nodes[place].parent;
      while (above !== null && !listed.has(above)) above = this.nodes[above].parent;
      // A last bone goes on like the one that ends at it.
      return [head(place), above === null ? head(place) : plus(head(place), minus(head(place), head(above)))];
    });
  }

  /** Frames of all nodes in the pose that the objects have now; without scale if so asked. */
  pose(withScale = true) {
    const posed = [];
    for (const node of this.nodes) {
      const above = node.parent === null ? null : this.nodes[node.parent];
      const local = compose(compose(linear(above?.stretch ?? IDENTITY), node.local()), linear(node.back));
      const user = compose(inverseRigid(node.rest), local);
      const { rotation, stretch } = polar(user.m);
      const s = withScale ? stretch : IDENTITY;
      // Rotations of which nothing else is known go the short way.
      const q = rotation[3] < 0 ? rotation.map((x) => -x) : rotation;
      const up = node.parent === null ? null : posed[node.parent];
      const t = user.t;
      const word = node.object.userData.skinMethod?.inherit ?? 'full';
      const moved = rigid(q, t);
      const still = rigid([0, 0, 0, 1], [0, 0, 0]);
      const e = up === null ? composeRigid(node.rest, moved) : frameBelow(word, up, node.rest, moved);
      const e0 = up === null ? node.bind : frameBelow(word, up.bound, node.bindRest, still);
      const short = node.rest.q[3] < 0 ? node.rest.q.map((x) => -x) : node.rest.q;
      const withStretch = (frame) => ({ e: frame, s, w: { m: times(frame.m, s), t: frame.t } });
      posed.push({
        ...withStretch(e),
        bound: withStretch(e0),
        signed: product(up?.signed ?? [0, 0, 0, 1], product(short, q)),
        signedRest: product(up?.signedRest ?? [0, 0, 0, 1], short),
      });
    }
    return posed;
  }

  /** Matrices of the bones from the mesh at rest to a pose, by columns, in the axes of the root. */
  matrices(posed) {
    return this.bones.map((place, bone) => {
      const stretch = linear(this.nodes[place].stretch);
      return elementsOf(compose(compose(posed[place].w, stretch), this.inverses[bone]));
    });
  }

  /** How a method splits a bone: `rows` of N, `rotation` and `translation` of G, and the sign of that rotation if `signs` say it. */
  split(posed, matrix, bone, { method, split, signs }) {
    const place = this.bones[bone];
    const [node, pose] = [this.nodes[place], posed[place]];
    const made = this.#parts(node, pose, matrix, bone, method, split);
    const sign = signs === 'followed' && dot(product(pose.signed, conjugate(pose.signedRest)), made.rotation) < 0 ? -1 : 1;
    return { ...made, sign };
  }

  #parts(node, pose, matrix, bone, method, split) {
    if (method !== 'dual-quaternion' && (split === 'head' || split === 'origin')) {
      return splitAbout(matrix, split === 'head' ? node.bind.t : [0, 0, 0]);
    }
    const { rotation, stretch } = polar(pose.e.m);
    const bound = polar(pose.bound.e.m);
    const before = rigid(bound.rotation, pose.bound.e.t);
    const g = composeRigid(rigid(rotation, pose.e.t), inverseRigid(before));
    if (method === 'dual-quaternion') {
      return { rows: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], rotation: g.q, translation: g.t };
    }
    // N = A'' H S K⁻¹ A⁻¹, and K⁻¹ A⁻¹ = P X.
    const stretched = compose(before, linear(times(stretch, pose.s)));
    const n = compose(compose(stretched, linear(node.stretch)), this.inverses[bone]);
    const rows = [0, 1, 2].flatMap((row) => [n.m[row], n.m[3 + row], n.m[6 + row], n.t[row]]);
    return { rows, rotation: g.q, translation: g.t };
  }
}

/** The matrix of a row of bones by two phases: `parts` are what `split` gives of each, with weights of sum one. */
export function blendedMatrix(parts, weights) {
  const rows = Array(12).fill(0);
  const sum = Array(8).fill(0);
  let pivot = null;
  parts.forEach(({ rows: own, rotation, translation, sign }, n) => {
    const dual = motion(rotation, translation).map((x) => sign * x);
    pivot ??= dual.slice(0, 4);
    const flip = dot(pivot, dual.slice(0, 4)) < -1e-6 ? -1 : 1;
    own.forEach((x, i) => (rows[i] += weights[n] * x));
    dual.forEach((x, i) => (sum[i] += flip * weights[n] * x));
  });
  const size = Math.hypot(...sum.slice(0, 4)) || 1;
  const [q, dual] = [sum.slice(0, 4), sum.slice(4)].map((part) => part.map((x) => x / size));
  const t = product(dual, conjugate(q)).slice(0, 3).map((x) => 2 * x);
  const n = { m: [0, 1, 2].flatMap((column) => [0, 1, 2].map((row) => rows[4 * row + column])), t: [rows[3], rows[7], rows[11]] };
  return elementsOf(compose(rigid(q, t), n));
}

/** The matrix of a rotation and a translation, by columns. */
export const rigidMatrix = (rotation, translation) => elementsOf(rigid(rotation, translation));

/** The weighted sum of matrices by columns. */
export const summed = (matrices, weights) => matrices[0].map((_, n) => matrices.reduce((sum, m, i) => sum + weights[i] * m[n], 0));

