/* test_partners.c - which sentences of several files are the same one: by the definition in tbk/corpus.h, and as the loop
 * over files side by side gives them, which pairs sentences as they come where it can.
 */
#include <string.h>

#include "corpus/corpus.h"
#include "corpus/partners.h"
#include "tbk/conllu.h"
#include "tbk/corpus.h"
#include "tbk/evaluate.h"
#include "unit/scratch.h"
#include "unit/time_limit.h"

enum { MOST_FILES = 3, MOST_SENTENCES = 7, N_ROUNDS = 4, N_CASES = 500, NONE = -1 };

/* The IDs and words of files, small numbers; an ID may be NONE. */
typedef struct {
  int n_files, n[MOST_FILES];
  int ids[MOST_FILES][MOST_SENTENCES], words[MOST_FILES][MOST_SENTENCES];
  char *paths[MOST_FILES + 1];
} Case;

typedef struct {
  int n, rows[MOST_FILES * MOST_SENTENCES][MOST_FILES];
} Rows;

TestSuite (partners, .init = make_folder, .fini = remove_folder);

static gboolean
has_ids (const Case *c, int first, int last)
{
  for (int f = first; f <= last; f++)
    for (int s = 0; s < c->n[f]; s++)
      if (c->ids[f][s] != NONE)
        return TRUE;
  return FALSE;
}

/* Whether a row may get a sentence of file @f in a round: by ID and words, by words, by ID, in order. */
static gboolean
fits (const Case *c, const int *row, int f, int s, int round)
{
  int first = 0, with_id = 0;

  while (row[first] == NONE)
    first++;
  while (with_id < c->n_files - 1 && (row[with_id] == NONE || c->ids[with_id][row[with_id]] == NONE))
    with_id++;
  const gboolean has_words = c->words[first][row[first]] == c->words[f][s];
  const int id = row[with_id] == NONE ? NONE : c->ids[with_id][row[with_id]];

  switch (round) {
  case 0:
    return has_words && id != NONE && id == c->ids[f][s];
  case 1:
    return has_words;
  case 2:
    return id != NONE && id == c->ids[f][s];
  default:
    return TRUE;
  }
}

static int
count_fitting (const Case *c, const Rows *rows, int f, const int *row, int s, int round,
               const gboolean *is_paired, gboolean of_rows)
{
  int n = 0;

  for (int r = 0; of_rows && r < rows->n; r++)
    n += rows->rows[r][f] == NONE && fits (c, rows->rows[r], f, s, round);
  for (int t = 0; !of_rows && t < c->n[f]; t++)
    n += !is_paired[t] && fits (c, row, f, t, round);
  return n;
}

/* Joins a file by the definition: each row in turn gets the first sentence that is left. */
static void
join (const Case *c, int f, gboolean is_extract, Rows *rows)
{
  gboolean is_paired[MOST_SENTENCES] = { FALSE };
  const int first_round = has_ids (c, 0, c->n_files - 1) ? 0 : 3,
            last_round = !is_extract && !(has_ids (c, 0, f - 1) && has_ids (c, f, f)) ? 3 : 2;

  for (int round = first_round; round <= last_round; round++) {
    const Rows before = *rows;
    gboolean was_paired[MOST_SENTENCES];

    memcpy (was_paired, is_paired, sizeof is_paired);
    for (int r = 0; r < rows->n; r++)
      for (int s = 0; s < c->n[f] && rows->rows[r][f] == NONE; s++)
        if (!is_paired[s] && fits (c, rows->rows[r], f, s, round)
            && (!is_extract
                || count_fitting (c, &before, f, rows->rows[r], s, round, was_paired, TRUE)
                       == count_fitting (c, &before, f, before.rows[r], s, round, was_paired, FALSE))) {
          rows->rows[r][f] = s;
          is_paired[s] = TRUE;
        }
  }
  for (int s = 0; s < c->n[f]; s++)
    if (!is_paired[s] && (f == 0 || !is_extract)) {
      for (int other = 0; other < MOST_FILES; other++)
        rows->rows[rows->n][other] = other == f ? s : NONE;
      rows->n++;
    }
}

