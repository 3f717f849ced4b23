/* main.mjs - the page: opens files, has the tabs, records what was edited, and shows what goes on. */
import { byId, element, button, messagesBox, count } from "./dom.mjs";
import { Document, keptEdits, keptDocument, forgetEdits, forgetDownloads, onEdited } from "./documents.mjs";
import { Client, Cancelled } from "./client.mjs";
import { parseWords, movedArcs, withDeps } from "./words.mjs";
import { Search } from "./search.mjs";
import { pasted, isTreebank, chosenFiles, droppedFiles, handleOf, withoutProse } from "./open.mjs";
import { fileFor, writeInto, download } from "./save.mjs";
import { sampleText } from "./sample.mjs";
import { filesPanel } from "./files.mjs";
import { sentencesPanel } from "./sentences.mjs";
import { statisticsPanel, choicesPanel } from "./statistics.mjs";
import { checkPanel } from "./check.mjs";
import { stepsPanel } from "./steps.mjs";
import { comparePanel } from "./compare.mjs";
import { makeGuides } from "./guides.mjs";
import { EXAMPLES, hasProgram, makeWorker, readProgram } from "./scripts.mjs";

const TABS = { files: filesPanel, sentences: sentencesPanel, statistics: statisticsPanel, choices: choicesPanel, check: checkPanel,
  steps: stepsPanel, compare: comparePanel };
const OF_DEPENDENCIES = ["choices", "check"];

const app = { docs: [], doc: null, editing: null, client: new Client (hasProgram ? makeWorker : () => ({}), hasProgram ? readProgram () : Promise.reject (new Error ("a web server is needed"))), get info () { return this.doc?.info ?? null; } };
const panels = {};
/* How often each value of a column is in the document that is shown; other words of it than the one at hand. The worker counts those of the
 * file; those that were typed here count once they were typed twice. */
const counted = new Map ();
app.client.onCounted = ({ id, ...values }) => {
  counted.set (id, { typed: new Map (), ...values });
  if (id == app.doc?.id)
    panels.sentences.showValues ();
};
app.values = column => counted.get (app.doc.id)?.[column] ?? new Map ();
app.nBare = () => counted.get (app.doc.id)?.nBare ?? 0;
app.isUsed = (column, value) => app.values (column).has (value) || counted.get (app.doc.id)?.typed.get (`${column} ${value}`) > 1;
app.noteValue = (column, value) => {
  const typed = counted.get (app.doc.id)?.typed, key = `${column} ${value}`;
  typed?.set (key, (typed.get (key) ?? 0) + 1);
};

/* The query holds in all tabs but that of files: others are made anew. */
app.search = new Search (app, { onSet: () => { version++; }, onChange: () => showTab (tab) });
let tab = "sentences", shownAt = {}, version = 0, edition = 0, nWorking = 0;

/* What goes on: a bar and a way to break it off, once it takes a while. */
const busy = byId ("busy"), bar = busy.querySelector ("progress");
let waiting = 0;
app.client.onBusy = isBusy => {
  clearTimeout (waiting);
  if (isBusy)
    waiting = setTimeout (() => { busy.hidden = false; }, 400);
  else {
    busy.hidden = true;
    bar.removeAttribute ("value");
  }
};
app.onProgress = progress => { bar.value = progress; };
byId ("cancel").onclick = () => app.client.cancel ();

/* more: what can be done about it */
function showError (error, more = [])
{
  const box = byId ("error");
  box.hidden = false;
  box.querySelector ("div").replaceChildren (...messagesBox (error.message || String (error)), ...more);
}

/* Does some work for a part of the page (or for none): what fails is told, and the page lives on. What was told before is over, unless nobody
 * has asked for this work. */
app.work = async (part, act, isAsked = true) => {
  byId ("error").hidden ||= isAsked && nWorking == 0;
  document.body.dataset.working = ++nWorking;
  part?.setAttribute ("aria-busy", "true");
  try {
    await act ();
  } catch (error) {
    const isCancelled = error instanceof Cancelled, again = isCancelled ? [" ", button ("Try again", () => part ? app.work (part, act) : app.inOrder (act))] : [];
    if (!isCancelled || !part)
      showError (isCancelled ? new Error ("Cancelled.") : error, again);
    part?.replaceChildren (element ("p", { class: "failed" }, isCancelled ? "Cancelled." : "This failed; the message is above.", ...again));
  } finally {
    part?.removeAttribute ("aria-busy");
    document.body.dataset.working = --nWorking;
    if (nWorking == 0)
      keepFocus ();
  }
};

