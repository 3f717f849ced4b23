/* cmd_repair.c - tbk repair: CoNLL-U in, CoNLL-U out in which every sentence has a tree.
 *
 * A sentence goes through these steps, and is written as it is if none of them changes a head:
 *
 *   count_from_0()      with --from-zero: HEAD 0 is word 1, and the root word has itself
 *   find_tree()         the tree nearest to the heads, and for each changed head the reason
 *   follow_findings()   with --test: words are attached as the check proposes
 *   check_marks()       marks of an earlier change must be restored first
 *   write               the new heads with marks of the old ones, or suggestions in MISC
 *
 * Counts are kept by file and by thread: of the file in hand, which may still be left out, and of all that
 * stay.
 */
#include "all_commands.h"
#include "base/base.h"
#include "base/room.h"
#include "check/check.h"
#include "commands/commands.h"
#include "conllu/conllu.h"
#include "options/options.h"
#include "tbk/check.h"
#include "tbk/tree.h"

/* Why heads change: the tests of heads, that the tree is to be projective, that words were counted from 0, then the tests of
 * findings. */
enum {
  IS_NOT_PROJECTIVE = TBK_CHECK_NON_TREE - TBK_CHECK_INVALID_HEAD + 1,
  FROM_ZERO,
  FIRST_FINDING,
  N_REASONS = FIRST_FINDING + TBK_CHECK_INCONSISTENT_TREE /* which re-attaches nothing */
};

/* Counts of the file, of what changed, by reason. */
enum { SENTENCES, WORDS, REPAIRED, HEADS, RELATIONS, REASONS, N_COUNTS = REASONS + N_REASONS };

enum { MARK_ORIG, MARK_NONE };

static const char *const roots[] = { "single", "any", NULL };
static const char *const marks[] = { "orig", "none", NULL };

/* Sentences of a file whose heads are trees if they count from 0, others, and of the former those that are none as they are. */
typedef struct {
  gint64 n_from_0, n_others, n_broken;
} FromZero;

/* The command, with what its threads find. */
typedef struct {
  CorpusGiven corpus;
  int root, mark;
  gboolean is_projective, suggests, from_zero;
  gint64 max_core;
  const char *summary, *like, *tests;

  TbkRepairOptions options;
  guint findings;       /* the tests whose findings are followed, a set */
  TbkRepairCosts costs; /* with --like */
  gint64 counts[N_COUNTS];
  int first_file; /* of the first sentence repaired, and its name and line; G_MAXINT if there was none */
  gint64 first_line;
  char *first_name;
  GArray *files; /* of FromZero, by file, as far as sentences were found */
} Repair;

static const Option entries[] = {
  { "root", CHOICE (roots), AT (Repair, root), "ROOT",
    "single (default): one word has HEAD 0; any: several words may" },
  { "projective", FLAG, AT (Repair, is_projective), NULL, "The tree is projective as well" },
  { "limit=core", NUMBER (1, 4095), AT (Repair, max_core), "N",
    "The maximum number of words of a sentence in crossings or cycles (default 1000)" },
  { "like", PATH, AT (Repair, like), "FILE",
    "Count in the trees of this treebank which heads are likely, instead of a table made from 16 treebanks of Universal "
    "Dependencies. A few hundred sentences of the same language and annotation are best, fewer may help" },
  { "test", TEXT, AT (Repair, tests), "TEST,...",
    "Then attach words as 'tbk check' proposes, where these tests find something: names, the beginnings of names (punct), or "
    "levels (error, warning, note), with commas between them" },
  { "from-zero", FLAG, AT (Repair, from_zero), NULL,
    "HEAD counts words from 0 and the root has itself, as in spaCy: read and write 1 more, and 0" },
  { "suggest", FLAG, AT (Repair, suggests), NULL,
    "Change no head: write CheckHead=N to MISC of words that should have the head N, and remove older suggestions" },
  { "mark", CHOICE (marks), AT (Repair, mark), "MARK",
    "orig (default): write the old HEAD and DEPREL to MISC, as GivenHead= and GivenDeprel=, and in DEPS if the "
    "arc is there, as GivenDeps=; 'tbk restore' restores it. none: write no mark" },
  OPTION_END,
};

