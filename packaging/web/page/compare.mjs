/* compare.mjs - the tab that compares with a second annotation of the same sentences. */
import { Cancelled } from "./client.mjs";
import { PER_PAGE, element, button, messagesBox, pageButtons, partOf, save, stem, count } from "./dom.mjs";
import { figuresOf, columnsFor } from "./sentences.mjs";
import { parseTable, tableOf, listColumns, columnsOf } from "./table.mjs";
import { showTrees } from "./scripts.mjs";

const MOST_DRAWN_AT_RANDOM = 20000; /* sentences */
const MOST_NAMED = 20;              /* of those that are left out */

export function comparePanel (app, panel)
{
  const result = element ("div"), file = element ("input",
    { type: "file", "aria-label": "The second file", onchange: () => file.files[0] && open (file.files[0].name, file.files[0]) });
  let name = null, numbers = [], page = 0, isOpened = false, isMade = false, hasIntervals = true;

  const isPhrase = () => app.info.kind == "brackets";

  /* Where a file cannot be read, the one before it stays. */
  const open = (given, blob) => app.work (null, async () => {
    try {
      ({ name } = await app.client.call ("openOther", { name: given, blob }, { onProgress: app.onProgress }));
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
  async function measure ()
  {
    const words = ["evaluate", ...hasIntervals ? [] : ["--intervals=no"]];
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
    const whole = await attempt ("runBoth", { words });
    if (whole)
      return { measures: whole };
    const first = refusal;
    if (isPhrase ()) {
      const measures = await attempt ("runBoth", { words: [...words, "--on-error=skip"] });
      if (!measures)
        throw first;
      return { measures };
    }
    const good = await attempt ("wellFormed"), numbers = good?.numbers;
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

  async function compare ()
  {
    const { measures, good, aligned } = await measure ();
    const listed = await listColumns (app.client, "evaluate", isPhrase ());
    const table = parseTable (measures.text), figures = element ("div");
    const saves = element ("p", { class: "saves" },
      ...hasIntervals || aligned ? [] : [button ("With intervals, which take a while", () => {
      hasIntervals = true;
      app.work (result, compare);
    })], button ("Save measures (TSV)", () => save (`${stem (app.info.name)}.measures.tsv`, measures.text)), " ");
    result.replaceChildren (...leftOut (good), ...messagesBox (aligned
      && `${aligned}\nThe words differ: they are aligned by their letters. There are no drawings.`),
      ...messagesBox (messagesOf (good?.messages, measures.messages)),
      tableOf (table, { caption: `${app.info.name}, which counts as gold, and ${name}` }), saves, columnsOf (listed), figures);
    if (!aligned)
      await (isPhrase () ? drawAll (figures) : findWords (figures, saves, good?.numbers));
  }

  /* The sentences with words that differ, by the lines of these words. */
  async function findWords (figures, saves, compared)
  {
    const { text } = await app.client.call ("runBoth", { words: ["evaluate", "--by=word", "--subtypes"], numbers: compared }),
      table = parseTable (text);
    numbers = [...new Set (await app.client.call ("numbersAt",
      { lines: table.rows.map (row => Number (table.value (row, "line"))) }))];
    page = 0;
    saves.append (button ("Save words that differ (TSV)", () => save (`${stem (app.info.name)}.differences.tsv`, text)));
    figures.before (element ("h3", {}, numbers.length == 0 ? "No word differs"
      : `${count (table.rows.length, "word differs", "words differ")}, in ${count (numbers.length, "sentence")}`));
    await draw (figures);
  }

  async function draw (figures)
  {
    const shown = numbers.slice (page * PER_PAGE, (page + 1) * PER_PAGE);
    if (shown.length == 0)
      return;
    const width = columnsFor (panel, matchMedia ("(max-width: 45rem)").matches);
    const { text, messages } = await app.client.call ("runBoth",
      { words: ["show", "--format=html", ...width ? [`--width=${width}`] : []], numbers: shown, isAgainst: true });
    const to = n => () => app.work (null, async () => {
      page = n;
      await draw (figures);
      figures.scrollIntoView ();
    });
    figures.replaceChildren (...messagesBox (messages), ...figuresOf (text, shown), element ("p", { class: "pager" },
      ...pageButtons (page, numbers.length, to, `${page * PER_PAGE + 1}–${page * PER_PAGE + shown.length} of ${numbers.length}`)),
      element ("p", { class: "saves" }, button ("Save this page (HTML)",
        () => save (`${stem (app.info.name)}.differences.html`, text, "text/html"))));
    showTrees (partOf (figures));
  }

  async function drawAll (figures)
  {
    const { text } = await app.client.call ("runBoth",
      { words: ["show", "--format=html", "--on-error=skip", `--max=${PER_PAGE}`], isAgainst: true });
    const all = Array.from ({ length: app.info.n }, (_, i) => i + 1);
    figures.replaceChildren (...figuresOf (text, all));
    showTrees (partOf (figures));
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
      panel.replaceChildren (element ("p", {}, "Open a second annotation of the same sentences, such as what a parser made of them. "
        + "This file counts as gold."),
        element ("p", { class: "controls" }, element ("label", {}, "Second file ", file),
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
