/* test_tags.c - trees as tags, by enumeration: which trees have tags, which tags are well formed, and the fewest changes of
 * those that are not. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/trees.h"
#include "tbk/tags.h"
#include "tbk/tree.h"

enum { MOST = 8, LONGEST = 60 };

static TbkPiece
piece (const char *text)
{
  return (TbkPiece){ text, strlen (text) };
}

static gboolean
is_same (TbkPiece a, TbkPiece b)
{
  return a.size == b.size && memcmp (a.bytes, b.bytes, a.size) == 0;
}

static TbkTags *
new_tags (const char *name, gboolean has_any_root)
{
  const TbkTagsOptions options = { .has_any_root = has_any_root };

  return tbk_tags_new (tbk_tag_encoding_find (name), &options);
}

/* How many trees with one root have tags; each comes back. */
static int
count_encoded (const char *name, int n)
{
  g_autoptr (TbkTags) tags = new_tags (name, FALSE);
  const TreeList *list = all_trees (n, FALSE);
  TbkPiece out[MOST + 1], upos[MOST + 1];
  int n_encoded = 0;

  for (int d = 0; d <= n; d++)
    upos[d] = piece (d % 3 == 0 ? "NOUN" : "VERB");
  for (gsize i = 0; i < list->n_trees; i++) {
    int heads[MOST + 1], n_changed;

    if (count_roots (tree_at (list, i), n) != 1
        || !tbk_tags_encode (tags, tree_at (list, i), upos, n, out, NULL))
      continue;
    n_encoded++;
    cr_assert (tbk_tags_decode (tags, out, upos, NULL, n, heads, &n_changed, NULL));
    cr_assert_eq (n_changed, 0);
    cr_assert_eq (memcmp (heads, tree_at (list, i), (gsize) (n + 1) * sizeof (int)), 0);
  }
  return n_encoded;
}

Test (tags, classes)
{
  static const struct {
    const char *name;
    int n[6];
  } classes[] = {
    { "absolute", { 1, 2, 9, 64, 625, 7776 } },         { "relative", { 1, 2, 9, 64, 625, 7776 } },
    { "relative-upos", { 1, 2, 9, 64, 625, 7776 } },    { "brackets", { 1, 2, 9, 56, 412, 3356 } },
    { "brackets-2", { 1, 2, 9, 64, 625, 7704 } },       { "4-bit", { 1, 2, 7, 30, 143, 728 } },
    { "hexatags", { 1, 2, 7, 30, 143, 728 } },          { "hierarchical", { 1, 2, 7, 30, 143, 728 } },
    { "hierarchical-any", { 1, 2, 9, 64, 625, 7776 } },
  };

  for (gsize c = 0; c < G_N_ELEMENTS (classes); c++)
    for (int n = 1; n <= 6; n++)
      cr_assert_eq (count_encoded (classes[c].name, n), classes[c].n[n - 1], "%s, %d words", classes[c].name,
                    n);
}

/* The tags of all projective trees of a sentence, and what a tag can be. */
typedef struct {
  int n, n_trees;
  TbkPiece tags[512][MOST + 1];
  TbkTags *encoders[512]; /* which own them */
} Wanted;

static void
list_wanted (Wanted *wanted, const char *name, int n, gboolean has_any_root)
{
  const TreeList *list = all_trees (n, TRUE);

  wanted->n = n;
  wanted->n_trees = 0;
  for (gsize i = 0; i < list->n_trees; i++)
    if (has_any_root || count_roots (tree_at (list, i), n) == 1) {
      const int t = wanted->n_trees++;

      wanted->encoders[t] = new_tags (name, has_any_root);
      cr_assert (tbk_tags_encode (wanted->encoders[t], tree_at (list, i), NULL, n, wanted->tags[t], NULL));
    }
}

static void
free_wanted (Wanted *wanted)
{
  for (int t = 0; t < wanted->n_trees; t++)
    tbk_tags_free (wanted->encoders[t]);
}