static const Option summary_entries[] = {
  { "summary", WRITTEN_PATH, AT (Repair, summary), "FILE",
    "Write a table of the repairs: for each file the sentences repaired, the heads and relations changed, and why" },
  OPTION_END,
};

typedef struct {
  Repair *command;
  TbkRepairer *repairer;
  TbkChecker *checker;
  TbkCheckWord *words;
  const int *given;                     /* heads by word: those of the sentence, or in `counted` */
  int *counted, *heads, *way, *reasons; /* by word; reasons of those whose heads change */
  Room room;                            /* of these arrays, but not of `given` */
  TbkTree *tree;
  GArray *files;           /* of FromZero */
  gint64 counts[N_COUNTS]; /* of the file in hand, since the last flush; and of all */
  gint64 all[N_COUNTS];
  int first_file;
  gint64 first_line;
  char *first_name;
} Worker;

static gpointer
worker_new (gpointer command)
{
  Worker *worker = g_new0 (Worker, 1);

  worker->command = command;
  worker->repairer = tbk_repairer_new (&worker->command->options);
  worker->checker = tbk_checker_new (NULL);
  tbk_checker_set_tests (worker->checker, worker->command->findings);
  worker->first_file = G_MAXINT;
  worker->tree = tbk_tree_new ();
  worker->files = g_array_new (FALSE, TRUE, sizeof (FromZero));
  return worker;
}

/* Adds @more to the counts of file @number. */
static void
add_file (GArray *files, guint number, const FromZero *more)
{
  FromZero *of;

  if (files->len <= number)
    g_array_set_size (files, number + 1);
  of = &g_array_index (files, FromZero, number);
  of->n_from_0 += more->n_from_0;
  of->n_others += more->n_others;
  of->n_broken += more->n_broken;
}

/* Threads end in any order; the first sentence is that of the first file, and in it of the first line. */
static void
worker_free (gpointer data)
{
  Worker *worker = data;
  Repair *command = worker->command;

  for (int c = 0; c < N_COUNTS; c++)
    command->counts[c] += worker->all[c];
  if (worker->first_file < command->first_file
      || (worker->first_file == command->first_file && worker->first_line < command->first_line)) {
    g_free (command->first_name);
    command->first_name = g_steal_pointer (&worker->first_name);
    command->first_file = worker->first_file;
    command->first_line = worker->first_line;
  }
  for (guint f = 0; f < worker->files->len; f++)
    add_file (command->files, f, &g_array_index (worker->files, FromZero, f));
  g_array_unref (worker->files);
  tbk_tree_free (worker->tree);
  tbk_repairer_free (worker->repairer);
  tbk_checker_free (worker->checker);
  room_clear (&worker->room);
  g_free (worker->first_name);
  g_free (worker);
}

/* Marks need MISC, findings look at relations. */
static gboolean
check_file (gpointer data, gconstpointer reader, GError **error)
{
  const Repair *command = data;
  const char *name = tbk_input_name (tbk_conllu_reader_input (reader));

  if (command->findings != 0 && !tbk_conllu_reader_has_column (reader, TBK_COLUMN_DEPREL)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "%s:1: found the columns %s, expected DEPREL among them for --test", name,
                 tbk_conllu_reader_columns (reader));
    return FALSE;
  }
  if ((command->mark == MARK_NONE && !command->suggests)
      || tbk_conllu_reader_has_column (reader, TBK_COLUMN_MISC))
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:1: a column MISC was expected for the %s", name,
               command->suggests ? "suggestions" : "marks; --mark=none makes none");
  return FALSE;
}

