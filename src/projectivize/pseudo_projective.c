/* pseudo_projective.c - liftings with marks in labels. */
#include "tbk/pseudo_projective.h"

#include <string.h>

#include "base/memory.h"
#include "projectivize/decode.h"
#include "projectivize/labels.h"
#include "projectivize/lifting.h"
#include "tree/heads.h"

struct TbkPseudoProjective {
  TbkPseudoProjectiveOptions options;
  Lifting lifting;
  LabelDecoder decoder;
  TbkMarkFindings findings;
  int *lifted; /* the heads of the lifting in hand */
  gboolean *is_path;
  int n_lifted_allocated, n_path_allocated;
  char *spelled; /* the new labels, one after the other */
  gsize n_spelled_allocated;
};

static gboolean
options_are_valid (const TbkPseudoProjectiveOptions *options)
{
  return (guint) options->scheme <= TBK_SCHEME_HEADPATH && (guint) options->lift <= TBK_LIFT_MALT
         && (guint) options->style <= TBK_LABELS_SPACY
         && (options->style != TBK_LABELS_SPACY || options->scheme == TBK_SCHEME_HEAD)
         && options->max_core >= 0;
}

TbkPseudoProjective *
tbk_pseudo_projective_new (const TbkPseudoProjectiveOptions *options)
{
  TbkPseudoProjective *p;

  g_return_val_if_fail (options == NULL || options_are_valid (options), NULL);
  p = g_new0 (TbkPseudoProjective, 1);
  if (options != NULL)
    p->options = *options;
  if (p->options.max_core == 0)
    p->options.max_core = TBK_DEFAULT_MAX_CORE;
  lifting_init (&p->lifting);
  return p;
}

void
tbk_pseudo_projective_free (TbkPseudoProjective *p)
{
  if (p == NULL)
    return;
  lifting_clear (&p->lifting);
  label_decoder_clear (&p->decoder);
  g_free (p->lifted);
  g_free (p->is_path);
  g_free (p->spelled);
  g_free (p);
}

/* Lifts into p->lifted, and marks the words on the path. */
static gboolean
lift (TbkPseudoProjective *p, const int *heads, int n, int *n_moved, GError **error)
{
  if (!reserve_words (&p->lifted, &p->n_lifted_allocated, n, sizeof (int), error)
      || !reserve_words (&p->is_path, &p->n_path_allocated, n, sizeof (gboolean), error))
    return FALSE;
  memset (p->is_path, 0, (n + 1) * sizeof (gboolean));
  return lifting_find (&p->lifting, heads, n, &p->options, p->lifted, p->is_path, n_moved, error);
}

gboolean
tbk_pseudo_projective_lift (TbkPseudoProjective *p, const int *heads, int n, int *lifted, gboolean *is_path,
                            int *n_moved, GError **error)
{
  int moved;

  g_return_val_if_fail (p != NULL && heads != NULL && n >= 0 && lifted != NULL, FALSE);
  if (!lift (p, heads, n, &moved, error))
    return FALSE;
  memcpy (lifted, p->lifted, (n + 1) * sizeof (int));
  if (is_path != NULL)
    memcpy (is_path, p->is_path, (n + 1) * sizeof (gboolean));
  if (n_moved != NULL)
    *n_moved = moved;
  return TRUE;
}

/* What is wrong with a label that has a sign at @place. */
static gboolean
fail_sign (int word, TbkPiece label, gsize place, GError **error)
{
  const char *sign = label.bytes[place] == '|' ? "|" : label.bytes[place] == '%' ? "%" : "null";

  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "the label of word %d holds '%s', a sign of marks, expected a label without marks", word,
               sign);
  return FALSE;
}

static gboolean
check_labels (const TbkPseudoProjective *p, const TbkPiece *labels, int n, GError **error)
{
  for (int word = 1; word <= n; word++) {
    gsize place = label_find_sign (labels[word], p->options.style);
    if (place < labels[word].size)
      return fail_sign (word, labels[word], place, error);
  }
  return TRUE;
}

/* Whether there is something to mark in the label of @word: most have nothing. */
static inline gboolean
is_marked (const TbkPseudoProjective *p, const int *heads, int word)
{
  return heads[word] != p->lifted[word] || (p->options.scheme != TBK_SCHEME_HEAD && p->is_path[word]);
}

/* What it is. */
static Label
label_of (const TbkPseudoProjective *p, const int *heads, const TbkPiece *labels, int word)
{
  Label label = { .base = labels[word], .is_lifted = heads[word] != p->lifted[word] };

  label.is_path = p->options.scheme != TBK_SCHEME_HEAD && p->is_path[word];
  if (label.is_lifted && p->options.scheme != TBK_SCHEME_PATH)
    label.head = labels[heads[word]];
  return label;
}

/* Makes room for all marked labels. */
static gboolean
reserve_spelled (TbkPseudoProjective *p, const int *heads, const TbkPiece *labels, int n, GError **error)
{
  gsize size = 1;

  for (int word = 1; word <= n; word++) {
    if (!is_marked (p, heads, word))
      continue;
    Label label = label_of (p, heads, labels, word);
    size += label.base.size + label.head.size + LABEL_MOST_SIGNS;
  }
  return try_reserve (&p->spelled, &p->n_spelled_allocated, size, 1)
         || memory_fail (error, "the labels of %d words", n);
}

