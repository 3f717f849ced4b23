/* synonyms.c - the table of other names, from UDPipe, MaltParser, spaCy, evalb and the like, and the search
 * in it.
 *
 * A name that is wrong is often right elsewhere. A row says which of our names is meant by it, or, with a
 * colon before it, a sentence about what to do instead:
 *
 *   kind      what was typed: a command, an option, or the value of the option of that name
 *   meant     "stats", or ": 'tbk filter' chooses sentences, ..."
 *   names     "count counts statistics": in lower case, - for _
 *   with      what must be known where it was typed, if that is not @meant: so a row serves some commands
 *             alone
 *
 * Rows are tried from the first on; so a row for some commands comes before that for all.
 */
#include "options/options.h"

#include <string.h>

#include "tbk/base.h"

/* The first row counts that has the name that was typed, and of which @with is known, or @meant if @with is NULL; with "" in
 * any case. */
typedef struct {
  const char *kind, *meant, *names, *with;
} Synonym;

static const Synonym synonyms[] = {
  { "command",
    ": to compare annotations: tbk evaluate A B, tbk show --against=B A; to compare oracles: tbk compare-oracles",
    "compare diff", "help" },
  { "command", "show", "draw view display visualize visualise render print plot svg html displacy", NULL },
  { "command", "stats", "count counts statistics stat info describe measure summary wc relations lengths",
    NULL },
  { "command", "filter", "select grep find split sample query search cat head extract subset", NULL },
  { "command", "check", "validate validator lint verify udtools errors", NULL },
  { "command", "repair", "fix mend correct punct", NULL },
  { "command", "reorder", "shuffle permute scramble", NULL },
  { "command", "word-order", "order freedom entropy", NULL },
  { "command", "update", "replace patch import", NULL },
  { "command", ": tbk evaluate GOLD A --against=B tests whether two parsers differ by more than chance",
    "significance ttest t-test mcnemar permutation", "help" },
  { "command", ": cat joins treebanks, tbk filter --split divides them", "join concat concatenate append",
    "help" },
  { "command", "projectivize", "lift pseudo pseudoprojective pseudo-projective pproj", NULL },
  { "command", "restore",
    "deprojectivize deprojectivise deproj deprojectivizer unlift undo unprojectivize inverse", NULL },
  { "command", ": decoding is in Python and C (docs/guides/decode.md)", "decode decoder mst eisner", "help" },
  { "command", "choices", "ambiguity optima alternatives", NULL },
  { "command", "train", "learn fit", NULL },
  { "command", "parse", "predict annotate tag run udpipe apply infer", NULL },
  { "command", "evaluate", "eval score evalb test malteval accuracy uas las bench benchmark metrics", NULL },
  { "command", "oracle", "dynamic-oracle costs values", NULL },
  { "command", "agree", "kappa alpha iaa krippendorff cohen annotators", NULL },
  { "command", "vote", "voting ensemble majority combine blend", NULL },
  { "command",
    ": tbk convert --to=encoded --encoding=ENCODING writes trees as tags, tbk encodings compares them",
    "tags hexatags tetratags linearize", "help" },
  { "command", "steps", "step trace simulate simulation configurations grade quiz", NULL },
  { "command", "transitions", "actions derivation derivations sequence static-oracle encode", NULL },
  { "command", "help systems", "system systems", "help" },
  { "command", "help tables", "tables columns table column", "help" },
  { "command", "--version", "version", "help" },

  { "option", "quiz", "worksheet exercise", NULL },
  { "option", "to", "format output-format out-format target into-format", NULL },
  { "option", "input", "from input-format in-format", NULL },
  { "option", ": 'tbk steps FILE' shows steps, and needs no option for that",
    "steps trace derivation step-by-step", "grade" },
  { "option", ": 'tbk steps FILE' shows how a parser builds each tree", "steps trace derivation step-by-step",
    "color" },
  { "option", ": 'tbk steps FILE' shows how a parser builds each tree, and has this option",
    "walk grade system start complete search policy static-order", "color" },
  { "option",
    ": a line is JSON; 'tbk steps --format=text FILE' and 'tbk steps --format=html FILE' show the steps of each tree",
    "format html text", "replay" },
  { "option", ": 'tbk steps FILE' shows how a parser builds each tree, with the cost of every step",
    "steps trace step-by-step costs", "replay" },
  { "option", ": 'tbk steps FILE' shows how a parser builds each tree, and has this option",
    "walk grade color width", "replay" },
  { "option", ": the cost of every step is always shown", "cost costs all-costs oracle explain", "grade" },
  { "option", ": --walk=parser:MODEL shows what a trained parser does", "model parser", "grade" },
  { "option", "part", "shard chunk", NULL },
  { "option", ": all parts and their files are needed anyhow, --partial does without", "require-all",
    "partial" },
  { "option", "subtree", "node word root-at", "subtree" },
  { "option", "by", "group-by groupby group per by-file breakdown", NULL },
  { "option", "order", "reorder permutation", "order" },
  { "option", "sort=suspicion", "order rank ranking", "fail-on" },
  { "option", "limit=core", "max-core", NULL },
  { "option", "limit=line", "max-line", NULL },
  { "option", "limit=search", "search", NULL },
  { "option", ": forms of a system follow its name, as arc-eager:start=noroot,complete=root",
    "start complete", "system" },
  { "option", ": the order of a static oracle follows the name of its system, as swap:order=lazy",
    "static-order order", "system" },
  { "option", "of=deprel", "subtypes", "of" },
  { "option", ": 'tbk reorder --order=ORDER' writes a treebank in another order", "reorder", "quiet" },
  { "option", ": 'tbk reorder --order=ORDER' writes a treebank in another order",
    "order shuffle permute permutation scramble linearize random mirror reverse reversed", "to" },
  { "option", ": 'tbk update --from=FIXED FILE' puts corrected sentences in, or a table of changes", "merge",
    "to" },
  { "option", ": 'tbk encodings' counts what encodings of trees as tags can write",
    "tags encoding encodings seen", "lengths" },
  { "option", "encoding", "tags encodings encode hexatags tetratags", "encoding" },
  { "option", ": 'tbk convert' reads and writes trees as tags: --input=encoded, --to=encoded",
    "tags hexatags tetratags", "quiet" },
  { "option", ": 'tbk word-order' measures how free the order of words is",
    "word-order order freedom entropy direction head-direction order-freedom sisters", "lengths" },
  { "option", "tidy", "no-total no-totals without-total no-sum", NULL },
  { "option", "by=deprel", "by-deprel by-relation", "by" },
  { "option", "by=file,words:5", "per-file by-file", "over" },
  { "option", "over=all", "all-arcs all", "over" },
  { "option", "by=document", "by-document documents", "split" },
  { "option", "limit=words", "max-words", "epochs" },
  { "option", "limit=words", "max-words", "variant" },
  { "option", "by=deprel", "relations rels deprels labels", "lengths" },
  { "option", "format=jsonl", "json jsonl", "sort" },
  { "option", "format=tsv", "tsv", "sort" },
  { "option", "format=csv", "csv excel", "sort" },
  { "option", "format=svg", "svg png image", "color" },
  { "option", "format=html", "html web", "color" },
  { "option", "format=tikz", "tikz latex tex", "color" },
  { "option", "plot", "figure graph chart", NULL },
  { "option", "sort", "sort-by order-by sortby", NULL },
  { "option", "jobs", "threads cpus cores nproc workers parallel processes n-jobs t", NULL },
  { "option", ": 'tbk stats' counts the sentences that meet the same conditions", "count", "split" },
  { "option", ": 'tbk choices' counts optimal trees", "count", "ties" },
  { "option", "all", "n-best nbest max-trees all-optimal", "ties" },
  { "option", "max", "limit head first num count n number-of-sentences max-sentences", NULL },
  { "option", ": --id=ID names one sentence and may be repeated, --ids-from=FILE reads a list", "ids id-list",
    "ids-from" },
  { "option", "id", "sent-id sentid sentence-id", NULL },
  { "option", "where", "query cql condition conditions select has", NULL },
  { "option", ": --where EXPRESSION has regular expressions: --where \"form~'ing$'\"",
    "regex regexp pattern match", "where" },
  { "option",
    ": 'not' in --where turns a condition round: --where 'not projective'; none(): no word meets it",
    "invert not exclude reverse negate v", "where" },
  { "option", "sample", "random subsample", NULL },
  { "option",
    ": --margin tells how sure a transition is; decoding from scores, as by minimum risk, is in Python and C",
    "confidence probabilities probability mbr", "margin" },
  { "option",
    ": heads that are there are not kept; in Python, tbk.decode() keeps arcs whose rivals have -inf",
    "keep-heads given-heads constrain constraints", "margin" },
  { "option",
    ": sentences keep their order; perl -00 -e 'use List::Util \"shuffle\"; print shuffle <>' FILE shuffles them",
    "shuffle", "sample" },
  { "option", ": 'tbk restore FILE | cmp - ORIGINAL' shows that nothing is lost",
    "check verify validate lossless roundtrip original", "mark" },
  { "option", ": 'tbk projectivize --all FILE | tbk show' draws all optimal trees",
    "all all-optimal optimal optima choices", "projectivized" },
  { "option", "variant", "systems oracles variants", "variant" },
  { "option", "split", "folds cv kfold k-fold cross-validation", NULL },
  { "option", ": --without upos=PUNCT removes punctuation",
    "skip-upos no-punct ignore-punct exclude-punct skip-punct punct without-punct", "without" },
  { "option", ": --by=words:5 has bins of 5 words", "bin bins bin-size bin-width width step", "by" },
  { "option", ": UAS_no_punct, LAS_no_punct and CLAS leave punctuation out, by relation or by form (--punct)",
    "no-punct ignore-punct exclude-punct skip-punct", "align" },
  { "option", ": the table has a row for each measure, or --by has others",
    "las uas clas mlas blex metric metrics measure measures unlabeled unlabelled labeled labelled counts verbose",
    "align" },
  { "option", ": mdd_random and the like among the columns of --lengths are random baselines",
    "random baseline random-baseline", "lengths" },
  { "option", "lengths", "dependency-length dependency-lengths mdd dld flux crossings distances length",
    "lengths" },
  { "option", "output", "out outfile out-file output-file save save-to destination model m", "output" },
  { "option", "baseline", "known known-findings ignore suppress skip allow allowlist whitelist except",
    "rules" },
  { "option", "test=punct", "punct punctuation", "test" },
  { "option", "test", "only", "test" },
  { "option", ": 'tbk check --test=NAME,... --columns=sent_id FILE' lists sentences with findings",
    "test findings", "split" },
  { "option", ": compression is --compression; levels of findings are --test=error", "level", "test" },
  { "option", ": --rules=ud has the tests of UD's validator, --test=NAME,... chooses tests",
    "tests checks validate", "rules" },
  { "option", "rules=ud", "ud validator validate-ud udtools", "rules" },
  { "option", "test=error", "error errors severity min-level", "rules" },
  { "option", "compression", "level compression-level compress", NULL },
  { "option", "output-dir", "into out-dir outdir in-place inplace folder directory dir report", NULL },
  { "option", "mark",
    "scheme encoding encode pp pproj marking marking-strategy strategy pseudo pseudo-projective pseudoprojective",
    NULL },
  { "option", ": 'tbk restore' restores the arcs", "deprojectivize restore undo inverse", "ties" },
  { "option", "system", "algorithm transition-system parsing-algorithm parser oracle-system a", NULL },
  { "option", "model", "weights load load-model", NULL },
  { "option", "epochs", "iterations iter iters n-iter rounds passes max-epochs", NULL },
  { "option", "dev", "valid validation heldout held-out dev-file development tune val", NULL },
  { "option", ": --walk=explore:P follows a wrong prediction with probability P",
    "explore exploration exploration-rate epsilon p", "oracle-epochs" },
  { "option", ": 'tbk vote' combines the outputs of several parsers", "ensemble", "learner" },
  { "option", "learner", "classifier network architecture model-type", NULL },
  { "option", ": --input-columns names the columns of FILEs, --feature-columns the ones that features read",
    "columns", "feature-columns" },
  { "option", "input-columns", "columns global-columns column-names", NULL },
  { "option", "columns", "fields select show-columns cut column", NULL },
  { "option", "feature-columns", "pos-tags no-tags", NULL },
  { "option", ": there are no settings of this kind; --epochs and --dev set how long it learns",
    "learning-rate lr batch-size batch dropout embeddings optimizer hidden gpu pretrained", "epochs" },
  { "option", "against", "test permutation permutation-test mcnemar ttest t-test", "align" },
  { "option", "against",
    "baseline compare compare-with significance significance-test p-value versus other since old previous "
    "release",
    NULL },
  { "option", "from",
    "update-from patch replace replace-from replace-with apply update-with corrections corrected fixed",
    "any-words" },
  { "option", ": 'tbk update --from=FIXED FILE' puts corrected sentences in, or a table of changes",
    "update-from patch replace replace-from replace-with apply update-with corrections corrected fixed",
    "quiet" },
  { "option", "unique", "one-subject single-subject unique-subjects unique-relations", NULL },
  { "option", "intervals", "bootstrap confidence ci confidence-intervals resamples", NULL },
  { "option", ": 'tbk agree' has alpha, and with --by=pair kappa", "kappa alpha krippendorff cohen",
    "no-intervals" },
  { "option", ": the gold file comes first, then the file of the parser", "gold g reference system s pred",
    "align" },
  { "option", "parameters", "param params prm p", NULL },
  { "option", ": its file is read with --input=brackets, by --parameters=FILE", "param params prm p",
    "align" },
  { "option", ": 'tbk repair --test=NAME,...' attaches words as proposed, with --suggest it marks them",
    "write fix repair autofix suggest", "rules" },
  { "option", ": FILEs are never changed, only --output and the like write files",
    "dry-run dryrun simulate in-place inplace", "quiet" },
  { "option", "suggest", "propose write check", "suggest" },
  { "option", "variant", "approximation approximate", NULL },
  { "option", "reference", "exact gold", NULL },
  { "option", ": --walk=explore:P follows a random transition with probability P",
    "explore exploration exploration-rate epsilon", "walk" },
  { "option", ": folders are read with the folders below them", "recursive r", "limit=line" },
  { "option", ": tbk parses words that have tags", "tokenize tokenizer tag tagger lemmatize", "complete" },
  { "option", ": no option is needed, give the name of the file itself",
    "i f file infile in-file input-file c", "quiet" },
  { "option", ": messages are never shortened", "verbose debug v", "quiet" },

  { "option", ": 'tbk filter' chooses sentences, and writes them for this command",
    "where id ids-from max every sample", "quiet" },

  { "columns", "id", "node dependent word", NULL },
  { "columns", "correct", "right", NULL },
  { "columns", "fixes", "mends mended", NULL },
  { "columns", "total", "of", NULL },
  { "columns", "max_words", "max-length", NULL },
  { "columns", "sentences_measured", "trees-measured", NULL },
  { "columns", "sentences", "trees", NULL },
  { "columns", "sentences_inside", "trees-inside", NULL },
  { "columns", "sentences_left_out", "trees-left-out", NULL },
  { "columns", ": the columns of FILEs are named by --input-columns",
    "id form lemma upos xpos feats head deprel deps misc phead pdeprel _", "" },

  { "by", ": it may be in comment.NAME, document~REGEX or sent_id~REGEX",
    "genre register domain topic century year date period author title source speaker", "" },
  { "by", "deprel", "relation relations rel label labels dep deps dependency type", NULL },
  { "by", "label", "relation constituent category nonterminal", NULL },
  { "by", "upos", "pos tag postag cpos tags", NULL },
  { "by", "tag", "pos upos postag", NULL },
  { "by", "language", "lang languages", NULL },
  { "by", "file", "treebank corpus dataset files document language lang summary total", NULL },
  { "by", "words:N", "length len size tokens bin", NULL },
  { "by", "word", "words token tokens sentence error errors", NULL },
  { "by", "words:5", "length len size bin tokens", NULL },
  { "by", "head.upos", "upos-of-head", NULL },
  { "by", "words:10", "length len size bin tokens", NULL },
  { "by", "length", "len size words bin tokens", NULL },
  { "by", "sentence", "sent sentences tree id", NULL },
  { "by", "arc", "edge edges dependency word token relation deprel", NULL },
  { "by", "student", "name names pupil person file", NULL },
  { "by", "direction", "dir side", NULL },
  { "by", "confusion", "confusions matrix pos upos transition transitions action actions errors", NULL },
  { "by", "measure", "metric metrics file language lang", NULL },
  { "by", "finding", "sentence word error errors", NULL },

  { "test", "punct", "punctuation", "punct-is-nonproj" },
  { "test", ": sentences that do not form a tree are found without a test",
    "cycle cycles root roots multiple-roots non-tree tree head heads", "punct-is-nonproj" },

  { "format", "svg", "png pdf jpg jpeg image displacy", NULL },
  { "format", "tikz", "latex tex pdf tikz-dependency", NULL },
  { "format", "dot", "graphviz gv", NULL },
  { "format", "text", "ascii unicode plain txt tree terminal conllu", NULL },
  { "format", "html", "web page", NULL },
  { "format", "jsonl", "json ndjson", NULL },
  { "format", "csv", "excel xlsx xls", NULL },
  { "format", "tsv", "table md markdown latex text", NULL },
  { "to", ": tbk does not turn phrase structure into dependencies",
    "conllu conllx conll heads dependencies ud", "brackets" },
  { "to", "conllx", "conll-x conll06 malt maltparser", NULL },
  { "to", "heads", "lal head-vector vector vectors", NULL },
  { "input", "brackets", "penn ptb psd mrg bracketed parens phrase constituency", NULL },
  { "input", "conllu", "ud conll conllx conll-u dependencies dependency", NULL },
  { "input", "encoded", "tags", NULL },
  { "to", "encoded", "tags hexatags tetratags", NULL },
  { "input", ": 'tbk convert --input=encoded --encoding=ENCODING' reads trees as tags",
    "tags encoded hexatags tetratags", "conllu" },
  { "encoding", ": tetratags and attach-juxtapose are for phrase structure in brackets",
    "tetratags tetratag tetra attach-juxtapose", "4-bit" },
  { "encoding", ": phrase structure has its own encodings",
    "absolute relative relative-upos brackets brackets-2 4-bit 7-bit hexatags hierarchical hierarchical-any",
    "tetratags" },

  { "mark", "orig", "misc origin original", NULL },
  { "mark", "none", "baseline no off", NULL },
  { "mark", "head", "pseudo decorate decorated", NULL },
  { "lift", "shortest", "short nivre greedy nilsson", NULL },
  { "ties", "first", "lex lexicographic alphabetical least", NULL },
  { "ties", "random", "any uniform sample", NULL },
  { "order", "random", "shuffle uniform any baseline", NULL },
  { "order", "random-projective", "projective", NULL },
  { "order", "least", "minimum minimal min optimal best optimum shortest mla", NULL },
  { "order", "least-projective", "minimum-projective optimal-projective", NULL },
  { "order", "mirror", "reverse reversed inverse", NULL },
  { "order", "grammar", "same-grammar consistent random-grammar fixed", NULL },
  { "method", "tabular", "eisner cky cyk dp chart dynamic", NULL },
  { "root", "single", "one 1 unique", NULL },
  { "root", "any", "multiple many multi all several", NULL },
  { "root", "gold", "same keep original", NULL },
  { "over", "losing", "nonprojective non-projective lost", NULL },
  { "on-error", "skip", "ignore continue drop warn", NULL },
  { "on-error", "stop", "fail abort exit raise", NULL },
  { "on-error", "pass", "keep copy", NULL },
  { "intervals", ": --intervals has them", "yes on true 1 bootstrap", "" },
  { "intervals", ": --no-intervals leaves them out", "no off false 0 none", "" },
  { "learner", "linear", "perceptron averaged-perceptron svm liblinear logistic", NULL },
  { "learner", "feedforward", "nn neural mlp ffn dense network", NULL },
  { "learner", "bilstm", "lstm rnn biaffine transformer", NULL },
  { "oracle", "dynamic", "exact search explore", NULL },

  { "policy", "left-first", "left-before-right", NULL },
  { "policy", "strict-left-first", "strict-left-before-right", NULL },
  { "policy", "strict-left-first-literal", "strict-left-before-right-literal", NULL },
  { "policy", "right-first", "right-before-left", NULL },

  { "system", "arc-eager", "nivreeager nivre spacy malt ae", NULL },
  { "system", "arc-eager-nederhof", "nederhof", NULL },
  { "system", "arc-standard", "nivrestandard stackproj projective as sr standard zpar", NULL },
  { "system", "arc-hybrid", "ah kuhlmann", NULL },
  { "system", "swap", "stacklazy stackeager nonprojective non-projective swap-lazy reordering", NULL },
  { "system", "covington", "covnonproj list list-based", NULL },
  { "system", "covington-projective", "covproj", NULL },
  { "system", "two-planar", "2planar 2-planar twoplanar", NULL },
  { "system", "attardi-2", "link2 attardi link", NULL },
  { "system", "arc-eager-unshift", "unshift tree-constraint treeconstraint", NULL },
  { "system", "top-down", "rnng", NULL },
};