static void
find_rows (const Case *c, gboolean is_extract, Rows *rows)
{
  rows->n = 0;
  for (int f = 0; f < c->n_files; f++)
    join (c, f, is_extract, rows);
}

/* Draws a case, and writes its files. Files begin alike as often as not. */
static void
draw (GRand *random, gboolean is_mixed, Case *c)
{
  c->n_files = g_rand_int_range (random, 2, MOST_FILES + 1);
  for (int f = 0; f < c->n_files; f++) {
    g_autofree char *name = g_strdup_printf ("%d.conllu", f);
    g_autoptr (GString) text = g_string_new (NULL);
    const gboolean has_ids = g_rand_boolean (random);
    int n_alike = f == 0 || g_rand_boolean (random) ? 0 : g_rand_int_range (random, 0, c->n[0] + 1);

    c->n[f] = MAX (n_alike, g_rand_int_range (random, 0, MOST_SENTENCES + 1));
    for (int s = 0; s < c->n[f]; s++) {
      const gboolean is_alike = s < n_alike;
      const gboolean with_id = is_mixed ? g_rand_int_range (random, 0, 4) > 0 : has_ids;

      c->words[f][s] = is_alike ? c->words[0][s] : g_rand_int_range (random, 0, 4);
      c->ids[f][s] = !with_id                           ? NONE
                     : is_alike && c->ids[0][s] != NONE ? c->ids[0][s]
                                                        : g_rand_int_range (random, 0, 5);
      if (c->ids[f][s] != NONE)
        g_string_append_printf (text, "# sent_id = %d\n", c->ids[f][s]);
      for (int w = 0; w <= c->words[f][s] / 2; w++)
        g_string_append_printf (text, "%d\t%d\t_\t_\t_\t_\t%d\t%s\t_\t_\n", w + 1, c->words[f][s], w,
                                w == 0 ? "root" : "dep");
      g_string_append_c (text, '\n');
    }
    g_free (c->paths[f]);
    c->paths[f] = in_folder (name);
    cr_assert (g_file_set_contents (c->paths[f], text->str, (gssize) text->len, NULL));
  }
  g_clear_pointer (&c->paths[c->n_files], g_free);
}

static void
clear (Case *c)
{
  for (int f = 0; f < MOST_FILES; f++)
    g_free (c->paths[f]);
}

Test (partners, are_those_of_the_definition, .timeout = TIME_LIMIT)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  Case c = { .n_files = 0 };

  for (int i = 0; i < N_CASES; i++) {
    g_autoptr (SentencePartners) partners = NULL;
    const int *found;
    Rows expected;
    gboolean is_extract;
    int n_rows;

    draw (random, i % 2 == 0, &c);
    is_extract = c.n_files == 2 && i % 3 == 0;
    find_rows (&c, is_extract, &expected);
    partners = partners_new (c.n_files, is_extract);
    for (int f = 0; f < c.n_files; f++) {
      g_auto (TbkCursor) cursor = { 0 };

      cr_assert (tbk_cursor_open (&cursor, tbk_conllu_format (), c.paths[f], NULL, NULL));
      while (tbk_cursor_next_sentence (&cursor, NULL) && !cursor.is_at_end)
        cr_assert (partners_add (partners, f, &cursor.entry, NULL));
    }
    found = partners_find (partners, &n_rows);

    cr_assert_eq (n_rows, expected.n, "case %d", i);
    for (int r = 0; r < n_rows; r++)
      for (int f = 0; f < c.n_files; f++)
        cr_assert_eq (found[r * c.n_files + f], expected.rows[r][f], "case %d, row %d, file %d", i, r, f);
    cr_assert_eq (partners_have_ids (partners), has_ids (&c, 0, c.n_files - 1));
  }
  clear (&c);
}

