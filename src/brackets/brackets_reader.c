/* brackets_reader.c - an input cut into batches of whole trees.
 *
 * Contents
 *   1. scan: where trees begin and end: the brackets of a text, without its labels
 *   2. batch: the trees of a batch, one after the other
 *   3. reader: an input cut into batches of whole trees
 */
#include "brackets/brackets.h"

#include <string.h>

#include "base/base.h"

/* 1. scan: where trees begin and end: the brackets of a text, without its labels. */

static gboolean fail (GError **error, gint64 line, const char *format, ...) G_GNUC_PRINTF (3, 4);

static gboolean
fail (GError **error, gint64 line, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%" G_GINT64_FORMAT ": %s", line, message);
  return FALSE;
}

/* The token at @bytes for a message; the rest of the text has @length bytes. */
static char *
quote_token (const char *bytes, gsize length)
{
  gsize n = 0;

  while (n < length && is_token (bytes[n]))
    n++;
  return tbk_quote (bytes, n);
}

/* The text before the byte in hand, if a tree has ended in it, is whole trees. */
static inline void
cut_here (BracketScan *scan)
{
  if (scan->has_ended) {
    scan->cut = scan->at;
    scan->n_cut = scan->n_ended;
  }
  scan->has_ended = FALSE;
}

/* Counts the bytes that begin a block comment here: 0 if none does. @bytes has a byte behind it that is no
 * part of one, or is the end. */
static gsize
block_comment (const char *bytes, gsize length)
{
  if (length >= 2 && memcmp (bytes, "/*", 2) == 0)
    return 2;
  return length >= 3 && memcmp (bytes, "/~*", 3) == 0 ? 3 : 0;
}

/* Takes the byte in hand, which no blank is, between trees. FALSE with @error set, or without where more
 * bytes must come first. */
static gboolean
begin_piece (BracketScan *scan, const char *bytes, gsize length, gboolean is_last, GError **error)
{
  const char c = bytes[scan->at];
  const gsize rest = length - scan->at;

  /* A comment begins with up to three bytes, of which the rest may come with the next block. */
  if (c == '/' && rest < 3 && !is_last)
    return FALSE;
  if (c == '(' && scan->is_on_line && scan->joins_lines) { /* the tree goes on */
    scan->n_ended--;
    scan->has_ended = FALSE;
  }
  scan->is_on_line = FALSE;
  cut_here (scan);
  scan->comment = scan->at;
  if (c == '(') {
    scan->state = SCAN_TREE;
    scan->tree_line = scan->line;
    scan->depth = 1;
  } else if (c == '#' || c == '*') {
    scan->state = SCAN_LINE_COMMENT;
  } else if (c == '/' && block_comment (bytes + scan->at, rest) > 0) {
    scan->state = SCAN_BLOCK_COMMENT;
    scan->at += block_comment (bytes + scan->at, rest) - 1;
  } else if (c == ')') {
    return fail (error, scan->line, "found ')' without '(' before it, expected a tree");
  } else {
    g_autofree char *token = quote_token (bytes + scan->at, rest);
    return fail (error, scan->line, "found %s outside of trees, expected '('", token);
  }
  scan->at++;
  return TRUE;
}

static gboolean
scan_between (BracketScan *scan, const char *bytes, gsize length, gboolean is_last, GError **error)
{
  for (; scan->at < length && is_blank_byte (bytes[scan->at]); scan->at++) {
    scan->line += bytes[scan->at] == '\n';
    scan->is_on_line = scan->is_on_line && bytes[scan->at] != '\n';
  }
  return scan->at == length || begin_piece (scan, bytes, length, is_last, error);
}

/* Counts brackets without a branch for each byte: most bytes are none. Labels and words cannot hold brackets,
 * so nothing else need be known. */
static void
scan_tree (BracketScan *scan, const char *bytes, gsize length)
{
  int depth = scan->depth;
  gsize at = scan->at;
  gint64 line = scan->line;

  for (; at < length && depth > 0; at++) {
    depth += (bytes[at] == '(') - (bytes[at] == ')');
    line += bytes[at] == '\n';
  }
  scan->depth = depth;
  scan->at = at;
  scan->line = line;
  if (depth == 0) {
    scan->state = SCAN_BETWEEN;
    scan->has_ended = scan->is_on_line = TRUE;
    scan->n_ended++;
  }
}

