// Arguments as the module takes them. What JavaScript would turn into 0 or NaN without a word is refused here.

import { badArgument } from './errors.js';

const isNumber = (it) => typeof it === 'number';

/** A whole number from 0 on. */
export function place(it, what) {
  if (Number.isInteger(it) && it >= 0 && it < 2 ** 32 - 1) return it;
  throw badArgument('bad-array', what, `${String(it)} is no whole number from 0 on`, 'give a number or a name');
}

/** A finite number. */
export function number(it, what) {
  if (Number.isFinite(it)) return it;
  throw badArgument('bad-array', what, `${String(it)} is no finite number`, 'give a number');
}

/** So many numbers, as floats. */
export function numbers(list, count, what) {
  const found = floats(list, what);
  if (found.length === count) return found;
  throw badArgument('bad-array', what, `${found.length} numbers are given`, `give ${count}`);
}

/** Any list of numbers as floats; floats stay what they are. */
export function floats(list, what) {
  return list instanceof Float32Array ? list : converted(list, what, Float32Array);
}

/** Any list of whole numbers as unsigned ones of 32 bits. */
export function words(list, what) {
  return list instanceof Uint32Array ? list : whole(list, what, Uint32Array, 0, 2 ** 32 - 1);
}

/** Any list of whole numbers as signed ones of 32 bits. */
export function integers(list, what) {
  return list instanceof Int32Array ? list : whole(list, what, Int32Array, -(2 ** 31), 2 ** 31 - 1);
}

/** Memory of the caller, which results are written to. */
export function memory(list, count, what) {
  if (!(list instanceof Float32Array)) throw badArgument('bad-array', what, 'it is no Float32Array', 'give one');
  if (list.length === count) return list;
  throw badArgument('bad-array', what, `it has ${list.length} numbers`, `give an array of ${count}`);
}

/** The bytes of a file. */
export function bytes(it) {
  if (it instanceof Uint8Array) return it;
  if (it instanceof ArrayBuffer) return new Uint8Array(it);
  if (ArrayBuffer.isView(it)) return new Uint8Array(it.buffer, it.byteOffset, it.byteLength);
  throw badArgument('bad-array', 'bytes', 'they are no ArrayBuffer or view of one', 'give the content of a file');
}

/** A text. */
export function text(it, what) {
  if (typeof it === 'string') return it;
  throw badArgument('unknown-name', what, `${String(it)} is no text`, 'give a string');
}

function whole(list, what, Kind, least, most) {
  const found = converted(list, what, Float64Array);
  const bad = found.find((it) => !Number.isInteger(it) || it < least || it > most);
  if (bad === undefined) return Kind.from(found);
  throw badArgument('bad-array', what, `${bad} is no whole number from ${least} to ${most}`, 'give whole numbers');
}

function converted(list, what, Kind) {
  const isView = ArrayBuffer.isView(list) && !(list instanceof DataView) && isNumber(list[0] ?? 0);
  if (isView || (Array.isArray(list) && list.every(isNumber))) return Kind.from(list);
  throw badArgument('bad-array', what, 'it is no list of numbers', 'give a typed array or an array of numbers');
}
