// three-dualskin in a browser: where three.js' own shaders, with two phases in the place of matrices, put vertices.
//
//   node browser.mjs
//
// By WebGLRenderer, and by WebGPURenderer on both of its backends. Headless Chromium draws each vertex as one texel of floating point numbers and compares them with what src/math.js gives. Without
// Chromium it says that it is skipped, and passes. Ends with exit status 1 if a vertex is elsewhere.

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const KINDS = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript" };
/** Seconds after which the browser is ended. */
const PATIENCE = 60;
/** Names that browsers of this kind have. */
const BROWSERS = ["chromium", "chromium-browser", "google-chrome"];
/** Positions are of a meter; the shader has single precision. */
const TOLERANCE = 1e-5;

/** Files of the repository, to this machine alone. What a page posts is given to `taken.outcome`. */
async function served(taken) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://local").pathname));
    if (request.method === "POST") {
      const parts = [];
      for await (const part of request) parts.push(part);
      response.writeHead(204).end();
      taken.outcome?.(Buffer.concat(parts).toString());
      return;
    }
    try {
      const bytes = await readFile(join(root, path));
      response.writeHead(200, { "content-type": KINDS[extname(path)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return server;
}

/** The pages, and what a browser without a graphics card wants for each. */
const ON_WEBGL = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
const PAGES = [
  { name: "WebGLRenderer", path: "browser.html", flags: ON_WEBGL },
  { name: "WebGPURenderer on WebGPU", path: "browser-webgpu.html", flags: ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"] },
  { name: "WebGPURenderer on WebGL 2", path: "browser-webgpu.html#webgl", flags: ON_WEBGL },
];
const N_CASES = 7;

/** What a page tells; null where the browser is not installed, undefined where it tells nothing in time. */
function browsed(browser, address, { profile, flags, taken }) {
  const args = ["--headless", "--no-sandbox", "--no-first-run", ...flags, `--user-data-dir=${profile}`, address];
  return new Promise((done, failed) => {
    const child = spawn(browser, args, { stdio: "ignore" });
    let told;
    const end = () => child.kill("SIGKILL");
    const timer = setTimeout(end, 1000 * PATIENCE);
    taken.outcome = (text) => {
      told = text;
      end();
    };
    child.on("error", (error) => {
      clearTimeout(timer);
      if (error.code === "ENOENT") done(null);
      else failed(error);
    });
    child.on("close", () => {
      clearTimeout(timer);
      done(told);
    });
  });
}

async function inAnyBrowser(address, flags, taken) {
  for (const browser of BROWSERS) {
    const profile = await mkdtemp(join(tmpdir(), "three-dualskin-"));
    try {
      const text = await browsed(browser, address, { profile, flags, taken });
      if (text !== null) return text;
    } finally {
      await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  }
  return null;
}

/** Whether a page found what it should, or could not be tried; tells either. */
async function passes({ server, taken }, { name, path, flags }) {
  const text = await inAnyBrowser(`http://127.0.0.1:${server.address().port}/tests/clients/${path}`, flags, taken);
  if (text === null) {
    console.log(`SKIPPED: chromium is not installed, so that no browser runs web/three-dualskin in ${name}`);
    return true;
  }
  if (text === undefined) {
    console.error(`${name}: the page told nothing in ${PATIENCE} seconds`);
    return false;
  }
  const { fault, skipped, backend, cases } = JSON.parse(text);
  if (fault !== undefined) {
    console.error(`${name}: the page failed: ${fault}`);
    return false;
  }
  if (skipped !== undefined) {
    console.log(`SKIPPED: ${name}: ${skipped}`);
    return true;
  }
  let fits = cases.length === N_CASES;
  for (const { name: what, vertices, worst, beside } of cases) {
    console.log(`three-dualskin, ${backend}, ${what}: ${vertices} vertices, ${worst.toExponential(1)} off; ${beside.toExponential(1)} from matrices`);
    // A shader that still blends matrices would be as far off as they are.
    if (!(worst <= TOLERANCE && beside > 100 * TOLERANCE)) fits = false;
  }
  return fits;
}

const taken = {};
const server = await served(taken);
let failed = false;
try {
  for (const page of PAGES) if (!(await passes({ server, taken }, page))) failed = true;
} finally {
  server.close();
  server.closeAllConnections();
}
process.exit(failed ? 1 : 0);
