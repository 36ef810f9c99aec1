// Drawing: the window's own shaders, into a picture of linear colors, and that onto the canvas.

const SURFACE_MATERIAL = 0;
const SURFACE_DIFFERENCE = 2;

const drawn = { programs: {}, parts: [], target: null, frameBlock: null, gridBlock: null };

const linear = (byte) => {
  const x = byte / 255;
  return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
};
const linearColor = (color) => [...color.slice(0, 3).map(linear), color.length > 3 ? color[3] / 255 : 1];

const ONTO_CANVAS = [
  `#version 300 es
void main() { gl_Position = vec4(vec2((gl_VertexID << 1) & 2, gl_VertexID & 2) * 2.0 - 1.0, 0.0, 1.0); }`,
  `#version 300 es
precision highp float;
uniform sampler2D picture;
out vec4 color;
void main() {
  vec3 x = texelFetch(picture, ivec2(gl_FragCoord.xy), 0).rgb;
  color = vec4(mix(1.055 * pow(x, vec3(1.0 / 2.4)) - 0.055, 12.92 * x, vec3(lessThanEqual(x, vec3(0.0031308)))), 1.0);
}`,
];

// The members of a uniform, written by name.
function writeBlock(block, layout, members) {
  const data = new DataView(new ArrayBuffer(layout[""]));
  for (const [name, value] of Object.entries(members)) {
    const whole = Number.isInteger(value) && INTEGERS.has(name);
    [value].flat().forEach((number, place) => {
      if (whole) data.setUint32(layout[name] + 4 * place, number, true);
      else data.setFloat32(layout[name] + 4 * place, number, true);
    });
  }
  gl.bindBuffer(gl.UNIFORM_BUFFER, block);
  gl.bufferData(gl.UNIFORM_BUFFER, data, gl.DYNAMIC_DRAW);
}

const INTEGERS = new Set(["surface", "facets", "diverging", "ramp", "isolated", "alpha_mode", "flat_shading", "is_clay"]);

function prepareDrawing() {
  for (const [name, { vertex, fragment }] of Object.entries(scene.programs.drawn)) {
    const program = compiled(vertex.text, fragment.text);
    gl.useProgram(program);
    for (const shader of [vertex, fragment]) {
      bindBlock(program, shader, "frame", 1);
      bindBlock(program, shader, "material", 2);
      bindBlock(program, shader, "grid", 3);
      bindTexture(program, shader, "base_color_texture", 0);
    }
    drawn.programs[name] = program;
  }
  drawn.programs.canvas = compiled(...ONTO_CANVAS);
  drawn.frameBlock = gl.createBuffer();
  drawn.gridBlock = gl.createBuffer();
  drawn.white = colorTexture(new Uint8Array([255, 255, 255, 255]));
  drawn.pictures = scene.pictures.map(() => drawn.white);
  drawn.parts = scene.parts.map(drawnPart);
  drawn.target = { color: gl.createRenderbuffer(), depth: gl.createRenderbuffer(), texture: gl.createTexture(), drawn: gl.createFramebuffer(), resolved: gl.createFramebuffer(), size: [0, 0] };
}

function colorTexture(pixels) {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.SRGB8_ALPHA8, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  return texture;
}

// Textures come when the browser has decoded them; until then surfaces have their plain color.
async function loadPictures() {
  await Promise.all(scene.pictures.map(async (picture, index) => {
    if (!picture) return;
    const blob = new Blob([new Uint8Array(bytes, picture.bytes[0], picture.bytes[1])], { type: picture.type });
    const decoded = await createImageBitmap(blob, { premultiplyAlpha: "none", colorSpaceConversion: "none" });
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.SRGB8_ALPHA8, gl.RGBA, gl.UNSIGNED_BYTE, decoded);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    drawn.pictures[index] = texture;
  }));
  redraw();
}

function drawnPart(part, index) {
  const own = skinned.parts[index];
  const triangles = part.wide ? words(part.triangles) : shorts(part.triangles);
  const corners = buffer(triangles, gl.STATIC_DRAW, gl.ELEMENT_ARRAY_BUFFER);
  const uv = part.uv && buffer(floats(part.uv), gl.STATIC_DRAW);
  const block = gl.createBuffer();
  const { material } = part;
  writeBlock(block, scene.programs.layouts.material, {
    base_color: material.color,
    alpha_cutoff: material.cutoff,
    alpha_mode: material.alpha,
    flat_shading: material.flat ? 1 : 0,
    is_clay: material.clay ? 1 : 0,
  });
  const arrays = scene.methods.map((_, method) => {
    const made = gl.createVertexArray();
    gl.bindVertexArray(made);
    const attribute = (place, from, size, stride, offset) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, from);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, size, gl.FLOAT, false, stride, offset);
    };
    attribute(0, own.vertices[method], 3, 24, 0);
    attribute(1, own.vertices[method], 3, 24, 12);
    if (uv) attribute(2, uv, 2, 8, 0);
    attribute(3, own.differences[method], 1, 4, 0);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, corners);
    gl.bindVertexArray(null);
    return made;
  });
  return { arrays, block, n: triangles.length, type: part.wide ? gl.UNSIGNED_INT : gl.UNSIGNED_SHORT, material };
}

