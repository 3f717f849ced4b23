/* test_selection.c - which sentences are taken, against the conditions as they are told, over trees drawn. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "brute/trees.h"
#include "corpus/corpus.h"
#include "tbk/conllu.h"
#include "tbk/corpus.h"
#include "tbk/tree.h"
#include "unit/time_limit.h"

enum { N_SENTENCES = 400, MOST_WORDS = 7, N_SELECTIONS = 3000, MOST_GIVEN = 6 };

static const char *const deprels[] = { "a", "a:b", "b" }, *const upos[] = { "X", "Y" };
static const char *const feats[] = { "_", "Case=Gen", "Case=Gen|Number=Sing", "Number=Plur" };

typedef struct {
  int n, heads[MOST_WORDS + 1], deprel[MOST_WORDS + 1], upos[MOST_WORDS + 1], feats[MOST_WORDS + 1];
  int projective[MOST_WORDS + 1], lost;
} Drawn;

/* A condition: what it is compared with, and the expression of it. */
typedef struct {
  const char *name, *value, *expression; /* NULL: an ID */
  gboolean is_negated;
} Given;

typedef struct {
  Given given[MOST_GIVEN];
  int n;
} Asked;

static const Given all[] = {
  { "id", "s0", NULL },
  { "id", "s30", NULL },
  { "id", "none", NULL },
  { "sentence", "31", "sentence=31" },
  { "min-words", "3", "words>=3" },
  { "max-words", "4", "words<=4" },
  { "nonprojective", NULL, "nonprojective" },
  { "projective", NULL, "projective" },
  { "class", "wn", "class.wn" },
  { "class", "planar", "class.planar" },
  { "min-lost", "1", "lost_arcs>=1" },
  { "min-lost", "1", "lost" },
  { "min-lost", "2", "lost_arcs>=2" },
  { "text", "s3", "text=*s3*" },
  { "text", "w w w w", "text='*w w w w*'" },
  { "form", "w?", "form=w?" },
  { "form", "?", "form=?" },
  { "upos", "X", "upos=X" },
  { "deprel", "a", "deprel=a" },
  { "deprel", "a*", "deprel=a*" },
  { "deprel", "*:?", "deprel=*:?" },
  { "feats", "Case=Gen", "feats.Case=Gen" },
  { "feats", "Number=*", "feats.Number=*" },
  { "head-upos", "X", "head.upos=X" },
  { "head-deprel", "*b", "head.deprel=*b" },
  { "head-feats", "*=*", "head.feats=*" },
  { "head-form", "*", "head.form=*" },
};

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
    if (s % 2 == 0)
      g_string_append_printf (text, "# text = s%d\n", s);
    for (int w = 1; w <= one->n; w++) {
      one->deprel[w] = g_rand_int_range (random, 0, 3);
      one->upos[w] = g_rand_int_range (random, 0, 2);
      one->feats[w] = g_rand_int_range (random, 0, G_N_ELEMENTS (feats));
      g_string_append_printf (text, "%d\tw\t_\t%s\t_\t%s\t%d\t%s\t_\t_\n", w, upos[one->upos[w]],
                              feats[one->feats[w]], one->heads[w], deprels[one->deprel[w]]);
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

/* Whether @name is of the form @pattern, by all ways to part it. */
static gboolean
has_form (const char *pattern, const char *name)
{
  if (*pattern == '*')
    return has_form (pattern + 1, name) || (*name != '\0' && has_form (pattern, name + 1));
  if (*pattern == '\0' || *name == '\0')
    return *pattern == *name;
  return (*pattern == '?' || *pattern == *name) && has_form (pattern + 1, name + 1);
}

static gboolean
word_has (const Drawn *one, int word, const Given *given)
{
  const gboolean is_of_head = g_str_has_prefix (given->name, "head-");
  const char *name = given->name + (is_of_head ? strlen ("head-") : 0);
  g_auto (GStrv) values = NULL;

  word = is_of_head ? one->heads[word] : word;
  if (word == 0)
    return FALSE;
  values = g_strsplit (g_str_equal (name, "form")    ? "w"
                       : g_str_equal (name, "upos")  ? upos[one->upos[word]]
                       : g_str_equal (name, "feats") ? feats[one->feats[word]]
                                                     : deprels[one->deprel[word]],
                       "|", -1);
  for (char **value = values; *value != NULL; value++)
    if (has_form (given->value, *value))
      return TRUE;
  return FALSE;
}

/* Whether the words of the sentence of number @s + 1, or else its comment, have a text. */
static gboolean
has_text (int s, const char *part)
{
  g_autofree char *words = g_strnfill ((gsize) drawn[s].n * 2 - 1, ' ');
  g_autofree char *comment = g_strdup_printf ("s%d", s);

  for (int w = 0; w < drawn[s].n; w++)
    words[2 * w] = 'w';
  return strstr (s % 2 == 0 ? comment : words, part) != NULL;
}

/* Whether that sentence meets one condition by itself. */
static gboolean
meets_one (const Given *given, int s)
{
  const Drawn *one = &drawn[s];
  const int number = given->value != NULL ? atoi (given->value) : 0;
  gboolean is_projective = TRUE, has_word = FALSE;
  g_autofree char *id = g_strdup_printf ("s%d", s);

  for (int w = 1; w <= one->n; w++)
    is_projective &= !is_nonprojective (one, w);
  if (g_str_equal (given->name, "id"))
    return s % 3 != 2 && g_str_equal (id, given->value);
  if (g_str_equal (given->name, "sentence"))
    return number == s + 1;
  if (g_str_equal (given->name, "min-words"))
    return one->n >= number;
  if (g_str_equal (given->name, "max-words"))
    return number == 0 || one->n <= number;
  if (g_str_equal (given->name, "min-lost"))
    return one->lost >= number;
  if (g_str_equal (given->name, "text"))
    return has_text (s, given->value);
  if (g_str_equal (given->name, "projective"))
    return is_projective;
  if (g_str_equal (given->name, "nonprojective"))
    return !is_projective;
  if (g_str_equal (given->name, "class")) {
    g_autoptr (TbkClassifier) classifier = tbk_classifier_new ();
    TbkClasses classes;
    const TbkClass class = g_str_equal (given->value, "wn") ? TBK_CLASS_WELL_NESTED : TBK_CLASS_PLANAR;
    cr_assert (tbk_tree_classes (classifier, one->heads, one->n, TBK_CLASS_BIT (class), &classes, NULL));
    return classes.outside == 0;
  }
  for (int w = 1; w <= one->n; w++)
    has_word |= word_has (one, w, given);
  return has_word;
}

/* Whether a condition is about words, of which none must meet it if it is negated. */
static gboolean
is_of_words (const Given *given)
{
  return given->expression != NULL && (given->name[0] != 'm' || g_str_equal (given->expression, "lost"))
         && strstr ("sentence text projective class", given->name) == NULL;
}

/* Whether the sentence of number @s + 1 meets all that is asked for: each expression, and one of the IDs. */
static gboolean
meets (const Asked *asked, int s)
{
  gboolean needs_id = FALSE, has_id = FALSE;

  for (int i = 0; i < asked->n; i++) {
    const Given *given = &asked->given[i];

    needs_id |= given->expression == NULL;
    has_id |= given->expression == NULL && meets_one (given, s);
    if (given->expression != NULL && meets_one (given, s) == given->is_negated)
      return FALSE;
  }
  return has_id || !needs_id;
}

static int
draw_often_0 (GRand *random, int most)
{
  const int drawn_number = g_rand_int_range (random, -2 * most, most + 1);

  return MAX (drawn_number, 0);
}

/* Draws up to MOST_GIVEN conditions; returns them as the library has them. */
static TbkConditions *
draw_conditions (GRand *random, Asked *asked)
{
  TbkConditions *conditions = tbk_conditions_new (TBK_TREES_DEPENDENCIES);

  *asked = (Asked){ .n = g_rand_int_range (random, 0, MOST_GIVEN + 1) / g_rand_int_range (random, 1, 4) };
  for (int i = 0; i < asked->n; i++) {
    Given *given = &asked->given[i];
    g_autofree char *where = NULL;

    *given = all[g_rand_int_range (random, 0, G_N_ELEMENTS (all))];
    given->is_negated = given->expression != NULL && g_rand_boolean (random);
    where = !given->is_negated    ? g_strdup (given->expression)
            : is_of_words (given) ? g_strdup_printf ("none(%s)", given->expression)
                                  : g_strdup_printf ("not(%s)", given->expression);
    if (given->expression != NULL)
      cr_assert (tbk_conditions_add_where (conditions, where, NULL), "%s", where);
    else
      cr_assert (tbk_conditions_add_id (conditions, given->value, strlen (given->value), NULL));
  }
  return conditions;
}

/* Takes from @text what @selection asks for, and checks that it is that. */
static void
check_selection (const TbkSelection *selection, const Asked *asked, const char *text)
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
      gboolean is_taken, expected = meets (asked, s) && (selection->every == 0 || s % selection->every == 0)
                                    && (selection->max == 0 || n_taken < selection->max);

      cr_assert (tbk_selector_take (selector, &entry, &is_taken, NULL));
      cr_assert_eq (is_taken, expected, "sentence %d", s + 1);
      n_taken += is_taken;
      cr_assert_eq (selector_left (selector), selection->max > 0 ? selection->max - n_taken : G_MAXINT64);
      s++;
    }
  cr_assert_eq (s, N_SENTENCES);
}

