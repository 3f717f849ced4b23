/* members.c - where the members of an object stand. */
#include "base/members.h"

#include <string.h>

#include "base/fail.h"
#include "base/nearest.h"

/* Refuses a key that may not be there. */
static void
refuse_key (const Keys *keys, Json *json, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *expected = NULL, *hint = NULL;

  for (int k = 0; keys->names[k] != NULL; k++)
    if ((keys->used >> k & 1) != 0)
      g_ptr_array_add (names, (gpointer) keys->names[k]);
  g_ptr_array_add (names, NULL);
  hint = nearest_hint (json->key, json->key_length, (const char *const *) names->pdata);
  expected = g_strdup_printf ("no such key in %s%s", keys->whose, hint);
  json_refuse (json, expected, error);
}

int
keys_find (const Keys *keys, Json *json, GError **error)
{
  for (int k = 0; keys->names[k] != NULL; k++)
    if (strlen (keys->names[k]) == json->key_length
        && memcmp (keys->names[k], json->key, json->key_length) == 0 && (keys->used >> k & 1) != 0)
      return k;
  refuse_key (keys, json, error);
  return -1;
}

/* Goes past a member and notes where its value is. */
static gboolean
note_member (Member *members, const Keys *keys, Json *json, GError **error)
{
  int key = keys_find (keys, json, error);
  Member *member = &members[key];

  if (key < 0)
    return FALSE;
  if (member->is_there)
    return fail_data (error, "there is more than one \"%s\"", keys->names[key]);
  member->place = json_place (json);
  if (!json_skip (json, &member->n, error))
    return FALSE;
  member->end = json->at;
  member->is_there = TRUE;
  return TRUE;
}

gboolean
members_find (Member *members, const Keys *keys, Json *json, const char *text, gsize length, GError **error)
{
  JsonStep step;

  for (int k = 0; keys->names[k] != NULL; k++)
    members[k].is_there = FALSE;
  if (length > G_MAXINT)
    return fail_data (error, "found %" G_GSIZE_FORMAT " bytes, expected at most %d", length, G_MAXINT);
  if (!json_begin (json, text, length, error) || !json_enter (json, '{', error))
    return FALSE;
  while ((step = json_next (json, error)) == JSON_VALUE)
    if (!note_member (members, keys, json, error))
      return FALSE;
  return step == JSON_CLOSED && json_end (json, error);
}

gboolean
members_return (const Member *members, const Keys *keys, int key, Json *json, GError **error)
{
  if (!members[key].is_there)
    return fail_data (error, "there is no \"%s\"", keys->names[key]);
  json_return (json, &members[key].place);
  return TRUE;
}

void
member_append (const Member *member, GString *text)
{
  const char *c = member->place.at;

  while (c < member->end && strchr (" \t\r\n", *c) != NULL)
    c++;
  for (; c < member->end; c++)
    if (*c != '\n' && *c != '\r')
      g_string_append_c (text, *c);
}