typedef struct {
  const Case *c;
  Rows rows;
} Met;

static gboolean
meet (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  const TbkPair *pair = entry->pair;
  Met *met = data;
  int *row = met->rows.rows[met->rows.n++];

  (void) text;
  (void) tally;
  (void) error;
  row[0] = pair->first > 0 ? NONE : (int) entry->index - 1;
  for (int f = 1; f < met->c->n_files; f++)
    row[f] = pair->systems[f - 1].text == NULL ? NONE : (int) pair->systems[f - 1].index - 1;
  return TRUE;
}

static gpointer
share (gpointer data)
{
  return data;
}

static char **
find_others (gpointer paths, const char *first)
{
  (void) first;
  return g_strdupv ((char **) paths + 1);
}

/* Whether files can be paired: by order if they have equally many sentences; else each has some that another one has. */
static gboolean
can_be_paired (const Case *c, const Rows *expected)
{
  for (int f = 0; f < c->n_files; f++) {
    gboolean has_pair = FALSE;

    for (int r = 0; r < expected->n; r++) {
      int n = 0;

      for (int other = 0; other < c->n_files; other++)
        n += expected->rows[r][other] != NONE;
      has_pair |= expected->rows[r][f] != NONE && n > 1;
      if (n < c->n_files && !has_ids (c, 0, c->n_files - 1))
        return FALSE;
    }
    if (!has_pair && expected->n > 0)
      return FALSE;
  }
  return TRUE;
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const int *x = a, *y = b;

  for (int f = 0; f < MOST_FILES; f++)
    if (x[f] != y[f])
      return x[f] < y[f] ? -1 : 1;
  return 0;
}

static void
sort (Rows *rows, int n_files)
{
  for (int r = 0; r < rows->n; r++)
    for (int f = n_files; f < MOST_FILES; f++)
      rows->rows[r][f] = NONE;
  qsort (rows->rows, (size_t) rows->n, sizeof rows->rows[0], compare_rows);
}

Test (partners, are_side_by_side_in_a_run, .timeout = TIME_LIMIT)
{
  const TbkEvaluationOptions options = { .system = "other" };
  g_autoptr (GRand) random = g_rand_new_with_seed (12);
  int n_paired = 0;
  Case c = { .n_files = 0 };

  for (int i = 0; i < N_CASES; i++) {
    Met met = { .c = &c };
    const TbkJob job = { .data = &met, .worker_new = share, .work = meet };
    TbkPairing pairing = { .find = find_others, .data = c.paths };
    TbkCorpusOptions corpus = { .n_threads = 1 };
    Rows expected;

    draw (random, FALSE, &c);
    find_rows (&c, FALSE, &expected);
    tbk_evaluation_pairing (&options, &pairing);
    pairing.n_systems = c.n_files - 1;
    pairing.takes_missing = TRUE;
    corpus.format = &pairing.pairs;
    corpus.format_options = &pairing;
    if (!can_be_paired (&c, &expected)) {
      cr_assert (!tbk_corpus_run (&corpus, &job, (const char *const[]){ c.paths[0], NULL }, NULL, NULL, NULL),
                 "case %d", i);
      continue;
    }
    cr_assert (tbk_corpus_run (&corpus, &job, (const char *const[]){ c.paths[0], NULL }, NULL, NULL, NULL),
               "case %d", i);
    sort (&expected, c.n_files);
    sort (&met.rows, c.n_files);
    cr_assert_eq (met.rows.n, expected.n, "case %d", i);
    cr_assert_eq (memcmp (met.rows.rows, expected.rows, (size_t) expected.n * sizeof expected.rows[0]), 0,
                  "case %d", i);
    n_paired++;
  }
  cr_assert (n_paired > N_CASES / 3, "only %d cases", n_paired);
  clear (&c);
}
