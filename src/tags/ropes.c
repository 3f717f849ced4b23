/* ropes.c - hierarchical brackets: those of the arcs of a rope cover.
 *
 * A rope cover has structural arcs, whose brackets have a ^, and auxiliary ones, which share an end with a structural arc
 * that spans them, and have a bracket at their other end alone. Of a projective tree the arc into d is structural if d is an
 * outermost dependent, unless the arc into its head is structural and comes from the same side. Of any tree arcs are taken
 * by left end, the longest first: each is structural, and takes as auxiliary those within it that share an end with it and
 * are not taken yet.
 */
#include "tags/tags.h"

static const char *const alphabet[] = { "<^",  "\\<^", "<",   "\\<", "</",   "\\</", ">^",
                                        ">^/", ">",    "\\>", ">/",  "\\>/", NULL };

enum { UNKNOWN, AUXILIARY, STRUCTURAL };

static int
find_kind (const TagSentence *s, int d)
{
  const int h = s->heads[d];

  if (!sentence_is_outermost (s, d))
    return AUXILIARY;
  return h != 0 && s->words[h].plane == STRUCTURAL && sentence_is_right (s, h) == (d < h) ? AUXILIARY
                                                                                          : STRUCTURAL;
}

/* Heads before their dependents: from each word up to one that is known, and down again. */
static void
find_kinds (TagSentence *s)
{
  for (int d = 0; d <= s->n; d++)
    s->words[d].plane = d == 0 ? AUXILIARY : UNKNOWN;
  for (int d = 1; d <= s->n; d++) {
    int n = 0;

    for (int up = d; s->words[up].plane == UNKNOWN; up = s->heads[up])
      s->order[n++] = up;
    while (n-- > 0)
      s->words[s->order[n]].plane = find_kind (s, s->order[n]);
  }
}

static gboolean
is_structural (const TagSentence *s, int d, int dependent)
{
  return dependent != d && s->words[dependent].plane == STRUCTURAL;
}

static gboolean
write_projective (TagSentence *s)
{
  find_kinds (s);
  for (int d = 1; d <= s->n; d++) {
    if (is_structural (s, d, s->words[d].leftmost))
      g_string_append_c (s->text, '\\');
    g_string_append_c (s->text, sentence_is_right (s, d) ? '>' : '<');
    if (s->words[d].plane == STRUCTURAL)
      g_string_append_c (s->text, '^');
    if (is_structural (s, d, s->words[d].rightmost))
      g_string_append_c (s->text, '/');
    sentence_end_tag (s, d);
  }
  return TRUE;
}

/* On the stack are words with a structural bracket that opens, `/` or `<^`, each with a list of words with an auxiliary `<`
 * above it. */
enum { OPENS_RIGHT, OPENS_LEFT };

static gboolean
read_own (TagSentence *s, int d, gboolean is_right, gboolean has_rope)
{
  TagOpen *top = sentence_top (s);

  if (!is_right && has_rope) {
    sentence_push (s, d, 0, OPENS_LEFT);
  } else if (top == NULL || (is_right && has_rope ? top->kind != OPENS_RIGHT : is_right && top->first != 0)) {
    return FALSE;
  } else if (is_right) {
    s->heads[d] = top->word;
    sentence_attach_list (s, top->first, d);
    if (has_rope)
      sentence_pop (s);
  } else {
    s->words[d].next = top->first;
    top->first = d;
  }
  return TRUE;
}

static gboolean
read_projective (TagSentence *s)
{
  g_array_set_size (s->stack, 0);
  sentence_push (s, 0, 0, OPENS_RIGHT);
  for (int d = 1; d <= s->n; d++) {
    const int number = sentence_find_tag (s->in[d], alphabet);
    const char *tag = number < 0 ? NULL : alphabet[number];
    TagOpen *top = sentence_top (s);

    if (tag == NULL)
      return FALSE;
    if (*tag == '\\') {
      if (top == NULL || top->kind != OPENS_LEFT)
        return FALSE;
      s->heads[top->word] = d;
      sentence_attach_list (s, top->first, d);
      sentence_pop (s);
      tag++;
    }
    if (!read_own (s, d, *tag == '>', tag[1] == '^'))
      return FALSE;
    if (strchr (tag, '/') != NULL)
      sentence_push (s, d, 0, OPENS_RIGHT);
  }
  return s->stack->len == (s->n == 0 ? 1 : 0);
}

static gboolean
closes (char sign)
{
  return sign == '>' || sign == '\\';
}

static gboolean
is_of_right_arc (char sign)
{
  return sign == '>' || sign == '/';
}

static TagBracket *
bracket_at (const TagSentence *s, int b)
{
  return &g_array_index (s->marks, TagBracket, b);
}

static void
add_bracket (TagSentence *s, int word, int other, char sign, gboolean has_rope, int n_stars)
{
  const TagBracket bracket = { other, s->words[word].place, n_stars, sign, has_rope };

  s->words[word].place = (int) s->marks->len;
  g_array_append_val (s->marks, bracket);
}

