/* tags.c - trees as tags, and tags as trees: what is the same for all encodings.
 *
 * Contents
 *   1. encodings: the list of them
 *   2. handle: an encoding, and its memory
 *   3. encode: tags of a tree
 *   4. fewest: tags that fit no tree, changed as few as possible (exact encodings)
 *   5. repair: heads that are no tree, changed as few as possible (all others)
 *   6. decode: a tree for any tags
 *
 * Two trees of four words show all encodings. Comments of this room refer to them as the first and the second
 * tree. A star is written as + here, since a star beside a slash would end the comment.
 *
 *                    1        2        3        4        1        2        3        4
 *   words            Nobody   read     the      letter   letter   read     new      she
 *   heads            2        0        4        2        2        0        1        2
 *
 *   absolute         2        0        4        2        2        0        1        2
 *   relative         +1       0        +1       -2       +1       0        -2       -2
 *   relative-upos    +1@VERB  -1@ROOT  +1@NOUN  -1@VERB  +1@VERB  -1@ROOT  -1@NOUN  -1@VERB
 *   brackets         <        \/       <        \>       1 -> 3 and 2 -> 4 cross: none
 *   brackets-2       <        \/       <        \>       </       \/+      >        >+
 *   4-bit            0100     1111     0100     1110     not projective: none
 *   7-bit            0010000  1011100  0010000  1011000  0010001  1011100  1110000  1010000
 *   hexatags         lL>      rL<      lR>      r        not projective: none
 *   hierarchical     <        >^/      <        >^       not projective: none
 *   hierarchical-any <        >^/^     <        >^       /^<      >^+/^    >^+      >^
 */
#include <math.h>

#include "base/room.h"
#include "tabular/chart.h"
#include "tags/rules.h"
#include "tbk/check.h"
#include "tree/projective.h"
#include "tree/tree.h"

/* 1. encodings: the list of them.
 *
 * In the order in which tbk_tag_encoding_at() numbers them, and so in which they are listed.
 */
static const TagCoder *const coders[] = {
  &offsets_absolute, &offsets_relative, &offsets_upos,   &brackets_one,     &brackets_two,
  &bits_four,        &bits_seven,       &hexatags_coder, &ropes_projective, &ropes_any,
};

const TbkTagEncoding *
tbk_tag_encoding_at (int i)
{
  return i >= 0 && i < (int) G_N_ELEMENTS (coders) ? &coders[i]->shown : NULL;
}

const TbkTagEncoding *
tbk_tag_encoding_find (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (coders); i++)
    if (strcmp (coders[i]->shown.name, name) == 0)
      return &coders[i]->shown;
  /* A variant of hexatags for scores, known by name alone: it is not listed. */
  return strcmp (name, hexatags_any.shown.name) == 0 ? &hexatags_any.shown : NULL;
}

/* 2. handle: an encoding, and its memory. */
struct TbkTags {
  const TagCoder *coder;
  gboolean has_any_root;
  TagSentence s;
  /* Tables of the sentence at hand, which `s` refers to; `room` has them all. */
  TagWord *words;
  /* n + 1 each but for `order`, which has two a word. `heads`: the tree to be written. `read`: the heads that
   * tags say, before anything is repaired. */
  int *heads, *read, *order;
  gsize *ends;
  TbkPiece *out; /* tags to be read again */
  int *chosen;   /* two a word */
  Room room;
  TbkRepairer *repairer;

  /* The grammar of an exact encoding, made when first used. */
  Grammar *grammar;
  Chart *chart;
  double *scores;
  gsize n_scores;
  int n_columns; /* of scores, a word */
};

TbkTags *
tbk_tags_new (const TbkTagEncoding *encoding, const TbkTagsOptions *options)
{
  TbkTags *tags = g_new0 (TbkTags, 1);

  /* Callers have an address of the first field, from which the whole record is found. */
  G_STATIC_ASSERT (G_STRUCT_OFFSET (TagCoder, shown) == 0);
  tags->coder = (const TagCoder *) encoding;
  tags->has_any_root = options != NULL && options->has_any_root && !encoding->has_one_root;
  tags->s.text = g_string_new (NULL);
  tags->s.stack = g_array_new (FALSE, FALSE, sizeof (TagOpen));
  tags->s.left_stack = g_array_new (FALSE, FALSE, sizeof (TagOpen));
  tags->s.marks = g_array_new (FALSE, FALSE, sizeof (TagBracket));
  return tags;
}

