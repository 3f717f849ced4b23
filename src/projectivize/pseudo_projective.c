/* pseudo_projective.c - liftings with marks in labels, and lifted words back to where marks say.
 *
 * Contents
 *   1. labels: marks into labels and out of them
 *   2. lifting: the best lifting, and those of the published order of lifts and of MaltParser's
 *   3. decode: the search for the heads of lifted words
 *   4. pseudo_projective: liftings with marks in labels; trees that are lifted where they can be, else made projective
 */
#include "projectivize/projectivize.h"

#include <string.h>

#include "base/base.h"
#include "tbk/projectivize.h"
#include "tree/tree.h"

/* 1. labels: marks into labels and out of them. */

static const struct {
  const char *lifted; /* between a label and what is said of its head */
  char signs[2];      /* bytes that a label to be marked may not hold */
} styles[] = {
  [TBK_LABELS_TBK] = { "|", { '|', '%' } },
  [TBK_LABELS_MALT] = { "|", { '|', '%' } },
  [TBK_LABELS_SPACY] = { "||", { '|', '|' } },
};

static const char covered[] = "null"; /* MaltParser's word for covered roots */

static gboolean
equals (TbkPiece piece, const char *string)
{
  return piece.size == strlen (string) && memcmp (piece.bytes, string, piece.size) == 0;
}

/* Where @sign stands first in @label, its first byte left out; NULL if it does not. */
static const char *
find_inside (TbkPiece label, const char *sign)
{
  gsize size = strlen (sign);

  for (gsize i = 1; i + size <= label.size; i++)
    if (memcmp (label.bytes + i, sign, size) == 0)
      return label.bytes + i;
  return NULL;
}

/* Parses the marks of @label. */
static Label
label_parse (TbkPiece label, TbkScheme scheme, TbkLabelStyle style)
{
  Label parsed = { .base = label };

  if (scheme != TBK_SCHEME_HEAD && label.size > 1 && label.bytes[label.size - 1] == '%') {
    parsed.is_path = TRUE;
    parsed.base.size--;
  }
  const char *sign = find_inside (parsed.base, styles[style].lifted);
  if (sign != NULL) {
    const char *head = sign + strlen (styles[style].lifted);
    parsed.head = (TbkPiece){ head, (gsize) (parsed.base.bytes + parsed.base.size - head) };
    parsed.base.size = (gsize) (sign - parsed.base.bytes);
    parsed.is_covered = style == TBK_LABELS_MALT && equals (parsed.head, covered);
    parsed.is_lifted = !parsed.is_covered;
  }
  return parsed;
}

static guint
label_signs (TbkPiece label)
{
  const char *bar = find_inside (label, "|");
  guint signs = 0;
  TbkPiece head;

  if (label.size > 1 && label.bytes[label.size - 1] == '%') {
    signs |= LABEL_PATH;
    label.size--;
  }
  if (bar == NULL)
    return signs;
  head = (TbkPiece){ bar + 1, (gsize) (label.bytes + label.size - bar) - 1 };
  if (head.size == 0)
    return signs | LABEL_UNNAMED;
  if (head.bytes[0] == '|')
    return signs | LABEL_DOUBLED;
  return signs | (equals (head, covered) ? LABEL_COVERED : LABEL_NAMED);
}

/* The signs that a scheme and a style write. */
static guint
label_signs_written (TbkScheme scheme, TbkLabelStyle style)
{
  static const guint written[] = {
    [TBK_SCHEME_HEAD] = LABEL_NAMED,
    [TBK_SCHEME_PATH] = LABEL_UNNAMED | LABEL_PATH,
    [TBK_SCHEME_HEADPATH] = LABEL_NAMED | LABEL_PATH,
  };

  return style == TBK_LABELS_SPACY ? LABEL_DOUBLED
                                   : written[scheme] | (style == TBK_LABELS_MALT ? LABEL_COVERED : 0);
}

/* Where in @label the sign begins that keeps it from being marked; its size if there is none. */
static gsize
label_find_sign (TbkPiece label, TbkLabelStyle style)
{
  char first = styles[style].signs[0], second = styles[style].signs[1];

  for (gsize i = 0; i < label.size; i++)
    if (label.bytes[i] == first || label.bytes[i] == second)
      return i;
  return style == TBK_LABELS_MALT && equals (label, covered) ? 0 : label.size;
}

