/* default_templates.c - the features used by default.
 *
 * Templates of Zhang and Nivre (2011), "Transition-based dependency parsing with rich non-local features",
 * and beyond them morphology, lemmas, affixes, agreement and neighbours, which make up most of the accuracy
 * in languages rich in forms.
 */
#include <string.h>

#include "features/templates.h"

/* Of all systems, as they read where the front of the input is the second word. */
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

/* The column that an attribute needs, by the names in tables. */
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
    if (line[0] == 'S')
      g_string_append_printf (table, "S%d", line[1] - '0' + 1);
    else if (line[1] == '0')
      g_string_append (table, "S0");
    else
      g_string_append_printf (table, "B%d", line[1] - '0' - 1);
    line++;
  }
}

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
