/* words.mjs - what the page does to the text of sentences, without a page: fields, heads, sentences and lines. */
import assert from "node:assert";
import { test } from "node:test";
import { parseWords, withHeads, withField, nonprojective, hang } from "../../packaging/web/page/words.mjs";
import { Treebank, withLineColumn, withLines } from "../../packaging/web/page/treebank.mjs";

import { changed, insertWord, deleteWord, splitWord, joinWords, makeToken, dissolveToken, splitSentence, joinSentences, sentenceOf, insertSentence } from "../../packaging/web/page/sentence.mjs";
import { exactly, textQuery, bothOf, placeOf, meantBy, sectionsOf, completions } from "../../packaging/web/page/query.mjs";

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
  for (const [given, found] of [["# only a comment\n\n", /found a sentence without a word, expected a sentence with a word/]])
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

/* ---- Words and sentences ---- */

const NAMES = "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC".split (" ");
/* A sentence of rows [ID, FORM, HEAD, DEPREL, DEPS, MISC] with an id and a text. */
const written = (id, said, ...rows) => `# sent_id = ${id}\n# text = ${said}\n` + rows.map (([id, form, head, deprel, deps = "_", misc = "_"]) => [id, form, "_", "_", "_", "_", head, deprel, deps, misc].join ("\t") + "\n").join ("") + "\n";
const NO = "SpaceAfter=No", after = (text, act) => changed (text, NAMES, act).after;
const dont = written ("a", "Dogs don't bark.", [1, "Dogs", 4, "nsubj", "4:nsubj"], ["2-3", "don't", "_", "_"], [2, "do", 4, "aux", "4:aux"], [3, "n't", 4, "advmod", "4:advmod"], [4, "bark", 0, "root", "0:root", NO], ["4.1", "so", "_", "_", "4:x"], [5, ".", 4, "punct", "4:punct"]);

