/* compare_page.c - a comparison as a page: disagreement by language, confusions, time by length, every file.
 *
 * All figures come from the tallies of the run, so a page can be made again without the treebanks. The
 * parts, in the order of the page and of this file:
 *
 *   introduction   what was compared, what is missing, a row for each variant over all files
 *   by language    two plots with bars, and a table with a row for each language and variant
 *   confusions     of each variant the pairs of optimal sets that differ most often
 *   times          a plot with a line for each oracle, and a table by tens of lengths
 *   files          a row for each file and variant
 *
 * A plot that gnuplot cannot draw leaves a note in its place; only lack of memory is an error of the page.
 */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"
#include "report/plot.h"
#include "report/report.h"
#include "statistics/statistics.h"
#include "tbk/base.h"
#include "tbk/report.h"
#include "tbk/statistics.h"

/* A point of the plot of times needs some configurations; the table of times has this many lengths a row. */
enum { LEAST_CONFIGURATIONS_OF_POINT = 20, LENGTHS_OF_ROW = 10, MOST_CONFUSIONS = 10 };

/* The files of one language. */
typedef struct {
  char *name;
  int n_files;
  TbkTally *tally;
} PageGroup;

/* The page under way. */
typedef struct {
  const CompareReport *report;
  const TbkCompareOptions *options; /* of the walks */
  const TbkTally *total;
  Page *page;
  char *reference;
  char **variants; /* NULL-terminated */
  GArray *groups;  /* PageGroup, those that differ most first */
  int n_parts;     /* of their paths that the names of files have */
  GError *fault;   /* what ended the drawing */
} Writer;

/* Percentages here are for people; tables have exact ones. */
static double
percent (gint64 part, gint64 whole)
{
  return whole == 0 ? 0 : 100.0 * (double) part / (double) whole;
}

static void
group_clear (gpointer group)
{
  g_free (((PageGroup *) group)->name);
  tbk_tally_free (((PageGroup *) group)->tally);
}

/* Returns the group of the language of @path, which is made if it is new. It is valid until the next is made,
 * as groups are in one array. */
static PageGroup *
find_group (Writer *writer, const char *path)
{
  g_autofree char *name = file_language (path);
  PageGroup group = { 0 };

  for (guint g = 0; g < writer->groups->len; g++)
    if (strcmp (g_array_index (writer->groups, PageGroup, g).name, name) == 0)
      return &g_array_index (writer->groups, PageGroup, g);
  group.name = g_steal_pointer (&name);
  group.tally = tbk_tally_new (agreement_layout ());
  g_array_append_val (writer->groups, group);
  return &g_array_index (writer->groups, PageGroup, writer->groups->len - 1);
}

/* Orders by the share of sets that differ for the first variant, the greatest first; then by name. x /
 * y and v / w are compared as x w and v y in 128 bits: equal shares must not be told apart by
 * rounding. */
static int
compare_groups (gconstpointer a, gconstpointer b)
{
  const PageGroup *x = a, *y = b;
  TbkAgreementFigures of_x, of_y;
  int order;

  tbk_agreement_get (x->tally, 0, &of_x);
  tbk_agreement_get (y->tally, 0, &of_y);
  order = product_compare ((guint64) of_y.sets_differ, (guint64) of_x.configurations,
                           (guint64) of_x.sets_differ, (guint64) of_y.configurations);
  return order != 0 ? order : strcmp (x->name, y->name);
}

/* Adds up the tallies of each language. */
static void
make_groups (Writer *writer)
{
  const TbkTallies *tallies = writer->report->tallies;

  writer->groups = g_array_new (FALSE, FALSE, sizeof (PageGroup));
  g_array_set_clear_func (writer->groups, group_clear);
  for (int f = 0; f < tbk_tallies_n_files (tallies); f++)
    if (tbk_tallies_get (tallies, f) != NULL) {
      PageGroup *group = find_group (writer, tbk_tallies_name (tallies, f));
      group->n_files++;
      tbk_tally_merge_copy (group->tally, tbk_tallies_get (tallies, f));
    }
  g_array_sort (writer->groups, compare_groups);
}

