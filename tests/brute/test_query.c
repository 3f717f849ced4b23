/* test_query.c - expressions over attributes: published vectors, measures of words by definition, what is said of wrong ones. */
#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <string.h>

#include "brute/trees.h"
#include "brute/vectors.h"
#include "query/query.h"
#include "tbk/brackets.h"
#include "tbk/conllu.h"
#include "tbk/query.h"
#include "unit/time_limit.h"

/* What reads sentences, and is asked of each. */
typedef struct {
  TbkCursor cursor;
  TbkFacts *facts;
} Asked;

static void
begin (Asked *asked, const char *path)
{
  static const TbkReaderOptions options = { .keeps_documents = TRUE };

  cr_assert (tbk_cursor_open (&asked->cursor, tbk_conllu_format (), path, &options, NULL), "%s", path);
  asked->facts = tbk_facts_new (TBK_TREES_DEPENDENCIES, NULL);
}

static gboolean
next (Asked *asked)
{
  cr_assert (tbk_cursor_next_sentence (&asked->cursor, NULL));
  if (!asked->cursor.is_at_end)
    tbk_facts_set (asked->facts, &asked->cursor.entry);
  return !asked->cursor.is_at_end;
}

static void
end (Asked *asked)
{
  tbk_cursor_close (&asked->cursor);
  tbk_facts_free (asked->facts);
}

static TbkQuery *
compile (const char *expression)
{
  g_autoptr (GError) error = NULL;
  TbkQuery *query = tbk_query_new (TBK_TREES_DEPENDENCIES, expression, &error);

  cr_assert_not_null (query, "%s", error == NULL ? "" : error->message);
  return query;
}

/* 1. Vectors: which words of treebanks of data/ meet 480 expressions, by a program of its own. */

static void
check_vector (JsonObject *record)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("TBK_TEST_DATA") != NULL ? g_getenv ("TBK_TEST_DATA") : ".",
                        json_object_get_string_member (record, "file"), NULL);
  const char *where = json_object_get_string_member (record, "where");
  JsonArray *words = json_object_get_array_member (record, "words");
  g_autoptr (TbkQuery) query = compile (where);
  gint64 n_sentences = 0;
  guint k = 0;
  Asked asked;

  begin (&asked, path);
  while (next (&asked)) {
    const int n = asked.cursor.entry.n_words;
    g_autofree gboolean *is_found = g_new0 (gboolean, n + 1);
    gboolean meets;
    int n_found, n_here = 0;

    cr_assert (tbk_query_meets (query, asked.facts, &meets, NULL)
               && tbk_query_find (query, asked.facts, is_found, &n_found, NULL));
    for (int word = 1; word <= n; word++)
      if (is_found[word]) {
        JsonArray *pair =
            k < json_array_get_length (words) ? json_array_get_array_element (words, k++) : NULL;

        n_here++;
        cr_assert (pair != NULL && json_array_get_int_element (pair, 0) == asked.cursor.entry.index
                       && json_array_get_int_element (pair, 1) == word,
                   "%s: sentence %d, word %d: %s", path, (int) asked.cursor.entry.index, word, where);
      }
    cr_assert_eq (n_found, n_here);
    cr_assert_eq (meets, n_here > 0);
    n_sentences += meets;
  }
  end (&asked);
  cr_assert_eq (k, json_array_get_length (words), "%s: %s", path, where);
  cr_assert_eq (n_sentences, json_object_get_int_member (record, "sentences"));
}

Test (query, vectors, .timeout = TIME_LIMIT)
{
  cr_assert_eq (for_each_vector ("query.jsonl.gz", check_vector), 480);
}

/* 2. Measures of words, by definition. */

static gboolean
is_between (int k, int a, int b)
{
  return k > MIN (a, b) && k < MAX (a, b);
}

static int
count_gaps (const int *heads, int n, int word)
{
  int n_blocks = 0;

  for (int k = 1; k <= n; k++)
    n_blocks += is_ancestor (heads, word, k) && (k == 1 || !is_ancestor (heads, word, k - 1));
  return n_blocks - 1;
}

