/* query.mjs - expressions of the program (tbk/query.h) as texts: where one is wrong, what may follow, and what the program's help says of
 * them.
 */
import { offered } from "./values.mjs";

/* What one may ask, to begin with. */
export const QUERIES = {
  conllu: [["nonprojective", "arcs that are not projective"], ["deprel=nsubj and head.upos=NOUN", "subjects of nouns"], ["upos=VERB and child_count(udeprel=obj)>=2", "verbs with two objects"],
    ["feats.Case=* and feats.Case!=@head.feats.Case", "words in another case than their heads"], ["form~'(?i)^un'", "words that begin with un or Un"], ["projective and words<=10", "short projective trees"]],
  brackets: [["label=NP* and span>=5", "noun phrases of five words or more"], ["tag=N* and form~'^[A-Z]'", "nouns that begin with a capital"], ["label=PP and parent.label=VP", "a PP in a VP"], ["words<=10", "short sentences"]]
};

/* A value as it is written in an expression, where signs in it mean themselves. */
export const exactly = value => value.replace (/[\\*?, ()'"&|!=<>~@]/g, "\\$&");

/* An expression for sentences with a text, in small letters or capitals; null for what is no plain text. */
export const textQuery = text => /[=<>~()&|!]/.test (text) ? null : `text~'(?i)${text.replace (/[.*+?^${}[\]\\]/g, "\\$&").replaceAll ("'", "\\x27")}'`;

/* Two conditions that a sentence meets. isOfWords: another word may meet the second one. */
export function bothOf (first, second, isOfWords)
{
  const own = isOfWords ? `any(${first})` : / or |\|/.test (first) ? `(${first})` : first;
  return first == "" ? second : `${own} and ${second}`;
}

/* The part of an expression that is wrong, as the program says: "after 'A', found 'B', expected C". Gives its beginning and end. */
export function placeOf (expression, message)
{
  const [is, after = "", found = ""] = /^(?:after '(.*?)', )?found (?:'(.+?)'(?=, expected)|the end)/.exec (message) ?? [];
  for (let at = found == "" ? -1 : expression.indexOf (found); at >= 0; at = expression.indexOf (found, at + 1)) {
    const before = expression.slice (0, at), isWhole = !/^\w/.test (found) || !/\w$/.test (before);
    if (isWhole && before.trimEnd ().endsWith (after))
      return [at, at + found.length];
  }
  return [is && found == "" ? expression.length : 0, expression.length];
}

/* What the program says is probably meant: a text for a part of the expression, [from, to, text]; or null. */
export function meantBy (expression, message)
{
  const [, absent, value] = /no word has (.*); did you mean (.*)\?$/m.exec (message) ?? [], at = expression.indexOf (absent);
  const name = /; did you mean '(.*?)'\?$/.exec (message)?.[1];
  return name != null ? [...placeOf (expression, message), name] : absent != null && at >= 0 ? [at, at + absent.length, value] : null;
}

/* The sections of a page of the program's help: { title, rows: [name, what it is] }. What a row says begins in a column of its own, behind a
 * long name on the next line. */
const HELP_AT = 25;
function rowOf (lines)
{
  const [first] = lines.split ("\n", 1), isShort = first.length > HELP_AT && first[HELP_AT - 1] == " ", name = isShort ? first.slice (0, HELP_AT) : first;
  return [name.trim (), lines.slice (name.length).replace (/\s+/g, " ").trim ()];
}
export const sectionsOf = text => text.split ("\n\n").map (part => /^(\S[^\n]*):\n(?= {2}\S)([^]*)$/.exec (part)).filter (found => found)
  .map (([, title, rows]) => ({ title, rows: rows.trimEnd ().split (/\n(?= {2}\S)/).map (rowOf) }));

const STEPS = "(?:(?:head|next|previous)\\.)*", COLUMNS_OF = { deprel: "DEPREL", udeprel: "DEPREL", upos: "UPOS", xpos: "XPOS" };
const BEGUN_VALUE = new RegExp (`(?:^|[\\s(!&|])${STEPS}(u?deprel|upos|xpos)\\s*!?=\\s*(?:[^\\s,()=]+,)*([^\\s,()=]*)$`), BEGUN_NAME = new RegExp (`(?:^|[\\s(!&|@])${STEPS}([a-z_]\\w*(?:\\.\\w*)?)$`);

/* Whole expressions with what may follow what was typed. names: attributes, as the program lists them; valuesOf: gives how often each value of
 * a column is in the treebank. */
export function completions (typed, names, valuesOf)
{
  const [, attribute, value] = BEGUN_VALUE.exec (typed) ?? [], begun = value ?? BEGUN_NAME.exec (typed)?.[1];
  if (begun == null)
    return [];
  const all = attribute == null ? names.map (name => name.replace (/NAME$/, "")) : offered (COLUMNS_OF[attribute], valuesOf (COLUMNS_OF[attribute])).map (one => attribute == "udeprel" ? one.value.split (":")[0] : exactly (one.value));
  return [...new Set (all)].filter (one => one.startsWith (begun) && one != begun).map (one => typed.slice (0, typed.length - begun.length) + one);
}
