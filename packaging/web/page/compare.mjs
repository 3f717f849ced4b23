/* compare.mjs - the tab that compares with a second annotation of the same sentences. */
import { Cancelled } from "./client.mjs";
import { PER_PAGE, element, button, choice, messagesBox, pageButtons, partOf, save, stem, count } from "./dom.mjs";
import { figuresOf, columnsFor } from "./sentences.mjs";
import { parseTable, tableOf, listColumns, columnsOf } from "./table.mjs";
import { parseWords, withHeads, withTree, withField, hang } from "./words.mjs";
import { exactly } from "./query.mjs";
import { showTrees } from "./scripts.mjs";

const MOST_DRAWN_AT_RANDOM = 20000; /* sentences */
const MOST_NAMED = 20;              /* of those that are left out */

export function comparePanel (app, panel)
{
  const result = element ("div"), measures = element ("div"), heading = element ("h2"), confusions = element ("details"), chosenPair = element ("p", { class: "controls" }),
    list = element ("div"), pager = element ("p", { class: "pager" }), file = element ("input",
    { type: "file", "aria-label": "The second file", onchange: () => file.files[0] && open (file.files[0].name, file.files[0]) });
  let name = null, numbers = [], page = 0, differences = [], confused = null, /* differences: the rows of words that differ, with the numbers of their sentences */
    compared = null, measured = "", wanted = false, isMeasuring = false, isOpened = false, isMade = false, hasIntervals = true;

  const isPhrase = () => app.info.kind == "brackets";

  /* Where a file cannot be read, the one before it stays. */
  const open = (given, blob, edits = []) => app.work (null, async () => {
    try {
      ({ name } = await app.client.call ("openOther", { name: given, blob, edits }, { onProgress: app.onProgress }));
    } catch (error) {
      file.value = "";
      throw error;
    }
    isMade = false;
    await app.work (result, begin);
  });

  /* Intervals of very many sentences are left until they are asked for. */
  async function begin ()
  {
    isOpened = true;
    page = 0;
    confused = null;
    hasIntervals = isPhrase () || app.info.n <= MOST_DRAWN_AT_RANDOM;
    await compare ();
  }

  async function makeOther ()
  {
    await app.work (result, async () => {
      ({ name } = await app.client.call ("makeOther"));
      isMade = true;
      await begin ();
    });
  }

  /* Measures of both files. Where the program refuses them: of the sentences that are well formed in both, which are good;
   * and where the words differ, of what is aligned, with the refusal. */
  async function measure (only)
  {
    const words = wordsOfMeasures ();
    let refusal = null;
    const attempt = async (name, args) => {
      try {
        return await app.client.call (name, args);
      } catch (error) {
        if (error instanceof Cancelled)
          throw error;
        refusal = error;
        return null;
      }
    };
    const whole = await attempt ("runBoth", { words, numbers: only });
    if (whole)
      return { measures: whole };
    const first = refusal;
    if (isPhrase ()) {
      const measures = await attempt ("runBoth", { words: [...words, "--on-error=skip"], numbers: only });
      if (!measures)
        throw first;
      return { measures };
    }
    const good = await attempt ("wellFormed", { only }), numbers = good?.numbers ?? only;
    const rest = good && await attempt ("runBoth", { words, numbers });
    if (rest)
      return { measures: rest, good };
    const told = good ? refusal : first, measures = await attempt ("runBoth", { words: ["evaluate", "--align"], numbers });
    if (!measures)
      throw told;
    return { measures, good, aligned: told.message };
  }

  /* What is not compared, of each file. */
  const leftOut = good => good ? messagesBox (["Not compared, since they are not well formed:",
    ...good.left.filter (({ numbers: left }) => left.length > 0).map (({ name: of, numbers: left }) =>
      `${of}: ${left.length == 1 ? "sentence" : "sentences"} ${left.slice (0, MOST_NAMED).join (", ")}`
        + (left.length > MOST_NAMED ? ` and ${left.length - MOST_NAMED} more` : ""))].join ("\n")) : [];
  /* What several runs of the program say, once. */
  const messagesOf = (...all) => [...new Set (all.flatMap (text => text ? text.replace (/^tbk [a-z]+: /gm, "").split ("\n") : []))].join ("\n");

  const wordsOfMeasures = () => ["evaluate", ...hasIntervals ? [] : ["--no-intervals"]];
  function showMeasures (text)
  {
    measured = text;
    const table = parseTable (text);
    measures.replaceChildren (tableOf (table, { caption: `${app.info.name}, which counts as gold, and ${name}` }),
      ...table.rows.some (([measure]) => measure == "CLAS") && table.head.includes ("total")
        ? [element ("p", { class: "of-clas" }, "CLAS is an F1 over content words: total adds those of both files, and correct counts each correct word twice.")] : []);
  }

  async function compare ()
  {
    const only = await app.search.numbers ();
    if (only?.length == 0) {
      result.replaceChildren (...messagesBox ("No sentence meets the query."));
      return;
    }
    const { measures: made, good, aligned } = await measure (only), listed = await listColumns (app.client, "evaluate", isPhrase ());
    const saves = element ("p", { class: "saves" },
      ...hasIntervals || aligned ? [] : [button ("With intervals, which take a while", () => {
      hasIntervals = true;
      app.work (result, compare);
    })], button ("Save measures (TSV)", () => save (`${stem (app.info.name)}.measures.tsv`, measured)), " ");
    compared = good?.numbers ?? only;
    showMeasures (made.text);
    result.replaceChildren (...leftOut (good), ...messagesBox (aligned
      && `${aligned}\nThe words differ: they are aligned by their letters. There are no drawings.`),
      ...messagesBox (messagesOf (good?.messages, made.messages)), measures, saves, columnsOf (listed));
    if (!aligned && isPhrase ())
      await drawAll (only);
    else if (!aligned)
      await findWords (saves);
  }

  /* Measures anew after an edit, while the page can be used. What is edited in the meantime is measured after that. */
  async function measureAnew ()
  {
    const { doc } = app;
    wanted = true;
    if (isMeasuring)
      return;
    for (isMeasuring = true; wanted && app.doc == doc;) {
      wanted = false;
      await app.work (measures, async () => showMeasures ((await app.client.call ("runBoth", { words: wordsOfMeasures (), numbers: compared })).text));
    }
    isMeasuring = false;
  }

  /* The words that differ, in some sentences of both files. */
  const tableOfWords = async numbers => (await app.client.call ("runBoth", { words: ["evaluate", "--by=word", "--of=deprel"], numbers })).text;
  const differencesOf = ({ head, rows }, numberOf) => rows.map ((row, i) => ({ number: numberOf (i), ...Object.fromEntries (head.map ((column, j) => [column, row[j]])) }));

  /* The sentences with words that differ, by the lines of these words. */
  async function findWords (saves)
  {
    const table = parseTable (await tableOfWords (compared)), at = await app.client.call ("numbersAt", { lines: table.rows.map (row => Number (table.value (row, "line"))) });
    differences = differencesOf (table, i => at[i]);
    saves.append (button ("Save words that differ (TSV)", () => app.work (null, async () => save (`${stem (app.info.name)}.differences.tsv`, await tableOfWords (compared)))));
    result.append (heading, confusions, chosenPair, list, pager);
    showDifferences ();
    await choosePair (confused);
  }

  /* How many words differ, and the relations that are confused, the most frequent first. A row leads to its drawings. */
  function showDifferences ()
  {
    const nSentences = new Set (differences.map (({ number }) => number)).size, pairs = new Map ();
    heading.textContent = nSentences == 0 ? "No word differs" : `${count (differences.length, "word differs", "words differ")}, in ${count (nSentences, "sentence")}`;
    for (const { deprel, system_deprel: other } of differences)
      if (deprel != other)
        pairs.set (`${deprel}\t${other}`, (pairs.get (`${deprel}\t${other}`) ?? 0) + 1);
    const rows = [...pairs].sort ((a, b) => b[1] - a[1]).map (([pair, n]) => [...pair.split ("\t"), String (n)]);
    confusions.hidden = rows.length == 0;
    confusions.replaceChildren (element ("summary", {}, `Confused relations (${count (rows.length, "pair")})`),
      tableOf ({ head: ["gold", "system", "words"], rows }, { caption: "Relations that differ", isList: false, act: ([gold, system]) => ({ label: `Draw ${gold} as ${system}`,
        run: () => { page = 0; return app.work (null, () => choosePair ({ gold, system })); } }) }));
  }

  /* Only the sentences in which these relations are confused; null: all. */
  async function choosePair (pair)
  {
    confused = pair;
    chosenPair.hidden = !pair;
    chosenPair.replaceChildren (...pair ? [`Only words that are ${pair.gold} here and ${pair.system} in ${name}`,
      button ("All differences", () => { page = 0; return app.work (null, () => choosePair (null)); })] : []);
    findNumbers ();
    await draw ();
  }

  function findNumbers ()
  {
    numbers = [...new Set (differences.filter (({ deprel, system_deprel }) => !confused || (deprel == confused.gold && system_deprel == confused.system)).map (({ number }) => number))];
    page = Math.max (0, Math.min (page, Math.ceil (numbers.length / PER_PAGE) - 1));
  }
  const shown = () => numbers.slice (page * PER_PAGE, (page + 1) * PER_PAGE);

  /* Gives words of a sentence the heads and relations that the other file has, as an edit. One word: the others stay a tree around it. */
  const take = (number, words) => app.inOrder (async () => {
    const before = await app.client.call ("sentence", { number }), { places } = app.info, parsed = parseWords (before, places);
    if (app.editing?.number == number && !app.mayLeaveText ())
      return;
    let heads = parsed.words.map (word => word ? word.head : -1);
    if (words.length == 1)
      heads = hang (heads, Number (words[0].id), Number (words[0].system_head)).heads;
    else
      words.forEach (({ id, system_head: head }) => { heads[id] = Number (head); });
    let after = words.length == 1 ? withTree (parsed, heads).text : withHeads (parsed, heads.entries ());
    for (const { id, system_deprel: relation } of places.DEPREL >= 0 ? words : [])
      after = withField (parseWords (after, places), "DEPREL", id, relation);
    await app.apply ([{ number, before, after }], `took ${words.map (({ form }) => form).join (", ")} from ${name}`, "compare");
    await app.work (null, () => refresh (number));
    measureAnew ();
  });

  /* Shows anew what differs in an edited sentence, and nothing else: its drawing, or where nothing differs any more, that of the sentence
   * that now is on the page. */
  async function refresh (number)
  {
    const left = differencesOf (parseTable (await tableOfWords ([number])), () => number), at = differences.findIndex (one => one.number == number);
    differences.splice (at, differences.filter (one => one.number == number).length, ...left);
    showDifferences ();
    findNumbers ();
    const old = new Map ([...list.querySelectorAll ("figure.tree")].map (figure => [Number (figure.dataset.number), figure])), edited = old.get (number), next = edited?.nextElementSibling;
    const made = await drawingsOf (shown ().filter (one => one == number || !old.has (one))), anew = made.find (figure => figure.dataset.number == number);
    if (anew)
      edited.replaceWith (anew);
    else
      edited?.remove ();
    list.append (...made.filter (figure => figure != anew));
    showPager ();
    showList ();
    (anew ?? (next?.isConnected ? next : list)).querySelector ("ul.takes button")?.focus ({ preventScroll: true });
  }

  /* What differs in a drawn sentence, each with a button to take it. */
  function takes (figure)
  {
    const number = Number (figure.dataset.number), words = differences.filter (one => one.number == number);
    figure.append (element ("ul", { class: "takes" }, ...words.map (one => element ("li", {}, button ("Take", () => take (number, [one]),
      { class: "edits", "aria-label": `Take ${one.form} from ${name}` }), ` ${one.id} ${one.form}: here ${one.deprel} of ${one.head}, in ${name} ${one.system_deprel} of ${one.system_head}`))),
      element ("p", { class: "actions" }, ...words.length > 1 ? [button ("Take all", () => take (number, words), { class: "edits", "aria-label": `Take all of sentence ${number} from ${name}` })] : [],
        button ("Edit", () => app.edit (number), { class: "edits", "aria-label": `Edit sentence ${number}` })));
    return figure;
  }

  /* How far all open files of dependencies agree. Words that they dispute lead to their sentences. */
  async function agreeAll ()
  {
    const docs = app.docs.filter (({ info }) => info.kind == "conllu"), plain = text => text.replace (/(^|\t)(\d+)\//gm, "$1"), parts = [];
    for (const [by, caption] of [["measure", "Agreement beyond chance"], ["pair", "Each two files"], ["deprel", "Relations"], ["word", "Disputed words"]]) {
      const { text, messages } = await app.client.runFiles (["agree", `--by=${by}`, "--of=deprel"], docs), table = parseTable (plain (text));
      parts.push (...by == "measure" ? messagesBox (messages) : [], table.rows.length == 0 ? element ("p", {}, `${caption}: none`)
        : tableOf (table, { caption, isList: false, act: row => table.head.includes ("sent_id") && table.value (row, "sent_id") ? { label: "Show the sentence", run: () => app.search.lead (`sent_id=${exactly (table.value (row, "sent_id"))}`) } : null }),
        element ("p", { class: "saves" }, button (`Save ${caption.toLowerCase ()} (TSV)`, () => save (`agree-${by}.tsv`, plain (text)))));
    }
    result.replaceChildren (element ("h2", {}, docs.map (({ label }) => label).join (", ")),
      ...app.search.isAny ? [] : messagesBox ("Agreement is over all sentences: the query does not apply to it."), ...parts);
  }

  /* The page of drawings of some sentences. */
  const drawPage = numbers => {
    const width = columnsFor (panel, matchMedia ("(max-width: 45rem)").matches);
    return app.client.call ("runBoth", { words: ["show", "--format=html", ...width ? [`--width=${width}`] : []], numbers, isAgainst: true });
  };
  async function drawingsOf (numbers)
  {
    if (numbers.length == 0)
      return [];
    const { text, messages } = await drawPage (numbers);
    return [...messagesBox (messages), ...figuresOf (text, numbers).map (takes)];
  }

  function showPager ()
  {
    const to = n => () => app.work (null, async () => {
      page = n;
      await draw ();
      list.scrollIntoView ();
    }), first = page * PER_PAGE, n = shown ().length;
    pager.replaceChildren (...pageButtons (page, numbers.length, to, [`${first + 1}–${first + n} of ${numbers.length}`]),
      ...n > 0 ? [" ", button ("Save this page (HTML)", () => app.work (null, async () =>
        save (`${stem (app.info.name)}.differences.html`, (await drawPage (shown ())).text, "text/html")))] : []);
  }

  /* Makes drawings move, and the choice of differences, where the one that was chosen stays. */
  function showList ()
  {
    const choice = () => list.querySelector (".changes select"), chosen = choice ()?.value;
    list.querySelector (".changes")?.remove ();
    showTrees (partOf (list));
    if (chosen && [...choice ()?.options ?? []].some (({ value }) => value == chosen)) {
      choice ().value = chosen;
      choice ().dispatchEvent (new Event ("change"));
    }
  }

  async function draw ()
  {
    list.replaceChildren (...await drawingsOf (shown ()));
    showPager ();
    showList ();
  }

  async function drawAll (only)
  {
    const { text } = await app.client.call ("runBoth",
      { words: ["show", "--format=html", "--on-error=skip", `--max=${PER_PAGE}`], numbers: only, isAgainst: true });
    list.replaceChildren (...figuresOf (text, only ?? Array.from ({ length: app.info.n }, (_, i) => i + 1)));
    result.append (list);
    showTrees (partOf (list));
  }

  function openFilesChoice ()
  {
    const docs = app.docs.filter (doc => doc != app.doc && doc.info.kind == app.info.kind), made = choice ("or one that is open", [["", "choose"], ...docs.map (({ id, label }) => [id, label])], id => {
      const doc = docs.find (one => one.id == id);
      return doc && open (doc.info.name, doc.blob, doc.edits);
    }, "");
    return [...docs.length > 0 ? [made.label] : [], ...docs.length > 1 && app.info.kind == "conllu" ? [button (`Agreement of all ${docs.length + 1} files`, () => app.work (result, agreeAll))] : []];
  }

  return {
    forget ()
    {
      isOpened = false;
      file.value = "";
      result.replaceChildren ();
    },
    drop: given => open (given.name, given),
    async show ()
    {
      panel.replaceChildren (element ("p", { class: "intro" }, "Open a second annotation of the same sentences, such as what a parser made of them. "
        + "This file counts as gold."),
        element ("p", { class: "controls" }, element ("label", {}, "Second file ", file), ...openFilesChoice (),
          ...app.info.kind == "conllu" ? [button ("Compare with its projective trees", makeOther)] : []), result);
      /* The projective trees are those of the treebank as it was edited. */
      if (isOpened)
        await app.work (result, async () => {
          if (isMade)
            await app.client.call ("makeOther");
          await compare ();
        });
    }
  };
}
