/* fuzz_measures.c - bytes as a tree, whose lengths, classes and findings agree with one another; or as no tree, which all refuse. */
#include <string.h>

#include "fuzz.h"
#include "tbk/check.h"
#include "tbk/projectivize.h"
#include "tbk/tree.h"
#include "tree/tree.h"

enum { WORDS = 14 };

typedef struct {
  int n, heads[WORDS + 1];
  TbkCheckWord words[WORDS + 1];
} Sentence;

static TbkPiece
piece_of (const char *bytes)
{
  return (TbkPiece){ .bytes = bytes, .size = strlen (bytes) };
}

/* Two bytes a word: its head, and its relation and tag. The word itself stands for 0, so that short inputs are trees, too. */
static void
read_sentence (Sentence *s, const uint8_t *data, size_t size)
{
  static const char *const tags[] = { "NOUN", "PUNCT", "ADP", "VERB", "CCONJ", "PRON", "AUX", "_" };
  static const char *const relations[] = { "nsubj", "punct",    "case",   "root",   "cc",    "conj",
                                           "obj",   "obl",      "mark",   "aux",    "det",   "fixed",
                                           "flat",  "goeswith", "orphan", "appos",  "csubj", "iobj",
                                           "cop",   "clf",      "nmod:x", "advmod", "_" };

  s->n = (int) MIN (size / 2, WORDS);
  s->heads[0] = -1;
  for (int word = 1; word <= s->n; word++) {
    const guint head = *data++, column = *data++;

    s->heads[word] = head == 255 ? s->n + 1 : (int) (head % ((guint) s->n + 1));
    if (s->heads[word] == word && head < 128)
      s->heads[word] = 0;
    s->words[word] = (TbkCheckWord){ .form = piece_of ("w"),
                                     .upos = piece_of (tags[column % G_N_ELEMENTS (tags)]),
                                     .deprel = piece_of (relations[column % G_N_ELEMENTS (relations)]) };
  }
}

static int
count_roots (const int *heads, int n)
{
  int n_roots = 0;

  for (int word = 1; word <= n; word++)
    n_roots += heads[word] == 0;
  return n_roots;
}

/* Bounds of lengths hold one another, and what is given of the order is between them. */
static void
check_lengths (const Sentence *s, gboolean is_projective, gboolean is_planar)
{
  static TbkLengthMeter *meter;
  gint64 lengths[TBK_N_LENGTHS];
  const gint64 *const l = lengths;
  const gint64 pairs = (gint64) s->n * (s->n - 1);

  if (meter == NULL)
    meter = tbk_length_meter_new ();
  FUZZ_CHECK (tbk_lengths_compute (meter, s->heads, s->n, TBK_LENGTHS_ALL, lengths, NULL));
  if (s->n == 0 || count_roots (s->heads, s->n) != 1)
    return;
  FUZZ_CHECK (l[TBK_LENGTH_LEAST] <= l[TBK_LENGTH_LEAST_PLANAR]
              && l[TBK_LENGTH_LEAST_PLANAR] <= l[TBK_LENGTH_LEAST_PROJECTIVE]
              && l[TBK_LENGTH_LEAST_PROJECTIVE] <= l[TBK_LENGTH_GREATEST_PROJECTIVE]
              && l[TBK_LENGTH_GREATEST_PROJECTIVE] <= l[TBK_LENGTH_GREATEST_PLANAR]);
  FUZZ_CHECK (l[TBK_LENGTH_LEAST] <= l[TBK_LENGTH_TOTAL] && l[TBK_LENGTH_TOTAL] <= pairs);
  FUZZ_CHECK (!is_planar
              || (l[TBK_LENGTH_TOTAL] >= l[TBK_LENGTH_LEAST_PLANAR]
                  && l[TBK_LENGTH_TOTAL] <= l[TBK_LENGTH_GREATEST_PLANAR] && l[TBK_LENGTH_CROSSINGS] == 0));
  FUZZ_CHECK (!is_projective
              || (l[TBK_LENGTH_TOTAL] >= l[TBK_LENGTH_LEAST_PROJECTIVE]
                  && l[TBK_LENGTH_TOTAL] <= l[TBK_LENGTH_GREATEST_PROJECTIVE]));
  FUZZ_CHECK (l[TBK_LENGTH_CROSSINGS] <= l[TBK_LENGTH_DISJOINT_PAIRS]);
}

