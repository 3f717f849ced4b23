/* edit.mjs - one sentence edited in its drawing: an arc, or a word, is dragged to another head; by keys, or in boxes.
 *
 * Sections:  1. the parts of the editor  2. changes  3. the drawing  4. dragging  5. keys  6. words and sentences
 *
 * Heads are kept a tree: where the new head hangs below the word, the part of the way that leads to it is hung on the old head
 * first. What is not projective is found here by its definition, to tell it while an arc is dragged. The drawing is the
 * program's. Words without a head yet are drawn without an arc.
 */
import { element, drawn, button, pageOf, partOf } from "./dom.mjs";
import { parseWords, withTree, withField, nonprojective, hang } from "./words.mjs";
import { changed, insertWord, deleteWord, splitWord, joinWords, makeToken, dissolveToken, splitSentence, joinSentences, insertSentence } from "./sentence.mjs";
import { COLUMNS, Fields, fault } from "./fields.mjs";
import { pick, bestOf, LETTERS } from "./pick.mjs";
import { usualUpos } from "./values.mjs";
import { editText, endEditing, leaveEditing } from "./text.mjs";
import { drawGraph } from "./graph.mjs";
import { showTrees } from "./scripts.mjs";

const ROOT_ROOM = 26;
/* The keys that the editor explains, beside what they do. */
const HELP = [["← →", "choose a word, with Shift several"], ["Enter", "its head, relation and UPOS, one after the other; behind a number letters are the relation"], ["h", "its head: arrows, a letter or a number lead to one, 0 is the root; Enter"],
  ["r u x", "its relation, UPOS, XPOS, by their first letters"], ["l f e m", "its lemma, FEATS, enhanced arcs, MISC"], ["c", "the comments"],
  ["s j i Delete", "split the word, join it with the next or all chosen ones, insert one behind it, delete it"], ["t T", "make a multiword token; dissolve it"],
  ["S J I D", "split the sentence before the word, join it with the next one, insert one behind it, delete it"], ["n p", "the next sentence, the previous one"],
  ["Ctrl+Z Ctrl+Y", "undo, redo"], ["Ctrl+S", "save"], ["Escape", "end editing"]];