/* Returns the last @n_parts parts of a path: of a/b/c.conllu the last two are b/c.conllu. All of it if
 * it has fewer. */
static const char *
path_end (const char *path, int n_parts)
{
  const char *end = path + strlen (path);

  while (end > path && (end[-1] != '/' || --n_parts > 0))
    end--;
  return end;
}

/* Returns how many parts of their paths distinguish the files: 1 if their names differ, 2 if a/x and
 * b/x are among them. A file that is given twice is not distinguished from itself, so it ends in any
 * case. */
static int
count_parts (const TbkTallies *tallies)
{
  /* Tried from one part on: with each further part the ends are longer, and differ at the latest when they
   * are whole paths. */
  g_autoptr (GHashTable) paths = g_hash_table_new (g_str_hash, g_str_equal); /* by their ends */
  gboolean are_different = FALSE;
  int n_parts = 0;

  while (!are_different) {
    n_parts++;
    are_different = TRUE;
    g_hash_table_remove_all (paths);
    for (int f = 0; f < tbk_tallies_n_files (tallies) && are_different; f++) {
      char *path = (char *) tbk_tallies_path (tallies, f), *end = (char *) path_end (path, n_parts);
      const char *other = g_hash_table_lookup (paths, end);

      are_different = other == NULL || strcmp (other, path) == 0;
      g_hash_table_insert (paths, end, path);
    }
  }
  return n_parts;
}

/* Returns what the page calls a file: as little of its path as will do, since folders of one machine are of
 * no use elsewhere. */
static const char *
file_name (const Writer *writer, int file)
{
  return path_end (tbk_tallies_name (writer->report->tallies, file), writer->n_parts);
}

/* Writes notes on what is not in the figures: sentences that are too long, configurations that could
 * not be valued, files that could not be read. */
static void
write_what_is_missing (Writer *writer)
{
  static const char *const reasons[N_FILE_STATES] = {
    [FILE_OUT] = "is of another part",
    [FILE_UNREAD] = "could not be read",
    [FILE_FAULTY] = "has wrong data",
  };
  const TbkTallies *tallies = writer->report->tallies;

  for (int f = 0; f < tbk_tallies_n_files (tallies); f++) {
    TbkAgreementFigures figures;

    if (tbk_tallies_get (tallies, f) == NULL)
      continue;
    tbk_agreement_get (tbk_tallies_get (tallies, f), 0, &figures);
    if (figures.left_out > 0)
      page_note (writer->page,
                 "Not in these figures, because they have more than %" G_GINT64_FORMAT
                 " words: %" G_GINT64_FORMAT " sentence%s of %s",
                 writer->report->options->max_words, figures.left_out, figures.left_out == 1 ? "" : "s",
                 file_name (writer, f));
    if (figures.unvalued > 0)
      page_note (
          writer->page,
          "Not in these figures, because a search for their values would take too long: %" G_GINT64_FORMAT
          " configuration%s of %s",
          figures.unvalued, figures.unvalued == 1 ? "" : "s", file_name (writer, f));
  }
  for (int f = 0; f < tbk_tallies_n_files (tallies); f++)
    if (tbk_tallies_get (tallies, f) == NULL)
      page_note (writer->page, "Not in these figures, because it %s: %s", reasons[tallies_state (tallies, f)],
                 file_name (writer, f));
}

/* The words that come before the table of all files are in write_introduction(). */
/* The columns of shares have the names and the digits that they have in tables. */
#define SHARES "values_differ_percent", "sets_differ_percent", "contained_percent", NULL

static void
write_shares (Writer *writer, const TbkAgreementFigures *figures)
{
  page_cell (writer->page, "%.2f", percent (figures->values_differ, figures->configurations));
  page_cell (writer->page, "%.2f", percent (figures->sets_differ, figures->configurations));
  page_cell (writer->page, "%.2f", percent (figures->contained, figures->sets_differ));
}