/* The focus is somewhere, also where what had it is gone: in the editor, at the first drawing in the window, or in the tab's panel. */
function keepFocus ()
{
  if (document.activeElement && document.activeElement != document.body)
    return;
  const isSeen = one => one.offsetParent && one.getBoundingClientRect ().bottom > 0, panel = byId ("panel-" + tab);
  const to = byId ("work").hidden ? byId ("file") : document.querySelector (".editor .wide, .editor textarea") ?? [...panel.querySelectorAll ("figure.tree .wide")].find (isSeen) ?? panel;
  to.focus ({ preventScroll: true });
}

/* What changes the treebank waits for what changed it before: edits, also those that are taken back, saving, another file. */
let last = Promise.resolve ();
app.inOrder = (act, isAsked) => (last = last.then (() => app.work (null, act, isAsked)));

/* The changes with DEPS in which the arcs of words that moved have moved along; and in words where DEPS has a head or a relation of before
 * beside others, which stay. */
async function withMovedArcs (changes)
{
  const { places } = app.info ?? {}, texts = changes.map (({ before, after, isText }) => places && !isText && [before, after].map (text => parseWords (text, places))),
    moved = texts.map (both => both ? movedArcs (...both) : []), all = moved.flat ();
  const found = all.length > 0 ? await app.client.call ("depsFollow", { words: all.map (([, fields]) => fields) }) : [], left = [];
  const made = changes.map (({ number, before, after, from = 1 }, i) => {
    const deps = moved[i].map (([word, [old, head]]) => {
      const now = found.shift (), stale = now == old ? old.split ("|").filter (item => item.startsWith (`${head}:`)) : [];
      if (stale.length > 0)
        left.push (`DEPS of ${word} ${texts[i][1].words[word].form} still has ${stale.join (", ")}.`);
      return [word, now];
    });
    return { number, before, after: deps.length > 0 ? withDeps (texts[i][1], deps) : after, from };
  });
  return { made, left: left.join (" ") };
}

/* Puts texts in place of sentences, in the worker; what the page shows of how many there are follows. */
async function change (changes)
{
  const made = await app.client.call ("edit", { changes });
  Object.assign (app.info, { n: made.n, nWords: made.nWords });
  showName (app.info, app.doc.label);
  changes.forEach (({ number, count }, i) => panels.sentences.renumber (number, count, made.to[i]));
  return made;
}

/* Edits. changes: { number, before, after, isText, from }, isText where DEPS was written by hand, from: of how many sentences the text before
 * is, if not of one; what: in words; shown: a tab that need not be shown anew for this edit. Returns the new text of the first one, of how
 * many sentences it is, and in words what DEPS still has of before. */
app.apply = async (changes, what, shown) => {
  const { doc } = app;
  if (doc.isRead || !await doc.own ()) {
    letRead (doc);
    throw new Error (`${doc.label} is edited in another tab: here it is read only until that tab is closed.`);
  }
  /* The browser reads a file of the disk no more once that is changed there, also by saving. */
  if (doc.blob instanceof File)
    doc.blob = new Blob ([await app.client.call ("original")]);
  const { made, left } = await withMovedArcs (changes);
  const { to } = await change (made.map (({ number, after, from }) => ({ number, count: from, text: after })));
  made.forEach ((one, i) => { one.to = to[i]; });
  doc.record ({ what: left ? `${what} ${left}` : what, changes: made });
  showEdited (shown);
  return { after: made[0].after, to: made[0].to, left };
};

/* Undoes the last edit, or redoes the one that was undone last. */
const travel = isUndo => app.inOrder (async () => {
  const changes = app.doc?.changesOf (isUndo);
  if (!changes || app.doc.isRead || !app.mayLeaveText ())
    return;
  const { to } = await change (changes), isMoved = changes.some (({ count }, i) => count != to[i]);
  app.doc.travel (isUndo);
  showEdited (tab == "sentences" ? tab : "");
  if (tab != "sentences")
    await showTab (tab);
  else if (changes.length > 1)
    await panels.sentences.show ();
  else if (app.editing?.number == changes[0].number && !isMoved)
    await app.editing.reload (isUndo ? `Undone: ${app.doc.undone.at (-1).what}` : `Redone: ${app.doc.done.at (-1).what}`);
  else
    await panels.sentences.editNumber (Math.min (changes[0].number, app.info.n));
});
app.undo = () => travel (true);
app.redo = () => travel (false);