void
tbk_tags_free (TbkTags *tags)
{
  if (tags == NULL)
    return;
  g_string_free (tags->s.text, TRUE);
  g_array_unref (tags->s.stack);
  g_array_unref (tags->s.left_stack);
  g_array_unref (tags->s.marks);
  room_clear (&tags->room);
  g_free (tags->scores);
  tbk_repairer_free (tags->repairer);
  grammar_free (tags->grammar);
  chart_free (tags->chart);
  g_free (tags);
}

/* Arrays are only made larger here; each reader and writer sets what it uses. */
TagSentence *
tags_sentence (TbkTags *tags, int n, const TbkPiece *upos, GError **error)
{
  TagSentence *s = &tags->s;

  if (!ROOM_RESERVE (&tags->room, n + 1, ARRAY (tags->words), ARRAY (tags->heads), ARRAY (tags->read),
                     ARRAY_OF (tags->order, 2), ARRAY (tags->ends), ARRAY (tags->out),
                     ARRAY_OF (tags->chosen, 2))) {
    memory_fail (error, "a sentence of %d words", n);
    return NULL;
  }
  s->n = n;
  s->upos = upos;
  s->words = tags->words;
  s->order = tags->order;
  s->ends = tags->ends;
  return s;
}

static int
count_roots (const int *heads, int n)
{
  int n_roots = 0;

  for (int d = 1; d <= n; d++)
    n_roots += heads[d] == 0;
  return n_roots;
}

/* The outermost dependents of each word. */
static void
find_outermost (TagSentence *s)
{
  for (int h = 0; h <= s->n; h++)
    s->words[h].leftmost = s->words[h].rightmost = h;
  for (int d = 1; d <= s->n; d++) {
    TagWord *head = &s->words[s->heads[d]];

    head->leftmost = MIN (head->leftmost, d);
    head->rightmost = MAX (head->rightmost, d);
  }
}

/* Writes the tags of `heads` into `out`. All are in one text, whose address is known when it is complete; so
 * ends are noted first, and pieces made from them last. */
static gboolean
write_tags (TbkTags *tags, TbkPiece *out)
{
  TagSentence *s = &tags->s;
  gboolean done;

  find_outermost (s);
  g_string_truncate (s->text, 0);
  s->ends[0] = 0;
  done = tags->coder->write (s);
  out[0] = (TbkPiece){ NULL, 0 };
  for (int d = 1; done && d <= s->n; d++)
    out[d] = (TbkPiece){ s->text->str + s->ends[d - 1], s->ends[d] - s->ends[d - 1] };
  return done;
}

/* Reads `in` into @heads. */
static gboolean
read_tags (TbkTags *tags, const TbkPiece *in, int *heads)
{
  TagSentence *s = &tags->s;

  /* A head of -1 stays where a tag says none. */
  for (int d = 0; d <= s->n; d++)
    heads[d] = -1;
  s->in = in;
  s->heads = heads;
  return tags->coder->read (s);
}

/* Reads, and checks the number of roots; a cycle needs no check in an exact encoding, whose well-formed tags
 * are tags of a tree. */
gboolean
tags_read (TbkTags *tags, const TbkPiece *in, int *heads)
{
  return read_tags (tags, in, heads)
         && (tags->s.n == 0 || tags->has_any_root || count_roots (heads, tags->s.n) == 1);
}

/* A tree is in the class if it is what its tags say. So each encoding says what it takes by what it reads,
 * and no second definition of a class can differ from it. Trials that cannot succeed are left out: a tree
 * that is not projective for an encoding of projective ones, and one with several roots for an encoding of
 * one. */
gboolean
tbk_tags_encode (TbkTags *tags, const int *heads, const TbkPiece *upos, int n, TbkPiece *out, GError **error)
{
  const TbkTagEncoding *encoding = &tags->coder->shown;
  gboolean is_projective;

  g_return_val_if_fail (n >= 0 && (upos != NULL || !encoding->needs_upos), FALSE);
  if (tags_sentence (tags, n, upos, error) == NULL)
    return FALSE;
  if (!projective_check_tree (heads, n, tags->order, &is_projective))
    return heads_fail (heads, n, error);
  /* The caller's heads stay as they are; the reader below needs them again, to compare. */
  memcpy (tags->heads, heads, ((gsize) n + 1) * sizeof (int));
  tags->s.heads = tags->heads;
  tags->s.is_too_long = FALSE;
  if ((is_projective || !encoding->is_projective)
      && (n == 0 || !encoding->has_one_root || count_roots (heads, n) == 1) && write_tags (tags, out)) {
    read_tags (tags, out, tags->read);
    if (memcmp (tags->read + 1, heads + 1, (gsize) n * sizeof (int)) == 0)
      return TRUE;
  }
  if (tags->s.is_too_long)
    return fail_data (
        error,
        "sentence too long: the %s tags of %d words have more than 2^26 signs for crossings, at "
        "most that many were expected",
        encoding->name, n);
  return fail_data (error, "%s tags are for %s, and this is none", encoding->name, encoding->trees);
}

