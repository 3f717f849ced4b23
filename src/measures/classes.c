/* classes.c - which classes a tree is in: contraction, and then each class asked for.
 *
 *   (NP11)  Contraction, (X1) of projectivize/reduce.h, changes no class and neither degree
 *           (docs/design/measures.md, "Classes")
 */
#include "tbk/classes.h"

#include <string.h>

#include "base/memory.h"
#include "measures/attardi.h"
#include "measures/crossings.h"
#include "measures/multi_headed.h"
#include "measures/yields.h"
#include "tree/heads.h"
#include "tree/projective.h"

struct TbkClassifier {
  int *memory;
  int n_allocated;
  Core core;
  Crossings crossings;
  YieldParts *parts; /* these two are made when first needed */
  MultiHeaded *multi_headed;
};

static const char *const names[TBK_N_CLASSES + 1] = {
  "proj", "planar", "2planar", "2planar0", "1ec",   "1ec0",  "mh4",      "inh0",     "inh1",     "wn", "gap1",
  "gap2", "wg1",    "wg2",     "mg1",      "edge1", "edge2", "attardi2", "attardi3", "attardi4", NULL,
};

const char *
tbk_class_name (TbkClass class)
{
  g_return_val_if_fail ((guint) class <= TBK_N_CLASSES, NULL);
  return names[class];
}

TbkClass
tbk_class_find (const char *name)
{
  int class = 0;

  g_return_val_if_fail (name != NULL, TBK_N_CLASSES);
  while (class < TBK_N_CLASSES && strcmp (names[class], name) != 0)
    class ++;
  return class;
}

/* Of each class the next ones that include it (tests/brute/test_classes.c), for trees with one root. */
static const guint including[TBK_N_CLASSES] = {
  [TBK_CLASS_PROJECTIVE] = TBK_CLASSES_ALL & ~TBK_CLASS_BIT (TBK_CLASS_PROJECTIVE),
  [TBK_CLASS_PLANAR] = TBK_CLASS_BIT (TBK_CLASS_1_ENDPOINT_CROSSING) | TBK_CLASS_BIT (TBK_CLASS_2_PLANAR_0)
                       | TBK_CLASS_BIT (TBK_CLASS_INHERIT_1) | TBK_CLASS_BIT (TBK_CLASS_EDGE_1),
  [TBK_CLASS_2_PLANAR_0] = TBK_CLASS_BIT (TBK_CLASS_2_PLANAR),
  [TBK_CLASS_1_ENDPOINT_CROSSING] = TBK_CLASS_BIT (TBK_CLASS_2_PLANAR),
  [TBK_CLASS_1_ENDPOINT_CROSSING_0] =
      TBK_CLASS_BIT (TBK_CLASS_1_ENDPOINT_CROSSING) | TBK_CLASS_BIT (TBK_CLASS_2_PLANAR_0),
  [TBK_CLASS_MULTI_HEADED_4] = TBK_CLASS_BIT (TBK_CLASS_2_PLANAR_0),
  [TBK_CLASS_INHERIT_0] = TBK_CLASS_BIT (TBK_CLASS_INHERIT_1) | TBK_CLASS_BIT (TBK_CLASS_2_PLANAR),
  [TBK_CLASS_INHERIT_1] = TBK_CLASS_BIT (TBK_CLASS_WELL_NESTED_GAP_1),
  [TBK_CLASS_GAP_1] = TBK_CLASS_BIT (TBK_CLASS_GAP_2),
  [TBK_CLASS_WELL_NESTED_GAP_1] =
      TBK_CLASS_BIT (TBK_CLASS_MILDLY_ILL_NESTED) | TBK_CLASS_BIT (TBK_CLASS_WELL_NESTED_GAP_2),
  [TBK_CLASS_WELL_NESTED_GAP_2] = TBK_CLASS_BIT (TBK_CLASS_WELL_NESTED) | TBK_CLASS_BIT (TBK_CLASS_GAP_2),
  [TBK_CLASS_MILDLY_ILL_NESTED] = TBK_CLASS_BIT (TBK_CLASS_GAP_1),
  [TBK_CLASS_EDGE_1] = TBK_CLASS_BIT (TBK_CLASS_EDGE_2),
  [TBK_CLASS_ATTARDI_2] = TBK_CLASS_BIT (TBK_CLASS_ATTARDI_3),
  [TBK_CLASS_ATTARDI_3] = TBK_CLASS_BIT (TBK_CLASS_ATTARDI_4),
};

