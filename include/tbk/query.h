/* query.h - core: what can be asked of a word and of a sentence: attributes, and expressions over them.
 *
 * Contents
 *   1. attributes: what there is to ask for, by names: a table that all uses read
 *   2. facts: what attributes are asked of: a sentence, or a tree in brackets
 *   3. query: expressions over attributes: which sentences and which words meet them
 *   4. keys: attributes as keys of rows
 *
 *   g_autoptr (TbkQuery) query = tbk_query_new (TBK_TREES_DEPENDENCIES, "deprel=nsubj and distance>5", &error);
 *   g_autoptr (TbkAttribute) lemma = tbk_attribute_new (TBK_TREES_DEPENDENCIES, "head.lemma", &error);
 *   g_autoptr (TbkFacts) facts = tbk_facts_new (TBK_TREES_DEPENDENCIES, NULL);
 *   g_auto (TbkCursor) cursor = { 0 };
 *   gboolean is_found[1000];
 *   TbkAttributeValue value;
 *
 *   if (query == NULL || lemma == NULL || !tbk_cursor_open (&cursor, tbk_conllu_format (), paths[0], NULL, &error))
 *     return FALSE;
 *   while (tbk_cursor_next_sentence (&cursor, &error) && !cursor.is_at_end) {
 *     tbk_facts_set (facts, &cursor.entry);
 *     if (cursor.entry.n_words >= 1000 || !tbk_query_find (query, facts, is_found, NULL, &error))
 *       continue;
 *     for (int word = 1; word <= cursor.entry.n_words; word++)
 *       if (is_found[word] && tbk_attribute_get (lemma, facts, word, &value, &error) && !value.is_missing)
 *         printf ("%s: %.*s\n", cursor.entry.file, (int) value.text.size, value.text.bytes);
 *   }
 */
#ifndef TBK_QUERY_H
#define TBK_QUERY_H

#include <glib.h>

#include "tbk/base.h"
#include "tbk/io.h"
#include "tbk/projectivize.h"

TBK_BEGIN_DECLS

/* Declared in other headers, which whoever uses them includes. */
typedef struct TbkConlluSentence TbkConlluSentence;
typedef struct TbkEntry TbkEntry;

/* 1. attributes: what there is to ask for, by names: a table that all uses read.
 *
 * Names     exact, as tbk_attribute_info() lists them. In `feats.NAME`, `misc.NAME` and `comment.NAME` the name has
 *           letters, digits and any of _ - : [ ], or it is in quotes; in `class.NAME` it is a tbk_class_name(). Before
 *           each attribute of words there can be `head.`, `next.` and `previous.`, also several: `head.next.form`.
 * Missing   is what is `_` or not there: a feature that the word lacks, the distance of a root word, anything of the
 *           head of a root word or of the word after the last. Yes or no is never missing: it is no then.
 * Lists     a value of FEATS with commas in it is one text.
 * Cost      O(bytes of the line) for columns; O(1) or O(log n) a word for what depends on the tree, once it was asked
 *           for; the costs of tbk_projectivize() for lost arcs, of tbk_tree_classes() and tbk_lengths_compute() for
 *           classes and measures, once a sentence.
 * Errors    TBK_ERROR_USAGE for names that are none, with what was found, expected and probably meant. Of a sentence:
 *           TBK_ERROR_DATA where the file has no such column, the tree is too tangled for the class, or too many words
 *           are under arcs that are not projective for the edge degree (2^26); the errors of those functions.
 * Threads   attributes may be shared.
 * Since     0.2
 */

/* Kinds of trees. */
typedef enum { TBK_TREES_DEPENDENCIES, TBK_TREES_BRACKETS, TBK_TREES_N_KINDS } TbkTreeKind;

/* Units that have an attribute. */
typedef enum {
  TBK_SCOPE_SENTENCE,
  TBK_SCOPE_WORD,
  TBK_SCOPE_CONSTITUENT, /* in brackets, a node that is no word */
} TbkScope;

typedef enum { TBK_TYPE_TEXT, TBK_TYPE_NUMBER, TBK_TYPE_YES_NO } TbkAttributeType;

