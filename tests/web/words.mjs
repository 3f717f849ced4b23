/* words.mjs - what the page does to the text of sentences, without a page: fields, heads, sentences and lines. */
import assert from "node:assert";
import { test } from "node:test";
import { parseWords, withHeads, withField, nonprojective, hang } from "../../packaging/web/page/words.mjs";
import { Treebank, withLineColumn, withLines } from "../../packaging/web/page/treebank.mjs";

const bytes = text => new TextEncoder ().encode (text), text = bytes => new TextDecoder ().decode (bytes);
const of = (text, name = "a.conllu") => new Treebank (name, bytes (text));
const parsed = treebank => parseWords (text (treebank.sentence (1)), treebank.places);

/* The same three words in each layout: heads 3 0 2, relations a b c. What is edited: word 1 on 2, its relation d. */
const LAYOUTS = {
  "CoNLL-U": ["# c\n", "1\tx\t_\tX\t_\t_\t3\ta\t_\tS=1", "1-2\txy\t_\t_\t_\t_\t_\t_\t_\t_", "2\ty\t_\tX\t_\t_\t0\tb\t_\t_", "2.1\te\t_\t_\t_\t_\t_\t_\t3:x\t_",
    "3\tz\t_\tX\t_\t_\t2\tc\t_\t_"],
  "CoNLL-U Plus": ["# global.columns = ID HEAD FORM DEPREL MY\n", "1\t3\tx\ta\tm", "2\t0\ty\tb\tm", "3\t2\tz\tc\tm"],
  "CoNLL-X, 8": ["", "1\tx\t_\tX\t_\t_\t3\ta", "2\ty\t_\tX\t_\t_\t0\tb", "3\tz\t_\tX\t_\t_\t2\tc"],
  "CoNLL-X, 10": ["", "1\tx\t_\tX\t_\t_\t3\ta\t3\tp", "2\ty\t_\tX\t_\t_\t0\tb\t0\tp", "3\tz\t_\tX\t_\t_\t2\tc\t2\tp"],
  "CoNLL 2009": ["", "1\tx\tl\tl\tX\tX\t_\t_\t3\t3\ta\ta\t_\t_", "2\ty\tl\tl\tX\tX\t_\t_\t0\t0\tb\tb\t_\t_", "3\tz\tl\tl\tX\tX\t_\t_\t2\t2\tc\tc\t_\t_"]
};
const HEADS = { "CoNLL-U Plus": [1, 3], "CoNLL 2009": [8, 10] };

for (const [name, [before, ...lines]] of Object.entries (LAYOUTS))
  for (const newline of ["\n", "\r\n"])
    test (`only the fields that change are written: ${name}, ${JSON.stringify (newline)}`, () => {
      const source = (before + lines.join ("\n") + "\n\n").replaceAll ("\n", newline), treebank = of (source), one = parsed (treebank);
      assert.deepEqual (one.words.slice (1).map (({ form, head, deprel }) => [form, head, deprel]), [["x", 3, "a"], ["y", 0, "b"], ["z", 2, "c"]]);
      assert.equal (treebank.nWords, 3);
      assert.equal (withHeads (one, [-1, 3, 0, 2].entries ()), source);
      const [head, relation] = HEADS[name] ?? [6, 7], expected = (at, value) => {
        const fields = lines[0].split ("\t");
        fields[at] = value;
        return source.replace (lines[0], fields.join ("\t"));
      };
      assert.equal (withHeads (one, [-1, 2, 0, 2].entries ()), expected (head, "2"));
      assert.equal (withField (one, "DEPREL", 1, "d"), expected (relation, "d"));
    });

test ("heads that are no numbers stay", () => {
  const source = "1\tx\t_\t_\t_\t_\t_\ta\t_\t_\n2\ty\t_\t_\t_\t_\t01\tb\t_\t_\n3\tz\t_\t_\t_\t_\t0\tc\t_\t_\n\n", one = parsed (of (source));
  assert.equal (withHeads (one, new Map ([[3, 2]])), source.replace ("\t0\tc", "\t2\tc"));
});