/* 4. fewest: tags that fit no tree, changed as few as possible.
 *
 * Costs are added over a sentence, and one sum must order by two numbers: changed tags first, changed bits
 * second. A tag has at most 4 bits, so all bits of n words are 4 n or fewer. A changed tag costs 4 n + 1 and
 * its changed bits; so one tag more outweighs any number of bits. Sums are integers, of 1000 words below
 * 2^24, so they are exact in doubles.
 *
 * Returns the cost of a change.
 */
static double
cost_of_change (int n, int changed_bits)
{
  int n_bits = 0;

  /* Counts ones: each turn clears the lowest. */
  for (; changed_bits != 0; changed_bits &= changed_bits - 1)
    n_bits++;
  return n_bits == 0 ? 0 : 4.0 * n + 1 + n_bits;
}

/* Returns the bits of a tag: what its signs say, by which two tags are compared. Each encoding has its own
 * signs: four digits; for hexatags right or left, and > or <; for brackets \, >, ^ and /. Only differences
 * are used. */
static int
find_bits (const TagCoder *coder, const char *tag)
{
  if (coder == &bits_four)
    return (tag[0] - '0') << 3 | (tag[1] - '0') << 2 | (tag[2] - '0') << 1 | (tag[3] - '0');
  if (coder_has_gaps (coder))
    return (tag[0] == 'r' || tag[0] == 'R') << 1 | (tag[1] == '>');
  return (tag[0] == '\\') << 3 | (strchr (tag, '>') != NULL) << 2 | (strchr (tag, '^') != NULL) << 1
         | (strchr (tag, '/') != NULL);
}

/* Fills the scores of columns from @first to before @end for a word with the tag @given: less is worse. All
 * are 0 if it is no tag of theirs: then nothing of it can be kept, and any is as good. */
static void
fill_scores (const TbkTags *tags, double *row, TbkPiece given, int first, int end)
{
  const char *const *alphabet = tags->coder->shown.alphabet;
  int number = sentence_find_tag (given, alphabet);

  if (number < first || number >= end)
    number = -1;
  for (int c = first; c < end; c++)
    row[c] = number < 0 ? 0
                        : -cost_of_change (tags->s.n, find_bits (tags->coder, alphabet[c])
                                                          ^ find_bits (tags->coder, alphabet[number]));
}

/* Hexatags are two of a word: its own, and that of the gap behind it. */
static const char *const joint_hexatags[2][5] = { { "lL<", "lL>", "lR<", "lR>", "l" },
                                                  { "rL<", "rL>", "rR<", "rR>", "r" } };
enum { HEXATAG_GAPS = 2 };

/* A hexatag is cut behind its first byte, the letter of the word; the rest is that of the gap. Each part is
 * compared with the columns of its kind alone. */
static void
fill_all_scores (TbkTags *tags, const TbkPiece *in, int n_columns)
{
  for (int d = 1; d <= tags->s.n; d++) {
    double *row = tags->scores + (gsize) (d - 1) * (gsize) n_columns;
    const TbkPiece word = { in[d].bytes, MIN (in[d].size, 1) };
    const TbkPiece gap = { in[d].bytes + word.size, in[d].size - word.size };

    if (coder_has_gaps (tags->coder)) {
      fill_scores (tags, row, word, 0, HEXATAG_GAPS);
      fill_scores (tags, row, gap, HEXATAG_GAPS, n_columns);
    } else {
      fill_scores (tags, row, in[d], 0, n_columns);
    }
  }
}

TbkPiece
tags_of_columns (const TagCoder *coder, const int *chosen)
{
  const char *tag = coder_has_gaps (coder)
                        ? joint_hexatags[chosen[0]][chosen[1] < 0 ? 4 : chosen[1] - HEXATAG_GAPS]
                        : coder->shown.alphabet[chosen[0]];

  return (TbkPiece){ tag, strlen (tag) };
}

/* The score of a column for word @d, whose head is 0 if @is_root; only @root may have that, if it is a word. There is no gap behind the
 * last word, nor before the first. */
