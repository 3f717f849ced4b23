/* cmd_steps.c - tbk steps: how a parser builds a tree, with what every other step would cost.
 *
 * Contents
 *   1. options: walks, parsers, solutions
 *   2. ways: the ways that are shown step by step: of gold trees, of walks, of parsers, of students
 *   3. stepping: the sentences of a run
 *   4. cmd_steps: the options of both kinds of trees
 */
#include "commands/commands.h"
#include "io/io.h"

#include <errno.h>
#include <string.h>

#include "all_commands.h"
#include "options/options.h"
#include "tbk/conllu.h"

/* 1. options: walks, parsers, solutions. */

typedef struct {
  CorpusGiven corpus;
  SystemGiven system;
  SequenceGiven sequence;
  DrawingGiven drawing;
  const char *walk, *into, *derivation;
  char **grade;
  int format, by;
  gboolean is_quiz;
  gint64 seed;
} Steps;

typedef enum { BY_SENTENCE, BY_STUDENT } By;
static const char *const bys[] = { "sentence", "student", NULL };

/* The walk that is stepped through, and how. */
typedef struct {
  const TbkSystem *system; /* of dependencies; NULL: of phrases */
  const TbkPhraseSystem *phrases;
  const char *order; /* as for tbk_sequencer_new() */
  int followed; /* the policy whose first optimal transitions are gold; -1: a static oracle is followed */
  int policy;   /* by which transitions are valued */
  TbkDrawOptions draw; /* text or HTML */
  TbkWalk walk;
  TbkModel *parser;        /* (nullable): that is followed */
  TbkModel *phrase_parser; /* (nullable) */
  GPtrArray *students;     /* (nullable): GradedStudent */
  gboolean is_table;       /* of points */
  By by;
  TbkOutput *output;
  gboolean has_drawn, stays_drawn; /* with the file in hand, and without it */
  GMutex counting;                 /* guards the rest, in which files that are left out may count */
  gint64 n_drawn, n_wrong, n_missing;
  GArray *answers; /* (nullable): GradedAnswer */
} Stepping;

static const char prefix_of_parsers[] = "parser:";

static gboolean
load_parser (Stepping *stepping, const char *path, GError **error)
{
  const char *of_model, *asked;

  if (stepping->system != NULL) {
    stepping->parser = tbk_model_load (path, error);
    if (stepping->parser == NULL)
      return FALSE;
    of_model = tbk_model_system (stepping->parser)->name;
    asked = stepping->system->name;
  } else {
    stepping->phrase_parser = tbk_phrase_model_load (path, error);
    if (stepping->phrase_parser == NULL)
      return FALSE;
    of_model = tbk_phrase_model_system (stepping->phrase_parser)->name;
    asked = stepping->phrases->name;
  }
  if (g_str_equal (of_model, asked))
    return TRUE;
  return options_refuse (error, "%s: found a parser of the system %s, expected one of %s", path, of_model,
                         asked);
}

static gboolean
get_walk (Stepping *stepping, const Steps *given, GError **error)
{
  stepping->walk = (TbkWalk){ .kind = TBK_WALK_GOLD, .seed = (guint64) given->seed };
  if (given->walk == NULL)
    return TRUE;
  if (g_str_has_prefix (given->walk, prefix_of_parsers))
    return load_parser (stepping, given->walk + strlen (prefix_of_parsers), error);
  if (tbk_walk_parse (given->walk, &stepping->walk, NULL)
      && (stepping->system != NULL || stepping->walk.kind == TBK_WALK_GOLD))
    return TRUE;
  return options_refuse (error, "--walk: found '%s', expected gold%s or parser:MODEL", given->walk,
                         stepping->system != NULL ? ", random, explore:P with P from 0 to 1," : "");
}

/* Reads the model and the answers. */
static gboolean
read_given (Stepping *stepping, const Steps *given, GError **error)
{
  if (!get_walk (stepping, given, error))
    return FALSE;
  if (given->grade == NULL)
    return TRUE;
  stepping->answers = grading_answers_new ();
  stepping->students = grading_read (given->grade, error);
  return stepping->students != NULL;
}

static void
stepping_clear (Stepping *stepping)
{
  tbk_model_free (stepping->parser);
  tbk_model_free (stepping->phrase_parser);
  g_clear_pointer (&stepping->students, g_ptr_array_unref);
  g_clear_pointer (&stepping->answers, g_array_unref);
  g_mutex_clear (&stepping->counting);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Stepping, stepping_clear)

/* 2. ways: the ways that are shown step by step: of gold trees, of walks, of parsers, of students. */

typedef struct {
  Stepping *stepping;
  const GradedStudent *student; /* (nullable): who is graded */
  TbkText *page;                /* what comes on the page of the student */
  TbkSteps *steps;
  TbkSequencer *sequencer; /* (nullable): of dependencies, where nothing else gives the way */
  GString *title;
  GArray *way;      /* guint8 or TbkPhraseTransition */
  GString *problem; /* with a solution, from where on it is none of the system; else empty */

  /* For dependencies. */
  TbkOracle *oracle; /* of walks */
  TbkParser *parser;
  TbkConfiguration configuration;
  GArray *rows; /* TbkDrawnRow */

  /* For phrases. */
  TbkPhraseParser *phrase_parser;
  TbkVocabulary *labels;
  TbkPhraseTree gold, parsed;
  TbkBracketBatch *batch;
  GString *line;
} Worker;

