// Skinning by dual quaternions and two phases as nodes of TSL, for WebGPURenderer on both of its backends: see README.md.

import { BONE_TEXELS } from './math.js';
import { paletteOf, skinnedMeshes, traitsOf, wordsOf } from './palette.js';

export { SkinMethodPlugin } from './gltf.js';

/**
 * Makes every SkinnedMesh below an object skin as its file says, or by two phases, in node materials. Called while the bones are at
 * rest. Returns those meshes.
 *
 * `isSkinnedMesh` of the meshes becomes false, by which three.js adds no linear blending of its own; `isDualSkinnedMesh` is true.
 *
 * @param THREE the module three/webgpu
 * @param root the scene of a loaded file, or a single mesh
 * @param asked `method`, `split` and `signs`, where they are not to be those of the file
 */
export function applyDualSkinning(THREE, root, asked = {}) {
  const meshes = skinnedMeshes(root);
  meshes.forEach((mesh) => applyTo(THREE, mesh, root, asked));
  return meshes;
}

function applyTo(THREE, mesh, root, asked) {
  const words = wordsOf(mesh, asked);
  const palette = paletteOf(THREE, mesh, root, words, mesh.userData.skinMethod?.rows);
  const skin = dualSkinning(THREE, mesh, palette, traitsOf(mesh, words));
  const own = (material) => {
    const made = nodeMaterial(THREE, material);
    const after = made.positionNode;
    made.positionNode = after ? THREE.TSL.Fn(() => (THREE.TSL.positionLocal.assign(skin()), after))() : skin();
    return made;
  };
  mesh.material = Array.isArray(mesh.material) ? mesh.material.map(own) : own(mesh.material);
  mesh.isSkinnedMesh = false;
  mesh.isDualSkinnedMesh = true;
  const [before, beforeShadow] = [mesh.onBeforeRender, mesh.onBeforeShadow];
  mesh.onBeforeRender = function (...args) {
    update(args[0], mesh.skeleton);
    before.apply(this, args);
  };
  mesh.onBeforeShadow = function (...args) {
    update(args[0], mesh.skeleton);
    beforeShadow.apply(this, args);
  };
}

// By skeleton: the call of a renderer that it was updated for. Meshes that share it want that once.
const updated = new WeakMap();

function update(renderer, skeleton) {
  const call = renderer?.info?.render?.calls;
  const last = updated.get(skeleton);
  if (call !== undefined && last?.renderer === renderer && last.call === call) return;
  updated.set(skeleton, { renderer, call });
  skeleton.update();
}

// A copy of a material as a node material, as the renderer makes one of it.
function nodeMaterial(THREE, material) {
  if (material.isNodeMaterial) return material.clone();
  const Made = THREE[material.type.replace(/Material$/, 'NodeMaterial')];
  if (Made === undefined) throw new Error(`three-dualskin: there is no node material for ${material.type}`);
  const made = new Made();
  const copy = material.clone();
  for (const key in copy) if (!['uuid', 'type'].includes(key) && typeof copy[key] !== 'function') made[key] = copy[key];
  return made;
}

/**
 * The node of a mesh: a function of TSL that gives the position, morph targets included, and sets normal and tangent.
 *
 * @param palette that of its skeleton
 * @param traits which parts it wants
 */
export function dualSkinning(THREE, mesh, palette, traits) {
  const { attribute, Fn, int, ivec2, normalLocal, positionLocal, reference, tangentLocal, texture, uniform, vec3, vec4 } = THREE.TSL;
  const { geometry } = mesh;
  const width = palette.texture.image.width;
  const integers = (name) => attribute(name, geometry.getAttribute(name).array instanceof Float32Array ? 'vec4' : 'uvec4');
  return Fn(() => {
    const numbers = texture(palette.texture);
    const texel = (at) => numbers.load(ivec2(at.mod(width), at.div(width)));
    const back = reference('bindMatrixInverse', 'mat4', mesh).mul(uniform(palette.root));
    const bind = reference('bindMatrix', 'mat4', mesh);
    const influences = influencesOf([
      [integers('skinIndex'), attribute('skinWeight', 'vec4')],
      ...(traits.hasEight ? [[integers('joints_1'), attribute('weights_1', 'vec4')]] : []),
    ], int);
    const blend = blendOf(THREE, texel, influences, traits);
    const rest = bind.mul(vec4(positionLocal, 1)).xyz.toVar();
    const strength = traits.hasBlend ? attribute('_dq_blend', 'float') : null;
    if (geometry.hasAttribute('normal')) {
      const normal = normalOf(THREE, blend, bind.mul(vec4(normalLocal, 0)).xyz.toVar(), traits, strength);
      normalLocal.assign(back.mul(vec4(normal, 0)).xyz);
      if (geometry.hasAttribute('tangent')) {
        const tangent = bind.mul(vec4(tangentLocal, 0)).xyz.toVar();
        const posed = traits.isLinear ? byRows(vec3, blend.linear, tangent) : turned(blend.real, byRows(vec3, blend.stretch, tangent));
        tangentLocal.assign(back.mul(vec4(posed, 0)).xyz);
      }
    }
    const posed = positionOf(THREE, blend, rest, traits, strength).toVar();
    if (traits.hasBulge) {
      const drawn = drawnBack(THREE, texel, influences, rest, posed, attribute('_dq_bulge', 'float'));
      posed.assign(drawn);
    }
    return back.mul(vec4(posed, 1)).xyz;
  });
}

