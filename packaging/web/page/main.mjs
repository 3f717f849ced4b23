/* main.mjs - the page: opens files, has the tabs, keeps what was edited, and shows what goes on. */
import { byId, element, button, messagesBox, save, stem, count } from "./dom.mjs";
import { Client, Cancelled } from "./client.mjs";
import { pasted } from "./open.mjs";
import { sentencesPanel } from "./sentences.mjs";
import { statisticsPanel, choicesPanel } from "./statistics.mjs";
import { checkPanel } from "./check.mjs";
import { stepsPanel } from "./steps.mjs";
import { comparePanel } from "./compare.mjs";
import { EXAMPLES, makeWorker, readProgram } from "./scripts.mjs";

const TABS = { sentences: sentencesPanel, statistics: statisticsPanel, choices: choicesPanel, check: checkPanel,
  steps: stepsPanel, compare: comparePanel };
const OF_DEPENDENCIES = ["choices", "check"];

const edits = new Map (), undoable = [];
const app = { info: null, editing: null, client: new Client (makeWorker, readProgram (), edits) };
const panels = {};
let tab = "sentences", shownAt = {}, version = 0, nWorking = 0;
let saved = null, isSavedOnce = false; /* the last edit that was saved, null where it is none: that very one, not how many there were */

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

function showError (error)
{
  const box = byId ("error");
  box.hidden = false;
  box.querySelector ("div").replaceChildren (...messagesBox (error.message || String (error)));
}

/* Does some work for a part of the page (or for none): what fails is told, and the page lives on. */
app.work = async (part, act) => {
  byId ("error").hidden = true;
  document.body.dataset.working = ++nWorking;
  part?.setAttribute ("aria-busy", "true");
  try {
    await act ();
  } catch (error) {
    if (!(error instanceof Cancelled))
      showError (error);
    part?.replaceChildren (element ("p", { class: "failed" },
      error instanceof Cancelled ? "Cancelled." : "This failed; the message is above."));
  } finally {
    part?.removeAttribute ("aria-busy");
    document.body.dataset.working = --nWorking;
  }
};

/* What changes the treebank waits for what changed it before: edits, also those that are taken back, saving, another file. */
let last = Promise.resolve ();
app.inOrder = act => (last = last.then (() => app.work (null, act)));

/* Edits, in the order they were made. shown: a tab that need not be shown anew for this edit. */
app.record = ({ number, before, after }, shown) => {
  undoable.push ({ number, before });
  edits.set (number, after);
  showEdited (shown);
};
app.undone = () => undoable.length;
app.undo = () => app.inOrder (async () => {
  const undone = undoable.at (-1);
  if (!undone || !app.mayLeaveText ())
    return;
  const { number, before } = undone;
  await app.client.call ("edit", { number, text: before });
  undoable.pop ();
  edits.set (number, before);
  showEdited (tab == "sentences" ? tab : "");
  if (tab != "sentences")
    await showTab (tab);
  else if (app.editing?.number == number)
    await app.editing.reload ();
  else
    await panels.sentences.editNumber (number);
});

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

const lastEdit = () => undoable.at (-1) ?? null;
const isSaved = () => lastEdit () == saved;

function showEdited (shown = "sentences")
{
  version++;
  shownAt[shown] = version;
  byId ("undo").disabled = undoable.length == 0;
  byId ("edited").textContent = !isSaved () ? "edited, not saved yet" : isSavedOnce ? "saved" : "";
}

addEventListener ("keydown", event => {
  if ((event.ctrlKey || event.metaKey) && event.key == "z" && !event.target.matches ("input, textarea") && undoable.length > 0) {
    event.preventDefault ();
    app.undo ();
  }
});
addEventListener ("beforeunload", event => { if (!isSaved () || hasText ()) event.preventDefault (); });

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
}

async function showTab (name)
{
  chooseTab (name);
  if (shownAt[name] != version && (name != "sentences" || app.mayLeaveText ())) {
    shownAt[name] = version;
    await app.work (null, () => panels[name].show ());
  }
}
app.showSteps = number => {
  panels.steps.choose (number);
  shownAt.steps = -1;
  showTab ("steps");
  byId ("tab-steps").focus ();
};
app.edit = async number => {
  if (!app.mayLeaveText ())
    return;
  await showTab ("sentences");
  await panels.sentences.editNumber (number);
};

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

