/* firefox.mjs FOLDER FIREFOX - the page of FOLDER in Firefox, in both its forms if it has index.html: what depends on the browser more than on the page. Driven
 * by Marionette, the protocol that Firefox has itself: messages "LENGTH:JSON" over a socket.
 */
import { spawn } from "node:child_process";
import { connect } from "node:net";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { pathToFileURL } from "node:url";
import { serve } from "./browser.mjs";

const [folder, firefox] = process.argv.slice (2), top = new URL ("../../../", import.meta.url), scratch = mkdtempSync (join (tmpdir (), "tbk-firefox-"));
const data = name => readFileSync (new URL (`data/${name}`, top));
const { load } = await import (pathToFileURL (resolve (folder, "node.mjs")));
const tbk = await load (readFileSync (join (folder, "tbk.wasm")));
const wait = time => new Promise (resolve => setTimeout (resolve, time));
let failures = 0, done = 0;

function check (what, found, expected = true)
{
  done++;
  if (JSON.stringify (found) != JSON.stringify (expected)) {
    failures++;
    console.log (`FAILED in Firefox: ${what}: found ${JSON.stringify (found)}, expected ${JSON.stringify (expected)}`);
  }
}

/* A browser with a profile of its own, on a port that it chooses and writes into the profile. */
async function start ()
{
  const profile = join (scratch, "profile"), port = join (profile, "MarionetteActivePort");
  rmSync (profile, { recursive: true, force: true });
  mkdirSync (profile);
  writeFileSync (join (profile, "user.js"), ["marionette.port\", 0", "app.update.enabled\", false", "datareporting.policy.dataSubmissionEnabled\", false", "browser.shell.checkDefaultBrowser\", false"]
    .map (pref => `user_pref ("${pref});\n`).join (""));
  const child = spawn (firefox, ["--headless", "--marionette", "--no-remote", "--profile", profile, "about:blank"], { stdio: "ignore" });
  for (let i = 0; i < 600 && !(existsSync (port) && readFileSync (port, "utf8")); i++)
    await wait (100);
  const socket = connect (Number (readFileSync (port, "utf8")), "127.0.0.1"), calls = new Map ();
  let rest = Buffer.alloc (0), number = 0;
  socket.on ("data", bytes => {
    rest = Buffer.concat ([rest, bytes]);
    for (let colon = rest.indexOf (":"); colon >= 0; colon = rest.indexOf (":")) {
      const length = Number (rest.subarray (0, colon)), end = colon + 1 + length;
      if (rest.length < end)
        return;
      const message = JSON.parse (rest.subarray (colon + 1, end)), call = Array.isArray (message) ? calls.get (message[1]) : null;
      rest = rest.subarray (end);
      if (call && message[2])
        call.reject (new Error (message[2].message));
      else
        call?.resolve (message[3]);
    }
  });
  const send = (name, parameters = {}) => new Promise ((resolve, reject) => {
    calls.set (++number, { resolve, reject });
    const text = JSON.stringify ([0, number, `WebDriver:${name}`, parameters]);
    socket.write (`${Buffer.byteLength (text)}:${text}`);
  });
  await send ("NewSession", { unhandledPromptBehavior: "accept" });
  return { send, close: async () => {
    const isOver = new Promise (resolve => child.on ("exit", resolve));
    socket.destroy ();
    child.kill ();
    await isOver;
  } };
}

const browser = await start (), server = await serve (folder), quoted = JSON.stringify;
const run = async expression => (await browser.send ("ExecuteScript", { script: `return (${expression});`, args: [] })).value;
async function until (expression, seconds = 30)
{
  for (const end = Date.now () + 1000 * seconds; Date.now () < end; await wait (50))
    if (await run (expression))
      return;
  throw new Error (`after ${seconds} seconds not yet: ${expression}: ${await run ("document.body.innerText.slice (0, 800)")}`);
}
const idle = () => until ("document.body.dataset.working == 0");
const press = async text => {
  await run (`[...document.querySelectorAll ("button")].find (one => one.offsetParent && one.textContent.trim () == ${quoted (text)}).click ()`);
  await idle ();
};
const set = async (name, value) => {
  await run (`(() => { const box = document.querySelector ("[name='${name}']"); box.value = ${quoted (value)}; box.dispatchEvent (new Event ("change")); }) ()`);
  await idle ();
};
const keys = async (...all) => {
  await browser.send ("PerformActions", { actions: [{ type: "key", id: "keys", actions: all.flatMap (value => [{ type: "keyDown", value }, { type: "keyUp", value }]) }] });
  await idle ();
};
const tab = async name => {
  await run (`document.getElementById ("tab-${name}").click ()`);
  await idle ();
};

