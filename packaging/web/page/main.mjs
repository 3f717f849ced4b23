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
let tab = "sentences", shownAt = {}, version = 0, nWorking = 0, nSaved = 0;

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
      error instanceof Cancelled ? "Cancelled." : "This failed; the message stands above."));
  } finally {
    part?.removeAttribute ("aria-busy");
    document.body.dataset.working = --nWorking;
  }
};

/* Edits: one at a time, in the order they were made. shown: a tab that need not be shown anew for this edit. */
app.record = ({ number, before, after }, shown) => {
  undoable.push ({ number, before });
  edits.set (number, after);
  showEdited (shown);
};
app.undone = () => undoable.length;
app.undo = () => app.work (null, async () => {
  const { number, before } = undoable.pop () ?? {};
  if (number == null)
    return;
  await app.client.call ("edit", { number, text: before });
  edits.set (number, before);
  showEdited (tab == "sentences" ? tab : "");
  if (tab != "sentences")
    await showTab (tab);
  else if (app.editing?.number == number)
    await app.editing.reload ();
  else
    await panels.sentences.editNumber (number);
});

const isSaved = () => undoable.length == nSaved;

function showEdited (shown = "sentences")
{
  version++;
  shownAt[shown] = version;
  byId ("undo").disabled = undoable.length == 0;
  byId ("edited").textContent = !isSaved () ? "edited, not saved yet" : undoable.length > 0 ? "saved" : "";
}

addEventListener ("keydown", event => {
  if ((event.ctrlKey || event.metaKey) && event.key == "z" && !event.target.matches ("input, textarea") && undoable.length > 0) {
    event.preventDefault ();
    app.undo ();
  }
});
addEventListener ("beforeunload", event => { if (!isSaved ()) event.preventDefault (); });

/* Tabs, as those of ARIA: arrow keys go through them. */
async function showTab (name)
{
  tab = name;
  for (const one of document.querySelectorAll ("[role=tab]")) {
    const isChosen = one.dataset.tab == name;
    one.setAttribute ("aria-selected", isChosen);
    one.tabIndex = isChosen ? 0 : -1;
    byId ("panel-" + one.dataset.tab).hidden = !isChosen;
  }
  if (shownAt[name] != version) {
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

/* A file is opened: its first sentences are shown as soon as they are read, then all. */
async function open (name, blob)
{
  if (!isSaved () && !confirm ("Your edits are not saved. Open another file all the same?"))
    return;
  undoable.length = nSaved = 0;
  edits.clear ();
  app.editing = null;
  version++;
  shownAt = {};
  for (const name of ["compare", "sentences", "steps"])
    panels[name].forget ();
  await app.work (null, async () => {
    try {
      const info = await app.client.call ("open", { role: "one", name, blob, width: panels.sentences.width () },
        { onProgress: app.onProgress, onFirst: first => {
        shell (true);
        panels.sentences.showFirst (first);
      } });
      app.info = info;
    } catch (error) {
      app.info = null;
      byId ("back").hidden = true;
      app.client.opened = {};
      shell (false);
      throw error;
    }
    shell (true);
    showEdited ();
    shownAt = {};
    byId ("name").textContent = app.info.name;
    byId ("size").textContent = `${count (app.info.n, app.info.kind == "brackets" ? "tree" : "sentence")}, ${count (app.info.nWords, "word")}`;
    document.title = `${app.info.name} - tbk`;
    for (const name of OF_DEPENDENCIES)
      byId ("tab-" + name).hidden = app.info.kind == "brackets";
    await showTab ("sentences");
  });
}

function shell (isOpened)
{
  byId ("start").hidden = isOpened;
  byId ("work").hidden = !isOpened;
  if (isOpened && tab != "sentences")
    showTab ("sentences");
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
byId ("save").onclick = () => app.work (null, async () => {
  const name = app.info.name;
  save (edits.size > 0 ? `${stem (name)}.edited.${app.info.kind == "brackets" ? "psd" : "conllu"}` : name,
    await app.client.call ("bytes", {}));
  nSaved = undoable.length;
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
