/* values.mjs - the values that columns may have: those of Universal Dependencies and those of the treebank; and what is odd about a value. */

/* The frequent ones first, as they are offered where the treebank has none; what usually goes with a relation. */
const UPOS = "NOUN VERB ADP ADJ PRON DET PROPN ADV AUX CCONJ SCONJ NUM PART PUNCT INTJ SYM X".split (" ");
const RELATIONS = ("case det nsubj nmod obj obl amod advmod conj root cc mark aux acl advcl cop nummod flat appos compound xcomp ccomp parataxis fixed "
  + "iobj csubj expl discourse vocative dislocated list orphan goeswith reparandum clf punct dep").split (" ");
const OF_UD = { UPOS, DEPREL: RELATIONS };
const UPOS_OF = { case: "ADP", det: "DET", amod: "ADJ", advmod: "ADV", cc: "CCONJ", mark: "SCONJ", aux: "AUX", cop: "AUX", nummod: "NUM", punct: "PUNCT", discourse: "INTJ", root: "VERB" };
export const usualUpos = (relation, form) => /^\d/.test (form) ? "NUM" : UPOS_OF[relation.split (":")[0]] ?? "NOUN";
const FEATURE = /^([A-Z][A-Za-z0-9]*(?:\[[a-z0-9]+\])?)=([A-Z0-9][A-Za-z0-9]*(?:,[A-Z0-9][A-Za-z0-9]*)*)$/;

/* What may stand in a column, the most frequent first: { value, n }. used: how often each value is in the treebank. */
export function offered (column, used = new Map ())
{
  const all = [...new Set ([...OF_UD[column] ?? [], ...used.keys ()])].map (value => ({ value, n: used.get (value) ?? 0 }));
  return all.sort ((a, b) => b.n - a.n);
}

/* What is odd about a value, in words; nothing for nothing. isKnown: whether another word has it. n: the words of the sentence. */
export function doubt (column, value, isKnown, n)
{
  if (value == "_" || value == null)
    return "";
  if (column == "FEATS")
    return doubtOfFeatures (value);
  if (column == "DEPS")
    return doubtOfGraph (value, n);
  if (isKnown || OF_UD[column] == null || OF_UD[column].includes (value))
    return "";
  return column == "DEPREL" && RELATIONS.includes (value.split (":")[0]) && /^[a-z]+(:[a-z]+)+$/.test (value) ? `${value}: no other word has this subtype.`
    : `${value} is not one of the ${OF_UD[column].length} ${column == "UPOS" ? "UPOS" : "relations"} of UD, and no other word has it.`;
}

function doubtOfFeatures (value)
{
  const all = value.split ("|"), wrong = all.find (one => !FEATURE.test (one)), names = all.map (one => one.split ("=")[0].toLowerCase ());
  const twice = names.find ((name, i) => names.indexOf (name) != i), late = names.findIndex ((name, i) => i > 0 && name < names[i - 1]);
  return wrong != null ? `FEATS are pairs as Case=Nom, with | between: '${wrong}' is none.` : twice != null ? `FEATS has ${all[names.lastIndexOf (twice)].split ("=")[0]} twice.`
    : late > 0 ? `FEATS are in alphabetical order: ${all[late]} comes before ${all[late - 1]}.` : "";
}

function doubtOfGraph (value, n)
{
  const all = value.split ("|"), wrong = all.find (one => !/^\d+(\.\d+)?:\S+$/.test (one)), heads = all.map (one => Number (/^\d+/.exec (one)?.[0]));
  const far = heads.findIndex (head => head > n), late = heads.findIndex ((head, i) => i > 0 && head < heads[i - 1]);
  return wrong != null ? `DEPS are pairs as 2:nsubj, with | between: '${wrong}' is none.` : far >= 0 ? `DEPS: the sentence has no word ${heads[far]}.`
    : late > 0 ? `DEPS are in the order of their heads: ${all[late]} comes before ${all[late - 1]}.` : "";
}
