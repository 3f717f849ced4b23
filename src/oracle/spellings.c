/* spellings.c - transitions as textbooks and parsers spell them.
 *
 * "LEFT-ARC(nsubj)", "left_arc_nsubj", "LA+nsubj" (MaltParser) and "L-nsubj" (spaCy) are one transition with one
 * relation. Hyphens stand within names as well as behind them, so the longest name that the text begins with counts:
 * RIGHT-ARC is right_arc, not R with the relation ARC. What is behind it is nothing, or a sign and a relation.
 *
 * For example "R-nsubj" of arc-eager parsing: R begins RA and RE, and only RA chooses a relation. "R" alone could be either,
 * and is no transition.
 */
#include <string.h>

#include "base/base.h"
#include "oracle/oracle.h"

/* Ways to spell a transition, from the least sure: by its first letter, by its first word, or whole. */
typedef enum { NOT_SPELLED, BY_LETTER, BY_WORD, WHOLE } Way;

/* The longest spelling of a transition that a text begins with. */
typedef struct {
  gsize end; /* where it ends in the text */
  Way way;
  TbkPiece relation;
} Spelling;

/* Spellings beside the key and the name itself. '_' stands for a hyphen, an underscore, a space or nothing. */
static const struct {
  const char *name;
  const char *others[3];
} aliases[] = {
  { "left_arc", { "l_arc", "arc_left" } },
  { "right_arc", { "r_arc", "arc_right" } },
  { "reduce", { "d" } },    /* spaCy */
  { "unshift", { "ush" } }, /* MaltParser */
};

/* Nederhof (2019) has the arcs between the two topmost words by the word that goes. */
static const struct {
  TbkPlace head, dependent;
  const char *others[3];
} reductions[] = {
  { TBK_PLACE_UNDER, TBK_PLACE_TOP, { "rl", "reduce_left" } },
  { TBK_PLACE_TOP, TBK_PLACE_UNDER, { "rr", "reduce_right" } },
};

/* Counts the bytes of @text that the first @n of @spelling are; 0 if it does not begin so. */
static gsize
match (const char *spelling, gsize n, const char *text, gsize length)
{
  gsize at = 0;

  for (gsize i = 0; i < n; i++) {
    if (spelling[i] == '_')
      at += at < length && memchr ("-_ ", text[at], 3) != NULL;
    else if (at == length || g_ascii_tolower (spelling[i]) != g_ascii_tolower (text[at]))
      return 0;
    else
      at++;
  }
  return at;
}

/* Finds what is behind a name that ends at @end: nothing, or a sign and a relation, which may hold such signs
 * too. */
static gboolean
find_relation (const char *text, gsize length, gsize end, TbkPiece *relation)
{
  gsize last = length;

  *relation = (TbkPiece){ NULL, 0 };
  if (end == length)
    return TRUE;
  if (text[end] == '(') {
    if (text[length - 1] != ')')
      return FALSE;
    last--;
  } else if (memchr (":+-_", text[end], 4) == NULL) {
    return FALSE;
  }
  if (last <= end + 1)
    return FALSE;
  *relation = (TbkPiece){ text + end + 1, last - end - 1 };
  return TRUE;
}

static gboolean
chooses_relation (const TbkTransition *transition)
{
  return transition->dependent != TBK_PLACE_NONE || transition->related != TBK_PLACE_NONE;
}

/* Keeps the first @n bytes of @spelling in @best if the text begins with them, and with no more before. */
static void
try_spelling (const TbkTransition *transition, const char *spelling, gsize n, Way way, const char *text,
              gsize length, Spelling *best)
{
  Spelling found = { .end = match (spelling, n, text, length), .way = way };

  if (found.end == 0 || !find_relation (text, length, found.end, &found.relation)
      || (way < WHOLE && found.relation.size > 0 && !chooses_relation (transition)))
    return;
  if (found.end > best->end || (found.end == best->end && way > best->way))
    *best = found;
}

