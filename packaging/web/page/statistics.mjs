/* statistics.mjs - the tabs of tables: statistics with lengths and classes, and choices. */
import { element, button, choice, count, messagesBox, save, stem, svgText, pngOf, copyButton } from "./dom.mjs";
import { exactly } from "./query.mjs";
import { parseTable, tableOf, listColumns, columnsOf, helpOf } from "./table.mjs";
import { linePlot, barPlot, PLOT_STYLE } from "./plot.mjs";

/* A point stands in the middle of its bin of lengths. As in the program's plots, it stands for some trees at least. */
const LEAST_TREES_OF_POINT = 3;
const points = ({ rows, value }, of, y) => rows
  .filter (row => Number (value (row, of)) >= LEAST_TREES_OF_POINT && (value (row, y) ?? "") != "")
  .map (row => [row, ["words_from", "words_to", y].map (name => Number (value (row, name)))])
  .map (([row, [from, to, found]]) => [(from + to) / 2, found, `${from}–${to} words: ${found}, of ${value (row, of)} trees`]);
const bars = (table, name, column) => table.rows.map (row => [table.value (row, name), Number (table.value (row, column))]);
/* Beside further columns, those of the table without them are not shown, but for numbers of sentences and words. */
const othersOf = listed => listed.filter (({ table, column, numerator }) => table == "stats" && numerator && column != "sentences" && column != "words")
  .map (({ column }) => column);
/* count: the column that says how many trees a row is over; trees: what these are; columns: of values, with names. */
const byLength = (title, yName, { count: of, trees = "trees", hasPowers = false }, columns) => (table, width) => {
  const { rows, value } = table, few = rows.filter (row => 0 < value (row, of) && value (row, of) < LEAST_TREES_OF_POINT).length,
    series = columns.map (([column, name]) => ({ name, points: points (table, of, column) }));
  const left = `fewer than ${LEAST_TREES_OF_POINT} ${trees}`;
  return series.some (one => one.points.length > 0)
    ? { drawing: linePlot ({ width, title, yName, xName: "words of the sentence", series, hasPowers }),
      note: few > 0 ? `Left out of the plot: ${count (few, "bin")} of lengths with ${left}.` : "" }
    : { drawing: null, note: `No plot: all bins of lengths have ${left}.` };
};
const byBars = (title, rowsOf) => (table, width) => ({ drawing: barPlot ({ width, title, rows: rowsOf (table) }), note: "" });

/* Where a row leads: to the sentences that meet a condition, perhaps one of words, or to one sentence. */
const byColumn = column => value => value (column) != "_" && { condition: `${column}=${exactly (value (column))}`, isOfWords: true };
const byWords = value => ({ condition: `words>=${value ("words_from")} and words<=${value ("words_to")}` });
const toSentence = value => Number (value ("sentence"));
/* The same of a figure. */
const ofFigure = name => {
  const outside = /^not_(.*?)(_percent)?$/.exec (name);
  return outside && outside[1] != "projective" ? { condition: `not class.${outside[1]}` } : outside || name.startsWith ("nonprojective_trees") ? { condition: "not projective" } : name.startsWith ("nonprojective_arcs") ? { condition: "nonprojective", isOfWords: true }
    : name == "lost_arcs" ? { condition: "lost", isOfWords: true } : null;
};

/* What can be counted: the name, the words of the command, the plot, where rows lead. */
const VIEWS = {
  summary: { name: "The whole treebank", words: ["stats"] },
  length: { name: "By length of the sentence", words: ["stats", "--by=words:5"], lead: byWords,
    plot: byLength ("Trees that are not projective, by length", "trees not projective, %", { count: "sentences" },
      [["nonprojective_trees_percent", "trees"]]) },
  deprel: { name: "By relation", words: ["stats", "--by=deprel"], lead: byColumn ("deprel"),
    plot: byBars ("Arcs that are not projective, by relation", table => bars (table, "deprel", "nonprojective_arcs")) },
  upos: { name: "By part of speech", words: ["stats", "--by=upos"], lead: byColumn ("upos"),
    plot: byBars ("Arcs that are not projective, by part of speech", table => bars (table, "upos", "nonprojective_arcs")) },
  arcs: { name: "Each arc that is not projective", words: ["stats", "--by=arc"], lead: toSentence },
  lengths: { name: "Lengths of arcs", words: ["stats", "--lengths"], canSkip: true, isFurther: true },
  lengthsByLength: { name: "Lengths of arcs, by length of the sentence", words: ["stats", "--lengths", "--by=words:5"],
    lead: byWords, canSkip: true, isFurther: true,
    plot: byLength ("Mean length of arcs, compared with best and random projective orders", "mean length of arcs", { count: "sentences_measured" },
      [["mdd", "observed"], ["mdd_least_projective", "least"], ["mdd_random_projective", "random"]]) },
  classes: { name: "Classes of trees", words: ["stats", "--classes"], isFurther: true,
    plot: byBars ("Trees outside each class", ({ head, rows: [row], value }) => head
      .map (name => /^(not_(.*))_percent$/.exec (name)).filter (found => found)
      .map (([, column, name]) => [name, Number (value (row, column))])) }
};
const CHOICES = {
  length: { name: "By length of the sentence", words: ["choices"], lead: byWords,
    plot: byLength ("Projective trees that keep the most arcs, by length", "their number (geometric mean), of trees that lose arcs",
      { count: "nonprojective_trees", trees: "trees that lose arcs", hasPowers: true }, [["log10_choices_mean", "choices"]]) },
  sentence: { name: "By sentence", words: ["choices", "--by=sentence"], lead: toSentence }
};
const OF_BRACKETS = {
  summary: { name: "The whole treebank", words: ["stats"] },
  label: { name: "By label", words: ["stats", "--by=label"], lead: byColumn ("label"),
    plot: byBars ("Constituents, by label", table => bars (table, "label", "constituents")) },
  tag: { name: "By tag", words: ["stats", "--by=tag"], lead: byColumn ("tag"),
    plot: byBars ("Words, by tag", table => bars (table, "tag", "words")) }
};

