/* table.mjs - tables of the program on the page: sorted by a press on a heading, saved as they are. */
import { element } from "./dom.mjs";

const isNumber = text => text != "" && !Number.isNaN (Number (text));

/* Rows of tab-separated values as objects, and the names of the columns. */
export function parseTable (tsv)
{
  const [head, ...rows] = tsv.replace (/\n$/, "").split ("\n").map (line => line.split ("\t"));
  return { head, rows, value: (row, name) => row[head.indexOf (name)] };
}

const named = name => name.replaceAll ("_", " ").replace (/ percent$/, " %");

/* One row reads better from top to bottom. */
function listOf ({ head, rows: [row] }, isLeftOut)
{
  return element ("table", { class: "list" }, element ("thead", {},
    element ("tr", {}, element ("th", { scope: "col" }, "figure"), element ("th", { scope: "col", class: "n" }, "value"))),
    element ("tbody", {}, ...head.flatMap ((name, i) =>
    isLeftOut (name) || row[i] == "" ? [] : [element ("tr", {}, element ("th", { scope: "row" }, named (name)),
      element ("td", { class: isNumber (row[i]) ? "n" : "" }, element ("bdi", {}, row[i])))])));
}

/* A table, of which page.js makes the headings buttons; the last row stays last where it is TOTAL. */
export function tableOf (table, { caption, leaveOut = [], most = 500 } = {})
{
  const { head, rows } = table, isLeftOut = name => leaveOut.includes (name);
  const total = rows.length > 1 && rows[rows.length - 1][0] == "TOTAL" ? rows[rows.length - 1] : null;
  const body = (total ? rows.slice (0, -1) : rows).slice (0, most);
  if (body.length == 1 && (!total || head[0] == "file"))
    return element ("div", { class: "wide" }, listOf ({ head, rows: body }, isLeftOut));
  const columns = head.map ((name, i) => i).filter (i => !isLeftOut (head[i]));
  const numeric = columns.map (i => body.every (row => (row[i] ?? "") == "" || isNumber (row[i])));
  const cells = row => columns.map ((i, c) => element ("td", { class: numeric[c] ? "n" : "" },
    element ("bdi", {}, row[i] ?? "")));
  return element ("div", { class: "wide", tabindex: 0, role: "region", "aria-label": caption }, element ("table", {},
    element ("caption", {}, rows.length > most ? `${caption} (the first ${most} of ${rows.length} rows)` : caption),
    element ("thead", {}, element ("tr", {}, ...columns
      .map ((i, c) => element ("th", { scope: "col", class: numeric[c] ? "n" : "" }, named (head[i]))))),
    element ("tbody", {}, ...body.map (row => element ("tr", {}, ...cells (row)))),
    ...total ? [element ("tfoot", {}, element ("tr", {}, ...cells (total)))] : []));
}

/* What a help text says of columns, as a list to open. */
export function columnsOf (help)
{
  const lines = (help.split (/^Columns:\n/m)[1] ?? "").split (/\n\n/)[0].split ("\n"), list = element ("dl");
  let term = null;
  for (const line of lines) {
    const [, name, rest] = /^ {2}(\S.*?)(?: {2,}(.*))?$/.exec (line) ?? [];
    if (name) {
      list.append (element ("dt", {}, name), term = element ("dd", {}, rest ?? ""));
    } else if (term)
      term.append (" " + line.trim ());
  }
  return element ("details", {}, element ("summary", {}, "What the columns mean"), list);
}
