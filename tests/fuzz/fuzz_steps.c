/* fuzz_steps.c - bytes as a tree and a way of steps, whose costs have as their sum what is lost at its end; lines of sequences, which
 * are graded or refused. */
#include <string.h>

#include "commands.h"
#include "draw/steps.h"
#include "fuzz.h"
#include "tbk/draw.h"
#include "tbk/tree.h"

enum { WORDS = 6, LONGEST = 60 };

static const char treebank[] =
    "# sent_id = a\n1\tThe\t_\tDET\t_\t_\t2\tdet\t_\t_\n2\tend\t_\tNOUN\t_\t_\t3\tnsubj\t_\t_\n"
    "3\tcame\t_\tVERB\t_\t_\t0\troot\t_\t_\n4\tof\t_\tADP\t_\t_\t2\tcase\t_\t_\n\n";
static const char trees[] = "(S (NP (D the) (N end)) (VP (V came) (ADVP (A so))))\n";

typedef struct {
  int n, heads[WORDS + 1];
  TbkDrawnRow rows[WORDS];
  TbkDrawnSentence drawn;
} Sentence;

/* The system number @choice, and its steps; NULL where it has no oracle. */
/* The policy under which all computations count, since others make costs that do not add up to the loss. */
static int
free_policy (const TbkSystem *system)
{
  const int free = tbk_system_policy (system, "free"), none = tbk_system_policy (system, "none");

  return free >= 0 ? free : MAX (none, 0);
}

static TbkSteps *
steps_at (guint choice, const TbkSystem **system)
{
  static TbkSteps *made[64];
  guint n = 0;

  while (n < G_N_ELEMENTS (made) && tbk_system_at ((int) n) != NULL)
    n++;
  choice %= n;
  *system = tbk_system_at ((int) choice);
  if (made[choice] == NULL && (*system)->n_policies > 0)
    made[choice] = tbk_steps_new (*system, free_policy (*system), NULL, NULL);
  return made[choice];
}

static void
read_sentence (Sentence *s, const uint8_t **data, size_t *size)
{
  *s = (Sentence){ .n = 1 + (int) (fuzz_choice (data, size) % WORDS), .heads = { -1 } };
  for (int word = 1; word <= s->n; word++) {
    s->heads[word] = (int) (fuzz_choice (data, size) % ((guint) s->n + 1));
    if (s->heads[word] == word)
      s->heads[word] = 0;
    s->rows[word - 1] = (TbkDrawnRow){ .kind = TBK_DRAWN_WORD, .form = { "<w>", 3 } };
  }
  s->drawn = (TbkDrawnSentence){ .rows = s->rows, .n_rows = s->n, .n = s->n, .heads = s->heads };
}

/* Each step costs what its end loses more, on the way and beside it. */
static void
check_costs (const TbkSteps *steps, gsize n_given)
{
  const int length = steps_length (steps), n = steps_n_configurations (steps);

  FUZZ_CHECK (length >= 0 && (gsize) length <= n_given && length < n);
  FUZZ_CHECK ((gsize) length == n_given || steps_problem (steps) != NULL);
  for (int i = 0; i < n; i++) {
    const StepsConfiguration from = steps_configuration (steps, i);

    FUZZ_CHECK (from.taken >= -1 && from.taken < from.n_moves && (i >= length || from.taken >= 0));
    for (int m = 0; m < from.n_moves; m++) {
      const StepsMove *move = &from.moves[m];
      const int next = move->next;

      FUZZ_CHECK (move->cost >= STEPS_DEAD_END && next >= -1 && next < n);
      FUZZ_CHECK (i >= length || m != from.taken || next == i + 1);
      if (next >= 0 && move->cost >= 0 && from.loss >= 0 && steps_configuration (steps, next).loss >= 0)
        FUZZ_CHECK (steps_configuration (steps, next).loss == from.loss + move->cost);
    }
  }
  FUZZ_CHECK (tbk_steps_first_error (steps) >= -1 && tbk_steps_first_error (steps) <= length);
}

static void
draw (const TbkSteps *steps, guint choice)
{
  const TbkDrawOptions options = { .format = choice & 1 ? TBK_DRAW_HTML : TBK_DRAW_TEXT,
                                   .width = (int) (choice & 126) };
  g_autoptr (TbkText) text = tbk_text_new ();
  g_autofree char *bytes = NULL;

  FUZZ_CHECK (tbk_steps_draw (steps, &options, (TbkPiece){ "<t>", 3 }, (choice & 128) != 0, text, NULL));
  bytes = tbk_text_dup (text, NULL);
  FUZZ_CHECK (bytes != NULL && g_utf8_validate (bytes, -1, NULL));
  FUZZ_CHECK (options.format == TBK_DRAW_TEXT
              || (strstr (bytes, "<t>") == NULL && strstr (bytes, "<w>") == NULL));
}

static void
check_way (guint choice, const uint8_t *data, size_t size)
{
  const TbkSystem *system;
  TbkSteps *steps = steps_at (choice, &system);
  const guint how = fuzz_choice (&data, &size);
  g_autoptr (TbkTree) tree = tbk_tree_new ();
  g_autoptr (GError) error = NULL;
  guint8 transitions[LONGEST];
  gsize length = 0;
  Sentence s;

  if (steps == NULL)
    return;
  read_sentence (&s, &data, &size);
  while (length < LONGEST && size > 0)
    transitions[length++] = (guint8) (fuzz_choice (&data, &size) % (guint) system->n_transitions);
  if (!tbk_steps_set_sentence (steps, &s.drawn, transitions, length, s.n <= 4 && (how & 64) != 0, &error)) {
    FUZZ_CHECK (error != NULL);
    FUZZ_CHECK (!tbk_tree_set (tree, s.heads, s.n, NULL)
                || g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
    return;
  }
  FUZZ_CHECK (tbk_tree_set (tree, s.heads, s.n, NULL));
  check_costs (steps, length);
  draw (steps, how);
}

/* The lines are what some user has written. */
static void
check_lines (guint choice, const char *text, gsize size)
{
  static const char *const systems[] = { "--system=arc-eager-nederhof", "--system=swap",
                                         "--system=two-planar",         "--system=covington",
                                         "--system=in-order",           "--system=bottom-up" };
  const gboolean is_of_phrases = choice % 6 >= 4;
  g_autofree char *grade = g_strconcat ("--grade=", fuzz_file (0, text, size), NULL);
  char *words[] = { (char *) "steps",
                    (char *) systems[choice % 6],
                    grade,
                    (char *) (is_of_phrases ? "--input=brackets" : "--input=conllu"),
                    (char *) fuzz_file (1, is_of_phrases ? trees : treebank,
                                        strlen (is_of_phrases ? trees : treebank)),
                    NULL };
  g_autoptr (GError) error = NULL;
  const gboolean done = fuzz_run_command (5, words, FALSE, &error);

  FUZZ_CHECK (done || error != NULL);
  FUZZ_CHECK (error == NULL || (error->domain == TBK_ERROR && error->message[0] != '\0'));
}

/* The first byte: lines from 192 on, else a system. */
int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const guint choice = fuzz_choice (&data, &size);

  if (choice >= 192)
    check_lines (choice, (const char *) data, size);
  else
    check_way (choice, data, size);
  return 0;
}
