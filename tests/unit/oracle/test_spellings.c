/* test_spellings.c - transitions as textbooks and parsers spell them: the same tree by each. */
#include <criterion/criterion.h>
#include <string.h>

#include "oracle/oracle.h"
#include "systems/systems.h"
#include "tbk/transition.h"

/* She reads long books today. */
enum { N = 5 };
static const int tree[N + 1] = { -1, 2, 0, 4, 2, 2 };
static const char *const relations[N + 1] = { NULL, "nsubj", "root", "amod", "obj", "obl:unmarked" };

static const struct {
  const char *whose, *system, *sequence[N * 2 + 1];
} sequences[] = {
  { "Jurafsky and Martin",
    "arc-standard",
    { "SHIFT", "SHIFT", "LEFTARC(nsubj)", "SHIFT", "SHIFT", "LEFTARC(amod)", "RIGHTARC(obj)", "SHIFT",
      "RIGHTARC(obl:unmarked)", "RIGHTARC(root)" } },
  { "Kübler, McDonald and Nivre",
    "arc-eager",
    { "SHIFT", "LEFT-ARC_nsubj", "RIGHT-ARC_root", "SHIFT", "LEFT-ARC_amod", "RIGHT-ARC_obj", "REDUCE",
      "RIGHT-ARC_obl:unmarked" } },
  { "Nivre (2008)",
    "arc-eager",
    { "SH", "LA_nsubj", "RA_root", "SH", "LA_amod", "RA_obj", "RE", "RA_obl:unmarked" } },
  { "NLTK",
    "arc-eager",
    { "SHIFT", "LEFTARC:nsubj", "RIGHTARC:root", "SHIFT", "LEFTARC:amod", "RIGHTARC:obj", "REDUCE",
      "RIGHTARC:obl:unmarked" } },
  { "MaltParser",
    "arc-eager",
    { "SH", "LA+nsubj", "RA+root", "SH", "LA+amod", "RA+obj", "RE", "RA+obl:unmarked" } },
  { "UDPipe",
    "swap",
    { "shift", "shift", "left_arc(nsubj)", "shift", "shift", "left_arc_amod", "right_arc_obj", "shift",
      "right_arc_obl:unmarked", "right_arc-root" } },
  { "spaCy", "arc-eager", { "S", "L-nsubj", "R-root", "S", "L-amod", "R-obj", "D", "R-obl:unmarked" } },
  { "Nederhof (2019)",
    "arc-standard",
    { "SH", "SH", "RR:nsubj", "SH", "SH", "RR:amod", "RL:obj", "SH", "reduce_left:obl:unmarked",
      "RL:root" } },
  { "as they are shown",
    "arc-hybrid",
    { "SH", "LA:nsubj", "SH", "SH", "LA:amod", "SH", "RA:obj", "SH", "RA:obl:unmarked", "RA:root" } },
};

static void
check_sequence (const char *whose, const TbkSystem *system, const char *const *sequence)
{
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  TbkPiece found[N + 1] = { { NULL, 0 } };

  tbk_configuration_keep_relations (&c);
  cr_assert (tbk_configuration_start (&c, system, N, NULL));
  for (; *sequence != NULL; sequence++) {
    TbkPiece relation;
    const int t = tbk_transition_read (system, *sequence, -1, &relation, NULL);

    cr_assert (t >= 0, "%s: %s", whose, *sequence);
    if (relation.size > 0)
      found[tbk_configuration_related (&c, &system->transitions[t])] = relation;
    cr_assert (tbk_configuration_step (&c, &system->transitions[t], NULL), "%s: %s", whose, *sequence);
  }
  cr_assert (tbk_configuration_is_final (&c));
  cr_assert_arr_eq (c.heads, tree, sizeof tree, "%s", whose);
  for (int w = 1; w <= N; w++)
    cr_assert (found[w].size == strlen (relations[w])
                   && memcmp (found[w].bytes, relations[w], found[w].size) == 0,
               "%s: word %d", whose, w);
}

Test (spellings, sequences)
{
  for (gsize s = 0; s < G_N_ELEMENTS (sequences); s++)
    check_sequence (sequences[s].whose, tbk_system_find (sequences[s].system), sequences[s].sequence);
}

