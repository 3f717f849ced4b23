/* phrase_tags.c - phrase structure as tags, and tags as phrase structure: what is the same for all encodings.
 *
 * Contents
 *   1. handle: an encoding and its memory
 *   2. encode: from constituents to parts, from parts to text
 *   3. decode: from text to parts, which are changed if they must be, and from parts to constituents
 */
#include "tags/phrase_tags.h"

#include <math.h>

#include "base/room.h"

/* 1. handle: an encoding and its memory. */

static const PhraseCoder *const coders[] = { &tetratags_coder, &juxtapose_coder };

const TbkPhraseEncoding *
tbk_phrase_encoding_at (int i)
{
  return i >= 0 && i < (int) G_N_ELEMENTS (coders) ? &coders[i]->shown : NULL;
}

const TbkPhraseEncoding *
tbk_phrase_encoding_find (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (coders); i++)
    if (strcmp (coders[i]->shown.name, name) == 0)
      return &coders[i]->shown;
  return NULL;
}

struct TbkPhraseTags {
  const PhraseCoder *coder;
  PhraseSentence s;
  GString *text, *joined; /* tags written; labels written anew */
  gsize *ends;            /* of tags in `text` */
  TbkConstituent *constituents;
  gsize n_constituents; /* that there is room for */
  Counter *counter;     /* made when first used */
  int n_levels;         /* of changed tags */
  int *moves;           /* of these, two a word */
  Room room;
};

/* PhraseCoder begins with what callers see of it. */
TbkPhraseTags *
tbk_phrase_tags_new (const TbkPhraseEncoding *encoding)
{
  TbkPhraseTags *tags = g_new0 (TbkPhraseTags, 1);

  G_STATIC_ASSERT (G_STRUCT_OFFSET (PhraseCoder, shown) == 0);
  tags->coder = (const PhraseCoder *) encoding;
  tags->text = g_string_new (NULL);
  tags->joined = g_string_new (NULL);
  return tags;
}

void
tbk_phrase_tags_free (TbkPhraseTags *tags)
{
  if (tags == NULL)
    return;
  room_clear (&tags->room);
  g_string_free (tags->text, TRUE);
  g_string_free (tags->joined, TRUE);
  g_free (tags->constituents);
  counter_free (tags->counter);
  g_free (tags);
}

/* Makes room for @n words and @n_nodes nodes, of which most trees have fewer than two a word. Constituents
 * over the same words are one node here; a tree of n words without such chains has fewer than 2 n. */
static gboolean
reserve (TbkPhraseTags *tags, int n, gsize n_nodes, GError **error)
{
  PhraseSentence *s = &tags->s;

  s->n = n;
  s->n_nodes = 0;
  return ROOM_RESERVE (&tags->room, MAX ((gsize) n, n_nodes / 2) + 1, ARRAY_OF (s->parts, 2),
                       ARRAY_OF (s->nodes, 2), ARRAY (s->firsts), ARRAY (s->scratch[0]),
                       ARRAY (s->scratch[1]), ARRAY (s->scratch[2]), ARRAY (s->scratch[3]),
                       ARRAY (tags->ends), ARRAY_OF (tags->moves, 2))
         || memory_fail (error, "the tags of %d words", n);
}

/* 2. encode: from constituents to parts, from parts to text.
 *
 *   constituents   S over 0..4, VP over 1..4, NP over 2..4    of (S Nobody (VP read (NP the letter)))
 *   nodes          the same, as no two are over the same words
 *   parts          letter and label of each word and gap, by `write` of the encoding
 *   text           `l L/S`, `l R/VP`, `l R/NP`, `r`
 */

static gboolean
check_label (const PhraseCoder *coder, const char *name, GError **error)
{
  g_autofree char *quoted = NULL;

  if (*name != '\0' && strpbrk (name, PART_EXCLUDED) == NULL)
    return TRUE;
  quoted = tbk_quote (name, strlen (name));
  return fail_data (
      error, "the label %s found; %s tags are for labels that are not empty, without blanks and parentheses",
      quoted, coder->shown.name);
}

/* Escapes what would end a label in a tag, or join two. */
static void
append_label (GString *text, const char *name)
{
  for (; *name != '\0'; name++) {
    if (strchr (PART_ESCAPED, *name) != NULL)
      g_string_append_c (text, '\\');
    g_string_append_c (text, *name);
  }
}

