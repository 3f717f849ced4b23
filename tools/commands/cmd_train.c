/* cmd_train.c - tbk train: a parser learned from treebanks.
 *
 *   take_options()   the system, what is learned from: features, oracle, marks, trees
 *   find_files()     treebanks, and all else that is read, beside the model
 *   begin()          the file of the model is opened
 *   tbk_train()      epochs; report() writes a row of the table for each, at once
 *   tbk_model_write  and the model gets its name: a training that is broken off leaves none
 */
#include "commands/commands.h"
#include "io/io.h"

#include <string.h>
#include <unistd.h>

#include "all_commands.h"
#include "options/options.h"
#include "tbk/base.h"
#include "tbk/oracle.h"
#include "tbk/parser.h"

typedef struct {
  CorpusGiven corpus;
  TbkTrainingOptions options;
  TbkPseudoProjectiveOptions marks;
  const char *output, *dev, *walk, *system, *policy, *feature_columns;
  int oracle, trees; /* -1 if they are not given */
  int search;
} Train;

enum { ORACLE_DYNAMIC, ORACLE_STATIC, ORACLE_PRINTED };

static const char *const oracles[] = { "dynamic", "static", NULL };
static const char *const phrase_oracles[] = { "dynamic", "static", "printed", NULL };
static const char *const trees[] = { "all", "projectivized", "projective", NULL };
static const char *const learners[] = { "linear", "feedforward", "bilstm", NULL };
static const char *const phrase_learners[] = { "linear", NULL };
static const char *const stages[] = { "1", "2", NULL };
static const char *const updates[] = { "max-violation", "early", NULL };

static const Option model_output_entries[] = {
  { "output", OUTPUT_PATH, AT (Train, output), "FILE", "Write the model to FILE", 'o' },
  OPTION_END,
};

static const Option dev_entries[] = {
  { "dev", PATH, AT (Train, dev), "FILE",
    "After each epoch parse this whole treebank; keep the epoch with the highest LAS or, over brackets, F1" },
  OPTION_END,
};

#define ORACLE_HELP                                                                                          \
  "dynamic: learn the best transitions after any mistake (default); static: learn one sequence for "         \
  "each tree (default with a beam and for swap). Over brackets also printed: dynamic, by the "               \
  "published formula, which is not exact"

static const Option oracle_entries[] = {
  { "oracle", CHOICE_OR (-1, oracles), AT (Train, oracle), "ORACLE", ORACLE_HELP },
  OPTION_END,
};

static const Option phrase_oracle_entries[] = {
  { "oracle", CHOICE_OR (-1, phrase_oracles), AT (Train, oracle), "ORACLE", ORACLE_HELP },
  OPTION_END,
};

static const Option training_entries[] = {
  { "walk", TEXT, AT (Train, walk), "WALK",
    "Which transitions to follow while learning from the dynamic oracle. best: predicted ones (default); "
    "explore:P: a wrong prediction with probability P, else a right transition; gold: right ones only; "
    "second:P: the second best with probability P, else the predicted one; sample: one drawn by its "
    "probability; sample:A: one drawn by the A-th power of its probability" },
  { "oracle-epochs", NUMBER (0, 1000), AT (Train, options.oracle_epochs), "N",
    "Follow only right transitions in the first N epochs (default 1)" },
  { "epochs", NUMBER (1, 1000), AT (Train, options.epochs), "N",
    "Read the treebanks N times (default 10). Default of networks: as often as makes 550,000 words, but 5 to 60 times" },
  { "limit=words", NUMBER_OR (TBK_TRAINING_MAX_WORDS, 0, G_MAXINT), AT (Train, options.max_words), "N",
    "Leave out sentences of more than N words, and count them (default 1000); 0: none" },
  { "seed", NUMBER (0, G_MAXINT64), AT (Train, options.seed), "N",
    "Seed of the order of sentences (default 1)" },
  OPTION_END,
};