static void
scan_line_comment (BracketScan *scan, const char *bytes, gsize length)
{
  const char *newline = memchr (bytes + scan->at, '\n', length - scan->at);

  scan->at = newline == NULL ? length : (gsize) (newline - bytes);
  if (newline != NULL)
    scan->state = SCAN_BETWEEN;
}

/* Returns TRUE if the byte in hand, a '/', ends the comment.
 *
 * The end must not share bytes with the beginning: a slash after the star of the beginning ends nothing. */
static gboolean
ends_comment (const BracketScan *scan, const char *bytes)
{
  const gsize inside = scan->at - scan->comment; /* bytes from its first one on */
  const char *slash = bytes + scan->at;
  const gboolean has_tilde = bytes[scan->comment + 1] == '~';

  return (inside >= (has_tilde ? 4 : 3) && slash[-1] == '*')
         || (inside >= (has_tilde ? 5 : 4) && slash[-1] == '~' && slash[-2] == '*');
}

static void
scan_block_comment (BracketScan *scan, const char *bytes, gsize length)
{
  for (; scan->at < length && scan->state == SCAN_BLOCK_COMMENT; scan->at++) {
    scan->line += bytes[scan->at] == '\n';
    if (bytes[scan->at] == '/' && ends_comment (scan, bytes))
      scan->state = SCAN_BETWEEN;
  }
}

/* Fails if the input ends too soon. */
static gboolean
scan_end (BracketScan *scan, GError **error)
{
  if (scan->state == SCAN_TREE)
    return fail (error, scan->line,
                 "found the end inside the tree that begins in line %" G_GINT64_FORMAT
                 ", expected %d more ')'",
                 scan->tree_line, scan->depth);
  if (scan->state == SCAN_BLOCK_COMMENT)
    return fail (error, scan->line, "found the end inside a comment, expected '*/'");
  cut_here (scan);
  return TRUE;
}

/* Takes the bytes in hand as far as the state lasts. FALSE where it cannot go on, with @error set if that is
 * for good. */
static gboolean
scan_piece (BracketScan *scan, const char *bytes, gsize length, gboolean is_last, GError **error)
{
  switch (scan->state) {
  case SCAN_BETWEEN:
    return scan_between (scan, bytes, length, is_last, error);
  case SCAN_TREE:
    scan_tree (scan, bytes, length);
    break;
  case SCAN_LINE_COMMENT:
    scan_line_comment (scan, bytes, length);
    break;
  case SCAN_BLOCK_COMMENT:
    scan_block_comment (scan, bytes, length);
    break;
  }
  return TRUE;
}

/* Scans the bytes from scan->at to @length, of which more may follow unless @is_last. Returns FALSE with
 * @error set (without the name of the file) at brackets that do not balance, or text outside of trees;
 * scan->cut is right then too. Goes on where it stopped when more bytes have come. The last tree that has
 * ended is cut behind only when something else follows, so that blanks after it belong to it. */
static gboolean
scan_trees (BracketScan *scan, const char *bytes, gsize length, gboolean is_last, GError **error)
{
  g_autoptr (GError) reason = NULL;

  while (scan->at < length && scan_piece (scan, bytes, length, is_last, &reason))
    ;
  if (reason != NULL) {
    g_propagate_error (error, g_steal_pointer (&reason));
    return FALSE;
  }
  return !is_last || scan_end (scan, error);
}

/* Scans on to the first byte inside the next tree; FALSE if there is none. */
static gboolean
scan_to_tree (BracketScan *scan, const char *bytes, gsize length)
{
  while (scan->at < length && scan->state != SCAN_TREE && scan_piece (scan, bytes, length, TRUE, NULL))
    ;
  return scan->state == SCAN_TREE;
}

/* 2. batch: the trees of a batch, one after the other. */