/* Adds a constituent to a node: its label is written anew, unless it is the only one and as in tags. Most
 * labels stay where the vocabulary has them, and nothing is copied. */
static void
add_to_node (TbkPhraseTags *tags, TagConstituent *node, const char *name)
{
  GString *text = tags->joined;

  if (!node->is_joined) {
    node->is_joined = TRUE;
    node->at = text->len;
    g_string_append_len (text, node->label.bytes, (gssize) node->label.size);
  }
  if (text->len > node->at)
    g_string_append_c (text, '+');
  append_label (text, name);
  node->label.size = text->len - node->at;
}

/* Joins constituents over the same words to nodes: S over VP over one span is S+VP. They follow each other in
 * pre-order. */
static gboolean
join_chains (TbkPhraseTags *tags, const TbkPhraseTree *tree, const TbkVocabulary *labels, GError **error)
{
  PhraseSentence *s = &tags->s;

  for (int i = 0; i < tree->n_constituents; i++) {
    const TbkConstituent *c = &tree->constituents[i];
    const char *name = tbk_vocabulary_name (labels, c->label);
    gboolean is_new = s->n_nodes == 0 || s->nodes[s->n_nodes - 1].left != c->left
                      || s->nodes[s->n_nodes - 1].right != c->right;

    if (!check_label (tags->coder, name, error))
      return FALSE;
    if (is_new)
      s->nodes[s->n_nodes++] =
          (TagConstituent){ .left = c->left, .right = c->right, .child = -1, .child_end = c->left + 1 };
    if (is_new && strpbrk (name, PART_ESCAPED) == NULL)
      s->nodes[s->n_nodes - 1].label = (TbkPiece){ name, strlen (name) };
    else
      add_to_node (tags, &s->nodes[s->n_nodes - 1], name);
  }
  return TRUE;
}

/* Finds the first child of each node, if it is no word: it comes next, and begins at the same word. Labels
 * that were written anew are placed now, when their text grows no more. */
/* Children are not searched for: nodes come in pre-order, and only a first child begins where its parent
 * does. */
static void
find_children (PhraseSentence *s, const GString *joined)
{
  for (int k = 0; k < s->n_nodes; k++) {
    TagConstituent *node = &s->nodes[k];

    if (node->is_joined)
      node->label.bytes = joined->str + node->at;
    if (k + 1 < s->n_nodes && node[1].left == node->left) {
      node->child = k + 1;
      node->child_end = node[1].right;
    }
  }
}

/* Writes all tags into one text, and where each ends: pieces are made of it when it grows no more. */
static void
write_text (TbkPhraseTags *tags)
{
  const int n_parts = phrase_coder_parts (tags->coder), n = tags->s.n;

  g_string_truncate (tags->text, 0);
  for (int i = 0; i < n; i++) {
    tags->coder->write_part (phrase_sentence_part (&tags->s, i, 0), tags->text);
    if (n_parts > 1 && i < n - 1) {
      g_string_append_c (tags->text, ' ');
      tags->coder->write_part (phrase_sentence_part (&tags->s, i, 1), tags->text);
    }
    tags->ends[i] = tags->text->len;
  }
}

/* Each word's tag is its parts, with a blank between; the last word has one part. */
gboolean
tbk_phrase_tags_encode (TbkPhraseTags *tags, const TbkPhraseTree *tree, const TbkVocabulary *labels,
                        TbkPiece *out, GError **error)
{
  if (!reserve (tags, tree->n, (gsize) tree->n_constituents, error))
    return FALSE;
  memset (tags->s.parts, 0, 2 * ((gsize) tree->n + 1) * sizeof (PhrasePart));
  g_string_truncate (tags->joined, 0);
  if (!join_chains (tags, tree, labels, error))
    return FALSE;
  find_children (&tags->s, tags->joined);
  tags->coder->write (&tags->s);
  write_text (tags);
  for (int i = 0; i < tree->n; i++) {
    const gsize start = i == 0 ? 0 : tags->ends[i - 1];

    out[i] = (TbkPiece){ tags->text->str + start, tags->ends[i] - start };
  }
  return TRUE;
}

