/* update.c - tbk update: corrected sentences put back into the treebank that they are from.
 *
 * Corrected sentences are read into memory. FILEs are read twice: to find which sentence is whose partner (SentencePartners), and
 * to write them. Standard input is copied to a temporary file, if it cannot be read again. What a sentence becomes, by lines:
 *
 *   blank lines before it            those of FILE, like a byte order mark
 *   comments newdoc, newpar, global. those of FILE, after as many other comments as there. They are about more than their
 *   and sent_id                      sentence, and programs that choose sentences move them: tbk filter, those on the whole
 *                                    file. A partner may have another sent_id.
 *   other comments, and words        the corrected ones, with the line ends of FILE
 *   its last line end, blank line    those of FILE, which may have none
 *
 * So a sentence that was not corrected becomes itself, byte by byte. The run has one thread.
 */
#include "commands/commands.h"
#include "conllu/conllu.h"
#include "corpus/partners.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "options/options.h"
#include "tbk/conllu.h"

/* A corrected sentence. */
typedef struct {
  char *id; /* NULL: it has none */
  gint64 line;
  GPtrArray *comments; /* without their line ends */
  GString *words;      /* the other lines, with a newline between two */
  GPtrArray *forms;
} Fixed;

typedef struct {
  const char *path; /* of the corrected sentences, for messages */
  gboolean any_words;
  char *columns; /* of their file */
  GPtrArray *all;
  GHashTable *by_place;  /* of Fixed, by what place_of() makes of the sentence that each one replaces */
  const char *end;       /* of lines in FILE */
  GString *made, *place; /* scratch: what a sentence becomes, and where it is */
  GArray *marks;         /* scratch: of Mark */
  gint64 n_sentences, n_replaced, n_equal;
} Update;

/* A comment of FILE that stays. */
typedef struct {
  guint place; /* so many comments that do not stay are before it */
  TbkPiece line;
} Mark;

static void
fixed_free (gpointer data)
{
  Fixed *fixed = data;

  g_free (fixed->id);
  g_ptr_array_unref (fixed->comments);
  g_string_free (fixed->words, TRUE);
  g_ptr_array_unref (fixed->forms);
  g_free (fixed);
}

static void
update_clear (Update *update)
{
  g_free (update->columns);
  g_ptr_array_unref (update->all);
  g_hash_table_unref (update->by_place);
  g_string_free (update->made, TRUE);
  g_string_free (update->place, TRUE);
  g_array_unref (update->marks);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Update, update_clear)

/* Returns TRUE if a comment is about more than its sentence, or names it. */
static gboolean
is_mark (TbkPiece line)
{
  static const char *const keys[] = { "newdoc", "newpar", "global.", "sent_id" };
  const char *at = line.bytes + 1, *end = line.bytes + line.size;

  while (at < end && (*at == ' ' || *at == '\t'))
    at++;
  for (guint k = 0; k < G_N_ELEMENTS (keys); k++) {
    const gsize length = strlen (keys[k]);

    if ((gsize) (end - at) >= length && memcmp (at, keys[k], length) == 0
        && (at[length - 1] == '.' || at + length == end || strchr (" \t=", at[length]) != NULL))
      return TRUE;
  }
  return FALSE;
}

/* Returns @line with its end. */
static TbkPiece
whole_line (const TbkConlluSentence *sentence, TbkPiece line)
{
  const char *end = sentence->text + sentence->length;
  const char *newline = memchr (line.bytes, '\n', (gsize) (end - line.bytes));

  return (TbkPiece){ line.bytes, (gsize) ((newline != NULL ? newline + 1 : end) - line.bytes) };
}

/* Returns the place of a sentence among those of all FILEs. */
static const char *
place_of (Update *update, const char *file, gint64 index)
{
  g_string_printf (update->place, "%" G_GINT64_FORMAT ":%s", index, file);
  return update->place->str;
}

/* Counted from the beginning of the sentence: needed in messages alone. */
static gint64
line_number (const TbkConlluSentence *sentence, const char *at)
{
  gint64 number = sentence->line;

  for (const char *byte = sentence->text; byte < at; byte++)
    number += *byte == '\n';
  return number;
}

/* 1. The corrected sentences. */