/* A structural arc from @l to @r gets in the way of brackets between its ends. */
static void
add_stars (const TagSentence *s, int l, int r, gboolean is_right)
{
  for (int w = l + 1; w < r; w++)
    for (int b = s->words[w].place; b >= 0; b = bracket_at (s, b)->next) {
      TagBracket *bracket = bracket_at (s, b);

      bracket->n_stars += bracket->has_rope ? is_of_right_arc (bracket->sign) == is_right
                                            : bracket->other < l || bracket->other > r;
    }
}

static int
count_closing (const TagSentence *s, int l, int r)
{
  int n = 0;

  for (int w = l + 1; w < r; w++)
    for (int b = s->words[w].place; b >= 0; b = bracket_at (s, b)->next)
      n += bracket_at (s, b)->has_rope && closes (bracket_at (s, b)->sign);
  return n;
}

/* The arc into @d, if it is not taken yet and lies within l..r, as an auxiliary one of the structural arc from l to r. */
static void
take_auxiliary (TagSentence *s, int d, int l, int r)
{
  const int from = MIN (d, s->heads[d]), to = MAX (d, s->heads[d]);
  const gboolean is_right = sentence_is_right (s, d);

  if (s->words[d].plane != UNKNOWN || from < l || to > r)
    return;
  s->words[d].plane = AUXILIARY;
  if (from == l)
    add_bracket (s, to, l, is_right ? '>' : '\\', FALSE, 0);
  else
    add_bracket (s, from, r, is_right ? '/' : '<', FALSE, count_closing (s, from, r));
}

/* The dependent of the longest arc from @l to the right that is not taken yet; 0 if there is none. */
static int
find_longest (const TagSentence *s, int l)
{
  int d = s->words[l].rightmost > l ? s->words[l].rightmost : 0;

  while (d != 0 && s->words[d].plane != UNKNOWN)
    d = s->words[d].next;
  if (l != 0 && s->heads[l] > MAX (l, d) && s->words[l].plane == UNKNOWN)
    return l;
  return d;
}

static void
take_structural (TagSentence *s, int d)
{
  const gboolean is_right = sentence_is_right (s, d);
  const int l = MIN (d, s->heads[d]), r = MAX (d, s->heads[d]);

  s->words[d].plane = STRUCTURAL;
  add_stars (s, l, r, is_right);
  if (l != 0)
    add_bracket (s, l, r, is_right ? '/' : '<', TRUE, 0);
  add_bracket (s, r, l, is_right ? '>' : '\\', TRUE, 0);
  if (s->words[l].rightmost > l)
    for (int e = s->words[l].rightmost; e != 0; e = s->words[e].next)
      take_auxiliary (s, e, l, r);
  if (l != 0)
    take_auxiliary (s, l, l, r);
  if (s->words[r].leftmost < r)
    for (int e = s->words[r].leftmost; e != 0; e = s->words[e].next)
      take_auxiliary (s, e, l, r);
  take_auxiliary (s, r, l, r);
}

/* Brackets that close before those that open, each by the other end from right to left. */
static int
compare_brackets (gconstpointer a, gconstpointer b)
{
  const TagBracket *x = a, *y = b;

  if (closes (x->sign) != closes (y->sign))
    return closes (x->sign) ? -1 : 1;
  return x->other != y->other ? (x->other > y->other ? -1 : 1) : x->has_rope - y->has_rope;
}

static void
append_brackets (TagSentence *s, int d)
{
  const guint start = s->marks->len;

  for (int b = s->words[d].place; b >= 0; b = bracket_at (s, b)->next) {
    const TagBracket bracket = *bracket_at (s, b);

    g_array_append_val (s->marks, bracket);
  }
  qsort (bracket_at (s, (int) start), s->marks->len - start, sizeof (TagBracket), compare_brackets);
  for (guint b = start; b < s->marks->len; b++) {
    const TagBracket *bracket = bracket_at (s, (int) b);

    g_string_append_c (s->text, bracket->sign);
    if (bracket->has_rope)
      g_string_append_c (s->text, '^');
    for (int i = 0; i < bracket->n_stars; i++)
      g_string_append_c (s->text, '*');
  }
  g_array_set_size (s->marks, start);
}

/* Lists the dependents of each word on each side, the outermost first. */
static void
link_dependents (TagSentence *s)
{
  for (int d = 1; d <= s->n; d++)
    if (sentence_is_right (s, d)) {
      s->words[d].next = MAX (s->words[s->heads[d]].place, 0);
      s->words[s->heads[d]].place = d;
    }
  for (int h = 0; h <= s->n; h++)
    s->words[h].place = -1;
  for (int d = s->n; d >= 1; d--)
    if (!sentence_is_right (s, d)) {
      s->words[d].next = MAX (s->words[s->heads[d]].place, 0);
      s->words[s->heads[d]].place = d;
    }
}