static char *
add (char *to, const char *bytes, gsize size)
{
  memcpy (to, bytes, size);
  return to + size;
}

/* Writes @label, whose fields say what there is to mark, at @to, and returns where it ends. */
static char *
label_spell (const Label *label, TbkLabelStyle style, char *to)
{
  to = add (to, label->base.bytes, label->base.size);
  if (label->is_lifted)
    to = add (to, styles[style].lifted, strlen (styles[style].lifted));
  if (label->head.size > 0)
    to = add (to, label->head.bytes, label->head.size);
  if (label->is_path)
    to = add (to, "%", 1);
  return to;
}

/* 2. lifting: the best lifting, and those of the published order of lifts and of MaltParser's.
 *
 * Both ways work on the core that contraction leaves. A gold leaf beside its head stays there in either. An
 * arc between words of the core is projective in the sentence if and only if it is in the core, as the words
 * taken out lie in blocks around core words. Lengths of arcs are those in the sentence.
 *
 * Source    docs/design/projectivize.md, "Liftings".
 */

typedef struct {
  Reduced core;
  gboolean has_sets; /* whether sets are there for its words, else the tree */
  CoreSets sets;
  TbkTree *tree;
} Lifting;

static void
lifting_init (Lifting *lifting)
{
  lifting->tree = tbk_tree_new ();
}

static void
lifting_clear (Lifting *lifting)
{
  reduced_clear (&lifting->core);
  tbk_tree_free (lifting->tree);
}

/* A word of the core is lifted past @head. */
static void
pass (const Lifting *lifting, int head, gboolean *is_path)
{
  is_path[lifting->core.words[head]] = TRUE;
}

/* Looks at the core with the heads it has now. */
static gboolean
look (Lifting *lifting, GError **error)
{
  const Reduced *core = &lifting->core;

  lifting->has_sets = core_sets_begin (&lifting->sets, core->heads, core->n);
  return lifting->has_sets || tbk_tree_set (lifting->tree, core->heads, core->n, error);
}

/* Theorem 6, by sets. */
static void
lift_least_of_few (Lifting *lifting, gboolean *is_path)
{
  Reduced *core = &lifting->core;
  int lifted[FEW_WORDS + 1];

  core_sets_lift (&lifting->sets, lifted);
  for (int d = 1; d <= core->n; d++)
    for (int head = core->heads[d]; head != lifted[d]; head = core->heads[head])
      pass (lifting, head, is_path);
  memcpy (core->heads + 1, lifted + 1, core->n * sizeof (int));
}

static gboolean
dominates_between (const TbkTree *tree, int ancestor, int descendant)
{
  for (int word = MIN (ancestor, descendant) + 1; word < MAX (ancestor, descendant); word++)
    if (!tree_has_below (tree, ancestor, word))
      return FALSE;
  return TRUE;
}

/* Lifts in sentences of any number of words: attaches each word to the lowest gold ancestor that dominates
 * all words between. `tree` keeps the gold heads, so the order of words does not matter. */
static void
lift_least (Lifting *lifting, gboolean *is_path)
{
  const TbkTree *tree = lifting->tree;

  for (int d = 1; d <= tree->n; d++) {
    int head = tree->heads[d];
    if (!tree->is_nonprojective[d])
      continue;
    do {
      pass (lifting, head, is_path);
      head = tree->heads[head];
    } while (!dominates_between (tree, head, d));
    lifting->core.heads[d] = head;
  }
}

/* The dependent of the shortest arc that is not projective; 0 if none is. Of equally short ones the leftmost
 * arc is taken. @gold (nullable): the heads by which arcs are measured, in place of those they have now; then
 * the leftmost dependent is taken. */
static int
find_shortest (const Lifting *lifting, const int *gold)
{
  const int *words = lifting->core.words, *heads = lifting->core.heads;
  const guint64 nonprojective = lifting->has_sets ? core_sets_find_nonprojective (&lifting->sets) : 0;
  int shortest = 0, least_length = G_MAXINT, least_left = 0;

  for (int d = 1; d <= lifting->core.n; d++) {
    if (lifting->has_sets ? (nonprojective >> d & 1) == 0 : !lifting->tree->is_nonprojective[d])
      continue;
    int word = words[d], head = gold != NULL ? gold[word] : words[heads[d]];
    int length = ABS (word - head), left = gold != NULL ? word : MIN (word, head);
    if (length < least_length || (length == least_length && left < least_left)) {
      shortest = d;
      least_length = length;
      least_left = left;
    }
  }
  return shortest;
}