TbkBracketBatch *
tbk_bracket_batch_new (void)
{
  return g_new0 (TbkBracketBatch, 1);
}

void
tbk_bracket_batch_free (TbkBracketBatch *batch)
{
  if (batch == NULL)
    return;
  g_free (batch->name);
  g_free (batch->block.bytes);
  g_free (batch->nodes);
  g_free (batch->remaining);
  g_clear_error (&batch->problem);
  g_free (batch);
}

/* A byte order mark can only begin a file. */
static gsize
skip_byte_order_mark (const TbkBracketBatch *batch)
{
  return batch->at == 0 ? byte_order_mark_size (batch->text, batch->length) : batch->at;
}

/* Puts the ID of the tree whose text is given, if it has one, behind the problem in hand. */
static void
name_tree (TbkBracketBatch *batch, const char *text, gsize length)
{
  static const char tag[] = "(ID";
  const char *end = text + length, *id = NULL;

  for (const char *at = text; (at = memchr (at, '(', (gsize) (end - at))) != NULL; at++)
    if ((gsize) (end - at) > sizeof tag && memcmp (at, tag, sizeof tag - 1) == 0 && is_blank_byte (at[3]))
      id = at + sizeof tag - 1;
  while (id != NULL && id < end && is_blank_byte (*id))
    id++;
  if (id != NULL && id < end && is_token (*id)) {
    length = 0;
    while (id + length < end && is_token (id[length]))
      length++;
    fail_name_sentence (batch->problem, id, length);
  }
}

/* The tree's text goes to the next tree, so that no byte is lost when trees are written as they came. */
gboolean
tbk_bracket_batch_next (TbkBracketBatch *batch, TbkBracketTree *tree)
{
  BracketScan scan = { .at = skip_byte_order_mark (batch), .line = batch->line };
  gsize start, end;

  g_clear_error (&batch->problem);
  if (!scan_to_tree (&scan, batch->text, batch->length))
    return FALSE;
  *tree =
      (TbkBracketTree){ .text = batch->text + batch->at, .line = scan.tree_line, .index = ++batch->index };
  start = scan.at - 1;
  batch->tree_line = tree->line;
  batch->tree_text = batch->text + start;
  end = parse_tree (batch, start, tree->line);
  encoding_check (batch->name, batch->text + start, end - start, batch->length - start, tree->line,
                  &batch->problem);
  while (end < batch->length && is_blank_byte (batch->text[end]))
    end++;
  tree->length = end - batch->at;
  normalize_tree (batch, tree);
  if (g_error_matches (batch->problem, TBK_ERROR, TBK_ERROR_DATA))
    name_tree (batch, batch->text + start, end - start);
  tree->problem = batch->problem;
  batch->line += count_newlines (tree->text, tree->text + tree->length);
  batch->at = end;
  return TRUE;
}

/* Counts what the rules left out of the tree in hand. Those who use the tree call it, so trees that a filter
 * passes over lose nothing. */
void
tbk_bracket_batch_count (TbkBracketBatch *batch)
{
  TbkBracketLosses *losses = batch->options.losses;

  if (losses == NULL || batch->problem != NULL)
    return;
  for (int kind = 0; kind < TBK_BRACKETS_WORDLESS; kind++) {
    const LeftOut *left_out = &batch->left_out[kind];

    if (left_out->n > 0)
      losses_add (losses, batch->losses, kind, left_out->n,
                  batch->tree_line + count_newlines (batch->tree_text, left_out->first.label),
                  &left_out->first);
  }
  losses_add (losses, batch->losses, TBK_BRACKETS_WORDLESS, batch->is_wordless, batch->tree_line, NULL);
}

/* Words, those that have a lemma, and those whose lemma begins as the form does. */
typedef struct {
  int n, with_lemma, alike;
} LemmaCounts;

