/* cmd_convert.c - tbk convert: files with columns, head vectors and tags, in another format.
 *
 * Contents
 *   1. options: into which format, and how trees become tags
 *   2. workers: what a thread has, and what it counts
 *   3. tags: the tree of a sentence as tags
 *   4. sentences: a sentence of any format in any other
 *   5. convert: messages, checks of options, and the run
 */
#include "commands/commands.h"
#include "projectivize/projectivize.h"

#include <string.h>

#include "all_commands.h"
#include "base/base.h"
#include "base/room.h"
#include "options/options.h"
#include "tbk/conllu.h"
#include "tbk/corpus.h"
#include "tbk/tags.h"

/* 1. options: into which format, and how trees become tags. */

/* Counts of what happened to trees on their way to tags, and to tags on their way to trees. */
typedef struct {
  gint64 sentences, trees, arcs; /* sentences; those whose tree was made projective, and the arcs moved */
  gint64 left_out;               /* sentences whose tree the encoding cannot write */
  gint64 changed, words;         /* sentences with changed tags or heads, and these */
  gint64 read_words;             /* words whose tags were read */
} TagLosses;

typedef struct {
  CorpusGiven corpus;
  int format; /* of format_at(), from 1; 0: the name of the output says it */
  gboolean replaces_blanks;
  int encoding, mark;
  int trees; /* -1 if it is not given */
  TbkPseudoProjectiveOptions marking;
  TiesGiven ties;
  TbkTagColumns columns;
  const char *column_names;

  const TbkConversion *to;
  const TbkTagEncoding *tags; /* NULL: there are none */
  GMutex lock;
  TbkConversionLosses losses; /* of workers that are freed */
  TagLosses tag_losses;
} Convert;

static const char *const ways[] = { "refuse", "replace", NULL };
static const char *const input_names[] = {
  "conllu", "conllx", "conll09", "heads", "encoded", "brackets", NULL
};
/* In the order of TbkTrees. */
static const char *const trees[] = { "all", "projectivized", "projective", NULL };

/* Tags are no format of tbk/conllu.h: which tags a tree has depends on the encoding. */
static const char *const tags_suffixes[] = { ".tags", NULL };
static const TbkConversion tags_conversion = { .name = "encoded", .suffixes = tags_suffixes };

static const TbkConversion *
format_at (int i)
{
  const TbkConversion *conversion = tbk_conversion_at (i);

  return conversion == NULL && (i == 0 || tbk_conversion_at (i - 1) != NULL) ? &tags_conversion : conversion;
}

static const char *
conversion_name (int i)
{
  const TbkConversion *conversion = format_at (i);

  return conversion == NULL ? NULL : conversion->name;
}

static const char *
encoding_name (int i)
{
  const TbkTagEncoding *encoding = tbk_tag_encoding_at (i);

  return encoding == NULL ? NULL : encoding->name;
}

static const Option entries[] = {
  { "to", CHOICE_AT (1, conversion_name), AT (Convert, format), "FORMAT",
    "conllu: CoNLL-U; conllx: CoNLL-X, 2006; heads: head vectors, the heads of each tree on a line, as LAL reads them; "
    "encoded: sequence labelling: form, tag and relation of each word, for taggers. Default: by the ending of --output, else conllu. "
    "Names of files in --output-dir end in .conllu, .conllx, .heads or .tags" },
  { "blanks", CHOICE (ways), AT (Convert, replaces_blanks), "RULE",
    "Blanks in fields, which CoNLL-X does not allow: refuse the sentence (default); replace them by _" },
  OPTION_END,
};