/* Returns TRUE if the way is found by the gold tree alone. If not, a system is allowed whose transition
 * sequences need not end. */
static gboolean
follows_gold (const Stepping *stepping)
{
  return stepping->students == NULL && stepping->parser == NULL && stepping->walk.kind == TBK_WALK_GOLD;
}

static void
init_words (Worker *worker, const Stepping *stepping)
{
  worker->way = g_array_new (FALSE, FALSE, sizeof (guint8));
  worker->steps = tbk_steps_new (stepping->system, stepping->policy, NULL, NULL);
  if (follows_gold (stepping))
    worker->sequencer = tbk_sequencer_new (stepping->system, NULL, stepping->order, stepping->followed, NULL);
  worker->oracle = tbk_oracle_new (stepping->system, stepping->policy, TBK_METHOD_EXACT, NULL);
  tbk_configuration_keep_relations (&worker->configuration);
  tbk_configuration_keep_children (&worker->configuration);
  if (stepping->parser != NULL)
    worker->parser = tbk_parser_new (stepping->parser, NULL);
}

static void
init_phrases (Worker *worker, const Stepping *stepping)
{
  worker->way = g_array_new (FALSE, FALSE, sizeof (TbkPhraseTransition));
  worker->steps = tbk_steps_new (NULL, 0, stepping->phrases, NULL);
  worker->sequencer = tbk_sequencer_new (NULL, stepping->phrases, NULL, -1, NULL);
  if (stepping->phrase_parser != NULL)
    worker->phrase_parser = tbk_phrase_parser_new (stepping->phrase_parser);
}

static gpointer
worker_new (gpointer data)
{
  Worker *worker = g_new0 (Worker, 1);

  worker->stepping = data;
  worker->title = g_string_new (NULL);
  worker->problem = g_string_new (NULL);
  worker->page = tbk_text_new ();
  worker->rows = g_array_new (FALSE, TRUE, sizeof (TbkDrawnRow));
  worker->labels = tbk_vocabulary_new ();
  worker->batch = tbk_bracket_batch_new ();
  worker->line = g_string_new (NULL);
  if (worker->stepping->system != NULL)
    init_words (worker, worker->stepping);
  else
    init_phrases (worker, worker->stepping);
  return worker;
}

static void
worker_free (gpointer data)
{
  Worker *worker = data;

  tbk_text_free (worker->page);
  tbk_steps_free (worker->steps);
  tbk_sequencer_free (worker->sequencer);
  tbk_oracle_free (worker->oracle);
  tbk_parser_free (worker->parser);
  tbk_configuration_clear (&worker->configuration);
  tbk_phrase_parser_free (worker->phrase_parser);
  tbk_vocabulary_free (worker->labels);
  tbk_phrase_tree_clear (&worker->gold);
  tbk_phrase_tree_clear (&worker->parsed);
  tbk_bracket_batch_free (worker->batch);
  g_array_free (worker->way, TRUE);
  g_array_free (worker->rows, TRUE);
  g_string_free (worker->title, TRUE);
  g_string_free (worker->problem, TRUE);
  g_string_free (worker->line, TRUE);
  g_free (worker);
}

/* Systems may go on for ever, and a parser or a random walk with them. */
static gboolean
has_room (const Worker *worker, GError **error)
{
  if (worker->way->len < TBK_STEPS_MAX)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "the walk has more than %d transitions, expected no more",
               TBK_STEPS_MAX);
  return FALSE;
}

static gboolean
follow_parser (Worker *worker, const TbkConlluSentence *sentence, GError **error)
{
  int taken;

  if (!tbk_parser_read (worker->parser, sentence, error)
      || !tbk_configuration_start (&worker->configuration, worker->stepping->system, sentence->n, error))
    return FALSE;
  while ((taken = tbk_parser_take (worker->parser, &worker->configuration)) >= 0) {
    const guint8 transition = (guint8) taken;

    if (!has_room (worker, error))
      return FALSE;
    g_array_append_val (worker->way, transition);
  }
  return TRUE;
}

/* Finds the best transitions; none where a search gives up, and none for a random walk, which needs no
 * oracle. */
static gboolean
find_optimal (Worker *worker, guint *optimal, GError **error)
{
  int values[TBK_MAX_TRANSITIONS];
  GError *local = NULL;

  *optimal = 0;
  if (worker->oracle == NULL || worker->stepping->walk.kind == TBK_WALK_RANDOM)
    return TRUE;
  if (tbk_oracle_values (worker->oracle, &worker->configuration, values, &local))
    *optimal = tbk_oracle_optimal (worker->oracle, values);
  else if (g_error_matches (local, TBK_ERROR, TBK_ERROR_DATA))
    g_clear_error (&local);
  else
    g_propagate_error (error, local);
  return local == NULL;
}

