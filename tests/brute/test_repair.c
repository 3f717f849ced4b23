/* test_repair.c - nearest trees against their definition: all heads of up to 5 words by enumeration, random ones by the
 * decoder of any scores; costs of a user's own; what is counted in trees; limits. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/trees.h"
#include "tbk/check.h"
#include "tbk/decode.h"
#include "unit/time_limit.h"

enum { MOST = 40, N_KINDS = 4 };

static const char *const relations[] = { "root", "punct", "det",  "conj",  "nsubj:pass", "case",
                                         "obl",  "",      "ROOT", "acl:x", "nonsense" };
static const char *const tags[] = { "VERB", "NOUN", "", "PUNCT" };

/* The groups of the table, in its order. */
static const char *const groups[] = {
  "det case clf",
  "mark",
  "aux cop",
  "cc",
  "nsubj csubj expl obj iobj",
  "obl vocative discourse dislocated parataxis orphan reparandum list",
  "advmod",
  "ccomp xcomp advcl",
  "nmod nummod",
  "amod",
  "acl",
  "appos",
  "conj",
  "flat fixed goeswith compound",
  "punct",
};

typedef struct {
  int n, given[MOST + 1]; /* -1: none */
  gboolean has_words;
  TbkCheckWord words[MOST + 1];
  TbkRepairCosts table;
  int ranks[MOST + 1];
} Sentence;

static char *
relation_of (const Sentence *s, int w)
{
  const TbkPiece deprel = s->words[w].deprel;
  char *relation = s->has_words ? g_strndup (deprel.bytes, deprel.size) : g_strdup ("");

  relation[strcspn (relation, ":")] = '\0';
  return relation;
}

static int
group_of (const Sentence *s, int w)
{
  g_autofree char *relation = relation_of (s, w);

  for (int g = 0; g < (int) G_N_ELEMENTS (groups); g++) {
    g_auto (GStrv) names = g_strsplit (groups[g], " ", -1);
    if (g_strv_contains ((const char *const *) names, relation))
      return g;
  }
  return G_N_ELEMENTS (groups);
}

static gboolean
is_root (const Sentence *s, int w)
{
  g_autofree char *relation = relation_of (s, w);

  return g_ascii_strcasecmp (relation, "root") == 0;
}

/* A mark of punctuation, by UPOS and by a relation that is that of one, or root. */
static gboolean
is_mark (const Sentence *s, int w)
{
  g_autofree char *relation = relation_of (s, w);

  return s->has_words && s->words[w].upos.size == 5 && memcmp (s->words[w].upos.bytes, "PUNCT", 5) == 0
         && (is_root (s, w) || strcmp (relation, "punct") == 0);
}

/* A mark on 0 beside a word there. */
static gboolean
is_stop (const Sentence *s, int w)
{
  gboolean has_word = FALSE;

  for (int other = 1; other <= s->n; other++)
    has_word |= s->given[other] == 0 && !is_mark (s, other);
  return has_word && s->given[w] == 0 && is_mark (s, w);
}

static int
cost_of (const Sentence *s, int h, int d)
{
  static const int begins[] = { 1, 2, 4, 8, 16, 32 };
  const int group = is_stop (s, d) ? 14 : group_of (s, d), left = MIN (h, d), right = MAX (h, d);
  int kind = group_of (s, h), n_crossings = 0, distance = 0;

  for (int w = 1; w <= s->n && s->given[h] != 0; w++)
    if (kind == 15 && w != d && s->given[w] == h)
      kind = 17;
  kind = is_stop (s, h) ? 14 : s->given[h] == 0 || is_root (s, h) ? 15 : kind == 15 ? 16 : kind;
  while (distance < 5 && right - left >= begins[distance + 1])
    distance++;
  for (int w = 1; w <= s->n; w++) {
    const int a = MIN (w, s->given[w]), b = MAX (w, s->given[w]);
    n_crossings += w != d && s->given[w] >= 0
                   && ((a < left && left < b && b < right) || (left < a && a < right && right < b));
  }
  return s->table.by_head[group][kind] + s->table.by_distance[group][distance][h > d]
         + s->table.by_crossings[MIN (n_crossings, 3)];
}

/* Whether word @a comes before @b as one on 0: less than 0, 0, or more. */
static int
compare_as_roots (const Sentence *s, int a, int b)
{
  int keys[2][5] = { { 0 } };

  for (int i = 0; i < 2; i++) {
    const int w = i == 0 ? a : b;
    keys[i][0] = is_stop (s, w);
    keys[i][1] = !is_root (s, w);
    keys[i][3] =
        !(s->has_words && s->words[w].upos.size == 4 && memcmp (s->words[w].upos.bytes, "VERB", 4) == 0);
    for (int d = 1; d <= s->n; d++) {
      int h = d;
      keys[i][2] |= s->given[d] > 0 && MIN (d, s->given[d]) < w && w < MAX (d, s->given[d]);
      for (int step = 0; step < s->n && h > 0 && h != w; step++)
        h = s->given[h];
      keys[i][4] -= h == w;
    }
  }
  for (int k = 0; k < 5; k++)
    if (keys[0][k] != keys[1][k])
      return keys[0][k] < keys[1][k] ? -1 : 1;
  return 0;
}

