/* package.mjs - the package as it was installed: each function of it, and its errors. */
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { load, table, TbkError } from "treebank-kit";

const tbk = await load (), la = readFileSync ("la.conllu", "utf8"), files = { "la.conllu": la };
const only = text => {
  const rows = table (text);
  assert.equal (rows.length, 1);
  return rows[0];
};
const failsWith = (promise, pattern, status) =>
  assert.rejects (promise, error => error instanceof TbkError && pattern.test (error.message) && (status ?? error.status) == error.status);

test ("read gives words", async () => {
  const sentences = await tbk.read (files), [first] = sentences;
  assert.equal (sentences.length, 22);
  assert.deepEqual ([first.id, first.text], ["la-01", "Magnam puella rosam carpit."]);
  assert.deepEqual (first.words.map (word => word.head), [3, 4, 4, 0, 4]);
  assert.equal (first.words[0].form, "Magnam");
  assert.deepEqual ((await tbk.read (files, ["--id=la-03"])).map (sentence => sentence.id), ["la-03"]);
  const [ranges] = await tbk.read ({ "a.conllu": "# sent_id = a\n1-2\tau\t_\t_\t_\t_\t_\t_\t_\t_\n1\tà\t_\t_\t_\t_\t0\troot\t_\t_\n2\tle\t_\t_\t_\t_\t1\tdet\t_\t_\n\n" });
  assert.deepEqual ([ranges.words.length, ranges.rows.length, ranges.text], [2, 3, null]);
});

test ("read knows the layout and the ends of lines", async () => {
  const heads = async text => (await tbk.read ({ a: text })).map (({ words }) => words.map (({ form, head, deprel, misc }) => [form, head, deprel, misc]));
  assert.deepEqual (await heads (la.replaceAll ("\n", "\r\n")), await heads (la));
  assert.equal ((await tbk.read ({ a: la.replaceAll ("\n", "\r\n") })).at (-1).rows.at (-1).at (-1), "_");
  const expected = [[["x", 2, "a", "_"], ["y", 0, "b", "_"]]];
  for (const text of ["# global.columns = ID HEAD FORM DEPREL MY\n1\t2\tx\ta\tm\n2\t0\ty\tb\tm\n\n",
    "1\tx\t_\tX\t_\t_\t2\ta\n2\ty\t_\tX\t_\t_\t0\tb\n\n", "1\tx\t_\tX\t_\t_\t2\ta\t2\tp\n2\ty\t_\tX\t_\t_\t0\tb\t0\tp\n\n",
    "1\tx\tl\tl\tX\tX\t_\t_\t2\t2\ta\ta\t_\t_\n2\ty\tl\tl\tX\tX\t_\t_\t0\t0\tb\tb\t_\t_\n\n"])
    assert.deepEqual (await heads (text), expected, text);
});

test ("read refuses what has no columns", async () => {
  const trees = "(S (NP (PRO She)) (VP (V reads)))\n";
  for (const [given, options] of [[{ "a.psd": trees }], [{ "a.psd.gz": gzipSync (trees) }], [{ "a.txt": trees }, ["--input=brackets"]],
    [{ "a.psd": "( (S\n  (NP (PRO She))\n\t(VP (V reads))))\n" }], [{ "a.psd": trees.replaceAll (" ", "\t") }], [{ "a.psd": "# a comment\n" + trees }], [{ ...files, "a.psd": trees }]])
    await failsWith (tbk.read (given, options), /brackets/);
  /* No brackets, though they begin with one. */
  const [{ words }] = await tbk.read ({ "a.conllup": "# global.columns = FORM ID HEAD\n(\t1\t0\n\n" });
  assert.deepEqual ([words[0].form, words[0].head], ["(", 0]);
  assert.deepEqual (await tbk.read ({ "a.conllu": la }, ["--id=none"]), []);
});

test ("an instance that cannot be made rejects", async () => {
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async () => { throw new RangeError ("no room"); };
  try {
    await failsWith (tbk.stats (files), /cannot be begun: no room/, 3);
  } finally {
    WebAssembly.instantiate = instantiate;
  }
  assert.equal (only (await tbk.stats (files)).words, "204");
});

test ("filter, convert", async () => {
  assert.deepEqual (table (await tbk.find (files, "nonprojective", ["--columns=id"])).length, Number (only (await tbk.stats (files)).nonprojective_arcs));
  await failsWith (tbk.find (files, "upos=zzz"), /no word meets the expression/, 1);
  await failsWith (tbk.find (files, "upos=X andd"), /after 'X', found 'andd'/, 2);
  assert.deepEqual (table (await tbk.find (files, "form~'^Mag.*m$'", ["--columns=form"])).map (({ form }) => form), ["Magnam"]);
  const selected = await tbk.filter (files, ["--where=not projective"]);
  assert.equal ((await tbk.read ({ selected })).length, 10);
  assert.equal (await tbk.convert (files), la);
  assert.equal ((await tbk.convert (files, ["--to=heads"])).split ("\n")[0], "3 4 4 0 4");
});

