#!/usr/bin/env node
/* fuzz.mjs FOLDER [N] - damages treebanks of each layout, N times (300), always the same way, and gives them to tbk as WebAssembly in
 * FOLDER. Each call returns, or rejects with a message of the program; the next call is as if there had been none. What read() returns
 * has the lines of the text, and its heads are those that the program takes from it. The page finds as many sentences and words as
 * the program, and what it writes without a change is what it read. Status 1: something of this is not so. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { Treebank } from "../../packaging/web/page/treebank.mjs";
import { parseWords, withHeads } from "../../packaging/web/page/words.mjs";

const [folder, nCases = 300] = process.argv.slice (2), only = process.env.CASE && Number (process.env.CASE);
const { load, table, TbkError } = await import (pathToFileURL (resolve (folder, "node.mjs")));
const tbk = await load (), top = new URL ("../../data/", import.meta.url);
const utf8 = new TextEncoder (), text8 = new TextDecoder ("utf-8", { ignoreBOM: true });
const sentencesOf = (name, n) => {
  const bytes = readFileSync (new URL (name, top));
  return (name.endsWith (".gz") ? gunzipSync (bytes) : bytes).toString ().split ("\n\n").slice (0, n).join ("\n\n") + "\n\n";
};

/* Lines of words with other columns. */
const columns = (text, change) => text.replace (/^\d+\t.*$/gm, line => change (line.split ("\t")).join ("\t"));
const la = sentencesOf ("la.conllu", 3), GOOD = { "good.conllu": la };
const EMPTY_AND_RANGES = "# sent_id = a\n0.1\tsee\t_\t_\t_\t_\t_\t_\t2:conj\t_\n1-2\tau\t_\t_\t_\t_\t_\t_\t_\t_\n1\tà\t_\tADP\t_\t_\t0\troot\t_\t_\n"
  + "2\tle\t_\tDET\t_\t_\t1\tdet\t_\t_\n2.1\tx\t_\t_\t_\t_\t_\t_\t_\t_\n3\t.\t_\tPUNCT\t_\t_\t1\tpunct\t_\tSpaceAfter=No\n\n";
