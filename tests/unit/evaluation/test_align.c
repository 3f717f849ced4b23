/* test_align.c - words aligned by the characters of the text: counts made by hand, what is refused, and lower case. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "evaluation/evaluation.h"
#include "tbk/base.h"
#include "unit/memory_limit.h"
#include "unit/scratch.h"

TestSuite (align, .init = make_folder, .fini = remove_folder);

#define WORD(id, form, head, relation) id "\t" form "\t_\t_\t_\t_\t" head "\t" relation "\t_\t_\n"
#define RANGE(id, form)                id "\t" form "\t_\t_\t_\t_\t_\t_\t_\t_\n"

static TbkEvaluation *
evaluate (const char *gold, const char *system, GError **error)
{
  g_autofree char *gold_path = store_text ("gold", gold), *system_path = store_text ("system", system);

  return tbk_evaluate (gold_path, system_path, &(TbkEvaluationOptions){ .evaluated = TBK_EVALUATED_ALIGNED },
                       error);
}

static void
assert_counts (const TbkEvaluation *evaluation, int measure, gint64 right, gint64 gold, gint64 system,
               gint64 aligned)
{
  const TbkAlignedCounts found = tbk_evaluation_aligned (evaluation, measure);

  cr_assert (found.right == right && found.gold == gold && found.system == system && found.aligned == aligned,
             "%s: %d %d %d %d", tbk_evaluation_kind (TBK_EVALUATED_ALIGNED)->measures[measure].name,
             (int) found.right, (int) found.gold, (int) found.system, (int) found.aligned);
}

/* Words that are the same stretch are aligned; of a range, those of one form. */
Test (align, words_by_the_text)
{
  static const char gold[] = RANGE ("1-2", "au") WORD ("1", "\xc3\xa0", "3", "case")
      WORD ("2", "le", "3", "det") WORD ("3", "chatnoir", "0", "root") WORD ("4", ".", "3", "punct") "\n";
  static const char system[] = RANGE ("1-3", "au") WORD ("1", "\xc3\x80", "4", "case")
      WORD ("2", "x", "4", "det") WORD ("3", "le", "4", "det") WORD ("4", "chat", "0", "root")
          WORD ("5", "noir", "4", "amod") "\n" WORD ("1", ".", "0", "root") "\n";
  g_autoptr (TbkEvaluation) evaluation = evaluate (gold, system, NULL);
  TbkAlignedRanges ranges;

  cr_assert_not_null (evaluation);
  assert_counts (evaluation, TBK_ALIGNED_TOKENS, 2, 3, 4, -1);
  assert_counts (evaluation, TBK_ALIGNED_SENTENCES, 0, 1, 2, -1);
  assert_counts (evaluation, TBK_ALIGNED_WORDS, 3, 4, 6, -1);
  assert_counts (evaluation, TBK_ALIGNED_UPOS, 3, 4, 6, 3);
  assert_counts (evaluation, TBK_ALIGNED_UAS, 0, 4, 6, 3); /* the head is not aligned */
  assert_counts (evaluation, TBK_ALIGNED_CLAS, 0, 1, 3, 0);
  ranges = tbk_evaluation_remarks (evaluation).ranges;
  cr_assert (ranges.gold == 1 && ranges.system == 1 && ranges.both == 1);
}

/* Sentences that end with words left over: the last gold word is cut in three. Where a range comes next it may take up the third
 * of them, which has the form of a word in it; that begins in the sentence before. */
Test (align, words_left_over)
{
  static const char gold_plain[] = WORD ("1", "abc", "0", "root") "\n";
  static const char gold_range[] =
      RANGE ("1-2", "xy") WORD ("1", "c", "0", "root") WORD ("2", "y", "1", "obj") "\n";
  static const char cut[] =
      WORD ("1", "a", "0", "root") WORD ("2", "b", "1", "obj") WORD ("3", "c", "1", "obj") "\n";
  static const char whole[] = WORD ("1", "xy", "0", "root") "\n";
  g_autoptr (GString) gold = g_string_new (NULL), system = g_string_new (NULL);
  g_autoptr (TbkEvaluation) evaluation = NULL;

  for (int i = 0; i < 1000; i++) {
    g_string_append_printf (gold, "%s%s%s", gold_plain, gold_plain, gold_range);
    g_string_append_printf (system, "%s%s%s", cut, cut, whole);
  }
  evaluation = evaluate (gold->str, system->str, NULL);
  cr_assert_not_null (evaluation);
  assert_counts (evaluation, TBK_ALIGNED_WORDS, 1000, 4000, 7000, -1);
  assert_counts (evaluation, TBK_ALIGNED_UAS, 0, 4000, 7000, 1000);
  assert_counts (evaluation, TBK_ALIGNED_SENTENCES, 3000, 3000, 3000, -1);
}

