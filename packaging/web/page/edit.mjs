/* edit.mjs - one sentence edited in its drawing: an arc, or a word, is dragged to another head; by keys, or in boxes.
 *
 * Heads are kept a tree: where the new head hangs below the word, the part of the way that leads to it is hung on the old head
 * first. What is not projective is found here by its definition, to tell it while an arc is dragged. The drawing is the
 * program's.
 */
import { Cancelled } from "./client.mjs";
import { element, drawn, button, choice, pageOf, partOf } from "./dom.mjs";
import { parseWords, withTree, withField, nonprojective, hang } from "./words.mjs";
import { showTrees } from "./scripts.mjs";

const ROOT_ROOM = 26;
/* The columns that boxes change, beside the head. */
const COLUMNS = { DEPREL: "Relation", UPOS: "UPOS", LEMMA: "Lemma", FEATS: "FEATS", MISC: "MISC" };
const SIZES = { DEPREL: 12, UPOS: 6, LEMMA: 10, FEATS: 24, MISC: 18 };

/* Ends the editing of a sentence: a place for its drawing stands where the editor was. */
async function endEditing (app, number, editor, whenDone)
{
  app.editing = null;
  editor.replaceWith (element ("figure", { class: "tree", "data-number": number }));
  await whenDone ();
}

/* Ends what is edited, for another sentence; returns whether it may. */
async function leaveEditing (app)
{
  if (!app.mayLeaveText ())
    return false;
  await app.editing?.done ();
  return true;
}

/* The lines of a sentence in a box, for what a drawing does not show, or where there is none. A box has LF for CR LF: the ends of
 * lines are those of the sentence. */
export async function editText (app, number, figure, whenDone)
{
  if (!await leaveEditing (app))
    return;
  const before = await app.client.call ("sentence", { number }), newline = before.includes ("\r\n") ? "\r\n" : "\n",
    inBox = text => text.replace (/\r\n?/g, "\n").replace (/^\n+|\n+$/g, ""), end = /[\r\n]*$/.exec (before)[0],
    status = element ("p", { role: "alert" });
  const box = element ("textarea", { rows: Math.min (24, before.split ("\n").length + 1), spellcheck: false, wrap: "off",
    dir: "auto", "aria-label": `Sentence ${number} as text` });
  const editor = element ("section", { class: "editor", "data-number": number, "aria-label": `Edit sentence ${number} as text` },
    box, status,
    element ("p", { class: "actions" }, button ("Done", () => app.inOrder (take)), button ("Leave as it was", () => done ())));
  const isChanged = () => inBox (box.value) != inBox (before);
  /* Makes the text an edit, and ends editing; returns whether it could. */
  async function take ()
  {
    const text = inBox (box.value);
    if (/\n[ \t]*\n/.test (text)) {
      status.textContent = "A blank line ends a sentence: this would be two.";
      return false;
    }
    if (isChanged ())
      try {
        const after = text.replaceAll ("\n", newline) + end;
        await app.apply ([{ number, before, after, isText: true }], "was edited as text");
      } catch (error) {
        if (error instanceof Cancelled)
          throw error;
        status.textContent = error.message;
        return false;
      }
    await done ();
    return true;
  }
  const done = () => endEditing (app, number, editor, whenDone);
  box.value = inBox (before);
  figure.replaceWith (editor);
  app.editing = { number, done, reload: done, isChanged, take };
  box.focus ();
}

