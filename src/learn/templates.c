/* templates.c - tables of features: those used by default, and from text.
 *
 * Contents
 *   1. default_templates: the features used by default
 *   2. templates: tables of features: from lines of text to places, atoms and templates
 */
#include "learn/learn.h"

#include <string.h>

#include "tbk/base.h"

/* 1. default_templates: the features used by default.
 *
 * Templates of Zhang and Nivre (2011), "Transition-based dependency parsing with rich non-local features",
 * and beyond them morphology, lemmas, affixes, agreement and neighbours, which make up most of the accuracy
 * in languages rich in forms.
 */

/* Templates of all systems, as they read where the front of the input is the second word. */
static const char common[] = "# Words\n"
                             "bias\n"
                             "S0.form\n"
                             "S0.tag\n"
                             "S0.form S0.tag\n"
                             "B0.form\n"
                             "B0.upos\n"
                             "B0.form B0.upos\n"
                             "B1.form\n"
                             "B1.upos\n"
                             "B1.form B1.upos\n"
                             "B2.form\n"
                             "B2.upos\n"
                             "B2.form B2.upos\n"
                             "S1.form\n"
                             "S1.upos\n"
                             "S1.form S1.upos\n"
                             "# Pairs and triples of words\n"
                             "S0.form S0.tag B0.form B0.upos\n"
                             "S0.form S0.tag B0.form\n"
                             "S0.form B0.form B0.upos\n"
                             "S0.form S0.tag B0.upos\n"
                             "S0.tag B0.form B0.upos\n"
                             "S0.form B0.form\n"
                             "S0.tag B0.upos\n"
                             "B0.upos B1.upos\n"
                             "B0.upos B1.upos B2.upos\n"
                             "S0.tag B0.upos B1.upos\n"
                             "S0.tag B0.upos B1.upos B2.upos\n"
                             "S1.upos S0.tag B0.upos\n"
                             "S1.upos S0.tag B0.upos B1.upos\n"
                             "# Structure: heads and children made so far\n"
                             "S0.head.upos S0.tag B0.upos\n"
                             "S0.tag S0.left.upos B0.upos\n"
                             "S0.tag S0.right.upos B0.upos\n"
                             "S0.tag B0.upos B0.left.upos\n"
                             "S0.tag B0.upos B0.right.upos\n"
                             "S0.tag S0.left.upos S0.left2.upos\n"
                             "S0.tag S0.right.upos S0.right2.upos\n"
                             "S0.tag S0.head.upos S0.head.head.upos\n"
                             "B0.upos B0.left.upos B0.left2.upos\n"
                             "S0.head.form\n"
                             "S0.head.upos\n"
                             "S0.head.label\n"
                             "S0.left.form\n"
                             "S0.left.upos\n"
                             "S0.left.label\n"
                             "S0.right.form\n"
                             "S0.right.upos\n"
                             "S0.right.label\n"
                             "B0.left.form\n"
                             "B0.left.upos\n"
                             "B0.left.label\n"
                             "S0.head.head.form\n"
                             "S0.head.head.upos\n"
                             "S0.head.head.label\n"
                             "S0.left2.form\n"
                             "S0.left2.upos\n"
                             "S0.left2.label\n"
                             "S0.right2.form\n"
                             "S0.right2.upos\n"
                             "S0.right2.label\n"
                             "B0.left2.form\n"
                             "B0.left2.upos\n"
                             "B0.left2.label\n"
                             "S0.label\n"
                             "# Distance and valency\n"
                             "S0.form distance\n"
                             "S0.tag distance\n"
                             "B0.form distance\n"
                             "B0.upos distance\n"
                             "S0.form B0.form distance\n"
                             "S0.tag B0.upos distance\n"
                             "S0.form S0.nright\n"
                             "S0.tag S0.nright\n"
                             "S0.form S0.nleft\n"
                             "S0.tag S0.nleft\n"
                             "B0.form B0.nleft\n"
                             "B0.upos B0.nleft\n"
                             "B0.upos B0.nright\n"
                             "# Labels of children\n"
                             "S0.form S0.left.label S0.right.label\n"
                             "S0.tag S0.left.label S0.right.label B0.upos\n"
                             "B0.form B0.left.label B0.right.label\n"
                             "S0.tag B0.upos B0.left.label B0.right.label\n"
                             "S0.tag S0.right.label S0.right2.label\n"
                             "S0.tag S0.left.label S0.left2.label\n"
                             "# Morphology, lemmas and suffixes\n"
                             "S0.feats S0.tag\n"
                             "B0.feats B0.upos\n"
                             "S0.feats S0.tag B0.feats B0.upos\n"
                             "S0.feats S0.tag B0.upos\n"
                             "S0.tag B0.feats B0.upos\n"
                             "S0.lemma S0.tag\n"
                             "B0.lemma B0.upos\n"
                             "S0.lemma B0.lemma\n"
                             "S0.lemma B0.feats B0.upos\n"
                             "S0.feats S0.tag B0.lemma\n"
                             "S0.lemma S0.tag B0.upos\n"
                             "S0.tag B0.lemma B0.upos\n"
                             "S0.suffix S0.tag\n"
                             "B0.suffix B0.upos\n"
                             "S0.suffix S0.tag B0.upos\n"
                             "S0.tag B0.suffix B0.upos\n"
                             "S0.suffix B0.suffix\n"
                             "S0.xpos B0.xpos\n"
                             "S0.xpos\n"
                             "B0.xpos\n"
                             "B1.feats B1.upos\n"
                             "S1.feats S1.upos\n"
                             "B1.lemma\n"
                             "B1.suffix\n"
                             "S1.lemma\n"
                             "S0.feats S0.tag S0.right.upos\n"
                             "B0.feats B0.upos B1.upos\n"
                             "S1.feats S1.upos B0.feats B0.upos\n"
                             "B0.feats B0.upos B1.feats B1.upos\n"
                             "S0.lemma B0.lemma distance\n"
                             "S0.tag S0.feats B0.lemma distance\n"
                             "S0.head.feats\n"
                             "S0.feats S0.right.label\n"
                             "S0.feats S0.left.label\n"
                             "B0.feats B0.left.label\n"
                             "S0.left.lemma S0.lemma\n"
                             "S0.right.lemma S0.lemma\n"
                             "# Agreement\n"
                             "S0.tag S0.case B0.upos B0.case\n"
                             "S0.lemma B0.case B0.upos\n"
                             "S0.case S0.tag B0.lemma\n"
                             "S0.tag B0.upos S0.case=B0.case S0.agreement=B0.agreement\n"
                             "S0.tag S0.agreement B0.upos B0.agreement\n"
                             "S0.tag S0.verb B0.upos B0.verb\n"
                             "S0.tag S0.verb B0.upos B0.case\n"
                             "S0.tag S0.case B0.upos B0.verb\n"
                             "S1.upos S1.case B0.upos B0.case\n"
                             "B0.upos B0.case B1.upos B1.case\n"
                             "S0.lemma B0.case S0.right.label\n"
                             "S0.tag S0.verb B0.case S0.right.label\n"
                             "B0.upos B0.verb S0.case B0.left.label\n"
                             "B0.lemma S0.case B0.left.label\n"
                             "S1.case S1.upos S0.tag\n"
                             "S1.upos S1.case S0.tag S0.case\n"
                             "S1.lemma B0.lemma S0.tag\n"
                             "S1.lemma S0.lemma B0.upos\n"
                             "B1.lemma B0.lemma\n"
                             "B1.lemma B0.lemma S0.tag\n"
                             "# Neighbours in the sentence\n"
                             "S0.tag S0.after.upos B0.before.upos B0.upos\n"
                             "S0.before.upos S0.tag B0.before.upos B0.upos\n"
                             "S0.tag S0.after.upos B0.upos B0.after.upos\n"
                             "S0.before.upos S0.tag B0.upos B0.after.upos\n"
                             "S0.tag S0.after.upos B0.upos\n"
                             "S0.tag B0.before.upos B0.upos\n"
                             "S0.before.upos S0.tag B0.upos\n"
                             "S0.tag B0.upos B0.after.upos\n"
                             "S0.lemma S0.before.lemma\n"
                             "B0.lemma B0.before.lemma\n"
                             "between.upos\n"
                             "between.upos S0.tag B0.upos\n"
                             "# Further away\n"
                             "S2.upos\n"
                             "S2.upos S1.upos S0.tag\n"
                             "S2.upos B0.upos\n"
                             "S2.case B0.case\n"
                             "S2.lemma\n"
                             "B1.upos B2.upos\n"
                             "B1.form B0.upos S0.tag\n"
                             "B0.prefix B0.upos\n"
                             "S0.prefix S0.tag\n"
                             "B0.first\n"
                             "S0.root B0.upos\n"
                             "S0.root B0.upos B1.upos\n"
                             "depth B0.upos\n";

