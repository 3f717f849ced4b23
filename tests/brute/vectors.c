/* vectors.c - JSON-lines test vectors. */
#include "brute/vectors.h"

#include <criterion/criterion.h>

int
for_each_vector (const char *name, void (*check) (JsonObject *record))
{
  const char *folder = g_getenv ("TBK_TEST_DATA");
  g_autofree char *path = g_build_filename (folder == NULL ? "tests" : folder, "vectors", name, NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  int n_records = 0;

  cr_assert (g_file_get_contents (path, &text, NULL, NULL), "%s cannot be read", path);
  lines = g_strsplit (text, "\n", -1);
  for (int i = 0; lines[i] != NULL; i++)
    if (lines[i][0] != '\0') {
      g_autoptr (JsonNode) node = json_from_string (lines[i], NULL);
      check (json_node_get_object (node));
      n_records++;
    }
  return n_records;
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