/* Comments and words are kept apart, since comments that are marks stay where they are. */
static Fixed *
fixed_new (const TbkEntry *entry)
{
  const TbkConlluSentence *sentence = entry->sentence;
  const char *position = NULL;
  Fixed *fixed = g_new0 (Fixed, 1);
  TbkConlluLine line;

  fixed->id = entry->id == NULL ? NULL : g_strndup (entry->id, entry->id_length);
  fixed->line = entry->line;
  fixed->comments = g_ptr_array_new_with_free_func (g_free);
  fixed->words = g_string_new (NULL);
  fixed->forms = g_ptr_array_new_with_free_func (g_free);
  while (tbk_conllu_sentence_next_line (sentence, &position, &line)) {
    if (line.kind == TBK_LINE_COMMENT && !is_mark (line.text))
      g_ptr_array_add (fixed->comments, g_strndup (line.text.bytes, line.text.size));
    if (line.kind == TBK_LINE_COMMENT)
      continue;
    if (line.kind == TBK_LINE_WORD) {
      const TbkPiece form = line.fields[TBK_COLUMN_FORM];

      g_ptr_array_add (fixed->forms, g_strndup (form.size > 0 ? form.bytes : "", form.size));
    }
    if (fixed->words->len > 0)
      g_string_append_c (fixed->words, '\n');
    g_string_append_len (fixed->words, line.text.bytes, (gssize) line.text.size);
  }
  return fixed;
}

static gboolean
read_fixed (Update *update, const TbkReaderOptions *options, SentencePartners *partners, GError **error)
{
  g_auto (TbkCursor) cursor = { 0 };
  gboolean done = tbk_cursor_open (&cursor, tbk_conllu_format (), update->path, options, error);

  if (!done)
    return FALSE;
  while ((done = tbk_cursor_next_sentence (&cursor, error)) && !cursor.is_at_end) {
    if (!cursor_check (&cursor, error) || !partners_add (partners, 0, &cursor.entry, error))
      return FALSE;
    g_ptr_array_add (update->all, fixed_new (&cursor.entry));
  }
  update->columns = g_strdup (cursor.format->reader_columns (cursor.reader));
  return done;
}

/* 2. Partners. */

/* Partners are found in one pass over FILEs, and sentences are written in another. A pipe is copied to a file
 * without a name, which becomes standard input; a file is read again from where it was. */
gboolean
update_keep_input (const Corpus *corpus, gint64 *start, GError **error)
{
  char piece[1 << 14];
  FILE *copy;
  size_t n;
  gboolean done;

  *start = -1;
  if (!g_strv_contains ((const char *const *) corpus->paths, "-"))
    return TRUE;
  *start = lseek (STDIN_FILENO, 0, SEEK_CUR);
  if (*start >= 0)
    return TRUE;
  *start = 0;
  copy = tmpfile ();
  done = copy != NULL;
  while (done && (n = fread (piece, 1, sizeof piece, stdin)) > 0)
    done = fwrite (piece, 1, n, copy) == n;
  done = done && !ferror (stdin) && fflush (copy) == 0 && dup2 (fileno (copy), STDIN_FILENO) >= 0
         && lseek (STDIN_FILENO, 0, SEEK_SET) == 0;
  if (!done)
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "<stdin>: a copy could not be made: %s", g_strerror (errno));
  if (copy != NULL)
    fclose (copy);
  return done;
}

gboolean
update_rewind_input (gint64 start, GError **error)
{
  if (start < 0 || lseek (STDIN_FILENO, (off_t) start, SEEK_SET) >= 0)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "<stdin>: %s", g_strerror (errno));
  return FALSE;
}

/* Adds the sentences of FILEs, and their places to @places. Bad ones are reported when they are read again. */
static gboolean
add_files (Update *update, char **paths, const TbkReaderOptions *options, SentencePartners *partners,
           GPtrArray *places, GError **error)
{
  for (char **path = paths; *path != NULL; path++) {
    g_auto (TbkCursor) cursor = { 0 };

    if (!tbk_cursor_open (&cursor, tbk_conllu_format (), *path, options, error))
      return FALSE;
    while (!cursor.is_at_end) {
      if (!tbk_cursor_next_sentence (&cursor, error)
          || (!cursor.is_at_end && !partners_add (partners, 1, &cursor.entry, error)))
        return FALSE;
      if (!cursor.is_at_end)
        g_ptr_array_add (places, g_strdup (place_of (update, cursor.entry.file, cursor.entry.index)));
    }
  }
  return TRUE;
}