/* Only where the second word is the top of the stack, which can have right children. */
static const char of_the_stack[] = "B0.right.form\n"
                                   "B0.right.upos\n"
                                   "B0.right.label\n"
                                   "B0.right2.form\n"
                                   "B0.right2.upos\n"
                                   "B0.right2.label\n"
                                   "B0.form B0.nright\n"
                                   "B0.upos B0.right.upos B0.right2.upos\n"
                                   "B0.upos input\n";

/* Only of systems with two stacks: what the other one offers, and whether the front has its head. */
static const char of_two_stacks[] = "T0.form\n"
                                    "T0.upos\n"
                                    "T0.lemma\n"
                                    "T0.form T0.upos\n"
                                    "T0.upos B0.upos\n"
                                    "T0.lemma B0.upos\n"
                                    "T0.upos B0.lemma\n"
                                    "T0.lemma B0.lemma\n"
                                    "T0.upos S0.tag\n"
                                    "T0.upos S0.tag B0.upos\n"
                                    "T0.upos T0.feats B0.upos B0.feats\n"
                                    "T0.upos T1.upos B0.upos\n"
                                    "T0.upos B0.upos T0.case=B0.case T0.agreement=B0.agreement\n"
                                    "T0.upos T0.right.upos B0.upos\n"
                                    "T0.upos T0.head.upos B0.upos\n"
                                    "B0.head.upos B0.upos\n"
                                    "S0.tag B0.head.upos B0.upos\n"
                                    "T0.upos B0.head.upos B0.upos\n";

