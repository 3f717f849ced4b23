/* marking.c - marks in labels, and the options of commands that make trees projective.
 *
 * Contents
 *   1. projectivization: the options of commands that make trees projective
 *   2. marks: marks in labels: options, and a sentence of CoNLL-U in and out
 */
#include "base/base.h"
#include "base/room.h"
#include "commands/commands.h"
#include "projectivize/projectivize.h"

#include "options/options.h"

/* 1. projectivization: the options of commands that make trees projective. */

static const char *const roots[] = { "gold", "single", "any", NULL };
static const char *const methods[] = { "contraction", "tabular", NULL };

const Option projectivization_entries[] = {
  { "root", CHOICE (roots), AT (TbkProjectivizeOptions, root), "ROOT",
    "Root words of the projective tree: single: one; any: any number; gold (default): one if the "
    "gold tree has one, else any number" },
  { "limit=core", NUMBER (1, 4095), AT (TbkProjectivizeOptions, max_core), "N",
    "The maximum number of words of a sentence in crossings (default 1000)" },
  OPTION_END,
};

const Option projectivization_method_entries[] = {
  { "method", CHOICE (methods), AT (TbkProjectivizeOptions, method), "METHOD",
    "How trees are made projective: contraction (default), or tabular, a slower method with the same result" },
  OPTION_END,
};

static const char *const ties[] = { "lift", "first", "short", "random", NULL };
enum { TIES_RANDOM = TBK_TIES_SHORT + 1 }; /* beyond TbkTies */

const Option ties_entries[] = {
  { "ties", CHOICE (ties), AT (TiesGiven, ties), "RULE",
    "Which of the trees that keep the most gold arcs: lift: the tree most similar to a lifting "
    "(default); first: the alphabetically first, comparing head numbers word by word; short: the "
    "one with the minimum total arc length; random: any, each equally likely" },
  { "seed", NUMBER_OR (1, G_MININT64, G_MAXINT64), AT (TiesGiven, seed), "N",
    "Seed of random choices (default 1)" },
  OPTION_END,
};

/* Ties that are random are no rule of the library: a generator is given to it instead, and the rule is of no
 * account. */
void
ties_take (const TiesGiven *given, TbkProjectivizeOptions *options)
{
  options->ties = given->ties == TIES_RANDOM ? TBK_TIES_LIFT : (TbkTies) given->ties;
}

/* Makes a generator for each sentence, from the seed and its number: so threads and parts draw the same. */
TbkRandom *
ties_random (const TiesGiven *given, gint64 index, TbkRandom *random)
{
  if (given->ties != TIES_RANDOM)
    return NULL;
  tbk_random_init (random, given->seed, index);
  return random;
}

gboolean
ties_projectivize (const TiesGiven *given, TbkProjectivizer *projectivizer, const int *heads, int n,
                   gint64 index, int *projective, int *lost_arcs, GError **error)
{
  TbkRandom random;

  return ties_random (given, index, &random) == NULL
             ? tbk_projectivize (projectivizer, heads, n, projective, lost_arcs, error)
             : tbk_projectivize_draw (projectivizer, heads, n, &random, projective, lost_arcs, error);
}

/* 2. marks: marks in labels: options, and a sentence of CoNLL-U in and out. */

static const char *const orders[] = { "optimal", "shortest", "malt", NULL };
static const char *const styles[] = { "tbk", "malt", "spacy", NULL };

const char *const marks_schemes[] = { "head", "path", "headpath", NULL };
const char *const marks_or_none[] = { "none", "head", "path", "headpath", NULL };

const Option marks_lift_entries[] = {
  { "lift", CHOICE (orders), AT (TbkPseudoProjectiveOptions, lift), "ORDER",
    "With marks in labels, every word depends on its gold head or on an ancestor of it. optimal "
    "(default): one of the trees that then keep the most gold arcs; shortest: lift the shortest arc "
    "that is not projective until there is none, as in the literature; malt: the same, but measure "
    "arcs only once, as MaltParser does" },
  OPTION_END,
};

const Option marks_style_entries[] = {
  { "label-style", CHOICE (styles), AT (TbkPseudoProjectiveOptions, style), "STYLE",
    "Spelling of marks in labels. tbk (default): a|b and a%. malt: also a|null, for root words that "
    "MaltParser attached elsewhere. spacy: a||b, with --mark=head alone" },
  OPTION_END,
};

gboolean
marks_check (const TbkPseudoProjectiveOptions *options, const Options *given, GError **error)
{
  const char *option = options_given (given, "lift") != NULL          ? "lift"
                       : options_given (given, "label-style") != NULL ? "label-style"
                                                                      : NULL;

  if (options == NULL && option != NULL)
    return options_refuse (error, "--%s needs --mark=head, path or headpath", option);
  if (options != NULL && options->style == TBK_LABELS_SPACY && options->scheme != TBK_SCHEME_HEAD)
    return options_refuse (error, "--label-style=spacy: found --mark=%s, expected --mark=head",
                           marks_schemes[options->scheme]);
  return TRUE;
}