/* Whether a box holds text that is no edit yet, and whether it may be lost: who wrote it is asked, once. */
const hasText = () => app.editing?.isChanged?.() ?? false;
app.mayLeaveText = () => {
  if (!hasText ())
    return true;
  if (!confirm (`You changed the text of sentence ${app.editing.number}, and have not pressed Done. Give the change up?`))
    return false;
  app.editing.isChanged = () => false;
  return true;
};

const mayClose = () => app.docs.every (doc => doc.isSaved) && !hasText ();

/* Every edit can be gone to, the last one first. */
const MOST_LISTED = 200;
function listEdits ()
{
  const { done } = app.doc, list = byId ("edits");
  list.hidden = done.length == 0;
  list.querySelector ("summary").textContent = count (done.length, "edit");
  list.querySelector ("ol").replaceChildren (...done.slice (-MOST_LISTED).reverse ().map (({ what, changes }) =>
    element ("li", {}, button (changes.length > 1 ? count (changes.length, "sentence") : `Sentence ${changes[0].number}`,
      () => app.edit (changes[0].number)), ` ${what}`)));
}

/* Keeps what was edited, and says whether it is saved. */
function showEdited (shown = "sentences")
{
  const { doc } = app;
  version++;
  edition++;
  shownAt[shown] = version;
  byId ("undo").disabled = doc.isRead || doc.done.length == 0;
  byId ("redo").disabled = doc.isRead || doc.undone.length == 0;
  byId ("reading").hidden = !doc.isRead;
  document.body.classList.toggle ("reads", doc.isRead);
  byId ("edited").textContent = !doc.isSaved ? "edited, not saved yet" : !doc.isSavedOnce ? "" : doc.downloaded ? `downloaded as ${doc.downloaded}` : `saved in ${doc.handle.name}`;
  listEdits ();
  doc.keep ().catch (error => {
    byId ("edited").textContent += `; the browser keeps no copy (${error?.message ?? error})`;
  });
}

/* What another tab does to a document is shown here as well, where it is read only, until that tab is closed. What waits to be shown is
 * shown once. */
const stale = new Set ();
const follow = doc => {
  stale.add (doc);
  app.inOrder (async () => {
    if (!stale.delete (doc) || doc.isOver)
      return;
    await doc.follow ();
    await app.client.close (doc);
    if (doc != app.doc)
      return;
    await app.client.choose (doc);
    showEdited ("");
    if (app.mayLeaveText ())
      await showTab (tab);
  }, false);
};
function letRead (doc)
{
  if (!doc.isRead)
    doc.inherit ().then (isOwner => isOwner && follow (doc));
  follow (doc);
}
onEdited (key => {
  app.docs.filter (doc => doc.key == key && !doc.release).forEach (letRead);
  listKept ().catch (() => {});
});
addEventListener ("focus", () => listKept ().catch (() => {}));

addEventListener ("keydown", event => {
  if ((event.ctrlKey || event.metaKey) && event.key == "s" && app.doc) {
    event.preventDefault ();
    /* What is in a box of the editor is an edit first. */
    if (event.target.matches (".editor input, .editor details textarea"))
      event.target.blur ();
    saveTreebank ();
    return;
  }
  const isRedo = event.key == "y" || event.key == "Z", way = isRedo ? app.redo : event.key == "z" ? app.undo : null;
  if ((event.ctrlKey || event.metaKey) && way && app.doc && !event.target.matches ("input, textarea")) {
    event.preventDefault ();
    way ();
  }
});
addEventListener ("beforeunload", event => { if (!mayClose ()) event.preventDefault (); });

/* What is shown stands in the address: #file=…&tab=…, the query, and the sentence of the tab of steps. So Back goes back, a link leads
 * to the same place once the file is open, and a file of the examples is opened by it. */