/* A system that never names the front of the input in its transitions joins the two topmost elements. */
gboolean
templates_join_stack (const TbkSystem *system)
{
  for (int t = 0; t < system->n_transitions; t++) {
    const TbkTransition *transition = &system->transitions[t];
    if (transition->head == TBK_PLACE_FRONT || transition->dependent == TBK_PLACE_FRONT
        || transition->related == TBK_PLACE_FRONT)
      return FALSE;
  }
  return TRUE;
}

/* The set of columns that the attributes of a line need, by their names in it. */
static guint
columns_of (const char *line)
{
  static const struct {
    const char *name;
    Field field;
  } needs[] = {
    { ".form", FIELD_FORM },       { ".prefix", FIELD_FORM }, { ".suffix", FIELD_FORM },
    { ".lemma", FIELD_LEMMA },     { ".upos", FIELD_UPOS },   { ".tag", FIELD_UPOS },
    { ".xpos", FIELD_XPOS },       { ".feats", FIELD_FEATS }, { ".case", FIELD_FEATS },
    { ".agreement", FIELD_FEATS }, { ".verb", FIELD_FEATS },
  };
  guint columns = 0;

  for (guint i = 0; i < G_N_ELEMENTS (needs); i++)
    if (strstr (line, needs[i].name) != NULL)
      columns |= 1u << needs[i].field;
  return columns;
}

/* Appends @line with every place one to the left: S0 becomes S1, B0 becomes S0, B1 becomes B0. */
static void
append_shifted (GString *table, const char *line)
{
  for (; *line != '\0'; line++) {
    gboolean is_place = (line[0] == 'S' || line[0] == 'B') && g_ascii_isdigit (line[1]);
    if (!is_place) {
      g_string_append_c (table, *line);
      continue;
    }
    /* A place has one letter and one digit. */
    if (line[0] == 'S')
      g_string_append_printf (table, "S%d", line[1] - '0' + 1);
    else if (line[1] == '0')
      g_string_append (table, "S0");
    else
      g_string_append_printf (table, "B%d", line[1] - '0' - 1);
    line++;
  }
}