static gboolean
reserve (Worker *worker, int n, GError **error)
{
  return ROOM_RESERVE (&worker->room, n + 1, ARRAY (worker->words), ARRAY (worker->counted),
                       ARRAY (worker->heads), ARRAY (worker->way), ARRAY (worker->reasons))
         || memory_fail (error, "a sentence of %d words", n);
}

static void
read_words (Worker *worker, const TbkConlluSentence *sentence)
{
  const char *position = NULL;
  TbkConlluLine line;

  while (tbk_conllu_sentence_next_line (sentence, &position, &line))
    if (line.kind == TBK_LINE_WORD)
      worker->words[line.first] = (TbkCheckWord){ .form = line.fields[TBK_COLUMN_FORM],
                                                  .upos = line.fields[TBK_COLUMN_UPOS],
                                                  .deprel = line.fields[TBK_COLUMN_DEPREL] };
}

/* Sets `counted` to the heads if they count from 0: 1 more, but 0 for the word itself, and -1 for none.
 * Numbers are read from the fields, since the reader only knows heads that count from 1. */
static void
count_from_0 (Worker *worker, const TbkConlluSentence *sentence)
{
  worker->counted[0] = -1;
  for (int word = 1; word <= sentence->n; word++) {
    const TbkPiece field = tbk_conllu_sentence_field (sentence, word, TBK_COLUMN_HEAD);
    int head = 0;

    for (gsize i = 0; i < field.size && head >= 0; i++)
      head = g_ascii_isdigit (field.bytes[i]) && head < sentence->n ? 10 * head + field.bytes[i] - '0' : -1;
    worker->counted[word] = field.size == 0 || head < 0 || head >= sentence->n ? -1
                            : head + 1 == word                                 ? 0
                                                                               : head + 1;
  }
}

/* Counts whether the heads of a sentence make a tree if they count from 0. One that do not show that of the file. */
static void
note_from_0 (Worker *worker, const TbkEntry *entry)
{
  const TbkConlluSentence *sentence = entry->sentence;
  const guint number = (guint) entry->file_number;
  FromZero found = { 0 };

  if (worker->command->from_zero
      || (number < worker->files->len && g_array_index (worker->files, FromZero, number).n_others > 0))
    return;
  count_from_0 (worker, sentence);
  found.n_from_0 = tbk_tree_set (worker->tree, worker->counted, sentence->n, NULL);
  found.n_others = !found.n_from_0;
  found.n_broken = found.n_from_0 && sentence->is_broken;
  add_file (worker->files, number, &found);
}

/* Returns TRUE if the heads are the tree that is asked for. */
static gboolean
is_solved (const Repair *command, const TbkConlluSentence *sentence)
{
  return !command->from_zero && !sentence->is_broken && (command->root != 0 || sentence->n_roots == 1)
         && (!command->is_projective || sentence->is_projective);
}

/* Sets way[w] to the word from which w was met first on the way up, or to -1 where w is on a cycle: that is
 * met when the way comes back to itself. Each word is met twice at most, so O(n). */
static void
find_cycles (Worker *worker, const TbkConlluSentence *sentence)
{
  int *way = worker->way;

  memset (way, 0, ((gsize) sentence->n + 1) * sizeof (int));
  for (int word = 1; word <= sentence->n; word++) {
    int w = word;

    for (; w > 0 && way[w] == 0; w = worker->given[w])
      way[w] = word;
    for (; w > 0 && way[w] == word; w = worker->given[w])
      way[w] = -1;
  }
}

/* Returns why the head of a word changes, for the sentence to have the tree that is asked for. @n_roots:
 * given. The first that holds of: it counts from 0, it is no word, it is on a cycle, it is one root of
 * several; else the tree was not projective. */