test ("repair, restore", async () => {
  const broken = "1\ta\t_\tX\t_\t_\t2\tdep\t_\t_\n2\tb\t_\tX\t_\t_\t1\troot\t_\t_\n\n", trees = await tbk.repair ({ broken });
  assert.equal (trees, broken.replace ("1\troot\t_\t_", "0\troot\t_\tGivenHead=1"));
  assert.equal (await tbk.restore ({ trees }), broken);
});

test ("projectivize, restore", async () => {
  const projective = await tbk.projectivize (files, ["--mark=orig"]);
  assert.notEqual (projective, la);
  assert.equal (only (await tbk.stats ({ projective })).nonprojective_trees, "0");
  assert.equal (await tbk.restore ({ projective }), la);
});

test ("stats, lengths, classes, choices", async () => {
  const { words, lost_arcs } = only (await tbk.stats (files));
  assert.deepEqual ([words, lost_arcs], ["204", "19"]);
  assert.equal (only (await tbk.stats ({ "la.conllu.gz": gzipSync (la) })).words, "204");
  assert.equal (only (await tbk.lengths (files)).total_length, "495");
  assert.equal (only (await tbk.classes (files)).not_planar, "10");
  assert.deepEqual (table (await tbk.choices (files)).slice (0, 2).map (row => row.choices_max), ["4", "7"]);
});

test ("check, show, steps, transitions, oracle", async () => {
  const [finding] = table (await tbk.check (files));
  assert.deepEqual ([finding.sent_id, finding.form, finding.new_head], ["la-01", "Magnam", "4"]);
  assert.match (await tbk.show (files, ["--format=html"]), /<svg/);
  assert.match (await tbk.steps (files, ["--system=arc-eager-nederhof"]), /^arc-eager-nederhof: 10 transitions, 1 arc lost$/m);
  const [line] = (await tbk.transitions (files, ["--system=arc-eager-nederhof"])).split ("\n");
  assert.equal (JSON.parse (line).lost, 1);
  const record = JSON.stringify ({ heads: [2, 0, 2, 0], stack: [[0, "R"], [1, "R"]], buffer: 2 });
  assert.deepEqual (JSON.parse (await tbk.oracle (record, ["--system=arc-eager-nederhof"])).optimal, ["RE"]);
  const spelled = JSON.stringify ({ heads: [2, 0, 2], prefix: ["S", "L-nsubj", "RIGHT-ARC(root)"] });
  assert.deepEqual (JSON.parse (await tbk.oracle (spelled, ["--system=arc-eager"])).optimal, ["RA"]);
  await failsWith (tbk.transitions (files, ["--system=shift-reduce"]), /did you mean 'arc-standard'/);
});

test ("depsFollow", async () => {
  for (const [deps, head, deprel, newHead, newDeprel, found] of [
    ["3:nsubj", "3", "nsubj", "5", "nsubj", "5:nsubj"], ["3:nsubj", "3", "nsubj", "3", "obj", "3:obj"], ["0:root", "0", "root", "12", "dep", "12:dep"],
    ["2:x|5:nmod:of|12:y", "5", "nmod", "3", "nmod", "2:x|3:nmod:of|12:y"], ["5:nmod:of", "5", "nmod", "3", "obl", "5:nmod:of"],
    ["2:nsubj|5:nsubj|5.1:x", "2", "nsubj", "5", "obj", "5:nsubj|5:obj|5.1:x"], ["5:nsubj|9:nsubj", "5", "nsubj", "9", "nsubj", "9:nsubj"],
    ["_", "5", "nsubj", "9", "nsubj", "_"], ["", "5", "nsubj", "9", "nsubj", ""], ["15:nsubj", "5", "nsubj", "9", "nsubj", "15:nsubj"],
    ["5:nsubjx", "5", "nsubj", "9", "nsubj", "5:nsubjx"], ["5:nsubj", "5", "nsubj", "5", "nsubj", "5:nsubj"], ["5:nmod:من", "5", "nmod", "6", "nmod", "6:nmod:من"],
    ["||5:x", "5", "x", "7", "x", "||7:x"]])
    assert.deepEqual (await tbk.depsFollow ([[deps, head, deprel, newHead, newDeprel]]), [found]);
  assert.deepEqual (await tbk.depsFollow ([]), []);
});

test ("evaluate, parse", async () => {
  const { status, files: { model } } = await tbk.run (["train", "-q", "-o", "model", "la.conllu"], files);
  assert.equal (status, 0);
  const parsed = await tbk.parse (model, files);
  const las = table (await tbk.evaluate ({ gold: la, parsed })).find (row => row.measure == "LAS");
  assert.equal (las.total, "204");
  assert.ok (Number (las.percent) > 80 && Number (las.percent) <= 100, las.percent);
});

