// The state of the page, what changes it, and the frame that is drawn of it.

const MODES = ["panes", "wipe", "difference"];

const state = {
  clip: 0, time: 0, playing: false, speed: 1, mode: "panes", wipe: 0.5, spot: -1, details: true,
  theme: matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark",
};

let pending = 0;
let lastTick = 0;
let flight = 0;

// The last frame is the clip's end, which need not be a whole number of frames away.
const frameOf = (clip) => state.time >= clip.duration
  ? clip.frames - 1
  : Math.min(clip.frames - 1, Math.max(0, Math.round(state.time * clip.rate)));

function redraw() {
  pending ||= requestAnimationFrame((now) => {
    pending = 0;
    if (gl.isContextLost()) return;
    if (state.playing) tick(now);
    draw();
    if (state.playing) redraw();
  });
}

function tick(now) {
  const clip = scene.clips[state.clip];
  const passed = lastTick ? Math.min(0.1, (now - lastTick) / 1000) : 0;
  lastTick = now;
  state.time += passed * state.speed;
  if (state.time > clip.duration) state.time %= clip.duration || 1;
}

function draw() {
  const box = canvas.getBoundingClientRect();
  const scale = Math.min(devicePixelRatio || 1, 2);
  const size = [box.width, box.height].map((side) => Math.max(1, Math.round(side * scale)));
  if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
  const clip = scene.clips[state.clip];
  skinFrame(clip.first + frameOf(clip));
  const panes = layout(size, scale);
  drawPanes(panes, scene.themes[state.theme]);
  placeOverlay(panes, [box.width, box.height]);
  showControls();
}

// Where the panes lie. `box` and `clip` in pixels from the lower left corner, `css` and `seen` in CSS pixels from the upper left.
function layout([width, height], scale) {
  const placed = (x, y, w, h, rest) => {
    const box = [x, height - y - h, w, h];
    return { box, clip: box, css: [x, y, w, h].map((it) => it / scale), seen: [x, y, w, h].map((it) => it / scale), ...rest };
  };
  if (state.mode === "wipe") {
    const line = Math.round(state.wipe * width);
    const left = placed(0, 0, width, height, { method: 0 });
    const right = placed(0, 0, width, height, { method: scene.methods.length > 2 && state.spot >= 0 ? scene.spots[state.spot].method : 1, right: true });
    left.clip = [0, 0, line, height];
    left.seen = [0, 0, line / scale, height / scale];
    right.clip = [line, 0, width - line, height];
    right.seen = [line / scale, 0, (width - line) / scale, height / scale];
    return [left, right];
  }
  const n = scene.methods.length;
  const columns = bestColumns(n, width / height);
  const rows = Math.ceil(n / columns);
  return scene.methods.map((_, method) => {
    const [column, row] = [method % columns, Math.floor(method / columns)];
    const [x, y] = [Math.round((column * width) / columns), Math.round((row * height) / rows)];
    const [right, lower] = [Math.round(((column + 1) * width) / columns), Math.round(((row + 1) * height) / rows)];
    return placed(x, y, right - x, lower - y, { method, difference: state.mode === "difference" && method > 0 });
  });
}

// As many columns as leave panes nearest to the shape of a standing figure.
function bestColumns(n, aspect) {
  const shape = (columns) => Math.abs(Math.log(((aspect / columns) * Math.ceil(n / columns)) / 0.8));
  const choices = [...Array(n).keys()].map((it) => it + 1).filter((it) => n % it === 0 || it === n);
  return choices.reduce((best, it) => (shape(it) < shape(best) ? it : best));
}

function paneAspect() {
  const [first] = layout([canvas.width, canvas.height], 1);
  return first.box[2] / first.box[3];
}

function frameAll() {
  flyTo(framed(scene.clips[state.clip].extremes, paneAspect()));
}

function flyTo(there) {
  const from = { ...camera, target: [...camera.target] };
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
  const begin = performance.now();
  const own = ++flight;
  const turn = wrapped(there.yaw - from.yaw);
  const step = (now) => {
    if (own !== flight) return;
    const part = still ? 1 : Math.min(1, Math.max(0, (now - begin) / 350));
    const eased = part * part * (3 - 2 * part);
    camera.target = from.target.map((it, axis) => it + eased * (there.target[axis] - it));
    camera.yaw = wrapped(from.yaw + eased * turn);
    camera.pitch = from.pitch + eased * (there.pitch - from.pitch);
    camera.distance = from.distance * (there.distance / from.distance) ** eased;
    redraw();
    if (part < 1) requestAnimationFrame(step);
  };
  step(still ? Infinity : begin);
}

