/* steps.c - transitions in records, read and taken. */
#include "phrase/oracle/steps.h"

gboolean
steps_take (Json *json, TbkPhraseConfiguration *configuration, TbkVocabulary *labels, GError **error)
{
  const JsonPlace place = json_place (json);
  g_autoptr (GError) reason = NULL;
  g_autofree char *expected = NULL;
  TbkPhraseTransition transition;
  const char *key, *obstacle;
  gsize length;

  if (!json_string (json, &key, &length, error))
    return FALSE;
  if (!tbk_phrase_transition_read (configuration->system, key, length, labels, &transition, &reason)) {
    if (!g_error_matches (reason, TBK_ERROR, TBK_ERROR_DATA)) {
      g_propagate_error (error, g_steal_pointer (&reason));
      return FALSE;
    }
    json_return (json, &place);
    return json_refuse (json, keys_expected (configuration->system), error);
  }
  obstacle = tbk_phrase_configuration_obstacle (configuration, transition);
  if (obstacle == NULL)
    return tbk_phrase_configuration_step (configuration, transition, error);
  expected = g_strdup_printf ("a transition that is allowed: %s", obstacle);
  json_return (json, &place);
  return json_refuse (json, expected, error);
}
