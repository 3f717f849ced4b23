#!/usr/bin/env node
/* corpora.mjs FOLDER PROGRAM FILE... - for each FILE the tables of tbk as WebAssembly, in FOLDER, against those of PROGRAM. One module
 * reads all files, one after the other. Status 1: some differ. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const COMMANDS = [["stats"], ["stats", "--lengths", "--by=deprel"], ["choices"], ["check", "--fail-on=never"], ["projectivize", "--mark=head"]];
const [folder, program, ...names] = process.argv.slice (2);
const { load } = await import (pathToFileURL (resolve (folder, "node.mjs")));
const tbk = await load ();
let n = 0, nDiffer = 0;

for (const name of names) {
  const file = basename (name), data = readFileSync (name);
  for (const args of COMMANDS) {
    const native = spawnSync (resolve (program), [...args, file], { cwd: dirname (resolve (name)), maxBuffer: 2 ** 30 });
    const { status, stdout, stderr } = await tbk.run ([...args, file], { [file]: data });
    n++;
    if (native.status != status || native.stderr.toString () != stderr || Buffer.compare (native.stdout, Buffer.from (stdout)) != 0) {
      console.log (`${file}: tbk ${args.join (" ")}: not as the program: status ${native.status} and ${status}\n${stderr}`);
      nDiffer++;
    }
  }
}
console.log (`${names.length} files: ${n} outputs, ${nDiffer} differ`);
process.exitCode = nDiffer ? 1 : 0;