/* Writes what was compared, and the total: first what a reader must know to repeat the run. */
static void
write_introduction (Writer *writer)
{
  static const char *const columns[] = { "variant", SHARES };
  const CompareReport *report = writer->report;
  const TbkCompareOptions *options = writer->options;
  const char *parser = options->parser_name != NULL    ? options->parser_name
                       : options->guide.system != NULL ? "?"
                                                       : NULL;
  g_autofree char *walk = parser == NULL ? walk_name (&options->walk) : g_strconcat ("parser:", parser, NULL);
  TbkAgreementFigures figures;

  tbk_agreement_get (writer->total, 0, &figures);
  page_paragraph (
      writer->page,
      "System %s; reference %s; walk %s, seed %" G_GUINT64_FORMAT "; %s. %d files, %" G_GINT64_FORMAT
      " sentences, %" G_GINT64_FORMAT " configurations. tbk %s.",
      writer->options->system->name, writer->reference, walk, writer->options->walk.seed,
      report->sample == NULL ? "all sentences" : report->sample,
      tallies_n_of_state (report->tallies, FILE_IN), figures.sentences, figures.configurations, TBK_VERSION);
  write_what_is_missing (writer);
  page_begin_table (writer->page, "All files", columns, 1);
  for (int v = 0; v < writer->options->n_variants; v++) {
    tbk_agreement_get (writer->total, v, &figures);
    page_cell (writer->page, "%s", writer->variants[v]);
    write_shares (writer, &figures);
  }
  page_end_table (writer->page);
  page_paragraph (writer->page,
                  "Values differ in configurations in which some transition has another value than with "
                  "the reference, sets where another set of transitions is optimal. Contained are, "
                  "of these, those in which the variant's set is a proper subset of the reference's.");
}

/* Puts @plot into the page, or a note that says why it is not there; but a lack of memory is the page's. */
static void
write_plot (Writer *writer, const Plot *plot, const char *caption)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *svg = plot_draw_svg (plot, &error);

  if (svg != NULL)
    page_drawing (writer->page, caption, svg);
  else if (writer->fault == NULL && g_error_matches (error, TBK_ERROR, TBK_ERROR_RESOURCE))
    writer->fault = g_steal_pointer (&error);
  else
    page_note (writer->page, "A plot is missing here (%s): %s", caption, error->message);
}

/* Draws a dot for each language and variant, with its interval if the tallies have it. */
static void
write_dots (Writer *writer, const char *caption, gboolean of_sets)
{
  const TbkAgreementOptions *options = writer->report->options;
  const char *column = of_sets ? "sets_differ_percent" : "values_differ_percent";
  g_autoptr (Plot) plot = plot_new (caption, "per cent of configurations", "");

  for (int v = 0; v < writer->options->n_variants; v++) {
    plot_add_line (plot, writer->variants[v]);
    for (guint g = 0; g < writer->groups->len; g++) {
      const PageGroup *group = &g_array_index (writer->groups, PageGroup, g);
      g_autofree char *name = g_utf8_make_valid (group->name, -1);
      TbkAgreementFigures figures;
      double value, ends[2];

      tbk_agreement_get (group->tally, v, &figures);
      value = percent (of_sets ? figures.sets_differ : figures.values_differ, figures.configurations);
      /* Without intervals both ends are at the dot, and no line is drawn. */
      ends[0] = ends[1] = value;
      if (options->level > 0)
        (void) agreement_interval (group->tally, v, -1, options, column, &value, ends);
      plot_add_dot (plot, name, value, ends[0], ends[1]);
    }
  }
  write_plot (writer, plot, caption);
}

static void
write_figures_row (Writer *writer, const char *name, const TbkTally *tally, int v)
{
  TbkAgreementFigures figures;

  tbk_agreement_get (tally, v, &figures);
  page_cell (writer->page, "%s", name);
  page_cell (writer->page, "%s", writer->variants[v]);
  page_cell (writer->page, "%" G_GINT64_FORMAT, figures.sentences);
  page_cell (writer->page, "%" G_GINT64_FORMAT, figures.configurations);
  write_shares (writer, &figures);
}

/* The columns of tables by language and by file. */
#define FIGURES "variant", "sentences", "configurations", SHARES
static const char *const language_columns[] = { "language", FIGURES };
static const char *const file_columns[] = { "file", FIGURES };