static int
find_reason (const Worker *worker, const TbkConlluSentence *sentence, int n_roots, int word)
{
  const int head = worker->given[word];

  if (worker->command->from_zero && head == worker->heads[word])
    return FROM_ZERO;
  if (head < 0)
    return (int) check_test_of_head (tbk_conllu_sentence_field (sentence, word, TBK_COLUMN_HEAD), word)
           - TBK_CHECK_INVALID_HEAD;
  if (worker->way[word] < 0)
    return TBK_CHECK_NON_TREE - TBK_CHECK_INVALID_HEAD;
  return head == 0 && worker->command->root == 0 && n_roots > 1
             ? TBK_CHECK_MULTIPLE_ROOTS - TBK_CHECK_INVALID_HEAD
             : IS_NOT_PROJECTIVE;
}

/* Sets the heads to those of the tree that is asked for, and why they change. */
static gboolean
find_tree (Worker *worker, const TbkConlluSentence *sentence, GError **error)
{
  int n_roots = 0;

  worker->given = sentence->heads;
  if (worker->command->from_zero) {
    count_from_0 (worker, sentence);
    worker->given = worker->counted;
  }
  if (is_solved (worker->command, sentence)) {
    memcpy (worker->heads, sentence->heads, ((gsize) sentence->n + 1) * sizeof (int));
    return TRUE;
  }
  if (!tbk_repair (worker->repairer, worker->given, worker->words, sentence->n, worker->heads, NULL, error))
    return FALSE;
  find_cycles (worker, sentence);
  for (int word = 1; word <= sentence->n; word++)
    n_roots += worker->given[word] == 0;
  for (int word = 1; word <= sentence->n; word++)
    worker->reasons[word] = find_reason (worker, sentence, n_roots, word);
  return TRUE;
}

/* Attaches words of that tree as the check proposes. A word that changed before keeps its reason. */
static gboolean
follow_findings (Worker *worker, const TbkConlluSentence *sentence, GError **error)
{
  TbkFindings found;

  if (worker->command->findings == 0)
    return TRUE;
  if (!tbk_check_findings (worker->checker, worker->heads, worker->words, sentence->n, &found, error))
    return FALSE;
  for (int f = 0; f < found.n_findings; f++) {
    const int word = found.findings[f].word;

    if (worker->heads[word] == worker->given[word])
      worker->reasons[word] = FIRST_FINDING + (int) found.findings[f].test;
  }
  memcpy (worker->heads, found.heads, ((gsize) sentence->n + 1) * sizeof (int));
  return TRUE;
}

/* Counts the heads that change; returns how many. */
static int
count_changes (Worker *worker, const TbkConlluSentence *sentence)
{
  int n = 0;

  for (int word = 1; word <= sentence->n; word++)
    if (worker->heads[word] != sentence->heads[word]) {
      worker->counts[REASONS + worker->reasons[word]]++;
      n++;
    }
  worker->counts[HEADS] += n;
  worker->counts[REPAIRED] += n > 0;
  return n;
}

/* Keeps the place of the first sentence that changes. */
static void
note_place (Worker *worker, const TbkEntry *entry)
{
  if (entry->file_number > worker->first_file
      || (entry->file_number == worker->first_file && entry->line > worker->first_line))
    return;
  g_free (worker->first_name);
  worker->first_name = g_strdup (entry->file);
  worker->first_file = entry->file_number;
  worker->first_line = entry->line;
}

/* Appends a sentence as it is, but where there are suggestions of before to remove. */
static void
write_unchanged (const Worker *worker, const TbkConlluSentence *sentence, TbkText *text)
{
  const gboolean removes = worker->command->suggests && !sentence->has_marks;

  tbk_conllu_sentence_write (sentence, removes ? sentence->heads : NULL,
                             removes ? TBK_MARK_CHECK : TBK_MARK_NONE, text);
}

/* Checks that there are no marks, to which others could not be added: they say what was there when they were written. */
static gboolean
check_marks (const Repair *command, const TbkConlluSentence *sentence, GError **error)
{
  gboolean has_more;
  const MarkLayer layer = conllu_sentence_last_layer (sentence, &has_more);

  if (!sentence->has_marks && (layer < MARK_LAYER_NEAREST || command->suggests))
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "found %s in MISC, expected no such marks; run 'tbk restore' first",
               layer == MARK_LAYER_NEAREST ? "GivenHead=" : "OrigHead= or ProjHead=");
  return FALSE;
}