static void
count_lemmas (const TbkBracketTree *tree, LemmaCounts *counts)
{
  for (int i = 0; i < tree->n_nodes; i++) {
    const TbkBracketNode *node = &tree->nodes[i];
    int cut;

    if (node->form == NULL)
      continue;
    cut = normalize_cut_form (node->form, node->form_length);
    counts->n++;
    counts->with_lemma += cut < node->form_length;
    counts->alike +=
        cut < node->form_length && g_ascii_tolower (node->form[0]) == g_ascii_tolower (node->form[cut + 1]);
  }
}

/* Settles whether forms are cut, if the options ask for that and there are words in @batch. It is then at its
 * beginning again. Changes @options. Reads up to 1000 words of the batch as they are, to see whether forms
 * have lemmas behind them: three of four words must have one, and half of the words must begin with the
 * letter of their lemma. Then the batch begins anew. */
static void
batch_detect_forms (TbkBracketBatch *batch, TbkBracketOptions *options)
{
  enum { MOST_WORDS = 1000 };
  const gint64 line = batch->line, index = batch->index;
  LemmaCounts counts = { 0 };
  TbkBracketTree tree;

  if ((options->rules & TBK_BRACKETS_DETECT_FORMS) == 0)
    return;
  batch->options = *options;
  batch->options.rules &= ~(guint) TBK_BRACKETS_CUT_FORMS;
  batch->options.rules |= TBK_BRACKETS_DROP_MARKUP | TBK_BRACKETS_DROP_EMPTY;
  while (counts.n < MOST_WORDS && tbk_bracket_batch_next (batch, &tree))
    if (tree.problem == NULL)
      count_lemmas (&tree, &counts);
  if (counts.n > 0) {
    options->rules &= ~(guint) TBK_BRACKETS_DETECT_FORMS;
    if (4 * counts.with_lemma < 3 * counts.n || 2 * counts.alike < counts.n)
      options->rules &= ~(guint) TBK_BRACKETS_CUT_FORMS;
    else if ((options->rules & TBK_BRACKETS_CUT_FORMS) != 0)
      losses_add (options->losses, batch->losses, TBK_BRACKETS_CUT_FILES, 1, 0, NULL);
  }
  batch->at = 0;
  batch->line = line;
  batch->index = index;
}

/* The text is the caller's and stays; it is scanned once, so that later the ends of all trees are known to be
 * there. */
gboolean
tbk_bracket_batch_set_text (TbkBracketBatch *batch, const char *name, const char *text, gsize length,
                            const TbkBracketOptions *options, GError **error)
{
  static const TbkBracketOptions defaults = { .rules = TBK_BRACKETS_DEFAULT };
  TbkBracketOptions decided = options == NULL ? defaults : *options;
  BracketScan scan = { .line = 1, .joins_lines = (decided.rules & TBK_BRACKETS_JOIN_LINES) != 0 };
  GError *fault = NULL;

  if (!scan_trees (&scan, text, length, TRUE, &fault)) {
    g_prefix_error (&fault, "%s:", name);
    g_propagate_error (error, fault);
    return FALSE;
  }
  g_free (batch->name);
  batch->name = g_strdup (name);
  batch->text = text;
  batch->length = length;
  batch->at = 0;
  batch->line = 1;
  batch->index = 0;
  batch->losses = losses_add_file (decided.losses, name);
  batch_detect_forms (batch, &decided);
  batch->options = decided;
  return TRUE;
}

/* 3. reader: an input cut into batches of whole trees.
 *
 * A block is read into the batch's own buffer and cut after the last tree that has ended. The rest of it
 * begins the next batch, where the scan goes on. So no byte is scanned twice.
 */

G_STATIC_ASSERT (BLOCK_MAX_SIZE == TBK_BRACKETS_MAX_BYTES);

struct TbkBracketReader {
  BlockReader blocks;
  TbkBracketOptions options;
  gboolean is_at_start;
  BracketScan scan;   /* of the rest */
  gint64 line, index; /* of the first byte of the rest */
  GError *fault;      /* found behind trees that come first */
  FileLosses *losses;
};

