/* sentences.mjs - the tab of sentences: pages of drawings, saving, and the way to the other tabs. */
import { PER_PAGE, element, button, count, messagesBox, pageButtons, pageOf, partOf, save, stem, svgText, pngOf, copyButton } from "./dom.mjs";
import { showTrees, DRAWING_STYLE } from "./scripts.mjs";
import { Cancelled } from "./client.mjs";
import { offered } from "./values.mjs";
import { drawGraph } from "./graph.mjs";
import { parseWords, withHeads } from "./words.mjs";
import { showDetails } from "./details.mjs";
import { editSentence } from "./edit.mjs";
import { editText } from "./text.mjs";

const LETTER = 9; /* pixels that the program gives a letter in a drawing */

/* Puts the number of the sentence in the file in place of that in the part that the program saw, in a figure, or in what it has
 * in place of one, below a heading; returns it. */
export function numbered (part, numbers)
{
  const caption = part.querySelector ("figcaption, h2"), box = part.querySelector (".wide"), title = part.querySelector ("title");
  const [, unit, place] = /(sentence|tree) (\d+) of /.exec (caption.textContent), number = numbers[place - 1];
  const rightly = text => text.replace (`${unit} ${place} of `, `${unit} ${number} of `);
  for (const node of [caption.lastChild, ...title ? [title.firstChild] : []])
    node.data = rightly (node.data);
  box?.setAttribute ("aria-label", rightly (box.getAttribute ("aria-label")));
  part.dataset.number = number;
  return number;
}

/* The figures of a page of the program. */
export function figuresOf (html, numbers)
{
  return [...pageOf (html).querySelectorAll ("figure.tree")].map (figure => {
    numbered (figure, numbers);
    return document.adoptNode (figure);
  });
}

/* The columns of letters that fit; null: drawings keep their width. */
export const columnsFor = (box, fits) => fits ? Math.max (24, Math.floor ((box.clientWidth - 4) / LETTER)) : null;