static const Option phrase_entries[] = {
  { "system", TEXT, AT (Train, system), "SYSTEM", "Transition system: " BRACKETS_SYSTEMS },
  { "learner", CHOICE (phrase_learners), AT (Train, options.model), "KIND",
    "linear: sums of weights; there are no networks over brackets" },
  OPTION_END,
};

static const Option model_entries[] = {
  { "learner", CHOICE (learners), AT (Train, options.model), "KIND",
    "linear: sums of weights, fast and equal on every machine (default); bilstm: a network that "
    "first reads the sentence in both directions, more accurate; feedforward: a small network. "
    "Networks need OpenBLAS" },
  { "system", TEXT, AT (Train, system), "SYSTEM", SYSTEM_HELP },
  { "beam", NUMBER_OR (1, 1, TBK_PARSER_MAX_WIDTH), AT (Train, options.beam), "K",
    "Learn and parse with a beam of K sequences, by the static oracle (default 1: greedy)" },
  { "stages", CHOICE (stages), AT (Train, options.has_stages), "N",
    "1: choose transition and relation together (default); 2: the transition, then its "
    "relation. The latter is faster and less accurate" },
  { "feature-columns", TEXT, AT (Train, feature_columns), "LIST",
    "The columns that features may read (default form,lemma,upos,xpos,feats)" },
  { "features", NAMED_PATH, AT (Train, options.features_name), "FILE",
    "Read the table of features from FILE" },
  OPTION_END,
};

static const Option learning_entries[] = {
  { "policy", TEXT, AT (Train, policy), "POLICY", "Policy of the dynamic oracle, as in 'tbk oracle'" },
  { "limit=search", SEARCH_NUMBER, AT (Train, search), "N", SEARCH_HELP },
  { "trees", CHOICE_OR (-1, trees), AT (Train, trees), "TREES",
    "Trees that the system cannot build: all: learn from them (default with the dynamic oracle); "
    "projectivized: make them projective first (default with the static oracle); projective: leave them out. "
    "Trees whose root is moved by projectivized are left out" },
  { "mark", CHOICE (marks_schemes), AT (Train, marks.scheme), "MARK",
    "head, path, headpath: make each tree projective first, and mark lifted words as "
    "'tbk projectivize' does. 'tbk parse' restores the arcs" },
  { "update", CHOICE (updates), AT (Train, options.early_update), "WHERE",
    "With a beam, learn at: max-violation: where the gold sequence is furthest behind the best "
    "(default); early: where it leaves the beam" },
  OPTION_END,
};

/* Options. */

static gboolean
is_of_brackets (const TbkTrainingOptions *options)
{
  return options->phrase_system != NULL;
}

static void
init (gpointer values)
{
  tbk_training_options_init (&((Train *) values)->options);
}

/* Sets the system with its policy. */
static gboolean
take_system (Train *train, gboolean of_brackets, GError **error)
{
  TbkTrainingOptions *options = &train->options;

  if (of_brackets) {
    options->phrase_system = brackets_get_system (train->system, error);
    return options->phrase_system != NULL;
  }
  tbk_oracles_set_search (train->search);
  options->order = system_take_order (&train->system);
  options->system = system_find (train->system != NULL ? train->system : TBK_SYSTEM_DEFAULT, error);
  if (options->system == NULL || !system_check_oracle (options->system, TRUE, error))
    return FALSE;
  if (train->policy != NULL)
    options->policy = system_get_policy (options->system, train->policy, error);
  return options->policy >= 0;
}

/* Reads --feature-columns as a set of bits, in the order of the names below. */
static gboolean
take_columns (Train *train, GError **error)
{
  static const char *const names[] = { "form", "lemma", "upos", "xpos", "feats", NULL };
  const OptionType type = CHOICE (names);
  g_auto (GStrv) list = train->feature_columns == NULL ? NULL : g_strsplit (train->feature_columns, ",", -1);
  gint64 column;

  if (list != NULL)
    train->options.columns = 0;
  for (int i = 0; list != NULL && list[i] != NULL; i++) {
    if (!options_convert ("feature-columns", &type, list[i], &column, error))
      return FALSE;
    train->options.columns |= 1u << column;
  }
  return TRUE;
}

