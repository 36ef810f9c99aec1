// Palettes of two-phase skinning from the matrices of bones. Plain arrays, no three.js.
//
// A bone's matrix C takes the mesh at rest to the pose. It is split about the bone's head h at rest, as Dualskin's
// `two-phase-head`: C = G N, with lin C = R S (polar), N x = h + S (x − h), and G the rotation R with the translation C h − R h.
// Vertices get the blend of all N as matrices, then the blend of all G as dual quaternions. Without scale N is the identity, and
// this is dual quaternion skinning.

/**
 * Texels (of four numbers) that a bone has in the palette: three rows of N, the dual quaternion of G, three rows of C = G N, and both
 * ends of the bone in the mesh at rest.
 */
export const BONE_TEXELS = 10;

const SWEEPS = 30;

/**
 * Splits a 3×3 matrix, by columns, into the closest proper rotation (x, y, z, w) and a symmetric stretch, by columns: M = R S.
 *
 * The stretch has one negative eigenvalue where M mirrors. A matrix of zeros gives the identity and zeros; one that flattens
 * space to a line gives one of the rotations that are equally close.
 */
export function polar(m) {
  const columns = [m.slice(0, 3), m.slice(3, 6), m.slice(6, 9)].map((column) => Array.from(column));
  const v = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  // One-sided Jacobi rotations: the columns of M V become orthogonal.
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let worst = 0;
    for (const [p, q] of [[0, 1], [0, 2], [1, 2]]) worst = Math.max(worst, rotated(columns, v, p, q));
    if (worst < 1e-15) break;
  }
  const lengths = columns.map((column) => Math.hypot(...column));
  const [i, j, k] = [0, 1, 2].sort((a, b) => lengths[b] - lengths[a]);
  if (!(lengths[i] > 0)) return { rotation: [0, 0, 0, 1], stretch: Array(9).fill(0) };
  const scaled = (a, s) => a.map((x) => x * s);
  const u1 = scaled(columns[i], 1 / lengths[i]);
  const u2 = lengths[j] > 1e-12 * lengths[i] ? scaled(columns[j], 1 / lengths[j]) : across(u1, v[j]);
  const u3 = cross(u1, u2);
  const v3 = scaled(v[k], dot(cross(v[i], v[j]), v[k]) < 0 ? -1 : 1);
  const s3 = dot(u3, apply(m, v3));
  const [u, w, s] = [[u1, u2, u3], [v[i], v[j], v3], [lengths[i], lengths[j], s3]];
  const rotation = Array(9).fill(0);
  const stretch = Array(9).fill(0);
  for (let n = 0; n < 3; n++) {
    for (let column = 0; column < 3; column++) {
      for (let row = 0; row < 3; row++) {
        rotation[3 * column + row] += u[n][row] * w[n][column];
        stretch[3 * column + row] += s[n] * w[n][row] * w[n][column];
      }
    }
  }
  return { rotation: quaternion(rotation), stretch };
}

// Makes two columns orthogonal; returns the cosine that was between them.
function rotated(columns, v, p, q) {
  const [a, b, c] = [dot(columns[p], columns[p]), dot(columns[q], columns[q]), dot(columns[p], columns[q])];
  const size = Math.sqrt(a * b);
  if (!(size > 0) || Math.abs(c) <= 1e-16 * size) return 0;
  const zeta = (b - a) / (2 * c);
  const t = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.hypot(1, zeta));
  const [cos, sin] = [1 / Math.hypot(1, t), t / Math.hypot(1, t)];
  for (const list of [columns, v]) {
    const [x, y] = [list[p], list[q]];
    list[p] = x.map((_, n) => cos * x[n] - sin * y[n]);
    list[q] = x.map((_, n) => sin * x[n] + cos * y[n]);
  }
  return Math.abs(c) / size;
}

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const apply = (m, p) => [0, 1, 2].map((row) => m[row] * p[0] + m[3 + row] * p[1] + m[6 + row] * p[2]);

// A unit vector at right angles to the first, near the second.
function across(unit, wish) {
  for (const candidate of [wish, [1, 0, 0], [0, 1, 0], [0, 0, 1]]) {
    const along = dot(unit, candidate);
    const rest = candidate.map((x, n) => x - along * unit[n]);
    const size = Math.hypot(...rest);
    if (size > 0.5) return rest.map((x) => x / size);
  }
  return [0, 0, 0];
}

/** The unit quaternion (x, y, z, w) of a rotation matrix by columns: of four formulas the one with the largest root. */
export function quaternion(m) {
  const [xx, yy, zz] = [m[0], m[4], m[8]];
  const trace = xx + yy + zz;
  let q;
  if (trace >= Math.max(xx, yy, zz)) q = [m[5] - m[7], m[6] - m[2], m[1] - m[3], 1 + trace];
  else if (xx >= yy && xx >= zz) q = [1 + xx - yy - zz, m[1] + m[3], m[6] + m[2], m[5] - m[7]];
  else if (yy >= zz) q = [m[1] + m[3], 1 - xx + yy - zz, m[5] + m[7], m[6] - m[2]];
  else q = [m[6] + m[2], m[5] + m[7], 1 - xx - yy + zz, m[1] - m[3]];
  const size = Math.hypot(...q);
  return q.map((x) => x / size);
}

/** Hamilton's product of (x, y, z, w) quaternions. */
export function product(a, b) {
  const vector = cross(a, b).map((x, n) => x + a[3] * b[n] + b[3] * a[n]);
  return [...vector, a[3] * b[3] - dot(a, b)];
}