async function drive (address)
{
  const en = data ("en.conllu").toString (), ENTER = "\ue007", LEFT = "\ue012";
  await browser.send ("Navigate", { url: address });
  await until ("document.getElementById ('unstarted').hidden");
  await press ("English");
  await until ("document.querySelectorAll ('figure.tree svg').length == 24");
  await idle ();
  await run ("(document.getElementById ('where').value = 'deprel=nsubj', document.getElementById ('search').requestSubmit ())");
  await idle ();
  check ("a search", await run ("document.querySelector ('.found').textContent"), `${(await tbk.stats ({ en }, ["--by=sentence", "--where=deprel=nsubj"])).split ("\n").length - 2} of 24 sentences`);
  check ("marks", await run ("document.querySelectorAll ('g.word.found').length"), (await tbk.find ({ en }, "deprel=nsubj")).trim ().split ("\n").length - 1);
  await press ("Clear");
  await press ("Save PNG");
  check ("a picture without an error", await run ("document.getElementById ('error').hidden"));
  /* By keys, and by dragging. */
  await press ("Edit");
  await until ("document.querySelector ('.editor svg')");
  await run ("document.querySelector ('.editor .wide').focus ()");
  await keys ("\ue014", "0", ENTER);
  await until ("document.querySelector ('#edited').textContent.startsWith ('edited')");
  check ("by keys", (await run ("document.querySelector ('.edited').textContent")).startsWith ("2 letter depends on 0, the root. 3 arrived depends on 2 letter"));
  await press ("Undo");
  const middle = word => run (`(() => { const box = document.querySelector (".editor g.word[data-word='${word}'] .form").getBoundingClientRect (); return [Math.round (box.left + box.width / 2), Math.round (box.top + box.height / 2)]; }) ()`);
  await run ("document.querySelector ('.editor .wide').scrollIntoView ({ block: 'center' })");
  const [x, y] = await middle (4), [toX, toY] = await middle (8);
  await browser.send ("PerformActions", { actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions: [{ type: "pointerMove", x, y }, { type: "pointerDown", button: 0 },
    { type: "pointerMove", x: Math.round ((x + toX) / 2), y: y - 20, duration: 50 }, { type: "pointerMove", x: toX, y: toY, duration: 50 }, { type: "pointerUp", button: 0 }] }] });
  await until ("document.querySelector ('.edited').textContent.startsWith ('4 yesterday depends on 8 read.')");
  await idle ();
  await press ("Done");
  for (const name of ["statistics", "choices", "check", "steps"]) {
    await tab (name);
    check (`the tab ${name}`, [await run ("document.getElementById ('error').hidden"), await run (`document.querySelectorAll ("#panel-${name} :is(table, figure, .steps)").length > 0`)], [true, true]);
  }
  await run ("history.back ()");
  await until ("document.getElementById ('tab-check').getAttribute ('aria-selected') == 'true'");
  /* A packed file, in two parts; then what was not saved is there again. */
  const element = await browser.send ("FindElement", { using: "css selector", value: "#file" }), file = join (scratch, "two.conllu.gz");
  writeFileSync (file, Buffer.concat ([gzipSync (en), gzipSync (data ("la.conllu"))]));
  await browser.send ("ElementSendKeys", { id: Object.values (element.value)[0], text: file });
  await until ("document.getElementById ('size').textContent == '46 sentences, 576 words'");
  await idle ();
  await wait (500);
  await browser.send ("Navigate", { url: "about:blank" });
  await browser.send ("Navigate", { url: address });
  await until ("!document.getElementById ('kept').hidden");
  await press ("Restore");
  await until ("document.getElementById ('edits').hidden == false && document.querySelector ('figure.tree svg')");
  check ("restored", await run ("document.querySelector ('#edits li').textContent.startsWith ('Sentence 1 4 yesterday depends on 8 read.')"));
  await browser.send ("SetWindowRect", { width: 500, height: 844 });
  check ("not wider than the window", await run ("Math.max (0, document.documentElement.scrollWidth - innerWidth)"), 0);
  await browser.send ("SetWindowRect", { width: 1280, height: 800 });
  await press ("Save treebank");
}

/* Two tabs: one edits what the other follows; the one that edits is closed, and the other goes on. */
async function twoTabs (address)
{
  const handle = async () => (await browser.send ("GetWindowHandle")).value, go = to => browser.send ("SwitchToWindow", { handle: to }), first = await handle ();
  const begin = async () => {
    await browser.send ("Navigate", { url: address });
    await until ("document.getElementById ('unstarted').hidden");
    await wait (500);
  };
  const head = async (word, to) => {
    await set ("word", word);
    await set ("head", to);
    await until (`document.querySelector (".edited").textContent.includes (" depends on ${to} ")`);
    await idle ();
  };
  await begin ();
  while (await run ("document.querySelectorAll ('#kept li').length > 0"))
    await press ("Throw away");
  await press ("English");
  await press ("Edit");
  await until ("document.querySelector ('.editor svg')");
  await head (4, 8);
  const second = (await browser.send ("NewWindow", { type: "tab" })).handle;
  await go (second);
  await begin ();
  check ("another tab's edits are not left over", [await run ("document.getElementById ('kept').hidden"), await run ("document.querySelector ('#elsewhere li').textContent.includes ('(1 edit')")], [true, true]);
  await press ("Follow");
  await until ("!document.getElementById ('reading').hidden && document.querySelector ('#edits summary').textContent == '1 edit'");
  await idle ();
  await go (first);
  await head (6, 7);
  await go (second);
  await until ("document.querySelector ('#edits summary').textContent == '2 edits'");
  await go (first);
  await browser.send ("CloseWindow");
  await go (second);
  await until ("document.getElementById ('reading').hidden");
  await idle ();
  check ("the other tab goes on", await run ("[document.querySelector ('#edits summary').textContent, document.getElementById ('undo').disabled]"), ["2 edits", false]);
  await press ("Undo");
  check ("and undoes", await run ("document.querySelector ('#edits summary').textContent"), "1 edit");
}

try {
  const file = pathToFileURL (resolve (folder, "tbk.html")).href;
  for (const address of existsSync (join (folder, "index.html")) ? [server.address, file] : [file])
    await drive (address).then (() => twoTabs (address)).catch (error => check (`${address}: ${error.message}`, false));
} finally {
  await browser.close ();
  server.close ();
  rmSync (scratch, { recursive: true, force: true, maxRetries: 5 });
}
console.log (`page in Firefox: ${done - failures} of ${done} right`);
process.exit (failures > 0 ? 1 : 0);
