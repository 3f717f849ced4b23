/* test_classes.c - classes of published vectors and of real treebanks, decided by other means. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/vectors.h"
#include "corpora/corpora.h"
#include "tbk/tree.h"
#include "tree/tree.h"

static void
check_record (JsonObject *record)
{
  JsonObject *expected = json_object_get_object_member (record, "classes");
  g_autoptr (GList) names = json_object_get_members (expected);
  g_autoptr (TbkClassifier) classifier = tbk_classifier_new ();
  TbkClasses classes;
  int n;
  g_autofree int *heads = vector_heads (record, &n);

  cr_assert (tbk_tree_classes (classifier, heads, n, TBK_CLASSES_ALL, &classes, NULL));
  cr_assert_eq (classes.undecided, 0);
  cr_assert_not_null (names);
  for (GList *name = names; name != NULL; name = name->next) {
    TbkClass class = class_find (name->data);
    cr_assert_lt (class, TBK_N_CLASSES, "%s", (char *) name->data);
    cr_assert_eq ((classes.outside & TBK_CLASS_BIT (class)) == 0,
                  json_object_get_boolean_member (expected, name->data), "%s of %d words",
                  (char *) name->data, n);
  }
}

Test (corpora, vectors_of_classes)
{
  static const struct {
    const char *name;
    int n_records;
  } files[] = { { "vectors/classes/vectors.jsonl", 1790 },
                { "vectors/classes/cores.jsonl", 256 },
                { "vectors/classes/hand.jsonl", 1 } };

  for (guint f = 0; f < G_N_ELEMENTS (files); f++) {
    g_autofree char *path = find_corpora_file (files[f].name);
    cr_assert_eq (for_each_record (path, check_record), files[f].n_records);
  }
}

typedef struct {
  TbkClassifier *classifier;
  gint64 trees, words, outside[TBK_N_CLASSES];
} Outside;

static void
add_classes (gpointer data, const TbkConlluSentence *sentence)
{
  Outside *outside = data;
  TbkClasses classes;

  cr_assert (
      tbk_tree_classes (outside->classifier, sentence->heads, sentence->n, TBK_CLASSES_ALL, &classes, NULL));
  cr_assert_eq (classes.undecided, 0);
  outside->trees++;
  outside->words += sentence->n;
  for (int class = 0; class < TBK_N_CLASSES; class ++)
    outside->outside[class] += classes.outside >> class & 1;
}

Test (corpora, classes_of_treebanks)
{
  g_autofree char *path = find_corpora_file ("vectors/classes/treebanks-r2.2.tsv");
  g_autofree char *text = NULL;
  g_auto (GStrv) rows = NULL, names = NULL;
  g_autoptr (TbkClassifier) classifier = tbk_classifier_new ();
  int n_rows = 0;

  cr_assert (g_file_get_contents (path, &text, NULL, NULL));
  rows = g_strsplit (g_strchomp (text), "\n", -1);
  names = g_strsplit (rows[0], "\t", -1);
  for (int r = 1; rows[r] != NULL; r++) {
    g_auto (GStrv) row = g_strsplit (rows[r], "\t", -1);
    g_autofree char *name = g_strconcat (row[0], ".conllu.gz", NULL);
    g_autofree char *file = g_build_filename (g_getenv ("TBK_CORPORA"), "ud", "r2.2", name, NULL);
    Outside outside = { .classifier = classifier };

    if (strcmp (row[0], "TOTAL") == 0)
      continue;
    for_each_sentence (file, add_classes, &outside);
    cr_assert_eq (outside.trees, g_ascii_strtoll (row[1], NULL, 10));
    cr_assert_eq (outside.words, g_ascii_strtoll (row[2], NULL, 10));
    for (int c = 3; names[c] != NULL; c++) {
      TbkClass class = class_find (names[c]);
      cr_assert_lt (class, TBK_N_CLASSES, "%s", names[c]);
      cr_assert_eq (outside.outside[class], g_ascii_strtoll (row[c], NULL, 10), "%s of %s: %d", names[c],
                    row[0], (int) outside.outside[class]);
    }
    n_rows++;
  }
  cr_assert_geq (n_rows, 63);
}