/** The dual quaternion of a rotation and a translation: real part, dual part. */
export function motion(rotation, translation) {
  const dual = product([...translation.map((x) => 0.5 * x), 0], rotation);
  return [...rotation, ...dual];
}

/** The rotation of a vector by a unit quaternion. */
export function turned(q, p) {
  const t = cross(q, cross(q, p).map((x, n) => x + q[3] * p[n]));
  return p.map((x, n) => x + 2 * t[n]);
}

/**
 * Splits a bone's matrix about a place, as `two-phase-head` does about the bone's head and `two-phase-origin` about the origin.
 *
 * @param m the bone's matrix by columns, 16 numbers: from the mesh at rest to the pose
 * @param about a place in the mesh at rest
 * @returns `rows`, twelve numbers of N, and `rotation` and `translation` of G
 */
export function splitAbout(m, about) {
  const linear = [m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]];
  const { rotation, stretch } = polar(linear);
  const stretched = apply(stretch, about);
  const rows = [];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) rows.push(stretch[3 * column + row]);
    rows.push(about[row] - stretched[row]);
  }
  const posed = apply(linear, about).map((x, n) => x + m[12 + n]);
  const rest = turned(rotation, about);
  return { rows, rotation, translation: posed.map((x, n) => x - rest[n]) };
}

/**
 * Writes the entry of a bone that is split about its head into a palette, from `at` on.
 *
 * @param m the bone's matrix by columns, 16 numbers: from the mesh at rest to the pose
 * @param head the bone's head in the mesh at rest
 * @param tail the bone's other end there
 */
export function writeBone(palette, at, m, head, tail = head) {
  writeSplit(palette, at, splitAbout(m, head), m, [head, tail]);
}

/** Writes an entry that is split already; `sign` is that of its rotation. */
export function writeSplit(palette, at, { rows, rotation, translation }, m, [head, tail], sign = 1) {
  palette.set(rows, at);
  palette.set(motion(rotation, translation).map((x) => sign * x), at + 12);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) palette[at + 20 + 4 * row + column] = m[4 * column + row];
  }
  palette.set([...head, 0, ...tail, 0], at + 32);
}

/**
 * What the shader does to a position, for tests: joints and weights of one vertex, `blend` of its map (1: all by the method), `bulge`
 * of its other map (0: nothing is drawn back).
 */
export function skinned(palette, joints, weights, position, blend = 1, bulge = 0, isLinear = false) {
  const matrix = Array(12).fill(0);
  const sum = Array(8).fill(0);
  const linear = [0, 0, 0];
  const size = 4 * BONE_TEXELS;
  const entries = [];
  let pivot = null;
  joints.forEach((joint, n) => {
    if (weights[n] === 0) return;
    const entry = Array.from(palette.slice(size * joint, size * joint + size));
    entries.push([entry, weights[n]]);
    pivot ??= entry.slice(12, 16);
    const sign = pivot.reduce((total, x, i) => total + x * entry[12 + i], 0) < -1e-6 ? -1 : 1;
    for (let i = 0; i < 12; i++) matrix[i] += weights[n] * entry[i];
    for (let i = 0; i < 8; i++) sum[i] += sign * weights[n] * entry[12 + i];
    stretchedBy(entry.slice(20, 32), position).forEach((x, i) => (linear[i] += weights[n] * x));
  });
  if (isLinear) return linear;
  const whole = moved(sum, stretchedBy(matrix, position));
  const mixed = whole.map((x, i) => blend * x + (1 - blend) * linear[i]);
  return bulge > 0 ? drawnBack(entries, position, mixed, bulge) : mixed;
}

const minus = (a, b) => a.map((x, n) => x - b[n]);

// The place of a segment that is closest to p.
function closest([from, to], p) {
  const along = minus(to, from);
  const square = dot(along, along);
  const t = square > 0 ? Math.min(1, Math.max(0, dot(minus(p, from), along) / square)) : 0;
  return from.map((x, n) => x + t * along[n]);
}

// KH14 in a smooth form: a vertex that is farther from its bones than at rest comes back, by the share `bulge`.
function drawnBack(entries, rest, posed, bulge) {
  let radius = 0;
  const center = [0, 0, 0];
  for (const [entry, weight] of entries) {
    const rows = entry.slice(20, 32);
    const ends = [entry.slice(32, 35), entry.slice(36, 39)];
    const away = minus(stretchedBy(rows, rest), stretchedBy(rows, closest(ends, rest)));
    radius += weight * Math.hypot(...away);
    closest(ends.map((end) => stretchedBy(rows, end)), posed).forEach((x, n) => (center[n] += weight * x));
  }
  const away = minus(posed, center);
  const distance = Math.hypot(...away);
  const share = distance > radius ? 1 - bulge + (bulge * radius) / distance : 1;
  return center.map((x, n) => x + share * away[n]);
}

const stretchedBy = (rows, p) => [0, 4, 8].map((at) => rows[at] * p[0] + rows[at + 1] * p[1] + rows[at + 2] * p[2] + rows[at + 3]);

function moved(q, p) {
  const [real, dual] = [q.slice(0, 4), q.slice(4)];
  const size = real.reduce((total, x) => total + x * x, 0);
  const t = cross(real, cross(real, p).map((x, n) => x + real[3] * p[n]));
  const shift = cross(real, dual).map((x, n) => x + real[3] * dual[n] - dual[3] * real[n]);
  return p.map((x, n) => x + (2 / size) * (t[n] + shift[n]));
}