static const Option tag_entries[] = {
  { "encoding", CHOICE_AT (1, encoding_name), AT (Convert, encoding), "ENCODING",
    "The encoding of trees as tags. 4-bit, hierarchical and hexatags are for projective trees. Any tags are read as a tree, "
    "except ill-formed tags of these three over 1000 words; a message counts the changed words" },
  { "columns", TEXT, AT (Convert, column_names), "NAME,...",
    "Columns of the file of tags, read or written (default form,tag,deprel). Default with relative-upos: "
    "form,upos,tag,deprel. Names: form, lemma, upos, xpos, feats, tag, deprel, and _ for one that is ignored. The last one can be missing if it is deprel" },
  { "joint", FLAG, AT (Convert, columns.is_joint), NULL,
    "Tag and relation are one column: 0100:nsubj. For taggers that learn one tag a word" },
  { "trees", CHOICE_OR (-1, trees), AT (Convert, trees), "TREES",
    "Trees that the encoding cannot write: projectivized: make them projective first; projective: leave them out; all: "
    "refuse them. Default: projectivized for encodings of projective trees, all for the others" },
  { "mark", CHOICE (marks_or_none), AT (Convert, mark), "MARK",
    "Trees that are made projective: none, keep the most arcs (default); head, path, headpath: lift words and mark "
    "their relations. 'tbk restore' reads these marks" },
  OPTION_END,
};

static const Option input_entries[] = {
  { "input", NAME (input_names), AT (CorpusGiven, input), "FORMAT",
    "Format of FILEs: conllu, conllx (CoNLL-X, 2006), conll09 (CoNLL 2009), heads, encoded, or brackets for phrase "
    "structure, which has other options. Default: recognized from the first sentence; conllu if unclear" },
  OPTION_END,
};

/* 2. workers: what a thread has, and what it counts. */

typedef struct {
  Convert *command;
  TbkConversionLosses losses;
  GString *rows; /* of a head vector */
  TbkConlluBatch *batch;
  TbkText *kept; /* pieces of `rows`, which do not outlive it */

  /* With tags. */
  TbkTags *tags;
  TbkProjectivizer *projectivizer;
  TbkPseudoProjective *pseudo;
  TagLosses tag_losses;
  int *heads;
  TbkPiece *fields[TBK_N_COLUMNS], *marked, *out;
  Room room;
} Worker;

/* Trees get one root if the encoding has no others; with --root=single they have one in any case. */
static void
make_tag_tools (Worker *worker)
{
  const Convert *command = worker->command;
  TbkProjectivizeOptions options = command->corpus.projectivize;
  const TbkTagsOptions tags_options = { .has_any_root = options.root != TBK_ROOT_SINGLE };
  TbkPseudoProjectiveOptions marking = command->marking;

  marking.max_core = options.max_core;
  marking.max_core_name = options.max_core_name;
  ties_take (&command->ties, &options);
  if (command->tags->has_one_root)
    options.root = TBK_ROOT_SINGLE;
  worker->tags = tbk_tags_new (command->tags, &tags_options);
  worker->projectivizer = tbk_projectivizer_new (&options);
  if (command->mark > 0)
    worker->pseudo = tbk_pseudo_projective_new (&marking);
}

static gpointer
worker_new (gpointer command)
{
  Worker *worker = g_new0 (Worker, 1);

  worker->command = command;
  worker->rows = g_string_new (NULL);
  worker->batch = tbk_conllu_batch_new ();
  worker->kept = tbk_text_new ();
  if (worker->command->tags != NULL)
    make_tag_tools (worker);
  return worker;
}

static void
worker_free (gpointer data)
{
  Worker *worker = data;
  TbkConversionLosses *sum = &worker->command->losses;
  TagLosses *tags = &worker->command->tag_losses;

  g_mutex_lock (&worker->command->lock);
  sum->comments += worker->losses.comments;
  sum->ranges += worker->losses.ranges;
  sum->empty_nodes += worker->losses.empty_nodes;
  sum->deps += worker->losses.deps;
  sum->misc += worker->losses.misc;
  sum->columns += worker->losses.columns;
  sum->blanks += worker->losses.blanks;
  tags->sentences += worker->tag_losses.sentences;
  tags->trees += worker->tag_losses.trees;
  tags->arcs += worker->tag_losses.arcs;
  tags->left_out += worker->tag_losses.left_out;
  tags->changed += worker->tag_losses.changed;
  tags->words += worker->tag_losses.words;
  tags->read_words += worker->tag_losses.read_words;
  g_mutex_unlock (&worker->command->lock);
  g_string_free (worker->rows, TRUE);
  tbk_conllu_batch_free (worker->batch);
  tbk_text_free (worker->kept);
  tbk_tags_free (worker->tags);
  tbk_projectivizer_free (worker->projectivizer);
  tbk_pseudo_projective_free (worker->pseudo);
  room_clear (&worker->room);
  g_free (worker);
}

