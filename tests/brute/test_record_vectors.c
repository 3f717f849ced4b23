/* test_record_vectors.c - a record with a configuration has the answer of one with the transitions that led there, and
 * so has each of several configurations in a record. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/vectors.h"
#include "tbk/oracle.h"

/* Appends the JSON of a member of @record, under @key. */
static void
append_member (GString *line, JsonObject *record, const char *name, const char *key)
{
  g_autofree char *value = json_to_string (json_object_get_member (record, name), FALSE);

  g_string_append_printf (line, ",\"%s\":%s", key, value);
}

/* Appends the arcs made, of which the record gives the heads. */
static void
append_arcs (GString *line, JsonObject *record)
{
  JsonArray *made = json_object_get_array_member (record, "made");
  gboolean is_first = TRUE;

  g_string_append (line, ",\"arcs\":[");
  for (guint i = 0; i < json_array_get_length (made); i++)
    if (json_array_get_int_element (made, i) >= 0) {
      g_string_append_printf (line, "%s[%d,%u]", is_first ? "" : ",",
                              (int) json_array_get_int_element (made, i), i + 1);
      is_first = FALSE;
    }
  g_string_append_c (line, ']');
}

static char *
answer (TbkOracleRecords *records, const char *line)
{
  gboolean is_valued;
  const char *found = tbk_oracle_records_answer (records, line, strlen (line), &is_valued, NULL);

  cr_assert (is_valued, "%s: %s", line, found);
  return g_strndup (found, strlen (found) - 1);
}

/* @members: of the configuration, each after a comma. */
static void
check (const char *system, JsonObject *record, const char *members)
{
  g_autoptr (TbkOracleRecords) records =
      tbk_oracle_records_new (tbk_system_find (system), 0, TBK_METHOD_EXACT, NULL);
  g_autofree char *heads = json_to_string (json_object_get_member (record, "heads"), FALSE);
  g_autofree char *prefix = json_to_string (json_object_get_member (record, "prefix"), FALSE);
  g_autofree char *one = g_strdup_printf ("{\"heads\":%s%s}", heads, members);
  g_autofree char *other = g_strdup_printf ("{\"heads\":%s,\"prefix\":%s}", heads, prefix);
  g_autofree char *both = g_strdup_printf ("{\"configurations\":[{%s},{\"prefix\":%s}],\"heads\":%s}",
                                           members + 1, prefix, heads);
  g_autofree char *answer_one = answer (records, one), *answer_other = answer (records, other);
  g_autofree char *answer_both = answer (records, both);
  g_autofree char *expected = g_strdup_printf ("{\"results\":[%s,%s]}", answer_one, answer_other);

  cr_assert_str_eq (answer_one, answer_other, "%s: %s", one, answer_one);
  cr_assert_str_eq (answer_both, expected, "%s: %s", both, answer_both);
}

static void
check_swap (JsonObject *record)
{
  g_autoptr (GString) members = g_string_new (NULL);

  append_member (members, record, "stack", "stack");
  append_member (members, record, "buffer", "buffer");
  check ("swap", record, members->str);
}

Test (record_vectors, swap)
{
  tbk_oracles_set_search (1 << 14);
  cr_assert_gt (for_each_vector ("swap_value.jsonl.gz", check_swap), 0);
}

static void
check_covington (JsonObject *record)
{
  const char *mode =
      json_object_has_member (record, "mode") ? json_object_get_string_member (record, "mode") : NULL;
  g_autoptr (GString) members = g_string_new (NULL);

  append_member (members, record, "lambda1", "stack");
  append_arcs (members, record);
  append_member (members, record, "lambda2", "second");
  append_member (members, record, "buffer", "buffer");
  check (mode == NULL                   ? "covington-projective"
         : strcmp (mode, "root0") == 0  ? "covington"
         : strcmp (mode, "noroot") == 0 ? "covington:start=noroot"
                                        : "covington:complete=root",
         record, members->str);
}

Test (record_vectors, covington)
{
  cr_assert_gt (for_each_vector ("covington.jsonl.gz", check_covington), 0);
  cr_assert_gt (for_each_vector ("covington_projective.jsonl.gz", check_covington), 0);
}

/* The record gives the arcs made; a word with a head, and 0, has label R. */
static void
check_unshift (JsonObject *record)
{
  const char *mode = json_object_get_string_member (record, "mode");
  JsonArray *stack = json_object_get_array_member (record, "stack");
  JsonArray *arcs = json_object_get_array_member (record, "arcs");
  g_autoptr (GString) members = g_string_new (",\"stack\":[");

  for (guint i = 0; i < json_array_get_length (stack); i++) {
    gint64 word = json_array_get_int_element (stack, i);
    gboolean has_head = word == 0;

    for (guint a = 0; a < json_array_get_length (arcs); a++)
      has_head |= json_array_get_int_element (json_array_get_array_element (arcs, a), 1) == word;
    g_string_append_printf (members, "%s[%d,\"%s\"]", i > 0 ? "," : "", (int) word, has_head ? "R" : "L");
  }
  g_string_append_c (members, ']');
  append_member (members, record, "buffer", "buffer");
  append_member (members, record, "e", "unshifting");
  check (strcmp (mode, "root0") == 0    ? "arc-eager-unshift"
         : strcmp (mode, "noroot") == 0 ? "arc-eager-unshift:start=noroot"
                                        : "arc-eager-unshift:start=noroot-published",
         record, members->str);
}

Test (record_vectors, unshift)
{
  cr_assert_gt (for_each_vector ("arc_eager_unshift.jsonl.gz", check_unshift), 0);
}
