/* check_page.c - a page of HTML with what was found in sentences, and their drawings. */
#include "corpus/check_page.h"

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
  g_string_append_printf (list, "<li><strong>%s</strong>, line %" G_GINT64_FORMAT ": %s</li>\n",
                          tbk_check_test_name (checked->test), words->lines[checked->word], escaped);
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
  if (entry->id != NULL)
    g_string_append_printf (page->title, "%.*s, ", (int) MIN (entry->id_length, G_MAXINT16), entry->id);
  g_string_append_printf (page->title, "sentence %" G_GINT64_FORMAT " of %s", entry->index,
                          drawn_file (entry->file));
  return (TbkPiece){ page->title->str, page->title->len };
}

gboolean
check_page_append (CheckPage *page, const TbkEntry *entry, const Checked *checked, int n,
                   const CheckWords *words, const int *heads, TbkText *text, GError **error)
{
  TbkDrawnSentence sentence;

  if (!drawn_set (&page->drawn, entry->sentence, &sentence, error))
    return FALSE;
  tbk_text_printf (text, "<section class=\"checked\" data-tests=\"");
  for (int c = 0; c < n; c++)
    if (!is_repeated (checked, c))
      tbk_text_printf (text, "%s%s", c > 0 ? " " : "", tbk_check_test_name (checked[c].test));
  tbk_text_printf (text, "\">\n");
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
  for (int level = TBK_CHECK_ERROR; level >= TBK_CHECK_NOTE; level--)
    for (int test = 0; test < TBK_N_CHECK_TESTS; test++) {
      gint64 n_sentences, n_found = tbk_checks_found (total, test, &n_sentences);
      const char *name = tbk_check_test_name (test);

      if (n_found == 0 || (int) tbk_check_test_level (test) != level)
        continue;
      if (!tbk_output_printf (
              options->output, error,
              "<label><input type=\"checkbox\" value=\"%s\" checked> %s (%s): %" G_GINT64_FORMAT
              " in %" G_GINT64_FORMAT " sentence%s</label>\n",
              name, name, tbk_check_level_name (level), n_found, n_sentences, n_sentences == 1 ? "" : "s"))
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