/* Lifts one word by one level as long as there is one to lift. A lift can make other arcs non-projective, so
 * all are looked at again after each. */
static void
lift_shortest (Lifting *lifting, const int *gold, gboolean *is_path)
{
  Reduced *core = &lifting->core;
  int dependent;

  while ((dependent = find_shortest (lifting, gold)) != 0) {
    int head = core->heads[dependent];
    pass (lifting, head, is_path);
    core->heads[dependent] = core->heads[head];
    if (!look (lifting, NULL))
      g_assert_not_reached (); /* it has had room for as many words */
  }
}

/* Puts the lifted core into the sentence; returns how many words moved. */
static int
write_heads (const Reduced *core, int *lifted)
{
  int n_moved = 0;

  for (int i = 1; i <= core->n; i++) {
    int head = core->words[core->heads[i]], *place = &lifted[core->words[i]];
    n_moved += *place != head;
    *place = head;
  }
  return n_moved;
}

/**
 * lifting_find:
 * @lifted: (out caller-allocates): n + 1 integers
 * @is_path: (inout): n + 1 of them; set for words that another was lifted past
 * @n_moved: (out): the words whose head differs
 */
static gboolean
lifting_find (Lifting *lifting, const int *heads, int n, const TbkPseudoProjectiveOptions *options,
              int *lifted, gboolean *is_path, int *n_moved, GError **error)
{
  Reduced *core = &lifting->core;
  gboolean single, is_projective;

  if (!reduced_begin (core, heads, n, TBK_ROOT_ANY, &single, &is_projective, error))
    return FALSE;
  /* No contracted word is lifted, so the core is a sentence of its own, without spines. */
  if (!is_projective) {
    reduced_keep (core, heads, CORE);
    if (!reduced_check_size (core->n, options->max_core, options->max_core_name, error))
      return FALSE;
  }
  if (!is_projective && !look (lifting, error))
    return FALSE;

  /* All words keep their heads, and then those of the core that move get theirs. */
  *n_moved = 0;
  memcpy (lifted, heads, (n + 1) * sizeof (int));
  if (is_projective)
    return TRUE;
  if (options->lift == TBK_LIFT_OPTIMAL)
    (lifting->has_sets ? lift_least_of_few : lift_least) (lifting, is_path);
  else
    lift_shortest (lifting, options->lift == TBK_LIFT_MALT ? heads : NULL, is_path);
  *n_moved = write_heads (core, lifted);
  return TRUE;
}

/* 3. decode: the search for the heads of lifted words.
 *
 * (PP1) A word d of the best lifting depends on a, the lowest gold ancestor that dominates all words between
 *      the two. Let c be the child of a in the lifting that dominates d in the gold tree. Were c next to d
 *      among the children of a, on the same side of a, all words between c and d would be below one of them,
 *      in the lifting and so in the gold tree. c would dominate them there, and would be lower than a. So c
 *      is not next to d.
 */

static gboolean
label_decoder_reserve (LabelDecoder *decoder, int n, GError **error)
{
  return ROOM_RESERVE (&decoder->room, n + 1, ARRAY (decoder->labels), ARRAY (decoder->first),
                       ARRAY (decoder->next), ARRAY (decoder->before), ARRAY (decoder->after),
                       ARRAY (decoder->order), ARRAY (decoder->queue), ARRAY (decoder->children))
         || memory_fail (error, "the decoding of %d words", n);
}

/* Root words that were put under covering arcs depend on 0 again. */
static void
uncover_roots (LabelDecoder *decoder)
{
  for (int word = 1; word <= decoder->n; word++)
    if (decoder->labels[word].is_covered)
      decoder->heads[word] = 0;
}

static void
list_children (LabelDecoder *decoder)
{
  memset (decoder->first, 0, (decoder->n + 1) * sizeof (int));
  for (int word = decoder->n; word >= 1; word--) {
    int *first = &decoder->first[decoder->heads[word]];
    decoder->next[word] = *first;
    *first = word;
  }
}

/* The children next to each word, on the same side of their head. */
static void
list_neighbours (LabelDecoder *decoder)
{
  memset (decoder->before, 0, (decoder->n + 1) * sizeof (int));
  memset (decoder->after, 0, (decoder->n + 1) * sizeof (int));
  for (int head = 0; head <= decoder->n; head++)
    for (int child = decoder->first[head]; child != 0; child = decoder->next[child]) {
      int next = decoder->next[child];
      if (next == 0 || (child < head) != (next < head))
        continue;
      decoder->after[child] = next;
      decoder->before[next] = child;
    }
}

