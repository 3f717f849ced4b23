/* check_page.c - a page of HTML with what was found in sentences, and their drawings. */
#include "corpus/check_page.h"

#include <string.h>

#include "corpus/check_page.js.h"

static const TbkDrawOptions drawing = { .format = TBK_DRAW_HTML };

void
check_page_init (CheckPage *page)
{
  page->drawer = tbk_drawer_new (&drawing);
  page->title = g_string_new (NULL);
  page->list = g_string_new (NULL);
}

void
check_page_clear (CheckPage *page)
{
  tbk_drawer_free (page->drawer);
  drawn_clear (&page->drawn);
  if (page->title != NULL)
    g_string_free (page->title, TRUE);
  if (page->list != NULL)
    g_string_free (page->list, TRUE);
}

/* A form in quotes, which does not turn the direction of what stands beside it. */
static char *
quote_isolated (TbkPiece form)
{
  g_autofree char *quoted = check_message_quote (form);

  return g_strdup_printf ("\u2068%s\u2069", quoted);
}

static void
append_checked (const Checked *checked, const CheckWords *words, GString *list)
{
  g_autoptr (GString) message = g_string_new (NULL);
  g_autofree char *escaped = NULL;

  check_message_append (message, checked, words, quote_isolated);
  escaped = g_markup_escape_text (message->str, (gssize) message->len);
  g_string_append_printf (list, "<li><strong>%s</strong>", tbk_check_test_name (checked->test));
  if (checked_line (checked, words) > 0)
    g_string_append_printf (list, ", line %" G_GINT64_FORMAT, checked_line (checked, words));
  g_string_append_printf (list, ": %s</li>\n", escaped);
}

/* Whether an earlier one is of the same test. */
static gboolean
is_repeated (const Checked *checked, int number)
{
  for (int c = 0; c < number; c++)
    if (checked[c].test == checked[number].test)
      return TRUE;
  return FALSE;
}

/* A list of what was found. */
static TbkPiece
make_list (CheckPage *page, const Checked *checked, int n, const CheckWords *words)
{
  g_string_assign (page->list, "<ul>\n");
  for (int c = 0; c < n; c++)
    append_checked (&checked[c], words, page->list);
  g_string_append (page->list, "</ul>\n");
  return (TbkPiece){ page->list->str, page->list->len };
}

static TbkPiece
make_title (CheckPage *page, const TbkEntry *entry)
{
  g_string_truncate (page->title, 0);
  if (entry->sentence == NULL) {
    g_string_append (page->title, drawn_file (entry->file));
    return (TbkPiece){ page->title->str, page->title->len };
  }
  if (entry->id != NULL)
    g_string_append_printf (page->title, "%.*s, ", (int) MIN (entry->id_length, G_MAXINT16), entry->id);
  g_string_append_printf (page->title, "sentence %" G_GINT64_FORMAT " of %s", entry->index,
                          drawn_file (entry->file));
  return (TbkPiece){ page->title->str, page->title->len };
}

/* The numbers of the lines in which something was found. */
static GHashTable *
list_marked (const Checked *checked, int n, const CheckWords *words)
{
  GHashTable *marked = g_hash_table_new (g_direct_hash, g_direct_equal);

  for (int c = 0; c < n; c++)
    g_hash_table_add (marked, GSIZE_TO_POINTER ((gsize) checked_line (&checked[c], words)));
  return marked;
}

static void
append_line (TbkPiece line, gint64 number, gboolean marked, TbkText *text)
{
  enum { MOST_BYTES = 500 };
  g_autofree char *valid = g_utf8_make_valid (line.bytes, (gssize) MIN (line.size, MOST_BYTES));
  g_autofree char *escaped = g_markup_escape_text (valid, -1);

  tbk_text_printf (text, "%s%" G_GINT64_FORMAT ": %s%s%s\n", marked ? "<mark>" : "", number, escaped,
                   line.size > MOST_BYTES ? "…" : "", marked ? "</mark>" : "");
}

/* Appends the lines of a sentence that is not drawn: those around the first that is wrong, and further wrong ones. */
static void
append_lines (const TbkEntry *entry, const Checked *checked, int n, const CheckWords *words, TbkText *text)
{
  enum { AROUND = 10, MOST = 100 };
  g_autoptr (GHashTable) all_marked = list_marked (checked, n, words);
  const char *at = entry->text, *end = entry->text + entry->length;
  const gint64 first = checked_line (&checked[0], words);
  int n_shown = 0;

  tbk_text_printf (text, "<pre>\n");
  for (gint64 number = entry->line; at < end && n_shown < MOST; number++) {
    const char *newline = memchr (at, '\n', (gsize) (end - at)), *stop = newline != NULL ? newline : end;
    const gboolean is_near = number >= first - AROUND && number <= first + AROUND;
    const gboolean marked = g_hash_table_contains (all_marked, GSIZE_TO_POINTER ((gsize) number));

    if (stop > at && (is_near || marked)) {
      append_line ((TbkPiece){ at, (gsize) (stop - at) }, number, marked, text);
      n_shown++;
    }
    at = stop + 1;
  }
  tbk_text_printf (text, "</pre>\n");
}