static void
write_languages (Writer *writer)
{
  page_heading (writer->page, "Disagreement by language");
  if (writer->report->options->level > 0)
    page_paragraph (
        writer->page,
        "Lines through dots are intervals of %d %%: they show which sentences were sampled, not other genres.",
        writer->report->options->level);
  write_dots (writer, "Configurations in which the sets of optimal transitions differ", TRUE);
  write_dots (writer, "Configurations in which some value differs", FALSE);
  page_begin_table (writer->page, "By language", language_columns, 2);
  for (guint g = 0; g < writer->groups->len; g++)
    for (int v = 0; v < writer->options->n_variants; v++) {
      const PageGroup *group = &g_array_index (writer->groups, PageGroup, g);
      write_figures_row (writer, group->name, group->tally, v);
    }
  page_end_table (writer->page);
}

/* Writes one variant over all files: the most frequent differences of sets, then the others together. */
static void
write_confusions (Writer *writer, int v)
{
  const TbkSystem *system = writer->options->system;
  const char *const columns[] = { writer->reference, writer->variants[v], "configurations", "proportion",
                                  NULL };
  int n;
  g_autofree Confusion *list = agreement_confusions (writer->total, v, &n);
  g_autofree char *caption =
      g_strdup_printf ("Most frequent differences of %s from the reference", writer->variants[v]);
  TbkAgreementFigures figures;
  gint64 n_others;

  tbk_agreement_get (writer->total, v, &figures);
  n_others = figures.sets_differ;
  if (n == 0) {
    page_paragraph (writer->page, "%s: the sets of optimal transitions never differ.", writer->variants[v]);
    return;
  }
  page_begin_table (writer->page, caption, columns, 2);
  for (int i = 0; i < MIN (n, MOST_CONFUSIONS); i++) {
    g_autofree char *reference_set = transition_set_name (system, list[i].reference);
    g_autofree char *variant_set = transition_set_name (system, list[i].variant);

    n_others -= list[i].configurations;
    page_cell (writer->page, "%s", reference_set);
    page_cell (writer->page, "%s", variant_set);
    page_cell (writer->page, "%" G_GINT64_FORMAT, list[i].configurations);
    page_cell (writer->page, "%.1f %%", percent (list[i].configurations, figures.sets_differ));
  }
  if (n_others > 0) {
    page_begin_foot (writer->page);
    page_cell (writer->page, "%d others", n - MOST_CONFUSIONS);
    page_cell (writer->page, " ");
    page_cell (writer->page, "%" G_GINT64_FORMAT, n_others);
    page_cell (writer->page, "%.1f %%", percent (n_others, figures.sets_differ));
  }
  page_end_table (writer->page);
}

