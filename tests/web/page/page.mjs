/* page.mjs FOLDER CHROMIUM [PICTURES] - drives the page of FOLDER as its users do, in both its forms. What it shows is compared
 * with what the module gives under node. Where FOLDER has no index.html, it is the one file alone. Pictures of it go to the
 * folder PICTURES.
 */
import { copyFileSync, existsSync, readFileSync, writeFileSync, mkdtempSync, rmSync, mkdirSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { pathToFileURL } from "node:url";
import { spawnSync } from "node:child_process";
import { serve, startBrowser, openPage } from "./browser.mjs";

const [folder, chromium, pictures] = process.argv.slice (2), top = new URL ("../../../", import.meta.url);
const path = name => decodeURIComponent (new URL (`data/${name}`, top).pathname),
  scratch = mkdtempSync (join (tmpdir (), "tbk-page-test-"));
const { load } = await import (pathToFileURL (resolve (folder, "node.mjs")));
const tbk = await load (readFileSync (join (folder, "tbk.wasm")));
const en = readFileSync (path ("en.conllu"), "utf8"), la = readFileSync (path ("la.conllu"), "utf8");
let failures = 0, done = 0;

function check (what, found, expected = true)
{
  done++;
  if (JSON.stringify (found) != JSON.stringify (expected)) {
    failures++;
    const [is, should] = [found, expected].map (value => JSON.stringify (value) ?? "nothing"), at = Math.max (0, [...is].findIndex ((letter, i) => letter != should[i]) - 60);
    console.log (`FAILED: ${what}: ${at > 0 ? `behind ${at} letters ` : ""}found ${is.slice (at, at + 400)}, expected ${should.slice (at, at + 400)}`);
  }
}

const written = (name, data) => {
  writeFileSync (join (scratch, name), data);
  return join (scratch, name);
};
/* A copy of a file, which the page does not take for one that is open already. */
const copied = file => {
  const copy = join (mkdtempSync (join (scratch, "copy-")), file.replace (/.*\//, ""));
  copyFileSync (file, copy);
  return copy;
};

/* What a user does, by the texts of the page. */
function userOf (page)
{
  const quoted = JSON.stringify;
  const user = {
    press: text => page.run (`[...document.querySelectorAll ("button")].find (one => one.offsetParent && one.textContent.trim () == ${quoted (text)}).click ()`).then (() => page.idle ()),
    tab: name => page.run (`document.getElementById ("tab-${name}").click ()`).then (() => page.idle (60)),
    set: async (label, value) => {
      await page.run (`{ const all = [...document.querySelectorAll ("label")].filter (one => one.offsetParent && one.textContent.trim ().startsWith (${quoted (label)}));
        const box = (all.find (one => one.firstChild.textContent.trim () == ${quoted (label)}) ?? all[0]).querySelector ("input, select"); if (box.type == "checkbox") box.click (); else { box.value = ${quoted (value)}; box.dispatchEvent (new Event ("change")); } }`);
      await page.idle (60);
    },
    find: async query => {
      await page.run (`document.getElementById ("where").value = ${quoted (query)}; document.getElementById ("search").requestSubmit ()`);
      await page.idle (60);
    },
    query: () => page.run ("document.getElementById ('where').value"),
    text: what => page.run (`[...document.querySelectorAll (${quoted (what)})].filter (one => one.offsetParent).map (one => one.innerText).join ("|")`),
    count: what => page.run (`[...document.querySelectorAll (${quoted (what)})].filter (one => one.closest ("[hidden]") == null).length`),
    open: async (file, isSame = false) => {
      /* There a file would be the second one. */
      if (await page.run ("document.getElementById ('work').hidden == false && document.getElementById ('tab-compare').ariaSelected == 'true'"))
        await user.tab ("sentences");
      await page.run ("delete document.body.dataset.opened; document.getElementById ('name').textContent = ''");
      await page.drop (isSame ? file : copied (file));
      await page.until ("document.getElementById ('name').textContent != '' || !document.getElementById ('error').hidden", 120);
      await page.idle (60);
    },
    middle: what => page.run (`{ const one = document.querySelector (${quoted (what)}); one.scrollIntoView ({ block: "center" }); const box = one.getBoundingClientRect ();
      [box.left + box.width / 2, box.top + box.height / 2]; }`),
    overflow: () => page.run ("Math.max (0, document.documentElement.scrollWidth - innerWidth)"),
    error: () => user.text ("#error .messages")
  };
  return user;
}

/* What stands beside the name; saved for a download. */
const said = async user => (await user.text ("#edited")).replace (/^downloaded as .*/, "saved");

/* Gives what would be saved, as bytes, and saves none. Chromium lets a page save ten files without being used. */
async function keepSaved (page, user)
{
  await page.run ("window.clickLink = HTMLAnchorElement.prototype.click; HTMLAnchorElement.prototype.click = () => {}; window.makeAddress = URL.createObjectURL; URL.createObjectURL = blob => { window.kept = blob; return makeAddress.call (URL, blob); }; 0");
  const bytes = async (text = "Save treebank") => {
    await page.run ("window.kept = null");
    await user.press (text);
    return Buffer.from (await page.run ("kept && kept.arrayBuffer ().then (buffer => [...new Uint8Array (buffer)])") ?? "nothing was saved");
  };
  return { bytes, text: async text => (await bytes (text)).toString (),
    end: () => page.run ("HTMLAnchorElement.prototype.click = clickLink; URL.createObjectURL = makeAddress; 0") };
}

async function sentences (page, user)
{
  await user.open (path ("en.conllu"));
  check ("size", await user.text ("#size"), "24 sentences, 372 words");
  check ("drawings", await user.count ("#panel-sentences figure.tree svg[role=img]"), 24);
  check ("no anchors, and pagers where they are written", await page.run ("[document.querySelectorAll ('figure[id], figure a[href]').length, ...[...document.querySelectorAll ('.pager')].map (one => getComputedStyle (one).position)]"), [0, "static", "static"]);
  check ("a title", await page.run ("document.querySelector ('figure svg title').textContent"),
    /<title>([^<]*)<\/title>\n<g/.exec (await tbk.show ({ "en.conllu": en }, ["--format=html", "--max=1"]))[1]
      .replaceAll ("&apos;", "'"));
  await user.find ("not projective");
  check ("not projective", [await user.text (".found"), await user.text ("#panel-sentences .controls .hint")], ["13 of 24 sentences", "the query is about whole sentences, so no word is marked"]);
  const numbers = (await tbk.stats ({ "en.conllu": en }, ["--by=sentence", "--where=not projective"])).split ("\n").slice (1, -1)
    .map (row => row.split ("\t")[1]);
  check ("which", await page.run ("[...document.querySelectorAll ('figure.tree')].map (one => one.dataset.number)"), numbers);
  check ("which, in captions", await page.run ("[...document.querySelectorAll ('figcaption')].map (one => /sentence (\\d+) of en.conllu/.exec (one.textContent)[1])"), numbers);
  check ("saved", (await page.save ("Save these")).text, await tbk.filter ({ "en.conllu": en }, ["--where=not projective"]));
  check ("made projective", (await page.save ("Save projective trees")).text,
    await tbk.projectivize ({ "en.conllu": await tbk.filter ({ "en.conllu": en }, ["--where=not projective"]) }));
  await user.set ("before and after", true);
  check ("before and after", await user.count ("#panel-sentences text.caption"), 26);
  const svg = await page.save ("Save SVG");
  check ("a drawing saved", [svg.name, /^<svg xmlns.*class="tree"/.test (svg.text), svg.text.includes ("<style>"),
    svg.text.includes ("#fff")], ["en-1.svg", true, true, true]);
  const both = "not projective and any(nonprojective and deprel=acl:relcl)";
  await user.find (both);
  check ("a relation, not projective", await user.text (".found"), `${(await tbk.stats ({ "en.conllu": en }, ["--by=sentence", `--where=${both}`])).split ("\n").length - 2} of 24 sentences`);
  await user.find ("nobody could");
  await user.press ("Search the text for “nobody could”");
  check ("text", [await user.text (".found"), await user.query ()], ["1 of 24 sentences", "text~'(?i)nobody could'"]);
  await user.find ("words>=20");
  check ("length", await user.text (".found"), "3 of 24 sentences");
  await user.find ("");
  await user.set ("before and after", false);
  check ("all again", await user.text (".found"), "All 24 sentences");
}

async function tables (page, user)
{
  await user.tab ("statistics");
  for (const [view, name, ...options] of [["deprel", "stats", "--by=deprel"],
    ["lengthsByLength", "stats", "--lengths", "--by=words:5"], ["classes", "stats", "--classes"]]) {
    await user.set ("Table", view);
    check (`table ${view}`, (await page.save ("Save table")).text, await tbk[name] ({ "en.conllu": en }, options));
    check (`plot ${view}`, await user.count ("#panel-statistics svg.plot"), 1);
  }
  const classes = await page.run ("[...document.querySelectorAll ('#panel-statistics svg.plot text')].map (one => one.textContent)");
  check ("names of classes", [classes.includes ("projective"), classes.includes ("planar"), classes.some (name => /^not_/.test (name))], [true, true, false]);
  check ("a plot saved", /^<svg.*class="plot"/.test ((await page.save ("Save plot")).text));
  await user.tab ("choices");
  check ("choices", (await page.save ("Save table", "#panel-choices")).text, await tbk.choices ({ "en.conllu": en }));
  /* Points as in a plot of the program: of bins with 3 trees that lose arcs, in their middles, by powers of ten. */
  const [, ...bins] = (await tbk.choices ({ "en.conllu": en })).trim ().split ("\n").map (row => row.split ("\t")),
    drawn = bins.filter (bin => bin[3] >= 3);
  check ("points of choices", [bins.length > drawn.length, await page.run ("[...document.querySelectorAll ('#panel-choices circle title')].map (one => one.textContent.split (' ')[0])")],
    [true, drawn.map (([from, to]) => `${from}–${to}`)]);
  const middles = drawn.map (([from, to]) => (Number (from) + Number (to)) / 2),
    at = await page.run ("[...document.querySelectorAll ('#panel-choices circle')].map (one => Number (one.getAttribute ('cx')))");
  check ("in the middles", Math.abs ((at[1] - 56) / (at[0] - 56) - middles[1] / middles[0]) < 0.01);
  check ("powers of ten", await page.run ("[...document.querySelectorAll ('#panel-choices svg text[text-anchor=end]')].map (one => one.textContent)"), ["1", "10"]);
  check ("bins left out", await user.text ("#panel-choices .left-out"),
    `Left out of the plot: ${bins.length - drawn.length} bins of lengths with fewer than 3 trees that lose arcs.`);
  await user.set ("Table", "sentence");
  await page.run ("[...document.querySelectorAll ('#panel-choices th button')].pop ().click ()");
  check ("sorted", await page.run ("{ const all = [...document.querySelectorAll ('#panel-choices tbody tr td:last-child')].map (one => Number (one.textContent)); all.every ((n, i) => i == 0 || n <= all[i - 1]); }"));
  check ("columns explained", await user.count ("#panel-choices details dt") > 3);
  await user.tab ("check");
  check ("heading of findings", await user.text ("#panel-check h2"), "17 notes in 13 sentences");
  check ("what notes are", await page.run ("[/Note: usually right/, /Error:|Warning:/].map (what => what.test (document.querySelector ('#panel-check h2 + p').textContent))"), [true, false]);
  check ("findings", (await page.save ("Save findings")).text, await tbk.check ({ "en.conllu": en }, ["--sort=suspicion"]));
  check ("sections", await user.count ("#panel-check figure.tree"), 13);
  await page.run ("document.querySelector ('.tests input').click ()");
  await page.idle ();
  check ("sections, all off", await page.run ("[...document.querySelectorAll ('#panel-check figure.tree')].filter (one => one.offsetParent).length"), 0);
  await page.run ("document.querySelector ('.tests input').click ()");
  await page.idle ();
  const told = [...(await tbk.check ({ "en.conllu": en }, ["--format=html"])).matchAll (/<li[^>]*><strong>.*?, line (\d+):/g)]
    .map (one => one[1]);
  check ("lines of findings", await page.run ("[...document.querySelectorAll ('#panel-check figure.tree li')].map (one => /line (\\d+):/.exec (one.textContent)[1])"), told);
  await page.run ("[...document.querySelectorAll ('#panel-check figure.tree button')].find (one => one.textContent == 'Repair').click ()");
  await page.until ("document.getElementById ('edited').textContent == 'edited, not saved yet'");
  await page.idle ();
  check ("one repaired", (await page.save ("Save treebank")).text,
    await tbk.repair ({ "en.conllu": await tbk.filter ({ "en.conllu": en }, ["--where=sentence=1"]) }, ["--mark=none", "--test=error,warning,note"])
    + await tbk.filter ({ "en.conllu": en }, ["--where=sentence!=1"]));
  await user.press ("Undo");
  check ("repair undone", (await page.save ("Save treebank")).text, en);
  check ("repaired", (await page.save ("Save with all repairs")).text, await tbk.repair ({ "en.conllu": en }, ["--test=error,warning,note"]));
}

async function steps (page, user)
{
  await user.tab ("steps");
  check ("the usual parser", await page.run ("{ const box = document.querySelector ('#panel-steps select'); [box.value, box.selectedOptions[0].text]; }"),
    ["arc-eager", "arc-eager, as in textbooks (arc-eager)"]);
  check ("samples of lines", await user.count ("#panel-steps .legend svg") > 0);
  check ("steps", await user.text (".steps .count"), "0 of 16");
  const names = () => page.run ("[...document.querySelectorAll ('.moves button')].map (one => [one.title, one.ariaLabel])");
  check ("names of transitions", await names (), [["shift", "SHIFT SH, best"], ["right arc", "RIGHT-ARC RA, costs 1 arc \u20680\u2069 → \u2068A\u2069 ✗"]]);
  await page.run ("document.querySelector ('.steps [data-key=RA]').click ()");
  check ("names after a step", (await names ()).map (([title]) => title.split (".")[0]), ["shift", "right arc", "reduce"]);
  check ("a wrong step", (await user.text (".steps .status")).includes ("RA in place of SH costs 1 arc"));
  await user.set ("Parser", "swap");
  check ("another parser", /\bswap: /.test (await page.run ("document.querySelector ('.steps .how').textContent")));
  await user.set ("Sentence", "3");
  check ("another sentence", (await user.text (".steps h2")).includes ("sentence 3 of en.conllu"));
  const size = () => page.run ("getComputedStyle (document.querySelector ('h1')).fontSize");
  check ("a small heading in this tab alone", [await size (), await user.tab ("sentences").then (size)], ["17.6px", "25.6px"]);
}

async function compare (page, user)
{
  await user.tab ("compare");
  await user.press ("Compare with its projective trees");
  const flat = await tbk.projectivize ({ "en.conllu": en }, ["--mark=none"]);
  check ("measures", (await page.save ("Save measures")).text,
    await tbk.evaluate ({ "en.conllu": en, "en.projective.conllu": flat }));
  check ("drawings that differ", await user.count ("#panel-compare figure.tree"), 13);
  check ("choice of differences", await user.count ("#panel-compare .changes option") > 1);
  await page.drop (path ("la.conllu"));
  await page.until ("!document.getElementById ('error').hidden || document.querySelector ('#panel-compare .messages')");
  await page.idle ();
  check ("other words", /la\.conllu|words|sentence/.test (await user.text ("#error .messages, #panel-compare .messages")));
  await page.drop (written ("second.conllu", en.replace (/^4\tyesterday\t(.*)\t3\tobl:unmarked/m,
    "4\tyesterday\t$1\t2\tobl:unmarked")));
  await page.until ("document.querySelectorAll ('#panel-compare figure.tree').length == 1");
  check ("one word differs", (await user.text ("#panel-compare h2")), "1 word differs, in 1 sentence");
}

async function editing (page, user)
{
  await user.tab ("sentences");
  await user.press ("Edit");
  await page.until ("document.querySelector ('.editor svg')");
  const changed = en.replace (/^(4\tyesterday\t.*)\t3\tobl:unmarked/m, "$1\t8\tobl:unmarked");
  const onto = await user.middle (".editor g.word[data-word='8'] .form"), hold = await page.run (`{ const line = document.querySelector (".editor g.arc[data-word='4'] .hold"), at = line.getPointAtLength (line.getTotalLength () * 0.75).matrixTransform (line.getScreenCTM ());
    [at.x, at.y]; }`);
  await page.drag (hold, onto);
  await page.until ("document.querySelector ('#edited').textContent.startsWith ('edited')");
  await page.until ("document.querySelector (\".editor g.arc[data-word='4']\").textContent.includes ('read')");
  await page.idle ();
  check ("told", (await user.text (".edited")).startsWith ("4 yesterday depends on 8 read."));
  check ("not projective", await page.run ("document.querySelector ('.editor .wide').dataset.nonprojective"), "8");
  check ("saved as edited", await page.save ("Save treebank"), { name: "en.edited.conllu", text: changed });
  /* Keys: to the word, its head, the root; then undo. */
  await page.run ("document.querySelector ('.editor .wide').focus ()");
  for (const key of ["ArrowLeft", "ArrowLeft", "0", "Enter"])
    await page.key (key);
  await page.until ("document.querySelector ('.edited').textContent.startsWith ('2 letter depends on 0, the root.')");
  const text = await page.save ("Save treebank");
  check ("by keys", text.text, changed.replace (/^(2\tletter\t.*)\t3\tnsubj/m, "$1\t0\troot").replace (/^(3\tarrived\t.*)\t0\troot/m, "$1\t2\tnsubj"));
  check ("one root", await user.text (".edited"), "2 letter depends on 0, the root. 3 arrived depends on 2 letter, so that it stays a tree with one root. 2 letter is root. 3 arrived is nsubj. Now not projective: the arc of 9 .. Now projective: the arc of 8 read.");
  for (const [word, head, told] of [["2", "8", "2 letter depends on 8 read. 8 read depends on 0, the root, so that it stays a tree. 8 read is root. 2 letter is acl:relcl."]]) {
    await user.set ("Word", word);
    await user.set ("Head", head);
    await page.until (`document.querySelector ('.edited').textContent.startsWith (${JSON.stringify (told)})`);
  }
  await page.key ("z", 2);
  await page.until ("document.querySelector ('.edited').textContent.startsWith ('Undone: ')");
  check ("undone", await page.run ("[...document.querySelectorAll ('.editor .arc')].map (one => one.dataset.word).length"), 9);
  await user.press ("Done");
  await page.until ("document.querySelector ('figure[data-number=\"1\"] svg') && !document.querySelector ('.editor')");
  await user.tab ("statistics");
  await user.set ("Table", "summary");
  const all = (await page.save ("Save treebank")).text;
  check ("counted as edited", (await page.save ("Save table")).text, await tbk.stats ({ "en.conllu": all }));
  /* A sentence that the query does not find is edited: there is no query any more. */
  await user.tab ("sentences");
  await user.find ("words>=20");
  await user.tab ("check");
  await page.run ("[...document.querySelectorAll ('#panel-check figure.tree button')].find (one => one.textContent == 'Edit').click ()");
  await page.until ("document.querySelector ('.editor svg')");
  await page.idle ();
  check ("the query where it does", await user.text (".found"), "3 of 24 sentences");
  await page.run ("document.querySelector ('#edits').open = true; document.querySelector ('#edits button').click ()");
  await page.until ("document.querySelector ('.editor[data-number=\"1\"] svg')");
  await page.idle ();
  check ("no query where it hides what is edited", [await user.text (".found"), (await page.save ("Save these")).text], ["All 24 sentences", all]);
  await user.press ("Done");
  /* The projective trees follow what is edited. */
  await user.tab ("compare");
  await user.press ("Compare with its projective trees");
  await user.press ("Undo");
  const undone = (await page.save ("Save treebank")).text;
  check ("undone once more", undone != all);
  check ("compared as edited", (await page.save ("Save measures")).text, await tbk.evaluate ({ "en.conllu": undone,
    "en.projective.conllu": await tbk.projectivize ({ "en.conllu": undone }, ["--mark=none"]) }));
}

async function errors (page, user, browser)
{
  const bad = en.replace (/^(3\tarrived.*)\t0\troot/m, "$1\t99\troot");
  await user.open (written ("bad.conllu", bad));
  check ("a wrong head", [await user.text ("#size"),
    /bad\.conllu:6: \[unknown-head\] HEAD '99' of word 3/.test (await user.text ("#panel-sentences .messages")),
    await user.count ("#panel-sentences figure.tree svg[role=img]")], ["24 sentences, 372 words", true, 23]);
  /* Mended as text, with a line more: lines behind it move. */
  await user.press ("Edit as text");
  await page.until ("document.querySelector ('.editor textarea')");
  await page.run ("{ const box = document.querySelector ('.editor textarea'); box.value = '# mended\\n' + box.value.replace ('\t99\t', '\t0\t'); }");
  await user.press ("Done");
  await page.until ("document.querySelectorAll ('#panel-sentences figure.tree svg').length == 24");
  await page.idle ();
  check ("mended", (await page.save ("Save treebank")).text, "# mended\n" + en);
  await user.tab ("check");
  check ("lines behind it", (await page.save ("Save findings")).text,
    await tbk.check ({ "bad.conllu": "# mended\n" + en }, ["--sort=suspicion"]));
  await user.tab ("sentences");
  const later = en.replace (/\n\n$/, "\n\n" + en.replaceAll ("en-", "again-"))
    .replace (/^# sent_id = again-20$/m, "$&\n1\tone column");
  await user.open (written ("later.conllu", later));
  const line = later.split ("\n").indexOf ("1\tone column") + 1;
  check ("the line of the file", (await user.text ("#panel-sentences .messages")).includes (`later.conllu:${line}:`));
  await user.find ("words>=20");
  await user.open (written ("cut.conllu.gz", readFileSync (path ("de.conllu.gz")).subarray (0, 3000)));
  check ("a cut file", /truncated gzip stream: the file ends here, was it cut\?/.test (await user.error ()));
  check ("what is open stays", [await user.count ("#start"), await user.text ("#name"), await user.text (".found")],
    [0, "later.conllu", "5 of 48 sentences"]);
  await user.open (written ("twice.conllu.gz", Buffer.concat ([gzipSync (en), gzipSync (la)])));
  check ("two parts", await user.text ("#size"), "46 sentences, 576 words");
  await user.open (written ("prose.txt", "Hello there.\nShe reads it.\n"));
  check ("prose", [await user.text ("#name"), await user.text ("#size"), await user.count ("#panel-sentences figure.tree svg")], ["prose.conllu", "2 sentences, 7 words", 2]);
  await user.open (written ("lines.txt", en));
  check ("lines of words in a text", [await user.text ("#name"), await user.text ("#size")], ["lines.txt", "24 sentences, 372 words"]);
  for (const [name, bytes, message] of [["picture.conllu", [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0], "found a PNG picture"],
    ["wide.conllu", [0xff, 0xfe, 49, 0, 9, 0], "found UTF-16"], ["other.conllu.xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0, 4], "found xz data"]]) {
    await user.open (written (name, Buffer.from (bytes)));
    check (name, [(await user.error ()).includes (message), await user.text ("#name")], [true, "lines.txt"]);
  }
  await user.open (written ("empty.conllu", ""));
  check ("nothing", /empty\.conllu: found no sentence/.test (await user.error ()));
  await user.open (written ("<b>x<img src=x>.conllu", en));
  check ("a name as text", [await user.text ("#name"),
    await page.run ("document.querySelectorAll ('#work > :first-child b, figcaption b, img').length")],
    ["<b>x<img src=x>.conllu", 0]);
  const rows = ["# sent_id = long"];
  for (let word = 1; word <= 1e6; word++)
    rows.push (`${word}\tw\t_\tX\t_\t_\t${word - 1}\t${word == 1 ? "root" : "dep"}\t_\t_`);
  await user.open (written ("long.conllu", rows.join ("\n") + "\n\n" + en));
  check ("a million words", [await user.text ("#size"),
    (await user.text ("figure[data-number='1']")).includes ("It has 1,000,000 words")], ["25 sentences, 1,000,372 words", true]);
  await user.tab ("statistics");
  check ("counted", (await user.text ("#panel-statistics")).includes ("1000372"));
  /* Memory: what the worker asks for from here on is refused. */
  const inWorker = expression => browser.send ("Runtime.evaluate", { expression }, page.workers.at (-1));
  await inWorker ("globalThis.grow = WebAssembly.Memory.prototype.grow; WebAssembly.Memory.prototype.grow = () => { throw new RangeError ('refused'); }; 0");
  await user.tab ("check");
  check ("memory", /memory/.test (await user.error ()));
  await inWorker ("WebAssembly.Memory.prototype.grow = globalThis.grow; 0");
  /* Cancelled, though the worker comes to no end: it is another one then, and the file is read again. */
  const n = page.workers.length;
  await inWorker ("self.onmessage = () => { for (;;); }; 0");
  await page.run ("document.getElementById ('tab-choices').click ()");
  await page.until ("!document.getElementById ('busy').hidden");
  await page.run ("document.getElementById ('cancel').click ()");
  await page.idle ();
  check ("cancelled", [await user.text ("#panel-choices .failed"), await page.run ("document.getElementById ('busy').hidden")],
    ["Cancelled. Try again", true]);
  await user.press ("Try again");
  await page.idle (120);
  check ("tried again", [await user.count ("#panel-choices table"), await user.count ("#panel-choices .failed")], [1, 0]);
  await user.tab ("check");
  for (let i = 0; i < 200 && page.workers.length == n; i++)
    await new Promise (resolve => setTimeout (resolve, 25));
  check ("another worker", page.workers.length > n);
  await user.tab ("statistics");
  await user.set ("Table", "deprel");
  check ("and goes on", await user.count ("#panel-statistics table"), 1);
}

async function further (page, user)
{
  await user.open (path ("phrases.psd"));
  check ("brackets", [await user.text ("#size"), await user.count ("#panel-sentences figure.tree"),
    await user.count ("[role=tab]:not(#tab-files)")], ["7 trees, 46 words", 7, 4]);
  await user.tab ("steps");
  check ("steps of phrases", [await page.run ("document.querySelector ('#panel-steps select').value"),
    (await user.text (".steps h2")).includes ("tree 1 of phrases.psd")], ["in-order", true]);
  await page.run ("{ const systems = document.querySelector ('#panel-steps select'); systems.value = 'top-down'; systems.dispatchEvent (new Event ('change', { bubbles: true })); }");
  await page.idle ();
  check ("names of phrases", /^NT-S best, opens a constituent S/.test (await page.run ("document.querySelector ('.moves [data-key=NT-S]').ariaLabel")));
  await user.tab ("statistics");
  check ("statistics of phrases", (await user.text ("#panel-statistics")).includes ("48"));
  await user.open (path ("plus.conllup"));
  check ("CoNLL-U Plus", await user.count ("#panel-sentences figure.tree") > 0);
  await user.find ("text=zzz");
  await user.find ("");
  await page.run ("document.getElementById ('another').click ()");
  for (const [text, size] of [["She reads it.", "1 sentence, 4 words"], ["(S (NP (PRO She)) (VP (V reads)))", "1 tree, 2 words"],
    ["1 a _ X _ _ 2 dep _ _\n2 b _ X _ _ 0 root _ _", "1 sentence, 2 words"]]) {
    await page.run (`document.getElementById ("text").value = ${JSON.stringify (text)}; document.querySelector ("#paste button").click ()`);
    await page.until (`document.getElementById ("size").textContent == ${JSON.stringify (size)}`);
    await page.idle ();
    check ("one, not all", await user.text (".found"), size.replace (/,.*/, ""));
    check (`pasted: ${size}`, await user.count ("#panel-sentences figure.tree svg"), 1);
    await page.run ("document.getElementById ('another').click ()");
  }
  const hebrew = "# sent_id = he\n1\tהיא\t_\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tקוראת\t_\tVERB\t_\t_\t0\troot\t_\t_\n3\tספר\t_\tNOUN\t_\t_\t2\tobj\t_\t_\n\n";
  await user.open (written ("he.conllu", hebrew));
  await user.press ("Edit");
  await page.until ("document.querySelector ('.editor svg')");
  const x = await page.run ("[1, 3].map (n => document.querySelector (`.editor g.word[data-word='${n}']`).getBoundingClientRect ().left)");
  check ("right to left", x[0] > x[1]);
  await page.run ("document.querySelector ('.editor .wide').focus ()");
  await page.key ("ArrowLeft");
  check ("keys as one looks", await page.run ("document.querySelector ('.editor g.word.chosen').dataset.word"), "2");
  await user.press ("Done");
}

/* What is edited in files of other layouts and ends of lines: nothing else changes. */
async function layouts (page, user)
{
  const keeper = await keepSaved (page, user), saved = keeper.text, edited = () => said (user);
  const left = () => page.until ("!document.querySelector ('.editor') && document.querySelector ('#panel-sentences figure[data-number=\"1\"] button')");
  await user.tab ("sentences");
  const plus = "# global.columns = ID HEAD FORM DEPREL\n1\t3\tx\tpunct\n2\t0\ty\troot\n3\t2\tz\tdep\n4\t1\tw\tdep\n\n1\t0\tv\troot\n\n";
  for (const [name, text, from, to] of [["crlf.conllup", plus.replaceAll ("\n", "\r\n"), "4\t1\tw", "4\t2\tw"],
    ["nine.conll", "1\tx\tl\tl\tX\tX\t_\t_\t2\t3\ta\tb\t_\t_\n2\ty\tl\tl\tX\tX\t_\t_\t0\t0\tb\tb\t_\t_\n3\tz\tl\tl\tX\tX\t_\t_\t2\t2\tc\tc\t_\t_\n4\tw\tl\tl\tX\tX\t_\t_\t3\t3\tc\tc\t_\t_\n\n",
      "_\t3\t3\tc\tc", "_\t2\t3\tc\tc"], ["short.conllx", "1\tx\t_\tX\t_\t_\t2\ta\n2\ty\t_\tX\t_\t_\t0\tb\n3\tz\t_\tX\t_\t_\t2\tc\n4\tw\t_\tX\t_\t_\t3\td\n\n", "3\td", "2\td"]]) {
    await user.open (written (name, text));
    await user.press ("Edit");
    await page.until ("document.querySelector ('.editor svg')");
    await user.set ("Word", "4");
    await user.set ("Head", "2");
    await page.until ("document.querySelector ('#edited').textContent.startsWith ('edited')");
    await page.idle ();
    check (`a head in ${name}`, await saved (), text.replace (from, to));
    await user.press ("Edit as text");
    await page.until ("document.querySelector ('.editor textarea')");
    await user.press ("Done");
    await left ();
    check (`no change of text in ${name}`, [await edited (), await saved ()], ["saved", text.replace (from, to)]);
    await user.press ("Undo");
    await page.idle ();
    check (`undone in ${name}`, await saved (), text);
  }
  /* Text with other lines has the ends of lines of the sentence; what is no sentence is refused. */
  const crlf = plus.replaceAll ("\n", "\r\n"), asText = async change => {
    await user.press ("Edit");
    await page.until ("document.querySelector ('.editor svg')");
    await user.press ("Edit as text");
    await page.until ("document.querySelector ('.editor textarea')");
    await page.run (`{ const box = document.querySelector ('.editor textarea'); box.value = ${change}; }`);
    await user.press ("Done");
    await page.idle ();
  };
  await user.open (written ("crlf.conllup", crlf));
  await asText ("box.value + '\\n5\\t2\\tnew\\tdep'");
  check ("a line more", await saved (), crlf.replace ("w\tdep\r\n", "w\tdep\r\n5\t2\tnew\tdep\r\n"));
  await user.press ("Undo");
  await page.until ("document.querySelector ('.editor svg')");
  await user.press ("Done");
  await left ();
  for (const [change, message] of [["'# only a comment'", "found a sentence without a word"],
    ["box.value.replace ('ID HEAD', 'HEAD ID')", "expected that which names the columns"], ["''", "There is no sentence"]]) {
    await asText (change);
    await page.until ("[...document.querySelectorAll ('.editor [role=alert]')].some (one => one.offsetParent && one.innerText)");
    await page.idle ();
    check ("refused", (await user.text (".editor [role=alert]")).includes (message));
    check ("not saved without it", [await saved (), /^Nothing was saved: the text of sentence 1 /.test (await user.error ())], ["nothing was saved", true]);
    await user.press ("Leave as it was");
    await left ();
    check ("left as it was", await saved () == crlf);
  }
  /* A blank line makes two of it, as one edit. */
  await asText ("box.value + '\\n\\n1\\t0\\ta\\troot'");
  await page.until ("document.querySelector ('.editor svg')");
  check ("two sentences", [await user.text ("#size"), await saved ()], ["3 sentences, 6 words", crlf.replace ("w\tdep\r\n\r\n", "w\tdep\r\n\r\n1\t0\ta\troot\r\n\r\n")]);
  await user.press ("Undo");
  await page.until ("document.querySelector ('.editor svg')");
  check ("one again", [await user.text ("#size"), await saved () == crlf], ["2 sentences, 5 words", true]);
  await user.press ("Done");
  await left ();
  /* Heads that are a circle are no drawing: they are edited as text until they are a tree again. */
  await asText ("box.value.replace ('2\\t0', '2\\t1')");
  await left ();
  check ("a circle", /cycle|tree|root/.test (await user.text ("#panel-sentences .messages")));
  await page.run ("document.getElementById ('undo').click ()");
  await page.until ("document.querySelector ('.editor svg')");
  check ("undone, to a tree", [await saved () == crlf, await user.count (".editor g.word")], [true, 4]);
  await user.press ("Done");
  /* Only findings of tests that are chosen are repaired. */
  await user.tab ("check");
  check ("two tests", await user.count (".tests input"), 2);
  await page.run ("document.querySelectorAll ('.tests input')[0].click ()");
  await page.idle ();
  await page.run ("[...document.querySelectorAll ('#panel-check figure.tree button')].find (one => one.textContent == 'Repair').click ()");
  await page.until ("document.getElementById ('edited').textContent == 'edited, not saved yet'");
  await page.idle ();
  const test = await page.run ("document.querySelector ('.tests input:checked').value");
  check ("repaired by one test", await saved (), await tbk.repair ({ "crlf.conllup": crlf }, ["--mark=none", `--test=${test}`]));
  check ("the other finding is left", (await saved ()).includes ("\n1\t3\tx"));
  await keeper.end ();
}

/* Sets a head of the sentence that is edited. */
async function setHead (page, user, word, head)
{
  await user.set ("Word", word);
  await user.set ("Head", head);
  await page.until (`document.querySelector (".edited").textContent.includes (" depends on ${head} ")`);
  await page.idle ();
}

const asksToClose = page => page.run ("!dispatchEvent (new Event ('beforeunload', { cancelable: true }))");

/* What is said to be saved is: edits are told apart, not counted. */
async function saved (page, user)
{
  const state = async () => [await said (user), await asksToClose (page)], { text, end } = await keepSaved (page, user);
  await user.open (path ("en.conllu"));
  check ("nothing to save", await state (), ["", false]);
  await user.press ("Edit");
  await page.until ("document.querySelector ('.editor svg')");
  await setHead (page, user, "4", "8");
  check ("an edit", await state (), ["edited, not saved yet", true]);
  const first = await text ();
  check ("the edit saved", await state (), ["saved", false]);
  await user.press ("Undo");
  await page.until ("document.querySelector ('.edited').textContent.startsWith ('Undone: ')");
  check ("the edit undone", await state (), ["edited, not saved yet", true]);
  await setHead (page, user, "4", "7");
  check ("another edit in its place", await state (), ["edited, not saved yet", true]);
  const second = await text ();
  check ("both saved", [first, second].map (one => /\t(\d+)\tobl:unmarked/.exec (one)[1]), ["8", "7"]);
  check ("the other edit saved", await state (), ["saved", false]);
  await page.run ("document.getElementById ('undo').click (); document.getElementById ('undo').click ()");
  await page.idle ();
  check ("undone twice at once", [await text () == en, ...await state ()], [true, "saved", false]);
  await end ();
}

/* What was edited and not saved is there again after the tab crashed, and can be undone; what was saved is not offered. */
async function kept (page, user, browser, address)
{
  await page.goTo (address);
  await page.run ("new Promise (resolve => setTimeout (resolve, 500))");
  for (let n = await user.count ("#kept li"); n > 0; n--)
    await user.press ("Throw away");
  check ("thrown away", await user.count ("#kept li"), 0);
  const keeper = await keepSaved (page, user), edited = en.replace (/\t3\tobl:unmarked/, "\t8\tobl:unmarked");
  await user.open (path ("en.conllu"));
  await user.press ("Edit");
  await page.until ("document.querySelector ('.editor svg')");
  await setHead (page, user, "4", "8");
  await page.run ("document.getElementById ('undo').click ()");
  await page.idle ();
  check ("undone", [await keeper.text (), await page.run ("document.getElementById ('redo').disabled")], [en, false]);
  await page.run ("document.querySelector ('.editor .wide').focus ()");
  await page.key ("y", 2);
  await page.until ("document.querySelector ('.edited').textContent.startsWith ('Redone: ')");
  await page.idle ();
  await setHead (page, user, "4", "7");
  check ("list of edits", [await page.run ("document.querySelector ('#edits summary').textContent"), await page.run ("[...document.querySelectorAll ('#edits li')].map (one => one.textContent.replace (/(depends on .*?)\\..*/, '$1'))")],
    ["2 edits", ["Sentence 1 4 yesterday depends on 7 could", "Sentence 1 4 yesterday depends on 8 read"]]);
  /* A second file, whose edits are saved. */
  await user.open (path ("la.conllu"));
  await user.press ("Edit");
  await page.until ("document.querySelector ('.editor svg')");
  await page.run ("document.querySelector ('.editor .wide').focus ()");
  for (const key of ["0", "Enter"])
    await page.key (key);
  await page.until ("document.querySelector ('#edited').textContent.startsWith ('edited')");
  await page.idle ();
  await keeper.text ();
  await page.until ("document.querySelector ('#edited').textContent == 'downloaded as la.edited.conllu'");
  await page.idle ();
  await page.run ("new Promise (resolve => setTimeout (resolve, 300))");
  page.isCrashed = true;
  page.send ("Page.crash").catch (() => {});
  const again = await openPage (browser, address), next = userOf (again), nextKeeper = await keepSaved (again, next);
  await again.size (1280);
  await again.until ("!document.getElementById ('kept').hidden");
  check ("offered", (await next.text ("#kept li")).replace (/, \d[^;)]*/g, ""), "la.conllu (1 edit; downloaded as la.edited.conllu) Restore Throw away|en.conllu (2 edits) Restore Throw away");
  await again.run ("document.querySelectorAll ('#kept li')[1].querySelector ('button').click ()");
  await again.idle ();
  await again.until ("document.querySelector ('figure.tree svg')");
  check ("restored", [await nextKeeper.text () == edited.replace ("\t8\tobl:unmarked", "\t7\tobl:unmarked"), await again.run ("document.querySelector ('#edits summary').textContent")], [true, "2 edits"]);
  await next.press ("Undo");
  await again.idle ();
  check ("undone after that", await nextKeeper.text () == edited);
  await again.goTo (address);
  await again.run ("new Promise (resolve => setTimeout (resolve, 500))");
  check ("downloads are offered once", (await next.text ("#kept li")).replace (/, \d[^;)]*/g, ""), "en.conllu (1 edit; downloaded as en.edited.conllu) Restore Throw away");
  await again.send ("Page.close");
}

/* Two tabs: one edits a document, which the other reads and follows; the first or the second is closed, or crashes. */
async function tabs (page, _user, browser, address)
{
  /* What other parts have edited is not in the way. */
  await page.goTo ("about:blank");
  const file = copied (path ("en.conllu")), edited = (...heads) => heads.reduce ((text, [id, head]) => text.replace (new RegExp (`^(${id}\t.*)\t\\d+(\t[^\t]*\t_\t_)$`, "m"), `$1\t${head}$2`), en);
  async function another ()
  {
    const page = await openPage (browser, address), user = userOf (page);
    await page.size (1280);
    await page.until ("document.readyState == 'complete'");
    await page.run ("new Promise (resolve => setTimeout (resolve, 300))");
    return { page, user, ...await keepSaved (page, user), listed: id => page.run (`document.getElementById ("${id}").hidden ? "" : document.getElementById ("${id}").querySelector ("ul").innerText.replace (/, \\d.*?\\)/g, ")")`),
      head: async (word, head) => {
        if (await user.count (".editor") == 0)
          await user.press ("Edit");
        await page.until ("document.querySelector ('.editor svg')");
        await setHead (page, user, word, head);
      },
      reads: isRead => page.until (`document.getElementById ("reading").hidden == ${!isRead}`).then (() => page.idle ()),
      has: text => page.until (`(async () => { await new Promise (resolve => setTimeout (resolve, 200)); return document.querySelector ("#edits summary").textContent == "${text}"; }) ()`).then (() => page.idle ()),
      /* The edits of this page are in the database: so many by the last one. */
      kept: n => page.until (`new Promise ((resolve, reject) => { const asked = indexedDB.open ("tbk"); asked.onerror = reject; asked.onsuccess = () => { const all = asked.result.transaction ("edits").objectStore ("edits").getAll ();
        all.onsuccess = () => { asked.result.close (); resolve (all.result.sort ((a, b) => a.time - b.time).at (-1)?.done.length == ${n}); }; }; })`),
      close: isCrash => {
        page.isCrashed = true;
        return isCrash ? void page.send ("Page.crash").catch (() => {}) : page.send ("Page.close");
      } };
  }
  const first = await another ();
  for (let n = await first.user.count ("#kept li"); n > 0; n--)
    await first.user.press ("Throw away");
  await first.user.open (file, true);
  await first.head ("4", "8");
  await first.kept (1);
  /* The second is closed. */
  const second = await another ();
  check ("not left over", [await second.listed ("kept"), await second.listed ("elsewhere")], ["", "en.conllu (1 edit) Follow"]);
  await second.user.press ("Follow");
  await second.reads (true);
  check ("followed", [await second.text (), await second.user.count ("#panel-sentences button.edits"), await second.user.text ("#panel-sentences button.edits"), await asksToClose (second.page),
    await second.page.run ("['undo', 'redo'].map (id => document.getElementById (id).disabled)")], [edited (["4", "8"]), 24, "", false, [true, true]]);
  await first.head ("4", "7");
  await second.has ("2 edits");
  check ("followed on", await second.text (), edited (["4", "7"]));
  await second.user.tab ("statistics");
  await first.user.press ("Undo");
  await second.has ("1 edit");
  check ("an edit taken back, in another part", [await second.text (), (await second.user.text ("[role=tab][aria-selected=true]"))], [edited (["4", "8"]), "Statistics"]);
  await second.close ();
  await first.head ("6", "7");
  const all = edited (["4", "8"], ["6", "7"]);
  check ("the owner goes on", await first.text ("Save these (CoNLL-U)"), all);
  await first.kept (2);
  const third = await another ();
  await third.user.press ("Follow");
  await third.reads (true);
  check ("all of it", await third.text (), all);
  /* The owner crashes: who follows is the owner. */
  first.close (true);
  await third.reads (false);
  check ("inherited", [await third.text () == all, await third.user.text ("#panel-sentences button.edits") != "", await third.page.run ("document.getElementById ('undo').disabled")], [true, true, false]);
  await third.user.press ("Undo");
  await third.page.until ("document.querySelector ('.editor svg')");
  await third.head ("7", "3");
  await third.kept (2);
  const kept = edited (["4", "8"], ["7", "3"]);
  check ("edited by the heir", await third.text ("Save these (CoNLL-U)"), kept);
  third.close (true);
  /* Nobody has it: it is restored. The same file, opened anew beside it, is another one, and takes nothing away. */
  const fourth = await another (), fifth = await another ();
  await fourth.page.until ("!document.getElementById ('kept').hidden");
  check ("left over", [(await fourth.listed ("kept")).replace (/\d+ edits/, "n edits"), await fourth.listed ("elsewhere")], ["en.conllu (n edits) Restore Throw away", ""]);
  await fourth.user.open (file, true);
  await fourth.head ("4", "8");
  await fourth.kept (1);
  await fifth.user.press ("Restore");
  await fifth.page.until ("!document.getElementById ('error').hidden || document.querySelector ('figure.tree svg')");
  await fifth.page.idle ();
  check ("restored beside what is edited anew", [await fifth.user.error (), await fifth.text (), await fourth.text ("Save these (CoNLL-U)")], ["", kept, edited (["4", "8"])]);
  await fifth.close ();
  /* The same file in two tabs: who edits it first is the owner, and an edit that was begun in the other one is refused. */
  const sixth = await another ();
  await sixth.user.open (file, true);
  await sixth.user.press ("Edit");
  await sixth.page.until ("document.querySelector ('.editor svg')");
  check ("not edited here", [await sixth.text (), await sixth.user.count ("#reading:not([hidden])")], [en, 0]);
  await sixth.user.set ("Word", "4");
  await sixth.user.set ("Head", "2");
  await sixth.reads (true);
  check ("an edit refused", [/^en\.conllu is edited in another tab: here it is read only/.test (await sixth.user.error ()), await sixth.text ()], [true, edited (["4", "8"])]);
  await fourth.close ();
  await sixth.reads (false);
  check ("closed: another owner", [await sixth.text (), await sixth.user.count ("#reading:not([hidden])")], [edited (["4", "8"]), 0]);
  check ("errors", [first, second, third, fourth, fifth, sixth].flatMap (({ page }) => page.errors), []);
  await sixth.close ();
  await page.goTo (address);
}

/* Text in a box is not lost without a question, whatever would take the box away. */
async function texts (page, user)
{
  const { text, end } = await keepSaved (page, user), mark = "# written by hand";
  const box = () => page.run ("document.querySelector ('.editor textarea')?.value.includes ('# written by hand') ?? null");
  const write = async () => {
    await user.press ("Edit");
    await page.until ("document.querySelector ('.editor svg')");
    await user.press ("Edit as text");
    await page.until ("document.querySelector ('.editor textarea')");
    await page.run (`{ const box = document.querySelector ('.editor textarea'); box.value = '${mark}\\n' + box.value; }`);
  };
  const asked = async (what, act) => {
    page.questions.length = 0;
    page.accepts = false;
    await act ();
    await page.idle ();
    check (`text and ${what}`, [page.questions.length, /sentence 1|not saved/.test (page.questions[0]), await box ()], [1, true, true]);
    page.accepts = true;
  };
  await user.open (path ("en.conllu"));
  await user.press ("Edit");
  await page.until ("document.querySelector ('.editor svg')");
  await setHead (page, user, "4", "8");
  await user.press ("Done");
  await page.until ("!document.querySelector ('.editor') && document.querySelector ('#panel-sentences figure[data-number=\"1\"] button')");
  await write ();
  check ("text and closing", await asksToClose (page));
  await asked ("Edit of another sentence", () => page.run ("document.querySelector ('figure[data-number=\"2\"] .actions button').click ()"));
  await asked ("Undo", () => page.run ("document.getElementById ('undo').click ()"));
  await asked ("a query", () => user.find ("words>=5"));
  await asked ("other drawings", () => user.set ("before and after", true));
  await asked ("another file", () => page.drop (path ("la.conllu")).then (() => page.until ("document.body.dataset.working == 0")));
  check ("boxes as they were", [await user.query (), ...await page.run ("[...document.querySelectorAll ('#panel-sentences .controls input')].map (one => one.checked)")], ["", false, true]);
  await user.tab ("check");
  const repair = place => page.run (`[...document.querySelectorAll ('#panel-check figure.tree button')].filter (one => /^Repair/.test (one.textContent))[${place}].click ()`);
  await asked ("its repair", () => repair (0));
  await repair (1);
  await page.until ("[...document.querySelectorAll ('#panel-check figure.tree button')].some (one => one.textContent == 'Repaired')");
  await page.idle ();
  await asked ("Edit of a finding", () => page.run ("[...document.querySelectorAll ('#panel-check figure.tree button')].filter (one => one.textContent == 'Edit')[1].click ()"));
  await asked ("an edit elsewhere", () => user.tab ("sentences"));
  await user.tab ("check");
  await user.press ("Undo");
  await user.tab ("sentences");
  check ("given up", await box (), null);
  /* Saving takes it over; so does Done. */
  await write ();
  const before = page.questions.length, all = await text ();
  check ("text and saving", [page.questions.length - before, all.startsWith (mark), all.slice (mark.length + 1).startsWith (en.slice (0, 40)), await said (user), await box ()],
    [0, true, true, "saved", null]);
  await write ();
  await page.run ("document.querySelector ('figure[data-number=\"2\"] .actions button').click ()");
  await page.until ("document.querySelector ('.editor[data-number=\"2\"] svg')");
  check ("given up for another sentence", [page.questions.length - before, await user.count (".editor"), await text () == all], [1, 1, true]);
  await user.press ("Done");
  await end ();
}

/* A query stays in its box in all tabs, also after an edit; what is wrong with one is told; what can be asked is listed. */
async function queries (page, user)
{
  const found = async query => `${(await tbk.stats ({ en }, ["--by=sentence", `--where=${query}`])).split ("\n").length - 2} of 24 sentences`, query = "deprel=nsubj and words>=5 and words<=90";
  await user.open (path ("en.conllu"));
  await user.find (query);
  await user.tab ("check");
  await page.run ("[...document.querySelectorAll ('#panel-check figure.tree button')].find (one => one.textContent == 'Repair').click ()");
  await page.until ("document.getElementById ('edited').textContent != ''");
  await page.idle ();
  await user.tab ("sentences");
  check ("the query after an edit", [await user.query (), await user.text (".found")], [query, await found (query)]);
  await user.press ("Undo");
  await user.press ("Done");
  /* What is wrong is told below the box, at its place, and what was found stays. */
  for (const [wrong, place, message, ...presses] of [["deprel=nsubj andd upos=X", "andd", "after 'nsubj', found 'andd', expected and, or, or the end"], ["words>=5 and deprl=nsubj", "deprl", "found 'deprl', expected an attribute; did you mean 'deprel'?", "Use deprel"],
    ["(upos=NOUN", "\u00a0", "after 'NOUN', found the end, expected and, or, or )"], ["class.wm", "class.wm", "found 'class.wm', expected class. and one of proj", "Search the text for “class.wm”"], ["form~'('", "'", "expected a regex: missing"], ["words<few", "few", "after '<', found 'few', expected a number"]]) {
    await page.run ("document.getElementById ('where').focus ()");
    await user.find (wrong);
    check (`wrong: ${wrong}`, [await page.run ("document.querySelector ('#wrong mark').textContent"), (await user.text ("#wrong")).includes (message), await user.text (".found"), await user.query (), await page.run ("document.getElementById ('where').ariaInvalid")], [place, true, await found (query), wrong, "true"]);
    check (`chosen: ${wrong}`, await page.run ("{ const box = document.getElementById ('where'); box.value.slice (box.selectionStart, box.selectionEnd); }"), place.trim ());
    check (`buttons: ${wrong}`, await page.run ("[...document.querySelectorAll ('#wrong button')].map (one => one.textContent)"), presses);
  }
  await user.find ("deprl=nsubj");
  await user.press ("Use deprel");
  check ("what is meant", [await user.query (), await user.text (".found"), await user.text ("#wrong")], ["deprel=nsubj", await found ("deprel=nsubj"), ""]);
  await user.find ("upos=pron");
  await user.press ("Use upos=PRON");
  check ("a value that is meant", [await user.query (), await user.text (".found")], ["upos=PRON", await found ("upos=PRON")]);
  /* The program's own table of attributes, and what may follow the letters that were typed. */
  await page.run ("document.querySelector ('#asked summary').click ()");
  await page.until ("document.querySelector ('#asked dd')");
  await page.idle ();
  const { stdout } = await tbk.run (["help", "attributes"]), [table] = new TextDecoder ().decode (stdout).split ("Of trees in brackets"), names = [...table.matchAll (/^ {2}(\S+)/gm)].map (([, name]) => name);
  check ("all attributes", [names.length > 30, await page.run ("[...document.querySelectorAll ('#asked dl')].slice (1).flatMap (list => [...list.querySelectorAll ('dt button')].map (one => one.textContent))")], [true, names]);
  check ("what they are", await page.run ("[...document.querySelectorAll ('#asked dd')].some (one => one.textContent == 'its arc covers a word that does not descend from its head')"));
  const pressed = text => page.run (`[...document.querySelectorAll ("#asked button")].find (one => one.textContent == ${JSON.stringify (text)}).click ()`).then (() => page.idle ());
  await page.run ("{ const box = document.getElementById ('where'); box.value = 'upos=NOUN and '; box.setSelectionRange (14, 14); }");
  await pressed ("feats.NAME");
  check ("put into the box", [await user.query (), await page.run ("document.activeElement.id")], ["upos=NOUN and feats.", "where"]);
  const offered = async typed => {
    await page.run (`{ const box = document.getElementById ("where"); box.value = ${JSON.stringify (typed)}; box.dispatchEvent (new Event ("input")); }`);
    await page.run ("new Promise (resolve => setTimeout (resolve, 50))");
    return page.run ("[...document.querySelectorAll ('#offers option')].map (one => one.value)");
  };
  check ("offered", [await offered ("words>3 and head.dep"), (await offered ("deprel=nsubj,acl")).includes ("deprel=nsubj,acl:relcl"), await offered ("form=x")], [["words>3 and head.deprel", "words>3 and head.depth"], true, []]);
  await user.press ("Clear");
  check ("no query", [await user.text (".found"), await user.query ()], ["All 24 sentences", ""]);
  for (const one of await page.run ("[...document.querySelector ('#asked dl').querySelectorAll ('button')].map (one => one.textContent)")) {
    await pressed (one);
    check (`for instance ${one}`, [await user.query (), await user.text (".found")], [one, await found (one)]);
  }
  await page.run ("document.getElementById ('asked').open = false");
  await user.find ("");
}

/* All columns of a word that boxes change; the focus stays; keys go to the next sentence; what has no heads, or very many words. */
async function boxes (page, user)
{
  const { text, end } = await keepSaved (page, user), place = (name, value) => page.run (`{ const box = document.querySelector (".editor [name=${name}]"); box.focus (); box.value = ${JSON.stringify (value)}; box.dispatchEvent (new Event ("change")); }`).then (() => page.idle ());
  await user.open (path ("en.conllu"));
  await user.press ("Edit");
  await page.until ("document.querySelector ('.editor svg')");
  await user.set ("Word", "4");
  for (const [name, value] of [["UPOS", "ADV"], ["LEMMA", "yester day"], ["FEATS", "Case=Nom|Number=Plur"], ["MISC", "Note=an edit"], ["DEPREL", "odd"]]) {
    await place (name, value);
    check (`focus in ${name}`, await page.run ("document.activeElement.name"), name);
  }
  const expected = en.replace ("4\tyesterday\tyesterday\tNOUN\t_\tNumber=Sing\t3\tobl:unmarked\t_\t_\n", "4\tyesterday\tyester day\tADV\t_\tCase=Nom|Number=Plur\t3\todd\t_\tNote=an edit\n");
  check ("all boxes", [await text () == expected, await user.text (".editor .unknown")], [true, "odd is not one of the 37 relations of UD, and no other word has it."]);
  await place ("UPOS", "A B");
  await place ("FEATS", "");
  check ("a blank refused, nothing as _", await text (), expected.replace ("Case=Nom|Number=Plur\t3\todd", "_\t3\todd"));
  await place ("DEPREL", "obl");
  check ("a known relation", await user.count (".editor .unknown"), 0);
  await page.run ("document.querySelector ('.editor .wide').focus ()");
  for (const [key, number] of [["n", 2], ["n", 3], ["p", 2]]) {
    await page.key (key);
    await page.until (`document.querySelector ('.editor[data-number="${number}"] svg')`);
    await page.idle ();
    check (`the key ${key}`, [await page.run ("document.activeElement.className"), await user.count (".editor")], ["wide", 1]);
  }
  for (const [name, number] of [["after", 3], ["before", 2], ["before", 1]]) {
    await page.run (`document.querySelector ('.editor [name=${name}]').click ()`);
    await page.until (`document.querySelector ('.editor[data-number="${number}"] svg')`);
    await page.idle ();
  }
  for (const name of ["undo", "redo"]) {
    await page.run (`document.querySelector ('.editor [name=${name}]').click ()`);
    await page.until (`/^${name}ne: Relation of 4 yesterday is obl\\.$/i.test (document.querySelector ('.edited').textContent)`);
    await page.idle ();
  }
  check ("nothing more to redo", await page.run ("document.querySelector ('.editor [name=redo]').disabled"));
  check ("lines of the sentence and the hint as wide as the drawing", await page.run ("Math.max (...[...document.querySelectorAll ('.editor > p:not(.controls, .actions)')].map (one => one.offsetHeight)) < 60"));
  await user.press ("Done");
  /* No heads at all: all words depend on the first one, as one edit. One word without a head: the program gives it one. */
  const block = (id, heads) => `# sent_id = ${id}\n` + heads.map ((head, i) => `${i + 1}\tw${i}\t_\tX\t_\t_\t${head}\t_\t_\t_\n`).join ("") + "\n", one = block ("a", ["_", "_", "_"]), two = block ("b", ["2", "0", "_"]);
  await user.open (written ("bare.conllup", "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC\n" + one + two));
  check ("drawn as words", await page.run ("[...document.querySelectorAll ('#panel-sentences figure.tree svg')].map (svg => [svg.querySelectorAll ('g.word').length, svg.querySelectorAll ('g.arc:not([display])').length])"), [[3, 0], [3, 2]]);
  check ("without a message", await user.text ("#panel-sentences .messages"), "");
  await user.press ("Make trees of all sentences without heads");
  await page.until ("document.querySelectorAll ('#panel-sentences g.arc:not([display])').length == 5");
  await page.run ("document.querySelectorAll ('#panel-sentences .edits')[2].click ()");
  await page.until ("document.querySelector ('.editor[data-number=\"2\"] svg')");
  await page.idle ();
  await user.set ("Word", "3");
  check ("no head yet", await page.run ("document.querySelector ('.editor [name=head]').value"), "");
  await setHead (page, user, "3", "2");
  const saves = await text ();
  check ("made trees", [saves.includes (block ("a", ["0", "1", "1"])), saves.includes (block ("b", ["2", "0", "2"]))], [true, true]);
  const named = await page.run ("{ let name; const click = HTMLAnchorElement.prototype.click; HTMLAnchorElement.prototype.click = function () { name = this.download; }; document.getElementById ('save').click (); new Promise (resolve => setTimeout (() => { HTMLAnchorElement.prototype.click = click; resolve (name); }, 300)); }");
  check ("the name keeps its ending", named, "bare.edited.conllup");
  await user.press ("Done");
  /* More words than are drawn: as text. */
  const long = block ("long", Array.from ({ length: 1200 }, (_, i) => i));
  await user.open (written ("words.conllu", long));
  await user.press ("Edit as text");
  await page.until ("document.querySelector ('.editor textarea')");
  await page.run ("{ const box = document.querySelector ('.editor textarea'); box.value = box.value.replace ('\tw7\t', '\tchanged\t'); }");
  await user.press ("Done");
  await page.until ("document.querySelector ('#edited').textContent.startsWith ('edited')");
  await page.idle ();
  check ("a long sentence", [await text () == long.replace ("\tw7\t", "\tchanged\t"), /It has 1,200 words/.test (await user.text ("#panel-sentences figure"))], [true, true]);
  await end ();
}

/* All findings that are shown are repaired by one edit, which obeys the boxes. */
async function repairs (page, user)
{
  const { text, end } = await keepSaved (page, user), head = "# global.columns = ID HEAD FORM DEPREL\n",
    source = head + "1\t3\tx\tpunct\n2\t0\ty\troot\n3\t2\tz\tdep\n4\t1\tw\tdep\n\n1\t0\tv\troot\n\n".repeat (60);
  await user.open (written ("la.conllup", source));
  await user.tab ("check");
  const tests = await page.run ("[...document.querySelectorAll ('.tests input')].map (one => one.value)");
  check ("two tests to choose from", tests.length, 2);
  /* Where all are notes: the button is behind the others, and repairs once that is wished. */
  const state = "{ const all = [...document.querySelectorAll ('#panel-check .saves button')], one = all.find (one => one.textContent.startsWith ('Repair all')); [all.indexOf (one) == 0, one.disabled, one.textContent]; }";
  await user.open (path ("nl.conllu"));
  await user.tab ("check");
  check ("only notes", await page.run (state), [false, true, "Repair all shown (0 sentences)"]);
  await page.run ("document.querySelector ('#panel-check .saves label input').click ()");
  check ("notes too", (await page.run (state)).slice (0, 2), [false, false]);
  await user.open (written ("la.conllup", source));
  await user.tab ("check");
  check ("no note among them", [await page.run (state).then (found => found.slice (0, 2)), await user.count ("#panel-check .saves label")], [[true, false], 0]);
  for (const left of [[], tests.slice (0, 1)]) {
    for (const test of left)
      await page.run (`document.querySelector (".tests input[value='${test}']").click ()`);
    await page.idle ();
    await page.run ("[...document.querySelectorAll ('#panel-check button')].find (one => one.textContent.startsWith ('Repair all')).click ()");
    await page.until ("document.getElementById ('edited').textContent.startsWith ('edited')");
    await page.idle ();
    const chosen = tests.filter (test => !left.includes (test));
    check (`all repaired but ${left}`, await text () == await tbk.repair ({ "la.conllup": source }, ["--mark=none", `--test=${chosen.join ()}`]));
    check ("one edit", await page.run ("document.querySelector ('#edits summary').textContent"), "1 edit");
    check (`what is left after ${chosen}`, await page.run ("[...document.querySelectorAll ('.tests input')].map (one => one.value)"), left);
    await page.run ("document.getElementById ('undo').click ()");
    await page.idle ();
    check ("undone at once", await text () == source);
  }
  await end ();
}

/* The basic arc of a word moves along in DEPS, by each way to edit; where DEPS has another one, that is said. */
async function enhanced (page, user)
{
  const { text, end } = await keepSaved (page, user),
    row = (id, head, deprel, deps) => `${id}\tw${id}\t_\tX\t_\t_\t${head}\t${deprel}\t${deps}\t_\n`,
    given = [[1, 3, "nsubj", "3:nsubj"], [2, 0, "root", "0:root"], [3, 2, "nmod", "2:nmod:of|3.1:x|12:y"], [4, 1, "conj", "3:conj"]],
    file = (...changed) => given.map (fields => row (...changed.find (([id]) => id == fields[0]) ?? fields)).join ("") + "\n",
    before = file (), said = () => user.text (".edited");
  const relation = async value => {
    await page.run (`{ const box = document.querySelector (".editor [name=DEPREL]"); box.value = "${value}"; box.dispatchEvent (new Event ("change")); }`);
    await page.until (`document.querySelector (".edited").textContent.includes ("is ${value}.")`);
    await page.idle ();
  };
  await user.open (written ("deps.conllu", before));
  await user.press ("Edit");
  await page.until ("document.querySelector ('.editor svg')");
  await setHead (page, user, "1", "2");
  check ("DEPS follows a head", await text (), file ([1, 2, "nsubj", "2:nsubj"]));
  await relation ("obj");
  await page.idle ();
  check ("DEPS follows a relation", await text (), file ([1, 2, "obj", "2:obj"]));
  await setHead (page, user, "3", "1");
  check ("DEPS follows with all of its relation", await text (), file ([1, 2, "obj", "2:obj"], [3, 1, "nmod", "1:nmod:of|3.1:x|12:y"]));
  await relation ("obl");
  check ("DEPS that stays is named", (await said ()).endsWith ("DEPS of 3 w3 still has 1:nmod:of."));
  await setHead (page, user, "4", "2");
  check ("DEPS with another head stays", [/\t3:conj\t/.test (await text ()), (await said ()).includes ("DEPS")], [true, false]);
  await user.press ("Done");
  for (let i = 0; i < 5; i++)
    await user.press ("Undo");
  check ("DEPS undone", await text (), before);
  await user.tab ("compare");
  await page.drop (written ("other.conllu", before.replace ("\t3\tnsubj\t", "\t2\tobj\t")));
  await page.until ("document.querySelector ('ul.takes button')");
  await page.idle ();
  await page.run ("document.querySelector ('ul.takes button').click ()");
  await page.until ("document.querySelector ('#edited').textContent.startsWith ('edited')");
  await page.idle ();
  check ("DEPS follows what is taken", await text (), file ([1, 2, "obj", "2:obj"]));
  await user.tab ("sentences");
  const odd = row (1, 3, "punct", "3:punct") + row (2, 0, "root", "0:root") + row (3, 2, "nmod", "2:nmod:of") + row (4, 1, "conj", "1:conj") + "\n";
  await user.open (written ("odd.conllu", odd));
  await user.tab ("check");
  await page.run ("document.querySelector ('#panel-check .saves label input')?.click ()");
  await page.run ("[...document.querySelectorAll ('#panel-check button')].find (one => one.textContent.startsWith ('Repair all')).click ()");
  await page.until ("document.getElementById ('edited').textContent.startsWith ('edited')");
  await page.idle ();
  const repaired = await text ();
  check ("DEPS follows repairs", repaired != odd && repaired == await tbk.repair ({ "odd.conllu": odd }, ["--mark=none", "--test=error,warning,note"])
    && repaired.trim ().split ("\n").every (line => line.split ("\t")[8].startsWith (`${line.split ("\t")[6]}:`)));
  await user.tab ("sentences");
  await end ();
}

/* An annotator's hour: a paragraph is pasted, cut into sentences, annotated, corrected and saved, by keys alone; then a treebank of a thousand
 * sentences without heads. The keys are counted; pictures are taken on the way. */
async function hour (page, user, browser, address)
{
  await page.goTo (address);
  await page.until ("document.getElementById ('unstarted').hidden");
  const { text, end } = await keepSaved (page, user), spent = [];
  let n = 0;
  const picture = name => pictures && page.picture (join (pictures, `hour-${name}.png`));
  const keys = async (...all) => {
    for (const key of all.flatMap (one => [one].flat ())) {
      await page.key (key.replace (/^Control\+/, ""), key.startsWith ("Control+") ? 2 : /^[A-Z]$/.test (key) ? 8 : 0);
      n++;
      await page.idle ();
    }
  };
  /* Letters of a UPOS that are those of one alone choose it. */
  const isOne = letters => letters != "" && "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split (" ").filter (upos => upos.toLowerCase ().startsWith (letters)).length == 1;
  const focus = what => page.run (`document.activeElement.matches (${JSON.stringify (what)})`);
  /* The head, the relation and the UPOS of the chosen word; what is right already is accepted as it is. A relation may follow a number at
   * once. */
  const annotate = async (head, relation, upos) => {
    const before = n, [first, ...rest] = typeof head == "number" && head > 0 ? relation : "";
    await keys ("Enter", [...String (head)], first ?? "Enter");
    for (const value of head === 0 ? [upos] : [first ? rest : relation, upos]) {
      await page.until ("document.querySelector ('.pick input')");
      await keys (...value, ...value == upos && isOne (upos) ? [] : ["Enter"]);
    }
    spent.push (n - before);
    await keys ("ArrowRight");
  };
  await page.run ("document.getElementById ('text').focus ()");
  await page.send ("Input.insertText", { text: "The old clock (of 1890) stopped. Nobody could repair it, so we don't wind it." });
  await page.key ("Tab");
  await page.key ("Enter");
  await page.until ("document.querySelector ('#panel-sentences figure.tree svg')");
  await page.idle ();
  check ("the focus after opening", await focus ("figure.tree .wide"));
  await picture ("1-pasted");
  await keys ("Enter");
  await page.until ("document.querySelector ('.editor svg')");
  await keys (...Array (9).fill ("ArrowRight"), "S");
  await page.until ("document.querySelector ('.editor[data-number=\"2\"] svg')");
  await picture ("2-cut");
  await keys ("p");
  await page.until ("document.querySelector ('.editor[data-number=\"1\"] svg')");
  for (const one of [["c", "d", ""], ["c", "a", ""], ["s", "n", ""], [6, "", ""], [6, "c", ""], ["c", "nm", ""], [6, "", ""], [0, "", ""]])
    await annotate (...one);
  await keys ("h", "8", "Enter");
  await picture ("3-sentence");
  await keys ("n");
  await page.until ("document.querySelector ('.editor[data-number=\"2\"] svg')");
  /* don't is two words, and becomes a multiword token over them. */
  await keys (...Array (7).fill ("ArrowRight"), "s");
  await page.until ("document.querySelector ('.pick input')");
  await keys ("End", "ArrowLeft", "ArrowLeft", "ArrowLeft", " ", "Tab", "Tab");
  await picture ("4-token");
  await keys ("Enter");
  await page.until ("document.querySelectorAll ('.editor g.word').length == 12");
  await page.idle ();
  await keys ("Home");
  for (const one of [["r", "n", "pr"], ["r", "au", ""], [0, "", ""], ["r", "o", "pr"], [10, "", ""], [10, "ad", ""], [10, "n", "pr"], ["w", "au", ""], ["w", "ad", "pa"], ["r", "x", "v"], ["", "o", "pr"]])
    await annotate (...one);
  await keys ("h", "3", "Enter");
  /* Corrected: wind is conj; then saved. */
  await keys ("ArrowLeft", "ArrowLeft", "r", ..."con", "Enter");
  await page.until ("document.querySelector ('.edited').textContent == 'Relation of 10 wind is conj.'");
  await picture ("5-corrected");
  const expected = (id, text, ...rows) => `# sent_id = ${id}\n# text = ${text}\n` + rows.map (([form, upos, head, deprel, misc = "_"], i) => form.includes ("-") ? `${form}\t${upos}\t_\t_\t_\t_\t_\t_\t_\t_\n` : `${rows.slice (0, i + 1).filter (([one]) => !one.includes ("-")).length}\t${form}\t_\t${upos}\t_\t_\t${head}\t${deprel}\t_\t${misc}\n`).join ("") + "\n", NO = "SpaceAfter=No";
  const first = expected ("1", "The old clock (of 1890) stopped.", ["The", "DET", 3, "det"], ["old", "ADJ", 3, "amod"], ["clock", "NOUN", 8, "nsubj"], ["(", "PUNCT", 6, "punct", NO], ["of", "ADP", 6, "case"], ["1890", "NUM", 3, "nmod", NO], [")", "PUNCT", 6, "punct"], ["stopped", "VERB", 0, "root", NO], [".", "PUNCT", 8, "punct"]),
    second = expected ("1-2", "Nobody could repair it, so we don't wind it.", ["Nobody", "PRON", 3, "nsubj"], ["could", "AUX", 3, "aux"], ["repair", "VERB", 0, "root"], ["it", "PRON", 3, "obj", NO], [",", "PUNCT", 10, "punct"], ["so", "ADV", 10, "advmod"], ["we", "PRON", 10, "nsubj"], ["8-9", "don't"], ["do", "AUX", 10, "aux"], ["n't", "PART", 10, "advmod"], ["wind", "VERB", 3, "conj"], ["it", "PRON", 10, "obj", NO], [".", "PUNCT", 3, "punct"]);
  await page.run ("window.kept = null");
  await keys ("Control+s");
  await page.until ("window.kept");
  check ("annotated by keys", await page.run ("kept.text ()"), first + second);
  check ("the editor stays, and has the focus", [await focus (".editor .wide"), await said (user)], [true, "saved"]);
  spent.sort ((a, b) => a - b);
  console.log (`hour: ${n} keys for 2 sentences of 21 words, from Enter to saved; head, relation and UPOS of a word in ${spent[spent.length >> 1]} (median), ${spent[0]} to ${spent.at (-1)}`);
  check ("few keys a word", [spent[spent.length >> 1] <= 7, spent.at (-1) <= 8], [true, true]);
  check ("nothing is wrong", (await tbk.check ({ "a.conllu": first + second }, ["--rules=ud"])).split ("\n").filter (row => /\terror\t/.test (row)), []);
  /* A thousand sentences without heads. */
  const bare = (await text ("Save treebank"), readFileSync (path ("en.conllu"), "utf8")).replace (/^(\d+\t(?:[^\t]*\t){5})[^\t]*\t[^\t]*/gm, "$1_\t_"), thousand = Array.from ({ length: 42 }, (_, i) => bare.replaceAll (/^(# sent_id = .*)$/gm, `$1-${i}`)).join ("");
  await user.open (written ("bare.conllu", thousand));
  check ("a thousand sentences as words", [await user.text ("#size"), await page.run ("document.querySelectorAll ('#panel-sentences g.word').length > 500"), await page.run ("document.querySelectorAll ('#panel-sentences g.arc:not([display])').length"), await user.text ("#panel-sentences .messages")], ["1,008 sentences, 15,624 words", true, 0, ""]);
  await picture ("6-bare");
  await page.until ("[...document.querySelectorAll ('button')].some (one => one.offsetParent && one.textContent == 'Make trees of all sentences without heads')");
  await keys ("Enter");
  await page.until ("document.querySelector ('.editor svg')");
  await annotate (2, "d", "");
  check ("one word attached", await page.run ("[document.querySelectorAll ('.editor g.arc:not([display])').length, document.querySelector ('#edits summary').textContent]"), [1, "2 edits"]);
  await keys ("Escape");
  await user.press ("Make trees of all sentences without heads");
  await page.until ("document.querySelectorAll ('#panel-sentences figure g.arc:not([display])').length > 500");
  const all = await text ("Save treebank");
  check ("trees by one press", [await page.run ("document.querySelector ('#edits summary').textContent"), (await tbk.stats ({ all }, ["--columns=sentences,nonprojective_trees", "--on-error=skip"])).split ("\n")[1]], ["3 edits", "1007\t0"]);
  for (let i = 0; i < 3; i++)
    await page.run ("document.getElementById ('undo').click ()").then (() => page.idle (60));
  check ("all undone", await text ("Save treebank") == thousand);
  await end ();
}

/* Words and sentences are inserted, deleted, split and joined by buttons, each undone and done again; comments and other columns; what is
 * wrong is marked, what cannot be done is told. */
async function structure (page, user)
{
  const { text, end } = await keepSaved (page, user), said = () => user.text (".editor .edited");
  const ask = async (label, value, pressed) => {
    await user.press (label);
    await page.until ("document.querySelector ('.pick input')");
    await page.run (`document.querySelector (".pick input").value = ${JSON.stringify (value)}`);
    await page.run (`[...document.querySelectorAll (".pick button")].find (one => one.textContent.startsWith (${JSON.stringify (pressed)})).click ()`);
    await page.idle ();
  };
  const word = number => user.set ("Word", String (number));
  await user.open (path ("en.conllu"));
  await user.press ("Edit");
  await page.until ("document.querySelector ('.editor svg')");
  const of = await import (new URL ("packaging/web/page/sentence.mjs", top)), names = "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC".split (" ");
  const block = one => en.split ("\n\n")[one] + "\n\n", first = block (0), on = act => en.replace (first, () => of.changed (first, names, act).after);
  const cases = [["split", () => ask ("Split", "yester day", "Split"), on (one => of.splitWord (one, 4, ["yester", "day"]))], ["a multiword token", () => ask ("Split", "yester day", "As a multiword token"), on (one => of.splitWord (one, 4, ["yester", "day"], true))],
    ["joined", () => user.press ("Join"), on (one => of.joinWords (one, 4, 5))], ["inserted", () => ask ("Insert", "late", "Insert (Enter)"), on (one => of.insertWord (one, 4, "late"))], ["inserted before it", () => ask ("Insert", "late", "Insert before"), on (one => of.insertWord (one, 3, "late"))],
    ["deleted", () => user.press ("Delete"), on (one => of.deleteWord (one, 4))],
    ["a sentence split", () => user.press ("Split here"), en.replace (first, () => of.splitSentence (first, names, 4, "en-01-2").after)], ["sentences joined", () => user.press ("Join with next"), en.replace (first + block (1), () => of.joinSentences (first, block (1), names).after)],
    ["a sentence inserted", () => ask ("Insert sentence", "Look, here!", "Insert"), en.replace (first, () => first + of.sentenceOf ("Look, here!", "en-01-3", names))], ["a sentence deleted", () => user.press ("Delete sentence"), en.replace (first, "")]];
  for (const [what, act, expected] of cases) {
    await word (4);
    await act ();
    await page.until ("document.getElementById ('edited').textContent.startsWith ('edited')");
    check (what, await text () == expected);
    check (`the focus: ${what}`, await page.run ("document.activeElement.closest ('.editor') != null"));
    await page.run ("document.getElementById ('undo').click ()");
    await page.idle ();
    check (`undone: ${what}`, [await text () == en, await user.text ("#size"), await user.text (".found")], [true, "24 sentences, 372 words", "All 24 sentences"]);
    await page.run ("document.getElementById ('redo').click ()");
    await page.idle ();
    check (`done again: ${what}`, await text () == expected);
    await page.run ("document.getElementById ('undo').click ()");
    await page.idle ();
    await page.until ("document.querySelector ('.editor[data-number=\"1\"] svg')");
  }
  /* A range of words by Shift; comments; tags that are none; enhanced arcs. */
  await page.run ("document.querySelector ('.editor .wide').focus ()");
  await page.key ("Home");
  await page.key ("ArrowRight", 8);
  await page.key ("ArrowRight", 8);
  check ("three words chosen", await page.run ("document.querySelectorAll ('.editor g.word.chosen').length"), 3);
  await ask ("Multiword token", "Aletterarrived", "Make it");
  check ("a token over them", (await text ()).includes ("\n1-3\tAletterarrived\t_\t_\t_\t_\t_\t_\t_\t_\n1\tA\t"));
  await word (2);
  await user.press ("Dissolve token");
  check ("dissolved", (await text ()).includes ("1-3"), false);
  for (let i = 0; i < 2; i++)
    await user.press ("Undo");
  await word (1);
  await user.press ("Dissolve token");
  check ("what cannot be done is told", await said (), "Word 1 is part of no multiword token.");
  const comment = value => page.run (`{ const box = document.querySelector (".editor textarea"); box.closest ("details").open = true; box.value = ${value}; box.dispatchEvent (new Event ("change")); }`).then (() => page.idle ());
  await comment ("box.value + '\\n# note = here'");
  check ("a comment", await text (), en.replace ("nobody could read.\n", "nobody could read.\n# note = here\n"));
  await comment ("'no comment'");
  check ("no comment", [await said (), (await text ()).includes ("no comment")], ["Not changed: a comment begins with #, 'no comment' does not.", false]);
  await user.press ("Undo");
  for (const [column, value, doubt] of [["UPOS", "FOO", "FOO is not one of the 17 UPOS of UD, and no other word has it."], ["DEPREL", "nsubj:own", "nsubj:own: no other word has this subtype."], ["FEATS", "Number=sing", "FEATS are pairs as Case=Nom, with | between: 'Number=sing' is none."], ["FEATS", "Number=Sing|Case=Nom", "FEATS are in alphabetical order: Case=Nom comes before Number=Sing."],
    ["DEPS", "12:nsubj", "DEPS: the sentence has no word 12."], ["DEPS", "x", "DEPS are pairs as 2:nsubj, with | between: 'x' is none."], ["XPOS", "T", ""], ["UPOS", "ADV", ""], ["DEPREL", "iobj", ""]]) {
    await page.run (`{ const box = document.querySelector (".editor [name=${column}]"); box.value = "${value}"; box.dispatchEvent (new Event ("change")); }`);
    await page.idle ();
    check (`${column} ${value}`, [(await user.text (".editor .unknown")), await page.run (`document.querySelector (".editor [name=${column}]").getAttribute ("aria-invalid")`)], [doubt, doubt ? "true" : null]);
    await user.press ("Undo");
    await word (1);
  }
  await page.run ("{ const box = document.querySelector ('.editor [name=DEPS]'); box.value = '2:det|8:nsubj'; box.dispatchEvent (new Event ('change')); }");
  await page.until ("document.querySelector ('.editor g.graph')");
  check ("an enhanced arc", await page.run ("[...document.querySelectorAll ('.editor g.graph title')].map (one => one.textContent)"), ["enhanced nsubj: 1 A ← 8 read"]);
  check ("dashed, below the words", await page.run ("{ const svg = document.querySelector ('.editor svg'), line = svg.querySelector ('g.graph .line'); [line.getAttribute ('stroke-dasharray') != null, line.getBBox ().y > svg.querySelector ('g.word .form').getBBox ().y, line.getBBox ().y + line.getBBox ().height < svg.viewBox.baseVal.height]; }"), [true, true, true]);
  await user.press ("Done");
  check ("in the list too", await user.count ("#panel-sentences g.graph"), 1);
  await user.press ("Undo");
  await user.press ("Done");
  check ("all undone", await text () == en);
  await end ();
}

/* Lists at the chosen word: typing leads to what begins so, arrows and Escape do what they do elsewhere; Ctrl+S in a box saves what is in it. */
async function lists (page, user)
{
  const { text, end } = await keepSaved (page, user), shown = () => page.run ("[...document.querySelectorAll ('.pick li')].map (one => one.firstChild.textContent)");
  await user.open (path ("en.conllu"));
  await page.run ("document.querySelector ('figure.tree .wide').focus ()");
  await page.key ("Enter");
  await page.until ("document.querySelector ('.editor svg')");
  await page.idle ();
  await page.key ("u");
  await page.until ("document.querySelector ('.pick input')");
  const all = await shown ();
  check ("UPOS of UD, the most frequent first", [all.length, all[0], all.includes ("SYM"), await page.run ("document.querySelector ('.pick li[aria-selected=true] bdi').textContent")], [17, "NOUN", true, "DET"]);
  await page.key ("Escape");
  await page.key ("r");
  await page.until ("document.querySelector ('.pick input')");
  const relations = await shown ();
  check ("relations of UD and of the file", [relations.includes ("reparandum"), relations.includes ("acl:relcl"), relations.length > 37], [true, true, true]);
  for (const letter of "pass")
    await page.key (letter);
  check ("letters in the middle", (await shown ()).slice (-2), ["nsubj:pass", "aux:pass"].sort ((a, b) => relations.indexOf (a) - relations.indexOf (b)).concat ("pass").slice (-2));
  for (const key of ["ArrowDown", "ArrowUp", "Enter"])
    await page.key (key);
  await page.until ("document.querySelector ('#edited').textContent.startsWith ('edited')");
  await page.idle ();
  check ("chosen", [/^Relation of 1 A is (nsubj|aux):pass\.$/.test (await user.text (".edited")), await page.run ("document.activeElement.className")], [true, "wide"]);
  await page.key ("z", 2);
  await page.until ("document.querySelector ('.edited').textContent.startsWith ('Undone: ')");
  await page.key ("l");
  check ("a key leads to a box", await page.run ("document.activeElement.name"), "LEMMA");
  await page.send ("Input.insertText", { text: "an" });
  await page.run ("window.kept = null");
  await page.key ("s", 2);
  await page.until ("window.kept");
  check ("saved from a box", await page.run ("kept.text ()") == en.replace ("1\tA\ta\t", "1\tA\tan\t"));
  await page.idle ();
  check ("the focus after saving", await page.run ("document.activeElement != document.body"));
  /* Letters and numbers lead to heads. */
  await page.run ("document.querySelector ('.editor .wide').focus ()");
  for (const [keys, told] of [[["h", "r"], "1 A on 8 read?"], [["Escape", "h", "n", "n"], "1 A on 6 nobody?"], [["Escape", "h", "9"], "1 A on 9 .?"], [["Escape", "h", "0"], "1 A on 0, the root?"], [["Escape", "h", "ArrowRight"], "1 A on 3 arrived?"], [["Escape", "0"], "1 A on 0, the root?"]]) {
    for (const key of keys)
      await page.key (key);
    check (`heads by ${keys}`, (await user.text (".edited")).startsWith (told), true);
  }
  await page.key ("Escape");
  /* Faster than the page. */
  const fast = async (...all) => {
    await Promise.all (all.map (key => page.key (key)));
    await page.until ("document.querySelector ('#edited').textContent.startsWith ('edited')");
    await page.idle ();
  };
  const row = async () => /^1\t.*/m.exec (await text ())[0];
  await fast ("Enter", "8", "o", "b", "j", "Enter", "n", "u", "Enter");
  check ("typed at once", [await row (), await page.run ("[document.activeElement.className, document.querySelector ('.pick')]")], ["1\tA\tan\tNUM\t_\tDefinite=Ind|PronType=Art\t8\tobj\t_\t_", ["wide", null]]);
  await fast ("Enter", "2", "Enter", "d", "e", "t", "Enter", "d");
  check ("typed at once, with Enter", await row (), "1\tA\tan\tDET\t_\tDefinite=Ind|PronType=Art\t2\tdet\t_\t_");
  await page.key ("u");
  await page.until ("document.querySelector ('.pick input')");
  await page.key ("x");
  await page.until ("document.querySelector ('.edited').textContent == 'UPOS of 1 A is X.'");
  await page.idle ();
  await page.key ("Enter");
  check ("an Enter too many", [await user.text (".edited"), await page.run ("document.activeElement.className")], ["UPOS of 1 A is X.", "wide"]);
  await page.key ("Enter");
  check ("then the head", (await user.text (".edited")).startsWith ("1 A on 2 letter?"));
  await page.key ("Escape");
  await page.key ("Escape");
  await page.until ("!document.querySelector ('.editor')");
  await page.idle ();
  check ("the focus after editing", await page.run ("document.activeElement.closest ('figure')?.dataset.number"), "1");
  await end ();
}

/* A browser that lets a page write files: into the file itself, and what is saved is known then; asked where another program changed it. */
async function into (page, user, browser, address)
{
  if (!address.startsWith ("http"))
    return;
  await page.goTo (address);
  await page.until ("document.getElementById ('unstarted').hidden");
  const picked = (name, text) => page.run (`(async () => { const folder = await navigator.storage.getDirectory (), handle = await folder.getFileHandle ("${name}", { create: true }), stream = await handle.createWritable (); await stream.write (Uint8Array.from (atob ("${Buffer.from (text).toString ("base64")}"), letter => letter.charCodeAt (0))); await stream.close (); window.theFile = handle; return 0; }) ()`);
  const content = () => page.run ("(async () => [...new Uint8Array (await (await theFile.getFile ()).arrayBuffer ())]) ()").then (bytes => Buffer.from (bytes));
  await page.run ("delete DataTransferItem.prototype.getAsFileSystemHandle; window.asked = []; window.showOpenFilePicker = async () => [theFile]; window.showSaveFilePicker = async options => { asked.push (options.suggestedName); return theFile; }; 0");
  await picked ("mine.conllu", en);
  await page.run ("document.getElementById ('file').click ()");
  await page.until ("document.getElementById ('name').textContent == 'mine.conllu'");
  await page.idle ();
  await user.press ("Edit");
  await page.until ("document.querySelector ('.editor svg')");
  await setHead (page, user, "4", "8");
  check ("not written yet", (await content ()).toString () == en);
  await page.run ("document.querySelector ('.editor .wide').focus ()");
  await page.key ("s", 2);
  await page.until ("document.getElementById ('edited').textContent == 'saved in mine.conllu'");
  const edited = en.replace (/\t3\tobl:unmarked/, "\t8\tobl:unmarked");
  check ("written into the file, without a question", [(await content ()).toString () == edited, await page.run ("asked"), await asksToClose (page)], [true, [], false]);
  await setHead (page, user, "4", "7");
  await picked ("mine.conllu", "changed elsewhere");
  page.questions.length = 0;
  page.accepts = false;
  await user.press ("Save treebank");
  check ("changed by another program", [page.questions.length, /changed by another program/.test (page.questions[0]), (await content ()).toString (), await user.text ("#edited")], [1, true, "changed elsewhere", "edited, not saved yet"]);
  page.accepts = true;
  await user.press ("Save treebank");
  check ("written over it", [(await content ()).toString () == edited.replace ("\t8\tobl:unmarked", "\t7\tobl:unmarked"), await user.text ("#edited")], [true, "saved in mine.conllu"]);
  /* Packed as the name says; a new file is asked for by the name of the document. */
  await picked ("packed.conllu.gz", "");
  await user.open (path ("la.conllu"));
  await user.press ("Save treebank");
  await page.until ("document.getElementById ('edited').textContent == 'saved in packed.conllu.gz'");
  check ("packed", [await page.run ("asked"), gunzipSync (await content ()).toString () == la], [["la.conllu"], true]);
  await page.run ("window.showSaveFilePicker = async () => { throw new DOMException ('none', 'AbortError'); }; 0");
  await user.open (path ("nl.conllu"));
  await user.press ("Save treebank");
  check ("no file chosen", [await user.text ("#edited"), await user.error ()], ["", ""]);
  await page.goTo (address);
}

/* The same file twice is one document; two files of one name are told apart. */
async function twice (page, user, browser, address)
{
  await page.goTo (address);
  await page.until ("document.getElementById ('unstarted').hidden");
  const file = copied (path ("en.conllu"));
  await user.open (file, true);
  await user.press ("Edit");
  await page.until ("document.querySelector ('.editor svg')");
  await setHead (page, user, "4", "8");
  await user.open (file, true);
  check ("opened twice", [await page.run ("document.getElementById ('tab-files').hidden"), await user.text ("#edited"), await user.text ("#edits summary")], [true, "edited, not saved yet", "1 edit"]);
  await user.open (path ("en.conllu"));
  check ("another file of the name", [await user.text ("#name"), await user.text ("#edited"), await page.run ("document.title"), await page.run ("location.hash")], ["en.conllu (2)", "", "en.conllu (2) - tbk", "#file=en.conllu+%282%29&tab=sentences"]);
  await user.tab ("files");
  check ("both in the table", await page.run ("[...document.querySelectorAll ('#panel-files tbody tr')].map (row => row.cells[0].textContent)"), ["en.conllu", "en.conllu (2)"]);
  await page.run ("history.back ()");
  await page.until ("document.getElementById ('tab-sentences').ariaSelected == 'true'");
  await page.idle ();
  const name = { name: "x.edited.conllu", kind: "conllu" }, { nameWith } = await import (new URL ("packaging/web/page/dom.mjs", top));
  check ("edited once in a name", [nameWith (name, "edited"), nameWith ({ ...name, name: "x.conllu.gz" }, "edited"), nameWith ({ ...name, name: "x" }, "edited")], ["x.edited.conllu", "x.edited.conllu", "x.edited.conllu"]);
  await page.goTo (address);
}

/* Rows of tables lead to their sentences, exactly those that the program counted. */
async function rows (page, user)
{
  const cases = [["statistics", "length", "words_from", row => [`--where=words>=${row.words_from} and words<=${row.words_to}`]], ["statistics", "deprel", "deprel", row => [`--where=deprel=${row.deprel}`]],
    ["statistics", "upos", "upos", row => [`--where=upos=${row.upos}`]], ["choices", "length", "words_from", row => [`--where=words>=${row.words_from} and words<=${row.words_to}`]]];
  await user.open (path ("en.conllu"));
  const found = async options => `${(await tbk.stats ({ en }, ["--by=sentence", ...options])).split ("\n").length - 2} of 24 sentences`;
  for (const [tab, view, first, options] of cases) {
    await user.tab (tab);
    await user.set ("Table", view);
    const { head, shown } = await page.run (`({ head: [...document.querySelectorAll ("#panel-${tab} thead th")].map (one => one.textContent.replaceAll (" ", "_")), shown: [...document.querySelectorAll ("#panel-${tab} tbody tr")].map (row => [...row.cells].map (cell => cell.textContent)) })`);
    const place = shown.length - 1, row = Object.fromEntries (head.map ((name, i) => [name, shown[place][i]]));
    check (`${tab} ${view}`, [head[0], shown.length > 2], [first, true]);
    await page.run (`document.querySelectorAll ("#panel-${tab} tbody button.link")[${place}].click ()`);
    await page.until ("document.getElementById ('tab-sentences').ariaSelected == 'true'");
    await page.idle ();
    check (`its sentences: ${options (row)}`, await user.text (".found"), await found (options (row)));
    await user.press ("Clear");
  }
  await user.tab ("statistics");
  await user.set ("Table", "classes");
  await page.run ("[...document.querySelectorAll ('#panel-statistics button.link')].find (one => one.textContent == 'not planar').click ()");
  await page.until ("document.getElementById ('tab-sentences').ariaSelected == 'true'");
  await page.idle ();
  check ("outside of a class", await user.text (".found"), await found (["--where=not class.planar"]));
  await user.press ("Clear");
  for (const [tab, view] of [["statistics", "arcs"], ["choices", "sentence"]]) {
    await user.tab (tab);
    await user.set ("Table", view);
    const number = await page.run (`{ const one = [...document.querySelectorAll ("#panel-${tab} tbody button.link")].pop (); one.click (); one.textContent; }`);
    await page.until ("document.getElementById ('tab-sentences').ariaSelected == 'true'");
    await page.idle ();
    check (`the sentence of ${view}`, [await page.run ("document.activeElement.closest ('figure')?.dataset.number"), await user.text (".found")], [number, "All 24 sentences"]);
  }
}

/* The query holds in all tabs: findings, steps and comparison are of the sentences that meet it; the second file may have another order. */
async function everywhere (page, user)
{
  const keeper = await keepSaved (page, user), options = ["--where=not projective and words>=15"];
  const rowsOf = text => text.split ("\n").slice (1, -1).map (row => row.split ("\t"));
  await user.open (path ("en.conllu"));
  await user.tab ("check");
  check ("findings without a query", (await keeper.text ("Save findings (TSV)")), await tbk.check ({ "en.conllu": en }, ["--sort=suspicion"]));
  await user.tab ("sentences");
  await user.find ("not projective and words>=15");
  const numbers = rowsOf (await tbk.stats ({ en }, ["--by=sentence", ...options])).map (row => row[1]), chosen = await tbk.filter ({ "en.conllu": en }, options);
  check ("some are chosen", numbers.length > 2 && numbers.length < 12);
  for (const tab of ["statistics", "choices", "check", "steps", "compare"]) {
    await user.tab (tab);
    check (`the query in ${tab}`, [await user.query (), await user.count ("#search")], ["not projective and words>=15", 1]);
  }
  await user.tab ("check");
  check ("findings of the chosen", await keeper.text ("Save findings (TSV)"), await tbk.check ({ "en.conllu": en }, ["--sort=suspicion", ...options]));
  check ("repairs of the chosen", await keeper.text ("Save with all repairs (CoNLL-U)"), await tbk.repair ({ "en.conllu": chosen }, ["--test=error,warning,note"]));
  await user.tab ("steps");
  const place = () => page.run ("document.querySelector ('#panel-steps input[type=number]').value");
  const walked = [await place ()];
  for (let i = 0; i < numbers.length; i++) {
    await user.press ("→");
    walked.push (await place ());
  }
  check ("steps of the chosen", walked, [...numbers, numbers.at (-1)]);
  check ("as many as can be chosen", /; (\d+) of them/.exec (await user.text ("#panel-steps .controls"))?.[1], String (numbers.length));
  await user.set ("Sentence", String (Number (numbers[0]) - 1));
  check ("another sentence than the chosen ones", await place (), numbers[0]);
  /* The second file, in another order. */
  const reversed = text => text.trim ().split ("\n\n").reverse ().join ("\n\n") + "\n\n", flat = await tbk.projectivize ({ "en.conllu": en }, ["--mark=none"]);
  await user.tab ("compare");
  await page.drop (written ("reversed.conllu", reversed (flat)));
  await page.until ("document.querySelector ('#panel-compare table')");
  await page.idle ();
  check ("measures of the chosen", await keeper.text ("Save measures (TSV)"), await tbk.evaluate ({ a: chosen, b: await tbk.projectivize ({ a: chosen }, ["--mark=none"]) }));
  check ("drawings of the chosen", await page.run ("[...document.querySelectorAll ('#panel-compare figure.tree')].map (one => one.dataset.number)"), numbers);
  await user.press ("Clear");
  await page.until (`document.querySelectorAll ('#panel-compare figure.tree').length == 13`);
  check ("measures of all", await keeper.text ("Save measures (TSV)"), await tbk.evaluate ({ a: en, b: flat }));
  await user.tab ("sentences");
  await user.find ("text=*no\\ such\\ text*");
  for (const [tab, said] of [["steps", "No sentence meets the query."], ["compare", "No sentence meets the query."], ["check", "no sentence meets the query"]]) {
    await user.tab (tab);
    check (`no sentence in ${tab}`, (await user.text (`#panel-${tab} .messages`)).includes (said));
  }
  await user.press ("Clear");
  await keeper.end ();
}

/* Trees in brackets: rows of labels and of tags lead to their trees, as the program writes them; the query holds in tables too. */
async function phrases (page, user)
{
  const all = readFileSync (path ("phrases.psd"), "utf8") + "\n(NP )\n(S (PRP (she)))\n( (S (NP-SBJ (N Dogs)) (CP-REL *ICH*-1) (VP|x (V bark))) (ID NEG))\n";
  const lines = new TextDecoder ().decode ((await tbk.run (["filter", "--quiet", "--lines", "--on-error=skip", "phrases.psd"], { "phrases.psd": all })).stdout).trim ().split ("\n");
  const unit = `of ${lines.length + 2} trees`, keeper = await keepSaved (page, user);
  await user.open (written ("phrases.psd", all));
  for (const view of ["label", "tag"]) {
    await user.tab ("statistics");
    await user.set ("Table", view);
    const rows = await page.run ("[...document.querySelectorAll ('#panel-statistics tbody tr')].map (row => row.cells[0].textContent)");
    check (`rows of ${view}`, rows.length > 5);
    for (const place of [0, 3, rows.length - 1]) {
      await page.run (`document.querySelectorAll ("#panel-statistics tbody button.link")[${place}].click ()`);
      await page.until ("document.getElementById ('tab-sentences').ariaSelected == 'true'");
      await page.idle ();
      const found = lines.filter (line => line.includes (`(${rows[place]} (`) == (view == "label") && line.includes (`(${rows[place]} `));
      check (`trees with the ${view} ${rows[place]}`, await user.text (".found"), `${found.length} ${unit}`);
      await user.press ("Clear");
      await user.tab ("statistics");
      await user.set ("Table", view);
    }
  }
  await user.tab ("sentences");
  const n = test => `${lines.filter (test).length} ${unit}`;
  for (const [query, expected] of [["none(label=NP)", n (line => !line.includes ("(NP "))], ["label=?P,FRAG", n (line => /\((\wP|FRAG) \(/.test (line))], ["text~'(?i)dogs'", n (line => line.includes ("Dogs"))], ["text=NEG", n (() => false)],
    ["words>=6", n (line => line.match (/ [^\s()]+\)/g).length >= 6)], ["sent_id=NEG", n (line => line.includes ("Dogs"))], ["words>=6 and label=NP", n (line => line.match (/ [^\s()]+\)/g).length >= 6 && line.includes ("(NP "))]]) {
    await user.find (query);
    check (query, await user.text (".found"), expected);
    await user.tab ("statistics");
    check (`statistics of ${query}`, (await keeper.text ("Save table (TSV)")).split ("\n")[1]?.split ("\t")[1] ?? "0", expected.split (" ")[0]);
    await user.tab ("sentences");
    await user.press ("Clear");
  }
  await keeper.end ();
}

/* The other file's arcs are taken as edits; confused relations lead to their drawings; three files agree as the program says. */
async function takes (page, user, browser, address)
{
  const { text, end } = await keepSaved (page, user);
  await page.goTo ("about:blank");
  await page.goTo (address);
  const again = await keepSaved (page, user), other = en.replace (/^(4\tyesterday\t.*)\t3\tobl:unmarked/m, "$1\t2\tnmod").replace (/^(11\ttime\t.*)\t0\troot/m, "$1\t3\tacl").replace (/^(3\tclock\t.*)\t11\tnsubj/m, "$1\t0\troot"),
    third = en.replaceAll ("\tnsubj\t", "\tobj\t");
  await page.until ("document.getElementById ('unstarted').hidden && document.readyState == 'complete'");
  await new Promise (resolve => setTimeout (resolve, 300));
  await page.drop ([written ("a.conllu", en), written ("b.conllu", other), written ("c.conllu", third)]);
  await page.until ("document.getElementById ('tab-files').textContent == 'Files (3)' && document.querySelectorAll ('#panel-files tbody tr').length == 3", 60);
  await page.idle ();
  await user.tab ("compare");
  await user.set ("or one that is open", await page.run ("[...document.querySelectorAll ('#panel-compare option')].find (one => one.textContent == 'b.conllu').value"));
  await page.until ("document.querySelectorAll ('#panel-compare figure.tree').length == 2");
  await page.idle ();
  check ("what CLAS counts", (await user.text ("#panel-compare .of-clas")).includes ("total adds those of both files, and correct counts each correct word twice"));
  check ("words to take", await page.run ("[...document.querySelectorAll ('.takes li')].map (one => one.textContent)"), ["Take 4 yesterday: here obl:unmarked of 3, in b.conllu nmod of 2", "Take 3 clock: here nsubj of 11, in b.conllu root of 0", "Take 11 time: here root of 0, in b.conllu acl of 3"]);
  await page.run ("document.querySelector ('.takes button').click ()");
  await page.until ("document.querySelectorAll ('#panel-compare figure.tree').length == 1");
  await page.idle ();
  const one = en.replace (/^(4\tyesterday\t.*)\t3\tobl:unmarked/m, "$1\t2\tnmod");
  check ("one taken", await again.text () == one);
  check ("the next one has the focus", await page.run ("document.activeElement.ariaLabel"), "Take clock from b.conllu");
  check ("words that differ", await again.text ("Save words that differ (TSV)"), await tbk.evaluate ({ "a.conllu": one, "b.conllu": other }, ["--by=word", "--of=deprel"]));
  check ("measured anew", await again.text ("Save measures (TSV)"), await tbk.evaluate ({ "a.conllu": one, "b.conllu": other }));
  await user.press ("Take all");
  await page.until ("document.querySelectorAll ('#panel-compare figure.tree').length == 0");
  await page.idle ();
  check ("all taken", [await again.text () == other, await user.text ("#panel-compare h2")], [true, "No word differs"]);
  await user.press ("Undo");
  await user.press ("Undo");
  check ("undone", await again.text () == en);
  await user.set ("or one that is open", await page.run ("[...document.querySelectorAll ('#panel-compare option')].find (one => one.textContent == 'c.conllu').value"));
  await page.until ("[...document.querySelectorAll ('#panel-compare summary')].some (one => one.textContent == 'Confused relations (1 pair)')");
  await page.idle ();
  await page.run ("document.querySelector ('#panel-compare details button.link').click ()");
  await page.idle ();
  const pairs = (await tbk.evaluate ({ a: en, c: third }, ["--by=word", "--of=deprel"])).split ("\n").slice (1, -1).map (row => row.split ("\t")).filter (row => row[6] == "nsubj" && row[8] == "obj");
  check ("drawings of a pair", [await user.count ("#panel-compare figure.tree"), await page.run ("document.querySelector ('#panel-compare details tbody td:nth-child(3)').textContent")], [new Set (pairs.map (row => row[2])).size, String (pairs.length)]);
  const all = await page.run ("[...document.querySelectorAll ('#panel-compare figure.tree')].map (one => one.dataset.number)"), words = await user.count (".takes li");
  await page.run ("document.querySelector ('#panel-compare figure.tree .actions button:last-child').scrollIntoView (); 0");
  await page.run ("{ const figure = document.querySelector ('#panel-compare figure.tree'); (figure.querySelector ('.actions button[aria-label^=\"Take all\"]') ?? figure.querySelector ('.takes button')).click (); }");
  await page.idle ();
  check ("the drawings that are left", await page.run ("[...document.querySelectorAll ('#panel-compare figure.tree')].map (one => one.dataset.number)"), all.slice (1));
  check ("the words that are left", [await user.text ("#panel-compare h2"), await page.run ("document.querySelector ('#panel-compare details tbody td:nth-child(3)').textContent")], [`${await user.count (".takes li")} words differ, in ${all.length - 1} sentences`, String (await user.count (".takes li"))]);
  check ("fewer than before", await user.count (".takes li") < words);
  await user.press ("Undo");
  await user.tab ("compare");
  await user.press ("Agreement of all 3 files");
  check ("agreement", (await again.text ("Save agreement beyond chance (TSV)")), new TextDecoder ().decode ((await tbk.run (["agree", "--of=deprel", "--quiet", "a", "b", "c"], { a: en, b: other, c: third })).stdout));
  await page.run ("[...document.querySelectorAll ('#panel-compare button.link')].pop ().click ()");
  await page.until ("document.getElementById ('tab-sentences').ariaSelected == 'true'");
  await page.idle ();
  check ("to a disputed sentence", await user.text (".found"), "1 of 24 sentences");
  await end ().catch (() => {});
  await page.goTo (address);
}

/* What is copied and saved of a drawing and of a table; what figures mean; a sample; and what the file says of a word. */
async function saves (page, user, browser, address)
{
  const { bytes, text, end } = await keepSaved (page, user);
  await page.send ("Browser.grantPermissions", { origin: new URL (address).origin, permissions: ["clipboardReadWrite", "clipboardSanitizedWrite"] }).catch (() => {});
  await user.open (path ("en.conllu"));
  const png = await bytes ("Save PNG"), [width, height] = await page.run ("['width', 'height'].map (name => Number (document.querySelector ('figure.tree svg').getAttribute (name)))");
  check ("a picture", [png.subarray (1, 4).toString (), png.readUInt32BE (16), png.readUInt32BE (20)], ["PNG", 2 * width, 2 * height]);
  check ("TikZ", await text ("Save TikZ"), await tbk.show ({ "en.conllu": en }, ["--format=tikz", "--max=1"]));
  await page.run ("window.put = []; navigator.clipboard.write = async items => put.push (items[0].types[0], (await items[0].getType ('image/png')).size); navigator.clipboard.writeText = async text => put.push (text); 0");
  await user.press ("Copy");
  check ("a picture copied", await page.run ("put"), ["image/png", png.length]);
  check ("what it saves is below", await page.run ("{ const figure = document.querySelector ('figure.tree'); figure.querySelector ('.actions').getBoundingClientRect ().top < figure.querySelector ('svg').getBoundingClientRect ().top; }"));
  await page.send ("Input.dispatchMouseEvent", { type: "mouseMoved", x: 0, y: 0 });
  const form = await page.run ("document.querySelector (\"figure[data-number='1'] g.word .form\").textContent");
  await new Promise (resolve => setTimeout (resolve, 300));
  const [x1, y1] = await page.run ("{ const box = [...document.querySelectorAll (\"figure[data-number='1'] g.word .form\")][3].getBoundingClientRect (); [box.left + box.width / 2, box.top + box.height / 2]; }");
  await page.send ("Input.dispatchMouseEvent", { type: "mouseMoved", x: x1, y: y1 });
  await page.until ("!document.querySelector ('.details').hidden");
  check ("details of a word", (await page.run ("document.querySelector ('.details').innerText")).replace (/\s+/g, " "), "4 yesterday HEAD 3 arrived LEMMA yesterday UPOS NOUN FEATS Number=Sing DEPREL obl:unmarked");
  await page.run ("document.querySelector (\"figure[data-number='1'] .wide\").focus ()");
  await page.key ("Escape");
  for (const key of ["ArrowRight", "ArrowRight"])
    await page.key (key);
  await page.until ("document.querySelector ('.details strong').textContent == '2 letter'");
  await user.tab ("statistics");
  await user.set ("Table", "deprel");
  check ("CSV", await text ("Save table (CSV)"), await tbk.stats ({ "en.conllu": en }, ["--by=deprel", "--format=csv"]));
  check ("a plot as a picture", (await bytes ("Save plot (PNG)")).subarray (1, 4).toString (), "PNG");
  await user.press ("Copy table");
  check ("a table copied", (await page.run ("put")).pop (), await tbk.stats ({ "en.conllu": en }, ["--by=deprel"]));
  await user.set ("Table", "summary");
  check ("what figures mean", await page.run ("[...document.querySelectorAll ('#panel-statistics tbody tr')].every (row => row.cells[2].textContent.length > 5)"));
  await page.run ("document.getElementById ('another').click ()");
  await page.idle ();
  await user.press ("A thousand sentences, made by rules");
  await page.until ("document.getElementById ('name').textContent == 'sample.conllu'");
  await page.idle ();
  const sample = await text ("Save treebank");
  check ("a sample", [(await user.text ("#size")).startsWith ("1,000 sentences"), (await tbk.check ({ "sample.conllu": sample }, ["--rules=ud"])).split ("\n").slice (1, -1).filter (row => row.split ("\t")[5] == "error")], [true, []]);
  check ("of it some are not projective", Number ((await tbk.stats ({ "sample.conllu": sample }, ["--columns=nonprojective_trees"])).split ("\n")[1]) > 50);
  await end ();
}

/* Drawings fit the window, also one that became smaller. */
async function fitting (page, user)
{
  await page.size (1280);
  await user.open (path ("en.conllu"));
  const widths = () => page.run ("[...document.querySelectorAll ('#panel-sentences figure.tree .wide')].filter (box => box.scrollWidth > box.clientWidth + 1).length");
  check ("drawings wider than a wide window", await widths (), 0);
  await page.size (390, 844);
  await page.until ("[...document.querySelectorAll ('#panel-sentences figure.tree .wide')].every (box => box.scrollWidth <= box.clientWidth + 1)");
  await page.idle ();
  await user.set ("fit the window", false);
  check ("wider when asked for", await widths () > 0);
  await user.set ("fit the window", true);
  /* A window that changes while another tab is shown. */
  const wide = () => page.run ("Math.max (...[...document.querySelectorAll ('#panel-sentences figure.tree svg')].map (one => one.clientWidth)) > 600");
  const before = await wide ();
  await user.tab ("statistics");
  await page.size (1280);
  await new Promise (resolve => setTimeout (resolve, 500));
  await user.tab ("sentences");
  await new Promise (resolve => setTimeout (resolve, 500));
  await page.idle ();
  check ("drawn for the window as it is", [before, await wide ()], [false, true]);
}

/* What is shown stands in the address; Back and links lead to it. */
async function places (_page, _user, browser, address)
{
  /* A page of its own: Chromium keeps fifty entries of a page's history, and history.go () is wrong where older ones were dropped. */
  const page = await openPage (browser, address), user = userOf (page);
  await page.size (1280);
  const state = () => page.run ("[document.querySelector ('[aria-selected=true]').dataset.tab, document.querySelector ('.found')?.textContent ?? '', document.getElementById ('name').textContent]");
  const go = async by => {
    await page.run (`history.go (${by})`);
    await page.run ("new Promise (resolve => setTimeout (resolve, 200))");
    await page.idle ();
    return state ();
  };
  await user.press ("English");
  await user.find ("deprel=nsubj");
  const found = await user.text (".found");
  await user.find ("deprel=nsubj and upos=PRON");
  const both = await user.text (".found");
  await user.tab ("statistics");
  await user.tab ("steps");
  await user.set ("Sentence", "3");
  const link = await page.run ("location.href");
  check ("the address", await page.run ("location.hash"), "#file=en.conllu&tab=steps&where=deprel%3Dnsubj+and+upos%3DPRON&sentence=3");
  check ("back to another sentence", [(await go (-1)) [0], await page.run ("document.querySelector ('#panel-steps input').value")], ["steps", "1"]);
  check ("back to a table", (await go (-1)) [0], "statistics");
  check ("back to what was found", await go (-1), ["sentences", both, "en.conllu"]);
  check ("back to another query", await go (-1), ["sentences", found, "en.conllu"]);
  check ("back to all", await go (-1), ["sentences", "All 24 sentences", "en.conllu"]);
  check ("forward", await go (2), ["sentences", both, "en.conllu"]);
  await go (-2);
  await page.run ("history.back ()");
  await page.until ("document.getElementById ('work').hidden");
  await page.goTo ("about:blank");
  await page.goTo (link);
  await page.until ("document.querySelector ('.steps h2')");
  await page.idle ();
  check ("by a link", [(await state ()).filter ((_, i) => i != 1), (await user.text (".steps h2")).includes ("sentence 3 of en.conllu"), await user.query ()], [["steps", "en.conllu"], true, "deprel=nsubj and upos=PRON"]);
  await user.tab ("sentences");
  check ("its query", await user.text (".found"), both);
  check ("no errors", page.errors, []);
  await page.send ("Page.close");
}

/* Several files and folders: a row of statistics for each leads to it; what is not saved is asked for before it is closed. */
async function files (page, user, browser, address)
{
  await page.goTo (address);
  const both = mkdtempSync (join (scratch, "folder-"));
  mkdirSync (join (both, "below"));
  for (const [name, data] of [["a.conllu", en], ['below/b, 2.conllu.gz', gzipSync (la)], ["below/notes.txt", "none"], ["c.psd", readFileSync (path ("phrases.psd"))]])
    writeFileSync (join (both, name), data);
  await new Promise (resolve => setTimeout (resolve, 300));
  await page.drop (both);
  await page.until ("document.querySelectorAll ('#panel-files table').length == 2", 60);
  await page.idle ();
  check ("files of a folder", [await user.text ("#tab-files"), await page.run ("[...document.querySelectorAll ('#panel-files tbody tr')].map (row => [...row.cells].slice (0, 3).map (cell => cell.textContent).join (' '))")],
    ["Files (3)", ["a.conllu 24 372", "b, 2.conllu 22 204", "c.psd 7 46"]]);
  const stats = await tbk.stats ({ "a.conllu": en, "b, 2.conllu": la });
  check ("a heading", /upper bound UAS/.test (await user.text ("#panel-files th")));
  const table = await page.save ("Save table (CSV)", "#panel-files");
  check ("statistics of files for Excel", [table.name, table.text], ["files.csv", await tbk.stats ({ "a.conllu": en, "b, 2.conllu": la }, ["--format=csv"])]);
  check ("statistics of files", (await page.save ("Save table", "#panel-files")).text, stats);
  await page.run ("[...document.querySelectorAll ('#panel-files button.link')][1].click ()");
  await page.until ("document.getElementById ('name').textContent == 'b, 2.conllu'");
  await page.idle ();
  check ("a file", [await user.text (".found"), await user.count ("#panel-sentences figure.tree")], ["All 22 sentences", 22]);
  await user.press ("Edit");
  await page.until ("document.querySelector ('.editor svg')");
  await page.run ("document.querySelector ('.editor .wide').focus ()");
  for (const key of ["0", "Enter"])
    await page.key (key);
  await page.until ("document.querySelector ('#edited').textContent.startsWith ('edited')");
  await page.idle ();
  await user.tab ("files");
  await page.run ("[...document.querySelectorAll ('#panel-files button.link')][0].click ()");
  await page.until ("document.getElementById ('name').textContent == 'a.conllu'");
  await page.idle ();
  check ("each has its edits", [await user.text ("#edited"), await asksToClose (page), (await page.save ("Save treebank")).text == en], ["", true, true]);
  /* After the worker was ended, each is read again with its edits. */
  await browser.send ("Runtime.evaluate", { expression: "self.onmessage = () => { for (;;); }; 0" }, page.workers.at (-1));
  await page.run ("document.getElementById ('tab-choices').click ()");
  await page.until ("!document.getElementById ('busy').hidden");
  await page.run ("document.getElementById ('cancel').click ()");
  await page.idle ();
  await user.tab ("files");
  await page.run ("[...document.querySelectorAll ('#panel-files button.link')][1].click ()");
  await page.until ("document.getElementById ('name').textContent == 'b, 2.conllu'");
  await page.idle ();
  const saved = await page.save ("Save treebank");
  check ("read again with its edits", [saved.name, saved.text != la, saved.text.split ("\n").filter ((line, i) => line != la.split ("\n")[i]).length <= 2], ["b, 2.edited.conllu", true, true]);
  await user.tab ("files");
  await page.run ("[...document.querySelectorAll ('#panel-files button')].find (one => one.textContent == 'Close').click ()");
  await page.idle ();
  check ("closed", [await user.text ("#tab-files"), await page.run ("[...document.querySelectorAll ('#panel-files tbody tr')].map (row => row.cells[0].textContent)")], ["Files (2)", ["b, 2.conllu", "c.psd"]]);
  await page.goTo (address);
}

/* Conditions are the program's; drawings mark the words that meet them; one line shows them, clears them, and holds for tables too. */
async function search (page, user)
{
  await user.open (path ("en.conllu"));
  const found = async (...options) => `${(await tbk.stats ({ en }, ["--by=sentence", ...options])).split ("\n").length - 2} of 24 sentences`;
  const marked = () => page.run ("[...document.querySelectorAll ('#panel-sentences g.word.found .form')].map (one => one.textContent)");
  for (const query of ["deprel=nsubj and head.upos=NOUN,ADJ", "form=the,The,THE", "lemma=w*d,b?", "feats.Case=Acc", "none(upos=VERB)", "sent_id=en-07", "head.deprel=root and upos=PRON and not projective", "upos=VERB and child_count(udeprel=obj)>=1", "form~'^[Tt]h' and not leaf", "text~'(?i)nobody'"]) {
    await user.find (query);
    check (`found: ${query}`, await user.text (".found"), await found (`--where=${query}`));
    check (`drawn once: ${query}`, await user.count ("#panel-sentences figure.tree"), Number ((await found (`--where=${query}`)).split (" ")[0]));
    const isOfWords = !/^(none|sent_id|text)/.test (query), rows = isOfWords ? (await tbk.find ({ en }, query, ["--columns=form"])).split ("\n").slice (1, -1) : [];
    check (`marked: ${query}`, await marked (), rows);
    await user.press ("Clear");
    check ("cleared", [await user.text (".found"), await user.query (), (await marked ()).length], ["All 24 sentences", "", 0]);
  }
  const also = async value => { await user.find (`deprel=${value}`); return user.text (".found + .hint"); };
  check ("other relations", [await also ("nsubj"), await also ("nsubj*"), await also ("nsubj,nsubj:pass"), await also ("aux,cop")],
    ["udeprel=nsubj also finds nsubj:pass", "", "", "udeprel=aux also finds aux:pass"]);
  await user.press ("Clear");
  check ("none without a query", await user.text (".found + .hint"), "");
  /* On paper there are the query and the place, without buttons. */
  await user.find ("deprel=nsubj and words<=12");
  await page.send ("Emulation.setEmulatedMedia", { media: "print" });
  check ("printed", [(await user.text ("#search")).trim (), await page.run ("document.getElementById ('where').offsetParent != null"), await user.text ("form button, .saves, .actions, #panel-sentences figure button")], ["Query", true, ""]);
  await page.send ("Emulation.setEmulatedMedia", { media: "" });
  await user.press ("Clear");
  /* An edit takes a word away: its sentence stays, without a mark. */
  await user.find ("deprel=obl:unmarked");
  const before = await user.text (".found"), [first] = await page.run ("[...document.querySelectorAll ('#panel-sentences figure.tree')].map (one => one.dataset.number)");
  await user.press ("Edit");
  await page.until ("document.querySelector ('.editor svg')");
  check ("editing begins at the word found", await page.run ("[...document.querySelectorAll ('.editor g.word')].filter (one => one.matches ('.chosen.found')).map (one => one.dataset.word)"), ["4"]);
  await page.run ("[...document.querySelectorAll ('.editor select')][0].value = '4', [...document.querySelectorAll ('.editor select')][0].dispatchEvent (new Event ('change'))");
  await page.run ("{ const box = document.querySelector ('.editor input[list=relations]'); box.value = 'obl'; box.dispatchEvent (new Event ('change')); }");
  await page.until ("document.querySelector ('#edited').textContent.startsWith ('edited')");
  await page.idle ();
  check ("the mark is gone in the editor", await user.count (".editor g.word.found"), 0);
  await user.press ("Done");
  await page.until (`document.querySelector ('figure[data-number="${first}"] svg')`);
  check ("its sentence stays", [await user.text (".found"), await page.run (`document.querySelectorAll ('figure[data-number="${first}"] .found').length`)], [before, 0]);
  await user.press ("Undo");
  await user.press ("Done");
  await user.tab ("statistics");
  check ("counted", [(await page.save ("Save table")).text, await user.text ("#panel-statistics .messages")], [await tbk.stats ({ "en.conllu": en }, ["--where=deprel=obl:unmarked"]), "the query selects sentences, and all their words count"]);
  await user.press ("Clear");
  check ("counted without", (await page.save ("Save table")).text, await tbk.stats ({ "en.conllu": en }));
  await user.tab ("sentences");
  check ("no query any more", await user.text (".found"), "All 24 sentences");
  await user.tab ("statistics");
  const intro = await user.count ("#panel-statistics .intro");
  await page.send ("Emulation.setEmulatedMedia", { media: "print" });
  check ("what to press is not printed", [intro, await user.text ("#panel-statistics .intro"), (await user.text ("#panel-statistics table")) != ""], [1, "", true]);
  await page.send ("Emulation.setEmulatedMedia", { media: "" });
  await user.tab ("sentences");
  await user.open (written ("many.conllu", en + la + en));
  await page.send ("Emulation.setEmulatedMedia", { media: "print" });
  check ("printed: the place", (await user.text (".pager")).trim (), "–50 of 70");
  await page.send ("Emulation.setEmulatedMedia", { media: "" });
}

/* A file that cannot be read leaves the one that is open, with its edits, and so does the second file of a comparison. */
async function refused (page, user, browser)
{
  const { text, end } = await keepSaved (page, user), picture = written ("picture.conllu", Buffer.from ([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]));
  /* Its first sentences are shown before it breaks off. */
  const many = gzipSync (Array (400).fill (la).join ("")), cut = written ("cut.conllu.gz", many.subarray (0, many.length - 100));
  await user.open (path ("en.conllu"));
  await user.press ("Edit");
  await page.until ("document.querySelector ('.editor svg')");
  await setHead (page, user, "4", "8");
  const edited = await text ();
  await user.press ("Undo");
  await setHead (page, user, "4", "8");
  await page.run ("window.seen = new Set (); new MutationObserver (() => seen.add (document.querySelector ('#panel-sentences figcaption')?.textContent.replace (/.* of /, ''))).observe (document.getElementById ('panel-sentences'), { childList: true, subtree: true })");
  for (const file of [picture, cut]) {
    await user.open (file);
    check (`refused: ${file.replace (/.*\//, "")}`, [await user.error () != "", await user.text ("#name"), await user.text ("#size"), await user.text ("#edited"),
      await user.count (".editor svg"), await user.count ("#panel-sentences figure.tree"), await user.count ("#start")],
      [true, "en.conllu", "24 sentences, 372 words", "edited, not saved yet", 1, 23, 0]);
  }
  check ("first sentences of what was cut", await page.run ("[...seen].some (name => name?.includes ('cut.conllu'))"));
  check ("its edits are there", await text () == edited);
  await setHead (page, user, "4", "7");
  await user.press ("Undo");
  await page.until ("document.querySelector ('.edited').textContent.startsWith ('Undone: ')");
  check ("and can be edited on", await text () == edited);
  /* Reading is cancelled, though the worker comes to no end. */
  await browser.send ("Runtime.evaluate", { expression: "self.onmessage = () => { for (;;); }; 0" }, page.workers.at (-1));
  await page.drop (path ("la.conllu"));
  await page.until ("!document.getElementById ('busy').hidden");
  await page.run ("document.getElementById ('cancel').click ()");
  await page.idle ();
  check ("cancelled, told", await page.run ("document.querySelector ('#error').innerText.replace (/\\s+/g, ' ')"), "Cancelled. Try again Close");
  check ("reading cancelled", [await user.text ("#name"), await user.count (".editor"), await user.count ("[inert]")], ["en.conllu", 1, 0]);
  await user.press ("Try again");
  await page.until ("document.getElementById ('name').textContent == 'la.conllu'", 60);
  await page.idle ();
  check ("read on the second try", await user.text ("#size"), "22 sentences, 204 words");
  await user.tab ("files");
  await page.run ("[...document.querySelectorAll ('#panel-files button.link')].filter (one => one.textContent == 'en.conllu').pop ().click ()");
  await page.until ("document.getElementById ('name').textContent == 'en.conllu'");
  await page.idle ();
  check ("its edits after that", await text () == edited);
  await user.press ("Add a file");
  await user.open (picture);
  check ("the way back", [await user.count ("#start"), await user.text ("#back")], [1, "Back to en.conllu"]);
  await user.press ("Back to en.conllu");
  await user.tab ("compare");
  await user.press ("Compare with its projective trees");
  const measures = await text ("Save measures (TSV)");
  await page.drop (picture);
  await page.until ("!document.getElementById ('error').hidden");
  await page.idle ();
  check ("a second file refused", [await text ("Save measures (TSV)") == measures, await user.count ("#panel-compare figure.tree") > 0], [true, true]);
  await end ();
}

/* One sentence that is not well formed, with a byte that is no text, is saved as it is; the others are repaired and compared. */
async function malformed (page, user)
{
  const { bytes, text, end } = await keepSaved (page, user), one = "bad.conllu", other = "other.conllu";
  const broken = (source, number) => source.split ("\n\n").map ((block, i) => i == number - 1 ? block.replace (/^(1\t.*)\t\d+\t([^\t]*\t_\t[^\t\n]*)$/m, "$1\t99\t$2") : block).join ("\n\n");
  const bad = Buffer.from (broken (en, 2).replace ("# sent_id = en-02", "# sent_id = en-02\n# byte = \xff"), "latin1");
  check ("is malformed", bad.includes ("\t99\t"));
  const command = async (...args) => Buffer.from ((await tbk.run ([...args, "--quiet", "--on-error=pass", one], { [one]: bad.slice () })).stdout);
  await user.open (written (one, bad));
  check ("made projective", (await bytes ("Save projective trees (CoNLL-U)")).equals (await command ("projectivize")));
  await user.tab ("check");
  const repaired = await bytes ("Save with all repairs (CoNLL-U)"), lines = bad.indexOf ("# sent_id = en-02"), end2 = bad.indexOf ("\n\n", lines) + 2;
  check ("repaired", [repaired.equals (await command ("repair", "--test=error,warning,note")), repaired.includes (bad.subarray (lines, end2)), repaired.equals (bad)],
    [true, true, false]);
  /* Sentences that are not well formed may be among the findings, without a repair. */
  const rows = new TextDecoder ().decode ((await tbk.run (["check", "--fail-on=never", "--quiet", "--on-error=skip", one], { [one]: bad.slice () })).stdout).trim ().split ("\n").slice (1)
    .map (row => row.split ("\t"));
  check ("sentences with findings", await page.run ("[...document.querySelectorAll ('#panel-check figure.tree')].map (one => Number (/sentence (\\d+)/.exec (one.textContent)[1])).sort ((a, b) => a - b)"),
    [...new Set (rows.map (row => Number (row[2])))].sort ((a, b) => a - b));
  const gold = broken (en, 3), found = broken (en.replace (/^4\tyesterday\t(.*)\t3\tobl:unmarked/m, "4\tyesterday\t$1\t2\tobl:unmarked").replace (/^(.*)\tpunct\t_\t_\n\n$/m, "$1\tdep\t_\t_\n\n"), 7);
  await user.open (written (one, gold));
  await user.tab ("compare");
  await page.drop (written (other, found));
  await page.until ("document.querySelector ('#panel-compare table') || !document.getElementById ('error').hidden");
  await page.idle ();
  check ("compared word by word", await text ("Save measures (TSV)"), await tbk.evaluate ({ gold, found }));
  const messages = await user.text ("#panel-compare .messages");
  check ("told", [/bad\.conllu: 1 sentence is no tree, and 1 word without a head does not count/, /other\.conllu: 1 sentence is no tree, and 1 word without a head counts as wrong/].map (one => one.test (messages)), [true, true]);
  const table = (await text ("Save words that differ (TSV)")).trim ().split ("\n").map (row => row.split ("\t"));
  const at = table[0].indexOf ("line"), form = table[0].indexOf ("form");
  check ("lines of words that differ", table.slice (1).map (row => [gold.split ("\n")[row[at] - 1].split ("\t")[1], row[form]].join ()).every (both => both.split (",")[0] == both.split (",")[1]));
  check ("the sentences that differ", await page.run ("[...document.querySelectorAll ('#panel-compare figure.tree')].map (one => Number (one.dataset.number))"),
    [...new Set (table.slice (1).map (row => gold.split ("\n").slice (0, row[at]).join ("\n").split ("\n\n").length))]);
  await user.press ("Compare with its projective trees");
  await page.idle ();
  check ("compared with its own", /bad\.projective\.conllu: 1 sentence is no tree/.test (await user.text ("#panel-compare .messages")));
  /* Trees in brackets: pairs of other words are left out. */
  const trees = readFileSync (path ("phrases.psd"), "utf8");
  await user.open (path ("phrases.psd"));
  await user.tab ("compare");
  await page.drop (written ("other.psd", trees.replace (/ ([a-z]+)\)/, " other)")));
  await page.until ("document.querySelector ('#panel-compare table') || !document.getElementById ('error').hidden");
  await page.idle ();
  check ("trees compared without those of other words", [await user.count ("#panel-compare table"), /left out/.test (await user.text ("#panel-compare .messages"))], [1, true]);
  await end ();
}

/* Rows of a long table are sorted before the first ones are shown. */
async function long (page, user)
{
  const { text, end } = await keepSaved (page, user);
  await user.open (written ("long.conllu", en.repeat (30) + la));
  await user.tab ("choices");
  await user.set ("Table", "sentence");
  const [head, ...rows] = (await text ("Save table (TSV)")).trim ().split ("\n").map (row => row.split ("\t"));
  for (const [name, value] of [["words", Number], ["sent_id", text => text]]) {
    const column = head.indexOf (name), shown = () => page.run (`[...document.querySelectorAll ("#panel-choices tbody tr")].map (row => row.cells[${column - 1}].textContent)`);
    const all = rows.filter (row => row[0] != "TOTAL").map (row => row[column]).filter (text => text != ""), order = value == Number ? (a, b) => a - b : new Intl.Collator ("en", { numeric: true }).compare;
    const press = () => page.run (`[...document.querySelectorAll ("#panel-choices th button")].find (one => one.textContent == ${JSON.stringify (name.replaceAll ("_", " "))}).click ()`);
    await press ();
    const once = await shown ();
    await press ();
    const twice = await shown (), up = [...all].sort (order), down = [...all].sort ((a, b) => order (b, a));
    check (`${rows.length} rows by ${name}`, [once.length, JSON.stringify (once) == JSON.stringify ((value == Number ? down : up).slice (0, 500)),
      JSON.stringify (twice) == JSON.stringify ((value == Number ? up : down).slice (0, 500))], [500, true, true]);
  }
  const seen = [];
  for (const [press, caption] of [[null, "rows 1–500 of 742"], ["Next →", "rows 501–742 of 742"]]) {
    if (press)
      await user.press (press);
    check (`the caption: ${caption}`, (await user.text ("#panel-choices caption")).includes (`(${caption})`));
    seen.push (...await page.run ("[...document.querySelectorAll ('#panel-choices tbody tr')].map (row => Number (row.cells[0].textContent))"));
  }
  check ("each row on one page", seen.sort ((a, b) => a - b), Array.from ({ length: 742 }, (_, i) => i + 1));
  check ("the focus", await page.run ("document.activeElement.getAttribute ('role')"), "region");
  await page.run ("document.querySelector ('#panel-choices th button').click ()");
  check ("sorted from the first page on", (await user.text ("#panel-choices caption")).includes ("(rows 1–500 of 742)"));
  await end ();
}

/* Pictures that are saved have their colours without variables, which other programs than browsers take for black. */
async function colours (page, user)
{
  const { text, end } = await keepSaved (page, user), onlyVariable = /(?<=[;{])([a-z-]+):var\([^)]*\)/g;
  const left = svg => [...svg.matchAll (onlyVariable)].filter (({ 1: property, index }) => !new RegExp (`[;{]${property}:#[0-9a-f]+;\\s*$`).test (svg.slice (0, index))).map (([found]) => found);
  await user.open (path ("en.conllu"));
  check ("colours of a drawing", left (await text ("Save SVG")), []);
  await user.tab ("statistics");
  for (const table of ["length", "deprel", "lengthsByLength"]) {
    await user.set ("Table", table);
    check (`colours of the plot ${table}`, left (await text ("Save plot (SVG)")), []);
  }
  await end ();
}

/* Help opens the guide of the tab, in the page; links lead to other guides that are in it. */
async function guides (page, user)
{
  if (await page.run ("document.getElementById ('help').hidden")) {
    console.log ("skipped: guides in the page, which pandoc makes");
    return;
  }
  await user.open (path ("en.conllu"));
  const state = () => page.run ("[document.getElementById ('guides').open, document.querySelector ('#guides article h2').textContent, document.querySelector ('#guides select').value]");
  for (const width of [390, 1280]) {
    await page.size (width);
    await user.tab ("steps");
    await page.run ("document.getElementById ('help').focus ()");
    await user.press ("Help");
    check ("the guide of a tab", await state (), [true, "Transition systems", "systems"]);
    for (const name of await page.run ("[...document.querySelectorAll ('#guides option')].map (one => one.value)")) {
      await user.set ("Guide", name);
      check (`the guide ${name}`, [(await state ())[2], await page.run ("document.querySelector ('#guides article').textContent.length > 2000"),
        await page.run ("[...document.querySelectorAll ('#guides a')].filter (one => !(one.dataset.guide && [...document.querySelectorAll ('#guides option')].some (({ value }) => value == one.dataset.guide)) && !one.href.startsWith ('https://')).length"),
        await page.run ("[...document.querySelectorAll ('#guides a[data-part]')].filter (one => one.dataset.guide == document.querySelector ('#guides select').value && one.dataset.part && !document.getElementById ('guide-' + one.dataset.part)).length"),
        await page.run ("(async () => { const all = [...document.querySelectorAll ('#guides img')]; await Promise.all (all.map (one => one.decode ())); return all.every (one => one.naturalWidth > 0); }) ()"),
        await page.run ("{ const box = document.getElementById ('guides'); box.scrollWidth - box.clientWidth; }")], [name, true, 0, 0, true, 0]);
    }
    await user.set ("Guide", "glossary");
    await page.run ("document.querySelector ('#guides a[data-part=crossings-and-classes-of-trees]').click ()");
    check ("a link to another guide", [await state (), await page.run ("Math.abs (document.getElementById ('guide-crossings-and-classes-of-trees').getBoundingClientRect ().top - document.getElementById ('guides').getBoundingClientRect ().top) < 120")], [[true, "Measure word order", "guides/measure-word-order"], true]);
    await user.press ("Close");
    check ("closed", [(await state ())[0], await page.run ("document.activeElement.id")], [false, "help"]);
  }
}

/* A finger drags an arc. */
async function touch (page, user)
{
  await page.size (390, 844);
  await page.send ("Emulation.setTouchEmulationEnabled", { enabled: true });
  await user.open (path ("la.conllu"));
  await user.press ("Edit");
  await page.until ("document.querySelector ('.editor svg')");
  const before = await page.run ("document.querySelector (\".editor g.arc[data-word='1'] title\").textContent");
  const [x, y] = await user.middle (".editor g.word[data-word='1'] .form"),
    [toX, toY] = await user.middle (".editor g.word[data-word='2'] .form");
  for (const [type, ...at] of [["touchStart", x, y], ["touchMove", (x + toX) / 2, y - 30], ["touchMove", toX, toY], ["touchEnd"]])
    await page.send ("Input.dispatchTouchEvent", { type, touchPoints: at.length > 0 ? [{ x: at[0], y: at[1] }] : [] });
  await page.until ("document.querySelector ('#edited').textContent.startsWith ('edited')");
  await page.idle ();
  check ("by touch", await page.run ("document.querySelector (\".editor g.arc[data-word='1'] title\").textContent") != before);
  await page.send ("Emulation.setTouchEmulationEnabled", { enabled: false });
  await page.size (1280);
}

/* Names of what can be used, the tabs' roles, and no page wider than its window. AXE names a file with axe-core, which finds faults of access:
 * in the whole page at one width, in new parts of it at others. The dark changes contrasts alone, and these no width but the narrow one.
 */
async function looks (page, user, address)
{
  const axe = process.env.AXE ? readFileSync (process.env.AXE, "utf8") : null;
  if (!axe)
    console.log ("skipped: faults of access, which axe-core finds; AXE names its file axe.min.js");
  const faults = (part, options) => page.run (`axe.run (${part}, ${JSON.stringify ({ resultTypes: ["violations"], ...options })}).then (({ violations }) =>
    violations.map (({ id, nodes }) => id + ": " + nodes.map (one => one.html.slice (0, 120)).join ("; ").slice (0, 500)))`);
  for (const width of [390, 1024, 1280, 1440]) {
    const height = width == 390 ? 844 : 900, contrasts = [390, 1280].includes (width);
    const scheme = name => page.size (width, height, [{ name: "prefers-color-scheme", value: name }]);
    /* `name` is the part of the page that `selector` finds, seen in the light and in the dark. */
    const look = async (name, selector, isWhole = false) => {
      check (`${name} at ${width} pixels`, await user.overflow (), 0);
      for (const [light, background] of [["light", "rgb(255, 255, 255)"], ["dark", "rgb(22, 24, 28)"]]) {
        if (light == "dark") {
          if (!contrasts && !pictures)
            continue;
          await scheme (light);
        }
        check (`colour, ${light}`, await page.run ("getComputedStyle (document.body).backgroundColor"), background);
        if (axe && (light == "light" || contrasts))
          check (`axe: ${name} at ${width} pixels, ${light}`, await faults (isWhole ? "document" : `document.querySelector (${JSON.stringify (selector)})`,
            light == "dark" ? { runOnly: ["color-contrast"] } : contrasts ? {} : { rules: { "color-contrast": { enabled: false } } }), []);
        if (pictures)
          await page.picture (join (pictures, `${width}-${light}-${name.replace ("the ", "").replace (" ", "-")}.png`));
      }
      if (contrasts || pictures)
        await scheme ("light");
    };
    await scheme ("light");
    await page.goTo (address);
    if (axe)
      await page.run (`${axe}; 0`);
    const rows = selector => page.run (`new Set ([...document.querySelectorAll ("${selector}")].map (one => one.offsetTop)).size`);
    if (width == 1280)
      check ("examples in one row of a wide window", await rows ("#examples button"), 1);
    await page.run ("[...document.querySelectorAll ('#examples button')][0].click ()");
    await page.until ("document.querySelector ('figure.tree svg')");
    await page.idle ();
    check (`buttons apart at ${width}`, await page.run ("{ const boxes = [...document.querySelectorAll ('.opened button')].map (one => one.getBoundingClientRect ()); boxes.every ((one, i) => boxes.slice (i + 1).every (next => next.top == one.top || next.top >= one.bottom + 3)); }"));
    for (const tab of ["sentences", "statistics", "choices", "check", "steps", "compare"]) {
      await user.tab (tab);
      if (tab == "statistics")
        await user.set ("Table", "lengthsByLength");
      if (tab == "compare")
        await user.press ("Compare with its projective trees");
      check (`names in ${tab}`, await page.run (`[...document.querySelectorAll ("button, input, select, textarea, [role=region], [role=group], [role=img]")].filter (one => one.offsetParent)
        .filter (one => !(one.ariaLabel || one.labels?.length || one.textContent.trim () || one.getAttribute ("aria-label"))).map (one => one.outerHTML.slice (0, 80))`), []);
      await look (tab, `#panel-${tab}`, tab == "sentences");
    }
    await user.tab ("sentences");
    await user.press ("Edit");
    await page.until ("document.querySelector ('.editor svg')");
    await look ("the editor", ".editor");
    for (const key of ["r", "s"]) {
      await page.run ("document.querySelector ('.editor .wide').focus ()");
      await page.key (key);
      await page.until ("document.querySelector ('.pick input')");
      check (`a box of the editor at ${width} pixels`, await page.run ("{ const box = document.querySelector ('.pick').getBoundingClientRect (); box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight; }"));
      await look (`the box ${key}`, ".pick");
      await page.key ("Escape");
    }
  }
  await page.run ("document.getElementById ('tab-sentences').focus ()");
  await page.key ("ArrowRight");
  await page.idle ();
  check ("tabs by keys", await page.run ("[document.activeElement.id, document.querySelector ('[aria-selected=true]').id, document.querySelectorAll ('[role=tabpanel]:not([hidden])').length]"),
    ["tab-statistics", "tab-statistics", 1]);
  await page.size (1280);
}

/* How long it takes until the first sentence of 10 MB is drawn, and statistics of 100 MB are there. PLAIN names a program built by PLAIN=1,
 * whose time for these statistics is measured in turn, by one thread: the page takes at most twice as long. The least of three times is told. */
async function speed (page, user)
{
  const corpora = join (process.env.TBK_CORPORA, "ud"), parts = [];
  let size = 0;
  for (const name of readdirSync (corpora, { recursive: true }).filter (name => /(^|\/)[^/]*-ud-[^/]*\.conllu\.gz$/.test (name))
    .sort ())
    if (size < 10e6) {
      parts.push (gunzipSync (readFileSync (join (corpora, name))));
      size += parts.at (-1).length;
    }
  const ten = Buffer.concat (parts).subarray (0, 10e6), whole = ten.subarray (0, ten.lastIndexOf ("\n\n") + 2);
  const watch = `window.firstDrawn = null; new MutationObserver ((_, observer) => { if (document.querySelector ("#panel-sentences figure.tree svg")) { window.firstDrawn = performance.now (); observer.disconnect (); } })
    .observe (document.getElementById ("panel-sentences"),
      { childList: true, subtree: true }); document.getElementById ("panel-sentences").replaceChildren ();
    addEventListener ("drop", () => { window.dropped = performance.now (); }, { once: true, capture: true });`;
  const hundred = Buffer.concat (Array (10).fill (whole)), statistics = `new Promise (resolve => {
    const begin = performance.now ();
    new MutationObserver ((_, observer) => { if (document.querySelector ("#panel-statistics td") && !document.querySelector ("#panel-statistics [aria-busy]")) { observer.disconnect (); resolve (performance.now () - begin); } })
      .observe (document.getElementById ("panel-statistics"), { attributes: true, childList: true, subtree: true });
    document.getElementById ("tab-statistics").click (); })`;
  const ofProgram = file => {
    const begin = performance.now (), { status } = spawnSync (process.env.PLAIN, ["stats", "--quiet", "-j1", file], { stdio: "ignore" });
    return status == 0 ? performance.now () - begin : NaN;
  };
  for (const [name, data] of [["ten.conllu", whole], ["ten.conllu.gz", gzipSync (whole)], ["hundred.conllu", hundred], ["hundred.conllu.gz", gzipSync (hundred)]]) {
    const file = written (name, data), isLarge = name.startsWith ("hundred"), times = { first: [], all: [], tab: [], program: [] };
    for (let i = 0; i < 3; i++) {
      await page.run (watch);
      await user.open (file);
      times.first.push (await page.run ("window.firstDrawn - window.dropped"));
      times.all.push (await page.run ("performance.now () - window.dropped"));
      if (isLarge)
        times.tab.push (await page.run (statistics));
      if (isLarge && process.env.PLAIN)
        times.program.push (ofProgram (file));
    }
    const { first, all, tab, program } = Object.fromEntries (Object.entries (times).map (([what, found]) => [what, Math.min (...found)]));
    console.log (`${name}: ${(data.length / 1e6).toFixed (1)} MB: first sentence drawn after ${first.toFixed (0)} ms, all read after ${all.toFixed (0)} ms${isLarge ? `, statistics after ${tab.toFixed (0)} ms more` : ""}${program < Infinity ? `; the program takes ${program.toFixed (0)} ms` : ""}`);
    check (`${name} within a second`, first > 0 && first < 1000 && data.length > 1e6);
    if (isLarge)
      check (`statistics of ${name}`, [/sentences/.test (await user.text ("#panel-statistics")), process.env.PLAIN ? tab <= 2 * program : true], [true, true]);
  }
}

/* Where sentences begin and how many words they have is found by the page itself: as many as the program counts. */
async function index ()
{
  const { Treebank } = await import (new URL ("packaging/web/page/treebank.mjs", top)),
    files = readdirSync (path ("")).filter (name => /\.(conllu|conllup|psd)(\.gz)?$/.test (name)).map (path);
  if (process.env.TBK_CORPORA)
    for (const room of ["ud", "constituency"])
      files.push (...readdirSync (join (process.env.TBK_CORPORA, room), { recursive: true })
        .filter (name => /\.(conllu|psd|mrg|brackets)\.gz$/.test (name)).sort ().filter ((_, i) => i % 8 == 0)
        .map (name => join (process.env.TBK_CORPORA, room, name)));
  let n = 0;
  for (const file of files) {
    const data = readFileSync (file), bytes = new Uint8Array (file.endsWith (".gz") ? gunzipSync (data) : data),
      name = file.replace (/.*\//, "").replace (/\.gz$/, "");
    const { status, stdout } = await tbk.run (["stats", "--quiet", "--", name], { [name]: bytes.slice () }),
      treebank = new Treebank (name, bytes);
    if (status == 0) {
      n++;
      check (`sentences and words of ${name}`, [treebank.n, treebank.nWords],
        new TextDecoder ().decode (stdout).split ("\n")[1].split ("\t").slice (1, 3).map (Number));
    }
  }
  console.log (`index: ${n} treebanks`);
}

await index ();
const browser = await startBrowser (chromium), server = await serve (folder);
const forms = { folder: server.address, "one file": pathToFileURL (resolve (folder, "tbk.html")).href };
if (pictures)
  mkdirSync (pictures, { recursive: true });
try {
  for (const [form, address] of Object.entries (forms)) {
    if (process.env.PARTS && form != "folder" || form == "folder" && !existsSync (join (folder, "index.html")))
      continue;
    const page = await openPage (browser, address), user = userOf (page);
    const parts = form == "folder" ? [sentences, tables, steps, compare, editing, layouts, saved, texts, queries, search, places, takes, saves, fitting, boxes, hour, structure, lists, into, twice, repairs, enhanced, rows, everywhere, phrases, files, refused, malformed, long, colours, guides, errors, further, touch, looks,
      ...process.env.TBK_CORPORA ? [speed] : [], tabs, kept] : [sentences, tables, steps, editing, hour, places, files, tabs, kept];
    await page.size (1280);
    check (`${form}: started`, await page.run ("document.getElementById ('unstarted').hidden"));
    if (form == "folder") {
      const disk = await openPage (browser, pathToFileURL (resolve (folder, "index.html")).href);
      check ("index.html from a disk says what to do", /open tbk\.html instead/.test (await disk.run ("document.body.innerText")));
      await disk.send ("Page.close");
    }
    for (const part of parts.filter (part => !process.env.PARTS || process.env.PARTS.split (",").includes (part.name)))
      try {
        await part (page, user, part == looks ? address : browser, address);
      } catch (error) {
        check (`${form}, ${part.name}: ${error.message}, ${error.stack.match (/page.mjs:\d+/g)?.join (" ")}`, false);
        page.accepts = true;
        await page.goTo (address);
      }
    check (`${form}: requests`, page.requests.filter (one => !one.startsWith (form == "folder" ? address : "file:///")
      && !one.startsWith ("blob:") && !one.startsWith ("data:")), []);
    check (`${form}: errors in the console`, page.errors, []);
    if (!page.isCrashed)
      await page.run ("window.stop ()");
  }
} finally {
  await browser.close ();
  server.close ();
  rmSync (scratch, { recursive: true });
}
console.log (`page: ${done - failures} of ${done} right`);
process.exit (failures > 0 ? 1 : 0);