static gboolean
walk_at_random (Worker *worker, const TbkConlluSentence *sentence, GError **error)
{
  const Stepping *stepping = worker->stepping;
  TbkConfiguration *c = &worker->configuration;
  TbkRandom random;
  int chosen;

  tbk_random_init (&random, stepping->walk.seed, (guint64) sentence->index);
  if ((worker->oracle != NULL && !tbk_oracle_set_gold (worker->oracle, sentence->heads, sentence->n, error))
      || !tbk_configuration_start (c, stepping->system, sentence->n, error))
    return FALSE;
  while (!tbk_configuration_is_final (c)) {
    guint optimal;
    guint8 transition;

    if (!has_room (worker, error) || !find_optimal (worker, &optimal, error))
      return FALSE;
    chosen = tbk_walk_choose (&stepping->walk, &random, stepping->system, c, optimal);
    if (chosen < 0)
      break;
    transition = (guint8) chosen;
    g_array_append_val (worker->way, transition);
    if (!tbk_configuration_step (c, &stepping->system->transitions[chosen], error))
      return FALSE;
  }
  return TRUE;
}

/* Adds the transition of @key to the way; FALSE if there is none. */
static gboolean
add_key (Worker *worker, const char *key, GError **error)
{
  const int t = tbk_transition_read (worker->stepping->system, key, -1, NULL, error);
  const guint8 transition = (guint8) t;

  if (t >= 0)
    g_array_append_val (worker->way, transition);
  return t >= 0;
}

static gboolean
add_phrase_key (Worker *worker, const char *key, GError **error)
{
  TbkPhraseTransition transition;

  if (!tbk_phrase_transition_read (worker->stepping->phrases, key, strlen (key), worker->labels, &transition,
                                   error))
    return FALSE;
  g_array_append_val (worker->way, transition);
  return TRUE;
}

/* Adds the transitions of a solution, up to the first that the system does not have; that is the problem of
 * the solution. */
static void
take_solution (Worker *worker, const Solution *solution)
{
  const Stepping *stepping = worker->stepping;

  for (gsize i = 0; i < solution->length; i++) {
    const char *key = solution->keys[i];
    g_autoptr (GError) error = NULL;

    if (stepping->system != NULL ? add_key (worker, key, &error) : add_phrase_key (worker, key, &error))
      continue;
    g_string_assign (worker->problem, error->message);
    return;
  }
}

/* Finds the solution of a sentence, if there is one. */
static gboolean
find_solution (Worker *worker, const TbkEntry *entry, gboolean *is_there, GError **error)
{
  const Solution *solution =
      solutions_find (worker->student->solutions, (TbkPiece){ entry->id, entry->id_length }, entry->index);

  *is_there = solution != NULL;
  if (solution == NULL)
    return TRUE;
  if (solution->n_words < 0 || solution->n_words == entry->n_words) {
    take_solution (worker, solution);
    return TRUE;
  }
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "found %d words, expected %d, as many as the sequence of --grade has heads",
               (int) entry->n_words, solution->n_words);
  return FALSE;
}

static gboolean
follow_words (Worker *worker, const TbkConlluSentence *sentence, GError **error)
{
  const Stepping *stepping = worker->stepping;
  TbkSequence sequence;

  if (stepping->parser != NULL)
    return follow_parser (worker, sentence, error);
  if (stepping->walk.kind != TBK_WALK_GOLD)
    return walk_at_random (worker, sentence, error);
  if (!tbk_sequencer_run (worker->sequencer, sentence->heads, sentence->n, &sequence, error))
    return FALSE;
  g_array_append_vals (worker->way, sequence.transitions, (guint) sequence.length);
  return TRUE;
}

/* Makes @worker->parsed the tree that the parser builds over the words of @words: its line is read again as a
 * tree in brackets. */
static gboolean
parse_phrases (Worker *worker, const TbkBracketTree *words, GError **error)
{
  static const TbkBracketOptions as_it_stands = { 0 };
  TbkBracketTree tree;

  g_string_truncate (worker->line, 0);
  return tbk_phrase_parser_parse_tree (worker->phrase_parser, words, worker->line, error)
         && tbk_bracket_batch_set_text (worker->batch, "parser", worker->line->str, worker->line->len,
                                        &as_it_stands, error)
         && tbk_bracket_batch_next (worker->batch, &tree)
         && tbk_phrase_tree_set_brackets (&worker->parsed, &tree, worker->labels, error);
}

static gboolean
follow_phrases (Worker *worker, const TbkBracketTree *tree, GError **error)
{
  const gboolean parses = worker->phrase_parser != NULL;
  TbkSequence sequence;

  if ((parses && !parse_phrases (worker, tree, error))
      || !tbk_sequencer_run_tree (worker->sequencer, parses ? &worker->parsed : &worker->gold, &sequence,
                                  error))
    return FALSE;
  g_array_append_vals (worker->way, sequence.phrases, (guint) sequence.length);
  return TRUE;
}