/* Notes which sentence each corrected one replaces, which each must. */
static gboolean
note_partners (Update *update, const int *rows, const GPtrArray *places, GError **error)
{
  const Fixed *first = NULL;
  g_autofree char *id = NULL;
  guint n = 0;

  for (guint r = 0; r < update->all->len; r++) {
    const Fixed *fixed = update->all->pdata[rows[2 * r]];
    const int partner = rows[2 * r + 1];

    if (partner >= 0)
      g_hash_table_insert (update->by_place, g_strdup (places->pdata[partner]), (gpointer) fixed);
    else if (n++ == 0)
      first = fixed;
  }
  if (n == 0)
    return TRUE;
  id = first->id == NULL ? NULL : tbk_quote (first->id, strlen (first->id));
  g_set_error (
      error, TBK_ERROR, TBK_ERROR_DATA,
      "%u of %u sentences of %s have no partner: FILE has none with their sent_id or words, or not as many; the "
      "first: %s:%" G_GINT64_FORMAT "%s%s%s",
      n, update->all->len, update->path, update->path, first->line, id != NULL ? " (sent_id " : "",
      id != NULL ? id : "", id != NULL ? ")" : "");
  return FALSE;
}

/* Finds which sentence each corrected one replaces. */
static gboolean
find_partners (Update *update, const Corpus *corpus, GError **error)
{
  TbkReaderOptions options = { .max_line = (gsize) corpus->options.max_line,
                               .strict = corpus->options.strict,
                               .of_format = &corpus->columns };
  g_autoptr (SentencePartners) partners = partners_new (2, TRUE);
  g_autoptr (GPtrArray) places = g_ptr_array_new_with_free_func (g_free);
  const int *rows;
  gint64 start;
  int n_rows;

  if (!read_fixed (update, &options, partners, error) || !update_keep_input (corpus, &start, error))
    return FALSE;
  options.ignores_trees = TRUE;
  if (!add_files (update, corpus->paths, &options, partners, places, error)
      || !update_rewind_input (start, error))
    return FALSE;
  rows = partners_find (partners, &n_rows);
  return note_partners (update, rows, places, error);
}

/* 3. The sentences of a treebank. */

static gboolean
fail_word (const Update *update, const TbkEntry *entry, const Fixed *fixed, guint n, TbkPiece found,
           gint64 line, GError **error)
{
  g_autofree char *is =
      found.bytes == NULL ? g_strdup ("the end of the sentence") : tbk_quote (found.bytes, found.size);
  g_autofree char *expected = n >= fixed->forms->len
                                  ? g_strdup ("the end of the sentence")
                                  : tbk_quote (fixed->forms->pdata[n], strlen (fixed->forms->pdata[n]));
  g_autofree char *id = tbk_quote (entry->id, entry->id_length);

  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s:%" G_GINT64_FORMAT ": word %u: found %s, expected %s as in %s:%" G_GINT64_FORMAT
               " (sent_id %s); --any-words replaces it all the same",
               entry->file, line, n + 1, is, expected, update->path, fixed->line, id);
  return FALSE;
}

/* Checks that the words are the same: a correction of other words is probably one of another release. */
static gboolean
check_words (const Update *update, const TbkEntry *entry, const Fixed *fixed, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;
  const char *position = NULL;
  TbkConlluLine line;
  guint n = 0;

  while (tbk_conllu_sentence_next_line (sentence, &position, &line)) {
    const TbkPiece form = line.fields[TBK_COLUMN_FORM];

    if (line.kind != TBK_LINE_WORD)
      continue;
    if (n >= fixed->forms->len || strlen (fixed->forms->pdata[n]) != form.size
        || (form.size > 0 && memcmp (fixed->forms->pdata[n], form.bytes, form.size) != 0))
      return fail_word (update, entry, fixed, n, form, line_number (sentence, line.text.bytes), error);
    n++;
  }
  return n == fixed->forms->len
         || fail_word (update, entry, fixed, n, (TbkPiece){ NULL, 0 }, entry->line, error);
}

/* Sets `end`. A sentence of one line that has none has the end of those before. */
static void
find_end (Update *update, const TbkConlluSentence *sentence)
{
  const char *newline = memchr (sentence->text, '\n', sentence->length);

  if (newline != NULL)
    update->end = newline > sentence->text && newline[-1] == '\r' ? "\r\n" : "\n";
}

/* Sets `made` to what the sentence becomes, in the order of lines that is described above. A mark keeps its
 * place by the number of other comments before it; with fewer comments now it is behind the last. */