#define FIELDS(column) ARRAY (worker->fields[TBK_COLUMN_##column])

static gboolean
reserve_tags (Worker *worker, int n, GError **error)
{
  return ROOM_RESERVE (&worker->room, n + 1, FIELDS (FORM), FIELDS (LEMMA), FIELDS (UPOS), FIELDS (XPOS),
                       FIELDS (FEATS), FIELDS (HEAD), FIELDS (DEPREL), ARRAY (worker->marked),
                       ARRAY (worker->out), ARRAY (worker->heads))
         || memory_fail (error, "a sentence of %d words", n);
}

/* 3. tags: the tree of a sentence as tags.
 *
 *   encode_as_is()       the tree as it is, if the encoding can write it: that is tried first
 *   --trees=all          else it is an error of the sentence
 *   --trees=projective   else the sentence is left out, and counted
 *   otherwise            else it is made projective, maybe with marks in labels, and encoded then
 */

/* Makes the tree projective, with roots that the encoding can write; liftings keep those of the gold tree. */
static gboolean
make_projective (Worker *worker, const TbkEntry *entry, const TbkConlluSentence *sentence, GError **error)
{
  const Convert *command = worker->command;
  TbkPiece *deprels = worker->fields[TBK_COLUMN_DEPREL];
  TbkRandom random;
  int n_moved = 0;

  if (!pseudo_projective_projectivize (worker->projectivizer, worker->pseudo,
                                       command->tags->has_one_root
                                           || command->corpus.projectivize.root == TBK_ROOT_SINGLE,
                                       ties_random (&command->ties, entry->index, &random), sentence->heads,
                                       deprels, sentence->n, worker->heads, worker->marked, &n_moved, error))
    return FALSE;
  memcpy (deprels + 1, worker->marked + 1, (gsize) sentence->n * sizeof *deprels);
  worker->tag_losses.trees++;
  worker->tag_losses.arcs += n_moved;
  return TRUE;
}

/* Writes the tags of the tree into `out`, if the encoding can write it as it is; else @fault is set. */
static gboolean
encode_as_is (Worker *worker, const TbkConlluSentence *sentence, GError **fault)
{
  const Convert *command = worker->command;

  if (command->trees != TBK_TREES_ALL && command->corpus.projectivize.root == TBK_ROOT_SINGLE
      && sentence->n_roots > 1) {
    g_set_error_literal (fault, TBK_ERROR, TBK_ERROR_DATA, "");
    return FALSE;
  }
  return tbk_tags_encode (worker->tags, worker->heads, worker->fields[TBK_COLUMN_UPOS], sentence->n,
                          worker->out, fault);
}

/* Finds the tags of the tree, or of one near to it; none (*@is_left_out) if trees outside of the class are
 * not wanted. */
static gboolean
find_tags (Worker *worker, const TbkEntry *entry, const TbkConlluSentence *sentence, gboolean *is_left_out,
           GError **error)
{
  const Convert *command = worker->command;
  g_autoptr (GError) fault = NULL;

  *is_left_out = FALSE;
  memcpy (worker->heads, sentence->heads, ((gsize) sentence->n + 1) * sizeof (int));
  if (encode_as_is (worker, sentence, &fault))
    return TRUE;
  if (command->trees == TBK_TREES_ALL || !g_error_matches (fault, TBK_ERROR, TBK_ERROR_DATA)) {
    g_propagate_error (error, g_steal_pointer (&fault));
    return FALSE;
  }
  if (command->trees == TBK_TREES_PROJECTIVE) {
    worker->tag_losses.left_out++;
    *is_left_out = TRUE;
    return TRUE;
  }
  return make_projective (worker, entry, sentence, error)
         && tbk_tags_encode (worker->tags, worker->heads, worker->fields[TBK_COLUMN_UPOS], sentence->n,
                             worker->out, error);
}

