/* differences.c - the job that lists configurations in which oracles differ: as rows, or as drawings of a page.
 *
 * Contents
 *   1. items: elements of stack and input as texts
 *   2. values: what each transition is worth by an oracle
 *   3. rows: a row for each variant that differs
 *   4. page: a drawing for each configuration
 *   5. job: the walks of compare-oracles, looked at
 *
 * An example of both kinds of texts, with stack, front of the input and values:
 *
 *   dependencies        0 2:puella        3:rosam     *SH:2 *LA:2 RA:1
 *   phrase structure    NP[1-2] (VP       4:it        *SH:0 RE:1 NT-NP:0 NT:1
 */
#include "corpus/corpus.h"
#include "draw/draw.h"
#include "draw/jobs.h"
#include "draw/show.h"
#include "io/io.h"
#include "statistics/statistics.h"

#include <string.h>

#include "base/base.h"
#include "report/report.h"

/* The memory of a worker, and the sentence in hand. */
typedef struct {
  const DifferencesOptions *options;
  TbkTable *rows; /* or NULL: there is a page */
  TbkDrawer *drawer;
  Drawn drawn;
  char **variants; /* their names */
  char *reference;

  const TbkEntry *entry;
  const TbkVocabulary *labels; /* of phrases */
  TbkText *text;               /* gets rows or drawings */
  int n_met;                   /* configurations that differ */
  GArray *forms;               /* of TbkPiece: of the words of a tree in brackets */
  GString *stack, *front, *cell, *title;
} Differences;

static const TbkCompareOptions *
options_of (const Differences *differences)
{
  return &differences->options->agreement.compare;
}

static int
count_variants (const Differences *differences)
{
  return options_of (differences)->phrases != NULL ? 1 : options_of (differences)->n_variants;
}

/* 1. items: elements of stack and input as texts. */

/* Appends "3:rosam", or "0". */
static void
append_word (const Differences *differences, int word, GString *items)
{
  g_string_append_printf (items, "%s%d", items->len > 0 ? " " : "", word);
  if (word > 0) {
    const TbkPiece form =
        options_of (differences)->phrases != NULL
            ? g_array_index (differences->forms, TbkPiece, word - 1)
            : tbk_conllu_sentence_field (differences->entry->sentence, word, TBK_COLUMN_FORM);

    g_string_append_c (items, ':');
    g_string_append_len (items, form.bytes, (gssize) form.size);
  }
}

/* Sets stack and front; on a page the front is the whole input. Words that came back to the input are before
 * those that never left it, the last of them first. */
static void
set_words (Differences *differences, const TbkConfiguration *c)
{
  const gboolean is_whole = differences->rows == NULL;

  g_string_truncate (differences->stack, 0);
  g_string_truncate (differences->front, 0);
  for (int i = 0; i < c->depth; i++)
    append_word (differences, c->stack[i].word, differences->stack);
  for (int i = 0; i < c->n_second; i++) {
    g_string_append (differences->stack, i == 0 ? " |" : "");
    append_word (differences, c->second[i], differences->stack);
  }
  for (int i = c->n_returned - 1; i >= 0 && (is_whole || differences->front->len == 0); i--)
    append_word (differences, c->returned[i], differences->front);
  for (int word = c->buffer; word <= c->n && (is_whole || differences->front->len == 0); word++)
    append_word (differences, word, differences->front);
}

/* Sets the phrases: "NP[1-2]" of a constituent, "(VP" while it is open. */
static void
set_phrases (Differences *differences, const TbkPhraseConfiguration *c)
{
  const gboolean is_whole = differences->rows == NULL;
  GString *stack = differences->stack;

  g_string_truncate (stack, 0);
  g_string_truncate (differences->front, 0);
  for (int i = 0; i < c->depth; i++) {
    const TbkPhraseElement *element = &c->stack[i];

    if (element->label < 0) {
      append_word (differences, element->left + 1, stack);
      continue;
    }
    g_string_append_printf (stack, "%s%s%s", stack->len > 0 ? " " : "", element->right < 0 ? "(" : "",
                            tbk_vocabulary_name (differences->labels, element->label));
    if (element->right >= 0)
      g_string_append_printf (stack, "[%d-%d]", element->left + 1, element->right);
  }
  for (int word = c->next; word < c->n && (is_whole || differences->front->len == 0); word++)
    append_word (differences, word + 1, differences->front);
}

/* 2. values: what each transition is worth by an oracle. */