Test (selection, takes_what_meets_all_conditions, .timeout = TIME_LIMIT)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (12);
  g_autofree char *text = draw_sentences (random);

  for (int i = 0; i < N_SELECTIONS; i++) {
    Asked asked;
    g_autoptr (TbkConditions) conditions = draw_conditions (random, &asked);
    const TbkSelection selection = { .conditions = conditions,
                                     .every = draw_often_0 (random, 3),
                                     .max = draw_often_0 (random, 40) };

    check_selection (&selection, &asked, text);
  }
}

Test (selection, knows_which_ids_were_met, .timeout = TIME_LIMIT)
{
  g_autoptr (TbkConditions) conditions = tbk_conditions_new (TBK_TREES_DEPENDENCIES);
  const TbkSelection selection = { .conditions = conditions };
  const TbkConlluSentence sentence = { .n = 1 };
  g_autoptr (TbkSelector) selector = NULL;
  const TbkEntry entry = { .file = "", .id = "there", .id_length = 5, .n_words = 1, .sentence = &sentence };
  AbsentName absent = { 0 };
  gboolean is_taken;

  cr_assert (tbk_conditions_add_id (conditions, "absent", 6, NULL));
  cr_assert (tbk_conditions_add_id (conditions, "there", 5, NULL));
  cr_assert (tbk_conditions_add_where (conditions, "words>=3", NULL));
  cr_assert_eq (conditions_count (conditions), 2);
  selector = tbk_selector_new (&selection);
  cr_assert (tbk_selector_take (selector, &entry, &is_taken, NULL));
  cr_assert_not (is_taken);
  cr_assert (conditions_next_absent (conditions, &absent));
  cr_assert (absent.is_id);
  cr_assert_str_eq (absent.value.text, "absent");
  cr_assert_eq (absent.n_ids, 2);
  cr_assert_not (conditions_next_absent (conditions, &absent), "the sentence is there, if too short");
}

Test (selection, needs_ids_before_there_are_some)
{
  g_autoptr (TbkConditions) conditions = tbk_conditions_new (TBK_TREES_BRACKETS);
  const TbkSelection selection = { .conditions = conditions };
  g_autoptr (TbkSelector) selector = NULL;
  const TbkEntry entry = { .file = "", .n_words = 1 };
  gboolean is_taken;

  cr_assert (tbk_conditions_add_id (conditions, NULL, 0, NULL));
  selector = tbk_selector_new (&selection);
  cr_assert (tbk_selector_take (selector, &entry, &is_taken, NULL));
  cr_assert_not (is_taken);
}
