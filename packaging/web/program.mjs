/* program.mjs - tbk in JavaScript: the program, compiled to WebAssembly, over files in memory. Types and the manual are in tbk.d.mts.
 * tbk.mjs and node.mjs find the module and workers, where browsers and node have them; remote.mjs has a worker run all this.
 *
 * The program ends by closing its output, so each command gets an instance of its own; the module is compiled once.
 */
import { join } from "./bytes.mjs";
import { namedColumns, usualColumns } from "./columns.mjs";
import instantiate from "./engine.mjs";

const encoder = new TextEncoder (), decoder = new TextDecoder ();
const bytesOf = data => typeof data == "string" ? encoder.encode (data) : data;

const PAGE = 65536;       /* bytes of WebAssembly's memory are counted by these */
const BEGIN = 16 << 20;   /* what an instance begins with: INITIAL_MEMORY */
const NOT_A_FOLDER = 54;  /* ENOTDIR */

/* A device PATH that gives what read gives, or hands over what is written to write. */
function makeDevice (FS, number, path, read, write)
{
  FS.registerDevice (FS.makedev (64, number), {
    open () {},
    read (stream, buffer, offset, length)
    {
      const data = read (length);
      buffer.set (data, offset);
      return data.length;
    },
    write (stream, buffer, offset, length)
    {
      write (buffer.slice (offset, offset + length));
      return length;
    }
  });
  FS.mkdev (path, 0o666, FS.makedev (64, number));
}

/* The streams 0, 1, 2. What is closed last is opened last: the lowest number is given first. */
function openStreams (FS, input, output)
{
  if (typeof input == "function")
    makeDevice (FS, 0, "/dev/.0", input);
  else
    FS.writeFile ("/dev/.0", bytesOf (input));
  for (const number of [1, 2])
    makeDevice (FS, number, `/dev/.${number}`, null, data => output (number, data));
  for (const number of [0, 1, 2])
    FS.close (FS.getStream (number));
  for (const number of [0, 1, 2])
    FS.open (`/dev/.${number}`, number ? "w" : "r");
}

/* Puts the files there; returns their nodes, by which it is seen whether they were changed. A name that ends in / is a folder. */
function putFiles (FS, folder, files)
{
  const nodes = new Set ();
  for (const [name, data] of Object.entries (files)) {
    const path = name.startsWith ("/") ? name : `${folder}/${name}`;
    FS.mkdirTree (path.slice (0, path.lastIndexOf ("/")) || "/");
    if (!path.endsWith ("/"))
      FS.writeFile (path, bytesOf (data), { canOwn: true });
    const { node } = FS.lookupPath (path);
    node.timestamp = 1;
    nodes.add (node);
  }
  return nodes;
}

/* Calls what for each file below folder, with its path from there; also for folders, whose name ends in /. */
function walk (FS, folder, what, prefix = "")
{
  for (const name of FS.readdir (folder))
    if (name != "." && name != "..") {
      const { node } = FS.lookupPath (`${folder}/${name}`), isFolder = FS.isDir (node.mode);
      what (prefix + name + (isFolder ? "/" : ""), node);
      if (isFolder)
        walk (FS, `${folder}/${name}`, what, `${prefix}${name}/`);
    }
}

/* Of a path through a file the engine says that permission is denied. */
function tellFiles (FS)
{
  for (const name of ["mayLookup", "mayCreate"]) {
    const may = FS[name];
    FS[name] = (node, ...more) => FS.isDir (node.mode) ? may (node, ...more) : NOT_A_FOLDER;
  }
}

/* Memory of at most limit bytes, which knows whether more was asked for. */
function makeMemory (limit)
{
  const memory = new WebAssembly.Memory ({ initial: BEGIN / PAGE, maximum: Math.max (Math.ceil (limit / PAGE), BEGIN / PAGE) });
  const grow = memory.grow.bind (memory), state = { memory, isOut: false };
  memory.grow = n => {
    try {
      return grow (n);
    } catch (error) {
      state.isOut = true;
      throw error;
    }
  };
  return state;
}

/* An instance of the module. The engine tells nobody where none can be made, as without address space: this does. */
function makeEngine (module, memory, environment)
{
  return new Promise ((resolve, reject) => {
    const refuse = error => reject (new TbkError (`tbk: the program cannot be begun: ${error.message}`, 3));
    instantiate ({
      wasmMemory: memory,
      instantiateWasm (imports, receive)
      {
        WebAssembly.instantiate (module, imports).then (instance => receive (instance, module)).catch (refuse);
        return {};
      },
      preRun: [engine => Object.assign (engine.ENV, environment)],
      printErr () {}
    }).then (resolve, refuse);
  });
}

