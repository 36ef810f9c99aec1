// The compiled module, loaded once: fetched in browsers, read from beside this file in node.

import load, * as loaded from '../generated/dualskin.js';
import { badArgument } from './errors.js';

const ADDRESS = new URL('../generated/dualskin_bg.wasm', import.meta.url);

let isReady = false;

/** Fulfilled when all calls can be made. */
export const ready = /* @__PURE__ */ begun();

/** The module; throws where it is not there yet. */
export function module() {
  if (isReady) return loaded;
  throw badArgument('refused', 'dualskin', 'the module is not loaded yet', 'await ready before the first call');
}

async function begun() {
  await load({ module_or_path: ADDRESS.protocol === 'file:' ? await readBytes() : ADDRESS });
  isReady = true;
}

async function readBytes() {
  // Bundlers for browsers have no such module, and come not here.
  const name = 'node:fs/promises';
  const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ name);
  return readFile(ADDRESS);
}