let isGoing = false;
function place ()
{
  const { doc, search } = app;
  return !doc || byId ("work").hidden ? "" : "#" + new URLSearchParams ({ file: doc.label, tab, ...search.isAny ? {} : { where: search.text }, ...tab == "steps" ? { sentence: panels.steps.number () } : {} });
}
app.notePlace = () => {
  if (!isGoing && place () != location.hash)
    history.pushState (null, "", place () || location.pathname + location.search);
};
const goToPlace = () => app.inOrder (async () => {
  const { file, tab: name, sentence, where = "" } = Object.fromEntries (new URLSearchParams (location.hash.slice (1)));
  if (place () == location.hash || !app.mayLeaveText ())
    return;
  isGoing = true;
  try {
    const doc = app.docs.find (({ label }) => label == file), example = EXAMPLES.find (one => one.name == file);
    if (!doc && !example) {
      shell (app.docs.length > 0 && file != null);
      return;
    }
    if (!doc)
      await openAll ([new Document (example.name, new Blob ([example.text]))]);
    else if (doc != app.doc)
      await choose (doc);
    shell (true);
    await app.search.take (where);
    if (name == "steps")
      panels.steps.choose (Number (sentence) || 1);
    await showTab (name in TABS && !byId ("tab-" + name).hidden ? name : "sentences");
  } finally {
    isGoing = false;
  }
});
addEventListener ("popstate", goToPlace);

/* Tabs, as those of ARIA: arrow keys go through them. */
function chooseTab (name)
{
  tab = name;
  for (const one of document.querySelectorAll ("[role=tab]")) {
    const isChosen = one.dataset.tab == name;
    one.setAttribute ("aria-selected", isChosen);
    one.tabIndex = isChosen ? 0 : -1;
    byId ("panel-" + one.dataset.tab).hidden = !isChosen;
  }
  byId ("search").classList.toggle ("unused", name == "files");
}

async function showTab (name)
{
  chooseTab (name);
  if (shownAt[name] != version && (name != "sentences" || app.mayLeaveText ())) {
    shownAt[name] = version;
    await app.work (null, () => panels[name].show ());
  } else
    panels[name].fit?.();
  app.notePlace ();
}
app.showSteps = number => {
  panels.steps.choose (number);
  shownAt.steps = -1;
  showTab ("steps");
  byId ("tab-steps").focus ();
};
/* Shows the sentences that are searched for, as tables lead to them; or one sentence, also where it is none of them. */
app.showSentences = async () => {
  await showTab ("sentences");
  byId ("tab-sentences").focus ();
};
app.goTo = number => app.work (null, async () => {
  if (app.mayLeaveText ()) {
    await showTab ("sentences");
    await panels.sentences.goTo (number);
  }
});
app.editNumber = (number, first) => panels.sentences.editNumber (number, first);
app.edit = number => app.work (null, async () => {
  if (!app.mayLeaveText ())
    return;
  await showTab ("sentences");
  await panels.sentences.editNumber (number);
});

byId ("tabs").addEventListener ("click", event => event.target.dataset.tab && showTab (event.target.dataset.tab));
byId ("tabs").addEventListener ("keydown", event => {
  const tabs = [...document.querySelectorAll ("[role=tab]:not([hidden])")], at = tabs.indexOf (event.target);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (at >= 0 && to != null) {
    event.preventDefault ();
    const next = tabs[(to + tabs.length) % tabs.length];
    next.focus ();
    showTab (next.dataset.tab);
  }
});

function showName ({ name, kind, n, nWords }, label = name)
{
  byId ("name").textContent = label;
  byId ("size").textContent = n > 0 ? `${count (n, kind == "brackets" ? "tree" : "sentence")}, ${count (nWords, "word")}` : "";
}

/* While a file is being read nothing of the one that is open can be used; of its own only the first sentences are there. */
function letUse (isOpened, isShown = isOpened)
{
  byId ("work").inert = !isShown;
  for (const part of document.querySelectorAll (".opened, #search, #tabs"))
    part.inert = !isOpened;
}

/* Reads a document; where it is the first one, its first sentences are shown as soon as they are there. Where it cannot be read, all
 * is as it was before. */
async function read (doc, isFirst)
{
  const before = { tab, isAtStart: byId ("work").hidden }, onFirst = first => {
    shell (true);
    chooseTab ("sentences");
    letUse (false, true);
    showName (first);
    panels.sentences.showFirst (first);
  };
  letUse (false);
  try {
    doc.info = await app.client.open (doc, { onProgress: app.onProgress, onFirst }, isFirst ? { width: panels.sentences.width () } : null);
  } catch (error) {
    panels.sentences.takeBack ();
    shell (!before.isAtStart);
    chooseTab (before.tab);
    if (app.info)
      showName (app.info, app.doc.label);
    throw error;
  } finally {
    letUse (true);
  }
}