/* Sets the cell to "*SH:3 LA:2": the gold arcs that can still be made after each transition from which an end is reached, with a star
 * before the best. */
static void
set_values (Differences *differences, const OracleVerdict *verdict)
{
  const TbkSystem *system = options_of (differences)->system;
  GString *cell = differences->cell;

  g_string_truncate (cell, 0);
  for (int t = 0; t < system->n_transitions; t++)
    if (verdict->values[t] != TBK_IMPOSSIBLE)
      g_string_append_printf (cell, "%s%s%s:%d", cell->len > 0 ? " " : "",
                              (verdict->optimal >> t & 1) != 0 ? "*" : "", system->transitions[t].key,
                              verdict->values[t]);
}

/* Sets the losses of phrases: the constituents that are lost after each transition. That of a label that is
 * not listed has no label. */
static void
set_losses (Differences *differences, const TbkPhraseValues *values)
{
  const TbkPhraseSystem *system = options_of (differences)->phrases;
  GString *cell = differences->cell;

  g_string_truncate (cell, 0);
  for (int v = 0; v < values->n; v++) {
    const TbkPhraseTransition transition = values->values[v].transition;

    g_string_append_printf (cell, "%s%s", cell->len > 0 ? " " : "",
                            values->values[v].loss == values->loss ? "*" : "");
    if (transition.label < 0 && transition.act == TBK_PHRASE_OPEN)
      g_string_append (cell, "NT");
    else if (transition.label < 0 && transition.n_children > 0)
      g_string_append_printf (cell, "RE-%d", transition.n_children);
    else
      tbk_phrase_transition_write (system, transition, differences->labels, cell);
    g_string_append_printf (cell, ":%d", values->values[v].loss);
  }
}

/* 3. rows: a row for each variant that differs. */

static const TbkTableColumns columns = LISTED (
    "--by=configuration", { "file", "as it is called on the command line" },
    { "sentence", "its number in the file, from 1" }, { "sent_id", "the ID in its comment" },
    { "step", "the number of the transition that comes next, from 1" },
    { "difference", "which of the configurations of the sentence that differ this is, from 1" },
    { "variant", "which oracle differs from the reference" },
    { "differs", "sets: other transitions are optimal; values: only other values" },
    { "stack", "from its bottom, words as ID:FORM; behind | the second list" },
    { "front", "the first word of the input" },
    { "reference_values",
      "what each transition is worth by the reference: the gold arcs that can still be made, of phrases "
      "the lost constituents; * for the best" },
    { "variant_values", "the same by the variant" });

const TbkTableColumns *
differences_columns (void)
{
  return &columns;
}

/* Appends the cells up to the front. */
static void
begin_row (Differences *differences, int n_before, int v, gboolean is_of_sets)
{
  rows_place (differences->rows, differences->entry);
  tbk_table_integer (differences->rows, n_before + 1);
  tbk_table_integer (differences->rows, differences->n_met);
  tbk_table_string (differences->rows, differences->variants[v]);
  tbk_table_string (differences->rows, is_of_sets ? "sets" : "values");
  tbk_table_string (differences->rows, differences->stack->str);
  tbk_table_string (differences->rows, differences->front->str);
}

/* 4. page: a drawing for each configuration. */

static void
append_markup (Differences *differences, const char *text)
{
  signs_append (differences->text, signs_piece (text), SIGNS_MARKUP, FALSE);
}

/* Sets the title: "la-01, step 5, sentence 1 of la.conllu: the first that differs". What is before the sentence is its anchor. */
static TbkPiece
make_title (Differences *differences, int n_before)
{
  const TbkEntry *entry = differences->entry;
  GString *title = differences->title;

  g_string_truncate (title, 0);
  if (entry->id != NULL)
    g_string_append_printf (title, "%.*s, ", (int) entry->id_length, entry->id);
  g_string_append_printf (title, "step %d, %s %" G_GINT64_FORMAT " of %s%s", n_before + 1,
                          options_of (differences)->phrases != NULL ? "tree" : "sentence", entry->index,
                          drawn_file (entry->file),
                          differences->n_met == 1 ? ": the first that differs" : "");
  return (TbkPiece){ title->str, title->len };
}

/* The values belong to the drawing above them: they go before its end, which is cut off and written again. */
static const char end_figure[] = "</figure>\n";