/* A range of the system has the words of two of the gold file, which stand in different places: only those of the first match. */
Test (align, words_of_two_ranges_in_one)
{
  static const char gold[] =
      WORD ("1", "w", "0", "root") RANGE ("2-3", "xy") WORD ("2", "a", "1", "dep") WORD ("3", "b", "1", "dep")
          RANGE ("4-5", "zz") WORD ("4", "c", "1", "dep") WORD ("5", "d", "1", "dep") "\n";
  static const char system[] = WORD ("1", "w", "0", "root") RANGE ("2-5", "xy") WORD ("2", "a", "1", "dep")
      WORD ("3", "b", "1", "dep") WORD ("4", "c", "1", "dep") WORD ("5", "d", "1", "dep") RANGE ("6-7", "zz")
          WORD ("6", "e", "1", "dep") WORD ("7", "f", "1", "dep") "\n";
  g_autoptr (TbkEvaluation) evaluation = evaluate (gold, system, NULL);

  cr_assert_not_null (evaluation);
  assert_counts (evaluation, TBK_ALIGNED_WORDS, 3, 5, 7, -1);
}

/* Children with functional relations count for MLAS, one by one; other ones do not. */
Test (align, functional_children)
{
  static const char gold[] = WORD ("1", "the", "2", "det") WORD ("2", "end", "0", "root")
      WORD ("3", "is", "2", "cop:x") WORD ("4", "!", "2", "punct") "\n";
  static const char other_child[] = WORD ("1", "the", "2", "amod") WORD ("2", "end", "0", "root")
      WORD ("3", "is", "2", "cop") WORD ("4", "!", "2", "punct") "\n";
  static const char other_sign[] = WORD ("1", "the", "2", "det") WORD ("2", "end", "0", "root")
      WORD ("3", "is", "2", "cop") WORD ("4", "!", "3", "punct") "\n";
  g_autoptr (TbkEvaluation) without = evaluate (gold, other_child, NULL);
  g_autoptr (TbkEvaluation) with = evaluate (gold, other_sign, NULL);

  assert_counts (without, TBK_ALIGNED_CLAS, 1, 1, 2, 1);
  assert_counts (without, TBK_ALIGNED_MLAS, 0, 1, 2, 1);
  assert_counts (with, TBK_ALIGNED_CLAS, 1, 1, 1, 1);
  assert_counts (with, TBK_ALIGNED_MLAS, 1, 1, 1, 1);
}

