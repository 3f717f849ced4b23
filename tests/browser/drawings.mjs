/* drawings.mjs PROGRAM CHROMIUM SCRATCH [UD] - drawings of sentences in many scripts, as a browser lays them out: no label covers a word,
 * another label or a line that is not its own; in each line words are in their order. Recounts up to MOST sentences of each of some
 * treebanks in the folder UD, and a sentence in each script with random trees.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { startBrowser, openPage } from "../web/page/browser.mjs";

const [, , program, chromium, scratch, ud] = process.argv, MOST = 60;
let nFailures = 0, seed = 1;
const random = n => (seed = seed * 48271 % 2147483647) % n;

/* Trees of a sentence: each word hangs on one that was reached before. */
const TEXTS = ["كتب الولد رسالة طويلة إلى صديقه اليوم", "הילד כתב מכתב ארוך לחבר שלו היום", "昨天 男孩 给 朋友 写 了 信",
  "เด็ก เขียน จดหมาย ยาว ถึง เพื่อน วันนี้", "बालक ने मित्र को लंबा पत्र लिखा", "ὁ παῖς γράφει μακρὰν ἐπιστολὴν τῷ φίλῳ"];
const RELATIONS = ["nsubj:pass", "obl", "advmod:emph", "cc", "parataxis", "det"];
const drawTree = text => {
  const words = text.split (" "), heads = new Map (), reached = [0];
  for (const left = words.map ((_, i) => i + 1); left.length > 0; ) {
    const [word] = left.splice (random (left.length), 1);
    heads.set (word, reached.length == 1 ? 0 : reached[1 + random (reached.length - 1)]);
    reached.push (word);
  }
  return words.map ((form, i) => `${i + 1}\t${form}\t_\tNOUN\t_\t_\t${heads.get (i + 1)}\t${heads.get (i + 1) == 0 ? "root" : RELATIONS[random (6)]}\t_\t_\n`).join ("") + "\n";
};
writeFileSync (`${scratch}/scripts.conllu`, TEXTS.flatMap (text => Array.from ({ length: MOST / TEXTS.length }, () => drawTree (text))).join (""));
const files = [`${scratch}/scripts.conllu`, ...!ud ? [] : ["r2.16/ar_pud-ud-test", "r2.17/he_htb-ud-dev", "r2.17/zh_gsd-ud-dev", "r2.17/sa_ufal-ud-test", "r2.18/grc_proiel-ud-dev"]
  .map (name => `${ud}/${name}.conllu.gz`)];
if (!ud)
  console.log ("skipped: drawings of treebanks were not recounted: TBK_CORPORA is needed");

/* In the page: [drawings, labels, faults of each kind, the first of them]. */
const recount = () => {
  const boxOf = text => { const { x, y, width, height } = text.getBBox (); return { text, x, y, right: x + width, bottom: y + height }; };
  /* Boxes of letters have room above and below. */
  const meet = (a, b) => a.x + 1 < b.right && b.x + 1 < a.right && a.y + 4 < b.bottom && b.y + 4 < a.bottom;
  const found = { drawings: 0, labels: 0, word: 0, label: 0, line: 0, order: 0, first: "" };
  const note = (kind, svg, box) => {
    found[kind]++;
    found.first ||= `${kind}: ${box.text.textContent} in ${svg.querySelector ("title").textContent}`;
  };
  for (const svg of document.querySelectorAll ("figure.tree svg.tree")) {
    const words = [...svg.querySelectorAll (".word .form")].map (boxOf), tags = [...svg.querySelectorAll (".tag")].map (boxOf);
    const labels = [...svg.querySelectorAll (".relation")].map (boxOf);
    /* The upright lines of arcs; labels come in their order, two of an arc that is broken. */
    const lines = [], owners = [];
    svg.querySelectorAll ("g.arc").forEach ((arc, number) => {
      const d = arc.querySelector (".line").getAttribute ("d"), steps = [...d.matchAll (/([MVHq])([^MVHq]*)/g)].map (([, kind, rest]) => [kind, ...rest.trim ().split (/[ ,]+/).map (Number)]);
      let x = 0, y = 0;
      for (const [kind, ...numbers] of steps) {
        if (kind == "V")
          lines.push ({ number, x, top: Math.min (y, numbers[0]), bottom: Math.max (y, numbers[0]) });
        [x, y] = kind == "M" ? numbers : kind == "V" ? [x, numbers[0]] : kind == "H" ? [numbers[0], y] : [x + numbers[2], y + numbers[3]];
      }
      owners.push (...steps.filter (([kind]) => kind == "M").map (() => number));
    });
    found.drawings++;
    found.labels += labels.length;
    labels.forEach ((box, i) => {
      if ([...words, ...tags].some (other => meet (box, other)))
        note ("word", svg, box);
      if (labels.some ((other, j) => j < i && meet (box, other)))
        note ("label", svg, box);
      if (lines.some (line => line.number != owners[i] && box.x < line.x && line.x < box.right && line.top < box.bottom - 4 && box.y + 4 < line.bottom))
        note ("line", svg, box);
    });
    const way = svg.classList.contains ("mirrored") ? -1 : 1;
    words.forEach ((box, i) => {
      const before = words[i - 1];
      if (before && (Math.abs (box.y - before.y) < 10 ? way * (box.x - before.x) <= 0 : box.y < before.y))
        note ("order", svg, box);
    });
  }
  return found;
};

const browser = await startBrowser (chromium), page = await openPage (browser, "about:blank");
await page.size (1440, 900);
for (const file of files)
  for (const options of [["--width=10000"], ["--width=80", "--projectivized"]]) {
    const path = `${scratch}/drawn.html`;
    execFileSync (program, ["show", "-q", "--on-error=skip", `--max=${MOST}`, "--format=html", ...options, file, "-o", path]);
    await page.goTo ("about:blank");
    await page.goTo (`file://${path}`);
    await page.until ("!document.querySelector ('script.drawings')");
    await page.run ("dispatchEvent (new Event ('beforeprint'))");
    const { drawings, labels, first, ...faults } = await page.run (`(${recount}) ()`);
    const nFaults = Object.values (faults).reduce ((a, b) => a + b, 0);
    console.log (`${nFaults > 0 ? "FAILED: " : ""}${file.split ("/").pop ()} ${options.join (" ")}: ${drawings} drawings, ${labels} labels, ${nFaults} faults${nFaults > 0 ? `: ${JSON.stringify (faults)} ${first}` : ""}`);
    nFailures += nFaults > 0;
  }
await browser.close ();
process.exit (nFailures > 0 ? 1 : 0);
