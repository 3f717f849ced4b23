/* fuzz_query.c - expressions over attributes, of a sentence or of a tree in brackets: what is compiled has an answer for each unit, of which
 * `not` is the opposite, and a sentence meets it if some unit does. The first byte chooses the trees. */
#include <string.h>

#include "fuzz.h"
#include "query/query.h"
#include "tbk/brackets.h"
#include "tbk/conllu.h"
#include "tbk/query.h"

enum { MOST_UNITS = 16, MOST_BYTES = 2000 };

static const char words[] =
    "# newdoc id = d\n# genre = news\n# sent_id = a\n# text = Ab cd\n"
    "1\tAb\tab\tNOUN\tNN\tCase=Nom|Number=Sing\t4\tnsubj:x\t_\tGloss=a,b\n"
    "2\t_\tcd\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No\n"
    "3\té\t_\tX\t_\tCase=Acc,Nom\t1\tobj\t_\t_\n4\taaaaaaaaaaaab\t*\tX\t_\t_\t2\tobj\t_\t_\n\n";
static const char tree[] = "( (S (NP-SBJ (D The) (N dog)) (VP (V slept) (NP (N nights)))) (ID t1))";

/* The answers to @expression; FALSE if it is none, or the sentence has none for it. */
static gboolean
ask (TbkTreeKind trees, TbkFacts *facts, const char *expression, gboolean *is_found, TbkScope *scope)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TbkQuery) query = tbk_query_new (trees, expression, &error);
  gboolean meets, is_any = FALSE;
  int n, n_found;

  if (query == NULL) {
    FUZZ_CHECK (error != NULL && error->code == TBK_ERROR_USAGE);
    return FALSE;
  }
  *scope = tbk_query_scope (query);
  n = tbk_facts_n_units (facts, *scope == TBK_SCOPE_CONSTITUENT ? *scope : TBK_SCOPE_WORD);
  if (!tbk_query_find (query, facts, is_found, &n_found, &error)) {
    FUZZ_CHECK (error != NULL && error->code == TBK_ERROR_DATA);
    return FALSE;
  }
  for (int unit = 1; unit <= n; unit++)
    is_any |= is_found[unit];
  FUZZ_CHECK (tbk_query_meets (query, facts, &meets, NULL) && meets == is_any && (n_found > 0) == is_any);
  if (trees == TBK_TREES_DEPENDENCIES)
    query_note (query, facts);
  return TRUE;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const TbkTreeKind trees = (TbkTreeKind) (fuzz_choice (&data, &size) % TBK_TREES_N_KINDS);
  g_autofree char *expression = g_strndup ((const char *) data, MIN (size, MOST_BYTES));
  g_autofree char *opposite = g_strdup_printf ("not (%s)", expression);
  g_autoptr (TbkFacts) facts = tbk_facts_new (trees, NULL);
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  g_autoptr (TbkBracketBatch) brackets = tbk_bracket_batch_new ();
  const TbkConlluReaderOptions options = { .keeps_documents = TRUE };
  g_autoptr (TbkConlluReader) reader =
      tbk_conllu_reader_open_text ("x", words, strlen (words), &options, NULL);
  gboolean is_found[MOST_UNITS], is_not[MOST_UNITS];
  TbkConlluSentence sentence;
  TbkBracketTree node;
  TbkEntry entry = { .file = "hu_x-ud-dev.conllu", .index = 1, .n_words = 4 };
  TbkScope scope, scope_of_opposite;

  FUZZ_CHECK (tbk_conllu_reader_next (reader, batch, NULL) == TBK_READ_BATCH
              && tbk_conllu_batch_next (batch, &sentence));
  FUZZ_CHECK (tbk_bracket_batch_set_text (brackets, "x", tree, strlen (tree), NULL, NULL)
              && tbk_bracket_batch_next (brackets, &node));
  entry.sentence = trees == TBK_TREES_BRACKETS ? (gconstpointer) &node : &sentence;
  tbk_facts_set (facts, &entry);
  if (!ask (trees, facts, expression, is_found, &scope))
    return 0;
  /* One bracket more may be too deep, and other words are asked, which may make a regex fail. */
  if (ask (trees, facts, opposite, is_not, &scope_of_opposite)) {
    FUZZ_CHECK (scope == scope_of_opposite);
    for (int unit = 1;
         unit <= tbk_facts_n_units (facts, scope == TBK_SCOPE_CONSTITUENT ? scope : TBK_SCOPE_WORD); unit++)
      FUZZ_CHECK (is_found[unit] != is_not[unit]);
  }
  return 0;
}
