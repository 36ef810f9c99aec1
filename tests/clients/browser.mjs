// three-dualskin in a browser: where three.js' own shaders, with two phases in the place of matrices, put vertices.
//
//   node browser.mjs
//
// Headless Chromium draws each vertex as one texel of floating point numbers and compares them with what src/math.js gives. Without
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

/** Files of the repository, to this machine alone. */
async function served() {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://local").pathname));
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

/** The document of a page at its end; null where the browser is not installed. */
function browsed(browser, address, profile) {
  const args = [
    "--headless", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--virtual-time-budget=20000",
    `--user-data-dir=${profile}`, "--dump-dom", address,
  ];
  return new Promise((done, failed) => {
    const child = spawn(browser, args, { stdio: ["ignore", "pipe", "ignore"] });
    const timer = setTimeout(() => child.kill("SIGKILL"), 1000 * PATIENCE);
    let text = "";
    child.stdout.on("data", (part) => (text += part));
    child.on("error", (error) => {
      clearTimeout(timer);
      if (error.code === "ENOENT") done(null);
      else failed(error);
    });
    child.on("close", () => {
      clearTimeout(timer);
      done(text);
    });
  });
}

async function inAnyBrowser(address, profile) {
  for (const browser of BROWSERS) {
    const text = await browsed(browser, address, profile);
    if (text !== null) return text;
  }
  return null;
}

const server = await served();
const profile = await mkdtemp(join(tmpdir(), "three-dualskin-"));
let text;
try {
  text = await inAnyBrowser(`http://127.0.0.1:${server.address().port}/tests/clients/browser.html`, profile);
} finally {
  server.close();
  server.closeAllConnections();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
}
if (text === null) {
  console.log("SKIPPED: chromium is not installed, so that no browser runs web/three-dualskin");
  process.exit(0);
}
const result = /<pre id="result">([^<]+)<\/pre>/.exec(text)?.[1];
if (result === undefined) {
  console.error(`the page came to no end:\n${text}`);
  process.exit(1);
}
const { fault, cases } = JSON.parse(result);
if (fault !== undefined) {
  console.error(`the page failed: ${fault}`);
  process.exit(1);
}
let failed = false;
for (const { name, vertices, worst, beside } of cases) {
  console.log(`three-dualskin in a browser, ${name}: ${vertices} vertices, ${worst.toExponential(1)} off; ${beside.toExponential(1)} from matrices`);
  // A shader that still blends matrices would be as far off as they are.
  if (!(worst <= TOLERANCE && beside > 100 * TOLERANCE)) failed = true;
}
if (cases.length !== 3) failed = true;
process.exit(failed ? 1 : 0);