/* Every heads of up to four words, trees or not: the way up ends, and a tree stays a tree. */
test ("a word is hung on another", () => {
  const isTree = heads => heads.every ((_, word) => {
    let above = word;
    for (let steps = 0; above > 0 && steps < heads.length; steps++)
      above = heads[above];
    return word == 0 || above == 0;
  });
  let nTrees = 0;
  for (let code = 0; code < 5 ** 4; code++) {
    const heads = [-1, ...[0, 1, 2, 3].map (i => Math.floor (code / 5 ** i) % 5)];
    for (let word = 1; word <= 4; word++)
      for (let head = 0; head <= 4; head++)
        if (head != word) {
          const changed = hang (heads, word, head);
          assert.equal (changed.heads[word], head);
          if (isTree (heads)) {
            nTrees++;
            assert.ok (isTree (changed.heads), JSON.stringify ([heads, word, head, changed]));
          }
        }
  }
  assert.equal (nTrees, 125 * 16);
});

test ("arcs that are not projective", () => {
  assert.deepEqual ([...nonprojective ([-1, 3, 4, 0, 3])], [2]);
  assert.deepEqual ([...nonprojective ([-1, 2, 0, 2])], []);
});

test ("a sentence stays one with a word", () => {
  const source = "1\tx\t_\t_\t_\t_\t0\troot\t_\t_\n\n".repeat (3), treebank = of (source);
  for (const [given, found] of [["# only a comment\n\n", /found no sentence with a word, expected one/], ["", /found no sentence/],
    ["1\tx\t_\t_\t_\t_\t0\troot\t_\t_\n\n1\ty\t_\t_\t_\t_\t0\troot\t_\t_\n\n", /found 2 sentences/]])
    assert.throws (() => treebank.edit (2, bytes (given)), found);
  assert.equal (text (treebank.all ()), source);
  treebank.edit (2, bytes ("# c\n1\ty\t_\t_\t_\t_\t0\troot\t_\t_\n2\tz\t_\t_\t_\t_\t1\tdep\t_\t_\n\n"));
  assert.deepEqual ([treebank.nWords, treebank.numberAt (3), treebank.numberAt (6), treebank.numberAt (7)], [4, 2, 2, 3]);
  const plus = of ("# global.columns = ID HEAD\n1\t0\n\n1\t0\n\n", "a.conllup");
  assert.throws (() => plus.edit (1, bytes ("# global.columns = HEAD ID\n0\t1\n\n")), /expected that which names the columns/);
  plus.edit (2, bytes ("1\t0\n2\t1\n\n"));
});

test ("sentences have the numbers of the program, which counts those without a word", () => {
  const word = form => `1\t${form}\t_\t_\t_\t_\t0\troot\t_\t_\n\n`;
  const treebank = of ("\n# alone\n\n" + word ("a") + "1.1\te\t_\t_\t_\t_\t_\t_\t_\t_\n\n" + word ("b") + "# last\n");
  assert.deepEqual ([1, 2, 3, 4, 5].map (number => treebank.wordsOf (number)), [0, 1, 0, 1, 0]);
  assert.deepEqual ([2, 4].map (number => text (treebank.sentence (number))), [word ("a"), word ("b")]);
  treebank.edit (4, bytes (word ("c")));
  assert.match (text (treebank.all ()), /1\.1\te.*\n\n1\tc.*\n\n# last\n$/);
});

test ("words are counted by the column ID", () => {
  assert.equal (of ("# global.columns = FORM ID HEAD\nwell-known\t1\t0\nMr.\t2\t1\nx\t2-3\t_\n\n", "a.conllup").nWords, 2);
});

test ("lines of what was taken become those of the files", () => {
  const by = n => line => line + n, linesOf = { "a.conllu": by (100), "other/a.conllu": by (200), "b a.conllu": by (300) };
  assert.equal (withLines ("tbk show: a.conllu:1: x\ntbk show: other/a.conllu:2: y\ntbk show: b a.conllu:3: 12:30 aa.conllu:4", linesOf),
    "tbk show: a.conllu:101: x\ntbk show: other/a.conllu:202: y\ntbk show: b a.conllu:303: 12:30 aa.conllu:4");
  assert.equal (withLines ("a.conllu:1: x", {}), "a.conllu:1: x");
});

test ("lines in a table of what was taken become those of the file", () => {
  const treebank = of ("1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n".repeat (50)), { lineOf } = treebank.take ([3, 7, 50]);
  assert.deepEqual ([1, 2, 3, 4, 5, 6].map (lineOf), [5, 6, 13, 14, 99, 100]);
  assert.equal (withLineColumn ("file\tline\tform\na\t1\tx\na\t5\t\n", lineOf), "file\tline\tform\na\t5\tx\na\t99\t\n");
  assert.equal (withLineColumn ("form\nline\n", lineOf), "form\nline\n");
});