/* The first line of CoNLL-U Plus is no comment on sentences. */
static gboolean
is_names_of_columns (TbkPiece line)
{
  static const char beginning[] = "# global.columns";

  return line.size >= strlen (beginning) && memcmp (line.bytes, beginning, strlen (beginning)) == 0;
}

/* Reads the columns that are written or that encodings need, and counts the lines that tags have no place for. */
static void
read_columns (Worker *worker, const TbkConlluSentence *sentence)
{
  const TbkTagColumns *columns = &worker->command->columns;
  gboolean is_wanted[TBK_COLUMN_IGNORED + 1] = {
    [TBK_COLUMN_UPOS] = worker->command->tags->needs_upos, [TBK_COLUMN_DEPREL] = TRUE
  };
  const char *position = NULL;
  TbkConlluLine line;
  int word = 0;

  for (int c = 0; c < columns->n_columns; c++)
    is_wanted[columns->columns[c]] = TRUE;
  while (tbk_conllu_sentence_next_line (sentence, &position, &line)) {
    worker->losses.comments += line.kind == TBK_LINE_COMMENT && !is_names_of_columns (line.text);
    worker->losses.ranges += line.kind == TBK_LINE_RANGE;
    worker->losses.empty_nodes += line.kind == TBK_LINE_EMPTY_NODE;
    if (line.kind != TBK_LINE_WORD)
      continue;
    word++;
    for (int c = TBK_COLUMN_FORM; c <= TBK_COLUMN_DEPREL; c++)
      if (is_wanted[c])
        worker->fields[c][word] = line.fields[c].size > 0 ? line.fields[c] : (TbkPiece){ "_", 1 };
  }
}

/* Appends a sentence as tags. */
static gboolean
write_tags (Worker *worker, const TbkEntry *entry, const TbkConlluSentence *sentence, TbkText *text,
            GError **error)
{
  TbkTagRows rows = { .n = sentence->n };
  gboolean is_left_out;

  if (!reserve_tags (worker, sentence->n, error))
    return FALSE;
  read_columns (worker, sentence);
  if (sentence->n == 0)
    return TRUE;
  worker->tag_losses.sentences++;
  if (!find_tags (worker, entry, sentence, &is_left_out, error))
    return FALSE;
  rows.tags = worker->out;
  memcpy (rows.fields, worker->fields, sizeof rows.fields);
  return is_left_out || tbk_tag_rows_write (&rows, &worker->command->columns, text, error);
}

/* 4. sentences: a sentence of any format in any other. */

/* Appends a sentence in the format that is asked for. */
static gboolean
write_sentence (Worker *worker, const TbkEntry *entry, const TbkConlluSentence *sentence, TbkText *text,
                GError **error)
{
  const Convert *command = worker->command;

  return command->to == &tags_conversion
             ? write_tags (worker, entry, sentence, text, error)
             : tbk_conllu_sentence_convert (sentence, command->to, command->replaces_blanks, &worker->losses,
                                            text, error);
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  Worker *worker = data;

  (void) tally;
  if (write_sentence (worker, entry, entry->sentence, text, error))
    return TRUE;
  return worker->command->to == &tags_conversion && tbk_entry_fail (entry, error);
}

/* Sentences that were made of tags are read as CoNLL-U: so they can be written in any format, and have its
 * checks. */
TbkConlluReader *
rows_read (const TbkEntry *entry, const char *rows, gsize size, TbkConlluBatch *batch,
           TbkConlluSentence *sentence, GError **error)
{
  const TbkConlluReaderOptions options = { .columns.names = "conllu",
                                           .any_roots = TRUE,
                                           .max_line = size + 1, /* --limit=line is about the files */
                                           .line = entry->line,
                                           .index = entry->index };
  g_autoptr (TbkConlluReader) reader = tbk_conllu_reader_open_text (entry->file, rows, size, &options, error);

  if (reader == NULL || tbk_conllu_reader_next (reader, batch, error) != TBK_READ_BATCH
      || !tbk_conllu_batch_next (batch, sentence))
    return NULL;
  if (sentence->problem == NULL)
    return g_steal_pointer (&reader);
  g_propagate_error (error, g_error_copy (sentence->problem));
  return NULL;
}