static int
count_edge_degree (const int *heads, int n, int word)
{
  int n_components = 0;

  for (int k = 1; k <= n && heads[word] != 0; k++)
    n_components += is_between (k, heads[word], word) && !is_between (heads[k], heads[word], word)
                    && !is_ancestor (heads, heads[word], k);
  return n_components;
}

static int
count_crossings (const int *heads, int n, int word)
{
  int n_crossing = 0;

  for (int k = 1; k <= n && heads[word] != 0; k++)
    n_crossing += heads[k] != 0 && k != word && k != heads[word] && heads[k] != word
                  && heads[k] != heads[word]
                  && is_between (k, heads[word], word) != is_between (heads[k], heads[word], word);
  return n_crossing;
}

static void
check_measures (TbkFacts *facts, const TbkAttribute *const attributes[3], const int *heads, int n)
{
  facts_set_tree (facts, heads, n, NULL);
  for (int word = 1; word <= n; word++) {
    const int expected[3] = { count_gaps (heads, n, word), count_edge_degree (heads, n, word),
                              count_crossings (heads, n, word) };

    for (int a = 0; a < 3; a++) {
      TbkAttributeValue value;

      cr_assert (tbk_attribute_get (attributes[a], facts, word, &value, NULL));
      cr_assert_eq (value.number, expected[a], "%s of word %d of %d: %d, expected %d",
                    tbk_attribute_name (attributes[a]), word, n, (int) value.number, expected[a]);
    }
  }
}