/* Appends a sentence of which heads may change. */
static gboolean
repair_sentence (Worker *worker, const TbkEntry *entry, TbkText *text, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;

  read_words (worker, sentence);
  if (!find_tree (worker, sentence, error) || !follow_findings (worker, sentence, error))
    return FALSE;
  if (count_changes (worker, sentence) == 0) {
    write_unchanged (worker, sentence, text);
    return TRUE;
  }
  if (!check_marks (worker->command, sentence, error))
    return FALSE;
  if (worker->command->suggests)
    tbk_conllu_sentence_write (sentence, worker->heads, TBK_MARK_CHECK, text);
  else
    worker->counts[RELATIONS] +=
        tbk_conllu_sentence_write_nearest (sentence, worker->heads, worker->command->mark == MARK_ORIG, text);
  note_place (worker, entry);
  return TRUE;
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;
  Worker *worker = data;

  (void) tally;
  if (!reserve (worker, sentence->n, error))
    return tbk_entry_fail (entry, error);
  note_from_0 (worker, entry);
  if (is_solved (worker->command, sentence) && (worker->command->findings == 0 || sentence->is_projective))
    write_unchanged (worker, sentence, text);
  else if (!repair_sentence (worker, entry, text, error))
    return tbk_entry_fail (entry, error);
  worker->counts[SENTENCES]++;
  worker->counts[WORDS] += sentence->n;
  return TRUE;
}

/* The file is complete: its counts become part of all. */
static void
flush (gpointer data, TbkTally *tally)
{
  Worker *worker = data;

  if (tally != NULL)
    tbk_tally_add (tally, 0, NULL, worker->counts);
  for (int c = 0; c < N_COUNTS; c++)
    worker->all[c] += worker->counts[c];
  memset (worker->counts, 0, sizeof worker->counts);
}

static const char *
reason_name (int reason)
{
  return reason < IS_NOT_PROJECTIVE    ? tbk_check_test_name (TBK_CHECK_INVALID_HEAD + (guint) reason)
         : reason == IS_NOT_PROJECTIVE ? "non-projective"
         : reason == FROM_ZERO         ? "from-zero"
                                       : tbk_check_test_name ((guint) (reason - FIRST_FINDING));
}

/* Reports the files whose heads seem to count from 0. */
static void
tell_from_0 (const Repair *command, char *const *paths)
{
  const char *first = NULL;
  gint64 n_sentences = 0;
  int n_files = 0;

  for (guint f = 0; f < command->files->len; f++) {
    const FromZero *file = &g_array_index (command->files, FromZero, f);

    if (file->n_broken == 0 || file->n_others > 0)
      continue;
    first = first != NULL ? first : paths[f];
    n_sentences += file->n_from_0;
    n_files++;
  }
  if (n_files > 0)
    tool_message ("%s%s: %s if HEAD counts words from 0, as in spaCy; --from-zero reads %s so",
                  n_files > 1 ? "several files, the first: " : "", input_shown_name (first),
                  n_sentences == 1 ? "the sentence is a tree" : "all sentences are trees",
                  n_sentences == 1 ? "it" : "them");
}

