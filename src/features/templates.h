/* templates.h - tables of features as text, and compiled.
 *
 * A line is a template: the conjunction of its atoms, with spaces between them. A feature is a template with
 * values. An atom is
 *
 *   PLACE.form .lemma .upos .xpos .feats   a column of the word there; the form in lower case
 *   PLACE.prefix .suffix                   three letters of the form
 *   PLACE.case .agreement .verb            Case; Gender, Number and Person; VerbForm, PronType and Voice
 *   PLACE.tag                              the UPOS, and the label of the element of the stack
 *   PLACE.label                            the relation to the head, once it is chosen
 *   PLACE.nleft .nright                    how many children it has
 *   PLACE.root .first                      whether it is word 0, word 1
 *   PLACE.case=PLACE.case                  whether two attributes are equal
 *   bias  distance  depth  input           1; words from the first focus to the second; elements in the
 *                                          stack; whether input remains
 *   PLACE.vector                           in networks: what stands for the word there
 *   between.upos                           each UPOS between the two foci: a feature for each
 *
 * and a PLACE is S0 (the top of the stack) to S3, B0 (the front of the input) to B3, T0 (the top of the
 * second of two stacks, or the front of the second list) to T1, or one of these followed by .left .left2
 * .right .right2 (outermost children made so far, and those next to them), .head, .before and .after (the
 * words beside it in the sentence). A line that begins with # is a comment.
 *
 * The foci are the words that transitions join: S0 and B0 or, where the front of the input takes no part in
 * arcs, S1 and S0.
 */
#ifndef FEATURES_TEMPLATES_H
#define FEATURES_TEMPLATES_H

#include "features/words.h"
#include "tbk/transition.h"

enum {
  MOST_PLACES = 64,
  MOST_ATOMS = 255,
  MOST_ATOMS_OF_TEMPLATE = 8,
  MOST_TEMPLATES = 1000,
  MOST_BETWEEN = 15
};

/* A place is a step from another one, its parent, or from the configuration. */
typedef enum {
  STEP_S0,
  STEP_S1,
  STEP_S2,
  STEP_S3,
  STEP_B0,
  STEP_B1,
  STEP_B2,
  STEP_B3,
  STEP_T0,
  STEP_T1,
  STEP_LEFT,
  STEP_LEFT2,
  STEP_RIGHT,
  STEP_RIGHT2,
  STEP_HEAD,
  STEP_BEFORE,
  STEP_AFTER,
  N_STEPS,
} PlaceStep;

typedef struct {
  guint8 step, parent;
} Place;

typedef enum {
  ATOM_COLUMN, /* `attribute` of the word */
  ATOM_TAG,
  ATOM_LABEL,
  ATOM_NLEFT,
  ATOM_NRIGHT,
  ATOM_ROOT,
  ATOM_FIRST,
  ATOM_SAME, /* `attribute` of the words at `place` and `other` */
  ATOM_BIAS,
  ATOM_DISTANCE, /* from `place` to `other`, as next */
  ATOM_BETWEEN,
  ATOM_DEPTH,
  ATOM_INPUT,
  ATOM_VECTOR,
} AtomKind;

typedef struct {
  guint8 kind, attribute, place, other;
} Atom;

typedef struct {
  guint64 seed;
  guint8 atoms[MOST_ATOMS_OF_TEMPLATE];
  int n_atoms;
} Template;

typedef struct {
  Place places[MOST_PLACES];
  int n_places;
  Atom atoms[MOST_ATOMS];
  int n_atoms;
  int between;              /* the number of that atom, which stands last in its templates; or -1 */
  int n_templates, n_plain; /* those with `between` come after the plain ones */
  Template templates[MOST_TEMPLATES];
} Templates;

/* The table that is used by default for @system, without the templates that read columns other than
 * @columns, a set of bits 1 << Field. */
char *templates_default (const TbkSystem *system, guint columns);

/**
 * templates_compile:
 * @name: of the table, for messages
 *
 * Returns: (transfer full): to be freed with g_free(); NULL with @error set
 */
Templates *templates_compile (const char *text, const TbkSystem *system, const char *name, GError **error);

/* Whether transitions of @system join the two topmost elements of the stack, not the top and the front. */
gboolean templates_join_stack (const TbkSystem *system);

#endif