/* Chooses the oracle. The static one is the default for a beam, for systems that prefer it, and for those
 * without a dynamic one; options of the dynamic one are refused with it. */
static gboolean
take_oracle (Train *train, const Options *given, GError **error)
{
  static const char *const dynamic_only[] = { "walk", "oracle-epochs", "policy", "limit=search" };
  TbkTrainingOptions *options = &train->options;

  options->is_static = train->oracle >= 0 ? train->oracle == ORACLE_STATIC
                                          : !is_of_brackets (options)
                                                && (options->beam > 1 || options->system->prefers_static
                                                    || options->system->n_policies == 0);
  options->method = train->oracle == ORACLE_PRINTED ? TBK_PHRASE_PRINTED : TBK_PHRASE_EXACT;
  for (guint o = 0; options->is_static && o < G_N_ELEMENTS (dynamic_only); o++)
    if (options_given (given, dynamic_only[o]) != NULL)
      return options_refuse (error, "--%s needs the dynamic oracle", dynamic_only[o]);
  if (train->walk == NULL || tbk_explore_parse (train->walk, &options->explore, error))
    return TRUE;
  g_prefix_error (error, "--walk: ");
  return FALSE;
}

/* A table of features that is read. */
typedef struct {
  const char *path;
  GString *text;
  int n_lines;
} Features;

/* Features are a text for the library, which knows their lines; a line that is too long comes as NULL. */
static gboolean
add_feature (gpointer data, const char *line, gsize length, GError **error)
{
  Features *features = data;

  features->n_lines++;
  if (line == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "%s:%d: found a line of more than %d bytes, expected a feature", features->path,
                 features->n_lines, LINES_MAX);
    return FALSE;
  }
  g_string_append_len (features->text, line, (gssize) length);
  g_string_append_c (features->text, '\n');
  return TRUE;
}

static gboolean
take_options (Train *train, const Source *source, Features *features, GError **error)
{
  TbkTrainingOptions *options = &train->options;
  const char *output = train->output;

  if (!take_system (train, source->is_of_brackets, error))
    return FALSE;
  if (output == NULL || g_str_equal (output, "-") || compressed_suffix (output) != NULL)
    return options_refuse (error, "--output: %s, expected a file for the model, not compressed",
                           output == NULL ? "none given" : output);
  options->is_marked = options_given (&source->options, "mark") != NULL;
  options->mark = train->marks.scheme;
  options->lift = train->marks.lift;
  if (!take_columns (train, error) || !take_oracle (train, &source->options, error)
      || !marks_check (options->is_marked ? &train->marks : NULL, &source->options, error))
    return FALSE;
  options->trees = train->trees >= 0    ? (TbkTrees) train->trees
                   : options->is_static ? TBK_TREES_PROJECTIVIZED
                                        : TBK_TREES_ALL;
  if (options_given (&source->options, "update") != NULL && options->beam <= 1)
    return options_refuse (error, "--update needs --beam");
  if (options->features_name == NULL)
    return TRUE;
  if (!lines_read (options->features_name, &(const LinesReader){ .take = add_feature }, features, error))
    return FALSE;
  options->features = features->text->str;
  return TRUE;
}

/* A training under way: the file of the model, and a table with a row for each epoch. */

typedef struct {
  const TbkTrainingOptions *options;
  TbkOutput *model, *output;
  TbkTable *table;
  gint64 start;
} Training;