/* Appends a sentence of CoNLL-U, which is in `rows`, in the format that is asked for. */
static gboolean
write_rows (Worker *worker, const TbkEntry *entry, TbkText *text, GError **error)
{
  g_autoptr (TbkConlluReader) reader = NULL;
  g_autofree char *converted = NULL;
  TbkConlluSentence sentence;

  if (worker->command->to == tbk_conversion_at (0)) { /* CoNLL-U: no need to read it again */
    tbk_text_add (text, worker->rows->str, worker->rows->len);
    return TRUE;
  }
  reader = rows_read (entry, worker->rows->str, worker->rows->len, worker->batch, &sentence, error);
  tbk_text_clear (worker->kept);
  if (reader == NULL)
    return FALSE;
  if (!write_sentence (worker, entry, &sentence, worker->kept, error))
    return worker->command->to == &tags_conversion && tbk_entry_fail (entry, error);
  converted = tbk_text_dup (worker->kept, error);
  if (converted != NULL)
    tbk_text_add (text, converted, tbk_text_length (worker->kept));
  return converted != NULL;
}

/* Appends a column of @rows; what is not there is @otherwise. */
static void
append_column (GString *lines, const TbkTagRows *rows, TbkColumn column, int word, const char *otherwise)
{
  const TbkPiece *fields = rows->fields[column];

  g_string_append_c (lines, '\t');
  if (fields == NULL || fields[word].size == 0)
    g_string_append (lines, otherwise);
  else
    g_string_append_len (lines, fields[word].bytes, (gssize) fields[word].size);
}

/* Appends the tree of a sentence of tags. A relation that is not there is that of the tree alone: root or
 * dep. */
static gboolean
work_on_tags (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  Worker *worker = data;
  const TbkTagRows *from = entry->sentence;
  int n_changed;

  (void) tally;
  if (from->n == 0)
    return TRUE;
  if (!reserve_tags (worker, from->n, error)
      || !tbk_tags_decode (worker->tags, from->tags, from->fields[TBK_COLUMN_UPOS],
                           from->fields[TBK_COLUMN_DEPREL], from->n, worker->heads, &n_changed, error))
    return tbk_entry_fail (entry, error);
  worker->tag_losses.sentences++;
  worker->tag_losses.changed += n_changed > 0;
  worker->tag_losses.words += n_changed;
  worker->tag_losses.read_words += from->n;
  g_string_truncate (worker->rows, 0);
  for (int word = 1; word <= from->n; word++) {
    g_string_append_printf (worker->rows, "%d", word);
    for (TbkColumn c = TBK_COLUMN_FORM; c <= TBK_COLUMN_FEATS; c++)
      append_column (worker->rows, from, c, word, "_");
    g_string_append_printf (worker->rows, "\t%d", worker->heads[word]);
    append_column (worker->rows, from, TBK_COLUMN_DEPREL, word, worker->heads[word] == 0 ? "root" : "dep");
    g_string_append (worker->rows, "\t_\t_\n");
  }
  g_string_append_c (worker->rows, '\n');
  return write_rows (worker, entry, text, error);
}

/* 5. convert: messages, checks of options, and the run. */

/* Reports what became of trees and tags. */
static void
tell_tag_losses (const Convert *command)
{
  const TagLosses *losses = &command->tag_losses;

  if (losses->trees > 0)
    tool_message ("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " trees were made projective: %" G_GINT64_FORMAT
                  " arc%s moved",
                  losses->trees, losses->sentences, losses->arcs, losses->arcs == 1 ? "" : "s");
  if (losses->left_out > 0)
    tool_message ("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " sentences left out: %s tags are for %s",
                  losses->left_out, losses->sentences, command->tags->name, command->tags->trees);
  if (losses->changed > 0)
    tool_message ("the tags of %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
                  " sentences do not form a tree: %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " words changed",
                  losses->changed, losses->sentences, losses->words, losses->read_words);
}