/* Makes a document the one that is shown. */
async function choose (doc)
{
  await app.client.choose (doc);
  app.doc = doc;
  app.editing = null;
  for (const name of ["compare", "steps"])
    panels[name].forget ();
  app.search.set ("");
  shell (true);
  shownAt = {};
  showEdited ("");
  showName (app.info, app.doc.label);
  document.title = `${app.doc.label} - tbk`;
  for (const name of OF_DEPENDENCIES)
    byId ("tab-" + name).hidden = app.info.kind == "brackets";
  await showTab ("sentences");
}

function listFiles ()
{
  byId ("tab-files").hidden = app.docs.length < 2;
  byId ("tab-files").textContent = `Files (${app.docs.length})`;
}
app.isWorking = () => nWorking > 0;
/* Another number after each change of what is shown. */
app.edition = () => edition;
app.choose = doc => app.inOrder (async () => {
  if (app.mayLeaveText ())
    await choose (doc);
});
async function drop (doc)
{
  app.docs.splice (app.docs.indexOf (doc), 1);
  await app.client.close (doc);
  await doc.close ();
}
app.close = doc => app.inOrder (async () => {
  if (!doc.isSaved && !confirm (`The edits of ${doc.label} are not saved. Close it and throw them away?`))
    return;
  await drop (doc);
  listFiles ();
  if (doc == app.doc)
    await choose (app.docs[0]);
  if (app.docs.length > 1) {
    shownAt.files = -1;
    await showTab ("files");
  }
});

/* The name by which a document is shown: a number is behind it where another one has the same name. */
function labelOf (name)
{
  const all = app.docs.map (({ label }) => label);
  let label = name;
  for (let number = 2; all.includes (label); number++)
    label = `${name} (${number})`;
  return label;
}

/* Opens documents beside those that are open; a file that is open already stays as it is edited. What cannot be read is reported, and
 * left out. */
async function openAll (docs)
{
  const refused = [];
  let first = null;
  for (const doc of docs)
    try {
      const same = app.docs.find (one => one.key == doc.key);
      if (!same) {
        await read (doc, first == null);
        doc.label = labelOf (doc.info.name);
        app.docs.push (doc);
      }
      first ??= same ?? doc;
    } catch (error) {
      if (error instanceof Cancelled && !first)
        throw error;
      if (error instanceof Cancelled)
        break;
      refused.push (error.message);
    }
  listFiles ();
  if (first)
    await choose (first);
  if (app.docs.length > 1 && docs.length > 1)
    await showTab ("files");
  if (refused.length > 0)
    throw new Error (refused.join ("\n"));
}
const open = files => app.inOrder (async () => {
  if (app.mayLeaveText ())
    await openAll ((await Promise.all (files)).map (({ name, blob }) => Object.assign (new Document (name, blob), handleOf (blob) ? { handle: handleOf (blob), stamp: { size: blob.size, lastModified: blob.lastModified } } : {})));
});

function openFiles (files)
{
  if (files.length > 0)
    open (files.map (withoutProse));
  else
    showError (new Error ("no treebank was found; their names end in .conllu, .conllup, .conll, .conllx, .psd, .mrg or .brackets, perhaps with .gz behind it"));
}

/* What was edited and not saved when the page was closed, or crashed; and what another tab edits, to be followed here. */
async function listKept ()
{
  const all = await keptEdits (), own = new Set (app.docs.filter (doc => doc.release || doc.isRead).map (doc => doc.key)), kept = all.filter (({ key }) => !own.has (key));
  for (const [id, isOpen] of [["kept", false], ["elsewhere", true]]) {
    const listed = kept.filter (one => one.isOpen == isOpen);
    byId (id).hidden = listed.length == 0;
    byId (id).querySelector ("ul").replaceChildren (...listed.map (({ key, name, n, time, downloaded }) => element ("li", {},
      element ("strong", {}, name), ` (${count (n, "edit")}, ${new Date (time).toLocaleString ("en-GB")}${downloaded ? `; downloaded as ${downloaded}` : ""}) `,
      ...isOpen ? [button ("Follow", () => restore (key, false), { "aria-label": `Follow ${name}` })]
        : [button ("Restore", () => restore (key, true), { "aria-label": `Restore ${name}` }), " ", button ("Throw away", () => app.inOrder (async () => {
          if (confirm (`Throw away the edits of ${name}?`) && !await forgetEdits (key))
            throw new Error (`${name} is open in another tab by now.`);
          await listKept ();
        }), { "aria-label": `Throw away the edits of ${name}` })])));
  }
}

