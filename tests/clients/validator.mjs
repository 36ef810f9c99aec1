// The official validator: what it says of a file, and what of that is new.

import { readFile } from "node:fs/promises";
import validator from "gltf-validator";
import { beside } from "./files.mjs";

const SEVERITIES = ["error", "warning", "information", "hint"];

/** The messages on a file, counted by severity and code. */
export async function messages(path) {
  const report = await validator.validateBytes(new Uint8Array(await readFile(path)), {
    uri: path,
    maxIssues: 0,
    writeTimestamp: false,
    externalResourceFunction: async (uri) => new Uint8Array(await beside(path, uri)),
  });
  const found = new Map();
  for (const { code, severity, pointer, message } of report.issues.messages) {
    const key = `${SEVERITIES[severity]} ${code}`;
    const known = found.get(key) ?? { count: 0, first: `${message} at ${pointer}` };
    known.count += 1;
    found.set(key, known);
  }
  return found;
}

/** Kinds of messages on a file that there were none of on the file it came from, in words. */
export function added(before, after) {
  const isNew = ([key]) => !before.has(key);
  return [...after].filter(isNew).map(([key, { count, first }]) => `${key} (${count}): ${first}`);
}