/* A tab of tables. command: whose columns the program explains. */
export function tablePanel (app, panel, command, viewsOf, intro)
{
  let view, skips = false, listed = null;
  const result = element ("div");

  async function show ()
  {
    const { name, words, plot, canSkip, isFurther, lead } = viewsOf ()[view];
    const used = canSkip && skips ? [...words, "--without=upos=PUNCT"] : words;
    await app.work (result, async () => {
      const { text, messages } = await app.client.call ("run", { words: used, where: app.search.text });
      listed ??= await listColumns (app.client, command, app.info.kind == "brackets");
      const table = parseTable (text), saved = `${stem (app.info.name)}.${command}-${view}`;
      const { drawing, note } = plot && table.rows.length > 0 ? plot (table, Math.min (640, panel.clientWidth - 4)) : {};
      const saves = element ("p", { class: "saves" }, copyButton (app, "Copy table", () => ({ text })), " ", button ("Save table (TSV)", () => save (saved + ".tsv", text)), " ",
        button ("Save table (CSV)", () => app.work (null, async () =>
          save (saved + ".csv", (await app.client.call ("run", { words: [...used, "--format=csv"], where: app.search.text })).text, "text/csv"))));
      const leadTo = (to, text) => !to ? null : typeof to == "number" ? { run: () => app.goTo (to), label: `Show sentence ${to}` }
        : { run: () => app.work (null, () => app.search.lead (to.condition, to.isOfWords)), label: `Show the sentences: ${text}` };
      const act = row => lead ? leadTo (lead (column => table.value (row, column)), row[0]) : null;
      const shown = tableOf (table, { caption: name, help: helpOf (listed), act, actOf: command == "stats" && app.info.kind == "conllu" ? name => leadTo (ofFigure (name), name) : null, leaveOut: ["file", ...isFurther ? othersOf (listed) : []] });
      if (drawing)
        saves.append (" ", button ("Save plot (SVG)",
          () => save (saved + ".svg", svgText (drawing, PLOT_STYLE), "image/svg+xml")), " ", button ("Save plot (PNG)",
          () => app.work (null, async () => save (saved + ".png", await pngOf (svgText (drawing, PLOT_STYLE)), "image/png"))));
      result.replaceChildren (...messagesBox (messages), saves, ...drawing ? [element ("div", { class: "wide plotted" }, drawing)] : [],
        ...note ? [element ("p", { class: "left-out" }, note)] : [], shown, columnsOf (listed, table.head));
    });
  }

  return {
    show ()
    {
      const views = viewsOf (), first = Object.keys (views)[0];
      view = first;
      listed = null;
      const chosen = choice ("Table", Object.entries (views).map (([key, { name }]) => [key, name]), value => {
        view = value;
        skip.hidden = !views[value].canSkip;
        show ();
      }, view);
      const skip = element ("label", { hidden: true }, element ("input", { type: "checkbox", onchange: event => {
        skips = event.target.checked;
        show ();
      } }), " without punctuation");
      skips = false;
      panel.replaceChildren (element ("p", { class: "intro" }, intro), element ("p", { class: "controls" }, chosen.label, skip), result);
      return show ();
    }
  };
}

export const statisticsPanel = (app, panel) => tablePanel (app, panel, "stats",
  () => app.info.kind == "brackets" ? OF_BRACKETS : VIEWS,
  "What the treebank holds. Press a heading to sort, the name of a row to see its sentences.");
export const choicesPanel = (app, panel) => tablePanel (app, panel, "choices", () => CHOICES,
  "How many projective trees keep as many arcs of the sentence as any. A projective tree has one: itself. Press the name of a row to see its sentences.");
