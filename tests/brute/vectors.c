/* vectors.c - JSON-lines test vectors. */
#include "brute/vectors.h"

#include <criterion/criterion.h>
#include <zlib.h>

int
for_each_vector (const char *name, void (*check) (JsonObject *record))
{
  const char *folder = g_getenv ("TBK_TEST_DATA");
  g_autofree char *path = g_build_filename (folder == NULL ? "tests" : folder, "vectors", name, NULL);

  return for_each_record (path, check);
}

int
for_each_record (const char *path, void (*check) (JsonObject *record))
{
  char line[1 << 16];
  int n_records = 0;
  gzFile file = gzopen (path, "r");

  cr_assert (file != NULL, "%s cannot be read", path);
  for (; gzgets (file, line, sizeof line) != NULL; n_records++) {
    g_autoptr (JsonNode) node = json_from_string (line, NULL);

    cr_assert (node != NULL, "%s:%d is no JSON", path, n_records + 1);
    check (json_node_get_object (node));
  }
  gzclose (file);
  return n_records;
}

const char *
vector_name (const char *name)
{
  static const char *const names[][2] = {
    { "left_before_right", "left-first" },
    { "strict_left_before_right", "strict-left-first" },
    { "strict_left_before_right_literal", "strict-left-first-literal" },
    { "right_before_left", "right-first" },
    { "RL", "RA" },
    { "RR", "LA" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (name, names[i][0]))
      return names[i][1];
  return name;
}

int *
vector_heads (JsonObject *record, int *n)
{
  JsonArray *array = json_object_get_array_member (record, "heads");
  int *heads;

  *n = json_array_get_length (array);
  heads = g_new (int, *n + 1);
  heads[0] = -1;
  for (int i = 1; i <= *n; i++)
    heads[i] = json_array_get_int_element (array, i - 1);
  return heads;
}