/* Options of former versions, and of other programs, that are conditions: the expression for each, in which a value takes
 * the place of %s; and what says that no word or sentence has it, behind "not-". */
static const struct {
  const char *names, *expression, *negated;
} formers[] = {
  { "deprel relation rel label dep deps dependency", "deprel=%s", "none(deprel=%s)" },
  { "udeprel", "udeprel=%s", "none(udeprel=%s)" },
  { "upos pos tag postag cpos", "upos=%s", "none(upos=%s)" },
  { "xpos", "xpos=%s", "none(xpos=%s)" },
  { "form word token wordform", "form=%s", "none(form=%s)" },
  { "lemma", "lemma=%s", "none(lemma=%s)" },
  { "feats features feature morph ufeats", "feats.%s", "none(feats.%s)" },
  { "head-deprel head-relation head-rel head-label parent-deprel governor-deprel", "head.deprel=%s",
    "none(head.deprel=%s)" },
  { "head-upos head-pos head-tag parent-upos parent-pos governor-upos governor-pos", "head.upos=%s",
    "none(head.upos=%s)" },
  { "head-form", "head.form=%s", "none(head.form=%s)" },
  { "head-lemma", "head.lemma=%s", "none(head.lemma=%s)" },
  { "head-feats head-feature head-features head-morph parent-feats governor-feats", "head.feats.%s",
    "none(head.feats.%s)" },
  { "text grep contains containing string substring", "text=\"*%s*\"", "text!=\"*%s*\"" },
  { "sentence number index nth sent-number", "sentence=%s", "sentence!=%s" },
  { "id", "sent_id=%s", "sent_id!=%s" },
  { "min-words min-len min-length minlen min-tokens length len", "words>=%s", "words<%s" },
  { "max-words max-len max-length maxlen max-tokens longest", "words<=%s", "words>%s" },
  { "min-lost", "lost_arcs>=%s", "lost_arcs<%s" },
  { "nonprojective non-proj nonproj np", "not projective", "projective" },
  { "projective", "projective", "not projective" },
  { "class", "class.%s", "not class.%s" },
  { "well-nested wellnested", "class.wn", "not class.wn" },
  { "ill-nested illnested", "not class.wn", "class.wn" },
  { "gap-degree gap", "gap_degree=%s", "none(gap_degree=%s)" },
  { "planar", "class.planar", "not class.planar" },
};