/* Appends the lines of a table for which there are columns. Comments have no attributes, so they stay. */
static void
append_lines (GString *table, const char *text, gboolean is_shifted, guint columns)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (int i = 0; lines[i] != NULL && lines[i][0] != '\0'; i++) {
    if ((columns_of (lines[i]) & ~columns) != 0)
      continue;
    if (is_shifted && lines[i][0] != '#')
      append_shifted (table, lines[i]);
    else
      g_string_append (table, lines[i]);
    g_string_append_c (table, '\n');
  }
}

/* The tables are written for systems that join the top of the stack and the front of the input. Where the two
 * topmost elements are joined, every place moves by one, and the features mean the same. */
char *
templates_default (const TbkSystem *system, guint columns)
{
  GString *table = g_string_new (NULL);
  gboolean is_shifted = templates_join_stack (system);

  append_lines (table, common, is_shifted, columns);
  if (is_shifted)
    append_lines (table, of_the_stack, TRUE, columns);
  if ((system->features & TBK_HAS_TWO_STACKS) != 0)
    append_lines (table, of_two_stacks, FALSE, columns);
  return g_string_free (table, FALSE);
}

/* 2. templates: tables of features: from lines of text to places, atoms and templates.
 *
 * A line of the table is a template: atoms with blanks between. An atom is an attribute of a word at a place,
 * and a place is reached by steps from the stack or the input. Equal places and atoms of all lines are stored
 * once, so that each is looked up once for a configuration. From the lines "S0.left.upos B0.form" and
 * "S0.left.form":
 *
 *   places      0: S0    1: left of 0    2: B0          each after the one that it begins at
 *   atoms       0: upos of 1    1: form of 2    2: form of 1
 *   templates   0: atoms 0 and 1    1: atom 2
 */

static const char *const step_names[N_STEPS] = {
  [STEP_S0] = "S0",       [STEP_S1] = "S1",         [STEP_S2] = "S2",     [STEP_S3] = "S3",
  [STEP_B0] = "B0",       [STEP_B1] = "B1",         [STEP_B2] = "B2",     [STEP_B3] = "B3",
  [STEP_T0] = "T0",       [STEP_T1] = "T1",         [STEP_LEFT] = "left", [STEP_LEFT2] = "left2",
  [STEP_RIGHT] = "right", [STEP_RIGHT2] = "right2", [STEP_HEAD] = "head", [STEP_BEFORE] = "before",
  [STEP_AFTER] = "after",
};

/* Names after the last point of an atom that has a place. */
static const struct {
  const char *name;
  AtomKind kind;
  Attribute attribute;
} endings[] = {
  { "form", ATOM_COLUMN, ATTRIBUTE_FORM },
  { "prefix", ATOM_COLUMN, ATTRIBUTE_PREFIX },
  { "suffix", ATOM_COLUMN, ATTRIBUTE_SUFFIX },
  { "lemma", ATOM_COLUMN, ATTRIBUTE_LEMMA },
  { "upos", ATOM_COLUMN, ATTRIBUTE_UPOS },
  { "xpos", ATOM_COLUMN, ATTRIBUTE_XPOS },
  { "feats", ATOM_COLUMN, ATTRIBUTE_FEATS },
  { "case", ATOM_COLUMN, ATTRIBUTE_CASE },
  { "agreement", ATOM_COLUMN, ATTRIBUTE_AGREEMENT },
  { "verb", ATOM_COLUMN, ATTRIBUTE_VERB },
  { "tag", ATOM_TAG, ATTRIBUTE_UPOS },
  { "label", ATOM_LABEL, 0 },
  { "nleft", ATOM_NLEFT, 0 },
  { "nright", ATOM_NRIGHT, 0 },
  { "root", ATOM_ROOT, 0 },
  { "first", ATOM_FIRST, 0 },
  { "vector", ATOM_VECTOR, 0 },
};

static const struct {
  const char *name;
  AtomKind kind;
} placeless[] = {
  { "bias", ATOM_BIAS },   { "distance", ATOM_DISTANCE }, { "between.upos", ATOM_BETWEEN },
  { "depth", ATOM_DEPTH }, { "input", ATOM_INPUT },
};