static void
list_words (LabelDecoder *decoder)
{
  int n_listed = 0;

  decoder->order[n_listed++] = 0;
  for (int i = 0; i < n_listed; i++)
    for (int child = decoder->first[decoder->order[i]]; child != 0; child = decoder->next[child])
      decoder->order[n_listed++] = child;
}

/* Makes @word a child of @head instead of its present head, in its place from left to right. */
static void
move_word (LabelDecoder *decoder, int word, int head)
{
  int *place = &decoder->first[decoder->heads[word]];

  while (*place != word)
    place = &decoder->next[*place];
  *place = decoder->next[word];

  place = &decoder->first[head];
  while (*place != 0 && *place < word)
    place = &decoder->next[*place];
  decoder->next[word] = *place;
  *place = word;
  decoder->heads[word] = head;
}

/* Returns TRUE if the path of lifted words ends in @word. */
static gboolean
ends_path (const LabelDecoder *decoder, int word)
{
  if (!decoder->labels[word].is_path)
    return FALSE;
  for (int child = decoder->first[word]; child != 0; child = decoder->next[child])
    if (decoder->labels[child].is_path)
      return FALSE;
  return TRUE;
}

/* The demands on the word that a search is to find. */
typedef struct {
  gboolean has_label;  /* it has the label that the lifted word names */
  gboolean is_by_path; /* only words on the path are looked at */
  gboolean ends_path;  /* a path ends in it */
} Demand;

enum { MOST_DEMANDS = 3 };

/* The demands of a scheme, in the order in which they are tried. The first holds of words whose path no other
 * word's goes on from, the second of those where one does, the last is for what parsers write. */
static const struct {
  int n;
  Demand demands[MOST_DEMANDS];
} schemes[] = {
  [TBK_SCHEME_HEAD] = { 1, { { .has_label = TRUE } } },
  [TBK_SCHEME_PATH] = { 2, { { .is_by_path = TRUE, .ends_path = TRUE }, { .ends_path = TRUE } } },
  [TBK_SCHEME_HEADPATH] = { 3,
                            { { .has_label = TRUE, .is_by_path = TRUE, .ends_path = TRUE },
                              { .has_label = TRUE, .is_by_path = TRUE },
                              { .has_label = TRUE } } },
};

static gboolean
fits (const LabelDecoder *decoder, const Demand *demand, int candidate, int word)
{
  TbkPiece wanted = decoder->labels[word].head, found = decoder->labels[candidate].base;

  if (demand->ends_path && !ends_path (decoder, candidate))
    return FALSE;
  return !demand->has_label
         || (wanted.size == found.size && memcmp (wanted.bytes, found.bytes, found.size) == 0);
}

/* Appends to the queue the children of @head that may be looked at, those nearest to @word first, of two as
 * near the left one; returns how many are queued then. */
static int
queue_children (LabelDecoder *decoder, const Demand *demand, int head, int word, int n_queued)
{
  int n = 0, left, right;

  for (int child = decoder->first[head]; child != 0; child = decoder->next[child])
    if (child != word && (!demand->is_by_path || decoder->labels[child].is_path))
      decoder->children[n++] = child;
  for (right = 0; right < n && decoder->children[right] < word;)
    right++;
  left = right - 1;
  while (left >= 0 || right < n) {
    gboolean is_left =
        right == n || (left >= 0 && word - decoder->children[left] <= decoder->children[right] - word);
    decoder->queue[n_queued++] = decoder->children[is_left ? left-- : right++];
  }
  return n_queued;
}

/* The first word below the head of @word, breadth-first and neither @word nor below it, that fits; 0 if none
 * does. @far: by (PP1) the children next to @word are passed by. */
static int
search (LabelDecoder *decoder, const Demand *demand, int word, gboolean far)
{
  const int n_children = queue_children (decoder, demand, decoder->heads[word], word, 0);
  int n_queued = n_children;

  for (int i = 0; i < n_queued; i++) {
    int candidate = decoder->queue[i];
    if (far && i < n_children && (candidate == decoder->before[word] || candidate == decoder->after[word]))
      continue;
    if (fits (decoder, demand, candidate, word))
      return candidate;
    n_queued = queue_children (decoder, demand, candidate, word, n_queued);
  }
  return 0;
}

