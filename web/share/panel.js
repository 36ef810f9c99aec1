// What stands around the picture: names, lists and controls. Texts of the file go in as text, never as markup.

const at = (id) => document.getElementById(id);

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function fill(list, texts, what) {
  list.replaceChildren(...texts.map((text) => element(what, "", text)));
}

function preparePanel() {
  at("title").textContent = scene.title;
  canvas.setAttribute("aria-label", `${scene.title}, skinned by ${scene.methods.map((it) => it.title).join(", ")}`);
  fill(at("notes"), scene.notes, "li");
  at("notes-section").hidden = scene.notes.length === 0;
  fill(at("remarks"), scene.remarks, "li");
  const n = scene.parts.reduce((sum, part) => sum + part.vertices, 0);
  at("about").textContent = `${n.toLocaleString("en")} vertices, skinned here by the shaders of ${scene.program}.`;
  scene.clips.forEach((clip, index) => at("clip").append(new Option(clip.name, index)));
  at("spots-none").hidden = scene.spots.length > 0;
  at("spots").replaceChildren(...scene.spots.map(spotRow));
  prepareLegend();
}

function spotRow(spot, index) {
  const row = element("li");
  const button = element("button");
  button.type = "button";
  const where = spot.joint ?? `vertex ${spot.vertex}`;
  button.append(element("span", "where", where), element("span", "far", inWords(spot.distance)));
  const clip = scene.clips[spot.clip];
  const when = clip.frames > 1 ? `${clip.name}, ${spot.time.toFixed(2)} s` : clip.name;
  const which = scene.methods.length > 2 ? `${scene.methods[spot.method].title} · ` : "";
  button.append(element("span", "when", which + when));
  button.addEventListener("click", () => visit(index));
  row.append(button);
  return row;
}

function prepareLegend() {
  const colors = at("legend-colors");
  colors.width = scene.ramp.length;
  const context = colors.getContext("2d");
  scene.ramp.forEach(([r, g, b], x) => {
    context.fillStyle = `rgb(${r} ${g} ${b})`;
    context.fillRect(x, 0, 1, 1);
  });
  at("legend-title").textContent = `Distance from ${scene.methods[0].title}, along the normal`;
}

// The labels of the panes, the lines between them and the ring around a spot, in CSS pixels.
function placeOverlay(panes, [width, height]) {
  const overlay = at("labels");
  const parts = panes.map((pane) => label(pane));
  for (const pane of panes) {
    const [x, y] = pane.css;
    if (state.mode !== "wipe" && x > 0) parts.push(edge({ left: x, top: y, width: 1, height: pane.css[3] }));
    if (state.mode !== "wipe" && y > 0) parts.push(edge({ left: x, top: y, width: pane.css[2], height: 1 }));
    const ring = pinned(pane);
    if (ring) parts.push(ring);
  }
  overlay.replaceChildren(...parts);
  const wiper = at("wiper");
  wiper.hidden = state.mode !== "wipe";
  wiper.style.left = `${state.wipe * width}px`;
  wiper.setAttribute("aria-valuenow", Math.round(100 * state.wipe));
  const { range } = scene.clips[state.clip];
  at("legend").hidden = state.mode !== "difference" || !range;
  at("legend-low").textContent = `−${inWords(range)} inside`;
  at("legend-high").textContent = `+${inWords(range)} outside`;
}

function styled(made, box) {
  for (const [name, value] of Object.entries(box)) made.style[name] = `${value}px`;
  return made;
}

const edge = (box) => styled(element("div", "edge"), box);

function label(pane) {
  const method = scene.methods[pane.method];
  const made = styled(element("div", "label"), { left: pane.css[0], top: pane.css[1] });
  if (pane.right) {
    made.style.left = "auto";
    made.style.right = "0";
    made.style.textAlign = "right";
  }
  const what = element("div", "what", method.title);
  what.title = method.tip;
  made.append(what);
  if (pane.difference) made.append(element("div", "more", `difference from ${scene.methods[0].title}`));
  else if (state.mode === "difference") made.append(element("div", "more", "the others are compared with this"));
  return made;
}

function pinned(pane) {
  const spot = scene.spots[state.spot];
  if (!spot) return null;
  const { position } = readVertex(spot.part, pane.method, spot.vertex);
  const { clip } = matrices(pane.box[2] / pane.box[3]);
  const [x, y, , w] = [0, 1, 2, 3].map((row) => clip[row] * position[0] + clip[4 + row] * position[1] + clip[8 + row] * position[2] + clip[12 + row]);
  const [left, top] = [pane.css[0] + (0.5 + (0.5 * x) / w) * pane.css[2], pane.css[1] + (0.5 - (0.5 * y) / w) * pane.css[3]];
  const isInside = w > 0 && left > pane.seen[0] && left < pane.seen[0] + pane.seen[2] && top > pane.css[1] && top < pane.css[1] + pane.css[3];
  return isInside ? styled(element("div", "pin"), { left, top }) : null;
}

function showControls() {
  const clip = scene.clips[state.clip];
  at("clip").value = state.clip;
  at("time").max = clip.frames - 1;
  at("time").value = frameOf(clip);
  at("time").disabled = clip.frames < 2;
  at("time").setAttribute("aria-valuetext", `${state.time.toFixed(2)} seconds`);
  at("play").disabled = clip.frames < 2;
  at("play").textContent = state.playing ? "Stop" : "Play";
  at("clock").textContent = clip.frames > 1 ? `${state.time.toFixed(2)} / ${clip.duration.toFixed(2)} s` : "";
  for (const mode of MODES) at(`mode-${mode}`).setAttribute("aria-checked", state.mode === mode);
  at("details").hidden = !state.details;
  at("sidebar").setAttribute("aria-expanded", state.details);
  document.documentElement.classList.toggle("light", state.theme === "light");
  [...at("spots").children].forEach((row, index) => row.firstChild.setAttribute("aria-current", index === state.spot));
}
