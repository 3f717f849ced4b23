/* convert.c - sentences in other formats: line by line, column by column.
 *
 * A format is a function that writes a sentence, and a row of the table at the end of this file.
 */
#include "tbk/conllu.h"

#include <string.h>

#include "base/base.h"
#include "conllu/conllu.h"

/* The columns of CoNLL-X that CoNLL-U has not; in MISC they are attributes of these names. */
enum { PHEAD, PDEPREL, N_OTHERS };

static const char *const other_names[] = { "PHEAD", "PDEPREL" };

static gboolean
is_nothing (TbkPiece piece)
{
  return piece.size == 0 || (piece.size == 1 && piece.bytes[0] == '_');
}

static void
add_piece (TbkText *text, TbkPiece piece)
{
  if (piece.size == 0)
    tbk_text_add (text, "_", 1);
  else
    text_keep (text, piece.bytes, piece.size);
}

static gboolean
is_of_conllu (const Columns *columns, int place)
{
  for (int c = 0; c < TBK_N_COLUMNS; c++)
    if (columns->places[c] == place)
      return TRUE;
  return FALSE;
}

/* Returns TRUE if the line that was split last, and ends at @end, has something behind the named columns. */
static gboolean
has_tail (const TbkConlluBatch *batch, const char *end)
{
  const Columns *columns = &batch->source->columns;

  if (!columns->is_open)
    return FALSE;
  for (const char *at = batch->fields[columns->n]; at < end; at++)
    if (*at != '_' && *at != '\t')
      return TRUE;
  return FALSE;
}

/* Appends the attribute NAME=VALUE to a MISC that is begun or not. */
static void
add_attribute (TbkText *text, gboolean *is_begun, const char *name, TbkPiece value)
{
  if (*is_begun)
    tbk_text_add (text, "|", 1);
  *is_begun = TRUE;
  tbk_text_add (text, name, strlen (name));
  tbk_text_add (text, "=", 1);
  for (gsize i = 0; i < value.size; i++)
    switch (value.bytes[i]) {
    case '|':
      tbk_text_add (text, "\\p", 2);
      break;
    case '\\':
      tbk_text_add (text, "\\\\", 2);
      break;
    default:
      tbk_text_add (text, &value.bytes[i], 1);
    }
}

/* Returns TRUE if a column can be the attribute @name beside those of @misc: the name tells where it ends,
 * and is new there. */
static gboolean
can_be_attribute (TbkPiece misc, const char *name)
{
  if (strcmp (name, "_") == 0 || strpbrk (name, "|=") != NULL)
    return FALSE;
  for (TbkPiece attribute; take_part (&misc, &attribute);)
    if (part_has_name (attribute, name, strlen (name)))
      return FALSE;
  return TRUE;
}

/* Appends MISC with the columns that CoNLL-U has not. */
static void
add_misc (const TbkConlluSentence *sentence, const TbkConlluLine *line, TbkConversionLosses *losses,
          TbkText *text)
{
  const TbkConlluBatch *batch = sentence->batch;
  const Columns *columns = &batch->source->columns;
  gboolean is_begun = !is_nothing (line->fields[TBK_COLUMN_MISC]);
  gboolean is_lost = has_tail (batch, line->text.bytes + line->text.size);

  if (is_begun)
    add_piece (text, line->fields[TBK_COLUMN_MISC]);
  for (int k = 0; k < columns->n; k++) {
    const TbkPiece value = batch_field (batch, k);
    const char *name = columns_name (columns, k);

    if (is_nothing (value) || is_of_conllu (columns, k))
      continue;
    if (can_be_attribute (line->fields[TBK_COLUMN_MISC], name))
      add_attribute (text, &is_begun, name, value);
    else
      is_lost = TRUE;
  }
  if (!is_begun)
    tbk_text_add (text, "_", 1);
  losses->columns += is_lost;
}

