/* columns.mjs - which columns the lines of words have, in CoNLL-U, CoNLL-U Plus, CoNLL-X and CoNLL 2009. */

const OF_CONLLU = "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC".split (" ");
const OF_CONLLX = "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL PHEAD PDEPREL".split (" ");
const OF_CONLL09 = "ID FORM LEMMA PLEMMA XPOS PPOS FEATS PFEAT HEAD PHEAD DEPREL PDEPREL".split (" ");
const LEAST_OF_CONLL09 = 14;

/* The names that the line `# global.columns =` gives, or null if the comment is another. */
export function namedColumns (comment)
{
  const found = /^#\s*global\.columns\s*=\s*(.*?)\s*$/.exec (comment);
  return found && found[1].split (/\s+/);
}

/* The names of columns where no line gives them: by a line of a word, whose fields these are. The program has read it, so that
 * those of CoNLL 2009 are known by their number, and those of CoNLL-X by a head in the place of DEPS. */
export function usualColumns (fields)
{
  if (fields.length >= LEAST_OF_CONLL09)
    return OF_CONLL09;
  return (fields.length > 0 && fields.length <= 8) || /^\d+$/.test (fields[8]) ? OF_CONLLX.slice (0, fields.length) : OF_CONLLU;
}