export async function editSentence (app, number, figure, whenDone)
{
  const { places } = app.info;
  if (!places)
    return editText (app, number, figure, whenDone);
  let text = await app.client.call ("sentence", { number }), parsed = parseWords (text, places), chosen = null, target = null, svg;
  const status = element ("p", { role: "status", "aria-live": "polite", class: "edited" });
  const wide = element ("div", { class: "wide", tabindex: 0, role: "group",
    "aria-label": `Sentence ${number}: arrow keys choose a word, Enter its head` });
  const boxes = element ("p", { class: "controls" });
  const heads = () => parsed.words.map (word => word ? word.head : -1);
  const name = word => word == 0 ? "0, the root" : `${word} ${parsed.words[word]?.form ?? ""}`;
  const editor = element ("section", { class: "editor", "data-number": number, "aria-label": `Edit sentence ${number}` },
    ...[...figure.querySelectorAll ("figcaption, figure > p[dir]")]
      .map (one => element ("p", { dir: "auto", class: one.matches ("p") ? "" : "caption" }, one.textContent)),
    element ("p", { class: "hint" }, "Drag an arc to another head, or a word onto its head. "
      + "By keys: arrows choose a word, Enter, arrows choose its head, Enter; 0 is the root; n and p edit the next and the previous sentence."),
    wide, status, boxes);

  /* Which arcs change their kind between two trees, in words. */
  function difference (before, after)
  {
    const old = nonprojective (before), now = nonprojective (after), list = all => all.map (name).join (", ");
    const gained = [...now].filter (word => !old.has (word)), gone = [...old].filter (word => !now.has (word));
    return (gained.length ? ` Now not projective: the arc of ${list (gained)}.` : "")
      + (gone.length ? ` Now projective: the arc of ${list (gone)}.` : "")
      + (now.size == 0 ? " The tree is projective." : gained.length || gone.length ? ""
        : ` Not projective: ${now.size}, as before.`);
  }

  /* Changes the text as it is when its turn has come: make gives the new text and what to tell of it, or nothing. */
  const change = make => app.inOrder (async () => {
    const [after, said] = make () ?? [];
    if (!after || !editor.isConnected)
      return;
    const made = await app.apply ([{ number, before: text, after }], said);
    text = made.after;
    parsed = parseWords (text, places);
    if (editor.isConnected && await draw ())
      status.textContent = made.left ? `${said} ${made.left}` : said;
  });

  const setHead = (word, head) => change (() => {
    if (word == head || head == parsed.words[word].head)
      return null;
    const old = heads (), { heads: changed, rehung } = hang (old, word, head);
    chosen = word;
    const { text: after, swapped } = withTree (parsed, changed);
    return [after, `${name (word)} depends on ${name (head)}.`
      + (rehung ? ` ${name (rehung)} depends on ${name (changed[rehung])}, so that it stays a tree${changed[rehung] == word ? " with one root" : ""}.` : "")
      + swapped.map (([moved, relation]) => ` ${name (moved)} is ${relation}.`).join ("") + difference (old, changed)];
  });

  /* Sets another column of a word. A blank is part of some lemmas and of MISC alone. */
  const setField = (column, word, given) => change (() => {
    const value = given || "_", old = parsed.words[word].fields[places[column]];
    if (value == old || /[\t\n\r]/.test (value) || (/\s/.test (value) && column != "LEMMA" && column != "MISC")) {
      showBoxes ();
      status.textContent = value == old ? "" : `Not changed: ${column} has no blanks.`;
      return null;
    }
    return [withField (parsed, column, word, value), `${COLUMNS[column]} of ${name (word)} is ${value}.`];
  });

  /* Draws the sentence; returns whether it is drawn. What the program does not draw is edited as text. */
  async function draw ()
  {
    const { html, rest } = await app.client.call ("draw", { numbers: [number], found: app.search.marks () }),
      made = pageOf (rest?.html ?? html).querySelector ("figure.tree svg");
    if (!made || made.querySelectorAll ("g.word").length != parsed.words.length - 1) {
      app.editing = null;
      await editText (app, number, editor, whenDone);
      return false;
    }
    svg = document.adoptNode (made);
    wide.replaceChildren (svg);
    /* Editing begins at the first word that was searched for. */
    chosen ??= 1 + Math.max (0, [...svg.querySelectorAll ("g.word")].findIndex (word => word.matches (".found")));
    chosen = Math.min (chosen, parsed.words.length - 1);
    prepare ();
    mark ();
    showBoxes ();
    wide.dataset.nonprojective = [...nonprojective (heads ())].join (" ");
    return true;
  }

  /* Room for the root above, wide arcs to take hold of, and words by their number. */
  function prepare ()
  {
    const [width, height] = ["width", "height"].map (key => Number (svg.getAttribute (key)));
    svg.setAttribute ("viewBox", `0 ${-ROOT_ROOM} ${width} ${height + ROOT_ROOM}`);
    svg.setAttribute ("height", height + ROOT_ROOM);
    svg.setAttribute ("role", "presentation");
    svg.querySelectorAll ("g.arc").forEach ((arc, i) => {
      arc.dataset.word = i + 1;
      const hold = drawn ("path", { class: "hold", d: arc.querySelector (".line").getAttribute ("d") });
      arc.append (hold);
    });
    svg.querySelectorAll ("text.relation").forEach ((relation, i) => { relation.dataset.word = i + 1; });
    svg.querySelectorAll ("g.word").forEach ((word, i) => { word.dataset.word = i + 1; });
    svg.prepend (drawn ("rect", { class: "target", x: 0, y: -ROOT_ROOM, width, height: ROOT_ROOM - 4, rx: 4 }),
      drawn ("text", { class: "target tag", x: width / 2, y: -10 }, "0, the root"));
    svg.addEventListener ("pointerdown", begin);
    /* A finger on a word or an arc drags it, and does not scroll. */
    svg.addEventListener ("touchstart", event => { if (event.target.closest ("[data-word]")) event.preventDefault (); },
      { passive: false });
  }

  const wordAt = number => svg.querySelector (`g.word[data-word="${number}"]`);
  const placeOf = number => {
    const form = wordAt (number).querySelector (".form");
    return { x: Number (form.getAttribute ("x")), y: Number (form.getAttribute ("y")) };
  };

  function mark ()
  {
    for (const one of svg.querySelectorAll ("[data-word]")) {
      one.classList.toggle ("chosen", Number (one.dataset.word) == chosen);
      one.classList.toggle ("aimed", one.matches ("g.word") && Number (one.dataset.word) == target);
    }
    svg.classList.toggle ("rooted", target === 0);
  }

  /* The word that a point of the window is nearest to, the root above, or null. */
  function aim (event)
  {
    const frame = svg.getBoundingClientRect (), y = event.clientY - frame.top;
    if (event.clientX < frame.left - 20 || event.clientX > frame.right + 20 || y < -20 || y > frame.height + 20)
      return null;
    if (y < ROOT_ROOM)
      return 0;
    const x = (event.clientX - frame.left) * svg.viewBox.baseVal.width / frame.width;
    let best = null, least = Infinity;
    for (let word = 1; word < parsed.words.length; word++) {
      const distance = Math.abs (placeOf (word).x - x);
      if (distance < least)
        [best, least] = [word, distance];
    }
    return best;
  }

  /* From the word that is dragged to the root straight up, to another word in a bow. */
  function bandTo (head)
  {
    const own = placeOf (chosen), foot = own.y - 14;
    if (head == 0)
      return `M${own.x} ${foot}V${-ROOT_ROOM / 2}`;
    const end = placeOf (head);
    return `M${own.x} ${foot}Q${(own.x + end.x) / 2} ${foot - 46} ${end.x} ${end.y - 14}`;
  }

  function begin (event)
  {
    const held = event.target.closest ("[data-word]");
    if (!held || event.button > 0)
      return;
    event.preventDefault ();
    wide.focus ({ preventScroll: true });
    chosen = Number (held.dataset.word);
    target = null;
    mark ();
    showBoxes ();
    const band = drawn ("path", { class: "band" }), control = new AbortController (),
      from = { x: event.clientX, y: event.clientY };
    let isMoved = false;
    svg.append (band);
    const move = at => {
      const frame = wide.getBoundingClientRect ();
      wide.scrollLeft += at.clientX > frame.right - 24 ? 12 : at.clientX < frame.left + 24 ? -12 : 0;
      isMoved ||= Math.hypot (at.clientX - from.x, at.clientY - from.y) > 6;
      target = isMoved ? aim (at) : null;
      if (target === chosen)
        target = null;
      band.setAttribute ("d", target == null ? "" : bandTo (target));
      mark ();
      if (target != null)
        status.textContent = `${name (chosen)} on ${name (target)}:`
          + difference (heads (), hang (heads (), chosen, target).heads);
    };
    const end = async at => {
      control.abort ();
      band.remove ();
      const head = at.type == "pointerup" ? target : null;
      target = null;
      mark ();
      if (head != null)
        await setHead (chosen, head);
    };
    addEventListener ("pointermove", move, { signal: control.signal });
    addEventListener ("pointerup", end, { signal: control.signal });
    addEventListener ("pointercancel", end, { signal: control.signal });
  }

  const leave = step => app.work (null, () => app.editBeside (number, step));

  function key (event)
  {
    const n = parsed.words.length - 1, isMirrored = svg.classList.contains ("mirrored"), by = isMirrored ? -1 : 1;
    const step = { ArrowLeft: -by, ArrowRight: by }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || event.target != wide)
      return;
    if (event.key == "n" || event.key == "p") {
      event.preventDefault ();
      leave (event.key == "n" ? 1 : -1);
      return;
    }
    if (step && target == null)
      chosen = Math.max (1, Math.min (n, chosen + step));
    else if (step)
      target = Math.max (0, Math.min (n, target + step));
    else if (event.key == "Enter" && target == null)
      target = parsed.words[chosen].head;
    else if (event.key == "Enter") {
      const head = target;
      target = null;
      setHead (chosen, head);
    } else if (event.key == "0")
      target = 0;
    else if (event.key == "Escape" && target != null)
      target = null;
    else
      return;
    event.preventDefault ();
    mark ();
    showBoxes ();
    if (event.key != "Enter" || target != null)
      status.textContent = target == null ? `${name (chosen)}, ${parsed.words[chosen].deprel} of ${name (parsed.words[chosen].head)}`
        : `${name (chosen)} on ${name (target)}?` + difference (heads (), hang (heads (), chosen, target).heads);
    wordAt (target || chosen)?.scrollIntoView ({ block: "nearest", inline: "nearest" });
  }

  /* Boxes of the chosen word. Who was in one stays there. */
  function showBoxes ()
  {
    const focused = boxes.contains (document.activeElement) ? document.activeElement.name : null;
    makeBoxes ();
    if (focused)
      boxes.querySelector (`[name="${focused}"]`)?.focus ();
  }

  const boxOf = (column, own) => element ("label", {}, COLUMNS[column] + " ", element ("input", { name: column, value: own.fields[places[column]] ?? "",
    size: SIZES[column], list: { DEPREL: "relations", UPOS: "parts-of-speech" }[column], autocomplete: "off", spellcheck: "false", dir: "auto",
    onchange: event => setField (column, chosen, event.target.value.trim ()) }));

  function makeBoxes ()
  {
    const all = parsed.words.map ((word, i) => [String (i), name (i)]), own = parsed.words[chosen];
    const word = choice ("Word", all.slice (1), value => { chosen = Number (value); mark (); showBoxes (); }, String (chosen));
    const head = choice ("Head", all.filter ((_, i) => i != chosen), value => setHead (chosen, Number (value)),
      String (own.head));
    word.select.name = "word";
    head.select.name = "head";
    const isNew = places.DEPREL >= 0 && !app.lists.has ("deprel", own.deprel);
    boxes.replaceChildren (word.label, head.label, ...Object.keys (COLUMNS).filter (column => places[column] >= 0).map (column => boxOf (column, own)),
      ...isNew ? [element ("span", { class: "unknown" }, `${own.deprel} is not used elsewhere in this treebank`)] : [],
      button ("Undo", () => app.undo (), { name: "undo", disabled: app.doc.done.length == 0 }),
      button ("Redo", () => app.redo (), { name: "redo", disabled: app.doc.undone.length == 0 }),
      button ("← Previous sentence", () => leave (-1), { name: "before", title: "Key: p" }),
      button ("Next sentence →", () => leave (1), { name: "after", title: "Key: n" }),
      button ("Edit as text", () => app.work (null,
        () => { app.editing = null; return editText (app, number, editor, whenDone); })), button ("Done", done));
  }

  const done = () => endEditing (app, number, editor, whenDone);
  if (!await leaveEditing (app))
    return;
  wide.addEventListener ("keydown", key);
  figure.replaceWith (editor);
  app.editing = { number, done, show: () => editor.scrollIntoView (), async reload (said)
  {
    text = await app.client.call ("sentence", { number });
    parsed = parseWords (text, places);
    if (await draw ())
      status.textContent = said;
  } };
  await app.lists.fill ();
  if (!await draw ())
    return;
  showTrees (partOf (editor));
  wide.focus ();
}
