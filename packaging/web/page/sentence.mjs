/* sentence.mjs - a sentence as words that know their heads: words are put in, taken out, split and joined, so are multiword tokens and
 * whole sentences. Numbers in ID, HEAD, PHEAD and DEPS, the comment text and SpaceAfter=No follow. What does not change keeps its bytes.
 *
 * Nodes are words and empty nodes, in the order of their lines; a token is over the words from first to last. A head is a node, 0, or the
 * field as it is where it names no word. Each operation is a function that changes a sentence; `changed` gives the text before and after.
 */
const MARK = /^\p{P}+$/u; /* a word that is punctuation */
const HEADS = ["HEAD", "PHEAD"];

const refuse = message => { throw new Error (message); };

/* ---- Reading and writing ---- */

export function parseSentence (text, names)
{
  const sentence = { names, comments: [], nodes: [], tokens: [], newline: /\r\n/.test (text) ? "\r\n" : "\n", tail: "" }, id = names.indexOf ("ID");
  const ranges = [], byId = new Map ();
  for (const line of text.match (/[^\n]*\n|[^\n]+$/g) ?? []) {
    const end = /\r?\n?$/.exec (line)[0], body = line.slice (0, line.length - end.length), isBegun = sentence.nodes.length + ranges.length > 0;
    if (body == "" || /^\ufeff?#/.test (body)) {
      if (body != "" && isBegun)
        refuse ("There is a comment among the words: edit the sentence as text.");
      if (isBegun)
        sentence.tail += line;
      else
        sentence.comments.push (line);
      continue;
    }
    const fields = body.split ("\t"), range = /^(\d+)-(\d+)$/.exec (fields[id]);
    if (range)
      ranges.push ([{ fields, end }, range[1], range[2]]);
    else {
      sentence.nodes.push ({ fields, end, isEmpty: /^\d+\.\d+$/.test (fields[id]), isMoved: false });
      byId.set (fields[id], sentence.nodes.at (-1));
    }
  }
  wordsOf (sentence).forEach (({ fields }, i) => fields[id] == String (i + 1) || refuse (`Word ${i + 1} has the ID ${fields[id]}: edit the sentence as text.`));
  for (const [token, first, last] of ranges) {
    Object.assign (token, { first: byId.get (first), last: byId.get (last) });
    if (!token.first || !token.last)
      refuse (`The multiword token ${first}-${last} has no such words: edit the sentence as text.`);
    sentence.tokens.push (token);
  }
  for (const node of sentence.nodes) {
    node.heads = Object.fromEntries (HEADS.filter (name => names.includes (name)).map (name => [name, refOf (field (sentence, node, name) ?? "_", byId, /^\d+$/)]));
    const items = (field (sentence, node, "DEPS") ?? "_").split ("|").map (item => /^(\d+(?:\.\d+)?):(.*)$/s.exec (item))
      .map (item => item && [refOf (item[1], byId, /^/), item[2]]);
    node.deps = field (sentence, node, "DEPS") == "_" ? [] : items.every (item => item && typeof item[0] != "string") ? items : null;
  }
  return sentence;
}

const refOf = (text, byId, isNumber) => !isNumber.test (text) ? text : Number (text) == 0 ? 0 : byId.get (text) ?? text;

export const wordsOf = ({ nodes }) => nodes.filter (node => !node.isEmpty);
const field = ({ names }, { fields }, name) => fields[names.indexOf (name)];

function put (sentence, row, name, value)
{
  const at = sentence.names.indexOf (name);
  if (at >= 0 && at < row.fields.length)
    row.fields[at] = value;
}

/* Sets the heads of a node to another node, to 0, or to none. */
function attach (sentence, node, head, deprel = null)
{
  node.heads.HEAD = head;
  if (typeof head == "string")
    put (sentence, node, "HEAD", head);
  if (deprel != null)
    put (sentence, node, "DEPREL", deprel);
}

