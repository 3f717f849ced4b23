/* test_tags_corpora.c - trees as tags on all real treebanks: every encoding gives back each tree of its class, and encodings of
 * projective trees, with marks, nearly all arcs of any tree. */
#include <criterion/criterion.h>
#include <string.h>

#include "corpora/corpora.h"
#include "tbk/projectivize.h"
#include "tbk/tags.h"

enum { N_ENCODINGS = 10, EVERY = 20 };

typedef struct {
  int every, n_seen;
  TbkTags *tags[N_ENCODINGS];
  gint64 trees, inside[N_ENCODINGS];
  TbkPseudoProjective *pseudo;
  /* Of release 2.2, and of newer ones: words, and the arcs that do not come back from marks. */
  gboolean is_new;
  gint64 words[2], lost[2][N_ENCODINGS];
} Check;

/* A sentence, with what is made of it. */
typedef struct {
  int n;
  const int *heads;
  int *lifted, *decoded, *restored;
  TbkPiece *upos, *deprels, *marked, *out, *unmarked;
} Sentence;

static void
sentence_init (Sentence *s, const TbkConlluSentence *from)
{
  const gsize size = (gsize) from->n + 1;

  *s = (Sentence){ .n = from->n, .heads = from->heads };
  s->lifted = g_new (int, size);
  s->decoded = g_new (int, size);
  s->restored = g_new (int, size);
  s->upos = g_new0 (TbkPiece, size);
  s->deprels = g_new0 (TbkPiece, size);
  s->marked = g_new0 (TbkPiece, size);
  s->out = g_new0 (TbkPiece, size);
  s->unmarked = g_new0 (TbkPiece, size);
  for (int d = 1; d <= from->n; d++) {
    s->upos[d] = tbk_conllu_sentence_field (from, d, TBK_COLUMN_UPOS);
    s->deprels[d] = tbk_conllu_sentence_field (from, d, TBK_COLUMN_DEPREL);
  }
}

static void
sentence_clear (Sentence *s)
{
  g_free (s->lifted);
  g_free (s->decoded);
  g_free (s->restored);
  g_free (s->upos);
  g_free (s->deprels);
  g_free (s->marked);
  g_free (s->out);
  g_free (s->unmarked);
}

/* Encodes @heads and decodes the tags into `decoded`; FALSE if the tree is outside of the class. */
static gboolean
round_trip (TbkTags *tags, const int *heads, Sentence *s)
{
  g_autoptr (GError) error = NULL;
  int n_changed = -1;

  if (!tbk_tags_encode (tags, heads, s->upos, s->n, s->out, &error)) {
    cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
    return FALSE;
  }
  cr_assert (tbk_tags_decode (tags, s->out, s->upos, NULL, s->n, s->decoded, &n_changed, NULL));
  cr_assert_eq (n_changed, 0);
  cr_assert_eq (memcmp (s->decoded, heads, ((gsize) s->n + 1) * sizeof (int)), 0);
  return TRUE;
}

/* How many arcs do not come back when the tree is lifted, encoded, decoded and restored. */
static int
count_lost (Check *check, TbkTags *tags, Sentence *s)
{
  int n_lost = 0;

  for (int d = 1; d <= s->n; d++)
    if (s->marked[d].bytes == NULL)
      s->marked[d] = s->deprels[d];
  cr_assert (round_trip (tags, s->lifted, s));
  cr_assert (tbk_pseudo_projective_decode (check->pseudo, s->decoded, s->marked, s->n, s->restored,
                                           s->unmarked, NULL, NULL));
  for (int d = 1; d <= s->n; d++)
    n_lost += s->restored[d] != s->heads[d];
  return n_lost;
}

static void
visit (gpointer data, const TbkConlluSentence *from)
{
  Check *check = data;
  Sentence s;

  if (check->n_seen++ % check->every != 0)
    return;
  sentence_init (&s, from);
  check->trees++;
  check->words[check->is_new] += s.n;
  cr_assert (
      tbk_pseudo_projective_encode (check->pseudo, s.heads, s.deprels, s.n, s.lifted, s.marked, NULL, NULL));
  for (int e = 0; e < N_ENCODINGS; e++) {
    const TbkTagEncoding *encoding = tbk_tag_encoding_at (e);
    const gboolean is_inside = round_trip (check->tags[e], s.heads, &s);

    check->inside[e] += is_inside;
    if (encoding->is_projective) {
      cr_assert (is_inside == (from->is_projective && (!encoding->has_one_root || from->n_roots == 1)));
      if (!encoding->has_one_root || from->n_roots == 1)
        check->lost[check->is_new][e] += count_lost (check, check->tags[e], &s);
    }
  }
  sentence_clear (&s);
}

/* With marks 99.99 % of arcs come back in newer releases; 99.983 % in release 2.2, of whose trees more are tangled. */
static void
check_lost (const Check *check, const TbkTagEncoding *encoding, int e)
{
  static const gint64 least[2] = { 5000, 10000 };

  for (int new = 0; new < 2; new ++) {
    cr_log_info ("%s, %s: %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " arcs lost with marks\n",
                 encoding->name, new ? "newer" : "r2.2", check->lost[new][e], check->words[new]);
    cr_assert_leq (least[new] * check->lost[new][e], check->words[new], "%s", encoding->name);
  }
}

static void
check_shares (const Check *check)
{
  for (int e = 0; e < N_ENCODINGS; e++) {
    const TbkTagEncoding *encoding = tbk_tag_encoding_at (e);

    cr_log_info ("%s: %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " trees inside\n", encoding->name,
                 check->inside[e], check->trees);
    cr_assert_gt (check->inside[e], check->trees / 2);
    check_lost (check, encoding, e);
    if (g_str_has_prefix (encoding->name, "relative") || g_str_equal (encoding->name, "absolute"))
      cr_assert_eq (check->inside[e], check->trees);
  }
}

Test (corpora, tags)
{
  const TbkTagsOptions options = { .has_any_root = TRUE };
  const TbkPseudoProjectiveOptions marks = { .scheme = TBK_SCHEME_HEADPATH };
  g_autofree char *folder = NULL;
  g_auto (GStrv) rows = read_manifest (&folder);
  Check check = { .every = sampled (EVERY), .pseudo = tbk_pseudo_projective_new (&marks) };

  cr_assert_null (tbk_tag_encoding_at (N_ENCODINGS));
  for (int e = 0; e < N_ENCODINGS; e++)
    check.tags[e] = tbk_tags_new (tbk_tag_encoding_at (e), &options);
  for (int r = 0; rows[r] != NULL && rows[r][0] != '\0'; r++) {
    g_autofree char *path = g_build_filename (folder, rows[r], NULL);

    *strchr (path, '\t') = '\0';
    check.is_new = !g_str_has_prefix (rows[r], "r2.2/");
    for_each_sentence (path, visit, &check);
  }
  check_shares (&check);
  for (int e = 0; e < N_ENCODINGS; e++)
    tbk_tags_free (check.tags[e]);
  tbk_pseudo_projective_free (check.pseudo);
}
