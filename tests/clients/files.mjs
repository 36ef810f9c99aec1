// Files on disk as the clients take them: the JSON of a GLB or a .gltf, and its buffers.

import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;

/** The JSON and the binary chunk of a GLB. */
export function parted(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 20 || view.getUint32(0, true) !== MAGIC) {
    return { json: JSON.parse(new TextDecoder().decode(bytes)), binary: null };
  }
  let json = null;
  let binary = null;
  for (let at = 12; at + 8 <= bytes.byteLength; ) {
    const length = view.getUint32(at, true);
    const chunk = bytes.subarray(at + 8, at + 8 + length);
    if (view.getUint32(at + 4, true) === JSON_CHUNK) {
      json = JSON.parse(new TextDecoder().decode(chunk));
    } else if (binary === null) {
      binary = chunk;
    }
    at += 8 + length;
  }
  return { json, binary };
}

/** A file that an address in a glTF file names. */
export function beside(path, uri) {
  return readFile(join(dirname(path), decodeURIComponent(uri)));
}

/** A file as one JSON text with its buffers inside, without materials and pictures: what moves vertices. */
export async function shapesOnly(path) {
  const { json, binary } = parted(await readFile(path));
  for (const buffer of json.buffers ?? []) {
    if (buffer.uri?.startsWith("data:")) continue;
    const bytes = buffer.uri === undefined ? binary : await beside(path, buffer.uri);
    buffer.uri = `data:application/octet-stream;base64,${Buffer.from(bytes ?? []).toString("base64")}`;
  }
  delete json.materials;
  delete json.textures;
  delete json.images;
  delete json.samplers;
  for (const mesh of json.meshes ?? []) {
    for (const primitive of mesh.primitives ?? []) delete primitive.material;
  }
  return json;
}