typedef struct {
  Templates *templates;
  const TbkSystem *system;
  const char *name; /* of the table, and the number of the line */
  int line;
  GError **error;
} Compiler;

G_GNUC_PRINTF (2, 3) static int fail (Compiler *compiler, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (compiler->error, TBK_ERROR, TBK_ERROR_DATA, "%s:%d: %s", compiler->name, compiler->line,
               message);
  return -1;
}

/* The number of the place, which is added if it is new; -1 with the error set where there is no room. */
static int
add_place (Compiler *compiler, PlaceStep step, int parent)
{
  Templates *t = compiler->templates;

  for (int p = 0; p < t->n_places; p++)
    if (t->places[p].step == step && (step < STEP_LEFT || t->places[p].parent == parent))
      return p;
  if (t->n_places == MOST_PLACES)
    return fail (compiler, "more than %d different places", MOST_PLACES);
  t->places[t->n_places] = (Place){ (guint8) step, (guint8) parent };
  return t->n_places++;
}

/* The number of the atom, which is added if it is new. Atoms are bytes without gaps, so they can be compared
 * as such. */
static int
add_atom (Compiler *compiler, Atom atom)
{
  Templates *t = compiler->templates;

  for (int a = 0; a < t->n_atoms; a++)
    if (memcmp (&t->atoms[a], &atom, sizeof atom) == 0)
      return a;
  if (t->n_atoms == MOST_ATOMS)
    return fail (compiler, "more than %d different atoms", MOST_ATOMS);
  t->atoms[t->n_atoms] = atom;
  return t->n_atoms++;
}

/* Parses the names before the last point of @text. The first name is an element of the stack or a word of the
 * input; each later one is a step from there. So "S0.head.head" is three places, of which other templates may
 * use the first two. */
static int
parse_place (Compiler *compiler, char **names, int n_names, const char *text)
{
  int place = -1;

  for (int i = 0; i < n_names; i++) {
    PlaceStep step = 0;
    while (step < N_STEPS && strcmp (step_names[step], names[i]) != 0)
      step++;
    if (step == N_STEPS || (step < STEP_LEFT) != (i == 0)) {
      g_autofree char *atom = tbk_quote (text, strlen (text)),
                      *found = tbk_quote (names[i], strlen (names[i]));
      return fail (compiler, "atom %s: found %s, expected %s", atom, found,
                   i == 0 ? "S0 to S3 or B0 to B3"
                          : "left, left2, right, right2, head, before, after, or at the end an attribute");
    }
    place = add_place (compiler, step, MAX (place, 0));
    if (place < 0)
      return -1;
  }
  return place;
}

/* Parses PLACE.ATTRIBUTE into @atom. The last name is the attribute, all before it the place. */
static gboolean
parse_ending (Compiler *compiler, const char *text, Atom *atom)
{
  g_auto (GStrv) names = g_strsplit (text, ".", -1);
  int n = (int) g_strv_length (names);
  guint e = 0;

  while (n >= 2 && e < G_N_ELEMENTS (endings) && strcmp (endings[e].name, names[n - 1]) != 0)
    e++;
  if (n < 2 || e == G_N_ELEMENTS (endings)) {
    g_autofree char *found = tbk_quote (text, strlen (text));
    fail (compiler, "atom %s: no such atom or attribute", found);
    return FALSE;
  }
  int place = parse_place (compiler, names, n - 1, text);
  *atom = (Atom){ endings[e].kind, endings[e].attribute, (guint8) MAX (place, 0), 0 };
  return place >= 0;
}

/* Parses PLACE.ATTRIBUTE=PLACE.ATTRIBUTE: whether two words have the same value of one attribute. */
static gboolean
parse_same (Compiler *compiler, const char *text, Atom *atom)
{
  g_auto (GStrv) sides = g_strsplit (text, "=", 2);
  Atom left, right;

  if (!parse_ending (compiler, sides[0], &left) || !parse_ending (compiler, sides[1], &right))
    return FALSE;
  if (left.kind != ATOM_COLUMN || right.kind != ATOM_COLUMN || left.attribute != right.attribute) {
    g_autofree char *found = tbk_quote (text, strlen (text));
    fail (compiler, "atom %s: one attribute of two words was expected", found);
    return FALSE;
  }
  *atom = (Atom){ ATOM_SAME, left.attribute, left.place, right.place };
  return TRUE;
}

