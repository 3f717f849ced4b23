/* ropes.c - hierarchical brackets: those of the arcs of a rope cover.
 *
 * A rope cover has structural arcs, whose brackets have a ^, and auxiliary ones, which share an end with a
 * structural arc that spans them, and have a bracket at their other end alone. Of a projective tree the arc
 * into d is structural if d is an outermost dependent, unless the arc into its head is structural and comes
 * from the same side. Of any tree arcs are taken by left end, the longest first: each is structural, and
 * takes as auxiliary those within it that share an end with it and are not taken yet.
 *
 * In the first tree of tags.c the arcs 0 -> 2 and 2 -> 4 are structural. The arc 2 -> 1 is auxiliary: 0 -> 2
 * spans it, and both end at 2. So is 4 -> 3, within 2 -> 4.
 *
 *   word  tag   projective
 *   1     <     auxiliary: waits on top of the rope of 0, for its other end
 *   2     >^/   ends the rope 0 -> 2, and 1 depends on it; begins the rope 2 -> 4
 *   3     <     auxiliary: waits on top of the rope of 2
 *   4     >^    ends the rope 2 -> 4, and 3 depends on it
 *
 * Brackets of any tree, for the same one: <, >^/^, <, >^. Without projectivity a bracket that closes may not
 * end the last rope that opened. It has a star for each one that it passes, as in the second tree.
 *
 * Contents
 *   1. projective trees: `hierarchical`
 *   2. any tree: `hierarchical-any`: the cover
 *   3. its stars
 *   4. its tags, written
 *   5. its tags, read
 */
#include "tags/tags.h"

/* 1. projective trees. A tag needs no ^ at \ and /, which are always structural here. */
static const char *const alphabet[] = { "<^",  "\\<^", "<",   "\\<", "</",   "\\</", ">^",
                                        ">^/", ">",    "\\>", ">/",  "\\>/", NULL };

/* Kinds of arcs, as `plane` of their dependents. */
enum { UNKNOWN, AUXILIARY, STRUCTURAL };

/* Stars are as many as crossings, which grow with the square of the words. */
enum { MOST_STARS = 1 << 26 };

/* The head's own kind must be known. */
static int
find_kind (const TagSentence *s, int d)
{
  const int h = s->heads[d];

  if (!sentence_is_outermost (s, d))
    return AUXILIARY;
  return h != 0 && s->words[h].plane == STRUCTURAL && sentence_is_right (s, h) == (d < h) ? AUXILIARY
                                                                                          : STRUCTURAL;
}

/* Finds the kinds of all arcs, heads before their dependents: from each word up to one that is known, and
 * down again. No word is climbed twice, so O(n). */
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

/* Returns TRUE if the outermost dependent on a side is there, and its arc structural. That needs no other
 * dependent: those that are not outermost are auxiliary. */
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

/* Reads the bracket of a word's own arc:
 *
 *   <^   begins a rope to the left, which a \ ends
 *   >^   ends the rope on top, which must be a /: its word is the head, and words listed with it depend on @d
 *   >    depends on the word of the rope on top; none listed may wait there, as its arc would cross theirs
 *   <    waits in the list of the rope on top
 */
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

/* Shift-reduce over tags: \, then the own bracket, then /. Ropes still open at the end would be arcs without
 * an end; the one of 0 ends at the last root. */
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

/* 2. any tree: the cover. */
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

/* Brackets of a word are a list, since an arc gives its two ends brackets in any order. */
static void
add_bracket (TagSentence *s, int word, int other, char sign, gboolean has_rope)
{
  const TagBracket bracket = { other, s->words[word].place, 0, sign, has_rope };

  s->words[word].place = (int) s->marks->len;
  g_array_append_val (s->marks, bracket);
}

/* Makes the arc into @d an auxiliary one of the structural arc from l to r, if it is not taken yet and lies
 * within them. Its bracket is at the end that they do not share. */
