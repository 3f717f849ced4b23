/* json.h - JSON exactly as RFC 8259 defines it: reading, writing, and the members of objects.
 *
 * Contents
 *   1. json: JSON exactly as RFC 8259 defines it: a reader over bytes in memory; strings and integers to
 *      write
 *   2. members: the members of an object of JSON, which come in any order
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <glib.h>

#include "tbk/base.h"

/* 1. json: JSON exactly as RFC 8259 defines it: a reader over bytes in memory; strings and integers to
 * write.
 *
 * A reader makes no tree and copies nothing but strings that have escapes. It stands before a value, or in an
 * array or object before the next element or member. The caller reads values in the order in which they
 * stand, or skips them and returns later to the places it remembers.
 *
 *   if (!json_begin (json, text, length, error) || !json_enter (json, '[', error))
 *     return FALSE;
 *   while ((step = json_next (json, error)) == JSON_VALUE)
 *     if (!json_integer (json, 0, 9, &numbers[n++], error))
 *       return FALSE;
 *   return step == JSON_CLOSED && json_end (json, error);
 *
 * Text      UTF-8 without NUL bytes and without byte order mark. Escapes of lone surrogates are refused,
 *           which RFC 8259 leaves open. Keys may be equal: that is for the caller to refuse.
 * Depth     arrays and objects may be JSON_MAX_DEPTH deep. Nothing recurses.
 * Cost      linear in the bytes passed. Memory: the longest string with escapes, kept for the next one.
 * Errors    TBK_ERROR_DATA, "WHERE: found this, expected that". WHERE is "byte N", counted from 0, for text
 *           that is not JSON, and a path as "heads[3]" for a value that is not the one wanted.
 *           TBK_ERROR_RESOURCE if there is no memory for a string with escapes. The reader is then good
 *           only for json_begin() and json_clear().
 * Threads   a reader belongs to one thread at a time.
 * Source    RFC 8259.
 */

enum { JSON_MAX_DEPTH = 64 };

/* An array or object that is open. */
typedef struct {
  char close;       /* the bracket that closes it */
  gsize n;          /* elements or members begun */
  const char *key;  /* of the member in hand, as it is in the text, without quotes */
  gsize key_length; /* bytes */
} JsonLevel;

/* All zeros is a reader without text. */
typedef struct {
  const char *text, *at, *end;
  int depth;
  JsonLevel levels[JSON_MAX_DEPTH];
  char *unescaped; /* the last string that had escapes */
  gsize n_unescaped, n_unescaped_allocated;

  /* The key of the member that json_next() came to, without escapes; until the next string is passed. */
  const char *key;
  gsize key_length;
} Json;

typedef enum { JSON_VALUE, JSON_CLOSED, JSON_FAILED } JsonStep;

/* A place before a value. It serves as long as the array or object around that value has not been left for
 * another one. */
typedef struct {
  const char *at;
  int depth;
  JsonLevel level;
} JsonPlace;

/* Begins to read @length bytes, which must stay until the reader is done (NULL will do for none). It then
 * stands before the value. */
gboolean json_begin (Json *json, const char *text, gsize length, GError **error);

/* Frees what the reader keeps. */
void json_clear (Json *json);

/* Returns TRUE if it is before a value that begins with the byte @first: '[', '{', '"' and so on. */
gboolean json_is (Json *json, char first);

/* Enters the array (@open is '[') or object ('{') that it stands before. */
gboolean json_enter (Json *json, char open, GError **error);

/* Goes to the next element or member (JSON_VALUE), whose value must then be read, entered or skipped; or
 * leaves the array or object at its end (JSON_CLOSED). */
JsonStep json_next (Json *json, GError **error);

/* Reads an integer in @least..@most, written without fraction and exponent. */
gboolean json_integer (Json *json, gint64 least, gint64 most, gint64 *value, GError **error);

/* Reads a string. It may hold NULs, does not end with one, and stays until the next string is passed. */
gboolean json_string (Json *json, const char **string, gsize *length, GError **error);

gboolean json_boolean (Json *json, gboolean *value, GError **error);

/* Goes past any value. @n: (out) (optional): its elements or members, 0 if it is neither array nor object. */
gboolean json_skip (Json *json, gsize *n, GError **error);

/* Checks that nothing follows the value that began the text. */
gboolean json_end (Json *json, GError **error);

/* The place before the value that the reader stands before, and how to return there. */
JsonPlace json_place (const Json *json);
void json_return (Json *json, const JsonPlace *place);

/* Sets @error to "PATH: found the value that the reader stands before, expected @expected"; returns FALSE. */
gboolean json_refuse (Json *json, const char *expected, GError **error);

/* Appends a string in quotes, with the escapes it needs. The text stays UTF-8 whatever @string is: each byte
 * of it that is none becomes U+FFFD. */
void json_append_string (GString *text, const char *string, gsize length);

void json_append_integer (GString *text, gint64 integer);

/* 2. members: the members of an object of JSON, which come in any order. */

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
  const char *expected;     /* (nullable): instead: the members that are used, in words */
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