Test (query, measures_of_words, .timeout = TIME_LIMIT)
{
  static const char *const names[] = { "gap_degree", "edge_degree", "crossings" };
  const TbkConlluSentence none = { .n = 0 };
  const TbkEntry entry = { .file = "", .sentence = &none };
  g_autoptr (TbkFacts) facts = tbk_facts_new (TBK_TREES_DEPENDENCIES, NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  TbkAttribute *attributes[3];
  int heads[60];

  for (int a = 0; a < 3; a++)
    attributes[a] = tbk_attribute_new (TBK_TREES_DEPENDENCIES, names[a], NULL);
  tbk_facts_set (facts, &entry);
  for (int n = 1; n <= 5; n++)
    for (gsize i = 0; i < all_trees (n, FALSE)->n_trees; i++)
      check_measures (facts, (const TbkAttribute *const *) attributes, tree_at (all_trees (n, FALSE), i), n);
  for (int i = 0; i < 1000; i++) {
    const int n = g_rand_int_range (random, 6, 60);

    random_tree (random, n, i % 4 * 3, heads);
    check_measures (facts, (const TbkAttribute *const *) attributes, heads, n);
  }
  for (int a = 0; a < 3; a++)
    tbk_attribute_free (attributes[a]);
}

/* 3. Words that meet expressions: what the vectors have not. */

static const char text[] =
    "# newdoc id = d1\n# meta::genre = news\n# sent_id = a\n# newpar\n# text = Ab cd\n"
    "1\tAb\tab\tNOUN\tNN\tCase=Nom|Number[psor]=Sing\t2\tnsubj:x\t_\tGloss=a,b|Odd name=1\n"
    "2\t_\tcd\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No\n"
    "3\tä\t_\tX\t_\tCase=Acc,Nom\t2\tobj\t_\t_\n\n"
    "# newpar id = p\n# sent_id = b\n1\t*\t\\\tX\t_\t_\t0\troot\t_\t_\n\n"
    "# newdoc\n# meta::genre = law\n1\tand\t_\tX\t_\t_\t0\troot\t_\t_\n\n";

/* Appends ID/word for each word that meets the expression. */
static char *
found_by (const char *expression, const char *of, const TbkReaderOptions *options)
{
  g_autofree char *path = NULL;
  g_autoptr (TbkQuery) query = compile (expression);
  g_autoptr (TbkFacts) facts = tbk_facts_new (TBK_TREES_DEPENDENCIES, NULL);
  g_auto (TbkCursor) cursor = { 0 };
  GString *found = g_string_new (NULL);

  cr_assert (g_file_open_tmp ("query-XXXXXX", &path, NULL) >= 0 && g_file_set_contents (path, of, -1, NULL));
  cr_assert (tbk_cursor_open (&cursor, tbk_conllu_format (), path, options, NULL));
  for (;;) {
    gboolean is_found[16];
    g_autoptr (GError) error = NULL;

    cr_assert (tbk_cursor_next_sentence (&cursor, NULL));
    if (cursor.is_at_end)
      break;
    tbk_facts_set (facts, &cursor.entry);
    if (!tbk_query_find (query, facts, is_found, NULL, &error)) {
      g_string_append_printf (found, "%s ", error->message);
      break;
    }
    for (int word = 1; word <= cursor.entry.n_words; word++)
      if (is_found[word])
        g_string_append_printf (found, "%d/%d ", (int) cursor.entry.index, word);
  }
  g_unlink (path);
  return g_string_free (found, FALSE);
}

Test (query, words, .timeout = TIME_LIMIT)
{
  static const char *const expected[][2] = {
    { "form=_", "1/2 " },
    { "form=*", "1/1 1/3 2/1 3/1 " },
    { "form=?", "1/3 2/1 " },
    { "form=\\*", "2/1 " },
    { "form='\\*'", "2/1 " },
    { "lemma='\\\\'", "2/1 " },
    { "form=and", "3/1 " },
    { "form=ab", "" },
    { "form~'(?i)B$'", "1/1 " },
    { "form~'(?i)^ab$'", "1/1 " },
    { "form!~'b$'", "1/2 1/3 2/1 3/1 " },
    { "feats.Number[psor]=Sing", "1/1 " },
    { "feats.'Number[psor]'=Sing", "1/1 " },
    { "feats.Case='Acc,Nom'", "1/3 " },
    { "feats.Case=Acc,Nom", "1/1 " },
    { "feats.Case=Acc\\,Nom", "1/3 " },
    { "feats.Case!=Nom and words>1", "1/2 1/3 " },
    { "feats='Case=Acc,Nom'", "1/3 " },
    { "misc.Gloss='a,b'", "1/1 " },
    { "misc.\"Odd name\"=1", "1/1 " },
    { "misc.SpaceAfter=No", "1/2 " },
    { "udeprel=nsubj & !root", "1/1 " },
    { "deprel=nsubj:x|form=and", "1/1 3/1 " },
    { "not(not(root))", "1/2 2/1 3/1 " },
    { "! ! root and not not not leaf", "1/2 " },
    { "id=2,3", "1/2 1/3 " },
    { "id=@head", "" },
    { "id<@head", "1/1 " },
    { "head.id=@head", "1/1 1/3 " },
    { "next.id=@head.id", "1/1 2/1 3/1 " },
    { "previous.previous.form=Ab", "1/3 " },
    { "distance=_", "1/2 2/1 3/1 " },
    { "head.leaf", "" },
    { "leaf=no", "1/2 " },
    { "leaf!=yes", "1/2 " },
    { "head.leaf=no", "1/1 1/2 1/3 2/1 3/1 " },
    { "feats.Case=@lemma", "3/1 " },
    { "feats.Case=@next.feats.Case", "2/1 3/1 " },
    { "depth<@children", "1/2 " },
    { "child(deprel=obj) and child(udeprel=nsubj)", "1/2 " },
    { "child_count(leaf)=2", "1/2 " },
    { "child_count(leaf)!=2 and words=3", "1/1 1/3 " },
    { "sister(form=Ab)", "1/3 " },
    { "ancestor(root)", "1/1 1/3 " },
    { "descendant(deprel=obj)", "1/2 " },
    { "count(leaf)>=2", "1/1 1/2 1/3 " },
    { "all(upos=X)", "2/1 3/1 " },
    { "none(upos=X) or any(upos=VERB)", "1/1 1/2 1/3 " },
    { "document=d1", "1/1 1/2 1/3 2/1 " },
    { "document=2", "3/1 " },
    { "paragraph=1", "1/1 1/2 1/3 " },
    { "paragraph=p", "2/1 " },
    { "paragraph=_", "3/1 " },
    { "comment.meta::genre=news", "1/1 1/2 1/3 2/1 " },
    { "comment.'newdoc id'=d1", "1/1 1/2 1/3 2/1 " },
    { "sent_id=_", "3/1 " },
    { "text='Ab cd'", "1/1 1/2 1/3 " },
    { "text=\\*", "2/1 " },
    { "sentence>=2 and roots=1 and max_depth=0", "2/1 3/1 " },
    { "E_D=2.666666666", "" },
    { "E_D>2.666666666 and E_D<2.666666667", "1/1 1/2 1/3 " },
    { "dmin=_ or D>=-1", "1/1 1/2 1/3 2/1 3/1 " },
    { "class.planar and class.gap1 and nonprojective_arcs=0 and lost_arcs<1 and not lost",
      "1/1 1/2 1/3 2/1 3/1 " },
    { "form=a,b,c,d,e,f,g,h,i,j,Ab", "1/1 " },
  };
  static const TbkReaderOptions options = { .keeps_documents = TRUE };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++) {
    g_autofree char *found = NULL;

    found = found_by (expected[i][0], text, &options);
    cr_assert_str_eq (found, expected[i][1], "%s: %s", expected[i][0], found);
  }
}