/* Appends the blank line that ends a sentence whose last line may lack its end. */
static void
end_sentence (const TbkConlluSentence *sentence, TbkText *text)
{
  const char *end = sentence->text + sentence->length;

  if (end[-1] != '\n')
    tbk_text_add (text, "\n", 1);
  if (end[-1] != '\n' || (end[-2] != '\n' && (end[-2] != '\r' || end[-3] != '\n')))
    tbk_text_add (text, "\n", 1);
}

static gboolean
to_conllu (const TbkConlluSentence *sentence, gboolean replaces_blanks, TbkConversionLosses *losses,
           TbkText *text, GError **error)
{
  const char *position = NULL;
  gboolean is_begun = FALSE;
  TbkConlluLine line;

  (void) replaces_blanks;
  (void) error;
  if (sentence->batch->source->columns.names == NULL) {
    text_keep (text, sentence->text, sentence->length);
    end_sentence (sentence, text);
    return TRUE;
  }
  /* Each line is written anew, and columns that CoNLL-U has not go to MISC. */
  while (tbk_conllu_sentence_next_line (sentence, &position, &line)) {
    if (line.kind == TBK_LINE_COMMENT) {
      if (columns_are_in (line.text.bytes, line.text.size))
        continue;
      text_keep (text, line.text.bytes, line.text.size);
    } else {
      for (int c = 0; c < TBK_COLUMN_MISC; c++) {
        add_piece (text, line.fields[c]);
        tbk_text_add (text, "\t", 1);
      }
      add_misc (sentence, &line, losses, text);
    }
    tbk_text_add (text, "\n", 1);
    is_begun = TRUE;
  }
  if (is_begun) /* not so where the names of columns stand alone */
    tbk_text_add (text, "\n", 1);
  return TRUE;
}

/* Finds what the columns PHEAD and PDEPREL hold, or nothing, and whether other columns are lost. */
static gboolean
find_others (const TbkConlluSentence *sentence, const TbkConlluLine *line, TbkPiece others[N_OTHERS])
{
  const Columns *columns = &sentence->batch->source->columns;
  gboolean is_lost = has_tail (sentence->batch, line->text.bytes + line->text.size);

  for (int k = 0; columns->names != NULL && k < columns->n; k++) {
    const TbkPiece value = batch_field (sentence->batch, k);
    int o = 0;

    if (is_nothing (value) || is_of_conllu (columns, k))
      continue;
    while (o < N_OTHERS && strcmp (columns->names[k], other_names[o]) != 0)
      o++;
    if (o < N_OTHERS)
      others[o] = value;
    else
      is_lost = TRUE;
  }
  return is_lost;
}

/* Takes PHEAD= and PDEPREL= out of a MISC; whether anything else is in it.
 *
 * The reverse of add_misc(): values that went into MISC come out again. */
static gboolean
find_attributes (TbkPiece misc, TbkPiece others[N_OTHERS])
{
  gboolean is_lost = FALSE;

  if (is_nothing (misc))
    return FALSE;
  for (TbkPiece attribute; take_part (&misc, &attribute);) {
    int o = 0;

    for (; o < N_OTHERS; o++) {
      const gsize length = strlen (other_names[o]);

      if (others[o].size == 0 && attribute.size > length + 1
          && part_has_name (attribute, other_names[o], length)) {
        others[o] = (TbkPiece){ attribute.bytes + length + 1, attribute.size - length - 1 };
        break;
      }
    }
    is_lost = is_lost || o == N_OTHERS;
  }
  return is_lost;
}

/* Appends the value of an attribute as it was before it became one. */
static void
add_unescaped (TbkText *text, TbkPiece value)
{
  if (value.size == 0)
    tbk_text_add (text, "_", 1);
  for (gsize i = 0; i < value.size; i++) {
    const char next = i + 1 < value.size ? value.bytes[i + 1] : '\0';

    if (value.bytes[i] == '\\' && (next == 'p' || next == '\\')) {
      tbk_text_add (text, next == 'p' ? "|" : "\\", 1);
      i++;
    } else {
      tbk_text_add (text, &value.bytes[i], 1);
    }
  }
}