/* Compares without regard to case, and to _ or -. */
static gboolean
are_equal (const char *a, const char *b, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (g_ascii_tolower (a[i] == '_' ? '-' : a[i]) != b[i])
      return FALSE;
  return TRUE;
}

static gboolean
has_name (const char *names, const char *typed, gsize length)
{
  for (const char *name = names, *end; *name != '\0'; name = *end == '\0' ? end : end + 1) {
    end = name + strcspn (name, " ");
    if ((gsize) (end - name) == length && are_equal (typed, name, length))
      return TRUE;
  }
  return FALSE;
}

const char *
synonyms_find (const char *kind, const char *typed, gsize length, const char *const *known)
{
  for (guint s = 0; s < G_N_ELEMENTS (synonyms); s++) {
    const Synonym *row = &synonyms[s];

    if (strcmp (row->kind, kind) == 0 && has_name (row->names, typed, length)
        && (g_strcmp0 (row->with, "") == 0
            || g_strv_contains (known, row->with != NULL ? row->with : row->meant)))
      return row->meant;
  }
  return NULL;
}

const char *
synonyms_guess (const char *kind, const char *typed, gsize length, const char *const *known)
{
  const char *meant = synonyms_find (kind, typed, length, known);

  return meant != NULL ? meant : tbk_nearest (typed, length, known);
}