guint
tbk_classes_widest (guint outside)
{
  guint widest = outside;

  for (int class = 0; class < TBK_N_CLASSES; class ++)
    if ((including[class] & outside) != 0)
      widest &= ~TBK_CLASS_BIT (class);
  return widest;
}

TbkClassifier *
tbk_classifier_new (void)
{
  return g_new0 (TbkClassifier, 1);
}

void
tbk_classifier_free (TbkClassifier *classifier)
{
  if (classifier == NULL)
    return;
  g_free (classifier->memory);
  g_free (classifier->parts);
  g_free (classifier->multi_headed);
  g_free (classifier);
}

#define CROSSINGS                                                                                            \
  (TBK_CLASS_BIT (TBK_CLASS_PLANAR) | TBK_CLASS_BIT (TBK_CLASS_2_PLANAR)                                     \
   | TBK_CLASS_BIT (TBK_CLASS_1_ENDPOINT_CROSSING))
#define CROSSINGS_0 (TBK_CLASS_BIT (TBK_CLASS_2_PLANAR_0) | TBK_CLASS_BIT (TBK_CLASS_1_ENDPOINT_CROSSING_0))
#define ATTARDI                                                                                              \
  (TBK_CLASS_BIT (TBK_CLASS_ATTARDI_2) | TBK_CLASS_BIT (TBK_CLASS_ATTARDI_3)                                 \
   | TBK_CLASS_BIT (TBK_CLASS_ATTARDI_4))

static inline guint
outside_unless (gboolean is_inside, TbkClass class)
{
  return is_inside ? 0 : TBK_CLASS_BIT (class);
}

static guint
decide_crossings (TbkClassifier *classifier, guint asked)
{
  const Core *core = &classifier->core;
  Crossings *crossings = &classifier->crossings;
  guint outside = 0;

  if ((asked & CROSSINGS) != 0) {
    crossings_find (crossings, core, FALSE);
    outside |= outside_unless (crossings_are_none (crossings, core), TBK_CLASS_PLANAR)
               | outside_unless (crossings_are_bipartite (crossings, core), TBK_CLASS_2_PLANAR)
               | outside_unless (crossings_have_common_ends (crossings, core), TBK_CLASS_1_ENDPOINT_CROSSING);
  }
  if ((asked & CROSSINGS_0) != 0) {
    crossings_find (crossings, core, TRUE);
    outside |=
        outside_unless (crossings_are_bipartite (crossings, core), TBK_CLASS_2_PLANAR_0)
        | outside_unless (crossings_have_common_ends (crossings, core), TBK_CLASS_1_ENDPOINT_CROSSING_0);
  }
  return outside;
}

/* Well-nestedness and gaps. */
static guint
decide_yields (const Core *core, int gap_degree)
{
  gboolean is_well_nested = yields_are_well_nested (core), is_simple = is_well_nested && gap_degree <= 1;

  return outside_unless (is_well_nested, TBK_CLASS_WELL_NESTED)
         | outside_unless (gap_degree <= 1, TBK_CLASS_GAP_1)
         | outside_unless (gap_degree <= 2, TBK_CLASS_GAP_2)
         | outside_unless (is_simple, TBK_CLASS_WELL_NESTED_GAP_1)
         | outside_unless (is_well_nested && gap_degree <= 2, TBK_CLASS_WELL_NESTED_GAP_2)
         | outside_unless (is_simple && yields_inherit (core, 0), TBK_CLASS_INHERIT_0)
         | outside_unless (is_simple && yields_inherit (core, 1), TBK_CLASS_INHERIT_1);
}

static gboolean
decide_mildly_ill_nested (TbkClassifier *classifier, TbkClasses *classes, GError **error)
{
  gboolean is_inside = classes->gap_degree <= 1, is_decided = TRUE;

  if (is_inside && classifier->parts == NULL) {
    classifier->parts = g_try_new (YieldParts, 1);
    if (classifier->parts == NULL)
      return memory_fail (error, "the parts of yields");
  }
  if (is_inside)
    is_inside = yields_are_mildly_ill_nested (&classifier->core, classifier->parts, &is_decided);
  if (!is_decided)
    classes->undecided |= TBK_CLASS_BIT (TBK_CLASS_MILDLY_ILL_NESTED);
  classes->outside |= outside_unless (is_inside, TBK_CLASS_MILDLY_ILL_NESTED);
  return TRUE;
}

