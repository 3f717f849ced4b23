/* heads.c - the search for what keeps heads from being a tree's. */
#include "tree/heads.h"

#include <string.h>

/* Each walk towards 0 stops at a word met before, so all are linear together. */
int
heads_find_cycle (const int *heads, int n, int *visits)
{
  memset (visits, 0, sizeof (int) * (gsize) (n + 1));
  visits[0] = n + 1; /* the number of no walk */
  for (int walk = 1; walk <= n; walk++) {
    int word = walk;
    for (; visits[word] == 0; word = heads[word])
      visits[word] = walk;
    if (visits[word] == walk)
      return word;
  }
  return 0;
}

char *
heads_describe_cycle (const int *heads, int word)
{
  GString *words = g_string_new (NULL);
  int next = word, n = 0;
  do {
    g_string_append_printf (words, n == 0 ? "%d" : ", %d", next);
    next = heads[next];
  } while (next != word && ++n < 10);
  if (next != word)
    g_string_append (words, ", ...");
  return g_string_free (words, FALSE);
}

static gboolean
fail_at_word (const int *heads, int n, int word, GError **error)
{
  if (word == 0)
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "the head of word 0 is %d, expected -1", heads[0]);
  else
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "the head of word %d is %d, expected another word or 0 (the last word is %d)", word,
                 heads[word], n);
  return FALSE;
}

gboolean
heads_fail (const int *heads, int n, GError **error)
{
  if (heads[0] != -1)
    return fail_at_word (heads, n, 0, error);
  for (int word = 1; word <= n; word++)
    if (heads[word] < 0 || heads[word] > n || heads[word] == word)
      return fail_at_word (heads, n, word, error);

  g_autofree int *visits = g_new (int, (gsize) n + 1);
  g_autofree char *words = heads_describe_cycle (heads, heads_find_cycle (heads, n, visits));
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "the heads of the words %s go round in a cycle, expected a tree", words);
  return FALSE;
}