function resizeTarget() {
  const { target } = drawn;
  const size = [canvas.width, canvas.height];
  if (size[0] === target.size[0] && size[1] === target.size[1]) return;
  target.size = size;
  const samples = Math.min(4, gl.getParameter(gl.MAX_SAMPLES));
  gl.bindRenderbuffer(gl.RENDERBUFFER, target.color);
  gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, gl.SRGB8_ALPHA8, ...size);
  gl.bindRenderbuffer(gl.RENDERBUFFER, target.depth);
  gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, gl.DEPTH_COMPONENT32F, ...size);
  gl.bindFramebuffer(gl.FRAMEBUFFER, target.drawn);
  gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, target.color);
  gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, target.depth);
  gl.bindTexture(gl.TEXTURE_2D, target.texture);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.SRGB8_ALPHA8, ...size, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.bindFramebuffer(gl.FRAMEBUFFER, target.resolved);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, target.texture, 0);
}

// Panes: where each lies in the canvas (pixels from the lower left), what it shows, and which part of that is seen.
function drawPanes(panes, theme) {
  resizeTarget();
  const { target } = drawn;
  gl.bindFramebuffer(gl.FRAMEBUFFER, target.drawn);
  gl.enable(gl.SCISSOR_TEST);
  for (const pane of panes) {
    gl.viewport(...pane.box);
    gl.scissor(...pane.clip);
    drawPane(pane, theme);
  }
  gl.disable(gl.SCISSOR_TEST);
  gl.bindFramebuffer(gl.READ_FRAMEBUFFER, target.drawn);
  gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, target.resolved);
  gl.blitFramebuffer(0, 0, ...target.size, 0, 0, ...target.size, gl.COLOR_BUFFER_BIT, gl.NEAREST);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  gl.viewport(0, 0, ...target.size);
  gl.useProgram(drawn.programs.canvas);
  gl.bindTexture(gl.TEXTURE_2D, target.texture);
  gl.bindVertexArray(skinned.empty);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
}

function drawPane(pane, theme) {
  const { eye, view, clip } = matrices(pane.box[2] / pane.box[3]);
  writeBlock(drawn.frameBlock, scene.programs.layouts.frame, {
    clip_from_world: clip,
    view_from_world: view,
    eye: [...eye, 1],
    encoded_background_top: [...theme.background_top.map((x) => x / 255), 1],
    encoded_background_bottom: [...theme.background_bottom.map((x) => x / 255), 1],
    clay: linearColor(theme.clay),
    viewport: [pane.box[2], pane.box[3]],
    pixel_angle: (2 * Math.tan(FOV / 2)) / pane.box[3],
    surface: pane.difference ? SURFACE_DIFFERENCE : SURFACE_MATERIAL,
    channel_range: scene.clips[state.clip].range || 1,
    ambient: theme.ambient,
  });
  gl.bindBufferBase(gl.UNIFORM_BUFFER, 1, drawn.frameBlock);
  gl.disable(gl.DEPTH_TEST);
  gl.disable(gl.BLEND);
  gl.useProgram(drawn.programs.background);
  gl.bindVertexArray(skinned.empty);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  gl.clearDepth(0);
  gl.depthMask(true);
  gl.clear(gl.DEPTH_BUFFER_BIT);
  gl.enable(gl.DEPTH_TEST);
  gl.depthFunc(gl.GREATER);
  gl.vertexAttrib4f(2, 0, 0, 0, 0);
  gl.vertexAttrib4f(4, 1, 1, 1, 1);
  gl.vertexAttrib4f(5, 1, 1, 1, 1);
  const isBlended = (part) => part.material.alpha === 2;
  drawn.parts.filter((part) => !isBlended(part)).forEach((part) => drawPart(part, pane));
  gl.enable(gl.BLEND);
  gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  gl.depthMask(false);
  drawn.parts.filter(isBlended).forEach((part) => drawPart(part, pane));
  if (scene.ground) drawGround(theme);
}

function drawPart(part, pane) {
  const covers = part.material.alpha === 1;
  if (covers) gl.enable(gl.SAMPLE_ALPHA_TO_COVERAGE);
  gl.useProgram(drawn.programs.mesh);
  gl.bindBufferBase(gl.UNIFORM_BUFFER, 2, part.block);
  const { picture, wrap } = part.material;
  gl.bindTexture(gl.TEXTURE_2D, picture === null ? drawn.white : drawn.pictures[picture]);
  if (picture !== null) {
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl[wrap[0]]);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl[wrap[1]]);
  }
  gl.bindVertexArray(part.arrays[pane.method]);
  gl.drawElements(gl.TRIANGLES, part.n, part.type, 0);
  if (covers) gl.disable(gl.SAMPLE_ALPHA_TO_COVERAGE);
}

function drawGround(theme) {
  const { ground } = scene;
  writeBlock(drawn.gridBlock, scene.programs.layouts.grid, {
    minor: linearColor(theme.grid_minor),
    major: linearColor(theme.grid_major),
    axis_x: linearColor(theme.axis_x),
    axis_z: linearColor(theme.axis_z),
    center: ground.center,
    radius: ground.radius,
    spacing: ground.spacing,
    shade: [...ground.shade, theme.ground_shade],
  });
  gl.bindBufferBase(gl.UNIFORM_BUFFER, 3, drawn.gridBlock);
  gl.useProgram(drawn.programs.grid);
  gl.bindVertexArray(skinned.empty);
  gl.drawArrays(gl.TRIANGLES, 0, 6);
}
