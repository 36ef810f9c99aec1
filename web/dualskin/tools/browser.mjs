// The package in a browser: that it loads, and skins as it does in node, to the last bit.
//
//   node tools/browser.mjs
//
// Without Chromium it says that it is skipped, and passes. Ends with exit status 1 where something differs.

import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { methods, open, ready } from '../js/index.js';
import { digest } from './same.mjs';
import { tube } from './tube.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const KINDS = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
/** Seconds after which the browser is ended. */
const PATIENCE = 60;
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];

/** Files of the repository, to this machine alone. */
async function served() {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://local').pathname));
    try {
      const bytes = await readFile(join(ROOT, path));
      response.writeHead(200, { 'content-type': KINDS[extname(path)] ?? 'application/octet-stream' }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

/** The document of a page at its end; null where the browser is not installed. */
function browsed(browser, address, profile) {
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--virtual-time-budget=30000', `--user-data-dir=${profile}`, '--dump-dom', address];
  return new Promise((done, failed) => {
    const child = spawn(browser, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), 1000 * PATIENCE);
    let text = '';
    child.stdout.on('data', (part) => (text += part));
    child.on('error', (error) => {
      clearTimeout(timer);
      if (error.code === 'ENOENT') done(null);
      else failed(error);
    });
    child.on('close', () => {
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

function failure(text) {
  const result = /<pre id="result">([^<]+)<\/pre>/.exec(text)?.[1];
  if (result === undefined) return `the page came to no end:\n${text}`;
  const { fault, instructions, digests, weights } = JSON.parse(result.replaceAll('&quot;', '"').replaceAll('&gt;', '>'));
  if (fault !== undefined) return `the page failed: ${fault}`;
  const character = open(tube());
  const others = methods().filter((method) => digests[method] !== digest(character, method));
  console.log(`dualskin in a browser, by ${instructions}: ${methods().length} methods, ${others.length} unlike those of node`);
  if (Math.abs(weights - 1) > 1e-5) return `automatic weights sum to ${weights}`;
  return others.length > 0 ? `other bits than in node: ${others.join(', ')}` : null;
}

await ready;
const server = await served();
const profile = await mkdtemp(join(tmpdir(), 'dualskin-'));
let text;
try {
  text = await inAnyBrowser(`http://127.0.0.1:${server.address().port}/web/dualskin/tools/browser.html`, profile);
} finally {
  server.close();
  server.closeAllConnections();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
}
if (text === null) {
  console.log('SKIPPED: chromium is not installed, so that no browser runs web/dualskin');
  process.exit(0);
}
const fault = failure(text);
if (fault !== null) console.error(fault);
process.exit(fault === null ? 0 : 1);
