/* pages.mjs PROGRAM CHROMIUM SCRATCH [TREEBANK] - pages of many sentences as their readers use them: each drawing is there once it is looked
 * for, by scrolling, list, search, keys, anchors and in print; nothing is loaded. AXE names a file with axe-core, which finds faults of
 * access. TREEBANK is large: its page is small, and is painted soon.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { startBrowser, openPage } from "../web/page/browser.mjs";

const [, , program, chromium, scratch, treebank] = process.argv, data = new URL ("../../data/", import.meta.url).pathname;
const axe = process.env.AXE ? readFileSync (process.env.AXE, "utf8") : null;
let nFailures = 0;
const check = (what, found, expected = true) => {
  if (JSON.stringify (found) == JSON.stringify (expected))
    return;
  nFailures++;
  console.log (`FAILED: ${what}: found ${JSON.stringify (found)}, expected ${JSON.stringify (expected)}`);
};
const tbk = (...words) => execFileSync (program, words, { stdio: ["ignore", "pipe", "ignore"], maxBuffer: 2 ** 28 });

/* Sentences of several scripts, some from right to left; each has an ID of its own. */
const many = readdirSync (data).filter (name => name.endsWith (".conllu")).sort ().map (name => tbk ("filter", "-q", data + name).toString ()).join ("");
writeFileSync (`${scratch}/many.conllu`, many);
tbk ("show", "-q", `${scratch}/many.conllu`, "-o", `${scratch}/many.html`);
tbk ("projectivize", "-q", "--mark=none", `${scratch}/many.conllu`, "-o", `${scratch}/many-flat.conllu`);
tbk ("show", "-q", `--against=${scratch}/many-flat.conllu`, `${scratch}/many.conllu`, "-o", `${scratch}/many-against.html`);
tbk ("check", "-q", "--fail-on=never", `${scratch}/many.conllu`, "-o", `${scratch}/many-check.html`);
tbk ("agree", "-q", `${scratch}/many.conllu`, `${scratch}/many-flat.conllu`, "-o", `${scratch}/many-agree.html`);

/* All drawings, plain or packed, in order: they have the titles of their parts. */
const html = readFileSync (`${scratch}/many.html`, "utf8");
const captions = [...html.matchAll (/<figcaption[^>]*><a[^>]*>(.*?)<\/a>/g)].map (found => found[1]);
const packed = [...html.matchAll (/class="drawings">(.*?)</g)].map (([, letters]) => inflateSync (Buffer.from (letters, "base64")).toString ());
const titlesOf = text => [...text.matchAll (/<svg xmlns[^>]*>\n<title>(.*?)(?:: .*)?<\/title>/g)].map (found => found[1].replace (/[\u2066-\u2069]/g, ""));
const titles = [...titlesOf (html), ...packed.flatMap (titlesOf)];
check ("packets", packed.length >= 2);
check ("drawings", titles, captions);

const browser = await startBrowser (chromium), page = await openPage (browser, "about:blank");
const open = async (name, hash = "") => {
  await page.goTo ("about:blank");
  await page.goTo (`file://${scratch}/${name}.html${hash}`);
};
const accessible = async what => axe && check (`axe: ${what}`, await page.run (`${axe}; axe.run (document, { resultTypes: ["violations"] }).then (({ violations }) => violations.map (({ id, nodes }) => id + ": " + nodes.map (one => one.html.slice (0, 120)).join ("; ").slice (0, 500)))`), []);
/* The sentence at the top of the window, once it is drawn. */
const TOP = `[...document.querySelectorAll ("figure.tree")].find (one => one.getBoundingClientRect ().bottom > 60)`;
const top = async () => {
  await page.until (`${TOP}.querySelector ("svg")`);
  return page.run (`${TOP}.id`);
};
const ids = [...html.matchAll (/<figure class="tree" id="([^"]*)"/g)].map (found => found[1]);

for (const [width, height] of [[1440, 900], [1024, 768], [390, 844]]) {
  await page.size (width, height);
  await open ("many");
  const drawn = await page.run ("document.querySelectorAll ('figure svg').length"), left = await page.run ("document.querySelectorAll ('.packed').length");
  check (`${width}: most wait`, drawn > 0 && drawn < ids.length / 2 && drawn + left == ids.length);
  check (`${width}: no wider than the window`, await page.run ("document.documentElement.scrollWidth <= innerWidth"));
  check (`${width}: a list`, await page.run ("[...document.querySelectorAll ('nav.parts li a')].map (one => decodeURIComponent (one.hash.slice (1)))"), ids);
  await page.key ("n");
  check (`${width}: n`, await top (), ids[0]);
  await page.key ("n");
  check (`${width}: n again`, await top (), ids[1]);
  await page.key ("p");
  check (`${width}: p`, await top (), ids[0]);
  const last = ids[ids.length - 9];
  await page.run (`[...document.querySelectorAll ("nav.parts li a")].find (one => decodeURIComponent (one.hash) == "#${last}").click ()`);
  check (`${width}: a link`, await top (), last);
  check (`${width}: its place in the list`, await page.run ("document.querySelector ('[aria-current]').title").then (title => title.split (",")[0]), last);
  await page.run ("document.querySelector ('nav.parts details').open = true; { const input = document.querySelector ('nav.parts input'); input.value = 'puella'; input.dispatchEvent (new Event ('input')); }");
  const shown = await page.run ("[...document.querySelectorAll ('figure.tree')].filter (one => !one.hidden).map (one => one.querySelector ('p[dir]').textContent)");
  check (`${width}: search`, [shown.length > 0, shown.every (text => /puella/i.test (text))], [true, true]);
  check (`${width}: found in the list`, await page.run ("[...document.querySelectorAll ('nav.parts li')].filter (one => !one.hidden).length"), shown.length);
  await page.run (`location.hash = "${ids[ids.length - 5]}"`);
  await page.until ("document.querySelector ('nav.parts input').value == ''");
  check (`${width}: an anchor of a hidden sentence`, await top (), ids[ids.length - 5]);
  await accessible (`${width}`);
}
await page.size (1440, 900, [{ name: "prefers-color-scheme", value: "dark" }]);
await open ("many", `#${ids[30]}`);
check ("an address with an anchor", await top (), ids[30]);
await accessible ("dark");