function readVertex(part, method, vertex) {
  const both = new Float32Array(6);
  gl.bindBuffer(gl.COPY_READ_BUFFER, skinned.parts[part].vertices[method]);
  gl.getBufferSubData(gl.COPY_READ_BUFFER, 24 * vertex, both);
  gl.bindBuffer(gl.COPY_READ_BUFFER, null);
  return { position: [...both.subarray(0, 3)], normal: [...both.subarray(3)] };
}

// Goes to a spot: its clip, its time, and a camera that looks at it from outside.
function visit(index) {
  const n = scene.spots.length;
  if (!n) return;
  state.spot = (index + n) % n;
  const spot = scene.spots[state.spot];
  state.playing = false;
  state.clip = spot.clip;
  state.time = spot.time;
  const clip = scene.clips[spot.clip];
  skinFrame(clip.first + frameOf(clip));
  const { position, normal } = readVertex(spot.part, spot.method, spot.vertex);
  const whole = framed(clip.extremes, paneAspect());
  const hasNormal = Math.hypot(...normal) > 0.5;
  const yaw = hasNormal ? Math.atan2(normal[0], normal[2]) : camera.yaw;
  const pitch = hasNormal ? Math.asin(Math.min(0.8, Math.max(-0.35, normal[1]))) : camera.pitch;
  flyTo({ target: position, yaw, pitch, distance: 0.3 * whole.distance });
}

function set(changes) {
  Object.assign(state, changes);
  if (!state.playing) lastTick = 0;
  redraw();
}

function step(frames) {
  const clip = scene.clips[state.clip];
  const frame = Math.min(clip.frames - 1, Math.max(0, frameOf(clip) + frames));
  set({ playing: false, time: Math.min(clip.duration, frame / clip.rate) });
}

const toggleTheme = () => set({ theme: state.theme === "light" ? "dark" : "light" });
const togglePlay = () => scene.clips[state.clip].frames > 1 && set({ playing: !state.playing });

function listen() {
  MODES.forEach((mode) => at(`mode-${mode}`).addEventListener("click", () => set({ mode })));
  at("play").addEventListener("click", togglePlay);
  at("frame").addEventListener("click", frameAll);
  at("theme").addEventListener("click", toggleTheme);
  at("sidebar").addEventListener("click", () => set({ details: !state.details }));
  at("clip").addEventListener("change", (event) => set({ clip: Number(event.target.value), time: 0, spot: -1 }));
  at("speed").addEventListener("change", (event) => set({ speed: Number(event.target.value) }));
  at("time").addEventListener("input", (event) => {
    const clip = scene.clips[state.clip];
    set({ playing: false, time: Math.min(clip.duration, Number(event.target.value) / clip.rate) });
  });
  addEventListener("keydown", onKey);
  new ResizeObserver(redraw).observe(canvas);
  canvas.addEventListener("webglcontextlost", (event) => {
    event.preventDefault();
    problem("The graphics device was lost. Load the page again.");
  });
  listenToPointers();
  listenToWiper();
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isControl = event.target.matches("select, input");
  const isButton = event.target.matches("button");
  if (isControl || (isButton && [" ", "Enter"].includes(event.key))) return;
  if (event.target === at("wiper") && event.key.startsWith("Arrow")) return;
  const move = event.shiftKey ? pan : orbit;
  const actions = {
    " ": togglePlay, ",": () => step(-1), ".": () => step(1), "[": () => visit(state.spot - 1), "]": () => visit(state.spot + 1),
    1: () => set({ mode: "panes" }), 2: () => set({ mode: "wipe" }), 3: () => set({ mode: "difference" }),
    f: frameAll, t: toggleTheme, n: () => set({ details: !state.details }),
    Home: () => set({ playing: false, time: 0 }), End: () => set({ playing: false, time: scene.clips[state.clip].duration }),
    ArrowLeft: () => move(-24, 0, 480), ArrowRight: () => move(24, 0, 480), ArrowUp: () => move(0, -24, 480), ArrowDown: () => move(0, 24, 480),
    "+": () => zoom(0.9), "=": () => zoom(0.9), "-": () => zoom(1 / 0.9), Escape: () => set({ spot: -1 }),
  };
  const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action) return;
  event.preventDefault();
  flight += event.key.startsWith("Arrow") || "+=-".includes(event.key) ? 1 : 0;
  action();
  redraw();
}

