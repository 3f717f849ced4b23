/* brackets_parse.c - the text of a tree to words and phrases, by the rules of normalization.
 *
 * Contents
 *   1. losses: what is lost of files in brackets, counted file by file
 *   2. normalize: the rules that make a tree of words and phrases of what a file holds
 *   3. parse: the text of one tree to nodes in pre-order, with a stack that is the nodes' own parents
 */
#include "brackets/brackets.h"

#include <string.h>

#include "base/base.h"

/* 1. losses: what is lost of files in brackets, counted file by file.
 *
 * Each reader has a record of its own. Of the records of one file, which was then read several times, the
 * largest counts.
 */

typedef struct {
  gint64 n, line;
  char *what;
} Loss;

struct FileLosses {
  char *name;
  Loss losses[TBK_BRACKETS_N_LOSSES];
};

struct TbkBracketLosses {
  GMutex mutex;
  GPtrArray *files; /* of FileLosses */
};

static void
file_free (gpointer data)
{
  FileLosses *file = data;

  for (int kind = 0; kind < TBK_BRACKETS_N_LOSSES; kind++)
    g_free (file->losses[kind].what);
  g_free (file->name);
  g_free (file);
}

TbkBracketLosses *
tbk_bracket_losses_new (void)
{
  TbkBracketLosses *losses = g_new0 (TbkBracketLosses, 1);

  g_mutex_init (&losses->mutex);
  losses->files = g_ptr_array_new_with_free_func (file_free);
  return losses;
}

void
tbk_bracket_losses_free (TbkBracketLosses *losses)
{
  if (losses == NULL)
    return;
  g_ptr_array_unref (losses->files);
  g_mutex_clear (&losses->mutex);
  g_free (losses);
}

/* Each file that is opened gets a record; a name may have several. Records never move, so a reader may keep
 * its own. */
FileLosses *
losses_add_file (TbkBracketLosses *losses, const char *name)
{
  FileLosses *file;

  if (losses == NULL)
    return NULL;
  file = g_new0 (FileLosses, 1);
  file->name = g_strdup (name);
  g_mutex_lock (&losses->mutex);
  g_ptr_array_add (losses->files, file);
  g_mutex_unlock (&losses->mutex);
  return file;
}

/* As it is written; to be freed. */
static char *
describe (const TbkBracketNode *leaf)
{
  g_autofree char *label = tbk_quote (leaf->label, (gsize) leaf->label_length);
  g_autofree char *form = leaf->form == NULL ? NULL : tbk_quote (leaf->form, (gsize) leaf->form_length);

  label[strlen (label) - 1] = '\0';
  if (form != NULL)
    form[strlen (form) - 1] = '\0';
  return g_strdup_printf ("(%s %s)", label + 1, form == NULL ? "" : form + 1);
}

/* The first line counts, and not the first call: threads come in any order. */
void
losses_add (TbkBracketLosses *losses, FileLosses *file, TbkBracketLossKind kind, gint64 n, gint64 line,
            const TbkBracketNode *leaf)
{
  Loss *loss;

  if (file == NULL || n == 0)
    return;
  g_mutex_lock (&losses->mutex);
  loss = &file->losses[kind];
  if (loss->n == 0 || line < loss->line) {
    loss->line = line;
    g_free (loss->what);
    loss->what = leaf == NULL ? NULL : describe (leaf);
  }
  loss->n += n;
  g_mutex_unlock (&losses->mutex);
}

static int
compare_files (gconstpointer a, gconstpointer b)
{
  const FileLosses *x = *(FileLosses *const *) a, *y = *(FileLosses *const *) b;

  return strcmp (x->name, y->name);
}

/* Sorted by name, the records of one file follow one another. Only what a record has beyond the greatest one
 * before it is added: so a file that was read three times counts once. */
void
tbk_bracket_losses_get (TbkBracketLosses *losses, TbkBracketLossKind kind, TbkBracketLoss *loss)
{
  gint64 n_before = 0; /* of the same file */

  *loss = (TbkBracketLoss){ .n = 0 };
  g_mutex_lock (&losses->mutex);
  g_ptr_array_sort (losses->files, compare_files);
  for (guint i = 0; i < losses->files->len; i++) {
    const FileLosses *file = losses->files->pdata[i], *before = i > 0 ? losses->files->pdata[i - 1] : NULL;
    const Loss *found = &file->losses[kind];

    if (before == NULL || !g_str_equal (before->name, file->name))
      n_before = 0;
    if (loss->n == 0 && found->n > 0)
      *loss = (TbkBracketLoss){ 0, file->name, found->line, found->what };
    loss->n += MAX (found->n - n_before, 0);
    n_before = MAX (found->n, n_before);
  }
  g_mutex_unlock (&losses->mutex);
}