static void
mark_labels (TbkPseudoProjective *p, const int *heads, const TbkPiece *labels, int n, TbkPiece *new_labels)
{
  char *end = p->spelled;

  for (int word = 1; word <= n; word++) {
    if (!is_marked (p, heads, word))
      continue;
    Label label = label_of (p, heads, labels, word);
    char *start = end;
    end = label_spell (&label, p->options.style, start);
    new_labels[word] = (TbkPiece){ start, (gsize) (end - start) };
  }
}

gboolean
tbk_pseudo_projective_encode (TbkPseudoProjective *p, const int *heads, const TbkPiece *labels, int n,
                              int *new_heads, TbkPiece *new_labels, int *n_moved, GError **error)
{
  int moved;

  g_return_val_if_fail (p != NULL && heads != NULL && labels != NULL && n >= 0, FALSE);
  g_return_val_if_fail (new_heads != NULL && new_labels != NULL, FALSE);
  if (!check_labels (p, labels, n, error) || !lift (p, heads, n, &moved, error)
      || (moved > 0 && !reserve_spelled (p, heads, labels, n, error)))
    return FALSE;
  memcpy (new_heads, p->lifted, (n + 1) * sizeof (int));
  memset (new_labels, 0, (n + 1) * sizeof (TbkPiece));
  if (moved > 0)
    mark_labels (p, heads, labels, n, new_labels);
  if (n_moved != NULL)
    *n_moved = moved;
  return TRUE;
}

/* Takes the marks out of @labels; returns how many labels had some. @findings: what is found is added to
 * it. */
static int
unmark_labels (TbkPseudoProjective *p, const TbkPiece *labels, int n, TbkPiece *new_labels,
               TbkMarkFindings *findings)
{
  const guint written = label_signs_written (p->options.scheme, p->options.style);
  int n_marked = 0;

  p->decoder.labels[0] = (Label){ .is_lifted = FALSE };
  for (int word = 1; word <= n; word++) {
    Label *label = &p->decoder.labels[word];
    *label = label_parse (labels[word], p->options.scheme, p->options.style);
    n_marked += label_has_marks (label);
    const guint signs = label_signs (labels[word]);
    findings->n_lifted += label->is_lifted || label->is_covered;
    findings->n_placed += label->is_covered;
    findings->n_foreign += (signs & ~written) != 0;
    findings->signs |= signs;
    new_labels[word] = label_has_marks (label) ? label->base : (TbkPiece){ 0 };
  }
  return n_marked;
}

gboolean
tbk_pseudo_projective_decode (TbkPseudoProjective *p, const int *heads, const TbkPiece *labels, int n,
                              int *new_heads, TbkPiece *new_labels, int *n_moved, GError **error)
{
  g_return_val_if_fail (p != NULL && heads != NULL && labels != NULL && n >= 0, FALSE);
  g_return_val_if_fail (new_heads != NULL && new_labels != NULL, FALSE);
  if (!label_decoder_reserve (&p->decoder, n, error))
    return FALSE;
  if (!heads_are_in_range (heads, n) || heads_find_cycle (heads, n, p->decoder.queue) != 0)
    return heads_fail (heads, n, error);

  memcpy (new_heads, heads, (n + 1) * sizeof (int));
  new_labels[0] = (TbkPiece){ 0 };
  if (unmark_labels (p, labels, n, new_labels, &p->findings) > 0)
    p->findings.n_placed += label_decoder_run (&p->decoder, new_heads, n, p->options.scheme);
  if (n_moved != NULL) {
    *n_moved = 0;
    for (int word = 1; word <= n; word++)
      *n_moved += new_heads[word] != heads[word];
  }
  return TRUE;
}

void
tbk_pseudo_projective_add_findings (const TbkPseudoProjective *p, TbkMarkFindings *findings)
{
  g_return_if_fail (p != NULL && findings != NULL);

  findings->n_lifted += p->findings.n_lifted;
  findings->n_placed += p->findings.n_placed;
  findings->n_foreign += p->findings.n_foreign;
  findings->signs |= p->findings.signs;
}

gboolean
tbk_mark_findings_suggest (const TbkMarkFindings *findings, const TbkPseudoProjectiveOptions *options,
                           TbkScheme *scheme, TbkLabelStyle *style)
{
  const guint signs = findings->signs;
  const gboolean has_path = (signs & (LABEL_PATH | LABEL_UNNAMED)) != 0;
  TbkScheme best = TBK_SCHEME_HEAD;
  TbkLabelStyle spelling = options->style == TBK_LABELS_SPACY ? TBK_LABELS_TBK : options->style;

  g_return_val_if_fail (findings != NULL && options != NULL && scheme != NULL && style != NULL, FALSE);
  if ((signs & LABEL_DOUBLED) != 0)
    spelling = TBK_LABELS_SPACY;
  else if ((signs & LABEL_COVERED) != 0)
    spelling = TBK_LABELS_MALT;
  if (spelling != TBK_LABELS_SPACY && has_path)
    best = (signs & LABEL_NAMED) != 0 ? TBK_SCHEME_HEADPATH : TBK_SCHEME_PATH;
  if (signs == 0 || (best == options->scheme && spelling == options->style))
    return FALSE;
  *scheme = best;
  *style = spelling;
  return TRUE;
}
