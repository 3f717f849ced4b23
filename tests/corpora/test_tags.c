/* test_tags.c - trees as tags, against vectors made by enumeration: trees.jsonl below the folder vectors/tags of TBK_CORPORA,
 * if it is there. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/trees.h"
#include "brute/vectors.h"
#include "corpora/corpora.h"
#include "tbk/tags.h"

enum { MOST = 100 };

/* Our names and those of the vectors, where they differ: planes are propagated, and arcs of one direction alone conflict. */
static const char *
vector_encoding (const char *name)
{
  return strcmp (name, "brackets-2") == 0 ? "brackets-2-relaxed"
         : strcmp (name, "7-bit") == 0    ? "7-bit-relaxed"
                                          : name;
}

static void
read_pieces (JsonArray *array, TbkPiece *pieces)
{
  for (guint d = 1; d <= json_array_get_length (array); d++) {
    const char *text = json_array_get_string_element (array, d - 1);

    pieces[d] = (TbkPiece){ text, strlen (text) };
  }
}

static void
check_encoding (const TbkTagEncoding *encoding, JsonObject *record, const int *heads, int n,
                const TbkPiece *upos)
{
  JsonObject *labels = json_object_get_object_member (record, "labels");
  JsonNode *node = json_object_get_member (labels, vector_encoding (encoding->name));
  const TbkTagsOptions options = { .has_any_root = TRUE };
  g_autoptr (TbkTags) tags = tbk_tags_new (encoding, &options);
  g_autoptr (GError) error = NULL;
  TbkPiece found[MOST + 1], expected[MOST + 1];
  int decoded[MOST + 1], n_changed;

  if (JSON_NODE_HOLDS_NULL (node)) {
    cr_assert_not (tbk_tags_encode (tags, heads, upos, n, found, &error),
                   "%s takes a tree outside of its class", encoding->name);
    cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
    return;
  }
  cr_assert (tbk_tags_encode (tags, heads, upos, n, found, &error), "%s",
             error == NULL ? "" : error->message);
  read_pieces (json_node_get_array (node), expected);
  for (int d = 1; d <= n; d++)
    cr_assert (found[d].size == expected[d].size
                   && memcmp (found[d].bytes, expected[d].bytes, found[d].size) == 0,
               "%s, word %d of %d: %.*s found, expected %s", encoding->name, d, n, (int) found[d].size,
               found[d].bytes, expected[d].bytes);
  cr_assert (tbk_tags_decode (tags, expected, upos, n, decoded, &n_changed, &error));
  cr_assert_eq (n_changed, 0);
  cr_assert_eq (memcmp (decoded, heads, (gsize) (n + 1) * sizeof (int)), 0, "%s", encoding->name);
}

static void
check_tree (JsonObject *record)
{
  int n;
  g_autofree int *heads = vector_heads (record, &n);
  TbkPiece upos[MOST + 1];

  cr_assert_leq (n, MOST);
  read_pieces (json_object_get_array_member (record, "upos"), upos);
  for (int e = 0; tbk_tag_encoding_at (e) != NULL; e++)
    check_encoding (tbk_tag_encoding_at (e), record, heads, n, upos);
}

Test (tags_vectors, trees)
{
  g_autofree char *path = find_corpora_file ("vectors/tags/trees.jsonl");

  cr_assert_gt (for_each_record (path, check_tree), 0);
}