Test (query, documents_in_batches, .timeout = TIME_LIMIT)
{
  g_autoptr (GString) long_text = g_string_new ("# newdoc id = d1\n# a = b\n");
  g_autofree char *path = NULL;
  Asked asked;

  for (int s = 0; s < 30000; s++)
    g_string_append_printf (long_text, "%s1\tw\t_\tX\t_\t_\t0\troot\t_\t_\n\n",
                            s == 20000       ? "# newdoc id = d2\n"
                            : s % 10000 == 7 ? "# newpar\n"
                                             : "");
  cr_assert (g_file_open_tmp ("query-XXXXXX", &path, NULL) >= 0
             && g_file_set_contents (path, long_text->str, -1, NULL));
  begin (&asked, path);
  for (int s = 0; next (&asked); s++) {
    const TbkConlluDocument *found = ((const TbkConlluSentence *) asked.cursor.entry.sentence)->document;
    const char *paragraph = s < 7 || (s >= 20000 && s < 20007) ? "" : s < 10007 ? "1" : s < 20000 ? "2" : "3";

    cr_assert_eq (strncmp (found->document.bytes, s < 20000 ? "d1" : "d2", 2), 0);
    cr_assert_eq (found->paragraph.size, strlen (paragraph), "%d", s);
    cr_assert (*paragraph == '\0' || *found->paragraph.bytes == *paragraph, "%d", s);
    cr_assert_eq (found->comments.size, s < 20000 ? 25 : 17, "%d", s);
  }
  end (&asked);
  g_unlink (path);
}

/* 4. What is said of wrong expressions. */

#define QUOTES "; a whole expression is put in quotes: 'words > 5'"