static void
take_auxiliary (TagSentence *s, int d, int l, int r)
{
  const int from = MIN (d, s->heads[d]), to = MAX (d, s->heads[d]);
  const gboolean is_right = sentence_is_right (s, d);

  if (s->words[d].plane != UNKNOWN || from < l || to > r)
    return;
  s->words[d].plane = AUXILIARY;
  if (from == l)
    add_bracket (s, to, l, is_right ? '>' : '\\', FALSE);
  else
    add_bracket (s, from, r, is_right ? '/' : '<', FALSE);
}

/* Finds the dependent of the longest arc from @l to the right that is not taken yet; 0 if there is none.
 * Candidates are right dependents of @l, the outermost first, and the arc into @l from a head on its right.
 * Dependents that are taken are passed over. */
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

/* Makes the arc into @d structural. Then all arcs within it that share an end are its auxiliary ones: of the
 * words on the right of l, the one into l, those on the left of r, and the one into r. One structural arc at
 * most ends at a word too: the first one makes the others auxiliary. So each list is read once here, and all
 * calls need O(n). */
static void
take_structural (TagSentence *s, int d)
{
  const gboolean is_right = sentence_is_right (s, d);
  const int l = MIN (d, s->heads[d]), r = MAX (d, s->heads[d]);

  s->words[d].plane = STRUCTURAL;
  s->words[l].far_end = r;
  s->words[l].is_right = is_right;
  if (l != 0)
    add_bracket (s, l, r, is_right ? '/' : '<', TRUE);
  add_bracket (s, r, l, is_right ? '>' : '\\', TRUE);
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

/* 3. stars. Three sums over the structural arcs that are open at a word, as Fenwick trees over words: right
 * and left arcs by their left end, and all by their right end. A change and a sum need O(log n) each. */
enum { RIGHT_BY_LEFT_END, LEFT_BY_LEFT_END, BY_RIGHT_END };

static int *
sum_at (TagWord *words, int sum, int i)
{
  return &words[i].sums[sum];
}

/* Adds to a sum at a word. Word i of 0..n is at i + 1 of a tree, which counts from 1. */
static void
add_to_sum (TagSentence *s, int sum, int word, int number)
{
  for (int i = word + 1; i <= s->n + 1; i += i & -i)
    *sum_at (s->words, sum, i - 1) += number;
}

/* Returns the sum over the words strictly between @l and @r, l < r: over those before r, less those up to
 * l. */
static int
sum_between (TagSentence *s, int sum, int l, int r)
{
  int total = 0;

  for (int i = r; i > 0; i -= i & -i)
    total += *sum_at (s->words, sum, i - 1);
  for (int i = l + 1; i > 0; i -= i & -i)
    total -= *sum_at (s->words, sum, i - 1);
  return total;
}

/* Counts a structural arc from @l to @r as open, or no more. */
static void
count_open (TagSentence *s, int l, int r, int number)
{
  add_to_sum (s, s->words[l].is_right ? RIGHT_BY_LEFT_END : LEFT_BY_LEFT_END, l, number);
  add_to_sum (s, BY_RIGHT_END, r, number);
}

/* The stars of a bracket at word @w, when the arcs that span @w are open and no others. It has one for each structural arc in its
 * way: a closing one for those that begin between its ends, of its direction if it is structural itself; an auxiliary one that
 * opens for those that end there. */
static int
count_stars (TagSentence *s, const TagBracket *bracket, int w)
{
  const gboolean is_right = is_of_right_arc (bracket->sign);
  int n = 0;

  if (!closes (bracket->sign))
    return bracket->has_rope ? 0 : sum_between (s, BY_RIGHT_END, w, bracket->other);
  if (!bracket->has_rope || is_right)
    n += sum_between (s, RIGHT_BY_LEFT_END, bracket->other, w);
  if (!bracket->has_rope || !is_right)
    n += sum_between (s, LEFT_BY_LEFT_END, bracket->other, w);
  return n;
}

/* Sets the stars of all brackets, in one sweep over the words. At each word arcs that end there close first,
 * then brackets are counted, then the arc that begins there opens. FALSE if there are more than MOST_STARS,
 * with which tags would need too much memory. */
static gboolean
set_stars (TagSentence *s)
{
  gint64 n_stars = 0;

  for (int w = 0; w <= s->n; w++)
    memset (s->words[w].sums, 0, sizeof s->words[w].sums);
  for (int w = 0; w <= s->n; w++) {
    for (int b = s->words[w].place; b >= 0; b = bracket_at (s, b)->next)
      if (bracket_at (s, b)->has_rope && closes (bracket_at (s, b)->sign))
        count_open (s, bracket_at (s, b)->other, w, -1);
    for (int b = s->words[w].place; b >= 0; b = bracket_at (s, b)->next)
      n_stars += bracket_at (s, b)->n_stars = count_stars (s, bracket_at (s, b), w);
    if (s->words[w].far_end > 0)
      count_open (s, w, s->words[w].far_end, 1);
  }
  s->is_too_long = n_stars > MOST_STARS;
  return !s->is_too_long;
}

/* 4. tags, written.
 *
 * Orders brackets that close before those that open, each by the other end from right to left: the nearest
 * arc closes first, and the farthest opens first. So a reader meets them as nested.
 */
static int
compare_brackets (gconstpointer a, gconstpointer b)
{
  const TagBracket *x = a, *y = b;

  if (closes (x->sign) != closes (y->sign))
    return closes (x->sign) ? -1 : 1;
  return x->other != y->other ? (x->other > y->other ? -1 : 1) : x->has_rope - y->has_rope;
}

/* Copied behind the others in `marks`, sorted there, and removed. */
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

/* Lists the dependents of each word on each side, the outermost first. Each list is linked by `next`, its
 * first word being `rightmost` or `leftmost`; `place` is only needed meanwhile. */
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

/* Steps:
 *
 *   1. Lists of dependents by side.
 *   2. The cover: at each word the longest arc to the right that is left becomes structural, with its
 *      auxiliary ones.
 *   3. Stars, which need all structural arcs.
 *   4. Text.
 *
 * At most one structural arc begins at a word: what else begins there and is not taken is shorter, so it
 * becomes auxiliary.
 */
static gboolean
write_any (TagSentence *s)
{
  for (int d = 0; d <= s->n; d++) {
    s->words[d].plane = UNKNOWN;
    s->words[d].place = -1;
  }
  /* 0 depends on nothing. */
  s->words[0].plane = AUXILIARY;
  link_dependents (s);
  for (int d = 0; d <= s->n; d++) {
    s->words[d].place = -1;
    s->words[d].far_end = 0;
  }
  g_array_set_size (s->marks, 0);
  for (int l = 0; l <= s->n; l++) {
    const int d = find_longest (s, l);

    if (d != 0)
      take_structural (s, d);
  }
  if (!set_stars (s))
    return FALSE;
  for (int d = 1; d <= s->n; d++) {
    append_brackets (s, d);
    sentence_end_tag (s, d);
  }
  return TRUE;
}

/* 5. tags, read.
 *
 * Structural brackets that open wait on a stack for each direction, with their place among all that open as
 * `first`, and auxiliary ones in `marks`, with their place as `next` and their word as `other`. So a bracket
 * that closes passes none but those for which somewhere there is a star, and all is linear in the length of
 * the tags.
 */
static GArray *
ropes_of (const TagSentence *s, gboolean is_right)
{
  return is_right ? s->stack : s->left_stack;
}

static TagOpen *
rope_at (const TagSentence *s, gboolean is_right, guint i)
{
  return &g_array_index (ropes_of (s, is_right), TagOpen, i);
}

static void
push_bracket (TagSentence *s, int d, int place, char sign, gboolean has_rope, int n_stars)
{
  const TagOpen rope = { d, place, 0 };
  const TagBracket bracket = { d, place, n_stars, sign, FALSE };

  if (has_rope)
    g_array_append_val (ropes_of (s, is_of_right_arc (sign)), rope);
  else
    g_array_append_val (s->marks, bracket);
}

/* A word has one head; 0 has none. */
static gboolean
attach (TagSentence *s, int d, int head)
{
  if (d == 0 || d == head || s->heads[d] >= 0)
    return FALSE;
  s->heads[d] = head;
  return TRUE;
}

/* Attaches two words, by the direction of the bracket between them. */
static gboolean
attach_by (TagSentence *s, int left, int right, gboolean is_right)
{
  return is_right ? attach (s, right, left) : attach (s, left, right);
}

/* Reads an auxiliary bracket that closes. The other end is the structural bracket under @n_stars others, of
 * both stacks: they are merged from their tops, by the place where they opened. */
static gboolean
read_auxiliary_close (TagSentence *s, int d, gboolean is_right, int n_stars)
{
  guint n_right = s->stack->len, n_left = s->left_stack->len;
  int other = 0;

  if ((guint) n_stars >= n_right + n_left)
    return FALSE;
  for (int i = 0; i <= n_stars; i++) {
    const gboolean takes_right =
        n_left == 0
        || (n_right > 0 && rope_at (s, TRUE, n_right - 1)->first > rope_at (s, FALSE, n_left - 1)->first);

    other = rope_at (s, takes_right, takes_right ? --n_right : --n_left)->word;
  }
  return attach_by (s, other, d, is_right);
}

/* Reads a structural bracket that closes. It ends the rope under @n_stars others of its direction, which
 * leaves the stack. Auxiliary brackets that opened after the partner lose a star; those without one end
 * here. */
static gboolean
read_rope_close (TagSentence *s, int d, gboolean is_right, int n_stars)
{
  GArray *ropes = ropes_of (s, is_right);
  TagOpen partner;
  gboolean is_good;
  guint first = s->marks->len, kept;

  if ((guint) n_stars >= ropes->len)
    return FALSE;
  partner = *rope_at (s, is_right, ropes->len - 1 - (guint) n_stars);
  g_array_remove_index (ropes, ropes->len - 1 - (guint) n_stars);
  is_good = attach_by (s, partner.word, d, is_right);
  while (first > 0 && bracket_at (s, (int) first - 1)->next > partner.first)
    first--;
  kept = first;
  for (guint i = first; i < s->marks->len; i++) {
    TagBracket bracket = *bracket_at (s, (int) i);

    if (bracket.n_stars-- > 0)
      *bracket_at (s, (int) kept++) = bracket;
    else
      is_good &= attach_by (s, bracket.other, d, is_of_right_arc (bracket.sign));
  }
  g_array_set_size (s->marks, kept);
  return is_good;
}

/* Stars beyond the number of words mean no rope, so counting stops there: the rest is read as signs, and is
 * none. */
static gboolean
read_any_tag (TagSentence *s, int d, int *n_opened)
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
      push_bracket (s, d, ++*n_opened, sign, has_rope, n_stars);
    else
      is_good &= has_rope ? read_rope_close (s, d, is_right, n_stars)
                          : read_auxiliary_close (s, d, is_right, n_stars);
  }
  return is_good;
}

/* 0 opens one rope, for the one root. At the end nothing may wait. */
static gboolean
read_any (TagSentence *s)
{
  gboolean is_good = TRUE;
  int n_opened = 0;

  g_array_set_size (s->stack, 0);
  g_array_set_size (s->left_stack, 0);
  g_array_set_size (s->marks, 0);
  push_bracket (s, 0, 0, '/', TRUE, 0);
  for (int d = 1; d <= s->n; d++)
    is_good &= read_any_tag (s, d, &n_opened);
  return is_good && s->stack->len + s->left_stack->len + s->marks->len == 0;
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