/* Before printing, each drawing is put in its place. */
await page.until ("!document.querySelector ('script.drawings')");
await page.run ("dispatchEvent (new Event ('beforeprint'))");
check ("in print", await page.run ("[...document.querySelectorAll ('figure.tree svg')].map (svg => svg.querySelector ('title').textContent.split (',')[0].replace (/[\\u2066-\\u2069]/g, '') == svg.closest ('figure').querySelector ('figcaption').textContent.split (',')[0])"), ids.map (() => true));

/* Kinds: rows of the table and options choose the same; what the list counts is their sum. */
for (const name of ["many-against", "many-check", "many-agree"]) {
  await open (name);
  const all = await page.run ("[...document.querySelectorAll ('.kinds tbody tr')].map (row => [row.cells[0].textContent, Number (row.cells[row.cells.length - 2].textContent), Number (row.cells[row.cells.length - 1].textContent)])");
  check (`${name}: kinds`, all.length > 0);
  check (`${name}: their sum`, await page.run ("[...document.querySelectorAll ('nav.parts i')].reduce ((sum, one) => sum + Number (one.textContent), 0)"), all.reduce ((sum, [, n]) => sum + n, 0));
  for (const row of [0, all.length - 1]) {
    await page.run (`document.querySelectorAll (".kinds button.kind")[${row}].click ()`);
    check (`${name}: ${all[row][0]}`, [await page.run ("[...document.querySelectorAll ('figure.tree')].filter (one => !one.hidden).length"),
      await page.run ("document.querySelector ('.changes select').value"), await page.run ("document.querySelectorAll ('.kinds [aria-pressed=true]').length")], [all[row][2], all[row][0], 1]);
  }
  await page.run ("document.querySelector ('.kinds [aria-pressed=true]').click ()");
  check (`${name}: all again`, await page.run ("document.querySelectorAll ('figure.tree[hidden]').length"), 0);
  await accessible (name);
}
/* Verdicts: what is accepted is known to the next check; what is to be repaired has the line and the new head, and is found no more. */
await open ("many-check");
const findings = await page.run ("document.querySelectorAll ('li[data-finding]').length"), press = (i, verdict) =>
  page.run (`[...document.querySelectorAll ("li[data-finding]:has(button + button)")][${i}].querySelectorAll ("button")[${verdict == "accept" ? 0 : 1}].click ()`);
for (const [i, verdict] of [[0, "accept"], [1, "accept"], [1, "repair"], [2, "accept"], [2, "accept"], [3, "accept"]])
  await press (i, verdict);
check ("judged", await page.run ("document.querySelector ('.verdicts output').textContent"), `3 of ${findings} judged`);
const accepted = await page.save ("Save accepted: 2"), repaired = await page.save ("Save repairs: 1");
await page.goTo ("about:blank");
await open ("many-check");
check ("verdicts are kept", await page.run ("document.querySelector ('.verdicts output').textContent"), `3 of ${findings} judged`);
writeFileSync (`${scratch}/accept.tsv`, accepted.text);
const rowsOf = (...words) => tbk ("check", "-q", "--fail-on=never", "--columns=line,test", ...words).toString ().trim ().split ("\n").length - 1;
check ("a baseline", rowsOf (`--baseline=${scratch}/accept.tsv`, `${scratch}/many.conllu`), findings - 2);
const [names, row] = repaired.text.split ("\n"), [, line, , , , node, newHead] = row.split ("\t"), lines = many.split ("\n");
const columns = lines[line - 1].split ("\t");
check ("a repair", [names, columns[0], columns[6] != newHead], ["file\tline\tsentence\tsent_id\ttest\tid\thead", node, true]);
writeFileSync (`${scratch}/repair.tsv`, repaired.text);
tbk ("update", "-q", `--from=${scratch}/repair.tsv`, `${scratch}/many.conllu`, "-o", `${scratch}/many-repaired.conllu`);
lines[line - 1] = columns.with (6, newHead).join ("\t");
check ("repaired", [readFileSync (`${scratch}/many-repaired.conllu`, "utf8") == lines.join ("\n"), rowsOf (`${scratch}/many-repaired.conllu`) < findings], [true, true]);

if (treebank) {
  tbk ("show", "-q", treebank, "-o", `${scratch}/large.html`);
  check ("the page of the treebank, in MB", statSync (`${scratch}/large.html`).size / 1e6 <= 1.5);
  await open ("large");
  console.log (`the page of ${treebank.split ("/").pop ()}: ${statSync (`${scratch}/large.html`).size} bytes, first paint after ${await page.run ("Math.round (performance.getEntriesByType ('paint')[0].startTime)")} ms`);
}
check ("errors", page.errors, []);
check ("requests", page.requests.filter (one => !/^(file:\/\/\/|about:|blob:|data:)/.test (one)), []);
await browser.close ();
console.log (`pages: ${nFailures} failures`);
process.exit (nFailures > 0 ? 1 : 0);