/* The head that the marks of @word name; 0: none. */
static int
find_head (LabelDecoder *decoder, int word, TbkScheme scheme)
{
  int head = 0;

  for (int d = 0; d < schemes[scheme].n && head == 0; d++) {
    head = search (decoder, &schemes[scheme].demands[d], word, TRUE);
    if (head == 0)
      head = search (decoder, &schemes[scheme].demands[d], word, FALSE);
  }
  return head;
}

/* Decodes @heads, a tree, in place, by the labels that were put in decoder->labels; returns for how many
 * lifted words a head was found. */
static int
label_decoder_run (LabelDecoder *decoder, int *heads, int n, TbkScheme scheme)
{
  int n_placed = 0;

  decoder->n = n;
  decoder->heads = heads;
  uncover_roots (decoder);
  list_children (decoder);
  list_neighbours (decoder);
  list_words (decoder);
  for (int i = 1; i <= n; i++) {
    int word = decoder->order[i], head = 0;
    if (decoder->labels[word].is_lifted)
      head = find_head (decoder, word, scheme);
    if (head != 0) {
      move_word (decoder, word, head);
      n_placed++;
    }
  }
  return n_placed;
}

/* 4. pseudo_projective: liftings with marks in labels. */

struct TbkPseudoProjective {
  TbkPseudoProjectiveOptions options;
  Lifting lifting;
  LabelDecoder decoder;
  TbkMarkFindings findings;
  int *lifted; /* the heads of the lifting in hand */
  gboolean *is_path;
  char *spelled; /* the new labels, one after the other */
  Room room, spelled_room;
};

static gboolean
options_are_valid (const TbkPseudoProjectiveOptions *options)
{
  return (guint) options->scheme <= TBK_SCHEME_HEADPATH && (guint) options->lift <= TBK_LIFT_MALT
         && (guint) options->style <= TBK_LABELS_SPACY
         && (options->style != TBK_LABELS_SPACY || options->scheme == TBK_SCHEME_HEAD)
         && options->max_core >= 0;
}

TbkPseudoProjective *
tbk_pseudo_projective_new (const TbkPseudoProjectiveOptions *options)
{
  TbkPseudoProjective *p;

  g_return_val_if_fail (options == NULL || options_are_valid (options), NULL);
  p = g_new0 (TbkPseudoProjective, 1);
  if (options != NULL)
    p->options = *options;
  if (p->options.max_core == 0)
    p->options.max_core = TBK_DEFAULT_MAX_CORE;
  lifting_init (&p->lifting);
  return p;
}

void
tbk_pseudo_projective_free (TbkPseudoProjective *p)
{
  if (p == NULL)
    return;
  lifting_clear (&p->lifting);
  room_clear (&p->decoder.room);
  room_clear (&p->room);
  room_clear (&p->spelled_room);
  g_free (p);
}

/* Lifts into p->lifted, and marks the words on the path. */
static gboolean
lift (TbkPseudoProjective *p, const int *heads, int n, int *n_moved, GError **error)
{
  if (!ROOM_RESERVE (&p->room, n + 1, ARRAY (p->lifted), ARRAY (p->is_path)))
    return memory_fail (error, "a sentence of %d words", n);
  memset (p->is_path, 0, (n + 1) * sizeof (gboolean));
  return lifting_find (&p->lifting, heads, n, &p->options, p->lifted, p->is_path, n_moved, error);
}

gboolean
pseudo_projective_lift (TbkPseudoProjective *p, const int *heads, int n, int *lifted, gboolean *is_path,
                        int *n_moved, GError **error)
{
  int moved;

  g_return_val_if_fail (p != NULL && heads != NULL && n >= 0 && lifted != NULL, FALSE);
  if (!lift (p, heads, n, &moved, error))
    return FALSE;
  memcpy (lifted, p->lifted, (n + 1) * sizeof (int));
  if (is_path != NULL)
    memcpy (is_path, p->is_path, (n + 1) * sizeof (gboolean));
  if (n_moved != NULL)
    *n_moved = moved;
  return TRUE;
}

/* Fails since a label has a sign at @place. */
static gboolean
fail_sign (int word, TbkPiece label, gsize place, GError **error)
{
  const char *sign = label.bytes[place] == '|' ? "|" : label.bytes[place] == '%' ? "%" : "null";

  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "the label of word %d holds '%s', a sign of marks, expected a label without marks", word,
               sign);
  return FALSE;
}