const PHRASES = sentencesOf ("phrases.psd", 7).trim () + "\n";
const SEEDS = {
  "a.conllu": la, "crlf.conllu": la.replaceAll ("\n", "\r\n"), "mark.conllu": "\ufeff# of a\n" + la,
  "first.conllu": "\ufeff" + la.replace (/^(#.*\n)+/, ""), "whole.conllu": EMPTY_AND_RANGES + la,
  "cs.conllu": sentencesOf ("cs.conllu.gz", 3), "plus.conllup": sentencesOf ("plus.conllup", 3),
  "moved.conllup": "# global.columns = HEAD ID FORM UPOS DEPREL\n"
    + columns (la, ([id, form, , upos, , , head, deprel]) => [head, id, form, upos, deprel]),
  "x.conll": columns (la, row => [...row.slice (0, 8), "_", "_"]).replace (/^#.*\n/gm, ""),
  "eight.conllx": columns (la, row => row.slice (0, 8)).replace (/^#.*\n/gm, ""),
  "nine.conll": columns (la, ([id, form, lemma, , xpos, , head, deprel]) =>
    [id, form, lemma, lemma, xpos, xpos, "_", "_", head, head, deprel, deprel, "_", "_"]).replace (/^#.*\n/gm, ""),
  "brackets.psd": PHRASES, "mark.brackets": "\ufeff# (of a)\n" + PHRASES
};

/* Marsaglia's generator of 32 bits: each case has its own numbers. */
function randomOf (seed)
{
  let state = (Math.imul (seed + 1, 2654435761) >>> 0) || 1;
  return n => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % n;
  };
}

const PIECES = ["\t", "\n", "\r\n", "\r", "\n\n", "#", "# sent_id = a\n", "_", "0", "1", "99", "-1", "1-2\tx", "1.1\tx", "\ufeff", "\0", " ", "(", ")", "\xa0", "é",
  "# global.columns = ID FORM HEAD DEPREL\n", "4294967296"];
const DAMAGES = {
  none: bytes => bytes,
  cut: (bytes, random) => bytes.subarray (0, random (bytes.length + 1)),
  end: bytes => bytes.subarray (0, bytes.length - 1),
  ends: bytes => utf8.encode (text8.decode (bytes).replace (/\s+$/, "")),
  bit (bytes, random)
  {
    const made = bytes.slice ();
    made[random (made.length)] ^= 1 << random (8);
    return made;
  },
  piece (bytes, random)
  {
    const at = random (bytes.length + 1), skipped = random (2) * random (4), piece = utf8.encode (PIECES[random (PIECES.length)]);
    return Buffer.concat ([bytes.subarray (0, at), piece, bytes.subarray (Math.min (bytes.length, at + skipped))]);
  },
  line (bytes, random)
  {
    const lines = text8.decode (bytes).split ("\n"), [from] = lines.splice (random (lines.length), random (2));
    lines.splice (random (lines.length + 1), 0, from ?? lines[random (lines.length)]);
    return utf8.encode (lines.join ("\n"));
  },
  field (bytes, random)
  {
    const lines = text8.decode (bytes).split ("\n"), at = random (lines.length), fields = lines[at].split ("\t");
    fields[random (fields.length)] = PIECES[random (PIECES.length)];
    lines[at] = fields.join ("\t");
    return utf8.encode (lines.join ("\n"));
  },
  blanks: bytes => utf8.encode ("\n\n" + text8.decode (bytes).replaceAll ("\n\n", "\n \n\n\n")),
  gzip (bytes, random)
  {
    const packed = gzipSync (bytes);
    return random (2) ? packed : packed.subarray (0, random (packed.length));
  }
};

let failures = 0, nReturned = 0, nRejected = 0, nNumbered = 0;
const fail = (what, ...found) => {
  failures++;
  console.log (`FAILED: ${what}: ${found.map (one => JSON.stringify (one)).join (", ").slice (0, 600)}`);
};
const same = (what, found, expected) => {
  if (JSON.stringify (found) != JSON.stringify (expected))
    fail (what, found, expected);
};

/* What a call gives, or null where it rejects with what the program says of the file. */
async function settled (what, name, promise)
{
  try {
    return await promise;
  } catch (error) {
    if (!(error instanceof TbkError) || !error.message.startsWith ("tbk ") || !error.message.includes (name) || ![1, 3].includes (error.status))
      fail (`${what}: the message`, error.name, error.message, error.status);
    return null;
  }
}

/* What read() returned, against the text that the program writes, and the heads that it finds. */
async function compareSentences (what, files, sentences)
{
  const text = await tbk.filter (files), lines = text.replaceAll ("\r\n", "\n").split ("\n").filter (line => line != "");
  same (`${what}: the lines`, sentences.flatMap (({ comments, rows }) => [...comments, ...rows.map (row => row.join ("\t"))]), lines);
  const heads = await settled (what, "", tbk.convert (files, ["--to=heads"]));
  if (heads != null)
    same (`${what}: the heads`, sentences.filter (({ words }) => words.length > 0).map (({ words }) => words.map (word => word.head ?? -1).join (" ")),
      heads.split ("\n").slice (0, -1));
  for (const { words } of sentences)
    same (`${what}: the numbers of words`, words.map (word => word.id), words.map ((_, i) => i + 1));
}

/* What the page finds in bytes that the program takes. */
async function comparePage (what, name, bytes, plain)
{
  let nEdited = 0, nAlone = 0; /* comments without words, which have a number and are no sentence */
  const treebank = new Treebank (name, plain), [{ sentences, words }] = table (await tbk.stats ({ [name]: bytes }));
  for (let number = 1; number <= treebank.n; number++) {
    const own = text8.decode (treebank.sentence (number)), { places } = treebank;
    if (sentences != null && treebank.wordsOf (number) == 0) {
      nAlone++;
      continue;
    }
    if (places) {
      const parsed = parseWords (own, places);
      nEdited += parsed.words.length - 1;
      same (`${what}: an edit without a change`, withHeads (parsed, parsed.words.map (word => word?.head).entries ()), own);
    }
    treebank.edit (number, treebank.sentence (number).slice ());
  }
  /* In brackets the page counts trees and words of which the program finds that they hold traces alone, or no tag. */
  if (sentences != null)
    same (`${what}: sentences and words on the page`, [treebank.n - nAlone, treebank.nWords].map (String), [sentences, words]);
  if (treebank.places)
    same (`${what}: words to edit`, String (nEdited), words);
  same (`${what}: written as it was read`, Buffer.compare (Buffer.from (treebank.all ()), Buffer.from (plain)), 0);
}

/* The program gives the sentences that are good the numbers that the page gives them. */
async function compareNumbers (what, name, plain)
{
  const { stdout } = await tbk.run (["stats", "--quiet", "--by=sentence", "--on-error=skip", "--", name], { [name]: plain.slice () });
  const treebank = new Treebank (name, plain), rows = stdout.length > 0 ? table (new TextDecoder ().decode (stdout)) : [];
  same (`${what}: words of sentences by their numbers`, rows.map (({ sentence }) => [sentence, String (treebank.wordsOf (sentence))]),
    rows.map (({ sentence, words }) => [sentence, words]));
  nNumbered += rows.length;
}

async function tryOne (number)
{
  const random = randomOf (number), names = Object.keys (SEEDS), name = names[number % names.length];
  let plain = utf8.encode (SEEDS[name]);
  const kinds = Array.from ({ length: 1 + random (2) }, () => Object.keys (DAMAGES)[random (Object.keys (DAMAGES).length - 1)]);
  for (const kind of kinds)
    plain = plain.length > 0 ? DAMAGES[kind] (plain, random) : plain;
  const bytes = random (8) == 0 ? DAMAGES.gzip (plain, random) : plain, what = `case ${number}, ${name}, ${kinds.join (" and ")}`;
  if (only != null)
    console.log (what, JSON.stringify (text8.decode (plain)));
  const isPhrase = /\.(psd|brackets)$/.test (name), call = isPhrase ? tbk.stats : tbk.read;
  if (!isPhrase)
    await compareNumbers (what, name, plain);
  const found = await settled (what, name, call ({ [name]: bytes }));
  if (found == null) {
    nRejected++;
    same (`${what}: the next call`, await tbk.filter (GOOD), la);
    return;
  }
  nReturned++;
  if (!isPhrase)
    await compareSentences (what, { [name]: bytes }, found);
  await comparePage (what, name, bytes, plain);
}

for (let number = only ?? 0; number < (only != null ? only + 1 : Number (nCases)); number++)
  try {
    await tryOne (number);
  } catch (error) {
    fail (`case ${number}`, error.stack);
  }
console.log (`damaged treebanks: ${nReturned} read, ${nRejected} refused, ${nNumbered} good sentences under their numbers, ${failures} failures`);
process.exitCode = failures > 0 ? 1 : 0;
