/* test_sequences.c - the sequence of every tree of real treebanks, by every system, replayed to a tree. */
#include <criterion/criterion.h>
#include <string.h>

#include "corpora/corpora.h"
#include "tbk/oracle.h"
#include "tbk/projectivize.h"

/* Exact values by search take long for trees that a system cannot build: only short ones are looked at. */
enum { MOST_SEARCHED = 10 };

typedef struct {
  const TbkSystem *system;
  TbkSequencer *sequencer, *exact;
  TbkReplayer *replayer;
  TbkProjectivizer *projectivizer;
  TbkConfiguration scratch;
  GString *line;
  gboolean is_projective; /* the system builds the projective trees and no others */
  gboolean builds_all;
  gboolean searches;
  int every; /* one of so many sentences is looked at */
  gint64 n_sentences, n_built, n_lost;
} Sequences;

static void
visit (gpointer data, const TbkConlluSentence *sentence)
{
  Sequences *s = data;
  TbkSequenceRecord record = { .file = tbk_conllu_sentence_file (sentence),
                               .sentence = sentence->index,
                               .heads = sentence->heads,
                               .n = sentence->n,
                               .system = s->system };
  TbkReplayedTree tree;
  int n_differ = 0, optimum;

  if (++s->n_sentences % s->every != 0)
    return;
  if (s->searches && !s->is_projective && !sentence->is_projective && sentence->n > MOST_SEARCHED)
    return;
  cr_assert (tbk_sequencer_run (s->sequencer, sentence->heads, sentence->n, &record.sequence, NULL), "%s:%d",
             record.file, (int) sentence->line);
  g_string_truncate (s->line, 0);
  cr_assert (tbk_sequence_record_append (&record, &s->scratch, s->line, NULL));
  cr_assert (tbk_replayer_read (s->replayer, s->line->str, s->line->len, -1, &tree, NULL), "%s",
             s->line->str);
  for (int i = 1; i <= sentence->n; i++)
    n_differ += tree.heads[i] != sentence->heads[i];
  cr_assert_eq (n_differ, record.sequence.lost, "%s: %s", s->system->name, s->line->str);
  s->n_built += record.sequence.lost == 0;
  s->n_lost += record.sequence.lost;
  cr_assert (!s->builds_all || record.sequence.lost == 0);
  if (s->is_projective) {
    TbkSequence exact;

    cr_assert (tbk_projectivize (s->projectivizer, sentence->heads, sentence->n, NULL, &optimum, NULL));
    cr_assert_eq (record.sequence.lost, optimum, "%s: %d in %s", s->system->name, optimum, s->line->str);
    if (s->searches && sentence->n > MOST_SEARCHED)
      return;
    cr_assert (tbk_sequencer_run (s->exact, sentence->heads, sentence->n, &exact, NULL), "%s: %s",
               s->system->name, s->line->str);
    cr_assert_eq (exact.lost, optimum, "%s: %d, not %d, in %s", s->system->name, exact.lost, optimum,
                  s->line->str);
  }
}

/* The policy by which all computations count; the default if there is none of that name. */
static int
free_policy (const TbkSystem *system)
{
  int policy = tbk_system_policy (system, "none");

  return MAX (policy, 0);
}

static void
check_system (const char *name, gboolean is_projective, gboolean builds_all, gboolean searches)
{
  static const TbkProjectivizeOptions options = { .root = TBK_ROOT_ANY };
  g_autofree char *folder = NULL;
  g_auto (GStrv) rows = read_manifest (&folder);
  const TbkSystem *system = tbk_system_find (name);
  Sequences s = { .system = system,
                  .sequencer = tbk_sequencer_new (system, NULL, NULL, -1, NULL),
                  .exact = is_projective ? tbk_sequencer_new (system, NULL, NULL, free_policy (system), NULL)
                                         : NULL,
                  .replayer = tbk_replayer_new (system, NULL),
                  .projectivizer = tbk_projectivizer_new (&options),
                  .line = g_string_new (NULL),
                  .is_projective = is_projective,
                  .builds_all = builds_all,
                  .searches = searches,
                  .every = sampled (is_projective ? 10 : 1) };

  for (int r = 0; rows[r][0] != '\0'; r++) {
    g_autofree char *path = g_build_filename (folder, rows[r], NULL);
    *strchr (path, '\t') = '\0';
    if (g_str_has_prefix (rows[r], "r2.2/"))
      for_each_sentence (path, visit, &s);
  }
  cr_assert (s.n_built > 0 && (builds_all || s.n_lost > 0));
  tbk_sequencer_free (s.sequencer);
  tbk_sequencer_free (s.exact);
  tbk_replayer_free (s.replayer);
  tbk_projectivizer_free (s.projectivizer);
  tbk_configuration_clear (&s.scratch);
  g_string_free (s.line, TRUE);
}

Test (sequences, projective_systems)
{
  static const char *const names[] = {
    "arc-standard", "arc-eager-nederhof", "arc-eager-nederhof-uncorrected", "arc-eager-nederhof-normalized",
    "arc-eager",    "arc-eager-unshift",  "arc-eager:complete=root",        "arc-hybrid"
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    check_system (names[i], TRUE, FALSE, FALSE);
  check_system ("covington-projective", TRUE, FALSE, TRUE);
  check_system ("attardi-1", TRUE, FALSE, TRUE);
}

Test (sequences, systems_that_build_all_trees)
{
  static const char *const names[] = { "swap", "swap-unordered", "covington", "covington:complete=root",
                                       "covington:start=noroot" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    check_system (names[i], FALSE, TRUE, FALSE);
}

/* Without 0 in the stack, several words cannot all hang on it; words that are far apart cannot meet. */
Test (sequences, other_systems)
{
  check_system ("arc-eager:start=noroot", FALSE, FALSE, FALSE);
  check_system ("arc-eager:start=noroot,complete=root", FALSE, FALSE, FALSE);
  check_system ("arc-eager-unshift:start=noroot", FALSE, FALSE, FALSE);
  check_system ("arc-eager-unshift:start=noroot-published", FALSE, FALSE, FALSE);
  check_system ("attardi-2", FALSE, FALSE, TRUE);
  check_system ("attardi-3", FALSE, FALSE, TRUE);
  check_system ("attardi-4", FALSE, FALSE, TRUE);
  check_system ("planar", FALSE, FALSE, TRUE);
  check_system ("two-planar", FALSE, FALSE, TRUE);
}