/* 3. decode: from text to parts, which are changed if they must be, and from parts to constituents.
 *
 * The steps for tags of any kind:
 *
 *   read_tag()            letters, labels and moves of a word and its gap
 *   is_well_formed()      the counter goes through all moves; if not:
 *   change_fewest()       the moves of least cost, and each part is changed to its move
 *   read                  nodes, by the encoding
 *   list_constituents()   a node S+VP becomes S and VP
 */

/* Reads the tag of a word. FALSE if there is more than its parts: a gap behind the last word. */
static gboolean
read_tag (PhraseSentence *s, const PhraseCoder *coder, TbkPiece tag, int word)
{
  const char *blank = !coder->shown.has_gaps || tag.size == 0 ? NULL : memchr (tag.bytes, ' ', tag.size);
  const TbkPiece first = { tag.bytes, blank == NULL ? tag.size : (gsize) (blank - tag.bytes) };
  const TbkPiece gap =
      blank == NULL ? (TbkPiece){ NULL, 0 } : (TbkPiece){ blank + 1, tag.size - first.size - 1 };

  coder->read_part (first, 0, phrase_sentence_part (s, word, 0));
  if (word == s->n - 1)
    return blank == NULL;
  if (coder->shown.has_gaps)
    coder->read_part (gap, 1, phrase_sentence_part (s, word, 1));
  return TRUE;
}

/* Returns TRUE if the counter can go through all parts to a good end. That, and that each part can be where
 * it is, is all: such sequences are tags of a tree. */
static gboolean
is_well_formed (const PhraseSentence *s, const PhraseCoder *coder)
{
  const int n_parts = phrase_coder_parts (coder), n_steps = phrase_coder_steps (coder, s->n);
  int counter = 0;

  for (int step = 0; step < n_steps; step++) {
    const int word = step / n_parts;
    const PhrasePart *part = phrase_sentence_part (s, word, step % n_parts);
    CounterMove move;

    if (part->move < 0 || !coder->allows (part, word, s->n))
      return FALSE;
    move = coder->find_move (part->move, word);
    if (counter < move.least)
      return FALSE;
    counter = move.to >= 0 ? move.to : counter + move.change;
  }
  return coder->is_end (counter);
}

/* Returns how much a part is changed: more than all letters, labels and levels of a sentence, and those that
 * are. A part has four of these, and a word at most two parts: so 8 n bounds them all, and one changed part
 * weighs more. */
static double
cost_of_change (const PhrasePart *given, const PhrasePart *part, int n)
{
  const int n_changed = (given->letter != part->letter) + (given->level != part->level)
                        + !part_is_same_label (given->own, part->own)
                        + !part_is_same_label (given->made, part->made);

  if (given->letter == '\0') /* nothing of it can be kept */
    return 8.0 * n + 1;
  return n_changed == 0 ? 0 : 8.0 * n + 1 + n_changed;
}

/* Gives each move its cost. A move stands for all parts that have it; of these the one that changes the given
 * part least. */
static void
fill_costs (gconstpointer data, int word, int number, double *weights)
{
  const TbkPhraseTags *tags = data;
  const PhraseCoder *coder = tags->coder;
  const PhrasePart *given = phrase_sentence_part (&tags->s, word, number);

  for (int m = 0; m < coder->count_moves (tags->n_levels); m++) {
    PhrasePart part = *given;

    coder->change_part (&part, m, word, tags->s.n);
    weights[m] = coder->has_move (m, number) ? -cost_of_change (given, &part, tags->s.n) : -INFINITY;
  }
}

/* No tag need be changed to a deeper level than the deepest that is given: all that may follow can follow that one too. */
static int
count_levels (const PhraseSentence *s)
{
  int deepest = 0;

  for (int i = 0; i < s->n; i++)
    deepest = MAX (deepest, phrase_sentence_part (s, i, 0)->level);
  return MIN (deepest, s->n - 1) + 1;
}

/* Words times what can be open at once: that may grow with the words, as of tetratags, of which 4096 are
 * within it. The bound keeps decoding of any input short. */
enum { MOST_STEPS = 1 << 23 };

/* Changes as few parts as possible; the last word also has what is behind its part, and counts as changed
 * then. A word counts once, even if its part and its gap are changed. */
