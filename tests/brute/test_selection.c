/* test_selection.c - which sentences are taken, against the conditions as they are told, over trees drawn. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/trees.h"
#include "tbk/conllu.h"
#include "tbk/corpus.h"
#include "unit/time_limit.h"

enum { N_SENTENCES = 400, MOST_WORDS = 7, N_SELECTIONS = 3000 };

static const char *const deprels[] = { "a", "a:b", "b" }, *const upos[] = { "X", "Y" };

typedef struct {
  int n, heads[MOST_WORDS + 1], deprel[MOST_WORDS + 1], upos[MOST_WORDS + 1], projective[MOST_WORDS + 1];
  int lost;
} Drawn;

static Drawn drawn[N_SENTENCES];

/* Draws all sentences; returns their text. Every third has no sent_id. */
static char *
draw_sentences (GRand *random)
{
  g_autoptr (TbkProjectivizer) projectivizer = tbk_projectivizer_new (NULL);
  GString *text = g_string_new (NULL);

  for (int s = 0; s < N_SENTENCES; s++) {
    Drawn *one = &drawn[s];

    one->n = g_rand_int_range (random, 1, MOST_WORDS + 1);
    random_tree (random, one->n, 0, one->heads);
    cr_assert (tbk_projectivize (projectivizer, one->heads, one->n, one->projective, &one->lost, NULL));
    if (s % 3 != 2)
      g_string_append_printf (text, "# sent_id = s%d\n", s);
    for (int w = 1; w <= one->n; w++) {
      one->deprel[w] = g_rand_int_range (random, 0, 3);
      one->upos[w] = g_rand_int_range (random, 0, 2);
      g_string_append_printf (text, "%d\tw\t_\t%s\t_\t_\t%d\t%s\t_\t_\n", w, upos[one->upos[w]],
                              one->heads[w], deprels[one->deprel[w]]);
    }
    g_string_append_c (text, '\n');
  }
  return g_string_free (text, FALSE);
}

/* Whether some word between the head of @word and @word does not descend from that head. */
static gboolean
is_nonprojective (const Drawn *one, int word)
{
  const int head = one->heads[word];

  for (int k = MIN (head, word) + 1; k < MAX (head, word); k++)
    if (!is_ancestor (one->heads, head, k))
      return TRUE;
  return FALSE;
}

static gboolean
has (const TbkVocabulary *names, const char *name)
{
  return names == NULL || tbk_vocabulary_find (names, name, strlen (name)) >= 0;
}

/* Whether the sentence of number @s + 1 meets what @selection asks for. */
static gboolean
meets (const TbkSelection *selection, int s)
{
  const Drawn *one = &drawn[s];
  const gboolean needs_arc = selection->deprels != NULL || selection->upos != NULL;
  g_autofree char *id = g_strdup_printf ("s%d", s);
  gboolean is_projective = TRUE, found_arc = FALSE, found_number = selection->numbers == NULL;

  for (int w = 1; w <= one->n; w++) {
    const gboolean is_crossed = is_nonprojective (one, w), is_lost = one->projective[w] != one->heads[w];

    is_projective &= !is_crossed;
    found_arc |= has (selection->deprels, deprels[one->deprel[w]])
                 && has (selection->upos, upos[one->upos[w]]) && (!selection->is_nonprojective || is_crossed)
                 && (selection->min_lost == 0 || is_lost);
  }
  for (int i = 0; i < selection->n_numbers; i++)
    found_number |= selection->numbers[i] == s + 1;
  return one->n >= selection->min_words && (selection->max_words == 0 || one->n <= selection->max_words)
         && found_number && (selection->ids == NULL || (s % 3 != 2 && has (selection->ids, id)))
         && (!selection->is_projective || is_projective) && (!selection->is_nonprojective || !is_projective)
         && one->lost >= selection->min_lost && (!needs_arc || found_arc);
}

/* Some of @names, or NULL. */
static TbkVocabulary *
draw_names (GRand *random, const char *const *names, int n)
{
  TbkVocabulary *some;

  if (g_rand_int_range (random, 0, 3) > 0)
    return NULL;
  some = tbk_vocabulary_new ();
  for (int i = g_rand_int_range (random, 1, n + 1); i > 0; i--) {
    const char *name = names[g_rand_int_range (random, 0, n)];
    cr_assert (tbk_vocabulary_add (some, name, strlen (name), NULL) >= 0);
  }
  return some;
}