export function sentencesPanel (app, panel)
{
  const { search } = app;
  let numbers = [], page = 0, fits = true, projectivized = false, saves, kept = null;
  const list = element ("div", { class: "sentences" }), status = element ("span", { role: "status", class: "found" }), also = element ("span", { class: "hint" });
  const pagers = [element ("p", { class: "pager" }), element ("p", { class: "pager" })];

  showDetails (app, list);
  list.addEventListener ("keydown", event => {
    const figure = event.target.matches ("figure.tree .wide") ? event.target.closest ("figure[data-number]") : null;
    if (event.key == "Enter" && figure && isDependencies () && !app.doc.isRead) {
      event.preventDefault ();
      app.inOrder (() => edit (Number (figure.dataset.number)));
    }
  });
  /* Drawings fit a window of another size once it has that size. */
  let resized = 0, drawnWidth = null;
  const redrawSoon = () => {
    clearTimeout (resized);
    resized = setTimeout (() => {
      const isOld = () => fits && numbers.length > 0 && list.offsetParent && !app.editing && columnsFor (panel, fits) != drawnWidth;
      if (app.isWorking ())
        redrawSoon ();
      else if (isOld ())
        app.inOrder (() => isOld () && draw ());
    }, 300);
  };
  addEventListener ("resize", redrawSoon);
  const isDependencies = () => app.info.kind == "conllu";
  const drawing = () => ({ projectivized, width: columnsFor (panel, fits), found: search.text });
  const shown = () => numbers.slice (page * PER_PAGE, (page + 1) * PER_PAGE);

  function showPagers ()
  {
    const pages = Math.ceil (numbers.length / PER_PAGE), to = n => () => {
      if (!app.mayLeaveText ())
        return showPagers ();
      page = n;
      return draw ().then (() => panel.scrollIntoView ());
    };
    const goTo = element ("input", { type: "number", min: 1, max: numbers.length,
      "aria-label": "Go to the sentence at this place", value: page * PER_PAGE + 1,
      onchange: event => to (Math.max (0, Math.min (pages - 1, Math.floor ((event.target.value - 1) / PER_PAGE)))) () });
    for (const pager of pagers)
      pager.replaceChildren (...pageButtons (page, numbers.length, to, [pager == pagers[0] ? goTo : String (page * PER_PAGE + 1),
        `–${Math.min (numbers.length, (page + 1) * PER_PAGE)} of ${numbers.length.toLocaleString ("en")}`]));
  }

  /* The figures of what the worker drew, with enhanced arcs, and what can be done with each once all is read. */
  function drawnFigures ({ parts, graphs, long }, isRead = true)
  {
    const figures = parts.flatMap (({ html, numbers: of, open = {} }) => figuresOf (html, of).map (figure => {
      const number = Number (figure.dataset.number);
      drawGraph (figure.querySelector ("svg"), graphs[number] ?? [], open[number]);
      if (isRead)
        figure.querySelector ("figcaption").after (actions (figure));
      return figure;
    }));
    return [...figures, ...long.map (tooLong)];
  }

  /* Puts figures into a list. */
  function place (drawn, into = list)
  {
    const figures = drawnFigures (drawn, into == list), found = new Set (figures.map (figure => Number (figure.dataset.number)));
    if (into == list)
      figures.push (...drawn.numbers.filter (number => !found.has (number)).map (missing));
    into.replaceChildren (...messagesBox (drawn.messages), ...figures.sort ((a, b) => a.dataset.number - b.dataset.number));
    if (into == list)
      showHints ();
    showTrees (partOf (into));
  }

  const tooLong = ({ number, words }) => element ("figure", { class: "tree", "data-number": number },
    element ("figcaption", {}, `sentence ${number}`),
    element ("p", {}, `It has ${words.toLocaleString ("en")} words. Drawings are made of sentences of up to 1000.`), ...isDependencies () ? [asText (number)] : []);

  /* In place of a sentence that the program could not read. */
  function missing (number)
  {
    const figure = element ("figure", { class: "tree", "data-number": number },
      element ("figcaption", {}, `${isDependencies () ? "sentence" : "tree"} ${number}`),
      element ("p", {}, "It is not well formed, and not drawn."));
    if (isDependencies ())
      figure.append (asText (number, button ("Make it a tree", () => app.inOrder (() => makeTree (number)), { class: "edits", "aria-label": `Make sentence ${number} a tree` })));
    return figure;
  }

  const asText = (number, ...more) => element ("p", { class: "actions" }, ...more, button ("Edit as text", ({ target }) => app.work (null,
    () => editText (app, number, target.closest ("figure"), () => redraw (number))), { class: "edits", "aria-label": `Edit sentence ${number} as text` }));

  /* Gives each word a head, by the program, so that the sentence can be drawn; where no word has any, all depend on the first one. */
  async function makeTree (number)
  {
    const { places } = app.info, before = await app.client.call ("sentence", { number }), parsed = parseWords (before, places);
    if (app.editing?.number == number && !app.mayLeaveText ())
      return;
    const found = await app.client.call ("runOn", { words: ["repair", "--mark=none"], numbers: [number] }).then (({ text }) => text, error => {
      if (error instanceof Cancelled)
        throw error;
      return "";
    });
    let heads = parseWords (found, places).words.map (word => word?.head);
    if (heads.length != parsed.words.length || parsed.words.slice (1).every (({ head }) => Number.isNaN (head)))
      heads = parsed.words.map ((_, i) => i <= 1 ? 0 : 1);
    await app.apply ([{ number, before, after: withHeads (parsed, heads.entries ()) }], "was made a tree");
    await edit (number, await redraw (number));
  }

  function actions (figure)
  {
    const number = Number (figure.dataset.number), made = element ("p", { class: "actions" });
    if (isDependencies ())
      made.append (button ("Edit", () => app.inOrder (() => edit (number)), { class: "edits", "aria-label": `Edit sentence ${number}` }), " ");
    made.append (button ("Steps", () => app.showSteps (number), { "aria-label": `Steps of a parser for sentence ${number}` }),
      " ",
      ...drawingSaves (figure, number));
    return made;
  }

  function drawingSaves (figure, number)
  {
    const svg = () => svgText (figure.querySelector ("svg"), DRAWING_STYLE), name = `${stem (app.info.name)}-${number}`, labelled = text => ({ "aria-label": `${text} of sentence ${number}` });
    return [copyButton (app, "Copy", () => ({ picture: pngOf (svg ()) }), labelled ("Copy the drawing")), " ",
      button ("Save SVG", () => save (name + ".svg", svg (), "image/svg+xml"), labelled ("Save SVG")), " ",
      button ("Save PNG", () => app.work (null, async () => save (name + ".png", await pngOf (svg ()), "image/png")), labelled ("Save PNG")), " ",
      button ("Save TikZ", () => app.work (null, async () =>
        save (name + ".tex", (await app.client.call ("runOn", { words: ["show", "--format=tikz"], numbers: [number] })).text)), labelled ("Save TikZ"))];
  }

  async function redraw (number)
  {
    const drawn = await app.client.call ("draw", { numbers: [number], ...drawing () }), old = list.querySelector (`[data-number="${number}"]`),
      made = drawnFigures (drawn)[0] ?? missing (number);
    made.append (...messagesBox (drawn.messages));
    old?.replaceWith (made);
    return made;
  }

  async function edit (number, figure = list.querySelector (`[data-number="${number}"]`), first)
  {
    await editSentence (app, number, figure, async () => {
      const made = await redraw (number);
      made?.querySelector (".wide, .actions button").focus ();
    }, first);
  }

  async function draw ()
  {
    app.editing = null;
    drawnWidth = columnsFor (panel, fits);
    showPagers ();
    await app.work (list, async () => place (await app.client.call ("draw", { numbers: shown (), ...drawing () })));
  }

  function showFound ()
  {
    const unit = isDependencies () ? "sentence" : "tree";
    status.textContent = search.isAny ? `${numbers.length == 1 ? "" : "All "}${count (numbers.length, unit)}`
      : `${numbers.length.toLocaleString ("en")} of ${count (app.info.n, unit)}`;
    showValues ();
  }

  async function find ()
  {
    app.editing = null;
    await app.work (list, async () => {
      const found = await search.find ();
      numbers = found.numbers;
      page = 0;
      saves.hidden = numbers.length == 0;
      showFound ();
      if (numbers.length > 0)
        await draw ();
      else {
        showPagers ();
        list.replaceChildren (...messagesBox (found.messages), ...search.meant (found.messages));
      }
    });
  }

  const box = (label, isOn, act) => element ("label", {}, element ("input", { type: "checkbox", checked: isOn, onchange: ({ target }) => {
    if (app.mayLeaveText ())
      act (target.checked);
    else
      target.checked = !target.checked;
  } }), " " + label);

  /* Lists of what occurs, to choose from. */
  app.editBeside = async (number, step) => {
    const next = numbers[numbers.indexOf (number) + step];
    if (next == null || !app.mayLeaveText ())
      return;
    if (!list.querySelector (`[data-number="${next}"]`)) {
      page = Math.floor (numbers.indexOf (next) / PER_PAGE);
      await draw ();
    }
    await edit (next);
    app.editing?.show?.();
  };
  const lists = { DEPREL: element ("datalist", { id: "relations" }), UPOS: element ("datalist", { id: "parts-of-speech" }) },
    makeAll = button ("Make trees of all sentences without heads", () => app.inOrder (makeTrees), { class: "edits" });
  function showValues ()
  {
    for (const [column, list] of Object.entries (lists))
      list.replaceChildren (...offered (column, app.values (column)).map (({ value }) => element ("option", { value })));
    makeAll.hidden = app.nBare () == 0;
    showHints ();
  }

  /* Why no word is marked, where whole sentences meet the query; and what it does not find. */
  function showHints ()
  {
    const isOfSentences = !search.isAny && list.querySelector ("svg") && !list.querySelector ("svg .found");
    also.textContent = [isOfSentences ? "the query is about whole sentences, so no word is marked" : "", subtypes ()].filter (text => text).join ("; ");
  }

  /* Attaches all words of sentences without heads to the first one, as one edit. */
  async function makeTrees ()
  {
    const changes = app.mayLeaveText () ? await app.client.call ("bare") : [];
    if (changes.length == 0)
      return;
    await app.apply (changes, changes.length > 1 ? "were made trees" : "was made a tree");
    makeAll.hidden = true;
    await draw ();
  }

  /* What a relation does not find though its name begins so, where the list of relations is known: nsubj is not nsubj:pass. */
  function subtypes ()
  {
    const wanted = [...search.text.matchAll (/(?<!u)deprel=([^\s()&|]+)/g)].flatMap (([, values]) => values.split (",")), all = [...app.values ("DEPREL").keys ()].sort ().filter (name => !wanted.includes (name));
    return wanted.map (name => [name, all.filter (other => other.startsWith (name + ":"))])
      .filter (([, others]) => others.length > 0).map (([name, others]) => `udeprel=${name} also finds ${others.join (", ")}`).join ("; ");
  }

  function controls ()
  {
    return [...Object.values (lists), ...isDependencies () ? [element ("p", { class: "controls" }, status, also,
      box ("before and after projectivization", projectivized, value => { projectivized = value; draw (); }),
      box ("fit the window", fits, value => { fits = value; draw (); }), makeAll)] : [element ("p", {}, status)]];
  }

  function saveButtons ()
  {
    const name = ending => `${stem (app.info.name)}.${numbers.length == app.info.n ? "all" : "chosen"}.${ending}`;
    return element ("p", { class: "saves" },
      button (isDependencies () ? "Save these (CoNLL-U)" : "Save these (brackets)", () => app.saveSentences (async () =>
        save (name (isDependencies () ? "conllu" : "psd"), await app.client.call ("bytes", { numbers })))), " ",
      button ("Save this page (HTML)", () => app.work (null, async () => save (name ("html"), (await app.client.call ("draw",
        { numbers: shown (), projectivized, width: columnsFor (panel, fits) })).parts[0].html, "text/html"))), " ",
      ...isDependencies () ? [button ("Save projective trees (CoNLL-U)", () => app.saveSentences (async () =>
        save (name ("projective.conllu"), await app.client.call ("write", { words: ["projectivize"], numbers }))))] : []);
  }

  return {
    fit: redrawSoon,
    /* The first sentences of a file that is still being read, in place of what is there. */
    showFirst (first)
    {
      const firsts = element ("div", { class: "sentences" });
      kept = [...panel.childNodes];
      panel.replaceChildren (element ("p", { role: "status", class: "found" }, "The first sentences; the rest is being read …"), firsts);
      place (first, firsts);
    },
    /* What was there, where the file could not be read. */
    takeBack ()
    {
      if (kept)
        panel.replaceChildren (...kept);
      kept = null;
    },
    showValues,
    /* Other sentences stand in place of some: those behind them have other numbers. Those that are new are among what was found where those
     * that are gone were. */
    renumber (number, from, to)
    {
      const isGone = one => number <= one && one < number + from, made = from == 0 || numbers.some (isGone) ? Array.from ({ length: to }, (_, i) => number + i) : [];
      if (from != to)
        numbers = [...numbers.filter (one => one < number), ...made, ...numbers.filter (one => one >= number + from).map (one => one + to - from)];
    },
    width: () => columnsFor (panel, fits),
    async show ()
    {
      kept = null;
      saves = saveButtons ();
      panel.replaceChildren (...controls (), saves, pagers[0], list, pagers[1]);
      await find ();
    },
    /* Shows the page with a sentence. */
    async goTo (number)
    {
      /* Where the query does not find it, there is no query any more: what is saved is what is shown. */
      if (!numbers.includes (number)) {
        search.set ("");
        await app.showSentences ();
      }
      page = Math.floor (numbers.indexOf (number) / PER_PAGE);
      await draw ();
      showFound ();
      const figure = list.querySelector (`[data-number="${number}"]`);
      figure.scrollIntoView ();
      figure.querySelector (".actions button")?.focus ({ preventScroll: true });
    },
    async editNumber (number, first)
    {
      if (!app.mayLeaveText ())
        return;
      await this.goTo (number);
      await edit (number, undefined, first);
    }
  };
}
