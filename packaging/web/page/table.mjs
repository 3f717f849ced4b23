/* table.mjs - tables of the program on the page: sorted by a press on a heading, saved as they are. */
import { element, button, pageButtons } from "./dom.mjs";

const isNumber = text => text != "" && !Number.isNaN (Number (text));

/* Rows of tab-separated values as objects, and the names of the columns. */
export function parseTable (tsv)
{
  const [head, ...rows] = tsv.replace (/\n$/, "").split ("\n").map (line => line.split ("\t"));
  return { head, rows, value: (row, name) => row[head.indexOf (name)] };
}

const named = name => name.replaceAll ("_", " ").replace (/ percent$/, " %").replace (/\buas\b/, "UAS");

/* One row reads better from top to bottom. actOf: gives what a press on the name of a figure does, or nothing. */
function listOf ({ head, rows: [row] }, isLeftOut, actOf, help)
{
  const nameOf = name => {
    const pressed = actOf?.(name);
    return pressed ? button (named (name), pressed.run, { class: "link", "aria-label": pressed.label }) : named (name);
  };
  return element ("table", { class: "list" }, element ("thead", {},
    element ("tr", {}, element ("th", { scope: "col" }, "figure"), element ("th", { scope: "col", class: "n" }, "value"), ...help.size > 0 ? [element ("th", { scope: "col" }, "what it is")] : [])),
    element ("tbody", {}, ...head.flatMap ((name, i) =>
    isLeftOut (name) || row[i] == "" ? [] : [element ("tr", {}, element ("th", { scope: "row" }, nameOf (name)),
      element ("td", { class: isNumber (row[i]) ? "n" : "" }, element ("bdi", {}, row[i])), ...help.size > 0 ? [element ("td", { class: "meaning" }, help.get (name) ?? "")] : [])])));
}

/* The order of rows by the values of a column, numbers the greatest first; isDown: which of both ends is first. What has no value is last. */
const byText = new Intl.Collator ("en", { numeric: true });
function sortRows (rows, column, isNumeric, isDown)
{
  const valueOf = row => row[column] ?? "", sign = isDown ? -1 : 1;
  const order = isNumeric ? (a, b) => sign * (Number (valueOf (a)) - Number (valueOf (b)))
    : (a, b) => sign * byText.compare (valueOf (a), valueOf (b));
  return [...rows].sort ((a, b) => (valueOf (a) == "") - (valueOf (b) == "") || order (a, b));
}

/* Makes the headings buttons that sort, as on the program's pages; show: shows rows in their new order. */
function makeSortable (heads, rows, show)
{
  for (const { head, column, isNumeric } of heads) {
    const pressed = button (head.textContent, () => {
      const old = head.getAttribute ("aria-sort"), isDown = old ? old == "ascending" : isNumeric;
      heads.forEach (other => other.head.removeAttribute ("aria-sort"));
      head.setAttribute ("aria-sort", isDown ? "descending" : "ascending");
      show (sortRows (rows, column, isNumeric, isDown));
    });
    head.replaceChildren (pressed);
  }
}

/* A table by pages, sorted by all of its rows; the last row stays last where it is TOTAL. help: what columns mean, by
 * their names; act: gives what a press on the first cell of a row does, { run, label }, or nothing; actOf: the same for
 * figures of a list, by their names; last: gives what is behind a row, or nothing; isList: whether one row
 * becomes a list. */
export function tableOf (table, { caption, leaveOut = [], perPage = 500, help = new Map (), act = null, actOf = null, last = null, isList = true } = {})
{
  const { head, rows } = table, isLeftOut = name => leaveOut.includes (name);
  const total = rows.length > 1 && rows[rows.length - 1][0] == "TOTAL" ? rows[rows.length - 1] : null;
  const all = total ? rows.slice (0, -1) : rows;
  if (isList && all.length == 1 && (!total || head[0] == "file"))
    return element ("div", { class: "wide" }, listOf ({ head, rows: all }, isLeftOut, actOf, help));
  const heads = [...head.keys ()].filter (column => !isLeftOut (head[column])).map (column => {
    const isNumeric = all.every (row => (row[column] ?? "") == "" || isNumber (row[column]));
    return { column, isNumeric, head: element ("th", { scope: "col", class: isNumeric ? "n" : "", title: help.get (head[column]) }, named (head[column])) };
  });
  const cellOf = (row, column, pressed) => pressed && row[column] ? button (row[column], pressed.run, { class: "link", "aria-label": pressed.label, dir: "auto" })
    : element ("bdi", {}, row[column] ?? "");
  const rowOf = row => element ("tr", {}, ...heads.map (({ column, isNumeric }, i) =>
    element ("td", { class: isNumeric ? "n" : "" }, cellOf (row, column, i == 0 && row != total ? act?.(row) : null))),
    ...last ? [element ("td", {}, ...[last (row)].filter (made => made))] : []);
  const body = element ("tbody"), title = element ("caption", {}, caption), pager = element ("p", { class: "pager" });
  const show = (sorted, page = 0) => {
    const part = sorted.slice (page * perPage, (page + 1) * perPage), to = n => () => {
      show (sorted, n);
      region.scrollIntoView ();
      region.focus ({ preventScroll: true });
    };
    body.replaceChildren (...part.map (rowOf));
    if (all.length > perPage)
      title.textContent = `${caption} (rows ${page * perPage + 1}–${page * perPage + part.length} of ${all.length.toLocaleString ("en")})`;
    pager.replaceChildren (...pageButtons (page, all.length, to, [title.textContent], perPage));
  };
  const region = element ("div", { class: "wide", tabindex: 0, role: "region", "aria-label": caption }, element ("table", {}, title,
    element ("thead", {}, element ("tr", {}, ...heads.map (one => one.head), ...last ? [element ("td")] : [])), body,
    ...total ? [element ("tfoot", {}, rowOf (total))] : []));
  show (all);
  if (all.length > 2)
    makeSortable (heads, all, show);
  return element ("div", {}, region, pager);
}

/* The columns of a command's tables, as the program lists them: each with the table that it is of, what it holds, and the integers
 * that it is made of, if it is.
 */
export async function listColumns (client, command, isPhrase)
{
  const all = (await client.call ("help", { words: ["help", "tables", "--format=jsonl"] })).trim ().split ("\n").map (JSON.parse);
  const ofPhrases = `${command} --input=brackets`, isOf = of => ({ table }) => table == of || table.startsWith (of + " ");
  return isPhrase && all.some (isOf (ofPhrases)) ? all.filter (isOf (ofPhrases)) : all.filter (isOf (command));
}

export const helpOf = listed => new Map (listed.map (({ column, help }) => [column, help]).reverse ());

/* What they hold, each name once, as a list to open; names: those that there are, if not all. */
export function columnsOf (listed, names = listed.map (({ column }) => column))
{
  const texts = helpOf (listed);
  return element ("details", {}, element ("summary", {}, "What the columns mean"), element ("dl", {},
    ...[...new Set (names)].filter (name => texts.has (name))
      .flatMap (name => [element ("dt", {}, name), element ("dd", {}, texts.get (name))])));
}