/* The fewest changes that make them the tags of a tree, of words and gaps if @has_gaps. */
static int
count_changes (const TbkPiece *a, const TbkPiece *b, int n, gboolean has_gaps)
{
  int n_changed = 0;

  for (int d = 1; d <= n; d++)
    if (has_gaps)
      n_changed +=
          (a[d].bytes[0] != b[d].bytes[0]) + (memcmp (a[d].bytes + 1, b[d].bytes + 1, b[d].size - 1) != 0);
    else
      n_changed += !is_same (a[d], b[d]);
  return n_changed;
}

static int
find_fewest (const Wanted *wanted, const TbkPiece *tags, gboolean has_gaps)
{
  int least = G_MAXINT;

  for (int t = 0; t < wanted->n_trees; t++)
    least = MIN (least, count_changes (tags, wanted->tags[t], wanted->n, has_gaps));
  return least;
}

/* All sequences of @n of these tags, of which the last @n_last are for the last word alone, all others for those before it. */
static void
check_sequences (const char *name, const char *const *alphabet, int n_last, int n, gboolean has_any_root)
{
  const int size = (int) g_strv_length ((char **) alphabet), n_first = n_last == 0 ? size : size - n_last;
  g_autofree Wanted *wanted = g_new (Wanted, 1);
  g_autoptr (TbkTags) decoder = new_tags (name, has_any_root), encoder = new_tags (name, has_any_root);
  int numbers[MOST + 1] = { 0 }, n_good = 0, d;

  list_wanted (wanted, name, n, has_any_root);
  do {
    TbkPiece in[MOST + 1], out[MOST + 1];
    int heads[MOST + 1], n_changed, fewest;

    for (d = 1; d <= n; d++)
      in[d] = piece (alphabet[d == n && n_last > 0 ? n_first + numbers[d] : numbers[d]]);
    fewest = find_fewest (wanted, in, n_last > 0);
    cr_assert (tbk_tags_decode (decoder, in, NULL, NULL, n, heads, &n_changed, NULL));
    cr_assert (is_tree (heads, n));
    cr_assert (tbk_tags_encode (encoder, heads, NULL, n, out, NULL));
    cr_assert_eq (count_changes (in, out, n, n_last > 0), fewest, "%s, %d words", name, n);
    cr_assert_eq (count_changes (in, out, n, FALSE), n_changed);
    n_good += n_changed == 0;
    for (d = n; d >= 1 && ++numbers[d] == (d == n && n_last > 0 ? n_last : n_first); d--)
      numbers[d] = 0;
  } while (d >= 1);
  cr_assert_eq (n_good, wanted->n_trees, "%s, %d words: %d sequences are well formed", name, n, n_good);
  free_wanted (wanted);
}

Test (tags, sequences)
{
  static const char *const joint[] = {
    "lL<", "lL>", "lR<", "lR>", "rL<", "rL>", "rR<", "rR>", "l", "r", NULL
  };

  for (int n = 1; n <= 4; n++)
    for (int any = 0; any <= 1; any++) {
      check_sequences ("4-bit", tbk_tag_encoding_find ("4-bit")->alphabet, 0, n, any);
      check_sequences ("hierarchical", tbk_tag_encoding_find ("hierarchical")->alphabet, 0, n, any);
    }
  for (int n = 1; n <= 5; n++)
    check_sequences ("hexatags", joint, 2, n, FALSE);
}

