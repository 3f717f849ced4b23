/* fuzz_records.c - records of oracles: each line is answered by one line of JSON in UTF-8, and always by the same. */
#include <json-glib/json-glib.h>
#include <string.h>

#include "fuzz.h"
#include "tbk/oracle.h"

/* The oracle number @choice: those of all systems, policies and methods in turn; NULL where there is none. */
static TbkOracleRecords *
records_at (guint choice)
{
  static TbkOracleRecords *made[256];
  static gboolean is_tried[256];
  const TbkSystem *system;

  if (is_tried[choice])
    return made[choice];
  is_tried[choice] = TRUE;
  guint k = choice;
  for (int i = 0; (system = tbk_system_at (i)) != NULL; i++)
    for (int policy = 0; policy < system->n_policies; policy++)
      if (k-- == 0)
        return made[choice] = tbk_oracle_records_new (system, policy, TBK_METHOD_EXACT, NULL);
  return NULL;
}

static TbkOracleRecords *
phrase_records_at (guint choice)
{
  static const char *const names[] = { "top-down", "in-order", "bottom-up" };
  static TbkOracleRecords *made[G_N_ELEMENTS (names)];
  const guint k = choice % G_N_ELEMENTS (names);

  if (made[k] == NULL)
    made[k] = tbk_oracle_records_new_phrases (tbk_phrase_system_find (names[k]), TBK_PHRASE_EXACT, NULL);
  return made[k];
}

static void
check_answer (const char *answer, gboolean is_valued)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  const gsize length = strlen (answer);

  FUZZ_CHECK (length > 0 && strchr (answer, '\n') == answer + length - 1);
  FUZZ_CHECK (g_utf8_validate (answer, (gssize) length, NULL));
  if (!json_parser_load_from_data (parser, answer, (gssize) length, &error))
    g_error ("%s in %s", error->message, answer);
  FUZZ_CHECK (JSON_NODE_HOLDS_OBJECT (json_parser_get_root (parser)));
  FUZZ_CHECK (is_valued || strstr (answer, "\"error\"") != NULL);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const guint choice = fuzz_choice (&data, &size);
  const gboolean is_of_phrases = choice >= 240;
  TbkOracleRecords *records = is_of_phrases ? NULL : records_at (choice);
  g_autofree char *first = NULL;

  if (!is_of_phrases && records == NULL)
    return 0;
  for (int i = 0; i < 2; i++) {
    gboolean is_valued = FALSE;
    const char *answer =
        is_of_phrases ? tbk_oracle_records_answer (phrase_records_at (choice), (const char *) data, size,
                                                   &is_valued, NULL)
                      : tbk_oracle_records_answer (records, (const char *) data, size, &is_valued, NULL);

    FUZZ_CHECK (answer != NULL);
    check_answer (answer, is_valued);
    FUZZ_CHECK (first == NULL || strcmp (first, answer) == 0);
    if (first == NULL)
      first = g_strdup (answer);
  }
  return 0;
}