test ("a word is inserted, where its neighbours are close", () => {
  assert.equal (after (dont, one => insertWord (one, 4, "loud")), written ("a", "Dogs don't bark loud.", [1, "Dogs", 4, "nsubj", "4:nsubj"], ["2-3", "don't", "_", "_"], [2, "do", 4, "aux", "4:aux"], [3, "n't", 4, "advmod", "4:advmod"], [4, "bark", 0, "root", "0:root"], ["4.1", "so", "_", "_", "4:x"], [5, "loud", 4, "dep", "4:dep", NO], [6, ".", 4, "punct", "4:punct"]));
  assert.match (after (dont, one => insertWord (one, 1, ",")), /# text = Dogs, don't bark\.\n1\tDogs.*SpaceAfter=No\n2\t,\t_\tPUNCT\t_\t_\t1\tpunct\t1:punct\t_\n3-4\tdon't/);
  assert.match (after (dont, one => insertWord (one, 2, "x")), /text = Dogs don't bark\.\n.*\n2-4\tdon't.*\n2\tdo.*\n3\tx.*\n4\tn't/);
});

test ("a word is deleted: its dependents go to its head, a root's to the first of them", () => {
  assert.equal (after (dont, one => deleteWord (one, 4)), written ("a", "Dogs don't.", [1, "Dogs", 0, "root", "0:root"], ["2-3", "don't", "_", "_"], [2, "do", 1, "aux", "1:aux"], [3, "n't", 1, "advmod", "1:advmod"], ["3.1", "so", "_", "_", "1:x"], [4, ".", 1, "punct", "1:punct"]).replace ("don't\t_\t_\t_\t_\t_\t_\t_\t_", `don't\t_\t_\t_\t_\t_\t_\t_\t${NO}`));
  assert.match (after (dont, one => deleteWord (one, 3)), /text = Dogs don't bark\.\n.*\n2\tdon't\t.*\n3\tbark/);
  assert.throws (() => after (written ("a", "x", [1, "x", 0, "root"]), one => deleteWord (one, 1)), /last word/);
});

test ("a word is split: its text stays", () => {
  const one = written ("b", "It ends.", [1, "It", 2, "nsubj"], [2, "ends.", 0, "root"]);
  assert.equal (after (one, sentence => splitWord (sentence, 2, ["ends", "."])), written ("b", "It ends.", [1, "It", 2, "nsubj"], [2, "ends", 0, "root", "_", NO], [3, ".", 2, "punct"]).replace ("3\t.\t_\t_", "3\t.\t_\tPUNCT"));
  assert.equal (after (one, sentence => splitWord (sentence, 2, ["end", "s"], true)), written ("b", "It ends.", [1, "It", 2, "nsubj"], ["2-3", "ends.", "_", "_"], [2, "end", 0, "root"], [3, "s", 2, "dep"]));
  for (const [act, back] of [[sentence => splitWord (sentence, 2, ["ends", "."]), sentence => joinWords (sentence, 2, 3)], [sentence => splitWord (sentence, 2, ["e", "f", "g"], true), sentence => joinWords (sentence, 2, 4)]])
    assert.equal (after (after (one, act), back), one);
});

test ("words are joined: the upper one stays", () => {
  assert.match (after (dont, one => joinWords (one, 4, 5)), /text = Dogs don't bark\.\n(.*\n){4}4\tbark\.\t_\t_\t_\t_\t0\troot\t0:root\t_\n4\.1\tso.*4:x\t_\n\n$/);
  assert.match (after (dont, one => joinWords (one, 2, 3)), /2\tdon't\t_\t_\t_\t_\t3\taux\t3:aux\t_\n3\tbark/);
  assert.throws (() => after (dont, one => joinWords (one, 1, 2)), /multiword token: dissolve/);
});

test ("tokens are made and dissolved", () => {
  const without = after (dont, one => dissolveToken (one, 3));
  assert.match (without, /text = Dogs don't bark\.\n.*\n2\tdo\t.*SpaceAfter=No\n3\tn't\t.*4:advmod\t_\n/);
  assert.equal (after (without, one => makeToken (one, 2, 3, "don't")), dont);
  assert.throws (() => after (dont, one => makeToken (one, 3, 4, "x")), /already/);
});

test ("a sentence is split, and joined again", () => {
  const two = splitSentence (dont, NAMES, 4, "a-2").after;
  assert.equal (two, written ("a", "Dogs don't", [1, "Dogs", 0, "root", "0:root"], ["2-3", "don't", "_", "_"], [2, "do", 1, "aux", "1:aux"], [3, "n't", 1, "advmod", "1:advmod"])
    + written ("a-2", "bark.", [1, "bark", 0, "root", "0:root", NO], ["1.1", "so", "_", "_", "1:x"], [2, ".", 1, "punct", "1:punct"]));
  const [first, second] = two.split (/(?<=\n\n)/);
  assert.match (joinSentences (first, second, NAMES).after, /^# sent_id = a\n# text = Dogs don't bark\.\n(.*\n){4}4\tbark\t.*\t1\tparataxis\t1:parataxis\tSpaceAfter=No\n4\.1\tso\t.*4:x\t_\n5\t\.\t.*\t4\tpunct/);
  assert.throws (() => splitSentence (dont, NAMES, 3, "b"), /within a multiword token/);
});

test ("a text of other words stays; words without heads get none; lines keep their ends", () => {
  const other = dont.replace ("text = Dogs", "text = Cats");
  assert.deepEqual ([changed (other, NAMES, one => deleteWord (one, 1)).left, /text = Cats don't/.test (after (other, one => deleteWord (one, 1)))], ["The comment text stays as it is: it has other words.", true]);
  const bare = sentenceOf ("Well, (x).", "c", NAMES);
  assert.equal (bare, "# sent_id = c\n# text = Well, (x).\n" + [["Well", "_", "_", NO], [",", "PUNCT", "punct", "_"], ["(", "PUNCT", "punct", NO], ["x", "_", "_", NO], [")", "PUNCT", "punct", NO], [".", "PUNCT", "punct", "_"]]
    .map (([form, upos, deprel, misc], i) => `${i + 1}\t${form}\t_\t${upos}\t_\t_\t_\t${deprel}\t_\t${misc}\n`).join ("") + "\n");
  assert.equal (insertSentence ("1\ta\r\n", "b", "c", ["ID", "FORM"]).after, "1\ta\r\n\r\n# sent_id = c\r\n# text = b\r\n1\tb\r\n\r\n");
  assert.match (after (bare, one => insertWord (one, 4, "y")), /5\ty\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n/);
  assert.equal (after (dont.replaceAll ("\n", "\r\n"), one => splitWord (one, 1, ["Do", "gs"])), after (dont, one => splitWord (one, 1, ["Do", "gs"])).replaceAll ("\n", "\r\n"));
  assert.throws (() => after (dont.replace ("\n2\tdo", "\n7\tdo"), one => deleteWord (one, 1)), /edit the sentence as text/);
});

test ("where an expression is wrong, and what is meant", () => {
  for (const [expression, message, place, meant] of [["deprel=nsubj andd upos=X", "after 'nsubj', found 'andd', expected and, or, or the end", "andd", null],
    ["for=a and form=fo", "found 'for', expected an attribute; did you mean 'form'?", "for", "form=a and form=fo"], ["form=fo and fo=a", "found 'fo', expected an attribute", "fo", null],
    ["upos=a and head.fom=a", "found 'fom', expected an attribute of words; did you mean 'form'?", "fom", "upos=a and head.form=a"], ["words<", "after '<', found the end, expected a number", "", null],
    ["form~'('", "after '~', found ''', expected a regex: missing terminating )", "'", null], ["x", "another problem", "x", null],
    ["upos=X and deprel=Nsubj", "a.conllu: no word has deprel=Nsubj; did you mean deprel=nsubj?\nno sentence meets the conditions", "upos=X and deprel=Nsubj", "upos=X and deprel=nsubj"]]) {
    const made = meantBy (expression, message);
    assert.equal (expression.slice (...placeOf (expression, message)), place);
    assert.equal (made && expression.slice (0, made[0]) + made[2] + expression.slice (made[1]), meant);
  }
  assert.deepEqual (placeOf ("fo and fo", "after 'and', found 'fo', expected an attribute"), [7, 9]);
});

test ("expressions are made of values, of texts and of one another", () => {
  assert.equal (exactly ("a*b, (c)"), "a\\*b\\,\\ \\(c\\)");
  assert.equal (textQuery ("It's 1.5"), "text~'(?i)It\\x27s 1\\.5'");
  assert.equal (textQuery ("words<5"), null);
  assert.deepEqual ([bothOf ("", "a"), bothOf ("a or b", "c"), bothOf ("a", "b"), bothOf ("a", "b", true)], ["a", "(a or b) and c", "a and b", "any(a) and b"]);
});

test ("what may follow what was typed", () => {
  const names = ["deprel", "depth", "feats.NAME", "upos"], values = () => new Map ([["acl:relcl", 3]]), of = typed => completions (typed, names, values);
  assert.deepEqual ([of ("dep"), of ("upos=X and head.next.f"), of ("x=@up"), of ("form=dep"), of ("upos")], [["deprel", "depth"], ["upos=X and head.next.feats."], ["x=@upos"], [], []]);
  assert.deepEqual ([of ("deprel=nsubj,acl"), of ("child(udeprel=re"), of ("head.upos!=PR")], [["deprel=nsubj,acl:relcl"], ["child(udeprel=reparandum"], ["head.upos!=PRON", "head.upos!=PROPN"]]);
});

test ("sections of the program's help", () => {
  const text = "What it is.\n\nOf words:\n  id                     its number, in\n                         its sentence\n  A=V  A!=V              has a value\n  not E, E and E, E or E\n                         binds\n\nNo section\n";
  assert.deepEqual (sectionsOf (text), [{ title: "Of words", rows: [["id", "its number, in its sentence"], ["A=V  A!=V", "has a value"], ["not E, E and E, E or E", "binds"]] }]);
});
