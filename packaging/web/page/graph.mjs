/* graph.mjs - what the page adds to the program's drawing of a tree: arcs of the enhanced graph that the tree does not have, dashed below the
 * words; and words without a head yet, whose arcs are taken away. */
import { element, drawn } from "./dom.mjs";

const LEVEL = 20, GAP = 12;

/* The places of words and empty nodes, by their IDs. */
function placesOf (svg)
{
  const places = new Map ();
  let word = 0, empty = 0;
  for (const node of svg.querySelectorAll ("g.word, g.empty")) {
    const form = node.querySelector (".form"), isEmpty = node.matches (".empty");
    word += !isEmpty;
    empty = isEmpty ? empty + 1 : 0;
    places.set (isEmpty ? `${word}.${empty}` : String (word), { x: Number (form.getAttribute ("x")), y: Number (form.getAttribute ("y")), text: form.textContent });
  }
  return places;
}

/* Levels of arcs, 0 above: each is below those that it contains or crosses, the short ones first. */
function levelsOf (spans)
{
  const order = [...spans.keys ()].sort ((a, b) => spans[a][1] - spans[a][0] - (spans[b][1] - spans[b][0])), levels = [];
  for (const arc of order) {
    const taken = order.filter (other => levels[other] != null && spans[other][0] < spans[arc][1] && spans[arc][0] < spans[other][1]).map (other => levels[other]);
    levels[arc] = 0;
    while (taken.includes (levels[arc]))
      levels[arc]++;
  }
  return levels;
}

/* Takes away the arcs that stand for no head, with their relations: they begin at these. */
function hideOpen (svg, { words, nonprojective })
{
  const all = svg.querySelectorAll ("g.arc"), placeOf = text => ["x", "y"].map (name => text.getAttribute (name)).join (" ");
  const texts = new Map ([...svg.querySelectorAll (":scope > text.relation")].map (text => [placeOf (text), text]));
  for (const word of words) {
    const begin = /^M([\d.]+ [\d.]+)/.exec (all[word - 1]?.querySelector (".line").getAttribute ("d"))?.[1];
    for (const one of [all[word - 1], texts.get (begin)])
      one?.setAttribute ("display", "none");
  }
  all.forEach ((arc, i) => arc.classList.toggle ("nonprojective", nonprojective.includes (i + 1)));
}

/* arcs: [dependent, head, relation]; open: words without a head, { words, nonprojective }, as the worker has them. A drawing of several lines
 * has the arcs in words. */
export function drawGraph (svg, arcs, open = null)
{
  if (svg && open)
    hideOpen (svg, open);
  if (arcs.length == 0 || !svg)
    return;
  const places = placesOf (svg), known = arcs.filter (([dependent, head]) => places.has (dependent) && (head == "0" || places.has (head))),
    isOneLine = new Set ([...places.values ()].map (({ y }) => y)).size == 1, name = id => id == "0" ? "0" : `${id} ${places.get (id)?.text ?? ""}`;
  const words = ([dependent, head, relation]) => `${relation}: ${name (dependent)} ← ${name (head)}`;
  if (!isOneLine || known.length < arcs.length) {
    svg.closest (".wide")?.after (element ("p", { class: "graph", dir: "auto" }, `Enhanced: ${arcs.map (words).join ("; ")}`));
    return;
  }
  const width = Number (svg.getAttribute ("width")), top = Number (svg.getAttribute ("height")) - 4, bottom = ([dependent, head]) => [places.get (dependent).x, head == "0" ? places.get (dependent).x : places.get (head).x];
  const spans = known.map (arc => bottom (arc).sort ((a, b) => a - b)).map (([from, to]) => [from, Math.max (to, from + 1)]), levels = levelsOf (spans), depth = level => top + GAP + LEVEL * level;
  known.forEach ((arc, i) => {
    const [x, head] = bottom (arc), y = depth (levels[i]), [dependent, isRoot] = [x - 3 * Math.sign (x - head), arc[1] == "0"];
    const start = places.get (arc[0]).y + 22, line = isRoot ? `M${x} ${start}V${y}` : `M${dependent} ${start}V${y}H${head}V${start}`;
    svg.append (drawn ("g", { class: "graph" }, drawn ("title", {}, `enhanced ${words (arc)}`), drawn ("path", { class: "line", "stroke-dasharray": "4 3", d: line }),
      drawn ("path", { class: "tip", d: `M${dependent} ${start - 6}l-4 8h8z` }), drawn ("text", { class: "relation", x: (dependent + head) / 2, y: y + 4 }, arc[2])));
  });
  const height = depth (Math.max (...levels)) + GAP;
  svg.setAttribute ("height", height);
  svg.setAttribute ("viewBox", `0 0 ${width} ${height}`);
}
