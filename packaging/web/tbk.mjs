/* tbk.mjs - tbk in JavaScript: the program, compiled to WebAssembly, over files in memory. Types and the manual are in tbk.d.mts.
 *
 * The program ends by closing its output, so each command gets an instance of its own; the module is compiled once.
 */
import instantiate from "./engine.mjs";

const encoder = new TextEncoder (), decoder = new TextDecoder ();
const bytesOf = data => typeof data == "string" ? encoder.encode (data) : data;

async function readModule (source)
{
  if (source instanceof WebAssembly.Module)
    return source;
  if (source instanceof Uint8Array || source instanceof ArrayBuffer)
    return WebAssembly.compile (source);
  const address = new URL ("tbk.wasm", import.meta.url);
  if (address.protocol == "file:" && typeof process == "object")
    return WebAssembly.compile (await (await import ("node:fs/promises")).readFile (address));
  return WebAssembly.compile (await (await fetch (address)).arrayBuffer ());
}

/* The streams 0, 1, 2 are files: what is closed last is opened last, and the lowest number is given first. */
function openStreams (FS, input)
{
  FS.writeFile ("/dev/.in", input);
  for (const number of [0, 1, 2])
    FS.close (FS.getStream (number));
  FS.open ("/dev/.in", "r");
  FS.open ("/dev/.out", "w");
  FS.open ("/dev/.err", "w");
}

/* Calls what for each file below folder, with its path from there. */
function walk (FS, folder, what, prefix = "")
{
  for (const name of FS.readdir (folder))
    if (name != "." && name != "..") {
      const { node } = FS.lookupPath (`${folder}/${name}`);
      if (FS.isDir (node.mode))
        walk (FS, `${folder}/${name}`, what, `${prefix}${name}/`);
      else
        what (prefix + name, node);
    }
}

function start (FS, engine, args)
{
  try {
    return engine.callMain (args);
  } catch (error) {
    /* Only what the engine throws when memory, or a stack that depends on nothing, ran out comes here. */
    FS.writeFile ("/dev/.err", `tbk ${args[0] ?? ""}: memory ran out: ${error.message}\n`, { flags: "a" });
    return 3;
  }
}

export async function load (source)
{
  const module = await readModule (source);

  async function run (args, files = {}, { input = "", folder = "/treebanks", environment = {} } = {})
  {
    const engine = await instantiate ({
      instantiateWasm (imports, receive)
      {
        WebAssembly.instantiate (module, imports).then (instance => receive (instance, module));
        return {};
      },
      preRun: [engine => Object.assign (engine.ENV, environment)]
    });
    const { FS } = engine, given = new Map ();
    FS.mkdirTree (folder);
    FS.chdir (folder);
    for (const [name, data] of Object.entries (files)) {
      const path = name.startsWith ("/") ? name : `${folder}/${name}`;
      FS.mkdirTree (path.slice (0, path.lastIndexOf ("/")) || "/");
      FS.writeFile (path, bytesOf (data));
      const { node } = FS.lookupPath (path);
      node.timestamp = 1;
      given.set (node, true);
    }
    openStreams (FS, bytesOf (input));
    const status = start (FS, engine, args), written = {};
    walk (FS, folder, (name, node) => {
      if (!given.has (node) || node.timestamp != 1)
        written[name] = FS.readFile (`${folder}/${name}`);
    });
    return { status, files: written, stdout: FS.readFile ("/dev/.out"), stderr: decoder.decode (FS.readFile ("/dev/.err")) };
  }

  async function text (args, files, options)
  {
    const { status, stdout, stderr } = await run (args, files, options);
    if (status != 0)
      throw new TbkError (stderr.trim (), status);
    return decoder.decode (stdout);
  }

  const call = (words, files, options) => text ([...words, "--quiet", ...options, "--", ...Object.keys (files)], files);
  const functions = Object.entries (FUNCTIONS).map (([name, words]) => [name, (files, options = []) => call (words, files, options)]);
  return Object.freeze ({
    run, ...Object.fromEntries (functions),
    oracle: (records, options = []) => text (["oracle", ...options], {}, { input: records }),
    /* A model is a file as well, but no treebank. */
    parse: (model, files, options = []) =>
      text (["parse", "--quiet", ...options, "--model=/model", "--", ...Object.keys (files)], { ...files, "/model": model })
  });
}

/* What each function runs. */
const FUNCTIONS = {
  convert: ["convert"], filter: ["filter"], projectivize: ["projectivize"], restore: ["restore"], choices: ["choices"],
  stats: ["stats"], lengths: ["stats", "--lengths"], classes: ["stats", "--classes"], check: ["check", "--fail=never"],
  show: ["show"], steps: ["show", "--steps"], transitions: ["transitions"], evaluate: ["evaluate"]
};

export class TbkError extends Error
{
  constructor (message, status)
  {
    super (message);
    this.name = "TbkError";
    this.status = status;
  }
}
