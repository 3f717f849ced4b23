/* edits.mjs FOLDER N SEED FILE... - the edits of the page on real treebanks: N of them, in turn, each with 20 random edits of all kinds. The
 * bytes are those of edits.py, which does the same; once all is undone they are those of the file, and once all is done again the edited
 * ones. */
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { gunzipSync } from "node:zlib";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Treebank } from "../../packaging/web/page/treebank.mjs";
import { Document } from "../../packaging/web/page/documents.mjs";
import { parseWords, withTree, withField, withDeps, movedArcs, hang } from "../../packaging/web/page/words.mjs";
import { changed, insertWord, deleteWord, splitWord, joinWords, makeToken, dissolveToken, splitSentence, joinSentences, insertSentence } from "../../packaging/web/page/sentence.mjs";

const [folder, count, seed, ...files] = process.argv.slice (2), EDITS = 20;
const { load } = await import (pathToFileURL (resolve (folder, "node.mjs")));
const tbk = await load (readFileSync (join (folder, "tbk.wasm")));
const scratch = mkdtempSync (join (tmpdir (), "tbk-edits-")), utf8 = new TextEncoder (), exactly = new TextDecoder ("utf-8", { fatal: true, ignoreBOM: true });

/* A generator of numbers below n (Park and Miller). */
let state = 1;
const draw = n => (state = state * 48271 % 2147483647) % n, of = all => all[draw (all.length)];

const TEXTS = ["Noch ein Satz.", "„So“, sagt er (leise)…", "  a  b ", "ناقص، هنا؟", "1,5 % …"], FORMS = ["neu", ",", "(", "aa", "Wort", "。", "über", "x"], VALUES = { DEPREL: ["nsubj", "obj", "conj", "x:y"], UPOS: ["NOUN", "X"], LEMMA: ["a b", "l"], FEATS: ["Case=Nom", "_"], MISC: ["Note=1", "_"], XPOS: ["T"], DEPS: ["_"] };

/* An edit at random of a treebank of n sentences, as edits.py reads it. */
function drawEdit (treebank, words)
{
  const number = 1 + draw (treebank.n), n = words (number), word = 1 + draw (n), op = of (["insert", "delete", "split", "split", "join", "join", "token", "token", "dissolve", "head", "head", "head", "field", "field", "cut", "cut", "merge", "merge", "drop", "add"]);
  const one = { op, number, word }, column = of (Object.keys (VALUES)), last = word + 1 + draw (2);
  switch (op) {
  case "insert": return { ...one, after: draw (n + 1), form: of (FORMS) };
  case "split": return { ...one, token: draw (2) == 0 };
  case "join": return { ...one, first: word, last };
  case "token": return { ...one, first: word, last, form: of (FORMS) };
  case "head": return { ...one, head: (word + 1 + draw (n)) % (n + 1) };
  case "field": return { ...one, column, value: of (VALUES[column]) };
  case "cut": return { ...one, word: 1 + draw (n + 1) };
  case "add": return { ...one, text: of (TEXTS) };
  default: return one;
  }
}

const ON_WORDS = { insert: ({ after, form }) => sentence => insertWord (sentence, after, form), delete: ({ word }) => sentence => deleteWord (sentence, word),
  split: ({ word, forms, token }) => sentence => splitWord (sentence, word, forms, token), join: ({ first, last }) => sentence => joinWords (sentence, first, last),
  token: ({ first, last, form }) => sentence => makeToken (sentence, first, last, form), dissolve: ({ word }) => sentence => dissolveToken (sentence, word) };

/* What an edit changes, as the page has it: { number, before, after, from }. */
async function changeOf (treebank, edit)
{
  const { op, number } = edit, { names, places } = treebank, text = (...range) => exactly.decode (treebank.range (number, ...range)), before = text (1);
  if (ON_WORDS[op])
    return { number, before, after: changed (before, names, ON_WORDS[op] (edit)).after, from: 1 };
  if (op == "cut")
    return { number, before, after: splitSentence (before, names, edit.word, edit.id).after, from: 1 };
  if (op == "add")
    return { number, before, after: insertSentence (before, edit.text, edit.id, names).after, from: 1 };
  if (op == "merge" && number == treebank.n || op == "drop" && treebank.n == 1)
    throw new Error ("refused");
  if (op == "merge")
    return { number, before: text (2), after: joinSentences (before, exactly.decode (treebank.sentence (number + 1)), names).after, from: 2 };
  if (op == "drop")
    return { number, before: text (1, true), after: "", from: 1 };
  const parsed = parseWords (before, places), { word } = edit;
  const after = op == "field" ? withField (parsed, edit.column, word, edit.value) : withTree (parsed, hang (parsed.words.map (one => one ? one.head : -1), word, edit.head).heads).text;
  const now = parseWords (after, places), moved = movedArcs (parsed, now), deps = await tbk.depsFollow (moved.map (([, fields]) => fields));
  return { number, before, after: moved.length > 0 ? withDeps (now, moved.map (([one], i) => [one, deps[i]])) : after, from: 1 };
}

