/* statistics.h - the jobs that count something over treebanks (tbk/corpus.h): in CoNLL-U, or in brackets
 * where they are about phrase structure.
 *
 * Each function returns a job whose `data` is the options, which must outlive it; its layout tells what
 * tallies it fills.
 *
 * Since     0.1
 */
#ifndef TBK_STATISTICS_H
#define TBK_STATISTICS_H

#include "tbk/choices.h"
#include "tbk/compare.h"
#include "tbk/constituency_figures.h"
#include "tbk/corpus.h"
#include "tbk/figures.h"
#include "tbk/projectivize.h"
#include "tbk/table.h"
#include "tbk/vocabulary.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

/* The figures of trees and of their optimal projectivizations, and further ones of trees. */
typedef struct {
  TbkProjectivizeOptions projectivize; /* its ties decide which arcs are lost */
  gboolean lengths;                    /* the figures of lengths too; in tables of arcs the mean length */
  /* with these, in rows by sentence, all values of tbk/lengths.h, exact, in place of means */
  gboolean values;
  gboolean classes; /* the figures of classes too, of trees */
  /* (nullable): words with one of these UPOS are taken out first (tbk_heads_without()), and all figures are
   * of what is left. A sentence of which nothing is left is a tree of no words, which no row by length
   * counts. */
  const TbkVocabulary *skipped_upos;
  gboolean *is_found; /* (nullable): an element for each of @skipped_upos, set to TRUE where a word has it */
  TbkFiguresBy by;
  int width; /* words or distances that a bin spans, at least 1; only where rows are by length or distance */
  TbkTable *rows; /* (nullable): gets the rows by sentence or by arc, with tbk_figures_columns */
} TbkFiguresOptions;

/* The columns of a table, NULL-terminated; to be freed with g_free(), but not the names. By sentence: the
 * figures of the single tree, but those that always are 1 or its words. By arc: the gold head and its levels
 * lifted. Levels are 0 for an arc that stays, and an empty cell where the new head is no ancestor of the gold
 * head. Words are numbered as in the file. Otherwise as tbk_figures_write() writes them. Since: 0.2 */
const char **tbk_figures_columns (const TbkFiguresOptions *options);

/* The groups of columns of all these tables: that of @number, from 0; NULL past the last. Since: 0.2 */
const TbkTableColumns *tbk_figures_tables (int number);

/* Writes the rows of a table, made with tbk_figures_columns(), of all files that are in, but those by
 * sentence and by arc: these are written as they come. Since: 0.2 */
gboolean tbk_figures_write (const TbkTallies *tallies, const TbkFiguresOptions *options, TbkTable *table,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* A file without a column DEPREL or UPOS has no figures by that, TBK_ERROR_DATA. */
TbkJob tbk_figures_job (const TbkFiguresOptions *options);

/* What rows about choices are for. An arc is lost where some optimal tree does not keep it. */
typedef enum {
  TBK_CHOICES_OF_SENTENCES,
  TBK_CHOICES_OF_LOST_ARCS,
  TBK_CHOICES_OF_ARCS,
  TBK_CHOICES_OF_LENGTHS, /* what tbk_choices_bins() gives, behind the name of a file */
} TbkChoicesRows;

/* Numbers of optimal projectivizations. */
typedef struct {
  TbkProjectivizeOptions projectivize;
  int width;      /* words that a bin of lengths spans, at least 1 */
  TbkTable *rows; /* (nullable): gets rows, with tbk_choices_columns (rows_of) */
  TbkChoicesRows rows_of;
} TbkChoicesOptions;

const TbkTableColumns *tbk_choices_columns (TbkChoicesRows rows_of);

TbkJob tbk_choices_job (const TbkChoicesOptions *options);

/* The agreement of oracles on walks. A walk through a phrase-structure tree draws labels of its tree, and of
 * the trees before it in the batch: a piece of 256 KiB of the file or a larger tree. So the draws depend on
 * the file and on nothing else. */
typedef struct {
  TbkCompareOptions compare; /* of which a comparer can be made */
  gint64
      max_words; /* longer sentences, and trees that tbk_bracket_tree_exceeds() it, are counted as left out; 0:
                       none */
} TbkAgreementOptions;

TbkJob tbk_agreement_job (const TbkAgreementOptions *options);

/* The figures of phrase-structure trees. */
TbkJob tbk_phrase_figures_job (void);

TBK_END_DECLS

#endif