/* Appends stack and input, and begins the list of values. */
static void
begin_values (Differences *differences)
{
  text_cut (differences->text, tbk_text_length (differences->text) - strlen (end_figure));
  tbk_text_printf (differences->text, "<p class=\"configuration%s\">",
                   differences->n_met == 1 ? " first" : "");
  append_markup (differences, differences->stack->str);
  tbk_text_printf (differences->text, " <b>│</b> ");
  append_markup (differences, differences->front->str);
  tbk_text_printf (differences->text, "</p>\n<table class=\"values\">\n");
}

/* Appends what an oracle says, which is in the cell. */
static void
append_values (Differences *differences, const char *name, const char *differs)
{
  tbk_text_printf (differences->text, "<tr><th scope=\"row\">");
  append_markup (differences, name);
  tbk_text_printf (differences->text, "</th><td>");
  append_markup (differences, differences->cell->str);
  tbk_text_printf (differences->text, "</td><td>%s</td></tr>\n", differs);
}

static void
end_values (Differences *differences)
{
  tbk_text_printf (differences->text, "</table>\n%s", end_figure);
}

/* Draws the arcs that are made so far, and below the words the gold ones that are not among them. The
 * relation of an arc that is made is the gold one, as parsers without labels make none; where the head is
 * another one, none is shown. */
static gboolean
draw_words (Differences *differences, const TbkConfiguration *c, int n_before, GError **error)
{
  const TbkConlluSentence *gold = differences->entry->sentence;
  TbkDrawnSentence sentence;
  int word = 0;

  if (!drawn_set (&differences->drawn, gold, &sentence, error)
      || !drawn_set_against (&differences->drawn, gold, "gold", &sentence, error))
    return FALSE;
  for (int r = 0; r < sentence.n_rows; r++)
    if (differences->drawn.rows[r].kind == TBK_DRAWN_WORD && ++word <= c->n
        && c->heads[word] != gold->heads[word])
      differences->drawn.rows[r].relation = (TbkPiece){ NULL, 0 };
  sentence.title = make_title (differences, n_before);
  sentence.heads = c->heads;
  sentence.takes_any_heads = TRUE;
  sentence.kinds = "";
  return tbk_draw_sentence (differences->drawer, &sentence, differences->text, error);
}

/* 5. job: the walks of compare-oracles, looked at. */

/* Returns TRUE if a variant gives some transition another value than the reference. Verdict 0 is the
 * reference; so variant v is verdict v + 1. */
static gboolean
does_differ (const Differences *differences, const OracleVerdict *verdicts, int v)
{
  return memcmp (verdicts[v + 1].values, verdicts[0].values,
                 (gsize) options_of (differences)->system->n_transitions * sizeof (int))
         != 0;
}

static void
append_rows (Differences *differences, int n_before, const OracleVerdict *verdicts)
{
  for (int v = 0; v < count_variants (differences); v++) {
    if (!does_differ (differences, verdicts, v))
      continue;
    begin_row (differences, n_before, v, verdicts[v + 1].optimal != verdicts[0].optimal);
    /* The first turn is for the reference, the second and last one for the variant: 0 and v + 1. */
    for (int o = 0; o <= v + 1; o += v + 1) {
      set_values (differences, &verdicts[o]);
      tbk_table_string (differences->rows, differences->cell->str);
    }
    table_take_row (differences->rows, differences->text);
  }
}

static gboolean
see (gpointer data, const TbkConfiguration *c, int n_before, const OracleVerdict *verdicts, GError **error)
{
  Differences *differences = data;
  gboolean differs = FALSE;

  for (int v = 0; v < count_variants (differences); v++)
    differs = differs || does_differ (differences, verdicts, v);
  if (!differs)
    return TRUE;
  differences->n_met++;
  set_words (differences, c);
  if (differences->rows != NULL) {
    append_rows (differences, n_before, verdicts);
    return TRUE;
  }
  if (!draw_words (differences, c, n_before, error))
    return FALSE;
  begin_values (differences);
  for (int o = 0; o <= count_variants (differences); o++) {
    const gboolean is_other = o > 0 && does_differ (differences, verdicts, o - 1);

    set_values (differences, &verdicts[o]);
    append_values (differences, o == 0 ? differences->reference : differences->variants[o - 1],
                   !is_other                                    ? ""
                   : verdicts[o].optimal != verdicts[0].optimal ? "other transitions are best"
                                                                : "other values");
  }
  end_values (differences);
  return TRUE;
}