// One pointer turns; two, or the right or middle button, or Shift, move; the distance of two zooms.
function listenToPointers() {
  const down = new Map();
  const middle = () => {
    const all = [...down.values()];
    const [a, b] = [all[0], all[all.length - 1]];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, span: Math.hypot(a.x - b.x, a.y - b.y) };
  };
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    down.set(event.pointerId, { x: event.clientX, y: event.clientY, moves: event.button > 0 || event.shiftKey });
    flight++;
  });
  canvas.addEventListener("pointermove", (event) => {
    const pointer = down.get(event.pointerId);
    if (!pointer) return;
    const before = middle();
    Object.assign(pointer, { x: event.clientX, y: event.clientY });
    const now = middle();
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    const height = layout([canvas.width, canvas.height], canvas.width / canvas.clientWidth)[0].css[3];
    if (down.size > 1 || pointer.moves) pan(dx, dy, height);
    else orbit(dx, dy, height);
    if (down.size > 1 && before.span > 0 && now.span > 0) zoom(before.span / now.span);
    redraw();
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    canvas.addEventListener(end, (event) => down.delete(event.pointerId));
  }
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 20 : 1;
    flight++;
    zoom(Math.exp(Math.max(-200, Math.min(200, event.deltaY * lines)) * 0.0012));
    redraw();
  }, { passive: false });
}

function listenToWiper() {
  const wiper = at("wiper");
  const to = (x) => {
    const box = canvas.getBoundingClientRect();
    set({ wipe: Math.min(1, Math.max(0, (x - box.left) / box.width)) });
  };
  wiper.addEventListener("pointerdown", (event) => wiper.setPointerCapture(event.pointerId));
  wiper.addEventListener("pointermove", (event) => wiper.hasPointerCapture(event.pointerId) && to(event.clientX));
  wiper.addEventListener("keydown", (event) => {
    const change = { ArrowLeft: -0.02, ArrowRight: 0.02 }[event.key];
    if (!change) return;
    event.preventDefault();
    set({ wipe: Math.min(1, Math.max(0, state.wipe + change)) });
  });
}

function problem(text) {
  at("problem").textContent = text;
  at("problem").hidden = false;
}

// The part of the address behind #, as `#clip=1&time=0.5&mode=difference`: links to a moment and a view.
function readAddress() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const number = (name, least, most) => {
    const value = Number(asked.get(name));
    return asked.has(name) && value >= least && value <= most ? value : undefined;
  };
  const clip = number("clip", 0, scene.clips.length - 1);
  if (clip !== undefined) Object.assign(state, { clip: Math.floor(clip), time: 0 });
  state.time = number("time", 0, scene.clips[state.clip].duration) ?? state.time;
  state.wipe = number("wipe", 0, 1) ?? state.wipe;
  if (MODES.includes(asked.get("mode"))) state.mode = asked.get("mode");
  if (["light", "dark"].includes(asked.get("theme"))) state.theme = asked.get("theme");
  if (asked.get("details") === "0") state.details = false;
  return number("spot", 0, scene.spots.length - 1);
}

// For tests: moves to a frame and reads the positions of a part by a method.
window.dualskin = {
  scene,
  state,
  positions(frame, part, method) {
    skinFrame(frame);
    return readPositions(part, method);
  },
};

function begin() {
  if (!gl) {
    problem("This page needs WebGL 2, which this browser does not have or has switched off.");
    return;
  }
  Object.assign(state, scene.start);
  state.details = innerWidth > 760;
  prepareSkinning();
  prepareDrawing();
  preparePanel();
  listen();
  const spot = readAddress();
  showControls();
  draw();
  Object.assign(camera, framed(scene.clips[state.clip].extremes, paneAspect()));
  if (spot !== undefined) visit(Math.floor(spot));
  redraw();
  loadPictures().catch(() => problem("A texture of this page could not be decoded."));
}

try {
  begin();
} catch (error) {
  problem(`The page could not be shown: ${error.message}`);
}