/* Finds the way through a sentence. @is_there: (out): FALSE if it is to be a solution, and there is none. */
static gboolean
find_way (Worker *worker, const TbkEntry *entry, gboolean *is_there, GError **error)
{
  *is_there = TRUE;
  g_string_truncate (worker->problem, 0);
  g_array_set_size (worker->way, 0);
  if (worker->student != NULL)
    return find_solution (worker, entry, is_there, error);
  return worker->stepping->system != NULL ? follow_words (worker, entry->sentence, error)
                                          : follow_phrases (worker, entry->sentence, error);
}

/* 3. stepping: the sentences of a run. */

static gboolean
explores (const Worker *worker, int n)
{
  return worker->stepping->draw.format == TBK_DRAW_HTML && !worker->stepping->draw.is_quiz
         && n <= TBK_STEPS_MOST_WORDS;
}

static gboolean
step_sentence (Worker *worker, const TbkEntry *entry, gboolean *is_there, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;
  TbkDrawnSentence drawn = { .text = tbk_conllu_sentence_comment (sentence, "text"),
                             .n = sentence->n,
                             .n_rows = sentence->n,
                             .heads = sentence->heads };

  g_array_set_size (worker->rows, (guint) sentence->n);
  for (int word = 1; word <= sentence->n; word++)
    g_array_index (worker->rows, TbkDrawnRow, word - 1) =
        (TbkDrawnRow){ .kind = TBK_DRAWN_WORD,
                       .form = tbk_conllu_sentence_field (sentence, word, TBK_COLUMN_FORM),
                       .relation = tbk_conllu_sentence_field (sentence, word, TBK_COLUMN_DEPREL) };
  drawn.rows = (const TbkDrawnRow *) worker->rows->data;
  return find_way (worker, entry, is_there, error)
         && (!*is_there
             || tbk_steps_set_sentence (worker->steps, &drawn, (const guint8 *) worker->way->data,
                                        worker->way->len, explores (worker, sentence->n), error));
}

static gboolean
step_tree (Worker *worker, const TbkEntry *entry, gboolean *is_there, GError **error)
{
  const TbkBracketTree *tree = entry->sentence;

  tbk_vocabulary_clear (worker->labels);
  return tbk_phrase_tree_set_brackets (&worker->gold, tree, worker->labels, error)
         && find_way (worker, entry, is_there, error)
         && (!*is_there
             || tbk_steps_set_tree (worker->steps, tree, &worker->gold, worker->labels,
                                    (const TbkPhraseTransition *) worker->way->data, worker->way->len,
                                    explores (worker, tree->n), error));
}

static void
make_title (Worker *worker, const TbkEntry *entry)
{
  const char *slash = strrchr (entry->file, '/');

  g_string_truncate (worker->title, 0);
  if (worker->student != NULL && worker->stepping->students->len > 1)
    g_string_append_printf (worker->title, "%s: ", worker->student->name);
  if (entry->id != NULL) {
    g_string_append_len (worker->title, entry->id, (gssize) entry->id_length);
    g_string_append (worker->title, ", ");
  }
  g_string_append_printf (worker->title, "%s %" G_GINT64_FORMAT " of %s",
                          worker->stepping->system != NULL ? "sentence" : "tree", entry->index,
                          slash == NULL || slash[1] == '\0' ? entry->file : slash + 1);
}

/* Appends that there is no solution. */
static void
append_missing (const Worker *worker, TbkText *text)
{
  const gboolean is_page = worker->stepping->draw.format == TBK_DRAW_HTML;
  g_autofree char *title = tbk_quote (worker->title->str, worker->title->len);
  g_autofree char *escaped = is_page ? g_markup_escape_text (title, -1) : g_strdup (title);

  tbk_text_printf (text,
                   is_page ? "<p class=\"note\">No transitions are given for %s.</p>\n"
                           : "No transitions are given for %s.\n\n",
                   escaped);
}

/* Counts a sentence and, if it is graded, keeps the answer for the table of points. */
static void
count (const Worker *worker, guint student, const TbkEntry *entry, gboolean is_there)
{
  Stepping *stepping = worker->stepping;
  const gboolean is_wrong = worker->student != NULL && is_there && tbk_steps_first_error (worker->steps) >= 0;
  const GradedAnswer answer = { .student = student,
                                .index = entry->index,
                                .id = entry->id == NULL ? NULL : g_strndup (entry->id, entry->id_length),
                                .is_there = is_there,
                                .is_right = is_there && !is_wrong,
                                .points =
                                    is_there ? tbk_steps_points (worker->steps) : (TbkStepsPoints){ 0 } };

  g_mutex_lock (&stepping->counting);
  stepping->n_drawn++;
  stepping->n_missing += !is_there;
  stepping->n_wrong += is_wrong;
  if (stepping->is_table)
    g_array_append_val (stepping->answers, answer);
  else
    g_free (answer.id);
  g_mutex_unlock (&stepping->counting);
}