/* Every row is found by its key and by its name, in any case and with any sign between words. */
Test (spellings, all_rows)
{
  const TbkSystem *system;

  for (int s = 0; (system = tbk_system_at (s)) != NULL; s++)
    for (int t = 0; t < system->n_transitions; t++) {
      const TbkTransition *row = &system->transitions[t];
      g_autofree char *lower = g_ascii_strdown (row->key, -1), *upper = g_ascii_strup (row->name, -1);
      g_autofree char *hyphens = g_strdelimit (g_strdup (row->name), "_", '-');
      g_auto (GStrv) words = g_strsplit (upper, "_", -1);
      g_autofree char *joined = g_strjoinv ("", words);
      const char *const spellings[] = { row->key, lower, row->name, upper, hyphens, joined };

      for (gsize i = 0; i < G_N_ELEMENTS (spellings); i++)
        cr_assert_eq (tbk_transition_read (system, spellings[i], -1, NULL, NULL), t, "%s: %s", system->name,
                      spellings[i]);
    }
}

/* The key that @text is in the system of that name, and a relation behind a space; or the message. */
static void
check (const char *name, const char *text, const char *expected)
{
  const TbkSystem *system = tbk_system_find (name);
  g_autoptr (GError) error = NULL;
  TbkPiece relation;
  const int t = tbk_transition_read (system, text, -1, &relation, &error);
  g_autofree char *found =
      t < 0 ? g_strdup (error->message)
            : g_strdup_printf ("%s%s%.*s", system->transitions[t].key, relation.size > 0 ? " " : "",
                               (int) relation.size, relation.size > 0 ? relation.bytes : "");

  cr_assert_str_eq (found, expected, "%s: %s is %s", name, text, found);
}

Test (spellings, words)
{
  check ("arc-eager", "Left-Arc", "LA");
  check ("arc-eager", "left arc", "LA");
  check ("arc-eager", "LEFT", "LA");
  check ("arc-eager", "l", "LA");
  check ("arc-eager", "ARC_LEFT", "LA");
  check ("arc-eager", "L-arc", "LA");
  check ("arc-eager", "L-acl", "LA acl");
  check ("arc-eager", "RIGHT-ROOT", "RA ROOT");
  check ("arc-eager", "LA:nsubj:pass", "LA nsubj:pass");
  check ("arc-eager", "LA-x(y)", "LA x(y)");
  check ("arc-eager", "RE-x", "RE x");
  check ("swap", "SWAP", "SW");
  check ("arc-eager-unshift", "USH", "UN");
  check ("covington", "NO-ARC", "NA");
  check ("covington", "NOARC", "NA");
  check ("attardi-2", "LA:x", "LA1 x");
  check ("attardi-2", "L", "LA1");
  check ("attardi-2", "LEFT-ARC-2", "LA2");
  check ("attardi-2", "left_arc_2_nsubj", "LA2 nsubj");
  check ("attardi-2", "RL", "RA1");
  check ("arc-eager-labelled", "reduce", "RE");
  check ("arc-eager-nederhof-normalized", "LEFT-ARC", "LA");
  check ("two-planar", "switch", "SW");
}

Test (spellings, unknown_and_ambiguous)
{
  check ("arc-eager", "R", "found 'R', expected a transition of arc-eager: SH, LA, RA or RE");
  check ("swap", "S", "found 'S', expected a transition of swap: SH, LA, RA or SW");
  check ("arc-eager", "RL", "found 'RL', expected a transition of arc-eager: SH, LA, RA or RE");
  check ("arc-eager", "REDUCED", "found 'REDUCED', expected a transition of arc-eager: SH, LA, RA or RE");
  check ("arc-eager", "LA:", "found 'LA:', expected a transition of arc-eager: SH, LA, RA or RE");
  check ("arc-eager", "LA(x", "found 'LA(x', expected a transition of arc-eager: SH, LA, RA or RE");
  check ("arc-eager", "LA()", "found 'LA()', expected a transition of arc-eager: SH, LA, RA or RE");
  check ("arc-eager", "", "found '', expected a transition of arc-eager: SH, LA, RA or RE");
  check ("arc-eager", "S-x", "found 'S-x', expected a transition of arc-eager: SH, LA, RA or RE");
  check ("arc-eager-nederhof", "R-x",
         "found 'R-x', expected a transition of arc-eager-nederhof: SH, LA, RA or RE");
  check ("arc-eager-nederhof-normalized", "left",
         "found 'left', expected a transition of arc-eager-nederhof-normalized: SH, LC, RC, RA or LA");
  cr_assert_eq (tbk_transition_read (tbk_system_find ("arc-eager"), "RA\0", 3, NULL, NULL), -1);
}