static gboolean
check_labels (const TbkPseudoProjective *p, const TbkPiece *labels, int n, GError **error)
{
  for (int word = 1; word <= n; word++) {
    gsize place = label_find_sign (labels[word], p->options.style);
    if (place < labels[word].size)
      return fail_sign (word, labels[word], place, error);
  }
  return TRUE;
}

/* Returns TRUE if there is something to mark in the label of @word: most have nothing. */
static inline gboolean
is_marked (const TbkPseudoProjective *p, const int *heads, int word)
{
  return heads[word] != p->lifted[word] || (p->options.scheme != TBK_SCHEME_HEAD && p->is_path[word]);
}

/* Returns the label of @word with its marks. */
static Label
label_of (const TbkPseudoProjective *p, const int *heads, const TbkPiece *labels, int word)
{
  Label label = { .base = labels[word], .is_lifted = heads[word] != p->lifted[word] };

  label.is_path = p->options.scheme != TBK_SCHEME_HEAD && p->is_path[word];
  if (label.is_lifted && p->options.scheme != TBK_SCHEME_PATH)
    label.head = labels[heads[word]];
  return label;
}

/* Makes room for all marked labels. */
static gboolean
reserve_spelled (TbkPseudoProjective *p, const int *heads, const TbkPiece *labels, int n, GError **error)
{
  gsize size = 1;

  for (int word = 1; word <= n; word++) {
    if (!is_marked (p, heads, word))
      continue;
    Label label = label_of (p, heads, labels, word);
    size += label.base.size + label.head.size + LABEL_MOST_SIGNS;
  }
  return ROOM_RESERVE (&p->spelled_room, size, ARRAY (p->spelled))
         || memory_fail (error, "the labels of %d words", n);
}

static void
mark_labels (TbkPseudoProjective *p, const int *heads, const TbkPiece *labels, int n, TbkPiece *new_labels)
{
  char *end = p->spelled;

  for (int word = 1; word <= n; word++) {
    if (!is_marked (p, heads, word))
      continue;
    Label label = label_of (p, heads, labels, word);
    char *start = end;
    end = label_spell (&label, p->options.style, start);
    new_labels[word] = (TbkPiece){ start, (gsize) (end - start) };
  }
}

gboolean
tbk_pseudo_projective_encode (TbkPseudoProjective *p, const int *heads, const TbkPiece *labels, int n,
                              int *new_heads, TbkPiece *new_labels, int *n_moved, GError **error)
{
  int moved;

  g_return_val_if_fail (p != NULL && heads != NULL && labels != NULL && n >= 0, FALSE);
  g_return_val_if_fail (new_heads != NULL && new_labels != NULL, FALSE);
  if (!check_labels (p, labels, n, error) || !lift (p, heads, n, &moved, error)
      || (moved > 0 && !reserve_spelled (p, heads, labels, n, error)))
    return FALSE;
  memcpy (new_heads, p->lifted, (n + 1) * sizeof (int));
  memset (new_labels, 0, (n + 1) * sizeof (TbkPiece));
  if (moved > 0)
    mark_labels (p, heads, labels, n, new_labels);
  if (n_moved != NULL)
    *n_moved = moved;
  return TRUE;
}

/* Takes the marks out of @labels; returns how many labels had some. @findings: what is found is added to
 * it. */
static int
unmark_labels (TbkPseudoProjective *p, const TbkPiece *labels, int n, TbkPiece *new_labels,
               TbkMarkFindings *findings)
{
  const guint written = label_signs_written (p->options.scheme, p->options.style);
  int n_marked = 0;

  p->decoder.labels[0] = (Label){ .is_lifted = FALSE };
  for (int word = 1; word <= n; word++) {
    Label *label = &p->decoder.labels[word];
    *label = label_parse (labels[word], p->options.scheme, p->options.style);
    n_marked += label_has_marks (label);
    const guint signs = label_signs (labels[word]);
    findings->n_lifted += label->is_lifted || label->is_covered;
    findings->n_placed += label->is_covered;
    findings->n_foreign += (signs & ~written) != 0;
    findings->signs |= signs;
    new_labels[word] = label_has_marks (label) ? label->base : (TbkPiece){ 0 };
  }
  return n_marked;
}