static int
draw_often_0 (GRand *random, int most)
{
  const int drawn_number = g_rand_int_range (random, -2 * most, most + 1);

  return MAX (drawn_number, 0);
}

/* Takes from @text what @selection asks for, and checks that it is that. */
static void
check_selection (const TbkSelection *selection, const char *text)
{
  g_autoptr (TbkSelector) selector = tbk_selector_new (selection);
  g_autoptr (TbkConlluReader) reader = tbk_conllu_reader_open_text ("text", text, strlen (text), NULL, NULL);
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  TbkConlluSentence sentence;
  gint64 n_taken = 0;
  int s = 0;

  while (tbk_conllu_reader_next (reader, batch, NULL) == TBK_READ_BATCH)
    while (tbk_conllu_batch_next (batch, &sentence)) {
      const TbkEntry entry = { .file = "text",
                               .index = sentence.index,
                               .id = sentence.sent_id,
                               .id_length = sentence.sent_id_length,
                               .n_words = sentence.n,
                               .sentence = &sentence };
      gboolean is_taken, expected = meets (selection, s) != selection->is_inverted
                                    && (selection->every == 0 || s % selection->every == 0)
                                    && (selection->max == 0 || n_taken < selection->max);

      cr_assert (tbk_selector_take (selector, &entry, &is_taken, NULL));
      cr_assert_eq (is_taken, expected, "sentence %d", s + 1);
      n_taken += is_taken;
      cr_assert_eq (tbk_selector_left (selector), selection->max > 0 ? selection->max - n_taken : G_MAXINT64);
      s++;
    }
  cr_assert_eq (s, N_SENTENCES);
}

Test (selection, takes_what_meets_all_conditions, .timeout = TIME_LIMIT)
{
  static const char *const ids[] = { "s0", "s1", "s2", "s3", "s30", "s301", "none" };
  g_autoptr (GRand) random = g_rand_new_with_seed (12);
  g_autofree char *text = draw_sentences (random);

  for (int i = 0; i < N_SELECTIONS; i++) {
    g_autoptr (TbkVocabulary) some_ids = draw_names (random, ids, G_N_ELEMENTS (ids));
    g_autoptr (TbkVocabulary) some_deprels = draw_names (random, deprels, 3);
    g_autoptr (TbkVocabulary) some_upos = draw_names (random, upos, 2);
    const gint64 numbers[] = { 1, 2, 30, 31, 302, 400 };
    const gboolean has_numbers = draw_often_0 (random, 1) > 0;
    const TbkSelection selection = { .ids = some_ids,
                                     .numbers = has_numbers ? numbers : NULL,
                                     .n_numbers = has_numbers ? G_N_ELEMENTS (numbers) : 0,
                                     .min_words = draw_often_0 (random, MOST_WORDS),
                                     .max_words = draw_often_0 (random, MOST_WORDS),
                                     .is_projective = draw_often_0 (random, 1),
                                     .is_nonprojective = draw_often_0 (random, 1),
                                     .min_lost = draw_often_0 (random, 3),
                                     .deprels = some_deprels,
                                     .upos = some_upos,
                                     .is_inverted = draw_often_0 (random, 1),
                                     .every = draw_often_0 (random, 3),
                                     .max = draw_often_0 (random, 40) };

    check_selection (&selection, text);
  }
}

Test (selection, knows_which_ids_were_met, .timeout = TIME_LIMIT)
{
  g_autoptr (TbkVocabulary) ids = tbk_vocabulary_new ();
  int is_found[2] = { 0 };
  const TbkSelection selection = { .ids = ids, .is_found = is_found, .min_words = 3 };
  g_autoptr (TbkSelector) selector = tbk_selector_new (&selection);
  const TbkEntry entry = { .id = "there", .id_length = 5, .n_words = 1 };
  gboolean is_taken;

  cr_assert_eq (tbk_vocabulary_add (ids, "absent", 6, NULL), 0);
  cr_assert_eq (tbk_vocabulary_add (ids, "there", 5, NULL), 1);
  cr_assert (tbk_selector_take (selector, &entry, &is_taken, NULL));
  cr_assert_not (is_taken);
  cr_assert_not (is_found[0]);
  cr_assert (is_found[1], "the sentence is there, if too short");
}
