/* files.mjs - the tab of files, if several are open: a row of statistics for each, which leads to it. */
import { element, button, messagesBox, save } from "./dom.mjs";
import { parseTable, tableOf, listColumns, columnsOf } from "./table.mjs";

const KINDS = { conllu: "Dependencies", brackets: "Phrases" };

const quotedCell = cell => /[",\r\n]/.test (cell) ? `"${cell.replaceAll ('"', '""')}"` : cell;
const saves = ({ head, rows }, ending, between, cellOf) => button (`Save table (${ending.toUpperCase ()})`,
  () => save (`files.${ending}`, [head, ...rows].map (row => row.map (cellOf).join (between) + "\n").join ("")));

export function filesPanel (app, panel)
{
  /* A table of the files of a kind. The program has each in a folder named by its number, so that two may have one name. */
  async function tableOfKind (kind, docs)
  {
    const { text, messages } = await app.client.runFiles (["stats", ...kind == "brackets" ? ["--input=brackets"] : []], docs);
    const table = parseTable (text), at = table.head.indexOf ("file"), docOf = row => docs.find (({ id }) => row[at].startsWith (`${id}/`));
    const acts = new Map (table.rows.map (row => [row, docOf (row)]));
    for (const [row, doc] of acts)
      if (doc)
        row[at] = doc.label;
    return [...messagesBox (messages.replace (/(^|\s)\d+\/(?=\S+:)/gm, "$1")),
      tableOf (table, { caption: KINDS[kind], isList: false,
        act: row => acts.get (row) && { run: () => app.choose (acts.get (row)), label: `Show ${row[at]}` },
        last: row => acts.get (row) && button ("Close", () => app.close (acts.get (row)), { "aria-label": `Close ${row[at]}` }) }),
      element ("p", { class: "saves" }, saves (table, "tsv", "\t", cell => cell), saves (table, "csv", ",", quotedCell)),
      columnsOf (await listColumns (app.client, "stats", kind == "brackets"), table.head)];
  }

  return {
    async show ()
    {
      await app.work (panel, async () => {
        const made = [];
        for (const kind of Object.keys (KINDS)) {
          const docs = app.docs.filter (({ info }) => info.kind == kind);
          if (docs.length > 0)
            made.push (...await tableOfKind (kind, docs));
        }
        panel.replaceChildren (element ("p", { class: "intro" }, "The files that are open, as they are edited. Press a name to see its sentences, a heading to sort."), ...made);
      });
    }
  };
}