static void
make_sentence (Update *update, const TbkEntry *entry, const Fixed *fixed)
{
  const TbkConlluSentence *sentence = entry->sentence;
  const char *position = NULL, *first = NULL, *end = NULL;
  guint n_comments = 0, m = 0;
  TbkConlluLine line;

  g_array_set_size (update->marks, 0);
  while (tbk_conllu_sentence_next_line (sentence, &position, &line)) {
    const gboolean stays = line.kind == TBK_LINE_COMMENT && is_mark (line.text);
    const Mark mark = { n_comments, whole_line (sentence, line.text) };

    first = first != NULL ? first : line.text.bytes;
    end = line.text.bytes + line.text.size;
    n_comments += line.kind == TBK_LINE_COMMENT && !stays;
    if (stays)
      g_array_append_val (update->marks, mark);
  }
  g_string_truncate (update->made, 0);
  g_string_append_len (update->made, sentence->text, first - sentence->text);
  for (guint c = 0; c <= fixed->comments->len; c++) {
    for (; m < update->marks->len
           && (g_array_index (update->marks, Mark, m).place <= c || c == fixed->comments->len);
         m++)
      g_string_append_len (update->made, g_array_index (update->marks, Mark, m).line.bytes,
                           (gssize) g_array_index (update->marks, Mark, m).line.size);
    if (c < fixed->comments->len)
      g_string_append_printf (update->made, "%s%s", (const char *) fixed->comments->pdata[c], update->end);
  }
  for (const char *byte = fixed->words->str; *byte != '\0'; byte++)
    if (*byte == '\n')
      g_string_append (update->made, update->end);
    else
      g_string_append_c (update->made, *byte);
  g_string_append_len (update->made, end, sentence->text + sentence->length - end);
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  Update *update = data;
  const Fixed *fixed = g_hash_table_lookup (update->by_place, place_of (update, entry->file, entry->index));

  (void) tally;
  update->n_sentences++;
  find_end (update, entry->sentence);
  if (fixed == NULL) {
    tbk_text_add (text, entry->text, entry->length);
    return TRUE;
  }
  if (!update->any_words && !check_words (update, entry, fixed, error))
    return FALSE;
  make_sentence (update, entry, fixed);
  update->n_replaced++;
  update->n_equal +=
      update->made->len == entry->length && memcmp (update->made->str, entry->text, entry->length) == 0;
  tbk_text_add (text, update->made->str, update->made->len);
  return TRUE;
}

/* Lines are put among others, so they must have the same columns. */
static gboolean
check_file (gpointer data, gconstpointer reader, GError **error)
{
  const Update *update = data;
  const char *columns = tbk_conllu_reader_columns (reader);

  if (strcmp (columns, update->columns) == 0)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:1: found the columns %s, expected %s as in %s",
               tbk_input_name (tbk_conllu_reader_input (reader)), columns, update->columns, update->path);
  return FALSE;
}

gboolean
update_run (CorpusGiven *given, const Source *source, const char *path, gboolean any_words, GError **error)
{
  const char *output = given->options.output;
  g_auto (Corpus) corpus = { .given = given };
  g_auto (Update) update = { .path = path,
                             .any_words = any_words,
                             .all = g_ptr_array_new_with_free_func (fixed_free),
                             .by_place = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                             .end = "\n",
                             .made = g_string_new (NULL),
                             .place = g_string_new (NULL),
                             .marks = g_array_new (FALSE, FALSE, sizeof (Mark)) };
  const TbkJob job = {
    .data = &update, .writes_corpus = TRUE, .ignores_trees = TRUE, .check_file = check_file, .work = work
  };

  if (!output_check_kind ("output", output, OUTPUT_COLUMNS, error)
      || !corpus_init (&corpus, given, source, TRUE, error) || !corpus_find_files (&corpus, error)
      || !corpus_check_files (&corpus, NULL, NULL, error))
    return FALSE;
  if (strcmp (path, "-") == 0 && g_strv_contains ((const char *const *) corpus.paths, "-"))
    return options_refuse (error, "standard input can be only one of the files");
  corpus.options.n_threads = 1;
  if (!find_partners (&update, &corpus, error) || !corpus_run (&corpus, &job, NULL, NULL, error))
    return FALSE;
  tool_message ("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " sentences replaced, %" G_GINT64_FORMAT
                " of them by an equal one",
                update.n_replaced, update.n_sentences, update.n_equal);
  return TRUE;
}