TbkBracketReader *
tbk_bracket_reader_open (const char *path, const TbkBracketOptions *options, GError **error)
{
  static const TbkBracketOptions defaults = { .rules = TBK_BRACKETS_DEFAULT };
  BlockReader blocks;
  TbkBracketReader *reader;

  if (!block_reader_open (&blocks, path, "a tree", error))
    return NULL;
  reader = g_new0 (TbkBracketReader, 1);
  reader->blocks = blocks;
  reader->options = options == NULL ? defaults : *options;
  reader->line = reader->scan.line = 1;
  reader->scan.joins_lines = (reader->options.rules & TBK_BRACKETS_JOIN_LINES) != 0;
  reader->is_at_start = TRUE;
  reader->losses = losses_add_file (reader->options.losses, tbk_input_name (blocks.input));
  return reader;
}

const TbkInput *
tbk_bracket_reader_input (const TbkBracketReader *reader)
{
  return reader->blocks.input;
}

gint64
reader_count_lines (const TbkBracketReader *reader)
{
  return reader->scan.line - 1;
}

void
tbk_bracket_reader_close (TbkBracketReader *reader)
{
  if (reader == NULL)
    return;
  block_reader_close (&reader->blocks);
  g_clear_error (&reader->fault);
  g_free (reader);
}

/* A byte order mark becomes blanks, for which no rule asks. */
static void
reader_skip_byte_order_mark (TbkBracketReader *reader, TbkBracketBatch *batch)
{
  if (reader->is_at_start)
    reader->scan.at = byte_order_mark_size (batch->block.bytes, batch->block.length);
  reader->is_at_start = FALSE;
}

static gboolean
begins (const char *text, const char *end, const char *with)
{
  return (gsize) (end - text) >= strlen (with) && memcmp (text, with, strlen (with)) == 0;
}

/* Returns TRUE if one of the lines, which are comments in brackets, is of the export format. */
static gboolean
has_export_line (const char *lines, const char *end)
{
  while (lines < end) {
    const char *newline = memchr (lines, '\n', (gsize) (end - lines));

    if (begins (lines, end, "#BOS ") || begins (lines, end, "#FORMAT ") || begins (lines, end, "#BOT "))
      return TRUE;
    lines = newline == NULL ? end : newline + 1;
  }
  return FALSE;
}

/* Returns a hint of other formats of phrase structure; NULL for none. */
static const char *
hint_of_treebank (const char *before, const char *text, const char *end)
{
  if (begins (text, end, "%%") || has_export_line (before, text))
    return ": this looks like the export format of NEGRA and TIGER, which tbk does not read; treetools and "
           "disco-dop write it as brackets, once crossing branches are removed";
  if (begins (text, end, "<S ID") || begins (text, end, "<DOC") || begins (text, end, "<s id"))
    return ": this looks like the Chinese Treebank, with lines of <S ID=1>; grep -v '^ *<' leaves the trees";
  if (begins (text, end, "<?xml") || begins (text, end, "<corpus"))
    return g_strstr_len (text, end - text, "<corpus") != NULL
               ? ": this looks like TIGER XML, which tbk does not read; treetools and disco-dop write it as "
                 "brackets, once crossing branches are removed"
               : ": this looks like XML, which tbk does not read";
  if (*text == '<')
    return ": this looks like HTML or XML, which tbk does not read";
  if (*text == ';')
    return ": this looks like the Sejong Treebank, which tbk does not read: write its leaves WORD/TAG + WORD/TAG "
           "as (TAG WORD) (TAG WORD), and leave out lines of ;";
  if (*text == '{')
    return ": this looks like JSON, which tbk does not read as trees";
  return NULL;
}

/* Returns a hint of what a file looks like that does not begin as brackets do; @before: its comments. */
static const char *
hint_of_text (const char *before, const char *text, gsize length)
{
  const char *newline = memchr (text, '\n', length), *end = newline != NULL ? newline : text + length;
  const char *token = text, *of_treebank = hint_of_treebank (before, text, text + length);

  if (of_treebank != NULL)
    return of_treebank;
  while (token < end && is_token (*token))
    token++;
  if (memchr (text, '\t', (gsize) (end - text)) != NULL)
    return g_ascii_isdigit (*text) ? ": this looks like CoNLL-U" : "";
  if (memchr (text, '/', (gsize) (token - text)) != NULL)
    return ": this looks like words with tags, which tbk parse reads by --input=tagged";
  return ": this looks like plain text; tbk parse reads words with tags by --input=tagged";
}

