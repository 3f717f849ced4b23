/* check.mjs - the tab of findings: sentences with words that probably have a wrong head, the surest first, by pages. */
import { PER_PAGE, element, button, count, messagesBox, pageButtons, pageOf, partOf, save, stem } from "./dom.mjs";
import { numbered } from "./sentences.mjs";
import { parseWords, withHeads } from "./words.mjs";
import { parseTable } from "./table.mjs";
import { showTrees } from "./scripts.mjs";

/* What a level says of its findings, the surest first. */
const LEVELS = { error: "Error: almost always an annotation mistake.", warning: "Warning: usually a mistake.",
  note: "Note: usually right; read these last." };

/* Above the findings: how many there are of each level, and what that means. */
function headingOf (found)
{
  const levels = Object.keys (LEVELS).map (level => [level, found.filter (one => one.level == level).length])
    .filter (([, n]) => n > 0), nSentences = new Set (found.map (one => one.number)).size;
  return [element ("h2", {}, levels.map (([level, n]) => count (n, level)).join (", ") + ` in ${count (nSentences, "sentence")}`),
    element ("p", {}, [...found.some (one => one.hasRepair) ? ["Each is a word that may have a wrong head, and another head for it. "
      + "With that head fewer arcs are not projective."] : [],
      ...found.some (one => !one.hasRepair) ? ["Where no other head is proposed, the sentence is not well formed: edit it."] : [],
      ...levels.map (([level]) => LEVELS[level])].join (" "))];
}

