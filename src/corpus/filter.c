/* filter.c - the job that writes the sentences that meet conditions. */
#include "tbk/filter.h"

#include "corpus/sample.h"
#include "tbk/brackets.h"
#include "tbk/conllu.h"
#include "tbk/tree.h"

typedef struct {
  const TbkFilterOptions *options;
  gboolean measures;               /* there are conditions on the tree of a sentence in CoNLL-U */
  TbkProjectivizer *projectivizer; /* NULL if what is lost plays no part */
  TbkTree *tree;
  GString *line;
} Worker;

static gpointer
worker_new (gpointer options)
{
  Worker *worker = g_new0 (Worker, 1);
  const TbkConditions *conditions;

  worker->options = options;
  conditions = &worker->options->conditions;
  worker->measures = conditions->is_projective || conditions->is_nonprojective || conditions->is_ill_nested
                     || conditions->min_lost > 0 || conditions->min_gap_degree > 0;
  if (conditions->min_lost > 0)
    worker->projectivizer = tbk_projectivizer_new (&conditions->projectivize);
  worker->tree = tbk_tree_new ();
  worker->line = g_string_new (NULL);
  return worker;
}

static void
worker_free (gpointer data)
{
  Worker *worker = data;

  tbk_projectivizer_free (worker->projectivizer);
  tbk_tree_free (worker->tree);
  g_string_free (worker->line, TRUE);
  g_free (worker);
}

/* Whether the tree of @sentence meets the conditions on trees. */
static gboolean
judge_tree (Worker *worker, const TbkConlluSentence *sentence, gboolean *meets, GError **error)
{
  const TbkConditions *conditions = &worker->options->conditions;
  TbkTreeMeasures measures;
  int lost = 0;

  if (!tbk_tree_set (worker->tree, sentence->heads, sentence->n, error)
      || !tbk_tree_measure (worker->tree, &measures, error)
      || (worker->projectivizer != NULL
          && !tbk_projectivize (worker->projectivizer, sentence->heads, sentence->n, NULL, &lost, error)))
    return FALSE;
  *meets = !(conditions->is_projective && measures.nonprojective_arcs > 0)
           && !(conditions->is_nonprojective && measures.nonprojective_arcs == 0)
           && !(conditions->is_ill_nested && measures.is_well_nested) && lost >= conditions->min_lost
           && measures.gap_degree >= conditions->min_gap_degree;
  return TRUE;
}

/* Whether @entry meets all conditions. */
static gboolean
judge (Worker *worker, const TbkEntry *entry, gboolean *meets, GError **error)
{
  const TbkConditions *conditions = &worker->options->conditions;

  *meets =
      entry->n_words >= conditions->min_words
      && (conditions->max_words == 0 || entry->n_words <= conditions->max_words)
      && (conditions->ids == NULL
          || (entry->id != NULL && tbk_vocabulary_find (conditions->ids, entry->id, entry->id_length) >= 0));
  return !*meets || !worker->measures || judge_tree (worker, entry->sentence, meets, error);
}

/* What @entry becomes: its bytes, or a line, or nothing. */
static TbkPiece
make_piece (Worker *worker, const TbkEntry *entry)
{
  if (!worker->options->as_lines)
    return (TbkPiece){ entry->text, entry->length };
  g_string_truncate (worker->line, 0);
  if (entry->n_words > 0) {
    tbk_bracket_tree_write (entry->sentence, TBK_BRACKET_WORDS, worker->line);
    g_string_append_c (worker->line, '\n');
  }
  return (TbkPiece){ worker->line->str, worker->line->len };
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  Worker *worker = data;
  const TbkFilterOptions *options = worker->options;
  gboolean meets;
  TbkPiece piece;

  (void) tally;
  if (!judge (worker, entry, &meets, error))
    return tbk_entry_fail (entry, error);
  if (meets == options->conditions.is_inverted)
    return TRUE;
  piece = make_piece (worker, entry);
  if (piece.size == 0)
    return TRUE;
  if (options->sample != NULL) {
    const int n_open_lines = options->as_lines ? 0 : options->format->count_open_lines (entry);
    return sample_add (options->sample, entry, piece.bytes, piece.size, n_open_lines, error);
  }
  if (options->as_lines)
    tbk_text_add (text, piece.bytes, piece.size);
  else
    tbk_text_keep (text, piece.bytes, piece.size);
  return TRUE;
}

/* The columns of CoNLL-U Plus are named in a comment of the first sentence, which may be left out. */
static gboolean
check_file (gpointer data, gconstpointer reader, GError **error)
{
  static const char standard[] = "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC";
  const TbkFormat *format = ((const TbkFilterOptions *) data)->format;
  const char *columns = format->reader_columns (reader);

  if (*columns == '\0' || g_str_equal (columns, standard))
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:1: found the columns %s, expected those of CoNLL-U, %s",
               tbk_input_name (format->reader_input (reader)), columns, standard);
  return FALSE;
}

static gboolean
write_lines (gpointer options, const TbkText *text, GError **error)
{
  return tbk_output_write_text (((const TbkFilterOptions *) options)->output, text, error);
}

TbkJob
tbk_filter_job (const TbkFilterOptions *options)
{
  const gboolean has_lines = options->as_lines && options->sample == NULL;

  return (TbkJob){ .data = (gpointer) options,
                   .writes_corpus = !options->as_lines && options->sample == NULL,
                   .worker_new = worker_new,
                   .worker_free = worker_free,
                   .check_file = check_file,
                   .work = work,
                   .write = has_lines ? write_lines : NULL };
}