static void
set_ranks (Sentence *s)
{
  for (int w = 1; w <= s->n; w++) {
    s->ranks[w] = 0;
    for (int other = 1; other <= s->n; other++) {
      gboolean is_first = compare_as_roots (s, other, w) < 0;
      for (int before = 1; before < other && is_first; before++)
        is_first = compare_as_roots (s, before, other) != 0;
      s->ranks[w] += is_first;
    }
  }
}

/* An arc that is kept, one from 0, its rank, its cost: digits of one number, the less the better. */
static gint64
value_of (const Sentence *s, int h, int d)
{
  gint64 value = h == s->given[d] ? 0 : (gint64) 1 << 40;

  if (h == 0)
    return value + ((gint64) 1 << 32) + ((gint64) s->ranks[d] << 16);
  return value + cost_of (s, h, d);
}

static void
randomize_words (GRand *random, Sentence *s, gboolean has_words)
{
  s->has_words = has_words;
  for (int w = 1; w <= s->n; w++) {
    const char *deprel = relations[g_rand_int_range (random, 0, G_N_ELEMENTS (relations))];
    const char *upos = tags[g_rand_int_range (random, 0, G_N_ELEMENTS (tags))];
    s->words[w] = (TbkCheckWord){ .deprel = { deprel, strlen (deprel) }, .upos = { upos, strlen (upos) } };
  }
  set_ranks (s);
}

static TbkRepairer *
new_repairer (const Sentence *s, int kind)
{
  const TbkRepairOptions options = { .root = kind & 1 ? TBK_ROOT_ANY : TBK_ROOT_SINGLE,
                                     .is_projective = kind >> 1,
                                     .costs = &s->table };

  return tbk_repairer_new (&options);
}

/* Repairs, counts, repairs again. */
static void
repair (TbkRepairer *repairer, const Sentence *s, int *repaired, int *changed, mpz_t count)
{
  int n_counted, n_again, again[MOST + 1], n_changed = 0;
  const TbkCheckWord *words = s->has_words ? s->words : NULL;

  cr_assert (tbk_repair (repairer, s->given, words, s->n, repaired, changed, NULL));
  cr_assert (tbk_repair_count (repairer, s->given, s->n, count, &n_counted, NULL));
  cr_assert_eq (*changed, n_counted);
  cr_assert (is_tree (repaired, s->n));
  for (int w = 1; w <= s->n; w++)
    n_changed += repaired[w] != s->given[w];
  cr_assert_eq (*changed, n_changed);
  cr_assert (tbk_repair (repairer, repaired, words, s->n, again, &n_again, NULL));
  cr_assert (n_again == 0 && memcmp (again, repaired, (s->n + 1) * sizeof (int)) == 0);
}

/* The first best tree in the order of lists, and how many keep most heads. */
static const int *
enumerate (const Sentence *s, int kind, gsize *n_nearest)
{
  const TreeList *list = all_trees (s->n, kind >> 1);
  const int *best = NULL;
  gint64 least = G_MAXINT64, values[MOST + 1][MOST + 1];

  for (int d = 1; d <= s->n; d++)
    for (int h = 0; h <= s->n; h++)
      values[d][h] = h == d ? 0 : value_of (s, h, d);
  *n_nearest = 0;
  for (gsize t = 0; t < list->n_trees; t++) {
    const int *heads = tree_at (list, t);
    gint64 sum = 0;

    if (!(kind & 1) && count_roots (heads, s->n) != 1)
      continue;
    for (int d = 1; d <= s->n; d++)
      sum += values[d][heads[d]];
    if (sum >> 40 < least >> 40)
      *n_nearest = 0;
    *n_nearest += sum >> 40 <= least >> 40;
    if (sum < least) {
      least = sum;
      best = heads;
    }
  }
  return best;
}

Test (repair, all_small, .timeout = TIME_LIMIT)
{
  GRand *random = g_rand_new_with_seed (41);
  mpz_t count;

  mpz_init (count);
  for (int n = 1; n <= 5; n++) {
    Sentence s = { .n = n, .given = { -1 } };
    TbkRepairer *repairers[N_KINDS];
    int n_heads = 1;

    tbk_repair_costs_default (&s.table);
    for (int kind = 0; kind < N_KINDS; kind++)
      repairers[kind] = new_repairer (&s, kind);
    for (int w = 1; w <= n; w++)
      n_heads *= n + 1;
    for (int code = 0; code < n_heads; code++) {
      for (int w = 1, rest = code; w <= n; w++, rest /= n + 1)
        s.given[w] = rest % (n + 1) == w ? -1 : rest % (n + 1);
      randomize_words (random, &s, code % 3 != 0);
      for (int kind = 0; kind < N_KINDS; kind++) {
        int repaired[MOST + 1], changed;
        gsize n_nearest;
        const int *best = enumerate (&s, kind, &n_nearest);

        repair (repairers[kind], &s, repaired, &changed, count);
        cr_assert_eq (mpz_cmp_ui (count, n_nearest), 0, "n %d, heads %d, kind %d", n, code, kind);
        cr_assert_arr_eq (repaired + 1, best + 1, n * sizeof (int), "n %d, heads %d, kind %d", n, code, kind);
      }
    }
    for (int kind = 0; kind < N_KINDS; kind++)
      tbk_repairer_free (repairers[kind]);
  }
  mpz_clear (count);
  g_rand_free (random);
}

