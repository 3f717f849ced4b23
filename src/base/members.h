/* members.h - the members of an object of JSON, which come in any order. */
#ifndef BASE_MEMBERS_H
#define BASE_MEMBERS_H

#include "base/json.h"

typedef struct {
  gboolean is_there;
  JsonPlace place; /* of its value */
  const char *end; /* of its value, in the text */
  gsize n;         /* elements, if that is an array */
} Member;

/* Which keys an object may have. */
typedef struct {
  const char *const *names; /* NULL-terminated; at most 32 */
  guint used;               /* a set: bit k for key number k; the others are refused */
  const char *whose;        /* "records of ...", for messages */
} Keys;

/* The number of the key that the reader has come to; -1 with @error set if it may not be there. */
int keys_find (const Keys *keys, Json *json, GError **error);

/* Reads a whole text: sees that it is an object and nothing else, and where its members are. What is found
 * before an error stays in @members. */
gboolean members_find (Member *members, const Keys *keys, Json *json, const char *text, gsize length,
                       GError **error);

/* Returns to the value of a member, which must be there. */
gboolean members_return (const Member *members, const Keys *keys, int key, Json *json, GError **error);

/* Appends the text of the value of a member that is there: without line ends, which it has at most between
 * values, and without blanks before it. */
void member_append (const Member *member, GString *text);

/* Reads an integer in @least..@most. */
static inline gboolean
read_integer (Json *json, int least, int most, int *value, GError **error)
{
  gint64 integer;

  if (!json_integer (json, least, most, &integer, error))
    return FALSE;
  *value = (int) integer;
  return TRUE;
}

#endif
