/* tags.c - trees as tags, and tags as trees: what is the same for all encodings. */
#include <math.h>

#include "base/room.h"
#include "tabular/chart.h"
#include "tags/rules.h"
#include "tbk/check.h"
#include "tree/projective.h"
#include "tree/tree.h"

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
  return strcmp (name, hexatags_any.shown.name) == 0 ? &hexatags_any.shown : NULL;
}

struct TbkTags {
  const TagCoder *coder;
  gboolean has_any_root;
  TagSentence s;
  TagWord *words;
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

/* Writes the tags of `heads` into `out`. */
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

  for (int d = 0; d <= s->n; d++)
    heads[d] = -1;
  s->in = in;
  s->heads = heads;
  return tags->coder->read (s);
}

gboolean
tags_read (TbkTags *tags, const TbkPiece *in, int *heads)
{
  return read_tags (tags, in, heads)
         && (tags->s.n == 0 || tags->has_any_root || count_roots (heads, tags->s.n) == 1);
}

/* A tree is in the class if it is what its tags say. So each encoding says what it takes by what it reads; only trees that are
 * not projective need no trial. */
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

/* Returns the cost of a change of a tag: more than those of all bits of a sentence, and its bits. */
static double
cost_of_change (int n, int changed_bits)
{
  int n_bits = 0;

  for (; changed_bits != 0; changed_bits &= changed_bits - 1)
    n_bits++;
  return n_bits == 0 ? 0 : 4.0 * n + 1 + n_bits;
}

/* The bits of a tag: what its signs say. */
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

/* The scores of columns from @first to before @end for a word with the tag @given: what they change. All 0 where it is none. */
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
{
  const TbkTags *tags = data;
  const int column = edge->rule->weight % tags->n_columns;

  tags->chosen[2 * edge->a + (coder_has_gaps (tags->coder) && column >= HEXATAG_GAPS)] = column;
}

/* The search is cubic, as that for the best tags from scores: this many words take about a second. */
enum { MOST_WORDS_CHANGED = 1000 };

/* Finds the well-formed tags that change the fewest of @in. @root: the word that is to be the root; 0: any */
static gboolean
change_fewest (TbkTags *tags, const TbkPiece *in, int root, int *heads, int *n_changed, GError **error)
{
  const int n = tags->s.n, n_columns = (int) g_strv_length ((char **) tags->coder->shown.alphabet);
  const RulesForm form = { .has_any_root = tags->has_any_root, .has_root_lists = TRUE };

  if (n > MOST_WORDS_CHANGED)
    return fail_data (
        error,
        "sentence too long: the tags of %d words are those of no tree, at most %d were expected, "
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

/* The nearest tree of the heads that were read, which are in `read` as well; if that changes any, the one with the root
 * @root, if it is a word. */
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
  *n_changed = 0;
  for (int d = 1; d <= n; d++)
    *n_changed += heads[d] != tags->read[d];
  return TRUE;
}

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
 * root, if some word has it or it was not on 0 before, and no other word has. */
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
