/* noted.c - values that an expression asks for and that no word has: what they may be misspelled of.
 *
 * `upos=NUON` finds nothing, and the reason is not seen. So each value that is asked for in full is looked
 * for in all sentences while the query runs, and the nearest other one is kept for a hint: upos=NOUN. Most
 * values are found soon, after which nothing is looked at any more.
 *
 * Several threads note at once. Whether a value was found is an atomic number; neighbours are under a lock,
 * which few words reach.
 */
#include "query/query.h"

#include <string.h>

#include "base/base.h"

static NotedValue *
noted_at (const TbkQuery *query, guint i)
{
  return &g_array_index (query->noted, NotedValue, i);
}

static void
value_clear (gpointer data)
{
  NotedValue *noted = data;

  g_free (noted->prefix);
  g_free (noted->text);
  g_free (noted->called);
  g_free (noted->neighbour);
}

void
noted_init (TbkQuery *query)
{
  query->noted = g_array_new (FALSE, FALSE, sizeof (NotedValue));
  g_array_set_clear_func (query->noted, value_clear);
  g_mutex_init (&query->noting);
}

void
noted_clear (TbkQuery *query)
{
  g_array_unref (query->noted);
  g_mutex_clear (&query->noting);
}

/* Notes what is looked for; of FEATS that is the whole of Case=Gen, so that the name can be misspelled as
 * well. */
void
noted_add (TbkQuery *query, const TbkAttribute *attribute, const char *value)
{
  const char *family = attribute->parameter, *name = attribute->record->info.name;
  NotedValue noted = { .column = (TbkColumn) attribute->number, .is_cut = g_str_equal (name, "udeprel") };

  noted.prefix = family != NULL ? g_strdup ("feats.") : g_strconcat (name, "=", NULL);
  noted.text = family != NULL ? g_strconcat (family, "=", value, NULL) : g_strdup (value);
  noted.called = g_strconcat (noted.prefix, noted.text, NULL);
  g_array_append_val (query->noted, noted);
  query->n_absent++;
}

/* Letters that may be wrong in a value of @length bytes: of short ones many are near each other. */
static int
misspelled_most (gsize length)
{
  return length < 4 ? 0 : length < 6 ? 1 : 2;
}

/* Counts down once for a value, whichever thread finds it first. */
static void
note_found (TbkQuery *query, NotedValue *noted)
{
  if (!g_atomic_int_get (&noted->is_found) && g_atomic_int_compare_and_exchange (&noted->is_found, 0, 1))
    g_atomic_int_add (&query->n_absent, -1);
}

/* Keeps @found if it is nearer than what was kept; of equally near ones the first by its bytes, so that the
 * order of threads does not matter. */
static void
keep_neighbour (TbkQuery *query, NotedValue *noted, const char *found, gsize length, int distance)
{
  g_autofree char *called = g_strdup_printf ("%s%.*s", noted->prefix, (int) length, found);

  g_mutex_lock (&query->noting);
  if (noted->neighbour == NULL || distance < noted->distance
      || (distance == noted->distance && strcmp (called, noted->neighbour) < 0)) {
    g_free (noted->neighbour);
    noted->neighbour = g_steal_pointer (&called);
    noted->distance = distance;
  }
  g_mutex_unlock (&query->noting);
}

/* Looks at a value that some word has. Most differ in the first letter, in which few are misspelled: bit 0x20 is that of
 * upper and lower case. */
static void
look_at (TbkQuery *query, NotedValue *noted, const char *found, gsize length)
{
  const gsize wanted = strlen (noted->text);
  int distance;

  if (((noted->text[0] ^ found[0]) & ~0x20) != 0)
    return;
  if (wanted == length && memcmp (noted->text, found, length) == 0) {
    note_found (query, noted);
    return;
  }
  distance = nearest_distance (noted->text, wanted, found, length);
  if (distance <= misspelled_most (wanted))
    keep_neighbour (query, noted, found, length, distance);
}

/* Looks at a field: all of it, up to ':', or of FEATS each of its parts. */
static void
look_at_field (TbkQuery *query, NotedValue *noted, TbkPiece field)
{
  const char *colon = noted->is_cut ? memchr (field.bytes, ':', field.size) : NULL;

  if (colon != NULL)
    field.size = (gsize) (colon - field.bytes);
  if (noted->column != TBK_COLUMN_FEATS && field.size > 0)
    look_at (query, noted, field.bytes, field.size);
  if (noted->column == TBK_COLUMN_FEATS)
    for (TbkPiece part; take_part (&field, &part);)
      if (part.size > 0)
        look_at (query, noted, part.bytes, part.size);
}

/* One pass over the words for each value that is not found yet. */
void
query_note (TbkQuery *query, const TbkFacts *facts)
{
  const TbkConlluSentence *sentence = facts->sentence;

  if (!g_atomic_int_get (&query->has_looked))
    g_atomic_int_set (&query->has_looked, TRUE);
  for (guint i = 0; g_atomic_int_get (&query->n_absent) > 0 && i < query->noted->len; i++) {
    NotedValue *noted = noted_at (query, i);

    for (int word = 1; word <= sentence->n && !g_atomic_int_get (&noted->is_found); word++) {
      const TbkPiece field = tbk_conllu_sentence_field (sentence, word, noted->column);

      if (field.bytes == NULL)
        break;
      look_at_field (query, noted, field);
    }
  }
}

gboolean
query_next_absent (const TbkQuery *query, QueryAbsent *absent)
{
  while (query->has_looked && absent->number < (int) query->noted->len) {
    const NotedValue *noted = noted_at (query, (guint) absent->number++);

    if (noted->is_found)
      continue;
    absent->text = noted->called;
    absent->neighbour = noted->neighbour;
    absent->is_case = noted->neighbour != NULL && noted->distance == 0;
    return TRUE;
  }
  return FALSE;
}
