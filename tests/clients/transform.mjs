// glTF-Transform: that it reads a file, and what is left when it writes it again.

import { Logger, NodeIO } from "@gltf-transform/core";
import { ALL_EXTENSIONS } from "@gltf-transform/extensions";
import { parted } from "./files.mjs";

const io = new NodeIO().setLogger(new Logger(Logger.Verbosity.SILENT)).registerExtensions(ALL_EXTENSIONS);

/** What is lost on the way through glTF-Transform, in words; nothing where all is well. */
export async function lost(path) {
  const document = await io.read(path);
  const root = document.getRoot();
  const { json: before } = parted(await io.writeBinary(document));
  const faults = [];
  const again = await io.readBinary(await io.writeBinary(document));
  for (const [what, list] of [
    ["meshes", "listMeshes"],
    ["skins", "listSkins"],
    ["animations", "listAnimations"],
    ["nodes", "listNodes"],
  ]) {
    const [one, other] = [root[list]().length, again.getRoot()[list]().length];
    if (one !== other) faults.push(`${one} ${what} became ${other}`);
  }
  if (before === null) faults.push("nothing was written");
  return faults;
}