gboolean
tbk_pseudo_projective_decode (TbkPseudoProjective *p, const int *heads, const TbkPiece *labels, int n,
                              int *new_heads, TbkPiece *new_labels, int *n_moved, GError **error)
{
  g_return_val_if_fail (p != NULL && heads != NULL && labels != NULL && n >= 0, FALSE);
  g_return_val_if_fail (new_heads != NULL && new_labels != NULL, FALSE);
  if (!label_decoder_reserve (&p->decoder, n, error))
    return FALSE;
  if (!heads_are_in_range (heads, n) || heads_find_cycle (heads, n, p->decoder.queue) != 0)
    return heads_fail (heads, n, error);

  memcpy (new_heads, heads, (n + 1) * sizeof (int));
  new_labels[0] = (TbkPiece){ 0 };
  if (unmark_labels (p, labels, n, new_labels, &p->findings) > 0)
    p->findings.n_placed += label_decoder_run (&p->decoder, new_heads, n, p->options.scheme);
  if (n_moved != NULL) {
    *n_moved = 0;
    for (int word = 1; word <= n; word++)
      *n_moved += new_heads[word] != heads[word];
  }
  return TRUE;
}

void
tbk_pseudo_projective_add_findings (const TbkPseudoProjective *p, TbkMarkFindings *findings)
{
  g_return_if_fail (p != NULL && findings != NULL);

  findings->n_lifted += p->findings.n_lifted;
  findings->n_placed += p->findings.n_placed;
  findings->n_foreign += p->findings.n_foreign;
  findings->signs |= p->findings.signs;
}

gboolean
mark_findings_suggest (const TbkMarkFindings *findings, const TbkPseudoProjectiveOptions *options,
                       TbkScheme *scheme, TbkLabelStyle *style)
{
  const guint signs = findings->signs;
  const gboolean has_path = (signs & (LABEL_PATH | LABEL_UNNAMED)) != 0;
  TbkScheme best = TBK_SCHEME_HEAD;
  TbkLabelStyle spelling = options->style == TBK_LABELS_SPACY ? TBK_LABELS_TBK : options->style;

  g_return_val_if_fail (findings != NULL && options != NULL && scheme != NULL && style != NULL, FALSE);
  if ((signs & LABEL_DOUBLED) != 0)
    spelling = TBK_LABELS_SPACY;
  else if ((signs & LABEL_COVERED) != 0)
    spelling = TBK_LABELS_MALT;
  if (spelling != TBK_LABELS_SPACY && has_path)
    best = (signs & LABEL_NAMED) != 0 ? TBK_SCHEME_HEADPATH : TBK_SCHEME_PATH;
  if (signs == 0 || (best == options->scheme && spelling == options->style))
    return FALSE;
  *scheme = best;
  *style = spelling;
  return TRUE;
}

static TbkPiece
label_of_root (TbkPiece label, gboolean was_root, gboolean is_root)
{
  return was_root == is_root ? label : is_root ? (TbkPiece){ "root", 4 } : (TbkPiece){ "dep", 3 };
}

gboolean
pseudo_projective_projectivize (TbkProjectivizer *projectivizer, TbkPseudoProjective *pseudo,
                                gboolean has_one_root, TbkRandom *random, const int *heads,
                                const TbkPiece *labels, int n, int *new_heads, TbkPiece *new_labels,
                                int *n_moved, GError **error)
{
  int n_roots = 0;

  g_return_val_if_fail (projectivizer != NULL && heads != NULL && labels != NULL && n >= 0, FALSE);
  g_return_val_if_fail (new_heads != NULL && new_labels != NULL, FALSE);
  for (int d = 1; d <= n; d++)
    n_roots += heads[d] == 0;
  if (pseudo != NULL && (n_roots == 1 || !has_one_root)) {
    if (!tbk_pseudo_projective_encode (pseudo, heads, labels, n, new_heads, new_labels, n_moved, error))
      return FALSE;
    for (int d = 1; d <= n; d++)
      if (new_labels[d].bytes == NULL)
        new_labels[d] = labels[d];
    return TRUE;
  }
  if (!(random != NULL ? tbk_projectivize_draw (projectivizer, heads, n, random, new_heads, n_moved, error)
                       : tbk_projectivize (projectivizer, heads, n, new_heads, n_moved, error)))
    return FALSE;
  for (int d = 1; d <= n; d++)
    new_labels[d] = label_of_root (labels[d], heads[d] == 0, new_heads[d] == 0);
  return TRUE;
}