/* Any white space of Unicode counts, as readers of CoNLL-X split lines at it. */
static gboolean
has_blank (TbkPiece piece)
{
  const char *end = piece.bytes == NULL ? NULL : piece.bytes + piece.size;

  for (const char *at = piece.bytes; at < end; at = g_utf8_next_char (at))
    if (g_unichar_isspace (g_utf8_get_char (at)))
      return TRUE;
  return FALSE;
}

static gboolean
fail_at (const TbkConlluSentence *sentence, int word, const char *message, GError **error)
{
  GError *problem = NULL;

  g_set_error (&problem, TBK_ERROR, TBK_ERROR_DATA, "%s:%" G_GINT64_FORMAT ": %s",
               tbk_conllu_sentence_file (sentence), batch_word_line (sentence->batch, sentence, word),
               message);
  if (sentence->sent_id != NULL)
    fail_name_sentence (problem, sentence->sent_id, sentence->sent_id_length);
  g_propagate_error (error, problem);
  return FALSE;
}

static gboolean
fail_blank (const TbkConlluSentence *sentence, int word, const char *name, TbkPiece piece, GError **error)
{
  g_autofree char *quoted = tbk_quote (piece.bytes, piece.size);
  g_autofree char *message = g_strdup_printf (
      "%s %s of word %d found, expected no blank in it: CoNLL-X has no place for one", name, quoted, word);

  return fail_at (sentence, word, message, error);
}

/* A word in CoNLL-X: what columns hold, and what attributes of MISC do where no column does. */
typedef struct {
  TbkPiece columns[N_OTHERS], attributes[N_OTHERS];
  gboolean loses_columns, loses_misc;
} Others;

static Others
look_for_others (const TbkConlluSentence *sentence, const TbkConlluLine *line)
{
  Others others = { .loses_columns = FALSE };

  others.loses_columns = find_others (sentence, line, others.columns);
  memcpy (others.attributes, others.columns, sizeof others.attributes);
  others.loses_misc = find_attributes (line->fields[TBK_COLUMN_MISC], others.attributes);
  return others;
}

/* Checks that CoNLL-X has a place for all fields of a word, or gets one. */
static gboolean
check_blanks (const TbkConlluSentence *sentence, const TbkConlluLine *line, gboolean replaces_blanks,
              GError **error)
{
  static const char *const names[] = { "ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL" };
  const Others others = look_for_others (sentence, line);

  for (guint c = 0; c < G_N_ELEMENTS (names); c++)
    if (!replaces_blanks && has_blank (line->fields[c]))
      return fail_blank (sentence, line->first, names[c], line->fields[c], error);
  for (int o = 0; o < N_OTHERS; o++)
    if (has_blank (others.attributes[o]) && !(replaces_blanks && others.columns[o].size > 0))
      return fail_blank (sentence, line->first, other_names[o], others.attributes[o], error);
  return TRUE;
}

/* Appends @value; or with `_` for each of its blanks, if they are to be replaced. */
static void
add_without_blanks (TbkText *text, TbkPiece value, gboolean replaces_blanks, TbkConversionLosses *losses)
{
  const char *end;

  if (!replaces_blanks || !has_blank (value)) {
    add_piece (text, value);
    return;
  }
  end = value.bytes + value.size;
  losses->blanks++;
  for (const char *at = value.bytes, *next; at < end; at = next) {
    next = g_utf8_next_char (at);
    if (g_unichar_isspace (g_utf8_get_char (at)))
      tbk_text_add (text, "_", 1);
    else
      tbk_text_add (text, at, (gsize) (next - at));
  }
}