static const char *
oracle_name (const Writer *writer, int oracle)
{
  return oracle == 0 ? writer->reference : writer->variants[oracle - 1];
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* Draws a line for each oracle. A point is the median of the mean times of the lengths in a bin: one slow
 * length among few configurations does not move it. Lengths come in order, so a bin is complete when the next
 * length is of another. */
static void
draw_times (Writer *writer)
{
  static const char caption[] = "Time to value all transitions of a configuration, by length";
  g_autoptr (Plot) plot = plot_new (caption, "length of stack and remaining input",
                                    "microseconds, median of the lengths in a bin of ten");
  int n_lengths;
  g_autofree int *lengths = agreement_lengths (writer->total, &n_lengths);

  plot_set_logarithmic (plot, "y");
  for (int o = 0; o <= writer->options->n_variants; o++) {
    double times[LENGTHS_OF_ROW];
    int n = 0;

    plot_add_line (plot, oracle_name (writer, o));
    for (int i = 0; i < n_lengths; i++) {
      const int bin = (lengths[i] - 1) / LENGTHS_OF_ROW;
      gint64 nanoseconds, n_configurations = agreement_at_length (writer->total, lengths[i], o, &nanoseconds);

      if (n_configurations >= LEAST_CONFIGURATIONS_OF_POINT && nanoseconds > 0)
        times[n++] = (double) nanoseconds / (double) n_configurations / 1000;
      if (n == 0 || (i + 1 < n_lengths && (lengths[i + 1] - 1) / LENGTHS_OF_ROW == bin))
        continue;
      qsort (times, (gsize) n, sizeof *times, compare_doubles);
      plot_add_point (plot, bin * LENGTHS_OF_ROW + (LENGTHS_OF_ROW + 1) / 2.0,
                      /* The middle one, or the mean of two. */
                      (times[n / 2] + times[(n - 1) / 2]) / 2);
      n = 0;
    }
  }
  write_plot (writer, plot, caption);
}

/* Writes the row of the table of times for the lengths from @first on; none if no oracle was asked there. */
static void
write_times_row (Writer *writer, int first)
{
  gint64 n = 0;

  for (int o = 0; o <= writer->options->n_variants; o++) {
    double sum = 0;

    n = 0;
    for (int l = first; l < first + LENGTHS_OF_ROW; l++) {
      gint64 nanoseconds;
      n += agreement_at_length (writer->total, l, o, &nanoseconds);
      sum += (double) nanoseconds;
    }
    if (n == 0)
      return;
    if (o == 0) {
      page_cell (writer->page, "%d to %d", first, first + LENGTHS_OF_ROW - 1);
      page_cell (writer->page, "%" G_GINT64_FORMAT, n);
    }
    page_cell (writer->page, "%.2f", sum / (double) n / 1000);
  }
}

static void
write_times (Writer *writer)
{
  g_autoptr (GPtrArray) columns = g_ptr_array_new ();
  int n_lengths, next = 1;
  g_autofree int *lengths = agreement_lengths (writer->total, &n_lengths);

  page_heading (writer->page, "Running time by length");
  draw_times (writer);
  g_ptr_array_add (columns, (gpointer) "length");
  g_ptr_array_add (columns, (gpointer) "configurations");
  for (int o = 0; o <= writer->options->n_variants; o++)
    g_ptr_array_add (columns, (gpointer) oracle_name (writer, o));
  g_ptr_array_add (columns, NULL);
  page_begin_table (writer->page, "Mean time, microseconds", (const char *const *) columns->pdata, 1);
  for (int i = 0; i < n_lengths; i++)
    /* Rows begin at 1, 11, 21: that of a length has all lengths of its bin, so these are passed over. */
    if (lengths[i] >= next) {
      const int first = lengths[i] - (lengths[i] - 1) % LENGTHS_OF_ROW;

      write_times_row (writer, first);
      next = first + LENGTHS_OF_ROW;
    }
  page_end_table (writer->page);
}

static void
write_files (Writer *writer)
{
  const TbkTallies *tallies = writer->report->tallies;

  page_heading (writer->page, "Every file");
  page_begin_table (writer->page, "By file", file_columns, 2);
  for (int f = 0; f < tbk_tallies_n_files (tallies); f++)
    for (int v = 0; tbk_tallies_get (tallies, f) != NULL && v < writer->options->n_variants; v++)
      write_figures_row (writer, file_name (writer, f), tbk_tallies_get (tallies, f), v);
  page_end_table (writer->page);
}

gboolean
compare_write_page (const CompareReport *report, TbkOutput *output, GError **error)
{
  g_autoptr (Page) page = page_new ("Oracle variants compared");
  g_autoptr (TbkTally) total = tbk_tallies_total (report->tallies);
  const TbkCompareOptions *options = &report->options->compare;
  Writer writer = { .report = report, .options = options, .total = total, .page = page };
  gboolean done;

  writer.reference = variant_name (&options->reference, options->system);
  writer.variants = g_new0 (char *, options->n_variants + 1);
  for (int v = 0; v < options->n_variants; v++)
    writer.variants[v] = agreement_variant (report->options, v);
  /* Pieces of the page in its order. Only at the end it is known if memory sufficed. */
  make_groups (&writer);

  writer.n_parts = count_parts (report->tallies);
  write_introduction (&writer);
  write_languages (&writer);
  page_heading (page, "How the sets differ");
  for (int v = 0; v < options->n_variants; v++)
    write_confusions (&writer, v);
  write_times (&writer);
  write_files (&writer);
  done = writer.fault == NULL && page_write (page, output, error);
  if (writer.fault != NULL)
    g_propagate_error (error, writer.fault);

  g_array_free (writer.groups, TRUE);
  g_strfreev (writer.variants);
  g_free (writer.reference);
  return done;
}