static gboolean
change_fewest (TbkPhraseTags *tags, gboolean is_longer, int *n_changed, GError **error)
{
  const PhraseCoder *coder = tags->coder;
  const int n = tags->s.n, n_parts = phrase_coder_parts (coder);
  CounterTask task = { coder, n, 0, fill_costs, tags, (gsize) 1 << 30 };
  double best;

  tags->n_levels = count_levels (&tags->s);
  task.n_moves = coder->count_moves (tags->n_levels);
  /* Tetratags have most trees begun in the middle of the sentence. */
  if ((gint64) n * coder->most (n / 2, 0, n, task.n_moves) > MOST_STEPS)
    return fail_data (error,
                      "sentence too long: the tags of %d words do not form a tree, and the search for the "
                      "nearest one has more than 2^23 steps, expected fewer words",
                      n);
  if (tags->counter == NULL)
    tags->counter = counter_new ();
  if (!counter_best (tags->counter, &task, &best, tags->moves, error))
    return FALSE;
  for (int i = 0; i < n; i++) {
    gboolean is_changed = is_longer && i == n - 1;

    for (int p = 0; p < n_parts && n_parts * i + p < phrase_coder_steps (coder, n); p++) {
      PhrasePart *part = phrase_sentence_part (&tags->s, i, p);
      const PhrasePart given = *part;

      coder->change_part (part, tags->moves[n_parts * i + p], i, n);
      is_changed |= cost_of_change (&given, part, n) > 0;
    }
    *n_changed += is_changed;
  }
  return TRUE;
}

/* Reads one label of a joined one, which begins at @at, into @text, without backslashes; returns where it
 * ends: of `S+VP` first S, then VP; `A\+B` is one label, A+B. */
static const char *
read_label (const char *at, const char *end, GString *text)
{
  g_string_truncate (text, 0);
  for (; at < end && *at != '+'; at++) {
    at += *at == '\\';
    g_string_append_c (text, *at);
  }
  return at;
}

/* Adds the constituents of a node, the outermost first. */
static gboolean
add_node (TbkPhraseTags *tags, const TagConstituent *node, TbkVocabulary *labels, gsize *n, GError **error)
{
  const char *end = node->label.bytes + node->label.size;

  for (const char *at = node->label.bytes; at < end; at++) {
    int label;

    at = read_label (at, end, tags->joined);
    label = tbk_vocabulary_add (labels, tags->joined->str, tags->joined->len, error);
    if (label < 0)
      return FALSE;
    if (*n == G_MAXINT
        || !try_reserve (&tags->constituents, &tags->n_constituents, *n + 1, sizeof (TbkConstituent)))
      return memory_fail (error, "the constituents of %d words", tags->s.n);
    tags->constituents[(*n)++] = (TbkConstituent){ label, node->left, node->right };
  }
  return TRUE;
}

/* Lists the constituents in pre-order: by the word where they begin, and from the outermost. */
static gboolean
list_constituents (TbkPhraseTags *tags, TbkVocabulary *labels, int *n_constituents, GError **error)
{
  const PhraseSentence *s = &tags->s;
  gsize n = 0;

  for (int i = 0; i < s->n; i++)
    for (int k = s->firsts[i]; k >= 0; k = s->nodes[k].next)
      if (!add_node (tags, &s->nodes[k], labels, &n, error))
        return FALSE;
  *n_constituents = (int) n;
  return TRUE;
}

/* Decodes any tags: well-formed ones are read as they are, others are changed first. */
gboolean
tbk_phrase_tags_decode (TbkPhraseTags *tags, const TbkPiece *in, int n, TbkVocabulary *labels,
                        const TbkConstituent **constituents, int *n_constituents, int *n_changed,
                        GError **error)
{
  gboolean is_longer = FALSE;
  int changed = 0;

  g_return_val_if_fail (n > 0, FALSE);
  if (!reserve (tags, n, 2 * (gsize) n, error))
    return FALSE;
  for (int i = 0; i < n; i++) {
    is_longer |= !read_tag (&tags->s, tags->coder, in[i], i);
    tags->s.firsts[i] = -1;
  }
  if ((is_longer || !is_well_formed (&tags->s, tags->coder))
      && !change_fewest (tags, is_longer, &changed, error))
    return FALSE;
  tags->coder->read (&tags->s);
  if (!list_constituents (tags, labels, n_constituents, error))
    return FALSE;
  *constituents = tags->constituents;
  if (n_changed != NULL)
    *n_changed = changed;
  return TRUE;
}