/* The two words that transitions join. */
static gboolean
set_foci (Compiler *compiler, Atom *atom)
{
  gboolean of_stack = templates_join_stack (compiler->system);
  int first = add_place (compiler, of_stack ? STEP_S1 : STEP_S0, 0);
  int second = first < 0 ? -1 : add_place (compiler, of_stack ? STEP_S0 : STEP_B0, 0);

  if (second < 0)
    return FALSE;
  atom->place = (guint8) first;
  atom->other = (guint8) second;
  return TRUE;
}

/* Atoms without a place are known by their whole name. */
static int
parse_atom (Compiler *compiler, const char *text)
{
  Atom atom = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (placeless); i++)
    if (strcmp (placeless[i].name, text) == 0) {
      atom.kind = placeless[i].kind;
      if ((atom.kind == ATOM_DISTANCE || atom.kind == ATOM_BETWEEN) && !set_foci (compiler, &atom))
        return -1;
      return add_atom (compiler, atom);
    }
  if (strchr (text, '=') != NULL ? !parse_same (compiler, text, &atom)
                                 : !parse_ending (compiler, text, &atom))
    return -1;
  return add_atom (compiler, atom);
}

/* Moves the atom that has several values to the end. */
static void
put_between_last (Templates *t, Template *template)
{
  for (int a = 0; a + 1 < template->n_atoms; a++)
    if (t->atoms[template->atoms[a]].kind == ATOM_BETWEEN) {
      guint8 between = template->atoms[a];
      template->atoms[a] = template->atoms[template->n_atoms - 1];
      template->atoms[template->n_atoms - 1] = between;
    }
}

/* Templates with an atom of several values come last, plain ones before them: to make room for a plain one,
 * the first of the others moves to the end. The hash of a template begins with that of its line, so that a
 * model does not depend on the order of lines. */
static gboolean
compile_line (Compiler *compiler, const char *line)
{
  Templates *t = compiler->templates;
  g_auto (GStrv) words = g_strsplit_set (line, " \t\r", -1);
  Template template = { .seed = words_stable_hash (line, strlen (line)) };
  gboolean has_between = FALSE;

  for (int w = 0; words[w] != NULL; w++) {
    if (words[w][0] == '\0')
      continue;
    if (template.n_atoms == MOST_ATOMS_OF_TEMPLATE)
      return fail (compiler, "more than %d atoms in a template", MOST_ATOMS_OF_TEMPLATE) > 0;
    int atom = parse_atom (compiler, words[w]);
    if (atom < 0)
      return FALSE;
    template.atoms[template.n_atoms++] = (guint8) atom;
    has_between = has_between || t->atoms[atom].kind == ATOM_BETWEEN;
  }
  if (template.n_atoms == 0)
    return TRUE;
  if (t->n_templates == MOST_TEMPLATES)
    return fail (compiler, "more than %d templates", MOST_TEMPLATES) > 0;
  if (has_between) {
    put_between_last (t, &template);
    t->between = template.atoms[template.n_atoms - 1];
    t->templates[t->n_templates++] = template;
    return TRUE;
  }
  t->templates[t->n_templates++] = t->templates[t->n_plain];
  t->templates[t->n_plain++] = template;
  return TRUE;
}

Templates *
templates_compile (const char *text, const TbkSystem *system, const char *name, GError **error)
{
  g_autofree Templates *templates = g_new0 (Templates, 1);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  Compiler compiler = { .templates = templates, .system = system, .name = name, .error = error };

  templates->between = -1;
  for (; lines[compiler.line] != NULL;) {
    const char *line = lines[compiler.line++];
    if (line[0] != '#' && !compile_line (&compiler, line))
      return NULL;
  }
  if (templates->n_templates == 0) {
    fail (&compiler, "no templates, expected one a line");
    return NULL;
  }
  return g_steal_pointer (&templates);
}