/* Appends a word in CoNLL-X. Losses are counted by word, whatever number of fields is lost. */
static void
add_conllx_word (const TbkConlluSentence *sentence, const TbkConlluLine *line, gboolean replaces_blanks,
                 TbkConversionLosses *losses, TbkText *text)
{
  const Others others = look_for_others (sentence, line);

  losses->columns += others.loses_columns;
  losses->misc += others.loses_misc;
  losses->deps += !is_nothing (line->fields[TBK_COLUMN_DEPS]);
  for (int c = 0; c <= TBK_COLUMN_DEPREL; c++) {
    add_without_blanks (text, line->fields[c], replaces_blanks, losses);
    tbk_text_add (text, "\t", 1);
  }
  for (int o = 0; o < N_OTHERS; o++) {
    if (others.columns[o].size > 0)
      add_without_blanks (text, others.columns[o], replaces_blanks, losses);
    else
      add_unescaped (text, others.attributes[o]);
    tbk_text_add (text, o + 1 < N_OTHERS ? "\t" : "\n", 1);
  }
}

static gboolean
to_conllx (const TbkConlluSentence *sentence, gboolean replaces_blanks, TbkConversionLosses *losses,
           TbkText *text, GError **error)
{
  const char *position = NULL;
  TbkConlluLine line;

  /* Nothing is appended of a sentence that cannot be carried. */
  while (tbk_conllu_sentence_next_line (sentence, &position, &line))
    if (line.kind == TBK_LINE_WORD && !check_blanks (sentence, &line, replaces_blanks, error))
      return FALSE;
  for (position = NULL; tbk_conllu_sentence_next_line (sentence, &position, &line);) {
    losses->comments += line.kind == TBK_LINE_COMMENT && !columns_are_in (line.text.bytes, line.text.size);
    losses->ranges += line.kind == TBK_LINE_RANGE;
    losses->empty_nodes += line.kind == TBK_LINE_EMPTY_NODE;
    if (line.kind == TBK_LINE_WORD)
      add_conllx_word (sentence, &line, replaces_blanks, losses, text);
  }
  if (sentence->n > 0)
    tbk_text_add (text, "\n", 1);
  return TRUE;
}

/* A line of numbers, a word's head each. */
static gboolean
to_heads (const TbkConlluSentence *sentence, gboolean replaces_blanks, TbkConversionLosses *losses,
          TbkText *text, GError **error)
{
  (void) replaces_blanks;
  (void) losses;
  if (sentence->n == 0)
    return TRUE;
  if (sentence->n_roots != 1) {
    g_autofree char *message = g_strdup_printf (
        "%d words with HEAD 0 found, expected one: a head vector is a tree with one root", sentence->n_roots);

    return fail_at (sentence, 1, message, error);
  }
  for (int word = 1; word <= sentence->n; word++)
    tbk_text_printf (text, "%d%c", sentence->heads[word], word < sentence->n ? ' ' : '\n');
  return TRUE;
}

/* A format and how it is written. A function that returns FALSE sets @error and appends nothing. */
typedef struct {
  TbkConversion conversion; /* first: it leads to the rest */
  gboolean (*write) (const TbkConlluSentence *sentence, gboolean replaces_blanks, TbkConversionLosses *losses,
                     TbkText *text, GError **error);
} ConversionRecord;

static const char *const conllu_suffixes[] = { ".conllu", ".conllup", NULL };
static const char *const conllx_suffixes[] = { ".conllx", ".conll", NULL };
static const char *const heads_suffixes[] = { ".heads", NULL };

static const ConversionRecord conversions[] = {
  { { "conllu", conllu_suffixes, .takes_headless = TRUE, .has_comments = TRUE }, to_conllu },
  { { "conllx", conllx_suffixes, .takes_headless = TRUE, .has_no_blanks = TRUE }, to_conllx },
  { { "heads", heads_suffixes, .takes_headless = FALSE }, to_heads },
};

const TbkConversion *
tbk_conversion_at (int i)
{
  return i >= 0 && i < (int) G_N_ELEMENTS (conversions) ? &conversions[i].conversion : NULL;
}

gboolean
tbk_conllu_sentence_convert (const TbkConlluSentence *sentence, const TbkConversion *conversion,
                             gboolean replaces_blanks, TbkConversionLosses *losses, TbkText *text,
                             GError **error)
{
  g_return_val_if_fail (sentence->problem == NULL && conversion != NULL, FALSE);

  return ((const ConversionRecord *) conversion)->write (sentence, replaces_blanks, losses, text, error);
}