gboolean
marks_check_file (const TbkConlluReader *reader, GError **error)
{
  if (tbk_conllu_reader_has_column (reader, TBK_COLUMN_DEPREL))
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:1: a column DEPREL was expected for the marks",
               tbk_input_name (tbk_conllu_reader_input (reader)));
  return FALSE;
}

struct LabelMarks {
  TbkPseudoProjective *pseudo;
  int *heads;
  TbkPiece *labels, *new_labels;
  Room room;
};

LabelMarks *
marks_new (const TbkPseudoProjectiveOptions *options)
{
  LabelMarks *marks = g_new0 (LabelMarks, 1);

  marks->pseudo = tbk_pseudo_projective_new (options);
  return marks;
}

void
marks_free (LabelMarks *marks)
{
  if (marks == NULL)
    return;
  tbk_pseudo_projective_free (marks->pseudo);
  room_clear (&marks->room);
  g_free (marks);
}

/* Finds the labels of a sentence, and makes room for new ones. */
static gboolean
take_labels (LabelMarks *marks, const TbkConlluSentence *sentence, GError **error)
{
  if (!ROOM_RESERVE (&marks->room, sentence->n + 1, ARRAY (marks->heads), ARRAY (marks->labels),
                     ARRAY (marks->new_labels)))
    return memory_fail (error, "a sentence of %d words", sentence->n);
  for (int word = 1; word <= sentence->n; word++)
    marks->labels[word] = tbk_conllu_sentence_field (sentence, word, TBK_COLUMN_DEPREL);
  return TRUE;
}

/* Writes a sentence with marks. One in which nothing moved is written as it came. */
gboolean
marks_encode (LabelMarks *marks, const TbkEntry *entry, TbkText *text, int *n_moved, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;

  if (!take_labels (marks, sentence, error)
      || !tbk_pseudo_projective_encode (marks->pseudo, sentence->heads, marks->labels, sentence->n,
                                        marks->heads, marks->new_labels, n_moved, error))
    return tbk_entry_fail (entry, error);
  if (*n_moved == 0)
    tbk_conllu_sentence_write (sentence, NULL, TBK_MARK_NONE, text);
  else
    tbk_conllu_sentence_write_arcs (sentence, marks->heads, marks->new_labels, text);
  return TRUE;
}

gboolean
marks_decode (LabelMarks *marks, const TbkEntry *entry, TbkText *text, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;

  if (!take_labels (marks, sentence, error)
      || !tbk_pseudo_projective_decode (marks->pseudo, sentence->heads, marks->labels, sentence->n,
                                        marks->heads, marks->new_labels, NULL, error))
    return tbk_entry_fail (entry, error);
  tbk_conllu_sentence_write_arcs (sentence, marks->heads, marks->new_labels, text);
  return TRUE;
}

void
marks_add_findings (const LabelMarks *marks, TbkMarkFindings *findings)
{
  tbk_pseudo_projective_add_findings (marks->pseudo, findings);
}

/* Returns what else can have written the labels, to be freed. It is found from signs in them: another scheme
 * or style that fits those. */
static char *
advice (const TbkMarkFindings *findings, const TbkPseudoProjectiveOptions *options)
{
  TbkScheme scheme;
  TbkLabelStyle style;

  if (!mark_findings_suggest (findings, options, &scheme, &style))
    return g_strdup ("try another --mark or --label-style");
  return g_strdup_printf ("try --mark=%s --label-style=%s", marks_schemes[scheme], styles[style]);
}

/* Fails if no mark fits at all, as then the treebank was written with other options, or never. Some that do
 * not fit are told of only: labels of a parser may be wrong. */
gboolean
marks_check_findings (const TbkMarkFindings *findings, const TbkPseudoProjectiveOptions *options,
                      GError **error)
{
  const gint64 n_lost = findings->n_lifted - findings->n_placed;
  const char *scheme = marks_schemes[options->scheme], *style = styles[options->style];
  g_autofree char *other = advice (findings, options);

  if (findings->n_lifted + findings->n_foreign == 0)
    return TRUE;
  if (findings->n_placed == 0) {
    g_set_error (
        error, TBK_ERROR, TBK_ERROR_DATA,
        "no mark in DEPREL fits --mark=%s --label-style=%s: marks that name no word: %" G_GINT64_FORMAT
        ", labels with signs of other marks: %" G_GINT64_FORMAT "; %s",
        scheme, style, n_lost, findings->n_foreign, other);
    return FALSE;
  }
  if (n_lost > 0)
    tool_message ("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
                  " marks name no word; the words that bear them keep their heads",
                  n_lost, findings->n_lifted);
  if (findings->n_foreign > 0)
    tool_message ("%" G_GINT64_FORMAT
                  " label%s with signs that --mark=%s --label-style=%s does not write; %s",
                  findings->n_foreign, findings->n_foreign == 1 ? "" : "s", scheme, style, other);
  return TRUE;
}