static double
score_at (const TbkTags *tags, gboolean is_root, int root, int column, int d)
{
  const gboolean is_gap = coder_has_gaps (tags->coder) && column >= HEXATAG_GAPS;

  if (d == 0 || (is_gap && d == tags->s.n) || (is_root && root != 0 && d != root))
    return -INFINITY;
  return tags->scores[(gsize) (d - 1) * (gsize) tags->n_columns + (gsize) column];
}

/* Puts scores into the lists of the chart: those of the columns, and behind them those of words that depend on 0. */
static void
load_scores (const TbkTags *tags, int root)
{
  const Chart *c = tags->chart;

  for (int list = 0; list < 2 * tags->n_columns; list++)
    for (int d = 0; d <= c->n; d++)
      ((double *) c->cells)[chart_list (c, &c->scores, list, d)] =
          score_at (tags, list >= tags->n_columns, root, list % tags->n_columns, d);
}

static void
note_column (gpointer data, const Edge *edge)
/* A rule's weight is a number of a list. The lists of words on 0 follow those of all words, in the same
 * order. */
{
  const TbkTags *tags = data;
  const int column = edge->rule->weight % tags->n_columns;

  tags->chosen[2 * edge->a + (coder_has_gaps (tags->coder) && column >= HEXATAG_GAPS)] = column;
}

/* The search is cubic, as that for the best tags from scores: this many words need about a second. A longer
 * sentence is an error, so that no input makes decoding slow. */
enum { MOST_WORDS_CHANGED = 1000 };

/* Finds the well-formed tags that change the fewest of @in. @root: the word that must be the root; 0: any.
 * The steps:
 *
 *   1. Scores are the negative costs of changes; those of words on 0 are the same, but forbidden for other
 *      words than @root.
 *   2. The best derivation of the grammar has the least cost. There is one, as any word is the root of some
 *      tree.
 *   3. Its edges name a column for each word, and for each gap of hexatags.
 *   4. These columns are spelled as tags, and read again. That cannot fail, since the grammar derives tags of
 *      trees alone.
 */
static gboolean
change_fewest (TbkTags *tags, const TbkPiece *in, int root, int *heads, int *n_changed, GError **error)
{
  const int n = tags->s.n, n_columns = (int) g_strv_length ((char **) tags->coder->shown.alphabet);
  const RulesForm form = { .has_any_root = tags->has_any_root, .has_root_lists = TRUE };

  if (n > MOST_WORDS_CHANGED)
    return fail_data (error,
                      "sentence too long: the tags of %d words do not form a tree, at most %d were expected, "
                      "as the nearest tree is found in cubic time",
                      n, MOST_WORDS_CHANGED);
  if (!try_reserve (&tags->scores, &tags->n_scores, (gsize) n * (gsize) n_columns, sizeof (double)))
    return memory_fail (error, "the tags of %d words", n);
  if (tags->grammar == NULL) {
    tags->grammar = rules_new (tags->coder, &form);
    tags->chart = chart_new ();
  }
  tags->n_columns = n_columns;
  fill_all_scores (tags, in, n_columns);
  if (!chart_lay_out (tags->chart, tags->grammar, CHART_DOUBLES, FOR_BEST, &n, 1, error))
    /* A chart for one sentence: one lane, number 0. */
    return FALSE;
  load_scores (tags, root);
  chart_best_doubles.fill (tags->chart, &tags->chart->scores);
  for (int i = 0; i < 2 * (n + 1); i++)
    tags->chosen[i] = -1;
  chart_best_doubles.find (tags->chart, 0, note_column, tags);
  *n_changed = 0;
  for (int d = 1; d <= n; d++) {
    tags->out[d] = tags_of_columns (tags->coder, &tags->chosen[2 * d]);
    *n_changed +=
        tags->out[d].size != in[d].size || memcmp (tags->out[d].bytes, in[d].bytes, in[d].size) != 0;
  }
  if (!read_tags (tags, tags->out, heads))
    g_assert_not_reached ();
  return TRUE;
}

/* 5. repair: heads that are no tree, changed as few as possible.
 *
 * Finds the nearest tree of the heads that were read, which are in `read` as well. Relations may name the
 * root where heads do not. So if the first repair changes something and @root is a word, a second one starts
 * with @root on 0, and without a head for other words on 0.
 */
