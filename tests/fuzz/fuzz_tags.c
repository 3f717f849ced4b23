/* fuzz_tags.c - lines as the tags of words: whatever they are, they give a tree, of dependencies or of phrase structure. Well-formed
 * ones give the tree that has them; of the others, the tree has tags that give it again. */
#include <string.h>

#include "fuzz.h"
#include "tbk/phrase_tags.h"
#include "tbk/tags.h"
#include "tbk/tree.h"

enum { WORDS = 48 };

/* A bit of the first byte; the others choose an encoding. */
enum { SINGLE_ROOT = 128 };

typedef struct {
  int n;
  TbkPiece tags[WORDS + 1], upos[WORDS + 1]; /* from 1 */
} Sentence;

/* A line a tag; the last need not end. */
static void
read_sentence (Sentence *s, const char *data, size_t size)
{
  static const char *const upos[] = { "NOUN", "VERB", "X@Y" };
  const char *end = data + size;

  for (s->n = 0; data < end && s->n < WORDS;) {
    const char *newline = memchr (data, '\n', (size_t) (end - data)), *stop = newline == NULL ? end : newline;
    const char *tag = upos[(stop - data) % 3];

    s->n++;
    s->tags[s->n] = (TbkPiece){ data, (gsize) (stop - data) };
    s->upos[s->n] = (TbkPiece){ tag, strlen (tag) };
    data = stop + 1;
  }
}

static gboolean
is_same (const TbkPiece *a, const TbkPiece *b, int n)
{
  for (int i = 0; i < n; i++)
    if (a[i].size != b[i].size || (a[i].size > 0 && memcmp (a[i].bytes, b[i].bytes, a[i].size) != 0))
      return FALSE;
  return TRUE;
}

static void
check_heads (const TbkTagEncoding *encoding, const int *heads, int n, gboolean has_any_root)
{
  g_autoptr (TbkTree) tree = tbk_tree_new ();
  int n_roots = 0;

  FUZZ_CHECK (tbk_tree_set (tree, heads, n, NULL));
  for (int d = 1; d <= n; d++)
    n_roots += heads[d] == 0;
  FUZZ_CHECK (n == 0 || n_roots == 1 || (has_any_root && !encoding->has_one_root));
  FUZZ_CHECK (!encoding->is_projective || tbk_tree_nonprojective_arcs (tree) == 0);
}

/* Of some encodings the nearest tree may be outside of the class. */
static void
decode_dependencies (const TbkTagEncoding *encoding, const Sentence *s, gboolean has_any_root)
{
  const TbkTagsOptions options = { .has_any_root = has_any_root };
  g_autoptr (TbkTags) tags = tbk_tags_new (encoding, &options), reader = tbk_tags_new (encoding, &options);
  int heads[WORDS + 1], again[WORDS + 1], n_changed;
  TbkPiece out[WORDS + 1];

  FUZZ_CHECK (tbk_tags_decode (reader, s->tags, s->upos, NULL, s->n, heads, &n_changed, NULL));
  check_heads (encoding, heads, s->n, has_any_root);
  if (!tbk_tags_encode (tags, heads, s->upos, s->n, out, NULL)) {
    FUZZ_CHECK (!encoding->is_projective);
    return;
  }
  /* Other programs may write a head in another way: +02, or brackets in another order. */
  FUZZ_CHECK (n_changed > 0 || encoding->alphabet == NULL || is_same (s->tags + 1, out + 1, s->n));
  FUZZ_CHECK (tbk_tags_decode (reader, out, s->upos, NULL, s->n, again, &n_changed, NULL));
  FUZZ_CHECK (n_changed == 0 && memcmp (again + 1, heads + 1, (gsize) s->n * sizeof (int)) == 0);
}

static void
decode_phrases (const TbkPhraseEncoding *encoding, const Sentence *s)
{
  g_autoptr (TbkPhraseTags) tags = tbk_phrase_tags_new (encoding), reader = tbk_phrase_tags_new (encoding);
  g_autoptr (TbkVocabulary) labels = tbk_vocabulary_new ();
  g_auto (TbkPhraseTree) tree = TBK_PHRASE_TREE_INIT;
  const TbkConstituent *constituents;
  int n_constituents, n_changed, n_again;
  TbkPiece out[WORDS];

  if (s->n == 0)
    return;
  FUZZ_CHECK (tbk_phrase_tags_decode (reader, s->tags + 1, s->n, labels, &constituents, &n_constituents,
                                      &n_changed, NULL));
  FUZZ_CHECK (tbk_phrase_tree_set (&tree, s->n, constituents, n_constituents, NULL));
  FUZZ_CHECK (tbk_phrase_tags_encode (tags, &tree, labels, out, NULL));
  FUZZ_CHECK ((n_changed == 0) == is_same (s->tags + 1, out, s->n));
  FUZZ_CHECK (
      tbk_phrase_tags_decode (reader, out, s->n, labels, &constituents, &n_constituents, &n_again, NULL));
  FUZZ_CHECK (n_again == 0 && n_constituents == tree.n_constituents
              && memcmp (constituents, tree.constituents, (gsize) n_constituents * sizeof *constituents)
                     == 0);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const guint choice = fuzz_choice (&data, &size);
  int encoding = (int) (choice & ~(guint) SINGLE_ROOT), n_encodings = 0, n_phrases = 0;
  Sentence sentence;

  while (tbk_tag_encoding_at (n_encodings) != NULL)
    n_encodings++;
  while (tbk_phrase_encoding_at (n_phrases) != NULL)
    n_phrases++;
  encoding %= n_encodings + n_phrases;
  read_sentence (&sentence, (const char *) data, size);
  if (encoding < n_phrases)
    decode_phrases (tbk_phrase_encoding_at (encoding), &sentence);
  else
    decode_dependencies (tbk_tag_encoding_at (encoding - n_phrases), &sentence, (choice & SINGLE_ROOT) == 0);
  return 0;
}
