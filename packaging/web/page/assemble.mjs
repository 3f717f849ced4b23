/* assemble.mjs FOLDER - the page, from its parts here, the styles and scripts of the program's own pages and the module in
 * FOLDER: index.html, page.js, worker.js and page.css for a server; and tbk.html, which is all in one and opens from a disk.
 *
 * Both are of classic scripts, since modules do not load from a disk. Modules become one function: each name is in one of them.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { execFileSync, spawnSync } from "node:child_process";
import { gunzipSync } from "node:zlib";
import { Script } from "node:vm";

const folder = process.argv[2], here = new URL (".", import.meta.url), top = new URL ("../../../", here);
const own = name => readFileSync (new URL (name, here), "utf8"), source = name => readFileSync (new URL (name, top), "utf8");
const made = name => readFileSync (`${folder}/${name}`);

const EXAMPLES = [["en.conllu", "English"], ["la.conllu", "Latin"], ["grc.conllu.gz", "Ancient Greek"],
  ["de.conllu.gz", "German"], ["fr.conllu", "French"], ["ja.conllu", "Japanese"],
  ["phrases.psd", "English phrases (brackets)"]];
const SCRIPTS = { showTrees: "src/draw/trees.js", walkSteps: "src/draw/steps.js" };
const STYLES = ["src/report/page.css", "src/draw/drawing.css", "src/draw/steps.css"];
const PAGE = ["dom", "documents", "client", "open", "save", "sample", "plot", "table", "words", "sentence", "values", "query", "search", "pick", "fields", "graph", "text", "edit", "details", "files", "sentences", "statistics", "check", "steps", "compare", "guides", "main"];
const GUIDES = ["guides/browser", "glossary", "guides/annotators", "guides/clean-a-treebank", "guides/find-and-count", "guides/measure-word-order", "guides/course", "systems", "formats"];

/* Modules without their imports and exports, in one function. A script allows that two functions have one name: this does not. */
function bundle (parts)
{
  const names = parts.flatMap (text => [...text.matchAll (/^(?:export )?(?:async )?function\*? (\w+)/gm)].map (found => found[1])), twice = names.find ((name, i) => names.indexOf (name) != i);
  if (twice)
    throw new Error (`two functions of the page are named ${twice}`);
  const texts = parts.map (text => text.replace (/^import .*;$/gm, "")
    .replace (/^export default (\w+);$/gm, "const instantiate = $1;")
    .replace (/^export /gm, "").replaceAll ("import.meta.url", "\"file:///\""));
  const text = `(function () {\n"use strict";\n${texts.join ("\n")}\n}) ();\n`;
  new Script (text); /* fails where two modules have one name */
  return text;
}

/* A text in a script element must not end it. */
const inScript = text => text.replaceAll ("</script", "<\\/script").replaceAll ("<!--", "<\\!--");
const hash = text => `'sha256-${createHash ("sha256").update (text).digest ("base64")}'`;

function examples ()
{
  return EXAMPLES.map (([name, title]) => {
    const bytes = readFileSync (new URL (`data/${name}`, top));
    return { name: name.replace (/\.gz$/, ""), title, text: (name.endsWith (".gz") ? gunzipSync (bytes) : bytes).toString () };
  });
}

/* A guide as HTML, with its drawings; a picture of the page would show what is there. Its links lead to other guides that are in the page, or out of it; others are none. */
function guideOf (name)
{
  const from = new URL (`docs/${name}.md`, top), html = execFileSync ("pandoc", ["--from=gfm", "--to=html5", "--no-highlight", "--wrap=none", "--shift-heading-level-by=1"], { input: source (`docs/${name}.md`) }).toString ();
  const link = (whole, address, text) => {
    const to = new URL (address, from), other = to.href.slice (new URL ("docs/", top).href.length).replace (/\.md(#.*)?$/, "");
    return to.protocol != "file:" ? `<a href="${address}" target="_blank" rel="noreferrer">${text}</a>`
      : GUIDES.includes (other) ? `<a href="#" data-guide="${other}" data-part="${to.hash.slice (1)}">${text}</a>` : text;
  };
  return { title: /<h2[^>]*>(.*?)<\/h2>/.exec (html)[1].replace (/<[^>]*>/g, ""), html: html.replace (/<p><img src="[^"]*\.png"[^>]*><\/p>/g, "").replace (/ style="[^"]*"/g, "").replace (/ id="/g, " id=\"guide-").replace (/<a\s+href="([^"]*)"[^>]*>([^]*?)<\/a>/g, link)
    .replace (/<img src="([^"]*)"/g, (_, address) => `<img src="data:image/svg+xml;base64,${readFileSync (new URL (address, from)).toString ("base64")}"`)
    .replace (/<table[^]*?<\/table>/g, "<div class=\"wide\" tabindex=\"0\">$&</div>").replace (/<pre/g, "<pre tabindex=\"0\"") };
}
function guides ()
{
  if (spawnSync ("pandoc", ["--version"]).error == null)
    return Object.fromEntries (GUIDES.map (name => [name, guideOf (name)]));
  console.log ("web: pandoc is not installed: the page is made without its guides");
  return {};
}