/* Opens the file of the model first, so that what cannot be written is known before the training. */
static gboolean
begin (Training *training, const Train *given, const Corpus *corpus, GError **error)
{
  static const char *const columns[] = { "epoch", "loss", "dev_uas", "dev_las", "seconds", NULL };
  static const char *const of_phrases[] = { "epoch", "loss", "dev_f1", "seconds", NULL };

  training->start = g_get_monotonic_time ();
  training->model = tbk_output_open (given->output, 0, error);
  training->output = training->model != NULL ? tbk_output_open (NULL, 0, error) : NULL;
  if (training->output == NULL)
    return FALSE;
  for (char **path = corpus->paths; *path != NULL; path++)
    corpus_announce (corpus, *path);
  training->table = tbk_table_new (training->output, TBK_TABLE_TSV,
                                   is_of_brackets (training->options) ? of_phrases : columns);
  if (isatty (STDOUT_FILENO))
    tbk_table_align (training->table, 1); /* each row comes as it is made */
  return TRUE;
}

static void
training_clear (Training *training)
{
  g_clear_pointer (&training->table, tbk_table_free);
  g_clear_pointer (&training->model, tbk_output_discard);
  g_clear_pointer (&training->output, tbk_output_discard);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Training, training_clear)

static void
tell_too_long (const Training *training, gint64 n)
{
  if (is_of_brackets (training->options))
    tool_message ("%" G_GINT64_FORMAT " tree%s of more than %" G_GINT64_FORMAT " words or %" G_GINT64_FORMAT
                  " constituents left out; --limit=words:0 uses all",
                  n, n == 1 ? "" : "s", training->options->max_words,
                  TBK_BRACKETS_CONSTITUENTS_A_WORD * training->options->max_words);
  else
    tool_message ("%" G_GINT64_FORMAT " sentence%s of more than %" G_GINT64_FORMAT
                  " words left out; --limit=words:0 uses all",
                  n, n == 1 ? "" : "s", training->options->max_words);
}

/* Reports how many trees cannot be learned from, and how many of them could before they were made
 * projective. */
static void
tell_left_out (const TbkEpoch *epoch)
{
  g_autofree char *moved =
      g_strdup_printf (" (%" G_GINT64_FORMAT " whose root moves when made projective)", epoch->root_moved);

  tool_message ("%" G_GINT64_FORMAT " sentence%s left out%s, learning from %" G_GINT64_FORMAT,
                epoch->left_out, epoch->left_out == 1 ? "" : "s", epoch->root_moved > 0 ? moved : "",
                epoch->sentences);
}

/* Writes a row after each epoch. What was left out is the same in all, so it is reported after the first. The
 * loss is the share of steps that were predicted wrongly. */
static gboolean
report (const TbkEpoch *epoch, gpointer data, GError **error)
{
  Training *training = data;
  TbkTable *table = training->table;

  if (epoch->epoch == 1 && epoch->too_long > 0)
    tell_too_long (training, epoch->too_long);
  if (epoch->epoch == 1 && epoch->left_out > 0)
    tell_left_out (epoch);
  if (epoch->unvalued > 0)
    tool_message (
        "epoch %d: the oracle's search gave up in %" G_GINT64_FORMAT
        " sentence%s, which %s learned only in part; --limit=search:N allows more, --oracle=static needs no search",
        epoch->epoch, epoch->unvalued, epoch->unvalued == 1 ? "" : "s",
        epoch->unvalued == 1 ? "was" : "were");
  tbk_table_integer (table, epoch->epoch);
  tbk_table_percent (table, epoch->wrong, epoch->steps);
  if (is_of_brackets (training->options)) {
    tbk_table_percent (table, 2 * epoch->dev_both, epoch->dev_gold + epoch->dev_found);
  } else {
    tbk_table_percent (table, epoch->dev_heads, epoch->dev_words);
    tbk_table_percent (table, epoch->dev_both, epoch->dev_words);
  }
  tbk_table_decimal (table, (double) (g_get_monotonic_time () - training->start) / G_USEC_PER_SEC, 1);
  return tbk_table_end_row (table, error) && tbk_output_flush (training->output, error);
}

/* Reports that the model was not written, where one file of several is wrong. */
static void
tell_withheld (const Train *given, const Corpus *corpus, GError **error)
{
  if (error != NULL && g_strv_length (corpus->paths) > 1
      && (g_error_matches (*error, TBK_ERROR, TBK_ERROR_DATA)
          || g_error_matches (*error, TBK_ERROR, TBK_ERROR_IO)))
    tool_message ("%s was not written", given->output);
}