/* A tree, of which some heads are lost, replaced or made a cycle. */
static void
randomize_heads (GRand *random, Sentence *s)
{
  random_tree (random, s->n, g_rand_int_range (random, 0, 4), s->given);
  for (int faults = g_rand_int_range (random, 0, s->n + 1); faults > 0; faults--) {
    const int w = g_rand_int_range (random, 1, s->n + 1);
    s->given[w] = g_rand_int_range (random, -1, s->n + 1);
    if (s->given[w] == w)
      s->given[w] = -1;
  }
}

typedef struct {
  TbkDecoder *decoder;
  TbkDecodeOptions options;
  int n;
  double scores[(MOST + 1) * (MOST + 1)]; /* by dependents */
} Reference;

/* The best score, of trees whose scores may forbid arcs; -infinity if there is none. Where @n_best is there, their
 * number. */
static double
decode (Reference *r, mpz_t *n_best)
{
  int heads[MOST];
  double score;
  TbkTreeRows trees = { .n_trees = 1, .width = r->n, .heads = heads, .scores = &score };
  const TbkArcNumbers arcs = { .real = TBK_FLOAT64, .place = { r->scores, r->n + 1, 1, 0 } };
  const TbkArcScores scores = { .n_sentences = 1, .lengths = &r->n, .scores = &arcs };

  if (n_best != NULL)
    cr_assert (tbk_count_trees (r->decoder, &scores, &r->options, NULL, n_best, NULL));
  cr_assert (tbk_decode (r->decoder, &scores, &r->options, &trees, NULL));
  return score;
}

/* No word of the list can have a lesser head: of all trees as good that agree before it, none has. */
static void
check_least (Reference *r, const int *repaired, double best)
{
  for (int d = 1; d <= r->n; d++) {
    double *row = r->scores + d * (r->n + 1);
    double kept[MOST + 1];

    memcpy (kept, row, sizeof (double) * (r->n + 1));
    for (int h = repaired[d]; h <= r->n; h++)
      row[h] = -G_MAXDOUBLE;
    cr_assert_lt (decode (r, NULL), best, "word %d has the head %d", d, repaired[d]);
    for (int h = 0; h <= r->n; h++)
      row[h] = h == repaired[d] ? kept[h] : -G_MAXDOUBLE;
  }
}

static void
check_by_decoder (Sentence *s, int kind, TbkRepairer *repairer, Reference *r)
{
  int repaired[MOST + 1], changed;
  double sum = 0, best;
  mpz_t count, n_best;

  mpz_inits (count, n_best, NULL);
  r->n = s->n;
  r->options =
      (TbkDecodeOptions){ .is_nonprojective = !(kind >> 1), .has_any_root = kind & 1, .allows_none = TRUE };
  repair (repairer, s, repaired, &changed, count);
  for (int d = 1; d <= s->n; d++)
    for (int h = 0; h <= s->n; h++)
      r->scores[d * (s->n + 1) + h] = s->given[d] == h;
  cr_assert_eq (s->n - decode (r, &n_best), changed);
  cr_assert_eq (mpz_cmp (count, n_best), 0);
  for (int d = 1; d <= s->n; d++) {
    for (int h = 0; h <= s->n; h++)
      r->scores[d * (s->n + 1) + h] = h == d ? 0 : -(double) value_of (s, h, d);
    sum -= (double) value_of (s, repaired[d], d);
  }
  best = decode (r, NULL);
  cr_assert_eq (sum, best, "kind %d: %g instead of %g", kind, sum, best);
  check_least (r, repaired, best);
  mpz_clears (count, n_best, NULL);
}

Test (repair, random, .timeout = TIME_LIMIT)
{
  GRand *random = g_rand_new_with_seed (42);
  Reference reference = { .decoder = tbk_decoder_new () };

  for (int i = 0; i < 1500; i++) {
    Sentence s = { .n = g_rand_int_range (random, 1, i % 10 == 0 ? MOST : 14) };

    tbk_repair_costs_default (&s.table);
    if (i % 4 == 1) /* hardly any costs, so that lists decide; in the third of these without relations */
      memset (&s.table, 0, sizeof s.table);
    if (i % 8 == 1)
      s.table.by_distance[15][0][0] = s.table.by_distance[15][2][1] = 1;
    randomize_heads (random, &s);
    if (i % 5 == 0)
      for (int w = 1; w <= s.n; w++)
        s.given[w] = -1;
    randomize_words (random, &s, i % 3 != 0);
    for (int kind = 0; kind < N_KINDS; kind++) {
      g_autoptr (TbkRepairer) repairer = new_repairer (&s, kind);
      check_by_decoder (&s, kind, repairer, &reference);
    }
  }
  tbk_decoder_free (reference.decoder);
  g_rand_free (random);
}