/* Puts the name of the file before the line, and what the text looks like behind. */
static void
keep_fault (TbkBracketReader *reader, const TbkBracketBatch *batch, const GError *fault)
{
  const BracketScan *scan = &reader->scan;
  const gboolean is_ended = scan->state != SCAN_BETWEEN && scan->at == batch->block.length;
  const gboolean is_other = reader->index == 0 && scan->n_ended == 0 && scan->state == SCAN_BETWEEN
                            && scan->at < batch->block.length && is_token (batch->block.bytes[scan->at]);

  g_set_error (&reader->fault, fault->domain, fault->code, "%s:%s%s", tbk_input_name (reader->blocks.input),
               fault->message,
               is_other   ? hint_of_text (batch->block.bytes, batch->block.bytes + scan->at,
                                          batch->block.length - scan->at)
               : is_ended ? ": was the file cut?"
                          : "");
}

/* Reads and scans until a tree has ended, the input has, or a fault is found. */
static gboolean
read_trees (TbkBracketReader *reader, TbkBracketBatch *batch, GError **error)
{
  do {
    g_autoptr (GError) fault = NULL;

    if (!block_extend (&reader->blocks, &batch->block, reader->line, error))
      return FALSE;
    reader_skip_byte_order_mark (reader, batch);
    if (!scan_trees (&reader->scan, batch->block.bytes, batch->block.length, reader->blocks.is_at_end,
                     &fault))
      keep_fault (reader, batch, fault);
  } while (reader->scan.cut == 0 && reader->fault == NULL && !reader->blocks.is_at_end);
  return TRUE;
}

/* Keeps the bytes behind the cut for the next batch, where the scan goes on. */
static gboolean
end_batch (TbkBracketReader *reader, TbkBracketBatch *batch, GError **error)
{
  BracketScan *scan = &reader->scan;

  if (!block_end (&reader->blocks, &batch->block, scan->cut, error))
    return FALSE;
  scan->at -= scan->cut;
  scan->comment -= MIN (scan->comment, scan->cut);
  scan->n_ended -= scan->n_cut;
  scan->cut = 0;
  return TRUE;
}

/* Names the file and the place of the batch, and counts on to the next. */
static void
place_batch (TbkBracketReader *reader, TbkBracketBatch *batch)
{
  const char *name = tbk_input_name (reader->blocks.input);

  if (g_strcmp0 (batch->name, name) != 0) {
    g_free (batch->name);
    batch->name = g_strdup (name);
  }
  batch->text = batch->block.bytes;
  batch->length = batch->block.length;
  batch->at = 0;
  batch->line = reader->line;
  batch->index = reader->index;
  batch->losses = reader->losses;
  batch_detect_forms (batch, &reader->options);
  batch->options = reader->options;
  reader->index += reader->scan.n_cut;
  reader->line += count_newlines (batch->text, batch->text + batch->length);
}

/* A fault in the input is reported after the trees that come before it: the batch with these is handed out
 * first, and the fault is kept. */
TbkReadStatus
tbk_bracket_reader_next (TbkBracketReader *reader, TbkBracketBatch *batch, GError **error)
{
  if (reader->fault != NULL) {
    g_propagate_error (error, g_error_copy (reader->fault));
    return TBK_READ_FAILED;
  }
  if (!block_begin (&reader->blocks, &batch->block, error) || !read_trees (reader, batch, error))
    return TBK_READ_FAILED;
  if (reader->scan.cut == 0 && reader->fault != NULL) {
    g_propagate_error (error, g_error_copy (reader->fault));
    return TBK_READ_FAILED;
  }
  if (reader->scan.cut == 0)
    return TBK_READ_END;
  if (!end_batch (reader, batch, error))
    return TBK_READ_FAILED;
  place_batch (reader, batch);
  return TBK_READ_BATCH;
}
