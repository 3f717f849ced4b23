/* heads.c - head vectors, a line a tree, as sentences without forms. */
#include "heads.h"

#include "runs/lines.h"
#include "tbk/tree.h"

const char *const heads_suffixes[] = { ".heads", NULL };

typedef struct {
  const char *path;
  gint64 line;
  gsize max_line;
  TbkConversion conversion;
  TbkOutput *output;
  TbkText *text;
  TbkTree *tree;
  GArray *heads; /* of int; the first is -1 */
} Heads;

static gboolean
is_space (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

/* Reads the number that begins at *@position, which moves behind it. */
static gboolean
read_head (const char **position, const char *end, int *head, GError **error)
{
  const char *start = *position, *stop = start;
  gint64 value = 0;

  while (stop < end && !is_space (*stop)) {
    value = g_ascii_isdigit (*stop) && value >= 0 && value <= G_MAXINT ? 10 * value + (*stop - '0') : -1;
    stop++;
  }
  *position = stop;
  *head = (int) value;
  if (value >= 0 && value <= G_MAXINT)
    return TRUE;
  g_autofree char *quoted = tbk_quote (start, (gsize) (stop - start));
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s found, expected the number of a word, or 0 for the root",
               quoted);
  return FALSE;
}

/* Reads a line of heads, which make a tree. */
static gboolean
read_heads (Heads *heads, const char *line, gsize length, GError **error)
{
  const char *end = line + length;
  int head = -1, n_roots = 0;

  g_array_set_size (heads->heads, 0);
  g_array_append_val (heads->heads, head);
  while (line < end)
    if (is_space (*line))
      line++;
    else if (read_head (&line, end, &head, error)) {
      g_array_append_val (heads->heads, head);
      n_roots += head == 0;
    } else
      return FALSE;
  if (heads->heads->len == 1) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "an empty line found, expected the heads of a tree");
    return FALSE;
  }
  if (!tbk_tree_set (heads->tree, (const int *) heads->heads->data, (int) heads->heads->len - 1, error))
    return FALSE;
  if (n_roots == 1)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%d words with HEAD 0 found, expected one", n_roots);
  return FALSE;
}

static void
add_sentence (Heads *heads)
{
  const int n = (int) heads->heads->len - 1;

  for (int word = 1; word <= n; word++) {
    const int head = g_array_index (heads->heads, int, word);

    if (heads->conversion == TBK_CONVERT_HEADS)
      tbk_text_printf (heads->text, "%d%s", head, word < n ? " " : "");
    else
      tbk_text_printf (heads->text, "%d\t_\t_\t_\t_\t_\t%d\t_\t_\t_\n", word, head);
  }
  tbk_text_add (heads->text, "\n", 1);
}

static gboolean
take_line (gpointer data, const char *line, gsize length, GError **error)
{
  Heads *heads = data;
  gboolean done;

  heads->line++;
  tbk_text_clear (heads->text);
  if (line == NULL)
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "the line is longer than %" G_GSIZE_FORMAT " bytes",
                 heads->max_line);
  done = line != NULL && read_heads (heads, line, length, error);
  if (!done) {
    g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", heads->path, heads->line);
    return FALSE;
  }
  add_sentence (heads);
  return tbk_output_write_text (heads->output, heads->text, error);
}

gboolean
heads_convert (const Corpus *corpus, TbkConversion conversion, TbkOutput *output, GError **error)
{
  g_autoptr (TbkTree) tree = tbk_tree_new ();
  g_autoptr (TbkText) text = tbk_text_new ();
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (int));
  Heads heads = { .conversion = conversion,
                  .output = output,
                  .text = text,
                  .tree = tree,
                  .heads = numbers,
                  .max_line = corpus->options.max_line > 0 ? (gsize) corpus->options.max_line : LINES_MAX };
  const LinesReader lines = { .max = heads.max_line, .take = take_line };

  for (char **path = corpus->paths; *path != NULL; path++) {
    corpus_announce (corpus, *path);
    heads.path = g_str_equal (*path, "-") ? "<stdin>" : *path;
    heads.line = 0;
    if (!lines_read (*path, &lines, &heads, error))
      return FALSE;
  }
  return TRUE;
}