/* Tells what the format has no place for. */
static void
tell_losses (const TbkConversionLosses *losses)
{
  const struct {
    gint64 n;
    const char *one, *many;
  } kinds[] = {
    { losses->comments, "comment", "comments" },
    { losses->ranges, "multiword range", "multiword ranges" },
    { losses->empty_nodes, "empty node", "empty nodes" },
    { losses->deps, "DEPS", "DEPS" },
    { losses->misc, "MISC", "MISC" },
    { losses->columns, "word with further columns", "words with further columns" },
  };
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    if (kinds[k].n > 0)
      g_string_append_printf (list, "%s%" G_GINT64_FORMAT " %s", list->len > 0 ? ", " : "", kinds[k].n,
                              kinds[k].n == 1 ? kinds[k].one : kinds[k].many);
  if (list->len > 0)
    tool_message ("left out, because the format has no place for them: %s", list->str);
  if (losses->blanks > 0)
    tool_message ("blanks were replaced by _ in %" G_GINT64_FORMAT " field%s", losses->blanks,
                  losses->blanks == 1 ? "" : "s");
}

/* Sets the format: that of --to, else that of the name of the output. */
static gboolean
find_conversion (Convert *command, GError **error)
{
  const char *output = command->corpus.options.output;
  g_autofree char *lower = g_ascii_strdown (output != NULL ? output : "", -1), *names = NULL;

  command->to = format_at (MAX (command->format - 1, 0));
  for (int f = 0; command->format == 0 && format_at (f) != NULL; f++)
    if (tbk_file_has_suffix (lower, format_at (f)->suffixes))
      command->to = format_at (f);
  names = command->format == 0 ? g_strdup ("a name in .conllu, .conllx, .heads or .tags")
                               : g_strdup_printf ("a name in %s, as --to=%s writes it",
                                                  command->to->suffixes[0], command->to->name);
  return output_check_name ("output", output, command->to->suffixes, names, error);
}

static gboolean
convert_files (Corpus *corpus, Convert *command, GError **error)
{
  const TbkJob job = { .data = command,
                       .writes_corpus = TRUE,
                       .writes_lines = TRUE,
                       .takes_headless = command->to->takes_headless,
                       .writes_comments = command->to->has_comments,
                       .worker_new = worker_new,
                       .worker_free = worker_free,
                       .work = corpus->options.format == tbk_tags_format () ? work_on_tags : work };
  gboolean done;

  corpus->output_suffixes = command->to->suffixes;
  if (!corpus_find_files (corpus, error) || !corpus_check_files (corpus, NULL, NULL, error))
    return FALSE;
  done = corpus_run (corpus, &job, NULL, NULL, error);
  if (done) { /* else how much was counted behind a fault depends on the threads */
    tell_losses (&command->losses);
    tell_tag_losses (command);
  }
  return done;
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("Into which format", entries),
  OPTION_GROUP ("Trees as tags", tag_entries),
  OPTION_GROUP_AT ("Trees as tags", marks_lift_entries, Convert, marking),
  OPTION_GROUP_AT ("Trees as tags", ties_entries, Convert, ties),
  PROJECTIVIZATION_GROUP,
  SELECTION_GROUP,
  OPTION_GROUP ("Output", corpus_output_entries),
  INPUT_GROUPS (input_entries, corpus_input_entries),
  CORPUS_END_GROUPS,
};

static const OptionRule rules[] = {
  { "input-columns", "!input=encoded" },
  { "joint", "encoding" },
  { "seed", "ties=random" },
  { NULL, NULL },
};