function showName ({ name, kind, n, nWords })
{
  byId ("name").textContent = name;
  byId ("size").textContent = n > 0 ? `${count (n, kind == "brackets" ? "tree" : "sentence")}, ${count (nWords, "word")}` : "";
}

/* While a file is being read nothing of the one that is open can be used; of its own only the first sentences are there. */
function letUse (isOpened, isShown = isOpened)
{
  byId ("work").inert = !isShown;
  for (const part of document.querySelectorAll (".opened, #tabs"))
    part.inert = !isOpened;
}

/* Reads a file, whose first sentences are shown as soon as they are there. Where it cannot be read, all is as it was before. */
async function read (name, blob)
{
  const before = { tab, isAtStart: byId ("work").hidden };
  letUse (false);
  try {
    return await app.client.call ("open", { role: "one", name, blob, width: panels.sentences.width () },
      { onProgress: app.onProgress, onFirst: first => {
      shell (true);
      chooseTab ("sentences");
      letUse (false, true);
      showName (first);
      panels.sentences.showFirst (first);
    } });
  } catch (error) {
    panels.sentences.takeBack ();
    shell (!before.isAtStart);
    chooseTab (before.tab);
    if (app.info)
      showName (app.info);
    throw error;
  } finally {
    letUse (true);
  }
}

const open = (name, blob) => app.inOrder (async () => {
  if ((!isSaved () || hasText ()) && !confirm ("Your edits are not saved. Open another file all the same?"))
    return;
  app.info = await read (name, blob);
  undoable.length = 0;
  edits.clear ();
  saved = null;
  isSavedOnce = false;
  app.editing = null;
  for (const name of ["compare", "sentences", "steps"])
    panels[name].forget ();
  shell (true);
  showEdited ();
  shownAt = {};
  showName (app.info);
  document.title = `${app.info.name} - tbk`;
  for (const name of OF_DEPENDENCIES)
    byId ("tab-" + name).hidden = app.info.kind == "brackets";
  await showTab ("sentences");
});

function shell (isOpened)
{
  byId ("start").hidden = isOpened;
  byId ("work").hidden = !isOpened;
}

byId ("file").onchange = event => {
  const [file] = event.target.files;
  if (file)
    open (file.name, file);
  event.target.value = "";
};
byId ("another").onclick = () => {
  shell (false);
  byId ("back").hidden = false;
  byId ("back").textContent = `Back to ${app.info.name}`;
  byId ("file").focus ();
};
byId ("back").onclick = () => {
  byId ("start").hidden = true;
  byId ("work").hidden = false;
};
byId ("undo").onclick = () => app.undo ();
/* Saves sentences. Text in a box is taken over first: what is saved is all that was written. */
app.saveSentences = act => app.inOrder (async () => {
  if (hasText () && !await app.editing.take ())
    throw new Error (`Nothing was saved: the text of sentence ${app.editing.number} cannot be used as it is.`);
  await act ();
});
byId ("save").onclick = () => app.saveSentences (async () => {
  const { name, kind } = app.info;
  save (edits.size > 0 ? `${stem (name)}.edited.${kind == "brackets" ? "psd" : "conllu"}` : name, await app.client.call ("bytes", {}));
  saved = lastEdit ();
  isSavedOnce = true;
  showEdited (tab);
});
byId ("dismiss").onclick = () => { byId ("error").hidden = true; };
byId ("paste").onsubmit = event => {
  event.preventDefault ();
  const given = byId ("text").value;
  if (given.trim () != "") {
    const { name, text } = pasted (given);
    open (name, new Blob ([text]));
  }
};
for (const { name, title, text } of EXAMPLES)
  byId ("examples").append (button (title, () => open (name, new Blob ([text]))), " ");

/* Files are dropped anywhere; where two are compared, the second one. */
addEventListener ("dragover", event => {
  event.preventDefault ();
  document.body.classList.add ("dropping");
});
addEventListener ("dragleave", event => { if (!event.relatedTarget) document.body.classList.remove ("dropping"); });
addEventListener ("drop", event => {
  event.preventDefault ();
  document.body.classList.remove ("dropping");
  const [file] = event.dataTransfer.files;
  if (file && tab == "compare" && !byId ("work").hidden)
    panels.compare.drop (file);
  else if (file)
    open (file.name, file);
});

for (const [name, make] of Object.entries (TABS))
  panels[name] = make (app, byId ("panel-" + name));
app.client.ready.catch (showError);