Test (query, errors, .timeout = TIME_LIMIT)
{
  static const char *const expected[][2] = {
    { "deprel=nsubj andd upos=X", "after 'nsubj', found 'andd', expected and, or, or the end" },
    { "", "found the end, expected an attribute, not, or (" },
    { "deprel", "after 'deprel', found the end, expected =, !=, ~ or !~, since it is text" QUOTES },
    { "deprel=", "after '=', found the end, expected a value" },
    { "words", "after 'words', found the end, expected =, !=, <, <=, > or >=" QUOTES },
    { "words<x", "after '<', found 'x', expected a number" },
    { "words=x", "after '=', found 'x', expected a number" },
    { "leaf<3", "after 'leaf', found '<', expected = or !=, since it is yes or no" },
    { "leaf=3", "after '=', found '3', expected yes or no" },
    { "deprel<3", "after 'deprel', found '<', expected =, !=, ~ or !~, since it is text" },
    { "uppos=X", "found 'uppos', expected an attribute; did you mean 'upos'?" },
    { "leaf and head.uppos=X",
      "after 'and', found 'uppos', expected an attribute of words; did you mean 'upos'?" },
    { "head.words=3", "found 'head.words', expected an attribute of words behind 'head.'" },
    { "(leaf", "after 'leaf', found the end, expected and, or, or )" },
    { "leaf)", "after 'leaf', found ')', expected and, or, or the end" },
    { "form='a", "after '=', found a quote that is not closed" },
    { "form=a\"b", "after 'a', found '\"', expected and, or, or the end" },
    { "form~(a", "after '~', found '(', expected a regex, in quotes if it has such a sign" },
    { "count(leaf)", "after ')', found the end, expected =, !=, <, <=, > or >= and a number" },
    { "count(leaf)>x", "after '>', found 'x', expected a number" },
    { "child leaf", "after 'child', found 'leaf', expected (" },
    { "words<@form", "after '<', found '@form', expected a number or @ with an attribute that is one" },
    { "label=NP", "found 'label', expected an attribute; did you mean 'deprel'?" },
    { "\xff", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *message = NULL;

    cr_assert_null (tbk_query_new (TBK_TREES_DEPENDENCIES, expected[i][0], &error), "%s", expected[i][0]);
    cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_USAGE));
    if (expected[i][1] == NULL)
      continue;
    message = g_strdup_printf ("'%s': %s", expected[i][0], expected[i][1]);
    cr_assert_str_eq (error->message, message);
  }
}

/* Of brackets, constituents and words are asked apart. */
Test (query, brackets, .timeout = TIME_LIMIT)
{
  static const char tree[] = "( (S (NP-SBJ (D The) (N dog)) (VP (V slept) (NP (N nights)))) (ID t1))";
  static const char *const expected[][2] = {
    { "label=NP", "2 4 " },
    { "span=2", "2 3 " },
    { "children=2", "1 2 3 " },
    { "parent.label=S", "2 3 " },
    { "parent.label=_", "1 " },
    { "tag=N", "2 4 " },
    { "form~^d", "2 " },
    { "words=4", "1 2 3 4 " },
    { "sent_id=t1 and form=The", "1 " },
    { "text='The dog slept nights' and label=VP", "3 " },
    { "label=NP and any(tag=V)", "2 4 " },
    { "count(label=NP)=2 and tag=D", "1 " },
  };
  static const char *const wrong[][2] = {
    { "label=NP and tag=N",
      "after 'and', found 'tag', expected an attribute of constituents as before it: any() asks words" },
    { "child(label=NP)", "found 'child', expected any(), all(), none() or count() of trees in brackets" },
    { "lost",
      "found 'lost', expected an attribute of trees in brackets: sent_id, text, words, sentence, file, language, treebank, "
      "split, id, form, tag, label, first, span, children, parent.label" },
  };
  g_autoptr (TbkBracketBatch) batch = tbk_bracket_batch_new ();
  g_autoptr (TbkFacts) facts = tbk_facts_new (TBK_TREES_BRACKETS, NULL);
  TbkBracketTree of;
  TbkEntry entry = { .file = "", .id = "t1", .id_length = 2, .n_words = 4, .sentence = &of };

  cr_assert (tbk_bracket_batch_set_text (batch, "", tree, strlen (tree), NULL, NULL)
             && tbk_bracket_batch_next (batch, &of));
  tbk_facts_set (facts, &entry);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++) {
    g_autoptr (TbkQuery) query = tbk_query_new (TBK_TREES_BRACKETS, expected[i][0], NULL);
    g_autoptr (GString) found = g_string_new (NULL);
    gboolean is_found[8] = { FALSE };

    cr_assert (query != NULL && tbk_query_find (query, facts, is_found, NULL, NULL), "%s", expected[i][0]);
    for (int unit = 1; unit < 8; unit++)
      if (is_found[unit])
        g_string_append_printf (found, "%d ", unit);
    cr_assert_str_eq (found->str, expected[i][1], "%s: %s", expected[i][0], found->str);
  }
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *message = g_strdup_printf ("'%s': %s", wrong[i][0], wrong[i][1]);

    cr_assert_null (tbk_query_new (TBK_TREES_BRACKETS, wrong[i][0], &error));
    cr_assert_str_eq (error->message, message);
  }
}