/* The model goes to a temporary file, which gets its name when it is whole. */
static gboolean
train_model (const Train *given, const Corpus *corpus, GError **error)
{
  const TbkTrainingOptions *options = &given->options;
  g_auto (Training) training = { .options = options };
  g_autoptr (TbkModel) model = NULL;

  if (!begin (&training, given, corpus, error))
    return FALSE;
  model = tbk_train (options, (const char *const *) corpus->paths, given->dev, report, &training, error);
  corpus_tell_recognized (corpus);
  if (model != NULL)
    selection_tell (&corpus->selection);
  else
    tell_withheld (given, corpus, error);
  return model != NULL && tbk_model_write (model, training.model, error)
         && tbk_output_commit (g_steal_pointer (&training.model), error)
         && tbk_output_commit (g_steal_pointer (&training.output), error)
         && (!is_of_brackets (options) || brackets_tell_losses (corpus));
}

/* Finds the files of @corpus, and checks all that are read and written; and reads the IDs of sentences that are asked for. */
static gboolean
find_files (const Train *given, Corpus *corpus, GError **error)
{
  const char *const outputs[] = { given->output, "-", NULL };

  corpus->paths = files_find (&corpus->given->files, corpus->source,
                              input_suffixes (corpus->options.format, corpus->given->input), error);
  return corpus->paths != NULL && files_check (corpus->source, corpus->paths, outputs, error)
         && output_check (given->output, 0, error) && corpus_load_selection (corpus, error);
}

static gboolean
train (gpointer values, const Source *source, GError **error)
{
  Train *given = values;
  TbkTrainingOptions *options = &given->options;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  g_autoptr (GString) text = g_string_new (NULL);

  if (!take_options (given, source, &(Features){ options->features_name, text, 0 }, error)
      || !corpus_init (&corpus, &given->corpus, source, FALSE, error) || !find_files (given, &corpus, error)
      || !output_check_kind ("output", given->output, OUTPUT_MODEL, error))
    return FALSE;
  options->brackets = &corpus.rules;
  options->conllu_columns = &corpus.columns;
  options->selection = corpus.options.selection;
  return train_model (given, &corpus, error);
}

static const OptionGroup phrase_groups[] = {
  OPTION_GROUP ("What to learn", model_output_entries),
  OPTION_GROUP ("What to learn", phrase_entries),
  OPTION_GROUP ("How to learn", dev_entries),
  OPTION_GROUP ("How to learn", phrase_oracle_entries),
  OPTION_GROUP ("How to learn", training_entries),
  SELECTION_GROUP,
  OPTION_GROUP ("Input", corpus_format_entries),
  OPTION_GROUP ("Input", brackets_entries),
  FILES_GROUP,
  END_GROUPS,
};

static const OptionGroup groups[] = {
  OPTION_GROUP ("What to learn", model_output_entries),
  OPTION_GROUP ("What to learn", model_entries),
  OPTION_GROUP ("How to learn", dev_entries),
  OPTION_GROUP ("How to learn", oracle_entries),
  OPTION_GROUP ("How to learn", training_entries),
  OPTION_GROUP ("How to learn", learning_entries),
  OPTION_GROUP_AT ("How to learn", marks_lift_entries, Train, marks),
  SELECTION_GROUP,
  OPTION_GROUP ("Input", corpus_format_entries),
  OPTION_GROUP ("Input", corpus_columns_entries),
  FILES_GROUP,
  END_GROUPS,
};

static const Form of_brackets = {
  .groups = phrase_groups, .size = sizeof (Train), .is_of_brackets = TRUE, .init = init, .run = train
};

static const Form form = { .groups = groups, .size = sizeof (Train), .init = init, .run = train };

const Command cmd_train = { .name = "train", .conllu = &form, .brackets = &of_brackets };