/* A row of the table. */
typedef struct {
  const char *name; /* what is written in capitals in it is for another name: feats.NAME */
  TbkScope scope;
  TbkAttributeType type;
  TbkTreeKind trees;
  const char *help;    /* a line */
  gboolean is_measure; /* one of tbk/tree.h, section lengths */
} TbkAttributeInfo;

/* Sets @info to row @number, from 0, of the trees' own table; FALSE past the last. */
gboolean tbk_attribute_info (TbkTreeKind trees, int number, TbkAttributeInfo *info);

typedef struct TbkAttribute TbkAttribute;

TbkAttribute *tbk_attribute_new (TbkTreeKind trees, const char *name,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_attribute_free (TbkAttribute *attribute);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkAttribute, tbk_attribute_free)

/* As it was given; of what it is, and what its values are. */
const char *tbk_attribute_name (const TbkAttribute *attribute);
TbkScope tbk_attribute_scope (const TbkAttribute *attribute);
TbkAttributeType tbk_attribute_type (const TbkAttribute *attribute);

/* 2. facts: what attributes are asked of: a sentence, or a tree in brackets.
 *
 * Facts are found when they are asked for, once a sentence; memory grows to the longest sentence and is kept.
 *
 * Units     in dependency trees the words 1..n; in brackets the words from 1, or the constituents from 1 in the order of
 *           their opening brackets.
 * Threads   facts belong to one thread at a time.
 * Since     0.2
 */

typedef struct TbkFacts TbkFacts;

/* @projectivize: (nullable): which arcs are lost; NULL for all zeros */
TbkFacts *tbk_facts_new (TbkTreeKind trees, const TbkProjectivizeOptions *projectivize);
void tbk_facts_free (TbkFacts *facts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkFacts, tbk_facts_free)

/* Sets the sentence that is asked to the one of @entry, which is well formed. What is looked at is its `sentence`,
 * `file`, `index`, `id` and `n_words`; they must stay as they are. */
void tbk_facts_set (TbkFacts *facts, const TbkEntry *entry);

/* Returns the number of units of @scope: words, constituents; 1 of sentences. */
int tbk_facts_n_units (TbkFacts *facts, TbkScope scope);

typedef struct {
  TbkAttributeType type;
  gboolean is_missing;
  TbkPiece text;  /* of a text; good until the next question to the same facts */
  gint64 number;  /* of a number, or TRUE for yes */
  gint64 divisor; /* of a number, above 0: the value is number / divisor. 1 but for means over orders */
} TbkAttributeValue;

