/* package.mjs - the package as it was installed: each function of it, and its errors. */
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load, TbkError } from "tbk";

const tbk = await load (), la = readFileSync ("la.conllu", "utf8"), files = { "la.conllu": la };
const rows = table => table.trimEnd ().split ("\n").map (row => row.split ("\t"));

test ("trees are made projective, and restored", async () => {
  const projective = await tbk.projectivize (files, ["--mark=orig"]);
  assert.notEqual (projective, la);
  assert.equal (rows (await tbk.stats ({ projective }))[1][3], "0");
  assert.equal (await tbk.restore ({ projective }), la);
});

test ("figures", async () => {
  const [head, row] = rows (await tbk.stats (files));
  assert.equal (row[head.indexOf ("words")], "204");
  assert.equal (row[head.indexOf ("lost_arcs")], "19");
  assert.ok (rows (await tbk.lengths (files))[0].length > head.length);
  assert.ok (rows (await tbk.classes (files))[0].length > head.length);
  assert.ok (rows (await tbk.choices (files)).length > 1);
});

test ("sentences are selected, drawn and converted", async () => {
  const selected = await tbk.filter (files, ["--nonprojective"]);
  assert.equal (selected.split ("\n\n").length - 1, 10);
  assert.ok ((await tbk.steps (files, ["--system=arc-eager"])).length > 0);
  assert.match (await tbk.show (files, ["--format=html"]), /<svg/);
  assert.equal (await tbk.convert (files), la);
  assert.ok ((await tbk.check (files)).length > 0);
  assert.ok ((await tbk.transitions (files, ["--system=arc-eager"])).length > 0);
  assert.match (await tbk.evaluate ({ gold: la, parsed: la }), /100/);
});

test ("a parser is trained and parses", async () => {
  const { status, files: { model } } = await tbk.run (["train", "-q", "-o", "model", "la.conllu"], files);
  assert.equal (status, 0);
  assert.equal (rows (await tbk.parse (model, files)).length, rows (la).length);
});

test ("bad input gives the program's message", async () => {
  await assert.rejects (tbk.stats ({ "bad.conllu": "1\tx\n" }), error => error instanceof TbkError && /bad\.conllu:1: /.test (error.message));
  await assert.rejects (tbk.stats ({ "cut.conllu.gz": new Uint8Array ([31, 139, 8, 0]) }), TbkError);
  assert.equal ((await tbk.run (["stats", "--no-such"], files)).status, 2);
});