/* Returns the status. Only what the engine throws when it cannot go on comes to the catch, as without memory. */
function start (engine, args, state, limit, output)
{
  const say = text => output (2, encoder.encode (`tbk ${args[0] ?? ""}: ${text}\n`));
  let status = 3;
  try {
    status = engine.callMain (args);
  } catch (error) {
    state.isOut ||= engine.HEAPU8.length > limit / 2;
    say (state.isOut ? "memory ran out" : `internal error: ${error.message}`);
  }
  if (status == 3 && state.isOut)
    say (`the limit is ${limit / 1048576} MB of memory`);
  return status;
}

export const compile = async source => source instanceof WebAssembly.Module ? source : WebAssembly.compile (await source);

/* What load() gives, over a compiled module. */
export function programOf (module)
{
  async function run (args, files = {}, options = {})
  {
    const { input = "", folder = "/treebanks", environment = {}, memory = 2 ** 32 } = options;
    const chunks = [[], [], []], output = options.output ?? ((number, data) => chunks[number].push (data));
    const state = makeMemory (memory);
    const engine = await makeEngine (module, state.memory, environment);
    const { FS } = engine;
    tellFiles (FS);
    FS.mkdirTree (folder);
    FS.chdir (folder);
    const given = putFiles (FS, folder, files), written = {};
    openStreams (FS, input, output);
    const status = start (engine, args, state, memory, output);
    walk (FS, folder, (name, node) => {
      if (!given.has (node) || node.timestamp != 1)
        written[name] = name.endsWith ("/") ? new Uint8Array (0) : FS.readFile (`${folder}/${name}`);
    });
    return { status, files: written, stdout: join (chunks[1]), stderr: decoder.decode (join (chunks[2])) };
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
    run, close () {}, ...Object.fromEntries (functions),
    read: async (files, options = []) => sentencesOf (await call (["filter"], files, options), Object.keys (files)),
    oracle: (records, options = []) => text (["oracle", ...options], {}, { input: records }),
    depsFollow: async words => {
      const engine = await makeEngine (module, makeMemory (2 ** 32).memory, {});
      return words.map (fields => engine.ccall ("tbk_conllu_deps_follow", "string", fields.map (() => "string"), fields) || fields[0]);
    },
    find: (files, expression, options = []) => text (["find", "--quiet", ...options, "--", expression, ...Object.keys (files)], files),
    /* A model is a file as well, but no treebank. */
    parse: (model, files, options = []) =>
      text (["parse", "--quiet", ...options, "--model=/model", "--", ...Object.keys (files)], { ...files, "/model": model })
  });
}

/* What each function runs. */
export const FUNCTIONS = {
  convert: ["convert"], filter: ["filter"], projectivize: ["projectivize"], restore: ["restore"], repair: ["repair"], choices: ["choices"],
  stats: ["stats"], lengths: ["stats", "--lengths"], classes: ["stats", "--classes"], check: ["check", "--fail-on=never"],
  show: ["show"], steps: ["steps"], transitions: ["transitions"], evaluate: ["evaluate"]
};

/* The sentences of what tbk wrote, which has been checked: in the layout of the file, with its ends of lines. Where a
 * line has no number in the column ID, these are trees in brackets. */
function sentencesOf (text, files)
{
  let names = null;
  return text.replaceAll ("\r\n", "\n").split ("\n\n").filter (block => block.trim ()).map (block => {
    const lines = block.split ("\n").filter (line => line), comments = lines.filter (line => line.startsWith ("#"));
    const value = key => comments.map (line => line.match (/^#\s*(\S+)\s*=\s*(.*?)\s*$/)).find (found => found?.[1] == key)?.[2] ?? null;
    const rows = lines.slice (comments.length).map (line => line.split ("\t"));
    names = comments.map (namedColumns).find (found => found) ?? names ?? usualColumns (rows[0]);
    const id = names.indexOf ("ID");
    if (!rows.every (row => /^\d+([-.]\d+)?$/.test (row[id])))
      throw new TbkError (`tbk read: ${files.join (", ")}: found trees in brackets, expected CoNLL-U, CoNLL-X or CoNLL 2009`, 1);
    return { id: value ("sent_id"), text: value ("text"), comments, rows,
      words: rows.filter (row => /^\d+$/.test (row[id])).map (row => wordOf (row, names)) };
  });
}

function wordOf (row, names)
{
  const field = name => row[names.indexOf (name)] ?? "_", head = field ("HEAD");
  return { id: Number (field ("ID")), form: field ("FORM"), lemma: field ("LEMMA"), upos: field ("UPOS"), xpos: field ("XPOS"),
    feats: field ("FEATS"), head: head == "_" ? null : Number (head), deprel: field ("DEPREL"), deps: field ("DEPS"), misc: field ("MISC") };
}

/** The rows of a table, each by the names of its columns. */
export function table (tsv)
{
  const [names, ...rows] = tsv.split ("\n").filter (line => line).map (line => line.split ("\t"));
  return rows.map (row => Object.fromEntries (names.map ((name, i) => [name, row[i]])));
}

export class TbkError extends Error
{
  constructor (message, status)
  {
    super (message);
    this.name = "TbkError";
    this.status = status;
  }
}
