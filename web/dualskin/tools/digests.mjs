// A worker: digests of all methods by the instructions that it is told.

import { parentPort, workerData } from 'node:worker_threads';
import * as module from '../generated/dualskin.js';
import { methods, open, ready } from '../js/index.js';
import { digest } from './same.mjs';

await ready;
module.prefer_instructions(workerData.path);
const character = open(workerData.bytes);
parentPort.postMessage(Object.fromEntries(methods().map((method) => [method, digest(character, method)])));