static gboolean
write_any (TagSentence *s)
{
  for (int d = 0; d <= s->n; d++) {
    s->words[d].plane = UNKNOWN;
    s->words[d].place = -1;
  }
  s->words[0].plane = AUXILIARY;
  link_dependents (s);
  for (int d = 0; d <= s->n; d++)
    s->words[d].place = -1;
  g_array_set_size (s->marks, 0);
  for (int l = 0; l <= s->n; l++) {
    const int d = find_longest (s, l);

    if (d != 0)
      take_structural (s, d);
  }
  for (int d = 1; d <= s->n; d++) {
    append_brackets (s, d);
    sentence_end_tag (s, d);
  }
  return TRUE;
}

/* A bracket that opens waits with its stars as `first`; its kind has two bits. */
enum { WAITS_RIGHT = 1, WAITS_ROPE = 2 };

static gboolean
attach (TagSentence *s, int d, int head)
{
  if (d == 0 || d == head || s->heads[d] >= 0)
    return FALSE;
  s->heads[d] = head;
  return TRUE;
}

/* The arc between two words with that bracket at one of them. */
static gboolean
attach_by (TagSentence *s, int left, int right, gboolean is_right)
{
  return is_right ? attach (s, right, left) : attach (s, left, right);
}

static gboolean
read_auxiliary_close (TagSentence *s, int d, gboolean is_right, int n_stars)
{
  for (guint i = s->stack->len; i-- > 0;) {
    const TagOpen *open = &g_array_index (s->stack, TagOpen, i);

    if ((open->kind & WAITS_ROPE) != 0 && n_stars-- == 0)
      return attach_by (s, open->word, d, is_right);
  }
  return FALSE;
}

/* Whether it is what a structural bracket closes after @n_stars of the kind, one less if it is another one of them. */
static gboolean
is_partner (const TagOpen *open, gboolean is_right, int *n_stars)
{
  return (open->kind & WAITS_ROPE) != 0 && ((open->kind & WAITS_RIGHT) != 0) == is_right && (*n_stars)-- == 0;
}

/* Brackets above the partner stay, but for the auxiliary ones without a star, which end here. */
static gboolean
read_rope_close (TagSentence *s, int d, gboolean is_right, int n_stars)
{
  TagOpen *stack = (TagOpen *) s->stack->data;
  guint partner = s->stack->len, kept;
  gboolean is_good;

  do
    if (partner-- == 0)
      return FALSE;
  while (!is_partner (&stack[partner], is_right, &n_stars));
  is_good = attach_by (s, stack[partner].word, d, is_right);
  kept = partner;
  for (guint i = partner + 1; i < s->stack->len; i++)
    if ((stack[i].kind & WAITS_ROPE) != 0 || stack[i].first > 0) {
      stack[kept] = stack[i];
      stack[kept++].first -= (stack[i].kind & WAITS_ROPE) == 0;
    } else {
      is_good &= attach_by (s, stack[i].word, d, (stack[i].kind & WAITS_RIGHT) != 0);
    }
  g_array_set_size (s->stack, kept);
  return is_good;
}

static gboolean
read_any_tag (TagSentence *s, int d)
{
  const char *at = s->in[d].bytes, *end = at + s->in[d].size;
  gboolean is_good = at < end;

  while (at < end) {
    const char sign = *at++;
    const gboolean has_rope = at < end && *at == '^', is_right = is_of_right_arc (sign);
    int n_stars = 0;

    if (sign != '<' && sign != '>' && sign != '\\' && sign != '/')
      return FALSE;
    at += has_rope;
    for (; at < end && *at == '*' && n_stars < s->n; at++)
      n_stars++;
    if (!closes (sign))
      sentence_push (s, d, n_stars, (is_right ? WAITS_RIGHT : 0) | (has_rope ? WAITS_ROPE : 0));
    else
      is_good &= has_rope ? read_rope_close (s, d, is_right, n_stars)
                          : read_auxiliary_close (s, d, is_right, n_stars);
  }
  return is_good;
}

static gboolean
read_any (TagSentence *s)
{
  gboolean is_good = TRUE;

  g_array_set_size (s->stack, 0);
  sentence_push (s, 0, 0, WAITS_RIGHT | WAITS_ROPE);
  for (int d = 1; d <= s->n; d++)
    is_good &= read_any_tag (s, d);
  return is_good && s->stack->len == 0;
}

const TagCoder ropes_projective = {
  { .name = "hierarchical", .trees = "projective trees", .is_projective = TRUE, .alphabet = alphabet },
  write_projective,
  read_projective,
  TRUE,
};

const TagCoder ropes_any = {
  { .name = "hierarchical-any", .trees = "trees with one root", .has_one_root = TRUE },
  write_any,
  read_any,
  FALSE,
};