/* 2. normalize: the rules that make a tree of words and phrases of what a file holds. */

static gboolean
is_sign (char byte, gboolean is_bar_sign)
{
  return byte == '-' || byte == '=' || (byte == '|' && is_bar_sign);
}

/* Where @label ends, before the first sign, unless it begins with one. */
static int
cut_at_sign (const char *label, int length, gboolean is_bar_sign)
{
  if (length == 0 || is_sign (label[0], TRUE))
    return length;
  for (int i = 1; i < length; i++)
    if (is_sign (label[i], is_bar_sign))
      return i;
  return length;
}

static int
cut_label (const char *label, int length, guint rules)
{
  if ((rules & TBK_BRACKETS_EVALB_LABELS) != 0 && length > 0 && is_sign (label[0], FALSE))
    return 0;
  return cut_at_sign (label, length, (rules & (TBK_BRACKETS_PENN | TBK_BRACKETS_EVALB_LABELS)) == 0);
}

static gboolean
is_one_of (const char *text, int length, const char *const *words)
{
  for (; length > 0 && *words != NULL; words++)
    if (text[0] == (*words)[0] && (int) strlen (*words) == length
        && memcmp (text, *words, (gsize) length) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_markup (const TbkBracketNode *leaf)
{
  static const char *const tags[] = { "ID", "CODE", "METADATA", NULL };

  return is_one_of (leaf->label, cut_at_sign (leaf->label, leaf->label_length, TRUE), tags);
}

/* Traces. */

/* The forms of leaves that may stand for no word. */
typedef enum {
  FORM_OF_WORD,
  FORM_ZERO,    /* 0 */
  FORM_STAR,    /* *, *-1, *-a */
  FORM_NAMED,   /* *NAME*, *NAME*-X */
  FORM_INDEXED, /* *NAME*-1 */
} TraceForm;

/* The forms of leaves in the Penn treebanks of historical English and their kin:
 *
 *   0            FORM_ZERO
 *   *  *-1       FORM_STAR      one star, and perhaps an index
 *   *T*  *con*   FORM_NAMED     a name between two stars
 *   *T*-1        FORM_INDEXED   the same with a number
 *
 * Anything else that begins with a star, as ** or *x, is a word. */
static TraceForm
find_trace_form (const char *form, int length)
{
  const char *end = form + length, *star, *suffix;

  if (form[0] == '0' && length == 1)
    return FORM_ZERO;
  if (form[0] != '*')
    return FORM_OF_WORD;
  star = memchr (form + 1, '*', (gsize) length - 1);
  suffix = star == NULL ? form + 1 : star + 1;
  if (star == form + 1 || (suffix < end && *suffix != '-'))
    return FORM_OF_WORD;
  if (star == NULL)
    return suffix == end || (suffix + 1 < end && g_ascii_isalnum (suffix[1])) ? FORM_STAR : FORM_OF_WORD;
  if (form[1] == '-')
    return FORM_OF_WORD; /* *-* */
  return suffix + 1 < end && g_ascii_isdigit (suffix[1]) ? FORM_INDEXED : FORM_NAMED;
}

/* WNP and WHNP are NP of a question, so W and WH are passed over. */
static gboolean
is_label_of_phrases (const char *label, int length)
{
  static const char *const labels[] = { "NP",    "PP",   "ADVP", "ADJP",  "CP",   "IP",   "QP",
                                        "CONJP", "RRC",  "VP",   "S",     "SBAR", "NUMP", "NX",
                                        "QTP",   "ADJX", "ADVX", "INTJP", NULL };
  const int wh = length > 2 && memcmp (label, "WH", 2) == 0 ? 2 : length > 1 && label[0] == 'W';

  return is_one_of (label, length, labels) || is_one_of (label + wh, length - wh, labels);
}

/* Returns TRUE if it is a tag of verbs, as VB, VBN, BEPI. */
static gboolean
is_tag_of_verbs (const char *tag, int length)
{
  static const char *const verbs[] = { "VB", "BE", "DO", "HV", "MD", "RD", "AX", NULL };

  return length >= 2 && length <= 4 && is_one_of (tag, 2, verbs);
}

/* The length of a tag without the two digits of a part of a split word: C21 and C22 are C. */
static int
cut_part (const char *tag, int length)
{
  const gboolean is_part =
      length > 2 && g_ascii_isdigit (tag[length - 1]) && g_ascii_isdigit (tag[length - 2]);

  return is_part ? length - 2 : length;
}

/* By the table of tbk/brackets.h. */
static gboolean
is_trace (const TbkBracketNode *leaf)
{
  static const char *const of_zero[] = { "C", "P", "TO", "CONJ", "BREAK", ",", NULL };
  static const char *const of_star[] = { "TO", "Q", "RP", NULL };
  const TraceForm form = find_trace_form (leaf->form, leaf->form_length);
  const char *tag = leaf->label;
  const int length = cut_part (tag, cut_at_sign (tag, leaf->label_length, TRUE));

  return form == FORM_INDEXED || (form != FORM_OF_WORD && is_label_of_phrases (tag, length))
         || (form == FORM_ZERO && is_one_of (tag, length, of_zero))
         || (form == FORM_STAR && (is_one_of (tag, length, of_star) || is_tag_of_verbs (tag, length)));
}

static gboolean
is_tagged_empty (const TbkBracketNode *leaf)
{
  static const char *const tags[] = { "-NONE-", NULL };

  return is_one_of (leaf->label, leaf->label_length, tags);
}

static gboolean
is_displaced (const TbkBracketNode *leaf)
{
  return leaf->form_length >= 5 && memcmp (leaf->form, "*ICH*", 5) == 0;
}

static gboolean
is_id (const TbkBracketNode *leaf)
{
  return leaf->label_length == 2 && memcmp (leaf->label, "ID", 2) == 0;
}

/* Returns TRUE if rules leave the leaf out, and sets @kind to what it is then. */
static gboolean
is_dropped (const TbkBracketNode *leaf, guint rules, TbkBracketLossKind *kind)
{
  if ((rules & TBK_BRACKETS_DROP_MARKUP) != 0 && is_markup (leaf)) {
    *kind = TBK_BRACKETS_MARKUP;
    return TRUE;
  }
  *kind = TBK_BRACKETS_TRACES;
  return (rules & TBK_BRACKETS_DROP_EMPTY) != 0
         && (is_tagged_empty (leaf) || ((rules & TBK_BRACKETS_PENN) == 0 && is_trace (leaf)));
}

/* Some treebanks write FORM-LEMMA: the form ends before the last hyphen. Of a form that is hyphens alone the
 * two halves are the same, with one hyphen between, so an odd number of three or more is cut. A bracket such
 * as -LRB- has no lemma. */
int
normalize_cut_form (const char *form, int length)
{
  static const char *const escapes[] = { "-LRB-", "-RRB-", "-LSB-", "-RSB-", "-LCB-", "-RCB-", NULL };
  int n_hyphens = 0, last;

  while (n_hyphens < length && form[n_hyphens] == '-')
    n_hyphens++;
  if (n_hyphens == length)
    return length >= 3 && length % 2 == 1 ? length / 2 : length;
  if (is_one_of (form, length, escapes))
    return length;
  for (last = length - 1; last > 0 && form[last] != '-'; last--)
    ;
  return last > 0 ? last : length;
}

static void
leave_out (TbkBracketBatch *batch, TbkBracketLossKind kind, const TbkBracketNode *node)
{
  batch->left_out[kind].n++;
  batch->left_out[kind].first = *node;
}

/* Sets remaining[i] to the words that the rules leave of node i and what is below it, and notes what they
 * leave out, the first last.
 *
 * Nodes are in pre-order, so a loop from the last to the first meets all that is below a node before the node
 * itself. A phrase without children is one whose next node has another parent. */
static void
count_remaining (TbkBracketBatch *batch)
{
  int *remaining = batch->remaining;
  gsize child = batch->n_nodes; /* the node behind that in hand */
  TbkBracketLossKind kind;

  memset (remaining, 0, batch->n_nodes * sizeof (int));
  for (gsize i = batch->n_nodes - 1; i >= 1; child = i--) {
    const TbkBracketNode *node = &batch->nodes[i];

    if (node->form != NULL) {
      remaining[i] = !is_dropped (node, batch->options.rules, &kind);
      if (remaining[i] == 0 && !is_id (node))
        leave_out (batch, kind, node);
    } else if (child == batch->n_nodes || batch->nodes[child].parent != (int) i) {
      leave_out (batch, TBK_BRACKETS_CHILDLESS, node);
    }
    remaining[node->parent] += remaining[i];
  }
}

/* Applies what changes labels and forms. */
static void
cut_texts (TbkBracketNode *node, guint rules)
{
  if (node->form != NULL && (rules & TBK_BRACKETS_CUT_FORMS) != 0)
    node->form_length = normalize_cut_form (node->form, node->form_length);
  if (node->form == NULL && (rules & TBK_BRACKETS_CUT_LABELS) != 0)
    node->label_length = cut_label (node->label, node->label_length, rules);
}

/* Returns TRUE if rules want a root over what is left, and sets @loses_outer if they want the outer bracket
 * to go. */
static gboolean
needs_root (const TbkBracketBatch *batch, gboolean *loses_outer)
{
  int n_pieces = 0;
  gboolean is_phrase = FALSE;

  *loses_outer = FALSE;
  if (batch->has_several)
    return TRUE;
  if ((batch->options.rules & TBK_BRACKETS_ONE_ROOT) == 0)
    return FALSE;
  if (batch->nodes[1].label_length > 0)
    return batch->nodes[1].form != NULL;
  *loses_outer = TRUE;
  for (gsize i = 2; i < batch->n_nodes; i++)
    if (batch->nodes[i].parent == 1 && batch->remaining[i] > 0) {
      n_pieces++;
      is_phrase = batch->nodes[i].form == NULL;
    }
  return n_pieces != 1 || !is_phrase;
}

/* Moves the nodes that stay to the front, from @n_kept on, the number of each from then on in remaining[].
 * Node 0 is the parent of the first ones. Returns their number.
 *
 * Pre-order stays: a node moves to a place that is not after its own. remaining[] has done its work for a
 * node that was moved, so it takes the new number, which the children look up. */
static int
keep_nodes (TbkBracketBatch *batch, gsize from, int n_kept)
{
  int n_words = 0;

  for (gsize i = from; i < batch->n_nodes; i++) {
    TbkBracketNode node = batch->nodes[i];

    if (batch->remaining[i] == 0)
      continue;
    /* Words are numbered again: those that were left out before this node leave no gap. */
    node.right = n_words + batch->remaining[i];
    node.left = n_words;
    n_words += node.form != NULL;
    node.parent = node.parent < (int) from ? 0 : batch->remaining[node.parent];
    cut_texts (&node, batch->options.rules);
    batch->remaining[i] = n_kept;
    batch->nodes[n_kept++] = node;
  }
  return n_kept;
}

/* Keeps a problem in the tree in hand, if it is the first; "FILE:LINE: " comes before it. */
static void G_GNUC_PRINTF (3, 4)
    parse_set_problem (TbkBracketBatch *batch, gint64 line, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  if (batch->problem != NULL)
    return;
  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (&batch->problem, TBK_ERROR, TBK_ERROR_DATA, "%s:%" G_GINT64_FORMAT ": %s", batch->name, line,
               message);
}

/* A tree of empty nodes alone says something else: its words may have brackets of their own. */
static void
check_wrapped (TbkBracketBatch *batch, gint64 line)
{
  const LeftOut *childless = &batch->left_out[TBK_BRACKETS_CHILDLESS];
  const gboolean has_leaves =
      batch->left_out[TBK_BRACKETS_TRACES].n + batch->left_out[TBK_BRACKETS_MARKUP].n > 0;
  g_autofree char *label = NULL;

  if (batch->remaining[0] > 0 || childless->n == 0 || has_leaves || childless->first.parent <= 1)
    return;
  label = tbk_quote (childless->first.label, (gsize) childless->first.label_length);
  parse_set_problem (
      batch, line,
      "found %s alone in brackets, and no word in the tree, expected words with their tags, as "
      "(TAG WORD)",
      label);
}

/* Without DROP_CHILDLESS every phrase must have words. */
static void
check_childless (TbkBracketBatch *batch, gint64 line)
{
  if ((batch->options.rules & TBK_BRACKETS_DROP_CHILDLESS) != 0) {
    check_wrapped (batch, line);
    return;
  }
  for (gsize i = 1; i < batch->n_nodes; i++)
    if (batch->nodes[i].form == NULL && batch->remaining[i] == 0) {
      g_autofree char *label = tbk_quote (batch->nodes[i].label, (gsize) batch->nodes[i].label_length);

      parse_set_problem (batch, line, "found the node %s without words, expected some", label);
      return;
    }
}

/* Node 0 is the place of the added root, or else free: the first node that is kept moves there. */
static void
set_nodes (TbkBracketBatch *batch, TbkBracketTree *tree)
{
  gboolean loses_outer;
  const gboolean has_root = needs_root (batch, &loses_outer);
  TbkBracketNode *nodes = batch->nodes;

  tree->has_added_root = has_root;
  tree->n = batch->remaining[0];
  tree->n_nodes = keep_nodes (batch, loses_outer ? 2 : 1, has_root ? 1 : 0);
  if (has_root)
    nodes[0] =
        (TbkBracketNode){ .label = "TOP", .label_length = batch->has_several ? 0 : 3, .right = tree->n };
  else if (nodes[0].label_length == 0 && (batch->options.rules & TBK_BRACKETS_PENN) != 0) {
    nodes[0].label = "TOP";
    nodes[0].label_length = 3;
  }
  nodes[0].parent = -1;
  tree->nodes = nodes;
}

/* Takes what the tree has of leaves that rules may drop. */
static void
look_at_leaves (const TbkBracketBatch *batch, TbkBracketTree *tree)
{
  for (gsize i = 1; i < batch->n_nodes; i++) {
    const TbkBracketNode *node = &batch->nodes[i];

    if (node->form == NULL)
      continue;
    tree->n_displaced += is_displaced (node);
    if (is_id (node)) {
      tree->id = node->form;
      tree->id_length = node->form_length;
    }
  }
}

/* Nodes that are left out are counted first, from the leaves up. Then the others are moved together under one
 * root, with their labels and forms cut. */
void
normalize_tree (TbkBracketBatch *batch, TbkBracketTree *tree)
{
  if (batch->problem != NULL)
    return;
  if (!try_reserve (&batch->remaining, &batch->remaining_allocated, batch->n_nodes, sizeof (int))) {
    memory_fail (&batch->problem, "%" G_GSIZE_FORMAT " nodes of a tree of %s", batch->n_nodes, batch->name);
    return;
  }
  memset (batch->left_out, 0, sizeof batch->left_out);
  look_at_leaves (batch, tree);
  count_remaining (batch);
  check_childless (batch, tree->line);
  if (batch->problem == NULL && batch->remaining[0] > 0)
    set_nodes (batch, tree);
  batch->is_wordless = tree->n == 0;
}

/* 3. parse: the text of one tree to nodes in pre-order, with a stack that is the nodes' own parents.
 *
 * (S (NP (DT the) (NN cat)) (VP (VBZ sleeps))) becomes
 *
 *   number   0    1    2    3     4      5     6
 *   label         S    NP   DT    NN     VP    VBZ
 *   form                    the   cat          sleeps
 *   parent        0    1    2     2      1     5
 *   words        0..3 0..2 0..1  1..2   2..3  2..3     from `left` to before `right`
 *
 * Node 0 is free for a root that normalization adds.
 */

/* The parse in hand. */
typedef struct {
  TbkBracketBatch *batch;
  gsize start, at;
  gint64 line; /* of the tree's first bracket */
  int open;    /* the innermost node that is open; 0 for none */
  int n_leaves;
} BracketParse;

/* The line of the byte in hand. Lines are counted only for messages, from the tree's first bracket on. */
static gint64
current_line (const BracketParse *parse)
{
  gint64 line = parse->line;

  for (gsize at = parse->start; at < parse->at; at++)
    line += parse->batch->text[at] == '\n';
  return line;
}

/* The next node, which has only a parent yet; NULL without memory, or if there are too many. */
static TbkBracketNode *
add_node (BracketParse *parse)
{
  TbkBracketBatch *batch = parse->batch;
  TbkBracketNode *node;

  if (batch->n_nodes > TBK_BRACKETS_MAX_NODES) {
    if (batch->problem == NULL)
      parse_set_problem (batch, current_line (parse), "found more than %d nodes in a tree, expected no more",
                         TBK_BRACKETS_MAX_NODES);
    return NULL;
  }
  if (!try_reserve (&batch->nodes, &batch->nodes_allocated, batch->n_nodes + 1, sizeof (TbkBracketNode))) {
    if (batch->problem == NULL)
      memory_fail (&batch->problem, "%" G_GSIZE_FORMAT " nodes of a tree of %s", batch->n_nodes, batch->name);
    return NULL;
  }
  node = &batch->nodes[batch->n_nodes++];
  *node = (TbkBracketNode){ .label = "", .parent = parse->open, .left = parse->n_leaves };
  return node;
}

/* The number before a word in discontinuous brackets, as in 2=Kind; -1 if there is none. */
static int
word_number (const TbkBracketNode *leaf)
{
  int number = 0, i = 0;

  for (; i < leaf->form_length && g_ascii_isdigit (leaf->form[i]) && number < TBK_BRACKETS_MAX_NODES; i++)
    number = 10 * number + (leaf->form[i] - '0');
  return i > 0 && i + 1 < leaf->form_length && leaf->form[i] == '=' ? number : -1;
}

static void
refuse_discontinuous (BracketParse *parse, const TbkBracketNode *leaf)
{
  g_autofree char *form = tbk_quote (leaf->form, (gsize) leaf->form_length);

  parse_set_problem (
      parse->batch, parse->line,
      "found %s, a word with its number: discontinuous brackets, expected words alone, in their order", form);
}

/* Refuses a tree whose words are all numbered, from 0 on, in any order: a reader that did not know would take
 * the numbers for parts of the words.
 *
 * Discontinuous brackets write a word as NUMBER=WORD. In continuous ones a word may look so by chance, but
 * not all words of a tree, with every number once. */
static void
check_continuous (BracketParse *parse)
{
  TbkBracketBatch *batch = parse->batch;
  const TbkBracketNode *first = NULL;

  if (!try_reserve (&batch->remaining, &batch->remaining_allocated, batch->n_nodes, sizeof (int))) {
    memory_fail (&batch->problem, "%" G_GSIZE_FORMAT " nodes of a tree of %s", batch->n_nodes, batch->name);
    return;
  }
  memset (batch->remaining, 0, batch->n_nodes * sizeof (int));
  for (gsize i = 1; i < batch->n_nodes; i++) {
    const TbkBracketNode *leaf = &batch->nodes[i];
    const int number = leaf->form == NULL ? 0 : word_number (leaf);

    if (leaf->form == NULL)
      continue;
    if (number < 0 || number >= parse->n_leaves || batch->remaining[number]++ > 0)
      return;
    first = first == NULL ? leaf : first;
  }
  if (first != NULL)
    refuse_discontinuous (parse, first);
}

/* Returns TRUE if the first word has a number: few trees need a longer look. */
static gboolean
has_number (const TbkBracketBatch *batch)
{
  gsize i = 1;

  while (batch->nodes[i].form == NULL)
    i++;
  return word_number (&batch->nodes[i]) >= 0;
}

/* A bracket after a word is an error. If the word has a number, the message names the format that such words
 * come from. */
static void
open_bracket (BracketParse *parse)
{
  const TbkBracketNode *parent = &parse->batch->nodes[parse->open];

  if (parse->open > 0 && parent->form != NULL && !parse->batch->options.bare_words) {
    g_autofree char *form = tbk_quote (parent->form, (gsize) parent->form_length);
    if (word_number (parent) >= 0)
      refuse_discontinuous (parse, parent);
    parse_set_problem (parse->batch, current_line (parse), "found '(' after the word %s, expected ')'", form);
  }
  if (add_node (parse) != NULL)
    parse->open = (int) parse->batch->n_nodes - 1;
}

/* A second token, or one after children, where tags stand before words. */
static void
refuse_token (BracketParse *parse, const TbkBracketNode *node, const char *token, int length)
{
  g_autofree char *found = tbk_quote (token, (gsize) length);
  g_autofree char *form = node->form == NULL ? NULL : tbk_quote (node->form, (gsize) node->form_length);

  if (node->form != NULL && word_number (node) >= 0)
    refuse_discontinuous (parse, node);
  else if (form == NULL)
    parse_set_problem (parse->batch, current_line (parse),
                       "found the word %s without a tag, expected '(' or ')'", found);
  else
    parse_set_problem (
        parse->batch, current_line (parse), "found %s after the word %s, expected ')'%s", found, form,
        length == 1 && token[0] == '+' && memchr (node->form, '/', (gsize) node->form_length) != NULL
            ? ": this looks like the Sejong Treebank, whose leaves WORD/TAG + WORD/TAG are "
              "(TAG WORD) (TAG WORD) in brackets"
            : "");
}

/* In trees without tags words are children of phrases, so each gets a node of its own with an empty label. */
static void
add_bare_word (BracketParse *parse, const char *token, int length)
{
  TbkBracketNode *word = add_node (parse);

  if (word == NULL)
    return;
  word->form = token;
  word->form_length = length;
  word->right = ++parse->n_leaves;
}

/* The first token of a bracket is its label, the second its word, as long as no child has come before. Where
 * words are bare, the second and later ones are words. */
static void
take_token (BracketParse *parse, const char *token, int length)
{
  TbkBracketNode *node = &parse->batch->nodes[parse->open];
  const gboolean has_children = (int) parse->batch->n_nodes - 1 > parse->open;

  if (node->label_length == 0 && !has_children) {
    node->label = token;
    node->label_length = length;
  } else if (parse->batch->options.bare_words) {
    add_bare_word (parse, token, length);
  } else if (node->form == NULL && !has_children) {
    node->form = token;
    node->form_length = length;
  } else {
    refuse_token (parse, node, token, length);
  }
}

/* The stack of open nodes is the chain of parents: closing a node opens its parent again. */
static void
close_bracket (BracketParse *parse)
{
  TbkBracketNode *node = &parse->batch->nodes[parse->open];
  const gboolean has_children = (int) parse->batch->n_nodes - 1 > parse->open;

  if (node->label_length == 0 && !has_children)
    parse_set_problem (parse->batch, current_line (parse),
                       "found an empty pair of brackets, expected a label in it");
  else if (node->label_length == 0 && node->parent > 0)
    parse_set_problem (parse->batch, current_line (parse),
                       "found a bracket without a label, expected a label");
  if (node->form != NULL)
    parse->n_leaves++;
  node->right = parse->n_leaves;
  parse->open = node->parent;
}

/* Goes to the end of a tree that has a problem. */
static void
skip_tree (BracketParse *parse, gsize depth)
{
  const char *text = parse->batch->text;

  for (; depth > 0; parse->at++)
    depth += (gsize) (text[parse->at] == '(') - (gsize) (text[parse->at] == ')');
}

/* Parses the bracket in hand up to its end. Tokens are kept where they are. After a problem the end is found by counting
 * brackets, so that the next tree can be read. */
static void
parse_bracket (BracketParse *parse)
{
  TbkBracketBatch *batch = parse->batch;
  const char *text = batch->text;
  const gsize start = parse->at;
  gsize depth = 0;

  while (batch->problem == NULL && (depth > 0 || parse->at == start)) {
    const char c = text[parse->at];

    if (c == '(') {
      open_bracket (parse);
      depth++;
    } else if (c == ')') {
      close_bracket (parse);
      depth--;
    } else if (!is_blank_byte (c)) {
      gsize end = parse->at;

      while (is_token (text[end]))
        end++;
      take_token (parse, text + parse->at, (int) (end - parse->at));
      parse->at = end - 1;
    }
    parse->at++;
  }
  if (parse->at == start) { /* without memory for a node */
    parse->at++;
    depth = 1;
  }
  skip_tree (parse, depth);
}

/* Goes to the next bracket on the line, if that belongs to the tree. */
static gboolean
find_further_bracket (BracketParse *parse)
{
  const TbkBracketBatch *batch = parse->batch;
  gsize at = parse->at;

  while (at < batch->length && batch->text[at] != '\n' && is_blank_byte (batch->text[at]))
    at++;
  if ((batch->options.rules & TBK_BRACKETS_JOIN_LINES) == 0 || at == batch->length || batch->text[at] != '(')
    return FALSE;
  parse->at = at;
  return TRUE;
}

/* One pass over the text from its first bracket. */
gsize
parse_tree (TbkBracketBatch *batch, gsize start, gint64 line)
{
  BracketParse parse = { .batch = batch, .start = start, .at = start, .line = line };

  batch->n_nodes = 0;
  batch->has_several = FALSE;
  add_node (&parse);
  parse_bracket (&parse);
  while (find_further_bracket (&parse)) {
    batch->has_several = TRUE;
    parse_bracket (&parse);
  }
  if (batch->problem == NULL && parse.n_leaves > 0 && has_number (batch))
    check_continuous (&parse);
  return parse.at;
}