const influencesOf = (sets, int) =>
  sets.flatMap(([joints, weights]) => ['x', 'y', 'z', 'w'].map((part) => [int(joints[part]).mul(BONE_TEXELS).toVar(), weights[part]]));

const byRows = (vec3, rows, v) => vec3(rows[0].xyz.dot(v), rows[1].xyz.dot(v), rows[2].xyz.dot(v));
const pointByRows = (vec3, rows, p) => byRows(vec3, rows, p).add(vec3(rows[0].w, rows[1].w, rows[2].w));

function turned(real, v) {
  const twice = real.xyz.cross(real.xyz.cross(v).add(v.mul(real.w)));
  return v.add(twice.mul(real.dot(real).reciprocal().mul(2)));
}

// The sums over the bones of a vertex: rows of N and of C, and the dual quaternion.
function blendOf(THREE, texel, influences, { isSigned }) {
  const { select, vec4 } = THREE.TSL;
  const zeros = (count) => Array.from({ length: count }, () => vec4(0).toVar());
  const [stretch, linear, [real, dual, pivot]] = [zeros(3), zeros(3), zeros(3)];
  for (const [at, weight] of influences) {
    const own = texel(at.add(3)).toVar();
    let signed = weight;
    if (!isSigned) {
      // Towards the first bone with a weight.
      pivot.assign(select(pivot.dot(pivot).equal(0).and(weight.notEqual(0)), own, pivot));
      signed = select(pivot.dot(own).lessThan(-1e-6), weight.negate(), weight);
    }
    real.addAssign(own.mul(signed));
    dual.addAssign(texel(at.add(4)).mul(signed));
    stretch.forEach((row, n) => row.addAssign(texel(at.add(n)).mul(weight)));
    linear.forEach((row, n) => row.addAssign(texel(at.add(5 + n)).mul(weight)));
  }
  // Rotations that cancel: those of the first bone.
  const isGone = real.dot(real).lessThan(1e-13).toVar();
  const [[first]] = influences;
  dual.assign(select(isGone, texel(first.add(4)), dual));
  real.assign(select(isGone, texel(first.add(3)), real));
  return { stretch, linear, real, dual };
}

function positionOf(THREE, { stretch, linear, real, dual }, rest, { isLinear }, strength) {
  const { mix, vec3 } = THREE.TSL;
  const byMatrix = pointByRows(vec3, linear, rest);
  if (isLinear) return byMatrix;
  const stretched = pointByRows(vec3, stretch, rest).toVar();
  const shift = dual.xyz.mul(real.w).sub(real.xyz.mul(dual.w)).add(real.xyz.cross(dual.xyz));
  const place = turned(real, stretched).add(shift.mul(real.dot(real).reciprocal().mul(2)));
  return strength === null ? place : mix(byMatrix, place, strength);
}

// By the inverse transpose of the matrix, then the rotation; zero where no direction is left.
function normalOf(THREE, { stretch, linear, real }, rest, { isLinear }, strength) {
  const { mix, select, sign, vec3 } = THREE.TSL;
  const byInverse = (rows) => {
    const [x, y, z] = rows.map((row) => row.xyz);
    const [a, b, c] = [y.cross(z), z.cross(x), x.cross(y)];
    return vec3(a.dot(rest), b.dot(rest), c.dot(rest)).mul(sign(x.dot(y.cross(z))));
  };
  const unit = (v) => {
    const size = v.length();
    return select(size.greaterThan(0), v.div(size), vec3(0));
  };
  const byMatrix = unit(byInverse(linear).toVar());
  if (isLinear) return byMatrix;
  const own = unit(turned(real, byInverse(stretch).toVar()).toVar());
  return strength === null ? own : unit(mix(byMatrix, own, strength).toVar());
}

// KH14 in a smooth form: a vertex that is farther from its bones than at rest comes back, by its share.
function drawnBack(THREE, texel, influences, rest, posed, share) {
  const { clamp, float, select, vec3 } = THREE.TSL;
  const closest = (from, to, p) => {
    const along = to.sub(from).toVar();
    const square = along.dot(along).toVar();
    const t = select(square.greaterThan(0), clamp(p.sub(from).dot(along).div(square), 0, 1), float(0));
    return from.add(along.mul(t));
  };
  const [radius, center] = [float(0).toVar(), vec3(0).toVar()];
  for (const [at, weight] of influences) {
    const rows = [5, 6, 7].map((n) => texel(at.add(n)).toVar());
    const [head, tail] = [texel(at.add(8)).xyz.toVar(), texel(at.add(9)).xyz.toVar()];
    radius.addAssign(byRows(vec3, rows, rest.sub(closest(head, tail, rest)).toVar()).length().mul(weight));
    const ends = [head, tail].map((end) => pointByRows(vec3, rows, end).toVar());
    center.addAssign(closest(ends[0], ends[1], posed).mul(weight));
  }
  const away = posed.sub(center).toVar();
  const distance = away.length().toVar();
  const shrunk = center.add(away.mul(float(1).sub(share).add(share.mul(radius).div(distance))));
  return select(distance.greaterThan(radius), shrunk, posed);
}
