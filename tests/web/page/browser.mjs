/* browser.mjs - drives a headless Chromium through the pipe of its developer tools, and serves a folder to it. */
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { mkdtempSync, readFileSync, rmSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/* Of keys that do something by themselves in a page. */
const CODES = { Tab: 9, Enter: 13, Escape: 27, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Delete: 46 };
const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", wasm: "application/wasm" };

/* Serves the files of a folder on a port of this machine. */
export function serve (folder)
{
  const server = createServer ((request, response) => {
    const path = join (folder, request.url == "/" ? "index.html" : request.url.replaceAll ("..", ""));
    if (!existsSync (path))
      return response.writeHead (404).end ();
    response.writeHead (200, { "Content-Type": TYPES[path.split (".").pop ()] ?? "text/plain" });
    response.end (readFileSync (path));
  });
  return new Promise (resolve => server.listen (0, "127.0.0.1",
    () => resolve ({ address: `http://127.0.0.1:${server.address ().port}/`, close: () => server.close () })));
}

export async function startBrowser (command)
{
  const folder = mkdtempSync (join (tmpdir (), "tbk-page-")), downloads = join (folder, "downloads");
  const child = spawn (command, ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-extensions", "--remote-debugging-pipe",
      `--user-data-dir=${folder}/user`, "--window-size=1280,1000", "about:blank"],
  { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const calls = new Map (), listeners = new Set ();
  let number = 0, rest = "";
  child.stdio[4].on ("data", data => {
    const parts = (rest + data).split ("\0");
    rest = parts.pop ();
    for (const part of parts) {
      const message = JSON.parse (part), call = calls.get (message.id);
      if (call) {
        calls.delete (message.id);
        if (message.error)
          call.reject (new Error (`${call.method}: ${message.error.message}`));
        else
          call.resolve (message.result);
      } else
        listeners.forEach (listener => listener (message));
    }
  });
  const send = (method, params = {}, sessionId = undefined) => new Promise ((resolve, reject) => {
    calls.set (++number, { resolve, reject, method });
    child.stdio[3].write (JSON.stringify ({ id: number, method, params, sessionId }) + "\0");
  });
  await send ("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: downloads, eventsEnabled: true });
  return {
    send, downloads, listen: listener => listeners.add (listener),
    close: async () => {
      const isOver = new Promise (resolve => child.on ("exit", resolve));
      await send ("Browser.close").catch (() => {});
      await isOver;
      rmSync (folder, { recursive: true, force: true, maxRetries: 5 });
    }
  };
}

/* A page: what it asks for, what fails in it, and what a user does with it: asked questions are kept, and answered by `accepts`. */
export async function openPage (browser, address)
{
  const { targetId } = await browser.send ("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await browser.send ("Target.attachToTarget", { targetId, flatten: true });
  const send = (method, params) => browser.send (method, params, sessionId);
  const page = { requests: [], errors: [], saved: [], workers: [], questions: [], accepts: true, send };
  browser.listen (({ method, params, sessionId: from }) => {
    if (method == "Target.attachedToTarget" && params.targetInfo.type == "worker") {
      page.workers.push (params.sessionId);
      browser.send ("Network.enable", {}, params.sessionId).catch (() => {});
    }
    if (method == "Network.requestWillBeSent" && (from == sessionId || page.workers.includes (from)))
      page.requests.push (params.request.url);
    if (method == "Runtime.exceptionThrown" && from == sessionId)
      page.errors.push (params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method == "Log.entryAdded" && from == sessionId && params.entry.level == "error")
      page.errors.push (params.entry.text);
    if (method == "Page.javascriptDialogOpening" && from == sessionId) {
      page.questions.push (params.message);
      send ("Page.handleJavaScriptDialog", { accept: page.accepts });
    }
    if (method == "Browser.downloadWillBegin")
      page.saved.push ({ name: params.suggestedFilename, guid: params.guid });
    if (method == "Browser.downloadProgress" && params.state == "completed")
      for (const one of page.saved)
        if (one.guid == params.guid)
          one.isDone = true;
  });
  for (const domain of ["Page", "Runtime", "Network", "Log"])
    await send (domain + ".enable");
  /* Without a window nobody answers a dialog for files: what is saved is a download, as in other browsers. */
  await send ("Page.addScriptToEvaluateOnNewDocument", { source: "delete window.showSaveFilePicker; delete window.showOpenFilePicker" });
  await send ("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });

  page.run = async expression => {
    const { result, exceptionDetails } = await send ("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails)
      throw new Error (exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  page.until = async (expression, seconds = 20) => {
    for (const end = Date.now () + 1000 * seconds; Date.now () < end; await new Promise (resolve => setTimeout (resolve, 25))) {
      const value = await page.run (expression);
      if (value)
        return value;
    }
    throw new Error (`after ${seconds} seconds not yet: ${expression}\nthe page: ${await page.run ("document.body.innerText.slice (0, 300)")}\nerrors: ${page.errors.join ("\n")}`);
  };
  page.idle = (seconds) => page.until ("document.body.dataset.working == 0", seconds);
  page.goTo = async to => {
    const loaded = new Promise (resolve => browser.listen (({ method, sessionId: from }) => method == "Page.loadEventFired"
      && from == sessionId && resolve ()));
    await send ("Page.navigate", { url: to });
    await loaded;
  };
  page.size = (width, height = 900, features = []) =>
    Promise.all ([send ("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false }),
    send ("Emulation.setEmulatedMedia", { features })]);
  /* modifiers: 2 is Ctrl, 8 is Shift */
  page.key = async (key, modifiers = 0) => {
    const text = key == "Enter" ? "\r" : key.length == 1 && !(modifiers & 2) ? key : undefined;
    await send ("Input.dispatchKeyEvent", { type: "keyDown", key, code: key.length == 1 ? "Key" + key.toUpperCase () : key, text,
      modifiers, windowsVirtualKeyCode: CODES[key] ?? (key.length == 1 ? key.toUpperCase ().charCodeAt (0) : undefined) });
    await send ("Input.dispatchKeyEvent", { type: "keyUp", key, modifiers });
  };
  page.mouse = (type, x, y) => send ("Input.dispatchMouseEvent",
    { type, x, y, button: "left", buttons: type == "mouseReleased" ? 0 : 1, clickCount: 1 });
  page.drag = async ([x, y], [toX, toY]) => {
    await page.mouse ("mousePressed", x, y);
    for (const part of [0.3, 0.7, 1])
      await page.mouse ("mouseMoved", x + (toX - x) * part, y + (toY - y) * part);
    await page.mouse ("mouseReleased", toX, toY);
  };
  page.drop = async path => {
    const data = { items: [], files: [path].flat (), dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"])
      await send ("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
  };
  page.picture = async path => {
    const { data } = await send ("Page.captureScreenshot", { format: "png" });
    (await import ("node:fs")).writeFileSync (path, Buffer.from (data, "base64"));
  };
  /* The file that a click on a button of this text gives. */
  page.save = async (text, inside = "body") => {
    const n = page.saved.length;
    await page.run (`[...document.querySelectorAll (${JSON.stringify (inside + " button")})].find (one => one.offsetParent && one.textContent.includes (${JSON.stringify (text)})).click ()`);
    for (let i = 0; i < 400 && !page.saved[n]?.isDone; i++)
      await new Promise (resolve => setTimeout (resolve, 25));
    const { name } = page.saved[n];
    const path = join (browser.downloads, name), bytes = readFileSync (path);
    rmSync (path);
    return { name, text: bytes.toString () };
  };
  await page.goTo (address);
  return page;
}