/* Appends the steps of a sentence: of an answer those of student @s. */
static gboolean
step (Worker *worker, guint s, const TbkEntry *entry, TbkText *text, GError **error)
{
  const Stepping *stepping = worker->stepping;
  gboolean is_there = FALSE;

  worker->student = stepping->students != NULL ? stepping->students->pdata[s] : NULL;
  if (!(stepping->system != NULL ? step_sentence : step_tree) (worker, entry, &is_there, error))
    return tbk_entry_fail (entry, error);
  if (is_there && worker->problem->len > 0)
    steps_set_problem (worker->steps, worker->problem->str);
  count (worker, s, entry, is_there);
  if (text == NULL)
    return TRUE;
  make_title (worker, entry);
  if (is_there)
    return tbk_steps_draw (worker->steps, &stepping->draw,
                           (TbkPiece){ worker->title->str, worker->title->len }, worker->student != NULL,
                           text, error)
           || tbk_entry_fail (entry, error);
  append_missing (worker, text);
  return TRUE;
}

/* Writes steps on the page of the student. With pages there is one thread, so they are in the order of
 * sentences. */
static gboolean
step_page (Worker *worker, guint s, const TbkEntry *entry, GError **error)
{
  tbk_text_clear (worker->page);
  return step (worker, s, entry, worker->page, error)
         && tbk_output_write_text (worker->student->page, worker->page, error);
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  Worker *worker = data;
  const Stepping *stepping = worker->stepping;
  const guint n = stepping->students != NULL ? stepping->students->len : 1;

  (void) tally;
  for (guint s = 0; entry->n_words > 0 && s < n; s++) {
    const GradedStudent *student = stepping->students != NULL ? stepping->students->pdata[s] : NULL;

    if (student != NULL && student->page != NULL
            ? !step_page (worker, s, entry, error)
            : !step (worker, s, entry, stepping->is_table ? NULL : text, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_steps (gpointer data, const TbkText *text, GError **error)
{
  Stepping *stepping = data;

  stepping->has_drawn |= tbk_text_length (text) > 0;
  return tbk_output_write_text (stepping->output, text, error);
}

/* A file that is left out does not count: what was drawn of it, its answers, and its part of each page. */
static gboolean
settle (gpointer data, gboolean stays, GError **error)
{
  Stepping *stepping = data;

  if (stays)
    stepping->stays_drawn = stepping->has_drawn;
  else
    stepping->has_drawn = stepping->stays_drawn;
  if (!stays && stepping->answers != NULL)
    g_array_set_size (stepping->answers, 0); /* they are of one file */
  for (guint s = 0; stepping->students != NULL && s < stepping->students->len; s++) {
    const GradedStudent *student = stepping->students->pdata[s];

    if (student->page != NULL && !tbk_output_settle (student->page, stays, error))
      return FALSE;
  }
  return tbk_output_settle (stepping->output, stays, error);
}

/* Returns FALSE if a page would be empty: an older page of that name is kept. */
static gboolean
check_page (const Stepping *stepping, GError **error)
{
  if (stepping->stays_drawn || stepping->is_table || stepping->draw.format != TBK_DRAW_HTML)
    return TRUE;
  g_set_error_literal (error, TBK_ERROR, TBK_ERROR_DATA, "no tree was drawn");
  return FALSE;
}

/* Returns TRUE if all solutions are right, and there; else their number is the error, and so the status. */
static gboolean
judge (const Stepping *stepping, GError **error)
{
  g_autofree char *missing = NULL;
  gint64 n_answers;

  if (stepping->n_wrong + stepping->n_missing == 0)
    return TRUE;
  n_answers = stepping->n_drawn - stepping->n_missing;
  missing = stepping->n_missing == 0
                ? g_strdup ("all sentences were answered")
                : g_strdup_printf ("missing answers: %" G_GINT64_FORMAT, stepping->n_missing);
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " answers %s an error; %s", stepping->n_wrong,
               n_answers, stepping->n_wrong == 1 ? "has" : "have", missing);
  return FALSE;
}

/* Returns the title of a page; to be freed. */
static char *
make_page_title (char **paths)
{
  g_autofree char *name = drawing_names (paths);

  return g_strdup_printf ("Steps over %s", name);
}

/* Opens the pages of the students, or ends them. */
static gboolean
begin_pages (Stepping *stepping, GError **error)
{
  files_allow (stepping->students != NULL ? stepping->students->len : 0);
  for (guint s = 0; stepping->students != NULL && s < stepping->students->len; s++) {
    GradedStudent *student = stepping->students->pdata[s];
    g_autofree char *title = g_strdup_printf ("Steps of %s", student->name);

    if (student->path != NULL
        && ((student->page = tbk_output_open (student->path, 0, error)) == NULL
            || !tbk_steps_begin (&stepping->draw, title, student->page, error)))
      return FALSE;
  }
  return TRUE;
}

static gboolean
end_pages (Stepping *stepping, GError **error)
{
  for (guint s = 0; stepping->students != NULL && s < stepping->students->len; s++) {
    GradedStudent *student = stepping->students->pdata[s];

    if (student->page != NULL
        && (!tbk_steps_end (&stepping->draw, student->page, error)
            || !tbk_output_commit (g_steal_pointer (&student->page), error)))
      return FALSE;
  }
  return TRUE;
}

/* Writes what is around the steps, or the table of points in their place. */
static gboolean
begin_output (Stepping *stepping, const char *title, GError **error)
{
  return stepping->is_table || tbk_steps_begin (&stepping->draw, title, stepping->output, error);
}

static gboolean
end_output (Stepping *stepping, const TableOptions *table, GError **error)
{
  return stepping->is_table ? grading_write (stepping->answers, stepping->students,
                                             stepping->by == BY_STUDENT, table, stepping->output, error)
                            : tbk_steps_end (&stepping->draw, stepping->output, error);
}

/* Writes the steps of all sentences. At the end answers that are wrong or missing are an error. */
static gboolean
run_stepping (Corpus *corpus, Stepping *stepping, GError **error)
{
  g_autofree char *title = make_page_title (corpus->paths);
  const TbkJob job = {
    .data = stepping,
    .worker_new = worker_new,
    .worker_free = worker_free,
    .work = work,
    .write = write_steps,
    .settle = settle,
  };
  g_autoptr (TbkSteps) steps = tbk_steps_new (stepping->system, stepping->policy, stepping->phrases, error);
  g_autoptr (TbkSequencer) sequencer = NULL;
  g_autoptr (TbkOutput) output = NULL;
  g_auto (TbkLeftOut) left_out = { 0 };

  /* Sequences are found by the sentence alone. */
  if (stepping->students != NULL && g_strv_length (corpus->paths) > 1)
    return options_refuse (error, "--grade: found %u FILEs, expected one", g_strv_length (corpus->paths));
  /* Steps as workers have them, so that errors are reported before anything is written. */
  if (steps == NULL || (stepping->draw.derivation > 0 && !steps_can_derive (steps, error))
      || (stepping->system != NULL && follows_gold (stepping)
          && (sequencer =
                  tbk_sequencer_new (stepping->system, NULL, stepping->order, stepping->followed, error))
                 == NULL))
    return FALSE;
  output = stepping->output = corpus_open_output (corpus, error);
  if (output == NULL || !begin_pages (stepping, error) || !begin_output (stepping, title, error)
      || !corpus_run (corpus, &job, NULL, &left_out, error)
      || !end_output (stepping, &corpus->given->table, error)
      || !(corpus_has_none (corpus, &left_out)
           || (check_page (stepping, error) && end_pages (stepping, error)))
      || !corpus_commit (corpus, &output, &left_out, error))
    return FALSE;
  if (stepping->students != NULL)
    grading_tell_unused (stepping->students);
  return judge (stepping, error);
}

/* 4. cmd_steps: the options of both kinds of trees. */

typedef enum { FORMAT_TEXT, FORMAT_HTML, FORMAT_TIKZ, FORMAT_TABLES } Format;

static const char *const formats[] = { "text", "html", "tikz", /* of tables: */ "tsv", "jsonl", "csv", NULL };

static const Option walk_entries[] = {
  { "walk", TEXT, AT (Steps, walk), "WALK",
    "Whose steps: gold: a sequence that builds the gold tree, or loses as few arcs as possible (default); "
    "explore:P: a random step with probability P, else the gold one; random; parser:MODEL: the steps of a "
    "trained parser" },
  { "seed", NUMBER_OR (1, G_MININT64, G_MAXINT64), AT (Steps, seed), "N",
    "Seed of random walks (default 1)" },
  OPTION_END,
};

static const Option phrase_entries[] = {
  { "system", TEXT, AT (Steps, system.system), "SYSTEM",
    "Transition system: " BRACKETS_SYSTEMS ", bottom-up:unary=1 to bottom-up:unary=8" },
  { "walk", TEXT, AT (Steps, walk), "WALK",
    "Whose steps: gold: the sequence that builds the gold tree (default); parser:MODEL: the steps of a trained "
    "parser" },
  OPTION_END,
};

static const Option grade_entries[] = {
  { "grade", PATHS, AT (Steps, grade), "FILE",
    "Grade the answers in FILE: show the first error per answer, its cost and the best transition there. A line is "
    "'en-06: SHIFT LEFT-ARC(nsubj)', or as 'tbk transitions' writes it. A FILE is of one student, whose name it has; or lines "
    "'# NAME' are above the answers of each student. Several FILEs: give the option again, or a folder. The status is 1 if an answer "
    "is wrong or missing" },
  { "by", CHOICE_OR (-1, bys), AT (Steps, by), "WHAT",
    "The rows of the table of points: sentence: each answer of each student (default); student: what the answers of each come to" },
  { "output-dir", OUTPUT_PATH, AT (Steps, into), "DIR",
    "With --grade: write a page for each student to DIR, and the table of points to --output" },
  OPTION_END,
};

static const Option format_entries[] = {
  { "format", CHOICE_OR (-1, formats), AT (Steps, format), "FORMAT",
    "text (default); html: a page to move through the steps, which loads nothing; tikz: a table for "
    "LaTeX, whose rows come one by one in beamer; to a file as slides that compile alone, where letters as Arabic or Chinese need lualatex and \\setmainfont{FONT}; with --grade tsv, csv or jsonl: a "
    "table of points. Default: by the name of --output, if it ends in .html, .tex, .tsv, .csv or .jsonl" },
  { "quiz", FLAG, AT (Steps, is_quiz), NULL,
    "In html: hide the costs until a transition is chosen, and count the right choices. In text and tikz: a worksheet with empty cells, and "
    "its solution" },
  { "derivation", TEXT_OR_EMPTY, AT (Steps, derivation), "FROM:STEP",
    "Instead: draw the transitions from number FROM on (default 1) as a derivation of the system's grammar, in columns, as Nederhof "
    "(2019) does; with a thick line from the node of transition STEP to the root. In text, html or tikz" },
  { "width", NUMBER (DRAWING_LEAST_WIDTH, DRAWING_MOST_WIDTH), AT (Steps, drawing.width), "COLUMNS",
    "The width of lines of text (default: the width of the terminal)" },
  OPTION_END,
};

/* Finds the system, and how sequences are found. */
static gboolean
find_system (Steps *given, gboolean of_brackets, Stepping *stepping, GError **error)
{
  const gboolean is_gold = given->grade == NULL && (given->walk == NULL || g_str_equal (given->walk, "gold"));

  stepping->followed = -1;
  if (of_brackets)
    return (stepping->phrases = brackets_get_system (given->system.system, error)) != NULL;
  stepping->order = given->sequence.order = system_take_order (&given->system.system);
  stepping->system = system_get_with_oracle (&given->system, TRUE, error);
  if (stepping->system == NULL)
    return FALSE;
  if (stepping->order != NULL && !is_gold)
    return options_refuse (error, "--system: order=%s needs --walk=gold", stepping->order);
  if (!sequence_get_policy (&given->sequence, stepping->system, &stepping->followed, error))
    return FALSE;
  stepping->policy = sequence_get_valued (&given->sequence, stepping->system);
  return TRUE;
}

/* Reads "", "FROM", or "FROM:STEP". */
static gboolean
get_derivation (const Steps *given, TbkDrawOptions *draw, GError **error)
{
  g_auto (GStrv) numbers = given->derivation == NULL ? NULL : g_strsplit (given->derivation, ":", 2);
  guint64 from = 1, step = 0;

  if (numbers == NULL)
    return TRUE;
  if ((numbers[0] != NULL && !g_ascii_string_to_unsigned (numbers[0], 10, 1, TBK_STEPS_MAX, &from, NULL))
      || (numbers[0] != NULL && numbers[1] != NULL
          && !g_ascii_string_to_unsigned (numbers[1], 10, from, TBK_STEPS_MAX, &step, NULL)))
    return options_refuse (
        error, "--derivation: found '%s', expected the number of a transition, or of two: 4 or 4:6",
        given->derivation);
  draw->derivation = (int) from;
  draw->derivation_step = (int) step;
  return TRUE;
}

/* Returns TRUE if the table of points is written: with pages, or if it is asked for. */
static gboolean
is_table (const Steps *given, const Corpus *corpus)
{
  const char *output = corpus->options.output;
  g_autofree char *lower = g_ascii_strdown (output != NULL ? output : "", -1);

  return given->into != NULL || given->by >= 0 || given->format >= FORMAT_TABLES
         || (given->grade != NULL && given->format < 0 && tbk_file_has_suffix (lower, table_suffixes));
}

/* Reads how the table is written, with pages of steps beside it or without. */
static gboolean
get_table (Steps *given, Corpus *corpus, Stepping *stepping, GError **error)
{
  if (given->grade == NULL)
    return options_refuse (error, "--format: found '%s', a format of points, expected --grade with it",
                           formats[given->format]);
  if (given->format >= 0 && given->format < FORMAT_TABLES)
    return options_refuse (error, "%s: found --format=%s, expected tsv, csv or jsonl for the table of points",
                           given->into != NULL ? "--output-dir" : "--by", formats[given->format]);
  if (given->drawing.width > 0)
    return options_refuse (error, "--width goes with --format=text, found a table");
  stepping->draw.format = given->into != NULL ? TBK_DRAW_HTML : TBK_DRAW_TEXT;
  stepping->is_table = TRUE;
  if (given->into != NULL)
    corpus->options.n_threads = 1; /* sentences come on each page in order */
  given->corpus.table.given_format =
      given->format < 0 ? 0 : TBK_TABLE_TSV + 1 + given->format - FORMAT_TABLES;
  stepping->by = given->by == BY_STUDENT ? BY_STUDENT : BY_SENTENCE;
  return table_check (&given->corpus, grading_columns (stepping->by == BY_STUDENT), error);
}

/* Reads how it is drawn, and the selection, which has a default on a terminal. */
static gboolean
get_drawing (Steps *given, Corpus *corpus, Stepping *stepping, GError **error)
{
  TbkDrawOptions *draw = &stepping->draw;
  DrawingGiven drawing = given->drawing;
  int default_max;

  if (is_table (given, corpus))
    return get_table (given, corpus, stepping, error);
  drawing.format = given->format < 0 ? -1
                                     : (int) (const TbkDrawFormat[]){ TBK_DRAW_TEXT, TBK_DRAW_HTML,
                                                                      TBK_DRAW_TIKZ }[given->format];
  if (!table_check_not_sorted (&given->corpus.table, "--format=text and html", NULL, error)
      || !drawing_complete (corpus, &drawing, -1,
                            given->grade == NULL ? ".html, .tex"
                                                 : ".html, .tex, or for points .tsv, .jsonl, .csv",
                            draw, error))
    return FALSE;
  draw->is_quiz = given->is_quiz;
  if (!get_derivation (given, draw, error))
    return FALSE;
  draw->is_document = corpus->options.output != NULL;
  if (given->grade != NULL && draw->format == TBK_DRAW_TIKZ)
    return options_refuse (error, "--grade goes with text, html or a table, found --format=tikz");
  if (drawing.width > 0 && draw->format != TBK_DRAW_TEXT)
    return options_refuse (error, "--width goes with --format=text, found %s", drawing_formats[draw->format]);
  default_max = drawing_default_max (corpus, draw);
  if (default_max > 0)
    corpus->options.selection = selection_set_default_max (&corpus->selection, default_max);
  return TRUE;
}

/* Names the page of each student, by the name of the student; names that differ only in signs that files cannot have are
 * refused. */
static gboolean
name_pages (const Stepping *stepping, const char *into, GPtrArray *pages, GError **error)
{
  g_autoptr (GHashTable) met = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint s = 0; stepping->students != NULL && into != NULL && s < stepping->students->len; s++) {
    GradedStudent *student = stepping->students->pdata[s];
    g_autofree char *name = g_strconcat (student->name, ".html", NULL);

    for (char *at = name; *at != '\0'; at++)
      if (g_ascii_iscntrl (*at) || *at == '/' || (at == name && *at == '.'))
        *at = '_';
    student->path = g_build_filename (into, name, NULL);
    if (!g_hash_table_add (met, student->path))
      return options_refuse (error,
                             "--output-dir: found two students for the page %s, expected names that differ",
                             student->path);
    g_ptr_array_add (pages, student->path);
  }
  g_ptr_array_add (pages, NULL);
  return TRUE;
}

static gboolean
make_folder (const char *into, GError **error)
{
  if (into == NULL || g_mkdir_with_parents (into, 0777) == 0)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: %s", into, g_strerror (errno));
  return FALSE;
}

static gboolean
run (Steps *given, Corpus *corpus, GError **error)
{
  g_auto (Stepping) stepping = { .system = NULL };
  g_autoptr (GPtrArray) pages = g_ptr_array_new ();

  g_mutex_init (&stepping.counting);
  if (!corpus_find_files (corpus, error) || !get_drawing (given, corpus, &stepping, error)
      || !find_system (given, corpus->source->is_of_brackets, &stepping, error)
      || !read_given (&stepping, given, error) || !name_pages (&stepping, given->into, pages, error)
      || !make_folder (given->into, error)
      || !corpus_check_files (corpus, NULL, (const char *const *) pages->pdata, error)
      || !run_stepping (corpus, &stepping, error))
    return FALSE;
  if (!stepping.is_table)
    drawing_tell_number (corpus, &stepping.draw, stepping.n_drawn, "no tree was drawn");
  return TRUE;
}

static gboolean
steps (gpointer values, const Source *source, GError **error)
{
  Steps *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };

  return corpus_init (&corpus, &given->corpus, source, FALSE, error) && run (given, &corpus, error)
         && brackets_tell_losses (&corpus);
}

static const OptionGroup groups[] = {
  OPTION_GROUP_AT ("Which system", system_entries, Steps, system),
  OPTION_GROUP ("Which steps", walk_entries),
  OPTION_GROUP ("Which steps", grade_entries),
  OPTION_GROUP_AT ("Which steps", sequence_entries, Steps, sequence),
  OPTION_GROUP ("Output", format_entries),
  OPTION_GROUP ("Output", table_rows_entries),
  OPTION_GROUP_AT ("Output", drawing_color_entries, Steps, drawing),
  OPTION_GROUP ("Output", output_entries),
  SELECTION_GROUP,
  INPUT_GROUPS (corpus_format_entries, corpus_input_entries),
  CORPUS_END_GROUPS,
};

static const OptionGroup phrase_groups[] = {
  OPTION_GROUP ("Which steps", phrase_entries),
  OPTION_GROUP ("Which steps", grade_entries),
  OPTION_GROUP ("Output", format_entries),
  OPTION_GROUP ("Output", table_rows_entries),
  OPTION_GROUP_AT ("Output", drawing_color_entries, Steps, drawing),
  OPTION_GROUP ("Output", output_entries),
  SELECTION_GROUP,
  BRACKETS_INPUT_GROUPS (corpus_on_error_entries),
  CORPUS_END_GROUPS,
};

static const OptionRule rules[] = {
  { "seed", "walk=random walk=explore:*" },
  { "output-dir by", "grade" },
  { "quiz derivation walk", "!grade" },
  { "derivation", "!quiz" },
  { "width", "!derivation" },
  { "quiz", "walk= walk=gold" },
  { NULL, NULL },
};

static const Form conllu = { .groups = groups, .rules = rules, .size = sizeof (Steps), .run = steps };

static const Form brackets = {
  .groups = phrase_groups, .rules = rules, .size = sizeof (Steps), .is_of_brackets = TRUE, .run = steps
};

const Command cmd_steps = { .name = "steps", .conllu = &conllu, .brackets = &brackets };