static void
try_all (const TbkTransition *transition, const char *const *spellings, const char *text, gsize length,
         Spelling *best)
{
  for (; *spellings != NULL; spellings++)
    try_spelling (transition, *spellings, strlen (*spellings), WHOLE, text, length, best);
}

/* left_arc_1 of Attardi's system is left_arc too, and LA1 is LA; left_arc_2 is that alone. */
static Spelling
find_spelling (const TbkTransition *transition, const char *text, gsize length)
{
  const char *const own[] = { transition->key, transition->name, NULL };
  const gsize n_key = strcspn (transition->key, "123456789"),
              n_name = strcspn (transition->name, "123456789");
  Spelling best = { .way = NOT_SPELLED };

  try_all (transition, own, text, length, &best);
  if (transition->key[n_key] > '1')
    return best;
  if (transition->key[n_key] == '1') {
    try_spelling (transition, transition->key, n_key, WHOLE, text, length, &best);
    try_spelling (transition, transition->name, n_name - 1, WHOLE, text, length, &best);
  }
  for (gsize i = 0; i < G_N_ELEMENTS (aliases); i++)
    if (strncmp (transition->name, aliases[i].name, strlen (aliases[i].name)) == 0)
      try_all (transition, aliases[i].others, text, length, &best);
  for (gsize i = 0; i < G_N_ELEMENTS (reductions); i++)
    if (transition->head == reductions[i].head && transition->dependent == reductions[i].dependent)
      try_all (transition, reductions[i].others, text, length, &best);
  try_spelling (transition, transition->name, strcspn (transition->name, "_"), BY_WORD, text, length, &best);
  try_spelling (transition, transition->key, 1, BY_LETTER, text, length, &best);
  return best;
}

/* The one with the longest spelling, among these with the surest; -1 if there is none, or more than one. */
static int
find_transition (const TbkSystem *system, const char *text, gsize length, TbkPiece *relation)
{
  Spelling best = { .way = NOT_SPELLED };
  int found = -1;

  for (int t = 0; t < system->n_transitions; t++) {
    const Spelling spelling = find_spelling (&system->transitions[t], text, length);

    if (spelling.way == NOT_SPELLED || spelling.end < best.end
        || (spelling.end == best.end && spelling.way < best.way))
      continue;
    found = spelling.end == best.end && spelling.way == best.way ? -1 : t;
    best = spelling;
  }
  *relation = best.relation;
  return found;
}

int
spellings_find (const TbkSystem *system, const char *text, gsize length, TbkPiece *relation)
{
  const char *colon = memchr (text, ':', length);
  const gsize n = colon != NULL ? (gsize) (colon - text) : length;

  /* As they are written here, which is what is read most. */
  for (int t = 0; t < system->n_transitions; t++) {
    const char *key = system->transitions[t].key;

    if (n > 0 && key[0] == text[0] && strlen (key) == n && memcmp (key, text, n) == 0
        && find_relation (text, length, n, relation))
      return t;
  }
  return find_transition (system, text, length, relation);
}

char *
spellings_expected (const TbkSystem *system)
{
  GString *expected = g_string_new (NULL);

  g_string_append_printf (expected, "a transition of %s: ", system->name);
  for (int t = 0; t < system->n_transitions; t++)
    g_string_append_printf (expected, "%s%s",
                            t == 0                          ? ""
                            : t + 1 < system->n_transitions ? ", "
                                                            : " or ",
                            system->transitions[t].key);
  return g_string_free (expected, FALSE);
}

int
tbk_transition_read (const TbkSystem *system, const char *text, gssize length, TbkPiece *relation,
                     GError **error)
{
  g_autofree char *found = NULL, *expected = NULL;
  TbkPiece piece;
  gsize n;
  int t;

  g_return_val_if_fail (system != NULL && text != NULL, -1);

  n = length < 0 ? strlen (text) : (gsize) length;
  t = spellings_find (system, text, n, &piece);
  if (relation != NULL)
    *relation = piece;
  if (t >= 0)
    return t;
  found = tbk_quote (text, n);
  expected = spellings_expected (system);
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "found %s, expected %s", found, expected);
  return -1;
}