/* The part of a sentence without a tree, or of a file. */
static void
append_without_tree (CheckPage *page, const TbkEntry *entry, const Checked *checked, int n,
                     const CheckWords *words, TbkText *text)
{
  const TbkPiece title = make_title (page, entry);
  g_autofree char *valid = g_utf8_make_valid (title.bytes, (gssize) title.size);
  g_autofree char *escaped = g_markup_escape_text (valid, -1);

  tbk_text_printf (text, "<h2>%s</h2>\n%s", escaped, make_list (page, checked, n, words).bytes);
  if (entry->length > 0)
    append_lines (entry, checked, n, words, text);
}

gboolean
check_page_append (CheckPage *page, const TbkEntry *entry, const Checked *checked, int n,
                   const CheckWords *words, gboolean is_tree, const int *heads, TbkText *text, GError **error)
{
  TbkDrawnSentence sentence;

  if (is_tree && !drawn_set (&page->drawn, entry->sentence, &sentence, error))
    return FALSE;
  tbk_text_printf (text, "<section class=\"checked\" data-tests=\"");
  for (int c = 0; c < n; c++)
    if (!is_repeated (checked, c))
      tbk_text_printf (text, "%s%s", c > 0 ? " " : "", tbk_check_test_name (checked[c].test));
  tbk_text_printf (text, "\">\n");
  if (!is_tree) {
    append_without_tree (page, entry, checked, n, words, text);
    tbk_text_printf (text, "</section>\n");
    return TRUE;
  }
  sentence.title = make_title (page, entry);
  sentence.projective = heads;
  sentence.below_title = make_list (page, checked, n, words);
  if (!tbk_draw_sentence (page->drawer, &sentence, text, error))
    return FALSE;
  tbk_text_printf (text, "</section>\n");
  return TRUE;
}

/* A box for each test that was met, by which its sentences can be hidden. */
static gboolean
write_tests (const TbkChecksOptions *options, const TbkTally *total, GError **error)
{
  for (int t = 0; t < TBK_N_CHECK_TESTS; t++) {
    const TbkCheckTest test = tbk_check_test_by_suspicion (t);
    gint64 n_sentences, n_found = tbk_checks_found (total, test, &n_sentences);
    const char *name = tbk_check_test_name (test);

    if (n_found > 0
        && !tbk_output_printf (
            options->output, error,
            "<label><input type=\"checkbox\" value=\"%s\" checked> %s (%s): %" G_GINT64_FORMAT
            " in %" G_GINT64_FORMAT " sentence%s</label>\n",
            name, name, tbk_check_level_name (tbk_check_test_level (test)), n_found, n_sentences,
            n_sentences == 1 ? "" : "s"))
      return FALSE;
  }
  return TRUE;
}

gboolean
check_page_write_begin (const TbkChecksOptions *options, const TbkTally *total, GError **error)
{
  static const char of_findings[] =
      "Arcs that are not projective are dashed, words that are re-hung have thick arcs. Errors are nearly always wrong, "
      "warnings mostly; notes are often right: read them last.";
  static const char of_incidents[] = "What UD's validator of " TBK_CHECK_VALIDATOR_DATE
                                     " tells of the shape of trees. Arcs that are not projective are dashed.";

  return tbk_draw_begin (&drawing, options->title, options->incidents ? of_incidents : of_findings,
                         options->output, error)
         && tbk_output_printf (options->output, error, "<fieldset class=\"tests\">\n<legend>%s</legend>\n",
                               options->incidents ? "Incidents" : "Findings")
         && write_tests (options, total, error)
         && tbk_output_printf (options->output, error, "</fieldset>\n");
}

gboolean
check_page_write_end (const TbkChecksOptions *options, gint64 n_not_drawn, GError **error)
{
  if (n_not_drawn > 0
      && !tbk_output_printf (options->output, error,
                             "<p>%" G_GINT64_FORMAT
                             " more sentences are not drawn: of each test only the first %d "
                             "are. Choose with --test, or list them with --format=text.</p>\n",
                             n_not_drawn, TBK_CHECKS_MAX_DRAWN))
    return FALSE;
  return tbk_output_printf (options->output, error, "<script>\n%s</script>\n", check_page_js)
         && tbk_draw_end (&drawing, options->output, error);
}