/* Any bytes give a tree, and one root where one is asked for; the same tree again. */
Test (tags, any_bytes)
{
  static const char signs[] = "\\/<>^*.01lrLR@+-29NOUN";
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  char text[LONGEST + 1][8];
  TbkPiece in[LONGEST + 1], upos[LONGEST + 1];

  for (int e = 0; tbk_tag_encoding_at (e) != NULL; e++)
    for (int round = 0; round < 300; round++) {
      g_autoptr (TbkTags) tags = new_tags (tbk_tag_encoding_at (e)->name, round % 2 == 0);
      const int n = g_rand_int_range (random, 0, LONGEST + 1);
      int heads[LONGEST + 1], again[LONGEST + 1], n_changed;

      for (int d = 1; d <= n; d++) {
        in[d] = (TbkPiece){ text[d], (gsize) g_rand_int_range (random, 0, 8) };
        upos[d] = piece ("NOUN");
        for (gsize i = 0; i < in[d].size; i++)
          text[d][i] = signs[g_rand_int_range (random, 0, sizeof signs)];
      }
      cr_assert (tbk_tags_decode (tags, in, upos, NULL, n, heads, &n_changed, NULL));
      cr_assert (is_tree (heads, n), "%s", tbk_tag_encoding_at (e)->name);
      cr_assert (n == 0 || round % 2 == 0 || count_roots (heads, n) == 1);
      cr_assert (tbk_tags_decode (tags, in, upos, NULL, n, again, NULL, NULL));
      cr_assert_eq (memcmp (heads, again, (gsize) (n + 1) * sizeof (int)), 0);
    }
}

/* Moves the tags into @joined, where a star is behind each: it is not part of a tag. */
static void
follow_by_stars (TbkPiece *tags, int n, GString *joined)
{
  gsize start = 0;

  g_string_truncate (joined, 0);
  for (int d = 1; d <= n; d++) {
    g_string_append_len (joined, tags[d].bytes, (gssize) tags[d].size);
    g_string_append_c (joined, '*');
  }
  for (int d = 1; d <= n; start += tags[d++].size + 1)
    tags[d].bytes = joined->str + start;
}

/* Long projective trees come back from each encoding, and the memory of a long one serves a short one. */
Test (tags, long_trees)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  static const int lengths[] = { 3000, 1, 40, 400 };

  for (int e = 0; tbk_tag_encoding_at (e) != NULL; e++) {
    g_autoptr (TbkTags) tags = tbk_tags_new (tbk_tag_encoding_at (e), NULL);

    for (gsize l = 0; l < G_N_ELEMENTS (lengths); l++) {
      const int n = lengths[l];
      g_autofree int *heads = g_new (int, n + 1), *decoded = g_new (int, n + 1);
      g_autofree TbkPiece *out = g_new (TbkPiece, n + 1), *upos = g_new (TbkPiece, n + 1);
      g_autoptr (GString) joined = g_string_new (NULL);
      int n_changed;

      for (int d = 0; d <= n; d++)
        upos[d] = piece (d % 7 == 0 ? "NOUN" : d % 2 == 0 ? "VERB" : "ADJ");
      do
        random_projective_tree (random, n, heads);
      while (count_roots (heads, n) != 1);
      out[0] = piece ("before");
      cr_assert (tbk_tags_encode (tags, heads, upos, n, out, NULL), "%s", tbk_tag_encoding_at (e)->name);
      cr_assert_eq (out[0].size, 0);
      cr_assert_null (out[0].bytes);
      follow_by_stars (out, n, joined);
      cr_assert (tbk_tags_decode (tags, out, upos, NULL, n, decoded, &n_changed, NULL));
      cr_assert_eq (n_changed, 0);
      cr_assert_eq (memcmp (heads, decoded, (gsize) (n + 1) * sizeof (int)), 0);
    }
  }
}

Test (tags, refused)
{
  static const int crossing[] = { -1, 0, 4, 1, 1 }, cycle[] = { -1, 2, 1 };
  g_autoptr (TbkTags) tags = new_tags ("4-bit", FALSE);
  g_autoptr (GError) error = NULL;
  TbkPiece out[5];

  cr_assert_not (tbk_tags_encode (tags, crossing, NULL, 4, out, &error));
  cr_assert_str_eq (error->message, "4-bit tags are for projective trees, and this is none");
  g_clear_error (&error);
  cr_assert_not (tbk_tags_encode (tags, cycle, NULL, 2, out, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  cr_assert_null (tbk_tag_encoding_find ("5-bit"));
}