/* The columns of tags. */
static gboolean
take_columns (Convert *command, GError **error)
{
  TbkTagColumns *columns = &command->columns;
  const char *usual = !command->tags->needs_upos ? NULL
                      : columns->is_joint        ? "form,upos,tag"
                                                 : "form,upos,tag,deprel";
  gboolean has_upos = FALSE;

  if (!tbk_tag_columns_parse (command->column_names != NULL ? command->column_names : usual, columns,
                              error)) {
    g_prefix_error (error, "--columns: ");
    return FALSE;
  }
  for (int c = 0; c < columns->n_columns; c++)
    has_upos |= columns->columns[c] == TBK_COLUMN_UPOS;
  return has_upos || !command->tags->needs_upos
         || options_refuse (error, "--columns: found '%s', expected upos among them: %s tags need it",
                            command->column_names, command->tags->name);
}

/* Which trees are written, and how others are made projective. */
static gboolean
take_trees (Convert *command, const Options *given, GError **error)
{
  const gboolean has_marks = command->mark > 0;

  if (command->trees < 0)
    command->trees = command->tags->is_projective ? TBK_TREES_PROJECTIVIZED : TBK_TREES_ALL;
  command->marking.scheme = has_marks ? (TbkScheme) (command->mark - 1) : TBK_SCHEME_HEAD;
  if (command->trees != TBK_TREES_PROJECTIVIZED
      && (options_given (given, "mark") != NULL || options_given (given, "ties") != NULL))
    return options_refuse (error, "--%s needs --trees=projectivized, or an encoding of projective trees",
                           options_given (given, "mark") != NULL ? "mark" : "ties");
  if (has_marks && options_given (given, "ties") != NULL)
    return options_refuse (error, "--mark=%s and --ties exclude each other", marks_or_none[command->mark]);
  return marks_check (has_marks ? &command->marking : NULL, given, error);
}

/* The options for tags, which need tags to be read or written. */
static gboolean
take_tags (Convert *command, const Options *given, gboolean reads_tags, GError **error)
{
  static const char *const of_writing[] = { "trees", "mark", "lift", "ties" };
  const gboolean writes_tags = command->to == &tags_conversion;

  command->tags = command->encoding == 0 ? NULL : tbk_tag_encoding_at (command->encoding - 1);
  if ((reads_tags || writes_tags) && command->tags == NULL)
    return options_refuse (error, "%s needs --encoding=ENCODING",
                           reads_tags ? "--input=encoded" : "--to=encoded");
  if (!reads_tags && !writes_tags && command->tags != NULL)
    return options_refuse (error, "--encoding needs --to=encoded or --input=encoded");
  if (command->tags == NULL && command->column_names != NULL)
    return options_refuse (
        error,
        "--columns needs --encoding: it names columns of tags; --input-columns names the ones of FILEs");
  for (guint o = 0; !writes_tags && o < G_N_ELEMENTS (of_writing); o++)
    if (options_given (given, of_writing[o]) != NULL)
      return options_refuse (error, "--%s needs --to=encoded", of_writing[o]);
  return command->tags == NULL || (take_columns (command, error) && take_trees (command, given, error));
}

static gboolean
convert (gpointer values, const Source *source, GError **error)
{
  Convert *command = values;
  g_auto (Corpus) corpus = { .given = &command->corpus };
  const gboolean has_tags = g_strcmp0 (command->corpus.input, "encoded") == 0;
  gboolean done;

  if (has_tags) /* there are no columns to find */
    command->corpus.input = NULL;
  if (!find_conversion (command, error) || !take_tags (command, &source->options, has_tags, error))
    return FALSE;
  if (options_given (&source->options, "blanks") != NULL && !command->to->has_no_blanks)
    return options_refuse (error, "--blanks needs --to=conllx");
  if (!corpus_init (&corpus, &command->corpus, source, FALSE, error)
      || (has_tags && !selection_check_unused (&command->corpus.selection, "--input=encoded", error)))
    return FALSE;
  if (has_tags) {
    corpus.options.format = tbk_tags_format ();
    corpus.options.format_options = &command->columns;
  }
  g_mutex_init (&command->lock);
  done = convert_files (&corpus, command, error);
  g_mutex_clear (&command->lock);
  return done;
}

static const Form form = { .groups = groups, .rules = rules, .size = sizeof (Convert), .run = convert };

const Command cmd_convert = { .name = "convert", .conllu = &form, .brackets = &convert_brackets };
