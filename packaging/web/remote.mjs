/* remote.mjs - the functions of a program that runs in a worker: both ends. A worker gets { module } first, then { id, name, args } and
 * for run also whether output streams; it answers { id, result } or { id, error, status }, before it perhaps { id, stream, bytes }.
 */
import { compile, programOf, FUNCTIONS, TbkError } from "./program.mjs";

const NAMES = ["run", "read", "oracle", "depsFollow", "find", "parse", ...Object.keys (FUNCTIONS)];

/* Serves calls: post sends an answer, listen is given what takes messages. */
export function serve (post, listen)
{
  let program = null;
  listen (async ({ module, id, name, args, streams }) => {
    if (module) {
      program = programOf (module);
      return;
    }
    if (streams)
      args[2] = { ...args[2], output: (stream, bytes) => post ({ id, stream, bytes }) };
    try {
      post ({ id, result: await program[name] (...args) });
    } catch (error) {
      post ({ id, error: error.message, status: error.status });
    }
  });
}

/* Has the worker run each function. It keeps node from its end only while a call waits for it. */
function remote (module, worker)
{
  const waiting = new Map ();
  let n = 0, end = null;
  const on = (event, act) => worker.on ? worker.on (event, act) : worker.addEventListener (event, found => act (found.data ?? found));
  const settle = id => {
    const call = waiting.get (id);
    waiting.delete (id);
    if (waiting.size == 0)
      worker.unref?.();
    return call;
  };
  const fail = error => {
    end = new TbkError (`tbk: ${error}`, 3);
    for (const id of [...waiting.keys ()])
      settle (id).reject (end);
  };
  on ("message", ({ id, stream, bytes, result, error, status }) => {
    if (bytes)
      waiting.get (id)?.output (stream, bytes);
    else if (error === undefined)
      settle (id)?.resolve (result);
    else
      settle (id)?.reject (status === undefined ? new Error (error) : new TbkError (error, status));
  });
  on ("error", error => fail (`the worker failed: ${error.message ?? "it could not be loaded"}`));
  worker.postMessage ({ module });
  worker.unref?.();

  const call = (name, args) => new Promise ((resolve, reject) => {
    const { output, ...options } = (name == "run" && args[2]) || {};
    if (end)
      throw end;
    if (typeof options.input == "function")
      throw new TypeError ("input: found a function, expected text or bytes for a worker");
    const given = output ? [args[0], args[1], options] : args;
    worker.postMessage ({ id: ++n, name, args: given, streams: output !== undefined });
    worker.ref?.();
    waiting.set (n, { resolve, reject, output });
  });
  const close = () => {
    fail ("it was closed");
    worker.terminate ();
  };
  return Object.freeze ({ close, ...Object.fromEntries (NAMES.map (name => [name, (...args) => call (name, args)])) });
}

const isSource = given =>
  given instanceof WebAssembly.Module || given instanceof ArrayBuffer || ArrayBuffer.isView (given) || typeof given == "string" || given instanceof URL;

/* load() of tbk.d.mts; fetch gives the bytes of a module, by default of the package's own, and makeWorker one of its workers. */
export async function loadBy (fetch, makeWorker, given = {})
{
  const { wasm, worker } = isSource (given) ? { wasm: given } : given, address = wasm === undefined || typeof wasm == "string" || wasm instanceof URL;
  const module = await compile (address ? fetch (wasm) : wasm);
  return worker ? remote (module, worker === true ? makeWorker () : worker) : programOf (module);
}
