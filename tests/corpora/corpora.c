/* corpora.c - real treebanks. */
#include "corpora/corpora.h"

#include <criterion/criterion.h>
#include <string.h>

char **
read_manifest (char **folder)
{
  const char *corpora = g_getenv ("TBK_CORPORA");
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;

  *folder = corpora == NULL ? NULL : g_build_filename (corpora, "ud", NULL);
  path = corpora == NULL ? NULL : g_build_filename (*folder, "MANIFEST.tsv", NULL);
  if (path == NULL || !g_file_get_contents (path, &text, NULL, NULL))
    cr_skip_test ("TBK_CORPORA names no folder with ud/MANIFEST.tsv");
  return g_strsplit (strchr (text, '\n') + 1, "\n", -1);
}

char **
read_bracket_manifest (char **folder)
{
  const char *corpora = g_getenv ("TBK_CORPORA");
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;

  *folder = corpora == NULL ? NULL : g_build_filename (corpora, "constituency", NULL);
  path = corpora == NULL ? NULL : g_build_filename (*folder, "NORMALIZED.tsv", NULL);
  if (path == NULL || !g_file_get_contents (path, &text, NULL, NULL))
    cr_skip_test ("TBK_CORPORA names no folder with constituency/NORMALIZED.tsv");
  return g_strsplit (text, "\n", -1);
}

char *
find_corpora_file (const char *name)
{
  const char *corpora = g_getenv ("TBK_CORPORA");
  char *path = corpora == NULL ? NULL : g_build_filename (corpora, name, NULL);

  if (path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    cr_skip_test ("TBK_CORPORA names no folder with %s", name);
  return path;
}

void
for_each_sentence (const char *path, void (*visit) (gpointer data, const TbkConlluSentence *sentence),
                   gpointer data)
{
  g_autoptr (TbkConlluReader) reader = tbk_conllu_reader_open (path, NULL, NULL);
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  TbkReadStatus status;
  TbkConlluSentence sentence;

  cr_assert_not_null (reader, "%s cannot be read", path);
  while ((status = tbk_conllu_reader_next (reader, batch, NULL)) == TBK_READ_BATCH)
    while (tbk_conllu_batch_next (batch, &sentence))
      if (sentence.problem == NULL && sentence.n > 0)
        visit (data, &sentence);
  cr_assert_eq (status, TBK_READ_END);
}

int
sampled (int every)
{
  return g_getenv ("TBK_WHOLE") != NULL ? 1 : every;
}