static gboolean
repair (TbkTags *tags, int root, int *heads, int *n_changed, GError **error)
{
  const int n = tags->s.n;
  int least;

  if (tags->repairer == NULL) {
    const TbkRepairOptions options = { .root = tags->has_any_root ? TBK_ROOT_ANY : TBK_ROOT_SINGLE };

    tags->repairer = tbk_repairer_new (&options);
  }
  if (!tbk_repair (tags->repairer, heads, NULL, n, heads, &least, error))
    return FALSE;
  if (least > 0 && root != 0) {
    for (int d = 1; d <= n; d++)
      heads[d] = d == root ? 0 : tags->read[d] == 0 ? -1 : tags->read[d];
    if (!tbk_repair (tags->repairer, heads, NULL, n, heads, NULL, error))
      return FALSE;
  }
  /* Counted from the tags, not from what the second repair was given. */
  *n_changed = 0;
  for (int d = 1; d <= n; d++)
    *n_changed += heads[d] != tags->read[d];
  return TRUE;
}

/* 6. decode: a tree for any tags. */
/* Returns the word that alone has the relation root, 0 if there is none. */
static int
find_root (const TbkPiece *relations, int n)
{
  int root = 0, n_roots = 0;

  for (int d = 1; relations != NULL && d <= n; d++)
    if (relation_is_root (relations[d])) {
      root = d;
      n_roots++;
    }
  return n_roots == 1 ? root : 0;
}

/* Lets the relations follow the heads of a tree that is not that of the tags: as repaired ones do, a word on 0 has the relation
 * root, if some word has it or it was not on 0 before, and no other word has. Downwards, so that the
 * spelling of the first relation root is used (4 bytes, without a subtype). */
static void
fit_relations (const TbkTags *tags, const int *heads, TbkPiece *relations)
{
  TbkPiece root = { NULL, 0 };

  for (int d = tags->s.n; d >= 1; d--)
    if (relation_is_root (relations[d]))
      root = (TbkPiece){ relations[d].bytes, 4 };
  for (int d = 1; d <= tags->s.n; d++) {
    const gboolean is_root = relation_is_root (relations[d]);

    if (heads[d] != 0 && is_root)
      relations[d] = (TbkPiece){ "dep", 3 };
    else if (heads[d] == 0 && !is_root && root.bytes != NULL)
      relations[d] = root;
    else if (heads[d] == 0 && !is_root && tags->read[d] != 0)
      relations[d] = (TbkPiece){ "root", 4 };
  }
}

/* A tree comes in one of three ways:
 *
 *   well formed          read() gives it; for an encoding that is not exact, repair finds nothing to change
 *   exact encoding       change_fewest()
 *   any other encoding   repair(), of the heads that could be read
 */
gboolean
tbk_tags_decode (TbkTags *tags, const TbkPiece *in, const TbkPiece *upos, TbkPiece *relations, int n,
                 int *heads, int *n_changed, GError **error)
{
  const int root = find_root (relations, n);
  gboolean is_good, done = TRUE;
  int changed = 0;
  GError *fault = NULL;

  g_return_val_if_fail (n >= 0 && (upos != NULL || !tags->coder->shown.needs_upos), FALSE);
  if (tags_sentence (tags, n, upos, error) == NULL)
    return FALSE;
  is_good = tags_read (tags, in, heads);
  memcpy (tags->read, heads, ((gsize) n + 1) * sizeof (int));
  if (!tags->coder->is_exact)
    done = repair (tags, root, heads, &changed, &fault);
  else if (!is_good)
    /* The array is undefined after an error; after success 0 has no head. */
    done = change_fewest (tags, in, root, heads, &changed, &fault);
  heads[0] = -1;
  if (done && changed > 0 && relations != NULL)
    fit_relations (tags, heads, relations);
  if (n_changed != NULL)
    *n_changed = changed;
  if (!done)
    g_propagate_error (error, fault);
  return done;
}

gboolean
tags_fail_score (const char *what, int word, int t, TbkPiece tag, double score, GError **error)
{
  return fail_data (error, "%s[%d,%d] (word %d, tag %.*s) is %s", what, word - 1, t, word,
                    (int) MIN (tag.size, 40), tag.bytes, isnan (score) ? "NaN" : "2^112 or more");
}

/* Sentences are at equal distances in one array, or each where `places` says. */
TbkTagPlace
tags_numbers_place (const TbkTagNumbers *numbers, int sentence)
{
  TbkTagPlace place = numbers->place;

  if (numbers->places != NULL)
    return numbers->places[sentence];
  place.first = (char *) place.first
                + (gint64) sentence * numbers->sentences_apart
                      * (gint64) (numbers->real == TBK_FLOAT32 ? sizeof (float) : sizeof (double));
  return place;
}
