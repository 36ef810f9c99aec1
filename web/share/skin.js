// Skinning: the vertex shaders of the program, whose results are captured into buffers that all passes draw from.

const canvas = document.getElementById("canvas");
const gl = canvas.getContext("webgl2", { antialias: false, alpha: false, depth: false });

// `SKIN_TEXTURE_WIDTH` of skin_textures.wgsl.
const WIDTH = 2048;
const DISCARDING = "#version 300 es\nprecision mediump float;\nvoid main() {}\n";

function compiled(vertex, fragment, captured) {
  const program = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  if (captured) gl.transformFeedbackVaryings(program, captured, gl.INTERLEAVED_ATTRIBS);
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    const said = gl.getAttachedShaders(program).map((shader) => gl.getShaderInfoLog(shader));
    throw new Error(`a shader was refused: ${said.join(" ")} ${gl.getProgramInfoLog(program)}`);
  }
  return program;
}

// Binds the uniform block of a WGSL variable to a place, if the shader has it.
function bindBlock(program, shader, variable, place) {
  const name = shader.blocks[variable];
  const index = name === undefined ? gl.INVALID_INDEX : gl.getUniformBlockIndex(program, name);
  if (index !== gl.INVALID_INDEX) gl.uniformBlockBinding(program, index, place);
}

function bindTexture(program, shader, variable, unit) {
  const name = shader.textures[variable];
  if (name !== undefined) gl.uniform1i(gl.getUniformLocation(program, name), unit);
}

// A list of numbers as a texture, folded into rows.
function listTexture(kind, numbers, perTexel) {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  const height = Math.max(1, Math.ceil(numbers.length / perTexel / WIDTH));
  gl.texStorage2D(gl.TEXTURE_2D, 1, kind.inside, WIDTH, height);
  const list = { texture, kind, perTexel, height, rows: new numbers.constructor(WIDTH * height * perTexel) };
  writeList(list, numbers);
  return list;
}

function writeList(list, numbers) {
  list.rows.set(numbers);
  gl.bindTexture(gl.TEXTURE_2D, list.texture);
  gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, WIDTH, list.height, list.kind.format, list.kind.type, list.rows);
}

const buffer = (data, usage, target = gl.ARRAY_BUFFER) => {
  const made = gl.createBuffer();
  gl.bindBuffer(target, made);
  gl.bufferData(target, data, usage);
  return made;
};

// What is skinned: per part the lists of its shape, per group and method a list of palettes, per part and method the results.
const skinned = { parts: [], groups: [], programs: {}, difference: null, feedback: null, frame: -1 };

function prepareSkinning() {
  const R = { inside: gl.R32F, format: gl.RED, type: gl.FLOAT };
  const U = { inside: gl.R32UI, format: gl.RED_INTEGER, type: gl.UNSIGNED_INT };
  for (const [name, shader] of Object.entries(scene.programs.skin)) {
    const program = compiled(shader.text, DISCARDING, ["_vs2fs_location0", "_vs2fs_location1"]);
    gl.useProgram(program);
    bindBlock(program, shader, "skin", 0);
    ["rest", "influences", "poses"].forEach((variable, unit) => bindTexture(program, shader, variable, unit));
    skinned.programs[name] = program;
  }
  skinned.difference = compiled(scene.programs.difference.text, DISCARDING, ["_vs2fs_location0"]);
  skinned.feedback = gl.createTransformFeedback();
  skinned.empty = gl.createVertexArray();
  skinned.parts = scene.parts.map((part) => ({
    rest: listTexture(R, floats(part.rest), 1),
    influences: listTexture(U, words(part.influences), 1),
    params: part.params.map((numbers) => buffer(new Uint32Array(numbers), gl.STATIC_DRAW, gl.UNIFORM_BUFFER)),
    vertices: scene.methods.map(() => buffer(24 * Math.max(1, part.vertices), gl.DYNAMIC_COPY)),
    differences: scene.methods.map(() => buffer(4 * Math.max(1, part.vertices), gl.DYNAMIC_COPY)),
  }));
  for (const part of skinned.parts) {
    part.compared = scene.methods.map((_, method) => comparedArrays(part, method));
  }
}

// Reference and method beside each other, for the difference.
function comparedArrays(part, method) {
  const arrays = gl.createVertexArray();
  gl.bindVertexArray(arrays);
  [[part.vertices[0], 0], [part.vertices[method], 0], [part.vertices[method], 12]].forEach(([from, offset], place) => {
    gl.bindBuffer(gl.ARRAY_BUFFER, from);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 24, offset);
  });
  gl.bindVertexArray(null);
  return arrays;
}

// Skins all parts by all methods, and compares them with the first.
function skinFrame(frame) {
  if (skinned.frame === frame) return;
  skinned.frame = frame;
  const RGBA = { inside: gl.RGBA32F, format: gl.RGBA, type: gl.FLOAT };
  scene.groups.of.forEach((_, group) => {
    const lists = palettes(group, frame);
    const known = (skinned.groups[group] ??= []);
    lists.forEach((list, method) => {
      if (known[method]) writeList(known[method], list);
      else known[method] = listTexture(RGBA, list, 4);
    });
  });
  gl.bindBuffer(gl.ARRAY_BUFFER, null);
  gl.enable(gl.RASTERIZER_DISCARD);
  gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, skinned.feedback);
  scene.parts.forEach((part, index) => {
    const own = skinned.parts[index];
    scene.methods.forEach((_, method) => skinPart(part, own, method));
    scene.methods.forEach((_, method) => method > 0 && comparePart(part, own, method));
  });
  gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, null);
  gl.bindVertexArray(null);
  gl.disable(gl.RASTERIZER_DISCARD);
}

function skinPart(part, own, method) {
  gl.useProgram(skinned.programs[part.programs[method]]);
  gl.bindBufferBase(gl.UNIFORM_BUFFER, 0, own.params[method]);
  [own.rest, own.influences, skinned.groups[part.group][method]].forEach((list, unit) => {
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, list.texture);
  });
  gl.activeTexture(gl.TEXTURE0);
  gl.bindVertexArray(skinned.empty);
  capture(own.vertices[method], part.vertices);
}

function comparePart(part, own, method) {
  gl.useProgram(skinned.difference);
  gl.bindVertexArray(own.compared[method]);
  capture(own.differences[method], part.vertices);
}

function capture(into, n) {
  gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, into);
  gl.beginTransformFeedback(gl.POINTS);
  gl.drawArrays(gl.POINTS, 0, n);
  gl.endTransformFeedback();
  gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
}

// The positions of a part by a method, as the graphics device has them: three numbers a vertex.
function readPositions(index, method) {
  const n = scene.parts[index].vertices;
  const both = new Float32Array(6 * n);
  gl.bindBuffer(gl.COPY_READ_BUFFER, skinned.parts[index].vertices[method]);
  gl.getBufferSubData(gl.COPY_READ_BUFFER, 0, both);
  gl.bindBuffer(gl.COPY_READ_BUFFER, null);
  return both.filter((_, place) => place % 6 < 3);
}
