/* words.mjs - the words of a sentence in its text, and their heads: what the editor changes. Only the fields that change are
 * written; every other byte stays.
 */

/* The words of a sentence: number of the line, its fields and end, form, head (NaN where it is no number) and relation, the first one
 * in words[1]. places: where these columns and others are, -1 for what is not there (Treebank.places). */
export function parseWords (text, places)
{
  const lines = text.split ("\n"), words = [null];
  lines.forEach ((whole, line) => {
    const end = whole.endsWith ("\r") ? "\r" : "", fields = whole.slice (0, whole.length - end.length).split ("\t");
    if (!/^\ufeff?#/.test (whole) && /^\ufeff?\d+$/.test (fields[places.ID]) && fields.length > places.HEAD)
      words.push ({ line, fields, end, form: fields[places.FORM] ?? "", deprel: fields[places.DEPREL] ?? "",
        head: /^\d+$/.test (fields[places.HEAD]) ? Number (fields[places.HEAD]) : NaN });
  });
  return { lines, words, places };
}

/* The text with another value in the column NAME of some words: values has them by the numbers of the words. */
function withFields ({ lines, words, places }, name, values)
{
  const changed = [...lines];
  for (const [number, value] of values) {
    const { line, fields, end } = words[number], row = [...fields];
    row[places[name]] = value;
    changed[line] = row.join ("\t") + end;
  }
  return changed.join ("\n");
}

/* The text with these heads, by the numbers of the words; NaN is none. */
export function withHeads (parsed, heads)
{
  const changed = [...heads].filter (([word, head]) => word > 0 && !Object.is (head, parsed.words[word].head));
  return withFields (parsed, "HEAD", changed.map (([word, head]) => [word, Number.isNaN (head) ? "_" : String (head)]));
}

export const withDeps = (parsed, values) => withFields (parsed, "DEPS", values);
export const withField = (parsed, name, word, value) => withFields (parsed, name, [[word, value]]);

/* The text with other heads. Where another word becomes the only root, both change their relations: the new root gets that of the old one.
 * Else a word that becomes a root gets the relation root, and one that is none any more dep. swapped: these words with their relations. */
export function withTree (parsed, heads)
{
  const { words, places } = parsed, text = withHeads (parsed, heads.entries ()), all = [...heads.keys ()].slice (1);
  const lost = all.filter (word => words[word].head === 0 && heads[word] !== 0), won = all.filter (word => words[word].head !== 0 && heads[word] === 0);
  if (places.DEPREL < 0)
    return { text, swapped: [] };
  const swapped = lost.length == 1 && won.length == 1 ? [[won[0], words[lost[0]].deprel], [lost[0], words[won[0]].deprel]]
    : [...won.map (word => [word, "root"]), ...lost.map (word => [word, "dep"])].filter (([word, relation]) => words[word].deprel != relation);
  return { text: withFields (parseWords (text, places), "DEPREL", swapped), swapped };
}

/* The arcs of the enhanced graph that the tree does not have: [dependent, head, relation], words and empty nodes by their IDs. An item that
 * has more of a relation than the tree, as 5:nmod:of for nmod, is in the tree. */
export function extraArcs (text, { ID, HEAD, DEPREL, DEPS })
{
  if (DEPS < 0)
    return [];
  return text.split (/\r?\n/).filter (line => line != "" && !line.startsWith ("#")).map (line => line.split ("\t")).filter (fields => /^\d+(\.\d+)?$/.test (fields[ID]) && (fields[DEPS] ?? "_") != "_")
    .flatMap (fields => fields[DEPS].split ("|").map (item => /^(\d+(?:\.\d+)?):(.+)$/.exec (item)).filter (item => item && !(item[1] == fields[HEAD] && `${item[2]}:`.startsWith (`${fields[DEPREL]}:`)))
      .map (([, head, relation]) => [fields[ID], head, relation]));
}

/* The words whose arcs changed while DEPS stayed, as [number, the fields that decide what DEPS becomes]. */
export function movedArcs (before, after)
{
  const { places } = before, fieldOf = (word, name) => word.fields[places[name]];
  if (places.DEPS < 0 || places.DEPREL < 0 || before.words.length != after.words.length)
    return [];
  return before.words.map ((old, number) => [number, old && ["DEPS", "HEAD", "DEPREL"].map (name => fieldOf (old, name)), after.words[number]])
    .filter (([, old, now]) => old && old.every (field => field != null) && old[0] != "_" && fieldOf (now, "DEPS") == old[0]
      && (fieldOf (now, "HEAD") != old[1] || fieldOf (now, "DEPREL") != old[2]))
    .map (([number, old, now]) => [number, [...old, fieldOf (now, "HEAD"), fieldOf (now, "DEPREL")]]);
}

/* The words whose arcs are not projective: a word between them and their heads does not descend from the head. Of a word that is below
 * one without a head (NaN) nothing is known yet. */
export function nonprojective (heads)
{
  const found = new Set ();
  const descends = (word, from) => {
    for (let steps = 0; word > 0 && steps < heads.length; steps++, word = heads[word])
      if (word == from)
        return true;
    return word == from || Number.isNaN (word);
  };
  for (let word = 1; word < heads.length; word++)
    for (let between = Math.min (word, heads[word]) + 1; between < Math.max (word, heads[word]); between++)
      if (heads[word] > 0 && !descends (between, heads[word]))
        found.add (word);
  return found;
}

/* New heads with word on head, a tree again. Returns also the word that was re-attached for that, or 0: the one below word on the way to
 * head; and where word becomes the root of a tree with one, that one. On heads that are no tree the way up from head may not end: after
 * as many steps as there are words it is given up. */
export function hang (heads, word, head)
{
  const changed = [...heads], roots = [...heads.keys ()].filter (other => heads[other] == 0);
  if (head == 0) {
    const rehung = roots.length == 1 && roots[0] != word ? roots[0] : 0;
    changed[word] = 0;
    if (rehung > 0)
      changed[rehung] = word;
    return { heads: changed, rehung };
  }
  let below = head;
  for (let steps = 0; below > 0 && heads[below] != word; steps++)
    below = steps < heads.length ? heads[below] : 0;
  const rehung = below > 0 ? below : 0;
  if (rehung > 0)
    changed[rehung] = heads[word];
  changed[word] = head;
  return { heads: changed, rehung };
}