export function checkPanel (app, panel)
{
  const result = element ("div"), list = element ("div"), pager = element ("p", { class: "pager" });
  let found = [], chosen = new Set (), page = 0, hasNotes = false; /* found: { number, test, level, hasRepair }; hasNotes: all repairs notes too */
  const run = (...words) => app.client.call ("run", { words: ["check", "--fail-on=never", ...words], where: app.search.text });

  /* The sentences of chosen tests, in the order of their surest findings. */
  const numbers = () => [...new Set (found.filter (one => chosen.has (one.test)).map (one => one.number))];

  function saves (findings)
  {
    const name = stem (app.info.name) + (app.search.isAny ? "" : ".chosen");
    const first = found.some (isSure), repairs = [all, " ", ...found.some (one => one.hasRepair && one.level == "note") ? [notes (), " "] : []];
    return element ("p", { class: "saves" }, ...first ? repairs : [],
      button ("Save findings (TSV)", () => save (name + ".findings.tsv", findings)), " ",
      button ("Save page (HTML)", () => app.work (null, async () =>
        save (name + ".findings.html", (await run ("--format=html")).text, "text/html"))), " ",
      button ("Save with all repairs (CoNLL-U)", () => app.saveSentences (async () =>
        save (name + ".repaired.conllu", await app.client.call ("write", { words: ["repair", "--test=error,warning,note"], numbers: await app.search.numbers () })))), " ", ...first ? [] : repairs);
  }

  /* A box for each test that found something, errors first. */
  function tests ()
  {
    const all = [...new Map (found.map (({ test, level }) => [test, level]))]
      .sort ((a, b) => "ewn".indexOf (a[1][0]) - "ewn".indexOf (b[1][0]));
    chosen = new Set (all.map (([test]) => test));
    return element ("fieldset", { class: "tests" }, element ("legend", {}, "Findings"), ...all.map (([test, level]) => {
      const own = found.filter (one => one.test == test), nSentences = new Set (own.map (one => one.number)).size;
      return element ("label", {}, element ("input", { type: "checkbox", value: test, checked: true, onchange: event => {
        chosen[event.target.checked ? "add" : "delete"] (test);
        page = 0;
        showAll ();
        draw ();
      } }), ` ${test} (${level}): ${own.length.toLocaleString ("en")} in ${count (nSentences, "sentence")}`);
    }));
  }

  /* What was chosen, as options: the program takes the names of tests that have repairs, and holds the others' findings back in no case. */
  const isRepaired = one => chosen.has (one.test) && one.hasRepair;
  function chosenTests (isMeant = isRepaired)
  {
    const tests = new Set (found.filter (isMeant).map (one => one.test));
    return tests.size > 0 ? [`--test=${[...tests].join (",")}`] : [];
  }

  /* Gives the words of sentences the heads that the program proposes by the tests that are chosen, as one edit. */
  async function repair (wanted, pressed, isMeant)
  {
    if (pressed.disabled || (wanted.includes (app.editing?.number) && !app.mayLeaveText ()))
      return;
    const { places } = app.info, before = await app.client.call ("sentences", { numbers: wanted }), changes = [],
      after = await app.client.call ("repaired", { words: ["--mark=none", ...chosenTests (isMeant)], numbers: wanted });
    wanted.forEach ((number, i) => {
      const heads = parseWords (after[i], places).words.map (word => word?.head), text = withHeads (parseWords (before[i], places), heads.entries ());
      if (text != before[i])
        changes.push ({ number, before: before[i], after: text });
    });
    if (changes.length > 0)
      await app.apply (changes, changes.length > 1 ? "were repaired" : "was repaired", "check");
    pressed.disabled = true;
    pressed.textContent = "Repaired";
  }

  /* Notes are often right as they are: not all at once, unless that is wished. */
  const isSure = one => one.hasRepair && one.level != "note", isOfAll = one => isRepaired (one) && (hasNotes || isSure (one));
  const notes = () => element ("label", {}, element ("input", { type: "checkbox", checked: hasNotes, onchange: event => {
    hasNotes = event.target.checked;
    showAll ();
  } }), " notes too");

  /* The sentences that are shown, on all pages, and have repairs by the tests that are chosen. */
  const repairable = () => [...new Set (found.filter (isOfAll).map (one => one.number))].sort ((a, b) => a - b);
  const all = button ("", () => app.inOrder (async () => {
    await repair (repairable (), all, isOfAll);
    await own.show ();
  }), { class: "edits" });
  function showAll ()
  {
    const n = repairable ().length;
    all.textContent = `Repair all shown (${count (n, "sentence")})`;
    all.disabled = n == 0;
  }

  function actions (number, hasRepair)
  {
    const repairs = button ("Repair", () => app.inOrder (() => repair ([number], repairs)),
      { class: "edits", "aria-label": `Repair sentence ${number}` });
    return element ("p", { class: "actions" }, ...hasRepair ? [repairs] : [],
      button ("Edit", () => app.edit (number), { class: "edits", "aria-label": `Edit sentence ${number}` }));
  }

  /* Sentences with their findings, and drawings where they are trees, from a page of the program. */
  async function sectionsOf (shown)
  {
    const repaired = new Set (found.filter (isRepaired).map (one => one.number)), { text } = await app.client.call ("runOn",
      { words: ["check", "--fail-on=never", "--on-error=skip", "--format=html", ...chosenTests ()], numbers: shown });
    return [...pageOf (text).querySelectorAll ("figure.tree")].map (section => {
      const number = numbered (section, shown);
      delete section.dataset.kinds; /* this tab has a choice of its own */
      section.append (actions (number, repaired.has (number)));
      return { number, section: document.adoptNode (section) };
    });
  }

  const draw = () => app.work (list, async () => {
    const all = numbers (), shown = all.slice (page * PER_PAGE, (page + 1) * PER_PAGE).sort ((a, b) => a - b);
    const to = n => () => {
      page = n;
      draw ().then (() => panel.scrollIntoView ());
    };
    pager.replaceChildren (...pageButtons (page, all.length, to,
      [`${page * PER_PAGE + 1}–${page * PER_PAGE + shown.length} of ${all.length.toLocaleString ("en")} sentences`]));
    if (shown.length == 0) {
      list.replaceChildren ();
      return;
    }
    const sections = await sectionsOf (shown);
    list.replaceChildren (...sections.sort ((a, b) => all.indexOf (a.number) - all.indexOf (b.number))
      .map (({ section }) => section));
    showTrees (partOf (list));
  });

  const own = {
    async show ()
    {
      panel.replaceChildren (result);
      await app.work (result, async () => {
        const { text, messages } = await run ("--sort=suspicion"), table = parseTable (text), { rows, value } = table;
        const at = await app.client.call ("numbersAt", { lines: rows.map (row => Number (value (row, "line"))) });
        found = rows.map ((row, i) => ({ number: at[i], test: value (row, "test"), level: value (row, "level"),
          hasRepair: /^\d/.test (value (row, "new_head")) }));
        page = 0;
        hasNotes = false;
        result.replaceChildren (...messagesBox (messages),
          ...found.length > 0 ? [...headingOf (found), saves (text), tests (), pager, list]
            : [element ("h2", {}, "Nothing was found"),
              element ("p", {}, "No word has a head of the kinds that are looked for: heads with which arcs are not projective.")]);
        showAll ();
        if (found.length > 0)
          await draw ();
      });
    }
  };
  return own;
}