/* Says what was repaired, the most frequent reason first. */
static void
tell (const Repair *command)
{
  const gint64 *counts = command->counts;
  g_autoptr (GString) reasons = g_string_new (NULL);
  gboolean is_told[N_REASONS] = { FALSE };

  if (counts[REPAIRED] == 0) {
    tool_message ("0 sentences %s, 0 heads %s", command->suggests ? "to repair" : "repaired",
                  command->suggests ? "suggested" : "changed");
    return;
  }
  /* The most frequent reason that is not reported yet, until there is none: of a few reasons that needs no
   * sorting. */
  for (;;) {
    int most = -1;

    for (int r = 0; r < N_REASONS; r++)
      if (!is_told[r] && counts[REASONS + r] > 0
          && (most < 0 || counts[REASONS + r] > counts[REASONS + most]))
        most = r;
    if (most < 0)
      break;
    is_told[most] = TRUE;
    g_string_append_printf (reasons, "%s%" G_GINT64_FORMAT " [%s]", reasons->len > 0 ? ", " : "",
                            counts[REASONS + most], reason_name (most));
  }
  tool_message ("%" G_GINT64_FORMAT " sentence%s %s, %" G_GINT64_FORMAT
                " head%s %s: %s; the first: %s:%" G_GINT64_FORMAT,
                counts[REPAIRED], counts[REPAIRED] == 1 ? "" : "s",
                command->suggests ? "to repair" : "repaired", counts[HEADS], counts[HEADS] == 1 ? "" : "s",
                command->suggests ? "suggested" : "changed", reasons->str, command->first_name,
                command->first_line);
}

static const TbkTallyColumn tally_columns[] = {
  { .name = "sentences" },
  { .name = "words" },
  { .name = "repaired_sentences" },
  { .name = "changed_heads" },
  { .name = "changed_relations" },
  { .name = "invalid_head" },
  { .name = "unknown_head" },
  { .name = "head_self_loop" },
  { .name = "multiple_roots" },
  { .name = "non_tree" },
  { .name = "non_projective" },
  { .name = "from_zero" },
  { .name = "punct_is_nonproj" },
  { .name = "punct_causes_nonproj" },
  { .name = "function_head_nonproj" },
  { .name = "cc_nonproj" },
  { .name = "is_nonproj" },
  { .name = "causes_nonproj" },
};
static const TbkTallySection tally_sections[] = {
  { .name = "files", .columns = tally_columns, .n_columns = N_COUNTS }
};
static const TbkTallyLayout tally_layout = { .kind = "repair", .sections = tally_sections, .n_sections = 1 };

G_STATIC_ASSERT (G_N_ELEMENTS (tally_columns) == N_COUNTS);

static gboolean
write_row (const char *name, const gint64 *counts, TbkTable *table, GError **error)
{
  tbk_table_string (table, name);
  for (int c = 0; c < N_COUNTS; c++)
    tbk_table_integer (table, counts != NULL ? counts[c] : 0);
  return tbk_table_end_row (table, error);
}

/* A row for each file that was done, and the total where there are several. */
static gboolean
write_summary (const TbkTallies *tallies, TbkTable *table, GError **error)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);
  int n_rows = 0;

  for (int f = 0; f < tbk_tallies_n_files (tallies); f++) {
    const TbkTally *tally = tbk_tallies_get (tallies, f);

    if (tally == NULL)
      continue;
    if (!write_row (tbk_tallies_name (tallies, f), tbk_tally_get (tally, 0, NULL), table, error))
      return FALSE;
    n_rows++;
  }
  return (n_rows < 2 || write_row ("TOTAL", tbk_tally_get (total, 0, NULL), table, error))
         && tbk_table_end (table, error);
}

/* Runs the command with a table beside it of the files that were done. */
static gboolean
run_with_summary (Corpus *corpus, const TbkJob *job, const char *summary, TbkTableFormat format,
                  GError **error)
{
  const char *columns[N_COUNTS + 2] = { "file" };
  g_autoptr (TbkTallies) tallies = tbk_tallies_new (job->layout, (const char *const *) corpus->paths, NULL);
  g_autoptr (TbkOutput) output = tbk_output_open (summary, 0, error);
  g_autoptr (TbkTable) table = NULL;
  g_auto (TbkLeftOut) left_out = { 0 };

  if (output == NULL)
    return FALSE;
  for (int c = 0; c < N_COUNTS; c++)
    columns[c + 1] = tally_columns[c].name;
  table = tbk_table_new (output, format, columns);
  return corpus_run (corpus, job, tallies, &left_out, error) && write_summary (tallies, table, error)
         && corpus_commit (corpus, &output, &left_out, error);
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("Which tree, and which marks", entries),
  SELECTION_GROUP,
  OPTION_GROUP ("Output", corpus_output_entries),
  OPTION_GROUP ("Output", summary_entries),
  INPUT_GROUPS (corpus_conll_entries, corpus_pass_input_entries),
  CORPUS_END_GROUPS,
};

