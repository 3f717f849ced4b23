#!/usr/bin/env node
/* tbk.mjs - tbk as WebAssembly in place of the program, for the tests of the command line: TBK_WEB is the folder that holds it.
 * The files of the folder it is run in, and those that arguments name, are copied into its memory, and what it wrote back. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const { load } = await import (pathToFileURL (join (process.env.TBK_WEB, "tbk.mjs")));
const args = process.argv.slice (2), files = {};

function take (path)
{
  const status = statSync (path);
  if (status.isDirectory ())
    for (const name of readdirSync (path))
      take (join (path, name));
  else if (status.isFile ())
    files[path] = readFileSync (path);
}

take (process.cwd ());
for (const arg of args) {
  const path = resolve (arg.replace (/^--?[a-z-]+=/, ""));
  if (arg.includes ("/") && existsSync (path) && !path.startsWith ("/dev"))
    take (path);
}
const input = process.stdin.isTTY ? "" : readFileSync (0);
const tbk = await load ();
const { status, files: written, stdout, stderr } = await tbk.run (args, files, { input, folder: process.cwd (), environment: process.env });
for (const [name, data] of Object.entries (written)) {
  mkdirSync (dirname (resolve (name)), { recursive: true });
  writeFileSync (name, data);
}

/* A pipe may take less than all. */
function write (to, data)
{
  for (let at = 0; at < data.length;)
    try {
      at += writeSync (to, data, at);
    } catch (error) {
      if (error.code != "EAGAIN")
        process.exit (3);
    }
}
write (1, stdout);
write (2, new TextEncoder ().encode (stderr));
process.exitCode = status;