static gboolean
see_phrases (gpointer data, const TbkPhraseConfiguration *c, int n_before, const TbkPhraseValues *exact,
             const TbkPhraseValues *printed, const PhraseDifference *found, GError **error)
{
  Differences *differences = data;
  const TbkPhraseValues *const both[] = { exact, printed };

  if (!found->of_values && !found->of_sets)
    return TRUE;
  differences->n_met++;
  set_phrases (differences, c);
  if (differences->rows != NULL)
    begin_row (differences, n_before, 0, found->of_sets);
  else if (!tbk_draw_brackets (differences->drawer, make_title (differences, n_before),
                               differences->entry->sentence, NULL, (TbkPiece){ 0 }, differences->text, error))
    return FALSE;
  else
    begin_values (differences);
  for (int o = 0; o < 2; o++) {
    set_losses (differences, both[o]);
    if (differences->rows != NULL)
      tbk_table_string (differences->rows, differences->cell->str);
    else
      append_values (differences, o == 0 ? differences->reference : differences->variants[0],
                     o == 0           ? ""
                     : found->of_sets ? "other transitions are best"
                                      : "another loss");
  }
  if (differences->rows != NULL)
    table_take_row (differences->rows, differences->text);
  else
    end_values (differences);
  return TRUE;
}

static gpointer
differences_new (gpointer options)
{
  static const TbkDrawOptions drawing = { .format = TBK_DRAW_HTML, .width = TBK_DRAW_PAGE_WIDTH };
  Differences *differences = g_new0 (Differences, 1);
  const TbkAgreementOptions *agreement;

  differences->options = options;
  agreement = &differences->options->agreement;
  differences->rows = differences->options->rows == NULL ? NULL : table_new_rows (differences->options->rows);
  differences->drawer = tbk_drawer_new (&drawing);
  differences->variants = g_new0 (char *, count_variants (differences) + 1);
  for (int v = 0; v < count_variants (differences); v++)
    differences->variants[v] = agreement_variant (agreement, v);
  differences->reference = agreement->compare.phrases != NULL
                               ? g_strdup (tbk_phrase_method_name (TBK_PHRASE_EXACT))
                               : variant_name (&agreement->compare.reference, agreement->compare.system);
  differences->forms = g_array_new (FALSE, FALSE, sizeof (TbkPiece));
  differences->stack = g_string_new (NULL);
  differences->front = g_string_new (NULL);
  differences->cell = g_string_new (NULL);
  differences->title = g_string_new (NULL);
  return differences;
}

static void
differences_free (gpointer data)
{
  Differences *differences = data;

  tbk_table_free (differences->rows);
  tbk_drawer_free (differences->drawer);
  drawn_clear (&differences->drawn);
  g_strfreev (differences->variants);
  g_free (differences->reference);
  g_array_unref (differences->forms);
  g_string_free (differences->stack, TRUE);
  g_string_free (differences->front, TRUE);
  g_string_free (differences->cell, TRUE);
  g_string_free (differences->title, TRUE);
  g_free (differences);
}

static void
begin (gpointer data, const TbkEntry *entry, const TbkVocabulary *labels, TbkText *text)
{
  Differences *differences = data;
  const TbkBracketTree *tree = options_of (differences)->phrases != NULL ? entry->sentence : NULL;

  differences->entry = entry;
  differences->labels = labels;
  differences->text = text;
  differences->n_met = 0;
  g_array_set_size (differences->forms, 0);
  for (int i = 0; tree != NULL && i < tree->n_nodes; i++)
    if (tree->nodes[i].form != NULL) {
      const TbkPiece form = { tree->nodes[i].form, (gsize) tree->nodes[i].form_length };

      g_array_append_val (differences->forms, form);
    }
}

static const AgreementWatch watch = {
  .make = differences_new, .free = differences_free, .begin = begin, .see = see, .see_phrases = see_phrases
};

static gboolean
write_found (gpointer data, const TbkText *text, GError **error)
{
  const DifferencesOptions *options = ((const TbkAgreementOptions *) data)->watch_data;

  return options->rows != NULL ? table_write_rows (options->rows, text, error)
                               : tbk_output_write_text (options->page, text, error);
}

static gboolean
settle (gpointer data, gboolean stays, GError **error)
{
  const DifferencesOptions *options = ((const TbkAgreementOptions *) data)->watch_data;

  return options->rows != NULL ? table_settle (options->rows, stays, error)
                               : tbk_output_settle (options->page, stays, error);
}

TbkJob
differences_job (DifferencesOptions *options)
{
  TbkJob job;

  options->agreement.watch = &watch;
  options->agreement.watch_data = options;
  job = tbk_agreement_job (&options->agreement);
  job.write = write_found;
  job.settle = settle;
  return job;
}