export function sentenceText (sentence)
{
  const { nodes, tokens, comments, newline, tail, names } = sentence, ids = new Map ();
  let word = 0, empty = 0;
  for (const node of nodes) {
    empty = node.isEmpty ? empty + 1 : 0;
    word += !node.isEmpty;
    ids.set (node, node.isEmpty ? `${word}.${empty}` : String (word));
  }
  const order = ([ref]) => ref == 0 ? [0, 0] : ids.get (ref).split (".").map (Number);
  const byHead = (a, b) => order (a)[0] - order (b)[0] || (order (a)[1] ?? 0) - (order (b)[1] ?? 0);
  const isLast = node => node == nodes.at (-1), rows = nodes.flatMap (node => {
    put (sentence, node, "ID", ids.get (node));
    for (const [name, head] of Object.entries (node.heads))
      if (typeof head != "string" && Number (field (sentence, node, name)) != (head == 0 ? 0 : Number (ids.get (head))))
        put (sentence, node, name, head == 0 ? "0" : ids.get (head));
    if (node.deps?.length > 0 || node.isMoved)
      put (sentence, node, "DEPS", (node.isMoved ? [...node.deps].sort (byHead) : node.deps).map (([ref, relation]) => `${ref == 0 ? "0" : ids.get (ref)}:${relation}`).join ("|") || "_");
    return [...tokens.filter (({ first }) => first == node), node];
  });
  for (const token of tokens)
    put (sentence, token, "ID", `${ids.get (token.first)}-${ids.get (token.last)}`);
  return comments.join ("") + rows.map (row => row.fields.join ("\t") + (row.end || (isLast (row) && tail == "" ? "" : newline))).join ("") + tail;
}

/* ---- Spaces, and the comment text ---- */

const SPACE = "SpaceAfter=No";
const isClose = (sentence, row) => (field (sentence, row, "MISC") ?? "").split ("|").includes (SPACE);
function close (sentence, row, isSo)
{
  const old = field (sentence, row, "MISC") ?? "_";
  if (isClose (sentence, row) != isSo)
    put (sentence, row, "MISC", isSo ? old == "_" ? SPACE : `${old}|${SPACE}` : old.split ("|").filter (item => item != SPACE).join ("|") || "_");
}

const tokenOf = ({ nodes, tokens }, word) => tokens.find (({ first, last }) => nodes.indexOf (first) <= nodes.indexOf (word) && nodes.indexOf (word) <= nodes.indexOf (last));
const inToken = (sentence, { first, last }) => sentence.nodes.slice (sentence.nodes.indexOf (first), sentence.nodes.indexOf (last) + 1).filter (node => !node.isEmpty);
/* What the text has: words, and multiword tokens for theirs. */
function unitsOf ({ nodes, tokens })
{
  const begun = new Map (tokens.map (token => [token.first, token])), units = [];
  let token = null;
  for (const node of nodes) {
    if (begun.has (node))
      units.push (token = begun.get (node));
    else if (!token && !node.isEmpty)
      units.push (node);
    if (token?.last == node)
      token = null;
  }
  return units;
}