const same = (a, b) => Buffer.compare (Buffer.from (a), Buffer.from (b)) == 0;
const fail = (...what) => { console.log ("FAILED: edits:", ...what); process.exitCode = 1; };
const jobs = [], kinds = new Map (), wanted = Number (count);
for (let i = 0; i < wanted; i++) {
  const file = files[i % files.length], packed = readFileSync (file), bytes = new Uint8Array (file.endsWith (".gz") ? gunzipSync (packed) : packed), treebank = new Treebank ("a.conllu", bytes);
  const doc = new Document ("a.conllu", new Blob ([])), edits = [];
  state = Number (seed) * 1000 + i + 1;
  draw (9);
  while (doc.done.length < EDITS) {
    const edit = drawEdit (treebank, number => parseWords (exactly.decode (treebank.sentence (number)), treebank.places).words.length - 1), sentence = parseWords (exactly.decode (treebank.sentence (edit.number)), treebank.places);
    if (edit.op == "split") {
      const letters = [...sentence.words[edit.word].form], at = 1 + draw (Math.max (1, letters.length - 1));
      edit.forms = letters.length > 1 && draw (4) > 0 ? [letters.slice (0, at).join ("").trim () || "a", letters.slice (at).join ("").trim () || "b"] : ["erst", "dann", "."].slice (0, 2 + draw (2));
    }
    if (edit.op == "cut" || edit.op == "add")
      edit.id = treebank.freeId (treebank.idOf (edit.number) ?? String (edit.number));
    let change = null;
    try {
      change = await changeOf (treebank, edit);
    } catch (error) {
      edit.refused = true;
      if (error instanceof TypeError)
        throw error;
    }
    edits.push (edit);
    kinds.set (edit.op, (kinds.get (edit.op) ?? 0) + !edit.refused);
    if (change) {
      change.to = treebank.edit (change.number, utf8.encode (change.after), change.from);
      doc.record ({ what: edit.op, changes: [change] });
    }
  }
  const output = join (scratch, `${i}.conllu`), edited = treebank.all (), again = new Treebank ("a.conllu", edited);
  jobs.push ({ file, output, edits, edited });
  /* The index that edits keep is that of the bytes. */
  const index = one => Array.from ({ length: one.n }, (_, k) => [one.wordsOf (k + 1), one.lines.all[k], Buffer.from (one.sentence (k + 1)).toString ()].join ());
  if (JSON.stringify (index (treebank)) != JSON.stringify (index (again)))
    fail ("the index of", file, i);
  /* Read anew with its edits, as by another worker. */
  const other = new Treebank ("a.conllu", bytes);
  doc.edits.forEach (({ number, count: of, text }) => other.edit (number, utf8.encode (text), of));
  if (!same (other.all (), edited))
    fail ("read anew", file, i);
  for (const [isUndo, expected] of [[true, bytes], [false, edited], [true, bytes]]) {
    for (let step = 0; step < EDITS; step++) {
      doc.changesOf (isUndo).forEach (({ number, count: of, text }) => treebank.edit (number, utf8.encode (text), of));
      doc.travel (isUndo);
    }
    if (!same (treebank.all (), expected))
      fail (isUndo ? "undone" : "redone", file, i, JSON.stringify (edits));
  }
}
const { status, stderr } = spawnSync ("python3", [new URL ("edits.py", import.meta.url).pathname], { input: jobs.map (({ edited, ...job }) => JSON.stringify (job) + "\n").join (""), maxBuffer: 1 << 28 });
if (status != 0)
  fail (String (stderr));
for (const [i, { file, output, edits, edited }] of status == 0 ? jobs.entries () : []) {
  const written = readFileSync (output);
  if (!same (written, edited)) {
    fail ("edits.py differs", file, i, JSON.stringify (edits));
    if (process.env.KEEP)
      writeFileSync (process.env.KEEP, edited), writeFileSync (process.env.KEEP + ".py", written);
    break;
  }
}
rmSync (scratch, { recursive: true });
console.log (`edits: ${wanted} treebanks, ${[...kinds].sort ().map (([op, n]) => `${n} ${op}`).join (", ")}`);
process.exit ();