/* @unit: of the scope of @attribute, from 1; of no account for sentences */
gboolean tbk_attribute_get (const TbkAttribute *attribute, TbkFacts *facts, int unit,
                            TbkAttributeValue *value, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 3. query: expressions over attributes: which sentences and which words meet them.
 *
 *   expression = term { or term }        term = factor { and factor }
 *   factor     = not factor | ( expression ) | test
 *   test       = attribute                                        yes or no
 *              | attribute = value,value,…                        or !=
 *              | attribute ~ regex                                or !~
 *              | attribute < number                               or <= > >=
 *              | attribute = @attribute                           or != < <= > >=
 *              | child(expression), descendant(…), ancestor(…), sister(…)
 *              | any(expression), all(…), none(…)
 *              | count(expression) >= number, child_count(…)      with any comparison
 *
 * `deprel=nsubj and feats.Case!=@head.feats.Case`. For `and`, `or`, `not` there are also & | !. Blanks between signs play no
 * part.
 *
 * Values    of a text are compared byte for byte. * stands for any characters and ? for one. A value or regex is in single
 *           or double quotes if it has a blank, a comma, a round bracket, a quote, one of & | ! = < > ~, or begins with @.
 *           A character behind a backslash means itself; a regex keeps its backslashes. A regex
 *           (GRegex) is searched for anywhere in the text.
 * Missing   what is missing is `=_`, and so `!=` and `!~` anything else; no other comparison holds, also not `=*`. After @
 *           two missing values are equal, and one is equal to no value.
 * Words     an expression is asked of a word. child: of some dependent; descendant: of some word below; ancestor: of some
 *           word above; sister: of some other dependent of the same head, 0 too; any, all, none: of some, every, no word of
 *           the sentence; count: how many there are, child_count: how many dependents.
 * Sentences a sentence meets an expression if some word does. So `none(nonprojective)` is a projective tree, and
 *           `not nonprojective` holds wherever some arc is projective.
 * Brackets  an expression is asked of constituents if it names one of their attributes, else of words; both is an error,
 *           but not inside any(), all(), none() and count(), which are asked anew.
 * Limits    TBK_QUERY_MAX_DEPTH round brackets inside one another. A regex that needs 2^20 steps for a text fails.
 * Cost      O(length of the expression) to compile; then O(tests) a word, cheap tests first, and the cost of the attributes.
 *           Nothing is recursive, and nothing is allocated for a sentence but by GRegex.
 * Errors    TBK_ERROR_USAGE with the place: "'deprel=nsubj andd': after 'nsubj', found 'andd', expected and, or, or the
 *           end"; the errors of attributes. TBK_ERROR_DATA where a regex fails, and in brackets for a text that is not UTF-8.
 * Threads   queries may be shared.
 * Since     0.2
 */

enum { TBK_QUERY_MAX_DEPTH = 100 };

typedef struct TbkQuery TbkQuery;

TbkQuery *tbk_query_new (TbkTreeKind trees, const char *expression, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_query_free (TbkQuery *query);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkQuery, tbk_query_free)

/* The expression, as it was given. */
const char *tbk_query_text (const TbkQuery *query);

/* Returns what it is asked of: of sentences alone if it is the same for all words. */
TbkScope tbk_query_scope (const TbkQuery *query);

/* Finds whether the sentence of @facts meets @query. */
gboolean tbk_query_meets (const TbkQuery *query, TbkFacts *facts, gboolean *meets,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_query_find:
 * @is_found: (out caller-allocates): for each unit of the query's scope, from 1, whether it meets @query; of one that
 * is asked of sentences, for each word. The first element is of no account
 * @n_found: (out) (nullable): how many do
 */
gboolean tbk_query_find (const TbkQuery *query, TbkFacts *facts, gboolean *is_found, int *n_found,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 4. keys: attributes as keys of rows.
 *
 *   keys = key,key,key        up to TBK_KEYS_MOST
 *   key  = attribute          its value
 *        | attribute:width    of a number, its bin: with width 5 the bins are 1 to 5, 6 to 10 and so on; 0 is a bin of its own
 *        | attribute~regex    of a text, what the first group of the regex matches or, without a group, the whole regex;
 *                             the regex is in quotes, or runs to the end
 *
 * Values are texts: numbers are decimals, of bins their first number; what is missing is `_`, also where a regex does not match.
 *
 * Errors    TBK_ERROR_USAGE for keys that are none; the errors of attributes and of a regex.
 * Threads   keys may be shared.
 * Since     0.2
 */

enum { TBK_KEYS_MOST = 3 };

typedef struct TbkKeys TbkKeys;

TbkKeys *tbk_keys_new (TbkTreeKind trees, const char *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_keys_free (TbkKeys *keys);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkKeys, tbk_keys_free)

/* Returns the number of keys: 0 of none. @keys: (nullable) */
int tbk_keys_count (const TbkKeys *keys);

/* The attribute of key @key, from 0; the width of its bins, 0 without; whether it is the same for all sentences of a file, and
 * read from the name of the file. */
const TbkAttribute *tbk_keys_attribute (const TbkKeys *keys, int key);
int tbk_keys_width (const TbkKeys *keys, int key);
gboolean tbk_keys_is_of_files (const TbkKeys *keys, int key);

/* The names of its columns: of bins two, of their first and last number. They stay for ever. */
const char *const *tbk_keys_columns (const TbkKeys *keys, int key, int *n_columns);

/* Returns what keys are of: of words or constituents if one of them is. @keys: (nullable): then of sentences. */
TbkScope tbk_keys_scope (const TbkKeys *keys);

TBK_END_DECLS

#endif
