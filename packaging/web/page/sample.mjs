/* sample.mjs - a treebank of a thousand sentences, to try the page with. It is made by rules, and is always the same: no treebank of
 * others is part of the page.
 */
const NOUNS = "baker bridge cat clock coat cook doctor garden girl horse house king lamp letter map mill picture queen road river sailor ship soldier song story teacher tower village".split (" ");
const VERBS = "admires,admire builds,build carries,carry draws,draw finds,find follows,follow hears,hear knows,know paints,paint remembers,remember sees,see sells,sell".split (" ").map (pair => pair.split (","));
const CLAUSES = "believes,believe fears,fear hopes,hope says,say thinks,think".split (" ").map (pair => pair.split (","));
const ADJECTIVES = "black brave cold early green happy large little old quiet sad strange tall young".split (" ");
const PREPOSITIONS = "behind beside in near of on under with".split (" ");
const ADVERBS = "again early here now often today tomorrow".split (" ");

/* A generator of numbers below n (Park and Miller). */
function drawing (seed)
{
  let state = seed;
  return n => (state = state * 48271 % 2147483647) % n;
}

export function sampleText (n = 1000)
{
  const draw = drawing (7), of = all => all[draw (all.length)], chance = part => draw (100) < part;
  const word = (form, lemma, upos, deprel, feats = "_") => ({ form, lemma, upos, deprel, feats, before: [], after: [], last: [] });

  /* last: what belongs to a word, and comes at the end of the clause, so that its arc may not be projective. */
  function noun (deprel, depth)
  {
    const lemma = of (NOUNS), isMany = chance (30), made = word (isMany ? lemma.replace (/y$/, "ie") + "s" : lemma, lemma, "NOUN", deprel, `Number=${isMany ? "Plur" : "Sing"}`);
    made.before.push (isMany || chance (70) ? word ("the", "the", "DET", "det", "Definite=Def|PronType=Art") : word ("a", "a", "DET", "det", "Definite=Ind|PronType=Art"));
    for (let more = draw (3); more > 1; more--)
      made.before.push (word (...(adjective => [adjective, adjective, "ADJ", "amod", "Degree=Pos"]) (of (ADJECTIVES))));
    /* a before vowels is an */
    const [first, second] = made.before;
    if (first.form == "a" && /^[aeiou]/.test ((second ?? made).form))
      first.form = "an";
    if (depth > 0 && chance (35))
      made.after.push (prepositional ("nmod", depth - 1));
    if (depth > 0 && chance (25))
      made[chance (40) ? "last" : "after"].push (relative (depth - 1, isMany));
    return made;
  }

  function prepositional (deprel, depth)
  {
    const made = noun (deprel, depth), preposition = of (PREPOSITIONS);
    made.before.unshift (word (preposition, preposition, "ADP", "case"));
    return made;
  }

  function relative (depth, isMany)
  {
    const made = verb (VERBS, "acl:relcl", isMany);
    made.before.push (word ("that", "that", "PRON", "nsubj", "PronType=Rel"));
    made.after.push (noun ("obj", depth));
    return made;
  }

  const isMany = subject => subject.feats == "Number=Plur";
  function verb (all, deprel, isPlural)
  {
    const [form, lemma] = of (all);
    return word (isPlural ? lemma : form, lemma, "VERB", deprel, "Mood=Ind|Tense=Pres|VerbForm=Fin");
  }

  function clause (deprel, depth)
  {
    if (depth > 0 && chance (20)) {
      const subject = noun ("nsubj", 0), made = verb (CLAUSES, deprel, isMany (subject)), told = clause ("ccomp", depth - 1);
      told.before.unshift (word ("that", "that", "SCONJ", "mark"));
      made.before.push (subject);
      made.after.push (told);
      return made;
    }
    const subject = noun ("nsubj", depth), made = verb (VERBS, deprel, isMany (subject));
    made.before.push (subject);
    made.after.push (noun ("obj", depth));
    if (chance (40))
      made.after.push (word (...(adverb => [adverb, adverb, "ADV", "advmod"]) (of (ADVERBS))));
    if (chance (30))
      made.after.push (prepositional ("obl", depth));
    return made;
  }

  function order (top)
  {
    const all = [], late = [];
    const visit = one => {
      one.before.forEach (visit);
      all.push (one);
      one.after.forEach (visit);
      late.push (...one.last);
    };
    visit (top);
    for (let next = late.shift (); next; next = late.shift ())
      visit (next);
    return all;
  }

  function sentence (number)
  {
    const root = clause ("root", draw (3)), words = order (root), end = word (".", ".", "PUNCT", "punct");
    words.push (end);
    const numbers = new Map (words.map ((one, i) => [one, i + 1])), heads = new Map ([[root, 0], [end, numbers.get (root)]]);
    for (const one of words)
      [...one.before, ...one.after, ...one.last].forEach (child => heads.set (child, numbers.get (one)));
    words[0].form = words[0].form[0].toUpperCase () + words[0].form.slice (1);
    const rows = words.map ((one, i) => [i + 1, one.form, one.lemma, one.upos, "_", one.feats, heads.get (one), one.deprel, "_", words[i + 1] == end ? "SpaceAfter=No" : "_"].join ("\t"));
    return `# sent_id = sample-${number}\n# text = ${words.slice (0, -1).map (one => one.form).join (" ")}.\n${rows.join ("\n")}\n\n`;
  }

  return Array.from ({ length: n }, (_, i) => sentence (i + 1)).join ("");
}