Test (query, limits, .timeout = TIME_LIMIT)
{
  g_autoptr (GString) deep = g_string_new (NULL), wide = g_string_new ("leaf"), dots = g_string_new (NULL);
  g_autofree char *result = NULL;
  g_autoptr (TbkQuery) many = NULL;

  for (int i = 0; i < TBK_QUERY_MAX_DEPTH; i++)
    g_string_append (deep, i % 2 == 0 ? "descendant(" : "not(");
  g_string_append (deep, "leaf");
  for (int i = 0; i < TBK_QUERY_MAX_DEPTH; i++)
    g_string_append (deep, ")");
  result = found_by (deep->str, text, NULL);
  cr_assert_not_null (strchr (result, '/'));
  g_string_prepend (deep, "(");
  g_string_append (deep, ")");
  cr_assert_null (tbk_query_new (TBK_TREES_DEPENDENCIES, deep->str, NULL));
  for (int i = 0; i < 20000; i++)
    g_string_append (wide, " or not leaf and any(root)");
  many = compile (wide->str);
  /* A regex that backtracks without end is given up. */
  for (int i = 0; i < 40; i++)
    g_string_append_c (dots, 'a');
  g_string_prepend (dots, "1\t");
  g_string_append (dots, "b\t_\tX\t_\t_\t0\troot\t_\t_\n\n");
  g_free (result);
  result = found_by ("form~'^(a+)+$'", dots->str, NULL);
  cr_assert_str_eq (result,
                    "found a text for which the regex of form needs too many steps, expected at most 2^20 ");
}

/* Values that no word has, and what they may be misspelled of. */
Test (query, absent, .timeout = TIME_LIMIT)
{
  static const char *const expected[][3] = {
    { "upos=NOUM", "upos=NOUM", "upos=NOUN" },
    { "head.upos=noun", "upos=noun", "upos=NOUN" },
    { "udeprel=nsubjj", "udeprel=nsubjj", "udeprel=nsubj" },
    { "feats.Cas=Nom", "feats.Cas=Nom", "feats.Case=Nom" },
    { "deprel=obj,nsubj:y", "deprel=nsubj:y", "deprel=nsubj:x" },
    { "upos=NOUN,V", "upos=V", NULL },
    { "form=Ac", NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++) {
    g_autofree char *path = NULL;
    g_autoptr (TbkQuery) query = compile (expected[i][0]);
    QueryAbsent absent = { 0 };
    Asked asked;

    cr_assert (g_file_open_tmp ("query-XXXXXX", &path, NULL) >= 0
               && g_file_set_contents (path, text, -1, NULL));
    begin (&asked, path);
    while (next (&asked))
      query_note (query, asked.facts);
    end (&asked);
    g_unlink (path);
    cr_assert_eq (query_next_absent (query, &absent), expected[i][1] != NULL, "%s", expected[i][0]);
    if (expected[i][1] == NULL)
      continue;
    cr_assert_str_eq (absent.text, expected[i][1]);
    cr_assert_eq (g_strcmp0 (absent.neighbour, expected[i][2]), 0, "%s", expected[i][0]);
    cr_assert_not (query_next_absent (query, &absent));
  }
}