/* What differs between both forms: where the worker and the program come from. */
function scripts (form)
{
  const wrapped = Object.entries (SCRIPTS).map (([name, file]) =>
    `function ${name} ({ document, addEventListener })\n{\n${source (file)}}\n`);
  return [...wrapped, `const DRAWING_STYLE = ${JSON.stringify (source ("src/draw/drawing.css"))};`,
    `const EXAMPLES = ${JSON.stringify (examples ())};`, ofGuides, form].join ("\n");
}

const ofGuides = `const GUIDES = ${JSON.stringify (guides ())};`;
const worker = bundle ([...["engine", "bytes", "columns", "program"].map (name => made (name + ".mjs").toString ()), ...["treebank", "words", "count", "worker"].map (name => own (name + ".mjs"))]);
const pageOf = form => bundle ([scripts (form), ...PAGE.map (name => own (name + ".mjs"))]);
const style = [...STYLES.map (name => source (name)), own ("browser.css")].join ("");
const sources = made ("sources.txt").toString ().trim ().replaceAll ("\n", ", ");
const licences = (source ("LICENSE") + "\n" + made ("licences.txt")).replaceAll ("&", "&amp;").replaceAll ("<", "&lt;");
const version = /TBK_VERSION "(.*)"/.exec (source ("include/tbk/base.h"))[1];
const fill = parts => own ("index.html").replace (/@([A-Z]+)@/g,
  (_, name) => ({ VERSION: version, SOURCES: sources, LICENCES: licences, ...parts })[name]);

/* What both forms forbid, behind what they allow. */
const policy = (...allowed) => ["default-src 'none'", ...allowed, "img-src data:", "form-action 'none'", "base-uri 'none'"].join ("; ");
const script = (text, attributes = "") => `<script${attributes}>${text}</script>`;

writeFileSync (`${folder}/page.css`, style);
writeFileSync (`${folder}/worker.js`, worker);
writeFileSync (`${folder}/page.js`, pageOf (`const hasProgram = location.protocol != "file:";
const makeWorker = () => new Worker ("worker.js");
const readProgram = async () => new Uint8Array (await (await fetch ("tbk.wasm")).arrayBuffer ());`));
writeFileSync (`${folder}/index.html`, fill ({
  POLICY: policy ("script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "worker-src 'self'", "connect-src 'self'"),
  STYLE: "<link rel=\"stylesheet\" href=\"page.css\">",
  SCRIPT: script ("", " src=\"page.js\"") }));

const inline = inScript (pageOf (`const hasProgram = true;
const textOf = id => document.getElementById (id).textContent;
const makeWorker = () => new Worker (URL.createObjectURL (new Blob ([textOf ("worker")], { type: "text/javascript" })));
const readProgram = async () => Uint8Array.from (atob (textOf ("program")), letter => letter.charCodeAt (0));`));
writeFileSync (`${folder}/tbk.html`, fill ({
  POLICY: policy (`script-src ${hash (inline)} blob: 'wasm-unsafe-eval'`, `style-src ${hash (style)}`, "worker-src blob:", "connect-src 'none'"),
  STYLE: `<style>${style}</style>`,
  SCRIPT: [script (made ("tbk.wasm").toString ("base64"), " type=\"text/plain\" id=\"program\""),
    script (inScript (worker), " type=\"text/plain\" id=\"worker\""), script (inline)].join ("\n") }));
