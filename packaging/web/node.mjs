/* node.mjs - the package for node, whose workers run this file too. */
import { readFile } from "node:fs/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { loadBy, serve } from "./remote.mjs";

const fetchWasm = (address = new URL ("tbk.wasm", import.meta.url)) => readFile (address);
const makeWorker = () => new Worker (new URL (import.meta.url), { workerData: "treebank-kit" });

if (!isMainThread && workerData == "treebank-kit")
  serve (message => parentPort.postMessage (message), act => parentPort.on ("message", act));

export const load = given => loadBy (fetchWasm, makeWorker, given);
export { table, TbkError } from "./program.mjs";
