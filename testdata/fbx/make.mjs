// Writes the text files of this folder as binary FBX 7.4 beside them: node make.mjs
//
// The layout is that of "FBX binary file format specification" (Alexander Gessler, Blender developers' blog, 2013): nodes of
// `end, count of properties, their bytes, name`, then properties with a letter each, then nodes below and thirteen zeros. Nothing is
// compressed.

import { readFileSync, writeFileSync } from "node:fs";

/** What is written of numbers by the name of their node; other lists are doubles. */
const LISTS = {
  PolygonVertexIndex: "i",
  Indexes: "i",
  KeyTime: "l",
  KeyValueFloat: "f",
  KeyAttrFlags: "i",
  KeyAttrDataFloat: "f",
  KeyAttrRefCount: "i",
};

/** Nodes of `{ name, properties, below }`, where properties are numbers, texts and lists. */
function nodesOf(text) {
  const words = text.replace(/^;.*$/gm, "").match(/"[^"]*"|[{},:*]|[^\s"{},:*]+/g);
  let at = 0;
  const value = () => {
    const word = words[at++];
    if (word === "*") {
      at += 1;
      if (words[at++] !== "{" || words[at++] !== "a" || words[at++] !== ":") throw new Error("no list");
      const list = [];
      while (words[at] !== "}") {
        if (words[at] !== ",") list.push(Number(words[at]));
        at += 1;
      }
      at += 1;
      return list;
    }
    return word.startsWith('"') ? word.slice(1, -1) : Number(word);
  };
  const nodes = () => {
    const all = [];
    while (at < words.length && words[at] !== "}") {
      const node = { name: words[at], properties: [], below: null };
      at += 2;
      const begins = () => words[at] !== undefined && words[at] !== "{" && words[at] !== "}" && words[at + 1] !== ":";
      while (begins()) {
        node.properties.push(value());
        if (words[at] !== ",") break;
        at += 1;
      }
      if (words[at] === "{") {
        at += 1;
        node.below = nodes();
        at += 1;
      }
      all.push(node);
    }
    return all;
  };
  return nodes();
}

/** A text of the file; of `Class::Name` binary files have the name first. */
function textBytes(text) {
  const [kind, name] = text.split("::");
  return Buffer.from(name === undefined ? text : `${name}\0\x01${kind}`, "latin1");
}

function propertyBytes(node, value, place) {
  if (Array.isArray(value)) {
    const kind = LISTS[node.name] ?? "d";
    const size = { i: 4, f: 4, l: 8, d: 8 }[kind];
    const bytes = Buffer.alloc(13 + size * value.length);
    bytes.write(kind, 0);
    bytes.writeUInt32LE(value.length, 1);
    bytes.writeUInt32LE(0, 5);
    bytes.writeUInt32LE(size * value.length, 9);
    value.forEach((number, index) => {
      const to = 13 + size * index;
      if (kind === "i") bytes.writeInt32LE(number, to);
      else if (kind === "f") bytes.writeFloatLE(number, to);
      else if (kind === "l") bytes.writeBigInt64LE(BigInt(number), to);
      else bytes.writeDoubleLE(number, to);
    });
    return bytes;
  }
  if (typeof value === "string") {
    const text = textBytes(value);
    const head = Buffer.alloc(5);
    head.write("S", 0);
    head.writeUInt32LE(text.length, 1);
    return Buffer.concat([head, text]);
  }
  const bytes = Buffer.alloc(9);
  // Numbers of objects and times are of 64 bits, the values of properties doubles, all else of 32 bits.
  const isKey = node.name === "C" || node.name === "Node" || (place === 0 && node.below !== null && node.properties.length === 3);
  const isTime = node.properties[1] === "KTime";
  if (isKey || isTime) {
    bytes.write("L", 0);
    bytes.writeBigInt64LE(BigInt(value), 1);
    return bytes;
  }
  const isInteger = node.name !== "P" || ["int", "enum", "bool"].includes(node.properties[1]);
  if (isInteger && Number.isInteger(value) && node.name !== "DeformPercent" && node.name !== "Default") {
    bytes.write("I", 0);
    bytes.writeInt32LE(value, 1);
    return bytes.subarray(0, 5);
  }
  bytes.write("D", 0);
  bytes.writeDoubleLE(value, 1);
  return bytes;
}

function nodeBytes(node, start) {
  const properties = Buffer.concat(node.properties.map((value, place) => propertyBytes(node, value, place)));
  const head = Buffer.alloc(13 + node.name.length);
  head.writeUInt32LE(node.properties.length, 4);
  head.writeUInt32LE(properties.length, 8);
  head.writeUInt8(node.name.length, 12);
  head.write(node.name, 13, "latin1");
  const parts = [head, properties];
  let at = start + head.length + properties.length;
  for (const below of node.below ?? []) {
    const bytes = nodeBytes(below, at);
    parts.push(bytes);
    at += bytes.length;
  }
  if (node.below !== null) {
    parts.push(Buffer.alloc(13));
    at += 13;
  }
  head.writeUInt32LE(at, 0);
  return Buffer.concat(parts);
}

function binaryOf(text) {
  const head = Buffer.alloc(27);
  head.write("Kaydara FBX Binary  \0\x1a\0", 0, "latin1");
  head.writeUInt32LE(7400, 23);
  const parts = [head];
  let at = head.length;
  for (const node of nodesOf(text)) {
    const bytes = nodeBytes(node, at);
    parts.push(bytes);
    at += bytes.length;
  }
  // The end of the nodes; what programs write behind it nobody reads.
  parts.push(Buffer.alloc(13), Buffer.alloc(160));
  return Buffer.concat(parts);
}

const folder = new URL(".", import.meta.url);
const text = readFileSync(new URL("strip.fbx", folder), "latin1");
writeFileSync(new URL("strip_binary.fbx", folder), binaryOf(text));