export async function editSentence (app, number, figure, whenDone, first = {})
{
  const { places, names } = app.info;
  if (!places)
    return editText (app, number, figure, whenDone);

  /* ---- 1. The parts of the editor ---- */

  let text = await app.client.call ("sentence", { number }), parsed = parseWords (text, places), chosen = first.word ?? null, anchor = null, target = null, isChain = false, typed = "", waiting = null, isEntered = false, svg; /* waiting: keys for a list that comes next, null where none does; isEntered: letters chose a value, and need no Enter */
  const status = element ("p", { role: "status", "aria-live": "polite", class: "edited" });
  const wide = element ("div", { class: "wide", tabindex: 0, role: "group", "aria-label": `Sentence ${number}: arrow keys choose a word, Enter its head` });
  const boxes = element ("p", { class: "controls" }), comments = element ("textarea", { spellcheck: false, dir: "auto", "aria-label": "Comments of the sentence" }), remarks = element ("details", {}, element ("summary", {}, "Comments"), comments);
  const heads = () => parsed.words.map (word => word ? word.head : -1);
  const name = word => word == 0 ? "0, the root" : `${word} ${parsed.words[word]?.form ?? ""}`;
  const act = (label, key, run) => button (label, () => run (), { title: `Key: ${key}` });
  const nav = element ("p", { class: "actions" }, button ("Undo", () => app.undo (), { name: "undo" }), button ("Redo", () => app.redo (), { name: "redo" }),
    button ("← Previous sentence", () => leave (-1), { name: "before", title: "Key: p" }), button ("Next sentence →", () => leave (1), { name: "after", title: "Key: n" }),
    button ("Edit as text", () => app.work (null, () => { app.editing = null; return editText (app, number, editor, whenDone); })), button ("Done", () => end ()));
  const editor = element ("section", { class: "editor", "data-number": number, tabindex: -1, "aria-label": `Edit sentence ${number}` },
    ...[...figure.querySelectorAll ("figcaption, figure > p[dir]")].map (one => element ("p", { dir: "auto", class: one.matches ("p") ? "" : "caption" }, one.textContent)),
    element ("details", { class: "hint" }, element ("summary", {}, "Drag an arc to another head, or a word onto its head; or press Enter. All keys"),
      element ("dl", {}, ...HELP.flatMap (([keys, what]) => [element ("dt", {}, ...keys.split (" ").flatMap (key => [element ("kbd", {}, key), " "])), element ("dd", {}, what)]))),
    wide, status, boxes, remarks,
    element ("p", { class: "actions" }, element ("span", {}, "Word:"), act ("Split", "s", split), act ("Join", "j", join), act ("Insert", "i", insert), act ("Delete", "Delete", remove), act ("Multiword token", "t", token), act ("Dissolve token", "T", dissolve)),
    element ("p", { class: "actions" }, element ("span", {}, "Sentence:"), act ("Split here", "S", splitHere), act ("Join with next", "J", joinNext), act ("Insert sentence", "I", insertNext), act ("Delete sentence", "D", removeAll)), nav);
  const done = () => endEditing (app, number, editor, whenDone), end = () => app.inOrder (done);
  const back = () => wide.focus ({ preventScroll: true });
  const fields = new Fields (app, boxes, { choose, setHead, setField, back });

  function choose (word, isRange = false)
  {
    anchor = isRange ? anchor ?? chosen : null;
    chosen = Math.max (1, Math.min (parsed.words.length - 1, word));
    mark ();
    fields.show (parsed.words, chosen);
  }
  /* The words that are chosen: the first and the last one. */
  const range = () => [Math.min (chosen, anchor ?? chosen), Math.max (chosen, anchor ?? chosen)];

  function show ()
  {
    mark ();
    fields.show (parsed.words, chosen);
    comments.value = commentLines ().join ("\n");
    comments.rows = Math.max (2, commentLines ().length + 1);
    nav.querySelector ("[name=undo]").disabled = app.doc.isRead || app.doc.done.length == 0;
    nav.querySelector ("[name=redo]").disabled = app.doc.isRead || app.doc.undone.length == 0;
    wide.dataset.nonprojective = [...nonprojective (heads ())].join (" ");
  }

  /* ---- 2. Changes ---- */

  /* Which arcs change their kind between two trees, in words. */
  function difference (before, after)
  {
    const old = nonprojective (before), now = nonprojective (after), list = all => all.map (name).join (", ");
    const gained = [...now].filter (word => !old.has (word)), gone = [...old].filter (word => !now.has (word)), nOpen = after.filter (Number.isNaN).length;
    return (gained.length ? ` Now not projective: the arc of ${list (gained)}.` : "")
      + (gone.length ? ` Now projective: the arc of ${list (gone)}.` : "")
      + (nOpen > 0 ? ` ${nOpen} without a head.` : now.size == 0 ? " The tree is projective." : gained.length || gone.length ? ""
        : ` Not projective: ${now.size}, as before.`);
  }

  /* Changes the text as it is when its turn has come: make gives the new text and what to tell of it, or nothing. What it refuses is told. */
  const change = make => app.inOrder (async () => {
    let found;
    try {
      found = make ();
    } catch (error) {
      status.textContent = error.message;
    }
    const [after, said, isText] = found ?? [];
    if (!after || after == text || !editor.isConnected)
      return;
    const made = await app.apply ([{ number, before: text, after, isText }], said);
    text = made.after;
    parsed = parseWords (text, places);
    if (editor.isConnected && await draw ())
      status.textContent = made.left ? `${said} ${made.left}` : said;
  });

  function setHead (word, head)
  {
    return change (() => {
      if (word == head || head == parsed.words[word].head)
        return null;
      const old = heads (), { heads: now, rehung } = hang (old, word, head);
      chosen = word;
      const { text: after, swapped } = withTree (parsed, now);
      return [after, `${name (word)} depends on ${name (head)}.`
        + (rehung ? ` ${name (rehung)} depends on ${name (now[rehung])}, so that it stays a tree${now[rehung] == word ? " with one root" : ""}.` : "")
        + swapped.map (([moved, relation]) => ` ${name (moved)} is ${relation}.`).join ("") + difference (old, now)];
    });
  }

  /* Sets another column of a word. */
  function setField (column, given, word = chosen)
  {
    return change (() => {
      const value = given || "_", isSame = value == parsed.words[word].fields[places[column]], wrong = fault (column, value);
      if (isSame || wrong) {
        fields.show (parsed.words, chosen);
        status.textContent = isSame ? "" : wrong;
        return null;
      }
      app.noteValue (column, value);
      return [withField (parsed, column, word, value), `${COLUMNS[column]} of ${name (word)} is ${value}.`];
    });
  }

  const commentLines = () => parsed.lines.filter (line => /^\ufeff?#/.test (line)).map (line => line.replace (/\r$/, ""));
  function setComments ()
  {
    return change (() => {
      const lines = comments.value.split ("\n").map (line => line.trimEnd ()).filter (line => line != ""), end = parsed.words[1].end;
      const wrong = lines.find (line => !/^\ufeff?#/.test (line)), rest = parsed.lines.filter (line => !/^\ufeff?#/.test (line));
      if (wrong != null)
        throw new Error (`Not changed: a comment begins with #, '${wrong}' does not.`);
      return [[...lines.map (line => line + end), ...rest].join ("\n"), "Other comments.", true];
    });
  }

  /* ---- 3. The drawing ---- */

  /* Draws the sentence; returns whether it is drawn. What the program does not draw is edited as text. */
  async function draw ()
  {
    const { parts, graphs } = await app.client.call ("draw", { numbers: [number], found: app.search.text }), part = parts.at (-1),
      made = part && pageOf (part.html).querySelector ("figure.tree svg");
    if (!made || made.querySelectorAll ("g.word").length != parsed.words.length - 1) {
      app.editing = null;
      await editText (app, number, editor, whenDone);
      return false;
    }
    svg = document.adoptNode (made);
    drawGraph (svg, graphs[number] ?? [], part.open?.[number]);
    wide.replaceChildren (svg);
    /* Editing begins at the first word that was searched for. */
    chosen ??= 1 + Math.max (0, [...svg.querySelectorAll ("g.word")].findIndex (word => word.matches (".found")));
    chosen = Math.min (chosen, parsed.words.length - 1);
    anchor = null;
    prepare ();
    show ();
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
      if (!arc.hasAttribute ("display"))
        arc.append (drawn ("path", { class: "hold", d: arc.querySelector (".line").getAttribute ("d") }));
    });
    /* A word without a relation has no text. */
    const related = parsed.words.map ((word, i) => word && word.deprel != "_" ? i : 0).filter (i => i > 0), relations = svg.querySelectorAll (":scope > text.relation");
    if (relations.length == related.length)
      relations.forEach ((relation, i) => { relation.dataset.word = related[i]; });
    svg.querySelectorAll ("g.word").forEach ((word, i) => { word.dataset.word = i + 1; });
    svg.prepend (drawn ("rect", { class: "target", x: 0, y: -ROOT_ROOM, width, height: ROOT_ROOM - 4, rx: 4 }),
      drawn ("text", { class: "target tag", x: width / 2, y: -10 }, "0, the root"));
    svg.append (drawn ("path", { class: "band" }));
    svg.addEventListener ("pointerdown", begin);
    /* A finger on a word or an arc drags it, and does not scroll. */
    svg.addEventListener ("touchstart", event => { if (event.target.closest ("[data-word]")) event.preventDefault (); },
      { passive: false });
  }

  const wordAt = word => svg.querySelector (`g.word[data-word="${word}"]`);
  const placeOf = word => {
    const form = wordAt (word).querySelector (".form");
    return { x: Number (form.getAttribute ("x")), y: Number (form.getAttribute ("y")) };
  };

  function mark ()
  {
    const [from, to] = range ();
    for (const one of svg.querySelectorAll ("[data-word]")) {
      const word = Number (one.dataset.word);
      one.classList.toggle ("chosen", from <= word && word <= to);
      one.classList.toggle ("aimed", one.matches ("g.word") && word == target);
    }
    svg.classList.toggle ("rooted", target === 0);
    svg.querySelector (".band").setAttribute ("d", target == null ? "" : bandTo (target));
  }

  /* ---- 4. Dragging ---- */

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

  /* From the chosen word to the root straight up, to another word in a bow. */
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
    back ();
    target = null;
    choose (Number (held.dataset.word), event.shiftKey);
    const control = new AbortController (), from = { x: event.clientX, y: event.clientY };
    let isMoved = false;
    const move = at => {
      const frame = wide.getBoundingClientRect ();
      wide.scrollLeft += at.clientX > frame.right - 24 ? 12 : at.clientX < frame.left + 24 ? -12 : 0;
      isMoved ||= Math.hypot (at.clientX - from.x, at.clientY - from.y) > 6;
      target = isMoved ? aim (at) : null;
      if (target === chosen)
        target = null;
      mark ();
      if (target != null)
        sayAim (":");
    };
    const end = async at => {
      control.abort ();
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

  const sayAim = sign => { status.textContent = `${name (chosen)} on ${name (target)}${sign}` + difference (heads (), hang (heads (), chosen, target).heads); };

  /* ---- 5. Keys ---- */

  const leave = step => app.work (null, () => app.editBeside (number, step));

  /* A box over the drawing, at the chosen word; what is done with it ends at the drawing. */
  function ask (asked)
  {
    const word = wordAt (chosen).getBoundingClientRect (), frame = editor.getBoundingClientRect ();
    pick (editor, { ...asked, place: { x: word.left - frame.left, y: word.bottom - frame.top + 6 }, leave: back, act: (value, which) => {
      back ();
      asked.act (value, which);
    } });
  }

  /* The value that is there; for none, the UPOS that usually goes with the relation. */
  function valueOf (column)
  {
    const own = parsed.words[chosen], value = own.fields[places[column]] ?? "_";
    return value == "_" && column == "UPOS" && own.deprel != "_" ? usualUpos (own.deprel, own.form) : value;
  }

  /* Lists of the values of columns, one after the other. Keys that were typed while the last change was made are for them. */
  function askValues ([column, ...more])
  {
    const [typed, ...rest] = (waiting ?? "").split ("\n"), own = valueOf (column), all = fields.offered (column), set = (value, keys) => {
      waiting = more.length > 0 ? keys : null;
      setField (column, value).then (() => more.length > 0 && waiting != null && editor.isConnected && askValues (more));
    };
    waiting = null;
    if (places[column] < 0)
      return more.length > 0 && askValues (more);
    return rest.length > 0 ? set (bestOf (all, typed, own), rest.join ("\n"))
      : ask ({ label: `${COLUMNS[column]} of ${name (chosen)}`, value: own, typed, isClosed: column == "UPOS", offered: all, act: (value, by) => {
        isEntered = by == LETTERS;
        set (value, "");
      } });
  }

  function beginAim (isWhole)
  {
    const { head } = parsed.words[chosen];
    isChain = isWhole;
    typed = "";
    target = Number.isNaN (head) ? chosen > 1 ? chosen - 1 : Math.min (2, parsed.words.length - 1) : head;
    if (target == chosen)
      target = 0;
  }

  /* keys: the first ones of what is asked next. */
  async function endAim (keys = "")
  {
    const head = target, word = chosen;
    target = null;
    waiting = isChain ? keys : null;
    mark ();
    await setHead (word, head);
    if (waiting != null && editor.isConnected)
      askValues (head == 0 ? ["UPOS"] : ["DEPREL", "UPOS"]);
  }

  /* Keeps a key for the list that comes; Escape asks for none. */
  function wait (event)
  {
    event.preventDefault ();
    if (event.key == "Escape")
      waiting = null;
    else if (event.key.length == 1 || event.key == "Enter")
      waiting += event.key == "Enter" ? "\n" : event.key;
  }

  /* Where letters and digits lead while a head is chosen: to the next word that begins so, or to the one of that number. */
  function aimBy (key)
  {
    const n = parsed.words.length - 1, isDigit = /^\d$/.test (key);
    typed = isDigit ? typed + key : "";
    if (isDigit) {
      typed = Number (typed) > n ? key : typed;
      target = Number (typed) <= n && Number (typed) != chosen ? Number (typed) : target;
      return;
    }
    for (let step = 1; step <= n; step++) {
      const word = (target + step - 1 + n) % n + 1;
      if (word != chosen && parsed.words[word].form.toLocaleLowerCase ().startsWith (key.toLocaleLowerCase ())) {
        target = word;
        return;
      }
    }
  }

  const ACTS = { r: () => askValues (["DEPREL"]), u: () => askValues (["UPOS"]), x: () => app.values ("XPOS").size > 0 ? askValues (["XPOS"]) : fields.focus ("XPOS"), l: () => fields.focus ("LEMMA"), f: () => fields.focus ("FEATS"),
    e: () => fields.focus ("DEPS"), m: () => fields.focus ("MISC"), c: () => { remarks.open = true; comments.focus (); }, s: split, j: join, i: insert, Delete: remove, t: token, T: dissolve, S: splitHere, J: joinNext, I: insertNext,
    D: removeAll, n: () => leave (1), p: () => leave (-1), Escape: () => end () };

  function key (event)
  {
    const n = parsed.words.length - 1, by = svg.classList.contains ("mirrored") ? -1 : 1, isAiming = target != null;
    const step = { ArrowLeft: -by, ArrowRight: by, Home: -n, End: n }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target != wide && event.target != editor))
      return;
    if (waiting != null)
      return wait (event);
    const isDone = isEntered && event.key == "Enter";
    isEntered = false;
    if (isDone)
      return event.preventDefault ();
    if (step && !isAiming)
      choose (chosen + step, event.shiftKey);
    else if (step) {
      const next = Math.max (0, Math.min (n, target + step));
      target = next == chosen ? Math.max (0, Math.min (n, next + Math.sign (step))) : next;
      typed = "";
    } else if (isAiming && event.key == "Enter")
      endAim ();
    else if (isAiming && event.key == "Escape")
      target = null;
    else if (isAiming && isChain && typed != "" && /^\p{L}$/u.test (event.key))
      endAim (event.key);
    else if (isAiming && event.key.length == 1)
      aimBy (event.key);
    else if (!isAiming && (event.key == "Enter" || event.key == "h"))
      beginAim (event.key == "Enter");
    else if (!isAiming && event.key == "0") {
      beginAim (false);
      target = 0;
    } else if (!isAiming && Object.hasOwn (ACTS, event.key)) {
      event.preventDefault ();
      ACTS[event.key] ();
      return;
    } else
      return;
    event.preventDefault ();
    mark ();
    if (target != null)
      sayAim ("?");
    else if (event.key != "Enter")
      status.textContent = `${name (chosen)}, ${parsed.words[chosen].deprel}${Number.isNaN (parsed.words[chosen].head) ? ", without a head" : ` of ${name (parsed.words[chosen].head)}`}`;
    wordAt (target || chosen)?.scrollIntoView ({ block: "nearest", inline: "nearest" });
  }

  /* ---- 6. Words and sentences ---- */

  /* Changes the words of the sentence; then another word is chosen. */
  const rewrite = (operation, said, next = chosen) => change (() => {
    const { after, left } = changed (text, names, operation);
    chosen = next;
    return [after, left ? `${said} ${left}` : said, true];
  });
  const form = word => parsed.words[word].form;

  function split ()
  {
    const word = chosen;
    ask ({ label: `Split ${name (word)}: put blanks where its parts begin`, value: form (word), acts: ["Split", "As a multiword token"], act: (value, which) => {
      const forms = value.split (/\s+/);
      if (forms.length > 1)
        rewrite (sentence => splitWord (sentence, word, forms, which != "Split"), `${name (word)} was split into ${forms.join (" and ")}.`);
    } });
  }
  function join ()
  {
    const [from, to] = range (), last = Math.max (to, from + 1);
    rewrite (sentence => joinWords (sentence, from, last), `The words ${from} to ${last} were joined.`, from);
  }
  function insert ()
  {
    const word = chosen;
    ask ({ label: `Insert a word behind ${name (word)}`, value: "", acts: ["Insert", "Insert before it"], act: (value, which) => {
      const at = which == "Insert" ? word : word - 1;
      if (value != "")
        rewrite (sentence => insertWord (sentence, at, value), `${value} was inserted.`, at + 1);
    } });
  }
  function remove () { rewrite (sentence => deleteWord (sentence, chosen), `${name (chosen)} was deleted.`); }
  function token ()
  {
    const [from, to] = range ();
    if (from == to)
      split ();
    else
      ask ({ label: `Multiword token over the words ${from} to ${to}`, value: parsed.words.slice (from, to + 1).map (word => word.form).join (""), acts: ["Make it"],
        act: value => value != "" && rewrite (sentence => makeToken (sentence, from, to, value), `${value} is a multiword token over the words ${from} to ${to}.`) });
  }
  function dissolve () { rewrite (sentence => dissolveToken (sentence, chosen), "The multiword token was dissolved."); }

  /* Puts another text in place of this sentence, or of it and those behind it, and goes to one of the sentences there. */
  const restructure = (make, said, to) => app.inOrder (async () => {
    try {
      const { before = text, after, from = 1, left } = await make (), what = left ? `${said} ${left}` : said;
      await app.apply ([{ number, before, after, from, isText: true }], what);
      await app.editNumber (Math.min (number + to.sentence, app.info.n), { word: to.word, said: what });
    } catch (error) {
      status.textContent = error.message;
    }
  });
  const idOf = () => /^\ufeff?#\s*sent_id\s*=\s*(.*?)\s*$/m.exec (text)?.[1] ?? String (number);

  function splitHere ()
  {
    const word = chosen;
    restructure (async () => splitSentence (text, names, word, await app.client.call ("freeId", { id: idOf () })), `The sentence was split before ${name (word)}.`, { sentence: 1, word: 1 });
  }
  function joinNext ()
  {
    const word = parsed.words.length;
    restructure (async () => {
      if (number == app.info.n)
        throw new Error ("This is the last sentence.");
      const next = await app.client.call ("sentence", { number: number + 1 });
      return { ...joinSentences (text, next, names), before: await app.client.call ("sentence", { number, count: 2 }), from: 2 };
    }, "The sentence was joined with the next one.", { sentence: 0, word });
  }
  function insertNext ()
  {
    ask ({ label: "Insert a sentence behind this one", value: "", acts: ["Insert"], act: value => value != "" && restructure (async () => insertSentence (text, value, await app.client.call ("freeId", { id: idOf () }), names), "A sentence was inserted.", { sentence: 1, word: 1 }) });
  }
  function removeAll ()
  {
    restructure (async () => {
      if (app.info.n == 1)
        throw new Error ("The only sentence cannot be deleted.");
      return { before: await app.client.call ("sentence", { number, hasRest: true }), after: "" };
    }, "The sentence was deleted.", { sentence: 0, word: 1 });
  }

  if (!await leaveEditing (app))
    return;
  editor.addEventListener ("keydown", key);
  comments.addEventListener ("change", setComments);
  comments.addEventListener ("keydown", event => {
    if (event.key != "Escape" && !(event.key == "Enter" && (event.ctrlKey || event.metaKey)))
      return;
    event.preventDefault ();
    event.stopPropagation ();
    back ();
  });
  figure.replaceWith (editor);
  app.editing = { number, done, show: () => editor.scrollIntoView (), async reload (said)
  {
    text = await app.client.call ("sentence", { number });
    parsed = parseWords (text, places);
    if (await draw ())
      status.textContent = said;
  } };
  if (!await draw ())
    return;
  status.textContent = first.said ?? "";
  showTrees (partOf (editor));
  wide.focus ();
}