test ("files, folders and streams", async () => {
  const { status, files: written, stdout } = await tbk.run (["filter", "--split=a:50,b:50", "--output-dir=parts", "la.conllu"], files);
  assert.equal (status, 0);
  assert.deepEqual (Object.keys (written).sort (), ["parts/", "parts/a.conllu", "parts/b.conllu"]);
  const parts = [...stdout], data = new TextEncoder ().encode (la), streams = [];
  let at = 0;
  const input = length => data.subarray (at, at += Math.min (length, 100)), output = (stream, bytes) => streams.push (stream, bytes.length);
  const outcome = await tbk.run (["stats", "-", "--no-such"], {}, { input, output });
  assert.deepEqual ([outcome.status, outcome.stdout.length, streams[0], at, parts.length], [2, 0, 2, 0, parts.length]);
  const read = await tbk.run (["filter", "-"], {}, { input });
  assert.equal (new TextDecoder ().decode (read.stdout), la);
});

test ("bad input gives the program's message, and the next call is as if there had been none", async () => {
  const { run } = tbk, zipped = gzipSync (la);
  await failsWith (tbk.stats ({ "bad.conllu": "1\tx\n" }), /^tbk stats: bad\.conllu:1: /, 1);
  await failsWith (tbk.stats ({ "cut.conllu.gz": zipped.subarray (0, zipped.length - 20) }), /cut\.conllu\.gz: byte \d+ of compressed input: .* was it cut\?/);
  await failsWith (tbk.stats ({ "no.conllu.gz": new Uint8Array ([31, 139, 8, 0]) }), /no\.conllu\.gz/);
  await failsWith (tbk.stats (files, ["--no-such"]), /unknown option --no-such/, 2);
  await failsWith (tbk.parse (new Uint8Array (10), files), /model/);
  assert.equal ((await run (["stats", "not-there"])).status, 3);
  assert.equal (only (await tbk.stats (files)).words, "204");
});

/* A chain of words; its heads are to the left. */
const chain = n => Array.from ({ length: n }, (_, i) => `${i + 1}\tw\t_\t_\t_\t_\t${i}\t${i ? "dep" : "root"}\t_\t_\n`).join ("") + "\n";

test ("a sentence of a million words", async () => {
  const files = { "long.conllu": chain (1e6) };
  assert.equal (only (await tbk.stats (files)).max_words, "1000000");
  assert.equal (await tbk.projectivize (files), files["long.conllu"]);
});

test ("memory runs out with a message that names the limit", async () => {
  const files = { "long.conllu": chain (1e6) };
  for (const args of [["stats"], ["projectivize", "--mark=head"], ["filter", "--where=not projective"], ["stats", "--classes"], ["show"]]) {
    const { status, stderr } = await tbk.run ([...args, "long.conllu"], files, { memory: 24 << 20 });
    assert.equal (status, 3, args.join (" ") + stderr);
    assert.match (stderr, /memory.*\ntbk [a-z]+: the limit is 24 MB of memory\n$/, args.join (" "));
  }
  assert.equal (only (await tbk.stats (files)).words, "1000000");
});

test ("a worker does the same, and what calls it goes on", async () => {
  const remote = await load ({ worker: true }), large = { "large.conllu": la.repeat (200) };
  assert.deepEqual (await remote.read (files), await tbk.read (files));
  for (const name of ["stats", "projectivize", "check", "lengths", "convert"])
    assert.equal (await remote[name] (files), await tbk[name] (files), name);
  assert.equal (await remote.find (files, "upos=NOUN"), await tbk.find (files, "upos=NOUN"));
  let ticks = 0;
  const timer = setInterval (() => ticks++, 5), begin = Date.now ();
  const [many, one] = await Promise.all ([remote.stats (large), remote.stats (files)]), time = Date.now () - begin;
  clearInterval (timer);
  assert.equal (only (many).words, "40800");
  assert.equal (only (one).words, "204");
  assert.ok (ticks > 2 && ticks >= time / 100, `${ticks} ticks in ${time} ms`);
  await failsWith (remote.stats ({ "a.conllu": "1\tx\n" }), /a\.conllu:1: /, 1);
  const pieces = [], outcome = await remote.run (["stats", "a"], { a: la }, { output: (stream, bytes) => pieces.push ([stream, Buffer.from (bytes).toString ()]) });
  assert.equal (outcome.status, 0);
  assert.equal (outcome.stdout.length, 0);
  assert.match (pieces.filter (([stream]) => stream == 1).map (([, text]) => text).join (""), /204/);
  const saved = await remote.run (["projectivize", "a", "-o", "b"], { a: la });
  assert.deepEqual (saved.files.b, (await tbk.run (["projectivize", "a", "-o", "b"], { a: la })).files.b);
  await assert.rejects (remote.run (["stats", "-"], {}, { input: () => new Uint8Array (0) }), TypeError);
  const broken = remote.stats (large);
  remote.close ();
  await failsWith (broken, /closed/, 3);
  await failsWith (remote.stats (files), /closed/, 3);
});

test ("a module can be given, also by its address", async () => {
  const address = new URL (import.meta.resolve ("treebank-kit/tbk.wasm")), bytes = readFileSync (address);
  for (const given of [bytes, address, { wasm: bytes }, { wasm: await WebAssembly.compile (bytes) }, { wasm: address, worker: true }]) {
    const one = await load (given);
    assert.equal (await one.stats (files), await tbk.stats (files));
    one.close ();
  }
});
