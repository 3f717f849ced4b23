/* classes.h - classes of restricted non-projectivity: which of them a tree is in.
 *
 *   g_autoptr (TbkClassifier) classifier = tbk_classifier_new ();
 *   TbkClasses classes;
 *
 *   if (tbk_tree_classes (classifier, heads, n, TBK_CLASSES_ALL, &classes, &error)
 *       && (classes.outside & TBK_CLASS_BIT (TBK_CLASS_WELL_NESTED)) != 0)
 *     puts ("ill-nested");
 *
 * Words     0 is the artificial root and stands left of 1, 1..n are the words; heads[0] = -1. 0 may have
 *           several children.
 * Terms     a dominates b: b is a, or a dominates b's head. The yield of a word are the words that it
 *           dominates; it has a gap for each run of other words between two of its own. The span of an arc
 *           are the words strictly between its ends. Two arcs cross if one end of one, and only one, lies in
 *           the span of the other, and they share no end.
 * Arcs of 0 Classes told by crossings ignore them, except the classes whose names end in 0. (With them,
 *           planar would be proj.) Authors differ here: the program LAL counts them for 1-endpoint-crossing
 *           trees, and not for planar ones.
 * Cost      O(n) for a projective tree. Else the tree is contracted first, which changes no class
 *           (docs/design/measures.md proves it, but for TBK_CLASS_MULTI_HEADED_4, for which it is tested on
 *           all trees of up to 6 words): of the m words that remain, 5 or fewer in half of the non-projective
 *           trees of the Universal Dependencies, crossings and yields take O(m^2), TBK_CLASS_MULTI_HEADED_4
 *           O(m^3) steps of sets of words, and TBK_CLASS_MILDLY_ILL_NESTED O(3^p) if siblings interleave of
 *           which there are p - 1.
 * Undecided If m is over TBK_CLASSES_MAX_WORDS, all but TBK_CLASS_PROJECTIVE and the classes of Attardi; and
 *           TBK_CLASS_MILDLY_ILL_NESTED if p is over TBK_CLASSES_MAX_PARTS.
 * Errors    TBK_ERROR_DATA for heads that are no tree (tbk/tree.h), TBK_ERROR_RESOURCE if memory runs out; it
 *           grows to the longest tree and is kept.
 * Threads   a classifier belongs to one thread at a time.
 * Source    the classes name theirs.
 * Since     0.2
 */
#ifndef TBK_CLASSES_H
#define TBK_CLASSES_H

#include <glib.h>

#include "tbk/declarations.h"
#include "tbk/error.h"

TBK_BEGIN_DECLS

/* The classes, with the names by which tables and options call them. Projective trees are in all. */
typedef enum {
  /* proj: every word in the span of an arc is dominated by the arc's head. */
  TBK_CLASS_PROJECTIVE,
  /* planar: no two arcs cross (Kuhlmann and Nivre 2006). */
  TBK_CLASS_PLANAR,
  /* 2planar, 2planar0: the arcs can have two colours, so that none crosses one of its own (Yli-Jyrä 2003;
   * Gómez-Rodríguez and Nivre 2010). */
  TBK_CLASS_2_PLANAR,
  TBK_CLASS_2_PLANAR_0,
  /* 1ec, 1ec0: all arcs that cross one and the same arc have an end in common (Pitler, Kannan and Marcus
   * 2013). */
  TBK_CLASS_1_ENDPOINT_CROSSING,
  TBK_CLASS_1_ENDPOINT_CROSSING_0,
  /* mh4: what the parser of Gómez-Rodríguez, Carroll and Weir (2011) with up to four heads an item builds. */
  TBK_CLASS_MULTI_HEADED_4,
  /* inh0, inh1: well nested, at most one gap each. A word with a gap has at most 0 (or 1) children whose
   * yields have words on both sides of it (Pitler, Kannan and Marcus 2012: gap-minding, 1-inherit). */
  TBK_CLASS_INHERIT_0,
  TBK_CLASS_INHERIT_1,
  /* wn, well nested: no two disjoint yields interleave, as a in one, b in the other, c in one, d in the
   * other, a < b < c < d (Bodirsky, Kuhlmann and Möhl 2005). */
  TBK_CLASS_WELL_NESTED,
  /* gap1, gap2: no yield has more than one gap, two gaps: gap degree (Kuhlmann and Nivre 2006). */
  TBK_CLASS_GAP_1,
  TBK_CLASS_GAP_2,
  /* wg1, wg2: both. */
  TBK_CLASS_WELL_NESTED_GAP_1,
  TBK_CLASS_WELL_NESTED_GAP_2,
  /* mg1, mildly ill-nested of gap degree 1 (Gómez-Rodríguez, Carroll and Weir 2011). The yield of each word
   * can be put together from the word and the yields of its children, two sets at a time, with at most one
   * gap in any of them. */
  TBK_CLASS_MILDLY_ILL_NESTED,
  /* edge1, edge2: edge degree (Kuhlmann and Nivre 2006). Of the components of the graph on the span of an
   * arc, at most one (two) have a root that the arc's head does not dominate. Arcs of 0 have none. */
  TBK_CLASS_EDGE_1,
  TBK_CLASS_EDGE_2,
  /* attardi2, attardi3, attardi4: the system attardi-2, -3, -4 builds the tree (Attardi 2006). */
  TBK_CLASS_ATTARDI_2,
  TBK_CLASS_ATTARDI_3,
  TBK_CLASS_ATTARDI_4,
  TBK_N_CLASSES,
} TbkClass;

/* Sets of classes are bits of a number. */
#define TBK_CLASS_BIT(which) (1u << (which))
#define TBK_CLASSES_ALL      (TBK_CLASS_BIT (TBK_N_CLASSES) - 1)

enum {
  TBK_CLASSES_MAX_WORDS = 64,
  TBK_CLASSES_MAX_PARTS = 15,
};

typedef struct {
  guint outside;   /* of the classes asked for, those that the tree is not in */
  guint undecided; /* and those that it was too large for */
  /* The most gaps of a yield; the most components that make an edge degree; -1 if more than
   * TBK_CLASSES_MAX_WORDS remained. */
  int gap_degree, edge_degree;
} TbkClasses;

/* How tables call a class; NULL past the last. */
const char *tbk_class_name (TbkClass which);

/* Of a set of classes that a tree is outside of, those that tell all of it: no other of the set includes
 * them. */
guint tbk_classes_widest (guint outside);

typedef struct TbkClassifier TbkClassifier;

TbkClassifier *tbk_classifier_new (void);
void tbk_classifier_free (TbkClassifier *classifier);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkClassifier, tbk_classifier_free)

/**
 * tbk_tree_classes:
 * @heads: n + 1 integers, a tree (see tbk_tree_set()); n from 0
 * @asked: a set of classes
 * @classes: (out caller-allocates)
 *
 * Decides which of the classes the tree is in. The degrees are set whatever is asked for.
 */
gboolean tbk_tree_classes (TbkClassifier *classifier, const int *heads, int n, guint asked,
                           TbkClasses *classes, GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
