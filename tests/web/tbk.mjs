/* tbk.mjs - tbk as WebAssembly in place of the program, for the tests of the command line: TBK_WEB is the folder that holds it.
 * The files of the folder it is run in, and those that arguments name, are copied into its memory, and what it wrote back. The
 * streams are those of this process, read and written when the program does. */
import { existsSync, mkdirSync, readdirSync, readFileSync, readSync, realpathSync, statSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const { load } = await import (pathToFileURL (join (process.env.TBK_WEB, "node.mjs")));
const args = process.argv.slice (2), files = {};

/* Folders through which the path came are not gone into again by a link. */
function take (path, above = [])
{
  const status = statSync (path, { throwIfNoEntry: false }), real = status && realpathSync (path);
  if (status?.isDirectory ()) {
    files[`${path}/`] = "";
    if (!above.includes (real))
      for (const name of readdirSync (path))
        take (join (path, name), [...above, real]);
  } else if (status?.isFile ())
    files[path] = readFileSync (path);
}

take (process.cwd ());
for (const arg of args) {
  const path = resolve (arg.replace (/^--?[a-z-]+=/, ""));
  if (arg.includes ("/") && existsSync (path) && !path.startsWith ("/dev") && !path.startsWith (process.cwd () + "/"))
    take (path);
}

/* What a pipe cannot do yet is done again. */
function again (what)
{
  for (;;)
    try {
      return what ();
    } catch (error) {
      if (error.code != "EAGAIN")
        process.exit (error.code == "EPIPE" ? 141 : 3);
      Atomics.wait (new Int32Array (new SharedArrayBuffer (4)), 0, 0, 5);
    }
}

function input (length)
{
  const data = Buffer.alloc (length);
  return data.subarray (0, again (() => readSync (0, data)));
}

function output (number, data)
{
  for (let at = 0; at < data.length;)
    at += again (() => writeSync (number, data, at));
}

const tbk = await load ();
const { status, files: written } = await tbk.run (args, files, { input, output, folder: process.cwd (), environment: process.env });
for (const [name, data] of Object.entries (written)) {
  mkdirSync (name.endsWith ("/") ? name : dirname (resolve (name)), { recursive: true });
  if (!name.endsWith ("/"))
    writeFileSync (name, data);
}
process.exitCode = status;
