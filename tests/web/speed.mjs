#!/usr/bin/env node
/* speed.mjs FOLDER PROGRAM FILE... - how many times longer commands take in WebAssembly (FOLDER, as `make web` makes it) than in
 * PROGRAM, by one worker: `make PLAIN=1 BUILD=build/plain`. The FILEs, of CoNLL-U, also packed by gzip, are unpacked and joined to one.
 * WebAssembly runs in this process; what an instance takes that does nothing is taken off. The least of five times is told, and
 * the output must be the same. Status 1: some ratio is above MAX (4). */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [folder, program, ...names] = process.argv.slice (2), ROUNDS = 5, most = Number (process.env.MAX ?? 4);
const { load } = await import (pathToFileURL (resolve (folder, "node.mjs")));
const tbk = await load ();
const room = mkdtempSync (join (tmpdir (), "tbk-speed-"));
const joined = Buffer.concat (names.map (name => name.endsWith (".gz") ? gunzipSync (readFileSync (name)) : readFileSync (name)));
writeFileSync (join (room, "in.conllu"), joined);
console.log (`one file of ${(joined.length / 1e6).toFixed (1)} MB`);

async function least (what)
{
  let time = Infinity, output;
  for (let i = 0; i < ROUNDS; i++) {
    const begin = performance.now ();
    output = await what ();
    time = Math.min (time, performance.now () - begin);
  }
  return [time, output];
}

const [nothing] = await least (() => tbk.run (["--version"]));
console.log (["command", "native_ms", "wasm_ms", "ratio"].join ("\t"));
for (const args of [["projectivize", "-q"], ["projectivize", "-q", "--mark=head"], ["stats", "-q"], ["stats", "-q", "--lengths"]]) {
  const start = stdout => spawnSync (resolve (program), [...args, "-j1", "in.conllu"], { cwd: room, maxBuffer: 2 ** 30, stdio: ["ignore", stdout, "ignore"] });
  const [native] = await least (() => start ("ignore"));
  const [whole, { stdout }] = await least (() => tbk.run ([...args, "in.conllu"], { "in.conllu": joined }));
  const ratio = (whole - nothing) / native;
  console.log ([args.filter (arg => arg != "-q").join (" "), native.toFixed (0), (whole - nothing).toFixed (0), ratio.toFixed (2)].join ("\t"));
  if (Buffer.compare (start ("pipe").stdout, Buffer.from (stdout)) != 0) {
    console.log ("the output is not the same");
    process.exitCode = 1;
  }
  if (ratio > most)
    process.exitCode = 1;
}
rmSync (room, { recursive: true });
