/* tallies.h - tallies of a kind of their own. */
#ifndef UNIT_TALLIES_H
#define UNIT_TALLIES_H

#include "corpus/corpus.h"
#include "tbk/corpus.h"
#include "unit/scratch.h"

static const TbkTallyColumn mixed_columns[] = { { "trees", TBK_TALLY_SUM }, { "longest", TBK_TALLY_MAX } };
static const TbkTallyColumn one_column[] = { { "n", TBK_TALLY_SUM } };
static const TbkTallyKey keys[] = { { "number", TBK_TALLY_NUMBER },
                                    { "label", TBK_TALLY_TEXT },
                                    { "integer", TBK_TALLY_INTEGER } };
static const TbkTallySection sections[] = { { "all", NULL, 0, mixed_columns, 2 },
                                            { "numbers", keys, 1, one_column, 1 },
                                            { "labels", keys, 3, mixed_columns, 2 } };
static const TbkTallyLayout layout = { "test", sections, 3, NULL };

static const char *const some_paths[] = { "a.conllu", "folder/b \"quoted\"\t.gz", "a.conllu", "-", NULL };
static const char *const some_options[] = { "root", "gold", "bin", "5", NULL };

/* Reads @text as tallies of @of. */
static inline TbkTallies *
read_text (const TbkTallyLayout *of, const char *text, gsize length, GError **error)
{
  g_autofree char *path = in_folder ("read");
  g_autoptr (TbkInput) input = NULL;
  FILE *file;

  file = fopen (path, "w"); /* not to disk, as g_file_set_contents() would for each of thousands */
  cr_assert_eq (fwrite (text, 1, length, file), length);
  cr_assert_eq (fclose (file), 0);
  input = tbk_input_open (path, NULL);
  return tbk_tallies_read (of, input, error);
}

/* Tallies of the test layout, with two files in. */
static inline TbkTallies *
make_some (const char *const *paths, const char *const *options, int first_in)
{
  TbkTallies *tallies = tbk_tallies_new (&layout, paths, options);

  for (int f = first_in; f < first_in + 2; f++) {
    TbkTally *tally = tbk_tally_new (&layout);
    tbk_tally_add (tally, 0, NULL, (gint64[]){ G_GINT64_CONSTANT (1) << 60, 3 });
    tbk_tally_add (tally, 1, (const char *[]){ "17" }, (gint64[]){ 4 });
    tallies_put (tallies, f, tally);
  }
  return tallies;
}

#endif