/* Opens a document with the edits that are kept, to edit it or to follow the tab that does. The same file without edits makes room. */
const restore = (key, isOwn) => app.inOrder (async () => {
  const doc = app.mayLeaveText () ? await keptDocument (key) : null;
  if (doc && isOwn && !await doc.own ())
    throw new Error (`${doc.name} is open in another tab by now.`);
  for (const twin of doc ? app.docs.filter (one => one.key == key) : [])
    await drop (twin);
  if (doc)
    await openAll ([doc]);
  if (doc && !isOwn)
    letRead (doc);
  await listKept ();
});

function shell (isOpened)
{
  byId ("start").hidden = isOpened;
  byId ("work").hidden = !isOpened;
}

byId ("file").onclick = event => {
  if (window.showOpenFilePicker) {
    event.preventDefault ();
    app.work (null, async () => {
      const files = await chosenFiles ();
      if (files.length > 0)
        openFiles (files);
    });
  }
};
byId ("file").onchange = event => {
  openFiles ([...event.target.files]);
  event.target.value = "";
};
byId ("folder").onchange = event => {
  openFiles ([...event.target.files].filter (isTreebank));
  event.target.value = "";
};
byId ("another").onclick = () => {
  shell (false);
  app.notePlace ();
  byId ("back").hidden = false;
  byId ("back").textContent = `Back to ${app.doc.label}`;
  byId ("file").focus ();
};
byId ("back").onclick = () => {
  shell (true);
  app.notePlace ();
};
byId ("undo").onclick = () => app.undo ();
byId ("redo").onclick = () => app.redo ();
/* Saves sentences. Text in a box is taken over first: what is saved is all that was written. */
app.saveSentences = act => app.inOrder (async () => {
  if (hasText () && !await app.editing.take ())
    throw new Error (`Nothing was saved: the text of sentence ${app.editing.number} cannot be used as it is.`);
  await act ();
});
/* Saves the treebank; its file is asked for first, since browsers ask only where the user has just pressed something. */
async function saveTreebank ()
{
  const { doc } = app;
  let handle;
  await app.work (null, async () => { handle = await fileFor (doc); });
  if (handle === undefined || doc != app.doc)
    return;
  await app.saveSentences (async () => {
    const bytes = await app.client.call ("bytes", {});
    if (!handle)
      doc.save (download (doc, bytes));
    else if (await writeInto (doc, handle, bytes))
      doc.save ();
    showEdited (tab);
  });
}
byId ("save").onclick = saveTreebank;
byId ("dismiss").onclick = () => { byId ("error").hidden = true; };
byId ("paste").onsubmit = event => {
  event.preventDefault ();
  const given = byId ("text").value;
  if (given.trim () != "") {
    const { name, text } = pasted (given);
    open ([{ name, blob: new Blob ([text]) }]);
  }
};
byId ("examples").append (button ("A thousand sentences, made by rules", () => open ([{ name: "sample.conllu", blob: new Blob ([sampleText ()]) }])), " ");
for (const { name, title, text } of EXAMPLES)
  byId ("examples").append (button (title, () => open ([{ name, blob: new Blob ([text]) }])), " ");

/* Files are dropped anywhere; where two are compared, the second one. */
addEventListener ("dragover", event => {
  event.preventDefault ();
  document.body.classList.add ("dropping");
});
addEventListener ("dragleave", event => { if (!event.relatedTarget) document.body.classList.remove ("dropping"); });
addEventListener ("drop", async event => {
  event.preventDefault ();
  document.body.classList.remove ("dropping");
  const files = await droppedFiles (event.dataTransfer).catch (showError);
  if (!files)
    return;
  if (files.length == 1 && tab == "compare" && !byId ("work").hidden)
    panels.compare.drop (files[0]);
  else
    openFiles (files);
});

for (const [name, make] of Object.entries (TABS))
  panels[name] = make (app, byId ("panel-" + name));
makeGuides (() => byId ("work").hidden ? null : tab);
byId ("unstarted").hidden = hasProgram;
app.client.ready.catch (hasProgram ? showError : () => {});
if (location.hash)
  goToPlace ();
forgetDownloads ().then (listKept).catch (() => {}); /* a browser without a database keeps nothing */