/* No class is left that another includes: those that are asked for one at a time are those that are asked for together. */
static TbkClasses
check_classes (const Sentence *s, gboolean is_projective)
{
  static TbkClassifier *classifier;
  TbkClasses all, one;

  if (classifier == NULL)
    classifier = tbk_classifier_new ();
  FUZZ_CHECK (tbk_tree_classes (classifier, s->heads, s->n, TBK_CLASSES_ALL, &all, NULL));
  FUZZ_CHECK (all.undecided == 0
              && (all.outside & classes_widest (all.outside)) == classes_widest (all.outside));
  FUZZ_CHECK (!is_projective || all.outside == 0);
  FUZZ_CHECK (((all.outside & TBK_CLASS_BIT (TBK_CLASS_PROJECTIVE)) == 0) == is_projective);
  FUZZ_CHECK (((all.outside & TBK_CLASS_BIT (TBK_CLASS_GAP_1)) == 0) == (all.gap_degree <= 1));
  FUZZ_CHECK (((all.outside & TBK_CLASS_BIT (TBK_CLASS_EDGE_2)) == 0) == (all.edge_degree <= 2));
  for (int c = 0; c < TBK_N_CLASSES; c++) {
    FUZZ_CHECK (tbk_tree_classes (classifier, s->heads, s->n, TBK_CLASS_BIT (c), &one, NULL));
    FUZZ_CHECK (one.outside == (all.outside & TBK_CLASS_BIT (c)));
  }
  return all;
}

/* Each finding changes one head and leaves fewer non-projective arcs, to the last. */
static void
check_findings (const Sentence *s, int n_nonprojective, int lost)
{
  static TbkChecker *checker;
  static TbkTree *tree;
  TbkFindings found;
  const TbkIncident *incidents;
  int n_incidents, heads[WORDS + 1], left = n_nonprojective, n_moved = 0;

  if (checker == NULL) {
    checker = tbk_checker_new (NULL);
    tree = tbk_tree_new ();
  }
  FUZZ_CHECK (tbk_check_findings (checker, s->heads, s->words, s->n, &found, NULL));
  FUZZ_CHECK (found.n_nonprojective == n_nonprojective && found.left == 0 && found.lost_arcs == lost);
  FUZZ_CHECK (found.n_findings >= lost && (found.n_findings == 0) == (n_nonprojective == 0));
  memcpy (heads, s->heads, sizeof heads);
  for (int f = 0; f < found.n_findings; f++) {
    const TbkFinding *finding = &found.findings[f];

    FUZZ_CHECK (heads[finding->word] == finding->head && finding->new_head != finding->head
                && finding->left < left);
    heads[finding->word] = finding->new_head;
    FUZZ_CHECK (tbk_tree_set (tree, heads, s->n, NULL)
                && tbk_tree_nonprojective_arcs (tree) == finding->left);
    left = finding->left;
  }
  for (int word = 1; word <= s->n; word++) {
    FUZZ_CHECK (heads[word] == found.heads[word]);
    n_moved += heads[word] != s->heads[word];
  }
  FUZZ_CHECK (n_moved >= lost);
  FUZZ_CHECK (tbk_check_incidents (checker, s->heads, s->words, s->n, &incidents, &n_incidents, NULL));
  for (int i = 0; i < n_incidents; i++)
    FUZZ_CHECK (incidents[i].word >= 1 && incidents[i].word <= s->n && incidents[i].node <= s->n);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static TbkTree *tree;
  static TbkProjectivizer *projectivizer;
  Sentence s;
  TbkClasses classes;
  int projective[WORDS + 1], lost, n_nonprojective;
  g_autoptr (GError) error = NULL;

  if (tree == NULL) {
    tree = tbk_tree_new ();
    projectivizer = tbk_projectivizer_new (NULL);
  }
  read_sentence (&s, data, size);
  if (!tbk_tree_set (tree, s.heads, s.n, &error)) {
    FUZZ_CHECK (!tbk_projectivize (projectivizer, s.heads, s.n, projective, &lost, NULL));
    return 0;
  }
  n_nonprojective = tbk_tree_nonprojective_arcs (tree);
  FUZZ_CHECK (tbk_projectivize (projectivizer, s.heads, s.n, projective, &lost, NULL));
  FUZZ_CHECK ((lost == 0) == (n_nonprojective == 0) && lost <= n_nonprojective);
  classes = check_classes (&s, n_nonprojective == 0);
  check_lengths (&s, n_nonprojective == 0, (classes.outside & TBK_CLASS_BIT (TBK_CLASS_PLANAR)) == 0);
  check_findings (&s, n_nonprojective, lost);
  return 0;
}