const TEXT = /^(\ufeff?#\s*text\s*=\s*)(.*?)(\s*)$/s;

/* Where the units are in the comment text; null where there is none, or other letters. */
function planOf (sentence)
{
  const comment = sentence.comments.findIndex (line => TEXT.test (line)), [, , text] = TEXT.exec (sentence.comments[comment] ?? "") ?? [], spans = new Map ();
  let at = 0;
  for (const unit of text == null ? [] : unitsOf (sentence)) {
    while (/\s/.test (text[at] ?? ""))
      at++;
    const form = field (sentence, unit, "FORM") ?? "";
    if (form == "" || !text.startsWith (form, at))
      return { comment, text, spans: null };
    spans.set (unit, [at, at += form.length]);
  }
  return { comment, text, spans: text == null || text.slice (at).trim () != "" ? null : spans };
}

/* The text that units have: between those that were neighbours what was there before, else a blank where SpaceAfter is not No. */
function textAfter (sentence, { text, spans }, units)
{
  const old = [...spans?.keys () ?? []];
  return units.map ((unit, i) => {
    const next = units[i + 1], isOld = next && spans?.has (unit) && old[old.indexOf (unit) + 1] == next;
    return field (sentence, unit, "FORM") + (!next ? "" : isOld ? text.slice (spans.get (unit)[1], spans.get (next)[0]) : isClose (sentence, unit) ? "" : " ");
  }).join ("");
}

function putText (sentence, plan, text)
{
  sentence.comments[plan.comment] = sentence.comments[plan.comment].replace (TEXT, (_, before, old, after) => before + text + after);
}

/* The text of a sentence as act changes it; with what could not follow, in words. */
export function changed (text, names, act)
{
  const sentence = parseSentence (text, names), plan = planOf (sentence);
  act (sentence);
  if (plan.spans)
    putText (sentence, plan, textAfter (sentence, plan, unitsOf (sentence)));
  return { after: sentenceText (sentence), left: plan.text != null && !plan.spans ? "The comment text stays as it is: it has other words." : "" };
}

/* ---- Words ---- */

const headOf = node => node.heads.HEAD ?? "_";
const wordAt = (sentence, number) => wordsOf (sentence)[number - 1] ?? refuse (`There is no word ${number}.`);
const refuseArguments = sentence => sentence.names.length >= 14 && refuse ("CoNLL 2009 has columns by words: its words are edited as text.");

/* A word of the form, which depends on another one, unless that has no head yet. */
function makeWord (sentence, form, head)
{
  const isBare = !head || typeof headOf (head) == "string", deprel = MARK.test (form) ? "punct" : isBare ? "_" : "dep", [{ fields, heads }] = wordsOf (sentence),
    word = { fields: fields.map (() => "_"), end: sentence.newline, isEmpty: false, isMoved: false, heads: Object.fromEntries (Object.keys (heads).map (name => [name, "_"])), deps: [] };
  put (sentence, word, "FORM", form);
  if (MARK.test (form))
    put (sentence, word, "UPOS", "PUNCT");
  attach (sentence, word, isBare ? "_" : head, deprel);
  if (!isBare && sentence.nodes.some (node => node.deps?.length > 0))
    Object.assign (word, { deps: [[head, deprel]], isMoved: true });
  return word;
}

/* Puts other references in place of those in DEPS: each is given with its node, and becomes a reference and a relation, or nothing. A graph
 * that would become empty gets the basic arc. */
function redirect (sentence, redirected)
{
  for (const node of sentence.nodes.filter (one => one.deps?.length > 0)) {
    const items = node.deps.map (item => redirected (item, node) ?? null), kept = items.filter (item => item && item[0] != node);
    if (items.every ((item, i) => item == node.deps[i]))
      continue;
    const isFirst = ([ref, relation], i) => kept.findIndex (other => other[0] == ref && other[1] == relation) == i;
    node.deps = kept.filter (isFirst);
    node.isMoved = true;
    if (node.deps.length == 0 && !node.isEmpty && typeof headOf (node) != "string")
      node.deps = [[headOf (node), field (sentence, node, "DEPREL") ?? "_"]];
  }
}

/* PHEAD of CoNLL-X, where the word that it names is gone. */
function redirectProjective (sentence, gone, head)
{
  for (const { heads } of wordsOf (sentence))
    if (gone.includes (heads.PHEAD))
      heads.PHEAD = typeof head == "string" ? 0 : head;
}

export function insertWord (sentence, after, form)
{
  refuseArguments (sentence);
  const before = after > 0 ? wordAt (sentence, after) : null, all = wordsOf (sentence);
  const token = before && tokenOf (sentence, before), isInside = token && token.last != before, unit = token ?? before;
  const word = makeWord (sentence, form, before ?? all.find (one => headOf (one) === 0) ?? all[0]);
  let at = before ? sentence.nodes.indexOf (before) + 1 : 0;
  while (sentence.nodes[at]?.isEmpty)
    at++;
  sentence.nodes.splice (at, 0, word);
  if (!unit)
    close (sentence, word, MARK.test (form));
  else if (!isInside) {
    close (sentence, word, isClose (sentence, unit));
    close (sentence, unit, MARK.test (form));
  }
}

/* What depends on the word depends on its head; where it is the root, the first dependent becomes the root, on which the others depend. */
export function deleteWord (sentence, number)
{
  refuseArguments (sentence);
  const gone = wordAt (sentence, number), all = wordsOf (sentence), up = headOf (gone), dependents = all.filter (one => headOf (one) == gone);
  if (all.length == 1)
    refuse ("The last word of a sentence cannot be deleted: delete the sentence.");
  const heir = up === 0 ? dependents[0] ?? null : typeof up == "string" ? null : up, deprel = field (sentence, gone, "DEPREL");
  for (const one of dependents)
    if (one == heir)
      attach (sentence, one, 0, deprel);
    else
      attach (sentence, one, heir ?? "_");
  redirectProjective (sentence, [gone], heir ?? 0);
  const token = tokenOf (sentence, gone), units = unitsOf (sentence), [before, next] = [-1, 1].map (step => units[units.indexOf (gone) + step]);
  sentence.nodes.splice (sentence.nodes.indexOf (gone), 1);
  redirect (sentence, (item, node) => item[0] != gone ? item : heir == null ? null : node != heir ? [heir, item[1]] : up === 0 ? [0, deprel ?? "root"] : null);
  if (token)
    shrink (sentence, token, gone, all);
  else if (before)
    close (sentence, before, isClose (sentence, gone) && (isClose (sentence, before) || (next != null && MARK.test (field (sentence, next, "FORM")))));
}

/* Takes a word that is gone out of a token. A token over one word is that word. all: the words before. */
function shrink (sentence, token, gone, all)
{
  const at = all.indexOf (gone);
  if (token.first == gone && token.last == gone) {
    sentence.tokens.splice (sentence.tokens.indexOf (token), 1);
    return;
  }
  if (token.first == gone)
    token.first = all[at + 1];
  if (token.last == gone)
    token.last = all[at - 1];
  asWord (sentence, token);
}

function asWord (sentence, token)
{
  if (token.first != token.last)
    return;
  put (sentence, token.first, "FORM", field (sentence, token, "FORM"));
  close (sentence, token.first, isClose (sentence, token));
  sentence.tokens.splice (sentence.tokens.indexOf (token), 1);
}

/* Splits a word into words of these forms; the others depend on the first, which has all that the word has. isToken: the word stays, as a
 * multiword token over them. */
export function splitWord (sentence, number, forms, isToken = false)
{
  refuseArguments (sentence);
  const word = wordAt (sentence, number), token = tokenOf (sentence, word), form = field (sentence, word, "FORM"), wasClose = isClose (sentence, word);
  if (isToken && token)
    refuse (`Word ${number} is part of a multiword token already.`);
  const made = forms.slice (1).map (one => makeWord (sentence, one, word)), rows = [word, ...made];
  put (sentence, word, "FORM", forms[0]);
  sentence.nodes.splice (sentence.nodes.indexOf (word) + 1, 0, ...made);
  if (token)
    token.last = token.last == word ? rows.at (-1) : token.last;
  else if (isToken) {
    close (sentence, word, false);
    addToken (sentence, word, rows.at (-1), form, wasClose);
  } else
    rows.forEach ((row, i) => close (sentence, row, i + 1 < rows.length ? forms.join (" ") != form : wasClose));
}

function addToken (sentence, first, last, form, isSo)
{
  const token = { fields: first.fields.map (() => "_"), end: sentence.newline, first, last };
  put (sentence, token, "FORM", form);
  close (sentence, token, isSo);
  sentence.tokens.push (token);
}

/* The words from first to last as one, with what that one has of them whose head is none of them; with a blank where the text has one. */
export function joinWords (sentence, first, last)
{
  refuseArguments (sentence);
  const all = wordsOf (sentence), rows = all.slice (first - 1, last), tokens = new Set (rows.map (row => tokenOf (sentence, row)));
  if (rows.length < 2 || rows.length <= last - first)
    refuse (`There are no words ${first} to ${last}.`);
  if (tokens.size > 1)
    refuse ("A part of these words is a multiword token: dissolve that first.");
  const [token] = tokens, top = rows.find (row => !rows.includes (headOf (row))) ?? rows[0], wasClose = isClose (sentence, rows.at (-1)),
    form = rows.map ((row, i) => field (sentence, row, "FORM") + (i + 1 < rows.length && !token && !isClose (sentence, row) ? " " : "")).join ("");
  for (const one of all)
    if (rows.includes (headOf (one)) && !rows.includes (one))
      attach (sentence, one, top);
  if (rows.includes (headOf (top)))
    attach (sentence, top, "_");
  redirectProjective (sentence, rows.filter (row => row != top), top);
  if (rows.includes (top.heads.PHEAD))
    top.heads.PHEAD = 0;
  const at = sentence.nodes.indexOf (rows[0]);
  sentence.nodes = sentence.nodes.filter (node => !rows.includes (node));
  sentence.nodes.splice (at, 0, top);
  redirect (sentence, item => rows.includes (item[0]) ? [top, item[1]] : item);
  put (sentence, top, "FORM", form);
  if (token) {
    token.first = rows.includes (token.first) ? top : token.first;
    token.last = rows.includes (token.last) ? top : token.last;
    asWord (sentence, token);
  } else
    close (sentence, top, wasClose);
}

/* A multiword token over the words from first to last. */
export function makeToken (sentence, first, last, form)
{
  refuseArguments (sentence);
  const rows = wordsOf (sentence).slice (first - 1, last);
  if (rows.length < 2 || rows.length <= last - first)
    refuse ("A multiword token is of two words or more.");
  if (rows.some (row => tokenOf (sentence, row)))
    refuse ("One of these words is part of a multiword token already.");
  const wasClose = isClose (sentence, rows.at (-1));
  rows.forEach (row => close (sentence, row, false));
  addToken (sentence, rows[0], rows.at (-1), form, wasClose);
}

/* Takes away the token that a word is part of. Its words are close to one another if their letters are those of the token. */
export function dissolveToken (sentence, number)
{
  const token = tokenOf (sentence, wordAt (sentence, number)) ?? refuse (`Word ${number} is part of no multiword token.`), rows = inToken (sentence, token);
  const isSame = rows.map (row => field (sentence, row, "FORM")).join ("") == field (sentence, token, "FORM");
  rows.forEach ((row, i) => close (sentence, row, i + 1 < rows.length ? isSame : isClose (sentence, token)));
  sentence.tokens.splice (sentence.tokens.indexOf (token), 1);
}

/* ---- Sentences ---- */

const ID = /^(\ufeff?#\s*sent_id\s*=\s*)(.*?)(\s*)$/s;
const OF_FIRST = /^\ufeff?#\s*(sent_id|text|newdoc|newpar|global\.columns)\b/; /* comments that the second of two sentences loses */

/* The text of a sentence as two, the second of which begins at a word and has the id. In each part the words whose head is in the other one
 * depend on its root; where it has none, the first of them becomes the root. */
export function splitSentence (text, names, number, id)
{
  refuseArguments ({ names });
  const sentence = parseSentence (text, names), plan = planOf (sentence), word = wordAt (sentence, number), at = sentence.nodes.indexOf (word), units = unitsOf (sentence), token = tokenOf (sentence, word);
  if (number < 2)
    refuse ("The first word begins the sentence already.");
  if (token && token.first != word)
    refuse ("A sentence cannot end within a multiword token.");
  const parts = [sentence.nodes.slice (0, at), sentence.nodes.slice (at)], made = parts.map ((nodes, i) => ({ ...sentence, nodes, comments: i == 0 ? sentence.comments
    : sentence.comments.filter (line => ID.test (line) || TEXT.test (line)).map (line => line.replace (ID, (_, before, old, after) => `${before.replace ("\ufeff", "")}${id}${after}`)),
    tokens: sentence.tokens.filter (({ first }) => nodes.includes (first)), tail: i == 0 ? sentence.newline : sentence.tail }));
  made.forEach (part => cutOff (part));
  if (plan.text != null)
    made.forEach ((part, i) => putText (part, { comment: part.comments.findIndex (line => TEXT.test (line)) },
      textAfter (sentence, plan, units.filter (unit => part.nodes.includes (unit.first ?? unit)))));
  return { after: made.map (sentenceText).join (""), left: plan.text != null && !plan.spans ? "The comment text is made anew from the words: it had others." : "" };
}

function cutOff (part)
{
  const isOut = ref => typeof ref == "object" && !part.nodes.includes (ref), out = wordsOf (part).filter (word => isOut (headOf (word)));
  const before = new Map (out.map (word => [word, headOf (word)]));
  let root = wordsOf (part).find (word => headOf (word) === 0) ?? null;
  for (const word of out)
    if (root)
      attach (part, word, root);
    else
      attach (part, root = word, 0, "root");
  for (const { heads } of wordsOf (part))
    if (isOut (heads.PHEAD))
      heads.PHEAD = 0;
  redirect (part, (item, node) => !isOut (item[0]) ? item : before.get (node) == item[0] ? [headOf (node), headOf (node) === 0 ? "root" : item[1]] : null);
}

/* The texts of two sentences as one: the root of the second depends on that of the first, as parataxis. */
export function joinSentences (first, second, names)
{
  refuseArguments ({ names });
  const [one, other] = [first, second].map (text => parseSentence (text, names)), plans = [one, other].map (planOf), units = unitsOf (one);
  const root = wordsOf (one).find (word => headOf (word) === 0), text = plans.map ((plan, i) => plan.text ?? textAfter ([one, other][i], plan, unitsOf ([one, other][i])));
  const isSpaced = !isClose (one, units.at (-1));
  for (const word of root ? wordsOf (other) : []) {
    if (headOf (word) === 0)
      attach (other, word, root, "parataxis");
    if (word.heads.PHEAD === 0)
      word.heads.PHEAD = root;
  }
  if (root)
    redirect (other, item => item[0] === 0 ? [root, item[1] == "root" ? "parataxis" : item[1]] : item);
  Object.assign (one, { nodes: [...one.nodes, ...other.nodes], tokens: [...one.tokens, ...other.tokens], tail: other.tail,
    comments: one.comments.length > 0 ? [...one.comments, ...other.comments.filter (line => !OF_FIRST.test (line))] : other.comments });
  const comment = one.comments.findIndex (line => TEXT.test (line));
  if (comment >= 0)
    putText (one, { comment }, text.join (isSpaced ? " " : ""));
  return { after: sentenceText (one), left: "" };
}

/* Words of plain text: marks at the ends of what stands between blanks are words of their own, without a blank between. Gives [form, whether
 * no blank follows]. */
function formsOf (text)
{
  return text.trim ().split (/\s+/).flatMap (piece => {
    const [, before, middle, after] = /^(\p{P}*)(.*?)(\p{P}*)$/u.exec (piece), forms = [...before, middle, ...after].filter (form => form != "");
    return forms.map ((form, i) => [form, i + 1 < forms.length]);
  });
}

/* A sentence of plain text, whose words have no heads yet. */
export function sentenceOf (text, id, names, newline = "\n")
{
  const rows = formsOf (text).map (([form, isClosed], i) => {
    const values = { ID: i + 1, FORM: form, ...MARK.test (form) ? { UPOS: "PUNCT", DEPREL: "punct" } : {}, ...isClosed ? { MISC: SPACE } : {} };
    return names.map (name => values[name] ?? "_").join ("\t");
  });
  return [`# sent_id = ${id}`, `# text = ${text.trim ().replace (/\s+/g, " ")}`, ...rows, "", ""].join (newline);
}

/* The text of a sentence with one of plain text behind it. */
export function insertSentence (text, plain, id, names)
{
  const newline = text.includes ("\r\n") ? "\r\n" : "\n";
  return { after: text.replace (/[\r\n]*$/, "") + newline + newline + sentenceOf (plain, id, names, newline) };
}