/* Counts costs in the trees of a treebank. */
static gboolean
count_costs (Repair *command, GError **error)
{
  Worker *worker = worker_new (command);
  TbkRepairCounts counts = { 0 };
  g_auto (TbkCursor) cursor = { 0 };
  gint64 n_trees = 0;
  gboolean done = tbk_cursor_open (&cursor, tbk_conllu_format (), command->like, NULL, error);

  while (done && (done = tbk_cursor_next_sentence (&cursor, error)) && !cursor.is_at_end) {
    const TbkConlluSentence *sentence = cursor.entry.sentence;

    done = cursor_check (&cursor, error) && reserve (worker, sentence->n, error);
    if (!done)
      break;
    read_words (worker, sentence);
    done =
        tbk_repair_counts_add (&counts, worker->repairer, sentence->heads, worker->words, sentence->n, error);
    n_trees++;
  }
  worker_free (worker);
  if (done && n_trees == 0) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s: no sentence found, trees were expected",
                 command->like);
    return FALSE;
  }
  tbk_repair_costs_from (&command->costs, &counts);
  return done;
}

static const OptionRule rules[] = { { "limit=core", "projective" },
                                    { "test", "!projective" },
                                    { "mark", "!suggest" },
                                    { "from-zero", "!suggest" },
                                    { NULL, NULL } };

static gboolean
repair (gpointer values, const Source *source, GError **error)
{
  Repair *command = values;
  g_auto (Corpus) corpus = { .given = &command->corpus };
  const TbkJob job = { .data = command,
                       .layout = command->summary != NULL ? &tally_layout : NULL,
                       .writes_corpus = TRUE,
                       .keeps_others = TRUE,
                       .takes_any_heads = TRUE,
                       .worker_new = worker_new,
                       .worker_free = worker_free,
                       .check_file = check_file,
                       .work = work,
                       .flush = flush };
  g_autoptr (GArray) files = g_array_new (FALSE, TRUE, sizeof (FromZero));
  TbkTableFormat format;
  gboolean done;

  command->options = (TbkRepairOptions){ .root = command->root != 0 ? TBK_ROOT_ANY : TBK_ROOT_SINGLE,
                                         .is_projective = command->is_projective,
                                         .max_core = (int) command->max_core,
                                         .max_core_name = "--limit=core" };
  command->first_file = G_MAXINT;
  command->files = files;
  if (command->tests != NULL && !tests_find (command->tests, TBK_CHECKS_OF_A_TREE, &command->findings, error))
    return FALSE;
  if (!corpus_init (&corpus, &command->corpus, source, TRUE, error) || !corpus_find_files (&corpus, error)
      || !corpus_check_files (&corpus, NULL, NULL, error)
      || !table_find_format ("summary", command->summary, 0, &format, error)
      || (command->like != NULL && !count_costs (command, error)))
    return FALSE;
  command->options.costs = command->like != NULL ? &command->costs : NULL;
  done = command->summary != NULL ? run_with_summary (&corpus, &job, command->summary, format, error)
                                  : corpus_run (&corpus, &job, NULL, NULL, error);
  if (done) {
    tell_from_0 (command, corpus.paths);
    tell (command);
  }
  g_free (command->first_name);
  return done;
}

static const Form form = { .groups = groups, .rules = rules, .size = sizeof (Repair), .run = repair };

const Command cmd_repair = { .name = "repair", .conllu = &form };