char *
synonyms_hint (const char *kind, const char *typed, const char *const *known)
{
  const char *guess = synonyms_guess (kind, typed, strlen (typed), known);

  if (guess == NULL || *guess == ':')
    return g_strdup (guess == NULL ? "" : guess);
  return g_strdup_printf ("; did you mean '%s'?", guess);
}

/* Returns @expression with @value in the place of %s, as it is typed in a shell: in quotes if a sign is
 * special there. */
static char *
spell (const char *expression, const char *value)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.=:,-";
  const char *place = strstr (expression, "%s");
  g_autofree char *whole = place == NULL ? g_strdup (expression)
                                         : g_strdup_printf ("%.*s%s%s", (int) (place - expression),
                                                            expression, value, place + strlen ("%s"));

  return whole[strspn (whole, plain)] == '\0' ? g_strdup (whole) : g_shell_quote (whole);
}

/* `--not-deprel=punct` becomes "none(deprel=punct)". Commands without --where have no such hint. */
char *
synonyms_former (const char *typed, gsize length, const char *value, const char *const *known)
{
  const gboolean is_negated = length > strlen ("not-") && strncmp (typed, "not-", strlen ("not-")) == 0;
  const gsize skipped = is_negated ? strlen ("not-") : 0;

  for (guint f = 0; g_strv_contains (known, "where") && f < G_N_ELEMENTS (formers); f++)
    if (has_name (formers[f].names, typed + skipped, length - skipped)) {
      g_autofree char *spelt =
          spell (is_negated ? formers[f].negated : formers[f].expression, value != NULL ? value : "VALUE");

      return g_strconcat (": --where ", spelt, NULL);
    }
  return NULL;
}