static gboolean
decide_multi_headed (TbkClassifier *classifier, TbkClasses *classes, GError **error)
{
  if (classifier->multi_headed == NULL && (classifier->multi_headed = multi_headed_new ()) == NULL)
    return memory_fail (error, "the items of the multi-headed parser");
  classes->outside |= outside_unless (multi_headed_can_build (classifier->multi_headed, &classifier->core),
                                      TBK_CLASS_MULTI_HEADED_4);
  return TRUE;
}

/* Decides all that is about cores of few words. */
static gboolean
decide_core (TbkClassifier *classifier, guint asked, TbkClasses *classes, GError **error)
{
  const Core *core = &classifier->core;

  classes->gap_degree = yields_gap_degree (core);
  classes->edge_degree = yields_edge_degree (core);
  classes->outside |= decide_crossings (classifier, asked) | decide_yields (core, classes->gap_degree)
                      | outside_unless (classes->edge_degree <= 1, TBK_CLASS_EDGE_1)
                      | outside_unless (classes->edge_degree <= 2, TBK_CLASS_EDGE_2);
  if ((asked & TBK_CLASS_BIT (TBK_CLASS_MULTI_HEADED_4)) != 0
      && !decide_multi_headed (classifier, classes, error))
    return FALSE;
  return (asked & TBK_CLASS_BIT (TBK_CLASS_MILDLY_ILL_NESTED)) == 0
         || decide_mildly_ill_nested (classifier, classes, error);
}

/* Contracts the tree and puts what remains into @words, and its heads into @core_heads. Returns how many
 * words remain. */
static int
contract (const int *heads, int n, int *words, int *core_heads, int *scratch)
{
  int n_roots = 0, n_left;

  for (int word = 1; word <= n; word++)
    n_roots += heads[word] == 0;
  n_left = heads_contract (heads, n, n_roots == 1, words, scratch);
  for (int i = 0; i < n_left; i++)
    scratch[words[i]] = i;
  core_heads[0] = -1;
  for (int i = 1; i < n_left; i++)
    core_heads[i] = scratch[heads[words[i]]];
  return n_left - 1;
}

/* The same for a tree that is not projective. */
static gboolean
decide (TbkClassifier *classifier, const int *heads, int n, guint asked, TbkClasses *classes, GError **error)
{
  int *words = classifier->memory, *core_heads = words + n + 1, *scratch = core_heads + n + 1;
  int n_left = contract (heads, n, words, core_heads, scratch);

  classes->outside = TBK_CLASS_BIT (TBK_CLASS_PROJECTIVE);
  for (int degree = 2; degree <= 4 && (asked & ATTARDI) != 0; degree++)
    classes->outside |= outside_unless (attardi_can_build (core_heads, n_left, degree, words, scratch),
                                        TBK_CLASS_ATTARDI_2 + degree - 2);
  if (n_left > TBK_CLASSES_MAX_WORDS) {
    classes->undecided = TBK_CLASSES_ALL & ~(TBK_CLASS_BIT (TBK_CLASS_PROJECTIVE) | ATTARDI);
    classes->gap_degree = classes->edge_degree = -1;
    return TRUE;
  }
  classifier->core.n = n_left;
  memcpy (classifier->core.heads, core_heads, sizeof (int) * ((gsize) n_left + 1));
  core_set (&classifier->core);
  return decide_core (classifier, asked, classes, error);
}

gboolean
tbk_tree_classes (TbkClassifier *classifier, const int *heads, int n, guint asked, TbkClasses *classes,
                  GError **error)
{
  gboolean is_projective;

  g_return_val_if_fail (classifier != NULL && heads != NULL && n >= 0 && classes != NULL, FALSE);
  g_return_val_if_fail ((asked & ~TBK_CLASSES_ALL) == 0, FALSE);
  if (n >= classifier->n_allocated) {
    int room = MAX (128, MAX (n + 1, classifier->n_allocated + classifier->n_allocated / 2));
    if (!TRY_RENEW (classifier->memory, 3 * (gsize) room))
      return memory_fail (error, "the classes of a tree of %d words", n);
    classifier->n_allocated = room;
  }
  if (!projective_check_tree (heads, n, classifier->memory, &is_projective))
    return heads_fail (heads, n, error);
  *classes = (TbkClasses){ 0 };
  if (!is_projective && !decide (classifier, heads, n, asked, classes, error))
    return FALSE;
  classes->outside &= asked;
  classes->undecided &= asked;
  return TRUE;
}