static void
assert_refused (const char *gold, const char *system, const char *message)
{
  g_autoptr (GError) error = NULL;

  cr_assert_null (evaluate (gold, system, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  cr_assert_not_null (strstr (error->message, message), "%s", error->message);
}

/* Sentences with several roots, if they may have them: the head of each is the root. No empty line at the end. */
Test (align, several_roots)
{
  const TbkEvaluationOptions any_root = { .evaluated = TBK_EVALUATED_ALIGNED, .has_any_root = TRUE };
  g_autofree char *gold = store_text ("gold", WORD ("1", "a", "0", "root") WORD ("2", "b", "1", "dep"));
  g_autofree char *system = store_text ("system", WORD ("1", "a", "0", "root") WORD ("2", "b", "0", "root"));
  g_autoptr (TbkEvaluation) one = tbk_evaluate (gold, system, &any_root, NULL);
  g_autoptr (TbkEvaluation) same = tbk_evaluate (system, system, &any_root, NULL);

  cr_assert (one != NULL && same != NULL);
  assert_counts (one, TBK_ALIGNED_UAS, 1, 2, 2, 2);
  assert_counts (same, TBK_ALIGNED_LAS, 2, 2, 2, 2);
}

Test (align, refusals)
{
  static const char good[] = WORD ("1", "ab", "0", "root") WORD ("2", "cd", "1", "obj") "\n";

  assert_refused (good, WORD ("1", "ab", "0", "root") WORD ("2", "cD", "1", "obj") "\n",
                  "system:2: text 'D' found, expected 'd' as in");
  assert_refused (good, WORD ("1", "ab", "0", "root") "\n",
                  "system: no more text found, expected 'cd' as in");
  assert_refused (WORD ("1", "ab", "0", "root") "\n", good, "gold: no more text found, expected 'cd' as in");
  assert_refused (good, WORD ("1", "ab", "0", "root") WORD ("2", "cd", "0", "root") "\n",
                  "system:1: a sentence of 2 roots found, expected one");
  assert_refused (good, WORD ("1", "abcd", "0", "root") WORD ("2", "\xc2\xa0", "1", "obj") "\n",
                  "system:2: a form of nothing but spaces");
  /* Within a character, the whole one is told. */
  assert_refused (WORD ("1", "a\xc3\xa9", "0", "root") "\n", WORD ("1", "a\xc3\xa8", "0", "root") "\n",
                  "text '\xc3\xa8' found, expected '\xc3\xa9'");
}

/* The first 20 characters are told, each whole. */
Test (align, long_texts_are_told_by_characters)
{
#define TEN(character)                                                                                       \
  character character character character character character character character character character
  assert_refused (WORD ("1", "ab" TEN ("\xc3\xa9") TEN ("\xc3\xa9") "x", "0", "root") "\n",
                  WORD ("1", "ab" TEN ("\xc3\xa8") TEN ("\xc3\xa8") "x", "0", "root") "\n",
                  "text '" TEN ("\xc3\xa8") TEN ("\xc3\xa8") "' found, expected '" TEN ("\xc3\xa9")
                      TEN ("\xc3\xa9") "'");
#undef TEN
}

Test (align, lower_case)
{
  static const char *const cases[][2] = {
    { "ABC\xc3\x89", "abc\xc3\xa9" },
    { "\xce\x9f\xce\xa3", "\xce\xbf\xcf\x82" },                         /* a sigma at the end */
    { "\xce\xa3\xce\x9f", "\xcf\x83\xce\xbf" },                         /* at the beginning */
    { "\xce\xa3", "\xcf\x83" },                                         /* alone */
    { "\xce\x9f\xce\xa3\xe2\x80\x99", "\xce\xbf\xcf\x82\xe2\x80\x99" }, /* before an apostrophe */
    { "\xce\x9f\xce\xa3'\xce\x9f", "\xce\xbf\xcf\x83'\xce\xbf" },
    { "\xc4\xb0", "i\xcc\x87" }, /* a capital I with a dot */
    { "\xe4\xb8\xad", "\xe4\xb8\xad" },
  };
  g_autoptr (GString) lower = g_string_new ("before");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    lower_set (lower, cases[i][0], strlen (cases[i][0]));
    cr_assert_str_eq (lower->str, cases[i][1], "case %u", i);
  }
}

/* What Python's str.lower makes of every character that it knows, alone and beside a sigma, and of a sigma between up to two characters
 * on either side of each kind: those with case, those that are passed over, both, and neither. Behind each the character and its category,
 * which versions of Unicode change. */
static const char python[] =
    "import itertools, sys, unicodedata\n"
    "if not 13 <= int(unicodedata.unidata_version.split('.')[0]) <= 15: sys.exit(3)\n"
    "kinds = ['A', '\u00aa', '\u2160', '\u24b6', '\u03a3', '.', '\u0301', '\u02b0', ' ', '\u4e2d']\n"
    "sides = [''.join(side) for n in range(3) for side in itertools.product(kinds, repeat=n)]\n"
    "texts = [(a + '\u03a3' + b, 'A') for a in sides for b in sides]\n"
    "for c in map(chr, range(32, 0x110000)):\n"
    "    if unicodedata.category(c) not in ('Cn', 'Co', 'Cs'):\n"
    "        texts += [(text, c) for text in (c, c + '\u03a3', 'A' + c + '\u03a3', 'A\u03a3' + c, 'A\u03a3' + c + 'A')]\n"
    "for text, c in texts:\n"
    "    line = '%s\\t%s\\t%x %s\\n' % (text, text.lower(), ord(c), unicodedata.category(c))\n"
    "    sys.stdout.buffer.write(line.encode())\n";

/* Whether this GLib has the character of @tail in the category that is behind it there. */
static gboolean
has_category (const char *tail)
{
  static const char *const names[] = { "Cc", "Cf", "Cn", "Co", "Cs", "Ll", "Lm", "Lo", "Lt", "Lu",
                                       "Mc", "Me", "Mn", "Nd", "Nl", "No", "Pc", "Pd", "Pe", "Pf",
                                       "Pi", "Po", "Ps", "Sc", "Sk", "Sm", "So", "Zl", "Zp", "Zs" };
  unsigned character;
  char category[3];

  cr_assert (sscanf (tail, "%x %2s", &character, category) == 2);
  return g_str_equal (category, names[g_unichar_type (character)]);
}

/* Whether this GLib knows all characters of @text. */
static gboolean
is_known (const char *text)
{
  for (; *text != '\0'; text = g_utf8_next_char (text))
    if (!g_unichar_isdefined (g_utf8_get_char (text)))
      return FALSE;
  return TRUE;
}

Test (align, lower_case_is_that_of_python)
{
  g_autofree char *script = store_text ("lower.py", python),
                  *command = g_strdup_printf ("python3 -X utf8 '%s' 2>&1", script);
  g_autoptr (GString) lower = g_string_new (NULL);
  FILE *lines = popen (command, "r");
  char *line = NULL;
  size_t allocated = 0;
  int n = 0, status;

  cr_assert_not_null (lines);
  while (getline (&line, &allocated, lines) >= 0) {
    char *expected = strchr (line, '\t');

    if (expected == NULL)
      break;
    *expected++ = '\0';
    char *tail = strrchr (expected, '\t');
    *tail++ = '\0';
    if (!is_known (line) || !has_category (tail))
      continue;
    lower_set (lower, line, strlen (line));
    cr_assert (g_str_equal (lower->str, expected), "of %s: %s, not %s", line, lower->str, expected);
    n++;
  }
  free (line);
  status = pclose (lines);
  if (n == 0 && WIFEXITED (status) && (WEXITSTATUS (status) == 127 || WEXITSTATUS (status) == 3))
    cr_skip_test ("there is no python3 whose Unicode is of version 13 to 15");
  cr_assert (status == 0 && n > 600000, "%d cases, status %d", n, status);
}

/* The longest common subsequence that subsequence_find() is to find, by its definition. */
static void
find_plainly (const int *x, int n_x, const int *y, int n_y, int *match)
{
  const int width = n_y + 1;
  g_autofree int *length = g_new0 (int, (n_x + 1) * width);

  for (int i = n_x - 1; i >= 0; i--)
    for (int j = n_y - 1; j >= 0; j--) {
      const int *at = length + i * width + j;

      length[i * width + j] = MAX (MAX (at[1], at[width]), x[i] == y[j] ? 1 + at[width + 1] : 0);
    }
  for (int i = 0; i < n_x; i++)
    match[i] = -1;
  for (int i = 0, j = 0; i < n_x && j < n_y;)
    if (x[i] == y[j])
      match[i++] = j++;
    else if (length[i * width + j] == length[(i + 1) * width + j])
      i++;
    else
      j++;
}

/* Few and many different numbers, of which some are there more often than others; one scratch for all. */
Test (align, longest_common_subsequences)
{
  enum { MOST = 300, ROUNDS = 3000, NUMBERS = 400 };
  Subsequence scratch = { 0 };
  int x[MOST], y[MOST], found[MOST], expected[MOST];
  TbkRandom random;

  tbk_random_init (&random, 1, 0);
  for (int round = 0; round < ROUNDS; round++) {
    const int most = round % 3 == 0 ? MOST : 9, n_numbers = 1 + (int) random_below (&random, NUMBERS);
    const int n_x = 1 + (int) random_below (&random, (guint64) most);
    const int n_y = 1 + (int) random_below (&random, (guint64) most);

    for (int i = 0; i < n_x; i++)
      x[i] = (int) random_below (&random, 1 + random_below (&random, (guint64) n_numbers));
    for (int j = 0; j < n_y; j++)
      y[j] = (int) random_below (&random, 1 + random_below (&random, (guint64) n_numbers));
    cr_assert (subsequence_find (&scratch, x, n_x, y, n_y, NUMBERS, found));
    find_plainly (x, n_x, y, n_y, expected);
    cr_assert (memcmp (found, expected, (gsize) n_x * sizeof (int)) == 0, "round %d: %d with %d", round, n_x,
               n_y);
  }
  subsequence_clear (&scratch);
}

/* Ranges of two words each, of which those of one file end within those of the other. */
static char *
make_ranges (int n, gboolean is_shifted)
{
  static const char whole[] =
      RANGE ("1-2", "ab") WORD ("1", "x", "0", "root") WORD ("2", "y", "1", "dep") "\n";
  static const char shifted[] =
      RANGE ("1-2", "ba") WORD ("1", "y", "0", "root") WORD ("2", "z", "1", "dep") "\n";
  GString *text = g_string_new (is_shifted ? WORD ("1", "a", "0", "root") "\n" : NULL);

  for (int i = is_shifted; i < n; i++)
    g_string_append (text, is_shifted ? shifted : whole);
  if (is_shifted)
    g_string_append (text, WORD ("1", "b", "0", "root") "\n");
  return g_string_free (text, FALSE);
}

/* A stretch of 60000 words would take 450 MB by a bit for each pair; one of 200000 is refused. */
Test (align, long_stretches)
{
  if (!allow (170 * MEGABYTE))
    cr_skip_test ("memory cannot be limited here");
  g_autofree char *gold = make_ranges (30000, FALSE), *system = make_ranges (30000, TRUE);
  g_autofree char *longer_gold = make_ranges (100000, FALSE), *longer_system = make_ranges (100000, TRUE);
  g_autoptr (TbkEvaluation) evaluation = evaluate (gold, system, NULL);
  g_autoptr (GError) error = NULL;

  cr_assert_not_null (evaluation);
  assert_counts (evaluation, TBK_ALIGNED_WORDS, 29999, 60000, 60000, -1);
  cr_assert_null (evaluate (longer_gold, longer_system, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA), "%s", error->message);
  cr_assert_not_null (strstr (error->message, "gold:1: a chain of multiword ranges"), "%s", error->message);
}
