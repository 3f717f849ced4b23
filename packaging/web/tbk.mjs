/* tbk.mjs - the package for browsers. Bundlers see tbk.wasm and the worker by these two addresses. */
import { loadBy } from "./remote.mjs";

const fetchWasm = async (address = new URL ("tbk.wasm", import.meta.url)) => {
  const found = await fetch (address);
  if (!found.ok)
    throw new Error (`tbk: ${address}: found status ${found.status}, expected tbk.wasm`);
  return found.arrayBuffer ();
};
const makeWorker = () => new Worker (new URL ("worker.mjs", import.meta.url), { type: "module" });

export const load = given => loadBy (fetchWasm, makeWorker, given);
export { table, TbkError } from "./program.mjs";
